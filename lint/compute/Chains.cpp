//===- Chains.cpp ---------------------------------------------------------===//

#include "lint/compute/Chains.h"

#include "lint/compute/DeviceWalk.h"

#include "llvm/ADT/StringSwitch.h"

#include <cmath>

namespace warplint::compute {

using namespace clang;

namespace {

/// Cycles until a dependent instruction can issue, and instructions. Simple operations take 4
/// cycles on sm_70 to sm_90, the special function unit about 18 more than its result takes to come
/// back (Jia et al., "Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking", 2018;
/// Luo et al., "Benchmarking and Dissecting the NVIDIA Hopper GPU Architecture", 2024). Functions
/// are sequences of those, as nvcc 13.0 makes them.
struct Cost {
  double cycles = 0;
  double instructions = 0;
};
constexpr Cost simple{4, 1};
constexpr Cost inDouble{8, 1};
constexpr Cost division{44, 9};
constexpr Cost squareRoot{40, 8};
constexpr Cost exponential{38, 6};
constexpr Cost logarithm{60, 16};
constexpr Cost trigonometric{70, 22};
constexpr Cost intrinsic{22, 2};

/// Loops with fewer iterations are over before they matter.
constexpr std::int64_t fewestTrips = 64;

struct Path {
  bool isKnown = true;
  std::optional<double> cycles; ///< since the value of the last iteration; none: not made of it
  double instructions = 0;
  bool isProduct = false; ///< becomes one instruction with the sum that it stands in
};

class Chains : public DeviceWalk {
public:
  using DeviceWalk::DeviceWalk;

private:
  void loop(const Stmt *statement, const Activation &activation) override {
    const Stmt *body = bodyOf(statement);
    const auto trips = constantTrips(statement);
    if (!body || (trips && *trips < fewestTrips) || isOverGrid(statement, activation))
      return;
    const FunctionUses &uses = usesOf(activation.function);
    const VarDecl *carried = nullptr;
    std::vector<const Stmt *> statements;
    if (const auto *block = llvm::dyn_cast<CompoundStmt>(body))
      statements.assign(block->body_begin(), block->body_end());
    else
      statements.push_back(body);
    paths_.clear();
    // Which floating-point variables does the loop write to that it does not declare?
    for (const Stmt *one : statements) {
      const VarDecl *written = writtenBy(one);
      if (!written || !written->getType()->isRealFloatingType())
        continue;
      const VariableUse *use = uses.find(written);
      if (use && use->escapes)
        return;
      if (use && llvm::is_contained(use->loops, statement))
        continue;
      if (carried && carried != written)
        return; // more than one chain: they overlap
      carried = written;
    }
    if (!carried || carried->hasGlobalStorage())
      return;
    paths_[carried] = {true, 0.0, 0, false};
    // Its step, its comparison and the branch, once in four iterations where nvcc does not know how
    // many there are; else it unrolls further (nvcc 13.0, sm_90).
    constexpr double counter = 3.0 / 4;
    double instructions = counter;
    uses_.clear();
    countUses(body);
    for (const Stmt *one : statements)
      if (!execute(one, instructions))
        return;
    const Path &end = paths_[carried];
    if (!end.cycles || *end.cycles <= 0)
      return;
    Site *site = addSite({statement->getBeginLoc(), conditionEnd(statement)},
                         carried->getName().str(), "chain");
    if (!site)
      return;
    site->evidence["chain_cycles"] = *end.cycles;
    site->evidence["instructions"] = static_cast<std::int64_t>(std::ceil(instructions));
    site->evidence["warps_needed"] = *end.cycles / instructions;
    if (trips)
      site->evidence["loop_trips"] = *trips;
  }

  static SourceLocation conditionEnd(const Stmt *loop) {
    if (const auto *counted = llvm::dyn_cast<ForStmt>(loop))
      return counted->getRParenLoc();
    if (const auto *whileLoop = llvm::dyn_cast<WhileStmt>(loop))
      return whileLoop->getRParenLoc();
    return loop->getBeginLoc();
  }

  static const VarDecl *writtenBy(const Stmt *statement) {
    const auto *expr = llvm::dyn_cast<Expr>(statement);
    const auto *assignment = expr ? llvm::dyn_cast<BinaryOperator>(expr->IgnoreParens()) : nullptr;
    if (!assignment || !assignment->isAssignmentOp())
      return nullptr;
    const auto *reference =
        llvm::dyn_cast<DeclRefExpr>(assignment->getLHS()->IgnoreParenImpCasts());
    return reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  }

  void countUses(const Stmt *statement) {
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(statement))
      if (const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl()))
        ++uses_[variable];
    for (const Stmt *child : statement->children())
      if (child)
        countUses(child);
  }

  /// False: something that is not followed.
  bool execute(const Stmt *statement, double &instructions) {
    if (const auto *declaration = llvm::dyn_cast<DeclStmt>(statement)) {
      for (const Decl *one : declaration->decls()) {
        const auto *variable = llvm::dyn_cast<VarDecl>(one);
        if (!variable || !variable->getInit() || !variable->getType()->isArithmeticType())
          return false;
        const Path path = pathOf(variable->getInit());
        if (!path.isKnown)
          return false;
        instructions += path.instructions;
        // A product that only one sum stands for is one instruction with it here as well.
        paths_[variable] = {true, path.cycles, 0, path.isProduct && uses_.lookup(variable) == 1};
      }
      return true;
    }
    if (llvm::isa<NullStmt>(statement))
      return true;
    const auto *expr = llvm::dyn_cast<Expr>(statement);
    const VarDecl *target = writtenBy(statement);
    if (!expr || !target || !target->getType()->isArithmeticType())
      return false;
    const auto *assignment = llvm::cast<BinaryOperator>(expr->IgnoreParens());
    Path path = pathOf(assignment->getRHS());
    if (const auto *compound = llvm::dyn_cast<CompoundAssignOperator>(assignment))
      path = combined(BinaryOperator::getOpForCompoundAssignment(compound->getOpcode()),
                      pathOf(compound->getLHS()), path, compound->getType());
    if (!path.isKnown)
      return false;
    instructions += path.instructions;
    paths_[target] = {true, path.cycles, 0, false};
    return true;
  }

