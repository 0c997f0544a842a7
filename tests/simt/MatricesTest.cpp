//===- MatricesTest.cpp - matrices of a warp against a GPU ----------------===//
//
// tests/simt/data/matrices_h100.json holds, for each kind of fragment, what one
// wmma::load_matrix_sync or store_matrix_sync of one warp cost in shared memory: pitches that
// suit, and pitches that do not.
//
//===----------------------------------------------------------------------===//

#include "lint/simt/Matrices.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warplint::simt {
namespace {

MatrixTile tileOf(const nlohmann::json &row, const std::string &element) {
  const std::string use = row[1];
  const unsigned m = row[2], n = row[3], k = row[4];
  const bool byColumns = row[7] == "col";
  const unsigned rows = use == "matrix_b" ? k : m;
  const unsigned columns = use == "matrix_a" ? k : n;
  MatrixTile tile;
  tile.isAccumulator = use == "accumulator";
  tile.element = element;
  tile.elementBytes = row[6];
  tile.lines = byColumns ? columns : rows;
  tile.length = byColumns ? rows : columns;
  tile.alongDepth = byColumns == (use == "matrix_b");
  tile.byColumns = byColumns;
  return tile;
}

Request inMemory(const MatrixRequest &one, const MatrixTile &tile, unsigned pitch, bool isLoad) {
  Request request;
  request.active = one.active;
  request.bytes = one.bytes;
  request.operation = isLoad ? Operation::Load : Operation::Store;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    request.address[lane] =
        std::uint64_t{one.line[lane] * pitch + one.position[lane]} * tile.elementBytes;
  return request;
}

TEST(Matrices, AsMeasured) {
  std::ifstream file(WARPLINT_SOURCE_DIR "/tests/simt/data/matrices_h100.json");
  ASSERT_TRUE(file.is_open());
  const nlohmann::json data = nlohmann::json::parse(file);
  ASSERT_GT(data["rows"].size(), 100U);
  for (const nlohmann::json &row : data["rows"]) {
    const std::string element = row[5];
    const MatrixTile tile = tileOf(row, element);
    std::uint64_t wavefronts = 0;
    for (const MatrixRequest &one : matrixRequests(tile))
      wavefronts += countWavefronts(inMemory(one, tile, row[8], row[0] == "load")).wavefronts;
    EXPECT_EQ(wavefronts, row[9].get<std::uint64_t>()) << row.dump();
  }
}

TEST(Matrices, EachElementOnce) {
  for (const auto &[element, bytes] : {std::pair{"f16", 2U}, {"bf16", 2U}, {"tf32", 4U}})
    for (bool alongDepth : {false, true}) {
      MatrixTile tile{false, element, bytes, 16, 16, alongDepth, false};
      std::vector<unsigned> seen(16 * 16);
      for (const MatrixRequest &one : matrixRequests(tile))
        for (unsigned lane = 0; lane < warpSize; ++lane)
          for (unsigned i = 0; ((one.active >> lane) & 1) && i < one.bytes / bytes; ++i)
            ++seen.at(one.line[lane] * 16 + one.position[lane] + i);
      EXPECT_EQ(seen, std::vector<unsigned>(16 * 16, 1)) << element << alongDepth;
    }
}

TEST(Matrices, OfOtherElementsNothingIsKnown) {
  EXPECT_TRUE(matrixRequests({false, "b1", 4, 8, 4, true, false}).empty());
}

} // namespace
} // namespace warplint::simt
