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
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace warplint::simt {

class FieldRuns {
public:
  explicit FieldRuns(const Algebra &algebra) : algebra_(algebra) {}

  /// An access to global memory, as a compiler sees it.
  struct Touch {
    const clang::Expr *expr = nullptr;
    std::string op; ///< as of a site
    ObjectId object = 0;
    bool isKnown = false;    ///< which object it is
    bool isVariable = false; ///< it is a variable: another one lies elsewhere
    bool isRestrict = false; ///< by a pointer, which says that nothing else leads there
    const clang::RecordDecl *record = nullptr; ///< of the field; null: it is none
    std::int64_t offset = 0;                   ///< of the field in it, bytes
    Value address;
    std::int64_t bytes = 0; ///< of one thread

    bool isStore() const { return op != "load"; }
  };
  /// A field of an element that is aligned for more.
  struct Field {
    std::int64_t offset = 0; ///< in the element, bytes
    std::string element;     ///< as it is written
  };
  /// Fields that are moved together, by their offsets, and by which access.
  using Members = std::vector<std::pair<std::int64_t, const clang::Stmt *>>;
  /// What became of the fields that an access is of.
  struct Runs {
    std::set<std::set<std::int64_t>> together; ///< offsets of fields that nothing keeps apart
    std::set<std::int64_t> others;             ///< offsets of those that something does
    std::string apart;                         ///< what, when it first did, for a note
    clang::SourceRange by;                     ///< where; not valid: no access and no call
    /// Each time, who moves which of the fields together, the first of them first.
    std::set<Members> members;
  };
  /// Loads of fields on one side of a branch.
  using Loads = std::vector<std::pair<Touch, Field>>;

  void touch(const Touch &touch, const std::optional<Field> &field);
  /// Threads are ordered here, or something else that nothing is moved past.
  void order(clang::SourceRange range);
  /// Another block of the machine code begins.
  void endBlock() { block_ = ++blocks_; }
  /// What `run` does is a block of its own, if it accesses memory: else it is a choice of values.
  /// `condition`: of a side of a branch, into which loads from before it may be moved; null: a
  /// loop.
  template <typename Run> Loads inOwnBlock(const clang::Expr *condition, Run run) {
    const std::uint64_t around = block_, before = clock_;
    const std::vector<Open> open = open_;
    const Loads loads = std::exchange(loads_, {});
    arms_.push_back({around, condition});
    endBlock();
    run();
    arms_.pop_back();
    closeAll();
    open_ = open;
    if (clock_ == before)
      block_ = around;
    else
      endBlock();
    return std::exchange(loads_, loads);
  }
  /// What both sides of a branch load is loaded before it, in the block `around`.
  void hoist(const Loads &one, const Loads &other, std::uint64_t around);
  std::uint64_t block() const { return block_; }
  /// Grows with each access to memory.
  std::uint64_t clock() const { return clock_; }
  /// Something that makes a branch one: an access to memory that is no touch.
  void tick() { ++clock_; }

  /// When the kernel is over: of an access, as `touch` was told of it; null: of none.
  void finish() { closeAll(); }
  const Runs *of(const clang::Stmt *expr, const std::string &op) const;

private:
  struct Event {
    Touch touch;
    std::uint64_t when = 0;
    std::int64_t offset = 0; ///< of a field in its element, bytes
  };
  /// Fields of one element, so far.
  struct Open {
    Value start; ///< address of the element
    std::string element;
    std::set<std::int64_t> offsets;
    std::vector<Event> members;
    std::uint64_t block = 0;
  };
  struct Arm {
    std::uint64_t around = 0;
    const clang::Expr *condition = nullptr;
  };
  using Site = std::pair<const clang::Stmt *, std::string>;

  bool isOf(const Open &open, const Touch &touch, const Field &field, const Value &start) const;
  /// What keeps `next` apart from these, and where.
  std::optional<std::pair<std::string, clang::SourceRange>> obstacle(const Open &open,
                                                                     const Touch &next) const;
  bool isMovedHere(const Open &open, const Touch &next) const;
  bool mayMeet(const Touch &other, const Touch &field) const;
  void close(Open &open);
  void closeAll();

  const Algebra &algebra_;
  std::vector<Open> open_;
  std::vector<Arm> arms_;
  Loads loads_;
  std::map<Site, Runs> runs_;
  /// The last of each kind: object, record, offset, store.
  std::map<std::tuple<std::uint64_t, const clang::RecordDecl *, std::int64_t, bool>, Event> last_;
  std::uint64_t clock_ = 0, block_ = 0, blocks_ = 0;
  std::uint64_t ordered_ = 0; ///< when threads were last ordered
  clang::SourceRange orderedBy_;
};

} // namespace warplint::simt

#endif
