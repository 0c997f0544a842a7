//===- LeftOut.cpp ----------------------------------------------------------===//
//
// What stood there may have been a barrier, a write or a return.
//
//===----------------------------------------------------------------------===//

#include "lint/simt/LeftOut.h"

#include "lint/simt/Interpreter.h"
#include "lint/simt/RawTokens.h"

#include "clang/Basic/OperatorPrecedence.h"
#include "clang/Lex/Lexer.h"

namespace warplint::simt {

using namespace clang;

namespace {

bool assigns(tok::TokenKind kind) {
  return kind == tok::plusplus || kind == tok::minusminus ||
         getBinOpPrecedence(kind, /*GreaterThanIsOperator=*/true, /*CPlusPlus11=*/true) ==
             prec::Assignment;
}

/// `x = …`, `x[i].y += …`, `&x`, `++x`; `f(x)`, which may take a reference.
Written writtenAt(const std::vector<Token> &tokens, std::size_t at) {
  const tok::TokenKind before = at > 0 ? tokens[at - 1].getKind() : tok::unknown;
  if (before == tok::period || before == tok::arrow || before == tok::coloncolon)
    return Written::No;
  if (before == tok::amp || before == tok::plusplus || before == tok::minusminus)
    return Written::Itself;
  auto kindAt = [&](std::size_t index) {
    return index < tokens.size() ? tokens[index].getKind() : tok::unknown;
  };
  bool isPart = before == tok::star;
  std::size_t next = at + 1;
  while (true) {
    if (kindAt(next) == tok::l_square) {
      unsigned depth = 0;
      do {
        depth += kindAt(next) == tok::l_square;
        depth -= kindAt(next) == tok::r_square;
        ++next;
      } while (depth > 0 && next < tokens.size());
    } else if (kindAt(next) == tok::period || kindAt(next) == tok::arrow) {
      next += 2;
    } else {
      break;
    }
    isPart = true;
  }
  if (assigns(kindAt(next)))
    return isPart ? Written::WhatItLeadsTo : Written::Itself;
  const bool isArgument = (before == tok::l_paren || before == tok::comma) &&
                          (kindAt(next) == tok::r_paren || kindAt(next) == tok::comma);
  return isArgument || kindAt(next) == tok::l_paren ? Written::IfAnObject : Written::No;
}

} // namespace

std::vector<Token> rawTokens(SourceLocation from, SourceLocation to, const SourceManager &sources,
                             const LangOptions &language) {
  std::vector<Token> tokens;
  const auto [file, begin] = sources.getDecomposedLoc(from);
  const auto [fileOfEnd, end] = sources.getDecomposedLoc(to);
  const auto text = sources.getBufferDataOrNone(file);
  if (!text || file != fileOfEnd || begin >= end)
    return tokens;
  Lexer lexer(sources.getLocForStartOfFile(file), language, text->begin(), text->begin() + begin,
              text->end());
  Token token;
  while (!lexer.LexFromRawLexer(token) && sources.getFileOffset(token.getLocation()) < end)
    tokens.push_back(token);
  return tokens;
}

std::vector<Token> rawTokens(const LeftOut &left, const SourceManager &sources,
                             const LangOptions &language) {
  const SourceLocation from = Lexer::getLocForEndOfToken(
      sources.getExpansionRange(left.from).getEnd(), 0, sources, language);
  if (from.isInvalid())
    return {};
  return rawTokens(from, sources.getExpansionLoc(left.to), sources, language);
}

std::map<std::string, Written> writtenIn(const LeftOut &left, const SourceManager &sources,
                                         const LangOptions &language) {
  const std::vector<Token> tokens = rawTokens(left, sources, language);
  std::map<std::string, Written> written;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i].is(tok::raw_identifier)) {
      Written &most = written[tokens[i].getRawIdentifier().str()];
      const auto here = writtenAt(tokens, i);
      most = most == Written::No || most == Written::IfAnObject ? here : most;
    }
  return written;
}

std::vector<LeftOut> leftOutOf(const CompoundStmt &block, const std::vector<SourceLocation> &errors,
                               const SourceManager &sources) {
  std::vector<LeftOut> found;
  if (block.getLBracLoc().isInvalid() || block.getRBracLoc().isInvalid())
    return found;
  auto isBefore = [&](SourceLocation one, SourceLocation other) {
    return sources.isBeforeInTranslationUnit(one, other);
  };
  const auto first = std::ranges::upper_bound(errors, block.getLBracLoc(), isBefore);
  const auto last = std::ranges::lower_bound(errors, block.getRBracLoc(), isBefore);
  if (first >= last)
    return found;
  SourceLocation from = block.getLBracLoc();
  std::size_t index = 0;
  auto lookUntil = [&](SourceLocation to) {
    if (to.isInvalid())
      return;
    const auto error = std::upper_bound(first, last, from, isBefore);
    if (error != last && isBefore(*error, to))
      found.push_back({index, *error, from, to});
  };
  for (const Stmt *statement : block.body()) {
    lookUntil(statement->getBeginLoc());
    ++index;
    for (const SourceLocation end : {statement->getBeginLoc(), statement->getEndLoc()})
      if (end.isValid() && isBefore(from, end))
        from = end;
  }
  lookUntil(block.getRBracLoc());
  return found;
}

