//===- RulesHostTest.cpp - rules on host code and on what targets have ----===//

#include "lint/engine/Evaluate.h"

#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

using testing::HasSubstr;

using Changes = std::vector<std::pair<std::string, EvidenceValue>>;

/// Findings of one rule at a site with `base`, changed.
std::vector<Finding> findings(const std::string &rule, SiteKind kind, Evidence base,
                              const Changes &changes, const std::string &op) {
  static const Expected<RuleSet> rules = RuleSet::builtin();
  EXPECT_TRUE(rules) << rules.error().str();
  for (const auto &[name, value] : changes)
    base[name] = value;
  FileAnalysis file;
  file.file = "a.cu";
  Site site;
  site.kind = kind;
  site.span = {"a.cu", 9, 5, 9, 9};
  site.op = op;
  site.expr = "text";
  site.evidence = std::move(base);
  file.sites = {site};
  const std::vector<FileAnalysis> files = {file};
  Selection selection;
  selection.select = {rule};
  Expected<Report> report = evaluate(*rules, selection, files, nullptr);
  EXPECT_TRUE(report) << report.error().str();
  return report ? report->findings : std::vector<Finding>();
}

EvidenceValue text(const char *value) { return std::string(value); }
EvidenceValue count(std::int64_t value) { return value; }

//===----------------------------------------------------------------------===//
// host-unchecked-call
//===----------------------------------------------------------------------===//

TEST(HostUncheckedCall, SpeaksOnceForAFunction) {
  const Evidence call = {
      {"category", text("allocation")}, {"function", text("setup")}, {"dropped", true}};
  const auto on = [&](const Changes &changes, const char *op) {
    return findings("host-unchecked-call", SiteKind::HostCall, call, changes, op);
  };
  EXPECT_TRUE(on({}, "cudaMalloc").empty()) << "not the first";
  EXPECT_TRUE(on({{"dropped", false}}, "cudaMalloc").empty());
  const Changes one = {{"dropped_in_function", count(1)}, {"others_dropped", count(0)}};
  const Changes many = {{"dropped_in_function", count(5)}, {"others_dropped", count(4)}};
  ASSERT_EQ(on(one, "cudaMalloc").size(), 1U);
  EXPECT_EQ(on(one, "cudaMalloc")[0].severity, Severity::Note);
  EXPECT_THAT(on(one, "launch")[0].message, HasSubstr("after this launch in `setup`"));
  EXPECT_THAT(on(many, "cudaMalloc")[0].message, HasSubstr("4 more calls and launches in `setup`"));
  EXPECT_THAT(on(many, "launch")[0].message, HasSubstr("after 4 more launches and calls"));
}

//===----------------------------------------------------------------------===//
// host-sync-in-loop, host-alloc-in-loop
//===----------------------------------------------------------------------===//

const Evidence inLoop = {{"each_launch", true},       {"function", text("simulate")},
                         {"loop_copies", count(0)},   {"loop_host_work", false},
                         {"loop_launches", count(1)}, {"loop_at", text("line 7 of main.cu")},
                         {"loop_of_devices", false},  {"loop_timed", false}};

TEST(HostSyncInLoop, NeedsALoopOfLaunchesThatNothingWaitsFor) {
  Evidence call = inLoop;
  call["category"] = text("synchronisation");
  call["loop_waits"] = count(1);
  const auto on = [&](const Changes &changes) {
    return findings("host-sync-in-loop", SiteKind::HostCall, call, changes,
                    "cudaDeviceSynchronize");
  };
  ASSERT_EQ(on({}).size(), 1U);
  EXPECT_THAT(on({})[0].message, HasSubstr("the loop in line 7 of main.cu, and"));
  EXPECT_EQ(on({{"loop_trips", count(8)}}).size(), 1U);
  EXPECT_TRUE(on({{"loop_trips", count(7)}}).empty());
  EXPECT_TRUE(on({{"loop_timed", true}}).empty());
  EXPECT_TRUE(on({{"loop_host_work", true}}).empty());
  EXPECT_TRUE(on({{"loop_of_devices", true}}).empty());
  EXPECT_TRUE(on({{"loop_copies", count(1)}}).empty());
  EXPECT_TRUE(on({{"loop_launches", count(0)}}).empty());
  EXPECT_TRUE(on({{"each_launch", false}}).empty());
  EXPECT_TRUE(on({{"category", text("stream wait")}}).empty());
}

