//===- RulesTest.cpp - what the built-in rules fire on --------------------===//
//
// Each rule is held to the words of its row: the evidence of a site goes in, the
// rules that fire come out. That sites get this evidence is tested by fixtures/.
//
//===----------------------------------------------------------------------===//

#include "lint/engine/Evaluate.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace warplint::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const RuleSet &builtin() {
  static const Expected<RuleSet> rules = RuleSet::builtin();
  EXPECT_TRUE(rules) << rules.error().str();
  return *rules;
}

std::vector<Finding> findings(SiteKind kind, Evidence evidence, const std::string &op = "load",
                              const std::string &expr = "a[i]") {
  FileAnalysis file;
  file.file = "a.cu";
  Site site;
  site.kind = kind;
  site.span = {"a.cu", 3, 5, 3, 9};
  site.op = op;
  site.expr = expr;
  site.evidence = std::move(evidence);
  file.sites = {site};
  const std::vector<FileAnalysis> files = {file};
  Expected<Report> report = evaluate(builtin(), {}, files, nullptr);
  EXPECT_TRUE(report) << report.error().str();
  return report ? report->findings : std::vector<Finding>();
}

std::vector<std::string> ids(const std::vector<Finding> &findings) {
  std::vector<std::string> result;
  for (const Finding &finding : findings)
    result.push_back(finding.rule);
  return result;
}

/// `base` with some values replaced or, where null, taken out.
using Changes = std::vector<std::pair<std::string, std::optional<EvidenceValue>>>;
Evidence with(Evidence base, const Changes &changes) {
  for (const auto &[name, value] : changes) {
    if (value)
      base[name] = *value;
    else
      base.erase(name);
  }
  return base;
}

EvidenceValue text(const char *value) { return std::string(value); }
EvidenceValue count(std::int64_t value) { return value; }

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

TEST(Rules, AreCompleteAndWellFormed) {
  EXPECT_GE(builtin().rules().size(), 10u);
  for (const Rule &rule : builtin().rules()) {
    SCOPED_TRACE(rule.id);
    EXPECT_TRUE(rule.id.starts_with(rule.family + "-"));
    EXPECT_LE(rule.title.size(), 90u);
    EXPECT_FALSE(rule.title.ends_with('.'));
    EXPECT_LE(rule.summary.size(), 160u);
    EXPECT_FALSE(rule.summary.ends_with('.'));
    EXPECT_GE(rule.why.size(), 200u);
    EXPECT_GE(rule.help.size(), 200u);
    EXPECT_THAT(rule.help, HasSubstr(";")) << "an example in code";
    EXPECT_FALSE(rule.references.empty());
    for (const std::string &reference : rule.references)
      EXPECT_THAT(reference, HasSubstr("https://"));
    // What the text alone shows needs nothing to confirm it.
    const bool isStatic = rule.confirm.metrics.empty() && rule.confirm.sanitizer.empty();
    EXPECT_EQ(isStatic, rule.confirm.when.empty() && rule.confirm.sanitizer.empty());
    for (const std::string &metric : rule.confirm.metrics)
      EXPECT_THAT(metric,
                  testing::AnyOf(HasSubstr("__"), testing::StartsWith("CUPTI_ACTIVITY_KIND_")))
          << "MetricsTest knows the names";
    EXPECT_TRUE(rule.kernels == rule.id || (isStatic && rule.kernels.empty()));
    EXPECT_EQ(rule.origin, "built in");
  }
}

TEST(Rules, EachFileIsNamedByItsRule) {
  std::size_t files = 0;
  for (const auto &entry :
       std::filesystem::directory_iterator(std::string(WARPLINT_SOURCE_DIR) + "/rules")) {
    if (entry.path().extension() != ".yaml")
      continue;
    ++files;
    EXPECT_NE(builtin().find(entry.path().stem().string()), nullptr) << entry.path();
  }
  EXPECT_EQ(files, builtin().rules().size());
}

//===----------------------------------------------------------------------===//
// memory
//===----------------------------------------------------------------------===//

