//===- RulePair.cpp - what a rule's two reference kernels show ------------===//

#include "lint/cli/RulePair.h"

#include "lint/chips/LaunchEvidence.h"
#include "lint/cli/RecordedEvidence.h"
#include "lint/cli/RuleWords.h"
#include "lint/cli/SourceLines.h"
#include "lint/frontend/Frontend.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <set>
#include <sstream>

namespace warplint::cli {
namespace {

namespace fs = std::filesystem;

//===----------------------------------------------------------------------===//
// The text
//===----------------------------------------------------------------------===//

/// The comment before the first line of code, in one line.
std::string captionOf(const std::string &text) {
  std::string caption;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.starts_with("//");)
    caption += (caption.empty() ? "" : " ") + line.substr(line.starts_with("// ") ? 3 : 2);
  return caption;
}

/// Behind the brace that closes the one opened next after `at`.
std::size_t endOfBody(const std::string &text, std::size_t at) {
  unsigned depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '{')
      ++depth;
    else if (text[at] == '}' && --depth == 0)
      return at + 1;
  }
  return text.size();
}

/// What a reader needs to follow the kernels: constants and types before them included, the CPU's
/// part left out.
std::string kernelsIn(const std::string &text) {
  const std::size_t first = text.find("__global__");
  const std::size_t last = text.rfind("__global__");
  if (first == std::string::npos)
    return {};
  std::size_t begin = text.rfind("#include", first);
  begin = begin == std::string::npos ? 0 : text.find('\n', begin);
  begin = text.find_first_not_of('\n', begin);
  const std::size_t end = endOfBody(text, last);
  return begin < end ? text.substr(begin, end - begin) : std::string();
}

