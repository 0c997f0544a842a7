//===- Interpreter.cpp - one run of one kernel ------------------------------===//

#include "lint/simt/Interpreter.h"

#include "lint/simt/Declarations.h"

#include "lint/simt/SharedArrays.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

namespace warplint::simt {

using namespace clang;

/// `int is_vector`, `int hasBias`: 0 or 1, with which strides are multiplied.
static bool isFlagByName(llvm::StringRef name) {
  return llvm::any_of(std::initializer_list<llvm::StringRef>{"is", "has"},
                      [&](llvm::StringRef word) {
                        return name.size() > word.size() + 1 && name.starts_with(word) &&
                               (name[word.size()] == '_' || llvm::isUpper(name[word.size()]));
                      });
}

/// `stride_w`, `dilation` beside `pad_w` or `kernel_size`: by how much a window moves over an
/// image, or its elements lie apart. That is 1 or 2, unlike the stride of an array.
static bool isStepOfWindow(const FunctionDecl &kernel, llvm::StringRef name) {
  const auto isCalled = [](llvm::StringRef text, std::initializer_list<llvm::StringRef> words) {
    return llvm::any_of(words,
                        [&](llvm::StringRef word) { return text.contains_insensitive(word); });
  };
  if (!name.starts_with_insensitive("stride") && !isCalled(name, {"dilat"}))
    return false;
  return llvm::any_of(kernel.parameters(), [&](const ParmVarDecl *parameter) {
    const llvm::StringRef other = parameter->getName();
    // A number of rows that is padded is none of a window's.
    const bool isPadding = isCalled(other, {"pad"}) && !isCalled(other, {"padded"});
    return other != name && parameter->getType()->isIntegerType() &&
           (isPadding || isCalled(other, {"dilat", "kernel", "ksize"}));
  });
}

/// `channels` beside a pointer to bytes: of the pixels of an image, 1 to 4.
static bool isOfPixels(const FunctionDecl &kernel, llvm::StringRef name) {
  return name.contains_insensitive("channel") &&
         llvm::any_of(kernel.parameters(), [](const ParmVarDecl *parameter) {
           const QualType held = parameter->getType()->getPointeeType();
           return !held.isNull() && held->isCharType();
         });
}

Interpreter::Interpreter(ASTContext &context, Recorder &recorder, const Run &run)
    : context_(context), recorder_(recorder), run_(run),
      algebra_(std::min(run.block[0] * run.block[1] * run.block[2], maxThreads)),
      active_(algebra_.all()), fromLaunch_(algebra_.assumption("known from the launch")),
      madeUpNumber_(algebra_.assumption("a number is made up")) {
  outcome_.sharedArrays = std::make_shared<SharedArrays>(algebra_.threads());
}

Outcome Interpreter::execute() {
  const FunctionDecl *kernel = run_.kernel;
  Frame frame;
  frame.function = kernel;
  frame.endsKernel = true;
  frames_.push_back(std::move(frame));
  for (unsigned i = 0; i < kernel->getNumParams(); ++i) {
    const ParmVarDecl *parameter = kernel->getParamDecl(i);
    QualType type = parameter->getType().getNonReferenceType();
    Object object;
    object.name = parameter->getNameAsString();
    object.declaration = parameter;
    object.type = type;
    object.bytes = sizeOf(type).value_or(-1);
    object.space = isRecord(type) ? Space::Parameter : Space::Local;
    ObjectId id = makeObject(std::move(object));
    frames_.back().variables[parameter] = addressValue(id);
    state_.mutableCells(id);
    if (isRecord(type)) {
      for (const KnownField &field : run_.argumentFields)
        if (field.argument == i) {
          const QualType part(field.type, 0);
          Value number = wrap(Value(field.value), part);
          number.assumptions.push_back(fromLaunch_);
          storeCell(id, Value(field.offset), part, number);
        }
      if (const Cells *cells = state_.cells(id))
        ofLaunch_[id] = *cells;
      continue;
    }
    Value value;
    if (type->isPointerType()) {
      SymbolId symbol = 0;
      ObjectId pointee = pointeeObject(parameter->getNameAsString(), Space::Global, &symbol);
      objects_[pointee].declaration = parameter;
      value = algebra_.valueOf(symbol);
      if (i < run_.argumentStarts.size() && run_.argumentStarts[i] != Residue())
        value = algebra_.add(value, pastStart(*parameter, run_.argumentStarts[i]));
    } else if (i < run_.arguments.size() && run_.arguments[i] && isInteger(type)) {
      value = wrap(Value(*run_.arguments[i]), type);
      value.assumptions.push_back(fromLaunch_);
    } else {
      Symbol symbol;
      symbol.kind = SymbolKind::Parameter;
      symbol.name = parameter->getNameAsString();
      if (type->isUnsignedIntegerType())
        symbol.lower = 0;
      if (i < run_.argumentDivisors.size())
        symbol.divisor = run_.argumentDivisors[i];
      if (i < run_.argumentRanges.size() && run_.argumentRanges[i])
        std::tie(symbol.lower, symbol.upper) = *run_.argumentRanges[i];
      else if (isFlagByName(symbol.name) && isInteger(type))
        std::tie(symbol.lower, symbol.upper) = std::pair(0, 1);
      else if (isInteger(type) && isStepOfWindow(*kernel, symbol.name))
        std::tie(symbol.lower, symbol.upper) = std::pair(1, 2);
      else if (isInteger(type) && isOfPixels(*kernel, symbol.name))
        std::tie(symbol.lower, symbol.upper) = std::pair(1, 4);
      value = algebra_.valueOf(algebra_.makeSymbol(std::move(symbol)));
    }
    storeCell(id, Value(0), type, value);
  }
  findKernelEnds(kernel->getBody());
  exec(kernel->getBody());
  finishMissedBarriers();
  finishNumberedBarriers();
  finishBarrierNeeds();
  countEarlyLeaves(frames_.back().earlyReturns, kernel->getBody()->getEndLoc());
  finishPipelines();
  finishBarriers();
  finishAccesses();
  settle();
  outcome_.work = summarise(recorder_.work(), loopTrips_);
  outcome_.openLoops = std::move(openLoops_);
  outcome_.issued = {issued_.warps + doubtful_.warps, issued_.lanes + doubtful_.lanes};
  return outcome_;
}

Value Interpreter::pastStart(const ParmVarDecl &pointer, const Residue &start) {
  Value bytes(start.remainder);
  if (start.divisor == sectorBytes)
    return bytes;
  const QualType pointee = pointer.getType()->getPointeeType();
  const std::int64_t alignment =
      pointee->isIncompleteType() ? 1 : context_.getTypeAlignInChars(pointee).getQuantity();
  Symbol symbol;
  symbol.kind = SymbolKind::Parameter;
  symbol.name = "start of " + pointer.getNameAsString();
  symbol.divisor = std::max(start.divisor, alignment);
  symbol.lower = 0;
  const SymbolId id = algebra_.makeSymbol(std::move(symbol));
  startSymbols_.insert(id);
  return algebra_.add(bytes, algebra_.valueOf(id));
}

namespace {

/// The statements after which a switch is left.
std::vector<const Stmt *> endsOfCases(const SwitchStmt *choice) {
  std::vector<const Stmt *> ends;
  const auto *block = llvm::dyn_cast_or_null<CompoundStmt>(choice->getBody());
  if (!block)
    return ends;
  const auto leaves = [](const Stmt *statement) {
    return llvm::isa<BreakStmt, ReturnStmt>(statement);
  };
  for (const Stmt *const *at = block->body_begin(); at != block->body_end(); ++at) {
    const Stmt *statement = *at;
    while (const auto *label = llvm::dyn_cast<SwitchCase>(statement))
      statement = label->getSubStmt();
    const auto *inner = llvm::dyn_cast<CompoundStmt>(statement);
    const bool leavesWithin = inner && !inner->body_empty() && leaves(inner->body_back());
    if (leavesWithin || std::next(at) == block->body_end() || leaves(*std::next(at)))
      ends.push_back(statement);
  }
  return ends;
}

} // namespace

void Interpreter::findKernelEnds(const Stmt *last) {
  if (const auto *block = llvm::dyn_cast_or_null<CompoundStmt>(last)) {
    // A break here is that of a switch which ends the kernel: loops are not looked into.
    for (const Stmt *statement : llvm::reverse(block->body()))
      if (!llvm::isa<NullStmt, ReturnStmt, BreakStmt>(statement))
        return findKernelEnds(statement);
  } else if (const auto *choice = llvm::dyn_cast_or_null<SwitchStmt>(last)) {
    for (const Stmt *statement : endsOfCases(choice))
      findKernelEnds(statement);
  } else if (const auto *branch = llvm::dyn_cast_or_null<IfStmt>(last)) {
    kernelEnds_.insert(branch);
    findKernelEnds(branch->getThen());
    findKernelEnds(branch->getElse());
  } else if (const auto *marked = llvm::dyn_cast_or_null<AttributedStmt>(last)) {
    findKernelEnds(marked->getSubStmt());
  } else if (llvm::isa_and_nonnull<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(last)) {
    kernelEnds_.insert(last);
  } else if (const auto *expr = llvm::dyn_cast_or_null<Expr>(last)) {
    kernelEnds_.insert(expr->IgnoreImplicit());
  }
}

void Interpreter::countEarlyLeaves(const std::vector<EarlyLeave> &leaves, SourceLocation end) {
  settle();
  for (const EarlyLeave &early : leaves) {
    SiteRecord &record = recorder_.at(SiteKind::Branch, early.condition, "branch");
    record.atLeast(early.cost, static_cast<std::int64_t>(operations_ - early.begin));
    record.atLeast("nested_loops", deepestSince(early.loops, early.depth));
    if (end.isValid() && record.within.isValid())
      record.within.setEnd(end); // what comes after it is its other side
    if (!early.issuedBefore)
      continue;
    const Issue rest = issued_ - *early.issuedBefore;
    const bool isThen = llvm::StringRef(early.cost) == "then_cost";
    record.add(isThen ? "then_issued_warps" : "else_issued_warps",
               static_cast<std::int64_t>(rest.warps));
    record.add(isThen ? "then_issued_lanes" : "else_issued_lanes",
               static_cast<std::int64_t>(rest.lanes));
  }
}

std::uint64_t Interpreter::stepsAllowed() const {
  // flash-attention's backward pass for sm_80 takes 5.8 million for 5 600 functions, CUTLASS's
  // example 111 8.8 million for 10 500; by then Clang has worked on them for twenty seconds.
  // Its matrix products without tensor cores take 2.6 to 5 million for 500 functions.
  const std::uint64_t more = run_.stepBudget / 2000 * names_.size();
  return std::min(run_.stepBudget * 5, run_.stepBudget + std::max(run_.stepBudget * 3 / 2, more));
}

bool Interpreter::step(std::uint64_t cost) {
  if (stopped_)
    return false;
  outcome_.steps += cost;
  if (outcome_.steps <= run_.stepBudget || outcome_.steps <= stepsAllowed())
    return true;
  outcome_.budgetSpent = true;
  stopped_ = true;
  return false;
}

Interpreter::Deeper::Deeper(Interpreter &interpreter, const Expr *expr)
    : interpreter_(interpreter) {
  if (++interpreter_.depth_ == deepest + 1)
    interpreter_.lose("an expression nested too deeply", expr->getBeginLoc());
}

void Interpreter::lose(const std::string &what, SourceLocation where) {
  outcome_.racesDoubtful = true;
  const SourceManager &sources = context_.getSourceManager();
  std::string text = what + " in line " + std::to_string(sources.getExpansionLineNumber(where));
  if (lostSeen_.insert(text).second)
    outcome_.lost.push_back(text);
}

std::string Interpreter::text(SourceRange range) const {
  const SourceManager &sources = context_.getSourceManager();
  // Of all that a macro stands for, its use with the arguments.
  CharSourceRange written = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(range), sources,
                                                     context_.getLangOpts());
  if (const auto use = useOfMacro(sources, range))
    written = *use;
  else if (const auto head = headOfRangeFor(sources, range))
    written = *head;
  else if (written.isInvalid())
    written = CharSourceRange::getTokenRange(sources.getFileLoc(range.getBegin()),
                                             sources.getFileLoc(range.getEnd()));
  std::string raw = Lexer::getSourceText(written, sources, context_.getLangOpts()).str();
  std::string result;
  for (char c : raw)
    if (!std::isspace(static_cast<unsigned char>(c)))
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  constexpr std::size_t longest = 120;
  if (result.size() > longest)
    result = result.substr(0, longest) + "…";
  return result;
}

/// Is it the name of a macro with arguments, as of one that makes a whole kernel?
bool Interpreter::isNameOfCall(llvm::StringRef written, SourceLocation begin) const {
  const SourceManager &sources = context_.getSourceManager();
  if (!begin.isMacroID() || !isValidAsciiIdentifier(written))
    return false;
  const auto next =
      Lexer::findNextToken(sources.getExpansionLoc(begin), sources, context_.getLangOpts());
  return next && next->is(tok::l_paren);
}

std::string Interpreter::text(const Stmt *statement) const {
  if (!statement)
    return {};
  std::string written = text(statement->getSourceRange());
  // Part of it stands in a macro, and part of it where the macro is used.
  const auto *expr = llvm::dyn_cast<Expr>(statement);
  if (expr && (written.empty() || isNameOfCall(written, expr->getBeginLoc()))) {
    written.clear();
    llvm::raw_string_ostream stream(written);
    expr->IgnoreUnlessSpelledInSource()->printPretty(stream, nullptr, context_.getPrintingPolicy());
  }
  return written;
}

} // namespace warplint::simt
