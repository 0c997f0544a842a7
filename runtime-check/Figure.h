//===- Figure.h - what is measured of a kernel as a whole ------*- C++ -*-===//
//
// Kernel-level figures come from CUPTI's Range Profiler: one value for each
// metric and launch. Here stands which metric of CUPTI gives which evidence.
// Operations of the Tensor Cores are counted by several metrics, which differ from
// chip to chip: the figure is the sum of those that a chip has.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_RUNTIME_FIGURE_H
#define WARPLINT_RUNTIME_FIGURE_H

#include <span>
#include <string_view>
#include <vector>

namespace warplint::runtime {

struct Figure {
  std::string_view evidence;  ///< "duration_us"
  std::string_view cuptiName; ///< "gpu__time_duration.sum"
  double factor = 1;          ///< from CUPTI's unit to that of the evidence
  /// A stall: CUPTI gives cycles per instruction of a warp, the evidence is their part of all the
  /// cycles from one instruction of a warp to its next (`warpLatency`).
  bool isStall = false;
  /// One of several metrics that make up the evidence together. A chip has those of what it can do,
  /// so that one it lacks is no gap; where it has none of them, the evidence is absent.
  bool isPart = false;
};

struct FigureValue {
  const Figure *figure = nullptr;
  double value = 0; ///< in the evidence's unit, finite
};

/// Cycles from one instruction of a warp to its next, those in which it is issued included.
constexpr std::string_view warpLatency = "smsp__average_warp_latency_per_inst_issued.ratio";

std::span<const Figure> figures();
/// Null where the metric is none of these.
const Figure *figureFromCuptiName(std::string_view name);

/// In the evidence's unit; not finite where the latency is needed and is 0.
double figureValue(const Figure &figure, double measured, double latency);
/// Parts of one evidence become one value; values that are not finite are left out.
void addValue(std::vector<FigureValue> &values, const Figure &figure, double value);

} // namespace warplint::runtime

#endif