const Evidence strided = {{"pattern", text("strided")},  {"requests", count(8)},
                          {"sectors", count(256)},       {"sectors_ideal", count(32)},
                          {"sectors_per_request", 32.0}, {"sectors_ideal_per_request", 4.0},
                          {"sectors_ratio", 8.0},        {"stride_text", text("8 elements")}};

std::vector<std::string> onGlobal(const Changes &changes) {
  return ids(findings(SiteKind::GlobalAccess, with(strided, changes)));
}

TEST(MemoryRules, GoByThePattern) {
  EXPECT_THAT(onGlobal({}), ElementsAre("memory-strided-access"));
  EXPECT_THAT(onGlobal({{"pattern", text("column")}}), ElementsAre("memory-column-access"));
  EXPECT_THAT(onGlobal({{"pattern", text("aos")}}), ElementsAre("memory-aos-access"));
  EXPECT_THAT(onGlobal({{"pattern", text("gather")}}), ElementsAre("memory-gather-access"));
  for (const char *quiet : {"coalesced", "broadcast", "irregular"})
    EXPECT_THAT(onGlobal({{"pattern", text(quiet)}}), IsEmpty()) << quiet;
}

TEST(MemoryRules, FireFromRatioTwo) {
  for (const char *pattern : {"strided", "column", "aos", "gather"}) {
    EXPECT_EQ(onGlobal({{"pattern", text(pattern)}, {"sectors_ratio", 2.0}}).size(), 1u);
    EXPECT_THAT(onGlobal({{"pattern", text(pattern)}, {"sectors_ratio", 1.99}}), IsEmpty());
  }
}

TEST(MemoryRules, WithoutARatioOnlyTheGatherFires) {
  for (const char *pattern : {"strided", "column", "aos"})
    EXPECT_THAT(onGlobal({{"pattern", text(pattern)}, {"sectors_ratio", {}}}), IsEmpty());
  EXPECT_THAT(onGlobal({{"pattern", text("gather")}, {"sectors_ratio", {}}}),
              ElementsAre("memory-gather-access"));
}

TEST(MemoryRules, SayTheNumbers) {
  EXPECT_EQ(findings(SiteKind::GlobalAccess, strided, "load", "a[tid * 8]").at(0).message,
            "load of `a[tid * 8]` touches 32 sectors per request where 4 would do "
            "(neighbouring lanes are 8 elements apart)");
  const Evidence aos = with(strided, {{"pattern", text("aos")},
                                      {"sectors_per_request", 16.0},
                                      {"sectors_ratio", 4.0},
                                      {"field", text("x")},
                                      {"struct_bytes", count(16)}});
  EXPECT_EQ(findings(SiteKind::GlobalAccess, aos, "load", "p[i].x").at(0).message,
            "load of `p[i].x` touches 16 sectors per request where 4 would do "
            "(field `x` of structures of 16 bytes)");
  const Evidence apart =
      with(strided, {{"sectors_at_most", true}, {"stride_text", text("pitch elements")}});
  EXPECT_EQ(findings(SiteKind::GlobalAccess, apart, "load", "a[tid * pitch]").at(0).message,
            "load of `a[tid * pitch]` touches up to 32 sectors per request where 4 would do "
            "(neighbouring lanes are pitch elements apart)");
  const Evidence column = with(apart, {{"pattern", text("column")}, {"stride_text", {}}});
  EXPECT_EQ(findings(SiteKind::GlobalAccess, column, "store", "a[tid * pitch + c]").at(0).message,
            "store of `a[tid * pitch + c]` touches up to 32 sectors per request where 4 would do "
            "(a warp takes a few neighbouring elements each of several rows)");
  const Finding gather =
      findings(SiteKind::GlobalAccess, {{"pattern", text("gather")}}, "load", "x[idx[i]]").at(0);
  EXPECT_EQ(gather.message,
            "load of `x[idx[i]]` goes where data says: up to 32 sectors per request");
  EXPECT_EQ(gather.severity, Severity::Note);
}

//===----------------------------------------------------------------------===//
// shared
//===----------------------------------------------------------------------===//

