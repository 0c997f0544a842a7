//===- SlowMath.cpp -------------------------------------------------------===//

#include "lint/compute/SlowMath.h"

#include "lint/compute/DeviceWalk.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Regex.h"

#include <bit>
#include <cmath>

namespace warplint::compute {

using namespace clang;

namespace {

/// Machine instructions of nvcc 13.0 for sm_90, inline ones only, beyond what takes their place.
constexpr std::int64_t powerInstructions = 75;              // powf(x, 2): x * x takes 1
constexpr std::int64_t doublePowerInstructions = 197;       // pow(double)
constexpr std::int64_t exponentialInstructions = 48;        // powf(2, x): exp2f takes 4
constexpr std::int64_t doubleExponentialInstructions = 130; // pow(2.0, x) less exp2's 70
// In a loop that does not change the divisor, whose reciprocal is taken out of it:
constexpr std::int64_t divisionInstructions = 13; // of 32-bit integers
constexpr std::int64_t remainderInstructions = 11;
constexpr std::int64_t unsignedDivisionInstructions = 8;
constexpr std::int64_t unsignedRemainderInstructions = 7;
constexpr std::int64_t longDivisionInstructions = 24; // where both numbers have 32 bits
constexpr std::int64_t floatDivisionInstructions = 8;

/// Loops with fewer iterations are no matter.
constexpr std::int64_t fewestTrips = 16;

class SlowMath : public DeviceWalk {
public:
  using DeviceWalk::DeviceWalk;

private:
  void expression(const Expr *expr, const Activation &activation) override {
    if (const auto *call = llvm::dyn_cast<CallExpr>(expr)) {
      power(call, activation);
      intrinsic(call, activation);
      return;
    }
    const auto *binary = llvm::dyn_cast<BinaryOperator>(expr);
    if (!binary)
      return;
    const BinaryOperatorKind kind = binary->getOpcode();
    if (kind != BO_Div && kind != BO_Rem && kind != BO_DivAssign && kind != BO_RemAssign)
      return;
    QualType type = binary->getType();
    if (const auto *compound = llvm::dyn_cast<CompoundAssignOperator>(binary))
      type = compound->getComputationResultType();
    if (type->isIntegerType())
      integerDivision(binary, type, activation);
    else if (type->isSpecificBuiltinType(BuiltinType::Float))
      floatDivision(binary, activation);
  }

  std::optional<double> floating(const Expr *expr) const {
    expr = expr->IgnoreParens();
    while (const auto *temporary = llvm::dyn_cast<MaterializeTemporaryExpr>(expr))
      expr = temporary->getSubExpr();
    Expr::EvalResult result;
    if (expr->isValueDependent() || !expr->EvaluateAsRValue(result, context()) ||
        result.HasSideEffects)
      return std::nullopt;
    if (result.Val.isInt())
      return result.Val.getInt().roundToDouble(result.Val.getInt().isSigned());
    if (!result.Val.isFloat())
      return std::nullopt;
    llvm::APFloat value = result.Val.getFloat();
    bool isInexact = false;
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &isInexact);
    return value.convertToDouble();
  }

  /// `x` as it may stand in a product: a name, or something in parentheses where `x` is another's.
  std::string operand(const Expr *expr) const {
    const Expr *plain = expr->IgnoreParenImpCasts();
    const std::string written = text(expr->getSourceRange());
    const bool isShort =
        llvm::isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(plain) && written.size() <= 16;
    const bool namesX = llvm::Regex("(^|[^A-Za-z0-9_.>])x([^A-Za-z0-9_]|$)").match(written);
    return isShort ? written : namesX ? "(…)" : "x";
  }

  void power(const CallExpr *call, const Activation &activation) {
    const llvm::StringRef name = mathName(call, options());
    if ((name != "pow" && name != "powf") || call->getNumArgs() != 2)
      return;
    const QualType first = call->getArg(0)->IgnoreParenImpCasts()->getType();
    const QualType second = call->getArg(1)->IgnoreParenImpCasts()->getType();
    const auto exponent = floating(call->getArg(1));
    const bool isSingle = name == "powf" || (first->isSpecificBuiltinType(BuiltinType::Float) &&
                                             second->isSpecificBuiltinType(BuiltinType::Float));
    if (isSingle && options().fastMath)
      return;                          // two instructions of the special function unit
    constexpr double mostFactors = 16; // beyond, what rounding adds up to counts
    std::string instead;
    int products = 1;
    std::string x = operand(call->getArg(0));
    const auto base = floating(call->getArg(0));
    if (base && exponent)
      return; // folded
    if (base) {
      x = operand(call->getArg(1));
      if (*base != 2.0 && *base != 10.0)
        return;
      instead = (*base == 2.0 ? "exp2" : "exp10") + std::string(isSingle ? "f(" : "(") + x + ")";
    } else if (exponent == 2.0)
      instead = x + " * " + x;
    else if (exponent == 3.0)
      instead = x + " * " + x + " * " + x;
    else if (exponent == 4.0)
      instead = "the square of " + x + " * " + x;
    else if (exponent == -1.0)
      instead = "1 / " + x;
    else if (exponent == -2.0)
      instead = "1 / (" + x + " * " + x + ")";
    else if (exponent == 0.5)
      instead = (isSingle ? "sqrtf(" : "sqrt(") + x + ")";
    else if (exponent == -0.5)
      instead = (isSingle ? "rsqrtf(" : "rsqrt(") + x + ")";
    else if (exponent && *exponent > 4 && *exponent <= mostFactors &&
             *exponent == std::floor(*exponent)) {
      const auto factors = static_cast<unsigned>(*exponent);
      products = std::bit_width(factors) + std::popcount(factors) - 2; // by squares
      instead = std::to_string(products) + " products of " + x;
    } else
      return;
    Site *site = addSite(call->getSourceRange(), name.str(), "power");
    if (!site)
      return;
    site->evidence["instead"] = instead;
    if (isSingle)
      site->evidence["extra_instructions"] =
          base ? exponentialInstructions : powerInstructions + 1 - products;
    else
      site->evidence["extra_instructions"] =
          base ? doubleExponentialInstructions : doublePowerInstructions + 1 - products;
    site->evidence["in_loop"] = hotLoop(activation, fewestTrips).has_value();
  }

