//===- Groups.cpp - cooperative groups, known by name ----------------------===//

#include "lint/simt/Interpreter.h"

#include "lint/simt/Integers.h"
#include "lint/simt/Target.h"

#include "llvm/Support/SaveAndRestore.h"

#include <bit>

namespace warplint::simt {

using namespace clang;

namespace {

/// Name of the class behind a type: "thread_block_tile".
llvm::StringRef className(QualType type) {
  type = type.getNonReferenceType();
  if (type->isPointerType())
    type = type->getPointeeType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && record->getIdentifier() ? record->getName() : "";
}

std::optional<std::int64_t> firstTemplateInteger(const TemplateArgumentList *arguments) {
  if (!arguments || arguments->size() == 0 ||
      arguments->get(0).getKind() != TemplateArgument::Integral)
    return std::nullopt;
  return int64Of(arguments->get(0).getAsIntegral());
}

} // namespace

Value Interpreter::linearThread() const {
  return algebra_.lanes([](unsigned lane) -> std::int64_t { return lane; });
}

Value Interpreter::vectorObject(QualType type, const std::array<Value, 3> &parts) {
  Address object = temporary(type, "coordinates");
  for (int axis = 0; axis < 3; ++axis)
    storeCell(locate(object).object, Value(4 * axis), context_.UnsignedIntTy, parts[axis]);
  return object;
}

Value Interpreter::makeGroup(const GroupInfo &group, QualType type) {
  groups_.push_back(group);
  Address object = temporary(type, "group");
  // Handles may be empty classes; the cell at their start says what they stand for.
  state_.mutableCells(locate(object).object)[0] = {
      4, Value(static_cast<std::int64_t>(groups_.size() - 1))};
  return object;
}

// The group an expression denotes: by its class, else by what was stored in it.
std::optional<GroupInfo> Interpreter::groupOf(const Expr *expr) {
  const Expr *plain = expr->IgnoreParenImpCasts();
  if (const auto *temporaryExpr = llvm::dyn_cast<MaterializeTemporaryExpr>(plain))
    plain = temporaryExpr->getSubExpr()->IgnoreParenImpCasts();
  QualType type = plain->getType().getNonReferenceType();
  llvm::StringRef name = className(type);
  GroupInfo group;
  // `this_thread_block().sync()` makes the group it uses.
  if (llvm::isa<CallExpr>(plain) && isRecord(type))
    eval(plain);
  if (name == "thread_block") {
    group.size = algebra_.threads();
    return group;
  }
  if (name == "grid_group") {
    group.kind = GroupInfo::Kind::Grid;
    return group;
  }
  if (name == "cluster_group") {
    group.kind = GroupInfo::Kind::Cluster;
    return group;
  }
  if (name == "thread_block_tile") {
    const auto *specialisation =
        llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
    group.kind = GroupInfo::Kind::Tile;
    if (auto size =
            firstTemplateInteger(specialisation ? &specialisation->getTemplateArgs() : nullptr))
      group.size = static_cast<unsigned>(*size);
    if (specialisation && specialisation->getTemplateArgs().size() > 1) {
      const TemplateArgument &parent = specialisation->getTemplateArgs().get(1);
      const auto *of = parent.getKind() == TemplateArgument::Type
                           ? llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
                                 parent.getAsType()->getAsCXXRecordDecl())
                           : nullptr;
      if (of && of->getName() == "thread_block_tile")
        if (auto size = firstTemplateInteger(&of->getTemplateArgs()))
          group.parent = static_cast<unsigned>(*size);
    }
    return group;
  }
  if (!name.ends_with("group") && !name.contains("tile"))
    return std::nullopt;
  Address address = resolve(plain->getType()->isPointerType() ? eval(plain) : addressOf(plain));
  Location place = locate(address);
  const Cells *cells = place.known ? state_.cells(place.object) : nullptr;
  auto offset = place.known ? place.offset.constant() : std::nullopt;
  if (cells && offset)
    if (auto it = cells->find(*offset); it != cells->end())
      if (auto index = it->second.value.constant();
          index && *index >= 0 && static_cast<std::size_t>(*index) < groups_.size())
        return groups_[static_cast<std::size_t>(*index)];
  group.kind = name == "coalesced_group" ? GroupInfo::Kind::Coalesced : GroupInfo::Kind::Partition;
  return group;
}

