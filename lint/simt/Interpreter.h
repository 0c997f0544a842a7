//===- Interpreter.h - runs a kernel for one block, all threads -*- C++ -*-===//
//
// Executes the source of a kernel on the AST for one representative block, all
// threads at once under a mask, with symbols for what is not known, and records
// what happens at each site.
//
// Paths. A condition known in every thread splits the mask. A condition that is not
// known but equal for all threads forks the state; both sides run and are merged. A
// bound check (thread index against an unknown bound) is followed as in an interior
// block, and its other side is run on the side, for the sites in it. A condition on
// loaded data runs both sides for all threads and merges to "unknown".
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_INTERPRETER_H
#define WARPLINT_SIMT_INTERPRETER_H

#include "lint/simt/Assignments.h"
#include "lint/simt/DamagedTypes.h"
#include "lint/simt/Effects.h"
#include "lint/simt/FieldRuns.h"
#include "lint/simt/Jumps.h"
#include "lint/simt/KnownField.h"
#include "lint/simt/LeftOut.h"
#include "lint/simt/LoopProgress.h"
#include "lint/simt/Memory.h"
#include "lint/simt/Receivers.h"
#include "lint/simt/Recorder.h"
#include "lint/simt/Residue.h"
#include "lint/simt/UsedParts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <deque>
#include <set>
#include <unordered_map>

namespace warplint::simt {

struct MatrixTile;

/// A cooperative group as the kernel holds it.
struct GroupInfo {
  enum class Kind : std::uint8_t { Block, Tile, Coalesced, Grid, Cluster, Thread, Partition };
  Kind kind = Kind::Block;
  unsigned size = 0;   ///< threads of a tile; 0 where not known
  unsigned parent = 0; ///< threads of what a tile is a part of; 0: the block, or not known
};

/// One execution: a kernel, the shape of its block, and what the launch tells.
struct Run {
  const clang::FunctionDecl *kernel = nullptr;
  std::array<unsigned, 3> block{256, 1, 1};
  bool isBlockAssumed = false; ///< nothing in the program says how large it is
  std::array<std::optional<std::int64_t>, 3> grid;
  std::vector<std::optional<std::int64_t>> arguments;
  std::vector<KnownField> argumentFields;
  std::vector<std::int64_t> argumentDivisors; ///< what integer arguments are multiples of
  std::vector<Residue> argumentStarts;        ///< where pointers lead, past a sector's start
  std::vector<std::pair<unsigned, unsigned>> samePointers; ///< arguments that are one pointer
  /// As far as launches were seen, each has a thread for each of as many elements as it hands over.
  bool gridCovers = false;
  /// Least and greatest of integer arguments.
  std::vector<ValueRange> argumentRanges;
  /// Blocks of a cluster, as the kernel declares or all its launches say; 1 where they say
  /// nothing, absent where that is not known.
  std::optional<std::array<unsigned, 3>> cluster;
  /// Once it is spent, loops are cut short wherever they can be, and one and a half times as much,
  /// or more for a kernel of many functions, is left for the rest.
  std::uint64_t stepBudget = 2'400'000;
  bool endsAtMisfit = false; ///< as soon as the assumed block cannot be the one that is meant
  /// Give unknown trip counts a small number, so that rings of stages turn as written.
  bool bindTripCounts = false;
  unsigned trips = 7;   ///< that number: a ring of up to three stages turns twice
  bool ofTurns = false; ///< for the sake of buffers that are used in turns alone
  /// Functions elsewhere are entered only if they are small.
  std::function<bool(clang::SourceLocation)> isProjectFile;
  /// Where findings may stand: in those, but for libraries that the kernel is not of. What a
  /// library's function does is said of its call.
  std::function<bool(clang::SourceLocation)> isOwnCode;
  bool fastMath = false; ///< nvcc's use_fast_math
  /// Where Clang found errors, in order; null: nowhere.
  const std::vector<clang::SourceLocation> *errors = nullptr;
  bool launchesKernels = false;   ///< somewhere; what these do is not looked at
  bool isTemplateAssumed = false; ///< nobody instantiates it: the arguments are guesses
  Effects *effects = nullptr;     ///< of the translation unit; never null
};

class SharedArrays;
/// Work of warps, in operations of the interpreter: loops of unknown length have a nominal one.
struct Issue {
  std::uint64_t warps = 0; ///< operations × warps with an active lane
  std::uint64_t lanes = 0; ///< operations × active lanes

  friend Issue operator-(const Issue &a, const Issue &b) {
    return {a.warps - b.warps, a.lanes - b.lanes};
  }
};

struct Outcome {
  bool budgetSpent = false;
  Issue issued;
  OpenLoops openLoops;
  bool copiesAsynchronously = false;
  bool racesDoubtful = false; ///< the block does not fit the arrays, or control was lost
  /// A loop with barriers was cut short: which of them its last iterations have is not told.
  bool barriersUncounted = false;
  bool arraysTooSmall = false; ///< threads go beyond shared arrays
  /// Others arrive at a barrier than the warps or more that it was made for.
  bool countsMisfit = false;
  std::uint64_t sharedBytes = 0;
  /// Shared arrays of which a loop of unknown length uses one part after another, in turns perhaps:
  /// two buffers. By name, with the loop.
  std::map<std::string, const clang::Stmt *> turnedArrays;
  /// Those of which it goes from element to element, where neighbouring threads have neighbouring
  /// ones (`s[t + k]`): each comes to what is another's.
  std::map<std::string, const clang::Stmt *> windows;
  /// Loops of unknown length in which how far they have come says who meets a barrier or comes to
  /// shared memory (`if (threadIdx.x == k)`, `if (k != 1)`), or which array they come to.
  std::vector<const clang::Stmt *> steeredLoops;
  /// Of Run::ofTurns: integer arguments, by number, that decided how often such loops go round.
  std::map<unsigned, std::int64_t> madeUpArguments;
  bool madeUpDecides = false;                 ///< a branch, by a number that was made up for a loop
  std::shared_ptr<SharedArrays> sharedArrays; ///< what the kernel does with each; never null
  std::vector<std::string> lost;              ///< what could not be followed, each a clause
  std::optional<WorkSummary> work;            ///< arithmetic and traffic; none: there is none
  std::uint64_t steps = 0;
};

class Interpreter {
public:
  Interpreter(clang::ASTContext &context, Recorder &recorder, const Run &run);
  Outcome execute();

private:
  using Address = Value;

  /// Who surely takes the same one of two paths that come together.
  struct Agree {
    /// Nobody, the threads of each warp, the same with nothing to say that warps differ, all
    /// threads of the block.
    enum Kind : std::uint8_t { Nobody, Warps, WarpsAlike, Block };
    Kind kind = Nobody;
    /// Of Nobody: threads whose numbers differ in these bits alone do, such as those of a tile.
    std::uint8_t across = 0;

    // Where more is not known, the kind is all there is: implicit on purpose.
    Agree(Kind which) : kind(which) {} // NOLINT(google-explicit-constructor)
    friend bool operator==(const Agree &agree, Kind which) { return agree.kind == which; }
    /// Of these bits, those across which threads surely do.
    std::uint8_t among(std::uint8_t bits) const {
      return kind == Nobody ? static_cast<std::uint8_t>(across & bits) : bits;
    }
    /// Who does here and there.
    Agree with(const Agree &other) const {
      Agree both = std::min(kind, other.kind);
      both.across = among(other.among(Algebra::acrossWarp));
      return both;
    }
  };

  /// A branch of which one side left: what comes after it, in the function or the iteration, is
  /// the other side.
  struct EarlyLeave {
    clang::SourceRange condition;
    const char *cost;
    std::uint64_t begin; ///< operations_ then
    /// issued_ then; none: which lanes stay is not known.
    std::optional<Issue> issuedBefore;
    std::size_t loops = 0; ///< openedLoops_ then
    unsigned depth = 0;    ///< symbolicDepth_ then
  };

  static constexpr unsigned mostPartsSeen = 8; ///< of a class that are looked at, with those inside

  // A function being executed.
  struct Frame {
    const clang::FunctionDecl *function = nullptr;
    const clang::Expr *site = nullptr;      ///< the call; null: the kernel itself
    const clang::Stmt *statement = nullptr; ///< that the call stands in
    std::uint64_t calls = 0; ///< a number that the places of the calls make that lead to it
    LaneMask returned;
    std::map<const clang::VarDecl *, Address> variables;
    std::map<const clang::ValueDecl *, Address> captures; ///< of a lambda
    std::optional<Address> self;                          ///< this
    Address result; ///< temporary that receives a class result
    std::optional<Value> returnValue;
    /// A path that was left behind by a return: what it returned, what it had stored, and why not
    /// all threads took it.
    struct SideReturn {
      std::optional<Value> value;         ///< none: nothing, or what the other paths return
      std::shared_ptr<const State> state; ///< null: none is kept
      Agree agree = Agree::Block;
      Cause cause = Cause::None;
    };
    std::vector<SideReturn> sideReturns;
    std::vector<ObjectId> locals;
    /// Objects that a destructor waits for at the end of their block, and in how many loops they
    /// stand.
    std::vector<std::pair<const clang::VarDecl *, std::size_t>> alive;
    bool endsKernel = false; ///< when it returns, so does the kernel
    LaneMask left;           ///< threads that left the kernel's last loop before it was called
    std::vector<EarlyLeave> earlyReturns;
  };
  /// Of those that left what ends here, at `end` in the text; invalid: somewhere.
  void countEarlyLeaves(const std::vector<EarlyLeave> &leaves, clang::SourceLocation end);
  /// Some threads leave the iteration, the loop or what stands before a label: what is left of it
  /// is the other side.
  void leaveEarly(const EarlyLeave &early, const clang::Stmt &by);
  bool leavesLoop(const clang::Stmt &by) const; ///< or a switch, or it may
  /// What the host adds to a pointer that it hands over.
  Value pastStart(const clang::ParmVarDecl &pointer, const Residue &start);
  void findKernelEnds(const clang::Stmt *last);
  /// Does the kernel end where this statement does?
  bool endsKernel(const clang::Stmt *statement) const {
    return frames_.back().endsKernel && kernelEnds_.count(statement) != 0;
  }

  /// A loop, a switch, or what stands before a label that a `goto` leads to.
  struct LoopFlow {
    LaneMask broken; ///< of a label: who has gone there
    LaneMask continued;
    /// A state at a break or continue on a path that was left behind.
    struct SideState {
      std::shared_ptr<const State> state; ///< never null; shared by all copies of the flow
      Agree agree = Agree::Block;
      Cause cause = Cause::None;
    };
    std::vector<SideState> sideExits;
    std::vector<SideState> sideContinues;
    std::size_t absences = 0; ///< length of absences_ when it began
    bool mayReturn = false;   ///< on a path that was left behind
    bool isSwitch = false;
    const clang::LabelDecl *label = nullptr; ///< of neither a loop nor a switch
    bool endsKernel = false;                 ///< who leaves the loop leaves the kernel
    bool stepsByGrid = false; ///< a grid that covers the data has one round of it only
  };

  /// Where control has gone so far: what a fork must put back.
  struct Flow {
    LaneMask active;
    LaneMask returned;
    std::optional<Value> returnValue;
    std::vector<LoopFlow> loops;
    LaneMask trapped;
  };

  /// Comparisons with bounds in a condition: left minus right of each.
  using Comparisons = std::vector<std::pair<const clang::Expr *, std::shared_ptr<const Value>>>;

