#!/usr/bin/env python3
"""The reports, read by the programs that they are written for.

    consumers_test.py --warplint PROGRAM --source FOLDER --work FOLDER
                      [--sarif-schema FILE] [--rdjson-schema FILE]

sarif-tools and junitparser are installed from the Python Package Index into a virtual environment below
the work folder, which is kept. Exits with 77 where that cannot be reached.

The schemas are their owners' files: SARIF's is sarif-2.1/schema/sarif-schema-2.1.0.json of
oasis-tcs/sarif-spec, reviewdog's is proto/rdf/jsonschema/DiagnosticResult.json of reviewdog/reviewdog.
Given one, the reports are held against it by jsonschema.
"""
import argparse
import collections
import csv
import json
import pathlib
import shutil
import subprocess
import sys
import unittest

SKIPPED = 77
PACKAGES = ["sarif-tools==3.0.5", "junitparser==5.0.3", "jsonschema==4.26.0"]

# Text that a careless writer would let out of its string.
HOSTILE = """// a "quoted" <tag> & an \\\\ escape, ]]> </script>, \u202e and an umlaut: \u00fc
__global__ void hostile(float *out, const float *in, int n) {
  int index = threadIdx.x; /* ]]> <failure> */ out[index * 32] = in[index * 32]; // "&\u00fc"
  if (threadIdx.x < 16) __syncthreads();
}
void run(float *out, const float *in, int n) { hostile<<<1, 256>>>(out, in, n); }
"""
BROKEN = "__global__ void broken(float *out) { out[threadIdx.x] = nobody_declared_me; }\n"


def environment(work):
    """The folder of the consumers' programs, or None where they cannot be installed."""
    folder = work / "venv"
    marker = folder / "installed"
    wanted = "\n".join(PACKAGES)
    if not (marker.exists() and marker.read_text() == wanted):
        # Debian's Python has `venv` without pip, but pre-commit brings `virtualenv`.
        if not any(subprocess.run([sys.executable, "-m", module, "--clear", folder],
                                  capture_output=True).returncode == 0
                   for module in ("venv", "virtualenv")):
            print("neither venv nor virtualenv makes an environment", file=sys.stderr)
            return None
        result = subprocess.run([folder / "bin/pip", "install", "--quiet", "--retries", "1",
                                 "--disable-pip-version-check", *PACKAGES],
                                capture_output=True, text=True)
        if result.returncode != 0:
            print(result.stderr, file=sys.stderr)
            return None
        marker.write_text(wanted)
    return folder / "bin"


