//===- HostLoops.cpp ------------------------------------------------------===//

#include "lint/usage/HostLoops.h"

#include "lint/simt/AstVisitor.h"
#include "lint/usage/HostExpressions.h"
#include "lint/usage/HostPlaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

namespace warplint::usage {

using namespace clang;

namespace {

/// More than a flag, a counter or a sum: copies of this size are what a loop is there for.
constexpr std::int64_t fewBytes = 64;

/// Also of a variable that nobody changes in the function.
std::optional<std::int64_t> constantOf(const HostProgram &program, const HostBody &body,
                                       const Expr *expression) {
  ASTContext &context = program.context();
  if (const auto known = integerOf(context, expression))
    return known;
  const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(stripped(expression));
  const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  if (!variable || !variable->hasLocalStorage() || !variable->getInit() ||
      llvm::isa<ParmVarDecl>(variable) || !body.function->getBody() ||
      program.changes().in(*body.function->getBody()).contains(variable))
    return std::nullopt;
  return integerOf(context, variable->getInit());
}

/// `for (int size : {64, 128})`, and what goes over an array.
std::optional<std::int64_t> elementsOf(ASTContext &context, const CXXForRangeStmt &loop) {
  const Expr *range = loop.getRangeInit();
  const Expr *listed = range ? stripped(range) : nullptr;
  if (const auto *list = llvm::dyn_cast_or_null<CXXStdInitializerListExpr>(listed))
    listed = stripped(list->getSubExpr());
  if (const auto *list = llvm::dyn_cast_or_null<InitListExpr>(listed))
    return list->getNumInits();
  if (const auto *array = range ? context.getAsConstantArrayType(range->getType()) : nullptr)
    return static_cast<std::int64_t>(array->getZExtSize());
  return std::nullopt;
}

std::optional<std::int64_t> tripsOf(const HostProgram &program, const HostBody &body,
                                    const Stmt &statement) {
  ASTContext &context = program.context();
  if (const auto *each = llvm::dyn_cast<CXXForRangeStmt>(&statement))
    return elementsOf(context, *each);
  const auto *loop = llvm::dyn_cast<ForStmt>(&statement);
  const auto *condition =
      loop ? llvm::dyn_cast_or_null<BinaryOperator>(stripped(loop->getCond())) : nullptr;
  if (!condition || !loop->getInit() || !loop->getInc())
    return std::nullopt;
  const Expr *start = nullptr;
  if (const auto *declaration = llvm::dyn_cast<DeclStmt>(loop->getInit());
      declaration && declaration->isSingleDecl()) {
    if (const auto *variable = llvm::dyn_cast<VarDecl>(declaration->getSingleDecl()))
      start = variable->getInit();
  } else if (const auto *assignment = llvm::dyn_cast<BinaryOperator>(loop->getInit());
             assignment && assignment->getOpcode() == BO_Assign) {
    start = assignment->getRHS();
  }
  const auto first = constantOf(program, body, start);
  const auto bound = constantOf(program, body, condition->getRHS());
  std::optional<std::int64_t> step;
  if (const auto *unary = llvm::dyn_cast<UnaryOperator>(stripped(loop->getInc())))
    step = unary->isIncrementOp() ? 1 : -1;
  else if (const auto *assignment =
               llvm::dyn_cast<CompoundAssignOperator>(stripped(loop->getInc()));
           assignment && assignment->getOpcode() == BO_AddAssign)
    step = integerOf(context, assignment->getRHS());
  constexpr std::int64_t large = std::int64_t{1} << 40;
  if (!first || !bound || !step || *step == 0 || std::abs(*first) > large ||
      std::abs(*bound) > large)
    return std::nullopt;
  std::int64_t distance = *bound - *first;
  switch (condition->getOpcode()) {
  case BO_LE:
  case BO_GE:
    distance += *step > 0 ? 1 : -1;
    break;
  case BO_LT:
  case BO_GT:
  case BO_NE:
    break;
  default:
    return std::nullopt;
  }
  const std::int64_t trips = (distance + (*step > 0 ? *step - 1 : *step + 1)) / *step;
  return std::max<std::int64_t>(trips, 0);
}

bool isClock(llvm::StringRef name) {
  static const llvm::StringSet<> clocks{"clock",
                                        "gettimeofday",
                                        "clock_gettime",
                                        "now",
                                        "time",
                                        "omp_get_wtime",
                                        "rtclock",
                                        "MPI_Wtime",
                                        "getTickCount",
                                        "seconds",
                                        "cpuSecond",
                                        "get_time",
                                        "wtime",
                                        "getTime",
                                        "tic",
                                        "toc",
                                        "wall_clock",
                                        "GetTickCount",
                                        "QueryPerformanceCounter",
                                        "__rdtsc"};
  return clocks.contains(name) || name.contains_insensitive("timer") ||
         name.contains_insensitive("stopwatch") || name.contains_insensitive("benchmark") ||
         name.contains_insensitive("profil");
}

/// `std::function` and its kin, which somebody has filled.
bool callsWhatItHolds(const FunctionDecl &function) {
  const auto *method = llvm::dyn_cast<CXXMethodDecl>(&function);
  return method && method->getOverloadedOperator() == OO_Call &&
         llvm::StringSwitch<bool>(method->getParent()->getName())
             .Cases("function", "move_only_function", "copyable_function", "function_ref", true)
             .Cases("reference_wrapper", "packaged_task", "_Bind", "_Bind_result", true)
             .Default(false);
}

/// Does nothing with what kernels have written.
bool isHarmless(const Operation &operation, const SourceManager &sources) {
  const llvm::StringRef name = operation.name;
  static const llvm::StringSet<> names{
      "printf", "fprintf", "puts", "fputs", "fflush", "exit",  "abort", "swap",         "min",
      "max",    "perror",  "abs",  "fabs",  "sqrt",   "sqrtf", "free",  "getenv",       "flush",
      "endl",   "putchar", "ceil", "ceilf", "floor",  "pow",   "log2",  "__assert_fail"};
  if (names.contains(name) || name.starts_with("cuda") || name.starts_with("__builtin"))
    return true;
  // Libraries that work on the device, by their handles.
  for (const llvm::StringRef library :
       {"cublas", "cufft", "curand", "cusparse", "cusolver", "cudnn", "nvtx"})
    if (name.starts_with(library))
      return true;
  if (operation.kind == Operation::Kind::Construct)
    return true;
  if (!operation.callee)
    return false;
  // It looks at the result of a call.
  if (llvm::any_of(operation.callee->parameters(), [](const ParmVarDecl *parameter) {
        const auto *type = parameter->getType()->getAs<EnumType>();
        return type && type->getDecl()->getName().starts_with("cudaError");
      }))
    return true;
  if (!sources.isInSystemHeader(operation.callee->getLocation()))
    return false;
  if (callsWhatItHolds(*operation.callee))
    return false;
  if (name.starts_with("operator"))
    return true;
  // Something of the language's library that is given no memory to work on.
  return llvm::none_of(operation.callee->parameters(), [](const ParmVarDecl *parameter) {
    return parameter->getType()->isPointerType() || parameter->getType()->isReferenceType() ||
           parameter->getType()->isDependentType();
  });
}

/// The variable or array of a function's own that a call is given to fill: `h`, `&h`, `h + 4`,
/// `&h[4]`, `&h.x`. Not those that hold pointers.
const DeclRefExpr *filledBy(const Expr *argument) {
  argument = argument ? stripped(argument) : nullptr;
  const auto *address = llvm::dyn_cast_or_null<UnaryOperator>(argument);
  const bool isAddress = address && address->getOpcode() == UO_AddrOf;
  const Expr *place = isAddress ? stripped(address->getSubExpr()) : argument;
  while (place) {
    if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(place))
      place = stripped(element->getBase());
    else if (const auto *member = llvm::dyn_cast<MemberExpr>(place); member && !member->isArrow())
      place = stripped(member->getBase());
    else if (const auto *sum = llvm::dyn_cast<BinaryOperator>(place); sum && sum->isAdditiveOp())
      place = stripped(sum->getLHS());
    else
      break;
  }
  const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(place);
  const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  if (!variable || !variable->hasLocalStorage() || variable->getType()->isReferenceType() ||
      !(isAddress || argument->getType()->isArrayType()))
    return nullptr;
  const Type *type = variable->getType().getTypePtr();
  return type->getBaseElementTypeUnsafe()->isPointerType() ? nullptr : reference;
}

/// Variables that are named, but where calls are given them to fill and in `sizeof`.
class NamedElsewhere : public simt::AstVisitor {
public:
  explicit NamedElsewhere(const llvm::DenseSet<const DeclRefExpr *> &filled) : filled_(filled) {}
  llvm::DenseSet<const ValueDecl *> found;

  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    if (!filled_.contains(reference))
      found.insert(reference->getDecl());
    return true;
  }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *, Queue *) override {
    return true;
  }

