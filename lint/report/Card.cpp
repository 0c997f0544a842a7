//===- Card.cpp - a kernel's whole standing on one page -------------------===//

#include "lint/report/Card.h"

#include "lint/evidence/WholeNumbers.h"
#include "lint/report/Audit.h"
#include "lint/report/Summary.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace warplint::report {
namespace {

// The rubric's thresholds, in percent.
constexpr double efficiencyGood = 80;
constexpr double efficiencyRedFlag = 60;
constexpr double conflictsTarget = 2;
constexpr double conflictsRedFlag = 10;
constexpr double executionGood = 90;
constexpr double occupancyLow = 50;
constexpr double throughputGood = 60; // Nsight Compute's "SpeedOfLight" rule: under it, latency
constexpr std::int64_t closeRegisters = 2;
constexpr std::int64_t closeBytes = 1024;

constexpr std::array<std::string_view, 6> phaseTitles{
    "Know the hardware", "SIMT execution",          "Memory hierarchy",
    "Occupancy",         "Roofline and bottleneck", "Architecture features"};

std::string percent(double value) {
  return value >= 99.95 || value == std::floor(value) ? fmt::format("{:.0f} %", value)
                                                      : fmt::format("{:.1f} %", value);
}

std::optional<std::int64_t> integerAt(const Evidence &evidence, std::string_view name) {
  const auto value = numberAt(evidence, name);
  return value ? std::optional(countOf(*value)) : std::nullopt;
}

/// Sums of a part and of the whole, over the sites for which both are known.
struct Share {
  double part = 0, whole = 0;
  unsigned known = 0, unknown = 0; ///< sites

  bool any() const { return known + unknown > 0; }
  std::optional<double> percent() const {
    return whole > 0 ? std::optional(100 * part / whole) : std::nullopt;
  }
};

/// Of one kernel.
class Maker {
public:
  Maker(const CardSource &source, const Site &kernel, const FileAnalysis &file)
      : source_(source), kernel_(kernel), file_(file) {
    for (const FileAnalysis &one : source.files)
      for (const Site &site : one.sites)
        if (site.kernel == kernel.kernel && seen_.insert({site.span, site.kind, site.op}).second)
          sites_.push_back(&site);
    for (const Site &site : source.measured)
      if (site.kernel == kernel.kernel)
        measured_.push_back(&site);
    for (const Finding &finding : source.report.findings)
      if (finding.kernel == kernel.kernel && !finding.suppressed &&
          finding.verdict != Verdict::Refuted)
        findings_.push_back(&finding);
    for (const KernelFigures &figures : source.report.kernels)
      if (!figures_ && figures.kernel == kernel.kernel) {
        figures_ = &figures.evidence;
        instantiation_ = figures.instantiation;
      }
    for (const RuleInfo &rule : source.report.rules)
      rules_[rule.id] = &rule;
  }

  Card make() {
    describe();
    for (unsigned number = 0; number < card_.phases.size(); ++number) {
      card_.phases[number].number = number;
      card_.phases[number].title = phaseTitles[number];
    }
    addBounds();
    addHardware();
    addExecution();
    addMemory();
    addOccupancy();
    addRoofline();
    addFeatures();
    addRules();
    for (Phase &phase : card_.phases)
      for (const Check &check : phase.checks)
        phase.state = std::max(phase.state, check.state);
    addChanges();
    card_.findings = findings_;
    return std::move(card_);
  }

private:
  void describe() {
    card_.kernel = kernel_.kernel;
    card_.span = kernel_.span;
    card_.chip = source_.chip;
    card_.evidence = kernel_.evidence;
    card_.confidence = kernel_.confidence;
    card_.assumptions = kernel_.assumptions;
    card_.shapeSource = stringAt(kernel_.evidence, "shape_source").value_or("");
    std::vector<std::int64_t> axes;
    for (const char *axis : {"block_x", "block_y", "block_z"})
      axes.push_back(integerAt(kernel_.evidence, axis).value_or(1));
    while (axes.size() > 1 && axes.back() == 1)
      axes.pop_back();
    for (std::int64_t axis : axes)
      card_.block += (card_.block.empty() ? "" : " x ") + std::to_string(axis);
    card_.block += " threads";
    if (figures_)
      card_.figures = *figures_;
    card_.instantiation = instantiation_;
  }

  Check &add(unsigned phase, std::string id, std::string title) {
    Check check;
    check.id = std::move(id);
    check.title = std::move(title);
    return card_.phases[phase].checks.emplace_back(std::move(check));
  }

  std::optional<double> figure(std::string_view name) const {
    return figures_ ? numberAt(*figures_, name) : std::nullopt;
  }
  bool isWhole() const { return file_.status == FileStatus::Analysed; }

