#!/usr/bin/env bash
# measure.sh WARPLINT FOLDER: on a machine with a GPU, an nvcc and CUPTI, the scorecard of one kernel
# before and after a fix, with measured numbers: FOLDER gets before.html, after.html, the same as
# text and JSON, what was measured, and what `warplint compare` says of both. On a GPU of compute
# capability 9.0 the operations of its Tensor Cores are counted as well (tensor.txt). WARPLINT is the
# program, built anywhere; LLVM is not needed here. The exit status is not 0 where a program
# computes something wrong, or where counts of the Tensor Cores are not what is predicted.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -eq 2 ] || { sed -n '2,7s/^# //p' "$0" >&2; exit 2; }
program=$1
folder=$(mkdir -p "$2" && realpath "$2")
export PATH="$PATH:/usr/local/cuda/bin"

build=build/measure
cmake -S . -B "$build" -DWARPLINT_ANALYZER=OFF -DCMAKE_BUILD_TYPE=Release >"$folder/build.log"
cmake --build "$build" --parallel >>"$folder/build.log"
install -m 755 "$program" "$build/warplint" # it looks for the collector beside itself
warplint=$build/warplint

here=scripts/measure-card
for which in before after; do
  nvcc -lineinfo -O3 -std=c++17 -arch=native "$here/$which.cu" -o "$build/$which"
  "$build/$which" # right?
  "$warplint" confirm --figures --resources nvcc --fail-on never --record "$folder/$which.evidence.json" \
    --card "$folder/$which.html" --card "$folder/$which.json" --card "$folder/$which.txt" \
    "$here/$which.cu" -- "$build/$which" | tee "$folder/$which.report.txt"
  cat "$folder/$which.txt"
done
"$warplint" compare "$folder/before.evidence.json" "$folder/after.evidence.json" |
  tee "$folder/compare.txt" || true # 1: something got worse

capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -1)
if [ "$capability" = 9.0 ]; then
  tensor=scripts/measure-roofline/tensor
  nvcc -lineinfo -O3 -std=c++17 -gencode arch=compute_90a,code=sm_90a "$tensor.cu" -o "$build/tensor"
  "$warplint" confirm --figures --arch sm_90a --fail-on never --card "$folder/tensor.json" \
    --card "$folder/tensor.html" "$tensor.cu" -- "$build/tensor" >"$folder/tensor.report.txt"
  scripts/measure-roofline/tensor_counts.py "$folder/tensor.json" | tee "$folder/tensor.txt"
fi
