//===- LaunchEvidence.cpp - launches on a chip, as evidence ---------------===//

#include "lint/chips/LaunchEvidence.h"

#include "lint/chips/Occupancy.h"
#include "lint/evidence/WholeNumbers.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace warplint::chips {
namespace {

constexpr double whole = 100; // percent

std::optional<std::int64_t> integerAt(const Evidence &evidence, std::string_view name) {
  const auto found = evidence.find(name);
  if (found == evidence.end())
    return std::nullopt;
  const auto *number = std::get_if<std::int64_t>(&found->second);
  return number ? std::optional(countOf(static_cast<double>(*number))) : std::nullopt;
}

std::int64_t signedOf(std::uint64_t number) { return static_cast<std::int64_t>(number); }

/// "43.8"; "50"
std::string percentText(double percent) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", percent);
  return text;
}

/// "1 register", "8 registers"
std::string counted(std::uint64_t number, const std::string &unit) {
  return std::to_string(number) + " " + unit + (number == 1 ? "" : "s");
}

/// The chip that is asked about, or all of them.
class Chips {
public:
  explicit Chips(const Chip *chip) : chip_(chip) {}

  const Chip *one() const { return chip_; }
  std::string name() const { return chip_ ? chip_->name : "any chip"; }
  std::span<const Chip> all() const { return chip_ ? std::span(chip_, 1) : allChips(); }

  template <typename Number> auto most(const Number &number) const {
    auto result = number(all().front());
    for (const Chip &chip : all())
      result = std::max(result, number(chip));
    return result;
  }
  template <typename Number> auto least(const Number &number) const {
    return -most([&](const Chip &chip) { return -number(chip); });
  }

private:
  const Chip *chip_;
};

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

class LaunchSite {
public:
  LaunchSite(Site &site, const Chips &chips) : evidence_(site.evidence), chips_(chips) {}

  void complete() {
    const auto threads = integerAt(evidence_, "threads");
    if (!threads || *threads < 1)
      return;
    const std::int64_t warps = (*threads + warpSize - 1) / warpSize;
    const std::int64_t lanes = warps * warpSize;
    evidence_["warps"] = warps;
    evidence_["lanes"] = lanes;
    evidence_["idle_lanes"] = lanes - *threads;
    evidence_["idle_percent"] =
        whole * static_cast<double>(lanes - *threads) / static_cast<double>(lanes);
    evidence_["chip"] = chips_.name();
    addSms();
    const auto most = chips_.least(
        [](const Chip &chip) { return std::int64_t{chip.capability.threadsPerBlock}; });
    if (*threads > most)
      return; // it does not run
    setNeeds(*threads);
    addOccupancy();
    if (chips_.one())
      addSteps(*chips_.one());
  }

private:
  void addSms() {
    const std::int64_t sms = chips_.least([](const Chip &chip) { return std::int64_t{chip.sms}; });
    evidence_["sms"] = sms;
    if (const auto blocks = integerAt(evidence_, "blocks"); blocks && *blocks < sms)
      evidence_["idle_sms"] = sms - *blocks;
  }

  /// What is not known is taken to need nothing: then there are no more blocks than counted.
  void setNeeds(std::int64_t threads) {
    needs_.threads = static_cast<unsigned>(threads);
    needs_.registers = static_cast<unsigned>(integerAt(evidence_, "registers").value_or(0));
    const auto dynamicBytes = integerAt(evidence_, "shared_bytes");
    const auto staticBytes = integerAt(evidence_, "static_shared_bytes");
    needs_.shared = static_cast<std::uint64_t>(std::max<std::int64_t>(0, dynamicBytes.value_or(0)) +
                                               std::max<std::int64_t>(0, staticBytes.value_or(0)));
    sharedKnown_ = dynamicBytes && staticBytes;
  }

  void addOccupancy() {
    auto percent = [&](const Chip &chip) { return occupancyOf(chip.capability, needs_).percent; };
    // Blocks that fit nowhere are another rule's matter.
    const double most = chips_.most(percent);
    if (most <= 0)
      return;
    evidence_["occupancy_percent"] = most;
    const Chip &chip =
        *std::max_element(chips_.all().begin(), chips_.all().end(),
                          [&](const Chip &a, const Chip &b) { return percent(a) < percent(b); });
    const Occupancy occupancy = occupancyOf(chip.capability, needs_);
    std::string limiters;
    for (const Limiter limiter : occupancy.limiters)
      limiters += (limiters.empty() ? "" : ", ") + std::string(name(limiter));
    evidence_["limiter"] = limiters;
    if (!chips_.one())
      return;
    evidence_["blocks_per_sm"] = std::int64_t{occupancy.blocks};
    evidence_["warps_per_sm"] = std::int64_t{chip.capability.warpsPerSm()};
    addBetterBlock(chip);
    if (isCertain(chip, occupancy.blocks))
      addWaves(chip, occupancy);
  }

