//===- Accesses.cpp - memory: what is held, what each access costs ---------===//

#include "lint/simt/Assignments.h"
#include "lint/simt/Declarations.h"
#include "lint/simt/Edges.h"
#include "lint/simt/Gathers.h"
#include "lint/simt/Integers.h"
#include "lint/simt/Interpreter.h"
#include "lint/simt/OpenLoops.h"
#include "lint/simt/SharedArrays.h"
#include "lint/simt/SmallFloats.h"
#include "lint/simt/Target.h"
#include "lint/simt/Tuples.h"
#include "lint/simt/Unrolling.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/SaveAndRestore.h"

#include <algorithm>
#include <array>

namespace warplint::simt {

using namespace clang;

namespace {

// Pointers from cudaMalloc are aligned to at least 256 bytes (CUDA C++ Programming
// Guide, "Device Memory Accesses").
constexpr std::int64_t allocationAlignment = 256;
// Lanes whose addresses differ by an unknown amount are put this far apart.
constexpr unsigned pageBits = 36;
constexpr std::size_t mostPieces = 16;    // of one structure that are recorded
constexpr std::int64_t widestAccess = 16; // bytes that one instruction moves per thread
// Where shared memory lies among the addresses of requests.
constexpr std::uint64_t sharedOrigin = 1ULL << 32;
// Distinct offsets of a local array that are looked up one by one.
constexpr std::size_t maxGatheredOffsets = 64;
constexpr std::int64_t leastPitch = 512; // bytes
// Bytes of a row of which a parameter tells the column: 2 * i + phase is none.
constexpr std::int64_t leastRow = 128;
// The same where the block, or another axis of it, tells the column: `4 * x + blockIdx.z` is a
// channel of a pixel.
constexpr std::int64_t leastRowOfBlock = 32;
// Rows shorter than a sector are worth a word where they cost twice what would do. A warp of
// elements narrower than this moves two sectors at best: twice that are few, four times are not.
constexpr std::int64_t leastShortElement = 4;
constexpr std::uint64_t dearInAnyWay = 4;
constexpr std::uint64_t mostFields = 64; // elements of an array inside a structure

bool isSideless(Space space) { return space == Space::Global || space == Space::Unknown; }

} // namespace

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

ObjectId Interpreter::makeObject(Object object) {
  auto id = static_cast<ObjectId>(objects_.size());
  Symbol symbol;
  symbol.kind = SymbolKind::Address;
  symbol.name = object.name.empty() ? "an object" : object.name;
  symbol.divisor = allocationAlignment;
  symbol.object = id;
  object.address = algebra_.makeSymbol(std::move(symbol));
  objectOfSymbol_[object.address] = id;
  objects_.push_back(std::move(object));
  return id;
}

Value Interpreter::addressValue(ObjectId object) const {
  return algebra_.valueOf(objects_[object].address);
}

ObjectId Interpreter::pointeeObject(const std::string &name, Space space, SymbolId *symbol) {
  Object object;
  object.space = space;
  object.name = name;
  ObjectId id = makeObject(std::move(object));
  if (symbol)
    *symbol = objects_[id].address;
  return id;
}

/// What is left of a value without its terms.
static Value withoutTerms(const Value &value) {
  Value rest(value.base);
  rest.unknown = value.unknown;
  rest.cause = value.cause;
  rest.own = value.own;
  rest.warpsDiffer = value.warpsDiffer;
  rest.stretches = value.stretches;
  rest.choices = value.choices;
  rest.apart = value.apart;
  rest.most = value.most;
  rest.isRemainderOfSigned = value.isRemainderOfSigned;
  rest.interior = value.interior;
  rest.interiorOpen = value.interiorOpen;
  rest.byBlock = value.byBlock;
  rest.byParameter = value.byParameter;
  rest.byLaunch = value.byLaunch;
  rest.single = value.single;
  rest.elects = value.elects;
  rest.difference = value.difference;
  rest.zerosForCompiler = value.zerosForCompiler;
  rest.assumptions = value.assumptions;
  rest.origin = value.origin;
  return rest;
}

Interpreter::Location Interpreter::locate(const Address &address) const {
  Location place;
  if (address.unknown && (*address.unknown & active_).any())
    return place;
  // Mostly it is the start of an object and a number.
  if (address.terms.size() == 1 && address.terms.front().monomial.size() == 1 &&
      address.terms.front().coefficient.isUniform() &&
      address.terms.front().coefficient.uniform() == 1) {
    const Symbol &start = algebra_.symbol(address.terms.front().monomial.front());
    if (start.kind != SymbolKind::Address)
      return place;
    place.known = true;
    place.object = start.object;
    place.offset = withoutTerms(address);
    return place;
  }
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < address.terms.size(); ++i) {
    const Term &term = address.terms[i];
    bool pointer = false;
    for (SymbolId id : term.monomial)
      pointer = pointer || algebra_.symbol(id).kind == SymbolKind::Address;
    if (!pointer)
      continue;
    unsigned ones = 0;
    unsigned zeros = 0;
    bool other = term.monomial.size() != 1;
    if (term.coefficient.isUniform()) {
      (term.coefficient.uniform() == 1 ? ones : term.coefficient.uniform() == 0 ? zeros : ones) = 1;
      other = other || (term.coefficient.uniform() != 1 && term.coefficient.uniform() != 0);
    } else {
      active_.forEach([&](unsigned lane) {
        std::int64_t value = term.coefficient.at(lane);
        ones += value == 1;
        zeros += value == 0;
        other = other || (value != 0 && value != 1);
      });
    }
    if (other || (ones && zeros))
      return place;
    if (!ones)
      continue;
    if (found)
      return place;
    found = i;
  }
  if (!found)
    return place;
  place.known = true;
  place.object = objectOfSymbol_.at(address.terms[*found].monomial.front());
  place.offset = address;
  place.offset.terms.erase(place.offset.terms.begin() + static_cast<std::ptrdiff_t>(*found));
  return place;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// The name of what is loaded from within a variable that was stored as a whole, until it is known
/// how that is written.
static constexpr const char *partOfValue = "part of a value";

Value Interpreter::unknownOf(QualType type, const Value &address, const char *what) {
  bool pointer = type->isPointerType() || type->isReferenceType();
  auto symbolFor = [&](const std::string &name) {
    if (pointer) {
      SymbolId symbol = 0;
      // A reference may well be to a variable of the thread.
      const bool isGlobal = type->isPointerType() && !keepsSharedAddresses_;
      pointeeObject(name, isGlobal ? Space::Global : Space::Unknown, &symbol);
      return algebra_.valueOf(symbol);
    }
    Value value = algebra_.fresh(SymbolKind::Loaded, name);
    if (type->isUnsignedIntegerType())
      algebra_.symbol(value.terms.front().monomial.front()).lower = 0;
    return value;
  };
  bool known = !(address.unknown && (*address.unknown & active_).any());
  if (known && algebra_.isUniform(address, active_)) {
    Value uniform = algebra_.uniformPart(address, active_);
    std::string key = std::string(what) + "@" + algebra_.key(uniform) + "@" +
                      std::to_string(epoch_) + "@" + std::to_string(sizeOf(type).value_or(0)) +
                      (pointer ? "p" : "");
    std::string name = what;
    Value result = algebra_.interned(key, [&] {
      Value fresh = symbolFor(name);
      Symbol copy = algebra_.symbol(fresh.terms.front().monomial.front());
      if (pointer)
        copy.object = objectOfSymbol_.at(fresh.terms.front().monomial.front());
      return copy;
    });
    if (pointer) {
      SymbolId id = result.terms.front().monomial.front();
      objectOfSymbol_.emplace(id, algebra_.symbol(id).object);
    }
    result.assumptions = address.assumptions;
    return result;
  }
  if (known && algebra_.isWarpUniform(address, active_)) {
    Value result = warpUniform(what, algebra_.warpsMayAgree(address));
    result.assumptions = address.assumptions;
    return result;
  }
  Value unknown = algebra_.unknown(Cause::Data);
  unknown.warpsDiffer = !algebra_.warpsMayAgree(address);
  unknown.sameAcross = algebra_.sameAcross(address);
  // Of one place, found again: each thread finds the number that it found before.
  const bool isPlace = !address.own.empty() && !pointer && type->isIntegerType() &&
                       address.base.isUniform() &&
                       std::all_of(address.terms.begin(), address.terms.end(),
                                   [](const Term &term) { return term.coefficient.isUniform(); });
  if (isPlace) {
    std::string key = algebra_.key(address);
    for (const auto &[id, times] : address.own)
      key += "+" + std::to_string(times) + "*own" + std::to_string(id);
    unknown = algebra_.named(std::move(unknown), key + "@" + std::to_string(epoch_) + "@" +
                                                     std::to_string(sizeOf(type).value_or(0)));
  }
  return unknown;
}

namespace {

/// A closure's fields have no names; what was captured has one.
llvm::StringRef nameOfField(const RecordDecl *record, const FieldDecl *field) {
  const auto *closure = llvm::dyn_cast<CXXRecordDecl>(record);
  if (!closure || !closure->isLambda())
    return field->getName();
  auto capture = closure->captures_begin();
  for (const FieldDecl *one : closure->fields()) {
    if (capture == closure->captures_end())
      return {};
    if (one == field)
      return capture->capturesVariable() ? capture->getCapturedVar()->getName() : "this";
    ++capture;
  }
  return {};
}

} // namespace

// ".origin.x": what lies at an offset of a structure, as a person would write it. What a lambda
// captured goes by its own name, without a dot.
std::string Interpreter::fieldName(QualType type, std::int64_t offset) const {
  std::string name;
  constexpr unsigned deepest = 24; // libraries put bases around each part
  for (unsigned depth = 0; depth < deepest && !type.isNull(); ++depth) {
    if (const auto *array = context_.getAsConstantArrayType(type)) {
      auto size = sizeOf(array->getElementType());
      if (!size || !*size)
        return "";
      name += "[" + std::to_string(offset / *size) + "]";
      offset %= *size;
      type = array->getElementType();
      continue;
    }
    const RecordDecl *record = type->getAsRecordDecl();
    if (!record)
      return offset == 0 ? name : "";
    if (!record->isCompleteDefinition() || record->isUnion())
      return "";
    const FieldDecl *inside = nullptr;
    for (const FieldDecl *field : record->fields()) {
      auto begin = fieldOffset(field);
      auto size = sizeOf(field->getType());
      if (begin && size && !field->isBitField() && *begin <= offset && offset < *begin + *size)
        inside = field;
    }
    const auto *derived = inside ? nullptr : llvm::dyn_cast<CXXRecordDecl>(record);
    const CXXBaseSpecifier *within = nullptr;
    for (const CXXBaseSpecifier &base :
         derived ? derived->bases() : CXXRecordDecl::base_class_const_range(nullptr, nullptr)) {
      const auto begin = baseOffset(derived, base.getType()->getAsCXXRecordDecl());
      const auto size = sizeOf(base.getType());
      if (begin && size && *begin <= offset && offset < *begin + *size)
        within = &base;
    }
    if (within) {
      offset -= *baseOffset(derived, within->getType()->getAsCXXRecordDecl());
      type = within->getType();
      continue;
    }
    const llvm::StringRef named = inside ? nameOfField(record, inside) : llvm::StringRef();
    if (named.empty())
      return "";
    if (const auto *closure = llvm::dyn_cast<CXXRecordDecl>(record); closure && closure->isLambda())
      name = named.str();
    else if (!named.starts_with("__")) // how a library names what is nobody else's
      name += "." + named.str();
    offset -= *fieldOffset(inside);
    type = inside->getType();
  }
  return "";
}

Value Interpreter::loadCell(ObjectId object, const Value &offsetIn, QualType type) {
  Value offset = resolve(offsetIn);
  auto size = static_cast<std::uint32_t>(sizeOf(type).value_or(0));
  const Cells *cells = state_.cells(object);
  const Object &info = objects_[object];

  auto given = info.space == Space::Parameter ? given_.find(object) : given_.end();
  auto lookUp = [&](std::int64_t at) -> std::optional<Value> {
    auto next = cells ? cells->lower_bound(at) : Cells::const_iterator();
    bool written = cells && next != cells->end() && next->first < at + size;
    if (given != given_.end() && !written)
      if (auto it = given->second.find(at); it != given->second.end() && it->second.bytes == size)
        return resolve(it->second.value);
    if (!cells)
      return std::nullopt;
    auto it = cells->find(at);
    if (it != cells->end() && it->second.bytes == size)
      return resolve(it->second.value);
    // A part of a wider cell, or several: the halves of a `half2`, read as 32 bits.
    it = cells->upper_bound(at);
    if (it == cells->begin())
      return std::nullopt;
    --it;
    if (at + size > it->first + it->second.bytes) {
      std::optional<Value> parts;
      std::int64_t covered = at;
      for (; it != cells->end() && it->first <= covered && covered < at + size; ++it) {
        covered = std::max(covered, it->first + std::int64_t{it->second.bytes});
        parts = parts ? opaqueResult({&*parts, &it->second.value}, "parts of a value")
                      : it->second.value;
      }
      return covered >= at + size ? parts : std::nullopt;
    }
    const Value &whole = it->second.value;
    if (!whole.isKnown()) {
      Value part = algebra_.unknown(whole.cause);
      part.sameAcross = whole.sameAcross;
      return part;
    }
    return unknownOf(type, algebra_.add(whole, Value(at - it->first)), partOfValue);
  };

  bool uniform = algebra_.isUniform(offset, active_);
  if (uniform) {
    Value at = algebra_.uniformPart(offset, active_);
    if (auto constant = at.constant()) {
      if (auto found = lookUp(*constant))
        return *found;
      if (type->isScalarType() && isUnset(object, cells, *constant, size))
        return unsetValue();
      if (info.space == Space::Parameter) {
        std::string name = info.name;
        if (std::string field = fieldName(info.type, *constant); !field.empty())
          name = llvm::StringRef(field).starts_with(".") || llvm::StringRef(field).starts_with("[")
                     ? name + field
                     : field;
        else if (*constant != 0 &&
                 (info.type.isNull() || info.type->isRecordType() || info.type->isArrayType()))
          name += " + " + std::to_string(*constant);
        Value key = algebra_.add(addressValue(object), Value(*constant));
        Value value = unknownOf(type, key, name.c_str());
        given_[object][*constant] = {size, value};
        return value;
      }
    }
    if (info.space == Space::Local) {
      // `float *buffers[2] = {a, b};`: somewhere in shared memory.
      if (type->isPointerType())
        if (const auto shared = sharedArrayPointedToFrom(object)) {
          outcome_.sharedArrays->storeAnywhere();
          return algebra_.add(addressValue(*shared),
                              algebra_.fresh(SymbolKind::Loaded, "the array that is chosen"));
        }
      // Of an array that holds the same for all threads, one element or another.
      const bool isOfArray = !info.type.isNull() && info.type->isArrayType();
      if (isOfArray && holdsSameForAll(object)) {
        const Value *whole = wholeOf(object);
        const Value all = whole ? *whole : algebra_.fresh(SymbolKind::Loaded, info.name);
        return unknownOf(type, algebra_.add(all, at), "an element");
      }
      return algebra_.unknown(Cause::Lane); // lost in a merge
    }
    return unknownOf(type, algebra_.add(addressValue(object), at),
                     ("value of " + info.name).c_str());
  }
  // A different element per thread.
  if (cells && offset.isConcrete()) {
    std::map<std::int64_t, LaneMask> groups;
    active_.forEach([&](unsigned lane) { groups[offset.base.at(lane)].set(lane); });
    if (groups.size() <= maxGatheredOffsets) {
      Value result = algebra_.unknown(Cause::Lane);
      bool all = true;
      for (const auto &[at, mask] : groups) {
        auto found = lookUp(at);
        all = all && found.has_value();
        if (found)
          result = algebra_.select(mask, *found, result);
      }
      if (all)
        return result;
    }
  }
  if (info.space == Space::Local)
    return algebra_.unknown(std::max(offset.cause, Cause::Lane));
  return unknownOf(type, algebra_.add(addressValue(object), offset), info.name.c_str());
}

void Interpreter::storeCell(ObjectId object, const Value &offsetIn, QualType type,
                            const Value &value) {
  Value offset = resolve(offsetIn);
  auto size = static_cast<std::uint32_t>(sizeOf(type).value_or(0));
  if (!size)
    return;
  bool shared = objects_[object].space == Space::Shared;
  if (!shared)
    notePart(object, value);
  // What is left of a wider cell is a part of what it held: who held the same still does.
  auto eraseOverlap = [&](Cells &cells, std::int64_t begin, std::int64_t end) {
    auto it = cells.lower_bound(begin);
    if (it != cells.begin()) {
      auto before = std::prev(it);
      if (before->first + before->second.bytes > begin)
        it = before;
    }
    bool overlaps = false;
    std::vector<std::pair<std::int64_t, Cell>> remains;
    while (it != cells.end() && it->first < end) {
      overlaps = true;
      std::int64_t first = it->first;
      std::int64_t last = first + it->second.bytes;
      const Value &whole = it->second.value;
      const Value part = whole.isKnown() ? opaqueResult({&whole}, partOfValue) : whole;
      if (first < begin)
        remains.push_back({first, {static_cast<std::uint32_t>(begin - first), part}});
      if (last > end)
        remains.push_back({end, {static_cast<std::uint32_t>(last - end), part}});
      it = cells.erase(it);
    }
    for (auto &[at, cell] : remains)
      cells[at] = std::move(cell);
    return overlaps;
  };
  if (algebra_.isUniform(offset, active_)) {
    Value at = algebra_.uniformPart(offset, active_);
    if (auto constant = at.constant()) {
      Cells &cells = state_.mutableCells(object);
      Value kept = value;
      if (shared) {
        // All threads see what was written; only one value can be kept.
        if (!algebra_.isUniform(value, active_)) {
          eraseOverlap(cells, *constant, *constant + size);
          return;
        }
        kept = algebra_.uniformPart(value, active_);
        // What one warp knows, all know from here on.
        const bool isOfOneWarp = llvm::any_of(kept.terms, [&](const Term &term) {
          return llvm::any_of(
              term.monomial, [&](SymbolId id) { return algebra_.symbol(id).partition != nullptr; });
        });
        if (isOfOneWarp)
          kept = algebra_.fresh(SymbolKind::Loaded, "a value of one warp");
      } else if (active_ != algebra_.all()) {
        // Where nothing was written yet, nobody can tell the difference.
        auto it = cells.find(*constant);
        const bool isFirst = it != cells.end() && it->second.bytes == size &&
                             algebra_.equalValues(it->second.value, unsetValue());
        bool same = it != cells.end() && it->second.bytes == size && !isFirst;
        bool lost = !same && !isFirst && eraseOverlap(cells, *constant, *constant + size);
        if (same)
          kept = algebra_.select(active_, value, it->second.value);
        else if (lost || !value.isKnown())
          kept = algebra_.select(active_, value, algebra_.unknown(Cause::Lane));
      }
      kept.origin = value.origin;
      auto it = cells.find(*constant);
      if (it != cells.end() && it->second.bytes == size) {
        it->second.value = std::move(kept);
        return;
      }
      eraseOverlap(cells, *constant, *constant + size);
      cells[*constant] = {size, std::move(kept)};
      return;
    }
  }
  // Somewhere in the object: nothing of it is known any more, but that all threads have the same.
  const Value *whole = wholeOf(object);
  const Cells *before = state_.cells(object);
  // Others, which do not write now, keep what was there.
  const bool othersKeep = before && !before->empty() && (algebra_.all() - active_ - exited()).any();
  const bool staysSame = objects_[object].space == Space::Local && objects_[object].bytes > 0 &&
                         algebra_.isUniform(offset, active_) && holdsSameForAll(object) &&
                         (whole || !othersKeep);
  if (!staysSame) {
    forget(object, Cause::Lane);
    return;
  }
  Value now = algebra_.fresh(SymbolKind::Loaded, "elements of " + objects_[object].name);
  if (othersKeep)
    now = algebra_.select(active_, now, *whole);
  Cells &cells = state_.mutableCells(object);
  cells.clear();
  cells[0] = {static_cast<std::uint32_t>(objects_[object].bytes), std::move(now)};
}

void Interpreter::notePart(ObjectId object, const Value &value) {
  if (!algebra_.isUniform(value, active_))
    parted_.insert(object);
}

const Value *Interpreter::wholeOf(ObjectId object) const {
  const Cells *cells = state_.cells(object);
  if (!cells || cells->size() != 1 || cells->begin()->first != 0 ||
      cells->begin()->second.bytes != objects_[object].bytes)
    return nullptr;
  return &cells->begin()->second.value;
}

bool Interpreter::holdsSameForAll(ObjectId object) const {
  const Cells *cells = state_.cells(object);
  return cells && !parted_.contains(object) && llvm::all_of(*cells, [&](const auto &cell) {
           return algebra_.isUniform(cell.second.value, active_);
         });
}

bool Interpreter::isUnset(ObjectId object, const Cells *cells, std::int64_t at,
                          std::int64_t bytes) const {
  if (!objects_[object].isUnset || lost_.contains(object))
    return false;
  if (!cells || cells->empty())
    return true;
  auto next = cells->lower_bound(at);
  if (next != cells->end() && next->first < at + bytes)
    return false;
  return next == cells->begin() || std::prev(next)->first + std::prev(next)->second.bytes <= at;
}

Value Interpreter::unsetValue() {
  return algebra_.interned("uninitialised", [] {
    Symbol symbol;
    symbol.name = "a variable without a value";
    return symbol;
  });
}

void Interpreter::forget(ObjectId object, Cause cause) {
  bool shared = objects_[object].space == Space::Shared;
  std::int64_t bytes = objects_[object].bytes;
  if (shared && !state_.cells(object))
    return;
  parted_.insert(object);
  Cells &cells = state_.mutableCells(object);
  cells.clear();
  if (!shared && bytes > 0)
    cells[0] = {static_cast<std::uint32_t>(bytes), algebra_.unknown(cause)};
}

// `elements[top++] = …` of an object that has `top` as well.
bool Interpreter::forgetElements(ObjectId object, const Expr *element, Cause cause) {
  const auto *subscript =
      element ? llvm::dyn_cast<ArraySubscriptExpr>(element->IgnoreParenImpCasts()) : nullptr;
  const auto *array =
      subscript ? llvm::dyn_cast<MemberExpr>(subscript->getBase()->IgnoreParenImpCasts()) : nullptr;
  if (!array || !context_.getAsConstantArrayType(array->getType()) ||
      array->HasSideEffects(context_))
    return false;
  const Location start = locate(addressOf(array));
  const auto at = start.known && start.object == object ? start.offset.constant() : std::nullopt;
  const auto bytes = sizeOf(array->getType());
  if (!at || !bytes || *at < 0 || *at + *bytes > objects_[object].bytes)
    return false;
  const QualType elements = context_.getConstantArrayType(
      context_.UnsignedCharTy, llvm::APInt(64, static_cast<std::uint64_t>(*bytes)), nullptr,
      ArraySizeModifier::Normal, 0);
  storeCell(object, Value(*at), elements, algebra_.unknown(cause));
  return true;
}

// A parameter is a copy, as a variable is.
bool Interpreter::isOfThread(ObjectId object) const {
  const Space space = objects_[object].space;
  return space == Space::Local || space == Space::Parameter;
}

void Interpreter::memoryChanged() {
  ++epoch_;
  if (!loopAccesses_.empty())
    loopAccesses_.back().disturbed = true;
  held_.clear();
  neighbours_.clear();
}

/// By how much one address is beyond another, where that is one number in all these lanes.
static std::optional<std::int64_t> distanceIn(const Algebra &algebra, const LaneMask &lanes,
                                              const Value &from, const Value &to) {
  if (from.terms.size() != to.terms.size() || lanes.none())
    return std::nullopt;
  const Value apart = algebra.sub(to, from);
  if (apart.unknown && (*apart.unknown & lanes).any())
    return std::nullopt;
  const std::int64_t distance = apart.base.at(lanes.first());
  bool same = true;
  lanes.forEach([&](unsigned lane) {
    same =
        same && apart.base.at(lane) == distance &&
        llvm::all_of(apart.terms, [&](const Term &term) { return term.coefficient.at(lane) == 0; });
  });
  return same ? std::optional(distance) : std::nullopt;
}

// What is used again is kept longest.
bool Interpreter::isHeld(const Address &address, std::int64_t bytes, bool shared) {
  const auto found = std::find_if(held_.begin(), held_.end(), [&](const Held &held) {
    if (held.shared != shared || held.bytes < bytes || !held.lanes.contains(active_))
      return false;
    const auto at = distanceIn(algebra_, active_, held.address, address);
    return at && *at >= 0 && *at + bytes <= held.bytes;
  });
  if (found == held_.end())
    return false;
  std::rotate(found, found + 1, held_.end());
  return true;
}

void Interpreter::hold(const Address &address, std::int64_t bytes, bool shared) {
  if (address.unknown)
    return;
  if (held_.size() >= mostHeld)
    held_.erase(held_.begin());
  held_.push_back({++heldCount_, shared, address, bytes, active_});
}

void Interpreter::release(const Address &address, std::int64_t bytes, bool shared) {
  const Location place = locate(address);
  // An array of a size of its own, which shares its memory with no other.
  const auto isOfItself = [&](const Location &one) {
    return one.known && objects_[one.object].declaration && objects_[one.object].bytes > 0;
  };
  std::erase_if(held_, [&](const Held &held) {
    if (held.shared != shared)
      return false;
    if (shared && isOfItself(place))
      if (const Location other = locate(held.address);
          isOfItself(other) && other.object != place.object)
        return false;
    // A constant distance apart in the same array: another element.
    const auto distance = distanceIn(algebra_, held.lanes, address, held.address);
    return !distance || (*distance < bytes && *distance > -held.bytes);
  });
}

void Interpreter::havoc(const Address &address, Cause cause, std::optional<std::int64_t> bytes) {
  Location place = locate(address);
  if (!place.known) {
    noteWrite(address);
    memoryChanged();
    outcome_.sharedArrays->loseAll();
    touchUnknown();
    return;
  }
  if (!isOfThread(place.object)) {
    noteWrite(address);
    memoryChanged();
    outcome_.sharedArrays->lose(place.object);
    if (objects_[place.object].space == Space::Shared) {
      if (state_.cells(place.object))
        state_.mutableCells(place.object).clear();
      state_.async.anyBarrierUnknown = true; // somebody may have initialised one there
    }
    touchUnknown();
    return;
  }
  if (bytes && *bytes > 0 && algebra_.isUniform(place.offset, active_))
    if (auto at = algebra_.uniformPart(place.offset, active_).constant();
        at && *at >= 0 && *at + *bytes <= objects_[place.object].bytes) {
      const QualType whole = context_.getConstantArrayType(
          context_.UnsignedCharTy, llvm::APInt(64, static_cast<std::uint64_t>(*bytes)), nullptr,
          ArraySizeModifier::Normal, 0);
      storeCell(place.object, Value(*at), whole, algebra_.unknown(cause));
      return;
    }
  forget(place.object, cause);
}

// A structure that a kernel is given is a handle, of pointers mostly: what is called with the
// kernel's copy changes what these lead to. Of what lies in a larger object that object's other
// parts stay as they are.
void Interpreter::havocObject(const Address &address, QualType type) {
  const bool isComplete = !type.isNull() && isRecord(type) && !type->isIncompleteType();
  if (const Location place = locate(address);
      isComplete && place.known && objects_[place.object].space == Space::Parameter)
    return;
  havoc(address, Cause::Data, isComplete ? sizeOf(type) : std::nullopt);
}

//===----------------------------------------------------------------------===//
// Loads, stores, copies
//===----------------------------------------------------------------------===//

/// What a name of a structured binding or a local reference stands for, and of a call that gives a
/// reference what its only `return` names.
static const Expr *throughReference(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr)) {
    if (const auto *binding = llvm::dyn_cast<clang::BindingDecl>(reference->getDecl()))
      return binding->getBinding() ? binding->getBinding()->IgnoreParens() : expr;
    const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
    const bool isLocal = variable && variable->isLocalVarDecl();
    if (isLocal && variable->getType()->isReferenceType() && variable->getInit() &&
        variable->getInit()->IgnoreParenImpCasts()->isLValue())
      return variable->getInit()->IgnoreParenImpCasts();
    return expr;
  }
  const auto *call = llvm::dyn_cast<CallExpr>(expr);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->getReturnType()->isReferenceType())
    return expr;
  const auto *body = llvm::dyn_cast_or_null<CompoundStmt>(callee->getBody());
  const auto *returned =
      body && body->size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body->body_front()) : nullptr;
  return returned && returned->getRetValue() ? returned->getRetValue()->IgnoreParenImpCasts()
                                             : expr;
}