  /// Threads of the first block that surely go the way of a condition, and surely do not.
  struct InFirst {
    LaneMask sure, never;
    bool only = false; ///< no thread of another block goes that way
  };

  /// Something that may keep threads away from what follows.
  struct Condition {
    const clang::Stmt *statement = nullptr;
    const clang::Expr *expr = nullptr;
    Cause cause = Cause::None; ///< None: all threads of the block agree
    enum class Kind : std::uint8_t {
      Branch,
      Loop,
      Ternary,
      Return,
      LoopExit,    ///< break
      LoopContinue ///< until the iteration ends
    } kind = Kind::Branch;
    std::uint64_t number = 0; ///< grows from one met to the next
    bool exits = false;       ///< the threads kept away have left the kernel
    /// Who takes a side waits for nobody there and leaves the kernel at its end.
    bool thenGone = false, elseGone = false;
    bool othersGone = false; ///< the same of the side that is not being run
    LaneMask gone;           ///< those who take it, where each of them is known
    /// Of a guard: some block of the grid is an interior one. Where warps go as a whole: all those
    /// of some block go this way.
    bool byBlock = false;
    bool byParameter = false;                       ///< as of a Value
    std::shared_ptr<const Comparisons> comparisons; ///< null: none
    /// What inFirstBlock() has found, by which of them; one for each way.
    mutable std::array<
        std::shared_ptr<const std::pair<std::shared_ptr<const Comparisons>, InFirst>>, 2>
        inFirst;
    bool ofOwnData = false; ///< it compares data of which no other thread has a say
    bool ofElement = false; ///< or asks whether an element is zero
    bool holds = true;      ///< in the threads of the side that is run, or that left
    std::string key;        ///< of what all threads agree on: equal where it comes out the same
    bool sidesFollowed =
        false;             ///< barriers that a part of the block meets on one side, see joinSides
    bool mayWait = false;  ///< of a loop: something in it may wait for other warps
    bool isForked = false; ///< of a guard: blocks that take the one side and the other are followed
    bool exact = false;    ///< the threads that go on are known, each of them
    std::size_t depth = 0; ///< functions entered when it was met
    /// Of a guard: it compares what a loop finds elsewhere in each iteration with the threads' own
    /// numbers. What comes of that is each thread's own, in interior blocks, too. As these numbers
    /// lie side by side, it is the lanes that part more than the data.
    bool searches = false;
    Cause causeOfValues() const { return searches ? Cause::Lane : cause; }
    bool wholeWarps = false; ///< warps go one way or the other as a whole
    /// Those that go the first way do: it asks whether all lanes are here, as of when so many
    /// conditions had been met.
    std::optional<std::uint64_t> wholeAfter;
    bool warpsMayAgree = false; ///< of those: nothing says that they differ
    bool partsWarps = false;    ///< one half of each warp goes one way, whichever that is
    /// As of a Value: who holds the same of it goes the same way; null: not known.
    std::shared_ptr<const Value> difference;
    /// Of a loop: the same in an iteration that stands for all; null: not known.
    std::shared_ptr<const Value> differenceLater;
    /// As of a Value: threads whose numbers differ in these bits alone go the same way. Of a loop:
    /// in its first iteration.
    std::uint8_t sameAcross = 0;
    std::uint8_t sameAcrossLater = 0; ///< of a loop: in an iteration that stands for all
    /// A side of it ends with a trap: it takes the grid down, and no barrier waits for anybody.
    bool thenTraps = false, elseTraps = false;
    bool traps() const { return thenTraps || elseTraps; }
    bool differsBetweenBlocks = false; ///< depends on blockIdx
    bool ofFew = false;                ///< met by a few lanes of each warp only
    std::size_t flow = 0;              ///< of LoopExit: the place in loops_ of what is left
    /// Of a branch: the return, continue, break or goto that its first side ends with.
    const clang::Stmt *leavesBy = nullptr;
  };

  /// Is it a place in the grid against a number that only this launch has?
  bool isBoundOfLaunch(const clang::BinaryOperator &comparison, const Value &left,
                       const Value &right) const;
  /// Is it the number of a thread or a warp against what all threads share?
  bool isBound(const Condition &condition) const;

  void describe(Condition &condition, const Value &value) const;
  /// Is there anything in it that may wait for other threads?
  bool mayWait(const clang::Stmt *statement);
  bool mayWaitForWarps(const clang::Stmt *statement);
  llvm::DenseMap<const clang::Stmt *, bool> mayWait_; ///< what was asked
  llvm::DenseMap<const clang::Stmt *, bool> mayWaitForWarps_;
  void pushCondition(Condition condition);

  struct Split {
    LaneMask yes, no, maybe;
    LaneMask elected; ///< of `maybe`: stand for the one that data let in, where it is one; or none
    Value condition;
  };

  struct Location { ///< an address taken apart
    bool known = false;
    ObjectId object = 0;
    Value offset; ///< bytes from the start of the object
  };

  /// What an access looks like in the source.
  struct Access {
    const clang::Expr *expr = nullptr; ///< the lvalue
    clang::QualType type;
    const char *op = "load"; ///< store, atomic, or copy: asynchronous, to shared memory
    const clang::FieldDecl *field = nullptr; ///< of a structure in an array
    std::int64_t structBytes = 0;
    /// The field and all that it lies in, from the inside out, each with the bytes of its
    /// structure.
    llvm::SmallVector<std::pair<const clang::FieldDecl *, std::int64_t>, 2> fields;
    std::int64_t wholeBytes = 0; ///< bytes of the whole thing moved where it is moved in pieces
    /// As a library's function writes it, whose use `expr` is; null: it is no library's.
    const clang::Expr *inLibrary = nullptr;
    /// Of a structure of which one field is moved: where in it that is, bytes.
    std::optional<std::int64_t> movedPart;
    /// Of an atomic that many lanes could do as one: does the compiler see to that by itself?
    std::optional<bool> aggregated;
  };

  // Statements (Statements.cpp).
  void exec(const clang::Stmt *statement);
  void execBlock(const clang::CompoundStmt *block);
  clang::SourceRange withinStatement() const;
  void execIf(const clang::IfStmt *statement);
  using Side = std::function<void()>;
  /// What the text of a branch says of its sides.
  struct Shape {
    bool thenLeaves = false;
    std::optional<bool> ofTheEdge; ///< the side (true: the first) for threads beside a bound
    bool assigns = false;          ///< `if (c) x = y;`
  };
  static std::optional<bool> sideOfTheEdge(const clang::AbstractConditionalOperator *op);
  void execBranch(const Condition &condition, const Value &value, const Side &thenSide,
                  const Side &elseSide, const Shape &shape);
  void keepOnWayRound(SharedUse use, const std::set<std::pair<std::string, bool>> &agreed);
  void forkBranch(const Condition &condition, const Split &split, const Side &thenSide,
                  const Side &elseSide, bool uniform);
  void guardBranch(const Condition &condition, const Split &split, const Side &thenSide,
                   const Side &elseSide, bool interior);
  Flow flow() const;
  void restore(const Flow &flow);
  void leaveBehind(const State &state, const Flow &before, const Flow &after,
                   const Condition &condition, const LaneMask &mask);

  /// A loop, whatever its spelling.
  struct Loop {
    const clang::Stmt *statement = nullptr;
    const clang::Expr *condition = nullptr; ///< null: for (;;)
    Side beforeCondition;                   ///< while (T x = …)
    Side body;
    Side step;
    bool testFirst = true;
  };
  void execLoop(const Loop &loop);
  Value conditionOf(const Loop &loop); ///< of a loop that has one: 0 or 1
  const LoopProgress &progressOf(const clang::Stmt *loop);
  llvm::DenseMap<const clang::Stmt *, std::unique_ptr<const LoopProgress>> progress_;
  /// Does a guard of a branch, or of a loop's end, let each thread come to something of its own?
  bool searches(const clang::Stmt *branch, const clang::Expr *condition);
  bool endsBySearch(const Loop &loop, const Value &condition);
  /// `done`: threads that have left it already.
  void symbolicLoop(const Loop &loop, const Value &condition, const LaneMask &done);
  void runIteration(const Loop &loop);
  bool countsBetweenConstants(const clang::Stmt &loop);
  void releaseBetweenIterations(const clang::Stmt *loop);
  void mergeSide(const LoopFlow::SideState &side);
  void keepReturn(const State &state, const std::optional<Value> &value,
                  const Condition &condition);
  /// The paths that a function left behind by a return come together with the one that reached its
  /// end.
  void mergeReturns(const Frame &finished);
  void absorbContinues();
  bool bindTripCount(const Loop &loop, const Value &condition);
  /// How the lanes of a warp spend the iterations of a loop whose trips are all known.
  struct TripCount {
    std::int64_t spread = 0; ///< most iterations - fewest in one warp, greatest of all warps
    std::int64_t used = 0;   ///< iterations, summed over threads
    std::int64_t slots = 0;  ///< the same, if all that enter ran as often as the last of their warp
    std::int64_t warps = 0;  ///< iterations, summed over warps
  };
  /// `common`: iterations of all that entered; `more`: of each thread, beyond those.
  static TripCount tripCount(const LaneMask &entering, std::int64_t common,
                             const std::vector<std::uint32_t> &more);
  bool beginsWithinAStep(const Loop &loop);
  bool spansAlike(const Loop &loop);
  std::optional<std::int64_t> spreadOfStart(const clang::Expr *start, unsigned depth);
  bool isSameInWarps(const clang::Expr *number);
  void recordLoop(const Loop &loop, const LaneMask &entering, const Value &condition, bool varying,
                  std::uint64_t cost, std::optional<std::int64_t> fewest,
                  std::optional<std::int64_t> most);
  /// How a cell changes from one iteration to the next.
  struct Widening {
    std::optional<Value> delta; ///< added each time; else anything
    std::vector<Term> objects;  ///< of anything: what it points into
    Cause cause = Cause::None;  ///< of anything: None if all threads agree on it
    bool warpUniform = false;
    bool warpsMayAgree = false;  ///< of that: nothing says that warps differ
    bool warpsDiffer = false;    ///< of anything: warps surely do
    std::uint8_t sameAcross = 0; ///< of anything: as of a Value
    bool uniform = false;        ///< anything, but the same for all threads
    bool shift = false;          ///< start + a uniform unknown
    std::int64_t unit = 1;       ///< of which that unknown is a multiple
  };
  using CellKey = std::pair<ObjectId, std::int64_t>;
  bool isInvariant(SymbolId id, std::size_t symbolsBefore) const;
  std::map<CellKey, Widening> widenings(const State &before, const State &after,
                                        std::size_t symbolsBefore, const LaneMask &mask,
                                        std::vector<CellKey> &vanished);
  bool isRound(const State &start, const CellKey &key, std::int64_t step) const;
  State widened(const State &start, const std::map<CellKey, Widening> &plan,
                const std::vector<CellKey> &vanished, const std::string &name);
  void execSwitch(const clang::SwitchStmt *statement);
  void execDeclaration(const clang::VarDecl *variable);
  /// Runs the destructors of what lives in this function, in `loops` loops at least: of the last
  /// first, down to the first `kept`.
  void destroyAlive(std::size_t kept, std::size_t loops = 0);
  void destroy(const Address &object, const clang::CXXRecordDecl *record, const clang::Expr *site,
               unsigned depth = 0);
  void execReturn(const clang::ReturnStmt *statement);
  void leaveFunction();
  void execGoto(const clang::GotoStmt *statement);
  const Jumps *jumpsOf(const clang::FunctionDecl &function);
  bool isReturn(const clang::Stmt *statement);
  void arriveAtLabel();
  void execBreak();
  std::optional<Value> specialRegister(llvm::StringRef name);
  void execAsm(const clang::GCCAsmStmt *statement);
  Split split(const Value &condition) const;
  std::optional<Split> decidedBeside(const clang::Expr *left, const Split &ofLeft, const Value &a,
                                     const LaneMask &askedLeft, const clang::Expr *right,
                                     const Split &ofRight, const Value &b,
                                     const LaneMask &askedRight) const;
  static Agree agreement(bool block, const Condition &condition) {
    Agree agree = condition.searches        ? Agree::Nobody
                  : block                   ? Agree::Block
                  : condition.warpsMayAgree ? Agree::WarpsAlike
                  : condition.wholeWarps    ? Agree::Warps
                                            : Agree::Nobody;
    agree.across = condition.sameAcross;
    return agree;
  }
  Agree agreement(const Condition &condition) const;
  std::vector<Term> objectsOfBoth(const Value &a, const Value &b) const;
  Value mergeValues(const Value &a, const Value &b, const LaneMask &onlyA, const LaneMask &onlyB,
                    Agree agree, Cause cause);
  /// What a variable holds after one of two assignments is called as the variable is.
  void nameEither(const Value &value, const Object &variable);
  /// Remainders that are 0 where those facts hold.
  std::vector<Value> zeroRemainders(const std::map<SymbolId, std::int64_t> &facts) const;
  /// n is n - n % 32 where that remainder is 0: a multiple of 32.
  Value withoutRemainders(const Value &value, const std::vector<Value> &zero) const;
  ObjectMap::Entries mergeMemory(const State &a, const State &b, const LaneMask &onlyA,
                                 const LaneMask &onlyB, Agree agree, Cause cause);
  State mergeStates(const State &a, const State &b, const LaneMask &onlyA, const LaneMask &onlyB,
                    Agree agree, Cause cause);
  void learn(const Value &condition, bool holds);
  /// The same of what `&&` and `||` join in a condition that was just evaluated.
  void learnOf(const clang::Expr *condition, bool holds);
  /// What the right side of `&&` or `||` costs, where the left one parts the lanes.
  void noteShortCircuit(const clang::BinaryOperator &op, const Split &parts, std::uint64_t cost,
                        std::int64_t joined);
  /// Of both sides: operations that share an instruction with another, and that make up addresses.
  /// `nested`: loops of unknown length, one in another, in either side.
  void recordBranch(const Condition &condition, const Split &split, Cause cause,
                    std::uint64_t thenCost, std::uint64_t elseCost, std::int64_t joined = 0,
                    std::int64_t addressing = 0, unsigned nested = 0);
  Value resolve(const Value &value) {
    Value resolved = algebra_.substitute(value, state_.facts);
    if (!madeUp_.empty() && llvm::any_of(value.terms, [&](const Term &term) {
          return llvm::any_of(term.monomial, [&](SymbolId id) { return madeUp_.contains(id); });
        }))
      resolved.assumptions.insert(std::ranges::upper_bound(resolved.assumptions, madeUpNumber_),
                                  madeUpNumber_);
    return resolved;
  }
  std::set<SymbolId> madeUp_; ///< bounds of loops that were given numbers
  /// Does it rest on one of these? Such a number is good for the loop alone.
  bool isMadeUp(const Value &value) const {
    return !madeUp_.empty() && llvm::is_contained(value.assumptions, madeUpNumber_);
  }
  /// Is it made of nothing but numbers and how often loops have gone round?
  bool isOfRounds(const Value &value) const;
  void noteSteered(const Value &condition); ///< by how often a loop has gone round
  void addSteered(const clang::Stmt *loop);
  bool isInShared(const Value &address) const;
  std::set<SymbolId> unknownNames_; ///< what names stand for that nothing declares
  bool isOfUnknownName(const Value &value, unsigned depth = 0) const;
  Value valueOfUnknownName();

