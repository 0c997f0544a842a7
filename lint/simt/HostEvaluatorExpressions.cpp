//===- HostEvaluatorExpressions.cpp - abstract evaluation of expressions --===//

#include "lint/simt/HostEvaluator.h"

#include "lint/simt/Counting.h"
#include "lint/simt/Integers.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/ScopeExit.h"

namespace warplint::simt::host {

using namespace clang;

/// Elements of an array that are kept one by one.
static constexpr std::uint64_t maxElements = 64;
static constexpr unsigned maxExpressionNesting = 400;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

Value HostEvaluator::read(const Place &place) {
  Value value = cells_[place.cell].value;
  for (const Place::Step &step : place.path)
    value = step.field ? pool_.field(value, step.field)
                       : pool_.element(value, pool_.integer(step.index));
  return value;
}

Value HostEvaluator::replaced(Value whole, llvm::ArrayRef<Place::Step> path, Value value) {
  if (path.empty())
    return value;
  const Place::Step &step = path.front();
  if (step.field)
    return pool_.withField(whole, step.field,
                           replaced(pool_.field(whole, step.field), path.drop_front(), value));
  if (whole->kind != ValueKind::Array || step.index < 0 ||
      step.index >= std::int64_t(whole->operands.size()))
    return whole;
  llvm::SmallVector<Value> elements(whole->operands);
  elements[step.index] = replaced(elements[step.index], path.drop_front(), value);
  return pool_.array(elements);
}

void HostEvaluator::write(const Place &place, Value value, SourceLocation assigned) {
  writeCell(place.cell, replaced(cells_[place.cell].value, place.path, value), assigned);
}

void HostEvaluator::forget(const Place &place, llvm::StringRef why, SourceLocation location,
                           Origin origin) {
  forgetUnions(place, location);
  Place whole = place;
  while (!whole.path.empty() && !whole.path.back().field)
    whole.path.pop_back(); // a pointer to an element reaches its neighbours
  if (const Value array = read(whole); array->kind == ValueKind::Array) {
    llvm::SmallVector<Value> elements; // which need not be alike
    for (std::size_t i = 0; i < array->operands.size(); ++i)
      elements.push_back(pool_.symbol(origin, why, location));
    write(whole, pool_.array(elements), location);
  } else {
    write(whole, pool_.symbol(origin, why, location), location);
  }
}

std::optional<Place> HostEvaluator::placeOf(const VarDecl &variable) {
  for (Frame *frame = frame_; frame; frame = frame->caller) {
    auto found = frame->variables.find(&variable);
    if (found != frame->variables.end())
      return found->second;
    if (variable.hasGlobalStorage())
      break;
  }
  if (variable.hasGlobalStorage())
    return globalPlace(variable);
  // A local whose declaration was not run.
  Value value = pool_.symbol(Origin::Other, "its value was not followed", variable.getLocation());
  const Expr *init = variable.getInit();
  bool fixed = variable.getType().isConstQualified() || variable.isConstexpr();
  if (init && fixed && !isa<ParmVarDecl>(variable)) {
    Place place{newCell(value, variable.getLocation()), {}};
    frame_->variables[&variable] = place; // before its initialiser, which may name it
    writeCell(place.cell, evaluate(init), variable.getLocation());
    return place;
  }
  Place place{newCell(value, variable.getLocation()), {}};
  frame_->variables[&variable] = place;
  return place;
}

Place HostEvaluator::globalPlace(const VarDecl &variable) {
  const VarDecl *key = variable.getCanonicalDecl();
  auto found = globals_.find(key);
  if (found != globals_.end())
    return {found->second, {}};
  const VarDecl *definition = nullptr;
  const Expr *init = variable.getAnyInitializer(definition);
  SourceLocation location = variable.getLocation();
  unsigned cell =
      newCell(pool_.symbol(Origin::Other, "it is defined elsewhere", location), location);
  globals_[key] = cell;
  bool modified = program_.modifiedGlobals.contains(key);
  if (init && !init->isValueDependent()) {
    Frame *caller = std::exchange(frame_, nullptr);
    Frame empty;
    frame_ = &empty;
    cells_[cell].value = evaluate(init);
    frame_ = caller;
  } else if (const VarDecl *here = variable.getDefinition();
             here && !variable.isInvalidDecl() && modified) {
    cells_[cell].value = isMain_
                             ? zero(variable.getType(), location)
                             : pool_.symbol(Origin::Other, "it is assigned elsewhere", location);
  }
  if (modified && !isMain_ && !variable.isStaticLocal()) {
    auto after = globalsAfterMain_.find(key);
    if (after != globalsAfterMain_.end())
      cells_[cell].value =
          knowledge_.evaluate(after->second).value || after->second->kind == ValueKind::Record
              ? after->second
              : cells_[cell].value;
    cells_[cell].value = pool_.bound(cells_[cell].value, true, Origin::Other,
                                     "a global variable that other functions change", location);
  }
  return {cell, {}};
}

const Expr *HostEvaluator::strip(const Expr *expression) {
  while (expression) {
    expression = expression->IgnoreParens();
    if (const auto *cast = dyn_cast<CastExpr>(expression);
        cast && (cast->getCastKind() == CK_NoOp || cast->getCastKind() == CK_DerivedToBase ||
                 cast->getCastKind() == CK_UncheckedDerivedToBase ||
                 cast->getCastKind() == CK_BaseToDerived))
      expression = cast->getSubExpr();
    else if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expression))
      expression = temporary->getSubExpr();
    else if (const auto *full = dyn_cast<FullExpr>(expression))
      expression = full->getSubExpr();
    else if (const auto *bound = dyn_cast<CXXBindTemporaryExpr>(expression))
      expression = bound->getSubExpr();
    else if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(expression))
      expression = argument->getExpr();
    else if (const auto *opaque = dyn_cast<OpaqueValueExpr>(expression))
      expression = opaque->getSourceExpr();
    else
      break;
  }
  return expression;
}

