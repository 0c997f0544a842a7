//===- Matrices.cpp - which lane loads what of a matrix -------------------===//

#include "lint/simt/Matrices.h"

#include <functional>

namespace warplint::simt {
namespace {

constexpr unsigned side = 8;      ///< of the squares that matrices are made of
constexpr unsigned rowBytes = 16; ///< of a line that one lane of ldmatrix names

/// Lanes lie in eight groups of four: which group, and which of the four.
unsigned groupOf(unsigned lane) { return lane / 4; }
unsigned placeIn(unsigned lane) { return lane % 4; }

using PlaceOf = std::function<unsigned(unsigned lane)>;

MatrixRequest requestOf(unsigned bytes, const PlaceOf &line, const PlaceOf &position) {
  MatrixRequest request;
  request.active = ~0U;
  request.bytes = bytes;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    request.line[lane] = line(lane);
    request.position[lane] = position(lane);
  }
  return request;
}

/// ldmatrix: each lane names 16 bytes of a line; eight lanes name a square, which is served by
/// itself. A request has up to `most` squares.
std::vector<MatrixRequest> squares(const MatrixTile &tile, unsigned most) {
  std::vector<MatrixRequest> result;
  const unsigned width = rowBytes / tile.elementBytes;
  unsigned count = most;
  for (unsigned position = 0; position < tile.length; position += width)
    for (unsigned line = 0; line < tile.lines; line += side) {
      if (count == most) {
        result.emplace_back().bytes = rowBytes;
        count = 0;
      }
      MatrixRequest &request = result.back();
      for (unsigned row = 0; row < side; ++row) {
        const unsigned lane = count * side + row;
        request.active |= 1U << lane;
        request.line[lane] = line + row;
        request.position[lane] = position;
      }
      ++count;
    }
  return result;
}

/// A group of lanes for each of eight lines, in which each of the four takes `perLane` elements.
std::vector<MatrixRequest> groupsAlongLines(const MatrixTile &tile, unsigned perLane) {
  std::vector<MatrixRequest> result;
  for (unsigned line = 0; line < tile.lines; line += side)
    for (unsigned start = 0; start < tile.length; start += 4 * perLane)
      result.push_back(requestOf(
          perLane * tile.elementBytes, [&](unsigned lane) { return line + groupOf(lane); },
          [&](unsigned lane) { return start + perLane * placeIn(lane); }));
  return result;
}

/// Eight elements of a line for the eight groups. Of each group the four lanes take lines that are
/// `perLane` apart, one after the other.
std::vector<MatrixRequest> groupsAcrossLines(const MatrixTile &tile, unsigned perLane) {
  std::vector<MatrixRequest> result;
  for (unsigned first = 0; first < tile.lines; first += 4 * perLane)
    for (unsigned start = 0; start < tile.length; start += side)
      for (unsigned one = 0; one < perLane; ++one)
        result.push_back(requestOf(
            tile.elementBytes, [&](unsigned lane) { return first + perLane * placeIn(lane) + one; },
            [&](unsigned lane) { return start + groupOf(lane); }));
  return result;
}

std::vector<MatrixRequest> ofAccumulator(const MatrixTile &tile) {
  // The squares of 16-bit elements are turned in registers (MOVM).
  if (tile.element == "f16" || tile.element == "__half")
    return groupsAlongLines(tile, 2);
  // A matrix of 8 rows and 32 columns is computed as one of 32 rows.
  const bool alongLines = tile.lines == tile.length ? !tile.byColumns : tile.length == side;
  return alongLines ? groupsAlongLines(tile, 2) : groupsAcrossLines(tile, 2);
}

} // namespace

std::vector<MatrixRequest> matrixRequests(const MatrixTile &tile) {
  constexpr unsigned most = 4; // squares of one ldmatrix
  if (tile.isAccumulator)
    return ofAccumulator(tile);
  if (tile.element == "f16" || tile.element == "__half")
    return squares(tile, most);
  if (tile.element == "s8" || tile.element == "u8")
    return tile.alongDepth ? squares(tile, most / 2) : groupsAcrossLines(tile, 4);
  if (tile.element == "bf16" || tile.element == "__nv_bfloat16")
    return groupsAlongLines(tile, 2);
  if (tile.element == "tf32" || tile.element == "f64")
    return tile.alongDepth ? groupsAlongLines(tile, 1) : groupsAcrossLines(tile, 1);
  return {};
}

} // namespace warplint::simt
