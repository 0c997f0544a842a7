# The front door. Everything here is done by CMake or by a script.
#
#   make                  the released program, at build/warplint
#   make optimised         the same, laid out anew by what it was seen to execute (LLVM's BOLT)
#   make demo             installs what is missing, builds, lints CUDA files of this repository
#   make test             installs what is missing, builds, runs all tests
#   make test-bazel       installs Bazel as well, and runs it on integrations/bazel/example
#   make asan             all tests under the address and undefined-behaviour sanitizers
#   make fuzz [SECONDS=60] [TARGETS="diff config"]
#                         each kind of input under libFuzzer, for so long; see docs/fuzzing.md
#   make fuzz-analyzer [COUNT=2000] [SEED=1]
#                         the analyzer under the sanitizers, on so many damaged sources
#   make check            format and lint of our own code
#   make bench [FILES=…]  time and memory of `warplint lint` beside clang's own parse
#   make rule-pages       writes docs/rules anew, from the rules and what was measured of them
#   make install PREFIX=… (default /usr/local; DESTDIR is respected)
#   make clean
#
# JOBS=n sets how many compilers run at once.

PREFIX ?= /usr/local
JOBS ?= $(shell scripts/jobs.sh)
FILES ?=
SECONDS ?= 60
TARGETS ?=
COUNT ?= 2000
SEED ?= 1

# Presets cannot choose a generator by what is installed.
ifeq ($(origin CMAKE_GENERATOR),undefined)
export CMAKE_GENERATOR := $(if $(shell command -v ninja),Ninja,Unix Makefiles)
endif

.DEFAULT_GOAL := release
.PHONY: release optimised demo test test-bazel asan fuzz fuzz-analyzer check bench rule-pages install clean

release:
	@scripts/install-deps.sh --only-say build
	scripts/build.sh release $(JOBS)

optimised:
	scripts/install-deps.sh build bolt
	scripts/build.sh release $(JOBS)
	scripts/optimise.sh build

demo:
	scripts/install-deps.sh build
	scripts/build.sh release $(JOBS)
	scripts/demo.sh build/warplint

test:
	scripts/install-deps.sh build test browser
	scripts/build.sh dev $(JOBS)
	ctest --preset dev -j $(JOBS)

test-bazel:
	scripts/install-deps.sh build test bazel
	scripts/build.sh dev $(JOBS)
	ctest --preset dev -L bazel

asan:
	scripts/install-deps.sh build test asan
	scripts/build.sh asan $(JOBS)
	ctest --preset asan -j $(JOBS)

fuzz:
	scripts/install-deps.sh build test asan
	scripts/build.sh fuzz $(JOBS)
	scripts/fuzz.sh build/fuzz $(SECONDS) $(TARGETS)

fuzz-analyzer:
	scripts/install-deps.sh build test asan
	scripts/build.sh asan $(JOBS)
	tests/fuzz/fuzz_analyzer.py --warplint build/asan/warplint --count $(COUNT) --seed $(SEED) \
	  --jobs $(JOBS) --keep build/asan/fuzz-failures fixtures kernels

check:
	scripts/install-deps.sh build test check
	scripts/build.sh dev $(JOBS)
	scripts/check.sh build/dev $(JOBS)

bench: release
	bench/bench.py --warplint build/warplint $(FILES)

rule-pages: release
	build/warplint rules --markdown docs/rules

install: release
	cmake --install build --strip --prefix $(PREFIX)

clean:
	rm -rf build
