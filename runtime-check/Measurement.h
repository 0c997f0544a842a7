//===- Measurement.h - what was measured on a GPU --------------*- C++ -*-===//
//
// The collector writes one evidence file per process, a site per instruction
// and launch. Here they become one measurement: counts of a run, ratios worked
// out, and the instructions of a line that behave alike taken together. Those
// that behave differently stay apart, so that the coalesced load beside a
// strided one on the same line does not water it down. Of a kernel's launches there
// is one site for each instantiation: their number, and the means of its figures.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_RUNTIME_MEASUREMENT_H
#define WARPLINT_RUNTIME_MEASUREMENT_H

#include "lint/evidence/Error.h"
#include "lint/evidence/Finding.h"
#include "runtime-check/Sanitizer.h"

#include <array>
#include <nlohmann/json.hpp>
#include <set>

namespace warplint::runtime {

/// As the collector found it; texts may be empty.
struct Device {
  std::string name;
  std::string chip;
  std::string computeCapability;
  std::string driver;
  std::string cuda;
  std::string cupti;

  friend bool operator==(const Device &, const Device &) = default;
};

/// Kind, place (no column), kernel, op and evidence of `site` are of use.
struct MeasuredSite {
  Site site;
  std::string instantiation;          ///< the kernel with template arguments and parameters
  std::optional<std::int64_t> offset; ///< of the instruction; none where several are summed
  unsigned instructions = 1;
};

using BlockShape = std::array<unsigned, 3>; ///< threads in x, y, z

/// A function as it was when it was measured: warplint::DeviceFunction, without its columns.
struct MeasuredFunction {
  std::string name;
  std::string file;
  unsigned line = 0; ///< of its first token
  bool kernel = false;
  std::string hash;
  std::vector<unsigned> tokens;  ///< how many on each of its lines, the first one first
  std::set<BlockShape> blocks{}; ///< that the launches in the source had, where they are known
  bool host = false;             ///< of host code: something in it was judged by activity records

  friend bool operator==(const MeasuredFunction &, const MeasuredFunction &) = default;
};

struct Measurement {
  std::optional<Device> device;    ///< none: nothing was counted
  std::string date;                ///< "2026-11-21"; empty where nobody wrote it down
  std::vector<MeasuredSite> sites; ///< sorted
  std::vector<std::string> notes;
  std::vector<MeasuredFunction> functions{}; ///< what the sites are of, where it was recorded
  std::set<std::string> programs{};          ///< executables that were measured; not recorded
  std::vector<SanitizerRun> sanitizers{};    ///< runs under compute-sanitizer, one for each tool
};

/// The number a site is judged by, by its kind: sectors_ratio, wavefronts_ratio or
/// divergent_ratio. Empty for other kinds.
std::string_view ratioName(SiteKind kind);

Expected<Measurement> measurementFromJson(const nlohmann::json &json);
/// The error names the file.
Expected<Measurement> readMeasurement(const std::string &file);
/// Those of a folder that the collector wrote to; unreadable ones become notes.
std::vector<Measurement> readMeasurements(const std::string &folder);
/// Sums counts and works out ratios. Also of a single one, before it is used.
Measurement merged(const std::vector<Measurement> &measurements);
/// What is known when the run is over: where the program was stopped by a time limit, the launches
/// that had begun and not ended are `launches_unfinished`.
void settleLaunches(Measurement &measurement, bool wasStopped);
/// Kernel-level figures of a second run of the same program, beside the counts of the first.
Measurement withFigures(const Measurement &counts, Measurement figures);
/// The kernel-level figures in it, by instantiation: those first in which the program spends most
/// time, as far as is known.
std::vector<KernelFigures> kernelFigures(const Measurement &measurement);
/// An evidence file of version 1 with "source": "measured".
nlohmann::ordered_json toJson(const Measurement &measurement);

} // namespace warplint::runtime

#endif
