//===- Races.h - who touched what since the last barrier -------*- C++ -*-===//
//
// The log of accesses to shared memory of one path. Two accesses race if they are of
// different threads, touch one place, one of them writes, and nothing orders them. The log
// knows, for each place, who read and wrote it last; uses are numbered in the order they are
// run in, and whatever orders threads is "all uses before this number lie behind".
//
// What is in the log is certain: the threads are known, the place is known in each of them
// (concrete bytes, or bytes past a symbol that all threads share), and the path is one that
// is surely taken together with the one that looks back on it. All else is left out, so that
// what is not known is silent. One kind of use is kept apart: a store that each thread does or
// leaves, or does as often, as its own data say (`perhaps`). Some data make any one thread do it,
// so that it races with what another warp surely reads; nothing is said of two such stores, which
// the same data decide, or of one place that several may store to, such as a flag. With these is
// kept what data lead to any element of an array (`anywhere`), as in a histogram: some data lead a
// thread to the element that another warp surely uses. And stores behind what all threads agree on
// (`if (load)`) or a bound of the host's (`if (threadIdx.x < n)`), for what comes after the branch:
// some launch makes them. Where what comes after stands behind a condition of its own, the two may
// exclude each other, so that nothing is said, unless it is the very same. Loads behind a bound of
// the host's are in the log beside what nothing keeps away: they meet stores by all.
//
// Asynchronous copies take part as two uses, of kind Copy:
// - where a copy starts, `checkRaces(use)`: it will write, which conflicts with reads by other
//   threads since the last barrier (a stage is reused too early). Nothing is remembered;
// - where its wait is complete, `noteUse(use)`, with the lanes that copied: from here on it is a
//   write by these threads, and others need a barrier before they read. Nothing is checked.
// Races with a Copy on either side have the evidence `cause` = "copy", whatever the warps.
// What orders threads otherwise is told by orderBlock (a barrier of the block), orderGroups (of
// warps or tiles) and orderSomehow (not followed in detail: all before it is forgotten, and if
// not all threads surely take part, nothing is logged until the next barrier of the block).
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_RACES_H
#define WARPLINT_SIMT_RACES_H

#include "lint/simt/LaneMask.h"
#include "lint/simt/Value.h"

#include "clang/AST/Stmt.h"

#include "llvm/ADT/SmallVector.h"

#include <array>
#include <set>

namespace warplint::simt {

/// Bytes of an object, from `begin` up to `end`.
struct ByteRange {
  std::int64_t begin = 0, end = 0;
};

/// Elements that data may lead a thread to: of each thread, from the first one to the last one.
struct Reach {
  Lanes first, last;      ///< where the elements begin, in bytes
  std::int64_t step = 0;  ///< from one to the next, in bytes
  std::int64_t bytes = 0; ///< of an element

