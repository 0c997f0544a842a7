//===- Scope.h - what a predicate or a message may name --------*- C++ -*-===//
#ifndef WARPLINT_ENGINE_SCOPE_H
#define WARPLINT_ENGINE_SCOPE_H

#include "lint/evidence/Vocabulary.h"

#include <map>
#include <optional>

namespace warplint::engine {

using Params = std::map<std::string, EvidenceValue>;

/// The names visible at one site: its evidence, the params of the rule, and
/// `op`, `expr`, `kernel` and `confidence` of the site. Holds references only.
/// What confirms a rule sees what was measured of the site's kernel as a whole, too.
struct Scope {
  SiteKind kind = SiteKind::Kernel;
  const Evidence &evidence;
  const Params &params;
  std::string_view op;
  std::string_view expr;
  std::string_view kernel;
  std::string_view confidence;
  bool seesKernel = false;
};

Scope scopeOf(const Site &site, const Params &params);

/// The value of a name: absent where the name is good but this site does not
/// say, or where the name is unknown. Text is viewed, not copied.
using ValueView = std::variant<std::monostate, bool, std::int64_t, double, std::string_view>;
ValueView valueOf(const Scope &scope, std::string_view name);

/// Is it one of the four names that every site has?
bool isSiteName(std::string_view name);
/// The vocabulary's entry, null where a site of this kind has no such evidence.
const EvidenceName *evidenceName(SiteKind kind, std::string_view name, bool seesKernel = false);
/// All that may be named, for "did you mean".
std::vector<std::string_view> visibleNames(SiteKind kind, const Params &params,
                                           bool seesKernel = false);

/// A scope in which every name has a value, to try a rule on before it is used.
/// Numbers are `number`, flags whether `number` is more than 1.
class TrialScope {
public:
  TrialScope(SiteKind kind, const Params &params, std::int64_t number, bool seesKernel = false);
  Scope scope() const;

private:
  void add(SiteKind kind, std::int64_t number);

  SiteKind kind_;
  bool seesKernel_;
  Evidence evidence_;
  const Params &params_;
};

} // namespace warplint::engine

#endif
