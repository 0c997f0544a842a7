//===- Part.cpp -----------------------------------------------------------===//

#include "lint/cli/Part.h"

#include "lint/cli/WriteFile.h"
#include "lint/evidence/WholeNumbers.h"

#include <filesystem>
#include <fmt/format.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <nlohmann/json.hpp>

namespace warplint::cli {
namespace {

using nlohmann::json;

constexpr int formatVersion = 1;

/// Of what the analysis rests on: how much is said meanwhile is each run's own.
json toJson(const AnalysisOptions &options) {
  return {{"paths", options.paths},
          {"exclude", options.exclude},
          {"build_directory", options.buildDirectory},
          {"config", options.configFile},
          {"cuda_path", options.cudaPath},
          {"arch", options.arch},
          {"chip", options.chip},
          {"binaries", options.binaries},
          {"resources", options.resources},
          {"block", options.block},
          {"memory_limit", options.memoryLimit},
          {"time_limit", options.timeLimit},
          {"with_ignored", options.withIgnored},
          {"hermetic", options.hermetic},
          {"listed", options.listed ? json(*options.listed) : json(nullptr)},
          {"force_exclude", options.forceExclude}};
}

AnalysisOptions optionsFrom(const json &from) {
  AnalysisOptions options;
  from.at("paths").get_to(options.paths);
  from.at("exclude").get_to(options.exclude);
  from.at("build_directory").get_to(options.buildDirectory);
  from.at("config").get_to(options.configFile);
  from.at("cuda_path").get_to(options.cudaPath);
  from.at("arch").get_to(options.arch);
  from.at("chip").get_to(options.chip);
  from.at("binaries").get_to(options.binaries);
  from.at("resources").get_to(options.resources);
  from.at("block").get_to(options.block);
  options.memoryLimit = wholeNumber<std::uint64_t>(from.at("memory_limit"));
  options.timeLimit = wholeNumber<unsigned>(from.at("time_limit"));
  from.at("with_ignored").get_to(options.withIgnored);
  from.at("hermetic").get_to(options.hermetic);
  if (const json &listed = from.at("listed"); !listed.is_null())
    options.listed = listed.get<std::vector<std::string>>();
  from.at("force_exclude").get_to(options.forceExclude);
  return options;
}

} // namespace

Expected<void> writePart(const Part &part, const std::string &file) {
  const json whole = {{"version", formatVersion},
                      {"program", part.results.program},
                      {"directory", std::filesystem::current_path().string()},
                      {"shard", {{"number", part.shard.number}, {"count", part.shard.count}}},
                      {"options", toJson(part.analysis)},
                      {"clang_arguments", part.clangArguments},
                      {"results", part.results.entries}};
  return writeFile(file, whole.dump(-1, ' ', false, json::error_handler_t::replace) + '\n');
}

Expected<Part> readPart(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return makeError("cannot be read: " + buffer.getError().message(), file);
  const llvm::StringRef text = (*buffer)->getBuffer();
  const json whole = json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (!whole.is_object() || !whole.contains("version") || !whole.contains("results"))
    return makeError("is not what `warplint lint --part` writes", file);
  if (whole["version"] != formatVersion)
    return makeError(fmt::format("has version {}; this warplint reads version {}",
                                 whole["version"].dump(), formatVersion),
                     file);
  try {
    Part part;
    part.analysis = optionsFrom(whole.at("options"));
    whole.at("clang_arguments").get_to(part.clangArguments);
    whole.at("directory").get_to(part.directory);
    part.shard.number = wholeNumber<unsigned>(whole.at("shard").at("number"));
    part.shard.count = wholeNumber<unsigned>(whole.at("shard").at("count"));
    whole.at("program").get_to(part.results.program);
    whole.at("results").get_to(part.results.entries);
    return part;
  } catch (const json::exception &error) {
    return makeError(fmt::format("is not what `warplint lint --part` writes ({})", error.what()),
                     file);
  }
}

} // namespace warplint::cli
