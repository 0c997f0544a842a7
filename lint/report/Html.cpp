//===- Html.cpp - a code base on one page ---------------------------------===//
//
// One file that holds everything and asks for nothing: a summary that needs no
// script, and the findings as data for the script of html/page.js, which filters,
// sorts and draws them.
//
// Source text and messages are anybody's. They reach the page in two ways only: as text that
// `printable` has made visible and `escaped` has quoted, and as JSON in ASCII without `<`, which
// the script puts into text nodes. The content security policy names the hashes of the one script
// and the one style sheet; nothing else runs, and nothing is loaded from anywhere.
//
//===----------------------------------------------------------------------===//

#include "lint/evidence/EmbeddedFile.h"
#include "lint/evidence/Json.h"
#include "lint/evidence/Vocabulary.h"
#include "lint/report/Audit.h"
#include "lint/report/Characters.h"
#include "lint/report/Excerpt.h"
#include "lint/report/Formats.h"
#include "lint/report/Markup.h"
#include "lint/report/Summary.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/Base64.h>
#include <llvm/Support/SHA256.h>

#include <cmath>
#include <fmt/format.h>
#include <set>
#include <unordered_map>

namespace warplint::report {

std::span<const EmbeddedFile> htmlParts();

namespace {

using Json = nlohmann::ordered_json;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string_view part(std::string_view name) {
  for (const EmbeddedFile &file : htmlParts())
    if (file.path == name)
      return file.contents;
  return {};
}

/// As the content security policy wants it: 'sha256-…'.
std::string hashOf(std::string_view text) {
  const auto hash = llvm::SHA256::hash(
      llvm::ArrayRef(reinterpret_cast<const std::uint8_t *>(text.data()), text.size()));
  return "'sha256-" + llvm::encodeBase64(hash) + "'";
}

unsigned utf16Length(std::string_view text) {
  return utf16Column(text, static_cast<unsigned>(text.size()) + 1) - 1;
}

//===----------------------------------------------------------------------===//
// The findings as data
//===----------------------------------------------------------------------===//

/// Each text once: in a large code base most of them stand in many findings.
class Texts {
public:
  std::size_t operator()(std::string text) {
    const auto [it, isNew] = index_.emplace(std::move(text), list_.size());
    if (isNew)
      list_.push_back(it->first);
    return it->second;
  }
  Json take() { return std::move(list_); }

private:
  std::unordered_map<std::string, std::size_t> index_;
  Json list_ = Json::array();
};

/// Lines of source, each once, made printable; and where a column of the file is in one of them.
class Source {
public:
  explicit Source(const Context &context) : context_(context) {}

  void add(std::size_t fileIndex, const std::string &file, unsigned first, unsigned last) {
    for (unsigned line = first; line <= last; ++line)
      if (auto &shown = lines_[fileIndex][line]; !shown)
        shown = shortened(printable(context_.sourceLine(file, line)));
  }

  /// 0-based, in UTF-16 code units of the line as it is shown.
  unsigned shownColumn(const std::string &file, unsigned line, unsigned column) const {
    unsigned shown = 0;
    for (const Cell &cell : cells(context_.sourceLine(file, line))) {
      if (cell.byte + 1 >= column)
        break;
      shown += utf16Length(cell.text);
    }
    return shown;
  }

  /// {file: [first line, text, text, …, next first line, …]}
  Json take() const {
    Json files = Json::object();
    for (const auto &[file, lines] : lines_) {
      Json list = Json::array();
      unsigned next = 0;
      for (const auto &[line, text] : lines) {
        if (line != next)
          list.push_back(line);
        list.push_back(*text);
        next = line + 1;
      }
      files[std::to_string(file)] = std::move(list);
    }
    return files;
  }

private:
  /// Nobody reads further, and generated code has lines of megabytes.
  static std::string shortened(std::string text) {
    constexpr std::size_t most = 400;
    if (text.size() <= most)
      return text;
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
      --end;
    return text.substr(0, end) + "…";
  }

  const Context &context_;
  std::map<std::size_t, std::map<unsigned, std::optional<std::string>>> lines_;
};

class Data {
public:
  explicit Data(const Context &context) : context_(context), source_(context) {}

