//===- CountingTest.cpp - counting against brute force ---------------------===//

#include "lint/simt/Counting.h"

#include "CountingBruteForce.h"

#include <gtest/gtest.h>

#include <random>

namespace warplint::simt {
namespace {

constexpr unsigned cases = 200'000;

Request affine(unsigned bytes, std::int64_t base, std::int64_t stride) {
  Request request;
  request.active = 0xffffffff;
  request.bytes = bytes;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    request.address[lane] = static_cast<std::uint64_t>(base + stride * lane);
  return request;
}

/// Addresses as index expressions give them: affine, modular, shifted, xor-ed,
/// by rows, at random; whole warps, tails, odd lanes, few lanes.
class RandomRequests {
public:
  Request next() {
    Request request;
    request.bytes = 1U << below(5);
    request.operation = static_cast<Operation>(below(3));
    request.active = activeLanes();
    const unsigned shape = below(6);
    const std::uint64_t base = below(64);
    const std::uint64_t a = 1 + below(40);
    const std::uint64_t b = below(300);
    const std::uint64_t modulus = 1 + below(64);
    for (unsigned lane = 0; lane < warpSize; ++lane)
      request.address[lane] = request.bytes * (base + index(shape, lane, a, b, modulus));
    return request;
  }

private:
  std::uint64_t index(unsigned shape, std::uint64_t lane, std::uint64_t a, std::uint64_t b,
                      std::uint64_t modulus) {
    switch (shape) {
    case 0:
      return a * lane + b;
    case 1:
      return lane * a % modulus * (1 + b % 5);
    case 2:
      return (lane >> (a % 6)) * b + (lane & (modulus - 1));
    case 3:
      return (lane ^ (a % 32)) * (1 + b % 9);
    case 4:
      return (lane % (1 + a % 16)) * b + lane / (1 + a % 16);
    default:
      return below(static_cast<unsigned>(modulus * (1 + b % 8)));
    }
  }

  std::uint32_t activeLanes() {
    const auto random = static_cast<std::uint32_t>(engine_());
    switch (below(6)) {
    case 0:
    case 1:
      return 0xffffffff;
    case 2:
      return 0xffffffffU >> below(32);
    case 3:
      return random;
    case 4:
      return random & static_cast<std::uint32_t>(engine_());
    default:
      return (below(2) ? 0xaaaaaaaaU : 0x55555555U) | 1U << below(32);
    }
  }

  unsigned below(unsigned bound) { return static_cast<unsigned>(engine_() % bound); }

