//===- catch_model.h - tests written with Catch2 ---------------*- C++ -*-===//
//
// Where Catch2 is not at hand: enough for the bodies of tests to be read, and the
// launches in them. Of a test for several types the first one is instantiated.
// What a generator gives is not known, nor which section runs.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
#include <initializer_list>
#include <ostream>
#include <string>
#include <vector>

namespace Catch {

bool unknown() noexcept;
[[noreturn]] void stop();
template <class... Args> void look(const Args &...);

struct SourceLineInfo {
  const char *file;
  unsigned long line;
};
struct ITransientExpression {
  ITransientExpression(bool, bool);
  virtual ~ITransientExpression();
  virtual void streamReconstructedExpression(std::ostream &) const;
};
template <class T_> struct StringMaker {
  static std::string convert(const T_ &);
};
template <class Range> std::string rangeToString(const Range &);
namespace Detail {
template <class T_> std::string stringify(const T_ &);
} // namespace Detail
struct IResultCapture {
  std::string getCurrentTestName() const;
};
IResultCapture &getResultCapture();
unsigned getSeed();

class Approx {
public:
  template <class T_> explicit Approx(const T_ &);
  template <class T_> Approx &epsilon(const T_ &);
  template <class T_> Approx &margin(const T_ &);
  template <class T_> Approx &scale(const T_ &);
  template <class T_> friend bool operator==(const T_ &, const Approx &);
  template <class T_> friend bool operator==(const Approx &, const T_ &);
  template <class T_> friend bool operator!=(const T_ &, const Approx &);
  template <class T_> friend bool operator<=(const T_ &, const Approx &);
  template <class T_> friend bool operator>=(const T_ &, const Approx &);
};

class Session {
public:
  int applyCommandLine(int, const char *const *);
  int run();
  int run(int, char **);
};

namespace Matchers {
template <class T_> struct MatcherBase {
  virtual ~MatcherBase();
  virtual bool match(const T_ &) const = 0;
  virtual std::string describe() const = 0;
  std::string toString() const;
};
struct MatcherGenericBase {
  virtual ~MatcherGenericBase();
  virtual std::string describe() const = 0;
  std::string toString() const;
};
} // namespace Matchers

namespace Generators {
template <class T_> struct GeneratorWrapper {
  typedef T_ type;
};
template <class T_> struct IGenerator {
  typedef T_ type;
  virtual ~IGenerator();
  virtual const T_ &get() const = 0;
  virtual bool next() = 0;
};
template <class T_> struct as {};

template <class T_> T_ first(GeneratorWrapper<T_>);
template <class T_> T_ first(T_);
template <class T_, class Next, class... Rest> T_ first(as<T_>, Next, Rest...);
template <class T_, class Next, class... Rest>
auto first(T_ value, Next, Rest...) -> decltype(first(value));

template <class T_> GeneratorWrapper<T_> value(T_);
template <class T_> GeneratorWrapper<T_> values(std::initializer_list<T_>);
template <class T_> GeneratorWrapper<T_> take(std::size_t, GeneratorWrapper<T_>);
template <class T_> GeneratorWrapper<T_> repeat(std::size_t, GeneratorWrapper<T_>);
template <class T_> GeneratorWrapper<std::vector<T_>> chunk(std::size_t, GeneratorWrapper<T_>);
template <class F_, class T_> GeneratorWrapper<T_> filter(F_, GeneratorWrapper<T_>);
template <class R_, class F_, class T_> GeneratorWrapper<R_> map(F_, GeneratorWrapper<T_>);
template <class F_, class T_>
auto map(F_ f, GeneratorWrapper<T_>) -> GeneratorWrapper<decltype(f(T_()))>;
template <class T_> GeneratorWrapper<T_> random(T_, T_);
template <class T_> GeneratorWrapper<T_> range(T_, T_);
template <class T_> GeneratorWrapper<T_> range(T_, T_, T_);
template <class Range>
auto from_range(const Range &range) -> GeneratorWrapper<typename Range::value_type>;
template <class It> auto from_range(It first, It) -> GeneratorWrapper<typename It::value_type>;
} // namespace Generators

namespace list {
template <class List> struct First {
  typedef int type;
};
template <template <class...> class List, class T_, class... Rest> struct First<List<T_, Rest...>> {
  typedef T_ type;
};
template <class...> struct Types {};
} // namespace list
} // namespace Catch

