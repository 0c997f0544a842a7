//===- Evidence.cpp - names of the closed sets, access to values ----------===//

#include "lint/evidence/Error.h"
#include "lint/evidence/Finding.h"

#include <algorithm>
#include <array>
#include <utility>

namespace warplint {
namespace {

template <typename E, std::size_t N>
std::string_view nameIn(const std::array<std::pair<E, std::string_view>, N> &table, E value) {
  for (const auto &[candidate, text] : table)
    if (candidate == value)
      return text;
  return "?";
}

template <typename E, std::size_t N>
std::optional<E> valueIn(const std::array<std::pair<E, std::string_view>, N> &table,
                         std::string_view text) {
  for (const auto &[candidate, candidateText] : table)
    if (candidateText == text)
      return candidate;
  return std::nullopt;
}

constexpr std::array<std::pair<SiteKind, std::string_view>, 22> siteKindNames{{
    {SiteKind::GlobalAccess, "global_access"},
    {SiteKind::SharedAccess, "shared_access"},
    {SiteKind::LocalAccess, "local_access"},
    {SiteKind::Branch, "branch"},
    {SiteKind::Loop, "loop"},
    {SiteKind::Barrier, "barrier"},
    {SiteKind::Group, "group"},
    {SiteKind::AsyncCopy, "async_copy"},
    {SiteKind::AsyncUse, "async_use"},
    {SiteKind::Kernel, "kernel"},
    {SiteKind::Launch, "launch"},
    {SiteKind::Race, "race"},
    {SiteKind::Constant, "constant_access"},
    {SiteKind::Parameter, "parameter"},
    {SiteKind::WarpCall, "warp_call"},
    {SiteKind::SharedArray, "shared_array"},
    {SiteKind::Pipeline, "pipeline"},
    {SiteKind::AsyncBarrier, "async_barrier"},
    {SiteKind::Code, "code"},
    {SiteKind::HostCall, "host_call"},
    {SiteKind::Feature, "feature"},
    {SiteKind::Arithmetic, "arithmetic"},
}};

constexpr std::array<std::pair<Confidence, std::string_view>, 3> confidences{{
    {Confidence::Exact, "exact"},
    {Confidence::Likely, "likely"},
    {Confidence::Possible, "possible"},
}};

constexpr std::array<std::pair<FileStatus, std::string_view>, 3> fileStatuses{{
    {FileStatus::Analysed, "analysed"},
    {FileStatus::Partial, "partial"},
    {FileStatus::Failed, "failed"},
}};

constexpr std::array<std::pair<Severity, std::string_view>, 3> severities{{
    {Severity::Note, "note"},
    {Severity::Warning, "warning"},
    {Severity::Error, "error"},
}};

constexpr std::array<std::pair<Verdict, std::string_view>, 4> verdicts{{
    {Verdict::Confirmed, "confirmed"},
    {Verdict::Refuted, "refuted"},
    {Verdict::NotExecuted, "not-executed"},
    {Verdict::Inconclusive, "inconclusive"},
}};

const EvidenceValue *find(const Evidence &evidence, std::string_view name) {
  auto it = evidence.find(name);
  return it == evidence.end() ? nullptr : &it->second;
}

} // namespace

std::span<const SiteKind> siteKinds() {
  static constexpr auto kinds = [] {
    std::array<SiteKind, siteKindNames.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = siteKindNames[i].first;
    return all;
  }();
  return kinds;
}

std::string_view name(SiteKind kind) { return nameIn(siteKindNames, kind); }
std::optional<SiteKind> siteKindFromName(std::string_view text) {
  return valueIn(siteKindNames, text);
}

std::string_view name(Confidence confidence) { return nameIn(confidences, confidence); }
std::optional<Confidence> confidenceFromName(std::string_view text) {
  return valueIn(confidences, text);
}

std::string_view name(FileStatus status) { return nameIn(fileStatuses, status); }
std::optional<FileStatus> fileStatusFromName(std::string_view text) {
  return valueIn(fileStatuses, text);
}

std::string_view name(Severity severity) { return nameIn(severities, severity); }
std::optional<Severity> severityFromName(std::string_view text) {
  return valueIn(severities, text);
}

std::string_view name(Verdict verdict) { return nameIn(verdicts, verdict); }
std::optional<Verdict> verdictFromName(std::string_view text) { return valueIn(verdicts, text); }

std::optional<double> numberAt(const Evidence &evidence, std::string_view name) {
  const EvidenceValue *value = find(evidence, name);
  if (!value)
    return std::nullopt;
  if (const auto *integer = std::get_if<std::int64_t>(value))
    return static_cast<double>(*integer);
  if (const auto *number = std::get_if<double>(value))
    return *number;
  return std::nullopt;
}

std::optional<std::string_view> stringAt(const Evidence &evidence, std::string_view name) {
  const EvidenceValue *value = find(evidence, name);
  if (!value)
    return std::nullopt;
  if (const auto *text = std::get_if<std::string>(value))
    return *text;
  return std::nullopt;
}

bool boolAt(const Evidence &evidence, std::string_view name) {
  const EvidenceValue *value = find(evidence, name);
  if (!value)
    return false;
  const auto *flag = std::get_if<bool>(value);
  return flag && *flag;
}

std::string Error::str() const {
  std::string text;
  if (!file.empty()) {
    text += file + ":";
    if (line) {
      text += std::to_string(line) + ":";
      if (column)
        text += std::to_string(column) + ":";
    }
    text += " ";
  }
  return text + message;
}

std::vector<Stall> topStalls(const Evidence &evidence) {
  constexpr std::string_view prefix = "stall_", suffix = "_percent";
  constexpr std::size_t most = 3;
  std::vector<Stall> stalls;
  for (const auto &[name, value] : evidence) {
    const std::string_view text = name;
    if (text.starts_with(prefix) && text.ends_with(suffix))
      stalls.push_back({name.substr(prefix.size(), name.size() - prefix.size() - suffix.size()),
                        numberAt(evidence, name).value_or(0)});
  }
  std::sort(stalls.begin(), stalls.end(), [](const Stall &a, const Stall &b) {
    return a.percent != b.percent ? a.percent > b.percent : a.reason < b.reason;
  });
  if (stalls.size() > most)
    stalls.resize(most);
  return stalls;
}

} // namespace warplint