const std::vector<LeftOut> &Interpreter::leftOutOf(const CompoundStmt *block) {
  auto [known, isNew] = leftOut_.try_emplace(block);
  if (isNew && run_.errors)
    known->second = simt::leftOutOf(*block, *run_.errors, context_.getSourceManager());
  return known->second;
}

/// What stood before a statement of the block; behind the last one, if there are `index`.
void Interpreter::passLeftOut(const CompoundStmt *block, std::size_t index) {
  if (!run_.errors || run_.errors->empty())
    return;
  for (const LeftOut &left : leftOutOf(block))
    if (left.index == index && !stopped_ && active_.any()) {
      lose("a statement that could not be understood", left.error);
      mayDoAnything();
      forgetWritten(left);
    }
}

bool isUnknown(const NullStmt &statement, const SourceManager &sources) {
  const SourceLocation at = statement.getSemiLoc();
  if (!at.isMacroID())
    return false;
  const auto [file, offset] = sources.getDecomposedLoc(sources.getSpellingLoc(at));
  const auto text = sources.getBufferDataOrNone(file);
  return text && text->substr(offset).starts_with(unknownStatement);
}

bool standsForAnother(const NullStmt &statement, const SourceManager &sources) {
  const SourceLocation at = statement.getSemiLoc();
  if (at.isInvalid())
    return true;
  bool isInvalid = false;
  const char *text = sources.getCharacterData(sources.getSpellingLoc(at), &isInvalid);
  // `label: }`
  return !isInvalid && *text != ';' && *text != ':' && *text != '}';
}

bool Interpreter::standsForAnother(const NullStmt *statement) const {
  const SourceManager &sources = context_.getSourceManager();
  return isUnknown(*statement, sources) ||
         (run_.errors && !run_.errors->empty() && simt::standsForAnother(*statement, sources));
}

bool Interpreter::mayMissStatements() const {
  return (run_.errors && !run_.errors->empty()) || mayHaveWaited_.any();
}

/// `my::load(x);`: Clang takes it for a declaration of x.
void Interpreter::passDamaged(const VarDecl *variable) {
  if (!run_.errors || run_.errors->empty())
    return;
  mayDoAnything();
  forgetVariables({{variable->getNameAsString(), Written::IfAnObject}});
}

void Interpreter::mayDoAnything() {
  orderUnseen();
  memoryChanged();
  state_.async.lostTrack();
  state_.async.anyBarrierUnknown = true;
  if (active_ != algebra_.all())
    mayHaveWaited_ |= active_;
}

// Who did not come to a barrier may have waited where nobody sees it.
void Interpreter::finishMissedBarriers() {
  for (const MissedBarrier &barrier : missedBarriers_)
    if ((barrier.missing & mayHaveWaited_).any())
      forgetAbsence(recorder_.at(SiteKind::Barrier, barrier.range, barrier.op));
  // What makes data differ between threads may be what was not understood.
  if (outcome_.lost.empty())
    return;
  for (const auto &[range, name] : doubtedCalls_)
    if (SiteRecord &record = recorder_.at(SiteKind::WarpCall, range, name);
        record.evidence.contains("rests_on_guard") &&
        record.maxima["cause"] == static_cast<std::int64_t>(Cause::Data))
      forgetAbsence(record);
  for (const DoubtedBarrier &doubted : doubtedBarriers_) {
    if (llvm::any_of(missedBarriers_, [&](const MissedBarrier &barrier) {
          return barrier.range == doubted.range && barrier.op == doubted.op;
        }))
      continue;
    SiteRecord &record = recorder_.at(SiteKind::Barrier, doubted.range, doubted.op);
    if (doubted.othersLeft)
      record.evidence["absent_exited"] = true;
    else
      forgetAbsence(record);
  }
}

// What is found of other values still stands.
void Interpreter::forgetWritten(const LeftOut &left) {
  forgetVariables(writtenIn(left, context_.getSourceManager(), context_.getLangOpts()));
}

void Interpreter::forgetVariables(const std::map<std::string, Written> &written) {
  auto forgetVariable = [&](const ValueDecl *variable, const Address &address) {
    const auto it = written.find(variable->getNameAsString());
    if (it == written.end() || it->second == Written::No)
      return;
    const QualType type = variable->getType().getNonReferenceType();
    const bool leads = type->isPointerType();
    if (it->second == Written::IfAnObject && !type->isArrayType() && !isRecord(type))
      return;
    havoc(it->second == Written::WhatItLeadsTo && leads ? resolve(load(address, type, nullptr))
                                                        : address,
          Cause::Lane);
  };
  const auto variables = frames_.back().variables;
  for (const auto &[variable, address] : variables)
    forgetVariable(variable, address);
  const auto captures = frames_.back().captures;
  for (const auto &[variable, address] : captures)
    forgetVariable(variable, address);
  const auto globals = globals_;
  for (const auto &[variable, address] : globals)
    forgetVariable(variable, address);
}

} // namespace warplint::simt
