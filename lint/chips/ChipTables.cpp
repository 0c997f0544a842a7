//===- ChipTables.cpp - the tables of chips, as people write them ---------===//

#include "lint/chips/ChipTables.h"

#include <set>
#include <yaml-cpp/yaml.h>

namespace warplint::chips {
namespace {

constexpr std::uint64_t kibibyte = 1024;

/// Reads one document. What is wrong is thrown as YAML's own exceptions and caught in one place.
class TableReader {
public:
  TableReader(const std::string &text, std::string file)
      : document_(YAML::Load(text)), file_(std::move(file)) {
    checkKeys(document_, {"sources", "capabilities", "chips"}, {});
  }

  YAML::Node entries(const char *key) const {
    const YAML::Node list = document_[key];
    if (!list || !list.IsSequence())
      throw YAML::RepresentationException(document_.Mark(),
                                          std::string("a list `") + key + "` is missing");
    return list;
  }

  static void checkKeys(const YAML::Node &mapping, const std::set<std::string> &allowed,
                        const std::set<std::string> &required) {
    if (!mapping.IsMap())
      throw YAML::RepresentationException(mapping.Mark(), "a mapping is expected here");
    std::set<std::string> seen;
    for (const auto &entry : mapping) {
      const auto key = entry.first.as<std::string>();
      if (!allowed.contains(key) && !required.contains(key))
        throw YAML::RepresentationException(entry.first.Mark(), "unknown key `" + key + "`");
      if (!seen.insert(key).second)
        throw YAML::RepresentationException(entry.first.Mark(), "`" + key + "` is there twice");
    }
    for (const std::string &key : required)
      if (!seen.contains(key))
        throw YAML::RepresentationException(mapping.Mark(), "`" + key + "` is missing");
  }

  /// A group of numbers with one source, which is noted.
  YAML::Node group(const YAML::Node &entry, const std::string &name,
                   const std::set<std::string> &keys,
                   std::map<std::string, std::string> &sources) const {
    const YAML::Node group = entry[name];
    std::set<std::string> required = keys;
    required.insert("source");
    checkKeys(group, {}, required);
    noteSource(group, name, sources);
    return group;
  }

  void noteSource(const YAML::Node &group, const std::string &name,
                  std::map<std::string, std::string> &sources) const {
    const YAML::Node key = group["source"];
    const YAML::Node source = key ? document_["sources"][key.as<std::string>()] : YAML::Node();
    if (!key || !source || !source.IsScalar())
      throw YAML::RepresentationException(group.Mark(), "`" + name + "` has no known source");
    sources[name] = source.as<std::string>();
  }

