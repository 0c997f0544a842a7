//===- LaneMask.h - a set of threads of one block --------------*- C++ -*-===//
#ifndef WARPLINT_SIMT_LANEMASK_H
#define WARPLINT_SIMT_LANEMASK_H

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace warplint::simt {

/// A block has at most 1024 threads (CUDA C++ Programming Guide, "Compute Capabilities").
inline constexpr unsigned maxThreads = 1024;

/// A set of threads of one block, by linear thread index.
class LaneMask {
public:
  LaneMask() = default;
  /// The first `count` threads.
  static LaneMask firstThreads(unsigned count) {
    LaneMask mask;
    for (unsigned word = 0; word < words; ++word) {
      unsigned begin = word * 64;
      if (count >= begin + 64)
        mask.bits_[word] = ~std::uint64_t{0};
      else if (count > begin)
        mask.bits_[word] = (std::uint64_t{1} << (count - begin)) - 1;
    }
    return mask;
  }

  bool test(unsigned lane) const { return (bits_[lane / 64] >> (lane % 64)) & 1; }
  void set(unsigned lane) { bits_[lane / 64] |= std::uint64_t{1} << (lane % 64); }
  void reset(unsigned lane) { bits_[lane / 64] &= ~(std::uint64_t{1} << (lane % 64)); }
  bool any() const {
    for (std::uint64_t word : bits_)
      if (word)
        return true;
    return false;
  }
  bool none() const { return !any(); }
  unsigned count() const {
    unsigned total = 0;
    for (std::uint64_t word : bits_)
      total += static_cast<unsigned>(std::popcount(word));
    return total;
  }
  /// Index of the first thread; maxThreads if there is none.
  unsigned first() const {
    for (unsigned word = 0; word < words; ++word)
      if (bits_[word])
        return word * 64 + static_cast<unsigned>(std::countr_zero(bits_[word]));
    return maxThreads;
  }
  /// Of each warp one thread at most: no lane has another beside it.
  bool isOnePerWarp() const {
    return std::ranges::all_of(bits_, [](std::uint64_t word) {
      const auto low = static_cast<std::uint32_t>(word),
                 high = static_cast<std::uint32_t>(word >> 32);
      return std::popcount(low) <= 1 && std::popcount(high) <= 1;
    });
  }
  /// The 32 lanes of a warp.
  std::uint32_t warp(unsigned index) const {
    return static_cast<std::uint32_t>(bits_[index / 2] >> (32 * (index % 2)));
  }

  LaneMask &operator&=(const LaneMask &other) {
    for (unsigned word = 0; word < words; ++word)
      bits_[word] &= other.bits_[word];
    return *this;
  }
  LaneMask &operator|=(const LaneMask &other) {
    for (unsigned word = 0; word < words; ++word)
      bits_[word] |= other.bits_[word];
    return *this;
  }
  /// Set difference.
  LaneMask &operator-=(const LaneMask &other) {
    for (unsigned word = 0; word < words; ++word)
      bits_[word] &= ~other.bits_[word];
    return *this;
  }
  friend LaneMask operator&(LaneMask a, const LaneMask &b) { return a &= b; }
  friend LaneMask operator|(LaneMask a, const LaneMask &b) { return a |= b; }
  friend LaneMask operator-(LaneMask a, const LaneMask &b) { return a -= b; }
  friend bool operator==(const LaneMask &, const LaneMask &) = default;

  /// Is every thread of `other` in this set?
  bool contains(const LaneMask &other) const { return (other - *this).none(); }

  template <typename F> void forEach(F f) const {
    for (unsigned word = 0; word < words; ++word)
      for (std::uint64_t bits = bits_[word]; bits; bits &= bits - 1)
        f(word * 64 + static_cast<unsigned>(std::countr_zero(bits)));
  }

private:
  static constexpr unsigned words = maxThreads / 64;
  std::array<std::uint64_t, words> bits_{};
};

} // namespace warplint::simt

#endif
