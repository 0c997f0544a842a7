#!/usr/bin/env python3
"""Measures public CUDA programs on a machine with a GPU, nvcc and CUPTI.

    measure.py --warplint PROGRAM [--jobs 8] [--seconds S] FOLDER RESULTS

FOLDER is what prepare.py filled. PROGRAM is a `warplint` with `libwarplint-inject.so` beside it
(cmake -DWARPLINT_ANALYZER=OFF builds that without LLVM). Each program is compiled, and run by
`warplint confirm`; RESULTS gets, for each NAME, `NAME.txt` and `NAME.json`, the reports, and
`NAME.evidence.json`, what was measured; or `NAME.failed`, what the compiler said. What is there
already is not done again, and after S seconds nothing more is begun.

Several programs run at a time: counts of instructions do not depend on it, times do. Rules of host
code, which are judged by times, are left out.
"""

import argparse
import concurrent.futures
import hashlib
import pathlib
import shlex
import shutil
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
COMPILER = ["nvcc", "-include", str(HERE / "old_cuda.h"), "-O3", "-lineinfo", "-arch=sm_90", "-w",
            "-Xcompiler", "-w"]


def programs(folder):
    for line in (folder / "programs.tsv").read_text().splitlines():
        name, where, sources, arguments, includes, flags, linted = line.split("\t")
        yield {"name": name, "where": folder / where, "sources": shlex.split(sources),
               "arguments": shlex.split(arguments), "linted": shlex.split(linted),
               "flags": shlex.split(includes) + shlex.split(flags)}


class Measurement:
    def __init__(self, options):
        self.options = options
        self.end = time.monotonic() + options.seconds
        self.binaries = options.results / "binaries"
        self.binaries.mkdir(parents=True, exist_ok=True)

    def binary(self, program):
        """Programs that differ in their arguments alone share one."""
        key = repr((str(program["where"]), program["sources"], program["flags"]))
        return self.binaries / hashlib.sha256(key.encode()).hexdigest()[:16]

    def compile(self, program):
        binary = self.binary(program)
        failed = binary.with_suffix(".failed")
        if binary.exists() or failed.exists():
            return
        standard = [] if any(flag.startswith("-std=") for flag in program["flags"]) else ["-std=c++17"]
        said = ""
        for more in ([], ["-DWITH_OLD_WARP_FUNCTIONS"]):
            command = (COMPILER + standard + more + program["sources"] + program["flags"]
                       + ["-o", str(binary), "-lcurand", "-lcublas"])
            try:
                done = subprocess.run(command, cwd=program["where"], capture_output=True, text=True,
                                      errors="replace", timeout=150)
            except subprocess.TimeoutExpired:
                said = "the compiler took more than 150 seconds"
                break
            if done.returncode == 0:
                return
            said = said or shlex.join(command) + "\n" + done.stderr + done.stdout
        failed.write_text(said)

    def run(self, program):
        binary, results, name = self.binary(program), self.options.results, program["name"]
        done = results / f"{name}.status"
        if not binary.exists():
            shutil.copy(binary.with_suffix(".failed"), results / f"{name}.failed")
            return
        if done.exists() or time.monotonic() > self.end:
            return
        command = [self.options.warplint, "confirm", "--cuda-path", "none", "--ignore", "host",
                   "--launches", "2", "--run-timeout", "15", "--fail-on", "never", "-j", "2",
                   "--record", str(results / f"{name}.evidence.json"),
                   "--output", f"json={results / name}.json", "--output", f"text={results / name}.txt",
                   *program["linted"], "--", str(binary), *program["arguments"]]
        with open(results / f"{name}.output", "wb") as output:
            try:
                status = subprocess.run(command, cwd=program["where"], stdout=output,
                                        stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                        timeout=120).returncode
            except subprocess.TimeoutExpired:
                status = "stopped after 120 seconds"
        done.write_text(f"{status}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--warplint", required=True, type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("folder", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("results", type=lambda path: pathlib.Path(path).resolve())
    options = parser.parse_args()
    measurement = Measurement(options)
    todo = list(programs(options.folder))
    different = {measurement.binary(program): program for program in todo}
    with concurrent.futures.ThreadPoolExecutor() as pool:
        list(pool.map(measurement.compile, different.values()))
    print(f"{sum(binary.exists() for binary in different)} of {len(different)} compiled", flush=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(measurement.run, todo))
    print(f"{len(list(options.results.glob('*.status')))} of {len(todo)} measured")


if __name__ == "__main__":
    main()
