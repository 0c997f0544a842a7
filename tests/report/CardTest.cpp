//===- CardTest.cpp - scorecards and the roofline --------------------------===//

#include "lint/report/Card.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <sstream>

namespace warplint::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

EvidenceValue integer(std::int64_t value) { return value; }

/// Round numbers: a knee of 10 FLOP/byte for fp32 and of 5 for fp64.
CardChip chip() {
  CardChip result;
  result.name = "R1000";
  result.product = "A chip of round numbers";
  result.generation = "Test";
  result.computeCapability = "9.0";
  result.bandwidth = 1000;
  result.peak = {{"fp32", 10}, {"fp64", 5}, {"fp16_tensor", 100}};
  result.sms = 100;
  result.warpsPerSm = 64;
  result.reason = "named";
  return result;
}

Site site(SiteKind kind, const std::string &op, unsigned line, Evidence evidence) {
  Site result;
  result.kind = kind;
  result.op = op;
  result.span = {"k.cu", line, 3, line, 9};
  result.kernel = "scale";
  result.evidence = std::move(evidence);
  return result;
}

Finding finding(const std::string &rule, const std::string &family, Severity severity,
                unsigned line, Evidence predicted) {
  Finding result;
  result.rule = rule;
  result.family = family;
  result.severity = severity;
  result.span = {"k.cu", line, 3, line, 9};
  result.kernel = "scale";
  result.message = "message of " + rule;
  result.help = "do otherwise";
  result.predicted = std::move(predicted);
  return result;
}

/// A kernel with a good load, a bad store and half of its shared wavefronts in conflicts.
struct Sample {
  Report report;
  std::vector<FileAnalysis> files;
  std::vector<Site> measured;
  std::vector<std::string> kernels;

  Sample() {
    FileAnalysis file;
    file.file = "k.cu";
    Site kernel = site(SiteKind::Kernel, "kernel", 2,
                       {{"block_x", integer(256)},
                        {"block_y", integer(1)},
                        {"block_z", integer(1)},
                        {"threads", integer(256)},
                        {"shape_source", EvidenceValue(std::string("launch"))},
                        {"flops_fp32", 512.0},
                        {"bytes_accessed", 2048.0},
                        {"bytes_requested", 9216.0},
                        {"bytes_unique", 2048.0},
                        {"work_basis", EvidenceValue(std::string("a block"))},
                        {"warp_execution_efficiency_percent", 100.0}});
    file.sites = {
        kernel,
        site(SiteKind::GlobalAccess, "load", 4,
             {{"sectors", integer(32)}, {"sectors_ideal", integer(32)}}),
        site(SiteKind::GlobalAccess, "store", 5,
             {{"sectors", integer(256)}, {"sectors_ideal", integer(32)}}),
        site(SiteKind::SharedAccess, "load", 6,
             {{"wavefronts", integer(16)}, {"wavefronts_ideal", integer(8)}}),
        site(SiteKind::Launch, "launch", 20,
             {{"threads", integer(256)},
              {"occupancy_percent", 100.0},
              {"limiter", EvidenceValue(std::string("warps"))},
              {"blocks", integer(50)}}),
    };
    files.push_back(file);
    report.rules = {{"memory-strided-access", "A", "memory", 2, Severity::Warning, "", "", {}},
                    {"shared-bank-conflict", "B", "shared", 2, Severity::Warning, "", "", {}},
                    {"sync-divergent-barrier", "C", "sync", 1, Severity::Error, "", "", {}}};
    report.findings = {
        finding("memory-strided-access", "memory", Severity::Warning, 5,
                {{"sectors", integer(256)}, {"sectors_ideal", integer(32)}}),
        finding("shared-bank-conflict", "shared", Severity::Warning, 6,
                {{"wavefronts", integer(16)}, {"wavefronts_ideal", integer(8)}}),
    };
  }

  std::vector<Card> cards() const {
    auto made = cardsOf({report, files, measured, chip(), kernels});
    EXPECT_TRUE(made);
    return made ? *made : std::vector<Card>();
  }
  Card card() const {
    const std::vector<Card> all = cards();
    EXPECT_EQ(all.size(), 1U);
    return all.empty() ? Card() : all.front();
  }
};

const Check &check(const Card &card, const std::string &id) {
  for (const Phase &phase : card.phases)
    for (const Check &one : phase.checks)
      if (one.id == id)
        return one;
  ADD_FAILURE() << "no check " << id;
  static const Check none;
  return none;
}

