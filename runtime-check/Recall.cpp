//===- Recall.cpp - verdicts by what was measured earlier -----------------===//

#include "runtime-check/Recall.h"

#include "runtime-check/Join.h"
#include "runtime-check/KernelName.h"

#include <algorithm>
#include <tuple>

namespace warplint::runtime {
namespace {

using Place = std::array<unsigned, 2>; ///< line and column

Place beginOf(const SourceSpan &span) { return {span.line, span.column}; }
Place endOf(const SourceSpan &span) { return {span.endLine, span.endColumn}; }

bool holds(const SourceSpan &outer, const SourceSpan &inner) {
  return outer.file == inner.file && beginOf(outer) <= beginOf(inner) &&
         beginOf(inner) < endOf(outer);
}

/// The line of the token that `place` is in, as it was measured.
unsigned lineThen(const DeviceFunction &now, const MeasuredFunction &then, const Place &place) {
  const auto behind = std::upper_bound(now.tokens.begin(), now.tokens.end(), place);
  auto token = static_cast<std::size_t>(std::max<std::ptrdiff_t>(behind - now.tokens.begin(), 1));
  unsigned line = then.line;
  for (unsigned count : then.tokens) {
    if (token <= count)
      break;
    token -= count;
    ++line;
  }
  return line;
}

/// The first token on the line or below it.
Place firstOn(const DeviceFunction &now, unsigned line) {
  const auto token = std::lower_bound(now.tokens.begin(), now.tokens.end(), Place{line, 0});
  return token == now.tokens.end() ? Place{line, 0} : *token;
}

/// Functions of today, each with what was measured of it.
class Functions {
public:
  Functions(const Measurement &measurement, const Code &code) {
    std::multimap<std::string, const MeasuredFunction *> then;
    for (const MeasuredFunction &function : measurement.functions)
      then.emplace(plainKernelName(function.name), &function);
    for (const DeviceFunction &function : code.functions) {
      const auto [first, last] = then.equal_range(plainKernelName(function.name));
      Known known{&function, nullptr, false, code.host.contains(function.span)};
      for (auto it = first; it != last; ++it) {
        if (!isSameFile(function.span.file, it->second->file) || it->second->host != known.isHost)
          continue;
        known.wasMeasured = true;
        if (it->second->hash == function.hash && isLaunchedAs(*it->second, function, code))
          known.then = it->second;
      }
      byFile_[function.span.file].push_back(known);
      if (function.kernel)
        kernels_[plainKernelName(function.name)].push_back(known);
    }
  }

  /// The finding as it would have been found when it was measured; none where the code is another.
  /// What is in a macro was measured where the macro is used.
  std::optional<Finding> then(const Finding &finding, bool isOfHostCode) const {
    if (finding.uses.empty())
      return thenAt(finding, isOfHostCode);
    std::optional<Finding> result;
    for (const Use &use : finding.uses) {
      const std::optional<Finding> one = thenAt(seenFrom(use, finding), isOfHostCode);
      if (!one)
        continue;
      if (!result)
        result = one;
      result->uses.push_back({one->span, one->statement});
    }
    return result;
  }

  std::set<std::string> outdated(const Measurement &measurement) const {
    std::set<std::string> launched;
    for (const MeasuredSite &site : measurement.sites)
      launched.insert(plainKernelName(site.site.kernel));
    std::set<std::string> names;
    for (const auto &[name, kernels] : kernels_)
      for (const Known &known : kernels)
        if (known.wasMeasured && !known.then && launched.contains(name))
          names.insert(known.now->span.file + ": " + name);
    for (const auto &[file, functions] : byFile_)
      for (const Known &known : functions)
        if (known.isHost && known.wasMeasured && !known.then)
          names.insert(file + ": " + known.now->name);
    return names;
  }

private:
  std::optional<Finding> thenAt(const Finding &finding, bool isOfHostCode) const {
    const Known *around = enclosing(finding.span);
    if (!around || !around->then || around->isHost != isOfHostCode)
      return std::nullopt;
    if (isOfHostCode ? !namesUnchangedKernels(finding) : !isUnchangedKernel(finding, *around))
      return std::nullopt;
    Finding result = finding;
    result.notes.clear();
    result.span.file = around->then->file;
    result.span.line = lineThen(*around->now, *around->then, beginOf(finding.span));
    Place last = endOf(finding.span); // exclusive
    if (last[1] > 1)
      --last[1];
    result.span.endLine = std::max(result.span.line, lineThen(*around->now, *around->then, last));
    if (const Lines &lines = finding.statement; lines.first)
      result.statement = {lineThen(*around->now, *around->then, firstOn(*around->now, lines.first)),
                          lineThen(*around->now, *around->then, {lines.last, ~0U})};
    for (const char *name : {"loop_line", "other_line"})
      if (const auto found = result.predicted.find(name); found != result.predicted.end())
        if (const auto *line = std::get_if<std::int64_t>(&found->second); line && *line > 0)
          found->second = std::int64_t{lineThen(
              *around->now, *around->then, firstOn(*around->now, static_cast<unsigned>(*line)))};
    return result;
  }

  struct Known {
    const DeviceFunction *now = nullptr;
    const MeasuredFunction *then = nullptr; ///< with the same code
    bool wasMeasured = false;               ///< with whatever code
    bool isHost = false;
  };

  /// Only part of the files may be linted, so that no launch need be seen now; nor then.
  static bool isLaunchedAs(const MeasuredFunction &then, const DeviceFunction &now,
                           const Code &code) {
    const auto blocks = code.blocks.find(plainKernelName(now.name));
    return !now.kernel || then.blocks.empty() || blocks == code.blocks.end() ||
           std::includes(then.blocks.begin(), then.blocks.end(), blocks->second.begin(),
                         blocks->second.end());
  }

