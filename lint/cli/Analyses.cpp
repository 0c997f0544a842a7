//===- Analyses.cpp - analyses of files, kept for a report ----------------===//

#include "lint/cli/Analyses.h"

#include "lint/cli/Command.h"
#include "lint/cli/WriteFile.h"
#include "lint/evidence/Json.h"
#include "lint/evidence/ReadFile.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <llvm/Support/Error.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <map>

namespace warplint::cli {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int formatVersion = 1;
// Written first, so that a look at the beginning tells what a file is.
constexpr std::string_view beginning = R"({"analyses_of_warplint":)";

template <typename T> void append(std::vector<T> &to, std::vector<T> &from) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

template <typename T> void appendNew(std::vector<T> &to, std::vector<T> &from) {
  for (T &item : from)
    if (std::find(to.begin(), to.end(), item) == to.end())
      to.push_back(std::move(item));
}

void join(FileAnalysis &into, FileAnalysis &from) {
  into.status = std::max(into.status, from.status);
  into.kernels = std::max(into.kernels, from.kernels);
  appendNew(into.notes, from.notes);
  append(into.sites, from.sites);
  append(into.launches, from.launches);
  appendNew(into.kernelsWithAssumedShape, from.kernelsWithAssumedShape);
  appendNew(into.includedFiles, from.includedFiles);
  append(into.suppressions, from.suppressions);
  append(into.functions, from.functions);
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

json mapStrings(const json &value, const std::vector<PathMapping> &mappings) {
  json result = value;
  if (value.is_string())
    for (const auto &[from, to] : mappings)
      result = replaced(result.get<std::string>(), from + "/", to + "/");
  else if (value.is_structured())
    for (json &item : result)
      item = mapStrings(item, mappings);
  return result;
}

} // namespace

Expected<PathMapping> parsePathMapping(const std::string &text) {
  const std::size_t at = text.find('=');
  if (at == 0 || at == std::string::npos || at + 1 == text.size())
    return makeError(fmt::format("--path-map {}: give two folders, FROM=TO", text));
  const auto folder = [](std::string path) {
    while (path.ends_with('/'))
      path.pop_back();
    return path;
  };
  return PathMapping{folder(text.substr(0, at)), folder(text.substr(at + 1))};
}

Expected<FileAnalysis> mapped(const FileAnalysis &analysis,
                              const std::vector<PathMapping> &mappings) {
  return fileAnalysisFromJson(mapStrings(toJson(analysis), mappings));
}

Expected<void> writeAnalyses(const Analyses &analyses, const std::string &file) {
  ordered_json whole;
  whole["analyses_of_warplint"] = version();
  whole["version"] = formatVersion;
  whole["config"] = validUtf8(analyses.config);
  whole["files"] = ordered_json::array();
  for (const FileAnalysis &analysis : analyses.files)
    whole["files"].push_back(toJson(analysis));
  return writeFile(file, whole.dump() + '\n');
}

bool holdsAnalyses(const std::string &file) {
  std::ifstream in(file, std::ios::binary);
  std::string first(beginning.size(), ' ');
  return in.read(first.data(), static_cast<std::streamsize>(first.size())) && first == beginning;
}

Expected<Analyses> readAnalyses(const std::string &file) {
  const auto text = readWhole(file);
  if (!text)
    return tl::unexpected(text.error());
  const json whole = json::parse(*text, nullptr, /*allow_exceptions=*/false);
  try {
    const auto by = whole.at("analyses_of_warplint").get<std::string>();
    if (by != version() || whole.at("version") != formatVersion)
      return makeError(fmt::format("was written by warplint {}; this one is {}", by, version()),
                       file);
    Analyses analyses;
    whole.at("config").get_to(analyses.config);
    for (const json &item : whole.at("files")) {
      auto analysis = fileAnalysisFromJson(item);
      if (!analysis)
        return makeError(analysis.error().message, file);
      analyses.files.push_back(std::move(*analysis));
    }
    return analyses;
  } catch (const json::exception &error) {
    return makeError(
        fmt::format("is not what `warplint lint --analyses` writes ({})", error.what()), file);
  }
}

std::vector<FileAnalysis> joined(std::vector<FileAnalysis> files) {
  std::map<std::string, FileAnalysis> byName;
  for (FileAnalysis &analysis : files) {
    const std::string name = analysis.file;
    if (const auto [at, isNew] = byName.try_emplace(name, std::move(analysis)); !isNew)
      join(at->second, analysis);
  }
  std::vector<FileAnalysis> result;
  for (auto &[name, analysis] : byName)
    result.push_back(std::move(analysis));
  return result;
}

} // namespace warplint::cli