std::string written(const std::vector<Card> &cards,
                    void (*write)(const CardContext &, std::ostream &),
                    const std::string &source = "  code here;") {
  std::ostringstream out;
  write(
      {cards,
       "1.2.3",
       false,
       [source](const std::string &, unsigned line) { return line < 30 ? source : std::string(); },
       {"a note"}},
      out);
  return out.str();
}

//===----------------------------------------------------------------------===//
// Roofline
//===----------------------------------------------------------------------===//

TEST(Roofline, BoundByTheLongerOfTwoTimes) {
  const Bound memory = boundOf({{"fp32", 1000}}, 1000, chip());
  EXPECT_EQ(memory.kind, BoundKind::Memory);
  EXPECT_DOUBLE_EQ(*memory.intensity, 1);
  EXPECT_DOUBLE_EQ(*memory.knee, 10);
  EXPECT_DOUBLE_EQ(*memory.attainable, 1000) << "as the bytes come";
  const Bound compute = boundOf({{"fp32", 20000}}, 1000, chip());
  EXPECT_EQ(compute.kind, BoundKind::Compute);
  EXPECT_DOUBLE_EQ(*compute.attainable, 10000) << "the peak";
  const Bound atKnee = boundOf({{"fp64", 6000}}, 1000, chip());
  EXPECT_EQ(atKnee.kind, BoundKind::Compute) << "doubles have a knee of their own";
  EXPECT_DOUBLE_EQ(*atKnee.knee, 5);
}

TEST(Roofline, UnitsShareTheTime) {
  // 6 µs of each on this chip, against 10 µs of bytes.
  const Bound mixed = boundOf({{"fp32", 60000}, {"fp64", 30000}}, 10000, chip());
  EXPECT_EQ(mixed.kind, BoundKind::Compute);
  EXPECT_DOUBLE_EQ(*mixed.attainable, 90000.0 / 12);
}

TEST(Roofline, WhatIsNotKnownStaysOpen) {
  EXPECT_EQ(boundOf({{"fp8_tensor", 10}}, 10, chip()).kind, BoundKind::Open);
  EXPECT_THAT(boundOf({{"fp8_tensor", 10}}, 10, chip()).remark, HasSubstr("fp8_tensor"));
  CardChip nothing;
  EXPECT_EQ(boundOf({{"fp32", 10}}, 10, nothing).kind, BoundKind::Open);
  EXPECT_EQ(predictedBound({}, chip()).kind, BoundKind::Open);
  EXPECT_EQ(predictedBound({{"traffic_unseen", EvidenceValue(std::string("`cub`"))}}, chip()).kind,
            BoundKind::Open);
  EXPECT_EQ(
      predictedBound(
          {{"bytes_accessed", 10.0}, {"bytes_unique", 10.0}, {"integer_operations", 900.0}}, chip())
          .kind,
      BoundKind::Open)
      << "the table has no peaks of integers";
}

TEST(Roofline, CachesMayDecide) {
  const Bound bound = predictedBound({{"flops_fp32", 5120.0},
                                      {"bytes_accessed", 2048.0},
                                      {"bytes_requested", 2048.0},
                                      {"bytes_unique", 256.0}},
                                     chip());
  EXPECT_EQ(bound.kind, BoundKind::Compute);
  EXPECT_THAT(bound.remark, HasSubstr("caches"));
}

TEST(Roofline, ThePlotIsAnImageOfItsPoints) {
  const std::string svg = rooflineSvg(
      chip(), {"fp32", "fp64"}, {{"<predicted>", 0.25, 250, false}, {"measured", 0.2, 180, true}});
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(svg.c_str())) << svg;
  EXPECT_STREQ(document.child("svg").child("circle").attribute("class").value(), "point");
  EXPECT_STREQ(document.child("svg").child("rect").attribute("class").value(), "point measured");
  EXPECT_THAT(svg, HasSubstr("&lt;predicted&gt;"));
  for (const char *number : {"nan", "inf", "e+"})
    EXPECT_THAT(svg, Not(HasSubstr(std::string("\"") + number)));
  EXPECT_EQ(rooflineSvg(CardChip(), {"fp32"}, {}), "") << "no peaks, no plot";
  for (const double extreme : {0.0, 1e-9, 1e12}) { // never outside
    pugi::xml_document plot;
    ASSERT_TRUE(
        plot.load_string(rooflineSvg(chip(), {"fp32"}, {{"p", extreme, extreme, true}}).c_str()));
    const double x = plot.child("svg").child("rect").attribute("x").as_double();
    EXPECT_GE(x, 0);
    EXPECT_LE(x, 720);
  }
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

