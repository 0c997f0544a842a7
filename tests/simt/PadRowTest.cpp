//===- PadRowTest.cpp - when rows may be made longer -----------------------===//

#include "AnalyseSource.h"

#include <gtest/gtest.h>

namespace warplint {
namespace {

/// The fix of the worst shared access: "22 '(', 40 ') + 1'", by column; "none" where none is
/// offered, "no conflict" where none is due.
std::string fixIn(const std::string &code) {
  const Site *worst = nullptr;
  double ratio = 1;
  const std::vector<Site> sites = analyseSource(code);
  for (const Site &site : sites)
    if (const auto value = numberAt(site.evidence, "wavefronts_ratio"); value && *value > ratio) {
      worst = &site;
      ratio = *value;
    }
  if (!worst)
    return "no conflict";
  if (worst->fixes.empty())
    return "none";
  std::string text;
  for (const Edit &edit : worst->fixes.front().edits)
    text += (text.empty() ? "" : ", ") + std::to_string(edit.span.column) + " '" + edit.text + "'";
  return text;
}

/// A kernel of 32 x 32 threads that reads a column; `before` stands before it, `declaration` is
/// the array's, `more` comes after the read.
std::string columnRead(const std::string &declaration, const std::string &more = "",
                       const std::string &before = "") {
  return before +
         "// warplint: block(32, 32)\n__global__ void k(float *out, int n, int *data) {\n" +
         declaration + "\n  int x = threadIdx.x, y = threadIdx.y;\n" +
         "  tile[y][x] = out[32 * y + x];\n  __syncthreads();\n" +
         "  out[32 * y + x] = tile[x][y];\n" + more + "\n}\n";
}

TEST(PadRow, TheLastDimensionGrowsByOne) {
  EXPECT_EQ(fixIn(columnRead("__shared__ float tile[32][32];")), "29 ' + 1'");
  EXPECT_EQ(fixIn(columnRead("__shared__ float tile[32][32 + 1];")), "no conflict");
  EXPECT_EQ(fixIn(columnRead("__shared__ float tile[32][32 + 2];")), "27 '(', 33 ') + 1'");
  EXPECT_EQ(fixIn(columnRead("__shared__ float tile[32][(32)];")), "31 ' + 1'");
  EXPECT_EQ(fixIn(columnRead("__shared__ float tile[32][n32];", "", "constexpr int n32 = 32;\n")),
            "30 ' + 1'");
  EXPECT_EQ(fixIn(columnRead("__shared__ double tile[32][32];")), "30 ' + 1'");
}

TEST(PadRow, WhatAMacroStandsForIsOneTerm) {
  EXPECT_EQ(fixIn(columnRead("__shared__ float tile[32][N];", "", "#define N 32\n")), "28 ' + 1'");
  EXPECT_EQ(fixIn(columnRead("__shared__ float tile[32][N];", "", "#define N 1 << 5\n")),
            "27 '(', 28 ') + 1'");
  EXPECT_EQ(fixIn(columnRead("__shared__ float tile[32][N(16)];", "", "#define N(x) 2 * x\n")),
            "27 '(', 32 ') + 1'");
  EXPECT_EQ(fixIn(columnRead("TILE", "", "#define TILE __shared__ float tile[32][32];\n")), "none");
}

TEST(PadRow, OtherDimensionsAreLeftAlone) {
  EXPECT_EQ(fixIn("// warplint: block(32, 32)\n__global__ void k(float *out) {\n"
                  "__shared__ float tile[2][32][32];\n"
                  "  tile[1][threadIdx.y][threadIdx.x] = out[threadIdx.x];\n  __syncthreads();\n"
                  "  out[threadIdx.x] = tile[1][threadIdx.x][threadIdx.y];\n}\n"),
            "32 ' + 1'");
  // The row is a type of its own: its length is not written here.
  EXPECT_EQ(fixIn(columnRead("__shared__ Row tile[32];", "", "typedef float Row[32];\n")), "none");
  EXPECT_EQ(fixIn(columnRead("__shared__ Tile tile;", "", "using Tile = float[32][32];\n")),
            "none");
}

TEST(PadRow, WhoeverReliesOnTheLengthOfARow) {
  const char *const plain = "__shared__ float tile[32][32];";
  const char *const uses[] = {
      "  out[sizeof(tile) / 4 - 1] = 0;",
      "  out[sizeof tile[0]] = 0;",
      "  float *row = tile[y]; out[x] = row[x];",
      "  float *all = &tile[0][0]; out[x] = all[x + 32 * y];",
      "  out[x] = *(tile[0] + x);",
      "  float (*rows)[32] = tile; out[x] = rows[y][x];",
      "  float (&same)[32][32] = tile; out[x] = same[y][x];",
      "  out[x] = tile[0][32 * y + x];",
      "  for (int i = 0; i < n; ++i) out[x] += tile[0][i];",
      "  *(int *)&tile[y][x] = 1;",
      "  use(tile);",
      "  use(tile[3]);",
  };
  const std::string helpers = "__device__ void use(float (*t)[32]) { t[0][0] = 1; }\n"
                              "__device__ void use(float *row) { row[0] = 1; }\n";
  for (const char *use : uses)
    EXPECT_EQ(fixIn(columnRead(plain, use, helpers)), "none") << use;
}

TEST(PadRow, UsesOfSingleElements) {
  const char *const plain = "__shared__ float tile[32][32];";
  for (const char *use : {
           "  out[sizeof(tile[0][0])] = 0;",
           "  float &element = tile[y][x]; element = 1;",
           "  for (int i = 0; i < n; ++i) out[x] += tile[y][i];",
           "  out[x] = tile[0][31 - x];",
           "  tile[y][x] += out[x]; ++tile[x][y];",
       })
    EXPECT_EQ(fixIn(columnRead(plain, use)), "29 ' + 1'") << use;
  EXPECT_EQ(fixIn(columnRead("__shared__ int tile[32][32];", "  atomicAdd(&tile[y][x], 1);")),
            "27 ' + 1'");
}

TEST(PadRow, ThereMustBeRoom) {
  EXPECT_EQ(fixIn(columnRead("__shared__ float tile[32][32]; __shared__ float rest[11200];",
                             "rest[x] = y;")),
            "none");
  EXPECT_EQ(fixIn(columnRead("__shared__ float tile[32][32]; __shared__ float rest[11000];",
                             "rest[x] = y;")),
            "29 ' + 1'");
}

TEST(PadRow, NoOtherAccessMayGetWorse) {
  // Four neighbours at a time are one access of 16 bytes, as long as rows are aligned.
  EXPECT_EQ(fixIn(R"(// warplint: block(8, 32)
__global__ void k(float *out) {
  __shared__ float tile[32][32];
  for (int i = 0; i < 4; ++i)
    tile[threadIdx.y][4 * threadIdx.x + i] = out[i];
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    out[i] = tile[threadIdx.x][threadIdx.y];
}
)"),
            "none");
}

TEST(PadRow, EveryInstantiationMustBeCured) {
  const std::string kernel = R"(template <int N> __global__ void k(float *out) {
  __shared__ float tile[N][N];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
)";
  EXPECT_EQ(fixIn(kernel + "void run(float *p) { k<32><<<1, dim3(32, 32)>>>(p); }\n"), "29 ' + 1'");
  // Rows of 17 leave the two rows that a warp reads of a 16 x 16 tile in conflict.
  EXPECT_EQ(fixIn(kernel + "void run(float *p) { k<32><<<1, dim3(32, 32)>>>(p);\n"
                           "  k<16><<<1, dim3(16, 16)>>>(p); }\n"),
            "none");
}

} // namespace
} // namespace warplint
