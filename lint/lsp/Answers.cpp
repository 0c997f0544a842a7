//===- Answers.cpp - diagnostics, hovers and actions ----------------------===//

#include "lint/lsp/SessionState.h"
#include "lint/lsp/Suppress.h"
#include "lint/lsp/Uri.h"
#include "lint/lsp/Words.h"

#include "lint/report/Wording.h"

#include <algorithm>
#include <fmt/format.h>

namespace warplint::lsp {
namespace {

using Json = nlohmann::json;

// DiagnosticSeverity and DiagnosticTag
constexpr int severityError = 1;
constexpr int severityWarning = 2;
constexpr int severityInformation = 3;
constexpr int tagUnnecessary = 1;
constexpr int tagDeprecated = 2;

constexpr const char *quickFix = "quickfix";
constexpr const char *fixAll = "source.fixAll.warplint";

int severityOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return severityError;
  case Severity::Warning:
    return severityWarning;
  case Severity::Note:
    break;
  }
  return severityInformation;
}

/// CodeActionKind is a path with dots: "source" asks for all that begin with it.
bool isAskedFor(std::string_view kind, const std::vector<std::string> &only) {
  return only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string &wanted) {
           return wanted.empty() || (kind.starts_with(wanted) &&
                                     (kind.size() == wanted.size() || kind[wanted.size()] == '.'));
         });
}

bool sameFinding(const Finding &a, const Finding &b) {
  return a.rule == b.rule && a.span == b.span && a.message == b.message;
}

bool sameSite(const Site &a, const Site &b) {
  return a.kind == b.kind && a.span == b.span && a.kernel == b.kernel && a.op == b.op &&
         a.evidence == b.evidence;
}

/// The fix that is made without a question; null where there is none that is sure enough.
const Fix *sureFix(const Finding &finding) {
  if (finding.confidence == Confidence::Possible || finding.fixes.empty() ||
      finding.fixes.front().edits.empty())
    return nullptr;
  return &finding.fixes.front();
}

/// How a text that was analysed became the one that the editor shows.
class Mapping {
public:
  Mapping(const std::shared_ptr<const Text> &before, const std::shared_ptr<const Text> &now)
      : now_(*now) {
    if (before != now)
      lines_.emplace(*before, *now);
  }
  std::optional<SourceSpan> now(const SourceSpan &span) const {
    return lines_ ? lines_->now(span) : span;
  }
  std::optional<Range> range(const SourceSpan &span, Encoding encoding) const {
    const auto moved = now(span);
    return moved ? std::optional(now_.rangeOf(*moved, encoding)) : std::nullopt;
  }
  std::optional<std::size_t> before(std::size_t line) const {
    return lines_ ? lines_->before(line) : line;
  }

private:
  const Text &now_;
  std::optional<UnchangedLines> lines_;
};

/// Does it hold the byte at this place, or lie there itself?
bool holds(const Extent &extent, std::size_t offset) {
  return extent.begin == offset || (extent.begin < offset && offset < extent.end);
}

bool overlap(const Extent &a, const Extent &b) {
  return (a.begin < b.end && b.begin < a.end) || a.begin == b.begin;
}

} // namespace

Json Session::json(Range range) const {
  const auto place = [](Position position) {
    return Json{{"line", position.line}, {"character", position.character}};
  };
  return {{"start", place(range.start)}, {"end", place(range.end)}};
}

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

/// What was found of the very text that the document was analysed with: by its own analysis and,
/// of a header, by those of files that include it.
std::vector<const Finding *> Session::findingsIn(const Document &document) const {
  std::vector<const Finding *> found;
  const auto add = [&](const Document &from) {
    for (const Finding &finding : from.base->result.findings)
      if (finding.span.file == document.path &&
          std::none_of(found.begin(), found.end(),
                       [&](const Finding *known) { return sameFinding(*known, finding); }))
        found.push_back(&finding);
  };
  if (!document.base)
    return found;
  add(document);
  for (const auto &[path, other] : documents_) {
    if (!other->base || other.get() == &document)
      continue;
    const auto seen = other->base->texts.find(document.path);
    if (seen != other->base->texts.end() && seen->second == document.analysedText())
      add(*other);
  }
  std::sort(found.begin(), found.end(), [](const Finding *a, const Finding *b) {
    return std::tie(a->span, a->rule, a->message) < std::tie(b->span, b->rule, b->message);
  });
  return found;
}

