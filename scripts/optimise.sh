#!/usr/bin/env bash
# optimise.sh BUILD: lays the program of a release build out anew by what it was seen to execute, with LLVM's BOLT.
#
# BUILD/warplint is replaced. It is trained with CUDA files of this repository: without a cache, with a new one, and
# with what that holds then; with the headers of a CUDA Toolkit where there is one, and with the built-in model.
# That takes minutes.
set -euo pipefail
if [ $# -ne 1 ]; then
  echo "usage: optimise.sh BUILD" >&2
  exit 2
fi
build=$(realpath "$1")
source=$(realpath "$(dirname "$0")/..")
bolt=/usr/lib/llvm-19/bin/llvm-bolt # under its other names Debian's does not find its own library
[ -x "$bolt" ] || bolt=$(command -v llvm-bolt-19 || command -v llvm-bolt) || {
  echo "optimise.sh: there is no llvm-bolt: apt-get install bolt-19" >&2
  exit 1
}
merge=$(command -v merge-fdata-19 || command -v merge-fdata)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

step() {
  "$@" >"$scratch/log" 2>&1 || {
    tail -n 20 "$scratch/log" >&2
    echo "optimise.sh: this failed: $*" >&2
    exit 1
  }
}

step cmake --build "$build" --target warplint_relocatable
before=$build/warplint_relocatable
# Lua's loop jumps to labels by their addresses.
untouched=(--skip-funcs='luaV_execute.*')
echo "optimise.sh: counting what is executed"
# A process of its own writes the counts each second, those of workers included, as they do not end in the usual way.
step "$bolt" "$before" -instrument "${untouched[@]}" -instrumentation-file="$scratch/counts" \
  -instrumentation-sleep-time=1 -instrumentation-wait-forks -o "$scratch/counting"

export WARPLINT_CACHE_DIR=$scratch/cache
cp -r "$source/fixtures" "$source/kernels" "$scratch"
cd "$scratch"
mapfile -t files < <(find fixtures kernels -name '*.cu' | sort | awk 'NR % 12 == 0')
runs=0
train() {
  rm -f counts
  "$scratch/counting" lint --fail-on never "$@" "${files[@]}" >/dev/null 2>&1
  sleep 3
  runs=$((runs + 1))
  mv counts "counts.$runs"
}
train --no-cache
train --no-cache --cuda-path none
for _ in 1 2 3; do # the beginning of a file is kept when it is seen for the second time
  for file in "${files[@]}"; do
    echo "// $runs" >>"$file"
  done
  train
  train --cuda-path none
done

echo "optimise.sh: laying out anew"
step "$merge" counts.[0-9]* -o counts
step "$bolt" "$before" "${untouched[@]}" -data="$scratch/counts" -reorder-blocks=ext-tsp -reorder-functions=cdsort \
  -split-functions -split-all-cold -split-eh -icf=1 -use-gnu-stack -o "$scratch/warplint"
step strip "$scratch/warplint"

# It must say what it said before.
for program in "$build/warplint" "$scratch/warplint"; do
  "$program" lint --no-cache --fail-on never --format json "${files[@]}" >"$scratch/said" 2>&1
  sha256sum <"$scratch/said"
done | uniq | wc -l | grep -qx 1 || {
  echo "optimise.sh: laid out anew it does not say what it said before; $build/warplint is what it was" >&2
  exit 1
}
mv "$scratch/warplint" "$build/warplint"
ls -l "$build/warplint"
