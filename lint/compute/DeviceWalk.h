//===- DeviceWalk.h - the code that kernels execute ------------*- C++ -*-===//
//
// Walks through each kernel and through the functions of the project that it
// calls, as an inliner would: with what is known of the arguments, and of the
// loops around the calls.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_COMPUTE_DEVICEWALK_H
#define WARPLINT_COMPUTE_DEVICEWALK_H

#include "lint/compute/Compute.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <optional>

namespace warplint::compute {

/// A change of a variable, or of an element of it.
struct Write {
  const clang::Expr *value = nullptr; ///< what it is given; null: something else, or not known
  llvm::SmallVector<const clang::Stmt *, 4> loops; ///< around it, from the outermost on
};

struct VariableUse {
  std::vector<Write> writes;                       ///< its initialisation is none
  llvm::SmallVector<const clang::Stmt *, 4> loops; ///< around its declaration
  bool escapes = false; ///< its address goes somewhere, or a call may write to it
};

/// What a function does to its variables; a lambda's own are its own.
class FunctionUses {
public:
  explicit FunctionUses(const clang::Stmt *body);
  /// Null: a variable that is neither declared nor written here.
  const VariableUse *find(const clang::VarDecl *variable) const;
  bool isWritten(const clang::VarDecl *variable) const;
  bool isWrittenIn(const clang::VarDecl *variable, const clang::Stmt *loop) const;

private:
  void scan(const clang::Stmt *statement);
  void write(const clang::Expr *target, const clang::Expr *value);
  void escape(const clang::Expr *expression);

  llvm::DenseMap<const clang::VarDecl *, VariableUse> uses_;
  llvm::SmallVector<const clang::Stmt *, 4> loops_;
};

/// The variable that an lvalue is, or is a part of; null where it is behind a pointer.
const clang::VarDecl *variableOf(const clang::Expr *lvalue);

/// A loop, whatever its spelling.
bool isLoop(const clang::Stmt *statement);
const clang::Stmt *bodyOf(const clang::Stmt *loop);
const clang::Expr *conditionOf(const clang::Stmt *loop);

/// What is executed: not what `sizeof` and its kin look at, nor the body of a lambda.
template <typename Visit> void forExecuted(const clang::Stmt *statement, Visit visit) {
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr, clang::CXXTypeidExpr>(
          statement))
    return;
  if (const auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(statement)) {
    for (const clang::Expr *init : lambda->capture_inits())
      if (init)
        visit(init);
    return;
  }
  if (const auto *property = llvm::dyn_cast<clang::PseudoObjectExpr>(statement)) {
    if (property->getResultExpr())
      visit(property->getResultExpr());
    return;
  }
  if (const auto *standard = llvm::dyn_cast<clang::CXXDefaultArgExpr>(statement)) {
    visit(standard->getExpr());
    return;
  }
  for (const clang::Stmt *child : statement->children())
    if (child)
      visit(child);
}

/// One call of a function, with the calls that led there.
struct Activation {
  const clang::FunctionDecl *function = nullptr; ///< its definition
  const Activation *caller = nullptr;
  const clang::Expr *call = nullptr;
  llvm::SmallVector<const clang::Stmt *, 4> loops; ///< of this function, around what is looked at
  unsigned depth = 0;

  /// What the caller hands over; null where that is not known.
  const clang::Expr *argument(const clang::ParmVarDecl *parameter) const;
};

/// Does a value change from one iteration of a loop to the next?
enum class Variance : std::uint8_t { Invariant, Varying, Unknown };

/// Of functions that some walk has asked about; walks over the same kernels share it.
using KnownUses = std::map<const clang::FunctionDecl *, std::unique_ptr<FunctionUses>>;

class DeviceWalk {
public:
  DeviceWalk(clang::ASTContext &context, const Options &options, KnownUses &uses);
  virtual ~DeviceWalk() = default;

  /// Those of the kernels that are the project's.
  void run(const Kernels &kernels);

protected:
  /// Of each expression, before those that it is made of.
  virtual void expression(const clang::Expr *, const Activation &) {}
  virtual void loop(const clang::Stmt *, const Activation &) {}
  virtual void beginKernel(const clang::FunctionDecl *) {}
  virtual void endKernel(const clang::FunctionDecl *) {}

  clang::ASTContext &context() const { return context_; }
  const Options &options() const { return options_; }
  const FunctionUses &usesOf(const clang::FunctionDecl *function);

  /// The definition that a call enters: of the project, with a body.
  const clang::FunctionDecl *entered(const clang::Expr *call) const;

  /// A loop of the activation, or of what called it, with more iterations than compilers unroll.
  /// Loops over the grid are left out: they stand for having more threads. So are those that are
  /// tried again only where threads meet.
  struct HotLoop {
    const Activation *activation = nullptr;
    const clang::Stmt *loop = nullptr;
    std::optional<std::int64_t> trips;
  };
  std::optional<HotLoop> hotLoop(const Activation &activation, std::int64_t fewest);
  /// Iterations of `for (i = a; i < b; i += c)` with constants; nothing is known of others.
  /// `fromNowhere`: the most, if it counts up from no constant but from 0 at least, as threads do.
  std::optional<std::int64_t> constantTrips(const clang::Stmt *loop, bool fromNowhere = false);
  bool isOverGrid(const clang::Stmt *loop, const Activation &activation);
  /// A loop that ends when nobody else has changed one place in memory meanwhile: a
  /// compare-and-swap of it, or a lock. It runs once unless threads meet.
  bool isRetry(const clang::Stmt *loop, const Activation &activation);

  /// Of `expression`, in `activation`, over the iterations of a loop around it.
  Variance variance(const clang::Expr *expression, const Activation &activation,
                    const HotLoop &loop, unsigned depth = 8);

  std::optional<std::int64_t> constant(const clang::Expr *expression) const;
  std::string text(clang::SourceRange range) const;
  clang::SourceRange placeOf(clang::SourceRange range) const;

  /// A new site, or null where there is one already, or the place is not the project's.
  Site *addSite(clang::SourceRange range, const std::string &op, const char *problem);

public:
  std::vector<Site> sites;

private:
  void enter(const Activation &activation);
  void walk(const clang::Stmt *statement, Activation &activation);
  void walkSide(const clang::Stmt *side, Activation &activation);
  bool mentionsGrid(const clang::Expr *expression, const Activation &activation, unsigned depth);
  bool isRetryUncached(const clang::Stmt *loop, const Activation &activation);

  clang::ASTContext &context_;
  const Options &options_;
  KnownUses &uses_;
  llvm::DenseMap<const clang::Stmt *, bool> retries_;
  const clang::FunctionDecl *kernel_ = nullptr;
  std::set<std::tuple<std::string, unsigned, unsigned, std::string>> seen_;
  bool isInSwitch_ = false;    ///< `break` leaves that, and no loop
  std::uint64_t steps_ = 0;    ///< of the kernel
  std::uint64_t allSteps_ = 0; ///< of those before it
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> calls_;
  std::map<std::string, unsigned> instantiations_;
};

/// Name of a function of CUDA's mathematical library, without `std::`; empty: it is none, or the
/// project's own.
llvm::StringRef mathName(const clang::Expr *call, const Options &options);

} // namespace warplint::compute

#endif
