//===- Vocabulary.cpp - the names evidence goes by ------------------------===//

#include "lint/evidence/Vocabulary.h"

#include <array>

namespace warplint {
namespace {

using enum EvidenceType;

// Sorted by name within each table.
constexpr std::array globalAccess = std::to_array<EvidenceName>({
    {"aggregated", Boolean, "",
     "of an atomic: the compiler lets one lane of each warp do it for all"},
    {"array", Text, "", "the pointer or array that is accessed, as written"},
    {"bytes", Integer, "bytes", "bytes moved by one thread"},
    {"call_paths", Integer, "paths",
     "so many ways lead through calls to the function that holds it, and the counts are those of "
     "the costliest, where others cost less"},
    {"chunk_elements", Integer, "elements",
     "neighbouring elements that each thread accesses one by one, where `vector_elements` is "
     "known"},
    {"data_dependent", Boolean, "", "the address depends on data loaded per thread"},
    {"field", Text, "", "the field accessed, where the element is a structure"},
    {"instances", Text, "",
     "of a kernel template: the instances that have this, as profilers name them, separated by "
     "`; `; absent where they are not told apart"},
    {"lanes_active", Number, "lanes", "mean number of active lanes per request"},
    {"lanes_apart", Integer, "lanes",
     "how far lanes are apart that take part, where no two of them are neighbours"},
    {"lanes_per_address", Number, "lanes",
     "of an atomic: mean number of lanes of a request that ask for the same address, where known"},
    {"misaligned_by", Integer, "bytes",
     "bytes past a multiple of `must_align` at which an access of as many starts, as it must not"},
    {"must_align", Integer, "bytes", "what such an access has to start at a multiple of"},
    {"open_loop_length", Text, "",
     "what the lengths of the open_loops multiply to, apart from a number: `n * k`; of a loop of "
     "whose length nothing is known its line"},
    {"open_loop_line", Integer, "", "line of the innermost of the open_loops"},
    {"open_loops", Integer, "loops",
     "of unknown length around it; counts are of one iteration of them. Absent: none"},
    {"passes_meant", Number, "iterations",
     "iterations that each counted one stands for on average, as loops of known length around it "
     "were cut short; absent: one"},
    {"pattern", Text, "",
     "how the lanes of a warp spread: coalesced, broadcast, misaligned, strided, column, aos, "
     "gather, irregular, view (every index has a stride that the launch decides)"},
    {"piece_bytes", Integer, "bytes",
     "bytes that each access moves of a structure that is moved whole"},
    {"reload_reason", Text, "",
     "why the compiler loads the same element in each iteration of a loop: store (it may have "
     "changed it), barrier (or an atomic); absent where it does not"},
    {"requests", Integer, "warp instructions", "requests per representative block"},
    {"requests_per_warp", Number, "warp instructions",
     "requests for each warp that was launched (measured only)"},
    {"sectors", Integer, "sectors of 32 bytes", "sectors touched, summed over requests"},
    {"sectors_ideal", Integer, "sectors of 32 bytes",
     "sectors that as many bytes fill as the lanes ask for, no more than `sectors`; lanes that "
     "share a word count each, as they do for the profiler"},
    {"sectors_per_request", Number, "sectors of 32 bytes", "sectors / requests"},
    {"sectors_ideal_per_request", Number, "sectors of 32 bytes", "sectors_ideal / requests"},
    {"sectors_ratio", Number, "", "sectors / sectors_ideal"},
    {"start_offset", Integer, "bytes",
     "bytes by which neighbouring lanes start past a sector, where that is known and no neighbour "
     "of theirs is accessed too"},
    {"sectors_at_most", Boolean, "",
     "it is not known how far lanes are apart, or which of them come: `sectors` are the most"},
    {"stride", Integer, "elements", "distance between neighbouring lanes, where constant"},
    {"stride_text", Text, "", "the same in words: 8 elements, `cols` elements"},
    {"struct_bytes", Integer, "bytes", "size of the structure whose field is accessed"},
    {"vector_bytes", Integer, "bytes", "bytes of the wide access that `vector_elements` make"},
    {"vector_elements", Integer, "elements",
     "neighbouring elements of one thread, aligned, that one access would move and the compiler "
     "does not join"},
    {"warps_per_element", Number, "warps",
     "of a load that moves on with a loop: mean number of warps of the block that load each "
     "element"},
    {"weight", Number, "",
     "how often what is counted happens for each open_loop_length, loops that were cut short "
     "included; absent: once"},
});

constexpr std::array sharedAccess = std::to_array<EvidenceName>({
    {"aggregated", Boolean, "", "as for global_access"},
    {"array", Text, "", "the shared array, as declared"},
    {"bytes", Integer, "bytes", "bytes moved by one thread"},
    {"call_paths", Integer, "paths", "as for global_access"},
    {"copied_from", Text, "", "what it stores, as written, where that is an element just loaded"},
    {"data_dependent", Boolean, "", "the address depends on data loaded per thread"},
    {"instances", Text, "", "as for global_access"},
    {"lanes_active", Number, "lanes", "mean number of active lanes per request"},
    {"lanes_per_address", Number, "lanes", "as for global_access"},
    {"open_loop_length", Text, "", "as for global_access"},
    {"open_loop_line", Integer, "", "as for global_access"},
    {"open_loops", Integer, "loops", "as for global_access"},
    {"padding", Integer, "elements",
     "elements by which rows of the array are padded; 0 where no pad is declared or used"},
    {"padding_fails", Boolean, "",
     "the pad leaves a conflict between rows that another pad would remove, or is not used"},
    {"passes_meant", Number, "iterations", "as for global_access"},
    {"reads_per_copy", Integer, "accesses",
     "reads of the array by a thread in one iteration, behind the barrier"},
    {"requests", Integer, "warp instructions", "requests per representative block"},
    {"row_elements", Integer, "elements", "elements in a row of the array, its padding included"},
    {"through_registers", Boolean, "",
     "a tile loaded in a loop, untouched, and read in the same iteration behind a barrier, on a "
     "target that has cp.async"},
    {"wavefronts", Integer, "wavefronts", "passes through shared memory, summed over requests"},
    {"wavefronts_ideal", Integer, "wavefronts", "fewest wavefronts that would do"},
    {"wavefronts_ideal_per_request", Number, "wavefronts", "wavefronts_ideal / requests"},
    {"wavefronts_per_request", Number, "wavefronts", "wavefronts / requests"},
    {"wavefronts_ratio", Number, "", "wavefronts / wavefronts_ideal"},
    {"ways", Integer, "words", "most distinct words one request asks of one bank"},
    {"weight", Number, "", "as for global_access"},
    {"worse_elsewhere", Boolean, "",
     "true where other template arguments, with which the array has another pad or none, make the "
     "access cost more; it is a site of its own with those"},
});

// An access is recorded where its index is known only when the kernel runs: registers have no
// addresses.
constexpr std::array localAccess = std::to_array<EvidenceName>({
    {"array", Text, "", "the local array"},
    {"array_bytes", Integer, "bytes", "size of the array per thread"},
    {"candidates", Integer, "elements", "elements among which the index chooses"},
    {"choices", Integer, "",
     "how often, loops unrolled, one of the array's elements is chosen: two for a load, one for a "
     "store"},
    {"constants", Boolean, "", "the array is const, and made of constants"},
    {"counted", Boolean, "", "the index steps with a loop, and is made of nothing else"},
    {"element_bytes", Integer, "bytes", "size of the widest scalar in an element"},
    {"in_loop", Boolean, "", "in a loop that is not unrolled whole: of unknown or many iterations"},
    {"others", Integer, "places", "further places where the array is indexed so"},
    {"requests", Integer, "warp instructions", "requests per representative block"},
    {"rolled", Boolean, "", "it steps with a loop that the code says not to unroll"},
    {"swept", Boolean, "", "the loop comes to all elements by constants, too"},
});

constexpr std::array branch = std::to_array<EvidenceName>({
    {"cause", Text, "",
     "what the condition depends on: uniform, lane (thread index), guard (thread index against a "
     "bound), data (loaded per thread)"},
    {"divergent_ratio", Number, "", "divergent_warps / warps"},
    {"divergent_warps", Integer, "warps", "warps whose active lanes go both ways"},
    {"elected", Boolean, "",
     "one lane of one warp goes its own way, while the block has other warps: a thread of the "
     "block "
     "that does something for all of it"},
    {"else_cost", Integer, "operations", "operations executed by the side not taken, once"},
    {"few_cost", Integer, "operations",
     "operations of a warp in the side that fewer lanes take; loops of unknown length count a "
     "nominal number of iterations"},
    {"few_lanes", Number, "lanes", "mean active lanes of a warp in the side that fewer lanes take"},
    {"few_share", Number, "",
     "part of the kernel's work, in operations × warps, that this side is; loops of unknown length "
     "count a nominal number of iterations"},
    {"interleaved", Boolean, "",
     "lanes that go one way stand between lanes that go the other, one by one or in groups that "
     "stay the same"},
    {"lanes_active", Number, "lanes",
     "mean lanes of a warp that execute an instruction of its sides (measured only)"},
    {"lanes_false", Number, "lanes", "mean lanes of a divergent warp for which it is false"},
    {"lanes_true", Number, "lanes", "mean lanes of a divergent warp for which it is true"},
    {"nested_loops", Integer, "loops",
     "loops of unknown length, one in another, in a side of it, of which the costs count one "
     "iteration"},
    {"open_loop_length", Text, "", "as for global_access"},
    {"open_loop_line", Integer, "", "as for global_access"},
    {"open_loops", Integer, "loops", "as for global_access"},
    {"passes_meant", Number, "iterations", "as for global_access"},
    {"predicated", Boolean, "", "the sides are so small that the compiler predicates them"},
    {"repeats", Integer, "executions", "how often the threads of the block part here"},
    {"sides_cost", Integer, "operations", "the smaller of then_cost and else_cost"},
    {"spread", Number, "",
     "warps that run the sides, weighted by their cost, over those that would do if the threads of "
     "each side were neighbours"},
    {"steady", Boolean, "", "in each divergent warp as many lanes go one way, each time"},
    {"then_cost", Integer, "operations", "operations executed by the side taken, once"},
    {"warps", Integer, "warps", "warps that execute the branch, summed over executions"},
    {"wasted_lanes", Number, "lanes",
     "mean lanes idle, weighted by the cost of the sides, in a divergent warp"},
    {"weight", Number, "", "as for global_access"},
});

constexpr std::array loop = std::to_array<EvidenceName>({
    {"body_cost", Integer, "operations", "operations of one iteration"},
    {"cause", Text, "", "what the trip count depends on: uniform, lane, guard, data"},
    {"lanes_active", Number, "lanes", "mean lanes of a warp that still iterate, where known"},
    {"open_loop_length", Text, "", "as for global_access"},
    {"open_loop_line", Integer, "", "as for global_access"},
    {"open_loops", Integer, "loops", "as for global_access"},
    {"passes_meant", Number, "iterations", "as for global_access"},
    {"share", Number, "",
     "part of the kernel's work, in operations × warps, that the loop is; only of loops with "
     "trips_by_launch"},
    {"spread", Integer, "iterations",
     "most iterations of a lane minus fewest, in one warp; greatest of all warps, where known"},
    {"tries_again", Boolean, "",
     "an iteration is another try to compare and swap, or another look"},
    {"trips_by_launch", Integer, "iterations",
     "iterations of an innermost loop whose bound is a kernel parameter that every launch gives "
     "the "
     "same constant, where that is the case"},
    {"trips_max", Integer, "iterations", "most iterations of a lane, where known"},
    {"trips_min", Integer, "iterations", "fewest iterations of a lane, where known"},
    {"varying", Boolean, "", "lanes of one warp run different numbers of iterations"},
    {"warp_trips", Integer, "iterations",
     "iterations summed over the warps of the block, where known"},
    {"wasted", Number, "",
     "part of the lanes' time in the loop that is waiting for others of their warp, where known"},
    {"weight", Number, "", "as for global_access"},
});

constexpr std::array barrier = std::to_array<EvidenceName>({
    {"absent_exited", Boolean, "", "every thread that does not arrive has left the kernel"},
    {"back_to_back", Boolean, "",
     "nothing is done between this barrier and the last, which is spelt otherwise"},
    {"behind_barrier", Boolean, "",
     "of a redundant one: another barrier is before it, with no access to memory in between"},
    {"block_left", Boolean, "", "of the grid's: all threads of some block have left the kernel"},
    {"blocks_differ", Boolean, "", "whole blocks do not arrive; of the barrier of a grid"},
    {"cause", Text, "", "why threads are absent: none, uniform, lane, guard, data"},
    {"condition", Text, "", "the condition, as written, that keeps threads away"},
    {"lanes_active", Number, "lanes", "mean lanes of a warp that execute it (measured only)"},
    {"met_elsewhere", Boolean, "",
     "the others are in other warps, and pass as many barriers on their side of the branch; where "
     "part of the block arrives"},
    {"mixed", Boolean, "", "another barrier of the block in this function is spelt otherwise"},
    {"other_line", Integer, "", "line of that barrier"},
    {"other_op", Text, "", "its spelling: __syncthreads, sync (cooperative groups)"},
    {"redundant", Boolean, "",
     "no thread touches after it what another touched before it, as far as the barriers that are "
     "needed; absent where that cannot be told"},
    {"scope", Text, "",
     "whose barrier it is: block, warp, tile, group, grid; barrier: one of the block's by its "
     "number, "
     "for as many threads as the call says"},
    {"threads_arriving", Integer, "threads", "threads that arrive, where known"},
    {"threads_exited", Integer, "threads", "threads that have left the kernel before"},
    {"threads_expected", Integer, "threads", "threads the barrier waits for"},
    {"where", Text, "", "what keeps them away: condition, loop, return; empty if all arrive"},
});

constexpr std::array group = std::to_array<EvidenceName>({
    {"cause", Text, "",
     "what the condition depends on: none, uniform, lane, guard, data; block: blockIdx, for a "
     "group "
     "of the whole grid"},
    {"cluster_blocks", Integer, "blocks",
     "blocks of a cluster, as declared or launched; 1 where neither says anything"},
    {"condition", Text, "", "the condition, as written, under which it is created"},
    {"conditional", Boolean, "", "created under a condition that some of its threads do not take"},
    {"implicit", Boolean, "", "creation is collective: all threads of the parent must take part"},
    {"lanes_active", Number, "lanes",
     "mean lanes of a warp that execute the code under the condition (measured only)"},
    {"launch_line", Integer, "", "line of a launch that is not cooperative"},
    {"launches_cooperative", Integer, "launches",
     "launches of this kernel in the program that are cooperative, or may be"},
    {"launches_plain", Integer, "launches",
     "launches of this kernel in the program that are not cooperative"},
    {"of", Text, "", "what is used or divided: block, tile, grid, cluster"},
    {"opt_in", Boolean, "", "memory for tiles over 32 threads was given to this_thread_block()"},
    {"opt_in_needed", Boolean, "", "the target needs it for tiles of this size"},
    {"parent_threads", Integer, "threads", "threads of the group that is divided, where known"},
    {"power_of_two", Boolean, "", "the tile's size is a power of two"},
    {"rank", Integer, "", "block of the cluster whose shared memory is asked for, where known"},
    {"run_time_size", Boolean, "", "the tile's size is an argument, not a template argument"},
    {"scope", Text, "", "whose threads must take part: block, tile, grid"},
    {"ternary", Boolean, "", "created inside ?:"},
    {"threads_arriving", Integer, "threads", "threads that create it, where known"},
    {"threads_expected", Integer, "threads", "threads that must take part"},
    {"tile_size", Integer, "threads", "threads of a tile, where known"},
    {"validity_checked", Boolean, "", "the kernel asks is_valid() before"},
});

constexpr std::array asyncCopy = std::to_array<EvidenceName>({
    {"alignment", Integer, "bytes",
     "what the call may take pointers and size to be multiples of: the element type's alignment, "
     "or that of cuda::aligned_size_t"},
    {"array", Text, "", "the shared array that is written"},
    {"async_copies", Integer, "instructions",
     "copies of a warp made with cp.async (measured only)"},
    {"asynchronous", Boolean, "",
     "the library's code copies with cp.async; false: with plain loads and stores"},
    {"bytes", Integer, "bytes", "bytes per copy, where known"},
    {"hazard", Text, "",
     "what may still be at the bytes that are filled again: read, copy (an earlier one under way); "
     "store: it is this copy, out of shared memory, that may still read what is stored there"},
    {"mechanism", Text, "",
     "group (cg::memcpy_async), pipeline, barrier, primitives (__pipeline_*), cp.async, bulk"},
    {"misaligned", Boolean, "",
     "source, destination or size is no multiple of what the instruction asks for"},
    {"must_align", Integer, "bytes", "what the instruction asks for, where that is not met"},
    {"other_line", Integer, "", "line of the read or copy that may still be at the bytes"},
    {"refilled_early", Boolean, "",
     "it writes bytes that other threads may still read, or that an earlier copy may still write"},
    {"same_warp", Boolean, "", "all threads that meet there are of one warp"},
    {"traps", Boolean, "", "of a size for which __pipeline_memcpy_async ends the kernel"},
});

constexpr std::array asyncUse = std::to_array<EvidenceName>({
    {"array", Text, "", "the shared array that is accessed"},
    {"committed", Boolean, "", "the copy was committed before the use"},
    {"copy_line", Integer, "", "line of the copy whose data is used"},
    {"mechanism", Text, "", "as for async_copy"},
    {"reason", Text, "",
     "why the copy may be incomplete: no wait, barrier only, wait leaves it pending, not "
     "committed, wait on another barrier"},
    {"same_warp", Boolean, "", "only threads of the reader's warp copied what it reads"},
    {"visible", Boolean, "",
     "a barrier stands between the wait of the threads that copied and the use by others"},
    {"wait_line", Integer, "", "line of the wait before the use"},
    {"waited", Boolean, "", "its completion was waited for before the use"},
});

// What is "measured only" is the mean over the launches profiled, by the metric of CUPTI that the
// definition names. Operations and bytes are predicted of `work_basis` and measured of a launch:
// their ratios are what can be compared. Stalls are parts of the cycles between two instructions of
// a warp (smsp__average_warp_latency_per_inst_issued).
constexpr std::array kernel = std::to_array<EvidenceName>({
    {"achieved_occupancy_percent", Number, "%",
     "mean warps on an SM while it has any, of those it can hold: sm__warps_active (measured "
     "only)"},
    {"adds_fp16", Number, "operations",
     "smsp__sass_thread_inst_executed_op_hadd_pred_on (measured only)"},
    {"adds_fp32", Number, "operations",
     "smsp__sass_thread_inst_executed_op_fadd_pred_on (measured only)"},
    {"adds_fp64", Number, "operations",
     "smsp__sass_thread_inst_executed_op_dadd_pred_on (measured only)"},
    {"arithmetic_intensity", Number, "operations per byte",
     "floating-point operations of all precisions per byte that must be moved: predicted of "
     "bytes_unique, measured of bytes_dram"},
    {"arithmetic_intensity_accessed", Number, "operations per byte",
     "the same of bytes_accessed: no cache, and nothing moved that no thread asks for"},
    {"arithmetic_intensity_requested", Number, "operations per byte",
     "the same of bytes_requested: no cache"},
    {"block_x", Integer, "threads", "representative block"},
    {"block_y", Integer, "threads", "representative block"},
    {"block_z", Integer, "threads", "representative block"},
    {"bounds_blocks", Integer, "blocks", "second number of `__launch_bounds__`"},
    {"bounds_ignored", Boolean, "",
     "the chip cannot hold so many blocks of so many threads, so that compilers pass over it"},
    {"bounds_occupancy_percent", Number, "%",
     "occupancy of the blocks that `__launch_bounds__` asks for, on the chip"},
    {"bounds_registers", Integer, "registers",
     "most per thread with which those blocks fit on an SM of the chip"},
    {"bounds_threads", Integer, "threads", "first number of `__launch_bounds__`"},
    {"budget_spent", Boolean, "", "the analysis stopped before the end of the kernel"},
    {"bytes_accessed", Number, "bytes",
     "of global memory, that threads load, store or update, each access counted"},
    {"bytes_dram", Number, "bytes", "moved by device memory: dram__bytes (measured only)"},
    {"bytes_l2", Number, "bytes", "moved by the L2 cache: lts__t_bytes (measured only)"},
    {"bytes_local", Number, "bytes",
     "of local memory, sectors of 32 bytes that loads and stores of warps touch: "
     "smsp__sass_sectors_mem_local (measured only)"},
    {"bytes_requested", Number, "bytes",
     "sectors of 32 bytes that the requests of warps touch, each request counted: measured "
     "smsp__sass_sectors_mem_global"},
    {"bytes_unique", Number, "bytes",
     "of different sectors of 32 bytes, loads and stores apart: what the block must move if its "
     "caches keep all else"},
    {"chip", Text, "", "as of a launch"},
    {"dram_throughput_percent", Number, "%",
     "traffic of device memory, of its peak: gpu__dram_throughput (measured only)"},
    {"duration_us", Number, "us",
     "time of a launch on the GPU: gpu__time_duration (measured only)"},
    {"dynamic_shared_bytes", Integer, "bytes", "shared memory that the launch asks for"},
    {"flops_bf16_tensor", Number, "operations",
     "of matrix operations of the Tensor Cores: measured sm__ops_path_tensor_src_bf16_dst_fp32"},
    {"flops_fp16", Number, "operations",
     "additions and multiplications of half and bfloat16, a fused one being two; as written, "
     "or as executed where measured"},
    {"flops_fp16_tensor", Number, "operations",
     "of matrix operations of the Tensor Cores: measured sm__ops_path_tensor_src_fp16…"},
    {"flops_fp32", Number, "operations", "the same of float"},
    {"flops_fp64", Number, "operations", "the same of double"},
    {"flops_fp64_tensor", Number, "operations",
     "of matrix operations of the Tensor Cores: measured sm__ops_path_tensor_src_fp64"},
    {"flops_fp8_tensor", Number, "operations",
     "of matrix operations of the Tensor Cores: measured sm__ops_path_tensor_src_fp8…"},
    {"flops_int8_tensor", Number, "operations",
     "of matrix operations of the Tensor Cores: measured sm__ops_path_tensor_src_int8"},
    {"flops_tf32_tensor", Number, "operations",
     "of matrix operations of the Tensor Cores: measured sm__ops_path_tensor_src_tf32_dst_fp32"},
    {"fmas_fp16", Number, "operations",
     "smsp__sass_thread_inst_executed_op_hfma_pred_on (measured only)"},
    {"fmas_fp32", Number, "operations",
     "smsp__sass_thread_inst_executed_op_ffma_pred_on (measured only)"},
    {"fmas_fp64", Number, "operations",
     "smsp__sass_thread_inst_executed_op_dfma_pred_on (measured only)"},
    {"grid_x", Integer, "blocks", "grid of the launches (measured only)"},
    {"grid_y", Integer, "blocks", "grid of the launches (measured only)"},
    {"grid_z", Integer, "blocks", "grid of the launches (measured only)"},
    {"instructions_fp64", Number, "instructions",
     "of double, by threads: smsp__sass_thread_inst_executed_op_fp64_pred_on (measured only)"},
    {"integer_operations", Number, "operations",
     "of integers, as written; not those of subscripts and pointers"},
    {"launches", Integer, "launches", "launches in a run (measured only)"},
    {"launches_begun", Integer, "launches", "those whose counts were to be taken (measured only)"},
    {"launches_failed", Integer, "launches", "of those, what ended with an error (measured only)"},
    {"launches_measured", Integer, "launches", "those whose counts were taken (measured only)"},
    {"launches_profiled", Integer, "launches",
     "those whose kernel-level figures were taken (measured only)"},
    {"launches_unfinished", Integer, "launches",
     "those that were not over when the program was stopped (measured only)"},
    {"memory_throughput_percent", Number, "%",
     "the busiest of caches, device memory and the ways between them, of its peak: "
     "gpu__compute_memory_throughput (measured only)"},
    {"milliseconds", Number, "ms", "median time of a launch (measured only)"},
    {"most_occupancy_percent", Number, "%",
     "theoretical occupancy of blocks of bounds_threads, with the registers that the compiler "
     "reports"},
    {"multiplies_fp16", Number, "operations",
     "smsp__sass_thread_inst_executed_op_hmul_pred_on (measured only)"},
    {"multiplies_fp32", Number, "operations",
     "smsp__sass_thread_inst_executed_op_fmul_pred_on (measured only)"},
    {"multiplies_fp64", Number, "operations",
     "smsp__sass_thread_inst_executed_op_dmul_pred_on (measured only)"},
    {"registers", Integer, "registers", "registers of a thread"},
    {"shape_source", Text, "",
     "where the block shape comes from: launch, launch-bounds, option, comment, assumed"},
    {"shared_bytes", Integer, "bytes", "static shared memory"},
    {"sm_throughput_percent", Number, "%",
     "the busiest part of the SMs, of its peak: sm__throughput (measured only)"},
    {"special_operations", Number, "operations",
     "divisions, roots, exponentials and other functions, each counted once and in no other "
     "number: chips expand each to several operations"},
    {"spill_load_bytes", Integer, "bytes",
     "loads of registers that were put to local memory, as the compiler reports them"},
    {"spill_store_bytes", Integer, "bytes", "stores of those"},
    {"stack_bytes", Integer, "bytes",
     "local memory of a thread for its variables, as the compiler reports it"},
    {"stall_barrier_percent", Number, "%", "waiting at a barrier of the block"},
    {"stall_branch_resolving_percent", Number, "%", "waiting for the target of a branch"},
    {"stall_dispatch_stall_percent", Number, "%", "held back by the dispatcher"},
    {"stall_drain_percent", Number, "%", "at its end, waiting for stores to leave"},
    {"stall_gmma_percent", Number, "%", "waiting for wgmma (Hopper only)"},
    {"stall_imc_miss_percent", Number, "%",
     "waiting for constants read as operands (up to Hopper)"},
    {"stall_lg_throttle_percent", Number, "%", "queue of global and local accesses full"},
    {"stall_long_scoreboard_percent", Number, "%",
     "waiting for global or local memory or textures"},
    {"stall_math_pipe_throttle_percent", Number, "%", "the arithmetic pipe it needs is busy"},
    {"stall_membar_percent", Number, "%", "waiting at a memory fence"},
    {"stall_mio_throttle_percent", Number, "%",
     "queue of shared memory, special functions and dynamic branches full"},
    {"stall_misc_percent", Number, "%", "other reasons"},
    {"stall_no_instruction_percent", Number, "%", "waiting for the instruction itself"},
    {"stall_not_selected_percent", Number, "%", "ready, while another warp was chosen"},
    {"stall_short_scoreboard_percent", Number, "%",
     "waiting for shared memory, special functions or dynamic branches"},
    {"stall_sleeping_percent", Number, "%", "asleep: __nanosleep, or all lanes yield"},
    {"stall_tex_throttle_percent", Number, "%", "queue of texture accesses full"},
    {"stall_wait_percent", Number, "%", "a fixed latency after the instruction before"},
    {"threads", Integer, "threads", "threads of the representative block"},
    {"threads_launched", Integer, "threads",
     "threads of the launches whose counts were taken (measured only)"},
    {"traffic_unseen", Text, "",
     "what moves bytes of global memory that are not counted; then there is no intensity"},
    {"warp_execution_efficiency_percent", Number, "%",
     "mean active lanes per warp instruction, of 32: measured "
     "smsp__thread_inst_executed_per_inst_executed; predicted of operations as written, those that "
     "data decide upon being done by all lanes"},
    {"warps_launched", Integer, "warps", "as threads_launched (measured only)"},
    {"work_basis", Text, "",
     "what operations and bytes are predicted of: a block, or a block's iteration of the loops of "
     "unknown length that outgrow all else"},
    {"work_rests_on", Text, "", "what was assumed for them, in words"},
});

constexpr std::array code = std::to_array<EvidenceName>({
    {"async_copies", Integer, "instructions",
     "asynchronous copies that warps executed: smsp__sass_inst_executed_op_ldgsts"},
    {"lanes_active", Number, "lanes", "thread_instructions / warp_instructions"},
    {"thread_instructions", Integer, "instructions",
     "instructions that threads executed: smsp__sass_thread_inst_executed_pred_on"},
    {"threads_most", Integer, "threads",
     "most executions by threads of one instruction, summed over launches"},
    {"threads_storing", Integer, "threads",
     "the same of one store or atomic; 0 where there is none"},
    {"warp_instructions", Integer, "instructions",
     "instructions that warps executed: smsp__sass_inst_executed"},
});

constexpr std::array launch = std::to_array<EvidenceName>({
    {"better_occupancy_percent", Number, "%", "occupancy with better_threads"},
    {"better_threads", Integer, "threads",
     "a block size with a higher occupancy, where shared memory does not depend on it"},
    {"block_x", Integer, "threads", "block shape, where known"},
    {"block_y", Integer, "threads", "block shape, where known"},
    {"block_z", Integer, "threads", "block shape, where known"},
    {"blocks", Integer, "blocks", "blocks of the grid, where known for sure"},
    {"blocks_per_sm", Integer, "blocks", "that an SM holds at a time, as far as is known: at most"},
    {"bounds_blocks", Integer, "blocks", "second number of the kernel's `__launch_bounds__`"},
    {"bounds_threads", Integer, "threads", "first number of the kernel's `__launch_bounds__`"},
    {"chip", Text, "",
     "what the numbers are of: a chip, or `any chip` for what holds on all that are known"},
    {"cooperative", Boolean, "", "a cooperative launch"},
    {"gain_registers", Integer, "registers", "fewer per thread that would make room for a block"},
    {"gain_shared_bytes", Integer, "bytes",
     "less shared memory per block that would make room for another"},
    {"grid_x", Integer, "blocks", "grid shape, where known"},
    {"grid_y", Integer, "blocks", "grid shape, where known"},
    {"grid_z", Integer, "blocks", "grid shape, where known"},
    {"idle_lanes", Integer, "lanes", "lanes of the block's warps that have no thread"},
    {"idle_percent", Number, "%", "those, of all lanes of the block's warps"},
    {"idle_sms", Integer, "SMs", "SMs of the chip that get no block"},
    {"lanes", Integer, "lanes", "lanes of the block's warps"},
    {"last_wave_percent", Number, "%",
     "blocks of the last wave, of those that the chip holds at a time; of more than one wave"},
    {"limiter", Text, "",
     "what allows no more blocks on an SM: warps, blocks, registers, shared memory, barriers"},
    {"loss_registers", Integer, "registers", "more per thread that would cost a block"},
    {"loss_registers_percent", Number, "%", "occupancy after that"},
    {"loss_shared_bytes", Integer, "bytes", "more shared memory per block that would cost one"},
    {"loss_shared_percent", Number, "%", "occupancy after that"},
    {"next_step", Text, "", "what would make room for one more block, in words"},
    {"occupancy_percent", Number, "%",
     "theoretical occupancy, of the resources that are known: no more than that"},
    {"own_stream", Boolean, "", "on a stream that the program names, or that was not read"},
    {"registers", Integer, "registers", "of a thread, as the compiler reports them"},
    {"shapes", Integer, "shapes",
     "different block shapes that this place launches, one after the other or as a branch goes; "
     "cases of one variable count together"},
    {"shared_bytes", Integer, "bytes", "dynamic shared memory, where known"},
    {"sms", Integer, "SMs", "of the chip; the fewest of all chips, where it is `any chip`"},
    {"static_shared_bytes", Integer, "bytes",
     "static shared memory of the kernel, where it is known"},
    {"threads", Integer, "threads", "threads per block, where known"},
    {"warps", Integer, "warps", "warps per block"},
    {"warps_per_sm", Integer, "warps", "that an SM can hold"},
    {"waves", Number, "waves",
     "how often the chip is filled: blocks / (sms × blocks_per_sm), where all are known"},
});

constexpr std::array race = std::to_array<EvidenceName>({
    {"array", Text, "", "the shared array that both access"},
    {"cause", Text, "",
     "what the earlier access is: read, write; copy where either is asynchronous"},
    {"cluster", Boolean, "", "one of them is an access to another block's array"},
    {"counts", Boolean, "", "one step adds to what it finds at an element that data choose"},
    {"first_line", Integer, "", "line of the earlier access"},
    {"first_op", Text, "", "the earlier access: load, store, atomic, copy"},
    {"first_place", Text, "", "where the earlier access stands: `line 12`, or `tile.h:12`"},
    {"first_thread", Integer, "", "a thread of the earlier access, by its linear index"},
    {"grid_covers", Boolean, "",
     "of a loop whose steps are the grid's: the launches that were seen go round once"},
    {"hazard", Text, "", "read-after-write, write-after-read, write-after-write"},
    {"loop_carried", Boolean, "", "the earlier access is of the iteration before"},
    {"same_warp", Boolean, "", "the threads that meet are of one warp, whatever they are"},
    {"second_thread", Integer, "", "a thread of this access that meets it"},
    {"types_assumed", Boolean, "",
     "the kernel is a template that nothing instantiates: types of numbers, and nothing else, are "
     "assumed for its parameters"},
});

constexpr std::array constantAccess = std::to_array<EvidenceName>({
    {"addresses", Number, "addresses", "mean number of different addresses per request"},
    {"addresses_max", Integer, "addresses", "most different addresses of one request"},
    {"array", Text, "", "the array that is read"},
    {"data_dependent", Boolean, "", "the address depends on data loaded per thread"},
    {"open_loop_length", Text, "", "as for global_access"},
    {"open_loop_line", Integer, "", "as for global_access"},
    {"open_loops", Integer, "loops", "as for global_access"},
    {"passes_meant", Number, "iterations", "as for global_access"},
    {"requests", Integer, "warp instructions", "requests per representative block"},
    {"weight", Number, "", "as for global_access"},
});

constexpr std::array parameter = std::to_array<EvidenceName>({
    {"access", Text, "", "the access that a loop repeats, as written"},
    {"beside", Text, "",
     "the pointers that might point to the same, for all the compiler knows, each in backquotes"},
    {"loads", Integer, "accesses", "places where the kernel reads through the pointer"},
    {"loop_line", Integer, "", "line of that loop"},
    {"reloads", Integer, "accesses",
     "loads of one element that a loop repeats and that `__restrict__` would let the compiler take "
     "out of it"},
    {"repeated_stores", Integer, "accesses", "the same of stores"},
    {"repeats_in_statement", Integer, "accesses",
     "those of them, loads or stores as the access is one, that stand in its statement"},
    {"requests", Integer, "warp instructions",
     "requests of the accesses of its statement that spread as it does (measured only)"},
    {"requests_per_pass", Number, "warp instructions",
     "requests of the access, repeats_in_statement being equals, for each time that a warp came by "
     "the "
     "loop's branch, which an unrolled loop has once in several iterations (measured only)"},
    {"requests_per_warp", Number, "warp instructions",
     "the same for each warp that was launched (measured only)"},
    {"sectors_per_request", Number, "sectors of 32 bytes",
     "that a request of the access touches, where known"},
    {"stores", Integer, "accesses", "places where the kernel writes through the pointer"},
});

// Intrinsics that the lanes of a warp execute together, and accesses to shared memory by which
// lanes of a warp hand over data; the latter have a hazard.
constexpr std::array warpCall = std::to_array<EvidenceName>({
    {"absent_exited", Boolean, "", "every lane that does not arrive has left the kernel"},
    {"answers_for_warp", Boolean, "", "of a vote: one lane stores what it came to for its warp"},
    {"array", Text, "", "of an access: the shared array"},
    {"block_threads", Integer, "threads", "of a block that ends within a warp"},
    {"cause", Text, "", "why lanes are absent: none, uniform, lane, guard, data"},
    {"condition", Text, "", "the condition, as written, that keeps lanes away"},
    {"first_line", Integer, "", "of an access: line of the earlier one that another lane made"},
    {"first_op", Text, "", "of an access: the earlier one: load, store, atomic"},
    {"first_place", Text, "", "of an access: where the earlier one stands"},
    {"first_thread", Integer, "", "of an access: a thread of the earlier one, by its linear index"},
    {"hazard", Text, "", "of an access: read-after-write, write-after-read, write-after-write"},
    {"lanes_active", Number, "lanes", "mean lanes of a warp that execute it (measured only)"},
    {"lanes_arriving", Integer, "lanes", "fewest lanes of a warp that arrive, where known"},
    {"lanes_expected", Integer, "lanes", "lanes that the mask names"},
    {"lanes_outside", Boolean, "", "a lane that calls is not named by its own mask"},
    {"loop_carried", Boolean, "", "of an access: the earlier one is of the iteration before"},
    {"mask_after_loop", Boolean, "", "it was made where lanes have left a loop one after another"},
    {"mask_divergent", Boolean, "", "the mask was made where lanes may not be together"},
    {"mask_source", Text, "",
     "where the mask comes from: full, constant, activemask, ballot, tile, warp; unknown"},
    {"masks_differ", Boolean, "", "lanes that one mask names call with another mask"},
    {"reads_absent", Boolean, "", "some lane may read from one that does not arrive"},
    {"reads_missing", Boolean, "",
     "the first lane of a warp gets what lanes would hold that the block does not have"},
    {"relative", Boolean, "",
     "the result depends on which neighbours take part: __shfl_up, __shfl_down, __shfl_xor"},
    {"second_thread", Integer, "", "of an access: a thread of it that meets the earlier one"},
    {"synchronised", Boolean, "", "of the _sync family; false of accesses that nothing orders"},
    {"types_assumed", Boolean, "",
     "of an access: the kernel is a template that nothing instantiates: types of numbers, and "
     "nothing else, are assumed for its parameters"},
    {"votes", Boolean, "",
     "of the lanes that have not left the kernel: __any_sync, __ballot_sync, …"},
    {"where", Text, "", "what keeps lanes away: condition, loop, return; empty if all arrive"},
});

constexpr std::array sharedArray = std::to_array<EvidenceName>({
    {"allowed_bytes", Integer, "bytes",
     "most that a block of the kernel may ask for: 49152, or more where the program raises it by "
     "cudaFuncSetAttribute to a known value; absent where it may raise it to another"},
    {"arch", Text, "", "the chip that limit_bytes is of: sm_90"},
    {"array", Text, "", "the array, as declared"},
    {"array_bytes", Integer, "bytes", "its size; absent where it is dynamic"},
    {"dynamic", Boolean, "", "extern __shared__"},
    {"dynamic_bytes", Integer, "bytes", "dynamic shared memory that a launch asks for"},
    {"limit_bytes", Integer, "bytes", "most that a block can have on the chip"},
    {"load_line", Integer, "", "line of a load that finds what was stored through another array"},
    {"overwritten_by", Text, "",
     "another dynamic array, a store to which replaces what was stored in this one and is loaded "
     "from it later"},
    {"static_bytes", Integer, "bytes",
     "sizes of the kernel's static shared arrays that it stores and loads, together"},
    {"store_line", Integer, "", "line of that store"},
    {"threads", Integer, "threads", "threads per block"},
    {"threads_apart", Integer, "threads",
     "threads that store and load one element of the array each, which no other thread accesses; "
     "absent where an element is shared, or that is not known"},
    {"total_bytes", Integer, "bytes", "static and dynamic shared memory of a launch together"},
});

constexpr std::array pipeline = std::to_array<EvidenceName>({
    {"condition", Text, "", "the condition, as written, that keeps threads away"},
    {"idle_waits", Integer, "executions",
     "waits in a loop with nothing between the newest copy and them, and nothing left under way"},
    {"missing", Text, "", "the call that is missing: producer_commit, consumer_release"},
    {"object", Text, "", "the pipeline, as written; `thread` where it has no object"},
    {"problem", Text, "",
     "why it never goes on: never (nobody, or not all, do what is waited for here), partial (only "
     "some of its threads come to this call), condition (the same, under a condition)"},
    {"stages", Integer, "stages", "batches under way at most, where known"},
    {"threads_arriving", Integer, "threads", "threads that do what is waited for, where known"},
    {"threads_expected", Integer, "threads", "threads that must"},
    {"waits", Integer, "executions", "how often the block waits here"},
});

constexpr std::array asyncBarrier = std::to_array<EvidenceName>({
    {"object", Text, "", "the barrier, as written"},
    {"problem", Text, "",
     "never (not initialised before), not-shown (initialised with no block barrier before other "
     "threads use it), too-many, too-few (arrivals do not match its count)"},
    {"threads", Integer, "threads", "threads that may come before the initialisation"},
    {"threads_arriving", Integer, "arrivals", "arrivals in one phase"},
    {"threads_expected", Integer, "arrivals", "the count it was made for, where known"},
});

constexpr std::array hostCall = std::to_array<EvidenceName>({
    {"allocated_again", Boolean, "",
     "the memory is freed in the same iteration of a loop, and its size stays the same"},
    {"allocated_as", Text, "",
     "what the host memory of a copy comes from: malloc, calloc, new, a std::vector, an array"},
    {"allocated_at", Text, "", "where that memory comes from: `line 7`, `line 7 of other.cu`"},
    {"allocated_line", Integer, "", "its line"},
    {"bytes", Integer, "bytes", "bytes that it copies or allocates, where known"},
    {"busy_ns", Integer, "ns",
     "measured: of span_ns, what the device spent on kernels, copies and the like"},
    {"bytes_saved", Integer, "bytes",
     "at the first of several launches that one kernel could do: what they write for each element "
     "and read again"},
    {"call_ns", Integer, "ns", "measured: time in such calls"},
    {"call_percent", Number, "%", "measured: call_ns of span_ns"},
    {"callable_on_device", Boolean, "", "where it stands in device code: it may be called there"},
    {"calls", Integer, "calls",
     "measured: calls of this function beside the kernels of the loop, or of the launch"},
    {"category", Text, "",
     "allocation, release, copy, async copy, synchronisation, stream wait, launch, timing, "
     "algorithm (of Thrust, on the device, with a result for the host), other"},
    {"chunk_bytes", Integer, "bytes",
     "at the first copy of a loop that works off independent parts on one stream: bytes that an "
     "iteration copies both ways, where known"},
    {"chunk_copies", Integer, "calls", "in the same place: copies of an iteration, both ways"},
    {"chunk_launches", Integer, "launches", "in the same place: launches of an iteration"},
    {"chunk_stream", Text, "", "in the same place: the stream, in words"},
    {"copies_to_device_ns", Integer, "ns", "measured: of span_ns, time with a copy to the device"},
    {"copies_to_host_ns", Integer, "ns", "measured: of span_ns, time with a copy to the host"},
    {"decides", Boolean, "", "what it copies decides whether the loop goes on"},
    {"device_code", Text, "",
     "what it stands in, where that runs on the device: kernel, device function, function "
     "for both sides"},
    {"device_idle_percent", Number, "%",
     "measured: of span_ns, when the device did nothing for the program"},
    {"direction", Text, "", "of a copy, where known: to_device, to_host, on_device, on_host"},
    {"dropped", Boolean, "", "nobody looks at its result"},
    {"dropped_in_function", Integer, "calls",
     "calls and launches of the function whose errors nobody looks at; at the first of them only"},
    {"each_launch", Boolean, "", "in the loop, it runs whenever the kernels do"},
    {"fixed_launches", Integer, "launches",
     "at the first launch of a loop that does nothing but launch: launches of an iteration, with "
     "the same arguments in each"},
    {"function", Text, "", "the function that it stands in"},
    {"fusable_launches", Integer, "launches",
     "at the first of several launches that one kernel could do: how many"},
    {"fused_buffer", Text, "", "in the same place: what hands on the elements"},
    {"fused_line", Integer, "", "in the same place: line of the second launch"},
    {"fused_with", Text, "", "in the same place: kernel of the second launch"},
    {"iterations", Integer, "iterations",
     "measured: from one launch of the loop's first kernel to its next, without those that took "
     "ten times as long as most"},
    {"kernels_ns", Integer, "ns", "measured: of span_ns, time with a kernel"},
    {"launched", Text, "", "of a launch: the kernel"},
    {"loop_at", Text, "",
     "where the innermost loop is, which may be in a caller: `line 7`, `line 7 of other.cu`"},
    {"loop_copies", Integer, "calls",
     "blocking copies in an iteration, of more than a few bytes or of unknown size"},
    {"loop_host_work", Boolean, "",
     "the loop reads or writes memory on the host, or calls what may"},
    {"loop_kernels", Text, "", "kernels that an iteration launches: `first, second`"},
    {"loop_launches", Integer, "launches", "launches in an iteration of the innermost loop"},
    {"loop_line", Integer, "", "its line"},
    {"loop_of_devices", Boolean, "", "an iteration chooses a device"},
    {"loop_timed", Boolean, "", "an iteration is timed, by events or a clock"},
    {"loop_trips", Integer, "iterations", "iterations of the loop, where known"},
    {"loop_waits", Integer, "calls",
     "at the first call with which an iteration waits for the device: how many such calls there "
     "are"},
    {"memory", Text, "", "host memory of a copy, where known: pageable"},
    {"of_all_launches", Boolean, "",
     "at a wait for one stream: the loop launches on that stream only, and copies nothing"},
    {"others_dropped", Integer, "calls", "dropped_in_function, without this one"},
    {"overlap_percent", Number, "%",
     "measured: how much of kernels, copies to the device and copies to the host ran at the same "
     "time, of what could"},
    {"overlap_possible_percent", Number, "%",
     "measured: what could run at the same time, of the time of all three"},
    {"pageable_to_device", Integer, "copies", "measured: from memory that is not pinned"},
    {"pageable_to_host", Integer, "copies", "measured: to memory that is not pinned"},
    {"pinned_to_device", Integer, "copies", "measured: from pinned memory"},
    {"pinned_to_host", Integer, "copies", "measured: to pinned memory"},
    {"span_ns", Integer, "ns", "measured: time of the iterations"},
    {"waited_for", Boolean, "", "the host waits for it in the next call"},
    {"unread", Boolean, "",
     "at a blocking copy to the host: the next iteration overwrites what nothing in the loop "
     "reads"},
});

constexpr std::array arithmetic = std::to_array<EvidenceName>({
    {"chain_cycles", Number, "cycles",
     "of a loop that hands a value from iteration to iteration: latency of the operations between"},
    {"chip", Text, "", "what numbers of units and SMs are of: a chip, or `any chip`"},
    {"conversions", Integer, "operations", "conversions to FP64 and back, once through"},
    {"divisor", Text, "", "what is divided by, as written"},
    {"element", Text, "", "type of the elements that are multiplied: half, bfloat16, float"},
    {"extra_instructions", Integer, "instructions",
     "machine instructions beyond those that `instead` takes, once through; measured on sm_90"},
    {"fp64_operations", Integer, "operations", "operations that the compiler leaves in FP64"},
    {"fp64_ratio", Integer, "", "FP32 results per cycle for each FP64 result, on the chip"},
    {"in_loop", Boolean, "", "in a loop of unknown or many iterations"},
    {"instead", Text, "", "what would do"},
    {"instructions", Integer, "instructions", "instructions of one iteration, as far as is known"},
    {"literal", Text, "",
     "the double constant that makes it so, as written; empty where none does"},
    {"loop_trips", Integer, "iterations",
     "iterations of the innermost loop around it, where known"},
    {"needs_number", Integer, "", "first target whose Tensor Cores take the elements: 70"},
    {"problem", Text, "",
     "promotion (float computed in double), power, integer-division, division (of floats, by what "
     "a "
     "loop does not change), intrinsic, matrix-multiply, chain"},
    {"reduction", Integer, "elements", "length of the sums of a matrix product, where known"},
    {"target_number", Integer, "", "lowest target that the code is compiled for: 90"},
    {"warps", Number, "warps", "most that a scheduler has at a time, in any launch that is seen"},
    {"warps_needed", Number, "warps",
     "of a scheduler, so that it always finds one that is ready: latency / instructions"},
});

constexpr std::array feature = std::to_array<EvidenceName>({
    {"group", Text, "", "instruction, interface, warp size"},
    {"instead", Text, "", "what takes its place"},
    {"is_reference", Boolean, "", "a texture or surface reference is declared"},
    {"more", Integer, "places", "further places of the same function"},
    {"needs", Text, "", "first target that has it: sm_80"},
    {"needs_number", Integer, "", "the same as a number: 80"},
    {"state", Text, "", "what became of it: removed in CUDA 12.0, without effect"},
    {"target", Text, "", "lowest target that the code is compiled for: sm_70"},
    {"target_number", Integer, "", "the same as a number: 70"},
});

} // namespace

std::span<const EvidenceName> vocabulary(SiteKind kind) {
  switch (kind) {
  case SiteKind::GlobalAccess:
    return globalAccess;
  case SiteKind::SharedAccess:
    return sharedAccess;
  case SiteKind::LocalAccess:
    return localAccess;
  case SiteKind::Branch:
    return branch;
  case SiteKind::Loop:
    return loop;
  case SiteKind::Barrier:
    return barrier;
  case SiteKind::Group:
    return group;
  case SiteKind::AsyncCopy:
    return asyncCopy;
  case SiteKind::AsyncUse:
    return asyncUse;
  case SiteKind::Kernel:
    return kernel;
  case SiteKind::Launch:
    return launch;
  case SiteKind::Race:
    return race;
  case SiteKind::Constant:
    return constantAccess;
  case SiteKind::Parameter:
    return parameter;
  case SiteKind::WarpCall:
    return warpCall;
  case SiteKind::SharedArray:
    return sharedArray;
  case SiteKind::Pipeline:
    return pipeline;
  case SiteKind::AsyncBarrier:
    return asyncBarrier;
  case SiteKind::HostCall:
    return hostCall;
  case SiteKind::Feature:
    return feature;
  case SiteKind::Arithmetic:
    return arithmetic;
  case SiteKind::Code:
    return code;
  }
  return {};
}

} // namespace warplint
