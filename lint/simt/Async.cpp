//===- Async.cpp - asynchronous copies and what waits for them -------------===//
//
// Each pipeline, barrier or thread has a queue of copies. A copy is complete when its
// batch was committed and waited for. Code that reads the destination before that is
// an async_use site.
//
//===----------------------------------------------------------------------===//

#include "lint/simt/Interpreter.h"

#include "llvm/ADT/StringSwitch.h"

#include "llvm/ADT/StringExtras.h"
#include <bit>

namespace warplint::simt {

using namespace clang;

namespace {

// cp.async, __pipeline_* and cooperative groups share the thread's own queue.
constexpr const char *threadQueue = "thread";

llvm::StringRef recordName(QualType type) {
  type = type.getNonReferenceType();
  if (type->isPointerType())
    type = type->getPointeeType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && record->getIdentifier() ? record->getName() : "";
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

void Interpreter::startCopy(const Address &target, const std::optional<Value> &bytes,
                            const std::string &mechanism, const std::string &queue,
                            bool commitsItself, const Stmt *site) {
  touchUnknown();
  Location place = locate(target);
  if (!place.known || objects_[place.object].space != Space::Shared)
    return; // out to global memory, or not to be followed
  outcome_.copiesAsynchronously = true;
  operations_ += 4;
  const Object &object = objects_[place.object];
  SiteRecord &record = recorder_.at(SiteKind::AsyncCopy, site->getSourceRange(), "copy");
  record.statement = site;
  record.evidence["array"] = object.name;
  record.evidence["mechanism"] = mechanism;
  std::optional<std::int64_t> size;
  if (bytes)
    size = bytes->constant();
  if (size)
    record.evidence["bytes"] = *size;
  if (state_.cells(place.object))
    state_.mutableCells(place.object).clear();
  if (queue.empty() || !place.offset.isConcrete())
    return;

  PendingCopy copy;
  copy.object = place.object;
  copy.mechanism = mechanism;
  copy.queue = queue;
  copy.location = site->getBeginLoc();
  copy.lanes = active_;
  std::int64_t low = place.offset.base.at(active_.first());
  std::int64_t high = low;
  active_.forEach([&](unsigned lane) {
    low = std::min(low, place.offset.base.at(lane));
    high = std::max(high, place.offset.base.at(lane));
  });
  copy.begin = low;
  std::int64_t end = object.bytes > 0 ? object.bytes : high + 1;
  copy.end = size ? high + *size : end;
  CopyQueue &state = state_.queues[queue];
  copy.batch = state.committed;
  copy.committed = commitsItself;
  // The same bytes again: what was under way there is a matter of reuse, not of waiting.
  std::erase_if(state_.copies, [&](const PendingCopy &other) {
    return other.object == copy.object && other.begin == copy.begin && other.end == copy.end &&
           other.queue == copy.queue && other.batch == copy.batch;
  });
  state_.copies.push_back(copy);
  if (commitsItself)
    ++state.committed;
}

void Interpreter::commitCopies(const std::string &queue) {
  CopyQueue &state = state_.queues[queue];
  for (PendingCopy &copy : state_.copies)
    if (copy.queue == queue && !copy.committed)
      copy.committed = true;
  ++state.committed;
}

// nullopt: the oldest batch that was not waited for yet.
void Interpreter::waitCopies(const std::string &queue, std::optional<unsigned> leavePending) {
  CopyQueue &state = state_.queues[queue];
  ++state.waits;
  if (leavePending)
    state.waited = std::max(state.waited,
                            state.committed > *leavePending ? state.committed - *leavePending : 0u);
  else
    ++state.waited;
  std::erase_if(state_.copies, [&](const PendingCopy &copy) {
    bool complete = copy.queue == queue && copy.committed && copy.batch < state.waited;
    std::tuple place{copy.object, copy.begin, copy.end};
    if (complete &&
        std::find(state_.filled.begin(), state_.filled.end(), place) == state_.filled.end())
      state_.filled.push_back(place);
    return complete;
  });
}

void Interpreter::checkUse(ObjectId object, const Value &offset, std::int64_t bytes,
                           const Access &access) {
  if (state_.copies.empty() || !access.expr)
    return;
  bool concrete = offset.isConcrete();
  std::int64_t low = offset.base.at(active_.first());
  std::int64_t high = low;
  active_.forEach([&](unsigned lane) {
    low = std::min(low, offset.base.at(lane));
    high = std::max(high, offset.base.at(lane));
  });
  for (const PendingCopy &copy : state_.copies) {
    if (copy.object != object)
      continue;
    if (concrete && (high + bytes <= copy.begin || low >= copy.end))
      continue;
    bool wholeArray =
        copy.begin <= 0 && copy.end >= objects_[object].bytes && objects_[object].bytes > 0;
    if (!concrete && !wholeArray)
      continue; // may be another stage
    if (std::find(state_.filled.begin(), state_.filled.end(),
                  std::tuple{copy.object, copy.begin, copy.end}) != state_.filled.end())
      continue;
    const CopyQueue &queue = state_.queues[copy.queue];
    // Other threads copy, these wait: the order between them is the pipeline's.
    if (queue.waits && (copy.lanes & active_).none())
      continue;
    SiteRecord &record = recorder_.at(SiteKind::AsyncUse, access.expr->getSourceRange(), access.op);
    record.statement = access.expr;
    record.evidence["array"] = objects_[object].name;
    record.evidence["mechanism"] = copy.mechanism;
    record.evidence["committed"] = copy.committed;
    record.evidence["waited"] = false;
    const SourceManager &sources = context_.getSourceManager();
    record.evidence["copy_line"] =
        static_cast<std::int64_t>(sources.getExpansionLineNumber(copy.location));
    std::string reason;
    if (!copy.committed)
      reason = "it was not committed";
    else if (queue.waits)
      reason = "the wait before it leaves it pending";
    else if (std::any_of(state_.queues.begin(), state_.queues.end(),
                         [](const auto &other) { return other.second.waits > 0; }))
      reason = "the wait before it is for another copy";
    else if (state_.barriersSinceCopy)
      reason = "a barrier does not wait for it";
    else
      reason = "nothing waits for it";
    record.evidence["reason"] = reason;
    if (record.notes.empty())
      record.notes.emplace_back(SourceRange(copy.location), "the copy starts here");
    return;
  }
}

std::optional<Value> Interpreter::asyncCall(const std::string &name, const FunctionDecl *function,
                                            const CallExpr *call) {
  llvm::StringRef whole = name;
  llvm::StringRef last = whole.contains(':') ? whole.rsplit(':').second : whole;
  bool cuda = whole.starts_with("cuda::");
  auto argument = [&](unsigned i) { return i < call->getNumArgs() ? call->getArg(i) : nullptr; };
  auto pointerAt = [&](unsigned i) { return resolve(eval(argument(i))); };
  // A size: an integer, or cuda::aligned_size_t.
  auto sizeAt = [&](unsigned i) -> std::optional<Value> {
    const Expr *expr = argument(i);
    if (!expr)
      return std::nullopt;
    if (!isRecord(expr->getType().getNonReferenceType()))
      return resolve(expr->isGLValue() ? load(addressOf(expr), expr->getType(), expr) : eval(expr));
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
  };

  if (whole == "cooperative_groups::memcpy_async") {
    // (group, to, from, bytes) or (group, to, layout, from, layout).
    if (call->getNumArgs() < 4)
      return std::nullopt;
    Value target = pointerAt(1);
    pointerAt(call->getNumArgs() >= 5 ? 3 : 2);
    startCopy(target, call->getNumArgs() >= 5 ? std::nullopt : sizeAt(3), "group", threadQueue,
              true, call);
    return Value(0);
  }
  if (whole == "cooperative_groups::wait" || whole == "cooperative_groups::wait_prior") {
    unsigned pending = 0;
    if (last == "wait_prior")
      if (const TemplateArgumentList *arguments = function->getTemplateSpecializationArgs();
          arguments && arguments->size() &&
          arguments->get(0).getKind() == TemplateArgument::Integral)
        pending = static_cast<unsigned>(arguments->get(0).getAsIntegral().getExtValue());
    waitCopies(threadQueue, pending);
    memoryChanged();
    orderSomehow(); // the group is synchronised by it
    return Value(0);
  }
  if (whole == "__pipeline_memcpy_async") {
    if (call->getNumArgs() < 3)
      return std::nullopt;
    Value target = pointerAt(0);
    pointerAt(1);
    startCopy(target, sizeAt(2), "primitives", threadQueue, false, call);
    return Value(0);
  }
  if (whole == "__pipeline_commit") {
    commitCopies(threadQueue);
    return Value(0);
  }
  if (whole == "__pipeline_wait_prior") {
    auto pending = call->getNumArgs() ? eval(argument(0)).constant() : std::nullopt;
    if (pending)
      waitCopies(threadQueue, static_cast<unsigned>(*pending));
    else
      state_.copies.clear();
    return Value(0);
  }
  if (cuda && (last == "memcpy_async" || last == "memcpy_async_tx")) {
    unsigned count = call->getNumArgs();
    if (count < 4)
      return std::nullopt;
    unsigned first = count >= 5 ? 1 : 0;
    const Expr *last1 = call->getArg(count - 1);
    llvm::StringRef handle = recordName(last1->getType());
    Value target = pointerAt(first);
    pointerAt(first + 1);
    bool pipeline = handle.contains("pipeline");
    Address object = last1->isGLValue() ? addressOf(last1) : eval(last1);
    startCopy(target, sizeAt(first + 2),
              pipeline                    ? "pipeline"
              : last == "memcpy_async_tx" ? "bulk"
                                          : "barrier",
              queueName(resolve(object)), !pipeline, call);
    if (isRecord(call->getType()))
      return temporary(call->getType(), "completion");
    return Value(0);
  }
  if (cuda && last.starts_with("cp_async_bulk") && !last.contains("group")) {
    // The pointers among the arguments: to, from, and the barrier last.
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
    if (pointers.size() >= 2) {
      Value target = resolve(eval(pointers.front()));
      std::optional<Value> bytes;
      if (size)
        bytes = resolve(eval(size));
      Address handle = barrierObject ? addressOf(barrierObject) : eval(pointers.back());
      startCopy(target, bytes, "bulk", queueName(resolve(handle)), true, call);
    }
    return Value(0);
  }
  if (cuda && last == "barrier_native_handle" && call->getNumArgs() == 1)
    return addressOf(argument(0));
  if (cuda && last == "pipeline_consumer_wait_prior" && call->getNumArgs() == 1) {
    unsigned pending = 0;
    if (const TemplateArgumentList *arguments = function->getTemplateSpecializationArgs();
        arguments && arguments->size() && arguments->get(0).getKind() == TemplateArgument::Integral)
      pending = static_cast<unsigned>(arguments->get(0).getAsIntegral().getExtValue());
    waitCopies(queueName(resolve(addressOf(argument(0)))), pending);
    return Value(0);
  }
  if (cuda && last == "make_pipeline") {
    QualType type = call->getType();
    for (const Expr *expr : call->arguments())
      if (expr->getType()->isPointerType())
        eval(expr);
    return temporary(type, "pipeline");
  }
  if ((cuda || whole == "init") && last == "init" && call->getNumArgs() >= 2) {
    touchUnknown();
    Value expected = resolve(eval(argument(1)));
    if (argument(0)->getType()->isPointerType())
      if (std::string barrierName = queueName(resolve(eval(argument(0)))); !barrierName.empty())
        barrierCounts_[barrierName] = expected.constant().value_or(0);
    return Value(0);
  }

  const Expr *object = objectArgument(call);
  if (!object || !cuda)
    return std::nullopt;
  llvm::StringRef handle = recordName(object->IgnoreParenImpCasts()->getType());
  bool pipeline = handle.contains("pipeline");
  bool isBarrier = handle.contains("barrier");
  if (!pipeline && !isBarrier)
    return std::nullopt;
  const auto *member = llvm::dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
  Address address = resolve(member && member->isArrow() ? eval(object)
                                                        : addressOf(object->IgnoreParenImpCasts()));
  std::string queue = queueName(address);
  auto lostTrack = [&] {
    // Which one is waited for is not known: then all that might be are taken as complete.
    state_.copies.clear();
  };
  orderSomehow();
  if (pipeline) {
    if (last == "producer_commit")
      queue.empty() ? lostTrack() : commitCopies(queue);
    else if (last == "consumer_wait" || last == "consumer_wait_for" ||
             last == "consumer_wait_until")
      queue.empty() ? lostTrack() : waitCopies(queue, std::nullopt);
    else if (last != "producer_acquire" && last != "consumer_release" && last != "quit" &&
             !last.starts_with("producer_acquire"))
      return std::nullopt;
    memoryChanged();
    if (call->getType()->isBooleanType())
      return algebra_.fresh(SymbolKind::Loaded, last.str());
    return Value(0);
  }
  bool waits = last == "arrive_and_wait" || last == "wait" || last == "wait_parity" ||
               last.starts_with("try_wait");
  for (const Expr *expr : call->arguments())
    if (!isRecord(expr->getType().getNonReferenceType()))
      eval(expr);
  memoryChanged();
  if (waits)
    queue.empty() ? lostTrack() : waitCopies(queue, 0u);
  if (last == "arrive_and_wait")
    if (auto made = barrierCounts_.find(queue);
        made != barrierCounts_.end() && made->second == static_cast<std::int64_t>(blockThreads()))
      barrier("arrive_and_wait", "block", 0, call->getSourceRange());
  if (call->getType()->isBooleanType())
    return algebra_.fresh(SymbolKind::Loaded, last.str());
  if (isRecord(call->getType()))
    return temporary(call->getType(), "arrival token");
  if (last == "arrive" || waits || last == "arrive_and_drop" || last == "expect_tx")
    return Value(0);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Inline PTX
//===----------------------------------------------------------------------===//

/// Arithmetic of its operands: no memory, no other lanes, no special registers.
static bool computesOnly(llvm::StringRef code) {
  if (code.contains("%lane") || code.contains("%tid") || code.contains("%warp") ||
      code.contains("%clock") || code.contains("%global") || code.contains("%sm"))
    return false;
  llvm::SmallVector<llvm::StringRef, 8> lines;
  code.split(lines, ';');
  for (llvm::StringRef line : lines) {
    line = line.trim(" \t\n\r{}");
    if (line.empty() || line.starts_with(".reg"))
      continue;
    if (line.starts_with("@"))
      line = line.drop_until([](char c) { return c == ' '; }).ltrim();
    llvm::StringRef operation = line.take_until([](char c) { return c == '.' || c == ' '; });
    bool arithmetic =
        llvm::StringSwitch<bool>(operation)
            .Cases("add", "sub", "mul", "mad", "fma", "div", "rem", "neg", "abs", true)
            .Cases("min", "max", "shl", "shr", "shf", "and", "or", "xor", "not", true)
            .Cases("popc", "clz", "brev", "bfe", "bfi", "bfind", "fns", "lop3", "prmt", true)
            .Cases("cvt", "cvta", "mov", "selp", "setp", "set", "sad", "rcp", "sqrt", true)
            .Cases("rsqrt", "ex2", "lg2", "sin", "cos", "tanh", "dp4a", "dp2a", "slct", true)
            .Default(false);
    if (!arithmetic)
      return false;
  }
  return true;
}

/// "lanemask_lt" of "mov.u32 %0, %%lanemask_lt"; empty where there is none.
static llvm::StringRef specialRegisterIn(llvm::StringRef line) {
  for (std::size_t at = line.find('%'); at != llvm::StringRef::npos; at = line.find('%', at + 1)) {
    llvm::StringRef name = line.substr(at + 1).take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    if (!name.empty() && llvm::isAlpha(name.front()))
      return name;
  }
  return {};
}

std::optional<Value> Interpreter::specialRegister(llvm::StringRef name) {
  auto [base, axisName] = name.split('.');
  int axis = axisName == "y" ? 1 : axisName == "z" ? 2 : 0;
  if (base == "tid")
    return indexValue("threadIdx", axis);
  if (base == "ntid")
    return indexValue("blockDim", axis);
  if (base == "ctaid")
    return indexValue("blockIdx", axis);
  if (base == "nctaid")
    return indexValue("gridDim", axis);
  if (name == "warpid")
    return algebra_.lanes([](unsigned lane) -> std::int64_t { return lane / warpSize; });
  // Of lane n, as PTX defines them: bit n, those below it, and so on.
  using Mask = std::int64_t (*)(std::uint32_t bit);
  const auto mask =
      llvm::StringSwitch<Mask>(name)
          .Case("laneid", [](std::uint32_t bit) -> std::int64_t { return std::countr_zero(bit); })
          .Case("lanemask_eq", [](std::uint32_t bit) -> std::int64_t { return bit; })
          .Case("lanemask_lt", [](std::uint32_t bit) -> std::int64_t { return bit - 1; })
          .Case("lanemask_le", [](std::uint32_t bit) -> std::int64_t { return bit | (bit - 1); })
          .Case("lanemask_gt", [](std::uint32_t bit) -> std::int64_t { return ~(bit | (bit - 1)); })
          .Case("lanemask_ge", [](std::uint32_t bit) -> std::int64_t { return ~(bit - 1); })
          .Default(nullptr);
  if (!mask)
    return std::nullopt;
  return algebra_.lanes([mask](unsigned lane) { return mask(1U << lane % warpSize); });
}

void Interpreter::execAsm(const GCCAsmStmt *statement) {
  std::vector<Value> inputs;
  for (unsigned i = 0; i < statement->getNumInputs(); ++i) {
    const Expr *input = statement->getInputExpr(i);
    if (isRecord(input->getType()))
      inputs.push_back(algebra_.unknown(Cause::Data));
    else
      inputs.push_back(resolve(
          input->isGLValue() ? load(addressOf(input), input->getType(), nullptr) : eval(input)));
  }
  unsigned outputs = statement->getNumOutputs();
  llvm::StringRef code = statement->getAsmString()->getString();
  // The operand named in the text: %0, %1, …
  auto operand = [&](llvm::StringRef text) -> std::optional<unsigned> {
    std::size_t at = text.find('%');
    while (at != llvm::StringRef::npos) {
      unsigned number = 0;
      llvm::StringRef digits = text.substr(at + 1).take_while(llvm::isDigit);
      if (!digits.empty() && !digits.getAsInteger(10, number))
        return number;
      at = text.find('%', at + 1);
    }
    return std::nullopt;
  };
  auto inputAt = [&](std::optional<unsigned> number) -> std::optional<Value> {
    if (!number || *number < outputs || *number - outputs >= inputs.size())
      return std::nullopt;
    return inputs[*number - outputs];
  };
  std::optional<Value> result;
  operations_ += 2;
  if (!computesOnly(code))
    touchUnknown();

  llvm::SmallVector<llvm::StringRef, 8> lines;
  code.split(lines, ';');
  for (llvm::StringRef line : lines) {
    line = line.trim(" \t\n\r{}");
    if (line.starts_with("@"))
      line = line.drop_until([](char c) { return c == ' '; }).ltrim();
    if (line.starts_with("cp.async.commit_group")) {
      commitCopies(threadQueue);
    } else if (line.starts_with("cp.async.wait_all")) {
      commitCopies(threadQueue);
      waitCopies(threadQueue, 0u);
    } else if (line.starts_with("cp.async.wait_group")) {
      llvm::StringRef count = line.drop_front(19).trim();
      unsigned pending = 0;
      std::optional<Value> value = inputAt(operand(count));
      if (!count.getAsInteger(10, pending))
        waitCopies(threadQueue, pending);
      else if (value && value->constant())
        waitCopies(threadQueue, static_cast<unsigned>(*value->constant()));
      else
        state_.copies.clear();
    } else if (line.starts_with("cp.async.bulk.wait_group") ||
               line.starts_with("cp.async.bulk.commit_group") ||
               line.starts_with("cp.async.mbarrier")) {
      // Of bulk stores, or of barriers: not a matter of the thread's own queue.
    } else if (line.starts_with("cp.async")) {
      if (auto target = inputAt(operand(line))) {
        bool bulk = line.starts_with("cp.async.bulk");
        if (!bulk) {
          std::optional<Value> bytes;
          llvm::StringRef rest = line.rsplit(',').second.trim();
          llvm::SmallVector<llvm::StringRef, 4> parts;
          line.split(parts, ',');
          unsigned number = 0;
          for (llvm::StringRef part : parts) {
            part = part.trim();
            if (!part.getAsInteger(10, number)) {
              bytes = Value(number);
              break;
            }
            if (part.starts_with("%") && !bytes)
              bytes = inputAt(operand(part));
          }
          (void)rest;
          startCopy(*target, bytes, "cp.async", threadQueue, false, statement);
        }
      }
    } else if (line.starts_with("bar.sync") || line.starts_with("barrier.sync")) {
      llvm::StringRef rest = line.drop_until([](char c) { return c == ' '; }).trim();
      if (!rest.contains(','))
        barrier("bar.sync", "block", 0, statement->getSourceRange());
      else
        orderSomehow();
    } else if (line.starts_with("mbarrier.try_wait") || line.starts_with("mbarrier.test_wait")) {
      state_.copies.clear();
      orderSomehow();
    } else if (line.contains("bar.") || line.contains("barrier")) {
      orderSomehow();
    } else if (line.contains(".sync")) {
      orderGroups(warpSize); // the lanes meet: mma, ldmatrix, shfl
    } else if (auto value = specialRegister(specialRegisterIn(line))) {
      result = std::move(value);
    } else if (line.starts_with("cvta") || line.starts_with("cvt.u32.u64")) {
      // An address in another space is still the same place.
      for (const Value &input : inputs)
        result = input;
    }
  }
  bool uniform = !inputs.empty();
  for (const Value &input : inputs)
    uniform = uniform && algebra_.isUniform(input, active_);
  if (!result && uniform && (!statement->isVolatile() || computesOnly(code)))
    result = algebra_.fresh(SymbolKind::Derived, "result of inline PTX");
  for (unsigned i = 0; i < outputs; ++i) {
    const Expr *output = statement->getOutputExpr(i);
    Address target = resolve(addressOf(output));
    if (isRecord(output->getType())) {
      havoc(target, Cause::Data);
      continue;
    }
    store(target, output->getType(), result ? *result : algebra_.unknown(Cause::Data), nullptr);
  }
}

} // namespace warplint::simt
