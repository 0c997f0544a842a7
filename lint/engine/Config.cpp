//===- Config.cpp - a project's .warplint.yaml ----------------------------===//

#include "lint/engine/Config.h"

#include "lint/engine/Architecture.h"
#include "lint/engine/Nearest.h"
#include "lint/engine/Yaml.h"
#include "lint/evidence/ReadFile.h"

#include <algorithm>
#include <filesystem>

namespace warplint::engine {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view fileName = ".warplint.yaml";

constexpr std::array keys = std::to_array<YamlKey>({
    {"select", "array"},
    {"extend-select", "array"},
    {"ignore", "array"},
    {"params", "object"},
    {"severity", "object"},
    {"include", "array"},
    {"exclude", "array"},
    {"block", "array"},
    {"launches", "array"},
    {"defines", "array"},
    {"include-paths", "array"},
    {"overrides", "array"},
    {"cuda-path", "string"},
    {"arch", "string"},
    {"fail-on", "string"},
    {"baseline", "string"},
    {"rules-dir", ""}, // a folder or a list of them
    {"clang-args", "array"},
});

constexpr std::array overrideKeys = std::to_array<YamlKey>({
    {"files", "array", true},
    {"select", "array"},
    {"extend-select", "array"},
    {"ignore", "array"},
    {"params", "object"},
    {"severity", "object"},
    {"block", "array"},
    {"launches", "array"},
    {"defines", "array"},
    {"include-paths", "array"},
});

constexpr std::array launchKeys = std::to_array<YamlKey>({
    {"kernel", "string", true},
    {"block", "array"},
    {"grid", "array"},
    {"dynamic-shared-memory", "integer"},
});

/// Threads per block (CUDA C++ Programming Guide, "Compute Capabilities",
/// Technical Specifications): x, y, z, and all of them.
constexpr std::array<long long, 3> greatestBlock{1024, 1024, 64};
constexpr long long greatestThreads = 1024;
/// Blocks per grid, and the shared memory of the largest SM (the same table).
constexpr std::array<long long, 3> greatestGrid{2147483647, 65535, 65535};
constexpr long long greatestSharedMemory = 228LL * 1024;

ConfigPlace placeOf(const YAML::Node &node) {
  return {static_cast<unsigned>(node.Mark().line + 1),
          static_cast<unsigned>(node.Mark().column + 1)};
}

class PathReader {
public:
  PathReader(std::string folder, std::optional<std::string> limit, YamlErrors &errors)
      : folder_(std::move(folder)), limit_(std::move(limit)), errors_(errors) {}

  /// Reports a path that leads out of the limit. `elsewhere`: folders where it may lie as well.
  std::string resolved(const std::string &key, const YAML::Node &node,
                       const std::vector<std::string> &elsewhere = {}) const {
    const std::string text = node.IsScalar() ? node.Scalar() : "";
    const std::string path = (fs::path(folder_) / text).lexically_normal().string();
    const bool allowed = !limit_ || liesIn(path, *limit_) ||
                         std::any_of(elsewhere.begin(), elsewhere.end(),
                                     [&](const auto &other) { return liesIn(path, other); });
    if (!allowed)
      errors_.report(node.Mark(), "`" + key + "`: `" + text +
                                      "` leads out of the repository, which a configuration must "
                                      "not unless it is named by --config");
    return path;
  }

  /// Globs start at the folder; reports those that would not stay there.
  std::vector<std::string> patterns(const YamlMapping &map, std::string_view key) {
    std::vector<std::string> result = map.texts(key);
    if (!result.empty() && result.size() == map.node(key).size())
      for (std::size_t i = 0; i < result.size(); ++i) {
        checkPattern(map.nameOf(key), map.node(key)[i]);
        addPattern(map.nameOf(key), map.node(key)[i]);
      }
    return result;
  }
  void addPattern(const std::string &key, const YAML::Node &node) {
    found_.push_back({key, node.Scalar(), placeOf(node)});
  }
  /// In the order in which they were read.
  std::vector<Config::Pattern> takePatterns() { return std::move(found_); }

private:
  void checkPattern(const std::string &key, const YAML::Node &node) const {
    const std::string &text = node.Scalar();
    const auto report = [&](const std::string &why) {
      errors_.report(node.Mark(), "`" + key + "`: the pattern `" + text + "` " + why);
    };
    if (text.empty())
      return report("is empty");
    if (text.starts_with("!"))
      return report("begins with `!`; patterns cannot be negated here");
    for (const fs::path &part : fs::path(text))
      if (part == "..")
        return report("leads out of the configuration's folder, where patterns start");
  }

