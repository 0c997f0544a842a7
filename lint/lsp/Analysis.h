//===- Analysis.h - what the server asks for, and gets ---------*- C++ -*-===//
//
// The server knows the protocol and open documents. How a file is analysed, and
// in which process, is left to an Analyser.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_LSP_ANALYSIS_H
#define WARPLINT_LSP_ANALYSIS_H

#include "lint/evidence/Finding.h"

namespace warplint::lsp {

struct AnalysisRequest {
  std::string file;   ///< absolute
  std::string folder; ///< of the editor's workspace, that it lies in; empty: none
  bool isCuda = true; ///< its name or the editor says so; else it may hold device code all the same
  std::map<std::string, std::string> texts; ///< of open documents, by absolute path
};

/// All paths in it are absolute.
struct AnalysisResult {
  std::string failure; ///< why nothing could be done: the configuration is wrong, say
  FileStatus status = FileStatus::Analysed;
  /// Why the file was not seen whole, the first one foremost. Line 0: about the file as a whole.
  std::vector<Note> remarks;
  std::vector<Note> idleSuppressions; ///< comments that suppress nothing; of the file
  std::vector<Finding> findings;      ///< those that count
  std::vector<Site> sites;
  std::vector<RuleInfo> rules;            ///< of the findings
  std::vector<std::string> includedFiles; ///< of the project
  std::vector<std::string> log;           ///< sentences for who looks for the reason of something
};

class Analyser {
public:
  virtual ~Analyser() = default;
  /// Begins; the outcome goes to Session::analysed() with the same number, later.
  virtual void start(unsigned number, AnalysisRequest request) = 0;
  /// Its outcome is not wanted any more. Numbers that are not under way are passed over.
  virtual void cancel(unsigned number) = 0;
};

} // namespace warplint::lsp

#endif
