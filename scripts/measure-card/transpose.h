// Runs one of the two, over matrices that no cache holds, and checks every element.

#pragma once

#include <cstdio>
#include <cstdlib>
#include <vector>

inline void check(cudaError_t status) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

template <typename Launch> int run(Launch launch) {
  constexpr int n = 8192; // 256 MiB
  constexpr int launches = 10;
  std::vector<float> in(std::size_t{n} * n), out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<float>(i % 8191);
  float *from = nullptr, *to = nullptr;
  check(cudaMalloc(&from, in.size() * sizeof(float)));
  check(cudaMalloc(&to, in.size() * sizeof(float)));
  check(cudaMemcpy(from, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
  for (int i = 0; i < launches; ++i)
    launch(to, from, n);
  check(cudaGetLastError());
  check(cudaMemcpy(out.data(), to, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
  check(cudaFree(from));
  check(cudaFree(to));
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t column = 0; column < n; ++column)
      if (out[column * n + row] != in[row * n + column]) {
        std::fprintf(stderr, "element %zu, %zu is wrong\n", row, column);
        return EXIT_FAILURE;
      }
  return EXIT_SUCCESS;
}