#define WARPLINT_CATCH_JOIN_(a, b) a##b
#define WARPLINT_CATCH_JOIN(a, b) WARPLINT_CATCH_JOIN_(a, b)
#define WARPLINT_CATCH_FIRST(a, ...) a
#define WARPLINT_CATCH_BARE(...) __VA_ARGS__
#define WARPLINT_CATCH_ID(ID) WARPLINT_CATCH_JOIN(catch_test_, ID)
#define WARPLINT_CATCH_TEST(ID) static void WARPLINT_CATCH_ID(ID)()
#define WARPLINT_CATCH_METHOD(ID, FIXTURE)                                                         \
  namespace {                                                                                      \
  struct WARPLINT_CATCH_ID(ID) : FIXTURE {                                                         \
    void test();                                                                                   \
  };                                                                                               \
  }                                                                                                \
  inline void WARPLINT_CATCH_ID(ID)::test()
#define WARPLINT_CATCH_TEMPLATE(ID, LIST)                                                          \
  template <class TestType> static void WARPLINT_CATCH_ID(ID)();                                   \
  inline void WARPLINT_CATCH_JOIN(catch_use_, ID)() {                                              \
    WARPLINT_CATCH_ID(ID)<typename Catch::list::First<WARPLINT_CATCH_BARE LIST>::type>();          \
  }                                                                                                \
  template <class TestType> static void WARPLINT_CATCH_ID(ID)()
#define WARPLINT_CATCH_TEMPLATE_METHOD(ID, FIXTURE, LIST)                                          \
  template <class TestType> struct WARPLINT_CATCH_ID(ID) : FIXTURE<TestType> {                     \
    void test();                                                                                   \
  };                                                                                               \
  inline void WARPLINT_CATCH_JOIN(catch_use_, ID)(                                                 \
      WARPLINT_CATCH_ID(ID) < typename Catch::list::First<WARPLINT_CATCH_BARE LIST>::type > &t) {  \
    t.test();                                                                                      \
  }                                                                                                \
  template <class TestType> inline void WARPLINT_CATCH_ID(ID)<TestType>::test()

#define CATCH_TEST_CASE(...) WARPLINT_CATCH_TEST(__COUNTER__)
#define CATCH_TEST_CASE_METHOD(FIXTURE, ...) WARPLINT_CATCH_METHOD(__COUNTER__, FIXTURE)
#define CATCH_TEST_CASE_PERSISTENT_FIXTURE(FIXTURE, ...) WARPLINT_CATCH_METHOD(__COUNTER__, FIXTURE)
#define CATCH_METHOD_AS_TEST_CASE(...) static_assert(true)
#define CATCH_REGISTER_TEST_CASE(...) Catch::look()
#define CATCH_SCENARIO(...) WARPLINT_CATCH_TEST(__COUNTER__)
#define CATCH_TEMPLATE_TEST_CASE(NAME, TAGS, ...)                                                  \
  WARPLINT_CATCH_TEMPLATE(__COUNTER__, (Catch::list::Types<__VA_ARGS__>))
#define CATCH_TEMPLATE_LIST_TEST_CASE(NAME, TAGS, ...)                                             \
  WARPLINT_CATCH_TEMPLATE(__COUNTER__, (__VA_ARGS__))
#define CATCH_TEMPLATE_TEST_CASE_METHOD(FIXTURE, NAME, TAGS, ...)                                  \
  WARPLINT_CATCH_TEMPLATE_METHOD(__COUNTER__, FIXTURE, (Catch::list::Types<__VA_ARGS__>))
#define CATCH_TEMPLATE_LIST_TEST_CASE_METHOD(FIXTURE, NAME, TAGS, ...)                             \
  WARPLINT_CATCH_TEMPLATE_METHOD(__COUNTER__, FIXTURE, (__VA_ARGS__))
#define WARPLINT_CATCH_SIGNATURE(ID, ...)                                                          \
  template <WARPLINT_CATCH_BARE __VA_ARGS__> static void WARPLINT_CATCH_ID(ID)()
