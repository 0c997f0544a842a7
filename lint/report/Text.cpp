//===- Text.cpp - the report for people -----------------------------------===//
//
// In the manner of Clang: the line an editor can jump to, the source with a
// caret, then what explains it.
//
//===----------------------------------------------------------------------===//

#include "lint/report/Audit.h"
#include "lint/report/Characters.h"
#include "lint/report/Excerpt.h"
#include "lint/report/Formats.h"
#include "lint/report/Style.h"
#include "lint/report/Summary.h"
#include "lint/report/Wording.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

namespace warplint::report {
namespace {

constexpr unsigned gutter = 5; ///< columns for line numbers

std::string_view styleOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return style::red;
  case Severity::Warning:
    return style::magenta;
  case Severity::Note:
    return style::cyan;
  }
  return {};
}

class TextWriter {
public:
  TextWriter(const Context &context, std::ostream &out) : context_(context), out_(out) {}

  void write(const Finding &finding);
  void write(const KernelFigures &kernel);
  void writeSummary();
  void writeAudit();

private:
  std::string paint(std::string_view colour, std::string_view text) const {
    return context_.colour ? fmt::format("{}{}{}", colour, text, style::reset) : std::string(text);
  }
  template <typename... Args> void line(fmt::format_string<Args...> format, Args &&...args) {
    fmt::print(out_, format, std::forward<Args>(args)...);
    out_ << '\n';
  }
  std::string place(const SourceSpan &span) const;
  void writeExcerpt(const SourceSpan &span, unsigned indent);
  void writeAside(std::string_view label, std::string_view text);
  void writeNote(const Note &note, const SourceSpan &shown);
  void writeMeasured(const Finding &finding);
  void writeFix(const Fix &fix);
  void writeTotal(const Summary &summary);
  void writeTable(std::string_view title, const std::vector<Audit::Row> &rows, std::size_t most);
  void writeCostliest(const Audit &audit);
  void writeReasons(const Audit &audit);
  void writeCounts(const Summary &summary);
  void writeFiles(const Summary &summary);
  void writeRemarks();
  void writeNotes();

  const Context &context_;
  std::ostream &out_;
};

std::string TextWriter::place(const SourceSpan &span) const {
  std::string result = printable(span.file);
  if (span.line)
    result += fmt::format(":{}", span.line);
  if (span.line && span.column)
    result += fmt::format(":{}", span.column);
  return result;
}

void TextWriter::writeExcerpt(const SourceSpan &span, unsigned indent) {
  const std::string source = span.line ? context_.sourceLine(span.file, span.line) : std::string();
  if (source.empty())
    return;
  const unsigned taken = indent + gutter + 3;
  const unsigned width = context_.width > taken ? context_.width - taken : (context_.width ? 1 : 0);
  const Excerpt shown = excerpt(source, span, width);
  const std::string margin(indent, ' ');
  line("{}{:>{}} | {}", margin, span.line, gutter, shown.code);
  if (!shown.markers.empty())
    line("{}{:>{}} | {}", margin, "", gutter, paint(style::green, shown.markers));
}

/// A line under the excerpt that belongs to the finding as a whole.
void TextWriter::writeAside(std::string_view label, std::string_view text) {
  line("{:>{}} = {} {}", "", gutter, paint(style::bold, fmt::format("{}:", label)), text);
}

/// `shown` is the span of the finding, whose excerpt the reader has seen.
void TextWriter::writeNote(const Note &note, const SourceSpan &shown) {
  const std::string label = paint(style::cyan, "note:");
  if (note.span.file.empty())
    line("  {} {}", label, printable(note.text));
  else
    line("  {}: {} {}", place(note.span), label, printable(note.text));
  if (note.span != shown)
    writeExcerpt(note.span, 2);
}

std::string valueText(const EvidenceValue &value) {
  if (const auto *flag = std::get_if<bool>(&value))
    return *flag ? "true" : "false";
  if (const auto *integer = std::get_if<std::int64_t>(&value))
    return std::to_string(*integer);
  if (const auto *number = std::get_if<double>(&value))
    return fmt::format("{:.4g}", *number);
  return printable(std::get<std::string>(value));
}