  std::string folder_;
  std::optional<std::string> limit_;
  YamlErrors &errors_;
  std::vector<Config::Pattern> found_;
};

/// Reads what may be said of all files, and of some.
class SettingsReader {
public:
  SettingsReader(const YamlMapping &map, PathReader &paths, YamlErrors &errors)
      : map_(map), paths_(paths), errors_(errors) {}

  void read(ConfigSettings &settings) const {
    settings.select = names("select");
    settings.extendSelect = names("extend-select");
    settings.ignore = names("ignore");
    readParams(settings);
    readSeverities(settings);
    settings.block = extent(map_, "block", greatestBlock, "threads");
    checkThreads(map_, settings.block);
    readDefines(settings);
    readIncludePaths(settings);
    readLaunches(settings);
  }

  /// One of a few words; reports anything else.
  std::string word(const std::string &what, const YAML::Node &node,
                   const std::vector<std::string_view> &words) const {
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

private:
  std::vector<Config::Name> names(std::string_view key) const {
    std::vector<Config::Name> result;
    const std::vector<std::string> texts = map_.texts(key);
    if (!texts.empty() && texts.size() == map_.node(key).size())
      for (std::size_t i = 0; i < texts.size(); ++i)
        result.push_back({texts[i], placeOf(map_.node(key)[i])});
    return result;
  }

  void readParams(ConfigSettings &settings) const {
    if (!map_.has("params") || !map_.node("params").IsMap())
      return;
    for (const auto &rule : map_.node("params")) {
      const std::string id = rule.first.IsScalar() ? rule.first.Scalar() : "";
      const std::string name = map_.nameOf("params") + "." + id;
      if (!rule.second.IsMap()) {
        errors_.report(rule.second.Mark(),
                       "`" + name + "` must be a mapping of the rule's params to values");
        continue;
      }
      for (const auto &param : rule.second)
        readParam(settings, id, param.first, param.second);
    }
  }

  void readParam(ConfigSettings &settings, const std::string &rule, const YAML::Node &key,
                 const YAML::Node &value) const {
    const std::string name = key.IsScalar() ? key.Scalar() : "";
    if (const std::optional<EvidenceValue> scalar = scalarValue(value))
      settings.params.push_back({rule, name, *scalar, placeOf(key)});
    else
      errors_.report(value.Mark(), "`" + map_.nameOf("params") + "." + rule + "." + name +
                                       "` must be a number, true or false, or text");
  }

  void readSeverities(ConfigSettings &settings) const {
    if (!map_.has("severity") || !map_.node("severity").IsMap())
      return;
    for (const auto &entry : map_.node("severity")) {
      const std::string rule = entry.first.IsScalar() ? entry.first.Scalar() : "";
      const std::string level = word("`" + map_.nameOf("severity") + "." + rule + "`", entry.second,
                                     {"note", "warning", "error"});
      if (const std::optional<Severity> severity = severityFromName(level))
        settings.severities.push_back({rule, *severity, placeOf(entry.first)});
    }
  }

  /// One to three whole numbers, the others being 1. Nothing where one is wrong, once reported.
  std::optional<std::array<unsigned, 3>> extent(const YamlMapping &map, std::string_view key,
                                                const std::array<long long, 3> &greatest,
                                                const std::string &of) const {
    if (!map.has(key) || !map.node(key).IsSequence())
      return std::nullopt;
    const YAML::Node list = map.node(key);
    if (list.size() < 1 || list.size() > 3) {
      map.report(key, "one to three numbers of " + of + ": [x, y, z]");
      return std::nullopt;
    }
    std::array<unsigned, 3> sizes{1, 1, 1};
    for (std::size_t axis = 0; axis < list.size(); ++axis) {
      long long size = 0;
      if (!YAML::convert<long long>::decode(list[axis], size) || size < 1 ||
          size > greatest[axis]) {
        errors_.report(list[axis].Mark(), "`" + map.nameOf(key) + "[" + std::to_string(axis) +
                                              "]` must be between 1 and " +
                                              std::to_string(greatest[axis]));
        return std::nullopt;
      }
      sizes[axis] = static_cast<unsigned>(size);
    }
    return sizes;
  }

  static void checkThreads(const YamlMapping &map,
                           const std::optional<std::array<unsigned, 3>> &block) {
    if (!block)
      return;
    const long long threads = static_cast<long long>((*block)[0]) * (*block)[1] * (*block)[2];
    if (threads > greatestThreads)
      map.report("block", std::to_string(threads) + " threads are more than the " +
                              std::to_string(greatestThreads) + " of the largest block");
  }

  void readDefines(ConfigSettings &settings) const {
    settings.defines = map_.texts("defines");
    if (settings.defines.size() != map_.node("defines").size())
      return;
    for (std::size_t i = 0; i < settings.defines.size(); ++i)
      if (!isDefine(settings.defines[i]))
        errors_.report(map_.node("defines")[i].Mark(), "`" + map_.nameOf("defines") + "`: `" +
                                                           settings.defines[i] +
                                                           "` is neither NAME nor NAME=VALUE");
  }

  /// It ends up in a line of a file that every other one includes, and must stay in it.
  static bool isDefine(std::string_view text) {
    const std::string_view name = text.substr(0, text.find('='));
    const auto isNameCharacter = [](char c) {
      return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    };
    return !name.empty() && !(name.front() >= '0' && name.front() <= '9') &&
           std::all_of(name.begin(), name.end(), isNameCharacter) &&
           text.find_first_of("\r\n") == std::string_view::npos;
  }

  void readIncludePaths(ConfigSettings &settings) const {
    const std::vector<std::string> texts = map_.texts("include-paths");
    if (texts.empty() || texts.size() != map_.node("include-paths").size())
      return;
    for (const YAML::Node &item : map_.node("include-paths"))
      settings.includePaths.push_back(
          {paths_.resolved(map_.nameOf("include-paths"), item), placeOf(item)});
  }

  void readLaunches(ConfigSettings &settings) const {
    if (!map_.has("launches") || !map_.node("launches").IsSequence())
      return;
    const YAML::Node list = map_.node("launches");
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string name = map_.nameOf("launches") + "[" + std::to_string(i) + "]";
      const YamlMapping map(list[i], name, launchKeys, errors_);
      ConfigSettings::Launch launch;
      launch.kernel = map.text("kernel");
      if (!launch.kernel.empty())
        paths_.addPattern(map.nameOf("kernel"), map.node("kernel"));
      launch.block = extent(map, "block", greatestBlock, "threads");
      checkThreads(map, launch.block);
      launch.grid = extent(map, "grid", greatestGrid, "blocks");
      if (map.has("dynamic-shared-memory"))
        launch.dynamicSharedMemory = map.integer("dynamic-shared-memory", 0, greatestSharedMemory);
      if (launch.kernel.empty())
        map.report("kernel", "the name of a kernel, or a pattern of names, is expected here");
      if (!map.has("block") && !map.has("grid") && !map.has("dynamic-shared-memory"))
        errors_.report(list[i].Mark(),
                       "`" + name + "` says nothing: give block, grid or dynamic-shared-memory");
      settings.launches.push_back(std::move(launch));
    }
  }

