//===- HostValue.cpp - what a host variable may hold ----------------------===//

#include "lint/simt/HostValue.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

namespace warplint::simt::host {
namespace {

/// Operations nested deeper than this are not followed: nobody's block size is.
constexpr unsigned maxDepth = 40;

std::int64_t wrap(std::int64_t number, NumberType type) {
  if (type.isReal || type.bits >= 64)
    return number;
  if (type.bits == 1)
    return number != 0;
  std::uint64_t mask = (std::uint64_t(1) << type.bits) - 1;
  std::uint64_t low = static_cast<std::uint64_t>(number) & mask;
  if (type.isSigned && (low >> (type.bits - 1)) != 0)
    low |= ~mask;
  return static_cast<std::int64_t>(low);
}

double asReal(Value value) {
  return value->kind == ValueKind::Real ? value->real : static_cast<double>(value->integer);
}

bool isNumber(Value value) {
  return value && (value->kind == ValueKind::Integer || value->kind == ValueKind::Real);
}

/// Arithmetic on integers. Empty where C++ leaves it undefined or it overflows 64 bits.
std::optional<std::int64_t> foldIntegers(Operator op, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  switch (op) {
  case Operator::Add:
    return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
  case Operator::Subtract:
    return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
  case Operator::Multiply:
    return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
  case Operator::Divide:
    if (b == 0 || (b == -1 && a == INT64_MIN))
      return std::nullopt;
    return a / b;
  case Operator::Remainder:
    if (b == 0 || b == -1)
      return b == -1 ? std::optional<std::int64_t>(0) : std::nullopt;
    return a % b;
  case Operator::ShiftLeft:
    if (b < 0 || b > 62 || a < 0 || (a >> (62 - b)) != 0)
      return std::nullopt;
    return a << b;
  case Operator::ShiftRight:
    return b < 0 || b > 63 ? std::nullopt : std::optional(a >> b);
  case Operator::BitAnd:
    return a & b;
  case Operator::BitOr:
    return a | b;
  case Operator::BitXor:
    return a ^ b;
  case Operator::Equal:
    return a == b;
  case Operator::Less:
    return a < b;
  case Operator::Minimum:
    return std::min(a, b);
  case Operator::Maximum:
    return std::max(a, b);
  default:
    return std::nullopt;
  }
}

std::optional<double> foldReals(Operator op, double a, double b) {
  switch (op) {
  case Operator::Add:
    return a + b;
  case Operator::Subtract:
    return a - b;
  case Operator::Multiply:
    return a * b;
  case Operator::Divide:
    return b == 0 ? std::nullopt : std::optional(a / b);
  case Operator::Remainder:
    return b == 0 ? std::nullopt : std::optional(std::fmod(a, b));
  case Operator::Minimum:
    return std::fmin(a, b);
  case Operator::Maximum:
    return std::fmax(a, b);
  case Operator::Power:
    return std::pow(a, b);
  default:
    return std::nullopt;
  }
}

std::optional<double> foldReal(Operator op, double a) {
  switch (op) {
  case Operator::Ceil:
    return std::ceil(a);
  case Operator::Floor:
    return std::floor(a);
  case Operator::Round:
    return std::round(a);
  case Operator::SquareRoot:
    return a < 0 ? std::nullopt : std::optional(std::sqrt(a));
  case Operator::Log2:
    return a <= 0 ? std::nullopt : std::optional(std::log2(a));
  case Operator::Log:
    return a <= 0 ? std::nullopt : std::optional(std::log(a));
  default:
    return std::nullopt;
  }
}

/// Loops are the one place where a value kept from before is sure to be stale.
bool restsOnLoop(Value value, unsigned depth = 0) {
  if (value->kind == ValueKind::Symbol)
    return value->origin == Origin::Loop ||
           (value->rest && depth < 8 && restsOnLoop(value->rest, depth + 1));
  if (value->kind != ValueKind::Operation || depth >= 8)
    return false;
  return llvm::any_of(value->operands, [&](Value part) { return restsOnLoop(part, depth + 1); });
}

bool isInput(Value value, unsigned depth = 0) {
  if (value->isConcrete())
    return true;
  if (value->kind == ValueKind::Symbol)
    return value->origin == Origin::Input || value->origin == Origin::Device;
  if (value->kind != ValueKind::Operation || depth >= 8)
    return false;
  return llvm::all_of(value->operands, [&](Value part) { return isInput(part, depth + 1); });
}

} // namespace

void HostValue::Profile(llvm::FoldingSetNodeID &id) const {
  unsigned head = static_cast<unsigned>(kind);
  head = head << 8 | static_cast<unsigned>(op);
  head = head << 8 | type.bits;
  id.AddInteger(head << 2 | unsigned(type.isSigned) << 1 | unsigned(type.isReal));
  id.AddInteger(type.pointed);
  if (kind == ValueKind::Integer)
    id.AddInteger(integer);
  else if (kind == ValueKind::Real)
    id.AddInteger(llvm::bit_cast<std::uint64_t>(real));
  else if (kind == ValueKind::Function)
    id.AddPointer(function);
  for (Value part : operands)
    id.AddPointer(part);
  for (const clang::FieldDecl *field : fields)
    id.AddPointer(field);
}

//===----------------------------------------------------------------------===//
// ValuePool
//===----------------------------------------------------------------------===//

HostValue *ValuePool::make(ValueKind kind) {
  HostValue &value = values_.emplace_back();
  value.kind = kind;
  return &value;
}

Value ValuePool::finished(HostValue *value) {
  if (value->kind == ValueKind::Pointer)
    value->reach = value->place.cell + 1;
  if (value->rest)
    value->reach = value->rest->reach;
  for (const Value part : value->operands)
    value->reach = std::max(value->reach, part->reach);
  return value;
}

Value ValuePool::unique(const HostValue &proto) {
  llvm::FoldingSetNodeID id;
  proto.Profile(id);
  void *position = nullptr;
  if (HostValue *found = unique_.FindNodeOrInsertPos(id, position))
    return found;
  HostValue *value = make(proto.kind);
  value->hash = id.ComputeHash();
  value->op = proto.op;
  value->type = proto.type;
  value->depth = proto.depth;
  value->integer = proto.integer;
  value->real = proto.real;
  value->function = proto.function;
  value->operands = kept(proto.operands);
  value->fields = kept(proto.fields);
  unique_.InsertNode(value, position);
  if (proto.kind == ValueKind::Operation &&
      (proto.op == Operator::Remainder || proto.op == Operator::BitAnd))
    rests_[proto.operands[0]].push_back(value);
  return finished(value);
}

Value ValuePool::integer(std::int64_t number) {
  bool isSmall = number >= 0 && number < std::int64_t(small_.size());
  if (isSmall && small_[number])
    return small_[number];
  HostValue proto;
  proto.kind = ValueKind::Integer;
  proto.integer = number;
  Value value = unique(proto);
  if (isSmall)
    small_[number] = value;
  return value;
}

Value ValuePool::real(double number) {
  HostValue proto;
  proto.kind = ValueKind::Real;
  proto.real = number;
  return unique(proto);
}

Value ValuePool::function(const clang::FunctionDecl *function) {
  HostValue proto;
  proto.kind = ValueKind::Function;
  proto.function = function;
  return unique(proto);
}

Value ValuePool::text(llvm::StringRef text) {
  HostValue *value = make(ValueKind::Text);
  value->text = text.copy(allocator_);
  return value;
}

Value ValuePool::pointer(Place place) {
  HostValue *value = make(ValueKind::Pointer);
  value->place = std::move(place);
  return finished(value);
}

Value ValuePool::symbol(Origin origin, llvm::StringRef why, clang::SourceLocation location) {
  HostValue *value = make(ValueKind::Symbol);
  value->origin = origin;
  value->text = why.copy(allocator_);
  value->location = location;
  return value;
}

Value ValuePool::bound(Value inner, bool assumed, Origin origin, llvm::StringRef why,
                       clang::SourceLocation location) {
  if (inner->kind == ValueKind::Symbol && !inner->rest)
    return inner;
  if (inner->function && inner->kind == ValueKind::Record)
    return inner;
  if (inner->kind == ValueKind::Record) {
    llvm::SmallVector<Value> parts;
    for (Value part : inner->operands)
      parts.push_back(bound(part, assumed, origin, why, location));
    return record(inner->fields, parts, inner->rest);
  }
  if (inner->kind == ValueKind::Array) {
    llvm::SmallVector<Value> parts;
    for (Value part : inner->operands)
      parts.push_back(bound(part, assumed, origin, why, location));
    return array(parts);
  }
  if (inner->kind == ValueKind::Pointer || inner->kind == ValueKind::Text)
    return inner;
  HostValue *value = make(ValueKind::Symbol);
  value->origin = origin;
  value->text = why.copy(allocator_);
  value->location = location;
  value->rest = inner;
  value->assumed = assumed;
  return finished(value);
}

Value ValuePool::record(llvm::ArrayRef<const clang::FieldDecl *> fields,
                        llvm::ArrayRef<Value> values, Value rest) {
  HostValue *value = make(ValueKind::Record);
  value->fields = kept(fields);
  value->operands = kept(values);
  value->rest = rest;
  return finished(value);
}

Value ValuePool::closure(const clang::FunctionDecl *callOperator,
                         llvm::ArrayRef<const clang::FieldDecl *> captures,
                         llvm::ArrayRef<Value> values) {
  HostValue *value = make(ValueKind::Record);
  value->function = callOperator;
  value->fields = kept(captures);
  value->operands = kept(values);
  return finished(value);
}

Value ValuePool::array(llvm::ArrayRef<Value> elements) {
  HostValue *value = make(ValueKind::Array);
  value->operands = kept(elements);
  return finished(value);
}

/// The result of a concrete operation, null where it has none.
static Value fold(ValuePool &pool, Operator op, llvm::ArrayRef<Value> operands, NumberType type) {
  Value a = operands[0];
  if (op == Operator::Equal && a->kind == ValueKind::Function &&
      operands[1]->kind == ValueKind::Function)
    return pool.integer(a == operands[1]);
  if (op == Operator::Not && a->kind == ValueKind::Function)
    return pool.integer(0);
  if (!llvm::all_of(operands, isNumber))
    return nullptr;
  bool real = llvm::any_of(operands, [](Value v) { return v->kind == ValueKind::Real; });
  auto realOrNull = [&](std::optional<double> number) {
    return number ? pool.real(*number) : nullptr;
  };
  switch (op) {
  case Operator::Not:
    return pool.integer(asReal(a) == 0);
  case Operator::BitNot:
    return real ? nullptr : pool.integer(wrap(~a->integer, type));
  case Operator::And:
    return pool.integer(asReal(a) != 0 && asReal(operands[1]) != 0);
  case Operator::Or:
    return pool.integer(asReal(a) != 0 || asReal(operands[1]) != 0);
  case Operator::Convert:
    if (type.isReal)
      return pool.real(type.bits == 32 ? static_cast<float>(asReal(a)) : asReal(a));
    if (!real)
      return pool.integer(wrap(a->integer, type));
    return std::abs(a->real) < 9e18 ? pool.integer(wrap(static_cast<std::int64_t>(a->real), type))
                                    : nullptr;
  case Operator::Absolute:
    return real ? pool.real(std::abs(a->real))
                : pool.integer(a->integer < 0 ? -a->integer : a->integer);
  default:
    break;
  }
  if (operands.size() == 1)
    return realOrNull(foldReal(op, asReal(a)));
  Value b = operands[1];
  if (real && (op == Operator::Equal || op == Operator::Less))
    return pool.integer(op == Operator::Equal ? asReal(a) == asReal(b) : asReal(a) < asReal(b));
  if (real || op == Operator::Power)
    return realOrNull(foldReals(op, asReal(a), asReal(b)));
  std::optional<std::int64_t> number = foldIntegers(op, a->integer, b->integer);
  return number ? pool.integer(wrap(*number, type)) : nullptr;
}

/// x * 1, x + 0 and the like keep x, so that what is learnt of x is seen.
static Value simplify(Operator op, llvm::ArrayRef<Value> operands) {
  if (operands.size() != 2)
    return nullptr;
  auto is = [](Value value, std::int64_t number) {
    return value->kind == ValueKind::Integer && value->integer == number;
  };
  Value a = operands[0], b = operands[1];
  switch (op) {
  case Operator::Add:
    return is(b, 0) ? a : is(a, 0) ? b : nullptr;
  case Operator::Multiply:
    return is(b, 1) ? a : is(a, 1) ? b : nullptr;
  case Operator::Subtract:
    return is(b, 0) ? a : nullptr;
  case Operator::Divide:
    return is(b, 1) ? a : nullptr;
  case Operator::Minimum:
  case Operator::Maximum:
    return a == b ? a : nullptr;
  case Operator::And:
    return is(a, 1) ? b : is(b, 1) ? a : is(a, 0) ? a : is(b, 0) ? b : nullptr;
  case Operator::Or:
    return is(a, 0) ? b : is(b, 0) ? a : nullptr;
  default:
    return nullptr;
  }
}

Value ValuePool::operation(Operator op, llvm::ArrayRef<Value> operands, NumberType type) {
  if (op != Operator::Field && op != Operator::Select) {
    if (llvm::all_of(operands, [](Value v) { return v->isConcrete(); })) {
      if (Value result = fold(*this, op, operands, type))
        return result;
      return symbol(Origin::Other, "it does not fit or is not defined");
    }
    if (Value same = simplify(op, operands))
      return same;
    // A conversion that keeps every value that matters is left out, so that
    // what is learnt of the variable is known of its copy.
    if (op == Operator::Convert && !type.isReal && type.bits >= 32 &&
        !(operands[0]->kind == ValueKind::Operation && operands[0]->type.isReal))
      return operands[0];
    if (op == Operator::Not && operands[0]->kind == ValueKind::Operation &&
        operands[0]->op == Operator::Not)
      return operands[0]->operands[0];
  }
  HostValue proto;
  proto.kind = ValueKind::Operation;
  proto.op = op;
  proto.type = type;
  proto.operands = operands;
  for (Value part : operands)
    proto.depth = std::max(proto.depth, part->depth + 1);
  if (proto.depth > maxDepth)
    return symbol(Origin::Other, "too involved");
  return unique(proto);
}

Value ValuePool::truth(Value value) {
  const bool isTruth =
      value->kind == ValueKind::Operation &&
      (value->op == Operator::Not || value->op == Operator::And || value->op == Operator::Or ||
       value->op == Operator::Equal || value->op == Operator::Less);
  const bool isNumber = value->kind == ValueKind::Integer || value->kind == ValueKind::Real ||
                        value->kind == ValueKind::Symbol || value->kind == ValueKind::Operation;
  return isNumber && !isTruth ? negation(operation(Operator::Equal, {value, integer(0)})) : value;
}

Value ValuePool::negation(Value condition) { return operation(Operator::Not, {condition}); }

Value ValuePool::conjunction(Value left, Value right) {
  return operation(Operator::And, {left, right});
}

Value ValuePool::selectParts(Value condition, Value ifTrue, Value ifFalse) {
  if (ifTrue->kind == ValueKind::Array) {
    llvm::SmallVector<Value> parts;
    for (auto [a, b] : llvm::zip_equal(ifTrue->operands, ifFalse->operands))
      parts.push_back(select(condition, a, b));
    return array(parts);
  }
  llvm::SmallVector<const clang::FieldDecl *> fields(ifTrue->fields);
  for (const clang::FieldDecl *one : ifFalse->fields)
    if (!llvm::is_contained(fields, one))
      fields.push_back(one);
  llvm::SmallVector<Value> parts;
  for (const clang::FieldDecl *one : fields)
    parts.push_back(select(condition, field(ifTrue, one), field(ifFalse, one)));
  Value rest = nullptr;
  if (ifTrue->rest && ifFalse->rest)
    rest = select(condition, ifTrue->rest, ifFalse->rest);
  return record(fields, parts, rest);
}

Value ValuePool::select(Value condition, Value ifTrue, Value ifFalse) {
  if (ifTrue == ifFalse)
    return ifTrue;
  if (isNumber(condition))
    return asReal(condition) != 0 ? ifTrue : ifFalse;
  if (ifTrue->kind == ValueKind::Record && ifFalse->kind == ValueKind::Record &&
      !ifTrue->function && !ifFalse->function)
    return selectParts(condition, ifTrue, ifFalse);
  if (ifTrue->kind == ValueKind::Array && ifFalse->kind == ValueKind::Array &&
      ifTrue->operands.size() == ifFalse->operands.size())
    return selectParts(condition, ifTrue, ifFalse);
  if (ifTrue->kind == ValueKind::Pointer && ifFalse->kind == ValueKind::Pointer &&
      ifTrue->place.cell == ifFalse->place.cell && ifTrue->place.path == ifFalse->place.path)
    return ifTrue;
  return operation(Operator::Select, {condition, ifTrue, ifFalse});
}

Value ValuePool::field(Value record, const clang::FieldDecl *wanted) {
  if (record->kind == ValueKind::Record) {
    for (auto [field, value] : llvm::zip_equal(record->fields, record->operands))
      if (field == wanted)
        return value;
    return record->rest ? field(record->rest, wanted)
                        : symbol(Origin::Uninitialised, "nothing is assigned to it");
  }
  if (record->kind == ValueKind::Symbol && record->rest)
    return bound(field(record->rest, wanted), record->assumed, record->origin, record->text,
                 record->location);
  if (record->kind == ValueKind::Operation && record->op == Operator::Select) {
    if (const Value known = chosenFields_.lookup({record, wanted}))
      return known;
    const Value ifTrue = field(record->operands[1], wanted);
    const Value ifFalse = field(record->operands[2], wanted);
    const Value chosen = select(record->operands[0], ifTrue, ifFalse);
    chosenFields_[{record, wanted}] = chosen;
    return chosen;
  }
  HostValue proto;
  proto.kind = ValueKind::Operation;
  proto.op = Operator::Field;
  proto.operands = record;
  proto.fields = wanted;
  proto.depth = record->depth + 1;
  return proto.depth > maxDepth ? symbol(Origin::Other, "too involved") : unique(proto);
}

Value ValuePool::withField(Value base, const clang::FieldDecl *field, Value value) {
  llvm::SmallVector<const clang::FieldDecl *> fields;
  llvm::SmallVector<Value> values;
  Value rest = base;
  if (base->kind == ValueKind::Record) {
    fields.assign(base->fields.begin(), base->fields.end());
    values.assign(base->operands.begin(), base->operands.end());
    rest = base->rest;
  }
  auto *found = llvm::find(fields, field);
  if (found == fields.end()) {
    fields.push_back(field);
    values.push_back(value);
  } else {
    values[found - fields.begin()] = value;
  }
  return record(fields, values, rest);
}

Value ValuePool::element(Value whole, Value index) {
  if (whole->kind == ValueKind::Array) {
    if (index->kind == ValueKind::Integer)
      return index->integer >= 0 && index->integer < std::int64_t(whole->operands.size())
                 ? whole->operands[index->integer]
                 : symbol(Origin::Other, "the index is outside of the array");
    constexpr std::size_t fewElements = 16;
    if (whole->operands.empty() || whole->operands.size() > fewElements)
      return symbol(Origin::Other, "an element of an array");
    Value result = whole->operands.back();
    for (std::size_t i = whole->operands.size() - 1; i-- > 0;)
      result = select(operation(Operator::Equal, {index, integer(std::int64_t(i))}),
                      whole->operands[i], result);
    return result;
  }
  if (whole->kind == ValueKind::Operation && whole->op == Operator::Select) {
    if (const Value known = chosenElements_.lookup({whole, index}))
      return known;
    const Value ifTrue = element(whole->operands[1], index);
    const Value ifFalse = element(whole->operands[2], index);
    const Value chosen = select(whole->operands[0], ifTrue, ifFalse);
    chosenElements_[{whole, index}] = chosen;
    return chosen;
  }
  Origin origin = whole->kind == ValueKind::Symbol ? whole->origin : Origin::Other;
  return symbol(origin == Origin::Uninitialised ? Origin::Other : origin,
                "an element of an array that is not known", whole->location);
}

static bool asksDevice(Value value, llvm::SmallPtrSetImpl<Value> &seen) {
  if (value->kind == ValueKind::Symbol)
    return value->origin == Origin::Device || (value->rest && asksDevice(value->rest, seen));
  if (value->kind != ValueKind::Operation || !seen.insert(value).second)
    return false;
  const auto isOfDevice = [](const clang::FieldDecl *field) {
    const llvm::StringRef record = field->getParent()->getName();
    return record == "cudaDeviceProp" || record == "CUdevprop_st";
  };
  return llvm::any_of(value->fields, isOfDevice) ||
         llvm::any_of(value->operands, [&](Value part) { return asksDevice(part, seen); });
}

bool asksDevice(Value value) {
  llvm::SmallPtrSet<Value, 32> seen;
  return asksDevice(value, seen);
}

//===----------------------------------------------------------------------===//
// Knowledge
//===----------------------------------------------------------------------===//

std::optional<std::int64_t> Known::integer() const {
  if (!value || value->kind != ValueKind::Integer)
    return std::nullopt;
  return value->integer;
}

std::optional<bool> Known::truth() const {
  if (!value)
    return std::nullopt;
  return value->kind == ValueKind::Function || asReal(value) != 0;
}

Known Knowledge::evaluate(Value value) {
  if (value->isConcrete())
    return {value, false};
  auto found = memo_.find(value);
  if (found != memo_.end())
    return found->second;
  Known result = compute(value);
  memo_[value] = result;
  return result;
}

Known Knowledge::compute(Value value) {
  auto refined = refined_.find(value);
  if (refined != refined_.end() && refined->second)
    return {refined->second, false};
  if (value->kind == ValueKind::Symbol && value->rest) {
    Known inner = evaluate(value->rest);
    return {inner.value, inner.assumed || value->assumed, inner.limited};
  }
  if (value->kind != ValueKind::Operation || value->op == Operator::Field)
    return {};
  return value->op == Operator::Select ? computeSelect(value) : computeOperation(value);
}

/// `if (t > 256) t = 256`: the condition of a limit on `value`.
static bool comparesWith(Value condition, Value value) {
  while (condition->kind == ValueKind::Operation && condition->op == Operator::Not)
    condition = condition->operands[0];
  return condition->kind == ValueKind::Operation && condition->op == Operator::Less &&
         llvm::is_contained(condition->operands, value);
}

/// `n == 1 ? 2 : …`: is the chosen side that of one number alone?
static bool isSpecialCase(Value condition, bool truth) {
  while (condition->kind == ValueKind::Operation && condition->op == Operator::Not) {
    condition = condition->operands[0];
    truth = !truth;
  }
  return truth && condition->kind == ValueKind::Operation && condition->op == Operator::Equal;
}

/// `if (n < 32) n = 32;`: is the number what another one is at least? `chosen`: where the condition
/// comes out so, it is the number.
bool Knowledge::isLeast(Value condition, bool chosen, Value number) {
  if (condition->kind == ValueKind::Operation && condition->op == Operator::Not)
    return isLeast(condition->operands[0], !chosen, number);
  return condition->kind == ValueKind::Operation && condition->op == Operator::Less &&
         evaluate(condition->operands[chosen ? 1 : 0]).value == number &&
         !evaluate(condition->operands[chosen ? 0 : 1]).value;
}

Known Knowledge::computeSelect(Value value) {
  Known condition = evaluate(value->operands[0]);
  if (std::optional<bool> truth = condition.truth()) {
    Known result = evaluate(value->operands[*truth ? 1 : 2]);
    result.assumed |= condition.assumed;
    result.limited |= condition.limited;
    return result;
  }
  Known a = evaluate(value->operands[1]), b = evaluate(value->operands[2]);
  if (a.value && b.value)
    return a.value == b.value ? Known{a.value, a.assumed || b.assumed, a.limited || b.limited}
                              : Known{};
  if (!a.value && !b.value)
    return {};
  // One side is known. The other is an override by the user, a value nobody
  // reads, or really a different value.
  Known known = a.value ? a : b;
  Value other = value->operands[a.value ? 2 : 1];
  if (other->kind == ValueKind::Symbol && other->origin == Origin::Uninitialised)
    return known;
  // `if (n == 1) threads = 1; else …`: a 1 of one case says little of the other.
  const bool isOne = isNumber(known.value) && asReal(known.value) <= 1;
  // Nor does 2, of which a helper's caller may make a 1.
  const bool isSmall = isNumber(known.value) && asReal(known.value) < 32 &&
                       isSpecialCase(value->operands[0], a.value != nullptr);
  bool plausible = isNumber(known.value) && !isOne && !isSmall &&
                   !isLeast(value->operands[0], a.value != nullptr, known.value);
  plausible |= isInput(other) && !(isOne && a.value);
  if (!plausible || restsOnLoop(other))
    return {};
  return {known.value, true, known.limited || comparesWith(value->operands[0], other)};
}

Known Knowledge::computeOperation(Value value) {
  if (const std::optional<bool> truth = compareRanges(value))
    return {pool_.integer(*truth), false};
  llvm::SmallVector<Value, 3> operands;
  bool assumed = false, limited = false, complete = true;
  for (Value part : value->operands) {
    Known known = evaluate(part);
    if (value->op == Operator::And || value->op == Operator::Or) {
      std::optional<bool> truth = known.truth();
      if (truth && *truth == (value->op == Operator::Or) && !known.assumed)
        return {pool_.integer(*truth), false};
    }
    complete &= known.value != nullptr;
    assumed |= known.assumed;
    limited |= known.limited;
    operands.push_back(known.value);
  }
  if (!complete) {
    // min(256, n): as in a launch over enough data.
    if (value->op == Operator::Minimum)
      for (unsigned i : {0, 1})
        if (isNumber(operands[i]) && asReal(operands[i]) > 1 &&
            !restsOnLoop(value->operands[1 - i]))
          return {operands[i], true, true};
    return {};
  }
  Value result = fold(pool_, value->op, operands, value->type);
  return {result && result->isConcrete() ? result : nullptr, assumed, limited};
}

void Knowledge::assumeEqual(Value value, Value concrete) {
  if (value->isConcrete() || !concrete->isConcrete())
    return;
  Value &slot = refined_[value];
  trail_.push_back({value, slot, std::nullopt});
  slot = concrete;
  memo_.clear();
  // What a symbol stands for in this context is known by the same token.
  if (value->kind == ValueKind::Symbol && value->rest)
    assumeEqual(value->rest, concrete);
}

void Knowledge::assume(Value condition, bool truth) {
  if (condition->isConcrete())
    return;
  assumeEqual(condition, pool_.integer(truth));
  if (condition->kind != ValueKind::Operation)
    return;
  llvm::ArrayRef<Value> parts = condition->operands;
  if (condition->op == Operator::Equal)
    assumeChoice(parts[0], parts[1], truth);
  if (condition->op == Operator::Not) {
    assume(parts[0], !truth);
  } else if ((condition->op == Operator::And && truth) ||
             (condition->op == Operator::Or && !truth)) {
    assume(parts[0], truth);
    assume(parts[1], truth);
  } else if (condition->op == Operator::Equal && truth) {
    if (Value number = evaluate(parts[1]).value)
      assumeEqual(parts[0], number);
    else if (Value number = evaluate(parts[0]).value)
      assumeEqual(parts[1], number);
  } else if (condition->op == Operator::Less) {
    assumeLess(parts[0], parts[1], truth);
  }
}

/// Of `n == 16` behind `n = old ? 16 : 32`: which of the two it was.
void Knowledge::assumeChoice(Value chosen, Value number, bool isEqual) {
  if (chosen->kind == ValueKind::Integer)
    std::swap(chosen, number);
  if (chosen->kind != ValueKind::Operation || chosen->op != Operator::Select ||
      number->kind != ValueKind::Integer)
    return;
  const Value yes = chosen->operands[1], no = chosen->operands[2];
  if (yes->kind != ValueKind::Integer || no->kind != ValueKind::Integer)
    return;
  const bool isYes = yes->integer == number->integer, isNo = no->integer == number->integer;
  if (isYes != isNo)
    assume(chosen->operands[0], isEqual == isYes);
}

Knowledge::Range Knowledge::rangeOf(Value value) const {
  if (value->kind == ValueKind::Integer)
    return {value->integer, value->integer};
  Range range;
  for (; value; value = value->kind == ValueKind::Symbol ? value->rest : nullptr)
    if (const auto found = ranges_.find(value); found != ranges_.end()) {
      range.low = std::max(range.low, found->second.low);
      range.high = std::min(range.high, found->second.high);
    }
  return range;
}

void Knowledge::assumeRange(Value value, Range range) {
  if (value->isConcrete())
    return;
  Range &slot = ranges_[value];
  trail_.push_back({value, nullptr, slot});
  slot = {std::max(slot.low, range.low), std::min(slot.high, range.high)};
  memo_.clear();
}

void Knowledge::assumeLess(Value left, Value right, bool truth) {
  // Only constants as they stand there: what is known of a variable may be a default. One below
  // zero may be a large number of a type without a sign.
  if (right->kind == ValueKind::Integer && right->integer >= 0)
    assumeRange(left, truth ? Range{INT64_MIN, right->integer - 1} : Range{right->integer});
  else if (left->kind == ValueKind::Integer && left->integer >= 0 && left->integer != INT64_MAX)
    assumeRange(right, truth ? Range{left->integer + 1} : Range{INT64_MIN, left->integer});
}

/// What the ranges of both sides say of a comparison. Nothing where they contradict what is
/// assumed, as on a path that is never taken.
std::optional<bool> Knowledge::compareRanges(Value comparison) const {
  if (ranges_.empty() || (comparison->op != Operator::Equal && comparison->op != Operator::Less))
    return std::nullopt;
  const Range left = rangeOf(comparison->operands[0]);
  const Range right = rangeOf(comparison->operands[1]);
  if (left.low > left.high || right.low > right.high)
    return std::nullopt;
  const auto isNegative = [](Value side) {
    return side->kind == ValueKind::Integer && side->integer < 0;
  };
  if (llvm::any_of(comparison->operands, isNegative))
    return std::nullopt;
  if (left.high < right.low)
    return comparison->op == Operator::Less;
  if (right.high < left.low || (comparison->op == Operator::Less && right.high == left.low))
    return false;
  return std::nullopt;
}

void Knowledge::restore(std::size_t mark) {
  if (trail_.size() == mark)
    return;
  for (; trail_.size() > mark; trail_.pop_back())
    if (const Change &last = trail_.back(); last.range)
      ranges_[last.value] = *last.range;
    else
      refined_[last.value] = last.refined;
  memo_.clear();
}

bool Knowledge::comparesOpen(Value condition, std::int64_t number) {
  llvm::SmallPtrSet<Value, 32> seen;
  return comparesOpen(condition, number, seen);
}

bool Knowledge::comparesOpen(Value condition, std::int64_t number,
                             llvm::SmallPtrSetImpl<Value> &seen) {
  if (condition->kind == ValueKind::Symbol && condition->rest)
    return comparesOpen(condition->rest, number, seen);
  if (condition->kind != ValueKind::Operation || !seen.insert(condition).second)
    return false;
  if (condition->op == Operator::Less)
    for (const unsigned side : {0, 1})
      if (evaluate(condition->operands[side]).integer() == number &&
          !evaluate(condition->operands[1 - side]).value)
        return true;
  return llvm::any_of(condition->operands,
                      [&](Value part) { return comparesOpen(part, number, seen); });
}

Value Knowledge::openCondition(Value value) {
  llvm::SmallPtrSet<Value, 32> seen;
  return findOpen(value, true, seen);
}

Value Knowledge::openSymbol(Value value) {
  llvm::SmallPtrSet<Value, 32> seen;
  return findOpen(value, false, seen);
}

Value Knowledge::findOpen(Value value, bool condition, llvm::SmallPtrSetImpl<Value> &seen) {
  if (value->isConcrete() || !seen.insert(value).second || evaluate(value).value)
    return nullptr;
  if (value->kind == ValueKind::Symbol) {
    if (value->rest)
      return findOpen(value->rest, condition, seen);
    return condition ? nullptr : value;
  }
  if (value->kind != ValueKind::Operation)
    return nullptr;
  if (condition && value->op == Operator::Select) {
    Known chosen = evaluate(value->operands[0]);
    if (std::optional<bool> truth = chosen.truth())
      return findOpen(value->operands[*truth ? 1 : 2], condition, seen);
    // The least that a number may be is a case of it.
    for (const bool side : {true, false})
      if (isLeast(value->operands[0], side, value->operands[side ? 1 : 2]))
        return findOpen(value->operands[side ? 2 : 1], condition, seen);
    return value->operands[0];
  }
  for (Value part : value->operands)
    if (Value found = findOpen(part, condition, seen))
      return found;
  return nullptr;
}

} // namespace warplint::simt::host
