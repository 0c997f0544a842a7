//===- VirtualFiles.cpp ----------------------------------------*- C++ -*-===//
#include "lint/frontend/VirtualFiles.h"

#include "lint/evidence/EmbeddedFile.h"
#include "lint/frontend/Dependencies.h"
#include "lint/frontend/Frontend.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace warplint::frontend {

// Written by warplint_embed(); paths are relative to virtualRoot.
std::span<const EmbeddedFile> embeddedResourceHeaders();
std::span<const EmbeddedFile> embeddedCudaModel();

namespace {

template <typename Visit> void forEachEmbedded(Visit visit) {
  for (const EmbeddedFile &file : embeddedResourceHeaders())
    visit(file);
  for (const EmbeddedFile &file : embeddedCudaModel())
    visit(file);
}

/// With nvcc's headers pow(float, int) is a double, with Clang's a float.
std::string withDoublePower(llvm::StringRef text) {
  std::string result = text.str();
  constexpr llvm::StringLiteral single = "float ";
  for (llvm::StringRef power : {"float pow(float __base, int __iexp)", "float pow(float, int)"})
    if (const std::size_t at = result.find(power); at != std::string::npos)
      result.replace(at, single.size(), "double ");
  return result;
}

/// To open a FIFO is to wait for somebody who writes into it, and a device may never end.
class WithoutWaiting : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &path) override {
    constexpr llvm::StringLiteral empty = "/dev/null"; // as in `-include /dev/null`
    const auto status = ProxyFileSystem::status(path);
    if (status && !status->isRegularFile() && !status->isDirectory() && path.str() != empty)
      return std::make_error_code(std::errc::not_supported);
    return ProxyFileSystem::openFileForRead(path);
  }
};

std::string virtualPath(const EmbeddedFile &file) {
  return (virtualRoot + "/" + llvm::StringRef(file.path)).str();
}

} // namespace

std::vector<std::string> embeddedHeaders() {
  std::vector<std::string> paths;
  forEachEmbedded([&](const EmbeddedFile &file) { paths.push_back(virtualPath(file)); });
  return paths;
}

bool isEmbedded(llvm::StringRef path) {
  bool found = false;
  forEachEmbedded([&](const EmbeddedFile &file) { found |= virtualPath(file) == path; });
  return found;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
createFileSystem(const std::vector<std::pair<std::string, std::string>> &replaced,
                 Dependencies *dependencies) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> real =
      llvm::makeIntrusiveRefCnt<WithoutWaiting>(llvm::vfs::createPhysicalFileSystem());
  if (dependencies)
    real = recordingFileSystem(std::move(real), *dependencies);
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(real));
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  // Clang's wrapper finds this one beside itself, so ours has to lie there. What is added first
  // stays.
  constexpr llvm::StringLiteral builtinVariables = "__clang_cuda_builtin_vars.h";
  for (const EmbeddedFile &file : embeddedCudaModel())
    if (llvm::StringRef(file.path).ends_with(("compat/" + builtinVariables).str()))
      memory->addFileNoOwn((virtualResourceFolder + "/include/" + builtinVariables).str(), 0,
                           llvm::MemoryBufferRef(file.contents, file.path));
  forEachEmbedded([&](const EmbeddedFile &file) {
    llvm::StringRef contents = file.contents;
    const llvm::StringRef name = llvm::sys::path::filename(file.path);
    if (name == "__clang_cuda_cmath.h") {
      static const std::string definitions = withDoublePower(file.contents);
      contents = definitions;
    } else if (name == "__clang_cuda_math_forward_declares.h") {
      static const std::string declarations = withDoublePower(file.contents);
      contents = declarations;
    }
    memory->addFileNoOwn(virtualPath(file), 0, llvm::MemoryBufferRef(contents, file.path));
  });
  for (const auto &[path, contents] : replaced)
    memory->addFileNoOwn(path, 0, llvm::MemoryBufferRef(contents, path));
  overlay->pushOverlay(memory);
  return overlay;
}

} // namespace warplint::frontend
