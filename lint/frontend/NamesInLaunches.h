//===- NamesInLaunches.h - launches with unknown names ----------*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_NAMESINLAUNCHES_H
#define WARPLINT_FRONTEND_NAMESINLAUNCHES_H

#include "clang/Sema/ExternalSemaSource.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class IdentifierInfo;
class NamedDecl;
} // namespace clang

namespace warplint::frontend {

/// A launch is worth more than what it hands over: where a name in it is not declared (its header
/// is not at hand, say), Clang would leave out the whole of it. The name then stands for something
/// that is not understood, and for a scope that may hold anything before `::`.
class NamesInLaunches : public clang::ExternalSemaSource {
public:
  /// Null: there is none any more.
  void setSema(clang::Sema *sema) { sema_ = sema; }

  bool LookupUnqualified(clang::LookupResult &result, clang::Scope *scope) override;

private:
  bool isInHostCode() const;
  /// Behind a `<<<` of the same statement, and followed by what fits.
  bool isInLaunch(clang::SourceLocation location, const clang::IdentifierInfo &name,
                  bool isScope) const;
  bool isDeclaredSomewhere(const clang::IdentifierInfo &name) const;
  clang::NamedDecl *valueOf(const clang::IdentifierInfo &name);
  clang::NamedDecl *scopeOf(const clang::IdentifierInfo &name);

  clang::Sema *sema_ = nullptr;
  llvm::DenseMap<const clang::IdentifierInfo *, clang::NamedDecl *> values_, scopes_;
  llvm::DenseSet<unsigned> reported_; ///< places of names
};

} // namespace warplint::frontend

#endif
