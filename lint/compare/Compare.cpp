//===- Compare.cpp - what got better and what got worse -------------------===//

#include "lint/compare/Compare.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <set>
#include <tuple>

namespace warplint::compare {
namespace {

//===----------------------------------------------------------------------===//
// One side: kernels, each with its numbers in every run
//===----------------------------------------------------------------------===//

/// Kernels of one name may stand in several files of a code base.
struct KernelKey {
  std::string name;
  std::string instantiation;
  std::string file;
  bool replaced = false; ///< another one has been given its name: it has no match
  friend auto operator<=>(const KernelKey &, const KernelKey &) = default;
};

struct SiteKey {
  SiteKind kind = SiteKind::Kernel;
  std::string op;
  Place place;
  std::string expr;
  friend auto operator<=>(const SiteKey &, const SiteKey &) = default;
};

struct KernelRuns {
  Place place;
  std::vector<Evidence> kernel; ///< one of each run; empty where it has none
  std::map<SiteKey, std::vector<std::optional<Evidence>>> sites;
};

struct SideRuns {
  std::map<KernelKey, KernelRuns> kernels;
  std::size_t runs = 0;
};

std::int64_t countAt(const Evidence &evidence, std::string_view name) {
  const auto it = evidence.find(name);
  const auto *count = it == evidence.end() ? nullptr : std::get_if<std::int64_t>(&it->second);
  return count ? *count : 0;
}

/// Instructions of one line that behave differently are sites of their own in what is measured,
/// and may fall together or apart in other code. What the line takes is their sum.
void add(std::optional<Evidence> &sum, const Evidence &evidence) {
  if (!sum) {
    sum = evidence;
    return;
  }
  for (const auto &[name, value] : evidence)
    if (const auto *count = std::get_if<std::int64_t>(&value))
      (*sum)[name] = countAt(*sum, name) + *count;
}

/// The file of the kernel that a site belongs to: its own where such a kernel stands there, else
/// (it lies in a header) the first that has one.
std::map<std::string, std::set<std::string>> kernelFiles(const std::vector<EvidenceRun> &runs) {
  std::map<std::string, std::set<std::string>> files;
  for (const EvidenceRun &run : runs)
    for (const RunSite &site : run.sites)
      if (site.kind == SiteKind::Kernel)
        files[site.kernel].insert(site.file);
  return files;
}

bool isOfKernel(const RunSite &site) {
  return !site.kernel.empty() && site.kind != SiteKind::Launch && site.kind != SiteKind::HostCall &&
         site.kind != SiteKind::Feature;
}

SideRuns sideOf(const std::vector<EvidenceRun> &runs,
                const std::map<std::string, std::string> &renamed) {
  SideRuns side;
  side.runs = runs.size();
  const auto files = kernelFiles(runs);
  std::set<std::string> newNames;
  for (const auto &[from, to] : renamed)
    newNames.insert(to);
  for (std::size_t run = 0; run < runs.size(); ++run)
    for (const RunSite &site : runs[run].sites) {
      if (!isOfKernel(site))
        continue;
      const auto known = files.find(site.kernel);
      const std::string &file = known == files.end() || known->second.contains(site.file)
                                    ? site.file
                                    : *known->second.begin();
      const auto newName = renamed.find(site.kernel);
      const bool isRenamed = newName != renamed.end();
      std::string instantiation = site.instantiation;
      if (isRenamed)
        if (const std::size_t at = instantiation.find(site.kernel); at != std::string::npos)
          instantiation.replace(at, site.kernel.size(), newName->second);
      const KernelKey key{isRenamed ? newName->second : site.kernel, instantiation, file,
                          !isRenamed && newNames.contains(site.kernel)};
      KernelRuns &kernel = side.kernels[key];
      kernel.kernel.resize(runs.size());
      if (site.kind == SiteKind::Kernel) {
        kernel.place = {site.file, site.line, site.column};
        kernel.kernel[run].insert(site.evidence.begin(), site.evidence.end());
        continue;
      }
      auto &ofSite =
          kernel.sites[{site.kind, site.op, {site.file, site.line, site.column}, site.expr}];
      ofSite.resize(runs.size());
      add(ofSite[run], site.evidence);
    }
  for (auto &[key, kernel] : side.kernels)
    if (kernel.place.file.empty())
      kernel.place.file = key.file;
  return side;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

std::optional<double> quotient(const Evidence &evidence, const char *dividend,
                               const char *divisor) {
  const auto a = numberAt(evidence, dividend), b = numberAt(evidence, divisor);
  return a && b && *b > 0 ? std::optional(*a / *b) : std::nullopt;
}

/// What a kind of site is compared by.
struct Measure {
  SiteKind kind;
  const char *count; ///< summed over a kernel; null: there is none
  const char *ratio;
  const char *dividend; ///< that the ratio is made of; null: it stands in the evidence
  const char *divisor;
  bool higherIsBetter = false;
  bool ofKernel = true; ///< its sum says something of the kernel
};

constexpr std::array measures = std::to_array<Measure>({
    {SiteKind::GlobalAccess, "sectors", "sectors_ratio", "sectors", "sectors_ideal"},
    {SiteKind::SharedAccess, "wavefronts", "wavefronts_ratio", "wavefronts", "wavefronts_ideal"},
    {SiteKind::Branch, nullptr, "divergent_ratio", "divergent_warps", "warps"},
    {SiteKind::Constant, nullptr, "addresses", nullptr, nullptr, false, false},
    {SiteKind::Loop, nullptr, "wasted", nullptr, nullptr, false, false},
    {SiteKind::Code, nullptr, "lanes_active", "thread_instructions", "warp_instructions", true,
     false},
});

const Measure *measureOf(SiteKind kind) {
  const auto it = std::find_if(measures.begin(), measures.end(),
                               [&](const Measure &measure) { return measure.kind == kind; });
  return it == measures.end() ? nullptr : &*it;
}

std::optional<double> ratioOf(const Measure &measure, const Evidence &evidence) {
  return measure.dividend ? quotient(evidence, measure.dividend, measure.divisor)
                          : numberAt(evidence, measure.ratio);
}

/// Launches that a run's counts are of; predicted counts are of one block.
double launchesOf(const Evidence &kernel) {
  const double launches = numberAt(kernel, "launches_measured").value_or(0);
  return launches > 0 ? launches : 1;
}

/// A metric that a smaller part of the whole is divided by nothing for: of 0 … 1.
bool isPart(std::string_view name) { return name == "divergent_ratio" || name == "wasted"; }

bool allEqual(const std::vector<double> &values) {
  return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
}

bool allPositive(const std::vector<double> &values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return value > 0; });
}

double changeOf(double before, double after) {
  if (before == after)
    return 1;
  return before == 0 ? std::numeric_limits<double>::infinity() : after / before;
}

Change byTolerance(const Metric &metric, double tolerance) {
  if (isPart(metric.name)) {
    const double difference = metric.medianAfter - metric.medianBefore;
    return difference > tolerance    ? Change::Worse
           : -difference > tolerance ? Change::Better
                                     : Change::Same;
  }
  const double cost = metric.higherIsBetter ? 1 / metric.ratio : metric.ratio;
  // Mirrored, so that to exchange the sides exchanges better and worse.
  return cost > 1 + tolerance         ? Change::Worse
         : cost < 1 / (1 + tolerance) ? Change::Better
                                      : Change::Same;
}

Change byStatistics(Metric &metric, const Options &options) {
  if (!allPositive(metric.before) || !allPositive(metric.after))
    return Change::Unclear;
  const Ratio found = ratio(metric.before, metric.after, options.confidence);
  metric.ratio = found.estimate;
  metric.interval = found.interval;
  if (!metric.interval)
    return Change::TooFew;
  const double most = 1 + options.tolerance, least = 1 / most;
  const auto [low, high] = *metric.interval;
  if (low >= least && high <= most)
    return Change::Same;
  if (found.estimate > most && low > 1)
    return metric.higherIsBetter ? Change::Better : Change::Worse;
  if (found.estimate < least && high < 1)
    return metric.higherIsBetter ? Change::Worse : Change::Better;
  return Change::Unclear;
}

/// Works out the rest of a metric that has its values.
void judge(Metric &metric, const Options &options) {
  metric.medianBefore = median(metric.before);
  metric.medianAfter = median(metric.after);
  metric.ratio = changeOf(metric.medianBefore, metric.medianAfter);
  metric.exact = !metric.isTime && allEqual(metric.before) && allEqual(metric.after);
  metric.change =
      metric.exact ? byTolerance(metric, options.tolerance) : byStatistics(metric, options);
}

/// One value of each run that has one.
template <typename Value> std::vector<double> values(std::size_t runs, Value value) {
  std::vector<double> result;
  for (std::size_t run = 0; run < runs; ++run)
    if (const std::optional<double> number = value(run))
      result.push_back(*number);
  return result;
}

std::vector<double> kernelValues(const KernelRuns &kernel, std::string_view name, double factor) {
  return values(kernel.kernel.size(), [&](std::size_t run) -> std::optional<double> {
    const auto value = numberAt(kernel.kernel[run], name);
    return value ? std::optional(*value * factor) : std::nullopt;
  });
}

/// Sum over the sites of a kind, in one run; none where it has no such site.
std::optional<double> total(const KernelRuns &kernel, SiteKind kind, const char *name,
                            std::size_t run) {
  std::optional<double> sum;
  for (const auto &[key, runs] : kernel.sites)
    if (key.kind == kind && runs[run])
      if (const auto value = numberAt(*runs[run], name))
        sum = sum.value_or(0) + *value;
  return sum;
}

//===----------------------------------------------------------------------===//
// Which is which
//===----------------------------------------------------------------------===//

struct KernelMatch {
  KernelKey before, after;
};

/// Pairs off what agrees on `project`, where that is one kernel on each side.
template <typename Projection>
void pairOff(std::vector<KernelKey> &before, std::vector<KernelKey> &after, Projection project,
             std::vector<KernelMatch> &matches) {
  using Part = decltype(project(KernelKey()));
  std::map<Part, std::vector<KernelKey>> byPart, afterByPart;
  for (const KernelKey &key : before)
    if (!key.replaced)
      byPart[project(key)].push_back(key);
  for (const KernelKey &key : after)
    afterByPart[project(key)].push_back(key);
  for (const auto &[part, keys] : byPart) {
    const auto other = afterByPart.find(part);
    if (keys.size() != 1 || other == afterByPart.end() || other->second.size() != 1)
      continue;
    matches.push_back({keys.front(), other->second.front()});
    std::erase(before, matches.back().before);
    std::erase(after, matches.back().after);
  }
}

std::vector<KernelKey> keysOf(const SideRuns &side) {
  std::vector<KernelKey> keys;
  for (const auto &[key, kernel] : side.kernels)
    keys.push_back(key);
  return keys;
}

std::string withoutSpaces(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
  return text;
}

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// The longest common subsequence of the expressions; nothing where there are none.
Pairs commonExpressions(const std::vector<RunSite> &before, const std::vector<RunSite> &after) {
  constexpr std::size_t mostEntries = std::size_t{1} << 22U;
  const std::size_t n = before.size(), m = after.size();
  if ((n + 1) * (m + 1) > mostEntries)
    return {};
  std::vector<std::string> a, b;
  for (const RunSite &site : before)
    a.push_back(withoutSpaces(site.expr));
  for (const RunSite &site : after)
    b.push_back(withoutSpaces(site.expr));
  std::vector<std::vector<unsigned>> length(n + 1, std::vector<unsigned>(m + 1));
  const auto same = [&](std::size_t i, std::size_t j) { return !a[i].empty() && a[i] == b[j]; };
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t j = m; j-- > 0;)
      length[i][j] =
          same(i, j) ? length[i + 1][j + 1] + 1 : std::max(length[i + 1][j], length[i][j + 1]);
  Pairs pairs;
  for (std::size_t i = 0, j = 0; i < n && j < m;)
    if (same(i, j))
      pairs.emplace_back(i++, j++);
    else if (length[i + 1][j] >= length[i][j + 1])
      ++i;
    else
      ++j;
  return pairs;
}