  /// Beside what data say, does the thread itself have a say?
  bool isOfThreads() const { return !first.isUniform() || !last.isUniform(); }
  bool isEmpty(unsigned thread) const { return first.at(thread) > last.at(thread); }
  /// May the thread be led to some of these bytes?
  bool meets(unsigned thread, ByteRange bytes) const;
  /// May two threads be led to one element?
  bool haveOneInCommon(unsigned thread, unsigned other) const;
};

/// An array that is a member of a structure, or a row of one: nobody means to go beyond it.
struct MemberArray {
  Value start; ///< bytes from the start of the object
  std::int64_t bytes = 0;
  bool isRow = false; ///< of an array that is a shared variable
};

/// Position among the uses of a run, from 1; 0: none.
using UseId = std::uint32_t;

/// One execution of an access to shared memory by the threads of a mask.
struct SharedUse {
  enum class Kind : std::uint8_t {
    Read,
    Write,
    Atomic, ///< reads and writes; ordered among its like
    Copy,   ///< write by an asynchronous copy
  };
  Kind kind = Kind::Read;
  std::uint32_t object = 0;
  Value offset; ///< bytes from the start of the object
  std::uint32_t bytes = 0;
  LaneMask lanes;
  std::optional<MemberArray> member; ///< that an element is taken of
  std::optional<Value> value;        ///< what is written, where that is a number
  std::optional<Value> loadedFrom;   ///< where that was loaded from just now, in global memory
  /// The pointer or array that is indexed or followed, where it is a variable.
  const clang::VarDecl *through = nullptr;
  /// Bytes from the start of the object to where that points, in the thread for which it is
  /// nearest. None: it is not known.
  std::optional<std::int64_t> pieceStart;
  bool isOnePiece = true; ///< of that: it points to the same place in all threads
  llvm::SmallVector<const clang::Stmt *, 2> loops; ///< that were under way, from the outermost on
  bool isOpen = false;   ///< a bound that is not known decides who comes here, or how often
  bool isChosen = false; ///< a branch leads here of which it is not known who takes it
  /// What each thread's own data decide: whether it does this at all. With `decidedAt`, what all
  /// threads agree on, or a bound of the host's.
  const clang::Expr *decidedBy = nullptr;
  std::uint64_t decidedAt = 0; ///< the number of that condition; 0: data decide
  bool byOwnData = false;      ///< of `decidedBy`: no other thread has a say in these data
  /// With it: what all threads agree on that the use stands behind, by Condition::key and outcome.
  std::set<std::pair<std::string, bool>> agreed;
  /// Bounds of the host's on the way that are taken to be so large that they keep no thread away:
  /// as they are written, and thread by thread what is compared with 0.
  struct Bounds {
    std::vector<const clang::Expr *> written;
    std::vector<Value> differences;
    std::string key; ///< equal where they are the same; empty: there are none
    friend bool operator==(const Bounds &a, const Bounds &b) { return a.key == b.key; }
  };
  Bounds bounds;
  /// Data choose the element: each thread may be led to any of these.
  std::optional<Reach> anywhere;
  /// Of the same: from a pointer on, into memory that others may begin in, too. It is known to meet
  /// what is reached by that pointer alone.
  bool inPiece = false;
  bool inRow = false;  ///< of `anywhere`: in a row of the array, which the thread chooses by itself
  bool isSlot = false; ///< of `anywhere`: it is the one that a counter has given to the thread
  /// Whole warps make it or leave it out: what is known is who meets whom in a warp.
  bool isWithinWarp = false;
  /// One variable that threads set if their own data say so. Many poll such flags on purpose.
  bool isFlag = false;
  bool isCountedOn = false; ///< of a load: what it gives is used, or ends a loop with barriers
  bool isHeld = false;      ///< of a load: a variable begins with it, which may be but looked at
  bool isVolatile = false;
  UseId behind = 0; ///< uses before this one are ordered before it, as a loop goes round
  /// By these threads in the first block of the grid, where other blocks may do without it.
  bool inFirst = false;
  /// These threads do without it in the first block of the grid.
  LaneMask notInFirst;
  bool onlyInFirst = false;          ///< no other block does it
  const char *op = "load";           ///< load, store, atomic, copy
  const clang::Expr *expr = nullptr; ///< as it is written; null: not known
  clang::SourceRange range;
  clang::SourceRange within; ///< the whole statement

  bool reads() const { return kind == Kind::Read || kind == Kind::Atomic; }
  bool writes() const { return kind != Kind::Read; }
};

/// By whom a place was used.
struct UseBy {
  UseId use = 0;
  std::uint16_t thread = 0;
  friend bool operator==(const UseBy &, const UseBy &) = default;
};

/// The last uses of a place: enough to find one by another thread, and one by another warp.
struct LastUses {
  UseBy last;
  UseBy otherLane; ///< of the warp of `last`
  UseBy otherWarp;

  /// Uses before `begin` are forgotten.
  void add(UseBy use, UseId begin);
  /// What both know.
  static LastUses common(const LastUses &a, const LastUses &b);
};

/// Accesses to one object on one path, at a distance from one symbolic offset.
class Shadow {
public:
  struct Place {
    LastUses reads;
    LastUses writes;
  };
  /// Bytes that one place stands for: 4, or 1 once something narrower was seen.
  unsigned granule = 4;

