//===- ChipTables.h - the tables of chips, as people write them -*- C++ -*-===//
//
// Read and checked when warplint is built, and kept as one JSON text: reading
// YAML at each start would take longer than a run over an unchanged file may.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_CHIPS_CHIPTABLES_H
#define WARPLINT_CHIPS_CHIPTABLES_H

#include "lint/chips/Chip.h"
#include "lint/evidence/Error.h"

namespace warplint::chips {

/// Two documents, as the files in lint/chips/table; `…File` names them in errors.
struct Tables {
  std::string capabilities;
  std::string capabilitiesFile;
  std::string chips;
  std::string chipsFile;
};
/// In the order of the table. An error names file and line.
Expected<std::vector<Chip>> readChips(const Tables &tables);

std::string compiledChips(std::span<const Chip> chips);

/// Throws nlohmann::json::exception where the bytes are not from compiledChips().
std::vector<Chip> readCompiledChips(std::string_view bytes);

} // namespace warplint::chips

#endif
