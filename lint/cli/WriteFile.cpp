//===- WriteFile.cpp ------------------------------------------------------===//

#include "lint/cli/WriteFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <unistd.h>
#include <vector>

namespace warplint::cli {
namespace {

namespace fs = std::filesystem;
namespace sys = llvm::sys::fs;

/// Of this process. To open its name again would write from the beginning of what is behind it.
std::optional<int> descriptorNamed(llvm::StringRef file) {
  if (file == "/dev/stdout")
    return 1;
  if (file == "/dev/stderr")
    return 2;
  int number = 0;
  for (const char *folder : {"/dev/fd/", "/proc/self/fd/"})
    if (llvm::StringRef rest = file; rest.consume_front(folder) && !rest.getAsInteger(10, number))
      return number;
  return std::nullopt;
}

std::error_code writeTo(int descriptor, std::string_view text) {
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/false);
  stream << llvm::StringRef(text);
  stream.flush();
  const std::error_code error = stream.error();
  stream.clear_error(); // or else the stream ends the program
  return error;
}

/// Of file systems over a network, which tell of a full disk when a descriptor is closed.
std::error_code flushed(int descriptor) {
  const int copy = ::dup(descriptor);
  return copy < 0 ? std::error_code() : llvm::sys::Process::SafelyCloseFileDescriptor(copy);
}

/// Room is made before anything is written over.
std::error_code writeOver(int descriptor, std::uint64_t oldSize, std::string_view text) {
  const auto newSize = static_cast<off_t>(text.size());
  if (text.size() > oldSize)
    if (const int error = ::posix_fallocate(descriptor, 0, newSize)) {
      (void)!::ftruncate(descriptor, static_cast<off_t>(oldSize));
      return {error, std::generic_category()};
    }
  if (const std::error_code error = writeTo(descriptor, text))
    return error;
  return ::ftruncate(descriptor, newSize) ? llvm::errnoAsErrorCode() : std::error_code();
}

/// Into what is there: for what is no regular file, and where no other can be put in its place.
std::error_code writeInto(const std::string &path, std::string_view text) {
  const bool isNew = !sys::exists(path);
  int descriptor = -1;
  if (const std::error_code error =
          sys::openFileForWrite(path, descriptor, sys::CD_OpenAlways, sys::OF_None))
    return error;
  sys::file_status status;
  std::error_code error = sys::status(descriptor, status);
  if (!error)
    error = status.type() == sys::file_type::regular_file
                ? writeOver(descriptor, status.getSize(), text)
                : writeTo(descriptor, text);
  const std::error_code closed = llvm::sys::Process::SafelyCloseFileDescriptor(descriptor);
  if (!error)
    error = closed;
  if (error && isNew) [[maybe_unused]]
    const std::error_code remains = sys::remove(path);
  return error;
}

/// A text that lies beside the file in whose place it is to be put, on the same disk.
class Replacement {
public:
  explicit Replacement(std::string path) : path_(std::move(path)) {}
  Replacement(Replacement &&other) noexcept
      : path_(std::move(other.path_)), text_(other.text_), file_(std::move(other.file_)) {
    other.file_.reset();
  }
  Replacement(const Replacement &) = delete;
  Replacement &operator=(const Replacement &) = delete;
  Replacement &operator=(Replacement &&) = delete;
  ~Replacement() { discard(); }

  /// All of the work that may fail for want of room. The text must last until put().
  std::error_code prepare(std::string_view text) {
    text_ = text;
    sys::file_status old;
    const bool isThere = !sys::status(path_, old);
    if (isThere && old.type() != sys::file_type::regular_file)
      return {};
    // A file that may not be written could be replaced all the same.
    if (isThere)
      if (const std::error_code error = sys::access(path_, sys::AccessMode::Write))
        return error;
    auto file = sys::TempFile::create(path_ + ".%%%%%%%%.tmp");
    if (!file) { // as in a folder that may not be written
      llvm::consumeError(file.takeError());
      return {};
    }
    file_ = std::move(*file);
    std::error_code error = writeTo(file_->FD, text);
    if (!error)
      error = flushed(file_->FD);
    if (!error && isThere) {
      [[maybe_unused]] const std::error_code keptOwner = // as far as it may
          sys::changeFileOwnership(file_->FD, old.getUser(), old.getGroup());
      error = sys::setPermissions(file_->FD, old.permissions());
    }
    if (error)
      discard();
    return error;
  }

  std::error_code put() {
    if (file_ && !sys::rename(file_->TmpName, path_)) {
      const std::error_code error = llvm::errorToErrorCode(file_->keep());
      file_.reset();
      return error;
    }
    discard(); // something is mounted there, as into containers
    return writeInto(path_, text_);
  }

private:
  void discard() {
    if (file_)
      llvm::consumeError(file_->discard());
    file_.reset();
  }

  std::string path_;
  std::string_view text_;
  std::optional<sys::TempFile> file_; ///< absent: written into
};

Error notWritten(const std::string &file, std::error_code error) {
  return {"cannot be written: " + error.message(), file, 0, 0};
}

} // namespace

std::string behindLinks(const std::string &file) {
  constexpr int most = 40; // as many as Linux follows
  fs::path path = file;
  std::error_code error;
  for (int i = 0; i < most && fs::is_symlink(fs::symlink_status(path, error)); ++i) {
    const fs::path target = fs::read_symlink(path, error);
    if (error)
      break;
    path = path.parent_path() / target; // the target alone where it is absolute
  }
  return path.string();
}

bool isSourceThere(const std::string &file) {
  const llvm::StringRef extension = llvm::sys::path::extension(file);
  return llvm::is_contained({".cu",  ".cuh", ".c",   ".C",   ".cc",  ".cpp", ".cxx",
                             ".c++", ".h",   ".H",   ".hh",  ".hpp", ".hxx", ".h++",
                             ".inl", ".ipp", ".tpp", ".tcc", ".txx", ".ptx", ".cubin"},
                            extension) &&
         llvm::sys::fs::is_regular_file(file);
}

Expected<void> writeFile(const std::string &file, std::string_view text) {
  if (const auto descriptor = descriptorNamed(file)) {
    llvm::outs().flush();
    if (const std::error_code error = writeTo(*descriptor, text))
      return tl::unexpected(notWritten(file, error));
    return {};
  }
  const std::string path = behindLinks(file);
  if (isSourceThere(path))
    return makeError("cannot be written: this is a source file, and would be lost", file);
  Replacement replacement(path);
  std::error_code error = replacement.prepare(text);
  if (!error)
    error = replacement.put();
  if (error)
    return tl::unexpected(notWritten(file, error));
  return {};
}

Expected<void> replaceFiles(const std::map<std::string, std::string> &texts) {
  std::vector<Replacement> replacements;
  for (const auto &[file, text] : texts) {
    replacements.emplace_back(behindLinks(file));
    if (const std::error_code error = replacements.back().prepare(text))
      return tl::unexpected(notWritten(file, error));
  }
  auto replacement = replacements.begin();
  for (const auto &[file, text] : texts)
    if (const std::error_code error = (replacement++)->put())
      return tl::unexpected(notWritten(file, error));
  return {};
}

} // namespace warplint::cli
