//===- SourceText.cpp ------------------------------------------*- C++ -*-===//
#include "lint/frontend/SourceText.h"

#include "clang/Basic/CharInfo.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"

#include <array>

namespace warplint::frontend {
namespace {

clang::LangOptions languageOptions() {
  clang::LangOptions options;
  options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 = true;
  options.LineComment = options.Digraphs = options.RawStringLiterals = true;
  return options;
}

/// Raw tokens of a text that ends in NUL, as the buffers of MemoryBuffer do.
class RawTokens {
public:
  explicit RawTokens(llvm::StringRef text, bool comments = false)
      : options_(languageOptions()), text_(text),
        lexer_(clang::SourceLocation::getFromRawEncoding(firstOffset), options_, text.begin(),
               text.begin(), text.end()) {
    lexer_.SetCommentRetentionState(comments);
  }

  /// False at the end of the text.
  bool next() {
    lexer_.LexFromRawLexer(token_);
    return token_.isNot(clang::tok::eof);
  }

  const clang::Token &token() const { return token_; }
  std::size_t offset() const { return token_.getLocation().getRawEncoding() - firstOffset; }
  llvm::StringRef spelling() const { return text_.substr(offset(), token_.getLength()); }
  bool is(clang::tok::TokenKind kind) const { return token_.is(kind); }
  bool isWord(llvm::StringRef word) const {
    return token_.is(clang::tok::raw_identifier) && spelling() == word;
  }
  bool beginsDirective() const { return token_.isAtStartOfLine() && token_.is(clang::tok::hash); }

private:
  static constexpr unsigned firstOffset = 2; // 0 is the invalid location
  clang::LangOptions options_;
  llvm::StringRef text_;
  clang::Lexer lexer_;
  clang::Token token_;
};

/// Finds the kernels in a stream of tokens, one token at a time.
class KernelFinder {
public:
  KernelFinder(llvm::StringRef text, llvm::StringRef mark) : tokens_(text), mark_(mark) {}

  std::vector<KernelToken> run() {
    while (tokens_.next()) {
      if (tokens_.beginsDirective())
        inDirective_ = true;
      else if (tokens_.token().isAtStartOfLine())
        inDirective_ = false;
      if (!inDirective_)
        take();
    }
    return std::move(kernels_);
  }

private:
  void take() {
    if (tokens_.isWord(mark_)) {
      // `template __global__ …` names an instance of a kernel that is defined elsewhere.
      if (!afterTemplate_) {
        open_ = true;
        depth_ = 0;
        current_ = {tokens_.offset(), {}};
      }
    } else if (open_) {
      follow();
    }
    afterTemplate_ = tokens_.isWord("template");
    lastWord_ = tokens_.is(clang::tok::raw_identifier) ? tokens_.spelling().str() : std::string();
  }

  void follow() {
    using namespace clang;
    if (tokens_.is(tok::l_paren)) {
      const bool annotation = llvm::StringRef(lastWord_).starts_with("__");
      if (depth_++ == 0 && !annotation && !lastWord_.empty())
        current_.name = lastWord_;
    } else if (tokens_.is(tok::r_paren)) {
      --depth_;
    } else if (depth_ <= 0 && tokens_.is(tok::semi)) {
      open_ = false;
    } else if (depth_ <= 0 && tokens_.is(tok::l_brace)) {
      if (!current_.name.empty())
        kernels_.push_back(std::move(current_));
      open_ = false;
    }
  }

