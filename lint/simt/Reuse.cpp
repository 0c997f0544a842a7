//===- Reuse.cpp - what the accesses of a kernel have to do with each other ===//
//
// Loads that a loop does again and again at one place, elements that several warps
// load, neighbours that one wide access would move, starts that lie past a sector.
// What compilers do about each was read off machine code of nvcc 13.0 for sm_90;
// docs/architecture.md has it.
//
//===----------------------------------------------------------------------===//

#include "lint/simt/Edges.h"
#include "lint/simt/Interpreter.h"
#include "lint/simt/SmallFloats.h"

#include "clang/AST/Attr.h"

#include <bit>

namespace warplint::simt {

using namespace clang;

namespace {

constexpr std::int64_t widestAccess = 16;  // bytes that one instruction moves per thread
constexpr std::size_t mostPerLoop = 64;    // accesses of a loop that are looked after
constexpr unsigned mostRounds = 16;        // of a loop that is certainly unrolled
constexpr unsigned comparedPasses = 4;     // passes after which an address is taken to go on so
constexpr std::int64_t fewestElements = 4; // of a request that is no broadcast

/// The same terms and lanes, `distance` bytes on? Tried at two threads, as all are alike.
bool isAt(const Value &address, const Value &start, std::int64_t distance, const LaneMask &lanes) {
  if (address.terms.size() != start.terms.size() || lanes.none())
    return false;
  unsigned first = lanes.first();
  unsigned last = first;
  lanes.forEach([&](unsigned lane) { last = lane; });
  return simt::distance(start.base.at(first), address.base.at(first)) == distance &&
         simt::distance(start.base.at(last), address.base.at(last)) == distance;
}

} // namespace

//===----------------------------------------------------------------------===//
// As the kernel runs
//===----------------------------------------------------------------------===//

const ParmVarDecl *Interpreter::pointerParameter(ObjectId object) const {
  const auto *parameter = llvm::dyn_cast_or_null<ParmVarDecl>(objects_[object].declaration);
  return parameter && parameter->getDeclContext() == run_.kernel &&
                 parameter->getType()->isPointerType()
             ? parameter
             : nullptr;
}

void Interpreter::noteWrite(const Address &address) {
  bool found = false;
  for (const Term &term : address.terms)
    for (SymbolId id : term.monomial)
      if (auto it = objectOfSymbol_.find(id); it != objectOfSymbol_.end()) {
        found = true;
        if (objects_[it->second].space == Space::Shared)
          continue; // no pointer to global memory leads there
        written_.insert(it->second);
        if (!loopAccesses_.empty())
          loopAccesses_.back().write(it->second);
      }
  if (found)
    return;
  writesAnywhere_ = true;
  if (!loopAccesses_.empty())
    loopAccesses_.back().disturbed = true;
}

/// `values[k]` with nobody knows which k: what the kernel's parameter leads to.
std::optional<ObjectId> Interpreter::objectIndexed(const Expr *expr) const {
  const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(expr->IgnoreParenImpCasts());
  const auto *reference =
      element ? llvm::dyn_cast<DeclRefExpr>(element->getBase()->IgnoreParenImpCasts()) : nullptr;
  const auto *parameter = reference ? llvm::dyn_cast<ParmVarDecl>(reference->getDecl()) : nullptr;
  if (!parameter || parameter->getDeclContext() != run_.kernel || !assignments_.isNever(*parameter))
    return std::nullopt;
  for (ObjectId object = 0; object < objects_.size(); ++object)
    if (pointerParameter(object) == parameter && objects_[object].space == Space::Global)
      return object;
  return std::nullopt;
}

void Interpreter::noteAccess(const Expr *expr, const char *op, const Address &address,
                             std::int64_t bytes) {
  if (loopAccesses_.empty() || !expr)
    return;
  LoopAccesses &loop = loopAccesses_.back();
  Location place = locate(address);
  bool isStore = op[0] == 's';
  auto [it, isNew] = loop.ones.try_emplace({expr->IgnoreParenImpCasts(), isStore});
  LoopAccesses::One &one = it->second;
  if (isNew && loop.ones.size() > mostPerLoop) {
    loop.ones.erase(it);
    loop.disturbed = loop.disturbed || isStore;
    return;
  }
  ++one.passes;
  one.always = one.always && conditions_.size() == loop.conditions;
  if (!isStore && one.passes <= mostRounds)
    one.last = address;
  if (!place.known || expr->getType().isVolatileQualified() || isCachedAccess_) {
    one.isLost = true;
    if (isNew) {
      const std::optional<ObjectId> object =
          place.known ? std::optional(place.object) : objectIndexed(expr);
      one.object = object.value_or(0);
      one.isAnywhere = !object;
    }
    return;
  }
  if (isNew) {
    one.object = place.object;
    one.address = address;
    one.lanes = active_;
    one.bytes = bytes;
    return;
  }
  if (one.isLost || (one.passes > comparedPasses && !one.same))
    return;
  if (one.passes > comparedPasses) {
    one.same = isAt(address, one.address, 0, active_);
    return;
  }
  Value change = algebra_.sub(address, one.address);
  if (one.object != place.object || !change.isKnown() || !algebra_.isUniform(change, active_)) {
    one.same = one.moves = false;
    one.isLost = true;
    return;
  }
  if (algebra_.uniformPart(change, active_).constant() != 0) {
    one.same = false;
    one.moves = true;
  }
}

// A load of a loop inside that is unrolled is as many loads.
void Interpreter::noteInner(const Expr *expr, const LoopAccesses::One &inner) {
  LoopAccesses &loop = loopAccesses_.back();
  const auto [it, isNew] = loop.ones.try_emplace({expr, false}, inner);
  LoopAccesses::One &one = it->second;
  if (isNew) {
    one.rounds = inner.passes;
    one.passes = 0;
    one.same = true;
    one.moves = false;
  }
  ++one.passes;
  one.always = one.always && conditions_.size() == loop.conditions;
  one.same = one.same && one.rounds == inner.passes && one.object == inner.object &&
             algebra_.equalValues(one.address, inner.address) &&
             algebra_.equalValues(one.last, inner.last);
}

// What is stored by threads that then leave the loop is stored behind its last load: a compiler
// looks at no further round.
void Interpreter::leaveWithWrites(std::size_t since, const LaneMask &started) {
  if (loopAccesses_.empty() || started.none())
    return;
  LoopAccesses &loop = loopAccesses_.back();
  if (loop.order.size() <= since)
    return;
  LaneMask gone = loop.frames == frames_.size() ? frames_.back().returned : LaneMask();
  for (auto one = loops_.rbegin(); one != loops_.rend() && loop.frames == frames_.size(); ++one)
    if (!one->isSwitch && !one->label) {
      gone |= one->broken;
      break;
    }
  if (!gone.contains(started))
    return;
  for (; loop.order.size() > since; loop.order.pop_back()) {
    loop.written.erase(loop.order.back());
    loop.onWayOut.insert(loop.order.back());
  }
}

// `trips`: none where it is not known how often it runs.
void Interpreter::endLoopAccesses(std::optional<std::int64_t> trips) {
  LoopAccesses loop = std::move(loopAccesses_.back());
  loopAccesses_.pop_back();
  if (!loopAccesses_.empty()) {
    LoopAccesses &outer = loopAccesses_.back();
    for (const auto *written : {&loop.written, &loop.onWayOut})
      for (const ObjectId object : *written)
        outer.write(object);
    outer.disturbed = outer.disturbed || loop.disturbed;
    outer.isLost = outer.isLost || loop.isLost;
    // What a loop inside stores, it may store anywhere.
    for (const auto &[key, one] : loop.ones)
      if (key.second) {
        if (outer.ones.size() > mostPerLoop) {
          outer.disturbed = true;
          break;
        }
        LoopAccesses::One &inner = outer.ones[key];
        inner.object = one.object;
        inner.isLost = true;
      } else if (!loop.disturbed && loop.written.empty() && trips == one.passes && one.passes > 1 &&
                 one.passes <= mostRounds && one.always && !one.isLost && one.rounds == 0 &&
                 one.passes == loop.passes && outer.ones.size() < mostPerLoop) {
        noteInner(key.first, one);
      }
  }
  constexpr std::int64_t enoughForReload = 4;
  constexpr std::int64_t enoughForReuse = 16;
  if (loop.isLost)
    return; // what stands between is not known
  for (const auto &[key, one] : loop.ones) {
    const auto &[expr, isStore] = key;
    if (!one.always || one.isLost || one.passes < 2 || one.passes < loop.passes)
      continue;
    if (one.same && (!trips || *trips >= enoughForReload)) {
      Repeated repeated{expr, isStore, one.object, {}, loop.disturbed, loop.location};
      if (!isStore) {
        if (loop.written.count(one.object))
          continue;
        repeated.between = loop.written;
        if (repeated.between.empty() && !loop.disturbed)
          continue; // moved out of the loop
      } else {
        // Kept in a register, if nobody else looks at the place.
        bool alone = !loop.disturbed;
        for (const auto &[otherKey, other] : loop.ones) {
          if (other.object != one.object || other.isLost) {
            if (!otherKey.second && !other.isAnywhere)
              repeated.between.insert(other.object);
            alone = alone && !other.isAnywhere && !(other.isLost && other.object == one.object);
          } else {
            alone = alone && other.same && algebra_.equalValues(other.address, one.address);
          }
        }
        repeated.between.erase(one.object);
        if (!alone || repeated.between.empty())
          continue;
      }
      repeated_.push_back(std::move(repeated));
    } else if (one.moves && !isStore && (!trips || *trips >= enoughForReuse)) {
      noteReuse(expr, one);
    }
  }
}

// How many warps of the block load each element, in one pass?
void Interpreter::noteReuse(const Expr *expr, const LoopAccesses::One &one) {
  using Element = std::vector<std::int64_t>;
  if (algebra_.warps() < 2)
    return;
  // That warps come to the same element because a row is taken to be longer than the block is an
  // assumption too much.
  if (llvm::any_of(one.address.assumptions, [&](AssumptionId id) { return id != fromLaunch_; }))
    return;
  // Elements differ by their place and by what symbols count for in them.
  bool differs = false;
  for (const Term &term : one.address.terms) {
    differs = differs || !term.coefficient.isUniform();
    for (SymbolId id : term.monomial)
      if (algebra_.symbol(id).partition)
        return;
  }
  std::set<Element> ofBlock;
  std::int64_t ofWarps = 0;
  std::int64_t warps = 0;
  for (unsigned warp = 0; warp < algebra_.warps(); ++warp) {
    std::set<Element> ofWarp;
    for (unsigned lane = 0; lane < 32; ++lane)
      if ((one.lanes.warp(warp) >> lane) & 1) {
        unsigned thread = warp * 32 + lane;
        Element element{one.address.base.at(thread)};
        if (differs)
          for (const Term &term : one.address.terms)
            element.push_back(term.coefficient.at(thread));
        ofWarp.insert(element);
      }
    if (ofWarp.empty())
      continue;
    ++warps;
    ofWarps += static_cast<std::int64_t>(ofWarp.size());
    ofBlock.insert(ofWarp.begin(), ofWarp.end());
  }
  if (!warps || ofWarps < warps * fewestElements)
    return;
  Reuse reuse{ofWarps, static_cast<std::int64_t>(ofBlock.size())};
  auto [it, isNew] = reuse_.emplace(expr, reuse);
  if (!isNew && reuse.ofWarps * it->second.ofBlock > it->second.ofWarps * reuse.ofBlock)
    it->second = reuse;
}

void Interpreter::traceAccess(SiteRecord &record, const Access &access, const Address &address,
                              unsigned bytes) {
  Trace &trace = record.trace;
  Location place = locate(address);
  // A half is moved as a short is.
  const bool isHalf = halves(access.expr->getType()) == 1;
  bool isScalar = place.known && !access.field && !record.fieldBytes &&
                  (!access.wholeBytes || isHalf) && access.type->isScalarType() &&
                  !access.expr->getType().isVolatileQualified() &&
                  std::find(address.assumptions.begin(), address.assumptions.end(), fromLaunch_) ==
                      address.assumptions.end();
  if (!place.known) {
    trace.startUnknown = true;
    trace.isScalar = false;
    trace.seen = true;
    return;
  }
  if (!trace.seen) {
    trace.seen = true;
    trace.isScalar = isScalar && !algebra_.isUniform(address, active_);
    trace.object = place.object;
    trace.region = region_;
    trace.bytes = bytes;
    trace.first = address;
    trace.lanes = active_;
    if (trace.isScalar)
      trace.alignment = alignmentOf(address, active_);
    trace.runStart = address;
    trace.runLength = 1;
    return;
  }
  if (trace.object != place.object || trace.lanes != active_ || !isScalar)
    trace.isScalar = false;
  if (!trace.slides && address.terms.size() == trace.first.terms.size()) {
    std::int64_t by = address.base.at(active_.first()) - trace.first.base.at(active_.first());
    trace.slides = by != 0 && std::abs(by) < static_cast<std::int64_t>(warpSize) * bytes;
  }
  if (!trace.isScalar)
    return;
  bool follows =
      trace.runLength &&
      isAt(address, trace.runStart, static_cast<std::int64_t>(trace.runLength) * bytes, active_);
  if (follows && trace.runLength == 1) {
    auto apart = algebra_.sub(address, trace.runStart).constant();
    follows = apart == static_cast<std::int64_t>(bytes);
  }
  if (follows) {
    ++trace.runLength;
    return;
  }
  trace.endRun();
  if (trace.alignment > bytes)
    trace.alignment = std::min(trace.alignment, alignmentOf(address, active_));
  trace.runStart = address;
  trace.runLength = 1;
}

// The largest power of two, up to a wide access, that the address surely is a multiple of in all
// lanes.
std::int64_t Interpreter::alignmentOf(const Value &address, const LaneMask &lanes) const {
  std::int64_t bits = widestAccess | algebra_.symbolicDivisor(address);
  lanes.forEach([&](unsigned lane) { bits |= address.base.at(lane); });
  return bits & -bits;
}

//===----------------------------------------------------------------------===//
// When it has ended
//===----------------------------------------------------------------------===//

void Interpreter::finishAccesses() {
  fieldRuns_.finish();
  recorder_.forEach([&](SiteRecord &record) {
    if (const FieldRuns::Runs *runs = fieldRuns_.of(record.statement, record.op))
      record.fieldRuns = *runs;
  });
  finishMisaligned();
  finishVectors();
  finishRepeated();
}

// A start past a sector is worth a word where the kernel accesses the array at that shift alone: a
// stencil must touch the sectors of its neighbours, in this row or another, and finds them in the
// cache. Of accesses that are shifted alike, the first is as good as all.
void Interpreter::finishMisaligned() {
  std::multimap<ObjectId, const SiteRecord *> ofObject;
  std::vector<SiteRecord *> shifted;
  recorder_.forEach([&](SiteRecord &record) {
    if (record.kind != SiteKind::GlobalAccess || !record.trace.seen)
      return;
    ofObject.emplace(record.trace.object, &record);
    if (record.trace.offset && !record.trace.startUnknown && !record.trace.slides)
      shifted.push_back(&record);
  });
  const SourceManager &sources = context_.getSourceManager();
  std::sort(shifted.begin(), shifted.end(), [&](const auto *a, const auto *b) {
    return a->range.getBegin() == b->range.getBegin()
               ? a->op < b->op
               : sources.isBeforeInTranslationUnit(a->range.getBegin(), b->range.getBegin());
  });
  // What the first block reads before the start shows that the pointer is none to the start.
  auto reachesBelow = [&](const Trace &trace) {
    for (const Term &term : trace.first.terms)
      for (SymbolId id : term.monomial)
        switch (algebra_.symbol(id).kind) {
        case SymbolKind::Address:
        case SymbolKind::BlockIndex:
        case SymbolKind::Iteration:
          break;
        default:
          return false;
        }
    bool below = false;
    trace.lanes.forEach([&](unsigned lane) {
      below =
          below || (trace.first.base.at(lane) < 0 &&
                    std::all_of(trace.first.terms.begin(), trace.first.terms.end(),
                                [&](const Term &term) { return term.coefficient.at(lane) >= 0; }));
    });
    return below;
  };
  std::set<ObjectId> reachedBelow;
  for (const auto &[object, record] : ofObject)
    if (!reachedBelow.contains(object) && reachesBelow(record->trace))
      reachedBelow.insert(object);
  // An access of several bytes faults where it does not start at a multiple of as many.
  recorder_.forEach([&](SiteRecord &record) {
    const Trace &trace = record.trace;
    if (record.kind != SiteKind::GlobalAccess || !trace.seen || trace.first.unknown ||
        trace.bytes < 2 || trace.bytes > widestAccess || !std::has_single_bit(trace.bytes) ||
        reachedBelow.contains(trace.object))
      return;
    // What is some bits is moved as the word that holds them.
    const auto *expr = llvm::dyn_cast_or_null<Expr>(record.statement);
    if (expr && expr->refersToBitField())
      return;
    const std::int64_t must = trace.bytes;
    const std::int64_t unit = algebra_.symbolicDivisor(trace.first);
    std::int64_t past = 0;
    bool areAlike = true; ///< as far past a multiple in each thread
    trace.lanes.forEach([&](unsigned lane) {
      const auto pastAt = [&](unsigned one) { return trace.first.base.at(one) & (must - 1); };
      past = past == 0 ? pastAt(lane) : past;
      areAlike = areAlike && pastAt(lane) == pastAt(trace.lanes.first());
    });
    if (past == 0 || (unit != 0 && unit % must != 0))
      return;
    // A pointer that was found in a structure or in memory leads anywhere; but nowhere is right for
    // all threads where they are not alike.
    const ParmVarDecl *pointer = pointerParameter(trace.object);
    const Object &object = objects_[trace.object];
    if (!pointer && (areAlike || object.declaration || object.space != Space::Global))
      return;
    // Bytes may come from anywhere.
    constexpr std::int64_t leastOfWords = 4;
    if (const QualType pointee = pointer ? pointer->getType()->getPointeeType() : QualType();
        pointer && (pointee->isIncompleteType() || pointee->isDependentType() ||
                    context_.getTypeAlignInChars(pointee).getQuantity() < leastOfWords))
      return;
    record.evidence["misaligned_by"] = past;
    record.evidence["must_align"] = must;
  });
  // `(i + 1) % n` was followed as where the block is not the last.
  const auto wrapsAround = [&](const Value &place) { return !restsOn(place).empty(); };
  std::set<std::tuple<ObjectId, std::int64_t>> said;
  for (SiteRecord *record : shifted) {
    const Trace &trace = record->trace;
    if (reachedBelow.contains(trace.object) || said.contains({trace.object, trace.offset}))
      continue;
    auto [begin, end] = ofObject.equal_range(trace.object);
    const bool wraps = wrapsAround(trace.first);
    bool hasNeighbour = std::any_of(begin, end, [&](const auto &entry) {
      // Of `a[(i + 1) % n]` it is the one that `a[i]` is, but at the end.
      if (entry.second != record && wraps != wrapsAround(entry.second->trace.first))
        return true;
      auto apart = algebra_.sub(entry.second->trace.first, trace.first).constant();
      return apart && *apart != 0 &&
             (*apart % sectorBytes != 0 ||
              std::abs(*apart) < static_cast<std::int64_t>(warpSize) * trace.bytes);
    });
    if (!hasNeighbour) {
      said.insert({trace.object, trace.offset});
      record->evidence["start_offset"] = trace.offset;
    }
  }
}

// Neighbouring elements that each thread accesses one by one, and one wide access would move.
void Interpreter::finishVectors() {
  auto mark = [](SiteRecord &record, std::int64_t elements, std::int64_t chunk) {
    record.evidence["vector_elements"] = elements;
    record.evidence["vector_bytes"] = elements * record.trace.bytes;
    record.evidence["chunk_elements"] = chunk;
  };
  // Where the compiler sees the alignment, it joins them by itself: what a warp asks for at once is
  // more, the sectors are the same.
  auto isJoined = [&](const SiteRecord &record) {
    const VarDecl *declaration = objects_[record.trace.object].declaration;
    return alignedByHand_.count(record.trace.object) ||
           (declaration && !llvm::isa<ParmVarDecl>(declaration) &&
            context_.getDeclAlign(declaration).getQuantity() >= widestAccess);
  };
  auto join = [](SiteRecord &record, std::int64_t elements) {
    std::int64_t &ideal = record.sums["sectors_ideal"];
    ideal = std::min(record.sums["sectors"], ideal * elements);
    record.evidence["bytes"] = elements * record.trace.bytes;
    if (ideal == record.sums["sectors"])
      record.evidence["pattern"] = std::string("coalesced");
  };
  using Key = std::tuple<ObjectId, std::string, unsigned, std::uint64_t>;
  std::map<Key, std::vector<SiteRecord *>> groups;
  recorder_.forEach([&](SiteRecord &record) {
    Trace &trace = record.trace;
    if (record.kind != SiteKind::GlobalAccess || !trace.seen || !trace.isScalar ||
        (record.op != "load" && record.op != "store") || trace.bytes >= widestAccess)
      return;
    trace.endRun();
    if (trace.shortestRun > 1) {
      if (trace.runsDiffer)
        return;
      std::int64_t elements = std::int64_t{1} << std::countr_zero(trace.shortestRun);
      elements = std::min<std::int64_t>(elements, widestAccess / trace.bytes);
      while (elements > 1 && trace.alignment % (elements * trace.bytes) != 0)
        elements /= 2;
      if (elements > 1 && isJoined(record))
        join(record, elements);
      else if (elements > 1)
        mark(record, elements, trace.shortestRun);
      return;
    }
    groups[{trace.object, record.op, trace.bytes, trace.region}].push_back(&record);
  });
  for (auto &[key, records] : groups) {
    constexpr std::size_t mostTogether = 64;
    if (records.size() < 2 || records.size() > mostTogether)
      continue;
    auto bytes = static_cast<std::int64_t>(std::get<2>(key));
    while (!records.empty()) {
      // Those that are a known distance from the first.
      std::map<std::int64_t, SiteRecord *> places;
      std::vector<SiteRecord *> others;
      Trace &origin = records.front()->trace;
      for (SiteRecord *record : records) {
        // Where even the first is nowhere that is known, it is a known distance from itself.
        const auto apart = record == records.front()
                               ? std::optional<std::int64_t>(0)
                               : algebra_.sub(record->trace.first, origin.first).constant();
        if (apart && record->trace.lanes == origin.lanes)
          places.emplace(*apart, record);
        else
          others.push_back(record);
      }
      for (auto it = places.begin(); it != places.end();) {
        std::int64_t chain = 1;
        auto next = std::next(it);
        while (next != places.end() && next->first == it->first + chain * bytes) {
          ++chain;
          ++next;
        }
        std::int64_t best = 1;
        SiteRecord *leader = nullptr;
        for (std::int64_t i = 0; i < chain; ++i) {
          std::int64_t elements = std::min<std::int64_t>(
              static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(chain - i))),
              widestAccess / bytes);
          SiteRecord *first = places.at(it->first + i * bytes);
          while (elements > best && first->trace.alignment % (elements * bytes) != 0)
            elements /= 2;
          if (elements > best) {
            best = elements;
            leader = first;
          }
        }
        if (leader && isJoined(*leader)) {
          for (std::int64_t i = 0; i < chain; ++i)
            join(*places.at(it->first + i * bytes), best);
        } else if (leader) {
          mark(*leader, best, chain);
        }
        it = next;
      }
      records = std::move(others);
    }
  }
}

