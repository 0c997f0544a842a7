//===- Instruction.h - what is counted of one machine instruction -*- C++ -*-=//
//
// CUPTI counts by machine instruction. What an instruction does is told by the
// counters that exist for it, whether or not it was ever executed: a load from
// global memory has `inst_executed_op_global_ld`, a branch has
// `branch_targets_threads_divergent`.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_RUNTIME_INSTRUCTION_H
#define WARPLINT_RUNTIME_INSTRUCTION_H

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warplint::runtime {

enum class Metric : unsigned {
  SectorsGlobal,
  SectorsGlobalIdeal,
  WavefrontsShared,
  WavefrontsSharedIdeal,
  BranchDivergent,
  BranchUniform,
  Executed,
  GlobalLoad,
  GlobalStore,
  GlobalAtomic,
  GlobalReduction,
  SharedLoad,
  SharedStore,
  SharedAtomic,
  MatrixLoad,
  MatrixStore,
  AsyncCopy,
  LocalLoad,
  LocalStore,
  ThreadsActive,
};
constexpr std::size_t metricCount = 20;

/// "smsp__sass_sectors_mem_global", …
std::string_view cuptiName(Metric metric);
std::optional<Metric> metricFromCuptiName(std::string_view name);

/// Those that are needed to judge by `metric`: it, its ideal, and those that tell
/// loads from stores.
bool isNeededFor(Metric candidate, Metric metric);

/// One instruction's counts; absent where the instruction has no such counter.
using Counts = std::array<std::optional<std::uint64_t>, metricCount>;

/// What an instruction does, in the words of evidence.
struct Operation {
  std::string_view kind; ///< name of a SiteKind
  std::string_view op;   ///< "load", "store", "atomic", "copy", "branch"
};
/// Empty for what is neither access nor branch.
std::optional<Operation> operationOf(const Counts &counts);

/// A base count, by the name of evidence.
struct NamedCount {
  std::string_view name;
  std::uint64_t value = 0;
};

/// What the instructions of a line did together: evidence of a site of kind `code`.
class CodeOfLine {
public:
  /// Takes the counts of one of the line's instructions.
  void add(const Counts &counts);
  std::array<NamedCount, 5> evidence() const;

private:
  std::uint64_t warps_ = 0;   ///< instructions that warps executed
  std::uint64_t threads_ = 0; ///< that threads executed, where no predicate kept them from it
  std::uint64_t most_ = 0;    ///< by threads, of one instruction
  std::uint64_t copies_ = 0;  ///< cp.async instructions that warps executed
  std::uint64_t storing_ = 0; ///< of one store or atomic, which no compiler moves before a branch
};
/// Does a metric, by CUPTI's name, say how many threads took part in an instruction?
bool countsThreads(std::string_view cuptiName);
/// Do the counts say how many threads took part?
bool countThreads(const Counts &counts);

/// The base counts of an instruction: at most three.
std::array<NamedCount, 3> evidenceOf(const Operation &operation, const Counts &counts);

} // namespace warplint::runtime

#endif
