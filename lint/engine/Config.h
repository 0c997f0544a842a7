//===- Config.h - a project's .warplint.yaml -------------------*- C++ -*-===//
//
// Says what the command line can say, for all who work on a project, and what it
// cannot: params and severities of rules. rules/config.schema.json describes it.
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

struct Config {
  std::string file; ///< that it was read from; empty: there is none

  struct Name {
    std::string text; ///< id or family of a rule
    ConfigPlace place;
  };
  std::vector<Name> select;
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

  std::vector<std::string> exclude; ///< glob patterns, relative to folder()
  std::optional<std::array<unsigned, 3>> block;
  std::optional<std::string> cudaPath; ///< "none", or a path as given to --cuda-path
  std::optional<std::string> arch;     ///< "sm_90"
  std::optional<std::string> failOn;   ///< note, warning, error or never
  std::vector<std::string> rulesDirectories;
  std::vector<std::string> clangArguments;

  /// The folder that holds the file: relative paths in it (exclude, rules-dir,
  /// cuda-path) start there. rulesDirectories and cudaPath are resolved already.
  std::string folder() const;
};

/// The error names file, line, column and key.
Expected<Config> parseConfig(const std::string &yaml, const std::string &file);
Expected<Config> readConfig(const std::string &file);

/// The .warplint.yaml that speaks for a path: in its folder (or in itself, where
/// it is a folder) or the closest one above, not further than the root of the
/// repository (where .git is) or of the file system.
std::optional<std::string> findConfig(const std::string &path);
/// The same for any file of a project, by its path relative to the folder that it speaks for.
std::optional<std::string> findUpward(const std::string &path, const std::string &file);

/// Adds the configured folders of rules, then sets params and severities. Names
/// of rules that do not exist are errors at their place in the configuration.
Expected<void> applyConfig(const Config &config, RuleSet &rules);

/// What a configuration may say, for the test that config.schema.json says the same.
std::span<const YamlKey> configKeys();

} // namespace warplint::engine

#endif
