#!/usr/bin/env python3
"""Runs `warplint review` against a server on this machine that behaves as GitHub's interface is documented to.

    review_test.py --warplint PROGRAM --source FOLDER --work FOLDER

The server keeps a pull request, refuses what GitHub would refuse, and fails on demand. Exits with 77 where
libcurl is missing.
"""
import argparse
import ctypes.util
import http.server
import json
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import unittest
import urllib.parse

SKIPPED = 77
TOKEN = "ghs_DoNotTellAnybody0123456789"
BAD = """#include <cuda_runtime.h>
__global__ void columns(float *out, const float *in, int n) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * n + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * n + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void run(float *out, const float *in, int n) { columns<<<1, dim3(32, 32)>>>(out, in, n); }
"""
WHOLE = "@@ -0,0 +1,8 @@\n" + "".join(f"+{line}\n" for line in BAD.splitlines())


class PullRequest:
    """What the server knows, and what it was asked."""

    def __init__(self, files):
        self.files = files  # [{"filename", "patch"}]
        self.comments, self.issue_comments, self.resolved = [], [], []
        self.requests, self.complaints = [], []
        self.failures = []  # [(method, part of the path, status, headers, body)], each once
        self.lost = []      # methods whose answer gets lost, each once
        self.graphql = True
        self.next_id = 1000
        self.refuse_line = None

    def shown(self, path, line):
        for file in self.files:
            if file["filename"] != path:
                continue
            for start, body in re.findall(r"@@ [^+]*\+(\d+)[^@]*@@[^\n]*\n((?:[^@][^\n]*\n?)*)", file.get("patch", "")):
                count = sum(not text.startswith(("-", "\\")) for text in body.splitlines())
                if int(start) <= line < int(start) + count:
                    return True
        return False

    def add(self, where, user="github-actions[bot]", **fields):
        self.next_id += 1
        where.append(dict(fields, id=self.next_id, user={"login": user, "type": "Bot" if "[bot]" in user else "User"}))
        return where[-1]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    pull = None

    def log_message(self, *arguments):
        pass

    def answer(self, status, value, headers=()):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        for name, text in headers:
            self.send_header(name, text)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def page(self, items, query):
        size, number = int(query["per_page"][0]), int(query["page"][0])
        if size > 100:
            self.pull.complaints.append("more than 100 a page")
        self.answer(200, items[(number - 1) * size:number * size])

    def handle_request(self):
        pull = self.pull
        length = int(self.headers.get("Content-Length") or 0)
        text = self.rfile.read(length).decode("utf-8")
        address = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(address.query)
        pull.requests.append((self.command, address.path))
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            return self.answer(401, {"message": "Bad credentials"})
        if self.headers.get("User-Agent") != "warplint" or (
                address.path != "/graphql" and self.headers.get("X-GitHub-Api-Version") != "2022-11-28"):
            pull.complaints.append(f"headers of {self.command} {address.path}")
        for failure in pull.failures:
            method, part, status, headers, value = failure
            if method == self.command and part in address.path:
                pull.failures.remove(failure)
                return self.answer(status, value, headers)
        body = json.loads(text) if text else {}
        if len(body.get("body", "")) > 65536:
            return self.answer(422, {"message": "body is too long"})
        root = "/repos/somebody/project"
        route = (self.command, re.sub(r"\d+$", "N", address.path.removeprefix(root)))
        if route == ("POST", "/graphql"):
            return self.graphql(body["query"])
        if route == ("GET", "/pulls/N"):
            return self.answer(200, {"head": {"sha": "0123abcd"}})
        if route == ("GET", "/pulls/7/files"):
            return self.page(pull.files, query)
        if route == ("GET", "/pulls/7/comments"):
            return self.page(pull.comments, query)
        if route == ("GET", "/issues/7/comments"):
            return self.page(pull.issue_comments, query)
        if route == ("POST", "/pulls/7/reviews"):
            return self.review(body)
        if route == ("POST", "/issues/7/comments"):
            return self.answer(201, pull.add(pull.issue_comments, body=body["body"]))
        for name, comments in (("pulls", pull.comments), ("issues", pull.issue_comments)):
            if route == ("PATCH", f"/{name}/comments/N"):
                for comment in comments:
                    if comment["id"] == int(address.path.rsplit("/", 1)[-1]):
                        comment["body"] = body["body"]
                        return self.answer(200, comment)
        pull.complaints.append(f"unknown request {self.command} {self.path}")
        return self.answer(404, {"message": "Not Found"})

    def review(self, body):
        pull = self.pull
        if body["event"] != "COMMENT" or body["commit_id"] != "0123abcd" or not body["comments"]:
            pull.complaints.append(f"review {body}")
        for comment in body["comments"]:
            first = comment.get("start_line", comment["line"])
            lines = range(first, comment["line"] + 1)
            multi = "start_line" in comment
            if comment["side"] != "RIGHT" or (multi and (comment["start_side"] != "RIGHT" or first >= comment["line"])):
                pull.complaints.append(f"comment {comment}")
            if pull.refuse_line in lines or not all(pull.shown(comment["path"], line) for line in lines):
                return self.answer(422, {"message": "Unprocessable Entity", "errors": ["line must be part of the diff"]})
        for comment in body["comments"]:
            pull.add(pull.comments, body=comment["body"], path=comment["path"], line=comment["line"])
        if "POST" in pull.lost:
            pull.lost.remove("POST")
            self.close_connection = True
            self.connection.close()
            return None
        return self.answer(200, {"id": 1})

    def graphql(self, query):
        pull = self.pull
        if not pull.graphql:
            return self.answer(200, {"errors": [{"message": "Resource not accessible by integration"}], "data": None})
        if "viewer" in query:
            return self.answer(200, {"data": {"viewer": {"login": "github-actions[bot]"}}})
        if "reviewThreads" in query:
            nodes = [{"id": f"T{comment['id']}", "isResolved": f"T{comment['id']}" in pull.resolved,
                      "comments": {"nodes": [{"databaseId": comment["id"]}]}} for comment in pull.comments]
            return self.answer(200, {"data": {"repository": {"pullRequest": {"reviewThreads": {
                "pageInfo": {"hasNextPage": False, "endCursor": None}, "nodes": nodes}}}}})
        pull.resolved.append(re.search(r'threadId: "([^"]+)"', query)[1])
        return self.answer(200, {"data": {"resolveReviewThread": {"thread": {"id": "T"}}}})

    do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = handle_request


