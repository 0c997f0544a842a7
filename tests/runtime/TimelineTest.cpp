//===- TimelineTest.cpp - what calls in host code cost --------------------===//
//
// No GPU: activity records are played back as the collector writes them.
//
//===----------------------------------------------------------------------===//

#include "runtime-check/Timeline.h"

#include "runtime-check/Judge.h"
#include "tests/runtime/Samples.h"

#include <gmock/gmock.h>

namespace warplint::runtime {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// The text of an activity file.
class Records {
public:
  void call(const char *name, Nanoseconds begin, Nanoseconds end, int thread = 1) {
    add("[\"call\",{},{},{},{},\"{}\"]", begin, end, ++correlation_, thread, name);
  }
  /// A call, and what the device does for it.
  void launch(Nanoseconds called, Nanoseconds begin, Nanoseconds end,
              const char *kernel = "_Z4stepPf", int thread = 1) {
    call("cudaLaunchKernel", called, called + 2, thread);
    add("[\"kernel\",{},{},{},\"{}\"]", begin, end, correlation_, kernel);
  }
  void copy(Nanoseconds called, Nanoseconds begin, Nanoseconds end, const char *direction,
            const char *memory) {
    call("cudaMemcpyAsync", called, called + 2);
    add("[\"copy\",{},{},{},\"{}\",\"{}\",4096]", begin, end, correlation_, direction, memory);
  }
  void overhead(Nanoseconds begin, Nanoseconds end) { add("[\"overhead\",{},{}]", begin, end); }
  /// As the driver's own, inside the last call.
  void inner(const char *name, Nanoseconds begin, Nanoseconds end) {
    add("[\"call\",{},{},{},1,\"{}\"]", begin, end, correlation_, name);
  }
  void raw(const std::string &line) { text_ += line; }

  Measurement measured() const {
    std::istringstream in(text_);
    Measurement measurement;
    measurement.device = Device{"NVIDIA H200", "GH100", "9.0", "580", "13.0", "130001"};
    measurement.sites = hostCallSites(readTimeline(in));
    return merged({measurement});
  }

private:
  template <typename... Values> void add(std::string form, const Values &...values) {
    const auto put = [&](const auto &value) {
      std::ostringstream out;
      out << value;
      form.replace(form.find("{}"), 2, out.str());
    };
    (put(values), ...);
    text_ += form + "\n";
  }

