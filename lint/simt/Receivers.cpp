//===- Receivers.cpp -------------------------------------------*- C++ -*-===//
#include "lint/simt/Receivers.h"

#include "lint/simt/AstVisitor.h"

namespace warplint::simt {

using namespace clang;

struct Receivers::OfFunction {
  llvm::DenseMap<const Expr *, const VarDecl *> variables; ///< by the value that they begin as
  llvm::DenseMap<const Decl *, std::vector<std::vector<Guard>>> uses;
  const Expr *returned = nullptr; ///< by the only return there is
  unsigned returns = 0;
};

class Receivers::Walk : public AstVisitor {
public:
  explicit Walk(OfFunction &seen) : seen_(seen) {}

  bool TraverseIfStmt(IfStmt *branch, Queue *) override {
    TraverseStmt(branch->getInit());
    if (branch->getConditionVariableDeclStmt())
      TraverseStmt(branch->getConditionVariableDeclStmt());
    TraverseStmt(branch->getCond());
    traverseBehind({branch->getCond(), true}, branch->getThen());
    traverseBehind({branch->getCond(), false}, branch->getElse());
    return true;
  }
  bool TraverseConditionalOperator(ConditionalOperator *choice, Queue *) override {
    TraverseStmt(choice->getCond());
    traverseBehind({choice->getCond(), true}, choice->getTrueExpr());
    traverseBehind({choice->getCond(), false}, choice->getFalseExpr());
    return true;
  }
  bool TraverseBinaryOperator(BinaryOperator *op, Queue *) override {
    if (!op->isLogicalOp())
      return AstVisitor::TraverseBinaryOperator(op);
    TraverseStmt(op->getLHS());
    traverseBehind({op->getLHS(), op->getOpcode() == BO_LAnd}, op->getRHS());
    return true;
  }
  // Behind `if (threadIdx.x > 0) return;` are those that went on.
  bool TraverseCompoundStmt(CompoundStmt *block, Queue *) override {
    const std::size_t before = around_.size();
    for (Stmt *statement : block->body()) {
      TraverseStmt(statement);
      if (const auto *branch = llvm::dyn_cast<IfStmt>(statement);
          branch && !branch->getElse() && leaves(branch->getThen()))
        around_.push_back({branch->getCond(), false});
    }
    around_.resize(before);
    return true;
  }
  bool TraverseLambdaExpr(LambdaExpr *lambda, Queue *) override { // it is run elsewhere
    std::vector<Guard> outside;
    std::swap(outside, around_);
    AstVisitor::TraverseLambdaExpr(lambda);
    std::swap(outside, around_);
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) override {
    if (variable->hasLocalStorage() && variable->getInit() &&
        variable->getType()->isArithmeticType())
      seen_.variables[variable->getInit()->IgnoreParenImpCasts()] = variable;
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    if (const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
        variable && variable->hasLocalStorage())
      seen_.uses[variable].push_back(around_);
    return true;
  }
  bool VisitReturnStmt(ReturnStmt *statement) override {
    ++seen_.returns;
    seen_.returned = statement->getRetValue() && seen_.returns == 1
                         ? statement->getRetValue()->IgnoreParenImpCasts()
                         : nullptr;
    return true;
  }

private:
  void traverseBehind(Guard guard, Stmt *part) {
    around_.push_back(guard);
    TraverseStmt(part);
    around_.pop_back();
  }
  static bool leaves(const Stmt *statement) {
    if (const auto *block = llvm::dyn_cast<CompoundStmt>(statement); block && !block->body_empty())
      statement = block->body_back();
    return llvm::isa<ReturnStmt>(statement);
  }

  OfFunction &seen_;
  std::vector<Guard> around_;
};

Receivers::Receivers() = default;
Receivers::~Receivers() = default;

const Receivers::OfFunction &Receivers::of(const FunctionDecl &function) {
  std::unique_ptr<OfFunction> &known = functions_[&function];
  if (!known) {
    known = std::make_unique<OfFunction>();
    if (Stmt *body = function.getBody())
      Walk(*known).TraverseStmt(body);
  }
  return *known;
}

bool Receivers::isReturned(const FunctionDecl &function, const Expr *value) {
  return value && of(function).returned == value->IgnoreParenImpCasts();
}

const VarDecl *Receivers::variableOf(const FunctionDecl &function, const Expr *value) {
  return value ? of(function).variables.lookup(value->IgnoreParenImpCasts()) : nullptr;
}

const std::vector<std::vector<Receivers::Guard>> &Receivers::usesOf(const FunctionDecl &function,
                                                                    const VarDecl &variable) {
  static const std::vector<std::vector<Guard>> none;
  const auto &uses = of(function).uses;
  const auto found = uses.find(&variable);
  return found == uses.end() ? none : found->second;
}

} // namespace warplint::simt
