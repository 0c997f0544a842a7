//===- ProjectEvidence.h - what a project has measured ---------*- C++ -*-===//
//
// `warplint confirm --record` writes it, a project commits it, and `warplint
// lint` shows it where there is no GPU. Paths in it are relative to the root of
// the project: the folder that holds `.warplint`, or, for evidence kept elsewhere,
// that of .warplint.yaml, else of .git, else the working directory.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CLI_PROJECTEVIDENCE_H
#define WARPLINT_CLI_PROJECTEVIDENCE_H

#include "runtime-check/Recall.h"

namespace warplint::cli {

/// What one file holds.
struct RecordedRun {
  std::string file; ///< as it is to be shown
  runtime::Measurement measurement;
};

/// `.warplint/evidence.json` in the root of the project of the first path.
std::string defaultEvidenceFile(const std::vector<std::string> &paths);

/// Its name is followed upward from the first path, as that of the configuration is, and then from
/// the working directory.
std::optional<std::string> findEvidence(const std::vector<std::string> &paths);

/// Paths in the result are as the front end reports them. The error names the file.
Expected<RecordedRun> readEvidence(const std::string &file, const std::vector<std::string> &paths);

/// Writes the measurement with the code it is of, except that in files that are `outdated` (those
/// that the program was not built from). The folder of the default file is
/// made. A measurement that says already what it is of is left as it is. `judged`: places of
/// findings in host code that this measurement has confirmed or refuted; the functions that hold
/// them are written down. Returns what to tell of it.
Expected<std::string> recordEvidence(const std::string &file, const std::vector<std::string> &paths,
                                     runtime::Measurement measurement, const runtime::Code &code,
                                     const std::map<std::string, std::string> &outdated,
                                     const std::set<SourceSpan> &judged);

/// Gives verdicts to findings in code that is as it was measured, and says in notes of the report
/// what came of it. What is refuted by then is marked as suppressed, unless `showRefuted`.
Expected<void> applyEvidence(Report &report, std::span<const RecordedRun> runs,
                             const runtime::ConfirmationOf &confirmationOf,
                             const runtime::Code &code, bool showRefuted);

} // namespace warplint::cli

#endif
