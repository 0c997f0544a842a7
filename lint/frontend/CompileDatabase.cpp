//===- CompileDatabase.cpp -------------------------------------*- C++ -*-===//
#include "lint/frontend/CompileDatabase.h"

#include "lint/frontend/Cache.h"
#include "lint/frontend/Paths.h"

#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>

namespace warplint::frontend {

using nlohmann::json;

namespace {

Error faultAt(llvm::StringRef text, std::size_t offset, const std::string &file,
              const std::string &what) {
  const llvm::StringRef before = text.take_front(offset);
  return {"the compile database cannot be read: " + what, file,
          static_cast<unsigned>(before.count('\n') + 1),
          static_cast<unsigned>(offset - (before.rfind('\n') + 1) + 1)};
}

/// Clang reads more than JSON: lists that end in a comma, say. Its parser would print what it
/// thinks of others.
bool isReadByClang(llvm::StringRef text) {
  llvm::SourceMgr sources;
  sources.setDiagHandler([](const llvm::SMDiagnostic &, void *) {});
  if (!llvm::yaml::Stream(text, sources, /*ShowColors=*/false).validate())
    return false;
  std::string error;
  return clang::tooling::JSONCompilationDatabase::loadFromBuffer(
             text, error, clang::tooling::JSONCommandLineSyntax::AutoDetect) != nullptr;
}

/// What Clang asks of each command; empty if it is all there.
std::string lackingIn(const json &command) {
  const auto isText = [&](const char *key) {
    return command.is_object() && command.contains(key) && command[key].is_string();
  };
  for (const char *key : {"file", "directory"})
    if (!isText(key))
      return "\"" + std::string(key) + "\"";
  if (!isText("command") && !(command.contains("arguments") && command["arguments"].is_array()))
    return "\"command\" or \"arguments\"";
  return {};
}

/// Clang refuses none of it: keys that it does not know, and values that are no text, it does.
bool isPlain(const json &command) {
  return llvm::all_of(command.items(), [](const auto &item) {
    const json &value = item.value();
    return item.key() == "arguments"
               ? value.is_array() &&
                     llvm::all_of(value, [](const json &word) { return word.is_string(); })
               : llvm::is_contained({"file", "directory", "command", "output"}, item.key()) &&
                     value.is_string();
  });
}

/// Where the items of the outermost list stand, in JSON that is right.
std::vector<CompileDatabase::Item> itemsIn(llvm::StringRef text) {
  std::vector<CompileDatabase::Item> items;
  unsigned depth = 0;
  bool isBetween = true; // items of the outermost list
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (depth == 1 && isBetween && !llvm::isSpace(c) && c != ']') {
      items.push_back({at, at});
      isBetween = false;
    }
    if (c == '"') {
      for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\' ? 1 : 0;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == ',' && depth == 1) {
      isBetween = true;
    }
    if (depth >= 1 && !isBetween && !llvm::isSpace(c) && c != ',')
      items.back().end = std::min(at + 1, text.size());
  }
  return items;
}

/// What is known of a database whose text has been read once.
struct Content {
  std::optional<Error> fault;
  bool isIndexed = false;
  std::vector<std::pair<std::string, CompileDatabase::Item>> items; ///< in their order
};

Content read(llvm::StringRef text, const std::string &file) {
  Content content;
  try {
    const json whole = json::parse(text.begin(), text.end());
    if (!whole.is_array()) {
      content.fault =
          faultAt(text, std::min(text.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), text.size()), file,
                  "it is no list of commands");
      return content;
    }
    const std::vector<CompileDatabase::Item> items = itemsIn(text);
    content.isIndexed = items.size() == whole.size();
    bool mayBeRefused =
        !llvm::all_of(text, [](char c) { return llvm::isPrint(c) || llvm::isSpace(c); });
    for (std::size_t i = 0; i < whole.size(); ++i) {
      mayBeRefused = mayBeRefused || !isPlain(whole[i]);
      if (const std::string lacking = lackingIn(whole[i]); !lacking.empty()) {
        content.fault = faultAt(text, i < items.size() ? items[i].begin : text.size(), file,
                                "command " + std::to_string(i + 1) + " has no " + lacking);
        return content;
      }
      std::string path = absolutePath(whole[i]["file"].get_ref<const std::string &>(),
                                      whole[i]["directory"].get_ref<const std::string &>());
      content.isIndexed =
          content.isIndexed && path.find_first_of(std::string_view("\n\0", 2)) == std::string::npos;
      if (content.isIndexed)
        content.items.emplace_back(std::move(path), items[i]);
    }
    // Where Clang refuses something of it, it is to say so now. To ask takes as long as to read it.
    content.isIndexed = content.isIndexed && (!mayBeRefused || isReadByClang(text));
  } catch (const json::parse_error &error) {
    if (isReadByClang(text))
      return content;
    // "[json.exception.…] parse error at line 1, column 15: syntax error while … - what"
    const llvm::StringRef said = error.what();
    const std::size_t what = said.find(" - ");
    content.fault =
        faultAt(text, error.byte ? error.byte - 1 : 0, file,
                what == llvm::StringRef::npos ? said.str() : said.substr(what + 3).str());
  }
  return content;
}

