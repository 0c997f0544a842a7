//===- HostEvaluatorCalls.cpp - calls and launches in host code -----------===//

#include "lint/simt/HostEvaluator.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"

namespace warplint::simt::host {
namespace {

using namespace clang;

constexpr unsigned maxCallDepth = 24;
/// A function that launches is entered so often; each call may be a shape of its own.
constexpr unsigned maxLaunchingEntries = 48;
constexpr unsigned maxEntries = 400;
/// For a function that is entered for its value only.
constexpr std::uint64_t maxValueSteps = 4000;

bool isNonConstReference(QualType type) {
  return type->isReferenceType() && !type.getNonReferenceType().isConstQualified();
}

bool pointsToConst(QualType type) {
  return type->isPointerType() && type->getPointeeType().isConstQualified();
}

bool isValueType(QualType type) {
  type = type.getNonReferenceType();
  if (type->isPointerType())
    return type->getPointeeType()->isFunctionType() || type->getPointeeType()->isRecordType();
  return type->isArithmeticType() || type->isEnumeralType() || type->isRecordType();
}

bool mayReturn(const FunctionDecl &function) {
  if (function.isNoReturn())
    return false;
  const IdentifierInfo *name = function.getIdentifier();
  return !name || !(name->isStr("exit") || name->isStr("abort") || name->isStr("_exit") ||
                    name->isStr("quick_exit") || name->isStr("terminate"));
}

/// What it writes are properties of the device, or follows from them.
bool asksTheDevice(const FunctionDecl *function) {
  if (!function || !function->getIdentifier())
    return false;
  const llvm::StringRef name = function->getName();
  return name.starts_with("cu") &&
         (name.contains("GetDeviceProp") || name.contains("DeviceGetAttribute") ||
          name.contains("DeviceGetProp") || name.contains("DeviceComputeCapability") ||
          name.contains("Occupancy"));
}

/// Does it bring what the device has worked out? That is no option, which may be left as it is.
bool copiesResults(const FunctionDecl *function) {
  return function && function->getIdentifier() && function->getName().starts_with("cu") &&
         function->getName().contains("Memcpy");
}

std::string nameOf(const FunctionDecl *function) {
  if (!function)
    return "a function that is not known";
  return "`" + function->getNameAsString() + "`";
}

} // namespace

bool isLaunchFunction(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("cudaLaunchKernel", "cudaLaunchCooperativeKernel", "cudaLaunchKernelEx",
             "cudaLaunchKernelExC", true)
      .Cases("cuLaunchKernel", "cuLaunchCooperativeKernel", "cuLaunchKernelEx",
             "cudaGraphAddKernelNode", true)
      .Default(false);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

HostEvaluator::Argument HostEvaluator::argument(const Expr *expression,
                                                const ParmVarDecl *parameter) {
  Argument result;
  result.expression = expression;
  if (!parameter || parameter->getType()->isReferenceType() ||
      parameter->getType()->isDependentType())
    if (!isa<CXXConstructExpr>(expression))
      result.place = locate(expression);
  result.value = result.place ? read(*result.place) : evaluate(expression);
  return result;
}

HostEvaluator::Callee HostEvaluator::calleeOf(const CallExpr &call) {
  Callee callee;
  callee.function = call.getDirectCallee();
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(&call)) {
    const auto *access = dyn_cast<MemberExpr>(member->getCallee()->IgnoreParens());
    if (access && access->isArrow()) {
      Value pointer = evaluate(access->getBase());
      if (pointer->kind == ValueKind::Pointer)
        callee.object = pointer->place;
      else
        callee.objectValue = dereference(pointer, access->getMemberLoc());
    } else if (access) {
      callee.object = locate(access->getBase());
      if (!callee.object)
        callee.objectValue = evaluate(access->getBase());
    }
  } else if (isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee.function)) {
    callee.firstArgumentIsObject = true;
    callee.object = locate(call.getArg(0));
    if (!callee.object)
      callee.objectValue = evaluate(call.getArg(0));
  } else if (!callee.function) {
    Value value = evaluate(call.getCallee());
    Known known = knowledge_.evaluate(value);
    if (known.value && known.value->kind == ValueKind::Function)
      callee.function = known.value->function;
    else if (value->kind == ValueKind::Record && value->function)
      callee = {value->function, std::nullopt, value, false};
  }
  if (callee.object && !callee.objectValue)
    callee.objectValue = read(*callee.object);
  // A std::function stands for what it holds.
  if (callee.objectValue && callee.function && callee.function->isOverloadedOperator()) {
    bool isFunction = callee.objectValue->kind == ValueKind::Function;
    if (isFunction || (callee.objectValue->function && !isLambdaCallOperator(callee.function)))
      callee.function = callee.objectValue->function;
  }
  return callee;
}

std::vector<HostEvaluator::Argument> HostEvaluator::argumentsOf(const CallExpr &call,
                                                                const Callee &callee) {
  std::vector<Argument> arguments;
  for (unsigned i = callee.firstArgumentIsObject; i < call.getNumArgs(); ++i) {
    unsigned parameter = i - callee.firstArgumentIsObject;
    bool declared = callee.function && parameter < callee.function->getNumParams();
    arguments.push_back(
        argument(call.getArg(i), declared ? callee.function->getParamDecl(parameter) : nullptr));
  }
  return arguments;
}

