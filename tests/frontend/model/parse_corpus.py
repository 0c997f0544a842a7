#!/usr/bin/env python3
"""Parses the CUDA files of the folders given and says what does not parse.

    parse_corpus.py [--mode model|toolkit] [-j N] [--show N] [--first] FOLDER…

Runs clang++-19 as the front end does: the built-in model (or a Toolkit with the
compatibility headers), missing includes skipped, folders of the repository that
hold headers searched last. Prints for each folder how many files are clean, how
many have errors inside device code, and the most frequent messages of all.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
MODEL = os.path.normpath(os.path.join(HERE, "../../../lint/frontend/cuda_model"))
CLANG = os.environ.get("CLANG", "clang++-19")
COMMON = ["-x", "cuda", "--cuda-device-only", "-fsyntax-only", "-ferror-limit=0", "-w",
          "-fno-caret-diagnostics", "-fno-show-column", "-Wno-unknown-cuda-version"]
ERROR = re.compile(r"^([^:\s][^:]*):(\d+): (fatal error|error): (.*)$")
# The front end reads such declarations with another qualifier (its Cures.h).
CURED = re.compile(r"initialization is not supported for __shared__ variables|an attribute list cannot appear here")
NEEDS_STD = re.compile(r"in namespace 'std'")
MISSING = re.compile(r"'([^']+)' file not found")


def host_include_folders():
    """The compiler's own search path without /usr/local, where a Toolkit may hide."""
    out = subprocess.run([CLANG, "-E", "-v", "-x", "c++", os.devnull], capture_output=True, text=True).stderr
    block = out.split("search starts here:")[-1].split("End of search list")[0]
    folders = [os.path.normpath(line.strip()) for line in block.splitlines() if line.strip()]
    return [f for f in folders if f != "/usr/local/include" and os.path.isdir(f)]


def mode_flags(mode, cuda_path, no_host_library=False):
    if mode == "model":
        flags = ["-nocudainc", "-nocudalib", "-nostdinc", "-include", f"{MODEL}/prelude.h", "-I", f"{MODEL}/include"]
        for folder in host_include_folders():
            if not (no_host_library and "clang" not in folder):
                flags += ["-isystem", folder]
        return flags + ["-idirafter", f"{MODEL}/fallback"]
    toolkit = os.path.join(cuda_path, "targets/x86_64-linux/include")
    resource = subprocess.run([CLANG, "-print-resource-dir"], capture_output=True, text=True).stdout.strip()
    flags = ["-nocudainc", "-nocudalib", "-isystem", f"{MODEL}/compat",
             "-isystem", f"{resource}/include/cuda_wrappers", "-isystem", toolkit]
    if os.path.isdir(f"{toolkit}/cccl"):
        flags += ["-isystem", f"{toolkit}/cccl"]
    return flags + ["-D_CG_CLUSTER_INTRINSICS_AVAILABLE", "-D__CUDACC_VER_MAJOR__=13",
                    "-D__CUDACC_VER_MINOR__=0", "-D__CUDACC_VER_BUILD__=0",
                    "-include", f"{MODEL}/compat/__clang_cuda_builtin_vars.h",
                    "-include", "__clang_cuda_runtime_wrapper.h", "-include", f"{MODEL}/compat/warplint_compat.h"]


def header_folders(root):
    found = set()
    for folder, subfolders, files in os.walk(root):
        subfolders[:] = [d for d in subfolders if not d.startswith(".")]
        if any(f.endswith((".h", ".cuh", ".hpp", ".inl")) for f in files):
            found.add(folder)
            parent = os.path.dirname(folder)
            if len(parent) > len(root):
                found.add(parent)
    return sorted(found, key=lambda f: (f.count("/"), f))


def device_ranges(path):
    """Line ranges of functions marked __global__ or __device__, by brackets."""
    try:
        text = open(path, errors="replace").read()
    except OSError:
        return []
    text = re.sub(r"//[^\n]*|/\*.*?\*/|\"(\\.|[^\"\\\n])*\"",
                  lambda m: "\n" * m.group(0).count("\n"), text, flags=re.S)
    ranges = []
    for mark in re.finditer(r"__(global|device)__", text):
        parens, i = 0, mark.end()
        while i < len(text) and not (parens == 0 and text[i] in "{;=" ):
            parens += {"(": 1, ")": -1}.get(text[i], 0)
            i += 1
        if i >= len(text) or text[i] != "{":
            continue
        depth, end = 1, i + 1
        while end < len(text) and depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        ranges.append((text.count("\n", 0, mark.start()) + 1, text.count("\n", 0, end) + 1))
    return ranges


