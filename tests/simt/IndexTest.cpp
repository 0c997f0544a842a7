//===- IndexTest.cpp - addresses that kernels compute ----------------------===//
//
// Sectors and wavefronts worked out by hand, for indices as people write them.
// Thread t of a warp is lane t % 32; a float has 4 bytes, a sector 32, so a warp's
// 32 neighbouring floats are 4 sectors.
//
//===----------------------------------------------------------------------===//

#include "AnalyseSource.h"
#include "SiteText.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace warplint {
namespace {

TEST(Index, WarpAndLanePutTogetherAgain) {
  const Marked code(R"cuda(
// warplint: block(256)
__global__ void reassemble(float *p) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  p[warp * 32 + lane] = 1.f; //@whole
  p[lane * 8 + warp] = 1.f;  //@swapped
  p[(threadIdx.x & ~31) | (threadIdx.x & 31)] = 1.f; //@bits
}
)cuda");
  EXPECT_EQ(code.global("whole"), "store 8 requests 32/32");
  EXPECT_EQ(code.global("swapped"), "store 8 requests 256/32"); // a sector for each lane
  EXPECT_EQ(code.global("bits"), "store 8 requests 32/32");
}

TEST(Index, RowsAndColumnsOfAKnownWidth) {
  const Marked code(R"cuda(
// warplint: block(256)
__global__ void rows(float *p) {
  int r = threadIdx.x / 16, c = threadIdx.x % 16;
  p[r * 64 + c] = 1.f; //@row
  p[c * 64 + r] = 1.f; //@column
}
)cuda");
  EXPECT_EQ(code.global("row"), "store 8 requests 32/32"); // two rows of 64 bytes
  // 16 rows per warp; the two columns of a warp lie in one sector.
  EXPECT_EQ(code.global("column"), "store 8 requests 128/32");
}

TEST(Index, RowsAndColumnsOfAnUnknownWidth) {
  const Marked code(R"cuda(
// warplint: block(256)
__global__ void rows(float *p, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int r = i / w, c = i % w;
  p[r * w + c] = 1.f; //@row
  p[c * h + r] = 1.f; //@column
}
)cuda");
  EXPECT_EQ(code.global("row"), "store 8 requests 32/32 likely");
  EXPECT_EQ(code.global("column"), "store 8 requests 256/32 likely");
}

// Two columns of a row may lie in two sectors, one alone may not.
TEST(Index, RowsOfAnUnknownWidthStartAnywhere) {
  const Marked code(R"cuda(
// warplint: block(16, 16)
__global__ void columns(double *p, double *q, int w) {
  p[threadIdx.y + threadIdx.x * w] = 1.0; //@pairs
  if (threadIdx.y % 2 == 0)
    q[threadIdx.y + threadIdx.x * w] = 1.0; //@single
}
)cuda");
  EXPECT_EQ(code.global("pairs"), "store 8 requests 128/64 likely");
  EXPECT_EQ(code.global("single"), "store 8 requests 128/32 likely");
  std::map<std::string, bool> restsOnAlignment;
  for (const Site &site : code.analysis().sites)
    if (site.kind == SiteKind::GlobalAccess)
      restsOnAlignment[site.expr.substr(0, 1)] =
          std::count(site.assumptions.begin(), site.assumptions.end(),
                     "rows start at multiples of 32 bytes") > 0;
  EXPECT_EQ(restsOnAlignment, (std::map<std::string, bool>{{"p", true}, {"q", false}}));
}

// blockDim.x / w is not zero because the rows are taken to be long.
TEST(Index, ThreadsOverAnUnknownWidthIsNotZero) {
  const Marked code(R"cuda(
// warplint: block(256)
__global__ void rows(float *p, int w) {
  int step = blockDim.x / w;
  p[step * 64 * threadIdx.x] = 1.f; //@step
  if (256 / w == 0)
    p[threadIdx.x] = 1.f; //@never
}
)cuda");
  EXPECT_EQ(code.global("step"), "store 8 requests 256/32 likely");
  EXPECT_EQ(code.global("never"), "store 8 requests 32/32");
}

TEST(Index, Backwards) {
  const Marked code(R"cuda(
// warplint: block(256)
__global__ void back(float *p, int n) {
  p[255 - threadIdx.x] = 1.f; //@known
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[n - 1 - i] = 1.f; //@unknown
  p[-2 * i + 2 * n] = 1.f; //@two
}
)cuda");
  EXPECT_EQ(code.global("known"), "store 8 requests 32/32");
  EXPECT_EQ(code.global("unknown"), "store 8 requests 32/32 likely");
  // 64 floats in both directions of an aligned end: 8 sectors and the one it starts in.
  EXPECT_EQ(code.global("two"), "store 8 requests 72/32 likely");
}