TEST(Card, ThresholdsAreTheRubrics) {
  const Card card = Sample().card();
  EXPECT_EQ(check(card, "global-load-efficiency").state, CheckState::Pass);
  EXPECT_EQ(check(card, "global-load-efficiency").predicted, "100 %");
  EXPECT_EQ(check(card, "global-store-efficiency").state, CheckState::Fail);
  EXPECT_EQ(check(card, "global-store-efficiency").predicted, "12.5 %");
  EXPECT_EQ(check(card, "shared-bank-conflicts").state, CheckState::Fail);
  EXPECT_EQ(check(card, "shared-bank-conflicts").predicted, "50 % of wavefronts");
  EXPECT_EQ(check(card, "warp-execution-efficiency").state, CheckState::Pass);
  EXPECT_EQ(check(card, "bound-known").state, CheckState::Pass);
  EXPECT_THAT(check(card, "bound-known").predicted, HasSubstr("memory-bound: 0.25 FLOP/byte"));
  EXPECT_EQ(card.phases[2].state, CheckState::Fail) << "the worst of its checks";
}

TEST(Card, EfficiencyBetweenTheThresholdsIsWorthALook) {
  for (const auto &[ideal, state] :
       {std::pair(59, CheckState::Fail), std::pair(60, CheckState::Look),
        std::pair(79, CheckState::Look), std::pair(80, CheckState::Pass)}) {
    Sample sample;
    sample.files[0].sites[2].evidence = {{"sectors", integer(100)},
                                         {"sectors_ideal", integer(ideal)}};
    EXPECT_EQ(check(sample.card(), "global-store-efficiency").state, state) << ideal;
  }
}

TEST(Card, OpenIsNoPass) {
  Sample sample;
  const Card card = sample.card();
  // Registers need a compiler, the rest a GPU.
  for (const char *id : {"theoretical-occupancy", "next-cliff", "register-spills",
                         "achieved-occupancy", "near-its-roof", "stall-reasons"})
    EXPECT_EQ(check(card, id).state, CheckState::Open) << id;
  EXPECT_THAT(check(card, "theoretical-occupancy").predicted, HasSubstr("at most 100 %"));
  EXPECT_THAT(card.resources, HasSubstr("needs nvcc"));
  // Addresses that data decide.
  sample.files[0].sites[1].evidence = {{"data_dependent", EvidenceValue(true)}};
  EXPECT_EQ(check(sample.card(), "global-load-efficiency").state, CheckState::Open);
  // A file that was not seen whole.
  sample.files[0].status = FileStatus::Partial;
  EXPECT_EQ(check(sample.card(), "rules-of-phase-1").state, CheckState::Open);
  EXPECT_EQ(check(Sample().card(), "rules-of-phase-1").state, CheckState::Pass);
}

TEST(Card, AChipThatNobodyNamedIsOpen) {
  Sample sample;
  CardChip assumed = chip();
  assumed.reason = "assumed";
  const auto cards = cardsOf({sample.report, sample.files, {}, assumed, {}});
  ASSERT_TRUE(cards);
  EXPECT_EQ(check(cards->front(), "target-known").state, CheckState::Open);
  EXPECT_EQ(check(Sample().card(), "target-known").state, CheckState::Pass);
}

TEST(Card, RegistersCloseTheOccupancy) {
  Sample sample;
  Evidence &launch = sample.files[0].sites[4].evidence;
  launch["registers"] = integer(64);
  launch["occupancy_percent"] = 50.0;
  launch["loss_registers"] = integer(1);
  Card card = sample.card();
  EXPECT_EQ(check(card, "theoretical-occupancy").state, CheckState::Pass);
  EXPECT_EQ(check(card, "next-cliff").state, CheckState::Look) << "one register away";
  launch["occupancy_percent"] = 49.0;
  launch["loss_registers"] = integer(3);
  card = sample.card();
  EXPECT_EQ(check(card, "theoretical-occupancy").state, CheckState::Look);
  EXPECT_EQ(check(card, "next-cliff").state, CheckState::Pass);
  sample.files[0].sites[0].evidence["flops_fp32"] = 1e6; // bound by compute: it may be low
  EXPECT_EQ(check(sample.card(), "theoretical-occupancy").state, CheckState::Pass);
}