private:
  const llvm::DenseSet<const DeclRefExpr *> &filled_;
};

/// Does the host look at a variable or an array of its own that the loop brings something into?
/// Others are reached by pointers.
bool looksAtWhatIsBrought(const HostProgram &program, const HostLoop &loop) {
  llvm::DenseSet<const DeclRefExpr *> filled;
  llvm::DenseSet<const Stmt *> within{loop.statement};
  for (const Step &step : loop.steps) {
    const Operation &operation = *step.operation;
    if (const HostBody *called = program.entered(operation))
      within.insert(called->function->getBody());
    const auto *call = llvm::dyn_cast_or_null<CallExpr>(operation.expr);
    if (const auto copy = copyParameters(operation.name)) {
      if (const DeclRefExpr *target = filledBy(operation.argument(copy->destination)))
        filled.insert(target);
    } else if (operation.kind == Operation::Kind::Call && call) {
      for (const Expr *argument : call->arguments())
        if (const DeclRefExpr *target = filledBy(argument))
          filled.insert(target);
    }
  }
  if (filled.empty())
    return false;
  NamedElsewhere named(filled);
  for (const Stmt *one : within)
    named.TraverseStmt(const_cast<Stmt *>(one)); // the visitor wants it so
  return llvm::any_of(
      filled, [&](const DeclRefExpr *target) { return named.found.contains(target->getDecl()); });
}

