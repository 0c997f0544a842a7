//===- Cures.cpp -----------------------------------------------*- C++ -*-===//
#include "lint/frontend/Cures.h"

#include "lint/frontend/SourceText.h"

#include "clang/Basic/CharInfo.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

#include <array>

namespace warplint::frontend {
namespace {

struct Word {
  std::size_t offset = 0;
  std::size_t length = 0;
  clang::tok::TokenKind kind = clang::tok::unknown;
  std::size_t end() const { return offset + length; }
};

std::vector<Word> wordsOf(llvm::StringRef text) {
  clang::LangOptions options;
  options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 = true;
  options.LineComment = options.RawStringLiterals = true;
  constexpr unsigned first = 2;
  clang::Lexer lexer(clang::SourceLocation::getFromRawEncoding(first), options, text.begin(),
                     text.begin(), text.end());
  std::vector<Word> words;
  clang::Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token))
    words.push_back(
        {token.getLocation().getRawEncoding() - first, token.getLength(), token.getKind()});
  return words;
}

/// The declaration around an offset, as words.
class Statement {
public:
  Statement(llvm::StringRef text, std::size_t offset) : text_(text), words_(wordsOf(text)) {
    using namespace clang;
    const auto at = llvm::upper_bound(
        words_, offset, [](std::size_t value, const Word &word) { return value < word.offset; });
    const std::size_t index = at == words_.begin() ? 0 : at - words_.begin() - 1;
    begin_ = index;
    while (begin_ > 0 &&
           !llvm::is_contained({tok::semi, tok::l_brace, tok::r_brace}, words_[begin_ - 1].kind))
      --begin_;
    for (std::size_t i = begin_; i < index; ++i) // not from within a directive
      if (isDirective(words_[i])) {
        const std::size_t line = endOfLine(words_[i].offset);
        while (i < index && words_[i].offset < line)
          ++i;
        begin_ = i--;
      }
    end_ = index;
    while (end_ < words_.size() && words_[end_].kind != tok::semi)
      ++end_;
  }

  llvm::ArrayRef<Word> words() const { return llvm::ArrayRef(words_).slice(begin_, end_ - begin_); }
  llvm::StringRef spelling(const Word &word) const {
    return text_.substr(word.offset, word.length);
  }
  const Word *find(llvm::StringRef name) const {
    for (const Word &word : words())
      if (spelling(word) == name)
        return &word;
    return nullptr;
  }

private:
  bool isDirective(const Word &word) const {
    const llvm::StringRef before = text_.take_front(word.offset);
    return spelling(word) == "#" && before.substr(before.rfind('\n') + 1).trim().empty();
  }
  /// Lines that a backslash goes on with count as one.
  std::size_t endOfLine(std::size_t offset) const {
    std::size_t end = text_.find('\n', offset);
    while (end != llvm::StringRef::npos && text_.take_front(end).rtrim('\r').ends_with("\\"))
      end = text_.find('\n', end + 1);
    return std::min(end, text_.size());
  }

  llvm::StringRef text_;
  std::vector<Word> words_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

TextEdit replace(const Word &word, std::string text) {
  return {word.offset, word.length, std::move(text)};
}
TextEdit blank(const Word &word) { return replace(word, std::string(word.length, ' ')); }

constexpr llvm::StringLiteral sharedWord = "__shared__";
constexpr llvm::StringLiteral sharedObjectWord = "__warpsh__";  // as long as __shared__
constexpr llvm::StringLiteral sharedDynamicWord = "__warpdy__"; // so is this
static_assert(sharedObjectWord.size() == sharedWord.size());
static_assert(sharedDynamicWord.size() == sharedWord.size());

} // namespace

std::string applyEdits(llvm::StringRef text, std::vector<TextEdit> edits) {
  llvm::sort(edits, [](const auto &a, const auto &b) { return a.offset < b.offset; });
  std::string result;
  std::size_t at = 0;
  for (const TextEdit &edit : edits) {
    if (edit.offset < at)
      continue;
    result += text.slice(at, edit.offset);
    result += edit.text;
    at = edit.offset + edit.length;
  }
  result += text.substr(at);
  return result;
}

std::vector<TextEdit> cureSharedInitialisation(llvm::StringRef text, std::size_t offset) {
  const Statement statement(text, offset);
  const Word *shared = statement.find(sharedWord);
  if (!shared || statement.find("extern"))
    return {};
  std::vector<TextEdit> edits = {replace(*shared, sharedObjectWord.str())};
  // A static object with a constructor would be refused in its turn.
  if (const Word *word = statement.find("static"))
    edits.push_back(blank(*word));
  return edits;
}

std::vector<TextEdit> cureExternSharedType(llvm::StringRef text, std::size_t offset) {
  const Statement statement(text, offset);
  const Word *shared = statement.find(sharedWord);
  const Word *external = statement.find("extern");
  if (!shared || !external)
    return {};
  const auto words = statement.words();
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i].offset >= offset && words[i].kind == clang::tok::l_square &&
        words[i + 1].kind == clang::tok::r_square)
      return {blank(*external), replace(*shared, sharedDynamicWord.str()),
              replace(words[i], "[65536")};
  return {};
}

std::vector<TextEdit> cureExternSharedBounds(llvm::StringRef text, std::size_t offset) {
  const Statement statement(text, offset);
  const Word *external = statement.find("extern");
  if (!external || !statement.find(sharedWord))
    return {};
  return {blank(*external)};
}

std::vector<TextEdit> cureDeviceShared(llvm::StringRef text, std::size_t offset) {
  const Statement statement(text, offset);
  const Word *device = statement.find("__device__");
  if (!device || !statement.find(sharedWord))
    return {};
  return {blank(*device)};
}