/// "sectors per request 32 (as predicted)". Counts are of a run and of a block: they do not
/// compare.
std::string beside(const Finding &finding, const std::string &key, const EvidenceValue &value) {
  std::string words = key;
  std::replace(words.begin(), words.end(), '_', ' ');
  const std::string measured = valueText(value);
  const auto predicted = finding.predicted.find(key);
  if (predicted == finding.predicted.end())
    return fmt::format("{} {}", words, measured);
  const std::string expected = valueText(predicted->second);
  return expected == measured ? fmt::format("{} {} (as predicted)", words, measured)
                              : fmt::format("{} {} (predicted {})", words, measured, expected);
}

/// What was measured, each value beside its prediction where there is one.
void TextWriter::writeMeasured(const Finding &finding) {
  std::string text;
  if (finding.measured)
    for (const auto &[key, value] : *finding.measured)
      if (!std::holds_alternative<std::int64_t>(value) && key.find("_ideal") == std::string::npos)
        text += (text.empty() ? "" : ", ") + beside(finding, key, value);
  if (finding.verdict)
    writeAside(name(*finding.verdict), text.empty() ? "on the GPU" : "on the GPU: " + text);
  else if (!text.empty())
    writeAside("measured", text);
}

void TextWriter::writeFix(const Fix &fix) {
  writeAside("fix", printable(fix.title));
  for (const Change &change : preview(fix, context_.sourceLine)) {
    unsigned number = change.line;
    const auto shared =
        static_cast<std::size_t>(std::mismatch(change.before.begin(), change.before.end(),
                                               change.after.begin(), change.after.end())
                                     .first -
                                 change.before.begin());
    for (std::size_t i = 0; i < shared; ++i) // what new lines come behind
      line("{:>{}}   {}", number++, gutter, printable(change.before[i]));
    for (std::size_t i = shared; i < change.before.size(); ++i)
      line("{:>{}} {}", number++, gutter,
           paint(style::plainRed, "- " + printable(change.before[i])));
    for (std::size_t i = shared; i < change.after.size(); ++i)
      line("{:>{}} {}", "", gutter, paint(style::plainGreen, "+ " + printable(change.after[i])));
  }
}

void TextWriter::write(const Finding &finding) {
  const std::string label = fmt::format("{}:", name(finding.severity));
  line("{}: {} {} {}", paint(style::bold, place(finding.span)),
       paint(styleOf(finding.severity), label), paint(style::bold, printable(finding.message)),
       paint(style::dim, fmt::format("[{}]", finding.rule)));
  writeExcerpt(finding.span, 0);
  if (!finding.kernel.empty())
    writeAside("kernel", printable(finding.kernel));
  writeAside("confidence", printable(confidence(finding)));
  writeMeasured(finding);
  if (!finding.help.empty())
    writeAside("help", printable(finding.help));
  for (const Fix &fix : finding.fixes)
    writeFix(fix);
  for (const Note &note : finding.notes)
    writeNote(note, finding.span);
  out_ << '\n';
}

void TextWriter::write(const KernelFigures &kernel) {
  line("{}", paint(style::bold, printable(kernel.instantiation)));
  for (const Remark &remark : figuresInWords(kernel))
    writeAside(remark.label, printable(remark.text));
  out_ << '\n';
}

/// How many files there were, and what became of them.
void TextWriter::writeCounts(const Summary &summary) {
  const auto files = [&](FileStatus status) {
    return summary.byStatus[static_cast<std::size_t>(status)];
  };
  const unsigned analysed = files(FileStatus::Analysed);
  std::string text = counted(summary.files(), "file") + " analysed";
  if (analysed != summary.files())
    text = fmt::format("{} of {}", analysed, text);
  if (unsigned partial = files(FileStatus::Partial))
    text += fmt::format(", {} only in part", partial);
  if (unsigned failed = files(FileStatus::Failed))
    text += fmt::format(", {} not at all", failed);
  text += (analysed == summary.files() ? ", " : "; ") + counted(summary.kernels, "kernel");
  if (const unsigned silenced = summary.suppressed - summary.refuted) // a note tells of the others
    text += fmt::format("; {} suppressed", counted(silenced, "finding"));
  line("{}", text);
}

