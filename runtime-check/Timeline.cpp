//===- Timeline.cpp - what host and device did, and when ------------------===//

#include "runtime-check/Timeline.h"

#include "runtime-check/KernelName.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <tuple>

namespace warplint::runtime {
namespace {

using Json = nlohmann::json;

//===----------------------------------------------------------------------===//
// Stretches of time
//===----------------------------------------------------------------------===//

/// Stretches that do not touch, in order, with the time up to each.
class Stretches {
public:
  explicit Stretches(std::vector<Interval> all) {
    std::sort(all.begin(), all.end(),
              [](const Interval &a, const Interval &b) { return a.begin < b.begin; });
    for (const Interval &one : all) {
      if (one.end <= one.begin)
        continue;
      if (joined_.empty() || one.begin > joined_.back().end)
        joined_.push_back(one);
      else
        joined_.back().end = std::max(joined_.back().end, one.end);
    }
    Nanoseconds sum = 0;
    for (const Interval &one : joined_) {
      before_.push_back(sum);
      sum += one.end - one.begin;
    }
  }

  /// How much of `window` they cover.
  Nanoseconds within(const Interval &window) const { return upTo(window.end) - upTo(window.begin); }

private:
  Nanoseconds upTo(Nanoseconds time) const {
    const auto behind =
        std::upper_bound(joined_.begin(), joined_.end(), time,
                         [](Nanoseconds t, const Interval &one) { return t < one.begin; });
    if (behind == joined_.begin())
      return 0;
    const auto index = static_cast<std::size_t>(behind - joined_.begin()) - 1;
    const Interval &last = joined_[index];
    return before_[index] + std::min(time, last.end) - last.begin;
  }

  std::vector<Interval> joined_;
  std::vector<Nanoseconds> before_; ///< time covered before each
};

struct DeviceTime {
  explicit DeviceTime(const Timeline &timeline)
      : kernels(ofKernels(timeline)), toDevice(ofCopies(timeline, "to_device")),
        toHost(ofCopies(timeline, "to_host")), busy(ofAll(timeline, false)),
        busyOrMeasured(ofAll(timeline, true)) {}

