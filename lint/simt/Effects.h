//===- Effects.h - what code does beside giving its value -------*- C++ -*-===//
//
// Libraries such as CuTe compute with types: shapes and strides are classes without
// members, their sums and products functions of such classes. Nothing of it is left in
// the machine code, and all of it is known once the types are. Here it is found out which
// expressions are of that kind, so that they need not be run thread by thread.
//
// Only what is surely without effects counts: a construct that is not known here has some.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_EFFECTS_H
#define WARPLINT_SIMT_EFFECTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace warplint::simt {

/// Of one translation unit; remembers what it was asked.
class Effects {
public:
  /// `isDamaged`: there were errors in it, so that statements may be missing.
  Effects(const clang::ASTContext &context,
          std::function<bool(const clang::FunctionDecl *)> isDamaged)
      : context_(context), isDamaged_(std::move(isDamaged)) {}

  /// A class whose objects hold nothing: no members, and none that this program tracks by their
  /// address, such as cooperative groups.
  bool holdsNothing(clang::QualType type);
  /// Does evaluating it only give its value? Reading memory is no effect: where the value holds
  /// nothing, what was read for it is not used.
  bool hasNone(const clang::Expr *expression);
  /// The same, and its value hangs on types and constants alone.
  bool isSettled(const clang::Expr *expression);

  /// A constexpr function that does nothing but compute a number of what it is given: once it is
  /// given numbers, a compiler does so too.
  bool isArithmetic(const clang::FunctionDecl *function);

  /// The number that an expression of the kind before was found to be, in any run.
  std::optional<std::int64_t> number(const clang::Expr *settled) const;
  void setNumber(const clang::Expr *settled, std::int64_t number) { numbers_[settled] = number; }

  /// A function of the last kind, and what it is given.
  using Application = std::pair<const clang::FunctionDecl *, std::vector<std::int64_t>>;
  /// The number that it was found to give, in any run.
  std::optional<std::int64_t> number(const Application &application) const;
  void setNumber(const Application &application, std::int64_t number);

private:
  class Walk;

  /// What was found of an expression.
  struct Found {
    bool effects = false;
    bool variables = false; ///< it names something that holds a value
  };

  Found of(const clang::Expr *expression);
  bool hasNone(const clang::FunctionDecl *function);

  const clang::ASTContext &context_;
  std::function<bool(const clang::FunctionDecl *)> isDamaged_;
  llvm::DenseMap<const clang::CXXRecordDecl *, bool> empty_;
  llvm::DenseMap<const clang::FunctionDecl *, bool> functions_; ///< true: without effects
  llvm::DenseMap<const clang::Expr *, Found> expressions_;
  llvm::DenseMap<const clang::Expr *, std::int64_t> numbers_;
  std::map<Application, std::int64_t> applications_;
  unsigned depth_ = 0;
};

} // namespace warplint::simt

#endif
