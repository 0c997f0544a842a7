//===- Value.h - what a variable holds in every thread of a block -*- C++ -*-===//
//
// A value is, for each thread of one block, a constant plus a sum of terms
// coefficient × monomial of symbols. Symbols stand for what is not known: kernel
// parameters, blockIdx, uniform loads, the base address of an array. What cannot be
// written so is unknown, thread by thread, with the cause remembered; it never
// becomes a wrong number.
//
// Nothing here knows Clang.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_VALUE_H
#define WARPLINT_SIMT_VALUE_H

#include "lint/simt/LaneMask.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace warplint::simt {

/// One integer per thread; stored once where all threads agree.
class Lanes {
public:
  // A number is what all threads hold: implicit on purpose.
  Lanes(std::int64_t uniform = 0) : uniform_(uniform) {} // NOLINT(google-explicit-constructor)
  explicit Lanes(std::vector<std::int64_t> values);

  bool isUniform() const { return !values_; }
  std::int64_t uniform() const { return uniform_; }
  std::int64_t at(unsigned lane) const { return values_ ? (*values_)[lane] : uniform_; }
  bool isZero() const { return !values_ && uniform_ == 0; }

  friend bool operator==(const Lanes &a, const Lanes &b);

private:
  std::int64_t uniform_ = 0;
  std::shared_ptr<const std::vector<std::int64_t>> values_;
};

using SymbolId = std::uint32_t;
/// A product of symbols, sorted; empty is never used.
using Monomial = std::vector<SymbolId>;

struct Term {
  Monomial monomial;
  Lanes coefficient;
};

/// A sum's terms. Values are copied far more often than changed: copies share them.
class Terms {
public:
  using ConstIterator = std::vector<Term>::const_iterator;

  Terms() = default;
  Terms(std::vector<Term> terms) // NOLINT(google-explicit-constructor): it is what they are
      : terms_(terms.empty() ? nullptr : std::make_shared<std::vector<Term>>(std::move(terms))) {}

  ConstIterator begin() const { return all().begin(); }
  ConstIterator end() const { return all().end(); }
  std::size_t size() const { return terms_ ? terms_->size() : 0; }
  bool empty() const { return size() == 0; }
  const Term &front() const { return terms_->front(); }
  const Term &operator[](std::size_t at) const { return (*terms_)[at]; }

  void clear() { terms_ = nullptr; }
  void pushBack(Term term) { unshared().push_back(std::move(term)); }
  void erase(ConstIterator place) {
    const auto at = place - begin(); // the place is in what may be shared
    std::vector<Term> &own = unshared();
    own.erase(own.begin() + at);
  }
  template <class Predicate> void eraseIf(Predicate isUnwanted) {
    if (terms_)
      std::erase_if(unshared(), isUnwanted);
  }

private:
  const std::vector<Term> &all() const {
    static const std::vector<Term> none;
    return terms_ ? *terms_ : none;
  }
  std::vector<Term> &unshared() {
    if (!terms_)
      terms_ = std::make_shared<std::vector<Term>>();
    else if (terms_.use_count() > 1)
      terms_ = std::make_shared<std::vector<Term>>(*terms_);
    return *terms_;
  }
  std::shared_ptr<std::vector<Term>> terms_; ///< null: none
};

/// Why a value is not known, weakest first.
enum class Cause : std::uint8_t {
  None,
  Guard, ///< thread index against a bound that is not known: all but boundary blocks agree
  Lane,  ///< depends on the thread index in a way that cannot be represented
  Data,  ///< depends on data loaded per thread
};

using AssumptionId = std::uint16_t;

class Value {
public:
  Value() = default;
  Value(std::int64_t constant) : base(constant) {} // NOLINT(google-explicit-constructor)
  explicit Value(Lanes lanes) : base(std::move(lanes)) {}

