//===- Collector.h - measures launches in somebody else's process -*- C++ -*-=//
//
// CUPTI calls back when the program loads modules and launches kernels. A
// launch that is to be measured is enclosed: counters on, launch, wait for its
// stream, take the counts, counters off, append to the evidence file. Launches
// that are not to be measured run as they always do.
//
// Kernels in CUDA graphs are patched when the graph is made, and nothing calls
// back when they run. For them the counters have to be on from the context's
// creation to its end, and every kernel that is launched gets patched: only
// where it is asked for.
//
// Kernel-level figures are another mode (Profiling.cpp): the launch is enclosed
// in the same way, but runs several times under the Range Profiler, and nothing
// is patched.
//
// Activity records are a third one (ActivityLog.h): launches are left alone.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_RUNTIME_COLLECTOR_COLLECTOR_H
#define WARPLINT_RUNTIME_COLLECTOR_COLLECTOR_H

#include "runtime-check/collector/Cupti.h"
#include "runtime-check/collector/EvidenceFile.h"
#include "runtime-check/collector/Modules.h"
#include "runtime-check/collector/RangeProfiler.h"
#include "runtime-check/collector/Settings.h"
#include "runtime-check/collector/Turns.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <variant>

namespace warplint::runtime {

/// A site, as evidence files hold it.
std::string siteJson(std::string_view kind, std::string_view op, const std::string &kernel,
                     const std::string &instantiation, const std::optional<Place> &place,
                     std::optional<std::uint32_t> offset, const std::string &evidence);
/// "name":value
std::string countJson(std::string_view name, std::uint64_t value);

/// What a call to the driver launches.
struct LaunchCall {
  CUfunction function = nullptr; ///< or a kernel of a library (CUkernel)
  CUstream stream = nullptr;
  std::array<unsigned, 3> grid{};
  std::array<unsigned, 3> block{};
  unsigned dynamicSharedBytes = 0;
};

class Collector {
public:
  explicit Collector(Settings settings);

  /// Subscribes to CUPTI. What fails is noted in the evidence file.
  void start();
  /// Adds how often the kernels were launched. At the end of the process, if it comes to that.
  void finish();

  void contextCreated(CUcontext context);
  void contextDestroyed(CUcontext context);
  void moduleLoaded(std::string_view image);
  /// The result belongs to the matching launchEnds(); 0: not measured.
  std::uint64_t launchBegins(CUcontext context, const LaunchCall &call, const char *symbol);
  void launchEnds(std::uint64_t launch, bool succeeded);
  void graphInstantiated(CUgraph graph);
  void graphLaunched(CUcontext context, CUstream stream);

private:
  struct Device {
    SassMetrics metrics;
    CUcontext first = nullptr; ///< in which the counters were set up
    bool reset = false;        ///< that context is gone, and the counters with it
    RangeProfiler profiler;
    Turns turns; ///< of launches, where some are profiled
  };
  struct Context {
    CUcontext handle = nullptr;
    Device *device = nullptr;
    std::mutex mutex; ///< held while a launch is measured
    bool enabled = false;
    std::atomic<bool> broken = false; ///< CUPTI refused: nothing more is measured here
    unsigned graphLaunches = 0;
  };
  /// One instantiation.
  struct Kernel {
    std::string name;
    std::string instantiation;
    bool wanted = false;
    std::uint64_t launches = 0;
    unsigned measured = 0;
    std::uint64_t nextMeasured = 0; ///< launch, where not all of them are
  };
  struct Launch {
    std::shared_ptr<Context> context;
    /// What is held meanwhile: the context's mutex, or the launch's turn.
    std::variant<std::unique_lock<std::mutex>, Turns::Alone, Turns::BesideOthers> lock;
    LaunchCall call;
    Kernel *kernel = nullptr; ///< none: it is not profiled, but others are
  };

  std::shared_ptr<Context> find(CUcontext context);
  Kernel &kernelOf(const char *symbol);
  const Kernel &ownerOf(const std::string &function, const Kernel *launched);
  Kernel *countLaunch(const char *symbol);
  bool takeFromBudget(Kernel &kernel);
  bool enable(Context &context);
  void disable(Context &context);
  bool holdsWantedKernel(CUgraph graph);
  void take(Context &context, const Kernel *launched, const LaunchCall *call);
  std::unique_ptr<Launch> beginProfiling(std::shared_ptr<Context> context, const LaunchCall &call,
                                         Kernel *kernel);
  bool startProfiler(Context &context);
  void endProfiling(Launch &launch, bool succeeded);
  void append(const Launch &launch, const std::vector<FigureValue> &values);
  void note(const std::string &text);
  std::string head(const std::string &device) const;

  /// Of this thread, where figures are taken. CUPTI launches a profiled kernel again and again;
  /// should it call back for that, nothing is counted or begun.
  static thread_local bool isLaunching;

  const Settings settings_;
  const std::string path_; ///< of the evidence file
  Modules modules_;
  CUpti_SubscriberHandle subscriber_ = nullptr;

  std::mutex mutex_; ///< of what follows
  EvidenceFile file_;
  bool knowsDevice_ = false;
  bool hasLineInformation_ = false;
  std::map<unsigned, Device> devices_;
  std::unordered_map<CUcontext, std::shared_ptr<Context>> contexts_;
  std::unordered_map<std::string, Kernel> kernels_; ///< by mangled name; never erased
};

} // namespace warplint::runtime

#endif
