//===- HostLoops.h - what loops around launches do -------------*- C++ -*-===//
#ifndef WARPLINT_USAGE_HOSTLOOPS_H
#define WARPLINT_USAGE_HOSTLOOPS_H

#include "lint/usage/HostProgram.h"

#include <optional>

namespace warplint::usage {

/// One loop, with what its functions do in an iteration.
struct HostLoop {
  const HostBody *body = nullptr;
  const clang::Stmt *statement = nullptr;
  std::vector<Step> steps;
  std::optional<std::int64_t> trips; ///< where known
  std::int64_t launches = 0;         ///< in an iteration, in no further loop
  bool innerLaunches = false;        ///< there are others in a further loop
  std::int64_t bigCopies = 0; ///< blocking copies of more than a few bytes or of unknown size
  bool timed = false;
  bool choosesDevice = false;
  bool hostWork = false; ///< touches memory that others write, or calls what may
};

/// Bytes of a copy or allocation, where known.
std::optional<std::int64_t> bytesOf(clang::ASTContext &context, const Operation &operation);

/// to_device, to_host, on_device, on_host; empty: not known.
llvm::StringRef directionOf(const Operation &operation);

/// All loops of the project's functions.
std::vector<HostLoop> hostLoops(const HostProgram &program);

/// A blocking copy of more than that to one place on the host, where nothing in the loop reads it:
/// the next iteration overwrites it.
bool bringsUnread(const HostProgram &program, const HostLoop &loop, const Step &copy);

/// A copy that tells the host a few bytes of what was computed, or an algorithm that does.
bool bringsFewBytes(clang::ASTContext &context, const Operation &operation);

/// An asynchronous copy of a few bytes that end the loop, for which the same iteration waits.
bool isWaitedForToDecide(clang::ASTContext &context, const HostLoop &loop, const Step &copy);

/// Whenever the kernels of the loop are launched, the step is executed too.
bool goesWithLaunches(const HostLoop &loop, const Step &step);

/// A wait for one stream that is a wait for all the loop does: its launches are on that stream,
/// and nothing is copied meanwhile.
bool waitsForItsStream(const HostProgram &program, const HostLoop &loop, const Step &wait);

/// Whether the loop ends by what `copy` brings.
bool decidesLoop(const HostLoop &loop, const Step &copy);

/// The step that frees, in each iteration, what `allocation` allocates in each; null where there
/// is none, or the size differs from iteration to iteration.
const Step *freedAgain(const HostProgram &program, const HostLoop &loop, const Step &allocation);

/// The launches of an iteration, in order, where the loop does nothing else with the device and
/// hands the same to them in each; empty otherwise.
std::vector<const Step *> fixedLaunches(const HostProgram &program, const HostLoop &loop);

} // namespace warplint::usage

#endif
