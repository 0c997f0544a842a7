//===- DeviceWalk.cpp -----------------------------------------------------===//

#include "lint/compute/DeviceWalk.h"

#include "lint/simt/Analysis.h"
#include "lint/simt/Interpreter.h"
#include "lint/simt/Sites.h"

#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/SaveAndRestore.h"

namespace warplint::compute {

using namespace clang;

namespace {

/// Functions that are called within each other deeper than this are left alone.
constexpr unsigned deepest = 8;
/// Statements and expressions of a kernel, and of all kernels of a file, over all calls.
constexpr std::uint64_t mostSteps = 200'000;
constexpr std::uint64_t mostStepsOfFile = 1'500'000;
/// Calls of a function, over all kernels: what it does shows in fewer.
constexpr unsigned mostCalls = 8;

} // namespace

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

bool isLoop(const Stmt *statement) {
  return llvm::isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement);
}

const Stmt *bodyOf(const Stmt *loop) {
  if (const auto *counted = llvm::dyn_cast<ForStmt>(loop))
    return counted->getBody();
  if (const auto *whileLoop = llvm::dyn_cast<WhileStmt>(loop))
    return whileLoop->getBody();
  if (const auto *doLoop = llvm::dyn_cast<DoStmt>(loop))
    return doLoop->getBody();
  if (const auto *range = llvm::dyn_cast<CXXForRangeStmt>(loop))
    return range->getBody();
  return nullptr;
}

const Expr *conditionOf(const Stmt *loop) {
  if (const auto *counted = llvm::dyn_cast<ForStmt>(loop))
    return counted->getCond();
  if (const auto *whileLoop = llvm::dyn_cast<WhileStmt>(loop))
    return whileLoop->getCond();
  if (const auto *doLoop = llvm::dyn_cast<DoStmt>(loop))
    return doLoop->getCond();
  if (const auto *range = llvm::dyn_cast<CXXForRangeStmt>(loop))
    return range->getCond();
  return nullptr;
}

const VarDecl *variableOf(const Expr *lvalue) {
  for (;;) {
    lvalue = lvalue->IgnoreParenImpCasts();
    if (const auto *member = llvm::dyn_cast<MemberExpr>(lvalue)) {
      if (member->isArrow())
        return nullptr;
      lvalue = member->getBase();
    } else if (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(lvalue)) {
      const Expr *base = subscript->getBase()->IgnoreParenImpCasts();
      if (!base->getType()->isArrayType())
        return nullptr;
      lvalue = base;
    } else {
      break;
    }
  }
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(lvalue);
  return reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
}

FunctionUses::FunctionUses(const Stmt *body) {
  if (body)
    scan(body);
}

const VariableUse *FunctionUses::find(const VarDecl *variable) const {
  const auto found = uses_.find(variable);
  return found == uses_.end() ? nullptr : &found->second;
}

bool FunctionUses::isWritten(const VarDecl *variable) const {
  const VariableUse *use = find(variable);
  return use && (use->escapes || !use->writes.empty());
}

bool FunctionUses::isWrittenIn(const VarDecl *variable, const Stmt *loop) const {
  const VariableUse *use = find(variable);
  return use && (use->escapes || llvm::any_of(use->writes, [&](const Write &write) {
                   return llvm::is_contained(write.loops, loop);
                 }));
}

void FunctionUses::write(const Expr *target, const Expr *value) {
  if (const VarDecl *variable = variableOf(target))
    uses_[variable].writes.push_back({value, loops_});
}

void FunctionUses::escape(const Expr *expression) {
  if (const VarDecl *variable = variableOf(expression))
    uses_[variable].escapes = true;
}