std::vector<RunSite> sitesOf(const KernelRuns &kernel, SiteKind kind, const std::string &op) {
  std::vector<RunSite> sites;
  for (const auto &[key, runs] : kernel.sites) {
    if (key.kind == kind && key.op == op)
      sites.push_back(
          {kind, key.place.file, key.place.line, key.place.column, "", "", op, key.expr, {}});
  }
  return sites; // in the order of their places, by the map
}

/// Where the kernel begins, or else its first site in the kernel's file.
Place startOf(const KernelRuns &kernel) {
  if (kernel.place.line > 0)
    return kernel.place;
  Place start = kernel.place;
  for (const auto &[key, runs] : kernel.sites) {
    const Place &place = key.place;
    if (place.file == start.file && (start.line == 0 || place.line < start.line))
      start.line = place.line;
  }
  return start;
}

/// From the start of the kernel; sites in headers from the start of the file.
unsigned offsetOf(const RunSite &site, const Place &kernel) {
  return site.file == kernel.file ? site.line - kernel.line : site.line;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

/// Of both sides of one kernel.
class KernelComparison {
public:
  KernelComparison(const KernelRuns &before, const KernelRuns &after, bool measured,
                   bool timesCompare, const Options &options)
      : before_(before), after_(after), measured_(measured), timesCompare_(timesCompare),
        options_(options) {}

  void compare(KernelPair &pair) {
    pair_ = &pair;
    compareSizes();
    addTime();
    for (const Measure &measure : measures)
      if (measure.ofKernel)
        addTotals(measure);
    for (const char *bytes : {"spill_load_bytes", "spill_store_bytes"})
      addFigure(bytes, "bytes", options_.counts);
    addContext();
    addSites();
    pair.change = settled();
  }

private:
  /// Counts of launches of different sizes say nothing; then ratios are left.
  void compareSizes() {
    const auto threads = [](const KernelRuns &kernel) {
      return values(kernel.kernel.size(), [&](std::size_t run) {
        return quotient(kernel.kernel[run], "threads_launched", "launches_measured");
      });
    };
    const std::vector<double> before = threads(before_), after = threads(after_);
    countsCompare_ = measured_;
    if (!before.empty() && !after.empty() && median(before) != median(after)) {
      countsCompare_ = false;
      pair_->notes.push_back(fmt::format(
          "its launches have {:.0f} threads where they had {:.0f}: ratios are compared, not counts",
          median(after), median(before)));
    }
  }

  Metric *add(std::string name, std::string unit, std::vector<double> before,
              std::vector<double> after) {
    if (before.empty() || after.empty())
      return nullptr;
    Metric metric;
    metric.name = std::move(name);
    metric.unit = std::move(unit);
    metric.before = std::move(before);
    metric.after = std::move(after);
    pair_->metrics.push_back(std::move(metric));
    return &pair_->metrics.back();
  }

  void addTime() {
    for (const auto &[name, factor] : {std::pair("duration_us", 1e-3), {"milliseconds", 1.0}}) {
      Metric *time = add(name == std::string_view("duration_us") ? "duration" : "time", "ms",
                         kernelValues(before_, name, factor), kernelValues(after_, name, factor));
      if (!time)
        continue;
      time->isTime = true;
      judge(*time, options_);
      if (!options_.times || !timesCompare_)
        time->change = Change::NotJudged;
      return;
    }
  }

  std::vector<double> ratios(const KernelRuns &kernel, const Measure &measure) const {
    return values(kernel.kernel.size(), [&](std::size_t run) -> std::optional<double> {
      const auto dividend = total(kernel, measure.kind, measure.dividend, run);
      const auto divisor = total(kernel, measure.kind, measure.divisor, run);
      return dividend && divisor && *divisor > 0 ? std::optional(*dividend / *divisor)
                                                 : std::nullopt;
    });
  }

  std::vector<double> totals(const KernelRuns &kernel, const Measure &measure) const {
    return values(kernel.kernel.size(), [&](std::size_t run) -> std::optional<double> {
      const auto sum = total(kernel, measure.kind, measure.count, run);
      return sum ? std::optional(*sum / launchesOf(kernel.kernel[run])) : std::nullopt;
    });
  }

  void addTotals(const Measure &measure) {
    const bool byCount = countsCompare_ && measure.count;
    if (measure.count)
      if (Metric *count = add(measure.count, measured_ ? "per launch" : "per block",
                              totals(before_, measure), totals(after_, measure))) {
        judge(*count, options_);
        if (!byCount || !options_.counts)
          count->change = Change::NotJudged;
      }
    if (Metric *ratio = add(measure.ratio, "", ratios(before_, measure), ratios(after_, measure))) {
      ratio->higherIsBetter = measure.higherIsBetter;
      judge(*ratio, options_);
      if (byCount || !options_.counts)
        ratio->change = Change::NotJudged;
    }
  }

  void addFigure(const char *name, const char *unit, bool judged) {
    if (Metric *figure =
            add(name, unit, kernelValues(before_, name, 1), kernelValues(after_, name, 1))) {
      judge(*figure, options_);
      if (!judged)
        figure->change = Change::NotJudged;
    }
  }

  /// What explains, and is neither good nor bad by itself: fewer warps on an SM may be faster
  /// (Volkov, "Better Performance at Lower Occupancy", GTC 2010).
  void addContext() {
    for (const char *name : {"registers", "shared_bytes", "dynamic_shared_bytes"})
      addFigure(name, "", false);
    for (const char *name :
         {"achieved_occupancy_percent", "warp_execution_efficiency_percent",
          "sm_throughput_percent", "memory_throughput_percent", "dram_throughput_percent"})
      addFigure(name, "%", false);
  }

  void addSites() {
    std::set<std::pair<SiteKind, std::string>> groups;
    for (const KernelRuns *kernel : {&before_, &after_})
      for (const auto &[key, runs] : kernel->sites)
        if (measureOf(key.kind))
          groups.emplace(key.kind, key.op);
    for (const auto &[kind, op] : groups)
      addGroup(kind, op);
    const auto order = [](const SitePair &site) {
      return std::tuple(site.after ? *site.after : *site.before, site.kind, site.op,
                        site.after.has_value(), site.expr);
    };
    std::sort(pair_->sites.begin(), pair_->sites.end(),
              [&](const SitePair &a, const SitePair &b) { return order(a) < order(b); });
  }

  void addGroup(SiteKind kind, const std::string &op) {
    const std::vector<RunSite> before = sitesOf(before_, kind, op),
                               after = sitesOf(after_, kind, op);
    const auto match = matched(before, startOf(before_), after, startOf(after_));
    std::vector<bool> found(before.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (match[i])
        found[*match[i]] = true;
      addSite(match[i] ? &before[*match[i]] : nullptr, &after[i]);
    }
    for (std::size_t i = 0; i < before.size(); ++i)
      if (!found[i])
        addSite(&before[i], nullptr);
  }

  static Place placeOf(const RunSite &site) { return {site.file, site.line, site.column}; }

  static const std::vector<std::optional<Evidence>> &runsOf(const KernelRuns &kernel,
                                                            const RunSite &site) {
    return kernel.sites.at({site.kind, site.op, placeOf(site), site.expr});
  }

  void addSite(const RunSite *before, const RunSite *after) {
    SitePair site;
    const RunSite &any = after ? *after : *before;
    site.kind = any.kind;
    site.op = any.op;
    site.expr = any.expr;
    if (before)
      site.before = placeOf(*before);
    if (after)
      site.after = placeOf(*after);
    const Measure &measure = *measureOf(any.kind);
    addSiteMetric(
        site, measure.ratio, before, after, measure.higherIsBetter,
        [&](const Evidence &evidence, const Evidence &) { return ratioOf(measure, evidence); });
    if (measure.count)
      addSiteMetric(site, measure.count, before, after, false,
                    [&](const Evidence &evidence, const Evidence &kernel) -> std::optional<double> {
                      const auto count = numberAt(evidence, measure.count);
                      return count ? std::optional(*count / launchesOf(kernel)) : std::nullopt;
                    });
    if (!site.metrics.empty()) // the count where counts compare, else the ratio
      site.change = site.metrics[countsCompare_ ? site.metrics.size() - 1 : 0].change;
    pair_->sites.push_back(std::move(site));
  }

  template <typename Value>
  void addSiteMetric(SitePair &site, const char *name, const RunSite *before, const RunSite *after,
                     bool higherIsBetter, Value value) {
    const auto of = [&](const KernelRuns &kernel, const RunSite *where) {
      if (!where)
        return std::vector<double>();
      const auto &runs = runsOf(kernel, *where);
      return values(runs.size(), [&](std::size_t run) -> std::optional<double> {
        return runs[run] ? value(*runs[run], kernel.kernel[run]) : std::nullopt;
      });
    };
    Metric metric;
    metric.name = name;
    metric.higherIsBetter = higherIsBetter;
    metric.before = of(before_, before);
    metric.after = of(after_, after);
    if (metric.before.empty() && metric.after.empty())
      return;
    if (!metric.before.empty() && !metric.after.empty())
      judge(metric, options_);
    else if (metric.before.empty())
      metric.medianAfter = median(metric.after);
    else
      metric.medianBefore = median(metric.before);
    site.metrics.push_back(std::move(metric));
  }

  /// Time decides where it can be told: what else changed is how it came about. Else anything
  /// that got worse makes the kernel worse, whatever got better for it.
  Change settled() const {
    Change ofTime = Change::NotJudged, ofCounts = Change::NotJudged;
    for (const Metric &metric : pair_->metrics)
      if (metric.change != Change::NotJudged) {
        Change &change = metric.isTime ? ofTime : ofCounts;
        change = change == Change::NotJudged ? metric.change : std::max(change, metric.change);
      }
    const bool told = ofTime == Change::Same || ofTime == Change::Better || ofTime == Change::Worse;
    if (told || ofCounts == Change::NotJudged)
      return ofTime;
    if (ofCounts == Change::Same && ofTime != Change::NotJudged)
      return ofTime;
    return ofCounts;
  }

  const KernelRuns &before_;
  const KernelRuns &after_;
  bool measured_;
  bool timesCompare_;
  bool countsCompare_ = false;
  const Options &options_;
  KernelPair *pair_ = nullptr;
};

Side sideWords(const std::vector<EvidenceRun> &runs) {
  Side side;
  std::set<std::string> devices;
  for (const EvidenceRun &run : runs) {
    side.files.push_back(run.file);
    if (!run.device.empty())
      devices.insert(run.device);
  }
  side.devices.assign(devices.begin(), devices.end());
  return side;
}

Expected<void> checkKinds(const std::vector<EvidenceRun> &before,
                          const std::vector<EvidenceRun> &after) {
  if (before.front().measured != after.front().measured)
    return makeError(
        fmt::format("{} is {} evidence, and {} is {}; compare evidence of one kind",
                    before.front().file, before.front().measured ? "measured" : "predicted",
                    after.front().file, after.front().measured ? "measured" : "predicted"));
  return {};
}

Expected<void> checkRenamed(const std::vector<EvidenceRun> &before,
                            const std::vector<EvidenceRun> &after,
                            const std::map<std::string, std::string> &renamed) {
  const auto has = [](const std::vector<EvidenceRun> &runs, const std::string &kernel) {
    return std::any_of(runs.begin(), runs.end(), [&](const EvidenceRun &run) {
      return std::any_of(run.sites.begin(), run.sites.end(),
                         [&](const RunSite &site) { return site.kernel == kernel; });
    });
  };
  for (const auto &[from, to] : renamed) {
    if (!has(before, from))
      return makeError("--rename: there is no kernel `" + from + "` in " + before.front().file);
    if (!has(after, to))
      return makeError("--rename: there is no kernel `" + to + "` in " + after.front().file);
  }
  return {};
}

} // namespace

