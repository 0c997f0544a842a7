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
  template <class T_> Message &operator<<(const T_ &);
  Message &operator<<(std::ostream &(*)(std::ostream &));
  std::string GetString() const;
};

class AssertionResult {
public:
  explicit AssertionResult(bool);
  template <class T_> AssertionResult &operator<<(const T_ &);
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
template <template <class...> class List, class T_, class... Rest> struct First<List<T_, Rest...>> {
  typedef T_ type;
};
template <class... T_> struct Values {
  template <class Any> operator std::vector<Any>() const;
};
} // namespace internal

template <class... T_> struct Types {};

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

template <class T_> class WithParamInterface {
public:
  typedef T_ ParamType;
  static const T_ &GetParam();
};
template <class T_> class TestWithParam : public Test, public WithParamInterface<T_> {};
template <class T_> struct TestParamInfo {
  T_ param;
  std::size_t index;
};
struct PrintToStringParamName {};

template <class... T_> internal::Values<T_...> Values(T_...);
template <class T_> internal::Values<T_> ValuesIn(const T_ &);
template <class It> internal::Values<It> ValuesIn(It, It);
template <class T_> internal::Values<T_> Range(T_, T_);
template <class T_, class Step> internal::Values<T_> Range(T_, T_, Step);
template <class... T_> internal::Values<T_...> Combine(T_...);
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
  template <class T_> ScopedTrace(const char *, int, const T_ &);
};
template <class T_> std::string PrintToString(const T_ &);
template <class A_, class B_> bool StaticAssertTypeEq();

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

#define EXPECT_TRUE(X_) WARPLINT_GTEST_EXPECT(static_cast<bool>(X_))
#define EXPECT_FALSE(X_) WARPLINT_GTEST_EXPECT(static_cast<bool>(X_))
#define ASSERT_TRUE(X_) WARPLINT_GTEST_ASSERT(static_cast<bool>(X_))
#define ASSERT_FALSE(X_) WARPLINT_GTEST_ASSERT(static_cast<bool>(X_))
#define EXPECT_EQ(A_, B_) WARPLINT_GTEST_EXPECT(A_, B_)
#define ASSERT_EQ(A_, B_) WARPLINT_GTEST_ASSERT(A_, B_)
#define EXPECT_NE(A_, B_) WARPLINT_GTEST_EXPECT(A_, B_)
#define ASSERT_NE(A_, B_) WARPLINT_GTEST_ASSERT(A_, B_)
#define EXPECT_LT(A_, B_) WARPLINT_GTEST_EXPECT(A_, B_)
#define ASSERT_LT(A_, B_) WARPLINT_GTEST_ASSERT(A_, B_)
#define EXPECT_LE(A_, B_) WARPLINT_GTEST_EXPECT(A_, B_)
#define ASSERT_LE(A_, B_) WARPLINT_GTEST_ASSERT(A_, B_)
#define EXPECT_GT(A_, B_) WARPLINT_GTEST_EXPECT(A_, B_)
#define ASSERT_GT(A_, B_) WARPLINT_GTEST_ASSERT(A_, B_)
#define EXPECT_GE(A_, B_) WARPLINT_GTEST_EXPECT(A_, B_)
#define ASSERT_GE(A_, B_) WARPLINT_GTEST_ASSERT(A_, B_)
#define EXPECT_STREQ(A_, B_) WARPLINT_GTEST_EXPECT(A_, B_)
#define ASSERT_STREQ(A_, B_) WARPLINT_GTEST_ASSERT(A_, B_)
#define EXPECT_STRNE(A_, B_) WARPLINT_GTEST_EXPECT(A_, B_)
#define ASSERT_STRNE(A_, B_) WARPLINT_GTEST_ASSERT(A_, B_)
#define EXPECT_STRCASEEQ(A_, B_) WARPLINT_GTEST_EXPECT(A_, B_)
#define ASSERT_STRCASEEQ(A_, B_) WARPLINT_GTEST_ASSERT(A_, B_)
#define EXPECT_STRCASENE(A_, B_) WARPLINT_GTEST_EXPECT(A_, B_)
#define ASSERT_STRCASENE(A_, B_) WARPLINT_GTEST_ASSERT(A_, B_)
#define EXPECT_FLOAT_EQ(A_, B_) WARPLINT_GTEST_EXPECT(A_, B_)
#define ASSERT_FLOAT_EQ(A_, B_) WARPLINT_GTEST_ASSERT(A_, B_)
#define EXPECT_DOUBLE_EQ(A_, B_) WARPLINT_GTEST_EXPECT(A_, B_)
#define ASSERT_DOUBLE_EQ(A_, B_) WARPLINT_GTEST_ASSERT(A_, B_)
#define EXPECT_NEAR(A_, B_, ERROR) WARPLINT_GTEST_EXPECT(A_, B_, ERROR)
#define EXPECT_THAT(A_, ...) WARPLINT_GTEST_EXPECT(A_)
#define EXPECT_PRED1(F_, A_) WARPLINT_GTEST_EXPECT(F_(A_))
#define EXPECT_PRED2(F_, A_, B_) WARPLINT_GTEST_EXPECT(F_(A_, B_))
#define EXPECT_NO_THROW(STATEMENT) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define EXPECT_ANY_THROW(STATEMENT) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define EXPECT_NO_FATAL_FAILURE(STATEMENT) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define EXPECT_THROW(STATEMENT, ...) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define EXPECT_DEATH(STATEMENT, ...) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define EXPECT_EXIT(STATEMENT, ...) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define EXPECT_DEATH_IF_SUPPORTED(STATEMENT, ...) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define EXPECT_DEBUG_DEATH(STATEMENT, ...) WARPLINT_GTEST_STATEMENT(STATEMENT)
#define ASSERT_NEAR(A_, B_, ERROR) WARPLINT_GTEST_ASSERT(A_, B_, ERROR)
#define ASSERT_THAT(A_, ...) WARPLINT_GTEST_ASSERT(A_)
#define ASSERT_PRED1(F_, A_) WARPLINT_GTEST_ASSERT(F_(A_))
#define ASSERT_PRED2(F_, A_, B_) WARPLINT_GTEST_ASSERT(F_(A_, B_))
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