/// What all threads of a block hold of their cluster, and blocks may hold differently.
static Value ofCluster(Algebra &algebra, const std::string &name, SymbolKind kind,
                       std::int64_t lower, std::optional<std::int64_t> upper = std::nullopt) {
  return algebra.interned(name, [&] {
    Symbol symbol;
    symbol.kind = kind;
    symbol.name = name;
    symbol.lower = lower;
    symbol.upper = upper;
    return symbol;
  });
}

/// The block's number among those of its cluster.
static Value rankInCluster(Algebra &algebra, std::optional<std::int64_t> blocks) {
  // CUDA C++ Programming Guide, "Thread Block Clusters": 8 blocks, or 16 where a kernel asks for
  // it.
  constexpr std::int64_t mostBlocks = 16;
  return blocks == 1 ? Value(0)
                     : ofCluster(algebra, "cluster.block_rank()", SymbolKind::BlockIndex, 0,
                                 blocks.value_or(mostBlocks) - 1);
}

static Value blocksOfCluster(Algebra &algebra, std::optional<std::int64_t> blocks) {
  return blocks ? Value(*blocks)
                : ofCluster(algebra, "cluster.num_blocks()", SymbolKind::GridSize, 1);
}

Value Interpreter::rankIn(const GroupInfo &group) {
  switch (group.kind) {
  case GroupInfo::Kind::Block:
    return linearThread();
  case GroupInfo::Kind::Tile:
    if (unsigned size = group.size)
      return algebra_.lanes([size](unsigned lane) -> std::int64_t { return lane % size; });
    return algebra_.unknown(Cause::Lane);
  case GroupInfo::Kind::Cluster:
    return algebra_.add(
        algebra_.mul(rankInCluster(algebra_, clusterBlocks()), Value(algebra_.threads())),
        linearThread());
  case GroupInfo::Kind::Grid: {
    Value block = indexValue("blockIdx", 0);
    block = algebra_.add(block, algebra_.mul(indexValue("blockIdx", 1), indexValue("gridDim", 0)));
    block = algebra_.add(
        block, algebra_.mul(indexValue("blockIdx", 2),
                            algebra_.mul(indexValue("gridDim", 0), indexValue("gridDim", 1))));
    bool flat = run_.grid[1].value_or(1) == 1 && run_.grid[2].value_or(1) == 1;
    if (flat)
      block = indexValue("blockIdx", 0);
    return algebra_.add(algebra_.mul(block, Value(algebra_.threads())), linearThread());
  }
  case GroupInfo::Kind::Coalesced: {
    // Position among the active threads of the warp, where those are known.
    for (const Condition &condition : conditions_)
      if (condition.cause > Cause::Lane || condition.cause == Cause::Guard)
        return algebra_.unknown(Cause::Lane);
    LaneMask active = active_;
    return algebra_.lanes([active](unsigned lane) -> std::int64_t {
      std::uint32_t below = (1U << (lane % warpSize)) - 1;
      return std::popcount(active.warp(lane / warpSize) & below);
    });
  }
  case GroupInfo::Kind::Thread:
    return Value(0);
  case GroupInfo::Kind::Partition:
    return algebra_.unknown(Cause::Lane);
  }
  return algebra_.unknown(Cause::Lane);
}

