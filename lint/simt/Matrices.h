//===- Matrices.h - which lane loads what of a matrix ----------*- C++ -*-===//
//
// What nvcuda::wmma's functions do to memory. It is documented nowhere; this is what
// nvcc 13.0 makes of them for sm_75 and later (docs/counting.md).
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_MATRICES_H
#define WARPLINT_SIMT_MATRICES_H

#include "lint/simt/Counting.h"

#include <string_view>
#include <vector>

namespace warplint::simt {

/// A matrix in memory: lines of elements that lie side by side, a pitch apart.
struct MatrixTile {
  bool isAccumulator = false;
  std::string_view element; ///< as wmma or PTX names it: "f16" or "__half", "s8", "f32", …
  unsigned elementBytes = 0;
  unsigned lines = 0;
  unsigned length = 0;     ///< elements of a line
  bool alongDepth = false; ///< of A and B: a line runs along K
  bool byColumns = false;  ///< of an accumulator: a line is a column
};

/// One instruction of a warp. Lane i starts at element `position[i]` of line `line[i]`.
struct MatrixRequest {
  std::uint32_t active = 0;
  unsigned bytes = 0;
  std::array<unsigned, warpSize> line{}, position{};
};

/// In no particular order; none: it is not known of such a matrix.
std::vector<MatrixRequest> matrixRequests(const MatrixTile &tile);

} // namespace warplint::simt

#endif