void FunctionUses::scan(const Stmt *statement) {
  if (const auto *declaration = llvm::dyn_cast<DeclStmt>(statement)) {
    for (const Decl *one : declaration->decls())
      if (const auto *variable = llvm::dyn_cast<VarDecl>(one)) {
        uses_[variable].loops = loops_;
        if (variable->getType()->isReferenceType() && variable->getInit() &&
            !variable->getType()->getPointeeType().isConstQualified())
          escape(variable->getInit());
      }
  } else if (const auto *assignment = llvm::dyn_cast<BinaryOperator>(statement);
             assignment && assignment->isAssignmentOp()) {
    write(assignment->getLHS(), assignment->getRHS());
  } else if (const auto *unary = llvm::dyn_cast<UnaryOperator>(statement)) {
    if (unary->isIncrementDecrementOp())
      write(unary->getSubExpr(), nullptr);
    else if (unary->getOpcode() == UO_AddrOf)
      escape(unary->getSubExpr());
  } else if (const auto *call = llvm::dyn_cast<CallExpr>(statement)) {
    const FunctionDecl *callee = call->getDirectCallee();
    const bool isMemberOperator =
        llvm::isa<CXXOperatorCallExpr>(call) && callee && llvm::isa<CXXMethodDecl>(callee);
    for (unsigned i = 0; i < call->getNumArgs(); ++i) {
      const Expr *argument = call->getArg(i);
      const unsigned parameter = isMemberOperator ? i - 1 : i;
      const ParmVarDecl *into =
          callee && (i > 0 || !isMemberOperator) && parameter < callee->getNumParams()
              ? callee->getParamDecl(parameter)
              : nullptr;
      const bool isWritable = into && into->getType()->isReferenceType() &&
                              !into->getType()->getPointeeType().isConstQualified();
      if (const auto *op = llvm::dyn_cast<CXXOperatorCallExpr>(call); op && i == 0) {
        if (op->isAssignmentOp())
          write(argument, call->getNumArgs() > 1 ? call->getArg(1) : nullptr);
      } else if (isWritable) {
        escape(argument);
      }
    }
  } else if (const auto *assembly = llvm::dyn_cast<GCCAsmStmt>(statement)) {
    for (unsigned i = 0; i < assembly->getNumOutputs(); ++i)
      write(assembly->getOutputExpr(i), nullptr);
  } else if (const auto *lambda = llvm::dyn_cast<LambdaExpr>(statement)) {
    for (const LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef)
        if (const auto *variable = llvm::dyn_cast<VarDecl>(capture.getCapturedVar());
            variable && !variable->getType().isConstQualified()) {
          // Is it written there?
          const FunctionUses inner(lambda->getBody());
          if (inner.isWritten(variable))
            uses_[variable].escapes = true;
        }
  }
  const bool loop = isLoop(statement);
  // `for (int i = 0; …)` gives i its start outside of the loop.
  if (const auto *counted = llvm::dyn_cast<ForStmt>(statement)) {
    if (counted->getInit())
      scan(counted->getInit());
    loops_.push_back(statement);
    for (const Stmt *child : {static_cast<const Stmt *>(counted->getCond()),
                              static_cast<const Stmt *>(counted->getInc()), counted->getBody()})
      if (child)
        scan(child);
    loops_.pop_back();
    return;
  }
  if (loop)
    loops_.push_back(statement);
  forExecuted(statement, [&](const Stmt *child) { scan(child); });
  if (loop)
    loops_.pop_back();
}

