//===- BuildFolder.cpp -----------------------------------------*- C++ -*-===//
#include "lint/frontend/BuildFolder.h"

#include "lint/frontend/Paths.h"

#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

#include <nlohmann/json.hpp>

namespace warplint::frontend {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

constexpr llvm::StringLiteral databaseName = "compile_commands.json";

/// Does it speak of a CUDA file below `root`? One that does not is of another project, of another
/// checkout, or of host code alone, whose commands would be borrowed in vain. Looks at the texts
/// that end in .cu and leaves JSON to whoever reads the database.
bool knowsCudaFilesOf(llvm::StringRef text, llvm::StringRef root) {
  constexpr llvm::StringLiteral ending = ".cu\"";
  for (std::size_t at = text.find(ending); at != llvm::StringRef::npos;
       at = text.find(ending, at + 1)) {
    const llvm::StringRef before = text.take_front(at);
    const llvm::StringRef file = before.drop_front(before.rfind('"') + 1);
    if (path::is_relative(file) || isBelow(file, root))
      return true;
  }
  return false;
}

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
std::string lackingIn(const nlohmann::json &command) {
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

/// Where the item of the outermost list begins, in JSON that is right.
std::size_t offsetOfItem(llvm::StringRef text, std::size_t index) {
  unsigned depth = 0;
  bool isBetween = true; // items of the outermost list
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (depth == 1 && isBetween && !llvm::isSpace(c)) {
      if (index-- == 0)
        return at;
      isBetween = false;
    }
    if (c == '"')
      for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\' ? 1 : 0;
    else if (c == '[' || c == '{')
      ++depth;
    else if (c == ']' || c == '}')
      --depth;
    else if (c == ',' && depth == 1)
      isBetween = true;
  }
  return text.size();
}

class Search {
public:
  explicit Search(std::string root) : root_(std::move(root)) {}

  /// False if there is nothing in or below `folder`.
  bool look(const std::string &folder) {
    for (llvm::StringRef name : {".", "build"})
      if (auto database = databaseIn(joinPath(folder, name))) {
        found_.database = *database;
        return true;
      }
    std::vector<std::string> &choices = found_.choices;
    for (const std::string &below : usualFolders(folder))
      if (auto database = databaseIn(below))
        choices.push_back(*database);
    if (choices.size() == 1) {
      found_.database = choices.front();
      choices.clear();
    }
    return found_.database || !choices.empty();
  }

  BuildFolder take() { return std::move(found_); }

private:
  std::optional<std::string> databaseIn(const std::string &folder) {
    std::string file = absolutePath(databaseName, folder);
    if (!fs::is_regular_file(file) ||
        llvm::any_of(found_.faults, [&](const Error &fault) { return fault.file == file; }))
      return std::nullopt;
    const auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer) {
      found_.faults.push_back(
          {"the compile database cannot be read: " + buffer.getError().message(), file, 0, 0});
      return std::nullopt;
    }
    // One that cannot be read does not say what it knows.
    const llvm::StringRef text = (*buffer)->getBuffer();
    if (auto fault = faultOfDatabase(text, file)) {
      found_.faults.push_back(std::move(*fault));
      return std::nullopt;
    }
    return knowsCudaFilesOf(text, root_) ? std::optional(file) : std::nullopt;
  }

  /// As CMake's presets, IDEs and habits have them: out, _build, cmake-build-debug, build-release,
  /// build/release, out/build/x64-Debug.
  static std::vector<std::string> usualFolders(const std::string &folder) {
    std::vector<std::string> folders;
    const auto addBelow = [&](const std::string &parent, llvm::ArrayRef<llvm::StringRef> prefixes) {
      std::error_code error;
      for (fs::directory_iterator it(parent, error), end; !error && it != end; it.increment(error))
        if (llvm::any_of(prefixes, [&](auto prefix) {
              return path::filename(it->path()).starts_with(prefix);
            }))
          folders.push_back(it->path());
    };
    addBelow(folder, {"out", "_build", "builds", "cmake-build", "build-", "build_"});
    for (const char *parent : {"build", "builds", "out", "out/build"})
      addBelow(joinPath(folder, parent), {""});
    llvm::sort(folders);
    folders.erase(llvm::unique(folders), folders.end());
    return folders;
  }

  std::string root_;
  BuildFolder found_;
};

} // namespace

std::optional<Error> faultOfDatabase(llvm::StringRef text, const std::string &file) {
  using nlohmann::json;
  try {
    const json whole = json::parse(text.begin(), text.end());
    if (!whole.is_array())
      return faultAt(text, std::min(text.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), text.size()),
                     file, "it is no list of commands");
    for (std::size_t i = 0; i < whole.size(); ++i)
      if (const std::string lacking = lackingIn(whole[i]); !lacking.empty())
        return faultAt(text, offsetOfItem(text, i), file,
                       "command " + std::to_string(i + 1) + " has no " + lacking);
    return std::nullopt;
  } catch (const json::parse_error &error) {
    if (isReadByClang(text))
      return std::nullopt;
    // "[json.exception.…] parse error at line 1, column 15: syntax error while … - what"
    const llvm::StringRef said = error.what();
    const std::size_t what = said.find(" - ");
    return faultAt(text, error.byte ? error.byte - 1 : 0, file,
                   what == llvm::StringRef::npos ? said.str() : said.substr(what + 3).str());
  }
}

BuildFolder findBuildFolder(const std::string &given, const std::string &directory) {
  const std::string full = absolutePath(given, directory);
  llvm::StringRef folder = fs::is_directory(full) ? llvm::StringRef(full) : path::parent_path(full);
  std::string root = repositoryRoot(folder);
  if (root.empty())
    root = isBelow(folder, directory) ? directory : folder.str();
  Search search(root);
  std::optional<std::string> project;
  for (; isBelow(folder, root); folder = path::parent_path(folder)) {
    if (search.look(folder.str()))
      return search.take();
    if (fs::exists(joinPath(folder, "CMakeLists.txt")))
      project = folder.str();
    if (folder == root)
      break;
  }
  BuildFolder none = search.take();
  none.cmakeProject = std::move(project);
  return none;
}

} // namespace warplint::frontend
