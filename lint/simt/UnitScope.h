//===- UnitScope.h - Sema's scope after the parser has ended ---*- C++ -*-===//
#ifndef WARPLINT_SIMT_UNITSCOPE_H
#define WARPLINT_SIMT_UNITSCOPE_H

#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"

namespace warplint::simt {

/// A scope of the translation unit for Sema, which the parser has taken down by the time that a
/// consumer is given the unit: members that are defined along with what is instantiated then may
/// name builtins, and those are declared there.
class UnitScope {
public:
  explicit UnitScope(clang::Sema &sema)
      : sema_(sema), before_(sema.TUScope),
        scope_(/*Parent=*/nullptr, clang::Scope::DeclScope, sema.getDiagnostics()) {
    scope_.setEntity(sema.getASTContext().getTranslationUnitDecl());
    if (!sema.TUScope)
      sema.TUScope = &scope_;
  }
  ~UnitScope() { sema_.TUScope = before_; }
  UnitScope(const UnitScope &) = delete;
  UnitScope &operator=(const UnitScope &) = delete;

private:
  clang::Sema &sema_;
  clang::Scope *before_;
  clang::Scope scope_;
};

} // namespace warplint::simt

#endif
