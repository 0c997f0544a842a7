// A thousand short steps, and the host waits for each.
#include "../runner/Reference.h"

#include <utility>

constexpr int count = 1 << 16;
constexpr int block = 256;
constexpr int steps = 1000;

__global__ void advance_and_wait(float *next, const float *current) {
  const int i = blockIdx.x * block + threadIdx.x;
  next[i] = 0.5f * current[i] + 0.25f;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> first(in), second(count);
  const auto launch = [&] {
    float *next = second.data(), *current = first.data();
    for (int step = 0; step < steps; ++step) {
      advance_and_wait<<<count / block, block>>>(next, current);
      reference::check(cudaDeviceSynchronize(), "step");
      std::swap(next, current);
    }
  };
  run.once(launch);
  std::vector<float> expected = in;
  for (int step = 0; step < steps; ++step)
    for (float &value : expected)
      value = 0.5f * value + 0.25f;
  run.compare(first.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("host-sync-in-loop", "bad", run);
