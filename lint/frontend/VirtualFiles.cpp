//===- VirtualFiles.cpp ----------------------------------------*- C++ -*-===//
#include "lint/frontend/VirtualFiles.h"

#include "lint/evidence/EmbeddedFile.h"
#include "lint/frontend/Dependencies.h"
#include "lint/frontend/Frontend.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"

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
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> real = llvm::vfs::createPhysicalFileSystem();
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
    memory->addFileNoOwn(virtualPath(file), 0, llvm::MemoryBufferRef(file.contents, file.path));
  });
  for (const auto &[path, contents] : replaced)
    memory->addFileNoOwn(path, 0, llvm::MemoryBufferRef(contents, path));
  overlay->pushOverlay(memory);
  return overlay;
}

} // namespace warplint::frontend