void TextWriter::writeFiles(const Summary &summary) {
  writeCounts(summary);
  for (const Report::File &file : context_.report.files) {
    if (file.status == FileStatus::Analysed)
      continue;
    line("  {}: {}{}", printable(file.file),
         paint(file.status == FileStatus::Failed ? style::red : style::magenta, name(file.status)),
         file.notes.empty() ? "" : ":");
    for (const std::string &note : file.notes)
      line("    {}", printable(note));
  }
  writeRemarks();
}

/// Headers seen through the files that include them: where there are many, they are one remark.
void foldHeaders(std::map<std::string, std::vector<std::string>> &filesByNote) {
  constexpr std::string_view words = "analysed as part of "; // the front end's
  constexpr std::ptrdiff_t most = 5;
  const auto first = filesByNote.lower_bound(std::string(words));
  auto last = first;
  while (last != filesByNote.end() && last->first.starts_with(words))
    ++last;
  if (std::distance(first, last) <= most)
    return;
  std::vector<std::string> headers;
  for (auto it = first; it != last; ++it)
    headers.insert(headers.end(), it->second.begin(), it->second.end());
  filesByNote.erase(first, last);
  filesByNote.emplace(std::string(words) + "the files that include them", std::move(headers));
}

/// Which includes were not found: one remark, with the names of all.
void foldIncludes(std::map<std::string, std::vector<std::string>> &filesByNote) {
  constexpr std::string_view words = " not found: "; // the front end's
  std::set<std::string> names;
  std::vector<std::string> files;
  for (auto it = filesByNote.begin(); it != filesByNote.end();) {
    const std::size_t at = it->first.find(words);
    if (at == std::string::npos || it->first.find(" include") >= at) {
      ++it;
      continue;
    }
    std::string_view rest = std::string_view(it->first).substr(at + words.size());
    while (!rest.empty()) {
      const std::size_t comma = std::min(rest.find(", "), rest.size());
      names.emplace(rest.substr(0, comma));
      rest.remove_prefix(std::min(comma + 2, rest.size()));
    }
    files.insert(files.end(), it->second.begin(), it->second.end());
    it = filesByNote.erase(it);
  }
  if (files.empty())
    return;
  constexpr std::size_t most = 8;
  names.erase("…");
  std::string text = counted(static_cast<unsigned>(names.size()), "include") +
                     (names.size() == 1 ? " was" : " were") + std::string(words);
  std::size_t named = 0;
  for (const std::string &name : names)
    if (named++ < most)
      text += (named == 1 ? "" : ", ") + name;
  if (names.size() > most)
    text += ", …";
  filesByNote.emplace(std::move(text), std::move(files));
}

/// What is to be said of files that were analysed; the same of several files is said once.
void TextWriter::writeRemarks() {
  std::map<std::string, std::vector<std::string>> filesByNote;
  for (const Report::File &file : context_.report.files)
    if (file.status == FileStatus::Analysed)
      for (const std::string &note : file.notes)
        filesByNote[note].push_back(file.file);
  if (context_.audit)
    foldIncludes(filesByNote);
  foldHeaders(filesByNote);
  for (const auto &[note, files] : filesByNote) {
    std::string place;
    if (files.size() > 1)
      place = counted(static_cast<unsigned>(files.size()), "file") + ": ";
    else if (!note.starts_with(files.front() + ":"))
      place = printable(files.front()) + ": ";
    line("  {}{}", place, printable(note));
  }
}

void TextWriter::writeNotes() {
  for (const std::string &note : context_.report.notes)
    line("{} {}", paint(style::cyan, "note:"), printable(note));
}

void TextWriter::writeTotal(const Summary &summary) {
  if (summary.findings == 0)
    line("no findings");
  else
    line("{}: {}", paint(style::bold, counted(summary.findings, "finding")),
         severities(summary.bySeverity));
}

