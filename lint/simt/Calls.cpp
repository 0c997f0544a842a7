//===- Calls.cpp - functions entered, intrinsics known by name -------------===//

#include "lint/simt/Assignments.h"
#include "lint/simt/Integers.h"
#include "lint/simt/Interpreter.h"
#include "lint/simt/KnownNumbers.h"
#include "lint/simt/SmallFloats.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

#include <bit>
#include <cmath>

namespace warplint::simt {

using namespace clang;

namespace {

constexpr std::size_t maxCallDepth = 48;
constexpr unsigned maxRecursion = 2;      // the same function on the stack
constexpr unsigned smallFunction = 60;    // AST nodes of a library function that is entered
constexpr unsigned callingFunction = 600; // of one that is given a function of the project's
constexpr std::uint64_t callCost = 8;     // operations taken for a call that is not entered
constexpr std::int64_t fullMask = 0xffffffff;

/// Number of AST nodes, counted up to a limit.
unsigned sizeUpTo(const Stmt *statement, unsigned limit) {
  unsigned size = 1;
  for (const Stmt *child : statement->children()) {
    if (size >= limit)
      return limit;
    if (child)
      size += sizeUpTo(child, limit - size);
  }
  return size;
}

/// CUDA's own: atomicAdd, atomicCAS_block, …
bool isAtomic(llvm::StringRef name) {
  if (!name.consume_back("_block"))
    name.consume_back("_system");
  return llvm::StringSwitch<bool>(name)
      .Cases("atomicAdd", "atomicSub", "atomicExch", "atomicMin", "atomicMax", true)
      .Cases("atomicInc", "atomicDec", "atomicCAS", "atomicAnd", "atomicOr", "atomicXor", true)
      .Default(false);
}

/// CUDA's own arithmetic, comparison or conversion of 16-bit numbers, whatever its header writes
/// for it: one instruction or two.
bool isOfSmallFloats(const FunctionDecl *function) {
  if (const auto *method = llvm::dyn_cast<CXXMethodDecl>(function))
    return halves(recordName(QualType(method->getParent()->getTypeForDecl(), 0))) != 0;
  return function->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
         llvm::any_of(function->parameters(), [](const ParmVarDecl *parameter) {
           return halves(parameter->getType()) != 0;
         });
}

/// Does it make one, or a pair, of numbers, such as `__float2half` and `__ushort_as_bfloat16`?
bool makesSmallFloats(const FunctionDecl *function) {
  return function->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
         halves(function->getReturnType()) != 0 &&
         llvm::all_of(function->parameters(), [](const ParmVarDecl *parameter) {
           return parameter->getType()->isArithmeticType();
         });
}

/// Machine instructions of CUDA's own functions that are few, as nvcc 13.0 makes them for sm_80 and
/// sm_90 (the more of the two); nothing for others.
std::optional<unsigned> instructionsOf(llvm::StringRef name) {
  if (!name.consume_front("__nv_")) // of libdevice
    name.consume_front("__");
  if (const auto [from, to] = name.split('2');
      !to.empty() && (name.ends_with("_rn") || name.ends_with("_rz") || name.ends_with("_ru") ||
                      name.ends_with("_rd"))) // float2int_rn
    return from == "ll" || from == "ull" ? 2
           : from == "float" || from == "double" || from == "int" || from == "uint"
               ? 1
               : std::optional<unsigned>();
  return llvm::StringSwitch<std::optional<unsigned>>(name)
      .Cases("float_as_int", "float_as_uint", "int_as_float", "uint_as_float", 0)
      .Cases("double_as_longlong", "longlong_as_double", 0)
      .Cases("double2hiint", "double2loint", "hiloint2double", 0)
      .Cases("popc", "brev", "brevll", "byte_perm", 1)
      .Cases("funnelshift_l", "funnelshift_lc", "funnelshift_r", "funnelshift_rc", 1)
      .Cases("mul24", "umul24", "mulhi", "umulhi", 1)
      .Cases("dp4a", "dp2a_lo", "dp2a_hi", "sad", "usad", 1)
      .Cases("vabs4", "vabsdiffs4", "vabsdiffu4", "vsads4", "vsadu4", 1)
      .Cases("floorf", "ceilf", "truncf", "rintf", "nearbyintf", "copysignf", 1)
      .Cases("floor", "ceil", "trunc", "rint", "nearbyint", "copysign", 2)
      .Cases("clz", "popcll", 2)
      .Cases("viaddmax_s32", "viaddmin_s32", "viaddmax_u32", "viaddmin_u32", 2)
      .Cases("vimax3_s32", "vimin3_s32", "vimax3_u32", "vimin3_u32", 2)
      .Cases("ffs", "hadd", "uhadd", "vadd4", "vsub4", 3)
      .Cases("rhadd", "urhadd", "vadd2", "vsub2", "vavgu4", 4)
      .Cases("vcmpeq4", "vseteq4", "mul64hi", "umul64hi", 4)
      .Default(std::nullopt);
}

/// `do … while (false)`, as macros have it: libstdc++'s assertions, which `span` and `optional`
/// make.
bool runsOnce(const Stmt *statement) {
  const auto *loop = llvm::dyn_cast<DoStmt>(statement);
  const auto *truth =
      loop ? llvm::dyn_cast<CXXBoolLiteralExpr>(loop->getCond()->IgnoreParenImpCasts()) : nullptr;
  return truth && !truth->getValue();
}

bool loops(const Stmt *statement) {
  if (llvm::isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement) && !runsOnce(statement))
    return true;
  for (const Stmt *child : statement->children())
    if (child && loops(child))
      return true;
  return false;
}

} // namespace

std::string plainName(const NamedDecl *declaration) {
  std::string name = declaration->getDeclName().isIdentifier() ? declaration->getName().str()
                                                               : declaration->getNameAsString();
  for (const DeclContext *context = declaration->getDeclContext(); context;
       context = context->getParent()) {
    if (const auto *space = llvm::dyn_cast<NamespaceDecl>(context)) {
      // Versions of a library: inline, or by their reserved name (cooperative_groups::__v1).
      bool version = space->isInline() || space->getName().starts_with("__");
      if (!version && !space->isAnonymousNamespace())
        name.insert(0, space->getName().str() + "::");
    } else if (const auto *record = llvm::dyn_cast<RecordDecl>(context)) {
      name.insert(0, record->getName().str() + "::");
    }
  }
  return name;
}

const Expr *Interpreter::objectArgument(const CallExpr *call) {
  if (const auto *member = llvm::dyn_cast<CXXMemberCallExpr>(call))
    return member->getImplicitObjectArgument();
  if (const auto *op = llvm::dyn_cast<CXXOperatorCallExpr>(call))
    if (const auto *method = llvm::dyn_cast_or_null<CXXMethodDecl>(op->getDirectCallee());
        method && method->isInstance() && op->getNumArgs())
      return op->getArg(0);
  return nullptr;
}

bool Interpreter::isRunning(const FunctionDecl *function) const {
  unsigned times = 0;
  for (const Frame &frame : frames_)
    times += frame.function == function;
  return times >= maxRecursion;
}

bool Interpreter::isKnownNumber(const Expr *argument) {
  return argument->getType()->isIntegralOrEnumerationType() &&
         !argument->HasSideEffects(context_) && resolve(eval(argument)).constant().has_value();
}

/// How often the code calls the function.
static unsigned callsOf(const FunctionDecl *function, const Stmt *code) {
  unsigned count = 0;
  if (const auto *call = llvm::dyn_cast<CallExpr>(code))
    if (const FunctionDecl *callee = call->getDirectCallee())
      count += callee->getCanonicalDecl() == function->getCanonicalDecl();
  for (const Stmt *child : code->children())
    if (child)
      count += callsOf(function, child);
  return count;
}

bool Interpreter::recursesByNumbers(const FunctionDecl *function,
                                    llvm::ArrayRef<const Expr *> arguments) {
  constexpr unsigned deepestTree = 6; // of calls that are made by twos and more
  const auto times =
      llvm::count_if(frames_, [&](const Frame &frame) { return frame.function == function; });
  const Stmt *body = function->getBody();
  return body && !arguments.empty() &&
         llvm::all_of(arguments,
                      [&](const Expr *argument) { return argument && isKnownNumber(argument); }) &&
         (times < deepestTree || callsOf(function, body) == 1);
}

/// CUB's sums of what the lanes before a lane hold; the first parameter is what they hold.
static bool isRunningSum(const FunctionDecl *function) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function);
  if (!method || !method->getIdentifier() || method->getNumParams() < 2 ||
      !method->getParent()->getIdentifier() ||
      !llvm::is_contained({"BlockScan", "WarpScan"}, method->getParent()->getName()) ||
      !llvm::StringRef(plainName(function)).starts_with("cub::"))
    return false;
  const llvm::StringRef name = method->getName();
  const auto adds = [](const clang::ParmVarDecl *parameter) {
    const CXXRecordDecl *type = parameter->getType().getNonReferenceType()->getAsCXXRecordDecl();
    return type && type->getIdentifier() && llvm::is_contained({"Sum", "plus"}, type->getName());
  };
  return llvm::is_contained({"ExclusiveSum", "InclusiveSum", "Sum"}, name) ||
         (llvm::is_contained({"ExclusiveScan", "InclusiveScan", "Scan"}, name) &&
          llvm::any_of(method->parameters(), adds));
}

/// A function of a library that loops, and is short and made to be worked out ahead: with numbers,
/// as that of a dimension, its iterations are few.
static bool mayCountByNumbers(const FunctionDecl &function) {
  const Stmt *body = function.getBody();
  return body && function.isConstexpr() && !function.isInvalidDecl() &&
         !function.isDependentContext() && loops(body) &&
         sizeUpTo(body, smallFunction) < smallFunction;
}

bool Interpreter::worthEntering(const FunctionDecl *function) const {
  const Stmt *body = function->getBody();
  if (!body || function->isInvalidDecl() || function->isDependentContext())
    return false;
  if (!run_.isProjectFile || run_.isProjectFile(function->getLocation()))
    return true;
  if (isOfSmallFloats(function) && !llvm::isa<CXXConstructorDecl>(function))
    return false;
  if (drawsRandom(function) || isRunningSum(function))
    return false;
  if (loops(body))
    return false;
  // An index that is worked out over several dimensions is as long as there are such.
  const bool calculates = function->isConstexpr() && function->getReturnType()->isIntegerType();
  return sizeUpTo(body, smallFunction) < smallFunction ||
         ((calculates || callsBack(*function)) &&
          sizeUpTo(body, callingFunction) < callingFunction);
}

// CUB's collectives are known by what they do, and so is what thrust does.
bool Interpreter::callsBack(const FunctionDecl &function) const {
  const std::string of = plainName(&function);
  if (!llvm::StringRef(of).starts_with("std::") && !llvm::StringRef(of).starts_with("cuda::std::"))
    return false;
  const DeclarationName name = context_.DeclarationNames.getCXXOperatorName(OO_Call);
  const auto isOfProject = [&](const CXXRecordDecl *record) {
    return llvm::any_of(record->lookup(name), [&](const NamedDecl *one) {
      return run_.isProjectFile(one->getUnderlyingDecl()->getLocation());
    });
  };
  return llvm::any_of(function.parameters(), [&](const ParmVarDecl *parameter) {
    const CXXRecordDecl *record = parameter->getType().getNonReferenceType()->getAsCXXRecordDecl();
    return record && record->hasDefinition() &&
           (isOfProject(record) ||
            !record->forallBases([&](const CXXRecordDecl *base) { return !isOfProject(base); }));
  });
}

const std::string &Interpreter::nameOf(const FunctionDecl *function) {
  std::string &name = names_[function]; // stays where it is
  if (name.empty())
    name = plainName(function);
  return name;
}

Value Interpreter::addressOfFunction(const FunctionDecl *function) {
  function = function->getCanonicalDecl();
  Value address =
      algebra_.interned("function " + std::to_string(function->getID()) + plainName(function), [&] {
        Symbol symbol;
        symbol.name = plainName(function);
        return symbol;
      });
  functions_[address.terms.front().monomial.front()] = function;
  return address;
}

