//===- Config.cpp - a project's .warplint.yaml ----------------------------===//

#include "lint/engine/Config.h"

#include "lint/engine/Nearest.h"
#include "lint/engine/Yaml.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

namespace warplint::engine {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view fileName = ".warplint.yaml";

constexpr std::array keys = std::to_array<YamlKey>({
    {"select", "array"},
    {"ignore", "array"},
    {"params", "object"},
    {"severity", "object"},
    {"exclude", "array"},
    {"block", "array"},
    {"cuda-path", "string"},
    {"arch", "string"},
    {"fail-on", "string"},
    {"rules-dir", ""}, // a folder or a list of them
    {"clang-args", "array"},
});

/// Threads per block (CUDA C++ Programming Guide, "Compute Capabilities",
/// Technical Specifications): x, y, z, and all of them.
constexpr std::array<long long, 3> greatestBlock{1024, 1024, 64};
constexpr long long greatestThreads = 1024;

ConfigPlace placeOf(const YAML::Node &node) {
  return {static_cast<unsigned>(node.Mark().line + 1),
          static_cast<unsigned>(node.Mark().column + 1)};
}

class ConfigReader {
public:
  ConfigReader(const YAML::Node &document, YamlErrors &errors)
      : map_(document, "", keys, errors), errors_(errors) {
    config_.file = errors.file();
  }

  Config read() {
    config_.select = names("select");
    config_.ignore = names("ignore");
    readParams();
    readSeverities();
    config_.exclude = map_.texts("exclude");
    readBlock();
    if (map_.has("cuda-path"))
      config_.cudaPath = map_.text("cuda-path") == "none" ? "none" : resolved("cuda-path");
    readArch();
    if (map_.has("fail-on"))
      config_.failOn =
          word("`fail-on`", map_.node("fail-on"), {"note", "warning", "error", "never"});
    readRulesDirectories();
    config_.clangArguments = map_.texts("clang-args");
    return config_;
  }

private:
  std::vector<Config::Name> names(std::string_view key) {
    std::vector<Config::Name> result;
    const std::vector<std::string> texts = map_.texts(key);
    if (!texts.empty() && texts.size() == map_.node(key).size())
      for (std::size_t i = 0; i < texts.size(); ++i)
        result.push_back({texts[i], placeOf(map_.node(key)[i])});
    return result;
  }

  /// One of a few words; reports anything else.
  std::string word(const std::string &what, const YAML::Node &node,
                   const std::vector<std::string_view> &words) {
    const std::string text = node.IsScalar() ? node.Scalar() : "";
    if (std::find(words.begin(), words.end(), text) != words.end())
      return text;
    std::string list;
    for (std::string_view candidate : words)
      list += (list.empty() ? "" : ", ") + std::string(candidate);
    errors_.report(node.Mark(),
                   what + ": `" + text + "` is none of " + list + didYouMean(text, words));
    return text;
  }

  void readParams() {
    if (!map_.has("params") || !map_.node("params").IsMap())
      return;
    for (const auto &rule : map_.node("params")) {
      const std::string id = rule.first.IsScalar() ? rule.first.Scalar() : "";
      if (!rule.second.IsMap()) {
        errors_.report(rule.second.Mark(),
                       "`params." + id + "` must be a mapping of the rule's params to values");
        continue;
      }
      for (const auto &param : rule.second)
        readParam(id, param.first, param.second);
    }
  }

  void readParam(const std::string &rule, const YAML::Node &key, const YAML::Node &value) {
    const std::string name = key.IsScalar() ? key.Scalar() : "";
    if (const std::optional<EvidenceValue> scalar = scalarValue(value))
      config_.params.push_back({rule, name, *scalar, placeOf(key)});
    else
      errors_.report(value.Mark(),
                     "`params." + rule + "." + name + "` must be a number, true or false, or text");
  }

  void readSeverities() {
    if (!map_.has("severity") || !map_.node("severity").IsMap())
      return;
    for (const auto &entry : map_.node("severity")) {
      const std::string rule = entry.first.IsScalar() ? entry.first.Scalar() : "";
      const std::string level =
          word("`severity." + rule + "`", entry.second, {"note", "warning", "error"});
      if (const std::optional<Severity> severity = severityFromName(level))
        config_.severities.push_back({rule, *severity, placeOf(entry.first)});
    }
  }