class Review(unittest.TestCase):
    options = None

    def setUp(self):
        self.folder = self.options.work / self.id().rsplit(".", 1)[-1]
        self.folder.mkdir(parents=True)
        self.pull = None
        handler = type("OfThisTest", (Handler,), {})
        self.handler = handler
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.begin([{"filename": "src/columns.cu", "patch": WHOLE}])
        self.write("src/columns.cu", BAD)

    def tearDown(self):
        self.server.shutdown()
        self.server.server_close()
        self.assertEqual(self.pull.complaints, [])

    def begin(self, files):
        self.pull = self.handler.pull = PullRequest(files)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def lint(self, *arguments):
        done = subprocess.run([self.options.warplint, "lint", "--cuda-path=none", "--no-cache", "--format=json",
                               "--fail-on=never", *(arguments or ["."])],
                              cwd=self.folder, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.write("findings.json", done.stdout)
        return json.loads(done.stdout)

    def review(self, *arguments, token=TOKEN):
        port = self.server.server_address[1]
        environment = {"PATH": "/usr/bin:/bin", "GITHUB_API_URL": f"http://127.0.0.1:{port}",
                       "GITHUB_REPOSITORY": "somebody/project", "GITHUB_TOKEN": token,
                       "GITHUB_EVENT_PATH": str(self.folder / "event.json")}
        self.write("event.json", json.dumps({"pull_request": {"number": 7}}))
        done = subprocess.run([self.options.warplint, "review", "findings.json", "--pause=0", *arguments],
                              cwd=self.folder, env=environment, check=False, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=120)
        self.assertNotIn(TOKEN, done.stdout)
        return done.returncode, done.stdout

    def writes(self):
        return [request for request in self.pull.requests
                if request[0] != "GET" and request[1] != "/graphql"]

    def test_says_each_finding_once_and_takes_it_back(self):
        self.lint()
        status, said = self.review()
        self.assertEqual(status, 0, said)
        bodies = [comment["body"] for comment in self.pull.comments]
        conflict = [body for body in bodies if "shared-bank-conflict" in body]
        self.assertEqual(len(conflict), 1, bodies)
        self.assertIn("32-way bank conflict", conflict[0])
        # The fix stands in another line than the finding: the comment is about the line that it changes.
        self.assertRegex(conflict[0], r"```suggestion\n  __shared__ float tile\[32\]\[32 \+ 1\];\n```")
        self.assertEqual([comment["line"] for comment in self.pull.comments if comment["body"] == conflict[0]], [3])
        self.assertEqual(len(self.pull.issue_comments), 1)
        self.assertIn("shared-bank-conflict", self.pull.issue_comments[0]["body"])

        # Again: nothing is written.
        self.pull.requests.clear()
        status, said = self.review()
        self.assertEqual(status, 0, said)
        self.assertEqual(self.writes(), [])

        # Cured: the comment says so, its thread is resolved, and the summary is brought up to date.
        self.write("src/columns.cu", BAD.replace("[32][32]", "[32][33]"))
        self.lint()
        status, said = self.review()
        self.assertEqual(status, 0, said)
        self.assertEqual(len(self.pull.comments), len(bodies))
        gone = [comment for comment in self.pull.comments if "shared-bank-conflict" in comment["body"]]
        self.assertTrue(gone[0]["body"].startswith("_No longer found._"), gone[0]["body"])
        self.assertNotIn("```suggestion", gone[0]["body"])
        self.assertEqual(self.pull.resolved, [f"T{gone[0]['id']}"])
        self.assertNotIn("shared-bank-conflict", self.pull.issue_comments[0]["body"])
        self.assertEqual(len(self.pull.issue_comments), 1)

        # And back: the same comment, not another one.
        self.write("src/columns.cu", BAD)
        self.lint()
        self.assertEqual(self.review()[0], 0)
        self.assertEqual(len(self.pull.comments), len(bodies))
        self.assertIn("```suggestion", [c for c in self.pull.comments if c["id"] == gone[0]["id"]][0]["body"])

    def test_a_line_above_moves_nothing(self):
        self.lint()
        self.review()
        count = len(self.pull.comments)
        self.pull.files[0]["patch"] = "@@ -0,0 +1,10 @@\n+\n+// Above.\n" + WHOLE.split("\n", 1)[1]
        self.write("src/columns.cu", "\n// Above.\n" + BAD)
        self.lint()
        self.pull.requests.clear()
        self.assertEqual(self.review()[0], 0)
        self.assertEqual(len(self.pull.comments), count)
        self.assertNotIn(("POST", "/repos/somebody/project/pulls/7/reviews"), self.pull.requests)

    def test_only_lines_that_are_shown(self):
        self.begin([{"filename": "src/columns.cu", "patch": "@@ -7,2 +7,2 @@\n }\n-old\n+" + BAD.splitlines()[7]}])
        self.lint()
        status, said = self.review()
        self.assertEqual(status, 0, said)
        self.assertEqual(self.pull.comments, [])
        self.assertRegex(said, r"[1-9]\d* findings on lines that the pull request does not show")

    def test_a_fix_that_lies_elsewhere_is_shown_as_a_difference(self):
        lines = BAD.splitlines()
        self.begin([{"filename": "src/columns.cu", "patch": f"@@ -6,1 +6,1 @@\n-old\n+{lines[5]}"}])
        self.lint()
        self.assertEqual(self.review()[0], 0)
        body = self.pull.comments[0]["body"]
        self.assertNotIn("```suggestion", body)
        self.assertIn("+  __shared__ float tile[32][32 + 1];", body)

    def test_of_others_no_mark_counts(self):
        report = self.lint()
        key = [finding["fingerprint"] for finding in report["findings"] if finding["rule"] == "shared-bank-conflict"][0]
        self.pull.add(self.pull.comments, user="somebody", path="src/columns.cu", line=3,
                      body=f"Nothing to see here\n<!-- warplint: {key} -->")
        self.assertEqual(self.review()[0], 0)
        self.assertEqual(sum("32-way bank conflict" in comment["body"] for comment in self.pull.comments), 1)
        self.assertTrue(self.pull.comments[0]["body"].startswith("Nothing to see here"))

    def test_without_graphql(self):
        self.pull.graphql = False
        self.lint()
        self.assertEqual(self.review()[0], 0)
        count = len(self.pull.comments)
        self.write("src/columns.cu", BAD.replace("[32][32]", "[32][33]"))
        self.lint()
        self.assertEqual(self.review()[0], 0)
        self.assertEqual(len(self.pull.comments), count)
        self.assertTrue(any(c["body"].startswith("_No longer found._") for c in self.pull.comments))

    def test_a_file_that_is_no_longer_analysed_takes_nothing_back(self):
        report = self.lint()
        self.assertEqual(self.review()[0], 0)
        report["findings"] = []
        report["files"] = [{"file": "src/columns.cu", "status": "failed", "kernels": 0, "notes": ["it ended <b>badly</b>"]}]
        self.write("findings.json", json.dumps(report))
        self.assertEqual(self.review()[0], 0)
        self.assertFalse(any(c["body"].startswith("_No longer found._") for c in self.pull.comments))
        self.assertIn("it ended &#60;b&#62;badly&#60;/b&#62;", self.pull.issue_comments[0]["body"])

    def test_waits_where_it_is_asked_to(self):
        self.lint()
        self.pull.failures = [("GET", "/files", 403, [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "1")], {}),
                              ("GET", "/pulls/7/comments", 429, [("retry-after", "1")], {}),
                              ("POST", "/reviews", 403, [("retry-after", "1")], {"message": "secondary rate limit"})]
        status, said = self.review()
        self.assertEqual(status, 0, said)
        self.assertEqual(self.pull.failures, [])
        self.assertTrue(self.pull.comments)

    def test_does_not_wait_for_ever(self):
        self.lint()
        self.pull.failures = [("GET", "/files", 429, [("retry-after", "4000")], {})]
        status, said = self.review()
        self.assertEqual(status, 2, said)
        self.assertIn("wait for 4000 seconds", said)

    def test_tries_again_where_the_service_fails(self):
        self.lint()
        self.pull.failures = [("GET", "/files", 502, [], b"<html>Bad Gateway</html>"),
                              ("GET", "/pulls/7/comments", 503, [], b""),
                              ("POST", "/reviews", 500, [], b"")]
        status, said = self.review()
        self.assertEqual(status, 0, said)
        self.assertEqual(len({comment["body"] for comment in self.pull.comments}), len(self.pull.comments))

    def test_an_answer_that_gets_lost_says_nothing_twice(self):
        self.lint()
        self.pull.lost = ["POST"]
        status, said = self.review()
        self.assertEqual(status, 0, said)
        self.assertEqual(sum("32-way bank conflict" in comment["body"] for comment in self.pull.comments), 1)

    def test_a_line_that_is_refused_keeps_no_other_away(self):
        second = BAD.replace("columns", "others")
        self.write("src/others.cu", second)
        self.pull.files.append({"filename": "src/others.cu", "patch": WHOLE.replace("columns", "others")})
        self.lint()
        self.pull.refuse_line = 3
        status, said = self.review()
        self.assertEqual(status, 0, said)
        self.assertRegex(said, r"2 not taken by the service")
        self.assertFalse(any(comment["line"] == 3 for comment in self.pull.comments))

    def test_says_what_is_wrong(self):
        self.lint()
        cases = {
            "the token is wrong": lambda: self.review(token="ghs_another"),
            "there is no token": lambda: self.review(token=""),
            "https://": lambda: self.review("--api-url=http://example.org"),
            "owner/name": lambda: self.review("--repository=../../etc"),
        }
        for words, run in cases.items():
            with self.subTest(words):
                status, said = run()
                self.assertEqual(status, 2, said)
                self.assertIn(words, said)
        self.assertEqual(self.writes(), [])
        for status, words in ((404, "no such repository"), (403, "may not do this")):
            self.pull.failures = [("GET", "/pulls/7", status, [], {"message": "Not Found"})]
            done, said = self.review()
            self.assertEqual(done, 2, said)
            self.assertIn(words, said)
        self.pull.failures = [("GET", "/pulls/7", 200, [], b"<html>login</html>")]
        self.assertIn("not JSON", self.review()[1])

    def test_three_hundred_files(self):
        self.pull.files = [{"filename": f"src/f{number}.cu", "patch": WHOLE} for number in range(299)]
        self.pull.files.append({"filename": "src/columns.cu", "patch": WHOLE})
        self.lint()
        status, said = self.review()
        self.assertEqual(status, 0, said)
        self.assertEqual(self.pull.requests.count(("GET", "/repos/somebody/project/pulls/7/files")), 4)
        self.assertTrue(self.pull.comments)

    def test_many_findings_make_few_comments(self):
        report = self.lint()
        one = [finding for finding in report["findings"] if finding["rule"] == "shared-bank-conflict"][0]
        report["findings"] = [dict(one, fingerprint=f"{number:016x}", fixes=[]) for number in range(130)]
        self.write("findings.json", json.dumps(report))
        status, said = self.review("--most=45")
        self.assertEqual(status, 0, said)
        self.assertEqual(len(self.pull.comments), 45)
        self.assertEqual(sum(request[1].endswith("/reviews") for request in self.writes()), 3)
        self.assertIn("110 more", self.pull.issue_comments[0]["body"])
        # What has a comment keeps it, although others might now come before it.
        report["findings"].reverse()
        self.write("findings.json", json.dumps(report))
        self.assertEqual(self.review("--most=45")[0], 0)
        self.assertFalse(any(c["body"].startswith("_No longer found._") for c in self.pull.comments))

    def test_hostile_text_stays_text(self):
        report = self.lint()
        one = [finding for finding in report["findings"] if finding["rule"] == "shared-bank-conflict"][0]
        one["message"] = "load of `a[```i```]` </details><img src=x> @everyone [x](javascript:1) \u202e `odd"
        one["kernel"] = "k`<script>"
        one["fixes"] = []
        one["help"] = "x" * 100000
        report["findings"] = [one]
        self.write("findings.json", json.dumps(report))
        self.assertEqual(self.review()[0], 0)
        body = self.pull.comments[0]["body"]
        outside = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", body.split("<details>")[0])
        for text in ("<img", "</details>", "@everyone", "\u202e", "[x]("):
            self.assertNotIn(text, outside)
        self.assertNotIn("<script>", outside)
        self.assertLess(len(body), 65536)
        # However long it was, it is known again.
        self.pull.requests.clear()
        self.assertEqual(self.review()[0], 0)
        self.assertEqual(self.writes(), [])

    def test_reads_nothing_outside_the_checkout(self):
        secret = self.options.work / "secret.cu"
        secret.write_text("\n".join(f"SECRET{number}" for number in range(1, 20)), encoding="utf-8")
        (self.folder / "link.cu").symlink_to(secret)
        report = self.lint("src")
        one = [finding for finding in report["findings"] if finding["rule"] == "shared-bank-conflict"][0]
        findings = []
        for number, name in enumerate(("../secret.cu", str(secret), "link.cu")):
            edit = {"file": name, "line": 3, "column": 1, "end_line": 3, "end_column": 2, "text": "x"}
            findings.append(dict(one, file=name, fingerprint=f"{number:016x}", fixes=[{"title": "x", "edits": [edit]}]))
            self.pull.files.append({"filename": name, "patch": WHOLE})
        report["findings"] = findings
        self.write("findings.json", json.dumps(report))
        self.assertEqual(self.review()[0], 0)
        self.assertTrue(self.pull.comments)
        for comment in self.pull.comments + self.pull.issue_comments:
            self.assertNotIn("SECRET", comment["body"])

    def test_dry_run_writes_nothing(self):
        self.lint()
        status, said = self.review("--dry-run")
        self.assertEqual(status, 0, said)
        self.assertIn("```suggestion", said)
        self.assertEqual(self.writes(), [])


