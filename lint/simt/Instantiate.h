//===- Instantiate.h - kernel templates nobody instantiates ----*- C++ -*-===//
#ifndef WARPLINT_SIMT_INSTANTIATE_H
#define WARPLINT_SIMT_INSTANTIATE_H

#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Sema.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warplint::simt {

struct AssumedInstantiation {
  clang::FunctionDecl *function = nullptr;
  bool isAssumed = true;               ///< false where the text gives all arguments
  std::string arguments;               ///< those that are assumed: "T = float, N = 32"
  const clang::Expr *naming = nullptr; ///< where the kernel is named with them; null: nowhere
};

/// Instantiates function templates that nothing instantiates, with the arguments that the text
/// gives them where it names them (`kernel<T, 8><<<…>>>` in a host template that is not
/// instantiated either), and for the others with such as they probably get: defaults where they
/// have them, else float and small powers of two, else what specialisations name.
class Instantiator {
public:
  using IsProjectFile = std::function<bool(clang::SourceLocation)>;
  using Writing = std::function<std::vector<clang::Decl *>()>; ///< Options::writing
  Instantiator(clang::Sema &sema, IsProjectFile isProjectFile, Writing writing);
  ~Instantiator();

  /// At most so many; none if it could not be instantiated. Of a pattern that `holdsErrors` it is
  /// enough that there is a body.
  std::vector<AssumedInstantiation> instantiate(clang::FunctionTemplateDecl *pattern,
                                                std::size_t most, bool holdsErrors);

private:
  struct Known;
  clang::Sema &sema_;
  IsProjectFile isProjectFile_;
  Writing writing_;
  std::unique_ptr<Known> known_; ///< what the text says; null until it is asked for
};

/// Of declarations of the project, in their order, those that say what templates are written with:
/// that name kernels with arguments, or specialise or instantiate something explicitly. An
/// Instantiator learns from them what it learns from all.
std::vector<const clang::Decl *> writing(llvm::ArrayRef<const clang::Decl *> declarations);

/// True if the function, or what it calls, has no body because its instantiation was left out.
bool reachesLeftOut(const clang::FunctionDecl *function);

/// The first function with a body, of those that the body names and those that theirs name, that is
/// `wanted`; null if there is none. `function` itself is not asked about.
const clang::FunctionDecl *reached(const clang::FunctionDecl *function,
                                   llvm::function_ref<bool(const clang::FunctionDecl *)> wanted);

} // namespace warplint::simt

#endif
