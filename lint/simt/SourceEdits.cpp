//===- SourceEdits.cpp - cures as edits of the source ---------------------===//

#include "lint/simt/SourceEdits.h"

#include "lint/simt/AstVisitor.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

namespace warplint::simt {

using namespace clang;

Edit editOf(const SourceManager &sources, const PlannedFix::Piece &piece) {
  const PresumedLoc begin = sources.getPresumedLoc(piece.begin, /*UseLineDirectives=*/false);
  const PresumedLoc end = sources.getPresumedLoc(piece.end, /*UseLineDirectives=*/false);
  Edit edit;
  if (begin.isInvalid() || end.isInvalid())
    return edit;
  edit.span = {sources.getFilename(piece.begin).str(), begin.getLine(), begin.getColumn(),
               end.getLine(), end.getColumn()};
  edit.text = piece.text;
  return edit;
}

Edit insertionAt(const SourceManager &sources, SourceLocation at, std::string text) {
  return editOf(sources, {at, at, std::move(text)});
}

std::string indentationOf(const SourceManager &sources, SourceLocation at) {
  const auto [file, offset] = sources.getDecomposedLoc(at);
  const llvm::StringRef text = sources.getBufferData(file);
  const std::size_t newline = offset ? text.rfind('\n', offset - 1) : llvm::StringRef::npos;
  const std::size_t begin = newline == llvm::StringRef::npos ? 0 : newline + 1;
  return text.substr(begin).take_while([](char c) { return c == ' ' || c == '\t'; }).str();
}

namespace {

/// A group that has a name.
struct GroupDeclaration {
  const DeclStmt *statement = nullptr;
  const VarDecl *group = nullptr;
  const CallExpr *call = nullptr;
  const ValueDecl *parent = nullptr; ///< the group that is divided, if that has a name
  bool movable = true;
};

/// What a kernel declares.
class Declarations : public AstVisitor {
public:
  explicit Declarations(const ASTContext &context) : context_(context) {}

  bool VisitDeclStmt(DeclStmt *statement) override { // NOLINT(readability-identifier-naming)
    for (const Decl *declaration : statement->decls())
      if (const auto *variable = llvm::dyn_cast<VarDecl>(declaration))
        if (const CallExpr *call = callThatMakes(*variable))
          groups.push_back(declarationOf(statement, variable, call));
    return true;
  }
  bool VisitNamedDecl(NamedDecl *declaration) override { // NOLINT(readability-identifier-naming)
    if (declaration->getIdentifier())
      ++timesDeclared[declaration->getIdentifier()];
    return true;
  }

  std::vector<GroupDeclaration> groups; ///< in the order of the source
  llvm::DenseMap<const IdentifierInfo *, unsigned> timesDeclared;

private:
  static const CallExpr *callThatMakes(const VarDecl &variable) {
    if (!variable.getInit())
      return nullptr;
    const Expr *plain = variable.getInit()->IgnoreUnlessSpelledInSource();
    if (const auto *construction = llvm::dyn_cast<CXXConstructExpr>(plain);
        construction && construction->getNumArgs() == 1)
      plain = construction->getArg(0)->IgnoreUnlessSpelledInSource();
    const auto *call = llvm::dyn_cast<CallExpr>(plain);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    if (!callee || !callee->getIdentifier())
      return nullptr;
    return llvm::StringSwitch<const CallExpr *>(callee->getName())
        .Cases("this_thread_block", "this_grid", "this_cluster", "tiled_partition", call)
        .Default(nullptr);
  }

  GroupDeclaration declarationOf(const DeclStmt *statement, const VarDecl *variable,
                                 const CallExpr *call) const {
    GroupDeclaration result{statement, variable, call};
    result.movable = statement->isSingleDecl() && !statement->getBeginLoc().isMacroID() &&
                     !statement->getEndLoc().isMacroID();
    for (unsigned i = 0; i < call->getNumArgs(); ++i) {
      const Expr *argument = call->getArg(i)->IgnoreUnlessSpelledInSource();
      const auto *name = llvm::dyn_cast<DeclRefExpr>(argument);
      const auto *inner = llvm::dyn_cast<CallExpr>(argument);
      if (i == 0 && name)
        result.parent = name->getDecl();
      else if (llvm::isa<CXXDefaultArgExpr>(call->getArg(i)) ||
               (inner && inner->getNumArgs() == 0) || (i > 0 && argument->isEvaluatable(context_)))
        continue; // tiled_partition<32>(this_thread_block()), tiled_partition(block, 16)
      else
        result.movable = false;
    }
    return result;
  }