#define CATCH_TEMPLATE_TEST_CASE_SIG(NAME, TAGS, SIGNATURE, ...)                                   \
  WARPLINT_CATCH_SIGNATURE(__COUNTER__, WARPLINT_CATCH_FIRST SIGNATURE)
#define CATCH_TEMPLATE_PRODUCT_TEST_CASE(...)                                                      \
  template <class TestType> WARPLINT_CATCH_TEST(__COUNTER__)
#define CATCH_TEMPLATE_PRODUCT_TEST_CASE_SIG(NAME, TAGS, SIGNATURE, ...)                           \
  template <class TestType> WARPLINT_CATCH_TEST(__COUNTER__)

#define CATCH_SECTION(...) if (Catch::unknown())
#define CATCH_DYNAMIC_SECTION(...) if (Catch::unknown())
#define CATCH_GIVEN(...) if (Catch::unknown())
#define CATCH_AND_GIVEN(...) if (Catch::unknown())
#define CATCH_WHEN(...) if (Catch::unknown())
#define CATCH_AND_WHEN(...) if (Catch::unknown())
#define CATCH_THEN(...) if (Catch::unknown())
#define CATCH_AND_THEN(...) if (Catch::unknown())
#define CATCH_CHECKED_IF(...) if (__VA_ARGS__)
#define CATCH_CHECKED_ELSE(...) if (!(__VA_ARGS__))

#define WARPLINT_CATCH_LOOK(...) static_cast<void>(__VA_ARGS__)
#define CATCH_REQUIRE(...) WARPLINT_CATCH_LOOK(__VA_ARGS__)
#define CATCH_REQUIRE_FALSE(...) WARPLINT_CATCH_LOOK(__VA_ARGS__)
#define CATCH_REQUIRE_NOTHROW(...) WARPLINT_CATCH_LOOK(__VA_ARGS__)
#define CATCH_REQUIRE_THROWS(...) WARPLINT_CATCH_LOOK(__VA_ARGS__)
#define CATCH_REQUIRE_THROWS_AS(EXPRESSION, ...) WARPLINT_CATCH_LOOK(EXPRESSION)
#define CATCH_REQUIRE_THROWS_WITH(EXPRESSION, ...) WARPLINT_CATCH_LOOK(EXPRESSION)
#define CATCH_REQUIRE_THROWS_MATCHES(EXPRESSION, ...) WARPLINT_CATCH_LOOK(EXPRESSION)
#define CATCH_REQUIRE_THAT(VALUE, ...) WARPLINT_CATCH_LOOK(VALUE)
#define CATCH_CHECK(...) WARPLINT_CATCH_LOOK(__VA_ARGS__)
#define CATCH_CHECK_FALSE(...) WARPLINT_CATCH_LOOK(__VA_ARGS__)
#define CATCH_CHECK_NOFAIL(...) WARPLINT_CATCH_LOOK(__VA_ARGS__)
#define CATCH_CHECK_NOTHROW(...) WARPLINT_CATCH_LOOK(__VA_ARGS__)
#define CATCH_CHECK_THROWS(...) WARPLINT_CATCH_LOOK(__VA_ARGS__)
#define CATCH_CHECK_THROWS_AS(EXPRESSION, ...) WARPLINT_CATCH_LOOK(EXPRESSION)
#define CATCH_CHECK_THROWS_WITH(EXPRESSION, ...) WARPLINT_CATCH_LOOK(EXPRESSION)
#define CATCH_CHECK_THROWS_MATCHES(EXPRESSION, ...) WARPLINT_CATCH_LOOK(EXPRESSION)
#define CATCH_CHECK_THAT(VALUE, ...) WARPLINT_CATCH_LOOK(VALUE)
#define CATCH_STATIC_REQUIRE(...) static_assert(__VA_ARGS__, "")
#define CATCH_STATIC_REQUIRE_FALSE(...) static_assert(!(__VA_ARGS__), "")
#define CATCH_STATIC_CHECK(...) static_assert(__VA_ARGS__, "")
#define CATCH_STATIC_CHECK_FALSE(...) static_assert(!(__VA_ARGS__), "")