  std::mt19937_64 engine_{20261121}; // fixed: a failure can be repeated
};

std::vector<bruteforce::Lane> lanesOf(const Request &request) {
  std::vector<bruteforce::Lane> lanes;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (request.active >> lane & 1)
      lanes.push_back({lane, request.address[lane]});
  return lanes;
}

const char *nameOf(Operation operation) {
  return operation == Operation::Load ? "load" : operation == Operation::Store ? "store" : "atomic";
}

std::string describe(const Request &request) {
  std::string text =
      std::string(nameOf(request.operation)) + " of " + std::to_string(request.bytes) + " bytes at";
  for (const auto &lane : lanesOf(request))
    text += " " + std::to_string(lane.number) + ":" + std::to_string(lane.address);
  return text;
}

TEST(Counting, SectorsEqualBruteForce) {
  RandomRequests requests;
  for (unsigned i = 0; i < cases; ++i) {
    const Request request = requests.next();
    const SectorCount count = countSectors(request);
    const bruteforce::Counts expected = bruteforce::sectors(lanesOf(request), request.bytes);
    ASSERT_EQ(count.sectors, expected.count) << describe(request);
    ASSERT_EQ(count.ideal, expected.ideal) << describe(request);
  }
}

TEST(Counting, WavefrontsEqualBruteForce) {
  RandomRequests requests;
  for (unsigned i = 0; i < cases; ++i) {
    const Request request = requests.next();
    const WavefrontCount count = countWavefronts(request);
    const bruteforce::Counts expected =
        bruteforce::wavefronts(lanesOf(request), request.bytes, nameOf(request.operation));
    ASSERT_EQ(count.wavefronts, expected.count) << describe(request);
    ASSERT_EQ(count.ideal, expected.ideal) << describe(request);
  }
}

TEST(Counting, NothingActiveIsNothing) {
  Request request = affine(4, 0, 4);
  request.active = 0;
  EXPECT_EQ(countSectors(request).sectors, 0U);
  EXPECT_EQ(countSectors(request).ideal, 0U);
  EXPECT_EQ(countWavefronts(request).wavefronts, 0U);
  EXPECT_EQ(countWavefronts(request).ideal, 0U);
  EXPECT_EQ(countWavefronts(request).ways, 1U);
}

// The textbook cases, with their textbook numbers.
TEST(Counting, Sectors) {
  EXPECT_EQ(countSectors(affine(4, 0, 4)).sectors, 4U);
  EXPECT_EQ(countSectors(affine(4, 4, 4)).sectors, 5U);
  EXPECT_EQ(countSectors(affine(4, 0, 8)).sectors, 8U);
  EXPECT_EQ(countSectors(affine(4, 0, 32)).sectors, 32U);
  EXPECT_EQ(countSectors(affine(4, 0, 32)).ideal, 4U);
  EXPECT_EQ(countSectors(affine(4, 128, -4)).sectors, 5U);
  EXPECT_EQ(countSectors(affine(4, 124, -4)).sectors, 4U);
  EXPECT_EQ(countSectors(affine(4, 0, 0)).sectors, 1U);
  EXPECT_EQ(countSectors(affine(4, 0, 0)).ideal, 1U); // a broadcast wastes nothing
  EXPECT_EQ(countSectors(affine(16, 0, 16)).sectors, 16U);
  EXPECT_EQ(countSectors(affine(16, 0, 16)).ideal, 16U);
}

TEST(Counting, Wavefronts) {
  EXPECT_EQ(countWavefronts(affine(4, 0, 4)).wavefronts, 1U);
  EXPECT_EQ(countWavefronts(affine(4, 0, 0)).wavefronts, 1U);
  EXPECT_EQ(countWavefronts(affine(4, 0, 8)).wavefronts, 2U);
  EXPECT_EQ(countWavefronts(affine(4, 0, 128)).wavefronts, 32U);
  EXPECT_EQ(countWavefronts(affine(4, 0, 128)).ways, 32U);
  EXPECT_EQ(countWavefronts(affine(4, 0, 132)).wavefronts, 1U);
  EXPECT_EQ(countWavefronts(affine(4, 0, 136)).wavefronts, 2U);
  EXPECT_EQ(countWavefronts(affine(8, 0, 8)).wavefronts, 2U);
  EXPECT_EQ(countWavefronts(affine(8, 0, 8)).ideal, 2U);
  EXPECT_EQ(countWavefronts(affine(8, 0, 8)).ways, 1U);
  EXPECT_EQ(countWavefronts(affine(16, 0, 16)).wavefronts, 4U);
  EXPECT_EQ(countWavefronts(affine(16, 0, 128)).wavefronts, 32U);
  EXPECT_EQ(countWavefronts(affine(16, 0, 128)).ways, 8U);
}

TEST(Counting, AtomicsAtOneWordQueue) {
  Request request = affine(4, 0, 0);
  request.operation = Operation::Atomic;
  EXPECT_EQ(countWavefronts(request).wavefronts, 32U);
  EXPECT_EQ(countWavefronts(request).ideal, 1U);
  EXPECT_EQ(countWavefronts(request).ways, 32U);
  EXPECT_EQ(countSectors(request).sectors, 1U);
}

TEST(Counting, PiecesAddUp) {
  Request request = affine(12, 0, 12); // float3: three instructions of 4 bytes
  EXPECT_EQ(countSectors(request).sectors, 36U);
  EXPECT_EQ(countSectors(request).ideal, 12U);
  EXPECT_EQ(countWavefronts(request).wavefronts, 3U);
  request = affine(8, 0, 8); // a structure of two floats: two of 4
  request.alignment = 4;
  EXPECT_EQ(countSectors(request).sectors, 16U);
  EXPECT_EQ(countSectors(request).ideal, 8U);
  EXPECT_EQ(countWavefronts(request).wavefronts, 4U);
  EXPECT_EQ(countWavefronts(request).ideal, 2U);
  EXPECT_EQ(countWavefronts(request).ways, 2U);
}

} // namespace
} // namespace warplint::simt
