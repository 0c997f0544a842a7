//===- Join.cpp - what was measured where a finding points ----------------===//

#include "runtime-check/Join.h"

#include "lint/evidence/WholeNumbers.h"
#include "runtime-check/KernelName.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

namespace warplint::runtime {
namespace {

namespace fs = std::filesystem;

fs::path absolute(const std::string &path) {
  std::error_code error;
  const fs::path resolved = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? fs::path(path).lexically_normal() : resolved;
}

bool exists(const std::string &path) {
  std::error_code error;
  return fs::exists(path, error);
}

/// Sites of the file if there are any, else of files that may be it.
std::vector<const MeasuredSite *> inFile(const std::vector<const MeasuredSite *> &sites,
                                         const std::string &file) {
  std::vector<const MeasuredSite *> sure, possible;
  std::map<std::string, SameFile> known;
  for (const MeasuredSite *site : sites) {
    const std::string &measured = site->site.span.file;
    const auto [found, isNew] = known.try_emplace(measured);
    if (isNew)
      found->second = sameFile(file, measured);
    if (found->second.same)
      (found->second.sure ? sure : possible).push_back(site);
  }
  return sure.empty() ? possible : sure;
}

/// The first file that is named.
std::string anyFile(const std::vector<const MeasuredSite *> &sites) {
  for (const MeasuredSite *site : sites)
    if (!site->site.span.file.empty())
      return site->site.span.file;
  return {};
}

bool matchesOperation(const Site &site, const Finding &finding, SiteKind kind) {
  return site.kind == kind &&
         (kind == SiteKind::Branch || finding.ops.empty() ||
          std::find(finding.ops.begin(), finding.ops.end(), site.op) != finding.ops.end());
}

std::vector<const MeasuredSite *> onLines(const std::vector<const MeasuredSite *> &sites,
                                          Lines lines) {
  std::vector<const MeasuredSite *> result;
  for (const MeasuredSite *site : sites)
    if (lines.contain(site->site.span.line))
      result.push_back(site);
  return result;
}

bool wasExecuted(const MeasuredSite *site) {
  return numberAt(site->site.evidence, "requests").value_or(0) > 0 ||
         numberAt(site->site.evidence, "warps").value_or(0) > 0;
}

/// How far two ratios are apart, as a factor; small where one is unknown is wrong, so large.
double distance(std::optional<double> measured, std::optional<double> predicted) {
  if (!measured)
    return 1e9;
  if (!predicted)
    return -*measured; // no prediction: the worst
  constexpr double tiny = 0.01;
  return std::abs(std::log(std::max(*measured, tiny) / std::max(*predicted, tiny)));
}

const MeasuredSite *closest(const std::vector<const MeasuredSite *> &candidates,
                            const Finding &finding, SiteKind kind) {
  const std::string_view ratio = ratioName(kind);
  const auto predicted = numberAt(finding.predicted, ratio);
  return *std::min_element(candidates.begin(), candidates.end(), [&](const auto *a, const auto *b) {
    return distance(numberAt(a->site.evidence, ratio), predicted) <
           distance(numberAt(b->site.evidence, ratio), predicted);
  });
}

/// Does a measured ratio bear out the predicted one, but for rounding?
bool agrees(const MeasuredSite &site, double predicted, std::string_view ratio) {
  constexpr double tolerance = 0.01; // relative
  const auto measured = numberAt(site.site.evidence, ratio);
  return measured && std::abs(*measured - predicted) <= tolerance * predicted;
}

/// Sites of one kind and instantiation as one: counts add up.
MeasuredSite together(const std::vector<const MeasuredSite *> &sites) {
  MeasuredSite sum = *sites.front();
  sum.offset.reset();
  sum.site.evidence.clear();
  for (const MeasuredSite *site : sites)
    for (const auto &[name, value] : site->site.evidence)
      if (const auto *count = std::get_if<std::int64_t>(&value))
        sum.site.evidence[name] =
            static_cast<std::int64_t>(numberAt(sum.site.evidence, name).value_or(0)) + *count;
  Measurement alone;
  alone.sites = {std::move(sum)};
  return merged({alone}).sites.front(); // works out the ratios
}

/// A loop that the compiler unrolled makes several instructions of one access, and some of them may
/// lie better than others. Where none behaves as predicted and all of them together do, that is
/// what was predicted. Otherwise they may as well be several accesses, which stay apart.
std::optional<MeasuredSite> unrolled(const std::vector<const MeasuredSite *> &candidates,
                                     const Finding &finding, SiteKind kind) {
  const std::string_view ratio = ratioName(kind);
  const auto predicted = numberAt(finding.predicted, ratio);
  if (!predicted || std::any_of(candidates.begin(), candidates.end(),
                                [&](const auto *site) { return agrees(*site, *predicted, ratio); }))
    return std::nullopt;
  std::map<std::pair<std::string, std::string>, std::vector<const MeasuredSite *>> alike;
  for (const MeasuredSite *site : candidates)
    alike[{site->instantiation, site->site.op}].push_back(site);
  for (const auto &[which, sites] : alike)
    if (sites.size() > 1)
      if (MeasuredSite sum = together(sites); agrees(sum, *predicted, ratio))
        return sum;
  return std::nullopt;
}

/// Of accesses of one statement, those of which each request touches as many sectors as predicted.
/// Where stores do otherwise they are the ones all the same; loads may be others, or have others
/// among them.
void keepThoseThatSpreadSo(std::vector<const MeasuredSite *> &accesses, bool areStores,
                           std::optional<double> predicted) {
  constexpr double tolerance = 0.1; // relative: blocks at the edge have fewer lanes
  const auto differs = [&](const MeasuredSite *site) {
    const auto measured = numberAt(site->site.evidence, "sectors_per_request");
    return !measured || std::abs(*measured - *predicted) > tolerance * *predicted;
  };
  if (predicted && !(areStores && std::all_of(accesses.begin(), accesses.end(), differs)))
    std::erase_if(accesses, differs);
}

/// nvcc tests the condition of a loop once ahead of it, with all lanes. Of those in the loop some
/// may have left it, and so fewer sectors are touched: does one of `all` more often than those that
/// were kept what one of these does?
bool mayBeInLoop(const std::vector<const MeasuredSite *> &all,
                 const std::vector<const MeasuredSite *> &kept) {
  const auto isSame = [](const MeasuredSite &once, const MeasuredSite &often) {
    const auto number = [](const MeasuredSite &site, const char *name) {
      return numberAt(site.site.evidence, name).value_or(0);
    };
    const double lanes = number(often, "sectors_ideal_per_request");
    const double allLanes = number(once, "sectors_ideal_per_request");
    const double sectors = number(once, "sectors_per_request");
    const double measured = number(often, "sectors_per_request");
    return once.instantiation == often.instantiation &&
           number(often, "requests") >= 2 * number(once, "requests") && lanes < allLanes &&
           measured <= sectors && measured * allLanes >= sectors * lanes;
  };
  return std::ranges::any_of(all, [&](const MeasuredSite *often) {
    return std::ranges::find(kept, often) == kept.end() &&
           std::ranges::any_of(kept,
                               [&](const MeasuredSite *once) { return isSame(*once, *often); });
  });
}

} // namespace

SameFile sameFile(const std::string &a, const std::string &b) {
  if (a.empty() || b.empty())
    return {};
  if (a == b || absolute(a) == absolute(b))
    return {true, true};
  if (fs::path(a).filename() != fs::path(b).filename())
    return {};
  return {!exists(a) || !exists(b), false};
}

Join::Join(const Measurement &measurement) {
  for (const MeasuredSite &site : measurement.sites) {
    if (site.site.kind == SiteKind::HostCall) // hostCall() looks for those
      continue;
    Kernel &kernel = kernels_[plainKernelName(site.site.kernel)];
    if (site.site.kind != SiteKind::Kernel) {
      kernel.sites.push_back(&site);
      continue;
    }
    const auto add = [&](std::int64_t &sum, const char *name) {
      sum = sumOfCounts(sum, countAt(site.site.evidence, name));
    };
    add(kernel.launches, "launches");
    add(kernel.measured, "launches_measured");
    add(kernel.threads[site.instantiation], "threads_launched");
    add(kernel.warps[site.instantiation], "warps_launched");
  }
  for (KernelFigures &figures : kernelFigures(measurement))
    kernels_[plainKernelName(figures.kernel)].figures.push_back(std::move(figures));
}

bool Join::isSampled(const Finding &finding) const {
  const auto found = kernels_.find(plainKernelName(finding.kernel));
  return found != kernels_.end() && found->second.measured < found->second.launches;
}

bool Join::ranInstanceOf(const Finding &finding) const {
  const auto found = kernels_.find(plainKernelName(finding.kernel));
  const auto known = finding.predicted.find("instances");
  const auto *text =
      known == finding.predicted.end() ? nullptr : std::get_if<std::string>(&known->second);
  if (!text || found == kernels_.end())
    return true;
  std::set<std::string> instances;
  constexpr std::string_view separator = "; ";
  for (std::string_view rest = *text; !rest.empty();) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    instances.insert(instanceName(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + separator.size(), rest.size()));
  }
  const auto isOne = [&](const std::string &instantiation) {
    // What nvcc calls a lambda is not what the source calls it.
    return instantiation.find('<') == std::string::npos ||
           instantiation.find("__nv_") != std::string::npos ||
           instantiation.find('{') != std::string::npos ||
           instances.contains(instanceName(instantiation));
  };
  const std::vector<const MeasuredSite *> &sites = found->second.sites;
  return std::any_of(sites.begin(), sites.end(),
                     [&](const MeasuredSite *site) { return isOne(site->instantiation); });
}

