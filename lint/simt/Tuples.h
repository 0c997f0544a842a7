//===- Tuples.h - what lanes have in common -------------------*- C++ -*-===//
//
// Which lanes of a warp hold the same numbers: asked at every access, hence without allocations for
// each lane.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LINT_SIMT_TUPLES_H
#define WARPLINT_LINT_SIMT_TUPLES_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warplint::simt {

/// The same in every run and on every machine.
inline std::uint64_t hashOf(std::span<const std::int64_t> numbers) {
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15; // 2^64 / the golden ratio
  constexpr unsigned half = 32;
  std::uint64_t hash = numbers.size();
  for (const std::int64_t number : numbers) {
    hash = (hash ^ static_cast<std::uint64_t>(number)) * golden;
    hash ^= hash >> half;
  }
  return hash;
}

/// Numbers tuples in the order in which they first come: 0, 1, 2, … Meant for as many different
/// ones as a warp has lanes.
class TupleNumbers {
public:
  std::size_t numberOf(std::span<const std::int64_t> tuple) {
    const std::uint64_t hash = hashOf(tuple);
    for (std::size_t at = known_.size(); at-- > 0;) // neighbours are alike
      if (known_[at].hash == hash && std::ranges::equal(tuple, numbersOf(known_[at])))
        return at;
    known_.push_back({hash, kept_.size(), tuple.size()});
    kept_.insert(kept_.end(), tuple.begin(), tuple.end());
    return known_.size() - 1;
  }
  std::size_t size() const { return known_.size(); }
  void clear() {
    known_.clear();
    kept_.clear();
  }

private:
  struct Known {
    std::uint64_t hash;
    std::size_t begin;
    std::size_t size;
  };
  std::span<const std::int64_t> numbersOf(const Known &known) const {
    return std::span(kept_).subspan(known.begin, known.size);
  }
  std::vector<Known> known_;
  std::vector<std::int64_t> kept_; ///< the tuples, one behind the other
};

} // namespace warplint::simt

#endif
