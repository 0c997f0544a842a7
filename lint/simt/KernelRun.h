//===- KernelRun.h - what one run of a kernel gives ------------*- C++ -*-===//
//
// A kernel is run once for each of its instantiations and block shapes. What a run gives hangs on
// the text that the kernel reaches and on what it is told of the launch, and on nothing else of its
// file: it can be kept while other code of the file changes.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_KERNELRUN_H
#define WARPLINT_SIMT_KERNELRUN_H

#include "lint/evidence/Site.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace warplint::simt {

/// Steps of the runs of a kernel's instantiations so far.
struct Steps {
  std::uint64_t ofKernel = 0;
  std::uint64_t ofCopies = 0;     ///< of those that follow its asynchronous copies
  std::uint64_t withCopies = 0;   ///< of the runs whose copies were followed
  unsigned runsWithoutCopies = 0; ///< for want of steps

  friend Steps operator-(const Steps &a, const Steps &b) {
    return {a.ofKernel - b.ofKernel, a.ofCopies - b.ofCopies, a.withCopies - b.withCopies,
            a.runsWithoutCopies - b.runsWithoutCopies};
  }
  friend Steps operator+(const Steps &a, const Steps &b) {
    return {a.ofKernel + b.ofKernel, a.ofCopies + b.ofCopies, a.withCopies + b.withCopies,
            a.runsWithoutCopies + b.runsWithoutCopies};
  }
};

/// A kernel's copies are followed by another run if there are steps for it, which hangs on what the
/// runs before have taken.
struct AskedForSteps {
  std::uint64_t steps = 0;    ///< of the run whose copies these are
  bool granted = false;       ///< its copies were followed
  std::uint64_t ofCopies = 0; ///< steps of that
};

struct KernelRun {
  std::vector<Site> sites;           ///< the kernel's own first
  std::vector<std::string> problems; ///< what was not seen, and why; each a sentence
  std::uint64_t staticSharedBytes = 0;
  Steps steps;                      ///< that it took
  std::vector<AskedForSteps> asked; ///< in order
};

/// As bytes that kernelRunFrom() reads; nothing where they would lose something.
std::optional<std::string> toBytes(const KernelRun &run);
/// Nothing if these bytes are no run.
std::optional<KernelRun> kernelRunFrom(llvm::StringRef bytes);

/// Runs that were made before, for who can tell that nothing has changed that they hang on.
class KeptRuns {
public:
  virtual ~KeptRuns() = default;
  /// `asked`: all that the run is told, beside the text of `kernel`, a definition.
  virtual std::optional<KernelRun> find(const clang::FunctionDecl &kernel,
                                        llvm::StringRef asked) = 0;
  virtual void keep(const clang::FunctionDecl &kernel, llvm::StringRef asked,
                    const KernelRun &run) = 0;
};

} // namespace warplint::simt

#endif