  void intrinsic(const CallExpr *call, const Activation &activation) {
    if (options().fastMath)
      return;
    const llvm::StringRef name = mathName(call, options());
    const bool isSingle = call->getNumArgs() > 0 &&
                          call->getArg(0)->IgnoreParenImpCasts()->getType()->isSpecificBuiltinType(
                              BuiltinType::Float);
    if (name.empty() || !isSingle)
      return;
    const llvm::StringRef fast = llvm::StringSwitch<llvm::StringRef>(name)
                                     .Cases("sinf", "sin", "__sinf")
                                     .Cases("cosf", "cos", "__cosf")
                                     .Cases("tanf", "tan", "__tanf")
                                     .Cases("expf", "exp", "__expf")
                                     .Cases("exp10f", "exp10", "__exp10f")
                                     .Cases("logf", "log", "__logf")
                                     .Cases("log2f", "log2", "__log2f")
                                     .Cases("log10f", "log10", "__log10f")
                                     .Cases("sincosf", "sincos", "__sincosf")
                                     .Default("");
    if (fast.empty() || floating(call->getArg(0)))
      return;
    Site *site = addSite(call->getSourceRange(), name.str(), "intrinsic");
    if (!site)
      return;
    site->evidence["instead"] = fast.str();
    site->evidence["in_loop"] = hotLoop(activation, fewestTrips).has_value();
  }

  /// As it is written; within a macro, what the macro makes of it.
  std::string divisorText(const Expr *divisor) const {
    const SourceManager &sources = context().getSourceManager();
    const LangOptions &language = context().getLangOpts();
    const SourceRange range = divisor->getSourceRange();
    const bool inMacro = range.getBegin().isMacroID() || range.getEnd().isMacroID();
    if (!inMacro ||
        Lexer::makeFileCharRange(CharSourceRange::getTokenRange(range), sources, language)
            .isValid())
      return text(range);
    std::string printed;
    llvm::raw_string_ostream stream(printed);
    divisor->printPretty(stream, nullptr, context().getPrintingPolicy());
    return printed;
  }

  static bool isSmall(QualType type, const ASTContext &context) {
    constexpr unsigned word = 32;
    return context.getTypeSize(type) <= word;
  }

  bool isMultipleOf(const Expr *expr, std::int64_t divisor) const {
    if (const auto number = constant(expr))
      return *number % divisor == 0;
    const auto *binary = llvm::dyn_cast<BinaryOperator>(expr->IgnoreParenImpCasts());
    if (!binary)
      return false;
    const auto left = [&] { return isMultipleOf(binary->getLHS(), divisor); };
    const auto right = [&] { return isMultipleOf(binary->getRHS(), divisor); };
    switch (binary->getOpcode()) {
    case BO_Mul:
      return left() || right();
    case BO_Add:
    case BO_Sub:
      return left() && right();
    default:
      return false;
    }
  }

  /// `k * 256 % 16 / n`, as generated code has it: the compiler sees that nothing is left.
  bool isZero(const Expr *expr) const {
    if (const auto number = constant(expr))
      return *number == 0;
    const auto *binary = llvm::dyn_cast<BinaryOperator>(expr->IgnoreParenImpCasts());
    if (!binary)
      return false;
    switch (binary->getOpcode()) {
    case BO_Rem:
      if (const auto divisor = constant(binary->getRHS());
          divisor && *divisor > 0 && isMultipleOf(binary->getLHS(), *divisor))
        return true;
      return isZero(binary->getLHS());
    case BO_Div:
      return isZero(binary->getLHS());
    case BO_Mul:
      return isZero(binary->getLHS()) || isZero(binary->getRHS());
    case BO_Add:
    case BO_Sub:
      return isZero(binary->getLHS()) && isZero(binary->getRHS());
    default:
      return false;
    }
  }

