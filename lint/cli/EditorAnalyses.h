//===- EditorAnalyses.h - what warplint lint says, for an editor -*- C++ -*-===//
#ifndef WARPLINT_CLI_EDITORANALYSES_H
#define WARPLINT_CLI_EDITORANALYSES_H

#include "lint/cli/LintCommand.h"
#include "lint/frontend/Workers.h"
#include "lint/lsp/Analysis.h"

#include <memory>

namespace warplint::cli {

/// Does in a process of its own what `warplint lint FILE` does, with the texts that are open: each
/// can be ended at any time, and none takes the server with it.
class EditorAnalyses : public lsp::Analyser {
public:
  EditorAnalyses(LintOptions options, std::vector<std::string> clangArguments)
      : options_(std::move(options)), clangArguments_(std::move(clangArguments)) {}

  void start(unsigned number, lsp::AnalysisRequest request) override;
  void cancel(unsigned number) override { running_.erase(number); }

  /// To be polled for reading.
  std::vector<int> descriptors() const;
  /// When takeEnded() is to be called at the latest.
  std::optional<std::chrono::steady_clock::time_point> deadline() const;
  /// Those that have ended since the last call.
  std::vector<std::pair<unsigned, lsp::AnalysisResult>> takeEnded();

private:
  LintOptions options_;
  std::vector<std::string> clangArguments_;
  std::map<unsigned, std::unique_ptr<frontend::Worker>> running_;
};

/// In this process.
lsp::AnalysisResult analysisFor(LintOptions options, const std::vector<std::string> &clangArguments,
                                const lsp::AnalysisRequest &request);

/// For the way from one process to another; lossless, but for bytes that are not UTF-8.
std::string serialise(const lsp::AnalysisResult &result);
Expected<lsp::AnalysisResult> deserialise(const std::string &text);

} // namespace warplint::cli

#endif
