//===- Wording.cpp - a finding in words -----------------------------------===//

#include "lint/report/Wording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplint::report {

std::string confidence(const Finding &finding) {
  if (finding.assumptions.empty())
    return std::string(name(finding.confidence));
  return fmt::format("{}: {}", name(finding.confidence), fmt::join(finding.assumptions, "; "));
}

std::string qualifiedMessage(const Finding &finding) {
  if (finding.confidence == Confidence::Exact)
    return finding.message;
  return fmt::format("{} ({})", finding.message, confidence(finding));
}

std::string remarks(const Finding &finding) {
  std::string text;
  if (finding.confidence != Confidence::Exact)
    text += "\nconfidence: " + confidence(finding);
  if (!finding.help.empty())
    text += "\n" + finding.help;
  return text;
}

std::optional<std::string> addressIn(const std::vector<std::string> &references) {
  for (const std::string &reference : references) {
    const std::size_t begin = reference.find("https://");
    if (begin == std::string::npos)
      continue;
    const std::size_t end = std::min(reference.find_first_of(" \t\n<>\"", begin), reference.size());
    std::string address = reference.substr(begin, end - begin);
    while (address.ends_with('.') || address.ends_with(',') || address.ends_with(')'))
      address.pop_back();
    return address;
  }
  return std::nullopt;
}

std::string ruleMarkdown(const RuleInfo &rule) {
  std::string text = fmt::format("# {}\n\n{}\n", rule.id, rule.title);
  if (!rule.why.empty())
    text += fmt::format("\n## Why\n\n{}\n", rule.why);
  if (!rule.help.empty())
    text += fmt::format("\n## What to do instead\n\n{}\n", rule.help);
  if (!rule.references.empty())
    text += "\n## References\n\n";
  for (const std::string &reference : rule.references)
    text += fmt::format("- {}\n", reference);
  return text;
}

namespace {

/// "SM 13.8 %"; nothing where it was not measured.
void addPercent(std::string &text, std::string_view before, const Evidence &evidence,
                std::string_view name) {
  if (const auto value = numberAt(evidence, name))
    text += fmt::format("{}{}{:.1f} %", text.empty() ? "" : ", ", before, *value);
}

/// "32 x 8"; empty where the launches differ in it.
std::string shape(const Evidence &evidence, std::string_view name) {
  std::vector<double> sizes;
  for (const char axis : {'x', 'y', 'z'})
    if (const auto size = numberAt(evidence, fmt::format("{}_{}", name, axis)))
      sizes.push_back(*size);
  if (sizes.size() < 3)
    return {};
  while (sizes.size() > 1 && sizes.back() == 1)
    sizes.pop_back();
  return fmt::format("{}", fmt::join(sizes, " x "));
}

std::string durationInWords(const Evidence &evidence) {
  const auto duration = numberAt(evidence, "duration_us");
  if (!duration)
    return {};
  return fmt::format("{:.2f} us ({} of {} launches)", *duration,
                     numberAt(evidence, "launches_profiled").value_or(0),
                     numberAt(evidence, "launches").value_or(0));
}

std::string launchInWords(const Evidence &evidence) {
  std::string text;
  const auto add = [&](const std::string &part) { text += (text.empty() ? "" : ", ") + part; };
  if (const std::string grid = shape(evidence, "grid"); !grid.empty())
    add("grid " + grid);
  if (const std::string block = shape(evidence, "block"); !block.empty())
    add("block " + block);
  if (const auto registers = numberAt(evidence, "registers"))
    add(fmt::format("{} registers", *registers));
  const auto fixed = numberAt(evidence, "shared_bytes");
  const auto dynamic = numberAt(evidence, "dynamic_shared_bytes");
  if (fixed && dynamic)
    add(*fixed + *dynamic > 0 ? fmt::format("{} bytes of shared memory", *fixed + *dynamic)
                              : "no shared memory");
  if (dynamic.value_or(0) > 0)
    text += fmt::format(" ({} of them dynamic)", *dynamic);
  return text;
}

/// "1.07e+09 operations of fp32; 805 million bytes of DRAM: 0.083 FLOP/byte"
std::string workInWords(const Evidence &evidence) {
  std::string text;
  for (const std::string precision : {"fp16", "fp32", "fp64"})
    if (const auto flops = numberAt(evidence, "flops_" + precision); flops && *flops > 0)
      text += fmt::format("{}{:.4g} operations of {}", text.empty() ? "" : ", ", *flops, precision);
  const auto bytes = numberAt(evidence, "bytes_dram");
  if (bytes)
    text += fmt::format("{}{:.4g} bytes of DRAM", text.empty() ? "" : "; ", *bytes);
  if (const auto intensity = numberAt(evidence, "arithmetic_intensity"); intensity && bytes)
    text += fmt::format(": {:.3g} FLOP/byte", *intensity);
  if (const auto local = numberAt(evidence, "bytes_local"); local && *local > 0)
    text += fmt::format("{}{:.4g} bytes of local memory", text.empty() ? "" : "; ", *local);
  return text;
}

std::string stallsInWords(const Evidence &evidence) {
  std::string text;
  for (const Stall &stall : topStalls(evidence))
    if (stall.percent > 0)
      text += fmt::format("{}{} {:.1f} %", text.empty() ? "" : ", ", stall.reason, stall.percent);
  return text;
}

} // namespace

std::vector<Remark> figuresInWords(const KernelFigures &kernel) {
  const Evidence &evidence = kernel.evidence;
  std::string throughput, warps;
  addPercent(throughput, "SM ", evidence, "sm_throughput_percent");
  addPercent(throughput, "memory ", evidence, "memory_throughput_percent");
  addPercent(throughput, "DRAM ", evidence, "dram_throughput_percent");
  addPercent(warps, "achieved occupancy ", evidence, "achieved_occupancy_percent");
  addPercent(warps, "execution efficiency ", evidence, "warp_execution_efficiency_percent");
  std::vector<Remark> remarks = {{"duration", durationInWords(evidence)},
                                 {"launch", launchInWords(evidence)},
                                 {"throughput", throughput.empty() ? "" : throughput + " of peak"},
                                 {"warps", warps},
                                 {"work", workInWords(evidence)},
                                 {"stalls", stallsInWords(evidence)}};
  std::erase_if(remarks, [](const Remark &remark) { return remark.text.empty(); });
  return remarks;
}

} // namespace warplint::report
