//===- cub_model.h - what programs name of CUB -----------------*- C++ -*-===//
#pragma once
#pragma clang system_header
#include "../../parts/cub_removed.h"
#include "../../prelude.h"
#include "../cuda/cmath"
#include "../cuda/functional"
#include "../cuda/ptx"
#include "../cuda/std/limits"
#include "../cuda/std/tuple"
#include "../cuda/std/type_traits"
#include "../cuda/std/utility"
#include "../cuda_fp8.h"
#include <float.h>
#pragma clang force_cuda_host_device begin

#define CUB_VERSION 300000
#define CUB_NS_QUALIFIER ::cub
#define CUB_PTX_ARCH 900
#define CUB_NAMESPACE_BEGIN namespace cub {
#define CUB_NAMESPACE_END }

namespace cub {
namespace model {
template <class T> T &&declval() noexcept;
template <class T> struct ValueOf {
  typedef typename T::value_type type;
};
template <class T> struct ValueOf<T *> {
  typedef T type;
};
template <class T> struct ValueOf<const T *> {
  typedef T type;
};
template <bool divides, class Word, class Else> struct WordIf {
  typedef Word type;
};
template <class Word, class Else> struct WordIf<false, Word, Else> {
  typedef Else type;
};
/// `Word` where T is made of whole words of it, in size and in alignment.
template <class T, class Word, class Else>
using WordOr = typename WordIf<sizeof(T) % sizeof(Word) == 0 && alignof(T) % alignof(Word) == 0,
                               Word, Else>::type;
} // namespace model

/// The widest words that a T can be moved in.
template <class T> struct UnitWord {
  typedef model::WordOr<T, unsigned, model::WordOr<T, unsigned short, unsigned char>> ShuffleWord;
  typedef model::WordOr<T, unsigned long long, ShuffleWord> VolatileWord;
  typedef model::WordOr<T, ulonglong2, VolatileWord> DeviceWord;
  typedef model::WordOr<T, uint4, model::WordOr<T, uint2, ShuffleWord>> TextureWord;
};
template <class T> struct UnitWord<const T> : UnitWord<T> {};
template <class T> struct UnitWord<volatile T> : UnitWord<T> {};
template <class T> struct UnitWord<const volatile T> : UnitWord<T> {};

struct NullType {};

/// Keys as words that compare as the keys do, for radix sorts.
enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };
template <Category Kind, bool Primitive, class Bits, class T> struct BaseTraits {
  typedef Bits UnsignedBits;
  static constexpr Category CATEGORY = Kind;
  static constexpr Bits HIGH_BIT = Bits(Bits(1) << (sizeof(Bits) * 8 - 1));
  static constexpr Bits LOWEST_KEY = Kind == UNSIGNED_INTEGER ? Bits(0)
                                     : Kind == SIGNED_INTEGER ? HIGH_BIT
                                                              : Bits(-1);
  static constexpr Bits MAX_KEY = Bits(Kind == UNSIGNED_INTEGER ? Bits(-1) : Bits(-1) ^ HIGH_BIT);
  static Bits TwiddleIn(Bits key) {
    return Kind == UNSIGNED_INTEGER                        ? key
           : Kind == FLOATING_POINT && (key & HIGH_BIT) != 0 ? Bits(~key)
                                                             : Bits(key ^ HIGH_BIT);
  }
  static Bits TwiddleOut(Bits key) {
    return Kind == UNSIGNED_INTEGER                        ? key
           : Kind == FLOATING_POINT && (key & HIGH_BIT) == 0 ? Bits(~key)
                                                             : Bits(key ^ HIGH_BIT);
  }
  static T Max();
  static T Lowest();
};
template <class T> struct BaseTraits<NOT_A_NUMBER, false, T, T> {
  static constexpr Category CATEGORY = NOT_A_NUMBER;
};
template <class T> struct NumericTraits : BaseTraits<NOT_A_NUMBER, false, T, T> {};
#define WARPLINT_NUMBER(type, kind, bits)                                                          \
  template <> struct NumericTraits<type> : BaseTraits<kind, true, bits, type> {};
