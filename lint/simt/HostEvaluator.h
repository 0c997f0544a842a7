//===- HostEvaluator.h - abstract evaluation of host code ------*- C++ -*-===//
//
// Runs host functions on abstract values to learn what their kernel launches
// launch. Branches whose condition is not known are run both ways and joined;
// loops are run trip by trip while that is cheap, then once for all other trips;
// functions are entered with the values of their arguments.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_HOSTEVALUATOR_H
#define WARPLINT_SIMT_HOSTEVALUATOR_H

#include "lint/simt/HostValue.h"
#include "lint/simt/LeftOut.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

#include <array>
#include <functional>
#include <map>
#include <unordered_map>

namespace warplint::simt::host {

/// What is looked up once per translation unit.
struct HostProgram {
  llvm::DenseSet<const clang::FunctionDecl *>
      launching; ///< definitions from which a launch is reached
  llvm::DenseSet<const clang::VarDecl *> modifiedGlobals;
  /// Definitions that change a global variable, also through what they call.
  llvm::DenseSet<const clang::FunctionDecl *> changingGlobals;
  llvm::StringMap<const clang::FunctionDecl *> kernels; ///< by plain name; null where two share it
};

/// Whether a function of this name launches a kernel.
bool isLaunchFunction(llvm::StringRef name);

/// A launch as the evaluator came by it. Values hold for the path on which it did.
struct HostLaunch {
  const clang::Expr *site = nullptr;
  Value kernel = nullptr;
  std::string kernelName; ///< as written
  std::array<Value, 3> block{}, grid{};
  std::optional<std::array<Value, 3>> cluster;
  Value sharedBytes = nullptr;
  std::vector<Value> arguments;
  bool argumentsKnown = false; ///< false: passed in a way that was not followed
  bool cooperative = false;
  bool attributesKnown = true; ///< false: there are some that were not read
  bool dead = false;           ///< on a path that, as far as is known, is never taken
  /// Expressions that the block shape was read from, for a note.
  llvm::SmallVector<const clang::Expr *, 3> blockExpressions;
};

/// A variable that a shape was read from.
struct NamedValue {
  std::string name;
  Value value = nullptr;
  clang::SourceLocation assigned;
};

class HostEvaluator {
public:
  /// Returns whether the launch was unlike those seen before.
  using LaunchHandler = std::function<bool(const HostLaunch &, HostEvaluator &)>;

  /// `errors`: where Clang found some, sorted by their places in the unit. Of the statements that
  /// are missing there it is known which variables they may have written.
  HostEvaluator(clang::ASTContext &context, const HostProgram &program, LaunchHandler handler,
                llvm::ArrayRef<clang::SourceLocation> errors = {});

  /// Runs `function` with nothing known of its parameters, for at most `steps`
  /// evaluated nodes. Returns how many were.
  std::uint64_t runRoot(const clang::FunctionDecl &function, std::uint64_t steps);
  /// Evaluates a launch on its own, without the code before it.
  void runLaunch(const clang::Expr &launch);

  ValuePool &values() { return pool_; }
  Knowledge &knowledge() { return knowledge_; }
  /// The conditions of the path that is being run, those that were not known.
  llvm::ArrayRef<Value> path() const { return path_; }
  clang::ASTContext &context() { return context_; }
  /// The variables that `expression` reads, with their values on this path.
  std::vector<NamedValue> variablesOf(const clang::Expr &expression);
  /// x, y, z of a dim3, or of a number that becomes one.
  std::array<Value, 3> dimensions(Value value, clang::QualType type);

private:
  struct Cell {
    Value value = nullptr;
    clang::SourceLocation assigned;
  };
  struct Frame {
    const clang::FunctionDecl *function = nullptr;
    Frame *caller = nullptr;
    llvm::SmallDenseMap<const clang::ValueDecl *, Place, 8> variables;
    std::optional<Place> object; ///< *this
    unsigned result = 0;         ///< cell of the result
  };
  /// Where control goes when it does not go to the next statement.
  enum class ExitKind : std::uint8_t { Return, Break, Continue };
  using Changes = std::map<unsigned, Cell>;
  struct Exit {
    ExitKind kind;
    Changes changes; ///< since the scope was entered
    Value condition; ///< under which it is taken, from the scope on
  };
  /// What an exit leaves: a function, loop or switch.
  struct Scope {
    std::array<bool, 3> takes{}; ///< by ExitKind
    std::size_t journal = 0, path = 0, knowledge = 0;
    std::vector<Exit> exits;
  };
  struct Branch {
    Changes changes;
    bool falls = false;
  };