  RawTokens tokens_;
  llvm::StringRef mark_;
  std::vector<KernelToken> kernels_;
  KernelToken current_;
  std::string lastWord_;
  bool open_ = false;
  bool inDirective_ = false;
  bool afterTemplate_ = false;
  int depth_ = 0;
};

} // namespace

std::vector<KernelToken> kernelTokens(llvm::StringRef text) {
  return kernelTokens(text, "__global__");
}

std::vector<KernelToken> kernelTokens(llvm::StringRef text, llvm::StringRef mark) {
  if (!text.contains(mark))
    return {};
  return KernelFinder(text, mark).run();
}

/// The name before a launch, or before its template arguments. Empty: there is none.
static std::string nameBefore(llvm::StringRef before) {
  before = before.rtrim();
  unsigned depth = 0;
  do {
    if (before.ends_with(">"))
      ++depth;
    else if (before.ends_with("<") && depth > 0)
      --depth;
    else if (depth == 0 || before.empty() || before.ends_with(";") || before.ends_with("}"))
      break;
    before = before.drop_back();
  } while (depth > 0);
  before = before.rtrim();
  const std::size_t end =
      before.find_last_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:");
  const llvm::StringRef name = before.substr(end + 1).ltrim(':');
  return name.empty() || llvm::isDigit(name.front()) ? std::string() : name.str();
}

std::vector<LaunchToken> launchTokens(llvm::StringRef text) {
  std::vector<LaunchToken> launches;
  if (!text.contains("<<<") || !text.contains(">>>"))
    return launches;
  RawTokens tokens(text);
  bool inDirective = false;
  std::size_t shift = llvm::StringRef::npos; // where a `<<` begins
  while (tokens.next()) {
    if (tokens.token().isAtStartOfLine())
      inDirective = tokens.beginsDirective();
    if (!inDirective && tokens.is(clang::tok::less) && tokens.offset() == shift + 2 &&
        text.substr(shift).contains(">>>"))
      if (std::string name = nameBefore(text.take_front(shift)); !name.empty())
        launches.push_back({shift, std::move(name)});
    shift = tokens.is(clang::tok::lessless) ? tokens.offset() : llvm::StringRef::npos;
  }
  return launches;
}

namespace {

class BrokenFunctionFinder {
public:
  BrokenFunctionFinder(llvm::StringRef text, llvm::ArrayRef<FileScopeError> errors,
                       llvm::ArrayRef<std::pair<std::size_t, std::size_t>> skipped)
      : text_(text), tokens_(text), errors_(errors), skipped_(skipped) {}

  std::vector<BrokenFunction> run() {
    while (next())
      take();
    // `__global__ void k(`, and no more.
    if (isInHead_ && isMarked_ && hasParameters_ && !isStatement_)
      addIfBroken(text_.size(), /*lacksBody=*/false);
    return std::move(found_);
  }

private:
  /// The next token that is switched on and of no directive.
  bool next() {
    while (tokens_.next()) {
      if (tokens_.beginsDirective())
        inDirective_ = true;
      else if (tokens_.token().isAtStartOfLine())
        inDirective_ = false;
      if (!inDirective_ && !isSkipped(tokens_.offset()))
        return true;
    }
    return false;
  }

  bool isSkipped(std::size_t offset) {
    while (!skipped_.empty() && skipped_.front().second <= offset)
      skipped_ = skipped_.drop_front();
    return !skipped_.empty() && skipped_.front().first <= offset;
  }

  void take() {
    using namespace clang;
    const std::size_t offset = tokens_.offset();
    if (tokens_.is(tok::semi)) {
      if (isMarked_ && hasParameters_ && !isStatement_)
        addIfBroken(offset, /*lacksBody=*/true);
      isInHead_ = false;
    } else if (tokens_.is(tok::l_brace)) {
      beginBody(offset);
    } else if (tokens_.is(tok::r_brace)) {
      isInHead_ = false;
    } else {
      if (!isInHead_) {
        isInHead_ = true;
        begin_ = offset;
        isMarked_ = hasParameters_ = isStatement_ = false;
      }
      // `f(a, [=] __device__ (int i) {…})` is no head. Attributes begin with two of them.
      isStatement_ = isStatement_ || (mayBeginLambda_ && !tokens_.is(tok::l_square));
      isMarked_ = isMarked_ || tokens_.isWord("__global__") || tokens_.isWord("__device__");
      hasParameters_ = hasParameters_ || tokens_.is(tok::l_paren);
    }
    mayBeginLambda_ = tokens_.is(tok::l_square) && mayPrecedeLambda_;
    isAfterEqual_ = tokens_.is(tok::equal);
    mayPrecedeLambda_ = isAfterEqual_ || tokens_.is(tok::l_paren) || tokens_.is(tok::comma) ||
                        tokens_.isWord("return");
  }

  /// Or what else is in braces: a namespace, a class, an initializer.
  void beginBody(std::size_t offset) {
    const bool isBroken = isInHead_ && !isAfterEqual_ && hasParameters_ && !isStatement_ &&
                          findError(offset, /*lacksBody=*/false);
    const std::size_t begin = begin_;
    const bool isMarked = isMarked_;
    isInHead_ = false;
    if (!isBroken)
      return;
    const bool speaksOfDevice = skipBody() || isMarked;
    begin_ = begin;
    if (speaksOfDevice)
      addIfBroken(offset, /*lacksBody=*/false);
  }

