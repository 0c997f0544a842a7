//===- Runs.h - evidence of several runs -----------------------*- C++ -*-===//
//
// Evidence files, predicted or measured, as comparing them needs them: one side
// is one state of the code, and holds any number of runs of it.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_COMPARE_RUNS_H
#define WARPLINT_COMPARE_RUNS_H

#include "lint/evidence/Error.h"
#include "lint/evidence/Site.h"

#include <nlohmann/json_fwd.hpp>

namespace warplint::compare {

struct RunSite {
  SiteKind kind = SiteKind::Kernel;
  std::string file;
  unsigned line = 0;
  unsigned column = 0; ///< 0: not known, as of what was measured
  std::string kernel;
  std::string instantiation; ///< with template arguments and parameters; measured only
  std::string op;
  std::string expr; ///< predicted only
  Evidence evidence;
};

struct EvidenceRun {
  std::string file; ///< that it was read from
  bool measured = false;
  std::string device; ///< "NVIDIA H200"; empty: none, or not known
  std::string date;
  std::vector<RunSite> sites;
};

/// An evidence file of version 1.
Expected<EvidenceRun> runFromJson(const nlohmann::json &json);
/// The error names the file.
Expected<EvidenceRun> readRun(const std::string &file);

/// Of each path its run, of a folder those of the evidence files in it, by name. What lies in a
/// folder and is no evidence is an error too: nobody could tell what was left out. There is at
/// least one run, and they are of one kind, or that is the error.
Expected<std::vector<EvidenceRun>> readRuns(const std::vector<std::string> &paths);

} // namespace warplint::compare

#endif