  // Statements. False: control does not reach the next statement.
  bool run(const clang::Stmt *statement);
  bool runCompound(const clang::CompoundStmt &compound);
  /// Forgets what missing statements may have written that stood before this one, or at the end.
  void passLeftOut(const clang::CompoundStmt &compound, std::size_t index);
  void forgetVariables(const std::map<std::string, Written> &written,
                       clang::SourceLocation location);
  void runDeclaration(const clang::Decl &declaration);
  void runVariable(const clang::VarDecl &variable);
  bool runIf(const clang::IfStmt &statement);
  bool runSwitch(const clang::SwitchStmt &statement);
  bool runFor(const clang::ForStmt &statement);
  bool runRangeFor(const clang::CXXForRangeStmt &statement);
  bool runTry(const clang::CXXTryStmt &statement);
  bool runReturn(const clang::ReturnStmt &statement);
  struct LoopParts {
    const clang::Stmt *statement = nullptr;
    const clang::VarDecl *conditionVariable = nullptr;
    const clang::Expr *condition = nullptr, *increment = nullptr;
    const clang::Stmt *body = nullptr;
    bool bodyFirst = false;
  };
  /// Cells from `firstCell` on belong to the loop itself.
  bool runLoop(const LoopParts &loop, unsigned firstCell);
  bool runTrip(const LoopParts &loop);
  Value loopCondition(const LoopParts &loop);
  bool runOtherTrips(const LoopParts &loop, std::size_t touched, unsigned cells, bool first,
                     std::size_t launches);
  void forgetTouched(const clang::Stmt &loop, std::size_t touched, unsigned cells);
  Value afterLoop(Value before, llvm::ArrayRef<Value> written, clang::SourceLocation location);
  Value recordAfterLoop(Value before, llvm::ArrayRef<Value> written,
                        clang::SourceLocation location);
  bool changesOutside(std::size_t touched, unsigned firstCell) const;
  bool returnsInside(const clang::Stmt &statement);
  Branch runBranch(Value condition, bool truth, const std::function<bool()> &body, bool dead);
  bool leave(ExitKind kind);

  // Scopes and the journal of changes.
  void openScope(Scope &scope, std::initializer_list<ExitKind> kinds);
  /// `once`: control comes through once at most, so what it learns there holds behind it.
  bool closeScope(Scope &scope, bool falls, bool once = false);
  Value pathCondition(std::size_t from);
  Changes changesSince(std::size_t mark) const;
  void rollBack(std::size_t mark);
  /// What was written since `mark` to cells from `cells` on, which are those of a function that has
  /// been left, is forgotten, unless something that stays leads there.
  void dropCells(std::size_t mark, unsigned cells, Value result);
  void apply(const Changes &changes);
  void join(Value condition, const Changes &ifTrue, const Changes &ifFalse);

  // Cells and places.
  unsigned newCell(Value value, clang::SourceLocation assigned);
  void writeCell(unsigned cell, Value value, clang::SourceLocation assigned);
  Value read(const Place &place);
  void write(const Place &place, Value value, clang::SourceLocation assigned);
  Value replaced(Value whole, llvm::ArrayRef<Place::Step> path, Value value);
  void forget(const Place &place, llvm::StringRef why, clang::SourceLocation location,
              Origin origin = Origin::Input);
  /// Variables that an lvalue is made of, where it cannot be told which of them it is.
  void forgetNamed(const clang::Stmt &lvalue, clang::SourceLocation location);
  /// The other members of the unions that a place is in are something else from here on.
  void forgetUnions(const Place &place, clang::SourceLocation location);
  std::optional<Place> placeOf(const clang::VarDecl &variable);
  Place globalPlace(const clang::VarDecl &variable);

