//===- ApplyFixes.cpp - cures written into the source ---------------------===//

#include "lint/cli/ApplyFixes.h"

#include "lint/cli/WriteFile.h"

#include "clang/Tooling/Core/Replacement.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <sstream>

namespace warplint::cli {
namespace {

using clang::tooling::Replacement;
using clang::tooling::Replacements;

struct File {
  std::string text;
  std::vector<std::size_t> lineStarts; ///< offset of each line's first byte
  Replacements replacements;
  std::set<Edit, bool (*)(const Edit &, const Edit &)> edits{[](const Edit &a, const Edit &b) {
    return std::tie(a.span, a.text) < std::tie(b.span, b.text);
  }};
};

std::optional<File> readFile(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf();
  File file;
  file.text = text.str();
  file.lineStarts = {0};
  for (std::size_t i = 0; i < file.text.size(); ++i)
    if (file.text[i] == '\n')
      file.lineStarts.push_back(i + 1);
  return file;
}

std::optional<std::size_t> offsetOf(const File &file, unsigned line, unsigned column) {
  if (line == 0 || column == 0 || line > file.lineStarts.size())
    return std::nullopt;
  const std::size_t offset = file.lineStarts[line - 1] + column - 1;
  const std::size_t end =
      line < file.lineStarts.size() ? file.lineStarts[line] : file.text.size() + 1;
  if (offset >= end)
    return std::nullopt;
  return offset;
}

class Fixer {
public:
  /// Why the fix cannot be applied; empty where it was taken.
  std::string take(const Fix &fix);
  /// Writes the files that change, and names them.
  Expected<std::vector<std::string>> write();

private:
  /// Adds an edit to the file as it is in `changed`.
  std::string add(const Edit &edit, std::map<std::string, File> &changed);

  std::map<std::string, File> files_;
};

std::string Fixer::add(const Edit &edit, std::map<std::string, File> &changed) {
  const std::string &path = edit.span.file;
  if (!changed.contains(path)) {
    auto known = files_.find(path);
    std::optional<File> file = known == files_.end() ? readFile(path) : known->second;
    if (!file)
      return fmt::format("{} cannot be read", path);
    changed.emplace(path, std::move(*file));
  }
  File &file = changed.at(path);
  const auto begin = offsetOf(file, edit.span.line, edit.span.column);
  const auto end = offsetOf(file, edit.span.endLine, edit.span.endColumn);
  if (!begin || !end || *end < *begin)
    return fmt::format("it does not fit {}", path);
  if (!file.edits.insert(edit).second)
    return {}; // another finding asks for the same
  const Replacement replacement(path, static_cast<unsigned>(*begin),
                                static_cast<unsigned>(*end - *begin), edit.text);
  if (llvm::Error error = file.replacements.add(replacement)) {
    llvm::consumeError(std::move(error));
    return "it overlaps another fix; run warplint again";
  }
  return {};
}

std::string Fixer::take(const Fix &fix) {
  std::map<std::string, File> changed;
  for (const Edit &edit : fix.edits)
    if (std::string why = add(edit, changed); !why.empty())
      return why;
  for (auto &[path, file] : changed)
    files_.insert_or_assign(path, std::move(file));
  return {};
}

Expected<std::vector<std::string>> Fixer::write() {
  std::map<std::string, std::string> texts;
  for (const auto &[path, file] : files_) {
    auto text = clang::tooling::applyAllReplacements(file.text, file.replacements);
    if (!text)
      return makeError("cannot apply the fixes: " + llvm::toString(text.takeError()), path);
    if (*text != file.text)
      texts.emplace(path, std::move(*text));
  }
  if (auto done = replaceFiles(texts); !done)
    return makeError("the fixed file " + done.error().message, done.error().file);
  std::vector<std::string> written;
  for (const auto &[path, text] : texts)
    written.push_back(path);
  return written;
}

} // namespace

Expected<FixOutcome> applyFixes(const Report &report) {
  FixOutcome outcome;
  Fixer fixer;
  for (const Finding &finding : report.findings) {
    outcome.fixed.push_back(false);
    if (finding.suppressed || finding.fixes.empty() || finding.fixes.front().edits.empty())
      continue;
    const std::string why = finding.confidence == Confidence::Possible
                                ? "the finding is no more than possible"
                                : fixer.take(finding.fixes.front());
    outcome.fixed.back() = why.empty();
    if (!why.empty())
      outcome.notes.push_back(fmt::format("{}:{}: not fixed ({}): {}", finding.span.file,
                                          finding.span.line, finding.rule, why));
  }
  auto files = fixer.write();
  if (!files)
    return tl::unexpected(files.error());
  outcome.files = std::move(*files);
  return outcome;
}

} // namespace warplint::cli
