//===- EditorAnalyses.cpp - what warplint lint says, for an editor --------===//

#include "lint/cli/EditorAnalyses.h"

#include "lint/cli/Baselines.h"
#include "lint/evidence/Json.h"
#include "lint/frontend/Paths.h"
#include "lint/frontend/SourceText.h"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/MemoryBuffer.h>
#include <unistd.h>

namespace warplint::cli {
namespace {

using OrderedJson = nlohmann::ordered_json;

bool isOnDisk(const std::string &path, const std::string &text) {
  const auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                                  /*RequiresNullTerminator=*/false);
  return buffer && (*buffer)->getBuffer() == text;
}

/// "a.cu:12: text" → where, and what; a note that names no place is about the file.
Note placed(llvm::StringRef text, const std::string &directory) {
  const auto [file, rest] = text.split(':');
  const auto [number, message] = rest.split(": ");
  unsigned line = 0;
  if (message.empty() || number.getAsInteger(10, line))
    return {{}, text.str()};
  return {{frontend::absolutePath(file, directory), line, 1, line, 1}, message.str()};
}

class Translation {
public:
  explicit Translation(const lsp::AnalysisRequest &request)
      : request_(request), directory_(frontend::currentDirectory()) {}

  lsp::AnalysisResult run(Outcome &outcome) {
    for (Finding &finding : outcome.report.findings)
      if (!finding.suppressed && finding.verdict != Verdict::Refuted)
        result_.findings.push_back(absolute(std::move(finding)));
    for (RuleInfo &rule : outcome.report.rules)
      if (llvm::any_of(result_.findings, [&](const auto &f) { return f.rule == rule.id; }))
        result_.rules.push_back(std::move(rule));
    for (std::size_t i = 0; i < outcome.files.size(); ++i)
      add(outcome.files[i], outcome.report.files[i]);
    return std::move(result_);
  }

private:
  std::string absolute(const std::string &path) const {
    return path.empty() ? path : frontend::absolutePath(path, directory_);
  }

  template <typename T> T absolute(T item) const {
    item.span.file = absolute(item.span.file);
    for (Note &note : item.notes)
      note.span.file = absolute(note.span.file);
    for (Fix &fix : item.fixes)
      for (Edit &edit : fix.edits)
        edit.span.file = absolute(edit.span.file);
    return item;
  }

  void add(FileAnalysis &analysis, const Report::File &file) {
    for (Site &site : analysis.sites)
      if (request_.texts.contains(absolute(site.span.file)))
        result_.sites.push_back(absolute(std::move(site)));
    for (const std::string &included : analysis.includedFiles)
      result_.includedFiles.push_back(absolute(included));
    if (absolute(analysis.file) != request_.file)
      return;
    result_.status = analysis.status;
    if (analysis.status != FileStatus::Analysed)
      for (const std::string &note : analysis.notes)
        result_.remarks.push_back(placed(note, directory_));
    // What the report says beyond the analysis is about comments.
    for (const std::string &text : file.notes)
      if (!llvm::is_contained(analysis.notes, text))
        addSuppression(placed(text, directory_), analysis);
  }

  void addSuppression(Note note, const FileAnalysis &analysis) {
    if (note.span.file != request_.file)
      return;
    for (const Suppression &comment : analysis.suppressions)
      if (comment.span.line == note.span.line && absolute(comment.span.file) == request_.file)
        note.span = comment.span;
    note.span.file = request_.file;
    result_.idleSuppressions.push_back(std::move(note));
  }

