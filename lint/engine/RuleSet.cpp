//===- RuleSet.cpp - the rules of a run -----------------------------------===//

#include "lint/engine/Nearest.h"
#include "lint/engine/RuleFile.h"
#include "lint/evidence/ReadFile.h"

#include <algorithm>
#include <filesystem>

namespace warplint::engine {

namespace {

Expected<std::vector<std::filesystem::path>> yamlFiles(const std::string &folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    const std::filesystem::path extension = it->path().extension();
    if (extension == ".yaml" || extension == ".yml")
      files.push_back(it->path());
  }
  if (error)
    return makeError("folder of rules cannot be read: " + error.message(), folder);
  std::sort(files.begin(), files.end());
  return files;
}

bool isNumber(const EvidenceValue &value) {
  return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

std::string_view typeName(const EvidenceValue &value) {
  if (std::holds_alternative<bool>(value))
    return "true or false";
  return isNumber(value) ? "a number" : "text";
}

} // namespace

Expected<void> RuleSet::addDirectory(const std::string &path) {
  const auto files = yamlFiles(path);
  if (!files)
    return tl::unexpected<Error>(files.error());
  std::map<std::string, std::string> origins; // by id: a copied file with its old id is a slip
  for (const std::filesystem::path &file : *files) {
    const Expected<std::string> text = readWhole(file.string());
    if (!text)
      return tl::unexpected<Error>(text.error());
    Expected<Rule> rule = parseRule(*text, file.string());
    if (!rule)
      return tl::unexpected<Error>(rule.error());
    const auto [first, isNew] = origins.emplace(rule->id, file.string());
    if (!isNew)
      return makeError("`id`: `" + rule->id + "` is already the id of " + first->second,
                       file.string());
    add(std::move(*rule));
  }
  return {};
}

Expected<void> RuleSet::addText(const std::string &yaml, const std::string &origin) {
  Expected<Rule> rule = parseRule(yaml, origin);
  if (!rule)
    return tl::unexpected<Error>(rule.error());
  add(std::move(*rule));
  return {};
}

Expected<void> RuleSet::setParam(const std::string &rule, const std::string &name,
                                 EvidenceValue value) {
  Expected<Rule *> found = findForChange(rule);
  if (!found)
    return tl::unexpected<Error>(found.error());
  const auto param = (*found)->params.find(name);
  if (param == (*found)->params.end()) {
    std::vector<std::string_view> names;
    for (const auto &[known, unused] : (*found)->params)
      names.push_back(known);
    return makeError("rule `" + rule + "` has no param `" + name + "`" + didYouMean(name, names));
  }
  const bool sameType =
      isNumber(value) ? isNumber(param->second) : value.index() == param->second.index();
  if (!sameType)
    return makeError("param `" + name + "` of rule `" + rule + "` must be " +
                     std::string(typeName(param->second)));
  param->second = std::move(value);
  return {};
}

Expected<void> RuleSet::setSeverity(const std::string &rule, Severity severity) {
  Expected<Rule *> found = findForChange(rule);
  if (!found)
    return tl::unexpected<Error>(found.error());
  (*found)->severity = severity;
  for (Rule::Adjustment &adjustment : (*found)->adjust)
    adjustment.severity = severity;
  return {};
}

const Rule *RuleSet::find(std::string_view id) const {
  const auto it =
      std::lower_bound(rules_.begin(), rules_.end(), id,
                       [](const Rule &rule, std::string_view key) { return rule.id < key; });
  return it != rules_.end() && it->id == id ? &*it : nullptr;
}

Expected<Rule *> RuleSet::findForChange(const std::string &id) {
  if (const Rule *rule = find(id))
    return &rules_[static_cast<std::size_t>(rule - rules_.data())];
  std::vector<std::string_view> ids;
  for (const Rule &rule : rules_)
    ids.push_back(rule.id);
  return makeError("there is no rule `" + id + "`" + didYouMean(id, ids));
}

void RuleSet::add(Rule rule) {
  const auto it =
      std::lower_bound(rules_.begin(), rules_.end(), rule.id,
                       [](const Rule &known, const std::string &id) { return known.id < id; });
  if (it != rules_.end() && it->id == rule.id)
    *it = std::move(rule);
  else
    rules_.insert(it, std::move(rule));
}

} // namespace warplint::engine