Joined Join::figures(const Finding &finding) const {
  const auto found = kernels_.find(plainKernelName(kernelOf(finding)));
  if (found == kernels_.end())
    return {Joined::Outcome::NotExecuted, {}, {}};
  if (found->second.figures.empty())
    return {Joined::Outcome::NotMeasured, {}, {}};
  // Of kernels of one name in several files, the one that has code in the finding's.
  std::set<std::string> here;
  for (const MeasuredSite *site : inFile(found->second.sites, finding.span.file))
    here.insert(site->instantiation);
  const std::vector<KernelFigures> &all = found->second.figures;
  auto figures = std::find_if(all.begin(), all.end(), [&](const KernelFigures &one) {
    return here.contains(one.instantiation);
  });
  if (figures == all.end())
    figures = all.begin();
  return {Joined::Outcome::Measured, figures->evidence, figures->instantiation};
}

/// The kernel's sites in the finding's file, or why there are none.
Joined::Outcome Join::sitesOf(const Finding &finding, const Kernel &kernel,
                              std::vector<const MeasuredSite *> &sites,
                              std::string &otherFile) const {
  using Outcome = Joined::Outcome;
  if (kernel.sites.empty())
    return kernel.measured == 0 && kernel.launches > 0 ? Outcome::NotMeasured
                                                       : Outcome::NoInstruction;
  if (std::all_of(kernel.sites.begin(), kernel.sites.end(),
                  [](const MeasuredSite *site) { return site->site.span.line == 0; }))
    return Outcome::NoLineInformation;
  sites = inFile(kernel.sites, finding.span.file);
  if (!sites.empty())
    return Outcome::Measured;
  otherFile = anyFile(kernel.sites);
  return Outcome::OtherFile;
}

