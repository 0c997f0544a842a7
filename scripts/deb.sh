#!/bin/sh
# deb.sh BUILD OUTPUT: a Debian package of the program in the folder BUILD, into the folder OUTPUT.
#
# Debian's own tools do the work: apt-get install dpkg-dev. MAINTAINER="name <address>" is who it is from.
set -eu
if [ $# -ne 2 ]; then
  echo "usage: deb.sh BUILD OUTPUT" >&2
  exit 2
fi
build=$(realpath "$1")
mkdir -p "$2"
output=$(realpath "$2")
source=$(realpath "$(dirname "$0")/..")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if [ -n "${MAINTAINER:-}" ]; then
  echo "set(WARPLINT_MAINTAINER \"$MAINTAINER\" CACHE STRING \"\")"
fi >"$scratch/maintainer.cmake"
for step in \
  "cmake --install $build --strip --prefix $scratch/prefix" \
  "cmake -S $source -B $scratch/package -DWARPLINT_PREBUILT=$scratch/prefix \
         -C $scratch/maintainer.cmake" \
  "cmake --build $scratch/package" \
  "cpack -G DEB --config $scratch/package/CPackConfig.cmake -B $scratch/out"; do
  $step >"$scratch/log" 2>&1 || {
    cat "$scratch/log" >&2
    exit 1
  }
done
cp "$scratch"/out/warplint_*.deb "$output"
ls "$output"/warplint_*.deb
