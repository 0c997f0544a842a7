//===- Judge.cpp - verdicts on findings -----------------------------------===//

#include "runtime-check/Judge.h"

#include "runtime-check/KernelName.h"

#include <algorithm>
#include <cstdio>

namespace warplint::runtime {
namespace {

void decide(Finding &finding, Verdict verdict, const std::string &why) {
  finding.verdict = verdict;
  if (!why.empty())
    finding.notes.push_back({{}, why});
}

std::string reason(const Joined &joined) {
  switch (joined.outcome) {
  case Joined::Outcome::Measured:
    return {};
  case Joined::Outcome::NotExecuted:
    return "the program did not run this line";
  case Joined::Outcome::NotMeasured:
    return "none of the kernel's launches could be measured";
  case Joined::Outcome::NoInstruction:
    return "the kernel's machine code has no such access on this line: the compiler removed or "
           "moved it, or the source has changed since";
  case Joined::Outcome::OtherFile:
    return "none of the kernel's instructions is of a file of this name, but of " + joined.file +
           ": code that is compiled at run time takes its name from a `#line 1 \"FILE\"` in it";
  case Joined::Outcome::NoLineInformation:
    return "the kernel was compiled without line information (nvcc -lineinfo)";
  case Joined::Outcome::NotRepeated:
    return "in the launches that were measured, no warp came by this loop twice";
  }
  return {};
}

/// Are there counters for what happens at such a site? Else its kernel alone can be measured.
bool isCounted(SiteKind kind) {
  return kind == SiteKind::GlobalAccess || kind == SiteKind::SharedAccess ||
         kind == SiteKind::LocalAccess || kind == SiteKind::Branch || kind == SiteKind::Parameter;
}

/// Of all that is known of the kernel, what says something about the finding: the figures that the
/// rule asks for, what was predicted as well, and what was measured at the site.
Evidence relevant(const Evidence &evidence, const Evidence &atSite, const Finding &finding,
                  const Confirmation &confirmation) {
  Evidence result = evidence;
  std::erase_if(result, [&](const auto &value) {
    const std::string &name = value.first;
    return !confirmation.figures.contains(name) && !finding.predicted.contains(name) &&
           !atSite.contains(name);
  });
  return result;
}

/// Adds the kernel's figures to what was measured at the site. What is missing is said in words.
std::string addFigures(Joined &joined, const Finding &finding, const Confirmation &confirmation,
                       const Join &join) {
  const Joined kernel = join.figures(finding);
  if (kernel.outcome == Joined::Outcome::NotExecuted) {
    joined.outcome = kernel.outcome;
    return "the program did not launch this kernel";
  }
  if (kernel.outcome != Joined::Outcome::Measured)
    return "no kernel-level figures were taken of any of the kernel's launches";
  if (joined.instantiation.empty())
    joined.instantiation = kernel.instantiation;
  joined.evidence.insert(kernel.evidence.begin(), kernel.evidence.end());
  for (const std::string &name : confirmation.figures)
    if (!kernel.evidence.contains(name))
      return "`" + name + "` was not measured: this GPU may not have it";
  return {};
}

/// Lanes of a warp that came, on average, where they are so few that nothing can be told: had each
/// of them gone its own way, that would still be less than the rule asks for. The launches that
/// were not measured may be of more threads; where all of them were, nothing is.
std::optional<double> tooFewLanes(const Finding &finding, const Confirmation &confirmation,
                                  const Join &join, Evidence evidence) {
  const bool isAccess =
      confirmation.kind == SiteKind::GlobalAccess || confirmation.kind == SiteKind::SharedAccess;
  if (!isAccess || !join.isSampled(finding))
    return std::nullopt;
  const Joined code = join.participation(finding, confirmation.kind);
  const auto lanes = numberAt(code.evidence, "lanes_active");
  if (code.outcome != Joined::Outcome::Measured || !lanes)
    return std::nullopt;
  evidence[std::string(ratioName(confirmation.kind))] = *lanes;
  const Expected<bool> couldHold = confirmation.holds(evidence);
  return couldHold && !*couldHold ? lanes : std::nullopt;
}

Expected<void> judgeByCounts(Finding &finding, const Confirmation &confirmation, const Join &join) {
  const bool counted = isCounted(confirmation.kind);
  const bool byKernelAlone = !counted && !confirmation.participation;
  Joined joined =
      byKernelAlone && !confirmation.figures.empty() ? Joined{Joined::Outcome::Measured, {}, {}}
      : confirmation.kind == SiteKind::Parameter     ? join.repeated(finding)
      : counted || !confirmation.participation       ? join(finding, confirmation.kind)
                                               : join.participation(finding, confirmation.kind);
  if (counted && confirmation.participation) {
    Joined code = join.participation(finding, confirmation.kind);
    if (joined.outcome == Joined::Outcome::Measured)
      joined.evidence.merge(code.evidence);
    else if (joined.outcome == Joined::Outcome::NoInstruction) // a branch that became predicates
      joined = std::move(code);
  }
  const Evidence atSite = joined.evidence;
  std::string missing = reason(joined);
  if (joined.outcome == Joined::Outcome::Measured && !confirmation.figures.empty())
    missing = addFigures(joined, finding, confirmation, join);
  if (!missing.empty()) {
    const bool absent = joined.outcome == Joined::Outcome::NotExecuted;
    decide(finding, absent ? Verdict::NotExecuted : Verdict::Inconclusive, missing);
    return {};
  }
  finding.measured = relevant(joined.evidence, atSite, finding, confirmation);
  // What is so by the text alone: whose barrier it is, what the condition depends on.
  for (const auto &[name, value] : finding.predicted)
    if (std::holds_alternative<std::string>(value))
      joined.evidence.try_emplace(name, value);
  const Expected<bool> holds = confirmation.holds(joined.evidence);
  if (!holds)
    return makeError("rule `" + finding.rule + "`: " + holds.error().message);
  const auto few =
      *holds ? std::nullopt : tooFewLanes(finding, confirmation, join, joined.evidence);
  if (!*holds && !join.ranInstanceOf(finding)) {
    finding.measured.reset();
    decide(finding, Verdict::NotExecuted,
           "the program launched other instances of this kernel template than those that have it");
  } else if (!*holds && confirmation.cost) {
    decide(finding, Verdict::Inconclusive, "it holds by the source alone, and cost little here");
  } else if (few) {
    char lanes[64];
    std::snprintf(lanes, sizeof lanes, "%.1f lanes of a warp", *few);
    decide(finding, Verdict::Inconclusive,
           "in the launches that were measured, no more than " + std::string(lanes) +
               " came here on average: too few to tell");
  } else if (!*holds && finding.predicted.contains("call_paths")) {
    decide(finding, Verdict::Inconclusive,
           "the counters add up all calls of this function, of which one is meant");
  } else {
    decide(finding, *holds ? Verdict::Confirmed : Verdict::Refuted, {});
  }
  if (joined.instantiation.find('<') != std::string::npos)
    finding.notes.push_back({{}, "measured in " + joined.instantiation});
  return {};
}

std::string reasonOfCall(Joined::Outcome outcome) {
  switch (outcome) {
  case Joined::Outcome::NotExecuted:
    return "the program did not make this call";
  case Joined::Outcome::NoInstruction:
    return "the program did not run this loop twice";
  case Joined::Outcome::Measured:
    return {};
  default:
    return "no activity of the program was recorded";
  }
}

Expected<void> judgeByActivity(Finding &finding, const Confirmation &confirmation,
                               const Measurement &measurement) {
  Joined joined = hostCall(finding, measurement, confirmation.iterations);
  if (const std::string missing = reasonOfCall(joined.outcome); !missing.empty()) {
    const bool absent = joined.outcome == Joined::Outcome::NotExecuted;
    decide(finding, absent ? Verdict::NotExecuted : Verdict::Inconclusive, missing);
    return {};
  }
  finding.measured = joined.evidence;
  // What is so by the text alone: which way a copy goes.
  for (const auto &[name, value] : finding.predicted)
    if (std::holds_alternative<std::string>(value))
      joined.evidence.try_emplace(name, value);
  const Expected<bool> holds = confirmation.holds(joined.evidence);
  if (!holds)
    return makeError("rule `" + finding.rule + "`: " + holds.error().message);
  decide(finding, *holds ? Verdict::Confirmed : Verdict::Refuted, {});
  return {};
}

/// What counts did not confirm may still be so in another run: they refute nothing then.
Expected<void> judgeByCountsFirst(Finding &finding, const Confirmation &confirmation,
                                  const Join &join) {
  if (auto judged = judgeByCounts(finding, confirmation, join); !judged)
    return judged;
  if (finding.verdict == Verdict::Refuted)
    decide(finding, Verdict::Inconclusive, "all threads took part in this run");
  return {};
}

using Names = std::set<std::string, std::less<>>;

/// Kernels, by plain name, that something is known of.
Names kernelsIn(const std::vector<Finding> &findings, const Measurement &measurement) {
  Names names;
  for (const Finding &finding : findings)
    names.insert(plainKernelName(finding.kernel));
  for (const MeasuredSite &site : measurement.sites)
    names.insert(plainKernelName(site.site.kernel));
  return names;
}

/// What a report says of a finding, in words; empty: nothing.
std::string saidOf(const Finding &finding, const SanitizerReport &report) {
  for (const Use &use : finding.uses)
    if (use.span.line == report.line && sameFile(use.span.file, report.file).same)
      return " reports this line";
  if (!sameFile(finding.span.file, report.file).same)
    return {};
  const Lines own{finding.span.line, std::max(finding.span.line, finding.span.endLine)};
  if (own.contain(report.line))
    return " reports this line";
  // An asynchronous copy is done by a header of the Toolkit: of its race with the line that the
  // finding names, the other end is there.
  const bool isOtherEnd = numberAt(finding.predicted, "other_line").value_or(0) == report.line &&
                          report.otherLine > 0 &&
                          !sameFile(finding.span.file, report.otherFile).same;
  if (!isOtherEnd)
    return {};
  return " reports a race of line " + std::to_string(report.line) + " with " + report.otherFile +
         ":" + std::to_string(report.otherLine);
}

/// Of a device function compute-sanitizer does not tell which kernel called it: its line will do.
void judgeBySanitizer(Finding &finding, const SanitizerRun &run, const Names &kernels) {
  for (const SanitizerReport &report : run.reports) {
    const std::string function = plainKernelName(report.kernel);
    if (function != plainKernelName(finding.kernel) && kernels.contains(function))
      continue;
    if (const std::string said = saidOf(finding, report); !said.empty())
      return decide(finding, Verdict::Confirmed, "compute-sanitizer --tool " + run.tool + said);
  }
  if (!finding.verdict) // a hazard that did not show itself is no proof of there being none
    decide(finding, Verdict::Inconclusive,
           "compute-sanitizer --tool " + run.tool + " said nothing of this line");
}

/// Did a launch of the finding's kernel have to be stopped?
bool neverEnded(const Finding &finding, const Measurement &measurement) {
  return std::any_of(measurement.sites.begin(), measurement.sites.end(),
                     [&](const MeasuredSite &measured) {
                       const Site &site = measured.site;
                       return site.kind == SiteKind::Kernel &&
                              numberAt(site.evidence, "launches_unfinished").value_or(0) > 0 &&
                              plainKernelName(site.kernel) == plainKernelName(finding.kernel);
                     });
}

} // namespace

Expected<void> judge(std::vector<Finding> &findings, const ConfirmationOf &confirmationOf,
                     const Measurement &measurement) {
  std::optional<Join> join;
  if (measurement.device) // of a run in which nothing could be counted nothing follows
    join.emplace(measurement);
  const Names kernels = kernelsIn(findings, measurement);
  for (Finding &finding : findings) {
    const std::optional<Confirmation> confirmation = confirmationOf(finding.rule);
    if (!confirmation)
      continue;
    if (confirmation->hang && neverEnded(finding, measurement)) {
      decide(finding, Verdict::Confirmed,
             "a launch of `" + finding.kernel + "` had not ended when the program was stopped");
      continue;
    }
    const bool mayBeSanitized = !confirmation->sanitizer.empty();
    if (confirmation->holds && join && confirmation->activity) {
      if (auto judged = judgeByActivity(finding, *confirmation, measurement); !judged)
        return judged;
    } else if (confirmation->holds && join) {
      auto judged = mayBeSanitized ? judgeByCountsFirst(finding, *confirmation, *join)
                                   : judgeByCounts(finding, *confirmation, *join);
      if (!judged)
        return judged;
    }
    if (finding.verdict == Verdict::Confirmed)
      continue;
    for (const SanitizerRun &run : measurement.sanitizers)
      if (run.tool == confirmation->sanitizer)
        judgeBySanitizer(finding, run, kernels);
  }
  return {};
}

Tally tally(const std::vector<Finding> &findings) {
  Tally tally;
  for (const Finding &finding : findings) {
    if (finding.suppressed)
      continue;
    if (!finding.verdict)
      ++tally.open;
    else if (*finding.verdict == Verdict::Confirmed)
      ++tally.confirmed;
    else if (*finding.verdict == Verdict::Refuted)
      ++tally.refuted;
    else if (*finding.verdict == Verdict::NotExecuted)
      ++tally.notExecuted;
    else
      ++tally.inconclusive;
  }
  return tally;
}

} // namespace warplint::runtime