double Join::Kernel::perWarp(std::int64_t requests, const std::string &instantiation) const {
  const auto at = [&](const std::map<std::string, std::int64_t> &counts) {
    const auto found = counts.find(instantiation);
    return found == counts.end() ? std::int64_t{0} : found->second;
  };
  constexpr std::int64_t lanes = 32;
  std::int64_t launched = at(warps);
  if (launched == 0) // recorded before warps were
    launched = (at(threads) + lanes - 1) / lanes;
  return launched > 0 ? static_cast<double>(requests) / static_cast<double>(launched) : 0;
}

Joined Join::repeated(const Finding &finding) const {
  using Outcome = Joined::Outcome;
  const auto found = kernels_.find(plainKernelName(finding.kernel));
  if (found == kernels_.end())
    return {Outcome::NotExecuted, {}, {}};
  const Kernel &kernel = found->second;
  std::vector<const MeasuredSite *> sites;
  std::string otherFile;
  if (const Outcome outcome = sitesOf(finding, kernel, sites, otherFile);
      outcome != Outcome::Measured)
    return {outcome, {}, {}, otherFile};
  const bool isStore = numberAt(finding.predicted, "repeated_stores").value_or(0) > 0;
  std::vector<const MeasuredSite *> accesses = onLines(sites, finding.statement);
  std::erase_if(accesses, [&](const MeasuredSite *site) {
    return site->site.kind != SiteKind::GlobalAccess ||
           site->site.op != (isStore ? "store" : "load");
  });
  if (accesses.empty())
    return {Outcome::NoInstruction, {}, {}};
  std::erase_if(accesses, [](const MeasuredSite *site) { return !wasExecuted(site); });
  if (accesses.empty())
    return {Outcome::NotExecuted, {}, {}};
  const std::vector<const MeasuredSite *> all = accesses;
  keepThoseThatSpreadSo(accesses, isStore, numberAt(finding.predicted, "sectors_per_request"));
  if (accesses.empty() || mayBeInLoop(all, accesses))
    return {Outcome::NoInstruction, {}, {}};

  struct Sum {
    std::int64_t requests = 0, sectors = 0, passes = 0;
  };
  std::map<std::string, Sum> sums;
  for (const MeasuredSite *site : accesses) {
    Sum &sum = sums[site->instantiation];
    sum.requests = sumOfCounts(sum.requests, countAt(site->site.evidence, "requests"));
    sum.sectors = sumOfCounts(sum.sectors, countAt(site->site.evidence, "sectors"));
  }
  // Loads that cannot be told apart share what was counted.
  const double accessesOfOne =
      std::max(numberAt(finding.predicted, "repeats_in_statement").value_or(1), 1.0);
  const double loopLine = numberAt(finding.predicted, "loop_line").value_or(0);
  for (const MeasuredSite *site : sites)
    if (const auto sum = sums.find(site->instantiation); sum != sums.end() &&
                                                         site->site.kind == SiteKind::Branch &&
                                                         site->site.span.line == loopLine)
      sum->second.passes = sumOfCounts(sum->second.passes, countAt(site->site.evidence, "warps"));
  // The instantiation in which it is done most often.
  Joined result{Outcome::Measured, {}, {}};
  double most = -1;
  for (const auto &[instantiation, sum] : sums) {
    const double perWarp = kernel.perWarp(sum.requests, instantiation) / accessesOfOne;
    if (perWarp <= most)
      continue;
    most = perWarp;
    const double passes = kernel.perWarp(sum.passes, instantiation); // 0: not known
    const bool once = passes > 0 && passes < 2 && perWarp < 2;
    result.outcome = once ? Outcome::NotRepeated : Outcome::Measured;
    const auto requests = static_cast<double>(sum.requests);
    result.evidence = {{"requests", sum.requests},
                       {"requests_per_warp", perWarp},
                       {"sectors_per_request", static_cast<double>(sum.sectors) / requests}};
    if (sum.passes > 0)
      result.evidence["requests_per_pass"] =
          requests / accessesOfOne / static_cast<double>(sum.passes);
    result.instantiation = instantiation;
  }
  return result;
}

