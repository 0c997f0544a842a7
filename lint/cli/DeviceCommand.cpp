//===- DeviceCommand.cpp - warplint device --------------------------------===//

#include "lint/chips/Device.h"
#include "lint/cli/Command.h"
#include "lint/engine/Nearest.h"

#include <CLI/CLI.hpp>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <set>

namespace warplint::cli {
namespace {

using chips::Capability;
using chips::Chip;
using nlohmann::ordered_json;

struct DeviceOptions {
  std::string chip;
  std::string format = "text";
};

/// In the order in which they are shown.
constexpr std::array<std::string_view, 11> precisions = {
    "fp64",        "fp32",       "fp16",        "fp64_tensor", "tf32_tensor", "fp16_tensor",
    "bf16_tensor", "fp8_tensor", "int8_tensor", "fp4_tensor",  "fp6_tensor"};

std::string binarySize(std::uint64_t bytes) {
  constexpr std::uint64_t kibi = 1024, mebi = kibi * kibi;
  if (bytes >= mebi)
    return bytes % mebi == 0 ? fmt::format("{} MiB", bytes / mebi)
                             : fmt::format("{:.1f} MiB", static_cast<double>(bytes) / mebi);
  if (bytes >= kibi && bytes % kibi == 0)
    return fmt::format("{} KiB", bytes / kibi);
  return fmt::format("{} bytes", bytes);
}

/// 66.9, 494.7, 1513: as data sheets have them.
std::string decimal(double value) {
  std::string text = fmt::format("{:.2f}", value);
  while (text.ends_with('0'))
    text.pop_back();
  if (text.ends_with('.'))
    text.pop_back();
  return text;
}

class Page {
public:
  void line(std::string_view title, const std::string &text) {
    constexpr std::string_view indent = "  ";
    text_ += fmt::format("{}{:<16}{}\n", indent, title, text);
  }
  void plain(const std::string &text) { text_ += text + "\n"; }
  std::string take() { return std::move(text_); }

private:
  std::string text_;
};

void addShared(const Capability &has, Page &page) {
  page.line("shared memory",
            fmt::format("{} per block, {} if the program asks; {} per SM",
                        binarySize(has.sharedPerBlock), binarySize(has.sharedPerBlockOptin),
                        binarySize(has.sharedPerSm)));
  if (has.sharedGranularity == 0)
    return;
  const std::string reserved =
      has.sharedReserved
          ? fmt::format(", {} more of each block for the system", binarySize(has.sharedReserved))
          : "";
  page.line("", fmt::format("in steps of {} bytes{}", has.sharedGranularity, reserved));
  constexpr std::uint64_t kibi = 1024;
  std::vector<std::uint64_t> sizes;
  for (const std::uint64_t size : has.carveouts)
    sizes.push_back(size / kibi);
  page.line(
      "", fmt::format("an SM can be set to {} KiB; the rest is L1 cache", fmt::join(sizes, ", ")));
}

void addPeak(const Chip &chip, Page &page) {
  if (chip.peak.empty())
    return;
  page.plain("");
  page.plain(fmt::format("  {:<16}{:>10}  {}", "peak", "TFLOP/s", "knee, FLOP/byte"));
  for (const std::string_view precision : precisions)
    if (const auto rate = chip.peak.find(std::string(precision)); rate != chip.peak.end()) {
      const auto knee = chip.knee(rate->first);
      page.plain(fmt::format("  {:<16}{:>10}  {:>15}", precision, decimal(rate->second),
                             knee ? fmt::format("{:.1f}", *knee) : ""));
    }
}

std::string textOf(const Chip &chip) {
  const Capability &has = chip.capability;
  Page page;
  page.plain(fmt::format("{}: {} ({}compute capability {})\n", chip.name, chip.product,
                         has.generation.empty() ? "" : has.generation + ", ", has.name));
  page.line("SMs", std::to_string(chip.sms));
  if (has.schedulers)
    page.line("each SM",
              fmt::format("{} warp schedulers, {} FP32 and {} FP64 lanes, {} Tensor "
                          "Cores",
                          has.schedulers, has.fp32Lanes, has.fp64Lanes, has.tensorCores));
  page.line("threads",
            fmt::format("{} per SM ({} warps), {} per block; {} blocks per SM", has.threadsPerSm,
                        has.warpsPerSm(), has.threadsPerBlock, has.blocksPerSm));
  constexpr unsigned registerBytes = 4;
  std::string registers = fmt::format("{} per SM ({}), {} per block", has.registersPerSm,
                                      binarySize(std::uint64_t{has.registersPerSm} * registerBytes),
                                      has.registersPerBlock);
  if (has.registerGranularity)
    registers += fmt::format(", {} per thread; a warp gets a multiple of {}",
                             has.registersPerThread, has.registerGranularity);
  page.line("registers", registers);
  addShared(has, page);
  if (has.l1Bytes)
    page.line("L1 cache",
              fmt::format("{} per SM, shared memory included", binarySize(has.l1Bytes)));
  page.line("L2 cache", binarySize(chip.l2Bytes));
  constexpr double giga = 1e9;
  page.line("device memory",
            fmt::format("{} GB{}{}", decimal(static_cast<double>(chip.memoryBytes) / giga),
                        chip.memoryKind.empty() ? "" : " " + chip.memoryKind,
                        chip.bandwidth > 0 ? ", " + decimal(chip.bandwidth) + " GB/s" : ""));
  addPeak(chip, page);
  std::set<std::string> sources;
  for (const auto &[group, source] : chip.sources)
    sources.insert(source);
  page.plain("\n  from:");
  for (const std::string &source : sources)
    page.plain("    " + source);
  return page.take();
}

ordered_json jsonOf(const Chip &chip, bool atHand) {
  const Capability &has = chip.capability;
  ordered_json peak = ordered_json::object(), knee = ordered_json::object();
  for (const std::string_view precision : precisions)
    if (const auto rate = chip.peak.find(std::string(precision)); rate != chip.peak.end()) {
      peak[rate->first] = rate->second;
      if (const auto flopPerByte = chip.knee(rate->first))
        knee[rate->first] = *flopPerByte;
    }
  return {
      {"name", chip.name},
      {"product", chip.product},
      {"at_hand", atHand},
      {"generation", has.generation},
      {"compute_capability", has.name},
      {"sms", chip.sms},
      {"schedulers_per_sm", has.schedulers},
      {"fp32_lanes_per_sm", has.fp32Lanes},
      {"fp64_lanes_per_sm", has.fp64Lanes},
      {"tensor_cores_per_sm", has.tensorCores},
      {"threads_per_block", has.threadsPerBlock},
      {"threads_per_sm", has.threadsPerSm},
      {"warps_per_sm", has.warpsPerSm()},
      {"blocks_per_sm", has.blocksPerSm},
      {"registers_per_sm", has.registersPerSm},
      {"registers_per_block", has.registersPerBlock},
      {"registers_per_thread", has.registersPerThread},
      {"register_granularity", has.registerGranularity},
      {"shared_bytes_per_sm", has.sharedPerSm},
      {"shared_bytes_per_block", has.sharedPerBlock},
      {"shared_bytes_per_block_optin", has.sharedPerBlockOptin},
      {"shared_bytes_reserved", has.sharedReserved},
      {"shared_granularity", has.sharedGranularity},
      {"shared_carveouts", has.carveouts},
      {"l1_bytes_per_sm", has.l1Bytes},
      {"l2_bytes", chip.l2Bytes},
      {"memory_bytes", chip.memoryBytes},
      {"memory_kind", chip.memoryKind},
      {"bandwidth_gb_per_s", chip.bandwidth},
      {"peak_tflops", peak},
      {"knee_flop_per_byte", knee},
      {"sources", chip.sources},
  };
}

std::string listOfChips() {
  std::string text;
  for (const Chip &chip : chips::allChips())
    text += fmt::format("  {:<12}{} ({}, compute capability {})\n", chip.name, chip.product,
                        chip.capability.generation, chip.capability.name);
  return text;
}

std::string unknownChip(const std::string &name) {
  std::vector<std::string_view> names;
  for (const Chip &chip : chips::allChips()) {
    names.emplace_back(chip.name);
    names.insert(names.end(), chip.aliases.begin(), chip.aliases.end());
  }
  return fmt::format("there is no chip `{}` in the table{}", name, engine::didYouMean(name, names));
}

ExitStatus show(const std::vector<chips::Device> &devices, bool atHand, const std::string &format) {
  std::string text;
  ordered_json json = ordered_json::array();
  for (const chips::Device &device : devices) {
    text += (text.empty() ? "" : "\n") + textOf(device.chip);
    json.push_back(jsonOf(device.chip, atHand));
  }
  if (format == "json")
    text = ordered_json{{"version", 1}, {"chips", json}}.dump(
               2, ' ', false, ordered_json::error_handler_t::replace) +
           "\n";
  return print(text) ? ExitStatus::Clean : ExitStatus::Usage;
}

ExitStatus device(const DeviceOptions &options) {
  if (options.chip.empty()) {
    const auto devices = chips::devicesAtHand();
    if (devices)
      return show(*devices, true, options.format);
    say(devices.error().message);
    fmt::print(stderr, "`warplint device CHIP` shows one of these:\n{}", listOfChips());
    return ExitStatus::Usage;
  }
  const Chip *chip = chips::findChip(options.chip);
  if (chip)
    return show({{*chip, true}}, false, options.format);
  say(unknownChip(options.chip));
  fmt::print(stderr, "There are:\n{}", listOfChips());
  return ExitStatus::Usage;
}

constexpr const char *footer = R"(
CHIP is a name such as H100, A100-80GB or RTX 4090, or an architecture such as sm_90. The knee is the
arithmetic intensity from which on a kernel is no longer bound by device memory: peak rate by bandwidth.

Exit status:
  0  a chip was shown
  2  no such chip, or no GPU at hand)";

} // namespace

void addDevice(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("device", "Show what the GPU at hand, or a chip, has");
  command->footer(footer);
  auto options = std::make_shared<DeviceOptions>();
  command->add_option("CHIP", options->chip, "A chip by name; by default the GPU at hand")
      ->type_name("");
  command->add_option("--format", options->format, "As a page or with everything")
      ->type_name("text|json")
      ->check(CLI::IsMember({"text", "json"}).description(""));
  command->callback(
      [options, &invocation] { invocation.command = [options] { return device(*options); }; });
}

} // namespace warplint::cli