  const YamlMapping &map_;
  PathReader &paths_;
  YamlErrors &errors_;
};

class ConfigReader {
public:
  ConfigReader(const YAML::Node &document, const std::optional<std::string> &limit,
               YamlErrors &errors)
      : map_(document, "", keys, errors), errors_(errors) {
    config_.file = errors.file();
    paths_.emplace(config_.folder(), limit, errors);
  }

  Config read() {
    const SettingsReader settings(map_, *paths_, errors_);
    settings.read(config_);
    config_.include = paths_->patterns(map_, "include");
    config_.exclude = paths_->patterns(map_, "exclude");
    if (map_.has("cuda-path"))
      config_.cudaPath =
          map_.text("cuda-path") == "none"
              ? "none"
              : paths_->resolved("cuda-path", map_.node("cuda-path"), {"/usr", "/opt"});
    readArch();
    if (map_.has("fail-on"))
      config_.failOn =
          settings.word("`fail-on`", map_.node("fail-on"), {"note", "warning", "error", "never"});
    if (map_.has("baseline"))
      config_.baseline = paths_->resolved("baseline", map_.node("baseline"));
    readRulesDirectories();
    config_.clangArguments = map_.texts("clang-args");
    if (!config_.clangArguments.empty())
      config_.clangArgumentsPlace = placeOf(map_.node("clang-args"));
    readOverrides();
    config_.patterns = paths_->takePatterns();
    return config_;
  }

private:
  void readArch() {
    if (!map_.has("arch"))
      return;
    config_.arch = map_.text("arch");
    if (!config_.arch->starts_with("sm_"))
      map_.report("arch", "`" + *config_.arch + "` is not an architecture such as sm_90");
    else if (std::string why = whyNoArchitecture(*config_.arch); !why.empty())
      map_.report("arch", why);
  }