/// `status->rest`, where the kernel is handed `status`: memory that both reach.
static bool readsWhatKernelsGet(const Stmt &loop) {
  struct Search : simt::AstVisitor {
    llvm::SmallPtrSet<const ValueDecl *, 8> handed, read;
    static const ValueDecl *named(const Expr *expression) {
      const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(stripped(expression));
      return reference ? reference->getDecl() : nullptr;
    }
    bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *launch) override {
      for (const Expr *argument : launch->arguments())
        if (const ValueDecl *variable = named(argument);
            variable && argument->getType()->isPointerType())
          handed.insert(variable);
      return true;
    }
    bool VisitMemberExpr(MemberExpr *member) override {
      if (member->isArrow() && llvm::isa<FieldDecl>(member->getMemberDecl()))
        if (const ValueDecl *variable = named(member->getBase()))
          read.insert(variable);
      return true;
    }
  } search;
  search.TraverseStmt(const_cast<Stmt *>(&loop)); // the visitor wants it so
  return llvm::any_of(search.read,
                      [&](const ValueDecl *one) { return search.handed.contains(one); });
}

void fill(const HostProgram &program, HostLoop &loop) {
  ASTContext &context = program.context();
  loop.hostWork = looksAtWhatIsBrought(program, loop) || readsWhatKernelsGet(*loop.statement);
  for (const Step &step : loop.steps) {
    const Operation &operation = *step.operation;
    switch (operation.kind) {
    case Operation::Kind::Access:
      loop.hostWork = true;
      break;
    case Operation::Kind::Call:
    case Operation::Kind::Construct:
      loop.timed = loop.timed || isClock(operation.name);
      if (!program.entered(operation) && !isHarmless(operation, context.getSourceManager()))
        loop.hostWork = true;
      break;
    case Operation::Kind::Launch:
    case Operation::Kind::Interface:
      loop.timed = loop.timed || operation.category == Category::Timing;
      loop.choosesDevice = loop.choosesDevice || operation.category == Category::Device;
      if (operation.category == Category::Launch) {
        loop.launches += step.isDirect() ? 1 : 0;
        loop.innerLaunches = loop.innerLaunches || !step.isDirect();
      }
      if (operation.category == Category::Copy && directionOf(operation) != "on_device" &&
          bytesOf(context, operation).value_or(fewBytes + 1) > fewBytes)
        ++loop.bigCopies;
      break;
    }
  }
}

} // namespace

