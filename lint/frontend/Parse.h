//===- Parse.h - one tolerant pass over one file ---------------*- C++ -*-===//
//
// Parses a file as CUDA device code and keeps going whatever is wrong with it:
// missing includes are skipped, errors are collected, nothing is fatal.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_PARSE_H
#define WARPLINT_FRONTEND_PARSE_H

#include "lint/evidence/Error.h"

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class Decl;
class FunctionDecl;
} // namespace clang

namespace warplint::frontend {

class Dependencies;
struct Prefix;

struct ParseRequest {
  std::string file;                   ///< absolute path
  std::string directory;              ///< relative paths in the arguments start here
  std::vector<std::string> arguments; ///< for Clang's driver, without program and file
  /// Include folders of the project that are searched after all others: repositories carry stale
  /// copies of system headers. For Clang -idirafter would make system headers of theirs.
  std::vector<std::string> lastFolders;
  /// Files to be read with other contents (absolute path, contents).
  std::vector<std::pair<std::string, std::string>> replacedFiles;
  /// Asked for each include that was not found (name as written, path of the file that holds the
  /// directive): the file to take instead.
  std::function<std::optional<std::string>(llvm::StringRef, llvm::StringRef)> findInclude;
  /// Asked for each file that is opened (its path, which may be relative to `directory`, and its
  /// contents): what to read instead, of the same length.
  std::function<std::optional<std::string>(llvm::StringRef, llvm::StringRef)> mend;
  Dependencies *dependencies = nullptr; ///< takes down which files are read
  std::string preamble;                 ///< precompiled header to start from; empty: none
  std::uint64_t preambleBytes = 0;      ///< of text that it was made of, macros expanded
  /// Where the file includes more headers of libraries than the preamble: names that conditionals
  /// of the latter ask for, sorted. Who defines one of them may come too late.
  std::vector<std::string> askedBefore;
  std::string wantedPreamble; ///< in that case, the name of the one that holds them all
  /// What the file begins with, read before, in place of a preamble; null: it is read here.
  std::shared_ptr<const Prefix> prefix;
  /// Asked with absolute paths; kernels of other files get no body, as nobody runs them. Null: all
  /// are of the project.
  std::function<bool(const std::string &)> isProject;
  /// Of each kernel template at most so many instantiations get a body, fewer if they are large;
  /// 0: all.
  std::size_t kernelInstantiations = 0;
  /// So many where those beyond have types, functions or enumerators that none before had.
  std::size_t kernelKinds = 0;
  /// After this much processor time no further function template gets a body; 0: no limit.
  std::chrono::milliseconds patience{0};

  bool begunBefore() const { return prefix || !preamble.empty(); }
};

struct ParseError {
  clang::SourceLocation location; ///< in a file: macros are followed to where they are used
  unsigned id = 0;                ///< clang::diag::…
  std::string message;
  /// Where the template instantiations and calls that led there were asked for.
  std::vector<clang::SourceLocation> causes;
  clang::SourceLocation written; ///< within a macro where it is in what the macro stands for
  clang::SourceLocation operand; ///< where the first part begins that the message is about
  /// Of a definition that is not what was declared: the declaration, where no macro holds it. Of a
  /// specialisation for another target: the template.
  clang::SourceLocation declaration = {};
  /// The place names this member of a class, which Clang leaves out as its declaration is in error;
  /// empty: the error is one of the place itself.
  std::string member = {};
  /// A function that cannot be called would do, but for being the host's or the device's.
  bool ofOtherTarget = false;
};

/// Code that a preprocessor conditional switched off.
struct SkippedCode {
  clang::SourceLocation directive; ///< `#` of the directive that begins it
  clang::SourceLocation end;       ///< of the directive that ends it
};

/// What one pass saw. Valid during the call of `use`.
struct ParsedUnit {
  clang::CompilerInstance &compiler; ///< its Sema is alive
  std::vector<ParseError> errors = {};
  std::vector<std::string> missingIncludes = {}; ///< names as written, in order, each once
  /// Includes of what a build makes, read from templates; as `missingIncludes`.
  std::vector<std::string> madeHeaders = {};
  std::vector<SkippedCode> skipped = {};            ///< what the prefix has found is in that
  std::vector<clang::SourceLocation> lineUses = {}; ///< where `__LINE__` is expanded
  /// Of ParseRequest::askedBefore, those that headers of libraries have defined, and those that
  /// they have defined no more.
  std::vector<const clang::IdentifierInfo *> definedLate = {}, undefinedLate = {};
  bool includesWithDefinedLate = false; ///< something, while one of the former was defined
  /// The file includes something where an error in it has left a declaration without an end: that
  /// takes what comes next for its own, which a precompiled header has in another place.
  bool includesWithinError = false;
  /// In which headers were found that the search path does not lead to: they are searched for those
  /// that come later.
  std::vector<std::string> folders = {};
  /// With a prefix, instances of templates for the host that were made here. Those of the prefix's
  /// own templates are not to be found in the traversal scope.
  std::vector<const clang::FunctionDecl *> instances = {};
  /// More templates were instantiated than a text of this length may need: from this number on,
  /// they were refused. 0: all were instantiated.
  unsigned instantiationsCutAt = 0;
  bool cutShort = false;          ///< the patience ended before all templates had their bodies
  const Prefix *prefix = nullptr; ///< that the compiler has read
  /// The file defines functions that are declared in the prefix.
  bool definesOfPrefix = false;
  /// And such that are a template's. What leads to them there was not known, so that nothing is
  /// known to be of no interest.
  bool definesTemplatesOfPrefix = false;

