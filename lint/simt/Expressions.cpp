//===- Expressions.cpp - values and addresses ------------------------------===//

#include "lint/simt/Integers.h"
#include "lint/simt/Interpreter.h"
#include "lint/simt/KnownNumbers.h"
#include "lint/simt/SharedArrays.h"
#include "lint/simt/SmallFloats.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

#include <bit>

namespace warplint::simt {

using namespace clang;

namespace {

// Elements of an array initialiser that are tracked one by one.
constexpr std::uint64_t maxTrackedElements = 512;

} // namespace

bool Interpreter::isRecord(QualType type) const { return type->isRecordType(); }
bool Interpreter::isInteger(QualType type) const {
  return type->isIntegralOrEnumerationType() || type->isPointerType() || type->isNullPtrType();
}

std::optional<std::int64_t> Interpreter::sizeOf(QualType type) const {
  if (type.isNull())
    return std::nullopt;
  const auto [known, isNew] = sizes_.try_emplace(type.getAsOpaquePtr());
  if (isNew)
    known->second = computedSizeOf(type);
  return known->second;
}

std::optional<std::int64_t> Interpreter::computedSizeOf(QualType type) const {
  // Broken code has types that are none yet.
  if (type->isDependentType() || type->isIncompleteType() || type->isFunctionType() ||
      type->isVoidType() || type->isPlaceholderType() || type->isUndeducedType())
    return std::nullopt;
  // A number of a type that is not known is a number all the same.
  if (!type->isScalarType() && damagedTypes_.in(type))
    return std::nullopt;
  return context_.getTypeSizeInChars(type).getQuantity();
}

std::optional<std::int64_t> Interpreter::fieldOffset(const FieldDecl *field) const {
  const RecordDecl *record = field->getParent();
  if (!record || !record->isCompleteDefinition() || record->isDependentContext() ||
      damagedTypes_.in(*record))
    return std::nullopt;
  const ASTRecordLayout &layout = context_.getASTRecordLayout(record);
  return static_cast<std::int64_t>(layout.getFieldOffset(field->getFieldIndex()) / 8);
}

constexpr unsigned mostParts = 64; // of an object that are looked at

void Interpreter::loseLayout(const NamedDecl &type) {
  lose("`" + type.getNameAsString() + "`, a type that could not be understood, declared",
       type.getLocation());
}

Value Interpreter::unknownSize(const NamedDecl *type) {
  const std::string name = "size of `" + type->getNameAsString() + "`";
  return algebra_.interned(name + std::to_string(type->getLocation().getRawEncoding()), [&] {
    Symbol symbol;
    symbol.name = name;
    symbol.lower = 1;
    return symbol;
  });
}

// No constant, as its name would be one: it may be the thread's own number as well.
Value Interpreter::valueOfUnknownName() {
  Value value = algebra_.fresh(SymbolKind::Loaded, "a value that could not be understood");
  unknownNames_.insert(value.terms.front().monomial.front());
  return value;
}

// Whatever it means: where all that it is made of is the same for all threads, or for those of each
// warp, so is what comes of it.
Value Interpreter::notUnderstood(const RecoveryExpr *expr) {
  bool uniform = true;
  bool warps = true;
  if (!loopAccesses_.empty())
    loopAccesses_.back().isLost = true;
  lookAtParts(expr, uniform, warps);
  if (uniform && expr->child_begin() == expr->child_end() &&
      llvm::any_of(text(expr), llvm::isLower))
    return valueOfUnknownName();
  return uniform ? algebra_.fresh(SymbolKind::Loaded, "a value that could not be understood")
         : warps ? warpUniform("a value that could not be understood", /*warpsMayAgree=*/false)
                 : algebra_.unknown(Cause::Data);
}

/// Of what holds errors again, its own parts; of what does not, the values.
void Interpreter::lookAtParts(const Expr *expr, bool &uniform, bool &warps) {
  for (const Stmt *child : expr->children()) {
    const auto *part = llvm::dyn_cast_or_null<Expr>(child);
    if (!part)
      continue;
    part = part->IgnoreParens();
    if (llvm::isa<OverloadExpr>(part))
      continue;
    if (part->isTypeDependent() || part->containsErrors()) {
      lookAtParts(part, uniform, warps);
    } else if (isRecord(part->getType())) {
      unsigned budget = mostParts;
      const Address object = part->isGLValue() ? addressOf(part) : eval(part);
      uniform = uniform && holdsSameForAll(object, part->getType(), budget);
      warps = warps && uniform;
    } else {
      const Value value =
          part->isGLValue() ? load(addressOf(part), part->getType(), nullptr) : eval(part);
      uniform = uniform && algebra_.isUniform(value, active_);
      warps = warps && algebra_.isWarpUniform(value, active_);
    }
  }
}

Value Interpreter::unknownOffset(const FieldDecl *field) {
  const std::string name = "place of `" + field->getNameAsString() + "`";
  return algebra_.interned(name + std::to_string(field->getLocation().getRawEncoding()), [&] {
    Symbol symbol;
    symbol.name = name;
    symbol.lower = 0;
    return symbol;
  });
}

std::optional<std::int64_t> Interpreter::baseOffset(const CXXRecordDecl *derived,
                                                    const CXXRecordDecl *base) const {
  if (!derived || !base || derived->isInvalidDecl() || !derived->isCompleteDefinition())
    return std::nullopt;
  for (const CXXBaseSpecifier &specifier : derived->bases()) {
    const CXXRecordDecl *direct = specifier.getType()->getAsCXXRecordDecl();
    if (!direct || specifier.isVirtual())
      continue;
    std::int64_t offset =
        context_.getASTRecordLayout(derived).getBaseClassOffset(direct).getQuantity();
    if (direct->getCanonicalDecl() == base->getCanonicalDecl())
      return offset;
    if (auto inner = baseOffset(direct, base))
      return offset + *inner;
  }
  return std::nullopt;
}

Value Interpreter::wrap(const Value &value, QualType type) {
  if (type->isBooleanType() || !type->isIntegralOrEnumerationType())
    return value;
  return withinType(algebra_.truncate(value, static_cast<unsigned>(context_.getIntWidth(type)),
                                      type->isSignedIntegerOrEnumerationType()),
                    type);
}

/// Numbers of a small type are no further apart than it has numbers; those of an enumeration, than
/// its enumerators and what can be made of their bits.
Value Interpreter::withinType(Value value, QualType type) const {
  unsigned bits = context_.getIntWidth(type);
  if (const auto *kind = type->getAs<EnumType>(); kind && kind->getDecl()->isComplete())
    if (const unsigned used =
            kind->getDecl()->getNumPositiveBits() + kind->getDecl()->getNumNegativeBits();
        used > 0)
      bits = std::min(bits, used);
  constexpr unsigned few = 16;
  const bool isSigned = type->isSignedIntegerOrEnumerationType();
  if (value.unknown && !value.apart && bits <= few)
    value.apart = Algebra::apartOf((std::int64_t{1} << bits) - 1);
  if (value.unknown && !value.most && bits < few && !isSigned)
    value.most = Algebra::apartOf((std::int64_t{1} << bits) - 1);
  // What does not fit is another number.
  if (value.most && bits < std::numeric_limits<std::uint32_t>::digits &&
      value.most >= (std::uint32_t{1} << (bits - (isSigned ? 1 : 0))))
    value.most = 0;
  return value;
}

/// Is so much a number of that type, so that nothing is rounded away?
static bool isExact(std::int64_t parts, const llvm::fltSemantics &type) {
  const std::uint64_t size = parts < 0 ? -static_cast<std::uint64_t>(parts) : parts;
  return size == 0 || static_cast<unsigned>(std::bit_width(size) - std::countr_zero(size)) <=
                          llvm::APFloat::semanticsPrecision(type);
}

static bool areExact(const Algebra &algebra, const Value &parts, const llvm::fltSemantics &type) {
  if (parts.base.isUniform())
    return isExact(parts.base.uniform(), type);
  bool areAll = true;
  for (unsigned lane = 0; areAll && lane < algebra.threads(); ++lane)
    areAll = isExact(parts.base.at(lane), type);
  return areAll;
}

/// One thread's sum, product or quotient, in parts of one, where no part is lost.
static std::optional<std::int64_t> exactly(BinaryOperatorKind kind, std::int64_t a, std::int64_t b,
                                           const llvm::fltSemantics &type, bool isApproximate) {
  std::int64_t result = 0;
  bool isLost = false;
  switch (kind) {
  case BO_Add:
    isLost = __builtin_add_overflow(a, b, &result);
    break;
  case BO_Sub:
    isLost = __builtin_sub_overflow(a, b, &result);
    break;
  case BO_Mul:
    isLost = __builtin_mul_overflow(a, b, &result) || result % partsOfOne != 0;
    result /= partsOfOne;
    break;
  case BO_Div:
    // A quotient that is approximated is right where the divisor is a power of two.
    isLost = b == 0 || b == -1 || __builtin_mul_overflow(a, partsOfOne, &result) ||
             (isApproximate && !(b > 0 && std::has_single_bit(static_cast<std::uint64_t>(b))));
    isLost = isLost || result % b != 0;
    result = isLost ? 0 : result / b;
    break;
  default:
    isLost = true;
  }
  return isLost || !isExact(result, type) ? std::nullopt : std::optional(result);
}

/// The same of all threads; null where that of some is not known.
static std::shared_ptr<const Value> exactly(const Algebra &algebra, BinaryOperatorKind kind,
                                            const Value &a, const Value &b,
                                            const llvm::fltSemantics &type, bool isApproximate) {
  const auto of = [&](unsigned lane) {
    return exactly(kind, a.base.at(lane), b.base.at(lane), type, isApproximate);
  };
  const bool isOne = a.base.isUniform() && b.base.isUniform();
  for (unsigned lane = 0; lane < (isOne ? 1 : algebra.threads()); ++lane)
    if (!of(lane))
      return nullptr;
  Value result = algebra.add(a, b); // for what both rest on
  result.base = isOne
                    ? Lanes(*of(0))
                    : algebra.lanes([&](unsigned lane) -> std::int64_t { return *of(lane); }).base;
  return std::make_shared<const Value>(std::move(result));
}

// A value computed in a way that is not followed: floating point, mostly.
Value Interpreter::opaqueResult(std::initializer_list<const Value *> operands, const char *name) {
  bool uniform = true;
  bool warps = true;
  bool mayAgree = true;
  for (const Value *operand : operands) {
    uniform = uniform && algebra_.isUniform(*operand, active_);
    warps = warps && (uniform || algebra_.isWarpUniform(*operand, active_));
    mayAgree = mayAgree && algebra_.warpsMayAgree(*operand);
  }
  if (uniform)
    return algebra_.fresh(SymbolKind::Derived, name);
  if (warps)
    return warpUniform(name, mayAgree);
  Value result = algebra_.unknownLike(operands);
  result.assumptions.clear();
  return result;
}

Value Interpreter::pointerStep(const Value &pointer, const Value &index, QualType pointee,
                               int sign) {
  auto size = pointee->isVoidType() ? std::optional<std::int64_t>(1) : sizeOf(pointee);
  // Of what could not be understood, a warp has an element all the same, where it has one index.
  const NamedDecl *damaged =
      !size || pointee->getAs<TypedefType>() ? damagedTypes_.in(pointee) : nullptr;
  if (damaged)
    size = std::nullopt;
  if (!size && (!damaged || !algebra_.isWarpUniform(index, active_))) {
    if (damaged)
      loseLayout(*damaged);
    return algebra_.unknownLike({&pointer, &index});
  }
  Value bytes = algebra_.mul(index, size ? Value(*size) : unknownSize(damaged));
  return sign > 0 ? algebra_.add(pointer, bytes) : algebra_.sub(pointer, bytes);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

// Do the threads of each warp that are here agree on something that others do not hold, since they
// came another way? To those here that makes no difference.
bool Interpreter::isOfThoseHere(const Value &value) const {
  const bool othersHoldAnother =
      (value.unknown && (*value.unknown - active_).any()) ||
      llvm::any_of(value.terms, [](const Term &term) { return !term.coefficient.isUniform(); });
  return othersHoldAnother && algebra_.isWarpUniform(value, active_);
}

/// Does `value kind number` tell the number that all threads hold (Value::orForAll) from the
/// counts, none of which is below 0?
static bool asksForFlag(BinaryOperatorKind kind, const Value &value, const Value &number) {
  const auto bound = number.constant();
  if (!value.orForAll || !bound)
    return false;
  switch (kind) {
  case BO_EQ:
  case BO_NE:
    return *bound == value.orForAll;
  case BO_LT:
  case BO_GE:
    return value.orForAll < *bound && *bound <= 0;
  case BO_LE:
  case BO_GT:
    return value.orForAll <= *bound && *bound < 0;
  default:
    return false;
  }
}

/// What a comparison of an address with null sees: a variable's never is null, and a place in an
/// array is as little as the array's first.
Value Interpreter::comparedWithNull(const Address &address) {
  const Location place = locate(address);
  if (!place.known || place.offset.constant() == 0)
    return address;
  const Space space = objects_[place.object].space;
  return space == Space::Shared || space == Space::Local ? Value(1)
                                                         : algebra_.sub(address, place.offset);
}

Value Interpreter::compare(BinaryOperatorKind kind, const Value &left, const Value &right,
                           QualType operandType) {
  if (operandType->isPointerType() && BinaryOperator::isEqualityOp(kind) &&
      (left.constant() == 0) != (right.constant() == 0)) {
    const Value &address = left.constant() == 0 ? right : left;
    if (const Location place = locate(address); place.known && place.offset.constant() != 0)
      return compare(kind, comparedWithNull(address), Value(0), operandType);
  }
  // The difference may have more parts than are followed.
  constexpr std::size_t surelyFollowed = 16;
  const bool isTooLong = left.terms.size() + right.terms.size() > surelyFollowed &&
                         left.isKnown() && right.isKnown() &&
                         algebra_.sub(left, right).unknown != nullptr;
  if (const Value *a = partsOf(left), *b = partsOf(right);
      a && b && operandType->isRealFloatingType())
    return compare(kind, *a, *b, context_.LongLongTy);
  if (!isInteger(operandType) || isTooLong) {
    Value result = opaqueResult({&left, &right}, "comparison");
    if (result.isKnown() && result.terms.size() == 1) {
      Symbol &symbol = algebra_.symbol(result.terms.front().monomial.front());
      symbol.lower = 0;
      symbol.upper = 1;
    }
    return result;
  }
  if (asksForFlag(kind, left, right) ||
      asksForFlag(BinaryOperator::reverseComparisonOp(kind), right, left)) {
    Value flag = algebra_.fresh(SymbolKind::Derived, "whether all threads hold a number below 0");
    Symbol &symbol = algebra_.symbol(flag.terms.front().monomial.front());
    symbol.lower = 0;
    symbol.upper = 1;
    return flag;
  }
  if (auto decided = decidedByActive(kind, left, right))
    return *decided;
  if (auto decided = decidedByActive(BinaryOperator::reverseComparisonOp(kind), right, left))
    return *decided;
  Value a = left;
  Value b = right;
  if (active_ != algebra_.all())
    if (const Value difference = algebra_.sub(left, right); isOfThoseHere(difference)) {
      a = algebra_.spread(difference, active_);
      b = Value(0);
    }
  switch (kind) {
  case BO_LT:
    return algebra_.less(a, b);
  case BO_GT:
    return algebra_.less(b, a);
  case BO_LE:
    return algebra_.lessEqual(a, b);
  case BO_GE:
    return algebra_.lessEqual(b, a);
  case BO_EQ:
  case BO_NE: {
    Value isEqual = algebra_.equal(a, b);
    noteWholeWarps(isEqual, left, right);
    noteWholeWarps(isEqual, right, left);
    return kind == BO_EQ ? isEqual : algebra_.logicalNot(isEqual);
  }
  default:
    return algebra_.unknownLike({&a, &b});
  }
}

Value Interpreter::exchanged(const Value &a, const Value &b, Value result) {
  if (!result.unknown)
    return result;
  const auto isOther = [](const Value &one, const Value &other) {
    return one.exchangedWith != 0 && one.exchangedWith == other.identity;
  };
  const std::uint8_t ofA = algebra_.sameAcross(a), ofB = algebra_.sameAcross(b);
  std::uint8_t same = ofA & ofB;
  if (isOther(a, b))
    same = ofB | a.exchangedBits;
  else if (isOther(b, a))
    same = ofA | b.exchangedBits;
  if (same == warpSize - 1)
    return warpUniform("a value that a warp has exchanged", algebra_.warpsMayAgree(result));
  result.sameAcross = same;
  return result;
}

// What the lanes of a warp share is a number of the warp's, however it came about.
Value Interpreter::ofWarp(Value value) {
  return value.unknown && value.sameAcross == Algebra::acrossWarp && !value.difference
             ? warpUniform("a value of the warp", algebra_.warpsMayAgree(value))
             : value;
}

// `a < b ? a : b`, `if (b < a) a = b;`
std::optional<std::pair<Value, Value>>
Interpreter::extremeOf(const Expr *condition, const Expr *chosen, const Expr *other) {
  const auto variable = [](const Expr *expr) -> const VarDecl * {
    const auto *reference =
        expr ? llvm::dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts()) : nullptr;
    return reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  };
  const auto *comparison = llvm::dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
  const VarDecl *first = variable(chosen), *second = variable(other);
  if (!comparison || !comparison->isRelationalOp() || !first || !second || first == second ||
      !first->hasLocalStorage() || !second->hasLocalStorage() ||
      first->getType()->isReferenceType() || second->getType()->isReferenceType())
    return std::nullopt;
  const VarDecl *left = variable(comparison->getLHS()), *right = variable(comparison->getRHS());
  if ((left != first || right != second) && (left != second || right != first))
    return std::nullopt;
  const auto held = [&](const VarDecl *of) {
    return resolve(loadCell(locate(variableAddress(of)).object, Value(0), of->getType()));
  };
  return std::pair(held(first), held(second));
}

/// `a * b + c` of floating-point numbers, and `c += a * b`.
static bool isMultiplyAdd(const BinaryOperator &op) {
  const auto isProduct = [](const Expr *side) {
    const auto *product = llvm::dyn_cast<BinaryOperator>(side->IgnoreParenImpCasts());
    return product && product->getOpcode() == BO_Mul;
  };
  switch (op.getOpcode()) {
  case BO_Add:
  case BO_Sub:
    return op.getType()->isRealFloatingType() && (isProduct(op.getLHS()) || isProduct(op.getRHS()));
  case BO_AddAssign:
  case BO_SubAssign:
    return op.getType()->isRealFloatingType() && isProduct(op.getRHS());
  default:
    return false;
  }
}

/// Instructions that a division or a remainder takes beyond one, as nvcc 13.0 makes them for sm_80
/// and sm_90 (the more of the two), without the functions that are called for rare operands. What
/// the lanes of a warp share is mostly worked out before.
std::uint64_t Interpreter::costOfDivision(const BinaryOperator &op, QualType type, const Value &of,
                                          const Value &by) const {
  const bool isRemainder = op.getOpcode() == BO_Rem || op.getOpcode() == BO_RemAssign;
  if (!isRemainder && op.getOpcode() != BO_Div && op.getOpcode() != BO_DivAssign)
    return 0;
  if (algebra_.isWarpUniform(of) && algebra_.isWarpUniform(by))
    return 0;
  const Expr *divisor = op.getRHS();
  Expr::EvalResult result;
  const bool isNumber = !divisor->isValueDependent() && divisor->EvaluateAsRValue(result, context_);
  if (const auto *builtin = type->getAs<BuiltinType>(); builtin && builtin->isFloatingPoint()) {
    if (isNumber && result.Val.isFloat() && result.Val.getFloat().getExactInverse(nullptr))
      return 0;
    const bool isDouble = context_.getTypeSize(type) > 32;
    return isDouble ? 20 : run_.fastMath ? 1 : 13;
  }
  if (!type->isIntegerType())
    return 0;
  const bool isLong = context_.getTypeSize(type) > 32;
  if (std::optional<std::int64_t> number = isNumber && result.Val.isInt()
                                               ? int64Of(result.Val.getInt())
                                           : llvm::is_contained(by.assumptions, fromLaunch_)
                                               ? std::nullopt // the compiler knows no launch
                                               : by.constant()) {
    if (*number > 0 && std::has_single_bit(static_cast<std::uint64_t>(*number)))
      return type->isUnsignedIntegerOrEnumerationType() ? 0 : *number == 2 ? 1 : 2;
    return isLong ? 13 : 2;
  }
  if (isLong)
    return isRemainder ? 28 : 30;
  return type->isUnsignedIntegerOrEnumerationType() ? (isRemainder ? 16 : 17)
                                                    : (isRemainder ? 21 : 23);
}

Value Interpreter::arithmetic(BinaryOperatorKind kind, const Value &a, const Value &b,
                              QualType type, QualType left, QualType right) {
  // What others hold, who came another way, is nothing to those here.
  const bool isOfParts = kind == BO_And || kind == BO_Or || kind == BO_Xor || kind == BO_Rem ||
                         kind == BO_Div || kind == BO_Shr;
  const auto ofThoseHere = [&](const Value &value) {
    return isOfParts && active_ != algebra_.all() && isOfThoseHere(value)
               ? algebra_.spread(value, active_)
               : value;
  };
  Value result = arithmeticOf(kind, ofThoseHere(a), ofThoseHere(b), type, left, right);
  const bool isCommutative =
      kind == BO_Add || kind == BO_Mul || kind == BO_And || kind == BO_Or || kind == BO_Xor;
  return isCommutative ? exchanged(a, b, std::move(result)) : ofWarp(std::move(result));
}

Value Interpreter::arithmeticOf(BinaryOperatorKind kind, const Value &a, const Value &b,
                                QualType type, QualType left, QualType right) {
  ++operations_;
  if (left->isPointerType() || right->isPointerType()) {
    if (left->isPointerType() && right->isPointerType() && kind == BO_Sub) {
      auto size = sizeOf(left->getPointeeType());
      return algebra_.div(algebra_.sub(a, b), Value(size.value_or(1)));
    }
    bool pointerLeft = left->isPointerType();
    return pointerStep(pointerLeft ? a : b, pointerLeft ? b : a,
                       (pointerLeft ? left : right)->getPointeeType(), kind == BO_Sub ? -1 : 1);
  }
  countOperator(kind, type);
  Value result;
  if (!isInteger(type)) {
    result = opaqueResult({&a, &b}, "arithmetic");
    const Value *partsOfA = partsOf(a), *partsOfB = partsOf(b);
    if (partsOfA && partsOfB && type->isRealFloatingType())
      result.difference = exactly(algebra_, kind, *partsOfA, *partsOfB,
                                  context_.getFloatTypeSemantics(type), run_.fastMath);
    return result;
  }
  switch (kind) {
  case BO_Add:
    result = algebra_.add(a, b);
    break;
  case BO_Sub:
    result = algebra_.sub(a, b);
    break;
  case BO_Mul:
    for (const Value *factor : {&a, &b})
      if (factor->isKnown() && factor->base.isZero() && factor->terms.size() == 1 &&
          factor->terms.front().monomial.size() == 1)
        factors_.insert(factor->terms.front().monomial.front());
    result = algebra_.mul(a, b);
    break;
  case BO_Div:
    result = algebra_.div(a, b);
    break;
  case BO_Rem:
    result = algebra_.rem(a, b);
    if (!type->isSignedIntegerType() && !result.most)
      result.most = result.apart;
    result.isRemainderOfSigned = result.apart != 0 && result.most == 0;
    // `(16 * t) % 32`, with a sign, may be anything; what is one number in unrolled code is known.
    if (type->isSignedIntegerType() &&
        !(result.isConcrete() && algebra_.isUniform(result, active_)))
      result.zerosForCompiler = 0;
    break;
  case BO_Shl:
    result = algebra_.shl(a, b);
    break;
  case BO_Shr:
    result = algebra_.shr(a, b);
    break;
  case BO_And:
    result = algebra_.bitAnd(a, b);
    break;
  case BO_Or:
    result = algebra_.bitOr(a, b);
    break;
  case BO_Xor:
    result = algebra_.bitXor(a, b);
    break;
  default:
    return algebra_.unknownLike({&a, &b});
  }
  // More parts than are followed are the same for whoever shares both sides.
  if (result.unknown && a.isKnown() && b.isKnown() && algebra_.isWarpUniform(a, active_) &&
      algebra_.isWarpUniform(b, active_))
    result = opaqueResult({&a, &b}, "a number of many parts");
  result = wrap(result, type);
  // `index[i / 8] * n`: what lanes share of it, they share beside what is added to it.
  if (result.unknown && result.cause == Cause::Data && result.own.empty() && result.sameAcross != 0)
    result = algebra_.named(std::move(result), "");
  return result;
}

// `n > 3 && (t & 1)`: where all threads have the first the same way, the second parts them.
std::optional<Interpreter::Split>
Interpreter::decidedBeside(const Expr *left, const Split &ofLeft, const Value &a,
                           const LaneMask &askedLeft, const Expr *right, const Split &ofRight,
                           const Value &b, const LaneMask &askedRight) const {
  const auto isOpen = [&](const Split &parts, const Value &value, const LaneMask &asked) {
    return parts.yes.none() && parts.no.none() && value.isKnown() &&
           algebra_.isUniform(value, asked);
  };
  const auto decided = [&](const Expr *side, const Split &parts) -> std::optional<Split> {
    if (const auto found = decidedBeside_.find(side->IgnoreParenImpCasts());
        found != decidedBeside_.end())
      return found->second;
    return parts.maybe.none() && parts.yes.any() && parts.no.any() ? std::optional(parts)
                                                                   : std::nullopt;
  };
  if (isOpen(ofLeft, a, askedLeft))
    return decided(right, ofRight);
  return isOpen(ofRight, b, askedRight) ? decided(left, ofLeft) : std::nullopt;
}

/// Is it the condition, or one of those that make it with `&&` and `||`?
static bool isPartOfCondition(const Expr *condition, const BinaryOperator &op) {
  const auto *joined =
      condition ? llvm::dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts()) : nullptr;
  return joined && joined->isLogicalOp() &&
         (joined == &op || isPartOfCondition(joined->getLHS(), op) ||
          isPartOfCondition(joined->getRHS(), op));
}

