//===- Roofline.h - what bounds a kernel on a chip -------------*- C++ -*-===//
//
// The roofline model (Williams, Waterman, Patterson: "Roofline", CACM 52(4), 2009):
// a kernel does no more operations per second than the peak rate of its units, and
// no more than device memory brings the bytes for.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_REPORT_ROOFLINE_H
#define WARPLINT_REPORT_ROOFLINE_H

#include "lint/evidence/Site.h"

namespace warplint::report {

/// What a card needs to know of a chip; numbers that are not known are 0.
struct CardChip {
  std::string name;              ///< "H200"
  std::string product;           ///< "NVIDIA H200 SXM"
  std::string generation;        ///< "Hopper"
  std::string computeCapability; ///< "9.0"
  double bandwidth = 0;          ///< of device memory, in GB/s
  /// TFLOP/s by precision: fp32, fp64, fp16, fp16_tensor, …
  std::map<std::string, double> peak;
  unsigned sms = 0;
  unsigned warpsPerSm = 0;
  /// Why this one: "named", "measured", "of the architecture", "assumed".
  std::string reason;
};

/// Operations by unit, the names being those of peak rates.
using Flops = std::map<std::string, double>;
/// Of evidence of a kernel: `flops_fp32`, …, those that are not 0.
Flops flopsOf(const Evidence &evidence);
double total(const Flops &flops);

enum class BoundKind { Memory, Compute, Open };
std::string_view name(BoundKind kind); ///< "memory", "compute", "open"

struct Bound {
  BoundKind kind = BoundKind::Open;
  std::optional<double> intensity; ///< operations per byte
  std::optional<double> knee;      ///< of the unit that takes most time
  std::string unit;                ///< that unit: "fp32"
  /// GFLOP/s that the chip lets it do at this intensity.
  std::optional<double> attainable;
  std::string remark; ///< a sentence without an end; empty: nothing to say
};

/// Operations and bytes of whatever both are of. `unit` is the busiest of `flops`; a chip without
/// its rate leaves the bound open.
Bound boundOf(const Flops &flops, double bytes, const CardChip &chip);

/// What is predicted of a kernel: by the bytes that its block must move; where addresses are not
/// known, by those that its threads ask for.
Bound predictedBound(const Evidence &kernel, const CardChip &chip);

/// Of a unit, in GFLOP/s: its peak. Of half precision without Tensor Cores that of fp32 where the
/// table has none: no chip of the table is slower.
std::optional<double> peakOf(const CardChip &chip, const std::string &unit);

struct RooflinePoint {
  std::string label;
  double intensity = 0; ///< operations per byte
  double gflops = 0;
  bool isMeasured = false;
};

/// An `<svg>` element, to be set into an HTML page: colours come from the page's CSS variables
/// (`--ink`, `--faint`, `--rule`, `--accent`, `--measured`, `--paper`), so that it follows light
/// and dark. `units`: the peaks that are drawn.
std::string rooflineSvg(const CardChip &chip, const std::vector<std::string> &units,
                        const std::vector<RooflinePoint> &points);

} // namespace warplint::report

#endif
