//===- ActivityLog.cpp - writes activity records down ---------------------===//

#include "runtime-check/collector/ActivityLog.h"

#include "runtime-check/collector/Cupti.h"
#include "runtime-check/collector/EvidenceFile.h"

#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <mutex>
#include <string_view>
#include <unistd.h>
#include <unordered_map>

namespace warplint::runtime {
namespace {

// The beginnings of these structures are the same in all versions.
#if CUPTI_API_VERSION >= 130000
using KernelRecord = CUpti_ActivityKernel10;
using CopyRecord = CUpti_ActivityMemcpy6;
#else
using KernelRecord = CUpti_ActivityKernel9;
using CopyRecord = CUpti_ActivityMemcpy5;
#endif
using SetRecord = CUpti_ActivityMemset4;

constexpr std::size_t bufferBytes = std::size_t{1} << 20;
constexpr std::uint64_t mostRecords = 2'000'000; // some 150 MB of text

class Log {
public:
  bool open(const std::string &path) {
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_APPEND, 0644);
    return descriptor_ >= 0;
  }
  bool isFull() const { return records_ > mostRecords; }

  void add(std::uint8_t *buffer, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    std::string text;
    CUpti_Activity *record = nullptr;
    while (cuptiActivityGetNextRecord(buffer, bytes, &record) == CUPTI_SUCCESS) {
      const std::string line = lineOf(*record);
      if (!line.empty() && ++records_ <= mostRecords)
        text += line;
    }
    std::string_view rest = text;
    while (!rest.empty() && descriptor_ >= 0) {
      const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
      if (written <= 0) { // a full disk
        ::close(descriptor_);
        descriptor_ = -1;
        return;
      }
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }

private:
  static std::string start(std::string_view kind, std::uint64_t begin, std::uint64_t end) {
    return "[" + jsonString(kind) + "," + std::to_string(begin) + "," + std::to_string(end);
  }

  std::string lineOf(const CUpti_Activity &record) {
    switch (record.kind) {
    case CUPTI_ACTIVITY_KIND_KERNEL:
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: {
      const auto &kernel = reinterpret_cast<const KernelRecord &>(record);
      return start("kernel", kernel.start, kernel.end) + "," +
             std::to_string(kernel.correlationId) + "," +
             jsonString(kernel.name ? kernel.name : "") + "]\n";
    }
    case CUPTI_ACTIVITY_KIND_MEMCPY: {
      const auto &copy = reinterpret_cast<const CopyRecord &>(record);
      return start("copy", copy.start, copy.end) + "," + std::to_string(copy.correlationId) + "," +
             jsonString(directionOf(copy)) + "," + jsonString(hostMemoryOf(copy)) + "," +
             std::to_string(copy.bytes) + "]\n";
    }
    case CUPTI_ACTIVITY_KIND_MEMSET: {
      const auto &set = reinterpret_cast<const SetRecord &>(record);
      return start("set", set.start, set.end) + "," + std::to_string(set.correlationId) + "]\n";
    }
    case CUPTI_ACTIVITY_KIND_RUNTIME:
      return callLine(record, CUPTI_CB_DOMAIN_RUNTIME_API);
    case CUPTI_ACTIVITY_KIND_DRIVER:
      return callLine(record, CUPTI_CB_DOMAIN_DRIVER_API);
#if CUPTI_API_VERSION >= 130000
    case CUPTI_ACTIVITY_KIND_OVERHEAD: {
      const auto &overhead = reinterpret_cast<const CUpti_ActivityOverhead3 &>(record);
      return start("overhead", overhead.start, overhead.end) + "]\n";
    }
#endif
    default:
      return {};
    }
  }

  std::string callLine(const CUpti_Activity &record, CUpti_CallbackDomain domain) {
    const auto &call = reinterpret_cast<const CUpti_ActivityAPI &>(record);
    const std::string &name = nameOf(domain, call.cbid);
    if (name.empty())
      return {};
    return start("call", call.start, call.end) + "," + std::to_string(call.correlationId) + "," +
           std::to_string(call.threadId) + "," + jsonString(name) + "]\n";
  }

  /// "cudaMemcpyAsync", of cudaMemcpyAsync_ptsz_v7000; empty for what no rule asks about, which is
  /// most of what polls.
  const std::string &nameOf(CUpti_CallbackDomain domain, CUpti_CallbackId id) {
    const auto [found, isNew] = names_.try_emplace((std::uint64_t{domain} << 32U) | id);
    if (!isNew)
      return found->second;
    const char *full = nullptr;
    if (cuptiGetCallbackName(domain, id, &full) != CUPTI_SUCCESS || !full)
      return found->second;
    std::string_view name = full;
    if (const std::size_t at = name.rfind("_v"); at != std::string_view::npos)
      name = name.substr(0, at);
    for (const std::string_view ending : {"_ptsz", "_ptds"})
      if (name.ends_with(ending))
        name.remove_suffix(ending.size());
    for (const std::string_view beginning : {"cudaMalloc",
                                             "cudaFree",
                                             "cudaHostAlloc",
                                             "cudaMemcpy",
                                             "cudaMemset",
                                             "cudaLaunch",
                                             "cudaGraphLaunch",
                                             "cudaDeviceSynchronize",
                                             "cudaStreamSynchronize",
                                             "cudaEventSynchronize",
                                             "cuMemAlloc",
                                             "cuMemFree",
                                             "cuMemHostAlloc",
                                             "cuMemcpy",
                                             "cuMemset",
                                             "cuLaunch",
                                             "cuGraphLaunch",
                                             "cuCtxSynchronize",
                                             "cuStreamSynchronize",
                                             "cuEventSynchronize"})
      if (name.starts_with(beginning))
        found->second = name;
    return found->second;
  }

  static std::string_view directionOf(const CopyRecord &copy) {
    switch (copy.copyKind) {
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD:
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOA:
      return "to_device";
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH:
    case CUPTI_ACTIVITY_MEMCPY_KIND_ATOH:
      return "to_host";
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOD:
      return "on_device";
    default:
      return "other";
    }
  }
  static std::string_view hostMemoryOf(const CopyRecord &copy) {
    const std::string_view direction = directionOf(copy);
    const std::uint8_t kind = direction == "to_device" ? copy.srcKind
                              : direction == "to_host" ? copy.dstKind
                                                       : std::uint8_t{};
    return kind == CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE ? "pageable"
           : kind == CUPTI_ACTIVITY_MEMORY_KIND_PINNED ? "pinned"
                                                       : "other";
  }

  std::mutex mutex_;
  int descriptor_ = -1;
  std::atomic<std::uint64_t> records_ = 0;
  std::unordered_map<std::uint64_t, std::string> names_; ///< by domain and number
};

/// Buffers come until the very end of the process, so it is never destroyed.
Log &log() {
  static auto *const log = new Log;
  return *log;
}

void CUPTIAPI onBufferRequested(std::uint8_t **buffer, std::size_t *bytes,
                                std::size_t *mostRecordsInIt) {
  *buffer = static_cast<std::uint8_t *>(std::malloc(bufferBytes)); // aligned to 16, 8 are needed
  *bytes = *buffer ? bufferBytes : 0;
  *mostRecordsInIt = 0; // as many as there is room for
}

/// Whatever happens in here, the program goes on.
void CUPTIAPI onBufferCompleted(CUcontext, std::uint32_t, std::uint8_t *buffer, std::size_t,
                                std::size_t validBytes) {
  try {
    if (buffer && validBytes > 0)
      log().add(buffer, validBytes);
  } catch (...) { // NOLINT(bugprone-empty-catch): out of memory
  }
  std::free(buffer);
}

} // namespace

std::string startActivityLog(const std::string &path) {
  if (!log().open(path))
    return "cannot write " + path;
  if (auto problem = problemOf(cuptiActivityRegisterCallbacks(onBufferRequested, onBufferCompleted),
                               "cuptiActivityRegisterCallbacks");
      !problem.empty())
    return problem;
  std::string problems;
  for (const CUpti_ActivityKind kind :
       {CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_DRIVER, CUPTI_ACTIVITY_KIND_MEMCPY,
        CUPTI_ACTIVITY_KIND_MEMSET, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
        CUPTI_ACTIVITY_KIND_OVERHEAD})
    if (const auto problem = problemOf(cuptiActivityEnable(kind), "cuptiActivityEnable");
        !problem.empty())
      problems = problem;
  // A process that is killed loses no more than that.
  constexpr std::uint32_t milliseconds = 100;
  cuptiActivityFlushPeriod(milliseconds);
  return problems;
}

void flushActivityLog(bool all) {
  cuptiActivityFlushAll(all ? static_cast<std::uint32_t>(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED) : 0U);
}

bool isActivityLogFull() { return log().isFull(); }

} // namespace warplint::runtime
