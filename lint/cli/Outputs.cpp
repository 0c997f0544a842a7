//===- Outputs.cpp - which report goes where ------------------------------===//

#include "lint/cli/Outputs.h"

#include "lint/cli/Command.h"
#include "lint/cli/WriteFile.h"
#include "lint/engine/Nearest.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

namespace warplint::cli {
namespace {

Expected<void> checkFormat(const std::string &format) {
  if (report::writerFor(format))
    return {};
  return makeError(fmt::format("unknown format `{}`{}; there are {}", format,
                               engine::didYouMean(format, report::formats()),
                               fmt::join(report::formats(), ", ")));
}

/// Found out before the work is done rather than after it.
Expected<void> checkWritable(const std::string &given) {
  namespace sys = llvm::sys;
  const std::string file = behindLinks(given);
  if (sys::fs::is_directory(file))
    return makeError("cannot write the report: this is a folder", file);
  if (isSourceThere(file))
    return makeError("cannot write the report: this is a source file, and would be lost", file);
  llvm::StringRef folder = sys::path::parent_path(file);
  if (folder.empty())
    folder = ".";
  if (!sys::fs::is_directory(folder))
    return makeError(fmt::format("cannot write the report: no folder `{}`", folder.str()), file);
  const bool writable = sys::fs::exists(file)
                            ? sys::fs::can_write(file)
                            : !sys::fs::access(folder, sys::fs::AccessMode::Write);
  if (!writable)
    return makeError("cannot write the report: no permission", file);
  return {};
}

/// Lines of these stand for themselves: a CI log may hold both.
bool mayShare(const std::string &format) { return format == "text" || format == "github"; }

Expected<Output> parseOutput(const std::string &text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals + 1 == text.size())
    return makeError(
        fmt::format("--output {}: give FORMAT=FILE, such as sarif=report.sarif", text));
  Output output{text.substr(0, equals), text.substr(equals + 1)};
  if (auto known = checkFormat(output.format); !known)
    return tl::unexpected(known.error());
  if (output.file == "-" || output.file == "/dev/stdout")
    output.file.clear();
  else if (auto writable = checkWritable(output.file); !writable)
    return tl::unexpected(writable.error());
  return output;
}

Expected<void> checkStandardOutput(const std::vector<Output> &outputs) {
  std::vector<std::string> formats;
  for (const Output &output : outputs)
    if (output.file.empty())
      formats.push_back(output.format);
  if (formats.size() > 1 && !std::all_of(formats.begin(), formats.end(), mayShare))
    return makeError(fmt::format("the formats {} cannot share the standard output; give files: "
                                 "--output {}=FILE",
                                 fmt::join(formats, " and "), formats.back()));
  return {};
}

bool colourOnTerminal() {
  const char *noColour = std::getenv("NO_COLOR"); // https://no-color.org
  const char *terminal = std::getenv("TERM");
  return llvm::sys::Process::StandardOutIsDisplayed() && !(noColour && *noColour) &&
         !(terminal && std::string_view(terminal) == "dumb");
}

} // namespace

Expected<std::vector<Output>> planOutputs(const std::vector<std::string> &formats,
                                          const std::vector<std::string> &outputs) {
  std::vector<Output> files;
  for (const std::string &text : outputs) {
    auto output = parseOutput(text);
    if (!output)
      return tl::unexpected(output.error());
    files.push_back(*output);
  }
  const auto has = [](const std::vector<Output> &list, const std::string &format) {
    return std::any_of(list.begin(), list.end(),
                       [&](const Output &output) { return output.format == format; });
  };
  std::vector<Output> plan;
  for (const std::string &format : formats) {
    if (auto known = checkFormat(format); !known)
      return tl::unexpected(known.error());
    if (!has(files, format) && !has(plan, format))
      plan.push_back({format, {}});
  }
  plan.insert(plan.end(), files.begin(), files.end());
  const bool silent = std::none_of(plan.begin(), plan.end(),
                                   [](const Output &output) { return output.file.empty(); });
  if (silent && formats.empty())
    plan.insert(plan.begin(), {"text", {}});
  if (auto checked = checkStandardOutput(plan); !checked)
    return tl::unexpected(checked.error());
  return plan;
}

Expected<void> writeReport(const Output &output, report::Context context, Colour colour) {
  const bool toTerminal = output.file.empty();
  context.colour = toTerminal && paints(colour);
  context.width = toTerminal && llvm::sys::Process::StandardOutIsDisplayed()
                      ? llvm::sys::Process::StandardOutColumns()
                      : 0;
  std::ostringstream text;
  report::writerFor(output.format)(context, text);
  return writeOutput(output.file, text.str());
}

Expected<void> writeOutput(const std::string &file, const std::string &text) {
  if (!file.empty()) {
    auto written = writeFile(file, text);
    if (!written)
      return makeError("the report " + written.error().message, file);
    return {};
  }
  if (!print(text))
    return makeError("the report is not complete");
  return {};
}

bool paints(Colour colour) {
  return colour == Colour::Always || (colour == Colour::Automatic && colourOnTerminal());
}

bool showsSummary(const std::vector<Output> &outputs, bool quiet) {
  return !quiet && std::any_of(outputs.begin(), outputs.end(), [](const Output &output) {
    return output.file.empty() && output.format == "text";
  });
}

} // namespace warplint::cli