  /// To the brace that ends it. True if the body is one that only a device runs.
  bool skipBody() {
    bool isOfDevice = false;
    for (int depth = 1; depth > 0 && next();) {
      if (tokens_.is(clang::tok::l_brace))
        ++depth;
      else if (tokens_.is(clang::tok::r_brace))
        --depth;
      else if (tokens_.is(clang::tok::raw_identifier))
        isOfDevice = isOfDevice || llvm::is_contained({"threadIdx", "blockIdx", "__syncthreads",
                                                       "__syncwarp", "__shared__"},
                                                      tokens_.spelling());
    }
    return isOfDevice;
  }

  const FileScopeError *findError(std::size_t end, bool lacksBody) const {
    const auto *first = llvm::partition_point(
        errors_, [&](const FileScopeError &error) { return error.offset < begin_; });
    for (; first != errors_.end() && first->offset <= end; ++first)
      if (!lacksBody || first->lacksBody)
        return first;
    return nullptr;
  }

  void addIfBroken(std::size_t end, bool lacksBody) {
    if (const FileScopeError *error = findError(end, lacksBody))
      found_.push_back({begin_, end, error->offset});
  }

  llvm::StringRef text_;
  RawTokens tokens_;
  llvm::ArrayRef<FileScopeError> errors_;
  llvm::ArrayRef<std::pair<std::size_t, std::size_t>> skipped_; ///< not yet passed
  std::vector<BrokenFunction> found_;
  std::size_t begin_ = 0; ///< of the head, if in one
  bool isInHead_ = false;
  bool isMarked_ = false;      ///< the head says `__global__` or `__device__`
  bool hasParameters_ = false; ///< or other parentheses
  bool isStatement_ = false;   ///< what is taken for a head hands on a lambda
  bool mayPrecedeLambda_ = false;
  bool mayBeginLambda_ = false;
  bool isAfterEqual_ = false;
  bool inDirective_ = false;
};

} // namespace

std::vector<BrokenFunction>
brokenFunctions(llvm::StringRef text, llvm::ArrayRef<FileScopeError> errors,
                llvm::ArrayRef<std::pair<std::size_t, std::size_t>> skipped) {
  if (errors.empty())
    return {};
  return BrokenFunctionFinder(text, errors, skipped).run();
}

bool isMisspeltMark(llvm::StringRef name) {
  // OpenCL's `__global` is no mistake.
  constexpr unsigned most = 2; // two letters that changed places are two edits
  return name.starts_with("__") && name.ends_with("__") &&
         llvm::any_of(std::array{"__global__", "__device__"}, [&](llvm::StringRef mark) {
           return name != mark &&
                  name.edit_distance(mark, /*AllowReplacements=*/true, most) <= most;
         });
}

bool mentionsDeviceCode(llvm::StringRef text) {
  if (!text.contains("__global__") && !text.contains("__device__"))
    return false;
  RawTokens tokens(text);
  while (tokens.next())
    if (tokens.isWord("__global__") || tokens.isWord("__device__"))
      return true;
  return false;
}

std::vector<DeviceMark> deviceMarks(llvm::StringRef text) {
  std::vector<DeviceMark> marks;
  if (!text.contains("__global__") && !text.contains("__device__"))
    return marks;
  RawTokens tokens(text);
  bool goesOn = tokens.next();
  while (goesOn) {
    if (!tokens.beginsDirective()) {
      goesOn = tokens.next();
      continue;
    }
    goesOn = tokens.next();
    if (!goesOn || !tokens.isWord("define"))
      continue;
    goesOn = tokens.next();
    if (!goesOn || !tokens.is(clang::tok::raw_identifier))
      continue;
    DeviceMark mark{tokens.spelling().str()};
    mark.offset = tokens.offset();
    bool marksKernel = false, marksFunction = false, beginsLambda = false, isFirst = true;
    while ((goesOn = tokens.next()) && !tokens.token().isAtStartOfLine()) {
      marksKernel |= tokens.isWord("__global__");
      marksFunction |= tokens.isWord("__device__");
      beginsLambda |= isFirst && tokens.is(clang::tok::l_square);
      isFirst = false;
    }
    if (!marksKernel && !marksFunction)
      continue;
    mark.kind = marksKernel    ? DeviceMark::Kind::Kernel
                : beginsLambda ? DeviceMark::Kind::Lambda
                               : DeviceMark::Kind::Function;
    marks.push_back(std::move(mark));
  }
  return marks;
}

std::string deviceMarkUsed(llvm::StringRef text, const llvm::StringMap<DeviceMark::Kind> &marks) {
  const auto isMark = [&](llvm::StringRef word) { return marks.contains(word); };
  // Most texts have none, and words are found faster than tokens.
  const auto holdsAny = [&] {
    for (llvm::StringRef rest = text; !rest.empty();) {
      rest = rest.drop_until([](char c) { return clang::isAsciiIdentifierStart(c); });
      const llvm::StringRef word =
          rest.take_while([](char c) { return clang::isAsciiIdentifierContinue(c); });
      if (isMark(word))
        return true;
      rest = rest.drop_front(word.size());
    }
    return false;
  };
  if (!holdsAny())
    return {};
  RawTokens tokens(text);
  bool inDirective = false, behindCapture = false;
  while (tokens.next()) {
    if (tokens.token().isAtStartOfLine())
      inDirective = tokens.beginsDirective();
    if (!inDirective && tokens.is(clang::tok::raw_identifier))
      if (const auto mark = marks.find(tokens.spelling());
          mark != marks.end() && (mark->second != DeviceMark::Kind::Function || behindCapture))
        return mark->first().str();
    behindCapture = tokens.is(clang::tok::r_square);
  }
  return {};
}

/// Where the word stands for the first time at or after `from`.
static std::size_t findWord(llvm::StringRef text, llvm::StringRef word, std::size_t from = 0) {
  const auto goesOn = [](llvm::StringRef rest) {
    return !rest.empty() && clang::isAsciiIdentifierContinue(rest.front());
  };
  std::size_t at = text.find(word, from);
  while (at != llvm::StringRef::npos &&
         (goesOn(text.substr(at + word.size())) || (at > 0 && goesOn(text.substr(at - 1)))))
    at = text.find(word, at + 1);
  return at;
}

std::size_t findDeclared(llvm::StringRef text, llvm::StringRef name) {
  std::size_t at = findWord(text, name);
  while (at != llvm::StringRef::npos) {
    const llvm::StringRef line = text.slice(text.rfind('\n', at) + 1, at).ltrim(" \t");
    const bool inInclude =
        line.starts_with("#") && line.drop_front().ltrim().starts_with("include");
    if (!inInclude && !text.substr(at + name.size()).ltrim().starts_with("::"))
      break;
    at = findWord(text, name, at + 1);
  }
  return at;
}

std::vector<llvm::StringRef> includesIn(llvm::StringRef text) {
  std::vector<llvm::StringRef> names;
  while (!text.empty()) {
    llvm::StringRef line;
    std::tie(line, text) = text.split('\n');
    line = line.ltrim();
    if (!line.consume_front("#"))
      continue;
    line = line.ltrim();
    if (!line.consume_front("include"))
      continue;
    line = line.ltrim();
    const bool angled = line.consume_front("<");
    if (!angled && !line.consume_front("\""))
      continue;
    const std::size_t end = line.find(angled ? '>' : '"');
    if (end != llvm::StringRef::npos)
      names.push_back(line.take_front(end));
  }
  return names;
}

std::vector<std::string> includeNames(llvm::StringRef text) {
  std::vector<std::string> names;
  for (const llvm::StringRef name : includesIn(text)) {
    names.push_back(name.str());
    std::replace(names.back().begin(), names.back().end(), '\\', '/');
  }
  return names;
}

std::string whyNotText(llvm::StringRef text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return "is in UTF-16; only UTF-8 is read";
  if (text.contains('\0'))
    return "is not text: it holds NUL bytes";
  const llvm::StringRef head = text.take_front(4096);
  const std::size_t odd = llvm::count_if(head, [](unsigned char c) {
    return c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != '\v';
  });
  if (odd * 20 > head.size())
    return "is not text: it is full of control characters";
  return {};
}

//===----------------------------------------------------------------------===//
// Conditionals
//===----------------------------------------------------------------------===//

namespace {

/// `text` is one logical line behind `#`.
void applyDirective(llvm::StringRef text, std::vector<Guard> &open) {
  text = text.ltrim();
  const llvm::StringRef word = text.take_while([](char c) { return llvm::isAlpha(c); });
  const std::string condition = text.drop_front(word.size()).trim().str();
  if (word == "if" || word == "ifdef" || word == "ifndef") {
    const auto kind = word == "if"      ? Guard::Kind::If
                      : word == "ifdef" ? Guard::Kind::Ifdef
                                        : Guard::Kind::Ifndef;
    open.push_back({condition, kind, false});
  } else if (open.empty()) {
    return;
  } else if (word == "elif") {
    // What came before must be false as well; that it is, is likely, so only this is kept.
    open.back() = {condition, Guard::Kind::If, false};
  } else if (word == "else") {
    open.back().negated = true;
  } else if (word == "endif") {
    open.pop_back();
  }
}

llvm::StringRef withoutComment(llvm::StringRef text) {
  return text.take_front(std::min(text.find("//"), text.find("/*"))).trim();
}

bool isIdentifier(llvm::StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// X of `defined(X)`, `defined X`, `X` and of the same in parentheses; empty for anything else.
llvm::StringRef simpleMacro(llvm::StringRef term) {
  term = term.trim();
  if (term.consume_front("defined"))
    term = term.trim();
  while (term.starts_with("(") && term.ends_with(")"))
    term = term.drop_front().drop_back().trim();
  if (term.starts_with("defined"))
    return simpleMacro(term);
  return isIdentifier(term) ? term : llvm::StringRef();
}

/// Of another platform, by its name (`__HIPCC__`, `GGML_USE_MUSA`, `HYPRE_USING_SYCL`), or of those
/// who only look at the code.
bool isForeignMacro(llvm::StringRef name) {
  static const llvm::StringSet<> foreign = {"_MSC_VER",    "_WIN32",           "WIN32",
                                            "__APPLE__",   "__INTELLISENSE__", "__CUDACC_RTC__",
                                            "__DOXYGEN__", "__CLION_IDE__"};
  static const llvm::Regex others(
      "(^|_)(HIP|HIPCC|ROCM|AMD|AMDGCN|SYCL|ONEAPI|DPCPP|MUSA|MUSACC|OPENCL|METAL)(_|$)");
  if (foreign.contains(name) || name.contains("DOXYGEN"))
    return true;
  const std::string upper = name.upper();
  return others.match(upper) && !llvm::StringRef(upper).contains("CUDA");
}

} // namespace

std::vector<Guard> guardsAt(llvm::StringRef text, std::size_t offset) {
  return Conditionals(text).at(offset);
}

Conditionals::Conditionals(llvm::StringRef text) {
  RawTokens tokens(text);
  while (tokens.next()) {
    if (!tokens.beginsDirective())
      continue;
    // Up to the end of the line, over line continuations.
    std::string line;
    llvm::StringRef rest = text.substr(tokens.offset() + 1);
    while (true) {
      llvm::StringRef part;
      std::tie(part, rest) = rest.split('\n');
      part = part.rtrim('\r');
      const bool goesOn = part.consume_back("\\");
      line += part;
      if (!goesOn || rest.empty())
        break;
      line += ' ';
    }
    directives_.push_back({tokens.offset(), std::move(line)});
  }
}

std::vector<Guard> Conditionals::at(std::size_t offset) const {
  std::vector<Guard> open;
  for (const Directive &directive : directives_) {
    if (directive.offset >= offset)
      break;
    applyDirective(directive.line, open);
  }
  return open;
}

/// `X` of `X == 1` and of other comparisons that hold where X is 1 and do not where it is 0; others
/// as they are.
static llvm::StringRef asCondition(llvm::StringRef term) {
  term = term.trim();
  while (term.starts_with("(") && term.ends_with(")") && !term.drop_back().contains(')'))
    term = term.drop_front().drop_back().trim();
  for (const auto &[sign, number] : {std::pair("==", "1"), {">=", "1"}, {"!=", "0"}, {">", "0"}})
    if (const auto [name, value] = term.split(sign); value.trim() == number)
      return name;
  return term;
}

std::vector<std::vector<std::string>> waysToEnable(const std::vector<Guard> &guards) {
  constexpr std::size_t most = 8;
  std::vector<std::vector<std::string>> ways(1);
  for (const Guard &guard : guards) {
    const llvm::StringRef condition = withoutComment(guard.condition);
    const bool wantsDefined = guard.kind == Guard::Kind::Ifndef ? guard.negated : !guard.negated;
    if (!wantsDefined)
      continue; // true as things are, or not to be mended by a definition
    llvm::SmallVector<llvm::StringRef> terms;
    condition.split(terms, "&&");
    for (llvm::StringRef term : terms) {
      term = term.trim();
      if (term.starts_with("(") && term.find(')') != term.size() - 1 && term.ends_with("))"))
        term = term.drop_front().drop_back(); // `(defined(A) || defined(B))`
      llvm::SmallVector<llvm::StringRef> alternatives;
      term.split(alternatives, "||");
      std::vector<std::vector<std::string>> longer;
      for (const llvm::StringRef alternative : alternatives)
        if (const llvm::StringRef name = simpleMacro(asCondition(alternative));
            !name.empty() && !isForeignMacro(name))
          for (const std::vector<std::string> &way : ways) {
            longer.push_back(way);
            longer.back().push_back(name.str());
          }
      if (longer.size() > most)
        longer.resize(most);
      if (!longer.empty())
        ways = std::move(longer);
    }
  }
  return ways;
}

std::vector<std::string> macrosThatEnable(const std::vector<Guard> &guards) {
  return waysToEnable(guards).front();
}

std::string macroThatDisables(const std::vector<Guard> &guards) {
  for (const Guard &guard : llvm::reverse(guards)) {
    llvm::StringRef condition = withoutComment(guard.condition);
    bool wantsDefined = guard.kind == Guard::Kind::Ifndef ? guard.negated : !guard.negated;
    if (guard.kind == Guard::Kind::If && condition.consume_front("!"))
      wantsDefined = !wantsDefined;
    if (const llvm::StringRef name = simpleMacro(condition);
        !wantsDefined && !name.empty() && !isForeignMacro(name))
      return name.str();
  }
  return {};
}

bool isForOlderChips(const std::vector<Guard> &guards, unsigned arch) {
  static const llvm::Regex comparison(
      R"(^[( ]*(!? *defined *\(? *__CUDA_ARCH__[) ]*(&&|\|\|)[( ]*)?__CUDA_ARCH__ *([<>]=?) *([0-9]+)[) ]*$)");
  return llvm::any_of(guards, [&](const Guard &guard) {
    llvm::SmallVector<llvm::StringRef, 5> parts;
    unsigned bound = 0;
    if (guard.kind != Guard::Kind::If ||
        !comparison.match(withoutComment(guard.condition), &parts) ||
        parts[4].getAsInteger(10, bound))
      return false;
    const bool holds =
        arch == bound ? parts[3].ends_with("=") : (arch < bound) == parts[3].starts_with("<");
    return holds == guard.negated && parts[3].starts_with("<") != guard.negated;
  });
}

bool isForeign(const std::vector<Guard> &guards) {
  return llvm::any_of(guards, [](const Guard &guard) {
    const llvm::StringRef condition = withoutComment(guard.condition);
    if (guard.kind == Guard::Kind::If && condition == "0")
      return !guard.negated;
    if (guard.kind == Guard::Kind::If && condition == "1")
      return guard.negated;
    const bool wantsDefined = guard.kind == Guard::Kind::Ifndef ? guard.negated : !guard.negated;
    llvm::SmallVector<llvm::StringRef> terms;
    condition.split(terms, "||");
    return wantsDefined && llvm::any_of(terms, [](llvm::StringRef term) {
             return isForeignMacro(simpleMacro(term.split("&&").first));
           });
  });
}

//===----------------------------------------------------------------------===//
// Suppressions
//===----------------------------------------------------------------------===//

namespace {

/// Ours of a list `warplint-a, other-b, warplint-*`; nothing if none is ours. Empty list: all.
std::optional<std::vector<std::string>> ourRules(llvm::StringRef list) {
  std::vector<std::string> rules;
  llvm::SmallVector<llvm::StringRef> names;
  list.split(names, ',');
  for (llvm::StringRef name : names) {
    name = name.trim();
    if (name == "*" || name == "warplint-*" || name == "warplint*")
      return std::vector<std::string>();
    if (name.consume_front("warplint-") && !name.empty())
      rules.push_back(name.str());
  }
  if (rules.empty())
    return std::nullopt;
  return rules;
}

class SuppressionFinder {
public:
  SuppressionFinder(llvm::StringRef text, const std::string &file)
      : text_(text), file_(file), tokens_(text, /*comments=*/true) {
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n')
        lineStarts_.push_back(i + 1);
  }

