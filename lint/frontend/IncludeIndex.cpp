//===- IncludeIndex.cpp ----------------------------------------*- C++ -*-===//
#include "lint/frontend/IncludeIndex.h"

#include "lint/frontend/Paths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace warplint::frontend {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

// A folder like / or a home folder would be walked for minutes.
constexpr std::size_t maxEntries = 300'000;

bool isHeaderName(llvm::StringRef name) {
  const llvm::StringRef extension = path::extension(name);
  return llvm::is_contained(
      {".h", ".hpp", ".hh", ".hxx", ".cuh", ".inl", ".inc", ".ipp", ".cu", ""}, extension);
}

std::size_t commonPrefix(llvm::StringRef a, llvm::StringRef b) {
  std::size_t folders = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size() && a[i] == b[i]; ++i)
    folders += a[i] == '/';
  return folders;
}

} // namespace

void IncludeIndex::read() {
  if (isRead_)
    return;
  isRead_ = true;
  if (root_.empty() || root_ == "/")
    return;
  std::error_code error;
  std::size_t entries = 0;
  for (fs::recursive_directory_iterator it(root_, error, /*follow_symlinks=*/false), end;
       !error && it != end && entries < maxEntries; it.increment(error), ++entries) {
    if (it->type() == fs::file_type::directory_file) {
      if (isHiddenOrBuildOutput(it->path()))
        it.no_push();
    } else if (isHeaderName(path::filename(it->path()))) {
      byName_[path::filename(it->path())].push_back(it->path());
    }
  }
  for (auto &entry : byName_)
    llvm::sort(entry.second);
}

std::optional<std::string> IncludeIndex::find(llvm::StringRef name, llvm::StringRef includer) {
  read();
  while (name.consume_front("../") || name.consume_front("./"))
    ;
  auto it = byName_.find(path::filename(name));
  if (it == byName_.end())
    return std::nullopt;
  const std::string *best = nullptr;
  std::size_t bestCommon = 0;
  for (const std::string &candidate : it->second) {
    if (!llvm::StringRef(candidate).ends_with(("/" + name).str()) || candidate == includer)
      continue;
    const std::size_t common = commonPrefix(candidate, includer);
    if (!best || common > bestCommon) {
      best = &candidate;
      bestCommon = common;
    }
  }
  return best ? std::optional(*best) : std::nullopt;
}

std::vector<std::string> likelyIncludeFolders(llvm::StringRef file, llvm::StringRef root) {
  std::vector<std::string> folders;
  for (llvm::StringRef folder = path::parent_path(file); !folder.empty();
       folder = path::parent_path(folder)) {
    folders.push_back(folder.str());
    for (llvm::StringRef name : {"include", "inc", "src", "common", "Common"}) {
      std::string beside = joinPath(folder, name);
      if (fs::is_directory(beside))
        folders.push_back(std::move(beside));
    }
    if (folder == root || !isBelow(folder, root))
      break;
  }
  return folders;
}

} // namespace warplint::frontend