const Expr *Activation::argument(const ParmVarDecl *parameter) const {
  const auto *plain = llvm::dyn_cast_or_null<CallExpr>(call);
  const unsigned index = parameter->getFunctionScopeIndex();
  if (!plain || !function || index >= function->getNumParams() ||
      function->getParamDecl(index) != parameter)
    return nullptr;
  const unsigned shift =
      llvm::isa<CXXOperatorCallExpr>(plain) && llvm::isa<CXXMethodDecl>(function) ? 1 : 0;
  return index + shift < plain->getNumArgs() ? plain->getArg(index + shift) : nullptr;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

DeviceWalk::DeviceWalk(ASTContext &context, const Options &options, KnownUses &uses)
    : context_(context), options_(options), uses_(uses) {}

void DeviceWalk::run(const Kernels &kernels) {
  for (const FunctionDecl *kernel : kernels) {
    if (!options_.isProjectFile(kernel->getLocation()))
      continue;
    if (++instantiations_[simt::plainName(kernel)] > simt::maxKinds) // as many as are run
      continue;
    kernel_ = kernel;
    allSteps_ += steps_;
    steps_ = 0;
    beginKernel(kernel);
    Activation activation;
    activation.function = kernel;
    enter(activation);
    endKernel(kernel);
  }
}

const FunctionUses &DeviceWalk::usesOf(const FunctionDecl *function) {
  auto &slot = uses_[function];
  if (!slot)
    slot = std::make_unique<FunctionUses>(function->getBody());
  return *slot;
}

const FunctionDecl *DeviceWalk::entered(const Expr *expression) const {
  const FunctionDecl *function = nullptr;
  if (const auto *call = llvm::dyn_cast<CallExpr>(expression))
    function = call->getDirectCallee();
  else if (const auto *construct = llvm::dyn_cast<CXXConstructExpr>(expression))
    function = construct->getConstructor();
  const FunctionDecl *definition = nullptr;
  if (!function || !function->isDefined(definition) || !definition->getBody() ||
      definition->isDependentContext() || !options_.isProjectFile(definition->getLocation()))
    return nullptr;
  return definition;
}

void DeviceWalk::enter(const Activation &activation) {
  for (const Activation *outer = activation.caller; outer; outer = outer->caller)
    if (outer->function == activation.function)
      return;
  Activation inside = activation;
  walk(activation.function->getBody(), inside);
}

void DeviceWalk::walk(const Stmt *statement, Activation &activation) {
  ++steps_;
  if (steps_ > mostSteps || steps_ + allSteps_ > mostStepsOfFile)
    return;
  if (const auto *expr = llvm::dyn_cast<Expr>(statement)) {
    if (expr->isTypeDependent() || expr->isValueDependent())
      return;
    expression(expr, activation);
    if (const FunctionDecl *callee = entered(expr);
        callee && activation.depth < deepest && ++calls_[callee] <= mostCalls) {
      Activation inner;
      inner.function = callee;
      inner.caller = &activation;
      inner.call = expr;
      inner.depth = activation.depth + 1;
      enter(inner);
    }
  }
  if (const auto *branch = llvm::dyn_cast<IfStmt>(statement); branch && branch->isConstexpr()) {
    const std::optional<const Stmt *> taken = branch->getNondiscardedCase(context_);
    if (taken) {
      if (*taken)
        walk(*taken, activation);
      return;
    }
  }
  if (isLoop(statement)) {
    const llvm::SaveAndRestore notInSwitch(isInSwitch_, false);
    activation.loops.push_back(statement);
    loop(statement, activation);
    if (const auto *counted = llvm::dyn_cast<ForStmt>(statement)) {
      activation.loops.pop_back();
      if (counted->getInit())
        walk(counted->getInit(), activation);
      activation.loops.push_back(statement);
      for (const Stmt *child : {static_cast<const Stmt *>(counted->getCond()),
                                static_cast<const Stmt *>(counted->getInc()), counted->getBody()})
        if (child)
          walk(child, activation);
    } else {
      forExecuted(statement, [&](const Stmt *child) { walk(child, activation); });
    }
    activation.loops.pop_back();
    return;
  }
  const llvm::SaveAndRestore inSwitch(isInSwitch_, isInSwitch_ || llvm::isa<SwitchStmt>(statement));
  const auto *branch = llvm::dyn_cast<IfStmt>(statement);
  forExecuted(statement, [&](const Stmt *child) {
    if (branch && (child == branch->getThen() || child == branch->getElse()))
      walkSide(child, activation);
    else
      walk(child, activation);
  });
}

// A side that ends in `break` or `return` is executed once, whatever the loops around it.
void DeviceWalk::walkSide(const Stmt *side, Activation &activation) {
  const Stmt *last = side;
  while (const auto *compound = llvm::dyn_cast_or_null<CompoundStmt>(last))
    last = compound->body_empty() ? nullptr : compound->body_back();
  const auto around = activation.loops;
  if (llvm::isa_and_nonnull<ReturnStmt>(last))
    activation.loops.clear();
  else if (llvm::isa_and_nonnull<BreakStmt>(last) && !isInSwitch_ && !activation.loops.empty())
    activation.loops.pop_back();
  walk(side, activation);
  activation.loops = around;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

std::optional<std::int64_t> DeviceWalk::constant(const Expr *expression) const {
  Expr::EvalResult result;
  if (!expression || expression->isValueDependent() ||
      !expression->getType()->isIntegralOrEnumerationType() ||
      !expression->EvaluateAsInt(result, context_) || result.HasSideEffects)
    return std::nullopt;
  return result.Val.getInt().tryExtValue(); // nothing of what no 64 bits hold
}

std::optional<std::int64_t> DeviceWalk::constantTrips(const Stmt *loop, bool fromNowhere) {
  const auto *counted = llvm::dyn_cast<ForStmt>(loop);
  const auto *condition =
      counted ? llvm::dyn_cast_or_null<BinaryOperator>(
                    counted->getCond() ? counted->getCond()->IgnoreParenImpCasts() : nullptr)
              : nullptr;
  if (!condition || !condition->isRelationalOp())
    return std::nullopt;
  const VarDecl *counter = variableOf(condition->getLHS());
  const auto bound = constant(condition->getRHS());
  std::optional<std::int64_t> start;
  if (const auto *declaration = llvm::dyn_cast_or_null<DeclStmt>(counted->getInit());
      declaration && counter && llvm::is_contained(declaration->decls(), counter))
    start = constant(counter->getInit());
  else if (const auto *assignment = llvm::dyn_cast_or_null<BinaryOperator>(counted->getInit());
           assignment && counter && variableOf(assignment->getLHS()) == counter)
    start = constant(assignment->getRHS());
  if (!counter || !bound || (!start && !fromNowhere) || !counted->getInc())
    return std::nullopt;
  std::optional<std::int64_t> step;
  const Expr *increment = counted->getInc()->IgnoreParenImpCasts();
  if (const auto *unary = llvm::dyn_cast<UnaryOperator>(increment);
      unary && unary->isIncrementDecrementOp() && variableOf(unary->getSubExpr()) == counter)
    step = unary->isIncrementOp() ? 1 : -1;
  else if (const auto *sum = llvm::dyn_cast<CompoundAssignOperator>(increment);
           sum && variableOf(sum->getLHS()) == counter) {
    step = constant(sum->getRHS());
    if (sum->getOpcode() == BO_SubAssign && step)
      step = llvm::checkedSub<std::int64_t>(0, *step);
    else if (sum->getOpcode() == BO_ShrAssign || sum->getOpcode() == BO_ShlAssign ||
             sum->getOpcode() == BO_MulAssign || sum->getOpcode() == BO_DivAssign)
      return 32; // doubles or halves: a few dozen at most
    else if (sum->getOpcode() != BO_AddAssign)
      step.reset();
  }
  if (!step || *step == 0)
    return std::nullopt;
  const bool isUp = condition->getOpcode() == BO_LT || condition->getOpcode() == BO_LE;
  if (isUp != (*step > 0))
    return std::nullopt;
  if (!start && !isUp)
    return std::nullopt;
  start = start.value_or(0);
  const bool isClosed = condition->getOpcode() == BO_LE || condition->getOpcode() == BO_GE;
  auto distance = isUp ? llvm::checkedSub(*bound, *start) : llvm::checkedSub(*start, *bound);
  if (distance)
    distance = llvm::checkedAdd<std::int64_t>(*distance, isClosed ? 1 : 0);
  const auto stride = isUp ? step : llvm::checkedSub<std::int64_t>(0, *step);
  if (!distance || !stride)
    return std::nullopt;
  return *distance <= 0 ? 0 : (*distance - 1) / *stride + 1;
}

bool DeviceWalk::mentionsGrid(const Expr *expression, const Activation &activation,
                              unsigned depth) {
  if (!expression || depth == 0)
    return false;
  if (llvm::isa<PseudoObjectExpr>(expression)) // gridDim.x, by Clang's headers
    return llvm::StringRef(text(expression->getSourceRange())).starts_with("gridDim");
  if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expression)) {
    const NamedDecl *named = reference->getDecl();
    if (named->getDeclName().isIdentifier() && named->getName() == "gridDim")
      return true;
    const auto *variable = llvm::dyn_cast<VarDecl>(named);
    if (const auto *parameter = llvm::dyn_cast_or_null<ParmVarDecl>(variable);
        parameter && activation.caller)
      return mentionsGrid(activation.argument(parameter), *activation.caller, depth - 1);
    return variable && variable->hasLocalStorage() && variable->getInit() &&
           mentionsGrid(variable->getInit(), activation, depth - 1);
  }
  if (const FunctionDecl *callee = entered(expression)) {
    // A helper that computes the stride.
    if (const auto *block = llvm::dyn_cast<CompoundStmt>(callee->getBody()))
      for (const Stmt *statement : block->body())
        if (const auto *result = llvm::dyn_cast<ReturnStmt>(statement);
            result && mentionsGrid(result->getRetValue(), activation, depth - 1))
          return true;
  }
  bool found = false;
  forExecuted(expression, [&](const Stmt *child) {
    if (const auto *part = llvm::dyn_cast<Expr>(child))
      found = found || mentionsGrid(part, activation, depth);
  });
  if (const auto *call = llvm::dyn_cast<CallExpr>(expression); call && !found)
    if (const FunctionDecl *callee = call->getDirectCallee();
        callee && callee->getDeclName().isIdentifier())
      found = callee->getName().contains_insensitive("grid"); // grid.size(), gridStride()
  return found;
}

