//===- Memory.h - objects and what they hold on one path -------*- C++ -*-===//
#ifndef WARPLINT_SIMT_MEMORY_H
#define WARPLINT_SIMT_MEMORY_H

#include "lint/simt/AsyncLife.h"
#include "lint/simt/Races.h"
#include "lint/simt/Value.h"

#include "clang/AST/Decl.h"

#include <algorithm>

namespace warplint::simt {

enum class Space : std::uint8_t {
  Local,     ///< variables and temporaries, one per thread
  Shared,    ///< one per block
  Global,    ///< device memory
  Constant,  ///< __constant__
  Parameter, ///< kernel parameters: constant bank, the same for all threads
  Unknown,   ///< behind a pointer whose space is not known
};

struct Object {
  Space space = Space::Unknown;
  std::string name;
  const clang::VarDecl *declaration = nullptr;
  clang::QualType type; ///< of the whole object; null where not known
  std::int64_t bytes = -1;
  SymbolId address = 0;
  std::uint64_t sharedOffset = 0; ///< of a shared object, in the block's shared memory
  bool isOfAnotherBlock = false;  ///< shared memory, by way of the cluster: nothing is counted
  /// Of that: the array that stands there in this block, and where in it. None: not known.
  std::optional<std::pair<ObjectId, std::int64_t>> hereAs;
  /// Of shared memory: sums of two elements were stored there, as a scan does step by step.
  bool holdsRunningSums = false;
  /// A variable that was declared without a value: what was not written holds nothing that anybody
  /// means.
  bool isUnset = false;
  /// Of a variable that only reads what it was made of: the kernel's parameter, and where in it. No
  /// copy is made.
  std::optional<std::pair<ObjectId, std::int64_t>> sameAs;
};

/// What a part of an object holds. Local objects hold a value per thread; a shared
/// object's cell is kept only while all threads would read the same.
struct Cell {
  std::uint32_t bytes = 0;
  Value value;
};
using Cells = std::map<std::int64_t, Cell>; ///< by byte offset

/// What each object holds. Paths part and come together at every branch, mostly over a few
/// variables: a copy shares everything with the original until one of them is written to.
class ObjectMap {
public:
  using Entry = std::pair<ObjectId, std::shared_ptr<const Cells>>;
  using Entries = std::vector<Entry>; ///< sorted by object
  using ConstIterator = Entries::const_iterator;

  ConstIterator begin() const { return entries().begin(); }
  ConstIterator end() const { return entries().end(); }
  std::size_t size() const { return entries().size(); }
  ConstIterator find(ObjectId object) const {
    const auto it = lowerBound(entries(), object);
    return it != end() && it->first == object ? it : end();
  }
  bool sharesAllWith(const ObjectMap &other) const { return entries_ == other.entries_; }

  /// For writing; made where there is none, and null then.
  std::shared_ptr<const Cells> &operator[](ObjectId object) {
    Entries &own = unshared();
    // Most are written to soon after they are made, and the newest object has the largest number.
    const auto it = own.empty() || own.back().first < object ? own.cend() : lowerBound(own, object);
    if (it != own.cend() && it->first == object)
      return own[static_cast<std::size_t>(it - own.cbegin())].second;
    return own.emplace(it, object, nullptr)->second;
  }
  void erase(ObjectId object) {
    if (find(object) == end())
      return;
    Entries &own = unshared();
    own.erase(lowerBound(own, object));
  }
  /// All of it anew.
  void assign(Entries sorted) { entries_ = std::make_shared<Entries>(std::move(sorted)); }

private:
  static ConstIterator lowerBound(const Entries &entries, ObjectId object) {
    return std::lower_bound(entries.begin(), entries.end(), object,
                            [](const Entry &entry, ObjectId id) { return entry.first < id; });
  }
  const Entries &entries() const {
    static const Entries none;
    return entries_ ? *entries_ : none;
  }
  Entries &unshared() {
    if (!entries_)
      entries_ = std::make_shared<Entries>();
    else if (entries_.use_count() > 1)
      entries_ = std::make_shared<Entries>(*entries_);
    return *entries_;
  }
  std::shared_ptr<Entries> entries_; ///< null: none
};

/// Everything that differs between two paths through a kernel.
struct State {
  ObjectMap memory;
  std::map<SymbolId, std::int64_t> facts; ///< conditions decided on this path, bound symbols
  RaceLog races;
  AsyncLife async; ///< asynchronous copies, and the barriers they complete on
  BarrierLog barriers;

  const Cells *cells(ObjectId object) const {
    auto it = memory.find(object);
    return it == memory.end() ? nullptr : it->second.get();
  }
  /// For writing: unshared from other states.
  Cells &mutableCells(ObjectId object) {
    auto &slot = memory[object];
    if (!slot)
      slot = std::make_shared<Cells>();
    else if (slot.use_count() > 1)
      slot = std::make_shared<Cells>(*slot);
    return const_cast<Cells &>(*slot);
  }
};

} // namespace warplint::simt

#endif
