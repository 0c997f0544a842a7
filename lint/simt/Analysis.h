//===- Analysis.h - run the kernels of one translation unit ----*- C++ -*-===//
#ifndef WARPLINT_SIMT_ANALYSIS_H
#define WARPLINT_SIMT_ANALYSIS_H

#include "lint/evidence/Analysis.h"
#include "lint/simt/KernelRun.h"

#include "clang/Basic/SourceLocation.h"

#include <functional>

namespace clang {
class Decl;
class FunctionDecl;
class Sema;
} // namespace clang

namespace warplint::simt {

/// What the project says of the launches of a kernel.
struct ConfiguredLaunch {
  std::optional<std::array<unsigned, 3>> block;   ///< threads in x, y, z
  std::optional<std::array<unsigned, 3>> grid;    ///< blocks in x, y, z
  std::optional<std::int64_t> dynamicSharedBytes; ///< of a block
};
/// Of each kernel template only so many instantiations are run, and more up to so many if they have
/// types, functions or enumerators for arguments that none of those had.
constexpr std::size_t maxInstantiations = 12;
constexpr std::size_t maxKinds = 24;

struct Options {
  /// Block shape given by the user, of kernels that no launch and nothing of
  /// configuredLaunch gives one.
  std::optional<std::array<unsigned, 3>> block;
  /// By the kernel's qualified name. Fills in what launches do not say for sure.
  std::function<ConfiguredLaunch(llvm::StringRef kernel)> configuredLaunch;
  /// Launches seen in other files of the run.
  std::vector<LaunchRecord> launchesElsewhere;
  /// Work allowed per kernel, in evaluated AST nodes; as Run::stepBudget.
  std::uint64_t stepBudget = 2'400'000;
  /// Asked before each run of a kernel: is there time for one more? Those that are left are
  /// counted.
  std::function<bool()> hasTime;
  /// Files whose kernels are reported on. Kernels elsewhere (system headers) are left alone.
  std::function<bool(clang::SourceLocation)> isProjectFile;
  /// Of what isProjectFile holds for: which of the libraries that the project has copies of it
  /// belongs to, by a number of this run; 0 for what is not a library's. None: nothing is.
  std::function<unsigned(clang::SourceLocation)> library;
  bool fastMath = false; ///< nvcc's use_fast_math
  /// Path as it is to be reported, from the path as Clang has it.
  std::function<std::string(llvm::StringRef)> displayPath;
  /// A kernel template that nothing instantiates, by its place and its name without scope: is it to
  /// be run with arguments that are made up for it? None: all are.
  std::function<bool(clang::SourceLocation, llvm::StringRef)> isRunUnused;
  /// Where the traversal scope of the context leaves out what was found to be of no interest: all
  /// that there is; asked for only where it is needed, as it may take a while. None: the scope is
  /// all.
  std::function<std::vector<clang::Decl *>()> everything;
  /// Likewise, but only what says what templates are written with (writing() in Instantiate.h).
  std::function<std::vector<clang::Decl *>()> writing;
  /// And only what bears on launches, or on kernels as they are written (usage/Interest.h).
  std::function<std::vector<clang::Decl *>()> bearingOnLaunches, ofKernels;
  /// And instances of templates, among them those of templates that are left out.
  std::vector<const clang::FunctionDecl *> instances;
  /// Where errors were reported. A kernel with an error inside its range is damaged.
  std::vector<clang::SourceLocation> errors;
  /// Where device code launches kernels, which Clang 19 leaves out of what it parses.
  std::vector<clang::SourceLocation> launchesByDevice;
  /// Calls `work(i)` for 0 ≤ i < count in other processes, several at a time, and returns what each
  /// gave; empty where it failed. None: all is run here.
  std::function<std::vector<std::string>(std::size_t count,
                                         const std::function<std::string(std::size_t)> &work)>
      inParallel;
  /// Runs of its kernels that were made before; null: none are kept.
  KeptRuns *keptRuns = nullptr;
  /// Functions were left without their bodies to save time. What calls them is not analysed.
  bool cutShort = false;
};

struct Result {
  std::vector<Site> sites;
  std::vector<LaunchRecord> launches;
  std::vector<std::string> kernelsWithAssumedShape;
  unsigned kernels = 0;           ///< kernels of project files; a template counts once
  bool partial = false;           ///< some kernel was not seen whole
  unsigned leftOut = 0;           ///< kernels that Options::hasTime had no time for, or not for all
  std::vector<std::string> notes; ///< what was not seen, and why
  /// A kernel template that nobody instantiates here, and that no assumed arguments show whole.
  struct UnusedTemplate {
    std::string kernel;
    clang::SourceLocation location;
    std::vector<std::string> problems; ///< with arguments that were assumed; none: none fitted
    bool wasTried = true;              ///< as Options::isRunUnused asks for
  };
  std::vector<UnusedTemplate> unusedTemplates;
};

/// Call after the whole translation unit has been parsed while Sema is alive
/// (ASTConsumer::HandleTranslationUnit): kernel templates that the file never
/// instantiates are instantiated here.
Result analyse(clang::Sema &sema, const Options &options);

} // namespace warplint::simt

#endif
