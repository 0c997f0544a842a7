#!/usr/bin/env bash
# install-deps.sh [--only-say] GROUP…: installs the packages that are missing, and does nothing
# where none is. Groups: build, test, browser, check, asan, bazel, bolt.
#
# Debian 12 and later, Ubuntu 24.04 and later. Elsewhere it says what is needed and goes on: what
# is truly missing, CMake then finds missing.
set -euo pipefail

onlySay=no
if [ "${1:-}" = --only-say ]; then
  onlySay=yes
  shift
fi

build=(make cmake ninja-build ccache clang-19 lld-19 llvm-19-dev libclang-19-dev
  libclang-common-19-dev libyaml-cpp-dev nlohmann-json3-dev libcli11-dev libfmt-dev
  libexpected-dev liblua5.4-dev libpugixml-dev libcurl4-openssl-dev zlib1g-dev libzstd-dev libxml2-dev g++)
test=(libgtest-dev libgmock-dev librapidcheck-dev python3 git pre-commit zsh fish)
check=(clang-format-19 clang-tidy-19 git python3)
asan=(libclang-rt-19-dev llvm-19)
browser=(chromium chromium-driver python3-selenium)
bolt=(bolt-19 binutils)
bazel=(bazel-bootstrap python3) # without Java, 35 MB to fetch and 126 MB on the disk

wanted=()
for group in "$@"; do
  case $group in
  browser) # Ubuntu has Chromium as a snap only; the test says that it is skipped
    if grep -qs '^ID=debian' /etc/os-release; then
      wanted+=("${browser[@]}")
    fi
    ;;
  build | test | check | asan | bazel | bolt)
    declare -n packages=$group
    wanted+=("${packages[@]}")
    ;;
  *)
    echo "install-deps.sh: no group '$group'; there are build, test, browser, check, asan, bazel and bolt" >&2
    exit 2
    ;;
  esac
done

mapfile -t wanted < <(printf '%s\n' "${wanted[@]}" | awk '!seen[$0]++')

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  if ! command -v clang++-19 >/dev/null && ! command -v llvm-config-19 >/dev/null; then
    echo "note: this is no Debian or Ubuntu, so nothing is installed here. Needed: LLVM and" \
      "Clang 19 with their libraries and headers, lld, CMake 3.25, Ninja, yaml-cpp," \
      "nlohmann-json, CLI11, fmt, tl-expected, pugixml, Lua 5.4; for the tests GoogleTest and RapidCheck." >&2
  fi
  exit 0
fi

missing=()
installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null || true)
for package in "${wanted[@]}"; do
  grep -qx "$package installed" <<<"$installed" || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

command="apt-get install --no-install-recommends ${missing[*]}"
if [ $onlySay = yes ]; then
  echo "note: packages that the build may need are missing. As root: $command" >&2
  exit 0
fi

asRoot=()
if [ "$(id -u)" -ne 0 ]; then
  if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    asRoot=(sudo -n)
  else
    echo "error: packages are missing, and installing them takes root. Please run:" >&2
    echo "  sudo apt-get update && sudo $command" >&2
    exit 1
  fi
fi

echo "Installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
available() { [ -n "$(apt-cache --quiet=0 madison "$1" 2>/dev/null)" ]; }
unavailable=()
for attempt in first second; do
  unavailable=()
  for package in "${missing[@]}"; do
    available "$package" || unavailable+=("$package")
  done
  [ ${#unavailable[@]} -gt 0 ] && [ $attempt = first ] || break
  "${asRoot[@]}" apt-get update -q
done
if [ ${#unavailable[@]} -gt 0 ]; then
  . /etc/os-release
  echo "error: ${PRETTY_NAME:-this system} has no package ${unavailable[*]}." >&2
  echo "warplint needs LLVM and Clang 19 and is built on Debian 12 or later and on Ubuntu 24.04" \
    "or later; on Ubuntu the component 'universe' and the pocket 'updates' must be switched on." >&2
  exit 1
fi

install() {
  "${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends "${missing[@]}"
}
# Lists of packages that are older than the archive name files that are gone: fetch them anew.
install || { "${asRoot[@]}" apt-get update -q && install; }