  std::string text_;
  int correlation_ = 0;
};

/// Iterations of 100 ns: a kernel of `busy` ns, and a call behind it.
Records loop(Nanoseconds busy, int count = 10, const char *call = "cudaDeviceSynchronize") {
  Records records;
  for (int i = 0; i < count; ++i) {
    const Nanoseconds at = 1000 + 100 * i;
    records.launch(at, at + 5, at + 5 + busy);
    records.call(call, at + 3, at + 15 + busy);
  }
  return records;
}

Finding at(const char *op, Evidence predicted = {{"loop_kernels", std::string("step")}}) {
  Finding finding;
  finding.rule = "rule";
  finding.op = op;
  finding.span = {"src/a.cu", 9, 3, 9, 20};
  finding.predicted = std::move(predicted);
  return finding;
}

Finding judged(Finding finding, const Measurement &measurement,
               std::function<bool(const Evidence &)> holds, bool iterations = true) {
  std::vector<Finding> findings{std::move(finding)};
  const auto confirmation = [&](const std::string &) {
    Confirmation result;
    result.kind = SiteKind::HostCall;
    result.activity = true;
    result.iterations = iterations;
    result.holds = [&](const Evidence &evidence) -> Expected<bool> { return holds(evidence); };
    return std::optional(result);
  };
  EXPECT_TRUE(judge(findings, confirmation, measurement));
  return findings.front();
}

bool isIdle(const Evidence &evidence) {
  return numberAt(evidence, "device_idle_percent").value_or(0) >= 10;
}

TEST(Timeline, AWaitIsJudgedByWhatTheDeviceDoesMeanwhile) {
  const Finding costly = judged(at("cudaDeviceSynchronize"), loop(30).measured(), isIdle);
  EXPECT_EQ(costly.verdict, Verdict::Confirmed);
  EXPECT_DOUBLE_EQ(*numberAt(*costly.measured, "device_idle_percent"), 70);
  EXPECT_EQ(numberAt(*costly.measured, "calls"), 10);
  EXPECT_EQ(numberAt(*costly.measured, "iterations"), 9);
  EXPECT_NEAR(*numberAt(*costly.measured, "call_percent"), 100.0 * 420 / 900, 1e-9);
  const Finding cheap = judged(at("cudaDeviceSynchronize"), loop(95).measured(), isIdle);
  EXPECT_EQ(cheap.verdict, Verdict::Refuted) << "kernels are long: the wait costs nothing";
  EXPECT_DOUBLE_EQ(*numberAt(*cheap.measured, "device_idle_percent"), 5);
}

TEST(Timeline, AnAlgorithmWaitsForItsStream) {
  const Measurement measurement = loop(30, 10, "cudaStreamSynchronize").measured();
  EXPECT_EQ(judged(at("thrust::reduce"), measurement, isIdle).verdict, Verdict::Confirmed);
  EXPECT_EQ(judged(at("thrust::reduce"), loop(30).measured(), isIdle).verdict,
            Verdict::NotExecuted);
}

TEST(Timeline, WhatDidNotHappenIsNotJudged) {
  const Measurement measurement = loop(30).measured();
  EXPECT_EQ(judged(at("cudaMalloc"), measurement, isIdle).verdict, Verdict::NotExecuted);
  EXPECT_EQ(judged(at("cudaDeviceSynchronize", {{"loop_kernels", std::string("other, third")}}),
                   measurement, isIdle)
                .verdict,
            Verdict::Inconclusive)
      << "beside other kernels alone: this loop may have come round once";
  const Finding once = judged(at("cudaDeviceSynchronize"), loop(30, 1).measured(), isIdle);
  EXPECT_EQ(once.verdict, Verdict::Inconclusive);
  EXPECT_THAT(once.notes.at(0).text, HasSubstr("twice"));
  const Finding without =
      judged(at("cudaDeviceSynchronize"), measurementOf({load(3, 16, 1, 4, 4)}), isIdle);
  EXPECT_EQ(without.verdict, Verdict::Inconclusive);
  EXPECT_THAT(without.notes.at(0).text, HasSubstr("no activity"));
}

TEST(Timeline, ABreakBetweenTwoLoopsIsNoIteration) {
  Records records = loop(95);
  for (int i = 0; i < 5; ++i)
    records.launch(900'000 + 100 * i, 900'005 + 100 * i, 900'100 + 100 * i);
  const Measurement measurement = records.measured();
  EXPECT_EQ(judged(at("cudaDeviceSynchronize"), measurement, isIdle).verdict, Verdict::Refuted);
}

TEST(Timeline, WhatCuptiTakesIsNotTheProgramsTime) {
  Records records = loop(30);
  for (int i = 0; i < 10; ++i) // from the end of each kernel to the next
    records.overhead(1000 + 100 * i + 35, 1000 + 100 * i + 100);
  const Finding finding = judged(at("cudaDeviceSynchronize"), records.measured(), isIdle);
  EXPECT_NEAR(*numberAt(*finding.measured, "device_idle_percent"), 100.0 * 5 / 35, 1e-9);
}

TEST(Timeline, KernelsOfOtherStreamsKeepTheDeviceBusy) {
  Records records = loop(30);
  for (int i = 0; i < 10; ++i)
    records.launch(1000 + 100 * i, 1000 + 100 * i + 20, 1000 + 100 * i + 100, "_Z5otherPf", 2);
  const Finding finding = judged(at("cudaDeviceSynchronize"), records.measured(), isIdle);
  EXPECT_EQ(finding.verdict, Verdict::Refuted);
}

TEST(Timeline, CallsOfOneNameAreToldApartByTheKernelBefore) {
  Records records = loop(30);
  records.launch(5000, 5005, 5010, "_ZN2ns5otherIfEEvPT_");
  records.call("cudaDeviceSynchronize", 5003, 5020);
  const Measurement measurement = records.measured();
  EXPECT_EQ(numberAt(*judged(at("cudaDeviceSynchronize"), measurement, isIdle).measured, "calls"),
            10);
  const Finding other = judged(
      at("cudaDeviceSynchronize", {{"loop_kernels", std::string("other")}}), measurement,
      [](const Evidence &) { return true; }, false);
  EXPECT_EQ(numberAt(*other.measured, "calls"), 1) << "of a namespace, and of a template";
}

TEST(Timeline, TheDriversCallsWithinTheRuntimesCountOnce) {
  Records records;
  for (int i = 0; i < 4; ++i) {
    records.call("cudaMalloc", 100 * i, 100 * i + 50);
    records.inner("cuMemAlloc", 100 * i + 1, 100 * i + 49);
  }
  records.call("cuMemAlloc", 1000, 1010); // the program's own
  const Measurement measurement = records.measured();
  ASSERT_THAT(measurement.sites, SizeIs(2));
  EXPECT_EQ(measurement.sites[0].site.op, "cuMemAlloc");
  EXPECT_EQ(numberAt(measurement.sites[0].site.evidence, "calls"), 1);
  EXPECT_EQ(numberAt(measurement.sites[1].site.evidence, "call_ns"), 200);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

bool isPageable(const Evidence &evidence) {
  return stringAt(evidence, "direction") == "to_device" && evidence.contains("pageable_to_device");
}

TEST(Timeline, MemoryOfCopiesByTheirDirection) {
  const Evidence upload = {{"direction", std::string("to_device")}};
  Records records;
  records.copy(10, 20, 30, "to_device", "pageable");
  records.copy(40, 50, 60, "to_host", "pinned");
  const Finding finding = judged(at("cudaMemcpyAsync", upload), records.measured(), isPageable,
                                 /*iterations=*/false);
  EXPECT_EQ(finding.verdict, Verdict::Confirmed);
  EXPECT_EQ(numberAt(*finding.measured, "pageable_to_device"), 1);
  EXPECT_EQ(numberAt(*finding.measured, "pinned_to_host"), 1);
  EXPECT_FALSE(finding.measured->contains("direction")) << "nobody measured that";
  Records pinned;
  pinned.copy(10, 20, 30, "to_device", "pinned");
  EXPECT_EQ(judged(at("cudaMemcpyAsync", upload), pinned.measured(), isPageable, false).verdict,
            Verdict::Refuted);
}

/// Chunks of 30 ns in, 40 ns of a kernel, 30 ns out; each begins `stride` ns after the one before.
Measurement chunks(Nanoseconds stride, int count = 20) {
  Records records;
  for (int i = 0; i < count; ++i) {
    const Nanoseconds at = 1000 + stride * i;
    records.copy(at, at + 0, at + 30, "to_device", "pinned");
    records.launch(at + 1, at + 30, at + 70);
    records.copy(at + 2, at + 70, at + 100, "to_host", "pinned");
  }
  return records.measured();
}

TEST(Timeline, OverlapOfCopiesAndKernels) {
  const auto serial = [](const Evidence &evidence) {
    return numberAt(evidence, "overlap_possible_percent").value_or(0) >= 10 &&
           numberAt(evidence, "overlap_percent").value_or(100) < 10;
  };
  const Finding oneByOne = judged(at("cudaMemcpyAsync"), chunks(100), serial);
  EXPECT_EQ(oneByOne.verdict, Verdict::Confirmed);
  EXPECT_DOUBLE_EQ(*numberAt(*oneByOne.measured, "overlap_percent"), 0);
  EXPECT_DOUBLE_EQ(*numberAt(*oneByOne.measured, "overlap_possible_percent"), 60);
  EXPECT_DOUBLE_EQ(*numberAt(*oneByOne.measured, "device_idle_percent"), 0);
  const Finding together = judged(at("cudaMemcpyAsync"), chunks(40), serial);
  EXPECT_EQ(together.verdict, Verdict::Refuted);
  EXPECT_GT(*numberAt(*together.measured, "overlap_percent"), 85);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

TEST(Timeline, AFileThatEndsAnywhereIsReadUpToThere) {
  Records records = loop(30, 4);
  records.raw("[\"call\",12,13");
  EXPECT_THAT(records.measured().sites, SizeIs(2));
  Records nothing;
  nothing.raw("no JSON\n{}\n[]\n[\"call\",1]\n[\"kernel\",\"a\",2,3,\"k\"]\n[1,2,3]\n");
  EXPECT_THAT(nothing.measured().sites, IsEmpty());
}

TEST(Timeline, ProcessesAddUpAndEvidenceKeepsThem) {
  Measurement two = merged({loop(30).measured(), loop(90).measured()});
  const auto idle = [](const Measurement &measurement) {
    return *numberAt(*judged(at("cudaDeviceSynchronize"), measurement, isIdle).measured,
                     "device_idle_percent");
  };
  EXPECT_DOUBLE_EQ(idle(two), 40);
  const auto again = measurementFromJson(nlohmann::json::parse(toJson(two).dump()));
  ASSERT_TRUE(again);
  EXPECT_DOUBLE_EQ(idle(merged({*again})), 40);
}

} // namespace
} // namespace warplint::runtime