  std::vector<Suppression> run() {
    while (tokens_.next()) {
      if (tokens_.is(clang::tok::comment)) {
        comment();
        continue;
      }
      const unsigned line = lineOf(tokens_.offset());
      for (std::size_t index : waiting_)
        found_[index].firstLine = found_[index].lastLine = line;
      waiting_.clear();
      lastCodeLine_ = line;
    }
    // As in clang-tidy, for which one without an end is an error. It has a note (CommentNotes.h).
    for (const auto &[key, index] : begun_)
      found_[index].firstLine = 0;
    llvm::erase_if(found_, [](const Suppression &one) { return one.firstLine == 0; });
    return std::move(found_);
  }

private:
  unsigned lineOf(std::size_t offset) const {
    return static_cast<unsigned>(llvm::upper_bound(lineStarts_, offset) - lineStarts_.begin());
  }
  unsigned columnOf(std::size_t offset) const {
    return static_cast<unsigned>(offset - lineStarts_[lineOf(offset) - 1] + 1);
  }

  void comment() {
    const llvm::StringRef text = tokens_.spelling();
    for (std::size_t at = text.find("NOLINT"); at != llvm::StringRef::npos;
         at = text.find("NOLINT", at + 6))
      nolint(text.substr(at), tokens_.offset() + at);
    const std::size_t at = text.find("warplint:");
    if (at != llvm::StringRef::npos)
      allow(text.substr(at + 9), tokens_.offset() + at);
  }

