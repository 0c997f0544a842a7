//===- Dependencies.h - what an analysis was made from ---------*- C++ -*-===//
//
// A result may be used again for as long as every file that was read holds the
// same, and every file that was looked for and not found is still absent: a
// header that appears earlier in the search path changes what is included.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_DEPENDENCIES_H
#define WARPLINT_FRONTEND_DEPENDENCIES_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace warplint::frontend {

class IncludeIndex;

/// A file as the file system describes it.
struct FileStamp {
  std::uint64_t bytes = 0;
  /// When it last changed, in nanoseconds since 1970, whatever time it was given since; 0: only its
  /// contents tell.
  std::int64_t modified = 0;
  std::string hash; ///< of its contents; empty while nobody asked
};

/// Without the hash; nothing where there is no such file.
std::optional<FileStamp> stampOf(const std::string &file);

class Dependencies {
public:
  void addFile(const std::string &path, const llvm::vfs::Status &status);
  void addAbsent(const std::string &path);
  /// Not to be noted: a precompiled header, which was made of what is.
  void leaveOut(const std::string &path);
  /// A question to the index of a project's headers.
  void addLookup(const std::string &name, const std::string &includer, const std::string &answer);
  void add(const Dependencies &other);

  /// Reads what hashes are missing. False if a file has changed since it was noted, so that nobody
  /// knows which of its contents were used.
  bool complete();

  /// Is all as it was, whatever has become of the file `but`? Times are looked at first, and
  /// contents only where they differ.
  bool hold(IncludeIndex *index, llvm::StringRef but = "") const;
  /// Its contents are others now, with this hash.
  void change(const std::string &file, std::uint64_t bytes, std::string hash);

  /// The files, each with what tells its contents apart, but for one. Call complete() before.
  std::string filesBut(llvm::StringRef path) const;

  nlohmann::json toJson() const;
  static std::optional<Dependencies> fromJson(const nlohmann::json &json);

private:
  struct Folder {
    std::optional<std::int64_t> modified; ///< absent: the folder is
    std::set<std::string> absent;         ///< names that are not in it
  };
  struct Lookup {
    std::string name, includer, answer;
    friend auto operator<=>(const Lookup &, const Lookup &) = default;
  };
  std::map<std::string, FileStamp> files_;
  std::map<std::string, Folder> folders_;
  std::set<Lookup> lookups_;
  std::set<std::string> leftOut_;
  bool changed_ = false;
};

/// Notes in `dependencies`, which must outlive it, which files are opened and which are missing.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
recordingFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below,
                    Dependencies &dependencies);

} // namespace warplint::frontend

#endif