  Lanes base;
  Terms terms;                             ///< sorted by monomial, no zero coefficients
  std::shared_ptr<const LaneMask> unknown; ///< threads whose value is not known; null: none
  Cause cause = Cause::None;               ///< of `unknown`
  /// Of what no thread is known of: base and terms, and beside them multiples of numbers that each
  /// thread has for itself, sorted by their names. What is taken away again leaves something known.
  /// Empty: it is no such sum.
  std::vector<std::pair<std::uint32_t, std::int64_t>> own;
  /// Of the same: made of something that is surely another in each warp, such as x[threadIdx.x].
  bool warpsDiffer = false;
  /// Of the same: stretches of neighbouring numbers, each no longer than a warp, that the lanes of
  /// a warp hold: a rank among those that agree is one, a choice of two values two. 0: not known.
  std::uint8_t stretches = 0;
  /// Of the same: as many different numbers at most are what the lanes of a warp hold, however far
  /// apart: a choice of two numbers that they share has two. 0: not known.
  std::uint8_t choices = 0;
  /// Of the same: how far apart the numbers are at most that the lanes of a warp hold: 7 of `x &
  /// 7`. 0: not known.
  std::uint32_t apart = 0;
  /// Of the same: each number is 0 or more, and at most this: 1 of a condition. 0: not known.
  std::uint32_t most = 0;
  /// Of the same: a remainder of numbers that may be below 0. By itself it is an index of none that
  /// are; where a number is added to it, its lanes may be twice as far apart.
  bool isRemainderOfSigned = false;
  /// Of the same: all threads hold this number, which is below 0, or each holds its own count,
  /// which is not: `return -1` where all give up. 0: it is no such thing.
  std::int8_t orForAll = 0;
  /// Of a condition that is unknown, or known to be the same for the threads of each warp: what it
  /// is in an interior block, where that is clear.
  std::optional<bool> interior;
  /// Of the same: all threads of an interior block agree, but it may be either.
  bool interiorOpen = false;
  /// Of the same: it depends on blockIdx, so that blocks differ.
  bool byBlock = false;
  /// Of the same: no block differs from another, but all threads find what `interior` says where a
  /// parameter of the kernel is large enough.
  bool byParameter = false;
  /// Of a condition of which each thread is known: a place in the grid against a number that the
  /// launch hands over, such as the size of the data. Another launch has another number.
  bool byLaunch = false;
  /// Of the same: of the threads for which it is open, it holds for one of the block at most.
  bool single = false;
  /// Of the same, where data say which thread it is (`threadIdx.x == best`), in each block or in
  /// each warp another. By itself, a bound: there is none but in one block.
  enum class Elects : std::uint8_t { Nobody, OneOfBlock, OneOfWarp };
  Elects elects = Elects::Nobody;
  /// Of a condition that compares a parity (`(x + y) % 2 == colour`) with a number that all threads
  /// share: it holds in these lanes, if the number is the smaller one, or in the others of each
  /// warp.
  struct Halves {
    LaneMask lanes;
    std::optional<AssumptionId> assumption; ///< none: the number is surely one of the two
  };
  std::shared_ptr<const Halves> halves;
  /// Of the same: what was compared with 0. Threads that hold the same of it find the same. Of a
  /// number of floating point: how much it is, in parts of one; others hold another number.
  std::shared_ptr<const Value> difference;
  /// Of what is not known: in some lanes an element of that object in shared memory, by a number
  /// above 0; or, with `isSumOfElements`, two of them added up.
  std::uint32_t elementOf = 0;
  bool isSumOfElements = false;
  /// The greater of this, which each thread has of its own, and of what all share: where it is
  /// asked what is below it. Null: of nothing else.
  std::shared_ptr<const Value> orMore;
  /// What is not known, by name, so that it is found again beside what lanes gave each other of it.
  /// 0: it has none.
  std::uint32_t identity = 0;
  /// Of what is not known: that value of the lane whose number differs in `exchangedBits`.
  std::uint32_t exchangedWith = 0;
  std::uint8_t exchangedBits = 0;
  /// Bits of a lane's number on which it does not depend: after v += __shfl_xor_sync(m, v, 16), 16.
  std::uint8_t sameAcross = 0;
  /// A compiler knows less than is known here of the block's size, and of remainders of numbers
  /// with a sign (nvcc 13.0): low bits of the part of the sum that is made of these, which it knows
  /// to be 0. By itself, there is no such part.
  static constexpr std::uint8_t asKnownHere = 0xff;
  std::uint8_t zerosForCompiler = asKnownHere;
  std::vector<AssumptionId> assumptions; ///< sorted
  /// The expression that made it, for notes. Opaque here.
  const void *origin = nullptr;

