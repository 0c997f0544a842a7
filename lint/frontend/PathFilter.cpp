//===- PathFilter.cpp ------------------------------------------*- C++ -*-===//
#include "lint/frontend/PathFilter.h"

#include "lint/frontend/Paths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint::frontend {

Expected<PathFilter> PathFilter::create(llvm::ArrayRef<FilePatterns> groups) {
  PathFilter filter;
  for (const FilePatterns &group : groups)
    for (const std::string &given : group.patterns) {
      if (given.empty())
        continue;
      Pattern pattern;
      pattern.text = std::make_shared<const std::string>(given);
      const llvm::StringRef text = *pattern.text;
      pattern.folder = group.folder;
      if (!text.rtrim('/').contains('/')) // at any depth
        pattern.folders.emplace_back();
      llvm::SmallVector<llvm::StringRef> parts;
      text.split(parts, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
      for (llvm::StringRef part : parts) {
        if (part == ".")
          continue;
        if (part == "**") {
          pattern.folders.emplace_back();
          continue;
        }
        auto glob = llvm::GlobPattern::create(part, /*MaxSubPatterns=*/1024);
        if (!glob)
          return makeError("the pattern `" + text.str() + "` in " + group.key +
                           " is not a glob: " + llvm::toString(glob.takeError()));
        pattern.folders.emplace_back(std::move(*glob));
      }
      filter.patterns_.push_back(std::move(pattern));
    }
  return filter;
}

/// Follows all ways to match at once: where in the pattern one may be after each part of the path.
bool PathFilter::matches(const Pattern &pattern, llvm::StringRef relative) {
  const auto &folders = pattern.folders;
  const auto end = static_cast<unsigned>(folders.size());
  llvm::SmallBitVector at(end + 1);
  const auto enter = [&](llvm::SmallBitVector &set, unsigned index) {
    set.set(index);
    while (index < end && !folders[index]) // `**` may be nothing
      set.set(++index);
  };
  enter(at, 0);
  llvm::SmallVector<llvm::StringRef> parts;
  relative.split(parts, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts) {
    if (at.test(end)) // a folder above matches, and with it all that is below
      return true;
    llvm::SmallBitVector next(end + 1);
    for (const unsigned index : at.set_bits()) {
      if (!folders[index])
        enter(next, index);
      else if (folders[index]->match(part))
        enter(next, index + 1);
    }
    at = std::move(next);
  }
  return at.test(end);
}

bool PathFilter::matches(llvm::StringRef full, const std::vector<std::string> &bases) const {
  return llvm::any_of(patterns_, [&](const Pattern &pattern) {
    const auto from = [&](const std::string &base) {
      return isBelow(full, base) && matches(pattern, full.drop_front(base.size()).ltrim('/'));
    };
    return isBelow(full, pattern.folder) ? from(pattern.folder) : llvm::any_of(bases, from);
  });
}

Expected<FileSelection> FileSelection::create(llvm::ArrayRef<FilePatterns> excluded,
                                              llvm::ArrayRef<FilePatterns> included) {
  auto exclude = PathFilter::create(excluded);
  if (!exclude)
    return tl::unexpected(exclude.error());
  auto include = PathFilter::create(included);
  if (!include)
    return tl::unexpected(include.error());
  return FileSelection{std::move(*exclude), std::move(*include)};
}

} // namespace warplint::frontend
