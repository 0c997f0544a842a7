//===- Assignments.cpp -----------------------------------------*- C++ -*-===//
#include "lint/simt/Assignments.h"

#include "lint/simt/AstVisitor.h"

#include "clang/AST/ASTContext.h"

#include <optional>

namespace warplint::simt {

using namespace clang;

class Assignments::Walk : public AstVisitor {
public:
  explicit Walk(OfFunction &seen) : seen_(seen) {}

  bool TraverseIfStmt(IfStmt *statement, Queue *) override {
    const Decl *clamped = clampedBy(*statement);
    if (!clamped)
      return AstVisitor::TraverseIfStmt(statement);
    seen_.clamped.insert(clamped);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (op->isAssignmentOp())
      note(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    if (op->isIncrementDecrementOp() || op->getOpcode() == UO_AddrOf)
      note(op->getSubExpr());
    return true;
  }
  /// By reference.
  bool VisitCallExpr(CallExpr *call) override {
    for (const Expr *argument : call->arguments())
      if (argument->isGLValue())
        note(argument);
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) override {
    if (variable->getType()->isReferenceType() && variable->getInit())
      note(variable->getInit());
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *lambda) override {
    for (const LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef)
        seen_.assigned.insert(capture.getCapturedVar());
    return true;
  }

private:
  static const ValueDecl *named(const Expr *expr) {
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
    return reference ? reference->getDecl() : nullptr;
  }
  void note(const Expr *expr) {
    if (const ValueDecl *variable = named(expr))
      seen_.assigned.insert(variable);
  }
  /// Null: it is more than a clamp.
  static const ValueDecl *clampedBy(const IfStmt &statement) {
    const auto *condition =
        llvm::dyn_cast<BinaryOperator>(statement.getCond()->IgnoreParenImpCasts());
    const Stmt *then = statement.getThen();
    if (const auto *block = llvm::dyn_cast<CompoundStmt>(then); block && block->size() == 1)
      then = block->body_front();
    const auto *assignment = llvm::dyn_cast<BinaryOperator>(then);
    const ValueDecl *variable = condition ? named(condition->getLHS()) : nullptr;
    const auto isConstant = [&](const Expr *expr) {
      return !expr->isValueDependent() && expr->isIntegerConstantExpr(variable->getASTContext());
    };
    return variable && assignment && !statement.getElse() && assignment->getOpcode() == BO_Assign &&
                   (condition->getOpcode() == BO_GT || condition->getOpcode() == BO_GE) &&
                   named(assignment->getLHS()) == variable && isConstant(condition->getRHS()) &&
                   isConstant(assignment->getRHS())
               ? variable
               : nullptr;
  }

  OfFunction &seen_;
};

class Assignments::SourceWalk : public AstVisitor {
public:
  explicit SourceWalk(OfFunction &seen) : seen_(seen) {}