/// Does it depend on where the block stands?
static bool namesBlock(const Stmt *part) {
  if (const auto *property = llvm::dyn_cast<PseudoObjectExpr>(part))
    part = property->getSyntacticForm();
  if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(part))
    return reference->getDecl()->getDeclName().isIdentifier() &&
           reference->getDecl()->getName() == "blockIdx";
  if (const auto *property = llvm::dyn_cast<MSPropertyRefExpr>(part))
    return namesBlock(property->getBaseExpr());
  if (const auto *opaque = llvm::dyn_cast<OpaqueValueExpr>(part))
    return opaque->getSourceExpr() && namesBlock(opaque->getSourceExpr());
  return llvm::any_of(part->children(),
                      [](const Stmt *child) { return child && namesBlock(child); });
}

bool DeviceWalk::isOverGrid(const Stmt *loop, const Activation &activation) {
  const Expr *condition = conditionOf(loop);
  if (llvm::isa<CXXForRangeStmt>(loop))
    return true; // a range of indices, as the project's own helpers make it
  if (!condition)
    return false;
  const FunctionUses &uses = usesOf(activation.function);
  bool over = false;
  std::function<void(const Stmt *)> visit = [&](const Stmt *part) {
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(part))
      if (const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl()))
        if (const VariableUse *use = uses.find(variable))
          for (const Write &write : use->writes)
            over = over || (llvm::is_contained(write.loops, loop) && write.value &&
                            mentionsGrid(write.value, activation, 6));
    forExecuted(part, visit);
  };
  visit(condition);
  // `for (z = blockIdx.z; z < n; z += 65535)`
  const auto *counted = llvm::dyn_cast<ForStmt>(loop);
  const auto *step =
      counted && counted->getInc()
          ? llvm::dyn_cast<CompoundAssignOperator>(counted->getInc()->IgnoreParenImpCasts())
          : nullptr;
  const VarDecl *counter = step ? variableOf(step->getLHS()) : nullptr;
  return over || (counter && counter->getInit() && namesBlock(counter->getInit()));
}