  const lsp::AnalysisRequest &request_;
  std::string directory_;
  lsp::AnalysisResult result_;
};

OrderedJson noteJson(const Note &note) {
  return {{"file", validUtf8(note.span.file)}, {"line", note.span.line},
          {"column", note.span.column},        {"end_line", note.span.endLine},
          {"end_column", note.span.endColumn}, {"text", validUtf8(note.text)}};
}

OrderedJson notesJson(const std::vector<Note> &notes) {
  OrderedJson json = OrderedJson::array();
  for (const Note &note : notes)
    json.push_back(noteJson(note));
  return json;
}

std::vector<Note> readNotes(const nlohmann::json &json) {
  std::vector<Note> notes;
  for (const nlohmann::json &note : json)
    notes.push_back({{note.at("file"), note.at("line"), note.at("column"), note.at("end_line"),
                      note.at("end_column")},
                     note.at("text")});
  return notes;
}

/// What a finding says of its place, which has a form already.
Site siteOf(const Finding &finding) {
  Site site;
  site.span = finding.span;
  site.statement = finding.statement;
  site.uses = finding.uses;
  site.kernel = finding.kernel;
  site.op = finding.op;
  site.expr = finding.expr;
  site.confidence = finding.confidence;
  site.assumptions = finding.assumptions;
  site.notes = finding.notes;
  site.fixes = finding.fixes;
  site.evidence = finding.predicted;
  return site;
}

OrderedJson judgementJson(const Finding &finding) {
  return {{"rule", finding.rule},
          {"family", finding.family},
          {"severity", name(finding.severity)},
          {"message", validUtf8(finding.message)},
          {"help", validUtf8(finding.help)},
          {"fingerprint", finding.fingerprint},
          {"verdict", finding.verdict ? OrderedJson(name(*finding.verdict)) : OrderedJson()}};
}

Finding readFinding(Site site, const nlohmann::json &json) {
  Finding finding;
  finding.rule = json.at("rule");
  finding.family = json.at("family");
  finding.severity =
      severityFromName(json.at("severity").get<std::string>()).value_or(Severity::Warning);
  finding.message = json.at("message");
  finding.help = json.at("help");
  finding.fingerprint = json.at("fingerprint");
  if (json.at("verdict").is_string())
    finding.verdict = verdictFromName(json.at("verdict").get<std::string>());
  finding.span = std::move(site.span);
  finding.statement = site.statement;
  finding.uses = std::move(site.uses);
  finding.kernel = std::move(site.kernel);
  finding.op = std::move(site.op);
  finding.expr = std::move(site.expr);
  finding.confidence = site.confidence;
  finding.assumptions = std::move(site.assumptions);
  finding.notes = std::move(site.notes);
  finding.fixes = std::move(site.fixes);
  finding.predicted = std::move(site.evidence);
  return finding;
}

OrderedJson ruleJson(const RuleInfo &rule) {
  return {{"id", rule.id},
          {"title", validUtf8(rule.title)},
          {"family", rule.family},
          {"severity", name(rule.severity)},
          {"why", validUtf8(rule.why)},
          {"help", validUtf8(rule.help)},
          {"references", rule.references}};
}

RuleInfo readRule(const nlohmann::json &json) {
  RuleInfo rule;
  rule.id = json.at("id");
  rule.title = json.at("title");
  rule.family = json.at("family");
  rule.severity =
      severityFromName(json.at("severity").get<std::string>()).value_or(Severity::Warning);
  rule.why = json.at("why");
  rule.help = json.at("help");
  rule.references = json.at("references").get<std::vector<std::string>>();
  return rule;
}

std::string whyEnded(const frontend::WorkerResult &result) {
  using End = frontend::WorkerResult::End;
  switch (result.end) {
  case End::Crashed:
    return fmt::format("the analyser crashed (signal {}, {})", result.code, strsignal(result.code));
  case End::TimedOut:
    return "the analysis took too long and was stopped";
  case End::OutOfMemory:
    return "the analysis needed too much memory and was stopped";
  case End::NotStarted:
    return fmt::format("no process could be started: {}", std::strerror(result.code));
  case End::Exited:
  case End::Done:
    break;
  }
  return "the analyser ended early";
}

std::vector<std::string> logLines(llvm::StringRef errors) {
  std::vector<std::string> lines;
  llvm::SmallVector<llvm::StringRef> all;
  errors.split(all, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : all) {
    line.consume_front("warplint: ");
    lines.push_back(validUtf8(line));
  }
  return lines;
}

/// The streams of the server belong to the protocol.
void leaveStreams() {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0)
    _exit(1);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
}

} // namespace

lsp::AnalysisResult analysisFor(LintOptions options, const std::vector<std::string> &clangArguments,
                                const lsp::AnalysisRequest &request) {
  const auto text = request.texts.find(request.file);
  if (!request.isCuda &&
      (text == request.texts.end() || !frontend::mentionsDeviceCode(text->second)))
    return {};
  options.analysis.paths = {request.file};
  options.analysis.forceExclude = true; // as for a folder: nobody has named the file
  options.analysis.quiet = true;
  for (const auto &[path, contents] : request.texts)
    if (!isOnDisk(path, contents)) // what is as on disk may be known already
      options.analysis.texts.emplace(path, contents);
  auto outcome = findings(options, clangArguments);
  if (!outcome) {
    lsp::AnalysisResult failed;
    failed.failure = outcome.error().str();
    return failed;
  }
  if (!outcome->baselineFile.empty())
    if (auto applied =
            applyBaselineFile(outcome->baselineFile, outcome->isApplied, outcome->report);
        !applied) {
      lsp::AnalysisResult failed;
      failed.failure = applied.error().str();
      return failed;
    }
  return Translation(request).run(*outcome);
}

