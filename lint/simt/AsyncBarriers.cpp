//===- AsyncBarriers.cpp - pipelines and barriers as objects ---------------===//
//
// cuda::pipeline and cuda::barrier: how they are made, who comes to them, and what never
// ends because somebody does not come.
//
//===----------------------------------------------------------------------===//

#include "lint/simt/Integers.h"
#include "lint/simt/Interpreter.h"

#include "llvm/Support/SaveAndRestore.h"

namespace warplint::simt {

using namespace clang;

namespace {

constexpr std::int64_t producerRole = 0; // cuda::pipeline_role::producer

/// Is it a pipeline of one thread? By the name of the scope, whose number libraries choose.
bool isOfOneThread(QualType pipeline) {
  const auto *record = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      pipeline.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || record->getTemplateArgs().size() == 0 ||
      record->getTemplateArgs().get(0).getKind() != TemplateArgument::Integral)
    return false;
  const TemplateArgument &argument = record->getTemplateArgs().get(0);
  const auto *scope = argument.getIntegralType()->getAs<EnumType>();
  if (!scope)
    return false;
  for (const EnumConstantDecl *value : scope->getDecl()->enumerators())
    if (value->getName().contains("thread_scope_thread") &&
        llvm::APSInt::isSameValue(value->getInitVal(), argument.getAsIntegral()))
      return true;
  return false;
}

} // namespace

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

// make_pipeline(), make_pipeline(group, &state), (group, &state, producers), (group, &state, role).
std::optional<Value> Interpreter::makePipeline(const CallExpr *call) {
  PipelineInfo info;
  info.made = call;
  info.kind = call->getNumArgs() >= 2 ? QueueKind::Pipeline : QueueKind::Thread;
  pipelines_.push_back(info);
  std::size_t index = pipelines_.size() - 1;
  if (info.kind == QueueKind::Pipeline) {
    AsyncLife &life = state_.async;
    CopyQueue &queue =
        life.queue("pipeline#" + std::to_string(index), QueueKind::Pipeline, algebra_.all());
    auto group = groupOf(call->getArg(0));
    bool block = group && group->kind == GroupInfo::Kind::Block;
    queue.uncertain = !block || active_ != algebra_.all();
    const Expr *state = call->getArg(1);
    eval(state);
    const auto *type = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        state->getType()->isPointerType() ? state->getType()->getPointeeType()->getAsCXXRecordDecl()
                                          : nullptr);
    if (type && type->getTemplateArgs().size() > 1 &&
        type->getTemplateArgs().get(1).getKind() == TemplateArgument::Integral) {
      std::int64_t stages = int64Of(type->getTemplateArgs().get(1).getAsIntegral());
      queue.stages = static_cast<unsigned>(stages & 0xff);
      SiteRecord &record =
          recorder_.at(SiteKind::Pipeline, call->getSourceRange(), "make_pipeline");
      record.evidence["object"] = text(state);
      record.atLeast("stages", queue.stages);
    }
    if (call->getNumArgs() >= 3) {
      const Expr *third = call->getArg(2);
      Value role = resolve(third->isGLValue() ? load(addressOf(third), third->getType(), third)
                                              : eval(third));
      if (third->getType()->isEnumeralType() && role.isConcrete()) {
        queue.producers = queue.consumers = LaneMask();
        for (unsigned lane = 0; lane < algebra_.threads(); ++lane)
          (role.base.at(lane) == producerRole ? queue.producers : queue.consumers).set(lane);
      } else {
        queue.uncertain = true; // who produces is seen when they do
      }
    }
    if (block)
      barrier("make_pipeline", "block", 0, call->getSourceRange());
  }
  Address object = temporary(call->getType(), "pipeline");
  // What it stands for is held at its start, as it is for groups.
  state_.mutableCells(locate(object).object)[0] = {1, Value(static_cast<std::int64_t>(index))};
  return object;
}