WARPLINT_NUMBER(char, SIGNED_INTEGER, unsigned char)
WARPLINT_NUMBER(signed char, SIGNED_INTEGER, unsigned char)
WARPLINT_NUMBER(short, SIGNED_INTEGER, unsigned short)
WARPLINT_NUMBER(int, SIGNED_INTEGER, unsigned)
WARPLINT_NUMBER(long, SIGNED_INTEGER, unsigned long)
WARPLINT_NUMBER(long long, SIGNED_INTEGER, unsigned long long)
WARPLINT_NUMBER(bool, UNSIGNED_INTEGER, unsigned char)
WARPLINT_NUMBER(unsigned char, UNSIGNED_INTEGER, unsigned char)
WARPLINT_NUMBER(unsigned short, UNSIGNED_INTEGER, unsigned short)
WARPLINT_NUMBER(unsigned, UNSIGNED_INTEGER, unsigned)
WARPLINT_NUMBER(unsigned long, UNSIGNED_INTEGER, unsigned long)
WARPLINT_NUMBER(unsigned long long, UNSIGNED_INTEGER, unsigned long long)
WARPLINT_NUMBER(float, FLOATING_POINT, unsigned)
WARPLINT_NUMBER(double, FLOATING_POINT, unsigned long long)
WARPLINT_NUMBER(__half, FLOATING_POINT, unsigned short)
WARPLINT_NUMBER(__nv_bfloat16, FLOATING_POINT, unsigned short)
WARPLINT_NUMBER(__nv_fp8_e4m3, FLOATING_POINT, unsigned char)
WARPLINT_NUMBER(__nv_fp8_e5m2, FLOATING_POINT, unsigned char)
#undef WARPLINT_NUMBER
template <class T> struct Traits : NumericTraits<T> {};
template <class T> struct Traits<const T> : NumericTraits<T> {};

/// Room for a T that no constructor fills, so that it may lie in shared memory.
template <class T> struct Uninitialized {
  typedef typename UnitWord<T>::DeviceWord DeviceWord;
  DeviceWord storage[sizeof(T) / sizeof(DeviceWord)];
  T &Alias() { return reinterpret_cast<T &>(*this); }
};
template <class K, class V> struct KeyValuePair {
  typedef K Key;
  typedef V Value;
  K key;
  V value;
  KeyValuePair() = default;
  KeyValuePair(const K &k, const V &v) : key(k), value(v) {}
};
template <class T> struct DoubleBuffer {
  T *d_buffers[2];
  int selector;
  DoubleBuffer();
  DoubleBuffer(T *, T *);
  T *Current();
  T *Alternate();
};
/// Of N, rounded up.
template <int N, int = 0, int = 0> struct Log2 {
  enum { VALUE = N <= 1 ? 0 : 32 - __builtin_clz(N > 1 ? N - 1 : 1) };
};
template <int N> struct PowerOfTwo {
  enum { VALUE = (N & (N - 1)) == 0 };
};
/// Where threads of a block put one element each, so that one warp can go through them: segments
/// of neighbours, one for each of its lanes, with an element between two where their length is even.
template <class T, int Threads> struct BlockRakingLayout {
  enum {
    SHARED_ELEMENTS = Threads,
    MAX_RAKING_THREADS = Threads < 32 ? Threads : 32,
    SEGMENT_LENGTH = (Threads + MAX_RAKING_THREADS - 1) / MAX_RAKING_THREADS,
    RAKING_THREADS = (Threads + SEGMENT_LENGTH - 1) / SEGMENT_LENGTH,
    HAS_CONFLICTS = 32 % SEGMENT_LENGTH == 0,
    CONFLICT_DEGREE = HAS_CONFLICTS ? MAX_RAKING_THREADS * SEGMENT_LENGTH / 32 : 1,
    USE_SEGMENT_PADDING = SEGMENT_LENGTH % 2 == 0 && SEGMENT_LENGTH > 2,
    GRID_ELEMENTS = RAKING_THREADS * (SEGMENT_LENGTH + USE_SEGMENT_PADDING),
    UNGUARDED = Threads % RAKING_THREADS == 0
  };
  struct alignas(16) _TempStorage {
    T buff[GRID_ELEMENTS];
  };
  struct TempStorage : Uninitialized<_TempStorage> {};
  static T *PlacementPtr(TempStorage &storage, unsigned thread) {
    return storage.Alias().buff + thread + (USE_SEGMENT_PADDING ? thread / SEGMENT_LENGTH : 0);
  }
  static T *RakingPtr(TempStorage &storage, unsigned thread) {
    return storage.Alias().buff + thread * (SEGMENT_LENGTH + USE_SEGMENT_PADDING);
  }
};
#define WARPLINT_FUNCTOR(name, result)                                                             \
  struct name {                                                                                    \
    template <class A, class B> result operator()(const A &a, const B &b) const;                   \
  };
