//===- ReferenceKernels.h - the kernels that rules are tried on -*- C++ -*-===//
//
// kernels/RULE/bad.cu shows what a rule is about, good.cu does the same work as
// it should be done. They are linted like any file, and run by a program that
// is built with them.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CLI_REFERENCEKERNELS_H
#define WARPLINT_CLI_REFERENCEKERNELS_H

#include "lint/chips/Resources.h"
#include "lint/engine/Evaluate.h"
#include "runtime-check/Judge.h"

namespace warplint::cli {

/// One file.
struct ReferenceKernel {
  std::string rule;
  std::string variant; ///< "bad" or "good"
  std::string file;
};

/// What a run of the program said of a kernel.
struct ReferenceRun {
  std::optional<bool> right; ///< the result is that of the CPU; unknown of what was recorded
  double milliseconds = 0;   ///< median of a launch; 0: not timed
};

/// A site whose ratio was predicted, and what was measured there.
struct ComparedSite {
  Site site;
  double predicted = 0;
  std::optional<double> measured;
  Evidence evidence{}; ///< all that was measured there
};

/// What a rule goes by (runtime::ratioName).
struct Ratios {
  std::optional<double> predicted;
  std::optional<double> measured;
};

/// The folder: given, or where warplint was built or installed; empty: there is none.
std::string kernelsFolder(const std::string &given);
/// The program that runs them, beside warplint or where it is installed; empty: there is none.
std::string kernelsProgram(const std::string &given);

/// Those of the rules named (all: empty), by rule, bad first.
std::vector<ReferenceKernel> referenceKernels(const engine::RuleSet &rules,
                                              const std::string &folder,
                                              const std::vector<std::string> &names);

/// What nvcc said of those that stand or fall by it: of bad.cu, the report in bad.ptxas beside it.
/// Predictions are the same everywhere then, with a compiler at hand or without.
std::vector<chips::KernelResources> recordedResources(const std::vector<ReferenceKernel> &kernels);

/// The line of JSON that the program prints for a kernel; none where it printed no such line.
std::optional<ReferenceRun> parseRun(const std::string &output, const ReferenceKernel &kernel);

/// Sites of one file with a ratio that rests on no assumption, beside the measured ratios.
std::vector<ComparedSite> compareSites(const FileAnalysis &file,
                                       const runtime::Measurement &measurement);

/// Of one reference kernel: where the rule fires, there; else where its kind of site is at its
/// worst. `findings` and `sites` are those of the kernel.
Ratios ratiosOf(const std::string &rule, SiteKind kind, const std::vector<Finding> &findings,
                const std::vector<ComparedSite> &sites);

/// The path as it is in this repository: "kernels/RULE/bad.cu".
std::string namedByRule(const std::string &file);
void nameByRule(runtime::Measurement &measurement);

/// The predicates and tools by which findings of these rules are judged.
runtime::ConfirmationOf confirmations(const engine::RuleSet &rules);

} // namespace warplint::cli

#endif
