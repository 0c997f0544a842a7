//===- WriteFile.cpp ------------------------------------------------------===//

#include "lint/cli/WriteFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <filesystem>
#include <optional>

namespace warplint::cli {
namespace {

namespace fs = std::filesystem;

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

/// Nothing can be put in place of it: it is no regular file, or lies where none can be made.
bool isWrittenInto(const std::string &file) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(file, status))
    return false;
  if (status.type() != llvm::sys::fs::file_type::regular_file)
    return true;
  const llvm::StringRef folder = llvm::sys::path::parent_path(file);
  return static_cast<bool>(
      llvm::sys::fs::access(folder.empty() ? "." : folder, llvm::sys::fs::AccessMode::Write));
}

std::error_code writeTo(llvm::raw_fd_ostream &stream, llvm::StringRef text) {
  stream << text;
  stream.flush();
  const std::error_code error = stream.error();
  stream.clear_error();
  return error;
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
    llvm::raw_fd_ostream stream(*descriptor, /*shouldClose=*/false);
    if (const std::error_code error = writeTo(stream, text))
      return makeError("cannot be written: " + error.message(), file);
    return {};
  }
  const std::string path = behindLinks(file);
  if (isSourceThere(path))
    return makeError("cannot be written: this is a source file, and would be lost", file);
  if (isWrittenInto(path)) {
    std::error_code error;
    llvm::raw_fd_ostream stream(path, error);
    if (!error)
      error = writeTo(stream, text);
    if (error)
      return makeError("cannot be written: " + error.message(), file);
    return {};
  }
  llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream &out) {
    out << text;
    return llvm::Error::success();
  });
  if (error)
    return makeError("cannot be written: " + llvm::toString(std::move(error)), file);
  return {};
}

} // namespace warplint::cli