Finding seenFrom(const Use &use, Finding finding) {
  finding.span = use.span;
  finding.statement = use.statement;
  finding.uses.clear();
  return finding;
}

namespace {

/// Looks where the macro is used that holds the finding, if one does; else, and if nothing is
/// there, at the finding's own place.
template <typename Look> Joined atUsesOf(const Finding &finding, Look look) {
  std::optional<Joined> first;
  for (const Use &use : finding.uses) {
    Joined joined = look(seenFrom(use, finding));
    if (joined.outcome == Joined::Outcome::Measured)
      return joined;
    if (!first)
      first = std::move(joined);
  }
  Joined own = look(finding);
  return own.outcome == Joined::Outcome::Measured || !first ? own : *first;
}

} // namespace

Joined Join::participation(const Finding &finding, SiteKind kind) const {
  return atUsesOf(finding, [&](const Finding &one) { return participationAt(one, kind); });
}

Joined Join::operator()(const Finding &finding, SiteKind kind) const {
  return atUsesOf(finding, [&](const Finding &one) { return accessAt(one, kind); });
}

Joined Join::participationAt(const Finding &finding, SiteKind kind) const {
  using Outcome = Joined::Outcome;
  const auto found = kernels_.find(plainKernelName(finding.kernel));
  if (found == kernels_.end())
    return {Outcome::NotExecuted, {}, {}};
  const Kernel &kernel = found->second;
  std::vector<const MeasuredSite *> sites;
  std::string otherFile;
  if (const Outcome outcome = sitesOf(finding, kernel, sites, otherFile);
      outcome != Outcome::Measured)
    return {outcome, {}, {}, otherFile};
  std::erase_if(sites, [](const MeasuredSite *site) { return site->site.kind != SiteKind::Code; });
  const unsigned line = finding.span.line;
  const Lines own{line, std::max(line, finding.span.endLine)};
  // What a group is made of may be nothing at all: what is done with it counts.
  const bool ofStatement =
      kind == SiteKind::Loop || kind == SiteKind::Group || kind == SiteKind::Branch;
  std::vector<const MeasuredSite *> code = onLines(sites, ofStatement ? finding.statement : own);
  if (code.empty())
    code = onLines(sites, ofStatement ? own : finding.statement);
  if (code.empty())
    return {Outcome::NoInstruction, {}, {}};

  struct Sum {
    std::int64_t threads = 0, warps = 0, most = 0, storing = 0, copies = 0;
  };
  std::map<std::string, Sum> sums;
  for (const MeasuredSite *site : code) {
    const auto count = [&](const char *name) { return countAt(site->site.evidence, name); };
    Sum &sum = sums[site->instantiation];
    sum.threads = sumOfCounts(sum.threads, count("thread_instructions"));
    sum.warps = sumOfCounts(sum.warps, count("warp_instructions"));
    sum.copies = sumOfCounts(sum.copies, count("async_copies"));
    sum.most = std::max(sum.most, count("threads_most"));
    sum.storing = std::max(sum.storing, count("threads_storing"));
  }
  // The instantiation in which fewest take part.
  Joined result{Outcome::NotExecuted, {}, {}};
  double fewest = 0;
  for (const auto &[instantiation, sum] : sums) {
    // What has no effect may be done before the branch, by everybody.
    const std::int64_t arriving = kind != SiteKind::Group ? sum.threads
                                  : sum.storing > 0       ? sum.storing
                                                          : sum.most;
    const auto launched = kernel.threads.find(instantiation);
    if (sum.warps == 0 || launched == kernel.threads.end() || launched->second == 0)
      continue;
    const double part = static_cast<double>(arriving) / static_cast<double>(launched->second);
    if (result.outcome == Outcome::Measured && part >= fewest)
      continue;
    fewest = part;
    result = {Outcome::Measured,
              {{"async_copies", sum.copies},
               {"lanes_active", static_cast<double>(sum.threads) / static_cast<double>(sum.warps)},
               {"threads_arriving", arriving},
               {"threads_expected", launched->second}},
              instantiation};
  }
  return result;
}