namespace {

/// Where a compare-and-swap, or the exchange that takes a lock, is done; null: it is none.
const Expr *placeOfSwap(const Stmt *part) {
  const auto *call = llvm::dyn_cast<CallExpr>(part);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->getDeclName().isIdentifier())
    return nullptr;
  const llvm::StringRef name = callee->getName();
  if (const auto *member = llvm::dyn_cast<CXXMemberCallExpr>(call))
    return name.starts_with("compare_exchange") ? member->getImplicitObjectArgument() : nullptr;
  const bool isSwap = name.contains_insensitive("atomicCAS") || name.starts_with("atomicExch") ||
                      name.contains_insensitive("compare_exchange");
  return isSwap && call->getNumArgs() > 0 ? call->getArg(0) : nullptr;
}

/// The first swap within; loops within another statement have their own.
const Stmt *swapIn(const Stmt *part) {
  if (placeOfSwap(part))
    return part;
  const Stmt *found = nullptr;
  forExecuted(part, [&](const Stmt *child) {
    if (!found && !isLoop(child))
      found = swapIn(child);
  });
  return found;
}

bool leaves(const Stmt *side) {
  while (const auto *compound = llvm::dyn_cast_or_null<CompoundStmt>(side))
    side = compound->body_empty() ? nullptr : compound->body_back();
  return llvm::isa_and_nonnull<BreakStmt, ReturnStmt>(side);
}