  /// Is there a macro still that the preamble's headers might have asked for in vain?
  bool misfitsPreamble() const;
  /// What the file declares itself; without a prefix with all that it includes. The traversal scope
  /// of Clang's context has more: what usage::pieces found of interest in the prefix.
  std::vector<clang::Decl *> own() const;
  /// And all of the project's that was read with the prefix, which comes first. To read that takes
  /// a while.
  std::vector<clang::Decl *> everything() const;
  /// These of the prefix, and the file's own.
  std::vector<clang::Decl *> ownAnd(const std::vector<std::uint64_t> &ofPrefix) const;
};

/// Calls `use` once when the translation unit has been read to its end. An Error says why that
/// could not be: the arguments make no sense to Clang, or the file cannot be read.
Expected<void> parse(const ParseRequest &request, llvm::function_ref<void(ParsedUnit &)> use);

/// What a file asks for that is not the project's.
struct HeaderUse {
  struct Header {
    std::string file; ///< its path as found
    /// What an #include finds it by: `<algorithm>` where it was sought in the folders for headers,
    /// which goes for the `#include_next` in it as well, else its path in quotes.
    std::string spelled;
  };
  std::vector<Header> headers; ///< in the order of their first #include
  /// Macros that the project defines, or undefines, before the last of those.
  std::vector<std::string> macros;
  std::vector<std::string> asked; ///< names that the project's conditionals ask for, sorted
  bool ofProject = false;         ///< headers of the project are included as well
};
/// Preprocesses the project's files alone; all others are taken as empty. So the answer may be
/// wrong where a conditional asks for what they define. `macros`: #define lines to begin with.
Expected<HeaderUse> headerUse(const ParseRequest &request,
                              const std::function<bool(const std::string &)> &isProject,
                              const std::string &macros = "");

/// What is read before the first line of any file, because the command says so.
struct ReadBefore {
  std::vector<std::string> files; ///< sorted
  std::string macros;             ///< #define lines of what they have defined then
};
/// Takes the request's file as empty.
Expected<ReadBefore> readBefore(const ParseRequest &request);

/// The name that a #define line is about; empty if it is none.
llvm::StringRef definedIn(llvm::StringRef line);

/// How a precompiled header was made.
struct PrecompiledHeader {
  bool clean = false;      ///< without an error, and without a missing include
  std::uint64_t bytes = 0; ///< of text that was read, macros expanded
  /// Names that its preprocessor conditionals ask for.
  std::vector<std::string> asked;
  /// What the text includes that would be read again behind it, as it has no include guard: spelled
  /// as in the text, with its brackets or quotes.
  std::vector<std::string> again;
};
/// Reads `text` in place of the request's file, and writes what Clang knows then to `output`.
Expected<PrecompiledHeader> precompile(const ParseRequest &request, const std::string &text,
                                       const std::string &output);

} // namespace warplint::frontend

#endif