std::vector<TextEdit> cureRestrictedObject(llvm::StringRef text, std::size_t offset) {
  const Statement statement(text, offset);
  for (const Word &word : statement.words()) {
    // A macro stands for the word under a name of its own.
    const bool isMacro = word.offset == offset && word.kind == clang::tok::raw_identifier &&
                         statement.spelling(word).contains_insensitive("restrict");
    if (isMacro || (word.offset >= offset && statement.spelling(word).starts_with("__restrict")))
      return {blank(word)};
  }
  return {};
}

std::vector<TextEdit> cureStaticTemplate(llvm::StringRef text, std::size_t offset) {
  const Statement statement(text, offset);
  const Word *word = statement.find("static");
  if (!word || word->offset > offset || statement.spelling(statement.words().front()) != "template")
    return {};
  return {blank(*word)};
}

std::vector<TextEdit> cureOwnTemplateArguments(llvm::StringRef text, std::size_t offset) {
  using namespace clang;
  const Statement statement(text, offset);
  const auto words = statement.words();
  const auto *const name =
      llvm::find_if(words, [&](const Word &word) { return word.offset == offset; });
  if (name == words.end() || name + 1 == words.end() ||
      statement.spelling(words.front()) != "template" || (name + 1)->kind != tok::less)
    return {};
  std::vector<TextEdit> edits;
  for (const auto *word = name + 1; word != words.end(); ++word) {
    edits.push_back(blank(*word));
    if (word->kind == tok::greater)
      return word + 1 != words.end() && (word + 1)->kind == tok::l_paren ? edits
                                                                         : std::vector<TextEdit>();
    if (word != name + 1 && word->kind != tok::raw_identifier && word->kind != tok::comma)
      return {};
  }
  return {};
}

std::vector<TextEdit> cureInstanceOfOtherTarget(llvm::StringRef text, std::size_t offset) {
  const Statement statement(text, offset);
  const auto words = statement.words();
  // With a class go the launches of its members.
  if (words.size() < 2 || statement.spelling(words[0]) != "template" ||
      words[1].kind == clang::tok::less ||
      llvm::is_contained({"class", "struct", "union"}, statement.spelling(words[1])))
    return {};
  std::vector<TextEdit> edits;
  for (const Word &word : words)
    edits.push_back(blank(word));
  return edits;
}

std::vector<TextEdit> cureAlignasOrder(llvm::StringRef text, std::size_t offset) {
  const Statement statement(text, offset);
  const auto words = statement.words();
  const auto it = llvm::find_if(words, [&](const Word &word) {
    return word.offset == offset && statement.spelling(word) == "alignas";
  });
  if (it == words.end() || it == words.begin())
    return {};
  std::size_t depth = 0;
  for (auto end = std::next(it); end != words.end(); ++end) {
    depth += end->kind == clang::tok::l_paren;
    if (end->kind != clang::tok::r_paren || --depth != 0)
      continue;
    const std::size_t first = words.front().offset;
    const llvm::StringRef before = text.slice(first, it->offset);
    const llvm::StringRef alignment = text.slice(it->offset, end->end());
    // Blanks change place with it, so that the length stays.
    const llvm::StringRef trimmed = before.rtrim();
    return {
        {first, end->end() - first, (alignment + before.substr(trimmed.size()) + trimmed).str()}};
  }
  return {};
}

std::vector<TextEdit> cureOwnIntrinsic(llvm::StringRef text, std::size_t offset) {
  using namespace clang;
  constexpr std::size_t near = 256;
  const llvm::StringRef around = text.slice(offset - std::min(offset, near), offset + near);
  if (!around.contains("__shfl") && !around.contains("atomic") && !around.contains("__ldg"))
    return {};
  const Statement statement(text, offset);
  const auto words = statement.words();
  bool isIntrinsic = false;
  for (std::size_t i = 0; i + 1 < words.size() && words[i].kind != tok::l_brace; ++i) {
    const llvm::StringRef name = statement.spelling(words[i]);
    if (words[i + 1].kind != tok::l_paren || words[i].kind != tok::raw_identifier)
      continue;
    // Names that CUDA has; what a header without guards defines twice is to stay.
    isIntrinsic = llvm::StringSwitch<bool>(name)
                      .Cases("__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__ldg", true)
                      .Cases("atomicAdd", "atomicSub", "atomicExch", "atomicCAS", true)
                      .Cases("atomicMin", "atomicMax", "atomicInc", "atomicDec", true)
                      .Cases("atomicAnd", "atomicOr", "atomicXor", true)
                      .Default(false);
    if (name != "__attribute__" && name != "__launch_bounds__")
      break;
  }
  const auto body =
      llvm::find_if(words, [](const Word &word) { return word.kind == tok::l_brace; });
  if (!isIntrinsic || body == words.end() || body->offset < offset)
    return {};
  // Up to the brace that closes it.
  unsigned open = 0;
  for (const Word &word : wordsOf(text.substr(body->offset))) {
    open += word.kind == tok::l_brace;
    open -= word.kind == tok::r_brace;
    if (open > 0)
      continue;
    const std::size_t begin = words.front().offset;
    std::string blanks = text.slice(begin, body->offset + word.end()).str();
    for (char &c : blanks)
      c = c == '\n' ? c : ' ';
    const std::size_t length = blanks.size();
    return {{begin, length, std::move(blanks)}};
  }
  return {};
}

