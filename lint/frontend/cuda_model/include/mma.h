//===- mma.h - warp matrix functions ---------------------------*- C++ -*-===//
#pragma once
#pragma clang system_header
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#pragma clang force_cuda_host_device begin

namespace nvcuda {
namespace wmma {
struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct u4;
struct s4;
struct b1;
struct tf32;
} // namespace precision
namespace experimental {
namespace precision = nvcuda::wmma::precision;
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental
using experimental::bmmaAccumulateOp;
using experimental::bmmaBitOp;

namespace details {
/// Element type of the fragment's storage, and how many fit a 32-bit word.
template <class T_> struct Stored {
  typedef T_ type;
  static constexpr int perElement = 1;
};
template <> struct Stored<precision::tf32> {
  typedef float type;
  static constexpr int perElement = 1;
};
template <> struct Stored<precision::u4> {
  typedef unsigned type;
  static constexpr int perElement = 8;
};
template <> struct Stored<precision::s4> {
  typedef int type;
  static constexpr int perElement = 8;
};
template <> struct Stored<precision::b1> {
  typedef unsigned type;
  static constexpr int perElement = 32;
};
/// Elements of a whole matrix of the use: A is M x K, B is K x N, the accumulator M x N.
template <class Use, int M_, int N_, int K_> struct Extent {
  static constexpr int value = M_ * N_;
};
template <int M_, int N_, int K_> struct Extent<matrix_a, M_, N_, K_> {
  static constexpr int value = M_ * K_;
};
template <int M_, int N_, int K_> struct Extent<matrix_b, M_, N_, K_> {
  static constexpr int value = K_ * N_;
};
/// Volta's layout for 16-bit operands holds each element of A and B twice.
template <class Use, class T_> struct Copies {
  static constexpr int value = 1;
};
template <> struct Copies<matrix_a, __half> {
  static constexpr int value = 2;
};
template <> struct Copies<matrix_b, __half> {
  static constexpr int value = 2;
};
} // namespace details

template <class Use, int M_, int N_, int K_, class T_, class Layout = void> class fragment {
public:
  typedef typename details::Stored<T_>::type storage_element_type;
  typedef storage_element_type element_type;
  static constexpr int num_elements = details::Extent<Use, M_, N_, K_>::value *
                                      details::Copies<Use, T_>::value /
                                      (32 * details::Stored<T_>::perElement);
  static constexpr int num_storage_elements = num_elements;
  storage_element_type x[num_elements];
};

template <class Use, int M_, int N_, int K_, class T_, class Layout, class V_>
void fill_fragment(fragment<Use, M_, N_, K_, T_, Layout> &, const V_ &);
template <class Use, int M_, int N_, int K_, class T_, class Layout, class P_>
void load_matrix_sync(fragment<Use, M_, N_, K_, T_, Layout> &, const P_ *, unsigned stride);
template <int M_, int N_, int K_, class T_, class P_>
void load_matrix_sync(fragment<accumulator, M_, N_, K_, T_> &, const P_ *, unsigned stride,
                      layout_t);
template <int M_, int N_, int K_, class T_, class P_>
void store_matrix_sync(P_ *, const fragment<accumulator, M_, N_, K_, T_> &, unsigned stride,
                       layout_t);
template <int M_, int N_, int K_, class A_, class LayoutA, class B_, class LayoutB, class D_,
          class C_>
void mma_sync(fragment<accumulator, M_, N_, K_, D_> &,
              const fragment<matrix_a, M_, N_, K_, A_, LayoutA> &,
              const fragment<matrix_b, M_, N_, K_, B_, LayoutB> &,
              const fragment<accumulator, M_, N_, K_, C_> &, bool saturate = false);
template <int M_, int N_, int K_, class A_, class LayoutA, class B_, class LayoutB>
void bmma_sync(fragment<accumulator, M_, N_, K_, int> &,
               const fragment<matrix_a, M_, N_, K_, A_, LayoutA> &,
               const fragment<matrix_b, M_, N_, K_, B_, LayoutB> &,
               const fragment<accumulator, M_, N_, K_, int> &,
               experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
               experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC);
float __float_to_tf32(float);
} // namespace wmma
} // namespace nvcuda

#pragma clang force_cuda_host_device end