const Evidence conflict = {{"array", text("tile")},
                           {"padding", count(0)},
                           {"ways", count(32)},
                           {"wavefronts_per_request", 32.0},
                           {"wavefronts_ideal_per_request", 1.0},
                           {"wavefronts_ratio", 32.0}};

TEST(SharedRules, ConflictsAndPads) {
  const auto on = [](const Changes &changes) {
    return ids(findings(SiteKind::SharedAccess, with(conflict, changes)));
  };
  EXPECT_THAT(on({}), ElementsAre("shared-bank-conflict"));
  EXPECT_THAT(on({{"wavefronts_ratio", 2.0}}), ElementsAre("shared-bank-conflict"));
  EXPECT_THAT(on({{"wavefronts_ratio", 1.9}}), IsEmpty());
  EXPECT_THAT(on({{"wavefronts_ratio", 2.0}, {"padding", count(2)}, {"padding_fails", true}}),
              ElementsAre("shared-bank-conflict", "shared-ineffective-padding"));
  EXPECT_THAT(on({{"padding", count(2)}, {"padding_fails", true}, {"worse_elsewhere", true}}),
              ElementsAre("shared-ineffective-padding"));
  EXPECT_THAT(on({{"wavefronts_ratio", 2.0}, {"padding", count(2)}, {"padding_fails", false}}),
              ElementsAre("shared-bank-conflict"));
  EXPECT_THAT(on({{"wavefronts_ratio", 1.0}, {"padding", count(1)}}), IsEmpty());
  EXPECT_THAT(on({{"padding", {}}}), ElementsAre("shared-bank-conflict"));
}

TEST(SharedRules, SayTheNumbers) {
  const Evidence padded = with(conflict, {{"padding", count(2)},
                                          {"padding_fails", true},
                                          {"row_elements", count(34)},
                                          {"ways", count(2)},
                                          {"wavefronts_per_request", 2.0},
                                          {"wavefronts_ratio", 2.0}});
  const auto both = findings(SiteKind::SharedAccess, padded, "load", "tile[tx][ty]");
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].message, "load of `tile[tx][ty]` takes 2 wavefronts per request where 1 would "
                             "do (2-way bank conflict)");
  EXPECT_EQ(both[1].message,
            "load of `tile[tx][ty]` takes 2 wavefronts per request where 1 would do, although the "
            "rows of `tile` are padded by 2 (to 34 elements)");
}

//===----------------------------------------------------------------------===//
// divergence
//===----------------------------------------------------------------------===//

const Evidence oddEven = {
    {"cause", text("lane")},  {"warps", count(8)},      {"divergent_warps", count(8)},
    {"divergent_ratio", 1.0}, {"lanes_true", 16.0},     {"lanes_false", 16.0},
    {"then_cost", count(10)}, {"else_cost", count(10)}, {"sides_cost", count(10)},
    {"wasted_lanes", 16.0},   {"predicated", false}};

std::vector<std::string> onBranch(const Changes &changes) {
  return ids(findings(SiteKind::Branch, with(oddEven, changes), "if", "tid % 2"));
}

TEST(DivergenceBranch, FiresOnLaneDependentConditions) {
  EXPECT_THAT(onBranch({}), ElementsAre("divergence-branch"));
  // if (tid % (2 * s) == 0) sdata[tid] += sdata[tid + s]; over all s of a block of 256
  EXPECT_THAT(onBranch({{"divergent_warps", count(47)},
                        {"warps", count(64)},
                        {"divergent_ratio", 47.0 / 64.0},
                        {"lanes_true", 5.4},
                        {"lanes_false", 26.6},
                        {"then_cost", count(6)},
                        {"else_cost", count(0)},
                        {"sides_cost", count(0)},
                        {"wasted_lanes", 26.6}}),
              ElementsAre("divergence-branch"));
  EXPECT_THAT(onBranch({{"predicated", {}}, {"wasted_lanes", {}}, {"lanes_true", {}}}),
              ElementsAre("divergence-branch"));
}

