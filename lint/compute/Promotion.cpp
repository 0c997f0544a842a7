//===- Promotion.cpp ------------------------------------------------------===//

#include "lint/compute/Promotion.h"

#include "lint/compute/DeviceWalk.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <cmath>
#include <set>
#include <vector>

namespace warplint::compute {

using namespace clang;

namespace {

/// Functions with versions for float and for double: the first is taken where all arguments are
/// float (CUDA Math API; C++ [cmath.syn]).
const llvm::StringSet<> &overloaded() {
  static const llvm::StringSet<> names{
      "sin",    "cos",   "tan",   "asin",  "acos",      "atan",     "atan2", "sinh",   "cosh",
      "tanh",   "asinh", "acosh", "atanh", "exp",       "exp2",     "exp10", "expm1",  "log",
      "log2",   "log10", "log1p", "pow",   "sqrt",      "rsqrt",    "cbrt",  "rcbrt",  "hypot",
      "fabs",   "floor", "ceil",  "round", "trunc",     "rint",     "fmod",  "erf",    "erfc",
      "tgamma", "fma",   "fmax",  "fmin",  "fdim",      "max",      "min",   "lgamma", "copysign",
      "sinpi",  "cospi", "ldexp", "abs",   "nearbyint", "remainder"};
  return names;
}

/// Functions of constants that nvcc 13.0 makes constants of: of the others in overloaded(), as
/// log2(), cbrt(), hypot(), erf() and log1p(), instructions for double are left in the PTX.
const llvm::StringMap<double (*)(double)> &foldedOfOne() {
  static const llvm::StringMap<double (*)(double)> functions{
      {"sqrt", std::sqrt},   {"exp", std::exp},   {"exp2", std::exp2},   {"log", std::log},
      {"log10", std::log10}, {"sin", std::sin},   {"cos", std::cos},     {"tan", std::tan},
      {"asin", std::asin},   {"acos", std::acos}, {"atan", std::atan},   {"sinh", std::sinh},
      {"tanh", std::tanh},   {"fabs", std::fabs}, {"floor", std::floor}, {"ceil", std::ceil},
      {"round", std::round}};
  return functions;
}
const llvm::StringMap<double (*)(double, double)> &foldedOfTwo() {
  static const llvm::StringMap<double (*)(double, double)> functions{{"pow", std::pow},
                                                                     {"atan2", std::atan2},
                                                                     {"fmod", std::fmod},
                                                                     {"fmin", std::fmin},
                                                                     {"fmax", std::fmax}};
  return functions;
}

struct Tree {
  bool isKnown = true;         ///< false: double on purpose, or nothing that is followed
  bool isConstant = false;     ///< folded at compile time
  bool hasFloat = false;       ///< a float that was promoted
  bool hasInteger = false;     ///< an integer that was converted
  bool hasWide = false;        ///< one that a float may not hold
  unsigned digits = 53;        ///< of the narrowest type that holds its value: 24 for float
  bool isArithmetic = false;   ///< one operation, + - * or /
  bool operandsFit = false;    ///< of that: both hold a float's value
  std::int64_t operations = 0; ///< instructions
  bool isProduct = false;
  std::set<unsigned> converted; ///< operands, each once: what is written twice is converted once
  std::string literal;          ///< a double constant in it
  std::string call;             ///< a function that is double by one of its arguments
};

constexpr unsigned floatDigits = 24;

class Promotions : public DeviceWalk {
public:
  using DeviceWalk::DeviceWalk;

private:
  bool isDouble(QualType type) const { return type->isSpecificBuiltinType(BuiltinType::Double); }
  bool isFloat(QualType type) const { return type->isSpecificBuiltinType(BuiltinType::Float); }
  bool isNarrow(QualType type) const {
    return type->isRealFloatingType() && context().getTypeSize(type) <= 32;
  }

  /// Whether a float holds every number of an integer's type, as it was before it was promoted.
  bool fitsFloat(const Expr *integer) const {
    return context().getTypeSize(written(integer)->getType()) < floatDigits;
  }

