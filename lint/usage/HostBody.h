//===- HostBody.h - what a host function does, in order --------*- C++ -*-===//
//
// A function's body as a list of operations on CUDA and on memory, in source
// order, each with the loops and branches it stands in.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_USAGE_HOSTBODY_H
#define WARPLINT_USAGE_HOSTBODY_H

#include "lint/usage/CudaInterface.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace warplint::usage {

/// A loop, or one side of a branch, that code stands in.
struct Enclosing {
  const clang::Stmt *statement = nullptr;
  /// Of a branch; its condition: what is done where `if (…) return;` before it did not leave; null:
  /// a loop.
  const clang::Stmt *side = nullptr;

  bool isLoop() const { return !side; }
  friend bool operator==(const Enclosing &, const Enclosing &) = default;
};

/// What the text tells of a statement of which Clang kept nothing.
struct LeftOutText {
  /// Names of what it calls or makes an object of, and of what stands alone.
  std::vector<std::string> called;
  std::set<std::string> named; ///< all of its words
  bool launches = false;       ///< has a <<<
};

struct Operation {
  enum class Kind {
    Interface, ///< a call of CUDA's runtime or driver, or of CUB
    Launch,    ///< <<<>>>
    Call,      ///< of any other function; also those that Clang could not resolve
    Construct, ///< a constructor, or at the end of a scope a destructor
    Access,    ///< to memory by a pointer, on the host
  };
  Kind kind = Kind::Call;
  Category category = Category::Other;         ///< of an interface call; Launch for launches
  const clang::Expr *expr = nullptr;           ///< null for a destructor, and where it is left out
  const clang::FunctionDecl *callee = nullptr; ///< null where it is not known
  std::string name;                            ///< of the function, without namespace
  clang::SourceRange range;
  std::vector<Enclosing> enclosing; ///< outermost first
  bool dropped = false;             ///< its value is not used
  bool bringsResult = false;        ///< of the device's work, for which the host waits: Thrust's
  /// What its value goes into; of a constructor or destructor, the object.
  const clang::VarDecl *storedIn = nullptr;
  /// The same call in the instances of a function template, where this one is the template's.
  std::vector<const clang::CallExpr *> instances;
  /// Of a statement that is left out; null where that tells nothing, as of a macro.
  std::shared_ptr<const LeftOutText> text;

  const clang::Expr *argument(int index) const;
  /// A statement of which Clang kept nothing, for an error in it. Its name is that of the one
  /// function that it calls, if it is such a call.
  bool isLeftOut() const { return kind == Kind::Call && !expr; }
  /// It is left out, and may call CUDA for all that is known.
  bool mayHideInterface() const;
};

struct HostBody {
  const clang::FunctionDecl *function = nullptr;
  std::vector<Operation> operations;
  llvm::DenseSet<const clang::VarDecl *> read; ///< variables whose value is asked for

  /// Someone may ask for its value, in what is left out too.
  bool mayRead(const clang::VarDecl &variable) const;
};

/// The function's name, also where the call depends on template arguments.
const clang::NamedDecl *calleeOf(const clang::CallExpr &call);

/// cudaError_t or CUresult.
bool returnsCudaError(const clang::FunctionDecl &function);

/// Whether code lies in the project.
using IsProject = std::function<bool(clang::SourceLocation)>;

/// Reads the body of `function`, which has one. `errors`: where Clang found some, sorted.
HostBody readBody(clang::ASTContext &context, const clang::FunctionDecl &function,
                  const IsProject &isProject, const std::vector<clang::SourceLocation> &errors);

/// Parentheses, conversions and the like, left out: what is written inside.
const clang::Expr *stripped(const clang::Expr *expression);

} // namespace warplint::usage

#endif
