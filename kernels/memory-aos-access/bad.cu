// Two fields of eight are of use, and whole structures move.
#include "../runner/Reference.h"

constexpr int count = 1 << 22; // 128 MiB of particles, more than the L2 cache of an H200 (50 MB)
constexpr int block = 256;

struct Particle {
  float x, y, z, mass;
  float vx, vy, vz, charge;
};

__global__ void move_structures(Particle *particles, float *x, float seconds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = particles[i].x + seconds * particles[i].vx;
}

static void run(reference::Run &run) {
  const std::vector<float> in = reference::values(2 * count);
  std::vector<Particle> particles(count);
  std::vector<float> expected(count);
  for (int i = 0; i < count; ++i) {
    particles[i] = {in[i], 1, 1, 1, in[count + i], 1, 1, 1};
    expected[i] = in[i] + 0.5f * in[count + i];
  }
  const reference::Array<Particle> deviceParticles(particles);
  const reference::Array<float> deviceX(count);
  const auto launch = [&] {
    move_structures<<<count / block, block>>>(deviceParticles.data(), deviceX.data(), 0.5f);
  };
  run.once(launch);
  run.compare(deviceX.read(), expected);
  run.time(launch);
}

static const reference::Registration registration("memory-aos-access", "bad", run);
