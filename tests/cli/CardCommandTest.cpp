//===- CardCommandTest.cpp - warplint card ---------------------------------===//

#include "tests/cli/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

namespace warplint::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char *twoKernels =
    R"(__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}
namespace ns {
__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
} // namespace ns
void launch(float *a, float *b, float *c, int n) {
  add<<<(n + 255) / 256, 256>>>(a, b, c, n);
  ns::transpose<<<1, dim3(32, 32)>>>(c, a);
}
)";

/// As the collector and `confirm --figures` write it down.
constexpr const char *measured = R"json({"version": 1, "source": "measured", "per": "run",
 "device": {"name": "NVIDIA H200", "chip": "GH100", "compute_capability": "9.0",
            "driver": "580", "cuda": "13.0", "cupti": "130001"},
 "sites": [
  {"kind": "kernel", "file": "a.cu", "line": 1, "kernel": "add",
   "instantiation": "add(float const*, float const*, float*, int)", "op": "kernel",
   "evidence": {"launches": 1, "launches_profiled": 1, "registers": 16, "duration_us": 10.0,
    "grid_x": 4096, "grid_y": 1, "grid_z": 1,
    "sm_throughput_percent": 14.0, "memory_throughput_percent": 83.0,
    "achieved_occupancy_percent": 90.0, "stall_long_scoreboard_percent": 95.0,
    "adds_fp16": 0.0, "multiplies_fp16": 0.0, "fmas_fp16": 0.0,
    "adds_fp32": 1048576.0, "multiplies_fp32": 0.0, "fmas_fp32": 0.0,
    "adds_fp64": 0.0, "multiplies_fp64": 0.0, "fmas_fp64": 0.0,
    "bytes_requested": 12582912.0, "bytes_dram": 12582912.0, "bytes_l2": 12582912.0}}],
 "notes": []})json";

class CardCommand : public testing::Test {
protected:
  void SetUp() override {
    folder.write("a.cu", twoKernels);
    folder.write("measured.json", measured);
  }
  int run(const std::string &arguments) {
    const int status =
        std::system(("cd '" + folder.path() + "' && '" + WARPLINT_PROGRAM +
                     "' card --cuda-path none " + arguments + " >.out 2>.err </dev/null")
                        .c_str());
    out = folder.read(".out");
    err = folder.read(".err");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  json cards(const std::string &arguments) {
    EXPECT_EQ(run(arguments + " --format json"), 0) << err;
    return json::parse(out).at("cards");
  }
  static json checkOf(const json &card, const std::string &id) {
    for (const json &phase : card.at("phases"))
      for (const json &check : phase.at("checks"))
        if (check.at("id") == id)
          return check;
    ADD_FAILURE() << id;
    return {};
  }

  TemporaryFolder folder;
  std::string out, err;
};

TEST_F(CardCommand, OneForEachKernel) {
  const json all = cards("a.cu --chip H200");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].at("kernel"), "add");
  EXPECT_EQ(all[0].at("predicted_bound").at("bound"), "memory");
  EXPECT_NEAR(all[0].at("predicted_bound").at("arithmetic_intensity").get<double>(), 1.0 / 12,
              1e-6);
  EXPECT_EQ(all[0].at("chip").at("chosen"), "named");
  EXPECT_EQ(all[1].at("kernel"), "ns::transpose");
  EXPECT_EQ(checkOf(all[1], "shared-bank-conflicts").at("state"), "fail");
  EXPECT_EQ(all[1].at("changes").at(0).at("rule"), "shared-bank-conflict");
  EXPECT_EQ(cards("a.cu --kernel transpose").size(), 1U);
}

TEST_F(CardCommand, WhatWasMeasuredStandsBesideIt) {
  const json card = cards("a.cu --kernel add --evidence measured.json").at(0);
  EXPECT_EQ(card.at("chip").at("name"), "H200") << "the one it was measured on";
  EXPECT_EQ(card.at("chip").at("chosen"), "measured");
  EXPECT_EQ(card.at("measured_bound").at("bound"), "memory");
  EXPECT_NEAR(card.at("measured_bound").at("arithmetic_intensity").get<double>(), 1.0 / 12, 1e-6);
  EXPECT_NEAR(card.at("measured").at("flops_fp32").get<double>(), 1048576, 10) << "six digits";
  EXPECT_EQ(checkOf(card, "achieved-occupancy").at("state"), "pass");
  EXPECT_EQ(checkOf(card, "theoretical-occupancy").at("state"), "pass")
      << "the measurement knows the registers";
  EXPECT_EQ(card.at("stalls").at(0).at("reason"), "long_scoreboard");
}

TEST_F(CardCommand, FormatsGoByTheName) {
  EXPECT_EQ(run("a.cu --output card.html"), 0) << err;
  EXPECT_THAT(folder.read("card.html"), StartsWith("<!DOCTYPE html>"));
  EXPECT_EQ(run("a.cu --output card.json"), 0) << err;
  EXPECT_EQ(json::parse(folder.read("card.json")).at("version"), 1);
  EXPECT_EQ(run("a.cu --output -"), 0) << err;
  EXPECT_THAT(out, HasSubstr("Phase 4: Roofline and bottleneck"));
  EXPECT_THAT(out, HasSubstr("open  The chip is known"));
}

