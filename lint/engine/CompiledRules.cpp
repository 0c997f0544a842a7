//===- CompiledRules.cpp - the built-in rules, read in advance ------------===//

#include "lint/engine/CompiledRules.h"

#include "lint/evidence/Json.h"

namespace warplint::engine {
namespace {

using nlohmann::json;

EvidenceValue valueOf(const json &value) {
  if (value.is_boolean())
    return value.get<bool>();
  if (value.is_number_integer())
    return value.get<std::int64_t>();
  if (value.is_number())
    return value.get<double>();
  return value.get<std::string>();
}

json paramsOf(const Rule &rule) {
  json params = json::object();
  for (const auto &[name, value] : rule.params)
    // Not toJson(), which rounds for people.
    std::visit([&, &name = name](const auto &plain) { params[name] = plain; }, value);
  return params;
}

json adjustmentsOf(const Rule &rule) {
  json adjustments = json::array();
  for (const Rule::Adjustment &adjustment : rule.adjust)
    adjustments.push_back({{"when", adjustment.when},
                           {"severity", name(adjustment.severity)},
                           {"message", adjustment.message}});
  return adjustments;
}

json compiled(const Rule &rule) {
  return {{"id", rule.id},
          {"title", rule.title},
          {"family", rule.family},
          {"phase", rule.phase},
          {"severity", name(rule.severity)},
          {"on", name(rule.on)},
          {"when", rule.when},
          {"adjust", adjustmentsOf(rule)},
          {"params", paramsOf(rule)},
          {"message", rule.message},
          {"why", rule.why},
          {"help", rule.help},
          {"summary", rule.summary},
          {"fix", rule.fix ? json(*rule.fix) : json()},
          {"confirm",
           {{"metrics", rule.confirm.metrics},
            {"when", rule.confirm.when},
            {"sanitizer", rule.confirm.sanitizer},
            {"hang", rule.confirm.hang},
            {"cost", rule.confirm.cost}}},
          {"kernels", rule.kernels},
          {"references", rule.references}};
}

Severity severityAt(const json &object) {
  return severityFromName(object.at("severity").get_ref<const std::string &>()).value();
}

Rule ruleFrom(const json &object) {
  const json &confirm = object.at("confirm");
  Rule rule;
  object.at("id").get_to(rule.id);
  object.at("title").get_to(rule.title);
  object.at("family").get_to(rule.family);
  object.at("phase").get_to(rule.phase);
  rule.severity = severityAt(object);
  rule.on = siteKindFromName(object.at("on").get_ref<const std::string &>()).value();
  object.at("when").get_to(rule.when);
  for (const json &item : object.at("adjust"))
    rule.adjust.push_back({item.at("when"), severityAt(item), item.at("message")});
  for (const auto &[name, value] : object.at("params").items())
    rule.params.emplace(name, valueOf(value));
  object.at("message").get_to(rule.message);
  object.at("why").get_to(rule.why);
  object.at("help").get_to(rule.help);
  object.at("summary").get_to(rule.summary);
  if (const json &fix = object.at("fix"); !fix.is_null())
    rule.fix = fix.get<std::string>();
  confirm.at("metrics").get_to(rule.confirm.metrics);
  confirm.at("when").get_to(rule.confirm.when);
  confirm.at("sanitizer").get_to(rule.confirm.sanitizer);
  confirm.at("hang").get_to(rule.confirm.hang);
  confirm.at("cost").get_to(rule.confirm.cost);
  object.at("kernels").get_to(rule.kernels);
  object.at("references").get_to(rule.references);
  return rule;
}

} // namespace

std::string compiledRules(std::span<const Rule> rules) {
  json list = json::array();
  for (const Rule &rule : rules)
    list.push_back(compiled(rule));
  return list.dump();
}

std::vector<Rule> readCompiledRules(std::string_view text, const std::string &origin) {
  std::vector<Rule> rules;
  for (const json &object : json::parse(text)) {
    rules.push_back(ruleFrom(object));
    rules.back().origin = origin;
  }
  return rules;
}

} // namespace warplint::engine
