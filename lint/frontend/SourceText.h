//===- SourceText.h - what raw text says before it is parsed ---*- C++ -*-===//
//
// Looks at the tokens of a file without preprocessing it: which kernels it
// defines, what it includes, which comments suppress findings.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_SOURCETEXT_H
#define WARPLINT_FRONTEND_SOURCETEXT_H

#include "lint/evidence/Analysis.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warplint::frontend {

/// A `__global__` that a function body follows, outside of comments and macro definitions.
struct KernelToken {
  std::size_t offset = 0; ///< of `__global__`, in bytes
  std::string name;       ///< of the function; empty where it could not be made out
};
std::vector<KernelToken> kernelTokens(llvm::StringRef text);
/// The same of a macro that is taken for `__global__`, or that may hold it: `mark`.
std::vector<KernelToken> kernelTokens(llvm::StringRef text, llvm::StringRef mark);

/// `kernel<<<…>>>(…)` outside of comments, strings and macro definitions.
struct LaunchToken {
  std::size_t offset = 0; ///< of `<<<`
  std::string kernel;     ///< its name as written, without template arguments
};
std::vector<LaunchToken> launchTokens(llvm::StringRef text);

/// An error outside of all functions that are known, in bytes from the beginning of the text.
struct FileScopeError {
  std::size_t offset = 0;
  bool lacksBody = false; ///< a function's body is what the error misses
};
/// Functions by their text, an error in whose head may have kept them from being read: what stands
/// before the body has the error in it, and the head or the body speaks of device code.
struct BrokenFunction {
  std::size_t begin = 0; ///< of the head
  std::size_t body = 0;  ///< of `{`; where there is none, the end of the head
  std::size_t error = 0; ///< the first in the head
};
/// `skipped` are ranges of the text that the preprocessor switches off; both lists are sorted.
std::vector<BrokenFunction>
brokenFunctions(llvm::StringRef text, llvm::ArrayRef<FileScopeError> errors,
                llvm::ArrayRef<std::pair<std::size_t, std::size_t>> skipped);

/// `__gloabl__`: all but a word that marks device code.
bool isMisspeltMark(llvm::StringRef name);

/// True if `__global__` or `__device__` stands outside of comments and strings.
bool mentionsDeviceCode(llvm::StringRef text);

/// A macro that stands for what marks device code: `#define GPU_DEVICE __device__`.
struct DeviceMark {
  std::string macro;
  enum class Kind { Kernel, Lambda, Function } kind = Kind::Function; ///< [=] __device__: Lambda
  std::size_t offset = 0; ///< of the macro's name where it is defined
};
/// Those that the text defines, switched on or not.
std::vector<DeviceMark> deviceMarks(llvm::StringRef text);
/// The first of them by which code of the text is for the device: kernels and lambdas by any that
/// marks them, a lambda also by what marks functions. Functions alone may be for either side.
/// Empty: none.
std::string deviceMarkUsed(llvm::StringRef text, const llvm::StringMap<DeviceMark::Kind> &marks);

/// Where the name stands so that it may be declared or used there: `raft` is not in
/// `raft::resources`, which takes it as known, nor in the name of a header. npos: nowhere.
std::size_t findDeclared(llvm::StringRef text, llvm::StringRef name);

/// The names that #include directives give, whether switched on or not, where they stand in the
/// text.
std::vector<llvm::StringRef> includesIn(llvm::StringRef text);

/// The same, with slashes in place of backslashes.
std::vector<std::string> includeNames(llvm::StringRef text);

/// Why this is no source text ("holds NUL bytes"); empty if it may be some.
std::string whyNotText(llvm::StringRef text);

/// A preprocessor conditional around some code.
struct Guard {
  std::string condition; ///< text behind #if, #ifdef, …, with comments
  enum class Kind { If, Ifdef, Ifndef } kind = Kind::If;
  bool negated = false; ///< the code is in the #else (or a later #elif) of it
};
/// The conditionals that are open at `offset`, outermost first.
std::vector<Guard> guardsAt(llvm::StringRef text, std::size_t offset);

/// Of a text that many places are asked of: it is read once.
class Conditionals {
public:
  explicit Conditionals(llvm::StringRef text);
  /// As guardsAt().
  std::vector<Guard> at(std::size_t offset) const;

private:
  struct Directive {
    std::size_t offset;
    std::string line; ///< the logical one, behind `#`
  };
  std::vector<Directive> directives_;
};

/// The macros to define so that code behind these guards is switched on. Empty if the guards are
/// not of a simple form, or are not about CUDA (other vendors' platforms, `#if 0`).
std::vector<std::string> macrosThatEnable(const std::vector<Guard> &guards);
/// All ways to do so, `macrosThatEnable` first: of `#if defined(A) || defined(B)` there are two.
std::vector<std::vector<std::string>> waysToEnable(const std::vector<Guard> &guards);

/// The macro to define so that code behind these guards is switched off: that of the innermost one
/// that asks for something not defined (`#if !TUNE`, the `#else` of `#ifdef TUNE`). Empty if none
/// is of such a form.
std::string macroThatDisables(const std::vector<Guard> &guards);

/// True for code that no CUDA build would ever see: `#if 0`, or another vendor's platform.
bool isForeign(const std::vector<Guard> &guards);
/// True for code that is switched off where `__CUDA_ARCH__` is `arch`, and on for older chips:
/// `#if __CUDA_ARCH__ < 700`, or the `#else` of `#if __CUDA_ARCH__ >= 700`.
bool isForOlderChips(const std::vector<Guard> &guards, unsigned arch);

/// A text as far as it means something: but for comments and empty lines where they end no more
/// than a statement or a declaration.
struct CodeText {
  std::string code;            ///< its words, and how they stand in their lines
  std::vector<unsigned> lines; ///< of the words that begin one, in order
};
/// Nothing where a comment or the number of a line may have a part in what it means (`#line`,
/// `// warplint: block(32,8)`).
std::optional<CodeText> codeText(llvm::StringRef text);

/// The text with blanks in place of its comments.
std::string withoutComments(llvm::StringRef text);

/// Does a statement or declaration begin before this directive that is not at its end?
bool isWithinStatement(llvm::StringRef text, std::size_t directive);

/// Comments that suppress findings; `file` goes into their spans. NOLINT comments that name
/// only checks of other tools are left out.
/// False only where there are none.
bool maySuppress(llvm::StringRef text);
std::vector<Suppression> suppressions(llvm::StringRef text, const std::string &file);

} // namespace warplint::frontend

#endif