class Runner:
    def __init__(self, flags, stubs, extra, std_basics):
        self.flags, self.stubs, self.extra, self.std_basics, self.ranges = flags, stubs, extra, std_basics, {}

    def in_device_code(self, path, line):
        if path not in self.ranges:
            self.ranges[path] = device_ranges(path)
        return any(a <= line <= b for a, b in self.ranges[path])

    def parse(self, path, folders):
        """[(file, line, message, in device code)], the missing includes, seconds of the last run."""
        missing = set()
        command = [CLANG, *COMMON, "--cuda-gpu-arch=sm_90", "-std=c++17", *self.flags, *self.extra]
        for folder in folders:
            command += ["-idirafter", folder]
        command += ["-idirafter", self.stubs, path]
        while True:
            began = time.time()
            try:
                text = subprocess.run(command, capture_output=True, text=True, timeout=120, errors="replace").stderr
            except subprocess.TimeoutExpired:
                return [(path, 0, "time-out", True)], missing, 120.0
            took = time.time() - began
            if NEEDS_STD.search(text) and self.std_basics and self.std_basics not in command:
                command += ["-include", self.std_basics]
                continue
            absent = [m for m in MISSING.findall(text) if m not in missing]
            if not absent:
                break
            for name in absent:  # an empty file is what skipping an include amounts to
                missing.add(name)
                stub = os.path.normpath(os.path.join(self.stubs, name.lstrip("/")))
                if not stub.startswith(self.stubs):
                    stub = os.path.normpath(os.path.join(os.path.dirname(path), name))
                    return [(path, 0, f"'{name}' file not found", False)], missing, took
                os.makedirs(os.path.dirname(stub), exist_ok=True)
                if not os.path.exists(stub):
                    open(stub, "w").close()
        errors = []
        for line in text.splitlines():
            match = ERROR.match(line)
            if match and not CURED.search(match.group(4)):
                file, number, message = match.group(1), int(match.group(2)), match.group(4)
                errors.append((file, number, message, self.in_device_code(file, number)))
        if not errors and "PLEASE submit a bug report" in text:
            errors.append((path, 0, "the compiler crashed", True))
        return errors, missing, took


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--mode", choices=["model", "toolkit"], default="model")
    parser.add_argument("--cuda-path", default="/usr/local/cuda")
    parser.add_argument("--no-host-library", action="store_true", help="model mode as on a machine without C++ headers")
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("--show", type=int, default=30, help="how many messages")
    parser.add_argument("--errors", metavar="TEXT", help="print every error whose message holds TEXT")
    parser.add_argument("--files", action="store_true", help="print the files with errors in device code")
    parser.add_argument("--device", action="store_true", help="count messages of device code only")
    parser.add_argument("--flag", action="append", default=[], help="one more flag for the compiler")
    parser.add_argument("--max-device-errors", type=int, help="exit 1 if more files than this have errors in device code")
    options = parser.parse_args()
    messages, total_bad = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as stubs, concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        runner = Runner(mode_flags(options.mode, options.cuda_path, options.no_host_library), stubs, options.flag,
                        f"{MODEL}/std_basics.h" if options.mode == "model" else None)
        for root in options.folders:
            if os.path.isfile(root):
                files, folders = [root], []
            else:
                files = sorted(os.path.join(d, f) for d, _, names in os.walk(root) for f in names if f.endswith(".cu"))
                folders = header_folders(root)
            clean = in_device = 0
            times = []
            for path, (errors, _, took) in zip(files, pool.map(lambda f: runner.parse(f, folders), files)):
                times.append(took)
                clean += not errors
                damaged = [e for e in errors if e[3]]
                in_device += bool(damaged)
                if damaged and options.files:
                    print(f"  {path}: {damaged[0][0]}:{damaged[0][1]}: {damaged[0][2]}")
                for file, line, message, device in errors:
                    if device or not options.device:
                        messages[re.sub(r"'[^']{40,}'", "'…'", message)] += 1
                    if options.errors and options.errors in message:
                        print(f"  {file}:{line}: {message}{' [device]' if device else ''}")
            total_bad += in_device
            times.sort()
            median = times[len(times) // 2] if times else 0.0
            print(f"{root}: {len(files)} files, {clean} clean, {in_device} with errors in device code, "
                  f"median {median:.2f} s, longest {times[-1] if times else 0:.2f} s", flush=True)
    for message, count in messages.most_common(options.show):
        print(f"{count:6} {message}")
    if options.max_device_errors is not None and total_bad > options.max_device_errors:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