/// Where an lvalue is. Does not evaluate anything if it returns nothing, so
/// that the caller can.
std::optional<Place> HostEvaluator::locate(const Expr *expression) {
  expression = strip(expression);
  if (!expression || !spend())
    return std::nullopt;
  if (const auto *reference = dyn_cast<DeclRefExpr>(expression)) {
    if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl()))
      return placeOf(*variable);
    if (const auto *binding = dyn_cast<BindingDecl>(reference->getDecl()))
      return binding->getHoldingVar() ? placeOf(*binding->getHoldingVar())
                                      : locate(binding->getBinding());
    return std::nullopt;
  }
  if (const auto *member = dyn_cast<MemberExpr>(expression))
    return locateMember(*member);
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expression))
    return locateElement(*subscript);
  if (const auto *unary = dyn_cast<UnaryOperator>(expression)) {
    if (unary->getOpcode() != UO_Deref)
      return std::nullopt;
    Value pointer = evaluate(unary->getSubExpr());
    if (pointer->kind == ValueKind::Pointer) {
      Place place = pointer->place;
      // `*p` of a pointer to a single object, not into an array
      return place;
    }
    if (pointer->kind == ValueKind::Function)
      return std::nullopt;
    return Place{newCell(dereference(pointer, unary->getOperatorLoc()), {}), {}};
  }
  if (const auto *call = dyn_cast<CallExpr>(expression); call && call->isGLValue())
    return locateCall(*call);
  return std::nullopt;
}

std::optional<Place> HostEvaluator::locateMember(const MemberExpr &member) {
  if (const auto *variable = dyn_cast<VarDecl>(member.getMemberDecl()))
    return placeOf(*variable);
  const auto *field = dyn_cast<FieldDecl>(member.getMemberDecl());
  if (!field)
    return std::nullopt;
  const Expr *base = member.getBase();
  std::optional<Place> place;
  if (member.isArrow() || isa<CXXThisExpr>(base->IgnoreParenImpCasts())) {
    Value pointer = evaluate(base);
    if (pointer->kind == ValueKind::Pointer)
      place = pointer->place;
    else
      place = Place{newCell(dereference(pointer, member.getMemberLoc()), {}), {}};
  } else {
    place = locate(base);
  }
  if (!place)
    return std::nullopt;
  place->path.push_back({field, 0});
  return place;
}

std::optional<Place> HostEvaluator::locateElement(const ArraySubscriptExpr &subscript) {
  Value index = evaluate(subscript.getIdx());
  std::optional<std::int64_t> number = exactInteger(index);
  if (!number)
    return std::nullopt;
  Value base = evaluate(subscript.getBase());
  if (base->kind != ValueKind::Pointer)
    return std::nullopt;
  Place place = base->place;
  if (!place.path.empty() && !place.path.back().field)
    place.path.back().index += *number;
  else if (*number != 0)
    return std::nullopt;
  return place;
}

std::optional<Place> HostEvaluator::locateCall(const CallExpr &call) {
  Value result = evaluateCall(call);
  if (result->kind == ValueKind::Pointer)
    return result->place;
  return Place{newCell(result, call.getExprLoc()), {}};
}

/// Writes to an lvalue; where it cannot be told which, forgets all that it may be.
void HostEvaluator::assign(const Expr &target, Value value, SourceLocation location) {
  if (std::optional<Place> place = locate(&target)) {
    forgetUnions(*place, location);
    write(*place, value, location);
    return;
  }
  const Expr *base = strip(&target);
  while (base) {
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(base)) {
      Value pointer = evaluate(subscript->getBase());
      if (pointer->kind == ValueKind::Pointer)
        forget(pointer->place, "an element of it is assigned", location);
      return;
    }
    const auto *member = dyn_cast<MemberExpr>(base);
    if (!member)
      forgetNamed(*base, location);
    base = member && !member->isArrow() ? strip(member->getBase()) : nullptr;
  }
}

void HostEvaluator::forgetUnions(const Place &place, SourceLocation location) {
  for (std::size_t i = 0; i < place.path.size(); ++i)
    if (const FieldDecl *field = place.path[i].field; field && field->getParent()->isUnion()) {
      Place whole = place, member = place;
      whole.path.resize(i);
      member.path.resize(i + 1);
      const Value others =
          pool_.symbol(Origin::Other, "another member of the union is assigned", location);
      const Value own = read(member); // `a.x = 1; a.y = 2;`
      write(whole, pool_.record({field}, {own}, others), location);
      return;
    }
}

// Of `(c ? a : b)` and `object.*member`.
void HostEvaluator::forgetNamed(const Stmt &lvalue, SourceLocation location) {
  if (const auto *cast = dyn_cast<CastExpr>(&lvalue);
      cast && cast->getCastKind() == CK_LValueToRValue)
    return;
  if (const auto *reference = dyn_cast<DeclRefExpr>(&lvalue))
    if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl()))
      if (const std::optional<Place> place = placeOf(*variable))
        forget(*place, "it may be assigned", location, Origin::Other);
  for (const Stmt *child : lvalue.children())
    if (child)
      forgetNamed(*child, location);
}