  bool VisitBinaryOperator(BinaryOperator *op) override {
    const Decl *variable = op->isAssignmentOp() ? assigned(op->getLHS()) : nullptr;
    if (!variable)
      return true;
    Sources &sources = seen_.sources[variable];
    sources.isOpen = sources.isOpen || (op->isCompoundAssignmentOp() && isArray(*variable));
    sources.values.push_back(op->getRHS());
    sources.places.push_back(op->getLHS());
    sources.conditions.insert(around_.begin(), around_.end());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    const bool isStep = op->isIncrementDecrementOp();
    const Decl *variable =
        isStep || op->getOpcode() == UO_AddrOf ? assigned(op->getSubExpr()) : nullptr;
    if (!variable)
      return true;
    Sources &sources = seen_.sources[variable];
    sources.isOpen = sources.isOpen || !isStep || isArray(*variable);
    if (isStep)
      sources.conditions.insert(around_.begin(), around_.end());
    return true;
  }
  bool VisitCallExpr(CallExpr *call) override {
    for (const Expr *argument : call->arguments())
      if (argument->isGLValue())
        open(assigned(argument));
    return true;
  }
  bool VisitVarDecl(VarDecl *other) override {
    if (other->getType()->isReferenceType() && other->getInit())
      open(assigned(other->getInit()));
    return true;
  }
  // An array that is named without an index has gone elsewhere.
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    if (isArray(*reference->getDecl()) && !indexed_.contains(reference))
      open(reference->getDecl());
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *element) override {
    if (const auto *base = llvm::dyn_cast<DeclRefExpr>(element->getBase()->IgnoreParenImpCasts()))
      indexed_.insert(base);
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *lambda) override {
    for (const LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable())
        open(capture.getCapturedVar());
    return true;
  }
  bool TraverseIfStmt(IfStmt *branch, Queue *) override {
    return within(branch->getCond(), [&] { return AstVisitor::TraverseIfStmt(branch); });
  }
  bool TraverseForStmt(ForStmt *loop, Queue *) override {
    return within(loop->getCond(), [&] { return AstVisitor::TraverseForStmt(loop); });
  }
  bool TraverseWhileStmt(WhileStmt *loop, Queue *) override {
    return within(loop->getCond(), [&] { return AstVisitor::TraverseWhileStmt(loop); });
  }
  bool TraverseDoStmt(DoStmt *loop, Queue *) override {
    return within(loop->getCond(), [&] { return AstVisitor::TraverseDoStmt(loop); });
  }
  bool TraverseConditionalOperator(ConditionalOperator *choice, Queue *) override {
    return within(choice->getCond(),
                  [&] { return AstVisitor::TraverseConditionalOperator(choice); });
  }
  /// `a && (x = 1)`
  bool TraverseBinaryOperator(BinaryOperator *op, Queue *) override {
    return within(op->isLogicalOp() ? op->getLHS() : nullptr,
                  [&] { return AstVisitor::TraverseBinaryOperator(op); });
  }
  /// Which of its cases is chosen is not looked into.
  bool TraverseSwitchStmt(SwitchStmt *choice, Queue *) override {
    return within(choice->getCond(), [&] { return AstVisitor::TraverseSwitchStmt(choice); });
  }
  bool VisitContinueStmt(ContinueStmt *) override { return leaves(); }
  bool VisitBreakStmt(BreakStmt *) override { return leaves(); }
  bool VisitReturnStmt(ReturnStmt *) override { return leaves(); }
  bool VisitGotoStmt(GotoStmt *) override { return leaves(); }

private:
  bool leaves() {
    seen_.leaving.insert(around_.begin(), around_.end());
    return true;
  }
  template <typename Traverse> bool within(const Expr *condition, Traverse traverse) {
    if (condition)
      around_.push_back(condition);
    const bool goesOn = traverse();
    if (condition)
      around_.pop_back();
    return goesOn;
  }
  void open(const Decl *variable) {
    if (variable)
      seen_.sources[variable].isOpen = true;
  }
  static bool isArray(const Decl &variable) {
    return llvm::cast<ValueDecl>(variable).getType()->isArrayType();
  }
  /// The variable that is named, or the array an element of which is; null: neither.
  static const Decl *assigned(const Expr *expr) {
    expr = expr->IgnoreParenImpCasts();
    const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(expr);
    if (element)
      expr = element->getBase()->IgnoreParenImpCasts();
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr);
    return reference && isArray(*reference->getDecl()) == (element != nullptr)
               ? reference->getDecl()
               : nullptr;
  }

  OfFunction &seen_;
  llvm::DenseSet<const DeclRefExpr *> indexed_;
  std::vector<const Expr *> around_;
};

