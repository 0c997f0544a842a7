//===- Includers.cpp -------------------------------------------*- C++ -*-===//
#include "lint/frontend/Includers.h"

#include "lint/frontend/Cache.h"
#include "lint/frontend/Ignored.h"
#include "lint/frontend/PathFilter.h"
#include "lint/frontend/Paths.h"
#include "lint/frontend/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace warplint::frontend {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

// Each is read for it; one would do for most headers.
constexpr std::size_t mostIncluders = 3;
constexpr std::uint64_t largestFile = 4 << 20; // what is larger is data

bool isHeader(llvm::StringRef file) {
  return llvm::is_contained(
      {".cuh", ".h", ".H", ".hpp", ".hh", ".hxx", ".h++", ".inl", ".ipp", ".tpp", ".tcc", ".txx"},
      path::extension(file));
}

std::string textOf(const std::string &file) {
  fs::file_status status;
  if (fs::status(file, status) || !fs::is_regular_file(status) || status.getSize() > largestFile)
    return {};
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// Who includes what in one repository, by what the texts say.
class IncludeGraph {
public:
  IncludeGraph(const std::string &root, const Options &options, FileSelection selection,
               const std::string &directory)
      : root_(root), selection_(std::move(selection)), directory_(directory) {
    read(options.withIgnored);
  }

  /// All sources that lead to the header, those with the fewest steps first, then those that are
  /// called like it, then those that lie closest to it.
  std::vector<std::string> sourcesOf(const std::string &header) {
    std::vector<std::string> sources;
    std::set<std::string> seen = {header};
    for (std::vector<std::string> level = {header}; !level.empty();) {
      std::set<std::string> next;
      for (const std::string &file : level)
        for (const auto &[includer, name] : byName_[path::filename(file)])
          if (!seen.contains(includer) && means(name, includer, file))
            next.insert(includer);
      seen.insert(next.begin(), next.end());
      level.assign(next.begin(), next.end());
      std::vector<std::string> found;
      llvm::copy_if(level, std::back_inserter(found), [&](const std::string &file) {
        return isCudaSource(file) && !selection_.leavesOut(file, {root_, directory_});
      });
      const auto distance = [&](const std::string &file) {
        return std::tuple(path::stem(file) != path::stem(header),
                          -static_cast<std::ptrdiff_t>(foldersInCommon(file, header)), file);
      };
      llvm::sort(found, [&](const std::string &a, const std::string &b) {
        return distance(a) < distance(b);
      });
      llvm::append_range(sources, found);
    }
    return sources;
  }

private:
  void read(bool withIgnored) {
    const std::set<std::string> ignored =
        withIgnored ? std::set<std::string>() : ignoredBelow(root_);
    std::error_code error;
    for (fs::recursive_directory_iterator it(root_, error, /*follow_symlinks=*/false), end;
         !error && it != end; it.increment(error)) {
      const std::string &file = it->path();
      if (it->type() == fs::file_type::directory_file) {
        if (ignored.contains(file) || isHiddenOrBuildOutput(file, withIgnored) ||
            selection_.exclude.matches(file, {root_, directory_}))
          it.no_push();
      } else if ((isSourceName(file) || isHeader(file)) && !ignored.contains(file)) {
        for (const std::string &name : includeNames(textOf(file)))
          byName_[path::filename(name)].emplace_back(file, name);
      }
    }
    for (auto &entry : byName_)
      llvm::sort(entry.second); // whatever the disk's order is
  }

  /// A file beside the includer goes before those that an include folder leads to.
  static bool means(llvm::StringRef name, const std::string &includer, const std::string &file) {
    if (const std::string beside = absolutePath(name, path::parent_path(includer));
        beside == file || fs::exists(beside))
      return beside == file;
    while (name.consume_front("../") || name.consume_front("./"))
      ;
    return llvm::StringRef(file).ends_with(("/" + name).str());
  }

  /// What launches kernels is compiled by nvcc, whatever it is called.
  static bool isCudaSource(const std::string &file) {
    return path::extension(file) == ".cu" ||
           (isSourceName(file) && !launchTokens(textOf(file)).empty());
  }

  std::string root_;
  FileSelection selection_;
  const std::string &directory_;
  /// By the last part of the name: includer, name as written.
  llvm::StringMap<std::vector<std::pair<std::string, std::string>>> byName_;
};

} // namespace

Expected<std::vector<Includers>> includersOf(const std::vector<std::string> &files,
                                             const Options &options, const std::string &directory) {
  auto selection = FileSelection::create(
      {FilePatterns{options.exclude, {}}, options.excludeBesides}, options.include);
  if (!selection)
    return tl::unexpected(selection.error());
  std::set<std::string> given;
  for (const std::string &file : files)
    given.insert(absolutePath(file, directory));
  std::map<std::string, IncludeGraph> graphs; // by root
  std::vector<Includers> result;
  for (const std::string &header : given) {
    const std::string root = repositoryRoot(path::parent_path(header));
    if (root.empty() || !isHeader(header) || !mentionsDeviceCode(textOf(header)))
      continue;
    IncludeGraph &graph =
        graphs.try_emplace(root, root, options, *selection, directory).first->second;
    std::vector<std::string> sources = graph.sourcesOf(header);
    if (llvm::any_of(sources, [&](const std::string &source) { return given.contains(source); }))
      continue;
    const std::size_t all = sources.size();
    sources.resize(std::min(all, mostIncluders));
    result.push_back({header, std::move(sources), all});
  }
  return result;
}

Expected<std::map<std::string, std::vector<std::string>>>
sourcesThatShow(const std::vector<std::string> &files, const Options &options,
                const std::string &directory, std::size_t most) {
  auto selection = FileSelection::create(
      {FilePatterns{options.exclude, {}}, options.excludeBesides}, options.include);
  if (!selection)
    return tl::unexpected(selection.error());
  std::map<std::string, IncludeGraph> graphs; // by root
  std::map<std::string, std::vector<std::string>> result;
  for (const std::string &file : files) {
    const std::string root = repositoryRoot(path::parent_path(file));
    if (root.empty())
      continue;
    IncludeGraph &graph =
        graphs.try_emplace(root, root, options, *selection, directory).first->second;
    std::set<llvm::StringRef> folders;
    std::vector<std::string> &closest = result[file];
    for (const std::string &source : graph.sourcesOf(file))
      if (closest.size() < most && folders.insert(path::parent_path(source)).second)
        closest.push_back(source);
  }
  return result;
}

std::string stateBeside(const std::string &file, bool withHidden) {
  const std::string root = repositoryRoot(path::parent_path(file));
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator it(root, error, /*follow_symlinks=*/false), end;
       !error && it != end; it.increment(error)) {
    const std::string &one = it->path();
    if (it->type() == fs::file_type::directory_file) {
      if (isHiddenOrBuildOutput(one, withHidden))
        it.no_push();
      continue;
    }
    fs::file_status status;
    if (one != file && (isSourceName(one) || isHeader(one)) && !fs::status(one, status))
      files.push_back(one + " " + std::to_string(status.getSize()) + " " +
                      std::to_string(status.getLastModificationTime().time_since_epoch().count()));
  }
  llvm::sort(files);
  return contentHash(llvm::join(files, "\n"));
}

} // namespace warplint::frontend
