//===- Trace.h - where a global access went ---------------------*- C++ -*-===//
#ifndef WARPLINT_SIMT_TRACE_H
#define WARPLINT_SIMT_TRACE_H

#include "lint/simt/Value.h"

namespace warplint::simt {

/// Where one access to global memory went, to compare it with others of the kernel.
struct Trace {
  bool seen = false;
  bool isScalar = false;     ///< an element of its own, not a field or a piece of a structure
  bool startUnknown = false; ///< where its rows start within a sector is not known
  bool slides = false;       ///< other passes touch neighbouring elements: a window
  std::uint32_t object = 0;  ///< ObjectId
  std::uint64_t region = 0;  ///< stretch of code without branches, when first seen
  unsigned bytes = 0;        ///< of one thread
  Value first;               ///< byte address when first seen
  LaneMask lanes;            ///< threads, then
  std::int64_t offset = 0;   ///< bytes that a misaligned request starts past a sector; 0: none does

  /// Passes that follow one another, each at the bytes after the last.
  Value runStart;
  unsigned runLength = 0;
  std::int64_t alignment = 1; ///< of all that runs start at, in bytes; a power of two
  unsigned shortestRun = 0;   ///< of those that are over; 0: none is
  bool runsDiffer = false;    ///< in length

  void endRun() {
    if (!runLength)
      return;
    runsDiffer = runsDiffer || (shortestRun && shortestRun != runLength);
    if (!shortestRun || runLength < shortestRun)
      shortestRun = runLength;
    runLength = 0;
  }
  /// Of the same site, later.
  void merge(Trace &&later) {
    endRun();
    later.endRun();
    if (!seen) {
      *this = std::move(later);
      return;
    }
    if (!later.seen)
      return;
    startUnknown = startUnknown || later.startUnknown;
    slides = slides || later.slides;
    isScalar = isScalar && later.isScalar;
    offset = offset ? offset : later.offset;
    alignment = std::min(alignment, later.alignment);
    runsDiffer = runsDiffer || later.runsDiffer || shortestRun != later.shortestRun;
  }
};

} // namespace warplint::simt

#endif