TEST(Card, MeasuredNumbersDecide) {
  Sample sample;
  sample.measured = {site(SiteKind::GlobalAccess, "store", 5,
                          {{"sectors", integer(1000)}, {"sectors_ideal", integer(1000)}})};
  sample.report.kernels = {{"scale",
                            "scale(float*)",
                            {{"sm_throughput_percent", 20.0},
                             {"memory_throughput_percent", 85.0},
                             {"achieved_occupancy_percent", 40.0},
                             {"stall_long_scoreboard_percent", 70.0},
                             {"stall_wait_percent", 10.0},
                             {"flops_fp32", 1e6},
                             {"bytes_dram", 4e6},
                             {"duration_us", 10.0}}}};
  const Card card = sample.card();
  EXPECT_EQ(check(card, "global-store-efficiency").state, CheckState::Pass);
  EXPECT_EQ(check(card, "global-store-efficiency").measured, "100 %");
  EXPECT_EQ(check(card, "achieved-occupancy").state, CheckState::Look);
  EXPECT_EQ(check(card, "near-its-roof").state, CheckState::Pass);
  ASSERT_TRUE(card.measured);
  EXPECT_EQ(card.measured->kind, BoundKind::Memory);
  EXPECT_DOUBLE_EQ(*card.measured->intensity, 0.25);
  ASSERT_FALSE(card.points.empty());
  EXPECT_TRUE(card.points.back().isMeasured);
  EXPECT_DOUBLE_EQ(card.points.back().gflops, 100) << "a million in 10 us";
  ASSERT_EQ(card.stalls.size(), 2U);
  EXPECT_EQ(card.stalls.front().reason, "long_scoreboard");
}

/// A launch on the Tensor Cores: 4 million operations there, 1 million beside them, 1 MB.
Sample onTensorCores() {
  Sample sample;
  sample.files[0].sites[0].evidence["flops_fp16_tensor"] = 4096.0;
  sample.report.kernels = {{"scale",
                            "scale(float*)",
                            {{"flops_fp16", 0.0},
                             {"flops_fp32", 1e6},
                             {"flops_fp16_tensor", 4e6},
                             {"flops_bf16_tensor", 0.0},
                             {"bytes_dram", 1e6},
                             {"duration_us", 10.0}}}};
  return sample;
}

TEST(Card, MeasuredOperationsOfTensorCoresCount) {
  const Sample sample = onTensorCores(); // which the card points into
  const Card card = sample.card();
  ASSERT_TRUE(card.measured);
  EXPECT_DOUBLE_EQ(*card.measured->intensity, 5);
  EXPECT_EQ(card.measured->unit, "fp32") << "a million take longer there than four on the others";
  EXPECT_DOUBLE_EQ(card.points.back().gflops, 500);
  EXPECT_EQ(check(card, "tensor-cores").measured, "80 % of operations");
  EXPECT_EQ(check(card, "tensor-cores").state, CheckState::Pass);
  EXPECT_THAT(card.units, testing::Contains("fp16_tensor")) << "its peak belongs into the plot";
  EXPECT_THAT(written({card}, writeCardText),
              HasSubstr("a launch, measured: operations 4 000 000 fp16_tensor, 1 000 000 fp32"));
  EXPECT_THAT(written({card}, writeCardHtml), HasSubstr("4 000 000 fp16_tensor"));

  Sample alone = onTensorCores();
  alone.report.kernels[0].evidence["flops_fp32"] = 0.0;
  const Card bound = alone.card();
  EXPECT_EQ(bound.measured->unit, "fp16_tensor");
  EXPECT_DOUBLE_EQ(*bound.measured->knee, 100);
  EXPECT_THAT(check(bound, "bound-known").measured, HasSubstr("knee of fp16_tensor at 100"));
}

TEST(Card, WithoutCountersOfTensorCoresNoIntensityIsMeasured) {
  Sample sample = onTensorCores();
  sample.report.kernels[0].evidence.erase("flops_fp16_tensor");
  sample.report.kernels[0].evidence.erase("flops_bf16_tensor");
  Card card = sample.card();
  EXPECT_FALSE(card.measured) << "what the Tensor Cores did is missing";
  EXPECT_EQ(check(card, "tensor-cores").measured, "");
  sample.report.kernels[0].evidence["sm_throughput_percent"] = 20.0;
  sample.report.kernels[0].evidence["memory_throughput_percent"] = 85.0;
  card = sample.card();
  ASSERT_TRUE(card.measured);
  EXPECT_EQ(card.measured->kind, BoundKind::Memory) << "the counters tell";
  EXPECT_FALSE(card.measured->intensity);
  EXPECT_THAT(card.measured->remark, HasSubstr("Tensor Cores"));
}

