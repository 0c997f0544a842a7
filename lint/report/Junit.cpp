//===- Junit.cpp - JUnit XML, as CI systems read it -----------------------===//
//
// A file is a test suite. A warning or an error is a failed case, a suppressed finding a
// skipped one, a note a case that passes and says something; a file that could not be
// analysed is a case in error. A file with none of these has one case that passes.
//
//===----------------------------------------------------------------------===//

#include "lint/report/Characters.h"
#include "lint/report/Formats.h"
#include "lint/report/Wording.h"

#include <fmt/format.h>
#include <map>
#include <pugixml.hpp>

namespace warplint::report {
namespace {

/// XML 1.0 has no way to write most control characters; printable() shows them in ASCII.
std::string xmlText(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    result += (at ? "\n" : "") + printable(text.substr(at, end - at));
    at = end + 1;
  }
  return result;
}

void set(pugi::xml_node node, const char *attribute, std::string_view value) {
  node.append_attribute(attribute).set_value(xmlText(value).c_str());
}

struct Suite {
  const Report::File *file = nullptr; ///< null where a finding is in no file of the report
  std::vector<const Finding *> findings;
};

struct Counts {
  unsigned tests = 0, failures = 0, errors = 0, skipped = 0;

  void add(const Counts &other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
  }
  void writeTo(pugi::xml_node node) const {
    node.append_attribute("tests").set_value(tests);
    node.append_attribute("failures").set_value(failures);
    node.append_attribute("errors").set_value(errors);
    node.append_attribute("skipped").set_value(skipped);
  }
};

pugi::xml_node addCase(pugi::xml_node suite, std::string_view file, std::string_view title) {
  pugi::xml_node node = suite.append_child("testcase");
  set(node, "name", title);
  set(node, "classname", file);
  set(node, "file", file);
  return node;
}

void addFinding(pugi::xml_node suite, const Finding &finding, Counts &counts) {
  const SourceSpan &span = finding.span;
  pugi::xml_node node =
      addCase(suite, span.file, fmt::format("{} at {}:{}", finding.rule, span.line, span.column));
  node.append_attribute("line").set_value(span.line);
  ++counts.tests;
  const std::string text =
      fmt::format("{}:{}:{}: {}: {} [{}]{}", span.file, span.line, span.column,
                  name(finding.severity), finding.message, finding.rule, remarks(finding));
  if (finding.suppressed) {
    ++counts.skipped;
    set(node.append_child("skipped"), "message",
        fmt::format("suppressed by {}: {}", finding.suppressed->by, finding.suppressed->reason));
  } else if (finding.severity == Severity::Note) {
    node.append_child("system-out").text().set(xmlText(text).c_str());
  } else {
    ++counts.failures;
    pugi::xml_node failure = node.append_child("failure");
    set(failure, "message", finding.message);
    set(failure, "type", name(finding.severity));
    failure.text().set(xmlText(text).c_str());
  }
}

void addFile(pugi::xml_node suite, const Report::File &file, bool alone, Counts &counts) {
  if (file.status == FileStatus::Analysed && !alone)
    return;
  pugi::xml_node node = addCase(suite, file.file, "analysis");
  ++counts.tests;
  std::string notes;
  for (const std::string &note : file.notes)
    notes += (notes.empty() ? "" : "\n") + note;
  if (file.status == FileStatus::Failed) {
    ++counts.errors;
    pugi::xml_node error = node.append_child("error");
    set(error, "message", "not analysed");
    set(error, "type", name(file.status));
    error.text().set(xmlText(notes).c_str());
  } else if (file.status == FileStatus::Partial) {
    node.append_child("system-out").text().set(xmlText("analysed in part\n" + notes).c_str());
  }
}

std::map<std::string, Suite> suitesOf(const Report &report) {
  std::map<std::string, Suite> suites;
  for (const Report::File &file : report.files)
    suites[file.file].file = &file;
  for (const Finding &finding : report.findings)
    suites[finding.span.file].findings.push_back(&finding);
  return suites;
}

} // namespace

void writeJunit(const Context &context, std::ostream &out) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version").set_value("1.0");
  declaration.append_attribute("encoding").set_value("UTF-8");
  pugi::xml_node root = document.append_child("testsuites");
  set(root, "name", "warplint");
  Counts all;
  for (const auto &[file, suite] : suitesOf(context.report)) {
    pugi::xml_node node = root.append_child("testsuite");
    set(node, "name", file);
    Counts counts;
    if (suite.file)
      addFile(node, *suite.file, suite.findings.empty(), counts);
    for (const Finding *finding : suite.findings)
      addFinding(node, *finding, counts);
    counts.writeTo(node);
    all.add(counts);
  }
  all.writeTo(root);
  document.save(out, "  ", pugi::format_indent, pugi::encoding_utf8);
}

} // namespace warplint::report