std::string serialise(const lsp::AnalysisResult &result) {
  FileAnalysis places;
  OrderedJson judgements = OrderedJson::array();
  OrderedJson rules = OrderedJson::array();
  for (const Finding &finding : result.findings) {
    places.sites.push_back(siteOf(finding));
    judgements.push_back(judgementJson(finding));
  }
  places.sites.insert(places.sites.end(), result.sites.begin(), result.sites.end());
  places.status = result.status;
  places.includedFiles = result.includedFiles;
  for (const RuleInfo &rule : result.rules)
    rules.push_back(ruleJson(rule));
  const OrderedJson json = {{"failure", validUtf8(result.failure)},
                            {"places", toJson(places)},
                            {"judgements", std::move(judgements)},
                            {"rules", std::move(rules)},
                            {"remarks", notesJson(result.remarks)},
                            {"idle_suppressions", notesJson(result.idleSuppressions)}};
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

Expected<lsp::AnalysisResult> deserialise(const std::string &text) {
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    auto places = fileAnalysisFromJson(json.at("places"));
    if (!places)
      return tl::unexpected(places.error());
    const nlohmann::json &judgements = json.at("judgements");
    if (judgements.size() > places->sites.size())
      return makeError("there are more judgements than places");
    lsp::AnalysisResult result;
    result.failure = json.at("failure");
    result.status = places->status;
    result.includedFiles = std::move(places->includedFiles);
    for (std::size_t i = 0; i < judgements.size(); ++i)
      result.findings.push_back(readFinding(std::move(places->sites[i]), judgements[i]));
    places->sites.erase(places->sites.begin(),
                        places->sites.begin() + static_cast<std::ptrdiff_t>(judgements.size()));
    result.sites = std::move(places->sites);
    for (const nlohmann::json &rule : json.at("rules"))
      result.rules.push_back(readRule(rule));
    result.remarks = readNotes(json.at("remarks"));
    result.idleSuppressions = readNotes(json.at("idle_suppressions"));
    return result;
  } catch (const nlohmann::json::exception &error) {
    return makeError(std::string("not an analysis for an editor: ") + error.what());
  }
}

void EditorAnalyses::start(unsigned number, lsp::AnalysisRequest request) {
  const frontend::Options defaults;
  frontend::WorkerLimits limits;
  limits.time = options_.analysis.timeLimit ? std::chrono::seconds(options_.analysis.timeLimit)
                                            : defaults.timeLimit;
  constexpr int slack = 12; // the front end gives the file's own process ten times its limit
  limits.patience = slack * limits.time;
  limits.memory =
      options_.analysis.memoryLimit ? options_.analysis.memoryLimit : defaults.memoryLimit;
  running_[number] = std::make_unique<frontend::Worker>(limits, [&] {
    leaveStreams();
    if (!request.folder.empty() && chdir(request.folder.c_str()) != 0)
      say(fmt::format("{}: {}", request.folder, std::strerror(errno)));
    return serialise(analysisFor(options_, clangArguments_, request));
  });
}

std::vector<int> EditorAnalyses::descriptors() const {
  std::vector<int> all;
  for (const auto &[number, worker] : running_)
    for (const int descriptor : worker->descriptors())
      all.push_back(descriptor);
  return all;
}

std::optional<std::chrono::steady_clock::time_point> EditorAnalyses::deadline() const {
  std::optional<std::chrono::steady_clock::time_point> nearest;
  for (const auto &[number, worker] : running_)
    nearest = std::min(nearest.value_or(worker->deadline()), worker->deadline());
  return nearest;
}

std::vector<std::pair<unsigned, lsp::AnalysisResult>> EditorAnalyses::takeEnded() {
  std::vector<std::pair<unsigned, lsp::AnalysisResult>> all;
  for (auto it = running_.begin(); it != running_.end();) {
    it->second->advance();
    if (!it->second->ended()) {
      ++it;
      continue;
    }
    const frontend::WorkerResult ended = it->second->takeResult();
    lsp::AnalysisResult result;
    if (ended.end != frontend::WorkerResult::End::Done)
      result.failure = whyEnded(ended);
    else if (auto read = deserialise(ended.output))
      result = std::move(*read);
    else
      result.failure = read.error().message;
    result.log = logLines(ended.errors);
    all.emplace_back(it->first, std::move(result));
    it = running_.erase(it);
  }
  return all;
}

} // namespace warplint::cli
