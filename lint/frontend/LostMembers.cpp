//===- LostMembers.cpp -----------------------------------------*- C++ -*-===//
#include "lint/frontend/LostMembers.h"

#include "lint/simt/AstVisitor.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseSet.h"

namespace warplint::frontend {
namespace {

/// The places of all names that the syntax tree has of a function.
class Names : public simt::AstVisitor {
public:
  explicit Names(const clang::SourceManager &sources) : sources_(sources) {}

  bool has(clang::SourceLocation location) const { return places_.contains(location); }

  bool VisitMemberExpr(clang::MemberExpr *member) override { return add(member->getMemberLoc()); }
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) override {
    // Of such a variable Clang keeps the name, in an expression that it knows nothing of.
    const bool isLost =
        llvm::isa<clang::VarDecl>(name->getDecl()) && isDamagedGlobal(*name->getDecl());
    return isLost || add(name->getLocation());
  }
  bool VisitOverloadExpr(clang::OverloadExpr *name) override { return add(name->getNameLoc()); }
  bool VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr *member) override {
    return add(member->getMemberLoc());
  }
  bool VisitDependentScopeDeclRefExpr(clang::DependentScopeDeclRefExpr *name) override {
    return add(name->getLocation());
  }
  bool VisitDesignatedInitExpr(clang::DesignatedInitExpr *init) override {
    for (const clang::DesignatedInitExpr::Designator &designator : init->designators())
      if (designator.isFieldDesignator())
        add(designator.getFieldLoc());
    return true;
  }
  bool VisitNamedDecl(clang::NamedDecl *declaration) override {
    return add(declaration->getLocation());
  }
  bool VisitTypeLoc(clang::TypeLoc type) override { return add(type.getBeginLoc()); }
  bool TraverseConstructorInitializer(clang::CXXCtorInitializer *init) override {
    add(init->getMemberLocation());
    return AstVisitor::TraverseConstructorInitializer(init);
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

bool isDamagedGlobal(const clang::Decl &declaration) {
  if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(&declaration))
    return variable->isFileVarDecl() && !variable->isStaticDataMember() &&
           variable->isInvalidDecl() && variable->getIdentifier();
  const clang::FunctionDecl *function = declaration.getAsFunction();
  return function && !llvm::isa<clang::CXXMethodDecl>(function) && function->getIdentifier() &&
         function->hasAttr<clang::CUDADeviceAttr>() &&
         (declaration.isInvalidDecl() || function->isInvalidDecl());
}

namespace {

/// The text of a definition, word by word.
class Words {
public:
  Words(const clang::FunctionDecl &definition, clang::Preprocessor &preprocessor)
      : sources_(preprocessor.getSourceManager()), preprocessor_(preprocessor) {
    const auto [file, begin] =
        sources_.getDecomposedLoc(sources_.getFileLoc(definition.getOuterLocStart()));
    const auto [endFile, end] =
        sources_.getDecomposedLoc(sources_.getExpansionRange(definition.getEndLoc()).getEnd());
    const auto text = sources_.getBufferDataOrNone(file);
    if (!text || file != endFile)
      return;
    lexer_.emplace(sources_.getLocForStartOfFile(file), preprocessor.getLangOpts(), text->begin(),
                   text->begin() + begin, text->end());
    end_ = end;
  }

  /// What a macro is given it may leave out: all of that is passed over.
  bool next(clang::Token &word) {
    if (!advance(word))
      return false;
    while (isMacro(word)) {
      unsigned depth = 0;
      do {
        if (!advance(word))
          return false;
        depth += word.is(clang::tok::l_paren);
        depth -= depth > 0 && word.is(clang::tok::r_paren);
      } while (depth > 0);
    }
    return true;
  }

private:
  bool advance(clang::Token &word) {
    return lexer_ && !lexer_->LexFromRawLexer(word) &&
           sources_.getFileOffset(word.getLocation()) < end_;
  }

  bool isMacro(const clang::Token &word) {
    if (word.isNot(clang::tok::raw_identifier))
      return false;
    clang::Token copy = word; // its kind would become that of a keyword
    const clang::MacroInfo *macro =
        preprocessor_.getMacroInfo(preprocessor_.LookUpIdentifierInfo(copy));
    return macro && macro->isFunctionLike();
  }

  const clang::SourceManager &sources_;
  clang::Preprocessor &preprocessor_;
  std::optional<clang::Lexer> lexer_;
  std::size_t end_ = 0;
};

bool hasDamaged(const clang::CXXRecordDecl &record, llvm::StringRef name) {
  return llvm::any_of(record.decls(), [&](const clang::Decl *member) {
    return isDamagedMember(*member) && llvm::cast<clang::NamedDecl>(member)->getName() == name;
  });
}

} // namespace

std::vector<clang::SourceLocation> lostMembers(const clang::FunctionDecl &definition,
                                               const llvm::StringSet<> &members,
                                               const llvm::StringSet<> &globals,
                                               clang::Preprocessor &preprocessor) {
  std::vector<clang::SourceLocation> lost;
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&definition);
  std::optional<Names> seen;
  Words words(definition, preprocessor);
  clang::Token word;
  for (clang::tok::TokenKind before = clang::tok::unknown; words.next(word);
       before = word.getKind()) {
    if (word.isNot(clang::tok::raw_identifier) || before == clang::tok::coloncolon)
      continue; // behind `::` Clang keeps a place for it
    const llvm::StringRef name = word.getRawIdentifier();
    const bool isAccess = before == clang::tok::period || before == clang::tok::arrow;
    const bool isMember =
        members.contains(name) && (isAccess || (method && hasDamaged(*method->getParent(), name)));
    if (!isMember && (isAccess || !globals.contains(name)))
      continue;
    if (!seen) {
      seen.emplace(preprocessor.getSourceManager());
      seen->TraverseDecl(const_cast<clang::FunctionDecl *>(&definition));
    }
    if (!seen->has(word.getLocation()))
      lost.push_back(word.getLocation());
  }
  return lost;
}

} // namespace warplint::frontend
