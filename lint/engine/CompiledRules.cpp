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

/// Strings of any length, one behind the other, each with a zero at its end. The JSON has numbers
/// in their places: nlohmann's reader goes byte by byte, and most of the rules is prose.
class Prose {
public:
  json add(const std::string &text) {
    const std::size_t start = bytes_.size();
    bytes_ += text;
    bytes_ += '\0';
    return start;
  }
  json add(const std::vector<std::string> &texts) {
    json starts = json::array();
    for (const std::string &text : texts)
      starts.push_back(add(text));
    return starts;
  }
  const std::string &bytes() const { return bytes_; }

private:
  std::string bytes_;
};

json paramsOf(const Rule &rule) {
  json params = json::object();
  for (const auto &[name, value] : rule.params)
    // Not toJson(), which rounds for people.
    std::visit([&, &name = name](const auto &plain) { params[name] = plain; }, value);
  return params;
}

json adjustmentsOf(const Rule &rule, Prose &prose) {
  json adjustments = json::array();
  for (const Rule::Adjustment &adjustment : rule.adjust)
    adjustments.push_back({{"when", prose.add(adjustment.when)},
                           {"severity", name(adjustment.severity)},
                           {"message", prose.add(adjustment.message)}});
  return adjustments;
}

json compiled(const Rule &rule, Prose &prose) {
  return {{"id", rule.id},
          {"title", prose.add(rule.title)},
          {"family", rule.family},
          {"phase", rule.phase},
          {"severity", name(rule.severity)},
          {"on", name(rule.on)},
          {"when", prose.add(rule.when)},
          {"adjust", adjustmentsOf(rule, prose)},
          {"params", paramsOf(rule)},
          {"message", prose.add(rule.message)},
          {"why", prose.add(rule.why)},
          {"help", prose.add(rule.help)},
          {"summary", prose.add(rule.summary)},
          {"fix", rule.fix ? prose.add(*rule.fix) : json()},
          {"confirm",
           {{"metrics", rule.confirm.metrics},
            {"when", prose.add(rule.confirm.when)},
            {"sanitizer", rule.confirm.sanitizer},
            {"hang", rule.confirm.hang},
            {"cost", rule.confirm.cost}}},
          {"kernels", rule.kernels},
          {"references", prose.add(rule.references)}};
}

Severity severityAt(const json &object) {
  return severityFromName(object.at("severity").get_ref<const std::string &>()).value();
}

Rule ruleFrom(const json &object, std::string_view prose) {
  const auto read = [&](const json &start) {
    const std::string_view rest = prose.substr(start.get<std::size_t>());
    return std::string(rest.substr(0, rest.find('\0')));
  };
  const json &confirm = object.at("confirm");
  Rule rule;
  object.at("id").get_to(rule.id);
  rule.title = read(object.at("title"));
  object.at("family").get_to(rule.family);
  object.at("phase").get_to(rule.phase);
  rule.severity = severityAt(object);
  rule.on = siteKindFromName(object.at("on").get_ref<const std::string &>()).value();
  rule.when = read(object.at("when"));
  for (const json &item : object.at("adjust"))
    rule.adjust.push_back({read(item.at("when")), severityAt(item), read(item.at("message"))});
  for (const auto &[name, value] : object.at("params").items())
    rule.params.emplace(name, valueOf(value));
  rule.message = read(object.at("message"));
  rule.why = read(object.at("why"));
  rule.help = read(object.at("help"));
  rule.summary = read(object.at("summary"));
  if (const json &fix = object.at("fix"); !fix.is_null())
    rule.fix = read(fix);
  confirm.at("metrics").get_to(rule.confirm.metrics);
  rule.confirm.when = read(confirm.at("when"));
  confirm.at("sanitizer").get_to(rule.confirm.sanitizer);
  confirm.at("hang").get_to(rule.confirm.hang);
  confirm.at("cost").get_to(rule.confirm.cost);
  object.at("kernels").get_to(rule.kernels);
  for (const json &reference : object.at("references"))
    rule.references.push_back(read(reference));
  return rule;
}

} // namespace

std::string compiledRules(std::span<const Rule> rules) {
  Prose prose;
  json list = json::array();
  for (const Rule &rule : rules)
    list.push_back(compiled(rule, prose));
  const std::vector<std::uint8_t> bytes = json::to_cbor(list);
  return std::to_string(bytes.size()) + '\n' + std::string(bytes.begin(), bytes.end()) +
         prose.bytes();
}

std::vector<Rule> readCompiledRules(std::string_view bytes, const std::string &origin) {
  const std::size_t line = bytes.find('\n') + 1;
  const std::size_t size = std::stoul(std::string(bytes.substr(0, line)));
  const std::string_view prose = bytes.substr(line + size);
  std::vector<Rule> rules;
  for (const json &object : json::from_cbor(bytes.substr(line, size))) {
    rules.push_back(ruleFrom(object, prose));
    rules.back().origin = origin;
  }
  return rules;
}

} // namespace warplint::engine
