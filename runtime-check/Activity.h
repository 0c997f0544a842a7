//===- Activity.h - CUPTI's activity records --------------------*- C++ -*-===//
//
// What host code costs is told by when calls began and ended, and by what the
// device did meanwhile: CUPTI's activity records. The collector writes them
// down as they come, a line of JSON each, in a file beside its evidence file
// (`process-….activity`):
//
//   ["kernel", begin, end, correlation, "mangled name"]
//   ["copy", begin, end, correlation, "to_device", "pageable", bytes]
//   ["set", begin, end, correlation]
//   ["call", begin, end, correlation, thread, "cudaMemcpyAsync"]
//   ["overhead", begin, end]
//
// Times are in ns, of one clock. Records of the device carry the correlation of
// the call that asked for them. Files may end within a line: the process may have
// been killed.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_RUNTIME_ACTIVITY_H
#define WARPLINT_RUNTIME_ACTIVITY_H

#include <array>
#include <optional>
#include <string_view>

namespace warplint::runtime {

/// Kinds of record, by the names that rules ask for them by.
enum class Activity { Call, Copy, Kernel };
inline constexpr std::array<std::string_view, 3> activityNames{
    "CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_MEMCPY",
    "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL"};

constexpr std::optional<Activity> activityFromCuptiName(std::string_view name) {
  for (std::size_t i = 0; i < activityNames.size(); ++i)
    if (activityNames[i] == name)
      return static_cast<Activity>(i);
  return std::nullopt;
}

} // namespace warplint::runtime

#endif