// 0u - 1 wraps, but not after blockIdx.x * blockDim.x was added.
TEST(Index, UnsignedDifferenceBelowZero) {
  const Marked code(R"cuda(
// warplint: block(256)
__global__ void shift(float *p, unsigned n) {
  unsigned i = threadIdx.x - 1 + blockIdx.x * blockDim.x;
  p[i] = 1.f; //@left
  unsigned j = (threadIdx.x - 1u) + n * 64u;
  p[j] = 1.f; //@parameter
  unsigned k = n * 64u - threadIdx.x;
  p[k] = 1.f; //@back
}
)cuda");
  // Bytes -4 to 120 of each 128: five sectors.
  EXPECT_EQ(code.global("left"), "store 8 requests 40/32");
  EXPECT_EQ(code.global("parameter"), "store 8 requests 40/32");
  EXPECT_EQ(code.global("back"), "store 8 requests 40/32");
}

TEST(Index, BitsOfTheThread) {
  const Marked code(R"cuda(
// warplint: block(64)
__global__ void bits(float *p) {
  int group = (threadIdx.x >> 3) & 3, element = threadIdx.x & 7;
  p[group * 8 + element] = 1.f; //@same
  p[element * 8 + group] = 1.f; //@turned
  p[(threadIdx.x << 3) & 255] = 1.f; //@shifted
}
)cuda");
  EXPECT_EQ(code.global("same"), "store 2 requests 8/8");
  EXPECT_EQ(code.global("turned"), "store 2 requests 16/8"); // 8 sectors of 4 floats each
  EXPECT_EQ(code.global("shifted"), "store 2 requests 64/8");
}

TEST(Index, Shuffles) {
  const Marked code(R"cuda(
// warplint: block(32)
__global__ void shuffles(float *p) {
  int lane = threadIdx.x;
  int turned = __shfl_sync(0xffffffff, lane * 2, 31 - lane);
  p[turned] = 1.f; //@turned
  int partner = __shfl_xor_sync(0xffffffff, lane, 1);
  p[partner * 8] = 1.f; //@partner
  int first = __shfl_sync(0xffffffff, lane * 8, 0, 8);
  p[first] = 1.f; //@segments
}
)cuda");
  EXPECT_EQ(code.global("turned"), "store 1 requests 8/4");
  EXPECT_EQ(code.global("partner"), "store 1 requests 32/4");
  EXPECT_EQ(code.global("segments"), "store 1 requests 4/4"); // 0, 64, 128, 192
}

TEST(Index, OffsetsFromABallotAreNotKnown) {
  const Marked code(R"cuda(
__device__ unsigned __ballot_sync(unsigned, int);
__device__ int __popc(unsigned);
// warplint: block(64)
__global__ void compact(int *p, const int *q) {
  int v = q[threadIdx.x];
  unsigned votes = __ballot_sync(0xffffffff, v > 0);
  int at = __popc(votes & ((1u << (threadIdx.x & 31)) - 1));
  if (v > 0)
    p[at] = v; //@compact
  p[__popc(votes)] = v; //@count
}
)cuda");
  EXPECT_EQ(code.global("compact"), "store unknown");
  EXPECT_EQ(code.global("count"), "store 2 requests 2/2");
}

TEST(Index, PointersThatWalk) {
  const Marked code(R"cuda(
// warplint: block(64)
__global__ void walk(const float *p, float *out, int pitch, int n) {
  float sum = 0;
  const float *q = p + threadIdx.x;
  for (int k = 0; k < 4; ++k, q += 64)
    sum += *q; //@known
  const float *end = p + n;
  for (const float *r = p + threadIdx.x; r < end; r += pitch)
    sum += *r++; //@unknown
  const float *s = p + 8 * threadIdx.x;
  while (n--) {
    sum += *s; //@strided
    s += pitch;
  }
  *(out + threadIdx.x) = sum; //@out
}
)cuda");
  EXPECT_EQ(code.global("known"), "load 8 requests 32/32");
  EXPECT_EQ(code.global("unknown"), "load 2 requests 8/8 likely");
  EXPECT_EQ(code.global("strided"), "load 2 requests 64/8");
  EXPECT_EQ(code.global("out"), "store 2 requests 8/8");
}

