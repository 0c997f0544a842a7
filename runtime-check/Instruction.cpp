//===- Instruction.cpp - what is counted of one machine instruction -------===//

#include "runtime-check/Instruction.h"

#include <algorithm>

namespace warplint::runtime {
namespace {

// In the order of Metric.
constexpr std::array<std::string_view, metricCount> names{
    "smsp__sass_sectors_mem_global",
    "smsp__sass_sectors_mem_global_ideal",
    "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared",
    "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal",
    "smsp__sass_branch_targets_threads_divergent",
    "smsp__sass_branch_targets_threads_uniform",
    "smsp__sass_inst_executed",
    "smsp__sass_inst_executed_op_global_ld",
    "smsp__sass_inst_executed_op_global_st",
    "smsp__sass_inst_executed_op_global_atom",
    "smsp__sass_inst_executed_op_global_red",
    "smsp__sass_inst_executed_op_shared_ld",
    "smsp__sass_inst_executed_op_shared_st",
    "smsp__sass_inst_executed_op_shared_atom",
    "smsp__sass_inst_executed_op_ldsm",
    "smsp__sass_inst_executed_op_shared_stsm",
    "smsp__sass_inst_executed_op_ldgsts",
    "smsp__sass_inst_executed_op_local_ld",
    "smsp__sass_inst_executed_op_local_st",
    "smsp__sass_thread_inst_executed_pred_on",
};

/// Metrics that are of use together only.
enum class Family { Global, Shared, Branch, Local, Threads, Any };

Family familyOf(Metric metric) {
  switch (metric) {
  case Metric::SectorsGlobal:
  case Metric::SectorsGlobalIdeal:
  case Metric::GlobalLoad:
  case Metric::GlobalStore:
  case Metric::GlobalAtomic:
  case Metric::GlobalReduction:
    return Family::Global;
  case Metric::WavefrontsShared:
  case Metric::WavefrontsSharedIdeal:
  case Metric::SharedLoad:
  case Metric::SharedStore:
  case Metric::SharedAtomic:
  case Metric::MatrixLoad:
  case Metric::MatrixStore:
    return Family::Shared;
  case Metric::BranchDivergent:
  case Metric::BranchUniform:
    return Family::Branch;
  case Metric::LocalLoad:
  case Metric::LocalStore:
    return Family::Local;
  case Metric::ThreadsActive:
    return Family::Threads;
  case Metric::Executed:
  case Metric::AsyncCopy: // counts in global and in shared memory
    return Family::Any;
  }
  return Family::Any;
}

const std::optional<std::uint64_t> &at(const Counts &counts, Metric metric) {
  return counts[static_cast<std::size_t>(metric)];
}
std::uint64_t valueAt(const Counts &counts, Metric metric) {
  return at(counts, metric).value_or(0);
}

struct Meaning {
  Metric metric;
  Operation operation;
};

// An asynchronous copy has counters of loads too, so it comes first.
constexpr std::array meanings = std::to_array<Meaning>({
    {Metric::AsyncCopy, {"global_access", "copy"}},
    {Metric::GlobalAtomic, {"global_access", "atomic"}},
    {Metric::GlobalReduction, {"global_access", "atomic"}},
    {Metric::GlobalLoad, {"global_access", "load"}},
    {Metric::GlobalStore, {"global_access", "store"}},
    {Metric::SharedAtomic, {"shared_access", "atomic"}},
    {Metric::MatrixLoad, {"shared_access", "load"}},
    {Metric::MatrixStore, {"shared_access", "store"}},
    {Metric::SharedLoad, {"shared_access", "load"}},
    {Metric::SharedStore, {"shared_access", "store"}},
    {Metric::LocalLoad, {"local_access", "load"}},
    {Metric::LocalStore, {"local_access", "store"}},
    {Metric::BranchDivergent, {"branch", "branch"}},
});

/// Executions as what it is: `inst_executed` also counts those in which no lane took part.
std::uint64_t requestsOf(const Operation &operation, const Counts &counts) {
  std::uint64_t requests = 0;
  for (const Meaning &meaning : meanings)
    if (meaning.operation.kind == operation.kind)
      requests = std::max(requests, valueAt(counts, meaning.metric));
  return requests;
}

} // namespace

std::string_view cuptiName(Metric metric) { return names[static_cast<std::size_t>(metric)]; }

std::optional<Metric> metricFromCuptiName(std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name)
      return static_cast<Metric>(i);
  return std::nullopt;
}

bool isNeededFor(Metric candidate, Metric metric) {
  const Family family = familyOf(candidate);
  return family == Family::Any || family == familyOf(metric);
}

std::optional<Operation> operationOf(const Counts &counts) {
  // A generic access (`LD`) has the counters of every space: those that moved tell which it was.
  for (const Meaning &meaning : meanings)
    if (valueAt(counts, meaning.metric) > 0)
      return meaning.operation;
  for (const Meaning &meaning : meanings)
    if (at(counts, meaning.metric))
      return meaning.operation;
  return std::nullopt;
}

std::array<NamedCount, 3> evidenceOf(const Operation &operation, const Counts &counts) {
  const std::uint64_t executed = requestsOf(operation, counts);
  if (operation.kind == "global_access")
    return {{{"requests", executed},
             {"sectors", valueAt(counts, Metric::SectorsGlobal)},
             {"sectors_ideal", valueAt(counts, Metric::SectorsGlobalIdeal)}}};
  if (operation.kind == "shared_access")
    return {{{"requests", executed},
             {"wavefronts", valueAt(counts, Metric::WavefrontsShared)},
             {"wavefronts_ideal", valueAt(counts, Metric::WavefrontsSharedIdeal)}}};
  if (operation.kind == "branch") {
    const std::uint64_t divergent = valueAt(counts, Metric::BranchDivergent);
    return {{{"divergent_warps", divergent},
             {"warps", divergent + valueAt(counts, Metric::BranchUniform)},
             {}}};
  }
  return {{{"requests", executed}, {}, {}}};
}

bool countsThreads(std::string_view cuptiName) {
  return metricFromCuptiName(cuptiName) == Metric::ThreadsActive;
}

bool countThreads(const Counts &counts) { return at(counts, Metric::ThreadsActive).has_value(); }

void CodeOfLine::add(const Counts &counts) {
  const std::uint64_t threads = valueAt(counts, Metric::ThreadsActive);
  warps_ += valueAt(counts, Metric::Executed);
  threads_ += threads;
  most_ = std::max(most_, threads);
  copies_ += valueAt(counts, Metric::AsyncCopy);
  const auto operation = operationOf(counts);
  if (operation && (operation->op == "store" || operation->op == "atomic"))
    storing_ = std::max(storing_, threads);
}

std::array<NamedCount, 5> CodeOfLine::evidence() const {
  return {{{"async_copies", copies_},
           {"thread_instructions", threads_},
           {"threads_most", most_},
           {"threads_storing", storing_},
           {"warp_instructions", warps_}}};
}

} // namespace warplint::runtime