  const Place *find(std::int64_t place) const;
  /// `at`: the first byte of the place.
  void forEach(llvm::function_ref<void(std::int64_t at, const Place &)> visit) const;
  Place &at(std::int64_t place);
  void refine(); ///< from here on, one place for each byte
  static Shadow common(const Shadow &a, const Shadow &b);
  /// Adds the uses of another one; those before `begin` are forgotten.
  void add(Shadow other, UseId begin);

private:
  static constexpr unsigned placesPerChunk = 32;
  using Chunk = std::array<Place, placesPerChunk>;
  static std::pair<std::int64_t, unsigned> split(std::int64_t place);
  std::map<std::int64_t, std::shared_ptr<const Chunk>> chunks_; ///< shared between paths
};

/// What belongs to a path.
struct RaceLog {
  /// An object, and the symbols in the offset.
  using Key = std::pair<std::uint32_t, std::string>;
  std::map<Key, std::shared_ptr<const Shadow>> shadows;
  /// Stores that data decide on, and what data lead anywhere; rising, the last ones only.
  std::vector<UseId> perhaps;
  UseId begin = 1; ///< a barrier of the block orders all uses before this one
  /// By size of a group (a warp, a tile) and its number: uses before this one are ordered
  /// for its threads.
  std::map<unsigned, std::vector<UseId>> groups;
  /// The same of threads that met without the rest of the block, at a barrier with a number.
  struct Meeting {
    LaneMask threads;
    UseId before = 0; ///< uses before this one are ordered for them
    friend bool operator==(const Meeting &, const Meeting &) = default;
  };
  std::vector<Meeting> meetings;
  /// By barrier at which all threads have arrived and not waited yet: uses before this one lie
  /// behind who waits there.
  std::map<std::string, UseId> arrived;
  /// Something orders threads in a way that is not followed; until the next barrier.
  bool muted = false;
  /// The same of these alone, whole warps: a loop in which they wait for others, or others for
  /// them.
  LaneMask apart;
  bool isLoose() const { return muted || apart.any(); }

  /// What has been done to an array since the blocks of a cluster last met: by this block, and by
  /// this block to the array of another one.
  struct InCluster {
    UseId readHere = 0, writtenHere = 0, readThere = 0, writtenThere = 0;
  };
  std::map<std::uint32_t, InCluster> inCluster;

  /// What the iteration of a loop did before its first barrier: the next one does it again.
  struct Head {
    bool open = true;
    bool ordersGroups = false; ///< a barrier of warps or tiles has come in this iteration
    struct Use {
      UseId use = 0;
      bool orderedInWarp = false;               ///< a barrier of its warps came before it
      std::shared_ptr<const Value> offset = {}; ///< in the first iteration of a loop in this one
    };
    std::vector<Use> uses;
    std::shared_ptr<const RaceLog> before; ///< as it was when the iteration began
    SymbolId count = 0;                    ///< which iteration it is
    std::size_t conditions = 0;            ///< around the iteration
    UseId begin = 0;                       ///< of this iteration: uses from this one on
    bool mayMeet = false;                  ///< there is something in it that the block waits at
  };
  std::vector<Head> heads; ///< of the loops around, outermost first

  const Shadow *find(const Key &key) const;
  Shadow &shadow(const Key &key); ///< for writing: unshared from other paths
  /// Is a use by `first` before anything that `second` does now?
  bool ordered(UseBy first, unsigned second) const;
  /// What is known where two paths come together.
  static RaceLog common(const RaceLog &a, const RaceLog &b);
  /// What threads have done since they met, some on one path and the others on the other.
  static RaceLog beside(const RaceLog &a, const RaceLog &b);
};

/// An access to global memory: of pointers, nobody knows whether they overlap.
struct GlobalUse {
  bool writes = false;
  Value offset; ///< bytes from the start of its object
  std::uint32_t bytes = 0;
  LaneMask lanes;
};

/// What happened between two barriers of the block, for whether they are needed.
struct Interval {
  std::vector<UseId> uses;             ///< of shared memory
  std::vector<std::size_t> globalUses; ///< numbers among those of global memory
  bool unknown = false;                ///< something that is not in `uses` may need a barrier
  friend bool operator==(const Interval &, const Interval &) = default;
};

/// A barrier is needed if something before it meets something after it. What comes after the
/// last one is not known yet.
struct BarrierLog {
  using Key = std::pair<unsigned, unsigned>; ///< of its range in the source
  struct Pending {
    Key barrier;
    Interval before; ///< since the last barrier that is needed
    /// One before it with nothing in between, for which it does as well.
    std::optional<Key> standsFor;
    friend bool operator==(const Pending &, const Pending &) = default;
  };
  Interval now;
  std::optional<Pending> pending;
  friend bool operator==(const BarrierLog &, const BarrierLog &) = default;
};

} // namespace warplint::simt

#endif
