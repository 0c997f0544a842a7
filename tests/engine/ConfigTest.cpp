//===- ConfigTest.cpp - .warplint.yaml ------------------------------------===//

#include "lint/engine/Config.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

std::string errorOf(const std::string &yaml) {
  const Expected<Config> config = parseConfig(yaml, "p/.warplint.yaml");
  EXPECT_FALSE(config) << yaml;
  return config ? "" : config.error().str();
}

TEST(Config, ReadsEveryKey) {
  const Expected<Config> config = parseConfig(R"(
select: [memory, shared-bank-conflict]
ignore:
  - memory-gather-access
params:
  shared-bank-conflict: {min_ratio: 1.5}
severity:
  divergence-branch: note
exclude: ["third_party/**"]
block: [32, 8]
cuda-path: toolkit
arch: sm_90a
fail-on: error
rules-dir: lint/rules
clang-args: [-DUSE_CUDA, -Iinclude]
)",
                                              "p/.warplint.yaml");
  ASSERT_TRUE(config) << config.error().str();
  EXPECT_EQ(config->file, "p/.warplint.yaml");
  EXPECT_EQ(config->folder(), "p");
  ASSERT_EQ(config->select.size(), 2u);
  EXPECT_EQ(config->select[1].text, "shared-bank-conflict");
  EXPECT_EQ(config->select[1].place.line, 2u);
  EXPECT_EQ(config->select[1].place.column, 18u);
  EXPECT_EQ(config->ignore[0].text, "memory-gather-access");
  ASSERT_EQ(config->params.size(), 1u);
  EXPECT_EQ(config->params[0].rule, "shared-bank-conflict");
  EXPECT_EQ(config->params[0].name, "min_ratio");
  EXPECT_EQ(config->params[0].value, EvidenceValue(1.5));
  ASSERT_EQ(config->severities.size(), 1u);
  EXPECT_EQ(config->severities[0].severity, Severity::Note);
  EXPECT_THAT(config->exclude, ElementsAre("third_party/**"));
  EXPECT_EQ(config->block, (std::array{32u, 8u, 1u}));
  EXPECT_EQ(config->cudaPath, "p/toolkit");
  EXPECT_EQ(config->arch, "sm_90a");
  EXPECT_EQ(config->failOn, "error");
  EXPECT_THAT(config->rulesDirectories, ElementsAre("p/lint/rules"));
  EXPECT_THAT(config->clangArguments, ElementsAre("-DUSE_CUDA", "-Iinclude"));
}