/// `std::tie(a, b)`, to which something is assigned.
static const CallExpr *tieOf(const Expr &assigned) {
  const auto *call = dyn_cast<CallExpr>(assigned.IgnoreImplicit());
  const FunctionDecl *function = call ? call->getDirectCallee() : nullptr;
  return function && function->getIdentifier() && function->getName() == "tie" ? call : nullptr;
}

Value HostEvaluator::assignThroughTie(const CallExpr &tie, const Expr &source) {
  const Value value = evaluate(&source);
  const bool isKnown =
      value->kind == ValueKind::Array && value->operands.size() == tie.getNumArgs();
  for (unsigned i = 0; i < tie.getNumArgs(); ++i)
    if (const std::optional<Place> place = locate(tie.getArg(i)))
      write(*place,
            isKnown
                ? Value(value->operands[i])
                : pool_.symbol(Origin::Other, "it is assigned through std::tie", tie.getExprLoc()),
            tie.getExprLoc());
  return value;
}

Value HostEvaluator::evaluateCall(const CallExpr &call) {
  llvm::StringRef name;
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(&call);
      op && op->getOperator() == OO_Equal && op->getNumArgs() == 2)
    if (const CallExpr *tie = tieOf(*op->getArg(0)))
      return assignThroughTie(*tie, *op->getArg(1));
  const FunctionDecl *function = call.getDirectCallee();
  if (function && function->getIdentifier())
    name = function->getName();
  else if (const auto *lookup = dyn_cast<UnresolvedLookupExpr>(call.getCallee()->IgnoreParens()))
    name =
        lookup->getName().isIdentifier() ? lookup->getName().getAsIdentifierInfo()->getName() : "";
  if (isLaunchFunction(name) && launchThroughRuntime(call, name))
    return pool_.integer(0);
  if (function && !call.isValueDependent())
    if (function->isConstexpr() || function->getBuiltinID() != 0)
      if (Value value = constant(call))
        return value;
  Callee callee = calleeOf(call);
  std::vector<Argument> arguments = argumentsOf(call, callee);
  if (Value value = knownFunction(name, callee, arguments, call))
    return value;
  return this->call(callee, arguments, call);
}

bool HostEvaluator::hasLoops(const FunctionDecl &function) {
  const Stmt *body = function.getBody();
  auto [entry, isNew] = hasLoops_.try_emplace(body, false);
  if (!isNew)
    return entry->second;
  llvm::SmallVector<const Stmt *> open{body};
  bool found = false;
  while (!open.empty() && !found) {
    const Stmt *next = open.pop_back_val();
    found = isa<ForStmt, WhileStmt, DoStmt>(next);
    for (const Stmt *child : next->children())
      if (child)
        open.push_back(child);
  }
  return hasLoops_[body] = found;
}

bool HostEvaluator::worthEntering(const FunctionDecl &function,
                                  llvm::ArrayRef<Argument> arguments) const {
  if (program_.launching.contains(&function) || program_.changingGlobals.contains(&function))
    return true;
  // The runtime's own wrappers: what they do is known by name or not at all.
  bool isSystem = context_.getSourceManager().isInSystemHeader(function.getLocation());
  if (isSystem && function.getIdentifier() && function.getName().starts_with("cuda"))
    return false;
  if (isValueType(function.getReturnType()) || isa<CXXConstructorDecl>(function))
    return true;
  for (auto [i, one] : llvm::enumerate(arguments))
    if (i < function.getNumParams()) {
      QualType type = function.getParamDecl(i)->getType();
      if ((isNonConstReference(type) && one.place) ||
          (type->isPointerType() && !pointsToConst(type) &&
           one.value->kind == ValueKind::Pointer) ||
          one.value->function)
        return true;
    }
  const auto *method = dyn_cast<CXXMethodDecl>(&function);
  if (isLambdaCallOperator(&function))
    return llvm::any_of(method->getParent()->fields(), [](const FieldDecl *capture) {
      return capture->getType()->isReferenceType() || capture->getType()->isPointerType();
    });
  return method && method->isInstance() && !method->isConst() && !isSystem;
}