TEST(Index, MethodsThatReturnReferences) {
  const Marked code(R"cuda(
struct View {
  float *data;
  int pitch;
  __device__ float &operator()(int r, int c) const { return data[r * pitch + c]; }
  __device__ View rows(int first) const { return View{data + first * pitch, pitch}; }
};
// warplint: block(32, 8)
__global__ void views(View v) {
  v(threadIdx.y, threadIdx.x) = 1.f; //@row
  v.rows(8)(threadIdx.x, threadIdx.y) = 1.f; //@column
}
)cuda");
  EXPECT_EQ(code.global("row"), "store 8 requests 32/32 likely");
  EXPECT_EQ(code.global("column"), "store 8 requests 256/32 likely");
}

TEST(Index, ReferencesToElements) {
  const Marked code(R"cuda(
template <int N> __device__ void fill(float (&tile)[N][33], int v) {
  tile[threadIdx.x][0] = v; //@padded
}
template <typename T> __device__ void put(T *column, int pitch) {
  column[threadIdx.x * pitch] = 1; //@pointer
}
// warplint: block(32)
__global__ void references(int v) {
  __shared__ float s[64], t[32][33], u[32][32];
  float &x = s[threadIdx.x * 2];
  x = 1.f; //@two
  fill(t, v);
  put(&u[0][3], 32);
  float (&row)[32] = u[threadIdx.x];
  row[5] = 2.f; //@row
}
)cuda");
  EXPECT_EQ(code.shared("two"), "store 1 requests 2/1");
  EXPECT_EQ(code.shared("padded"), "store 1 requests 1/1");
  EXPECT_EQ(code.shared("pointer"), "store 1 requests 32/1");
  EXPECT_EQ(code.shared("row"), "store 1 requests 32/1");
}

TEST(Index, SwizzledTile) {
  const Marked code(R"cuda(
// warplint: block(32, 8)
__global__ void swizzle(float *out, const float *in) {
  __shared__ float t[32][32];
  int c = threadIdx.x;
  for (int j = 0; j < 32; j += 8) {
    int r = threadIdx.y + j;
    t[r][c ^ r] = in[r * 32 + c]; //@write
  }
  __syncthreads();
  for (int j = 0; j < 32; j += 8) {
    int r = threadIdx.y + j;
    out[r * 32 + c] = t[c][r ^ c]; //@read
    out[r * 32 + c] = t[c][r];     //@plain
  }
}
)cuda");
  EXPECT_EQ(code.shared("write"), "store 32 requests 32/32");
  EXPECT_EQ(code.shared("read"), "load 32 requests 32/32");
  EXPECT_EQ(code.shared("plain"), "load 32 requests 1024/32");
}

TEST(Index, OneExternArrayCutIntoSeveral) {
  const Marked code(R"cuda(
// warplint: block(256)
__global__ void carve(int n) {
  extern __shared__ unsigned char raw[];
  float *a = reinterpret_cast<float *>(raw);
  double *b = (double *)(a + 256);
  short *c = (short *)(b + n);
  a[threadIdx.x] = 1.f;      //@a
  b[threadIdx.x] = 1.0;      //@b
  b[threadIdx.x * 2] = 1.0;  //@b2
  c[threadIdx.x] = 1;        //@c
  a[threadIdx.x * 32] = 1.f; //@stride
}
)cuda");
  EXPECT_EQ(code.shared("a"), "store 8 requests 8/8");
  EXPECT_EQ(code.shared("b"), "store 8 requests 16/16");
  EXPECT_EQ(code.shared("b2"), "store 8 requests 32/16");
  EXPECT_EQ(code.shared("c"), "store 8 requests 8/8");
  EXPECT_EQ(code.shared("stride"), "store 8 requests 256/8");
}

TEST(Index, PointersThatDependOnAFlag) {
  const Marked code(R"cuda(
// warplint: block(64)
__global__ void choose(float *a, float *b, bool second) {
  float *p = second ? b : a;
  p[threadIdx.x] = 1.f; //@uniform
  float *q = threadIdx.x < 32 ? a : b;
  q[threadIdx.x] = 1.f; //@warps
  float *r = threadIdx.x % 2 ? a : b;
  r[threadIdx.x] = 1.f; //@lanes
}
)cuda");
  EXPECT_EQ(code.global("uniform"), "store 2 requests 8/8");
  EXPECT_EQ(code.global("warps"), "store 2 requests 8/8");
  // Each half of the lanes touches 4 sectors of its array.
  EXPECT_EQ(code.global("lanes").substr(0, 23), "store 2 requests 16/8 l");
}

