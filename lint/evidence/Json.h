//===- Json.h - evidence files and analyses as JSON ------------*- C++ -*-===//
#ifndef WARPLINT_EVIDENCE_JSON_H
#define WARPLINT_EVIDENCE_JSON_H

#include "lint/evidence/Analysis.h"
#include "lint/evidence/Error.h"

#include <nlohmann/json.hpp>

namespace warplint {

/// The evidence file of DESIGN "version 1": {"version", "source", "device", "sites"}.
nlohmann::ordered_json evidenceFile(const std::vector<Site> &sites);

/// Whole analyses, for the way from a worker process to its parent. Lossless.
nlohmann::ordered_json toJson(const FileAnalysis &analysis);
Expected<FileAnalysis> fileAnalysisFromJson(const nlohmann::json &json);

nlohmann::ordered_json toJson(const EvidenceValue &value);
nlohmann::ordered_json toJson(const Evidence &evidence);

} // namespace warplint

#endif
