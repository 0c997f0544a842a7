// A barrier of the grid in a kernel that is launched cooperatively: all of its blocks run at once.
#include "../runner/Reference.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int count = 1 << 14;
constexpr int block = 256;

__global__ void halve_together(const float *in, float *out, int passes) {
  cg::grid_group grid = cg::this_grid();
  const int i = blockIdx.x * block + threadIdx.x;
  out[i] = in[i] * 0.5f;
  for (int pass = 1; pass < passes; ++pass) {
    grid.sync();
    const float other = out[count - 1 - i];
    grid.sync();
    out[i] = 0.5f * other;
  }
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const int passes = static_cast<int>(in.size()) / count; // one
  const auto launch = [&] {
    const float *from = deviceIn.data();
    float *to = deviceOut.data();
    int times = passes;
    void *arguments[] = {&from, &to, &times};
    reference::check(cudaLaunchCooperativeKernel((const void *)halve_together, dim3(count / block),
                                                 dim3(block), arguments, 0, nullptr),
                     "cooperative launch");
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i)
    expected[i] = in[i] * 0.5f;
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("groups-grid-sync-launch", "good", run);