  /// No count of registers with which the launch runs at all gives fewer blocks.
  bool isCertain(const Chip &chip, unsigned blocks) const {
    if (!sharedKnown_)
      return false;
    if (needs_.registers > 0)
      return true;
    for (unsigned registers = chip.capability.registersPerThread; registers > 0; --registers) {
      BlockNeeds needs = needs_;
      needs.registers = registers;
      if (const unsigned fewest = occupancyOf(chip.capability, needs).blocks)
        return fewest == blocks;
    }
    return false;
  }

  void addWaves(const Chip &chip, const Occupancy &occupancy) {
    const auto blocks = integerAt(evidence_, "blocks");
    if (!blocks)
      return;
    const std::int64_t atATime = std::int64_t{chip.sms} * occupancy.blocks;
    evidence_["waves"] = static_cast<double>(*blocks) / static_cast<double>(atATime);
    const std::int64_t last = *blocks % atATime == 0 ? atATime : *blocks % atATime;
    if (*blocks > atATime)
      evidence_["last_wave_percent"] =
          whole * static_cast<double>(last) / static_cast<double>(atATime);
  }

  void addBetterBlock(const Chip &chip) {
    // Shared memory mostly goes with the size of the block.
    if (needs_.shared > 0 || !sharedKnown_)
      return;
    const std::int64_t most = integerAt(evidence_, "bounds_threads")
                                  .value_or(std::int64_t{chip.capability.threadsPerBlock});
    const auto better = betterBlocks(
        chip.capability, needs_,
        static_cast<unsigned>(std::min(most, std::int64_t{chip.capability.threadsPerBlock})));
    if (better.empty())
      return;
    evidence_["better_threads"] = std::int64_t{better.front().threads};
    evidence_["better_occupancy_percent"] = better.front().occupancy.percent;
  }

  void addSteps(const Chip &chip) {
    const Occupancy now = occupancyOf(chip.capability, needs_);
    if (now.blocks == 0)
      return;
    const Steps steps = nextSteps(chip.capability, needs_);
    std::string text;
    auto gain = [&](const std::optional<Step> &step, const char *key, const std::string &unit,
                    const char *what) {
      if (!step)
        return;
      evidence_[key] = signedOf(step->change);
      if (text.empty())
        text = counted(step->change, unit) + what + " would make room for " +
               counted(step->blocks, "block") + " (" + percentText(step->percent) + " %)";
    };
    gain(steps.fewerRegisters, "gain_registers", "register", " fewer per thread");
    if (sharedKnown_)
      gain(steps.lessShared, "gain_shared_bytes", "byte", " less of shared memory per block");
    if (const auto better = integerAt(evidence_, "better_threads"); better && text.empty())
      text = "blocks of " + std::to_string(*better) + " threads would reach " +
             percentText(*numberAt(evidence_, "better_occupancy_percent")) + " %";
    if (!text.empty())
      evidence_["next_step"] = text;
    if (!isCertain(chip, now.blocks))
      return;
    if (steps.moreRegisters) {
      evidence_["loss_registers"] = signedOf(steps.moreRegisters->change);
      evidence_["loss_registers_percent"] = steps.moreRegisters->percent;
    }
    if (steps.moreShared && needs_.shared > 0) {
      evidence_["loss_shared_bytes"] = signedOf(steps.moreShared->change);
      evidence_["loss_shared_percent"] = steps.moreShared->percent;
    }
  }

  Evidence &evidence_;
  const Chips &chips_;
  BlockNeeds needs_;
  bool sharedKnown_ = false;
};

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Most registers with which an SM can hold `blocks` blocks; 0: it cannot.
std::int64_t mostRegisters(const Chip &chip, unsigned threads, unsigned blocks) {
  for (unsigned registers = chip.capability.registersPerThread; registers > 0; --registers)
    if (occupancyOf(chip.capability, {threads, registers, 0, 0, {}}).blocks >= blocks)
      return registers;
  return 0;
}