Interpreter::Queue Interpreter::pipelineQueue(const Expr *expr) {
  Queue queue;
  queue.written = text(expr);
  Address address =
      resolve(expr->isGLValue() ? addressOf(expr->IgnoreParenImpCasts()) : eval(expr));
  Location place = locate(address);
  const Cells *cells = place.known ? state_.cells(place.object) : nullptr;
  auto offset = place.known ? place.offset.constant() : std::nullopt;
  if (cells && offset)
    if (auto it = cells->find(*offset); it != cells->end())
      if (auto index = it->second.value.constant();
          index && *index >= 0 && static_cast<std::size_t>(*index) < pipelines_.size()) {
        queue.name = "pipeline#" + std::to_string(*index);
        queue.kind = pipelines_[static_cast<std::size_t>(*index)].kind;
        return queue;
      }
  queue.name = queueName(address);
  queue.kind = isOfOneThread(expr->getType()) ? QueueKind::Thread : QueueKind::Pipeline;
  return queue;
}

SiteRecord &Interpreter::pipelineProblem(SourceRange range, const std::string &op,
                                         const char *problem) {
  SiteRecord &record = recorder_.at(SiteKind::Pipeline, range, op);
  record.evidence["problem"] = std::string(problem);
  return record;
}

// Something that all threads of the pipeline must do: do some stay away?
void Interpreter::judgeCollective(const Queue &queue, const char *op, SourceRange range) {
  const CopyQueue &state = state_.async.queues.at(queue.name);
  bool unified = state.producers == algebra_.all() && state.consumers == algebra_.all();
  if (!unified || state.uncertain || quitters_.count(queue.name))
    return;
  const Condition *away = nullptr;
  for (const Condition &condition : conditions_)
    if (condition.cause == Cause::Guard || condition.cause == Cause::Data)
      away = &condition;
  if (!away)
    for (const Condition &absence : absences_)
      if (absence.cause == Cause::Guard || absence.cause == Cause::Data)
        away = &absence;
  if (!away || !away->expr)
    return;
  SiteRecord &record = pipelineProblem(range, op, "condition");
  record.evidence["object"] = queue.written;
  record.evidence["condition"] = text(away->expr);
  record.evidence["threads_expected"] = static_cast<std::int64_t>(algebra_.threads());
  record.evidence["rests_on_guard"] = true;
  if (record.notes.empty())
    record.notes.emplace_back(away->expr->getSourceRange(),
                              "`" + text(away->expr) + "` differs between threads here");
}

std::optional<Value> Interpreter::pipelineMember(llvm::StringRef last, const CallExpr *call,
                                                 const Address &) {
  bool waits =
      last == "consumer_wait" || last == "consumer_wait_for" || last == "consumer_wait_until";
  bool acquires = last.starts_with("producer_acquire");
  if (!waits && !acquires && last != "producer_commit" && last != "consumer_release" &&
      last != "quit")
    return std::nullopt;
  AsyncLife &life = state_.async;
  Queue queue = pipelineQueue(objectArgument(call));
  SourceRange range = call->getSourceRange();
  const LaneMask &all = algebra_.all();
  memoryChanged();
  orderSomehow();
  auto result = [&]() -> Value { return Value(call->getType()->isBooleanType() ? 1 : 0); };
  if (queue.name.empty()) {
    // Which one is waited for is not known: then all that might be are taken as complete.
    life.lostTrack();
    return result();
  }
  if (queue.kind == QueueKind::Thread) {
    if (last == "producer_commit") {
      life.commit(queue.name, queue.kind, active_, all);
      noteCommit();
    } else if (waits) {
      noteWait(queue, life.waitThread(queue.name, active_, all, std::nullopt), range,
               "consumer_wait");
    }
    return result();
  }
  CopyQueue &state = life.queue(queue.name, QueueKind::Pipeline, all);
  auto partly = [&](const LaneMask &expected, const Stmt *&site, unsigned &lanes) {
    if (!(active_ & expected).contains(expected)) {
      site = call;
      lanes = (active_ & expected).count();
    }
  };
  if (last == "quit") {
    state.uncertain = true;
    quitters_.insert(queue.name);
  } else if (acquires) {
    life.acquire(queue.name, active_, all, call);
  } else if (last == "producer_commit") {
    life.commit(queue.name, queue.kind, active_, all);
    noteCommit();
    partly(state.producers, state.partialCommit, state.partialCommitLanes);
    judgeCollective(queue, "producer_commit", range);
  } else if (waits) {
    life.waitPipeline(queue.name, active_, all, call);
    unsigned stay = 0;
    for (const Progress &progress : state.classes)
      for (const Progress &producer : state.classes)
        if ((progress.lanes & active_).any() && producer.committed > progress.waited)
          stay = std::max(stay, producer.committed - progress.waited);
    noteWait(queue, stay, range, "consumer_wait");
  } else {
    life.release(queue.name, active_, all);
    partly(state.consumers, state.partialRelease, state.partialReleaseLanes);
    judgeCollective(queue, "consumer_release", range);
  }
  return result();
}