Value Interpreter::sizeOfGroup(const GroupInfo &group) {
  switch (group.kind) {
  case GroupInfo::Kind::Block:
    return Value(algebra_.threads());
  case GroupInfo::Kind::Tile:
    if (group.size)
      return Value(group.size);
    return algebra_.fresh(SymbolKind::Derived, "size of a tile");
  case GroupInfo::Kind::Grid:
    return algebra_.mul(
        Value(algebra_.threads()),
        algebra_.mul(indexValue("gridDim", 0),
                     algebra_.mul(indexValue("gridDim", 1), indexValue("gridDim", 2))));
  case GroupInfo::Kind::Cluster:
    return algebra_.mul(Value(algebra_.threads()), blocksOfCluster(algebra_, clusterBlocks()));
  case GroupInfo::Kind::Thread:
    return Value(1);
  case GroupInfo::Kind::Coalesced: {
    Value count = warpUniform("size of a group", false);
    NamedLanes active;
    active.lanes = active_;
    active.fromActive = true;
    active.madeAfter = conditionsMet_;
    countActive(count, active);
    return count;
  }
  default:
    return warpUniform("size of a group", false);
  }
}

/// The code that a condition decides about and that holds `place`: a side of an if, the body of a
/// loop; else nothing.
static SourceRange decidedBy(const Stmt *condition, SourceLocation place,
                             const SourceManager &sources) {
  std::vector<const Stmt *> parts;
  if (const auto *branch = llvm::dyn_cast_or_null<IfStmt>(condition))
    parts = {branch->getThen(), branch->getElse()};
  else if (const auto *loop = llvm::dyn_cast_or_null<ForStmt>(condition))
    parts = {loop->getBody()};
  else if (const auto *loop = llvm::dyn_cast_or_null<WhileStmt>(condition))
    parts = {loop->getBody()};
  else if (const auto *loop = llvm::dyn_cast_or_null<DoStmt>(condition))
    parts = {loop->getBody()};
  for (const Stmt *part : parts)
    if (part && !sources.isBeforeInTranslationUnit(place, part->getBeginLoc()) &&
        !sources.isBeforeInTranslationUnit(part->getEndLoc(), place))
      return part->getSourceRange();
  return {};
}

std::optional<std::int64_t> Interpreter::clusterBlocks() const {
  if (!run_.cluster)
    return std::nullopt;
  const auto &blocks = *run_.cluster;
  return std::int64_t{blocks[0]} * blocks[1] * blocks[2];
}

SiteRecord &Interpreter::recordGroupUse(const std::string &op, const GroupInfo &group,
                                        SourceRange range) {
  SiteRecord &record = recorder_.at(SiteKind::Group, range, op);
  record.evidence["implicit"] = false;
  if (group.kind == GroupInfo::Kind::Grid) {
    record.evidence["of"] = std::string("grid");
    record.evidence["validity_checked"] = asksForGrid_;
  } else {
    record.evidence["of"] = std::string("cluster");
    if (auto blocks = clusterBlocks())
      record.evidence["cluster_blocks"] = *blocks;
  }
  return record;
}

// What is asked of the size of a tile. `parent`: the group that is divided, where it is known.
void Interpreter::recordPartition(SiteRecord &record, const GroupInfo &group,
                                  const GroupInfo *parent, const CallExpr *call) {
  const bool ofBlock = !parent || parent->kind == GroupInfo::Kind::Block;
  const bool ofTile = parent && parent->kind == GroupInfo::Kind::Tile;
  if (!group.size || (!ofBlock && !ofTile))
    return;
  record.evidence["of"] = std::string(ofBlock ? "block" : "tile");
  record.evidence["tile_size"] = std::int64_t{group.size};
  record.evidence["power_of_two"] = std::has_single_bit(group.size);
  record.evidence["run_time_size"] = call->getNumArgs() > 1;
  // Tiles over a warp talk through memory, which the runtime sets aside from 8.0 on
  // (cooperative_groups.h of CUDA 13: block_tile_memory).
  record.evidence["opt_in"] = asksForScratch_;
  if (const auto capability = targetCapability(context_))
    record.evidence["opt_in_needed"] = group.size > warpSize && *capability < 80;
  if (ofBlock && parent)
    record.evidence["parent_threads"] = std::int64_t{algebra_.threads()};
  else if (ofTile && parent->size)
    record.evidence["parent_threads"] = std::int64_t{parent->size};
}

