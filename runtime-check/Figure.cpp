//===- Figure.cpp - what is measured of a kernel as a whole ---------------===//

#include "runtime-check/Figure.h"

#include <array>
#include <cmath>

namespace warplint::runtime {
namespace {

// Where Nsight Compute shows the same, in its sections SpeedOfLight, Occupancy, SourceCounters and
// WarpStateStats, the metric is the one that it shows.
constexpr std::array table = std::to_array<Figure>({
    {"duration_us", "gpu__time_duration.sum", 1e-3}, // CUPTI: ns
    {"sm_throughput_percent", "sm__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"memory_throughput_percent",
     "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"dram_throughput_percent", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"achieved_occupancy_percent", "sm__warps_active.avg.pct_of_peak_sustained_active"},
    {"warp_execution_efficiency_percent", "smsp__thread_inst_executed_per_inst_executed.ratio",
     100.0 / 32}, // lanes of a warp
    // What Nsight Compute's roofline is made of. They are of the instructions as executed; CUPTI
    // patches the kernel for them.
    {"adds_fp16", "smsp__sass_thread_inst_executed_op_hadd_pred_on.sum"},
    {"adds_fp32", "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum"},
    {"adds_fp64", "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum"},
    {"multiplies_fp16", "smsp__sass_thread_inst_executed_op_hmul_pred_on.sum"},
    {"multiplies_fp32", "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum"},
    {"multiplies_fp64", "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum"},
    {"fmas_fp16", "smsp__sass_thread_inst_executed_op_hfma_pred_on.sum"},
    {"fmas_fp32", "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"},
    {"fmas_fp64", "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum"},
    {"instructions_fp64", "smsp__sass_thread_inst_executed_op_fp64_pred_on.sum"},
    // Operations of the Tensor Cores, by what they multiply; a multiplication and an addition are
    // two. A part names the sums' type where a chip counts them apart. Those of 4 and 6 bits have
    // no unit of their own here; Blackwell's data center chips count them with those of 8 bits,
    // which take as long there.
    {"flops_fp16_tensor", "sm__ops_path_tensor_src_fp16.sum", 1, false, true}, // Hopper
    {"flops_fp16_tensor", "sm__ops_path_tensor_src_fp16_bf16_tf32_dst_fp32.sum", 1, false,
     true}, // Turing, which multiplies no bfloat16 and no tf32
    {"flops_fp16_tensor", "sm__ops_path_tensor_src_fp16_dst_fp16.sum", 1, false, true},
    {"flops_fp16_tensor", "sm__ops_path_tensor_src_fp16_dst_fp32.sum", 1, false, true},
    {"flops_bf16_tensor", "sm__ops_path_tensor_src_bf16_dst_fp32.sum", 1, false, true},
    {"flops_tf32_tensor", "sm__ops_path_tensor_src_tf32_dst_fp32.sum", 1, false, true},
    {"flops_fp64_tensor", "sm__ops_path_tensor_src_fp64.sum", 1, false, true},
    {"flops_fp8_tensor", "sm__ops_path_tensor_src_fp8.sum", 1, false, true}, // Ada, Hopper
    {"flops_fp8_tensor", "sm__ops_path_tensor_src_fp8_dst_fp16.sum", 1, false, true},
    {"flops_fp8_tensor", "sm__ops_path_tensor_src_fp8_dst_fp32.sum", 1, false, true},
    {"flops_fp8_tensor", "sm__ops_path_tensor_src_fp4_fp6_fp8_dst_fp16.sum", 1, false, true},
    {"flops_fp8_tensor", "sm__ops_path_tensor_src_fp4_fp6_fp8_dst_fp32.sum", 1, false, true},
    {"flops_int8_tensor", "sm__ops_path_tensor_src_int8.sum", 1, false, true},
    {"bytes_requested", "smsp__sass_sectors_mem_global.sum", 32}, // bytes of a sector
    {"bytes_local", "smsp__sass_sectors_mem_local.sum", 32},
    {"bytes_l2", "lts__t_bytes.sum"},
    {"bytes_dram", "dram__bytes.sum"},
    {"stall_barrier_percent", "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio", 1,
     true},
    {"stall_branch_resolving_percent",
     "smsp__average_warps_issue_stalled_branch_resolving_per_issue_active.ratio", 1, true},
    {"stall_dispatch_stall_percent",
     "smsp__average_warps_issue_stalled_dispatch_stall_per_issue_active.ratio", 1, true},
    {"stall_drain_percent", "smsp__average_warps_issue_stalled_drain_per_issue_active.ratio", 1,
     true},
    {"stall_gmma_percent", "smsp__average_warps_issue_stalled_gmma_per_issue_active.ratio", 1,
     true},
    {"stall_imc_miss_percent", "smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio",
     1, true},
    {"stall_lg_throttle_percent",
     "smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio", 1, true},
    {"stall_long_scoreboard_percent",
     "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio", 1, true},
    {"stall_math_pipe_throttle_percent",
     "smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio", 1, true},
    {"stall_membar_percent", "smsp__average_warps_issue_stalled_membar_per_issue_active.ratio", 1,
     true},
    {"stall_mio_throttle_percent",
     "smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio", 1, true},
    {"stall_misc_percent", "smsp__average_warps_issue_stalled_misc_per_issue_active.ratio", 1,
     true},
    {"stall_no_instruction_percent",
     "smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio", 1, true},
    {"stall_not_selected_percent",
     "smsp__average_warps_issue_stalled_not_selected_per_issue_active.ratio", 1, true},
    {"stall_short_scoreboard_percent",
     "smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio", 1, true},
    {"stall_sleeping_percent", "smsp__average_warps_issue_stalled_sleeping_per_issue_active.ratio",
     1, true},
    {"stall_tex_throttle_percent",
     "smsp__average_warps_issue_stalled_tex_throttle_per_issue_active.ratio", 1, true},
    {"stall_wait_percent", "smsp__average_warps_issue_stalled_wait_per_issue_active.ratio", 1,
     true},
});

} // namespace

std::span<const Figure> figures() { return table; }

const Figure *figureFromCuptiName(std::string_view name) {
  for (const Figure &figure : table)
    if (figure.cuptiName == name)
      return &figure;
  return nullptr;
}

double figureValue(const Figure &figure, double measured, double latency) {
  return figure.isStall ? 100 * measured / latency : measured * figure.factor;
}

void addValue(std::vector<FigureValue> &values, const Figure &figure, double value) {
  if (!std::isfinite(value))
    return;
  for (FigureValue &known : values)
    if (known.figure->evidence == figure.evidence) {
      known.value += value;
      return;
    }
  values.push_back({&figure, value});
}

} // namespace warplint::runtime