  /// Over predicted or measured sites.
  template <typename Sites>
  static Share shareOf(const Sites &sites, SiteKind kind, std::string_view op, const char *part,
                       const char *whole) {
    Share share;
    for (const Site *site : sites) {
      if (site->kind != kind || (!op.empty() && site->op != op))
        continue;
      const auto partHere = numberAt(site->evidence, part);
      const auto wholeHere = numberAt(site->evidence, whole);
      if (!partHere || !wholeHere) {
        ++share.unknown;
        continue;
      }
      ++share.known;
      share.part += *partHere;
      share.whole += *wholeHere;
    }
    return share;
  }

  //===--------------------------------------------------------------------===//
  // What bounds it
  //===--------------------------------------------------------------------===//

  void addBounds() {
    const CardChip &chip = card_.chip;
    card_.predicted = predictedBound(kernel_.evidence, chip);
    const Flops flops = flopsOf(kernel_.evidence);
    std::set<std::string> units{"fp32"};
    for (const auto &[unit, count] : flops)
      units.insert(unit);
    const auto predict = [&](const char *label, const char *bytes) {
      const auto moved = numberAt(kernel_.evidence, bytes);
      if (!moved || *moved <= 0 || flops.empty())
        return;
      const Bound bound = boundOf(flops, *moved, chip);
      if (bound.intensity && bound.attainable)
        card_.points.push_back({label, *bound.intensity, *bound.attainable, false});
    };
    const auto unique = numberAt(kernel_.evidence, "bytes_unique");
    const auto requested = numberAt(kernel_.evidence, "bytes_requested");
    if (unique && requested && std::abs(*unique - *requested) < 0.02 * *requested) {
      predict("predicted", "bytes_unique");
    } else {
      predict(requested ? "predicted, every request" : "predicted, every access",
              requested ? "bytes_requested" : "bytes_accessed");
      predict("predicted, each byte once", "bytes_unique");
    }
    addMeasuredBound(units);
    card_.units.assign(units.begin(), units.end());
  }

  void addMeasuredBound(std::set<std::string> &units) {
    if (!figures_)
      return;
    const Flops flops = flopsOf(*figures_);
    for (const auto &[unit, count] : flops)
      units.insert(unit);
    const auto bytes = numberAt(*figures_, "bytes_dram");
    const auto sm = figure("sm_throughput_percent");
    const auto memory = figure("memory_throughput_percent");
    const bool lacksOperations =
        !countsTensorCores() && onTensorCores(flopsOf(kernel_.evidence)) > 0;
    Bound bound;
    if (lacksOperations)
      bound.remark = "operations of the Tensor Cores were not counted when this was measured";
    else if (bytes && *bytes > 0)
      bound = boundOf(flops, *bytes, card_.chip);
    if (sm && memory) {
      // What the counters say goes before what operations and bytes make likely.
      bound.kind = std::max(*sm, *memory) < throughputGood ? BoundKind::Open
                   : *memory >= *sm                        ? BoundKind::Memory
                                                           : BoundKind::Compute;
      if (bound.kind == BoundKind::Open)
        bound.remark = "neither is near its peak: latency, or too little work";
    } else if (!bytes || lacksOperations) {
      return;
    }
    const auto duration = figure("duration_us");
    constexpr double microPerGiga = 1e-3;
    if (bound.intensity && duration && *duration > 0 && !flops.empty())
      card_.points.push_back(
          {"measured", *bound.intensity, total(flops) / *duration * microPerGiga, true});
    card_.measured = std::move(bound);
  }

  //===--------------------------------------------------------------------===//
  // Phase 0: know the hardware
  //===--------------------------------------------------------------------===//

  void addHardware() {
    const CardChip &chip = card_.chip;
    Check &target = add(0, "target-known", "The chip is known");
    const bool isKnown = chip.reason == "named" || chip.reason == "measured";
    target.state = isKnown ? CheckState::Pass : CheckState::Open;
    target.predicted = chip.name + (chip.generation.empty() ? "" : ", " + chip.generation);
    target.remark = isKnown ? "" : "nobody said which chip it is to run on: --chip does";
    Check &numbers = add(0, "peaks-known", "Peak rates and bandwidth");
    const auto knee = predictedKnee();
    numbers.state = chip.bandwidth > 0 && knee ? CheckState::Pass : CheckState::Open;
    if (chip.bandwidth > 0)
      numbers.predicted = fmt::format("{} GB/s", compactCount(chip.bandwidth));
    if (const auto peak = peakOf(chip, "fp32"))
      numbers.predicted += fmt::format(", fp32 {} TFLOP/s", compact(*peak / 1000));
    if (knee)
      numbers.predicted += fmt::format(", knee at {} FLOP/byte", compact(*knee));
  }

