//===- EffectiveConfig.cpp - what holds for a path, and why ---------------===//
//
// Config.cpp reads a configuration to be used, this to be shown: the same document, walked again
// with the place of every value. What overrides do to a key is said once more here; a test
// holds the two together.
//
//===----------------------------------------------------------------------===//

#include "lint/engine/EffectiveConfig.h"

#include "lint/engine/Yaml.h"

#include <algorithm>
#include <regex>

namespace warplint::engine {
namespace {

using Json = nlohmann::ordered_json;

ConfigPlace placeOf(const YAML::Node &node) {
  return {static_cast<unsigned>(node.Mark().line + 1),
          static_cast<unsigned>(node.Mark().column + 1)};
}

Json jsonOf(const YAML::Node &node) {
  if (node.IsSequence()) {
    Json list = Json::array();
    for (const YAML::Node &item : node)
      list.push_back(jsonOf(item));
    return list;
  }
  if (node.IsMap()) {
    Json map = Json::object();
    for (const auto &entry : node)
      map[entry.first.Scalar()] = jsonOf(entry.second);
    return map;
  }
  const auto value = node.IsScalar() ? scalarValue(node) : std::nullopt;
  return value ? std::visit([](const auto &plain) { return Json(plain); }, *value) : Json(nullptr);
}

/// Keys whose lists grow from one override to the next; other values are replaced.
bool grows(std::string_view key) {
  return key == "extend-select" || key == "ignore" || key == "defines" || key == "include-paths" ||
         key == "launches";
}

std::vector<std::string> namesOf(const YAML::Node &mapping, const char *key) {
  std::vector<std::string> names;
  if (const YAML::Node list = mapping[key])
    for (const YAML::Node &item : list)
      names.push_back(item.Scalar());
  return names;
}

/// Of a name. Those that YAML reads as something else are names of no rule.
std::string nameIn(const Json &value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

bool contains(const std::vector<std::string> &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class Walk {
public:
  explicit Walk(const RuleSet &rules) : rules_(rules) {}

  void take(const YAML::Node &mapping, bool isOverride) {
    if (isOverride)
      prepareFor(mapping);
    for (const auto &entry : mapping) {
      const std::string key = entry.first.Scalar();
      if (key != "overrides" && !(isOverride && key == "files"))
        takeKey(key, entry.first, entry.second);
    }
    values_.insert(values_.end(), behind_.begin(), behind_.end());
    behind_.clear();
  }

  std::vector<ConfigValue> values() && { return std::move(values_); }

  void addDefault(const std::string &key, Json value) {
    const bool isThere = std::any_of(values_.begin(), values_.end(),
                                     [&](const auto &known) { return known.key[0] == key; });
    if (!isThere)
      values_.push_back({{key}, std::move(value), false, {}});
  }

private:
  /// Overrides select one after the other, but what is shown selects once: of names, the closer
  /// ones win there, not the later ones.
  void prepareFor(const YAML::Node &override) {
    if (!namesOf(override, "select").empty()) { // whatever was selected or ignored before
      erase({"select"});
      erase({"extend-select"});
      erase({"ignore"});
      return;
    }
    const std::vector<std::string> extended = namesOf(override, "extend-select");
    std::erase_if(values_, [&](const ConfigValue &value) {
      return value.key[0] == "ignore" && isIn(extended, nameIn(value.value));
    });
    for (const YAML::Node &ignored : override["ignore"])
      for (const ConfigValue &value : values_)
        if ((value.key[0] == "select" || value.key[0] == "extend-select") &&
            familyOf(nameIn(value.value)) == ignored.Scalar() &&
            !contains(extended, nameIn(value.value)))
          behind_.push_back({{"ignore"}, value.value, true, placeOf(ignored)});
  }

  /// Empty of a family's own name.
  std::string familyOf(const std::string &name) const {
    const Rule *rule = rules_.find(name);
    return rule ? rule->family : std::string();
  }

  /// By its own name, or by its family's.
  bool isIn(const std::vector<std::string> &names, const std::string &name) const {
    return contains(names, name) || contains(names, familyOf(name));
  }

  void takeKey(const std::string &key, const YAML::Node &name, const YAML::Node &value) {
    if (value.IsMap())
      return takeMap({key}, value);
    // A block is one value of three numbers, not a list of them.
    if (value.IsSequence() && key != "block") {
      if (!grows(key) && value.size() > 0) // to select nothing changes nothing
        erase({key});
      for (const YAML::Node &item : value)
        values_.push_back({{key}, jsonOf(item), true, placeOf(item)});
      return;
    }
    set({key}, jsonOf(value), placeOf(name));
  }

  void takeMap(const std::vector<std::string> &path, const YAML::Node &map) {
    for (const auto &entry : map) {
      std::vector<std::string> key = path;
      key.push_back(entry.first.Scalar());
      if (entry.second.IsMap())
        takeMap(key, entry.second);
      else
        set(key, jsonOf(entry.second), placeOf(entry.first));
    }
  }

  void set(const std::vector<std::string> &key, Json value, ConfigPlace place) {
    erase(key);
    values_.push_back({key, std::move(value), false, place});
  }

  void erase(const std::vector<std::string> &key) {
    std::erase_if(values_, [&](const ConfigValue &value) { return value.key == key; });
  }

  const RuleSet &rules_;
  std::vector<ConfigValue> values_;
  std::vector<ConfigValue> behind_; ///< what the override that is taken ignores besides
};

/// Would YAML read it as this text, and as nothing else?
bool isPlain(const std::string &text) {
  static const std::regex word("[A-Za-z_/][A-Za-z0-9_./*-]*");
  static const std::regex other("y|n|yes|no|on|off|true|false|null", std::regex::icase);
  return std::regex_match(text, word) && !std::regex_match(text, other);
}

void emit(YAML::Emitter &out, const Json &value) {
  if (value.is_array()) {
    out << YAML::Flow << YAML::BeginSeq;
    for (const Json &item : value)
      emit(out, item);
    out << YAML::EndSeq;
  } else if (value.is_object()) {
    out << YAML::Flow << YAML::BeginMap;
    for (const auto &[key, item] : value.items()) {
      out << YAML::Key << key << YAML::Value;
      emit(out, item);
    }
    out << YAML::EndMap;
  } else if (value.is_string()) {
    const std::string text = value.get<std::string>();
    out << (isPlain(text) ? YAML::Auto : YAML::DoubleQuoted) << text;
  } else if (value.is_boolean()) {
    out << value.get<bool>();
  } else if (value.is_number_integer()) {
    out << value.get<std::int64_t>();
  } else if (value.is_number()) {
    out << value.get<double>();
  } else {
    out << YAML::Null;
  }
}

std::size_t positionOf(const std::string &key) {
  const auto keys = configFormat().keys;
  return static_cast<std::size_t>(
      std::find_if(keys.begin(), keys.end(),
                   [&](const YamlKey &known) { return known.name == key; }) -
      keys.begin());
}

} // namespace

Expected<std::vector<ConfigValue>> effectiveConfig(const std::string &yaml, const std::string &file,
                                                   const std::vector<std::size_t> &overrides,
                                                   const RuleSet &rules) {
  const Expected<YAML::Node> document = parseYaml(yaml, file);
  if (!document)
    return tl::unexpected(document.error());
  Walk walk(rules);
  if (document->IsMap()) {
    walk.take(*document, false);
    for (const std::size_t index : overrides)
      walk.take((*document)["overrides"][index], true);
  }
  walk.addDefault("fail-on", "warning");
  std::vector<ConfigValue> values = std::move(walk).values();
  // Keys in their order, what belongs to one rule together, items of lists as they came.
  std::vector<std::size_t> order(values.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  const auto rank = [&](std::size_t i) {
    return std::tuple(positionOf(values[i].key[0]), values[i].key, i);
  };
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return rank(a) < rank(b); });
  std::vector<ConfigValue> sorted;
  for (const std::size_t i : order)
    sorted.push_back(std::move(values[i]));
  return sorted;
}

std::string asYaml(const std::vector<ConfigValue> &values,
                   const std::function<std::string(const ConfigValue &)> &comment) {
  YAML::Emitter out;
  out << YAML::BeginMap;
  std::vector<std::string> open; // keys of the mappings and the list that are begun
  const auto close = [&](std::size_t depth, bool &list) {
    if (list)
      out << YAML::EndSeq;
    list = false;
    for (; open.size() > depth; open.pop_back())
      out << YAML::EndMap;
  };
  bool list = false;
  std::string listKey;
  for (const engine::ConfigValue &value : values) {
    if (value.isItem) {
      if (!list || listKey != value.key[0]) {
        close(0, list);
        out << YAML::Key << value.key[0] << YAML::Value << YAML::BeginSeq;
        list = true;
        listKey = value.key[0];
      }
    } else {
      std::size_t common = 0;
      while (!list && common < open.size() && common + 1 < value.key.size() &&
             open[common] == value.key[common])
        ++common;
      close(common, list);
      for (; open.size() + 1 < value.key.size(); open.push_back(value.key[open.size()]))
        out << YAML::Key << value.key[open.size()] << YAML::Value << YAML::BeginMap;
      out << YAML::Key << value.key.back() << YAML::Value;
    }
    emit(out, value.value);
    out << YAML::Comment(comment(value));
  }
  close(0, list);
  out << YAML::EndMap;
  return std::string(out.c_str()) + "\n";
}

} // namespace warplint::engine