/// Of an object that a function was handed in by reference, or that it is a member of: the object
/// as its caller wrote it. Null for anything else.
static const Expr *handedIn(const Expr *expr, const FunctionDecl &function, const Expr &site) {
  expr = expr->IgnoreParenImpCasts();
  while (const auto *member = llvm::dyn_cast<MemberExpr>(expr)) {
    expr = member->getBase()->IgnoreParenImpCasts();
    if (member->isArrow())
      break;
  }
  const auto *call = llvm::dyn_cast<CallExpr>(&site);
  const auto *construct = llvm::dyn_cast<CXXConstructExpr>(&site);
  const Expr *object = nullptr;
  if (llvm::isa<clang::CXXThisExpr>(expr)) {
    const auto *method = llvm::dyn_cast<clang::CXXMemberCallExpr>(&site);
    const auto *callee =
        method ? llvm::dyn_cast<MemberExpr>(method->getCallee()->IgnoreParens()) : nullptr;
    if (callee && !callee->isArrow())
      object = method->getImplicitObjectArgument();
    else if (llvm::isa<clang::CXXOperatorCallExpr>(&site) && call->getNumArgs() > 0)
      object = call->getArg(0);
  } else if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr)) {
    const auto *parameter = llvm::dyn_cast<ParmVarDecl>(reference->getDecl());
    if (!parameter || !parameter->getType()->isReferenceType())
      return nullptr;
    unsigned index = parameter->getFunctionScopeIndex();
    const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    if (llvm::isa<clang::CXXOperatorCallExpr>(&site) && method && !method->isStatic())
      ++index;
    if (call && index < call->getNumArgs())
      object = call->getArg(index);
    else if (construct && index < construct->getNumArgs())
      object = construct->getArg(index);
  }
  object = object ? object->IgnoreParenImpCasts() : nullptr;
  return object && object->isGLValue() && !llvm::isa<clang::MaterializeTemporaryExpr>(object)
             ? object
             : nullptr;
}

Interpreter::Access Interpreter::describeAccess(const Expr *expr, QualType type,
                                                const char *op) const {
  Access access;
  access.expr = expr ? expr->IgnoreParenImpCasts() : nullptr;
  access.type = type;
  access.op = op;
  // p[i].x, p[i].v[2], (*p).x, also by a structured binding or a reference: a field of an element.
  std::size_t depth = frames_.size();
  // References may lead to references; one that names itself leads nowhere.
  int references = 8;
  const auto followed = [&](const Expr *one) {
    while (references-- > 0) {
      const Expr *before = one;
      one = throughReference(one);
      const auto *reference = llvm::dyn_cast<DeclRefExpr>(one);
      const auto *parameter =
          reference ? llvm::dyn_cast<ParmVarDecl>(reference->getDecl()) : nullptr;
      const Frame *frame = parameter && depth > 0 ? &frames_[depth - 1] : nullptr;
      if (frame && frame->site && frame->function == parameter->getDeclContext())
        if (const Expr *handed = handedIn(one, *frame->function, *frame->site)) {
          one = handed;
          --depth;
        }
      if (one == before)
        break;
    }
    return one;
  };
  const Expr *written = access.expr ? followed(access.expr) : nullptr;
  const Expr *inner = written;
  while (inner) {
    inner = followed(inner->IgnoreParenImpCasts());
    if (const auto *member = llvm::dyn_cast<MemberExpr>(inner)) {
      const Expr *base = member->getBase()->IgnoreParenImpCasts();
      if (const auto *field = llvm::dyn_cast<FieldDecl>(member->getMemberDecl())) {
        access.field = access.field ? access.field : field;
        QualType record = context_.getRecordType(field->getParent());
        access.structBytes = sizeOf(record).value_or(0);
        access.fields.emplace_back(field, access.structBytes);
      }
      inner = base;
      if (!member->isArrow())
        continue;
      // Of a member function's object, as its caller has it.
      const Frame *frame = depth > 0 ? &frames_[depth - 1] : nullptr;
      const Expr *object = llvm::isa<clang::CXXThisExpr>(base) && frame && frame->site
                               ? handedIn(base, *frame->function, *frame->site)
                               : nullptr;
      if (!object || references-- <= 0)
        break;
      inner = object;
      --depth;
      continue;
    }
    const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(inner);
    if (!subscript)
      break;
    const Expr *base = subscript->getBase()->IgnoreParenImpCasts();
    if (!base->getType()->isArrayType())
      break;
    inner = base;
  }
  if (!inner || inner == written) {
    access.field = nullptr;
    access.fields.clear();
    if (written && !llvm::isa<MemberExpr>(written))
      access.structBytes = 0;
  }
  if (const Expr *use = useOfLibrary(access.expr)) {
    access.inLibrary = access.expr;
    access.expr = use->IgnoreParenImpCasts();
    // A library's constructors and assignments move all that there is, one field after the other.
    if (access.field && (frames_.back().function->getOverloadedOperator() == clang::OO_Equal ||
                         llvm::isa<CXXConstructorDecl>(frames_.back().function))) {
      access.field = nullptr;
      access.wholeBytes = access.structBytes;
    }
  }
  return access;
}

// What a library's function touches is touched where the project uses it: null for what is not in
// a library's function.
const Expr *Interpreter::useOfLibrary(const Expr *expr) const {
  auto isOurs = [&](const Expr *one) {
    return run_.isOwnCode(context_.getSourceManager().getExpansionLoc(one->getBeginLoc()));
  };
  if (!expr || !run_.isOwnCode || frames_.empty() || !frames_.back().site || isOurs(expr))
    return nullptr;
  for (auto frame = frames_.rbegin(); frame != frames_.rend() && frame->site; ++frame) {
    // `a * b[i]` of a library's numbers loads `b[i]`.
    const Expr *handed = expr ? handedIn(expr, *frame->function, *frame->site) : nullptr;
    if (handed && isOurs(frame->site))
      return handed;
    expr = handed;
    if (!isOurs(frame->site))
      continue;
    // `out[i] = pair` is an access to `out[i]`.
    const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(frame->site);
    return call && call->getOperator() == clang::OO_Equal && call->getNumArgs() > 0
               ? call->getArg(0)
               : frame->site;
  }
  return nullptr;
}

namespace {

/// The shared array whose element an expression names, where the text says so: of use where the
/// address does not, because the index is not known.
const VarDecl *sharedArrayIn(const Expr *expr) {
  while (expr) {
    expr = expr->IgnoreParenCasts();
    const auto *op = llvm::dyn_cast<UnaryOperator>(expr);
    const auto *sum = llvm::dyn_cast<BinaryOperator>(expr);
    if (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(expr))
      expr = subscript->getBase();
    else if (const auto *member = llvm::dyn_cast<MemberExpr>(expr); member && !member->isArrow())
      expr = member->getBase();
    else if (op && (op->getOpcode() == UO_Deref || op->getOpcode() == UO_AddrOf))
      expr = op->getSubExpr();
    else if (sum && sum->isAdditiveOp())
      expr = sum->getLHS();
    else
      break;
  }
  const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(expr);
  const auto *array = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  return array && array->hasAttr<CUDASharedAttr>() ? array : nullptr;
}

} // namespace

/// An object, or a part of one, that a reference or a choice of two leads to.
static bool isByReference(const Expr *expr) {
  while (expr) {
    expr = expr->IgnoreParenImpCasts();
    const auto *member = llvm::dyn_cast<MemberExpr>(expr);
    const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(expr);
    if (member && (!member->isArrow() ||
                   llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts())))
      expr = member->getBase();
    else if (subscript && subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      expr = subscript->getBase();
    else
      break;
  }
  if (!expr || llvm::isa<clang::CXXThisExpr, clang::AbstractConditionalOperator>(expr))
    return expr != nullptr;
  if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr))
    return reference->getDecl()->getType()->isReferenceType();
  const auto *call = llvm::dyn_cast<CallExpr>(expr);
  return call && call->isGLValue();
}

/// What each thread loaded for itself is a number of its own, whatever is added to it later.
Value Interpreter::asItsOwn(Value loaded, QualType type) {
  const bool isNumber = type->isIntegerType() && !type->isBooleanType();
  if (!isNumber || !loaded.unknown || loaded.cause != Cause::Data)
    return loaded;
  loaded = withinType(std::move(loaded), type);
  return loaded.own.empty() ? algebra_.named(std::move(loaded), "") : loaded;
}

/// Where the bytes begin that a bit-field shares with others, `at` being where it begins itself.
Value Interpreter::unitOf(const Expr *bitField, const Value &at) const {
  const FieldDecl *field = bitField->getSourceBitField();
  if (!field || !fieldOffset(field)) // of a class that is not understood
    return at;
  const auto bit = static_cast<std::int64_t>(context_.getFieldOffset(field));
  const auto width = static_cast<std::int64_t>(context_.getTypeSize(field->getType()));
  return algebra_.sub(at, Value(bit / 8 - bit / width * width / 8));
}

// Structures among the kernel's parameters lie in local memory where they are written to, and where
// an element of 8 bytes is chosen from one of few bytes at run time: ptxas -v of nvcc 13.0 for
// sm_80 and sm_90 tells of as much local memory as they have bytes up to 128, and of none beyond
// that. Of elements of 4 bytes it hangs on more than that.
bool Interpreter::isCopiedToChooseFrom(ObjectId parameter, std::int64_t element) {
  const Object &whole = objects_[parameter];
  const auto *declaration = llvm::dyn_cast_or_null<clang::ParmVarDecl>(whole.declaration);
  if (!declaration || !isRecord(declaration->getType()))
    return false;
  return isWrittenTo(declaration) ||
         (element == 8 && whole.bytes <= mostCopiedParameter && !isGridConstant(*declaration));
}