class Consumers(unittest.TestCase):
    options = None
    programs = None

    @classmethod
    def setUpClass(cls):
        cls.folder = cls.options.work / "reports"
        shutil.rmtree(cls.folder, ignore_errors=True)
        (cls.folder / "code").mkdir(parents=True)
        (cls.folder / "code/hostile file.cu").write_text(HOSTILE, encoding="utf-8")
        (cls.folder / "code/broken.cu").write_text(BROKEN)
        for name in ("shared-bank-conflict", "sync-divergent-barrier", "shared-race",
                     "memory-strided-access", "host-sync-in-loop"):
            shutil.copytree(cls.options.source / "fixtures" / name, cls.folder / "code" / name)
        formats = ("json", "sarif", "gitlab", "junit", "rdjson")
        outputs = [word for name in formats
                   for word in ("--output", f"{name}={cls.folder / name}")]
        result = subprocess.run([cls.options.warplint, "lint", "--quiet", "--no-cache", "--cuda-path",
                                 "none", "--fail-on", "never", *outputs, "code"],
                                cwd=cls.folder, capture_output=True, text=True)
        # 0: what could not be analysed is told, and fails a run only with --strict or by itself.
        assert result.returncode in (0, 1), result.stderr
        report = json.loads((cls.folder / "json").read_text())
        cls.findings = [finding for finding in report["findings"] if not finding.get("suppressed")]
        assert len(cls.findings) > 100, len(cls.findings)

    def consumer(self, name, *arguments):
        result = subprocess.run([self.programs / name, *map(str, arguments)], cwd=self.folder,
                                capture_output=True, text=True)
        self.assertEqual(0, result.returncode, f"{name} {arguments}: {result.stderr[-2000:]}")
        return result.stdout

    def by_severity(self):
        return collections.Counter(finding["severity"] for finding in self.findings)

    def test_sarif_tools_counts_what_warplint_counts(self):
        told = self.consumer("sarif", "summary", "sarif")
        for severity, count in self.by_severity().items():
            self.assertIn(f"{severity}: {count}\n", told)

    def test_sarif_tools_finds_each_place(self):
        self.consumer("sarif", "csv", "--output", "sarif.csv", "sarif")
        with open(self.folder / "sarif.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(
            collections.Counter((finding["rule"], finding["line"]) for finding in self.findings),
            collections.Counter((row["Code"], int(row["Line"])) for row in rows))
        self.assertTrue(any("hostile" in row["Location"] for row in rows))

    def test_sarif_tools_sees_no_difference_from_itself(self):
        self.consumer("sarif", "--check", "note", "diff", "--output", "difference.json", "sarif", "sarif")
        difference = json.loads((self.folder / "difference.json").read_text())
        self.assertEqual({"+": 0, "-": 0}, {sign: difference["all"][sign] for sign in "+-"})

    def test_code_quality_is_what_sarif_tools_makes_of_sarif(self):
        self.consumer("sarif", "codeclimate", "--output", "climate.json", "sarif")
        theirs = json.loads((self.folder / "climate.json").read_text())
        ours = json.loads((self.folder / "gitlab").read_text())

        def places(issues):
            return collections.Counter((issue["check_name"], issue["location"]["path"].replace("%20", " "),
                                        issue["location"]["lines"]["begin"]) for issue in issues)
        # What could not be analysed is an issue there as well, and no result in SARIF.
        rules = {finding["rule"] for finding in self.findings}
        ours = [issue for issue in ours if issue["check_name"] in rules]
        self.assertEqual(places(theirs), places(ours))
        for issue in ours:  # what GitLab's description of the format asks of each
            self.assertIn(issue["severity"], ("info", "minor", "major", "critical", "blocker"))
            self.assertTrue(issue["description"] and issue["fingerprint"])
        self.assertEqual(len(ours), len({issue["fingerprint"] for issue in ours}))

    def test_junitparser_reads_each_failure(self):
        told = subprocess.run(
            [self.programs / "python", "-c", """
import sys
from junitparser import JUnitXml
xml = JUnitXml.fromfile(sys.argv[1])
failures = [(case.classname, result.type) for suite in xml for case in suite for result in case.result]
print(xml.failures + xml.errors, len(failures), sum(kind == "error" for _, kind in failures))
""", self.folder / "junit"], capture_output=True, text=True)
        self.assertEqual(0, told.returncode, told.stderr)
        stated, read, errors = map(int, told.stdout.split())
        self.assertEqual(stated, read)
        self.assertGreaterEqual(errors, self.by_severity()["error"])
        self.assertGreater(read, self.by_severity()["error"])

    def against(self, schema, report):
        if schema is None:
            self.skipTest("no schema was given")
        told = subprocess.run(
            [self.programs / "python", "-c", """
import json, sys, jsonschema
schema, report = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
wrong = list(jsonschema.validators.validator_for(schema)(schema).iter_errors(report))
for error in wrong[:10]:
    print(list(error.absolute_path), error.message[:300])
sys.exit(bool(wrong))
""", schema, self.folder / report], capture_output=True, text=True)
        self.assertEqual(0, told.returncode, told.stdout + told.stderr)

    def test_sarif_schema(self):
        self.against(self.options.sarif_schema, "sarif")

    def test_rdjson_schema(self):
        self.against(self.options.rdjson_schema, "rdjson")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--warplint", type=pathlib.Path, required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--sarif-schema", type=pathlib.Path)
    parser.add_argument("--rdjson-schema", type=pathlib.Path)
    options, rest = parser.parse_known_args()
    for name in ("warplint", "source", "work", "sarif_schema", "rdjson_schema"):
        if getattr(options, name) is not None:
            setattr(options, name, getattr(options, name).resolve())
    options.work.mkdir(parents=True, exist_ok=True)
    Consumers.options = options
    Consumers.programs = environment(options.work)
    if Consumers.programs is None:
        print("skipped: the consumers cannot be installed")
        return SKIPPED
    return 0 if unittest.main(argv=[sys.argv[0], *rest], exit=False, verbosity=2).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