TEST_F(CardCommand, TellsWhatIsWrong) {
  EXPECT_EQ(run("a.cu --kernel nobody"), 2);
  EXPECT_THAT(err, HasSubstr("no kernel `nobody` was seen"));
  EXPECT_EQ(run("a.cu --chip H2000"), 2);
  EXPECT_THAT(err, HasSubstr("no such chip"));
  EXPECT_EQ(run("a.cu --format yaml"), 2);
  EXPECT_EQ(run("a.cu --evidence none.json"), 2);
  EXPECT_EQ(run("a.cu --output /no/such/folder/card.html"), 2);
}

//===----------------------------------------------------------------------===//
// Programs that are measured on a GPU (scripts/measure-…)
//===----------------------------------------------------------------------===//

std::string script(const char *file) {
  return "'" WARPLINT_SOURCE_DIR "/scripts/" + std::string(file) + "'";
}

TEST_F(CardCommand, OfAKernelBeforeAndAfterAFix) {
  const json before = cards(script("measure-card/before.cu") + " --chip H100").at(0);
  const json after = cards(script("measure-card/after.cu") + " --chip H100").at(0);
  for (const json *card : {&before, &after}) {
    EXPECT_EQ(card->at("kernel"), "transpose");
    EXPECT_EQ(card->at("block"), "32 x 8 threads");
    EXPECT_EQ(checkOf(*card, "global-load-efficiency").at("state"), "pass");
  }
  EXPECT_EQ(checkOf(before, "global-store-efficiency").at("state"), "fail");
  EXPECT_EQ(checkOf(before, "global-store-efficiency").at("predicted"), "12.5 %");
  EXPECT_EQ(before.at("changes").at(0).at("rule"), "memory-column-access");
  EXPECT_NEAR(before.at("changes").at(0).at("share").get<double>(), 224.0 / 288, 1e-6)
      << "32 sectors where 4 would do, beside 4 of the load";
  EXPECT_EQ(before.at("changes").at(0).at("share_of"), "the kernel's global sectors");
  EXPECT_EQ(checkOf(after, "global-store-efficiency").at("state"), "pass");
  EXPECT_EQ(checkOf(after, "shared-bank-conflicts").at("state"), "pass");
  EXPECT_TRUE(after.at("findings").empty());
  EXPECT_TRUE(after.at("changes").empty());
}

TEST_F(CardCommand, OperationsOfTensorCoresAsByHand) {
  // Four warps take 64 steps each; wgmma is of all four. mma.sync widens eight bits on this chip.
  constexpr double steps = 64, warps = 4;
  const std::map<std::string, std::pair<std::string, double>> byHand = {
      {"wmma_half", {"flops_fp16_tensor", steps * warps * 2 * 16 * 16 * 16}},
      {"wmma_half_sums", {"flops_fp16_tensor", steps * warps * 2 * 16 * 16 * 16}},
      {"wmma_bfloat", {"flops_bf16_tensor", steps * warps * 2 * 32 * 8 * 16}},
      {"wmma_tf32", {"flops_tf32_tensor", steps * warps * 2 * 16 * 16 * 8}},
      {"wmma_double", {"flops_fp64_tensor", steps * warps * 2 * 8 * 8 * 4}},
      {"wmma_int8", {"flops_int8_tensor", steps * warps * 2 * 16 * 16 * 16}},
      {"mma_half", {"flops_fp16_tensor", steps * warps * 2 * 16 * 8 * 16}},
      {"mma_fp8", {"flops_fp16_tensor", steps * warps * 2 * 16 * 8 * 32}},
      {"wgmma_bfloat", {"flops_bf16_tensor", steps * 2 * 64 * 8 * 16}},
      {"halves_only", {"", 0}}};
  const json all = cards(script("measure-roofline/tensor.cu") + " --arch sm_90a --chip H100");
  ASSERT_EQ(all.size(), byHand.size());
  for (const json &card : all) {
    const std::string kernel = card.at("kernel");
    SCOPED_TRACE(kernel);
    const auto &[unit, operations] = byHand.at(kernel);
    EXPECT_EQ(card.at("predicted").at("work_basis"), "a block");
    for (const auto &[name, value] : card.at("predicted").items())
      if (name.starts_with("flops_") && name.ends_with("_tensor"))
        EXPECT_NEAR(value.get<double>(), name == unit ? operations : 0, 10) << name;
    EXPECT_EQ(card.at("predicted").contains(unit), operations > 0);
    EXPECT_EQ(checkOf(card, "tensor-cores").at("state"), operations > 0 ? "pass" : "none");
  }
}

} // namespace
} // namespace warplint::cli