  bool isKnown() const { return !unknown; }
  /// Stretches as above, into which data part the lanes; what is known in each thread counts as
  /// one, and so does what the thread index alone decides.
  unsigned stretchesAtMost() const {
    return !unknown || (stretches == 0 && cause == Cause::Lane) ? 1 : stretches;
  }
  bool isConcrete() const { return !unknown && terms.empty(); }
  /// The one integer that all threads hold, if that is known.
  std::optional<std::int64_t> constant() const {
    if (isConcrete() && base.isUniform())
      return base.uniform();
    return std::nullopt;
  }
};

enum class SymbolKind : std::uint8_t {
  Parameter,  ///< kernel parameter
  BlockIndex, ///< blockIdx
  GridSize,   ///< gridDim
  Iteration,  ///< number of completed iterations of a loop
  Loaded,     ///< value loaded from an address that is uniform
  Address,    ///< where an object starts
  Derived,    ///< uniform function of others
  Ticket,     ///< what a counter stood at when a warp added to it: comparisons split by data
};

struct Symbol {
  SymbolKind kind = SymbolKind::Derived;
  std::string name; ///< as a person would write it
  std::optional<std::int64_t> lower;
  std::optional<std::int64_t> upper;
  std::int64_t divisor = 1; ///< the value is a multiple of this
  std::uint32_t object = 0; ///< of an Address
  /// Threads that certainly hold the same value share a number; null: all threads do.
  std::shared_ptr<const std::vector<std::uint16_t>> partition;
  /// Where warps are the parts: nothing that it was made of is known to differ between them. Warps
  /// that scan the same table, each for itself, come to the same.
  bool warpsMayAgree = false;
  bool perBlock = false; ///< depends on blockIdx
  /// Of a quotient: what was divided by `dividedBy`, rounded down.
  std::shared_ptr<const Value> dividend;
  std::int64_t dividedBy = 0;
  /// Of a remainder: what was divided, and how much of it is whole; their difference is this one.
  std::shared_ptr<const Value> remainderOf;
  std::shared_ptr<const Value> wholePart;
  /// Of a comparison: left - right (for `<`) whose sign decides it; for loops that are bound.
  std::shared_ptr<const Value> difference;
  /// Of a comparison that is not of that kind: what is 0 if it holds.
  std::shared_ptr<const Value> zero;
};

/// The arithmetic of values for one block.
class Algebra {
public:
  explicit Algebra(unsigned threads);

  unsigned threads() const { return threads_; }
  static constexpr unsigned warpThreads = 32;
  unsigned warps() const { return (threads_ + warpThreads - 1) / warpThreads; }
  const LaneMask &all() const { return all_; }

  // Symbols.
  SymbolId makeSymbol(Symbol symbol);
  const Symbol &symbol(SymbolId id) const { return symbols_[id]; }
  Symbol &symbol(SymbolId id) { return symbols_[id]; }
  std::size_t symbolCount() const { return symbols_.size(); }
  Value valueOf(SymbolId id) const;
  /// A symbol of its own, uniform over the block.
  Value fresh(SymbolKind kind, std::string name);
  /// The same symbol for the same key.
  Value interned(const std::string &key, const std::function<Symbol()> &make);
  AssumptionId assumption(const std::string &text);
  const std::string &assumptionText(AssumptionId id) const { return assumptions_[id]; }

  // Values.
  Value lanes(const std::function<std::int64_t(unsigned)> &at) const;
  Value unknown(Cause cause) const;
  std::uint8_t choicesOf(std::initializer_list<const Value *> operands) const;
  Value unknownLike(std::initializer_list<const Value *> operands) const;
  /// Bits of a lane's number on which the value does not depend; 31: a warp holds one.
  std::uint8_t sameAcross(const Value &a) const;
  /// The same, of whatever is made of these.
  std::uint8_t sameAcross(std::initializer_list<const Value *> operands) const;
  /// The same, of who is one of these.
  std::uint8_t sameAcross(const LaneMask &mask) const;
  static constexpr std::uint8_t acrossWarp = 31;
  /// The same, of all that each thread has for itself in it; 0: it holds no such thing.
  std::uint8_t ownSameAcross(const Value &a) const;
  /// The same, by a name: the number that each thread has for itself. Others of that name are equal
  /// to it, thread by thread; an empty name is nobody else's.
  Value named(Value unknown, const std::string &name);