  // Statements that are missing from the AST (LeftOut.cpp).
  const std::vector<LeftOut> &leftOutOf(const clang::CompoundStmt *block);
  void passLeftOut(const clang::CompoundStmt *block, std::size_t index);
  bool standsForAnother(const clang::NullStmt *statement) const;
  bool mayMissStatements() const;
  void mayDoAnything();
  void forgetWritten(const LeftOut &left);
  void forgetVariables(const std::map<std::string, Written> &written);
  void passDamaged(const clang::VarDecl *variable);
  void finishMissedBarriers();

  // Expressions (Expressions.cpp).
  Value floatingNumber(const llvm::APFloat &number);
  Value eval(const clang::Expr *expr);
  Value evalCast(const clang::CastExpr *cast);
  Value evalUnary(const clang::UnaryOperator *op);
  Value evalBinary(const clang::BinaryOperator *op);

  // Lanes beside a bound (EdgeLanes.cpp).
  void noteComparison(const clang::BinaryOperator *op, const Value &left, const Value &right,
                      const Value &result);
  void takeComparisons(const clang::Expr *expr, Comparisons &taken) const;
  std::shared_ptr<const Comparisons> comparisonsIn(const clang::Expr *expr) const;
  LaneMask lanesAtTheEdge();
  const InFirst &inFirstBlock(const Condition &condition, bool holds) const;
  InFirst findInFirstBlock(const Condition &condition, bool holds) const;
  std::optional<LaneMask> lanesInFirstBlock() const;
  LaneMask lanesNotInFirstBlock() const;
  bool isOnlyInFirstBlock() const;
  /// `loaded`: the lvalue's value is wanted, so each side loads its own.
  Value evalConditional(const clang::AbstractConditionalOperator *op, bool loaded = false);
  /// The two variables of which a choice is the smaller or the larger one, as they are before it.
  std::optional<std::pair<Value, Value>>
  extremeOf(const clang::Expr *condition, const clang::Expr *chosen, const clang::Expr *other);
  std::optional<Value> writtenExtreme(const clang::AbstractConditionalOperator *op);
  /// `result` is what one commutative operation makes of both: where one is the other of another
  /// lane, these two come to the same.
  Value exchanged(const Value &a, const Value &b, Value result);
  Value ofWarp(Value value);
  std::uint64_t costOfDivision(const clang::BinaryOperator &op, clang::QualType type,
                               const Value &of, const Value &by) const;
  Value arithmetic(clang::BinaryOperatorKind kind, const Value &a, const Value &b,
                   clang::QualType type, clang::QualType left, clang::QualType right);
  Value arithmeticOf(clang::BinaryOperatorKind kind, const Value &a, const Value &b,
                     clang::QualType type, clang::QualType left, clang::QualType right);
  Value compare(clang::BinaryOperatorKind kind, const Value &a, const Value &b,
                clang::QualType operandType);
  Value comparedWithNull(const Address &address);
  bool isOfThoseHere(const Value &value) const;
  Value wrap(const Value &value, clang::QualType type);
  Value withinType(Value value, clang::QualType type) const;
  Value opaqueResult(std::initializer_list<const Value *> operands, const char *name);
  Address addressOf(const clang::Expr *lvalue);
  Address variableAddress(const clang::VarDecl *variable);
  Value indexValue(llvm::StringRef name, int axis);
  Address temporary(clang::QualType type, const char *name);
  /// The object that stands for all those of a class that holds nothing.
  Address nothing(clang::QualType type);
  /// What the expression gives, where that is known without running it.
  std::optional<Value> withoutRunning(const clang::Expr *expr);
  /// What a function of Effects::isArithmetic is given, where all of it is numbers.
  std::optional<Effects::Application> applied(const clang::FunctionDecl *function,
                                              const Frame &frame);
  bool addNumbers(const Address &object, clang::QualType type, std::vector<std::int64_t> &numbers);
  /// While it lives, nothing is recorded or counted: what a compiler computes takes no
  /// instructions.
  class Uncounted {
  public:
    explicit Uncounted(Interpreter &interpreter);
    Uncounted(const Uncounted &) = delete;
    Uncounted &operator=(const Uncounted &) = delete;
    ~Uncounted();

  private:
    Interpreter &interpreter_;
    std::vector<SiteRecord *> neighbours_;
    std::uint64_t operations_;
    std::uint64_t doubtfulOperations_;
    std::uint64_t tripWeight_;
  };
  bool holdsSameForAll(const Address &object, clang::QualType type, unsigned &budget);
  Value agreementOn(const Address &object, clang::QualType type, const std::string &name);
  void initialiseList(const Address &target, clang::QualType type,
                      const clang::CXXStdInitializerListExpr *list);
  void storeZeroes(const Address &target, clang::QualType type, unsigned depth = 0);
  void initialise(const Address &target, clang::QualType type, const clang::Expr *init);
  void initialiseInParentheses(const Address &target, clang::QualType type,
                               const clang::CXXParenListInitExpr *list);
  void initialiseByConstructor(const Address &target, const clang::CXXConstructExpr *construct);
  std::optional<std::int64_t> sizeOf(clang::QualType type) const;
  std::optional<std::int64_t> computedSizeOf(clang::QualType type) const;
  bool takesGridDown(const clang::Stmt *statement);
  bool isLeftToOtherBuilds(const clang::FunctionDecl &function);
  std::optional<std::int64_t> fieldOffset(const clang::FieldDecl *field) const;
  /// The place of a field that has none that is known: the same for all threads.
  Value unknownOffset(const clang::FieldDecl *field);
  Value unknownSize(const clang::NamedDecl *type);
  void loseLayout(const clang::NamedDecl &type);
  Value notUnderstood(const clang::RecoveryExpr *expr);
  void lookAtParts(const clang::Expr *expr, bool &uniform, bool &warps);
  std::optional<std::int64_t> baseOffset(const clang::CXXRecordDecl *derived,
                                         const clang::CXXRecordDecl *base) const;
  Value pointerStep(const Value &pointer, const Value &index, clang::QualType pointee, int sign);