  Suppression make(std::vector<std::string> rules, llvm::StringRef reason) const {
    Suppression one;
    const std::size_t begin = tokens_.offset();
    const std::size_t end = begin + tokens_.token().getLength();
    one.span = {file_, lineOf(begin), columnOf(begin), lineOf(end), columnOf(end)};
    one.rules = std::move(rules);
    reason = reason.split('\n').first.trim();
    reason.consume_back("*/");
    reason.consume_front(":");
    one.reason = reason.trim().str();
    return one;
  }

  /// `text` begins with NOLINT.
  void nolint(llvm::StringRef text, std::size_t offset) {
    text.consume_front("NOLINT");
    const bool nextLine = text.consume_front("NEXTLINE");
    const bool begin = !nextLine && text.consume_front("BEGIN");
    const bool end = !nextLine && !begin && text.consume_front("END");
    if (!text.empty() && (llvm::isAlnum(text.front()) || text.front() == '_'))
      return; // a longer word
    std::optional<std::vector<std::string>> rules{std::in_place};
    std::string key;
    if (text.consume_front("(")) {
      auto [list, rest] = text.split(')');
      rules = ourRules(list);
      key = list.str();
      text = rest;
    }
    if (!rules)
      return;
    if (end)
      return endBlock(key, lineOf(offset));
    Suppression one = make(*rules, text);
    one.firstLine = one.lastLine = lineOf(offset) + (nextLine ? 1 : 0);
    found_.push_back(std::move(one));
    if (begin)
      begun_.emplace_back(key, found_.size() - 1);
  }