std::vector<TextEdit> cureDeviceLaunch(llvm::StringRef text, std::size_t offset) {
  using namespace clang;
  const Statement statement(text, offset);
  const auto words = statement.words();
  auto it = llvm::find_if(words, [&](const Word &word) { return word.offset == offset; });
  // A raw lexer does not know CUDA: `<<<` is `<<` and `<`, and `>>>` is `>>` and `>`.
  const auto isChevron = [&](auto at, tok::TokenKind two, tok::TokenKind one) {
    return std::next(at) < words.end() && at->kind == two && std::next(at)->kind == one &&
           at->end() == std::next(at)->offset;
  };
  while (it != words.end() && !isChevron(it, tok::lessless, tok::less))
    ++it;
  const llvm::StringRef kernel = it == words.end() ? "" : text.slice(offset, it->offset).rtrim();
  while (it != words.end() && !isChevron(it, tok::greatergreater, tok::greater))
    ++it;
  if (it == words.end())
    return {};
  it += 2;
  std::size_t depth = 0;
  for (; it != words.end(); ++it) {
    depth += it->kind == tok::l_paren;
    if (it->kind != tok::r_paren || --depth != 0)
      continue;
    std::string blank = text.slice(offset, it->end()).str();
    for (char &c : blank)
      if (c != '\n')
        c = ' ';
    const std::size_t room =
        llvm::StringRef(blank).take_while([](char c) { return c == ' '; }).size();
    // With which arguments a template is launched is to be seen, where there is room for it.
    if (const std::string named = "(void)sizeof(&" + kernel.str() + ")";
        kernel.ends_with(">") && named.size() <= room)
      return {{offset, it->end() - offset, blank.replace(0, named.size(), named)}};
    constexpr llvm::StringLiteral nothing = "(void)0";
    if (room < nothing.size())
      return {}; // the kernel's name alone on its line and very short
    blank.replace(0, nothing.size(), nothing.str());
    return {{offset, it->end() - offset, std::move(blank)}};
  }
  return {};
}

std::vector<TextEdit> cureAsmOperands(llvm::StringRef text, std::size_t offset) {
  using namespace clang;
  if (!text.substr(offset).starts_with("\""))
    return {};
  const Statement statement(text, offset);
  if (!statement.find("asm") && !statement.find("__asm__"))
    return {};
  std::vector<TextEdit> edits;
  unsigned depth = 0;
  const Word *last = nullptr;
  for (const Word &word : statement.words()) {
    depth += word.kind == tok::l_paren;
    depth -= word.kind == tok::r_paren && depth > 0;
    if (word.kind == tok::string_literal && depth == 1 && last && last->kind == tok::r_paren)
      if (const std::size_t blank = text.find_first_of(" \t", last->end()); blank < word.offset)
        edits.push_back({blank, 1, ","});
    last = &word;
  }
  return edits;
}

std::vector<TextEdit> cureArrayInParentheses(llvm::StringRef text, std::size_t offset) {
  using namespace clang;
  const llvm::StringRef before = text.take_front(offset).rtrim();
  if (!before.ends_with("("))
    return {};
  const Statement statement(text, offset);
  const auto words = statement.words();
  const auto *const open =
      llvm::find_if(words, [&](const Word &word) { return word.offset + 1 == before.size(); });
  if (open == words.end())
    return {};
  unsigned depth = 0;
  bool isList = false;
  for (const auto *word = open; word != words.end(); ++word) {
    depth += llvm::is_contained({tok::l_paren, tok::l_brace, tok::l_square}, word->kind);
    isList |= depth == 1 && word->kind == tok::comma;
    if (llvm::is_contained({tok::r_paren, tok::r_brace, tok::r_square}, word->kind) && --depth == 0)
      return isList ? std::vector<TextEdit>{replace(*open, "{"), replace(*word, "}")}
                    : std::vector<TextEdit>();
  }
  return {};
}

std::vector<TextEdit> cureConstexprVariable(llvm::StringRef text, std::size_t offset) {
  const Statement statement(text, offset);
  const Word *word = statement.find("constexpr");
  // What is static would have to be initialised before the kernel runs.
  if (!word || word->offset > offset || statement.find("static") || statement.find("inline"))
    return {};
  // `constexpr T *x` is a constant pointer, `const T *x` one to constants.
  const llvm::StringRef type = text.slice(word->end(), offset);
  std::string other = type.find_first_of("*&") == llvm::StringRef::npos ? "const" : "";
  other.resize(word->length, ' ');
  return {replace(*word, std::move(other))};
}

/// The macro for `text` with as many characters as `name`; empty: there is none left.
static std::string standInFor(llvm::StringRef name, const std::string &text, StandIns &standIns) {
  for (const StandIn &known : standIns)
    if (known.text == text)
      return known.macro;
  std::string macro = "$"; // hardly anybody's, and of one character where the name is
  if (name.size() > 1) {
    // Names of two characters are to last.
    constexpr llvm::StringRef digits =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::string number;
    for (std::size_t rest = standIns.size() + 1; rest > 0; rest /= digits.size())
      number.insert(number.begin(), digits[rest % digits.size()]);
    if (name.size() < 1 + number.size())
      return {};
    macro.append(name.size() - 1 - number.size(), '0').append(number);
  } else if (llvm::any_of(standIns, [&](const StandIn &other) { return other.macro == macro; })) {
    return {};
  }
  standIns.push_back({name.str(), text, macro});
  return macro;
}

