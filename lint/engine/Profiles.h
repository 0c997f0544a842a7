//===- Profiles.h - which rules hold for which file ------------*- C++ -*-===//
#ifndef WARPLINT_ENGINE_PROFILES_H
#define WARPLINT_ENGINE_PROFILES_H

#include "lint/engine/Config.h"
#include "lint/engine/Evaluate.h"

#include <functional>
#include <memory>
#include <set>

namespace warplint::engine {

/// What holds for some files: rules with their params and severities, and which are applied.
struct Profile {
  RuleSet rules;
  std::set<std::string, std::less<>> applied; ///< ids

  bool applies(std::string_view rule) const { return applied.contains(rule); }
};

/// Indices in Config::overrides of those that speak of a file, ascending.
using OverridesOf = std::function<std::vector<std::size_t>(const std::string &file)>;

/// The profiles of a run. What an override selects replaces what held before it, what it ignores
/// is taken away; the later one wins. Rules that the command line selects are the only ones,
/// whatever else is selected; what it ignores is ignored everywhere. Within one list and between
/// these, the closer name wins.
class Profiles {
public:
  /// One for all files.
  Profiles(const RuleSet &rules, const Selection &selection);
  /// `rules` are those that applyConfig() made; `commandLine` is what was selected there.
  Profiles(const RuleSet &rules, const Selection &commandLine, const Config &config,
           OverridesOf overridesOf);

  /// Of the file that a finding lies in. Valid as long as the profiles are.
  const Profile &of(const std::string &file) const;
  /// The rules as configured for all files.
  const RuleSet &rules() const { return everywhere_->rules; }
  /// Those of them, sorted by id, that were applied to any of the files asked for so far, or are
  /// where no override says otherwise.
  std::vector<const Rule *> applied() const;

private:
  std::unique_ptr<Profile> profileOf(const std::vector<std::size_t> &overrides) const;

  Selection commandLine_, configured_;
  std::vector<Config::Override> overrides_;
  std::string configFile_;
  OverridesOf overridesOf_;
  std::unique_ptr<Profile> everywhere_;
  mutable std::map<std::vector<std::size_t>, std::unique_ptr<Profile>> byOverrides_;
  mutable std::map<std::string, const Profile *, std::less<>> byFile_;
};

} // namespace warplint::engine

#endif
