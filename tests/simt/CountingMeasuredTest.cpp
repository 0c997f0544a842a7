//===- CountingMeasuredTest.cpp - the counts of a real GPU, replayed -------===//
//
// tests/simt/data/counting_h200.json holds requests and what CUPTI counted for
// them; scripts/measure-counting made it. Every count must come out equal.
// WARPLINT_COUNTING_DATA names another such file to replay.
//
//===----------------------------------------------------------------------===//

#include "lint/simt/Counting.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
#include <string>

namespace warplint::simt {
namespace {

nlohmann::json measured() {
  const char *other = std::getenv("WARPLINT_COUNTING_DATA");
  std::ifstream file(other ? other : WARPLINT_SOURCE_DIR "/tests/simt/data/counting_h200.json");
  EXPECT_TRUE(file.is_open());
  return nlohmann::json::parse(file);
}

/// splitmix64, as in scripts/measure-counting/patterns.h.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// The request of one row: base, width, outer, inner, flip, range, active, count, ideal.
Request requestOf(const nlohmann::json &row) {
  const auto at = [&](unsigned column) { return row[column].get<std::int64_t>(); };
  Request request;
  for (std::int64_t lane = 0; lane < warpSize; ++lane) {
    const std::int64_t flipped = lane ^ at(4);
    const std::int64_t offset =
        at(5) != 0
            ? at(3) * static_cast<std::int64_t>(mix(static_cast<std::uint64_t>(at(2) * 32 + lane)) %
                                                static_cast<std::uint64_t>(at(5)))
            : at(2) * (flipped / at(1)) + at(3) * (flipped % at(1));
    request.address[static_cast<unsigned>(lane)] = static_cast<std::uint64_t>(at(0) + offset);
  }
  request.active = static_cast<std::uint32_t>(at(6));
  return request;
}

/// "shared_ldmatrix4_16" -> "ldmatrix4", 16
std::pair<std::string, unsigned> split(const std::string &op) {
  const std::size_t first = op.find('_') + 1;
  const std::size_t last = op.rfind('_');
  return {op.substr(first, last - first), static_cast<unsigned>(std::stoul(op.substr(last + 1)))};
}

WavefrontCount countShared(const std::string &kind, Request request) {
  request.operation = kind.starts_with("st")   ? Operation::Store
                      : kind.starts_with("ld") ? Operation::Load
                                               : Operation::Atomic;
  if (kind.find("matrix") == std::string::npos)
    return countWavefronts(request);
  // ldmatrix and stmatrix: each matrix is fetched by the addresses of eight lanes.
  WavefrontCount sum;
  for (int matrix = 0; matrix < kind.back() - '0'; ++matrix) {
    request.active = 0xffU << (8 * matrix);
    const WavefrontCount one = countWavefronts(request);
    sum.wavefronts += one.wavefronts;
    sum.ideal += one.ideal;
  }
  return sum;
}

TEST(CountingMeasured, EveryRequestCountsAsOnTheGpu) {
  const nlohmann::json data = measured();
  std::size_t requests = 0;
  for (const auto &[op, rows] : data["requests"].items()) {
    const auto [kind, bytes] = split(op);
    for (const auto &row : rows) {
      Request request = requestOf(row);
      request.bytes = bytes;
      std::uint64_t count = 0;
      std::uint64_t ideal = 0;
      if (op.starts_with("global")) {
        const SectorCount sectors = countSectors(request);
        count = sectors.sectors;
        ideal = sectors.ideal;
      } else {
        const WavefrontCount wavefronts = countShared(kind, request);
        count = wavefronts.wavefronts;
        ideal = wavefronts.ideal;
      }
      ++requests;
      ASSERT_EQ(count, row[7].get<std::uint64_t>()) << op << ' ' << row;
      ASSERT_EQ(ideal, row[8].get<std::uint64_t>()) << op << ' ' << row;
    }
  }
  EXPECT_GE(requests, 10'000U);
}

// An element that no single instruction moves: the pieces sum up to what the
// instructions of the compiled copy sum up to.
TEST(CountingMeasured, ElementsAreSplitAsTheCompilerDoes) {
  struct Element {
    const char *kernel;
    unsigned bytes, alignment;
  };
  const Element elements[] = {
      {"copy_bytes3", 3, 1},  {"copy_uchar4", 4, 4},    {"copy_shorts3", 6, 2},
      {"copy_float3", 12, 4}, {"copy_mixed", 16, 8},    {"copy_double2", 16, 16},
      {"copy_ints5", 20, 4},  {"copy_doubles3", 24, 8}, {"copy_floats8", 32, 16}};
  const nlohmann::json data = measured();
  ASSERT_EQ(data["copies"].size(), std::size(elements));
  for (const Element &element : elements) {
    Request request;
    request.active = 0xffffffff;
    request.bytes = element.bytes;
    request.alignment = element.alignment;
    for (unsigned lane = 0; lane < warpSize; ++lane)
      request.address[lane] = std::uint64_t{lane} * element.bytes;
    const SectorCount count = countSectors(request);
    for (const char *side : {"load", "store"}) {
      std::uint64_t sectors = 0;
      std::uint64_t ideal = 0;
      for (const auto &instruction : data["copies"][element.kernel])
        if (instruction[0] == side) {
          sectors += instruction[1].get<std::uint64_t>();
          ideal += instruction[2].get<std::uint64_t>();
        }
      EXPECT_EQ(count.sectors, sectors) << element.kernel << ' ' << side;
      EXPECT_EQ(count.ideal, ideal) << element.kernel << ' ' << side;
    }
  }
}

} // namespace
} // namespace warplint::simt