static const Expr *conditionOfLoop(const Stmt *loop) {
  if (const auto *counted = llvm::dyn_cast_or_null<clang::ForStmt>(loop))
    return counted->getCond();
  if (const auto *open = llvm::dyn_cast_or_null<clang::WhileStmt>(loop))
    return open->getCond();
  const auto *testedLast = llvm::dyn_cast_or_null<clang::DoStmt>(loop);
  return testedLast ? testedLast->getCond() : nullptr;
}

void Interpreter::noteShortCircuit(const BinaryOperator &op, const Split &parts, std::uint64_t cost,
                                   std::int64_t joined) {
  // Lanes that a loop's condition parts are the loop's.
  if (!passes_.empty() && isPartOfCondition(conditionOfLoop(passes_.back().statement), op))
    return;
  Condition condition;
  condition.statement = &op;
  condition.expr = op.getLHS();
  const bool isConjunction = op.getOpcode() == BO_LAnd;
  recordBranch(condition, parts, Cause::Lane, isConjunction ? cost : 0, isConjunction ? 0 : cost,
               joined);
}

Value Interpreter::evalBinary(const BinaryOperator *op) {
  const Expr *left = op->getLHS();
  const Expr *right = op->getRHS();
  switch (op->getOpcode()) {
  case BO_Comma:
    eval(left);
    return eval(right);
  case BO_LAnd:
  case BO_LOr: {
    bool conjunction = op->getOpcode() == BO_LAnd;
    joinedConditions_.erase(left);
    joinedConditions_.erase(right);
    decidedBeside_.erase(op);
    Value a = algebra_.truth(resolve(eval(left)));
    const auto keep = [&](const Expr *operand, const Value &value) {
      if (value.isKnown() && value.terms.size() == 1)
        joinedConditions_[operand] = value;
    };
    keep(left, a);
    Split parts = split(a);
    LaneMask needed = parts.maybe | (conjunction ? parts.yes : parts.no);
    if (needed.none())
      return conjunction ? algebra_.logicalAnd(a, Value(0)) : a;
    LaneMask saved = active_;
    auto facts = state_.facts;
    // Where it is open whether the right side is looked at, so is what it does.
    std::optional<State> without;
    if (parts.maybe.any() && right->HasSideEffects(context_))
      without = state_;
    // `v > 0 && __any_sync(…)`: who does not come is missed there.
    const bool isMet = !algebra_.isUniform(a, active_) && mayWait(right);
    if (isMet) {
      Condition condition;
      condition.statement = op;
      condition.expr = left;
      condition.holds = conjunction;
      describe(condition, a);
      if (parts.maybe.none()) {
        condition.cause = Cause::Lane;
        condition.exact = true;
      }
      pushCondition(std::move(condition));
    }
    // `odd && isFar(x[i])`: a branch to what the others of the warp wait for.
    const bool isParted = parts.maybe.none() && parts.yes.any() && parts.no.any();
    settle();
    const std::uint64_t before = operations_ - doubtfulOperations_;
    const std::int64_t joinedBefore = joined_;
    active_ = needed;
    learn(a, conjunction);
    const Value b = [&] {
      const llvm::SaveAndRestore open(openOperands_, openOperands_ + (parts.maybe.any() ? 1U : 0U));
      return algebra_.truth(resolve(eval(right)));
    }();
    keep(right, b);
    const LaneMask asked = active_;
    if (isParted) {
      settle();
      noteShortCircuit(*op, parts, operations_ - doubtfulOperations_ - before,
                       joined_ - joinedBefore);
    }
    if (const auto decided = decidedBeside(left, parts, a, saved, right, split(b), b, asked))
      decidedBeside_[op] = *decided;
    if (isMet)
      conditions_.pop_back();
    state_.facts = std::move(facts);
    active_ = saved;
    if (without) {
      bool together = a.isKnown() && algebra_.isUniform(a, active_);
      state_ = mergeStates(state_, *without, needed - parts.maybe, {},
                           together ? Agree::Block : Agree::Nobody, std::max(a.cause, Cause::Lane));
    }
    return conjunction ? algebra_.logicalAnd(a, b) : algebra_.logicalOr(a, b);
  }
  case BO_Assign: {
    if (isRecord(op->getType())) {
      Address source = eval(right);
      Address target = addressOf(left);
      copyObject(target, source, op->getType(), left, right);
      return target;
    }
    Value value = eval(right);
    Address target = addressOf(left);
    value.origin = right;
    store(target, left->getType(), value, left);
    noteTileCopy(left, right, target);
    return value;
  }
  default:
    break;
  }
  if (const auto *compound = llvm::dyn_cast<CompoundAssignOperator>(op)) {
    Value b = eval(right);
    Address target = addressOf(left);
    Value a = load(target, left->getType(), left);
    const auto kind = BinaryOperator::getOpForCompoundAssignment(op->getOpcode());
    operations_ += costOfDivision(*op, compound->getComputationResultType(), a, b);
    joined_ += isMultiplyAdd(*op);
    Value result = arithmetic(kind, a, b, compound->getComputationResultType(), left->getType(),
                              right->getType());
    result = wrap(result, left->getType());
    result.origin = op;
    store(target, left->getType(), result, left);
    return result;
  }
  if (const auto *inner = llvm::dyn_cast<BinaryOperator>(left->IgnoreParenImpCasts());
      inner && op->getOpcode() == BO_And &&
      (inner->getOpcode() == BO_Xor || inner->getOpcode() == BO_Or)) {
    // (x ^ y) & mask: of the bits that the mask keeps, more may be known than of the rest.
    const bool exclusive = inner->getOpcode() == BO_Xor;
    const Value x = resolve(eval(inner->getLHS()));
    const Value y = resolve(eval(inner->getRHS()));
    const Value whole = arithmetic(inner->getOpcode(), x, y, inner->getType(),
                                   inner->getLHS()->getType(), inner->getRHS()->getType());
    const Value mask = resolve(eval(right));
    Value result =
        arithmetic(BO_And, whole, mask, op->getType(), left->getType(), right->getType());
    if (const auto bits = mask.constant(); bits && *bits >= 0 && !result.isConcrete()) {
      const Value keptOfX = algebra_.bitAnd(x, mask);
      const Value keptOfY = algebra_.bitAnd(y, mask);
      Value kept = exclusive ? algebra_.bitXor(keptOfX, keptOfY) : algebra_.bitOr(keptOfX, keptOfY);
      if (kept.isConcrete())
        return kept;
      // The last bit is that of the sum.
      if (exclusive && *bits == 1)
        return algebra_.bitAnd(algebra_.add(x, y), mask);
    }
    return result;
  }
  Value a = resolve(eval(left));
  Value b = resolve(eval(right));
  if (op->isComparisonOp()) {
    ++operations_;
    QualType type = left->getType();
    // `i < n` with n of floating point: i against a whole number beside n, for all threads the
    // same.
    const auto asWhole = [&](const Expr *side, Value &own, const Expr *bound, Value &shared) {
      const auto *cast = llvm::dyn_cast<CastExpr>(side->IgnoreParens());
      const auto *variable = cast && cast->getCastKind() == CK_IntegralToFloating
                                 ? cast->getSubExpr()->IgnoreParenImpCasts()
                                 : nullptr;
      if (!variable || !llvm::isa<DeclRefExpr>(variable) || partsOf(shared) || !shared.isKnown() ||
          !algebra_.isUniform(shared, active_) || algebra_.isUniform(own, active_))
        return false;
      const llvm::SaveAndRestore counted(operations_);
      const Value whole = resolve(eval(cast->getSubExpr()));
      if (!whole.isKnown())
        return false;
      const Value uniform = algebra_.uniformPart(shared, active_);
      const std::vector<AssumptionId> assumptions = shared.assumptions;
      own = whole;
      shared = algebra_.interned("whole " + algebra_.key(uniform), [&] {
        Symbol symbol;
        if (uniform.terms.size() == 1 && uniform.terms.front().monomial.size() == 1)
          symbol.kind = algebra_.symbol(uniform.terms.front().monomial.front()).kind;
        symbol.name = text(bound);
        symbol.perBlock = algebra_.dependsOnBlock(uniform);
        return symbol;
      });
      shared.assumptions = assumptions;
      return true;
    };
    if (op->isRelationalOp() && type->isRealFloatingType() &&
        (asWhole(left, a, right, b) || asWhole(right, b, left, a)))
      type = context_.LongLongTy;
    Value result = compare(op->getOpcode(), a, b, type);
    noteComparison(op, a, b, result);
    result.byLaunch = isBoundOfLaunch(*op, a, b);
    return op->isEqualityOp() ? exchanged(a, b, std::move(result)) : result;
  }
  operations_ += costOfDivision(*op, op->getType(), a, b);
  joined_ += isMultiplyAdd(*op);
  return arithmetic(op->getOpcode(), a, b, op->getType(), left->getType(), right->getType());
}

