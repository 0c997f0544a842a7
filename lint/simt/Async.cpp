//===- Async.cpp - asynchronous copies and what waits for them -------------===//
//
// Calls that start, commit, wait for and release copies, told to the log of their lives
// (AsyncLife.h), and what is read too early, filled too early or copied the slow way.
//
//===----------------------------------------------------------------------===//

#include "lint/simt/AstVisitor.h"
#include "lint/simt/Edges.h"
#include "lint/simt/Integers.h"
#include "lint/simt/Interpreter.h"
#include "lint/simt/SharedArrays.h"
#include "lint/simt/Target.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

namespace warplint::simt {

using namespace clang;

namespace {

// cp.async, __pipeline_* and cooperative groups share the thread's own groups.
constexpr const char *threadQueue = "thread";
// Operations between a copy and its wait that are no work: the commit, a barrier, an index.
constexpr std::uint64_t idleOperations = 6;
constexpr std::int64_t widestCopy = 16;        // bytes of one cp.async
constexpr std::int64_t mostGranules = 1 << 16; // 256 KiB at 4 bytes each, more than a block has
// Reads of a tile by a thread that are worth hiding the next copy behind.
constexpr unsigned leastTileReads = 8;
// First chips with cp.async: sm_80 (PTX ISA, cp.async).
constexpr unsigned firstChipWithCopies = 80;

const CXXRecordDecl *recordOf(QualType type) {
  type = type.getNonReferenceType();
  if (type->isPointerType())
    type = type->getPointeeType();
  return type->getAsCXXRecordDecl();
}

llvm::StringRef recordName(QualType type) {
  const CXXRecordDecl *record = recordOf(type);
  return record && record->getIdentifier() ? record->getName() : "";
}

std::optional<std::int64_t> integerArgument(const TemplateArgumentList *arguments, unsigned index) {
  if (!arguments || arguments->size() <= index)
    return std::nullopt;
  const TemplateArgument &argument = arguments->get(index);
  if (argument.getKind() != TemplateArgument::Integral)
    return std::nullopt;
  return int64Of(argument.getAsIntegral());
}

const TemplateArgumentList *templateArguments(QualType type) {
  const auto *specialisation =
      llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(recordOf(type));
  return specialisation ? &specialisation->getTemplateArgs() : nullptr;
}

/// Bytes that a pointed-to type is aligned to; 1 for void.
std::int64_t pointeeAlignment(ASTContext &context, const Expr *pointer) {
  QualType type = pointer->getType();
  if (!type->isPointerType() && !type->isArrayType())
    return 0;
  QualType pointee = type->isPointerType() ? type->getPointeeType()
                                           : context.getAsArrayType(type)->getElementType();
  if (pointee->isVoidType() || pointee->isIncompleteType() || pointee->isDependentType())
    return 1;
  return context.getTypeAlignInChars(pointee).getQuantity();
}

/// The numbers that these threads hold, where all of them are known.
std::optional<Lanes> concreteIn(const Value &value, const LaneMask &lanes) {
  if (value.unknown && (*value.unknown & lanes).any())
    return std::nullopt;
  for (const Term &term : value.terms) {
    bool present = false;
    if (term.coefficient.isUniform())
      present = !term.coefficient.isZero();
    else
      lanes.forEach([&](unsigned lane) { present = present || term.coefficient.at(lane) != 0; });
    if (present)
      return std::nullopt;
  }
  return value.base;
}

/// Of an offset that hangs on what is not known, and on the thread as well, those that each thread
/// comes by whatever the rest is: in the first pass of a loop and in the second. How far from there
/// a loop goes on is open: `tile[warp * 32 + i]` may end where the warp's own part does.
std::vector<Lanes> firstPlaces(Algebra &algebra, const Value &offset, const LaneMask &lanes) {
  // A size that only the launch tells: enough for two passes of a loop that counts down from it.
  constexpr std::int64_t smallSize = 2;
  std::vector<Lanes> places;
  if ((offset.unknown && (*offset.unknown & lanes).any()) || algebra.isUniform(offset, lanes))
    return places;
  for (const std::int64_t pass : {0, 1}) {
    std::map<SymbolId, std::int64_t> numbers;
    for (const Term &term : offset.terms)
      for (const SymbolId id : term.monomial) {
        const Symbol &symbol = algebra.symbol(id);
        const std::int64_t least = symbol.lower.value_or(0);
        numbers[id] =
            symbol.kind == SymbolKind::Iteration ? least + pass : std::max(least, smallSize);
      }
    places.push_back(algebra.substitute(offset, numbers).base);
  }
  return places;
}

} // namespace

std::string Interpreter::queueName(const Address &address) {
  Location place = locate(address);
  if (!place.known)
    return "";
  Value offset = algebra_.isUniform(place.offset, active_)
                     ? algebra_.uniformPart(place.offset, active_)
                     : place.offset;
  auto constant = offset.constant();
  if (!constant)
    return "";
  return objects_[place.object].name + "#" + std::to_string(place.object) + "+" +
         std::to_string(*constant);
}

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

// Each thread's copy reads global memory as a load of that width does. False: what it reads is not
// known, or not as one access.
bool Interpreter::recordCopySource(const Copy &copy) {
  const auto bytes = copy.bytes ? copy.bytes->constant() : std::nullopt;
  const bool isOneAccess = copy.sourceExpr && copy.source && bytes && !copy.collective &&
                           copy.asynchronous.value_or(true) &&
                           (*bytes == 4 || *bytes == 8 || *bytes == widestCopy);
  if (!isOneAccess || (copy.source->unknown && (*copy.source->unknown & active_).any()))
    return false;
  const Location from = locate(resolve(*copy.source));
  if (!from.known || objects_[from.object].space != Space::Global)
    return false;
  const Expr *pointer = copy.sourceExpr->IgnoreParenCasts();
  if (const auto *address = llvm::dyn_cast<clang::UnaryOperator>(pointer);
      address && address->getOpcode() == clang::UO_AddrOf)
    pointer = address->getSubExpr();
  const QualType word = context_.UnsignedIntTy;
  Access access = describeAccess(
      pointer,
      context_.getConstantArrayType(word, llvm::APInt(64, static_cast<std::uint64_t>(*bytes / 4)),
                                    nullptr, clang::ArraySizeModifier::Normal, 0),
      "copy");
  recordAccess(access, resolve(*copy.source));
  return true;
}

void Interpreter::startCopy(const Copy &start, const Queue &queue) {
  touchUnknown();
  Location place = locate(resolve(start.target));
  if (!place.known || objects_[place.object].space != Space::Shared)
    return; // out to global memory, or not to be followed
  outcome_.copiesAsynchronously = true;
  outcome_.sharedArrays->lose(place.object);
  operations_ += 4;
  lastCopy_ = operations_;
  if (!recordCopySource(start))
    noteCopyTraffic(start);
  const Object &object = objects_[place.object];
  SourceRange range = start.site->getSourceRange();
  SiteRecord &record = recorder_.at(SiteKind::AsyncCopy, range, "copy");
  record.statement = start.site;
  record.within = withinStatement();
  record.evidence["array"] = object.name;
  record.evidence["mechanism"] = std::string(start.mechanism);
  record.atLeast("may_fill_zeroes", start.mayFillZeroes);
  std::optional<std::int64_t> size;
  if (start.bytes)
    size = start.bytes->constant();
  if (size)
    record.evidence["bytes"] = *size;
  judgeAlignment(record, start);
  if (state_.cells(place.object))
    state_.mutableCells(place.object).clear();
  const std::optional<Lanes> offset = concreteIn(place.offset, active_);
  if (queue.name.empty() || !offset)
    return;

  // Groups that copy to places of their own: one after the other.
  const LaneMask all = active_;
  std::map<std::int64_t, LaneMask> groups;
  if (start.collective && !offset->isUniform())
    all.forEach([&](unsigned lane) { groups[offset->at(lane)].set(lane); });
  else
    groups[0] = all;
  for (const auto &[at, lanes] : groups) {
    active_ = lanes;
    logCopy(start, queue, place.object, *offset, size);
  }
  active_ = all;
  if (start.commits)
    state_.async.commit(queue.name, queue.kind, active_, algebra_.all());
}

void Interpreter::logCopy(const Copy &start, const Queue &queue, ObjectId target,
                          const Lanes &offsets, std::optional<std::int64_t> size) {
  const Object &object = objects_[target];
  auto copy = std::make_shared<CopyStart>();
  copy->object = target;
  copy->array = object.name;
  copy->mechanism = start.mechanism;
  copy->site = start.site;
  copy->statement = statement_;
  copy->inKernel = frames_.size() == 1;
  copy->collective = start.collective;
  copy->isOpen = start.isOpen;
  copy->mayFillZeroes = start.mayFillZeroes;
  copy->offsets = offsets;
  std::int64_t low = offsets.at(active_.first());
  std::int64_t high = low;
  active_.forEach([&](unsigned lane) {
    low = std::min(low, offsets.at(lane));
    high = std::max(high, offsets.at(lane));
  });
  copy->begin = low;
  std::int64_t end = object.bytes > 0 ? object.bytes : high + 1;
  copy->end = size ? high + *size : end;
  copy->bytes = size.value_or(0);
  if (copy->end <= copy->begin)
    return;
  if (!start.collective && size && *size > 0) {
    // The largest pieces that each belong to one thread.
    std::int64_t unit = *size;
    active_.forEach(
        [&](unsigned lane) { unit = commonDivisor(unit, distance(low, offsets.at(lane))); });
    std::int64_t granules = (copy->end - copy->begin + unit - 1) / unit;
    if (granules <= mostGranules) {
      copy->granule = static_cast<unsigned>(unit);
      copy->owners.assign(static_cast<std::size_t>(granules), -1);
      active_.forEach([&](unsigned lane) {
        for (std::int64_t at = 0; at < *size; at += unit)
          copy->owners[copy->granuleOf(offsets.at(lane) + at)] = static_cast<std::int16_t>(lane);
      });
    }
  }
  auto verdict = state_.async.start(copy, queue.name, queue.kind, active_, algebra_.all(), false);
  if (verdict)
    reportEarly(*verdict, nullptr, "copy");
}

// Out of shared memory to global memory. One thread starts it, as a rule.
void Interpreter::startBulkStore(const Address &source, const std::optional<Value> &bytes,
                                 const Stmt *site) {
  const Location place = locate(resolve(source));
  const auto size = bytes ? bytes->constant() : std::nullopt;
  const auto offset = concreteIn(place.offset, active_);
  const bool isExact = !aside_ && llvm::all_of(conditions_, [](const Condition &condition) {
    return condition.exact || condition.cause == Cause::None;
  });
  if (!place.known || objects_[place.object].space != Space::Shared || !size || !offset ||
      active_.count() != 1 || !isExact)
    return;
  outcome_.copiesAsynchronously = true;
  auto copy = std::make_shared<CopyStart>();
  copy->object = place.object;
  copy->array = objects_[place.object].name;
  copy->mechanism = "bulk";
  copy->site = site;
  copy->begin = offset->at(active_.first());
  copy->end = copy->begin + *size;
  state_.async.bulkStores.push_back({std::move(copy), active_});
}

// A store to where a bulk copy may still read.
void Interpreter::checkBulkStores(ObjectId object, const Value &offset, std::int64_t bytes,
                                  const Expr *expr) {
  if (state_.async.bulkStores.empty() || !expr || !isCertain())
    return;
  const auto offsets = concreteIn(offset, active_);
  const auto copy = offsets ? state_.async.readBy(object, *offsets, bytes, active_) : nullptr;
  if (!copy)
    return;
  SiteRecord &record = recorder_.at(SiteKind::AsyncCopy, copy->site->getSourceRange(), "copy");
  record.statement = copy->site;
  record.evidence["array"] = copy->array;
  record.evidence["mechanism"] = copy->mechanism;
  record.evidence["refilled_early"] = true;
  record.evidence["hazard"] = std::string("store");
  record.evidence["other_line"] = static_cast<std::int64_t>(
      context_.getSourceManager().getExpansionLineNumber(expr->getBeginLoc()));
  if (record.notes.empty())
    record.notes.emplace_back(expr->getSourceRange(), "written again here");
}

// What the implementation makes of the sizes and pointers it is given.
void Interpreter::judgeAlignment(SiteRecord &record, const Copy &copy) {
  // A pointer's place modulo some alignment, where that is known of every thread.
  auto misplacement = [&](const std::optional<Value> &address,
                          std::int64_t alignment) -> std::optional<bool> {
    if (!address || alignment <= 1)
      return std::nullopt;
    Value at = resolve(*address);
    if (at.unknown && (*at.unknown & active_).any())
      return std::nullopt;
    std::int64_t divisor = algebra_.symbolicDivisor(at);
    if (divisor != 0 && divisor % alignment != 0)
      return std::nullopt;
    bool off = false;
    active_.forEach([&](unsigned lane) { off = off || at.base.at(lane) % alignment != 0; });
    return off;
  };
  if (copy.relies > 0)
    record.evidence["alignment"] = copy.relies;
  if (copy.asynchronous)
    record.evidence["asynchronous"] = *copy.asynchronous;
  std::optional<std::int64_t> size;
  if (copy.bytes)
    size = copy.bytes->constant();
  bool bulk = std::string_view(copy.mechanism) == "bulk";
  bool primitives = std::string_view(copy.mechanism) == "primitives";
  if (size && primitives && *size != 4 && *size != 8 && *size != widestCopy)
    record.evidence["traps"] = true;
  std::int64_t must = copy.must;
  if (must != 4 && must != 8 && must != 16)
    return;
  bool off = misplacement(copy.target, must).value_or(false) ||
             misplacement(copy.source, must).value_or(false) || (bulk && size && *size % must != 0);
  if (off) {
    record.evidence["misaligned"] = true;
    record.evidence["must_align"] = must;
  }
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

void Interpreter::checkUse(ObjectId object, const Value &offset, std::int64_t bytes,
                           const Access &access) {
  if (!tileCopies_.empty())
    for (TileCopy &copy : tileCopies_)
      if (copy.object == object && copy.barrier) {
        ++copy.reads;
        if (passes_.size() > copy.depth && passes_.back().standsForAll)
          copy.inInnerLoop = true;
      }
  if (access.expr)
    useOf(object, offset, bytes, access.expr, access.op);
}

void Interpreter::useOf(ObjectId object, const Value &offset, std::int64_t bytes, const Expr *expr,
                        const char *op) {
  if (state_.async.copies.empty() || !expr)
    return;
  ReadPlaces places;
  places.offsets = concreteIn(offset, active_);
  if (!places.offsets)
    places.among = firstPlaces(algebra_, offset, active_);
  auto verdict = state_.async.read(object, objects_[object].bytes, places, bytes, active_,
                                   algebra_.all(), expr);
  if (verdict)
    reportEarly(*verdict, expr, op);
}

void Interpreter::reportEarly(const CopyVerdict &verdict, const Expr *use, const char *op) {
  const SourceManager &sources = context_.getSourceManager();
  auto lineOf = [&](const Stmt *statement) {
    return static_cast<std::int64_t>(sources.getExpansionLineNumber(statement->getBeginLoc()));
  };
  const CopyStart &copy = *verdict.copy;
  if (verdict.kind == CopyVerdict::Kind::Reuse) {
    SiteRecord &record = recorder_.at(SiteKind::AsyncCopy, copy.site->getSourceRange(), "copy");
    record.statement = copy.site;
    record.evidence["array"] = copy.array;
    record.evidence["mechanism"] = copy.mechanism;
    record.evidence["refilled_early"] = true;
    const Stmt *before = verdict.earlier ? verdict.earlier->site : verdict.read;
    record.evidence["hazard"] = std::string(verdict.earlier ? "copy" : "read");
    record.evidence["same_warp"] = verdict.sameWarp;
    if (before)
      record.evidence["other_line"] = lineOf(before);
    if (record.notes.empty() && before)
      record.notes.emplace_back(before->getSourceRange(),
                                verdict.earlier ? "this copy may still be under way" : "read here");
    if (record.notes.size() == 1)
      noteCaller(record, copy.site);
    return;
  }
  SiteRecord &record = recorder_.at(SiteKind::AsyncUse, use->getSourceRange(), op);
  record.statement = use;
  record.within = withinStatement();
  record.evidence["array"] = copy.array;
  record.evidence["mechanism"] = copy.mechanism;
  record.evidence["committed"] = verdict.committed;
  bool missingWait = verdict.kind == CopyVerdict::Kind::MissingWait;
  record.evidence["waited"] = !missingWait;
  record.evidence["copy_line"] = lineOf(copy.site);
  if (missingWait) {
    record.evidence["reason"] = verdict.reason;
  } else {
    record.evidence["visible"] = false;
    record.evidence["same_warp"] = verdict.sameWarp;
    if (lastWait_)
      record.evidence["wait_line"] = lineOf(lastWait_);
  }
  if (record.notes.empty())
    record.notes.emplace_back(copy.site->getSourceRange(), "the copy starts here");
  planWait(record, verdict);
}

// Where one statement cures it, and its place is plain.
void Interpreter::planWait(SiteRecord &record, const CopyVerdict &verdict) {
  if (!record.fixes.empty())
    return;
  const SourceManager &sources = context_.getSourceManager();
  const LangOptions &language = context_.getLangOpts();
  auto insert = [&](const Stmt *statement, bool before, const char *id, std::string title,
                    const std::string &text) {
    if (!statement || statement->getBeginLoc().isMacroID() || statement->getEndLoc().isMacroID())
      return;
    SourceLocation begin = statement->getBeginLoc();
    SourceLocation at = begin;
    std::string whole = text + "\n" + indentationOf(sources, begin);
    if (!before) {
      at = Lexer::findLocationAfterToken(statement->getEndLoc(), tok::semi, sources, language,
                                         /*SkipTrailingWhitespaceAndNewLine=*/false);
      whole = "\n" + indentationOf(sources, begin) + text;
    }
    if (at.isValid() && sources.isWrittenInMainFile(at))
      record.fixes.push_back({id, std::move(title), {{at, at, std::move(whole)}}});
  };
  const CopyStart &copy = *verdict.copy;
  if (verdict.kind == CopyVerdict::Kind::MissingBarrier) {
    if (waitInKernel_ && lastWait_ && llvm::isa<CallExpr>(lastWait_))
      insert(lastWait_, false, "add-barrier", "synchronise the block behind the wait",
             "__syncthreads();");
    return;
  }
  if (!verdict.committed || verdict.reason.find("leaves it pending") != std::string::npos)
    return;
  const auto *call = llvm::dyn_cast<CallExpr>(copy.site);
  if (!call || !copy.inKernel || copy.statement != call || frames_.size() != 1)
    return;
  if (copy.mechanism == "group") {
    std::string name = text(call->getCallee()->getSourceRange());
    if (std::size_t at = name.rfind("memcpy_async"); at != std::string::npos)
      insert(call, false, "add-wait", "wait for the copy",
             name.replace(at, std::string::npos, "wait") + "(" + text(call->getArg(0)) + ");");
    return;
  }
  if (!barrierInKernel_ || !lastBarrier_)
    return;
  const FullSourceLoc copied(call->getBeginLoc(), sources);
  const FullSourceLoc barrier(lastBarrier_->getBeginLoc(), sources);
  if (copied.getExpansionLineNumber() >= barrier.getExpansionLineNumber())
    return; // the barrier of an iteration before
  if (copy.mechanism == "primitives")
    insert(lastBarrier_, true, "add-wait", "wait for the copy before the barrier",
           "__pipeline_wait_prior(0);");
  else if (copy.mechanism == "pipeline")
    insert(lastBarrier_, true, "add-wait", "wait for the copy before the barrier",
           text(call->getArg(call->getNumArgs() - 1)) + ".consumer_wait();");
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

// One more wait at this place: did anything happen since the copies were started?
void Interpreter::noteCommit() {
  if (operations_ - lastCopy_ <= idleOperations)
    lastCopy_ = operations_;
}

void Interpreter::noteWait(const Queue &queue, unsigned stay, SourceRange range, const char *op) {
  lastWait_ = statement_;
  waitInKernel_ = frames_.size() == 1;
  // What was copied is there now: the next barrier shows it to the others, wherever it was started.
  if (!state_.async.copies.empty())
    touchUnknown();
  SiteRecord &record = recorder_.at(SiteKind::Pipeline, range, op);
  record.evidence["object"] = queue.written.empty() ? std::string("thread") : queue.written;
  bool underWay = stay > 0;
  std::set<unsigned> batches;
  for (const CopyRecord &copy : state_.async.copies) {
    bool complete = copy.isDone() || copy.complete.contains(copy.lanes);
    if (copy.kind != QueueKind::Thread && !complete) {
      const CopyQueue &other = state_.async.queues.at(copy.queue);
      complete = std::any_of(other.classes.begin(), other.classes.end(), [&](const Progress &p) {
        return p.waited > copy.batch && (p.lanes & active_).any();
      });
    }
    underWay = underWay || !complete;
    if (copy.queue == queue.name && !complete)
      batches.insert(copy.batch);
  }
  const bool startedHere =
      !passes_.empty() && lastCopy_ >= passes_.back().operations && lastCopy_ > 0;
  // With nothing under way, as in an iteration behind the last tile, it is none.
  if (batches.empty() && !startedHere)
    return;
  record.add("waits", 1);
  if (passes_.empty())
    return;
  // What it waited for was under way too.
  if (stay > 0 && queue.kind == QueueKind::Thread)
    record.atLeast("stages", static_cast<std::int64_t>(batches.size()) + 1);
  if (startedHere && !underWay && operations_ - lastCopy_ <= idleOperations)
    record.add("idle_waits", 1);
}

// A barrier that interpreter and hardware agree on.
void Interpreter::asyncBarrier(const std::string &scope, unsigned groupSize) {
  AsyncLife &life = state_.async;
  bool block = scope == "block" || scope == "group" || scope == "grid";
  if (block || groupSize >= algebra_.threads()) {
    ++blockBarriers_;
    lastBarrier_ = statement_;
    barrierInKernel_ = frames_.size() == 1;
    for (TileCopy &copy : tileCopies_)
      copy.barrier = true;
    life.blockBarrier();
  } else if (groupSize && groupSize <= warpSize) {
    life.warpBarrier(active_);
  } else {
    life.someBarrier(active_);
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

// A size: an integer, or cuda::aligned_size_t.
std::optional<Value> Interpreter::sizeArgument(const Expr *expr, std::int64_t *alignment) {
  if (!expr)
    return std::nullopt;
  if (alignment)
    *alignment = 0;
  if (!isRecord(expr->getType().getNonReferenceType()))
    return resolve(expr->isGLValue() ? load(addressOf(expr), expr->getType(), expr) : eval(expr));
  if (alignment)
    *alignment = integerArgument(templateArguments(expr->getType()), 0).value_or(0);
  std::optional<Value> found;
  Address place = expr->isGLValue() ? addressOf(expr) : eval(expr);
  if (Location at = locate(resolve(place)); at.known)
    if (const Cells *cells = state_.cells(at.object); cells && cells->count(0))
      if (cells->at(0).value.constant())
        return cells->at(0).value;
  std::function<void(const Stmt *)> visit = [&](const Stmt *node) {
    if (found || !node)
      return;
    if (const auto *construct = llvm::dyn_cast<CXXConstructExpr>(node);
        construct && construct->getNumArgs() >= 1 &&
        construct->getArg(0)->getType()->isIntegerType()) {
      found = resolve(eval(construct->getArg(0)));
      return;
    }
    for (const Stmt *child : node->children())
      visit(child);
  };
  visit(expr);
  return found;
}

// Cooperative groups: (group, to, from, bytes) or (group, to, count, from, count).
std::optional<Value> Interpreter::groupCopy(llvm::StringRef last, const FunctionDecl *function,
                                            const CallExpr *call) {
  auto group = groupOf(call->getArg(0));
  if (last != "memcpy_async") {
    auto pending = last == "wait"
                       ? 0
                       : integerArgument(function->getTemplateSpecializationArgs(), 0).value_or(0);
    unsigned stay = state_.async.waitThread(threadQueue, active_, algebra_.all(),
                                            static_cast<unsigned>(pending));
    memoryChanged();
    orderSomehow(); // the group is synchronised by it
    noteWait({threadQueue, QueueKind::Thread, ""}, stay, call->getSourceRange(),
             last == "wait" ? "wait" : "wait_prior");
    if (group && group->kind == GroupInfo::Kind::Block)
      barrier(last.str(), "block", 0, call->getSourceRange());
    else if (group && group->kind == GroupInfo::Kind::Tile && group->size)
      barrier(last.str(), group->size <= warpSize ? "tile" : "group", group->size,
              call->getSourceRange());
    else
      state_.async.someBarrier(active_);
    return Value(0);
  }
  unsigned count = call->getNumArgs();
  if (count < 4)
    return std::nullopt;
  bool elements = count >= 5;
  const Expr *to = call->getArg(1);
  const Expr *from = call->getArg(elements ? 3 : 2);
  Copy copy;
  copy.target = resolve(eval(to));
  copy.source = resolve(eval(from));
  std::int64_t promised = 0;
  if (elements) {
    auto wanted = sizeArgument(call->getArg(2), &promised);
    auto there = sizeArgument(call->getArg(4));
    QualType element =
        from->getType()->isPointerType() ? from->getType()->getPointeeType() : QualType();
    if (wanted && there && wanted->constant() && there->constant() && !element.isNull() &&
        !element->isVoidType())
      copy.bytes =
          Value(std::min(*wanted->constant(), *there->constant()) * sizeOf(element).value_or(1));
  } else {
    copy.bytes = sizeArgument(call->getArg(3), &promised);
  }
  copy.mechanism = "group";
  copy.commits = true;
  copy.collective = !(group && group->kind == GroupInfo::Kind::Thread);
  copy.site = call;
  // From 4 bytes on it copies asynchronously whatever the pointers are; below, it looks at how
  // far apart their last bits are (cooperative_groups/details/async.h of the Toolkit).
  copy.relies = promised ? promised : std::min(pointeeAlignment(context_, to), widestCopy);
  copy.must = copy.relies >= 4 ? std::min(copy.relies, widestCopy) : 0;
  if (copy.relies >= 4) {
    copy.asynchronous = true;
  } else if (copy.relies > 0) {
    Value apart = algebra_.sub(copy.target, *copy.source);
    std::int64_t divisor = algebra_.symbolicDivisor(apart);
    bool known = !(apart.unknown && (*apart.unknown & active_).any()) &&
                 (divisor == 0 || divisor % 4 == 0) && algebra_.isUniform(apart, active_);
    if (known)
      copy.asynchronous = apart.base.at(active_.first()) % 4 == 0;
  }
  startCopy(copy, {threadQueue, QueueKind::Thread, ""});
  return Value(0);
}

std::optional<Value> Interpreter::primitiveCall(llvm::StringRef name, const CallExpr *call) {
  Queue own{threadQueue, QueueKind::Thread, ""};
  if (name == "__pipeline_memcpy_async") {
    if (call->getNumArgs() < 3)
      return std::nullopt;
    Copy copy;
    copy.target = resolve(eval(call->getArg(0)));
    copy.source = resolve(eval(call->getArg(1)));
    copy.sourceExpr = call->getArg(1);
    copy.bytes = sizeArgument(call->getArg(2));
    copy.mechanism = "primitives";
    copy.site = call;
    if (copy.bytes)
      copy.must = copy.bytes->constant().value_or(0);
    startCopy(copy, own);
    return Value(0);
  }
  if (name == "__pipeline_commit") {
    state_.async.commit(threadQueue, QueueKind::Thread, active_, algebra_.all());
    noteCommit();
    return Value(0);
  }
  if (name == "__pipeline_wait_prior") {
    auto pending = call->getNumArgs() ? resolve(eval(call->getArg(0))).constant() : std::nullopt;
    if (pending)
      noteWait(own,
               state_.async.waitThread(threadQueue, active_, algebra_.all(),
                                       static_cast<unsigned>(*pending)),
               call->getSourceRange(), "__pipeline_wait_prior");
    else
      state_.async.lostTrack();
    memoryChanged();
    return Value(0);
  }
  if (name == "__pipeline_arrive_on" && call->getNumArgs() == 1) {
    std::string barrierName = queueName(resolve(eval(call->getArg(0))));
    if (barrierName.empty())
      state_.async.lostTrack();
    else
      state_.async.bindToBarrier(barrierName, active_, algebra_.all());
    return Value(0);
  }
  return std::nullopt;
}

// cuda::memcpy_async, the last argument of which completes it.
std::optional<Value> Interpreter::libraryCopy(llvm::StringRef last, const CallExpr *call) {
  unsigned count = call->getNumArgs();
  if (count < 4)
    return std::nullopt;
  unsigned first = count >= 5 ? 1 : 0;
  const Expr *handle = call->getArg(count - 1);
  const Expr *to = call->getArg(first);
  Copy copy;
  copy.target = resolve(eval(to));
  copy.source = resolve(eval(call->getArg(first + 1)));
  copy.sourceExpr = call->getArg(first + 1);
  std::int64_t promised = 0;
  copy.bytes = sizeArgument(call->getArg(first + 2), &promised);
  copy.collective = first == 1;
  copy.site = call;
  // The greater of the type's alignment and what aligned_size_t promises; less than 4 bytes are
  // copied with plain loads (cuda/__memcpy_async/dispatch_memcpy_async.h of the Toolkit).
  copy.relies = std::max(promised, pointeeAlignment(context_, to));
  copy.must = copy.relies >= 4 ? std::min(copy.relies, widestCopy) : 0;
  if (copy.relies > 0)
    copy.asynchronous = copy.relies >= 4;
  Queue queue;
  if (recordName(handle->getType()).contains("pipeline")) {
    copy.mechanism = "pipeline";
    queue = pipelineQueue(handle);
  } else {
    copy.mechanism = last == "memcpy_async_tx" ? "bulk" : "barrier";
    queue.kind = QueueKind::Barrier;
    queue.name = queueName(resolve(handle->isGLValue() ? addressOf(handle) : eval(handle)));
    queue.written = text(handle);
    if (!queue.name.empty())
      useBarrier(queue.name, queue.written, handle->getSourceRange(), "memcpy_async", 0);
  }
  startCopy(copy, queue);
  if (isRecord(call->getType()))
    return temporary(call->getType(), "completion");
  return Value(0);
}

// cp_async_bulk and its kin: the pointers among the arguments are to, from, and a barrier last.
std::optional<Value> Interpreter::bulkCopy(const CallExpr *call) {
  const std::string name = plainName(call->getDirectCallee());
  const llvm::StringRef called = name;
  const bool leavesShared =
      called.contains("shared_to_global") || called.contains("prefetch") ||
      called.contains("reduce") ||
      (call->getNumArgs() > 0 && isRecord(call->getArg(0)->getType()) && // cuda::ptx::space_global
       call->getArg(0)->getType().getCanonicalType().getAsString().find("global") !=
           std::string::npos);
  if (leavesShared) { // a group waits for it, and no barrier
    std::vector<Value> pointers;
    std::optional<Value> bytes;
    for (const Expr *argument : call->arguments())
      if (!isRecord(argument->getType()) && !argument->isGLValue()) {
        Value value = resolve(eval(argument));
        if (argument->getType()->isPointerType())
          pointers.push_back(std::move(value));
        else if (argument->getType()->isIntegerType() && !bytes)
          bytes = std::move(value);
      }
    if (!called.contains("prefetch") && !called.contains("tensor") && pointers.size() > 1)
      startBulkStore(pointers[1], bytes, call);
    touchUnknown(); // it reads what the block's threads have stored
    return Value(0);
  }
  std::vector<const Expr *> pointers;
  const Expr *size = nullptr;
  const Expr *barrierObject = nullptr;
  for (const Expr *expr : call->arguments()) {
    if (recordName(expr->getType()).contains("barrier") && expr->isGLValue())
      barrierObject = expr;
    else if (expr->getType()->isPointerType())
      pointers.push_back(expr);
    else if (expr->getType()->isIntegerType() && !size)
      size = expr;
  }
  if (pointers.size() < 2)
    return Value(0);
  const bool tensor = called.contains("tensor");
  Copy copy;
  copy.target = resolve(eval(pointers.front()));
  if (!tensor) {
    copy.source = resolve(eval(pointers[1]));
    if (size)
      copy.bytes = resolve(eval(size));
    copy.must = widestCopy;
  }
  copy.mechanism = "bulk";
  copy.site = call;
  const Expr *handle = barrierObject ? barrierObject : pointers.back();
  if (!barrierObject && pointers.size() < 3 && !tensor)
    return Value(0); // out of shared memory
  Queue queue;
  queue.kind = QueueKind::Barrier;
  queue.name = queueName(resolve(barrierObject ? addressOf(handle) : eval(handle)));
  queue.written = text(handle);
  if (!queue.name.empty())
    useBarrier(queue.name, queue.written, handle->getSourceRange(), "cp_async_bulk", 0);
  startCopy(copy, queue);
  return Value(0);
}

std::optional<Value> Interpreter::asyncCall(const std::string &name, const FunctionDecl *function,
                                            const CallExpr *call) {
  llvm::StringRef whole = name;
  llvm::StringRef last = whole.contains(':') ? whole.rsplit(':').second : whole;
  bool cuda = whole.starts_with("cuda::");

  if (whole.starts_with("cooperative_groups::") &&
      (last == "memcpy_async" || last == "wait" || last == "wait_prior") && call->getNumArgs() &&
      !llvm::isa<CXXMethodDecl>(function))
    return groupCopy(last, function, call);
  if (whole.starts_with("__pipeline_"))
    return primitiveCall(whole, call);
  if (whole == "__mbarrier_init" && call->getNumArgs() == 2) {
    const Address barrier = resolve(eval(call->getArg(0)));
    initBarrier(barrier, resolve(eval(call->getArg(1))));
    return Value(0);
  }
  if (whole.starts_with("__mbarrier_") && call->getNumArgs() > 0 &&
      call->getArg(0)->getType()->isPointerType())
    return barrierMember(whole, call, resolve(eval(call->getArg(0))));
  if (cuda && (last == "memcpy_async" || last == "memcpy_async_tx"))
    return libraryCopy(last, call);
  if (cuda && last.starts_with("cp_async_bulk") && !last.contains("group"))
    return bulkCopy(call);
  if (cuda && last == "cp_async_bulk_commit_group") {
    state_.async.commitBulkStores(active_);
    return Value(0);
  }
  if (cuda && last.starts_with("cp_async_bulk_wait_group")) {
    auto leave = integerArgument(function->getTemplateSpecializationArgs(), 0);
    for (const Expr *argument : call->arguments()) { // cuda::ptx::n32_t<N>
      const auto *type = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
          argument->getType()->getAsCXXRecordDecl());
      if (!leave && type)
        leave = integerArgument(&type->getTemplateArgs(), type->getTemplateArgs().size() - 1);
    }
    state_.async.waitBulkStores(active_, static_cast<unsigned>(leave.value_or(0)));
    memoryChanged();
    return Value(0);
  }
  if (whole.starts_with("nvcuda::wmma::") && last.ends_with("_sync"))
    wholeWarpCall("wmma::" + last.str(), call);
  if (whole == "nvcuda::wmma::load_matrix_sync" && call->getNumArgs() >= 2 &&
      !state_.async.copies.empty() &&
      !call->getArg(1)->HasSideEffects(context_, /*IncludePossibleEffects=*/false)) {
    // Its first element at least is read; the call itself is gone through as any other.
    auto neighbours = neighbours_;
    beginRecords();
    Location place = locate(resolve(eval(call->getArg(1))));
    discardRecords();
    neighbours_ = std::move(neighbours);
    QualType element = call->getArg(1)->getType()->getPointeeType();
    if (place.known && objects_[place.object].space == Space::Shared && !element.isNull())
      useOf(place.object, place.offset, sizeOf(element).value_or(2), call->getArg(1), "load");
    return std::nullopt;
  }
  if (cuda && last == "barrier_native_handle" && call->getNumArgs() == 1)
    return addressOf(call->getArg(0));
  if (cuda && last == "pipeline_consumer_wait_prior" && call->getNumArgs() == 1) {
    Queue queue = pipelineQueue(call->getArg(0));
    auto pending = integerArgument(function->getTemplateSpecializationArgs(), 0).value_or(0);
    if (queue.name.empty())
      state_.async.lostTrack();
    else
      noteWait(queue,
               state_.async.waitThread(queue.name, active_, algebra_.all(),
                                       static_cast<unsigned>(pending)),
               call->getSourceRange(), "consumer_wait_prior");
    memoryChanged();
    return Value(0);
  }
  if (cuda && last == "pipeline_producer_commit" && call->getNumArgs() == 2) {
    std::string barrierName = queueName(resolve(addressOf(call->getArg(1))));
    if (barrierName.empty())
      state_.async.lostTrack();
    else
      state_.async.bindToBarrier(barrierName, active_, algebra_.all());
    return Value(0);
  }
  if (cuda && last == "make_pipeline")
    return makePipeline(call);
  if ((cuda || whole == "init") && last == "init" && call->getNumArgs() >= 2 &&
      call->getArg(0)->getType()->isPointerType() &&
      recordName(call->getArg(0)->getType()).contains("barrier")) {
    Value count = resolve(eval(call->getArg(1)));
    initBarrier(resolve(eval(call->getArg(0))), count);
    return Value(0);
  }
  if (cuda && (last == "barrier_arrive_tx" || last == "barrier_expect_tx") &&
      call->getNumArgs() >= 2) {
    Address address = resolve(addressOf(call->getArg(0)));
    return barrierMember(last, call, address);
  }

  const Expr *object = objectArgument(call);
  if (!object || !cuda)
    return std::nullopt;
  llvm::StringRef handle = recordName(object->IgnoreParenImpCasts()->getType());
  const auto *member = llvm::dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
  auto addressOfObject = [&] {
    return resolve(member && member->isArrow() ? eval(object)
                                               : addressOf(object->IgnoreParenImpCasts()));
  };
  if (handle.contains("pipeline"))
    return pipelineMember(last, call, addressOfObject());
  if (handle.contains("barrier"))
    return barrierMember(last, call, addressOfObject());
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Tiles that go through registers
//===----------------------------------------------------------------------===//

bool Interpreter::copiesInHardware() const {
  return targetCapability(context_).value_or(0) >= firstChipWithCopies;
}

namespace {

class References : public AstVisitor {
public:
  explicit References(const VarDecl *variable) : variable_(variable) {}
  unsigned count = 0;
  bool VisitDeclRefExpr(DeclRefExpr *name) override {
    count += name->getDecl() == variable_;
    return true;
  }

private:
  const VarDecl *variable_;
};

bool isZero(const Expr *expr, const ASTContext &context) {
  Expr::EvalResult result;
  if (expr->isValueDependent() || !expr->EvaluateAsRValue(result, context))
    return false;
  return (result.Val.isInt() && result.Val.getInt() == 0) ||
         (result.Val.isFloat() && result.Val.getFloat().isPosZero());
}

} // namespace

// A variable that only carries a value from the load to the store, with no barrier in between: then
// nothing was gained by it.
const Expr *Interpreter::carriedBy(const Expr *source) {
  const auto *name = llvm::dyn_cast<DeclRefExpr>(source);
  const auto *variable = name ? llvm::dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  if (!variable || !variable->hasLocalStorage() || !variable->getInit() ||
      variable->getType()->isReferenceType())
    return nullptr;
  const auto declared = declaredBehind_.find(variable);
  if (declared == declaredBehind_.end() || declared->second != blockBarriers_)
    return nullptr;
  auto [known, isNew] = isUsedOnce_.try_emplace(variable, false);
  if (const auto *function = llvm::dyn_cast<FunctionDecl>(variable->getDeclContext());
      isNew && function && function->getBody()) {
    References references(variable);
    references.TraverseStmt(function->getBody());
    known->second = references.count == 1;
  }
  return known->second ? variable->getInit() : nullptr;
}

// What a copy of one element through a register loads: `in[i]`, `__ldg(&in[i])`, either of them
// or zero, and any of these by way of a variable.
std::optional<Interpreter::TileSource> Interpreter::tileSource(const Expr *source) {
  for (unsigned steps = 0; steps < 3; ++steps) {
    source = source->IgnoreParens();
    if (const auto *choice = llvm::dyn_cast<ConditionalOperator>(source)) {
      const bool first = isZero(choice->getTrueExpr(), context_);
      if (first == isZero(choice->getFalseExpr(), context_))
        return std::nullopt;
      source = first ? choice->getFalseExpr() : choice->getTrueExpr();
      continue;
    }
    if (const auto *cast = llvm::dyn_cast<ImplicitCastExpr>(source);
        cast && cast->getCastKind() == CK_LValueToRValue)
      source = cast->getSubExpr()->IgnoreParens();
    const Expr *init = carriedBy(source);
    if (!init)
      break;
    source = init;
  }
  source = source->IgnoreParens();
  if (const auto *cast = llvm::dyn_cast<ImplicitCastExpr>(source);
      cast && cast->getCastKind() == CK_LValueToRValue)
    source = cast->getSubExpr()->IgnoreParens();
  TileSource from{source, nullptr};
  if (const auto *call = llvm::dyn_cast<CallExpr>(source); call && call->getNumArgs() == 1)
    if (const FunctionDecl *callee = call->getDirectCallee();
        callee && isCachedLoad(nameOf(callee)))
      from.pointer = call->getArg(0);
  if (!from.pointer && (!source->isGLValue() || source->getType().isVolatileQualified()))
    return std::nullopt;
  return from;
}

// tile[…] = in[…] in a loop: the value goes through a register, untouched.
void Interpreter::noteTileCopy(const Expr *target, const Expr *stored, const Address &at) {
  if (passes_.empty() || outcome_.copiesAsynchronously || active_ != algebra_.all())
    return;
  Location place = locate(at);
  if (!place.known || objects_[place.object].space != Space::Shared)
    return;
  const std::optional<TileSource> from = tileSource(stored);
  if (!from)
    return;
  const Expr *source = from->loaded;
  QualType type = source->getType().getUnqualifiedType();
  auto size = sizeOf(type);
  if (!size || (*size != 4 && *size != 8 && *size != widestCopy) ||
      context_.getTypeAlignInChars(type).getQuantity() < std::min<std::int64_t>(*size, widestCopy))
    return;
  // What is stored only where data say so, as the largest so far is, is no tile.
  if (llvm::any_of(conditions_, [](const Condition &condition) {
        return condition.kind == Condition::Kind::Branch && condition.cause == Cause::Data &&
               !condition.wholeWarps;
      }))
    return;
  std::optional<Value> address;
  auto sourceAddress = [&] {
    if (address)
      return;
    auto operations = operations_;
    auto held = held_;
    auto neighbours = neighbours_; // that this looks ahead keeps no stores apart
    beginRecords();
    address = resolve(from->pointer ? eval(from->pointer) : addressOf(source));
    discardRecords();
    held_ = std::move(held);
    neighbours_ = std::move(neighbours);
    operations_ = operations;
  };
  auto known = isTileSource_.find(source);
  if (known == isTileSource_.end()) {
    bool global = false;
    const Expr *evaluated = from->pointer ? from->pointer : source;
    if (!evaluated->HasSideEffects(context_, /*IncludePossibleEffects=*/false) &&
        copiesInHardware()) {
      sourceAddress();
      const Location loaded = locate(*address);
      global = loaded.known && objects_[loaded.object].space == Space::Global;
    }
    known = isTileSource_.emplace(source, global).first;
  }
  if (!known->second)
    return;
  const Expr *written = target->IgnoreParenImpCasts();
  // The loop of the tiles is the innermost that has a barrier in it: seen when it ends.
  for (std::size_t depth = 1; depth <= passes_.size(); ++depth) {
    const Stmt *loop = passes_[depth - 1].statement;
    auto mine = std::find_if(tileCopies_.begin(), tileCopies_.end(), [&](const TileCopy &copy) {
      return copy.target == written && copy.loop == loop;
    });
    if (mine == tileCopies_.end()) {
      TileCopy copy;
      copy.loop = loop;
      copy.depth = depth;
      copy.target = written;
      copy.source = source;
      copy.object = place.object;
      tileCopies_.push_back(copy);
      mine = std::prev(tileCopies_.end());
    }
    ++mine->times;
    mine->barrier = false;
    const LoopPass &pass = passes_[depth - 1];
    if (mine->moves || (mine->start && !pass.standsForAll && mine->iteration == pass.number))
      continue;
    sourceAddress();
    if (pass.standsForAll)
      mine->moves = changesInLoop(*address, pass.symbols);
    else if (mine->start)
      mine->moves = !algebra_.equalValues(*mine->start, *address);
    mine->start = address;
    mine->iteration = pass.number;
  }
}

// May the value be another one in the next iteration of a loop that began when there were so
// many symbols?
bool Interpreter::changesInLoop(const Value &value, std::size_t symbolsBefore) const {
  if (!value.isKnown())
    return true;
  for (const Term &term : value.terms)
    for (SymbolId id : term.monomial)
      if (algebra_.symbol(id).kind == SymbolKind::Address ? id >= symbolsBefore
                                                          : !isInvariant(id, symbolsBefore))
        return true;
  return false;
}

void Interpreter::endTileCopies(const LoopPass &pass) {
  if (tileCopies_.empty())
    return;
  bool several = pass.standsForAll || pass.number >= 2;
  unsigned iterations = pass.standsForAll ? 1 : std::max(pass.number, 1U);
  for (const TileCopy &copy : tileCopies_) {
    if (copy.loop != pass.statement || !several || !copy.reads || !copy.moves)
      continue;
    unsigned reads = copy.reads / iterations;
    bool enough = copy.inInnerLoop || reads >= leastTileReads;
    if (!enough)
      continue;
    SiteRecord &record = recorder_.at(SiteKind::SharedAccess, copy.target->getSourceRange(),
                                      "store", objects_[copy.object].name);
    record.evidence["through_registers"] = true;
    record.evidence["copied_from"] = text(copy.source);
    if (!copy.inInnerLoop)
      record.evidence["reads_per_copy"] = static_cast<std::int64_t>(reads);
  }
  std::erase_if(tileCopies_, [&](const TileCopy &copy) { return copy.loop == pass.statement; });
}

} // namespace warplint::simt