  std::optional<double> predictedKnee() const {
    if (card_.predicted.knee)
      return card_.predicted.knee;
    const auto peak = peakOf(card_.chip, "fp32");
    return peak && card_.chip.bandwidth > 0 ? std::optional(*peak / card_.chip.bandwidth)
                                            : std::nullopt;
  }

  //===--------------------------------------------------------------------===//
  // Phase 1: SIMT execution
  //===--------------------------------------------------------------------===//

  void addExecution() {
    Check &efficiency = add(1, "warp-execution-efficiency", "Warp execution efficiency");
    efficiency.threshold = "90 % or more";
    const auto predicted = numberAt(kernel_.evidence, "warp_execution_efficiency_percent");
    const auto measured = figure("warp_execution_efficiency_percent");
    const bool openBranches = std::any_of(sites_.begin(), sites_.end(), [](const Site *site) {
      return (site->kind == SiteKind::Branch || site->kind == SiteKind::Loop) &&
             stringAt(site->evidence, "cause") == "data" && !boolAt(site->evidence, "predicated");
    });
    if (predicted)
      efficiency.predicted = (openBranches ? "at most " : "") + percent(*predicted);
    if (measured)
      efficiency.measured = percent(*measured);
    if (const auto value = measured ? measured : predicted) {
      efficiency.state = *value < executionGood ? CheckState::Look : CheckState::Pass;
      if (!measured && openBranches && *value >= executionGood) {
        efficiency.state = CheckState::Open;
        efficiency.remark = "which lanes go which way is in the data";
      }
    }

    Check &divergence = add(1, "divergent-branches", "Branches that split warps");
    Share share = shareOf(sites_, SiteKind::Branch, "", "divergent_warps", "warps");
    const Share measuredShare =
        shareOf(measured_, SiteKind::Branch, "", "divergent_warps", "warps");
    if (!share.any() && !measuredShare.any()) {
      divergence.state = CheckState::None;
      divergence.remark = "there are none";
    } else {
      if (const auto value = share.percent())
        divergence.predicted = percent(*value) + " of warps";
      if (const auto value = measuredShare.percent())
        divergence.measured = percent(*value) + " of warps";
      divergence.state = fired("divergence")                             ? CheckState::Fail
                         : share.unknown > 0 && !measuredShare.percent() ? CheckState::Open
                                                                         : CheckState::Pass;
      divergence.threshold = "none whose sides are heavy";
      if (share.unknown > 0)
        divergence.remark = fmt::format("of {} nothing is known: {} in the data",
                                        counted(share.unknown, "branch").ends_with("s")
                                            ? fmt::format("{} branches", share.unknown)
                                            : "one branch",
                                        share.unknown > 1 ? "they are" : "it is");
    }

    const bool hasBarriers =
        hasSite(SiteKind::Barrier) || hasSite(SiteKind::Group) || hasSite(SiteKind::WarpCall);
    Check &barriers = add(1, "barriers-reached", "Barriers and groups are reached by all");
    barriers.state = fired("sync") || fired("groups") ? CheckState::Fail
                     : !hasBarriers                   ? CheckState::None
                     : isWhole()                      ? CheckState::Pass
                                                      : CheckState::Open;
    if (!hasBarriers)
      barriers.remark = "there are none";
  }

  bool hasSite(SiteKind kind) const {
    return std::any_of(sites_.begin(), sites_.end(),
                       [&](const Site *site) { return site->kind == kind; });
  }

  /// Has a rule of the family found an error or a warning?
  bool fired(std::string_view family) const {
    return std::any_of(findings_.begin(), findings_.end(), [&](const Finding *finding) {
      return finding->family == family && finding->severity >= Severity::Warning;
    });
  }

  //===--------------------------------------------------------------------===//
  // Phase 2: memory hierarchy
  //===--------------------------------------------------------------------===//

  void addMemory() {
    addEfficiency("global-load-efficiency", "Global load efficiency", "load");
    addEfficiency("global-store-efficiency", "Global store efficiency", "store");
    addConflicts();
    addSpills();
    const auto unique = numberAt(kernel_.evidence, "bytes_unique");
    const auto requested = numberAt(kernel_.evidence, "bytes_requested");
    Check &reuse = add(2, "reuse-in-block", "Bytes requested more than once");
    reuse.state = CheckState::None;
    if (unique && requested && *requested > 0) {
      const double again = std::max(0.0, 100 * (1 - *unique / *requested));
      reuse.predicted = percent(again) + " of what is requested";
      reuse.remark = again >= 1 ? "caches may serve them" : "";
    } else {
      reuse.remark = "not known";
    }
    if (figures_) {
      const auto dram = numberAt(*figures_, "bytes_dram");
      const auto asked = numberAt(*figures_, "bytes_requested");
      if (dram && asked && *asked > 0)
        reuse.measured =
            fmt::format("{} of the requested come from DRAM", percent(100 * *dram / *asked));
    }
  }