Value Interpreter::evalUnary(const UnaryOperator *op) {
  const Expr *sub = op->getSubExpr();
  switch (op->getOpcode()) {
  case UO_PostInc:
  case UO_PostDec:
  case UO_PreInc:
  case UO_PreDec: {
    Address target = addressOf(sub);
    Value before = load(target, sub->getType(), sub);
    Value one(1);
    Value after = arithmetic(op->isIncrementOp() ? BO_Add : BO_Sub, before, one, sub->getType(),
                             sub->getType(), context_.IntTy);
    after.origin = llvm::isa<DeclRefExpr>(sub->IgnoreParens()) ? before.origin : op;
    store(target, sub->getType(), after, sub);
    return op->isPostfix() ? before : after;
  }
  case UO_AddrOf:
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(sub->IgnoreParens()))
      if (llvm::isa<FunctionDecl>(reference->getDecl()))
        return eval(sub);
    return addressOf(sub);
  case UO_Deref:
    return addressOf(op);
  case UO_Plus:
    return eval(sub);
  case UO_Minus: {
    Value value = eval(sub);
    ++operations_;
    if (isInteger(op->getType()))
      return wrap(algebra_.neg(value), op->getType());
    Value result = opaqueResult({&value}, "negation");
    if (value.difference && op->getType()->isRealFloatingType())
      result.difference = std::make_shared<const Value>(algebra_.neg(*value.difference));
    return result;
  }
  case UO_Not: {
    Value value = eval(sub);
    ++operations_;
    return isInteger(op->getType()) ? wrap(algebra_.bitNot(value), op->getType())
                                    : opaqueResult({&value}, "complement");
  }
  case UO_LNot:
    return algebra_.logicalNot(algebra_.truth(resolve(eval(sub))));
  default:
    return eval(sub);
  }
}