TEST(Config, ReadsLaunchesAndOverrides) {
  const Expected<Config> config = parseConfig(R"(
include: [src, "*.cuh"]
extend-select: [memory-gather-access]
defines: [USE_CUDA, "TILE=32", "MESSAGE=a = b"]
include-paths: [include, ../other]
launches:
  - kernel: "reduce*"
    block: [32, 8]
    grid: [70000, 2]
    dynamic-shared-memory: 4096
overrides:
  - files: [tests, "gen_*.cu"]
    ignore: [memory]
    block: [64]
    launches: [{kernel: "ns::k", grid: [1]}]
  - files: [hot]
    select: [shared]
    params: {shared-bank-conflict: {min_ratio: 1.5}}
    severity: {shared-bank-conflict: error}
    defines: [HOT]
    include-paths: [hot/include]
)",
                                              "p/.warplint.yaml");
  ASSERT_TRUE(config) << config.error().str();
  EXPECT_THAT(config->include, ElementsAre("src", "*.cuh"));
  EXPECT_EQ(config->extendSelect[0].text, "memory-gather-access");
  EXPECT_THAT(config->defines, ElementsAre("USE_CUDA", "TILE=32", "MESSAGE=a = b"));
  ASSERT_EQ(config->includePaths.size(), 2u);
  EXPECT_EQ(config->includePaths[0].path, "p/include");
  EXPECT_EQ(config->includePaths[1].path, "other");
  EXPECT_EQ(config->includePaths[1].place.line, 5u);
  ASSERT_EQ(config->launches.size(), 1u);
  EXPECT_EQ(config->launches[0].kernel, "reduce*");
  EXPECT_EQ(config->launches[0].block, (std::array{32u, 8u, 1u}));
  EXPECT_EQ(config->launches[0].grid, (std::array{70000u, 2u, 1u}));
  EXPECT_EQ(config->launches[0].dynamicSharedMemory, 4096);
  ASSERT_EQ(config->overrides.size(), 2u);
  const Config::Override &tests = config->overrides[0];
  EXPECT_THAT(tests.files, ElementsAre("tests", "gen_*.cu"));
  EXPECT_EQ(tests.ignore[0].text, "memory");
  EXPECT_EQ(tests.ignore[0].place.line, 13u);
  EXPECT_EQ(tests.block, (std::array{64u, 1u, 1u}));
  EXPECT_EQ(tests.launches[0].kernel, "ns::k");
  EXPECT_FALSE(tests.launches[0].block);
  const Config::Override &hot = config->overrides[1];
  EXPECT_EQ(hot.select[0].text, "shared");
  EXPECT_EQ(hot.params[0].value, EvidenceValue(1.5));
  EXPECT_EQ(hot.severities[0].severity, Severity::Error);
  EXPECT_THAT(hot.defines, ElementsAre("HOT"));
  EXPECT_EQ(hot.includePaths[0].path, "p/hot/include");
}

TEST(Config, SaysWhatIsWrongInLaunchesAndOverrides) {
  EXPECT_EQ(errorOf("overrides:\n  - files: [a]\n    ignroe: [b]"),
            "p/.warplint.yaml:3:5: unknown key `overrides[0].ignroe`; did you mean `ignore`?");
  EXPECT_EQ(errorOf("overrides: [{ignore: [b]}]"),
            "p/.warplint.yaml:1:13: key `overrides[0].files` is missing");
  EXPECT_THAT(errorOf("overrides: [{files: []}]"), HasSubstr("`overrides[0].files`: the patterns"));
  EXPECT_THAT(errorOf("overrides: [{files: [a], exclude: [b]}]"),
              HasSubstr("unknown key `overrides[0].exclude`"));
  EXPECT_THAT(errorOf("overrides: [a]"), HasSubstr("`overrides[0]`: a mapping"));
  EXPECT_THAT(errorOf("overrides: [{files: [a], params: {r-a: 3}}]"),
              HasSubstr("`overrides[0].params.r-a` must be a mapping"));
  EXPECT_EQ(errorOf("launches: [{kernel: a, blok: [1]}]"),
            "p/.warplint.yaml:1:24: unknown key `launches[0].blok`; did you mean `block`?");
  EXPECT_THAT(errorOf("launches: [{block: [1]}]"), HasSubstr("`launches[0].kernel` is missing"));
  EXPECT_THAT(errorOf("launches: [{kernel: a}]"), HasSubstr("`launches[0]` says nothing"));
  EXPECT_THAT(errorOf("launches: [{kernel: a, block: [64, 32]}]"), HasSubstr("2048 threads"));
  EXPECT_THAT(errorOf("launches: [{kernel: a, grid: [1, 70000]}]"),
              HasSubstr("`launches[0].grid[1]` must be between 1 and 65535"));
  EXPECT_THAT(errorOf("launches: [{kernel: a, dynamic-shared-memory: -1}]"),
              HasSubstr("-1 is not between 0 and"));
  EXPECT_THAT(errorOf("overrides: [{files: [a], launches: [{kernel: a, block: [0]}]}]"),
              HasSubstr("`overrides[0].launches[0].block[0]` must be between 1 and 1024"));
  for (const char *define : {"1A", "A B", "", "A-B=1", "\"A=1\\n#include </etc/passwd>\""})
    EXPECT_THAT(errorOf(std::string("defines: [OK, ") + (*define ? define : "''") + "]"),
                HasSubstr("is neither NAME nor NAME=VALUE"))
        << define;
  EXPECT_THAT(errorOf("exclude: ['!a']"), HasSubstr("`exclude`: the pattern `!a` begins with `!`"));
  EXPECT_THAT(errorOf("include: [../a]"), HasSubstr("leads out of the configuration's folder"));
}

