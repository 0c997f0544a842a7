//===- probe.cu - what CUPTI counts for one request of one warp -----------===//
//
// Each kernel is one warp and holds one memory instruction whose 32 addresses
// and active lanes are arguments. CUPTI's SASS metrics are flushed after every
// launch, so each line of the output is one request and its counts:
//
//   {"op": "shared_ld", "bytes": 8, "off": "predicate", "p": [base, width,
//    outer, inner, flip, range, active], "r": [[counts of one instruction]…]}
//
// Build and run: see measure.sh beside this file.
//
//===----------------------------------------------------------------------===//
#include "patterns.h"

#include <cuda.h>
#include <cuda_runtime.h>
#include <cupti.h>
#include <cupti_profiler_target.h>
#include <cupti_sass_metrics.h>
#include <cupti_target.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

struct Lanes {
  unsigned offset[32];
  unsigned offset2[32]; // the shared side of cp.async
  unsigned active;
};

__device__ unsigned sink[32];

__device__ __forceinline__ unsigned on(const Lanes &lanes) {
  return lanes.active >> (threadIdx.x & 31) & 1;
}
__device__ __forceinline__ void keep(unsigned x) { // never true: memory is zero
  if (x == 0x9e3779b9u)
    sink[threadIdx.x & 31] = x;
}

#define P "{ .reg .pred p; setp.ne.u32 p, %1, 0; @p "
// A kernel whose lanes are switched off by a predicate, and one whose lanes have left.
#define KERNEL(NAME, ...)                                                                          \
  extern "C" __global__ void NAME##_predicate(char *global, const Lanes lanes) {                   \
    extern __shared__ __align__(1024) char shared[];                                               \
    const unsigned lane = threadIdx.x & 31;                                                        \
    const unsigned active = on(lanes);                                                             \
    const char *g = global + lanes.offset[lane];                                                   \
    const unsigned s = (unsigned)__cvta_generic_to_shared(shared) + lanes.offset[lane];            \
    const unsigned s2 = (unsigned)__cvta_generic_to_shared(shared) + lanes.offset2[lane];          \
    const char *gs = shared + lanes.offset[lane];                                                  \
    unsigned x = 0, y = 0, z = 0, w = 0;                                                           \
    unsigned long long d = 0;                                                                      \
    (void)g, (void)s, (void)s2, (void)gs;                                                          \
    __VA_ARGS__;                                                                                   \
    keep(x + y + z + w + (unsigned)d);                                                             \
  }                                                                                                \
  extern "C" __global__ void NAME##_exit(char *global, const Lanes lanes) {                        \
    extern __shared__ __align__(1024) char shared[];                                               \
    const unsigned lane = threadIdx.x & 31;                                                        \
    if (!on(lanes))                                                                                \
      return;                                                                                      \
    const unsigned active = 1;                                                                     \
    const char *g = global + lanes.offset[lane];                                                   \
    const unsigned s = (unsigned)__cvta_generic_to_shared(shared) + lanes.offset[lane];            \
    const unsigned s2 = (unsigned)__cvta_generic_to_shared(shared) + lanes.offset2[lane];          \
    const char *gs = shared + lanes.offset[lane];                                                  \
    unsigned x = 0, y = 0, z = 0, w = 0;                                                           \
    unsigned long long d = 0;                                                                      \
    (void)g, (void)s, (void)s2, (void)gs;                                                          \
    __VA_ARGS__;                                                                                   \
    keep(x + y + z + w + (unsigned)d);                                                             \
  }

