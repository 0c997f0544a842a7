//===- Baselines.cpp - files with findings that do not count --------------===//

#include "lint/cli/Baselines.h"

#include "lint/cli/WriteFile.h"
#include "lint/evidence/ReadFile.h"
#include "lint/frontend/Paths.h"

#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warplint::cli {
namespace {

namespace fs = std::filesystem;

std::string folderOf(const std::string &file) {
  return fs::path(frontend::absolutePath(file, frontend::currentDirectory()))
      .parent_path()
      .string();
}

/// The name that reports have for a file that a baseline names, and the other way round.
template <typename Rename>
engine::Baseline renamed(engine::Baseline baseline, const Rename &rename) {
  for (engine::BaselineEntry &entry : baseline.entries)
    entry.file = rename(entry.file);
  return baseline;
}

bool exists(const std::string &file) {
  std::error_code error;
  return fs::exists(file, error);
}

} // namespace

Expected<engine::Baseline> readBaseline(const std::string &file) {
  const auto text = readWhole(file);
  if (!text)
    return makeError(
        fmt::format("the baseline {}; `warplint baseline` writes one", text.error().message), file);
  const auto json = nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return makeError("not JSON", file);
  auto baseline = engine::baselineFromJson(json);
  if (!baseline)
    return makeError(baseline.error().message, file);
  const std::string folder = folderOf(file), here = frontend::currentDirectory();
  return renamed(std::move(*baseline), [&](const std::string &name) {
    return frontend::displayPath(frontend::absolutePath(name, folder), here);
  });
}

Expected<void> writeBaseline(const engine::Baseline &baseline, const std::string &file) {
  const std::string folder = folderOf(file), here = frontend::currentDirectory();
  const std::string text = engine::baselineText(renamed(baseline, [&](const std::string &name) {
    const fs::path path = frontend::absolutePath(name, here);
    const fs::path relative = path.lexically_relative(folder);
    return relative.empty() ? path.string() : relative.generic_string();
  }));
  auto written = writeFile(file, text);
  if (!written)
    return makeError("the baseline " + written.error().message, file);
  return {};
}

engine::BaselineView viewOf(const std::string &file, const IsApplied &isApplied) {
  return {isApplied, exists,
          frontend::displayPath(frontend::absolutePath(file, frontend::currentDirectory()),
                                frontend::currentDirectory())};
}

Expected<void> applyBaselineFile(const std::string &file, const IsApplied &isApplied,
                                 Report &report) {
  const auto baseline = readBaseline(file);
  if (!baseline)
    return tl::unexpected(baseline.error());
  const engine::BaselineView view = viewOf(file, isApplied);
  const auto stale = engine::applyBaseline(*baseline, view, report);
  if (stale.empty())
    return {};
  constexpr std::size_t mostNamed = 5;
  unsigned count = 0;
  for (const engine::BaselineEntry &entry : stale)
    count += entry.count;
  report.notes.push_back(fmt::format(
      "{} finding{} of the baseline {} {} there no more: `warplint baseline --prune` takes {} out",
      count, count == 1 ? "" : "s", view.name, count == 1 ? "is" : "are",
      count == 1 ? "it" : "them"));
  for (std::size_t i = 0; i < std::min(stale.size(), mostNamed); ++i)
    report.notes.push_back(
        fmt::format("no more: {}: {}{}{}{}", stale[i].file, stale[i].rule,
                    stale[i].kernel.empty() ? "" : " in " + stale[i].kernel,
                    stale[i].expr.empty() ? "" : " at `" + stale[i].expr + "`",
                    stale[i].count == 1 ? "" : fmt::format(", {} times", stale[i].count)));
  if (stale.size() > mostNamed)
    report.notes.push_back(fmt::format("no more: and {} more entries", stale.size() - mostNamed));
  return {};
}

} // namespace warplint::cli
