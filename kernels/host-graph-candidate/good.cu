// The four kernels are captured once as a graph, which is launched five hundred times.
#include "../runner/Reference.h"

constexpr int count = 1 << 16;
constexpr int block = 256;
constexpr int iterations = 500;

// Not element-wise: each thread reads what its neighbour has written.
__global__ void relax_by_graph(float *out, const float *in) {
  const int i = blockIdx.x * block + threadIdx.x;
  out[i] = 0.5f * in[i] + 0.25f * (in[i == 0 ? count - 1 : i - 1] + in[i == count - 1 ? 0 : i + 1]);
}

static void run(reference::Run &run) {
  const std::vector<float> values = reference::values(count);
  const reference::Array<float> first(values), second(count);
  float *const a = first.data(), *const b = second.data();
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t iteration;
  reference::check(cudaStreamCreate(&stream), "cudaStreamCreate");
  reference::check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "capture");
  relax_by_graph<<<count / block, block, 0, stream>>>(b, a);
  relax_by_graph<<<count / block, block, 0, stream>>>(a, b);
  relax_by_graph<<<count / block, block, 0, stream>>>(b, a);
  relax_by_graph<<<count / block, block, 0, stream>>>(a, b);
  reference::check(cudaStreamEndCapture(stream, &graph), "capture");
  reference::check(cudaGraphInstantiate(&iteration, graph, 0), "cudaGraphInstantiate");
  const auto launch = [&] {
    for (int i = 0; i < iterations; ++i)
      reference::check(cudaGraphLaunch(iteration, stream), "cudaGraphLaunch");
    reference::check(cudaStreamSynchronize(stream), "iterations");
  };
  run.once(launch);
  std::vector<float> expected = values, next(count);
  for (int step = 0; step < 4 * iterations; ++step) {
    for (int i = 0; i < count; ++i)
      next[i] = 0.5f * expected[i] + 0.25f * (expected[i == 0 ? count - 1 : i - 1] +
                                              expected[i == count - 1 ? 0 : i + 1]);
    expected.swap(next);
  }
  run.compare(first.read(), expected);
  run.time(launch);
  cudaGraphExecDestroy(iteration);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

static const reference::Registration registration("host-graph-candidate", "good", run);
