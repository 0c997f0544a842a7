// A barrier of the grid in a kernel that is launched like any other. With one pass it is not
// reached; with a second one the kernel would end in a trap, and take this program with it.
#include "../runner/Reference.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int count = 1 << 14;
constexpr int block = 256;

__global__ void halve_in_passes(const float *in, float *out, int passes) {
  cg::grid_group grid = cg::this_grid();
  const int i = blockIdx.x * block + threadIdx.x;
  out[i] = in[i] * 0.5f;
  for (int pass = 1; pass < passes; ++pass) {
    grid.sync();
    out[i] = 0.5f * out[count - 1 - i];
    grid.sync();
  }
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(count);
  const reference::Array<float> deviceIn(in), deviceOut(count);
  const int passes = static_cast<int>(in.size()) / count; // one
  const auto launch = [&] {
    halve_in_passes<<<count / block, block>>>(deviceIn.data(), deviceOut.data(), passes);
  };
  run.once(launch);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i)
    expected[i] = in[i] * 0.5f;
  run.compare(deviceOut.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("groups-grid-sync-launch", "bad", run);
