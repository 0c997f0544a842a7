//===- PredicateTest.cpp --------------------------------------------------===//

#include "lint/engine/Predicate.h"
#include "lint/engine/Evaluate.h"

#include <chrono>
#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

using testing::HasSubstr;

const Evidence conflict = {{"wavefronts", std::int64_t{32}},
                           {"wavefronts_ratio", 32.0},
                           {"padding", std::int64_t{0}},
                           {"array", std::string("tile")},
                           {"data_dependent", false}};
const Params params = {{"min_ratio", std::int64_t{2}}};

Expected<bool> on(const std::string &predicate) {
  return holds(predicate, SiteKind::SharedAccess, conflict, params);
}

bool fires(const std::string &predicate) {
  const Expected<bool> result = on(predicate);
  EXPECT_TRUE(result) << predicate << ": " << result.error().message;
  return result && *result;
}

std::string errorOf(const std::string &predicate) {
  const Expected<bool> result = on(predicate);
  EXPECT_FALSE(result) << predicate;
  return result ? "" : result.error().message;
}

TEST(Predicate, ComparesEvidenceWithParams) {
  EXPECT_TRUE(fires("wavefronts_ratio >= min_ratio"));
  EXPECT_FALSE(fires("wavefronts_ratio < min_ratio"));
  EXPECT_TRUE(fires("wavefronts == 32 and wavefronts_ratio == 32"));
  EXPECT_TRUE(fires("array == 'tile' and array ~= \"tiles\""));
  EXPECT_TRUE(fires("not data_dependent"));
  EXPECT_TRUE(fires("wavefronts // 3 == 10 and wavefronts % 3 == 2"));
}

TEST(Predicate, ParenthesesDoNotLeak) {
  EXPECT_FALSE(fires("true) and (false"));
  EXPECT_FALSE(on("true) or while true do end return (true"));
  EXPECT_TRUE(fires("true -- a comment ends with its line"));
}

TEST(Predicate, UnknownEvidenceNeverFires) {
  EXPECT_FALSE(fires("ways >= 2"));
  EXPECT_FALSE(fires("not (ways >= 2)"));
  EXPECT_FALSE(fires("ways ~= 7"));
  EXPECT_FALSE(fires("ways == nil"));
  EXPECT_FALSE(fires("ways == nil or true"));
  EXPECT_TRUE(fires("true or ways >= 2")) << "what is not read does not matter";
}

TEST(Predicate, HasAsksWhetherEvidenceIsThere) {
  EXPECT_TRUE(fires("has('wavefronts')"));
  EXPECT_TRUE(fires("has('data_dependent')")) << "false is a value";
  EXPECT_FALSE(fires("has('ways')"));
  EXPECT_TRUE(fires("not has('ways') or ways > 1"));
  EXPECT_TRUE(fires("has('min_ratio')"));
}

TEST(Predicate, Functions) {
  EXPECT_TRUE(fires("min(3, 1, 2) == 1 and max(3, 1, 2) == 3"));
  EXPECT_TRUE(fires("max(wavefronts, 1.5) == 32 and min(7) == 7"));
  EXPECT_TRUE(fires("abs(-3) == 3 and abs(2.5) == 2.5 and abs(-2.5) == 2.5 and abs(0) == 0"));
  EXPECT_TRUE(fires("floor(2.7) == 2 and floor(-2.1) == -3 and floor(5) == 5"));
  EXPECT_THAT(errorOf("min() > 1"), HasSubstr("min"));
  EXPECT_THAT(errorOf("max(1, 'a') > 1"), HasSubstr("number expected"));
}

TEST(Predicate, SeesTheSite) {
  Site site;
  site.kind = SiteKind::SharedAccess;
  site.op = "load";
  site.expr = "tile[i]";
  site.kernel = "transpose";
  site.confidence = Confidence::Likely;
  Predicates predicates;
  const auto handle = predicates.compile("op == 'load' and expr == 'tile[i]' and "
                                         "kernel == 'transpose' and confidence == 'likely'");
  ASSERT_TRUE(handle) << handle.error().message;
  const Params none;
  EXPECT_EQ(predicates.holds(*handle, scopeOf(site, none)), true);
}

TEST(Predicate, SaysWhatIsWrong) {
  EXPECT_THAT(errorOf("wavefronts >"), HasSubstr("unexpected symbol"));
  EXPECT_THAT(errorOf("array >= 2"), HasSubstr("compare"));
  EXPECT_THAT(errorOf("wavefronts"), HasSubstr("true or false, not a number"));
  EXPECT_THAT(errorOf("nil"), HasSubstr("true or false, not a nil"));
  EXPECT_THAT(errorOf("sectors > 1"), HasSubstr("unknown name `sectors`"));
}

//===----------------------------------------------------------------------===//
// The sandbox: what a hostile rule may try
//===----------------------------------------------------------------------===//