  void addEfficiency(const char *id, const char *title, const char *op) {
    Check &check = add(2, id, title);
    check.threshold = "80 % or more; under 60 % is a red flag";
    const Share predicted = shareOf(sites_, SiteKind::GlobalAccess, op, "sectors_ideal", "sectors");
    const Share measured =
        shareOf(measured_, SiteKind::GlobalAccess, op, "sectors_ideal", "sectors");
    if (const auto value = predicted.percent())
      check.predicted = percent(*value);
    if (const auto value = measured.percent())
      check.measured = percent(*value);
    if (!predicted.any() && !measured.percent()) {
      check.state = CheckState::None;
      check.remark = "there are none";
      return;
    }
    const auto value = measured.percent() ? measured.percent() : predicted.percent();
    if (value)
      check.state = *value < efficiencyRedFlag ? CheckState::Fail
                    : *value < efficiencyGood  ? CheckState::Look
                                               : CheckState::Pass;
    if (predicted.unknown > 0 && !measured.percent()) {
      if (check.state == CheckState::Pass || !value)
        check.state = CheckState::Open;
      check.remark = fmt::format("addresses of {} of {} accesses come from data", predicted.unknown,
                                 predicted.unknown + predicted.known);
    }
  }

  void addConflicts() {
    Check &check = add(2, "shared-bank-conflicts", "Shared-memory bank conflicts");
    check.threshold = "2 % or less; over 10 % is a red flag";
    const auto conflicts = [](const Share &ideal) -> std::optional<double> {
      const auto good = ideal.percent();
      return good ? std::optional(std::max(0.0, 100 - *good)) : std::nullopt;
    };
    const Share predicted =
        shareOf(sites_, SiteKind::SharedAccess, "", "wavefronts_ideal", "wavefronts");
    const Share measured =
        shareOf(measured_, SiteKind::SharedAccess, "", "wavefronts_ideal", "wavefronts");
    if (const auto value = conflicts(predicted))
      check.predicted = percent(*value) + " of wavefronts";
    if (const auto value = conflicts(measured))
      check.measured = percent(*value) + " of wavefronts";
    if (!predicted.any() && !conflicts(measured)) {
      check.state = CheckState::None;
      check.remark = "no shared memory is accessed";
      return;
    }
    const auto value = conflicts(measured) ? conflicts(measured) : conflicts(predicted);
    if (value)
      check.state = *value > conflictsRedFlag  ? CheckState::Fail
                    : *value > conflictsTarget ? CheckState::Look
                                               : CheckState::Pass;
    if (predicted.unknown > 0 && !conflicts(measured)) {
      if (check.state == CheckState::Pass || !value)
        check.state = CheckState::Open;
      check.remark = fmt::format("addresses of {} of {} accesses are not known", predicted.unknown,
                                 predicted.unknown + predicted.known);
    }
  }

  void addSpills() {
    Check &check = add(2, "register-spills", "Registers spilled to local memory");
    check.threshold = "none";
    const auto stores = numberAt(kernel_.evidence, "spill_store_bytes");
    const auto loads = numberAt(kernel_.evidence, "spill_load_bytes");
    if (!stores || !loads) {
      check.remark = "needs nvcc: --resources nvcc, or --binary";
      return;
    }
    check.predicted = fmt::format("{:.0f} bytes stored, {:.0f} loaded", *stores, *loads);
    check.state = *stores + *loads > 0 ? CheckState::Fail : CheckState::Pass;
  }

  //===--------------------------------------------------------------------===//
  // Phase 3: occupancy
  //===--------------------------------------------------------------------===//

  /// The launch that is judged: the one with the lowest occupancy.
  const Site *worstLaunch() const {
    const Site *worst = nullptr;
    for (const Site *site : sites_)
      if (site->kind == SiteKind::Launch && numberAt(site->evidence, "occupancy_percent") &&
          (!worst || *numberAt(site->evidence, "occupancy_percent") <
                         *numberAt(worst->evidence, "occupancy_percent")))
        worst = site;
    return worst;
  }