/// Variables that an expression names.
void namedIn(const Stmt *part, llvm::SmallPtrSetImpl<const VarDecl *> &names) {
  if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(part))
    if (const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl()))
      names.insert(variable);
  forExecuted(part, [&](const Stmt *child) { namedIn(child, names); });
}

/// Conditions that end a loop, with those of `if (…) break;` in it, and of `if (…) done = true;`
/// where the loop's own asks for `done`.
void endsOf(const Stmt *part, const llvm::SmallPtrSetImpl<const VarDecl *> &asked,
            llvm::SmallVectorImpl<const Expr *> &ends) {
  if (const auto *branch = llvm::dyn_cast<IfStmt>(part)) {
    bool tells = leaves(branch->getThen()) || (branch->getElse() && leaves(branch->getElse()));
    std::function<void(const Stmt *)> visit = [&](const Stmt *inner) {
      const auto *assignment = llvm::dyn_cast<BinaryOperator>(inner);
      const VarDecl *variable = assignment && assignment->getOpcode() == BO_Assign
                                    ? variableOf(assignment->getLHS())
                                    : nullptr;
      tells = tells || (variable && asked.contains(variable));
      forExecuted(inner, visit);
    };
    visit(branch->getThen());
    if (tells)
      ends.push_back(branch->getCond());
  }
  forExecuted(part, [&](const Stmt *child) {
    if (!isLoop(child))
      endsOf(child, asked, ends);
  });
}

} // namespace

bool DeviceWalk::isRetry(const Stmt *loop, const Activation &activation) {
  if (const auto known = retries_.find(loop); known != retries_.end())
    return known->second;
  const bool is = isRetryUncached(loop, activation);
  retries_[loop] = is;
  return is;
}

bool DeviceWalk::isRetryUncached(const Stmt *loop, const Activation &activation) {
  const Expr *condition = conditionOf(loop);
  // A loop that counts does something for each number.
  if (const auto *counted = llvm::dyn_cast<ForStmt>(loop);
      llvm::isa<CXXForRangeStmt>(loop) || (counted && counted->getCond() && counted->getInc()))
    return false;
  llvm::SmallVector<const Expr *, 4> ends;
  llvm::SmallPtrSet<const VarDecl *, 4> asked;
  if (condition) {
    ends.push_back(condition);
    namedIn(condition, asked);
  }
  const FunctionUses &uses = usesOf(activation.function);
  if (const Stmt *body = bodyOf(loop))
    endsOf(body, asked, ends);
  const HotLoop around{&activation, loop, std::nullopt};
  auto isOfOnePlace = [&](const Stmt *swap) {
    return swap && variance(placeOfSwap(swap), activation, around) != Variance::Varying;
  };
  return llvm::any_of(ends, [&](const Expr *end) {
    if (isOfOnePlace(swapIn(end)))
      return true;
    llvm::SmallPtrSet<const VarDecl *, 4> names;
    namedIn(end, names);
    return llvm::any_of(names, [&](const VarDecl *variable) {
      const VariableUse *use = uses.find(variable);
      if (!use)
        return false;
      if (variable->getInit() && llvm::is_contained(use->loops, loop) &&
          isOfOnePlace(swapIn(variable->getInit())))
        return true;
      return llvm::any_of(use->writes, [&](const Write &write) {
        return write.value && llvm::is_contained(write.loops, loop) &&
               isOfOnePlace(swapIn(write.value));
      });
    });
  });
}

