//===- Work.h - arithmetic and traffic of one block ------------*- C++ -*-===//
//
// How many floating-point operations the threads of a block do, and how many bytes
// of global memory they move. What happens in a loop whose length is not known is
// kept apart by the loop it happens in: one iteration stands for all of them, so
// that sums over different loops make sense only where it is known, or said, how
// their lengths compare. docs/counting.md has the definitions.
//
// Nothing here knows Clang.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_WORK_H
#define WARPLINT_SIMT_WORK_H

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace warplint::simt {

/// What does an operation: the names of peak rates in lint/chips.
enum class Unit : std::uint8_t {
  Fp16, ///< half and bfloat16
  Fp32,
  Fp64,
  TensorFp16,
  TensorBf16,
  TensorTf32,
  TensorFp64,
  TensorFp8,
  TensorInt8,
};
constexpr std::size_t unitCount = 9;
/// "fp32", "fp16_tensor", …
std::string_view name(Unit unit);

/// A loop of unknown length; opaque.
using LoopId = const void *;
/// The loops of unknown length that something happens in, the outermost first.
using LoopPath = std::vector<LoopId>;

/// What is known of a loop's length, as far as it grows with something.
struct LoopTrips {
  unsigned line = 0;
  /// What the length is a multiple of, as a person would write it: "K". Empty: not known.
  std::string bound;
  double factor = 1; ///< length = factor × bound, apart from what does not grow
};

struct OperationCounts {
  std::array<double, unitCount> flops{}; ///< an addition or multiplication is 1, a fused one 2
  double special = 0; ///< divisions, roots, exponentials, …: functions, whatever they expand to
  double integer = 0; ///< as written, in indices too; not those of subscripts and pointers

  void add(const OperationCounts &other, double times = 1);
  bool isNone() const;
};

/// An access in the source.
struct AccessId {
  const void *expression = nullptr; ///< opaque
  char direction = 'l';             ///< l: loads, s: stores, a: updates by atomics

  friend auto operator<=>(const AccessId &, const AccessId &) = default;
};

struct Traffic {
  double accessed = 0; ///< bytes × lanes
  double sectors = 0;  ///< of 32 bytes, summed over requests
  double unknown = 0;  ///< of `accessed`: at addresses that are not known
  /// The element of which this is a field, where compilers join accesses to its fields to a wide
  /// one, which touches as many sectors as that of one field; null: none. Opaque.
  const void *element = nullptr;

  void add(const Traffic &other, double times = 1);
};

/// A set of bytes, as intervals.
class ByteSet {
public:
  void add(std::int64_t begin, std::int64_t end);
  void add(const ByteSet &other);
  /// Disjoint, sorted, apart.
  const std::vector<std::pair<std::int64_t, std::int64_t>> &intervals() const;
  /// Of 32 bytes.
  std::int64_t sectors() const;
  /// Sectors that one step of `step` bytes adds in the long run, where the set is visited at
  /// 0, step, 2 × step, …; a step of 0 adds none.
  double sectorsPerStep(std::int64_t step) const;

private:
  void compact() const;
  bool extends(std::int64_t begin, std::int64_t end);
  mutable std::vector<std::pair<std::int64_t, std::int64_t>> intervals_;
  mutable std::size_t compacted_ = 0; ///< of them, those that are in order
  /// Of these, where the next addition is looked for first: threads that each walk a row of their
  /// own come to their intervals in turn.
  std::size_t next_ = 0;
};

/// How a place moves from one iteration of a loop to the next.
struct LoopStep {
  LoopId loop = nullptr;
  std::string length; ///< equal where two loops surely are equally long and start alike
  std::optional<std::int64_t> bytes; ///< none: by more than any set is wide
  std::int64_t trips = 0;            ///< where the length is a number; 0: it is not

  /// Loops of equal length stand for one another.
  friend bool operator==(const LoopStep &a, const LoopStep &b) {
    return std::tie(a.length, a.bytes, a.trips) == std::tie(b.length, b.bytes, b.trips);
  }
  friend std::strong_ordering operator<=>(const LoopStep &a, const LoopStep &b) {
    return std::tie(a.length, a.bytes, a.trips) <=> std::tie(b.length, b.bytes, b.trips);
  }
};

/// Bytes that are a known distance apart: one array, the same symbols in the address.
struct Place {
  std::uint32_t object = 0;
  char direction = 'l';              ///< as of AccessId
  std::vector<std::int64_t> symbols; ///< the symbolic part of the address, encoded by its maker
  std::vector<LoopStep> steps;       ///< of the loops of unknown length in which it moves
  std::uint64_t hash = 0;            ///< of `symbols`; set by seal(), once they are complete

  void seal();
  friend bool operator==(const Place &, const Place &) = default;
  /// An order for maps: places are looked up far more often than made, and their symbols are long.
  friend std::strong_ordering operator<=>(const Place &a, const Place &b) {
    if (const auto order =
            std::tie(a.hash, a.object, a.direction) <=> std::tie(b.hash, b.object, b.direction);
        order != 0)
      return order;
    return std::tie(a.symbols, a.steps) <=> std::tie(b.symbols, b.steps);
  }
};

struct Work {
  std::map<LoopPath, OperationCounts> operations;
  std::map<std::pair<LoopPath, AccessId>, Traffic> traffic;
  std::map<Place, ByteSet> places;
  std::set<unsigned> largerSides; ///< lines of branches of which the larger side was counted
  std::set<unsigned> goneOn;      ///< lines of conditions on data that no thread left by
  std::set<std::string> unseen;   ///< what moves bytes that are not counted, each a clause
  bool placesLost = false;        ///< there were too many places to keep them all

  void add(Work &&other);
  /// All of it happens in an iteration of this loop.
  void nest(LoopId loop);
  /// All of it happens that often: places know it by their steps.
  void repeat(double times);
  /// What a loop does in each iteration, as this work of a loop has it, the compiler does once.
  /// `trips`: 0 where the length is not known.
  void hoist(const AccessId &access, LoopId loop, std::int64_t trips);
  /// To tell the larger of two sides.
  double size() const;
};

/// Numbers of a block, or of one iteration of the loops that outgrow all else.
struct WorkSummary {
  std::array<double, unitCount> flops{};
  double special = 0;
  double integer = 0;
  double accessed = 0;             ///< bytes
  std::optional<double> requested; ///< bytes; none: some addresses are not known
  std::optional<double> unique;    ///< bytes; none: the same
  /// Lines of those loops, the outermost first; empty: numbers of a block. Of several that are as
  /// deep, all.
  std::vector<unsigned> loops;
  std::string basis;                ///< "a block", "an iteration of the loop in line 12"
  std::vector<std::string> restsOn; ///< sentences without an end
  std::set<std::string> unseen;
};

/// Null where nothing was counted.
std::optional<WorkSummary> summarise(const Work &work, const std::map<LoopId, LoopTrips> &loops);

} // namespace warplint::simt

#endif
