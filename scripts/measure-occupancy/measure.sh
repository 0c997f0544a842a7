#!/usr/bin/env bash
# measure.sh OUT.json [ARCH]: what the CUDA driver says of the occupancy of all reference kernels, and of 200
# random blocks of them, on the GPU at hand. Needs nvcc. tests/chips compares every such file in
# tests/chips/data (named after the GPU) with lint/chips.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=${1:?measure.sh OUT.json [ARCH]}
arch=${2:-sm_$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -1 | tr -d .)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

nvcc -std=c++17 -O2 -o "$work/occupancy" "$here/occupancy.cu" -lcuda
for source in "$here"/../../kernels/*/*.cu; do
  folder=$(basename "$(dirname "$source")")
  [ "$folder" = runner ] && continue
  printf '%s\0%s\0' "$work/$folder-$(basename "$source" .cu).cubin" "$source"
done | xargs -0 -n 2 -P "$(nproc)" nvcc -std=c++17 -O3 -arch="$arch" -cubin -o
# Functions that are loaded when they are first launched have no attributes before.
CUDA_MODULE_LOADING=EAGER "$work/occupancy" 200 "$work"/*.cubin >"$out"
echo "$out: $(grep -c '"blocks"' "$out") answers"
