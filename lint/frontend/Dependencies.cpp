//===- Dependencies.cpp ----------------------------------------*- C++ -*-===//
#include "lint/frontend/Dependencies.h"

#include "lint/frontend/Cache.h"
#include "lint/frontend/IncludeIndex.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>

namespace warplint::frontend {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

std::int64_t nanoseconds(llvm::sys::TimePoint<> time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

/// Time stamps of file systems are coarse: what is younger than this may change without a sign.
constexpr std::int64_t tooYoung = 2'000'000'000;

std::int64_t nanoseconds(const timespec &time) {
  constexpr std::int64_t second = 1'000'000'000;
  return time.tv_sec * second + time.tv_nsec;
}

/// When a file or folder was last written, moved here or given another time, which archives and
/// `touch` set as they like: they cannot set when they did that.
std::int64_t lastChange(const struct stat &status) {
  return std::max(nanoseconds(status.st_mtim), nanoseconds(status.st_ctim));
}

std::optional<std::int64_t> folderTime(const std::string &folder) {
  struct stat status = {};
  if (::stat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
    return std::nullopt;
  return lastChange(status);
}

std::string hashOf(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  return buffer ? contentHash((*buffer)->getBuffer()) : std::string();
}

/// One whose time is 0 was too young for it to tell anything.
bool differ(const FileStamp &one, const FileStamp &other) {
  return one.bytes != other.bytes ||
         (one.modified != 0 && other.modified != 0 && one.modified != other.modified);
}

} // namespace

std::optional<FileStamp> stampOf(const std::string &file) {
  struct stat status = {};
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  return FileStamp{static_cast<std::uint64_t>(status.st_size), lastChange(status), {}};
}

namespace {

class RecordingFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  RecordingFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below,
                      Dependencies &dependencies)
      : ProxyFileSystem(std::move(below)), dependencies_(dependencies) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &given) override {
    auto result = ProxyFileSystem::status(given);
    if (!result)
      dependencies_.addAbsent(absolute(given));
    else if (result->isRegularFile())
      dependencies_.addFile(absolute(given), *result);
    return result;
  }

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &given) override {
    auto file = ProxyFileSystem::openFileForRead(given);
    if (!file)
      dependencies_.addAbsent(absolute(given));
    else if (auto status = (*file)->status(); status && status->isRegularFile())
      dependencies_.addFile(absolute(given), *status);
    return file;
  }

private:
  std::string absolute(const llvm::Twine &given) {
    llvm::SmallString<256> full;
    given.toVector(full);
    if (makeAbsolute(full))
      return full.str().str();
    // Folders that were links may be elsewhere tomorrow: `..` stays as it is.
    return full.str().str();
  }

  Dependencies &dependencies_;
};

} // namespace

void Dependencies::addFile(const std::string &file, const llvm::vfs::Status &status) {
  if (leftOut_.contains(file))
    return;
  const FileStamp stamp = stampOf(file).value_or(
      FileStamp{status.getSize(), nanoseconds(status.getLastModificationTime()), {}});
  const auto [it, isNew] = files_.emplace(file, stamp);
  if (!isNew)
    changed_ = changed_ || differ(it->second, stamp);
}

void Dependencies::leaveOut(const std::string &file) {
  leftOut_.insert(file);
  files_.erase(file);
}

void Dependencies::addAbsent(const std::string &file) {
  const std::string folder = path::parent_path(file).str();
  const auto [it, isNew] = folders_.try_emplace(folder);
  if (isNew) {
    it->second.modified = folderTime(folder);
    // That the folder itself is absent rests on the one above it.
    if (!it->second.modified && path::has_parent_path(folder) && folder != file) {
      addAbsent(folder);
      folders_.erase(folder);
      return;
    }
  }
  folders_[folder].absent.insert(path::filename(file).str());
}

void Dependencies::addLookup(const std::string &name, const std::string &includer,
                             const std::string &answer) {
  lookups_.insert({name, includer, answer});
}