TEST(Index, ShapesOfBlocks) {
  const Marked code(R"cuda(
// warplint: block(33)
__global__ void one_more(float *p) { p[threadIdx.x] = 1.f; } //@33
// warplint: block(1024)
__global__ void full(float *p) { p[threadIdx.x] = 1.f; } //@1024
// warplint: block(1)
__global__ void single(float *p) { p[threadIdx.x] = 1.f; } //@1
// warplint: block(4, 4, 4)
__global__ void cube(float *p) {
  p[(threadIdx.z * 4 + threadIdx.y) * 4 + threadIdx.x] = 1.f; //@xyz
  p[(threadIdx.x * 4 + threadIdx.y) * 4 + threadIdx.z] = 1.f; //@zyx
}
// warplint: block(3, 5, 7)
__global__ void odd(float *p) {
  p[(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = 1.f; //@odd
}
)cuda");
  EXPECT_EQ(code.global("33"), "store 2 requests 5/5");
  EXPECT_EQ(code.global("1024"), "store 32 requests 128/128");
  EXPECT_EQ(code.global("1"), "store 1 requests 1/1");
  EXPECT_EQ(code.global("xyz"), "store 2 requests 8/8");
  EXPECT_EQ(code.global("zyx"), "store 2 requests 16/8");
  EXPECT_EQ(code.global("odd"), "store 4 requests 14/14"); // 105 threads: 4 + 4 + 4 + 2
}

TEST(Index, WideAndNarrowAccesses) {
  const Marked code(R"cuda(
struct Point { float x, y, z; };
// warplint: block(32)
__global__ void widths(float *p, Point *points, char *bytes, double *d) {
  reinterpret_cast<float4 *>(p)[threadIdx.x] = make_float4(0, 0, 0, 0); //@vector
  *(float2 *)&p[2 * threadIdx.x] = float2{1, 2}; //@pair
  points[threadIdx.x].y = 1.f; //@field
  bytes[threadIdx.x] = 1; //@byte
  bytes[threadIdx.x * 3] = 1; //@bytes
  d[threadIdx.x] = 1; //@double
}
)cuda");
  EXPECT_EQ(code.global("vector"), "store 1 requests 16/16");
  EXPECT_EQ(code.global("pair"), "store 1 requests 8/8");
  EXPECT_EQ(code.global("field"), "store 1 requests 12/4");
  EXPECT_EQ(code.global("byte"), "store 1 requests 1/1");
  EXPECT_EQ(code.global("bytes"), "store 1 requests 3/1");
  EXPECT_EQ(code.global("double"), "store 1 requests 8/8");
}

TEST(Index, PointersInMemory) {
  const Marked code(R"cuda(
struct Args { const float *in[4]; float *out; };
// warplint: block(64)
__global__ void indirect(Args args, float *const *rows) {
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    sum += args.in[k][threadIdx.x]; //@table
  float *row = rows[blockIdx.x];
  sum += row[threadIdx.x]; //@row
  sum += rows[threadIdx.x][0]; //@each
  args.out[threadIdx.x * 2] = sum; //@out
}
)cuda");
  EXPECT_EQ(code.global("table"), "load 8 requests 32/32");
  EXPECT_EQ(code.global("row"), "load 2 requests 8/8");
  EXPECT_EQ(code.global("each"), "load 2 requests 16/16; load unknown data likely");
  EXPECT_EQ(code.global("out"), "store 2 requests 16/8");
}

TEST(Index, ConstantMemoryAndLocalTables) {
  const Marked code(R"cuda(
__constant__ float table[64];
__device__ const int order[4] = {3, 1, 2, 0};
// warplint: block(32)
__global__ void tables(float *p) {
  const int local[4] = {0, 8, 16, 24};
  p[threadIdx.x] = table[threadIdx.x]; //@constant
  p[local[threadIdx.x & 3]] = 1.f; //@local
  p[local[2] + threadIdx.x] = 1.f; //@element
}
)cuda");
  EXPECT_EQ(code.global("constant"), "store 1 requests 4/4");
  EXPECT_EQ(code.global("local"), "store 1 requests 4/4"); // four sectors, one for each entry
  EXPECT_EQ(code.global("element"), "store 1 requests 4/4");
}

TEST(Index, Atomics) {
  const Marked code(R"cuda(
// warplint: block(64)
__global__ void count(int *g, const int *v) {
  __shared__ int histogram[16];
  atomicAdd(&histogram[threadIdx.x & 15], 1); //@shared
  atomicAdd(&g[threadIdx.x], 1); //@plain
  atomicAdd(g + 8 * threadIdx.x, 1); //@apart
  atomicAdd(&g[v[threadIdx.x]], 1); //@data
}
)cuda");
  EXPECT_EQ(code.shared("shared"), "atomic 2 requests 4/2");
  EXPECT_EQ(code.global("plain"), "atomic 2 requests 8/8");
  EXPECT_EQ(code.global("apart"), "atomic 2 requests 64/8");
  EXPECT_EQ(code.global("data"), "atomic unknown data likely; load 2 requests 8/8");
}

// A narrowed value is no longer start + step.
TEST(Index, NarrowCastsWrap) {
  const Marked code(R"cuda(
// warplint: block(32)
__global__ void narrow(float *p, int n) {
  unsigned char known = threadIdx.x * 64;
  p[known * 8] = 1.f; //@known
  unsigned char open = n + threadIdx.x * 64;
  p[open] = 1.f; //@open
  signed char sign = n * 2 + threadIdx.x * 64;
  p[1024 + sign] = 1.f; //@sign
  short fits = blockIdx.x * 32 + threadIdx.x;
  p[fits] = 1.f; //@fits
}
)cuda");
  EXPECT_EQ(code.global("known"), "store 1 requests 4/4"); // 0, 64, 128, 192 times 8 floats
  EXPECT_NE(code.global("open").substr(0, 22), "store 1 requests 32/4");
  EXPECT_NE(code.global("sign").substr(0, 22), "store 1 requests 32/4");
  EXPECT_EQ(code.global("fits").substr(0, 20), "store 1 requests 4/4");
}

TEST(Index, BitFieldsAreApart) {
  const Marked code(R"cuda(
struct Packed { unsigned a : 4; unsigned b : 4; unsigned c : 24; };
// warplint: block(32)
__global__ void packed(float *p, Packed given) {
  Packed mine;
  mine.a = threadIdx.x & 15;
  mine.b = 0;
  p[mine.a * 8] = 1.f; //@own
  p[given.b * 8 + threadIdx.x] = 1.f; //@given
}
)cuda");
  EXPECT_NE(code.global("own"), "store 1 requests 1/1"); // that would be b
  EXPECT_EQ(code.global("given"), "store 1 requests 4/4");
}

TEST(Index, UnionsOfSeveralTypes) {
  const Marked code(R"cuda(
union Both { int i; float f; short half[2]; };
// warplint: block(32)
__global__ void unions(float *p) {
  Both u;
  u.i = threadIdx.x * 8;
  p[u.i] = u.f; //@whole
  u.half[0] = 5;
  p[u.i] = 1.f; //@changed
}
)cuda");
  EXPECT_EQ(code.global("whole"), "store 1 requests 32/4");
  EXPECT_EQ(code.global("changed"), "store unknown");
}

TEST(Index, MacrosAndTemplates) {
  const Marked code(R"cuda(
#define IDX(r, c, ld) ((r) * (ld) + (c))
#define FOREACH(i, n) for (int i = threadIdx.x; i < (n); i += blockDim.x)
template <int TILE, typename T> struct Layout {
  static constexpr int stride = TILE + 1;
  __device__ static int at(int r, int c) { return r * stride + c; }
};
template <int TILE, typename T> __global__ void tiles(T *p) {
  __shared__ T s[TILE * (TILE + 1)];
  s[Layout<TILE, T>::at(threadIdx.x, 3)] = 1; //@padded
  s[IDX(threadIdx.x, 3, TILE)] = 1; //@macro
  FOREACH (i, 4 * TILE)
    p[i] = 1; //@foreach
}
void launch(float *p) { tiles<32><<<1, 32>>>(p); }
)cuda");
  EXPECT_EQ(code.shared("padded"), "store 1 requests 1/1");
  EXPECT_EQ(code.shared("macro"), "store 1 requests 32/1");
  EXPECT_EQ(code.global("foreach"), "store 4 requests 16/16");
}

// Of `smem[tid + 16]`, the array is named where the macro is used, and the bracket two macros
// below.
TEST(Text, MacrosInMacrosAreNamedByTheirUse) {
  const std::vector<Site> sites = analyseSource(R"(
#define larger(x, y) fmaxf(x, y)
#define reduceBy(x, y) x = larger(x, y)
#define reduce(array, index, by) reduceBy(array[index], array[index + by])
__device__ float fmaxf(float, float);
__global__ void kernel(float *out) {
  __shared__ float s[64];
  const int tid = threadIdx.x;
  float *smem = s;
  reduce(smem, tid, 16);
  out[tid] = s[tid];
}
void run(float *out) { kernel<<<80, 32>>>(out); }
)");
  std::set<std::string> written;
  for (const Site &site : sites)
    if (site.span.line == 10)
      written.insert(site.expr);
  EXPECT_TRUE(written.contains("reduce(smem, tid, 16)")) << sites.size();
  for (const std::string &one : written)
    EXPECT_EQ(std::ranges::count(one, '('), std::ranges::count(one, ')')) << one;
}

} // namespace
} // namespace warplint