  // Memory (Accesses.cpp).
  Value load(const Address &address, clang::QualType type, const clang::Expr *expr);
  void store(const Address &address, clang::QualType type, const Value &value,
             const clang::Expr *expr);
  void copyObject(const Address &target, const Address &source, clang::QualType type,
                  const clang::Expr *targetExpr, const clang::Expr *sourceExpr);
  /// Bytes that are moved one piece after the other.
  struct Pieces {
    std::int64_t bytesOfOne = 1;
    std::int64_t bytes = 0;   ///< all that is moved
    std::int64_t ofWhole = 0; ///< bytes of the thing that they are part of, or all of
    /// Where not all is moved; null: all, in pieces of one size.
    const UsedParts::Used *used = nullptr;
    const clang::Expr *stored = nullptr; ///< of a store, what is stored, as it is written
  };
  void recordPieces(const Address &address, const clang::Expr *expr, const char *op,
                    const Pieces &pieces);
  const UsedParts::Used *usedOf(const Address &target, std::int64_t bytes);
  /// `bytes`: how many there, where that is known; else it may be all of the object.
  void havoc(const Address &address, Cause cause, std::optional<std::int64_t> bytes = {});
  void havocWithin(const clang::Expr *pointer, const Address &target,
                   std::optional<std::int64_t> bytes);
  /// What a function that is not seen may have done to an object.
  void havocObject(const Address &address, clang::QualType type);
  bool isOfThread(ObjectId object) const;
  bool isHeld(const Address &address, std::int64_t bytes, bool shared);
  void hold(const Address &address, std::int64_t bytes, bool shared);
  /// Somebody wrote there: what may lie there must be loaded again.
  void release(const Address &address, std::int64_t bytes, bool shared);
  void memoryChanged();
  void forget(ObjectId object, Cause cause);
  /// Of the object only what the array holds that is a member of it, and of which `element` is an
  /// element. False: it is none, or not known where.
  bool forgetElements(ObjectId object, const clang::Expr *element, Cause cause);
  /// The value that stands for all that the object holds, if there is one; null: none.
  const Value *wholeOf(ObjectId object) const;
  /// Whatever was written to it.
  bool holdsSameForAll(ObjectId object) const;
  void notePart(ObjectId object, const Value &value); ///< given to some of it
  /// Of threads, in which these may hold what the paths do not tell any more: it was different, or
  /// written on one path only.
  llvm::DenseSet<ObjectId> parted_;
  /// Objects of which something is no longer known that was written: where nothing is found there,
  /// it may have been.
  llvm::DenseSet<ObjectId> lost_;
  /// Was nothing written there on any path that leads here?
  bool isUnset(ObjectId object, const Cells *cells, std::int64_t at, std::int64_t bytes) const;
  Value unsetValue(); ///< what a variable holds before it is given a value
  bool isMadeOfParts(clang::QualType type, std::int64_t bytes) const;
  void forEachField(clang::QualType type, std::int64_t at, unsigned depth,
                    const std::function<void(std::int64_t, clang::QualType)> &visit) const;
  void readAtomically(const Address &address, clang::QualType type, const clang::Expr *expr,
                      std::optional<bool> aggregated);
  Location locate(const Address &address) const;
  ObjectId makeObject(Object object);
  Value addressValue(ObjectId object) const;
  ObjectId pointeeObject(const std::string &name, Space space, SymbolId *symbol = nullptr);
  std::string fieldName(clang::QualType type, std::int64_t offset) const;
  Value sharedElement(const Location &place, clang::QualType type);
  Value loadCell(ObjectId object, const Value &offset, clang::QualType type);
  void storeCell(ObjectId object, const Value &offset, clang::QualType type, const Value &value);
  Value unknownOf(clang::QualType type, const Value &address, const char *what);
  Value asItsOwn(Value loaded, clang::QualType type);
  Value unitOf(const clang::Expr *bitField, const Value &at) const;
  Access describeAccess(const clang::Expr *expr, clang::QualType type, const char *op) const;
  void recordAccess(const Access &access, const Address &address);
  void recordGlobal(const Access &access, const Address &address, std::optional<ObjectId> object,
                    bool isPart);
  Value withSmallFactors(const Value &address, std::int64_t bytes) const;
  void noteFields(SiteRecord &record, const Access &access, const Address &address,
                  std::optional<ObjectId> object);
  void recordShared(const Access &access, ObjectId object, const Value &offset);
  bool isInHelper() const { return frames_.size() > 1; }
  void countCalls(SiteRecord &record, const SiteRecord::Calls &counts);
  /// A number that changes with each iteration of the loop around, if what it accesses in shared
  /// memory is not joined to what the next one does; else 0.
  std::uint64_t apartIterations(const clang::Expr &access);
  /// A number of the straight code that runs, as it is where loops are unrolled.
  std::uint64_t straightCode();
  /// Is it known to us alone, or only when the kernel runs?
  bool isCountedByRolledLoop(const clang::Expr *access, bool orLong = false);
  static constexpr std::int64_t mostCopiedParameter = 128; ///< bytes
  bool isCopiedToChooseFrom(ObjectId parameter, std::int64_t element);
  bool isWrittenTo(const clang::VarDecl *parameter);
  void noteSame(const Location &target, const Location &source, std::int64_t bytes);
  bool goesOnUntold(const clang::Stmt *loop); ///< hasOneExit, kept
  bool isRunTime(const Value &value) const;
  void recordLocal(const Access &access, ObjectId object, const Value &offset);
  /// For what is known of each shared array as a whole; also where no load is issued.
  void noteShared(ObjectId object, const Value &offset, std::int64_t bytes, const char *op,
                  const clang::Expr *expr);
  void noteSubscript(const clang::ArraySubscriptExpr *subscript, const Value &index);
  bool otherSideNames(const clang::IfStmt &branch, const clang::Expr &access) const;
  void classify(SiteRecord &record, const Access &access, const Address &address,
                std::uint64_t sectors, std::uint64_t ideal);
  void noteOpenGuards(SiteRecord &record);
  void noteOrigin(SiteRecord &record, const clang::Expr *expr);
  void recordContention(SiteRecord &record, const std::vector<Request> &requests,
                        bool aggregated) const;
  void recordConstant(const clang::Expr *expr, ObjectId object, const Value &offset,
                      clang::QualType type);
  bool isStaged(const clang::Expr *access) const;

  // What accesses have to do with one another (Reuse.cpp).

  /// Accesses of one loop while it runs.
  struct Held {
    std::uint64_t number = 0;
    bool shared = false;
    Value address;
    std::int64_t bytes = 0;
    LaneMask lanes;
  };
  struct LoopAccesses {
    struct One {
      ObjectId object = 0;
      Value address; ///< when first seen
      LaneMask lanes;
      std::int64_t bytes = 0;
      unsigned passes = 0;
      bool same = true;        ///< each time at the same address
      bool moves = false;      ///< by the same distance in all threads
      bool always = true;      ///< under no condition inside the loop
      bool isLost = false;     ///< it goes where it cannot be told, or is volatile
      bool isAnywhere = false; ///< not even in which object
      /// Of a load in a loop inside, which is unrolled: how often that goes round, and where it
      /// ends.
      unsigned rounds = 0;
      Value last;
    };
    std::map<std::pair<const clang::Expr *, bool>, One> ones; ///< by expression; is it a store?
    std::set<ObjectId> written;
    std::vector<ObjectId> order; ///< in which they came to be written
    std::set<ObjectId> onWayOut; ///< written by who goes round no more
    std::size_t frames = 0;      ///< of those open, where it stands
    bool disturbed = false;      ///< by a barrier, an atomic, a write to nobody knows where
    bool isLost = false;         ///< something in it was not understood
    std::size_t conditions = 0;  ///< length of conditions_ in its body
    unsigned passes = 0;         ///< through its body
    clang::SourceLocation location;
    std::vector<Held> heldBefore; ///< in registers when it began

    void write(ObjectId object) {
      if (written.insert(object).second)
        order.push_back(object);
    }
  };
  /// Loads and stores that a loop does again and again at one place.
  struct Repeated {
    const clang::Expr *expr = nullptr;
    bool isStore = false;
    ObjectId object = 0;
    std::set<ObjectId> between; ///< other objects that the loop writes (of a store: reads)
    bool disturbed = false;
    clang::SourceLocation loop;
  };
  std::optional<ObjectId> objectIndexed(const clang::Expr *expr) const;
  void noteAccess(const clang::Expr *expr, const char *op, const Address &address,
                  std::int64_t bytes);
  void countOnce(const LoopAccesses &accesses, const clang::Expr *expr, bool isStore,
                 const LoopAccesses::One &one);
  void noteWrite(const Address &address);
  void noteInner(const clang::Expr *expr, const LoopAccesses::One &inner);
  void leaveWithWrites(std::size_t since, const LaneMask &started);
  void endLoopAccesses(std::optional<std::int64_t> trips);
  void noteReuse(const clang::Expr *expr, const LoopAccesses::One &one);
  void traceAccess(SiteRecord &record, const Access &access, const Address &address,
                   unsigned bytes);
  std::int64_t alignmentOf(const Value &address, const LaneMask &lanes) const;
  void finishAccesses();
  void finishMisaligned();
  void finishVectors();
  void finishRepeated();
  const clang::ParmVarDecl *pointerParameter(ObjectId object) const;

  // Arithmetic and traffic (Arithmetic.cpp).

  /// What a call that is known by name computes, per lane.
  struct NamedArithmetic {
    Unit unit = Unit::Fp32;
    double flops = 0;
    double special = 0;
    bool branches = false; ///< its code has branches
  };
  /// An iteration that stands for all those of a loop.
  struct OpenPass {
    LoopId loop = nullptr;
    SymbolId count = 0; ///< completed iterations; symbols from here on are of the iteration
    std::string length; ///< as of LoopStep
    std::int64_t trips = 0;
  };
  void countOperator(clang::BinaryOperatorKind kind, clang::QualType type);
  void countFlops(Unit unit, double perLane);
  void countCall(const clang::FunctionDecl *function, const clang::CallExpr *call);
  bool isBranchedAround(const clang::FunctionDecl &function);
  std::uint64_t costOfMathematics(const clang::FunctionDecl &function);
  std::uint64_t costOfLibraryCall(const clang::FunctionDecl *function); ///< Calls.cpp
  void countAsm(llvm::StringRef code, clang::SourceLocation where);
  void countMatrixCall(llvm::StringRef name, const clang::CallExpr *call);
  /// Of a matrix in shared memory that the warps load or store as a whole.
  void noteMatrixUse(const Access &access, const Location &place, const Value &pitch,
                     const MatrixTile &tile);
  void recordMatrix(const Access &access, ObjectId object, const Value &offset, const Value &pitch,
                    const MatrixTile &tile);
  const std::optional<NamedArithmetic> &namedArithmetic(const clang::FunctionDecl *function);
  std::optional<Unit> unitOf(clang::QualType type) const;
  /// `sectors`: none where the address is not known. `element`: as SiteRecord::element.
  void noteTraffic(const AccessId &access, const Address &address, const LaneMask &lanes,
                   std::int64_t bytes, std::optional<double> sectors,
                   const std::string &element = {});
  void notePlaces(const AccessId &access, const Address &address, const LaneMask &lanes,
                  std::int64_t bytes);
  void noteUnseenTraffic(const std::string &what, clang::SourceLocation where);
  void noteUnseenCall(const clang::FunctionDecl *function, const clang::Expr *argument,
                      const Value &pointer);
  /// The length of a loop, by the condition that its iteration begins with.
  OpenPass measureLoop(const Loop &loop, const Value &holds, SymbolId count);
  void hoistAccesses(const LoopAccesses &accesses, const clang::Stmt *loop,
                     std::optional<std::int64_t> trips);
  /// Of two sides of a branch: both where threads part, the larger where it is not known who goes
  /// where.
  void countSides(Work &&thenWork, Work &&elseWork, const Condition &condition, bool isKnown);
  unsigned lineOf(clang::SourceLocation location) const;

  // What is recorded between these is kept or forgotten.
  void beginRecords() {
    neighbours_.clear();
    settle();
    issuedBefore_.push_back(issued_);
    recorder_.begin();
  }
  void commitRecords() {
    neighbours_.clear();
    settle();
    issuedBefore_.pop_back();
    recorder_.commit();
  }
  void discardRecords() {
    neighbours_.clear();
    settle();
    issued_ = issuedBefore_.back();
    issuedBefore_.pop_back();
    recorder_.discard();
  }
  void recordFewLanes(const Condition &condition, const Issue &thenIssue, const Issue &elseIssue);
  /// Counts the operations since the last time to the threads that ran them.
  void settle();
  /// Warps that have some of the lanes; few: they have only a few of them each.
  std::uint64_t warpsOf(const LaneMask &lanes) const;
  bool isFew(const LaneMask &lanes) const;
  void noteAssumptions(SiteRecord &record, const Value &value);
  unsigned laneOfWarp(unsigned warp) const { return warp * 32; }