std::vector<const Site *> Session::sitesIn(const Document &document) const {
  std::vector<const Site *> found;
  const auto add = [&](const Document &from) {
    for (const Site &site : from.base->result.sites)
      if (site.span.file == document.path)
        found.push_back(&site);
  };
  if (!document.base)
    return found;
  add(document);
  const std::size_t own = found.size();
  for (const auto &[path, other] : documents_) {
    if (!other->base || other.get() == &document)
      continue;
    const auto seen = other->base->texts.find(document.path);
    if (seen == other->base->texts.end() || seen->second != document.analysedText())
      continue;
    for (const Site &site : other->base->result.sites)
      if (site.span.file == document.path &&
          std::none_of(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(own),
                       [&](const Site *known) { return sameSite(*known, site); }))
        found.push_back(&site);
  }
  return found;
}

const RuleInfo *Session::ruleOf(const std::string &id) const {
  for (const auto &[path, document] : documents_)
    if (document->base)
      for (const RuleInfo &rule : document->base->result.rules)
        if (rule.id == id)
          return &rule;
  return nullptr;
}

std::shared_ptr<const Text> Session::textOf(const std::string &path) const {
  if (const auto open = documents_.find(path); open != documents_.end())
    return open->second->text;
  auto contents = options_.readFile ? options_.readFile(path) : std::nullopt;
  return contents ? std::make_shared<const Text>(std::move(*contents)) : nullptr;
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

void Session::publish(Document &document, bool always) {
  if (!document.base || document.lost)
    return;
  Json parameters = {{"uri", document.uri}, {"diagnostics", diagnosticsOf(document)}};
  if (client_->versions && document.base->version)
    parameters["version"] = *document.base->version;
  std::string text = parameters.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (!always && text == document.published)
    return;
  document.published = std::move(text);
  notify("textDocument/publishDiagnostics", std::move(parameters));
}

void Session::publishNothing(const Document &document) {
  notify("textDocument/publishDiagnostics",
         {{"uri", document.uri}, {"diagnostics", Json::array()}});
}

Json Session::diagnosticsOf(const Document &document) const {
  Json diagnostics = Json::array();
  for (const Finding *finding : findingsIn(document))
    diagnostics.push_back(diagnosticOf(document, *finding));
  addStatus(document, diagnostics);
  return diagnostics;
}

Json Session::diagnosticOf(const Document &document, const Finding &finding) const {
  std::string message = report::qualifiedMessage(finding);
  if (finding.verdict)
    message += fmt::format(" [measured: {}]", name(*finding.verdict));
  Json diagnostic = {
      {"range", json(document.analysedText()->rangeOf(finding.span, client_->encoding))},
      {"severity", severityOf(finding.severity)},
      {"code", finding.rule},
      {"source", "warplint"},
      {"message", std::move(message)}};
  if (client_->codeDescription)
    if (const RuleInfo *rule = ruleOf(finding.rule))
      if (const auto address = report::addressIn(rule->references))
        diagnostic["codeDescription"] = {{"href", *address}};
  // What a Toolkit has given up, and what has no effect any more, says so in its evidence.
  if (client_->tags && stringAt(finding.predicted, "state"))
    diagnostic["tags"] = Json::array({tagDeprecated});
  if (client_->relatedInformation)
    if (Json related = relatedOf(document, finding.notes); !related.empty())
      diagnostic["relatedInformation"] = std::move(related);
  return diagnostic;
}

Json Session::relatedOf(const Document &document, const std::vector<Note> &notes) const {
  Json related = Json::array();
  std::map<std::string, std::shared_ptr<const Text>> read;
  for (const Note &note : notes) {
    const std::string &path = note.span.file;
    if (note.span.line == 0 || !path.starts_with('/'))
      continue;
    if (!read.contains(path)) {
      const auto given = document.base->texts.find(path);
      read[path] = given != document.base->texts.end() ? given->second : textOf(path);
    }
    const std::shared_ptr<const Text> &text = read[path];
    const auto open = documents_.find(path);
    if (text)
      related.push_back({{"location",
                          {{"uri", open == documents_.end() ? uriOfPath(path) : open->second->uri},
                           {"range", json(text->rangeOf(note.span, client_->encoding))}}},
                         {"message", note.text}});
  }
  return related;
}

/// What there is to say of the file as a whole. One diagnostic, whatever is wrong: errors are what
/// the language server for C++ shows, each in its place.
void Session::addStatus(const Document &document, Json &diagnostics) const {
  const AnalysisResult &result = document.base->result;
  const Text &text = *document.analysedText();
  const auto add = [&](unsigned line, int severity, const char *code, std::string message) {
    diagnostics.push_back({{"range", json(text.rangeOfLine(line, client_->encoding))},
                           {"severity", severity},
                           {"code", code},
                           {"source", "warplint"},
                           {"message", std::move(message)}});
  };
  if (!result.failure.empty())
    return add(1, severityError, "not-analysed", "warplint cannot look at it: " + result.failure);
  for (const Note &note : result.idleSuppressions) {
    add(note.span.line, severityInformation, "idle-suppression", note.text);
    if (text.extentOf(note.span))
      diagnostics.back()["range"] = json(text.rangeOf(note.span, client_->encoding));
    if (client_->tags)
      diagnostics.back()["tags"] = Json::array({tagUnnecessary});
  }
  if (result.status == FileStatus::Analysed)
    return;
  const auto placed =
      std::find_if(result.remarks.begin(), result.remarks.end(), [&](const Note &note) {
        return note.span.line != 0 && note.span.file == document.path;
      });
  std::string message = result.status == FileStatus::Failed
                            ? "warplint could not analyse this file"
                            : "warplint saw this file only in part, and says nothing of the rest";
  const auto unplaced = std::find_if(result.remarks.begin(), result.remarks.end(),
                                     [](const Note &note) { return note.span.line == 0; });
  const Note *reason = placed != result.remarks.end()     ? &*placed
                       : unplaced != result.remarks.end() ? &*unplaced
                                                          : nullptr;
  if (reason)
    message += ": " + reason->text;
  add(placed == result.remarks.end() ? 1 : placed->span.line, severityInformation, "incomplete",
      std::move(message));
  if (!client_->relatedInformation)
    return;
  if (Json related = relatedOf(document, result.remarks); related.size() > 1)
    diagnostics.back()["relatedInformation"] = std::move(related);
}

//===----------------------------------------------------------------------===//
// Hovers
//===----------------------------------------------------------------------===//

/// False if it cannot be told from what is known, as that is of another text.
bool Session::answer(const Document &document, const Waiting &waiting) {
  if (!document.base)
    return false;
  const Mapping mapping(document.analysedText(), document.text);
  if (!mapping.before(
          std::min<std::uint64_t>(waiting.range.start.line, document.text->lines() - 1)))
    return false;
  // A fix may rest on anything in the file.
  if (!waiting.forHover && isPending(document))
    return false;
  reply(waiting.id, waiting.forHover ? hover(document, waiting) : actions(document, waiting));
  return true;
}

Json Session::hover(const Document &document, const Waiting &waiting) {
  const Text &before = *document.analysedText();
  const Mapping mapping(document.analysedText(), document.text);
  const std::size_t offsetNow = document.text->offsetOf(waiting.range.start, client_->encoding);
  const Position place = document.text->positionOf(offsetNow, client_->encoding);
  const auto lineBefore = mapping.before(place.line);
  if (!lineBefore)
    return nullptr;
  const std::size_t offset = before.offsetOf({*lineBefore, place.character}, client_->encoding);

  std::optional<Extent> narrowest;
  std::vector<std::pair<Extent, const Site *>> here;
  for (const Site *site : sitesIn(document)) {
    const auto extent = before.extentOf(site->span);
    const bool isLarge = site->kind == SiteKind::Loop || site->kind == SiteKind::Branch;
    if (!extent || !holds(*extent, offset) || (isLarge && site->span.line != *lineBefore + 1) ||
        predictionInWords(*site).empty())
      continue;
    here.emplace_back(*extent, site);
    if (!narrowest || extent->end - extent->begin < narrowest->end - narrowest->begin)
      narrowest = extent;
  }
  std::vector<const Site *> sites;
  for (const auto &[extent, site] : here)
    if (extent.begin == narrowest->begin && extent.end == narrowest->end)
      sites.push_back(site);
  std::string text = sitesMarkdown(sites);

  std::set<std::string> explained;
  for (const Finding *finding : findingsIn(document)) {
    const auto extent = before.extentOf(finding->span);
    if (!extent || !holds(*extent, offset))
      continue;
    if (!narrowest)
      narrowest = extent;
    const bool isNew = explained.insert(finding->rule).second;
    text += (text.empty() ? "" : "\n\n---\n\n") +
            findingMarkdown(*finding, isNew ? ruleOf(finding->rule) : nullptr);
  }
  if (text.empty())
    return nullptr;
  Json result = {{"contents",
                  {{"kind", client_->markdown ? "markdown" : "plaintext"},
                   {"value", client_->markdown ? text : withoutMarkup(text)}}}};
  if (document.text == document.analysedText())
    result["range"] = json(before.rangeOf(*narrowest, client_->encoding));
  return result;
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

/// Edits of what was analysed, as edits of what is there now. Nothing if they do not fit it.
std::optional<Json> Session::workspaceEdit(const Document &document,
                                           const std::vector<Edit> &edits) const {
  std::map<std::string, Json> byFile;
  for (const Edit &edit : edits) {
    const std::string &path = edit.span.file;
    const auto now = textOf(path);
    const auto given = document.base->texts.find(path);
    if (!now)
      return std::nullopt;
    const Mapping mapping(given == document.base->texts.end() ? now : given->second, now);
    const auto span = mapping.now(edit.span);
    const auto extent = span ? now->extentOf(*span) : std::nullopt;
    if (!extent)
      return std::nullopt;
    Json &list = byFile.try_emplace(path, Json::array()).first->second;
    Json one = {{"range", json(now->rangeOf(*extent, client_->encoding))}, {"newText", edit.text}};
    if (std::find(list.begin(), list.end(), one) == list.end())
      list.push_back(std::move(one));
  }
  Json changes = Json::array();
  Json plain = Json::object();
  for (auto &[path, list] : byFile) {
    const auto open = documents_.find(path);
    const bool isOpen = open != documents_.end();
    const std::string uri = isOpen ? open->second->uri : uriOfPath(path);
    const Json version = isOpen && open->second->version ? Json(*open->second->version) : Json();
    if (client_->documentChanges)
      changes.push_back(
          {{"textDocument", {{"uri", uri}, {"version", version}}}, {"edits", std::move(list)}});
    else
      plain[uri] = std::move(list);
  }
  return client_->documentChanges ? Json{{"documentChanges", std::move(changes)}}
                                  : Json{{"changes", std::move(plain)}};
}

/// Of fixes that are in each other's way, the first.
std::vector<Edit> Session::allFixes(const Document &document) const {
  struct Taken {
    Extent extent;
    std::string text;
  };
  std::vector<Taken> taken;
  std::vector<Edit> edits;
  const Text &text = *document.analysedText();
  for (const Finding *finding : findingsIn(document)) {
    const Fix *fix = sureFix(*finding);
    if (!fix)
      continue;
    std::vector<Taken> own;
    const bool fits = std::all_of(fix->edits.begin(), fix->edits.end(), [&](const Edit &edit) {
      const auto extent = edit.span.file == document.path ? text.extentOf(edit.span) : std::nullopt;
      if (!extent)
        return false;
      const bool known = std::any_of(taken.begin(), taken.end(), [&](const Taken &other) {
        return other.extent.begin == extent->begin && other.extent.end == extent->end &&
               other.text == edit.text;
      });
      if (known) // another finding asks for the same
        return true;
      own.push_back({*extent, edit.text});
      return std::none_of(taken.begin(), taken.end(),
                          [&](const Taken &other) { return overlap(other.extent, *extent); });
    });
    if (!fits)
      continue;
    taken.insert(taken.end(), own.begin(), own.end());
    edits.insert(edits.end(), fix->edits.begin(), fix->edits.end());
  }
  return edits;
}

Json Session::actions(const Document &document, const Waiting &waiting) {
  Json actions = Json::array();
  if (!client_->codeActionLiterals)
    return actions;
  const Mapping mapping(document.analysedText(), document.text);
  const auto add = [&](const std::string &title, const char *kind, const std::vector<Edit> &edits,
                       bool preferred, const Finding *finding) {
    auto edit = edits.empty() ? std::nullopt : workspaceEdit(document, edits);
    if (!edit || !isAskedFor(kind, waiting.only))
      return;
    Json action = {{"title", title}, {"kind", kind}, {"edit", std::move(*edit)}};
    if (preferred)
      action["isPreferred"] = true;
    if (finding)
      action["diagnostics"] = Json::array({diagnosticOf(document, *finding)});
    if (std::find(actions.begin(), actions.end(), action) == actions.end())
      actions.push_back(std::move(action));
  };
  std::vector<const Finding *> here;
  for (const Finding *finding : findingsIn(document)) {
    const auto range = mapping.range(finding->span, client_->encoding);
    if (range && range->start <= waiting.range.end && waiting.range.start <= range->end)
      here.push_back(finding);
  }
  for (const Finding *finding : here)
    for (const Fix &fix : finding->fixes)
      add(fix.title, quickFix, fix.edits, &fix == sureFix(*finding), finding);
  for (const Finding *finding : here)
    if (const auto edit = suppression(*document.analysedText(), *finding))
      add(fmt::format("Silence {} here", finding->rule), quickFix, {*edit}, false, finding);
  add("Fix all that warplint can fix", fixAll, allFixes(document), false, nullptr);
  return actions;
}

} // namespace warplint::lsp
