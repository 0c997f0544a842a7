//===- Reference.h - what every reference kernel needs ---------*- C++ -*-===//
//
// A reference kernel is a file that holds a kernel, its launch and the result
// that a CPU computes. The runner calls each once to see that it is right, and
// again and again to see how long it takes.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_KERNELS_REFERENCE_H
#define WARPLINT_KERNELS_REFERENCE_H

#include <cstddef>
#include <cuda_runtime.h>
#include <vector>

namespace reference {

/// Ends the program with a sentence unless it is cudaSuccess.
void check(cudaError_t result, const char *what);

/// In [0.5, 1.5), the same in every run.
std::vector<float> values(std::size_t count);

/// An array in the GPU's memory.
template <typename T> class Array {
public:
  /// Filled with bytes of ones (NaN for floats), so that what is never written shows.
  explicit Array(std::size_t count) : count_(count) {
    check(cudaMalloc(&data_, count * sizeof(T)), "cudaMalloc");
    check(cudaMemset(data_, 0xff, count * sizeof(T)), "cudaMemset");
  }
  explicit Array(const std::vector<T> &values) : Array(values.size()) {
    check(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice),
          "cudaMemcpy to the GPU");
  }
  ~Array() { cudaFree(data_); }
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;

  T *data() const { return data_; }
  std::vector<T> read() const {
    std::vector<T> values(count_);
    check(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost),
          "cudaMemcpy from the GPU");
    return values;
  }

private:
  T *data_ = nullptr;
  std::size_t count_ = 0;
};

/// One run of one reference kernel.
class Run {
public:
  explicit Run(unsigned repeats) : repeats_(repeats) {}

  /// Launches once, for compare().
  template <typename Launch> void once(Launch launch) {
    launch();
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "kernel");
  }
  void compare(const std::vector<float> &result, const std::vector<float> &expected);
  /// Launches `repeats` times, after a warm-up, and takes the time of each by CUDA events.
  template <typename Launch> void time(Launch launch) {
    for (unsigned i = 0; i < repeats_ + warmUps && repeats_ > 0; ++i) {
      begin();
      launch();
      end(i >= warmUps);
    }
  }

  bool isRight() const { return right_; }
  double worstError() const { return worstError_; } ///< relative
  double medianMilliseconds() const;

private:
  static constexpr unsigned warmUps = 3;
  void begin();
  void end(bool counts);

  unsigned repeats_;
  bool right_ = false;
  double worstError_ = 0;
  std::vector<double> milliseconds_;
  cudaEvent_t begin_ = nullptr;
  cudaEvent_t end_ = nullptr;
};

using Body = void (*)(Run &);

/// Makes a kernel known to the runner: a static object in its file.
struct Registration {
  Registration(const char *rule, const char *variant, Body body);
};

} // namespace reference

#endif
