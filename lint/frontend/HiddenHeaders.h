//===- HiddenHeaders.h - what switched off code would include --*- C++ -*-===//
//
// `#ifdef USE_TILES` around `#include "tiles.cuh"`: what is missing then stands in no text that the
// file has read.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_HIDDENHEADERS_H
#define WARPLINT_FRONTEND_HIDDENHEADERS_H

#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringRef.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace warplint::frontend {

class HiddenHeaders {
public:
  /// Looks at headers for which `isProject` holds, and at no more than a few dozen. What is read
  /// goes through the compiler's file system, and so is one of the file's dependencies.
  HiddenHeaders(clang::CompilerInstance &compiler, std::string directory,
                std::function<bool(const std::string &)> isProject);

  /// Does the header, or one that it includes, declare or use the name? `includer` is an absolute
  /// path.
  bool declare(llvm::StringRef header, const std::string &includer, llvm::StringRef name);
  /// The text of the one that does; null: none.
  const llvm::MemoryBuffer *declaring(llvm::StringRef header, const std::string &includer,
                                      llvm::StringRef name);

private:
  struct Header {
    std::unique_ptr<llvm::MemoryBuffer> text;    ///< null: not of the project, or one too many
    std::map<std::string, std::string> included; ///< names that it includes → absolute paths
  };

  /// The absolute path of a header that is there; empty: none.
  std::string find(llvm::StringRef header, const std::string &includer) const;
  const Header &read(const std::string &path);

  clang::CompilerInstance &compiler_;
  std::string directory_;
  std::function<bool(const std::string &)> isProject_;
  std::map<std::string, Header> headers_; ///< by absolute path
};

} // namespace warplint::frontend

#endif