std::vector<TextEdit> cureUnknownParameter(llvm::StringRef text, std::size_t offset,
                                           StandIns &standIns) {
  using namespace clang;
  const Statement statement(text, offset);
  const auto words = statement.words();
  // The parenthesis that is open there, and the comma before it.
  bool isOfKernel = false;
  std::vector<std::size_t> open;
  int angles = 0;
  std::size_t first = 0, at = 0;
  for (; at < words.size() && words[at].offset < offset; ++at) {
    const Word &word = words[at];
    isOfKernel |= statement.spelling(word) == "__global__";
    if (word.kind == tok::l_paren) {
      open.push_back(at);
      angles = 0;
    } else if (word.kind == tok::r_paren && !open.empty()) {
      open.pop_back();
    }
    angles += word.kind == tok::less;
    angles -= word.kind == tok::greater ? 1 : word.kind == tok::greatergreater ? 2 : 0;
    if (open.size() == 1 && (word.kind == tok::l_paren || (word.kind == tok::comma && angles == 0)))
      first = at + 1;
  }
  if (!isOfKernel || open.size() != 1 || open[0] == 0 || at == words.size())
    return {};
  const Word &function = words[open[0] - 1];
  if (function.kind != tok::raw_identifier || statement.spelling(function).starts_with("__"))
    return {};
  std::size_t last = first, parens = 0;
  for (angles = 0; last < words.size(); ++last) {
    const Word &word = words[last];
    if (parens == 0 && (word.kind == tok::r_paren || (word.kind == tok::comma && angles == 0)))
      break;
    parens += word.kind == tok::l_paren;
    parens -= word.kind == tok::r_paren;
    angles += word.kind == tok::less;
    angles -= word.kind == tok::greater ? 1 : word.kind == tok::greatergreater ? 2 : 0;
  }
  if (last >= words.size() || last < first + 2 || words[last - 1].kind != tok::raw_identifier)
    return {};
  const Word &name = words[last - 1];
  if (offset >= name.offset || words[last - 2].kind == tok::coloncolon)
    return {};
  std::string macro = standInFor(statement.spelling(words[first]), "decltype(nullptr)", standIns);
  std::string type = text.slice(words[first].offset, name.offset).str();
  if (macro.empty() || macro.size() >= type.size())
    return {};
  for (std::size_t i = 0; i < type.size(); ++i)
    type[i] = i < macro.size() ? macro[i] : type[i] == '\n' ? '\n' : ' ';
  return {{words[first].offset, type.size(), std::move(type)}};
}

std::optional<LoopMacro> loopOverGrid(llvm::StringRef text, std::size_t offset) {
  using namespace clang;
  // Of hundreds of names that nobody declares hardly one stands there.
  constexpr std::size_t near = 128;
  const std::size_t begin = offset - std::min(offset, near);
  if (!text.slice(begin, offset + near).contains("LOOP"))
    return std::nullopt;
  const Statement statement(text, offset);
  const auto words = statement.words();
  if (words.size() < 6 || words[0].kind != tok::raw_identifier || words[1].kind != tok::l_paren)
    return std::nullopt;
  const llvm::StringRef name = statement.spelling(words[0]);
  // By their names they are over the grid, and not unrolled, or over a block or a warp.
  const bool isOfGrid = name.contains("KERNEL_LOOP") || name.contains("GRID") ||
                        name.contains("CUDA") || name.contains("GPU");
  const bool isOther =
      llvm::any_of(std::array{"UNROLL", "SERIAL", "BLOCK", "WARP", "THREAD", "TILE"},
                   [&](const char *word) { return name.contains(word); });
  if (!name.contains("LOOP") || name.upper() != name || !isOfGrid || isOther)
    return std::nullopt;
  std::vector<llvm::ArrayRef<Word>> arguments;
  std::size_t first = 2, at = 2;
  for (unsigned open = 1; at < words.size() && open > 0; ++at) {
    const tok::TokenKind kind = words[at].kind;
    open += kind == tok::l_paren;
    open -= kind == tok::r_paren;
    if (open == 0 || (open == 1 && kind == tok::comma)) {
      arguments.push_back(words.slice(first, at - first));
      first = at + 1;
    }
  }
  // What follows is run in each iteration.
  if (at >= words.size() ||
      (words[at].kind != tok::l_brace && words[at].kind != tok::raw_identifier))
    return std::nullopt;
  // As many as the code says are no elements of all threads.
  if (llvm::any_of(arguments, [](llvm::ArrayRef<Word> argument) {
        return argument.size() == 1 && argument[0].kind == tok::numeric_constant;
      }))
    return std::nullopt;
  const auto isName = [](llvm::ArrayRef<Word> argument) {
    return argument.size() == 1 && argument[0].kind == tok::raw_identifier;
  };
  const auto loop = [](llvm::StringRef type, llvm::StringRef variable, llvm::StringRef end,
                       llvm::StringRef axis) {
    return ("for (" + type + " " + variable + " = blockIdx." + axis + " * blockDim." + axis +
            " + threadIdx." + axis + "; " + variable + " < (" + end + "); " + variable +
            " += blockDim." + axis + " * gridDim." + axis + ")")
        .str();
  };
  LoopMacro macro{name.str(), name.str() + "(w1, w2", {}};
  constexpr const char *axes[] = {"x", "y", "z"};
  if (arguments.size() == 3) {
    macro.signature += ", w3)";
    if (!isName(arguments[0]))
      return std::nullopt;
    const llvm::StringRef before = statement.spelling(arguments[0][0]);
    const llvm::StringRef last =
        isName(arguments[2]) ? statement.spelling(arguments[2][0]) : llvm::StringRef();
    if (last == "X" || last == "Y" || last == "Z")
      macro.text = loop("int", "w1", "w2", axisOfLoop.str() + "##w3");
    else if (offset > words[2].offset && isName(arguments[1]) && before != last)
      macro.text = loop("w1", "w2", "w3", "x"); // the type comes first
    else
      macro.text = loop("w3", "w1", "w2", "x");
    return macro;
  }
  // One variable and its bound for each axis.
  if (arguments.size() % 2 != 0 || arguments.size() > 2 * std::size(axes))
    return std::nullopt;
  for (std::size_t axis = 0; 2 * axis < arguments.size(); ++axis) {
    if (!isName(arguments[2 * axis]))
      return std::nullopt;
    const std::string variable = "w" + std::to_string(2 * axis + 1);
    const std::string end = "w" + std::to_string(2 * axis + 2);
    if (axis > 0)
      macro.signature.append(", ").append(variable).append(", ").append(end);
    macro.text += loop("int", variable, end, axes[axis]);
  }
  macro.signature += ")";
  return macro;
}