void HostEvaluator::forgetReferred(const FieldDecl &field, const Expr *init) {
  const QualType type = field.getType();
  if (!init || !type->isReferenceType() || type->getPointeeType().isConstQualified())
    return;
  if (const std::optional<Place> place = locate(init))
    forget(*place, "an object keeps a reference to it", init->getExprLoc(), Origin::Other);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Value HostEvaluator::unknown(const Expr &expression, llvm::StringRef why) {
  return pool_.symbol(Origin::Other, why.empty() ? "it is not followed" : why,
                      expression.getExprLoc());
}

std::optional<std::int64_t> HostEvaluator::exactInteger(Value value) {
  Known known = knowledge_.evaluate(value);
  return known.assumed ? std::nullopt : known.integer();
}

NumberType HostEvaluator::numberType(QualType type) const {
  if (type.isNull() || type->isDependentType() || type->isUndeducedType())
    return {};
  if (type->isRealFloatingType())
    return {static_cast<std::uint8_t>(std::min<std::uint64_t>(context_.getTypeSize(type), 128)),
            true, true};
  if (type->isIntegralOrEnumerationType() && !type->isIncompleteType())
    return {static_cast<std::uint8_t>(context_.getIntWidth(type)),
            type->isSignedIntegerOrEnumerationType(), false};
  NumberType number;
  if (const QualType pointee = type->getPointeeType();
      type->isPointerType() && !pointee->isDependentType() && pointee->isConstantSizeType() &&
      !pointee->isIncompleteType())
    number.pointed = static_cast<std::uint8_t>(
        (context_.getTypeSizeInChars(pointee).getQuantity() + sectorBytes - 1) % sectorBytes + 1);
  return number;
}

Value HostEvaluator::constant(const Expr &expression) {
  if (expression.isValueDependent() || expression.isTypeDependent() || expression.containsErrors())
    return nullptr;
  Expr::EvalResult result;
  if (!expression.EvaluateAsRValue(result, context_) || result.HasSideEffects)
    return nullptr;
  return fromConstant(result.Val, expression.getType());
}

Value HostEvaluator::fromConstant(const APValue &value, QualType type) {
  switch (value.getKind()) {
  case APValue::Int:
    if (value.getInt().getSignificantBits() > 64)
      return nullptr;
    return pool_.integer(int64Of(value.getInt()));
  case APValue::Float:
    return pool_.real(value.getFloat().convertToDouble());
  case APValue::Struct: {
    const CXXRecordDecl *record = type->getAsCXXRecordDecl();
    if (!record || record->isDependentContext())
      return nullptr;
    llvm::SmallVector<const FieldDecl *> fields;
    llvm::SmallVector<Value> values;
    for (auto [i, base] : llvm::enumerate(record->bases())) {
      Value part = fromConstant(value.getStructBase(i), base.getType());
      if (!part || part->kind != ValueKind::Record)
        return nullptr;
      fields.append(part->fields.begin(), part->fields.end());
      values.append(part->operands.begin(), part->operands.end());
    }
    for (const FieldDecl *field : record->fields()) {
      const APValue &part = value.getStructField(field->getFieldIndex());
      Value converted = part.hasValue() ? fromConstant(part, field->getType()) : nullptr;
      fields.push_back(field);
      values.push_back(converted ? converted
                                 : pool_.symbol(Origin::Other, "it is not a number", {}));
    }
    return pool_.record(fields, values);
  }
  case APValue::Array: {
    if (value.getArraySize() > maxElements)
      return nullptr;
    const ArrayType *array = context_.getAsArrayType(type);
    llvm::SmallVector<Value> elements;
    for (unsigned i = 0; array && i < value.getArraySize(); ++i) {
      const APValue &part = i < value.getArrayInitializedElts() ? value.getArrayInitializedElt(i)
                                                                : value.getArrayFiller();
      Value converted = fromConstant(part, array->getElementType());
      elements.push_back(converted ? converted
                                   : pool_.symbol(Origin::Other, "it is not a number", {}));
    }
    return array ? pool_.array(elements) : nullptr;
  }
  case APValue::LValue:
    if (value.isNullPointer())
      return pool_.integer(0);
    if (const auto *declaration = value.getLValueBase().dyn_cast<const ValueDecl *>())
      if (const auto *function = dyn_cast<FunctionDecl>(declaration))
        return pool_.function(function);
    return nullptr;
  default:
    return nullptr;
  }
}

Value HostEvaluator::zero(QualType type, SourceLocation location) {
  if (type->isRealFloatingType())
    return pool_.real(0);
  if (type->isIntegralOrEnumerationType() || type->isAnyPointerType())
    return pool_.integer(0);
  if (const ConstantArrayType *array = context_.getAsConstantArrayType(type);
      array && array->getSize().ule(maxElements))
    return pool_.array(llvm::SmallVector<Value>(array->getSize().getZExtValue(),
                                                zero(array->getElementType(), location)));
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (record && record->hasDefinition() && !record->isDependentContext()) {
    if (record->getName() == "dim3")
      return defaultObject(*record, location);
    if (record->isAggregate()) {
      llvm::SmallVector<const FieldDecl *> fields(record->fields());
      llvm::SmallVector<Value> values;
      for (const FieldDecl *field : fields)
        values.push_back(zero(field->getType(), location));
      return pool_.record(fields, values);
    }
  }
  return pool_.symbol(Origin::Uninitialised, "nothing is assigned to it", location);
}

Value HostEvaluator::evaluate(const Expr *expression) {
  if (!expression || nesting_ > maxExpressionNesting || !spend())
    return pool_.symbol(Origin::Other, "too much work to follow", {});
  ++nesting_;
  Value value = evaluateNode(*expression);
  --nesting_;
  return value;
}

/// Runs the parts of an expression for what they do.
Value HostEvaluator::evaluateParts(const Expr &expression) {
  for (const Stmt *child : expression.children())
    if (const auto *part = dyn_cast_or_null<Expr>(child))
      evaluate(part);
  return unknown(expression);
}

/// What Clang refused. nvcc declares min() and max() for the host as well, with
/// any mixture of integers; these are the ones that launches are made of.
Value HostEvaluator::evaluateRecovery(const RecoveryExpr &recovery) {
  llvm::ArrayRef<Expr *> parts = const_cast<RecoveryExpr &>(recovery).subExpressions();
  // Mostly calls of functions that no header at hand declares: they may write through pointers, and
  // take objects by reference.
  const bool isCall = !parts.empty() && isa<OverloadExpr>(parts[0]->IgnoreParenImpCasts());
  auto opaque = [&] {
    constexpr llvm::StringLiteral why = "it is set by code that could not be understood";
    for (const Expr *part : parts) {
      if (Value value = evaluate(part); value->kind == ValueKind::Pointer)
        forget(value->place, why, recovery.getExprLoc());
      if (isCall && part->isLValue() && part->getType()->isRecordType() &&
          !part->getType().isConstQualified())
        if (const auto place = locate(part))
          forget(*place, why, recovery.getExprLoc());
    }
    return unknown(recovery);
  };
  if (parts.size() != 3)
    return opaque();
  DeclarationName name;
  if (const auto *lookup = dyn_cast<OverloadExpr>(parts[0]->IgnoreParenImpCasts()))
    name = lookup->getName();
  else if (const auto *reference = dyn_cast<DeclRefExpr>(parts[0]->IgnoreParenImpCasts()))
    name = reference->getDecl()->getDeclName();
  const IdentifierInfo *identifier = name.getAsIdentifierInfo();
  bool isMinimum = identifier && identifier->isStr("min");
  if (!isMinimum && !(identifier && identifier->isStr("max")))
    return opaque();
  return pool_.operation(isMinimum ? Operator::Minimum : Operator::Maximum,
                         {evaluate(parts[1]), evaluate(parts[2])});
}

Value HostEvaluator::evaluateLiteral(const Expr &expression) {
  if (const auto *integer = dyn_cast<IntegerLiteral>(&expression))
    return integer->getValue().getActiveBits() <= 64
               ? pool_.integer(std::int64_t(integer->getValue().getZExtValue()))
               : unknown(expression);
  if (const auto *boolean = dyn_cast<CXXBoolLiteralExpr>(&expression))
    return pool_.integer(boolean->getValue());
  if (const auto *character = dyn_cast<CharacterLiteral>(&expression))
    return pool_.integer(character->getValue());
  if (const auto *real = dyn_cast<FloatingLiteral>(&expression))
    return pool_.real(real->getValueAsApproximateDouble());
  const auto *text = cast<clang::StringLiteral>(&expression);
  return text->getCharByteWidth() == 1 ? pool_.text(text->getBytes()) : unknown(expression);
}

Value HostEvaluator::evaluateNode(const Expr &expression) {
  switch (expression.getStmtClass()) {
  case Stmt::IntegerLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::StringLiteralClass:
    return evaluateLiteral(expression);
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
    return pool_.integer(0);
  case Stmt::ParenExprClass:
    return evaluate(cast<ParenExpr>(&expression)->getSubExpr());
  case Stmt::ConstantExprClass:
  case Stmt::ExprWithCleanupsClass:
    return evaluate(cast<FullExpr>(&expression)->getSubExpr());
  case Stmt::MaterializeTemporaryExprClass:
    return evaluate(cast<MaterializeTemporaryExpr>(&expression)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return evaluate(cast<CXXBindTemporaryExpr>(&expression)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return evaluate(cast<SubstNonTypeTemplateParmExpr>(&expression)->getReplacement());
  case Stmt::CXXDefaultArgExprClass:
    return evaluate(cast<CXXDefaultArgExpr>(&expression)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return evaluate(cast<CXXDefaultInitExpr>(&expression)->getExpr());
  case Stmt::OpaqueValueExprClass:
    return evaluate(cast<OpaqueValueExpr>(&expression)->getSourceExpr());
  case Stmt::CXXStdInitializerListExprClass:
    return evaluate(cast<CXXStdInitializerListExpr>(&expression)->getSubExpr());
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return evaluate(cast<CXXRewrittenBinaryOperator>(&expression)->getSemanticForm());
  case Stmt::DeclRefExprClass:
    return evaluateReference(*cast<DeclRefExpr>(&expression));
  case Stmt::MemberExprClass:
    return evaluateMember(*cast<MemberExpr>(&expression));
  case Stmt::ArraySubscriptExprClass:
    return evaluateElement(*cast<ArraySubscriptExpr>(&expression));
  case Stmt::UnaryOperatorClass:
    return evaluateUnary(*cast<UnaryOperator>(&expression));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return evaluateBinary(*cast<BinaryOperator>(&expression));
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
    return evaluateConditional(*cast<AbstractConditionalOperator>(&expression));
  case Stmt::CUDAKernelCallExprClass:
    launchBrackets(*cast<CUDAKernelCallExpr>(&expression));
    return pool_.integer(0);
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass: {
    Value result = evaluateCall(*cast<CallExpr>(&expression));
    return expression.isGLValue() && result->kind == ValueKind::Pointer ? read(result->place)
                                                                        : result;
  }
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return evaluateConstruct(*cast<CXXConstructExpr>(&expression));
  case Stmt::InitListExprClass:
    return evaluateInitList(*cast<InitListExpr>(&expression));
  case Stmt::LambdaExprClass:
    return evaluateLambda(*cast<LambdaExpr>(&expression));
  case Stmt::CXXNewExprClass:
    return evaluateNew(*cast<CXXNewExpr>(&expression));
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    return expression.isTypeDependent() ? unknown(expression)
                                        : zero(expression.getType(), expression.getExprLoc());
  case Stmt::UnresolvedLookupExprClass:
  case Stmt::UnresolvedMemberExprClass:
    return evaluateOverloads(*cast<OverloadExpr>(&expression));
  case Stmt::CXXThisExprClass:
    if (frame_->object)
      return pool_.pointer(*frame_->object);
    return unknown(expression, "`this` is not known");
  case Stmt::RecoveryExprClass:
    return evaluateRecovery(*cast<RecoveryExpr>(&expression));
  case Stmt::CXXThrowExprClass:
    stopped_ = true;
    return unknown(expression);
  case Stmt::StmtExprClass: {
    const CompoundStmt *body = cast<StmtExpr>(&expression)->getSubStmt();
    Value last = unknown(expression);
    for (const Stmt *statement : body->body()) {
      if (const auto *value = dyn_cast<Expr>(statement))
        last = evaluate(value);
      else
        run(statement);
    }
    return last;
  }
  case Stmt::ParenListExprClass: {
    const auto &list = *cast<ParenListExpr>(&expression);
    llvm::SmallVector<Value> values;
    for (unsigned i = 0; i < list.getNumExprs(); ++i)
      values.push_back(evaluate(list.getExpr(i)));
    return values.size() == 1 ? values[0] : pool_.array(values);
  }
  case Stmt::CXXUnresolvedConstructExprClass: {
    const auto &construct = *cast<CXXUnresolvedConstructExpr>(&expression);
    llvm::SmallVector<Value> values;
    for (unsigned i = 0; i < construct.getNumArgs(); ++i)
      values.push_back(evaluate(construct.getArg(i)));
    return values.size() == 1 ? values[0] : pool_.array(values);
  }
  default:
    if (const auto *cast = dyn_cast<CastExpr>(&expression))
      return evaluateCast(*cast);
    if (Value value = constant(expression))
      return value;
    return evaluateParts(expression);
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

Value HostEvaluator::evaluateReference(const DeclRefExpr &reference) {
  const ValueDecl *declaration = reference.getDecl();
  if (const auto *function = dyn_cast<FunctionDecl>(declaration))
    return pool_.function(function);
  if (const auto *variable = dyn_cast<VarDecl>(declaration))
    return evaluateVariable(*variable, reference.getLocation());
  if (const auto *constant = dyn_cast<EnumConstantDecl>(declaration))
    return constant->getInitVal().getSignificantBits() <= 64
               ? pool_.integer(int64Of(constant->getInitVal()))
               : unknown(reference);
  if (const auto *binding = dyn_cast<BindingDecl>(declaration)) {
    if (binding->getHoldingVar())
      return evaluateVariable(*binding->getHoldingVar(), reference.getLocation());
    return binding->getBinding() ? evaluate(binding->getBinding()) : unknown(reference);
  }
  if (const auto *parameter = dyn_cast<NonTypeTemplateParmDecl>(declaration)) {
    auto [entry, isNew] = frame_->variables.try_emplace(parameter);
    if (isNew) {
      SourceLocation location = parameter->getLocation();
      std::string why = "a parameter of a template that nothing here instantiates";
      Value value = pool_.symbol(Origin::Parameter, why, location);
      unsigned cell = newCell(value, location);
      frame_->variables[parameter] = {cell, {}};
      if (parameter->hasDefaultArgument() &&
          parameter->getDefaultArgument().getArgument().getKind() == TemplateArgument::Expression)
        cells_[cell].value =
            pool_.bound(evaluate(parameter->getDefaultArgument().getArgument().getAsExpr()), true,
                        Origin::Parameter, why, location);
    }
    return read(frame_->variables[parameter]);
  }
  return unknown(reference);
}

Value HostEvaluator::evaluateVariable(const VarDecl &variable, SourceLocation use) {
  if (frame_->variables.contains(&variable))
    return read(frame_->variables[&variable]);
  const VarDecl *definition = nullptr;
  const Expr *init = variable.getAnyInitializer(definition);
  bool fixed = variable.getType().isConstQualified() || variable.isConstexpr();
  if (fixed && init && !init->isValueDependent() && !init->containsErrors() &&
      !variable.isInvalidDecl() && variable.hasGlobalStorage() &&
      !globals_.contains(variable.getCanonicalDecl()))
    if (const APValue *value = definition->evaluateValue())
      if (Value converted = fromConstant(*value, variable.getType())) {
        globals_[variable.getCanonicalDecl()] = newCell(converted, variable.getLocation());
        return converted;
      }
  if (fixed && init && !variable.hasGlobalStorage() && !init->isValueDependent() &&
      variable.isUsableInConstantExpressions(context_))
    if (const APValue *value = definition->evaluateValue())
      if (Value converted = fromConstant(*value, variable.getType()))
        return converted;
  std::optional<Place> place = placeOf(variable);
  return place ? read(*place) : pool_.symbol(Origin::Other, "it is not followed", use);
}

/// The i-th part of what a structured binding takes apart through get<i>().
Value HostEvaluator::evaluateBinding(const BindingDecl &binding) {
  const auto *whole = dyn_cast<DecompositionDecl>(binding.getDecomposedDecl());
  std::optional<Place> place = whole ? placeOf(*whole) : std::nullopt;
  Value value = place ? read(*place) : nullptr;
  if (value && value->kind == ValueKind::Array)
    for (auto [i, one] : llvm::enumerate(whole->bindings()))
      if (one == &binding && i < value->operands.size())
        return value->operands[i];
  if (value && value->kind == ValueKind::Record)
    for (auto [i, one] : llvm::enumerate(whole->bindings()))
      for (const FieldDecl *field : value->fields)
        if (one == &binding && field->getName() == (i == 0 ? "first" : "second"))
          return pool_.field(value, field);
  return pool_.symbol(Origin::Other, "a part of a value that is not followed",
                      binding.getLocation());
}

Value HostEvaluator::evaluateMember(const MemberExpr &member) {
  const ValueDecl *declaration = member.getMemberDecl();
  if (const auto *variable = dyn_cast<VarDecl>(declaration))
    return evaluateVariable(*variable, member.getMemberLoc());
  if (const auto *constant = dyn_cast<EnumConstantDecl>(declaration))
    return pool_.integer(int64Of(constant->getInitVal()));
  if (const auto *method = dyn_cast<FunctionDecl>(declaration))
    return pool_.function(method);
  if (std::optional<Place> place = locateMember(member))
    return read(*place);
  const auto *field = dyn_cast<FieldDecl>(declaration);
  Value base = evaluate(member.getBase());
  return field ? pool_.field(base, field) : unknown(member);
}

Value HostEvaluator::evaluateElement(const ArraySubscriptExpr &subscript) {
  if (std::optional<Place> place = locateElement(subscript))
    return read(*place);
  Value base = evaluate(subscript.getBase());
  Value index = evaluate(subscript.getIdx());
  if (base->kind == ValueKind::Pointer) {
    Place array = base->place;
    if (!array.path.empty() && !array.path.back().field && array.path.back().index == 0)
      array.path.pop_back();
    Value whole = read(array);
    if (whole->kind == ValueKind::Array) {
      std::optional<std::int64_t> number = exactInteger(index);
      return pool_.element(whole, number ? pool_.integer(*number) : index);
    }
    return pool_.element(whole, index);
  }
  return dereference(base, subscript.getExprLoc());
}

Value HostEvaluator::evaluateOverloads(const OverloadExpr &overloads) {
  const FunctionDecl *found = nullptr;
  unsigned kernels = 0, all = 0;
  for (const NamedDecl *declaration : overloads.decls()) {
    declaration = declaration->getUnderlyingDecl();
    const FunctionDecl *function = dyn_cast<FunctionDecl>(declaration);
    if (const auto *pattern = dyn_cast<FunctionTemplateDecl>(declaration))
      function = pattern->getTemplatedDecl();
    if (!function)
      continue;
    ++all;
    bool isKernel = function->hasAttr<CUDAGlobalAttr>();
    kernels += isKernel;
    if (!found || isKernel)
      found = function;
  }
  return found && (all == 1 || kernels == 1) ? pool_.function(found)
                                             : unknown(overloads, "an overloaded name");
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

Value HostEvaluator::dereference(Value pointer, SourceLocation location) {
  if (pointer->kind == ValueKind::Function)
    return pointer;
  if (pointer->kind == ValueKind::Pointer)
    return read(pointer->place);
  Origin origin = pointer->kind == ValueKind::Symbol && pointer->origin == Origin::Input
                      ? Origin::Input
                      : Origin::Other;
  return pool_.symbol(origin, "it is read through a pointer", location);
}

Value HostEvaluator::evaluateCast(const CastExpr &cast) {
  const Expr *operand = cast.getSubExpr();
  switch (cast.getCastKind()) {
  case CK_LValueToRValue:
    return evaluate(operand);
  case CK_ArrayToPointerDecay: {
    if (const Value moved = pastPointer(*operand))
      return moved;
    std::optional<Place> place = locate(operand);
    if (!place)
      return evaluate(operand);
    if (read(*place)->kind != ValueKind::Array)
      return read(*place)->kind == ValueKind::Text ? read(*place) : pool_.pointer(*place);
    place->path.push_back({nullptr, 0});
    return pool_.pointer(*place);
  }
  case CK_IntegralCast:
  case CK_FloatingToIntegral:
  case CK_IntegralToFloating:
  case CK_FloatingCast:
    return pool_.operation(Operator::Convert, {evaluate(operand)}, numberType(cast.getType()));
  case CK_IntegralToBoolean:
  case CK_FloatingToBoolean:
  case CK_PointerToBoolean:
    return pool_.truth(evaluate(operand));
  default:
    return evaluate(operand);
  }
}

Value HostEvaluator::pastPointer(const Expr &lvalue) {
  const Expr *place = strip(&lvalue);
  if (!place || place->isTypeDependent())
    return nullptr;
  const auto isMoved = [](Value value) {
    return value->kind == ValueKind::Symbol || value->kind == ValueKind::Operation;
  };
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(place)) {
    const Value base = evaluate(subscript->getBase());
    return isMoved(base) ? pool_.operation(Operator::Add, {base, evaluate(subscript->getIdx())},
                                           numberType(subscript->getBase()->getType()))
                         : nullptr;
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(place); unary && unary->getOpcode() == UO_Deref) {
    const Value base = evaluate(unary->getSubExpr());
    return isMoved(base) ? base : nullptr;
  }
  const auto *member = dyn_cast<MemberExpr>(place);
  const auto *field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  if (!field || field->isBitField() || field->getParent()->isDependentContext() ||
      field->getParent()->isInvalidDecl())
    return nullptr;
  Value base = nullptr;
  if (!member->isArrow())
    base = pastPointer(*member->getBase());
  else if (const Value pointer = evaluate(member->getBase()); isMoved(pointer))
    base = pointer;
  if (!base)
    return nullptr;
  NumberType bytes;
  bytes.pointed = 1;
  const std::int64_t offset =
      context_.toCharUnitsFromBits(context_.getFieldOffset(field)).getQuantity();
  return pool_.operation(Operator::Add, {base, pool_.integer(offset)}, bytes);
}

Value HostEvaluator::evaluateAddress(const Expr &operand) {
  const Expr *inner = strip(&operand);
  if (const auto *reference = dyn_cast<DeclRefExpr>(inner);
      reference && isa<FunctionDecl>(reference->getDecl()))
    return evaluateReference(*reference);
  if (isa<OverloadExpr>(inner))
    return evaluateOverloads(*cast<OverloadExpr>(inner));
  if (const Value moved = pastPointer(*inner))
    return moved;
  if (std::optional<Place> place = locate(inner))
    return pool_.pointer(*place);
  Value value = evaluate(inner);
  return value->kind == ValueKind::Function ? value : unknown(operand, "an address");
}

Value HostEvaluator::evaluateStep(const UnaryOperator &unary) {
  const Expr *operand = unary.getSubExpr();
  std::optional<Place> place = locate(operand);
  Value old = place ? read(*place) : evaluate(operand);
  bool up = unary.isIncrementOp();
  Value next = nullptr;
  if (old->kind == ValueKind::Pointer) {
    Place moved = old->place;
    if (moved.path.empty() || moved.path.back().field)
      next = unknown(unary, "a pointer that moves");
    else {
      moved.path.back().index += up ? 1 : -1;
      next = pool_.pointer(moved);
    }
  } else {
    next = pool_.operation(up ? Operator::Add : Operator::Subtract, {old, pool_.integer(1)},
                           numberType(operand->getType()));
  }
  if (place)
    write(*place, next, unary.getOperatorLoc());
  return unary.isPostfix() ? old : next;
}

Value HostEvaluator::evaluateUnary(const UnaryOperator &unary) {
  const Expr *operand = unary.getSubExpr();
  switch (unary.getOpcode()) {
  case UO_AddrOf:
    return evaluateAddress(*operand);
  case UO_Deref:
    return dereference(evaluate(operand), unary.getOperatorLoc());
  case UO_PostInc:
  case UO_PreInc:
  case UO_PostDec:
  case UO_PreDec:
    return evaluateStep(unary);
  case UO_Plus:
  case UO_Extension:
    return evaluate(operand);
  case UO_Minus:
    return pool_.operation(Operator::Subtract, {pool_.integer(0), evaluate(operand)},
                           numberType(unary.getType()));
  case UO_Not:
    return pool_.operation(Operator::BitNot, {evaluate(operand)}, numberType(unary.getType()));
  case UO_LNot:
    return pool_.negation(evaluate(operand));
  default:
    evaluate(operand);
    return unknown(unary);
  }
}

Value HostEvaluator::arithmetic(BinaryOperatorKind kind, Value left, Value right, QualType type) {
  NumberType number = numberType(type);
  auto simple = [&](Operator op) { return pool_.operation(op, {left, right}, number); };
  switch (kind) {
  case BO_Add:
    return simple(Operator::Add);
  case BO_Sub:
    return simple(Operator::Subtract);
  case BO_Mul:
    return simple(Operator::Multiply);
  case BO_Div:
    return simple(Operator::Divide);
  case BO_Rem:
    return simple(Operator::Remainder);
  case BO_Shl:
    return simple(Operator::ShiftLeft);
  case BO_Shr:
    return simple(Operator::ShiftRight);
  case BO_And:
    return simple(Operator::BitAnd);
  case BO_Or:
    return simple(Operator::BitOr);
  case BO_Xor:
    return simple(Operator::BitXor);
  case BO_EQ:
    return simple(Operator::Equal);
  case BO_NE:
    return pool_.negation(pool_.operation(Operator::Equal, {left, right}));
  case BO_LT:
    return simple(Operator::Less);
  case BO_GT:
    return pool_.operation(Operator::Less, {right, left});
  case BO_LE:
    return pool_.negation(pool_.operation(Operator::Less, {right, left}));
  case BO_GE:
    return pool_.negation(pool_.operation(Operator::Less, {left, right}));
  default:
    return pool_.symbol(Origin::Other, "it is not followed", {});
  }
}

Value HostEvaluator::evaluateAssignment(const BinaryOperator &binary) {
  Value right = evaluate(binary.getRHS());
  BinaryOperatorKind kind = binary.getOpcode();
  if (kind != BO_Assign) {
    Value left = evaluate(binary.getLHS());
    const auto *compound = dyn_cast<CompoundAssignOperator>(&binary);
    QualType type = compound ? compound->getComputationResultType() : binary.getType();
    right = arithmetic(BinaryOperator::getOpForCompoundAssignment(kind), left, right, type);
    right = pool_.operation(Operator::Convert, {right}, numberType(binary.getLHS()->getType()));
  }
  assign(*binary.getLHS(), right, binary.getOperatorLoc());
  return right;
}

Value HostEvaluator::evaluateLogical(const BinaryOperator &binary) {
  Value left = evaluate(binary.getLHS());
  bool isAnd = binary.getOpcode() == BO_LAnd;
  Known known = knowledge_.evaluate(left);
  if (known.truth() == !isAnd && !known.assumed)
    return pool_.integer(!isAnd);
  bool stopped = stopped_;
  Value right = nullptr;
  Branch branch = runBranch(
      left, isAnd,
      [&] {
        right = evaluate(binary.getRHS());
        return true;
      },
      false);
  if (known.truth() && !known.assumed)
    apply(branch.changes);
  else
    join(isAnd ? left : pool_.negation(left), branch.changes, {});
  stopped_ = stopped; // the right side may not have been run
  return pool_.operation(isAnd ? Operator::And : Operator::Or, {left, right});
}

Value HostEvaluator::evaluateBinary(const BinaryOperator &binary) {
  if (binary.isAssignmentOp())
    return evaluateAssignment(binary);
  if (binary.isLogicalOp())
    return evaluateLogical(binary);
  Value left = evaluate(binary.getLHS());
  Value right = evaluate(binary.getRHS());
  if (binary.getOpcode() == BO_Comma)
    return right;
  if (left->kind == ValueKind::Pointer && binary.isAdditiveOp()) {
    std::optional<std::int64_t> offset = exactInteger(right);
    Place place = left->place;
    if (!offset || place.path.empty() || place.path.back().field)
      return unknown(binary, "an address");
    place.path.back().index += binary.getOpcode() == BO_Add ? *offset : -*offset;
    return pool_.pointer(place);
  }
  if (left->kind == ValueKind::Pointer || right->kind == ValueKind::Pointer ||
      left->kind == ValueKind::Text || right->kind == ValueKind::Text ||
      left->kind == ValueKind::Record || right->kind == ValueKind::Record)
    return unknown(binary, "a comparison of objects");
  if (binary.getType()->isPointerType() && !binary.getLHS()->getType()->isPointerType())
    std::swap(left, right);
  return arithmetic(binary.getOpcode(), left, right, binary.getType());
}

Value HostEvaluator::evaluateConditional(const AbstractConditionalOperator &conditional) {
  Value condition = evaluate(conditional.getCond());
  Known known = knowledge_.evaluate(condition);
  if (std::optional<bool> truth = known.truth(); truth && !known.assumed)
    return evaluate(*truth ? conditional.getTrueExpr() : conditional.getFalseExpr());
  const bool stopped = std::exchange(stopped_, false);
  Value parts[2] = {nullptr, nullptr};
  Branch branches[2];
  for (bool truth : {true, false})
    branches[truth] = runBranch(
        condition, truth,
        [&, truth] {
          parts[truth] = evaluate(truth ? conditional.getTrueExpr() : conditional.getFalseExpr());
          return !std::exchange(stopped_, false);
        },
        false);
  if (branches[0].falls != branches[1].falls) { // assert
    const bool truth = branches[1].falls;
    apply(branches[truth].changes);
    path_.push_back(truth ? condition : pool_.negation(condition));
    knowledge_.assume(condition, truth);
    stopped_ = stopped;
    return parts[truth];
  }
  join(condition, branches[1].changes, branches[0].changes);
  stopped_ = stopped; // one side may not have been run
  return pool_.select(condition, parts[1], parts[0]);
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

Value HostEvaluator::evaluateInitList(const InitListExpr &written) {
  const InitListExpr &list =
      written.isSemanticForm() || !written.getSemanticForm() ? written : *written.getSemanticForm();
  llvm::SmallVector<Value> values;
  for (unsigned i = 0; i < list.getNumInits() && i < maxElements; ++i)
    values.push_back(list.getInit(i) ? evaluate(list.getInit(i))
                                     : zero(list.getType(), list.getExprLoc()));
  QualType type = list.getType();
  if (type.isNull() || list.isTypeDependent())
    return pool_.array(values);
  if (const ConstantArrayType *array = context_.getAsConstantArrayType(type)) {
    if (array->getSize().ugt(maxElements))
      return unknown(list, "an element of a large array");
    while (values.size() < array->getSize().getZExtValue())
      values.push_back(list.getArrayFiller() ? evaluate(list.getArrayFiller())
                                             : zero(array->getElementType(), list.getExprLoc()));
    return pool_.array(values);
  }
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return values.size() == 1 ? values[0] : pool_.array(values);
  llvm::SmallVector<const FieldDecl *> fields;
  llvm::SmallVector<Value> parts;
  if (record->isUnion()) {
    if (list.getInitializedFieldInUnion() && !values.empty()) {
      fields.push_back(list.getInitializedFieldInUnion());
      parts.push_back(values[0]);
    }
    return pool_.record(fields, parts, unknown(list, "another member of a union"));
  }
  unsigned next = record->getNumBases();
  for (unsigned i = 0; i < next && i < values.size(); ++i)
    if (values[i]->kind == ValueKind::Record) {
      fields.append(values[i]->fields.begin(), values[i]->fields.end());
      parts.append(values[i]->operands.begin(), values[i]->operands.end());
    }
  for (const FieldDecl *field : record->fields()) {
    if (field->isUnnamedBitField())
      continue;
    if (next < list.getNumInits())
      forgetReferred(*field, list.getInit(next));
    fields.push_back(field);
    parts.push_back(next < values.size() ? values[next]
                                         : zero(field->getType(), list.getExprLoc()));
    ++next;
  }
  return pool_.record(fields, parts);
}

Value HostEvaluator::evaluateLambda(const LambdaExpr &lambda) {
  const CXXRecordDecl *record = lambda.getLambdaClass();
  llvm::SmallVector<const FieldDecl *> fields;
  llvm::SmallVector<Value> values;
  auto init = lambda.capture_init_begin();
  for (const FieldDecl *field : record->fields()) {
    if (init == lambda.capture_init_end())
      break;
    const Expr *captured = *init++;
    std::optional<Place> place =
        field->getType()->isReferenceType() ? locate(captured) : std::nullopt;
    fields.push_back(field);
    values.push_back(place ? pool_.pointer(*place) : evaluate(captured));
  }
  return pool_.closure(lambda.getCallOperator(), fields, values);
}

Value HostEvaluator::evaluateConstruct(const CXXConstructExpr &construct) {
  const CXXConstructorDecl *constructor = construct.getConstructor();
  const CXXRecordDecl *record = constructor->getParent();
  auto isPassedThrough = [&] {
    if (construct.getNumArgs() < 1)
      return false;
    if (constructor->isCopyOrMoveConstructor())
      return true;
    // Containers made of a list, and std::function, stand for what they are made of.
    return record->isInStdNamespace() &&
           (record->getName() == "vector" || record->getName() == "function" ||
            record->getName() == "initializer_list");
  };
  if (isPassedThrough()) {
    std::optional<Place> place = locate(construct.getArg(0));
    Value value = place ? read(*place) : evaluate(construct.getArg(0));
    if (constructor->isCopyOrMoveConstructor() || value->kind == ValueKind::Array ||
        value->kind == ValueKind::Function || value->function)
      return value;
    return unknown(construct, "an object that is not followed");
  }
  if (record->getName() == "dim3") {
    llvm::SmallVector<const FieldDecl *> fields;
    llvm::SmallVector<Value> values;
    for (const FieldDecl *field : record->fields()) {
      unsigned i = fields.size();
      bool given = i < construct.getNumArgs();
      if (given && construct.getArg(i)->getType()->isRecordType())
        return evaluate(construct.getArg(i)); // dim3(uint3): the same three members
      fields.push_back(field);
      values.push_back(given ? evaluate(construct.getArg(i)) : pool_.integer(1));
    }
    return pool_.record(fields, values);
  }
  std::vector<Argument> arguments;
  for (unsigned i = 0; i < construct.getNumArgs(); ++i)
    arguments.push_back(argument(construct.getArg(i), i < constructor->getNumParams()
                                                          ? constructor->getParamDecl(i)
                                                          : nullptr));
  Value empty = construct.requiresZeroInitialization()
                    ? zero(construct.getType(), construct.getExprLoc())
                    : pool_.record({}, {},
                                   pool_.symbol(Origin::Uninitialised, "nothing is assigned to it",
                                                construct.getExprLoc()));
  Callee callee{constructor, Place{newCell(empty, construct.getExprLoc()), {}}, nullptr};
  call(callee, arguments, construct);
  return cells_[callee.object->cell].value;
}

Value HostEvaluator::evaluateNew(const CXXNewExpr &expression) {
  for (const Expr *argument : expression.placement_arguments())
    evaluate(argument);
  if (expression.isArray() || !expression.getInitializer())
    return unknown(expression, "memory from `new`");
  return pool_.pointer(
      {newCell(evaluate(expression.getInitializer()), expression.getExprLoc()), {}});
}

} // namespace warplint::simt::host