/// Columns of counts beside names.
void TextWriter::writeTable(std::string_view title, const std::vector<Audit::Row> &rows,
                            std::size_t most) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(most, rows.size()); ++i)
    names.push_back(printable(rows[i].name));
  std::size_t widest = title.size();
  for (const std::string &name : names)
    widest = std::max(widest, name.size() + 2);
  line("");
  line("{}  {:>8}{:>10}{:>7}", paint(style::bold, fmt::format("{:<{}}", title, widest)), "errors",
       "warnings", "notes");
  const auto count = [](unsigned value) { return value ? std::to_string(value) : "-"; };
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto &counts = rows[i].bySeverity;
    line("  {:<{}}  {:>8}{:>10}{:>7}", names[i], widest - 2, count(counts[2]), count(counts[1]),
         count(counts[0]));
  }
  if (rows.size() > names.size())
    line("  and {} more", rows.size() - names.size());
}

void TextWriter::writeCostliest(const Audit &audit) {
  if (audit.costliest.empty())
    return;
  line("");
  line("{} (turns of a warp beyond what would do, in one block)",
       paint(style::bold, audit.sites > audit.costliest.size()
                              ? fmt::format("the {} most costly of {} sites",
                                            audit.costliest.size(), audit.sites)
                              : "sites by cost"));
  for (const Audit::Site &site : audit.costliest) {
    const Finding &finding = *site.finding;
    line("  {:>10.0f}  {} [{}]", site.slots, paint(style::bold, place(finding.span)),
         fmt::join(site.rules, ", "));
    std::string text = excessInWords(finding.predicted);
    if (!finding.kernel.empty())
      text = fmt::format("{}: {}", printable(finding.kernel), text);
    if (site.measuredShare)
      text += fmt::format("; {:.1f} % of the excess that was measured", 100 * *site.measuredShare);
    line("  {:>10}  {}", "", text);
  }
}

/// "a.cu, b.cu, c.cu and 4 more"
std::string someOf(const std::vector<std::string> &files) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, files.size()); ++i)
    text += (text.empty() ? "" : ", ") + printable(files[i]);
  if (files.size() > most)
    text += fmt::format(" and {} more", files.size() - most);
  return text;
}

void TextWriter::writeReasons(const Audit &audit) {
  if (audit.notAnalysed.empty())
    return;
  line("");
  line("{}", paint(style::bold, "not analysed"));
  for (const Audit::Reason &reason : audit.notAnalysed) {
    const bool failed = reason.status == FileStatus::Failed;
    line("  {} {}: {}", counted(static_cast<unsigned>(reason.files.size()), "file"),
         paint(failed ? style::red : style::magenta, failed ? "not at all" : "only in part"),
         printable(reason.text));
    line("    {}", someOf(reason.files));
  }
}

void TextWriter::writeAudit() {
  constexpr std::size_t mostFolders = 10;
  const Summary summary = summarise(context_.report);
  const Audit found = audit(context_.report);
  writeTotal(summary);
  writeTable("by rule", found.rules, found.rules.size());
  writeTable("by folder", found.folders, mostFolders);
  writeCostliest(found);
  writeReasons(found);
  line("");
  writeCounts(summary);
  writeRemarks();
  writeNotes();
}

void TextWriter::writeSummary() {
  const Summary summary = summarise(context_.report);
  writeTotal(summary);
  std::size_t widest = 0;
  for (const auto &[rule, counts] : summary.byRule)
    widest = std::max(widest, rule.size());
  for (const auto &[rule, counts] : summary.byRule)
    line("  {:<{}}  {}", rule, widest, severities(counts));
  writeFiles(summary);
  writeNotes();
}

} // namespace

void writeText(const Context &context, std::ostream &out) {
  TextWriter writer(context, out);
  for (const Finding &finding : context.report.findings)
    if (!finding.suppressed)
      writer.write(finding);
  for (const KernelFigures &kernel : context.report.kernels)
    writer.write(kernel);
  if (context.quiet)
    return;
  if (context.audit)
    writer.writeAudit();
  else
    writer.writeSummary();
}

} // namespace warplint::report
