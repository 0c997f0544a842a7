//===- Scope.cpp - what a predicate or a message may name -----------------===//

#include "lint/engine/Scope.h"

#include <algorithm>
#include <array>

namespace warplint::engine {
namespace {

constexpr std::array<std::string_view, 4> siteNames{"op", "expr", "kernel", "confidence"};

ValueView viewOf(const EvidenceValue &value) {
  return std::visit([](const auto &plain) { return ValueView(plain); }, value);
}

} // namespace

Scope scopeOf(const Site &site, const Params &params) {
  return {site.kind, site.evidence, params, site.op, site.expr, site.kernel, name(site.confidence)};
}

ValueView valueOf(const Scope &scope, std::string_view name) {
  if (const auto it = scope.evidence.find(name); it != scope.evidence.end())
    return viewOf(it->second);
  for (const auto &[param, value] : scope.params)
    if (param == name)
      return viewOf(value);
  if (name == "op")
    return scope.op;
  if (name == "expr")
    return scope.expr;
  if (name == "kernel")
    return scope.kernel;
  if (name == "confidence")
    return scope.confidence;
  return std::monostate{};
}

bool isSiteName(std::string_view name) {
  return std::find(siteNames.begin(), siteNames.end(), name) != siteNames.end();
}

const EvidenceName *evidenceName(SiteKind kind, std::string_view name, bool seesKernel) {
  for (const EvidenceName &candidate : vocabulary(kind))
    if (candidate.name == name)
      return &candidate;
  return seesKernel ? evidenceName(SiteKind::Kernel, name) : nullptr;
}

std::vector<std::string_view> visibleNames(SiteKind kind, const Params &params, bool seesKernel) {
  std::vector<std::string_view> names(siteNames.begin(), siteNames.end());
  for (const EvidenceName &evidence : vocabulary(kind))
    names.push_back(evidence.name);
  if (seesKernel)
    for (const EvidenceName &evidence : vocabulary(SiteKind::Kernel))
      names.push_back(evidence.name);
  for (const auto &[param, value] : params)
    names.push_back(param);
  return names;
}

TrialScope::TrialScope(SiteKind kind, const Params &params, std::int64_t number, bool seesKernel)
    : kind_(kind), seesKernel_(seesKernel), params_(params) {
  add(kind, number);
  if (seesKernel)
    add(SiteKind::Kernel, number);
}

void TrialScope::add(SiteKind kind, std::int64_t number) {
  for (const EvidenceName &evidence : vocabulary(kind)) {
    EvidenceValue &value = evidence_[std::string(evidence.name)];
    switch (evidence.type) {
    case EvidenceType::Boolean:
      value = number > 1;
      break;
    case EvidenceType::Integer:
      value = number;
      break;
    case EvidenceType::Number:
      value = static_cast<double>(number);
      break;
    case EvidenceType::Text:
      value = std::string("text");
      break;
    }
  }
}

Scope TrialScope::scope() const {
  return {kind_, evidence_, params_, "op", "expr", "kernel", "exact", seesKernel_};
}

} // namespace warplint::engine
