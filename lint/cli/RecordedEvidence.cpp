//===- RecordedEvidence.cpp - what rules cost on a real GPU ---------------===//

#include "lint/cli/RecordedEvidence.h"

#include "lint/evidence/EmbeddedFile.h"

namespace warplint::cli {

std::span<const EmbeddedFile> evidenceFiles(); // written by the build

std::optional<runtime::Measurement> recordedEvidence(const std::string &rule) {
  for (const EmbeddedFile &file : evidenceFiles()) {
    if (file.path != rule + ".json")
      continue;
    const auto json = nlohmann::json::parse(file.contents, nullptr, false);
    if (auto measurement = runtime::measurementFromJson(json))
      return std::move(*measurement);
  }
  return std::nullopt;
}

} // namespace warplint::cli
