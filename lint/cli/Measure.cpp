//===- Measure.cpp - running a program to measure its kernels -------------===//

#include "lint/cli/Measure.h"

#include "lint/cli/Command.h"
#include "lint/cli/WriteFile.h"
#include "runtime-check/Diagnose.h"
#include "runtime-check/Process.h"
#include "runtime-check/Timeline.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplint::cli {
namespace {

namespace fs = std::filesystem;

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm date{};
  gmtime_r(&now, &date);
  return fmt::format("{:04}-{:02}-{:02}", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday);
}

std::optional<std::chrono::seconds> limitOf(const MeasureRequest &request) {
  if (request.timeLimit == 0)
    return std::nullopt;
  return std::chrono::seconds(request.timeLimit);
}

/// Why a run gave no counts; empty where it met a GPU, or the collector has said why not.
std::string silence(const runtime::Measurement &measurement, bool loaded,
                    const std::string &library) {
  if (measurement.device || !measurement.notes.empty())
    return {};
  if (const std::string missing = runtime::whatIsMissing(library); !missing.empty())
    return "nothing was measured: " + missing;
  return loaded ? "nothing was measured: the program used no GPU"
                : "nothing was measured: the program did not use CUDA";
}

} // namespace

std::string collectorLibrary(const std::string &given) {
  if (!given.empty())
    return fs::absolute(given).string();
  constexpr const char *name = "libwarplint-inject.so";
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path &candidate :
       {folder / name, folder / "../lib/warplint" / name, folder / "../lib64/warplint" / name,
        folder / "../lib/x86_64-linux-gnu/warplint" / name})
    if (fs::exists(candidate, error))
      return fs::weakly_canonical(candidate, error).string();
  return (folder / name).string();
}

Expected<runtime::Measurement> measure(const MeasureRequest &request) {
  const std::string library = collectorLibrary(request.collector);
  // Without a GPU there may be none to measure on, but a collector there always is.
  if (std::error_code error; !fs::exists(library, error))
    return makeError("nothing can be measured: the collector is not there (--collector names "
                     "another)",
                     library);
  const runtime::TemporaryFolder folder;
  if (folder.path().empty())
    return makeError("cannot make a temporary folder for what is measured");
  const std::string kernels = folder.path() + "/kernels";
  if (auto written = writeFile(kernels, fmt::format("{}\n", fmt::join(request.kernels, "\n")));
      !written)
    return tl::unexpected(written.error());

  runtime::Command command;
  command.arguments = request.command;
  command.timeLimit = limitOf(request);
  command.keepOutput = request.keepOutput;
  command.environment = {{"CUDA_INJECTION64_PATH", library},
                         {"WARPLINT_EVIDENCE_DIR", folder.path()},
                         {"WARPLINT_KERNELS", "@" + kernels},
                         {"WARPLINT_METRICS", fmt::format("{}", fmt::join(request.metrics, ","))},
                         {"WARPLINT_LAUNCHES", std::to_string(request.launches)},
                         {"WARPLINT_GRAPHS", request.graphs ? "1" : "0"},
                         {"WARPLINT_FIGURES", request.figures ? "1" : "0"},
                         {"WARPLINT_ACTIVITY", request.activity ? "1" : "0"}};
  const auto end = runtime::run(command);
  if (!end)
    return tl::unexpected(end.error());

  const std::vector<runtime::Measurement> parts = runtime::readMeasurements(folder.path());
  runtime::Measurement measurement = runtime::merged(parts);
  if (request.activity)
    runtime::addTimelines(folder.path(), measurement);
  runtime::settleLaunches(measurement, end->timedOut);
  measurement.date = today();
  const std::string why = silence(measurement, !parts.empty(), library);
  if (const std::string words = runtime::inWords(*end); !words.empty())
    measurement.notes.insert(measurement.notes.begin(),
                             fmt::format("`{}` {}; what was measured until then is used",
                                         fs::path(request.command.front()).filename().string(),
                                         words));
  if (!why.empty())
    measurement.notes.push_back(why);
  else if (measurement.sites.empty() && measurement.notes.empty())
    measurement.notes.push_back(request.activity ? "the program made no call of CUDA's interface"
                                                 : "none of the kernels asked for was launched");
  return measurement;
}

MeasureRequest forFigures(MeasureRequest request) {
  constexpr unsigned enough = 3; // they hardly differ
  request.figures = true;
  request.metrics.clear(); // those of the counts
  request.launches = std::min(request.launches, enough);
  return request;
}

MeasureRequest forActivity(MeasureRequest request) {
  request.activity = true;
  request.figures = false;
  request.metrics.clear();
  return request;
}

Expected<std::optional<runtime::SanitizerRun>> sanitize(const std::string &tool,
                                                        const MeasureRequest &request) {
  const std::string program = runtime::findProgram("compute-sanitizer");
  if (program.empty())
    return std::nullopt;
  runtime::Command command;
  command.arguments = {program, "--tool", tool, "--print-limit", "100000"};
  command.arguments.insert(command.arguments.end(), request.command.begin(), request.command.end());
  command.timeLimit = limitOf(request);
  command.keepOutput = true;
  const auto end = runtime::run(command);
  if (!end)
    return tl::unexpected(end.error());
  return runtime::parseSanitizer(tool, end->output);
}

} // namespace warplint::cli
