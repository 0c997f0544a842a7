//===- FieldRuns.h - fields that compilers move at once --------*- C++ -*-===//
//
// Fields of one element that is aligned for more are loaded, or stored, by one
// instruction if nothing lies between them that may change what they do. What
// does was seen in the code of nvcc 13.0 for sm_90.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_FIELDRUNS_H
#define WARPLINT_SIMT_FIELDRUNS_H

#include "lint/simt/Memory.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace warplint::simt {

class FieldRuns {
public:
  /// An access to global memory, as a compiler sees it.
  struct Touch {
    const clang::Expr *expr = nullptr;
    ObjectId object = 0;
    bool isKnown = false;    ///< which object it is
    bool isVariable = false; ///< it is a variable: another one lies elsewhere
    bool isRestrict = false; ///< a pointer's, which says that nothing else leads there
    bool isStore = false;
    const clang::RecordDecl *record = nullptr; ///< of the field; null: it is none
    std::int64_t offset = 0;                   ///< of the field in it, bytes; below 0: not known
  };
  /// What may be one access: the element as it is written, what is done, bytes of a field.
  using Key = std::tuple<std::string, std::string, std::int64_t>;

  /// What became of the fields of an element.
  struct Runs {
    std::set<std::set<std::int64_t>> together; ///< offsets of fields that nothing keeps apart
    /// What kept some apart when it first did, for a note. Empty: nothing did.
    std::string apart;
    clang::SourceRange by; ///< where; not valid: no access and no call
  };

  /// `key`: of a field that may be one access with others, at `offset` in the element; else null.
  void touch(const Touch &touch, const Key *key, std::int64_t offset);
  /// Threads are ordered here: nothing is moved past it.
  void order(clang::SourceRange range);
  /// Another block of the machine code begins.
  void endBlock() { block_ = ++blocks_; }
  /// What `run` does is a block of its own, if it accesses memory: else it is a choice of values.
  template <typename Run> void inOwnBlock(Run run) {
    const std::uint64_t around = block_, before = clock_;
    endBlock();
    run();
    if (clock_ == before)
      block_ = around;
    else
      endBlock();
  }
  /// Something that makes a branch one: an access to memory that is no touch.
  void tick() { ++clock_; }

  /// Of all keys, when the kernel is over.
  const std::map<Key, Runs> &finish();

private:
  struct Event {
    Touch touch;
    std::uint64_t when = 0;
  };
  struct Open {
    std::set<std::int64_t> offsets;
    std::vector<Event> members;
    std::uint64_t block = 0;
  };
  const Event *between(const Open &open, const Touch &next) const;

  std::map<Key, Open> open_;
  std::map<Key, Runs> runs_;
  /// The last of each kind: object, record, offset, store.
  std::map<std::tuple<std::uint64_t, const clang::RecordDecl *, std::int64_t, bool>, Event> last_;
  std::uint64_t clock_ = 0, block_ = 0, blocks_ = 0;
  std::uint64_t ordered_ = 0; ///< when threads were last ordered
  clang::SourceRange orderedBy_;
};

} // namespace warplint::simt

#endif