/// `fold(a, b)`, where fold is a pointer that was given the address of a function.
const FunctionDecl *Interpreter::functionPointedTo(const CallExpr *call) {
  if (!call->getCallee()->getType()->isFunctionPointerType())
    return nullptr;
  const Value pointer = resolve(eval(call->getCallee()));
  if (!pointer.isKnown() || !pointer.base.isZero() || pointer.terms.size() != 1 ||
      pointer.terms.front().monomial.size() != 1 ||
      !(pointer.terms.front().coefficient == Lanes(1)))
    return nullptr;
  const auto found = functions_.find(pointer.terms.front().monomial.front());
  return found == functions_.end() ? nullptr : found->second;
}

// A number that the compiler works out, by recursion perhaps.
std::optional<std::int64_t> Interpreter::constantOf(const CallExpr *call,
                                                    const FunctionDecl *function) {
  if (!function->isConstexpr() || llvm::isa<CXXMethodDecl>(function) || call->isValueDependent() ||
      !call->isPRValue() || !call->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  const auto [known, isNew] = constantCalls_.try_emplace(call);
  if (Expr::EvalResult result; isNew && call->EvaluateAsInt(result, context_))
    known->second = result.Val.getInt().tryExtValue();
  return known->second;
}

Value Interpreter::evalCall(const CallExpr *call) {
  if (const auto *launch = llvm::dyn_cast<CUDAKernelCallExpr>(call)) {
    for (const Expr *argument : launch->arguments())
      eval(argument);
    touchUnknown(); // by the other grid
    return Value(0);
  }
  const FunctionDecl *function = call->getDirectCallee();
  if (!function)
    function = functionPointedTo(call);
  if (!function) {
    std::vector<const Expr *> arguments(call->arg_begin(), call->arg_end());
    return unknownCall(nullptr, arguments, call->getType());
  }
  const std::string &name = nameOf(function);
  if (const FunctionDecl *definition = nullptr; function->hasBody(definition) && definition)
    function = definition;

  if (const auto number = constantOf(call, function))
    return Value(*number);
  // INFINITY, std::numeric_limits<float>::max()
  if (Expr::EvalResult number; call->getNumArgs() == 0 && call->getType()->isRealFloatingType() &&
                               !call->isValueDependent() &&
                               (function->isConstexpr() || function->getBuiltinID() != 0) &&
                               call->EvaluateAsRValue(number, context_) && number.Val.isFloat())
    return floatingNumber(number.Val.getFloat());
  countCall(function, call);
  if (auto value = intrinsic(name, function, call))
    return *value;
  if (name.starts_with("cooperative_groups::"))
    if (auto value = groupCall(name, function, call))
      return *value;
  if (auto value = asyncCall(name, function, call))
    return *value;

  const auto *method = llvm::dyn_cast<CXXMethodDecl>(function);
  std::vector<const Expr *> arguments(call->arg_begin(), call->arg_end());
  std::optional<Address> self;
  if (method && method->isInstance()) {
    if (const Expr *object = objectArgument(call)) {
      const auto *member = llvm::dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
      bool arrow = llvm::isa<CXXMemberCallExpr>(call) && member && member->isArrow();
      self =
          resolve(arrow || object->getType()->isPointerType() ? eval(object) : addressOf(object));
    }
    if (llvm::isa<CXXOperatorCallExpr>(call) && !arguments.empty())
      arguments.erase(arguments.begin());
    bool plainCopy = (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) &&
                     (method->isTrivial() || method->isDefaulted() || method->isImplicit() ||
                      isOfSmallFloats(method));
    if (plainCopy && self && arguments.size() == 1) {
      const Expr *target = objectArgument(call);
      copyObject(*self, addressOf(arguments[0]), target->getType().getNonReferenceType(), target,
                 arguments[0]);
      noteTileCopy(target, arguments[0], *self);
      return *self;
    }
  } else if (method && llvm::isa<CXXOperatorCallExpr>(call) && !arguments.empty()) {
    arguments.erase(arguments.begin()); // a static operator()
  }
  if (self)
    if (auto value = atomicMethod(method, arguments, *self, call))
      return *value;
  const auto isNumber = [&](const Expr *argument) { return isKnownNumber(argument); };
  const bool mayRun = !isRunning(function) || (!self && recursesByNumbers(function, arguments));
  if ((worthEntering(function) || (mayCountByNumbers(*function) && (!self || !arguments.empty()) &&
                                   llvm::all_of(arguments, isNumber))) &&
      frames_.size() < maxCallDepth && mayRun)
    return enter(function, arguments, self, call);
  if (isRunning(function))
    lose("the recursion of `" + name + "`", call->getBeginLoc());
  if (self && run_.isProjectFile && !run_.isProjectFile(function->getLocation()) &&
      isOfSmallFloats(function)) {
    // The object is moved as the number that it is.
    const Expr *object = objectArgument(call);
    const QualType type = object->getType().getNonReferenceType().getUnqualifiedType();
    const QualType number = isRecord(type) ? type : context_.getRecordType(method->getParent());
    Address held = temporary(number, "number");
    if (function->getOverloadedOperator() != OO_Equal)
      copyObject(held, *self, number, nullptr, object);
    std::optional<Value> given;
    if (function->getOverloadedOperator() != OO_Equal)
      given = numbersOf(held, number, name);
    Value result = unknownCall(function, arguments, call->getType(), &given);
    if (method->isConst())
      return result;
    comesOf(given, held, number, name);
    copyObject(*self, held, number, object, nullptr);
    return call->isGLValue() ? *self : result;
  }
  if (!self || method->isConst())
    return unknownCall(function, arguments, call->getType());
  // What it changes is the object, or what a reference like atomic_ref leads to.
  if (const auto atomic = atomicPlace(*self, call))
    havoc(atomic->first, Cause::Data);
  else
    havocObject(*self, context_.getRecordType(method->getParent()));
  memoryChanged();
  orderSomehow();
  Value result = unknownCall(function, arguments, call->getType());
  const QualType type = call->getType();
  if (type->isVoidType() || call->isGLValue() || type->isPointerType() || isRecord(type))
    return result;
  // Another call need not give the same: each thread has its own slot of a counter.
  const bool isAtomic = name.starts_with("cuda::model::AtomicOperations::");
  return algebra_.unknown(isAtomic ? Cause::Data : Cause::Lane);
}

Interpreter::Uncounted::Uncounted(Interpreter &interpreter)
    : interpreter_(interpreter), neighbours_(interpreter.neighbours_),
      operations_(interpreter.operations_) {
  interpreter_.beginRecords(); // settles what was counted up to here
  doubtfulOperations_ = interpreter_.doubtfulOperations_;
  tripWeight_ = std::exchange(interpreter_.tripWeight_, 0);
  ++interpreter_.uncounted_;
}

Interpreter::Uncounted::~Uncounted() {
  --interpreter_.uncounted_;
  interpreter_.discardRecords();
  interpreter_.tripWeight_ = tripWeight_;
  interpreter_.doubtfulOperations_ = doubtfulOperations_;
  interpreter_.operations_ = interpreter_.settled_ = operations_;
  interpreter_.neighbours_ = std::move(neighbours_);
}

// The numbers that an object of its own for each thread holds, each behind its place.
bool Interpreter::addNumbers(const Address &object, QualType type,
                             std::vector<std::int64_t> &numbers) {
  const Location place = locate(object);
  const auto offset = place.known ? place.offset.constant() : std::nullopt;
  const auto size = sizeOf(type);
  if (!offset || !size || objects_[place.object].space != Space::Local)
    return false;
  const Cells *cells = state_.cells(place.object);
  if (!cells)
    return false;
  auto first = cells->lower_bound(*offset);
  if (first != cells->begin())
    if (const auto before = std::prev(first); before->first + before->second.bytes > *offset)
      return false;
  for (auto it = first; it != cells->end() && it->first < *offset + *size; ++it) {
    const auto number = it->second.value.constant();
    if (!number || !it->second.value.assumptions.empty())
      return false;
    numbers.insert(numbers.end(), {it->first - *offset, it->second.bytes, *number});
  }
  return true;
}

std::optional<Effects::Application> Interpreter::applied(const FunctionDecl *function,
                                                         const Frame &frame) {
  if (!run_.effects->isArithmetic(function))
    return std::nullopt;
  Effects::Application result;
  result.first = function;
  const auto add = [&](const Address &object, QualType type) {
    if (run_.effects->holdsNothing(type))
      return true;
    result.second.push_back(-1); // what follows is of the next object
    return addNumbers(object, type, result.second);
  };
  if (const auto *method = llvm::dyn_cast<CXXMethodDecl>(function); method && method->isInstance())
    if (!frame.self || !add(*frame.self, context_.getRecordType(method->getParent())))
      return std::nullopt;
  for (const ParmVarDecl *parameter : function->parameters()) {
    const auto given = frame.variables.find(parameter);
    if (given == frame.variables.end() ||
        !add(given->second, parameter->getType().getNonReferenceType()))
      return std::nullopt;
  }
  return result;
}

/// Of calls, the last of which stands there; the same in each run of the program.
static std::uint64_t callsNumber(std::uint64_t before, const Expr &last) {
  constexpr std::uint64_t prime = 0x100000001b3; // FNV-1a
  return ((before ^ last.getBeginLoc().getRawEncoding()) * prime ^
          last.getEndLoc().getRawEncoding()) *
         prime;
}

Value Interpreter::enter(const FunctionDecl *function, llvm::ArrayRef<const Expr *> arguments,
                         const std::optional<Address> &self, const Expr *site,
                         const Address *constructed) {
  if (const FunctionDecl *definition = nullptr; function->hasBody(definition) && definition)
    function = definition;
  const auto *constructor = llvm::dyn_cast<CXXConstructorDecl>(function);
  bool runnable = function->getBody() && !function->isInvalidDecl();
  if (!runnable || isLeftToOtherBuilds(*function) || frames_.size() >= maxCallDepth ||
      (isRunning(function) && (self || !recursesByNumbers(function, arguments)))) {
    std::optional<Value> given;
    Value result = unknownCall(function, arguments, site->getType(), &given);
    if (constructed && function->getNumParams() > 0) {
      const bool ofLibrary = run_.isProjectFile && !run_.isProjectFile(function->getLocation());
      const QualType made = context_.getRecordType(constructor->getParent());
      comesOf(ofLibrary ? given : std::nullopt, *constructed, made, plainName(function));
      // What warps are handed that tells them apart they need not find out by their threads.
      if (!ofLibrary && given && !algebra_.isUniform(*given, active_) &&
          algebra_.isWarpUniform(*given, active_))
        forEachField(made, 0, 0, [&](std::int64_t at, QualType part) {
          if (part->isArithmeticType() || part->isPointerType())
            store(algebra_.add(*constructed, Value(at)), part,
                  warpUniform("what a warp has made", algebra_.warpsMayAgree(*given)), nullptr);
        });
    }
    return result;
  }

  Frame frame;
  frame.function = function;
  frame.site = site;
  frame.statement = statement_;
  frame.calls = callsNumber(frames_.back().calls, *site);
  frame.self = self;
  QualType resultType = function->getReturnType();
  bool recordResult = !constructor && isRecord(resultType);
  if (recordResult)
    frame.result = temporary(resultType, "result");

  for (unsigned i = 0; i < function->getNumParams(); ++i) {
    const ParmVarDecl *parameter = function->getParamDecl(i);
    const Expr *argument = i < arguments.size() ? arguments[i] : nullptr;
    if (!argument && parameter->hasDefaultArg() && !parameter->hasUninstantiatedDefaultArg() &&
        !parameter->hasUnparsedDefaultArg())
      argument = parameter->getDefaultArg();
    if (!argument)
      continue;
    if (parameter->getType()->isReferenceType()) {
      frame.variables[parameter] = addressOf(argument);
      continue;
    }
    if (run_.effects->holdsNothing(parameter->getType()) && run_.effects->hasNone(argument)) {
      frame.variables[parameter] = nothing(parameter->getType());
      continue;
    }
    Object object;
    object.space = Space::Local;
    object.name = parameter->getNameAsString();
    object.declaration = parameter;
    object.type = parameter->getType();
    object.bytes = sizeOf(object.type).value_or(-1);
    ObjectId id = makeObject(std::move(object));
    state_.mutableCells(id);
    initialise(addressValue(id), parameter->getType(), argument);
    frame.variables[parameter] = addressValue(id);
    frame.locals.push_back(id);
  }
  const std::optional<Effects::Application> application = applied(function, frame);
  std::optional<Uncounted> uncounted;
  if (application) {
    if (const auto number = run_.effects->number(*application)) {
      for (const ObjectId local : frame.locals)
        state_.memory.erase(local);
      return Value(*number);
    }
    uncounted.emplace(*this);
  }
  // A lambda's captures are its fields.
  if (const auto *method = llvm::dyn_cast<CXXMethodDecl>(function);
      method && method->getParent()->isLambda() && self) {
    llvm::DenseMap<const ValueDecl *, FieldDecl *> fields;
    FieldDecl *thisField = nullptr;
    method->getParent()->getCaptureFields(fields, thisField);
    for (const auto &[declaration, field] : fields) {
      auto offset = fieldOffset(field);
      Address at = algebra_.add(*self, Value(offset.value_or(0)));
      frame.captures[declaration] =
          field->getType()->isReferenceType()
              ? load(at, context_.getPointerType(field->getType().getNonReferenceType()), nullptr)
              : at;
    }
    if (thisField) {
      Address at = algebra_.add(*self, Value(fieldOffset(thisField).value_or(0)));
      frame.self =
          thisField->getType()->isPointerType() ? load(at, thisField->getType(), nullptr) : at;
    }
  }

  frame.endsKernel = endsKernel(site->IgnoreImplicit());
  for (const LoopFlow &loop : loops_)
    if (loop.endsKernel)
      frame.left |= loop.broken;
  if (frame.endsKernel)
    findKernelEnds(function->getBody());
  LaneMask entering = active_;
  std::size_t absences = absences_.size();
  std::vector<LoopFlow> outerLoops = std::move(loops_);
  loops_.clear();
  frames_.push_back(std::move(frame));

  if (constructor && self)
    for (const CXXCtorInitializer *initializer : constructor->inits()) {
      if (initializer->isDelegatingInitializer()) {
        initialise(*self, context_.getRecordType(constructor->getParent()), initializer->getInit());
      } else if (initializer->isBaseInitializer()) {
        QualType base(initializer->getBaseClass(), 0);
        auto offset = baseOffset(constructor->getParent(), base->getAsCXXRecordDecl());
        initialise(algebra_.add(*self, Value(offset.value_or(0))), base, initializer->getInit());
      } else if (const FieldDecl *field = initializer->getAnyMember()) {
        auto offset = fieldOffset(field);
        if (offset && !field->isBitField())
          initialise(algebra_.add(*self, Value(*offset)), field->getType(), initializer->getInit());
      }
    }
  {
    const llvm::SaveAndRestore counted(uncounted_,
                                       uncounted_ + (namedArithmetic(function) ? 1U : 0U));
    exec(function->getBody());
  }

  Frame finished = std::move(frames_.back());
  frames_.pop_back();
  countEarlyLeaves(finished.earlyReturns,
                   function->getBody() ? function->getBody()->getEndLoc() : SourceLocation());
  loops_ = std::move(outerLoops);
  absences_.resize(std::min(absences, absences_.size()));
  active_ = entering;
  settle();
  mergeReturns(finished);
  std::optional<Value> returned = finished.returnValue;
  for (const Frame::SideReturn &other : finished.sideReturns)
    if (other.value)
      returned = returned ? mergeValues(*returned, *other.value, {}, {}, other.agree, other.cause)
                          : *other.value;
  Value result(0);
  if (recordResult)
    result = finished.result;
  else if (returned)
    result = *std::move(returned);
  else if (!resultType->isVoidType() && !constructor)
    result = algebra_.unknown(Cause::Data);
  for (ObjectId local : finished.locals)
    state_.memory.erase(local);
  if (stopped_)
    return algebra_.unknown(Cause::Data);
  if (const auto number = application ? result.constant() : std::nullopt;
      number && result.assumptions.empty())
    run_.effects->setNumber(*application, *number);
  return result;
}

// What a destructor of one's own does, then those of the fields and bases. A library's are known
// where they are of any account.
void Interpreter::destroy(const Address &object, const CXXRecordDecl *record, const Expr *site,
                          unsigned depth) {
  constexpr unsigned deepest = 4;
  if (!record || !record->hasDefinition() || record->hasTrivialDestructor() ||
      record->isDependentContext() || depth > deepest ||
      (run_.isProjectFile && !run_.isProjectFile(record->getLocation())))
    return;
  const FunctionDecl *definition = nullptr;
  if (const CXXDestructorDecl *destructor = record->getDestructor();
      destructor && destructor->isUserProvided() && destructor->hasBody(definition) &&
      worthEntering(definition) && frames_.size() < maxCallDepth && !isRunning(definition))
    enter(definition, {}, object, site);
  std::vector<const FieldDecl *> fields(record->field_begin(), record->field_end());
  for (const FieldDecl *field : llvm::reverse(fields))
    if (const auto offset = fieldOffset(field))
      destroy(algebra_.add(object, Value(*offset)), field->getType()->getAsCXXRecordDecl(), site,
              depth + 1);
  for (const CXXBaseSpecifier &base : llvm::reverse(record->bases())) {
    const CXXRecordDecl *of = base.getType()->getAsCXXRecordDecl();
    if (const auto offset = of && !base.isVirtual() ? baseOffset(record, of) : std::nullopt)
      destroy(algebra_.add(object, Value(*offset)), of, site, depth + 1);
  }
}

// Do all threads have the same in it? `budget` parts may be looked at.
bool Interpreter::holdsSameForAll(const Address &object, QualType type, unsigned &budget) {
  if (budget == 0)
    return false;
  --budget;
  // A kernel's argument that nobody has written to.
  if (const Location place = locate(object); place.known &&
                                             objects_[place.object].space == Space::Parameter &&
                                             algebra_.isUniform(place.offset, active_))
    if (const Cells *cells = state_.cells(place.object); !cells || cells->empty())
      return true;
  const RecordDecl *record = type->getAsRecordDecl();
  if (!record)
    return !type->isArrayType() && !type->isReferenceType() &&
           algebra_.isUniform(load(object, type, nullptr), active_);
  if (!record->isCompleteDefinition() || record->isUnion())
    return false;
  const auto *derived = llvm::dyn_cast<CXXRecordDecl>(record);
  if (derived && derived->isEmpty()) // such as thrust::seq
    return true;
  if (derived)
    for (const CXXBaseSpecifier &base : derived->bases()) {
      auto offset = baseOffset(derived, base.getType()->getAsCXXRecordDecl());
      if (!offset || !holdsSameForAll(algebra_.add(object, Value(*offset)), base.getType(), budget))
        return false;
    }
  for (const FieldDecl *field : record->fields()) {
    auto offset = fieldOffset(field);
    if (!offset || field->isBitField() ||
        !holdsSameForAll(algebra_.add(object, Value(*offset)), field->getType(), budget))
      return false;
  }
  return true;
}

/// A value that stands for all that an object holds: the threads that agree on each part agree on
/// it.
Value Interpreter::agreementOn(const Address &object, QualType type, const std::string &name) {
  if (unsigned budget = mostPartsSeen; holdsSameForAll(object, type, budget))
    return Value(0);
  const auto *record = type->getAsRecordDecl();
  bool isSeen =
      record && record->isCompleteDefinition() && !record->isUnion() &&
      llvm::none_of(record->fields(), [](const FieldDecl *field) { return field->isBitField(); });
  unsigned parts = 0;
  Value all(0);
  if (isSeen)
    forEachField(type, 0, 0, [&](std::int64_t at, QualType part) {
      isSeen = isSeen && !part->isReferenceType() && ++parts <= mostPartsSeen;
      if (!isSeen)
        return;
      const Value value = resolve(load(algebra_.add(object, Value(at)), part, nullptr));
      all = opaqueResult({&all, &value}, name.c_str());
    });
  return isSeen && parts > 0 && algebra_.isWarpUniform(all, active_)
             ? all
             : algebra_.unknown(Cause::Data);
}

/// Numbers and nothing else, a few.
bool Interpreter::isMadeOfNumbers(QualType type, unsigned most) const {
  if (type->isArithmeticType())
    return true;
  if (const auto *record = type->getAsRecordDecl();
      !record || !record->isCompleteDefinition() || record->isInvalidDecl() || record->isUnion())
    return false;
  unsigned parts = 0;
  bool numbers = true;
  forEachField(type, 0, 0, [&](std::int64_t, QualType part) {
    numbers = numbers && part->isArithmeticType();
    ++parts;
  });
  return numbers && parts > 0 && parts <= most;
}

/// All numbers of an object as one value of which no more is known than who agrees on it.
Value Interpreter::numbersOf(const Address &object, QualType type, const std::string &name) {
  Value all(0);
  forEachField(type, 0, 0, [&](std::int64_t at, QualType part) {
    const Value value = load(algebra_.add(object, Value(at)), part, nullptr);
    all = opaqueResult({&all, &value}, name.c_str());
  });
  return all;
}

/// Parts of a class that are looked at where a function of that name is handed one: states of
/// random numbers have more.
static unsigned partsSeenBy(llvm::StringRef name, unsigned most) {
  constexpr unsigned mostOfGenerator = 24;
  return name.starts_with("curand") && !name.contains("::") ? mostOfGenerator : most;
}

/// The object has become what a function made of `given`: threads that agree on that agree on it.
void Interpreter::comesOf(const std::optional<Value> &given, const Address &object, QualType type,
                          const std::string &name) {
  const bool agree = given && algebra_.isUniform(*given, active_);
  havoc(object, given ? std::max(given->cause, agree ? Cause::Lane : Cause::Data) : Cause::Data);
  const Location place = locate(object);
  if (given && place.known && isOfThread(place.object) &&
      isMadeOfNumbers(type, partsSeenBy(name, mostPartsSeen)))
    forEachField(type, 0, 0, [&](std::int64_t at, QualType part) {
      Value made = opaqueResult({&*given}, name.c_str());
      if (!agree && halves(type) == 0) // a half is the number that it is made of
        made.cause = Cause::Data;
      store(algebra_.add(object, Value(at)), part, made, nullptr);
    });
}

/// What is known by its name takes as many operations as instructions.
std::uint64_t Interpreter::costOfLibraryCall(const FunctionDecl *function) {
  if (isOfSmallFloats(function) || makesSmallFloats(function))
    return llvm::StringRef(plainName(function)).contains("_as_") ? 0 : 1;
  if (const auto &known = namedArithmetic(function); known && known->flops > 0 && !known->special)
    return 1;
  if (const auto instructions = instructionsOf(plainName(function)))
    return *instructions;
  return isBranchedAround(*function) ? costOfMathematics(*function) : callCost;
}

/// Rounded from what nvcc 13.0 makes of it for sm_90 (`expf` 10, `tanhf` 17, `logf` 27, `exp` 60,
/// `log` 83), and no more than some: most of `sinf` (137) and `pow` (252) is for arguments that
/// come seldom.
std::uint64_t Interpreter::costOfMathematics(const FunctionDecl &function) {
  const auto &known = namedArithmetic(&function);
  if (known && known->unit == Unit::Fp64)
    return 32;
  const std::string full = plainName(&function);
  llvm::StringRef name = llvm::StringRef(full).substr(full.rfind(':') + 1);
  name.consume_back("f");
  return llvm::StringSwitch<std::uint64_t>(name)
      .Cases("sqrt", "exp", "exp10", 10)
      .Cases("tanh", "cosh", "cbrt", "rcbrt", "atan", 16)
      .Default(24);
}

/// One call of it alone is a branch in machine code, where a condition asks for it (nvcc 13.0,
/// sm_80 and sm_90: of the functions of one and two floats all but exp2f and rsqrtf, which take
/// four instructions; expf takes ten, sinf 135, powf 95).
bool Interpreter::isBranchedAround(const FunctionDecl &function) {
  const auto &known = namedArithmetic(&function);
  if (!known || !known->special || context_.getLangOpts().GPUDeviceApproxTranscendentals)
    return false;
  const std::string full = plainName(&function);
  const llvm::StringRef name = llvm::StringRef(full).substr(full.rfind(':') + 1);
  const bool isIntrinsic = name.starts_with("__") && !name.starts_with("__builtin_");
  return !isIntrinsic && known->unit != Unit::Fp16 && !name.contains("exp2") &&
         !name.contains("rsqrt");
}

/// CUB hands the same total to all threads that scan together.
static bool isTotalOfBlock(const FunctionDecl *function, unsigned parameter) {
  return function && parameter < function->getNumParams() &&
         function->getParamDecl(parameter)->getName() == "block_aggregate" &&
         function->getParamDecl(parameter)->getType()->isReferenceType() &&
         llvm::StringRef(plainName(function)).starts_with("cub::");
}

/// The most that one element of an object of integers holds, where none holds less than 0; and how
/// many there are.
std::optional<std::pair<std::int64_t, unsigned>> Interpreter::mostOfElements(const Address &object,
                                                                             QualType type) {
  std::int64_t most = 0;
  unsigned count = 0;
  bool isKnown = isMadeOfNumbers(type) || type->isConstantArrayType();
  if (isKnown)
    forEachField(type, 0, 0, [&](std::int64_t at, QualType part) {
      const auto ofPart =
          isKnown && part->isIntegerType() && ++count <= mostPartsSeen
              ? algebra_.mostOf(load(algebra_.add(object, Value(at)), part, nullptr))
              : std::nullopt;
      isKnown = ofPart.has_value();
      most = std::max(most, ofPart.value_or(0));
    });
  return isKnown && count > 0 ? std::optional(std::pair(most, count)) : std::nullopt;
}

/// From one lane to the next, a sum over the lanes before grows by what one holds.
void Interpreter::storeRunningSums(const Address &object, QualType type, std::int64_t mostOfLane) {
  forEachField(type, 0, 0, [&](std::int64_t at, QualType part) {
    if (!part->isIntegerType())
      return;
    Value sum = algebra_.unknown(Cause::Data);
    sum.warpsDiffer = true;
    sum.apart = Algebra::apartOf(mostOfLane * (warpSize - 1));
    sum.stretches = mostOfLane == 1 ? 1 : 0;
    store(algebra_.add(object, Value(at)), part, sum, nullptr);
  });
}

/// Of CUDA's and the languages' own functions those meet other threads that say so in their names:
/// whatever else sincosf, nanf, malloc or the product of two complex numbers do, they wait for
/// nobody.
static bool meetsNobody(const FunctionDecl &function, llvm::StringRef name) {
  if (function.getBuiltinID() != 0 && name.starts_with("__builtin_"))
    return true;
  // A tile of which the parent is known, as one of any.
  if (llvm::isa<clang::CXXConstructorDecl>(function) && name.starts_with("cooperative_groups::"))
    return true;
  const bool isPlain =
      !name.contains("::") || name.starts_with("std::") || name.starts_with("cuda::std::");
  return isPlain && llvm::none_of(std::array{"barrier", "bar_", "sync", "latch", "semaphore",
                                             "atomic", "arrive", "wait", "fence", "commit"},
                                  [&](const char *word) { return name.contains(word); });
}

/// Does a function that returns a pointer give each thread another one, by its name?
static bool handsOut(llvm::StringRef name) {
  const std::string lower = name.lower();
  return llvm::any_of(
      std::array{"alloc", "atomic", "acquire", "reserve", "pop", "fetch", "take", "next"},
      [&](llvm::StringRef word) { return llvm::StringRef(lower).contains(word); });
}

/// What a function of mathematics gives for numbers that all threads hold, where that is exact: a
/// power of two, its logarithm, a whole number next to another.
static std::optional<double> exactResult(llvm::StringRef name, llvm::ArrayRef<double> of) {
  name = name.substr(name.rfind(':') + 1); // std::pow
  const auto isWhole = [](double number) { return number == std::floor(number); };
  const auto isPowerOfTwo = [](double number) {
    int exponent = 0;
    return std::frexp(number, &exponent) == 0.5;
  };
  const auto of1 = [&](llvm::StringRef a, llvm::StringRef b, llvm::StringRef c = "") {
    return of.size() == 1 && (name == a || name == b || (!c.empty() && name == c));
  };
  if (of.size() == 2 && (name == "pow" || name == "powf" || name == "__powf"))
    return isPowerOfTwo(of[0]) && isWhole(of[1]) ? std::optional(std::pow(of[0], of[1]))
                                                 : std::nullopt;
  if (of1("exp2", "exp2f") && isWhole(of[0]))
    return std::exp2(of[0]);
  if (of1("log2", "log2f", "__log2f") && isPowerOfTwo(of[0]))
    return std::log2(of[0]);
  if (of1("floor", "floorf"))
    return std::floor(of[0]);
  if (of1("ceil", "ceilf"))
    return std::ceil(of[0]);
  return std::nullopt;
}

// A function whose body is not at hand, or not worth reading. `told`: what it is given besides its
// arguments, and with them when it returns.
Value Interpreter::unknownCall(const FunctionDecl *function, llvm::ArrayRef<const Expr *> args,
                               QualType result, std::optional<Value> *told) {
  const std::string name = function ? plainName(function) : "a call";
  // Where one is named, it is declared.
  const bool isBuiltin = function && function->getBuiltinID() != 0 && function->isImplicit();
  const bool library =
      function && run_.isProjectFile && (isBuiltin || !run_.isProjectFile(function->getLocation()));
  const bool ofSmallFloats = library && isOfSmallFloats(function);
  const std::uint64_t cost = library ? costOfLibraryCall(function) : callCost;
  operations_ += cost;
  if (library && isBranchedAround(*function))
    joined_ -= neverPredicated;
  else if (cost == callCost)
    joined_ -= callCost / 2;
  // What is not seen may hold a barrier; CUDA's own arithmetic does not.
  bool arithmetic = library && std::all_of(args.begin(), args.end(), [](const Expr *argument) {
                      const QualType type =
                          argument ? argument->getType().getNonReferenceType() : QualType();
                      return !type.isNull() && (type->isArithmeticType() || halves(type) != 0);
                    });
  if (library && llvm::StringRef(name).starts_with("nvcuda::wmma::")) {
    touchUnknown(); // whatever of it is not in shared memory
    if (llvm::StringRef(name).ends_with("_sync"))
      orderGroups(warpSize); // the lanes of each warp meet
  } else if (!arithmetic && !(library && meetsNobody(*function, name))) {
    orderSomehow();
  }
  if (library && llvm::StringRef(name).starts_with("surf"))
    touchUnknown(); // memory that has no address here
  // A function of the project's that is not at hand may synchronise.
  bool ours = function && run_.isProjectFile && !library;
  if ((!function || ours) && !state_.async.empty())
    state_.async.lostTrack();
  /// What it was given, as far as threads and warps agree on it.
  std::optional<Value> given = told ? *told : std::nullopt;
  struct Changed {
    Address object, held;
    QualType type;
    const Expr *argument; ///< for `object`; null: `held` is it
  };
  llvm::SmallVector<Changed, 1> changed; ///< numbers that it may have changed
  auto take = [&](const Value &operand) {
    given = given ? opaqueResult({&*given, &operand}, name.c_str())
                  : opaqueResult({&operand}, name.c_str());
  };
  std::vector<double> numbers; ///< that all threads hold of the arguments
  Value restsOn(0);
  const auto takeNumber = [&](const Value &value, QualType type) {
    const Value *held = type->isRealFloatingType() ? partsOf(value) : &value;
    if (const auto number = held ? held->constant() : std::nullopt) {
      restsOn = algebra_.add(restsOn, *held);
      numbers.push_back(static_cast<double>(*number) /
                        (type->isRealFloatingType() ? partsOfOne : 1));
    }
  };
  bool isUnseen = false;    ///< of another file, and given memory that others see
  bool isToldApart = false; ///< threads hand in different values
  const bool sums = library && isRunningSum(function);
  std::optional<std::int64_t> summed; ///< the most that a lane has of what is summed up
  for (unsigned i = 0; i < args.size(); ++i) {
    const Expr *argument = args[i];
    if (!argument)
      continue;
    QualType type = argument->getType();
    bool reference = function && i < function->getNumParams() &&
                     function->getParamDecl(i)->getType()->isReferenceType();
    if (type->isVoidType())
      continue;
    // A texture or surface reference is a variable of the module, which all threads name alike.
    if (const auto *record = type->getAsCXXRecordDecl();
        record && (record->hasAttr<CUDADeviceBuiltinTextureTypeAttr>() ||
                   record->hasAttr<CUDADeviceBuiltinSurfaceTypeAttr>()))
      continue;
    if (reference || (isRecord(type) && argument->isGLValue())) {
      Address address = addressOf(argument);
      QualType referred =
          reference ? function->getParamDecl(i)->getType().getNonReferenceType() : type;
      if (const CXXRecordDecl *record = referred->getAsCXXRecordDecl();
          record && record->hasDefinition() && record->isEmpty())
        continue; // it tells nothing, and cannot be changed
      if (ofSmallFloats && halves(referred)) {
        // As the number that it is: loaded, and stored where it may change.
        const QualType number = referred.getUnqualifiedType();
        Address held = temporary(number, "number");
        copyObject(held, address, number, nullptr, argument);
        take(numbersOf(held, number, name));
        if (reference && !referred.isConstQualified())
          changed.push_back({address, held, number, argument});
        continue;
      }
      if (sums && i == 0 && reference) {
        if (const auto most = mostOfElements(address, referred))
          summed = most->first * most->second;
        take(algebra_.unknown(Cause::Data));
        continue;
      }
      if (isTotalOfBlock(function, i)) {
        havoc(address, Cause::Lane);
        if (isMadeOfNumbers(referred))
          forEachField(referred, 0, 0, [&](std::int64_t at, QualType part) {
            store(algebra_.add(address, Value(at)), part,
                  algebra_.fresh(SymbolKind::Derived, "a total of the block"), nullptr);
          });
        continue;
      }
      if (reference && !referred.isConstQualified()) {
        havocObject(address, referred);
        if (summed)
          storeRunningSums(address, referred, *summed);
      } else if (!isRecord(referred)) {
        take(load(address, referred, argument));
        continue;
      }
      take(reference && !referred.isConstQualified() ? algebra_.unknown(Cause::Data)
                                                     : agreementOn(address, referred, name));
      continue;
    }
    Value value = eval(argument);
    take(value);
    isToldApart = isToldApart || !algebra_.isUniform(value, active_);
    if (arithmetic && type->isArithmeticType())
      takeNumber(value, type);
    if (sums && i == 0)
      summed = algebra_.mostOf(value);
    if (library)
      drawRandom(function, argument, value);
    if (type->isPointerType() && !type->getPointeeType().isConstQualified() &&
        !type->isFunctionPointerType()) {
      // An atomic operation gives each thread a result of its own; `frexp` does not, nor does a
      // window of memory, of which all that ask alike get the same pointer.
      const Location target = locate(value);
      const QualType pointee = type->getPointeeType();
      const bool isOwn = target.known && objects_[target.object].space == Space::Local;
      // Whoever starts from the same numbers draws the same ones.
      const unsigned parts = library ? partsSeenBy(name, mostPartsSeen) : mostPartsSeen;
      const bool draws = parts != mostPartsSeen;
      const bool areNumbers = isMadeOfNumbers(pointee, parts);
      unsigned budget = parts;
      // Nor does it where threads hand in states of their own, such as those of a random number.
      if (isOwn ? isRecord(pointee) && !(draws && areNumbers) &&
                      !holdsSameForAll(value, pointee, budget)
                : !result->isPointerType() || !function || function->hasBody() || handsOut(name)) {
        take(algebra_.unknown(Cause::Data));
        isUnseen = isUnseen || (!isOwn && ours && !function->hasBody());
      }
      if (library && target.known && objects_[target.object].space == Space::Local && areNumbers &&
          sizeOf(pointee) == objects_[target.object].bytes) {
        // As `frexp` and `sincos` do, not as what is given an array; what lies there already may be
        // asked for.
        const QualType number = pointee.getUnqualifiedType();
        if (const Cells *cells = state_.cells(target.object); cells && !cells->empty())
          take(numbersOf(value, number, name));
        changed.push_back({value, value, number, nullptr});
      } else {
        havoc(value, Cause::Data);
      }
    }
    if (type->isPointerType())
      noteUnseenCall(function, argument, value);
    if (isRecord(type))
      take(agreementOn(value, type, name));
  }
  for (const Changed &one : changed) {
    comesOf(given, one.held, one.type, name);
    if (one.argument)
      copyObject(one.object, one.held, one.type, one.argument, nullptr);
  }
  // What lanes fetch from places of their own is data.
  if (library && given &&
      (llvm::StringRef(name).starts_with("tex") ||
       (llvm::StringRef(name).starts_with("surf") && !result->isVoidType())) &&
      !algebra_.isUniform(*given, active_) && !algebra_.isWarpUniform(*given, active_))
    given = algebra_.unknown(Cause::Data);
  if (told)
    *told = given;
  const bool uniform = !given || algebra_.isUniform(*given, active_);
  const Cause cause = given ? given->cause : Cause::None;
  QualType plain = result.getNonReferenceType();
  if (plain->isVoidType())
    return Value(0);
  metUnseenCall_ = metUnseenCall_ || (isUnseen && !isToldApart);
  if (result->isReferenceType() || plain->isPointerType()) {
    if (!uniform && algebra_.isWarpUniform(*given, active_))
      return warpUniform("result of a call", algebra_.warpsMayAgree(*given));
    SymbolId symbol = 0;
    pointeeObject("result of a call", Space::Unknown, &symbol);
    return uniform ? algebra_.valueOf(symbol) : algebra_.unknown(std::max(cause, Cause::Lane));
  }
  if (isRecord(plain)) {
    Address object = temporary(plain, "result");
    comesOf(given ? *given : algebra_.unknown(Cause::Lane), object, plain, name);
    return object;
  }
  if (plain->isRealFloatingType() && numbers.size() == args.size())
    if (const auto number = exactResult(name, numbers)) {
      Value known = floatingNumber(llvm::APFloat(*number));
      if (const Value *parts = partsOf(known)) {
        restsOn.base = parts->base;
        known.difference = std::make_shared<const Value>(restsOn);
        return known;
      }
    }
  return given ? *given : algebra_.unknown(Cause::Lane);
}

//===----------------------------------------------------------------------===//
// Intrinsics
//===----------------------------------------------------------------------===//

// A warp reads it once, for all that go together: of 25.6 million threads of an H200 none had
// another %globaltimer or %clock64 than its warp (CUDA 13.0).
Value Interpreter::timeOfWarp() {
  return warpUniform("the time", /*warpsMayAgree=*/false, SymbolKind::Derived);
}

Value Interpreter::warpUniform(const char *name, bool warpsMayAgree, SymbolKind kind) {
  Symbol symbol;
  symbol.kind = kind;
  symbol.name = name;
  symbol.warpsMayAgree = warpsMayAgree;
  if (algebra_.warps() > 1) {
    std::vector<std::uint16_t> parts(algebra_.threads());
    for (unsigned lane = 0; lane < algebra_.threads(); ++lane)
      parts[lane] = static_cast<std::uint16_t>(lane / warpSize);
    symbol.partition = std::make_shared<const std::vector<std::uint16_t>>(std::move(parts));
  }
  return algebra_.valueOf(algebra_.makeSymbol(std::move(symbol)));
}

std::optional<Value> Interpreter::intrinsic(llvm::StringRef name, const FunctionDecl *function,
                                            const CallExpr *call) {
  // std::min and its kin, as values or as references.
  llvm::StringRef last =
      name.substr(name.rfind(':') == llvm::StringRef::npos ? 0 : name.rfind(':') + 1);
  bool global = last.size() == name.size();
  bool standard =
      name.starts_with("std::") || name.starts_with("cuda::std::") || name.starts_with("thrust::");
  // Builtins of Clang, whatever a header says that they do.
  if (standard && (last == "addressof" || last == "__addressof") && call->getNumArgs() == 1)
    return addressOf(call->getArg(0));
  bool minimum =
      last == "min" ||
      (global && (last == "umin" || last == "llmin" || last == "ullmin" || last == "__min"));
  bool maximum =
      last == "max" ||
      (global && (last == "umax" || last == "llmax" || last == "ullmax" || last == "__max"));
  if ((global || standard) && (minimum || maximum) && call->getNumArgs() == 2) {
    QualType type = call->getType().getNonReferenceType();
    auto argument = [&](unsigned i) {
      const Expr *expr = call->getArg(i);
      return resolve(expr->isGLValue() && !isRecord(type) ? load(addressOf(expr), type, expr)
                                                          : eval(expr));
    };
    if (isRecord(type))
      return std::nullopt;
    Value a = argument(0);
    Value b = argument(1);
    ++operations_;
    Value result = isInteger(type) ? (minimum ? algebra_.min(a, b) : algebra_.max(a, b))
                                   : opaqueResult({&a, &b}, "min or max");
    result = exchanged(a, b, std::move(result));
    if (!call->isGLValue())
      return result;
    Address slot = temporary(type, "min or max");
    storeCell(locate(slot).object, Value(0), type, result);
    return slot;
  }
  if (standard && (last == "move" || last == "forward") && call->getNumArgs() == 1)
    return addressOf(call->getArg(0));
  if (standard && llvm::StringSwitch<bool>(last)
                      .Cases("abs", "fabs", "fabsf", "fmax", "fmin", true)
                      .Cases("fmaxf", "fminf", "fma", "fmaf", true)
                      .Default(false))
    return bitIntrinsic(last, call);
  if (!global)
    return std::nullopt;
  // What the project wrote itself is entered, whatever it is called.
  if (function->getBody() && run_.isProjectFile && run_.isProjectFile(function->getLocation()))
    return std::nullopt;
  noteOldWarpCall(name, call);
  if (auto value = synchronisation(name, call))
    return value;
  if (name.starts_with("__shfl")) {
    joined_ -= neverPredicated;
    return shuffle(name, call);
  }
  if (isAtomic(name))
    return atomic(name, call);
  if (name.starts_with("__ld") || name.starts_with("__st"))
    if (auto value = cachedAccess(name, call))
      return value;
  return bitIntrinsic(name, call);
}

/// How many lanes beside each other meet: all of a warp, or the halves, quarters and so on that
/// each names as its own.
static unsigned partOfWarp(const Value &mask, const LaneMask &active) {
  if (!mask.isConcrete())
    return warpSize;
  const auto part = [&](unsigned thread, unsigned size) {
    const unsigned first = thread % warpSize / size * size;
    return ((std::uint64_t{1} << size) - 1) << first;
  };
  for (unsigned size = 1; size < warpSize; size *= 2) {
    bool isOwn = true;
    active.forEach([&](unsigned thread) {
      isOwn = isOwn &&
              (static_cast<std::uint64_t>(mask.base.at(thread)) & fullMask) == part(thread, size);
    });
    if (isOwn)
      return size;
  }
  return warpSize;
}

std::optional<Value> Interpreter::synchronisation(llvm::StringRef name, const CallExpr *call) {
  auto evalArguments = [&] {
    for (const Expr *argument : call->arguments())
      if (!isRecord(argument->getType()))
        eval(argument);
  };
  // A barrier before a clock is read makes the threads start together.
  if (name == "clock" || name == "clock64" || name == "__clock" || name == "__clock64" ||
      name == "__globaltimer" || name == "__nanosleep" ||
      name.starts_with("__nvvm_read_ptx_sreg_clock") ||
      name.starts_with("__nvvm_read_ptx_sreg_globaltimer")) {
    fieldRuns_.order(call->getSourceRange());
    touchUnknown();
    return name == "__nanosleep" ? std::nullopt : std::optional(timeOfWarp());
  }
  if (name == "__syncthreads" || name == "__nvvm_barrier0" || name == "__barrier_sync_all") {
    barrier("__syncthreads", "block", 0, call->getSourceRange());
    return Value(0);
  }
  if (name.starts_with("__cluster_barrier_")) {
    evalArguments();
    state_.async.someBarrier(active_);
    orderSomehow();
    return Value(0);
  }
  if (name == "__barrier_sync" || name == "__barrier_sync_count") {
    std::vector<Value> given;
    for (const Expr *argument : call->arguments())
      given.push_back(resolve(eval(argument)));
    if (given.size() == 1 && given[0].constant() == 0)
      barrier("__barrier_sync", "block", 0, call->getSourceRange());
    else // of some threads, maybe
      numberedBarrier(name.str(), given.empty() ? algebra_.unknown(Cause::Lane) : given[0],
                      given.size() > 1 ? std::optional(given[1]) : std::nullopt, /*waits=*/true,
                      call->getSourceRange());
    return Value(0);
  }
  if (name == "__syncthreads_and" || name == "__syncthreads_or" || name == "__syncthreads_count") {
    evalArguments();
    barrier(name.str(), "block", 0, call->getSourceRange());
    return algebra_.fresh(SymbolKind::Loaded, name.str());
  }
  if (name == "__syncwarp") {
    Value mask = call->getNumArgs() ? resolve(eval(call->getArg(0))) : Value(fullMask);
    auto constant = mask.constant();
    if (constant && (*constant & fullMask) == fullMask)
      barrier("__syncwarp", "warp", warpSize, call->getSourceRange());
    else {
      ++barriersMet_;
      warpCall("__syncwarp", mask, call);
      orderGroups(partOfWarp(mask, active_));
      state_.async.warpBarrier(active_);
    }
    return Value(0);
  }
  if (name == "__any_sync" || name == "__all_sync" || name == "__ballot_sync" || name == "__any" ||
      name == "__all" || name == "__ballot" || name == "__activemask" || name == "__uni_sync" ||
      name.starts_with("__reduce_") || name.starts_with("__match_"))
    return warpIntrinsic(name, call);
  if (name.starts_with("__threadfence") || name == "__nanosleep" || name == "printf" ||
      name == "__assert_fail" || name == "__assertfail" || name == "__trap" || name == "__brkpt" ||
      name == "__builtin_trap" || name == "abort" || name == "__prof_trigger" ||
      name == "cudaTriggerProgrammaticLaunchCompletion" || // other grids may begin
      name == "cudaGridDependencySynchronize") { // what other grids write is there from here on
    fieldRuns_.order(call->getSourceRange());
    if (name.starts_with("__threadfence"))
      neighbours_.clear();
    evalArguments();
    operations_ += callCost;
    touchUnknown();
    return Value(0);
  }
  if (name.starts_with("__nvvm_read_ptx_sreg_")) {
    std::string which = name.substr(21).str();
    if (which == "warpsize")
      return Value(warpSize);
    // "tid_x" is PTX's "tid.x".
    if (which.size() > 2 && which[which.size() - 2] == '_')
      which[which.size() - 2] = '.';
    return specialRegister(which);
  }
  if (name.starts_with("__cvta_") && call->getNumArgs() == 1)
    return eval(call->getArg(0));
  return std::nullopt;
}

std::optional<Value> Interpreter::bitIntrinsic(llvm::StringRef name, const CallExpr *call) {
  auto functionOf = [&](const Value &value, std::int64_t (*function)(std::int64_t)) -> Value {
    ++operations_;
    if (!value.isConcrete()) {
      Value count = algebra_.opaque(name.str(), {&value});
      if (name.contains("popc"))
        count.stretches = 1; // of 32 bits, or of the lanes of a warp
      return count;
    }
    return algebra_.lanes([&](unsigned lane) { return function(value.base.at(lane)); });
  };
  auto unary = [&](std::int64_t (*function)(std::int64_t)) {
    return functionOf(eval(call->getArg(0)), function);
  };
  if (call->getNumArgs() == 1) {
    if (name == "__popc" || name == "__builtin_popcount") {
      const Value mask = resolve(eval(call->getArg(0)));
      Value count = functionOf(mask, [](std::int64_t x) -> std::int64_t {
        return std::popcount(static_cast<std::uint32_t>(x));
      });
      bool isCount = false;
      if (const NamedLanes *active = activeLanes(mask, isCount); active && !isCount)
        countActive(count, *active);
      return count;
    }
    if (name == "__clz" || name == "__builtin_clz")
      return unary([](std::int64_t x) -> std::int64_t {
        return std::countl_zero(static_cast<std::uint32_t>(x));
      });
    if (name == "__ffs" || name == "__builtin_ffs")
      return unary([](std::int64_t x) -> std::int64_t {
        auto bits = static_cast<std::uint32_t>(x);
        return bits ? std::countr_zero(bits) + 1 : 0;
      });
    if (name == "__brev")
      return unary([](std::int64_t x) -> std::int64_t {
        auto bits = static_cast<std::uint32_t>(x);
        std::uint32_t reversed = 0;
        for (int i = 0; i < 32; ++i)
          reversed |= ((bits >> i) & 1) << (31 - i);
        return reversed;
      });
    if (name == "abs" || name == "labs" || name == "llabs")
      if (call->getType()->isIntegerType()) {
        const Value value = eval(call->getArg(0));
        // A place in the grid: an interior block lies on one side of where it is 0.
        if (value.isKnown() && !algebra_.isWarpUniform(value) && algebra_.isPlaceInGrid(value)) {
          ++operations_;
          return algebra_.max(value, algebra_.neg(value));
        }
        return functionOf(value, [](std::int64_t x) -> std::int64_t { return x < 0 ? -x : x; });
      }
    if (name == "__builtin_assume" || name == "__builtin_unreachable")
      return Value(0);
    if (name == "__builtin_addressof")
      return addressOf(call->getArg(0));
    if (name == "__builtin_launder")
      return eval(call->getArg(0));
  }
  if (name == "__builtin_is_constant_evaluated") // where it is run, it is not
    return Value(0);
  // Floating-point functions that are one instruction.
  bool single = llvm::StringSwitch<bool>(name)
                    .Cases("fmaxf", "fminf", "fmax", "fmin", "fabsf", "fabs", "abs", true)
                    .Cases("fmaf", "fma", "__fmaf_rn", "__fadd_rn", "__fmul_rn", "__fsub_rn", true)
                    .Cases("rsqrtf", "__frcp_rn", "__fsqrt_rn", "__expf", "__logf", true)
                    .Cases("__sinf", "__cosf", "__fdividef", "saturate", "__saturatef", true)
                    .Default(false);
  // Complex numbers have functions of the same names.
  const auto isNumber = [&](const Expr *one) { return !isRecord(one->getType()); };
  if (single && isNumber(call) && llvm::all_of(call->arguments(), isNumber)) {
    ++operations_;
    if (call->getNumArgs() == 0)
      return std::nullopt;
    Value a = eval(call->getArg(0));
    Value b = call->getNumArgs() > 1 ? eval(call->getArg(1)) : a;
    Value c = call->getNumArgs() > 2 ? eval(call->getArg(2)) : a;
    Value result = opaqueResult({&a, &b, &c}, "arithmetic");
    const bool isCommutative = llvm::StringSwitch<bool>(name)
                                   .Cases("fmaxf", "fminf", "fmax", "fmin", true)
                                   .Cases("__fadd_rn", "__fmul_rn", true)
                                   .Default(false);
    return isCommutative ? exchanged(a, b, std::move(result)) : ofWarp(std::move(result));
  }
  if ((name == "__builtin_expect" || name == "__builtin_expect_with_probability" ||
       name == "__builtin_assume_aligned") &&
      call->getNumArgs() >= 2) {
    Value value = eval(call->getArg(0));
    if (Location place = locate(value); place.known)
      alignedByHand_.insert(place.object);
    return value;
  }
  if (call->getNumArgs() == 2 && (name == "__mul24" || name == "__umul24")) {
    Value a = eval(call->getArg(0));
    Value b = eval(call->getArg(1));
    ++operations_;
    return wrap(algebra_.mul(a, b), call->getType());
  }
  return moveBytes(name, call);
}

bool isCachedLoad(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("__ldg", "__ldcs", "__ldcg", "__ldca", "__ldcv", "__ldlu", true)
      .Default(false);
}

// Loads and stores with a cache hint: the pointer's expression is the access.
std::optional<Value> Interpreter::cachedAccess(llvm::StringRef name, const CallExpr *call) {
  bool isLoad = isCachedLoad(name);
  bool isStore = llvm::StringSwitch<bool>(name)
                     .Cases("__stcs", "__stcg", "__stwb", "__stwt", "__stca", true)
                     .Default(false);
  if ((!isLoad && !isStore) || call->getNumArgs() != (isLoad ? 1u : 2u))
    return std::nullopt;
  const Expr *pointer = call->getArg(0)->IgnoreParenImpCasts();
  const Expr *site = call;
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(pointer); op && op->getOpcode() == UO_AddrOf)
    site = op->getSubExpr();
  Value address = resolve(eval(call->getArg(0)));
  QualType type = call->getArg(0)->getType()->getPointeeType();
  if (type.isNull())
    return std::nullopt;
  type = type.getUnqualifiedType();
  const llvm::SaveAndRestore cached(isCachedAccess_, true);
  if (isLoad) {
    if (!isRecord(type))
      return load(address, type, site);
    Address object = temporary(type, "loaded");
    copyObject(object, address, type, nullptr, site);
    return object;
  }
  if (isRecord(type)) {
    Address source =
        call->getArg(1)->isGLValue() ? addressOf(call->getArg(1)) : eval(call->getArg(1));
    copyObject(address, source, type, site, nullptr);
  } else {
    store(address, type, eval(call->getArg(1)), site);
  }
  return Value(0);
}