std::vector<TextEdit> cureTemplateKeyword(llvm::StringRef text, std::size_t offset,
                                          StandIns &standIns, bool isOfPlace) {
  using namespace clang;
  const Statement statement(text, offset);
  const auto words = statement.words();
  // The last name of a member before `>(`, or that of the place.
  const Word *name = nullptr;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i].offset < offset)
      continue;
    if (words[i].kind == tok::l_paren && words[i - 1].kind == tok::greater)
      break;
    if (words[i].kind == tok::raw_identifier && words[i + 1].kind == tok::less &&
        llvm::is_contained({tok::coloncolon, tok::period, tok::arrow}, words[i - 1].kind)) {
      name = &words[i];
      if (isOfPlace)
        break;
    }
  }
  if (!name)
    return {};
  const llvm::StringRef spelling = statement.spelling(*name);
  std::string macro = standInFor(spelling, ("template " + spelling).str(), standIns);
  if (macro.empty())
    return {};
  return {replace(*name, std::move(macro))};
}

/// The name at `offset` becomes a macro for itself behind `prefix`.
static std::vector<TextEdit> prefixed(llvm::StringRef text, std::size_t offset,
                                      llvm::StringRef prefix, StandIns &standIns) {
  const Statement statement(text, offset);
  const auto words = statement.words();
  const auto *const first =
      llvm::find_if(words, [&](const Word &word) { return word.offset == offset; });
  if (first == words.end() || first->kind != clang::tok::raw_identifier)
    return {};
  const llvm::StringRef spelling = statement.spelling(*first);
  std::string macro = standInFor(spelling, (prefix + spelling).str(), standIns);
  if (macro.empty())
    return {};
  return {replace(*first, std::move(macro))};
}

std::vector<TextEdit> cureTypename(llvm::StringRef text, std::size_t offset, StandIns &standIns) {
  return prefixed(text, offset, "typename ", standIns);
}

std::vector<TextEdit> cureDependentBase(llvm::StringRef text, std::size_t offset,
                                        StandIns &standIns) {
  return prefixed(text, offset, "this->", standIns);
}

std::vector<TextEdit> cureSpecialisationSpace(llvm::StringRef text, std::size_t offset,
                                              StandIns &standIns) {
  using namespace clang;
  const Statement statement(text, offset);
  const auto words = statement.words();
  const auto *const head = llvm::find_if(
      words, [&](const Word &word) { return statement.spelling(word) == "template"; });
  const Word *device = statement.find("__device__");
  if (words.end() - head < 3 || head[1].kind != tok::less || head[2].kind != tok::greater ||
      !device || device->offset > offset)
    return {};
  const Word *host = statement.find("__host__");
  const Word &space = host ? *host : *device;
  std::string macro =
      standInFor(statement.spelling(space), host ? "" : "__host__ __device__", standIns);
  if (macro.empty())
    return {};
  return {replace(space, std::move(macro))};
}

/// Does a launch stand between the braces of which the first is at `open`?
static bool launchesWithin(llvm::StringRef text, std::size_t open) {
  const std::size_t launch = text.find("<<<", open);
  int depth = 0;
  for (const char c : text.slice(open, launch == text.npos ? open : launch)) {
    depth += c == '{';
    depth -= c == '}';
    if (depth == 0)
      return false;
  }
  return depth > 0;
}

std::vector<TextEdit> cureLostLaunches(llvm::StringRef text, std::size_t offset) {
  using namespace clang;
  // Of many errors hardly one is in the head of such a function.
  const std::size_t open = text.find_first_of(";{}", offset);
  if (open == text.npos || text[open] != '{' || !text.slice(offset, open).contains("::") ||
      !launchesWithin(text, open))
    return {};
  const Statement statement(text, offset);
  const auto words = statement.words();
  const auto isAt = [&](std::size_t at, tok::TokenKind kind) {
    return at < words.size() && words[at].kind == kind;
  };
  // The name, before the first parenthesis that is no template argument's.
  std::size_t name = 0;
  for (int angles = 0; name < words.size(); ++name) {
    const tok::TokenKind kind = words[name].kind;
    angles += kind == tok::less;
    angles -= kind == tok::greater ? 1 : kind == tok::greatergreater ? 2 : 0;
    if (kind == tok::l_brace || (angles == 0 && kind == tok::l_paren))
      break;
  }
  if (!isAt(name, tok::l_paren) || name < 3)
    return {};
  --name;
  if (!isAt(name, tok::raw_identifier) || words[name].offset <= offset)
    return {};
  std::size_t first = name; // of `Solver<device>::`
  while (first > 1 && isAt(first - 1, tok::coloncolon)) {
    std::size_t before = first - 2;
    for (int angles = 0; before > 0; --before) {
      const tok::TokenKind kind = words[before].kind;
      angles += kind == tok::greater ? 1 : kind == tok::greatergreater ? 2 : 0;
      angles -= kind == tok::less;
      if (angles == 0 && kind == tok::raw_identifier)
        break;
    }
    first = before;
  }
  // A constructor has no type before it, and cannot do without its class.
  if (first == name || first == 0 || words[first].offset > offset ||
      !(isAt(first - 1, tok::raw_identifier) || isAt(first - 1, tok::star) ||
        isAt(first - 1, tok::amp)))
    return {};
  std::vector<TextEdit> edits;
  for (std::size_t i = 0; i + 2 < first; ++i)
    if (statement.spelling(words[i]) == "template" && isAt(i + 1, tok::less) &&
        isAt(i + 2, tok::greater))
      edits.insert(edits.end(), {blank(words[i]), blank(words[i + 1]), blank(words[i + 2])});
  for (std::size_t i = first; i < name; ++i)
    edits.push_back(blank(words[i]));
  for (std::size_t i = name; i < words.size() && words[i].offset < open; ++i)
    if (isAt(i, tok::r_paren) && i + 1 < words.size() &&
        statement.spelling(words[i + 1]) == "const" && isAt(i + 2, tok::l_brace))
      edits.push_back(blank(words[i + 1]));
  return edits;
}