#define LD1(SPACE, TYPE, A, C) asm volatile(P "ld" SPACE "." TYPE " %0, [%2]; }" : "+r"(x) : "r"(active), C(A) : "memory")
#define LD2(SPACE, A, C) asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld" SPACE ".v2.u32 {%0,%1}, [%3]; }" : "+r"(x), "+r"(y) : "r"(active), C(A) : "memory")
#define LD4(SPACE, A, C) asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; @p ld" SPACE ".v4.u32 {%0,%1,%2,%3}, [%5]; }" : "+r"(x), "+r"(y), "+r"(z), "+r"(w) : "r"(active), C(A) : "memory")
#define ST1(SPACE, TYPE, A, C) asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p st" SPACE "." TYPE " [%2], %0; }" :: "r"(x), "r"(active), C(A) : "memory")
#define ST2(SPACE, A, C) asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p st" SPACE ".v2.u32 [%3], {%0,%1}; }" :: "r"(x), "r"(y), "r"(active), C(A) : "memory")
#define ST4(SPACE, A, C) asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0; @p st" SPACE ".v4.u32 [%5], {%0,%1,%2,%3}; }" :: "r"(x), "r"(y), "r"(z), "r"(w), "r"(active), C(A) : "memory")
#define ATOM4(WHAT, A, C) asm volatile(P WHAT " %0, [%2], 0; }" : "+r"(x) : "r"(active), C(A) : "memory")
#define ATOM8(WHAT, A, C) asm volatile(P WHAT " %0, [%2], 0; }" : "+l"(d) : "r"(active), C(A) : "memory")
#define RED(WHAT, A, C) asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p " WHAT " [%1], 0; }" :: "r"(active), C(A) : "memory")

KERNEL(global_ld_1, LD1(".global", "u8", g, "l"))
KERNEL(global_ld_2, LD1(".global", "u16", g, "l"))
KERNEL(global_ld_4, LD1(".global", "u32", g, "l"))
KERNEL(global_ld_8, LD2(".global", g, "l"))
KERNEL(global_ld_16, LD4(".global", g, "l"))
KERNEL(global_ldvolatile_4, LD1(".volatile.global", "u32", g, "l"))
KERNEL(global_ldnc_4, LD1(".global.nc", "u32", g, "l"))
KERNEL(global_ldnc_16, LD4(".global.nc", g, "l"))
KERNEL(global_ldgeneric_4, LD1("", "u32", g, "l"))
KERNEL(global_ldgeneric_8, LD2("", g, "l"))
KERNEL(global_st_1, ST1(".global", "u8", g, "l"))
KERNEL(global_st_2, ST1(".global", "u16", g, "l"))
KERNEL(global_st_4, ST1(".global", "u32", g, "l"))
KERNEL(global_st_8, ST2(".global", g, "l"))
KERNEL(global_st_16, ST4(".global", g, "l"))
KERNEL(global_stgeneric_4, ST1("", "u32", g, "l"))
KERNEL(global_atom_4, ATOM4("atom.global.add.u32", g, "l"))
KERNEL(global_atom_8, ATOM8("atom.global.add.u64", g, "l"))
KERNEL(global_red_4, RED("red.global.add.u32", g, "l"))
KERNEL(global_red_8, RED("red.global.add.u64", g, "l"))

KERNEL(shared_ld_1, LD1(".shared", "u8", s, "r"))
KERNEL(shared_ld_2, LD1(".shared", "u16", s, "r"))
KERNEL(shared_ld_4, LD1(".shared", "u32", s, "r"))
KERNEL(shared_ld_8, LD2(".shared", s, "r"))
KERNEL(shared_ld_16, LD4(".shared", s, "r"))
KERNEL(shared_ldgeneric_4, LD1("", "u32", gs, "l"))
KERNEL(shared_ldgeneric_16, LD4("", gs, "l"))
KERNEL(shared_st_1, ST1(".shared", "u8", s, "r"))
KERNEL(shared_st_2, ST1(".shared", "u16", s, "r"))
KERNEL(shared_st_4, ST1(".shared", "u32", s, "r"))
KERNEL(shared_st_8, ST2(".shared", s, "r"))
KERNEL(shared_st_16, ST4(".shared", s, "r"))
KERNEL(shared_stgeneric_4, ST1("", "u32", gs, "l"))
KERNEL(shared_atom_4, ATOM4("atom.shared.add.u32", s, "r"))
KERNEL(shared_exch_4, ATOM4("atom.shared.exch.b32", s, "r"))
KERNEL(shared_exch_8, ATOM8("atom.shared.exch.b64", s, "r"))
KERNEL(shared_red_4, RED("red.shared.add.u32", s, "r"))
KERNEL(shared_ldmatrix1_16, asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "+r"(x) : "r"(s) : "memory"))
KERNEL(shared_ldmatrix2_16, asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "+r"(x), "+r"(y) : "r"(s) : "memory"))
KERNEL(shared_ldmatrix4_16, asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "+r"(x), "+r"(y), "+r"(z), "+r"(w) : "r"(s) : "memory"))
KERNEL(shared_stmatrix4_16, asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%4], {%0,%1,%2,%3};" :: "r"(x), "r"(y), "r"(z), "r"(w), "r"(s) : "memory"))

