#!/bin/sh
# Builds probe.cu and measures every request of patterns.h on the GPU at hand.
#   measure.sh build|run FOLDER
# `build` needs nvcc and CUPTI but no GPU; `run` writes FOLDER/counts.jsonl.
set -eu
here=$(dirname "$0")
cuda=${CUDA_HOME:-/usr/local/cuda}
[ -d "$cuda/extras/CUPTI" ] && cupti="$cuda/extras/CUPTI" || cupti="$cuda"
case "$1" in
build)
  "$cuda/bin/nvcc" -std=c++17 -O2 -arch=sm_90 -diag-suppress 550,177 "$here/probe.cu" -o "$2/probe" \
    -I"$cupti/include" -L"$cupti/lib64" -L"$cuda/lib/stubs" -L"$cuda/lib64/stubs" -lcupti -lcuda
  ;;
run)
  LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$cupti/lib64" \
    "$2/probe" "${LIMIT:-150}" "$2/counts.jsonl"
  ;;
esac
