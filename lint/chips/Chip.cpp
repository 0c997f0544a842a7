//===- Chip.cpp - what a GPU has ------------------------------------------===//

#include "lint/chips/ChipTables.h"
#include "lint/evidence/EmbeddedFile.h"

#include <algorithm>
#include <cctype>

namespace warplint::chips {

/// Written by warplint_embed().
std::span<const EmbeddedFile> compiledChipFiles();

namespace {

/// "NVIDIA GeForce RTX 3090" -> "rtx3090"
std::string plain(std::string_view name) {
  std::string result;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)))
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const std::string_view maker : {"nvidia", "tesla", "geforce"})
    if (result.starts_with(maker))
      result.erase(0, maker.size());
  return result;
}

bool isNamed(const Chip &chip, const std::string &name) {
  return plain(chip.name) == name || plain(chip.product) == name ||
         std::any_of(chip.aliases.begin(), chip.aliases.end(),
                     [&](const std::string &alias) { return plain(alias) == name; });
}

std::vector<Chip> embeddedChips() {
  std::vector<Chip> chips;
  for (const EmbeddedFile &file : compiledChipFiles())
    for (Chip &chip : readCompiledChips(file.contents))
      chips.push_back(std::move(chip));
  return chips;
}

} // namespace

std::optional<double> Chip::knee(const std::string &precision) const {
  constexpr double gigaPerTera = 1000;
  const auto rate = peak.find(precision);
  if (rate == peak.end() || bandwidth <= 0)
    return std::nullopt;
  return rate->second * gigaPerTera / bandwidth;
}

std::span<const Chip> allChips() {
  static const std::vector<Chip> chips = embeddedChips();
  return chips;
}

const Chip *findChip(std::string_view name) {
  const std::string wanted = plain(name);
  for (const Chip &chip : allChips())
    if (isNamed(chip, wanted))
      return &chip;
  return chipOfArchitecture(name);
}

const Chip *chipOfArchitecture(std::string_view arch) {
  for (const std::string_view prefix : {"sm_", "compute_"})
    if (arch.starts_with(prefix)) {
      std::string_view digits = arch.substr(prefix.size());
      if (digits.ends_with('a') || digits.ends_with('f'))
        digits.remove_suffix(1);
      if (digits.size() < 2)
        return nullptr;
      std::string capability(digits);
      capability.insert(capability.size() - 1, ".");
      for (const Chip &chip : allChips())
        if (chip.capability.name == capability)
          return &chip;
    }
  return nullptr;
}

const Chip *chipOfDevice(std::string_view deviceName) {
  for (const Chip &chip : allChips())
    if (std::find(chip.deviceNames.begin(), chip.deviceNames.end(), deviceName) !=
        chip.deviceNames.end())
      return &chip;
  return nullptr;
}

} // namespace warplint::chips