std::optional<unsigned> Interpreter::ShuffleSources::of(unsigned thread) const {
  if (!lane.isConcrete())
    return std::nullopt;
  const auto own = static_cast<int>(thread % warpSize), groupWidth = static_cast<int>(width);
  const int segment = own / groupWidth * groupWidth;
  const auto by = static_cast<int>(lane.base.at(thread));
  int source = own;
  if (how == "idx")
    source = segment + (by & (groupWidth - 1));
  else if (how == "up")
    source = own - segment - by < 0 ? source : source - by;
  else if (how == "down")
    source = own - segment + by >= groupWidth ? source : source + by;
  else
    source = segment + (((own - segment) ^ by) & (groupWidth - 1));
  return static_cast<unsigned>(source);
}

Value Interpreter::shuffled(const Value &value, const ShuffleSources &sources, QualType type) {
  operations_ += 2;
  const auto &[how, lane, width] = sources;
  if (algebra_.isWarpUniform(value, active_) && width == warpSize)
    return value;
  bool integer = isInteger(type);
  const bool isBroadcast =
      how == "idx" && width == warpSize && algebra_.isWarpUniform(lane, active_);
  if (value.isKnown() && integer && lane.isConcrete()) {
    Value moved = algebra_.permute(value, [&](unsigned thread) -> int {
      return static_cast<int>(thread / warpSize * warpSize + *sources.of(thread));
    });
    if (moved.isKnown() || !isBroadcast)
      return moved;
  }
  // A broadcast: every thread of the warp has the same.
  if (isBroadcast)
    return warpUniform("a shuffled value",
                       algebra_.warpsMayAgree(value) && algebra_.warpsMayAgree(lane));
  Value unknown = algebra_.unknown(std::max(value.cause, Cause::Data));
  unknown.warpsDiffer = !(algebra_.warpsMayAgree(value) && algebra_.warpsMayAgree(lane));
  unknown.most = integer && value.unknown ? value.most : 0;
  // All lanes of a part of the warp read from one.
  const auto part = static_cast<std::uint8_t>(width - 1);
  if (how == "idx" && (algebra_.sameAcross(lane) & part) == part)
    unknown.sameAcross = part;
  if (how == "xor" && algebra_.isUniform(lane, active_)) {
    const auto bits = algebra_.uniformPart(lane, active_).constant().value_or(0);
    if (bits > 0 && bits < static_cast<std::int64_t>(width) && (bits & (bits - 1)) == 0) {
      unknown.exchangedWith = value.identity;
      unknown.exchangedBits = static_cast<std::uint8_t>(bits);
    }
  }
  return unknown;
}

