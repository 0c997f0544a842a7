//===- LostFunctions.cpp --------------------------------------------------===//

#include "lint/usage/LostFunctions.h"

#include "lint/simt/RawTokens.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <array>

namespace warplint::usage {

using namespace clang;

namespace {

bool isWord(const Token &token, llvm::StringRef word) {
  return token.is(tok::raw_identifier) && token.getRawIdentifier() == word;
}

std::vector<Token> withoutDirectives(std::vector<Token> tokens) {
  bool isDirective = false;
  llvm::erase_if(tokens, [&](const Token &token) {
    if (token.isAtStartOfLine())
      isDirective = token.is(tok::hash);
    return isDirective;
  });
  return tokens;
}

/// What stands between braces begins behind `open`; where that ends.
std::size_t closingBrace(llvm::ArrayRef<Token> tokens, std::size_t open) {
  unsigned depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    depth += tokens[i].is(tok::l_brace);
    depth -= tokens[i].is(tok::r_brace);
    if (depth == 0)
      return i;
  }
  return tokens.size();
}

bool callsCuda(llvm::ArrayRef<Token> tokens) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens[i].is(tok::lesslessless) ||
        (tokens[i].is(tok::raw_identifier) && tokens[i + 1].is(tok::l_paren) &&
         tokens[i].getRawIdentifier().starts_with("cuda")))
      return true;
  return false;
}

/// `namespace a {`, `extern "C" {`: declarations follow.
bool opensScope(llvm::ArrayRef<Token> head) {
  return llvm::any_of(head, [](const Token &token) { return isWord(token, "namespace"); }) ||
         (head.size() == 2 && isWord(head[0], "extern") && head[1].is(tok::string_literal));
}

/// The word before the first parenthesis that is no template argument's; none of a class.
const Token *nameOfFunction(llvm::ArrayRef<Token> head) {
  for (std::size_t i = 1; i < head.size(); ++i) {
    if (head[i].is(tok::l_paren))
      return head[i - 1].is(tok::raw_identifier) ? &head[i - 1] : nullptr;
    const bool isFirst = i == 1 || head[i - 2].is(tok::greater); // `template <class T> class`
    if (isFirst && llvm::any_of(std::array{"class", "struct", "union", "enum"},
                                [&](const char *word) { return isWord(head[i - 1], word); }))
      return nullptr;
  }
  return nullptr;
}

} // namespace

std::vector<LostFunction> lostFunctions(const ASTContext &context,
                                        const std::vector<SourceLocation> &errors,
                                        const std::vector<const FunctionDecl *> &seen) {
  std::vector<LostFunction> lost;
  const SourceManager &sources = context.getSourceManager();
  const FileID file = sources.getMainFileID();
  std::vector<std::pair<unsigned, SourceLocation>> places; // of errors, by their offsets
  for (const SourceLocation error : errors)
    if (const auto [in, offset] = sources.getDecomposedExpansionLoc(error); in == file)
      places.emplace_back(offset, error);
  if (places.empty())
    return lost;
  llvm::DenseSet<unsigned> bodies;
  for (const FunctionDecl *function : seen)
    bodies.insert(sources.getFileOffset(
        sources.getExpansionLoc(function->getBody()->getSourceRange().getBegin())));

  const std::vector<Token> all = withoutDirectives(
      simt::rawTokens(sources.getLocForStartOfFile(file), sources.getLocForEndOfFile(file), sources,
                      context.getLangOpts()));
  const llvm::ArrayRef<Token> tokens(all);
  std::size_t begin = 0; // of a declaration
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].isOneOf(tok::semi, tok::r_brace))
      begin = i + 1;
    if (tokens[i].isNot(tok::l_brace))
      continue;
    const llvm::ArrayRef<Token> head = tokens.slice(begin, i - begin);
    if (opensScope(head)) {
      begin = i + 1;
      continue;
    }
    const std::size_t end = closingBrace(tokens, i);
    const unsigned open = sources.getFileOffset(tokens[i].getLocation());
    const auto error = llvm::find_if(places, [&](const auto &place) {
      return !head.empty() && sources.getFileOffset(head.front().getLocation()) <= place.first &&
             place.first < open;
    });
    const Token *name = error != places.end() ? nameOfFunction(head) : nullptr;
    if (name && !bodies.contains(open) && callsCuda(tokens.slice(i, end - i)))
      lost.push_back({name->getRawIdentifier().str(), name->getLocation(), error->second});
    i = end;
    begin = i + 1;
  }
  return lost;
}

} // namespace warplint::usage