  /// Low bits that a compiler knows to be 0, up to those of the widest access.
  std::uint8_t zerosForCompiler(const Value &a) const;
  static constexpr std::uint8_t mostZeros = 4; // of 16 bytes
  Value add(const Value &a, const Value &b) const;
  Value sub(const Value &a, const Value &b) const;
  Value neg(const Value &a) const;
  Value mul(const Value &a, const Value &b) const;
  Value div(const Value &a, const Value &b);
  Value rem(const Value &a, const Value &b);
  Value shl(const Value &a, const Value &b);
  Value shr(const Value &a, const Value &b);
  Value bitAnd(const Value &a, const Value &b);
  Value bitOr(const Value &a, const Value &b);
  Value bitXor(const Value &a, const Value &b);
  Value bitNot(const Value &a) const; ///< -a - 1
  Value min(const Value &a, const Value &b);
  Value max(const Value &a, const Value &b);
  /// Wraps concrete threads to an integer type; symbols are taken not to overflow, but for
  /// types of one byte.
  Value truncate(const Value &a, unsigned bits, bool isSigned);
  /// Choices as above; 1 of what the lanes of each warp share.
  unsigned choicesAtMost(const Value &a) const {
    return a.unknown ? a.choices : isWarpUniform(a) ? 1 : 0;
  }
  /// A value for Value::stretches and Value::choices; 0 where they are too many to say anything.
  static std::uint8_t stretchesOf(unsigned count) {
    constexpr unsigned few = 4;
    return static_cast<std::uint8_t>(count <= few ? count : 0);
  }
  /// How far apart the lanes of a warp are at most, as Value::apart; 0: they are at one. None: not
  /// known.
  std::optional<std::int64_t> apartAtMost(const Value &a) const;
  /// The most that any thread holds, where none holds less than 0.
  std::optional<std::int64_t> mostOf(const Value &a) const;
  /// A value for Value::apart or Value::most; 0 where it is too much to say anything.
  static std::uint32_t apartOf(std::int64_t distance) {
    constexpr std::int64_t farthest = 1 << 16;
    return static_cast<std::uint32_t>(distance > 0 && distance < farthest ? distance : 0);
  }
  /// Any function of uniform operands, by name.
  Value opaque(const std::string &function, std::initializer_list<const Value *> operands);

  // Conditions: 0 or 1 per thread.
  Value less(const Value &a, const Value &b);
  Value lessEqual(const Value &a, const Value &b) { return holdingInside(logicalNot(less(b, a))); }
  Value holdingInside(Value condition) const;
  Value equal(const Value &a, const Value &b);
  std::shared_ptr<const Value::Halves> halvesOf(const Value &difference);
  Value logicalNot(const Value &a) const;
  Value logicalAnd(const Value &a, const Value &b);
  Value logicalOr(const Value &a, const Value &b);
  /// a != 0.
  Value truth(const Value &a);

  /// `a` in the threads of `mask`, `b` in the others.
  Value select(const LaneMask &mask, const Value &a, const Value &b) const;
  /// Each thread takes the value of thread from(thread); -1: unknown there.
  Value permute(const Value &a, const std::function<int(unsigned)> &from) const;
  Value substitute(const Value &a, const std::map<SymbolId, std::int64_t> &values);

