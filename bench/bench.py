#!/usr/bin/env python3
"""Time and memory of `warplint lint` beside clang's own parse of the same files.

    bench/bench.py [--warplint build/warplint] [FILE…] [-- CLANG_ARGS…]

Each file is parsed by `clang++-19 -fsyntax-only --cuda-device-only`, looked at by clang-tidy with
one check, and linted in six ways, all with the same arguments:

    no-cache  with --no-cache
    first     with a cache that is empty: it makes the preamble of the file's headers
    preamble  with that preamble and what the file itself begins with, and no result of the file
    cached    with the result of the file
    model     with --no-cache and the built-in model of CUDA in place of the Toolkit's headers
    model+    with the model, a preamble of the headers that are not CUDA's, and the file's beginning

The programs take turns, after one run each that is not counted, and another where a cache is used:
what a file begins with is kept once it is seen again. The figures are medians.
Peak memory is that of the largest process, as the kernel counts it for a process and its children.
Headers that clang does not find, and that lie elsewhere in the project, are found for it before
anything is timed, so that it reads what warplint reads by itself. It is told the version of nvcc as
well, which warplint says it is: without it, clang is done sooner where code asks for nvcc 12, as all
of CUTLASS for Hopper does. A file that clang refuses even so is timed all the same and marked. At the end all files together are linted
with one job and with two, with preambles and without results.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINTS = ("no-cache", "first", "preamble", "cached", "model", "model+")
# Files taken where none are named: enough for a picture, few enough for a coffee.
DEFAULT_FILES = 16


def toolkit():
    """The CUDA Toolkit's folder, sought where warplint seeks it; None where there is none."""
    nvcc = shutil.which("nvcc")
    candidates = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"),
                  str(pathlib.Path(nvcc).resolve().parent.parent) if nvcc else None,
                  "/usr/local/cuda"]
    for candidate in candidates:
        if candidate and (pathlib.Path(candidate) / "include" / "cuda_runtime.h").exists():
            return candidate
    return None


def version(cuda):
    """(13, 0) for CUDA 13.0, as its headers say."""
    text = (pathlib.Path(cuda) / "include" / "cuda.h").read_text(errors="replace")
    number = int(re.search(r"#define CUDA_VERSION (\d+)", text)[1])
    return number // 1000, number % 1000 // 10


