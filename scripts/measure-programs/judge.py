#!/usr/bin/env python3
"""What the measurements of public programs say of the linter.

    judge.py [--warplint PROGRAM] [--only REGEX] [--refuted] [--missed] [--repositories] FOLDER RESULTS

FOLDER is what prepare.py filled, RESULTS what measure.py did. With --warplint the programs are linted
anew and judged by what was measured, for which no GPU is needed; else the reports of the measurement
are taken. A finding counts once, however many runs of its file there are, with the best verdict of
all of them; a line that moves twice what it needs counts once as well, and is reported if it is in any.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import tempfile

from measure import programs

RANK = {"confirmed": 3, "refuted": 2, "inconclusive": 1, "not-executed": 0, "open": -1}
MISSED = "measured and not reported: "


def judged_anew(warplint, program, evidence, results):
    report = results / f"{program['name']}.json"
    subprocess.run([warplint, "confirm", "--cuda-path", "none", "--ignore", "host", "--fail-on", "never",
                    "--evidence", str(evidence), "--output", f"json={report}", *program["linted"], "--",
                    "true"], cwd=program["where"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return report


class Sum:
    def __init__(self):
        self.findings = {}  # by where they are: verdict, program, finding
        self.missed = {}    # by line: program
        self.lines = [0, 0]  # of all runs: inefficient, reported
        self.measured = 0

    def add(self, program, report):
        notes = report["summary"].get("notes", [])
        self.measured += any(note.startswith("measured on") for note in notes)
        where = str(program["where"])
        for finding in report["findings"]:
            if finding.get("suppressed") and finding["suppressed"]["by"] != "evidence":
                continue
            verdict = finding.get("verdict") or "open"
            key = (where, finding["file"], finding["line"], finding["column"], finding["rule"],
                   finding["kernel"])
            known = self.findings.get(key)
            if not known or RANK[verdict] > RANK[known[0]]:
                self.findings[key] = (verdict, program["name"], finding)
        for note in notes:
            if note.startswith(MISSED):
                self.missed.setdefault((where, note[len(MISSED):]), program["name"])
            elif counts := re.match(r"of (\d+) lines that move .*?(\d+) are reported", note):
                self.lines[0] += int(counts[1])
                self.lines[1] += int(counts[2])

    def row(self):
        """Runs, verdicts, and lines that are inefficient and reported, in the columns of a table."""
        verdicts = collections.Counter(verdict for verdict, _, _ in self.findings.values())
        return [self.measured, *(verdicts[v] for v in list(RANK)[:3]), *self.lines]

    def show(self, refuted, missed):
        rules = collections.defaultdict(collections.Counter)
        for verdict, _, finding in self.findings.values():
            rules[finding["rule"]][verdict] += 1
        total = sum(rules.values(), collections.Counter())
        for rule, counts in sorted(rules.items()) + [("all", total)]:
            told = counts["confirmed"] + counts["refuted"]
            share = f"{100 * counts['confirmed'] / told:.1f} %" if told else ""
            print(f"{rule:32}" + "".join(f"{counts[verdict]:6} {verdict}" for verdict in RANK)
                  + f"  {share}")
        print(f"{self.measured} runs measured; of {self.lines[0]} lines in them that move twice what they "
              f"need, {self.lines[1]} are reported")
        for verdict, program, finding in self.findings.values() if refuted else []:
            if verdict == "refuted":
                print(f"{program}: {finding['file']}:{finding['line']}: {finding['message']} "
                      f"[{finding['rule']}, {finding['confidence']}] measured {finding['measured']}")
        for (_, line), program in self.missed.items() if missed else []:
            print(f"{program}: {line}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--warplint", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--only", default="")
    parser.add_argument("--refuted", action="store_true")
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("--repositories", action="store_true", help="a table by repository, too")
    parser.add_argument("folder", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("results", type=lambda path: pathlib.Path(path).resolve())
    options = parser.parse_args()
    total, repositories = Sum(), collections.defaultdict(Sum)
    with tempfile.TemporaryDirectory() as scratch:
        for program in programs(options.folder):
            evidence = options.results / f"{program['name']}.evidence.json"
            if not evidence.exists() or not re.search(options.only, program["name"]):
                continue
            report = (judged_anew(options.warplint, program, evidence, pathlib.Path(scratch))
                      if options.warplint else options.results / f"{program['name']}.json")
            if report.exists():
                said = json.loads(report.read_text())
                total.add(program, said)
                repositories[program["where"].relative_to(options.folder).parts[0]].add(program, said)
    if options.repositories:
        print("| repository | runs | confirmed | refuted | inconclusive | inefficient lines | reported |")
        print("|---|" + "---:|" * 6)
        for name, of in sorted(repositories.items()) + [("all", total)]:
            print(f"| {name} | " + " | ".join(str(number) for number in of.row()) + " |")
        print()
    total.show(options.refuted, options.missed)


if __name__ == "__main__":
    main()
