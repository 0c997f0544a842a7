//===- Recorder.h - gathers what happens at each site ----------*- C++ -*-===//
//
// The interpreter passes a site many times: once per loop iteration, call and
// instantiation. The recorder adds up what happened and turns it into Sites.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_RECORDER_H
#define WARPLINT_SIMT_RECORDER_H

#include "lint/evidence/Site.h"
#include "lint/simt/Counting.h"
#include "lint/simt/FieldRuns.h"
#include "lint/simt/SourceEdits.h"
#include "lint/simt/Trace.h"
#include "lint/simt/Work.h"

#include "clang/AST/Expr.h"

#include <array>
#include <set>
#include <utility>

namespace warplint::simt {

/// Operations × warps in each of the outermost loops whose length is not known. One iteration
/// stands for all, so what one such loop costs beside another is not known either.
using OpenLoops = std::map<const clang::Stmt *, std::uint64_t>;

using Notes = std::vector<std::pair<clang::SourceRange, std::string>>;

/// One site while the kernel runs. Counters are sums over all passes.
struct SiteRecord {
  SiteKind kind = SiteKind::Kernel;
  const clang::Stmt *statement = nullptr; ///< the expression or statement itself
  clang::SourceRange range;
  clang::SourceRange within; ///< the whole statement
  std::string op;
  std::string expr;

  Evidence evidence;                          ///< set as it is, last pass wins
  std::map<std::string, std::int64_t> sums;   ///< added up
  std::map<std::string, std::int64_t> maxima; ///< greatest of all passes
  std::set<std::string> assumptions;
  bool uncertain = false;                  ///< rests on more than an assumption about a size
  const clang::FieldDecl *field = nullptr; ///< accessed last
  bool hasFields = false;                  ///< more than one was, by a library's function
  Notes notes;
  std::vector<PlannedFix> fixes;
  /// The worst request seen, for the note that shows its lanes.
  std::optional<Request> worst;
  double worstRatio = 0;
  /// Declaration of the array accessed, for the fix-it and notes.
  const clang::VarDecl *array = nullptr;
  /// Of a field of an element that is aligned for more: compilers join accesses to several such
  /// fields to a wide one. The element as written, and the field's place in it.
  std::string element;
  std::int64_t elementAlignment = 0; ///< bytes
  std::int64_t fieldOffset = 0;
  std::int64_t fieldBytes = 0;
  FieldRuns::Runs fieldRuns; ///< which of the element's fields were moved together
  /// Of a branch: the outermost loop of unknown length that it is in; null: none.
  const clang::Stmt *openLoop = nullptr;
  /// Of a race: the loops that were under way when the one access came, and when the other had.
  std::vector<const clang::Stmt *> loops, loopsBefore;
  std::optional<std::int64_t> firstBase; ///< of its first thread, when first recorded
  std::uint64_t arrayBase = 0;           ///< address of its start in the requests
  /// Of an access to global memory: what its last pass added to the sums.
  std::vector<std::pair<const char *, std::int64_t>> lastPass;

  /// Shared accesses at this site that lie side by side: as many threads, each at the bytes
  /// after its last, or before its first. Compilers join such loads and stores of unrolled loops
  /// to wide ones, so they are counted when the run ends.
  std::vector<Request> run; ///< what of the run lies first in memory, by warp
  unsigned runLength = 0;
  unsigned ownLength = 0, longestOwn = 1; ///< of a run, that which other sites have no part in
  unsigned pieceBytes = 0;                ///< of one of its elements, the largest
  bool areFields = false;                 ///< of elements that are aligned for more
  bool ofWords = false;       ///< the array is declared to be aligned for words, or more than that
  bool isRolled = false;      ///< a loop that is not to be unrolled counts the elements
  bool staysApart = false;    ///< of a kind that compilers do not join
  std::int64_t partBytes = 0; ///< of such a field, at `fieldOffset`
  bool runIsFilled = false;   ///< some of it is loaded because of what lies on both sides
  std::uint64_t barriersBefore = 0; ///< its last access; none is joined with one behind another
  std::uint64_t straightCode = 0;   ///< that its last access is in
  bool runLeavesCode = false;       ///< the run began in other code
  /// Runs of loads that others came between, in the same straight code: compilers join what lies
  /// side by side in it, in whichever order it is named (`s[16 * t + 7 * i % 16]`).
  struct EndedRun {
    std::vector<Request> requests;
    unsigned length = 0, ownLength = 0;
    unsigned alignment = 0;
    bool isFilled = false;
  };
  std::vector<EndedRun> ended;
  unsigned runAlignment = 16; ///< bytes that the addresses are known to be multiples of, beyond
                              ///< what the requests show
  /// Where runs start, modulo the widest access, while they all start alike; else what all
  /// starts are multiples of. Code that is not unrolled is compiled for every start at once.
  std::optional<unsigned> runStart;
  unsigned runStartDivisor = 16;
  bool runStartsDiffer = false;
  /// Counts of the accesses as they are, joined to 8 bytes at most, and to 16.
  static constexpr std::size_t widths = 3;
  struct SharedCount {
    std::int64_t requests = 0, lanes = 0, wavefronts = 0, ideal = 0, ways = 0, bytes = 0;
    std::optional<Request> worst;
    double worstRatio = 0;
  };
  std::array<SharedCount, widths> sharedCounts;
  Trace trace; ///< of an access to global memory

  /// What one way to come to the access counts, through calls of the functions that it stands in.
  struct Calls {
    std::vector<const clang::Expr *> places; ///< of the calls, the kernel's own first
    std::int64_t requests = 0, lanes = 0;
    std::int64_t units = 0, ideal = 0; ///< sectors or wavefronts
    Notes notes;                       ///< what the index is made of

