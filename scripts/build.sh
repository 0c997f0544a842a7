#!/bin/sh
# build.sh PRESET JOBS: configures where that is needed, and builds.
set -eu
cd "$(dirname "$0")/.."
preset=$1
jobs=$2

folder=build
[ "$preset" = release ] || folder=build/$preset
# A folder that was configured with another generator cannot be used again: start it anew.
if [ -f "$folder/CMakeCache.txt" ] && [ -n "${CMAKE_GENERATOR:-}" ] &&
  ! grep -qx "CMAKE_GENERATOR:INTERNAL=$CMAKE_GENERATOR" "$folder/CMakeCache.txt"; then
  rm -rf "$folder/CMakeCache.txt" "$folder/CMakeFiles"
fi
cmake --preset "$preset"
cmake --build --preset "$preset" -j "$jobs"