std::optional<Value> Interpreter::shuffle(llvm::StringRef name, const CallExpr *call) {
  bool synced = name.ends_with("_sync");
  llvm::StringRef how = name.substr(2);
  how.consume_front("shfl");
  how.consume_front("_");
  how.consume_back("_sync");
  if (how == "sync")
    how = "";
  if (how.empty())
    how = "idx";
  unsigned first = synced ? 1 : 0;
  if (call->getNumArgs() < first + 2)
    return std::nullopt;
  ShuffleSources sources;
  sources.how = how;
  sources.lane = resolve(eval(call->getArg(first + 1)));
  bool isWidthKnown = true;
  if (call->getNumArgs() > first + 2) {
    const auto width = eval(call->getArg(first + 2)).constant();
    isWidthKnown =
        width && *width > 0 && *width <= std::int64_t{warpSize} && (*width & (*width - 1)) == 0;
    if (isWidthKnown)
      sources.width = static_cast<unsigned>(*width);
  }
  const auto meet = [&] {
    if (!synced)
      return;
    warpCall(name.str(), eval(call->getArg(0)), call, isWidthKnown ? &sources : nullptr);
    orderGroups(warpSize); // of memory it is not guaranteed, but lanes do meet
  };
  const Expr *held = call->getArg(first);
  QualType type = held->getType().getNonReferenceType();
  if (isRecord(type)) {
    meet();
    Address object = temporary(type, "shuffled");
    havoc(object, Cause::Data);
    return object;
  }
  // A lane has what it brings when it meets the others: what that takes comes before.
  Value value = held->isGLValue() ? load(addressOf(held), type, held) : eval(held);
  meet();
  return shuffled(value, sources, type);
}