WARPLINT_FUNCTOR(ArgMax, A)
WARPLINT_FUNCTOR(ArgMin, A)
WARPLINT_FUNCTOR(Inequality, bool)
#undef WARPLINT_FUNCTOR
template <class T> struct CastOp {
  template <class U> T operator()(U &&) const;
};

inline unsigned LaneId() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
inline unsigned WarpId() {
  unsigned warp;
  asm("mov.u32 %0, %%warpid;" : "=r"(warp));
  return warp;
}
inline __device__ int RowMajorTid(int x, int y, int) {
  return threadIdx.x + threadIdx.y * x + threadIdx.z * x * y;
}
/// The lanes of one of the warps of `Threads` that a warp is taken to be made of.
template <int Threads> unsigned WarpMask(unsigned warp) {
  const unsigned all = 0xffffffffU >> (32 - Threads);
  return Threads < 32 && PowerOfTwo<Threads>::VALUE ? all << (warp * Threads) : all;
}
template <int Threads, class T> T ShuffleDown(T, int, int, unsigned);
template <int Threads, class T> T ShuffleUp(T, int, int, unsigned);
template <int Threads, class T> T ShuffleIndex(T, int, unsigned);

enum CacheLoadModifier {
  LOAD_DEFAULT,
  LOAD_CA,
  LOAD_CG,
  LOAD_CS,
  LOAD_CV,
  LOAD_LDG,
  LOAD_VOLATILE
};
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
template <CacheLoadModifier Modifier, class I> typename model::ValueOf<I>::type ThreadLoad(I);
template <CacheStoreModifier Modifier, class I, class T> void ThreadStore(I, T);

/// What blocks tell each other of their parts of a scan that takes one pass, and a block's prefix.
enum ScanTileStatus { SCAN_TILE_OOB, SCAN_TILE_INVALID = 99, SCAN_TILE_PARTIAL, SCAN_TILE_INCLUSIVE };
template <class T, bool Single = true> class ScanTileState {
  void *descriptors_;

public:
  typedef unsigned StatusWord;
  ScanTileState();
  cudaError_t Init(int tiles, void *storage, size_t bytes);
  static cudaError_t AllocationSize(int tiles, size_t &bytes);
  __device__ void InitializeStatus(int tiles);
  __device__ void SetInclusive(int tile, T);
  __device__ void SetPartial(int tile, T);
  template <class... Delay>
  __device__ void WaitForValid(int, StatusWord &status, T &value, Delay...) {
    warplint_model::opaque<void>(&status, &value);
  }
  __device__ T LoadValid(int tile);
};
template <class T, class Op, class State, class... Delay> struct TilePrefixCallbackOp {
  struct alignas(16) TempStorage {
    unsigned char bytes_[3 * sizeof(T) + 16];
  };
  __device__ TilePrefixCallbackOp(State &, TempStorage &, Op, int) {}
  __device__ TilePrefixCallbackOp(State &, TempStorage &, Op) {}
  __device__ T operator()(T) { return warplint_model::opaque<T>(); }
  __device__ T GetExclusivePrefix() { return warplint_model::opaque<T>(); }
  __device__ T GetInclusivePrefix() { return warplint_model::opaque<T>(); }
  __device__ T GetBlockAggregate() { return warplint_model::opaque<T>(); }
  __device__ int GetTileIdx() const { return warplint_model::opaque<int>(); }
};

// Collectives of a block. TempStorage lies in shared memory: its constructor is trivial.
#define WARPLINT_COLLECTIVE(name, bytes)                                                           \
  struct TempStorage {                                                                             \
    alignas(16) unsigned char bytes_[bytes];                                                       \
  };                                                                                               \
  name();                                                                                          \
  explicit name(TempStorage &);

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};
template <class T, int X, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1,
          int Z = 1, int Arch = 0>