  void expression(const Expr *expr, const Activation &activation) override {
    if (const auto *cast = llvm::dyn_cast<CastExpr>(expr))
      return conversion(cast, activation);
    if (const Expr *given = givenToHalf(expr))
      return narrowing(given, activation);
    if (const auto *compound = llvm::dyn_cast<CompoundAssignOperator>(expr))
      return compoundAssignment(compound, activation);
    if (const auto *binary = llvm::dyn_cast<BinaryOperator>(expr);
        binary && (binary->isRelationalOp() || binary->isEqualityOp()))
      return comparison(binary, activation);
  }

  void conversion(const CastExpr *cast, const Activation &activation) {
    const Expr *from = cast->getSubExpr();
    if (!isDouble(from->getType()))
      return;
    if (cast->getCastKind() == CK_FloatingCast && isNarrow(cast->getType())) {
      narrowing(from, activation);
    } else if (cast->getCastKind() == CK_FloatingToIntegral) {
      Tree tree = treeOf(from);
      if (tree.hasFloat || (tree.hasInteger && !tree.hasWide))
        report(from, tree, 0, activation);
    }
  }

  void narrowing(const Expr *from, const Activation &activation) {
    Tree tree = treeOf(from);
    tree.operations = operationsLeft(from);
    if (tree.hasFloat || tree.hasInteger)
      report(from, tree, 1, activation);
  }

  /// The double that a number of 16 bits is made of or set to, which keeps less of it than a float;
  /// null: it is another expression.
  const Expr *givenToHalf(const Expr *expr) const {
    const Expr *given = nullptr;
    const Decl *function = nullptr;
    if (const auto *made = llvm::dyn_cast<CXXConstructExpr>(expr);
        made && made->getNumArgs() == 1) {
      given = made->getArg(0);
      function = made->getConstructor();
    } else if (const auto *call = llvm::dyn_cast<CXXOperatorCallExpr>(expr);
               call && call->getOperator() == OO_Equal && call->getNumArgs() == 2) {
      given = call->getArg(1);
      function = call->getCalleeDecl();
    }
    const auto *method = llvm::dyn_cast_or_null<CXXMethodDecl>(function);
    if (!method || !isDouble(given->getType()))
      return nullptr;
    const CXXRecordDecl *record = method->getParent();
    return record->getDeclName().isIdentifier() &&
                   (record->getName() == "__half" || record->getName() == "__nv_bfloat16")
               ? given
               : nullptr;
  }

  void compoundAssignment(const CompoundAssignOperator *assignment, const Activation &activation) {
    if (!isFloat(assignment->getLHS()->getType()) ||
        !isDouble(assignment->getComputationResultType()))
      return;
    Tree right = treeOf(assignment->getRHS());
    if (!right.isKnown || right.digits <= floatDigits)
      return;
    const auto kind = BinaryOperator::getOpForCompoundAssignment(assignment->getOpcode());
    right.operations += !joinsProduct(BinaryOperator::isAdditiveOp(kind), right, {});
    right.converted.insert(operand(assignment->getLHS()));
    right.hasFloat = true;
    right.isConstant = false;
    report(assignment, right, 1, activation);
  }

  void comparison(const BinaryOperator *binary, const Activation &activation) {
    if (!isDouble(binary->getLHS()->getType()) || !isDouble(binary->getRHS()->getType()))
      return;
    const Tree left = treeOf(binary->getLHS());
    const Tree right = treeOf(binary->getRHS());
    Tree both = joined(left, right);
    const bool isPlain = left.operations == 0 && right.operations == 0;
    const bool fits = left.digits <= floatDigits && right.digits <= floatDigits;
    if (isPlain && (fits || !both.hasFloat))
      return;
    both.operations += 1;
    if (both.hasFloat)
      report(binary, both, 0, activation);
  }