/// Enters the function called if its body is there and worth it.
Value HostEvaluator::call(const Callee &callee, llvm::ArrayRef<Argument> arguments,
                          const Expr &site) {
  const FunctionDecl *function = callee.function;
  if (function && !mayReturn(*function)) {
    stopped_ = true;
    return unknown(site);
  }
  const FunctionDecl *definition = nullptr;
  if (!function || !function->isDefined(definition) || !definition->getBody() ||
      definition->hasAttr<CUDAGlobalAttr>() || tooLong_.contains(definition) ||
      callDepth_ >= maxCallDepth || !worthEntering(*definition, arguments))
    return opaqueCall(callee, arguments, site);
  bool launching = program_.launching.contains(definition);
  if (timesEntered_[definition] >= (launching ? maxLaunchingEntries : maxEntries))
    return opaqueCall(callee, arguments, site);
  if (launching)
    for (Frame *frame = frame_; frame; frame = frame->caller)
      if (frame->function == definition)
        return opaqueCall(callee, arguments, site);
  ++timesEntered_[definition];
  if (launching)
    return enter(*definition, callee, arguments, &site);

  // For its value only. A loop in it needs numbers, not expressions, to end.
  std::vector<Argument> inner(arguments.begin(), arguments.end());
  bool assumed = false;
  if (hasLoops(*definition))
    for (Argument &one : inner) {
      Known known = knowledge_.evaluate(one.value);
      if (!known.value || one.place)
        continue;
      assumed |= known.assumed;
      one.value = known.value;
    }
  std::uint64_t before = steps_, allowed = std::min(steps_, maxValueSteps);
  steps_ = allowed;
  const std::size_t journal = journal_.size();
  const unsigned cells = cells_.size();
  Value result = enter(*definition, callee, inner, &site);
  bool spent = steps_ == 0;
  steps_ = before - (allowed - steps_);
  if (spent) {
    tooLong_.insert(definition);
    stopped_ = false;
    return opaqueCall(callee, arguments, site);
  }
  if (!assumed)
    return result;
  std::string why = "the result of " + nameOf(definition);
  auto bound = [&](Value value) {
    return pool_.bound(value, true, Origin::Other, why, site.getExprLoc());
  };
  auto isNumber = [](Value value) {
    return value->kind == ValueKind::Integer || value->kind == ValueKind::Real ||
           value->kind == ValueKind::Operation;
  };
  for (const auto &[cell, content] : changesSince(journal))
    if (cell < cells && isNumber(content.value))
      writeCell(cell, bound(content.value), content.assigned);
  // With other numbers it may write what it left alone with these.
  for (auto [i, one] : llvm::enumerate(arguments)) {
    QualType type =
        i < definition->getNumParams() ? definition->getParamDecl(i)->getType() : QualType();
    const bool byReference = !type.isNull() && isNonConstReference(type) && one.place;
    const bool byPointer = one.value->kind == ValueKind::Pointer &&
                           (type.isNull() || (!pointsToConst(type) && !type->isReferenceType()));
    if (!byReference && !byPointer)
      continue;
    const Place place = byReference ? *one.place : one.value->place;
    if (Value held = read(place); isNumber(held))
      write(place, bound(held), site.getExprLoc());
  }
  return bound(result);
}

void HostEvaluator::bindParameters(Frame &frame, const FunctionDecl &function,
                                   llvm::ArrayRef<Argument> arguments, const Expr *site) {
  bool launching = program_.launching.contains(&function);
  for (auto [i, parameter] : llvm::enumerate(function.parameters())) {
    SourceLocation location = parameter->getLocation();
    SourceLocation assigned = site ? site->getExprLoc() : location;
    if (i >= arguments.size()) {
      Value value = pool_.symbol(Origin::Parameter, "its argument is not followed", location);
      frame.variables[parameter] = {newCell(value, assigned), {}};
      continue;
    }
    const Argument &given = arguments[i];
    if (parameter->getType()->isReferenceType() && given.place) {
      frame.variables[parameter] = *given.place;
      continue;
    }
    Value value = given.value;
    // In a function that launches, a parameter keeps a name of its own, so
    // that a branch on it can tell more of it than this caller does.
    if (launching && value->kind == ValueKind::Integer)
      value = pool_.bound(value, false, Origin::Parameter, "", assigned);
    frame.variables[parameter] = {newCell(value, assigned), {}};
  }
}

void HostEvaluator::bindCaptures(Frame &frame, const FunctionDecl &function, const Callee &callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(&function);
  if (!method || !method->getParent()->isLambda() || !callee.objectValue)
    return;
  llvm::DenseMap<const ValueDecl *, FieldDecl *> captures;
  FieldDecl *thisCapture = nullptr;
  method->getParent()->getCaptureFields(captures, thisCapture);
  frame.object = std::nullopt;
  Value closure = callee.objectValue;
  auto captured = [&](const FieldDecl *field) -> Value {
    for (auto [one, value] : llvm::zip_equal(closure->fields, closure->operands))
      if (one->getFieldIndex() == field->getFieldIndex())
        return value;
    return nullptr;
  };
  if (closure->kind != ValueKind::Record || !closure->function)
    return;
  if (thisCapture)
    if (Value object = captured(thisCapture); object && object->kind == ValueKind::Pointer)
      frame.object = object->place;
  for (auto [variable, field] : captures) {
    Value value = captured(field);
    if (!value)
      continue;
    if (field->getType()->isReferenceType() && value->kind == ValueKind::Pointer)
      frame.variables[variable] = value->place;
    else
      frame.variables[variable] = {newCell(value, variable->getLocation()), {}};
  }
}

void HostEvaluator::runInitialisers(const CXXConstructorDecl &constructor) {
  for (const CXXCtorInitializer *init : constructor.inits()) {
    if (init->isBaseInitializer() || init->isDelegatingInitializer()) {
      Value base = evaluate(init->getInit());
      if (base->kind == ValueKind::Record && !base->function)
        for (auto [field, value] : llvm::zip_equal(base->fields, base->operands)) {
          Place place = *frame_->object;
          place.path.push_back({field, 0});
          write(place, value, init->getSourceLocation());
        }
      continue;
    }
    const FieldDecl *field = init->getAnyMember();
    if (field)
      forgetReferred(*field, init->getInit());
    if (!field || field->getType()->isReferenceType())
      continue;
    Place place = *frame_->object;
    place.path.push_back({field, 0});
    write(place, evaluate(init->getInit()), init->getSourceLocation());
  }
}