  bool equalValues(const Value &a, const Value &b) const;
  /// Is it a place in the grid against bounds that all blocks share? Then a grid that is large
  /// enough has interior blocks.
  bool isPlaceInGrid(const Value &difference) const;
  /// Do all threads of the mask hold the same value?
  bool isUniform(const Value &a, const LaneMask &mask) const;
  /// The value as all threads of the mask hold it, where isUniform: no per-thread vectors left.
  Value uniformPart(const Value &a, const LaneMask &mask) const;
  /// Threads of equal number surely hold equal values; nullopt if some thread is unknown.
  std::optional<std::vector<std::uint16_t>> partitionOf(const Value &a) const;
  /// May blocks of the grid hold different values?
  bool dependsOnBlock(const Value &a) const;
  /// Every warp's threads surely agree: all of them, or those in the mask.
  bool isWarpUniform(const Value &a) const { return isWarpUniform(a, all_); }
  bool isWarpUniform(const Value &a, const LaneMask &mask) const;
  /// The value as the threads of the mask hold it, of which those of each warp agree, for all
  /// threads to hold: the others take what the first of their warp in the mask has, or else the
  /// first of all.
  Value spread(const Value &a, const LaneMask &mask) const;
  /// May each warp hold what the first does, lane by lane? False where some surely differ.
  bool warpsMayAgree(const Value &a) const;

  struct Interval {
    std::optional<std::int64_t> lower, upper;
  };
  /// Bounds of the symbolic part plus constant at one thread.
  Interval bounds(const Value &a, unsigned lane) const;
  /// Largest known divisor of the symbolic part, over all threads; 0 if there is none.
  std::int64_t symbolicDivisor(const Value &a) const;
  std::int64_t divisor(const Monomial &monomial) const;
  /// As a person would write it; for notes and interning.
  std::string describe(const Value &a) const;
  std::string describe(const Monomial &monomial) const;
  std::string key(const Value &a) const;

private:
  bool isTicket(const Value &a) const;
  void boundSmaller(const Value &smaller, const Value &a, const Value &b);
  /// A quotient by a number, as a symbol that remembers what it is made of.
  Value quotientOf(const Value &dividend, std::int64_t by);
  Interval plainBounds(const Value &a, unsigned lane) const;
  Value combine(const Value &a, const Value &b, int sign) const;
  /// Of two known values, without a look at what the terms stand for.
  Value termByTerm(const Value &a, const Value &b, int sign) const;
  Value concreteBinary(const Value &a, const Value &b,
                       std::int64_t (*op)(std::int64_t, std::int64_t)) const;
  template <typename Low> Value bitwise(const Value &a, const Value &b, const char *name, Low low);
  Value compareSign(const Value &difference, bool orEqual);
  std::optional<bool> insideGrid(const Value &difference, bool orEqual, bool bound) const;
  /// Threads against what the host has handed over, and nothing else.
  bool isAgainstParameters(const Value &difference) const;
  std::pair<Value, Value> divRem(const Value &a, const Value &b);
  std::pair<Value, Value> divRemConstant(const Value &a, std::int64_t divisor);
  std::int64_t commonDivisorOf(const Value &shared, std::int64_t by) const;
  std::optional<std::int64_t> withinOnePart(const Value &rest, const Lanes &lanes,
                                            std::int64_t by) const;
  std::pair<Value, Value> divRemSymbol(const Value &a, const Value &divisor);
  std::optional<Value> rowsBelow(const Value &difference, bool orEqual);
  void inherit(Value &result, const Value &a, const Value &b) const;
  static Lanes map(unsigned threads, const Lanes &a, const Lanes &b,
                   std::int64_t (*op)(std::int64_t, std::int64_t));

  /// n - n % 256 is 256 * (n / 256): what is left of a sum when a remainder meets its dividend.
  void joinRemainders(Value &sum) const;
  bool joinOneRemainder(Value &sum) const;

  mutable std::uint32_t lastIdentity_ = 0;
  bool hasRemainders_ = false;
  unsigned threads_;
  LaneMask all_;
  std::deque<Symbol> symbols_; ///< never moved: there are many, and they are large
  std::unordered_map<std::string, SymbolId> internTable_;
  std::unordered_map<std::string, std::uint32_t> ownTable_;
  std::vector<std::uint8_t> ownSameAcross_; ///< by name of what threads have for themselves
  std::vector<std::string> assumptions_;
  std::unordered_map<std::string, AssumptionId> assumptionTable_;
};

} // namespace warplint::simt

#endif
