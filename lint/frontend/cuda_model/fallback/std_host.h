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
template <class I_> struct iterator_traits {
  typedef typename I_::value_type value_type;
  typedef ptrdiff_t difference_type;
};
template <class T_> struct iterator_traits<T_ *> {
  typedef __remove_cv(T_) value_type;
  typedef ptrdiff_t difference_type;
};
template <class T_> class allocator {
public:
  typedef T_ value_type;
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

template <class C_> class basic_string {
public:
  typedef C_ value_type;
  typedef C_ *iterator;
  typedef const C_ *const_iterator;
  typedef size_t size_type;
  static constexpr size_t npos = size_t(-1);
  basic_string();
  basic_string(const C_ *);
  basic_string(const C_ *, size_t);
  basic_string(size_t, C_);
  basic_string(const basic_string &);
  basic_string(const basic_string &, size_t, size_t = npos);
  basic_string(initializer_list<C_>);
  template <class I_, class = decltype(*I_())> basic_string(I_, I_);
  ~basic_string();
  basic_string &operator=(const basic_string &);
  basic_string &operator=(const C_ *);
  basic_string &operator+=(const basic_string &);
  basic_string &operator+=(const C_ *);
  basic_string &operator+=(C_);
  C_ &operator[](size_t);
  const C_ &operator[](size_t) const;
  const C_ *c_str() const;
  const C_ *data() const;
  C_ *data();
  size_t size() const;
  size_t length() const;
  bool empty() const;
  void clear();
  void resize(size_t, C_ = C_());
  void reserve(size_t);
  void push_back(C_);
  void pop_back();
  C_ &front();
  C_ &back();
  C_ *begin();
  C_ *end();
  const C_ *begin() const;
  const C_ *end() const;
  basic_string substr(size_t = 0, size_t = npos) const;
  size_t find(const basic_string &, size_t = 0) const;
  size_t find(C_, size_t = 0) const;
  size_t rfind(const basic_string &, size_t = npos) const;
  size_t rfind(C_, size_t = npos) const;
  size_t find_first_of(const basic_string &, size_t = 0) const;
  size_t find_first_not_of(const basic_string &, size_t = 0) const;
  size_t find_last_of(const basic_string &, size_t = npos) const;
  size_t find_last_not_of(const basic_string &, size_t = npos) const;
  int compare(const basic_string &) const;
  int compare(size_t, size_t, const basic_string &) const;
  basic_string &append(const basic_string &);
  basic_string &append(size_t, C_);
  basic_string &erase(size_t = 0, size_t = npos);
  basic_string &insert(size_t, const basic_string &);
  basic_string &replace(size_t, size_t, const basic_string &);
};
template <class C_> basic_string<C_> operator+(const basic_string<C_> &, const basic_string<C_> &);
template <class C_> basic_string<C_> operator+(const basic_string<C_> &, const C_ *);
template <class C_> basic_string<C_> operator+(const C_ *, const basic_string<C_> &);
template <class C_> basic_string<C_> operator+(const basic_string<C_> &, C_);
template <class C_> basic_string<C_> operator+(C_, const basic_string<C_> &);
#define WARPLINT_COMPARE(op)                                                                       \
  template <class C_> bool operator op(const basic_string<C_> &, const basic_string<C_> &);        \
  template <class C_> bool operator op(const basic_string<C_> &, const C_ *);                      \
  template <class C_> bool operator op(const C_ *, const basic_string<C_> &);
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
template <class T_> class vector {
public:
  typedef T_ value_type;
  typedef T_ *iterator;
  typedef const T_ *const_iterator;
  typedef T_ &reference;
  typedef size_t size_type;
  vector();
  explicit vector(size_t);
  vector(size_t, const T_ &);
  vector(initializer_list<T_>);
  vector(const vector &);
  template <class I_, class = decltype(*I_())> vector(I_, I_);
  ~vector();
  vector &operator=(const vector &);
  vector &operator=(initializer_list<T_>);
  T_ &operator[](size_t);
  const T_ &operator[](size_t) const;
  T_ &at(size_t);
  const T_ &at(size_t) const;
  T_ *data();
  const T_ *data() const;
  size_t size() const;
  size_t capacity() const;
  bool empty() const;
  void resize(size_t);
  void resize(size_t, const T_ &);
  void reserve(size_t);
  void clear();
  void shrink_to_fit();
  void push_back(const T_ &);
  template <class... Args> T_ &emplace_back(Args &&...);
  void pop_back();
  T_ &front();
  T_ &back();
  const T_ &front() const;
  const T_ &back() const;
  T_ *begin();
  T_ *end();
  const T_ *begin() const;
  const T_ *end() const;
  const T_ *cbegin() const;
  const T_ *cend() const;
  void swap(vector &);
  void assign(size_t, const T_ &);
  template <class I_, class = decltype(*I_())> void assign(I_, I_);
  T_ *insert(const T_ *, const T_ &);
  template <class I_> T_ *insert(const T_ *, I_, I_);
  T_ *erase(const T_ *);
  T_ *erase(const T_ *, const T_ *);
  void push_front(const T_ &);
  void pop_front();
};
template <class T_> vector(size_t, T_) -> vector<T_>;
template <class T_> using deque = vector<T_>;
template <class T_> using list = vector<T_>;
template <class T_> class queue : public vector<T_> {
public:
  void push(const T_ &);
  void pop();
};
template <class T_> class stack : public queue<T_> {
public:
  T_ &top();
};

// Associative containers.
template <class K_, class V_, class... More> class map {
public:
  typedef pair<const K_, V_> value_type;
  typedef value_type *iterator;
  typedef const value_type *const_iterator;
  map();
  map(initializer_list<value_type>);
  V_ &operator[](const K_ &);
  V_ &at(const K_ &);
  const V_ &at(const K_ &) const;
  iterator find(const K_ &);
  const_iterator find(const K_ &) const;
  size_t count(const K_ &) const;
  size_t size() const;
  bool empty() const;
  void clear();
  size_t erase(const K_ &);
  iterator begin();
  iterator end();
  const_iterator begin() const;
  const_iterator end() const;
  template <class T_> pair<iterator, bool> insert(const T_ &);
  template <class... Args> pair<iterator, bool> emplace(Args &&...);
};
template <class K_, class V_, class... More> using unordered_map = map<K_, V_, More...>;
template <class K_, class V_, class... More> using multimap = map<K_, V_, More...>;
template <class K_, class... More> class set {
public:
  typedef K_ value_type;
  typedef const K_ *iterator;
  set();
  set(initializer_list<K_>);
  pair<iterator, bool> insert(const K_ &);
  iterator find(const K_ &) const;
  size_t count(const K_ &) const;
  size_t size() const;
  bool empty() const;
  void clear();
  size_t erase(const K_ &);
  iterator begin() const;
  iterator end() const;
};
template <class K_, class... More> using unordered_set = set<K_, More...>;

// Owning pointers and functions.
template <class T_> struct default_delete {
  void operator()(T_ *) const;
};
template <class T_, class D_ = default_delete<T_>> class unique_ptr {
public:
  typedef __remove_extent(T_) element_type;
  typedef element_type *pointer;
  typedef add_lvalue_reference_t<element_type> reference;
  unique_ptr(decltype(nullptr) = nullptr);
  explicit unique_ptr(pointer) {}
  unique_ptr(pointer, D_) {}
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
template <class T_> class shared_ptr {
public:
  shared_ptr(decltype(nullptr) = nullptr);
  template <class U_> explicit shared_ptr(U_ *);
  template <class U_, class D_> shared_ptr(U_ *, D_) {}
  template <class U_> shared_ptr(const shared_ptr<U_> &);
  shared_ptr(const shared_ptr &);
  ~shared_ptr();
  shared_ptr &operator=(const shared_ptr &);
  T_ *get() const;
  T_ *operator->() const;
  add_lvalue_reference_t<T_> operator*() const;
  explicit operator bool() const;
  void reset();
};
template <class T_, class... Args> unique_ptr<T_> make_unique(Args &&...);
template <class T_, class... Args> shared_ptr<T_> make_shared(Args &&...);
template <class F_> class function;
template <class R_, class... Args> class function<R_(Args...)> {
public:
  function(decltype(nullptr) = nullptr);
  template <class F_> function(F_) {}
  R_ operator()(Args...) const;
  explicit operator bool() const;
};
template <class T_> T_ &ref(T_ &);
template <class T_> const T_ &cref(const T_ &);
template <class T_> struct hash {
  size_t operator()(const T_ &) const;
};
struct nullopt_t {};
static constexpr nullopt_t nullopt{};
template <class T_> class optional {
public:
  optional(nullopt_t = nullopt);
  optional(const T_ &);
  explicit operator bool() const;
  bool has_value() const;
  T_ &operator*();
  const T_ &operator*() const;
  T_ *operator->();
  T_ &value();
  template <class U_> T_ value_or(U_ &&) const;
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
  template <class T_> ostream &operator<<(const T_ &);
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
  template <class T_> istream &operator>>(T_ &);
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
  template <class I_, class... More> result name(I_, I_, More...) {                                \
    return warplint_model::opaque<result>();                                                       \
  }
WARPLINT_ALGORITHM(sort, void)
WARPLINT_ALGORITHM(stable_sort, void)
WARPLINT_ALGORITHM(partial_sort, void)
WARPLINT_ALGORITHM(nth_element, void)
WARPLINT_ALGORITHM(reverse, void)
WARPLINT_ALGORITHM(rotate, I_)
WARPLINT_ALGORITHM(shuffle, void)
WARPLINT_ALGORITHM(random_shuffle, void)
WARPLINT_ALGORITHM(fill, void)
WARPLINT_ALGORITHM(generate, void)
WARPLINT_ALGORITHM(iota, void)
WARPLINT_ALGORITHM(replace, void)
WARPLINT_ALGORITHM(for_each, void)
WARPLINT_ALGORITHM(copy, I_)
WARPLINT_ALGORITHM(transform, I_)
WARPLINT_ALGORITHM(find, I_)
WARPLINT_ALGORITHM(find_if, I_)
WARPLINT_ALGORITHM(unique, I_)
WARPLINT_ALGORITHM(remove, I_)
WARPLINT_ALGORITHM(remove_if, I_)
WARPLINT_ALGORITHM(lower_bound, I_)
WARPLINT_ALGORITHM(upper_bound, I_)
WARPLINT_ALGORITHM(max_element, I_)
WARPLINT_ALGORITHM(min_element, I_)
WARPLINT_ALGORITHM(partial_sum, I_)
WARPLINT_ALGORITHM(inclusive_scan, I_)
WARPLINT_ALGORITHM(exclusive_scan, I_)
WARPLINT_ALGORITHM(all_of, bool)
WARPLINT_ALGORITHM(any_of, bool)
WARPLINT_ALGORITHM(none_of, bool)
WARPLINT_ALGORITHM(equal, bool)
WARPLINT_ALGORITHM(is_sorted, bool)
WARPLINT_ALGORITHM(binary_search, bool)
WARPLINT_ALGORITHM(count, ptrdiff_t)
WARPLINT_ALGORITHM(count_if, ptrdiff_t)
#undef WARPLINT_ALGORITHM
template <class I_, class T_> T_ accumulate(I_, I_, T_);
template <class I_, class T_, class F_> T_ accumulate(I_, I_, T_, F_) {
  return warplint_model::opaque<T_>();
}
template <class I_, class T_, class... More> T_ reduce(I_, I_, T_, More...) {
  return warplint_model::opaque<T_>();
}
template <class I_, class J_, class T_, class... More> T_ inner_product(I_, I_, J_, T_, More...) {
  return warplint_model::opaque<T_>();
}
template <class I_, class N_, class T_> I_ fill_n(I_, N_, const T_ &);
template <class I_, class N_, class J_> J_ copy_n(I_, N_, J_);
template <class I_, class N_, class F_> I_ generate_n(I_, N_, F_) {
  return warplint_model::opaque<I_>();
}
template <class I_> ptrdiff_t distance(I_, I_);
template <class I_> I_ next(I_, ptrdiff_t = 1);
template <class I_> I_ prev(I_, ptrdiff_t = 1);
template <class C_> auto begin(C_ &c) -> decltype(c.begin());
template <class C_> auto end(C_ &c) -> decltype(c.end());
template <class T_, size_t N_> T_ *begin(T_ (&a)[N_]);
template <class T_, size_t N_> T_ *end(T_ (&a)[N_]);
template <class T_, size_t N_> constexpr size_t size(const T_ (&)[N_]) { return N_; }

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
template <class T_ = double> class uniform_real_distribution {
public:
  explicit uniform_real_distribution(T_ = 0, T_ = 1);
  template <class G_> T_ operator()(G_ &);
};
template <class T_ = int> class uniform_int_distribution {
public:
  explicit uniform_int_distribution(T_ = 0, T_ = 0);
  template <class G_> T_ operator()(G_ &);
};
template <class T_ = double> class normal_distribution {
public:
  explicit normal_distribution(T_ = 0, T_ = 1);
  template <class G_> T_ operator()(G_ &);
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
  template <class T_> constexpr explicit duration(T_);
  template <class R_, class P_> constexpr duration(const duration<R_, P_> &);
  Rep count() const;
};
template <class R_, class P_> duration<R_, P_> operator+(duration<R_, P_>, duration<R_, P_>);
template <class R_, class P_> duration<R_, P_> operator-(duration<R_, P_>, duration<R_, P_>);
#define WARPLINT_COMPARE(op)                                                                       \
  template <class R_, class P_, class S_, class Q_>                                                \
  bool operator op(duration<R_, P_>, duration<S_, Q_>);
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
template <class C_, class R_, class P_>
time_point<C_> operator+(const time_point<C_> &, const duration<R_, P_> &);
template <class C_, class R_, class P_>
time_point<C_> operator-(const time_point<C_> &, const duration<R_, P_> &);
template <class C_> nanoseconds operator-(const time_point<C_> &, const time_point<C_> &);
#define WARPLINT_COMPARE(op)                                                                       \
  template <class C_> bool operator op(const time_point<C_> &, const time_point<C_> &);
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
template <class To, class R_, class P_> To duration_cast(const duration<R_, P_> &);
} // namespace chrono
class thread {
public:
  thread();
  template <class F_, class... Args> explicit thread(F_ &&, Args &&...) {}
  void join();
  void detach();
  bool joinable() const;
  static unsigned hardware_concurrency();
};
namespace this_thread {
template <class D_> void sleep_for(const D_ &);
} // namespace this_thread
class mutex {
public:
  void lock();
  void unlock();
};
template <class M_> class lock_guard {
public:
  explicit lock_guard(M_ &);
  ~lock_guard();
};
template <class M_> class unique_lock : public lock_guard<M_> {
public:
  using lock_guard<M_>::lock_guard;
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
template <class T_> class atomic {
  T_ value;

public:
  atomic() = default;
  constexpr atomic(T_ v) : value(v) {}
  T_ load(memory_order = memory_order_seq_cst) const;
  void store(T_, memory_order = memory_order_seq_cst);
  T_ fetch_add(T_, memory_order = memory_order_seq_cst);
  T_ fetch_sub(T_, memory_order = memory_order_seq_cst);
  T_ exchange(T_, memory_order = memory_order_seq_cst);
  bool compare_exchange_strong(T_ &, T_);
  T_ operator++();
  T_ operator++(int);
  T_ operator--();
  operator T_() const;
  T_ operator=(T_);
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