/// A line for each command: where it begins and ends, and the file.
std::string written(const Content &content) {
  std::string lines;
  for (const auto &[path, item] : content.items)
    lines += std::to_string(item.begin) + " " + std::to_string(item.end) + " " + path + "\n";
  return lines;
}

/// False if they are not what written() makes for a text of that size.
bool readLines(llvm::StringRef lines, std::size_t size, CompileDatabase::Items &items) {
  while (!lines.empty()) {
    CompileDatabase::Item item;
    auto [line, rest] = lines.split('\n');
    if (line.consumeInteger(10, item.begin) || !line.consume_front(" ") ||
        line.consumeInteger(10, item.end) || !line.consume_front(" ") || item.begin > item.end ||
        item.end > size)
      return false;
    items[line].push_back(item);
    lines = rest;
  }
  return true;
}

} // namespace

Expected<CompileDatabase> CompileDatabase::open(const std::string &file,
                                                const std::optional<std::string> &cacheFolder) {
  // A build may write it anew while it is in use.
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/true, /*IsVolatile=*/true);
  if (!buffer)
    return makeError("the compile database cannot be read: " + buffer.getError().message(), file);
  CompileDatabase database;
  database.buffer_ = std::move(*buffer);
  const llvm::StringRef text = database.text();
  std::optional<Cache> cache;
  std::string name;
  if (cacheFolder)
    if (auto opened = Cache::open(*cacheFolder)) {
      cache = std::move(*opened);
      name = "database-1-" + contentHash(text);
      if (const auto kept = cache->read(name)) {
        database.isIndexed_ = readLines(*kept, text.size(), database.items_);
        if (database.isIndexed_)
          return database;
        database.items_.clear();
      }
    }
  const Content content = read(text, file);
  if (content.fault)
    return tl::unexpected(*content.fault);
  database.isIndexed_ = content.isIndexed;
  if (!content.isIndexed)
    return database;
  for (const auto &[path, item] : content.items)
    database.items_[path].push_back(item);
  if (cache)
    cache->write(name, written(content));
  return database;
}

std::string CompileDatabase::commandsOf(llvm::StringRef file) const {
  const auto found = items_.find(file);
  if (!isIndexed_ || found == items_.end())
    return {};
  std::string list = "[";
  for (const Item &item : found->second)
    list += (list.size() == 1 ? "" : ",\n") + text().slice(item.begin, item.end).str();
  return list + "]";
}

Expected<std::shared_ptr<const CompileDatabase>> CompileDatabases::open(const std::string &file) {
  const auto known = known_.find(file);
  if (known != known_.end())
    return known->second;
  auto opened = CompileDatabase::open(file, cacheFolder_);
  Expected<std::shared_ptr<const CompileDatabase>> shared =
      opened ? Expected<std::shared_ptr<const CompileDatabase>>(
                   std::make_shared<const CompileDatabase>(std::move(*opened)))
             : tl::unexpected(opened.error());
  return known_.emplace(file, std::move(shared)).first->second;
}

} // namespace warplint::frontend
