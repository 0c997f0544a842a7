//===- ResultCache.cpp -----------------------------------------*- C++ -*-===//
#include "lint/frontend/ResultCache.h"

#include "lint/evidence/Json.h"
#include "lint/frontend/ProgramIdentity.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace warplint::frontend {
namespace {

void addList(CacheKey &key, const std::vector<std::string> &list) {
  key.add(std::to_string(list.size()));
  for (const std::string &text : list)
    key.add(text);
}

} // namespace

void addTo(CacheKey &key, const FileTask &task) {
  key.add(programIdentity()).add(task.path).add(task.root).add(task.directory);
  const FileCommand &command = task.command;
  key.add(command.directory).add(command.defines).add(command.standard);
  key.add(command.standardIsDefault ? "default" : "given");
  key.add(command.isOfBuild ? "build" : "");
  for (const auto *list : {&command.arguments, &command.systemFolders, &command.guessedFolders,
                           &command.targets, &command.notes})
    addList(key, *list);
  key.add(task.toolkit ? "toolkit" : "model").add(task.functions ? "functions" : "");
  key.add(std::to_string(task.stepBudget)).add(std::to_string(task.patience.count()));
  key.add(std::to_string(task.instantiationTime.count()));
  for (const unsigned size : task.block.value_or(std::array<unsigned, 3>{}))
    key.add(std::to_string(size));
  addList(key, task.headersToTry);
  for (const ConfiguredLaunch &launch : task.configuredLaunches) {
    key.add("launch").add(launch.kernel);
    for (const auto &extent : {launch.block, launch.grid})
      for (const unsigned size : extent.value_or(std::array<unsigned, 3>{}))
        key.add(std::to_string(size));
    key.add(std::to_string(launch.dynamicSharedMemory.value_or(-1)));
  }
  FileAnalysis launches;
  launches.launches = task.launchesElsewhere;
  key.add(toJson(launches).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::optional<std::string> ResultCache::nameFor(const FileTask &task) const {
  auto text = llvm::MemoryBuffer::getFile(task.path);
  if (!text)
    return std::nullopt;
  CacheKey key;
  key.add(settings_).add(contentHash((*text)->getBuffer()));
  addTo(key, task);
  return "result-" + key.str();
}

bool ResultCache::isName(llvm::StringRef name) {
  return name.consume_front("result-") && name.size() == contentHash("").size() &&
         llvm::all_of(name, llvm::isHexDigit);
}

std::optional<FileOutcome> ResultCache::find(const FileTask &task) const {
  const auto name = nameFor(task);
  const auto text = name ? cache_.read(*name) : std::nullopt;
  if (!text)
    return std::nullopt;
  const auto [head, outcome] = llvm::StringRef(*text).split('\n');
  const auto json = nlohmann::json::parse(head, nullptr, /*allow_exceptions=*/false);
  const auto dependencies = Dependencies::fromJson(json);
  if (!dependencies || !dependencies->hold(task.index))
    return std::nullopt;
  auto read = deserialise(outcome.str());
  if (!read)
    return std::nullopt;
  return std::move(*read);
}

std::optional<std::pair<std::string, std::string>>
ResultCache::entryFor(const FileTask &task) const {
  auto name = nameFor(task);
  auto text = name ? cache_.read(*name) : std::nullopt;
  if (!text)
    return std::nullopt;
  return std::pair(std::move(*name), std::move(*text));
}

void ResultCache::keep(const FileTask &task, const std::string &outcome,
                       Dependencies dependencies) const {
  const auto name = nameFor(task);
  if (!name || !dependencies.complete())
    return;
  const std::string head =
      dependencies.toJson().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  cache_.write(*name, head + "\n" + outcome);
}

} // namespace warplint::frontend
