//===- Memory.h - objects and what they hold on one path -------*- C++ -*-===//
#ifndef WARPLINT_SIMT_MEMORY_H
#define WARPLINT_SIMT_MEMORY_H

#include "lint/simt/AsyncLife.h"
#include "lint/simt/Races.h"
#include "lint/simt/Value.h"

#include "clang/AST/Decl.h"

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
};

/// What a part of an object holds. Local objects hold a value per thread; a shared
/// object's cell is kept only while all threads would read the same.
struct Cell {
  std::uint32_t bytes = 0;
  Value value;
};
using Cells = std::map<std::int64_t, Cell>; ///< by byte offset

/// Everything that differs between two paths through a kernel.
struct State {
  std::map<ObjectId, std::shared_ptr<const Cells>> memory;
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