Joined Join::accessAt(const Finding &finding, SiteKind kind) const {
  using Outcome = Joined::Outcome;
  const auto found = kernels_.find(plainKernelName(finding.kernel));
  if (found == kernels_.end())
    return {Outcome::NotExecuted, {}, {}};
  const Kernel &kernel = found->second;
  std::vector<const MeasuredSite *> sites;
  std::string otherFile;
  if (const Outcome outcome = sitesOf(finding, kernel, sites, otherFile);
      outcome != Outcome::Measured)
    return {outcome, {}, {}, otherFile};
  std::erase_if(sites, [&](const MeasuredSite *site) {
    return !matchesOperation(site->site, finding, kind);
  });
  const unsigned line = finding.span.line;
  std::vector<const MeasuredSite *> candidates = onLines(sites, {line, line});
  if (candidates.empty()) // an expression of several lines
    candidates = onLines(sites, {line, std::max(line, finding.span.endLine)});
  // nvcc writes down the last line of an assignment for its store. In the statement of a branch
  // there are other branches.
  if (candidates.empty() && kind != SiteKind::Branch)
    candidates = onLines(sites, finding.statement);
  if (candidates.empty())
    return {Outcome::NoInstruction, {}, {}};
  std::erase_if(candidates, [](const MeasuredSite *site) { return !wasExecuted(site); });
  if (candidates.empty())
    return {Outcome::NotExecuted, {}, {}};
  const auto sum = unrolled(candidates, finding, kind);
  const MeasuredSite &site = sum ? *sum : *closest(candidates, finding, kind);
  Joined result{Outcome::Measured, site.site.evidence, site.instantiation};
  if (const auto requests = countAt(site.site.evidence, "requests");
      kind == SiteKind::GlobalAccess && requests > 0)
    if (const double perWarp = kernel.perWarp(requests, site.instantiation); perWarp > 0)
      result.evidence["requests_per_warp"] = perWarp;
  return result;
}

} // namespace warplint::runtime