TEST(Config, MayBeEmpty) {
  for (const char *text : {"", "# nothing yet\n", "{}"}) {
    const Expected<Config> config = parseConfig(text, ".warplint.yaml");
    ASSERT_TRUE(config) << config.error().str();
    EXPECT_TRUE(config->select.empty());
    EXPECT_FALSE(config->block);
    EXPECT_FALSE(config->failOn);
    EXPECT_EQ(config->folder(), ".");
  }
}

TEST(Config, PathsStartAtItsFolder) {
  const auto config = parseConfig("rules-dir: [a, /b, ../c]\ncuda-path: none", "p/.warplint.yaml");
  ASSERT_TRUE(config) << config.error().str();
  EXPECT_THAT(config->rulesDirectories, ElementsAre("p/a", "/b", "c"));
  EXPECT_EQ(config->cudaPath, "none");
}

TEST(Config, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(errorOf("selct: [a]"),
            "p/.warplint.yaml:1:1: unknown key `selct`; did you mean `select`?");
  EXPECT_EQ(errorOf("fail_on: error"),
            "p/.warplint.yaml:1:1: unknown key `fail_on`; did you mean `fail-on`?");
  EXPECT_EQ(errorOf("\nselect: memory"), "p/.warplint.yaml:2:9: `select` must be a list");
  EXPECT_EQ(errorOf("select: [a, {b: c}]"),
            "p/.warplint.yaml:1:13: `select` must be a list of texts");
  EXPECT_EQ(errorOf("fail-on: loud"), "p/.warplint.yaml:1:10: `fail-on`: `loud` is none of note, "
                                      "warning, error, never");
  EXPECT_THAT(errorOf("fail-on: erorr"), HasSubstr("did you mean `error`?"));
  EXPECT_THAT(errorOf("severity: {a-b: bad}"), HasSubstr("1:17: `severity.a-b`: `bad` is none"));
  EXPECT_THAT(errorOf("params: {a-b: 3}"), HasSubstr("1:15: `params.a-b` must be a mapping"));
  EXPECT_THAT(errorOf("params: {a-b: {c: [1]}}"), HasSubstr("1:19: `params.a-b.c` must be"));
  EXPECT_THAT(errorOf("params: [a]"), HasSubstr("1:9: `params` must be a mapping"));
  EXPECT_THAT(errorOf("arch: 90"), HasSubstr("1:7: `arch`: `90` is not an architecture"));
  EXPECT_THAT(errorOf("arch: sm_"), HasSubstr("1:7: `arch`: `sm_` is no GPU architecture"));
  EXPECT_THAT(errorOf("arch: sm_90x"), HasSubstr("`sm_90x` is no GPU architecture"));
  EXPECT_THAT(errorOf("arch: sm_91"), HasSubstr("GPU that warplint knows; the nearest is sm_90"));
  EXPECT_TRUE(parseConfig("arch: sm_100f", "c.yaml"));
  EXPECT_THAT(errorOf("rules-dir: {a: b}"), HasSubstr("1:12: `rules-dir` must be a folder"));
  EXPECT_THAT(errorOf("clang-args: -DX"), HasSubstr("1:13: `clang-args` must be a list"));
  EXPECT_THAT(errorOf("select: [a]\nselect: [b]"), HasSubstr("2:1: key `select` is there twice"));
  EXPECT_THAT(errorOf("- select"), HasSubstr("1:1: a mapping"));
  EXPECT_THAT(errorOf("select: [a"), HasSubstr("p/.warplint.yaml:1:"));
}

