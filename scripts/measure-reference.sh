#!/usr/bin/env bash
# measure-reference.sh WARPLINT FOLDER [RULE…]: on a machine with a GPU, an nvcc and CUPTI, builds the
# collector and the reference kernels, runs them all, or those of the rules, and compares what was
# measured with what WARPLINT (the program, built anywhere) predicts. FOLDER gets `kernels.txt`, the table, and
# `evidence`, what runtime-check/evidence holds. LLVM is not needed. The exit status is that of
# `warplint kernels run`.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 2 ] || { sed -n '2,6s/^# //p' "$0" >&2; exit 2; }
program=$1
folder=$(mkdir -p "$2" && realpath "$2")
shift 2

build=build/measure
cmake -S . -B "$build" -DWARPLINT_ANALYZER=OFF -DCMAKE_BUILD_TYPE=Release >"$folder/build.log"
cmake --build "$build" --parallel >>"$folder/build.log"
install -m 755 "$program" "$build/warplint" # it looks for the collector and the kernels beside itself

"$build/warplint" kernels run --kernels kernels --record "$folder/evidence" "$@" | tee "$folder/kernels.txt"
exit "${PIPESTATUS[0]}"
