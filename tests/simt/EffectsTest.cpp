//===- EffectsTest.cpp - which code only gives a value ---------------------===//

#include "lint/simt/Effects.h"

#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Tooling/Tooling.h"

#include <gtest/gtest.h>

namespace warplint::simt {
namespace {

constexpr const char *declarations = R"cpp(
struct Nothing {};
template <int N> struct Number {
  constexpr operator int() const { return N; }
};
template <int A, int B> constexpr Number<A + B> operator+(Number<A>, Number<B>) { return {}; }
constexpr Number<4> four;
struct Pair { int first, second; };
int counter;
const int three = 3;
const volatile int port = 3;
extern int elsewhere();
extern void elsewhereAsWell();
struct Virtual { virtual int get() const { return 1; } };
namespace cooperative_groups { struct thread_group {}; }
namespace cuda { namespace std { template <class> struct is_void {}; } struct thread_scope {}; }
struct Group : cooperative_groups::thread_group {};
struct Guard { ~Guard() { ++counter; } };

constexpr int plus(int a, int b) { return a + b; }
template <class T, class U> constexpr Nothing drop(T const &, U const &) { return {}; }
inline Nothing counts() { ++counter; return {}; }
inline Nothing reads(int *place) { int value = *place; (void)value; return {}; }
inline Nothing writes(int *place) { *place = 1; return {}; }
inline Nothing writesParameter(int value) { value = 1; return {}; }
inline Nothing writesReference(int &value) { value = 1; return {}; }
inline Nothing writesArray() { int own[4]; for (int i = 0; i < 4; ++i) own[i] = i; return {}; }
inline Nothing writesPair() { Pair own{}; own.first = 1; Pair other; other = own; return {}; }
inline Nothing keepsCount() { static int calls; ++calls; return {}; }
inline Nothing callsCounts() { return counts(); }
inline Nothing callsElsewhere() { elsewhere(); return {}; }
inline Nothing callsPointer(void (*function)()) { function(); return {}; }
inline Nothing stops(bool must) { if (must) __builtin_trap(); return {}; }
inline Nothing readsPort() { int value = port; (void)value; return {}; }
inline Nothing callsVirtual(Virtual const &object) { object.get(); return {}; }
inline Nothing byAsm() { asm volatile(""); return {}; }
inline Nothing guarded() { Guard guard; return {}; }
inline Nothing parts() { auto [a, b] = Pair{1, 2}; (void)a; (void)b; return {}; }
inline Nothing forges(unsigned long place) { *reinterpret_cast<int *>(place) = 1; return {}; }
inline Nothing looksAt(unsigned long place) { (void)reinterpret_cast<int *>(place); return {}; }
inline int again(int n) { return n == 0 ? 0 : again(n - 1); }
struct Made { int value; Made(int from) : value(from) { value = value + 1; } };
struct Counting { Counting() { ++counter; } };
inline Nothing makes() { Made made(3); (void)made; return {}; }
inline Nothing makesCounting() { Counting object; (void)object; return {}; }
template <class Each> constexpr Nothing each(Each of) { of(four); return {}; }
)cpp";

struct Case {
  const char *name;
  const char *expression;
  bool hasNone;
  bool isSettled;
  const char *locals = "";
};

// GoogleTest looks for it by this name.
void PrintTo(const Case &what, std::ostream *stream) { // NOLINT(readability-identifier-naming)
  *stream << what.expression;
}

class EffectsOf : public testing::TestWithParam<Case> {};

TEST_P(EffectsOf, AreFound) {
  const Case &what = GetParam();
  const std::string code = std::string(declarations) + "void run(int n, int *place) {" +
                           what.locals + "; auto &&subject = " + what.expression + "; }";
  const auto unit = clang::tooling::buildASTFromCodeWithArgs(code, {"-std=c++17", "-w"});
  ASSERT_TRUE(unit);
  ASSERT_FALSE(unit->getDiagnostics().hasErrorOccurred());
  using namespace clang::ast_matchers;
  const auto found = match(varDecl(hasName("subject")).bind("subject"), unit->getASTContext());
  ASSERT_EQ(found.size(), 1U);
  const auto *subject = found.front().getNodeAs<clang::VarDecl>("subject");
  Effects effects(unit->getASTContext(), [](const clang::FunctionDecl *) { return false; });
  EXPECT_EQ(effects.hasNone(subject->getInit()), what.hasNone);
  EXPECT_EQ(effects.isSettled(subject->getInit()), what.isSettled);
}

const Case cases[] = {
    {"Types", "four + Number<3>()", true, true},
    {"TypesOfALocal", "local + four", true, true, "Number<2> local"},
    {"Constant", "plus(three, 4)", true, true},
    {"Variable", "plus(n, 4)", true, false},
    {"DroppedVariable", "drop(n, place)", true, false},
    {"Global", "plus(counter, 4)", false, false},
    {"Volatile", "plus(port, 4)", false, false},
    {"WritesAGlobal", "counts()", false, false},
    {"Reads", "reads(place)", true, false},
    {"WritesThroughAPointer", "writes(place)", false, false},
    {"WritesItsParameter", "writesParameter(4)", true, true},
    {"WritesAReference", "writesReference(n)", false, false},
    {"WritesItsArray", "writesArray()", true, true},
    {"WritesItsObject", "writesPair()", true, true},
    {"WritesAStatic", "keepsCount()", false, false},
    {"CallsOneThatWrites", "callsCounts()", false, false},
    {"CallsOneOfNoBody", "callsElsewhere()", false, false},
    {"CallsAPointer", "callsPointer(elsewhereAsWell)", false, false},
    {"Stops", "stops(false)", true, true},
    {"ReadsVolatile", "readsPort()", false, false},
    {"CallsAVirtual", "callsVirtual(object)", false, false, "Virtual object"},
    {"Assembly", "byAsm()", false, false},
    {"Destructor", "guarded()", false, false},
    {"StructuredBinding", "parts()", true, true},
    {"WritesToANumberedPlace", "forges(4096)", false, false},
    {"NamesANumberedPlace", "looksAt(4096)", false, false},
    {"Recursion", "again(3)", false, false},
    {"Constructs", "makes()", true, true},
    {"ConstructsWithEffect", "makesCounting()", false, false},
    {"ConstructsByItself", "Made(3)", true, true},
    {"Lambda", "each([](int i) { return i; })", true, true},
    {"LambdaThatWrites", "each([&](int i) { n += i; return i; })", false, false},
    {"LambdaThatReads", "each([&](int i) { return n + i; })", true, false},
    {"Assignment", "n = 4", false, false},
    {"Increment", "++n", false, false},
    {"Choice", "n ? four : Number<4>()", true, false},
};

INSTANTIATE_TEST_SUITE_P(Code, EffectsOf, testing::ValuesIn(cases),
                         [](const auto &info) { return std::string(info.param.name); });

TEST(Effects, ClassesThatHoldNothing) {
  const auto unit = clang::tooling::buildASTFromCodeWithArgs(declarations, {"-std=c++17", "-w"});
  ASSERT_TRUE(unit);
  Effects effects(unit->getASTContext(), [](const clang::FunctionDecl *) { return false; });
  const auto holdsNothing = [&](const char *name) {
    using namespace clang::ast_matchers;
    const auto found =
        match(cxxRecordDecl(hasName(name), isDefinition(), unless(isImplicit())).bind("class"),
              unit->getASTContext());
    EXPECT_FALSE(found.empty()) << name;
    return effects.holdsNothing(unit->getASTContext().getRecordType(
        found.front().getNodeAs<clang::CXXRecordDecl>("class")));
  };
  EXPECT_TRUE(holdsNothing("Nothing"));
  EXPECT_FALSE(holdsNothing("Pair"));
  EXPECT_FALSE(holdsNothing("Virtual"));
  EXPECT_FALSE(holdsNothing("Guard"));
  EXPECT_FALSE(holdsNothing("::cooperative_groups::thread_group"));
  EXPECT_FALSE(holdsNothing("Group"));
  EXPECT_FALSE(holdsNothing("::cuda::thread_scope"));
}

TEST(Effects, DamagedFunctionsHaveSome) {
  const auto unit = clang::tooling::buildASTFromCodeWithArgs(
      std::string(declarations) + "auto &&subject = plus(3, 4);", {"-std=c++17", "-w"});
  ASSERT_TRUE(unit);
  using namespace clang::ast_matchers;
  const auto found = match(varDecl(hasName("subject")).bind("subject"), unit->getASTContext());
  ASSERT_EQ(found.size(), 1U);
  Effects effects(unit->getASTContext(), [](const clang::FunctionDecl *function) {
    return function->getName() == "plus";
  });
  EXPECT_FALSE(effects.hasNone(found.front().getNodeAs<clang::VarDecl>("subject")->getInit()));
}

} // namespace
} // namespace warplint::simt