  void addOccupancy() {
    const Site *launch = worstLaunch();
    const Evidence &from = launch ? launch->evidence : kernel_.evidence;
    const auto registers = integerAt(from, "registers");
    const auto occupancy = numberAt(from, "occupancy_percent");
    const std::string limiter(stringAt(from, "limiter").value_or(""));
    if (!registers)
      card_.resources = "registers are not known: needs nvcc (--resources nvcc, or --binary)";
    Check &theoretical = add(3, "theoretical-occupancy", "Theoretical occupancy");
    theoretical.threshold = "50 % or more, where memory bounds";
    if (occupancy) {
      theoretical.predicted = (registers ? "" : "at most ") + percent(*occupancy);
      if (!limiter.empty())
        theoretical.predicted += ", limited by " + limiter;
      card_.occupancy = theoretical.predicted;
      const bool bindsMemory = bound() != BoundKind::Compute;
      theoretical.state = *occupancy < occupancyLow
                              ? bindsMemory ? CheckState::Look : CheckState::Pass
                          : registers ? CheckState::Pass
                                      : CheckState::Open;
      if (!registers)
        theoretical.remark = "needs nvcc for the registers: --resources nvcc, or --binary";
    } else {
      theoretical.remark = "no launch tells the size of its blocks";
    }
    card_.nextStep = stringAt(from, "next_step").value_or("");

    Check &achieved = add(3, "achieved-occupancy", "Achieved occupancy");
    achieved.threshold = "50 % or more, where memory bounds";
    if (const auto value = figure("achieved_occupancy_percent")) {
      achieved.measured = percent(*value);
      achieved.state = *value < occupancyLow && bound() != BoundKind::Compute ? CheckState::Look
                                                                              : CheckState::Pass;
    } else {
      achieved.remark = "only a measurement tells: warplint confirm --figures";
    }

    addCliff(from, registers.has_value());
    addLanes(from);
    addGrid(launch);
  }

  BoundKind bound() const {
    return card_.measured && card_.measured->kind != BoundKind::Open ? card_.measured->kind
                                                                     : card_.predicted.kind;
  }

  void addCliff(const Evidence &from, bool registersKnown) {
    Check &cliff = add(3, "next-cliff", "Distance to losing a block");
    cliff.threshold = "more than 2 registers, more than 1 KiB of shared memory";
    const auto registers = integerAt(from, "loss_registers");
    const auto bytes = integerAt(from, "loss_shared_bytes");
    if (registers)
      cliff.predicted = fmt::format("{} registers", *registers);
    if (bytes)
      cliff.predicted += fmt::format("{}{} bytes of shared memory", registers ? ", " : "", *bytes);
    const bool isClose = (registers && *registers <= closeRegisters && registersKnown) ||
                         (bytes && *bytes <= closeBytes);
    cliff.state = isClose ? CheckState::Look : registersKnown ? CheckState::Pass : CheckState::Open;
    if (!registersKnown)
      cliff.remark = "needs nvcc for the registers";
    else if (cliff.predicted.empty())
      cliff.predicted = "none near";
  }

  void addLanes(const Evidence &from) {
    Check &lanes = add(3, "whole-warps", "Blocks of whole warps");
    lanes.threshold = "no idle lanes";
    constexpr std::int64_t warp = 32;
    const auto threads = integerAt(from, "threads");
    if (!threads ||
        (stringAt(kernel_.evidence, "shape_source") == "assumed" && &from == &kernel_.evidence)) {
      lanes.remark = "no launch tells the size of its blocks";
      return;
    }
    const std::int64_t idle = (*threads + warp - 1) / warp * warp - *threads;
    lanes.predicted = idle ? fmt::format("{} of {} lanes idle", idle, *threads + idle)
                           : fmt::format("{} threads", *threads);
    lanes.state = idle ? CheckState::Look : CheckState::Pass;
  }

  void addGrid(const Site *launch) {
    Check &grid = add(3, "grid-fills-chip", "The grid fills the chip");
    grid.threshold = "a block for each SM or more";
    std::optional<double> blocks =
        launch ? numberAt(launch->evidence, "blocks") : std::optional<double>();
    if (figures_) {
      const auto x = figure("grid_x"), y = figure("grid_y"), z = figure("grid_z");
      if (x && y && z) {
        const double launched = *x * *y * *z;
        grid.measured = compactCount(launched) + " blocks";
        blocks = launched;
      }
    }
    if (!blocks || card_.chip.sms == 0) {
      grid.remark = "the size of the grid is not known";
      return;
    }
    if (grid.measured.empty())
      grid.predicted = compactCount(*blocks) + " blocks";
    grid.state = *blocks < card_.chip.sms ? CheckState::Look : CheckState::Pass;
    grid.remark = fmt::format("{} SMs", card_.chip.sms);
  }

  //===--------------------------------------------------------------------===//
  // Phase 4: roofline and bottleneck
  //===--------------------------------------------------------------------===//

  static std::string inWords(const Bound &bound) {
    if (bound.kind == BoundKind::Open)
      return {};
    std::string text = fmt::format("{}-bound", name(bound.kind));
    if (bound.intensity)
      text += fmt::format(": {} FLOP/byte", compact(*bound.intensity));
    if (bound.knee)
      text += fmt::format(", knee of {} at {}", bound.unit, compact(*bound.knee));
    return text;
  }