bool Interpreter::isWrittenTo(const VarDecl *parameter) {
  const auto [known, isNew] = parametersWritten_.try_emplace(parameter, false);
  if (isNew)
    known->second = isPartAssigned(*parameter);
  return known->second;
}

bool Interpreter::isAsLaunched(ObjectId parameter) const {
  const Cells *cells = state_.cells(parameter);
  if (!cells || cells->empty())
    return true;
  const auto given = ofLaunch_.find(parameter);
  return given != ofLaunch_.end() &&
         std::ranges::equal(*cells, given->second, [&](const auto &one, const auto &other) {
           return one.first == other.first && one.second.bytes == other.second.bytes &&
                  algebra_.equalValues(one.second.value, other.second.value);
         });
}

// A variable that a parameter of the kernel is copied to, and that nobody writes to, is the
// parameter.
void Interpreter::noteSame(const Location &target, const Location &source, std::int64_t bytes) {
  Object &copy = objects_[target.object];
  const Object &original = objects_[source.object];
  const auto at = source.offset.constant();
  copy.sameAs = std::nullopt;
  if (!at || original.space != Space::Parameter || original.bytes <= mostCopiedParameter ||
      !llvm::isa_and_nonnull<ParmVarDecl>(original.declaration) || copy.space != Space::Local ||
      !copy.declaration || copy.bytes != bytes || target.offset.constant() != 0)
    return;
  if (!isAsLaunched(source.object) || isWrittenTo(original.declaration))
    return;
  if (isOnlyRead(*copy.declaration))
    copy.sameAs = {source.object, *at};
}

/// The shared memory in which an address lies that data move: that of the pointer they are added
/// to.
std::optional<ObjectId> Interpreter::sharedObjectBelow(const Address &address) const {
  Value start = address;
  start.unknown = nullptr;
  const Location below = locate(start);
  return below.known && objects_[below.object].space == Space::Shared ? std::optional(below.object)
                                                                      : std::nullopt;
}

/// The shared memory that an expression follows a variable into: an array by its own name, or what
/// a pointer or reference leads to, be it to one place for all threads.
std::optional<ObjectId> Interpreter::sharedObjectFollowedIn(const Expr *expr) {
  if (const VarDecl *array = sharedArrayIn(expr))
    return locate(variableAddress(array)).object;
  const VarDecl *variable = expr ? followedIn(expr) : nullptr;
  if (!variable || !variable->hasLocalStorage())
    return std::nullopt;
  const QualType type = variable->getType();
  const Location start = type->isPointerType()
                             ? locate(resolve(load(variableAddress(variable), type, nullptr)))
                         : type->isReferenceType() ? locate(variableAddress(variable))
                                                   : Location();
  return start.known && objects_[start.object].space == Space::Shared ? std::optional(start.object)
                                                                      : std::nullopt;
}

std::optional<ObjectId> Interpreter::sharedArrayPointedToFrom(ObjectId object) const {
  std::optional<ObjectId> first;
  const Cells *cells = state_.cells(object);
  if (!cells)
    return std::nullopt;
  for (const auto &[offset, cell] : *cells) {
    const auto shared = sharedObjectBelow(cell.value);
    if (!shared)
      return std::nullopt;
    first = first.value_or(*shared);
  }
  return first;
}

Value Interpreter::sharedElement(const Location &place, QualType type) {
  Value element = asItsOwn(loadCell(place.object, place.offset, type), type);
  if (element.unknown) {
    element.elementOf = place.object + 1;
    // Of neighbouring lanes' elements one goes on where the other ends.
    if (objects_[place.object].holdsRunningSums && place.offset.isKnown())
      element.stretches = 1;
  }
  return element;
}

Value Interpreter::load(const Address &address, QualType type, const Expr *expr) {
  Location place = locate(address);
  bool bits = expr && expr->refersToBitField(); // several fields share their bytes
  bool plain = expr && !bits && !expr->getType().isVolatileQualified();
  std::int64_t bytes = sizeOf(type).value_or(0);
  if (!place.known) {
    touchUnknown();
    if (const VarDecl *array = sharedArrayIn(expr)) {
      const ObjectId object = locate(variableAddress(array)).object;
      noteShared(object, algebra_.unknown(Cause::Data), 1, "load", expr);
      noteAnywhere(SharedUse::Kind::Read, expr, type, object);
    } else if (const auto object = sharedObjectBelow(address)) {
      noteAnywhere(SharedUse::Kind::Read, expr, type, *object);
    }
    // What was known of it in other iterations does not speak for this one.
    if (address.cause == Cause::Data || llvm::any_of(passes_, [&](const LoopPass &pass) {
          return searchLoops_.contains(pass.statement);
        }))
      if (const auto object = sharedObjectFollowedIn(expr))
        recordShared(describeAccess(expr, type, "load"), *object, algebra_.unknown(Cause::Data));
    if (expr) {
      recordAccess(describeAccess(expr, type, "load"), address);
      noteAccess(expr, "load", address, bytes);
      for (const Term &term : address.terms) {
        const auto it = objectOfSymbol_.find(term.monomial.front());
        if (it == objectOfSymbol_.end())
          continue;
        if (objects_[it->second].space == Space::Constant ||
            (objects_[it->second].space == Space::Parameter &&
             !isCopiedToChooseFrom(it->second, bytes)))
          recordConstant(expr, it->second, address, type);
        else if (objects_[it->second].space == Space::Local)
          recordLocal(describeAccess(expr, type, "load"), it->second, address);
      }
    }
    return asItsOwn(unknownOf(type, address, "loaded value"), type);
  }
  noteShared(place.object, place.offset, bytes, "load", expr);
  // People write `p.stride.y` for it, or `strideOf(p)`.
  const auto cell = [&] {
    Value value = loadCell(place.object, place.offset, type);
    if (expr && value.terms.size() == 1 && value.terms.front().monomial.size() == 1)
      if (Symbol &symbol = algebra_.symbol(value.terms.front().monomial.front());
          symbol.name == partOfValue) {
        const bool isNamed = llvm::isa<DeclRefExpr, MemberExpr>(expr->IgnoreParenImpCasts());
        symbol.name = text(isNamed || !frames_.back().site ? expr : frames_.back().site);
      }
    return value;
  };
  switch (objects_[place.object].space) {
  case Space::Local:
    if (const auto same = objects_[place.object].sameAs; expr && same)
      recordConstant(expr, same->first, algebra_.add(place.offset, Value(same->second)), type);
    else if (expr && (isRunTime(place.offset) || isCountedByRolledLoop(expr, /*orLong=*/true)))
      recordLocal(describeAccess(expr, type, "load"), place.object, place.offset);
    if (bits) {
      const Value unit = loadCell(place.object, unitOf(expr, place.offset), type);
      return opaqueResult({&unit}, text(expr).c_str());
    }
    return cell();
  case Space::Parameter:
    if (expr && isCopiedToChooseFrom(place.object, bytes)) {
      if (isRunTime(place.offset) || isCountedByRolledLoop(expr, /*orLong=*/true))
        recordLocal(describeAccess(expr, type, "load"), place.object, place.offset);
    } else if (expr) {
      recordConstant(expr, place.object, place.offset, type);
    }
    if (bits)
      return unknownOf(type, address, text(expr).c_str());
    return cell();
  case Space::Shared:
    operations_ += 2;
    ++joined_;
    if (expr) {
      Access access = describeAccess(expr, type, "load");
      if (plain && isHeld(address, bytes, true)) {
        operations_ -= 2;
      } else {
        recordShared(access, place.object, place.offset);
        auto use = sharedUse(SharedUse::Kind::Read, access, place.object, place.offset);
        // What some of them alone use is not yet known to be ordered for the others.
        const bool isForAll = use && use->lanes.contains(active_);
        if (use)
          noteUse(std::move(*use));
        if (plain && isForAll)
          hold(address, bytes, true);
      }
      checkUse(place.object, place.offset, sizeOf(type).value_or(4), access);
    } else {
      touchUnknown();
    }
    if (bits)
      return unknownOf(type, address, text(expr).c_str());
    return sharedElement(place, type);
  case Space::Constant:
  case Space::Global:
  case Space::Unknown: {
    if (!(plain && isHeld(address, bytes, false))) {
      operations_ += 2;
      ++joined_;
      if (objects_[place.object].space == Space::Unknown)
        touchUnknown();
      else if (objects_[place.object].space == Space::Global)
        touchGlobal(false, place.offset, bytes);
      if (expr && objects_[place.object].space == Space::Constant)
        recordConstant(expr, place.object, place.offset, type);
      if (expr) {
        recordAccess(describeAccess(expr, type, "load"), address);
        if (objects_[place.object].space == Space::Global || !isByReference(expr))
          noteAccess(expr, "load", address, bytes);
        noteInStep(SharedUse::Kind::Read, describeAccess(expr, type, "load"), place);
      }
      if (plain)
        hold(address, bytes, false);
    }
    return asItsOwn(unknownOf(type, address, expr ? text(expr).c_str() : "loaded value"), type);
  }
  }
  return algebra_.unknown(Cause::Data);
}

void Interpreter::store(const Address &address, QualType type, const Value &valueIn,
                        const Expr *expr) {
  Location place = locate(address);
  bool bits = expr && expr->refersToBitField();
  bool plain = expr && !bits && !expr->getType().isVolatileQualified();
  std::int64_t bytes = sizeOf(type).value_or(0);
  // Beside what the other fields are that share its bytes.
  const bool isLocal = place.known && objects_[place.object].space == Space::Local;
  if (!isLocal)
    noteAnswer(valueIn);
  if (bits && isLocal)
    place.offset = unitOf(expr, place.offset);
  const Value rest = bits && isLocal ? loadCell(place.object, place.offset, type) : Value(0);
  const Value value = !bits     ? valueIn
                      : isLocal ? opaqueResult({&rest, &valueIn}, text(expr).c_str())
                                : algebra_.unknown(Cause::Lane);
  if (type->isPointerType() && !(place.known && objects_[place.object].space == Space::Local))
    if (Location kept = locate(value); kept.known && objects_[kept.object].space == Space::Shared)
      keepsSharedAddresses_ = true;
  if (!place.known) {
    Value start = address; // of the object, where that is clear
    start.unknown = nullptr;
    if (const Location own = locate(start); own.known && isOfThread(own.object)) {
      if (!forgetElements(own.object, expr, std::max(address.cause, Cause::Lane)))
        forget(own.object, std::max(address.cause, Cause::Lane));
    } else {
      noteWrite(address);
      memoryChanged();
    }
    touchUnknown();
    if (const VarDecl *array = sharedArrayIn(expr)) {
      const ObjectId object = locate(variableAddress(array)).object;
      noteShared(object, algebra_.unknown(Cause::Data), 1, "store", expr);
      noteAnywhere(SharedUse::Kind::Write, expr, type, object,
                   static_cast<const Expr *>(valueIn.origin));
      if (address.cause == Cause::Data)
        recordShared(describeAccess(expr, type, "store"), object, algebra_.unknown(Cause::Data));
    } else {
      outcome_.sharedArrays->storeAnywhere();
      if (const auto object = sharedObjectBelow(address))
        noteAnywhere(SharedUse::Kind::Write, expr, type, *object,
                     static_cast<const Expr *>(valueIn.origin));
    }
    if (expr) {
      recordAccess(describeAccess(expr, type, "store"), address);
      for (const Term &term : address.terms)
        if (const auto it = objectOfSymbol_.find(term.monomial.front());
            it != objectOfSymbol_.end() && objects_[it->second].space == Space::Local)
          recordLocal(describeAccess(expr, type, "store"), it->second, address);
    }
    return;
  }
  noteShared(place.object, place.offset, bytes, "store", expr);
  switch (objects_[place.object].space) {
  case Space::Local:
    if (expr && (isRunTime(place.offset) || isCountedByRolledLoop(expr, /*orLong=*/true)))
      recordLocal(describeAccess(expr, type, "store"), place.object, place.offset);
    if (!isRunTime(place.offset) || algebra_.isUniform(place.offset, active_) ||
        !forgetElements(place.object, expr, Cause::Lane))
      storeCell(place.object, place.offset, type, value);
    return;
  case Space::Parameter:
    if (expr && isRunTime(place.offset))
      recordLocal(describeAccess(expr, type, "store"), place.object, place.offset);
    storeCell(place.object, place.offset, type, value);
    return;
  case Space::Shared:
    if (value.isSumOfElements && type->isIntegerType())
      objects_[place.object].holdsRunningSums = true;
    operations_ += 2;
    ++joined_;
    ++epoch_;
    release(address, bytes, true);
    if (expr) {
      Access access = describeAccess(expr, type, "store");
      recordShared(access, place.object, place.offset);
      if (auto use = sharedUse(SharedUse::Kind::Write, access, place.object, place.offset)) {
        use->value = resolve(value);
        noteUse(std::move(*use));
      }
    } else {
      touchUnknown();
    }
    if (plain)
      hold(address, bytes, true);
    storeCell(place.object, place.offset, type, value);
    checkBulkStores(place.object, place.offset, bytes, expr);
    if (!state_.async.copies.empty())
      state_.async.written(place.object, place.offset.isConcrete() ? &place.offset.base : nullptr,
                           bytes, active_);
    return;
  case Space::Constant:
  case Space::Global:
  case Space::Unknown:
    operations_ += 2;
    ++joined_;
    ++epoch_;
    if (objects_[place.object].space == Space::Unknown)
      touchUnknown();
    else
      touchGlobal(true, place.offset, bytes);
    release(address, bytes, false);
    noteWrite(address);
    if (expr) {
      recordAccess(describeAccess(expr, type, "store"), address);
      noteAccess(expr, "store", address, bytes);
      noteInStep(SharedUse::Kind::Write, describeAccess(expr, type, "store"), place);
    }
    if (plain)
      hold(address, bytes, false);
    return;
  }
}

// What is moved in pieces of one size, one after the other.
void Interpreter::recordPieces(const Address &address, const Expr *expr, const char *op,
                               const Pieces &pieces) {
  const std::int64_t piece = pieces.bytesOfOne;
  Location place = locate(address);
  Space space = place.known ? objects_[place.object].space : Space::Global;
  // Data say which element of a table.
  if (!place.known && expr && op[0] == 'l')
    for (const Term &term : address.terms)
      if (const auto it = objectOfSymbol_.find(term.monomial.front());
          it != objectOfSymbol_.end() && objects_[it->second].space == Space::Constant)
        return recordConstant(expr, it->second, address, expr->getType().getNonReferenceType());
  if (const VarDecl *array = place.known ? nullptr : sharedArrayIn(expr))
    noteShared(locate(variableAddress(array)).object, algebra_.unknown(Cause::Data), 1, op, expr);
  const bool isConstant =
      expr && op[0] == 'l' &&
      (space == Space::Constant ||
       (space == Space::Parameter && !isCopiedToChooseFrom(place.object, pieces.bytes)));
  if (space == Space::Local || (space == Space::Parameter && !isConstant))
    return;
  if (space == Space::Global && place.known)
    touchGlobal(op[0] == 's', place.offset, pieces.bytes);
  else if (space != Space::Constant && space != Space::Parameter &&
           (space != Space::Shared || !expr))
    touchUnknown();
  if (!expr)
    return;
  // One after the other, each as a number of as many bytes.
  std::vector<UsedParts::Piece> parts;
  if (pieces.used)
    parts = UsedParts::piecesOf(pieces.used->bytes, piece, piece);
  else
    for (std::int64_t at = 0; at + piece <= pieces.bytes; at += piece)
      parts.push_back({at, piece});
  if (parts.size() > mostPieces)
    parts.resize(mostPieces);
  const FieldDecl *field = pieces.used ? pieces.used->field : nullptr;
  for (const UsedParts::Piece &part : parts) {
    QualType type = context_.getIntTypeForBitwidth(static_cast<unsigned>(part.bytes * 8), 0);
    if (part.bytes == 16 || type.isNull())
      type = context_.UnsignedInt128Ty;
    if (isConstant) {
      recordConstant(expr, place.object, algebra_.add(place.offset, Value(part.offset)), type);
      continue;
    }
    Access access = describeAccess(expr, type, op);
    if (access.field && access.structBytes > pieces.ofWhole) {
      // It is a part of a larger structure, as `element.centre` is.
    } else if (field) {
      access.field = field;
      access.structBytes = pieces.ofWhole;
      access.movedPart = part.offset;
    } else {
      access.wholeBytes = pieces.ofWhole;
    }
    const Value start(part.offset);
    Address at = algebra_.add(address, start);
    if (space == Space::Shared)
      noteShared(place.object, algebra_.add(place.offset, start), part.bytes, op, expr);
    bool plain = op[0] == 'l' && !expr->getType().isVolatileQualified();
    if (plain && isHeld(at, part.bytes, space == Space::Shared))
      continue;
    if (plain)
      hold(at, part.bytes, space == Space::Shared);
    operations_ += 2;
    ++joined_;
    if (space == Space::Shared) {
      Value offset = algebra_.add(place.offset, start);
      recordShared(access, place.object, offset);
      auto kind = op[0] == 'l' ? SharedUse::Kind::Read : SharedUse::Kind::Write;
      if (auto use = sharedUse(kind, access, place.object, offset)) {
        if (use->writes()) {
          use->value = algebra_.unknown(Cause::Lane); // what the structure holds is not followed
          use->value->origin = pieces.stored;
        }
        noteUse(std::move(*use));
      }
      if (op[0] == 'l')
        checkUse(place.object, offset, part.bytes, access);
    } else if (space != Space::Constant) {
      recordAccess(access, at);
      if (space == Space::Global && part.bytes == pieces.ofWhole) // such as a __half or a float4
        noteAccess(expr, op, at, part.bytes);
    }
  }
}

/// What is used of a variable that a structure is copied to. Null: all, or it is no variable.
const UsedParts::Used *Interpreter::usedOf(const Address &target, std::int64_t bytes) {
  const Location place = locate(target);
  if (!place.known || place.offset.constant() != 0)
    return nullptr;
  const Object &object = objects_[place.object];
  if (object.space != Space::Local || !object.declaration || object.bytes != bytes)
    return nullptr;
  const UsedParts::Used *used = usedParts_.of(object.declaration);
  return used && !used->bytes.all() ? used : nullptr;
}