/// `(a) < (b) ? (a) : (b)`, as macros have it, of integers; `v < low ? low : v > high ? high : v`.
std::optional<Value> Interpreter::writtenExtreme(const AbstractConditionalOperator *op) {
  const auto *comparison = llvm::dyn_cast<BinaryOperator>(op->getCond()->IgnoreParenImpCasts());
  if (!comparison || !comparison->isRelationalOp() || !isInteger(op->getType()) ||
      !context_.hasSameUnqualifiedType(comparison->getLHS()->getType(), op->getType()))
    return std::nullopt;
  const auto isSame = [&](const Expr *one, const Expr *other) {
    llvm::FoldingSetNodeID ofOne, ofOther;
    one->IgnoreParenImpCasts()->Profile(ofOne, context_, /*Canonical=*/true);
    other->IgnoreParenImpCasts()->Profile(ofOther, context_, /*Canonical=*/true);
    return ofOne == ofOther;
  };
  const Expr *left = comparison->getLHS(), *right = comparison->getRHS();
  if (left->HasSideEffects(context_, /*IncludePossibleEffects=*/false) ||
      right->HasSideEffects(context_, /*IncludePossibleEffects=*/false))
    return std::nullopt;
  const bool isLess = comparison->getOpcode() == BO_LT || comparison->getOpcode() == BO_LE;
  const bool asCompared = isSame(left, op->getTrueExpr()) && isSame(right, op->getFalseExpr());
  if (!asCompared && !(isSame(right, op->getTrueExpr()) && isSame(left, op->getFalseExpr()))) {
    // One bound is taken where the value is past it, and else the value, up to the other bound.
    for (const bool byLeft : {true, false}) {
      const Expr *value = byLeft ? left : right, *bound = byLeft ? right : left;
      for (const bool first : {true, false}) {
        const auto *inner = llvm::dyn_cast<ConditionalOperator>(
            (first ? op->getFalseExpr() : op->getTrueExpr())->IgnoreParenImpCasts());
        if (!inner || !isSame(bound, first ? op->getTrueExpr() : op->getFalseExpr()) ||
            !(isSame(value, inner->getTrueExpr()) || isSame(value, inner->getFalseExpr())))
          continue;
        std::optional<Value> within = writtenExtreme(inner);
        if (!within)
          return std::nullopt;
        const Value end = resolve(eval(bound));
        ++operations_;
        const bool isLeast = (byLeft == isLess) == first;
        return isLeast ? algebra_.max(end, resolve(*std::move(within)))
                       : algebra_.min(end, resolve(*std::move(within)));
      }
    }
    return std::nullopt;
  }
  const Value a = resolve(eval(left));
  const Value b = resolve(eval(right));
  ++operations_;
  return exchanged(a, b, isLess == asCompared ? algebra_.min(a, b) : algebra_.max(a, b));
}

// Both sides write to a temporary, so that the paths merge as those of an if do.
Value Interpreter::evalConditional(const AbstractConditionalOperator *op, bool loaded) {
  if (loaded || !op->isGLValue())
    if (auto extreme = writtenExtreme(op))
      return *std::move(extreme);
  Value condition = eval(op->getCond());
  if (const auto *binary = llvm::dyn_cast<BinaryConditionalOperator>(op))
    opaqueValues_[binary->getOpaqueValue()] = condition;
  condition = algebra_.truth(resolve(condition));
  if (auto constant = condition.constant()) {
    const Expr *side = *constant ? op->getTrueExpr() : op->getFalseExpr();
    if (op->isGLValue())
      return loaded ? load(addressOf(side), op->getType(), side) : addressOf(side);
    return eval(side);
  }
  QualType type = op->getType();
  bool lvalue = op->isGLValue() && !loaded;
  QualType held = lvalue ? context_.getPointerType(type) : type;
  if (held->isVoidType()) {
    Condition where;
    where.statement = op;
    where.expr = op->getCond();
    where.kind = Condition::Kind::Ternary;
    execBranch(
        where, condition, [&] { eval(op->getTrueExpr()); }, [&] { eval(op->getFalseExpr()); }, {});
    return Value(0);
  }
  const auto extreme = op->isGLValue() && !loaded
                           ? std::nullopt
                           : extremeOf(op->getCond(), op->getTrueExpr(), op->getFalseExpr());
  Address slot = temporary(held, "?:");
  std::vector<Address> places;
  auto side = [&](const Expr *expr) {
    return [this, &slot, &places, held, lvalue, loaded, type, expr] {
      if (lvalue)
        storeCell(locate(slot).object, Value(0), held, places.emplace_back(addressOf(expr)));
      else if (loaded)
        storeCell(locate(slot).object, Value(0), held, load(addressOf(expr), type, expr));
      else if (isRecord(type))
        initialise(slot, type, expr);
      else
        storeCell(locate(slot).object, Value(0), held, eval(expr));
    };
  };
  Condition where;
  where.statement = op;
  where.expr = op->getCond();
  where.kind = Condition::Kind::Ternary;
  std::vector<SiteRecord *> neighbours = neighbours_;
  const std::uint64_t accesses = fieldRuns_.clock(), operations = operations_;
  execBranch(where, condition, side(op->getTrueExpr()), side(op->getFalseExpr()),
             {false, sideOfTheEdge(op)});
  // A selection keeps no accesses apart that stand beside it.
  constexpr std::uint64_t mostSelected = 12; // operations of both sides
  if (fieldRuns_.clock() == accesses && operations_ - operations <= mostSelected)
    neighbours_ = std::move(neighbours);
  if (isRecord(type) && !lvalue)
    return slot;
  Value result = loadCell(locate(slot).object, Value(0), held);
  if (extreme)
    return exchanged(extreme->first, extreme->second, std::move(result));
  // One of two variables: the compiler selects between what they hold.
  auto isVariable = [&](const Address &place) {
    Location location = locate(place);
    return location.known && (objects_[location.object].space == Space::Local ||
                              objects_[location.object].space == Space::Parameter);
  };
  if (!lvalue || result.isKnown() || places.size() != 2 || !isVariable(places[0]) ||
      !isVariable(places[1]))
    return result;
  Address copy = temporary(type, "?:");
  auto take = [&](const Address &place) {
    return [this, &copy, &place, type] {
      if (isRecord(type))
        copyObject(copy, place, type, nullptr, nullptr);
      else
        storeCell(locate(copy).object, Value(0), type, load(place, type, nullptr));
    };
  };
  where.expr = nullptr; // recorded above
  execBranch(where, condition, take(places[0]), take(places[1]), {});
  return copy;
}