Value HostEvaluator::enter(const FunctionDecl &function, const Callee &callee,
                           llvm::ArrayRef<Argument> arguments, const Expr *site) {
  Frame frame;
  frame.function = &function;
  frame.caller = frame_;
  frame.object = callee.object;
  Frame *caller = frame_;
  const auto *method = dyn_cast<CXXMethodDecl>(&function);
  const std::size_t journal = journal_.size(), globals = globals_.size();
  const unsigned cells = cells_.size();
  bindParameters(frame, function, arguments, site);
  bindCaptures(frame, function, callee);
  frame.result =
      newCell(pool_.symbol(Origin::Uninitialised, "nothing is returned", function.getLocation()),
              function.getLocation());
  frame_ = &frame;
  ++callDepth_;
  if (method && method->isInstance() && !method->getParent()->isLambda() && !frame.object) {
    Value object = callee.objectValue ? callee.objectValue
                                      : defaultObject(*method->getParent(), method->getLocation());
    frame.object = Place{newCell(object, method->getLocation()), {}};
  }
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(&function))
    runInitialisers(*constructor);
  Scope scope;
  openScope(scope, {ExitKind::Return});
  std::uint64_t steps = steps_;
  bool falls = closeScope(scope, run(function.getBody()));
  if (!falls && dead_ == 0 && steps != 0)
    stopped_ = true; // every path ended the program
  --callDepth_;
  frame_ = caller;
  // `threads = dim3(512);`: what sets it stands there, not where its class has its members.
  if (site && callee.object && method &&
      (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()))
    writeCell(callee.object->cell, cells_[callee.object->cell].value, site->getExprLoc());
  const Value result = cells_[frame.result].value;
  if (globals_.size() == globals) // theirs are made where they are first used
    dropCells(journal, cells, result);
  return result;
}

static bool isDim3(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && record->getDeclName().isIdentifier() && record->getName() == "dim3";
}

/// An object of which only its class is known: what its constructor, or the
/// initialisers in the class, give its members.
Value HostEvaluator::defaultObject(const CXXRecordDecl &record, SourceLocation location) {
  Value other = pool_.symbol(Origin::Other, "the object is not known", location);
  if (!record.hasDefinition() || record.isDependentContext() || record.isInvalidDecl() ||
      callDepth_ >= maxCallDepth / 2)
    return other;
  if (record.getName() == "dim3") {
    llvm::SmallVector<const FieldDecl *> fields(record.fields());
    return pool_.record(fields, llvm::SmallVector<Value>(fields.size(), pool_.integer(1)));
  }
  Value object = pool_.record({}, {}, other);
  const CXXConstructorDecl *only = nullptr;
  unsigned constructors = 0;
  for (const CXXConstructorDecl *one : record.ctors()) {
    if (one->isCopyOrMoveConstructor() || !one->isUserProvided())
      continue;
    ++constructors;
    const FunctionDecl *definition = nullptr;
    if (one->isDefined(definition) && definition->getBody())
      only = cast<CXXConstructorDecl>(definition);
  }
  if (constructors == 1 && only && timesEntered_[only]++ < maxEntries) {
    Callee callee{only, Place{newCell(object, location), {}}, nullptr};
    ++quiet_;
    std::vector<Argument> arguments;
    for (const ParmVarDecl *parameter : only->parameters()) {
      Argument argument;
      argument.value =
          pool_.symbol(Origin::Parameter, "an argument of a constructor", parameter->getLocation());
      arguments.push_back(argument);
    }
    enter(*only, callee, arguments, nullptr);
    stopped_ = false;
    --quiet_;
    object = cells_[callee.object->cell].value;
    // A size that the constructor says nothing of, be it a base's, is there to be set by others.
    const auto isWritten = [&](const FieldDecl *field) {
      return llvm::any_of(only->inits(), [&](const CXXCtorInitializer *init) {
        return init->getAnyMember() == field && init->isWritten();
      });
    };
    const llvm::SmallVector<const FieldDecl *> fields(object->fields);
    for (const FieldDecl *field : fields)
      if (const Value value = pool_.field(object, field);
          isDim3(field->getType()) && !field->hasInClassInitializer() && !isWritten(field) &&
          value->kind == ValueKind::Record &&
          llvm::all_of(value->operands, [&](Value one) { return one == pool_.integer(1); }))
        object = pool_.withField(object, field, other);
  } else {
    for (const FieldDecl *field : record.fields())
      if (const Expr *init = field->getInClassInitializer())
        object = pool_.withField(object, field, evaluate(init));
  }
  Value result = object;
  for (const FieldDecl *field : object->fields)
    if (!field->getType().isConstQualified())
      result =
          pool_.withField(result, field,
                          pool_.bound(pool_.field(object, field), true, Origin::Other,
                                      "a member that may have been changed", field->getLocation()));
  return result;
}

//===----------------------------------------------------------------------===//
// Functions that are not entered
//===----------------------------------------------------------------------===//

