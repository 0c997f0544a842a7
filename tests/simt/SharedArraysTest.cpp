//===- SharedArraysTest.cpp - shared arrays as a whole --------------------===//

#include "lint/simt/SharedArrays.h"
#include "AnalyseSource.h"
#include "lint/chips/Chip.h"
#include "lint/simt/SharedCapacity.h"

#include <gtest/gtest.h>

namespace warplint {
namespace {

using simt::ByteRanges;

TEST(ByteRanges, JoinAndSplit) {
  ByteRanges ranges, other;
  ranges.add(0, 4);
  ranges.add(8, 12);
  other.add(4, 8);
  EXPECT_FALSE(ranges.meets(other));
  ranges.add(4, 8);
  EXPECT_TRUE(ranges.meets(other));
  ranges.remove(5, 6);
  other.clear();
  other.add(5, 6);
  EXPECT_FALSE(ranges.meets(other));
  other.add(3, 7);
  ByteRanges rest = ranges;
  rest.remove(ranges.commonWith(other)); // [0, 3) and [7, 12)
  other.clear();
  other.add(3, 7);
  EXPECT_FALSE(rest.meets(other));
  other.add(2, 3);
  EXPECT_TRUE(rest.meets(other));
  rest.remove(-5, 100);
  EXPECT_TRUE(rest.empty());
}

TEST(SharedCapacity, LimitsOfChips) {
  EXPECT_EQ(simt::sharedLimit("sm_61"), 48 * 1024);
  EXPECT_EQ(simt::sharedLimit("sm_75"), 64 * 1024);
  EXPECT_EQ(simt::sharedLimit("sm_80"), 163 * 1024);
  EXPECT_EQ(simt::sharedLimit("sm_90a"), 227 * 1024);
  EXPECT_EQ(simt::sharedLimit("sm_100f"), 227 * 1024);
  EXPECT_EQ(simt::sharedLimit("sm_20"), std::nullopt);
}

// The interpreter knows no chips. What it knows of their shared memory is the table's.
TEST(SharedCapacity, LimitsAreThoseOfTheTable) {
  ASSERT_FALSE(chips::allChips().empty());
  for (const chips::Chip &chip : chips::allChips()) {
    std::string arch = "sm_" + chip.capability.name;
    std::erase(arch, '.');
    EXPECT_EQ(simt::sharedLimit(arch), chip.capability.sharedPerBlockOptin) << chip.name;
  }
}

/// What is said of the two arrays of a kernel of 64 threads with this body: "a by b", "none".
std::string overlap(const std::string &body) {
  const std::vector<Site> sites = analyseSource(
      "// warplint: block(64)\n__global__ void k(float *out, int n, int *data) {\n"
      "  extern __shared__ float a[];\n  extern __shared__ int b[];\n  int t = threadIdx.x;\n" +
      body + "\n}\n");
  std::string text;
  for (const Site &site : sites)
    if (site.op == "overlap")
      text += std::string(stringAt(site.evidence, "array").value_or("?")) + " by " +
              std::string(stringAt(site.evidence, "overwritten_by").value_or("?"));
  return text.empty() ? "none" : text;
}

TEST(SharedArrays, WhatIsReplacedAndLoaded) {
  EXPECT_EQ(overlap("a[t] = 1; b[t] = 2; out[t] = a[t] + b[t];"), "a by b");
  EXPECT_EQ(overlap("b[t] = 1; a[t] = 2; out[t] = a[t] + b[t];"), "b by a");
  EXPECT_EQ(overlap("a[t] = 1; b[t] = 2; out[t] = b[t];"), "none") << "a is not asked for again";
  EXPECT_EQ(overlap("a[t] = 1; b[t] = 2; a[t] = 3; out[t] = a[t];"), "none") << "stored anew";
  EXPECT_EQ(overlap("a[t] = 1; b[64 + t] = 2; out[t] = a[t] + b[64 + t];"), "none") << "apart";
  EXPECT_EQ(overlap("a[t] = 1; b[63 + t] = 2; out[t] = a[t] + b[63 + t];"), "a by b")
      << "one element too near";
  EXPECT_EQ(overlap("a[t] = 1; if (t < 8) b[t] = 2; out[t] = a[t];"), "a by b");
}

TEST(SharedArrays, WhatIsMeantOrNotKnown) {
  EXPECT_EQ(overlap("b[t] = 1; out[t] = a[t]; a[t] = 2; out[t] += b[t];"), "none")
      << "data goes from one to the other";
  EXPECT_EQ(overlap("a[t] = 1; if (n) b[t] = 2; out[t] = a[t];"), "none")
      << "nobody knows whether b is stored";
  EXPECT_EQ(overlap("a[t] = 1; b[data[t]] = 2; out[t] = a[t];"), "none")
      << "nobody knows where b is stored";
  EXPECT_EQ(overlap("a[t] = 1; b[n + t] = 2; out[t] = a[t];"), "none");
  EXPECT_EQ(overlap("a[t] = 1; b[t] = 2; a[data[t]] = 3; out[t] = a[t];"), "none")
      << "a may have been stored anew";
}

/// Threads that keep to their own element of `s`, in a block of 64; 0 where that is not said.
std::int64_t apart(const std::string &declaration, const std::string &body) {
  const std::vector<Site> sites = analyseSource(
      "// warplint: block(64)\n__global__ void k(float *out, int n, int *data) {\n  " +
      declaration + "\n  int t = threadIdx.x;\n" + body + "\n}\n");
  for (const Site &site : sites)
    if (site.op == "declaration" && site.expr == "s")
      return static_cast<std::int64_t>(numberAt(site.evidence, "threads_apart").value_or(0));
  return -1;
}

TEST(SharedArrays, ThreadsThatKeepToTheirOwn) {
  const char *const plain = "__shared__ float s[64];";
  EXPECT_EQ(apart(plain, "s[t] = 1; out[t] = s[t];"), 64);
  EXPECT_EQ(apart(plain, "s[63 - t] = 1; out[t] = s[63 - t];"), 64);
  EXPECT_EQ(apart(plain, "s[t] = 1; out[data[t]] = s[t];"), 64);
  EXPECT_EQ(apart(plain, "if (t < 40) { s[t] = 1; out[t] = s[t]; }"), 40);
  EXPECT_EQ(apart(plain, "for (int i = 0; i < n; ++i) { s[t] = i; out[i] = s[t]; }"), 64);
  EXPECT_EQ(apart("extern __shared__ float s[];", "s[t] = 1; out[t] = s[t];"), 64);
  EXPECT_EQ(
      apart("__shared__ float s[2][32];", "s[t / 32][t % 32] = 1; out[t] = s[t / 32][t % 32];"),
      64);
}

TEST(SharedArrays, ThreadsThatShareOrMay) {
  const char *const plain = "__shared__ float s[128];";
  EXPECT_EQ(apart(plain, "s[t] = 1; out[t] = s[63 - t];"), 0);
  EXPECT_EQ(apart(plain, "s[t] = 1; out[t] = s[t] + s[0];"), 0);
  EXPECT_EQ(apart(plain, "s[t / 2] = 1; out[t] = s[t / 2];"), 0);
  EXPECT_EQ(apart(plain, "s[t] = 1; out[t] = s[data[t]];"), 0);
  EXPECT_EQ(apart(plain, "s[t] = 1; out[t] = s[t]; s[data[t]] = 2;"), 0);
  EXPECT_EQ(apart(plain, "s[t] = 1; out[t] = s[t] + s[data[t]];"), 0);
  EXPECT_EQ(apart("__shared__ int s[64];", "s[t] = 1; atomicAdd(&s[data[t]], 1); out[t] = s[t];"),
            0);
  EXPECT_EQ(apart(plain, "s[t] = 1; if (n) out[t] = s[63 - t]; else out[t] = s[t];"), 0);
  EXPECT_EQ(apart(plain, "s[t] = 1;"), 0) << "never loaded";
  EXPECT_EQ(apart(plain, "s[t] = 1; s[t + 64] = 2; out[t] = s[t] + s[t + 64];"), 0) << "two each";
  EXPECT_EQ(apart(plain, "float *p = s; p[t] = 1; out[t] = p[t];"), 0)
      << "somebody has its address";
  EXPECT_EQ(apart("__shared__ volatile float s[64];", "s[t] = 1; out[t] = s[t];"), 0);
  EXPECT_EQ(apart("__shared__ float4 s[64];", "s[t].x = 1; out[t] = s[t].x;"), 0);
}

} // namespace
} // namespace warplint