#define CATCH_INFO(...) static_cast<void>(0)
#define CATCH_UNSCOPED_INFO(...) static_cast<void>(0)
#define CATCH_WARN(...) static_cast<void>(0)
#define CATCH_CAPTURE(...) static_cast<void>(0)
#define CATCH_UNSCOPED_CAPTURE(...) static_cast<void>(0)
#define CATCH_SUCCEED(...) static_cast<void>(0)
#define CATCH_FAIL(...) Catch::stop()
#define CATCH_FAIL_CHECK(...) static_cast<void>(0)
#define CATCH_SKIP(...) Catch::stop()

#define WARPLINT_CATCH_GENERATE(CAPTURES, ...)                                                     \
  [CAPTURES] {                                                                                     \
    using namespace Catch::Generators;                                                             \
    return Catch::Generators::first(__VA_ARGS__);                                                  \
  }()
#define CATCH_GENERATE(...) WARPLINT_CATCH_GENERATE(, __VA_ARGS__)
#define CATCH_GENERATE_COPY(...) WARPLINT_CATCH_GENERATE(=, __VA_ARGS__)
#define CATCH_GENERATE_REF(...) WARPLINT_CATCH_GENERATE(&, __VA_ARGS__)

#define CATCH_REGISTER_LISTENER(...) static_assert(true)
#define CATCH_REGISTER_ENUM(...) static_assert(true)
#define CATCH_TRANSLATE_EXCEPTION(...) WARPLINT_CATCH_TRANSLATION(__COUNTER__, __VA_ARGS__)
#define WARPLINT_CATCH_TRANSLATION(ID, ...)                                                        \
  static inline std::string WARPLINT_CATCH_ID(ID)(__VA_ARGS__)