std::vector<TextEdit> cureNarrowerSpace(llvm::StringRef text, std::size_t offset,
                                        StandIns &standIns) {
  using namespace clang;
  const Statement statement(text, offset);
  const auto words = statement.words();
  const auto isAt = [&](std::size_t at, llvm::StringRef spelling) {
    return at < words.size() && statement.spelling(words[at]) == spelling;
  };
  std::size_t first = 0;
  for (std::size_t before = words.size(); first != before;) {
    before = first;
    for (const char *access : {"public", "protected", "private"})
      if (isAt(first, access) && isAt(first + 1, ":"))
        first += 2;
    if (isAt(first, "extern") && isAt(first + 1, "\"C\""))
      first += 2;
    if (!isAt(first, "template") || !isAt(first + 1, "<"))
      continue;
    int angles = 0;
    for (++first; first < words.size(); ++first) {
      const tok::TokenKind kind = words[first].kind;
      angles += kind == tok::less;
      angles -= kind == tok::greater ? 1 : kind == tok::greatergreater ? 2 : 0;
      if (angles <= 0) {
        ++first;
        break;
      }
    }
  }
  if (first >= words.size() || words[first].offset > offset || isAt(first, "requires"))
    return {};
  return prefixed(text, words[first].offset, "__host__ __device__ ", standIns);
}

std::vector<TextEdit> cureExecutionSpace(llvm::StringRef text, std::size_t offset,
                                         llvm::StringRef spaces) {
  using namespace clang;
  const Statement statement(text, offset);
  const auto words = statement.words();
  const auto *word = llvm::find_if(words, [&](const Word &one) { return one.offset == offset; });
  if (word == words.end() || statement.find("__device__"))
    return {};
  // `operator()` has parentheses in its name.
  if (statement.spelling(*word) == "operator" && words.end() - word > 3 &&
      word[1].kind == tok::l_paren)
    word += 3;
  while (word != words.end() && word->kind != tok::l_paren)
    ++word;
  if (word == words.end())
    return {};
  std::size_t depth = 0;
  auto result = words.end(); // `-> T`
  for (; word != words.end(); ++word) {
    if (depth == 0 && llvm::is_contained({tok::equal, tok::l_brace, tok::colon}, word->kind))
      break;
    if (depth == 0 && result == words.end() && word->kind == tok::arrow)
      result = word;
    depth += word->kind == tok::l_paren;
    depth -= word->kind == tok::r_paren;
  }
  // `= 0` comes behind them; what has a body is a definition.
  if (depth > 0 || (word != words.end() && word->kind != tok::equal))
    return {};
  if (result == words.end())
    return {{std::prev(word)->end(), 0, (" " + spaces).str()}};
  // Between parameters and `->` Clang takes none.
  if (statement.spelling(words.front()) == "template")
    return {};
  return {{words.front().offset, 0, (spaces + " ").str()}};
}

std::vector<TextEdit> cureFriendSpace(llvm::StringRef text, std::size_t offset,
                                      llvm::StringRef spaces) {
  const Statement statement(text, offset);
  const Word *word = statement.find("friend");
  return word && word->offset < offset && !statement.find("__host__")
             ? cureExecutionSpace(text, offset, spaces)
             : std::vector<TextEdit>();
}

std::vector<TextEdit> cureConstexprIf(llvm::StringRef text, std::size_t offset) {
  constexpr llvm::StringRef keyword = "constexpr";
  llvm::StringRef before = text.take_front(offset).rtrim();
  if (!before.consume_back("("))
    return {};
  before = before.rtrim();
  if (!before.consume_back(keyword) || !before.rtrim().ends_with("if"))
    return {};
  return {{before.size(), keyword.size(), std::string(keyword.size(), ' ')}};
}

std::vector<TextEdit> cureVoidPointer(llvm::StringRef text, std::size_t offset, std::size_t operand,
                                      StandIns &standIns) {
  using namespace clang;
  const Statement statement(text, operand);
  const auto words = statement.words();
  const auto *const first =
      llvm::find_if(words, [&](const Word &word) { return word.offset == operand; });
  if (first == words.end())
    return {};
  if (first->kind == tok::raw_identifier) {
    const bool assigns = text.substr(offset + 1).starts_with("="); // `+=`, `-=`
    const llvm::StringRef spelling = statement.spelling(*first);
    std::string macro =
        standInFor(spelling, ((assigns ? "(char *&)" : "(char *)") + spelling).str(), standIns);
    if (macro.empty())
      return {};
    return {replace(*first, std::move(macro))};
  }
  // `(void *)`, `(const void *)`
  if (first->kind == tok::l_paren)
    for (const auto *word = first + 1; word != words.end(); ++word) {
      if (statement.spelling(*word) == "void" && word + 1 != words.end() &&
          (word + 1)->kind == tok::star)
        return {replace(*word, "char")};
      if (statement.spelling(*word) != "const")
        break;
    }
  return {};
}

std::string withoutStandIns(llvm::StringRef text, const StandIns &standIns) {
  std::string result = text.str();
  const auto isWord = [](char c) { return clang::isAsciiIdentifierContinue(c, true); };
  for (const StandIn &standIn : standIns)
    for (std::size_t at = result.find(standIn.macro); at != std::string::npos;
         at = result.find(standIn.macro, at + standIn.macro.size()))
      if (const std::size_t end = at + standIn.macro.size();
          (at == 0 || !isWord(result[at - 1])) && (end == result.size() || !isWord(result[end])))
        result.replace(at, standIn.macro.size(), standIn.name);
  return result;
}

namespace {

/// Where conditionals of the preprocessor name the word, on the line that they begin on.
std::vector<std::size_t> conditionsOn(llvm::StringRef text, llvm::StringRef word) {
  std::vector<std::size_t> places;
  for (std::size_t at = text.find(word); at != llvm::StringRef::npos;
       at = text.find(word, at + word.size())) {
    llvm::StringRef line = text.take_front(at);
    line = line.substr(line.rfind('\n') + 1).ltrim();
    if (line.consume_front("#") &&
        (line.ltrim().starts_with("if") || line.ltrim().starts_with("elif")))
      places.push_back(at);
  }
  return places;
}

} // namespace

