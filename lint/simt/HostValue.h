//===- HostValue.h - what a host variable may hold -------------*- C++ -*-===//
//
// Values of the host evaluator. A value that is not a plain number is kept as
// the expression it was computed by, over symbols for what is not known. So a
// `dim3` built from `threads` becomes known when a `case 512:` of a switch over
// `threads` is entered later, and a variable assigned in two branches becomes
// known once the condition is.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_HOSTVALUE_H
#define WARPLINT_SIMT_HOSTVALUE_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace warplint::simt::host {

struct HostValue;
using Value = const HostValue *; ///< never null where a function returns one, unless it says so

enum class ValueKind : std::uint8_t {
  Integer,
  Real,
  Function,
  Text,      ///< a string literal
  Pointer,   ///< to a Place
  Record,    ///< values of some fields; the others are fields of `rest`
  Array,     ///< every element
  Symbol,    ///< not known; may have a value taken in default of better knowledge
  Operation, ///< of other values
};

enum class Operator : std::uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  ShiftLeft,
  ShiftRight,
  BitAnd,
  BitOr,
  BitXor,
  BitNot,
  Not, ///< logical
  And, ///< logical
  Or,  ///< logical
  Equal,
  Less,
  Minimum,
  Maximum,
  Select, ///< operands: condition, value if true, value if false
  Convert,
  Ceil,
  Floor,
  Round,
  SquareRoot,
  Log2,
  Log,
  Power,
  Absolute,
  Field, ///< of a record that is not known
};

/// Why a symbol is not known.
enum class Origin : std::uint8_t {
  Input,         ///< result of a function without a body here: user input
  Device,        ///< what the device says of itself: an attribute, a property, an occupancy
  Parameter,     ///< of a function that nothing here calls, or of an uninstantiated template
  Loop,          ///< changes from one trip of a loop to the next
  Uninitialised, ///< nothing assigned yet
  Other,
};

/// How the result of an operation is stored.
struct NumberType {
  std::uint8_t bits = 64;
  bool isSigned = true;
  bool isReal = false;
  /// Of a pointer: bytes of what it leads to, without the sectors that they fill (1 to 32); 0: no
  /// pointer, or not known.
  std::uint8_t pointed = 0;
};

/// A variable (`cell`), or a part of one.
struct Place {
  struct Step {
    const clang::FieldDecl *field = nullptr; ///< null: an array element
    std::int64_t index = 0;
    bool operator==(const Step &) const = default;
  };
  unsigned cell = 0;
  llvm::SmallVector<Step, 2> path;
};

struct HostValue : llvm::FoldingSetNode {
  unsigned hash = 0; ///< of its profile: it is looked for more often than it is made
  ValueKind kind = ValueKind::Symbol;
  Operator op = Operator::Add;
  Origin origin = Origin::Other;
  NumberType type;
  bool assumed = false; ///< of a symbol: `rest` is a default that a run of the program may change
  unsigned depth = 0;   ///< of nested operations
  unsigned reach = 0;   ///< no pointer in it leads to a cell of this number or a later one
  std::int64_t integer = 0;
  double real = 0;
  const clang::FunctionDecl *function =
      nullptr;                    ///< of a record: it is a closure of this operator()
  llvm::ArrayRef<Value> operands; ///< of an operation; elements of an array; fields of a record
  llvm::ArrayRef<const clang::FieldDecl *> fields; ///< of a record, one for each operand; of a
                                                   ///< Field operation, the one field
  Value rest = nullptr; ///< of a symbol: its value, where one is known in this context; of a
                        ///< record: where the other fields come from. May be null.
  Place place;          ///< of a pointer
  llvm::StringRef text; ///< of a Text; of a symbol, why it is not known
  clang::SourceLocation location; ///< of a symbol, where it comes from

  void Profile(llvm::FoldingSetNodeID &id) const; // NOLINT(readability-identifier-naming)
  bool isConcrete() const {
    return kind == ValueKind::Integer || kind == ValueKind::Real || kind == ValueKind::Function;
  }
};

} // namespace warplint::simt::host

/// Without a profile of each value beside the one that is looked for.
template <>
struct llvm::FoldingSetTrait<warplint::simt::host::HostValue>
    : llvm::DefaultFoldingSetTrait<warplint::simt::host::HostValue> {
  // NOLINTBEGIN(readability-identifier-naming)
  static bool Equals(warplint::simt::host::HostValue &value, const llvm::FoldingSetNodeID &id,
                     unsigned hash, llvm::FoldingSetNodeID &other) {
    if (value.hash != hash)
      return false;
    value.Profile(other);
    return other == id;
  }
  static unsigned ComputeHash(warplint::simt::host::HostValue &value, llvm::FoldingSetNodeID &) {
    return value.hash;
  }
  // NOLINTEND(readability-identifier-naming)
};

