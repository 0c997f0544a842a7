//===- Runs.cpp - evidence of several runs --------------------------------===//

#include "lint/compare/Runs.h"

#include "lint/evidence/ReadFile.h"
#include "lint/evidence/WholeNumbers.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

namespace warplint::compare {
namespace {

using Json = nlohmann::json;

Evidence readEvidence(const Json &json) {
  Evidence evidence;
  for (const auto &[name, value] : json.items()) {
    if (value.is_boolean())
      evidence[name] = value.get<bool>();
    else if (value.is_number_integer())
      evidence[name] = value.get<std::int64_t>();
    else if (value.is_number())
      evidence[name] = value.get<double>();
    else if (value.is_string())
      evidence[name] = value.get<std::string>();
  }
  return evidence;
}

Expected<RunSite> readSite(const Json &json) {
  RunSite site;
  const auto kind = siteKindFromName(json.at("kind").get<std::string>());
  if (!kind)
    return makeError("unknown kind of site `" + json.at("kind").get<std::string>() + "`");
  site.kind = *kind;
  site.file = json.at("file").get<std::string>();
  site.line = wholeNumberAt(json, "line", 0U);
  site.column = wholeNumberAt(json, "column", 0U);
  site.kernel = json.value("kernel", "");
  site.instantiation = json.value("instantiation", "");
  site.op = json.value("op", "");
  site.expr = json.value("expr", "");
  site.evidence = readEvidence(json.at("evidence"));
  return site;
}

Expected<std::vector<std::string>> filesOf(const std::string &path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(path, error))
    return std::vector<std::string>{path};
  std::vector<std::string> files;
  for (const fs::directory_entry &entry : fs::directory_iterator(path, error))
    if (entry.path().extension() == ".json")
      files.push_back(entry.path().string());
  if (error)
    return makeError("cannot be read: " + error.message(), path);
  if (files.empty())
    return makeError("there is no evidence (*.json) in this folder", path);
  std::sort(files.begin(), files.end());
  return files;
}

} // namespace

Expected<EvidenceRun> runFromJson(const Json &json) {
  try {
    if (!json.is_object() || !json.contains("version") || json["version"] != 1 ||
        !json.contains("sites"))
      return makeError("not an evidence file of version 1; `warplint evidence` and `warplint "
                       "confirm --record` write such");
    EvidenceRun run;
    run.measured = json.value("source", "") == "measured";
    if (json.contains("device") && json.at("device").is_object())
      run.device = json.at("device").value("name", "");
    run.date = json.value("date", "");
    for (const Json &item : json.at("sites")) {
      Expected<RunSite> site = readSite(item);
      if (!site)
        return tl::unexpected(site.error());
      run.sites.push_back(std::move(*site));
    }
    return run;
  } catch (const nlohmann::json::exception &error) {
    return makeError(std::string("not an evidence file: ") + error.what());
  }
}

Expected<EvidenceRun> readRun(const std::string &file) {
  const auto text = readWhole(file);
  if (!text)
    return tl::unexpected(text.error());
  const Json json = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return makeError("not JSON", file);
  Expected<EvidenceRun> run = runFromJson(json);
  if (!run)
    return makeError(run.error().message, file);
  run->file = file;
  return run;
}

Expected<std::vector<EvidenceRun>> readRuns(const std::vector<std::string> &paths) {
  std::vector<EvidenceRun> runs;
  std::set<std::string> seen; // `--old runs --old runs/1.json` is one run and not two
  for (const std::string &path : paths) {
    const auto files = filesOf(path);
    if (!files)
      return tl::unexpected(files.error());
    for (const std::string &file : *files) {
      std::error_code error;
      if (!seen.insert(std::filesystem::weakly_canonical(file, error).string()).second)
        continue;
      Expected<EvidenceRun> run = readRun(file);
      if (!run)
        return tl::unexpected(run.error());
      if (!runs.empty() && runs.front().measured != run->measured)
        return makeError("is " + std::string(run->measured ? "measured" : "predicted") +
                             " evidence, and " + runs.front().file +
                             " is not; runs of one side "
                             "are of one kind",
                         file);
      runs.push_back(std::move(*run));
    }
  }
  if (runs.empty())
    return makeError("no evidence is given");
  return runs;
}

} // namespace warplint::compare
