//===- Yaml.cpp - reading YAML with errors that name the place ------------===//

#include "lint/engine/Yaml.h"

#include "lint/engine/Nearest.h"

#include <algorithm>
#include <sstream>
#include <yaml-cpp/eventhandler.h>

namespace warplint::engine {
namespace {

/// yaml-cpp marks a value that was quoted with the tag "!".
bool isQuoted(const YAML::Node &node) { return node.Tag() == "!"; }

std::string_view article(std::string_view type) {
  if (type == "string")
    return "text";
  if (type == "integer")
    return "an integer";
  if (type == "array")
    return "a list";
  if (type == "boolean")
    return "true or false";
  return "a mapping of names to values";
}

bool isOfType(const YAML::Node &node, std::string_view type) {
  if (type == "string")
    return node.IsScalar();
  if (type == "array")
    return node.IsSequence();
  if (type == "object")
    return node.IsMap();
  if (type == "boolean")
    return node.IsScalar() && !isQuoted(node) &&
           (node.Scalar() == "true" || node.Scalar() == "false");
  if (type == "integer") {
    long long value = 0;
    return node.IsScalar() && !isQuoted(node) && YAML::convert<long long>::decode(node, value);
  }
  return true;
}

class EventsToNobody : public YAML::EventHandler {
public:
  void OnDocumentStart(const YAML::Mark &) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark &, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark &, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark &, const std::string &, YAML::anchor_t,
                const std::string &) override {}
  void OnSequenceStart(const YAML::Mark &, const std::string &, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark &, const std::string &, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

} // namespace

void YamlErrors::report(const YAML::Mark &mark, std::string message) {
  if (first_)
    return;
  first_ = Error{std::move(message), file_, 0, 0};
  if (!mark.is_null()) {
    first_->line = static_cast<unsigned>(mark.line + 1);
    first_->column = static_cast<unsigned>(mark.column + 1);
  }
}

Expected<YAML::Node> parseYaml(const std::string &text, const std::string &file) {
  try {
    // Not LoadAll(): a token that no document takes is to it an empty document, again and again.
    std::istringstream in(text);
    YAML::Parser parser(in);
    EventsToNobody nobody;
    if (!parser.HandleNextDocument(nobody))
      return YAML::Node();
    if (parser.HandleNextDocument(nobody))
      return makeError("more than one YAML document in one file", file);
    return YAML::Load(text);
  } catch (const YAML::Exception &error) {
    YamlErrors errors(file);
    errors.report(error.mark, "not YAML: " + error.msg);
    return tl::unexpected<Error>(*errors.first());
  }
}

std::optional<EvidenceValue> scalarValue(const YAML::Node &node) {
  if (!node.IsScalar())
    return std::nullopt;
  if (isQuoted(node))
    return node.Scalar();
  bool flag = false;
  long long integer = 0;
  double number = 0;
  if ((node.Scalar() == "true" || node.Scalar() == "false") &&
      YAML::convert<bool>::decode(node, flag))
    return flag;
  if (YAML::convert<long long>::decode(node, integer))
    return std::int64_t{integer};
  if (YAML::convert<double>::decode(node, number))
    return number;
  return node.Scalar();
}

YamlMapping::YamlMapping(const YAML::Node &node, std::string path, std::span<const YamlKey> keys,
                         YamlErrors &errors)
    : node_(node), path_(std::move(path)), errors_(errors) {
  if (!node.IsMap()) {
    errors_.report(node.Mark(), (path_.empty() ? std::string() : "`" + path_ + "`: ") +
                                    "a mapping of keys to values is expected here");
    return;
  }
  for (const auto &entry : node)
    readEntry(entry.first, entry.second, keys);
  for (const YamlKey &key : keys)
    if (key.required && !has(key.name))
      errors_.report(node.Mark(), "key `" + nameOf(key.name) + "` is missing");
}

void YamlMapping::readEntry(const YAML::Node &key, const YAML::Node &value,
                            std::span<const YamlKey> keys) {
  const std::string text = key.IsScalar() ? key.Scalar() : std::string("?");
  const auto *known =
      std::find_if(keys.data(), keys.data() + keys.size(),
                   [&](const YamlKey &candidate) { return candidate.name == text; });
  if (known == keys.data() + keys.size()) {
    std::vector<std::string_view> names;
    for (const YamlKey &candidate : keys)
      names.push_back(candidate.name);
    errors_.report(key.Mark(), "unknown key `" + nameOf(text) + "`" + didYouMean(text, names));
    return;
  }
  if (!values_.emplace(text, value).second) {
    errors_.report(key.Mark(), "key `" + nameOf(text) + "` is there twice");
    return;
  }
  // A value that is not there has the mark of what follows it.
  if (!isOfType(value, known->type))
    errors_.report(value.IsNull() ? key.Mark() : value.Mark(),
                   "`" + nameOf(text) + "` must be " + std::string(article(known->type)));
}

YAML::Node YamlMapping::node(std::string_view key) const {
  const auto it = values_.find(key);
  return it == values_.end() ? YAML::Node(YAML::NodeType::Undefined) : it->second;
}

YAML::Mark YamlMapping::mark(std::string_view key) const {
  const auto it = values_.find(key);
  return it == values_.end() ? node_.Mark() : it->second.Mark();
}

std::string YamlMapping::nameOf(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

void YamlMapping::report(std::string_view key, const std::string &message) const {
  errors_.report(mark(key), "`" + nameOf(key) + "`: " + message);
}

std::string YamlMapping::text(std::string_view key) const {
  const auto it = values_.find(key);
  return it != values_.end() && it->second.IsScalar() ? it->second.Scalar() : std::string();
}

bool YamlMapping::flag(std::string_view key) const {
  const auto it = values_.find(key);
  return it != values_.end() && isOfType(it->second, "boolean") && it->second.Scalar() == "true";
}

long long YamlMapping::integer(std::string_view key, long long least, long long greatest) const {
  const auto it = values_.find(key);
  long long value = 0;
  if (it == values_.end() || !isOfType(it->second, "integer"))
    return 0;
  YAML::convert<long long>::decode(it->second, value);
  if (value < least || value > greatest)
    report(key, std::to_string(value) + " is not between " + std::to_string(least) + " and " +
                    std::to_string(greatest));
  return value;
}

std::vector<std::string> YamlMapping::texts(std::string_view key) const {
  std::vector<std::string> result;
  const auto it = values_.find(key);
  if (it == values_.end() || !it->second.IsSequence())
    return result;
  for (const YAML::Node &item : it->second) {
    if (item.IsScalar())
      result.push_back(item.Scalar());
    else
      errors_.report(item.Mark(), "`" + nameOf(key) + "` must be a list of texts");
  }
  return result;
}

} // namespace warplint::engine
