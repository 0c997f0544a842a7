//===- RangeProfiler.h - kernel-level figures of one launch ----*- C++ -*-===//
//
// CUPTI's Range Profiler runs a launch several times, since the counters for
// all metrics do not fit into one pass, and puts memory back in between. It is
// started before that launch and stopped after it, so that other launches run
// as they always do. To enable it in a context costs a third of a second (seen on
// an H100), so that it stays enabled until another context has its turn.
//
// CUPTI has it since CUDA 12.6; built with an older one, prepare() says so.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_RUNTIME_COLLECTOR_RANGEPROFILER_H
#define WARPLINT_RUNTIME_COLLECTOR_RANGEPROFILER_H

#include "runtime-check/Figure.h"

#include <cstdint>
#include <cuda.h>
#include <string>
#include <vector>

struct CUpti_Profiler_Host_Object;
struct CUpti_RangeProfiler_Object;

namespace warplint::runtime {

/// Of one device, for one launch after another. What went wrong comes back as a sentence.
class RangeProfiler {
public:
  /// Chooses those of the figures that the chip has and works out how to take them. Once, with any
  /// context of the device.
  std::string prepare(unsigned device, CUcontext context,
                      const std::vector<const Figure *> &wanted);
  bool isPrepared() const { return host_ != nullptr; }
  /// Figures that the chip lacks.
  const std::vector<const Figure *> &missing() const { return missing_; }

  /// All launches of the context are profiled from here on.
  std::string begin(CUcontext context);
  /// Before the context goes.
  void leave(CUcontext context);
  /// `launches` is how many there were since begin(); values are given where it was one.
  std::string end(std::vector<FigureValue> &values, std::size_t &launches);

private:
  std::string plan();
  std::string enable(CUcontext context);
  std::string configure();
  std::string evaluate(std::vector<FigureValue> &values, std::size_t &launches);
  void disable();

  CUpti_Profiler_Host_Object *host_ = nullptr;     ///< knows the chip's metrics; never freed
  CUpti_RangeProfiler_Object *profiler_ = nullptr; ///< enabled in `context_`
  CUcontext context_ = nullptr;
  std::vector<const Figure *> chosen_;
  std::vector<const Figure *> missing_;
  std::vector<const char *> metrics_; ///< CUPTI's names: of those chosen, and the warp latency
  std::vector<std::uint8_t> configuration_;
  std::vector<std::uint8_t> counters_;
};

} // namespace warplint::runtime

#endif