// `atomicAdd(p, 0)`, `atomicOr(p, 0)`, `atomicCAS(p, 0, 0)`: how a program loads what other threads
// store atomically.
bool Interpreter::onlyReads(llvm::StringRef name, const CallExpr *call,
                            const Value &operand) const {
  if (!name.consume_back("_block"))
    name.consume_back("_system");
  if (call->getNumArgs() == 2)
    return operand.constant() == 0 &&
           llvm::is_contained({"atomicAdd", "atomicSub", "atomicOr", "atomicXor"}, name);
  Expr::EvalResult compared;
  return call->getNumArgs() == 3 && name == "atomicCAS" &&
         call->getArg(1)->EvaluateAsInt(compared, context_) &&
         operand.constant() == int64Of(compared.Val.getInt());
}

// Lanes that add the same to one counter get consecutive values; in which order is open, and is
// of no matter to what a warp touches with them.
std::optional<Value> Interpreter::ticket(llvm::StringRef name, const Value &counter,
                                         const Value &added, QualType type,
                                         std::optional<std::int64_t> start) {
  // `atomicInc(p, last)` adds one each time, but from the last number goes to 0.
  const bool isByOne = name.starts_with("atomicInc") || name.starts_with("atomicDec");
  const int sign = name.starts_with("atomicAdd") || name.starts_with("atomicInc")   ? 1
                   : name.starts_with("atomicSub") || name.starts_with("atomicDec") ? -1
                                                                                    : 0;
  if (sign == 0 || !isInteger(type) || !counter.isKnown() || !added.isKnown() ||
      !algebra_.isUniform(counter, active_) || !algebra_.isUniform(added, active_))
    return std::nullopt;
  const Value rank = algebra_.lanes([&](unsigned thread) {
    const std::uint32_t before = active_.warp(thread / warpSize) & ((1U << thread % warpSize) - 1);
    return std::int64_t{sign} * std::popcount(before);
  });
  const Value step = isByOne ? Value(1) : algebra_.uniformPart(added, active_);
  const Value first = warpUniform("a counter's value", false, SymbolKind::Ticket);
  if (start && sign > 0 && !isByOne && step.constant() == 1)
    slots_[first.terms.front().monomial.front()] = {
        *start, *start + static_cast<std::int64_t>(active_.count()) - 1, rank.base, conditionsMet_};
  return algebra_.add(first, algebra_.mul(rank, step));
}

