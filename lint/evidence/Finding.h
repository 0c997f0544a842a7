//===- Finding.h - a rule, a site, and what is known of it -----*- C++ -*-===//
#ifndef WARPLINT_EVIDENCE_FINDING_H
#define WARPLINT_EVIDENCE_FINDING_H

#include "lint/evidence/Analysis.h"

namespace warplint {

/// Ordered: a larger value is worse.
enum class Severity { Note = 0, Warning = 1, Error = 2 };
std::string_view name(Severity severity);
std::optional<Severity> severityFromName(std::string_view name);

enum class Verdict { Confirmed, Refuted, NotExecuted, Inconclusive };
std::string_view name(Verdict verdict); ///< "confirmed", "refuted", "not-executed", "inconclusive"
std::optional<Verdict> verdictFromName(std::string_view name);

struct SuppressedBy {
  std::string by; ///< "comment", "config", "baseline", or "evidence": refuted by what was recorded
  std::string reason;
};

struct Finding {
  std::string rule;
  std::string family;
  Severity severity = Severity::Warning;
  Confidence confidence = Confidence::Exact;
  SourceSpan span;
  Lines statement; ///< of the site
  std::vector<Use>
      uses; ///< of the macro that holds the site: those it is found in, the worst first
  std::string kernel;
  std::string op; ///< of the site: "load", "store", "atomic", …
  /// All that the rule found here, sorted: `a[i] += x` may both load and store badly.
  std::vector<std::string> ops;
  std::string expr;
  std::string message;
  std::string help;        ///< one line: what to do instead
  std::string fingerprint; ///< stable under line shifts
  std::vector<std::string> assumptions;
  std::vector<Note> notes;
  Evidence predicted;
  std::optional<Evidence> measured;
  std::optional<Verdict> verdict;
  std::vector<Fix> fixes;
  std::optional<SuppressedBy> suppressed;
};

/// What a reader of a report needs to know of a rule.
struct RuleInfo {
  std::string id;
  std::string title;
  std::string family;
  int phase = 0;
  Severity severity = Severity::Warning;
  std::string why;
  std::string help;
  std::vector<std::string> references;
};

/// What was measured of a kernel as a whole, of one instantiation.
struct KernelFigures {
  std::string kernel;
  std::string instantiation; ///< with template arguments and parameters
  Evidence evidence;         ///< of a site of kind `kernel`
};

/// What the warps of a kernel waited for.
struct Stall {
  std::string reason; ///< as CUPTI names it: "long_scoreboard"
  double percent = 0; ///< of the cycles between two instructions of a warp
};
/// At most three, the largest first.
std::vector<Stall> topStalls(const Evidence &evidence);

/// One run, as every report sees it. Findings are sorted by file, line, column, rule.
struct Report {
  struct File {
    std::string file;
    FileStatus status = FileStatus::Analysed;
    unsigned kernels = 0;
    std::vector<std::string> notes;
  };
  std::vector<Finding> findings;
  std::vector<File> files;
  std::vector<RuleInfo> rules;        ///< the rules that were applied, sorted by id
  std::vector<KernelFigures> kernels; ///< where they were measured; the most time first
  std::vector<std::string> notes;     ///< about the run as a whole
};

} // namespace warplint

#endif