SiteRecord &Interpreter::recordGroup(const std::string &op, bool implicit, SourceRange range,
                                     unsigned parent) {
  // A group of the whole grid asks all blocks to take the same way.
  bool ofGrid = op == "this_grid" || op == "this_multi_grid";
  SiteRecord &record = recorder_.at(SiteKind::Group, range, op);
  record.evidence["implicit"] = implicit;
  record.evidence["scope"] = std::string(ofGrid ? "grid" : parent ? "tile" : "block");
  LaneMask expected = algebra_.all();
  if (parent && parent < algebra_.threads()) {
    // Parents of which nobody is here are not divided.
    expected = membersHere(parent);
  }
  record.evidence["threads_expected"] = static_cast<std::int64_t>(expected.count());
  auto report = [&](Cause cause, const Condition *condition, bool known) {
    auto weight = static_cast<std::int64_t>(cause) + 1;
    auto seen = record.maxima.find("weight");
    if (seen != record.maxima.end() && seen->second >= weight)
      return;
    record.maxima["weight"] = weight;
    record.maxima["cause"] = static_cast<std::int64_t>(cause);
    record.evidence["conditional"] = true;
    if (known) {
      record.evidence["threads_arriving"] = static_cast<std::int64_t>(active_.count());
      record.evidence.erase("rests_on_guard");
    } else {
      record.evidence.erase("threads_arriving");
      record.evidence["rests_on_guard"] = cause != Cause::None;
    }
    if (condition)
      record.within =
          decidedBy(condition->statement, range.getBegin(), context_.getSourceManager());
    if (condition && condition->expr) {
      record.evidence["condition"] = text(condition->expr);
      record.evidence["ternary"] = condition->kind == Condition::Kind::Ternary;
      record.notes.clear();
      record.notes.emplace_back(
          condition->expr->getSourceRange(),
          cause == Cause::None ? "the same for all threads, but it decides whether the group exists"
                               : "`" + text(condition->expr) + "` differs between threads here");
    }
  };
  const LaneMask &exited = frames_.front().returned;
  LaneMask lost = expected - active_ - exited;
  bool inWarp = parent && parent <= warpSize;
  const Condition *innermost = nullptr;
  const std::uint64_t wholeUpTo = inWarp ? wholeWarpsUpTo() : 0;
  for (const Condition &condition : conditions_) {
    // A warp that goes one way as a whole; lanes that are known are counted.
    bool together =
        inWarp && (condition.wholeWarps || condition.cause == Cause::Lane ||
                   (condition.wholeAfter && condition.holds) || condition.number <= wholeUpTo);
    bool uniformCall = condition.cause == Cause::None && condition.depth < frames_.size();
    bool uniformLoop = condition.cause == Cause::None && condition.kind == Condition::Kind::Loop;
    if (together || uniformCall || uniformLoop)
      continue;
    if (!innermost || condition.cause >= innermost->cause)
      innermost = &condition;
  }
  if (lost.any()) {
    // Up to a bound that is not known: some thread is never there, and how many are is open.
    const bool isOpen = llvm::any_of(conditions_, [&](const Condition &condition) {
      return condition.cause != Cause::None && condition.cause != Cause::Lane && !condition.exact &&
             !(inWarp && condition.wholeWarps);
    });
    report(Cause::Lane, innermost, !isOpen);
    return record;
  }
  if (innermost && ofGrid && innermost->cause == Cause::None)
    for (const Condition &condition : conditions_)
      if (condition.differsBetweenBlocks) {
        report(Cause::Guard, &condition, true);
        record.evidence["by_block"] = true;
        return record;
      }
  if (innermost) {
    report(innermost->cause, innermost, innermost->cause == Cause::None);
    return record;
  }
  // Who went on with the next iteration, or left the loop or the function, by what nobody knows.
  for (const Condition &absence : absences_)
    if (!absence.exits && absence.cause != Cause::None && absence.cause != Cause::Lane &&
        absence.number > wholeUpTo && !allTakeIt(absence, parent)) {
      report(absence.cause, &absence, false);
      break;
    }
  return record;
}

