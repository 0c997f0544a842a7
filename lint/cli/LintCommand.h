//===- LintCommand.h - what lint and merge have in common ------*- C++ -*-===//
#ifndef WARPLINT_CLI_LINTCOMMAND_H
#define WARPLINT_CLI_LINTCOMMAND_H

#include "lint/cli/AnalysisOptions.h"
#include "lint/cli/Command.h"
#include "lint/evidence/Finding.h"

namespace warplint::cli {

struct LintOptions {
  AnalysisOptions analysis;
  std::vector<std::string> rulesDirectories;
  std::vector<std::string> select;
  std::vector<std::string> ignore;
  std::vector<std::string> formats;
  std::vector<std::string> outputs;
  std::vector<std::string> evidence; ///< files
  std::string failOn;
  std::string colour = "auto";
  std::vector<std::string> pathMap; ///< "FROM=TO", as given
  std::string summary = "auto";     ///< of the text report: auto, always, never
  bool fix = false;
  bool noEvidence = false;
  bool showRefuted = false;
  std::string baseline; ///< file; empty: what the configuration names
  bool noBaseline = false;
  std::string diff;     ///< revision or file, `-`; empty: everything counts
  std::string shard;    ///< "2/8", as given; empty: all
  std::string part;     ///< file to write for `warplint merge`; empty: none
  std::string analyses; ///< the like, but of whole analyses
};

/// Which rules are applied.
void addSelectionOptions(CLI::App &command, LintOptions &options);
/// Which measurements are used.
void addEvidenceOptions(CLI::App &command, LintOptions &options);
/// All options about rules and reports; those about the analysis are not among them.
void addReportOptions(CLI::App &command, LintOptions &options);

/// Analyses, reports, and says how it ended. `kept`: what other runs have done of it.
Expected<ExitStatus> lint(const LintOptions &options,
                          const std::vector<std::string> &clangArguments,
                          const std::vector<frontend::KeptResults> &kept);

/// What lint() does, up to the report; `baseline` of the options is left to the caller. Without
/// `diff`, it holds everything.
struct Outcome {
  Report report;
  std::vector<FileAnalysis> files; ///< that it was made from
  std::string baselineFile;        ///< that was named or configured; empty: none
  /// Was the rule applied to the file?
  std::function<bool(const std::string &rule, const std::string &file)> isApplied;
  std::vector<std::string> incomplete; ///< files that were not analysed, in words
  bool allFailed = false;              ///< and there were some
};
Expected<Outcome> findings(const LintOptions &options,
                           const std::vector<std::string> &clangArguments);

/// Reports on what other runs have found out.
Expected<ExitStatus> report(const LintOptions &options, const std::vector<FileAnalysis> &files);

} // namespace warplint::cli

#endif