TEST(DivergenceBranch, QuietOnLookAlikes) {
  for (const char *cause : {"uniform", "guard", "data"})
    EXPECT_THAT(onBranch({{"cause", text(cause)}}), IsEmpty()) << cause;
  EXPECT_THAT(onBranch({{"divergent_warps", count(0)}, {"divergent_ratio", 0.0}}), IsEmpty())
      << "warp-aligned";
  EXPECT_THAT(onBranch({{"divergent_warps", count(5)}, {"divergent_ratio", 5.0 / 64}}), IsEmpty())
      << "sequential addressing: the last warp only";
  EXPECT_THAT(onBranch({{"predicated", true}}), IsEmpty());
  EXPECT_THAT(onBranch({{"warps", count(1)}, {"divergent_warps", count(1)}}), IsEmpty())
      << "v = lane < warps ? partial[lane] : 0, once in one warp";
  EXPECT_THAT(onBranch({{"then_cost", count(2)}, {"else_cost", count(1)}}), IsEmpty());
  EXPECT_THAT(onBranch({{"wasted_lanes", 1.0}, {"lanes_true", 31.0}, {"lanes_false", 1.0}}),
              IsEmpty())
      << "one lane idle";
}

TEST(DivergenceBranch, OneLaneEpilogues) {
  const Changes epilogue = {
      {"lanes_true", 1.0}, {"lanes_false", 31.0}, {"else_cost", count(0)}, {"wasted_lanes", 31.0}};
  Changes small = epilogue;
  small.push_back({"then_cost", count(12)});
  EXPECT_THAT(onBranch(small), IsEmpty()) << "if (lane == 0) out[warp] = sum;";
  Changes serial = epilogue;
  serial.push_back({"then_cost", count(500)});
  EXPECT_THAT(onBranch(serial), ElementsAre("divergence-branch"));
  Changes results = epilogue;
  results.push_back({"repeats", count(1)});
  results.push_back({"then_cost", count(127)});
  EXPECT_THAT(onBranch(results), IsEmpty()) << "eight results of a warp";
  results.back() = {"then_cost", count(128)};
  EXPECT_THAT(onBranch(results), ElementsAre("divergence-branch"));
}

TEST(DivergenceBranch, OneSideInAsFewWarpsAsCanBe) {
  const Changes front = {{"else_cost", count(0)}, {"then_cost", count(40)}, {"spread", 1.0}};
  EXPECT_THAT(onBranch(front), IsEmpty()) << "if (t <= step) in a block of one warp";
  Changes halves = front;
  halves.back() = {"spread", 1.1};
  EXPECT_THAT(onBranch(halves), ElementsAre("divergence-branch"));
  Changes few = front;
  few.push_back({"lanes_true", 8.0});
  EXPECT_THAT(onBranch(few), ElementsAre("divergence-branch"));
  Changes both = front;
  both.front() = {"else_cost", count(1)};
  EXPECT_THAT(onBranch(both), ElementsAre("divergence-branch")) << "the warp runs both sides";
}

TEST(DivergenceBranch, SaysTheNumbers) {
  EXPECT_EQ(findings(SiteKind::Branch, oddEven, "if", "tid % 2").at(0).message,
            "condition `tid % 2` splits the warp in 8 of 8 executions (lanes: 16 one way, 16 the "
            "other)");
}

//===----------------------------------------------------------------------===//
// groups, sync, async
//===----------------------------------------------------------------------===//