namespace warplint::simt::host {

/// Makes and owns values. Equal numbers, functions and operations are one object.
class ValuePool {
public:
  Value integer(std::int64_t number);
  Value real(double number);
  Value function(const clang::FunctionDecl *function);
  Value text(llvm::StringRef text);
  Value pointer(Place place);
  Value symbol(Origin origin, llvm::StringRef why, clang::SourceLocation location = {});
  /// A symbol that stands for `value` until something better is known of it.
  Value bound(Value value, bool assumed, Origin origin, llvm::StringRef why,
              clang::SourceLocation location);
  Value record(llvm::ArrayRef<const clang::FieldDecl *> fields, llvm::ArrayRef<Value> values,
               Value rest = nullptr);
  /// An object of a lambda; `captures` are the fields of its class.
  Value closure(const clang::FunctionDecl *callOperator,
                llvm::ArrayRef<const clang::FieldDecl *> captures, llvm::ArrayRef<Value> values);
  Value array(llvm::ArrayRef<Value> elements);
  Value operation(Operator op, llvm::ArrayRef<Value> operands, NumberType type = {});
  Value select(Value condition, Value ifTrue, Value ifFalse);
  /// Of what a condition is made: a number is true where it is not 0.
  Value truth(Value value);
  Value negation(Value condition);
  Value conjunction(Value left, Value right);
  Value field(Value record, const clang::FieldDecl *field);
  Value withField(Value record, const clang::FieldDecl *field, Value value);
  /// `index` need not be known: then any of the elements.
  Value element(Value array, Value index);
  /// Whether a remainder of it, or some of its bits, have been asked for.
  bool isDivided(Value value) const { return rests_.contains(value); }
  /// These remainders and bits: operations of which it is the first operand.
  llvm::ArrayRef<Value> restsOf(Value value) const {
    const auto found = rests_.find(value);
    return found == rests_.end() ? llvm::ArrayRef<Value>() : found->second;
  }

private:
  HostValue *make(ValueKind kind);
  /// Sets `reach` by what the value is made of.
  static Value finished(HostValue *value);
  template <class T> llvm::ArrayRef<T> kept(llvm::ArrayRef<T> list) {
    return list.empty() ? list : list.copy(allocator_);
  }
  Value unique(const HostValue &proto);
  Value selectParts(Value condition, Value ifTrue, Value ifFalse);

  llvm::BumpPtrAllocator allocator_; ///< for operands and text
  llvm::FoldingSet<HostValue> unique_;
  llvm::DenseMap<Value, llvm::SmallVector<Value, 2>> rests_; ///< by what is divided
  // Selections share parts: taken apart anew at each, n of them would be 2^n.
  llvm::DenseMap<std::pair<Value, const clang::FieldDecl *>, Value> chosenFields_;
  llvm::DenseMap<std::pair<Value, Value>, Value> chosenElements_;
  std::deque<HostValue> values_;  ///< stay where they are
  std::array<Value, 64> small_{}; ///< the integers that come up most
};

/// Whether `value` depends on what the device says of itself.
bool asksDevice(Value value);

/// What a value comes to.
struct Known {
  Value value = nullptr; ///< concrete, or null: not known
  bool assumed = false;  ///< rests on a default or a guess
  bool limited = false;  ///< rests on a limit, as of min(n, 256), being reached: it may be less

  std::optional<std::int64_t> integer() const;
  std::optional<bool> truth() const;
};

/// What is known on the path that is being evaluated: conditions that hold, and
/// what they say of values.
class Knowledge {
public:
  explicit Knowledge(ValuePool &pool) : pool_(pool) {}

  Known evaluate(Value value);
  /// From here on `condition` is `truth`.
  void assume(Value condition, bool truth);
  void assumeEqual(Value value, Value concrete);

  /// To go back to what was known earlier.
  std::size_t mark() const { return trail_.size(); }
  void restore(std::size_t mark);

  /// Whether `condition` compares a value of this number with one that is not known.
  bool comparesOpen(Value condition, std::int64_t number);

  /// A condition not known on which `value` depends, null if there is none.
  Value openCondition(Value value);
  /// The first symbol not known on which `value` depends, null if there is none.
  Value openSymbol(Value value);

private:
  /// Where an integer lies; both ends are included.
  struct Range {
    std::int64_t low = INT64_MIN, high = INT64_MAX;
  };
  struct Change {
    Value value = nullptr;
    Value refined = nullptr;    ///< before, or null
    std::optional<Range> range; ///< before, where it is the range that changed
  };

  Known compute(Value value);
  Range rangeOf(Value value) const;
  void assumeChoice(Value chosen, Value number, bool isEqual);
  void assumeRange(Value value, Range range);
  void assumeLess(Value left, Value right, bool truth);
  std::optional<bool> compareRanges(Value comparison) const;
  bool comparesOpen(Value condition, std::int64_t number, llvm::SmallPtrSetImpl<Value> &seen);
  Value findOpen(Value value, bool condition, llvm::SmallPtrSetImpl<Value> &seen);
  Known computeSelect(Value value);
  bool isLeast(Value condition, bool chosen, Value number);
  Known computeOperation(Value value);

  ValuePool &pool_;
  llvm::DenseMap<Value, Value> refined_;
  llvm::DenseMap<Value, Range> ranges_; ///< what comparisons with constants say
  std::vector<Change> trail_;
  llvm::DenseMap<Value, Known> memo_;
};

} // namespace warplint::simt::host

#endif