  void endBlock(llvm::StringRef key, unsigned line) {
    for (auto it = begun_.rbegin(); it != begun_.rend(); ++it)
      if (it->first == key) {
        found_[it->second].lastLine = line;
        begun_.erase(std::next(it).base());
        return;
      }
  }

  /// `text` follows `warplint:`.
  void allow(llvm::StringRef text, std::size_t offset) {
    text = text.ltrim();
    if (!text.consume_front("allow"))
      return;
    text = text.ltrim();
    if (!text.consume_front("("))
      return;
    auto [list, reason] = text.split(')');
    std::vector<std::string> rules;
    llvm::SmallVector<llvm::StringRef> names;
    list.split(names, ',');
    for (llvm::StringRef name : names) {
      name = name.trim();
      name.consume_front("warplint-");
      if (!name.empty())
        rules.push_back(name.str());
    }
    if (rules.empty())
      return;
    found_.push_back(make(std::move(rules), reason));
    const unsigned line = lineOf(offset);
    if (lastCodeLine_ == line)
      found_.back().firstLine = found_.back().lastLine = line;
    else
      waiting_.push_back(found_.size() - 1); // speaks of the next line that has code
  }

  llvm::StringRef text_;
  const std::string &file_;
  RawTokens tokens_;
  std::vector<std::size_t> lineStarts_ = {0};
  std::vector<Suppression> found_;
  std::vector<std::size_t> waiting_;                       ///< of found_; their line is to come
  std::vector<std::pair<std::string, std::size_t>> begun_; ///< list of rules, index in found_
  unsigned lastCodeLine_ = 0;
};

/// Writes down the words of a text, each with what counts of its place.
class CodeWriter {
public:
  explicit CodeWriter(llvm::StringRef text) : text_(text), tokens_(text, /*comments=*/true) {}