  const ASTContext &context_;
};

/// The statement of the outermost block that holds another one.
const Stmt *statementAround(const CompoundStmt &body, const Stmt &inner,
                            const SourceManager &sources) {
  for (const Stmt *statement : body.body())
    if (!sources.isBeforeInTranslationUnit(inner.getBeginLoc(), statement->getBeginLoc()) &&
        !sources.isBeforeInTranslationUnit(statement->getEndLoc(), inner.getBeginLoc()))
      return statement;
  return nullptr;
}

/// Is there a statement before `until` behind which not all threads go on?
bool mayLeaveBefore(const CompoundStmt &body, const Stmt &until) {
  struct Leaves : AstVisitor {
    bool found = false;
    bool VisitReturnStmt(ReturnStmt *) override { return !(found = true); } // NOLINT
    bool VisitAsmStmt(AsmStmt *) override { return !(found = true); }       // NOLINT
    bool VisitGotoStmt(GotoStmt *) override { return !(found = true); }     // NOLINT
  } leaves;
  for (const Stmt *statement : body.body()) {
    if (statement == &until)
      return leaves.found;
    leaves.TraverseStmt(const_cast<Stmt *>(statement));
  }
  return true;
}

/// The characters from the start of the line of `begin` to behind the newline after `end`, if
/// nothing else stands on these lines; else from `begin` to `end`.
CharSourceRange wholeLines(const SourceManager &sources, SourceLocation begin, SourceLocation end) {
  const auto [file, first] = sources.getDecomposedLoc(begin);
  const unsigned last = sources.getDecomposedLoc(end).second;
  const llvm::StringRef text = sources.getBufferData(file);
  const std::size_t indent = indentationOf(sources, begin).size();
  const std::size_t line = text.take_front(first).rfind('\n') + 1; // 0 where there is none
  const llvm::StringRef rest = text.drop_front(last).take_until([](char c) { return c == '\n'; });
  if (line + indent != first || !rest.trim().empty() || last + rest.size() >= text.size())
    return CharSourceRange::getCharRange(begin, end);
  return CharSourceRange::getCharRange(begin.getLocWithOffset(-static_cast<int>(indent)),
                                       end.getLocWithOffset(static_cast<int>(rest.size()) + 1));
}

/// Works out what moves together with a group: the group it divides, and all that divide that.
class Hoist {
public:
  Hoist(const ASTContext &context, const CompoundStmt &body)
      : context_(context), sources_(context.getSourceManager()), body_(body),
        declarations_(context) {
    declarations_.TraverseStmt(const_cast<CompoundStmt *>(&body));
  }

  std::optional<PlannedFix> plan(const FunctionDecl &kernel, const CallExpr &call) {
    for (ParmVarDecl *parameter : kernel.parameters())
      declarations_.VisitNamedDecl(parameter);
    const GroupDeclaration *root = nullptr;
    for (const GroupDeclaration &declaration : declarations_.groups)
      if (declaration.call == &call)
        root = &declaration;
    if (!root)
      return std::nullopt;
    while (const GroupDeclaration *parent = conditionalParentOf(*root))
      root = parent;
    const std::vector<const GroupDeclaration *> together = withDescendants(*root);
    for (const GroupDeclaration *declaration : together)
      if (!declaration->movable ||
          declarations_.timesDeclared.lookup(declaration->group->getIdentifier()) != 1)
        return std::nullopt;
    return planFor(*root, together);
  }

private:
  const GroupDeclaration *declarationOf(const ValueDecl *group) const {
    for (const GroupDeclaration &declaration : declarations_.groups)
      if (declaration.group == group)
        return &declaration;
    return nullptr;
  }
  /// Do all threads of the kernel come to this declaration?
  bool isForAll(const GroupDeclaration &declaration) const {
    return llvm::is_contained(body_.body(), declaration.statement) &&
           !mayLeaveBefore(body_, *declaration.statement);
  }
  const GroupDeclaration *conditionalParentOf(const GroupDeclaration &declaration) const {
    const GroupDeclaration *parent = declarationOf(declaration.parent);
    return parent && !isForAll(*parent) ? parent : nullptr;
  }
  std::vector<const GroupDeclaration *> withDescendants(const GroupDeclaration &root) const {
    std::vector<const GroupDeclaration *> result{&root};
    for (const GroupDeclaration &declaration : declarations_.groups)
      if (declaration.parent && llvm::any_of(result, [&](const GroupDeclaration *known) {
            return known->group == declaration.parent;
          }))
        result.push_back(&declaration);
    return result;
  }

  std::optional<PlannedFix> planFor(const GroupDeclaration &root,
                                    const std::vector<const GroupDeclaration *> &together) const {
    const Stmt *around = statementAround(body_, *root.statement, sources_);
    if (!around || around->getBeginLoc().isMacroID() || body_.getLBracLoc().isMacroID())
      return std::nullopt;
    const bool atTop = mayLeaveBefore(body_, *around);
    if (atTop && root.parent)
      return std::nullopt;
    const std::string indent = indentationOf(sources_, (*body_.body_begin())->getBeginLoc());
    PlannedFix fix{"hoist-group", "", {{}}};
    std::string moved, names;
    for (const GroupDeclaration *declaration : together) {
      const SourceLocation begin = declaration->statement->getBeginLoc();
      const SourceLocation end = Lexer::getLocForEndOfToken(declaration->statement->getEndLoc(), 0,
                                                            sources_, context_.getLangOpts());
      if (end.isInvalid() || sources_.getFileID(begin) != sources_.getFileID(around->getBeginLoc()))
        return std::nullopt;
      const llvm::StringRef text = Lexer::getSourceText(CharSourceRange::getCharRange(begin, end),
                                                        sources_, context_.getLangOpts());
      moved += atTop ? "\n" + indent + text.str() : text.str() + "\n" + indent;
      names += (names.empty() ? "`" : " and `") + declaration->group->getNameAsString() + "`";
      const CharSourceRange lines = wholeLines(sources_, begin, end);
      fix.pieces.push_back({lines.getBegin(), lines.getEnd(), ""});
    }
    const SourceLocation at =
        atTop ? body_.getLBracLoc().getLocWithOffset(1) : around->getBeginLoc();
    fix.pieces.front() = {at, at, moved};
    fix.title = "make " + names + (atTop ? " at the top of the kernel" : " before the branch");
    return fix;
  }

  const ASTContext &context_;
  const SourceManager &sources_;
  const CompoundStmt &body_;
  Declarations declarations_;
};

} // namespace

std::optional<PlannedFix> hoistGroup(const ASTContext &context, const FunctionDecl &kernel,
                                     const CallExpr &call) {
  const auto *body = llvm::dyn_cast_or_null<CompoundStmt>(kernel.getBody());
  if (!body || body->body_empty())
    return std::nullopt;
  return Hoist(context, *body).plan(kernel, call);
}

} // namespace warplint::simt