class BlockReduce {
public:
  WARPLINT_COLLECTIVE(BlockReduce, (X * Y * Z + 31) / 32 * sizeof(T) + sizeof(T))
  template <class Op> T Reduce(T in, Op) { return warplint_model::opaque<T>(&in); }
  template <class Op> T Reduce(T in, Op, int) { return warplint_model::opaque<T>(&in); }
  template <int N, class Op> T Reduce(T (&)[N], Op) { return warplint_model::opaque<T>(); }
  T Sum(T);
  T Sum(T, int);
  template <int N> T Sum(T (&)[N]);
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
template <class T, int X, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1,
          int Arch = 0>
class BlockScan {
public:
  WARPLINT_COLLECTIVE(BlockScan, X *Y *Z * sizeof(T))
  void ExclusiveSum(T, T &);
  void ExclusiveSum(T, T &, T &block_aggregate);
  template <class Prefix> void ExclusiveSum(T in, T &out, Prefix &) {
    warplint_model::opaque<void>(&out, &in);
  }
  template <int N> void ExclusiveSum(T (&)[N], T (&)[N]);
  template <int N> void ExclusiveSum(T (&)[N], T (&)[N], T &block_aggregate);
  template <int N, class Prefix> void ExclusiveSum(T (&)[N], T (&out)[N], Prefix &) {
    warplint_model::opaque<void>(&out);
  }
  void InclusiveSum(T, T &);
  void InclusiveSum(T, T &, T &block_aggregate);
  template <class Prefix> void InclusiveSum(T in, T &out, Prefix &) {
    warplint_model::opaque<void>(&out, &in);
  }
  template <int N> void InclusiveSum(T (&)[N], T (&)[N]);
  template <int N> void InclusiveSum(T (&)[N], T (&)[N], T &block_aggregate);
  template <int N, class Prefix> void InclusiveSum(T (&)[N], T (&out)[N], Prefix &) {
    warplint_model::opaque<void>(&out);
  }
  template <class Op> void ExclusiveScan(T, T &, T, Op, T &block_aggregate);
  template <class Op> void ExclusiveScan(T, T &, Op, T &block_aggregate);
  template <class... More> void ExclusiveScan(T in, T &out, More &&...) {
    warplint_model::opaque<void>(&out, &in);
  }
  template <int N, class... More> void ExclusiveScan(T (&)[N], T (&out)[N], More &&...) {
    warplint_model::opaque<void>(&out);
  }
  template <class Op> void InclusiveScan(T, T &, Op, T &block_aggregate);
  template <class... More> void InclusiveScan(T in, T &out, More &&...) {
    warplint_model::opaque<void>(&out, &in);
  }
  template <int N, class... More> void InclusiveScan(T (&)[N], T (&out)[N], More &&...) {
    warplint_model::opaque<void>(&out);
  }
};
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
template <class T, int X, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT, int Y = 1,
          int Z = 1, int Arch = 0>
class BlockLoad {
public:
  WARPLINT_COLLECTIVE(BlockLoad, X *Y *Z *Items * sizeof(T))
  template <class I> void Load(I, T (&)[Items]);
  template <class I> void Load(I, T (&)[Items], int);
  template <class I, class D> void Load(I, T (&)[Items], int, D);
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
template <class T, int X, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT, int Y = 1,
          int Z = 1, int Arch = 0>
class BlockStore {
public:
  WARPLINT_COLLECTIVE(BlockStore, X *Y *Z *Items * sizeof(T))
  template <class I> void Store(I, T (&)[Items]);
  template <class I> void Store(I, T (&)[Items], int);
};
template <class T, int X, int Items, bool Sliced = false, int Y = 1, int Z = 1, int Arch = 0>
class BlockExchange {
public:
  WARPLINT_COLLECTIVE(BlockExchange, X *Y *Z *Items * sizeof(T))
  template <class U> void StripedToBlocked(const T (&)[Items], U (&)[Items]);
  template <class U> void BlockedToStriped(const T (&)[Items], U (&)[Items]);
  void StripedToBlocked(T (&)[Items]);
  void BlockedToStriped(T (&)[Items]);
};
template <class K, int X, int Items, class V = NullType, int Bits = 4, bool Memoize = true,
          BlockScanAlgorithm Inner = BLOCK_SCAN_WARP_SCANS, int Config = 0, int Y = 1, int Z = 1,
          int Arch = 0>
class BlockRadixSort {
public:
  WARPLINT_COLLECTIVE(BlockRadixSort, X *Y *Z *Items * sizeof(K))
  void Sort(K (&)[Items], int = 0, int = sizeof(K) * 8);
  void Sort(K (&)[Items], V (&)[Items], int = 0, int = sizeof(K) * 8);
  void SortDescending(K (&)[Items], int = 0, int = sizeof(K) * 8);
  void SortDescending(K (&)[Items], V (&)[Items], int = 0, int = sizeof(K) * 8);
  void SortBlockedToStriped(K (&)[Items], int = 0, int = sizeof(K) * 8);
  void SortBlockedToStriped(K (&)[Items], V (&)[Items], int = 0, int = sizeof(K) * 8);
  void SortDescendingBlockedToStriped(K (&)[Items], int = 0, int = sizeof(K) * 8);
  void SortDescendingBlockedToStriped(K (&)[Items], V (&)[Items], int = 0, int = sizeof(K) * 8);
};
template <class K> struct BFEDigitExtractor {
  unsigned bit_start, num_bits;
  __host__ __device__ BFEDigitExtractor(unsigned start = 0, unsigned bits = 0)
      : bit_start(start), num_bits(bits) {}
  __host__ __device__ unsigned Digit(K key) const {
    return static_cast<unsigned>(key >> bit_start) & ((1u << num_bits) - 1);
  }
};
template <int X, int Bits, bool Descending, bool Memoize = true,
          BlockScanAlgorithm Inner = BLOCK_SCAN_WARP_SCANS, int Config = 0, int Y = 1, int Z = 1>
class BlockRadixRank {
public:
  static constexpr int BINS_TRACKED_PER_THREAD = ((1 << Bits) + X * Y * Z - 1) / (X * Y * Z);
  WARPLINT_COLLECTIVE(BlockRadixRank, X *Y *Z * (1 << Bits) * sizeof(short))
  template <class K, int Items, class Digits, class... More>
  void RankKeys(K (&)[Items], int (&ranks)[Items], Digits, More &&...) {
    warplint_model::opaque<void>(&ranks);
  }
};
template <int X, int Bits, bool Descending, BlockScanAlgorithm Inner = BLOCK_SCAN_WARP_SCANS,
          int Y = 1, int Z = 1>
class BlockRadixRankMatch {
public:
  static constexpr int BINS_TRACKED_PER_THREAD = ((1 << Bits) + X * Y * Z - 1) / (X * Y * Z);
  WARPLINT_COLLECTIVE(BlockRadixRankMatch, (X * Y * Z + 31) / 32 * (1 << Bits) * sizeof(int))
  template <class K, int Items, class Digits, class... More>
  void RankKeys(K (&)[Items], int (&ranks)[Items], Digits, More &&...) {
    warplint_model::opaque<void>(&ranks);
  }
};
template <class K, int X, int Items, class V = NullType, int Y = 1, int Z = 1>
class BlockMergeSort {
public:
  WARPLINT_COLLECTIVE(BlockMergeSort, X *Y *Z *Items * sizeof(K))
  template <class... More> void Sort(K (&keys)[Items], More &&...) {
    warplint_model::opaque<void>(&keys);
  }
};
template <class T, int X, int Y = 1, int Z = 1, int Arch = 0> class BlockDiscontinuity {
public:
  WARPLINT_COLLECTIVE(BlockDiscontinuity, X *Y *Z * sizeof(T))
  template <int Items, class Flag, class Op>
  void FlagHeads(Flag (&flags)[Items], T (&)[Items], Op) {
    warplint_model::opaque<void>(&flags);
  }
  template <int Items, class Flag, class Op>
  void FlagTails(Flag (&flags)[Items], T (&)[Items], Op) {
    warplint_model::opaque<void>(&flags);
  }
};
template <class T, int X, int Y = 1, int Z = 1, int Arch = 0> class BlockAdjacentDifference {
public:
  WARPLINT_COLLECTIVE(BlockAdjacentDifference, 2 * X * Y * Z * sizeof(T))
#define WARPLINT_DIFFERENCE(name)                                                                  \
  template <int Items, class U, class Op, class... More>                                           \
  void name(T (&)[Items], U (&out)[Items], Op, More...) {                                          \
    warplint_model::opaque<void>(&out);                                                            \
  }
  WARPLINT_DIFFERENCE(SubtractLeft)
  WARPLINT_DIFFERENCE(SubtractLeftPartialTile)
  WARPLINT_DIFFERENCE(SubtractRight)
  WARPLINT_DIFFERENCE(SubtractRightPartialTile)
#undef WARPLINT_DIFFERENCE
};
template <class T, int X, int Y = 1, int Z = 1, int Arch = 0> class BlockShuffle {
public:
  WARPLINT_COLLECTIVE(BlockShuffle, X *Y *Z * sizeof(T))
  void Offset(T, T &, int = 1);
  void Rotate(T, T &, unsigned = 1);
  template <int Items> void Up(T (&)[Items], T (&)[Items]);
  template <int Items> void Down(T (&)[Items], T (&)[Items]);
};
enum RadixRankAlgorithm {
  RADIX_RANK_BASIC,
  RADIX_RANK_MEMOIZE,
  RADIX_RANK_MATCH,
  RADIX_RANK_MATCH_EARLY_COUNTS_ANY,
  RADIX_RANK_MATCH_EARLY_COUNTS_ATOMIC_OR
};
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
template <class T, int X, int Items, int Bins, BlockHistogramAlgorithm Algorithm = BLOCK_HISTO_SORT,
          int Y = 1, int Z = 1, int Arch = 0>
class BlockHistogram {
public:
  WARPLINT_COLLECTIVE(BlockHistogram, X *Y *Z *Items * sizeof(T))
  template <class C> void InitHistogram(C (&)[Bins]);
  template <class C> void Histogram(T (&)[Items], C (&)[Bins]);
  template <class C> void Composite(T (&)[Items], C (&)[Bins]);
};
template <class T, int Threads = 32, int Arch = 0> class WarpReduce {
public:
  WARPLINT_COLLECTIVE(WarpReduce, sizeof(T))
  T Sum(T);
  T Sum(T, int);
  template <class Op> T Reduce(T in, Op) { return warplint_model::opaque<T>(&in); }
  template <class Op> T Reduce(T in, Op, int) { return warplint_model::opaque<T>(&in); }
  template <class Flag> T HeadSegmentedSum(T, Flag);
  template <class Flag> T TailSegmentedSum(T, Flag);
};
template <class T, int Threads = 32, int Arch = 0> class WarpScan {
public:
  WARPLINT_COLLECTIVE(WarpScan, Threads * sizeof(T))
  void InclusiveSum(T, T &);
  void InclusiveSum(T, T &, T &);
  void ExclusiveSum(T, T &);
  void ExclusiveSum(T, T &, T &);
  template <class... More> void InclusiveScan(T in, T &out, More &&...) {
    warplint_model::opaque<void>(&out, &in);
  }
  template <class... More> void ExclusiveScan(T in, T &out, More &&...) {
    warplint_model::opaque<void>(&out, &in);
  }
  T Broadcast(T, unsigned);
};
enum WarpLoadAlgorithm {
  WARP_LOAD_DIRECT,
  WARP_LOAD_STRIPED,
  WARP_LOAD_VECTORIZE,
  WARP_LOAD_TRANSPOSE
};
template <class T, int Items, WarpLoadAlgorithm Algorithm = WARP_LOAD_DIRECT, int Threads = 32,
          int Arch = 0>
class WarpLoad {
public:
  WARPLINT_COLLECTIVE(WarpLoad, Items *Threads * sizeof(T))
  template <class I, class... More> void Load(I, T (&)[Items], More...);
};
enum WarpStoreAlgorithm {
  WARP_STORE_DIRECT,
  WARP_STORE_STRIPED,
  WARP_STORE_VECTORIZE,
  WARP_STORE_TRANSPOSE
};
template <class T, int Items, WarpStoreAlgorithm Algorithm = WARP_STORE_DIRECT, int Threads = 32,
          int Arch = 0>
class WarpStore {
public:
  WARPLINT_COLLECTIVE(WarpStore, Items *Threads * sizeof(T))
  template <class I, class... More> void Store(I, T (&)[Items], More...);
};
enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };
template <class T, int Items, int Threads = 32,
          WarpExchangeAlgorithm Algorithm = WARP_EXCHANGE_SMEM>
class WarpExchange {
public:
  WARPLINT_COLLECTIVE(WarpExchange, Items *Threads * sizeof(T))
  template <class U> void StripedToBlocked(const T (&)[Items], U (&)[Items]);
  template <class U> void BlockedToStriped(const T (&)[Items], U (&)[Items]);
  template <class Offset> void ScatterToStriped(T (&)[Items], Offset (&)[Items]);
  template <class U, class Offset>
  void ScatterToStriped(const T (&)[Items], U (&)[Items], Offset (&)[Items]);
};
template <class K, int Items, int Threads = 32, class V = NullType, int Arch = 0>
class WarpMergeSort {
public:
  WARPLINT_COLLECTIVE(WarpMergeSort, Items *Threads * sizeof(K))
  template <class... More> void Sort(K (&keys)[Items], More &&...) {
    warplint_model::opaque<void>(&keys);
  }
};
#undef WARPLINT_COLLECTIVE
// How many items are valid, and what stands in for the others, may follow.
#define WARPLINT_DIRECT(parameters, name)                                                          \
  template <parameters class T, int Items, class I, class... More>                                 \
  void Load##name(int, I, T (&)[Items], More...);                                                  \
  template <parameters class T, int Items, class I, class... More>                                 \
  void Store##name(int, I, T (&)[Items], More...);
#define WARPLINT_THREADS int Threads,
WARPLINT_DIRECT(, DirectBlocked)
WARPLINT_DIRECT(, DirectBlockedVectorized)
WARPLINT_DIRECT(, DirectWarpStriped)
WARPLINT_DIRECT(WARPLINT_THREADS, DirectStriped)
#undef WARPLINT_DIRECT
#undef WARPLINT_THREADS

// Device-wide algorithms: temporary storage, its size, then what the algorithm takes.
#define WARPLINT_DEVICE(name)                                                                      \
  template <class... Args> static cudaError_t name(void *, size_t &bytes, Args...) {               \
    return warplint_model::opaque<cudaError_t>(&bytes);                                            \
  }
struct DeviceReduce {
  WARPLINT_DEVICE(Reduce)
  WARPLINT_DEVICE(Sum)
  WARPLINT_DEVICE(Min)
  WARPLINT_DEVICE(Max)
  WARPLINT_DEVICE(ArgMin)
  WARPLINT_DEVICE(ArgMax)
  WARPLINT_DEVICE(TransformReduce)
  WARPLINT_DEVICE(ReduceByKey)
};
struct DeviceSegmentedReduce {
  WARPLINT_DEVICE(Reduce)
  WARPLINT_DEVICE(Sum)
  WARPLINT_DEVICE(Min)
  WARPLINT_DEVICE(Max)
  WARPLINT_DEVICE(ArgMin)
  WARPLINT_DEVICE(ArgMax)
};
struct DeviceScan {
  WARPLINT_DEVICE(ExclusiveSum)
  WARPLINT_DEVICE(InclusiveSum)
  WARPLINT_DEVICE(ExclusiveScan)
  WARPLINT_DEVICE(InclusiveScan)
  WARPLINT_DEVICE(ExclusiveSumByKey)
  WARPLINT_DEVICE(InclusiveSumByKey)
};
struct DeviceRadixSort {
  WARPLINT_DEVICE(SortKeys)
  WARPLINT_DEVICE(SortKeysDescending)
  WARPLINT_DEVICE(SortPairs)
  WARPLINT_DEVICE(SortPairsDescending)
};
struct DeviceSegmentedRadixSort {
  WARPLINT_DEVICE(SortKeys)
  WARPLINT_DEVICE(SortKeysDescending)
  WARPLINT_DEVICE(SortPairs)
  WARPLINT_DEVICE(SortPairsDescending)
};
struct DeviceSegmentedSort {
  WARPLINT_DEVICE(SortKeys)
  WARPLINT_DEVICE(SortKeysDescending)
  WARPLINT_DEVICE(SortPairs)
  WARPLINT_DEVICE(SortPairsDescending)
  WARPLINT_DEVICE(StableSortKeys)
  WARPLINT_DEVICE(StableSortPairs)
};
struct DeviceMergeSort {
  WARPLINT_DEVICE(SortKeys)
  WARPLINT_DEVICE(SortPairs)
  WARPLINT_DEVICE(StableSortKeys)
  WARPLINT_DEVICE(StableSortPairs)
};
struct DeviceSelect {
  WARPLINT_DEVICE(If)
  WARPLINT_DEVICE(Flagged)
  WARPLINT_DEVICE(Unique)
  WARPLINT_DEVICE(UniqueByKey)
};
struct DevicePartition {
  WARPLINT_DEVICE(If)
  WARPLINT_DEVICE(Flagged)
};
struct DeviceHistogram {
  WARPLINT_DEVICE(HistogramEven)
  WARPLINT_DEVICE(HistogramRange)
  WARPLINT_DEVICE(MultiHistogramEven)
};
struct DeviceRunLengthEncode {
  WARPLINT_DEVICE(Encode)
  WARPLINT_DEVICE(NonTrivialRuns)
};
struct DeviceSpmv {
  WARPLINT_DEVICE(CsrMV)
};
struct DeviceMemcpy {
  WARPLINT_DEVICE(Batched)
};
#undef WARPLINT_DEVICE
// What they are made of, by what calls them: temporary storage, its size, then the rest.
enum class SortOrder { Ascending, Descending };
#define WARPLINT_DISPATCH(name)                                                                    \
  struct name {                                                                                    \
    template <class... Args> static cudaError_t Dispatch(void *, size_t &bytes, Args &&...) {      \
      return warplint_model::opaque<cudaError_t>(&bytes);                                          \
    }                                                                                              \
  };
template <SortOrder Order, class... T>
WARPLINT_DISPATCH(DispatchRadixSort)
template <SortOrder Order, class... T>
WARPLINT_DISPATCH(DispatchSegmentedRadixSort)
template <class... T>
WARPLINT_DISPATCH(DispatchReduce)
template <class... T>
WARPLINT_DISPATCH(DispatchSegmentedReduce)
template <class... T>
WARPLINT_DISPATCH(DispatchScan)
#undef WARPLINT_DISPATCH
struct DeviceFor {
  template <class... Args> static cudaError_t ForEach(Args...) {
    return warplint_model::opaque<cudaError_t>();
  }
  template <class... Args> static cudaError_t ForEachN(Args...) {
    return warplint_model::opaque<cudaError_t>();
  }
  template <class... Args> static cudaError_t Bulk(Args...) {
    return warplint_model::opaque<cudaError_t>();
  }
};
struct CachingDeviceAllocator {
  CachingDeviceAllocator(bool = false);
  cudaError_t DeviceAllocate(void **, size_t, cudaStream_t = 0);
  cudaError_t DeviceFree(void *);
};
cudaError_t Debug(cudaError_t, const char *, int);
int CurrentDevice();
int DeviceCount();
cudaError_t PtxVersion(int &);
cudaError_t PtxVersion(int &, int);
cudaError_t SmVersion(int &);
cudaError_t SmVersion(int &, int);
cudaError_t SyncStream(cudaStream_t);
template <class Kernel> cudaError_t MaxSmOccupancy(int &blocks, Kernel, int, int = 0) {
  return warplint_model::opaque<cudaError_t>(&blocks);
}
template <class I, class OffsetT, class T> OffsetT LowerBound(I, OffsetT, T);
template <class I, class OffsetT, class T> OffsetT UpperBound(I, OffsetT, T);
} // namespace cub

#ifdef THRUST_CUB_WRAPPED_NAMESPACE
namespace THRUST_CUB_WRAPPED_NAMESPACE {
namespace cub {
using namespace ::cub;
} // namespace cub
} // namespace THRUST_CUB_WRAPPED_NAMESPACE
#endif
#define CubDebug(e) (e)
#define CubDebugExit(e) (e)

#pragma clang force_cuda_host_device end