  /// `1u << level`: the compiler shifts and masks by itself.
  bool isShiftedOne(const Expr *expr, const Activation &activation, unsigned depth = 8) {
    expr = expr->IgnoreParenCasts();
    if (depth == 0) // `unsigned x = x;`
      return false;
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr)) {
      const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
      return variable && variable->hasLocalStorage() && !llvm::isa<ParmVarDecl>(variable) &&
             variable->getInit() && !usesOf(activation.function).isWritten(variable) &&
             isShiftedOne(variable->getInit(), activation, depth - 1);
    }
    const auto *shift = llvm::dyn_cast<BinaryOperator>(expr);
    const auto number =
        shift && shift->getOpcode() == BO_Shl ? constant(shift->getLHS()) : std::nullopt;
    return number && *number > 0 && (*number & (*number - 1)) == 0;
  }

  void integerDivision(const BinaryOperator *binary, QualType type, const Activation &activation) {
    if (binary->getRHS()->isValueDependent() || constant(binary->getRHS()) ||
        isEvaluated(binary->getRHS(), activation) || isZero(binary->getLHS()) ||
        (type->isUnsignedIntegerOrEnumerationType() && isShiftedOne(binary->getRHS(), activation)))
      return;
    const auto loop = hotLoop(activation, fewestTrips);
    if (!loop || loop->activation != &activation)
      // Of what a loop calls, only plain functions of their arguments are followed.
      if (!loop || !activation.caller)
        return;
    if (variance(binary->getRHS(), activation, *loop) != Variance::Invariant ||
        variance(binary->getLHS(), activation, *loop) != Variance::Varying)
      return;
    // One of them speaks for all: x / d and x % d are one division, and they have one cure.
    const std::string divisor = divisorText(binary->getRHS());
    if (!divided_.insert({activation.function, loop->loop, divisor}).second)
      return;
    const bool isRemainder = binary->getOpcode() == BO_Rem || binary->getOpcode() == BO_RemAssign;
    Site *site = addSite(binary->getSourceRange(), isRemainder ? "remainder" : "division",
                         "integer-division");
    if (!site)
      return;
    site->evidence["divisor"] = divisor;
    const bool isUnsigned = type->isUnsignedIntegerOrEnumerationType();
    site->evidence["extra_instructions"] =
        !isSmall(type, context()) ? longDivisionInstructions
        : isRemainder ? (isUnsigned ? unsignedRemainderInstructions : remainderInstructions)
                      : (isUnsigned ? unsignedDivisionInstructions : divisionInstructions);
    site->evidence["in_loop"] = true;
    if (loop->trips)
      site->evidence["loop_trips"] = *loop->trips;
  }

  /// Constants that only the optimiser sees: variables that are given one once, and parameters of a
  /// function that is called with one.
  bool isEvaluated(const Expr *expr, const Activation &activation) {
    if (constant(expr))
      return true;
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
    const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (const auto *parameter = llvm::dyn_cast_or_null<ParmVarDecl>(variable)) {
      const Expr *handed = activation.caller && !usesOf(activation.function).isWritten(parameter)
                               ? activation.argument(parameter)
                               : nullptr;
      return handed && isEvaluated(handed, *activation.caller);
    }
    return variable && variable->hasLocalStorage() && variable->getInit() &&
           constant(variable->getInit());
  }

  static bool isPowerOfTwo(double value) {
    int exponent = 0;
    const double fraction = std::frexp(std::abs(value), &exponent);
    return fraction == 0.5;
  }

  void floatDivision(const BinaryOperator *binary, const Activation &activation) {
    if (options().fastMath)
      return;
    const auto loop = hotLoop(activation, fewestTrips);
    if (!loop)
      return;
    const Expr *divisor = binary->getRHS();
    const auto number = floating(divisor);
    if (number && (*number == 0 || isPowerOfTwo(*number)))
      return;
    // `(float)count` is computed once as well.
    if ((!number && variance(divisor, activation, *loop) != Variance::Invariant) ||
        variance(binary->getLHS(), activation, *loop) != Variance::Varying ||
        isUnit(binary->getLHS()))
      return;
    const std::string written = divisorText(divisor);
    if (!divided_.insert({activation.function, loop->loop, written}).second)
      return;
    Site *site = addSite(binary->getSourceRange(), "division", "division");
    if (!site)
      return;
    site->evidence["divisor"] = written;
    site->evidence["extra_instructions"] = floatDivisionInstructions;
    site->evidence["in_loop"] = true;
    if (loop->trips)
      site->evidence["loop_trips"] = *loop->trips;
  }

  bool isUnit(const Expr *expr) const { return floating(expr).has_value(); }

  std::set<std::tuple<const FunctionDecl *, const Stmt *, std::string>> divided_;
};

} // namespace

std::vector<Site> slowMath(ASTContext &context, const Options &options, const Kernels &kernels,
                           KnownUses &uses) {
  SlowMath walk(context, options, uses);
  walk.run(kernels);
  return std::move(walk.sites);
}

} // namespace warplint::compute