// An object moved as a whole: the compiler moves it in pieces of its alignment.
void Interpreter::copyObject(const Address &target, const Address &source, QualType type,
                             const Expr *targetExpr, const Expr *sourceExpr) {
  auto size = sizeOf(type);
  if (!size || !*size || stopped_)
    return;
  std::int64_t align = context_.getTypeAlignInChars(type).getQuantity();
  Pieces pieces{std::min<std::int64_t>({align, widestAccess, *size}), *size, *size, nullptr};
  // a = b = c: what b has just been given is at hand.
  const auto isAssignment = [](const Expr *expr) {
    expr = expr ? expr->IgnoreParenImpCasts() : nullptr;
    const auto *plain = llvm::dyn_cast_or_null<BinaryOperator>(expr);
    const auto *call = llvm::dyn_cast_or_null<CXXOperatorCallExpr>(expr);
    return (plain && plain->getOpcode() == BO_Assign) || (call && call->getOperator() == OO_Equal);
  };
  if (!isAssignment(sourceExpr)) {
    Pieces loaded = pieces;
    loaded.used = sourceExpr ? usedOf(target, *size) : nullptr;
    recordPieces(source, sourceExpr, "load", loaded);
  }
  pieces.stored = sourceExpr;
  recordPieces(target, targetExpr, "store", pieces);

  Location from = locate(source);
  Location to = locate(target);
  if (from.known && to.known)
    noteSame(to, from, *size);
  Value start = target;
  start.unknown = nullptr;
  if (const Location own = to.known ? Location() : locate(start);
      own.known && objects_[own.object].space == Space::Local) {
    forget(own.object, std::max(target.cause, Cause::Lane));
    return;
  }
  if (!to.known || (objects_[to.object].space != Space::Local)) {
    noteWrite(target);
    const bool isShared = to.known && objects_[to.object].space == Space::Shared;
    std::vector<Held> held = isShared ? held_ : std::vector<Held>();
    const bool wasDisturbed = !loopAccesses_.empty() && loopAccesses_.back().disturbed;
    memoryChanged();
    if (to.known && !loopAccesses_.empty()) // which object it is has been noted
      loopAccesses_.back().disturbed = wasDisturbed;
    if (isShared) { // of other elements it is known what they hold
      held_ = std::move(held);
      release(target, *size, true);
      if (targetExpr && !targetExpr->getType().isVolatileQualified())
        hold(target, *size, true);
    }
    if (to.known && state_.cells(to.object))
      state_.mutableCells(to.object).clear();
    return;
  }
  auto toOffset = to.offset.constant();
  if (!toOffset && algebra_.isUniform(to.offset, active_))
    toOffset = algebra_.uniformPart(to.offset, active_).constant();
  auto fromOffset = from.known && algebra_.isUniform(from.offset, active_)
                        ? algebra_.uniformPart(from.offset, active_).constant()
                        : std::nullopt;
  const bool isFromThread = from.known && isOfThread(from.object);
  const bool tracked = isFromThread && fromOffset;
  if (!toOffset) {
    const Value value = tracked ? loadCell(from.object, Value(*fromOffset), type)
                        : isFromThread
                            ? algebra_.unknown(Cause::Lane)
                            : unknownOf(context_.UnsignedCharTy, source, "loaded structure");
    if (algebra_.isUniform(value, active_))
      storeCell(to.object, to.offset, type, value);
    else
      havoc(target, Cause::Data);
    return;
  }
  // What the target held goes.
  {
    Cells &cells = state_.mutableCells(to.object);
    auto it = cells.lower_bound(*toOffset);
    while (it != cells.end() && it->first < *toOffset + *size)
      it = active_ == algebra_.all() ? cells.erase(it) : std::next(it);
  }
  if (tracked) {
    if (parted_.contains(from.object))
      parted_.insert(to.object);
    // Empty classes hold their cells past their size: groups and other handles.
    std::shared_ptr<const Cells> held;
    if (auto it = state_.memory.find(from.object); it != state_.memory.end())
      held = it->second;
    // A part of what was loaded as a whole.
    const auto behind = held ? held->upper_bound(*fromOffset) : Cells::const_iterator();
    const bool isPart = held && behind != held->begin() && std::prev(behind)->first < *fromOffset &&
                        std::prev(behind)->first + std::prev(behind)->second.bytes > *fromOffset;
    if (isPart)
      forEachField(type, 0, 0, [&](std::int64_t at, QualType fieldType) {
        storeCell(to.object, Value(*toOffset + at), fieldType,
                  loadCell(from.object, Value(*fromOffset + at), fieldType));
      });
    else if (held)
      for (auto it = held->lower_bound(*fromOffset);
           it != held->end() && it->first < *fromOffset + *size; ++it) {
        Cells &cells = state_.mutableCells(to.object);
        std::int64_t at = *toOffset + it->first - *fromOffset;
        Value value = it->second.value;
        notePart(to.object, value);
        if (active_ != algebra_.all()) {
          auto old = cells.find(at);
          if (old != cells.end() && old->second.bytes == it->second.bytes)
            value = algebra_.select(active_, value, old->second.value);
        }
        cells[at] = {it->second.bytes, value};
      }
    // Fields of a parameter that nobody has looked at yet.
    if (objects_[from.object].space == Space::Parameter)
      forEachField(type, 0, 0, [&](std::int64_t at, QualType fieldType) {
        Value value = loadCell(from.object, Value(*fromOffset + at), fieldType);
        storeCell(to.object, Value(*toOffset + at), fieldType, value);
      });
    return;
  }
  // An element or another of the thread's own, which the address does not tell from others'.
  if (isFromThread) {
    forEachField(type, 0, 0, [&](std::int64_t at, QualType fieldType) {
      storeCell(to.object, Value(*toOffset + at), fieldType,
                loadCell(from.object, algebra_.add(from.offset, Value(at)), fieldType));
    });
    return;
  }
  // One part may be changed in a loop, and the others not: each has a cell of its own, where they
  // are all that there is.
  if (active_ == algebra_.all() && !isMadeOfParts(type, *size)) {
    const Value whole = unknownOf(context_.UnsignedCharTy, source, "loaded structure");
    notePart(to.object, whole);
    state_.mutableCells(to.object)[*toOffset] = {static_cast<std::uint32_t>(*size), whole};
    return;
  }
  forEachField(type, 0, 0, [&](std::int64_t at, QualType fieldType) {
    storeCell(to.object, Value(*toOffset + at), fieldType,
              unknownOf(fieldType, algebra_.add(source, Value(at)), "loaded structure"));
  });
}

// A few scalars one after the other, with nothing between them.
bool Interpreter::isMadeOfParts(QualType type, std::int64_t bytes) const {
  constexpr unsigned mostParts = 8;
  std::int64_t end = 0;
  unsigned parts = 0;
  bool oneAfterAnother = true;
  forEachField(type, 0, 0, [&](std::int64_t at, QualType fieldType) {
    oneAfterAnother = oneAfterAnother && at == end && ++parts <= mostParts;
    end = at + sizeOf(fieldType).value_or(0);
  });
  return oneAfterAnother && end == bytes;
}

// The scalars in a type, by their offset.
void Interpreter::forEachField(QualType type, std::int64_t at, unsigned depth,
                               const std::function<void(std::int64_t, QualType)> &visit) const {
  constexpr unsigned deepest = 5;
  if (const auto *array = context_.getAsConstantArrayType(type)) {
    auto size = sizeOf(array->getElementType());
    std::uint64_t count = std::min<std::uint64_t>(array->getZExtSize(), mostFields);
    for (std::uint64_t i = 0; size && depth < deepest && i < count; ++i)
      forEachField(array->getElementType(), at + static_cast<std::int64_t>(i) * *size, depth + 1,
                   visit);
  } else if (const RecordDecl *record = type->getAsRecordDecl()) {
    if (!record->isCompleteDefinition() || damagedTypes_.in(*record) || depth >= deepest)
      return;
    if (const auto *derived = llvm::dyn_cast<CXXRecordDecl>(record))
      for (const CXXBaseSpecifier &base : derived->bases())
        if (auto offset = baseOffset(derived, base.getType()->getAsCXXRecordDecl()))
          forEachField(base.getType(), at + *offset, depth + 1, visit);
    for (const FieldDecl *field : record->fields())
      if (auto offset = fieldOffset(field); offset && !field->isBitField())
        forEachField(field->getType(), at + *offset, depth + 1, visit);
  } else {
    visit(at, type);
  }
}

void Interpreter::readAtomically(const Address &address, QualType type, const Expr *expr,
                                 std::optional<bool> aggregated) {
  Location place = locate(address);
  operations_ += 4;
  joined_ -= neverPredicated;
  // Known even where the element is not.
  const auto isIn = [&](Space space) {
    return llvm::any_of(address.terms, [&](const Term &term) {
      auto it = objectOfSymbol_.find(term.monomial.front());
      return it != objectOfSymbol_.end() && objects_[it->second].space == space;
    });
  };
  const bool isShared = isIn(Space::Shared);
  bool wasDisturbed = !loopAccesses_.empty() && loopAccesses_.back().disturbed;
  // Loads and stores of shared memory are joined past what goes to global memory (nvcc 13.0).
  const bool isGlobal =
      place.known ? objects_[place.object].space == Space::Global : isIn(Space::Global);
  std::vector<SiteRecord *> neighbours =
      isGlobal ? std::move(neighbours_) : std::vector<SiteRecord *>();
  memoryChanged();
  neighbours_ = std::move(neighbours);
  if (isShared && !loopAccesses_.empty()) // the compiler knows that it is elsewhere
    loopAccesses_.back().disturbed = wasDisturbed;
  fieldRuns_.order(expr ? expr->getSourceRange() : SourceRange());
  Access access = describeAccess(expr, type, "atomic");
  access.aggregated = aggregated;
  if (!isShared && !(place.known && objects_[place.object].space == Space::Local))
    noteWrite(address);
  if (const VarDecl *array = place.known ? nullptr : sharedArrayIn(expr)) {
    const ObjectId object = locate(variableAddress(array)).object;
    noteShared(object, algebra_.unknown(Cause::Data), 1, "atomic", expr);
    noteAnywhere(SharedUse::Kind::Atomic, expr, type, object);
  } else if (!place.known) {
    outcome_.sharedArrays->storeAnywhere();
    if (const auto object = sharedObjectBelow(address))
      noteAnywhere(SharedUse::Kind::Atomic, expr, type, *object);
  }
  if (place.known && objects_[place.object].space == Space::Shared) {
    noteShared(place.object, place.offset, sizeOf(type).value_or(0), "atomic", expr);
    recordShared(access, place.object, place.offset);
    if (auto use = sharedUse(SharedUse::Kind::Atomic, access, place.object, place.offset))
      noteUse(std::move(*use));
    if (state_.cells(place.object))
      state_.mutableCells(place.object).clear();
  } else if (!place.known || isSideless(objects_[place.object].space)) {
    touchUnknown();
    recordAccess(access, address);
  } else if (place.known && objects_[place.object].space == Space::Local) {
    havoc(address, Cause::Data);
  }
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

namespace {

/// The requests of one access, warp by warp.
struct Requests {
  std::vector<Request> perWarp; ///< empty masks left out
  std::vector<unsigned> warps;  ///< which warp each is of
  bool apart = false;           ///< some lanes differ by a symbol: taken as far apart
  bool unknown = false;         ///< some lane's address is not known
};

/// Do all that come leave out some lanes of their warps, which would be at the elements between?
/// Then what is touched in excess comes of who stays away, not of where the others go.
bool areLanesMissing(const Value &address, const LaneMask &active, unsigned threads,
                     std::int64_t element) {
  if (!address.isKnown())
    return false;
  const auto step = [&](unsigned thread) -> std::int64_t {
    for (const Term &term : address.terms)
      if (term.coefficient.at(thread + 1) != term.coefficient.at(thread))
        return 0;
    return distance(address.base.at(thread), address.base.at(thread + 1));
  };
  for (unsigned warp = 0; warp * warpSize < threads; ++warp) {
    const std::uint32_t lanes = active.warp(warp);
    const unsigned first = warp * warpSize, end = std::min(first + warpSize, threads);
    if (lanes == 0)
      continue;
    if (static_cast<unsigned>(std::popcount(lanes)) == end - first)
      return false;
    for (unsigned thread = first; thread + 1 < end; ++thread)
      if (std::abs(step(thread)) != element || step(thread) != step(first))
        return false;
  }
  return active.any();
}

/// Bytes by which a request starts past a sector.
std::int64_t startOf(const Request &request) {
  std::uint64_t first = ~std::uint64_t{0};
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if ((request.active >> lane) & 1)
      first = std::min(first, request.address[lane]);
  return static_cast<std::int64_t>(first % sectorBytes);
}

Operation operationOf(llvm::StringRef op) {
  return op == "load" || op == "copy" ? Operation::Load
         : op == "store"              ? Operation::Store
                                      : Operation::Atomic;
}

AccessId idOf(const Expr *expr, llvm::StringRef op) {
  return {expr, op == "copy" ? 'l' : op.front()}; // what it stores is in shared memory
}

Requests requestsOf(const Algebra &algebra, const Value &address, const LaneMask &active,
                    unsigned bytes, std::uint64_t origin, Operation operation) {
  Requests result;
  if (address.unknown && (*address.unknown & active).any()) {
    result.unknown = true;
    return result;
  }
  bool uniformTerms = true;
  for (const Term &term : address.terms) {
    uniformTerms = uniformTerms && term.coefficient.isUniform();
    for (SymbolId id : term.monomial)
      uniformTerms = uniformTerms && !algebra.symbol(id).partition;
  }
  std::vector<std::int64_t> tuple;
  TupleNumbers pages;
  result.perWarp.reserve(algebra.warps());
  result.warps.reserve(algebra.warps());
  for (unsigned warp = 0; warp < algebra.warps(); ++warp) {
    std::uint32_t mask = active.warp(warp);
    if (!mask)
      continue;
    Request &request = result.perWarp.emplace_back();
    request.active = mask;
    request.bytes = bytes;
    request.operation = operation;
    pages.clear();
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      if (!((mask >> lane) & 1))
        continue;
      unsigned thread = warp * warpSize + lane;
      std::uint64_t page = 0;
      if (!uniformTerms) {
        tuple.clear();
        for (const Term &term : address.terms) {
          std::int64_t coefficient = term.coefficient.at(thread);
          tuple.push_back(coefficient);
          if (coefficient != 0)
            for (SymbolId id : term.monomial)
              if (const auto &partition = algebra.symbol(id).partition)
                tuple.push_back((*partition)[thread]);
        }
        page = pages.numberOf(tuple);
      }
      request.address[lane] =
          ((page + 1) << pageBits) + origin + static_cast<std::uint64_t>(address.base.at(thread));
    }
    result.apart = result.apart || pages.size() > 1;
    result.warps.push_back(warp);
  }
  return result;
}

/// How many lanes come is not known where data decide, be it with the lane: the bits of one word,
/// one for each lane.
template <typename Condition> bool leavesOpenWhoComes(const Condition &condition) {
  return condition.cause == Cause::Data || (condition.cause == Cause::Lane && !condition.exact);
}

/// Stretches of neighbouring elements that the lanes of warps take.
struct Runs {
  unsigned most = 0;        ///< of one warp
  std::int64_t sectors = 0; ///< of all, if each began where a sector begins
};

Runs runsOf(const Requests &requests, std::int64_t element) {
  Runs found;
  std::array<std::uint64_t, warpSize> places{};
  for (const Request &request : requests.perWarp) {
    auto end = places.begin();
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if (request.active >> lane & 1)
        *end++ = request.address[lane];
    std::sort(places.begin(), end);
    end = std::unique(places.begin(), end);
    unsigned runs = 0;
    for (auto begin = places.begin(); begin != end; ++runs) {
      auto next = begin + 1;
      while (next != end && *next - *(next - 1) == static_cast<std::uint64_t>(element))
        ++next;
      constexpr std::int64_t sector = sectorBytes;
      found.sectors += ((next - begin) * element + sector - 1) / sector;
      begin = next;
    }
    found.most = std::max(found.most, runs);
  }
  return found;
}

} // namespace

void Interpreter::noteAssumptions(SiteRecord &record, const Value &value) {
  for (AssumptionId id : value.assumptions)
    if (id != fromLaunch_)
      record.assumptions.insert(algebra_.assumptionText(id));
}

// How many lanes meet at one address?
void Interpreter::recordContention(SiteRecord &record, const std::vector<Request> &requests,
                                   bool aggregated) const {
  const auto isOpen = [](const Condition &condition) { return leavesOpenWhoComes(condition); };
  if (llvm::any_of(conditions_, isOpen) || llvm::any_of(absences_, isOpen))
    record.atLeast("lanes_unknown", 1);
  // Of several instantiations those count whose atomics stay apart.
  const char *lanes = aggregated ? "aggregated_lanes" : "atomic_lanes";
  const char *places = aggregated ? "aggregated_addresses" : "atomic_addresses";
  std::vector<std::uint64_t> addresses;
  for (const Request &request : requests) {
    addresses.clear();
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if ((request.active >> lane) & 1)
        addresses.push_back(request.address[lane]);
    record.add(lanes, static_cast<std::int64_t>(addresses.size()));
    std::sort(addresses.begin(), addresses.end());
    record.add(places, std::unique(addresses.begin(), addresses.end()) - addresses.begin());
  }
}

// A load from constant memory, whose cache serves one address at a time.
void Interpreter::recordConstant(const Expr *expr, ObjectId object, const Value &offsetIn,
                                 QualType type) {
  const Object &info = objects_[object];
  auto bytes = sizeOf(type).value_or(0);
  // Pieces of 8 bytes at most; what else the compiler keeps in the constant bank is not known.
  // Clang adds the attribute to tables that are `const __device__` as well; nvcc keeps those in
  // global memory and loads them with ld.global.nc.
  const auto *attribute =
      info.declaration ? info.declaration->getAttr<CUDAConstantAttr>() : nullptr;
  bool isDeclared = attribute && !attribute->isImplicit();
  const bool isParameter =
      info.space == Space::Parameter && llvm::isa_and_nonnull<ParmVarDecl>(info.declaration);
  if (isParameter) {
    if (!isAsLaunched(object))
      return; // written to, by a function perhaps
    // Of a few words nvcc loads each in its turn, and keeps the one that is wanted: ISETP and
    // @P LDC of one address (nvcc 13.0, sm_80 and sm_90).
    if (info.bytes <= mostCopiedParameter &&
        !isGridConstant(*llvm::cast<ParmVarDecl>(info.declaration)))
      return;
  }
  if (!bytes || !(isDeclared || isParameter))
    return;
  Value offset = resolve(offsetIn);
  const Expr *access = expr->IgnoreParenImpCasts();
  if (algebra_.isUniform(offset, active_) || active_.isOnePerWarp() || isStaged(access))
    return;
  SiteRecord &record = recorder_.at(SiteKind::Constant, access->getSourceRange(), "load");
  record.statement = access;
  record.within = withinStatement();
  record.array = info.declaration;
  record.evidence["array"] = info.name;
  noteOpenLoops(record, openPasses_, loopTrips_);
  Requests requests =
      requestsOf(algebra_, offset, active_, static_cast<unsigned>(bytes), 0, Operation::Load);
  if (requests.unknown || requests.apart) {
    record.add("unknown_requests", 1);
    record.atLeast("data_dependent", offset.cause == Cause::Data);
    return;
  }
  std::vector<std::int64_t> addresses; // of each request, how many
  for (const Request &request : requests.perWarp) {
    std::set<std::uint64_t> places;
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if ((request.active >> lane) & 1)
        places.insert(request.address[lane]);
    addresses.push_back(static_cast<std::int64_t>(places.size()));
  }
  // More than there are elements: a bound that is not understood keeps them together.
  if (info.bytes > 0 && llvm::any_of(addresses, [&](std::int64_t number) {
        return number > std::max<std::int64_t>(info.bytes / bytes, 1);
      })) {
    record.add("unknown_requests", 1);
    return;
  }
  noteAssumptions(record, offset);
  noteOrigin(record, access);
  for (const std::int64_t number : addresses) {
    record.add("requests", 1);
    record.add("addresses", number);
    record.atLeast("addresses_max", number);
  }
}