// A cure where the kernel itself makes the group, and does so under a condition.
void Interpreter::planHoist(SiteRecord &record, const CallExpr *call) {
  if (!boolAt(record.evidence, "conditional") || frames_.size() != 1 || !record.fixes.empty() ||
      record.maxima["unhoistable"])
    return;
  if (auto fix = hoistGroup(context_, *frames_.front().function, *call))
    record.fixes.push_back(std::move(*fix));
  else
    record.maxima["unhoistable"] = 1;
}

std::optional<Value> Interpreter::groupCall(const std::string &name, const FunctionDecl *function,
                                            const CallExpr *call) {
  llvm::StringRef last = llvm::StringRef(name).rsplit(':').second;
  QualType result = call->getType().getNonReferenceType();
  SourceRange range = call->getSourceRange();

  if (const auto *method = llvm::dyn_cast<CXXMethodDecl>(function)) {
    if (llvm::isa<CXXConstructorDecl>(method))
      return std::nullopt;
    const Expr *object = objectArgument(call);
    // Static members are called on an object all the same: block.sync().
    if (const auto *member = llvm::dyn_cast<MemberExpr>(call->getCallee()->IgnoreParenImpCasts());
        !object && member && method->isStatic())
      object = member->getBase();
    std::optional<GroupInfo> of;
    if (object) {
      of = groupOf(object);
    } else if (method->isStatic() && method->getParent()->getName() == "thread_block") {
      of = GroupInfo{GroupInfo::Kind::Block, algebra_.threads()};
    }
    return of ? groupMember(last, *of, call) : std::nullopt;
  }
  GroupInfo group;
  if (last == "this_thread_block") {
    planHoist(recordGroup("this_thread_block", true, range), call);
    asksForScratch_ = asksForScratch_ || call->getNumArgs() > 0;
    group.size = algebra_.threads();
    return makeGroup(group, result);
  }
  if (last == "this_grid" || last == "this_multi_grid" || last == "this_cluster") {
    planHoist(recordGroup(last.str(), true, range), call);
    group.kind = last == "this_cluster" ? GroupInfo::Kind::Cluster : GroupInfo::Kind::Grid;
    return makeGroup(group, result);
  }
  if (last == "coalesced_threads") {
    recordGroup("coalesced_threads", false, range);
    group.kind = GroupInfo::Kind::Coalesced;
    return makeGroup(group, result);
  }
  if (last == "this_thread") {
    group.kind = GroupInfo::Kind::Thread;
    group.size = 1;
    return makeGroup(group, result);
  }
  if (last == "tiled_partition" || last == "binary_partition" || last == "labeled_partition") {
    if (call->getNumArgs() == 0)
      return std::nullopt;
    auto parent = groupOf(call->getArg(0));
    for (unsigned i = 1; i < call->getNumArgs(); ++i)
      eval(call->getArg(i));
    // A part of coalesced threads asks for those only.
    bool ofBlock =
        !parent || parent->kind == GroupInfo::Kind::Block || parent->kind == GroupInfo::Kind::Tile;
    SiteRecord &record =
        recordGroup(last.str(), ofBlock, range,
                    parent && parent->kind == GroupInfo::Kind::Tile ? parent->size : 0);
    if (ofBlock && last == "tiled_partition")
      planHoist(record, call);
    group.kind =
        last == "tiled_partition" && ofBlock ? GroupInfo::Kind::Tile : GroupInfo::Kind::Partition;
    if (parent && parent->kind == GroupInfo::Kind::Tile)
      group.parent = parent->size;
    if (auto size = firstTemplateInteger(function->getTemplateSpecializationArgs()))
      group.size = static_cast<unsigned>(*size);
    else if (call->getNumArgs() > 1)
      if (auto constant = eval(call->getArg(1)).constant())
        group.size = static_cast<unsigned>(*constant);
    if (last == "tiled_partition")
      recordPartition(record, group, parent ? &*parent : nullptr, call);
    return makeGroup(group, result);
  }
  if (last == "sync" || last == "thread_rank" || last == "group_size" || last == "wait" ||
      last == "wait_prior" || last == "memcpy_async" || last == "reduce" ||
      last == "inclusive_scan" || last == "exclusive_scan" || last == "reduce_update_async" ||
      last == "reduce_store_async") {
    if (last == "wait" || last == "wait_prior" || last == "memcpy_async")
      return std::nullopt; // Async.cpp
    auto of = call->getNumArgs() ? groupOf(call->getArg(0)) : std::nullopt;
    if (!of)
      return std::nullopt;
    if (last == "sync" || last == "thread_rank")
      return groupMember(last, *of, call);
    if (last == "group_size")
      return sizeOfGroup(*of);
    bool mayAgree = true;
    for (unsigned i = 1; i < call->getNumArgs(); ++i)
      if (const Expr *held = call->getArg(i); isRecord(held->getType().getNonReferenceType()))
        mayAgree = mayAgree && i != 1;
      else // taken by reference: `reduce(warp, sums[lane], plus)` loads it
        mayAgree =
            algebra_.warpsMayAgree(held->isGLValue() ? load(addressOf(held), held->getType(), held)
                                                     : eval(held)) &&
            mayAgree;
    operations_ += 8;
    const std::uint8_t tile = callOfTile(last, *of, call);
    if (of->kind == GroupInfo::Kind::Block || of->size > warpSize)
      orderSomehow();
    else
      orderGroups(warpSize);
    if (isRecord(result)) {
      Address object = temporary(result, "reduced");
      havoc(object, Cause::Data);
      return object;
    }
    bool same = last == "reduce" && of->kind == GroupInfo::Kind::Tile && of->size >= warpSize;
    return same ? warpUniform("a reduced value", mayAgree)
                : foundByTile(last == "reduce" ? tile : 0);
  }
  return std::nullopt;
}