TEST(HostSyncInLoop, TellsWhatACopyIsFor) {
  Evidence call = inLoop;
  call["category"] = text("copy");
  call["loop_waits"] = count(1);
  call["bytes"] = count(4);
  const auto on = [&](const Changes &changes) {
    return findings("host-sync-in-loop", SiteKind::HostCall, call, changes, "cudaMemcpy");
  };
  EXPECT_TRUE(on({}).empty()) << "brings more than a few bytes";
  EXPECT_THAT(on({{"decides", true}})[0].message, HasSubstr("to decide whether it goes on"));
  EXPECT_THAT(on({{"decides", false}})[0].message, HasSubstr("4 bytes to the host in each"));
  EXPECT_EQ(on({{"decides", true}, {"loop_host_work", true}}).size(), 1U);
  EXPECT_THAT(on({{"category", text("async copy")}, {"decides", true}})[0].message,
              HasSubstr("to decide whether it goes on"));
  EXPECT_TRUE(on({{"category", text("async copy")}}).empty());
}

TEST(HostSyncInLoop, TellsWhatAnAlgorithmGives) {
  Evidence call = inLoop;
  call["category"] = text("algorithm");
  call["loop_waits"] = count(2);
  call["loop_host_work"] = true;
  const auto on = [&](const Changes &changes) {
    return findings("host-sync-in-loop", SiteKind::HostCall, call, changes, "thrust::reduce");
  };
  EXPECT_THAT(on({{"decides", false}})[0].message,
              HasSubstr("`thrust::reduce` gives the host its result in each iteration"));
  EXPECT_THAT(on({{"decides", true}})[0].message, HasSubstr("to decide whether it goes on"));
  EXPECT_TRUE(on({{"decides", true}, {"loop_timed", true}}).empty());
}

TEST(HostAllocInLoop, NeedsTheSameMemoryAgain) {
  Evidence call = inLoop;
  call["category"] = text("allocation");
  call["allocated_again"] = true;
  const auto on = [&](const Changes &changes) {
    return findings("host-alloc-in-loop", SiteKind::HostCall, call, changes, "cudaMalloc");
  };
  EXPECT_EQ(on({}).size(), 1U);
  EXPECT_TRUE(on({{"allocated_again", false}}).empty());
  EXPECT_TRUE(on({{"loop_timed", true}}).empty());
  EXPECT_TRUE(on({{"loop_of_devices", true}}).empty());
  EXPECT_TRUE(on({{"loop_trips", count(3)}}).empty());
}

//===----------------------------------------------------------------------===//
// host-pageable-async, host-api-in-kernel
//===----------------------------------------------------------------------===//

TEST(HostPageableAsync, LeavesLittleAlone) {
  const Evidence copy = {{"allocated_as", text("malloc")}, {"allocated_at", text("line 3")},
                         {"category", text("async copy")}, {"direction", text("to_host")},
                         {"memory", text("pageable")},     {"waited_for", false}};
  const auto on = [&](const Changes &changes) {
    return findings("host-pageable-async", SiteKind::HostCall, copy, changes, "cudaMemcpyAsync");
  };
  ASSERT_EQ(on({}).size(), 1U);
  EXPECT_EQ(on({})[0].severity, Severity::Warning);
  EXPECT_THAT(on({})[0].message, HasSubstr("returns only when the copy has ended"));
  EXPECT_THAT(on({{"direction", text("to_device")}})[0].message, HasSubstr("(malloc, line 3)"));
  EXPECT_EQ(on({{"waited_for", true}})[0].severity, Severity::Note);
  EXPECT_TRUE(on({{"direction", text("to_device")}, {"bytes", count(65536)}}).empty());
  EXPECT_EQ(on({{"direction", text("to_device")}, {"bytes", count(65537)}}).size(), 1U);
  EXPECT_EQ(on({{"bytes", count(4)}}).size(), 1U) << "to the host, each is waited for";
  EXPECT_TRUE(on({{"bytes", count(65536)}, {"waited_for", true}}).empty());
  EXPECT_EQ(on({{"bytes", count(65537)}, {"waited_for", true}}).size(), 1U);
  EXPECT_TRUE(on({{"category", text("copy")}}).empty());
}

//===----------------------------------------------------------------------===//
// host-serial-streams, host-fusable-kernels
//===----------------------------------------------------------------------===//