  std::string json() {
    Json findings = Json::array();
    for (const Finding &finding : context_.report.findings)
      findings.push_back(findingJson(finding));
    Json rules = Json::array();
    for (const RuleInfo &rule : context_.report.rules)
      if (used_.contains(rule.id))
        rules.push_back(ruleJson(rule));
    Json json;
    json["version"] = 1;
    json["rules"] = std::move(rules);
    json["findings"] = std::move(findings);
    json["units"] = units();
    json["texts"] = texts_.take();
    json["source"] = source_.take();
    std::string text = json.dump(-1, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
    std::string safe;
    safe.reserve(text.size() + text.size() / 16);
    for (char c : text)
      if (c == '<') // no end tag and no comment, whatever the text says
        safe += "\\u003c";
      else
        safe += c;
    return safe;
  }

private:
  std::size_t text(std::string_view text) { return texts_(printable(text)); }

  Json texts(const std::vector<std::string> &list) {
    Json json = Json::array();
    for (const std::string &item : list)
      json.push_back(text(item));
    return json;
  }

  static Json ruleJson(const RuleInfo &rule) {
    Json references = Json::array();
    for (const std::string &reference : rule.references)
      references.push_back(printable(reference));
    return {{"id", printable(rule.id)},         {"title", printable(rule.title)},
            {"family", printable(rule.family)}, {"why", printable(rule.why)},
            {"help", printable(rule.help)},     {"references", std::move(references)}};
  }

  /// [name, value, name, value, …]
  Json evidenceJson(const Evidence &evidence) {
    Json list = Json::array();
    for (const auto &[name, value] : evidence) {
      names_.insert(name);
      list.push_back(texts_(name));
      if (const auto *words = std::get_if<std::string>(&value))
        list.push_back(printable(*words));
      else
        list.push_back(toJson(value));
    }
    return list;
  }

  /// What stands around the code, and what of it is meant.
  Json excerptJson(const SourceSpan &span) {
    constexpr unsigned around = 2, most = 12;
    const unsigned last = std::min(std::max(span.line, span.endLine), span.line + most);
    const unsigned from = span.line > around ? span.line - around : 1;
    source_.add(texts_(printable(span.file)), span.file, from, last + around);
    const bool whole = last == std::max(span.line, span.endLine);
    return {from, last + around, source_.shownColumn(span.file, span.line, span.column), last,
            whole ? source_.shownColumn(span.file, last, span.endColumn)
                  : std::numeric_limits<unsigned>::max()};
  }

  Json noteJson(const Note &note) {
    if (note.span.file.empty() || note.span.line == 0)
      return {text(note.text)};
    source_.add(texts_(printable(note.span.file)), note.span.file, note.span.line, note.span.line);
    return {text(note.text), text(note.span.file), note.span.line};
  }

  Json fixJson(const Fix &fix) {
    Json json = {{"title", text(fix.title)}, {"changes", Json::array()}};
    for (const Change &change : preview(fix, context_.sourceLine))
      json["changes"].push_back({{"file", text(change.file)},
                                 {"line", change.line},
                                 {"before", texts(change.before)},
                                 {"after", texts(change.after)}});
    return json;
  }

  Json findingJson(const Finding &finding) {
    used_.insert(finding.rule);
    Json notes = Json::array(), fixes = Json::array();
    for (const Note &note : finding.notes)
      notes.push_back(noteJson(note));
    for (const Fix &fix : finding.fixes)
      fixes.push_back(fixJson(fix));
    Json json = {{"rule", text(finding.rule)},
                 {"severity", static_cast<int>(finding.severity)},
                 {"confidence", static_cast<int>(finding.confidence)},
                 {"file", text(finding.span.file)},
                 {"line", finding.span.line},
                 {"column", finding.span.column},
                 {"message", text(finding.message)},
                 {"id", printable(finding.fingerprint)},
                 {"predicted", evidenceJson(finding.predicted)}};
    if (finding.span.line > 0)
      json["excerpt"] = excerptJson(finding.span);
    // What is seldom there, or can be left out, is.
    if (!finding.kernel.empty())
      json["kernel"] = text(finding.kernel);
    if (!finding.help.empty())
      json["help"] = text(finding.help);
    if (!finding.assumptions.empty())
      json["assumptions"] = texts(finding.assumptions);
    if (const auto slots = excessSlots(finding.predicted)) {
      json["cost"] = std::llround(*slots);
      json["excess"] = text(excessInWords(finding.predicted));
    }
    if (finding.measured)
      json["measured"] = evidenceJson(*finding.measured);
    if (finding.verdict)
      json["verdict"] = name(*finding.verdict);
    if (!notes.empty())
      json["notes"] = std::move(notes);
    if (!fixes.empty())
      json["fixes"] = std::move(fixes);
    if (finding.suppressed)
      json["suppressed"] = {printable(finding.suppressed->by),
                            printable(finding.suppressed->reason)};
    return json;
  }

  /// Of the names of evidence that occur: [unit, definition].
  Json units() const {
    Json units = Json::object();
    for (const SiteKind kind : siteKinds())
      for (const EvidenceName &known : vocabulary(kind))
        if (names_.contains(known.name) && !known.definition.starts_with("as for ") &&
            !units.contains(known.name))
          units[std::string(known.name)] = {known.unit, known.definition};
    return units;
  }

  const Context &context_;
  Texts texts_;
  Source source_;
  std::set<std::string, std::less<>> names_, used_;
};

//===----------------------------------------------------------------------===//
// The summary, which needs no script
//===----------------------------------------------------------------------===//

constexpr std::array severitiesShown = {Severity::Error, Severity::Warning, Severity::Note};

unsigned at(const std::array<unsigned, 3> &counts, Severity severity) {
  return counts[static_cast<std::size_t>(severity)];
}

unsigned sum(const std::array<unsigned, 3> &counts) { return counts[0] + counts[1] + counts[2]; }

/// Counts as a bar in the colours of their severities. The numbers stand beside it.
std::string bar(const std::array<unsigned, 3> &counts, unsigned most) {
  constexpr double width = 100;
  std::string text = "<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" "
                     "aria-hidden=\"true\">";
  double x = 0;
  for (const Severity severity : severitiesShown)
    if (const unsigned count = at(counts, severity)) {
      const double part = width * count / std::max(1U, most);
      text += fmt::format("<rect class=\"{}\" x=\"{:.2f}\" y=\"0\" width=\"{:.2f}\" height=\"8\"/>",
                          name(severity), x, part);
      x += part;
    }
  return text + "</svg>";
}

void writeTable(std::ostream &out, std::string_view title, std::string_view key,
                const std::vector<Audit::Row> &rows) {
  if (rows.empty())
    return;
  unsigned most = 0;
  for (const Audit::Row &row : rows)
    most = std::max(most, sum(row.bySeverity));
  out << fmt::format("<section class=\"card\"><h2>By {0}</h2><div class=\"scroll\" tabindex=\"0\" "
                     "role=\"group\" aria-label=\"Findings by {0}\"><table class=\"chart\">"
                     "<thead><tr><th scope=\"col\">{1}</th><th scope=\"col\"><span "
                     "class=\"visually-hidden\">Share</span></th><th scope=\"col\" "
                     "class=\"number\">Errors</th><th scope=\"col\" class=\"number\">Warnings</th>"
                     "<th scope=\"col\" class=\"number\">Notes</th></tr></thead><tbody>\n",
                     key, title);
  for (const Audit::Row &row : rows) {
    out << fmt::format("<tr><th scope=\"row\" data-filter=\"{}\" data-value=\"{}\">{}</th><td "
                       "class=\"bars\">{}</td>",
                       key, htmlText(row.name), htmlText(row.name), bar(row.bySeverity, most));
    for (const Severity severity : severitiesShown) {
      const unsigned count = at(row.bySeverity, severity);
      out << fmt::format("<td class=\"number{}\">{}</td>", count ? "" : " none", count);
    }
    out << "</tr>\n";
  }
  out << "</tbody></table></div></section>\n";
}

void writeCostliest(std::ostream &out, const Audit &audit) {
  if (audit.costliest.empty())
    return;
  const double most = audit.costliest.front().slots;
  out << "<section class=\"card wide\"><h2>What costs most</h2><p class=\"explained\">Slots that "
         "one "
         "block takes beyond what would do: a slot is one turn of the unit that serves warps one "
         "by "
         "one, such as a sector of 32 bytes or a pass over the 32 banks.</p><div class=\"scroll\" "
         "tabindex=\"0\" role=\"group\" aria-label=\"What costs most\"><table "
         "class=\"chart\"><thead><tr>"
         "<th scope=\"col\">Place</th><th scope=\"col\"><span "
         "class=\"visually-hidden\">Share</span>"
         "</th><th scope=\"col\" class=\"number\">Slots</th><th scope=\"col\">Because</th>"
         "<th scope=\"col\">Rules</th></tr></thead><tbody>\n";
  for (const Audit::Site &site : audit.costliest) {
    const Finding &finding = *site.finding;
    std::string rules;
    for (const std::string &rule : site.rules)
      rules += (rules.empty() ? "" : ", ") + htmlText(rule);
    std::string because = htmlText(excessInWords(finding.predicted));
    if (site.measuredShare)
      because += fmt::format("; measured: {:.0f} % of all excess", *site.measuredShare * 100);
    out << fmt::format(
        "<tr><th scope=\"row\" data-finding=\"{}\"><span class=\"path\">{}:{}</span></th><td "
        "class=\"bars\"><svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" "
        "aria-hidden=\"true\"><rect class=\"cost\" x=\"0\" y=\"0\" width=\"{:.2f}\" height=\"8\"/>"
        "</svg></td><td class=\"number\">{}</td><td>{}</td><td>{}</td></tr>\n",
        htmlText(finding.fingerprint), htmlText(finding.span.file), finding.span.line,
        100 * site.slots / most, std::llround(site.slots), because, rules);
  }
  out << "</tbody></table></div></section>\n";
}

void writeNotAnalysed(std::ostream &out, const Audit &audit, const Report &report) {
  if (audit.notAnalysed.empty() && report.notes.empty())
    return;
  constexpr std::size_t mostNamed = 3;
  out << "<section class=\"card wide\"><h2>Worth knowing</h2><ul>\n";
  for (const Audit::Reason &reason : audit.notAnalysed) {
    out << fmt::format("<li><strong>{} {}</strong>: {}<span class=\"files\">",
                       counted(static_cast<unsigned>(reason.files.size()), "file"),
                       reason.status == FileStatus::Failed ? "not analysed"
                                                           : "analysed only in part",
                       htmlText(reason.text));
    for (std::size_t i = 0; i < std::min(mostNamed, reason.files.size()); ++i)
      out << (i == 0 ? " " : ", ") << htmlText(reason.files[i]);
    if (reason.files.size() > mostNamed)
      out << fmt::format(" and {} more", reason.files.size() - mostNamed);
    out << "</span></li>\n";
  }
  for (const std::string &note : report.notes)
    out << "<li>" << htmlText(note) << "</li>\n";
  out << "</ul></section>\n";
}

void writeHeader(std::ostream &out, const Context &context, const Summary &summary) {
  out << "<header class=\"top\"><div><h1>warplint report</h1><p class=\"about\">"
      << fmt::format("{}, {}", counted(summary.files(), "file"),
                     counted(summary.kernels, "kernel"));
  if (summary.suppressed)
    out << fmt::format("; {} suppressed", counted(summary.suppressed, "finding"));
  out << fmt::format("; warplint {}</p></div><ul class=\"totals\">", htmlText(context.version));
  for (const Severity severity : severitiesShown) {
    const unsigned count = at(summary.bySeverity, severity);
    out << fmt::format("<li class=\"total {0}\"><strong>{1}</strong> {0}{2}</li>", name(severity),
                       count, count == 1 ? "" : "s");
  }
  out << "</ul></header>\n";
}

} // namespace

void writeHtml(const Context &context, std::ostream &out) {
  const std::string_view style = part("page.css"), script = part("page.js");
  const Summary summary = summarise(context.report);
  const Audit found = audit(context.report);
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      << fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "style-src {}; script-src {}; base-uri 'none'; form-action 'none'\">\n",
                     hashOf(style), hashOf(script))
      << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" "
         "content=\"no-referrer\">\n"
      << fmt::format("<title>warplint: {}</title>\n", counted(summary.findings, "finding"))
      << "<style>" << style << "</style>\n</head>\n<body>\n"
      << "<a class=\"skip\" href=\"#findings\">Skip to the findings</a>\n";
  writeHeader(out, context, summary);
  out << "<main>\n<div class=\"summary\" id=\"summary\">\n";
  writeTable(out, "Rule", "rule", found.rules);
  writeTable(out, "Folder", "folder", found.folders);
  writeCostliest(out, found);
  writeNotAnalysed(out, found, context.report);
  out << "</div>\n<div id=\"findings\" tabindex=\"-1\">\n<noscript><p>Scripts are off: this is the "
         "summary. The findings themselves need a script to be shown; <code>warplint lint</code> "
         "prints them as text.</p></noscript>\n</div>\n</main>\n"
      << "<script type=\"application/json\" id=\"data\">" << Data(context).json() << "</script>\n"
      << "<script>" << script << "</script>\n</body>\n</html>\n";
}

} // namespace warplint::report
