//===- ResultCache.h - analyses that need not be made again ----*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_RESULTCACHE_H
#define WARPLINT_FRONTEND_RESULTCACHE_H

#include "lint/frontend/AnalyseFile.h"
#include "lint/frontend/Cache.h"

namespace warplint::frontend {

/// Adds all that is known of a task before its file is read.
void addTo(CacheKey &key, const FileTask &task);

/// Outcomes of earlier runs of this same program, by everything that they were made from.
class ResultCache {
public:
  /// `settings`: what beside the task has a part in an outcome, as text.
  ResultCache(Cache cache, std::string settings)
      : cache_(std::move(cache)), settings_(std::move(settings)) {}

  /// The outcome of an earlier run, if nothing that it rests on has changed. Comments of the file
  /// itself suppress findings, and otherwise count only where they are spoken to warplint.
  std::optional<FileOutcome> find(const FileTask &task) const;
  /// Keeps what serialise() gave, unless a file has changed meanwhile.
  void keep(const FileTask &task, const std::string &outcome, Dependencies dependencies) const;
  /// The entry that find() would look at, for takeOver() in another cache.
  std::optional<std::pair<std::string, std::string>> entryFor(const FileTask &task) const;
  static bool isName(llvm::StringRef name);
  void prune() const { cache_.prune(); }
  const Cache &files() const { return cache_; }

private:
  /// Of what was made from such contents of the task's file.
  std::string nameOf(llvm::StringRef kind, const FileTask &task, llvm::StringRef contents) const;
  std::optional<std::string> nameFor(const FileTask &task) const;
  std::optional<FileOutcome> findMoved(const FileTask &task, llvm::StringRef text) const;
  void write(const FileTask &task, llvm::StringRef text, const std::string &outcome,
             const Dependencies &dependencies) const;

  Cache cache_;
  std::string settings_;
};

} // namespace warplint::frontend

#endif