TEST(Card, TensorCoresThatWereNotReachedAreWorthALook) {
  Sample sample = onTensorCores();
  sample.report.kernels[0].evidence["flops_fp16_tensor"] = 0.0;
  const Card card = sample.card();
  EXPECT_EQ(check(card, "tensor-cores").state, CheckState::Look);
  EXPECT_EQ(check(card, "tensor-cores").measured, "0 % of operations");
}

TEST(Card, NeitherRoofNearIsOpen) {
  Sample sample;
  sample.report.kernels = {
      {"scale", "", {{"sm_throughput_percent", 20.0}, {"memory_throughput_percent", 30.0}}}};
  const Card card = sample.card();
  ASSERT_TRUE(card.measured);
  EXPECT_EQ(card.measured->kind, BoundKind::Open);
  EXPECT_EQ(check(card, "near-its-roof").state, CheckState::Look);
}

Evidence inLoop(Evidence evidence, std::int64_t loops, unsigned line, const char *length,
                double weight = 1) {
  evidence["open_loops"] = integer(loops);
  evidence["open_loop_line"] = integer(line);
  evidence["open_loop_length"] = EvidenceValue(std::string(length));
  if (weight != 1)
    evidence["weight"] = weight;
  return evidence;
}

/// An access to global memory, and the finding at it.
void addAccess(Sample &sample, unsigned line, const Evidence &evidence) {
  sample.files[0].sites.push_back(site(SiteKind::GlobalAccess, "load", line, evidence));
  sample.report.findings.push_back(
      finding("memory-strided-access", "memory", Severity::Warning, line, evidence));
}

TEST(Card, GainsInLoopsAreHeldAgainstWhatIsInThem) {
  Sample sample;
  const Evidence few{{"sectors", integer(8)}, {"sectors_ideal", integer(2)}};
  addAccess(sample, 10, inLoop(few, 1, 9, "n"));
  sample.files[0].sites.push_back(
      site(SiteKind::GlobalAccess, "load", 11,
           inLoop({{"sectors", integer(4)}, {"sectors_ideal", integer(4)}}, 1, 9, "n")));
  Card card = sample.card();
  ASSERT_EQ(card.changes.size(), 3U);
  EXPECT_EQ(card.changes[0].finding->span.line, 10U) << "6 in each iteration outgrow 224 once";
  EXPECT_DOUBLE_EQ(*card.changes[0].share, 6.0 / 12);
  EXPECT_EQ(card.changes[0].shareOf, "the global sectors of an iteration of the loop in line 9");
  EXPECT_EQ(card.changes[1].finding->span.line, 5U);
  EXPECT_DOUBLE_EQ(*card.changes[1].share, 224.0 / 288);
  EXPECT_EQ(card.changes[1].shareOf,
            "the global sectors outside of the loop in line 9, which outgrows them");
  EXPECT_EQ(card.changes[2].shareOf, "the kernel's shared wavefronts") << "none are in a loop";

  // A second loop, as long, a quarter as often: beside the first.
  addAccess(sample, 21, inLoop(few, 1, 20, "n", 0.25));
  card = sample.card();
  EXPECT_DOUBLE_EQ(*card.changes[0].share, 6.0 / (12 + 2));
  EXPECT_EQ(card.changes[0].shareOf,
            "the global sectors of an iteration of the loops in lines 9 and 20");
  EXPECT_EQ(card.changes[1].finding->span.line, 21U);
  EXPECT_DOUBLE_EQ(*card.changes[1].share, 1.5 / 14);
  // One of another length.
  addAccess(sample, 31,
            inLoop({{"sectors", integer(8)}, {"sectors_ideal", integer(7)}}, 1, 30, "m", 0.25));
  EXPECT_EQ(sample.card().changes[0].shareOf,
            "the global sectors of an iteration of the loops in lines 9, 20 and 30, taken to be "
            "equally long");
  // A loop in a loop outgrows all of it.
  addAccess(sample, 41, inLoop(few, 2, 40, "k * n"));
  card = sample.card();
  EXPECT_EQ(card.changes[0].finding->span.line, 41U);
  EXPECT_DOUBLE_EQ(*card.changes[0].share, 6.0 / 8);
  EXPECT_THAT(card.changes[1].shareOf, HasSubstr("; the loop in line 40 outgrows them"));
}

