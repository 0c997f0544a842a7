//===- Conditionals.cpp ---------------------------------------------------===//

#include "lint/usage/Conditionals.h"

#include "clang/Lex/Lexer.h"

#include <utility>

namespace warplint::usage {

using namespace clang;

namespace {

struct Directive {
  std::string word; ///< if, ifdef, define, …
  std::string rest; ///< what stands behind it in its line
  unsigned offset = 0;
};

std::vector<Directive> directivesOf(llvm::StringRef text, SourceLocation begin,
                                    const LangOptions &language) {
  std::vector<Directive> directives;
  Lexer lexer(begin, language, text.begin(), text.begin(), text.end());
  Token token;
  bool inDirective = false;
  bool wantsWord = false;
  for (lexer.LexFromRawLexer(token); token.isNot(tok::eof); lexer.LexFromRawLexer(token)) {
    if (token.isAtStartOfLine()) {
      inDirective = token.is(tok::hash);
      wantsWord = inDirective;
      if (inDirective) {
        directives.push_back({});
        directives.back().offset = token.getLocation().getRawEncoding() - begin.getRawEncoding();
        continue;
      }
    }
    if (!inDirective)
      continue;
    const unsigned offset = token.getLocation().getRawEncoding() - begin.getRawEncoding();
    const llvm::StringRef spelling = text.substr(offset, token.getLength());
    Directive &directive = directives.back();
    if (std::exchange(wantsWord, false))
      directive.word = spelling.str();
    else
      directive.rest += (directive.rest.empty() ? "" : " ") + spelling.str();
  }
  return directives;
}

} // namespace

const std::vector<Conditionals::Part> &Conditionals::partsOf(FileID file) {
  const auto [found, isNew] = parts_.try_emplace(file);
  std::vector<Part> &parts = found->second;
  const auto text = isNew ? sources_.getBufferDataOrNone(file) : std::nullopt;
  if (!text)
    return parts;
  const std::vector<Directive> directives =
      directivesOf(*text, sources_.getLocForStartOfFile(file), language_);
  const bool guarded = directives.size() >= 2 && directives[0].word == "ifndef" &&
                       directives[1].word == "define" &&
                       llvm::StringRef(directives[1].rest).starts_with(directives[0].rest);
  std::vector<Part> open;
  for (const Directive &directive : directives) {
    const llvm::StringRef word = directive.word;
    if (word.starts_with("if"))
      open.push_back({directive.offset, static_cast<unsigned>(text->size()), directive.rest});
    else if (word.starts_with("elif") && !open.empty())
      open.back().condition += " " + directive.rest;
    else if (word == "endif" && !open.empty()) {
      open.back().end = directive.offset;
      if (!guarded || open.back().begin != directives[0].offset)
        parts.push_back(open.back());
      open.pop_back();
    }
  }
  return parts;
}

std::vector<std::string> Conditionals::around(SourceLocation place) {
  std::vector<std::string> result;
  for (const SourceLocation one : {sources_.getSpellingLoc(place), sources_.getFileLoc(place),
                                   sources_.getExpansionLoc(place)}) {
    const auto [file, offset] = sources_.getDecomposedLoc(one);
    for (const Part &part : partsOf(file))
      if (part.begin <= offset && offset < part.end)
        result.push_back(part.condition);
  }
  return result;
}

std::vector<std::string> Conditionals::of(FileID file) {
  std::vector<std::string> result;
  for (const Part &part : partsOf(file))
    result.push_back(part.condition);
  return result;
}

} // namespace warplint::usage
