//===- CudaInterface.h - what CUDA's functions do --------------*- C++ -*-===//
#ifndef WARPLINT_USAGE_CUDAINTERFACE_H
#define WARPLINT_USAGE_CUDAINTERFACE_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace warplint::usage {

/// What a function of the runtime or driver interface does to the host thread that calls it.
enum class Category {
  Allocation,      ///< of device or pinned memory, at once: not cudaMallocAsync
  Release,         ///< of what is allocated so
  Copy,            ///< the host waits until it is done
  AsyncCopy,       ///< the host goes on, where the memory allows it
  Synchronisation, ///< the host waits for all work of the device
  StreamWait,      ///< the host waits for a stream or an event
  LastError,       ///< cudaGetLastError, cudaPeekAtLastError
  Device,          ///< chooses the device
  Timing,          ///< records an event, or asks for the time between two
  Launch,
  Other,
};

/// The name without the ending that headers give to a version of a function: _v2, _ptsz.
llvm::StringRef plainInterfaceName(llvm::StringRef name);

/// `name` is a plain one.
Category categoryOf(llvm::StringRef name);

/// In words, as rules see it.
llvm::StringRef inWords(Category category);

/// That it fails makes nothing wrong: it gives things back, measures, or gives a hint.
bool mayFailUnseen(llvm::StringRef name);

/// May be called in device code (the device runtime of CUDA Dynamic Parallelism).
bool isCallableOnDevice(llvm::StringRef name);

/// Which parameters of a copy are its destination, source, bytes and direction; -1: it has none.
struct CopyParameters {
  int destination = 0;
  int source = 1;
  int bytes = 2;
  int kind = 3;
};
std::optional<CopyParameters> copyParameters(llvm::StringRef name);

} // namespace warplint::usage

#endif
