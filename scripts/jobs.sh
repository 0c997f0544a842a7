#!/bin/sh
# How many compilers to run at once: one for each processor, but no more than fit in memory.
# A source file that includes Clang takes up to 1.2 GB to compile.
set -eu
processors=$(nproc 2>/dev/null || echo 1)
kilobytes=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo 2>/dev/null || true)
if [ -n "$kilobytes" ]; then
  fitting=$((kilobytes / 1200000))
  [ "$fitting" -ge 1 ] || fitting=1
  [ "$fitting" -ge "$processors" ] || processors=$fitting
fi
echo "$processors"
