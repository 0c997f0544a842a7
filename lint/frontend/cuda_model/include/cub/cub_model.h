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
template <class T_> T_ &&declval() noexcept;
template <class T_> struct ValueOf {
  typedef typename T_::value_type type;
};
template <class T_> struct ValueOf<T_ *> {
  typedef T_ type;
};
template <class T_> struct ValueOf<const T_ *> {
  typedef T_ type;
};
template <bool divides, class Word, class Else> struct WordIf {
  typedef Word type;
};
template <class Word, class Else> struct WordIf<false, Word, Else> {
  typedef Else type;
};
/// `Word` where T is made of whole words of it, in size and in alignment.
template <class T_, class Word, class Else>
using WordOr = typename WordIf<sizeof(T_) % sizeof(Word) == 0 && alignof(T_) % alignof(Word) == 0,
                               Word, Else>::type;
} // namespace model

/// The widest words that a T can be moved in.
template <class T_> struct UnitWord {
  typedef model::WordOr<T_, unsigned, model::WordOr<T_, unsigned short, unsigned char>> ShuffleWord;
  typedef model::WordOr<T_, unsigned long long, ShuffleWord> VolatileWord;
  typedef model::WordOr<T_, ulonglong2, VolatileWord> DeviceWord;
  typedef model::WordOr<T_, uint4, model::WordOr<T_, uint2, ShuffleWord>> TextureWord;
};
template <class T_> struct UnitWord<const T_> : UnitWord<T_> {};
template <class T_> struct UnitWord<volatile T_> : UnitWord<T_> {};
template <class T_> struct UnitWord<const volatile T_> : UnitWord<T_> {};

struct NullType {};

/// Keys as words that compare as the keys do, for radix sorts.
enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };
template <Category Kind, bool Primitive, class Bits, class T_> struct BaseTraits {
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
  static T_ Max();
  static T_ Lowest();
};
template <class T_> struct BaseTraits<NOT_A_NUMBER, false, T_, T_> {
  static constexpr Category CATEGORY = NOT_A_NUMBER;
};
template <class T_> struct NumericTraits : BaseTraits<NOT_A_NUMBER, false, T_, T_> {};
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
template <class T_> struct Traits : NumericTraits<T_> {};
template <class T_> struct Traits<const T_> : NumericTraits<T_> {};

/// Room for a T that no constructor fills, so that it may lie in shared memory.
template <class T_> struct Uninitialized {
  typedef typename UnitWord<T_>::DeviceWord DeviceWord;
  DeviceWord storage[sizeof(T_) / sizeof(DeviceWord)];
  T_ &Alias() { return reinterpret_cast<T_ &>(*this); }
};
template <class K_, class V_> struct KeyValuePair {
  typedef K_ Key;
  typedef V_ Value;
  K_ key;
  V_ value;
  KeyValuePair() = default;
  KeyValuePair(const K_ &k, const V_ &v) : key(k), value(v) {}
};
template <class T_> struct DoubleBuffer {
  T_ *d_buffers[2];
  int selector;
  DoubleBuffer();
  DoubleBuffer(T_ *, T_ *);
  T_ *Current();
  T_ *Alternate();
};
/// Of N, rounded up.
template <int N_, int = 0, int = 0> struct Log2 {
  enum { VALUE = N_ <= 1 ? 0 : 32 - __builtin_clz(N_ > 1 ? N_ - 1 : 1) };
};
template <int N_> struct PowerOfTwo {
  enum { VALUE = (N_ & (N_ - 1)) == 0 };
};
/// Where threads of a block put one element each, so that one warp can go through them: segments
/// of neighbours, one for each of its lanes, with an element between two where their length is even.
template <class T_, int Threads> struct BlockRakingLayout {
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
    T_ buff[GRID_ELEMENTS];
  };
  struct TempStorage : Uninitialized<_TempStorage> {};
  static T_ *PlacementPtr(TempStorage &storage, unsigned thread) {
    return storage.Alias().buff + thread + (USE_SEGMENT_PADDING ? thread / SEGMENT_LENGTH : 0);
  }
  static T_ *RakingPtr(TempStorage &storage, unsigned thread) {
    return storage.Alias().buff + thread * (SEGMENT_LENGTH + USE_SEGMENT_PADDING);
  }
};
#define WARPLINT_FUNCTOR(name, result)                                                             \
  struct name {                                                                                    \
    template <class A_, class B_> result operator()(const A_ &a, const B_ &b) const;                   \
  };