  void addRoofline() {
    Check &check = add(4, "bound-known", "What bounds it");
    check.predicted = inWords(card_.predicted);
    if (card_.measured)
      check.measured = inWords(*card_.measured);
    check.state =
        check.predicted.empty() && check.measured.empty() ? CheckState::Open : CheckState::Pass;
    check.remark = card_.predicted.remark;
    if (card_.measured && !card_.measured->remark.empty())
      check.remark = card_.measured->remark;

    Check &roof = add(4, "near-its-roof", "How near it comes to its roof");
    roof.threshold = "60 % of what bounds it";
    if (card_.predicted.attainable && *card_.predicted.attainable > 0)
      roof.predicted = fmt::format("at most {} GFLOP/s", compactCount(*card_.predicted.attainable));
    const auto sm = figure("sm_throughput_percent");
    const auto memory = figure("memory_throughput_percent");
    if (sm && memory) {
      roof.measured = fmt::format("memory {}, SMs {} of peak", percent(*memory), percent(*sm));
      roof.state = std::max(*sm, *memory) < throughputGood ? CheckState::Look : CheckState::Pass;
    } else {
      roof.remark = "only a measurement tells: warplint confirm --figures";
    }

    Check &stalls = add(4, "stall-reasons", "What its warps wait for");
    if (figures_)
      card_.stalls = topStalls(*figures_);
    if (card_.stalls.empty()) {
      stalls.remark = "only a measurement tells: warplint confirm --figures";
    } else {
      for (const Stall &stall : card_.stalls)
        stalls.measured += fmt::format("{}{} {}", stalls.measured.empty() ? "" : ", ", stall.reason,
                                       percent(stall.percent));
      stalls.state = CheckState::None;
    }
  }

  //===--------------------------------------------------------------------===//
  // Phase 5: architecture features
  //===--------------------------------------------------------------------===//

  void addFeatures() {
    Check &copies = add(5, "async-copies", "Asynchronous copies");
    const bool used = hasSite(SiteKind::AsyncCopy);
    copies.state = fired("async") ? CheckState::Fail
                   : !used        ? CheckState::None
                   : isWhole()    ? CheckState::Pass
                                  : CheckState::Open;
    copies.predicted = used ? "used" : "";
    copies.remark = used ? "" : "not used";
    Check &tensor = add(5, "tensor-cores", "Tensor Cores");
    const Flops predicted = flopsOf(kernel_.evidence);
    const Flops measured = figures_ ? flopsOf(*figures_) : Flops();
    const bool predictsAny = onTensorCores(predicted) > 0;
    const bool ranAny = onTensorCores(measured) > 0;
    const bool isCandidate =
        std::any_of(findings_.begin(), findings_.end(), [](const Finding *finding) {
          return finding->rule == "compute-tensor-core-candidate";
        });
    tensor.state = predictsAny || ranAny ? CheckState::Pass
                   : isCandidate         ? CheckState::Look
                                         : CheckState::None;
    if (predictsAny)
      tensor.predicted = tensorShare(predicted);
    if (countsTensorCores() && (ranAny || predictsAny))
      tensor.measured = tensorShare(measured);
    if (!predictsAny && !ranAny)
      tensor.remark = isCandidate ? "a matrix product that they could do" : "not used";
    if (predictsAny && countsTensorCores() && !ranAny) {
      tensor.state = CheckState::Look;
      tensor.remark = "the launches that were measured did not come to them";
    }
  }

  /// Evidence recorded by older collectors has no operations of Tensor Cores.
  bool countsTensorCores() const {
    return figures_ && std::any_of(figures_->begin(), figures_->end(), [](const auto &one) {
             return one.first.starts_with("flops_") && one.first.ends_with("_tensor");
           });
  }

  static double onTensorCores(const Flops &flops) {
    double sum = 0;
    for (const auto &[unit, count] : flops)
      if (unit.ends_with("_tensor"))
        sum += count;
    return sum;
  }
  static std::string tensorShare(const Flops &flops) {
    const double all = total(flops);
    return percent(all > 0 ? 100 * onTensorCores(flops) / all : 0) + " of operations";
  }

  //===--------------------------------------------------------------------===//
  // Rules
  //===--------------------------------------------------------------------===//

