//===- Cache.h - what is kept between runs ---------------------*- C++ -*-===//
//
// A folder of files by name, shared by all runs of a user. Readers and writers
// need no lock: a file appears whole or not at all, and one that was damaged is
// taken as absent. How large it grows is bounded by llvm::pruneCache.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_CACHE_H
#define WARPLINT_FRONTEND_CACHE_H

#include "lint/evidence/Error.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace warplint::frontend {

/// Text → 32 hexadecimal digits, for names of what is kept. Texts are told apart wherever one ends.
class CacheKey {
public:
  CacheKey &add(llvm::StringRef text);
  std::string str() const;

private:
  std::string text_;
};

/// 32 hexadecimal digits that tell contents apart.
std::string contentHash(llvm::StringRef contents);

class Cache {
public:
  /// Keeps things in `folder`, which is made (for this user alone) where it is missing. An Error
  /// if that cannot be done.
  static Expected<Cache> open(const std::string &folder);

  /// Where a file of this name is, or would be.
  std::string pathOf(llvm::StringRef name) const;
  /// What write() was last given for this name, whole; nothing if it is absent or damaged.
  std::optional<std::string> read(llvm::StringRef name) const;
  /// That it cannot be written is no error: the next run does the work again.
  void write(llvm::StringRef name, llvm::StringRef contents) const;
  void remove(llvm::StringRef name) const;
  /// Removes what was not used for the longest time, until the rest is small enough. Does so
  /// seldom, however often it is called.
  void prune() const;

private:
  explicit Cache(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;
};

} // namespace warplint::frontend

#endif
