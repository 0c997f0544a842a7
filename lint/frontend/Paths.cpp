//===- Paths.cpp -----------------------------------------------*- C++ -*-===//
#include "lint/frontend/Paths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

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

bool isSourceName(llvm::StringRef name) {
  return llvm::is_contained({".cu", ".cpp", ".cc", ".cxx", ".C", ".c++", ".c"},
                            path::extension(name));
}

bool isHiddenOrBuildOutput(llvm::StringRef folder) {
  const llvm::StringRef name = path::filename(folder);
  if (name.starts_with(".") || name == "CMakeFiles" || name == "node_modules" ||
      name == "__pycache__")
    return true;
  for (llvm::StringRef mark :
       {"CMakeCache.txt", "build.ninja", ".ninja_log", "DartConfiguration.tcl"})
    if (fs::exists(joinPath(folder, mark)))
      return true;
  return false;
}

} // namespace warplint::frontend
