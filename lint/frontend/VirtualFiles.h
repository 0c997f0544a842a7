//===- VirtualFiles.h - the headers warplint carries -----------*- C++ -*-===//
//
// Clang's resource headers and the model of CUDA are part of the program. They
// appear below one virtual folder, laid over the real file system.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_VIRTUALFILES_H
#define WARPLINT_FRONTEND_VIRTUALFILES_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <utility>
#include <vector>

namespace warplint::frontend {

class Dependencies;

inline constexpr llvm::StringLiteral virtualRoot = "/__warplint__";
inline constexpr llvm::StringLiteral virtualResourceFolder = "/__warplint__/resource";
inline constexpr llvm::StringLiteral virtualModelFolder = "/__warplint__/cuda_model";
/// Stands for libraries of others that are not at hand; asked last.
inline constexpr llvm::StringLiteral virtualThirdPartyFolder =
    "/__warplint__/cuda_model/third_party";

/// Clang's header that brings those of CUDA, as it stands in each command.
inline constexpr llvm::StringLiteral cudaWrapperHeader = "__clang_cuda_runtime_wrapper.h";

/// What the compile command defines, as a header behind the CUDA headers: names such as N or A
/// are free for users, but headers that are read after such a -D would break on them.
inline constexpr llvm::StringLiteral virtualDefinesFile = "/__warplint__/defines.h";

/// The macros that stand for headers which are taken as empty.
inline constexpr llvm::StringLiteral virtualMacrosFile = "/__warplint__/macros.h";

/// The main file of a precompiled header: it includes the others.
inline constexpr llvm::StringLiteral virtualPreambleFile = "/__warplint__/preamble.cu";

/// True if the program carries a file of this virtual path.
bool isEmbedded(llvm::StringRef virtualPath);

/// The real file system under the embedded headers and under `replaced` (absolute path,
/// contents): files that are to be read with other contents than those on disk. `replaced`
/// must outlive the result. What is asked of the real one is noted in `dependencies`, if given.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
createFileSystem(const std::vector<std::pair<std::string, std::string>> &replaced,
                 Dependencies *dependencies);

} // namespace warplint::frontend

#endif
