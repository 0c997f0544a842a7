//===- ProjectEvidence.cpp - what a project has measured ------------------===//

#include "lint/cli/ProjectEvidence.h"

#include "lint/cli/WriteFile.h"
#include "lint/engine/Config.h"
#include "runtime-check/KernelName.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <tuple>

namespace warplint::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view folderName = ".warplint";
constexpr std::string_view fileName = "evidence.json";

std::string firstOf(const std::vector<std::string> &paths) {
  return paths.empty() ? "." : paths.front();
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// Relative to `folder` when below it, else absolute. Links are not followed: neither does the
/// front end.
std::string relativeTo(const fs::path &folder, const fs::path &path) {
  std::error_code error;
  const fs::path full = fs::absolute(path, error).lexically_normal();
  const fs::path relative = full.lexically_relative(folder);
  return relative.empty() || *relative.begin() == ".." ? full.string() : relative.string();
}

fs::path here() {
  std::error_code error;
  return fs::current_path(error);
}

/// The folder of `.git` at or above the path; empty where there is none.
fs::path repositoryOf(const std::string &path) {
  std::error_code error;
  fs::path folder = fs::absolute(path, error).lexically_normal();
  while (!fs::exists(folder / ".git", error)) {
    if (folder == folder.root_path() || folder.empty())
      return {};
    folder = folder.parent_path();
  }
  return folder;
}

fs::path projectRoot(const std::vector<std::string> &paths) {
  const std::string first = firstOf(paths);
  if (const auto config = engine::findConfig(first))
    return fs::path(*config).parent_path();
  const fs::path repository = repositoryOf(first);
  return repository.empty() ? here() : repository;
}

/// That the paths in an evidence file are relative to.
fs::path rootOf(const std::string &evidenceFile, const std::vector<std::string> &paths) {
  std::error_code error;
  const fs::path folder = fs::absolute(evidenceFile, error).lexically_normal().parent_path();
  return folder.filename() == folderName ? folder.parent_path() : projectRoot(paths);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// The measured file by the path that the linter has for it: the program may have been built
/// elsewhere, or through a link.
std::string asLinted(const std::string &measured, const std::set<std::string> &linted) {
  std::vector<std::string> possible;
  for (const std::string &file : linted) {
    const runtime::SameFile same = runtime::sameFile(file, measured);
    if (same.sure)
      return file;
    if (same.same)
      possible.push_back(file);
  }
  return possible.size() == 1 ? possible.front() : measured;
}

class Recording {
public:
  Recording(runtime::Measurement &measurement, const runtime::Code &code,
            const std::map<std::string, std::string> &outdated)
      : measurement_(measurement), code_(code) {
    std::set<std::string> linted;
    for (const DeviceFunction &function : code.functions)
      linted.insert(function.span.file);
    std::map<std::string, std::string> names;
    for (runtime::MeasuredSite &measured : measurement.sites) {
      std::string &file = measured.site.span.file;
      const auto [name, isNew] = names.try_emplace(file);
      if (isNew)
        name->second = asLinted(file, linted);
      if (outdated.contains(file))
        outdated_.insert(name->second);
      file = name->second;
    }
  }

  /// Adds the functions that were measured, those of host code by what was judged in them: no
  /// record tells where a call was made.
  void addCode(const std::set<SourceSpan> &judged) {
    std::set<std::string> launched;
    std::map<std::string, std::set<unsigned>> lines;
    for (const runtime::MeasuredSite &measured : measurement_.sites) {
      if (measured.site.kind == SiteKind::HostCall)
        continue;
      launched.insert(runtime::plainKernelName(measured.site.kernel));
      lines[measured.site.span.file].insert(measured.site.span.line);
    }
    for (const DeviceFunction &function : code_.functions) {
      const auto &inFile = lines[function.span.file];
      const auto first = inFile.lower_bound(function.span.line);
      const bool wasMeasured =
          function.kernel ? launched.contains(runtime::plainKernelName(function.name))
          : code_.host.contains(function.span)
              ? std::any_of(judged.begin(), judged.end(),
                            [&](const SourceSpan &span) { return holds(function.span, span); })
              : first != inFile.end() && *first <= function.span.endLine;
      if (!wasMeasured || outdated_.contains(function.span.file))
        continue;
      runtime::MeasuredFunction measured = runtime::asMeasured(function, code_);
      auto &all = measurement_.functions;
      if (std::find(all.begin(), all.end(), measured) == all.end())
        all.push_back(std::move(measured));
    }
  }

private:
  static bool holds(const SourceSpan &outer, const SourceSpan &inner) {
    return outer.file == inner.file &&
           std::tie(outer.line, outer.column) <= std::tie(inner.line, inner.column) &&
           std::tie(inner.line, inner.column) < std::tie(outer.endLine, outer.endColumn);
  }

  runtime::Measurement &measurement_;
  const runtime::Code &code_;
  std::set<std::string> outdated_;
};

Expected<void> write(const std::string &file, const runtime::Measurement &measurement) {
  std::error_code error;
  const fs::path folder = fs::path(file).parent_path();
  if (folder.filename() == folderName)
    fs::create_directories(folder, error);
  using nlohmann::ordered_json;
  const std::string text =
      runtime::toJson(measurement).dump(1, ' ', false, ordered_json::error_handler_t::replace) +
      '\n';
  if (auto written = writeFile(file, text); !written)
    return makeError("the evidence " + written.error().message, file);
  return {};
}

/// Calls `change` with every path in the measurement.
template <typename Change> void changePaths(runtime::Measurement &measurement, Change change) {
  for (runtime::MeasuredSite &measured : measurement.sites)
    if (std::string &file = measured.site.span.file; !file.empty())
      file = change(file);
  for (runtime::MeasuredFunction &function : measurement.functions)
    function.file = change(function.file);
}

//===----------------------------------------------------------------------===//
// In words
//===----------------------------------------------------------------------===//

/// "(.warplint/evidence.json, NVIDIA H100 80GB HBM3, 2026-11-21)", of all files.
std::string origin(std::span<const RecordedRun> runs) {
  std::string text;
  for (const RecordedRun &run : runs) {
    text += (text.empty() ? "" : "; ") + run.file;
    if (run.measurement.device)
      text += ", " + run.measurement.device->name;
    if (!run.measurement.date.empty())
      text += ", " + run.measurement.date;
  }
  return "(" + text + ")";
}

/// "2 kernels", "1 host function", "2 kernels and 1 host function": of "file: name", by what they
/// are now.
std::string kernelsInWords(const std::set<std::string> &outdated, const runtime::Code &code) {
  std::set<std::string> host;
  for (const DeviceFunction &function : code.functions)
    if (const std::string name = function.span.file + ": " + function.name;
        code.host.contains(function.span) && outdated.contains(name))
      host.insert(name);
  const std::size_t kernels = outdated.size() - host.size();
  std::string ofHost = counted(host.size(), "host function");
  if (kernels == 0)
    return ofHost;
  return counted(kernels, "kernel") + (host.empty() ? "" : " and " + ofHost);
}

/// Why nothing can be recalled of a run; empty where it can.
std::string uselessness(const RecordedRun &run) {
  if (!run.measurement.device)
    return run.file + ": nothing could be measured when this was recorded; it is not used";
  if (run.measurement.functions.empty())
    return run.file + ": this evidence does not say which code it is of, and is not used; "
                      "`warplint confirm --record` writes evidence that does";
  return {};
}

} // namespace

std::string defaultEvidenceFile(const std::vector<std::string> &paths) {
  return relativeTo(here(), projectRoot(paths) / folderName / fileName);
}

std::optional<std::string> findEvidence(const std::vector<std::string> &paths) {
  const std::string name = (fs::path(folderName) / fileName).string();
  auto file = engine::findUpward(firstOf(paths), name);
  if (!file)
    file = engine::findUpward(".", name);
  if (!file)
    return std::nullopt;
  return relativeTo(here(), *file);
}

Expected<RecordedRun> readEvidence(const std::string &file, const std::vector<std::string> &paths) {
  auto measurement = runtime::readMeasurement(file);
  if (!measurement)
    return tl::unexpected(measurement.error());
  RecordedRun run{file, runtime::merged({*measurement})};
  const fs::path root = rootOf(file, paths);
  changePaths(run.measurement, [&](const std::string &path) {
    return relativeTo(here(), fs::path(path).is_absolute() ? fs::path(path) : root / path);
  });
  return run;
}

Expected<std::string> recordEvidence(const std::string &file, const std::vector<std::string> &paths,
                                     runtime::Measurement measurement, const runtime::Code &code,
                                     const std::map<std::string, std::string> &outdated,
                                     const std::set<SourceSpan> &judged) {
  if (!measurement.device)
    return "nothing was measured, and nothing is recorded in " + file;
  if (measurement.functions.empty())
    Recording(measurement, code, outdated).addCode(judged);
  const auto countOf = [&](bool runtime::MeasuredFunction::*is) {
    return static_cast<std::size_t>(
        std::count_if(measurement.functions.begin(), measurement.functions.end(),
                      [&](const runtime::MeasuredFunction &function) { return function.*is; }));
  };
  const std::size_t kernels = countOf(&runtime::MeasuredFunction::kernel);
  const std::size_t host = countOf(&runtime::MeasuredFunction::host);
  const fs::path root = rootOf(file, paths);
  changePaths(measurement, [&](const std::string &path) { return relativeTo(root, path); });
  if (auto written = write(file, measurement); !written)
    return tl::unexpected(written.error());
  if (measurement.functions.empty())
    return "recorded in " + file +
           " without the code it is of, so that `warplint lint` will not use it";
  return fmt::format("recorded in {}: {}{}", file, counted(kernels, "kernel"),
                     host ? " and " + counted(host, "host function") : "");
}

Expected<void> applyEvidence(Report &report, std::span<const RecordedRun> runs,
                             const runtime::ConfirmationOf &confirmationOf,
                             const runtime::Code &code, bool showRefuted) {
  std::set<std::string> outdated;
  for (const RecordedRun &run : runs) {
    if (std::string why = uselessness(run); !why.empty()) {
      report.notes.push_back(std::move(why));
      continue;
    }
    auto recalled = runtime::recall(report.findings, confirmationOf, run.measurement, code);
    if (!recalled)
      return tl::unexpected(recalled.error());
    outdated.merge(recalled->outdated);
  }
  const std::string from = origin(runs);
  std::size_t refuted = 0, shown = 0;
  for (Finding &finding : report.findings) {
    if (!finding.verdict || finding.suppressed)
      continue;
    if (finding.verdict != Verdict::Refuted || showRefuted) {
      ++shown;
      continue;
    }
    finding.suppressed = SuppressedBy{"evidence", "refuted by measurement " + from};
    ++refuted;
  }
  if (shown)
    report.notes.push_back(fmt::format("{} from recorded evidence {}",
                                       shown == 1
                                           ? "1 finding has its verdict"
                                           : fmt::format("{} findings have their verdict", shown),
                                       from));
  if (refuted)
    report.notes.push_back(
        fmt::format("{} refuted by measurement {} and {} not shown",
                    counted(refuted, "finding") + (refuted == 1 ? " was" : " were"), from,
                    refuted == 1 ? "is" : "are"));
  if (!outdated.empty())
    report.notes.push_back(fmt::format("recorded evidence of {} is of older code: run `warplint "
                                       "confirm --record` again",
                                       kernelsInWords(outdated, code)));
  return {};
}

} // namespace warplint::cli