std::string readText(const std::string &file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

//===----------------------------------------------------------------------===//
// What was measured
//===----------------------------------------------------------------------===//

bool isOf(const std::string &file, const PairMember &member) {
  return namedByRule(file) == member.file;
}

std::string saidOf(const runtime::SanitizerRun &run, const PairMember &member) {
  std::set<unsigned> lines;
  for (const runtime::SanitizerReport &report : run.reports)
    if (isOf(report.file, member))
      lines.insert(report.line);
  if (lines.empty())
    return run.tool + " reports nothing";
  return fmt::format("{} reports line{} {}", run.tool, lines.size() == 1 ? "" : "s",
                     fmt::join(lines, ", "));
}

/// Times, what the tool said, and the worst ratio of the rule's kind of site.
void addRecorded(PairMember &member, const engine::Rule &rule,
                 const runtime::Measurement &measurement) {
  const std::string_view ratio = runtime::ratioName(rule.on);
  for (const runtime::MeasuredSite &measured : measurement.sites) {
    const Site &site = measured.site;
    if (!isOf(site.span.file, member))
      continue;
    if (const auto time = numberAt(site.evidence, "milliseconds"))
      member.milliseconds = *time;
    if (site.kind != rule.on || ratio.empty())
      continue;
    if (const auto value = numberAt(site.evidence, ratio))
      member.ratios.measured = std::max(*value, member.ratios.measured.value_or(*value));
  }
  for (const runtime::SanitizerRun &run : measurement.sanitizers)
    member.sanitizer = saidOf(run, member);
}

//===----------------------------------------------------------------------===//
// What is predicted
//===----------------------------------------------------------------------===//

/// Both kernels of some rules, as the program sees them now.
struct Predictions {
  std::vector<FileAnalysis> files;
  std::vector<Finding> findings;
};

/// Files are named as they are in the repository, wherever it lies.
Expected<Predictions> predictionsFor(const engine::RuleSet &rules,
                                     const std::vector<ReferenceKernel> &kernels) {
  Predictions predictions;
  if (kernels.empty())
    return predictions;
  frontend::Options options;
  options.cudaPath = "none"; // the same on every machine
  for (const ReferenceKernel &kernel : kernels)
    options.paths.push_back(kernel.file);
  auto files = frontend::analyse(options, [](const frontend::Progress &) {});
  if (!files)
    return tl::unexpected(files.error());
  chips::addResources(*files, recordedResources(kernels));
  chips::addOccupancy(*files, nullptr);
  SourceLines lines;
  auto report = engine::evaluate(rules, {}, *files, std::ref(lines));
  if (!report)
    return tl::unexpected(report.error());
  predictions.files = std::move(*files);
  predictions.findings = std::move(report->findings);
  for (FileAnalysis &file : predictions.files) {
    file.file = namedByRule(file.file);
    for (Site &site : file.sites)
      site.span.file = namedByRule(site.span.file);
  }
  for (Finding &finding : predictions.findings)
    finding.span.file = namedByRule(finding.span.file);
  return predictions;
}

std::optional<EvidenceValue> valueAt(const Evidence &evidence, std::string_view name) {
  const auto found = evidence.find(name);
  return found == evidence.end() ? std::nullopt : std::optional(found->second);
}

/// Of the finding that tells most: a confirmed one, if any is.
const Finding *mostTelling(const PairMember &member) {
  for (const Finding &finding : member.findings)
    if (finding.verdict == Verdict::Confirmed)
      return &finding;
  return member.findings.empty() ? nullptr : &member.findings.front();
}

void addValues(PairMember &member, const engine::Rule &rule,
               const std::vector<ComparedSite> &sites) {
  const Evidence *predicted = nullptr;
  const Evidence *measured = nullptr;
  if (const Finding *finding = mostTelling(member)) {
    predicted = &finding->predicted;
    measured = finding->measured ? &*finding->measured : nullptr;
  } else {
    const ComparedSite *worst = nullptr;
    for (const ComparedSite &site : sites)
      if (site.site.kind == rule.on && (!worst || site.predicted > worst->predicted))
        worst = &site;
    if (!worst)
      return;
    predicted = &worst->site.evidence;
    measured = &worst->evidence;
  }
  for (const EvidenceName &name : evidenceOf(rule)) {
    PairValue value{valueAt(*predicted, name.name),
                    measured ? valueAt(*measured, name.name) : std::nullopt};
    if (value.predicted || value.measured)
      member.values.emplace(name.name, std::move(value));
  }
}

void addPrediction(PairMember &member, const engine::Rule &rule, const Predictions &predictions,
                   const std::vector<Finding> &judged, const runtime::Measurement &measurement) {
  for (const Finding &finding : judged)
    if (finding.span.file == member.file)
      member.findings.push_back(finding);
  std::vector<ComparedSite> sites;
  for (const FileAnalysis &file : predictions.files)
    if (file.file == member.file) {
      sites = compareSites(file, measurement);
      member.analysed = file.status == FileStatus::Analysed;
    }
  const Ratios ratios = ratiosOf(rule.id, rule.on, member.findings, sites);
  member.ratios.predicted = ratios.predicted;
  if (ratios.measured)
    member.ratios.measured = ratios.measured;
  addValues(member, rule, sites);
}

Expected<RulePair> pairOf(const engine::RuleSet &rules, const engine::Rule &rule,
                          const std::vector<ReferenceKernel> &kernels,
                          const Predictions &predictions) {
  RulePair pair;
  pair.rule = rule.id;
  const std::optional<runtime::Measurement> recorded =
      rule.kernels.empty() ? std::nullopt : recordedEvidence(rule.id);
  const runtime::Measurement measurement = recorded.value_or(runtime::Measurement());
  pair.device = measurement.device;
  pair.date = measurement.date;

  std::vector<Finding> findings;
  for (const Finding &finding : predictions.findings)
    if (finding.rule == rule.id)
      findings.push_back(finding);
  if (recorded)
    if (auto judged = runtime::judge(findings, confirmations(rules), measurement); !judged)
      return tl::unexpected(judged.error());

  for (const auto &[variant, member] : {std::pair("bad", &pair.bad), {"good", &pair.good}}) {
    const auto kernel =
        std::find_if(kernels.begin(), kernels.end(), [&](const ReferenceKernel &kernel) {
          return kernel.rule == rule.id && kernel.variant == variant;
        });
    if (kernel == kernels.end() && !recorded)
      continue;
    member->file = (fs::path("kernels") / rule.kernels / variant).string() + ".cu";
    if (recorded)
      addRecorded(*member, rule, measurement);
    if (kernel == kernels.end())
      continue;
    const std::string text = readText(kernel->file);
    member->caption = captionOf(text);
    member->code = kernelsIn(text);
    addPrediction(*member, rule, predictions, findings, measurement);
  }
  return pair;
}

} // namespace

std::optional<Verdict> verdictOf(const PairMember &member) {
  const Finding *finding = mostTelling(member);
  return finding ? finding->verdict : std::nullopt;
}

Expected<std::map<std::string, RulePair>> rulePairs(const engine::RuleSet &rules,
                                                    const std::string &folder,
                                                    const std::vector<std::string> &names) {
  const std::vector<ReferenceKernel> kernels =
      folder.empty() ? std::vector<ReferenceKernel>() : referenceKernels(rules, folder, names);
  const auto predictions = predictionsFor(rules, kernels);
  if (!predictions)
    return tl::unexpected(predictions.error());
  std::map<std::string, RulePair> pairs;
  for (const engine::Rule &rule : rules.rules()) {
    if (!names.empty() && std::find(names.begin(), names.end(), rule.id) == names.end())
      continue;
    auto pair = pairOf(rules, rule, kernels, *predictions);
    if (!pair)
      return tl::unexpected(pair.error());
    pairs.emplace(rule.id, std::move(*pair));
  }
  return pairs;
}

} // namespace warplint::cli