WARPLINT_FUNCTOR(ArgMax, A_)
WARPLINT_FUNCTOR(ArgMin, A_)
WARPLINT_FUNCTOR(Inequality, bool)
#undef WARPLINT_FUNCTOR
template <class T_> struct CastOp {
  template <class U_> T_ operator()(U_ &&) const;
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
template <int Threads, class T_> T_ ShuffleDown(T_, int, int, unsigned);
template <int Threads, class T_> T_ ShuffleUp(T_, int, int, unsigned);
template <int Threads, class T_> T_ ShuffleIndex(T_, int, unsigned);

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
template <CacheLoadModifier Modifier, class I_> typename model::ValueOf<I_>::type ThreadLoad(I_);
template <CacheStoreModifier Modifier, class I_, class T_> void ThreadStore(I_, T_);

/// What blocks tell each other of their parts of a scan that takes one pass, and a block's prefix.
enum ScanTileStatus { SCAN_TILE_OOB, SCAN_TILE_INVALID = 99, SCAN_TILE_PARTIAL, SCAN_TILE_INCLUSIVE };
template <class T_, bool Single = true> class ScanTileState {
  void *descriptors_;

public:
  typedef unsigned StatusWord;
  ScanTileState();
  cudaError_t Init(int tiles, void *storage, size_t bytes);
  static cudaError_t AllocationSize(int tiles, size_t &bytes);
  __device__ void InitializeStatus(int tiles);
  __device__ void SetInclusive(int tile, T_);
  __device__ void SetPartial(int tile, T_);
  template <class... Delay>
  __device__ void WaitForValid(int, StatusWord &status, T_ &value, Delay...) {
    warplint_model::opaque<void>(&status, &value);
  }
  __device__ T_ LoadValid(int tile);
};
template <class T_, class Op, class State, class... Delay> struct TilePrefixCallbackOp {
  struct alignas(16) TempStorage {
    unsigned char bytes_[3 * sizeof(T_) + 16];
  };
  __device__ TilePrefixCallbackOp(State &, TempStorage &, Op, int) {}
  __device__ TilePrefixCallbackOp(State &, TempStorage &, Op) {}
  __device__ T_ operator()(T_) { return warplint_model::opaque<T_>(); }
  __device__ T_ GetExclusivePrefix() { return warplint_model::opaque<T_>(); }
  __device__ T_ GetInclusivePrefix() { return warplint_model::opaque<T_>(); }
  __device__ T_ GetBlockAggregate() { return warplint_model::opaque<T_>(); }
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
template <class T_, int X_, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y_ = 1,
          int Z_ = 1, int Arch = 0>
class BlockReduce {
public:
  WARPLINT_COLLECTIVE(BlockReduce, (X_ * Y_ * Z_ + 31) / 32 * sizeof(T_) + sizeof(T_))
  template <class Op> T_ Reduce(T_ in, Op) { return warplint_model::opaque<T_>(&in); }
  template <class Op> T_ Reduce(T_ in, Op, int) { return warplint_model::opaque<T_>(&in); }
  template <int N_, class Op> T_ Reduce(T_ (&)[N_], Op) { return warplint_model::opaque<T_>(); }
  T_ Sum(T_);
  T_ Sum(T_, int);
  template <int N_> T_ Sum(T_ (&)[N_]);
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
template <class T_, int X_, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING, int Y_ = 1, int Z_ = 1,
          int Arch = 0>
class BlockScan {
public:
  WARPLINT_COLLECTIVE(BlockScan, X_ *Y_ *Z_ * sizeof(T_))
  void ExclusiveSum(T_, T_ &);
  void ExclusiveSum(T_, T_ &, T_ &block_aggregate);
  template <class Prefix> void ExclusiveSum(T_ in, T_ &out, Prefix &) {
    warplint_model::opaque<void>(&out, &in);
  }
  template <int N_> void ExclusiveSum(T_ (&)[N_], T_ (&)[N_]);
  template <int N_> void ExclusiveSum(T_ (&)[N_], T_ (&)[N_], T_ &block_aggregate);
  template <int N_, class Prefix> void ExclusiveSum(T_ (&)[N_], T_ (&out)[N_], Prefix &) {
    warplint_model::opaque<void>(&out);
  }
  void InclusiveSum(T_, T_ &);
  void InclusiveSum(T_, T_ &, T_ &block_aggregate);
  template <class Prefix> void InclusiveSum(T_ in, T_ &out, Prefix &) {
    warplint_model::opaque<void>(&out, &in);
  }
  template <int N_> void InclusiveSum(T_ (&)[N_], T_ (&)[N_]);
  template <int N_> void InclusiveSum(T_ (&)[N_], T_ (&)[N_], T_ &block_aggregate);
  template <int N_, class Prefix> void InclusiveSum(T_ (&)[N_], T_ (&out)[N_], Prefix &) {
    warplint_model::opaque<void>(&out);
  }
  template <class Op> void ExclusiveScan(T_, T_ &, T_, Op, T_ &block_aggregate);
  template <class Op> void ExclusiveScan(T_, T_ &, Op, T_ &block_aggregate);
  template <class... More> void ExclusiveScan(T_ in, T_ &out, More &&...) {
    warplint_model::opaque<void>(&out, &in);
  }
  template <int N_, class... More> void ExclusiveScan(T_ (&)[N_], T_ (&out)[N_], More &&...) {
    warplint_model::opaque<void>(&out);
  }
  template <class Op> void InclusiveScan(T_, T_ &, Op, T_ &block_aggregate);
  template <class... More> void InclusiveScan(T_ in, T_ &out, More &&...) {
    warplint_model::opaque<void>(&out, &in);
  }
  template <int N_, class... More> void InclusiveScan(T_ (&)[N_], T_ (&out)[N_], More &&...) {
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
template <class T_, int X_, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT, int Y_ = 1,
          int Z_ = 1, int Arch = 0>
class BlockLoad {
public:
  WARPLINT_COLLECTIVE(BlockLoad, X_ *Y_ *Z_ *Items * sizeof(T_))
  template <class I_> void Load(I_, T_ (&)[Items]);
  template <class I_> void Load(I_, T_ (&)[Items], int);
  template <class I_, class D_> void Load(I_, T_ (&)[Items], int, D_);
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
template <class T_, int X_, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT, int Y_ = 1,
          int Z_ = 1, int Arch = 0>
class BlockStore {
public:
  WARPLINT_COLLECTIVE(BlockStore, X_ *Y_ *Z_ *Items * sizeof(T_))
  template <class I_> void Store(I_, T_ (&)[Items]);
  template <class I_> void Store(I_, T_ (&)[Items], int);
};
template <class T_, int X_, int Items, bool Sliced = false, int Y_ = 1, int Z_ = 1, int Arch = 0>
class BlockExchange {
public:
  WARPLINT_COLLECTIVE(BlockExchange, X_ *Y_ *Z_ *Items * sizeof(T_))
  template <class U_> void StripedToBlocked(const T_ (&)[Items], U_ (&)[Items]);
  template <class U_> void BlockedToStriped(const T_ (&)[Items], U_ (&)[Items]);
  void StripedToBlocked(T_ (&)[Items]);
  void BlockedToStriped(T_ (&)[Items]);
};
template <class K_, int X_, int Items, class V_ = NullType, int Bits = 4, bool Memoize = true,
          BlockScanAlgorithm Inner = BLOCK_SCAN_WARP_SCANS, int Config = 0, int Y_ = 1, int Z_ = 1,
          int Arch = 0>
class BlockRadixSort {
public:
  WARPLINT_COLLECTIVE(BlockRadixSort, X_ *Y_ *Z_ *Items * sizeof(K_))
  void Sort(K_ (&)[Items], int = 0, int = sizeof(K_) * 8);
  void Sort(K_ (&)[Items], V_ (&)[Items], int = 0, int = sizeof(K_) * 8);
  void SortDescending(K_ (&)[Items], int = 0, int = sizeof(K_) * 8);
  void SortDescending(K_ (&)[Items], V_ (&)[Items], int = 0, int = sizeof(K_) * 8);
  void SortBlockedToStriped(K_ (&)[Items], int = 0, int = sizeof(K_) * 8);
  void SortBlockedToStriped(K_ (&)[Items], V_ (&)[Items], int = 0, int = sizeof(K_) * 8);
  void SortDescendingBlockedToStriped(K_ (&)[Items], int = 0, int = sizeof(K_) * 8);
  void SortDescendingBlockedToStriped(K_ (&)[Items], V_ (&)[Items], int = 0, int = sizeof(K_) * 8);
};
template <class K_> struct BFEDigitExtractor {
  unsigned bit_start, num_bits;
  __host__ __device__ BFEDigitExtractor(unsigned start = 0, unsigned bits = 0)
      : bit_start(start), num_bits(bits) {}
  __host__ __device__ unsigned Digit(K_ key) const {
    return static_cast<unsigned>(key >> bit_start) & ((1u << num_bits) - 1);
  }
};
template <int X_, int Bits, bool Descending, bool Memoize = true,
          BlockScanAlgorithm Inner = BLOCK_SCAN_WARP_SCANS, int Config = 0, int Y_ = 1, int Z_ = 1>
class BlockRadixRank {
public:
  static constexpr int BINS_TRACKED_PER_THREAD = ((1 << Bits) + X_ * Y_ * Z_ - 1) / (X_ * Y_ * Z_);
  WARPLINT_COLLECTIVE(BlockRadixRank, X_ *Y_ *Z_ * (1 << Bits) * sizeof(short))
  template <class K_, int Items, class Digits, class... More>
  void RankKeys(K_ (&)[Items], int (&ranks)[Items], Digits, More &&...) {
    warplint_model::opaque<void>(&ranks);
  }
};
template <int X_, int Bits, bool Descending, BlockScanAlgorithm Inner = BLOCK_SCAN_WARP_SCANS,
          int Y_ = 1, int Z_ = 1>
class BlockRadixRankMatch {
public:
  static constexpr int BINS_TRACKED_PER_THREAD = ((1 << Bits) + X_ * Y_ * Z_ - 1) / (X_ * Y_ * Z_);
  WARPLINT_COLLECTIVE(BlockRadixRankMatch, (X_ * Y_ * Z_ + 31) / 32 * (1 << Bits) * sizeof(int))
  template <class K_, int Items, class Digits, class... More>
  void RankKeys(K_ (&)[Items], int (&ranks)[Items], Digits, More &&...) {
    warplint_model::opaque<void>(&ranks);
  }
};
template <class K_, int X_, int Items, class V_ = NullType, int Y_ = 1, int Z_ = 1>
class BlockMergeSort {
public:
  WARPLINT_COLLECTIVE(BlockMergeSort, X_ *Y_ *Z_ *Items * sizeof(K_))
  template <class... More> void Sort(K_ (&keys)[Items], More &&...) {
    warplint_model::opaque<void>(&keys);
  }
};
template <class T_, int X_, int Y_ = 1, int Z_ = 1, int Arch = 0> class BlockDiscontinuity {
public:
  WARPLINT_COLLECTIVE(BlockDiscontinuity, X_ *Y_ *Z_ * sizeof(T_))
  template <int Items, class Flag, class Op>
  void FlagHeads(Flag (&flags)[Items], T_ (&)[Items], Op) {
    warplint_model::opaque<void>(&flags);
  }
  template <int Items, class Flag, class Op>
  void FlagTails(Flag (&flags)[Items], T_ (&)[Items], Op) {
    warplint_model::opaque<void>(&flags);
  }
};
template <class T_, int X_, int Y_ = 1, int Z_ = 1, int Arch = 0> class BlockAdjacentDifference {
public:
  WARPLINT_COLLECTIVE(BlockAdjacentDifference, 2 * X_ * Y_ * Z_ * sizeof(T_))
#define WARPLINT_DIFFERENCE(name)                                                                  \
  template <int Items, class U_, class Op, class... More>                                           \
  void name(T_ (&)[Items], U_ (&out)[Items], Op, More...) {                                          \
    warplint_model::opaque<void>(&out);                                                            \
  }
  WARPLINT_DIFFERENCE(SubtractLeft)
  WARPLINT_DIFFERENCE(SubtractLeftPartialTile)
  WARPLINT_DIFFERENCE(SubtractRight)
  WARPLINT_DIFFERENCE(SubtractRightPartialTile)
#undef WARPLINT_DIFFERENCE
};
template <class T_, int X_, int Y_ = 1, int Z_ = 1, int Arch = 0> class BlockShuffle {
public:
  WARPLINT_COLLECTIVE(BlockShuffle, X_ *Y_ *Z_ * sizeof(T_))
  void Offset(T_, T_ &, int = 1);
  void Rotate(T_, T_ &, unsigned = 1);
  template <int Items> void Up(T_ (&)[Items], T_ (&)[Items]);
  template <int Items> void Down(T_ (&)[Items], T_ (&)[Items]);
};
enum RadixRankAlgorithm {
  RADIX_RANK_BASIC,
  RADIX_RANK_MEMOIZE,
  RADIX_RANK_MATCH,
  RADIX_RANK_MATCH_EARLY_COUNTS_ANY,
  RADIX_RANK_MATCH_EARLY_COUNTS_ATOMIC_OR
};
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
template <class T_, int X_, int Items, int Bins, BlockHistogramAlgorithm Algorithm = BLOCK_HISTO_SORT,
          int Y_ = 1, int Z_ = 1, int Arch = 0>
class BlockHistogram {
public:
  WARPLINT_COLLECTIVE(BlockHistogram, X_ *Y_ *Z_ *Items * sizeof(T_))
  template <class C_> void InitHistogram(C_ (&)[Bins]);
  template <class C_> void Histogram(T_ (&)[Items], C_ (&)[Bins]);
  template <class C_> void Composite(T_ (&)[Items], C_ (&)[Bins]);
};
template <class T_, int Threads = 32, int Arch = 0> class WarpReduce {
public:
  WARPLINT_COLLECTIVE(WarpReduce, sizeof(T_))
  T_ Sum(T_);
  T_ Sum(T_, int);
  template <class Op> T_ Reduce(T_ in, Op) { return warplint_model::opaque<T_>(&in); }
  template <class Op> T_ Reduce(T_ in, Op, int) { return warplint_model::opaque<T_>(&in); }
  template <class Flag> T_ HeadSegmentedSum(T_, Flag);
  template <class Flag> T_ TailSegmentedSum(T_, Flag);
};
template <class T_, int Threads = 32, int Arch = 0> class WarpScan {
public:
  WARPLINT_COLLECTIVE(WarpScan, Threads * sizeof(T_))
  void InclusiveSum(T_, T_ &);
  void InclusiveSum(T_, T_ &, T_ &);
  void ExclusiveSum(T_, T_ &);
  void ExclusiveSum(T_, T_ &, T_ &);
  template <class... More> void InclusiveScan(T_ in, T_ &out, More &&...) {
    warplint_model::opaque<void>(&out, &in);
  }
  template <class... More> void ExclusiveScan(T_ in, T_ &out, More &&...) {
    warplint_model::opaque<void>(&out, &in);
  }
  T_ Broadcast(T_, unsigned);
};
enum WarpLoadAlgorithm {
  WARP_LOAD_DIRECT,
  WARP_LOAD_STRIPED,
  WARP_LOAD_VECTORIZE,
  WARP_LOAD_TRANSPOSE
};
template <class T_, int Items, WarpLoadAlgorithm Algorithm = WARP_LOAD_DIRECT, int Threads = 32,
          int Arch = 0>
class WarpLoad {
public:
  WARPLINT_COLLECTIVE(WarpLoad, Items *Threads * sizeof(T_))
  template <class I_, class... More> void Load(I_, T_ (&)[Items], More...);
};
enum WarpStoreAlgorithm {
  WARP_STORE_DIRECT,
  WARP_STORE_STRIPED,
  WARP_STORE_VECTORIZE,
  WARP_STORE_TRANSPOSE
};
template <class T_, int Items, WarpStoreAlgorithm Algorithm = WARP_STORE_DIRECT, int Threads = 32,
          int Arch = 0>
class WarpStore {
public:
  WARPLINT_COLLECTIVE(WarpStore, Items *Threads * sizeof(T_))
  template <class I_, class... More> void Store(I_, T_ (&)[Items], More...);
};
enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };
template <class T_, int Items, int Threads = 32,
          WarpExchangeAlgorithm Algorithm = WARP_EXCHANGE_SMEM>
class WarpExchange {
public:
  WARPLINT_COLLECTIVE(WarpExchange, Items *Threads * sizeof(T_))
  template <class U_> void StripedToBlocked(const T_ (&)[Items], U_ (&)[Items]);
  template <class U_> void BlockedToStriped(const T_ (&)[Items], U_ (&)[Items]);
  template <class Offset> void ScatterToStriped(T_ (&)[Items], Offset (&)[Items]);
  template <class U_, class Offset>
  void ScatterToStriped(const T_ (&)[Items], U_ (&)[Items], Offset (&)[Items]);
};
template <class K_, int Items, int Threads = 32, class V_ = NullType, int Arch = 0>
class WarpMergeSort {
public:
  WARPLINT_COLLECTIVE(WarpMergeSort, Items *Threads * sizeof(K_))
  template <class... More> void Sort(K_ (&keys)[Items], More &&...) {
    warplint_model::opaque<void>(&keys);
  }
};
#undef WARPLINT_COLLECTIVE
// How many items are valid, and what stands in for the others, may follow.
#define WARPLINT_DIRECT(parameters, name)                                                          \
  template <parameters class T_, int Items, class I_, class... More>                                 \
  void Load##name(int, I_, T_ (&)[Items], More...);                                                  \
  template <parameters class T_, int Items, class I_, class... More>                                 \
  void Store##name(int, I_, T_ (&)[Items], More...);
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
template <SortOrder Order, class... T_>
WARPLINT_DISPATCH(DispatchRadixSort)
template <SortOrder Order, class... T_>
WARPLINT_DISPATCH(DispatchSegmentedRadixSort)
template <class... T_>
WARPLINT_DISPATCH(DispatchReduce)
template <class... T_>
WARPLINT_DISPATCH(DispatchSegmentedReduce)
template <class... T_>
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
template <class I_, class OffsetT, class T_> OffsetT LowerBound(I_, OffsetT, T_);
template <class I_, class OffsetT, class T_> OffsetT UpperBound(I_, OffsetT, T_);
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