  // Calls (Calls.cpp).
  Value evalCall(const clang::CallExpr *call);
  std::optional<std::int64_t> constantOf(const clang::CallExpr *call,
                                         const clang::FunctionDecl *function);
  Value addressOfFunction(const clang::FunctionDecl *function);
  const clang::FunctionDecl *functionPointedTo(const clang::CallExpr *call);
  Value enter(const clang::FunctionDecl *function, llvm::ArrayRef<const clang::Expr *> arguments,
              const std::optional<Address> &self, const clang::Expr *site,
              const Address *constructed = nullptr);
  std::optional<Value> intrinsic(llvm::StringRef name, const clang::FunctionDecl *function,
                                 const clang::CallExpr *call);
  std::optional<Value> bitIntrinsic(llvm::StringRef name, const clang::CallExpr *call);
  std::optional<Value> synchronisation(llvm::StringRef name, const clang::CallExpr *call);
  std::optional<Value> cachedAccess(llvm::StringRef name, const clang::CallExpr *call);
  std::optional<Value> shuffle(llvm::StringRef name, const clang::CallExpr *call);
  std::optional<Value> atomic(llvm::StringRef name, const clang::CallExpr *call);
  std::optional<bool> isAggregated(llvm::StringRef name, const clang::CallExpr *call,
                                   const Value &address, const Value &operand) const;
  /// Attempt: a compare-and-swap that computes what it stores, and is tried until it fits.
  enum class AtomicKind : std::uint8_t { Sum, Other, Attempt, Exchange };
  /// `isUsed`: somebody wants the old value.
  std::optional<bool> isAggregated(AtomicKind kind, bool isUsed, clang::QualType type,
                                   const Value &address, const Value &operand) const;
  /// What cuda::atomic or cuda::atomic_ref, of which a method is called, stands for, and its type;
  /// nothing: it is another class.
  std::optional<std::pair<Address, clang::QualType>> atomicPlace(const Address &self,
                                                                 const clang::CallExpr *call);
  /// A method of cuda::atomic or cuda::atomic_ref that changes what it stands for; nothing: another
  /// function.
  std::optional<Value> atomicMethod(const clang::CXXMethodDecl *method,
                                    llvm::ArrayRef<const clang::Expr *> arguments,
                                    const Address &self, const clang::CallExpr *call);
  bool onlyReads(llvm::StringRef name, const clang::CallExpr *call, const Value &operand) const;
  std::optional<Value> ticket(llvm::StringRef name, const Value &counter, const Value &added,
                              clang::QualType type, std::optional<std::int64_t> start);
  std::optional<std::int64_t> numberAt(const Address &counter) const;
  /// What each lane of a shuffle reads.
  struct ShuffleSources {
    llvm::StringRef how = "idx"; ///< "up", "down", "xor"
    Value lane;                  ///< the source, or how far away it is
    unsigned width = warpSize;
    /// The lane of a warp that one of its lanes reads; none where that is not known.
    std::optional<unsigned> of(unsigned thread) const;
  };
  /// A field, and the structure in it which compilers may move more of at once.
  struct ElementPart {
    const clang::Expr *element = nullptr; ///< as written
    std::int64_t offset = 0;              ///< in it, bytes
    std::int64_t alignment = 0;           ///< of it, bytes
  };
  std::optional<ElementPart> partOfElement(const clang::Expr *expr, std::int64_t bytes);
  Value shuffled(const Value &value, const ShuffleSources &sources, clang::QualType type);
  bool worthEntering(const clang::FunctionDecl *function) const;
  /// Is it given an object that can be called, and that the project says how?
  bool callsBack(const clang::FunctionDecl &function) const;
  bool isRunning(const clang::FunctionDecl *function) const;
  /// Is it an integer that all threads hold, and does to ask for it do nothing else?
  bool isKnownNumber(const clang::Expr *argument);
  /// Is what is running called once more with nothing but numbers that all threads hold? So it ends
  /// soon, and the compiler sees to where.
  bool recursesByNumbers(const clang::FunctionDecl *function,
                         llvm::ArrayRef<const clang::Expr *> arguments);
  const clang::Expr *useOfLibrary(const clang::Expr *expr) const;
  void noteCaller(SiteRecord &record, const clang::Stmt *where) const;
  static const clang::Expr *objectArgument(const clang::CallExpr *call);
  Value unknownCall(const clang::FunctionDecl *function, llvm::ArrayRef<const clang::Expr *> args,
                    clang::QualType result, std::optional<Value> *told = nullptr);
  // What CUDA's own functions move (LibraryMoves.cpp).
  std::optional<Value> moveBytes(llvm::StringRef name, const clang::CallExpr *call);
  std::int64_t provenAlignment(const Address &address) const;
  static bool drawsRandom(const clang::FunctionDecl *function);
  void drawRandom(const clang::FunctionDecl *function, const clang::Expr *argument,
                  const Address &state);
  bool isMadeOfNumbers(clang::QualType type, unsigned most = mostPartsSeen) const;
  Value numbersOf(const Address &object, clang::QualType type, const std::string &name);
  std::optional<std::pair<std::int64_t, unsigned>> mostOfElements(const Address &object,
                                                                  clang::QualType type);
  void storeRunningSums(const Address &object, clang::QualType type, std::int64_t mostOfLane);
  void comesOf(const std::optional<Value> &given, const Address &object, clang::QualType type,
               const std::string &name);
  /// A value of its own in each warp; `warpsMayAgree`: nothing says that they differ.
  Value warpUniform(const char *name, bool warpsMayAgree, SymbolKind kind = SymbolKind::Loaded);
  Value timeOfWarp();
  /// Do all threads of each group of `groupSize` (0: of the block) go the same way, as far as
  /// anybody knows, or is nobody missed who goes another?
  bool allTakeIt(const Condition &condition, unsigned groupSize) const;
  void barrier(const std::string &op, const std::string &scope, unsigned groupSize,
               clang::SourceRange range);
  void noteStyle(SiteRecord &record, const std::string &op, clang::SourceRange range);
  /// Threads that come to one of the block's barriers with a number, and how many it waits for.
  struct NumberedArrival {
    std::string op;
    clang::SourceRange range;
    std::optional<std::int64_t> number;
    std::optional<std::int64_t> expected; ///< none: the whole block, or not known
    std::int64_t threads = 0;             ///< whole warps are counted
    bool waits = false;
    bool isCertain = false; ///< each of the threads is known, and they come once
    const clang::Expr *condition = nullptr;
  };
  std::vector<NumberedArrival> numberedArrivals_;
  /// `expected`: none: the whole block.
  void numberedBarrier(const std::string &op, const Value &number,
                       const std::optional<Value> &expected, bool waits, clang::SourceRange range);
  void finishNumberedBarriers();
  /// Threads that have left the kernel.
  LaneMask exited() const;
  /// Members of the groups of `size` neighbouring threads of which somebody is here.
  LaneMask membersHere(unsigned size) const;

  // Calls that the lanes of a warp make together (WarpCalls.cpp).
  std::optional<Value> warpIntrinsic(llvm::StringRef name, const clang::CallExpr *call);
  /// Has a lane before one that makes a call left by this bound, perhaps?
  bool mayLeaveBefore(const Condition &condition, bool onlyFirstLaneCounts) const;
  /// `site`: the call, or inline PTX.
  void warpCall(const std::string &name, const Value &mask, const clang::Stmt *site,
                const ShuffleSources *sources = nullptr);
  /// In a block that ends within a warp: does the warp's first lane get what no lane holds?
  void noteMissingLanes(SiteRecord &record, const clang::CallExpr &call,
                        const ShuffleSources &sources);
  /// One lane stores this, or adds it, for all of its warp.
  void noteAnswer(const Value &value);
  bool isMadeOfVote(const Value &value, SymbolId vote) const;
  /// The same, of what is for all lanes of a warp and takes no mask.
  void wholeWarpCall(const std::string &name, const clang::Stmt *site);
  /// Lanes that a value names, as a mask for the `_sync` intrinsics.
  struct NamedLanes {
    LaneMask lanes;
    bool outside = false;        ///< a thread that calls is not in its own mask
    bool disagree = false;       ///< lanes of one mask name different ones
    bool fromActive = false;     ///< of __activemask()
    bool fromDivergent = false;  ///< made where a condition splits the warp
    bool isAfterLoop = false;    ///< made where lanes have left a loop one after another
    std::uint64_t madeAfter = 0; ///< number of the last condition met when it was made
    const char *source = "constant";
  };
  std::optional<NamedLanes> namedLanes(const Value &mask) const;
  void rememberLanes(const Value &mask, const NamedLanes &lanes);
  bool isDivergentHere() const;
  /// Do all these lanes go the same way, each time?
  bool agreeOn(const Condition &condition, const LaneMask &lanes) const;
  bool isCoveredWithin(const Condition &condition, unsigned size) const;
  /// The same of each group of `size` threads of which somebody is here.
  bool groupsAgree(const Condition &condition, unsigned size) const;

  // Cooperative groups (Groups.cpp).
  std::optional<Value> groupCall(const std::string &name, const clang::FunctionDecl *function,
                                 const clang::CallExpr *call);
  std::optional<Value> groupMember(llvm::StringRef name, const GroupInfo &group,
                                   const clang::CallExpr *call);
  std::uint8_t callOfTile(llvm::StringRef name, const GroupInfo &group, const clang::CallExpr *call,
                          const ShuffleSources *sources = nullptr);
  Value foundByTile(std::uint8_t bits);
  std::optional<GroupInfo> groupOf(const clang::Expr *expr);
  Value makeGroup(const GroupInfo &group, clang::QualType type);
  Value rankIn(const GroupInfo &group);
  Value sizeOfGroup(const GroupInfo &group);
  /// Lanes of a warp have left a loop in different iterations, and nothing has made them meet
  /// since.
  bool partedByLoop_ = false;
  /// `parent`: threads of the group that is divided; 0: the block.
  SiteRecord &recordGroup(const std::string &op, bool implicit, clang::SourceRange range,
                          unsigned parent = 0);
  /// A call that needs more of the launch than the group: grid.sync(), map_shared_rank().
  SiteRecord &recordGroupUse(const std::string &op, const GroupInfo &group,
                             clang::SourceRange range);
  void recordPartition(SiteRecord &record, const GroupInfo &group, const GroupInfo *parent,
                       const clang::CallExpr *call);
  std::optional<std::int64_t> clusterBlocks() const;
  Value linearThread() const;
  Value vectorObject(clang::QualType type, const std::array<Value, 3> &parts);
  unsigned blockThreads() const { return algebra_.threads(); }

