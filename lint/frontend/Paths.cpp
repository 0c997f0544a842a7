//===- Paths.cpp -----------------------------------------------*- C++ -*-===//
#include "lint/frontend/Paths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <array>

namespace warplint::frontend {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::size_t foldersInCommon(llvm::StringRef a, llvm::StringRef b) {
  std::size_t folders = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size() && a[i] == b[i]; ++i)
    folders += a[i] == '/';
  return folders;
}

std::string absolutePath(llvm::StringRef given, llvm::StringRef directory) {
  llvm::SmallString<256> result(given);
  if (path::is_relative(result)) {
    result = directory;
    path::append(result, given);
  }
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

std::string currentDirectory() {
  llvm::SmallString<256> result;
  if (fs::current_path(result))
    return "/";
  return std::string(result);
}

std::string joinPath(llvm::StringRef folder, llvm::StringRef rest) {
  llvm::SmallString<256> result(folder);
  path::append(result, rest);
  return std::string(result);
}

bool isBelow(llvm::StringRef path, llvm::StringRef folder) {
  if (folder.empty() || !path.consume_front(folder))
    return false;
  return path.empty() || folder.ends_with("/") || path.starts_with("/");
}

std::string displayPath(llvm::StringRef path, llvm::StringRef directory) {
  if (path != directory && isBelow(path, directory))
    return path.drop_front(directory.size()).ltrim('/').str();
  return path.str();
}

std::string repositoryRoot(llvm::StringRef folder) {
  for (; !folder.empty(); folder = path::parent_path(folder))
    if (fs::exists(joinPath(folder, ".git")))
      return folder.str();
  return {};
}

/// `lib` and `libs` are as often the project's own.
static bool isFolderOfLibraries(llvm::StringRef name) {
  return llvm::any_of(std::array<llvm::StringRef, 17>{"3rdparty", "3rd_party", "3rd-party", "_deps",
                                                      "dependencies", "deps", "extern", "external",
                                                      "externals", "submodules", "third_party",
                                                      "third-party", "thirdparty", "vendor",
                                                      "vendored", "vendors", "third_parties"},
                      [&](llvm::StringRef one) { return name.equals_insensitive(one); });
}

std::string libraryFolder(llvm::StringRef file, llvm::StringRef root) {
  if (file == root || !isBelow(file, root))
    return {};
  const llvm::StringRef folder = path::parent_path(file);
  bool isNext = false;
  for (std::size_t end = root.size(); end < folder.size();) {
    end = std::min(folder.find('/', end + 1), folder.size());
    const llvm::StringRef above = folder.take_front(end);
    if (isNext || fs::exists(joinPath(above, ".git")))
      return above.str();
    isNext = isFolderOfLibraries(path::filename(above));
  }
  return isNext ? folder.str() : std::string();
}

bool isSourceName(llvm::StringRef name) {
  return llvm::is_contained({".cu", ".cpp", ".cc", ".cxx", ".C", ".c++", ".c"},
                            path::extension(name));
}

bool isHiddenOrBuildOutput(llvm::StringRef folder, bool withHidden) {
  const llvm::StringRef name = path::filename(folder);
  if ((name.starts_with(".") && !withHidden) ||
      llvm::is_contained(
          {".git", ".hg", ".jj", ".svn", "CMakeFiles", "node_modules", "__pycache__"}, name))
    return true;
  for (llvm::StringRef mark :
       {"CMakeCache.txt", "build.ninja", ".ninja_log", "DartConfiguration.tcl"})
    if (fs::exists(joinPath(folder, mark)))
      return true;
  return false;
}

} // namespace warplint::frontend