TEST(GroupsConditionalCreation, GoesByWhoTakesPart) {
  const Evidence inBranch = {{"implicit", true},
                             {"conditional", true},
                             {"cause", text("guard")},
                             {"condition", text("threadIdx.x < 64")},
                             {"threads_arriving", count(64)},
                             {"threads_expected", count(256)}};
  const auto on = [&](const Changes &changes) {
    return findings(SiteKind::Group, with(inBranch, changes), "this_thread_block");
  };
  ASSERT_EQ(on({}).size(), 1u);
  EXPECT_EQ(on({})[0].severity, Severity::Error);
  EXPECT_EQ(on({})[0].message,
            "`this_thread_block` is called by 64 of 256 threads only (`threadIdx.x < 64` decides): "
            "all of them must create the group together");
  const auto unknown = on({{"threads_arriving", {}}, {"cause", text("data")}});
  ASSERT_EQ(unknown.size(), 1u);
  EXPECT_EQ(unknown[0].severity, Severity::Error);
  EXPECT_THAT(unknown[0].message,
              HasSubstr("is called by part of the threads only (`threadIdx.x < 64`"));
  const auto bound = on({{"threads_arriving", {}}, {"cause", text("guard")}});
  ASSERT_EQ(bound.size(), 1u);
  EXPECT_THAT(bound[0].message, HasSubstr("may be called by part of the threads only"));
  const auto uniform = on({{"cause", text("uniform")}});
  ASSERT_EQ(uniform.size(), 1u);
  EXPECT_EQ(uniform[0].severity, Severity::Note);

  EXPECT_THAT(on({{"implicit", false}}), IsEmpty()) << "coalesced_threads()";
  EXPECT_THAT(on({{"conditional", false}, {"cause", text("none")}}), IsEmpty());
}

const Evidence halfArrives = {{"scope", text("block")},
                              {"cause", text("guard")},
                              {"condition", text("threadIdx.x < 128")},
                              {"where", text("condition")},
                              {"threads_arriving", count(128)},
                              {"threads_exited", count(0)},
                              {"threads_expected", count(256)},
                              {"absent_exited", false}};

std::vector<Finding> onBarrier(const Changes &changes) {
  return findings(SiteKind::Barrier, with(halfArrives, changes), "__syncthreads",
                  "__syncthreads()");
}

TEST(SyncDivergentBarrier, FiresWhereThreadsAreAbsent) {
  ASSERT_EQ(onBarrier({}).size(), 1u);
  EXPECT_EQ(onBarrier({})[0].rule, "sync-divergent-barrier");
  EXPECT_EQ(onBarrier({})[0].severity, Severity::Error);
  EXPECT_EQ(onBarrier({})[0].message,
            "`__syncthreads` is reached by 128 of 256 threads of the block: `threadIdx.x < 128` "
            "keeps the others away");
  for (const char *scope : {"warp", "tile", "group"})
    EXPECT_EQ(onBarrier({{"scope", text(scope)}}).size(), 1u) << scope;
}

TEST(SyncDivergentBarrier, FiresWhereTheNumberIsNotKnown) {
  const auto data = onBarrier({{"cause", text("data")}, {"threads_arriving", {}}});
  ASSERT_EQ(data.size(), 1u);
  EXPECT_EQ(data[0].severity, Severity::Error);
  EXPECT_EQ(data[0].message, "`__syncthreads` is reached by part of the threads of the block only: "
                             "`threadIdx.x < 128` keeps the others away");
  const auto loop = onBarrier({{"cause", text("lane")},
                               {"threads_arriving", {}},
                               {"where", text("loop")},
                               {"condition", text("i < threadIdx.x")}});
  ASSERT_EQ(loop.size(), 1u);
  EXPECT_THAT(loop[0].message, HasSubstr("stands in a loop (`i < threadIdx.x`)"));
}

TEST(SyncDivergentBarrier, WhereABoundDecidesItSaysMay) {
  const auto loop = onBarrier({{"cause", text("guard")},
                               {"threads_arriving", {}},
                               {"where", text("loop")},
                               {"condition", text("i < n")}});
  ASSERT_EQ(loop.size(), 1u);
  EXPECT_EQ(loop[0].message, "`__syncthreads` stands in a loop (`i < n`) that need not go round "
                             "equally often for all threads of the block");
  const auto branch =
      onBarrier({{"cause", text("guard")}, {"threads_arriving", {}}, {"condition", text("i < n")}});
  ASSERT_EQ(branch.size(), 1u);
  EXPECT_EQ(branch[0].message, "`__syncthreads` need not be reached by all threads of the block: "
                               "`i < n` may keep some away");
}