void completeKernel(Site &site, const Chips &chips) {
  Evidence &evidence = site.evidence;
  const auto threads = integerAt(evidence, "bounds_threads");
  const auto most =
      chips.least([](const Chip &chip) { return std::int64_t{chip.capability.threadsPerBlock}; });
  if (!threads || *threads > most)
    return;
  evidence["chip"] = chips.name();
  const auto ofBlock = static_cast<unsigned>(*threads);
  if (const auto registers = integerAt(evidence, "registers")) {
    const auto shared = static_cast<std::uint64_t>(
        std::max<std::int64_t>(0, integerAt(evidence, "shared_bytes").value_or(0)));
    evidence["most_occupancy_percent"] = chips.most([&](const Chip &chip) {
      return occupancyOf(chip.capability,
                         {ofBlock, static_cast<unsigned>(*registers), shared, 0, {}})
          .percent;
    });
  }
  const auto blocks = integerAt(evidence, "bounds_blocks");
  if (!blocks || *blocks > most)
    return;
  const auto count = static_cast<unsigned>(*blocks);
  auto holds = [&](const Chip &chip) {
    return occupancyOf(chip.capability, {ofBlock, 0, 0, 0, {}}).blocks >= count ? 1 : 0;
  };
  evidence["bounds_ignored"] = chips.most(holds) == 0;
  if (chips.most(holds) == 0)
    return;
  evidence["bounds_occupancy_percent"] = chips.most([&](const Chip &chip) {
    const unsigned warps = (ofBlock + warpSize - 1) / warpSize * count;
    return std::min(whole, whole * warps / chip.capability.warpsPerSm());
  });
  auto registers = [&](const Chip &chip) { return mostRegisters(chip, ofBlock, count); };
  if (chips.most(registers) == chips.least(registers))
    evidence["bounds_registers"] = chips.most(registers);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

using Launches = std::map<std::string, std::vector<const Site *>>;

/// Most warps that a scheduler has at a time, in any of a kernel's launches; absent where that is
/// not known of all of them, or where other launches may run at the same time.
std::optional<double> warpsOfScheduler(const std::vector<const Site *> &launches,
                                       const Chips &chips) {
  double most = 0;
  for (const Site *launch : launches) {
    const auto blocks = integerAt(launch->evidence, "blocks");
    const auto warps = integerAt(launch->evidence, "warps");
    if (!blocks || !warps || boolAt(launch->evidence, "own_stream"))
      return std::nullopt;
    most = std::max(most, chips.most([&](const Chip &chip) {
      const std::int64_t sms = std::max(1U, chip.sms);
      std::int64_t onSm = (*blocks + sms - 1) / sms;
      if (const auto held = integerAt(launch->evidence, "blocks_per_sm"))
        onSm = std::min(onSm, *held);
      return static_cast<double>(onSm * *warps) /
             static_cast<double>(std::max(1U, chip.capability.schedulers));
    }));
  }
  return launches.empty() ? std::nullopt : std::optional(most);
}

void completeArithmetic(Site &site, const Chips &chips, const Launches &launches) {
  Evidence &evidence = site.evidence;
  const auto problem = stringAt(evidence, "problem");
  if (problem == "promotion" && chips.one() && chips.one()->capability.fp64Lanes > 0) {
    evidence["fp64_ratio"] =
        std::int64_t{chips.one()->capability.fp32Lanes / chips.one()->capability.fp64Lanes};
    evidence["chip"] = chips.name();
  } else if (problem == "chain") {
    const auto found = launches.find(site.kernel);
    if (found == launches.end())
      return;
    if (const auto warps = warpsOfScheduler(found->second, chips)) {
      evidence["warps"] = *warps;
      evidence["chip"] = chips.name();
    }
  }
}

} // namespace

void addResources(std::vector<FileAnalysis> &files, const std::vector<KernelResources> &resources) {
  std::map<std::string, std::vector<const KernelResources *>> byKernel;
  for (const KernelResources &one : resources)
    byKernel[one.kernel].push_back(&one);
  auto spilt = [](const KernelResources *one) {
    return std::tuple(one->spillStoreBytes.value_or(0) + one->spillLoadBytes.value_or(0),
                      one->stackBytes, one->registers);
  };
  for (FileAnalysis &file : files)
    for (Site &site : file.sites) {
      const auto found = byKernel.find(site.kernel);
      if (found == byKernel.end())
        continue;
      const auto &all = found->second;
      const KernelResources &worst = **std::max_element(
          all.begin(), all.end(), [&](auto *a, auto *b) { return spilt(a) < spilt(b); });
      const bool alike = std::all_of(all.begin(), all.end(),
                                     [&](auto *one) { return one->registers == worst.registers; });
      if (site.kind == SiteKind::Launch && alike) {
        site.evidence["registers"] = worst.registers;
      } else if (site.kind == SiteKind::Kernel) {
        site.evidence["registers"] = worst.registers;
        site.evidence["stack_bytes"] = worst.stackBytes;
        if (worst.spillStoreBytes)
          site.evidence["spill_store_bytes"] = *worst.spillStoreBytes;
        if (worst.spillLoadBytes)
          site.evidence["spill_load_bytes"] = *worst.spillLoadBytes;
      }
    }
}

void addOccupancy(std::vector<FileAnalysis> &files, const Chip *chip) {
  const Chips chips(chip);
  for (FileAnalysis &file : files)
    for (Site &site : file.sites) {
      if (site.kind == SiteKind::Launch)
        LaunchSite(site, chips).complete();
      else if (site.kind == SiteKind::Kernel)
        completeKernel(site, chips);
    }
  Launches launches;
  for (const FileAnalysis &file : files)
    for (const Site &site : file.sites)
      if (site.kind == SiteKind::Launch)
        launches[site.kernel].push_back(&site);
  for (FileAnalysis &file : files)
    for (Site &site : file.sites)
      if (site.kind == SiteKind::Arithmetic)
        completeArithmetic(site, chips, launches);
}

} // namespace warplint::chips