  bool isSameFile(const std::string &now, const std::string &then) {
    const auto [it, isNew] = sameFiles_.try_emplace({now, then});
    if (isNew)
      it->second = sameFile(now, then).same;
    return it->second;
  }

  /// The innermost function that holds the place. A header's functions are seen once for each file
  /// that includes it: where only some are as measured, none counts.
  const Known *enclosing(const SourceSpan &span) const {
    const auto inFile = byFile_.find(span.file);
    if (inFile == byFile_.end())
      return nullptr;
    const Known *inner = nullptr;
    for (const Known &known : inFile->second) {
      if (!holds(known.now->span, span))
        continue;
      const bool closer = !inner || beginOf(known.now->span) > beginOf(inner->now->span);
      const bool twin = inner && known.now->span == inner->now->span;
      if (closer || (twin && !known.then))
        inner = &known;
    }
    return inner;
  }

  bool isUnchangedKernel(const Finding &finding, const Known &around) const {
    const std::string name = plainKernelName(finding.kernel);
    if (around.now->kernel && plainKernelName(around.now->name) == name)
      return true;
    // A device function: the finding does not tell which of the kernels of this name it is for.
    const auto found = kernels_.find(name);
    return found != kernels_.end() &&
           std::all_of(found->second.begin(), found->second.end(),
                       [](const Known &known) { return known.then != nullptr; });
  }

  /// How long a loop in host code takes rests on its kernels: those that are known to be others
  /// now make the finding another. Kernels of other files may not have been seen, now or then.
  bool namesUnchangedKernels(const Finding &finding) const {
    std::vector<std::string> named = kernelsAround(finding);
    named.push_back(kernelOf(finding));
    return std::none_of(kernels_.begin(), kernels_.end(), [&](const auto &kernels) {
      const auto &[name, known] = kernels;
      const std::size_t colon = name.rfind("::");
      const std::string last = colon == std::string::npos ? name : name.substr(colon + 2);
      return std::any_of(known.begin(), known.end(),
                         [](const Known &one) { return one.wasMeasured && !one.then; }) &&
             std::any_of(named.begin(), named.end(), [&](const std::string &kernel) {
               return plainKernelName(kernel) == name || kernel == last;
             });
    });
  }

  std::map<std::string, std::vector<Known>> byFile_;
  std::map<std::string, std::vector<Known>> kernels_; ///< by plain name
  std::map<std::pair<std::string, std::string>, bool> sameFiles_;
};

int weight(const std::optional<Verdict> &verdict) {
  if (!verdict)
    return 0;
  switch (*verdict) {
  case Verdict::NotExecuted:
    return 1;
  case Verdict::Inconclusive:
    return 2;
  case Verdict::Refuted:
    return 3;
  case Verdict::Confirmed:
    return 4;
  }
  return 0;
}

} // namespace

bool isOfHostCode(const std::optional<Confirmation> &confirmation) {
  return confirmation &&
         (confirmation->kind == SiteKind::HostCall || confirmation->kind == SiteKind::Launch);
}

Code codeOf(std::span<const FileAnalysis> files) {
  Code code;
  for (const FileAnalysis &file : files) {
    std::map<std::string, std::set<Place>> inHostCode;
    for (const Site &site : file.sites)
      if ((site.kind == SiteKind::HostCall && site.kernel.empty()) || site.kind == SiteKind::Launch)
        inHostCode[site.span.file].insert(beginOf(site.span));
    for (const DeviceFunction &function : file.functions) {
      const std::set<Place> &places = inHostCode[function.span.file];
      const auto first = places.lower_bound(beginOf(function.span));
      if (!function.kernel && first != places.end() && *first < endOf(function.span))
        code.host.insert(function.span);
    }
    code.functions.insert(code.functions.end(), file.functions.begin(), file.functions.end());
    for (const LaunchRecord &launch : file.launches)
      if (launch.block)
        code.blocks[plainKernelName(launch.kernel)].insert(*launch.block);
  }
  return code;
}

MeasuredFunction asMeasured(const DeviceFunction &function, const Code &code) {
  MeasuredFunction measured;
  measured.name = function.name;
  measured.file = function.span.file;
  measured.line = function.span.line;
  measured.kernel = function.kernel;
  measured.hash = function.hash;
  measured.host = code.host.contains(function.span);
  for (const auto &[line, column] : function.tokens) {
    measured.tokens.resize(line - function.span.line + 1);
    ++measured.tokens.back();
  }
  if (const auto blocks = code.blocks.find(plainKernelName(function.name));
      function.kernel && blocks != code.blocks.end())
    measured.blocks = blocks->second;
  return measured;
}

Expected<Recall> recall(std::vector<Finding> &findings, const ConfirmationOf &confirmationOf,
                        const Measurement &measurement, const Code &code) {
  const Functions known(measurement, code);
  std::vector<Finding> then;
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (auto finding = known.then(findings[i], isOfHostCode(confirmationOf(findings[i].rule)))) {
      then.push_back(std::move(*finding));
      indices.push_back(i);
    }
  if (auto judged = judge(then, confirmationOf, measurement); !judged)
    return tl::unexpected(judged.error());
  for (std::size_t i = 0; i < then.size(); ++i) {
    Finding &finding = findings[indices[i]];
    if (weight(then[i].verdict) <= weight(finding.verdict))
      continue;
    finding.verdict = then[i].verdict;
    finding.measured = then[i].measured;
    finding.notes.insert(finding.notes.end(), then[i].notes.begin(), then[i].notes.end());
  }
  return Recall{known.outdated(measurement)};
}

} // namespace warplint::runtime