#define CPASYNC(HOW, N) asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p cp.async." HOW ".shared.global [%1], [%2], " N "; cp.async.wait_all; }" :: "r"(active), "r"(s2), "l"(g) : "memory")
KERNEL(async_ca_4, CPASYNC("ca", "4"))
KERNEL(async_ca_8, CPASYNC("ca", "8"))
KERNEL(async_ca_16, CPASYNC("ca", "16"))
KERNEL(async_cg_16, CPASYNC("cg", "16"))

struct Op {
  const char *name;
  void *predicate, *exit;
};
#define OP(NAME) {#NAME, (void *)NAME##_predicate, (void *)NAME##_exit}
static const Op ops[] = {
    OP(global_ld_1), OP(global_ld_2), OP(global_ld_4), OP(global_ld_8), OP(global_ld_16),
    OP(global_ldvolatile_4), OP(global_ldnc_4), OP(global_ldnc_16), OP(global_ldgeneric_4),
    OP(global_ldgeneric_8), OP(global_st_1), OP(global_st_2), OP(global_st_4), OP(global_st_8),
    OP(global_st_16), OP(global_stgeneric_4), OP(global_atom_4), OP(global_atom_8),
    OP(global_red_4), OP(global_red_8), OP(shared_ld_1), OP(shared_ld_2), OP(shared_ld_4),
    OP(shared_ld_8), OP(shared_ld_16), OP(shared_ldgeneric_4), OP(shared_ldgeneric_16),
    OP(shared_st_1), OP(shared_st_2), OP(shared_st_4), OP(shared_st_8), OP(shared_st_16),
    OP(shared_stgeneric_4), OP(shared_atom_4), OP(shared_exch_4), OP(shared_exch_8),
    OP(shared_red_4), OP(shared_ldmatrix1_16), OP(shared_ldmatrix2_16), OP(shared_ldmatrix4_16),
    OP(shared_stmatrix4_16), OP(async_ca_4), OP(async_ca_8), OP(async_ca_16), OP(async_cg_16)};

// How the compiler splits elements that no single instruction moves.
struct Bytes3 { unsigned char x, y, z; };
struct Shorts3 { short x, y, z; };
struct Ints5 { int v[5]; };
struct Doubles3 { double x, y, z; };
struct alignas(16) Floats8 { float v[8]; };
struct Mixed { double a; float b; };
#define COPY(NAME, TYPE)                                                                           \
  extern "C" __global__ void NAME(char *global, const Lanes) {                                     \
    const TYPE t = ((const TYPE *)global)[threadIdx.x];                                            \
    ((TYPE *)(global + 65536))[threadIdx.x] = t;                                                   \
  }
