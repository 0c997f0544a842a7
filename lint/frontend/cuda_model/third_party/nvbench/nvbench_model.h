//===- nvbench_model.h - benchmarks written with nvbench -------*- C++ -*-===//
//
// Where nvbench is not at hand: enough for the bodies of benchmarks to be read,
// and the launches in them. A benchmark for several types is not instantiated.
//
//===----------------------------------------------------------------------===//
#pragma once
#pragma clang system_header
#include <cstdint>
#include <stdint.h>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace nvbench {
using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::int8_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::uint8_t;
typedef float float32_t;
typedef double float64_t;

template <class... T_> struct type_list {};
template <auto... Values>
using enum_type_list = type_list<std::integral_constant<decltype(Values), Values>...>;
template <auto Value> using enum_type = std::integral_constant<decltype(Value), Value>;
template <class T_> struct type_strings {
  static std::string input_string();
  static std::string description();
};
template <class T_> std::string demangle();

struct cuda_stream {
  cuda_stream();
  explicit cuda_stream(cudaStream_t);
  cudaStream_t get_stream() const;
  operator cudaStream_t() const;
};
cuda_stream make_cuda_stream_view(cudaStream_t);
struct launch {
  cudaStream_t get_stream() const;
};
struct timer {
  void start();
  void stop();
};
struct device_info {
  int get_id() const;
  std::string get_name() const;
  int get_number_of_sms() const;
  int get_sm_version() const;
  int get_ptx_version() const;
  int get_max_threads_per_block() const;
  std::size_t get_shared_memory_per_block() const;
  std::size_t get_shared_memory_per_sm() const;
  std::size_t get_global_memory_bus_bandwidth() const;
  std::size_t get_l2_cache_size() const;
};
struct summary {
  void set_string(const std::string &, const std::string &);
  void set_int64(const std::string &, int64_t);
  void set_float64(const std::string &, float64_t);
  int64_t get_int64(const std::string &) const;
  float64_t get_float64(const std::string &) const;
};
namespace exec_tag {
/// Whether the callable takes a timer as well.
template <bool Timer> struct tag {};
template <bool A_, bool B_> constexpr tag<A_ || B_> operator|(tag<A_>, tag<B_>) { return {}; }
constexpr tag<false> none{}, sync{}, gpu{}, no_batch{}, no_block{}, no_gpu{}, impl_none{};
constexpr tag<true> timer{};
} // namespace exec_tag

struct state {
  cuda_stream &get_cuda_stream() const;
  void set_cuda_stream(cuda_stream);
  const device_info *get_device() const;
  int64_t get_int64(const std::string &) const;
  int64_t get_int64_or_default(const std::string &, int64_t) const;
  float64_t get_float64(const std::string &) const;
  float64_t get_float64_or_default(const std::string &, float64_t) const;
  const std::string &get_string(const std::string &) const;
  std::string get_string_or_default(const std::string &, const std::string &) const;
  void add_element_count(std::size_t, std::string = {});
  void set_element_count(std::size_t);
  template <class T_> void add_global_memory_reads(std::size_t, std::string = {}) {}
  template <class T_> void add_global_memory_writes(std::size_t, std::string = {}) {}
  void add_global_memory_reads(std::size_t, std::string = {});
  void add_global_memory_writes(std::size_t, std::string = {});
  void add_buffer_size(std::size_t, std::string, std::string = {}, std::string = {});
  void collect_cupti_metrics();
  void collect_dram_throughput();
  void collect_l1_hit_rates();
  void collect_l2_hit_rates();
  void collect_loads_efficiency();
  void collect_stores_efficiency();
  summary &add_summary(std::string);
  summary &get_summary(const std::string &);
  void skip(std::string);
  bool is_skipped() const;
  void set_is_cpu_only(bool);
  void set_run_once(bool);
  void set_disable_blocking_kernel(bool);
  void set_min_samples(int64_t);
  void set_timeout(float64_t);
  void set_throttle_threshold(float);
  template <class F_> void exec(F_ &&f) {
    launch one;
    f(one);
  }
  template <class F_> void exec(exec_tag::tag<false>, F_ &&f) {
    launch one;
    f(one);
  }
  template <class F_> void exec(exec_tag::tag<true>, F_ &&f) {
    launch one;
    nvbench::timer clock;
    f(one, clock);
  }
};

template <class T_>
using number = std::conditional_t<std::is_floating_point_v<T_>, float64_t, int64_t>;
template <class T_> std::vector<number<T_>> range(T_, T_, T_ = T_(1)) { return {}; }

struct benchmark {
  benchmark &set_name(std::string);
  benchmark &set_type_axes_names(std::vector<std::string>);
  benchmark &add_int64_axis(std::string, std::vector<int64_t>);
  benchmark &add_int64_power_of_two_axis(std::string, std::vector<int64_t>);
  benchmark &add_float64_axis(std::string, std::vector<float64_t>);
  benchmark &add_string_axis(std::string, std::vector<std::string>);
  benchmark &set_devices(std::vector<int>);
  benchmark &set_is_cpu_only(bool);
  benchmark &set_run_once(bool);
  benchmark &set_skip_time(float64_t);
  benchmark &set_timeout(float64_t);
  benchmark &set_min_samples(int64_t);
  benchmark &set_max_noise(float64_t);
  benchmark &set_throttle_threshold(float);
  benchmark &set_stopping_criterion(std::string);
};
namespace model {
benchmark &declared();
} // namespace model
} // namespace nvbench

#define WARPLINT_JOIN_(a, b) a##b
#define WARPLINT_JOIN(a, b) WARPLINT_JOIN_(a, b)
#define WARPLINT_BENCHMARK                                                                         \
  [[maybe_unused]] static ::nvbench::benchmark &WARPLINT_JOIN(warplint_benchmark_, __COUNTER__) =  \
      ::nvbench::model::declared()
#define NVBENCH_BENCH(function) WARPLINT_BENCHMARK
#define NVBENCH_BENCH_TYPES(function, axes) WARPLINT_BENCHMARK
#define NVBENCH_TYPE_AXES(...) ::nvbench::type_list<__VA_ARGS__>
#define NVBENCH_DECLARE_TYPE_STRINGS(...)
#define NVBENCH_DECLARE_ENUM_TYPE_STRINGS(...)
#define NVBENCH_DEFINE_CALLABLE_TEMPLATE(...)
#define NVBENCH_CUDA_CALL(call) (void)(call)
#define NVBENCH_CUDA_CALL_NOEXCEPT(call) (void)(call)
#define NVBENCH_MAIN                                                                               \
  int main(int, char **) { return 0; }
