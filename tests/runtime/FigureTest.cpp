//===- FigureTest.cpp - figures of kernels as a whole ---------------------===//

#include "runtime-check/Figure.h"

#include "lint/evidence/Vocabulary.h"
#include "runtime-check/Judge.h"
#include "tests/runtime/Samples.h"

#include <cmath>
#include <gmock/gmock.h>

namespace warplint::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A launch of `k<int>` under the Range Profiler.
MeasuredSite profiled(double duration, double occupancy, std::int64_t block = 256,
                      const std::string &instantiation = "k<int>()") {
  MeasuredSite measured = launch("launches_profiled", 1);
  measured.instantiation = instantiation;
  measured.site.evidence["duration_us"] = duration;
  measured.site.evidence["achieved_occupancy_percent"] = occupancy;
  measured.site.evidence["registers"] = std::int64_t{24};
  measured.site.evidence["block_x"] = block;
  return measured;
}

MeasuredSite launches(std::int64_t count, const std::string &instantiation = "k<int>()") {
  MeasuredSite measured = launch("launches", count);
  measured.instantiation = instantiation;
  return measured;
}

Measurement figuresOf(std::vector<MeasuredSite> sites) {
  Measurement measurement;
  measurement.device = Device{"NVIDIA H100", "GH100", "9.0", "580", "13.0", "130001"};
  measurement.sites = std::move(sites);
  return merged({measurement});
}

TEST(Figure, EachIsANumberOfTheVocabulary) {
  std::set<std::string_view> metrics, whole, inParts;
  for (const Figure &figure : figures()) {
    if (figure.isPart)
      inParts.insert(figure.evidence);
    else
      EXPECT_TRUE(whole.insert(figure.evidence).second) << figure.evidence;
    EXPECT_TRUE(metrics.insert(figure.cuptiName).second) << figure.cuptiName;
    EXPECT_EQ(figureFromCuptiName(figure.cuptiName), &figure);
    EXPECT_TRUE(
        std::any_of(vocabulary(SiteKind::Kernel).begin(), vocabulary(SiteKind::Kernel).end(),
                    [&](const EvidenceName &name) {
                      return name.name == figure.evidence && name.type == EvidenceType::Number;
                    }))
        << figure.evidence;
  }
  for (std::string_view evidence : inParts)
    EXPECT_FALSE(whole.contains(evidence)) << evidence;
  EXPECT_EQ(figureFromCuptiName("sm__warps_active"), nullptr) << "names stand in full";
}

