//===- LibraryMoves.cpp - memory that CUDA's own functions touch ------------===//

#include "lint/simt/Edges.h"
#include "lint/simt/Interpreter.h"

#include "llvm/ADT/StringSwitch.h"

namespace warplint::simt {

using namespace clang;

namespace {

constexpr std::int64_t widestAccess = 16; // bytes that one instruction moves per thread

/// What a pointer leads to, where the argument says so: `&a[i]` to `a[i]`.
const Expr *pointed(const Expr *argument) {
  argument = argument->IgnoreParenCasts();
  const auto *op = llvm::dyn_cast<UnaryOperator>(argument);
  return op && op->getOpcode() == UO_AddrOf ? op->getSubExpr() : argument;
}

/// The state of a random number generator of cuRAND that a pointer leads to; null: of no such.
const RecordDecl *stateOf(QualType pointer) {
  const RecordDecl *record =
      pointer->isPointerType() ? pointer->getPointeeType()->getAsRecordDecl() : nullptr;
  const bool isState = record && record->getDeclName().isIdentifier() &&
                       record->getName().starts_with("curandState");
  return isState ? record : nullptr;
}

/// Bytes at the start of a state that are loaded and stored for each number drawn, as nvcc 13.0
/// compiles curand_kernel.h; what lies behind them is for pairs of normal numbers, or to skip
/// ahead.
std::int64_t bytesDrawn(const RecordDecl *state, std::int64_t size) {
  return std::min(size, llvm::StringSwitch<std::int64_t>(state->getName())
                            .Cases("curandStateXORWOW", "curandStateMRG32k3a", 24)
                            .Cases("curandStateSobol32", "curandStateScrambledSobol32", 12)
                            .Cases("curandStateSobol64", "curandStateScrambledSobol64", 24)
                            .Default(size));
}

} // namespace

/// To what an address is aligned as far as the compiler sees: not where a pointer leads, whatever
/// its type.
std::int64_t Interpreter::provenAlignment(const Address &address) const {
  const Location place = locate(address);
  if (!place.known)
    return 1;
  const Object &object = objects_[place.object];
  const bool isArray = object.declaration && !object.type.isNull() &&
                       !object.type->isPointerType() && !object.type->isReferenceType();
  const std::int64_t start = alignedByHand_.contains(place.object) ? widestAccess
                             : isArray ? context_.getDeclAlign(object.declaration).getQuantity()
                                       : 1;
  return std::max<std::int64_t>(
      1, commonDivisor(std::min(start, widestAccess), algebra_.symbolicDivisor(place.offset)));
}

/// `state->queue + n`, `&state.queue[n]`: the array that is a member, as a pointer to its first
/// element. Null: the pointer is made of something else.
static const Expr *memberArrayIn(const Expr *pointer) {
  while (true) {
    pointer = pointer->IgnoreParens();
    if (const auto *cast = llvm::dyn_cast<CastExpr>(pointer)) {
      if (cast->getCastKind() == CK_ArrayToPointerDecay)
        return llvm::isa<MemberExpr>(cast->getSubExpr()->IgnoreParens()) ? cast : nullptr;
      pointer = cast->getSubExpr();
    } else if (const auto *sum = llvm::dyn_cast<BinaryOperator>(pointer);
               sum && sum->isAdditiveOp()) {
      pointer = sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
    } else if (const auto *address = llvm::dyn_cast<UnaryOperator>(pointer);
               address && address->getOpcode() == UO_AddrOf) {
      const auto *element =
          llvm::dyn_cast<ArraySubscriptExpr>(address->getSubExpr()->IgnoreParens());
      if (!element)
        return nullptr;
      pointer = element->getBase();
    } else {
      return nullptr;
    }
  }
}

// What is moved to nobody knows where in an array that is a member is moved into that array.
void Interpreter::havocWithin(const Expr *pointer, const Address &target,
                              std::optional<std::int64_t> bytes) {
  const Expr *array = memberArrayIn(pointer);
  const Location place = locate(target);
  const bool isKnown = bytes && place.known && algebra_.isUniform(place.offset, active_) &&
                       algebra_.uniformPart(place.offset, active_).constant();
  if (!array || isKnown)
    return havoc(target, Cause::Data, bytes);
  const Address start = resolve(eval(array));
  const QualType type = llvm::cast<CastExpr>(array)->getSubExpr()->getType();
  const Location first = locate(start);
  if (first.known && place.known && first.object == place.object)
    havoc(start, Cause::Data, sizeOf(type));
  else
    havoc(target, Cause::Data, bytes);
}

// nvcc makes an access for each byte of what it cannot prove to be aligned, however wide the
// elements are that pointers are declared to lead to (seen in machine code of nvcc 13.0, sm_90).
std::optional<Value> Interpreter::moveBytes(llvm::StringRef name, const CallExpr *call) {
  const bool copy = llvm::StringSwitch<bool>(name)
                        .Cases("memcpy", "__builtin_memcpy", "memmove", true)
                        .Default(false);
  if ((!copy && name != "memset" && name != "__builtin_memset") || call->getNumArgs() != 3)
    return std::nullopt;
  Value target = resolve(eval(call->getArg(0)));
  const Value source = resolve(eval(call->getArg(1)));
  const auto bytes = eval(call->getArg(2)).constant();
  if (!bytes || *bytes <= 0) {
    havocWithin(call->getArg(0), target, std::nullopt);
    return target;
  }
  std::int64_t piece = provenAlignment(target);
  if (copy)
    piece = std::min(piece, provenAlignment(source));
  piece = commonDivisor(piece, *bytes);
  const auto isGlobal = [&](const Address &address) {
    const Location place = locate(address);
    return !place.known || objects_[place.object].space == Space::Global ||
           objects_[place.object].space == Space::Unknown;
  };
  const Expr *into = pointed(call->getArg(0));
  const Expr *from = pointed(call->getArg(1));
  const Pieces pieces{piece, *bytes, *bytes, nullptr};
  const bool isWord = *bytes == 1 || *bytes == 2 || *bytes == 4 || *bytes == 8;
  if (copy && isGlobal(source) && !(isWord && piece == *bytes)) {
    recordPieces(source, from, "load", pieces);
    from = nullptr;
  }
  if (isGlobal(target) && !(isWord && piece == *bytes)) {
    recordPieces(target, into, "store", pieces);
    into = nullptr;
  }
  if (!isWord) {
    // Bytes of shared memory that other threads may be about.
    const QualType all = context_.getConstantArrayType(
        context_.UnsignedCharTy, llvm::APInt(64, static_cast<std::uint64_t>(*bytes)), nullptr,
        ArraySizeModifier::Normal, 0);
    const auto noteMove = [&](SharedUse::Kind kind, const Address &address, const Expr *expr,
                              const char *op) {
      const Location place = locate(address);
      if (!place.known || objects_[place.object].space != Space::Shared)
        return;
      if (auto use = sharedUse(kind, describeAccess(expr, all, op), place.object, place.offset))
        noteUse(std::move(*use));
    };
    if (copy)
      noteMove(SharedUse::Kind::Read, source, pointed(call->getArg(1)), "load");
    // What all of them store alike is nobody's more than another's.
    const bool isAlike = active_.count() > 1 && algebra_.isUniform(target, active_) &&
                         (!copy || algebra_.isUniform(source, active_));
    if (!isAlike)
      noteMove(SharedUse::Kind::Write, target, pointed(call->getArg(0)), "store");
    havocWithin(call->getArg(0), target, bytes);
    if (const Location place = locate(target);
        !copy && source.constant() == 0 && place.known && isOfThread(place.object) &&
        place.offset.constant() == 0 && objects_[place.object].bytes == *bytes &&
        !objects_[place.object].type.isNull())
      storeZeroes(target, objects_[place.object].type);
    return target;
  }
  // Known by its value: the bits of a number as another type.
  const QualType type = context_.getIntTypeForBitwidth(static_cast<unsigned>(*bytes * 8), 1);
  const Value held = copy ? load(source, type, from) : source;
  store(target, type, held, into);
  return target;
}

bool Interpreter::drawsRandom(const FunctionDecl *function) {
  return function->getDeclName().isIdentifier() &&
         llvm::any_of(function->parameters(), [](const ParmVarDecl *parameter) {
           return stateOf(parameter->getType()) != nullptr;
         });
}

// States of random numbers, one of each thread, side by side: each number drawn loads and stores
// them in pieces, a whole state apart.
void Interpreter::drawRandom(const FunctionDecl *function, const Expr *argument,
                             const Address &state) {
  const RecordDecl *record = drawsRandom(function) ? stateOf(argument->getType()) : nullptr;
  const QualType type = record ? context_.getRecordType(record) : QualType();
  const std::int64_t size = record ? sizeOf(type).value_or(0) : 0;
  if (size <= 0)
    return;
  const bool isInit = function->getName().starts_with("curand_init");
  Pieces pieces;
  pieces.bytesOfOne = std::min(widestAccess, context_.getTypeAlignInChars(type).getQuantity());
  pieces.bytes = isInit ? size : bytesDrawn(record, size);
  pieces.ofWhole = size;
  if (!isInit)
    recordPieces(state, pointed(argument), "load", pieces);
  recordPieces(state, pointed(argument), "store", pieces);
}

} // namespace warplint::simt
