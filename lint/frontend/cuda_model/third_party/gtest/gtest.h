//===- gtest.h - tests written with GoogleTest -----------------*- C++ -*-===//
//
// Where GoogleTest is not at hand: enough for the bodies of tests to be read, and
// the launches in them. Of a test for several types the first one is instantiated.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

namespace testing {

class Message {
public:
  template <class T> Message &operator<<(const T &);
  Message &operator<<(std::ostream &(*)(std::ostream &));
  std::string GetString() const;
};

class AssertionResult {
public:
  explicit AssertionResult(bool);
  template <class T> AssertionResult &operator<<(const T &);
  operator bool() const;
  const char *message() const;
  const char *failure_message() const;
};
AssertionResult AssertionSuccess();
AssertionResult AssertionFailure();

namespace internal {
bool unknown() noexcept;
template <class... Args> Message look(const Args &...);
/// Ends a function that returns nothing, whatever is written behind it.
struct End {
  void operator=(const Message &) const;
};
template <class List> struct First {
  typedef List type;
};
template <template <class...> class List, class T, class... Rest> struct First<List<T, Rest...>> {
  typedef T type;
};
template <class... T> struct Values {
  template <class Any> operator std::vector<Any>() const;
};
} // namespace internal

template <class... T> struct Types {};

class TestInfo {
public:
  const char *name() const;
  const char *test_suite_name() const;
  const char *test_case_name() const;
};

class Test {
public:
  virtual ~Test();
  static void SetUpTestSuite();
  static void TearDownTestSuite();
  static bool HasFailure();
  static bool HasFatalFailure();
  static bool IsSkipped();
  static void RecordProperty(const std::string &, const std::string &);
  static void RecordProperty(const std::string &, int);

protected:
  Test();
  virtual void SetUp();
  virtual void TearDown();
};

template <class T> class WithParamInterface {
public:
  typedef T ParamType;
  static const T &GetParam();
};
template <class T> class TestWithParam : public Test, public WithParamInterface<T> {};
template <class T> struct TestParamInfo {
  T param;
  std::size_t index;
};
struct PrintToStringParamName {};

template <class... T> internal::Values<T...> Values(T...);
template <class T> internal::Values<T> ValuesIn(const T &);
template <class It> internal::Values<It> ValuesIn(It, It);
template <class T> internal::Values<T> Range(T, T);
template <class T, class Step> internal::Values<T> Range(T, T, Step);
template <class... T> internal::Values<T...> Combine(T...);
internal::Values<bool> Bool();

class Environment {
public:
  virtual ~Environment();
  virtual void SetUp();
  virtual void TearDown();
};
Environment *AddGlobalTestEnvironment(Environment *);
class UnitTest {
public:
  static UnitTest *GetInstance();
  const TestInfo *current_test_info() const;
  int random_seed() const;
};
void InitGoogleTest(int *, char **);
void InitGoogleTest();
class ScopedTrace {
public:
  template <class T> ScopedTrace(const char *, int, const T &);
};
template <class T> std::string PrintToString(const T &);
template <class A, class B> bool StaticAssertTypeEq();

} // namespace testing

int RUN_ALL_TESTS();

#define WARPLINT_GTEST_CLASS(SUITE, NAME) SUITE##_##NAME##_Test
#define WARPLINT_GTEST_TEST(SUITE, NAME, BASE)                                                     \
  class WARPLINT_GTEST_CLASS(SUITE, NAME) : public BASE {                                          \
  public:                                                                                          \
    void TestBody();                                                                               \
  };                                                                                               \
  inline void WARPLINT_GTEST_CLASS(SUITE, NAME)::TestBody()
#define GTEST_TEST(SUITE, NAME) WARPLINT_GTEST_TEST(SUITE, NAME, ::testing::Test)
#define GTEST_TEST_F(FIXTURE, NAME) WARPLINT_GTEST_TEST(FIXTURE, NAME, FIXTURE)
#ifndef GTEST_DONT_DEFINE_TEST
#define TEST(SUITE, NAME) GTEST_TEST(SUITE, NAME)
#define TEST_F(FIXTURE, NAME) GTEST_TEST_F(FIXTURE, NAME)
#endif
#define TEST_P(FIXTURE, NAME) GTEST_TEST_F(FIXTURE, NAME)
#define INSTANTIATE_TEST_SUITE_P(...) static_assert(true, "")
#define INSTANTIATE_TEST_CASE_P(...) static_assert(true, "")
#define GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(...) static_assert(true, "")