  /// The same for operands that are written alike and hold the same.
  unsigned operand(const Expr *expr) const {
    expr = expr->IgnoreParenImpCasts();
    llvm::FoldingSetNodeID id;
    if (expr->HasSideEffects(context()))
      id.AddPointer(expr);
    else
      expr->Profile(id, context(), /*Canonical=*/true);
    return id.ComputeHash();
  }

  /// An argument as it stands there, before it is converted.
  static const Expr *written(const Expr *argument) { return argument->IgnoreParenImpCasts(); }

  static Tree joined(const Tree &a, const Tree &b) {
    Tree both;
    both.isKnown = a.isKnown && b.isKnown;
    both.hasFloat = a.hasFloat || b.hasFloat;
    both.hasInteger = a.hasInteger || b.hasInteger;
    both.hasWide = a.hasWide || b.hasWide;
    both.operations = a.operations + b.operations;
    both.converted = a.converted;
    both.converted.insert(b.converted.begin(), b.converted.end());
    both.literal = a.literal.empty() ? b.literal : a.literal;
    both.call = a.call.empty() ? b.call : a.call;
    return both;
  }

  /// A sum and one of the products in it are one instruction (DFMA), unless -fmad=false says no.
  static bool joinsProduct(bool isSum, const Tree &left, const Tree &right) {
    return isSum && (left.isProduct || right.isProduct);
  }

  static Tree onPurpose() {
    Tree tree;
    tree.isKnown = false;
    return tree;
  }

  /// Does a double variable or an explicit conversion stand in it?
  static bool namesDouble(const Stmt *statement) {
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(statement))
      return llvm::isa<VarDecl, NonTypeTemplateParmDecl>(reference->getDecl());
    if (llvm::isa<ExplicitCastExpr, SubstNonTypeTemplateParmExpr>(statement))
      return true;
    return llvm::any_of(statement->children(),
                        [](const Stmt *child) { return child && namesDouble(child); });
  }

  static bool hasDoubleLiteral(const Stmt *statement) {
    const auto *literal = llvm::dyn_cast<clang::FloatingLiteral>(statement);
    return (literal && literal->getType()->isSpecificBuiltinType(BuiltinType::Double)) ||
           llvm::any_of(statement->children(),
                        [](const Stmt *child) { return child && hasDoubleLiteral(child); });
  }

  /// The number that the compiler makes of an expression of type double; by Clang, or by what nvcc
  /// folds beyond it.
  std::optional<llvm::APFloat> folded(const Expr *expr) const {
    if (expr->isValueDependent() || !expr->isPRValue() || !isDouble(expr->getType()))
      return std::nullopt;
    Expr::EvalResult result;
    if (expr->EvaluateAsRValue(result, context()))
      return result.HasSideEffects || !result.Val.isFloat() ? std::nullopt
                                                            : std::optional(result.Val.getFloat());
    expr = expr->IgnoreParens();
    if (const auto *unary = llvm::dyn_cast<UnaryOperator>(expr);
        unary && unary->getOpcode() == UO_Minus) {
      const auto number = folded(unary->getSubExpr());
      return number ? std::optional(-*number) : std::nullopt;
    }
    if (const auto *binary = llvm::dyn_cast<BinaryOperator>(expr)) {
      const auto left = folded(binary->getLHS()), right = folded(binary->getRHS());
      if (!left || !right)
        return std::nullopt;
      switch (binary->getOpcode()) {
      case BO_Add:
        return *left + *right;
      case BO_Sub:
        return *left - *right;
      case BO_Mul:
        return *left * *right;
      case BO_Div:
        return *left / *right;
      default:
        return std::nullopt;
      }
    }
    if (const auto *call = llvm::dyn_cast<CallExpr>(expr))
      return foldedCall(call);
    return std::nullopt;
  }