  const std::string &file() const { return file_; }

private:
  YAML::Node document_;
  std::string file_;
};

/// A capability, and where its numbers come from.
struct SourcedCapability {
  Capability capability;
  std::map<std::string, std::string> sources;
};

SourcedCapability readCapability(const TableReader &table, const YAML::Node &entry) {
  TableReader::checkKeys(entry, {},
                         {"compute_capability", "generation", "threads", "blocks", "barriers",
                          "registers", "register_allocation", "shared", "shared_allocation",
                          "units", "lanes"});
  SourcedCapability result;
  Capability &one = result.capability;
  auto group = [&](const char *name, const std::set<std::string> &keys) {
    return table.group(entry, name, keys, result.sources);
  };
  one.name = entry["compute_capability"].as<std::string>();
  one.generation = entry["generation"].as<std::string>();
  const YAML::Node threads = group("threads", {"per_block", "per_sm"});
  one.threadsPerBlock = threads["per_block"].as<unsigned>();
  one.threadsPerSm = threads["per_sm"].as<unsigned>();
  one.blocksPerSm = group("blocks", {"per_sm"})["per_sm"].as<unsigned>();
  one.barriersPerSm = group("barriers", {"per_sm"})["per_sm"].as<unsigned>();
  const YAML::Node registers = group("registers", {"per_sm", "per_block", "per_thread"});
  one.registersPerSm = registers["per_sm"].as<unsigned>();
  one.registersPerBlock = registers["per_block"].as<unsigned>();
  one.registersPerThread = registers["per_thread"].as<unsigned>();
  const YAML::Node handedOut = group("register_allocation", {"granularity", "partitions"});
  one.registerGranularity = handedOut["granularity"].as<unsigned>();
  one.partitions = handedOut["partitions"].as<unsigned>();
  const YAML::Node shared = group("shared", {"per_sm", "per_block", "per_block_optin"});
  one.sharedPerSm = shared["per_sm"].as<std::uint64_t>();
  one.sharedPerBlock = shared["per_block"].as<std::uint64_t>();
  one.sharedPerBlockOptin = shared["per_block_optin"].as<std::uint64_t>();
  const YAML::Node allocation =
      group("shared_allocation", {"granularity", "reserved", "carveouts"});
  one.sharedGranularity = allocation["granularity"].as<std::uint64_t>();
  one.sharedReserved = allocation["reserved"].as<std::uint64_t>();
  for (const YAML::Node &size : allocation["carveouts"])
    one.carveouts.push_back(size.as<std::uint64_t>() * kibibyte);
  const YAML::Node units = group("units", {"schedulers", "tensor_cores", "l1_bytes"});
  one.schedulers = units["schedulers"].as<unsigned>();
  one.tensorCores = units["tensor_cores"].as<unsigned>();
  one.l1Bytes = units["l1_bytes"].as<std::uint64_t>();
  const YAML::Node lanes = group("lanes", {"fp32", "fp64"});
  one.fp32Lanes = lanes["fp32"].as<unsigned>();
  one.fp64Lanes = lanes["fp64"].as<unsigned>();
  return result;
}

Chip readChip(const TableReader &table, const YAML::Node &entry,
              const std::map<std::string, SourcedCapability> &capabilities) {
  TableReader::checkKeys(entry, {},
                         {"name", "product", "compute_capability", "aliases", "device_names", "sms",
                          "l2", "memory", "peak"});
  const auto known = capabilities.find(entry["compute_capability"].as<std::string>());
  if (known == capabilities.end())
    throw YAML::RepresentationException(entry["compute_capability"].Mark(),
                                        "this compute capability is not in the other table");
  Chip chip;
  chip.capability = known->second.capability;
  chip.sources = known->second.sources;
  chip.name = entry["name"].as<std::string>();
  chip.product = entry["product"].as<std::string>();
  chip.aliases = entry["aliases"].as<std::vector<std::string>>();
  chip.deviceNames = entry["device_names"].as<std::vector<std::string>>();
  chip.sms = table.group(entry, "sms", {"count"}, chip.sources)["count"].as<unsigned>();
  chip.l2Bytes = table.group(entry, "l2", {"bytes"}, chip.sources)["bytes"].as<std::uint64_t>();
  const YAML::Node memory =
      table.group(entry, "memory", {"bytes", "kind", "bandwidth"}, chip.sources);
  chip.memoryBytes = static_cast<std::uint64_t>(memory["bytes"].as<double>());
  chip.memoryKind = memory["kind"].as<std::string>();
  chip.bandwidth = memory["bandwidth"].as<double>();
  table.noteSource(entry["peak"], "peak", chip.sources);
  for (const auto &rate : entry["peak"])
    if (const auto precision = rate.first.as<std::string>(); precision != "source")
      chip.peak[precision] = rate.second.as<double>();
  return chip;
}

template <typename Read>
Expected<void> reading(const std::string &text, const std::string &file, const Read &read) {
  try {
    read(TableReader(text, file));
  } catch (const YAML::Exception &error) {
    return makeError(error.msg, file, static_cast<unsigned>(error.mark.line + 1),
                     static_cast<unsigned>(error.mark.column + 1));
  }
  return {};
}

} // namespace

Expected<std::vector<Chip>> readChips(const Tables &tables) {
  std::map<std::string, SourcedCapability> capabilities;
  std::vector<Chip> chips;
  auto read = reading(tables.capabilities, tables.capabilitiesFile, [&](const TableReader &table) {
    for (const YAML::Node &entry : table.entries("capabilities")) {
      SourcedCapability one = readCapability(table, entry);
      std::string name = one.capability.name;
      capabilities.emplace(std::move(name), std::move(one));
    }
  });
  if (read)
    read = reading(tables.chips, tables.chipsFile, [&](const TableReader &table) {
      for (const YAML::Node &entry : table.entries("chips"))
        chips.push_back(readChip(table, entry, capabilities));
    });
  if (!read)
    return tl::unexpected(read.error());
  return chips;
}

} // namespace warplint::chips