void Interpreter::finishRepeated() {
  // Nobody else points there: variables of the thread, arrays in shared memory.
  auto isRestrict = [&](ObjectId object) {
    if (objects_[object].space == Space::Local || objects_[object].space == Space::Shared)
      return true;
    const ParmVarDecl *parameter = pointerParameter(object);
    return parameter && parameter->getType().isRestrictQualified();
  };
  // Which launches hand over the same array for: no promise holds.
  const auto areSame = [&](ObjectId one, ObjectId other) {
    const ParmVarDecl *first = pointerParameter(one);
    const ParmVarDecl *second = pointerParameter(other);
    if (!first || !second || first == second)
      return false;
    const auto pair = std::minmax(first->getFunctionScopeIndex(), second->getFunctionScopeIndex());
    return llvm::is_contained(run_.samePointers, std::pair<unsigned, unsigned>(pair));
  };
  struct OfParameter {
    std::int64_t reloads = 0;
    std::int64_t stores = 0;
    const Repeated *first = nullptr;
    std::set<std::pair<const Expr *, bool>> all; ///< and whether they are stores
  };
  std::map<const ParmVarDecl *, OfParameter> ofParameters;
  std::map<const Expr *, const char *> reasons;
  std::set<std::pair<const Expr *, bool>> seen;
  for (const Repeated &repeated : repeated_) {
    const Object &object = objects_[repeated.object];
    if (object.space != Space::Global || !seen.insert({repeated.expr, repeated.isStore}).second)
      continue;
    const ParmVarDecl *parameter = pointerParameter(repeated.object);
    if (repeated.isStore) {
      bool mayBeRead = std::any_of(repeated.between.begin(), repeated.between.end(),
                                   [&](ObjectId other) { return !isRestrict(other); });
      const bool isBroken = llvm::any_of(
          repeated.between, [&](ObjectId other) { return areSame(repeated.object, other); });
      if (!parameter || isRestrict(repeated.object) || !mayBeRead || isBroken)
        continue;
    } else {
      if (written_.count(repeated.object) || writesAnywhere_ ||
          llvm::any_of(written_, [&](ObjectId other) { return areSame(repeated.object, other); }))
        continue; // it may really change
      bool mayBeWritten = std::any_of(repeated.between.begin(), repeated.between.end(),
                                      [&](ObjectId other) { return !isRestrict(other); });
      if (isRestrict(repeated.object) || (!mayBeWritten && !repeated.disturbed))
        continue;
      if (!parameter) {
        reasons[repeated.expr] = mayBeWritten ? "store" : "barrier";
        continue;
      }
    }
    OfParameter &mine = ofParameters[parameter];
    (repeated.isStore ? mine.stores : mine.reloads) += 1;
    mine.all.insert({repeated.expr, repeated.isStore});
    if (!mine.first || (repeated.isStore && !mine.first->isStore))
      mine.first = &repeated;
  }
  recorder_.forEach([&](SiteRecord &record) {
    if (record.kind != SiteKind::GlobalAccess || record.op != "load")
      return;
    const auto *expr = llvm::dyn_cast_or_null<Expr>(record.statement);
    if (auto it = reasons.find(expr); it != reasons.end())
      record.evidence["reload_reason"] = std::string(it->second);
    if (auto it = reuse_.find(expr); it != reuse_.end())
      record.evidence["warps_per_element"] =
          static_cast<double>(it->second.ofWarps) / static_cast<double>(it->second.ofBlock);
  });
  if (ofParameters.empty())
    return;
  // One place for all of them: that with most to gain.
  auto weight = [](const OfParameter &mine) { return 4 * mine.stores + mine.reloads; };
  const auto *most = &*ofParameters.begin();
  for (const auto &entry : ofParameters)
    if (weight(entry.second) > weight(most->second) ||
        (weight(entry.second) == weight(most->second) &&
         entry.first->getFunctionScopeIndex() < most->first->getFunctionScopeIndex()))
      most = &entry;
  const auto &[parameter, mine] = *most;
  SiteRecord &record = recorder_.at(SiteKind::Parameter, parameter->getSourceRange(), "parameter");
  record.evidence["access"] = text(mine.first->expr);
  record.evidence["reloads"] = mine.reloads;
  record.evidence["repeated_stores"] = mine.stores;
  record.evidence["loop_line"] = static_cast<std::int64_t>(
      context_.getSourceManager().getExpansionLineNumber(mine.first->loop));
  std::string beside;
  std::set<std::string> named;
  for (ObjectId other : mine.first->between)
    if (const std::string &name = objects_[other].name;
        !name.empty() && !isRestrict(other) && named.insert(name).second)
      beside += (beside.empty() ? "`" : ", `") + name + "`";
  record.evidence["beside"] = beside;
  std::int64_t loads = 0;
  std::int64_t stores = 0;
  std::map<SourceLocation, std::int64_t> sharedBy; // by the start of the statement
  recorder_.forEach([&, &parameter = parameter, &mine = mine](SiteRecord &other) {
    if (other.kind != SiteKind::GlobalAccess)
      return;
    if (other.trace.seen && pointerParameter(other.trace.object) == parameter)
      (other.op == "load" ? loads : stores) += 1;
    // Where and how it is to be measured: those of one statement together.
    const auto *expr = llvm::dyn_cast_or_null<Expr>(other.statement);
    const bool isStore = other.op == "store";
    if (!expr || isStore != mine.first->isStore ||
        !mine.all.count({expr->IgnoreParenImpCasts(), isStore}))
      return;
    const SourceRange within = other.within.isValid() ? other.within : other.range; // a condition
    ++sharedBy[within.getBegin()];
    if (expr->IgnoreParenImpCasts() != mine.first->expr)
      return;
    record.within = within;
    const std::int64_t requests = other.sums["requests"];
    if (requests > 0 && !other.sums["unknown_requests"])
      record.evidence["sectors_per_request"] =
          static_cast<double>(other.sums["sectors"]) / static_cast<double>(requests);
  });
  if (record.within.isValid())
    record.evidence["repeats_in_statement"] = sharedBy[record.within.getBegin()];
  record.evidence["loads"] = loads;
  record.evidence["stores"] = stores;
  record.notes.emplace_back(mine.first->expr->getSourceRange(),
                            mine.first->isStore ? "stored here in each iteration"
                                                : "loaded here in each iteration");
}

} // namespace warplint::simt