  // Asynchronous copies (Async.cpp, AsyncBarriers.cpp, InlinePtx.cpp).
  /// What an argument says of the queue that completes a copy.
  struct Queue {
    std::string name; ///< empty: which one is not known
    QueueKind kind = QueueKind::Thread;
    std::string written; ///< as in the source
  };
  /// A cuda::pipeline, by what was stored in it when it was made.
  struct PipelineInfo {
    const clang::CallExpr *made = nullptr;
    QueueKind kind = QueueKind::Thread;
  };
  struct Copy {
    Address target;
    std::optional<Value> source;
    const clang::Expr *sourceExpr = nullptr; ///< the pointer; null: it is not written as one
    std::optional<Value> bytes;              ///< of one call
    const char *mechanism = "";
    bool commits = false;
    bool collective = false;
    bool isOpen = false; ///< some of the threads may well leave it out
    /// It may bring less than it fills, and zeroes for the rest: how much is not known.
    bool mayFillZeroes = false;
    const clang::Stmt *site = nullptr;
    /// Alignment that the implementation goes by, and that addresses must have; 0: not known.
    std::int64_t relies = 0;
    std::int64_t must = 0;
    std::optional<bool> asynchronous; ///< false: it copies with plain loads and stores
  };
  std::optional<Value> asyncCall(const std::string &name, const clang::FunctionDecl *function,
                                 const clang::CallExpr *call);
  std::optional<Value> groupCopy(llvm::StringRef last, const clang::FunctionDecl *function,
                                 const clang::CallExpr *call);
  std::optional<Value> primitiveCall(llvm::StringRef name, const clang::CallExpr *call);
  std::optional<Value> libraryCopy(llvm::StringRef last, const clang::CallExpr *call);
  std::optional<Value> bulkCopy(const clang::CallExpr *call);
  std::optional<Value> pipelineMember(llvm::StringRef last, const clang::CallExpr *call,
                                      const Address &address);
  std::optional<Value> barrierMember(llvm::StringRef last, const clang::CallExpr *call,
                                     const Address &address);
  std::optional<Value> makePipeline(const clang::CallExpr *call);
  std::optional<Value> sizeArgument(const clang::Expr *expr, std::int64_t *alignment = nullptr);
  void startCopy(const Copy &copy, const Queue &queue);
  bool recordCopySource(const Copy &copy);
  void noteCopyTraffic(const Copy &copy); ///< Arithmetic.cpp
  void logCopy(const Copy &copy, const Queue &queue, ObjectId target, const Lanes &offsets,
               std::optional<std::int64_t> size);
  void startBulkStore(const Address &source, const std::optional<Value> &bytes,
                      const clang::Stmt *site);
  void checkBulkStores(ObjectId object, const Value &offset, std::int64_t bytes,
                       const clang::Expr *expr);
  void judgeAlignment(SiteRecord &record, const Copy &copy);
  void checkUse(ObjectId object, const Value &offset, std::int64_t bytes, const Access &access);
  void useOf(ObjectId object, const Value &offset, std::int64_t bytes, const clang::Expr *expr,
             const char *op);
  void reportEarly(const CopyVerdict &verdict, const clang::Expr *use, const char *op);
  void planWait(SiteRecord &record, const CopyVerdict &verdict);
  void planHoist(SiteRecord &record, const clang::CallExpr *call);
  std::string queueName(const Address &address);
  Queue pipelineQueue(const clang::Expr *expr);
  /// Of copies: what came just before it, if anything.
  void noteCommit();
  void noteWait(const Queue &queue, unsigned stay, clang::SourceRange range, const char *op);
  void asyncBarrier(const std::string &scope, unsigned groupSize);
  void finishPipelines();
  void judgeCollective(const Queue &queue, const char *op, clang::SourceRange range);
  SiteRecord &pipelineProblem(clang::SourceRange range, const std::string &op, const char *problem);
  // Barriers in shared memory.
  void initBarrier(const Address &address, const Value &count);
  std::pair<clang::SourceRange, std::string> inProject(clang::SourceRange range,
                                                       const std::string &written) const;
  void useBarrier(const std::string &name, const std::string &written, clang::SourceRange range,
                  const std::string &op, std::int64_t arrivals);
  void waitAtBarrier(const Queue &queue, std::optional<unsigned> parity, const clang::Stmt *site,
                     clang::SourceRange range, const std::string &op);
  void finishBarriers();
  /// Nothing keeps threads away from the barrier after all.
  static void forgetAbsence(SiteRecord &record);
  // Tiles that go through registers.
  struct TileSource {
    const clang::Expr *loaded = nullptr;  ///< as written: an element, or a call that loads it
    const clang::Expr *pointer = nullptr; ///< what the call is given
  };
  const clang::Expr *carriedBy(const clang::Expr *source);
  std::optional<TileSource> tileSource(const clang::Expr *source);
  void noteTileCopy(const clang::Expr *target, const clang::Expr *stored, const Address &at);
  bool copiesInHardware() const;

  /// A loop that is being run.
  struct LoopPass {
    const clang::Stmt *statement = nullptr;
    unsigned number = 0;          ///< of the iteration, from 1
    std::uint64_t operations = 0; ///< when it began
    bool standsForAll = false;    ///< one iteration for an unknown number
    std::size_t symbols = 0;      ///< that there were when the loop began
    bool isByLaunch = false;      ///< it ends by a number that the launch says, not the compiler
    std::uint64_t barriers = 0;   ///< that the block had met when the loop began
    std::uint64_t groups = 0;     ///< the same of barriers of warps and tiles
  };
  struct TileCopy {
    const clang::Stmt *loop = nullptr;
    std::size_t depth = 0;
    const clang::Expr *target = nullptr;
    const clang::Expr *source = nullptr;
    ObjectId object = 0;
    bool barrier = false;       ///< one was passed in the same iteration
    unsigned times = 0;         ///< copies by this expression
    unsigned reads = 0;         ///< of the tile, behind the barrier
    bool inInnerLoop = false;   ///< in a loop of unknown length
    unsigned iteration = 0;     ///< of the loop, when `start` was taken
    std::optional<Value> start; ///< address of the first element that the iteration copies
    bool moves = false;         ///< each iteration copies another tile
  };
  void endTileCopies(const LoopPass &pass);
  bool changesInLoop(const Value &value, std::size_t symbolsBefore) const;

  // Races (Races.cpp; what they are and how copies take part: Races.h).
  struct RacePair {
    UseBy first;
    unsigned second = 0; ///< thread
    bool sameWarp = false;
    const char *hazard = "";
  };
  /// A use of shared memory by the active threads; nullopt where the access has no place.
  void noteMember(const clang::ArraySubscriptExpr *subscript, const Address &start);
  std::optional<MemberArray> memberOf(const clang::Expr *place, ObjectId object) const;
  bool staysInRow(const SharedUse &use) const;
  bool areInStep(unsigned a, unsigned b);
  std::optional<bool> isForAmd_; ///< as far as it has been asked
  bool inOtherMembers(const SharedUse &a, unsigned laneOfA, const SharedUse &b,
                      unsigned laneOfB) const;
  std::optional<SharedUse> sharedUse(SharedUse::Kind kind, const Access &access, ObjectId object,
                                     const Value &offset);
  /// Compares it with what was done since the last barrier, and remembers it.
  std::vector<SharedUse> bySymbols(SharedUse &use);
  void noteUse(SharedUse use);
  void keepOfFirst(UseId begin, UseId end);
  void enter(const SharedUse &use, UseId id);
  /// Compares only.
  void checkRaces(SharedUse use);
  void orderBlock();
  /// What waits now was arrived at before the use of that number; none: it arrives now.
  std::optional<UseId> arrivedBefore_;
  void noteArrival(const std::string &barrier);
  std::optional<UseId> arrivalAt(const std::string &barrier) const;
  void orderGroups(unsigned size);
  void orderSomehow();
  bool isCertain() const;
  std::optional<SharedUse::Bounds> decidingParameters() const;
  std::optional<std::string> decidedPerWarp() const;
  bool isLimited(const Value &difference) const;
  const Condition *decidingLaunch() const;
  bool isBehind(std::uint64_t number) const;
  bool isBehindTheSame(const SharedUse &earlier) const;
  bool isAmongFollowedSides() const;
  void orderPart();
  void orderThose(const LaneMask &threads);
  void orderCluster();
  std::optional<SharedUse> inFirstBlockAlone(const SharedUse &use) const;
  void noteInCluster(const SharedUse &use, UseId id, bool there);
  void joinSides(RaceLog thenSide, bool match);
  bool goesOnWithout(const Condition &branch, bool side) const;
  static unsigned firstThrough(const SharedUse &bounded, unsigned other);
  const Condition *decidingData() const;
  bool isOfOwnData() const;  ///< of all such branches
  bool isOfElements() const; ///< the same, each by data of its own or by an element's truth
  void notePerhaps(SharedUse use, bool byOwnData);
  void noteWithinWarps(SharedUse use, std::string key);
  bool findLostUpdate(const SharedUse &store);
  void noteTurn(const SharedUse &use);
  bool isWindow(const SharedUse &use, const Term &term) const;
  void rememberPerhaps(SharedUse use);
  void keepFlags(std::vector<RaceLog::Head> &both, llvm::ArrayRef<RaceLog::Head> a,
                 llvm::ArrayRef<RaceLog::Head> b) const;
  std::vector<UseId> lastOfEach(std::vector<UseId> perhaps) const;
  /// `origin`: of a store, the expression of what is stored.
  void noteAnywhere(SharedUse::Kind kind, const clang::Expr *expr, clang::QualType type,
                    ObjectId object, const clang::Expr *origin = nullptr);
  void meetAll(SharedUse use, const clang::Expr *origin);
  bool isOfWarps(const SharedUse &use) const;
  bool staysInWarp(const SharedUse &led, UseBy first, unsigned second) const;
  std::optional<Reach> slotsOf(const SharedUse &use) const;
  void meetElected(const SharedUse &use);
  bool isElectedByWarp(const clang::Expr *lane);
  void noteInStep(SharedUse::Kind kind, const Access &access, const Location &place);
  bool isUpdate(const clang::Expr *origin, clang::SourceRange place);
  std::optional<std::vector<Lanes>> rowsByData(const clang::Expr *place);
  void countUnordered(const SharedUse &use, const clang::Expr *origin,
                      const std::vector<Lanes> &rows);
  LaneMask leavesAsIs(const SharedUse &use);
  LaneMask usersOf(const clang::Expr &load);
  std::optional<Value> asInFrame(const clang::Expr *expr, const Frame &frame, unsigned depth = 0);
  void notePiece(SharedUse &use);
  bool leavesPiece(const SharedUse &use, unsigned lane, const SharedUse &other) const;
  LaneMask relaxed(const clang::Expr *less, const clang::Expr *more, const SharedUse &use);
  LaneMask readsOwn(const clang::Expr *place, const SharedUse &use);
  /// What an index may be: what each thread has of its own, and as many steps more as data say.
  struct IndexRange {
    std::int64_t least = 0, most = 0; ///< steps
    bool byData = false;
    bool isOpen = false; ///< data of so many bits that these say nothing of where it ends
    std::int64_t step = 1;
    Lanes own = 0;
    /// Nothing but the steps, one from the other by 1.
    bool isPlain() const { return step == 1 && own.isZero(); }
  };
  bool isOfHost(const clang::Expr *number);
  static std::optional<IndexRange> ownNumber(const Value &value);
  std::optional<IndexRange> combined(clang::BinaryOperatorKind op, const IndexRange &left,
                                     const IndexRange &right);
  bool isMixedOfData(const clang::Expr *number, unsigned depth);
  std::optional<IndexRange> rangeOfCall(const clang::CallExpr &call, unsigned depth);
  std::optional<IndexRange> rangeOfResult(const clang::CallExpr &call, unsigned depth);
  std::optional<IndexRange> rangeOfEither(const clang::ConditionalOperator &choice, unsigned depth);
  std::optional<IndexRange> rangeOfClamped(const clang::VarDecl &variable, unsigned depth);
  bool haveDatumInCommon(const clang::Expr *a, const clang::Expr *b);
  void addData(const clang::Expr *expr, std::set<std::string> &data, unsigned depth);
  bool isGivenBefore_ = false; ///< of rangeByData(): it is in what a variable was given
  std::optional<IndexRange> rangeByData(const clang::Expr *index, unsigned depth);
  std::optional<IndexRange> rangeOfVariable(const clang::VarDecl &variable, unsigned depth);
  std::optional<IndexRange> rangeOfArgument(const clang::ParmVarDecl &parameter, unsigned depth);
  std::optional<IndexRange> rangeOfElements(const clang::Expr *element, unsigned depth);
  std::optional<IndexRange> rangeOfCount(const clang::VarDecl &variable, unsigned depth);
  std::optional<IndexRange> rangeOfChoice(const clang::VarDecl &variable, unsigned depth);
  bool comparesData(const clang::Expr *condition, unsigned depth = 0);
  bool isOwn(const clang::VarDecl &variable, unsigned depth);
  std::set<const clang::VarDecl *> askedFor_; ///< by one comparesData()
  bool isMadeOfData(const clang::Expr *number, unsigned depth);
  bool isMadeInTurn(const clang::Expr *element, unsigned depth);
  bool isTicket(const clang::CallExpr &call);
  bool ticketsCount_ = false; ///< of isMadeOfData(): what an atomic has counted says nothing else
  bool isElementOfData(const clang::Expr *place);
  bool isTruthOfData(const clang::Expr *condition); ///< `if (x[i])`
  bool isFieldOfData(const clang::Expr *place);
  bool coversWhole(const SharedUse &use) const;
  std::optional<Reach> ledTo(const clang::Expr *place, SharedUse &use);
  /// Rows of a shared array, one for each thread.
  struct Rows {
    Lanes starts;           ///< bytes from the start of the array
    std::int64_t bytes = 0; ///< of one
  };
  std::optional<Rows> rowsOf(clang::QualType array, clang::QualType element, const Value &start,
                             const LaneMask &lanes) const;
  std::optional<ObjectId> sharedObjectBelow(const Address &address) const;
  std::optional<ObjectId> sharedObjectFollowedIn(const clang::Expr *expr);
  /// Of an object that holds pointers into shared memory and nothing else, the array of the first.
  std::optional<ObjectId> sharedArrayPointedToFrom(ObjectId object) const;
  std::optional<RacePair> meetAnywhere(UseId id, const SharedUse &use) const;
  UseId nextUse() const { return static_cast<UseId>(uses_.size() + 1); }
  bool prepare(SharedUse &use);
  std::optional<std::string> symbolicPlace(const SharedUse &use) const;
  bool findRace(const SharedUse &use, bool loopCarried);
  /// Does it matter to what is run now what a flag says that others may set meanwhile?
  bool countsOnFlag() const;
  std::optional<RacePair> findPerhaps(const SharedUse &use, const std::string &place) const;
  bool storesToSharedPieces(const SharedUse &first, const SharedUse &second) const;
  bool isSetAfresh(const SharedUse &first, const SharedUse &second) const;
  /// Where in global memory the value was loaded from, if that is all it is: `in[i]`.
  std::optional<Value> loadedFrom(const Value &value);
  /// Do these threads store data of different places, or one of them data and the other a number?
  bool storeOtherData(const SharedUse &a, unsigned threadOfA, const SharedUse &b,
                      unsigned threadOfB) const;
  void findClash(const SharedUse &use);
  std::vector<AssumptionId> restsOn(const Value &offset) const;
  void recordRace(const SharedUse &first, const SharedUse &second, const RacePair &pair,
                  bool loopCarried);
  // Barriers that order nothing (BarrierNeed.cpp).
  void need(const BarrierLog::Pending &pending);
  void touchUnknown();
  void touchGlobal(bool writes, const Value &offset, std::int64_t bytes);
  bool ownPlaces(const GlobalUse &a, const GlobalUse &b) const;
  void touchShared(UseId use);
  bool meet(const Interval &before, const Interval &after) const;
  void settleBarrier();
  void passBarrier(clang::SourceRange range, const std::string &op, bool plain);
  void finishBarrierNeeds();
  BarrierLog mergeBarriers(const BarrierLog &a, const BarrierLog &b);
  bool wholeWarpsArrive() const;
  void noteOldWarpCall(llvm::StringRef name, const clang::CallExpr *call);
  bool awaitsOthers(const Loop &loop);
  /// Does the kernel, or what it calls, look at something volatile again and again?
  bool watchesFlags();
  void orderUnseen();
  void orderWaiting();
  void beginIteration(const clang::Stmt *loop, SymbolId count);
  bool leavesOutFirst(const Condition &condition, SymbolId count);
  UseId behindFirstIteration();
  void endIteration(SymbolId count, std::size_t symbolsBefore);
  void noteFirstIteration(const RaceLog::Head &head, SymbolId count, std::size_t symbolsBefore);
  void notePerhapsFirst(SymbolId count, std::size_t symbolsBefore);
  std::optional<Value> firstIteration(const Value &offset, SymbolId count,
                                      std::size_t symbolsBefore) const;
  std::optional<Value> nextIteration(const Value &offset, SymbolId count,
                                     std::size_t symbolsBefore) const;