TEST(Figure, UnitsAreThoseOfTheEvidence) {
  const auto value = [](const char *metric, double measured) {
    return figureValue(*figureFromCuptiName(metric), measured, 8);
  };
  EXPECT_DOUBLE_EQ(value("gpu__time_duration.sum", 12'500), 12.5) << "ns to us";
  EXPECT_DOUBLE_EQ(value("smsp__thread_inst_executed_per_inst_executed.ratio", 8), 25);
  EXPECT_DOUBLE_EQ(value("sm__throughput.avg.pct_of_peak_sustained_elapsed", 40), 40);
  const char *stall = "smsp__average_warps_issue_stalled_wait_per_issue_active.ratio";
  EXPECT_DOUBLE_EQ(value(stall, 2), 25) << "2 of 8 cycles";
  EXPECT_FALSE(std::isfinite(figureValue(*figureFromCuptiName(stall), 0, 0)));
}

TEST(Figure, PartsAddUp) {
  const auto part = [](const char *metric) -> const Figure & {
    return *figureFromCuptiName(metric);
  };
  std::vector<FigureValue> values;
  addValue(values, part("sm__ops_path_tensor_src_fp16_dst_fp16.sum"), 100);
  addValue(values, part("gpu__time_duration.sum"), 7);
  addValue(values, part("sm__ops_path_tensor_src_fp16_dst_fp32.sum"), 23);
  addValue(values, part("sm__ops_path_tensor_src_fp8.sum"), 0.0 / 0.0);
  ASSERT_EQ(values.size(), 2U);
  EXPECT_EQ(values[0].figure->evidence, "flops_fp16_tensor");
  EXPECT_EQ(values[0].value, 123);
  EXPECT_EQ(values[1].value, 7);
}

TEST(Figures, OperationsOfTensorCoresCount) {
  MeasuredSite measured = profiled(10, 50);
  Evidence &evidence = measured.site.evidence;
  for (const char *precision : {"fp16", "fp32", "fp64"})
    for (const char *kind : {"adds_", "multiplies_", "fmas_"})
      evidence[std::string(kind) + precision] = 0.0;
  evidence["adds_fp32"] = 1e6;
  evidence["flops_fp16_tensor"] = 62e6;
  evidence["flops_int8_tensor"] = 1e6;
  evidence["bytes_dram"] = 16e6;
  evidence["bytes_requested"] = 32e6;
  const Measurement measurement = figuresOf({measured, measured});
  const Evidence &kernel = measurement.sites.at(0).site.evidence;
  EXPECT_DOUBLE_EQ(*numberAt(kernel, "flops_fp16_tensor"), 62e6) << "a mean, not a sum";
  EXPECT_DOUBLE_EQ(*numberAt(kernel, "arithmetic_intensity"), 4);
  EXPECT_DOUBLE_EQ(*numberAt(kernel, "arithmetic_intensity_requested"), 2);
}

TEST(Figures, AreMeansOverLaunches) {
  const Measurement measurement =
      figuresOf({profiled(10, 50), profiled(20, 60), profiled(60, 70), launches(40)});
  ASSERT_EQ(measurement.sites.size(), 1U);
  const Evidence &evidence = measurement.sites[0].site.evidence;
  EXPECT_DOUBLE_EQ(*numberAt(evidence, "duration_us"), 30);
  EXPECT_DOUBLE_EQ(*numberAt(evidence, "achieved_occupancy_percent"), 60);
  EXPECT_EQ(numberAt(evidence, "launches_profiled"), 3);
  EXPECT_EQ(numberAt(evidence, "launches"), 40);
  EXPECT_EQ(numberAt(evidence, "registers"), 24) << "not a count";
  const auto json = toJson(measurement);
  const Expected<Measurement> read = measurementFromJson(json);
  ASSERT_TRUE(read);
  EXPECT_EQ(toJson(merged({*read})), json) << "merging one changes nothing";
}

TEST(Figures, OperationsAndBytesGiveTheIntensity) {
  // c[i] = a[i] + b[i] of a million floats, and one of them multiplied and added in one go.
  const auto vectorAdd = [](double fused) {
    MeasuredSite measured = profiled(10, 50);
    Evidence &evidence = measured.site.evidence;
    for (const char *precision : {"fp16", "fp32", "fp64"})
      for (const char *kind : {"adds_", "multiplies_", "fmas_"})
        evidence[std::string(kind) + precision] = 0.0;
    evidence["adds_fp32"] = 1e6;
    evidence["fmas_fp32"] = fused;
    evidence["bytes_dram"] = 12e6;
    evidence["bytes_requested"] = 12e6;
    return measured;
  };
  const Measurement measurement = figuresOf({vectorAdd(0), vectorAdd(0)});
  const Evidence &evidence = measurement.sites.at(0).site.evidence;
  EXPECT_DOUBLE_EQ(*numberAt(evidence, "flops_fp32"), 1e6);
  EXPECT_DOUBLE_EQ(*numberAt(evidence, "flops_fp64"), 0);
  EXPECT_DOUBLE_EQ(*numberAt(evidence, "arithmetic_intensity"), 1.0 / 12);
  EXPECT_DOUBLE_EQ(*numberAt(evidence, "arithmetic_intensity_requested"), 1.0 / 12);
  const Measurement mixed = figuresOf({vectorAdd(0), vectorAdd(1e6)});
  EXPECT_DOUBLE_EQ(*numberAt(mixed.sites.at(0).site.evidence, "flops_fp32"), 2e6) << "their mean";
  // It is the same after a file.
  const Expected<Measurement> read = measurementFromJson(toJson(measurement));
  ASSERT_TRUE(read);
  EXPECT_EQ(toJson(merged({*read})), toJson(measurement));
}

TEST(Figures, WithoutPartOfTheCountsThereIsNoIntensity) {
  MeasuredSite measured = profiled(10, 50);
  measured.site.evidence["adds_fp32"] = 1e6;
  measured.site.evidence["bytes_dram"] = 12e6;
  const Measurement measurement = figuresOf({measured});
  EXPECT_FALSE(measurement.sites.at(0).site.evidence.contains("flops_fp32"));
  EXPECT_FALSE(measurement.sites.at(0).site.evidence.contains("arithmetic_intensity"));
}

TEST(Figures, WhatLaunchesDoNotHaveInCommonIsLeftOut) {
  const Measurement measurement =
      figuresOf({profiled(10, 50, 128), profiled(10, 50, 256), profiled(10, 50, 256)});
  const Evidence &evidence = measurement.sites.at(0).site.evidence;
  EXPECT_FALSE(evidence.contains("block_x"));
  EXPECT_EQ(numberAt(evidence, "registers"), 24);
}

TEST(Figures, OfASecondRunCountItsLaunchesOnce) {
  Measurement counts = figuresOf({launches(40)});
  counts.sites[0].site.evidence["milliseconds"] = 0.5;
  const Measurement both =
      withFigures(counts, figuresOf({profiled(10, 50), profiled(20, 60), launches(40)}));
  ASSERT_EQ(both.sites.size(), 1U);
  EXPECT_EQ(numberAt(both.sites[0].site.evidence, "launches"), 40);
  EXPECT_EQ(numberAt(both.sites[0].site.evidence, "duration_us"), 15);
  EXPECT_EQ(numberAt(both.sites[0].site.evidence, "milliseconds"), 0.5);
}

TEST(Figures, TheMostTimeComesFirst) {
  const Measurement measurement = figuresOf(
      {profiled(10, 50), launches(3), profiled(2, 60, 256, "k<double>()"),
       launches(100, "k<double>()"), profiled(1, 1, 32, "a()"), launches(2, "never profiled")});
  std::vector<std::string> order;
  for (const KernelFigures &kernel : kernelFigures(measurement))
    order.push_back(kernel.instantiation);
  EXPECT_THAT(order, ElementsAre("k<double>()", "k<int>()", "a()"));
}

TEST(Figures, TopStalls) {
  const Evidence evidence = {{"stall_wait_percent", 5.0},     {"stall_barrier_percent", 50.0},
                             {"stall_drain_percent", 5.0},    {"stall_membar_percent", 1.0},
                             {"stall_sleeping_percent", 0.0}, {"duration_us", 99.0}};
  std::vector<std::string> reasons;
  for (const Stall &stall : topStalls(evidence))
    reasons.push_back(stall.reason);
  EXPECT_THAT(reasons, ElementsAre("barrier", "drain", "wait"));
  EXPECT_TRUE(topStalls({}).empty());
}

//===----------------------------------------------------------------------===//
// Verdicts
//===----------------------------------------------------------------------===//

std::optional<Confirmation> confirmation(const std::string &rule) {
  const auto low = [](const Evidence &evidence) -> Expected<bool> {
    return numberAt(evidence, "achieved_occupancy_percent").value_or(100) < 55;
  };
  if (rule == "of-kernels")
    return Confirmation{SiteKind::Kernel, low, "", {"achieved_occupancy_percent"}};
  if (rule == "of-loads")
    return Confirmation{SiteKind::GlobalAccess,
                        [low](const Evidence &evidence) -> Expected<bool> {
                          return *low(evidence) && numberAt(evidence, "sectors_ratio") >= 2;
                        },
                        "",
                        {"achieved_occupancy_percent"}};
  return Confirmation{SiteKind::Launch, low, "", {"stall_gmma_percent"}};
}

MeasuredSite codeIn(const std::string &file, const std::string &instantiation) {
  MeasuredSite measured = launch("launches", 1);
  measured.instantiation = instantiation;
  measured.site.kind = SiteKind::Branch;
  measured.site.span.file = file;
  measured.site.span.line = 3;
  return measured;
}

Finding judged(const std::string &rule, const Measurement &measurement) {
  std::vector<Finding> findings{findingAt(3, "load", 8)};
  findings[0].rule = rule;
  EXPECT_TRUE(judge(findings, confirmation, measurement));
  return findings.front();
}

std::string why(const Finding &finding) {
  return finding.notes.empty() ? "" : finding.notes.front().text;
}

TEST(JudgeByFigures, AKernelAsAWhole) {
  const Finding confirmed = judged("of-kernels", figuresOf({profiled(10, 50)}));
  EXPECT_EQ(confirmed.verdict, Verdict::Confirmed);
  EXPECT_EQ(*confirmed.measured, (Evidence{{"achieved_occupancy_percent", 50.0}}))
      << "nobody asked for the duration";
  EXPECT_THAT(why(confirmed), HasSubstr("measured in k<int>()"));
  EXPECT_EQ(judged("of-kernels", figuresOf({profiled(10, 60)})).verdict, Verdict::Refuted);
}

TEST(JudgeByFigures, TheInstantiationInWhichTimeIsSpentCounts) {
  const Measurement measurement =
      figuresOf({profiled(10, 90), profiled(90, 20, 256, "k<double>()")});
  EXPECT_EQ(judged("of-kernels", measurement).verdict, Verdict::Confirmed);
}

TEST(JudgeByFigures, OfKernelsOfOneNameTheOneInTheFindingsFileCounts) {
  const Measurement measurement =
      figuresOf({profiled(10, 20, 256, "k<16>()"), codeIn("src/a.cu", "k<16>()"),
                 profiled(90, 90, 256, "k<3>()"), codeIn("src/b.cu", "k<3>()")});
  EXPECT_EQ(judged("of-kernels", measurement).verdict, Verdict::Confirmed);
}

TEST(JudgeByFigures, ALineAndItsKernelTogether) {
  const auto verdict = [](std::int64_t sectors, double occupancy) {
    return judged("of-loads", figuresOf({load(3, 16, 10, sectors, 40), profiled(10, occupancy)}))
        .verdict;
  };
  EXPECT_EQ(verdict(320, 50), Verdict::Confirmed);
  EXPECT_EQ(verdict(320, 60), Verdict::Refuted);
  EXPECT_EQ(verdict(40, 50), Verdict::Refuted);
  EXPECT_EQ(judged("of-loads", figuresOf({load(9, 16, 10, 320, 40), profiled(10, 50)})).verdict,
            Verdict::Inconclusive)
      << "no such load on the line";
}

TEST(JudgeByFigures, WhatWasNotMeasuredIsLeftOpen) {
  const Finding notTaken = judged("of-kernels", figuresOf({launches(3)}));
  EXPECT_EQ(notTaken.verdict, Verdict::Inconclusive);
  EXPECT_THAT(why(notTaken), HasSubstr("no kernel-level figures were taken"));
  const Finding notLaunched = judged("of-kernels", figuresOf({}));
  EXPECT_EQ(notLaunched.verdict, Verdict::NotExecuted);
  EXPECT_THAT(why(notLaunched), HasSubstr("did not launch"));
  const Finding lacking = judged("of-launches", figuresOf({profiled(10, 50)}));
  EXPECT_EQ(lacking.verdict, Verdict::Inconclusive);
  EXPECT_THAT(why(lacking), HasSubstr("`stall_gmma_percent` was not measured"));
}

//===----------------------------------------------------------------------===//
// What an H100 gave
//===----------------------------------------------------------------------===//

TEST(Figures, OfAnH100AsRecorded) {
  const Expected<Measurement> recorded =
      readMeasurement(WARPLINT_SOURCE_DIR "/tests/runtime/data/kernel-figures.json");
  ASSERT_TRUE(recorded) << recorded.error().str();
  std::map<std::string, KernelFigures> kernels;
  for (KernelFigures &kernel : kernelFigures(merged({*recorded})))
    kernels.emplace(kernel.kernel, std::move(kernel));
  const auto at = [&](const char *kernel, const char *name) {
    return numberAt(kernels.at(kernel).evidence, name).value_or(-1);
  };
  // c[i] = a[i] + b[i] waits for memory, a chain of FMAs for nothing, and a lane in eight works.
  EXPECT_GT(at("stream_add", "dram_throughput_percent"), 80);
  EXPECT_LT(at("stream_add", "sm_throughput_percent"), 20);
  EXPECT_EQ(topStalls(kernels.at("stream_add").evidence).at(0).reason, "long_scoreboard");
  EXPECT_GT(at("fused_multiply", "sm_throughput_percent"), 95);
  EXPECT_LT(at("fused_multiply", "dram_throughput_percent"), 1);
  EXPECT_LT(at("divergent", "warp_execution_efficiency_percent"), 15);
  EXPECT_EQ(at("column_tile", "shared_bytes"), 4096);
  for (const auto &[name, kernel] : kernels)
    for (const auto &[evidence, value] : kernel.evidence)
      EXPECT_TRUE(std::any_of(vocabulary(SiteKind::Kernel).begin(),
                              vocabulary(SiteKind::Kernel).end(),
                              [&](const EvidenceName &known) { return known.name == evidence; }))
          << evidence;
}

} // namespace
} // namespace warplint::runtime
