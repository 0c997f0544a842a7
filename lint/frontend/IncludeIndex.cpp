//===- IncludeIndex.cpp ----------------------------------------*- C++ -*-===//
#include "lint/frontend/IncludeIndex.h"

#include "lint/frontend/HeaderTemplates.h"

#include "lint/frontend/Paths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
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
  return llvm::is_contained({".h", ".H", ".hpp", ".hh", ".hxx", ".h++", ".cuh", ".cu", ".inl",
                             ".inc", ".ipp", ".tpp", ".tcc", ".txx", ".impl", ".def", ""},
                            extension);
}

/// A link to a folder that it lies in itself, or to the root of all.
bool leadsUp(llvm::StringRef link) {
  llvm::SmallString<256> target;
  llvm::SmallString<256> own;
  return fs::real_path(link, target) || fs::real_path(path::parent_path(link), own) ||
         target == "/" || isBelow(own, target);
}

} // namespace

void IncludeIndex::read() {
  if (isRead_)
    return;
  isRead_ = true;
  if (root_.empty() || root_ == "/")
    return;
  // A link to a folder, as often stands for a submodule, is as good as the folder. Each target is
  // gone through once, so that links in a circle end; in the order of their names, so that which
  // of two links that is does not depend on the disk.
  std::set<std::string> links;
  std::set<fs::UniqueID> targets;
  std::size_t entries = 0;
  readBelow(root_, links, entries);
  while (!links.empty()) {
    const std::string link = std::move(links.extract(links.begin()).value());
    fs::UniqueID target;
    if (!fs::getUniqueID(link, target) && targets.insert(target).second && !leadsUp(link))
      readBelow(link, links, entries);
  }
  for (Paths *paths : {&byName_, &templates_})
    for (auto &entry : *paths)
      llvm::sort(entry.second);
}

void IncludeIndex::readBelow(const std::string &folder, std::set<std::string> &links,
                             std::size_t &entries) {
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error, /*follow_symlinks=*/false), end;
       !error && it != end && entries < maxEntries; it.increment(error), ++entries) {
    if (it->type() == fs::file_type::directory_file) {
      if (isHiddenOrBuildOutput(it->path()))
        it.no_push();
    } else if (it->type() == fs::file_type::symlink_file && fs::is_directory(it->path())) {
      // Bazel leaves links to what it built, and to all that it knows, beside the sources.
      if (!isHiddenOrBuildOutput(it->path()) && !path::filename(it->path()).starts_with("bazel-"))
        links.insert(it->path());
    } else if (isHeaderName(path::filename(it->path()))) {
      byName_[path::filename(it->path())].push_back(it->path());
    } else if (const llvm::StringRef made = madeOfTemplate(path::filename(it->path()));
               !made.empty()) {
      templates_[made].push_back(it->path());
    }
  }
}

std::optional<std::string> IncludeIndex::find(llvm::StringRef name, llvm::StringRef includer) {
  read();
  while (name.consume_front("../") || name.consume_front("./"))
    ;
  const std::string *header = nearest(byName_, name, includer, /*isTemplate=*/false);
  const std::string *made = nearest(templates_, name, includer, /*isTemplate=*/true);
  const bool isMade =
      made && (!header || foldersInCommon(*made, includer) > foldersInCommon(*header, includer));
  const std::string *found = isMade ? made : header;
  return found ? std::optional(*found) : std::nullopt;
}

const std::string *IncludeIndex::nearest(const Paths &paths, llvm::StringRef name,
                                         llvm::StringRef includer, bool isTemplate) {
  const auto it = paths.find(path::filename(name));
  if (it == paths.end())
    return nullptr;
  const std::string *best = nullptr;
  std::size_t bestCommon = 0;
  // A build may put what it makes into a folder below that of the template.
  llvm::SmallVector<llvm::StringRef, 4> folders;
  path::parent_path(name).split(folders, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  const auto isMeant = [&](llvm::StringRef candidate) {
    if (!isTemplate)
      return candidate.ends_with(("/" + name).str());
    return folders.empty() || llvm::any_of(folders, [&](llvm::StringRef folder) {
             return candidate.contains_insensitive(("/" + folder + "/").str());
           });
  };
  for (const std::string &candidate : it->second) {
    if (!isMeant(candidate) || candidate == includer)
      continue;
    const std::size_t common = foldersInCommon(candidate, includer);
    if (!best || common > bestCommon) {
      best = &candidate;
      bestCommon = common;
    }
  }
  return best;
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