  std::optional<llvm::APFloat> foldedCall(const CallExpr *call) const {
    const llvm::StringRef name = mathName(call, options());
    std::vector<double> numbers;
    for (const Expr *argument : call->arguments()) {
      const auto number = folded(argument);
      if (!number)
        return std::nullopt;
      numbers.push_back(number->convertToDouble());
    }
    if (const auto one = foldedOfOne().find(name);
        one != foldedOfOne().end() && numbers.size() == 1)
      return llvm::APFloat(one->second(numbers[0]));
    if (const auto two = foldedOfTwo().find(name);
        two != foldedOfTwo().end() && numbers.size() == 2)
      return llvm::APFloat(two->second(numbers[0], numbers[1]));
    return std::nullopt;
  }

  std::optional<Tree> constantTree(const Expr *expr) const {
    const auto number = folded(expr);
    if (!number)
      return std::nullopt;
    if (namesDouble(expr))
      return onPurpose();
    Tree tree;
    tree.isConstant = true;
    llvm::APFloat narrow = *number;
    bool isInexact = false;
    narrow.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven, &isInexact);
    tree.digits = isInexact ? 53 : floatDigits;
    if (hasDoubleLiteral(expr)) // an integer, or a float, becomes a double only beside one
      tree.literal = text(expr->getSourceRange());
    return tree;
  }

  Tree treeOf(const Expr *expr) const {
    expr = expr->IgnoreParens();
    if (auto constant = constantTree(expr))
      return *constant;
    if (const auto *cast = llvm::dyn_cast<ImplicitCastExpr>(expr)) {
      const Expr *from = cast->getSubExpr();
      Tree tree;
      if (cast->getCastKind() == CK_FloatingCast && isNarrow(from->getType())) {
        tree.hasFloat = true;
        tree.digits = floatDigits;
        tree.converted.insert(operand(from));
        return tree;
      }
      if (cast->getCastKind() == CK_IntegralToFloating) {
        tree.hasInteger = true;
        tree.hasWide = !fitsFloat(from);
        tree.converted.insert(operand(from));
        return tree;
      }
      return onPurpose(); // a load of a double
    }
    if (const auto *unary = llvm::dyn_cast<UnaryOperator>(expr);
        unary && (unary->getOpcode() == UO_Minus || unary->getOpcode() == UO_Plus))
      return treeOf(unary->getSubExpr());
    if (const auto *choice = llvm::dyn_cast<ConditionalOperator>(expr)) {
      const Tree yes = treeOf(choice->getTrueExpr());
      const Tree no = treeOf(choice->getFalseExpr());
      Tree tree = joined(yes, no);
      tree.digits = std::max(yes.digits, no.digits);
      return tree;
    }
    if (const auto *binary = llvm::dyn_cast<BinaryOperator>(expr)) {
      if (!binary->isAdditiveOp() && !binary->isMultiplicativeOp())
        return onPurpose();
      const Tree left = treeOf(binary->getLHS());
      const Tree right = treeOf(binary->getRHS());
      Tree tree = joined(left, right);
      tree.operations += !joinsProduct(binary->isAdditiveOp(), left, right);
      tree.isArithmetic = true;
      tree.isProduct = binary->getOpcode() == clang::BO_Mul;
      tree.operandsFit = left.digits <= floatDigits && right.digits <= floatDigits;
      if (isNeutral(binary)) {
        tree = left.isConstant ? right : left;
        return tree;
      }
      return tree;
    }
    if (const auto *call = llvm::dyn_cast<CallExpr>(expr))
      return callTree(call);
    return onPurpose();
  }

  /// x * 1.0, x / -1.0, x - 0.0: nothing is left of it but a sign. x + 0.0 turns a negative zero.
  bool isNeutral(const BinaryOperator *binary) const {
    const auto left = folded(binary->getLHS()), right = folded(binary->getRHS());
    const auto isOne = [](const std::optional<llvm::APFloat> &value) {
      return value && (value->isExactlyValue(1.0) || value->isExactlyValue(-1.0));
    };
    switch (binary->getOpcode()) {
    case BO_Mul:
      return isOne(left) || isOne(right);
    case BO_Div:
      return isOne(right);
    case BO_Sub:
      return right && right->isPosZero();
    case BO_Add:
      return (left && left->isNegZero()) || (right && right->isNegZero());
    default:
      return false;
    }
  }