class Assignments::ChangeWalk : public AstVisitor {
public:
  explicit ChangeWalk(OfFunction &seen) : seen_(seen) {}

  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    if (!known_.contains(reference))
      seen_.changes[reference->getDecl()].isOpen = true;
    return true;
  }
  bool VisitCastExpr(CastExpr *cast) override {
    if (cast->getCastKind() == CK_LValueToRValue)
      know(cast->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (op->getOpcode() != BO_Assign && op->getOpcode() != BO_AddAssign)
      return true;
    if (const Decl *variable = know(op->getLHS())) {
      OfFunction::Changes &changes = seen_.changes[variable];
      note(op->getOpcode() == BO_Assign ? changes.assignments : changes.additions, op->getRHS());
    }
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    if (!op->isIncrementOp())
      return true;
    if (const Decl *variable = know(op->getSubExpr()))
      note(seen_.changes[variable].additions, nullptr);
    return true;
  }
  bool TraverseIfStmt(IfStmt *branch, Queue *) override {
    seen_.isStraight = seen_.isStraight && !branch->getElse();
    around_.push_back(branch->getCond());
    const bool goesOn = AstVisitor::TraverseIfStmt(branch);
    around_.pop_back();
    return goesOn;
  }
  bool TraverseForStmt(ForStmt *loop, Queue *) override {
    return inLoop(loop, [&] { return AstVisitor::TraverseForStmt(loop); });
  }
  bool TraverseWhileStmt(WhileStmt *loop, Queue *) override {
    return inLoop(loop, [&] { return AstVisitor::TraverseWhileStmt(loop); });
  }
  bool TraverseDoStmt(DoStmt *loop, Queue *) override {
    return inLoop(loop, [&] { return AstVisitor::TraverseDoStmt(loop); });
  }
  bool TraverseSwitchStmt(SwitchStmt *choice, Queue *) override {
    return inLoop(choice, [&] { return AstVisitor::TraverseSwitchStmt(choice); });
  }
  bool VisitContinueStmt(ContinueStmt *) override { return leaves(); }
  bool VisitBreakStmt(BreakStmt *) override { return leaves(); }
  bool VisitGotoStmt(GotoStmt *) override { return leaves(); }

private:
  template <typename Traverse> bool inLoop(const Stmt *loop, Traverse traverse) {
    loops_.push_back(loop);
    const bool goesOn = traverse();
    loops_.pop_back();
    return goesOn;
  }
  bool leaves() {
    seen_.isStraight = seen_.isStraight && loops_.empty();
    return true;
  }
  /// The variable, if this is where it is first come across.
  const Decl *know(const Expr *expr) {
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr->IgnoreParens());
    return reference && known_.insert(reference).second ? reference->getDecl() : nullptr;
  }
  void note(std::vector<Change> &changes, const Expr *value) {
    if (changes.size() < 3)
      changes.push_back({value, loops_, around_});
  }

  OfFunction &seen_;
  llvm::DenseSet<const DeclRefExpr *> known_;
  std::vector<const Stmt *> loops_;
  std::vector<const Expr *> around_;
};

namespace {

/// How often a variable is named, and how often to read what it holds or to assign to a part of it.
class Readings : public AstVisitor {
public:
  explicit Readings(const VarDecl &variable) : variable_(variable) {}
  unsigned named = 0;
  unsigned read = 0;
  unsigned assigned = 0;

  bool VisitBinaryOperator(BinaryOperator *op) override {
    assigned += op->isAssignmentOp() && isPartOfIt(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    assigned += op->isIncrementDecrementOp() && isPartOfIt(op->getSubExpr());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    named += reference->getDecl() == &variable_;
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) override {
    read += cast->getCastKind() == CK_LValueToRValue && isPartOfIt(cast->getSubExpr());
    return true;
  }
  /// It is copied.
  bool VisitCXXConstructExpr(CXXConstructExpr *construct) override {
    read += construct->getConstructor()->isCopyOrMoveConstructor() &&
            construct->getNumArgs() == 1 && isPartOfIt(construct->getArg(0));
    return true;
  }

private:
  bool isPartOfIt(const Expr *expr) const {
    for (;;) {
      expr = expr->IgnoreParenImpCasts();
      if (const auto *member = llvm::dyn_cast<MemberExpr>(expr); member && !member->isArrow())
        expr = member->getBase();
      else if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(expr);
               element && isArray(element->getBase()))
        expr = element->getBase();
      else
        break;
    }
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr);
    return reference && reference->getDecl() == &variable_;
  }
  static bool isArray(const Expr *base) {
    return base->IgnoreParenImpCasts()->getType()->isArrayType();
  }

