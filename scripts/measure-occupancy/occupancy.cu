// Asks the CUDA driver how many blocks of a kernel an SM holds, for every kernel of some cubins:
// with the blocks that people launch, and with random threads, shared memory and carve-outs.
// measure.sh runs it.
//
//   occupancy CONFIGURATIONS CUBIN…
//
// Prints JSON: the device as its driver reports it, and one entry for each answer.
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

static void check(CUresult result, const char *what) {
  if (result == CUDA_SUCCESS)
    return;
  const char *text = nullptr;
  cuGetErrorName(result, &text);
  std::fprintf(stderr, "%s: %s\n", what, text ? text : "?");
  std::exit(1);
}

struct Kernel {
  CUfunction function = nullptr;
  std::string name;
  int registers = 0, staticBytes = 0, mostThreads = 0;
};

static int attribute(CUfunction_attribute which, CUfunction function) {
  int value = 0;
  check(cuFuncGetAttribute(&value, which, function), "cuFuncGetAttribute");
  return value;
}

static std::vector<Kernel> kernelsOf(const char *file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string image{std::istreambuf_iterator<char>(stream), {}};
  CUmodule module = nullptr;
  check(cuModuleLoadData(&module, image.c_str()), file);
  unsigned count = 0;
  check(cuModuleGetFunctionCount(&count, module), "cuModuleGetFunctionCount");
  std::vector<CUfunction> functions(count);
  check(cuModuleEnumerateFunctions(functions.data(), count, module), "cuModuleEnumerateFunctions");
  std::vector<Kernel> kernels;
  for (CUfunction function : functions) {
    const char *name = nullptr;
    check(cuFuncGetName(&name, function), "cuFuncGetName");
    kernels.push_back({function, name, attribute(CU_FUNC_ATTRIBUTE_NUM_REGS, function),
                       attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function),
                       attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function)});
  }
  return kernels;
}

static bool first = true;

/// `carveout`: percent, or -1 for none.
static void ask(const Kernel &kernel, int threads, int dynamicBytes, int carveout) {
  check(cuFuncSetAttribute(kernel.function, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
                           carveout),
        "carve-out");
  int blocks = 0;
  check(
      cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel.function, threads, dynamicBytes),
      "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  std::printf("%s\n  {\"kernel\": \"%s\", \"registers\": %d, \"static\": %d, \"threads\": %d, "
              "\"dynamic\": %d, "
              "\"carveout\": %d, \"blocks\": %d}",
              first ? "" : ",", kernel.name.c_str(), kernel.registers, kernel.staticBytes, threads,
              dynamicBytes, carveout, blocks);
  first = false;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: occupancy CONFIGURATIONS CUBIN...\n");
    return 2;
  }
  check(cuInit(0), "cuInit");
  CUdevice device = 0;
  check(cuDeviceGet(&device, 0), "cuDeviceGet");
  CUcontext context = nullptr;
  check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  char name[256] = {};
  check(cuDeviceGetName(name, sizeof name - 1, device), "cuDeviceGetName");
  auto of = [&](CUdevice_attribute which) {
    int value = 0;
    check(cuDeviceGetAttribute(&value, which, device), "cuDeviceGetAttribute");
    return value;
  };
  const int optin = of(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  int driver = 0;
  check(cuDriverGetVersion(&driver), "cuDriverGetVersion");
  std::printf(
      "{\"device\": \"%s\", \"driver\": %d, \"sms\": %d, \"l2_bytes\": %d, \"threads_per_sm\": %d, "
      "\"blocks_per_sm\": %d, \"registers_per_sm\": %d, \"shared_per_sm\": %d, "
      "\"shared_per_block\": %d, "
      "\"shared_per_block_optin\": %d, \"shared_reserved\": %d,\n \"answers\": [",
      name, driver, of(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
      of(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE), of(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR),
      of(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR),
      of(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR),
      of(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR),
      of(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK), optin,
      of(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK));

  std::vector<Kernel> kernels;
  for (int i = 2; i < argc; ++i)
    for (Kernel &kernel : kernelsOf(argv[i]))
      kernels.push_back(std::move(kernel));
  for (const Kernel &kernel : kernels) {
    check(cuFuncSetAttribute(kernel.function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                             optin - kernel.staticBytes),
          "dynamic shared memory");
    for (int threads : {32, 64, 128, 256, 512, 1024})
      if (threads <= kernel.mostThreads)
        ask(kernel, threads, 0, -1);
  }
  std::mt19937 random(20261122);
  for (int i = 0; i < std::atoi(argv[1]); ++i) {
    const Kernel &kernel = kernels[random() % kernels.size()];
    const int threads = 1 + random() % kernel.mostThreads;
    const int dynamicBytes = random() % (optin - kernel.staticBytes + 1);
    ask(kernel, threads, random() % 3 ? dynamicBytes : 0,
        random() % 2 ? -1 : static_cast<int>(random() % 101));
  }
  std::printf("\n ]}\n");
  return 0;
}
