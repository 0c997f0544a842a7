#!/usr/bin/env bash
# demo.sh WARPLINT: lints CUDA files of this repository and shows what is found.
set -euo pipefail
cd "$(dirname "$0")/.."
warplint=$1

paths=()
for path in kernels fixtures/worked-cases fixtures; do
  if [ -d "$path" ] && [ -n "$(find "$path" -name '*.cu' -print -quit)" ]; then
    paths=("$path")
    break
  fi
done
[ ${#paths[@]} -gt 0 ] || { echo "demo: no CUDA files under kernels/ or fixtures/" >&2; exit 1; }

echo "\$ warplint lint ${paths[*]}"
status=0
"$warplint" lint --fail-on note "${paths[@]}" || status=$?
case $status in
1) ;; # with --fail-on note: there are findings
0)
  echo "demo: warplint found nothing in files that are full of mistakes" >&2
  exit 1
  ;;
*)
  echo "demo: warplint ended with status $status" >&2
  exit "$status"
  ;;
esac
