//===- Damage.h - how much of the kernels one pass saw ---------*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_DAMAGE_H
#define WARPLINT_FRONTEND_DAMAGE_H

#include "lint/frontend/AnalyseFile.h"
#include "lint/frontend/Parse.h"

#include "clang/Basic/SourceManager.h"

#include <compare>
#include <functional>
#include <set>

namespace warplint::frontend {

/// `TILE_SIZE`; not `T`, nor `N0`.
bool isWrittenAsMacro(llvm::StringRef name);

/// What one pass saw of the kernels and device functions of the project.
struct Damage {
  /// Errors that change what the AST says, in the order in which they were found.
  std::vector<ParseError> errors;
  /// Of those, the ones in kernels and device functions or on their behalf; where kernels are lost,
  /// all, as anything may be what they were lost to.
  std::vector<ParseError> harmful;
  /// Their places, and those of what they were found on behalf of.
  std::vector<clang::SourceLocation> places;
  unsigned damagedFunctions = 0; ///< kernels and device functions that hold such an error
  /// Of those, the ones in the file itself. The others are a matter of the header that they are in,
  /// and of the kernels that call them.
  unsigned damagedInFile = 0;
  std::vector<std::string> inside;      ///< those errors, as "file:line: message"
  std::vector<std::string> lostKernels; ///< defined in the text, absent from the AST
  /// Why the file holds code that nothing is known of: the head of a function for the device could
  /// not be understood, or a comment or conditional has no end.
  std::vector<ParseError> lostCode;
  /// Switched off by the preprocessor in the file itself. A header's are in its share: another file
  /// may see them.
  std::vector<std::string> hiddenKernels;
  /// They are those that the file would launch; it has none.
  bool hidesLaunchesOnly = false;
  /// Functions that launch kernels, of which Clang keeps nothing as their class is not known.
  unsigned lostLaunchers = 0;
  /// That would switch hidden kernels on, those of headers too; each once, sorted.
  std::set<std::string> enablingMacros;
  std::set<std::string> enablingMacrosOfFile; ///< that would switch on `hiddenKernels`
  /// That would switch on the definition of what the file's lost kernels are marked by; sorted.
  std::set<std::string> markingMacros;
  /// That would switch off device code in which names stand that nobody declares; sorted.
  std::set<std::string> disablingMacros;
  /// That would switch on code with names in it that were not found, or with launches of the
  /// file's own kernel templates that nobody else instantiates: a build may define them. Sets to
  /// try, one after the other: as few as name everything, then all.
  std::vector<std::set<std::string>> namingMacros;
  /// That would switch on other code, if device functions hold errors: a build may define them.
  std::set<std::string> optionalMacros;
  /// Names written as macros are, which nothing declares; sorted.
  std::set<std::string> undefinedMacros;
  std::set<std::string> filesThatAskForNvcc; ///< by `__NVCC__` in a conditional
  bool asksForAnyNvcc = false;               ///< does one, by conditionsOfNvccAlone()?
  /// Device functions hold errors, and a file has another form for NVRTC.
  bool asksForRuntimeCompiler = false;
  std::map<std::string, FileShare> shares; ///< by absolute path
  unsigned kernels = 0;                    ///< seen, with their body
  unsigned unusedTemplates = 0; ///< kernel templates of the file itself, never instantiated

  /// Kernels that the preprocessor switches off, in headers too.
  std::size_t hidden() const {
    std::size_t count = 0;
    for (const auto &[path, share] : shares)
      count += share.hiddenKernels.size();
    return count;
  }

  /// Smaller is better: to see a kernel is worth errors elsewhere.
  struct Badness {
    std::size_t lost = 0;      ///< kernels, and device functions that hold errors
    std::size_t hidden = 0;    ///< kernels that the preprocessor switches off
    std::size_t unused = 0;    ///< kernel templates that are never instantiated
    std::size_t inside = 0;    ///< errors in device functions
    std::size_t launchers = 0; ///< functions of the host that launch, and are lost
    std::size_t errors = 0;
    auto operator<=>(const Badness &) const = default;
  };
  Badness badness() const {
    return {lostKernels.size() + lostCode.size() + damagedFunctions,
            hidden(),
            unusedTemplates,
            inside.size(),
            lostLaunchers,
            errors.size()};
  }
};

/// The name that was not found, if that is the error; else empty.
llvm::StringRef missingName(const ParseError &error);

/// Headers are not at hand, and all of these errors are what that leads to: a name was not found
/// that is not of namespace std, what it stands for does not fit, the rest of such a line makes no
/// sense, or types that hold such a one have another size than is said of them.
bool followFromMissingHeaders(llvm::ArrayRef<ParseError> errors, const ParsedUnit &unit);

/// The name that is not known, if it is written as a macro and may mark kernels: as
/// `LIBRARY_KERNEL void f()` and `KERNEL(void) f()`. Empty: that is not the error.
llvm::StringRef unknownMark(const ParseError &error, ParsedUnit &unit);

/// `isProject` is asked with absolute paths; `display` turns them into paths to report. `marks` are
/// macros that the unit was read with in place of `__global__`.
Damage assess(ParsedUnit &unit, const std::function<bool(const std::string &)> &isProject,
              const std::function<std::string(llvm::StringRef)> &display,
              const std::string &directory, const std::set<std::string> &marks);

} // namespace warplint::frontend

#endif