std::optional<std::int64_t> bytesOf(ASTContext &context, const Operation &operation) {
  if (const auto copy = copyParameters(operation.name)) {
    const Expr *bytes = operation.argument(copy->bytes);
    if (!bytes || !bytes->isValueDependent())
      return amountOf(context, bytes);
    // Of a template, the most that one of its instances copies.
    std::optional<std::int64_t> most;
    for (const CallExpr *call : operation.instances) {
      const auto one = amountOf(context, call->getArg(static_cast<unsigned>(copy->bytes)));
      if (!one)
        return std::nullopt;
      most = std::max(most.value_or(0), *one);
    }
    return most;
  }
  if (operation.category == Category::Allocation)
    return integerOf(context, operation.argument(1));
  return std::nullopt;
}

llvm::StringRef directionOf(const Operation &operation) {
  const auto copy = copyParameters(operation.name);
  if (!copy)
    return "";
  const Expr *kind = operation.argument(copy->kind);
  if (!kind || llvm::isa<CXXDefaultArgExpr>(kind)) {
    const llvm::StringRef name = operation.name;
    return name.contains("ToSymbol") || name.contains("HtoD")     ? "to_device"
           : name.contains("FromSymbol") || name.contains("DtoH") ? "to_host"
                                                                  : "";
  }
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(stripped(kind));
  const auto *constant =
      reference ? llvm::dyn_cast<EnumConstantDecl>(reference->getDecl()) : nullptr;
  if (!constant)
    return "";
  const llvm::StringRef name = constant->getName();
  return name == "cudaMemcpyHostToDevice"     ? "to_device"
         : name == "cudaMemcpyDeviceToHost"   ? "to_host"
         : name == "cudaMemcpyDeviceToDevice" ? "on_device"
         : name == "cudaMemcpyHostToHost"     ? "on_host"
                                              : "";
}

std::vector<HostLoop> hostLoops(const HostProgram &program) {
  std::vector<HostLoop> loops;
  for (const HostBody *body : program.functions()) {
    std::vector<const Stmt *> statements;
    for (const Operation &operation : body->operations)
      for (const Enclosing &one : operation.enclosing)
        if (one.isLoop() && !llvm::is_contained(statements, one.statement))
          statements.push_back(one.statement);
    for (const Stmt *statement : statements) {
      HostLoop loop;
      loop.body = body;
      loop.statement = statement;
      loop.steps = program.stepsOf(*body, *statement);
      loop.trips = tripsOf(program, *body, *statement);
      fill(program, loop);
      loops.push_back(std::move(loop));
    }
  }
  return loops;
}

static bool isOfFewBytesToHost(ASTContext &context, const Operation &operation) {
  return directionOf(operation) == "to_host" &&
         bytesOf(context, operation).value_or(fewBytes + 1) <= fewBytes;
}

bool bringsFewBytes(ASTContext &context, const Operation &operation) {
  return operation.bringsResult ||
         (operation.category == Category::Copy && isOfFewBytesToHost(context, operation));
}

bool isWaitedForToDecide(ASTContext &context, const HostLoop &loop, const Step &copy) {
  if (copy.operation->category != Category::AsyncCopy ||
      !isOfFewBytesToHost(context, *copy.operation) || !decidesLoop(loop, copy))
    return false;
  const auto at =
      llvm::find_if(loop.steps, [&](const Step &step) { return step.operation == copy.operation; });
  const auto wait = std::find_if(at, loop.steps.end(), [](const Step &step) {
    const Operation &operation = *step.operation;
    // An event may be that of the iteration before.
    return operation.category == Category::Launch ||
           operation.category == Category::Synchronisation ||
           (operation.category == Category::StreamWait &&
            llvm::StringRef(operation.name).contains("Stream"));
  });
  return wait != loop.steps.end() && wait->operation->category != Category::Launch &&
         wait->enclosing == copy.enclosing;
}

bool goesWithLaunches(const HostLoop &loop, const Step &step) {
  if (!step.isDirect() || loop.launches == 0 || loop.innerLaunches)
    return false;
  return llvm::all_of(loop.steps, [&](const Step &other) {
    if (other.operation->category != Category::Launch)
      return true;
    return step.enclosing.size() <= other.enclosing.size() &&
           std::equal(step.enclosing.begin(), step.enclosing.end(), other.enclosing.begin());
  });
}

namespace {

/// Conditions that end a loop: its own, and those of `if (…) break;`.
class EndSearch : public simt::AstVisitor {
public:
  std::vector<const Expr *> conditions;