void Dependencies::add(const Dependencies &other) {
  for (const std::string &file : other.leftOut_)
    leaveOut(file);
  for (const auto &[file, stamp] : other.files_) {
    if (leftOut_.contains(file))
      continue;
    const auto [it, isNew] = files_.emplace(file, stamp);
    if (isNew)
      continue;
    FileStamp &own = it->second;
    changed_ = changed_ || differ(own, stamp) ||
               (!own.hash.empty() && !stamp.hash.empty() && own.hash != stamp.hash);
    own.modified = std::min(own.modified, stamp.modified); // its contents are to be looked at
    if (own.hash.empty())
      own.hash = stamp.hash;
  }
  for (const auto &[name, folder] : other.folders_) {
    Folder &own = folders_.try_emplace(name, folder).first->second;
    own.modified = std::min(own.modified, folder.modified);
    own.absent.insert(folder.absent.begin(), folder.absent.end());
  }
  lookups_.insert(other.lookups_.begin(), other.lookups_.end());
  changed_ = changed_ || other.changed_;
}

bool Dependencies::complete() {
  for (auto &[file, stamp] : files_) {
    if (!stamp.hash.empty())
      continue;
    stamp.hash = hashOf(file);
    const auto now = stampOf(file);
    if (stamp.hash.empty() || !now || now->bytes != stamp.bytes || now->modified != stamp.modified)
      return false;
  }
  // What was written a moment ago may be written again without a sign: look at contents then.
  const std::int64_t now = nanoseconds(std::chrono::system_clock::now());
  for (auto &[file, stamp] : files_)
    if (now - stamp.modified < tooYoung)
      stamp.modified = 0;
  for (auto &[name, folder] : folders_)
    if (folder.modified && now - *folder.modified < tooYoung)
      folder.modified = 0;
  return !changed_;
}

void Dependencies::change(const std::string &file, std::uint64_t bytes, std::string hash) {
  files_[file] = {bytes, 0, std::move(hash)};
}

bool Dependencies::hold(IncludeIndex *index, llvm::StringRef but) const {
  for (const auto &[file, stamp] : files_) {
    if (file == but)
      continue;
    const auto now = stampOf(file);
    if (!now || now->bytes != stamp.bytes)
      return false;
    if (now->modified != stamp.modified && hashOf(file) != stamp.hash)
      return false;
  }
  for (const auto &[name, folder] : folders_) {
    if (folder.modified && folderTime(name) == folder.modified)
      continue;
    for (const std::string &absent : folder.absent) {
      llvm::SmallString<256> full(name);
      path::append(full, absent);
      if (fs::exists(full))
        return false;
    }
  }
  for (const Lookup &lookup : lookups_)
    if (!index || index->find(lookup.name, lookup.includer).value_or("") != lookup.answer)
      return false;
  return true;
}

std::string Dependencies::filesBut(llvm::StringRef path) const {
  std::string text;
  for (const auto &[file, stamp] : files_)
    if (file != path)
      text.append(file).append(" ").append(stamp.hash).append("\n");
  return text;
}

nlohmann::json Dependencies::toJson() const {
  nlohmann::json files = nlohmann::json::array();
  for (const auto &[file, stamp] : files_)
    files.push_back({file, stamp.bytes, stamp.modified, stamp.hash});
  nlohmann::json folders = nlohmann::json::array();
  for (const auto &[name, folder] : folders_)
    folders.push_back({name, folder.modified.value_or(0), folder.absent});
  nlohmann::json lookups = nlohmann::json::array();
  for (const Lookup &lookup : lookups_)
    lookups.push_back({lookup.name, lookup.includer, lookup.answer});
  return {{"files", std::move(files)},
          {"folders", std::move(folders)},
          {"lookups", std::move(lookups)}};
}

std::optional<Dependencies> Dependencies::fromJson(const nlohmann::json &json) {
  Dependencies result;
  try {
    for (const auto &file : json.at("files"))
      result.files_[file.at(0)] = {file.at(1), file.at(2), file.at(3)};
    for (const auto &folder : json.at("folders")) {
      Folder &own = result.folders_[folder.at(0)];
      if (const std::int64_t modified = folder.at(1))
        own.modified = modified;
      own.absent = folder.at(2).get<std::set<std::string>>();
    }
    for (const auto &lookup : json.at("lookups"))
      result.lookups_.insert({lookup.at(0), lookup.at(1), lookup.at(2)});
  } catch (const nlohmann::json::exception &) {
    return std::nullopt;
  }
  return result;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
recordingFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below,
                    Dependencies &dependencies) {
  return llvm::makeIntrusiveRefCnt<RecordingFileSystem>(std::move(below), dependencies);
}

} // namespace warplint::frontend
