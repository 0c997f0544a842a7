//===- AstVisitor.cpp -----------------------------------------------------===//

#include "lint/simt/AstVisitor.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace warplint::simt {

using namespace clang;

/// Clang's, which asks the visitor at each step.
class AstVisitor::Walk : public RecursiveASTVisitor<Walk> {
public:
  explicit Walk(AstVisitor &visitor) : visitor_(visitor) {}

  bool shouldVisitTemplateInstantiations() const {
    return visitor_.shouldVisitTemplateInstantiations();
  }
  bool shouldVisitImplicitCode() const { return visitor_.shouldVisitImplicitCode(); }

  bool TraverseDecl(Decl *declaration) { return visitor_.TraverseDecl(declaration); }
  bool TraverseType(QualType type) { return visitor_.TraverseType(type); }
  bool TraverseTypeLoc(TypeLoc type) { return visitor_.TraverseTypeLoc(type); }
  bool TraverseTemplateArgumentLoc(const TemplateArgumentLoc &argument) {
    return visitor_.TraverseTemplateArgumentLoc(argument);
  }
  bool TraverseConstructorInitializer(CXXCtorInitializer *initialiser) {
    return visitor_.TraverseConstructorInitializer(initialiser);
  }
#define WARPLINT_ONE(Class)                                                                        \
  bool Traverse##Class(clang::Class *statement, DataRecursionQueue *later = nullptr) {             \
    return visitor_.Traverse##Class(statement, later);                                             \
  }
  WARPLINT_TRAVERSED_STATEMENTS(WARPLINT_ONE)
#undef WARPLINT_ONE
#define WARPLINT_ONE(Class)                                                                        \
  bool Traverse##Class(clang::Class *declaration) { return visitor_.Traverse##Class(declaration); }
  WARPLINT_TRAVERSED_DECLARATIONS(WARPLINT_ONE)
#undef WARPLINT_ONE

#define WARPLINT_ONE(Class)                                                                        \
  bool Visit##Class(clang::Class *met) { return visitor_.Visit##Class(met); }
  WARPLINT_VISITED(WARPLINT_ONE)
#undef WARPLINT_ONE
#define WARPLINT_ONE(Class)                                                                        \
  bool Visit##Class(clang::Class place) { return visitor_.Visit##Class(place); }
  WARPLINT_VISITED_PLACES(WARPLINT_ONE)
#undef WARPLINT_ONE

private:
  AstVisitor &visitor_;
};

AstVisitor::~AstVisitor() = default;

bool AstVisitor::TraverseAST(ASTContext &context) { return Walk(*this).TraverseAST(context); }

bool AstVisitor::TraverseStmt(Stmt *statement, Queue *later) {
  return Walk(*this).TraverseStmt(statement, later);
}

bool AstVisitor::TraverseTemplateArgument(const TemplateArgument &argument) {
  return Walk(*this).TraverseTemplateArgument(argument);
}

bool AstVisitor::TraverseDecl(Decl *declaration) {
  return Walk(*this).RecursiveASTVisitor::TraverseDecl(declaration);
}

bool AstVisitor::TraverseType(QualType type) {
  return Walk(*this).RecursiveASTVisitor::TraverseType(type);
}

bool AstVisitor::TraverseTypeLoc(TypeLoc type) {
  return Walk(*this).RecursiveASTVisitor::TraverseTypeLoc(type);
}

bool AstVisitor::TraverseTemplateArgumentLoc(const TemplateArgumentLoc &argument) {
  return Walk(*this).RecursiveASTVisitor::TraverseTemplateArgumentLoc(argument);
}

bool AstVisitor::TraverseConstructorInitializer(CXXCtorInitializer *initialiser) {
  return Walk(*this).RecursiveASTVisitor::TraverseConstructorInitializer(initialiser);
}

#define WARPLINT_ONE(Class)                                                                        \
  bool AstVisitor::Traverse##Class(clang::Class *statement, Queue *later) {                        \
    return Walk(*this).RecursiveASTVisitor::Traverse##Class(statement, later);                     \
  }
WARPLINT_TRAVERSED_STATEMENTS(WARPLINT_ONE)
#undef WARPLINT_ONE
#define WARPLINT_ONE(Class)                                                                        \
  bool AstVisitor::Traverse##Class(clang::Class *declaration) {                                    \
    return Walk(*this).RecursiveASTVisitor::Traverse##Class(declaration);                          \
  }
WARPLINT_TRAVERSED_DECLARATIONS(WARPLINT_ONE)
#undef WARPLINT_ONE

} // namespace warplint::simt
