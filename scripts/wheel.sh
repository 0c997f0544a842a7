#!/bin/sh
# wheel.sh BUILD OUTPUT: a Python wheel of the program in the folder BUILD, into the folder OUTPUT.
#
# The tag (manylinux_2_35, …) is the one that auditwheel finds in the program's symbols: how new a
# C library it needs.
set -eu
if [ $# -ne 2 ]; then
  echo "usage: wheel.sh BUILD OUTPUT" >&2
  exit 2
fi
build=$(realpath "$1")
mkdir -p "$2"
output=$(realpath "$2")
source=$(realpath "$(dirname "$0")/..")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cmake --install "$build" --strip --prefix "$scratch/prefix" >"$scratch/log" || {
  cat "$scratch/log" >&2
  exit 1
}
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check auditwheel wheel
"$scratch/venv/bin/pip" wheel --quiet --disable-pip-version-check --no-deps \
  --wheel-dir "$scratch" --config-settings=cmake.define.WARPLINT_PREBUILT="$scratch/prefix" \
  "$source"
# Not `auditwheel repair`: it would put a Python script before the program, and nothing needs repair.
"$scratch/venv/bin/auditwheel" show "$scratch"/*.whl >"$scratch/shown" 2>/dev/null || true
tag=$(grep -o -m1 'manylinux_[0-9_a-z]*' "$scratch/shown") || {
  echo "wheel.sh: auditwheel knows no tag for this program" >&2
  exit 1
}
"$scratch/venv/bin/wheel" tags --remove --platform-tag "$tag" "$scratch"/*.whl >/dev/null
cp "$scratch"/*.whl "$output"
ls "$output"/warplint-*.whl