  static Path unknown() {
    Path path;
    path.isKnown = false;
    return path;
  }

  static Path after(std::initializer_list<Path> operands, const Cost &cost) {
    Path result;
    result.instructions = cost.instructions;
    for (const Path &operand : operands) {
      result.isKnown = result.isKnown && operand.isKnown;
      result.instructions += operand.instructions;
      if (operand.cycles)
        result.cycles = std::max(result.cycles.value_or(0), *operand.cycles + cost.cycles);
    }
    return result;
  }

  static Path combined(BinaryOperatorKind kind, const Path &left, const Path &right,
                       QualType type) {
    const bool isFloating = type->isRealFloatingType();
    const bool isDouble = type->isSpecificBuiltinType(BuiltinType::Double);
    const Cost &plain = isDouble ? inDouble : simple;
    if (kind == BO_Div && (isDouble || !isFloating))
      return unknown();
    if (kind == BO_Div)
      return after({left, right}, division);
    if (kind == BO_Rem || kind == BO_Assign || kind == BO_Comma)
      return unknown();
    Path result = after({left, right}, plain);
    result.isProduct = kind == BO_Mul && isFloating;
    // A product and a sum are one instruction.
    if ((kind == BO_Add || kind == BO_Sub) && (left.isProduct || right.isProduct)) {
      const Path &product = left.isProduct ? left : right;
      const Path &other = left.isProduct ? right : left;
      result.instructions -= 1;
      result.cycles = product.cycles;
      if (other.cycles)
        result.cycles = std::max(result.cycles.value_or(0), *other.cycles + plain.cycles);
    }
    return result;
  }

  Path pathOf(const Expr *expr) {
    expr = expr->IgnoreParens();
    if (const auto *cast = llvm::dyn_cast<CastExpr>(expr)) {
      Path path = pathOf(cast->getSubExpr());
      if (cast->getCastKind() == CK_IntegralToFloating ||
          cast->getCastKind() == CK_FloatingToIntegral || cast->getCastKind() == CK_FloatingCast)
        return expr->isEvaluatable(context()) ? Path() : after({path}, simple);
      return path;
    }
    if (!expr->isValueDependent() && expr->isPRValue() && expr->isEvaluatable(context()))
      return {};
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr)) {
      const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
      if (!variable || variable->hasGlobalStorage() || variable->getType()->isReferenceType())
        return unknown();
      const auto found = paths_.find(variable);
      return found == paths_.end() ? Path() : found->second;
    }
    if (const auto *unary = llvm::dyn_cast<UnaryOperator>(expr))
      return unary->getOpcode() == UO_Minus || unary->getOpcode() == UO_Plus
                 ? pathOf(unary->getSubExpr())
                 : unknown();
    if (const auto *binary = llvm::dyn_cast<BinaryOperator>(expr))
      return combined(binary->getOpcode(), pathOf(binary->getLHS()), pathOf(binary->getRHS()),
                      binary->getType());
    const auto *call = llvm::dyn_cast<CallExpr>(expr);
    const llvm::StringRef name = call ? mathName(call, options()) : llvm::StringRef();
    if (name.empty() || call->getType()->isSpecificBuiltinType(BuiltinType::Double) ||
        !call->getType()->isRealFloatingType())
      return unknown();
    const Cost cost = llvm::StringSwitch<Cost>(name)
                          .Cases("sqrtf", "sqrt", squareRoot)
                          .Cases("rsqrtf", "rsqrt", "__frsqrt_rn", intrinsic)
                          .Cases("expf", "exp", "exp2f", "exp2", exponential)
                          .Cases("logf", "log", "log2f", "log2", logarithm)
                          .Cases("sinf", "sin", "cosf", "cos", trigonometric)
                          .Cases("__sinf", "__cosf", "__expf", "__logf", intrinsic)
                          .Cases("fdividef", "__fdividef", intrinsic)
                          .Cases("fmaf", "fma", "fabsf", "fabs", simple)
                          .Cases("fmaxf", "fminf", "fmax", "fmin", "max", "min", simple)
                          .Default(Cost());
    if (cost.instructions == 0)
      return unknown();
    Path result = after({}, cost);
    for (const Expr *argument : call->arguments()) {
      const Path one = pathOf(argument);
      result.isKnown = result.isKnown && one.isKnown;
      result.instructions += one.instructions;
      if (one.cycles)
        result.cycles = std::max(result.cycles.value_or(0), *one.cycles + cost.cycles);
    }
    return result;
  }

  llvm::DenseMap<const VarDecl *, Path> paths_;
  llvm::DenseMap<const VarDecl *, unsigned> uses_; ///< places in the loop that name it
};

} // namespace

std::vector<Site> chains(ASTContext &context, const Options &options, const Kernels &kernels,
                         KnownUses &uses) {
  Chains walk(context, options, uses);
  walk.run(kernels);
  return std::move(walk.sites);
}

} // namespace warplint::compute