// When the kernel is over: who was waited for and never came?
void Interpreter::finishPipelines() {
  if (stopped_ || !outcome_.lost.empty())
    return;
  for (const auto &[name, queue] : state_.async.queues) {
    if (queue.kind != QueueKind::Pipeline || queue.uncertain || quitters_.count(name))
      continue;
    for (const CopyQueue::Demand &demand : queue.demands) {
      const LaneMask &expected = demand.acquire ? queue.consumers : queue.producers;
      LaneMask came;
      for (const Progress &progress : queue.classes)
        if ((demand.acquire ? progress.released : progress.committed) > demand.batch)
          came |= progress.lanes;
      came &= expected;
      if (came.contains(expected)) {
        if (!demand.ofItself)
          continue;
        came = LaneMask(); // they come, but behind the wait
      }
      const Stmt *partial = demand.acquire ? queue.partialRelease : queue.partialCommit;
      const Stmt *site = came.any() && partial ? partial : demand.site;
      const auto *call = llvm::dyn_cast<CallExpr>(site);
      std::string op = call && call->getDirectCallee() ? call->getDirectCallee()->getNameAsString()
                                                       : std::string("pipeline");
      SiteRecord &record =
          pipelineProblem(site->getSourceRange(), op, site == demand.site ? "never" : "partial");
      record.statement = site;
      record.evidence["threads_expected"] = static_cast<std::int64_t>(expected.count());
      record.evidence["threads_arriving"] =
          static_cast<std::int64_t>(site == demand.site ? came.count()
                                    : demand.acquire    ? queue.partialReleaseLanes
                                                        : queue.partialCommitLanes);
      record.evidence["missing"] =
          std::string(demand.acquire ? "consumer_release" : "producer_commit");
      if (!record.evidence.count("object") && call)
        if (const Expr *object = objectArgument(call))
          record.evidence["object"] = text(object);
      if (site != demand.site && record.notes.empty())
        record.notes.emplace_back(demand.site->getSourceRange(),
                                  demand.acquire ? "waits for the release of a stage"
                                                 : "waits for the commits of all producers");
      break; // one is enough
    }
  }
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

void Interpreter::initBarrier(const Address &address, const Value &count) {
  touchUnknown();
  std::string name = queueName(address);
  AsyncLife &life = state_.async;
  if (name.empty()) {
    life.anyBarrierUnknown = true;
    return;
  }
  auto [it, inserted] = life.barriers.try_emplace(name);
  BarrierLife &barrier = it->second;
  if (!inserted && barrier.initialised)
    barrier.arrivalsKnown = false; // made anew
  barrier.initialised = true;
  barrier.by |= active_;
  barrier.shown = false;
  barrier.count.reset();
  if (algebra_.isUniform(count, active_))
    barrier.count = algebra_.uniformPart(count, active_).constant();
}

// What a function of a library does is said of the call that leads to it, and of what that is
// given.
std::pair<SourceRange, std::string> Interpreter::inProject(SourceRange range,
                                                           const std::string &written) const {
  const SourceManager &sources = context_.getSourceManager();
  const auto isOurs = [&](SourceLocation place) {
    return !run_.isOwnCode || run_.isOwnCode(sources.getExpansionLoc(place));
  };
  if (!isOurs(range.getBegin()))
    for (auto frame = frames_.rbegin(); frame != frames_.rend() && frame->site; ++frame)
      if (isOurs(frame->site->getBeginLoc())) {
        const auto *call = llvm::dyn_cast<CallExpr>(frame->site);
        return {frame->site->getSourceRange(),
                call && call->getNumArgs() > 0 ? text(call->getArg(0)) : written};
      }
  return {range, written};
}

/// A parameter of a helper says little: there a barrier goes by the name of the array or variable
/// that it is, which the name of its queue begins with.
static std::string barrierAsKnown(const std::string &name, std::string written, bool isInHelper) {
  const std::size_t end = name.rfind('#');
  return isInHelper && end != std::string::npos && end > 0 ? name.substr(0, end) : written;
}

// `arrivals` of each thread that is here; negative: not known.
void Interpreter::useBarrier(const std::string &name, const std::string &writtenIn,
                             SourceRange rangeIn, const std::string &op, std::int64_t arrivals) {
  const auto [range, argument] = inProject(rangeIn, writtenIn);
  const std::string written =
      barrierAsKnown(name, argument, frames_.size() > 1 && argument == writtenIn);
  AsyncLife &life = state_.async;
  auto it = life.barriers.find(name);
  auto problem = [&](const char *what) -> SiteRecord & {
    SiteRecord &record = recorder_.at(SiteKind::AsyncBarrier, range, op);
    record.evidence["object"] = written;
    record.evidence["problem"] = std::string(what);
    return record;
  };
  if (it == life.barriers.end()) {
    bool ours = false; // in this block's shared memory
    for (ObjectId id = 0; id < objects_.size(); ++id)
      ours = ours || (objects_[id].space == Space::Shared &&
                      name.starts_with(objects_[id].name + "#" + std::to_string(id) + "+"));
    bool followed = outcome_.lost.empty() && !life.anyBarrierUnknown;
    if (ours && followed)
      problem("never");
    // Said once.
    BarrierLife &known = life.barriers[name];
    known.initialised = known.shown = true;
    known.arrivalsKnown = false;
    return;
  }
  BarrierLife &barrier = it->second;
  if (barrier.initialised && !barrier.shown && (active_ - barrier.by).any() &&
      !life.anyBarrierUnknown) {
    SiteRecord &record = problem("not-shown");
    record.evidence["threads"] = static_cast<std::int64_t>((active_ - barrier.by).count());
    barrier.shown = true; // said once
  }
  if (arrivals == 0)
    return;
  bool certain = symbolicDepth_ == 0 && arrivals > 0;
  for (const Condition &condition : conditions_)
    certain = certain && (condition.cause == Cause::None || condition.cause == Cause::Lane);
  for (const Condition &absence : absences_)
    certain = certain && absence.cause == Cause::None;
  if (!certain) {
    barrier.arrivalsKnown = false;
    return;
  }
  std::int64_t here = arrivals * active_.count();
  barrier.arrivals += here;
  if (barrier.count && *barrier.count > 0 && here > *barrier.count) {
    SiteRecord &record = problem("too-many");
    record.evidence["threads_expected"] = *barrier.count;
    record.evidence["threads_arriving"] = here;
    barrier.arrivalsKnown = false;
    outcome_.countsMisfit |= *barrier.count >= warpSize;
    stopped_ = stopped_ || (run_.endsAtMisfit && outcome_.countsMisfit);
  }
}

void Interpreter::waitAtBarrier(const Queue &queue, std::optional<unsigned> parity,
                                const Stmt *site, SourceRange rangeIn, const std::string &op) {
  const auto [range, argument] = inProject(rangeIn, queue.written);
  const std::string written =
      barrierAsKnown(queue.name, argument, frames_.size() > 1 && argument == queue.written);
  AsyncLife &life = state_.async;
  unsigned phase = life.waitBarrier(queue.name, active_, algebra_.all(), parity);
  (void)site;
  if (phase > 0)
    barrierDemands_.push_back({queue.name, written, range, op, phase});
  unsigned stay = 0;
  for (const CopyRecord &copy : life.copies)
    if (copy.queue == queue.name && copy.batch >= phase)
      ++stay;
  noteWait(queue, stay, range, op.c_str());
}

void Interpreter::forgetAbsence(SiteRecord &record) {
  for (const char *what :
       {"where", "absent_exited", "blocks_differ", "threads_expected", "threads_arriving",
        "threads_exited", "condition", "rests_on_guard", "reads_absent"})
    record.evidence.erase(what);
  record.maxima.erase("weight");
  record.maxima.erase("cause");
  record.notes.clear();
}

// Threads that wait at a barrier where others only arrive are not the whole block, and need not be.
void Interpreter::finishBarriers() {
  for (const auto &[name, range] : blockWaits_)
    if (arrivedOnly_.count(name)) {
      SiteRecord &record = recorder_.at(SiteKind::Barrier, range, "arrive_and_wait");
      forgetAbsence(record);
    }
  if (stopped_ || !outcome_.lost.empty() || state_.async.anyBarrierUnknown)
    return;
  for (const BarrierDemand &demand : barrierDemands_) {
    auto it = state_.async.barriers.find(demand.name);
    if (it == state_.async.barriers.end())
      continue;
    const BarrierLife &barrier = it->second;
    if (!barrier.initialised || !barrier.arrivalsKnown || !barrier.count || *barrier.count <= 0 ||
        barrier.arrivals >= *barrier.count * static_cast<std::int64_t>(demand.phase))
      continue;
    // Threads that stay away from a barrier of the whole block: see sync-divergent-barrier.
    if (*barrier.count == static_cast<std::int64_t>(blockThreads()) && barrier.arrivals > 0 &&
        !arrivedOnly_.count(demand.name))
      continue;
    // The first phase that does not end ends the rest. Arrivals behind it never come: where others
    // were asked for, each would have got about as many.
    std::int64_t first = demand.phase, last = demand.phase;
    for (const BarrierDemand &other : barrierDemands_)
      if (other.name == demand.name) {
        last = std::max<std::int64_t>(last, other.phase);
        if (barrier.arrivals < *barrier.count * static_cast<std::int64_t>(other.phase))
          first = std::min<std::int64_t>(first, other.phase);
      }
    SiteRecord &record = recorder_.at(SiteKind::AsyncBarrier, demand.range, demand.op);
    record.evidence["object"] = demand.written;
    record.evidence["problem"] = std::string("too-few");
    record.evidence["threads_expected"] = *barrier.count;
    record.evidence["threads_arriving"] =
        first == last
            ? std::max<std::int64_t>(barrier.arrivals - *barrier.count * (first - 1), 0)
            : std::max(barrier.arrivals / last, std::min<std::int64_t>(barrier.arrivals, 1));
    outcome_.countsMisfit |= *barrier.count >= warpSize;
  }
}

std::optional<Value> Interpreter::barrierMember(llvm::StringRef last, const CallExpr *call,
                                                const Address &address) {
  AsyncLife &life = state_.async;
  const std::string op = last.str();
  last.consume_front("__mbarrier_");
  Queue queue;
  queue.kind = QueueKind::Barrier;
  queue.name = queueName(address);
  const Expr *object = objectArgument(call);
  queue.written = text(object ? object : call->getArg(0));
  SourceRange range = call->getSourceRange();
  bool free = !object; // barrier_arrive_tx(bar, count, bytes), __mbarrier_test_wait(&bar, token)
  std::vector<Value> arguments;
  for (unsigned i = free ? 1 : 0; i < call->getNumArgs(); ++i) {
    const Expr *expr = call->getArg(i);
    if (isRecord(expr->getType().getNonReferenceType())) {
      expr->isGLValue() ? addressOf(expr) : eval(expr); // b.wait(b.arrive())
      arguments.emplace_back(0);
      continue;
    }
    arguments.push_back(
        resolve(expr->isGLValue() ? load(addressOf(expr), expr->getType(), expr) : eval(expr)));
    if (algebra_.isUniform(arguments.back(), active_))
      arguments.back() = algebra_.uniformPart(arguments.back(), active_);
  }
  memoryChanged();
  const auto made = queue.name.empty() ? life.barriers.end() : life.barriers.find(queue.name);
  const bool ofBlock = made != life.barriers.end() && made->second.count &&
                       *made->second.count == static_cast<std::int64_t>(blockThreads());
  // Who arrives and goes on is behind nobody, and who waits later on is behind what came before
  // others arrived.
  if (last == "wait" && ofBlock) {
    const llvm::SaveAndRestore since(arrivedBefore_, arrivalAt(queue.name));
    orderSomehow();
  } else if (last == "arrive_and_wait" && made != life.barriers.end() && made->second.count &&
             *made->second.count == static_cast<std::int64_t>(active_.count()) &&
             active_ != algebra_.all() && isCertain() && !arrivedOnly_.contains(queue.name)) {
    orderThose(active_); // nobody else is waited for
  } else if (last != "arrive" && last != "barrier_arrive_tx" && last != "barrier_expect_tx") {
    orderSomehow();
  }
  if (last == "arrive")
    noteArrival(queue.name);
  bool arrivesAndWaits = last == "arrive_and_wait";
  bool arrives = arrivesAndWaits || last == "arrive" || last == "arrive_and_drop" ||
                 last == "barrier_arrive_tx";
  bool waits = arrivesAndWaits || last == "wait" || last == "wait_parity" ||
               last.starts_with("try_wait") || last.starts_with("test_wait");
  if (queue.name.empty()) {
    if (waits || arrives)
      life.lostTrack();
  } else {
    if (arrives) {
      std::int64_t count = 1;
      if (last == "arrive_and_drop")
        count = -1;
      else if (!arrivesAndWaits && !arguments.empty())
        count = arguments.front().constant().value_or(-1);
      useBarrier(queue.name, queue.written, range, op, count);
      if (!arrivesAndWaits)
        arrivedOnly_.insert(queue.name);
      life.arrive(queue.name, active_, algebra_.all(), last == "barrier_arrive_tx");
    } else {
      useBarrier(queue.name, queue.written, range, op, 0);
    }
    if (waits) {
      std::optional<unsigned> parity;
      bool known = true;
      if (last.contains("parity")) {
        auto constant = arguments.empty() ? std::nullopt : arguments.front().constant();
        known = constant.has_value();
        if (known)
          parity = static_cast<unsigned>(*constant & 1);
      }
      if (known)
        waitAtBarrier(queue, parity, call, range, op);
      else
        life.lostTrack();
    }
    if (arrivesAndWaits && ofBlock) {
      blockWaits_.emplace_back(queue.name, range);
      barrier("arrive_and_wait", "block", 0, range);
    }
    if (arrivesAndWaits && !ofBlock)
      life.someBarrier(active_);
  }
  if (call->getType()->isBooleanType())
    return Value(1); // in the end it is over
  if (isRecord(call->getType()))
    return temporary(call->getType(), "arrival token");
  if (arrives || waits || last == "barrier_expect_tx")
    return Value(0);
  return std::nullopt;
}

} // namespace warplint::simt
