//===- Receivers.h - what becomes of a value -------------------*- C++ -*-===//
//
// `float total = sum(s); if (threadIdx.x == 0) out[0] = total;`: who uses what a call gives, or
// what a load has found.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_RECEIVERS_H
#define WARPLINT_SIMT_RECEIVERS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <vector>

namespace warplint::simt {

/// A function is walked once, however many of its values are asked for.
class Receivers {
public:
  Receivers();
  ~Receivers();

  /// Is that all that a return hands on?
  bool isReturned(const clang::FunctionDecl &function, const clang::Expr *value);
  /// The local variable that begins as the value; null: there is none.
  const clang::VarDecl *variableOf(const clang::FunctionDecl &function, const clang::Expr *value);

  /// A condition on the way to a use of a variable, and whether it holds there.
  struct Guard {
    const clang::Expr *condition = nullptr;
    bool holds = true;
  };
  /// Of each use of the variable, the conditions that it stands behind, outermost first.
  const std::vector<std::vector<Guard>> &usesOf(const clang::FunctionDecl &function,
                                                const clang::VarDecl &variable);

private:
  struct OfFunction;
  class Walk;
  const OfFunction &of(const clang::FunctionDecl &function);
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<OfFunction>> functions_;
};

} // namespace warplint::simt

#endif