COPY(copy_float3, float3)
COPY(copy_bytes3, Bytes3)
COPY(copy_shorts3, Shorts3)
COPY(copy_ints5, Ints5)
COPY(copy_doubles3, Doubles3)
COPY(copy_floats8, Floats8)
COPY(copy_mixed, Mixed)
COPY(copy_uchar4, uchar4)
COPY(copy_double2, double2)
static const std::pair<const char *, void *> copies[] = {
    {"copy_float3", (void *)copy_float3},     {"copy_bytes3", (void *)copy_bytes3},
    {"copy_shorts3", (void *)copy_shorts3},   {"copy_ints5", (void *)copy_ints5},
    {"copy_doubles3", (void *)copy_doubles3}, {"copy_floats8", (void *)copy_floats8},
    {"copy_mixed", (void *)copy_mixed},       {"copy_uchar4", (void *)copy_uchar4},
    {"copy_double2", (void *)copy_double2}};

static void check(CUptiResult result, const char *what) {
  if (result == CUPTI_SUCCESS)
    return;
  const char *text = "?";
  cuptiGetResultString(result, &text);
  fprintf(stderr, "%s: %s\n", what, text);
  exit(3);
}
static void check(cudaError_t result, const char *what) {
  if (result == cudaSuccess)
    return;
  fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(result));
  exit(3);
}
#define CHECK(x) check((x), #x)

static const char *const metricNames[] = {
    "inst_executed", "sectors_mem_global", "sectors_mem_global_ideal",
    "l1tex_pipe_lsu_wavefronts_mem_shared", "l1tex_pipe_lsu_wavefronts_mem_shared_ideal",
    "l1tex_tags_mem_global", "inst_executed_op_global_ld", "inst_executed_op_global_st",
    "inst_executed_op_global_atom", "inst_executed_op_global_red", "inst_executed_op_shared_ld",
    "inst_executed_op_shared_st", "inst_executed_op_shared_atom", "inst_executed_op_ldgsts",
    "inst_executed_op_ldsm", "inst_executed_op_ld", "inst_executed_op_st", "sectors_mem_local"};
static std::vector<std::string> used;
static std::map<uint64_t, int> slotOf;
static CUcontext context;

static void enable() {
  CUpti_Profiler_Initialize_Params init{CUpti_Profiler_Initialize_Params_STRUCT_SIZE};
  CHECK(cuptiProfilerInitialize(&init));
  CUpti_Device_GetChipName_Params chip{CUpti_Device_GetChipName_Params_STRUCT_SIZE};
  CHECK(cuptiDeviceGetChipName(&chip));
  std::vector<CUpti_SassMetrics_Config> configs;
  for (const char *name : metricNames) {
    const std::string full = std::string("smsp__sass_") + name;
    CUpti_SassMetrics_GetProperties_Params get{CUpti_SassMetrics_GetProperties_Params_STRUCT_SIZE};
    get.pChipName = chip.pChipName;
    get.pMetricName = full.c_str();
    if (cuptiSassMetricsGetProperties(&get) != CUPTI_SUCCESS) {
      fprintf(stderr, "no metric %s\n", full.c_str());
      continue;
    }
    slotOf[get.metric.metricId] = (int)used.size();
    used.push_back(name);
    configs.push_back({get.metric.metricId, CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU});
  }
  CUpti_SassMetricsSetConfig_Params set{CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE};
  set.pConfigs = configs.data();
  set.numOfMetricConfig = configs.size();
  set.deviceIndex = 0;
  CHECK(cuptiSassMetricsSetConfig(&set));
  CUpti_SassMetricsEnable_Params en{CUpti_SassMetricsEnable_Params_STRUCT_SIZE};
  en.ctx = context;
  en.enableLazyPatching = 1;
  CHECK(cuptiSassMetricsEnable(&en));
}

// CUPTI patches only what is loaded after it was switched on, so it is switched
// on as soon as the context exists.
static void CUPTIAPI onResource(void *, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                                const void *data) {
  if (domain != CUPTI_CB_DOMAIN_RESOURCE || id != CUPTI_CBID_RESOURCE_CONTEXT_CREATED || context)
    return;
  context = static_cast<const CUpti_ResourceData *>(data)->context;
  enable();
}

