//===- AstVisitor.h - a walk over syntax that is compiled once -*- C++ -*-===//
//
// clang::RecursiveASTVisitor is a template that becomes some hundred kilobytes of code, and five
// seconds of a compiler, for each class that derives from it. This one is made once: what it meets
// it hands to virtual functions. Those that somebody overrides are listed here; one more is one
// more word in a list.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_ASTVISITOR_H
#define WARPLINT_SIMT_ASTVISITOR_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/PointerIntPair.h"

namespace warplint::simt {

// clang-format off
#define WARPLINT_VISITED(X)                                                                        \
  X(ArraySubscriptExpr) X(AsmStmt) X(BinaryOperator) X(BreakStmt) X(CUDAKernelCallExpr)            \
  X(CXXBindTemporaryExpr) X(CXXConstructExpr) X(CXXDefaultArgExpr) X(CXXDeleteExpr)                \
  X(CXXDependentScopeMemberExpr) X(CXXForRangeStmt) X(CXXMemberCallExpr) X(CXXNewExpr)             \
  X(CXXOperatorCallExpr) X(CXXThisExpr) X(CXXUnresolvedConstructExpr) X(CallExpr) X(CastExpr)      \
  X(ConditionalOperator) X(ContinueStmt) X(DeclRefExpr) X(DeclStmt) X(DependentScopeDeclRefExpr)   \
  X(DesignatedInitExpr) X(DoStmt) X(Expr) X(ForStmt) X(GCCAsmStmt) X(GotoStmt) X(IfStmt)           \
  X(ImplicitCastExpr) X(InitListExpr) X(LambdaExpr) X(MemberExpr) X(OverloadExpr)                  \
  X(ParenListExpr) X(RecoveryExpr) X(ReturnStmt) X(SourceLocExpr) X(Stmt) X(UnaryOperator)         \
  X(WhileStmt)                                                                                     \
  X(CXXRecordDecl) X(ClassTemplateSpecializationDecl) X(FieldDecl) X(FunctionDecl) X(NamedDecl)    \
  X(StaticAssertDecl) X(VarDecl) X(VarTemplateSpecializationDecl)                                  \
  X(TagType) X(TemplateSpecializationType)
#define WARPLINT_VISITED_PLACES(X) X(TemplateSpecializationTypeLoc) X(TypeLoc) X(TypedefTypeLoc)
#define WARPLINT_TRAVERSED_STATEMENTS(X)                                                           \
  X(BinaryOperator) X(CUDAKernelCallExpr) X(CXXMemberCallExpr) X(CXXNoexceptExpr) X(CallExpr)      \
  X(CompoundStmt) X(ConceptSpecializationExpr) X(ConditionalOperator) X(ConstantExpr) X(DoStmt)    \
  X(ForStmt) X(IfStmt) X(LambdaExpr) X(RequiresExpr) X(SwitchStmt) X(UnaryExprOrTypeTraitExpr)     \
  X(WhileStmt)
#define WARPLINT_TRAVERSED_DECLARATIONS(X)                                                         \
  X(CXXMethodDecl) X(ConceptDecl) X(FunctionDecl) X(StaticAssertDecl) X(VarDecl)
// clang-format on

/// In the order of clang::RecursiveASTVisitor, and by its rules: each function returns whether the
/// walk goes on.
class AstVisitor {
public:
  /// Statements that are walked through later, in place of a recursion. Null: at once. Who
  /// overrides a function that is given one hands none on.
  using Queue = llvm::SmallVectorImpl<llvm::PointerIntPair<clang::Stmt *, 1, bool>>;

  AstVisitor() = default;
  AstVisitor(const AstVisitor &) = default;
  AstVisitor &operator=(const AstVisitor &) = default;
  virtual ~AstVisitor();

  virtual bool shouldVisitTemplateInstantiations() const { return false; }
  virtual bool shouldVisitImplicitCode() const { return false; }

  bool TraverseAST(clang::ASTContext &context);
  bool TraverseStmt(clang::Stmt *statement, Queue *later = nullptr);
  bool TraverseTemplateArgument(const clang::TemplateArgument &argument);
  virtual bool TraverseDecl(clang::Decl *declaration);
  virtual bool TraverseType(clang::QualType type);
  virtual bool TraverseTypeLoc(clang::TypeLoc type);
  virtual bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc &argument);
  virtual bool TraverseConstructorInitializer(clang::CXXCtorInitializer *initialiser);
#define WARPLINT_ONE(Class) virtual bool Traverse##Class(clang::Class *, Queue *later = nullptr);
  WARPLINT_TRAVERSED_STATEMENTS(WARPLINT_ONE)
#undef WARPLINT_ONE
#define WARPLINT_ONE(Class) virtual bool Traverse##Class(clang::Class *);
  WARPLINT_TRAVERSED_DECLARATIONS(WARPLINT_ONE)
#undef WARPLINT_ONE

#define WARPLINT_ONE(Class)                                                                        \
  virtual bool Visit##Class(clang::Class *) { return true; }
  WARPLINT_VISITED(WARPLINT_ONE)
#undef WARPLINT_ONE
#define WARPLINT_ONE(Class)                                                                        \
  virtual bool Visit##Class(clang::Class) { return true; }
  WARPLINT_VISITED_PLACES(WARPLINT_ONE)
#undef WARPLINT_ONE

private:
  class Walk;
};

} // namespace warplint::simt

#endif