/// What a counter in shared memory holds for all threads, where that is known.
std::optional<std::int64_t> Interpreter::numberAt(const Address &counter) const {
  const Location place = locate(counter);
  if (!place.known || objects_[place.object].space != Space::Shared)
    return std::nullopt;
  const Cells *cells = state_.cells(place.object);
  const auto offset = place.offset.constant();
  if (!cells || !offset)
    return std::nullopt;
  const auto cell = cells->find(*offset);
  return cell == cells->end() ? std::nullopt : cell->second.value.constant();
}

namespace {

/// Is it made of a variable that is assigned to, be it by way of another one?
bool restsOnAssigned(const Stmt &part, Assignments &assignments, unsigned depth = 4) {
  if (const auto *name = llvm::dyn_cast<DeclRefExpr>(&part)) {
    const auto *variable = llvm::dyn_cast<VarDecl>(name->getDecl());
    return variable && variable->hasLocalStorage() && depth > 0 &&
           (!assignments.isNever(*variable) ||
            (variable->getInit() && restsOnAssigned(*variable->getInit(), assignments, depth - 1)));
  }
  return llvm::any_of(part.children(), [&](const Stmt *child) {
    return child && restsOnAssigned(*child, assignments, depth);
  });
}

/// `old = atomicCAS(p, assumed, f(assumed))`, where what is assumed changes. What is compared with
/// a number of the thread's, or a constant, is a lock or a slot.
bool isAttempt(const CallExpr *call, Assignments &assignments) {
  return call->getNumArgs() == 3 && restsOnAssigned(*call->getArg(1), assignments);
}

/// That of a class template of libcu++; empty if it is another one.
llvm::StringRef nameInLibcu(const CXXRecordDecl *record) {
  if (!record || !record->getDeclName().isIdentifier() ||
      !llvm::isa<ClassTemplateSpecializationDecl>(record))
    return "";
  const DeclContext *context = record->getDeclContext();
  while (context->getParent() && !context->getParent()->isTranslationUnit())
    context = context->getParent();
  const auto *space = llvm::dyn_cast<NamespaceDecl>(context);
  return space && space->getName() == "cuda" ? record->getName() : "";
}

} // namespace

