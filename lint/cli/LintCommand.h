//===- LintCommand.h - what lint and merge have in common ------*- C++ -*-===//
#ifndef WARPLINT_CLI_LINTCOMMAND_H
#define WARPLINT_CLI_LINTCOMMAND_H

#include "lint/cli/AnalysisOptions.h"
#include "lint/cli/Command.h"

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
  std::string shard;    ///< "2/8", as given; empty: all
  std::string part;     ///< file to write for `warplint merge`; empty: none
  std::string analyses; ///< the like, but of whole analyses
};

/// Options about rules and reports; those about the analysis are not among them.
void addReportOptions(CLI::App &command, LintOptions &options);

/// Analyses, reports, and says how it ended. `kept`: what other runs have done of it.
Expected<ExitStatus> lint(const LintOptions &options,
                          const std::vector<std::string> &clangArguments,
                          const std::vector<frontend::KeptResults> &kept);

/// Reports on what other runs have found out.
Expected<ExitStatus> report(const LintOptions &options, const std::vector<FileAnalysis> &files);

} // namespace warplint::cli

#endif