// s[i] = c[i]: read once, to be read from shared memory ever after.
bool Interpreter::isStaged(const Expr *access) const {
  const auto *statement = llvm::dyn_cast_or_null<Expr>(statement_);
  const Expr *plain = statement ? statement->IgnoreParenImpCasts() : nullptr;
  const Expr *target = nullptr;
  const Expr *source = nullptr;
  if (const auto *assignment = llvm::dyn_cast_or_null<BinaryOperator>(plain);
      assignment && assignment->getOpcode() == BO_Assign) {
    target = assignment->getLHS()->IgnoreParenImpCasts();
    source = assignment->getRHS()->IgnoreParenCasts();
  } else if (const auto *call = llvm::dyn_cast_or_null<CXXOperatorCallExpr>(plain);
             call && call->getOperator() == OO_Equal && call->getNumArgs() == 2) {
    target = call->getArg(0)->IgnoreParenImpCasts();
    source = call->getArg(1)->IgnoreParenCasts();
  }
  if (!source || source != access)
    return false;
  while (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(target))
    target = subscript->getBase()->IgnoreParenImpCasts();
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(target);
  if (!reference || reference->getDecl()->hasAttr<CUDASharedAttr>())
    return reference != nullptr;
  // A pointer into it, as helpers have.
  const auto &variables = frames_.back().variables;
  const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
  const auto found = variables.find(variable);
  if (found == variables.end() || !variable->getType()->isPointerType())
    return false;
  const Location place = locate(found->second);
  const Cells *cells = place.known ? state_.cells(place.object) : nullptr;
  const auto cell = cells ? cells->find(0) : Cells::const_iterator();
  if (!cells || cell == cells->end())
    return false;
  const Location pointee = locate(cell->second.value);
  return pointee.known && objects_[pointee.object].space == Space::Shared;
}

/// A sum or a call that Clang could not make out, as of vectors whose operators are in a header
/// that is missing: it gives a value, and is no access, whatever it is given.
static bool isOfLostOperators(const Expr *expr) {
  expr = expr->IgnoreParenCasts();
  return llvm::isa<clang::RecoveryExpr>(expr) ||
         (expr->containsErrors() && llvm::isa<BinaryOperator, CallExpr>(expr));
}

/// Beyond a bound, as where zeros are put around an image, mostly few lanes of a warp come.
static constexpr const char *comeWhole = "whole warps come here";

void Interpreter::recordAccess(const Access &access, const Address &address) {
  if (!access.expr || isOfLostOperators(access.expr))
    return;
  bool anyAddress = false;
  bool allGlobal = true;
  const Object *object = nullptr;
  std::optional<ObjectId> number;
  for (const Term &term : address.terms)
    for (SymbolId id : term.monomial)
      if (auto it = objectOfSymbol_.find(id); it != objectOfSymbol_.end()) {
        anyAddress = true;
        number = it->second;
        object = &objects_[it->second];
        allGlobal = allGlobal && isSideless(object->space);
      }
  // What was not asked for beside a bound is not counted.
  const LaneMask come = lanesAtTheEdge();
  const bool isPart = come != active_;
  llvm::SaveAndRestore atTheEdge(active_, come);
  bool unknown = address.unknown && (*address.unknown & active_).any();
  if (unknown ? address.cause < Cause::Data && !anyAddress : !anyAddress || !allGlobal)
    return;
  if (unknown && object && !isSideless(object->space))
    return;
  // Nothing tells what it points to, and something was not understood that may have set it.
  if (unknown && !anyAddress && !outcome_.lost.empty())
    return;
  if (object &&
      (object->isOfAnotherBlock || (keepsSharedAddresses_ && object->space == Space::Unknown)))
    return; // it leads to shared memory, or may
  // What it refers to may be a variable of the thread, a kernel parameter, a constant.
  if ((unknown ? !anyAddress : object->space == Space::Unknown) && isByReference(access.expr))
    return;
  recordGlobal(access, address, number, isPart);
}

/// The structure of a field, and its place in it, bytes, as far as `offsetOf` knows.
static std::pair<const RecordDecl *, std::int64_t>
fieldOf(const Expr *expr,
        llvm::function_ref<std::optional<std::int64_t>(const FieldDecl *)> offsetOf) {
  std::pair<const RecordDecl *, std::int64_t> found{nullptr, 0};
  for (const Expr *inner = throughReference(expr);;) {
    const auto *member = llvm::dyn_cast<MemberExpr>(inner);
    const auto *field = member ? llvm::dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
    const auto at = field && !field->isBitField() && !field->getParent()->isUnion()
                        ? offsetOf(field)
                        : std::nullopt;
    if (!at)
      return found;
    found.first = llvm::cast<RecordDecl>(field->getParent()->getCanonicalDecl());
    found.second += *at;
    if (member->isArrow())
      return found;
    inner = member->getBase()->IgnoreParens();
  }
}

/// Does the pointer by which it is accessed, of whatever function, say that nothing else leads
/// there?
static bool isByRestrict(const Expr *expr) {
  while (true) {
    expr = expr->IgnoreParenImpCasts();
    if (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(expr))
      expr = subscript->getBase();
    else if (const auto *member = llvm::dyn_cast<MemberExpr>(expr))
      expr = member->getBase();
    else if (const auto *unary = llvm::dyn_cast<UnaryOperator>(expr))
      expr = unary->getSubExpr();
    else if (const auto *sum = llvm::dyn_cast<BinaryOperator>(expr))
      expr = sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
    else
      break;
    if (expr->getType().isRestrictQualified())
      return true;
  }
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr);
  return reference && reference->getDecl()->getType().isRestrictQualified();
}

void Interpreter::noteFields(SiteRecord &record, const Access &access, const Address &address,
                             std::optional<ObjectId> object) {
  const std::int64_t bytes = sizeOf(access.type).value_or(0);
  std::optional<FieldRuns::Field> place;
  // What a library's `real(a[i])` loads is a field of `a[i]`, and so is what a function uses of a
  // copy of it.
  const Expr *written = access.inLibrary ? access.inLibrary : access.expr;
  std::optional<ElementPart> part = partOfElement(written, bytes);
  if (part && access.inLibrary)
    part->element = access.expr;
  if (const QualType whole = access.expr->getType(); access.movedPart && isRecord(whole)) {
    const auto alignment = context_.getTypeAlignInChars(whole).getQuantity();
    if (alignment > bytes)
      part = ElementPart{access.expr, *access.movedPart, alignment};
  }
  if (part) {
    // What is never moved at once are as many elements.
    const std::int64_t number = part->offset / part->alignment;
    record.element = llvm::isa<clang::CXXThisExpr>(part->element->IgnoreParenImpCasts())
                         ? "*this"
                         : text(part->element);
    record.element += number ? " + " + std::to_string(number) : "";
    record.elementAlignment = part->alignment;
    record.fieldOffset = part->offset % part->alignment;
    record.fieldBytes = bytes;
    if (!written->getType().isVolatileQualified() && !isCachedAccess_)
      place = FieldRuns::Field{record.fieldOffset, record.element};
  }
  // A structure that is moved whole is moved piece by piece.
  if (isRecord(written->getType()) && !place)
    return;
  FieldRuns::Touch touch;
  touch.expr = access.expr;
  touch.op = record.op;
  touch.address = address;
  touch.bytes = bytes;
  std::tie(touch.record, touch.offset) =
      fieldOf(written, [&](const FieldDecl *field) { return fieldOffset(field); });
  touch.isRestrict = isByRestrict(access.expr);
  if (object) {
    touch.isKnown = true;
    touch.object = *object;
    const ParmVarDecl *pointer = pointerParameter(*object);
    touch.isRestrict |= pointer && pointer->getType().isRestrictQualified();
    touch.isVariable = objects_[*object].declaration && objects_[*object].bytes > 0 && !pointer;
  }
  fieldRuns_.touch(touch, place);
}

// `i * (n > 1)`, `at + i * (wide ? 8 : 4)`: factors of the lane that surely lead no further than to
// the element behind the next, or the next word, are taken for the smallest that is one at all.
Value Interpreter::withSmallFactors(const Value &address, std::int64_t bytes) const {
  Value result = address;
  for (const Term &term : address.terms) {
    if (term.coefficient.isUniform())
      continue;
    Value whole;
    whole.terms = std::vector<Term>{term};
    // Of a loop that is gone round once.
    if (llvm::any_of(term.monomial, [&](SymbolId id) {
          const Symbol &symbol = algebra_.symbol(id);
          return symbol.lower == 0 && symbol.upper == 0;
        })) {
      result = algebra_.sub(result, whole);
      continue;
    }
    constexpr std::int64_t word = 4;
    std::int64_t least = 1, most = std::max(2 * bytes, word) + 1; // of the bytes between neighbours
    std::int64_t step = std::abs(term.coefficient.at(1) - term.coefficient.at(0));
    for (SymbolId id : term.monomial) {
      const Symbol &symbol = algebra_.symbol(id);
      if (symbol.partition || symbol.lower.value_or(-1) < 0 ||
          symbol.upper.value_or(most) >= most) {
        step = most;
        break;
      }
      least *= std::max<std::int64_t>(*symbol.lower, 1);
      step = std::min(step * *symbol.upper, most);
    }
    if (step == 0 || step >= most)
      continue;
    result = algebra_.add(algebra_.sub(result, whole),
                          algebra_.mul(Value(term.coefficient), Value(least)));
  }
  return result;
}

/// Sectors that so many bytes may touch, that begin at the address or, where that is not known to
/// be where a sector begins, behind.
static std::int64_t sectorsWithin(const Algebra &algebra, const Value &address,
                                  std::int64_t bytes) {
  constexpr std::int64_t sector = sectorBytes;
  bool isAligned = algebra.symbolicDivisor(address) % sector == 0;
  for (unsigned lane = 0; isAligned && lane < (address.base.isUniform() ? 1 : algebra.threads());
       ++lane)
    isAligned = address.base.at(lane) % sector == 0;
  return (bytes + sector - 1) / sector + (isAligned ? 0 : 1);
}

/// A library's function may touch several fields of what it is given: none of them is named then.
static void noteField(SiteRecord &record, const clang::FieldDecl &field, bool isInLibrary) {
  record.hasFields |= isInLibrary && record.field && record.field != &field;
  record.field = &field;
  if (record.hasFields)
    record.evidence.erase("field");
  else
    record.evidence["field"] = field.getNameAsString();
}

void Interpreter::recordGlobal(const Access &access, const Address &addressIn,
                               std::optional<ObjectId> number, bool isPart) {
  const Address address = withSmallFactors(addressIn, sizeOf(access.type).value_or(0));
  const Object *object = number ? &objects_[*number] : nullptr;
  auto bytes = static_cast<unsigned>(sizeOf(access.type).value_or(0));
  if (!bytes)
    return;
  SiteRecord &record = recorder_.at(SiteKind::GlobalAccess, access.expr->getSourceRange(),
                                    access.op, object ? object->name : std::string());
  record.statement = access.expr;
  record.within = withinStatement();
  noteOpenLoops(record, openPasses_, loopTrips_);
  record.evidence["bytes"] =
      static_cast<std::int64_t>(access.wholeBytes ? access.wholeBytes : bytes);
  if (openSides_ > 0 && !isPart && active_.count() > 1)
    record.assumptions.insert(comeWhole);
  if (object && !object->name.empty())
    record.evidence["array"] = object->name;
  if (object && object->declaration)
    record.array = object->declaration;
  if (access.field && access.structBytes)
    noteField(record, *access.field, access.inLibrary);
  if (access.structBytes)
    record.evidence["struct_bytes"] = access.structBytes;
  noteFields(record, access, address, number);
  // What vectors leave over is no vector, and how wide a copy is hangs on where it goes to, too.
  if (!isPart && llvm::StringRef(access.op) != "copy")
    traceAccess(record, access, address, bytes);
  Requests requests =
      requestsOf(algebra_, address, active_, bytes, 1ULL << 40, operationOf(access.op));
  if (requests.unknown) {
    // Data may say where, and the lanes still go to a few places, side by side.
    bool data = address.cause == Cause::Data && !address.stretches &&
                !isInSegments(address, active_, algebra_.warps(), bytes);
    std::int64_t warps = 0;
    int most = 0;
    for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
      if (std::uint32_t lanes = active_.warp(warp)) {
        ++warps;
        most = std::max(most, std::popcount(lanes));
      }
    noteTraffic(idOf(access.expr, access.op), address, active_, bytes, std::nullopt);
    record.add("requests", warps);
    if (most == 1) {
      // One lane is as good as it gets, wherever it goes.
      for (const char *name : {"sectors", "sectors_ideal", "active_lanes"})
        record.add(name, warps);
      return;
    }
    constexpr std::int64_t everySector = std::int64_t{1} << 32;
    std::int64_t ofObject =
        object && object->declaration && object->bytes > 0
            ? (object->bytes + std::int64_t{sectorBytes} - 1) / std::int64_t{sectorBytes}
            : everySector;
    // Nor further than the lanes are apart: `v[data & 7]` comes to 8 elements.
    if (const auto apart = algebra_.apartAtMost(address))
      ofObject = std::min(ofObject, sectorsWithin(algebra_, address, *apart + bytes));
    const auto isSpread = [&](std::int64_t sectors, std::int64_t ideal) {
      record.add("sectors", sectors);
      record.add("sectors_ideal", ideal);
      if (sectors > ideal) {
        record.evidence["pattern"] = std::string("gather");
        record.atLeast("sectors_at_most", 1);
        noteOrigin(record, access.expr);
      }
    };
    const unsigned alignment =
        static_cast<unsigned>(context_.getTypeAlignInChars(access.type).getQuantity());
    if (const auto groups =
            data ? gatheredSectors(algebra_, address, active_, bytes, alignment) : std::nullopt) {
      // That rows begin within a sector is no fault of the index.
      const bool isFew = groups->aligned < 2 * groups->ideal;
      record.add("active_lanes", groups->lanes);
      isSpread(std::min(isFew ? groups->ideal : groups->sectors, warps * ofObject), groups->ideal);
      return;
    }
    // No further than the object reaches, and to no more places than lanes that differ.
    const std::uint8_t together = algebra_.sameAcross(address);
    const int places = std::min(most, static_cast<int>(warpSize >> std::popcount(together)));
    const bool isBounded = ofObject != everySector;
    if (data && (isBounded || places < static_cast<int>(warpSize))) {
      const auto sectorsOf = [](std::int64_t size) {
        constexpr auto sector = static_cast<std::int64_t>(sectorBytes);
        return (size + sector - 1) / sector;
      };
      const std::int64_t sectors = std::min(places * sectorsOf(bytes), ofObject);
      record.add("active_lanes", warps * most);
      isSpread(warps * sectors, warps * std::min(sectors, sectorsOf(std::int64_t{bytes} * most)));
      return;
    }
    record.add("unknown_requests", 1);
    record.atLeast("data_dependent", data);
    if (data)
      record.assumptions.insert("data send the lanes of a warp to places far apart");
    noteOrigin(record, access.expr);
    return;
  }
  noteAssumptions(record, address);
  // Lanes that meet because one row is taken to be long, and another in it, need not meet.
  if (std::count_if(address.assumptions.begin(), address.assumptions.end(),
                    [&](AssumptionId id) { return id != fromLaunch_; }) > 1)
    record.atLeast("lanes_unknown", 1);
  if (access.aggregated)
    recordContention(record, requests.perWarp, *access.aggregated);

  // Where the rows start, if that is not known.
  bool alignmentMatters = false;
  const bool areMissing = areLanesMissing(address, active_, algebra_.threads(), bytes);
  std::uint64_t sectors = 0;
  std::uint64_t ideal = 0;
  std::int64_t requestCount = 0, laneCount = 0;
  double sectorsOfBlock = 0; // of one block: the mean where blocks differ
  std::int64_t unit = 0;
  std::int64_t blockStep = sectorBytes; ///< places in a sector that blocks come to
  const bool isShared =
      llvm::all_of(address.terms, [](const Term &term) { return term.coefficient.isUniform(); });
  for (std::size_t index = 0; index < requests.perWarp.size(); ++index) {
    const Request &request = requests.perWarp[index];
    // Of the terms that its lanes share, and mostly all warps do.
    if (!address.terms.empty() && !(isShared && index > 0)) {
      unit = 0;
      blockStep = sectorBytes;
      LaneMask first;
      first.set(requests.warps[index] * warpSize +
                static_cast<unsigned>(std::countr_zero(request.active)));
      Value start = algebra_.uniformPart(address, first);
      start.terms.eraseIf([&](const Term &term) {
        const bool isOfBlock =
            term.monomial.size() == 1 &&
            algebra_.symbol(term.monomial.front()).kind == SymbolKind::BlockIndex;
        if (isOfBlock)
          blockStep = commonDivisor(blockStep, term.coefficient.at(first.first()));
        return isOfBlock;
      });
      unit = algebra_.symbolicDivisor(start);
      // Lanes of several rows: each row starts where it starts.
      for (const Term &term : address.terms)
        for (unsigned lane = 0; requests.apart && !term.coefficient.isUniform() && lane < warpSize;
             ++lane)
          if (request.active >> lane & 1)
            unit =
                commonDivisor(unit, term.coefficient.at(requests.warps[index] * warpSize + lane) *
                                        algebra_.divisor(term.monomial));
    }
    std::int64_t step = commonDivisor(unit, sectorBytes);
    // From one block to the next it starts elsewhere in a sector: their mean.
    const std::int64_t places = static_cast<std::int64_t>(sectorBytes) / blockStep;
    const auto countFrom = [&](std::int64_t start) {
      SectorCount sum;
      for (std::int64_t place = 0; place < places; ++place) {
        Request shifted = request;
        for (std::uint64_t &at : shifted.address)
          at += static_cast<std::uint64_t>(start + place * blockStep);
        const SectorCount there = countSectors(shifted);
        sum.sectors += there.sectors;
        sum.ideal += there.ideal;
      }
      return sum;
    };
    const SectorCount count = countFrom(0);
    if (unit % sectorBytes != 0)
      record.trace.startUnknown = true;
    if (count.sectors > count.ideal && !record.trace.offset && !areMissing)
      record.trace.offset = startOf(request);
    sectors += count.sectors;
    ideal += count.ideal;
    sectorsOfBlock += static_cast<double>(count.sectors) / static_cast<double>(places);
    requestCount += places;
    laneCount += places * std::popcount(request.active);
    double ratio = count.ideal ? static_cast<double>(count.sectors) / count.ideal : 0;
    if (ratio > record.worstRatio) {
      record.worstRatio = ratio;
      record.worst = request;
    }
    if (unit % sectorBytes != 0)
      for (std::int64_t shift = std::max<std::int64_t>(step, bytes);
           shift < blockStep && !alignmentMatters; shift += std::max<std::int64_t>(step, bytes))
        alignmentMatters = countFrom(shift).sectors != count.sectors;
  }
  record.lastPass = {{"requests", requestCount},
                     {"active_lanes", laneCount},
                     {"sectors", static_cast<std::int64_t>(sectors)},
                     {"sectors_ideal", static_cast<std::int64_t>(ideal)}};
  for (const auto &[name, amount] : record.lastPass)
    record.add(name, amount);
  SiteRecord::Calls counts;
  counts.requests = requestCount;
  counts.lanes = laneCount;
  counts.units = static_cast<std::int64_t>(sectors);
  counts.ideal = static_cast<std::int64_t>(ideal);
  countCalls(record, counts);
  noteTraffic(idOf(access.expr, access.op), address, active_, bytes, sectorsOfBlock,
              record.element);
  if (alignmentMatters)
    record.assumptions.insert("rows start at multiples of 32 bytes");
  if (requests.apart) {
    record.atLeast("sectors_at_most", 1);
    std::set<std::string> names;
    for (const Term &term : address.terms)
      if (!term.coefficient.isUniform())
        names.insert(algebra_.describe(term.monomial));
    for (const std::string &name : names)
      record.assumptions.insert("`" + name + "` is not small");
  }
  const auto partsWarps = [](const Condition &condition) {
    return leavesOpenWhoComes(condition) && !condition.wholeWarps;
  };
  if (sectors > ideal &&
      (isPart || llvm::any_of(conditions_, partsWarps) || llvm::any_of(absences_, partsWarps)))
    record.atLeast("sectors_at_most", 1);
  if (sectors > ideal) {
    classify(record, access, address, sectors, ideal);
    noteOpenGuards(record);
    noteOrigin(record, access.expr);
  }
}

