//===- Config.h - a project's .warplint.yaml -------------------*- C++ -*-===//
//
// Says what the command line can say, for all who work on a project, and what it
// cannot: params and severities of rules, launch shapes, and what differs by
// folder. rules/config.schema.json describes it; docs/configuration.md explains it.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_ENGINE_CONFIG_H
#define WARPLINT_ENGINE_CONFIG_H

#include "lint/engine/Rule.h"

#include <array>

namespace warplint::engine {

struct YamlKey;

/// Where in the configuration a name stands, for errors that show later.
struct ConfigPlace {
  unsigned line = 0;
  unsigned column = 0;
};

/// What may be said of all files, and of some.
struct ConfigSettings {
  struct Name {
    std::string text; ///< id or family of a rule
    ConfigPlace place;
  };
  std::vector<Name> select; ///< only these; none: as before
  std::vector<Name> extendSelect;
  std::vector<Name> ignore;

  struct Param {
    std::string rule;
    std::string name;
    EvidenceValue value;
    ConfigPlace place;
  };
  std::vector<Param> params;

  struct Level {
    std::string rule;
    Severity severity = Severity::Warning;
    ConfigPlace place;
  };
  std::vector<Level> severities;

  std::optional<std::array<unsigned, 3>> block; ///< threads in x, y, z
  std::vector<std::string> defines;             ///< "NAME" or "NAME=VALUE"

  struct Folder {
    std::string path; ///< resolved
    ConfigPlace place;
  };
  std::vector<Folder> includePaths;

  /// How kernels are launched whose launches do not say it.
  struct Launch {
    std::string kernel; ///< glob over the kernel's name, with or without namespaces
    std::optional<std::array<unsigned, 3>> block;    ///< threads in x, y, z
    std::optional<std::array<unsigned, 3>> grid;     ///< blocks in x, y, z
    std::optional<std::int64_t> dynamicSharedMemory; ///< bytes
  };
  std::vector<Launch> launches; ///< of several that match, the later ones win
};

struct Config : ConfigSettings {
  std::string file; ///< that it was read from; empty: there is none

  /// All of its globs and where they stand. Whether they are any is not known here.
  struct Pattern {
    std::string key; ///< "exclude", "overrides[0].files"
    std::string text;
    ConfigPlace place;
  };
  std::vector<Pattern> patterns;

  // Glob patterns, relative to folder().
  std::vector<std::string> include; ///< what is linted at all; none: everything
  std::vector<std::string> exclude;

  std::optional<std::string> cudaPath; ///< "none", or a path as given to --cuda-path
  std::optional<std::string> arch;     ///< "sm_90"
  std::optional<std::string> failOn;   ///< note, warning, error or never
  std::optional<std::string> baseline; ///< file with findings that do not count
  std::vector<std::string> rulesDirectories;
  std::vector<std::string> clangArguments;
  ConfigPlace clangArgumentsPlace;

  /// What holds for some files besides; of several that match a file, the later ones win.
  struct Override : ConfigSettings {
    std::vector<std::string> files; ///< glob patterns, relative to the configuration's folder
  };
  std::vector<Override> overrides;

  /// The folder that holds the file: relative paths in it (exclude, rules-dir,
  /// cuda-path, include-paths) start there. All but patterns are resolved already.
  std::string folder() const;
};

/// The error names file, line, column and key. `limit`: the folder that paths in
/// the configuration must not leave, links followed; absent where it may name any.
/// A CUDA Toolkit may also lie where systems install programs (/usr, /opt).
Expected<Config> parseConfig(const std::string &yaml, const std::string &file,
                             const std::optional<std::string> &limit = std::nullopt);
Expected<Config> readConfig(const std::string &file,
                            const std::optional<std::string> &limit = std::nullopt);

/// The .warplint.yaml that speaks for a path: in its folder (or in itself, where
/// it is a folder) or the closest one above, not further than the root of the
/// repository (where .git is) or of the file system. It may be a folder, or a link
/// that leads nowhere.
std::optional<std::string> findConfig(const std::string &path);
/// The same for any regular file of a project, by its path relative to the folder that it speaks
/// for.
std::optional<std::string> findUpward(const std::string &path, const std::string &file);
/// What a configuration that was found may reach: the repository that it lies in,
/// or else its own folder.
std::string reachOf(const std::string &configFile);
/// Is `path` the folder `limit`, or below it, links followed?
bool liesIn(const std::string &path, const std::string &limit);

/// Adds the configured folders of rules, then sets params and severities. Names
/// of rules that do not exist, in overrides too, are errors at their place in the
/// configuration.
Expected<void> applyConfig(const Config &config, RuleSet &rules);
/// Sets params and severities alone.
Expected<void> applySettings(const ConfigSettings &settings, const std::string &file,
                             RuleSet &rules);

/// What a configuration may say, for the test that config.schema.json says the same.
struct ConfigFormat {
  std::span<const YamlKey> keys;
  std::span<const YamlKey> overrideKeys;
  std::span<const YamlKey> launchKeys;
};
ConfigFormat configFormat();

} // namespace warplint::engine

#endif