TEST(SyncDivergentBarrier, ExitedThreadsMakeItAWarning) {
  const Changes exited = {{"where", text("return")},
                          {"condition", text("i >= n")},
                          {"threads_exited", count(128)},
                          {"absent_exited", true}};
  ASSERT_EQ(onBarrier(exited).size(), 1u);
  EXPECT_EQ(onBarrier(exited)[0].severity, Severity::Warning);
  EXPECT_THAT(onBarrier(exited)[0].message,
              HasSubstr("the others leave the kernel instead (as `i >= n` decides)"));
  Changes unknown = exited;
  unknown.push_back({"threads_arriving", {}});
  ASSERT_EQ(onBarrier(unknown).size(), 1u);
  EXPECT_EQ(onBarrier(unknown)[0].severity, Severity::Warning);
  EXPECT_THAT(onBarrier(unknown)[0].message, HasSubstr("leave the kernel instead"));
}

TEST(Messages, NeverShowAQuestionMark) {
  // What the analysis may leave out, one by one and all together.
  const Changes optional = {{"condition", {}}, {"threads_arriving", {}}};
  for (std::size_t without = 0; without < 4; ++without) {
    Changes changes;
    for (std::size_t i = 0; i < optional.size(); ++i)
      if (without >> i & 1)
        changes.push_back(optional[i]);
    for (bool exited : {false, true}) {
      changes.push_back({"absent_exited", exited});
      for (const Finding &finding : onBarrier(changes))
        EXPECT_THAT(finding.message, testing::Not(HasSubstr("?")));
    }
    for (const char *cause : {"uniform", "guard"}) {
      const Evidence group = {{"implicit", true},
                              {"conditional", true},
                              {"cause", text(cause)},
                              {"condition", text("x < 64")},
                              {"threads_arriving", count(64)},
                              {"threads_expected", count(256)}};
      const auto found = findings(SiteKind::Group, with(group, changes), "this_thread_block");
      ASSERT_EQ(found.size(), 1u);
      EXPECT_THAT(found[0].message, testing::Not(HasSubstr("?")));
    }
  }
  for (const char *pattern : {"strided", "column", "aos", "gather"}) {
    const Evidence bare = with(strided, {{"pattern", text(pattern)}, {"stride_text", {}}});
    EXPECT_THAT(findings(SiteKind::GlobalAccess, bare).at(0).message, testing::Not(HasSubstr("?")));
  }
}

TEST(SyncDivergentBarrier, QuietOnUniformConditions) {
  EXPECT_THAT(onBarrier({{"cause", text("uniform")}}), IsEmpty());
  EXPECT_THAT(
      onBarrier({{"cause", text("none")}, {"where", text("")}, {"threads_arriving", count(256)}}),
      IsEmpty());
  EXPECT_THAT(onBarrier({{"where", text("")}, {"threads_arriving", count(256)}}), IsEmpty());
}

TEST(AsyncMissingWait, FiresBeforeWaitOrCommit) {
  const Evidence used = {{"array", text("tile")},     {"committed", true},
                         {"copy_line", count(12)},    {"mechanism", text("primitives")},
                         {"reason", text("no wait")}, {"waited", false}};
  const auto on = [&](const Changes &changes) {
    return findings(SiteKind::AsyncUse, with(used, changes), "load", "tile[i]");
  };
  ASSERT_EQ(on({}).size(), 1u);
  EXPECT_EQ(on({})[0].severity, Severity::Error);
  EXPECT_EQ(on({})[0].message,
            "load of `tile[i]` while the copy into `tile` started in line 12 may "
            "still be under way: no wait");
  EXPECT_EQ(on({{"waited", true}, {"committed", false}}).size(), 1u);
  EXPECT_EQ(on({{"committed", {}}}).size(), 1u);
  EXPECT_THAT(on({{"waited", true}}), IsEmpty());
  EXPECT_THAT(on({{"waited", true}, {"committed", {}}}), IsEmpty()) << "nothing to commit";
  EXPECT_THAT(on({{"waited", {}}}), IsEmpty()) << "what is unknown never fires";
}

} // namespace
} // namespace warplint::engine