  void addRules() {
    for (Phase &phase : card_.phases) {
      unsigned applied = 0;
      for (const auto &[id, rule] : rules_)
        applied += rule->phase == static_cast<int>(phase.number);
      if (!applied)
        continue;
      std::array<unsigned, 3> bySeverity{};
      for (const Finding *finding : findings_)
        if (const auto rule = rules_.find(finding->rule);
            rule != rules_.end() && rule->second->phase == static_cast<int>(phase.number))
          ++bySeverity[static_cast<std::size_t>(finding->severity)];
      const unsigned found = bySeverity[0] + bySeverity[1] + bySeverity[2];
      Check &check = add(phase.number, fmt::format("rules-of-phase-{}", phase.number),
                         fmt::format("Findings of this phase's {} rules", applied));
      check.predicted = found ? severities(bySeverity) : "none";
      check.state = bySeverity[1] + bySeverity[2] ? CheckState::Fail
                    : found                       ? CheckState::Look
                    : isWhole()                   ? CheckState::Pass
                                                  : CheckState::Open;
      if (!isWhole())
        check.remark = "the file was analysed only in part";
    }
  }

  //===--------------------------------------------------------------------===//
  // Changes
  //===--------------------------------------------------------------------===//

  /// In which loops of unknown length something is, and how often it happens beside what is in as
  /// many of them.
  struct Frequency {
    std::int64_t loops = 0;
    double weight = 1;
    unsigned line = 0; ///< of the innermost loop
    std::string length;
  };
  static Frequency frequencyOf(const Evidence &evidence) {
    return {integerAt(evidence, "open_loops").value_or(0), numberAt(evidence, "weight").value_or(1),
            static_cast<unsigned>(integerAt(evidence, "open_loop_line").value_or(0)),
            std::string(stringAt(evidence, "open_loop_length").value_or(""))};
  }

  /// Slots that would go: of a load that several warps repeat, all but one of its turns.
  static double gainOf(const Finding &finding) {
    const double weight = frequencyOf(finding.predicted).weight;
    if (const auto slots = excessSlots(finding.predicted)) // which has part of the weight
      return weight / numberAt(finding.predicted, "passes_meant").value_or(1) * *slots;
    const auto warps = numberAt(finding.predicted, "warps_per_element");
    const auto sectors = numberAt(finding.predicted, "sectors");
    return warps && sectors && *warps > 1 ? weight * *sectors * (1 - 1 / *warps) : 0;
  }

  /// To compare what is in loops with what is not: as simt's Work.cpp takes it for the roofline, an
  /// iteration of a loop of unknown length counts for a thousand of what is outside of it.
  static double inTheLongRun(const Finding &finding) {
    constexpr double longLoop = 1000;
    return gainOf(finding) *
           std::pow(longLoop, static_cast<double>(frequencyOf(finding.predicted).loops));
  }

  static std::string linesInWords(const std::set<unsigned> &lines) {
    std::string text = lines.size() == 1 ? "the loop in line " : "the loops in lines ";
    for (auto it = lines.begin(); it != lines.end(); ++it)
      text += fmt::format("{}{}",
                          it == lines.begin()            ? ""
                          : std::next(it) == lines.end() ? " and "
                                                         : ", ",
                          *it);
    return text;
  }

  /// What would go of the kernel's traffic of that kind, as far as it happens equally often.
  void addShare(CardChange &change) const {
    const Finding &finding = *change.finding;
    for (const auto &[kind, taken, ideal, words] :
         {std::tuple(SiteKind::GlobalAccess, "sectors", "sectors_ideal", "global sectors"),
          std::tuple(SiteKind::SharedAccess, "wavefronts", "wavefronts_ideal",
                     "shared wavefronts")}) {
      const double goes = gainOf(finding);
      if (!numberAt(finding.predicted, taken) || !numberAt(finding.predicted, ideal) || goes <= 0)
        continue;
      const Frequency own = frequencyOf(finding.predicted);
      double all = 0;
      std::set<unsigned> lines, deeper;
      std::set<std::string> lengths;
      for (const Site *site : sites_) {
        if (site->kind != kind)
          continue;
        const Frequency other = frequencyOf(site->evidence);
        if (other.loops > own.loops)
          deeper.insert(other.line);
        if (other.loops != own.loops)
          continue;
        all += other.weight * numberAt(site->evidence, taken).value_or(0);
        lines.insert(other.line);
        lengths.insert(other.length);
      }
      if (all <= 0)
        continue;
      change.share = std::min(1.0, goes / all);
      change.shareOf =
          own.loops > 0    ? fmt::format("the {} of an iteration of {}", words, linesInWords(lines))
          : deeper.empty() ? fmt::format("the kernel's {}", words)
                           : fmt::format("the {} outside of {}", words, linesInWords(deeper));
      if (lengths.size() > 1)
        change.shareOf += ", taken to be equally long";
      const bool isOne = deeper.size() == 1;
      if (own.loops == 0 && !deeper.empty())
        change.shareOf += isOne ? ", which outgrows them" : ", which outgrow them";
      else if (!deeper.empty())
        change.shareOf +=
            fmt::format("; {} outgrow{} them", linesInWords(deeper), isOne ? "s" : "");
      return;
    }
  }