  void readBlock() {
    if (!map_.has("block") || !map_.node("block").IsSequence())
      return;
    const YAML::Node block = map_.node("block");
    if (block.size() < 1 || block.size() > 3)
      return map_.report("block", "one to three numbers of threads: [x, y, z]");
    std::array<unsigned, 3> shape{1, 1, 1};
    long long threads = 1;
    for (std::size_t axis = 0; axis < block.size(); ++axis) {
      long long size = 0;
      if (!YAML::convert<long long>::decode(block[axis], size) || size < 1 ||
          size > greatestBlock[axis])
        return errors_.report(block[axis].Mark(), "`block[" + std::to_string(axis) +
                                                      "]` must be between 1 and " +
                                                      std::to_string(greatestBlock[axis]));
      shape[axis] = static_cast<unsigned>(size);
      threads *= size;
    }
    if (threads > greatestThreads)
      return map_.report("block", std::to_string(threads) + " threads are more than the " +
                                      std::to_string(greatestThreads) + " of the largest block");
    config_.block = shape;
  }

  void readArch() {
    if (!map_.has("arch"))
      return;
    config_.arch = map_.text("arch");
    if (!std::regex_match(*config_.arch, std::regex("sm_[0-9]{2,3}[af]?")))
      map_.report("arch", "`" + *config_.arch + "` is not an architecture such as sm_90");
  }

  void readRulesDirectories() {
    if (!map_.has("rules-dir"))
      return;
    const YAML::Node node = map_.node("rules-dir");
    if (node.IsScalar())
      config_.rulesDirectories = {resolved("rules-dir")};
    else if (!node.IsSequence())
      errors_.report(node.Mark(), "`rules-dir` must be a folder or a list of folders");
    for (const std::string &folder : map_.texts("rules-dir"))
      config_.rulesDirectories.push_back(resolvedPath(folder));
  }

  std::string resolved(std::string_view key) { return resolvedPath(map_.text(key)); }
  std::string resolvedPath(const std::string &path) {
    return (fs::path(config_.folder()) / path).lexically_normal().string();
  }

  YamlMapping map_;
  YamlErrors &errors_;
  Config config_;
};

Error at(Error error, const Config &config, ConfigPlace place) {
  error.file = config.file;
  error.line = place.line;
  error.column = place.column;
  return error;
}

/// Every name in `select` and `ignore` must be a rule or a family.
Expected<void> checkNames(const Config &config, const RuleSet &rules) {
  std::vector<std::string_view> known;
  for (const Rule &rule : rules.rules()) {
    known.push_back(rule.id);
    known.push_back(rule.family);
  }
  for (const auto *list : {&config.select, &config.ignore}) {
    for (const Config::Name &name : *list) {
      if (std::find(known.begin(), known.end(), name.text) != known.end())
        continue;
      const Error error{"there is no rule or family `" + name.text + "`" +
                            didYouMean(name.text, known),
                        {},
                        0,
                        0};
      return tl::unexpected<Error>(at(error, config, name.place));
    }
  }
  return {};
}

} // namespace

std::string Config::folder() const {
  const std::string parent = fs::path(file).parent_path().string();
  return parent.empty() ? "." : parent;
}

Expected<Config> parseConfig(const std::string &yaml, const std::string &file) {
  const Expected<YAML::Node> document = parseYaml(yaml, file);
  if (!document)
    return tl::unexpected<Error>(document.error());
  if (document->IsNull()) { // empty, or comments only
    Config config;
    config.file = file;
    return config;
  }
  YamlErrors errors(file);
  Config config = ConfigReader(*document, errors).read();
  if (errors.first())
    return tl::unexpected<Error>(*errors.first());
  return config;
}

Expected<Config> readConfig(const std::string &file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream)
    return makeError("configuration cannot be read", file);
  return parseConfig(text, file);
}

std::optional<std::string> findConfig(const std::string &path) {
  return findUpward(path, std::string(fileName));
}

std::optional<std::string> findUpward(const std::string &path, const std::string &file) {
  std::error_code error;
  fs::path folder = fs::absolute(path, error).lexically_normal();
  if (!fs::is_directory(folder, error))
    folder = folder.parent_path();
  while (true) {
    if (fs::is_regular_file(folder / file, error))
      return (folder / file).string();
    // A worktree's or submodule's .git is a file.
    if (fs::exists(folder / ".git", error) || folder == folder.root_path() || folder.empty())
      return std::nullopt;
    folder = folder.parent_path();
  }
}

Expected<void> applyConfig(const Config &config, RuleSet &rules) {
  for (const std::string &folder : config.rulesDirectories)
    if (Expected<void> added = rules.addDirectory(folder); !added)
      return added;
  if (Expected<void> names = checkNames(config, rules); !names)
    return names;
  for (const Config::Param &param : config.params)
    if (Expected<void> set = rules.setParam(param.rule, param.name, param.value); !set)
      return tl::unexpected<Error>(at(set.error(), config, param.place));
  for (const Config::Level &level : config.severities)
    if (Expected<void> set = rules.setSeverity(level.rule, level.severity); !set)
      return tl::unexpected<Error>(at(set.error(), config, level.place));
  return {};
}

std::span<const YamlKey> configKeys() { return keys; }

} // namespace warplint::engine