// Does the compiler let one lane do what the lanes of a warp ask for? None where lanes could not
// be brought together anyway: an exchange hands each its own. Seen in machine code of nvcc 13.0
// for sm_90; docs/architecture.md has the table.
std::optional<bool> Interpreter::isAggregated(llvm::StringRef name, const CallExpr *call,
                                              const Value &address, const Value &operand) const {
  if (!name.consume_back("_block"))
    name.consume_back("_system");
  const auto kind = llvm::StringSwitch<AtomicKind>(name)
                        .Cases("atomicAdd", "atomicSub", AtomicKind::Sum)
                        .Cases("atomicMin", "atomicMax", AtomicKind::Other)
                        .Cases("atomicAnd", "atomicOr", "atomicXor", AtomicKind::Other)
                        .Case("atomicCAS", isAttempt(call, assignments_) ? AtomicKind::Attempt
                                                                         : AtomicKind::Exchange)
                        .Default(AtomicKind::Exchange);
  if (call->getNumArgs() < 2)
    return std::nullopt;
  const auto *statement = llvm::dyn_cast_or_null<Expr>(statement_);
  const bool isUsed = !statement || statement->IgnoreParenCasts() != call;
  return isAggregated(kind, isUsed, call->getArg(0)->getType()->getPointeeType(), address, operand);
}

std::optional<bool> Interpreter::isAggregated(AtomicKind kind, bool isUsed, QualType type,
                                              const Value &address, const Value &operand) const {
  if (kind == AtomicKind::Exchange)
    return std::nullopt;
  if (kind == AtomicKind::Attempt) {
    // Who has to try again is a matter of luck: only the first attempt counts.
    const auto isByData = [](const Condition &condition) { return condition.cause == Cause::Data; };
    const bool isAgain = llvm::any_of(conditions_, isByData) || llvm::any_of(absences_, isByData);
    return isAgain ? std::nullopt : std::optional(false);
  }
  if (!isInteger(type))
    return false;
  // An address that is the same for the block is one that the compiler sees to be so.
  if (!address.isKnown() || !algebra_.isUniform(address, algebra_.all()))
    return false;
  if (kind == AtomicKind::Sum && operand.isKnown() && algebra_.isUniform(operand, algebra_.all()))
    return true;
  if (sizeOf(type) != 4)
    return false;
  return kind == AtomicKind::Sum || !isUsed;
}

std::optional<std::pair<Value, QualType>> Interpreter::atomicPlace(const Address &self,
                                                                   const CallExpr *call) {
  const Expr *object = objectArgument(call);
  if (!object)
    return std::nullopt;
  QualType held = object->IgnoreParenImpCasts()->getType(); // not as one of its bases
  if (held->isPointerType())
    held = held->getPointeeType();
  const CXXRecordDecl *record = held->getAsCXXRecordDecl();
  const llvm::StringRef of = nameInLibcu(record);
  if (of != "atomic" && of != "atomic_ref")
    return std::nullopt;
  const auto &parameters = llvm::cast<ClassTemplateSpecializationDecl>(record)->getTemplateArgs();
  if (parameters.size() == 0 || parameters[0].getKind() != TemplateArgument::Type)
    return std::nullopt;
  const QualType type = parameters[0].getAsType();
  if (of == "atomic")
    return std::pair(self, type);
  return std::pair(resolve(load(self, context_.getPointerType(type), nullptr)), type);
}

std::optional<Value> Interpreter::atomicMethod(const CXXMethodDecl *method,
                                               llvm::ArrayRef<const Expr *> arguments,
                                               const Address &self, const CallExpr *call) {
  const auto atomic = atomicPlace(self, call);
  if (!atomic || arguments.size() > 2)
    return std::nullopt;
  const auto &[place, type] = *atomic;
  AtomicKind kind = AtomicKind::Exchange;
  bool isMinus = false;
  bool isByOne = false;
  bool givesNew = false;
  if (method->isOverloadedOperator()) {
    const OverloadedOperatorKind op = method->getOverloadedOperator();
    isByOne = op == OO_PlusPlus || op == OO_MinusMinus;
    isMinus = op == OO_MinusMinus || op == OO_MinusEqual;
    if (isByOne || op == OO_PlusEqual || op == OO_MinusEqual)
      kind = AtomicKind::Sum;
    else if (op == OO_AmpEqual || op == OO_PipeEqual || op == OO_CaretEqual)
      kind = AtomicKind::Other;
    givesNew = !isByOne || arguments.empty(); // `x++` has an argument that nobody gives
  } else if (method->getDeclName().isIdentifier()) {
    kind = llvm::StringSwitch<AtomicKind>(method->getName())
               .Cases("fetch_add", "fetch_sub", AtomicKind::Sum)
               .Cases("fetch_min", "fetch_max", AtomicKind::Other)
               .Cases("fetch_and", "fetch_or", "fetch_xor", AtomicKind::Other)
               .Default(AtomicKind::Exchange);
    isMinus = method->getName() == "fetch_sub";
  }
  if (kind == AtomicKind::Exchange || (!isByOne && arguments.empty()))
    return std::nullopt;
  Value operand = isByOne ? Value(1) : eval(arguments[0]);
  const auto *statement = llvm::dyn_cast_or_null<Expr>(statement_);
  const bool isUsed = !statement || statement->IgnoreParenCasts() != call;
  const auto start = numberAt(place);
  readAtomically(place, type, objectArgument(call)->IgnoreParenImpCasts(),
                 isAggregated(kind, isUsed, type, place, operand));
  orderSomehow(); // it may be a fence, too
  if (active_.count() == 1)
    return algebra_.fresh(SymbolKind::Loaded, "an atomic's old value");
  if (kind == AtomicKind::Sum)
    if (auto value = ticket(isMinus ? "atomicSub" : "atomicAdd", place, operand, type, start))
      return givesNew ? (isMinus ? algebra_.sub(*value, operand) : algebra_.add(*value, operand))
                      : *value;
  return algebra_.unknown(Cause::Data);
}

std::optional<Value> Interpreter::atomic(llvm::StringRef name, const CallExpr *call) {
  if (call->getNumArgs() < 2 || !call->getArg(0)->getType()->isPointerType())
    return std::nullopt;
  Value address = resolve(eval(call->getArg(0)));
  Value operand;
  for (unsigned i = 1; i < call->getNumArgs(); ++i)
    if (!isRecord(call->getArg(i)->getType()))
      operand = eval(call->getArg(i));
  noteAnswer(operand);
  const Expr *pointer = call->getArg(0)->IgnoreParenImpCasts();
  const Expr *site = call->getArg(0);
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(pointer); op && op->getOpcode() == UO_AddrOf)
    site = op->getSubExpr();
  QualType type = call->getArg(0)->getType()->getPointeeType();
  const auto start = numberAt(address);
  readAtomically(address, type, site, isAggregated(name, call, address, operand));
  if (isRecord(call->getType())) {
    Address object = temporary(call->getType(), "old value");
    havoc(object, Cause::Data);
    return object;
  }
  const bool isAtOnePlace = address.isKnown() && algebra_.isUniform(address, active_);
  if (active_.count() == 1 || (isAtOnePlace && onlyReads(name, call, operand)))
    return algebra_.fresh(SymbolKind::Loaded, "an atomic's old value");
  if (call->getNumArgs() == 2)
    if (auto value = ticket(name, address, operand, type, start))
      return value;
  return algebra_.unknown(Cause::Data);
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

// The barrier of the block has two spellings; one function that uses both was written in a hurry,
// and one barrier just after the other waits for nothing.
void Interpreter::noteStyle(SiteRecord &record, const std::string &op, SourceRange range) {
  const bool plain = llvm::StringRef(op).starts_with("__syncthreads");
  const BarrierStyle mine{plain ? "__syncthreads" : "sync", range.getBegin(), {}};
  auto note = [&](const BarrierStyle &other, const char *how) {
    record.evidence[how] = true;
    if (record.evidence.count("other_op") && !record.evidence.count("back_to_back"))
      return;
    const SourceManager &sources = context_.getSourceManager();
    record.evidence["other_op"] = other.op;
    record.evidence["other_line"] =
        std::int64_t{sources.getPresumedLineNumber(sources.getFileLoc(other.location))};
    record.notes.emplace_back(SourceRange(other.location), "the other barrier is here");
  };
  const bool nothingBetween = lastBarrierAt_ == operations_ && lastStyle_.location.isValid();
  if (nothingBetween && lastStyle_.op != mine.op)
    note(lastStyle_, "back_to_back");
  lastStyle_ = mine;
  // A barrier that counts, or asks all threads, is spelt in no other way.
  if (plain && op != "__syncthreads")
    return;
  auto [first, isFirst] = firstBarriers_.try_emplace(frames_.back().function, mine);
  if (!isFirst && first->second.op != mine.op) {
    SourceLocation &deviates = first->second.deviates;
    if (deviates.isInvalid())
      deviates = mine.location;
    if (deviates == mine.location && !record.evidence.count("mixed"))
      note(first->second, "mixed");
  }
}

/// Does a comparison keep all threads of some block away (`i >= 1000` of 131072 threads)? `grid`:
/// where all of it is known.
static bool leavesWholeBlock(const Algebra &algebra, const BinaryOperator &comparison,
                             const Value &difference, bool holds,
                             const std::array<std::optional<std::int64_t>, 3> &grid) {
  clang::BinaryOperatorKind kind = comparison.getOpcode();
  if (!comparison.isRelationalOp() || difference.unknown)
    return false;
  if (!holds)
    kind = BinaryOperator::negateComparisonOp(kind);
  const bool wantsMore = kind == clang::BO_GT || kind == clang::BO_GE;
  std::int64_t ofBlock = 0; // in the block that goes furthest that way
  for (const Term &term : difference.terms) {
    const Symbol &symbol = algebra.symbol(term.monomial.front());
    const llvm::StringRef name = symbol.name;
    if (term.monomial.size() != 1 || symbol.kind != SymbolKind::BlockIndex ||
        !term.coefficient.isUniform() || !name.starts_with("blockIdx."))
      return false;
    const auto blocks = grid[static_cast<std::size_t>(name.back() - 'x')];
    if (!blocks)
      return false;
    const std::int64_t step = term.coefficient.uniform();
    if ((step > 0) == wantsMore)
      ofBlock += step * (*blocks - 1);
  }
  bool all = true;
  algebra.all().forEach([&](unsigned lane) {
    const std::int64_t at = difference.base.at(lane) + ofBlock;
    all = all && (kind == clang::BO_GT   ? at > 0
                  : kind == clang::BO_GE ? at >= 0
                  : kind == clang::BO_LT ? at < 0
                                         : at <= 0);
  });
  return all;
}