// `p[i].y`, `p[i].position[1]`: of the outermost structure that is aligned for more than the field.
std::optional<Interpreter::ElementPart> Interpreter::partOfElement(const Expr *expr,
                                                                   std::int64_t bytes) {
  std::optional<ElementPart> part;
  std::int64_t offset = 0;
  const Expr *inner = throughReference(expr);
  while (true) {
    if (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(inner)) {
      const Expr *array = subscript->getBase()->IgnoreParenImpCasts();
      const auto size = sizeOf(subscript->getType());
      Expr::EvalResult index;
      if (!llvm::isa<MemberExpr>(array) || !array->getType()->isArrayType() || !size ||
          subscript->getIdx()->isValueDependent() ||
          !subscript->getIdx()->EvaluateAsInt(index, context_))
        return part;
      offset += int64Of(index.Val.getInt()) * *size;
      inner = array;
      continue;
    }
    const auto *member = llvm::dyn_cast<MemberExpr>(inner);
    const auto *field = member ? llvm::dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
    const auto at = field && !field->isBitField() ? fieldOffset(field) : std::nullopt;
    if (!at)
      return part;
    offset += *at;
    const QualType whole = context_.getRecordType(field->getParent());
    if (const auto alignment = context_.getTypeAlignInChars(whole).getQuantity(); alignment > bytes)
      part = ElementPart{member->getBase(), offset, alignment};
    if (member->isArrow())
      return part;
    inner = member->getBase()->IgnoreParens();
  }
}

// `lane < n`: how many lanes of a warp come is not known. Of a bound on a place in the grid it is:
// all but a few blocks come whole.
void Interpreter::noteOpenGuards(SiteRecord &record) {
  const auto pattern = record.evidence.find("pattern");
  const auto *name =
      pattern == record.evidence.end() ? nullptr : std::get_if<std::string>(&pattern->second);
  if (!name || (*name != "strided" && *name != "column"))
    return;
  const bool isOneBlock = llvm::all_of(run_.grid, [](const auto &blocks) { return blocks == 1; });
  auto check = [&](const Condition &condition) {
    if (condition.cause != Cause::Guard || condition.wholeWarps || condition.exact ||
        condition.kind == Condition::Kind::Loop || !condition.difference || !condition.expr ||
        condition.partsWarps)
      return;
    const Value &difference = *condition.difference;
    if (!difference.isKnown() || algebra_.dependsOnBlock(difference) ||
        !llvm::all_of(difference.terms,
                      [](const Term &term) { return term.coefficient.isUniform(); }))
      return;
    // In a grid of one block the number of a thread is its place in the grid.
    bool isOfWarp = false;
    for (unsigned lane = 0; lane + warpSize < algebra_.threads(); ++lane)
      isOfWarp = isOfWarp || difference.base.at(lane) == difference.base.at(lane + warpSize);
    if (isOneBlock && !isOfWarp)
      return;
    record.atLeast("sectors_at_most", 1);
    record.assumptions.insert("`" + text(condition.expr) + "` splits no warp");
  };
  llvm::for_each(conditions_, check);
  llvm::for_each(absences_, check);
}

/// Does a lambda, or one that a structure holds, capture a structure of that name?
static bool capturesStructure(const CXXRecordDecl *record, llvm::StringRef name) {
  if (!record || !record->isCompleteDefinition())
    return false;
  return llvm::any_of(record->fields(), [&](const FieldDecl *field) {
    const CXXRecordDecl *inner = field->getType()->getAsCXXRecordDecl();
    if (record->isLambda() && inner && nameOfField(record, field) == name)
      return true;
    return inner && (inner->isLambda() || record->isLambda()) && capturesStructure(inner, name);
  });
}

namespace {

/// Each active thread with the next one of its warp.
template <typename Visit>
void forEachPair(const LaneMask &active, unsigned warps, const Visit &visit) {
  for (unsigned warp = 0; warp < warps; ++warp) {
    const std::uint32_t lanes = active.warp(warp);
    std::optional<unsigned> before;
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      if (!(lanes >> lane & 1))
        continue;
      const unsigned thread = warp * warpSize + lane;
      if (before)
        visit(*before, thread);
      before = thread;
    }
  }
}

/// How far lanes are apart that take part, if no two of them are neighbours: the most frequent
/// distance. Else 1.
unsigned lanesBetween(const LaneMask &active, unsigned warps) {
  std::array<unsigned, warpSize> pairs{};
  forEachPair(active, warps, [&](unsigned from, unsigned to) { ++pairs[to - from]; });
  if (pairs[1] > 0)
    return 1;
  return static_cast<unsigned>(
      std::max(std::int64_t{1}, std::max_element(pairs.begin(), pairs.end()) - pairs.begin()));
}

/// Where an object starts, rather than how far from there.
bool isStart(const Algebra &algebra, const Monomial &monomial) {
  return llvm::any_of(monomial,
                      [&](SymbolId id) { return algebra.symbol(id).kind == SymbolKind::Address; });
}

/// What every part of an index is multiplied by; empty where there is no such thing.
Monomial commonFactor(const Algebra &algebra, const Value &address, const LaneMask &active) {
  std::optional<Monomial> common;
  for (const Term &term : address.terms) {
    if (isStart(algebra, term.monomial))
      continue;
    Monomial shared;
    if (common)
      std::set_intersection(common->begin(), common->end(), term.monomial.begin(),
                            term.monomial.end(), std::back_inserter(shared));
    else
      shared = term.monomial;
    common = std::move(shared);
  }
  const bool isScaled =
      algebra.isUniform(Value(address.base), active) && address.base.at(active.first()) == 0;
  return common && isScaled ? *common : Monomial();
}

} // namespace

/// Does the side of a branch that an access does not stand in name what it accesses?
bool Interpreter::otherSideNames(const IfStmt &branch, const Expr &access) const {
  const VarDecl *accessed = followedIn(&access);
  if (!accessed)
    return true; // of a structure, or of a helper's: nobody knows
  const SourceManager &sources = context_.getSourceManager();
  const SourceRange ofElse = branch.getElse()->getSourceRange();
  const clang::SourceLocation place = access.getBeginLoc();
  const bool isInElse = !sources.isBeforeInTranslationUnit(place, ofElse.getBegin()) &&
                        !sources.isBeforeInTranslationUnit(ofElse.getEnd(), place);
  std::function<bool(const Stmt *)> names = [&](const Stmt *part) -> bool {
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(part);
    return (reference && reference->getDecl() == accessed) || llvm::isa<CallExpr>(part) ||
           llvm::any_of(part->children(), [&](const Stmt *child) { return child && names(child); });
  };
  return names(isInElse ? branch.getThen() : branch.getElse());
}

// How the lanes spread, in the words of the rules.
void Interpreter::classify(SiteRecord &record, const Access &access, const Address &addressIn,
                           std::uint64_t sectors, std::uint64_t ideal) {
  Address address = addressIn;
  address.terms.eraseIf([&](const Term &term) {
    return term.monomial.size() == 1 && startSymbols_.contains(term.monomial.front());
  });
  std::int64_t element = sizeOf(access.type).value_or(1);
  // A class of one number, such as __half, is moved as a number is.
  const std::int64_t wholeBytes = access.wholeBytes > element ? access.wholeBytes : 0;
  // The most frequent step between neighbouring active lanes.
  using Step = std::pair<std::int64_t, std::vector<std::pair<std::size_t, std::int64_t>>>;
  std::map<Step, unsigned> steps;
  auto latest = steps.end(); // mostly the next pair's as well
  llvm::SmallVector<std::size_t, 8> varying;
  for (std::size_t i = 0; i < address.terms.size(); ++i)
    if (!address.terms[i].coefficient.isUniform())
      varying.push_back(i);
  Step step;
  auto countStep = [&](unsigned from, unsigned to) {
    step.first = distance(address.base.at(from), address.base.at(to));
    step.second.clear();
    for (const std::size_t i : varying)
      if (std::int64_t change =
              distance(address.terms[i].coefficient.at(from), address.terms[i].coefficient.at(to)))
        step.second.emplace_back(i, change);
    if (latest == steps.end() || latest->first != step)
      latest = steps.emplace(step, 0).first;
    ++latest->second;
  };
  // Where no two of them are neighbours, from one that comes to the next that does.
  const unsigned lanesApart = lanesBetween(active_, algebra_.warps());
  forEachPair(active_, algebra_.warps(), [&](unsigned from, unsigned to) {
    if (to - from == 1 || lanesApart > 1)
      countStep(from, to);
  });
  if (steps.empty())
    return;
  auto common = std::max_element(steps.begin(), steps.end(),
                                 [](const auto &a, const auto &b) { return a.second < b.second; });
  step = common->first;
  unsigned total = 0;
  for (const auto &[candidate, count] : steps)
    total += count;
  bool regular = common->second * 2 >= total;
  // Whoever stays away may be at the elements between on a side of their own.
  const bool areAtTheirOwn =
      lanesApart > 1 && step.second.empty() && std::abs(step.first) == lanesApart * element;
  if (areAtTheirOwn && llvm::any_of(conditions_, [&](const Condition &condition) {
        if (condition.cause == Cause::None && !condition.exact) // all go one way
          return false;
        const auto *branch = llvm::dyn_cast_or_null<IfStmt>(condition.statement);
        return condition.kind == Condition::Kind::Ternary ||
               (branch && branch->getElse() && otherSideNames(*branch, *access.expr));
      }))
    return;

  // A structure that the kernel was given holds the stride beside the pointer: a view.
  auto parameter = [&](llvm::StringRef field) {
    const llvm::StringRef name = field.take_front(field.find_first_of(" .["));
    const bool isGiven = llvm::any_of(run_.kernel->parameters(), [&](const ParmVarDecl *one) {
      return (one->getName() == name && isRecord(one->getType())) ||
             capturesStructure(one->getType()->getAsCXXRecordDecl(), name);
    });
    return isGiven && name != field ? name : llvm::StringRef();
  };
  auto isOfView = [&](const Address &at, const Monomial &strides) {
    for (const Term &term : at.terms)
      for (SymbolId id : term.monomial)
        if (auto it = objectOfSymbol_.find(id); it != objectOfSymbol_.end()) {
          const llvm::StringRef whose = parameter(objects_[it->second].name);
          return !whose.empty() && std::all_of(strides.begin(), strides.end(), [&](SymbolId one) {
            return parameter(algebra_.symbol(one).name) == whose;
          });
        }
    return false;
  };

  // Two fields of one such structure, both of which the kernel multiplies: strides of one view,
  // also where the other index is the number 1.
  auto isStrideBeside = [&](const Monomial &other, const Monomial &strides) {
    if (other.size() != 1 || !factors_.count(other.front()))
      return false;
    const llvm::StringRef whose = parameter(algebra_.symbol(other.front()).name);
    return !whose.empty() && llvm::all_of(strides, [&](SymbolId one) {
      return parameter(algebra_.symbol(one).name) == whose;
    });
  };

  // What all of an index is multiplied by, `channels * (row * pitch + column)`, makes no pitch of
  // the column.
  const Monomial scale = commonFactor(algebra_, address, active_);
  const auto withoutScale = [&](const Monomial &whole) {
    Monomial rest;
    std::set_difference(whole.begin(), whole.end(), scale.begin(), scale.end(),
                        std::back_inserter(rest));
    return rest;
  };
  // Symbols that multiply something are pitches, not positions.
  std::set<SymbolId> pitches;
  for (const Term &term : address.terms) {
    const Monomial monomial = withoutScale(term.monomial);
    if (monomial.size() > 1 || !term.coefficient.isUniform())
      pitches.insert(monomial.begin(), monomial.end());
  }
  // Is another coordinate finer than the step? Then the step is a pitch.
  auto finerUniformTerm = [&](std::int64_t bytes, bool iterations,
                              const std::set<std::size_t> &except) {
    for (std::size_t i = 0; i < address.terms.size(); ++i) {
      const Term &term = address.terms[i];
      if (except.count(i))
        continue;
      const Monomial monomial = withoutScale(term.monomial);
      bool skip = !iterations && (monomial.size() > 1 || pitches.count(monomial.front()));
      for (SymbolId id : monomial) {
        SymbolKind kind = algebra_.symbol(id).kind;
        skip = skip || kind == SymbolKind::Address ||
               (!iterations && (kind != SymbolKind::BlockIndex || bytes < leastRowOfBlock) &&
                (kind != SymbolKind::Parameter || bytes < leastRow));
      }
      if (skip)
        continue;
      // Down the diagonal, `(k + row) * pitch + k`, it goes on by a row and an element.
      const std::int64_t coefficient = std::abs(term.coefficient.at(active_.first()));
      const std::int64_t change = coefficient * algebra_.divisor(term.monomial);
      if (coefficient != 0 && (change < bytes || change % bytes != 0))
        return true;
    }
    return false;
  };
  auto finerThreadAxis = [&](std::int64_t bytes, bool symbolic) {
    // Threads that differ in y or z only.
    unsigned x = run_.block[0];
    if (x >= algebra_.threads() || !active_.test(0) || !active_.test(x))
      return false;
    std::int64_t change = std::abs(distance(address.base.at(0), address.base.at(x)));
    for (const Term &term : address.terms)
      if (term.coefficient.at(x) != term.coefficient.at(0))
        return false;
    return change > 0 && (symbolic || change < bytes);
  };

  // Lanes that take one stretch of bytes between them, in whatever order: what they touch in
  // excess comes of where it starts.
  const Runs runs = runsOf(requestsOf(algebra_, address, active_, static_cast<unsigned>(element),
                                      1ULL << 40, operationOf(access.op)),
                           element);
  const bool isOneStretch = runs.most == 1;
  // Rows that are each shorter than a sector, such as those of a block of four threads by 64.
  const bool areShortRows = [&] {
    const bool isOfStructure = access.field || access.structBytes;
    if ((element < leastShortElement && isOfStructure) ||
        sectors < (element < leastShortElement ? dearInAnyWay : 2) * ideal || isOneStretch ||
        std::abs(step.first) != element || !step.second.empty())
      return false;
    // It is the shape of the block that makes them so, not who stays away, as beyond a halo.
    bool isAnyWhole = false;
    for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
      isAnyWhole = isAnyWhole ||
                   (active_.warp(warp) != 0 && active_.warp(warp) == algebra_.all().warp(warp));
    if (!isAnyWhole)
      return false;
    std::int64_t longest = 1, length = 1;
    for (unsigned thread = 0; thread + 1 < algebra_.threads(); ++thread) {
      bool goesOn = active_.test(thread) && active_.test(thread + 1) && thread % warpSize != 31 &&
                    distance(address.base.at(thread), address.base.at(thread + 1)) == step.first;
      for (const Term &term : address.terms)
        goesOn = goesOn && term.coefficient.at(thread + 1) == term.coefficient.at(thread);
      length = goesOn ? length + 1 : 1;
      longest = std::max(longest, length);
    }
    return longest * element < static_cast<std::int64_t>(sectorBytes);
  }();
  // Rows of a block that is narrow, a pitch apart.
  struct ShortRows {
    std::int64_t least = 0;  ///< sectors where the elements of each lie side by side
    std::int64_t packed = 0; ///< and at the start of a sector
    unsigned warps = 0;
  };
  const auto shortRows = [&]() -> std::optional<ShortRows> {
    if (run_.block[0] >= warpSize || warpSize % run_.block[0] != 0)
      return std::nullopt;
    std::int64_t rows = 0;
    ShortRows found;
    auto &[least, packed, warps] = found;
    for (unsigned warp = 0; warp < algebra_.warps(); ++warp) {
      const std::uint32_t lanes = active_.warp(warp);
      warps += lanes != 0;
      for (unsigned lane = 0; lane < warpSize;) {
        unsigned end = lane + 1;
        if (!(lanes >> lane & 1)) {
          lane = end;
          continue;
        }
        const auto goesOn = [&](unsigned to) {
          const unsigned from = warp * warpSize + to - 1;
          return distance(address.base.at(from), address.base.at(from + 1)) == step.first &&
                 llvm::all_of(address.terms, [&](const Term &term) {
                   return term.coefficient.at(from) == term.coefficient.at(from + 1);
                 });
        };
        while (end < warpSize && (lanes >> end & 1) && goesOn(end))
          ++end;
        if (end < warpSize && (lanes >> end & 1) && end % run_.block[0] != 0)
          return std::nullopt;
        constexpr std::int64_t sector = sectorBytes;
        const std::int64_t start =
            address.base.at(warp * warpSize + (step.first > 0 ? lane : end - 1));
        const std::int64_t within = (start % sector + sector) % sector;
        least += (within + (end - lane) * element + sector - 1) / sector;
        packed += ((end - lane) * element + sector - 1) / sector;
        ++rows;
        lane = end;
      }
    }
    return rows > std::int64_t{warps} ? std::optional(found) : std::nullopt;
  };
  std::int64_t requests = 0;
  for (const auto &[name, amount] : record.lastPass)
    requests = llvm::StringRef(name) == "requests" ? amount : requests;
  // Of what is touched in excess, more comes of rows that fill no whole sectors than of where they
  // start.
  const auto areRowsAtFault = [&] {
    const std::int64_t packed = runs.sectors * requests, warps = warpsOf(active_);
    return packed - warps * static_cast<std::int64_t>(ideal) >
           warps * static_cast<std::int64_t>(sectors) - packed;
  };
  // Side by side, their elements would take as many sectors. Where each is in a sector of its own,
  // how far into one the first is says nothing of that.
  const auto areRowsAsDear = [&] {
    const auto rows = shortRows();
    const bool isOwnSector = std::abs(step.first) >= static_cast<std::int64_t>(sectorBytes);
    return rows && static_cast<std::int64_t>(sectors) * rows->warps <
                       2 * (isOwnSector ? rows->packed : rows->least) * requests;
  };
  std::string pattern = "irregular";
  std::string strideText;
  std::optional<std::int64_t> stride;
  if (lanesApart == 1 && areLanesMissing(address, active_, algebra_.threads(), element)) {
    strideText = "lanes that stay away";
  } else if (regular && !step.second.empty()) {
    const Term &term = address.terms[step.second.front().first];
    std::set<std::size_t> multiples;
    for (std::size_t i = 0; i < address.terms.size(); ++i)
      if (std::includes(address.terms[i].monomial.begin(), address.terms[i].monomial.end(),
                        term.monomial.begin(), term.monomial.end()))
        multiples.insert(i);
    bool other = finerUniformTerm(std::numeric_limits<std::int64_t>::max(), true, multiples) ||
                 finerThreadAxis(0, true) || address.base.at(active_.first()) != 0;
    // As many elements as there are for each thread of the grid: a piece of its own.
    const bool isShare = llvm::any_of(term.monomial, [&](SymbolId id) {
      const Symbol &symbol = algebra_.symbol(id);
      const llvm::StringRef name = symbol.name;
      const bool isByLaunch =
          symbol.dividedBy > 0 && symbol.dividedBy % std::int64_t{algebra_.threads()} == 0;
      return isByLaunch || (name.contains('/') && name.contains("gridDim"));
    });
    pattern = other && !isShare ? "column" : "strided";
    // Where every index has a stride of its own, that of the lanes may well be one element. A
    // stride in bytes is that of a whole element, of which this access takes a part.
    const std::int64_t whole = std::max({element, std::int64_t{access.structBytes}, wholeBytes});
    const bool isMultiple = step.second.size() == 1 && step.first == 0;
    const std::int64_t perLane = isMultiple ? std::abs(step.second.front().second)
                                            : std::numeric_limits<std::int64_t>::max();
    // Each lane may have a piece of several elements, one such stride each, and walk through it.
    const std::int64_t piece = isMultiple && perLane > whole ? perLane * element : whole;
    bool products = false,
         plain = std::abs(address.base.at(active_.first())) >= piece || finerThreadAxis(0, true);
    for (std::size_t i = 0; i < address.terms.size(); ++i) {
      const Monomial monomial = withoutScale(address.terms[i].monomial);
      if (multiples.count(i) || isStart(algebra_, monomial))
        continue;
      const bool isStride = isStrideBeside(monomial, term.monomial);
      products = products || monomial.size() > 1 || isStride;
      plain = plain || (monomial.size() == 1 && !pitches.count(monomial.front()) && !isStride);
    }
    if (products && !plain)
      pattern = perLane < whole || perLane <= element ? "view" : "strided";
    else if (!other && perLane <= element && isOfView(address, term.monomial))
      pattern = "view";
    // In elements as they are written, not in the pieces that they are moved in.
    const auto allAre = [&](std::int64_t unit) {
      return step.first % unit == 0 &&
             llvm::all_of(step.second, [&](const auto &one) { return one.second % unit == 0; });
    };
    const std::int64_t unit = wholeBytes && allAre(wholeBytes) ? wholeBytes
                              : allAre(element)                ? std::int64_t{element}
                                                               : 1;
    // What is added comes first; where nothing is, the other way round it is as far.
    auto strides = step.second;
    llvm::sort(strides, [](const auto &one, const auto &another) {
      return std::pair(one.second < 0, one.first) < std::pair(another.second < 0, another.first);
    });
    const bool isTurned = strides.front().second < 0;
    strideText = "`";
    for (const auto &[index, bytes] : strides) {
      const std::int64_t times = (isTurned ? -bytes : bytes) / unit;
      const std::int64_t scale = std::abs(times);
      const std::string symbols = algebra_.describe(address.terms[index].monomial);
      // A product goes on with a factor, anything else is one.
      std::string factors = symbols;
      for (std::size_t at = 0; (at = factors.find(" * ")) != std::string::npos;)
        factors.replace(at, 3, "*");
      const bool isOne = scale == 1 || factors.find(' ') == std::string::npos;
      strideText += strideText.size() == 1 ? "" : times < 0 ? " - " : " + ";
      strideText += (scale == 1 ? "" : std::to_string(scale) + " * ") +
                    (isOne ? symbols : "(" + symbols + ")");
    }
    if (const std::int64_t rest = (isTurned ? -step.first : step.first) / unit)
      strideText += (rest < 0 ? " - " : " + ") + std::to_string(std::abs(rest));
    strideText += unit == 1 && element > 1 ? "` bytes" : "` elements";
  } else if (!wholeBytes && regular && areShortRows) {
    pattern = "column";
  } else if (!wholeBytes && ((regular && std::abs(step.first) == element) || isOneStretch)) {
    if (areRowsAtFault())
      strideText = "short rows";
    else
      pattern = "misaligned";
  } else if (regular && step.first != 0) {
    std::int64_t distance = std::abs(step.first);
    const bool isOfStructure = access.structBytes && access.field;
    const auto *part =
        llvm::find_if(access.fields, [&](const auto &field) { return field.second == distance; });
    if (isOfStructure && !wholeBytes && part != access.fields.end()) {
      pattern = "aos";
      // A union without a name goes by what of it is accessed.
      while (part != access.fields.begin() && part->first->getName().empty())
        --part;
      if (!record.hasFields || part->first != access.field)
        record.evidence["field"] = part->first->getNameAsString();
      record.evidence["struct_bytes"] = distance;
    } else if (isOfStructure && (!wholeBytes || access.structBytes > wholeBytes) &&
               distance == access.structBytes) {
      pattern = "aos";
    } else if (wholeBytes && distance == wholeBytes) {
      pattern = "aos";
      record.evidence["struct_bytes"] = wholeBytes;
      // Pointers and a number behind them move in pieces of two sizes.
      const auto before = record.evidence.find("piece_bytes");
      if (before != record.evidence.end() && before->second != EvidenceValue(element))
        record.atLeast("pieces_differ", 1);
      if (record.maxima.contains("pieces_differ"))
        record.evidence.erase("piece_bytes");
      else
        record.evidence["piece_bytes"] = element;
    } else if (lanesApart == 1 && areRowsAsDear()) {
      strideText = "short rows";
    } else {
      // In m[a][b] the lane on a is a column.
      bool declaredColumn = false;
      if (const auto *outer = llvm::dyn_cast<ArraySubscriptExpr>(access.expr)) {
        const Expr *base = outer->getBase()->IgnoreParenImpCasts();
        if (const auto *array = context_.getAsConstantArrayType(base->getType()))
          declaredColumn = sizeOf(QualType(array, 0)).value_or(0) > sectorBytes &&
                           distance % *sizeOf(QualType(array, 0)) == 0;
      }
      // A long step over which something else moves in smaller ones is the pitch of rows;
      // over a short one, each thread walks a piece of its own.
      bool moves = record.firstBase && *record.firstBase != address.base.at(active_.first()) &&
                   std::abs(*record.firstBase - address.base.at(active_.first())) < distance;
      bool column = declaredColumn || finerUniformTerm(distance, false, {}) ||
                    (distance >= leastRowOfBlock && finerThreadAxis(distance, false)) ||
                    (distance >= leastPitch && (moves || finerUniformTerm(distance, true, {})));
      if (!record.firstBase)
        record.firstBase = address.base.at(active_.first());
      pattern = column ? "column" : "strided";
    }
    std::int64_t unit = wholeBytes ? wholeBytes : element;
    if (distance % unit == 0) {
      stride = step.first / unit;
      strideText = std::to_string(std::abs(*stride)) + " elements";
    } else {
      strideText = std::to_string(distance) + " bytes";
    }
  }
  // However the fields are laid out, what lies in rows that are far apart takes a sector of each.
  if (const auto rows = pattern == "aos" && lanesApart == 1 ? shortRows() : std::nullopt) {
    const std::int64_t least =
        std::min(rows->packed * requests / rows->warps, static_cast<std::int64_t>(sectors));
    if (const std::int64_t more = least - static_cast<std::int64_t>(ideal); more > 0) {
      record.add("sectors_ideal", more);
      for (auto &[name, amount] : record.lastPass)
        amount += llvm::StringRef(name) == "sectors_ideal" ? more : 0;
      ideal += static_cast<std::uint64_t>(more);
    }
  }
  if (pattern == "irregular" && strideText.empty()) {
    // Row after row of a packed triangle, bits in reverse order; not what several lanes share, such
    // as the scale of a block of numbers, beside which the others lie.
    const auto same = steps.find(Step());
    const bool isShared = same != steps.end() && same->second * 4 >= total;
    if (sectors >= dearInAnyWay * ideal && !isShared && !access.field && !access.structBytes)
      pattern = "strided";
    else
      strideText = "no fixed distance";
  }
  double ratio = ideal ? static_cast<double>(sectors) / static_cast<double>(ideal) : 0;
  auto scaled = static_cast<std::int64_t>(ratio * 1000);
  auto seen = record.maxima.find("pattern_ratio");
  bool worse = seen == record.maxima.end() || seen->second < scaled;
  bool column = pattern == "column" && seen != record.maxima.end() && seen->second == scaled;
  if (!worse && !column)
    return;
  record.maxima["pattern_ratio"] = scaled;
  record.evidence["pattern"] = pattern;
  if (strideText.empty())
    record.evidence.erase("stride_text");
  else
    record.evidence["stride_text"] = strideText;
  if (stride)
    record.evidence["stride"] = *stride;
  if (lanesApart > 1)
    record.evidence["lanes_apart"] = std::int64_t{lanesApart};
  else
    record.evidence.erase("lanes_apart");
}