class Action(unittest.TestCase):
    """The first step of the action for GitHub, without GitHub."""
    options = None

    def run_step(self, name, **environment):
        folder = self.options.work / f"action-{name}"
        folder.mkdir()
        (folder / "-columns.cu").write_text(BAD, encoding="utf-8")
        variables = {"PATH": "/usr/bin:/bin", "PROGRAM": str(self.options.warplint), "PATHS": ".", "ARGUMENTS": "",
                     "SARIF": "", "LEVEL": "warning", "RUNNER_TEMP": str(folder / "temp"),
                     "GITHUB_OUTPUT": str(folder / "output"), **environment}
        (folder / "temp").mkdir()
        script = self.options.source / "integrations/github/lint.sh"
        done = subprocess.run([script], cwd=folder, env=variables, check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        outputs = dict(line.split("=", 1) for line in (folder / "output").read_text().splitlines())
        return done, outputs, folder

    def test_annotates_and_leaves_its_findings(self):
        done, outputs, folder = self.run_step("plain", ARGUMENTS="--cuda-path=none\n--no-cache", SARIF="w.sarif")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stdout, r"::warning .*file=\./?-columns\.cu|::warning .*file=-columns\.cu")
        report = json.loads(pathlib.Path(outputs["findings"]).read_text())
        self.assertIn("shared-bank-conflict", {finding["rule"] for finding in report["findings"]})
        self.assertEqual(json.loads((folder / "w.sarif").read_text())["version"], "2.1.0")

    def test_paths_may_stand_on_lines_and_arguments_may_end_for_clang(self):
        done, _, folder = self.run_step("lines", PATHS="nowhere\n-columns.cu\n", SARIF="w.sarif",
                                        ARGUMENTS="  --cuda-path=none\n--no-cache\n--\n-DX\n")
        self.assertEqual(done.returncode, 2, done.stdout)  # of the first path
        self.assertIn("file=-columns.cu,", done.stdout)
        self.assertTrue((folder / "w.sarif").exists())

    def test_a_path_is_a_path_and_no_command(self):
        done, outputs, folder = self.run_step("hostile", PATHS="-columns.cu $(touch${IFS}made) ;touch made",
                                              ARGUMENTS="--cuda-path=none\n--no-cache\n--fail-on=never")
        self.assertFalse((folder / "made").exists())
        self.assertIn("file=-columns.cu,", done.stdout)


def main():
    parser = argparse.ArgumentParser()
    for name in ("warplint", "source", "work"):
        parser.add_argument(f"--{name}", type=lambda value: pathlib.Path(value).resolve(), required=True)
    options, rest = parser.parse_known_args()
    if not ctypes.util.find_library("curl"):
        print("skipped: there is no libcurl")
        return SKIPPED
    shutil.rmtree(options.work, ignore_errors=True)
    options.work.mkdir(parents=True)
    Review.options = Action.options = options
    done = unittest.main(argv=[sys.argv[0], *rest], exit=False)
    return 0 if done.result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