using Counts = std::vector<uint64_t>;
using Records = std::map<uint32_t, Counts>; // by pc offset
static std::map<std::string, Records> previous;
static bool cumulative = false;

/// What `function` did since the last call.
static Records flush(const std::string &function) {
  CUpti_SassMetricsGetDataProperties_Params props{CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE};
  props.ctx = context;
  CHECK(cuptiSassMetricsGetDataProperties(&props));
  if (props.numOfPatchedInstructionRecords == 0)
    return {};
  const size_t records = props.numOfPatchedInstructionRecords, instances = props.numOfInstances;
  std::vector<CUpti_SassMetrics_Data> data(records);
  std::vector<CUpti_SassMetrics_InstanceValue> values(records * instances);
  for (size_t i = 0; i < records; ++i) {
    memset(&data[i], 0, sizeof data[i]);
    data[i].structSize = sizeof(CUpti_SassMetrics_Data);
    data[i].pInstanceValues = &values[i * instances];
  }
  CUpti_SassMetricsFlushData_Params params{CUpti_SassMetricsFlushData_Params_STRUCT_SIZE};
  params.ctx = context;
  params.numOfPatchedInstructionRecords = records;
  params.numOfInstances = instances;
  params.pMetricsData = data.data();
  CHECK(cuptiSassMetricsFlushData(&params));
  Records out;
  for (auto &record : data) {
    if (!record.functionName || function != record.functionName)
      continue;
    Counts &counts = out[record.pcOffset];
    counts.resize(used.size());
    for (size_t k = 0; k < instances; ++k) {
      auto slot = slotOf.find(record.pInstanceValues[k].metricId);
      if (slot != slotOf.end())
        counts[slot->second] += record.pInstanceValues[k].value;
    }
  }
  if (!cumulative)
    return out;
  Records delta = out;
  for (auto &[pc, counts] : delta)
    if (auto before = previous[function].find(pc); before != previous[function].end())
      for (size_t i = 0; i < counts.size(); ++i)
        counts[i] -= before->second[i];
  previous[function] = out;
  return delta;
}

static void print(FILE *file, const Records &records) {
  bool first = true;
  for (auto &[pc, counts] : records) {
    bool memory = false;
    for (size_t i = 1; i < counts.size(); ++i)
      memory |= counts[i] != 0;
    if (!memory)
      continue;
    fprintf(file, "%s[%u", first ? "" : ",", pc);
    for (uint64_t c : counts)
      fprintf(file, ",%llu", (unsigned long long)c);
    fprintf(file, "]");
    first = false;
  }
  fprintf(file, "]}\n");
}

