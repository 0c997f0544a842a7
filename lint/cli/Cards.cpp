//===- Cards.cpp - scorecards of what was linted and measured -------------===//

#include "lint/cli/Cards.h"

#include "lint/chips/LaunchEvidence.h"
#include "lint/cli/Command.h"
#include "runtime-check/KernelName.h"

#include <functional>
#include <sstream>

namespace warplint::cli {
namespace {

constexpr const char *defaultArchitecture = "sm_90"; // what the front end compiles for, unasked

report::CardChip plainData(const chips::Chip &chip, const std::string &reason) {
  report::CardChip result;
  result.name = chip.name;
  result.product = chip.product;
  result.generation = chip.capability.generation;
  result.computeCapability = chip.capability.name;
  result.bandwidth = chip.bandwidth;
  result.peak = chip.peak;
  result.sms = chip.sms;
  result.warpsPerSm = chip.capability.warpsPerSm();
  result.reason = reason;
  return result;
}

/// Kernels by the name that measurements know them by.
std::map<std::string, std::string> namesOf(const std::vector<FileAnalysis> &files) {
  std::map<std::string, std::string> names;
  for (const FileAnalysis &file : files)
    for (const Site &site : file.sites)
      if (site.kind == SiteKind::Kernel)
        names.emplace(runtime::plainKernelName(site.kernel), site.kernel);
  return names;
}

/// A launch that was measured tells what the compiler was not asked for.
void addMeasuredRegisters(std::vector<FileAnalysis> &files, const Report &report,
                          const chips::Chip *chip) {
  std::map<std::string, std::int64_t> registers;
  for (const KernelFigures &kernel : report.kernels)
    if (const auto count = numberAt(kernel.evidence, "registers"))
      registers.emplace(kernel.kernel, static_cast<std::int64_t>(*count));
  for (FileAnalysis &file : files)
    for (Site &site : file.sites)
      if (const auto found = registers.find(site.kernel);
          found != registers.end() && site.kind == SiteKind::Launch)
        site.evidence.try_emplace("registers", found->second);
  chips::addOccupancy(files, chip);
}

} // namespace

report::CardChip cardChip(const std::string &named, const std::optional<runtime::Device> &device,
                          const std::optional<std::string> &arch) {
  if (const chips::Chip *chip = named.empty() ? nullptr : chips::findChip(named))
    return plainData(*chip, "named");
  if (const chips::Chip *chip = device ? chips::chipOfDevice(device->name) : nullptr)
    return plainData(*chip, "measured");
  if (const chips::Chip *chip = arch ? chips::chipOfArchitecture(*arch) : nullptr)
    return plainData(*chip, "of the architecture");
  return plainData(*chips::chipOfArchitecture(defaultArchitecture), "assumed");
}

std::string cardFormat(const std::string &file) {
  return file.ends_with(".html") || file.ends_with(".htm") ? "html"
         : file.ends_with(".json")                         ? "json"
                                                           : "text";
}

Expected<void> writeCards(const CardRequest &request, const Report &reportIn,
                          std::vector<FileAnalysis> files, const runtime::Measurement &measurement,
                          const report::CardChip &chip, SourceLines &lines) {
  const std::map<std::string, std::string> names = namesOf(files);
  const auto nameOf = [&](const std::string &measured) {
    const auto found = names.find(runtime::plainKernelName(measured));
    return found == names.end() ? measured : found->second;
  };
  Report report = reportIn;
  for (KernelFigures &kernel : report.kernels)
    kernel.kernel = nameOf(kernel.kernel);
  addMeasuredRegisters(files, report, chips::findChip(chip.name));
  std::vector<Site> measured;
  for (const runtime::MeasuredSite &site : measurement.sites) {
    measured.push_back(site.site);
    measured.back().kernel = nameOf(site.site.kernel);
  }
  const auto cards = report::cardsOf({report, files, std::move(measured), chip, request.kernels});
  if (!cards)
    return tl::unexpected(cards.error());
  if (cards->empty())
    say("no kernels were seen");
  const bool toTerminal = request.file.empty();
  const report::CardContext context{*cards, version(), toTerminal && paints(request.colour),
                                    std::ref(lines), report.notes};
  std::ostringstream text;
  if (request.format == "html")
    report::writeCardHtml(context, text);
  else if (request.format == "json")
    report::writeCardJson(context, text);
  else
    report::writeCardText(context, text);
  return writeOutput(request.file, text.str());
}

} // namespace warplint::cli
