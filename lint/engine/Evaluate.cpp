//===- Evaluate.cpp - rules over evidence give findings -------------------===//

#include "lint/engine/Evaluate.h"

#include "lint/engine/Message.h"
#include "lint/engine/Predicate.h"
#include "lint/engine/Profiles.h"
#include "lint/engine/Suppress.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

namespace warplint::engine {
namespace {

//===----------------------------------------------------------------------===//
// Rules, ready to run
//===----------------------------------------------------------------------===//

struct CompiledRule {
  const Rule *rule = nullptr;
  int when = 0;
  std::vector<int> adjust; ///< parallel to Rule::adjust
};

Error inRule(const Rule &rule, Error error) {
  error.message = "rule `" + rule.id + "` (" + rule.origin + "): " + error.message;
  return error;
}

Error atSite(const Rule &rule, const Site &site, Error error) {
  error = inRule(rule, std::move(error));
  error.file = site.span.file;
  error.line = site.span.line;
  error.column = site.span.column;
  return error;
}

Expected<CompiledRule> compile(const Rule &rule, Predicates &predicates) {
  CompiledRule compiled;
  compiled.rule = &rule;
  const Expected<int> when = predicates.compile(rule.when);
  if (!when)
    return tl::unexpected<Error>(inRule(rule, when.error()));
  compiled.when = *when;
  for (const Rule::Adjustment &adjustment : rule.adjust) {
    const Expected<int> handle = predicates.compile(adjustment.when);
    if (!handle)
      return tl::unexpected<Error>(inRule(rule, handle.error()));
    compiled.adjust.push_back(*handle);
  }
  return compiled;
}

/// The first adjustment that holds; null where none does.
Expected<const Rule::Adjustment *> adjustmentFor(const CompiledRule &compiled, const Scope &scope,
                                                 Predicates &predicates) {
  for (std::size_t i = 0; i < compiled.adjust.size(); ++i) {
    const Expected<bool> holds = predicates.holds(compiled.adjust[i], scope);
    if (!holds)
      return tl::unexpected<Error>(holds.error());
    if (*holds)
      return &compiled.rule->adjust[i];
  }
  return nullptr;
}

Finding findingFor(const Rule &rule, const Site &site) {
  Finding finding;
  finding.rule = rule.id;
  finding.family = rule.family;
  finding.severity = rule.severity;
  finding.confidence = site.confidence;
  finding.span = site.span;
  finding.kernel = site.kernel;
  finding.statement = site.statement;
  finding.uses = site.uses;
  finding.op = site.op;
  finding.ops = {site.op};
  finding.expr = site.expr;
  finding.help = rule.summary;
  finding.assumptions = site.assumptions;
  finding.notes = site.notes;
  finding.predicted = site.evidence;
  for (const Fix &fix : site.fixes)
    if (rule.fix == fix.id)
      finding.fixes.push_back(fix);
  return finding;
}

/// The finding of one rule at one site, if the rule fires.
Expected<std::optional<Finding>> apply(const CompiledRule &compiled, const Site &site,
                                       Predicates &predicates) {
  const Rule &rule = *compiled.rule;
  const Scope scope = scopeOf(site, rule.params);
  const Expected<bool> fires = predicates.holds(compiled.when, scope);
  if (!fires)
    return tl::unexpected<Error>(atSite(rule, site, fires.error()));
  if (!*fires)
    return std::nullopt;

  Finding finding = findingFor(rule, site);
  const Expected<const Rule::Adjustment *> adjustment = adjustmentFor(compiled, scope, predicates);
  if (!adjustment)
    return tl::unexpected<Error>(atSite(rule, site, adjustment.error()));
  std::string_view pattern = rule.message;
  if (*adjustment) {
    finding.severity = (*adjustment)->severity;
    if (!(*adjustment)->message.empty())
      pattern = (*adjustment)->message;
  }
  Expected<std::string> message = renderMessage(std::string(pattern), scope);
  if (!message)
    return tl::unexpected<Error>(atSite(rule, site, message.error()));
  finding.message = std::move(*message);
  return finding;
}

//===----------------------------------------------------------------------===//
// Order and duplicates
//===----------------------------------------------------------------------===//

/// What makes two findings one: the same rule at the same place of the same
/// kernel, seen from two files or in two instantiations of a template.
auto identity(const Finding &finding) {
  const SourceSpan &span = finding.span;
  return std::tie(span.file, span.line, span.column, finding.rule, span.endLine, span.endColumn,
                  finding.kernel);
}

/// How bad a finding is within its rule: the ratio that its rule goes by.
double badness(const Finding &finding) {
  for (const char *name : {"sectors_ratio", "wavefronts_ratio", "divergent_ratio"})
    if (const std::optional<double> value = numberAt(finding.predicted, name))
      return *value;
  // Data may send it anywhere, and nothing keeps it near.
  return stringAt(finding.predicted, "pattern") == "gather" ? std::numeric_limits<double>::max()
                                                            : 0;
}

/// By place and rule; of findings that are one, the worst first, then the surest.
/// What follows only makes the order total, so that no input order shows.
bool comesBefore(const Finding &a, const Finding &b) {
  if (const auto order = identity(a) <=> identity(b); order != 0)
    return order < 0;
  if (a.severity != b.severity)
    return a.severity > b.severity;
  if (badness(a) != badness(b))
    return badness(a) > badness(b);
  return std::tie(a.confidence, a.message, a.assumptions, a.predicted, a.uses) <
         std::tie(b.confidence, b.message, b.assumptions, b.predicted, b.uses);
}

/// The same in other uses of a macro. So many of them are shown.
constexpr std::size_t mostUsesShown = 4;
void addUses(Finding &finding, const std::vector<Use> &more) {
  for (const Use &use : more) {
    if (std::find(finding.uses.begin(), finding.uses.end(), use) != finding.uses.end())
      continue;
    finding.uses.push_back(use);
    if (finding.uses.size() <= mostUsesShown)
      finding.notes.push_back({use.span, "and where it is used here"});
  }
}

/// Says how many uses were found and not shown.
void countUses(Finding &finding) {
  if (finding.uses.size() <= mostUsesShown)
    return;
  const std::size_t more = finding.uses.size() - mostUsesShown;
  finding.notes.push_back(
      {finding.uses.back().span,
       "and in " + std::to_string(more) + " more use" + (more == 1 ? "" : "s") + " down to here"});
}

void sortAndFold(std::vector<Finding> &findings) {
  std::sort(findings.begin(), findings.end(), comesBefore);
  std::vector<Finding> folded;
  for (Finding &finding : findings) {
    if (folded.empty() || identity(folded.back()) != identity(finding)) {
      folded.push_back(std::move(finding));
      continue;
    }
    std::vector<std::string> &ops = folded.back().ops;
    const auto at = std::lower_bound(ops.begin(), ops.end(), finding.op);
    if (at == ops.end() || *at != finding.op)
      ops.insert(at, finding.op);
    addUses(folded.back(), finding.uses);
  }
  for (Finding &finding : folded)
    countUses(finding);
  findings = std::move(folded);
}

/// Kernel templates of which one file knows an instance, while another, such as the header that
/// holds it, has to make one up.
class KnownKernels {
public:
  explicit KnownKernels(std::span<const FileAnalysis> files) {
    for (const FileAnalysis &file : files)
      for (const Site &site : file.sites)
        if (site.kind == SiteKind::Kernel && !isMadeUp(site))
          known_.emplace(site.span.file, site.span.line);
  }

