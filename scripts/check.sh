#!/usr/bin/env bash
# check.sh BUILD_DIR JOBS [FILE…]: format and lint of our own code, or of the files named alone.
# clang-tidy takes each file as BUILD_DIR/compile_commands.json says, precompiled headers included; a
# file is looked at again only when it, a header of ours or the checks have changed.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
jobs=$2
shift 2

mapfile -t sources < <(git ls-files --cached --others --exclude-standard -- \
  'lint/*.h' 'lint/*.cpp' 'runtime-check/*.h' 'runtime-check/*.cpp' 'tests/*.h' 'tests/*.cpp' |
  grep -v '^lint/frontend/cuda_model/' | while read -r file; do [ ! -f "$file" ] || echo "$file"; done)

if [ $# -gt 0 ]; then looked=("$@"); else looked=("${sources[@]}"); fi
echo "format: ${#looked[@]} files"
status=0
clang-format-19 --dry-run -Werror "${looked[@]}" || status=1

stamps=$build/tidy
mkdir -p "$stamps"
headers=$(printf '%s\n' "${sources[@]}" | grep '\.h$' | xargs cat .clang-tidy | sha256sum)
waiting=()
for source in "${looked[@]}"; do
  [[ $source == *.cpp ]] && grep -qF "\"file\": \"$PWD/$source\"" "$build/compile_commands.json" ||
    continue
  hash=$({ echo "$headers"; cat "$source"; } | sha256sum | cut -d' ' -f1)
  [ -e "$stamps/$hash" ] || waiting+=("$stamps/$hash" "$source")
done

echo "clang-tidy: $((${#waiting[@]} / 2)) files"
[ ${#waiting[@]} -gt 0 ] || exit $status
printf '%s\0' "${waiting[@]}" | xargs -0 -n 2 -P "$jobs" bash -c '
  clang-tidy-19 -p "$0" --quiet "$2" 2>"$1.errors" || {
    grep -v "warnings generated\|warnings treated\|Suppressed\|Use -header-filter" "$1.errors" >&2
    rm -f "$1.errors"
    exit 1
  }
  rm -f "$1.errors"
  touch "$1"' "$build" || status=1
[ $status -eq 0 ] && echo "format and clang-tidy: clean"
exit $status