#define TYPED_TEST_SUITE(FIXTURE, TYPES, ...)                                                      \
  typedef typename ::testing::internal::First<TYPES>::type FIXTURE##_first_type_
#define TYPED_TEST_CASE(FIXTURE, TYPES, ...) TYPED_TEST_SUITE(FIXTURE, TYPES)
#define WARPLINT_GTEST_TYPED(FIXTURE, NAME)                                                        \
  template <class Type_> class WARPLINT_GTEST_CLASS(FIXTURE, NAME) : public FIXTURE<Type_> {       \
  public:                                                                                          \
    typedef FIXTURE<Type_> TestFixture;                                                            \
    typedef Type_ TypeParam;                                                                       \
    void TestBody();                                                                               \
  };
#define WARPLINT_GTEST_TYPED_BODY(FIXTURE, NAME)                                                   \
  template <class Type_> inline void WARPLINT_GTEST_CLASS(FIXTURE, NAME)<Type_>::TestBody()
#define TYPED_TEST(FIXTURE, NAME)                                                                  \
  WARPLINT_GTEST_TYPED(FIXTURE, NAME)                                                              \
  inline void FIXTURE##_##NAME##_use_(WARPLINT_GTEST_CLASS(FIXTURE, NAME) <                        \
                                      FIXTURE##_first_type_ > &test) {                             \
    test.TestBody();                                                                               \
  }                                                                                                \
  WARPLINT_GTEST_TYPED_BODY(FIXTURE, NAME)
#define TYPED_TEST_SUITE_P(FIXTURE) static_assert(true, "")
#define TYPED_TEST_P(FIXTURE, NAME)                                                                \
  WARPLINT_GTEST_TYPED(FIXTURE, NAME) WARPLINT_GTEST_TYPED_BODY(FIXTURE, NAME)
#define REGISTER_TYPED_TEST_SUITE_P(...) static_assert(true, "")
#define INSTANTIATE_TYPED_TEST_SUITE_P(...) static_assert(true, "")

// Of no kind that a dangling `else` could belong to.
#define WARPLINT_GTEST_ASSERT(...)                                                                 \
  switch (0)                                                                                       \
  case 0:                                                                                          \
  default:                                                                                         \
    if (::testing::internal::look(__VA_ARGS__), ::testing::internal::unknown())                    \
      ;                                                                                            \
    else                                                                                           \
      return ::testing::internal::End() = ::testing::Message()
#define WARPLINT_GTEST_EXPECT(...) ::testing::internal::look(__VA_ARGS__)
#define WARPLINT_GTEST_STATEMENT(STATEMENT)                                                        \
  switch (0)                                                                                       \
  case 0:                                                                                          \
  default:                                                                                         \
    if (::testing::internal::unknown()) {                                                          \
      STATEMENT;                                                                                   \
    } else                                                                                         \
      ::testing::Message()

