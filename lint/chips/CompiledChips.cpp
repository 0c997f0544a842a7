//===- CompiledChips.cpp - the tables of chips, read in advance -----------===//

#include "lint/chips/ChipTables.h"

#include <nlohmann/json.hpp>

namespace warplint::chips {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Capability, name, generation, threadsPerBlock, threadsPerSm,
                                   blocksPerSm, barriersPerSm, registersPerSm, registersPerBlock,
                                   registersPerThread, registerGranularity, partitions, sharedPerSm,
                                   sharedPerBlock, sharedPerBlockOptin, sharedReserved,
                                   sharedGranularity, carveouts, schedulers, tensorCores, l1Bytes,
                                   fp32Lanes, fp64Lanes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Chip, name, product, capability, aliases, deviceNames, sms,
                                   l2Bytes, memoryBytes, memoryKind, bandwidth, peak, sources)

std::string compiledChips(std::span<const Chip> chips) {
  nlohmann::json list = nlohmann::json::array();
  for (const Chip &chip : chips)
    list.push_back(chip);
  const std::vector<std::uint8_t> bytes = nlohmann::json::to_cbor(list);
  return {bytes.begin(), bytes.end()};
}

std::vector<Chip> readCompiledChips(std::string_view bytes) {
  return nlohmann::json::from_cbor(bytes).get<std::vector<Chip>>();
}

} // namespace warplint::chips