TEST(Card, WhatHappensOftenOutweighsALoop) {
  Sample sample;
  addAccess(sample, 10,
            inLoop({{"sectors", integer(8)}, {"sectors_ideal", integer(2)}}, 1, 9, "n"));
  for (Site &one : sample.files[0].sites)
    if (one.span.line == 5)
      one.evidence["weight"] = 1000.0;
  sample.report.findings[0].predicted["weight"] = 1000.0;
  const Card card = sample.card();
  EXPECT_EQ(card.changes[0].finding->span.line, 5U) << "224 000 against 6 000";
  EXPECT_DOUBLE_EQ(*card.changes[0].share, 224000.0 / 256032);
}

TEST(Card, TheLargestGainComesFirstAndErrorsBeforeIt) {
  Sample sample;
  Card card = sample.card();
  ASSERT_EQ(card.changes.size(), 2U);
  EXPECT_EQ(card.changes[0].finding->rule, "memory-strided-access");
  EXPECT_EQ(card.changes[0].excess, "256 sectors where 32 would do");
  EXPECT_DOUBLE_EQ(*card.changes[0].share, 224.0 / 288);
  EXPECT_DOUBLE_EQ(*card.changes[1].share, 0.5);
  sample.report.findings.push_back(
      finding("sync-divergent-barrier", "sync", Severity::Error, 9, {}));
  card = sample.card();
  EXPECT_EQ(card.changes[0].finding->rule, "sync-divergent-barrier");
  EXPECT_EQ(check(card, "barriers-reached").state, CheckState::Fail);
  // What is suppressed or refuted asks for nothing.
  sample.report.findings[0].suppressed = SuppressedBy{"comment", "known"};
  sample.report.findings[1].verdict = Verdict::Refuted;
  card = sample.card();
  EXPECT_EQ(card.changes.size(), 1U);
  EXPECT_EQ(card.findings.size(), 1U);
}

TEST(Card, KernelsByName) {
  Sample sample;
  Site other = sample.files[0].sites[0];
  other.kernel = "ns::other";
  other.span.line = 40;
  sample.files[0].sites.push_back(other);
  EXPECT_EQ(sample.cards().size(), 2U);
  sample.kernels = {"other"};
  ASSERT_EQ(sample.cards().size(), 1U);
  EXPECT_EQ(sample.cards().front().kernel, "ns::other");
  const auto none = cardsOf({sample.report, sample.files, {}, chip(), {"nobody"}});
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("nobody"));
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

constexpr const char *hostile = "</td><script>alert(1)</script>\" onload='x' &amp; `a<b` \x1b[31m";

/// Every text that comes from a program or a project says it.
Sample hostileSample() {
  Sample sample;
  for (FileAnalysis &file : sample.files)
    for (Site &one : file.sites) {
      one.kernel = hostile;
      one.span.file = hostile;
      one.assumptions.emplace_back(hostile);
      if (one.kind == SiteKind::Kernel) {
        one.evidence["work_rests_on"] = std::string(hostile);
        one.evidence["work_basis"] = std::string(hostile);
      }
      if (one.kind == SiteKind::Launch) {
        one.evidence["limiter"] = std::string(hostile);
        one.evidence["next_step"] = std::string(hostile);
      }
    }
  for (Finding &one : sample.report.findings) {
    one.kernel = one.span.file = one.message = one.help = one.rule = one.expr = hostile;
  }
  sample.report.kernels = {{hostile, hostile, {{"duration_us", 1.0}}}};
  return sample;
}

/// Void elements and the doctype aside, the page is XML.
std::string asXml(std::string page) {
  const auto replaceAll = [&](const std::string &from, const std::string &to) {
    for (std::size_t at = 0; (at = page.find(from, at)) != std::string::npos; at += to.size())
      page.replace(at, from.size(), to);
  };
  page.erase(0, page.find("<html"));
  for (std::size_t at = 0; (at = page.find("<meta", at)) != std::string::npos;) {
    at = page.find('>', at);
    page.insert(at, "/");
  }
  replaceAll("<br>", "<br/>");
  replaceAll("&nbsp;", " ");
  return page;
}

