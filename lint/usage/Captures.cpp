//===- Captures.cpp -------------------------------------------------------===//

#include "lint/usage/Captures.h"

#include "lint/simt/AstVisitor.h"

#include "llvm/ADT/STLExtras.h"

namespace warplint::usage {

using namespace clang;

namespace {

/// Functions that are named without being called there.
class AddressSearch : public simt::AstVisitor {
public:
  llvm::DenseSet<const FunctionDecl *> functions;

  bool VisitCallExpr(CallExpr *call) override {
    called_.insert(call->getCallee()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    const auto *function = llvm::dyn_cast<FunctionDecl>(reference->getDecl());
    if (function && !called_.contains(reference))
      functions.insert(keyOf(*function));
    return true;
  }

private:
  llvm::DenseSet<const Expr *> called_;
};

/// A lambda's body, or that of any object which is called as one.
bool isOfCallable(const FunctionDecl &function) {
  return function.getOverloadedOperator() == OO_Call;
}

bool isOfGraphs(const Operation &operation) {
  const llvm::StringRef name = operation.name;
  return name.contains("Capture") || name.contains("Graph");
}

/// Operations with those of destructors behind all others: they stand where the object is made.
std::vector<const Operation *> inTime(const HostBody &body) {
  std::vector<const Operation *> order;
  for (const bool atTheEnd : {false, true})
    for (const Operation &operation : body.operations)
      if ((operation.kind == Operation::Kind::Construct && !operation.expr) == atTheEnd)
        order.push_back(&operation);
  return order;
}

} // namespace

Captures::Captures(const HostProgram &program) : program_(program) {
  bool any = false;
  for (const HostBody *body : program_.functions()) {
    if (llvm::any_of(body->operations, isOfGraphs))
      usesGraphs_.insert(keyOf(*body->function));
    any = any || llvm::any_of(body->operations, beginsCapture);
  }
  if (!any)
    return;
  for (const HostBody *body : program_.functions())
    if (body->function->getDeclName().isIdentifier())
      byName_[body->function->getName()].push_back(body);
  addWhoseAddressIsTaken();
  for (const HostBody *body : program_.functions()) {
    if (isOfCallable(*body->function))
      add(*body);
    bool open = false;
    for (const Operation *operation : inTime(*body)) {
      const Effect effect = effectOf(*operation, deepest);
      if (effect != Effect::None)
        open = effect == Effect::Begins;
      else if (open)
        addCalled(*operation);
    }
    everything_ = everything_ || (open && program_.callsOf(*body->function).empty());
  }
}

bool Captures::mayReach(const HostLoop &loop) const {
  return everything_ || usesGraphs_.contains(keyOf(*loop.body->function)) ||
         llvm::any_of(loop.steps, [&](const Step &step) {
           // What only looks at results is called everywhere.
           return (step.operation->kind == Operation::Kind::Launch ||
                   step.operation->kind == Operation::Kind::Interface) &&
                  captured_.contains(keyOf(*step.body->function));
         });
}

Captures::Effect Captures::effectOf(const Operation &operation, unsigned depth) {
  if (beginsCapture(operation))
    return Effect::Begins;
  if (endsCapture(operation))
    return Effect::Ends;
  const HostBody *callee = depth > 0 ? program_.entered(operation) : nullptr;
  return callee ? effectOf(*callee, depth - 1) : Effect::None;
}

Captures::Effect Captures::effectOf(const HostBody &body, unsigned depth) {
  const FunctionDecl *key = keyOf(*body.function);
  if (const auto known = effects_[depth].find(key); known != effects_[depth].end())
    return known->second;
  Effect all = Effect::None;
  for (const Operation *operation : inTime(body)) {
    const Effect one = effectOf(*operation, depth);
    if (one == Effect::None)
      continue;
    const bool closed = all == Effect::Begins && one == Effect::Ends;
    all = closed ? Effect::None : one;
  }
  effects_[depth][key] = all;
  return all;
}

void Captures::add(const HostBody &body) {
  if (!captured_.insert(keyOf(*body.function)).second)
    return;
  for (const Operation &operation : body.operations)
    addCalled(operation);
}

void Captures::addCalled(const Operation &operation) {
  if (const HostBody *callee = program_.entered(operation)) {
    add(*callee);
    return;
  }
  if (operation.kind != Operation::Kind::Call)
    return;
  // A virtual function, or one that only an instance of a template would know.
  if (const auto named = byName_.find(operation.name); named != byName_.end())
    for (const HostBody *body : named->second)
      add(*body);
}

void Captures::addWhoseAddressIsTaken() {
  AddressSearch search;
  for (const HostBody *body : program_.functions())
    if (Stmt *statement = body->function->getBody())
      search.TraverseStmt(statement);
  for (const HostBody *body : program_.functions())
    if (search.functions.contains(keyOf(*body->function)))
      add(*body);
}

} // namespace warplint::usage