  void readRulesDirectories() {
    if (!map_.has("rules-dir"))
      return;
    const YAML::Node node = map_.node("rules-dir");
    if (node.IsScalar())
      config_.rulesDirectories = {paths_->resolved("rules-dir", node)};
    else if (!node.IsSequence())
      errors_.report(node.Mark(), "`rules-dir` must be a folder or a list of folders");
    if (map_.texts("rules-dir").size() == node.size())
      for (const YAML::Node &item : node)
        config_.rulesDirectories.push_back(paths_->resolved("rules-dir", item));
  }

  void readOverrides() {
    if (!map_.has("overrides") || !map_.node("overrides").IsSequence())
      return;
    const YAML::Node list = map_.node("overrides");
    for (std::size_t i = 0; i < list.size(); ++i) {
      const YamlMapping map(list[i], "overrides[" + std::to_string(i) + "]", overrideKeys, errors_);
      Config::Override override;
      SettingsReader(map, *paths_, errors_).read(override);
      override.files = paths_->patterns(map, "files");
      if (map.has("files") && override.files.empty())
        map.report("files", "the patterns of the files that it is for are expected here");
      config_.overrides.push_back(std::move(override));
    }
  }

  YamlMapping map_;
  YamlErrors &errors_;
  std::optional<PathReader> paths_;
  Config config_;
};

Error at(Error error, const std::string &file, ConfigPlace place) {
  error.file = file;
  error.line = place.line;
  error.column = place.column;
  return error;
}

/// Every name in a selection must be a rule or a family.
Expected<void> checkNames(const ConfigSettings &settings, const std::string &file,
                          const RuleSet &rules) {
  std::vector<std::string_view> known;
  for (const Rule &rule : rules.rules()) {
    known.push_back(rule.id);
    known.push_back(rule.family);
  }
  for (const auto *list : {&settings.select, &settings.extendSelect, &settings.ignore}) {
    for (const Config::Name &name : *list) {
      if (std::find(known.begin(), known.end(), name.text) != known.end())
        continue;
      const Error error{"there is no rule or family `" + name.text + "`" +
                            didYouMean(name.text, known),
                        {},
                        0,
                        0};
      return tl::unexpected<Error>(at(error, file, name.place));
    }
  }
  return {};
}

} // namespace

