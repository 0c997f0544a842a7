//===- Wording.cpp - a finding in words -----------------------------------===//

#include "lint/report/Wording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplint::report {

std::string confidence(const Finding &finding) {
  if (finding.assumptions.empty())
    return std::string(name(finding.confidence));
  return fmt::format("{}: {}", name(finding.confidence), fmt::join(finding.assumptions, "; "));
}

std::string qualifiedMessage(const Finding &finding) {
  if (finding.confidence == Confidence::Exact)
    return finding.message;
  return fmt::format("{} ({})", finding.message, confidence(finding));
}

std::string remarks(const Finding &finding) {
  std::string text;
  if (finding.confidence != Confidence::Exact)
    text += "\nconfidence: " + confidence(finding);
  if (!finding.help.empty())
    text += "\n" + finding.help;
  return text;
}

} // namespace warplint::report