  bool VisitIfStmt(IfStmt *branch) override {
    LeaveSearch leaves;
    leaves.TraverseStmt(branch->getThen());
    if (leaves.found)
      conditions.push_back(branch->getCond());
    return true;
  }
  bool VisitWhileStmt(WhileStmt *loop) override {
    conditions.push_back(loop->getCond());
    return true;
  }
  bool VisitDoStmt(DoStmt *loop) override {
    conditions.push_back(loop->getCond());
    return true;
  }
  bool VisitForStmt(ForStmt *loop) override {
    if (loop->getCond())
      conditions.push_back(loop->getCond());
    return true;
  }

private:
  class LeaveSearch : public simt::AstVisitor {
  public:
    bool found = false;
    bool VisitBreakStmt(BreakStmt *) override { return !(found = true); }
    bool VisitReturnStmt(ReturnStmt *) override { return !(found = true); }
  };
};

const ValueDecl *targetOf(const Expr *expression) {
  expression = stripped(expression);
  if (const auto *unary = llvm::dyn_cast_or_null<UnaryOperator>(expression);
      unary && (unary->getOpcode() == UO_AddrOf || unary->getOpcode() == UO_Deref))
    return targetOf(unary->getSubExpr());
  if (const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(expression))
    return reference->getDecl();
  if (const auto *member = llvm::dyn_cast_or_null<MemberExpr>(expression))
    return member->getMemberDecl();
  return nullptr;
}

/// `this` is the loop's own where the step stands.
bool isOfThisObject(const Step &step) {
  return llvm::all_of(step.calls, [](const Operation *call) {
    const auto *member = llvm::dyn_cast_or_null<CXXMemberCallExpr>(call->expr);
    return member &&
           llvm::isa_and_nonnull<CXXThisExpr>(stripped(member->getImplicitObjectArgument()));
  });
}

/// Whether a size differs between iterations; what cannot be told does.
class Variance {
public:
  Variance(const HostProgram &program, const HostLoop &loop) : program_(program), loop_(loop) {
    changed_ = program.changes().in(*loop.statement);
    inside_ = declaredIn(*loop.statement);
    elements_ = elementsIn(*loop.statement);
  }

  bool varies(const Expr *expression, llvm::ArrayRef<const Operation *> calls) const {
    if (!expression)
      return true;
    if (integerOf(program_.context(), expression))
      return false;
    const Names names = namesIn(expression);
    return names.calls ||
           llvm::any_of(names.declarations,
                        [&](const ValueDecl *one) {
                          return !llvm::is_contained(names.sizes, one) && varies(*one, calls);
                        }) ||
           llvm::any_of(names.sizes, [&](const VarDecl *container) {
             return !calls.empty() || inside_.contains(container) ||
                    !keepsItsSize(*container, *loop_.statement);
           });
  }

private:
  bool varies(const ValueDecl &declaration, llvm::ArrayRef<const Operation *> calls) const {
    if (llvm::isa<EnumConstantDecl, NonTypeTemplateParmDecl>(declaration))
      return false;
    if (changed_.contains(&declaration))
      return true;
    // `auto [x, y] = pair;`
    if (const auto *binding = llvm::dyn_cast<BindingDecl>(&declaration))
      return !binding->getDecomposedDecl() || varies(*binding->getDecomposedDecl(), calls);
    const auto *variable = llvm::dyn_cast<VarDecl>(&declaration);
    if (variable && elements_.contains(variable))
      return true;
    if (!variable || !variable->hasLocalStorage())
      return false; // a field or global that the loop does not change
    if (const auto *parameter = llvm::dyn_cast<ParmVarDecl>(variable)) {
      if (calls.empty())
        return false;
      return variesArgument(*parameter, calls);
    }
    const bool ofIteration = !calls.empty() || inside_.contains(variable);
    if (const Expr *other = anotherNameOf(*variable))
      return varies(other, calls);
    return ofIteration && varies(variable->getInit(), calls);
  }

