//===- cooperative_groups.h - groups of threads ----------------*- C++ -*-===//
#pragma once
#pragma clang system_header
// Programs ask for the originals by their guards.
#define _COOPERATIVE_GROUPS_H_
#include "../prelude.h"
#include <cuda/atomic> // as the original does: of the project's libcu++, if it has one
#pragma clang force_cuda_host_device begin

#define _CG_VERSION 13000
#define _CG_HAS_CLUSTER_GROUP
#define _CG_HAS_OP_REDUX
#define _CG_HAS_MATCH_COLLECTIVE
#define _CG_ASM_PTR_CONSTRAINT "l"

// Libraries declare groups by their place in the originals (libcu++: cooperative_groups::__v1).
namespace cooperative_groups {
namespace __v1 {

template <unsigned Size, class ParentT = void> class thread_block_tile;
class thread_block;
class coalesced_group;

template <class T_> struct plus {
  T_ operator()(T_, T_) const;
};
template <class T_> struct less {
  T_ operator()(T_, T_) const;
};
template <class T_> struct greater {
  T_ operator()(T_, T_) const;
};
template <class T_> struct bit_and {
  T_ operator()(T_, T_) const;
};
template <class T_> struct bit_xor {
  T_ operator()(T_, T_) const;
};
template <class T_> struct bit_or {
  T_ operator()(T_, T_) const;
};

namespace details {
/// Barriers of the grid are counters whose highest bit changes when all have come.
typedef unsigned barrier_t;
inline bool bar_has_flipped(unsigned before, unsigned now) {
  return ((before ^ now) & 0x80000000U) != 0;
}
/// The type of a deduced argument, without const and references.
template <class T_> struct Bare {
  typedef T_ type;
};
template <class T_> struct Bare<T_ &> {
  typedef typename Bare<T_>::type type;
};
template <class T_> struct Bare<T_ &&> {
  typedef typename Bare<T_>::type type;
};
template <class T_> struct Bare<const T_> {
  typedef typename Bare<T_>::type type;
};
template <class T_> struct Bare<const T_ &> {
  typedef typename Bare<T_>::type type;
};
template <class T_> T_ &&declval() noexcept;
} // namespace details

class thread_group {
public:
  void sync() const;
  unsigned long long size() const;
  unsigned long long num_threads() const;
  unsigned long long thread_rank() const;
  unsigned get_type() const;
};

class multi_grid_group {
public:
  bool is_valid() const;
  void sync() const;
  unsigned long long num_threads() const;
  unsigned long long size() const;
  unsigned long long thread_rank() const;
  unsigned num_grids() const;
  unsigned grid_rank() const;
};
multi_grid_group this_multi_grid();

class grid_group {
public:
  typedef unsigned arrival_token;
  static constexpr int place_holder = 0;
  bool is_valid() const;
  static void sync();
  static arrival_token barrier_arrive();
  static void barrier_wait(arrival_token &&);
  static unsigned long long size();
  static unsigned long long num_threads();
  static unsigned long long thread_rank();
  static unsigned long long num_blocks();
  static unsigned long long block_rank();
  static dim3 group_dim();
  static dim3 dim_blocks();
  static dim3 dim_threads();
  static dim3 block_index();
  static dim3 thread_index();
  static unsigned long long num_clusters();
  static unsigned long long cluster_rank();
  static dim3 dim_clusters();
  static dim3 cluster_index();
};
grid_group this_grid();

class cluster_group {
public:
  struct arrival_token {};
  static void sync();
  static arrival_token barrier_arrive();
  static void barrier_wait();
  static void barrier_wait(arrival_token &&);
  static unsigned long long size();
  static unsigned long long num_threads();
  static unsigned thread_rank();
  static unsigned num_blocks();
  static unsigned block_rank();
  static dim3 dim_blocks();
  static dim3 dim_threads();
  static dim3 block_index();
  static dim3 thread_index();
  static unsigned query_shared_rank(const void *);
  template <class T_> static T_ *map_shared_rank(T_ *, int);
};
cluster_group this_cluster();

/// Scratch memory for tiles larger than a warp; declared __shared__.
template <unsigned MaxBlockSize = 1024> struct block_tile_memory {
  char scratch[(MaxBlockSize / 32) * 8];
};
namespace experimental {
template <unsigned TileSize = 8, unsigned MaxBlockSize = 1024> struct block_tile_memory {
  char scratch[(MaxBlockSize / 32) * TileSize];
};
} // namespace experimental

class thread_block : public thread_group {
public:
  struct arrival_token {};
  static constexpr int place_holder = 0;
  static void sync();
  static arrival_token barrier_arrive();
  static void barrier_wait(arrival_token &&);
  static unsigned size();
  static unsigned num_threads();
  static unsigned thread_rank();
  static dim3 group_index();
  static dim3 thread_index();
  static dim3 group_dim();
  static dim3 dim_threads();
};
thread_block this_thread_block();
template <unsigned MaxBlockSize> thread_block this_thread_block(block_tile_memory<MaxBlockSize> &);
namespace experimental {
template <unsigned TileSize, unsigned MaxBlockSize>
thread_block this_thread_block(block_tile_memory<TileSize, MaxBlockSize> &);
} // namespace experimental

class coalesced_group : public thread_group {
public:
  void sync() const;
  unsigned size() const;
  unsigned num_threads() const;
  unsigned thread_rank() const;
  unsigned meta_group_size() const;
  unsigned meta_group_rank() const;
  template <class T_> typename details::Bare<T_>::type shfl(T_ &&, int) const;
  template <class T_> typename details::Bare<T_>::type shfl_up(T_ &&, int) const;
  template <class T_> typename details::Bare<T_>::type shfl_down(T_ &&, int) const;
  int any(int) const;
  int all(int) const;
  unsigned ballot(int) const;
  template <class T_> unsigned match_any(T_) const;
  template <class T_> unsigned match_all(T_, int &) const;
};
coalesced_group coalesced_threads();

template <unsigned Size, class ParentT> class thread_block_tile : public thread_group {
public:
  thread_block_tile() = default;
  /// A tile whose parent is known goes where any tile of the size is wanted.
  template <class Other> thread_block_tile(const thread_block_tile<Size, Other> &);
  static constexpr unsigned numThreads = Size;
  void sync() const;
  static constexpr unsigned size() { return Size; }
  static constexpr unsigned num_threads() { return Size; }
  unsigned thread_rank() const;
  unsigned meta_group_size() const;
  unsigned meta_group_rank() const;
  template <class T_> typename details::Bare<T_>::type shfl(T_ &&, int) const;
  template <class T_> typename details::Bare<T_>::type shfl_up(T_ &&, int) const;
  template <class T_> typename details::Bare<T_>::type shfl_down(T_ &&, int) const;
  template <class T_> typename details::Bare<T_>::type shfl_xor(T_ &&, int) const;
  int any(int) const;
  int all(int) const;
  unsigned ballot(int) const;
  template <class T_> unsigned match_any(T_) const;
  template <class T_> unsigned match_all(T_, int &) const;
};

thread_block_tile<1, void> this_thread();

thread_group tiled_partition(const thread_group &, unsigned);
thread_group tiled_partition(const thread_block &, unsigned);
coalesced_group tiled_partition(const coalesced_group &, unsigned);
template <unsigned Size, class ParentT>
thread_block_tile<Size, ParentT> tiled_partition(const ParentT &);
namespace experimental {
template <unsigned Size, class ParentT>
thread_block_tile<Size, ParentT> tiled_partition(const ParentT &);
using __v1::thread_block_tile;
} // namespace experimental
template <unsigned Size, class ParentT>
coalesced_group binary_partition(const thread_block_tile<Size, ParentT> &, bool);
coalesced_group binary_partition(const coalesced_group &, bool);
template <unsigned Size, class ParentT, class Label>
coalesced_group labeled_partition(const thread_block_tile<Size, ParentT> &, Label);
template <class Label> coalesced_group labeled_partition(const coalesced_group &, Label);

template <class GroupT> void sync(const GroupT &);
template <class GroupT> unsigned long long thread_rank(const GroupT &);
template <class GroupT> unsigned long long group_size(const GroupT &);

template <class T_> struct is_group {
  static constexpr bool value = __is_base_of(thread_group, T_);
};

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#pragma clang force_cuda_host_device end

#include "../parts/one_of_group.h"
