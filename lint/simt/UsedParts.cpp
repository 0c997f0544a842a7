//===- UsedParts.cpp - what is used of a copy of a structure ---------------===//

#include "lint/simt/UsedParts.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

#include <algorithm>

namespace warplint::simt {

using namespace clang;

namespace {

constexpr std::int64_t largest = 512; // bytes of a structure that is looked at
constexpr unsigned deepest = 400;     // expressions and statements within each other
constexpr std::int64_t wordBytes = 4;

} // namespace

/// Looks for one variable, or the object, in the body of its function.
class UsedParts::Walk {
public:
  Walk(UsedParts &parts, const VarDecl *variable, std::int64_t bytes)
      : parts_(parts), variable_(variable) {
    used_.bytes.resize(static_cast<unsigned>(bytes));
  }

  Parts result() const {
    if (isWhole_)
      return std::nullopt;
    Used used = used_;
    if (scalars_ != 1)
      used.field = nullptr;
    return used;
  }

  void walk(const Stmt *statement) {
    if (!statement || isWhole_)
      return;
    if (const auto *expr = llvm::dyn_cast<Expr>(statement);
        (expr && (expr->containsErrors() || expr->isInstantiationDependent())) || depth_ > deepest)
      return takeAll();
    ++depth_;
    visit(statement);
    --depth_;
  }

private:
  /// A part of the variable.
  struct Place {
    std::int64_t offset = 0;
    QualType type;
    const FieldDecl *field = nullptr;
  };

  void takeAll() { isWhole_ = true; }

  void children(const Stmt *statement) {
    for (const Stmt *child : statement->children())
      walk(child);
  }

  bool isIt(const Expr *expr) const {
    if (!variable_)
      return llvm::isa<CXXThisExpr>(expr);
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr);
    return reference && reference->getDecl() == variable_;
  }

