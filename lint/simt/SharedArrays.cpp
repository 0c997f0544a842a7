//===- SharedArrays.cpp - what a kernel does with shared arrays -----------===//

#include "lint/simt/SharedArrays.h"
#include "lint/simt/Edges.h"

#include <algorithm>

namespace warplint::simt {

using namespace clang;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

void ByteRanges::add(std::int64_t begin, std::int64_t end) {
  auto it = ranges_.upper_bound(begin);
  if (it != ranges_.begin() && std::prev(it)->second >= begin)
    --it;
  while (it != ranges_.end() && it->first <= end) {
    begin = std::min(begin, it->first);
    end = std::max(end, it->second);
    it = ranges_.erase(it);
  }
  ranges_.emplace(begin, end);
}

void ByteRanges::remove(std::int64_t begin, std::int64_t end) {
  auto it = ranges_.upper_bound(begin);
  if (it != ranges_.begin() && std::prev(it)->second > begin)
    --it;
  while (it != ranges_.end() && it->first < end) {
    const auto [first, last] = *it;
    it = ranges_.erase(it);
    if (first < begin)
      ranges_.emplace(first, begin);
    if (last > end)
      ranges_.emplace(end, last);
  }
}

void ByteRanges::add(const ByteRanges &other) {
  for (const auto &[begin, end] : other.ranges_)
    add(begin, end);
}

void ByteRanges::remove(const ByteRanges &other) {
  for (const auto &[begin, end] : other.ranges_)
    remove(begin, end);
}

ByteRanges ByteRanges::commonWith(const ByteRanges &other) const {
  ByteRanges without = *this;
  without.remove(other);
  ByteRanges common = *this;
  common.remove(without);
  return common;
}

bool ByteRanges::meets(const ByteRanges &other) const { return !commonWith(other).empty(); }

namespace {

/// Accesses that are scattered more than this are not followed: they would take their time.
constexpr unsigned mostPieces = 128;

/// The bytes that the active threads touch; none where that is not known.
std::optional<ByteRanges> touched(const Value &offset, std::int64_t bytes, const LaneMask &active) {
  if (!offset.terms.empty() || (offset.unknown && (*offset.unknown & active).any()))
    return std::nullopt;
  ByteRanges ranges;
  // Neighbouring threads mostly touch neighbouring bytes.
  std::int64_t begin = 0, end = 0;
  bool open = false;
  unsigned pieces = 0;
  active.forEach([&](unsigned thread) {
    const std::int64_t at = offset.base.at(thread);
    if (open && at == end) {
      end = endOf(at, bytes);
      return;
    }
    if (open && endOf(at, bytes) == begin) {
      begin = at;
      return;
    }
    if (open && at >= begin && endOf(at, bytes) <= end)
      return;
    if (open && pieces++ < mostPieces)
      ranges.add(begin, end);
    begin = at;
    end = endOf(at, bytes);
    open = true;
  });
  if (pieces >= mostPieces)
    return std::nullopt;
  if (open)
    ranges.add(begin, end);
  return ranges;
}

} // namespace

//===----------------------------------------------------------------------===//
// Following a run
//===----------------------------------------------------------------------===//

void SharedArrays::declare(ObjectId object, const VarDecl *array, bool dynamic) {
  Array &entry = arrays_[object];
  entry.declaration = array;
  entry.dynamic = dynamic;
  entry.order = static_cast<unsigned>(arrays_.size());
}

void SharedArrays::access(ObjectId object, Use use, const Value &offset, std::int64_t bytes,
                          const LaneMask &active, bool decided, SourceRange range) {
  const auto found = arrays_.find(object);
  if (found == arrays_.end() || bytes <= 0 || active.none())
    return;
  Array &array = found->second;
  array.loaded = array.loaded || use != Use::Store;
  array.stored = array.stored || use != Use::Load;
  if (use == Use::Atomic)
    array.apart = false;
  followThread(array, offset, bytes, active);
  if (!array.dynamic) {
    array.anywhere =
        array.anywhere || (use != Use::Load && offset.unknown && (*offset.unknown & active).any());
    return;
  }
  const std::optional<ByteRanges> ranges = touched(offset, bytes, active);
  if (use != Use::Store)
    noteLoad(object, array, ranges, range);
  if (use != Use::Load)
    noteStore(object, array, ranges, decided, range);
}

void SharedArrays::followThread(Array &array, const Value &offset, std::int64_t bytes,
                                const LaneMask &active) {
  if (!array.apart)
    return;
  if (!offset.terms.empty() || (offset.unknown && (*offset.unknown & active).any()) ||
      (array.elementBytes && array.elementBytes != bytes)) {
    array.apart = false;
    return;
  }
  array.elementBytes = bytes;
  if (array.places.empty())
    array.places.assign(threads_, -1);
  active.forEach([&](unsigned thread) {
    std::int64_t &place = array.places[thread];
    const std::int64_t at = offset.base.at(thread);
    if (place < 0)
      place = at;
    array.apart = array.apart && place == at && at >= 0;
  });
}

void SharedArrays::noteStore(ObjectId object, Array &array, const std::optional<ByteRanges> &bytes,
                             bool decided, SourceRange range) {
  if (!bytes) {
    array.anywhere = true;
    array.damages.clear();
    return;
  }
  array.written.add(*bytes);
  for (Array::Damage &damage : array.damages)
    damage.bytes.remove(*bytes);
  std::erase_if(array.damages, [](const Array::Damage &damage) { return damage.bytes.empty(); });
  if (!decided)
    return;
  array.held.add(*bytes);
  for (auto &[other, victim] : arrays_) {
    if (other == object || !victim.dynamic)
      continue;
    ByteRanges taken = victim.held.commonWith(*bytes);
    if (taken.empty())
      continue;
    victim.held.remove(taken);
    victim.damages.push_back({object, range, std::move(taken)});
  }
}

void SharedArrays::noteLoad(ObjectId object, Array &array, const std::optional<ByteRanges> &bytes,
                            SourceRange range) {
  ByteRanges foreign;
  if (bytes) {
    foreign = *bytes;
    foreign.remove(array.written);
  }
  const bool isFirst = !array.anywhere && (bytes ? !foreign.empty() : array.written.empty());
  for (auto &[other, writer] : arrays_) {
    if (other == object || !writer.dynamic)
      continue;
    const bool wrote =
        writer.anywhere || (bytes ? writer.written.meets(foreign) : !writer.written.empty());
    if (isFirst && wrote) // what somebody else stored there
      meant_.insert(std::minmax(object, other));
  }
  if (!bytes)
    return;
  for (const Array::Damage &damage : array.damages)
    if (damage.bytes.meets(*bytes))
      overwrites_.try_emplace(
          std::minmax(object, damage.by),
          Overwrite{array.declaration, arrays_.at(damage.by).declaration, damage.store, range});
}

void SharedArrays::lose(ObjectId object) {
  const auto found = arrays_.find(object);
  if (found == arrays_.end())
    return;
  found->second.apart = false;
  found->second.anywhere = true;
  found->second.damages.clear();
}

void SharedArrays::storeAnywhere() {
  for (auto &[object, array] : arrays_) {
    array.anywhere = true;
    array.damages.clear();
  }
}

void SharedArrays::loseAll() {
  for (auto &[object, array] : arrays_)
    lose(object);
}

void SharedArrays::indexOverRows(const VarDecl *array) {
  indexedOverRows_.insert(array->getLocation().getRawEncoding());
}

//===----------------------------------------------------------------------===//
// What came of it
//===----------------------------------------------------------------------===//

std::vector<const SharedArrays::Array *> SharedArrays::arrays() const {
  std::vector<const Array *> result;
  for (const auto &[object, array] : arrays_)
    result.push_back(&array);
  std::ranges::sort(result, {}, &Array::order);
  return result;
}

unsigned SharedArrays::threadsApart(const Array &array) const {
  if (!array.apart || !array.loaded || !array.stored)
    return 0;
  std::vector<std::int64_t> places;
  for (const std::int64_t place : array.places)
    if (place >= 0)
      places.push_back(place);
  std::ranges::sort(places);
  for (std::size_t i = 1; i < places.size(); ++i)
    if (places[i] - places[i - 1] < array.elementBytes)
      return 0;
  return static_cast<unsigned>(places.size());
}

std::vector<SharedArrays::Overwrite> SharedArrays::overwrites() const {
  std::vector<Overwrite> result;
  for (const auto &[pair, overwrite] : overwrites_)
    if (!meant_.contains(pair))
      result.push_back(overwrite);
  return result;
}

} // namespace warplint::simt
