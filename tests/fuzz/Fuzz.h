//===- Fuzz.h - what each kind of input is tried with ----------*- C++ -*-===//
//
// One function for each kind of input that somebody else may have written: it
// reads the input, takes what came out of it as far as warplint would, and
// looks at what must hold of any input. libFuzzer calls it with what it makes
// up, the replay test with what lies in corpus/ and crashes/.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_TESTS_FUZZ_FUZZ_H
#define WARPLINT_TESTS_FUZZ_FUZZ_H

#include <string>
#include <string_view>

namespace warplint::fuzz {

// void ruleFile(std::string_view input); … one for each target of CMakeLists.txt
#define WARPLINT_FUZZ_TARGET(name) void name(std::string_view input);
#include "tests/fuzz/Targets.inc"
#undef WARPLINT_FUZZ_TARGET

/// Ends the process where what must hold does not: libFuzzer keeps the input.
void require(bool holds, std::string_view what);

/// A file in memory with the input, for what reads files by name. Linux alone.
class InputFile {
public:
  explicit InputFile(std::string_view contents);
  ~InputFile();
  InputFile(const InputFile &) = delete;
  InputFile &operator=(const InputFile &) = delete;

  std::string path() const;

private:
  int descriptor_;
};

/// The first line, which is taken off the input.
std::string_view takeLine(std::string_view &input);

} // namespace warplint::fuzz

#endif
