//===- Prefix.h - what a file begins with, read before ---------*- C++ -*-===//
//
// A file begins with directives: it includes headers, of the system and of its
// project, and defines macros for them. What Clang knows behind the last of
// these can be kept as a precompiled header, as clangd does, so that a file that
// was changed is read from there on.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_PREFIX_H
#define WARPLINT_FRONTEND_PREFIX_H

#include "lint/frontend/Parse.h"
#include "lint/frontend/SourceText.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class Decl;
class SourceManager;
} // namespace clang

namespace warplint::frontend {

/// A place in what was read for a precompiled header, as that pass had it; 0: none.
using EncodedPlace = clang::SourceLocation::UIntTy;

/// How far the directives reach that a text begins with, in bytes: up to the first declaration that
/// does more than say that there is something (`struct Options;`), comments before it left out. 0
/// if there is no #include among them.
struct PrefixBounds {
  unsigned bytes = 0;
  bool endsLine = false; ///< what follows begins a line
};
PrefixBounds prefixBounds(llvm::StringRef text);

/// What a pass over the prefix alone has found, beside what the precompiled header holds.
struct Prefix {
  std::string precompiled; ///< path of the precompiled header
  std::string file;        ///< stands for the file, in its folder; holds the prefix
  PrefixBounds bounds;

  struct Error {
    EncodedPlace location = 0, written = 0, operand = 0;
    unsigned id = 0;
    std::string message;
    std::vector<EncodedPlace> causes;
    bool ofOtherTarget = false;
  };
  std::vector<Error> errors;
  struct File {
    std::string path; ///< absolute
    EncodedPlace begin = 0;
    std::vector<KernelToken> kernels; ///< in its text
    bool maySuppress = false;         ///< there are comments in it that may suppress findings
  };
  std::vector<File> files; ///< of the project
  static constexpr unsigned mainFile = ~0U;
  /// A SkippedCode, as offsets in the text of a file.
  struct Skipped {
    unsigned file = 0; ///< of `files`, or mainFile
    std::uint64_t begin = 0, end = 0;
  };
  std::vector<Skipped> skipped;            ///< of the project
  std::vector<std::uint64_t> declarations; ///< of the project, by Clang's number; in order
  std::vector<std::uint64_t> ofInterest;   ///< of usage::pieces of these, likewise
  /// Likewise: of these, what else a usage::Piece says.
  std::vector<std::uint64_t> bearingOnLaunches, ofKernels, callingOnDevice, withFeatures;
  std::vector<std::uint64_t>
      bearingOrElsewhere;               ///< of the former and Piece::leadsElsewhere, either
  std::vector<std::uint64_t> ofHost;    ///< likewise: usage::Piece::hostFunctions of these
  std::vector<std::uint64_t> writing;   ///< likewise: see simt::writing()
  std::vector<std::uint64_t> assigning; ///< likewise: see usage::assignsBeyondItself()
  /// A WrittenFunction, as offsets in the text of a file.
  struct Function {
    std::string name;
    bool kernel = false;
    unsigned file = 0; ///< of `files`
    std::uint64_t begin = 0, end = 0, attribute = 0;
    EncodedPlace writtenBegin = 0, writtenEnd = 0; ///< 0 if not all of it is of one macro
  };
  std::vector<Function> functions; ///< of the project
  bool hasDamaged = false;         ///< members or device functions that could not be understood
  /// Instances of each of the project's kernel templates, as `declarations`, in the order in which
  /// they were asked for, which Clang does not keep.
  std::vector<std::uint64_t> instances;
  std::vector<std::string> missingIncludes;
  std::vector<std::string> madeHeaders; ///< as ParsedUnit::madeHeaders
  std::vector<std::string> folders;     ///< as ParsedUnit::folders
  std::uint64_t bytes = 0;              ///< of text that was read, macros expanded
  std::uint64_t ownBytes = 0;           ///< of those, not of system headers

  nlohmann::json toJson() const;
  static std::optional<Prefix> fromJson(const nlohmann::json &json);
};

/// Reads the prefix of the request's file, `text`, and writes what Clang knows then to
/// `precompiled`. `isProject` is asked with absolute paths.
Expected<Prefix> readPrefix(const ParseRequest &request, const std::string &text,
                            const PrefixBounds &bounds,
                            const std::function<bool(const std::string &)> &isProject,
                            const std::string &precompiled);

/// Gives the unit what the prefix has found; the compiler has read the precompiled header.
void addPrefix(ParsedUnit &unit, const Prefix &prefix);
/// What a place of the unit's prefix is in the unit.
clang::SourceLocation placeOf(const ParsedUnit &unit, EncodedPlace place);
/// Declarations of the precompiled header that the compiler has read, by their numbers.
std::vector<clang::Decl *> declarationsOf(const ParsedUnit &unit,
                                          const std::vector<std::uint64_t> &numbers);

/// Where this is in the main file, if it is in what stands for that in the prefix; else the same.
clang::SourceLocation inMainFile(clang::SourceLocation location,
                                 const clang::SourceManager &sources, const Prefix &prefix);

/// The path that stands for that of `file` while its prefix is read.
std::string prefixFile(llvm::StringRef file);

} // namespace warplint::frontend

#endif