  Stretches kernels, toDevice, toHost;
  Stretches busy;           ///< any of them, and what else the device does
  Stretches busyOrMeasured; ///< or CUPTI itself was at work

private:
  static std::vector<Interval> ofKernels(const Timeline &timeline) {
    std::vector<Interval> all;
    for (const Timeline::Kernel &kernel : timeline.kernels)
      all.push_back(kernel.time);
    return all;
  }
  static std::vector<Interval> ofCopies(const Timeline &timeline, const char *direction) {
    std::vector<Interval> all;
    for (const Timeline::Copy &copy : timeline.copies)
      if (copy.direction == direction)
        all.push_back(copy.time);
    return all;
  }
  static std::vector<Interval> ofAll(const Timeline &timeline, bool withOverheads) {
    std::vector<Interval> all = ofKernels(timeline);
    for (const Timeline::Copy &copy : timeline.copies)
      all.push_back(copy.time);
    all.insert(all.end(), timeline.sets.begin(), timeline.sets.end());
    if (withOverheads)
      all.insert(all.end(), timeline.overheads.begin(), timeline.overheads.end());
    return all;
  }
};

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

using Key = std::pair<std::string, std::string>; ///< function or "launch", kernel

struct Calls {
  std::int64_t count = 0;
  Nanoseconds time = 0;
  std::map<std::string, std::int64_t> copies; ///< "pageable_to_device"
  std::vector<Nanoseconds> begins;            ///< of launches: of the kernel, on the device
};

std::string unqualified(const std::string &mangled) {
  const std::string name = plainKernelName(demangled(mangled));
  const std::size_t at = name.rfind("::");
  return at == std::string::npos ? name : name.substr(at + 2);
}

/// The driver's functions that the runtime calls carry the runtime's correlation: they are left
/// out.
std::vector<const Timeline::Call *> outermost(const Timeline &timeline) {
  std::set<std::int64_t> ofRuntime;
  const auto isRuntime = [](const Timeline::Call &call) { return call.name.starts_with("cuda"); };
  for (const Timeline::Call &call : timeline.calls)
    if (isRuntime(call))
      ofRuntime.insert(call.correlation);
  std::vector<const Timeline::Call *> calls;
  for (const Timeline::Call &call : timeline.calls)
    if (isRuntime(call) || !ofRuntime.contains(call.correlation))
      calls.push_back(&call);
  std::sort(calls.begin(), calls.end(), [](const auto *a, const auto *b) {
    return std::tie(a->time.begin, a->correlation) < std::tie(b->time.begin, b->correlation);
  });
  return calls;
}

std::map<Key, Calls> groupCalls(const Timeline &timeline) {
  std::map<std::int64_t, const Timeline::Kernel *> kernels;
  std::map<std::string, std::string> names;
  for (const Timeline::Kernel &kernel : timeline.kernels) {
    kernels[kernel.correlation] = &kernel;
    if (const auto [name, isNew] = names.try_emplace(kernel.name); isNew)
      name->second = unqualified(kernel.name);
  }
  std::multimap<std::int64_t, const Timeline::Copy *> copies;
  for (const Timeline::Copy &copy : timeline.copies)
    copies.emplace(copy.correlation, &copy);

  std::map<Key, Calls> groups;
  std::map<std::int64_t, std::string> launchedLast; // by thread
  for (const Timeline::Call *call : outermost(timeline)) {
    const auto kernel = kernels.find(call->correlation);
    const bool launches = kernel != kernels.end();
    std::string &last = launchedLast[call->thread];
    if (launches)
      last = names[kernel->second->name];
    Calls &group = groups[{launches ? "launch" : call->name, last}];
    ++group.count;
    group.time += call->time.end - call->time.begin;
    if (launches)
      group.begins.push_back(kernel->second->time.begin);
    const auto [first, behind] = copies.equal_range(call->correlation);
    for (auto copy = first; copy != behind; ++copy)
      ++group.copies[copy->second->memory + "_" + copy->second->direction];
  }
  return groups;
}

//===----------------------------------------------------------------------===//
// Iterations
//===----------------------------------------------------------------------===//

/// From one launch of a kernel to its next. What takes ten times as long as most of them lies
/// between two loops, not between two iterations.
std::vector<Interval> iterations(std::vector<Nanoseconds> begins) {
  std::sort(begins.begin(), begins.end());
  std::vector<Interval> all;
  for (std::size_t i = 1; i < begins.size(); ++i)
    all.push_back({begins[i - 1], begins[i]});
  if (all.empty())
    return all;
  const auto length = [](const Interval &one) { return one.end - one.begin; };
  std::vector<Nanoseconds> lengths;
  for (const Interval &one : all)
    lengths.push_back(length(one));
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  constexpr Nanoseconds most = 10;
  std::erase_if(all, [&](const Interval &one) { return length(one) > most * *middle; });
  return all;
}

void addIterations(Evidence &evidence, const Calls &calls, const DeviceTime &device) {
  Nanoseconds span = 0, busy = 0, kernels = 0, toDevice = 0, toHost = 0;
  std::int64_t count = 0;
  for (const Interval &one : iterations(calls.begins)) {
    const Nanoseconds working = device.busy.within(one);
    // While CUPTI works, a device that has nothing to do is not the program's fault.
    const Nanoseconds measuring = device.busyOrMeasured.within(one) - working;
    span += one.end - one.begin - measuring;
    busy += working;
    kernels += device.kernels.within(one);
    toDevice += device.toDevice.within(one);
    toHost += device.toHost.within(one);
    ++count;
  }
  if (count == 0)
    return;
  evidence["iterations"] = count;
  evidence["span_ns"] = span;
  evidence["busy_ns"] = busy;
  evidence["kernels_ns"] = kernels;
  evidence["copies_to_device_ns"] = toDevice;
  evidence["copies_to_host_ns"] = toHost;
}

} // namespace

Timeline readTimeline(std::istream &in) {
  Timeline timeline;
  for (std::string line; std::getline(in, line);) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_array() || json.size() < 3)
      continue;
    try {
      const auto kind = json.at(0).get<std::string>();
      const Interval time{json.at(1).get<Nanoseconds>(), json.at(2).get<Nanoseconds>()};
      if (kind == "overhead") {
        timeline.overheads.push_back(time);
        continue;
      }
      const auto correlation = json.at(3).get<std::int64_t>();
      if (kind == "kernel")
        timeline.kernels.push_back({time, correlation, json.at(4).get<std::string>()});
      else if (kind == "copy")
        timeline.copies.push_back({time, correlation, json.at(4).get<std::string>(),
                                   json.at(5).get<std::string>(), json.at(6).get<std::int64_t>()});
      else if (kind == "set")
        timeline.sets.push_back(time);
      else if (kind == "call")
        timeline.calls.push_back(
            {time, correlation, json.at(4).get<std::int64_t>(), json.at(5).get<std::string>()});
    } catch (const nlohmann::json::exception &) { // NOLINT(bugprone-empty-catch): a broken line
    }
  }
  return timeline;
}

std::vector<MeasuredSite> hostCallSites(const Timeline &timeline) {
  const DeviceTime device(timeline);
  std::vector<MeasuredSite> sites;
  for (const auto &[key, calls] : groupCalls(timeline)) {
    MeasuredSite measured;
    measured.site.kind = SiteKind::HostCall;
    measured.site.op = key.first;
    measured.site.kernel = key.second;
    Evidence &evidence = measured.site.evidence;
    evidence["calls"] = calls.count;
    evidence["call_ns"] = calls.time;
    for (const auto &[what, count] : calls.copies)
      if (what == "pageable_to_device" || what == "pageable_to_host" ||
          what == "pinned_to_device" || what == "pinned_to_host")
        evidence[what] = count;
    addIterations(evidence, calls, device);
    sites.push_back(std::move(measured));
  }
  return sites;
}

void addTimelines(const std::string &folder, Measurement &measurement) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::set<std::string> files;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".activity")
      files.insert(entry.path().string());
  for (const std::string &file : files) {
    std::ifstream in(file, std::ios::binary);
    for (MeasuredSite &site : hostCallSites(readTimeline(in)))
      measurement.sites.push_back(std::move(site));
  }
  measurement = merged({measurement});
}

} // namespace warplint::runtime
