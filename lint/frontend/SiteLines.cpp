//===- SiteLines.cpp -------------------------------------------*- C++ -*-===//
#include "lint/frontend/SiteLines.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"

namespace warplint::frontend {

void eachLine(SourceSpan &span, llvm::StringRef file, ChangeLine change) {
  if (span.file != file)
    return;
  change(span.line);
  change(span.endLine);
}

void eachLine(std::vector<Site> &sites, llvm::StringRef file, ChangeLine change) {
  const auto statement = [&](const SourceSpan &of, Lines &lines) {
    if (of.file != file || lines.first == 0)
      return;
    change(lines.first);
    change(lines.last);
  };
  for (Site &site : sites) {
    statement(site.span, site.statement);
    eachLine(site.span, file, change);
    for (Use &use : site.uses) {
      statement(use.span, use.statement);
      eachLine(use.span, file, change);
    }
    for (Note &note : site.notes)
      eachLine(note.span, file, change);
    for (Fix &fix : site.fixes)
      for (Edit &edit : fix.edits)
        eachLine(edit.span, file, change);
    for (auto &[name, value] : site.evidence)
      if (auto *number = std::get_if<std::int64_t>(&value);
          number && *number > 0 && llvm::StringRef(name).ends_with("_line")) {
        auto line = static_cast<unsigned>(*number);
        change(line);
        *number = line;
      }
  }
}

bool namesLine(llvm::StringRef text) {
  static const llvm::Regex named("(lines? |:)[0-9]");
  return named.match(text);
}

bool nameLines(const std::vector<Site> &sites) {
  return llvm::any_of(sites, [](const Site &site) {
    return llvm::any_of(site.assumptions, namesLine) ||
           llvm::any_of(site.notes, [](const Note &n) { return namesLine(n.text); }) ||
           llvm::any_of(site.fixes, [](const Fix &f) { return namesLine(f.title); }) ||
           llvm::any_of(site.evidence, [](const auto &entry) {
             const auto *text = std::get_if<std::string>(&entry.second);
             return text && namesLine(*text);
           });
  });
}

bool holdsLinesAlone(const Site &site) {
  return llvm::any_of(site.evidence, [](const auto &entry) {
    return llvm::StringRef(entry.first).ends_with("_line");
  });
}

} // namespace warplint::frontend
