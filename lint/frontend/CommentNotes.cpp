//===- CommentNotes.cpp ----------------------------------------*- C++ -*-===//
#include "lint/frontend/CommentNotes.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <array>

namespace warplint::frontend {
namespace {

/// Threads in x, y and z, of which there is at least one.
bool isBlock(llvm::StringRef list) {
  constexpr std::array<unsigned, 3> most = {1024, 1024, 64};
  constexpr unsigned mostThreads = 1024;
  llvm::SmallVector<llvm::StringRef, 3> numbers;
  list.split(numbers, ',');
  if (numbers.size() > most.size())
    return false;
  unsigned threads = 1;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    unsigned number = 0;
    if (numbers[i].trim().getAsInteger(10, number) || number == 0 || number > most[i])
      return false;
    threads *= number;
  }
  return threads <= mostThreads;
}

/// `text` follows `warplint:`. Empty: there is nothing to say.
std::string whyNoDirective(llvm::StringRef text) {
  text = text.ltrim();
  const llvm::StringRef word = text.take_while([](char c) { return llvm::isAlnum(c) || c == '-'; });
  text = text.drop_front(word.size()).ltrim();
  if (word != "allow" && word != "block")
    return ("`warplint: " + word + "` has no meaning; there are allow(RULE) and block(X,Y,Z)")
        .str();
  if (!text.consume_front("(") || !text.contains(')'))
    return ("`warplint: " + word +
            "` lacks its parentheses: " + (word == "allow" ? "allow(RULE) reason" : "block(32,8)"))
        .str();
  if (const llvm::StringRef list = text.split(')').first; word == "block" && !isBlock(list))
    return ("`warplint: block(" + list +
            ")` is no block: give one to three numbers with commas, "
            "of 1024 threads together at most")
        .str();
  return {};
}

/// The first rule of warplint in a list for NOLINT that is not marked as one.
llvm::StringRef ruleWithoutPrefix(llvm::StringRef list) {
  // No module of clang-tidy is named as these families are.
  constexpr std::array<llvm::StringLiteral, 10> families = {
      "arch-", "async-",  "compute-",   "divergence-", "groups-",
      "host-", "memory-", "occupancy-", "shared-",     "sync-"};
  llvm::SmallVector<llvm::StringRef, 4> names;
  list.split(names, ',');
  for (const llvm::StringRef name : names)
    if (llvm::any_of(families, [&](llvm::StringRef family) {
          return name.trim().starts_with(family) && name.trim().size() > family.size();
        }))
      return name.trim();
  return {};
}

/// By name, or as all others.
bool speaksOfWarplint(llvm::StringRef list) {
  llvm::SmallVector<llvm::StringRef, 4> names;
  list.split(names, ',');
  return list.contains("warplint") ||
         llvm::any_of(names, [](llvm::StringRef name) { return name.trim() == "*"; });
}

class NoteTaker {
public:
  NoteTaker(llvm::StringRef text, const std::string &file) : text_(text), file_(file) {}

  std::vector<std::string> run() {
    clang::LangOptions options;
    options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 = true;
    options.LineComment = options.Digraphs = options.RawStringLiterals = true;
    constexpr unsigned first = 2; // 0 is the invalid location
    clang::Lexer lexer(clang::SourceLocation::getFromRawEncoding(first), options, text_.begin(),
                       text_.begin(), text_.end());
    lexer.SetCommentRetentionState(true);
    clang::Token token;
    for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token))
      if (token.is(clang::tok::comment)) {
        const std::size_t offset = token.getLocation().getRawEncoding() - first;
        comment(text_.substr(offset, token.getLength()), offset);
      }
    for (const auto &[list, offset] : begun_)
      note(offset, directive("BEGIN", list) + " has no " + directive("END", list) +
                       ": it suppresses nothing");
    return std::move(notes_);
  }

private:
  /// As it is written in a comment; `list` with its parentheses, if it has any.
  static std::string directive(llvm::StringRef which, llvm::StringRef list) {
    return ("NOLINT" + which + list).str();
  }

  void note(std::size_t offset, const std::string &message) {
    const std::size_t line = text_.take_front(offset).count('\n') + 1;
    notes_.push_back(file_ + ":" + std::to_string(line) + ": " + message);
  }

  void comment(llvm::StringRef text, std::size_t offset) {
    // What a sentence says of it further on is no directive.
    llvm::StringRef said = text.drop_front(2).ltrim("/*! \t");
    if (said.consume_front("warplint:"))
      if (const std::string why = whyNoDirective(said); !why.empty())
        note(offset, why);
    for (std::size_t at = text.find("NOLINT"); at != llvm::StringRef::npos;
         at = text.find("NOLINT", at + 1))
      nolint(text.substr(at), offset + at);
  }

  /// `text` begins with NOLINT.
  void nolint(llvm::StringRef text, std::size_t offset) {
    text.consume_front("NOLINT");
    const bool begins = text.consume_front("BEGIN");
    const bool ends = !begins && text.consume_front("END");
    text.consume_front("NEXTLINE");
    if (text.empty() || text.front() != '(') {
      const bool isWord = !text.empty() && (llvm::isAlnum(text.front()) || text.front() == '_');
      if (!isWord) // of all rules
        block(begins, ends, "", offset);
      return;
    }
    const std::size_t end = text.find(')');
    if (end == llvm::StringRef::npos)
      return;
    const llvm::StringRef list = text.slice(1, end);
    if (const llvm::StringRef rule = ruleWithoutPrefix(list); !rule.empty())
      note(offset,
           ("NOLINT(" + rule + ") suppresses nothing: write NOLINT(warplint-" + rule + ")").str());
    if (speaksOfWarplint(list)) // else it is the business of others
      block(begins, ends, text.take_front(end + 1), offset);
  }

  /// `list`: as written, with its parentheses.
  void block(bool begins, bool ends, llvm::StringRef list, std::size_t offset) {
    if (begins)
      begun_.emplace_back(list.str(), offset);
    if (!ends)
      return;
    for (auto it = begun_.rbegin(); it != begun_.rend(); ++it)
      if (it->first == list) {
        begun_.erase(std::next(it).base());
        return;
      }
    note(offset, directive("END", list) + " ends no " + directive("BEGIN", list));
  }

  llvm::StringRef text_;
  const std::string &file_;
  std::vector<std::string> notes_;
  std::vector<std::pair<std::string, std::size_t>> begun_; ///< list of rules in parentheses, where
};

} // namespace

std::vector<std::string> commentNotes(llvm::StringRef text, const std::string &file) {
  if (!text.contains("NOLINT") && !text.contains("warplint:"))
    return {};
  return NoteTaker(text, file).run();
}

} // namespace warplint::frontend
