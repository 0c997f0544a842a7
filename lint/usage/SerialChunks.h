//===- SerialChunks.h - chunks that one stream works off -------*- C++ -*-===//
//
// A loop that copies a part of the data to the device, works on it and copies
// the result back, all on one stream, although no part needs another one. What
// cannot be told to be independent is not reported.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_USAGE_SERIALCHUNKS_H
#define WARPLINT_USAGE_SERIALCHUNKS_H

#include "lint/usage/HostLoops.h"

namespace warplint::usage {

struct SerialChunks {
  const Operation *first = nullptr;  ///< the copy to the device that an iteration begins with
  std::string stream;                ///< in words: "the default stream", "`stream`"
  std::int64_t copies = 0;           ///< of an iteration, both ways
  std::int64_t launches = 0;         ///< of an iteration
  std::optional<std::int64_t> bytes; ///< that the copies of an iteration move, where known
};

std::optional<SerialChunks> serialChunks(const HostProgram &program, const HostLoop &loop);

} // namespace warplint::usage

#endif
