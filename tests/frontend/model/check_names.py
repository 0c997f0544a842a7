#!/usr/bin/env python3
"""Parses names.cu as the front end parses a file, and fails if a name is missing.

    check_names.py model|no-host-library|toolkit STANDARD

Exit status 77 (skipped) where the mode has no Toolkit to work with.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from parse_corpus import CLANG, mode_flags  # noqa: E402

TOOLKIT = os.environ.get("CUDA_HOME", "/usr/local/cuda")


def main():
    mode, standard = sys.argv[1], sys.argv[2]
    if mode == "toolkit":
        if not os.path.exists(f"{TOOLKIT}/targets/x86_64-linux/include/cuda_runtime.h"):
            print(f"no Toolkit in {TOOLKIT}")
            return 77
        flags = mode_flags("toolkit", TOOLKIT) + ["-DWARPLINT_NO_SHARED_OBJECTS"]
    else:
        flags = mode_flags("model", TOOLKIT, no_host_library=mode == "no-host-library")
    command = [CLANG, "-x", "cuda", "--cuda-device-only", "-fsyntax-only", "-ferror-limit=0", "-w",
               "--cuda-gpu-arch=sm_90", f"-std={standard}", *flags, os.path.join(HERE, "names.cu")]
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