std::string Config::folder() const {
  const std::string parent = fs::path(file).parent_path().string();
  return parent.empty() ? "." : parent;
}

Expected<Config> parseConfig(const std::string &yaml, const std::string &file,
                             const std::optional<std::string> &limit) {
  const Expected<YAML::Node> document = parseYaml(yaml, file);
  if (!document)
    return tl::unexpected<Error>(document.error());
  if (document->IsNull()) { // empty, or comments only
    Config config;
    config.file = file;
    return config;
  }
  YamlErrors errors(file);
  Config config = ConfigReader(*document, limit, errors).read();
  if (errors.first())
    return tl::unexpected<Error>(*errors.first());
  return config;
}

Expected<Config> readConfig(const std::string &file, const std::optional<std::string> &limit) {
  const auto text = readWhole(file);
  if (!text)
    return makeError("configuration " + text.error().message, file);
  return parseConfig(*text, file, limit);
}

namespace {

std::optional<std::string> findUpward(const std::string &path, const std::string &file,
                                      bool (*isIt)(const fs::path &)) {
  std::error_code error;
  fs::path folder = fs::absolute(path, error).lexically_normal();
  if (!fs::is_directory(folder, error))
    folder = folder.parent_path();
  while (true) {
    if (isIt(folder / file))
      return (folder / file).string();
    // A worktree's or submodule's .git is a file.
    if (fs::exists(folder / ".git", error) || folder == folder.root_path() || folder.empty())
      return std::nullopt;
    folder = folder.parent_path();
  }
}

} // namespace

std::optional<std::string> findConfig(const std::string &path) {
  return findUpward(path, std::string(fileName), [](const fs::path &file) {
    std::error_code error;
    return fs::exists(fs::symlink_status(file, error));
  });
}

std::optional<std::string> findUpward(const std::string &path, const std::string &file) {
  return findUpward(path, file, [](const fs::path &found) {
    std::error_code error;
    return fs::is_regular_file(found, error);
  });
}

std::string reachOf(const std::string &configFile) {
  std::error_code error;
  const fs::path own = fs::absolute(configFile, error).lexically_normal().parent_path();
  for (fs::path folder = own;; folder = folder.parent_path()) {
    if (fs::exists(folder / ".git", error))
      return folder.string();
    if (folder == folder.root_path() || folder.empty())
      return own.string();
  }
}

bool liesIn(const std::string &path, const std::string &limit) {
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(fs::absolute(limit, error), error);
  if (error)
    return false;
  const fs::path real = fs::weakly_canonical(fs::absolute(path, error), error);
  if (error)
    return false;
  const fs::path relative = real.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

Expected<void> applySettings(const ConfigSettings &settings, const std::string &file,
                             RuleSet &rules) {
  for (const Config::Param &param : settings.params)
    if (Expected<void> set = rules.setParam(param.rule, param.name, param.value); !set)
      return tl::unexpected<Error>(at(set.error(), file, param.place));
  for (const Config::Level &level : settings.severities)
    if (Expected<void> set = rules.setSeverity(level.rule, level.severity); !set)
      return tl::unexpected<Error>(at(set.error(), file, level.place));
  return {};
}

Expected<void> applyConfig(const Config &config, RuleSet &rules) {
  for (const std::string &folder : config.rulesDirectories)
    if (Expected<void> added = rules.addDirectory(folder); !added)
      return added;
  if (Expected<void> names = checkNames(config, config.file, rules); !names)
    return names;
  if (Expected<void> applied = applySettings(config, config.file, rules); !applied)
    return applied;
  for (const Config::Override &override : config.overrides) {
    if (Expected<void> names = checkNames(override, config.file, rules); !names)
      return names;
    RuleSet trial = rules; // that no file may ask for it makes no mistake right
    if (Expected<void> applied = applySettings(override, config.file, trial); !applied)
      return applied;
  }
  return {};
}

ConfigFormat configFormat() { return {keys, overrideKeys, launchKeys}; }

} // namespace warplint::engine