  void addChanges() {
    struct Candidate {
      const Finding *finding;
      double gain;
    };
    std::map<SourceSpan, Candidate> byPlace;
    for (const Finding *finding : findings_) {
      const double gain = inTheLongRun(*finding);
      auto [it, isNew] = byPlace.try_emplace(finding->span, Candidate{finding, gain});
      if (!isNew && (gain > it->second.gain ||
                     (gain == it->second.gain && finding->severity > it->second.finding->severity)))
        it->second = {finding, gain};
    }
    std::vector<Candidate> candidates;
    for (const auto &[span, candidate] : byPlace)
      candidates.push_back(candidate);
    std::sort(candidates.begin(), candidates.end(), [](const Candidate &a, const Candidate &b) {
      // What is wrong comes before what is slow.
      const bool errorA = a.finding->severity == Severity::Error;
      const bool errorB = b.finding->severity == Severity::Error;
      return std::tuple(errorA, a.gain, a.finding->severity, b.finding->span) >
             std::tuple(errorB, b.gain, b.finding->severity, a.finding->span);
    });
    constexpr std::size_t most = 3;
    for (const Candidate &candidate : candidates) {
      if (card_.changes.size() == most)
        break;
      CardChange &change = card_.changes.emplace_back();
      change.finding = candidate.finding;
      change.excess = excessInWords(candidate.finding->predicted);
      addShare(change);
    }
  }

  const CardSource &source_;
  const Site &kernel_;
  const FileAnalysis &file_;
  std::set<std::tuple<SourceSpan, SiteKind, std::string>> seen_;
  std::vector<const Site *> sites_;
  std::vector<const Site *> measured_;
  std::vector<const Finding *> findings_;
  const Evidence *figures_ = nullptr;
  std::string instantiation_;
  std::map<std::string, const RuleInfo *> rules_;
  Card card_;
};

bool isNamed(const std::string &kernel, const std::string &wanted) {
  if (kernel == wanted)
    return true;
  const std::size_t colon = kernel.rfind("::");
  return colon != std::string::npos && kernel.substr(colon + 2) == wanted;
}

} // namespace

std::string_view name(CheckState state) {
  switch (state) {
  case CheckState::None:
    return "none";
  case CheckState::Pass:
    return "pass";
  case CheckState::Open:
    return "open";
  case CheckState::Look:
    return "look";
  case CheckState::Fail:
    return "fail";
  }
  return "open";
}

std::string compact(double value) {
  if (!std::isfinite(value))
    return "-";
  if (value != 0 && (std::abs(value) < 1e-3 || std::abs(value) >= 1e6))
    return fmt::format("{:.2e}", value);
  std::string text =
      std::abs(value) >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:#.3g}", value);
  if (text.find('.') != std::string::npos) {
    while (text.ends_with('0'))
      text.pop_back();
    if (text.ends_with('.'))
      text.pop_back();
  }
  return text;
}

std::string compactCount(double value) {
  if (!std::isfinite(value))
    return "-";
  constexpr double million = 1e6, giga = 1e9;
  if (value >= giga)
    return compact(value / giga) + " billion";
  if (value >= 10 * million)
    return compact(value / million) + " million";
  if (value < 1000)
    return compact(value);
  std::string digits = fmt::format("{:.0f}", value);
  for (std::size_t at = digits.size(); at > 3; at -= 3)
    digits.insert(at - 3, " ");
  return digits;
}

Expected<std::vector<Card>> cardsOf(const CardSource &source) {
  std::vector<Card> cards;
  std::set<std::string> found;
  std::set<SourceSpan> made; // a header's kernel is seen by all who include it
  for (const FileAnalysis &file : source.files)
    for (const Site &site : file.sites) {
      if (site.kind != SiteKind::Kernel)
        continue;
      const auto wanted =
          std::find_if(source.kernels.begin(), source.kernels.end(),
                       [&](const std::string &name) { return isNamed(site.kernel, name); });
      if (!source.kernels.empty() && wanted == source.kernels.end())
        continue;
      if (wanted != source.kernels.end())
        found.insert(*wanted);
      if (made.insert(site.span).second)
        cards.push_back(Maker(source, site, file).make());
    }
  for (const std::string &kernel : source.kernels)
    if (!found.contains(kernel))
      return makeError(fmt::format("no kernel `{}` was seen", kernel));
  std::sort(cards.begin(), cards.end(),
            [](const Card &a, const Card &b) { return a.span < b.span; });
  return cards;
}

} // namespace warplint::report