std::optional<DeviceWalk::HotLoop> DeviceWalk::hotLoop(const Activation &activation,
                                                       std::int64_t fewest) {
  for (const Activation *at = &activation; at; at = at->caller)
    for (const Stmt *loop : llvm::reverse(at->loops)) {
      const auto trips = constantTrips(loop);
      const auto most = trips ? trips : constantTrips(loop, /*fromNowhere=*/true);
      if ((most && *most < fewest) || isOverGrid(loop, *at) || isRetry(loop, *at))
        continue;
      return HotLoop{at, loop, trips};
    }
  return std::nullopt;
}

Variance DeviceWalk::variance(const Expr *expression, const Activation &activation,
                              const HotLoop &loop, unsigned depth) {
  if (!expression || depth == 0)
    return Variance::Unknown;
  expression = expression->IgnoreParenImpCasts();
  if (expression->isValueDependent())
    return Variance::Unknown;
  if (const auto *property = llvm::dyn_cast<PseudoObjectExpr>(expression))
    return property->getResultExpr() ? Variance::Invariant : Variance::Unknown; // threadIdx.x
  if (constant(expression) || llvm::isa<FloatingLiteral>(expression))
    return Variance::Invariant;
  if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expression)) {
    const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
    if (!variable)
      return Variance::Unknown;
    const llvm::StringRef name =
        variable->getDeclName().isIdentifier() ? variable->getName() : llvm::StringRef();
    if (variable->hasGlobalStorage())
      return variable->getType().isConstQualified() || variable->hasAttr<CUDAConstantAttr>() ||
                     name == "threadIdx" || name == "blockIdx" || name == "blockDim" ||
                     name == "gridDim" || name == "warpSize"
                 ? Variance::Invariant
                 : Variance::Unknown;
    const FunctionUses &uses = usesOf(activation.function);
    const bool isHere = loop.activation == &activation;
    if (const auto *parameter = llvm::dyn_cast<ParmVarDecl>(variable); parameter && !isHere) {
      if (uses.isWritten(variable) || !activation.caller)
        return Variance::Unknown;
      return variance(activation.argument(parameter), *activation.caller, loop, depth - 1);
    }
    const VariableUse *use = uses.find(variable);
    if (use && use->escapes)
      return Variance::Unknown;
    if (!isHere) { // of a function that the loop calls
      if (use && use->writes.empty() && variable->getInit())
        return variance(variable->getInit(), activation, loop, depth - 1);
      return Variance::Unknown;
    }
    if (uses.isWrittenIn(variable, loop.loop))
      return Variance::Varying;
    if (use && llvm::is_contained(use->loops, loop.loop))
      return variable->getInit() && use->writes.empty()
                 ? variance(variable->getInit(), activation, loop, depth - 1)
                 : Variance::Unknown;
    return Variance::Invariant;
  }
  if (const auto *member = llvm::dyn_cast<MemberExpr>(expression)) {
    const Variance base = variance(member->getBase(), activation, loop, depth - 1);
    return member->isArrow() && base == Variance::Invariant ? Variance::Unknown : base;
  }
  if (llvm::isa<CXXThisExpr>(expression))
    return Variance::Unknown;
  Variance result = Variance::Invariant;
  auto add = [&](const Expr *part) {
    const Variance one = variance(part, activation, loop, depth - 1);
    if (one == Variance::Varying || (one == Variance::Unknown && result == Variance::Invariant))
      result = one;
  };
  bool isOpen = false; // of memory, or of what a call gives, nothing is known but that
  const auto *unary = llvm::dyn_cast<UnaryOperator>(expression);
  isOpen = llvm::isa<ArraySubscriptExpr>(expression) || (unary && unary->getOpcode() == UO_Deref) ||
           (llvm::isa<CallExpr>(expression) && mathName(expression, options_).empty());
  if (unary && unary->isIncrementDecrementOp())
    return Variance::Varying;
  forExecuted(expression, [&](const Stmt *child) {
    if (const auto *part = llvm::dyn_cast<Expr>(child);
        part && !part->getType()->isFunctionType() && !part->getType()->isFunctionPointerType())
      add(part);
  });
  return isOpen && result == Variance::Invariant ? Variance::Unknown : result;
}

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