  /// What part of the variable an expression is, if it is one.
  std::optional<Place> placeOf(const Expr *expr) const {
    while (true) {
      expr = expr->IgnoreParens();
      const auto *cast = llvm::dyn_cast<ImplicitCastExpr>(expr);
      if (!cast ||
          (cast->getCastKind() != CK_NoOp && cast->getCastKind() != CK_ArrayToPointerDecay))
        break;
      expr = cast->getSubExpr();
    }
    if (isIt(expr)) {
      QualType type = expr->getType();
      if (!variable_)
        type = type->getPointeeType();
      return Place{0, type, nullptr};
    }
    if (const auto *member = llvm::dyn_cast<MemberExpr>(expr)) {
      const auto *field = llvm::dyn_cast<FieldDecl>(member->getMemberDecl());
      const bool ofThis =
          !variable_ && llvm::isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts());
      if (!field || field->isBitField() || (member->isArrow() && !ofThis))
        return std::nullopt;
      std::optional<Place> place = placeOf(member->getBase());
      const auto offset = parts_.offsetOf_(field);
      if (!place || !offset || place->type->isArrayType() ||
          field->getParent()->getCanonicalDecl() != recordOf(place->type))
        return std::nullopt;
      return Place{place->offset + *offset, field->getType(), field};
    }
    if (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(expr)) {
      std::optional<Place> place = placeOf(subscript->getBase());
      if (!place)
        return std::nullopt;
      const auto *array = parts_.context_.getAsConstantArrayType(place->type);
      const auto number = subscript->getIdx()->getIntegerConstantExpr(parts_.context_);
      if (!array || !number || number->isNegative() || number->uge(array->getZExtSize()))
        return std::nullopt;
      const QualType element = array->getElementType();
      return Place{place->offset + number->getExtValue() * bytesOf(element), element, place->field};
    }
    return std::nullopt;
  }

  static const RecordDecl *recordOf(QualType type) {
    const RecordDecl *record = type->getAsRecordDecl();
    return record ? llvm::cast<RecordDecl>(record->getCanonicalDecl()) : nullptr;
  }

  std::int64_t bytesOf(QualType type) const {
    return parts_.context_.getTypeSizeInChars(type).getQuantity();
  }

  void take(const Place &place) {
    const std::int64_t end = place.offset + bytesOf(place.type);
    if (place.offset < 0 || end > static_cast<std::int64_t>(used_.bytes.size()))
      return takeAll();
    count(place.offset, place.type->isScalarType() ? place.field : nullptr);
    used_.bytes.set(static_cast<unsigned>(place.offset), static_cast<unsigned>(end));
  }

  /// What somebody else uses of it.
  void take(const Place &place, const Parts &parts) {
    if (!parts)
      return take(place);
    const auto before = static_cast<unsigned>(place.offset);
    if (before + parts->bytes.size() > used_.bytes.size())
      return takeAll();
    for (const unsigned byte : parts->bytes.set_bits())
      used_.bytes.set(before + byte);
    if (parts->bytes.any())
      count(place.offset + parts->bytes.find_first(), parts->field);
  }

  /// `field`: of a scalar; null: it is more than one.
  void count(std::int64_t start, const FieldDecl *field) {
    if (scalars_ == 0 || !field || start != start_)
      scalars_ += field ? 1 : 2;
    used_.field = field;
    start_ = start;
  }

  /// A structure that a function is handed, or another variable is made of.
  bool isHandedOn(const Expr *expr, const FunctionDecl *function, const VarDecl *to) {
    if (!expr)
      return false;
    expr = expr->IgnoreParens();
    if (const auto *copy = llvm::dyn_cast<CXXConstructExpr>(expr);
        copy && copy->getNumArgs() == 1 && copy->getConstructor()->isCopyOrMoveConstructor() &&
        copy->getConstructor()->isTrivial())
      expr = copy->getArg(0);
    const std::optional<Place> place = placeOf(expr);
    if (!place || !place->type->isRecordType())
      return false;
    QualType type = to ? to->getType().getNonReferenceType() : place->type;
    if (!function || recordOf(type) != recordOf(place->type)) {
      take(*place);
      return true;
    }
    take(*place, parts_.usedIn(function, to, type));
    return true;
  }

  static const FunctionDecl *bodyOf(const FunctionDecl *function) {
    const FunctionDecl *definition = nullptr;
    // One that is not inlined is handed all.
    return function && !function->hasAttr<NoInlineAttr>() && function->hasBody(definition)
               ? definition
               : nullptr;
  }

  void visit(const Stmt *statement) {
    if (const auto *declaration = llvm::dyn_cast<DeclStmt>(statement)) {
      for (const Decl *one : declaration->decls())
        if (const auto *variable = llvm::dyn_cast<VarDecl>(one))
          if (!variable->hasInit() || llvm::isa<DecompositionDecl>(variable) ||
              !isHandedOn(variable->getInit(),
                          variable->hasLocalStorage() ? functionOf(variable) : nullptr, variable))
            walk(variable->getInit());
      return;
    }
    if (const auto *lambda = llvm::dyn_cast<LambdaExpr>(statement)) {
      for (const Expr *capture : lambda->capture_inits())
        walk(capture); // of the whole
      return walk(lambda->getBody());
    }
    if (const auto *call = llvm::dyn_cast<CallExpr>(statement))
      return visitCall(call);
    const auto *expr = llvm::dyn_cast<Expr>(statement);
    if (!expr)
      return children(statement);
    if (const auto *assignment = llvm::dyn_cast<BinaryOperator>(expr);
        assignment && assignment->getOpcode() == BO_Assign &&
        isIt(assignment->getLHS()->IgnoreParens()))
      return walk(assignment->getRHS()); // given another value
    // From the address of a part others are reached.
    const auto *address = llvm::dyn_cast<UnaryOperator>(expr);
    const auto *cast = llvm::dyn_cast<CastExpr>(expr);
    if (address && address->getOpcode() == UO_AddrOf && placeOf(address->getSubExpr()))
      return takeAll();
    if (cast && cast->getCastKind() == CK_LValueBitCast && placeOf(cast->getSubExpr()))
      return takeAll();
    if (const std::optional<Place> place = placeOf(expr))
      return take(*place);
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr)) {
      if (const auto *binding = llvm::dyn_cast<BindingDecl>(reference->getDecl()))
        walk(binding->getBinding());
      return;
    }
    if (isIt(expr))
      return takeAll();
    children(expr);
  }

  void visitCall(const CallExpr *call) {
    const FunctionDecl *function = call->getDirectCallee();
    const auto *method = llvm::dyn_cast_or_null<CXXMethodDecl>(function);
    const bool isOperator = llvm::isa<CXXOperatorCallExpr>(call);
    if (isOperator && method && method->isCopyAssignmentOperator() && method->isTrivial() &&
        isIt(call->getArg(0)->IgnoreParens()))
      return walk(call->getArg(1)); // given another value
    const FunctionDecl *body = bodyOf(function);
    unsigned first = 0; // argument that is the function's first parameter
    if (method && method->isInstance()) {
      const auto *member = llvm::dyn_cast<CXXMemberCallExpr>(call);
      const Expr *object = member                             ? member->getImplicitObjectArgument()
                           : isOperator && call->getNumArgs() ? call->getArg(0)
                                                              : nullptr;
      first = isOperator ? 1 : 0;
      const std::optional<Place> place =
          object && object->getType()->isRecordType() ? placeOf(object) : std::nullopt;
      const std::optional<Place> own =
          object && !variable_ && llvm::isa<CXXThisExpr>(object->IgnoreParenImpCasts())
              ? std::optional<Place>(Place{0, object->getType()->getPointeeType(), nullptr})
              : std::nullopt;
      if (const auto &used = place ? place : own) {
        if (body && recordOf(used->type) == method->getParent()->getCanonicalDecl())
          take(*used, parts_.usedIn(body, nullptr, used->type));
        else
          take(*used);
      } else if (object) {
        walk(object);
      }
    } else {
      walk(call->getCallee());
    }
    for (unsigned i = first; i < call->getNumArgs(); ++i) {
      const unsigned parameter = i - first;
      const bool isSeen = body && parameter < body->getNumParams();
      if (!isSeen || !isHandedOn(call->getArg(i), body, body->getParamDecl(parameter)))
        walk(call->getArg(i));
    }
  }

  static const FunctionDecl *functionOf(const VarDecl *variable) {
    return llvm::dyn_cast_or_null<FunctionDecl>(variable->getParentFunctionOrMethod());
  }

  UsedParts &parts_;
  const VarDecl *variable_; ///< null: the object
  Used used_;
  std::int64_t start_ = 0; ///< of the scalar that was taken last
  unsigned scalars_ = 0;   ///< that were taken; a structure is two
  unsigned depth_ = 0;
  bool isWhole_ = false;
};

