//===- Cache.cpp -----------------------------------------------*- C++ -*-===//
#include "lint/frontend/Cache.h"

#include "lint/frontend/Frontend.h"
#include "lint/frontend/Paths.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace warplint::frontend {

namespace fs = llvm::sys::fs;

namespace {

// llvm::pruneCache looks at files of this name only.
constexpr llvm::StringLiteral prefix = "llvmcache-";
constexpr llvm::StringLiteral unfinished = "unfinished-";

constexpr std::uint64_t mostBytes = 2ULL << 30;
constexpr std::chrono::hours longestUnused{24 * 30};
constexpr std::chrono::minutes betweenPrunings{20};

constexpr std::size_t hashBytes = 16;

/// What a process leaves that was killed at its work: locks, which are links to files that are
/// gone, and unfinished files. llvm::pruneCache looks at neither.
void removeRemains(const std::string &folder) {
  constexpr std::chrono::hours longestUnfinished{24};
  const auto now = std::chrono::system_clock::now();
  std::error_code error;
  for (fs::directory_iterator it(folder, error, /*follow_symlinks=*/false), end;
       !error && it != end; it.increment(error)) {
    const llvm::StringRef name = llvm::sys::path::filename(it->path());
    bool isLeft = name.starts_with(prefix) && name.ends_with(".lock") &&
                  it->type() == fs::file_type::symlink_file && !fs::exists(it->path());
    if (name.starts_with(unfinished))
      if (const auto status = it->status())
        isLeft = now - status->getLastModificationTime() > longestUnfinished;
    if (isLeft) [[maybe_unused]]
      const std::error_code remains = fs::remove(it->path());
  }
}

} // namespace

CacheKey &CacheKey::add(llvm::StringRef text) {
  text_ += std::to_string(text.size()) + ":" + text.str();
  return *this;
}

std::string CacheKey::str() const { return contentHash(text_); }

std::string contentHash(llvm::StringRef contents) {
  const auto hash = llvm::BLAKE3::hash<hashBytes>(llvm::arrayRefFromStringRef(contents));
  return llvm::toHex(hash, /*LowerCase=*/true);
}

std::string defaultCacheFolder() {
  if (const char *folder = std::getenv("WARPLINT_CACHE_DIR"); folder && *folder)
    return absolutePath(folder, currentDirectory());
  llvm::SmallString<256> folder;
  // An empty $HOME leads to the current folder.
  if (!llvm::sys::path::cache_directory(folder) || llvm::sys::path::is_relative(folder))
    return {};
  return joinPath(folder, "warplint");
}

Expected<std::uint64_t> clearCache(const std::string &folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const llvm::StringRef name = llvm::sys::path::filename(it->path());
    // Whatever else lies there is not ours.
    if (!name.starts_with(prefix) && !name.starts_with(unfinished) && name != "llvmcache.timestamp")
      continue;
    if (auto status = it->status())
      bytes += status->getSize();
    if (std::error_code failed = fs::remove(it->path()))
      return makeError("cannot be removed: " + failed.message(), it->path());
  }
  if (error && error != std::errc::no_such_file_or_directory)
    return makeError("cannot be read: " + error.message(), folder);
  return bytes;
}

Expected<CacheSize> cacheSize(const std::string &folder) {
  CacheSize size;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (llvm::sys::path::filename(it->path()).starts_with(prefix))
      if (auto status = it->status()) {
        ++size.files;
        size.bytes += status->getSize();
      }
  if (error && error != std::errc::no_such_file_or_directory)
    return makeError("cannot be read: " + error.message(), folder);
  return size;
}

Expected<Cache> Cache::open(const std::string &folder) {
  if (folder.empty())
    return makeError("there is no folder for a cache: neither $WARPLINT_CACHE_DIR nor "
                     "$XDG_CACHE_HOME nor $HOME is set");
  if (std::error_code error =
          fs::create_directories(folder, /*IgnoreExisting=*/true, fs::perms::owner_all))
    return makeError("the cache cannot be used: " + error.message(), folder);
  if (std::error_code error = fs::access(folder, fs::AccessMode::Write))
    return makeError("the cache cannot be used: " + error.message(), folder);
  return Cache(folder);
}

std::string Cache::pathOf(llvm::StringRef name) const {
  return joinPath(folder_, (prefix + name).str());
}

std::optional<std::string> Cache::read(llvm::StringRef name) const {
  auto buffer = llvm::MemoryBuffer::getFile(pathOf(name), /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return std::nullopt;
  auto [hash, contents] = (*buffer)->getBuffer().split('\n');
  if (hash != contentHash(contents))
    return std::nullopt;
  return contents.str();
}

void Cache::write(llvm::StringRef name, llvm::StringRef contents) const {
  auto file = fs::TempFile::create(joinPath(folder_, (unfinished + "%%%%%%%%%%").str()));
  if (!file) {
    llvm::consumeError(file.takeError());
    return;
  }
  {
    llvm::raw_fd_ostream stream(file->FD, /*shouldClose=*/false);
    stream << contentHash(contents) << '\n' << contents;
    stream.flush();
    if (stream.has_error()) {
      stream.clear_error();
      llvm::consumeError(file->discard());
      return;
    }
  }
  llvm::consumeError(file->keep(pathOf(name)));
}

void Cache::remove(llvm::StringRef name) const {
  [[maybe_unused]] const std::error_code remains = fs::remove(pathOf(name));
}

void Cache::prune() const {
  llvm::CachePruningPolicy policy;
  policy.Interval = std::chrono::duration_cast<std::chrono::seconds>(betweenPrunings);
  policy.Expiration = std::chrono::duration_cast<std::chrono::seconds>(longestUnused);
  policy.MaxSizePercentageOfAvailableSpace = 50;
  policy.MaxSizeBytes = mostBytes;
  // Most runs are too soon after another one's, and to list what a large cache holds takes longer
  // than all else that a run does with an unchanged file.
  if (llvm::pruneCache(folder_, policy))
    removeRemains(folder_);
}

} // namespace warplint::frontend