std::string DeviceWalk::text(SourceRange range) const {
  const SourceManager &sources = context_.getSourceManager();
  const CharSourceRange whole = sources.getExpansionRange(range);
  const SourceLocation begin = sources.getFileLoc(range.getBegin());
  const SourceLocation end = sources.getFileLoc(range.getEnd());
  const bool isPlain = sources.getFileID(begin) == sources.getFileID(end) &&
                       sources.getFileOffset(begin) <= sources.getFileOffset(end);
  const llvm::StringRef raw =
      Lexer::getSourceText(isPlain ? CharSourceRange::getTokenRange(begin, end) : whole, sources,
                           context_.getLangOpts());
  std::string result;
  for (const char c : raw)
    if (!std::isspace(static_cast<unsigned char>(c)))
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  constexpr std::size_t longest = 80;
  if (result.size() > longest)
    result = result.substr(0, longest) + "…";
  return result;
}

// What begins in one macro and ends in another, or outside, stands where the macros are used.
SourceRange DeviceWalk::placeOf(SourceRange range) const {
  const SourceManager &sources = context_.getSourceManager();
  if (!range.getBegin().isMacroID() && !range.getEnd().isMacroID())
    return range;
  const CharSourceRange begin = sources.getExpansionRange(range.getBegin());
  const CharSourceRange end = sources.getExpansionRange(range.getEnd());
  const bool isOneMacro = begin.getBegin() == end.getBegin() && begin.getEnd() == end.getEnd();
  return isOneMacro ? range : SourceRange(begin.getBegin(), end.getEnd());
}

Site *DeviceWalk::addSite(SourceRange whole, const std::string &op, const char *problem) {
  const SourceRange range = placeOf(whole);
  if (!options_.isProjectFile(range.getBegin()))
    return nullptr;
  SourceSpan span = simt::spanOf(context_, range, options_.displayPath);
  if (span.line == 0 || !seen_.insert({span.file, span.line, span.column, problem}).second)
    return nullptr;
  Site &site = sites.emplace_back();
  site.kind = SiteKind::Arithmetic;
  site.span = std::move(span);
  site.statement = {site.span.line, site.span.endLine};
  site.kernel = simt::plainName(kernel_);
  site.op = op;
  site.expr = simt::writtenText(context_, range);
  site.uses = simt::usesOf(context_, range, range, options_.displayPath);
  for (const Use &use : site.uses)
    site.notes.push_back({use.span, "through the macro used here"});
  site.evidence["problem"] = std::string(problem);
  return &site;
}

llvm::StringRef mathName(const Expr *expression, const Options &options) {
  const auto *call = llvm::dyn_cast<CallExpr>(expression);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->getDeclName().isIdentifier() || llvm::isa<CXXMethodDecl>(callee) ||
      options.isProjectFile(callee->getLocation()))
    return {};
  const DeclContext *space = callee->getDeclContext()->getEnclosingNamespaceContext();
  if (!space->isTranslationUnit() && !space->isStdNamespace()) {
    const auto *named = llvm::dyn_cast<NamespaceDecl>(space);
    const auto *outer = named ? named->getParent()->getEnclosingNamespaceContext() : nullptr;
    const bool isCudaStd = named && (named->getName() == "std" || named->isInline() ||
                                     named->getName().starts_with("__"));
    if (!isCudaStd && !(outer && outer->isStdNamespace()))
      return {};
  }
  return callee->getName();
}

} // namespace warplint::compute