  std::optional<CodeText> run() {
    while (tokens_.next()) {
      moveTo(tokens_.offset());
      if (tokens_.token().isAtStartOfLine())
        isOfDirective_ = tokens_.beginsDirective();
      const bool isComment = tokens_.is(clang::tok::comment);
      if (isComment && speaksToWarplint(tokens_.spelling()))
        return std::nullopt;
      if (isOfDirective_ && follows_ == "#" && setsLines())
        return std::nullopt;
      if (!isComment || isOfDirective_ || !isBetween())
        add();
      follows_ = tokens_.spelling();
      if (!isComment && !isOfDirective_)
        take();
    }
    return std::move(result_);
  }

private:
  /// Which block a kernel has, or what a macro is.
  static bool speaksToWarplint(llvm::StringRef comment) {
    return (comment.contains("warplint:") && comment.contains("block")) ||
           comment.contains("--blockDim") || comment.contains("%PARAM%") ||
           comment.contains("%RANGE%");
  }

  bool setsLines() const {
    return tokens_.isWord("line") || tokens_.is(clang::tok::numeric_constant);
  }

  void moveTo(std::size_t offset) {
    for (std::size_t end = text_.find('\n', lineBegin_); end < offset;
         end = text_.find('\n', lineBegin_)) {
      lineBegin_ = end + 1;
      ++line_;
    }
    column_ = offset - lineBegin_;
  }