  // Expressions.
  Value evaluate(const clang::Expr *expression);
  Value evaluateNode(const clang::Expr &expression);
  std::optional<Place> locate(const clang::Expr *expression);
  std::optional<Place> locateMember(const clang::MemberExpr &member);
  std::optional<Place> locateElement(const clang::ArraySubscriptExpr &subscript);
  std::optional<Place> locateCall(const clang::CallExpr &call);
  void assign(const clang::Expr &target, Value value, clang::SourceLocation location);
  static const clang::Expr *strip(const clang::Expr *expression);
  Value constant(const clang::Expr &expression);
  Value fromConstant(const clang::APValue &value, clang::QualType type);
  Value evaluateReference(const clang::DeclRefExpr &reference);
  Value evaluateVariable(const clang::VarDecl &variable, clang::SourceLocation use);
  Value evaluateBinding(const clang::BindingDecl &binding);
  Value evaluateMember(const clang::MemberExpr &member);
  Value evaluateLiteral(const clang::Expr &expression);
  Value evaluateElement(const clang::ArraySubscriptExpr &subscript);
  /// Address of a part of what a pointer leads to that is not known: the pointer, moved. Null: it
  /// is none.
  Value pastPointer(const clang::Expr &lvalue);
  Value evaluateAddress(const clang::Expr &operand);
  Value evaluateStep(const clang::UnaryOperator &unary);
  Value evaluateAssignment(const clang::BinaryOperator &binary);
  Value evaluateLogical(const clang::BinaryOperator &binary);
  Value evaluateRecovery(const clang::RecoveryExpr &recovery);
  Value evaluateParts(const clang::Expr &expression);
  Value zero(clang::QualType type, clang::SourceLocation location);
  NumberType numberType(clang::QualType type) const;
  Value evaluateCast(const clang::CastExpr &cast);
  Value evaluateUnary(const clang::UnaryOperator &unary);
  Value evaluateBinary(const clang::BinaryOperator &binary);
  Value evaluateInitList(const clang::InitListExpr &list);
  Value evaluateConditional(const clang::AbstractConditionalOperator &conditional);
  Value evaluateLambda(const clang::LambdaExpr &lambda);
  Value evaluateConstruct(const clang::CXXConstructExpr &construct);
  Value evaluateNew(const clang::CXXNewExpr &expression);
  Value evaluateOverloads(const clang::OverloadExpr &overloads);
  Value arithmetic(clang::BinaryOperatorKind kind, Value left, Value right, clang::QualType type);
  Value dereference(Value pointer, clang::SourceLocation location);
  Value unknown(const clang::Expr &expression, llvm::StringRef why = {});
  std::optional<std::int64_t> exactInteger(Value value);