TEST(Config, BlocksThatNoDeviceRuns) {
  EXPECT_THAT(errorOf("block: 32"), HasSubstr("must be a list"));
  EXPECT_THAT(errorOf("block: []"), HasSubstr("one to three"));
  EXPECT_THAT(errorOf("block: [1, 1, 1, 1]"), HasSubstr("one to three"));
  EXPECT_THAT(errorOf("block: [32, 0]"), HasSubstr("1:13: `block[1]` must be between 1 and 1024"));
  EXPECT_THAT(errorOf("block: [1, 1, 65]"), HasSubstr("between 1 and 64"));
  EXPECT_THAT(errorOf("block: [x]"), HasSubstr("`block[0]`"));
  EXPECT_THAT(errorOf("block: [64, 32]"), HasSubstr("2048 threads"));
}

class ConfigFolder : public testing::Test {
protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() /
            ("warplint-config-" + std::to_string(reinterpret_cast<std::uintptr_t>(this)) + "-" +
             testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(root_ / "repo/.git");
    fs::create_directories(root_ / "repo/src/deep");
    std::ofstream(root_ / "repo/src/deep/a.cu") << "";
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string &path, const std::string &text) const {
    std::ofstream(root_ / path) << text;
  }
  std::string path(const std::string &path) const { return (root_ / path).string(); }

  fs::path root_;
};

TEST_F(ConfigFolder, IsFoundUpwards) {
  write("repo/.warplint.yaml", "");
  EXPECT_EQ(findConfig(path("repo/src/deep/a.cu")), path("repo/.warplint.yaml"));
  EXPECT_EQ(findConfig(path("repo/src")), path("repo/.warplint.yaml"));
  EXPECT_EQ(findConfig(path("repo")), path("repo/.warplint.yaml"));
  write("repo/src/.warplint.yaml", "");
  EXPECT_EQ(findConfig(path("repo/src/deep/a.cu")), path("repo/src/.warplint.yaml"));
}

TEST_F(ConfigFolder, NotBeyondTheRepository) {
  write(".warplint.yaml", "");
  EXPECT_EQ(findConfig(path("repo/src/deep/a.cu")), std::nullopt);
}

TEST_F(ConfigFolder, WhatIsFoundStaysInItsRepository) {
  EXPECT_EQ(reachOf(path("repo/src/.warplint.yaml")), path("repo"));
  EXPECT_EQ(reachOf(path("elsewhere/.warplint.yaml")), path("elsewhere"));
  fs::create_directory_symlink(root_, root_ / "repo/src/link");
  const std::string file = path("repo/src/.warplint.yaml");
  const auto error = [&](const std::string &yaml) {
    const Expected<Config> trusted = parseConfig(yaml, file);
    EXPECT_TRUE(trusted) << "whoever names it may go anywhere: " << trusted.error().str();
    const Expected<Config> found = parseConfig(yaml, file, reachOf(file));
    return found ? std::string() : found.error().str();
  };
  EXPECT_EQ(error("include-paths: [deep, .., ../new, /usr/../" + path("repo") + "]"), "");
  EXPECT_EQ(error("include-paths: [deep, ../../other]"),
            file + ":1:23: `include-paths`: `../../other` leads out of the repository, which a "
                   "configuration must not unless it is named by --config");
  EXPECT_THAT(error("include-paths: [/usr/include]"), HasSubstr("leads out of the repository"));
  EXPECT_THAT(error("include-paths: [link/other]"), HasSubstr("leads out of the repository"));
  EXPECT_THAT(error("overrides: [{files: [a], include-paths: [/]}]"),
              HasSubstr("`overrides[0].include-paths`: `/` leads out"));
  EXPECT_THAT(error("rules-dir: /etc"), HasSubstr("`rules-dir`: `/etc` leads out"));
  EXPECT_THAT(error("rules-dir: [deep, /etc]"), HasSubstr("`rules-dir`: `/etc` leads out"));
  EXPECT_THAT(error("cuda-path: /home/somebody"), HasSubstr("leads out of the repository"));
  EXPECT_EQ(error("cuda-path: /usr/local/cuda-12.4"), "");
  EXPECT_EQ(error("cuda-path: none"), "");
}