bool Interpreter::allTakeIt(const Condition &condition, unsigned groupSize) const {
  if (condition.traps())
    return true;
  // A function of another file may have made for all threads what it says here.
  if (metUnseenCall_ && condition.cause == Cause::Data && !condition.ofOwnData &&
      !condition.ofElement)
    return true;
  if (condition.wholeWarps && ((groupSize && groupSize <= warpSize) || condition.warpsMayAgree))
    return true;
  if (condition.wholeAfter && condition.holds && groupSize && groupSize <= warpSize)
    return true;
  return groupSize && groupSize < algebra_.threads() &&
         (groupsAgree(condition, groupSize) ||
          (groupSize <= warpSize && isCoveredWithin(condition, groupSize)));
}

void Interpreter::barrier(const std::string &op, const std::string &scope, unsigned groupSize,
                          SourceRange range) {
  ++barriersMet_;
  partedByLoop_ = false;
  fieldRuns_.order(range);
  memoryChanged();
  asyncBarrier(scope, groupSize);
  bool whole = groupSize == 0 || groupSize >= algebra_.threads();
  LaneMask expected = algebra_.all();
  if (!whole) {
    // Groups of which nobody is here do not take part.
    expected = membersHere(groupSize);
  }
  expected -= trapped_;
  // A cuda::barrier counts arrivals: it waits for threads that have left the kernel, too.
  const bool counts = op == "arrive_and_wait";
  const LaneMask exited = this->exited();
  LaneMask lost = expected - active_;
  if (!whole)
    orderGroups(groupSize);
  else if (exited.contains(lost))
    orderBlock();
  else if (scope == "block" && (op == "sync" || llvm::StringRef(op).starts_with("__syncthreads")) &&
           isAmongFollowedSides())
    orderPart();
  else
    orderSomehow();
  // What a part of the block meets at by arrivals says nothing of the others.
  if (whole && (!counts || exited.contains(lost)))
    passBarrier(range, op,
                exited.contains(lost) && scope == "block" &&
                    (op == "__syncthreads" || op == "sync" || op == "bar.sync"));

  SiteRecord &record = recorder_.at(SiteKind::Barrier, range, op);
  record.evidence["scope"] = scope;
  const bool plain = op == "sync" || llvm::StringRef(op).starts_with("__syncthreads");
  if (scope == "block" && plain)
    noteStyle(record, op, range);
  operations_ += 2;
  if (scope == "block")
    lastBarrierAt_ = operations_;
  record.atLeast("expected", expected.count());
  bool blocksDiffer = false; ///< blocks, or threads of each?
  auto report = [&](const char *where, Cause cause, bool allExited, const Expr *condition,
                    bool known) {
    // "All non-exited threads named in mask must execute a corresponding __syncwarp()."
    if (allExited && op == "__syncwarp")
      return;
    std::int64_t weight = (allExited ? 1 : 2) * 4 + static_cast<std::int64_t>(cause);
    auto seen = record.maxima.find("weight");
    if (seen != record.maxima.end() && seen->second >= weight)
      return;
    record.maxima["weight"] = weight;
    record.evidence["where"] = std::string(where);
    record.maxima["cause"] = static_cast<std::int64_t>(cause);
    record.evidence["absent_exited"] = allExited;
    LaneMask counted = expected;
    if (!whole) // of one group, the first that is not complete
      for (unsigned first = 0; first < algebra_.threads() && counted == expected;
           first += groupSize) {
        LaneMask group;
        for (unsigned lane = first; lane < std::min(first + groupSize, algebra_.threads()); ++lane)
          if (expected.test(lane))
            group.set(lane);
        if (group.any() && !active_.contains(group))
          counted = group;
      }
    record.evidence["threads_expected"] = static_cast<std::int64_t>(counted.count());
    if (scope == "grid")
      record.evidence["blocks_differ"] = blocksDiffer;
    if (known) {
      record.evidence["threads_arriving"] = static_cast<std::int64_t>((active_ & counted).count());
      record.evidence["threads_exited"] = static_cast<std::int64_t>((exited & counted).count());
    } else {
      record.evidence.erase("threads_arriving");
      record.uncertain = false;
      record.evidence["rests_on_guard"] = true;
    }
    if (condition) {
      record.evidence["condition"] = text(condition);
      record.notes.clear();
      record.notes.emplace_back(condition->getSourceRange(),
                                "`" + text(condition) + "` differs between threads here");
      SiteRecord origins;
      noteOrigin(origins, condition);
      for (auto &note : origins.notes)
        record.notes.push_back(note);
    }
  };
  auto agrees = [&](const Condition &condition) { return allTakeIt(condition, groupSize); };
  // The condition by which nobody knows which threads come, and whether those that do not have
  // left. A bound around the rest of the kernel is an early return by another name.
  const Condition *doubt = nullptr;
  bool doubtLeaves = !counts;
  for (const Condition &condition : conditions_)
    if (condition.cause != Cause::None && condition.cause != Cause::Lane && !agrees(condition))
      doubt = &condition;
  for (const Condition &condition : conditions_)
    doubtLeaves = doubtLeaves && (condition.cause == Cause::None || condition.exact ||
                                  condition.traps() || condition.othersGone);
  // Who goes on with the next iteration has not left, whatever the others do.
  const auto goesOn = [&](const Condition &absence) {
    return absence.kind == Condition::Kind::LoopContinue && !absence.exits && !agrees(absence);
  };
  if (doubt && doubtLeaves && llvm::any_of(absences_, goesOn))
    doubt = nullptr;
  const bool isAbsence = !doubt;
  if (isAbsence) {
    doubtLeaves = !counts;
    for (const Condition &absence : absences_)
      if (!agrees(absence)) {
        // One by which they are there and do not come says more than one by which they are not.
        if (!doubt || (doubt->exits && !absence.exits))
          doubt = &absence;
        doubtLeaves = doubtLeaves && absence.exits;
      }
  }
  LaneMask left = exited;
  for (const Condition &condition : conditions_)
    left |= condition.gone;
  if (const bool haveLeft = left.contains(lost);
      lost.any() && !(haveLeft && doubt && !doubtLeaves)) {
    if (scope == "grid") // threads of each block
      record.evidence["scope"] = std::string("block");
    if (missedBarriers_.empty() || missedBarriers_.back().range != range ||
        missedBarriers_.back().missing != lost)
      missedBarriers_.push_back({range, op, lost});
    // Who is surely not here was kept away by what is known thread by thread.
    const Condition *why = nullptr;
    for (const Condition &condition : conditions_)
      if (condition.cause != Cause::None && (!why || condition.exact || !why->exact))
        why = &condition;
    if (exited.contains(lost))
      report("return", Cause::Lane, !counts, nullptr, true);
    else
      report(why && why->kind == Condition::Kind::Loop ? "loop" : "condition",
             why ? why->cause : Cause::Lane, haveLeft && !counts, why ? why->expr : nullptr,
             !doubt || isAbsence || doubt->exact); // or how many of the others come is open
    if (whole && scope == "block") {
      record.add("in_part", 1);
      if (!haveLeft)
        partBarriers_.emplace_back(op, range);
    }
    return;
  }
  // Blocks that do not come are missed by the grid.
  for (const Condition &condition : conditions_)
    if (scope == "grid" && condition.cause == Cause::None && condition.differsBetweenBlocks &&
        !condition.traps()) {
      blocksDiffer = true;
      gridBarriers_.emplace_back(op, range);
      return report("condition", Cause::Guard, false, condition.expr, false);
    }
  if (!doubt)
    return;
  if (isAbsence)
    for (const Condition &absence : absences_) {
      blocksDiffer =
          blocksDiffer || (scope == "grid" && !agrees(absence) && absence.differsBetweenBlocks);
      const auto *comparison =
          absence.expr ? llvm::dyn_cast<BinaryOperator>(absence.expr->IgnoreParenImpCasts())
                       : nullptr;
      if (scope == "grid" && comparison && absence.exits && absence.comparisons &&
          absence.comparisons->size() == 1 &&
          leavesWholeBlock(algebra_, *comparison, *absence.comparisons->front().second,
                           absence.holds, run_.grid))
        record.evidence["block_left"] = true;
    }
  else
    blocksDiffer = scope == "grid" && doubt->differsBetweenBlocks;
  if (mayMissStatements()) {
    const auto counted = [&](const Condition &absence) {
      return isAbsence && !agrees(absence) && isBound(absence);
    };
    const bool anyBound = llvm::any_of(absences_, counted);
    const bool othersLeft =
        anyBound && !counts && llvm::all_of(absences_, [&](const Condition &absence) {
          return !counted(absence) || absence.exits;
        });
    if (!isBound(*doubt) || (othersLeft && !doubtLeaves))
      doubtedBarriers_.push_back({range, op, othersLeft && op != "__syncwarp"});
  }
  report(isAbsence                              ? "return"
         : doubt->kind == Condition::Kind::Loop ? "loop"
                                                : "condition",
         isBound(*doubt) ? Cause::Guard : doubt->cause, doubtLeaves, doubt->expr, false);
}

// One of the block's barriers by its number: it opens for as many threads as the call says, be they
// of one part of the block, of two that come from different places, or all.
void Interpreter::numberedBarrier(const std::string &op, const Value &number,
                                  const std::optional<Value> &expected, bool waits,
                                  SourceRange range) {
  state_.async.someBarrier(active_);
  const auto isExact = [](const Condition &condition) { return condition.exact; };
  const bool isCertain = !aside_ && symbolicDepth_ == 0 && !stopped_ &&
                         llvm::all_of(conditions_, isExact) && llvm::all_of(absences_, isExact) &&
                         exited().none();
  const auto count = expected ? expected->constant() : std::nullopt;
  // Groups of warps may each have a number of their own.
  std::map<std::int64_t, LaneMask> groups;
  const bool isKnown = number.isConcrete();
  if (isKnown)
    active_.forEach([&](unsigned lane) { groups[number.base.at(lane)].set(lane); });
  bool meetAlone = this->isCertain() && isKnown && waits && count;
  for (const auto &[which, lanes] : groups) {
    bool whole = true;
    for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
      whole = whole && (lanes.warp(warp) == 0 || lanes.warp(warp) == algebra_.all().warp(warp));
    const auto threads = static_cast<std::int64_t>(warpsOf(lanes) * warpSize);
    meetAlone = meetAlone && whole && threads == *count;
    numberedArrivals_.push_back({op, range, which, count, threads, waits, isCertain && whole,
                                 conditions_.empty() ? nullptr : conditions_.back().expr});
  }
  if (!isKnown)
    numberedArrivals_.push_back({op, range, {}, count, 0, waits, false, nullptr});
  if (!waits)
    return; // who goes on is behind nobody
  if (!meetAlone || (groups.size() == 1 && active_ == algebra_.all()))
    return orderSomehow();
  for (const auto &[_, lanes] : groups)
    orderThose(lanes);
}

// Barriers that fewer threads come to, in all of the kernel, than they wait for.
void Interpreter::finishNumberedBarriers() {
  if (outcome_.racesDoubtful || outcome_.barriersUncounted || stopped_ || run_.isBlockAssumed ||
      mayMissStatements() || llvm::any_of(numberedArrivals_, [](const NumberedArrival &arrival) {
        return !arrival.number;
      }))
    return;
  std::map<std::int64_t, std::vector<const NumberedArrival *>> byNumber;
  for (const NumberedArrival &arrival : numberedArrivals_)
    byNumber[*arrival.number].push_back(&arrival);
  for (const auto &[_, arrivals] : byNumber) {
    const auto expected = arrivals.front()->expected;
    std::int64_t threads = 0;
    bool isCertain = expected.has_value();
    for (const NumberedArrival *arrival : arrivals) {
      isCertain = isCertain && arrival->isCertain && arrival->expected == expected;
      threads += arrival->threads;
    }
    if (!isCertain || threads >= *expected)
      continue;
    for (const NumberedArrival *arrival : arrivals) {
      if (!arrival->waits)
        continue;
      SiteRecord &record = recorder_.at(SiteKind::Barrier, arrival->range, arrival->op);
      record.evidence["scope"] = std::string("barrier");
      record.evidence["where"] = std::string("condition");
      record.maxima["cause"] = static_cast<std::int64_t>(Cause::Lane);
      record.evidence["absent_exited"] = false;
      record.evidence["threads_expected"] = *expected;
      record.evidence["threads_arriving"] = threads;
      if (arrival->condition)
        record.evidence["condition"] = text(arrival->condition);
    }
  }
}

} // namespace warplint::simt