Value HostEvaluator::opaqueCall(const Callee &callee, llvm::ArrayRef<Argument> arguments,
                                const Expr &site) {
  const FunctionDecl *function = callee.function;
  SourceLocation location = site.getExprLoc();
  std::string setBy = "it is set by " + nameOf(function);
  const Origin origin = asksTheDevice(function)   ? Origin::Device
                        : copiesResults(function) ? Origin::Other
                                                  : Origin::Input;
  runCallbacks(arguments, site);
  if (callee.objectValue)
    forgetWritten(callee.objectValue, setBy, location, origin);
  for (auto [i, one] : llvm::enumerate(arguments)) {
    forgetWritten(one.value, setBy, location, origin);
    QualType type = function && i < function->getNumParams() ? function->getParamDecl(i)->getType()
                                                             : QualType();
    if (!type.isNull() && isNonConstReference(type)) {
      if (one.place && !type->isRValueReferenceType())
        forget(*one.place, setBy, location, origin);
      continue;
    }
    bool mayWrite = type.isNull() || (!pointsToConst(type) && !type->isReferenceType());
    if (one.value->kind == ValueKind::Pointer) {
      forgetWritten(read(one.value->place), setBy, location, origin);
      if (mayWrite)
        forget(one.value->place, setBy, location, origin);
    }
  }
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
  if (method && method->isInstance() && !method->isConst() && callee.object &&
      !isa<CXXConstructorDecl>(method))
    forget(*callee.object, setBy, location, origin);
  const FunctionDecl *definition = nullptr;
  if (function && function->isDefined(definition) && program_.changingGlobals.contains(definition))
    forgetGlobals(location);
  bool isOwn = definition && definition->getBody();
  return pool_.symbol(isOwn ? Origin::Other : Origin::Input,
                      "it is the result of " + nameOf(function), location);
}

/// Is the variable used in any other way than to be read?
static bool mayWrite(const Stmt &body, const ValueDecl &variable) {
  if (const auto *cast = dyn_cast<CastExpr>(&body);
      cast && (cast->getCastKind() == CK_LValueToRValue ||
               (cast->getCastKind() == CK_NoOp && cast->getType().isConstQualified()))) {
    const Expr *read = cast->getSubExpr()->IgnoreParens();
    for (const auto *member = dyn_cast<MemberExpr>(read); member && !member->isArrow();
         member = dyn_cast<MemberExpr>(read))
      read = member->getBase()->IgnoreParens();
    if (isa<DeclRefExpr>(read))
      return false;
  }
  if (const auto *reference = dyn_cast<DeclRefExpr>(&body); reference)
    return reference->getDecl() == &variable;
  return llvm::any_of(body.children(),
                      [&](const Stmt *child) { return child && mayWrite(*child, variable); });
}

void HostEvaluator::forgetWritten(Value object, llvm::StringRef why, SourceLocation location,
                                  Origin origin, unsigned depth) {
  constexpr unsigned deepest = 4;
  if (object->kind != ValueKind::Record || depth > deepest)
    return;
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(object->function);
  const bool isLambda = method && method->getParent()->isLambda();
  llvm::DenseMap<const ValueDecl *, FieldDecl *> captures;
  FieldDecl *thisCapture = nullptr;
  if (isLambda)
    method->getParent()->getCaptureFields(captures, thisCapture);
  for (auto [field, value] : llvm::zip_equal(object->fields, object->operands)) {
    forgetWritten(value, why, location, origin, depth + 1);
    if (value->kind != ValueKind::Pointer)
      continue;
    const auto captured = llvm::find_if(captures, [&, field = field](const auto &entry) {
      return entry.second->getFieldIndex() == field->getFieldIndex();
    });
    const QualType type = field->getType();
    const bool isWritten = type->isReferenceType()
                               ? captured == captures.end() || !method->getBody() ||
                                     mayWrite(*method->getBody(), *captured->first)
                               : !pointsToConst(type);
    forgetWritten(read(value->place), why, location, origin, depth + 1);
    if (isWritten)
      forget(value->place, why, location, origin);
  }
}

/// A launching function or lambda handed to code that is not here, such as a
/// thread, is taken to be called with the arguments that follow it.
void HostEvaluator::runCallbacks(llvm::ArrayRef<Argument> arguments, const Expr &site) {
  for (auto [i, one] : llvm::enumerate(arguments)) {
    const FunctionDecl *function = one.value->function, *definition = nullptr;
    if (!function || !function->isDefined(definition) || !program_.launching.contains(definition) ||
        timesEntered_[definition] >= maxLaunchingEntries || callDepth_ >= maxCallDepth)
      continue;
    bool active = false;
    for (Frame *frame = frame_; frame; frame = frame->caller)
      active |= frame->function == definition;
    if (active)
      continue;
    ++timesEntered_[definition];
    llvm::ArrayRef<Argument> following = arguments.drop_front(i + 1);
    if (following.size() < definition->getNumParams())
      following = {};
    Callee callee{definition, std::nullopt, one.value};
    bool stopped = stopped_;
    enter(*definition, callee, following, &site);
    stopped_ = stopped;
  }
}

void HostEvaluator::forgetGlobals(SourceLocation location) {
  std::vector<std::pair<unsigned, const VarDecl *>> cells;
  for (auto [variable, cell] : globals_)
    if (program_.modifiedGlobals.contains(variable))
      cells.emplace_back(cell, variable);
  llvm::sort(cells);
  for (auto [cell, variable] : cells)
    writeCell(cell,
              pool_.bound(cells_[cell].value, true, Origin::Other,
                          "a global variable that other functions change", location),
              cells_[cell].assigned);
}