  Tree callTree(const CallExpr *call) const {
    const llvm::StringRef name = mathName(call, options());
    if (name.empty() || !overloaded().contains(name))
      return onPurpose();
    Tree tree;
    bool isDoubleCall = false;
    for (const Expr *argument : call->arguments()) {
      const Expr *value = argument;
      // max(const double &, …) of a temporary.
      while (const auto *temporary = llvm::dyn_cast<MaterializeTemporaryExpr>(value))
        value = temporary->getSubExpr();
      const QualType type = written(value)->getType();
      Tree part;
      if (isNarrow(type)) {
        part.hasFloat = true;
        part.converted.insert(operand(value));
      } else if (type->isIntegerType()) {
        isDoubleCall = true;
        part.hasInteger = !constant(written(value));
        part.hasWide = part.hasInteger && !fitsFloat(value);
      } else if (isDouble(value->getType())) {
        isDoubleCall = true;
        part = treeOf(value);
      } else {
        return onPurpose();
      }
      tree = joined(tree, part);
    }
    if (!isDoubleCall) { // what nvcc takes is the version for float
      Tree single;
      single.hasFloat = true;
      single.digits = floatDigits;
      single.converted.insert(operand(call));
      return single;
    }
    tree.operations += 1;
    tree.call = name.str();
    return tree;
  }

  std::int64_t operationsOf(const Expr *argument) const {
    return isDouble(argument->getType()) ? treeOf(argument).operations : 0;
  }

  bool isFloatAlready(const Expr *expr) const {
    const Tree tree = treeOf(expr);
    return tree.operations == 0 && tree.digits <= floatDigits;
  }

  /// Of what is converted to float.
  std::int64_t operationsLeft(const Expr *expr) const {
    expr = expr->IgnoreParens();
    // nvcc makes one copysign.f32 of it, as the sign survives rounding. What fmin, fmax, fabs,
    // floor and their like give is not rounded either, but they stay FP64 instructions.
    if (const auto *call = llvm::dyn_cast<CallExpr>(expr);
        call && call->getNumArgs() == 2 && mathName(call, options()) == "copysign")
      return operationsOf(call->getArg(0)) + operationsOf(call->getArg(1));
    if (const auto *unary = llvm::dyn_cast<UnaryOperator>(expr))
      return operationsLeft(unary->getSubExpr());
    if (const auto *choice = llvm::dyn_cast<ConditionalOperator>(expr);
        choice && !constantTree(expr)) {
      // The conversion is moved into the sides where one of them needs none.
      const bool isOneFloat =
          isFloatAlready(choice->getTrueExpr()) || isFloatAlready(choice->getFalseExpr());
      return isOneFloat
                 ? operationsLeft(choice->getTrueExpr()) + operationsLeft(choice->getFalseExpr())
                 : treeOf(expr).operations;
    }
    const Tree tree = treeOf(expr);
    return tree.isArithmetic && tree.operandsFit ? 0 : tree.operations;
  }

  void report(const Expr *expr, const Tree &tree, std::int64_t back, const Activation &activation) {
    if (!tree.isKnown || tree.isConstant || tree.operations == 0 ||
        (tree.literal.empty() && tree.call.empty()))
      return;
    Site *site = addSite(expr->IgnoreParens()->getSourceRange(),
                         tree.call.empty() ? "double" : tree.call, "promotion");
    if (!site)
      return;
    site->evidence["fp64_operations"] = tree.operations;
    site->evidence["conversions"] = static_cast<std::int64_t>(tree.converted.size()) + back;
    site->evidence["literal"] = tree.literal;
    constexpr std::int64_t manyTrips = 16;
    site->evidence["in_loop"] = hotLoop(activation, manyTrips).has_value();
  }
};

} // namespace

std::vector<Site> promotions(ASTContext &context, const Options &options, const Kernels &kernels,
                             KnownUses &uses) {
  Promotions walk(context, options, uses);
  walk.run(kernels);
  return std::move(walk.sites);
}

} // namespace warplint::compute