  /// By name: those of a file for which it has made one up in vain.
  std::set<std::string> madeUpInVain(const FileAnalysis &file) const {
    std::set<std::string> kernels;
    for (const Site &site : file.sites)
      if (site.kind == SiteKind::Kernel && isMadeUp(site) &&
          known_.contains({site.span.file, site.span.line}))
        kernels.insert(site.kernel);
    return kernels;
  }

  static bool isMadeUp(const Site &site) {
    return std::any_of(
        site.assumptions.begin(), site.assumptions.end(),
        [](const std::string &assumption) { return assumption.starts_with(argumentsAssumed); });
  }

private:
  std::set<std::pair<std::string, unsigned>> known_; ///< where they stand
};

/// The rules of the profiles in use, compiled once each.
class CompiledRules {
public:
  explicit CompiledRules(Predicates &predicates) : predicates_(predicates) {}

  Expected<std::span<const CompiledRule>> of(const Profile &profile, SiteKind kind) {
    const auto [known, isNew] = compiled_.try_emplace(&profile);
    if (isNew)
      for (const Rule &rule : profile.rules.rules()) {
        if (!profile.applies(rule.id))
          continue;
        Expected<CompiledRule> one = compile(rule, predicates_);
        if (!one)
          return tl::unexpected<Error>(one.error());
        known->second[rule.on].push_back(std::move(*one));
      }
    return std::span<const CompiledRule>(known->second[kind]);
  }

private:
  Predicates &predicates_;
  std::map<const Profile *, std::map<SiteKind, std::vector<CompiledRule>>> compiled_;
};

} // namespace

RuleInfo infoOf(const Rule &rule) {
  return {rule.id,       rule.title, rule.family, rule.phase,
          rule.severity, rule.why,   rule.help,   rule.references};
}

std::optional<std::string> unknownName(const RuleSet &rules, const Selection &selection) {
  for (const auto *names : {&selection.select, &selection.ignore}) {
    for (const std::string &name : *names) {
      const bool known =
          std::any_of(rules.rules().begin(), rules.rules().end(),
                      [&](const Rule &rule) { return rule.id == name || rule.family == name; });
      if (!known)
        return name;
    }
  }
  return std::nullopt;
}

Expected<Report> evaluate(const RuleSet &rules, const Selection &selection,
                          std::span<const FileAnalysis> files, const SourceLine &sourceLine) {
  return evaluate(Profiles(rules, selection), files, sourceLine);
}

Expected<Report> evaluate(const Profiles &profiles, std::span<const FileAnalysis> files,
                          const SourceLine &sourceLine) {
  Report report;
  Predicates predicates;
  CompiledRules compiled(predicates);
  // Rules that are broken are errors although no site asks for them.
  if (auto ready = compiled.of(profiles.of({}), SiteKind::Kernel); !ready)
    return tl::unexpected<Error>(ready.error());
  const KnownKernels known(files);
  for (const FileAnalysis &file : files) {
    report.files.push_back({file.file, file.status, file.kernels, file.notes});
    const std::set<std::string> inVain = known.madeUpInVain(file);
    for (const Site &site : file.sites) {
      if (inVain.contains(site.kernel) && KnownKernels::isMadeUp(site))
        continue;
      const auto rules = compiled.of(profiles.of(site.span.file), site.kind);
      if (!rules)
        return tl::unexpected<Error>(rules.error());
      for (const CompiledRule &rule : *rules) {
        Expected<std::optional<Finding>> finding = apply(rule, site, predicates);
        if (!finding)
          return tl::unexpected<Error>(finding.error());
        if (*finding)
          report.findings.push_back(std::move(**finding));
      }
    }
  }
  for (const Rule *rule : profiles.applied())
    report.rules.push_back(infoOf(*rule));

  sortAndFold(report.findings);
  setFingerprints(report.findings, sourceLine);
  applySuppressions(files, profiles.rules().rules(), report,
                    [&](const std::string &rule, const std::string &file) {
                      return profiles.of(file).applies(rule);
                    });
  return report;
}

Expected<bool> holds(const std::string &predicate, SiteKind kind, const Evidence &evidence,
                     const std::map<std::string, EvidenceValue> &params) {
  Predicates predicates;
  const Expected<int> handle = predicates.compile(predicate);
  if (!handle)
    return tl::unexpected<Error>(handle.error());
  return predicates.holds(*handle, Scope{kind, evidence, params, "", "", "", "", true});
}

} // namespace warplint::engine
