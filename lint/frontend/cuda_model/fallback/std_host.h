//===- std_host.h - host-only C++ library where there is none --*- C++ -*-===//
//
// Containers, strings and streams as declarations, so that the host code around
// the kernels parses: its launches are what is wanted of it.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
#include "std_core.h"
#include "stdio.h"
#include "stdlib.h"
#include "string.h"
#pragma clang force_cuda_host_device begin

namespace std {

struct output_iterator_tag {};
struct input_iterator_tag {};
struct forward_iterator_tag : input_iterator_tag {};
struct bidirectional_iterator_tag : forward_iterator_tag {};
struct random_access_iterator_tag : bidirectional_iterator_tag {};
template <class I> struct iterator_traits {
  typedef typename I::value_type value_type;
  typedef ptrdiff_t difference_type;
};
template <class T> struct iterator_traits<T *> {
  typedef __remove_cv(T) value_type;
  typedef ptrdiff_t difference_type;
};
template <class T> class allocator {
public:
  typedef T value_type;
};

// Exceptions, on the host alone: programs override their functions.
#pragma clang force_cuda_host_device end
class exception {
public:
  exception() noexcept;
  virtual ~exception();
  virtual const char *what() const noexcept;
};
class bad_alloc : public exception {};

#pragma clang force_cuda_host_device begin

template <class C> class basic_string {
public:
  typedef C value_type;
  typedef C *iterator;
  typedef const C *const_iterator;
  typedef size_t size_type;
  static constexpr size_t npos = size_t(-1);
  basic_string();
  basic_string(const C *);
  basic_string(const C *, size_t);
  basic_string(size_t, C);
  basic_string(const basic_string &);
  basic_string(const basic_string &, size_t, size_t = npos);
  basic_string(initializer_list<C>);
  template <class I, class = decltype(*I())> basic_string(I, I);
  ~basic_string();
  basic_string &operator=(const basic_string &);
  basic_string &operator=(const C *);
  basic_string &operator+=(const basic_string &);
  basic_string &operator+=(const C *);
  basic_string &operator+=(C);
  C &operator[](size_t);
  const C &operator[](size_t) const;
  const C *c_str() const;
  const C *data() const;
  C *data();
  size_t size() const;
  size_t length() const;
  bool empty() const;
  void clear();
  void resize(size_t, C = C());
  void reserve(size_t);
  void push_back(C);
  void pop_back();
  C &front();
  C &back();
  C *begin();
  C *end();
  const C *begin() const;
  const C *end() const;
  basic_string substr(size_t = 0, size_t = npos) const;
  size_t find(const basic_string &, size_t = 0) const;
  size_t find(C, size_t = 0) const;
  size_t rfind(const basic_string &, size_t = npos) const;
  size_t rfind(C, size_t = npos) const;
  size_t find_first_of(const basic_string &, size_t = 0) const;
  size_t find_first_not_of(const basic_string &, size_t = 0) const;
  size_t find_last_of(const basic_string &, size_t = npos) const;
  size_t find_last_not_of(const basic_string &, size_t = npos) const;
  int compare(const basic_string &) const;
  int compare(size_t, size_t, const basic_string &) const;
  basic_string &append(const basic_string &);
  basic_string &append(size_t, C);
  basic_string &erase(size_t = 0, size_t = npos);
  basic_string &insert(size_t, const basic_string &);
  basic_string &replace(size_t, size_t, const basic_string &);
};
template <class C> basic_string<C> operator+(const basic_string<C> &, const basic_string<C> &);
template <class C> basic_string<C> operator+(const basic_string<C> &, const C *);
template <class C> basic_string<C> operator+(const C *, const basic_string<C> &);
template <class C> basic_string<C> operator+(const basic_string<C> &, C);
template <class C> basic_string<C> operator+(C, const basic_string<C> &);
#define WARPLINT_COMPARE(op)                                                                       \
  template <class C> bool operator op(const basic_string<C> &, const basic_string<C> &);           \
  template <class C> bool operator op(const basic_string<C> &, const C *);                         \
  template <class C> bool operator op(const C *, const basic_string<C> &);
WARPLINT_COMPARE(==)
WARPLINT_COMPARE(!=)
WARPLINT_COMPARE(<)
WARPLINT_COMPARE(>)
#undef WARPLINT_COMPARE
typedef basic_string<char> string;
typedef basic_string<wchar_t> wstring;
typedef basic_string<char> string_view;
string to_string(int);
string to_string(unsigned);
string to_string(long);
string to_string(unsigned long);
string to_string(long long);
string to_string(unsigned long long);
string to_string(float);
string to_string(double);
int stoi(const string &, size_t * = nullptr, int = 10);
long stol(const string &, size_t * = nullptr, int = 10);
unsigned long stoul(const string &, size_t * = nullptr, int = 10);
long long stoll(const string &, size_t * = nullptr, int = 10);
unsigned long long stoull(const string &, size_t * = nullptr, int = 10);
float stof(const string &, size_t * = nullptr);
double stod(const string &, size_t * = nullptr);
#pragma clang force_cuda_host_device end
#define WARPLINT_EXCEPTION(name, base)                                                             \
  class name : public base {                                                                       \
  public:                                                                                          \
    explicit name(const string &);                                                                 \
    explicit name(const char *);                                                                   \
  };
class logic_error : public exception {
public:
  explicit logic_error(const string &);
  explicit logic_error(const char *);
};
class runtime_error : public exception {
public:
  explicit runtime_error(const string &);
  explicit runtime_error(const char *);
};
WARPLINT_EXCEPTION(invalid_argument, logic_error)
WARPLINT_EXCEPTION(domain_error, logic_error)
WARPLINT_EXCEPTION(length_error, logic_error)
WARPLINT_EXCEPTION(out_of_range, logic_error)
WARPLINT_EXCEPTION(range_error, runtime_error)
WARPLINT_EXCEPTION(overflow_error, runtime_error)
#undef WARPLINT_EXCEPTION
#pragma clang force_cuda_host_device begin

// Sequences.
template <class T> class vector {
public:
  typedef T value_type;
  typedef T *iterator;
  typedef const T *const_iterator;
  typedef T &reference;
  typedef size_t size_type;
  vector();
  explicit vector(size_t);
  vector(size_t, const T &);
  vector(initializer_list<T>);
  vector(const vector &);
  template <class I, class = decltype(*I())> vector(I, I);
  ~vector();
  vector &operator=(const vector &);
  vector &operator=(initializer_list<T>);
  T &operator[](size_t);
  const T &operator[](size_t) const;
  T &at(size_t);
  const T &at(size_t) const;
  T *data();
  const T *data() const;
  size_t size() const;
  size_t capacity() const;
  bool empty() const;
  void resize(size_t);
  void resize(size_t, const T &);
  void reserve(size_t);
  void clear();
  void shrink_to_fit();
  void push_back(const T &);
  template <class... Args> T &emplace_back(Args &&...);
  void pop_back();
  T &front();
  T &back();
  const T &front() const;
  const T &back() const;
  T *begin();
  T *end();
  const T *begin() const;
  const T *end() const;
  const T *cbegin() const;
  const T *cend() const;
  void swap(vector &);
  void assign(size_t, const T &);
  template <class I, class = decltype(*I())> void assign(I, I);
  T *insert(const T *, const T &);
  template <class I> T *insert(const T *, I, I);
  T *erase(const T *);
  T *erase(const T *, const T *);
  void push_front(const T &);
  void pop_front();
};
template <class T> vector(size_t, T) -> vector<T>;
template <class T> using deque = vector<T>;
template <class T> using list = vector<T>;
template <class T> class queue : public vector<T> {
public:
  void push(const T &);
  void pop();
};
template <class T> class stack : public queue<T> {
public:
  T &top();
};

// Associative containers.
template <class K, class V, class... More> class map {
public:
  typedef pair<const K, V> value_type;
  typedef value_type *iterator;
  typedef const value_type *const_iterator;
  map();
  map(initializer_list<value_type>);
  V &operator[](const K &);
  V &at(const K &);
  const V &at(const K &) const;
  iterator find(const K &);
  const_iterator find(const K &) const;
  size_t count(const K &) const;
  size_t size() const;
  bool empty() const;
  void clear();
  size_t erase(const K &);
  iterator begin();
  iterator end();
  const_iterator begin() const;
  const_iterator end() const;
  template <class T> pair<iterator, bool> insert(const T &);
  template <class... Args> pair<iterator, bool> emplace(Args &&...);
};
template <class K, class V, class... More> using unordered_map = map<K, V, More...>;
template <class K, class V, class... More> using multimap = map<K, V, More...>;
template <class K, class... More> class set {
public:
  typedef K value_type;
  typedef const K *iterator;
  set();
  set(initializer_list<K>);
  pair<iterator, bool> insert(const K &);
  iterator find(const K &) const;
  size_t count(const K &) const;
  size_t size() const;
  bool empty() const;
  void clear();
  size_t erase(const K &);
  iterator begin() const;
  iterator end() const;
};
template <class K, class... More> using unordered_set = set<K, More...>;

// Owning pointers and functions.
template <class T> struct default_delete {
  void operator()(T *) const;
};
template <class T, class D = default_delete<T>> class unique_ptr {
public:
  typedef __remove_extent(T) element_type;
  typedef element_type *pointer;
  typedef add_lvalue_reference_t<element_type> reference;
  unique_ptr(decltype(nullptr) = nullptr);
  explicit unique_ptr(pointer) {}
  unique_ptr(pointer, D) {}
  unique_ptr(unique_ptr &&) {}
  ~unique_ptr() {}
  unique_ptr &operator=(unique_ptr &&) { return *this; }
  pointer get() const;
  pointer operator->() const;
  reference operator*() const;
  reference operator[](size_t) const;
  explicit operator bool() const;
  void reset(pointer = nullptr);
  pointer release();
};
template <class T> class shared_ptr {
public:
  shared_ptr(decltype(nullptr) = nullptr);
  template <class U> explicit shared_ptr(U *);
  template <class U, class D> shared_ptr(U *, D) {}
  template <class U> shared_ptr(const shared_ptr<U> &);
  shared_ptr(const shared_ptr &);
  ~shared_ptr();
  shared_ptr &operator=(const shared_ptr &);
  T *get() const;
  T *operator->() const;
  add_lvalue_reference_t<T> operator*() const;
  explicit operator bool() const;
  void reset();
};
template <class T, class... Args> unique_ptr<T> make_unique(Args &&...);
template <class T, class... Args> shared_ptr<T> make_shared(Args &&...);
template <class F> class function;
template <class R, class... Args> class function<R(Args...)> {
public:
  function(decltype(nullptr) = nullptr);
  template <class F> function(F) {}
  R operator()(Args...) const;
  explicit operator bool() const;
};
template <class T> T &ref(T &);
template <class T> const T &cref(const T &);
template <class T> struct hash {
  size_t operator()(const T &) const;
};
struct nullopt_t {};
static constexpr nullopt_t nullopt{};
template <class T> class optional {
public:
  optional(nullopt_t = nullopt);
  optional(const T &);
  explicit operator bool() const;
  bool has_value() const;
  T &operator*();
  const T &operator*() const;
  T *operator->();
  T &value();
  template <class U> T value_or(U &&) const;
};

// Streams.
class ios_base {
public:
  enum openmode { in = 1, out = 2, binary = 4, app = 8, ate = 16, trunc = 32 };
  enum seekdir { beg, cur, end };
};
typedef ios_base ios;
inline ios_base::openmode operator|(ios_base::openmode a, ios_base::openmode b) {
  return ios_base::openmode(int(a) | int(b));
}
struct manipulator {};
class ostream {
public:
  template <class T> ostream &operator<<(const T &);
  ostream &operator<<(ostream &(*)(ostream &));
  ostream &write(const char *, long);
  ostream &flush();
  ostream &put(char);
  int precision(int);
  int width(int);
  explicit operator bool() const;
  bool good() const;
  bool fail() const;
};
class istream {
public:
  template <class T> istream &operator>>(T &);
  istream &read(char *, long);
  istream &getline(char *, long);
  istream &ignore(long = 1, int = -1);
  istream &seekg(long, ios_base::seekdir = ios_base::beg);
  long tellg();
  int get();
  explicit operator bool() const;
  bool operator!() const;
  bool good() const;
  bool eof() const;
  bool fail() const;
};
class iostream : public istream, public ostream {};
istream &getline(istream &, string &, char = '\n');
ostream &endl(ostream &);
ostream &flush(ostream &);
extern ostream cout, cerr, clog;
extern istream cin;
class ofstream : public ostream {
public:
  ofstream();
  template <class Name> explicit ofstream(const Name &, ios_base::openmode = ios_base::out);
  template <class Name> void open(const Name &, ios_base::openmode = ios_base::out);
  bool is_open() const;
  void close();
};
class ifstream : public istream {
public:
  ifstream();
  template <class Name> explicit ifstream(const Name &, ios_base::openmode = ios_base::in);
  template <class Name> void open(const Name &, ios_base::openmode = ios_base::in);
  bool is_open() const;
  void close();
};
typedef ofstream fstream;
class ostringstream : public ostream {
public:
  string str() const;
  void str(const string &);
};
class istringstream : public istream {
public:
  explicit istringstream(const string &);
};
class stringstream : public istream, public ostream {
public:
  stringstream();
  explicit stringstream(const string &);
  string str() const;
  void str(const string &);
};
manipulator setw(int);
manipulator setprecision(int);
manipulator setfill(char);
ostream &fixed(ostream &);
ostream &scientific(ostream &);
ostream &hex(ostream &);
ostream &dec(ostream &);
ostream &left(ostream &);
ostream &right(ostream &);
ostream &boolalpha(ostream &);

// Algorithms on the host: by name.
#define WARPLINT_ALGORITHM(name, result)                                                           \
  template <class I, class... More> result name(I, I, More...) {                                   \
    return warplint_model::opaque<result>();                                                       \
  }
WARPLINT_ALGORITHM(sort, void)
WARPLINT_ALGORITHM(stable_sort, void)
WARPLINT_ALGORITHM(partial_sort, void)
WARPLINT_ALGORITHM(nth_element, void)
WARPLINT_ALGORITHM(reverse, void)
WARPLINT_ALGORITHM(rotate, I)
WARPLINT_ALGORITHM(shuffle, void)
WARPLINT_ALGORITHM(random_shuffle, void)
WARPLINT_ALGORITHM(fill, void)
WARPLINT_ALGORITHM(generate, void)
WARPLINT_ALGORITHM(iota, void)
WARPLINT_ALGORITHM(replace, void)
WARPLINT_ALGORITHM(for_each, void)
WARPLINT_ALGORITHM(copy, I)
WARPLINT_ALGORITHM(transform, I)
WARPLINT_ALGORITHM(find, I)
WARPLINT_ALGORITHM(find_if, I)
WARPLINT_ALGORITHM(unique, I)
WARPLINT_ALGORITHM(remove, I)
WARPLINT_ALGORITHM(remove_if, I)
WARPLINT_ALGORITHM(lower_bound, I)
WARPLINT_ALGORITHM(upper_bound, I)
WARPLINT_ALGORITHM(max_element, I)
WARPLINT_ALGORITHM(min_element, I)
WARPLINT_ALGORITHM(partial_sum, I)
WARPLINT_ALGORITHM(inclusive_scan, I)
WARPLINT_ALGORITHM(exclusive_scan, I)
WARPLINT_ALGORITHM(all_of, bool)
WARPLINT_ALGORITHM(any_of, bool)
WARPLINT_ALGORITHM(none_of, bool)
WARPLINT_ALGORITHM(equal, bool)
WARPLINT_ALGORITHM(is_sorted, bool)
WARPLINT_ALGORITHM(binary_search, bool)
WARPLINT_ALGORITHM(count, ptrdiff_t)
WARPLINT_ALGORITHM(count_if, ptrdiff_t)
#undef WARPLINT_ALGORITHM
template <class I, class T> T accumulate(I, I, T);
template <class I, class T, class F> T accumulate(I, I, T, F) {
  return warplint_model::opaque<T>();
}
template <class I, class T, class... More> T reduce(I, I, T, More...) {
  return warplint_model::opaque<T>();
}
template <class I, class J, class T, class... More> T inner_product(I, I, J, T, More...) {
  return warplint_model::opaque<T>();
}
template <class I, class N, class T> I fill_n(I, N, const T &);
template <class I, class N, class J> J copy_n(I, N, J);
template <class I, class N, class F> I generate_n(I, N, F) { return warplint_model::opaque<I>(); }
template <class I> ptrdiff_t distance(I, I);
template <class I> I next(I, ptrdiff_t = 1);
template <class I> I prev(I, ptrdiff_t = 1);
template <class C> auto begin(C &c) -> decltype(c.begin());
template <class C> auto end(C &c) -> decltype(c.end());
template <class T, size_t N> T *begin(T (&a)[N]);
template <class T, size_t N> T *end(T (&a)[N]);
template <class T, size_t N> constexpr size_t size(const T (&)[N]) { return N; }

// Random numbers.
class mt19937 {
public:
  typedef unsigned result_type;
  explicit mt19937(unsigned long = 5489);
  unsigned operator()();
  void seed(unsigned long);
};
typedef mt19937 mt19937_64;
typedef mt19937 default_random_engine;
typedef mt19937 minstd_rand;
class random_device {
public:
  unsigned operator()();
};
template <class T = double> class uniform_real_distribution {
public:
  explicit uniform_real_distribution(T = 0, T = 1);
  template <class G> T operator()(G &);
};
template <class T = int> class uniform_int_distribution {
public:
  explicit uniform_int_distribution(T = 0, T = 0);
  template <class G> T operator()(G &);
};
template <class T = double> class normal_distribution {
public:
  explicit normal_distribution(T = 0, T = 1);
  template <class G> T operator()(G &);
};

// Time and threads.
template <long Num, long Den = 1> struct ratio {
  static constexpr long num = Num, den = Den;
};
typedef ratio<1, 1000> milli;
typedef ratio<1, 1000000> micro;
typedef ratio<1, 1000000000> nano;
namespace chrono {
template <class Rep, class Period = ratio<1>> class duration {
public:
  typedef Rep rep;
  typedef Period period;
  constexpr duration();
  template <class T> constexpr explicit duration(T);
  template <class R, class P> constexpr duration(const duration<R, P> &);
  Rep count() const;
};
template <class R, class P> duration<R, P> operator+(duration<R, P>, duration<R, P>);
template <class R, class P> duration<R, P> operator-(duration<R, P>, duration<R, P>);
#define WARPLINT_COMPARE(op)                                                                       \
  template <class R, class P, class S, class Q> bool operator op(duration<R, P>, duration<S, Q>);
WARPLINT_COMPARE(<)
WARPLINT_COMPARE(<=)
WARPLINT_COMPARE(>)
WARPLINT_COMPARE(>=)
#undef WARPLINT_COMPARE
typedef duration<long, nano> nanoseconds;
typedef duration<long, micro> microseconds;
typedef duration<long, milli> milliseconds;
typedef duration<long> seconds;
template <class Clock, class Duration = nanoseconds> class time_point {
public:
  typedef Clock clock;
  typedef chrono::nanoseconds duration; // the only one that the clocks here count in
  time_point() {}
  explicit time_point(const nanoseconds &) {}
  nanoseconds time_since_epoch() const;
};
template <class C, class R, class P>
time_point<C> operator+(const time_point<C> &, const duration<R, P> &);
template <class C, class R, class P>
time_point<C> operator-(const time_point<C> &, const duration<R, P> &);
template <class C> nanoseconds operator-(const time_point<C> &, const time_point<C> &);
#define WARPLINT_COMPARE(op)                                                                       \
  template <class C> bool operator op(const time_point<C> &, const time_point<C> &);
WARPLINT_COMPARE(==)
WARPLINT_COMPARE(!=)
WARPLINT_COMPARE(<)
WARPLINT_COMPARE(<=)
WARPLINT_COMPARE(>)
WARPLINT_COMPARE(>=)
#undef WARPLINT_COMPARE
struct steady_clock {
  typedef nanoseconds duration;
  typedef chrono::time_point<steady_clock> time_point;
  static time_point now();
};
typedef steady_clock high_resolution_clock;
typedef steady_clock system_clock;
template <class To, class R, class P> To duration_cast(const duration<R, P> &);
} // namespace chrono
class thread {
public:
  thread();
  template <class F, class... Args> explicit thread(F &&, Args &&...) {}
  void join();
  void detach();
  bool joinable() const;
  static unsigned hardware_concurrency();
};
namespace this_thread {
template <class D> void sleep_for(const D &);
} // namespace this_thread
class mutex {
public:
  void lock();
  void unlock();
};
template <class M> class lock_guard {
public:
  explicit lock_guard(M &);
  ~lock_guard();
};
template <class M> class unique_lock : public lock_guard<M> {
public:
  using lock_guard<M>::lock_guard;
};
class condition_variable {
public:
  template <class... Args> void wait(Args &&...) {}
  void notify_one();
  void notify_all();
};
enum memory_order {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};
template <class T> class atomic {
  T value;

public:
  atomic() = default;
  constexpr atomic(T v) : value(v) {}
  T load(memory_order = memory_order_seq_cst) const;
  void store(T, memory_order = memory_order_seq_cst);
  T fetch_add(T, memory_order = memory_order_seq_cst);
  T fetch_sub(T, memory_order = memory_order_seq_cst);
  T exchange(T, memory_order = memory_order_seq_cst);
  bool compare_exchange_strong(T &, T);
  T operator++();
  T operator++(int);
  T operator--();
  operator T() const;
  T operator=(T);
};
using ::abort;
using ::abs;
using ::atof;
using ::atoi;
using ::atol;
using ::calloc;
using ::exit;
using ::fclose;
using ::FILE;
using ::fopen;
using ::fprintf;
using ::fread;
using ::free;
using ::fwrite;
using ::getenv;
using ::labs;
using ::llabs;
using ::malloc;
using ::memcmp;
using ::memcpy;
using ::memmove;
using ::memset;
using ::printf;
using ::rand;
using ::snprintf;
using ::sprintf;
using ::srand;
using ::strcmp;
using ::strcpy;
using ::strlen;
using ::strncmp;
[[noreturn]] void terminate() noexcept;
} // namespace std

#pragma clang force_cuda_host_device end