  /// Has something ended, or begun, and nothing since? What is in parentheses may be told of as it
  /// is written.
  bool isBetween() const {
    return depth_ == 0 && (before_.empty() || before_ == ";" || before_ == "{" || before_ == "}");
  }

  void add() {
    const bool begins = tokens_.token().isAtStartOfLine();
    if (begins)
      result_.lines.push_back(line_);
    result_.code += begins && isBetween() ? "\n" : std::to_string(line_ - lineBefore_) + " ";
    result_.code += std::to_string(column_) + ":";
    result_.code += tokens_.spelling();
    result_.code += '\0';
    lineBefore_ = line_;
  }

  void take() {
    before_ = tokens_.spelling();
    if (tokens_.token().isOneOf(clang::tok::l_paren, clang::tok::l_square))
      ++depth_;
    else if (tokens_.token().isOneOf(clang::tok::r_paren, clang::tok::r_square) && depth_ > 0)
      --depth_;
  }

  llvm::StringRef text_;
  RawTokens tokens_;
  CodeText result_;
  unsigned line_ = 1, lineBefore_ = 0;
  std::size_t lineBegin_ = 0, column_ = 0;
  bool isOfDirective_ = false;
  unsigned depth_ = 0;      ///< of parentheses and brackets
  llvm::StringRef before_;  ///< but for comments and directives
  llvm::StringRef follows_; ///< which word, whatever it is
};

} // namespace

std::optional<CodeText> codeText(llvm::StringRef text) { return CodeWriter(text).run(); }

std::string withoutComments(llvm::StringRef text) {
  std::string code = text.str();
  RawTokens tokens(text, /*comments=*/true);
  while (tokens.next())
    if (tokens.is(clang::tok::comment))
      std::fill_n(code.begin() + static_cast<std::ptrdiff_t>(tokens.offset()),
                  tokens.token().getLength(), ' ');
  return code;
}

bool isWithinStatement(llvm::StringRef text, std::size_t directive) {
  const std::string code = withoutComments(text);
  char last = ';';
  bool isOfDirective = false, goesOn = false;
  for (llvm::StringRef rest = llvm::StringRef(code).take_front(directive), line; !rest.empty();) {
    std::tie(line, rest) = rest.split('\n');
    line = line.trim();
    isOfDirective = line.starts_with("#") || (isOfDirective && goesOn);
    goesOn = line.ends_with("\\");
    if (!isOfDirective && !line.empty())
      last = line.back();
  }
  return last != ';' && last != '{' && last != '}';
}

bool maySuppress(llvm::StringRef text) {
  return text.contains("NOLINT") || text.contains("warplint:");
}

std::vector<Suppression> suppressions(llvm::StringRef text, const std::string &file) {
  if (!maySuppress(text))
    return {};
  return SuppressionFinder(text, file).run();
}

} // namespace warplint::frontend