namespace {

/// Bytes of a row of an array of several dimensions; 0 for other arrays.
std::uint64_t rowBytes(const VarDecl *array) {
  ASTContext &context = array->getASTContext();
  QualType last;
  unsigned dimensions = 0;
  for (QualType type = array->getType(); const auto *of = context.getAsConstantArrayType(type);
       type = of->getElementType(), ++dimensions)
    last = type;
  if (dimensions < 2 || last->isDependentType())
    return 0;
  return static_cast<std::uint64_t>(context.getTypeSizeInChars(last).getQuantity());
}

// How much of its rows is used: what no access reaches is padding.
void recordColumns(SiteRecord &record, const std::vector<Request> &requests, std::uint64_t row) {
  for (const Request &request : requests)
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if ((request.active >> lane) & 1)
        record.atLeast("row_bytes_used",
                       static_cast<std::int64_t>((request.address[lane] - record.arrayBase) % row +
                                                 request.bytes));
}

} // namespace

std::uint64_t Interpreter::apartIterations(const Expr &access) {
  if (passes_.empty() || !passes_.back().statement)
    return 0;
  const auto [known, isNew] =
      joinsIterations_.try_emplace({passes_.back().statement, &access}, false);
  if (isNew)
    known->second = joinsIterations(*passes_.back().statement, access, context_);
  constexpr unsigned above = 40; // what else is counted
  return known->second ? 0 : std::uint64_t{passes_.back().number} << above;
}

std::uint64_t Interpreter::straightCode() {
  llvm::hash_code code = 0;
  for (const LoopPass &pass : passes_) {
    const bool isUnrolled = pass.statement && !pass.standsForAll && !pass.isByLaunch &&
                            !rolled_.contains(pass.statement) &&
                            countsBetweenConstants(*pass.statement) && !isTooLong(*pass.statement);
    if (!isUnrolled)
      code = llvm::hash_combine(code, pass.statement, pass.number, pass.operations);
  }
  return static_cast<std::size_t>(code);
}

void Interpreter::recordShared(const Access &access, ObjectId object, const Value &offset) {
  ++sharedAccesses_;
  if (!access.expr)
    return;
  fieldRuns_.tick();
  auto bytes = static_cast<unsigned>(sizeOf(access.type).value_or(0));
  if (!bytes)
    return;
  SiteRecord &record = recorder_.at(SiteKind::SharedAccess, access.expr->getSourceRange(),
                                    access.op, objects_[object].name);
  record.statement = access.expr;
  record.within = withinStatement();
  record.array = objects_[object].declaration;
  noteOpenLoops(record, openPasses_, loopTrips_);
  record.evidence["array"] = objects_[object].name;
  record.evidence["bytes"] =
      static_cast<std::int64_t>(access.wholeBytes ? access.wholeBytes : bytes);
  Value place = offset;
  const LaneMask come = lanesAtTheEdge();
  if (openSides_ > 0 && come == active_ && come.count() > 1)
    record.assumptions.insert(comeWhole);
  llvm::SaveAndRestore atTheEdge(active_, come);
  Operation operation = operationOf(access.op);
  Requests requests = requestsOf(algebra_, place, active_, bytes,
                                 objects_[object].sharedOffset + sharedOrigin, operation);
  if (requests.unknown || requests.apart) {
    record.add("unknown_requests", 1);
    record.add("requests", algebra_.warps());
    record.atLeast("data_dependent", requests.unknown && place.cause == Cause::Data);
    return;
  }
  noteAssumptions(record, place);
  if (isInHelper()) {
    SiteRecord::Calls counts;
    for (const Request &request : requests.perWarp) {
      const WavefrontCount count = countWavefronts(request);
      ++counts.requests;
      counts.lanes += std::popcount(request.active);
      counts.units += static_cast<std::int64_t>(count.wavefronts);
      counts.ideal += static_cast<std::int64_t>(count.ideal);
    }
    countCalls(record, counts);
  }
  const std::uint64_t row = record.array ? rowBytes(record.array) : 0;
  const bool isColumnOpen =
      row && algebra_.symbolicDivisor(place) % static_cast<std::int64_t>(row) != 0;
  if (isColumnOpen)
    record.atLeast("column_open", 1); // it depends on what is not known
  if (access.aggregated)
    recordContention(record, requests.perWarp, *access.aggregated);
  record.arrayBase = (std::uint64_t{1} << pageBits) + objects_[object].sharedOffset + sharedOrigin;
  if (row && !isColumnOpen)
    recordColumns(record, requests.perWarp, row);
  // An unknown uniform offset moves all lanes alike, but may spoil their alignment.
  bool compilerKnows = std::find(place.assumptions.begin(), place.assumptions.end(), fromLaunch_) ==
                       place.assumptions.end();
  const auto part = partOfElement(access.expr, bytes);
  record.areFields = part.has_value();
  // Stores of halves, which are objects, are left as narrow as elsewhere (nvcc 13.0).
  constexpr unsigned wordBits = 32;
  const auto *declared = llvm::dyn_cast_or_null<VarDecl>(objects_[object].declaration);
  record.ofWords = declared && declared->getMaxAlignment() >= wordBits &&
                   (operation == Operation::Load || access.expr->getType()->isIntegerType());
  // Loads for sm_90, by nvcc 13.0; for sm_80 they are.
  constexpr unsigned firstApart = 90;
  record.staysApart = bytes == 2 && operation == Operation::Load &&
                      recordName(access.expr->getType()) == "__nv_bfloat16" &&
                      targetCapability(context_).value_or(0) >= firstApart;
  record.isRolled =
      llvm::any_of(passes_,
                   [&](const LoopPass &pass) { return rolled_.contains(pass.statement); }) &&
      isCountedByRolledLoop(access.expr);
  record.elementAlignment = part ? part->alignment : 0;
  record.fieldOffset = part ? part->offset % part->alignment : 0;
  record.partBytes = bytes;
  // Of elements the compiler knows how they are aligned, whatever the launch says.
  auto alignment = static_cast<unsigned>(
      compilerKnows ? commonDivisor(algebra_.symbolicDivisor(place), widestAccess)
                    : std::min<std::int64_t>(part ? part->alignment : bytes, widestAccess));
  if (place.zerosForCompiler != Value::asKnownHere && !part)
    alignment = std::min(alignment, std::max(bytes, 1U << place.zerosForCompiler));
  // s[2 * i] and s[2 * i + 1] are one access of 8 bytes, counted at the first of them that is made.
  std::erase_if(neighbours_, [&](const SiteRecord *other) {
    return other->op != record.op && !record.isOfElementsOf(*other);
  });
  // Loads are made with the first of them, stores with the last.
  const auto isKeptApart = [&](const SiteRecord &earlier) {
    const auto from = std::ranges::find(neighbours_, &earlier);
    return std::any_of(from, neighbours_.end(), [&](const SiteRecord *between) {
      return between->op != record.op &&
             !(record.op == "load" ? record : earlier).isApartFrom(*between);
    });
  };
  if (!access.expr->getType().isVolatileQualified())
    for (SiteRecord *other : neighbours_) {
      // Another array is never joined with this one, nor does it keep this one's elements apart.
      if (other == &record || other->op != record.op || other->array != record.array)
        continue;
      const bool isJoined = other->areFields == record.areFields && !isKeptApart(*other) &&
                            other->joinsRun(requests.perWarp, alignment);
      record.compareWith(*other, isJoined, requests.perWarp, alignment);
      if (!isJoined)
        continue;
      record.isInWide = other->isInWide = true;
      for (SiteRecord *third : neighbours_)
        if (third != other && third->op == record.op)
          other->joinsRunOf(*third);
      return;
    }
  else
    alignment = static_cast<unsigned>(bytes);
  // Loads and stores that take turns stay as they are, whatever arrays they are of.
  const bool isLoad = operation == Operation::Load;
  std::uint64_t &mine = isLoad ? sharedLoads_ : sharedStores_;
  ++mine;
  std::uint64_t before = barriersMet_;
  if (!part)
    before += (isLoad ? sharedStores_ : sharedLoads_) + apartIterations(*access.expr);
  record.takeShared(std::move(requests.perWarp), alignment, before, straightCode());
  if (neighbours_.size() >= mostHeld)
    neighbours_.erase(neighbours_.begin());
  if (std::find(neighbours_.begin(), neighbours_.end(), &record) == neighbours_.end())
    neighbours_.push_back(&record);
  noteOrigin(record, access.expr);
}

void Interpreter::noteShared(ObjectId object, const Value &offset, std::int64_t bytes,
                             const char *op, const Expr *expr) {
  if (objects_[object].space != Space::Shared)
    return;
  // A path that the block may or may not take as a whole, or on which nobody knows who is.
  const bool decided =
      std::none_of(conditions_.begin(), conditions_.end(), [](const Condition &condition) {
        const bool isLoop = condition.kind == Condition::Kind::Loop;
        return !isLoop && (condition.cause == Cause::None || condition.cause == Cause::Data);
      });
  const auto use = op[0] == 'l'   ? SharedArrays::Use::Load
                   : op[0] == 's' ? SharedArrays::Use::Store
                                  : SharedArrays::Use::Atomic;
  // Of an array as a whole nothing is said that holds only if something is so.
  const bool assumes =
      llvm::any_of(offset.assumptions, [&](AssumptionId id) { return id != fromLaunch_; });
  outcome_.sharedArrays->access(object, use, assumes ? algebra_.unknown(Cause::Lane) : offset,
                                bytes, active_, decided,
                                expr ? expr->getSourceRange() : SourceRange());
}