std::vector<TextEdit> conditionsOnNvcc(llvm::StringRef text) {
  constexpr llvm::StringLiteral word = "__NVCC__";
  std::vector<TextEdit> edits;
  for (const std::size_t at : conditionsOn(text, word))
    edits.push_back({at, word.size(), "__CUDACC__"});
  return edits;
}

std::vector<TextEdit> conditionsOfNvccAlone(llvm::StringRef text) {
  if (llvm::any_of(std::array{"__clang", "__CUDA__", "_CCCL_", "_LIBCUDACXX_"},
                   [&](const char *word) { return text.contains(word); }))
    return {};
  std::vector<TextEdit> edits = conditionsOnNvcc(text);
  for (TextEdit &edit : edits)
    edit.text = anyNvcc;
  return edits;
}

bool hasConditionOn(llvm::StringRef text, llvm::StringRef macro) {
  return !conditionsOn(text, macro).empty();
}

namespace {

/// Moves the second of two brackets to the first.
TextEdit joined(llvm::StringRef text, const Word &first, const Word &second) {
  std::string between = text.slice(first.end(), second.offset).str();
  std::string all = text.substr(first.offset, first.length).str() +
                    text.substr(second.offset, second.length).str() + between;
  return {first.offset, second.end() - first.offset, std::move(all)};
}

} // namespace

std::vector<TextEdit> hostConsteval(llvm::StringRef text) {
  std::vector<TextEdit> edits;
  if (!text.contains("consteval"))
    return edits;
  const std::vector<Word> words = wordsOf(text);
  const auto spelling = [&](const Word &word) { return text.substr(word.offset, word.length); };
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (spelling(words[i]) != "consteval")
      continue;
    // The words of the declaration around it, up to the result's type and more.
    std::size_t begin = i, end = i + 1;
    while (begin > 0 && words[begin - 1].kind == clang::tok::raw_identifier)
      --begin;
    while (end < words.size() && words[end].kind == clang::tok::raw_identifier)
      ++end;
    const auto specifiers = llvm::ArrayRef(words).slice(begin, end - begin);
    if (llvm::any_of(specifiers, [&](const Word &word) { return spelling(word) == "__device__"; }))
      continue;
    for (const Word &word : specifiers)
      if (spelling(word) == "__host__")
        edits.push_back(blank(word));
  }
  return edits;
}

std::vector<TextEdit> linkageWithoutBlank(llvm::StringRef text) {
  constexpr llvm::StringLiteral literal = "\"C\"";
  std::vector<TextEdit> edits;
  for (std::size_t at = text.find(literal); at != text.npos; at = text.find(literal, at + 1)) {
    const std::size_t behind = at + literal.size();
    if (at == 0 || behind >= text.size() || !clang::isAsciiIdentifierStart(text[behind]) ||
        !clang::isHorizontalWhitespace(text[at - 1]))
      continue;
    if (text.take_front(at).rtrim(" \t").ends_with("extern"))
      edits.push_back({at - 1, literal.size() + 1, (literal + " ").str()});
  }
  return edits;
}

std::vector<TextEdit> includesOfWindows(llvm::StringRef text) {
  std::vector<TextEdit> edits;
  for (const llvm::StringRef name : includesIn(text))
    for (std::size_t at = name.find('\\'); at != name.npos; at = name.find('\\', at + 1))
      edits.push_back({static_cast<std::size_t>(name.data() - text.data()) + at, 1, "/"});
  return edits;
}

/// What stands before the end of the text on its line, which a backslash may have broken off there.
static llvm::StringRef beforeOnLine(llvm::StringRef text) {
  constexpr llvm::StringLiteral blanks = " \t\r";
  text = text.rtrim(blanks);
  while (text.consume_back("\n")) {
    text = text.rtrim(blanks);
    if (!text.consume_back("\\"))
      return {};
    text = text.rtrim(blanks);
  }
  return text.substr(text.rfind('\n') + 1).ltrim();
}

std::vector<TextEdit> pragmasInMacros(llvm::StringRef text) {
  std::vector<TextEdit> edits;
  for (std::size_t at = text.find("#pragma"); at != text.npos; at = text.find("#pragma", at + 1)) {
    llvm::StringRef before = beforeOnLine(text.take_front(at)); // `#define UNROLL`
    if (!before.consume_front("#"))
      continue;
    before = before.ltrim();
    if (!before.consume_front("define") || before.empty() ||
        !clang::isHorizontalWhitespace(before.front()) ||
        !llvm::all_of(before.ltrim(), [](char c) { return clang::isAsciiIdentifierContinue(c); }))
      continue;
    const std::size_t length = text.substr(at).find_first_of("\r\n\\");
    edits.push_back({at, std::min(length, text.size() - at),
                     std::string(std::min(length, text.size() - at), ' ')});
  }
  return edits;
}

std::vector<TextEdit> assignmentsFromRaw(llvm::StringRef path, llvm::StringRef text) {
  const llvm::StringRef file = llvm::sys::path::filename(path);
  if (!file.starts_with("cuda_fp16.h") && !file.starts_with("cuda_bf16.h"))
    return {};
  std::vector<TextEdit> edits;
  for (const llvm::StringRef one :
       {"operator=(const __half2_raw &", "operator=(const __nv_bfloat162_raw &"})
    for (std::size_t at = text.find(one); at != text.npos; at = text.find(one, at + 1)) {
      const std::size_t begin = text.rfind('\n', at) + 1;
      std::size_t end = text.find_first_of(";{", at);
      int depth = 0;
      for (; end < text.size(); ++end) {
        depth += text[end] == '{';
        depth -= text[end] == '}';
        if (depth == 0 && (text[end] == ';' || text[end] == '}'))
          break;
      }
      if (end >= text.size())
        break;
      std::string blanks = text.slice(begin, end + 1).str();
      for (char &c : blanks)
        if (c != '\n' && c != '\r')
          c = ' ';
      edits.push_back({begin, blanks.size(), std::move(blanks)});
    }
  return edits;
}