    std::int64_t *named(llvm::StringRef sum) {
      return sum == "requests"        ? &requests
             : sum == "active_lanes"  ? &lanes
             : sum == "sectors"       ? &units
             : sum == "sectors_ideal" ? &ideal
                                      : nullptr;
    }
    double ratio() const { return ideal ? static_cast<double>(units) / ideal : 0; }
  };
  /// A helper that loads is called here with neighbouring elements and there with a column: no
  /// request has the mean of both. By a number that the places of the calls make.
  std::map<std::uint64_t, Calls> calls;
  bool callsOverflow = false;  ///< more than are kept
  std::uint64_t lastCalls = 0; ///< the way that led to the last pass
  bool isInWide = false;       ///< of shared memory: some were joined to wide ones
  /// Null: more than are kept.
  Calls *countCalls(std::uint64_t number, const Calls &counts);
  /// The costliest of several, where it is twice what would do and not what the others cost;
  /// null: none is.
  const Calls *worstCalls() const;
  /// `barriers`: how many the block has met before. `code`: a number of the straight code that it
  /// is in, loops that the compiler unrolls included.
  void takeShared(std::vector<Request> requests, unsigned alignment, std::uint64_t barriers,
                  std::uint64_t code);
  /// Loads and stores of fields of one array's elements: what a compiler may move past what.
  bool isOfElementsOf(const SiteRecord &other) const {
    return areFields && other.areFields && array == other.array && op != "atomic" &&
           other.op != "atomic" && elementAlignment == other.elementAlignment;
  }
  /// Never the same bytes of an element, whichever two elements they are of.
  bool isApartFrom(const SiteRecord &other) const {
    return isOfElementsOf(other) && (fieldOffset + partBytes <= other.fieldOffset ||
                                     other.fieldOffset + other.partBytes <= fieldOffset);
  }
  /// Do these lie beside the run? Then they are added to it.
  bool continuesRun(const std::vector<Request> &requests, unsigned alignment);
  /// The same of another site's, if one access holds them all, aligned to its size. Of fields of
  /// one element four are loaded where the first and one of the last two are wanted.
  bool joinsRun(const std::vector<Request> &requests, unsigned alignment);
  bool joinsRunOf(SiteRecord &other); ///< likewise, all of the other's run, which ends
  /// Two sites whose accesses are made side by side. Where a loop does not always make one of them,
  /// it never does, as it is compiled once.
  struct Beside {
    bool joined = false, apart = false;
    /// Of the one that was added to the other: what it counts for itself, but for what is pending:
    /// pieces of a structure, one after another, which are one access of its own.
    SharedCount alone;
    std::vector<Request> pending;
    unsigned pieces = 0, alignment = 0;

    bool varies() const { return joined && apart; }
    void meet(bool isJoined, const std::vector<Request> &requests, unsigned alignment);
    void add(Beside &&other);
    void endPending();
  };
  /// By where others begin: those that were made beside this one, and beside which this was.
  std::map<unsigned, Beside> besideIt, besideOthers;
  void compareWith(SiteRecord &other, bool isJoined, const std::vector<Request> &requests,
                   unsigned alignment);
  void endRun(); ///< and all that wait for others beside them
  void finishShared();

private:
  /// Does the run wait for others beside it? Else it is counted.
  bool keepsRun();
  void countAlone(const EndedRun &one);
  /// A line: runs that lie in one line in each thread, from `offsets` elements behind the first on.
  struct Line {
    std::vector<const EndedRun *> runs;
    std::vector<std::int64_t> offsets;
  };
  void countLine(const Line &line);
  void noteStart(const std::vector<Request> &requests);

public:
  void add(const char *name, std::int64_t amount) { sums[name] += amount; }
  void atLeast(const char *name, std::int64_t value) {
    auto [it, inserted] = maxima.emplace(name, value);
    if (!inserted && it->second < value)
      it->second = value;
  }
};

class Recorder {
public:
  /// Kind, begin, end, op, object.
  using Key = std::tuple<SiteKind, unsigned, unsigned, std::string, std::string>;

  /// `object`: what is accessed. An accessor that kernels use for several arrays is as many sites:
  /// numbers over all of them would be those of no access.
  SiteRecord &at(SiteKind kind, clang::SourceRange range, const std::string &op,
                 const std::string &object = {});
  /// The same, where there is one since the last begin(); null where not.
  SiteRecord *find(SiteKind kind, clang::SourceRange range, const std::string &op,
                   const std::string &object);
  /// Speculation: records made since the matching begin() are kept or forgotten.
  void begin() { layers_.emplace_back(); }
  void commit();
  void discard() { layers_.pop_back(); }

  /// All records, when no speculation is under way.
  template <typename Visit> void forEach(Visit visit) {
    for (auto &[key, record] : layers_.front().records)
      visit(record);
  }

  /// What was counted since the last begin(), kept or forgotten with the records.
  Work &work() { return layers_.back().work; }
  /// The same, which is none from here on.
  Work takeWork() { return std::exchange(layers_.back().work, Work()); }

  /// In source order of first sight.
  std::vector<SiteRecord> take();

private:
  struct Layer {
    std::map<Key, SiteRecord> records;
    Work work;
  };
  static void mergeInto(SiteRecord &target, SiteRecord &&source);
  std::vector<Layer> layers_ = std::vector<Layer>(1);
};

} // namespace warplint::simt

#endif