def default_files():
    """Own CUDA files, evenly over their sizes."""
    found = sorted((path for folder in ("kernels", "fixtures")
                    for path in (ROOT / folder).rglob("*.cu")),
                   key=lambda path: (path.stat().st_size, path))
    step = max(1, len(found) // DEFAULT_FILES)
    return [os.path.relpath(path) for path in found[::step][:DEFAULT_FILES]]


def clang_command(clang, cuda, arguments, scratch):
    command = [clang, "-x", "cuda", "-fsyntax-only", "--cuda-device-only", "--cuda-gpu-arch=sm_90",
               "-ferror-limit=0", "-w", "-Wno-unknown-cuda-version"]
    if cuda is None:
        return command + ["-nocudainc", "-nocudalib"] + arguments
    # Clang 19 includes a header that CUDA 13 no longer has, and CUDA 13 keeps libcu++ in cccl.
    if not (pathlib.Path(cuda) / "include" / "texture_fetch_functions.h").exists():
        (pathlib.Path(scratch) / "texture_fetch_functions.h").touch()
        command += ["-isystem", scratch]
    for macro, number in zip(("MAJOR", "MINOR"), version(cuda)):
        command.append(f"-D__CUDACC_VER_{macro}__={number}")
    cccl = pathlib.Path(cuda) / "include" / "cccl"
    if cccl.is_dir():
        command += ["-isystem", str(cccl)]
    return command + ["--cuda-path=" + cuda] + arguments


MISSING = re.compile(r"error: '([^']+)' file not found")
# More headers than that are missing in no project that is there.
MOST_FOLDERS = 40


class Headers:
    """Headers of projects, by name; a project is what lies below the closest .git."""

    def __init__(self):
        self.by_root = {}

    @staticmethod
    def root_of(file):
        folder = pathlib.Path(file).resolve().parent
        return next((str(above) for above in (folder, *folder.parents) if (above / ".git").exists()),
                    str(folder))

    def folder_of(self, name, file):
        """The folder to be given by -I for an #include of `name` in `file`; None where there is none."""
        root = self.root_of(file)
        if root not in self.by_root:
            self.by_root[root] = index = {}
            for folder, _, names in os.walk(root):
                for found in names:
                    index.setdefault(found, []).append(os.path.join(folder, found))
        ending = "/" + os.path.normpath(name).lstrip("./")
        candidates = [path for path in self.by_root[root].get(os.path.basename(name), [])
                      if path.endswith(ending)]
        if not candidates:
            return None
        here = os.path.realpath(file)
        nearest = max(sorted(candidates), key=lambda path: len(os.path.commonpath([path, here])))
        return nearest[:-len(ending)]

    def arguments_for(self, file, command):
        """-I of what clang misses of the file."""
        folders = []
        while len(folders) < MOST_FOLDERS:
            said = subprocess.run(command + folders + [file], capture_output=True, text=True,
                                  errors="replace").stderr
            names = MISSING.findall(said)
            found = [folder for name in names if (folder := self.folder_of(name, file))]
            fresh = [f"-I{folder}" for folder in dict.fromkeys(found) if f"-I{folder}" not in folders]
            if not fresh:
                break
            folders += fresh
        return folders


class Way:
    """A command, with the cache that it finds: `forgets` is what is removed of it before each run."""

    def __init__(self, command, cache=None, forgets=None):
        self.command, self.cache, self.forgets = command, cache, forgets

    def prepare(self):
        if self.cache is None:
            return None
        if self.forgets is not None:
            for kept in pathlib.Path(self.cache).glob(self.forgets):
                kept.unlink()
        return dict(os.environ, WARPLINT_CACHE_DIR=self.cache)


def measure(way):
    """(seconds, peak memory in MiB, exit status; a signal is negative)"""
    environment = way.prepare()
    start = time.perf_counter()
    process = subprocess.Popen(way.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    return seconds, usage.ru_maxrss / 1024, process.returncode


def measure_in_turn(ways, runs):
    """For each of the ways, by name: median seconds, median MiB, exit status of the last."""
    for way in ways.values():
        for _ in range(1 if way.cache is None or way.forgets == "*" else 2):
            measure(way)
    taken = {name: [] for name in ways}
    for _ in range(runs):
        for name, way in ways.items():
            taken[name].append(measure(way))
    return {name: {"seconds": statistics.median(run[0] for run in all_runs),
                   "mebibytes": statistics.median(run[1] for run in all_runs),
                   "status": all_runs[-1][2]}
            for name, all_runs in taken.items()}


def mark(result):
    """What is to be known of a row before its figures are believed."""
    marks = []
    if result["clang"]["status"] != 0:
        marks.append("clang refuses")
    for name, figures in result.items():
        # 0: no findings, 1: findings. Anything else is no analysis, and its time means nothing.
        if name in LINTS and figures["status"] not in (0, 1):
            marks.append(f"{name} failed ({figures['status']})")
    return ", ".join(marks)


def print_table(results, names):
    width = max([len("file")] + [len(file) for file in results])
    print("seconds; MiB at most")
    print(f"{'file':<{width}}" + "".join(f"{name:>17}" for name in names))
    for file, result in results.items():
        row = f"{file:<{width}}"
        for name in names:
            row += f"{result[name]['seconds']:>10.3f}{result[name]['mebibytes']:>7.0f}"
        print(f"{row}  {mark(result)}".rstrip())


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def print_summary(results, names):
    print()
    print(f"{'':<12}{'seconds':>9}{'/ clang':>9}{'p95':>7}{'worst':>7}{'/ clang-tidy':>14}"
          f"{'MiB / clang':>13}{'worst':>7}")
    for name in names:
        usable = [result for result in results.values() if result[name]["status"] in (0, 1)]
        if not usable:
            continue
        clang = [result[name]["seconds"] / result["clang"]["seconds"] for result in usable]
        tidy = [result[name]["seconds"] / result["clang-tidy"]["seconds"] for result in usable
                if "clang-tidy" in result]
        memory = [result[name]["mebibytes"] / result["clang"]["mebibytes"] for result in usable]
        print(f"{name:<12}{statistics.median(result[name]['seconds'] for result in usable):>9.3f}"
              f"{statistics.median(clang):>9.2f}{percentile(clang, 0.95):>7.2f}{max(clang):>7.2f}"
              + (f"{statistics.median(tidy):>14.2f}" if tidy else f"{'':>14}")
              + f"{statistics.median(memory):>13.2f}{max(memory):>7.2f}")
    print(f"medians over {len(results)} files, each against the same file's")


def print_jobs(lint, files, after, cache, runs):
    """All files in one run, by one job and by two."""
    seconds = {}
    for jobs in (1, 2):
        way = Way(lint + [f"-j{jobs}"] + files + after, cache, "*result-*")
        measure(way)
        seconds[jobs] = statistics.median(measure(way)[0] for _ in range(runs))
    print(f"all files in one run, with preambles: one job {seconds[1]:.2f} s, two {seconds[2]:.2f} s "
          f"({seconds[1] / seconds[2]:.2f} times as fast)")


def main():
    arguments = sys.argv[1:]
    clang_arguments = []
    if "--" in arguments:
        cut = arguments.index("--")
        arguments, clang_arguments = arguments[:cut], arguments[cut + 1:]
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0],
                                     epilog="Arguments after -- go to clang and to warplint.")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--warplint", default=str(ROOT / "build" / "warplint"))
    parser.add_argument("--clang", default="clang++-19")
    parser.add_argument("--clang-tidy", default="clang-tidy-19", help="left out where it is not")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", help="write the figures there, too")
    options = parser.parse_args(arguments)

    files = options.files or default_files()
    for program in (options.warplint, options.clang):
        if not shutil.which(program):
            sys.exit(f"bench: no program {program}")
    if not files:
        sys.exit("bench: no files named, and none under kernels/ or fixtures/")
    for file in files:
        if not os.path.isfile(file):
            sys.exit(f"bench: no file {file}")

    cuda = toolkit()
    lint = [options.warplint, "lint", "--no-background", "--fail-on", "never"]
    after = ["--"] + clang_arguments if clang_arguments else []
    tidy = shutil.which(options.clang_tidy)
    results = {}
    with tempfile.TemporaryDirectory() as scratch, tempfile.TemporaryDirectory() as kept:
        plain = clang_command(options.clang, cuda, clang_arguments, scratch)
        headers = Headers()
        for file in files:
            clang = plain + headers.arguments_for(file, plain)
            ways = {"clang": Way(clang + [file])}
            if tidy:
                ways["clang-tidy"] = Way([tidy, "-checks=-*,bugprone-sizeof-expression", "--quiet",
                                          file, "--"] + clang[1:])
            ways["no-cache"] = Way(lint + ["--no-cache", file] + after)
            ways["first"] = Way(lint + [file] + after, os.path.join(scratch, "cache"), "*")
            ways["preamble"] = Way(lint + [file] + after, kept, "*result-*")
            ways["cached"] = Way(lint + [file] + after, kept)
            if cuda is not None:
                model = ["--cuda-path", "none", file] + after
                ways["model"] = Way(lint + ["--no-cache"] + model)
                ways["model+"] = Way(lint + model, os.path.join(scratch, "model"), "*result-*")
            results[file] = measure_in_turn(ways, options.runs)
        names = list(next(iter(results.values())))
        print(f"CUDA Toolkit: {cuda or 'none; clang parses with -nocudainc'}; "
              f"medians of {options.runs} runs")
        print_table(results, names)
        print_summary(results, names)
        print_jobs(lint, files, after, kept, options.runs)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(results, indent=2) + "\n")
    failed = [file for file, result in results.items() if "failed" in mark(result)]
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