TEST(CardHtml, NothingOfASourceIsMarkup) {
  const Sample sample = hostileSample();
  const std::string page = written(sample.cards(), writeCardHtml, hostile);
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, Not(HasSubstr("onload='")));
  EXPECT_THAT(page, Not(HasSubstr("\x1b")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;"));
  pugi::xml_document document;
  const auto parsed = document.load_string(asXml(page).c_str());
  EXPECT_TRUE(parsed) << parsed.description() << " at " << asXml(page).substr(parsed.offset, 200);
}

TEST(CardHtml, IsOneFileThatLoadsNothing) {
  const std::string page = written(Sample().cards(), writeCardHtml);
  for (const char *loads : {"src=", "url(", "@import", "<script", "<link", "http://", "https://"})
    EXPECT_THAT(page, Not(HasSubstr(loads))) << loads;
  EXPECT_THAT(page, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(page, HasSubstr("<svg class=\"roofline\""));
  EXPECT_THAT(page, HasSubstr("Phase 5"));
  EXPECT_THAT(page, HasSubstr("a note"));
  EXPECT_THAT(page, HasSubstr("−78 % of the kernel&#39;s global sectors"));
}

TEST(CardHtml, SeveralKernelsHaveContents) {
  Sample sample;
  Site other = sample.files[0].sites[0];
  other.kernel = "other";
  other.span.line = 40;
  sample.files[0].sites.push_back(other);
  const std::string page = written(sample.cards(), writeCardHtml);
  EXPECT_THAT(page, HasSubstr("href=\"#card-2\""));
  EXPECT_THAT(page, HasSubstr("id=\"card-2\""));
}

TEST(CardText, SaysStateAndReason) {
  const std::string text = written(Sample().cards(), writeCardText);
  EXPECT_THAT(text, HasSubstr("scale\n  k.cu:2, 256 threads, A chip of round numbers\n"));
  EXPECT_THAT(text, HasSubstr("predicted: memory-bound, 0.25 FLOP/byte (knee of fp32 at 10), "
                              "at most 250 GFLOP/s\n"));
  EXPECT_THAT(text, HasSubstr("fail  Global store efficiency"));
  EXPECT_THAT(text, HasSubstr("open  Achieved occupancy"));
  EXPECT_THAT(text, HasSubstr("gain: 78 % of the kernel's global sectors"));
  EXPECT_THAT(text, Not(HasSubstr("\033")));
  EXPECT_THAT(written(hostileSample().cards(), writeCardText), Not(HasSubstr("\x1b")));
}

TEST(CardJson, HasEveryKey) {
  const json document = json::parse(written(Sample().cards(), writeCardJson));
  EXPECT_EQ(document.at("version"), 1);
  const json &card = document.at("cards").at(0);
  EXPECT_EQ(card.at("kernel"), "scale");
  EXPECT_EQ(card.at("predicted_bound").at("bound"), "memory");
  EXPECT_EQ(card.at("predicted_bound").at("arithmetic_intensity"), 0.25);
  EXPECT_TRUE(card.at("measured_bound").is_null());
  EXPECT_EQ(card.at("phases").size(), 6U);
  EXPECT_EQ(card.at("phases").at(2).at("state"), "fail");
  EXPECT_EQ(card.at("changes").at(0).at("rule"), "memory-strided-access");
  EXPECT_NEAR(card.at("changes").at(0).at("share").get<double>(), 224.0 / 288, 1e-6);
  EXPECT_EQ(card.at("changes").at(0).at("share_of"), "the kernel's global sectors");
  EXPECT_TRUE(json::accept(written(hostileSample().cards(), writeCardJson)));
}

TEST(CardNumbers, AreShort) {
  EXPECT_EQ(compact(1.0 / 12), "0.0833");
  EXPECT_EQ(compact(0.25), "0.25");
  EXPECT_EQ(compact(12.5), "12.5");
  EXPECT_EQ(compact(1540.4), "1540");
  EXPECT_EQ(compact(0), "0");
  EXPECT_EQ(compactCount(12288), "12 288");
  EXPECT_EQ(compactCount(999), "999");
  EXPECT_EQ(compactCount(51'200'000), "51.2 million");
  EXPECT_EQ(compactCount(3e9), "3 billion");
}

} // namespace
} // namespace warplint::report