int main(int argc, char **argv) {
  const double limit = argc > 1 ? atof(argv[1]) : 150;
  const char *path = argc > 2 ? argv[2] : "counts.jsonl";
  const auto start = std::chrono::steady_clock::now();
  auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  constexpr size_t globalRoom = 1 << 20, sharedRoom = 40 << 10;
  char *global = nullptr;
  CUpti_SubscriberHandle subscriber;
  CHECK(cuptiSubscribe(&subscriber, (CUpti_CallbackFunc)onResource, nullptr));
  CHECK(cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE));
  CHECK(cudaMalloc(&global, globalRoom));
  CHECK(cudaMemset(global, 0, globalRoom));
  FILE *file = fopen(path, "w");
  cudaDeviceProp prop;
  CHECK(cudaGetDeviceProperties(&prop, 0));
  int driver = 0;
  uint32_t cupti = 0;
  cudaDriverGetVersion(&driver);
  cuptiGetVersion(&cupti);
  fprintf(file, "{\"device\":\"%s\",\"cc\":\"%d.%d\",\"driver_api\":%d,\"cupti\":%u,\"metrics\":[\"pc\"", prop.name,
          prop.major, prop.minor, driver, cupti);
  for (auto &name : used)
    fprintf(file, ",\"%s\"", name.c_str());
  fprintf(file, "]}\n");

  auto launch = [&](const std::string &function, void *kernel, Lanes lanes) {
    void *args[] = {&global, &lanes};
    CHECK(cudaLaunchKernel(kernel, dim3(1), dim3(32), args, sharedRoom, nullptr));
    CHECK(cudaDeviceSynchronize());
    return flush(function);
  };
  { // Does a flush start the counts again?
    Lanes lanes{};
    lanes.active = ~0u;
    auto total = [&](const Records &r) {
      uint64_t t = 0;
      for (auto &e : r)
        t += e.second[0];
      return t;
    };
    const uint64_t a = total(launch("global_ld_4_predicate", ops[2].predicate, lanes));
    const uint64_t b = total(launch("global_ld_4_predicate", ops[2].predicate, lanes));
    cumulative = b == 2 * a;
    fprintf(stderr, "first %llu second %llu: %s; %.2f s\n", (unsigned long long)a,
            (unsigned long long)b, cumulative ? "cumulative" : "reset", seconds());
    if (cumulative)
      launch("global_ld_4_predicate", ops[2].predicate, lanes);
  }
  for (auto &[name, kernel] : copies) {
    fprintf(file, "{\"op\":\"%s\",\"r\":[", name);
    print(file, launch(name, kernel, Lanes{}));
  }

  struct Job {
    const Op *op;
    int bytes;
    bool exit;
    measure::Pattern p;
    uint64_t order;
  };
  std::vector<Job> jobs;
  unsigned seed = 0;
  for (const Op &op : ops) {
    const std::string name = op.name;
    const bool shared = name[0] == 's';
    const int bytes = atoi(name.substr(name.rfind('_') + 1).c_str());
    for (const auto &p : measure::patterns(bytes, shared ? sharedRoom : globalRoom, shared, ++seed))
      for (bool exit : {false, true}) {
        if (exit && p.active == ~0u)
          continue;
        if (name.find("matrix") != std::string::npos && (exit || p.active != ~0u))
          continue;
        jobs.push_back({&op, bytes, exit, p, measure::mix(jobs.size())});
      }
    if (name == "shared_ld_8" || name == "shared_ld_16")
      for (const auto &p : measure::sharingPatterns(bytes, seed))
        jobs.push_back({&op, bytes, false, p, measure::mix(jobs.size())});
  }
  // In a fixed random order, so that a run cut short still covers everything.
  std::sort(jobs.begin(), jobs.end(), [](auto &a, auto &b) { return a.order < b.order; });
  size_t done = 0;
  for (const Job &job : jobs) {
    if (seconds() > limit)
      break;
    Lanes lanes{};
    lanes.active = job.p.active;
    for (unsigned l = 0; l < 32; ++l) {
      lanes.offset[l] = (unsigned)measure::offset(job.p, l);
      // cp.async: the shared side is contiguous, or strided for every other pattern.
      lanes.offset2[l] = l * job.bytes * (job.order % 2 ? 1 : 2);
    }
    const std::string function = std::string(job.op->name) + (job.exit ? "_exit" : "_predicate");
    const Records records = launch(function, job.exit ? job.op->exit : job.op->predicate, lanes);
    fprintf(file, "{\"op\":\"%s\",\"off\":\"%s\",\"p\":[%lld,%lld,%lld,%lld,%u,%u,%u],\"s2\":%d,\"r\":[", job.op->name,
            job.exit ? "exit" : "predicate", (long long)job.p.base, (long long)job.p.width,
            (long long)job.p.outer, (long long)job.p.inner, job.p.flip, job.p.range, job.p.active,
            job.order % 2 ? 1 : 2);
    print(file, records);
    if (++done % 500 == 0)
      fprintf(stderr, "%zu of %zu, %.1f s\n", done, jobs.size(), seconds());
  }
  fclose(file);
  fprintf(stderr, "%zu of %zu requests measured in %.1f s\n", done, jobs.size(), seconds());
  return 0;
}