TEST_F(ConfigFolder, ReadsFiles) {
  write("repo/.warplint.yaml", "fail-on: never");
  EXPECT_EQ(readConfig(path("repo/.warplint.yaml"))->failOn, "never");
  const auto missing = readConfig(path("repo/none.yaml"));
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().str(), HasSubstr("none.yaml: configuration cannot be read"));
}

TEST_F(ConfigFolder, IsAppliedToTheRules) {
  fs::create_directories(root_ / "repo/rules");
  write("repo/rules/own.yaml", "id: shared-own\ntitle: t\nfamily: shared\nphase: 2\n"
                               "severity: warning\non: shared_access\nwhen: ways > most\n"
                               "params: {most: 2}\nmessage: m\nwhy: w\nhelp: h\nsummary: s\n");
  const auto apply = [&](const std::string &yaml) -> Expected<RuleSet> {
    const Expected<Config> config = parseConfig(yaml, path("repo/.warplint.yaml"));
    EXPECT_TRUE(config) << config.error().str();
    Expected<RuleSet> rules = RuleSet::builtin();
    if (Expected<void> applied = applyConfig(*config, *rules); !applied)
      return tl::unexpected<Error>(applied.error());
    return rules;
  };

  const auto rules = apply("rules-dir: rules\nparams: {shared-own: {most: 7}}\n"
                           "severity: {shared-own: error, shared-bank-conflict: note}\n"
                           "select: [shared-own, memory]\n");
  ASSERT_TRUE(rules) << rules.error().str();
  EXPECT_EQ(rules->find("shared-own")->params.at("most"), EvidenceValue(std::int64_t{7}));
  EXPECT_EQ(rules->find("shared-own")->severity, Severity::Error);
  EXPECT_EQ(rules->find("shared-bank-conflict")->severity, Severity::Note);

  const auto error = [&](const std::string &yaml) {
    const auto result = apply(yaml);
    EXPECT_FALSE(result) << yaml;
    return result ? std::string() : result.error().str();
  };
  const std::string file = path("repo/.warplint.yaml");
  EXPECT_EQ(error("select: [shared-bank-conflct]"),
            file + ":1:10: there is no rule or family `shared-bank-conflct`; did you mean "
                   "`shared-bank-conflict`?");
  EXPECT_THAT(error("ignore: [memry]"), HasSubstr("did you mean `memory`?"));
  EXPECT_THAT(error("params:\n  shared-bank-conflict: {min: 2}"),
              HasSubstr(":2:26: rule `shared-bank-conflict` has no param `min`"));
  EXPECT_THAT(error("params: {shared-bank: {min: 2}}"), HasSubstr("there is no rule"));
  EXPECT_THAT(error("severity: {shared-own: note}"), HasSubstr(":1:12: there is no rule"));
  EXPECT_THAT(error("rules-dir: nowhere"), HasSubstr("cannot be read"));
  EXPECT_THAT(error("overrides: [{files: [a], ignore: [memry]}]"),
              HasSubstr(":1:35: there is no rule or family `memry`; did you mean `memory`?"));
  EXPECT_THAT(error("extend-select: [memry]"), HasSubstr(":1:17: there is no rule or family"));
  EXPECT_THAT(error("overrides: [{files: [a], params: {shared-bank-conflict: {min: 2}}}]"),
              HasSubstr("has no param `min`"));
}

} // namespace
} // namespace warplint::engine