// A call that all lanes of a tile make together, as of those that its mask names. Gives the bits in
// which their numbers differ; 0 where it is no such call.
std::uint8_t Interpreter::callOfTile(llvm::StringRef name, const GroupInfo &group,
                                     const CallExpr *call, const ShuffleSources *sources) {
  const unsigned size = group.size;
  if (group.kind != GroupInfo::Kind::Tile || size > warpSize || !std::has_single_bit(size))
    return 0;
  const std::uint32_t lanes = ~std::uint32_t{0} >> (warpSize - size);
  warpCall(name.str(), algebra_.lanes([=](unsigned thread) -> std::int64_t {
    return std::int64_t{lanes << (thread % warpSize / size * size)};
  }),
           call, sources);
  recorder_.at(SiteKind::WarpCall, call->getSourceRange(), name.str()).evidence["mask_source"] =
      std::string("tile");
  return static_cast<std::uint8_t>(size - 1);
}

// What all lanes of a tile get alike, whatever it is.
Value Interpreter::foundByTile(std::uint8_t bits) {
  Value found = algebra_.unknown(Cause::Data);
  found.sameAcross = bits;
  return found;
}

std::optional<Value> Interpreter::groupMember(llvm::StringRef name, const GroupInfo &group,
                                              const CallExpr *call) {
  QualType result = call->getType().getNonReferenceType();
  bool block = group.kind == GroupInfo::Kind::Block;
  unsigned size = group.size;
  if (name == "sync" || name == "barrier_wait") {
    if (group.kind == GroupInfo::Kind::Thread || (group.kind == GroupInfo::Kind::Tile && size == 1))
      return Value(0); // a thread waits for nobody
    const llvm::SaveAndRestore since(
        arrivedBefore_, block && name == "barrier_wait" ? arrivalAt("the block") : std::nullopt);
    if (block)
      barrier("sync", "block", 0, call->getSourceRange());
    else if (group.kind == GroupInfo::Kind::Grid || group.kind == GroupInfo::Kind::Cluster) {
      recordGroupUse(name.str(), group, call->getSourceRange());
      orderCluster();
      barrier("sync", group.kind == GroupInfo::Kind::Grid ? "grid" : "group", 0,
              call->getSourceRange());
    } else if (group.kind == GroupInfo::Kind::Tile && size)
      barrier("sync", size <= warpSize ? "tile" : "group", size, call->getSourceRange());
    else if (group.kind == GroupInfo::Kind::Coalesced)
      orderGroups(warpSize);
    else if (group.kind != GroupInfo::Kind::Thread)
      orderSomehow();
    if (!block && group.kind != GroupInfo::Kind::Grid && group.kind != GroupInfo::Kind::Cluster &&
        !(group.kind == GroupInfo::Kind::Tile && size))
      state_.async.someBarrier(active_);
    return Value(0);
  }
  if (name == "thread_rank")
    return rankIn(group);
  if (name == "size" || name == "num_threads")
    return sizeOfGroup(group);
  if (group.kind == GroupInfo::Kind::Cluster && (name == "block_index" || name == "dim_blocks")) {
    const bool isRow = run_.cluster && (*run_.cluster)[1] == 1 && (*run_.cluster)[2] == 1;
    std::array<Value, 3> place;
    for (unsigned axis = 0; axis < 3; ++axis) {
      const std::string of = std::string("cluster.") + name.str() + "()." + "xyz"[axis];
      if (name == "dim_blocks")
        place[axis] = run_.cluster ? Value((*run_.cluster)[axis])
                                   : ofCluster(algebra_, of, SymbolKind::GridSize, 1);
      else if (isRow)
        place[axis] = axis == 0 ? rankInCluster(algebra_, clusterBlocks()) : Value(0);
      else
        place[axis] = ofCluster(algebra_, of, SymbolKind::BlockIndex, 0);
    }
    return vectorObject(result, {place[0], place[1], place[2]});
  }
  if (group.kind == GroupInfo::Kind::Grid && (name == "cluster_index" || name == "dim_clusters")) {
    std::array<Value, 3> place;
    for (unsigned axis = 0; axis < 3; ++axis) {
      const bool isIndex = name == "cluster_index";
      place[axis] =
          ofCluster(algebra_, std::string("grid.") + name.str() + "()." + "xyz"[axis],
                    isIndex ? SymbolKind::BlockIndex : SymbolKind::GridSize, isIndex ? 0 : 1);
    }
    return vectorObject(result, {place[0], place[1], place[2]});
  }
  if (group.kind == GroupInfo::Kind::Grid && name == "cluster_rank")
    return ofCluster(algebra_, "grid.cluster_rank()", SymbolKind::BlockIndex, 0);
  if (group.kind == GroupInfo::Kind::Grid && name == "num_clusters")
    return ofCluster(algebra_, "grid.num_clusters()", SymbolKind::GridSize, 1);
  if (name == "group_index" || name == "block_index")
    return vectorObject(
        result, {indexValue("blockIdx", 0), indexValue("blockIdx", 1), indexValue("blockIdx", 2)});
  if (name == "thread_index" && block)
    return vectorObject(result, {indexValue("threadIdx", 0), indexValue("threadIdx", 1),
                                 indexValue("threadIdx", 2)});
  if ((name == "dim_threads" || name == "group_dim") && block)
    return vectorObject(
        result, {indexValue("blockDim", 0), indexValue("blockDim", 1), indexValue("blockDim", 2)});
  if (name == "dim_blocks" || name == "group_dim")
    return vectorObject(
        result, {indexValue("gridDim", 0), indexValue("gridDim", 1), indexValue("gridDim", 2)});
  if (group.kind == GroupInfo::Kind::Tile && size) {
    unsigned parent = group.parent ? group.parent : algebra_.threads();
    if (name == "meta_group_rank")
      return algebra_.lanes([=](unsigned lane) -> std::int64_t { return lane % parent / size; });
    if (name == "meta_group_size")
      return Value((parent + size - 1) / size);
  }
  if (name == "block_rank" && group.kind == GroupInfo::Kind::Grid)
    return algebra_.div(algebra_.sub(rankIn(group), linearThread()), Value(algebra_.threads()));
  if (group.kind == GroupInfo::Kind::Cluster && name == "num_blocks")
    return blocksOfCluster(algebra_, clusterBlocks());
  if (group.kind == GroupInfo::Kind::Cluster && name == "block_rank")
    return rankInCluster(algebra_, clusterBlocks());
  if (name == "is_valid" && group.kind == GroupInfo::Kind::Grid)
    asksForGrid_ = true;
  if (name == "num_blocks" || name == "block_rank" || name == "meta_group_rank" ||
      name == "meta_group_size" || name == "is_valid")
    return algebra_.fresh(SymbolKind::Derived, name.str());
  // The lanes meet when each has what it brings: what that takes comes before.
  const auto meet = [&] { orderGroups(size && size < warpSize ? size : warpSize); };
  if (name == "any" || name == "all" || name == "ballot") {
    bool mayAgree = true;
    for (const Expr *argument : call->arguments())
      mayAgree = algebra_.warpsMayAgree(resolve(eval(argument))) && mayAgree;
    meet();
    const std::uint8_t tile = callOfTile(name, group, call);
    if (size >= warpSize || group.kind == GroupInfo::Kind::Coalesced)
      return warpUniform(name.str().c_str(), mayAgree);
    return foundByTile(tile);
  }
  if (name.starts_with("shfl") && call->getNumArgs() >= 2) {
    llvm::StringRef how = name;
    how.consume_front("shfl");
    how.consume_front("_");
    const Expr *held = call->getArg(0);
    QualType type = held->getType().getNonReferenceType();
    Value lane = resolve(eval(call->getArg(1)));
    ShuffleSources sources{how.empty() ? "idx" : how, lane, warpSize};
    if ((size & (size - 1)) == 0 && size <= warpSize)
      sources.width = size;
    const auto meetFor = [&] {
      meet();
      callOfTile(name, group, call, &sources);
    };
    const auto moved = [&](const Value &value) {
      if (group.kind != GroupInfo::Kind::Tile || !size || size > warpSize)
        return how.empty() && algebra_.isWarpUniform(lane)
                   ? warpUniform("a shuffled value", algebra_.warpsMayAgree(value))
                   : algebra_.unknown(Cause::Data);
      return shuffled(value, sources, type);
    };
    if (isRecord(type)) { // of which no more is known than who gets the same
      meetFor();
      Address object = temporary(type, "shuffled");
      havoc(object, Cause::Data);
      if (const Location place = locate(object); place.known && sizeOf(type))
        storeCell(place.object, Value(0), type, moved(algebra_.unknown(Cause::Data)));
      return object;
    }
    const Value brought = held->isGLValue() ? load(addressOf(held), type, held) : eval(held);
    meetFor();
    return moved(brought);
  }
  if (name == "match_any" || name == "match_all") {
    for (const Expr *argument : call->arguments())
      if (!isRecord(argument->getType().getNonReferenceType()))
        eval(argument);
    meet();
    callOfTile(name, group, call);
    return algebra_.unknown(Cause::Data);
  }
  if (name == "barrier_arrive") {
    if (block)
      noteArrival("the block");
    if (isRecord(result))
      return temporary(result, "arrival token");
    return Value(0);
  }
  if (name == "map_shared_rank") {
    const Value rank = resolve(eval(call->getArg(1)));
    SiteRecord &record = recordGroupUse(name.str(), group, call->getSourceRange());
    // The greatest that a thread asks for.
    if (rank.isConcrete()) {
      active_.forEach([&](unsigned lane) { record.atLeast("rank", rank.base.at(lane)); });
      noteAssumptions(record, rank);
    }
    SymbolId symbol = 0;
    const ObjectId object =
        pointeeObject("shared memory of another block", Space::Unknown, &symbol);
    objects_[object].isOfAnotherBlock = true;
    const Location here = locate(resolve(eval(call->getArg(0))));
    if (const auto at = here.known ? here.offset.constant() : std::nullopt;
        at && objects_[here.object].space == Space::Shared)
      objects_[object].hereAs = std::pair(here.object, *at);
    return algebra_.valueOf(symbol);
  }
  return std::nullopt;
}

} // namespace warplint::simt