Value HostEvaluator::knownFunction(llvm::StringRef name, const Callee &callee,
                                   llvm::ArrayRef<Argument> arguments, const CallExpr &call) {
  auto operation = [&](Operator op, NumberType type) {
    llvm::SmallVector<Value, 2> operands;
    for (const Argument &one : arguments.take_front(2))
      operands.push_back(one.value);
    return pool_.operation(op, operands, type);
  };
  bool isOwn = callee.function && callee.function->isDefined() &&
               !callee.function->isInStdNamespace() &&
               !context_.getSourceManager().isInSystemHeader(callee.function->getLocation());
  if (callee.function && callee.function->getOverloadedOperator() == OO_Subscript &&
      callee.objectValue && callee.objectValue->kind == ValueKind::Array && arguments.size() == 1) {
    std::optional<std::int64_t> index = exactInteger(arguments[0].value);
    if (!index || !callee.object)
      return pool_.element(callee.objectValue, index ? pool_.integer(*index) : arguments[0].value);
    Place place = *callee.object;
    place.path.push_back({nullptr, *index});
    return pool_.pointer(place);
  }
  if (callee.objectValue && callee.objectValue->kind == ValueKind::Array && name == "size")
    return pool_.integer(callee.objectValue->operands.size());
  if (name.empty() || arguments.empty() || isOwn)
    return nullptr;
  if (arguments.size() == 2) {
    NumberType type = numberType(call.getType().getNonReferenceType());
    std::optional<Operator> op = llvm::StringSwitch<std::optional<Operator>>(name)
                                     .Cases("min", "umin", "fmin", "fminf", Operator::Minimum)
                                     .Cases("max", "umax", "fmax", "fmaxf", Operator::Maximum)
                                     .Cases("pow", "powf", Operator::Power)
                                     .Default(std::nullopt);
    if (op && (arguments[0].value->kind != ValueKind::Array))
      return operation(*op, type);
    if ((name == "cudaGetKernel" || name == "cudaGetFuncBySymbol") &&
        arguments[0].value->kind == ValueKind::Pointer) {
      write(arguments[0].value->place, arguments[1].value, call.getExprLoc());
      return pool_.integer(0);
    }
  }
  if (name == "cuModuleGetFunction" && arguments.size() == 3 &&
      arguments[0].value->kind == ValueKind::Pointer &&
      arguments[2].value->kind == ValueKind::Text) {
    std::string plain = llvm::demangle(arguments[2].value->text);
    auto found = program_.kernels.find(llvm::StringRef(plain).split('(').first);
    write(arguments[0].value->place,
          found != program_.kernels.end() && found->second ? pool_.function(found->second)
                                                           : arguments[2].value,
          call.getExprLoc());
    return pool_.integer(0);
  }
  if (name == "make_tuple" || name == "tie") {
    llvm::SmallVector<Value> parts;
    for (const Argument &one : arguments)
      parts.push_back(one.value);
    return pool_.array(parts);
  }
  if (arguments.size() != 1)
    return nullptr;
  if (name == "forward" || name == "move" || name == "as_const" || name == "ref" ||
      name == "cref" || name == "addressof") {
    if (call.isGLValue() || name == "addressof")
      return arguments[0].place ? pool_.pointer(*arguments[0].place) : arguments[0].value;
    return arguments[0].value;
  }
  std::optional<Operator> op = llvm::StringSwitch<std::optional<Operator>>(name)
                                   .Cases("ceil", "ceilf", Operator::Ceil)
                                   .Cases("floor", "floorf", Operator::Floor)
                                   .Cases("round", "roundf", Operator::Round)
                                   .Cases("sqrt", "sqrtf", Operator::SquareRoot)
                                   .Cases("log2", "log2f", Operator::Log2)
                                   .Cases("log", "logf", Operator::Log)
                                   .Cases("abs", "fabs", "fabsf", Operator::Absolute)
                                   .Default(std::nullopt);
  return op ? operation(*op, {64, true, true}) : nullptr;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

Value HostEvaluator::fieldNamed(Value record, QualType type, llvm::StringRef name) {
  if (record->kind == ValueKind::Record)
    for (const FieldDecl *field : record->fields) {
      if (field->getName() == name)
        return pool_.field(record, field);
      if (!field->isAnonymousStructOrUnion())
        continue;
      const Value inner = pool_.field(record, field);
      if (inner->kind == ValueKind::Record &&
          llvm::any_of(inner->fields, [&](const auto *one) { return one->getName() == name; }))
        return fieldNamed(inner, {}, name);
    }
  const CXXRecordDecl *declaration = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  if (declaration && declaration->hasDefinition())
    for (const FieldDecl *field : declaration->getDefinition()->fields())
      if (field->getName() == name)
        return pool_.field(record, field);
  return pool_.symbol(Origin::Other, "it is not followed", {});
}

std::array<Value, 3> HostEvaluator::dimensions(Value value, QualType type) {
  Value one = pool_.integer(1);
  if (value->kind == ValueKind::Array) {
    std::array<Value, 3> result{one, one, one};
    for (std::size_t i = 0; i < 3 && i < value->operands.size(); ++i)
      result[i] = value->operands[i];
    return result;
  }
  bool isRecord = value->kind == ValueKind::Record ||
                  (!type.isNull() && !type->isDependentType() && type->isRecordType());
  if (isRecord)
    return {fieldNamed(value, type, "x"), fieldNamed(value, type, "y"),
            fieldNamed(value, type, "z")};
  bool isNumber = value->kind == ValueKind::Integer || value->kind == ValueKind::Operation ||
                  (!type.isNull() && type->isIntegralOrEnumerationType()) ||
                  knowledge_.evaluate(value).integer();
  if (isNumber)
    return {value, one, one};
  return {value, value, value};
}

void HostEvaluator::setKernel(HostLaunch &launch, const Expr &expression) {
  launch.kernel = evaluate(&expression);
  if (launch.kernel->kind == ValueKind::Pointer)
    launch.kernel = read(launch.kernel->place);
  launch.kernelName =
      Lexer::getSourceText(CharSourceRange::getTokenRange(expression.getSourceRange()),
                           context_.getSourceManager(), context_.getLangOpts())
          .str();
  if (launch.kernel->kind == ValueKind::Text)
    launch.kernelName = llvm::demangle(launch.kernel->text);
}

void HostEvaluator::emit(HostLaunch &launch) {
  Value unknown = pool_.symbol(Origin::Other, "it is not followed", launch.site->getExprLoc());
  for (auto *triple : {&launch.block, &launch.grid})
    for (Value &value : *triple)
      if (!value)
        value = unknown;
  if (!launch.sharedBytes)
    launch.sharedBytes = pool_.integer(0);
  launch.dead = dead_ != 0;
  if (quiet_ != 0 || steps_ == 0)
    return;
  ++launchesSeen_;
  newShapes_ += handler_(launch, *this);
}

void HostEvaluator::launchBrackets(const CUDAKernelCallExpr &call) {
  HostLaunch launch;
  launch.site = &call;
  const CallExpr *configuration = call.getConfig();
  setKernel(launch, *call.getCallee());
  if (configuration) {
    unsigned count = configuration->getNumArgs();
    auto triple = [&](unsigned i) {
      const Expr *one = configuration->getArg(i);
      return dimensions(evaluate(one), one->getType());
    };
    if (count > 1) {
      launch.block = triple(1);
      launch.blockExpressions.push_back(configuration->getArg(1));
    }
    if (count > 0)
      launch.grid = triple(0);
    if (count > 2)
      launch.sharedBytes = evaluate(configuration->getArg(2));
  }
  for (const Expr *one : call.arguments())
    launch.arguments.push_back(evaluate(one));
  launch.argumentsKnown = true;
  emit(launch);
}

Value HostEvaluator::pointee(Value pointer) {
  return pointer->kind == ValueKind::Pointer ? read(pointer->place) : pointer;
}

/// `void **arguments`: an array of pointers to the kernel's arguments.
void HostEvaluator::readPackedArguments(HostLaunch &launch, const Expr &expression) {
  Value packed = evaluate(&expression);
  if (packed->kind == ValueKind::Pointer) {
    Place place = packed->place;
    if (!place.path.empty() && !place.path.back().field && place.path.back().index == 0)
      place.path.pop_back();
    packed = read(place);
  }
  if (packed->kind != ValueKind::Array)
    return;
  for (Value one : packed->operands)
    launch.arguments.push_back(one->kind == ValueKind::Pointer
                                   ? pointee(one)
                                   : pool_.symbol(Origin::Other, "it is not followed", {}));
  launch.argumentsKnown = true;
}

void HostEvaluator::readAttributes(HostLaunch &launch, Value attributes, Value count) {
  std::optional<std::int64_t> number = exactInteger(count);
  if (number == 0)
    return;
  launch.attributesKnown = false;
  if (attributes->kind != ValueKind::Pointer || !number)
    return;
  Place place = attributes->place;
  if (!place.path.empty() && !place.path.back().field)
    place.path.pop_back();
  Value all = read(place);
  llvm::SmallVector<Value> list{all};
  if (all->kind == ValueKind::Array)
    list.assign(all->operands.begin(), all->operands.end());
  bool known = *number <= static_cast<std::int64_t>(list.size());
  for (Value one : llvm::ArrayRef(list).take_front(std::max<std::int64_t>(*number, 0))) {
    std::optional<std::int64_t> id = exactInteger(fieldNamed(one, {}, "id"));
    Value value = fieldNamed(one, {}, "val");
    if (value->kind != ValueKind::Record)
      value = fieldNamed(one, {}, "value");
    known = known && id;
    if (!id)
      continue;
    // cudaLaunchAttributeCooperative is 2, cudaLaunchAttributeClusterDimension 4
    // (driver_types.h; the driver's enumerators are the same).
    if (*id == 2) {
      auto on = exactInteger(fieldNamed(value, {}, "cooperative"));
      known = known && on;
      launch.cooperative |= on.value_or(0) != 0;
    }
    if (*id == 4)
      launch.cluster = dimensions(fieldNamed(value, {}, "clusterDim"), {});
  }
  launch.attributesKnown = known;
}

/// A configuration object: cudaLaunchConfig_t, CUlaunchConfig or cudaKernelNodeParams.
void HostEvaluator::readConfiguration(HostLaunch &launch, const Expr &expression) {
  QualType type = expression.getType();
  if (type->isPointerType())
    type = type->getPointeeType();
  Value object = pointee(evaluate(&expression));
  launch.blockExpressions.push_back(&expression);
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  auto has = [&](llvm::StringRef name) {
    return record && record->hasDefinition() &&
           llvm::any_of(record->getDefinition()->fields(),
                        [&](const FieldDecl *field) { return field->getName() == name; });
  };
  if (has("blockDimX")) {
    for (unsigned i = 0; i < 3; ++i) {
      launch.block[i] = fieldNamed(object, type, std::string("blockDim") + "XYZ"[i]);
      launch.grid[i] = fieldNamed(object, type, std::string("gridDim") + "XYZ"[i]);
    }
  } else {
    auto dimension = [&](llvm::StringRef name) {
      QualType fieldType;
      if (record && record->hasDefinition())
        for (const FieldDecl *field : record->getDefinition()->fields())
          if (field->getName() == name)
            fieldType = field->getType();
      return dimensions(fieldNamed(object, type, name), fieldType);
    };
    launch.block = dimension("blockDim");
    launch.grid = dimension("gridDim");
  }
  launch.sharedBytes =
      fieldNamed(object, type, has("dynamicSmemBytes") ? "dynamicSmemBytes" : "sharedMemBytes");
  if (has("attrs"))
    readAttributes(launch, fieldNamed(object, type, "attrs"), fieldNamed(object, type, "numAttrs"));
}

/// Returns whether the call is a launch in a form that is understood.
bool HostEvaluator::launchThroughRuntime(const CallExpr &call, llvm::StringRef name) {
  HostLaunch launch;
  launch.site = &call;
  unsigned count = call.getNumArgs();
  auto dimension = [&](unsigned i) {
    return dimensions(evaluate(call.getArg(i)), call.getArg(i)->getType());
  };
  if (name == "cudaLaunchKernel" || name == "cudaLaunchCooperativeKernel") {
    if (count < 4)
      return false;
    setKernel(launch, *call.getArg(0));
    launch.block = dimension(2);
    launch.blockExpressions.push_back(call.getArg(2));
    launch.grid = dimension(1);
    readPackedArguments(launch, *call.getArg(3));
    if (count > 4)
      launch.sharedBytes = evaluate(call.getArg(4));
    launch.cooperative = name == "cudaLaunchCooperativeKernel";
  } else if (name == "cudaLaunchKernelEx" || name == "cudaLaunchKernelExC" ||
             name == "cuLaunchKernelEx") {
    if (count < 2)
      return false;
    setKernel(launch, *call.getArg(1));
    readConfiguration(launch, *call.getArg(0));
    if (name != "cudaLaunchKernelEx" && count > 2)
      readPackedArguments(launch, *call.getArg(2));
    for (unsigned i = 2; name == "cudaLaunchKernelEx" && i < count; ++i)
      launch.arguments.push_back(evaluate(call.getArg(i)));
    launch.argumentsKnown |= name == "cudaLaunchKernelEx";
  } else if (name == "cuLaunchKernel" || name == "cuLaunchCooperativeKernel") {
    if (count < 10)
      return false;
    setKernel(launch, *call.getArg(0));
    for (unsigned i = 0; i < 3; ++i) {
      launch.grid[i] = evaluate(call.getArg(1 + i));
      launch.block[i] = evaluate(call.getArg(4 + i));
      launch.blockExpressions.push_back(call.getArg(4 + i));
    }
    launch.sharedBytes = evaluate(call.getArg(7));
    readPackedArguments(launch, *call.getArg(9));
    launch.cooperative = name == "cuLaunchCooperativeKernel";
  } else {
    if (count < 5)
      return false;
    QualType type = call.getArg(4)->getType();
    type = type->isPointerType() ? type->getPointeeType() : type;
    readConfiguration(launch, *call.getArg(4));
    launch.attributesKnown = false; // set on the node
    launch.kernel = fieldNamed(pointee(evaluate(call.getArg(4))), type, "func");
    launch.kernelName = "the function of a graph node";
  }
  emit(launch);
  return true;
}

std::vector<NamedValue> HostEvaluator::variablesOf(const Expr &expression) {
  std::vector<NamedValue> found;
  llvm::SmallVector<const Stmt *> open{&expression};
  while (!open.empty()) {
    const Stmt *next = open.pop_back_val();
    if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(next); argument || isa<LambdaExpr>(next))
      continue;
    std::optional<Place> place;
    std::string name;
    if (const auto *reference = dyn_cast<DeclRefExpr>(next)) {
      if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl())) {
        name = variable->getNameAsString();
        evaluateVariable(*variable, reference->getLocation());
        place = placeOf(*variable);
      }
    } else if (const auto *member = dyn_cast<MemberExpr>(next);
               member && isa<FieldDecl>(member->getMemberDecl())) {
      name = member->getMemberDecl()->getNameAsString();
      place = locateMember(*member);
    }
    if (place && llvm::none_of(found, [&](const NamedValue &one) { return one.name == name; }))
      found.push_back({name, read(*place), cells_[place->cell].assigned});
    if (place)
      continue;
    const llvm::SmallVector<const Stmt *> children(next->child_begin(), next->child_end());
    for (const Stmt *child : llvm::reverse(children))
      if (child)
        open.push_back(child);
  }
  return found;
}

} // namespace warplint::simt::host
