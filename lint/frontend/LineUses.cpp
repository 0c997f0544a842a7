//===- LineUses.cpp --------------------------------------------*- C++ -*-===//
#include "lint/frontend/LineUses.h"

#include "lint/frontend/Parse.h"
#include "lint/simt/AstVisitor.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace warplint::frontend {

using namespace clang;

namespace {

/// Finds the numbers of lines that are handed over together with some words, as in
/// `check(status, __FILE__, __LINE__)`, or printed.
class HandedOver : public simt::AstVisitor {
public:
  explicit HandedOver(const SourceManager &sources) : sources_(sources) {}

  llvm::DenseSet<SourceLocation> found; ///< where `__LINE__` stands
  bool asksOtherwise = false;           ///< a number of a line is asked for without `__LINE__`

  bool VisitCallExpr(CallExpr *call) override {
    const auto *shift = llvm::dyn_cast<CXXOperatorCallExpr>(call);
    return take(call->arguments(), shift && shift->getOperator() == OO_LessLess);
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construct) override {
    return take(construct->arguments());
  }
  bool VisitCXXUnresolvedConstructExpr(CXXUnresolvedConstructExpr *construct) override {
    return take(construct->arguments());
  }
  bool VisitParenListExpr(ParenListExpr *list) override { return take(list->children()); }

  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *argument) override {
    return TraverseStmt(argument->getExpr());
  }
  bool VisitSourceLocExpr(SourceLocExpr *place) override {
    asksOtherwise = asksOtherwise || place->isIntType();
    return true;
  }

  // What is a constant is a part of the program's text, and what a launch is told counts.
  bool TraverseConstantExpr(ConstantExpr *, Queue *) override { return true; }
  bool TraverseStaticAssertDecl(StaticAssertDecl *) override { return true; }
  bool TraverseTemplateArgumentLoc(const TemplateArgumentLoc &) override { return true; }
  bool TraverseCUDAKernelCallExpr(CUDAKernelCallExpr *, Queue *) override { return true; }

private:
  static const Expr *argumentOf(const Stmt *given) {
    const auto *expression = llvm::dyn_cast_or_null<Expr>(given);
    return expression ? expression->IgnoreParenCasts()->IgnoreImplicit() : nullptr;
  }

  template <typename Arguments> bool take(const Arguments &arguments, bool isPrinted = false) {
    const bool holdsWords =
        isPrinted || llvm::any_of(arguments, [](const Stmt *argument) {
          const Expr *expression = argumentOf(argument);
          return expression && llvm::isa<clang::StringLiteral, PredefinedExpr>(expression);
        });
    for (const Stmt *argument : arguments)
      if (const auto *literal = llvm::dyn_cast_or_null<IntegerLiteral>(argumentOf(argument));
          holdsWords && literal && literal->getLocation().isMacroID())
        found.insert(sources_.getImmediateExpansionRange(literal->getLocation()).getBegin());
    return true;
  }

  const SourceManager &sources_;
};

} // namespace

bool lineNumbersCount(ParsedUnit &unit) {
  const SourceManager &sources = unit.compiler.getSourceManager();
  std::vector<SourceLocation> uses;
  llvm::copy_if(unit.lineUses, std::back_inserter(uses), [&](SourceLocation place) {
    return sources.isInMainFile(sources.getExpansionLoc(place));
  });
  HandedOver handed(sources);
  for (Decl *declaration : unit.own())
    handed.TraverseDecl(declaration);
  return handed.asksOtherwise ||
         !llvm::all_of(uses, [&](SourceLocation place) { return handed.found.contains(place); });
}

} // namespace warplint::frontend