/// Of a whole number, made by a function that rounds, times a number that is written out: that.
static std::int64_t unitOfRounded(const Expr *number, const clang::ASTContext &context) {
  const auto *product = llvm::dyn_cast<BinaryOperator>(number->IgnoreParenCasts());
  if (!product || product->getOpcode() != BO_Mul)
    return 1;
  const auto isRounded = [](const Expr *factor) {
    const auto *call = llvm::dyn_cast<CallExpr>(factor->IgnoreParenCasts());
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    return callee && llvm::StringSwitch<bool>(plainName(callee))
                         .Cases("ceil", "ceilf", "std::ceil", "floor", "floorf", "std::floor", true)
                         .Cases("round", "roundf", "std::round", "rint", "rintf", true)
                         .Cases("trunc", "truncf", "std::trunc", true)
                         .Default(false);
  };
  for (const auto &[rounded, other] : {std::pair(product->getLHS(), product->getRHS()),
                                       std::pair(product->getRHS(), product->getLHS())}) {
    Expr::EvalResult written;
    const Expr *factor = other->IgnoreParenCasts();
    if (isRounded(rounded) && factor->getType()->isIntegerType() && !factor->isValueDependent() &&
        factor->EvaluateAsInt(written, context))
      return std::max<std::int64_t>(int64Of(written.Val.getInt()), 1);
  }
  return 1;
}

Value Interpreter::evalCast(const CastExpr *cast) {
  const Expr *sub = cast->getSubExpr();
  QualType type = cast->getType();
  switch (cast->getCastKind()) {
  case CK_LValueToRValue: {
    const Expr *lvalue = sub->IgnoreParens();
    const ValueDecl *declaration = nullptr;
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(lvalue))
      declaration = reference->getDecl();
    else if (const auto *member = llvm::dyn_cast<MemberExpr>(lvalue))
      declaration = member->getMemberDecl();
    if (const auto *variable = llvm::dyn_cast_or_null<VarDecl>(declaration))
      if ((variable->getType().isConstQualified() || variable->isConstexpr()) &&
          type->isIntegralOrEnumerationType() && variable->hasInit() &&
          !variable->getInit()->isValueDependent() && !variable->isInvalidDecl() &&
          (variable->isConstexpr() || !variable->isLocalVarDecl() || variable->isStaticLocal())) {
        if (const APValue *value = variable->evaluateValue(); value && value->isInt())
          return Value(int64Of(value->getInt()));
      }
    // The value of an assignment is what was assigned; nothing is read back.
    if (const auto *op = llvm::dyn_cast<BinaryOperator>(lvalue);
        op && op->isAssignmentOp() && !isRecord(type))
      return evalBinary(op);
    if (const auto *op = llvm::dyn_cast<UnaryOperator>(lvalue);
        op && op->isIncrementDecrementOp() && op->isPrefix())
      return evalUnary(op);
    if (const auto *op = llvm::dyn_cast<ConditionalOperator>(lvalue); op && !isRecord(type))
      return evalConditional(op, true);
    Address address = addressOf(sub);
    return load(address, type, sub);
  }
  case CK_NoOp:
  case CK_LValueBitCast:
  case CK_BitCast:
  case CK_IntegralToPointer:
  case CK_PointerToIntegral:
  case CK_AddressSpaceConversion:
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
  case CK_ReinterpretMemberPointer:
  case CK_BuiltinFnToFnPtr:
    return eval(sub);
  case CK_ArrayToPointerDecay:
    return addressOf(sub);
  case CK_FunctionToPointerDecay:
    return eval(sub);
  case CK_NullToPointer:
    return Value(0);
  case CK_IntegralCast: {
    Value value = eval(sub);
    if (value.unknown && !value.most && sub->getType()->isBooleanType())
      value.most = value.apart = 1;
    return wrap(value, type);
  }
  case CK_BooleanToSignedIntegral:
    return algebra_.neg(eval(sub));
  case CK_PointerToBoolean:
    return algebra_.truth(resolve(comparedWithNull(eval(sub))));
  case CK_IntegralToBoolean:
    return algebra_.truth(resolve(eval(sub)));
  case CK_FloatingToBoolean: {
    Value value = eval(sub);
    Value zero(0);
    zero.difference = std::make_shared<const Value>(0);
    return compare(BO_NE, value, zero, sub->getType());
  }
  case CK_IntegralToFloating:
  case CK_FloatingCast:
  case CK_FloatingToIntegral: {
    Value value = eval(sub);
    if (cast->getCastKind() == CK_FloatingToIntegral) {
      const Value *parts = sub->getType()->isRealFloatingType() ? partsOf(value) : nullptr;
      if (parts)
        return wrap(algebra_.div(*parts, Value(partsOfOne)), type);
      // `ceil((float)n / 32) * 32`
      const std::int64_t unit = unitOfRounded(sub, context_);
      Value result = opaqueResult({&value}, "conversion");
      if (unit <= 1 || !result.isKnown() || result.terms.size() != 1 ||
          result.terms.front().monomial.size() != 1)
        return result;
      result = opaqueResult({&value, &result}, ("multiple of " + std::to_string(unit)).c_str());
      if (result.isKnown() && result.terms.size() == 1) {
        Symbol &symbol = algebra_.symbol(result.terms.front().monomial.front());
        symbol.divisor = std::lcm(symbol.divisor, unit);
      }
      return result;
    }
    Value result = opaqueResult({&value}, "conversion");
    // Threads whose numbers differ have different ones afterwards, where nothing is rounded away.
    if (cast->getCastKind() == CK_FloatingCast)
      result.difference = value.difference;
    else if (value.isKnown())
      result.difference = std::make_shared<const Value>(algebra_.mul(value, Value(partsOfOne)));
    if (const Value *parts = type->isRealFloatingType() ? partsOf(result) : nullptr;
        parts && !areExact(algebra_, *parts, context_.getFloatTypeSemantics(type)))
      result.difference = nullptr;
    return result;
  }
  case CK_LValueToRValueBitCast: { // __builtin_bit_cast
    const QualType from = sub->getType().getUnqualifiedType();
    const Address place = addressOf(sub);
    if (isRecord(type) || isRecord(from)) {
      const Address copy = temporary(type, "bits");
      copyObject(copy, place, isRecord(type) ? type : from, nullptr, sub);
      return isRecord(type) ? copy : load(copy, type, nullptr);
    }
    const Value held = load(place, from, sub);
    return isInteger(from) && isInteger(type) ? wrap(held, type) : opaqueResult({&held}, "bits");
  }
  case CK_ToVoid:
    eval(sub);
    return Value(0);
  case CK_UncheckedDerivedToBase:
  case CK_DerivedToBase:
  case CK_BaseToDerived: {
    QualType from = sub->getType();
    Value address = eval(sub);
    const CXXRecordDecl *source = from->isPointerType()
                                      ? from->getPointeeType()->getAsCXXRecordDecl()
                                      : from->getAsCXXRecordDecl();
    const CXXRecordDecl *target = type->isPointerType()
                                      ? type->getPointeeType()->getAsCXXRecordDecl()
                                      : type->getAsCXXRecordDecl();
    bool up = cast->getCastKind() != CK_BaseToDerived;
    auto offset = up ? baseOffset(source, target) : baseOffset(target, source);
    return algebra_.add(address, Value(up ? offset.value_or(0) : -offset.value_or(0)));
  }
  default: {
    Value value = eval(sub);
    return algebra_.unknownLike({&value});
  }
  }
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Value Interpreter::floatingNumber(const llvm::APFloat &number) {
  llvm::SmallString<32> digits;
  number.toString(digits);
  Value value = algebra_.interned("floating literal " + digits.str().str(), [] {
    Symbol symbol;
    symbol.name = "a floating-point constant";
    return symbol;
  });
  llvm::APSInt parts(64, /*isUnsigned=*/false);
  bool isExact = false;
  const llvm::APFloat scaled =
      scalbn(number, llvm::Log2_64(partsOfOne), llvm::APFloat::rmTowardZero);
  if (scaled.convertToInteger(parts, llvm::APFloat::rmTowardZero, &isExact) ==
          llvm::APFloat::opOK &&
      isExact)
    value.difference = std::make_shared<const Value>(parts.getSExtValue());
  return value;
}

