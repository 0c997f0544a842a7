#!/usr/bin/env python3
"""Lints damaged .cu files with a warplint that was built under sanitizers, and fails on whatever
a sanitizer reports, on a crash of a worker or of the program, and on a file that gets lost.

A file that does not compile is fine. Crashes in Clang's own code, while it parses, are told apart:
they are counted, named with their stack, and do not fail the run. See docs/fuzzing.md.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import mutate_cu

CRASH = re.compile(r"the analyser (crashed|ended early)|is not an analysis|cannot be read")
SLOW = re.compile(r"processor time and was stopped|of memory and was stopped")
FRAME = re.compile(r"^\s*#\d+ 0x[0-9a-f]+ (?:in )?(.*)$", re.M)


def environment(logs):
    # Exclusive handlers: the workers reset theirs, and a fault without a stack says nothing.
    options = ":".join(f"handle_{signal}=2" for signal in ["segv", "sigbus", "abort", "sigill", "sigfpe"])
    common = f"log_path={logs}/report:symbolize=1:print_stacktrace=1"
    symbolizer = shutil.which("llvm-symbolizer-19") or shutil.which("llvm-symbolizer")
    if symbolizer:
        common += f":external_symbolizer_path={symbolizer}"
    # What the caller asks for is added: a program with LLVM inside, which is built without the
    # sanitizers, needs allow_user_poisoning=0.
    given = os.environ.get("ASAN_OPTIONS", "")
    return {**os.environ, "UBSAN_OPTIONS": common, "LC_ALL": "C",
            "ASAN_OPTIONS": f"{options}:detect_container_overflow=0:detect_leaks=0:{common}:{given}"}


def is_clangs(report):
    """Did Clang fail while it parsed? Then the innermost of our frames is where it was called to do so."""
    for frame in FRAME.findall(report):
        if "warplint::" in frame:
            return "frontend/Parse.cpp" in frame or "frontend/Preamble.cpp" in frame
    return False


def lint(program, folder, files, jobs, seconds):
    """What went wrong with the files taken together: (problems, slow ones)."""
    with tempfile.TemporaryDirectory() as logs:
        command = [program, "lint", "--no-cache", "--no-evidence", "--cuda-path", "none", "--format", "json",
                   "-j", str(jobs), "--timeout", str(seconds), *files]
        try:
            ran = subprocess.run(command, cwd=folder, env=environment(logs), capture_output=True,
                                 timeout=60 + 3 * seconds * len(files))
        except subprocess.TimeoutExpired:
            return ["the program does not end"], []
        reports = [path.read_text(errors="replace") for path in sorted(pathlib.Path(logs).iterdir())]
    problems, slow = list(reports), []
    try:
        report = json.loads(ran.stdout)
    except ValueError:
        text = ran.stderr.decode(errors="replace")[-2000:]
        return problems + [f"no report; status {ran.returncode}; {text}"], slow
    if ran.returncode not in (0, 1):
        problems.append(f"exit status {ran.returncode}: {ran.stderr.decode(errors='replace')[-2000:]}")
    seen = [file["file"] for file in report["files"]]
    for file in files:
        if seen.count(file) != 1:
            problems.append(f"{file} is {seen.count(file)} times in the report")
    for file in report["files"]:
        for note in file["notes"]:
            if CRASH.search(note) and not reports:
                problems.append(f"{file['file']}: {note}")
            if SLOW.search(note):
                slow.append((file["file"], note))
    return problems, slow


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--warplint", required=True, help="the program, built with WARPLINT_SANITIZE")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="number of the first file")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--batch", type=int, default=25, help="files of one run of the program")
    parser.add_argument("--time-limit", type=int, default=120, help="seconds of the processor, per file")
    parser.add_argument("--keep", default="build/fuzz-failures", help="folder for files that failed")
    parser.add_argument("sources", nargs="+", help="files, or folders with .cu files")
    options = parser.parse_args()

    program = str(pathlib.Path(options.warplint).resolve())
    keep = pathlib.Path(options.keep)
    sources = mutate_cu.sources(options.sources)
    texts = [file.read_text(errors="replace") for file in sources]
    began = time.monotonic()
    failed, clangs, statuses = 0, 0, []
    last = options.first + options.count
    for first in range(options.first, last, options.batch):
        with tempfile.TemporaryDirectory() as folder:
            names = {}
            for number in range(first, min(first + options.batch, last)):
                text, source = mutate_cu.mutated(options.seed, number, texts)
                name = f"{number:05}.cu"
                names[name] = sources[source]
                pathlib.Path(folder, name).write_bytes(text.encode("utf-8", "replace"))
            problems, slow = lint(program, folder, list(names), options.jobs, options.time_limit)
            statuses += slow
            for name in names if problems else []:  # whose fault is it?
                for problem in lint(program, folder, [name], 1, options.time_limit)[0]:
                    isClangs = is_clangs(problem)
                    clangs += isClangs
                    failed += not isClangs
                    keep.mkdir(parents=True, exist_ok=True)
                    shutil.copy(pathlib.Path(folder, name), keep / f"{options.seed}-{name}")
                    (keep / f"{options.seed}-{name}.txt").write_text(problem)
                    print(f"{'in Clang' if isClangs else 'FAILED'}: {name}, of {names[name]}\n{problem[:3000]}", flush=True)
        done = min(first + options.batch, last) - options.first
        print(f"{done} files, {time.monotonic() - began:.0f} s, {failed} failures, {clangs} in Clang, "
              f"{len(statuses)} stopped", flush=True)
    for name, note in statuses:
        print(f"stopped: {name}: {note}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