  bool variesArgument(const ParmVarDecl &parameter, llvm::ArrayRef<const Operation *> calls) const {
    const Operation &call = *calls.back();
    const unsigned index = parameter.getFunctionScopeIndex();
    const Expr *argument = nullptr;
    if (const auto *construct = llvm::dyn_cast_or_null<CXXConstructExpr>(call.expr))
      argument = index < construct->getNumArgs() ? construct->getArg(index) : nullptr;
    else if (!llvm::isa_and_nonnull<CXXOperatorCallExpr>(call.expr))
      argument = call.argument(static_cast<int>(index));
    if (!argument)
      return true;
    return varies(argument, calls.drop_back());
  }

  const HostProgram &program_;
  const HostLoop &loop_;
  Changes::Set changed_;
  llvm::DenseSet<const VarDecl *> inside_;
  llvm::DenseSet<const VarDecl *> elements_;
};

} // namespace

/// Is nothing but a counter asked whether there is another iteration?
static bool endsByCounting(const Stmt &loop) {
  struct Exits : simt::AstVisitor {
    bool found = false;
    bool VisitBreakStmt(BreakStmt *) override { return !(found = true); }
    bool VisitReturnStmt(ReturnStmt *) override { return !(found = true); }
    bool VisitGotoStmt(GotoStmt *) override { return !(found = true); }
    bool TraverseLambdaExpr(LambdaExpr *, Queue *) override { return true; }
  } exits;
  if (const auto *range = llvm::dyn_cast<CXXForRangeStmt>(&loop)) {
    exits.TraverseStmt(const_cast<Stmt *>(range->getBody()));
    return !exits.found;
  }
  const auto *counted = llvm::dyn_cast<ForStmt>(&loop);
  const auto *begun = counted ? llvm::dyn_cast_or_null<DeclStmt>(counted->getInit()) : nullptr;
  const auto *compared =
      counted ? llvm::dyn_cast_or_null<BinaryOperator>(counted->getCond()) : nullptr;
  if (!begun || !begun->isSingleDecl() || !compared || !compared->isComparisonOp() ||
      !llvm::is_contained(namesIn(compared).declarations, begun->getSingleDecl()))
    return false;
  const auto *step = llvm::dyn_cast_or_null<UnaryOperator>(counted->getInc());
  if (!(step && step->isIncrementDecrementOp()) &&
      !llvm::isa_and_nonnull<CompoundAssignOperator>(counted->getInc()))
    return false;
  exits.TraverseStmt(const_cast<Stmt *>(counted->getBody()));
  return !exits.found;
}

/// What the loop's function hands over for a stream that the step names, through all the calls that
/// lead to it: `launch(data, stream)`. Null: the stream is not one that was handed over.
static const Expr *handedOver(const HostProgram &program, const Step &step, const Expr *stream) {
  for (auto call = step.calls.rbegin(); stream && call != step.calls.rend(); ++call) {
    const auto named = streamOf(stream);
    const auto *parameter = named ? llvm::dyn_cast_or_null<ParmVarDecl>(*named) : nullptr;
    const auto *function =
        parameter ? llvm::dyn_cast<FunctionDecl>(parameter->getDeclContext()) : nullptr;
    if (!function || llvm::isa_and_nonnull<CXXOperatorCallExpr>((*call)->expr) ||
        !function->getBody() || program.changes().in(*function->getBody()).contains(parameter))
      return nullptr;
    stream = (*call)->argument(static_cast<int>(parameter->getFunctionScopeIndex()));
  }
  return stream;
}

bool waitsForItsStream(const HostProgram &program, const HostLoop &loop, const Step &wait) {
  if (wait.operation->category != Category::StreamWait ||
      !llvm::StringRef(wait.operation->name).contains("Stream"))
    return false;
  const auto waited = streamOf(wait.operation->argument(0));
  if (!waited)
    return false;
  const auto *variable = llvm::dyn_cast_or_null<VarDecl>(*waited);
  const auto *field = llvm::dyn_cast_or_null<FieldDecl>(*waited);
  if (field && !isOfThisObject(wait))
    return false;
  if (variable && (wait.body != loop.body || declaredIn(*loop.statement).contains(variable)))
    return false; // another one in each iteration, or by another name
  if (program.changes().in(*loop.statement).contains(*waited))
    return false;
  return llvm::all_of(loop.steps, [&](const Step &step) {
    const Operation &operation = *step.operation;
    if (operation.category == Category::AsyncCopy)
      return false;
    if (operation.category != Category::Launch)
      return true;
    const auto *launch = llvm::dyn_cast_or_null<CUDAKernelCallExpr>(operation.expr);
    // What a graph writes may decide a loop that does not just count.
    const bool isGraph = operation.name == "cudaGraphLaunch" && endsByCounting(*loop.statement);
    constexpr int ofKernel = 5; // cudaLaunchKernel(function, grid, block, arguments, bytes, stream)
    const bool isKernel = operation.name == "cudaLaunchKernel";
    const Expr *stream = launch     ? streamOfLaunch(*launch)
                         : isGraph  ? operation.argument(1)
                         : isKernel ? operation.argument(ofKernel)
                                    : nullptr;
    if (stream && variable && step.body != loop.body)
      stream = handedOver(program, step, stream);
    if (!stream || (field && !isOfThisObject(step)))
      return false;
    return streamOf(stream) == waited;
  });
}