Value Interpreter::eval(const Expr *expr) {
  if (!expr || stopped_ || !step())
    return algebra_.unknown(Cause::Lane);
  Deeper deeper(*this, expr);
  if (!deeper.ok())
    return algebra_.unknown(Cause::Data);
  if (expr->isPRValue())
    if (auto value = withoutRunning(expr))
      return *std::move(value);
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(expr)) {
    if (op->getOpcode() == UO_Deref)
      return addressOf(expr);
    return evalUnary(op);
  }
  if (const auto *op = llvm::dyn_cast<BinaryOperator>(expr))
    return evalBinary(op);
  if (const auto *cast = llvm::dyn_cast<CastExpr>(expr))
    return evalCast(cast);
  if (const auto *conditional = llvm::dyn_cast<AbstractConditionalOperator>(expr))
    return evalConditional(conditional);
  if (const auto *construct = llvm::dyn_cast<CXXConstructExpr>(expr)) {
    Address object = temporary(construct->getType(), "temporary");
    initialiseByConstructor(object, construct);
    return object;
  }
  if (const auto *call = llvm::dyn_cast<CallExpr>(expr))
    return evalCall(call);

  switch (expr->getStmtClass()) {
  case Stmt::IntegerLiteralClass: {
    const llvm::APInt &value = llvm::cast<IntegerLiteral>(expr)->getValue();
    return Value(expr->getType()->isSignedIntegerType()
                     ? value.getSExtValue()
                     : static_cast<std::int64_t>(value.getLimitedValue()));
  }
  case Stmt::CXXBoolLiteralExprClass:
    return Value(llvm::cast<CXXBoolLiteralExpr>(expr)->getValue());
  case Stmt::CharacterLiteralClass:
    return Value(static_cast<std::int64_t>(llvm::cast<CharacterLiteral>(expr)->getValue()));
  case Stmt::FloatingLiteralClass: {
    const auto [known, isNew] = literals_.try_emplace(expr);
    if (isNew)
      known->second = floatingNumber(llvm::cast<FloatingLiteral>(expr)->getValue());
    return known->second;
  }
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
    return Value(0);
  case Stmt::ParenExprClass:
    return eval(llvm::cast<ParenExpr>(expr)->getSubExpr());
  case Stmt::ConstantExprClass: {
    const auto *constant = llvm::cast<ConstantExpr>(expr);
    if (constant->hasAPValueResult() && constant->getAPValueResult().isInt())
      return Value(int64Of(constant->getAPValueResult().getInt()));
    return eval(constant->getSubExpr());
  }
  case Stmt::ExprWithCleanupsClass:
    return eval(llvm::cast<ExprWithCleanups>(expr)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return eval(llvm::cast<CXXBindTemporaryExpr>(expr)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return eval(llvm::cast<SubstNonTypeTemplateParmExpr>(expr)->getReplacement());
  case Stmt::CXXDefaultArgExprClass:
    return eval(llvm::cast<CXXDefaultArgExpr>(expr)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return eval(llvm::cast<CXXDefaultInitExpr>(expr)->getExpr());
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    if (isRecord(expr->getType())) {
      Address object = temporary(expr->getType(), "temporary");
      initialise(object, expr->getType(), expr);
      return object;
    }
    return Value(0);
  case Stmt::InitListExprClass: {
    const auto *list = llvm::cast<InitListExpr>(expr);
    if (!isRecord(expr->getType()) && !expr->getType()->isArrayType())
      return list->getNumInits() ? eval(list->getInit(0)) : Value(0);
    Address object = temporary(expr->getType(), "temporary");
    initialise(object, expr->getType(), expr);
    return object;
  }
  case Stmt::LambdaExprClass:
  case Stmt::CXXStdInitializerListExprClass:
  case Stmt::CXXParenListInitExprClass: {
    Address object = temporary(expr->getType(), "temporary");
    initialise(object, expr->getType(), expr);
    return object;
  }
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::OffsetOfExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::RequiresExprClass:
  case Stmt::ConceptSpecializationExprClass: {
    Expr::EvalResult result;
    if (!expr->isValueDependent() && expr->EvaluateAsRValue(result, context_) && result.Val.isInt())
      return Value(int64Of(result.Val.getInt()));
    return algebra_.unknown(Cause::Lane);
  }
  case Stmt::DeclRefExprClass: {
    const ValueDecl *declaration = llvm::cast<DeclRefExpr>(expr)->getDecl();
    if (const auto *enumerator = llvm::dyn_cast<EnumConstantDecl>(declaration))
      return Value(int64Of(enumerator->getInitVal()));
    if (const auto *function = llvm::dyn_cast<FunctionDecl>(declaration))
      return addressOfFunction(function);
    if (llvm::isa<FieldDecl>(declaration)) // of a pointer to a member
      return algebra_.interned("address of " + plainName(declaration), [&] {
        Symbol symbol;
        symbol.name = plainName(declaration);
        return symbol;
      });
    if (!llvm::isa<VarDecl, BindingDecl>(declaration))
      return algebra_.unknown(Cause::Lane);
    return addressOf(expr);
  }
  case Stmt::MemberExprClass:
    if (const auto *enumerator = llvm::dyn_cast<EnumConstantDecl>(
            llvm::cast<MemberExpr>(expr)->getMemberDecl())) // fragment.num_elements
      return Value(int64Of(enumerator->getInitVal()));
    return addressOf(expr);
  case Stmt::MaterializeTemporaryExprClass:
  case Stmt::ArraySubscriptExprClass:
  case Stmt::StringLiteralClass:
  case Stmt::CompoundLiteralExprClass:
    return addressOf(expr);
  case Stmt::CXXThisExprClass:
    if (frames_.back().self)
      return *frames_.back().self;
    return algebra_.unknown(Cause::Lane);
  case Stmt::StmtExprClass: {
    const CompoundStmt *body = llvm::cast<StmtExpr>(expr)->getSubStmt();
    Value last(0);
    std::size_t index = 0;
    for (const Stmt *statement : body->body()) {
      passLeftOut(body, index++);
      const auto *value = llvm::dyn_cast<Expr>(statement);
      if (value && statement == body->body_back())
        last = eval(value);
      else
        exec(statement);
    }
    passLeftOut(body, index);
    return last;
  }
  case Stmt::OpaqueValueExprClass: {
    const auto *opaque = llvm::cast<OpaqueValueExpr>(expr);
    auto it = opaqueValues_.find(opaque);
    if (it != opaqueValues_.end())
      return it->second;
    return opaque->getSourceExpr() ? eval(opaque->getSourceExpr()) : algebra_.unknown(Cause::Lane);
  }
  case Stmt::PseudoObjectExprClass: {
    // Clang's own threadIdx: the syntactic form is threadIdx.x, the result a call.
    const auto *pseudo = llvm::cast<PseudoObjectExpr>(expr);
    return eval(pseudo->getResultExpr());
  }
  case Stmt::ArrayInitIndexExprClass:
    return arrayInitIndices_.empty() ? Value(0) : arrayInitIndices_.back();
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return eval(llvm::cast<CXXRewrittenBinaryOperator>(expr)->getSemanticForm());
  case Stmt::GenericSelectionExprClass:
    return eval(llvm::cast<GenericSelectionExpr>(expr)->getResultExpr());
  case Stmt::ChooseExprClass:
    return eval(llvm::cast<ChooseExpr>(expr)->getChosenSubExpr());
  case Stmt::PredefinedExprClass:
  case Stmt::CXXThrowExprClass:
    return Value(0);
  case Stmt::RecoveryExprClass:
    lose("an expression that could not be understood", expr->getBeginLoc());
    return notUnderstood(llvm::cast<RecoveryExpr>(expr));
  case Stmt::CXXNewExprClass: {
    // new (&bar) barrier(count) is how some make one.
    const auto *made = llvm::cast<CXXNewExpr>(expr);
    if (made->getNumPlacementArgs() != 1)
      return algebra_.unknown(Cause::Data);
    Value place = resolve(eval(made->getPlacementArg(0)));
    const CXXRecordDecl *record = made->getAllocatedType()->getAsCXXRecordDecl();
    const CXXConstructExpr *construct = made->getConstructExpr();
    if (record && record->getIdentifier() && record->getName().contains("barrier") && construct &&
        construct->getNumArgs())
      initBarrier(place, resolve(eval(construct->getArg(0))));
    else if (record && construct && !made->isArray() && locate(place).known)
      initialise(place, made->getAllocatedType(), construct);
    else
      havoc(place, Cause::Data);
    return place;
  }
  default: {
    Expr::EvalResult result;
    if (!expr->isValueDependent() && expr->isPRValue() &&
        expr->EvaluateAsRValue(result, context_) && result.Val.isInt())
      return Value(int64Of(result.Val.getInt()));
    if (isRecord(expr->getType()))
      return temporary(expr->getType(), "unknown");
    return algebra_.unknown(Cause::Data);
  }
  }
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

Interpreter::Address Interpreter::temporary(QualType type, const char *name) {
  Object object;
  object.space = Space::Local;
  object.name = name;
  object.type = type;
  object.bytes = sizeOf(type).value_or(-1);
  ObjectId id = makeObject(std::move(object));
  state_.mutableCells(id);
  frames_.back().locals.push_back(id);
  return addressValue(id);
}

Interpreter::Address Interpreter::nothing(QualType type) {
  type = context_.getCanonicalType(type).getUnqualifiedType();
  if (const auto known = nothing_.find(type.getAsOpaquePtr()); known != nothing_.end())
    return known->second;
  Object object;
  object.space = Space::Local;
  object.name = "an object that holds nothing";
  object.type = type;
  object.bytes = sizeOf(type).value_or(-1);
  return nothing_[type.getAsOpaquePtr()] = addressValue(makeObject(std::move(object)));
}

std::optional<Value> Interpreter::withoutRunning(const Expr *expr) {
  const QualType type = expr->getType();
  if (isRecord(type))
    return run_.effects->holdsNothing(type) && run_.effects->hasNone(expr)
               ? std::optional(nothing(type))
               : std::nullopt;
  if (!llvm::isa<CallExpr>(expr))
    return std::nullopt;
  if (type->isVoidType())
    return run_.effects->hasNone(expr) ? std::optional(Value(0)) : std::nullopt;
  if (!type->isIntegralOrEnumerationType() || !run_.effects->isSettled(expr))
    return std::nullopt;
  if (const auto number = run_.effects->number(expr))
    return Value(*number);
  const Uncounted uncounted(*this);
  Value value = evalCall(llvm::cast<CallExpr>(expr));
  if (const auto number = value.constant(); number && value.assumptions.empty() && !stopped_)
    run_.effects->setNumber(expr, *number);
  return value;
}

Interpreter::Address Interpreter::variableAddress(const VarDecl *variable) {
  for (const VarDecl *candidate : {variable, variable->getCanonicalDecl()->getDefinition()
                                                 ? variable->getCanonicalDecl()->getDefinition()
                                                 : variable}) {
    auto it = frames_.back().variables.find(candidate);
    if (it != frames_.back().variables.end())
      return it->second;
  }
  const VarDecl *canonical = variable->getCanonicalDecl();
  if (auto it = globals_.find(canonical); it != globals_.end())
    return it->second;

  Object object;
  object.name = variable->getName().str();
  object.declaration = variable;
  object.type = variable->getType();
  object.bytes = sizeOf(object.type).value_or(-1);
  bool annotatedShared = false, annotatedDynamic = false;
  for (const auto *annotation : variable->specific_attrs<AnnotateAttr>()) {
    annotatedShared = annotatedShared || annotation->getAnnotation() == "warplint_shared";
    annotatedDynamic = annotatedDynamic || annotation->getAnnotation() == "warplint_shared_dynamic";
  }
  // The launch says how large it is, whatever extent a cure has given it (Cures.h).
  const bool isDynamic = variable->getType()->isIncompleteArrayType() || annotatedDynamic;
  if (variable->hasAttr<CUDASharedAttr>() || annotatedShared) {
    object.space = Space::Shared;
    std::uint64_t align = 16;
    if (sizeOf(object.type) && object.bytes > 0) {
      object.sharedOffset = (sharedTop_ + align - 1) / align * align;
      if (!isDynamic) {
        sharedTop_ = object.sharedOffset + static_cast<std::uint64_t>(object.bytes);
        outcome_.sharedBytes += static_cast<std::uint64_t>(object.bytes);
      }
    }
  } else if (!variable->hasAttr<CUDAConstantAttr>() &&
             (variable->hasAttr<CUDADeviceAttr>() || variable->hasAttr<HIPManagedAttr>())) {
    object.space = Space::Global;
  } else if (variable->hasGlobalStorage()) {
    object.space = Space::Constant; // __constant__, or a host constant used on the device
  } else {
    object.space = Space::Local; // a variable whose declaration was not executed
  }
  const std::string name = object.name;
  bool builtin = variable->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
                 (name == "threadIdx" || name == "blockIdx" || name == "blockDim" ||
                  name == "gridDim" || name == "warpSize");
  if (builtin)
    object.space = Space::Parameter;
  if (variable->getType()->isReferenceType()) {
    SymbolId symbol = 0;
    pointeeObject(name, Space::Unknown, &symbol);
    return globals_[canonical] = algebra_.valueOf(symbol);
  }
  const bool isShared = object.space == Space::Shared;
  ObjectId id = makeObject(std::move(object));
  if (isShared)
    outcome_.sharedArrays->declare(id, variable, isDynamic);
  Address address = addressValue(id);
  globals_[canonical] = address;
  if (!builtin)
    return address;

  auto part = [&](int index, const Value &value) { given_[id][4 * index] = {4, value}; };
  if (name == "warpSize") {
    part(0, Value(32));
    return address;
  }
  for (int axis = 0; axis < 3; ++axis)
    part(axis, indexValue(name, axis));
  return address;
}

// One coordinate of threadIdx, blockIdx, blockDim or gridDim.
Value Interpreter::indexValue(llvm::StringRef name, int axis) {
  unsigned x = run_.block[0];
  unsigned y = run_.block[1];
  if (name == "threadIdx")
    return algebra_.lanes([&](unsigned lane) -> std::int64_t {
      return axis == 0 ? lane % x : axis == 1 ? lane / x % y : lane / (x * y);
    });
  if (const bool isGrid = name == "gridDim" && run_.grid[axis]; isGrid || name == "blockDim") {
    Value size(isGrid ? *run_.grid[axis] : std::int64_t{run_.block[axis]});
    size.zerosForCompiler = 0;
    return size;
  }
  if (name == "blockIdx" && run_.grid[axis] == 1)
    return Value(0);
  static const char *const axes[] = {".x", ".y", ".z"};
  Symbol symbol;
  symbol.kind = name == "gridDim" ? SymbolKind::GridSize : SymbolKind::BlockIndex;
  symbol.name = name.str() + axes[axis];
  symbol.lower = name == "gridDim" ? 1 : 0;
  if (name == "blockIdx" && run_.grid[axis])
    symbol.upper = *run_.grid[axis] - 1;
  return algebra_.interned(symbol.name, [&] { return symbol; });
}

Interpreter::Address Interpreter::addressOf(const Expr *lvalue) {
  if (!lvalue || stopped_ || !step())
    return algebra_.unknown(Cause::Lane);
  Deeper deeper(*this, lvalue);
  if (!deeper.ok())
    return algebra_.unknown(Cause::Data);
  if (lvalue->isPRValue() &&
      !llvm::isa<CXXThisExpr, MemberExpr, CompoundLiteralExpr, ArraySubscriptExpr, DeclRefExpr>(
          lvalue)) {
    // A prvalue where a place is needed: a temporary.
    if (isRecord(lvalue->getType()) || lvalue->getType()->isArrayType())
      return eval(lvalue);
    Value value = eval(lvalue);
    Address slot = temporary(lvalue->getType(), "temporary");
    storeCell(locate(slot).object, Value(0), lvalue->getType(), value);
    return slot;
  }
  if (const auto *cast = llvm::dyn_cast<CastExpr>(lvalue)) {
    if (cast->getCastKind() == CK_UncheckedDerivedToBase ||
        cast->getCastKind() == CK_DerivedToBase || cast->getCastKind() == CK_BaseToDerived) {
      Address inner = addressOf(cast->getSubExpr());
      const CXXRecordDecl *from = cast->getSubExpr()->getType()->getAsCXXRecordDecl();
      const CXXRecordDecl *to = cast->getType()->getAsCXXRecordDecl();
      bool up = cast->getCastKind() != CK_BaseToDerived;
      auto offset = up ? baseOffset(from, to) : baseOffset(to, from);
      return algebra_.add(inner, Value(up ? offset.value_or(0) : -offset.value_or(0)));
    }
    return addressOf(cast->getSubExpr());
  }
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(lvalue)) {
    if (op->getOpcode() == UO_Deref)
      return resolve(eval(op->getSubExpr()));
    if (op->isIncrementDecrementOp()) {
      evalUnary(op);
      return addressOf(op->getSubExpr());
    }
    return addressOf(op->getSubExpr());
  }
  if (const auto *op = llvm::dyn_cast<BinaryOperator>(lvalue)) {
    if (op->getOpcode() == BO_Comma) {
      eval(op->getLHS());
      return addressOf(op->getRHS());
    }
    evalBinary(op);
    return addressOf(op->getLHS());
  }
  if (const auto *conditional = llvm::dyn_cast<AbstractConditionalOperator>(lvalue))
    return evalConditional(conditional);
  if (const auto *call = llvm::dyn_cast<CallExpr>(lvalue))
    return evalCall(call);

  switch (lvalue->getStmtClass()) {
  case Stmt::ParenExprClass:
    return addressOf(llvm::cast<ParenExpr>(lvalue)->getSubExpr());
  case Stmt::DeclRefExprClass: {
    const ValueDecl *declaration = llvm::cast<DeclRefExpr>(lvalue)->getDecl();
    if (auto it = frames_.back().captures.find(declaration); it != frames_.back().captures.end())
      return it->second;
    if (const auto *binding = llvm::dyn_cast<BindingDecl>(declaration))
      return binding->getBinding() ? addressOf(binding->getBinding())
                                   : algebra_.unknown(Cause::Lane);
    if (const auto *variable = llvm::dyn_cast<VarDecl>(declaration))
      return variableAddress(variable);
    return eval(lvalue);
  }
  case Stmt::MemberExprClass: {
    const auto *member = llvm::cast<MemberExpr>(lvalue);
    if (const auto *variable = llvm::dyn_cast<VarDecl>(member->getMemberDecl())) {
      eval(member->getBase());
      return variableAddress(variable);
    }
    Address base =
        member->isArrow() ? resolve(eval(member->getBase())) : addressOf(member->getBase());
    const auto *field = llvm::dyn_cast<FieldDecl>(member->getMemberDecl());
    if (!field)
      return base; // a member function
    const auto offset = fieldOffset(field);
    // In a class that could not be understood, a field has its place all the same: one for all.
    const Location whole = offset ? Location() : locate(base);
    if (!offset && (!whole.known || objects_[whole.object].space == Space::Local)) {
      if (const NamedDecl *damaged = damagedTypes_.in(*field->getParent()))
        loseLayout(*damaged);
      return algebra_.unknownLike({&base});
    }
    Address address = algebra_.add(base, offset ? Value(*offset) : unknownOffset(field));
    // A reference member is what it refers to.
    if (field->getType()->isReferenceType())
      return load(address, context_.getPointerType(field->getType().getNonReferenceType()), lvalue);
    return address;
  }
  case Stmt::ArraySubscriptExprClass: {
    const auto *subscript = llvm::cast<ArraySubscriptExpr>(lvalue);
    Value base = resolve(eval(subscript->getBase()));
    const auto accesses = [&] { return 2 * joined_ + addressing_; };
    const std::int64_t other = static_cast<std::int64_t>(operations_) - accesses();
    const std::int64_t joined = joined_;
    Value index = resolve(eval(subscript->getIdx()));
    noteSubscript(subscript, index);
    noteMember(subscript, base);
    operations_ += index.constant() ? 0 : 1; // else it is part of the address in the instruction
    if (joined_ >= joined)                   // nothing in the index that is never predicated
      addressing_ +=
          std::max<std::int64_t>(static_cast<std::int64_t>(operations_) - accesses() - other, 0);
    return pointerStep(base, index, subscript->getType(), 1);
  }
  case Stmt::MaterializeTemporaryExprClass:
    return addressOf(llvm::cast<MaterializeTemporaryExpr>(lvalue)->getSubExpr());
  case Stmt::ExprWithCleanupsClass:
    return addressOf(llvm::cast<ExprWithCleanups>(lvalue)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return addressOf(llvm::cast<CXXBindTemporaryExpr>(lvalue)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return addressOf(llvm::cast<SubstNonTypeTemplateParmExpr>(lvalue)->getReplacement());
  case Stmt::CXXDefaultArgExprClass:
    return addressOf(llvm::cast<CXXDefaultArgExpr>(lvalue)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return addressOf(llvm::cast<CXXDefaultInitExpr>(lvalue)->getExpr());
  case Stmt::StringLiteralClass:
  case Stmt::PredefinedExprClass:
    return algebra_.interned("string literal", [&] {
      Symbol symbol;
      symbol.name = "a string";
      return symbol;
    });
  case Stmt::CompoundLiteralExprClass: {
    Address object = temporary(lvalue->getType(), "literal");
    initialise(object, lvalue->getType(),
               llvm::cast<CompoundLiteralExpr>(lvalue)->getInitializer());
    return object;
  }
  case Stmt::OpaqueValueExprClass: {
    const auto *opaque = llvm::cast<OpaqueValueExpr>(lvalue);
    auto it = opaqueValues_.find(opaque);
    if (it != opaqueValues_.end())
      return it->second;
    return opaque->getSourceExpr() ? addressOf(opaque->getSourceExpr())
                                   : algebra_.unknown(Cause::Lane);
  }
  case Stmt::StmtExprClass:
  case Stmt::CXXThisExprClass:
  case Stmt::InitListExprClass:
  case Stmt::CXXStdInitializerListExprClass:
  case Stmt::PseudoObjectExprClass:
    return eval(lvalue);
  case Stmt::RecoveryExprClass:
    lose("an expression that could not be understood", lvalue->getBeginLoc());
    return notUnderstood(llvm::cast<RecoveryExpr>(lvalue));
  default:
    return algebra_.unknown(Cause::Data);
  }
}

//===----------------------------------------------------------------------===//
// Initialisation
//===----------------------------------------------------------------------===//

// std::initializer_list: where its elements lie, and how many they are or where they end.
void Interpreter::initialiseList(const Address &target, QualType type,
                                 const CXXStdInitializerListExpr *list) {
  const auto *elements = context_.getAsConstantArrayType(list->getSubExpr()->getType());
  const RecordDecl *record = type->getAsRecordDecl();
  auto size = elements ? sizeOf(elements->getElementType()) : std::nullopt;
  if (!size || !record)
    return;
  const Address first = addressOf(list->getSubExpr());
  const auto count = static_cast<std::int64_t>(elements->getZExtSize());
  bool isFirst = true;
  for (const FieldDecl *field : record->fields()) {
    auto offset = fieldOffset(field);
    if (!offset)
      return;
    const Value value = isFirst ? Value(first)
                        : field->getType()->isPointerType()
                            ? algebra_.add(first, Value(count * *size))
                            : Value(count);
    store(algebra_.add(target, Value(*offset)), field->getType(), value, nullptr);
    isFirst = false;
  }
}

// Of every scalar inside.
void Interpreter::storeZeroes(const Address &target, QualType type, unsigned depth) {
  constexpr unsigned deepest = 4;
  if (depth > deepest)
    return;
  if (const auto *array = context_.getAsConstantArrayType(type)) {
    const auto size = sizeOf(array->getElementType());
    for (std::uint64_t i = 0; size && i < std::min(array->getZExtSize(), maxTrackedElements); ++i)
      storeZeroes(algebra_.add(target, Value(static_cast<std::int64_t>(i) * *size)),
                  array->getElementType(), depth + 1);
  } else if (const RecordDecl *record = type->getAsRecordDecl()) {
    if (record->isCompleteDefinition())
      for (const FieldDecl *field : record->fields())
        if (const auto offset = fieldOffset(field); offset && !field->isBitField())
          storeZeroes(algebra_.add(target, Value(*offset)), field->getType(), depth + 1);
  } else {
    store(target, type, Value(0), nullptr);
  }
}

void Interpreter::initialise(const Address &target, QualType type, const Expr *init) {
  if (!init || stopped_ || (run_.effects->holdsNothing(type) && run_.effects->hasNone(init)))
    return;
  const Expr *inner = init->IgnoreParens();
  while (true) {
    if (const auto *cleanups = llvm::dyn_cast<ExprWithCleanups>(inner))
      inner = cleanups->getSubExpr();
    else if (const auto *bind = llvm::dyn_cast<CXXBindTemporaryExpr>(inner))
      inner = bind->getSubExpr();
    else if (const auto *argument = llvm::dyn_cast<CXXDefaultInitExpr>(inner))
      inner = argument->getExpr();
    else if (const auto *temporaryExpr = llvm::dyn_cast<MaterializeTemporaryExpr>(inner);
             temporaryExpr && isRecord(type))
      inner = temporaryExpr->getSubExpr();
    else if (const auto *cast = llvm::dyn_cast<CastExpr>(inner);
             cast && isRecord(type) &&
             (cast->getCastKind() == CK_ConstructorConversion ||
              (cast->getCastKind() == CK_NoOp && cast->isPRValue()) ||
              cast->getCastKind() == CK_UserDefinedConversion))
      inner = cast->getSubExpr();
    else
      break;
    inner = inner->IgnoreParens();
  }

  if (const auto *list = llvm::dyn_cast<CXXParenListInitExpr>(inner)) {
    initialiseInParentheses(target, type, list);
    return;
  }
  if (const auto *text = llvm::dyn_cast<StringLiteral>(inner); text && type->isArrayType()) {
    const auto size = static_cast<std::int64_t>(text->getCharByteWidth());
    const auto *array = context_.getAsConstantArrayType(type);
    const std::uint64_t count = array ? std::min(array->getZExtSize(), maxTrackedElements) : 0;
    for (std::uint64_t i = 0; i < count; ++i)
      store(
          algebra_.add(target, Value(static_cast<std::int64_t>(i) * size)), array->getElementType(),
          Value(i < text->getLength() ? std::int64_t{text->getCodeUnit(static_cast<std::size_t>(i))}
                                      : 0),
          nullptr);
    return;
  }
  if (const auto *list = llvm::dyn_cast<InitListExpr>(inner)) {
    if (list->isTransparent() && list->getNumInits() == 1)
      return initialise(target, type, list->getInit(0));
    if (const auto *array = context_.getAsConstantArrayType(type)) {
      auto size = sizeOf(array->getElementType());
      if (!size)
        return;
      std::uint64_t count = std::min(array->getZExtSize(), maxTrackedElements);
      for (std::uint64_t i = 0; i < count; ++i) {
        const Expr *element = i < list->getNumInits() ? list->getInit(static_cast<unsigned>(i))
                                                      : list->getArrayFiller();
        Address at = algebra_.add(target, Value(static_cast<std::int64_t>(i) * *size));
        if (element)
          initialise(at, array->getElementType(), element);
      }
      return;
    }
    if (const RecordDecl *record = type->getAsRecordDecl()) {
      unsigned index = 0;
      if (const auto *derived = llvm::dyn_cast<CXXRecordDecl>(record))
        for (const CXXBaseSpecifier &base : derived->bases()) {
          if (index >= list->getNumInits())
            return;
          auto offset = baseOffset(derived, base.getType()->getAsCXXRecordDecl());
          initialise(algebra_.add(target, Value(offset.value_or(0))), base.getType(),
                     list->getInit(index++));
        }
      if (record->isUnion()) {
        if (const FieldDecl *field = list->getInitializedFieldInUnion();
            field && list->getNumInits())
          initialise(target, field->getType(), list->getInit(0));
        return;
      }
      for (const FieldDecl *field : record->fields()) {
        if (field->isUnnamedBitField())
          continue;
        if (index >= list->getNumInits())
          return;
        auto offset = fieldOffset(field);
        if (offset && !field->isBitField())
          initialise(algebra_.add(target, Value(*offset)), field->getType(), list->getInit(index));
        ++index;
      }
      return;
    }
    if (list->getNumInits() == 1)
      return initialise(target, type, list->getInit(0));
  }
  if (const auto *list = llvm::dyn_cast<CXXStdInitializerListExpr>(inner))
    return initialiseList(target, type, list);
  if (const auto *lambda = llvm::dyn_cast<LambdaExpr>(inner)) {
    auto field = lambda->getLambdaClass()->field_begin();
    for (const Expr *capture : lambda->capture_inits()) {
      auto offset = fieldOffset(*field);
      Address at = algebra_.add(target, Value(offset.value_or(0)));
      if (field->getType()->isReferenceType())
        store(at, context_.getPointerType(field->getType().getNonReferenceType()),
              addressOf(capture), nullptr);
      else
        initialise(at, field->getType(), capture);
      ++field;
    }
    return;
  }
  if (const auto *loop = llvm::dyn_cast<ArrayInitLoopExpr>(inner)) {
    const auto *array = context_.getAsConstantArrayType(type);
    auto size = array ? sizeOf(array->getElementType()) : std::nullopt;
    if (!size)
      return;
    if (const OpaqueValueExpr *common = loop->getCommonExpr())
      opaqueValues_[common] = addressOf(common->getSourceExpr());
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(array->getZExtSize(), 64); ++i) {
      arrayInitIndices_.push_back(Value(static_cast<std::int64_t>(i)));
      initialise(algebra_.add(target, Value(static_cast<std::int64_t>(i) * *size)),
                 array->getElementType(), loop->getSubExpr());
      arrayInitIndices_.pop_back();
    }
    return;
  }
  if (llvm::isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(inner) &&
      (isRecord(type) || type->isArrayType())) {
    storeZeroes(target, type);
    return;
  }
  if (const auto *construct = llvm::dyn_cast<CXXConstructExpr>(inner))
    return initialiseByConstructor(target, construct);
  if (inner->getType().isNull()) // arguments that Clang found no constructor for
    return havoc(target, Cause::Data);
  if (type->isArrayType()) {
    eval(inner); // a string, mostly
    return;
  }
  if (isRecord(type)) {
    Address source = eval(inner);
    copyObject(target, source, type, nullptr, inner);
    return;
  }
  if (type->isReferenceType()) {
    store(target, context_.getPointerType(type.getNonReferenceType()), addressOf(inner), nullptr);
    return;
  }
  Value value = eval(init);
  value.origin = init;
  if (const Location place = locate(target); place.known)
    nameEither(value, objects_[place.object]);
  // Whatever a thread has there, it is what the thread has there later.
  if (value.unknown && value.own.empty() && value.cause == Cause::Data && type->isIntegerType() &&
      !type->isBooleanType())
    value = algebra_.named(std::move(value), "");
  store(target, type, value, nullptr);
}

// Pair(1, 2), int[3](1, 2, 3): C++20's aggregates.
void Interpreter::initialiseInParentheses(const Address &target, QualType type,
                                          const CXXParenListInitExpr *list) {
  llvm::ArrayRef<Expr *> values = list->getInitExprs();
  if (const auto *array = context_.getAsConstantArrayType(type)) {
    auto size = sizeOf(array->getElementType());
    for (std::size_t i = 0; size && i < std::min<std::size_t>(values.size(), maxTrackedElements);
         ++i)
      initialise(algebra_.add(target, Value(static_cast<std::int64_t>(i) * *size)),
                 array->getElementType(), values[i]);
    return;
  }
  const RecordDecl *record = type->getAsRecordDecl();
  if (!record || record->isUnion())
    return;
  std::size_t index = 0;
  if (const auto *derived = llvm::dyn_cast<CXXRecordDecl>(record))
    for (const CXXBaseSpecifier &base : derived->bases()) {
      if (index >= values.size())
        return;
      if (auto offset = baseOffset(derived, base.getType()->getAsCXXRecordDecl()))
        initialise(algebra_.add(target, Value(*offset)), base.getType(), values[index]);
      ++index;
    }
  for (const FieldDecl *field : record->fields()) {
    if (field->isUnnamedBitField())
      continue;
    if (index >= values.size())
      return;
    if (auto offset = fieldOffset(field); offset && !field->isBitField())
      initialise(algebra_.add(target, Value(*offset)), field->getType(), values[index]);
    ++index;
  }
}

void Interpreter::initialiseByConstructor(const Address &target,
                                          const CXXConstructExpr *construct) {
  const CXXConstructorDecl *constructor = construct->getConstructor();
  QualType type = construct->getType();
  if (const auto *array = context_.getAsConstantArrayType(type)) {
    // Each element by the default constructor; trivial ones do nothing.
    if (constructor->isTrivial())
      return;
    auto size = sizeOf(array->getElementType());
    for (std::uint64_t i = 0; size && i < std::min<std::uint64_t>(array->getZExtSize(), 64); ++i) {
      Address at = algebra_.add(target, Value(static_cast<std::int64_t>(i) * *size));
      enter(constructor, {construct->getArgs(), construct->getNumArgs()}, at, construct, &at);
    }
    return;
  }
  if (constructor->isCopyOrMoveConstructor() && construct->getNumArgs() >= 1 &&
      (constructor->isTrivial() || constructor->isImplicit() || constructor->isDefaulted() ||
       !constructor->hasBody() || halves(type) > 0)) { // the Toolkit's have bodies
    const Expr *source = construct->getArg(0);
    copyObject(target, addressOf(source), type, nullptr, source);
    // A tile of a class of its own, held as a group of any kind, stays what it is.
    const Expr *whole = source->IgnoreParenImpCasts();
    if (const CXXRecordDecl *record = type->getAsCXXRecordDecl();
        record && record->getIdentifier() && record->getName() == "thread_group" &&
        !context_.hasSameUnqualifiedType(whole->getType(), type))
      if (const auto group = groupOf(whole); group && group->kind == GroupInfo::Kind::Tile) {
        groups_.push_back(*group);
        if (const Location held = locate(resolve(target)); held.known)
          if (const auto offset = held.offset.constant())
            state_.mutableCells(held.object)[*offset] = {
                4, Value(static_cast<std::int64_t>(groups_.size() - 1))};
      }
    return;
  }
  if (constructor->isDefaultConstructor() && constructor->isTrivial()) {
    if (construct->requiresZeroInitialization())
      havoc(target, Cause::Lane);
    return;
  }
  enter(constructor, {construct->getArgs(), construct->getNumArgs()}, target, construct, &target);
}

} // namespace warplint::simt
