#!/usr/bin/env bash
# lint.sh: the first step of action.yml. Takes PATHS, ARGUMENTS, PROGRAM, SARIF and LEVEL from the
# environment and leaves the names of the program and of its findings in $GITHUB_OUTPUT.
set -euo pipefail

if ! command -v "$PROGRAM" >/dev/null; then
  python3 -m venv "$RUNNER_TEMP/warplint"
  "$RUNNER_TEMP/warplint/bin/pip" install --quiet "$PROGRAM"
  PROGRAM=$RUNNER_TEMP/warplint/bin/warplint
fi
findings=$RUNNER_TEMP/warplint-findings.json
{
  echo "program=$PROGRAM"
  echo "findings=$findings"
} >>"$GITHUB_OUTPUT"

read -r -d '' -a given <<<"$PATHS" || true # to the end, over lines
paths=()
for path in ${given[@]+"${given[@]}"}; do
  case $path in
  -*) path=./$path ;; # a file, whatever it looks like
  esac
  paths+=("$path")
done
# Before those of the user, which may end with `--` and what is for Clang.
arguments=()
[ -z "$SARIF" ] || arguments+=("--output" "sarif=$SARIF")
while read -r line; do
  [ -z "$line" ] || arguments+=("$line")
done <<<"$ARGUMENTS"

exec "$PROGRAM" lint ${paths[@]+"${paths[@]}"} --format github --output "json=$findings" --fail-on "$LEVEL" \
  ${arguments[@]+"${arguments[@]}"}