  /// How deep expressions nest: code that machines write must not end the stack.
  class Deeper {
  public:
    Deeper(Interpreter &interpreter, const clang::Expr *expr);
    ~Deeper() { --interpreter_.depth_; }
    bool ok() const { return interpreter_.depth_ <= deepest; }

  private:
    static constexpr unsigned deepest = 4000;
    Interpreter &interpreter_;
  };

  // Help.
  bool step(std::uint64_t cost = 1);
  std::uint64_t stepsAllowed() const;
  const std::string &nameOf(const clang::FunctionDecl *function); ///< plainName, kept
  void lose(const std::string &what, clang::SourceLocation where);
  bool isNameOfCall(llvm::StringRef written, clang::SourceLocation begin) const;
  std::string text(const clang::Stmt *statement) const;
  std::string text(clang::SourceRange range) const;
  bool isRecord(clang::QualType type) const;
  bool isInteger(clang::QualType type) const;

  clang::ASTContext &context_;
  Recorder &recorder_;
  const Run &run_;
  Outcome outcome_;
  Algebra algebra_;
  State state_;
  LaneMask active_;
  LaneMask trapped_; ///< threads that have taken a way that ends with a trap
  /// The expression statement, declaration or return that is being executed; null in conditions.
  const clang::Stmt *statement_ = nullptr;
  std::deque<Object> objects_; ///< never moved: there are many, and they are large
  /// What kernel parameters and thread coordinates hold until the kernel writes to them: the
  /// same on every path.
  std::map<ObjectId, Cells> given_;
  std::map<ObjectId, Cells> ofLaunch_; ///< what is known of parameters when the kernel begins
  /// Has the kernel written nothing to this parameter?
  bool isAsLaunched(ObjectId parameter) const;
  std::unordered_map<SymbolId, ObjectId> objectOfSymbol_;
  std::set<SymbolId> factors_; ///< symbols that the kernel multiplies by something, be it by 0
  std::vector<Frame> frames_;
  std::vector<LoopFlow> loops_;
  /// Barriers of the block that part of it has reached: op and place, of the branches around.
  std::vector<std::pair<std::string, clang::SourceRange>> partBarriers_;
  /// Barriers of the grid that some of the blocks have reached, likewise.
  std::vector<std::pair<std::string, clang::SourceRange>> gridBarriers_;
  void matchGridBarriers(std::size_t thenBegin, std::size_t elseBegin);
  bool matchPartBarriers(const Split &split, std::size_t thenBegin, std::size_t elseBegin);
  std::vector<Condition> conditions_;
  std::vector<Condition> absences_;
  std::vector<GroupInfo> groups_;
  std::map<const clang::VarDecl *, Address> globals_;
  std::map<SymbolId, const clang::FunctionDecl *> functions_; ///< whose address was taken
  std::map<const clang::OpaqueValueExpr *, Value> opaqueValues_;
  /// Of subscripts of a structure's members, the one last taken an element of.
  std::map<const clang::ArraySubscriptExpr *, MemberArray> members_;
  std::set<const clang::Stmt *> kernelEnds_; ///< branches, loops and calls after which it ends
  std::vector<Value> arrayInitIndices_;
  /// What the carry flag holds behind an `add.cc` in inline PTX; none: nothing set it.
  std::optional<Value> carryFlag_;
  std::uint64_t operations_ = 0; ///< executed so far; for the cost of branch sides
  /// Of operations_, those that share an instruction with another (an access counts two, and so
  /// does a product to which something is added), less what calls take more than they count.
  std::int64_t joined_ = 0;
  std::int64_t addressing_ = 0; ///< of operations_, those that make up the place of an element
  /// Of these as much as keeps a side from being predicated: what lanes do together, and atomics
  /// (machine code of nvcc 13.0, sm_90).
  static constexpr std::int64_t neverPredicated = 32;
  Issue issued_;   ///< the same, by the threads that executed them
  Issue doubtful_; ///< what few lanes execute if something unknown lets them: not in issued_
  std::vector<Issue> issuedBefore_;
  OpenLoops openLoops_; ///< of all that was run, kept or not
  const clang::Stmt *openLoop() const;
  std::uint64_t settled_ = 0;                 ///< operations_ that are in issued_
  std::uint64_t tripWeight_ = 1;              ///< nominal iterations that one iteration stands for
  const clang::Stmt *settlingLoop_ = nullptr; ///< what they execute it in
  LaneMask settling_;                         ///< threads that execute what is not yet in issued_
  bool settlingDoubtful_ = false;
  std::uint64_t doubtfulOperations_ = 0;   ///< of operations_, those in doubtful_
  std::vector<EarlyLeave> earlyContinues_; ///< of the iterations that run
  std::vector<EarlyLeave> earlyBreaks_;    ///< of those, or of the switch that runs
  std::vector<std::pair<const clang::LabelDecl *, EarlyLeave>> earlyGotos_;
  /// Loops in which data say where a thread goes on, as in a binary search.
  llvm::SmallPtrSet<const clang::Stmt *, 4> searchLoops_;
  std::uint64_t conditionsMet_ = 0;
  std::map<SymbolId, NamedLanes> laneMasks_;
  std::map<SymbolId, NamedLanes>
      activeCounts_; ///< how many lanes such a mask of __activemask() has
  /// A comparison of who is active with a number, where each lane of each warp is known.
  std::optional<Value> decidedByActive(clang::BinaryOperatorKind kind, const Value &active,
                                       const Value &other) const;
  unsigned openOperands_ = 0; ///< right sides of `&&` and `||` that nobody knows who comes to
  /// Comparisons by which all lanes of a warp are here, each with the number of the last condition
  /// that was met before.
  std::map<SymbolId, std::uint64_t> wholeWarpsAsked_;
  void noteWholeWarps(const Value &isEqual, const Value &active, const Value &other);
  /// None: it lets others than whole warps through.
  std::optional<std::uint64_t> asksForWholeWarps(const clang::Expr *condition,
                                                 const Value &value) const;
  /// Null: it is no such mask and no such count.
  const NamedLanes *activeLanes(const Value &value, bool &isCount) const;
  void countActive(const Value &count, const NamedLanes &active) {
    if (count.terms.size() == 1 && count.terms.front().monomial.size() == 1)
      activeCounts_[count.terms.front().monomial.front()] = active;
  }
  /// Masks of which nobody knows the lanes and that calls were made with, each with conditionsMet_
  /// at the last: they name who was there.
  std::map<SymbolId, std::uint64_t> masksTaken_;
  std::uint64_t wholeWarpsUpTo() const;
  /// Of a ballot over what data say: that, and in which iterations of which loops it was asked for.
  struct Vote {
    const clang::Expr *condition = nullptr;
    std::size_t depth = 0; ///< functions entered
    std::vector<std::pair<const clang::Stmt *, unsigned>> turns;
    bool isFixed = false;                     ///< what it asks stays what it was
    bool byLane = false;                      ///< each lane has data of its own
    std::size_t conditions = 0, absences = 0; ///< lengths of conditions_ and absences_ then
    std::uint64_t number = 0;                 ///< of the last of the conditions
    LaneMask voters;
  };
  std::map<SymbolId, Vote> votes_;
  bool isMadeByWhoeverVoted(const Value &mask) const;
  const Vote *voteOf(const Value &mask) const;
  /// Votes of those that happened to be together.
  std::map<SymbolId, std::pair<clang::SourceRange, std::string>> votesOfSome_;
  /// Of a sum over the lanes of a warp: the last distance that it was shuffled over, and the lanes
  /// that have got what no lane holds.
  struct Missing {
    std::int64_t distance = 0;
    LaneMask lanes;
  };
  std::map<const clang::VarDecl *, Missing> missing_;
  std::vector<std::pair<const clang::Stmt *, unsigned>> turns() const;
  bool isKeptOutOf(const Value &mask) const;
  /// Of the lanes of each warp that were given numbers by a counter: all numbers that there were,
  /// and the place of each lane among those of its warp.
  struct Slots {
    std::int64_t least = 0, most = 0;
    Lanes ranks;
    std::uint64_t madeAfter = 0; ///< conditionsMet_ then
  };
  std::map<SymbolId, Slots> slots_;
  bool asksForGrid_ = false; ///< grid.is_valid() was called
  bool asksForScratch_ = false;
  /// Barriers of the block met in each function: the first of each spelling, and the last.
  struct BarrierStyle {
    std::string op;
    clang::SourceLocation location;
    clang::SourceLocation deviates; ///< the first that is spelt otherwise
  };
  std::map<const clang::FunctionDecl *, BarrierStyle> firstBarriers_;
  BarrierStyle lastStyle_;
  std::uint64_t lastBarrierAt_ = 0; ///< operations_ just after it
  std::uint64_t epoch_ = 0;         ///< grows when memory that others may see changes
  /// What was just loaded or stored is still in a register: another load of it is none.
  static constexpr std::size_t mostHeld = 16; ///< registers that a compiler spends on it
  std::vector<Held> held_;
  std::uint64_t heldCount_ = 0;
  /// Shared accesses just before this one, with which it may be one wider access.
  std::vector<SiteRecord *> neighbours_;
  std::uint64_t sharedLoads_ = 0, sharedStores_ = 0; ///< so far; atomics count as stores
  llvm::DenseMap<std::pair<const clang::Stmt *, const clang::Expr *>, bool> joinsIterations_;
  bool inLoopCondition_ = false;           ///< what is evaluated is the condition of a loop
  std::uint64_t barriersMet_ = 0;          ///< by the block
  std::uint64_t groupsOrdered_ = 0;        ///< barriers of warps and tiles, likewise
  std::vector<LoopAccesses> loopAccesses_; ///< of the loops that are running
  std::vector<Repeated> repeated_;
  /// Of a load in a loop: different elements of each warp, added up, and of the block.
  struct Reuse {
    std::int64_t ofWarps = 0;
    std::int64_t ofBlock = 0;
  };
  std::map<const clang::Expr *, Reuse> reuse_;
  std::set<ObjectId> written_;       ///< global objects that the kernel writes to
  bool writesAnywhere_ = false;      ///< it writes to a place that is not known
  std::set<ObjectId> alignedByHand_; ///< the compiler was told of their alignment
  std::uint64_t region_ = 0;         ///< number of the stretch of code without branches
  std::set<SymbolId> startSymbols_;  ///< what the host may have added to pointers: no index
  /// What the operands of `&&` and `||` were found to be last, where something is learnt of that.
  llvm::DenseMap<const clang::Expr *, Value> joinedConditions_;
  /// Of `a && b` and `a || b`, of which one is open and the same for all threads: how the other
  /// parts them.
  std::map<const clang::Expr *, Split> decidedBeside_;
  FieldRuns fieldRuns_{algebra_}; ///< of global memory
  UsedParts usedParts_{context_,
                       [this](const clang::FieldDecl *field) { return fieldOffset(field); }};
  /// A pointer to shared memory was stored where others load pointers.
  bool keepsSharedAddresses_ = false;
  bool isCachedAccess_ = false; ///< in an intrinsic such as __ldg
  std::uint64_t sharedTop_ = 0;
  bool stopped_ = false;
  std::vector<SharedUse> uses_; ///< of shared memory, in the order they are run in
  std::unordered_map<const clang::Expr *, std::shared_ptr<const Value>> comparisons_;
  /// The lanes that were found under a condition.
  struct EdgeLanes {
    std::uint64_t number = 0; ///< of the condition, as it was met
    std::size_t absences = 0;
    std::shared_ptr<const Comparisons> comparisons;
    LaneMask active, lanes;
    unsigned times = 0; ///< that they were looked for
  };
  std::unordered_map<const clang::Expr *, EdgeLanes> edgeLanes_;
  unsigned aside_ = 0;         ///< sides of guards that no interior block takes
  unsigned openSides_ = 0;     ///< of these, those of which it is not known which lanes take them
  bool orderedInWarp_ = false; ///< of a use in a loop's head
  bool stepsByGrid_ = false;   ///< a loop's step is that of the whole grid, whose size is open
  struct SeenBarrier {
    clang::SourceRange range;
    std::string op;
    bool needed = false;
    bool isBehindAnother = false;             ///< with nothing in between
    bool neededAlone = false;                 ///< other than for an earlier one
    std::optional<BarrierLog::Key> standsFor; ///< the earlier one that it was needed for
  };
  std::map<BarrierLog::Key, SeenBarrier> barriersSeen_;
  std::vector<GlobalUse> globalUses_;
  std::map<const clang::Stmt *, bool> awaits_; ///< of loops: awaitsOthers
  std::optional<bool> watchesFlags_;
  unsigned awaitDepth_ = 0; ///< of functions looked into for what a loop waits for
  unsigned depth_ = 0;
  /// A function that is only declared gave a number, from memory that the block shares and nothing
  /// that tells its threads apart.
  bool metUnseenCall_ = false;
  /// Travels with values that come from a launch: known to us, not to the compiler of
  /// the kernel. Not an assumption, and never shown.
  AssumptionId fromLaunch_;
  AssumptionId madeUpNumber_;
  unsigned symbolicDepth_ = 0;
  std::vector<unsigned> openedLoops_; ///< of each loop of unknown length, in how many it is one
  /// How deep a nest of loops of unknown length was that began since there were `before` of them.
  unsigned deepestSince(std::size_t before, unsigned depth) const;
  std::set<std::string> lostSeen_;
  std::vector<PipelineInfo> pipelines_;
  std::vector<LoopPass> passes_;
  llvm::DenseSet<const clang::Stmt *> rolled_; ///< loops that must not be unrolled
  /// Loops that are asked to be unrolled, and those that are too long for it if they are not.
  llvm::DenseSet<const clang::Stmt *> hinted_;
  llvm::DenseMap<const clang::Stmt *, bool> isTooLong_;
  llvm::DenseMap<std::pair<const clang::Stmt *, const clang::ValueDecl *>, bool> isSwept_;
  bool isTooLong(const clang::Stmt &loop);
  bool isSwept(const clang::Stmt &loop, const clang::ValueDecl &array, std::int64_t elements);
  llvm::DenseMap<const clang::Stmt *, bool> betweenConstants_;
  llvm::DenseMap<const clang::VarDecl *, bool> parametersWritten_;
  mutable Assignments assignments_; ///< of each function, once it was asked for
  Receivers receivers_;
  /// Calls of constexpr functions: the number that the compiler works out; none: it is no constant.
  llvm::DenseMap<const clang::CallExpr *, std::optional<std::int64_t>> constantCalls_;
  llvm::DenseMap<const clang::Stmt *, bool> goesOnUntold_;
  llvm::DenseMap<const clang::Stmt *, bool> leavesItsCounter_;
  std::map<const clang::Expr *, Value> literals_; ///< of floating point
  std::vector<TileCopy> tileCopies_;
  std::map<const clang::Expr *, bool> isTileSource_;
  llvm::DenseMap<const clang::VarDecl *, bool> isUsedOnce_;
  /// Barriers of the block that were passed before a variable was declared, in loops.
  llvm::DenseMap<const clang::VarDecl *, unsigned> declaredBehind_;
  unsigned blockBarriers_ = 0;
  std::uint64_t lastCopy_ = 0;               ///< operations_ behind the last copy or commit
  const clang::Stmt *lastWait_ = nullptr;    ///< statement of the last wait, for fixes
  const clang::Stmt *lastBarrier_ = nullptr; ///< and of the last block barrier
  bool waitInKernel_ = false;                ///< these stand in the kernel itself
  bool barrierInKernel_ = false;
  struct BarrierDemand {
    std::string name;
    std::string written;
    clang::SourceRange range;
    std::string op;
    unsigned phase = 0;
  };
  std::vector<BarrierDemand> barrierDemands_;
  std::set<std::string> arrivedOnly_; ///< barriers at which threads arrive without waiting there
  std::vector<std::pair<std::string, clang::SourceRange>> blockWaits_; ///< arrive_and_wait
  std::set<std::string> quitters_; ///< pipelines that some threads leave by quit()
  std::unordered_map<const clang::FunctionDecl *, std::optional<NamedArithmetic>> namedArithmetic_;
  /// Bodies entered of functions that were counted by their name, or that a compiler runs.
  unsigned uncounted_ = 0;
  std::vector<OpenPass> openPasses_;
  std::map<LoopId, LoopTrips> loopTrips_;
  std::map<std::string, std::int64_t> lengthNumbers_;
  std::set<std::string> elements_; ///< whose fields are accessed
  std::uint64_t placesNoted_ = 0;
  std::unordered_map<const clang::CompoundStmt *, std::vector<LeftOut>> leftOut_;
  mutable llvm::DenseMap<const void *, std::optional<std::int64_t>> sizes_; ///< by type
  mutable DamagedTypes damagedTypes_;
  llvm::DenseMap<const clang::Stmt *, bool> endsInTrap_;
  llvm::DenseMap<const clang::Stmt *, bool> isLeftToOtherBuilds_; ///< by the body
  /// By function; null: there is no label in it.
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<Jumps>> jumps_;
  std::unordered_map<const clang::FunctionDecl *, std::string>
      names_;                                     ///< plainName of what was called
  llvm::DenseMap<const void *, Address> nothing_; ///< objects that hold nothing, by type
  LaneMask mayHaveWaited_; ///< threads that passed a statement that is missing, others did not
  struct MissedBarrier {
    clang::SourceRange range;
    std::string op;
    LaneMask missing;
  };
  std::vector<MissedBarrier> missedBarriers_;
  /// Under a condition on data, of which the kernel may hold something that was not understood.
  struct DoubtedBarrier {
    clang::SourceRange range;
    std::string op;
    bool othersLeft; ///< who is kept away by another condition has left the kernel
  };
  std::vector<DoubtedBarrier> doubtedBarriers_;
  /// Calls that lanes may not make which their masks name, as nobody knows of each of them.
  std::vector<std::pair<clang::SourceRange, std::string>> doubtedCalls_;
  std::uint64_t sharedAccesses_ = 0; ///< that were recorded
};

/// Qualified name without inline namespaces and template arguments: "cooperative_groups::sync".
std::string plainName(const clang::NamedDecl *declaration);
/// `__ldg` and its kin: what they are given is where they load from.
bool isCachedLoad(llvm::StringRef name);

} // namespace warplint::simt

#endif