std::vector<TextEdit> allocationOfClang(llvm::StringRef path, llvm::StringRef text) {
  if (llvm::sys::path::filename(path) != "__clang_cuda_runtime_wrapper.h")
    return {};
  std::vector<TextEdit> edits;
  for (const auto &[function, instead] :
       {std::pair<llvm::StringRef, llvm::StringRef>(
            "__device__ static inline void free(void *__ptr) {", "using ::free;"),
        std::pair<llvm::StringRef, llvm::StringRef>(
            "__device__ static inline void *malloc(size_t __size) {", "using ::malloc;")}) {
    const std::size_t begin = text.find(function);
    const std::size_t end = begin == text.npos ? text.npos : text.find('}', begin);
    if (end == text.npos)
      continue;
    std::string same = text.slice(begin, end + 1).str();
    for (char &c : same)
      if (c != '\n' && c != '\r')
        c = ' ';
    edits.push_back({begin, same.size(), same.replace(0, instead.size(), instead)});
  }
  return edits;
}

std::vector<TextEdit> launchesTakenApart(llvm::StringRef text) {
  using namespace clang;
  const auto apart = [&](llvm::StringRef two, char one) {
    for (std::size_t at = text.find(two); at != llvm::StringRef::npos;
         at = text.find(two, at + two.size())) {
      const llvm::StringRef behind = text.substr(at + two.size());
      if (behind.size() > behind.ltrim().size() && behind.ltrim().starts_with(one))
        return true;
    }
    return false;
  };
  if (!apart("<<", '<') && !apart(">>", '>'))
    return {};
  std::vector<TextEdit> edits;
  const std::vector<Word> words = wordsOf(text);
  bool within = false; // between the brackets of a launch
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const Word &word = words[i];
    const Word &next = words[i + 1];
    const bool together = word.end() == next.offset;
    const bool isOperator = i > 0 && text.substr(words[i - 1].offset, words[i - 1].length) ==
                                         "operator"; // operator<< <char>(…)
    if (word.kind == tok::lessless && next.kind == tok::less && !isOperator) {
      within = true;
      if (!together)
        edits.push_back(joined(text, word, next));
    } else if (within && word.kind == tok::greatergreater && next.kind == tok::greater) {
      within = false;
      if (!together)
        edits.push_back(joined(text, word, next));
    } else if (llvm::is_contained({tok::semi, tok::l_brace, tok::r_brace}, word.kind)) {
      within = false;
    }
  }
  return edits;
}

std::vector<TextEdit> cureBracedConfiguration(llvm::StringRef text, std::size_t offset) {
  const llvm::StringRef opening = "<<<";
  const std::size_t launch = text.take_front(offset).rfind(opening);
  if (launch == llvm::StringRef::npos)
    return {};
  const std::size_t begin = launch + opening.size();
  const llvm::StringRef inside = text.slice(begin, text.find(">>>", begin));
  std::vector<TextEdit> edits;
  unsigned depth = 0;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const char c = inside[i];
    const llvm::StringRef before = inside.take_front(i).rtrim();
    if (c == ';')
      return {};
    if (c == '{' && depth == 0 && (before.empty() || before.ends_with(",")))
      edits.push_back({begin + i, 0, "dim3"});
    depth += c == '(' || c == '{' || c == '[';
    depth -= depth > 0 && (c == ')' || c == '}' || c == ']');
  }
  const bool isFirst = !edits.empty() && edits.front().offset == offset;
  return isFirst ? edits : std::vector<TextEdit>();
}

std::vector<TextEdit> expectedAlignas(llvm::StringRef text) {
  std::vector<TextEdit> edits;
  constexpr llvm::StringLiteral word = "alignas";
  for (std::size_t at = text.find(word); at != llvm::StringRef::npos;
       at = text.find(word, at + word.size()))
    if (text.take_front(at).rtrim().ends_with(sharedWord))
      llvm::append_range(edits, cureAlignasOrder(text, at));
  return edits;
}

std::vector<TextEdit> expectedSharedObjects(llvm::StringRef text) {
  if (!text.contains(sharedWord) ||
      !(text.contains("barrier") || text.contains("pipeline_shared_state")))
    return {};
  std::vector<TextEdit> edits;
  const std::vector<Word> words = wordsOf(text);
  const auto spelling = [&](std::size_t i) {
    return text.substr(words[i].offset, words[i].length);
  };
  // `cuda::barrier<…>` names a type; `__shared__ uint64_t barrier[2]` has no such.
  const auto isObject = [&](std::size_t i) {
    return (spelling(i) == "pipeline_shared_state" || spelling(i) == "barrier") &&
           i + 1 < words.size() && words[i + 1].kind == clang::tok::less;
  };
  llvm::StringSet<> aliases; // using barrier = cuda::barrier<…>;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool isAlias =
        spelling(i) == "using" && i + 2 < words.size() && words[i + 2].kind == clang::tok::equal;
    if (!isAlias && spelling(i) != sharedWord)
      continue;
    for (std::size_t j = i + (isAlias ? 3 : 1);
         j < words.size() && words[j].kind != clang::tok::semi; ++j) {
      if (!isObject(j) && !(j == i + 1 && aliases.contains(spelling(j))))
        continue;
      if (isAlias)
        aliases.insert(spelling(i + 1));
      else
        llvm::append_range(edits, cureSharedInitialisation(text, words[j].offset));
      break;
    }
  }
  return edits;
}

} // namespace warplint::frontend
