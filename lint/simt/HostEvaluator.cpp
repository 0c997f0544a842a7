//===- HostEvaluator.cpp - abstract evaluation of host code: statements ---===//

#include "lint/simt/HostEvaluator.h"

#include "clang/AST/ASTLambda.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

namespace warplint::simt::host {
namespace {

using namespace clang;

/// Trips of a loop that launches: enough to see the block sizes of a benchmark,
/// or a size that is halved until it is one.
constexpr unsigned maxLaunchingTrips = 40;
constexpr std::uint64_t maxShortLoopSteps = 1000;
/// Trips and steps of any other loop: enough for the next power of two.
constexpr unsigned maxTrips = 2048;
constexpr std::uint64_t maxLoopSteps = 4000;
/// Depth of C++ recursion here; a frame of ours takes some hundred bytes.
constexpr unsigned maxNesting = 400;

bool contains(const Stmt &statement, llvm::function_ref<bool(const Stmt &)> wanted) {
  llvm::SmallVector<const Stmt *> open{&statement};
  while (!open.empty()) {
    const Stmt *next = open.pop_back_val();
    if (wanted(*next))
      return true;
    for (const Stmt *child : next->children())
      if (child)
        open.push_back(child);
  }
  return false;
}

} // namespace

HostEvaluator::HostEvaluator(ASTContext &context, const HostProgram &program, LaunchHandler handler,
                             llvm::ArrayRef<SourceLocation> errors)
    : context_(context), program_(program), handler_(std::move(handler)),
      errors_(errors.begin(), errors.end()) {}

std::uint64_t HostEvaluator::runRoot(const FunctionDecl &function, std::uint64_t steps) {
  cells_.clear();
  journal_.clear();
  touched_.clear();
  path_.clear();
  scopes_.clear();
  globals_.clear();
  knowledge_.restore(0);
  frame_ = nullptr;
  callDepth_ = nesting_ = dead_ = quiet_ = 0;
  stopped_ = false;
  steps_ = steps;
  isMain_ = function.isMain();
  std::vector<Argument> arguments;
  Frame ofCaller; // whoever that is, who hands over what the function has for defaults
  frame_ = &ofCaller;
  ofCaller.result = newCell(pool_.integer(0), {});
  for (const ParmVarDecl *parameter : function.parameters()) {
    std::string why = "nothing in this file calls `" + function.getNameAsString() + "`";
    Origin origin = isMain_ ? Origin::Input : Origin::Parameter;
    Argument argument;
    argument.value = pool_.symbol(origin, isMain_ ? "it comes from the command line" : why,
                                  parameter->getLocation());
    if (parameter->hasDefaultArg() && !parameter->hasUnparsedDefaultArg() &&
        !parameter->hasUninstantiatedDefaultArg())
      argument.value = pool_.bound(evaluate(parameter->getDefaultArg()), true, origin, why,
                                   parameter->getLocation());
    arguments.push_back(argument);
  }
  frame_ = nullptr;
  Callee callee{&function, std::nullopt, nullptr};
  enter(function, callee, arguments, nullptr);
  if (isMain_)
    for (auto [variable, cell] : globals_)
      if (program_.modifiedGlobals.contains(variable))
        globalsAfterMain_[variable] = cells_[cell].value;
  return steps - steps_;
}

void HostEvaluator::runLaunch(const Expr &launch) {
  Frame frame;
  frame_ = &frame;
  frame.result = newCell(pool_.integer(0), {});
  steps_ = 2000;
  evaluate(&launch);
  frame_ = nullptr;
}

//===----------------------------------------------------------------------===//
// Scopes and the journal of changes
//===----------------------------------------------------------------------===//

void HostEvaluator::openScope(Scope &scope, std::initializer_list<ExitKind> kinds) {
  for (ExitKind kind : kinds)
    scope.takes[static_cast<unsigned>(kind)] = true;
  scope.journal = journal_.size();
  scope.path = path_.size();
  scope.knowledge = knowledge_.mark();
  scopes_.push_back(&scope);
}

/// Joins the paths that left the scope with the one that fell through.
/// Returns whether any of them goes on.
bool HostEvaluator::closeScope(Scope &scope, bool falls, bool once) {
  scopes_.pop_back();
  if (once && scope.exits.empty())
    return falls; // and what was learnt in it holds behind it
  path_.resize(scope.path);
  knowledge_.restore(scope.knowledge);
  if (scope.exits.empty())
    return falls;
  Changes result;
  if (falls) {
    result = changesSince(scope.journal);
  } else {
    result = std::move(scope.exits.back().changes);
    scope.exits.pop_back();
  }
  rollBack(scope.journal);
  apply(result);
  for (const Exit &exit : llvm::reverse(scope.exits)) {
    Changes current = changesSince(scope.journal);
    rollBack(scope.journal);
    join(exit.condition, exit.changes, current);
  }
  return true;
}

bool HostEvaluator::leave(ExitKind kind) {
  if (dead_ != 0)
    return false;
  for (Scope *scope : llvm::reverse(scopes_)) {
    if (!scope->takes[static_cast<unsigned>(kind)])
      continue;
    scope->exits.push_back({kind, changesSince(scope->journal), pathCondition(scope->path)});
    break;
  }
  return false;
}

Value HostEvaluator::pathCondition(std::size_t from) {
  Value condition = pool_.integer(1);
  for (std::size_t i = from; i < path_.size(); ++i)
    condition = pool_.conjunction(condition, path_[i]);
  return condition;
}

HostEvaluator::Changes HostEvaluator::changesSince(std::size_t mark) const {
  Changes changes;
  for (std::size_t i = mark; i < journal_.size(); ++i)
    changes[journal_[i].first] = cells_[journal_[i].first];
  return changes;
}

void HostEvaluator::rollBack(std::size_t mark) {
  for (; journal_.size() > mark; journal_.pop_back())
    cells_[journal_.back().first] = journal_.back().second;
}

void HostEvaluator::dropCells(std::size_t mark, unsigned cells, Value result) {
  const auto isOwn = [cells](const auto &change) { return change.first >= cells; };
  const auto changes = llvm::drop_begin(journal_, mark);
  if (result->reach > cells || llvm::any_of(changes, [&](const auto &change) {
        return !isOwn(change) && cells_[change.first].value->reach > cells;
      }))
    return;
  journal_.erase(
      std::remove_if(journal_.begin() + static_cast<std::ptrdiff_t>(mark), journal_.end(), isOwn),
      journal_.end());
}

void HostEvaluator::apply(const Changes &changes) {
  for (const auto &[cell, content] : changes)
    writeCell(cell, content.value, content.assigned);
}

void HostEvaluator::join(Value condition, const Changes &ifTrue, const Changes &ifFalse) {
  Changes joined = ifFalse;
  for (const auto &[cell, content] : ifTrue) {
    auto other = ifFalse.find(cell);
    const Cell &otherwise = other == ifFalse.end() ? cells_[cell] : other->second;
    joined[cell] = {pool_.select(condition, content.value, otherwise.value), content.assigned};
  }
  for (const auto &[cell, content] : ifFalse)
    if (!ifTrue.contains(cell))
      joined[cell].value = pool_.select(condition, cells_[cell].value, content.value);
  apply(joined);
}

unsigned HostEvaluator::newCell(Value value, SourceLocation assigned) {
  cells_.push_back({value, assigned});
  return cells_.size() - 1;
}

void HostEvaluator::writeCell(unsigned cell, Value value, SourceLocation assigned) {
  journal_.emplace_back(cell, cells_[cell]);
  touched_.emplace_back(cell, value);
  cells_[cell] = {value, assigned};
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

namespace {

/// do { … } while (0), as macros have it.
bool isNeverAgain(const DoStmt &loop) {
  const Expr *condition = loop.getCond()->IgnoreParenImpCasts();
  const auto *number = dyn_cast<IntegerLiteral>(condition);
  const auto *word = dyn_cast<CXXBoolLiteralExpr>(condition);
  return (number && number->getValue() == 0) || (word && !word->getValue());
}

} // namespace

bool HostEvaluator::run(const Stmt *statement) {
  if (!statement || !spend() || nesting_ > maxNesting)
    return true;
  ++nesting_;
  auto leaveNesting = llvm::make_scope_exit([&] { --nesting_; });
  if (const auto *expression = dyn_cast<Expr>(statement)) {
    stopped_ = false;
    evaluate(expression);
    return !std::exchange(stopped_, false);
  }
  switch (statement->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    return runCompound(*cast<CompoundStmt>(statement));
  case Stmt::DeclStmtClass:
    for (const Decl *declaration : cast<DeclStmt>(statement)->decls())
      runDeclaration(*declaration);
    return !std::exchange(stopped_, false);
  case Stmt::IfStmtClass:
    return runIf(*cast<IfStmt>(statement));
  case Stmt::SwitchStmtClass:
    return runSwitch(*cast<SwitchStmt>(statement));
  case Stmt::ForStmtClass:
    return runFor(*cast<ForStmt>(statement));
  case Stmt::CXXForRangeStmtClass:
    return runRangeFor(*cast<CXXForRangeStmt>(statement));
  case Stmt::WhileStmtClass: {
    const auto &loop = *cast<WhileStmt>(statement);
    return runLoop({&loop, loop.getConditionVariable(), loop.getCond(), nullptr, loop.getBody()},
                   cells_.size());
  }
  case Stmt::DoStmtClass: {
    const auto &loop = *cast<DoStmt>(statement);
    if (isNeverAgain(loop)) {
      Scope scope;
      openScope(scope, {ExitKind::Break, ExitKind::Continue});
      const bool falls = run(loop.getBody());
      return closeScope(scope, falls, /*once=*/true);
    }
    return runLoop({&loop, nullptr, loop.getCond(), nullptr, loop.getBody(), true}, cells_.size());
  }
  case Stmt::ReturnStmtClass:
    return runReturn(*cast<ReturnStmt>(statement));
  case Stmt::BreakStmtClass:
    return leave(ExitKind::Break);
  case Stmt::ContinueStmtClass:
    return leave(ExitKind::Continue);
  case Stmt::CXXTryStmtClass:
    return runTry(*cast<CXXTryStmt>(statement));
  case Stmt::LabelStmtClass:
    return run(cast<LabelStmt>(statement)->getSubStmt());
  case Stmt::AttributedStmtClass:
    return run(cast<AttributedStmt>(statement)->getSubStmt());
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return run(cast<SwitchCase>(statement)->getSubStmt());
  default:
    // goto: rare; going on as if it were not there finds the launches behind it.
    return true;
  }
}

bool HostEvaluator::runCompound(const CompoundStmt &compound) {
  std::size_t index = 0;
  for (const Stmt *statement : compound.body()) {
    passLeftOut(compound, index++);
    if (!run(statement))
      return false;
  }
  passLeftOut(compound, index);
  return true;
}

void HostEvaluator::passLeftOut(const CompoundStmt &compound, std::size_t index) {
  if (errors_.empty())
    return;
  const SourceManager &sources = context_.getSourceManager();
  const auto [known, isNew] = leftOut_.try_emplace(&compound);
  if (isNew)
    known->second = leftOutOf(compound, errors_, sources);
  for (const LeftOut &left : known->second)
    if (left.index == index)
      forgetVariables(writtenIn(left, sources, context_.getLangOpts()), left.error);
}

void HostEvaluator::forgetVariables(const std::map<std::string, Written> &written,
                                    SourceLocation location) {
  constexpr llvm::StringLiteral why = "a statement that could not be understood may have set it";
  const auto forgetOne = [&](const ValueDecl &variable, const Place &place) {
    const auto found = written.find(variable.getNameAsString());
    if (found == written.end() || found->second == Written::No)
      return;
    const QualType type = variable.getType().getNonReferenceType();
    if (found->second == Written::IfAnObject && !type->isArrayType() && !type->isRecordType())
      return;
    const bool leads = found->second == Written::WhatItLeadsTo && type->isPointerType();
    const Value held = leads ? read(place) : nullptr;
    if (!leads)
      forget(place, why, location, Origin::Other);
    else if (held->kind == ValueKind::Pointer)
      forget(held->place, why, location, Origin::Other);
  };
  const auto variables = frame_->variables;
  for (const auto &[variable, place] : variables)
    forgetOne(*variable, place);
  const auto globals = globals_;
  for (const auto &[variable, cell] : globals)
    forgetOne(*variable, {cell, {}});
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(frame_->function);
  if (!method || !frame_->object)
    return;
  const Place object = *frame_->object;
  for (const FieldDecl *field : method->getParent()->fields()) {
    Place place = object;
    place.path.push_back({field, 0});
    forgetOne(*field, place);
  }
}

void HostEvaluator::runDeclaration(const Decl &declaration) {
  if (const auto *variable = dyn_cast<VarDecl>(&declaration))
    runVariable(*variable);
}

/// Clang keeps nothing of an initialiser with a name in it that nobody declares.
static bool isInitialisedInText(const VarDecl &variable) {
  const ASTContext &context = variable.getASTContext();
  const auto next = Lexer::findNextToken(variable.getLocation(), context.getSourceManager(),
                                         context.getLangOpts());
  return next && next->isOneOf(tok::equal, tok::l_paren, tok::l_brace);
}

void HostEvaluator::runVariable(const VarDecl &variable) {
  if (variable.isStaticLocal() || variable.hasExternalStorage())
    return; // made when it is first used
  const Expr *init = variable.getInit();
  SourceLocation location = variable.getLocation();
  if (variable.getType()->isReferenceType() && init) {
    std::optional<Place> place = locate(init);
    if (!place) {
      place = Place{newCell(evaluate(init), location), {}};
      if (init->isLValue() && !variable.getType()->getPointeeType().isConstQualified())
        forgetNamed(*init, location);
    }
    frame_->variables[&variable] = *place;
    return;
  }
  Value value = nullptr;
  // Of a template, whose instance makes a new one of it, as of `dim3 block(WARP, 4)`.
  const auto *made = dyn_cast_or_null<CXXConstructExpr>(init);
  const bool isLost =
      !errors_.empty() && made && made->getParenOrBraceRange().isInvalid() &&
      llvm::all_of(made->arguments(),
                   [](const Expr *argument) { return isa<CXXDefaultArgExpr>(argument); }) &&
      isInitialisedInText(variable);
  if (init && !isLost)
    value = evaluate(init);
  else if (const auto *record = variable.getType()->getAsCXXRecordDecl();
           record && !variable.isInvalidDecl() && record->getName() == "dim3" &&
           !isInitialisedInText(variable))
    value = defaultObject(*record, location);
  else
    value = pool_.symbol(Origin::Uninitialised, "nothing is assigned to it", location);
  if (!init && variable.getType()->isConstantArrayType())
    if (const ConstantArrayType *array = context_.getAsConstantArrayType(variable.getType());
        array->getSize().ule(64))
      value = pool_.array(llvm::SmallVector<Value>(array->getSize().getZExtValue(), value));
  frame_->variables[&variable] = {newCell(value, location), {}};
  if (const auto *decomposition = dyn_cast<DecompositionDecl>(&variable))
    for (const BindingDecl *binding : decomposition->bindings())
      if (const VarDecl *holder = binding->getHoldingVar())
        frame_->variables[holder] = {newCell(evaluateBinding(*binding), location), {}};
}

HostEvaluator::Branch HostEvaluator::runBranch(Value condition, bool truth,
                                               const std::function<bool()> &body, bool dead) {
  std::size_t journal = journal_.size(), path = path_.size(), known = knowledge_.mark();
  path_.push_back(truth ? condition : pool_.negation(condition));
  knowledge_.assume(condition, truth);
  dead_ += dead;
  Branch branch;
  branch.falls = body();
  dead_ -= dead;
  branch.changes = changesSince(journal);
  rollBack(journal);
  path_.resize(path);
  knowledge_.restore(known);
  return branch;
}

bool HostEvaluator::runIf(const IfStmt &statement) {
  if (statement.getInit())
    run(statement.getInit());
  if (const VarDecl *variable = statement.getConditionVariable())
    runVariable(*variable);
  Value condition = evaluate(statement.getCond());
  if (std::exchange(stopped_, false))
    return false;
  auto thenBody = [&] { return run(statement.getThen()); };
  auto elseBody = [&] { return run(statement.getElse()); };
  Known known = knowledge_.evaluate(condition);
  if (std::optional<bool> truth = known.truth(); truth && !known.assumed) {
    if (*truth ? statement.getElse() != nullptr : statement.getThen() != nullptr)
      runBranch(condition, !*truth, *truth ? std::function<bool()>(elseBody) : thenBody, true);
    return *truth ? thenBody() : elseBody();
  }
  Branch yes = runBranch(condition, true, thenBody, false);
  Branch no = runBranch(condition, false, elseBody, false);
  if (yes.falls && no.falls) {
    join(condition, yes.changes, no.changes);
    return true;
  }
  if (!yes.falls && !no.falls)
    return false;
  apply(yes.falls ? yes.changes : no.changes);
  path_.push_back(yes.falls ? condition : pool_.negation(condition));
  knowledge_.assume(condition, yes.falls);
  return true;
}

namespace {
/// A place in the body of a switch where control enters.
struct SwitchEntry {
  llvm::SmallVector<const CaseStmt *, 2> labels;
  bool isDefault = false;
  unsigned start = 0;
};

/// The statements of a switch, without their labels, and where they are entered.
struct SwitchBody {
  llvm::SmallVector<const Stmt *> statements;
  llvm::SmallVector<SwitchEntry> entries;

  explicit SwitchBody(const Stmt *body) {
    const auto *compound = dyn_cast_or_null<CompoundStmt>(body);
    if (!compound) {
      add(body);
      return;
    }
    for (const Stmt *statement : compound->body())
      add(statement);
  }
  void add(const Stmt *statement) {
    if (isa_and_nonnull<SwitchCase>(statement)) {
      SwitchEntry entry;
      entry.start = statements.size();
      while (const auto *label = dyn_cast_or_null<SwitchCase>(statement)) {
        if (const auto *one = dyn_cast<CaseStmt>(label))
          entry.labels.push_back(one);
        entry.isDefault |= isa<DefaultStmt>(label);
        statement = label->getSubStmt();
      }
      entries.push_back(std::move(entry));
    }
    statements.push_back(statement);
  }
};
} // namespace

bool HostEvaluator::runSwitch(const SwitchStmt &statement) {
  if (statement.getInit())
    run(statement.getInit());
  if (const VarDecl *variable = statement.getConditionVariable())
    runVariable(*variable);
  Value value = evaluate(statement.getCond());
  SwitchBody body(statement.getBody());
  Scope scope;
  openScope(scope, {ExitKind::Break});

  llvm::SmallVector<Value> conditions;
  Value any = pool_.integer(0);
  for (const SwitchEntry &entry : body.entries) {
    Value condition = pool_.integer(0);
    for (const CaseStmt *label : entry.labels) {
      Value low = evaluate(label->getLHS());
      Value matches = pool_.operation(Operator::Equal, {value, low});
      if (label->getRHS()) // GNU range; its ends say nothing exact
        matches = pool_.symbol(Origin::Other, "a range of cases", label->getCaseLoc());
      condition = pool_.operation(Operator::Or, {condition, matches});
    }
    conditions.push_back(condition);
    any = pool_.operation(Operator::Or, {any, condition});
  }
  bool hasDefault = false;
  for (auto [entry, condition] : llvm::zip_equal(body.entries, conditions)) {
    hasDefault |= entry.isDefault;
    Value entered = entry.isDefault
                        ? pool_.operation(Operator::Or, {condition, pool_.negation(any)})
                        : condition;
    Known known = knowledge_.evaluate(entered);
    bool dead = known.truth() == false && !known.assumed;
    auto run = [&, start = entry.start] {
      for (const Stmt *one : llvm::ArrayRef(body.statements).drop_front(start))
        if (!this->run(one))
          return false;
      return leave(ExitKind::Break);
    };
    // An entry that never matches still shows which specialisation goes with which value.
    runBranch(
        entered, true,
        [&] {
          if (dead && entry.labels.size() == 1 && !entry.isDefault)
            knowledge_.assumeEqual(value, evaluate(entry.labels[0]->getLHS()));
          return run();
        },
        dead);
  }
  if (!hasDefault && dead_ == 0)
    scope.exits.push_back({ExitKind::Break, changesSince(scope.journal), pool_.negation(any)});
  bool falls = dead_ != 0;
  return closeScope(scope, falls);
}

bool HostEvaluator::runTry(const CXXTryStmt &statement) {
  bool falls = run(statement.getTryBlock());
  for (unsigned i = 0; i < statement.getNumHandlers(); ++i) {
    Value thrown = pool_.symbol(Origin::Other, "an exception", statement.getTryLoc());
    Branch handler = runBranch(
        thrown, true, [&] { return run(statement.getHandler(i)->getHandlerBlock()); }, false);
    if (handler.falls)
      join(thrown, handler.changes, {});
    falls |= handler.falls;
  }
  return falls;
}

bool HostEvaluator::runReturn(const ReturnStmt &statement) {
  if (const Expr *result = statement.getRetValue()) {
    Value value = nullptr;
    // A reference is handed on as a pointer; see locate() of a call.
    if (frame_->function && frame_->function->getReturnType()->isReferenceType())
      if (std::optional<Place> place = locate(result))
        value = pool_.pointer(*place);
    if (!value)
      value = evaluate(result);
    if (std::exchange(stopped_, false))
      return false;
    writeCell(frame_->result, value, statement.getReturnLoc());
  }
  return leave(ExitKind::Return);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

bool HostEvaluator::runFor(const ForStmt &statement) {
  unsigned firstCell = cells_.size();
  if (statement.getInit())
    run(statement.getInit());
  return runLoop({&statement, statement.getConditionVariable(), statement.getCond(),
                  statement.getInc(), statement.getBody()},
                 firstCell);
}

Value HostEvaluator::loopCondition(const LoopParts &loop) {
  if (loop.conditionVariable)
    runVariable(*loop.conditionVariable);
  return loop.condition ? evaluate(loop.condition) : pool_.integer(1);
}

/// One run of the body and the increment. False: control does not come back to the condition.
bool HostEvaluator::runTrip(const LoopParts &loop) {
  Scope scope;
  openScope(scope, {ExitKind::Continue});
  bool falls = closeScope(scope, run(loop.body));
  if (falls && loop.increment)
    run(loop.increment);
  return falls;
}

bool HostEvaluator::changesOutside(std::size_t touched, unsigned firstCell) const {
  return llvm::any_of(llvm::ArrayRef(touched_).drop_front(touched),
                      [&](const auto &write) { return write.first < firstCell; });
}

bool HostEvaluator::returnsInside(const Stmt &statement) {
  auto [entry, isNew] = hasReturns_.try_emplace(&statement, false);
  if (isNew)
    entry->second = contains(statement, [](const Stmt &one) { return isa<ReturnStmt>(one); });
  return hasReturns_[&statement];
}

bool HostEvaluator::runLoop(const LoopParts &loop, unsigned firstCell) {
  unsigned cells = cells_.size();
  Scope scope;
  openScope(scope, {ExitKind::Break});
  std::size_t touched = touched_.size(), launches = launchesSeen_;
  std::uint64_t stepsBefore = steps_;
  bool finished = false, falls = true, assumed = false;
  unsigned trip = 0;
  for (;; ++trip) {
    if (!loop.bodyFirst || trip > 0) {
      Known known = knowledge_.evaluate(loopCondition(loop));
      std::optional<bool> truth = known.truth();
      assumed |= known.assumed;
      // A first test that may turn out otherwise keeps nobody out.
      finished = truth == false && !(trip == 0 && known.assumed);
      if (truth != true)
        break;
    }
    bool launched = launchesSeen_ != launches;
    std::size_t shapes = newShapes_;
    unsigned limit = dead_ != 0 ? 1 : launched ? maxLaunchingTrips : maxTrips;
    if (trip >= limit || steps_ == 0 || stepsBefore - steps_ > maxLoopSteps * (launched ? 4 : 1))
      break;
    falls = runTrip(loop);
    if (!falls) {
      finished = true;
      break;
    }
    launched = launchesSeen_ != launches;
    bool same = launched ? newShapes_ == shapes
                         : !changesOutside(touched, firstCell) && !returnsInside(*loop.body);
    // A short loop is run to its end even so: what it leaves may be launched after it.
    bool isShort = launched && stepsBefore - steps_ < maxShortLoopSteps;
    if (trip > 0 && same && !isShort && !loop.bodyFirst) {
      ++trip;
      break;
    }
  }
  if (finished && trip == 0 && falls && !loop.bodyFirst && loop.body) {
    // Never entered; there may be launches in it all the same.
    runBranch(pool_.integer(0), true, [&] { return runTrip(loop); }, true);
  } else if (!finished) {
    falls = runOtherTrips(loop, touched, cells, trip == 0, launches);
  }
  falls = closeScope(scope, falls);
  if (assumed && finished) {
    std::map<unsigned, Cell> changed = changesSince(scope.journal);
    for (const auto &[cell, content] : changed)
      if (cell < cells && content.value->kind != ValueKind::Symbol)
        writeCell(cell,
                  pool_.bound(content.value, true, Origin::Other, "a loop changes it",
                              loop.statement->getBeginLoc()),
                  content.assigned);
  }
  return falls;
}

/// All trips that were not run one by one.
bool HostEvaluator::runOtherTrips(const LoopParts &loop, std::size_t touched, unsigned cells,
                                  bool first, std::size_t launches) {
  Value again = nullptr;
  auto oneTrip = [&] {
    again = loopCondition(loop);
    runBranch(again, true, [&] { return runTrip(loop); }, false);
  };
  if (first)
    oneTrip(); // as it is on the first trip; shows what the loop changes
  forgetTouched(*loop.statement, touched, cells);
  if (launchesSeen_ != launches && steps_ != 0) {
    oneTrip();
    forgetTouched(*loop.statement, touched, cells);
  }
  Known forever = again ? knowledge_.evaluate(again) : Known{};
  return !(forever.truth() == true && !forever.assumed && again->isConcrete());
}

void HostEvaluator::forgetTouched(const Stmt &loop, std::size_t touched, unsigned cells) {
  std::map<unsigned, llvm::SmallVector<Value>> written;
  for (const auto &[cell, value] : llvm::ArrayRef(touched_).drop_front(touched))
    if (cell < cells)
      written[cell].push_back(value);
  std::size_t journal = scopes_.back()->journal;
  std::map<unsigned, Value> before;
  for (std::size_t i = journal; i < journal_.size(); ++i)
    before.try_emplace(journal_[i].first, journal_[i].second.value);
  for (const auto &[cell, values] : written) {
    auto found = before.find(cell);
    Value old = found == before.end() ? cells_[cell].value : found->second;
    Value after = afterLoop(old, values, loop.getBeginLoc());
    if (after != cells_[cell].value)
      writeCell(cell, after, cells_[cell].assigned);
  }
}

static bool leavesAreInputOr(Value value, Value before, Value &input, unsigned depth = 0) {
  if (value == before)
    return true;
  if (value->kind == ValueKind::Symbol && !value->rest &&
      (value->origin == Origin::Input || value->origin == Origin::Device)) {
    input = value;
    return true;
  }
  return depth < 8 && value->kind == ValueKind::Operation && value->op == Operator::Select &&
         leavesAreInputOr(value->operands[1], before, input, depth + 1) &&
         leavesAreInputOr(value->operands[2], before, input, depth + 1);
}

/// The value of a variable after a loop of which some trips were seen: `before`
/// or an input where the loop only reads options into it, else not known.
Value HostEvaluator::afterLoop(Value before, llvm::ArrayRef<Value> written,
                               SourceLocation location) {
  bool records = before->kind == ValueKind::Record && !before->function;
  for (Value value : written)
    records &= value->kind == ValueKind::Record && !value->function;
  if (records)
    return recordAfterLoop(before, written, location);
  Value input = nullptr;
  for (Value value : written) {
    if (!leavesAreInputOr(value, before, input) && knowledge_.evaluate(value).value == nullptr &&
        value->kind == ValueKind::Symbol && value->origin == Origin::Loop)
      continue; // what an earlier look at this loop made of it
    if (!leavesAreInputOr(value, before, input))
      return pool_.symbol(Origin::Loop, "a loop changes it", location);
  }
  if (!input)
    return before;
  return pool_.select(pool_.symbol(Origin::Other, "an option", location), input, before);
}

Value HostEvaluator::recordAfterLoop(Value before, llvm::ArrayRef<Value> written,
                                     SourceLocation location) {
  // Most writes change one field of many: the same values come again and again.
  llvm::MapVector<const FieldDecl *, llvm::SmallVector<Value>> values;
  for (Value one : written)
    for (auto [field, value] : llvm::zip_equal(one->fields, one->operands)) {
      llvm::SmallVector<Value> &list = values[field];
      if (list.empty() || list.back() != value)
        list.push_back(value);
    }
  Value result = before;
  for (auto &[field, list] : values) {
    Value old = pool_.field(before, field);
    if (llvm::all_of(list, [&, old = old](Value one) { return one == old; }))
      continue;
    result = pool_.withField(result, field, afterLoop(old, list, location));
  }
  return result;
}

bool HostEvaluator::runRangeFor(const CXXForRangeStmt &statement) {
  if (statement.getInit())
    run(statement.getInit());
  const VarDecl *variable = statement.getLoopVariable();
  const Expr *range = statement.getRangeInit();
  if (!variable || !range)
    return true;
  std::optional<Place> place = locate(range);
  Value all = place ? read(*place) : evaluate(range);
  unsigned cells = cells_.size();
  Scope scope;
  openScope(scope, {ExitKind::Break});
  std::size_t touched = touched_.size(), launches = launchesSeen_;
  LoopParts loop{&statement, nullptr, nullptr, nullptr, statement.getBody()};
  bool falls = true, whole = all->kind == ValueKind::Array;
  if (whole) {
    for (std::size_t i = 0; falls && i < all->operands.size(); ++i) {
      if (i >= maxLaunchingTrips && (launchesSeen_ != launches || i >= maxTrips)) {
        whole = false;
        break;
      }
      unsigned cell = newCell(all->operands[i], variable->getLocation());
      frame_->variables[variable] = {cell, {}};
      if (place && variable->getType()->isReferenceType()) {
        Place element = *place;
        element.path.push_back({nullptr, std::int64_t(i)});
        frame_->variables[variable] = element;
      }
      falls = runTrip(loop);
    }
  }
  if (!whole && falls) {
    frame_->variables[variable] = {
        newCell(pool_.symbol(Origin::Other, "it runs over a range", variable->getLocation()),
                variable->getLocation()),
        {}};
    runOtherTrips(loop, touched, cells, true, launches);
  }
  return closeScope(scope, falls);
}

} // namespace warplint::simt::host