  const VarDecl &variable_;
};

} // namespace

const Assignments::OfFunction *Assignments::around(const VarDecl &variable) {
  const auto *function = llvm::dyn_cast<FunctionDecl>(variable.getDeclContext());
  if (!function || !function->getBody())
    return nullptr;
  auto &known = functions_[function];
  if (!known) {
    auto seen = std::make_unique<OfFunction>();
    Walk(*seen).TraverseStmt(function->getBody());
    SourceWalk(*seen).TraverseStmt(function->getBody());
    ChangeWalk(*seen).TraverseStmt(function->getBody());
    known = std::move(seen);
  }
  return known.get();
}

bool Assignments::isNever(const VarDecl &variable) {
  const OfFunction *seen = around(variable);
  return seen && !seen->assigned.contains(&variable) && !seen->clamped.contains(&variable);
}

bool Assignments::isOnlyClamped(const VarDecl &variable) {
  const OfFunction *seen = around(variable);
  return seen && !seen->assigned.contains(&variable) && seen->clamped.contains(&variable);
}

Assignments::Sources Assignments::sourcesOf(const VarDecl &variable) {
  Sources sources;
  const OfFunction *seen = around(variable);
  if (!seen) {
    sources.isOpen = true; // for all that is known
    return sources;
  }
  if (const auto found = seen->sources.find(&variable); found != seen->sources.end())
    sources = found->second;
  sources.conditions.insert(seen->leaving.begin(), seen->leaving.end());
  return sources;
}

bool Assignments::isOnlyStepped(const VarDecl &variable) {
  const OfFunction *seen = around(variable);
  if (!seen)
    return false;
  const auto found = seen->sources.find(&variable);
  return found == seen->sources.end() || (!found->second.isOpen && found->second.values.empty());
}

const Assignments::Change *Assignments::onlyAddition(const VarDecl &variable) {
  const OfFunction *seen = around(variable);
  if (!seen || !seen->isStraight)
    return nullptr;
  const auto found = seen->changes.find(&variable);
  return found != seen->changes.end() && !found->second.isOpen &&
                 found->second.assignments.empty() && found->second.additions.size() == 1
             ? &found->second.additions.front()
             : nullptr;
}

const Assignments::Change *Assignments::onlyAssignment(const VarDecl &variable) {
  const OfFunction *seen = around(variable);
  if (!seen || !seen->isStraight)
    return nullptr;
  const auto found = seen->changes.find(&variable);
  return found != seen->changes.end() && !found->second.isOpen && found->second.additions.empty() &&
                 found->second.assignments.size() == 1
             ? &found->second.assignments.front()
             : nullptr;
}

llvm::ArrayRef<Assignments::Change> Assignments::fewAssignments(const VarDecl &variable) {
  const OfFunction *seen = around(variable);
  if (!seen)
    return {};
  const auto found = seen->changes.find(&variable);
  return found != seen->changes.end() && !found->second.isOpen && found->second.additions.empty() &&
                 found->second.assignments.size() <= 2
             ? llvm::ArrayRef(found->second.assignments)
             : llvm::ArrayRef<Change>();
}

/// None outside of functions with a body.
static std::optional<Readings> readingsOf(const VarDecl &variable) {
  const auto *function = llvm::dyn_cast<FunctionDecl>(variable.getDeclContext());
  if (!function || !function->getBody())
    return std::nullopt;
  Readings readings(variable);
  readings.TraverseStmt(function->getBody());
  return readings;
}

bool isOnlyRead(const VarDecl &variable) {
  if (variable.getType().isConstQualified())
    return true;
  const auto readings = readingsOf(variable);
  return readings && readings->named == readings->read;
}

bool isPartAssigned(const VarDecl &variable) {
  if (variable.getType().isConstQualified())
    return false;
  const auto readings = readingsOf(variable);
  return readings && readings->assigned > 0;
}

} // namespace warplint::simt