#ifndef CATCH_CONFIG_PREFIX_ALL
#define TEST_CASE(...) CATCH_TEST_CASE(__VA_ARGS__)
#define TEST_CASE_METHOD(...) CATCH_TEST_CASE_METHOD(__VA_ARGS__)
#define TEST_CASE_PERSISTENT_FIXTURE(...) CATCH_TEST_CASE_PERSISTENT_FIXTURE(__VA_ARGS__)
#define METHOD_AS_TEST_CASE(...) CATCH_METHOD_AS_TEST_CASE(__VA_ARGS__)
#define REGISTER_TEST_CASE(...) CATCH_REGISTER_TEST_CASE(__VA_ARGS__)
#define SCENARIO(...) CATCH_SCENARIO(__VA_ARGS__)
#define TEMPLATE_TEST_CASE(...) CATCH_TEMPLATE_TEST_CASE(__VA_ARGS__)
#define TEMPLATE_LIST_TEST_CASE(...) CATCH_TEMPLATE_LIST_TEST_CASE(__VA_ARGS__)
#define TEMPLATE_TEST_CASE_METHOD(...) CATCH_TEMPLATE_TEST_CASE_METHOD(__VA_ARGS__)
#define TEMPLATE_LIST_TEST_CASE_METHOD(...) CATCH_TEMPLATE_LIST_TEST_CASE_METHOD(__VA_ARGS__)
#define TEMPLATE_TEST_CASE_SIG(...) CATCH_TEMPLATE_TEST_CASE_SIG(__VA_ARGS__)
#define TEMPLATE_PRODUCT_TEST_CASE(...) CATCH_TEMPLATE_PRODUCT_TEST_CASE(__VA_ARGS__)
#define TEMPLATE_PRODUCT_TEST_CASE_SIG(...) CATCH_TEMPLATE_PRODUCT_TEST_CASE_SIG(__VA_ARGS__)
#define SECTION(...) CATCH_SECTION(__VA_ARGS__)
#define DYNAMIC_SECTION(...) CATCH_DYNAMIC_SECTION(__VA_ARGS__)
#define GIVEN(...) CATCH_GIVEN(__VA_ARGS__)
#define AND_GIVEN(...) CATCH_AND_GIVEN(__VA_ARGS__)
#define WHEN(...) CATCH_WHEN(__VA_ARGS__)
#define AND_WHEN(...) CATCH_AND_WHEN(__VA_ARGS__)
#define THEN(...) CATCH_THEN(__VA_ARGS__)
#define AND_THEN(...) CATCH_AND_THEN(__VA_ARGS__)
#define CHECKED_IF(...) CATCH_CHECKED_IF(__VA_ARGS__)
#define CHECKED_ELSE(...) CATCH_CHECKED_ELSE(__VA_ARGS__)
#define REQUIRE(...) CATCH_REQUIRE(__VA_ARGS__)
#define REQUIRE_FALSE(...) CATCH_REQUIRE_FALSE(__VA_ARGS__)
#define REQUIRE_NOTHROW(...) CATCH_REQUIRE_NOTHROW(__VA_ARGS__)
#define REQUIRE_THROWS(...) CATCH_REQUIRE_THROWS(__VA_ARGS__)
#define REQUIRE_THROWS_AS(...) CATCH_REQUIRE_THROWS_AS(__VA_ARGS__)
#define REQUIRE_THROWS_WITH(...) CATCH_REQUIRE_THROWS_WITH(__VA_ARGS__)
#define REQUIRE_THROWS_MATCHES(...) CATCH_REQUIRE_THROWS_MATCHES(__VA_ARGS__)
#define REQUIRE_THAT(...) CATCH_REQUIRE_THAT(__VA_ARGS__)
#define CHECK(...) CATCH_CHECK(__VA_ARGS__)
#define CHECK_FALSE(...) CATCH_CHECK_FALSE(__VA_ARGS__)
#define CHECK_NOFAIL(...) CATCH_CHECK_NOFAIL(__VA_ARGS__)
#define CHECK_NOTHROW(...) CATCH_CHECK_NOTHROW(__VA_ARGS__)
#define CHECK_THROWS(...) CATCH_CHECK_THROWS(__VA_ARGS__)
#define CHECK_THROWS_AS(...) CATCH_CHECK_THROWS_AS(__VA_ARGS__)
#define CHECK_THROWS_WITH(...) CATCH_CHECK_THROWS_WITH(__VA_ARGS__)
#define CHECK_THROWS_MATCHES(...) CATCH_CHECK_THROWS_MATCHES(__VA_ARGS__)
#define CHECK_THAT(...) CATCH_CHECK_THAT(__VA_ARGS__)
#define STATIC_REQUIRE(...) CATCH_STATIC_REQUIRE(__VA_ARGS__)
#define STATIC_REQUIRE_FALSE(...) CATCH_STATIC_REQUIRE_FALSE(__VA_ARGS__)
#define STATIC_CHECK(...) CATCH_STATIC_CHECK(__VA_ARGS__)
#define STATIC_CHECK_FALSE(...) CATCH_STATIC_CHECK_FALSE(__VA_ARGS__)
#define INFO(...) CATCH_INFO(__VA_ARGS__)
#define UNSCOPED_INFO(...) CATCH_UNSCOPED_INFO(__VA_ARGS__)
#define WARN(...) CATCH_WARN(__VA_ARGS__)
#define CAPTURE(...) CATCH_CAPTURE(__VA_ARGS__)
#define UNSCOPED_CAPTURE(...) CATCH_UNSCOPED_CAPTURE(__VA_ARGS__)
#define SUCCEED(...) CATCH_SUCCEED(__VA_ARGS__)
#define FAIL(...) CATCH_FAIL(__VA_ARGS__)
#define FAIL_CHECK(...) CATCH_FAIL_CHECK(__VA_ARGS__)
#define SKIP(...) CATCH_SKIP(__VA_ARGS__)
#define GENERATE(...) CATCH_GENERATE(__VA_ARGS__)
#define GENERATE_COPY(...) CATCH_GENERATE_COPY(__VA_ARGS__)
#define GENERATE_REF(...) CATCH_GENERATE_REF(__VA_ARGS__)
#define REGISTER_LISTENER(...) CATCH_REGISTER_LISTENER(__VA_ARGS__)
#define REGISTER_ENUM(...) CATCH_REGISTER_ENUM(__VA_ARGS__)
#define TRANSLATE_EXCEPTION(...) CATCH_TRANSLATE_EXCEPTION(__VA_ARGS__)
#endif
