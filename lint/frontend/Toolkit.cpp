//===- Toolkit.cpp ---------------------------------------------*- C++ -*-===//
#include "lint/frontend/Toolkit.h"

#include "lint/frontend/Frontend.h"
#include "lint/frontend/VirtualFiles.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/VersionTuple.h"

#include <cstdlib>

namespace warplint::frontend {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string join(llvm::StringRef folder, llvm::StringRef rest) {
  llvm::SmallString<256> result(folder);
  path::append(result, rest);
  return std::string(result);
}

/// "13.0" from `#define CUDA_VERSION 13000` in cuda.h.
std::string versionFromHeader(const std::string &includeFolder) {
  auto buffer = llvm::MemoryBuffer::getFile(join(includeFolder, "cuda.h"), /*IsText=*/true);
  if (!buffer)
    return {};
  llvm::StringRef text = (*buffer)->getBuffer();
  auto [before, after] = text.split("#define CUDA_VERSION ");
  unsigned number = 0;
  if (after.ltrim().take_while(llvm::isDigit).getAsInteger(10, number))
    return {};
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

std::optional<std::string> includeFolderOf(const std::string &folder) {
  if (fs::exists(join(folder, "include/cuda_runtime.h")))
    return join(folder, "include");
  std::error_code error;
  for (fs::directory_iterator it(join(folder, "targets"), error), end; !error && it != end;
       it.increment(error))
    if (fs::exists(join(it->path(), "include/cuda_runtime.h")))
      return join(it->path(), "include");
  return std::nullopt;
}

/// The Toolkit whose bin/ folder holds the nvcc on PATH.
std::optional<Toolkit> toolkitOfNvcc() {
  auto nvcc = llvm::sys::findProgramByName("nvcc");
  if (!nvcc)
    return std::nullopt;
  llvm::SmallString<256> real;
  if (fs::real_path(*nvcc, real))
    return std::nullopt;
  for (const std::string &program : {std::string(real), *nvcc})
    if (auto toolkit = toolkitAt(path::parent_path(path::parent_path(program)).str()))
      return toolkit;
  return std::nullopt;
}

/// The newest of /usr/local/cuda-13.0, /usr/local/cuda-12.4, …
std::optional<Toolkit> newestVersionedToolkit() {
  std::optional<Toolkit> best;
  llvm::VersionTuple bestVersion;
  std::error_code error;
  for (fs::directory_iterator it("/usr/local", error), end; !error && it != end;
       it.increment(error)) {
    llvm::StringRef name = path::filename(it->path());
    llvm::VersionTuple version;
    if (!name.consume_front("cuda-") || version.tryParse(name))
      continue;
    auto toolkit = toolkitAt(it->path());
    if (toolkit && (!best || bestVersion < version)) {
      best = std::move(toolkit);
      bestVersion = version;
    }
  }
  return best;
}

void append(std::vector<std::string> &arguments, std::initializer_list<llvm::StringRef> more) {
  for (llvm::StringRef argument : more)
    arguments.push_back(argument.str());
}

void appendForcedInclude(std::vector<std::string> &arguments, const std::string &virtualPath) {
  if (isEmbedded(virtualPath))
    append(arguments, {"-include", virtualPath});
}

/// What nvcc defines in every pass: all targets of the command. Here each is a command of its own.
constexpr llvm::StringLiteral targetsOfNvcc = "-D__CUDA_ARCH_LIST__=__CUDA_ARCH__";

// Debian's Clang takes its own headers from /usr/include/clang where the resource folder is not on
// the disk, and ours never is. Where they are not installed, ours must be found all the same.
void appendResourceHeaders(std::vector<std::string> &arguments) {
  append(arguments, {"-idirafter", (virtualResourceFolder + "/include").str()});
}

HeaderArguments toolkitArguments(const Toolkit &toolkit) {
  const std::string compat = (virtualModelFolder + "/compat").str();
  const std::string wrappers = (virtualResourceFolder + "/include/cuda_wrappers").str();
  HeaderArguments arguments;
  // The compatibility folder first: it fills in for headers that newer Toolkits no longer have.
  append(arguments.before, {"-isystem", compat, "-isystem", wrappers});

  llvm::VersionTuple version;
  if (version.tryParse(toolkit.version))
    version = llvm::VersionTuple(12, 0);
  const unsigned minor = version.getMinor().value_or(0);
  // nvcc's own version macros, which headers test; but never __NVCC__, which promises what Clang
  // does not have (CUB breaks). The cluster groups hide behind a macro of nvcc's.
  append(arguments.before, {"-D__CUDACC_VER_MAJOR__=" + std::to_string(version.getMajor()),
                            "-D__CUDACC_VER_MINOR__=" + std::to_string(minor),
                            "-D__CUDACC_VER_BUILD__=0", targetsOfNvcc.str(),
                            "-D_CG_CLUSTER_INTRINSICS_AVAILABLE", "-include", cudaWrapperHeader});
  appendForcedInclude(arguments.before, compat + "/warplint_compat.h");

  // Behind the command's own: a project may bring a newer CCCL. As an -isystem folder /usr/include
  // would come before the C++ library's and break its #include_next; it is searched anyhow.
  if (toolkit.includeFolder != "/usr/include")
    append(arguments.after, {"-isystem", toolkit.includeFolder});
  const std::string cccl = join(toolkit.includeFolder, "cccl");
  if (fs::is_directory(cccl))
    append(arguments.after, {"-isystem", cccl});
  appendResourceHeaders(arguments.after);
  return arguments;
}

HeaderArguments modelArguments() {
  HeaderArguments arguments;
  // -I, so that no folder of the compile command (often the Toolkit's own) comes before it.
  append(arguments.before, {"-I", (virtualModelFolder + "/include").str(), targetsOfNvcc.str()});
  appendForcedInclude(arguments.before, (virtualModelFolder + "/prelude.h").str());
  append(arguments.after, {"-idirafter", (virtualModelFolder + "/fallback").str()});
  appendResourceHeaders(arguments.after);
  return arguments;
}

} // namespace

std::optional<Toolkit> toolkitAt(const std::string &folder) {
  auto includeFolder = includeFolderOf(folder);
  if (!includeFolder)
    return std::nullopt;
  return Toolkit{folder, *includeFolder, versionFromHeader(*includeFolder)};
}

Expected<std::optional<Toolkit>> findToolkit(const std::optional<std::string> &cudaPath) {
  if (cudaPath == "none")
    return std::nullopt;
  if (cudaPath) {
    if (auto toolkit = toolkitAt(*cudaPath))
      return toolkit;
    return makeError("no CUDA Toolkit in " + *cudaPath +
                     ": neither include/cuda_runtime.h nor targets/*/include/cuda_runtime.h is "
                     "there (--cuda-path none uses the built-in headers)");
  }
  for (const char *name : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *folder = std::getenv(name))
      if (auto toolkit = toolkitAt(folder))
        return toolkit;
  if (auto toolkit = toolkitOfNvcc())
    return toolkit;
  if (auto toolkit = toolkitAt("/usr/local/cuda"))
    return toolkit;
  return newestVersionedToolkit();
}

HeaderArguments headerArguments(const std::optional<Toolkit> &toolkit) {
  return toolkit ? toolkitArguments(*toolkit) : modelArguments();
}

HeaderSource headerSource(const Options &options) {
  if (options.hermetic && !options.cudaPath)
    return {};
  auto toolkit = findToolkit(options.cudaPath);
  if (!toolkit || !*toolkit)
    return {};
  return {true, (*toolkit)->path, (*toolkit)->version};
}

} // namespace warplint::frontend
