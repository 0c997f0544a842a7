//===- Cards.h - scorecards of what was linted and measured ----*- C++ -*-===//
#ifndef WARPLINT_CLI_CARDS_H
#define WARPLINT_CLI_CARDS_H

#include "lint/chips/Chip.h"
#include "lint/cli/Outputs.h"
#include "lint/cli/SourceLines.h"
#include "lint/report/Card.h"
#include "runtime-check/Measurement.h"

namespace warplint::cli {

struct CardRequest {
  std::vector<std::string> kernels; ///< empty: all
  std::string format = "text";      ///< text, html, json
  std::string file;                 ///< empty: the standard output
  Colour colour = Colour::Automatic;
};

/// The chip that cards are for, and why. In this order: the one that was named, the one that was
/// measured on, the first of the architecture, the first of sm_90.
report::CardChip cardChip(const std::string &named, const std::optional<runtime::Device> &device,
                          const std::optional<std::string> &arch);

/// The file's name tells the format: .html, .json, anything else is text.
std::string cardFormat(const std::string &file);

/// Writes the cards of the report's kernels. `measurement`: none of it is of older code.
/// `report.kernels` holds its figures.
Expected<void> writeCards(const CardRequest &request, const Report &report,
                          std::vector<FileAnalysis> files, const runtime::Measurement &measurement,
                          const report::CardChip &chip, SourceLines &lines);

} // namespace warplint::cli

#endif
