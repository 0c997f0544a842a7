//===- Json.h - evidence files and analyses as JSON ------------*- C++ -*-===//
//
// Text that is not valid UTF-8 (a Latin-1 comment in a source file, say) has its
// stray bytes replaced by U+FFFD, so that what is built here can always be dumped.
// Values that are not finite are unknown and are left out.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_EVIDENCE_JSON_H
#define WARPLINT_EVIDENCE_JSON_H

#include "lint/evidence/Analysis.h"
#include "lint/evidence/Error.h"
#include "lint/evidence/Finding.h"

#include <nlohmann/json.hpp>

namespace warplint {

/// The evidence file of version 1: {"version", "source", "device", "per", "sites"}.
/// Sites stand in the order given; their numbers are counts per representative block.
nlohmann::ordered_json evidenceFile(const std::vector<Site> &sites);

/// Whole analyses, for the way from a worker process to its parent. Lossless
/// (but for the two remarks above).
nlohmann::ordered_json toJson(const FileAnalysis &analysis);
Expected<FileAnalysis> fileAnalysisFromJson(const nlohmann::json &json);

/// For people and for reports: numbers that are not integers are rounded to six
/// significant digits.
nlohmann::ordered_json toJson(const EvidenceValue &value);
nlohmann::ordered_json toJson(const Evidence &evidence);
/// {"kernel", "instantiation", "figures", "stalls": the top three as [{"reason", "percent"}]}
nlohmann::ordered_json toJson(const KernelFigures &kernel);

/// The text with every byte that is not part of valid UTF-8 replaced by U+FFFD.
std::string validUtf8(std::string_view text);

} // namespace warplint

#endif
