//===- Value.cpp - arithmetic on the values of a block --------------------===//

#include "lint/simt/Value.h"
#include "lint/simt/Edges.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <set>

namespace warplint::simt {
namespace {

// More terms than this and a value is no address that a person wrote.
constexpr std::size_t maxTerms = 24;
constexpr std::size_t mostOfName = 240; // bytes; a hash's state names itself at each step

// Integers wrap; the analysis must not trip over undefined overflow.
std::int64_t wrapAdd(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::int64_t wrapSub(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
std::int64_t wrapMul(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
std::int64_t floorDiv(std::int64_t a, std::int64_t b) {
  if (b == -1)
    return wrapSub(0, a);
  std::int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
std::int64_t floorMod(std::int64_t a, std::int64_t b) {
  return wrapSub(a, wrapMul(floorDiv(a, b), b));
}
std::int64_t truncDiv(std::int64_t a, std::int64_t b) {
  if (b == 0)
    return 0;
  return b == -1 ? wrapSub(0, a) : a / b;
}
std::int64_t truncRem(std::int64_t a, std::int64_t b) { return b == 0 || b == -1 ? 0 : a % b; }

bool isPowerOfTwo(std::int64_t value) { return value > 0 && (value & (value - 1)) == 0; }

Cause worse(Cause a, Cause b) { return std::max(a, b); }

std::vector<AssumptionId> unite(const std::vector<AssumptionId> &a,
                                const std::vector<AssumptionId> &b) {
  if (b.empty())
    return a;
  if (a.empty())
    return b;
  std::vector<AssumptionId> result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

} // namespace

Lanes::Lanes(std::vector<std::int64_t> values) {
  uniform_ = values.empty() ? 0 : values.front();
  bool same = std::all_of(values.begin(), values.end(),
                          [this](std::int64_t value) { return value == uniform_; });
  if (!same)
    values_ = std::make_shared<const std::vector<std::int64_t>>(std::move(values));
}

bool operator==(const Lanes &a, const Lanes &b) {
  if (a.isUniform() && b.isUniform())
    return a.uniform_ == b.uniform_;
  if (a.isUniform() != b.isUniform())
    return false;
  return a.values_ == b.values_ || *a.values_ == *b.values_;
}

Algebra::Algebra(unsigned threads) : threads_(threads), all_(LaneMask::firstThreads(threads)) {}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// A name is made of those of the operands, so that it would double with each step: of a long one
/// the middle goes. What a symbol is, its number says.
static void shorten(std::string &name) {
  if (name.size() <= mostOfName)
    return;
  const auto begins = [&](std::size_t place) { // no byte within a character
    while (place < name.size() && (static_cast<unsigned char>(name[place]) & 0xc0) == 0x80)
      ++place;
    return place;
  };
  const std::size_t kept = begins(mostOfName / 2), rest = begins(name.size() - mostOfName / 2);
  name = name.substr(0, kept) + " … " + name.substr(rest);
}

SymbolId Algebra::makeSymbol(Symbol symbol) {
  shorten(symbol.name);
  symbols_.push_back(std::move(symbol));
  return static_cast<SymbolId>(symbols_.size() - 1);
}

Value Algebra::valueOf(SymbolId id) const {
  Value value;
  value.terms.pushBack({{id}, Lanes(1)});
  return value;
}

Value Algebra::fresh(SymbolKind kind, std::string name) {
  Symbol symbol;
  symbol.kind = kind;
  symbol.name = std::move(name);
  return valueOf(makeSymbol(std::move(symbol)));
}

Value Algebra::interned(const std::string &key, const std::function<Symbol()> &make) {
  auto it = internTable_.find(key);
  if (it == internTable_.end())
    it = internTable_.emplace(key, makeSymbol(make())).first;
  return valueOf(it->second);
}

AssumptionId Algebra::assumption(const std::string &text) {
  auto [it, inserted] =
      assumptionTable_.emplace(text, static_cast<AssumptionId>(assumptions_.size()));
  if (inserted)
    assumptions_.push_back(text);
  return it->second;
}

//===----------------------------------------------------------------------===//
// Building blocks
//===----------------------------------------------------------------------===//

Lanes Algebra::map(unsigned threads, const Lanes &a, const Lanes &b,
                   std::int64_t (*op)(std::int64_t, std::int64_t)) {
  if (a.isUniform() && b.isUniform())
    return {op(a.uniform(), b.uniform())};
  const bool isSum = op == wrapAdd, isDifference = op == wrapSub, isProduct = op == wrapMul;
  const Lanes neutral(isProduct ? 1 : 0);
  if ((isSum || isDifference || isProduct) && b == neutral)
    return a;
  if ((isSum || isProduct) && a == neutral)
    return b;
  std::vector<std::int64_t> result(threads);
  // The frequent ones without a call for each thread.
  const auto each = [&](auto &&of) {
    for (unsigned lane = 0; lane < threads; ++lane)
      result[lane] = of(a.at(lane), b.at(lane));
  };
  if (isSum)
    each([](std::int64_t one, std::int64_t other) { return wrapAdd(one, other); });
  else if (isDifference)
    each([](std::int64_t one, std::int64_t other) { return wrapSub(one, other); });
  else if (isProduct)
    each([](std::int64_t one, std::int64_t other) { return wrapMul(one, other); });
  else
    each(op);
  return Lanes(std::move(result));
}

Value Algebra::lanes(const std::function<std::int64_t(unsigned)> &at) const {
  std::vector<std::int64_t> values(threads_);
  for (unsigned lane = 0; lane < threads_; ++lane)
    values[lane] = at(lane);
  return Value(Lanes(std::move(values)));
}

Value Algebra::unknown(Cause cause) const {
  Value value;
  value.unknown = std::make_shared<const LaneMask>(all_);
  value.cause = cause;
  value.identity = ++lastIdentity_;
  return value;
}

void Algebra::inherit(Value &result, const Value &a, const Value &b) const {
  // First of all: the result may be one of the two.
  const std::uint8_t same = a.unknown || b.unknown ? sameAcross({&a, &b}) : 0;
  result.assumptions = unite(a.assumptions, b.assumptions);
  result.cause = worse(a.cause, b.cause);
  result.difference = nullptr;
  result.warpsDiffer = (a.unknown || b.unknown) && !(warpsMayAgree(a) && warpsMayAgree(b));
  if (a.unknown && b.unknown)
    result.unknown = a.unknown == b.unknown
                         ? a.unknown
                         : std::make_shared<const LaneMask>(*a.unknown | *b.unknown);
  else
    result.unknown = a.unknown ? a.unknown : b.unknown;
  result.identity = result.unknown ? ++lastIdentity_ : 0;
  result.exchangedWith = 0;
  result.sameAcross = same;
}

Value Algebra::unknownLike(std::initializer_list<const Value *> operands) const {
  Value result = unknown(Cause::Lane);
  for (const Value *operand : operands) {
    result.cause = worse(result.cause, operand->cause);
    result.warpsDiffer = result.warpsDiffer || !warpsMayAgree(*operand);
    result.assumptions = unite(result.assumptions, operand->assumptions);
  }
  result.sameAcross = sameAcross(operands);
  result.choices = choicesOf(operands);
  result.stretches = result.choices;
  return result;
}

/// Of 0, 1, … `most`.
static std::uint8_t choicesUpTo(std::int64_t most) {
  return most < 32 ? Algebra::stretchesOf(static_cast<unsigned>(most) + 1) : 0;
}

// Of any function of them.
std::uint8_t Algebra::choicesOf(std::initializer_list<const Value *> operands) const {
  unsigned choices = 1;
  for (const Value *operand : operands) // those that data choose first: they are seldom few
    if (operand->unknown)
      choices = stretchesOf(choices * operand->choices);
  for (const Value *operand : operands)
    if (choices != 0 && !operand->unknown)
      choices *= choicesAtMost(*operand);
  return static_cast<std::uint8_t>(choices);
}

Value Algebra::named(Value unknown, const std::string &name) {
  if (!unknown.unknown || !unknown.unknown->contains(all_))
    return unknown;
  auto id = static_cast<std::uint32_t>(ownSameAcross_.size());
  if (!name.empty())
    id = ownTable_.emplace(name, id).first->second;
  if (id == ownSameAcross_.size())
    ownSameAcross_.push_back(unknown.sameAcross);
  else
    ownSameAcross_[id] &= unknown.sameAcross;
  unknown.base = Lanes(0);
  unknown.terms.clear();
  unknown.own = {{id, 1}};
  return unknown;
}

namespace {

/// What each thread has for itself of both, where that is known of each.
std::optional<std::vector<std::pair<std::uint32_t, std::int64_t>>>
sumOfOwn(const Value &a, const Value &b, int sign) {
  if ((a.unknown && a.own.empty()) || (b.unknown && b.own.empty()))
    return std::nullopt;
  std::map<std::uint32_t, std::int64_t> sum(a.own.begin(), a.own.end());
  for (const auto &[id, factor] : b.own)
    sum[id] = sign > 0 ? wrapAdd(sum[id], factor) : wrapSub(sum[id], factor);
  std::vector<std::pair<std::uint32_t, std::int64_t>> result;
  for (const auto &[id, factor] : sum)
    if (factor != 0)
      result.emplace_back(id, factor);
  constexpr std::size_t most = 4;
  return result.size() <= most ? std::optional(std::move(result)) : std::nullopt;
}

} // namespace

std::int64_t Algebra::divisor(const Monomial &monomial) const {
  std::int64_t product = 1;
  for (SymbolId id : monomial) {
    std::int64_t factor = symbols_[id].divisor;
    if (factor > 1 && product < (std::int64_t{1} << 31) / factor)
      product *= factor;
  }
  return product;
}

std::int64_t Algebra::symbolicDivisor(const Value &a) const {
  std::int64_t result = 0;
  for (const Term &term : a.terms) {
    std::int64_t unit = divisor(term.monomial);
    if (term.coefficient.isUniform()) {
      result = commonDivisor(result, wrapMul(term.coefficient.uniform(), unit));
      continue;
    }
    for (unsigned lane = 0; lane < threads_; ++lane)
      result = commonDivisor(result, wrapMul(term.coefficient.at(lane), unit));
  }
  return result;
}

bool Algebra::joinOneRemainder(Value &sum) const {
  for (const Term &term : sum.terms) {
    if (term.monomial.size() != 1 || !term.coefficient.isUniform())
      continue;
    const Symbol &symbol = symbols_[term.monomial.front()];
    const std::int64_t times = term.coefficient.uniform();
    if (!symbol.remainderOf || (times != 1 && times != -1))
      continue;
    // Only what is there already can go.
    const bool meets = std::ranges::any_of(symbol.remainderOf->terms, [&](const Term &part) {
      return std::ranges::any_of(
          sum.terms, [&](const Term &other) { return other.monomial == part.monomial; });
    });
    if (!meets)
      continue;
    // Without the remainder, and with so much of what was divided.
    Value others(sum.base);
    for (const Term &other : sum.terms)
      if (other.monomial != term.monomial)
        others.terms.pushBack(other);
    Value joined = termByTerm(others, *symbol.remainderOf, times > 0 ? 1 : -1);
    if (joined.terms.size() >= others.terms.size())
      continue;
    joined = termByTerm(joined, *symbol.wholePart, times > 0 ? -1 : 1);
    inherit(joined, sum, *symbol.remainderOf);
    joined.assumptions = unite(joined.assumptions, symbol.wholePart->assumptions);
    sum = std::move(joined);
    return true;
  }
  return false;
}

void Algebra::joinRemainders(Value &sum) const {
  // No more often than there are terms: a whole part may hold a remainder itself.
  for (std::size_t left = sum.terms.size(); left > 0 && sum.terms.size() > 1; --left)
    if (!joinOneRemainder(sum))
      return;
}

Value Algebra::termByTerm(const Value &a, const Value &b, int sign) const {
  auto op = sign > 0 ? wrapAdd : wrapSub;
  Value result(map(threads_, a.base, b.base, op));
  auto left = a.terms.begin();
  auto right = b.terms.begin();
  if (b.terms.empty()) {
    result.terms = a.terms;
    left = a.terms.end();
  } else if (a.terms.empty() && sign > 0) {
    result.terms = b.terms;
    right = b.terms.end();
  }
  while (left != a.terms.end() || right != b.terms.end()) {
    if (right == b.terms.end() || (left != a.terms.end() && left->monomial < right->monomial)) {
      result.terms.pushBack(*left++);
    } else if (left == a.terms.end() || right->monomial < left->monomial) {
      result.terms.pushBack({right->monomial, map(threads_, Lanes(0), right->coefficient, op)});
      ++right;
    } else {
      Lanes sum = map(threads_, left->coefficient, right->coefficient, op);
      if (!sum.isZero())
        result.terms.pushBack({left->monomial, std::move(sum)});
      ++left;
      ++right;
    }
  }
  return result;
}

std::optional<std::int64_t> Algebra::apartAtMost(const Value &a) const {
  if (a.unknown && a.apart && a.most)
    return std::min(a.apart, a.most);
  if (a.unknown)
    return a.apart  ? std::optional<std::int64_t>(a.apart)
           : a.most ? std::optional<std::int64_t>(a.most)
                    : std::nullopt;
  const bool areTermsShared = std::all_of(a.terms.begin(), a.terms.end(), [&](const Term &term) {
    return term.coefficient.isUniform() &&
           std::none_of(term.monomial.begin(), term.monomial.end(),
                        [&](SymbolId id) { return symbols_[id].partition != nullptr; });
  });
  if (!areTermsShared)
    return isWarpUniform(a) ? std::optional<std::int64_t>(0) : std::nullopt;
  if (a.base.isUniform())
    return 0;
  std::int64_t farthest = 0;
  for (unsigned first = 0; first < threads_; first += warpThreads) {
    std::int64_t least = a.base.at(first), most = least;
    for (unsigned lane = first; lane < std::min(first + warpThreads, threads_); ++lane) {
      least = std::min(least, a.base.at(lane));
      most = std::max(most, a.base.at(lane));
    }
    farthest = std::max(farthest, wrapSub(most, least));
  }
  return farthest;
}

std::optional<std::int64_t> Algebra::mostOf(const Value &a) const {
  if (a.unknown)
    return a.most ? std::optional<std::int64_t>(a.most) : std::nullopt;
  if (!a.terms.empty())
    return std::nullopt;
  std::int64_t most = 0;
  for (unsigned lane = 0; lane < (a.base.isUniform() ? 1 : threads_); ++lane) {
    if (a.base.at(lane) < 0)
      return std::nullopt;
    most = std::max(most, a.base.at(lane));
  }
  return most;
}

Value Algebra::combine(const Value &a, const Value &b, int sign) const {
  Value result = termByTerm(a, b, sign);
  inherit(result, a, b);
  if (result.unknown) {
    result.stretches = stretchesOf(a.stretchesAtMost() * b.stretchesAtMost());
    result.choices = choicesOf({&a, &b});
    if (a.most || b.most)
      if (const auto ofA = mostOf(a), ofB = mostOf(b); ofA && ofB && sign > 0)
        result.most = apartOf(wrapAdd(*ofA, *ofB));
    if (a.apart || b.apart || a.most || b.most)
      if (const auto ofA = apartAtMost(a), ofB = apartAtMost(b); ofA && ofB)
        result.apart =
            apartOf(*ofA * (a.isRemainderOfSigned && b.constant().value_or(0) > 0 ? 2 : 1) +
                    *ofB * (b.isRemainderOfSigned && a.constant().value_or(0) > 0 ? 2 : 1));
    if (a.elementOf && a.elementOf == b.elementOf && sign > 0) {
      result.elementOf = a.elementOf;
      result.isSumOfElements = true;
    }
    if (auto own = sumOfOwn(a, b, sign)) {
      result.own = std::move(*own);
      if (result.own.empty()) { // x + i - x
        result.unknown = nullptr;
        result.cause = Cause::None;
        result.warpsDiffer = false;
        result.stretches = 0;
        result.choices = 0;
        result.apart = 0;
        result.most = 0;
      }
    }
  }
  if (hasRemainders_ && !result.unknown && result.terms.size() > 1)
    joinRemainders(result);
  if (result.terms.size() > maxTerms)
    return unknownLike({&a, &b});
  return result;
}

namespace {

/// Is there one of which the compiler knows less?
bool isOpenToCompiler(const Value &a, const Value &b) {
  return a.zerosForCompiler != Value::asKnownHere || b.zerosForCompiler != Value::asKnownHere;
}

std::uint8_t zerosOf(std::int64_t number) {
  return static_cast<std::uint8_t>(
      std::min<int>(std::countr_zero(static_cast<std::uint64_t>(number)), Algebra::mostZeros));
}

} // namespace

std::uint8_t Algebra::zerosForCompiler(const Value &a) const {
  if (a.zerosForCompiler != Value::asKnownHere)
    return a.zerosForCompiler;
  if (a.unknown)
    return 0;
  std::uint8_t zeros = mostZeros;
  const auto take = [&](const Lanes &lanes, std::int64_t times) {
    for (unsigned lane = 0; zeros > 0 && lane < (lanes.isUniform() ? 1 : threads_); ++lane)
      zeros = std::min(zeros, zerosOf(wrapMul(lanes.at(lane), times)));
  };
  take(a.base, 1);
  for (const Term &term : a.terms) {
    const bool isStart =
        term.monomial.size() == 1 && symbols_[term.monomial.front()].kind == SymbolKind::Address;
    if (!isStart) // what lies there is aligned for whatever may be
      take(term.coefficient, divisor(term.monomial));
  }
  return zeros;
}

Value Algebra::add(const Value &a, const Value &b) const {
  Value result = combine(a, b, 1);
  if (isOpenToCompiler(a, b))
    result.zerosForCompiler = std::min(a.zerosForCompiler, b.zerosForCompiler);
  return result;
}

Value Algebra::sub(const Value &a, const Value &b) const {
  Value result = combine(a, b, -1);
  if (isOpenToCompiler(a, b))
    result.zerosForCompiler = std::min(a.zerosForCompiler, b.zerosForCompiler);
  return result;
}

Value Algebra::neg(const Value &a) const { return sub(Value(0), a); }
Value Algebra::bitNot(const Value &a) const { return sub(Value(-1), a); }

Value Algebra::mul(const Value &a, const Value &b) const {
  Value result(map(threads_, a.base, b.base, wrapMul));
  if (a.terms.empty() || b.terms.empty()) {
    // One is a number: the terms of the other stay in their order.
    const Lanes &factor = a.terms.empty() ? a.base : b.base;
    const Terms &terms = a.terms.empty() ? b.terms : a.terms;
    if (factor == Lanes(1))
      result.terms = terms;
    else
      for (const Term &term : terms) {
        Lanes scaled = map(threads_, term.coefficient, factor, wrapMul);
        if (!scaled.isZero())
          result.terms.pushBack({term.monomial, std::move(scaled)});
      }
  } else {
    std::map<Monomial, Lanes> products;
    auto accumulate = [&](Monomial monomial, const Lanes &coefficient) {
      auto [it, inserted] = products.emplace(std::move(monomial), coefficient);
      if (!inserted)
        it->second = map(threads_, it->second, coefficient, wrapAdd);
    };
    for (const Term &term : a.terms)
      accumulate(term.monomial, map(threads_, term.coefficient, b.base, wrapMul));
    for (const Term &term : b.terms)
      accumulate(term.monomial, map(threads_, term.coefficient, a.base, wrapMul));
    for (const Term &left : a.terms)
      for (const Term &right : b.terms) {
        Monomial monomial;
        std::merge(left.monomial.begin(), left.monomial.end(), right.monomial.begin(),
                   right.monomial.end(), std::back_inserter(monomial));
        if (monomial.size() > 6)
          return unknownLike({&a, &b});
        accumulate(std::move(monomial),
                   map(threads_, left.coefficient, right.coefficient, wrapMul));
      }
    for (auto &[monomial, coefficient] : products)
      if (!coefficient.isZero())
        result.terms.pushBack({monomial, std::move(coefficient)});
  }
  inherit(result, a, b);
  if (isOpenToCompiler(a, b))
    result.zerosForCompiler = static_cast<std::uint8_t>(
        std::min<int>(zerosForCompiler(a) + zerosForCompiler(b), mostZeros));
  // Times the size of an element, they are still neighbours.
  constexpr std::int64_t widest = 16;
  const auto few = [](const std::optional<std::int64_t> &factor) {
    return factor && *factor >= -widest && *factor <= widest;
  };
  if (result.unknown) {
    result.choices = choicesOf({&a, &b});
    result.stretches = few(a.constant()) || few(b.constant())
                           ? stretchesOf(a.stretchesAtMost() * b.stretchesAtMost())
                           : result.choices;
    const Value &scaled = a.unknown ? a : b;
    if (const auto factor = (a.unknown ? b : a).constant(); factor && scaled.unknown) {
      result.apart = apartOf(std::abs(wrapMul(*factor, apartAtMost(scaled).value_or(0))));
      result.most = *factor > 0 ? apartOf(wrapMul(*factor, scaled.most)) : 0;
    }
  }
  if (const auto factor = b.unknown ? a.constant() : b.constant(); factor.value_or(0) != 0)
    for (const auto &[id, times] : a.unknown ? a.own : b.own)
      result.own.emplace_back(id, wrapMul(times, *factor));
  if (result.terms.size() > maxTerms)
    return unknownLike({&a, &b});
  return result;
}

Value Algebra::concreteBinary(const Value &a, const Value &b,
                              std::int64_t (*op)(std::int64_t, std::int64_t)) const {
  Value result(map(threads_, a.base, b.base, op));
  inherit(result, a, b);
  return result;
}

Value Algebra::opaque(const std::string &function, std::initializer_list<const Value *> operands) {
  bool blockUniform = true;
  bool warpUniform = true;
  for (const Value *operand : operands) {
    blockUniform = blockUniform && isUniform(*operand, all_);
    warpUniform = warpUniform && isWarpUniform(*operand);
  }
  if (!warpUniform)
    return unknownLike(operands);

  std::string name = function + "(";
  Value result;
  std::vector<AssumptionId> assumptions;
  for (const Value *operand : operands) {
    if (name.back() != '(')
      name += ", ";
    name += blockUniform ? key(uniformPart(*operand, all_)) : describe(*operand);
    assumptions = unite(assumptions, operand->assumptions);
  }
  name += ")";
  std::string shown = function + "(";
  bool perBlock = false;
  for (const Value *operand : operands) {
    shown += (shown.back() == '(' ? "" : ", ") + describe(*operand);
    perBlock = perBlock || dependsOnBlock(*operand);
  }
  shown += ")";
  const std::string sign = function == "div"   ? " / "
                           : function == "shl" ? " << "
                           : function == "shr" ? " >> "
                                               : "";
  if (!sign.empty() && operands.size() == 2) {
    auto operand = [&](const Value &value) {
      std::string text = describe(value);
      return text.find(' ') == std::string::npos ? text : "(" + text + ")";
    };
    shown = operand(**operands.begin()) + sign + operand(**(operands.begin() + 1));
  }
  if (blockUniform) {
    result = interned(name, [&] {
      Symbol symbol;
      symbol.name = shown;
      symbol.perBlock = perBlock;
      return symbol;
    });
  } else {
    Symbol symbol;
    symbol.name = shown;
    symbol.perBlock = perBlock;
    std::vector<std::uint16_t> parts(threads_);
    for (unsigned lane = 0; lane < threads_; ++lane)
      parts[lane] = static_cast<std::uint16_t>(lane / 32);
    symbol.partition = std::make_shared<const std::vector<std::uint16_t>>(std::move(parts));
    symbol.warpsMayAgree = std::all_of(operands.begin(), operands.end(), [&](const Value *operand) {
      return warpsMayAgree(*operand);
    });
    result = valueOf(makeSymbol(std::move(symbol)));
  }
  result.assumptions = std::move(assumptions);
  return result;
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

Value Algebra::quotientOf(const Value &dividend, std::int64_t by) {
  const Value divisor(by);
  Value quotient = opaque("div", {&dividend, &divisor});
  if (quotient.isKnown() && quotient.terms.size() == 1 && isUniform(dividend, all_)) {
    Symbol &symbol = symbols_[quotient.terms.front().monomial.front()];
    symbol.dividend = std::make_shared<const Value>(uniformPart(dividend, all_));
    symbol.dividedBy = by;
  }
  return quotient;
}

// Indices are not negative where they hold symbols, so quotients round down.
/// Of a value that all threads share, and of `by`.
std::int64_t Algebra::commonDivisorOf(const Value &shared, std::int64_t by) const {
  std::int64_t unit = std::gcd(by, shared.base.at(0));
  for (const Term &term : shared.terms)
    unit = std::gcd(unit, wrapMul(term.coefficient.at(0), divisor(term.monomial)));
  return std::abs(unit);
}

/// 256 * blockIdx.x + threadIdx.x, of 256 threads, never begins a new row of 4096 within a block:
/// `by` is as many parts, at one of which the shared `rest` begins, and all lanes lie within one.
/// Returns where that begins.
std::optional<std::int64_t> Algebra::withinOnePart(const Value &rest, const Lanes &lanes,
                                                   std::int64_t by) const {
  if (!isUniform(rest, all_))
    return std::nullopt;
  const std::int64_t part = commonDivisorOf(rest, by);
  if (part <= 1)
    return std::nullopt;
  const std::int64_t first = floorDiv(lanes.at(0), part);
  for (unsigned lane = 1; lane < threads_; ++lane)
    if (floorDiv(lanes.at(lane), part) != first)
      return std::nullopt;
  return first * part;
}

std::pair<Value, Value> Algebra::divRemConstant(const Value &a, std::int64_t by) {
  Value quotient;
  Value rest; // symbols that do not divide evenly
  Value divisible;
  for (const Term &term : a.terms) {
    std::int64_t unit = divisor(term.monomial);
    auto divides = [&](std::int64_t coefficient) { return wrapMul(coefficient, unit) % by == 0; };
    bool exact = true;
    if (term.coefficient.isUniform()) {
      exact = divides(term.coefficient.uniform());
    } else {
      for (unsigned lane = 0; exact && lane < threads_; ++lane)
        exact = divides(term.coefficient.at(lane));
    }
    (exact ? divisible : rest).terms.pushBack(term);
  }
  for (const Term &term : divisible.terms) {
    bool plain = term.coefficient.isUniform() ? term.coefficient.uniform() % by == 0 : true;
    if (!term.coefficient.isUniform())
      for (unsigned lane = 0; plain && lane < threads_; ++lane)
        plain = term.coefficient.at(lane) % by == 0;
    if (plain) {
      quotient.terms.pushBack(
          {term.monomial, map(threads_, term.coefficient, Lanes(by), truncDiv)});
    } else if (term.coefficient.isUniform()) {
      // The monomial is a multiple, its coefficient alone is not: n/4 where 4 divides n.
      Value whole;
      whole.terms.pushBack(term);
      quotient = add(quotient, quotientOf(whole, by));
    } else {
      Value all = unknownLike({&a});
      return {all, all};
    }
  }

  Value symbolicRest; // remainder of `rest`, as a symbol below `by`
  if (!rest.terms.empty()) {
    if (!isUniform(rest, all_) && !isWarpUniform(rest)) {
      Value all = unknownLike({&a});
      return {all, all};
    }
    Value by1(by);
    bool concreteLanes = !a.base.isUniform();
    if (concreteLanes && isTicket(rest)) {
      // `slots[atomicAdd(&count, 1) % size]`: each warp's numbers begin somewhere else.
      Value all = unknownLike({&a});
      all.cause = Cause::Data;
      return {all, all};
    }
    if (const auto start = concreteLanes ? withinOnePart(rest, a.base, by) : std::nullopt) {
      Value whole = rest;
      whole.base = *start;
      auto [wholeQuotient, wholeRemainder] = divRemConstant(whole, by);
      quotient = add(quotient, wholeQuotient);
      Value remainder = add(wholeRemainder, sub(Value(a.base), Value(*start)));
      inherit(quotient, quotient, a);
      inherit(remainder, remainder, a);
      return {quotient, remainder};
    }
    if (concreteLanes) {
      // (n + lane) / 4: taken as if n were a multiple of 4, and said so. Of blocks some begin so.
      AssumptionId assumed =
          assumption((dependsOnBlock(rest) ? "as where `" : "`") + describe(rest) +
                     "` is a multiple of " + std::to_string(by));
      quotient = add(quotient, quotientOf(rest, by));
      quotient.assumptions = unite(quotient.assumptions, {assumed});
      symbolicRest.assumptions = {assumed};
    } else {
      Value whole = rest;
      whole.base = a.base;
      quotient = add(quotient, quotientOf(whole, by));
      Value remainder = opaque("mod", {&whole, &by1});
      Value part = mul(quotientOf(whole, by), by1);
      Symbol &symbol = symbols_[remainder.terms.front().monomial.front()];
      symbol.lower = 0;
      symbol.upper = by - 1;
      symbol.divisor = std::max(symbol.divisor, commonDivisorOf(whole, by));
      if (!symbol.remainderOf) {
        symbol.remainderOf = std::make_shared<const Value>(whole);
        symbol.wholePart = std::make_shared<const Value>(std::move(part));
        hasRemainders_ = true;
      }
      inherit(quotient, quotient, a);
      inherit(remainder, remainder, a);
      return {quotient, remainder};
    }
  }
  Value low(map(threads_, a.base, Lanes(by), a.terms.empty() ? truncRem : floorMod));
  Value high(map(threads_, a.base, Lanes(by), a.terms.empty() ? truncDiv : floorDiv));
  quotient = add(quotient, high);
  Value remainder = add(symbolicRest, low);
  inherit(quotient, quotient, a);
  inherit(remainder, remainder, a);
  return {quotient, remainder};
}

std::pair<Value, Value> Algebra::divRemSymbol(const Value &a, const Value &by) {
  Value all = unknownLike({&a, &by});
  // What all threads agree on needs no assumption, unless the division is exact.
  bool exact =
      a.isKnown() && a.base.isZero() && by.terms.size() == 1 &&
      std::all_of(a.terms.begin(), a.terms.end(), [&](const Term &term) {
        const Monomial &unit = by.terms.front().monomial;
        return std::includes(term.monomial.begin(), term.monomial.end(), unit.begin(), unit.end());
      });
  if (!exact && isUniform(a, all_) && isUniform(by, all_)) {
    Value quotient = opaque("div", {&a, &by});
    Value remainder = opaque("mod", {&a, &by});
    bool positive = a.base.at(0) >= 0;
    for (const Term &term : a.terms)
      positive = positive && term.coefficient.at(0) > 0;
    for (Value *value : {&quotient, &remainder})
      if (positive && value->terms.size() == 1)
        symbols_[value->terms.front().monomial.front()].lower = 0;
    return {quotient, remainder};
  }
  // threadIdx.x % n, n a multiple of 32: what the lanes of a warp have in common is divided, the
  // rest of it is their own.
  const auto byWholeWarps = [&]() -> std::optional<std::pair<Value, Value>> {
    const std::int64_t unit =
        by.isKnown() && isUniform(by, all_) ? commonDivisor(symbolicDivisor(by), by.base.at(0)) : 0;
    if (unit < warpThreads || !a.isConcrete())
      return std::nullopt;
    for (unsigned lane = 0; lane < threads_; ++lane)
      if (a.base.at(lane) < 0)
        return std::nullopt;
    const auto [common, rest] = divRemConstant(a, unit);
    if (!isWarpUniform(common))
      return std::nullopt;
    const Value units = divRemConstant(by, unit).first;
    Value quotient = opaque("div", {&common, &units});
    Value remainder = opaque("mod", {&common, &units});
    for (const Value *value : {&quotient, &remainder})
      if (value->terms.size() == 1)
        symbols_[value->terms.front().monomial.front()].lower = 0;
    return std::pair(std::move(quotient), add(mul(remainder, Value(unit)), rest));
  };
  const auto ofEachWarp = [&]() -> std::pair<Value, Value> {
    if (!isWarpUniform(a) || !isWarpUniform(by))
      return byWholeWarps().value_or(std::pair(all, all));
    Value quotient = opaque("div", {&a, &by});
    Value remainder = opaque("mod", {&a, &by});
    return {quotient, remainder};
  };
  if (by.unknown || by.terms.size() != 1 || !by.base.isZero() ||
      !by.terms.front().coefficient.isUniform() || by.terms.front().coefficient.uniform() <= 0)
    return ofEachWarp();
  // a = multiple * by + uniform rest + lane part.
  const Term &unit = by.terms.front();
  Value multiple;
  Value rest;
  for (const Term &term : a.terms) {
    Monomial quotient;
    std::set_difference(term.monomial.begin(), term.monomial.end(), unit.monomial.begin(),
                        unit.monomial.end(), std::back_inserter(quotient));
    bool contains = quotient.size() + unit.monomial.size() == term.monomial.size();
    bool divides = contains;
    for (unsigned lane = 0; divides && lane < threads_; ++lane)
      divides = term.coefficient.at(lane) % unit.coefficient.uniform() == 0;
    if (!divides) {
      rest.terms.pushBack(term);
      continue;
    }
    Lanes scaled = map(threads_, term.coefficient, unit.coefficient, truncDiv);
    Value part;
    if (quotient.empty())
      part.base = scaled;
    else
      part.terms.pushBack({quotient, scaled});
    multiple = add(multiple, part);
  }
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  for (unsigned lane = 0; lane < threads_; ++lane) {
    lowest = lane ? std::min(lowest, a.base.at(lane)) : a.base.at(lane);
    highest = lane ? std::max(highest, a.base.at(lane)) : a.base.at(lane);
  }
  // (x - 1 + n) % n: an interior block has neither end of a row in it.
  if ((lowest < 0 && !dependsOnBlock(rest)) ||
      (!rest.terms.empty() && !isUniform(rest, all_) && !isWarpUniform(rest)))
    return ofEachWarp();
  // Who divides a thread's place in the block has several rows in it.
  if (a.terms.empty() && highest > 0 && bounds(by, 0).lower.value_or(0) <= highest)
    return ofEachWarp();
  // Of `(64 * blockIdx.x + t) % (64 * gridDim.x)`, a row has whole blocks in it.
  const auto unitOf = [&](const Value &value) {
    return value.isKnown() && value.base.isUniform()
               ? commonDivisor(symbolicDivisor(value), value.base.at(0))
               : 1;
  };
  const std::int64_t inBoth = commonDivisor(unitOf(rest), unitOf(by));
  const bool isWhole = lowest >= 0 && highest < inBoth;
  Value quotient = multiple;
  Value remainder(a.base);
  if (!rest.terms.empty()) {
    quotient = add(quotient, opaque("div", {&rest, &by}));
    const Value begin = opaque("mod", {&rest, &by});
    if (begin.isKnown() && begin.terms.size() == 1 && begin.terms.front().monomial.size() == 1) {
      Symbol &symbol = symbols_[begin.terms.front().monomial.front()];
      symbol.divisor = std::lcm(symbol.divisor, std::max<std::int64_t>(inBoth, 1));
    }
    remainder = add(remainder, begin);
  }
  if ((highest > 0 || lowest < 0) && !isWhole) {
    const std::int64_t widest =
        std::max<std::int64_t>(highest, 0) - std::min<std::int64_t>(lowest, 0);
    AssumptionId assumed =
        assumption("`" + describe(by) + "` is larger than " + std::to_string(widest) +
                   ", so that the threads of a block stay within one row");
    quotient.assumptions = unite(quotient.assumptions, {assumed});
    remainder.assumptions = unite(remainder.assumptions, {assumed});
  }
  inherit(quotient, quotient, a);
  inherit(remainder, remainder, a);
  return {quotient, remainder};
}

std::pair<Value, Value> Algebra::divRem(const Value &a, const Value &b) {
  if (a.terms.empty() && b.terms.empty())
    return {concreteBinary(a, b, truncDiv), concreteBinary(a, b, truncRem)};
  if (b.isConcrete() && b.base.isUniform()) {
    std::int64_t by = b.base.uniform();
    if (by == 0)
      return {unknownLike({&a}), unknownLike({&a})};
    if (by > 0) {
      auto [quotient, remainder] = divRemConstant(a, by);
      inherit(quotient, quotient, b);
      inherit(remainder, remainder, b);
      return {quotient, remainder};
    }
  }
  return divRemSymbol(a, b);
}

/// Whole rows of `by` numbers, from 0 on, stay rows: of 0 to 255 by 8, 31. Others may reach into
/// one more.
static std::uint32_t apartWhenDivided(const Value &a, std::int64_t by) {
  const bool areRows = (std::int64_t{a.apart} + 1) % by == 0 && a.terms.empty() && a.base.isZero();
  return Algebra::apartOf(areRows ? a.apart / by : (a.apart + by - 1) / by);
}

Value Algebra::div(const Value &a, const Value &b) {
  Value result = divRem(a, b).first;
  if (const auto by = b.constant(); result.unknown && by && *by > 0) {
    result.apart = a.apart ? apartWhenDivided(a, *by) : 0;
    result.most = apartOf(a.most / *by);
  }
  if (isOpenToCompiler(a, b))
    result.zerosForCompiler = 0;
  return result;
}

Value Algebra::rem(const Value &a, const Value &b) {
  Value result = divRem(a, b).second;
  if (const auto by = b.constant(); result.unknown && by && *by > 0) {
    result.apart = apartOf(*by - 1); // of what is below 0, there is no element
    result.most = a.most ? apartOf(std::min<std::int64_t>(a.most, *by - 1)) : 0;
    if (a.most && !result.choices)
      result.choices = choicesUpTo(*by - 1);
  }
  if (isOpenToCompiler(a, b))
    result.zerosForCompiler = std::min(zerosForCompiler(a), zerosForCompiler(b));
  return result;
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

Value Algebra::shl(const Value &a, const Value &b) {
  if (b.isConcrete()) {
    Lanes factor = map(threads_, Lanes(1), b.base, [](std::int64_t one, std::int64_t by) {
      return by < 0 || by > 62 ? std::int64_t{0} : one << by;
    });
    return mul(a, Value(factor));
  }
  return opaque("shl", {&a, &b});
}

Value Algebra::shr(const Value &a, const Value &b) {
  if (b.isConcrete() && b.base.isUniform() && b.base.uniform() >= 0 && b.base.uniform() < 63) {
    std::int64_t by = std::int64_t{1} << b.base.uniform();
    if (a.terms.empty()) {
      Value result(map(threads_, a.base, Lanes(by), floorDiv));
      inherit(result, a, b);
      if (result.unknown && a.apart)
        result.apart = apartWhenDivided(a, by);
      if (result.unknown)
        result.most = apartOf(a.most / by);
      if (isOpenToCompiler(a, b))
        result.zerosForCompiler = 0;
      return result;
    }
    return div(a, Value(by));
  }
  if (a.isConcrete() && b.isConcrete())
    return concreteBinary(a, b, [](std::int64_t value, std::int64_t by) {
      return by < 0 || by > 62 ? std::int64_t{0} : value >> by;
    });
  return opaque("shr", {&a, &b});
}

// If every symbol of `a` is a multiple of 2^m and `b` is below 2^m, only the low bits
// of a's constant take part.
template <typename Low>
Value Algebra::bitwise(const Value &a, const Value &b, const char *name, Low low) {
  if (a.terms.empty() && b.terms.empty())
    return concreteBinary(a, b, low);
  if (a.terms.empty())
    return bitwise(b, a, name, low);
  if (b.terms.empty() && b.isKnown() && a.isKnown()) {
    std::int64_t unit = symbolicDivisor(a);
    std::int64_t power = unit & -unit;
    bool below = power > 0;
    for (unsigned lane = 0; below && lane < threads_; ++lane)
      below = b.base.at(lane) >= 0 && b.base.at(lane) < power;
    if (below) {
      Value lowBits(map(threads_, a.base, Lanes(power), floorMod));
      Value lowResult = concreteBinary(lowBits, Value(b.base), low);
      bool keepsHigh = low(power, 0) != 0;
      Value result = lowResult;
      if (keepsHigh) {
        Value high = a;
        high.base = map(threads_, a.base, lowBits.base, wrapSub);
        result = add(high, lowResult);
      }
      inherit(result, a, b);
      return result;
    }
  }
  return opaque(name, {&a, &b});
}

Value Algebra::bitAnd(const Value &a, const Value &b) {
  const Value &mask = b.constant() ? b : a;
  const Value &other = b.constant() ? a : b;
  if (auto constant = mask.constant(); constant && !other.terms.empty()) {
    const std::int64_t next = wrapAdd(*constant, 1);
    if (*constant >= 0 && isPowerOfTwo(next))
      return rem(other, Value(next));
    // ~(2^k - 1) clears the low bits, in words of 32 bits without a sign as well.
    constexpr std::int64_t wordSpan = std::int64_t{1} << 32;
    const bool isWord = *constant >= wordSpan / 2 && *constant < wordSpan;
    const std::int64_t negated = wrapSub(isWord ? wordSpan : 0, *constant);
    if (negated > 0 && isPowerOfTwo(negated)) {
      const bool isPlace = std::any_of(other.terms.begin(), other.terms.end(), [&](const Term &t) {
        return std::any_of(t.monomial.begin(), t.monomial.end(),
                           [&](SymbolId id) { return symbols_[id].kind == SymbolKind::Address; });
      });
      if (!isPlace && isUniform(other, all_))
        return mul(div(other, Value(negated)), Value(negated));
      return sub(other, rem(other, Value(negated)));
    }
  }
  // i & (n - 1) is i % n for who keeps n a power of two.
  for (const auto &[number, below] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    if (!below->isKnown() || below->terms.size() != 1 || !below->base.isUniform() ||
        below->base.uniform() != -1 || isUniform(*number, all_))
      continue;
    const Value size = add(*below, Value(1));
    Value result = rem(*number, size);
    if (!result.isKnown())
      continue;
    result.assumptions =
        unite(result.assumptions, {assumption("`" + describe(size) + "` is a power of two")});
    return result;
  }
  Value result = bitwise(a, b, "and", [](std::int64_t x, std::int64_t y) { return x & y; });
  if (const auto constant = mask.constant(); constant && result.unknown) {
    // Ones above clear what lies below: that much may be taken off each.
    result.apart = *constant >= 0 ? apartOf(*constant)
                   : other.apart  ? apartOf(other.apart + wrapSub(-1, *constant))
                                  : 0;
    result.most = *constant >= 0 ? apartOf(*constant) : other.most;
    if (*constant >= 0 && !result.choices)
      result.choices = choicesUpTo(*constant);
  }
  if (isOpenToCompiler(a, b))
    result.zerosForCompiler = std::max(zerosForCompiler(a), zerosForCompiler(b));
  return result;
}

Value Algebra::bitOr(const Value &a, const Value &b) {
  // `n | 31`: the last number of those that differ in these bits.
  const std::optional<std::int64_t> ones = b.constant() ? b.constant() : a.constant();
  const Value &other = b.constant() ? a : b;
  if (ones && *ones > 0 && std::has_single_bit(static_cast<std::uint64_t>(*ones) + 1) &&
      !other.isConcrete() && isUniform(other, all_)) {
    const Value span(*ones + 1);
    return add(mul(div(other, span), span), Value(*ones));
  }
  Value result = bitwise(a, b, "or", [](std::int64_t x, std::int64_t y) { return x | y; });
  if (result.unknown && ones && *ones >= 0 && other.apart)
    result.apart = apartOf(wrapAdd(other.apart, *ones));
  if (isOpenToCompiler(a, b))
    result.zerosForCompiler = std::min(a.zerosForCompiler, b.zerosForCompiler);
  return result;
}
Value Algebra::bitXor(const Value &a, const Value &b) {
  Value result = bitwise(a, b, "xor", [](std::int64_t x, std::int64_t y) { return x ^ y; });
  const std::optional<std::int64_t> turned = b.constant() ? b.constant() : a.constant();
  if (const Value &other = b.constant() ? a : b;
      result.unknown && turned && *turned >= 0 && other.apart)
    result.apart = apartOf(wrapAdd(other.apart, wrapMul(*turned, 2)));
  if (isOpenToCompiler(a, b))
    result.zerosForCompiler = std::min(a.zerosForCompiler, b.zerosForCompiler);
  return result;
}

// `x + dx` where x is unsigned and dx is -1 is x + 4294967295, which is the element before x.
// Numbers that are taken away from (`~n`), and those that are no small step back, stay as they are.
static Value withStepsBack(const Value &a, std::int64_t span, unsigned threads) {
  constexpr std::int64_t farthestBack = 65536;
  const auto isStepBack = [&](std::int64_t number) {
    return number >= span - farthestBack && number < span + farthestBack;
  };
  bool any = false, grows = true;
  for (unsigned lane = 0; lane < (a.base.isUniform() ? 1 : threads); ++lane)
    any = any || isStepBack(a.base.at(lane));
  if (!any)
    return a;
  for (const Term &term : a.terms)
    for (unsigned lane = 0; lane < (term.coefficient.isUniform() ? 1 : threads); ++lane)
      grows = grows && term.coefficient.at(lane) >= 0;
  if (!grows)
    return a;
  const auto stepped = [&](std::int64_t number) {
    return isStepBack(number) ? number - span : number;
  };
  Value result = a;
  if (a.base.isUniform()) {
    result.base = Lanes(stepped(a.base.uniform()));
    return result;
  }
  std::vector<std::int64_t> numbers(threads);
  for (unsigned lane = 0; lane < threads; ++lane)
    numbers[lane] = stepped(a.base.at(lane));
  result.base = Lanes(std::move(numbers));
  return result;
}

Value Algebra::truncate(const Value &a, unsigned bits, bool isSigned) {
  if (bits >= 64)
    return a;
  std::int64_t span = std::int64_t{1} << bits;
  std::int64_t low = isSigned ? -(span / 2) : 0;
  if (!a.terms.empty()) {
    if (bits > 8)
      return bits >= 32 ? withStepsBack(a, span, threads_) : a;
    bool fits = a.isKnown();
    for (unsigned lane = 0; fits && lane < threads_; ++lane) {
      Interval interval = bounds(a, lane);
      fits = interval.lower && *interval.lower >= low && interval.upper &&
             *interval.upper < low + span;
    }
    return fits ? a : opaque(isSigned ? "signed char" : "unsigned char", {&a});
  }
  auto wrap = [&](std::int64_t value) { return floorMod(wrapSub(value, low), span) + low; };
  const auto isIn = [&](std::int64_t value) { return value >= low && value < low + span; };
  if (a.base.isUniform()) {
    if (isIn(a.base.uniform()))
      return a;
    Value result = a;
    result.own.clear();
    result.base = Lanes(wrap(a.base.uniform()));
    return result;
  }
  bool fits = true;
  for (unsigned lane = 0; fits && lane < threads_; ++lane)
    fits = isIn(a.base.at(lane));
  if (fits)
    return a;
  Value result = a;
  result.own.clear();
  std::vector<std::int64_t> values(threads_);
  for (unsigned lane = 0; lane < threads_; ++lane)
    values[lane] = wrap(a.base.at(lane));
  result.base = Lanes(std::move(values));
  return result;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

Algebra::Interval Algebra::bounds(const Value &a, unsigned lane) const {
  Interval plain = plainBounds(a, lane);
  if (plain.lower && plain.upper)
    return plain;
  // With n / 4 beside n: 4 * (n / 4) is n, but for what is left over, which is 0 to 3.
  for (const Term &term : a.terms) {
    const std::int64_t coefficient = term.coefficient.at(lane);
    if (coefficient == 0 || term.monomial.size() != 1)
      continue;
    const Symbol &symbol = symbols_[term.monomial.front()];
    if (!symbol.dividend || coefficient % symbol.dividedBy != 0)
      continue;
    const std::int64_t times = coefficient / symbol.dividedBy;
    Value apart;
    apart.terms.pushBack({term.monomial, Lanes(coefficient)});
    LaneMask one;
    one.set(lane);
    const Value rest = sub(uniformPart(a, one), apart);
    const Interval inner = plainBounds(add(rest, mul(*symbol.dividend, Value(times))), lane);
    const std::int64_t leftOver = wrapMul(times, symbol.dividedBy - 1);
    if (!plain.lower && inner.lower)
      plain.lower = wrapSub(*inner.lower, std::max<std::int64_t>(leftOver, 0));
    if (!plain.upper && inner.upper)
      plain.upper = wrapSub(*inner.upper, std::min<std::int64_t>(leftOver, 0));
  }
  return plain;
}

Algebra::Interval Algebra::plainBounds(const Value &a, unsigned lane) const {
  Interval sum{a.base.at(lane), a.base.at(lane)};
  for (const Term &term : a.terms) {
    std::int64_t coefficient = term.coefficient.at(lane);
    if (coefficient == 0)
      continue;
    Interval product{1, 1};
    for (SymbolId id : term.monomial) {
      const Symbol &symbol = symbols_[id];
      if (!symbol.lower || *symbol.lower < 0) {
        product.lower.reset();
        if (term.monomial.size() > 1)
          product.upper.reset();
        else
          product.upper = symbol.upper;
        if (symbol.lower && term.monomial.size() == 1)
          product.lower = symbol.lower;
        break;
      }
      product.lower = wrapMul(product.lower.value_or(1), *symbol.lower); // it has one up to here
      product.upper = product.upper && symbol.upper
                          ? std::optional(wrapMul(*product.upper, *symbol.upper))
                          : std::nullopt;
    }
    auto low = coefficient > 0 ? product.lower : product.upper;
    auto high = coefficient > 0 ? product.upper : product.lower;
    sum.lower = sum.lower && low ? std::optional(wrapAdd(*sum.lower, wrapMul(coefficient, *low)))
                                 : std::nullopt;
    sum.upper = sum.upper && high ? std::optional(wrapAdd(*sum.upper, wrapMul(coefficient, *high)))
                                  : std::nullopt;
  }
  return sum;
}

namespace {

// Is a position in the grid below zero, or above it, for all threads of all but a few blocks?
// Nothing where anything else has a say.
std::optional<bool> signFarInside(const Algebra &algebra, const Value &difference) {
  if (!difference.isKnown() || difference.terms.empty())
    return std::nullopt;
  bool negative = false;
  bool positive = false;
  for (const Term &term : difference.terms) {
    if (std::any_of(term.monomial.begin(), term.monomial.end(),
                    [&](SymbolId id) { return algebra.symbol(id).kind != SymbolKind::BlockIndex; }))
      return std::nullopt;
    for (unsigned lane = 0; lane < algebra.threads(); ++lane) {
      negative = negative || term.coefficient.at(lane) <= 0;
      positive = positive || term.coefficient.at(lane) >= 0;
    }
  }
  return negative == positive ? std::nullopt : std::optional(negative);
}

// Sizes and loaded bounds outweigh positions in a grid, which outweigh constants.
enum class Weight { Position, Bound };
Weight weightOf(SymbolKind kind) {
  switch (kind) {
  case SymbolKind::BlockIndex:
  case SymbolKind::Iteration:
    return Weight::Position;
  default:
    return Weight::Bound;
  }
}

} // namespace

bool Algebra::isTicket(const Value &a) const {
  return std::any_of(a.terms.begin(), a.terms.end(), [&](const Term &term) {
    return std::any_of(term.monomial.begin(), term.monomial.end(),
                       [&](SymbolId id) { return symbols_[id].kind == SymbolKind::Ticket; });
  });
}

/// Of what is made of the same in each thread, the bounds in all of them.
static std::optional<Algebra::Interval> boundsOfAll(const Algebra &algebra, const Value &a) {
  const bool isSame = a.base.isUniform() &&
                      std::all_of(a.terms.begin(), a.terms.end(),
                                  [](const Term &term) { return term.coefficient.isUniform(); });
  return isSame ? std::optional(algebra.bounds(a, 0)) : std::nullopt;
}

// What a comparison finds in an interior block: the heaviest symbols decide. Nothing where they
// do not agree.
std::optional<bool> Algebra::insideGrid(const Value &difference, bool orEqual, bool bound) const {
  bool negative = false;
  bool positive = false;
  if (!bound) {
    // A position against a number: as the first block finds it, in its first iteration.
    for (unsigned lane = 0; lane < threads_; ++lane) {
      bool below = orEqual ? difference.base.at(lane) <= 0 : difference.base.at(lane) < 0;
      (below ? negative : positive) = true;
    }
  }
  for (const Term &term : difference.terms) {
    bool heavy = std::any_of(term.monomial.begin(), term.monomial.end(), [&](SymbolId id) {
      return weightOf(symbols_[id].kind) == Weight::Bound;
    });
    if (!bound || !heavy)
      continue;
    for (unsigned lane = 0; lane < threads_; ++lane) {
      negative = negative || term.coefficient.at(lane) < 0;
      positive = positive || term.coefficient.at(lane) > 0;
    }
  }
  return negative == positive ? std::nullopt : std::optional(negative);
}

bool Algebra::isAgainstParameters(const Value &difference) const {
  return difference.isKnown() && !difference.terms.empty() && !difference.base.isUniform() &&
         std::all_of(difference.terms.begin(), difference.terms.end(), [&](const Term &term) {
           return term.coefficient.isUniform() &&
                  std::all_of(term.monomial.begin(), term.monomial.end(), [&](SymbolId id) {
                    return symbols_[id].kind == SymbolKind::Parameter;
                  });
         });
}

/// The same where what all threads of the block have loaded may stand among the parameters.
static bool isAgainstWhatAllHave(const Algebra &algebra, const Value &difference) {
  const auto isOfAll = [&](SymbolId id) {
    const Symbol &symbol = algebra.symbol(id);
    return symbol.kind == SymbolKind::Parameter ||
           (symbol.kind == SymbolKind::Loaded && !symbol.partition);
  };
  return difference.isKnown() && !difference.terms.empty() && !difference.base.isUniform() &&
         std::all_of(difference.terms.begin(), difference.terms.end(), [&](const Term &term) {
           return term.coefficient.isUniform() &&
                  std::all_of(term.monomial.begin(), term.monomial.end(), isOfAll);
         });
}

bool Algebra::isPlaceInGrid(const Value &difference) const {
  bool position = false;
  for (const Term &term : difference.terms)
    for (SymbolId id : term.monomial) {
      const bool block = symbols_[id].kind == SymbolKind::BlockIndex;
      position = position || block;
      if (!block && (symbols_[id].perBlock || symbols_[id].partition))
        return false;
    }
  return position;
}

// Of `row * width + thread < rows * width` only `row < rows` matters, as long as the threads of the
// block stay within one row.
std::optional<Value> Algebra::rowsBelow(const Value &difference, bool orEqual) {
  if (difference.unknown || difference.base.isUniform() || difference.terms.size() < 2)
    return std::nullopt;
  for (SymbolId width : difference.terms.front().monomial) {
    const Symbol &symbol = symbols_[width];
    if (weightOf(symbol.kind) == Weight::Position || symbol.kind == SymbolKind::GridSize ||
        symbol.partition)
      continue;
    bool whole = true, hasPlace = false, hasBound = false;
    for (const Term &term : difference.terms) {
      const auto is = [&](Weight weight) {
        return std::any_of(term.monomial.begin(), term.monomial.end(), [&](SymbolId id) {
          return id != width && weightOf(symbols_[id].kind) == weight;
        });
      };
      const bool isPlace = is(Weight::Position);
      whole = whole && std::count(term.monomial.begin(), term.monomial.end(), width) > 0;
      hasPlace = hasPlace || isPlace;
      hasBound = hasBound || (!isPlace && is(Weight::Bound));
    }
    if (!whole || !hasPlace || !hasBound)
      continue;
    // The other way round, `rows * width < row * width + thread`, it is what is left that counts.
    const bool turned = difference.base.at(threads_ - 1) < difference.base.at(0);
    const Value place = turned ? neg(difference) : difference;
    const Value rows =
        divRemSymbol(orEqual != turned ? sub(place, Value(1)) : place, valueOf(width)).first;
    if (rows.isKnown() && isUniform(rows, all_))
      return turned ? sub(Value(-1), rows) : rows;
  }
  return std::nullopt;
}

// Is the difference below zero (or at most zero) in each thread?
Value Algebra::compareSign(const Value &difference, bool orEqual) {
  std::vector<std::int64_t> known(threads_);
  LaneMask open;
  const std::optional<Interval> same = boundsOfAll(*this, difference);
  for (unsigned lane = 0; lane < threads_; ++lane) {
    if (difference.unknown && difference.unknown->test(lane)) {
      open.set(lane);
      continue;
    }
    const Interval interval = same ? *same : bounds(difference, lane);
    if (interval.upper && (orEqual ? *interval.upper <= 0 : *interval.upper < 0))
      known[lane] = 1;
    else if (!(interval.lower && (orEqual ? *interval.lower > 0 : *interval.lower >= 0)))
      open.set(lane);
  }
  Value result{Lanes(std::move(known))};
  result.assumptions = difference.assumptions;
  if (open.none())
    return result;

  if (difference.isKnown() && open == all_ && isUniform(difference, all_)) {
    Value uniform = uniformPart(difference, all_);
    std::string name = key(uniform) + (orEqual ? " <= 0" : " < 0");
    Value condition = interned(name, [&] {
      Symbol symbol;
      symbol.name = name;
      symbol.lower = 0;
      symbol.upper = 1;
      symbol.perBlock = dependsOnBlock(uniform);
      symbol.difference = std::make_shared<const Value>(uniform);
      return symbol;
    });
    condition.assumptions = difference.assumptions;
    return condition;
  }
  const bool bound =
      std::any_of(difference.terms.begin(), difference.terms.end(), [&](const Term &term) {
        return std::any_of(term.monomial.begin(), term.monomial.end(), [&](SymbolId id) {
          return weightOf(symbols_[id].kind) == Weight::Bound;
        });
      });
  if (const std::optional<Value> rows = rowsBelow(difference, orEqual))
    return compareSign(*rows, false);
  // Against a bound that is rounded up: of 32 * s + b only the part of b that is whole matters.
  const std::int64_t unit = symbolicDivisor(difference);
  std::optional<Value> whole;
  if (difference.isKnown() && unit > 1 && !difference.base.isUniform())
    whole = divRemConstant(orEqual ? sub(difference, Value(1)) : difference, unit).first;
  if (whole && whole->isKnown() && isUniform(*whole, all_))
    return compareSign(*whole, false);
  if (difference.isKnown() && open == all_ && isWarpUniform(difference)) {
    Value condition = opaque(orEqual ? "<= 0" : "< 0", {&difference});
    condition.difference = std::make_shared<const Value>(difference);
    if (bound && isPlaceInGrid(difference)) {
      condition.interior = insideGrid(difference, orEqual, bound);
      condition.byBlock = true;
    } else if (isAgainstParameters(difference)) {
      condition.interior = insideGrid(difference, orEqual, bound);
      condition.byParameter = condition.interior.has_value();
    }
    if (condition.terms.size() == 1) {
      Symbol &symbol = symbols_[condition.terms.front().monomial.front()];
      symbol.lower = 0;
      symbol.upper = 1;
    }
    return condition;
  }

  // Where warps differ at a number, what an interior block does says more.
  std::uint8_t together = sameAcross(difference);
  if (whole && whole->isKnown()) {
    if (bound && isWarpUniform(*whole))
      return compareSign(*whole, false);
    together |= sameAcross(*whole);
  }

  result.unknown = std::make_shared<const LaneMask>(open);
  result.cause = worse(difference.cause, isTicket(difference) ? Cause::Data : Cause::Guard);
  result.warpsDiffer = !warpsMayAgree(difference);
  result.sameAcross = together;
  if (difference.isKnown())
    result.difference = std::make_shared<const Value>(difference);
  if (difference.unknown || result.cause == Cause::Data)
    return result;
  if (auto inside = insideGrid(difference, orEqual, bound))
    result.interior = inside;
  result.byBlock = dependsOnBlock(difference);
  result.byParameter = result.interior && isAgainstWhatAllHave(*this, difference);
  return holdingInside(std::move(result));
}

// `i > 0` and `i >= 2`: all but the first threads of the first block.
Value Algebra::holdingInside(Value condition) const {
  if (condition.interior || !condition.unknown || !condition.byBlock || *condition.unknown == all_)
    return condition;
  bool othersHold = true;
  (all_ - *condition.unknown).forEach([&](unsigned lane) {
    othersHold = othersHold && condition.base.at(lane) == 1;
  });
  if (othersHold)
    condition.interior = true;
  return condition;
}

Value Algebra::less(const Value &a, const Value &b) {
  Value result = compareSign(sub(a, b), false);
  if (b.orMore && result.constant() == 0)
    return less(a, *b.orMore);
  return result;
}

// Of two numbers in each warp, each in several lanes, and symbols that all threads share.
std::shared_ptr<const Value::Halves> Algebra::halvesOf(const Value &difference) {
  Value shared;
  for (const Term &term : difference.terms) {
    if (!term.coefficient.isUniform())
      return nullptr;
    shared.terms.pushBack(term);
  }
  const std::int64_t first = difference.base.at(0);
  std::optional<std::int64_t> second;
  LaneMask lanes;
  for (unsigned lane = 0; lane < threads_; ++lane) {
    const std::int64_t number = difference.base.at(lane);
    if (number == first)
      lanes.set(lane);
    else if (number != second.value_or(number))
      return nullptr;
    else
      second = number;
  }
  for (unsigned warp = 0; warp < warps(); ++warp) {
    const std::uint32_t all = all_.warp(warp), one = lanes.warp(warp);
    if (std::popcount(one) < 2 || std::popcount(all & ~one) < 2)
      return nullptr;
  }
  // x - n is 0 where n is x. It holds in those lanes if n is the smaller of both.
  const bool isNegative = shared.terms.front().coefficient.uniform() < 0;
  const Value number = isNegative ? neg(shared) : shared;
  auto [less, more] = std::minmax(isNegative ? first : -first, isNegative ? *second : -*second);
  if (less != (isNegative ? first : -first))
    lanes = all_ - lanes;
  const Interval interval = bounds(number, 0);
  Value::Halves halves{lanes, std::nullopt};
  if (more != less + 1 || interval.lower != less || interval.upper != more)
    halves.assumption = assumption("`" + describe(number) + "` is " + std::to_string(less) +
                                   " or " + std::to_string(more));
  return std::make_shared<const Value::Halves>(halves);
}

/// Are its terms made of what the host hands over, and of nothing that changes in the kernel?
static bool isOfLaunch(const Algebra &algebra, const Value &value) {
  return std::all_of(value.terms.begin(), value.terms.end(), [&](const Term &term) {
    return std::all_of(term.monomial.begin(), term.monomial.end(), [&](SymbolId id) {
      const Symbol &symbol = algebra.symbol(id);
      return symbol.kind == SymbolKind::Parameter ||
             (symbol.remainderOf && isOfLaunch(algebra, *symbol.remainderOf));
    });
  });
}

/// Do lanes of one part hold different numbers, of parts of so many threads?
static bool areApart(const Lanes &numbers, const LaneMask &lanes, unsigned threads) {
  std::set<std::pair<unsigned, std::int64_t>> distinct;
  bool apart = true;
  lanes.forEach([&](unsigned lane) {
    apart = apart && distinct.emplace(lane / threads, numbers.at(lane)).second;
  });
  return apart;
}

/// Is it a place in the block against what a block or a warp has loaded?
static bool namesData(const Algebra &algebra, const Value &difference) {
  bool named = false;
  for (const Term &term : difference.terms)
    for (const SymbolId id : term.monomial) {
      const Symbol &symbol = algebra.symbol(id);
      if (symbol.kind == SymbolKind::BlockIndex)
        return false;
      named = named || symbol.kind == SymbolKind::Loaded ||
              (symbol.kind == SymbolKind::Derived && symbol.partition);
    }
  return named;
}

Value Algebra::equal(const Value &a, const Value &b) {
  Value difference = sub(a, b);
  std::vector<std::int64_t> known(threads_);
  LaneMask open;
  std::int64_t unit = symbolicDivisor(difference);
  const std::optional<Interval> same = boundsOfAll(*this, difference);
  for (unsigned lane = 0; lane < threads_; ++lane) {
    if (difference.unknown && difference.unknown->test(lane)) {
      open.set(lane);
      continue;
    }
    const Interval interval = same ? *same : bounds(difference, lane);
    bool never = (interval.lower && *interval.lower > 0) || (interval.upper && *interval.upper < 0);
    if (unit > 1 && difference.base.at(lane) % unit != 0)
      never = true;
    if (never)
      continue;
    if (interval.lower && interval.upper && *interval.lower == 0 && *interval.upper == 0)
      known[lane] = 1;
    else
      open.set(lane);
  }
  Value result{Lanes(std::move(known))};
  result.assumptions = difference.assumptions;
  if (open.none())
    return result;
  if (difference.isKnown() && open == all_ && isUniform(difference, all_)) {
    Value uniform = uniformPart(difference, all_);
    // a == b and b == a are one condition.
    if (!uniform.terms.empty() && uniform.terms.front().coefficient.uniform() < 0)
      uniform = neg(uniform);
    std::string name = key(uniform) + " == 0";
    Value condition = interned(name, [&] {
      Symbol symbol;
      symbol.name = name;
      symbol.perBlock = dependsOnBlock(uniform);
      symbol.lower = 0;
      symbol.upper = 1;
      symbol.zero = std::make_shared<const Value>(uniform);
      return symbol;
    });
    condition.assumptions = difference.assumptions;
    return condition;
  }
  if (difference.isKnown() && open == all_ && isWarpUniform(difference)) {
    Value condition = opaque("== 0", {&difference});
    condition.difference = std::make_shared<const Value>(difference);
    if (condition.terms.size() == 1) {
      Symbol &symbol = symbols_[condition.terms.front().monomial.front()];
      symbol.lower = 0;
      symbol.upper = 1;
    }
    return condition;
  }
  result.unknown = std::make_shared<const LaneMask>(open);
  result.cause = worse(difference.cause, isTicket(difference) ? Cause::Data : Cause::Guard);
  result.warpsDiffer = !warpsMayAgree(difference);
  result.sameAcross = sameAcross(difference);
  if (difference.isKnown())
    result.difference = std::make_shared<const Value>(difference);
  if (!difference.unknown && result.cause != Cause::Data) {
    result.interior = false;
    const bool alike = std::all_of(difference.terms.begin(), difference.terms.end(),
                                   [](const Term &term) { return term.coefficient.isUniform(); });
    result.single = alike && areApart(difference.base, open, threads_);
    if (alike && namesData(*this, difference)) {
      if (result.single)
        result.elects = Value::Elects::OneOfBlock;
      else if (areApart(difference.base, open, warpThreads))
        result.elects = Value::Elects::OneOfWarp;
    }
    if (difference.isKnown() && open == all_)
      result.halves = halvesOf(difference);
    // One number in the whole launch: with either, the warp parts into the same halves.
    if (result.halves && isOfLaunch(*this, difference)) {
      Value parted = lanes(
          [&](unsigned lane) -> std::int64_t { return result.halves->lanes.test(lane) ? 1 : 0; });
      parted.assumptions = difference.assumptions;
      if (result.halves->assumption)
        parted.assumptions = unite(parted.assumptions, {*result.halves->assumption});
      return parted;
    }
  }
  return result;
}

Value Algebra::logicalNot(const Value &a) const {
  Value result = sub(Value(1), a);
  if (a.interior)
    result.interior = !*a.interior;
  result.interiorOpen = a.interiorOpen;
  result.byBlock = a.byBlock;
  result.byParameter = a.byParameter;
  result.byLaunch = a.byLaunch;
  result.difference = a.difference;
  if (a.halves)
    result.halves = std::make_shared<const Value::Halves>(
        Value::Halves{all_ - a.halves->lanes, a.halves->assumption});
  return result;
}

Value Algebra::truth(const Value &a) {
  // 0 and 1 already, as comparisons make them.
  if (a.isKnown() && a.terms.size() == 1 && a.base.isUniform() &&
      a.terms.front().monomial.size() == 1) {
    const Symbol &symbol = symbols_[a.terms.front().monomial.front()];
    std::int64_t base = a.base.uniform();
    bool boolean =
        symbol.lower == 0 && symbol.upper == 1 && a.terms.front().coefficient.isUniform();
    std::int64_t coefficient = boolean ? a.terms.front().coefficient.uniform() : 0;
    if ((coefficient == 1 && base == 0) || (coefficient == -1 && base == 1))
      return a;
  }
  if (a.terms.empty()) {
    Value result(map(threads_, a.base, Lanes(0),
                     [](std::int64_t x, std::int64_t y) { return std::int64_t{x != y}; }));
    inherit(result, a, Value(0));
    result.interior = a.interior;
    result.interiorOpen = a.interiorOpen;
    result.byBlock = a.byBlock;
    result.byParameter = a.byParameter;
    result.byLaunch = a.byLaunch;
    result.single = a.single;
    result.elects = a.elects;
    result.difference = a.difference;
    result.halves = a.halves;
    return result;
  }
  return logicalNot(equal(a, Value(0)));
}

Value Algebra::logicalAnd(const Value &a, const Value &b) {
  if (a.isConcrete() && a.base.isUniform())
    return a.base.uniform() ? b : a;
  if (b.isConcrete() && b.base.isUniform())
    return b.base.uniform() ? a : b;
  // Threads for which one side is known to be false are settled.
  std::vector<std::int64_t> known(threads_);
  LaneMask open;
  auto at = [&](const Value &value, unsigned lane) -> std::optional<bool> {
    if (value.unknown && value.unknown->test(lane))
      return std::nullopt;
    for (const Term &term : value.terms)
      if (term.coefficient.at(lane) != 0)
        return std::nullopt;
    return value.base.at(lane) != 0;
  };
  for (unsigned lane = 0; lane < threads_; ++lane) {
    auto left = at(a, lane);
    auto right = at(b, lane);
    if ((left && !*left) || (right && !*right))
      continue;
    if (left && right)
      known[lane] = 1;
    else
      open.set(lane);
  }
  Value result{Lanes(std::move(known))};
  result.assumptions = unite(a.assumptions, b.assumptions);
  const auto parts = [&](const Value &value) { return !isWarpUniform(value); };
  result.byLaunch =
      (a.byLaunch || b.byLaunch) && (a.byLaunch || !parts(a)) && (b.byLaunch || !parts(b));
  if (open.none())
    return result;
  const bool ofWarps = isWarpUniform(a) && isWarpUniform(b);
  if ((open == all_ || ofWarps) && a.isKnown() && b.isKnown()) {
    Value product = opaque("and", {&a, &b});
    if (product.terms.size() == 1) {
      Symbol &symbol = symbols_[product.terms.front().monomial.front()];
      symbol.lower = 0;
      symbol.upper = 1;
    }
    // `warp == 3 && n < 77`: other warps are settled, and this one goes one way.
    if (open != all_)
      product = add(result, mul(product, lanes([&](unsigned lane) -> std::int64_t {
                                  return open.test(lane) ? 1 : 0;
                                })));
    if (a.interior && b.interior) {
      product.interior = *a.interior && *b.interior;
      product.byBlock = a.byBlock && b.byBlock;
      product.byParameter =
          !product.byBlock && (a.byBlock || a.byParameter) && (b.byBlock || b.byParameter);
    }
    return product;
  }
  result.unknown = std::make_shared<const LaneMask>(open);
  result.cause = worse(worse(a.cause, b.cause), Cause::Guard);
  result.warpsDiffer = !(warpsMayAgree(a) && warpsMayAgree(b));
  result.sameAcross = sameAcross({&a, &b});
  // What an interior block finds: false, true, or one of them for all its threads.
  auto isTrue = [&](const Value &value) {
    return value.unknown || value.interior ? value.interior && *value.interior
                                           : value.terms.empty();
  };
  auto agrees = [&](const Value &value) {
    return value.unknown ? value.interior || value.interiorOpen
                         : value.terms.empty() || isUniform(value, all_);
  };
  result.single = a.single || b.single;
  const auto isBound = [](const Value &value) {
    return value.single && value.elects == Value::Elects::Nobody;
  };
  if (!isBound(a) && !isBound(b))
    result.elects = result.single ? Value::Elects::OneOfBlock : std::max(a.elects, b.elects);
  // `x < n && x % 2 == colour`: what an interior block finds parts its lanes.
  if (a.halves && isTrue(b))
    result.halves = a.halves;
  else if (b.halves && isTrue(a))
    result.halves = b.halves;
  auto inSomeBlock = [&](const Value &value) {
    const bool alike = !value.unknown && (value.terms.empty() || isUniform(value, all_));
    return alike || value.byBlock;
  };
  result.byBlock = inSomeBlock(a) && inSomeBlock(b);
  result.byParameter =
      !result.byBlock && (inSomeBlock(a) || a.byParameter) && (inSomeBlock(b) || b.byParameter);
  if ((a.interior && !*a.interior) || (b.interior && !*b.interior))
    result.interior = false;
  else if (isTrue(a) && isTrue(b))
    result.interior = true;
  else
    result.interiorOpen = agrees(a) && agrees(b);
  // `found && threadIdx.x == best`: data say whether the one thread goes, and part nobody.
  if (result.single || result.elects != Value::Elects::Nobody)
    result.cause = Cause::Guard;
  return result;
}

Value Algebra::logicalOr(const Value &a, const Value &b) {
  Value result = logicalNot(logicalAnd(logicalNot(a), logicalNot(b)));
  // `threadIdx.x == 63 || i == n - 1`: of those of which it is open, one thread at most.
  const auto addsOne = [](const Value &known, const Value &one) {
    return one.single && one.unknown && !known.unknown && known.terms.empty();
  };
  if (result.unknown && (addsOne(a, b) || addsOne(b, a))) {
    result.single = true;
    result.elects = (a.single ? a : b).elects;
  }
  return result;
}

Value Algebra::min(const Value &a, const Value &b) {
  if (a.terms.empty() && b.terms.empty())
    return concreteBinary(a, b, [](std::int64_t x, std::int64_t y) { return std::min(x, y); });
  Value less1 = less(a, b);
  if (auto constant = less1.constant())
    return *constant ? a : b;
  if (less1.isConcrete()) {
    LaneMask mask;
    for (unsigned lane = 0; lane < threads_; ++lane)
      if (less1.base.at(lane))
        mask.set(lane);
    return select(mask, a, b);
  }
  // Clamping to a bound: an interior block is not clamped. The bound is what is the same for all.
  if (less1.interior && less1.cause == Cause::Guard) {
    const bool same = isUniform(a, all_);
    return same != isUniform(b, all_) ? (same ? b : a) : *less1.interior ? a : b;
  }
  if (less1.cause == Cause::Guard && less1.difference && a.isKnown() && b.isKnown() &&
      isUniform(a, all_) != isUniform(b, all_) && !signFarInside(*this, *less1.difference))
    return isUniform(a, all_) ? b : a;
  // max(i - 1, 0): nor is any block but the first few.
  if (less1.cause == Cause::Guard && less1.difference)
    if (auto below = signFarInside(*this, *less1.difference))
      return *below ? a : b;
  // The same of blocks that are clamped as a whole or not at all.
  if (less1.isKnown() && less1.terms.size() == 1 && !(isWarpUniform(a) && isWarpUniform(b))) {
    const Symbol &condition = symbols_[less1.terms.front().monomial.front()];
    if (const auto below =
            condition.difference ? signFarInside(*this, *condition.difference) : std::nullopt)
      return *below ? a : b;
  }
  Value result = opaque("min", {&a, &b});
  boundSmaller(result, a, b);
  return result;
}

// min(32, n - i) is no more than 32, whatever n is.
void Algebra::boundSmaller(const Value &smaller, const Value &a, const Value &b) {
  if (!smaller.isKnown() || smaller.terms.size() != 1 || !isUniform(a, all_) || !isUniform(b, all_))
    return;
  const Interval ofA = bounds(a, 0);
  const Interval ofB = bounds(b, 0);
  Symbol &symbol = symbols_[smaller.terms.front().monomial.front()];
  if (ofA.upper || ofB.upper)
    symbol.upper = !ofA.upper   ? *ofB.upper
                   : !ofB.upper ? *ofA.upper
                                : std::min(*ofA.upper, *ofB.upper);
  if (ofA.lower && ofB.lower)
    symbol.lower = std::min(*ofA.lower, *ofB.lower);
}

Value Algebra::max(const Value &a, const Value &b) {
  Value result = neg(min(neg(a), neg(b)));
  // Of `max(start, n)` an interior block has the start; up to there is up to n.
  const bool same = isUniform(a, all_);
  const Value &shared = same ? a : b, &own = same ? b : a;
  if (same != isUniform(b, all_) && shared.isKnown() && !shared.terms.empty() && own.isKnown() &&
      equalValues(result, own))
    result.orMore = std::make_shared<const Value>(shared);
  return result;
}

//===----------------------------------------------------------------------===//
// Whole values
//===----------------------------------------------------------------------===//

Value Algebra::select(const LaneMask &mask, const Value &a, const Value &b) const {
  if (mask.contains(all_))
    return a;
  if ((mask & all_).none())
    return b;
  auto pick = [&](const Lanes &x, const Lanes &y) {
    if (x.isUniform() && y.isUniform() && x.uniform() == y.uniform())
      return x;
    std::vector<std::int64_t> values(threads_);
    for (unsigned lane = 0; lane < threads_; ++lane)
      values[lane] = mask.test(lane) ? x.at(lane) : y.at(lane);
    return Lanes(std::move(values));
  };
  Value result(pick(a.base, b.base));
  if (isOpenToCompiler(a, b))
    result.zerosForCompiler = std::min(a.zerosForCompiler, b.zerosForCompiler);
  auto left = a.terms.begin();
  auto right = b.terms.begin();
  while (left != a.terms.end() || right != b.terms.end()) {
    Monomial monomial;
    Lanes x;
    Lanes y;
    bool takeLeft =
        right == b.terms.end() || (left != a.terms.end() && left->monomial <= right->monomial);
    bool takeRight =
        left == a.terms.end() || (right != b.terms.end() && right->monomial <= left->monomial);
    if (takeLeft) {
      monomial = left->monomial;
      x = left->coefficient;
    }
    if (takeRight) {
      monomial = right->monomial;
      y = right->coefficient;
    }
    left += takeLeft;
    right += takeRight;
    Lanes picked = pick(x, y);
    if (!picked.isZero())
      result.terms.pushBack({std::move(monomial), std::move(picked)});
  }
  result.assumptions = unite(a.assumptions, b.assumptions);
  LaneMask unknownLanes;
  if (a.unknown)
    unknownLanes |= *a.unknown & mask;
  if (b.unknown)
    unknownLanes |= *b.unknown - mask;
  if (unknownLanes.any()) {
    result.unknown = std::make_shared<const LaneMask>(unknownLanes);
    result.cause = worse(a.cause, b.cause);
    result.warpsDiffer = a.warpsDiffer || b.warpsDiffer;
    result.identity = ++lastIdentity_;
    // The others are in other warps, and not here.
    bool wholeWarps = true;
    for (unsigned warp = 0; warp < warps(); ++warp)
      wholeWarps = wholeWarps && (mask.warp(warp) == 0 || mask.warp(warp) == all_.warp(warp));
    result.sameAcross = wholeWarps ? sameAcross(a) : sameAcross({&a, &b});
    if (!wholeWarps && result.sameAcross != 0)
      result.sameAcross &= sameAcross(mask);
    if (wholeWarps) {
      if (a.stretchesAtMost() && b.stretchesAtMost())
        result.stretches = stretchesOf(std::max(a.stretchesAtMost(), b.stretchesAtMost()));
      if (const auto ofA = apartAtMost(a), ofB = apartAtMost(b); ofA && ofB)
        result.apart = apartOf(std::max(*ofA, *ofB));
    }
  }
  if (result.unknown)
    if (const auto ofA = mostOf(a), ofB = mostOf(b); ofA && ofB)
      result.most = apartOf(std::max(*ofA, *ofB));
  // `t >= 4 ? sums[t - 4] : 0`
  if (result.unknown && (a.elementOf == b.elementOf || !a.elementOf || !b.elementOf))
    result.elementOf = std::max(a.elementOf, b.elementOf);
  result.origin = a.origin ? a.origin : b.origin;
  if (a.interior == b.interior)
    result.interior = a.interior;
  if (result.terms.size() > maxTerms)
    return unknownLike({&a, &b});
  return result;
}

Value Algebra::permute(const Value &a, const std::function<int(unsigned)> &from) const {
  LaneMask unknownLanes;
  std::vector<unsigned> source(threads_);
  for (unsigned lane = 0; lane < threads_; ++lane) {
    int origin = from(lane);
    bool lost = origin < 0 || static_cast<unsigned>(origin) >= threads_;
    source[lane] = lost ? lane : static_cast<unsigned>(origin);
    if (lost || (a.unknown && a.unknown->test(source[lane])))
      unknownLanes.set(lane);
  }
  auto move = [&](const Lanes &lanes) {
    if (lanes.isUniform())
      return lanes;
    std::vector<std::int64_t> values(threads_);
    for (unsigned lane = 0; lane < threads_; ++lane)
      values[lane] = lanes.at(source[lane]);
    return Lanes(std::move(values));
  };
  Value result(move(a.base));
  for (const Term &term : a.terms) {
    Lanes moved = move(term.coefficient);
    // What a symbol stands for is known to be the same only within a part.
    for (SymbolId id : term.monomial)
      if (const auto &partition = symbols_[id].partition)
        for (unsigned lane = 0; lane < threads_; ++lane)
          if (moved.at(lane) != 0 && (*partition)[lane] != (*partition)[source[lane]])
            return unknown(Cause::Data);
    if (!moved.isZero())
      result.terms.pushBack({term.monomial, moved});
  }
  result.assumptions = a.assumptions;
  if (unknownLanes.any()) {
    result.unknown = std::make_shared<const LaneMask>(unknownLanes);
    result.cause = worse(a.cause, Cause::Lane);
    result.warpsDiffer = a.warpsDiffer;
  }
  return result;
}

Value Algebra::substitute(const Value &a, const std::map<SymbolId, std::int64_t> &values) {
  const bool isKnown = std::any_of(a.terms.begin(), a.terms.end(), [&](const Term &term) {
    return std::any_of(term.monomial.begin(), term.monomial.end(),
                       [&](SymbolId id) { return values.contains(id); });
  });
  if (!isKnown)
    return a;
  Value result = a;
  result.terms.clear();
  for (const Term &term : a.terms) {
    Value product(term.coefficient);
    for (SymbolId id : term.monomial) {
      auto it = values.find(id);
      product = mul(product, it != values.end() ? Value(it->second) : valueOf(id));
    }
    Value sum = add(result, product);
    result.base = sum.base;
    result.terms = sum.terms;
  }
  return result;
}

bool Algebra::equalValues(const Value &a, const Value &b) const {
  if (a.terms.size() != b.terms.size() || !(a.base == b.base))
    return false;
  for (std::size_t i = 0; i < a.terms.size(); ++i)
    if (a.terms[i].monomial != b.terms[i].monomial ||
        !(a.terms[i].coefficient == b.terms[i].coefficient))
      return false;
  if (!a.unknown || !b.unknown)
    return !a.unknown && !b.unknown;
  return *a.unknown == *b.unknown && a.cause == b.cause && a.interior == b.interior &&
         a.warpsDiffer == b.warpsDiffer && a.own == b.own;
}

bool Algebra::isUniform(const Value &a, const LaneMask &mask) const {
  unsigned first = mask.first();
  if (first == maxThreads)
    return true;
  if (a.unknown && (*a.unknown & mask).any())
    return false;
  auto uniform = [&](const Lanes &lanes) {
    if (lanes.isUniform())
      return true;
    bool same = true;
    mask.forEach([&](unsigned lane) { same = same && lanes.at(lane) == lanes.at(first); });
    return same;
  };
  if (!uniform(a.base))
    return false;
  for (const Term &term : a.terms) {
    if (!uniform(term.coefficient))
      return false;
    for (SymbolId id : term.monomial)
      if (const auto &partition = symbols_[id].partition) {
        bool same = true;
        mask.forEach([&](unsigned lane) {
          same =
              same && ((*partition)[lane] == (*partition)[first] || term.coefficient.at(lane) == 0);
        });
        if (!same)
          return false;
      }
  }
  return true;
}

Value Algebra::uniformPart(const Value &a, const LaneMask &mask) const {
  unsigned first = mask.first();
  if (first == maxThreads)
    return a;
  Value result(a.base.at(first));
  for (const Term &term : a.terms)
    if (std::int64_t coefficient = term.coefficient.at(first))
      result.terms.pushBack({term.monomial, Lanes(coefficient)});
  result.assumptions = a.assumptions;
  result.origin = a.origin;
  return result;
}

std::optional<std::vector<std::uint16_t>> Algebra::partitionOf(const Value &a) const {
  if (a.unknown && (*a.unknown & all_).any())
    return std::nullopt;
  std::vector<std::uint16_t> parts(threads_, 0);
  std::map<std::vector<std::int64_t>, std::uint16_t> numbers;
  std::vector<std::int64_t> tuple;
  for (unsigned lane = 0; lane < threads_; ++lane) {
    tuple.clear();
    tuple.push_back(a.base.at(lane));
    for (const Term &term : a.terms) {
      std::int64_t coefficient = term.coefficient.at(lane);
      tuple.push_back(coefficient);
      if (coefficient != 0)
        for (SymbolId id : term.monomial)
          if (const auto &partition = symbols_[id].partition)
            tuple.push_back((*partition)[lane]);
    }
    parts[lane] = numbers.emplace(tuple, static_cast<std::uint16_t>(numbers.size())).first->second;
  }
  return parts;
}

bool Algebra::dependsOnBlock(const Value &a) const {
  for (const Term &term : a.terms)
    for (SymbolId id : term.monomial)
      if (symbols_[id].perBlock || symbols_[id].kind == SymbolKind::BlockIndex)
        return true;
  return false;
}

bool Algebra::isWarpUniform(const Value &a, const LaneMask &mask) const {
  const bool isSame =
      !a.unknown && a.base.isUniform() &&
      std::all_of(a.terms.begin(), a.terms.end(), [&](const Term &term) {
        return term.coefficient.isUniform() &&
               std::none_of(term.monomial.begin(), term.monomial.end(),
                            [&](SymbolId id) { return symbols_[id].partition != nullptr; });
      });
  if (isSame) // for all threads
    return true;
  for (unsigned warp = 0; warp < warps(); ++warp) {
    LaneMask lanes;
    for (unsigned lane = warp * 32; lane < std::min(threads_, warp * 32 + 32); ++lane)
      if (mask.test(lane))
        lanes.set(lane);
    if (!isUniform(a, lanes))
      return false;
  }
  return true;
}

Value Algebra::spread(const Value &a, const LaneMask &mask) const {
  if (mask.none())
    return a;
  std::vector<unsigned> source(threads_);
  for (unsigned warp = 0; warp < warps(); ++warp) {
    const std::uint32_t here = mask.warp(warp);
    const unsigned from =
        here ? warp * 32 + static_cast<unsigned>(std::countr_zero(here)) : mask.first();
    for (unsigned lane = warp * 32; lane < std::min(threads_, warp * 32 + 32); ++lane)
      source[lane] = mask.test(lane) ? lane : from;
  }
  auto taken = [&](const Lanes &lanes) {
    if (lanes.isUniform())
      return lanes;
    std::vector<std::int64_t> values(threads_);
    for (unsigned lane = 0; lane < threads_; ++lane)
      values[lane] = lanes.at(source[lane]);
    return Lanes(std::move(values));
  };
  Value result(taken(a.base));
  for (const Term &term : a.terms)
    if (Lanes coefficient = taken(term.coefficient); !coefficient.isZero())
      result.terms.pushBack({term.monomial, std::move(coefficient)});
  result.assumptions = a.assumptions;
  result.origin = a.origin;
  return result;
}

bool Algebra::warpsMayAgree(const Value &a) const {
  if (a.warpsDiffer)
    return false;
  auto repeats = [&](const Lanes &lanes) {
    for (unsigned lane = 32; !lanes.isUniform() && lane < threads_; ++lane)
      if (lanes.at(lane) != lanes.at(lane % 32))
        return false;
    return true;
  };
  return repeats(a.base) && std::all_of(a.terms.begin(), a.terms.end(), [&](const Term &term) {
           return repeats(term.coefficient) &&
                  std::all_of(term.monomial.begin(), term.monomial.end(), [&](SymbolId id) {
                    return !symbols_[id].partition || symbols_[id].warpsMayAgree;
                  });
         });
}

std::uint8_t Algebra::sameAcross(const Value &a) const {
  if (a.unknown)
    return a.sameAcross;
  if (isWarpUniform(a))
    return acrossWarp;
  std::uint8_t same = 0;
  for (unsigned bit = 1; bit <= 16; bit *= 2) {
    // The last warp may have fewer lanes: who has nobody beside it differs from nobody.
    const auto repeats = [&](const auto &of) {
      for (unsigned lane = 0; lane < threads_; ++lane)
        if ((lane ^ bit) < threads_ && of(lane) != of(lane ^ bit))
          return false;
      return true;
    };
    const auto holds = [&](const Lanes &lanes) {
      return lanes.isUniform() || repeats([&](unsigned lane) { return lanes.at(lane); });
    };
    const bool all =
        holds(a.base) && std::all_of(a.terms.begin(), a.terms.end(), [&](const Term &term) {
          return holds(term.coefficient) &&
                 std::all_of(term.monomial.begin(), term.monomial.end(), [&](SymbolId id) {
                   const auto &partition = symbols_[id].partition;
                   return !partition || repeats([&](unsigned lane) { return (*partition)[lane]; });
                 });
        });
    same = static_cast<std::uint8_t>(same | (all ? bit : 0));
  }
  return same;
}

std::uint8_t Algebra::ownSameAcross(const Value &a) const {
  std::uint8_t same = a.own.empty() ? 0 : acrossWarp;
  for (const auto &[id, times] : a.own)
    same &= ownSameAcross_[id];
  return same;
}

std::uint8_t Algebra::sameAcross(const LaneMask &mask) const {
  std::vector<std::int64_t> members(threads_);
  mask.forEach([&](unsigned lane) { members[lane] = 1; });
  return sameAcross(Value(Lanes(std::move(members))));
}

std::uint8_t Algebra::sameAcross(std::initializer_list<const Value *> operands) const {
  for (const Value *operand : operands)
    if (operand->unknown && operand->sameAcross == 0)
      return 0; // which is quickly seen
  std::uint8_t same = acrossWarp;
  for (const Value *operand : operands)
    same = same == 0 ? same : static_cast<std::uint8_t>(same & sameAcross(*operand));
  return same;
}

/// A sum or a quotient, say, is no factor as it stands; `max(n, 1 + m)` is.
static std::string asFactor(const std::string &name) {
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    depth += name[i] == '(' || name[i] == '[';
    depth -= name[i] == ')' || name[i] == ']';
    if (depth == 0 && name[i] == ' ' && i + 2 < name.size() && name[i + 2] == ' ' &&
        std::string_view("+-*/%&|^").find(name[i + 1]) != std::string_view::npos)
      return "(" + name + ")";
  }
  return name;
}

std::string Algebra::describe(const Monomial &monomial) const {
  if (monomial.size() == 1)
    return symbols_[monomial.front()].name;
  std::string text;
  for (SymbolId id : monomial)
    text += (text.empty() ? "" : " * ") + asFactor(symbols_[id].name);
  return text;
}

std::string Algebra::describe(const Value &a) const {
  std::string text;
  // What is added comes before what is taken away: `n - 1`, `b - a`.
  const auto isTaken = [](const Lanes &one) { return one.isUniform() && one.uniform() < 0; };
  const auto add = [&](const Lanes &coefficient, const std::string &what) {
    const bool taken = isTaken(coefficient);
    text += text.empty() ? (taken ? "-" : "") : taken ? " - " : " + ";
    std::string number;
    if (!coefficient.isUniform())
      number = "(per thread)";
    else if (what.empty() || (coefficient.uniform() != 1 && coefficient.uniform() != -1))
      number = std::to_string(coefficient.uniform()).substr(taken ? 1 : 0);
    const bool isFactor = !number.empty() || taken;
    text +=
        number + (number.empty() || what.empty() ? "" : " * ") + (isFactor ? asFactor(what) : what);
  };
  for (const bool taken : {false, true}) {
    for (const Term &term : a.terms)
      if (isTaken(term.coefficient) == taken)
        add(term.coefficient, describe(term.monomial));
    if (a.base.isUniform() && isTaken(a.base) == taken && a.base.uniform() != 0)
      add(a.base, "");
  }
  if (!a.base.isUniform())
    text += text.empty() ? "a value per thread" : " + (per thread)";
  return text.empty() ? "0" : text;
}

std::string Algebra::key(const Value &a) const {
  std::string text;
  for (const Term &term : a.terms) {
    if (!text.empty())
      text += "+";
    if (term.coefficient.at(0) != 1)
      text += std::to_string(term.coefficient.at(0)) + "*";
    std::string factors;
    for (SymbolId id : term.monomial)
      factors += (factors.empty() ? "" : "*") + symbols_[id].name + "#" + std::to_string(id);
    text += factors;
  }
  if (a.base.at(0) != 0 || text.empty())
    text += (text.empty() ? "" : "+") + std::to_string(a.base.at(0));
  return text;
}

} // namespace warplint::simt