static bool holds(const Stmt &whole, const Stmt &part) {
  return &whole == &part || llvm::any_of(whole.children(), [&](const Stmt *child) {
    return child && holds(*child, part);
  });
}

bool decidesLoop(const HostLoop &loop, const Step &copy) {
  const auto parameters = copyParameters(copy.operation->name);
  const ValueDecl *target =
      parameters ? targetOf(copy.operation->argument(parameters->destination)) : nullptr;
  const Expr *result = copy.operation->bringsResult ? copy.operation->expr : nullptr;
  if (result)
    target = copy.operation->storedIn;
  if (!target && !result)
    return false;
  EndSearch search;
  search.TraverseStmt(const_cast<Stmt *>(loop.statement));
  return llvm::any_of(search.conditions, [&](const Expr *condition) {
    return (target && llvm::is_contained(namesIn(condition).declarations, target)) ||
           (result && holds(*condition, *result));
  });
}

/// `if (p)`, `if (p != nullptr)`: what was allocated is there.
static bool asksWhetherItIs(const Enclosing &branch, const ValueDecl *memory, ASTContext &context) {
  const auto *choice = llvm::dyn_cast<IfStmt>(branch.statement);
  if (!choice || branch.side != choice->getThen() || !choice->getCond())
    return false;
  const Expr *condition = choice->getCond()->IgnoreParenImpCasts();
  if (const auto *comparison = llvm::dyn_cast<BinaryOperator>(condition)) {
    const bool isOfNull = comparison->getOpcode() == BO_NE &&
                          comparison->getRHS()->IgnoreParenCasts()->isNullPointerConstant(
                              context, Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull;
    if (!isOfNull)
      return false;
    condition = comparison->getLHS()->IgnoreParenImpCasts();
  }
  return targetOf(condition) == memory;
}

/// Does its function look at a clock before the loop and behind it, or have an event recorded?
static bool isTimedAround(const HostProgram &program, const HostLoop &loop) {
  const SourceManager &sources = program.context().getSourceManager();
  const auto looksAtClock = [](const Operation &operation) {
    const std::string name = llvm::StringRef(operation.name).lower();
    return operation.category == Category::Timing ||
           (operation.kind == Operation::Kind::Call &&
            (isClock(operation.name) || name.find("clock") != std::string::npos ||
             name.find("time") != std::string::npos));
  };
  bool before = false, behind = false;
  for (const Operation &operation : loop.body->operations) {
    const HostBody *called = program.entered(operation);
    if (!looksAtClock(operation) && !(called && llvm::any_of(called->operations, looksAtClock)))
      continue;
    const SourceLocation at = operation.range.getBegin();
    before |= sources.isBeforeInTranslationUnit(at, loop.statement->getBeginLoc());
    behind |= sources.isBeforeInTranslationUnit(loop.statement->getEndLoc(), at);
  }
  return before && behind;
}

/// Does it name the variable, or call for memory that the device reaches as well?
static bool mayReach(const Operation &operation, const ValueDecl *memory) {
  if (!operation.expr)
    return false;
  const llvm::StringRef name = operation.name;
  const bool isOfBoth = name.contains("HostAlloc") || name.contains("MallocManaged") ||
                        name.contains("HostGetDevicePointer") || name.contains("HostRegister");
  return (isOfBoth || operation.kind == Operation::Kind::Launch) &&
         llvm::is_contained(namesIn(operation.expr).declarations, memory);
}

bool bringsUnread(const HostProgram &program, const HostLoop &loop, const Step &copy) {
  const Operation &operation = *copy.operation;
  // Whoever goes through a range goes through a benchmark's state, perhaps.
  if (operation.category != Category::Copy || directionOf(operation) != "to_host" ||
      isOfFewBytesToHost(program.context(), operation) || loop.hostWork || copy.isConditional() ||
      !copy.isDirect() || llvm::isa<CXXForRangeStmt>(loop.statement))
    return false;
  // Another thread may read what is not the function's own.
  const auto *memory = llvm::dyn_cast_or_null<VarDecl>(targetOf(operation.argument(0)));
  if (!memory || !memory->hasLocalStorage() ||
      llvm::any_of(loop.body->operations,
                   [&](const Operation &one) { return mayReach(one, memory); }))
    return false;
  const bool isUsed = llvm::any_of(loop.steps, [&](const Step &step) {
    const Operation &other = *step.operation;
    const bool isCopy = other.category == Category::Copy || other.category == Category::AsyncCopy;
    return isCopy && directionOf(other) != "to_host" && directionOf(other) != "on_device";
  });
  return !isUsed && !isTimedAround(program, loop) &&
         !Variance(program, loop).varies(operation.argument(0), copy.calls);
}

const Step *freedAgain(const HostProgram &program, const HostLoop &loop, const Step &allocation) {
  if (allocation.isConditional() || !allocation.isDirect())
    return nullptr;
  const auto memory = placeOf(allocation.operation->argument(0), allocation.calls);
  if (!memory || !memory->path.back())
    return nullptr;
  // What is freed first is what was there before.
  const auto behind = std::find_if(loop.steps.begin(), loop.steps.end(),
                                   [&](const Step &step) { return &step == &allocation; });
  const auto freed = std::find_if(behind, loop.steps.end(), [&](const Step &step) {
    if (step.operation->kind != Operation::Kind::Interface ||
        step.operation->category != Category::Release || !step.isDirect())
      return false;
    const Expr *argument = step.operation->argument(0);
    return placeOf(argument, step.calls) == memory &&
           llvm::all_of(step.enclosing, [&](const Enclosing &one) {
             return one.isLoop() || asksWhetherItIs(one, targetOf(argument), program.context());
           });
  });
  if (freed == loop.steps.end())
    return nullptr;
  std::vector<const ValueDecl *> allFreed;
  for (const Step &step : loop.steps)
    if (step.operation->category == Category::Release && step.isDirect())
      if (const auto place = placeOf(step.operation->argument(0), step.calls);
          place && place->path.back())
        allFreed.push_back(&place->last());
  if (isGivenAway(program, *loop.statement, *memory, allFreed))
    return nullptr;
  const auto *call = llvm::cast<CallExpr>(allocation.operation->expr);
  const Variance variance(program, loop);
  for (unsigned i = 1; i < call->getNumArgs(); ++i) {
    const Expr *argument = call->getArg(i);
    // Where the pitch is to be stored, and what elements are like: no size.
    const bool isPointer = argument->getType()->isPointerType();
    if (!isPointer && !llvm::isa<CXXDefaultArgExpr>(argument) &&
        variance.varies(argument, allocation.calls))
      return nullptr;
  }
  return &*freed;
}

std::vector<const Step *> fixedLaunches(const HostProgram &program, const HostLoop &loop) {
  if (loop.hostWork || loop.timed || loop.innerLaunches)
    return {};
  std::vector<const Step *> launches;
  std::optional<Variance> variance;
  for (const Step &step : loop.steps) {
    const Operation &operation = *step.operation;
    if (operation.kind == Operation::Kind::Interface && operation.category != Category::LastError)
      return {};
    if (operation.kind != Operation::Kind::Launch)
      continue;
    if (step.isConditional() || !step.isDirect())
      return {};
    if (!variance)
      variance.emplace(program, loop);
    const auto *launch = llvm::cast<CUDAKernelCallExpr>(operation.expr);
    const auto isFixed = [&](const Expr *argument) {
      return llvm::isa<CXXDefaultArgExpr>(argument) || !variance->varies(argument, step.calls);
    };
    if (!launch->getConfig() || !llvm::all_of(launch->arguments(), isFixed) ||
        !llvm::all_of(launch->getConfig()->arguments(), isFixed))
      return {};
    launches.push_back(&step);
  }
  return launches;
}

} // namespace warplint::usage
