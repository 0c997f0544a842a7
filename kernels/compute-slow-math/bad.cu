// A square by powf, and a division by what never changes.
#include "../runner/Reference.h"

constexpr int count = 1 << 20;
constexpr int block = 256;
constexpr int points = 64;

__global__ void squares_by_pow(const float *in, const float *points_x, float *out, float scale) {
  const int i = blockIdx.x * block + threadIdx.x;
  const float x = in[i];
  float sum = 0;
  for (int k = 0; k < points; ++k)
    sum += powf(x - points_x[k], 2.0f) / scale;
  out[i] = sum;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const std::vector<float> centres(in.begin(), in.begin() + points);
  const float scale = 3.0f;
  const reference::Array<float> deviceIn(in), deviceCentres(centres), deviceOut(count);
  const auto launch = [&] {
    squares_by_pow<<<count / block, block>>>(deviceIn.data(), deviceCentres.data(),
                                             deviceOut.data(), scale);
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i) {
    float sum = 0;
    for (const float centre : centres)
      sum += (in[i] - centre) * (in[i] - centre) / scale;
    expected[i] = sum;
  }
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("compute-slow-math", "bad", run);