#define EXPECT_TRUE(X) WARPLINT_GTEST_EXPECT(static_cast<bool>(X))
#define EXPECT_FALSE(X) WARPLINT_GTEST_EXPECT(static_cast<bool>(X))
#define ASSERT_TRUE(X) WARPLINT_GTEST_ASSERT(static_cast<bool>(X))
#define ASSERT_FALSE(X) WARPLINT_GTEST_ASSERT(static_cast<bool>(X))
#define EXPECT_EQ(A, B) WARPLINT_GTEST_EXPECT(A, B)
#define ASSERT_EQ(A, B) WARPLINT_GTEST_ASSERT(A, B)
#define EXPECT_NE(A, B) WARPLINT_GTEST_EXPECT(A, B)
#define ASSERT_NE(A, B) WARPLINT_GTEST_ASSERT(A, B)
#define EXPECT_LT(A, B) WARPLINT_GTEST_EXPECT(A, B)
#define ASSERT_LT(A, B) WARPLINT_GTEST_ASSERT(A, B)
#define EXPECT_LE(A, B) WARPLINT_GTEST_EXPECT(A, B)
#define ASSERT_LE(A, B) WARPLINT_GTEST_ASSERT(A, B)
#define EXPECT_GT(A, B) WARPLINT_GTEST_EXPECT(A, B)
#define ASSERT_GT(A, B) WARPLINT_GTEST_ASSERT(A, B)
#define EXPECT_GE(A, B) WARPLINT_GTEST_EXPECT(A, B)
#define ASSERT_GE(A, B) WARPLINT_GTEST_ASSERT(A, B)
#define EXPECT_STREQ(A, B) WARPLINT_GTEST_EXPECT(A, B)
#define ASSERT_STREQ(A, B) WARPLINT_GTEST_ASSERT(A, B)
#define EXPECT_STRNE(A, B) WARPLINT_GTEST_EXPECT(A, B)
#define ASSERT_STRNE(A, B) WARPLINT_GTEST_ASSERT(A, B)
#define EXPECT_STRCASEEQ(A, B) WARPLINT_GTEST_EXPECT(A, B)
#define ASSERT_STRCASEEQ(A, B) WARPLINT_GTEST_ASSERT(A, B)
#define EXPECT_STRCASENE(A, B) WARPLINT_GTEST_EXPECT(A, B)
#define ASSERT_STRCASENE(A, B) WARPLINT_GTEST_ASSERT(A, B)
#define EXPECT_FLOAT_EQ(A, B) WARPLINT_GTEST_EXPECT(A, B)
#define ASSERT_FLOAT_EQ(A, B) WARPLINT_GTEST_ASSERT(A, B)
#define EXPECT_DOUBLE_EQ(A, B) WARPLINT_GTEST_EXPECT(A, B)
#define ASSERT_DOUBLE_EQ(A, B) WARPLINT_GTEST_ASSERT(A, B)
#define EXPECT_NEAR(A, B, ERROR) WARPLINT_GTEST_EXPECT(A, B, ERROR)
#define EXPECT_THAT(A, ...) WARPLINT_GTEST_EXPECT(A)
#define EXPECT_PRED1(F, A) WARPLINT_GTEST_EXPECT(F(A))
#define EXPECT_PRED2(F, A, B) WARPLINT_GTEST_EXPECT(F(A, B))
#define EXPECT_NO_THROW(STATEMENT) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define EXPECT_ANY_THROW(STATEMENT) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define EXPECT_NO_FATAL_FAILURE(STATEMENT) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define EXPECT_THROW(STATEMENT, ...) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define EXPECT_DEATH(STATEMENT, ...) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define EXPECT_EXIT(STATEMENT, ...) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define EXPECT_DEATH_IF_SUPPORTED(STATEMENT, ...) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define EXPECT_DEBUG_DEATH(STATEMENT, ...) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define ASSERT_NEAR(A, B, ERROR) WARPLINT_GTEST_ASSERT(A, B, ERROR)
#define ASSERT_THAT(A, ...) WARPLINT_GTEST_ASSERT(A)
#define ASSERT_PRED1(F, A) WARPLINT_GTEST_ASSERT(F(A))
#define ASSERT_PRED2(F, A, B) WARPLINT_GTEST_ASSERT(F(A, B))
#define ASSERT_NO_THROW(STATEMENT) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define ASSERT_ANY_THROW(STATEMENT) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define ASSERT_NO_FATAL_FAILURE(STATEMENT) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define ASSERT_THROW(STATEMENT, ...) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define ASSERT_DEATH(STATEMENT, ...) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define ASSERT_EXIT(STATEMENT, ...) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define ASSERT_DEATH_IF_SUPPORTED(STATEMENT, ...) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define ASSERT_DEBUG_DEATH(STATEMENT, ...) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define SUCCEED() ::testing::Message()
#define GTEST_SUCCEED() ::testing::Message()
#define FAIL() return ::testing::internal::End() = ::testing::Message()
#define GTEST_FAIL() return ::testing::internal::End() = ::testing::Message()
#define ADD_FAILURE() ::testing::Message()
#define ADD_FAILURE_AT(FILE, LINE) ::testing::Message()
#define GTEST_SKIP() return ::testing::internal::End() = ::testing::Message()
#define SCOPED_TRACE(MESSAGE)                                                                      \
  const ::testing::ScopedTrace gtest_trace(__FILE__, __LINE__, (MESSAGE))
#define GTEST_FLAG_SET(NAME, VALUE) static_cast<void>(VALUE)
