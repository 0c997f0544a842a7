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
template <class T> struct Stored {
  typedef T type;
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
template <class Use, int M, int N, int K> struct Extent {
  static constexpr int value = M * N;
};
template <int M, int N, int K> struct Extent<matrix_a, M, N, K> {
  static constexpr int value = M * K;
};
template <int M, int N, int K> struct Extent<matrix_b, M, N, K> {
  static constexpr int value = K * N;
};
/// Volta's layout for 16-bit operands holds each element of A and B twice.
template <class Use, class T> struct Copies {
  static constexpr int value = 1;
};
template <> struct Copies<matrix_a, __half> {
  static constexpr int value = 2;
};
template <> struct Copies<matrix_b, __half> {
  static constexpr int value = 2;
};
} // namespace details

template <class Use, int M, int N, int K, class T, class Layout = void> class fragment {
public:
  typedef typename details::Stored<T>::type storage_element_type;
  typedef storage_element_type element_type;
  static constexpr int num_elements = details::Extent<Use, M, N, K>::value *
                                      details::Copies<Use, T>::value /
                                      (32 * details::Stored<T>::perElement);
  static constexpr int num_storage_elements = num_elements;
  storage_element_type x[num_elements];
};

template <class Use, int M, int N, int K, class T, class Layout, class V>
void fill_fragment(fragment<Use, M, N, K, T, Layout> &, const V &);
template <class Use, int M, int N, int K, class T, class Layout, class P>
void load_matrix_sync(fragment<Use, M, N, K, T, Layout> &, const P *, unsigned stride);
template <int M, int N, int K, class T, class P>
void load_matrix_sync(fragment<accumulator, M, N, K, T> &, const P *, unsigned stride, layout_t);
template <int M, int N, int K, class T, class P>
void store_matrix_sync(P *, const fragment<accumulator, M, N, K, T> &, unsigned stride, layout_t);
template <int M, int N, int K, class A, class LayoutA, class B, class LayoutB, class D, class C>
void mma_sync(fragment<accumulator, M, N, K, D> &, const fragment<matrix_a, M, N, K, A, LayoutA> &,
              const fragment<matrix_b, M, N, K, B, LayoutB> &,
              const fragment<accumulator, M, N, K, C> &, bool saturate = false);
template <int M, int N, int K, class A, class LayoutA, class B, class LayoutB>
void bmma_sync(fragment<accumulator, M, N, K, int> &,
               const fragment<matrix_a, M, N, K, A, LayoutA> &,
               const fragment<matrix_b, M, N, K, B, LayoutB> &,
               const fragment<accumulator, M, N, K, int> &,
               experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
               experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC);
float __float_to_tf32(float);
} // namespace wmma
} // namespace nvcuda

#pragma clang force_cuda_host_device end