TEST(HostSerialStreams, NeedsChunksThatAreWorthAStream) {
  Evidence copy = inLoop;
  copy["category"] = text("async copy");
  copy["chunk_copies"] = count(2);
  copy["chunk_launches"] = count(1);
  const auto on = [&](Changes changes) {
    changes.emplace_back("chunk_stream", text("the default stream"));
    return findings("host-serial-streams", SiteKind::HostCall, copy, changes, "cudaMemcpyAsync");
  };
  ASSERT_EQ(on({}).size(), 1U);
  EXPECT_EQ(on({})[0].severity, Severity::Note);
  EXPECT_THAT(on({})[0].message,
              HasSubstr("on the default stream: the copies (2) and launches (1)"));
  EXPECT_THAT(on({{"chunk_bytes", count(65536)}})[0].message, HasSubstr("the 65536 bytes"));
  EXPECT_TRUE(on({{"chunk_bytes", count(65535)}}).empty());
  EXPECT_EQ(on({{"loop_trips", count(2)}}).size(), 1U);
  EXPECT_TRUE(on({{"loop_trips", count(1)}}).empty());
  EXPECT_TRUE(
      findings("host-serial-streams", SiteKind::HostCall, copy, {}, "cudaMemcpyAsync").empty());
}

TEST(HostFusableKernels, SaysWhatIsSaved) {
  const Evidence launch = {{"category", text("launch")},   {"launched", text("scale")},
                           {"fusable_launches", count(2)}, {"fused_with", text("add")},
                           {"fused_line", count(12)},      {"fused_buffer", text("y")},
                           {"bytes_saved", count(8)}};
  const auto on = [&](const Changes &changes) {
    return findings("host-fusable-kernels", SiteKind::HostCall, launch, changes, "launch");
  };
  ASSERT_EQ(on({}).size(), 1U);
  EXPECT_EQ(on({})[0].severity, Severity::Note);
  EXPECT_EQ(on({})[0].message,
            "`add` in line 12 takes up `y` where each thread of `scale` has left it: one kernel "
            "would move 8 bytes less for each element");
  EXPECT_THAT(on({{"fusable_launches", count(3)}})[0].message, HasSubstr("3 in all"));
  EXPECT_TRUE(on({{"bytes_saved", count(0)}}).empty());
}

TEST(HostApiInKernel, KnowsWhatTheDeviceHas) {
  const Evidence call = {
      {"device_code", text("kernel")}, {"function", text("f")}, {"callable_on_device", false}};
  EXPECT_EQ(findings("host-api-in-kernel", SiteKind::HostCall, call, {}, "cudaMemcpy")[0].severity,
            Severity::Error);
  EXPECT_TRUE(findings("host-api-in-kernel", SiteKind::HostCall, call,
                       {{"callable_on_device", true}}, "cudaMalloc")
                  .empty());
}

//===----------------------------------------------------------------------===//
// arch
//===----------------------------------------------------------------------===//

TEST(ArchUnsupportedFeature, ComparesTargets) {
  const Evidence use = {{"group", text("instruction")},
                        {"needs", text("sm_80")},
                        {"needs_number", count(80)},
                        {"target", text("sm_75")},
                        {"target_number", count(75)}};
  const auto on = [&](const Changes &changes) {
    return findings("arch-unsupported-feature", SiteKind::Feature, use, changes, "redux.sync");
  };
  ASSERT_EQ(on({}).size(), 1U);
  EXPECT_EQ(on({})[0].message,
            "`redux.sync` needs sm_80, and the code is compiled for sm_75 as well");
  EXPECT_TRUE(on({{"target_number", count(80)}}).empty());
  EXPECT_TRUE(on({{"group", text("interface")}}).empty());
}

TEST(ArchDeprecatedApi, SaysWhatTakesItsPlace) {
  const Evidence use = {{"group", text("interface")},
                        {"is_reference", false},
                        {"instead", text("cudaDeviceSynchronize")},
                        {"state", text("removed in CUDA 13.0")}};
  const auto found = findings("arch-deprecated-api", SiteKind::Feature, use, {}, "cudaThreadExit");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message, "`cudaThreadExit` is removed in CUDA 13.0; in its place: "
                              "cudaDeviceSynchronize");
  EXPECT_THAT(
      findings("arch-deprecated-api", SiteKind::Feature, use, {{"is_reference", true}}, "values")[0]
          .message,
      HasSubstr("texture or surface reference"));
}

TEST(ArchWarpSize, CountsTheRest) {
  const Evidence use = {{"group", text("warp size")}, {"more", count(0)}};
  const auto on = [&](std::int64_t more) {
    return findings("arch-warp-size", SiteKind::Feature, use, {{"more", count(more)}}, "32");
  };
  EXPECT_EQ(on(0)[0].severity, Severity::Note);
  EXPECT_THAT(on(1)[0].message, HasSubstr("one more expression"));
  EXPECT_THAT(on(3)[0].message, HasSubstr("3 more expressions"));
}

} // namespace
} // namespace warplint::engine
