//===- BuildFolder.cpp -----------------------------------------*- C++ -*-===//
#include "lint/frontend/BuildFolder.h"

#include "lint/frontend/Paths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

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

class Search {
public:
  Search(std::string root, CompileDatabases &databases)
      : root_(std::move(root)), databases_(databases) {}

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
    // One that cannot be read does not say what it knows.
    const auto database = databases_.open(file);
    if (!database) {
      found_.faults.push_back(database.error());
      return std::nullopt;
    }
    return knowsCudaFilesOf((*database)->text(), root_) ? std::optional(file) : std::nullopt;
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
  CompileDatabases &databases_;
  BuildFolder found_;
};

} // namespace

BuildFolder findBuildFolder(const std::string &given, const std::string &directory,
                            CompileDatabases &databases) {
  const std::string full = absolutePath(given, directory);
  llvm::StringRef folder = fs::is_directory(full) ? llvm::StringRef(full) : path::parent_path(full);
  std::string root = repositoryRoot(folder);
  if (root.empty())
    root = isBelow(folder, directory) ? directory : folder.str();
  Search search(root, databases);
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