  // Calls.
  struct Argument {
    const clang::Expr *expression = nullptr;
    Value value = nullptr;
    std::optional<Place> place;
  };
  struct Callee {
    const clang::FunctionDecl *function = nullptr; ///< null: not known
    std::optional<Place> object;
    Value objectValue = nullptr;
    bool firstArgumentIsObject = false;
  };
  Value evaluateCall(const clang::CallExpr &call);
  Value assignThroughTie(const clang::CallExpr &tie, const clang::Expr &source);
  Callee calleeOf(const clang::CallExpr &call);
  Argument argument(const clang::Expr *expression, const clang::ParmVarDecl *parameter);
  std::vector<Argument> argumentsOf(const clang::CallExpr &call, const Callee &callee);
  Value call(const Callee &callee, llvm::ArrayRef<Argument> arguments, const clang::Expr &site);
  bool worthEntering(const clang::FunctionDecl &function, llvm::ArrayRef<Argument> arguments) const;
  bool hasLoops(const clang::FunctionDecl &function);
  Value enter(const clang::FunctionDecl &function, const Callee &callee,
              llvm::ArrayRef<Argument> arguments, const clang::Expr *site);
  void bindParameters(Frame &frame, const clang::FunctionDecl &function,
                      llvm::ArrayRef<Argument> arguments, const clang::Expr *site);
  void bindCaptures(Frame &frame, const clang::FunctionDecl &function, const Callee &callee);
  void runInitialisers(const clang::CXXConstructorDecl &constructor);
  Value defaultObject(const clang::CXXRecordDecl &record, clang::SourceLocation location);
  Value opaqueCall(const Callee &callee, llvm::ArrayRef<Argument> arguments,
                   const clang::Expr &site);
  void runCallbacks(llvm::ArrayRef<Argument> arguments, const clang::Expr &site);
  /// What a lambda that is called by who knows whom may write.
  void forgetWritten(Value object, llvm::StringRef why, clang::SourceLocation location,
                     Origin origin, unsigned depth = 0);
  /// What an object of a class keeps a reference to: its members may write there at any time.
  void forgetReferred(const clang::FieldDecl &field, const clang::Expr *init);
  void forgetGlobals(clang::SourceLocation location);
  /// Null where the function is none of those known by name.
  Value knownFunction(llvm::StringRef name, const Callee &callee,
                      llvm::ArrayRef<Argument> arguments, const clang::CallExpr &call);

  // Launches.
  void launchBrackets(const clang::CUDAKernelCallExpr &call);
  bool launchThroughRuntime(const clang::CallExpr &call, llvm::StringRef name);
  void readConfiguration(HostLaunch &launch, const clang::Expr &expression);
  void readAttributes(HostLaunch &launch, Value attributes, Value count);
  void readPackedArguments(HostLaunch &launch, const clang::Expr &expression);
  void setKernel(HostLaunch &launch, const clang::Expr &expression);
  void emit(HostLaunch &launch);
  Value fieldNamed(Value record, clang::QualType type, llvm::StringRef name);
  Value pointee(Value pointer);

  bool spend() {
    steps_ -= steps_ != 0;
    return steps_ != 0;
  }

  clang::ASTContext &context_;
  const HostProgram &program_;
  LaunchHandler handler_;
  std::vector<clang::SourceLocation> errors_;
  std::unordered_map<const clang::CompoundStmt *, std::vector<LeftOut>> leftOut_;
  ValuePool pool_;
  Knowledge knowledge_{pool_};

  std::vector<Cell> cells_;
  std::vector<std::pair<unsigned, Cell>> journal_;  ///< cell, what it held before
  std::vector<std::pair<unsigned, Value>> touched_; ///< all writes, also on paths left again
  std::vector<Value> path_;                         ///< conditions of the path being run
  std::vector<Scope *> scopes_;
  Frame *frame_ = nullptr;
  llvm::DenseMap<const clang::VarDecl *, unsigned> globals_;
  llvm::DenseMap<const clang::VarDecl *, Value> globalsAfterMain_;
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> timesEntered_;
  llvm::DenseMap<const clang::Stmt *, bool> hasLoops_, hasReturns_;
  llvm::DenseSet<const clang::FunctionDecl *> tooLong_; ///< not worth entering again
  std::uint64_t steps_ = 0;
  unsigned callDepth_ = 0;
  unsigned nesting_ = 0; ///< of statements and expressions, against the end of the stack
  unsigned dead_ = 0;
  unsigned quiet_ = 0; ///< launches are not reported
  std::size_t launchesSeen_ = 0;
  std::size_t newShapes_ = 0;
  bool isMain_ = false;
  bool stopped_ = false; ///< the expression just evaluated does not return
};

} // namespace warplint::simt::host

#endif