TEST(Sandbox, EndlessLoopsEnd) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(errorOf("(function() while true do end end)()"), HasSubstr("does not end"));
  EXPECT_THAT(errorOf("(function() for i = 1, 1 << 62 do end return true end)()"),
              HasSubstr("does not end"));
  EXPECT_THAT(errorOf("(function() ::a:: goto a end)()"), HasSubstr("does not end"));
  EXPECT_FALSE(on("(function(f) return f(f) end)(function(f) return f(f) end)"));
  EXPECT_FALSE(on("(function(f) return 1 + f(f) end)(function(f) return 1 + f(f) end)"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(Sandbox, MemoryIsLimited) {
  EXPECT_THAT(errorOf("(function() local s = 'x' while true do s = s .. s end end)()"),
              HasSubstr("memory"));
  EXPECT_THAT(
      errorOf("(function() local t = {} for i = 1, 1 << 40 do t[i] = {i} end return true end)()"),
      testing::AnyOf(HasSubstr("memory"), HasSubstr("does not end")));
}

TEST(Sandbox, ThereAreNoLibraries) {
  for (const char *name : {"io",
                           "os",
                           "string",
                           "table",
                           "math",
                           "debug",
                           "package",
                           "coroutine",
                           "require",
                           "load",
                           "loadstring",
                           "dofile",
                           "loadfile",
                           "print",
                           "pcall",
                           "xpcall",
                           "error",
                           "assert",
                           "select",
                           "next",
                           "pairs",
                           "rawget",
                           "rawset",
                           "setmetatable",
                           "getmetatable",
                           "collectgarbage",
                           "tostring",
                           "type",
                           "_G"})
    EXPECT_THAT(errorOf(std::string(name) + " == nil"), HasSubstr("unknown name")) << name;
  EXPECT_FALSE(on("('x'):rep(1 << 30) == ''"));
  EXPECT_FALSE(on("(_ENV).io == nil"));
}

TEST(Sandbox, NothingIsLeftOverForTheNext) {
  Predicates predicates;
  const auto scope = Scope{SiteKind::SharedAccess, conflict, params, "", "", "", ""};
  const auto assign = predicates.compile("(function() has = nil return true end)()");
  ASSERT_TRUE(assign);
  EXPECT_THAT(predicates.holds(*assign, scope).error().message, HasSubstr("cannot assign"));
  const auto bomb =
      predicates.compile("(function() local s = 'x' while true do s = s .. s end end)()");
  const auto good = predicates.compile("has('wavefronts')");
  ASSERT_TRUE(bomb);
  ASSERT_TRUE(good);
  for (int i = 0; i < 10; ++i) {
    EXPECT_FALSE(predicates.holds(*bomb, scope));
    EXPECT_EQ(predicates.holds(*good, scope), true);
  }
}

TEST(Sandbox, BytecodeIsRefused) {
  EXPECT_FALSE(on(std::string("\x1bLua\x54\0", 6)));
  EXPECT_FALSE(on(std::string(100'000, '(')));
  EXPECT_FALSE(on(""));
}

//===----------------------------------------------------------------------===//
// Names, before anything runs
//===----------------------------------------------------------------------===//

std::string nameError(const std::string &expression) {
  const Expected<void> result = checkNames(expression, SiteKind::SharedAccess, params);
  return result ? "" : result.error().message;
}

TEST(CheckNames, AcceptsWhatASiteMayHave) {
  EXPECT_EQ(nameError("wavefronts_ratio >= min_ratio and not (array == 'io.open()')"), "");
  EXPECT_EQ(nameError("has(\"ways\") and min(ways, 1e-3, 0x1F, 2.5) > 0 or op ~= 'store'"), "");
  EXPECT_EQ(nameError("array == 'it\\'s' and padding > 0"), "");
}

TEST(CheckNames, RefusesOtherNames) {
  EXPECT_EQ(nameError("wavefront_ratio >= 2"),
            "`wavefront_ratio` is neither evidence of a site of kind shared_access nor a param; "
            "did you mean `wavefronts_ratio`?");
  EXPECT_THAT(nameError("sectors > 1"), HasSubstr("`sectors`"));
  EXPECT_THAT(nameError("has('sectors')"), HasSubstr("`sectors`"));
  EXPECT_THAT(nameError("has( \"min_ratios\" )"), HasSubstr("did you mean `min_ratio`"));
  EXPECT_THAT(nameError("os == 1"), HasSubstr("`os`"));
  EXPECT_THAT(nameError("false and nonsense"), HasSubstr("`nonsense`"));
}

TEST(CheckNames, RefusesAllButAnExpression) {
  for (const char *text :
       {"(function() end)()", "{1}", "a.b", "a[1]", "x:y()", "a; b", "-- x", "while", "goto", "if"})
    EXPECT_THAT(nameError(text), testing::AnyOf(HasSubstr("no place"), HasSubstr("no comments"),
                                                HasSubstr("neither evidence")))
        << text;
  EXPECT_THAT(nameError("(function() return true end)()"), HasSubstr("`function` has no place"));
}

} // namespace
} // namespace warplint::engine
