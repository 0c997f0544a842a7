//===- Yaml.h - reading YAML with errors that name the place ---*- C++ -*-===//
//
// Rule files and .warplint.yaml are read through YamlMapping, which checks keys
// and types and remembers the first thing that is wrong. A reader asks for all
// that it wants and looks at the error once, at the end.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_ENGINE_YAML_H
#define WARPLINT_ENGINE_YAML_H

#include "lint/evidence/Error.h"
#include "lint/evidence/Site.h"

#include <span>
#include <yaml-cpp/yaml.h>

namespace warplint::engine {

/// A key that a mapping may have, and what its value must be. The JSON Schemas
/// say the same; a test holds the two together.
struct YamlKey {
  std::string_view name;
  std::string_view type; ///< as in JSON Schema: string, boolean, integer, array, object; "" is any
  bool required = false;
};

/// The first error of a document.
class YamlErrors {
public:
  explicit YamlErrors(std::string file) : file_(std::move(file)) {}

  void report(const YAML::Mark &mark, std::string message);
  const std::optional<Error> &first() const { return first_; }
  const std::string &file() const { return file_; }

private:
  std::string file_;
  std::optional<Error> first_;
};

/// The one document of a text. An empty text gives a null node.
Expected<YAML::Node> parseYaml(const std::string &text, const std::string &file);

/// A boolean, integer, number or string; quoted scalars are strings.
std::optional<EvidenceValue> scalarValue(const YAML::Node &node);

class YamlMapping {
public:
  /// `path` names the mapping in messages: "", "confirm", "adjust[0]". Reports
  /// keys that are unknown, twice there or missing, and values of the wrong type.
  YamlMapping(const YAML::Node &node, std::string path, std::span<const YamlKey> keys,
              YamlErrors &errors);

  bool has(std::string_view key) const { return values_.contains(key); }
  /// Undefined where the key is absent.
  YAML::Node node(std::string_view key) const;
  /// Where the value of a key stands; the mapping itself where the key is absent.
  YAML::Mark mark(std::string_view key) const;
  /// "confirm.metrics": how messages name a key.
  std::string nameOf(std::string_view key) const;
  YamlErrors &errors() const { return errors_; }
  /// Reports "`key`: message" at the value of the key.
  void report(std::string_view key, const std::string &message) const;

  /// Empty, false or 0 where the key is absent or its value is not of the type.
  std::string text(std::string_view key) const;
  bool flag(std::string_view key) const;
  long long integer(std::string_view key, long long least, long long greatest) const;
  std::vector<std::string> texts(std::string_view key) const;

private:
  void readEntry(const YAML::Node &key, const YAML::Node &value, std::span<const YamlKey> keys);

  YAML::Node node_;
  std::string path_;
  YamlErrors &errors_;
  std::map<std::string, YAML::Node, std::less<>> values_;
};

} // namespace warplint::engine

#endif
