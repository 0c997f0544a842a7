#!/bin/sh
# fuzz.sh BUILD SECONDS [TARGET…]: runs the programs fuzz_TARGET of the folder BUILD, all of them or
# those named, one after the other for so many seconds each. docs/fuzzing.md says more.
#
# What they learn is kept in BUILD/corpus/TARGET, an input that fails in BUILD/found/TARGET. Exits with 1
# if there is one.
set -eu
if [ $# -lt 2 ]; then
  echo "usage: fuzz.sh BUILD SECONDS [TARGET...]" >&2
  exit 2
fi
build=$1
seconds=$2
shift 2
corpora=$(dirname "$0")/../tests/fuzz/corpus
if [ $# -eq 0 ]; then
  for folder in "$corpora"/*/; do
    set -- "$@" "$(basename "$folder")"
  done
fi
# The containers of libraries that are not built under the sanitizer are not marked as it expects.
ASAN_OPTIONS=detect_container_overflow=0:allocator_may_return_null=1${ASAN_OPTIONS:+:$ASAN_OPTIONS}
UBSAN_OPTIONS=print_stacktrace=1${UBSAN_OPTIONS:+:$UBSAN_OPTIONS}
export ASAN_OPTIONS UBSAN_OPTIONS
failed=
for target in "$@"; do
  learnt=$build/corpus/$target
  found=$build/found/$target
  log=$build/found/$target.log
  mkdir -p "$learnt" "$found"
  dictionary=$(dirname "$0")/../tests/fuzz/dictionaries/$target
  status=0
  "$build/fuzz_$target" -max_total_time="$seconds" -timeout=25 -rss_limit_mb=2048 -max_len=16384 \
    -print_final_stats=1 -artifact_prefix="$found/" \
    ${FUZZ_FLAGS:-} $([ ! -f "$dictionary" ] || echo "-dict=$dictionary") \
    "$learnt" "$corpora/$target" >"$log" 2>&1 || status=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  covered=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
  if [ $status -eq 0 ]; then
    echo "$target: ${runs:-no} runs, ${covered:-0} places covered, nothing found"
  else
    failed=yes
    echo "$target: FAILED after ${runs:-?} runs: $(grep -m1 -E 'SUMMARY|does not hold' "$log" || tail -n 1 "$log")"
    echo "  the input is in $found, the rest in $log"
  fi
done
[ -z "$failed" ]
