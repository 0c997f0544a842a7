//===- LostMembers.cpp -----------------------------------------*- C++ -*-===//
#include "lint/frontend/LostMembers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseSet.h"

namespace warplint::frontend {
namespace {

/// The places of all names that the syntax tree has of a function.
class Names : public clang::RecursiveASTVisitor<Names> {
public:
  explicit Names(const clang::SourceManager &sources) : sources_(sources) {}

  bool has(clang::SourceLocation location) const { return places_.contains(location); }

  bool VisitMemberExpr(const clang::MemberExpr *member) { return add(member->getMemberLoc()); }
  bool VisitDeclRefExpr(const clang::DeclRefExpr *name) { return add(name->getLocation()); }
  bool VisitOverloadExpr(const clang::OverloadExpr *name) { return add(name->getNameLoc()); }
  bool VisitCXXDependentScopeMemberExpr(const clang::CXXDependentScopeMemberExpr *member) {
    return add(member->getMemberLoc());
  }
  bool VisitDependentScopeDeclRefExpr(const clang::DependentScopeDeclRefExpr *name) {
    return add(name->getLocation());
  }
  bool VisitDesignatedInitExpr(const clang::DesignatedInitExpr *init) {
    for (const clang::DesignatedInitExpr::Designator &designator : init->designators())
      if (designator.isFieldDesignator())
        add(designator.getFieldLoc());
    return true;
  }
  bool VisitNamedDecl(const clang::NamedDecl *declaration) {
    return add(declaration->getLocation());
  }
  bool VisitTypeLoc(clang::TypeLoc type) { return add(type.getBeginLoc()); }
  bool TraverseConstructorInitializer(clang::CXXCtorInitializer *init) {
    add(init->getMemberLocation());
    return RecursiveASTVisitor::TraverseConstructorInitializer(init);
  }

private:
  bool add(clang::SourceLocation location) {
    if (location.isValid())
      places_.insert(sources_.getSpellingLoc(location));
    return true;
  }

  const clang::SourceManager &sources_;
  llvm::DenseSet<clang::SourceLocation> places_;
};

} // namespace

bool isDamagedMember(const clang::Decl &declaration) {
  if (!declaration.isInvalidDecl() || !declaration.getDeclContext()->isRecord())
    return false;
  const clang::Decl *member = &declaration;
  if (const auto *pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(member))
    member = pattern->getTemplatedDecl();
  return llvm::isa<clang::FieldDecl, clang::VarDecl, clang::CXXMethodDecl>(member) &&
         llvm::cast<clang::NamedDecl>(member)->getIdentifier();
}

std::vector<clang::SourceLocation> lostMembers(const clang::FunctionDecl &definition,
                                               const llvm::StringSet<> &names) {
  std::vector<clang::SourceLocation> lost;
  const clang::ASTContext &context = definition.getASTContext();
  const clang::SourceManager &sources = context.getSourceManager();
  const auto [file, begin] =
      sources.getDecomposedLoc(sources.getFileLoc(definition.getOuterLocStart()));
  const auto [endFile, end] =
      sources.getDecomposedLoc(sources.getExpansionRange(definition.getEndLoc()).getEnd());
  const auto text = sources.getBufferDataOrNone(file);
  if (!text || file != endFile)
    return lost;
  std::optional<Names> seen;
  clang::Lexer lexer(sources.getLocForStartOfFile(file), context.getLangOpts(), text->begin(),
                     text->begin() + begin, text->end());
  clang::Token token;
  while (!lexer.LexFromRawLexer(token) && sources.getFileOffset(token.getLocation()) < end) {
    if (token.isNot(clang::tok::raw_identifier) || !names.contains(token.getRawIdentifier()))
      continue;
    if (!seen) {
      seen.emplace(sources);
      seen->TraverseDecl(const_cast<clang::FunctionDecl *>(&definition));
    }
    if (!seen->has(token.getLocation()))
      lost.push_back(token.getLocation());
  }
  return lost;
}

} // namespace warplint::frontend
