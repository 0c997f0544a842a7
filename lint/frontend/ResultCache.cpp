//===- ResultCache.cpp -----------------------------------------*- C++ -*-===//
#include "lint/frontend/ResultCache.h"

#include "lint/evidence/Json.h"
#include "lint/frontend/CommentNotes.h"
#include "lint/frontend/Paths.h"
#include "lint/frontend/ProgramIdentity.h"
#include "lint/frontend/SiteLines.h"
#include "lint/frontend/SourceText.h"

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

namespace {

/// Larger ones are made by programs.
constexpr std::size_t mostBytes = 4 << 20;

std::optional<CodeText> codeOf(llvm::StringRef text) {
  return text.size() <= mostBytes ? codeText(text) : std::nullopt;
}

/// An outcome and what it was made from; the former is read when it is asked for.
struct Entry {
  Dependencies dependencies;
  std::string outcome;
};

std::optional<Entry> entryFrom(const std::optional<std::string> &text) {
  if (!text)
    return std::nullopt;
  const auto [head, outcome] = llvm::StringRef(*text).split('\n');
  auto dependencies =
      Dependencies::fromJson(nlohmann::json::parse(head, nullptr, /*allow_exceptions=*/false));
  if (!dependencies)
    return std::nullopt;
  return Entry{std::move(*dependencies), outcome.str()};
}

/// Is there a line that cannot be moved along with the code of the file?
bool namesLines(const FileOutcome &outcome) {
  const std::string &file = outcome.analysis.file;
  const auto holdsLineOfOther = [&](const Site &site) {
    const auto isOfOther = [&](const auto &one) { return one.span.file != file; };
    return holdsLinesAlone(site) && (isOfOther(site) || llvm::any_of(site.uses, isOfOther) ||
                                     llvm::any_of(site.notes, isOfOther));
  };
  return nameLines(outcome.analysis.sites) || llvm::any_of(outcome.analysis.notes, namesLine) ||
         llvm::any_of(outcome.uncalled, namesLine) ||
         llvm::any_of(outcome.analysis.sites, holdsLineOfOther) ||
         llvm::any_of(outcome.shares, [](const auto &entry) {
           const FileShare &share = entry.second;
           return llvm::any_of(share.errors, namesLine) ||
                  llvm::any_of(share.unusedTemplates, namesLine) ||
                  llvm::any_of(share.untriedTemplates, namesLine) ||
                  llvm::any_of(share.hiddenKernels, namesLine);
         });
}

/// Where the words that begin lines are moved so. False if it cannot be told what becomes of it.
bool move(FileOutcome &outcome, const std::vector<unsigned> &from,
          const std::vector<unsigned> &to) {
  if (from == to)
    return true;
  if (from.size() != to.size() || outcome.linesCount || namesLines(outcome))
    return false;
  FileAnalysis &analysis = outcome.analysis;
  const auto change = [&](unsigned &line) {
    const auto behind = llvm::upper_bound(from, line);
    if (behind != from.begin())
      line += to[behind - from.begin() - 1] - *std::prev(behind);
  };
  eachLine(analysis.sites, analysis.file, change);
  for (LaunchRecord &launch : analysis.launches)
    eachLine(launch.span, analysis.file, change);
  for (DeviceFunction &function : analysis.functions) {
    if (function.span.file == analysis.file)
      for (auto &token : function.tokens)
        change(token.front());
    eachLine(function.span, analysis.file, change);
  }
  return true;
}

/// In the order in which they were found: by the paths of their files.
void setSuppressions(FileOutcome &outcome, const FileTask &task, llvm::StringRef text) {
  std::vector<Suppression> all;
  for (const auto &[path, share] : outcome.shares) {
    const std::string file = displayPath(path, task.directory);
    if (path == task.path)
      llvm::append_range(all, suppressions(text, file));
    else
      llvm::copy_if(outcome.analysis.suppressions, std::back_inserter(all),
                    [&](const Suppression &one) { return one.span.file == file; });
  }
  outcome.analysis.suppressions = std::move(all);
}

} // namespace

std::string ResultCache::nameOf(llvm::StringRef kind, const FileTask &task,
                                llvm::StringRef contents) const {
  CacheKey key;
  key.add(settings_).add(contentHash(contents));
  addTo(key, task);
  return (kind + "-" + key.str()).str();
}

std::optional<std::string> ResultCache::nameFor(const FileTask &task) const {
  auto text = llvm::MemoryBuffer::getFile(task.path);
  if (!text)
    return std::nullopt;
  return nameOf("result", task, (*text)->getBuffer());
}

bool ResultCache::isName(llvm::StringRef name) {
  return name.consume_front("result-") && name.size() == contentHash("").size() &&
         llvm::all_of(name, llvm::isHexDigit);
}

std::optional<FileOutcome> ResultCache::find(const FileTask &task) const {
  auto text = llvm::MemoryBuffer::getFile(task.path);
  if (!text)
    return std::nullopt;
  const auto kept = cache_.read(nameOf("result", task, (*text)->getBuffer()));
  if (!kept)
    return findMoved(task, (*text)->getBuffer());
  const auto entry = entryFrom(kept);
  if (!entry || !entry->dependencies.hold(task.index))
    return std::nullopt;
  auto read = deserialise(entry->outcome);
  if (!read)
    return std::nullopt;
  return std::move(*read);
}

std::optional<FileOutcome> ResultCache::findMoved(const FileTask &task,
                                                  llvm::StringRef text) const {
  const auto code = codeOf(text);
  const auto moved = code ? cache_.read(nameOf("moved", task, code->code)) : std::nullopt;
  const auto json = moved ? nlohmann::json::from_msgpack(*moved, /*strict=*/true,
                                                         /*allow_exceptions=*/false)
                          : nlohmann::json();
  if (!json.is_object() || !json.contains("result") || !json["result"].is_string() ||
      !json.contains("lines") || !json["lines"].is_array())
    return std::nullopt;
  auto entry = entryFrom(cache_.read(json["result"].get<std::string>()));
  if (!entry || !entry->dependencies.hold(task.index, task.path))
    return std::nullopt;
  auto outcome = deserialise(entry->outcome);
  if (!outcome || outcome->commentNotes > 0 ||
      !commentNotes(text, outcome->analysis.file).empty() ||
      !move(*outcome, json["lines"].get<std::vector<unsigned>>(), code->lines))
    return std::nullopt;
  setSuppressions(*outcome, task, text);
  entry->dependencies.change(task.path, text.size(), contentHash(text));
  write(task, text, serialise(*outcome), entry->dependencies);
  return std::move(*outcome);
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
  const auto text = llvm::MemoryBuffer::getFile(task.path);
  if (text && dependencies.complete())
    write(task, (*text)->getBuffer(), outcome, dependencies);
}

void ResultCache::write(const FileTask &task, llvm::StringRef text, const std::string &outcome,
                        const Dependencies &dependencies) const {
  const std::string name = nameOf("result", task, text);
  const std::string head =
      dependencies.toJson().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  cache_.write(name, head + "\n" + outcome);
  if (const auto code = codeOf(text)) {
    const std::vector<std::uint8_t> bytes =
        nlohmann::json::to_msgpack({{"result", name}, {"lines", code->lines}});
    cache_.write(nameOf("moved", task, code->code),
                 llvm::StringRef(reinterpret_cast<const char *>(bytes.data()), bytes.size()));
  }
}

} // namespace warplint::frontend