std::string_view name(Change change) {
  switch (change) {
  case Change::Same:
    return "same";
  case Change::NotJudged:
    return "not-judged";
  case Change::TooFew:
    return "too-few-runs";
  case Change::Unclear:
    return "unclear";
  case Change::Better:
    return "better";
  case Change::Worse:
    return "worse";
  }
  return {};
}

unsigned Comparison::count(Change change) const {
  return static_cast<unsigned>(
      std::count_if(kernels.begin(), kernels.end(),
                    [&](const KernelPair &kernel) { return kernel.change == change; }));
}

std::vector<std::optional<std::size_t>> matched(const std::vector<RunSite> &before,
                                                const Place &kernelBefore,
                                                const std::vector<RunSite> &after,
                                                const Place &kernelAfter) {
  std::vector<std::optional<std::size_t>> match(after.size());
  Pairs anchors = commonExpressions(before, after);
  anchors.emplace_back(before.size(), after.size());
  std::size_t i = 0, j = 0;
  for (const auto &[nextBefore, nextAfter] : anchors) {
    if (nextBefore - i == nextAfter - j) {
      for (std::size_t k = 0; j + k < nextAfter; ++k)
        match[j + k] = i + k;
    } else {
      for (std::size_t b = j; b < nextAfter; ++b)
        for (std::size_t a = i; a < nextBefore && !match[b]; ++a)
          if (offsetOf(before[a], kernelBefore) == offsetOf(after[b], kernelAfter) &&
              before[a].column == after[b].column) {
            match[b] = a;
            i = a + 1; // order is kept
          }
    }
    if (nextAfter < after.size())
      match[nextAfter] = nextBefore;
    i = nextBefore + 1;
    j = nextAfter + 1;
  }
  return match;
}