const UsedParts::Parts &UsedParts::usedIn(const FunctionDecl *function, const VarDecl *variable,
                                          QualType type) {
  const auto [it, isNew] = found_.try_emplace({function, variable}); // all, if it asks for itself
  if (!isNew)
    return it->second;
  const FunctionDecl *definition = nullptr;
  const RecordDecl *record = type->getAsRecordDecl();
  if (!record || !record->isCompleteDefinition() || record->isInvalidDecl() || record->isUnion() ||
      record->isDependentContext() || type.isVolatileQualified() ||
      !function->hasBody(definition) || !definition || definition->isDependentContext())
    return it->second;
  const std::int64_t bytes = context_.getTypeSizeInChars(type).getQuantity();
  if (bytes <= 0 || bytes > largest)
    return it->second;
  Walk walk(*this, variable, bytes);
  if (const auto *constructor = llvm::dyn_cast<CXXConstructorDecl>(definition))
    for (const CXXCtorInitializer *one : constructor->inits())
      walk.walk(one->getInit());
  walk.walk(definition->getBody());
  return it->second = walk.result();
}

const UsedParts::Used *UsedParts::of(const VarDecl *variable) {
  const auto *function =
      llvm::dyn_cast_or_null<FunctionDecl>(variable->getParentFunctionOrMethod());
  // Who hands something to a function that is not inlined hands all of it.
  const bool isHandedAll =
      function && llvm::isa<ParmVarDecl>(variable) && function->hasAttr<NoInlineAttr>();
  if (!function || isHandedAll || !variable->hasLocalStorage() ||
      variable->getType()->isReferenceType())
    return nullptr;
  const Parts &parts = usedIn(function, variable, variable->getType());
  return parts ? &*parts : nullptr;
}

std::vector<UsedParts::Piece> UsedParts::piecesOf(const llvm::BitVector &bytes,
                                                  std::int64_t alignment, std::int64_t widest) {
  std::vector<Piece> pieces;
  const auto isUsed = [&](std::int64_t from, std::int64_t count) {
    const auto size = static_cast<std::int64_t>(bytes.size());
    return from < size &&
           bytes.find_first_in(static_cast<unsigned>(from),
                               static_cast<unsigned>(std::min(from + count, size))) >= 0;
  };
  // What lies in one word: its byte or its half, if it is all that is used of it.
  const auto addWord = [&](std::int64_t word, std::int64_t size) {
    Piece piece{word, size};
    while (piece.bytes > 1) {
      const std::int64_t half = piece.bytes / 2;
      const bool low = isUsed(piece.offset, half), high = isUsed(piece.offset + half, half);
      if (low == high)
        break;
      piece = {low ? piece.offset : piece.offset + half, half};
    }
    pieces.push_back(piece);
  };
  const std::int64_t chunk = std::max<std::int64_t>(
      1, std::min({alignment, widest, static_cast<std::int64_t>(bytes.size())}));
  for (std::int64_t at = 0; at < static_cast<std::int64_t>(bytes.size()); at += chunk) {
    if (chunk <= wordBytes) {
      if (isUsed(at, chunk))
        addWord(at, chunk);
      continue;
    }
    std::vector<std::int64_t> words;
    for (std::int64_t word = at; word < at + chunk; word += wordBytes)
      if (isUsed(word, wordBytes))
        words.push_back(word);
    const bool areNeighbours =
        words.size() == 2 && words[1] - words[0] == wordBytes && words[0] % (2 * wordBytes) == 0;
    if (words.size() > 2)
      pieces.push_back({at, chunk});
    else if (areNeighbours)
      pieces.push_back({words[0], 2 * wordBytes});
    else
      for (const std::int64_t word : words)
        addWord(word, wordBytes);
  }
  return pieces;
}

} // namespace warplint::simt
