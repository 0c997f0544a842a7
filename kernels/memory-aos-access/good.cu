// One array for each field: only what is of use moves.
#include "../runner/Reference.h"

constexpr int count = 1 << 22; // as many particles as in bad.cu
constexpr int block = 256;

__global__ void move_arrays(const float *position, const float *velocity, float *x, float seconds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = position[i] + seconds * velocity[i];
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(2 * count);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i)
    expected[i] = in[i] + 0.5f * in[count + i];
  const reference::Array<float> deviceIn(in), deviceX(count);
  const auto launch = [&] {
    move_arrays<<<count / block, block>>>(deviceIn.data(), deviceIn.data() + count, deviceX.data(),
                                          0.5f);
  };
  run.once(launch);
  run.compare(deviceX.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("memory-aos-access", "good", run);
