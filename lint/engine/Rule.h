//===- Rule.h - what a rule file says --------------------------*- C++ -*-===//
//
// A rule is data: docs/rules.md says how to write one. Rules are checked when
// they are read, so that a rule in a RuleSet has predicates that compile and
// messages whose placeholders are known.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_ENGINE_RULE_H
#define WARPLINT_ENGINE_RULE_H

#include "lint/evidence/Error.h"
#include "lint/evidence/Finding.h"

#include <span>

namespace warplint::engine {

struct Rule {
  std::string id;
  std::string title;
  std::string family; ///< memory shared divergence sync groups async occupancy compute host arch
  int phase = 0;      ///< phase of the GPU architecture rubric, 0 to 5
  Severity severity = Severity::Warning;
  SiteKind on = SiteKind::Kernel;
  std::string when; ///< Lua expression over the evidence and the params
  /// A finding for which this holds gets another severity or message: the first that holds counts.
  struct Adjustment {
    std::string when;
    Severity severity = Severity::Warning;
    std::string message; ///< empty: that of the rule
    friend bool operator==(const Adjustment &, const Adjustment &) = default;
  };
  std::vector<Adjustment> adjust;
  std::map<std::string, EvidenceValue> params;
  std::string
      message; ///< {name} stands for evidence, {op}, {expr}, {kernel}; {name:.1f} formats it
  std::string why;
  std::string help;
  std::string summary;            ///< one line of cure, used as Finding::help
  std::optional<std::string> fix; ///< id of the site's fix that cures it
  struct Confirm {
    std::vector<std::string> metrics;
    std::string when;
    std::string sanitizer; ///< "racecheck" or "synccheck"; empty where metrics confirm
    bool hang = false;     ///< a launch that never ends confirms
    bool cost = false;     ///< what is measured is the cost: a small one refutes nothing

    bool isStatic() const { return metrics.empty() && sanitizer.empty() && !hang; }
    friend bool operator==(const Confirm &, const Confirm &) = default;
  } confirm;
  std::string kernels; ///< folder under kernels/
  std::vector<std::string> references;
  std::string origin; ///< file it was read from, or "built in"
  friend bool operator==(const Rule &, const Rule &) = default;
};

/// Rules, sorted by id; ids are unique.
class RuleSet {
public:
  /// The rules compiled into the program.
  static RuleSet builtin();
  /// Adds the rules of a folder's *.yaml; one of the same id replaces.
  Expected<void> addDirectory(const std::string &path);
  Expected<void> addText(const std::string &yaml, const std::string &origin);
  /// Overrides of params by configuration: rule id -> name -> value. Unknown names are errors.
  Expected<void> setParam(const std::string &rule, const std::string &name, EvidenceValue value);
  /// All findings of the rule get this severity, whatever its adjustments say.
  Expected<void> setSeverity(const std::string &rule, Severity severity);

  std::span<const Rule> rules() const { return rules_; }
  const Rule *find(std::string_view id) const;

private:
  Expected<Rule *> findForChange(const std::string &id);
  void add(Rule rule);

  std::vector<Rule> rules_;
};

} // namespace warplint::engine

#endif