Expected<Comparison> compared(const std::vector<EvidenceRun> &before,
                              const std::vector<EvidenceRun> &after, const Options &options) {
  if (auto checked = checkKinds(before, after); !checked)
    return tl::unexpected(checked.error());
  if (auto checked = checkRenamed(before, after, options.renamed); !checked)
    return tl::unexpected(checked.error());
  Comparison result;
  result.measured = after.front().measured;
  result.before = sideWords(before);
  result.after = sideWords(after);
  const bool sameDevice =
      result.before.devices == result.after.devices && result.before.devices.size() <= 1;
  if (!sameDevice)
    result.notes.emplace_back("measured on different GPUs: times are shown and not judged");

  const SideRuns old = sideOf(before, options.renamed), now = sideOf(after, {});
  std::vector<KernelKey> oldKeys = keysOf(old), newKeys = keysOf(now);
  std::vector<KernelMatch> matches;
  pairOff(oldKeys, newKeys, [](const KernelKey &key) { return key; }, matches);
  const auto byInstantiation = [](const KernelKey &key) {
    return std::tuple(key.name, key.instantiation);
  };
  pairOff(oldKeys, newKeys, byInstantiation, matches);
  const auto byFile = [](const KernelKey &key) { return std::tuple(key.name, key.file); };
  pairOff(oldKeys, newKeys, byFile, matches);
  pairOff(oldKeys, newKeys, [](const KernelKey &key) { return key.name; }, matches);

  std::map<std::string, std::string> oldNames;
  for (const auto &[from, to] : options.renamed)
    oldNames[to] = from;
  std::sort(matches.begin(), matches.end(), [](const KernelMatch &a, const KernelMatch &b) {
    return std::tie(a.after.file, a.after.name, a.after.instantiation) <
           std::tie(b.after.file, b.after.name, b.after.instantiation);
  });
  for (const KernelMatch &match : matches) {
    const KernelRuns &kernel = now.kernels.at(match.after);
    KernelPair pair;
    pair.name = match.after.name;
    pair.instantiation = match.after.instantiation;
    pair.place = kernel.place;
    if (const auto oldName = oldNames.find(pair.name); oldName != oldNames.end())
      pair.oldName = oldName->second;
    KernelComparison(old.kernels.at(match.before), kernel, result.measured, sameDevice, options)
        .compare(pair);
    result.kernels.push_back(std::move(pair));
  }
  std::sort(result.kernels.begin(), result.kernels.end(),
            [](const KernelPair &a, const KernelPair &b) {
              return std::tie(b.change, a.place, a.name, a.instantiation) <
                     std::tie(a.change, b.place, b.name, b.instantiation);
            });
  for (const KernelKey &key : oldKeys)
    result.onlyBefore.push_back({key.name, key.instantiation, old.kernels.at(key).place});
  for (const KernelKey &key : newKeys)
    result.onlyAfter.push_back({key.name, key.instantiation, now.kernels.at(key).place});
  return result;
}

} // namespace warplint::compare
