//===- UnseenCalls.h - device code that files share ------------*- C++ -*-===//
//
// With relocatable device code a kernel may call a function that another file
// defines. A kernel is followed as far as its own file goes; what the other
// file holds is nobody's then.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_UNSEENCALLS_H
#define WARPLINT_FRONTEND_UNSEENCALLS_H

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <vector>

namespace clang {
class Decl;
} // namespace clang

namespace warplint::frontend {

/// Names, each once, in the order of their places.
struct UnseenCalls {
  /// Functions of the project that device code of the main file calls, by way of others perhaps,
  /// and that nothing defines.
  std::vector<std::string> undefined;
  /// Device functions of the main file, for other files to call, that no kernel of its own reaches.
  std::vector<std::string> uncalled;
};

UnseenCalls unseenCalls(llvm::ArrayRef<clang::Decl *> declarations,
                        const clang::SourceManager &sources,
                        llvm::function_ref<bool(clang::SourceLocation)> isProject);

} // namespace warplint::frontend

#endif
