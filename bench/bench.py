#!/usr/bin/env python3
"""Time and memory of `warplint lint` beside clang's own parse of the same files.

    bench/bench.py [--warplint build/warplint] [FILE…] [-- CLANG_ARGS…]

Each file is linted, and is parsed by `clang++-19 -fsyntax-only --cuda-device-only` with the same
arguments. The programs take turns, after one run each that is not counted; the figures are medians.
Peak memory is that of the largest process, as the kernel counts it for a process and its children.
A file that clang refuses is timed all the same and marked.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
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
    cccl = pathlib.Path(cuda) / "include" / "cccl"
    if cccl.is_dir():
        command += ["-isystem", str(cccl)]
    return command + ["--cuda-path=" + cuda] + arguments


def measure(command):
    """(seconds, peak memory in MiB, exit status; a signal is negative)"""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    return seconds, usage.ru_maxrss / 1024, process.returncode


def measure_in_turn(commands, runs):
    """For each of the commands, by name: median seconds, median MiB, exit status of the last."""
    for command in commands.values():
        measure(command)
    taken = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            taken[name].append(measure(command))
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
        if name.startswith("warplint") and figures["status"] not in (0, 1):
            marks.append(f"{name} failed ({figures['status']})")
    return ", ".join(marks)


def print_table(results, names):
    width = max([len("file")] + [len(file) for file in results])
    heads = "".join(f"{name + ' s':>18}{'MiB':>7}" for name in names)
    ratios = "".join(f"{name + ' / clang':>24}" for name in names if name != "clang")
    print(f"{'file':<{width}}{heads}{ratios}")
    for file, result in results.items():
        row = f"{file:<{width}}"
        for name in names:
            row += f"{result[name]['seconds']:>18.3f}{result[name]['mebibytes']:>7.0f}"
        for name in names:
            if name != "clang":
                row += f"{result[name]['seconds'] / result['clang']['seconds']:>24.2f}"
        print(f"{row}  {mark(result)}".rstrip())


def print_summary(results, names):
    for name in names:
        if name == "clang":
            continue
        usable = [result for result in results.values() if result[name]["status"] in (0, 1)]
        if not usable:
            continue
        seconds = [result[name]["seconds"] / result["clang"]["seconds"] for result in usable]
        memory = [result[name]["mebibytes"] / result["clang"]["mebibytes"] for result in usable]
        print(f"{name} / clang over {len(usable)} files: time median {statistics.median(seconds):.2f}, "
              f"worst {max(seconds):.2f}; memory median {statistics.median(memory):.2f}, "
              f"worst {max(memory):.2f}")


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
    lint = [options.warplint, "lint", "--no-cache", "--fail-on", "never"]
    after = ["--"] + clang_arguments if clang_arguments else []
    results = {}
    with tempfile.TemporaryDirectory() as scratch:
        clang = clang_command(options.clang, cuda, clang_arguments, scratch)
        for file in files:
            commands = {"warplint": lint + [file] + after, "clang": clang + [file]}
            if cuda is not None:
                commands["warplint-model"] = lint + ["--cuda-path", "none", file] + after
            results[file] = measure_in_turn(commands, options.runs)
    names = list(next(iter(results.values())))

    print(f"CUDA Toolkit: {cuda or 'none; clang parses with -nocudainc'}; "
          f"median of {options.runs} runs")
    if cuda is not None:
        print("warplint: as called by a user; warplint-model: with its built-in model of CUDA "
              "(--cuda-path none)")
    print_table(results, names)
    print_summary(results, names)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(results, indent=2) + "\n")
    failed = [file for file, result in results.items() if "failed" in mark(result)]
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