// `tile[0][i]` with `i` beyond the first row relies on how long a row is.
void Interpreter::noteSubscript(const ArraySubscriptExpr *subscript, const Value &index) {
  const Expr *base = subscript->getBase()->IgnoreParenImpCasts();
  const auto *outer = llvm::dyn_cast<ArraySubscriptExpr>(base);
  const auto *row = outer ? context_.getAsConstantArrayType(base->getType()) : nullptr;
  if (!row)
    return;
  const Expr *array = outer;
  bool isFixedRow = true; // the same one always: what walks beyond it walks through the array
  while (const auto *inner = llvm::dyn_cast<ArraySubscriptExpr>(array)) {
    isFixedRow = isFixedRow && inner->getIdx()->isIntegerConstantExpr(context_);
    array = inner->getBase()->IgnoreParenImpCasts();
  }
  const auto *reference = llvm::dyn_cast<DeclRefExpr>(array);
  const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  if (!variable || !variable->hasAttr<CUDASharedAttr>())
    return;
  const auto elements = static_cast<std::int64_t>(row->getZExtSize());
  bool isBeyond = false;
  if (!index.terms.empty() || index.unknown)
    isBeyond = isFixedRow;
  else
    active_.forEach([&](unsigned thread) {
      const std::int64_t at = index.base.at(thread);
      isBeyond = isBeyond || at < 0 || at >= elements;
    });
  if (isBeyond)
    outcome_.sharedArrays->indexOverRows(variable);
}

//===----------------------------------------------------------------------===//
// Local arrays
//===----------------------------------------------------------------------===//

/// `ring[k & 15]`, `ring[k % 16]`, `ring[k & 1][j]`
static bool goesRound(const Expr *access) {
  while (const auto *subscript = llvm::dyn_cast_or_null<ArraySubscriptExpr>(
             access ? access->IgnoreParenImpCasts() : nullptr)) {
    const auto *op = llvm::dyn_cast<BinaryOperator>(subscript->getIdx()->IgnoreParenImpCasts());
    if (op && (op->getOpcode() == BO_And || op->getOpcode() == BO_Rem))
      return true;
    access = subscript->getBase();
  }
  return false;
}

/// Does a loop that is not unrolled count the elements of the access by the variable it counts in?
/// What the launch says of its end, the compiler does not know.
bool Interpreter::isCountedByRolledLoop(const Expr *access, bool orLong) {
  const auto isRolled = [&](const LoopPass &pass) {
    return pass.isByLaunch || rolled_.contains(pass.statement) ||
           (orLong && !goesRound(access) && isTooLong(*pass.statement));
  };
  // A variable by its name is no element that is counted.
  if (llvm::isa<DeclRefExpr>(access->IgnoreParenImpCasts()) || llvm::none_of(passes_, isRolled))
    return false;
  std::function<bool(const Stmt *, const ValueDecl *)> names = [&](const Stmt *part,
                                                                   const ValueDecl *counter) {
    const auto *name = llvm::dyn_cast<DeclRefExpr>(part);
    return (name && name->getDecl() == counter) ||
           llvm::any_of(part->children(),
                        [&](const Stmt *child) { return child && names(child, counter); });
  };
  return llvm::any_of(passes_, [&](const LoopPass &pass) {
    const ValueDecl *counter = isRolled(pass) ? counterOf(*pass.statement) : nullptr;
    return counter && names(access, counter);
  });
}

// What threads hold that are elsewhere does not count.
bool Interpreter::isRunTime(const Value &value) const {
  return !algebra_.isUniform(value, active_) ||
         !algebra_.uniformPart(value, active_).terms.empty() ||
         llvm::is_contained(value.assumptions, fromLaunch_);
}

namespace {

/// Bytes of the widest scalar in a type: what the compiler takes its elements apart into.
std::int64_t widestScalar(const ASTContext &context, QualType type) {
  type = context.getBaseElementType(type);
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return type->isIncompleteType() || type->isPlaceholderType() || type->isUndeducedType()
               ? 0
               : context.getTypeSizeInChars(type).getQuantity();
  std::int64_t widest = 0;
  for (const FieldDecl *field : record->fields())
    widest = std::max(widest, widestScalar(context, field->getType()));
  for (const CXXBaseSpecifier &base : record->bases())
    widest = std::max(widest, widestScalar(context, base.getType()));
  return widest;
}

/// What the subscripts of an access say: `a[2][i]` chooses within a row, `this->a[i]` among the
/// elements of that field.
struct Choice {
  bool isMade = false;                    ///< one of them is a variable's value
  std::optional<std::int64_t> candidates; ///< nothing: not all of them are to be seen
};

/// Nothing but constants and fields of an object: the place where an iterator stands, say.
bool isOfFields(const ASTContext &context, const Stmt *index) {
  if (const auto *part = llvm::dyn_cast<Expr>(index);
      part && !part->isValueDependent() && part->isIntegerConstantExpr(context))
    return true;
  return !llvm::isa<DeclRefExpr, CallExpr, ArraySubscriptExpr>(index) &&
         llvm::all_of(index->children(),
                      [&](const Stmt *child) { return !child || isOfFields(context, child); });
}

Choice choiceOf(const ASTContext &context, const Expr *expr) {
  Choice choice;
  std::int64_t candidates = 1;
  bool isChosen = false; // by a subscript, be it a field
  for (;;) {
    expr = expr->IgnoreParenImpCasts();
    if (const auto *member = llvm::dyn_cast<MemberExpr>(expr)) {
      if (member->isArrow()) {
        if (isChosen)
          choice.candidates = candidates;
        return choice;
      }
      expr = member->getBase();
      continue;
    }
    const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(expr);
    if (!subscript)
      break;
    const bool isConstant = !subscript->getIdx()->isValueDependent() &&
                            subscript->getIdx()->isIntegerConstantExpr(context);
    choice.isMade = choice.isMade || !(isConstant || isOfFields(context, subscript->getIdx()));
    const Expr *base = subscript->getBase()->IgnoreParenImpCasts();
    const auto *array = context.getAsConstantArrayType(base->getType());
    if (!array) {
      choice.isMade = false; // a pointer's element
      return choice;
    }
    isChosen = isChosen || !isConstant;
    if (!isConstant)
      candidates *= static_cast<std::int64_t>(array->getZExtSize());
    expr = base;
  }
  if (llvm::isa<DeclRefExpr>(expr))
    choice.candidates = candidates;
  return choice;
}

} // namespace

bool Interpreter::goesOnUntold(const Stmt *loop) {
  const auto [known, isNew] = goesOnUntold_.try_emplace(loop, false);
  if (isNew)
    known->second = hasOneExit(*loop, context_);
  return known->second;
}

/// A table: `const float weights[32] = {…}`.
static bool isOfConstants(const clang::ValueDecl &array, clang::ASTContext &context) {
  const auto *variable = llvm::dyn_cast<VarDecl>(&array);
  const auto *type = variable ? context.getAsArrayType(variable->getType()) : nullptr;
  const Expr *init = variable ? variable->getInit() : nullptr;
  return type && init && type->getElementType().isConstQualified() && !init->isValueDependent() &&
         init->isConstantInitializer(context, /*ForRef=*/false);
}

/// Is it a call of a function that only returns a reference to an element, as `operator[]` does?
static bool handsOutElement(const Expr *expr, unsigned depth = 0) {
  constexpr unsigned mostCalls = 4; // one in another: std::array's asks a helper
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expr);
  const FunctionDecl *function = call ? call->getDirectCallee() : nullptr;
  const auto *body = function && function->getReturnType()->isReferenceType()
                         ? llvm::dyn_cast_or_null<clang::CompoundStmt>(function->getBody())
                         : nullptr;
  const auto *last =
      body && !body->body_empty() ? llvm::dyn_cast<clang::ReturnStmt>(body->body_back()) : nullptr;
  if (!last || !last->getRetValue() || depth > mostCalls)
    return false;
  const Expr *returned = last->getRetValue()->IgnoreParenImpCasts();
  return llvm::isa<ArraySubscriptExpr>(returned) || handsOutElement(returned, depth + 1);
}

/// Of an object without a name, such as an anonymous union: the member that is accessed.
static std::string memberIn(const Expr *access) {
  access = access->IgnoreParenImpCasts();
  while (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(access))
    access = subscript->getBase()->IgnoreParenImpCasts();
  const auto *member = llvm::dyn_cast<MemberExpr>(access);
  return member ? member->getMemberDecl()->getNameAsString() : std::string();
}

bool Interpreter::isTooLong(const Stmt &loop) {
  // How long it is must be known.
  if (run_.isTemplateAssumed || hinted_.contains(&loop))
    return false;
  const auto [known, isNew] = isTooLong_.try_emplace(&loop, false);
  if (isNew)
    known->second = isTooLongToUnroll(loop, context_);
  return known->second;
}

bool Interpreter::isSwept(const Stmt &loop, const clang::ValueDecl &array, std::int64_t elements) {
  const auto [known, isNew] = isSwept_.try_emplace({&loop, &array}, false);
  if (isNew)
    known->second = sweeps(loop, array, elements, context_,
                           [&](const Stmt &inside) { return isTooLong(inside); });
  return known->second;
}

// Held against machine code of nvcc 13.0 for sm_75 to sm_90: docs/architecture.md, "Local arrays".
void Interpreter::recordLocal(const Access &access, ObjectId object, const Value &offset) {
  const Object &array = objects_[object];
  if (!access.expr || array.type.isNull() || !array.declaration || array.bytes <= 0)
    return;
  const Expr *expr = access.expr->IgnoreParens();
  const bool isAccess = llvm::isa<ArraySubscriptExpr, MemberExpr>(expr) ||
                        (llvm::isa<UnaryOperator>(expr) &&
                         llvm::cast<UnaryOperator>(expr)->getOpcode() == UO_Deref) ||
                        handsOutElement(expr);
  const std::int64_t element = widestScalar(context_, access.type);
  if (!isAccess || element <= 0)
    return;
  std::vector<const Stmt *> loops;
  const bool isKept = isCountedByRolledLoop(access.expr, /*orLong=*/true);
  for (const LoopPass &pass : passes_)
    if (!rolled_.contains(pass.statement) && (goesRound(expr) || !isTooLong(*pass.statement)))
      loops.push_back(pass.statement);
  if (UnrolledConstants(context_, std::move(loops)).holdsForSubscripts(expr))
    return;
  // A pointer's or a reference's element was chosen elsewhere, and so is where an iterator stands:
  // by constants, maybe, once the loops around that are unrolled. What lanes or data decide is
  // none.
  const Choice choice = choiceOf(context_, expr);
  const bool isDecided =
      offset.unknown ? offset.cause >= Cause::Lane : !algebra_.isUniform(offset, active_);
  // Where a helper was given the whole array, its own index chooses.
  const auto choosesOfWhole = [&] {
    const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(expr);
    const auto *base =
        subscript ? llvm::dyn_cast<DeclRefExpr>(subscript->getBase()->IgnoreParenImpCasts())
                  : nullptr;
    const auto *given = base ? llvm::dyn_cast<ParmVarDecl>(base->getDecl()) : nullptr;
    if (!given || !given->getType()->isPointerType() || offset.unknown ||
        isOfFields(context_, subscript->getIdx()))
      return false;
    const Location held = locate(variableAddress(given));
    if (!held.known)
      return false;
    const Location start = locate(resolve(loadCell(held.object, held.offset, given->getType())));
    // What loops count may be a constant once these are unrolled.
    return start.known && start.object == object && start.offset.constant() == 0 &&
           llvm::none_of(offset.terms, [&](const Term &term) {
             return llvm::any_of(term.monomial, [&](SymbolId id) {
               return algebra_.symbol(id).kind == SymbolKind::Iteration;
             });
           });
  };
  // What the kernel is given, or loads.
  std::function<bool(const Value &)> isGiven = [&](const Value &value) {
    return llvm::any_of(value.terms, [&](const Term &term) {
      return llvm::any_of(term.monomial, [&](SymbolId id) {
        const Symbol &symbol = algebra_.symbol(id);
        return symbol.kind == SymbolKind::Parameter || symbol.kind == SymbolKind::BlockIndex ||
               symbol.kind == SymbolKind::Loaded ||
               (symbol.dividend && isGiven(*symbol.dividend)) ||
               (symbol.remainderOf && isGiven(*symbol.remainderOf));
      });
    });
  };
  if (!choice.isMade && !isDecided && !choosesOfWhole() &&
      !(handsOutElement(expr) && isGiven(offset)))
    return;
  // Nobody changes a library's code.
  if (run_.isOwnCode &&
      !run_.isOwnCode(context_.getSourceManager().getExpansionLoc(access.expr->getBeginLoc())))
    return;
  const std::string name = array.name.empty() ? memberIn(expr) : array.name;
  SiteRecord &record =
      recorder_.at(SiteKind::LocalAccess, access.expr->getSourceRange(), access.op, name);
  record.statement = access.expr;
  record.within = withinStatement();
  record.evidence["array"] = name;
  record.evidence["array_bytes"] = array.bytes;
  record.evidence["element_bytes"] = element;
  record.atLeast(
      "candidates",
      choice.candidates.value_or(
          array.bytes / std::max<std::int64_t>(1, sizeOf(access.type).value_or(array.bytes))));
  bool counted = !offset.unknown && offset.base.isUniform() && !offset.terms.empty();
  for (const Term &term : offset.terms)
    counted = counted && term.monomial.size() == 1 &&
              algebra_.symbol(term.monomial.front()).kind == SymbolKind::Iteration;
  counted = counted ||
            (isKept && offset.isConcrete() && offset.base.isUniform() && !goesRound(access.expr));
  counted = counted && llvm::none_of(passes_, [&](const LoopPass &pass) {
              return leavesItsCounter_.lookup(pass.statement);
            });
  // What a loop is around both the array and its use counts for both. A loop that is made straight
  // code has as many places as it had iterations; where data say which element, a few are too many.
  const SourceManager &sources = context_.getSourceManager();
  const SourceLocation declared = sources.getExpansionLoc(array.declaration->getLocation());
  constexpr unsigned mostUnrolled = 64;
  constexpr unsigned mostPlaces = 15;
  // Elements of arrays that loops too long for straight code count: some 32 are selected among.
  constexpr unsigned fewestSeen = 48;
  const LoopPass *around = nullptr;
  bool isFirst = true; // of the iterations of loops around the array
  for (const LoopPass &pass : passes_) {
    const SourceRange range =
        sources.getExpansionRange(pass.statement->getSourceRange()).getAsRange();
    const bool isInside = !sources.isBeforeInTranslationUnit(declared, range.getBegin()) &&
                          !sources.isBeforeInTranslationUnit(range.getEnd(), declared);
    isFirst = isFirst && (!isInside || pass.number <= 1);
    if (!isInside &&
        (pass.standsForAll || pass.number > (isDecided ? mostPlaces : mostUnrolled) ||
         pass.isByLaunch || rolled_.contains(pass.statement) ||
         (counted && pass.number >= fewestSeen && !goesRound(expr) && isTooLong(*pass.statement))))
      around = &pass;
  }
  record.atLeast("in_loop",
                 around && (!counted || rolled_.contains(around->statement) ||
                            isTooLong(*around->statement) || goesOnUntold(around->statement)));
  record.atLeast("chosen", !counted);
  // To select what is stored to costs half of selecting what is loaded.
  if (!counted && !around && isFirst)
    record.add("choices", llvm::StringRef(access.op) == "store" ? 1 : 2);
  record.atLeast("rolled", counted && isKept && around && rolled_.contains(around->statement));
  record.atLeast("constants", isOfConstants(*array.declaration, context_));
  record.atLeast("unswept", !around || !isSwept(*around->statement, *array.declaration,
                                                array.bytes / element));
  record.array = array.declaration;
  noteAssumptions(record, offset);
  record.add("requests", algebra_.warps());
}

//===----------------------------------------------------------------------===//
// Why
//===----------------------------------------------------------------------===//

// By which calls the access was come to; the kernel itself comes to its own in one way.
void Interpreter::countCalls(SiteRecord &record, const SiteRecord::Calls &counts) {
  if (!isInHelper())
    return;
  record.lastCalls = frames_.back().calls;
  SiteRecord::Calls *calls = record.countCalls(record.lastCalls, counts);
  if (!calls || !calls->places.empty())
    return;
  for (const Frame &frame : llvm::drop_begin(frames_))
    calls->places.push_back(frame.site);
}

// For each variable in the expression that differs between threads: what it was given.
void Interpreter::noteOrigin(SiteRecord &record, const Expr *expr) {
  const auto calls = record.calls.find(frames_.back().calls);
  Notes *ofCalls = calls == record.calls.end() ? nullptr : &calls->second.notes;
  if (!record.notes.empty() && (!ofCalls || !ofCalls->empty()))
    return;
  Notes notes;
  std::set<const void *> seen;
  std::function<void(const Stmt *, unsigned)> visit = [&](const Stmt *node, unsigned depth) {
    if (!node || depth > 12 || notes.size() >= 4)
      return;
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(node)) {
      const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
      if (!variable || !isInteger(variable->getType()) || !seen.insert(variable).second)
        return;
      if (variable->isCXXForRangeDecl()) // an element of a range: `:` is all that is written there
        return;
      auto it = frames_.back().variables.find(variable);
      if (it == frames_.back().variables.end())
        return;
      Location place = locate(it->second);
      const Cells *cells = place.known ? state_.cells(place.object) : nullptr;
      if (!cells || cells->empty())
        return;
      const Value &value = cells->begin()->second.value;
      if (algebra_.isUniform(value, algebra_.all()) || !value.origin)
        return;
      const auto *origin = static_cast<const Expr *>(value.origin);
      std::string written = text(origin);
      if (written.empty() || written == variable->getNameAsString())
        return;
      // A macro that nobody's file defines is pointed at where it is used.
      const clang::SourceManager &sources = context_.getSourceManager();
      SourceRange range = origin->getSourceRange();
      if (run_.isOwnCode && !run_.isOwnCode(sources.getSpellingLoc(range.getBegin())))
        range = sources.getExpansionRange(range).getAsRange();
      notes.emplace_back(range, "`" + variable->getNameAsString() + "` is `" + written + "`");
      visit(origin, depth + 1);
      return;
    }
    for (const Stmt *child : node->children())
      visit(child, depth + 1);
  };
  visit(expr, 0);
  if (ofCalls)
    *ofCalls = notes;
  if (!record.notes.empty())
    return;
  record.notes = std::move(notes);
  noteCaller(record, expr);
}

// Of an accessor in a header: where the code around the kernel comes to it.
void Interpreter::noteCaller(SiteRecord &record, const Stmt *where) const {
  const SourceManager &sources = context_.getSourceManager();
  auto fileOf = [&](clang::SourceLocation location) {
    return sources.getFileID(sources.getExpansionLoc(location));
  };
  const clang::FileID kernel = fileOf(frames_.front().function->getLocation());
  if (!where || fileOf(where->getBeginLoc()) == kernel)
    return;
  const auto frame = std::find_if(frames_.rbegin(), frames_.rend(), [&](const Frame &one) {
    return one.site && fileOf(one.site->getBeginLoc()) == kernel;
  });
  if (frame != frames_.rend())
    record.notes.emplace_back(frame->site->getSourceRange(),
                              "`" + plainName(frames_.front().function) + "` comes to it here");
}

} // namespace warplint::simt
