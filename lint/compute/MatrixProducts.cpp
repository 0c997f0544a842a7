//===- MatrixProducts.cpp -------------------------------------------------===//

#include "lint/compute/MatrixProducts.h"

#include "lint/compute/DeviceWalk.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"

#include <map>
#include <set>

namespace warplint::compute {

using namespace clang;

namespace {

/// What a value depends on that differs between threads or iterations: coordinates of threads by
/// name, quotients and remainders of them by their texts, a line each, loops by their statement.
using Coordinate = std::pair<const Stmt *, std::string>;
using Coordinates = std::set<Coordinate>;

enum class Element : std::uint8_t { None, Half, Brain, Single, Other };

struct Dependence {
  Coordinates on;
  bool isLoad = false; ///< an element of an array as it is, or converted
  Element element = Element::None;

  void add(const Dependence &other) { on.insert(other.on.begin(), other.on.end()); }
};

class MatrixProducts : public DeviceWalk {
public:
  using DeviceWalk::DeviceWalk;

private:
  void beginKernel(const FunctionDecl *) override {
    found_ = sites.size();
    usesTensorCores_ = false;
    entering_.clear();
  }

  void endKernel(const FunctionDecl *) override {
    if (usesTensorCores_)
      sites.resize(found_);
  }

  void expression(const Expr *expr, const Activation &activation) override {
    if (const auto *call = llvm::dyn_cast<CallExpr>(expr))
      noteTensorCores(call);
    const Expr *target = nullptr;
    const Expr *product = nullptr;
    if (const auto *assignment = llvm::dyn_cast<CompoundAssignOperator>(expr)) {
      if (assignment->getOpcode() == BO_AddAssign) {
        target = assignment->getLHS();
        product = assignment->getRHS();
      }
    } else if (const auto *assignment = llvm::dyn_cast<BinaryOperator>(expr)) {
      if (assignment->getOpcode() == BO_Assign) {
        target = assignment->getLHS();
        product = added(assignment->getRHS(), target);
      }
    } else if (const auto *call = llvm::dyn_cast<CXXOperatorCallExpr>(expr)) {
      if (call->getOperator() == OO_PlusEqual && call->getNumArgs() == 2) {
        target = call->getArg(0);
        product = call->getArg(1);
      } else if (call->getOperator() == OO_Equal && call->getNumArgs() == 2) {
        target = call->getArg(0);
        product = added(call->getArg(1), target);
      }
    }
    if (target && product && !activation.loops.empty())
      judge(expr, target, product, activation);
  }

  void noteTensorCores(const CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee || !callee->getDeclName().isIdentifier())
      return;
    const llvm::StringRef name = callee->getName();
    usesTensorCores_ = usesTensorCores_ || name == "mma_sync" || name.contains("mma") ||
                       name.contains("gemm") || name.starts_with("__dp4a");
  }

  static const Expr *stripped(const Expr *expr) {
    for (;;) {
      expr = expr->IgnoreParenImpCasts();
      if (const auto *temporary = llvm::dyn_cast<MaterializeTemporaryExpr>(expr))
        expr = temporary->getSubExpr();
      else if (const auto *cleanups = llvm::dyn_cast<ExprWithCleanups>(expr))
        expr = cleanups->getSubExpr();
      else if (const auto *cast = llvm::dyn_cast<ExplicitCastExpr>(expr))
        expr = cast->getSubExpr();
      else if (const auto *bind = llvm::dyn_cast<CXXBindTemporaryExpr>(expr))
        expr = bind->getSubExpr();
      else if (const auto *construct = llvm::dyn_cast<CXXConstructExpr>(expr);
               construct && construct->getNumArgs() == 1)
        expr = construct->getArg(0);
      else
        return expr;
    }
  }

  bool isSame(const Expr *a, const Expr *b) const {
    return text(stripped(a)->getSourceRange()) == text(stripped(b)->getSourceRange());
  }

  static llvm::StringRef calledName(const Expr *expr) {
    const auto *call = llvm::dyn_cast<CallExpr>(expr);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    return callee && callee->getDeclName().isIdentifier() ? callee->getName() : llvm::StringRef();
  }

  /// Of `target = …`: what is added to the target; null where that is not what is done.
  const Expr *added(const Expr *value, const Expr *target) const {
    value = stripped(value);
    const llvm::StringRef name = calledName(value);
    const auto *call = llvm::dyn_cast<CallExpr>(value);
    if ((name == "fmaf" || name == "fma" || name == "__fmaf_rn" || name == "__hfma") &&
        call->getNumArgs() == 3)
      return isSame(call->getArg(2), target) ? call : nullptr;
    if (name == "__hadd" && call->getNumArgs() == 2) {
      if (isSame(call->getArg(0), target))
        return call->getArg(1);
      return isSame(call->getArg(1), target) ? call->getArg(0) : nullptr;
    }
    const auto [left, right] = operands(value, BO_Add, OO_Plus);
    if (left && isSame(left, target))
      return right;
    return right && isSame(right, target) ? left : nullptr;
  }

  static std::pair<const Expr *, const Expr *> operands(const Expr *expr, BinaryOperatorKind kind,
                                                        OverloadedOperatorKind overloaded) {
    if (const auto *binary = llvm::dyn_cast<BinaryOperator>(expr))
      return binary->getOpcode() == kind ? std::pair(binary->getLHS(), binary->getRHS())
                                         : std::pair<Expr *, Expr *>();
    if (const auto *call = llvm::dyn_cast<CXXOperatorCallExpr>(expr))
      if (call->getOperator() == overloaded && call->getNumArgs() == 2)
        return {call->getArg(0), call->getArg(1)};
    return {};
  }

  void factors(const Expr *expr, std::vector<const Expr *> &list) const {
    expr = stripped(expr);
    const llvm::StringRef name = calledName(expr);
    const auto *call = llvm::dyn_cast<CallExpr>(expr);
    if (name == "fmaf" || name == "fma" || name == "__fmaf_rn" || name == "__hfma" ||
        name == "__hmul" || name == "__fmul_rn") {
      factors(call->getArg(0), list);
      factors(call->getArg(1), list);
      return;
    }
    const auto [left, right] = operands(expr, BO_Mul, OO_Star);
    if (!left)
      return list.push_back(expr);
    factors(left, list);
    factors(right, list);
  }

  Element elementOf(QualType type) const {
    type = type.getNonReferenceType().getUnqualifiedType();
    if (type->isSpecificBuiltinType(BuiltinType::Float))
      return Element::Single;
    if (type->isSpecificBuiltinType(BuiltinType::Half) ||
        type->isSpecificBuiltinType(BuiltinType::Float16))
      return Element::Half;
    if (type->isSpecificBuiltinType(BuiltinType::BFloat16))
      return Element::Brain;
    if (const CXXRecordDecl *record = type->getAsCXXRecordDecl();
        record && record->getDeclName().isIdentifier()) {
      if (record->getName() == "__half" || record->getName() == "half_t")
        return Element::Half;
      if (record->getName() == "__nv_bfloat16" || record->getName() == "bfloat16_t")
        return Element::Brain;
    }
    return Element::Other;
  }

  //===--------------------------------------------------------------------===//
  // What a value depends on
  //===--------------------------------------------------------------------===//

  Dependence ofVariable(const VarDecl *variable, const Activation &activation, unsigned depth) {
    Dependence result;
    const llvm::StringRef name =
        variable->getDeclName().isIdentifier() ? variable->getName() : llvm::StringRef();
    if (variable->hasGlobalStorage() && !variable->isStaticLocal() &&
        !variable->getType()->isArrayType()) {
      if (name == "threadIdx" || name == "blockIdx")
        result.on.insert({nullptr, name.str()});
      return result;
    }
    if (variable->hasGlobalStorage() || depth == 0)
      return result;
    const std::pair key{variable, activation.function};
    if (!entering_.insert(key).second)
      return result;
    const FunctionUses &uses = usesOf(activation.function);
    unsigned values = 0;
    auto add = [&](const Expr *value, const Activation &where) {
      const Dependence one = of(value, where, depth - 1);
      result.add(one);
      result.isLoad = ++values == 1 && one.isLoad;
      result.element = one.element;
    };
    if (const auto *parameter = llvm::dyn_cast<ParmVarDecl>(variable)) {
      if (activation.caller)
        if (const Expr *argument = activation.argument(parameter))
          add(argument, *activation.caller);
    } else if (variable->getInit() &&
               ((!variable->getType()->isArrayType() && !variable->getType()->isRecordType()) ||
                elementOf(variable->getType()) != Element::Other)) {
      add(variable->getInit(), activation);
    }
    if (const VariableUse *use = uses.find(variable))
      for (const Write &write : use->writes) {
        if (write.value)
          add(write.value, activation);
        // What a loop changes differs from iteration to iteration; elements of an array do not.
        if (!write.loops.empty() && !variable->getType()->isArrayType())
          result.on.insert({write.loops.back(), ""});
      }
    // Elements that are zero before they are loaded are loaded.
    if (variable->getType()->isArrayType() && !result.isLoad && values > 1)
      result.isLoad = loadsAlone(variable, activation, depth, result);
    entering_.erase(key);
    return result;
  }

  bool loadsAlone(const VarDecl *variable, const Activation &activation, unsigned depth,
                  Dependence &result) {
    const VariableUse *use = usesOf(activation.function).find(variable);
    bool any = false;
    for (const Write &write : use->writes) {
      if (!write.value)
        return false;
      const Dependence one = of(write.value, activation, depth - 1);
      if (one.isLoad) {
        any = true;
        result.element = one.element;
      } else if (!write.value->isConstantInitializer(context(), false)) {
        return false;
      }
    }
    return any;
  }

  Dependence of(const Expr *expr, const Activation &activation, unsigned depth) {
    Dependence result;
    if (!expr || depth == 0 || ++work_ > mostWork)
      return result;
    expr = stripped(expr);
    if (const auto *property = llvm::dyn_cast<PseudoObjectExpr>(expr)) {
      const std::string name = text(property->getSourceRange());
      if (llvm::StringRef(name).starts_with("threadIdx") ||
          llvm::StringRef(name).starts_with("blockIdx"))
        result.on.insert({nullptr, name});
      return result;
    }
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr)) {
      const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
      return variable ? ofVariable(variable, activation, depth) : result;
    }
    if (const auto *member = llvm::dyn_cast<MemberExpr>(expr)) {
      const Expr *base = stripped(member->getBase());
      if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(base))
        if (const std::string name = reference->getDecl()->getNameAsString();
            name == "threadIdx" || name == "blockIdx") {
          result.on.insert({nullptr, name + "." + member->getMemberDecl()->getNameAsString()});
          return result;
        }
      result = of(base, activation, depth - 1);
      return result;
    }
    if (const auto *binary = llvm::dyn_cast<BinaryOperator>(expr)) {
      Dependence left = of(binary->getLHS(), activation, depth - 1);
      const Dependence right = of(binary->getRHS(), activation, depth - 1);
      left.isLoad = false;
      left.add(right);
      const BinaryOperatorKind kind = binary->getOpcode();
      // The row and the column of a linear index are coordinates of their own.
      const bool isPart = kind == BO_Div || kind == BO_Rem || kind == BO_Shr || kind == BO_And;
      if (isPart && binary->getType()->isIntegerType() && !left.on.empty()) {
        std::string whole = kind == BO_Div || kind == BO_Shr ? "/" : "%";
        whole += text(binary->getRHS()->getSourceRange()) + '\n';
        const Stmt *loop = nullptr;
        for (const auto &[statement, name] : left.on) {
          whole += name;
          loop = statement ? statement : loop;
        }
        result.on.insert({loop, whole});
        return result;
      }
      return left;
    }
    if (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(expr)) {
      result = of(subscript->getBase(), activation, depth - 1);
      result.add(of(subscript->getIdx(), activation, depth - 1));
      return loaded(result, expr);
    }
    if (const auto *unary = llvm::dyn_cast<UnaryOperator>(expr)) {
      result = of(unary->getSubExpr(), activation, depth - 1);
      if (unary->getOpcode() == UO_Deref)
        return loaded(result, expr);
      if (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf)
        return result;
      result.isLoad = false;
      return result;
    }
    if (const auto *choice = llvm::dyn_cast<ConditionalOperator>(expr)) {
      // `row < n ? a[…] : 0`
      Dependence yes = of(choice->getTrueExpr(), activation, depth - 1);
      const Dependence no = of(choice->getFalseExpr(), activation, depth - 1);
      const bool isLoad = (yes.isLoad || no.isLoad) &&
                          (yes.isLoad || choice->getTrueExpr()->isEvaluatable(context())) &&
                          (no.isLoad || choice->getFalseExpr()->isEvaluatable(context()));
      if (!yes.isLoad)
        yes.element = no.element;
      yes.add(no);
      yes.isLoad = isLoad;
      return yes;
    }
    if (const auto *call = llvm::dyn_cast<CallExpr>(expr))
      return ofCall(call, activation, depth);
    forExecuted(expr, [&](const Stmt *child) {
      if (const auto *part = llvm::dyn_cast<Expr>(child))
        result.add(of(part, activation, depth - 1));
    });
    return result;
  }

  Dependence loaded(Dependence address, const Expr *access) const {
    const Element element = elementOf(access->getType());
    // An array of arrays: the row is no element yet.
    address.isLoad = !access->getType()->isArrayType() && !access->getType()->isPointerType();
    address.element = element;
    return address;
  }

  /// What the only return statement of a function gives; null: there is none, or more.
  const Expr *returned(const FunctionDecl *function) {
    const auto [known, isNew] = returned_.try_emplace(function, nullptr);
    if (!isNew)
      return known->second;
    const Expr *value = nullptr;
    unsigned returns = 0;
    std::function<void(const Stmt *)> visit = [&](const Stmt *statement) {
      if (const auto *result = llvm::dyn_cast<ReturnStmt>(statement)) {
        value = result->getRetValue();
        ++returns;
      }
      forExecuted(statement, visit);
    };
    visit(function->getBody());
    return returned_[function] = returns == 1 ? value : nullptr;
  }

  Dependence ofCall(const CallExpr *call, const Activation &activation, unsigned depth) {
    Dependence result;
    const llvm::StringRef name = calledName(call);
    const bool isConversion = name == "__half2float" || name == "__bfloat162float" ||
                              name == "__float2half" || name == "__float2half_rn" ||
                              name == "__float2bfloat16";
    if (isConversion && call->getNumArgs() == 1)
      return of(call->getArg(0), activation, depth - 1);
    if ((name == "__ldg" || name == "__ldcs" || name == "__ldca" || name == "__ldcg") &&
        call->getNumArgs() == 1) {
      result = of(call->getArg(0), activation, depth - 1);
      return loaded(result, call);
    }
    if (const auto *conversion = llvm::dyn_cast<CXXMemberCallExpr>(call);
        conversion && llvm::isa_and_nonnull<CXXConversionDecl>(call->getDirectCallee()))
      return of(conversion->getImplicitObjectArgument(), activation, depth - 1);
    const FunctionDecl *callee = entered(call);
    if (callee && activation.depth < 4) {
      if (const Expr *value = returned(callee)) {
        Activation inner;
        inner.function = callee;
        inner.caller = &activation;
        inner.call = call;
        inner.depth = activation.depth + 1;
        return of(value, inner, depth - 1);
      }
    }
    for (const Expr *argument : call->arguments())
      result.add(of(argument, activation, depth - 1));
    return result;
  }

  //===--------------------------------------------------------------------===//
  // Where an element lies
  //===--------------------------------------------------------------------===//

  /// By how many elements a place moves for each step of a coordinate; nothing: not known, as where
  /// the length of a row is a variable.
  using Steps = std::map<Coordinate, std::optional<std::int64_t>>;

  static Steps sum(Steps a, const Steps &b, bool isDifference = false) {
    for (const auto &[coordinate, step] : b) {
      const auto negative = step ? llvm::checkedSub<std::int64_t>(0, *step) : std::nullopt;
      const auto added = isDifference ? negative : step;
      const auto [at, isNew] = a.try_emplace(coordinate, added);
      if (!isNew)
        at->second = at->second && added ? llvm::checkedAdd(*at->second, *added) : std::nullopt;
    }
    return a;
  }

  static Steps scaled(Steps steps, std::optional<std::int64_t> by) {
    for (auto &[coordinate, step] : steps)
      step = step && by ? llvm::checkedMul(*step, *by) : std::nullopt;
    return steps;
  }

  Steps unknown(const Expr *expr, const Activation &activation, unsigned depth) {
    Steps steps;
    for (const Coordinate &one : of(expr, activation, depth).on)
      steps[one] = std::nullopt;
    return steps;
  }

  /// Of a loop's own counter, by how much it grows in an iteration.
  std::optional<std::int64_t> stepOf(const VarDecl *counter, const Stmt *loop) const {
    const auto *counted = llvm::dyn_cast<ForStmt>(loop);
    const Expr *increment = counted && counted->getInc() ? stripped(counted->getInc()) : nullptr;
    if (const auto *unary = llvm::dyn_cast_or_null<UnaryOperator>(increment);
        unary && unary->isIncrementDecrementOp() && variableOf(unary->getSubExpr()) == counter)
      return unary->isIncrementOp() ? 1 : -1;
    if (const auto *more = llvm::dyn_cast_or_null<CompoundAssignOperator>(increment);
        more && more->getOpcode() == BO_AddAssign && variableOf(more->getLHS()) == counter)
      return constant(more->getRHS());
    return std::nullopt;
  }

  Steps stepsOfVariable(const DeclRefExpr *reference, const Activation &activation,
                        unsigned depth) {
    const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
    if (!variable || variable->hasGlobalStorage() || variable->getType()->isArrayType())
      return {};
    const VariableUse *use = usesOf(activation.function).find(variable);
    if (use && (use->escapes || use->writes.size() > 1))
      return unknown(reference, activation, depth);
    Steps steps;
    if (const auto *parameter = llvm::dyn_cast<ParmVarDecl>(variable)) {
      if (activation.caller)
        if (const Expr *argument = activation.argument(parameter))
          steps = stepsOf(argument, *activation.caller, depth - 1);
    } else if (variable->getInit()) {
      steps = stepsOf(variable->getInit(), activation, depth - 1);
    }
    if (!use || use->writes.empty())
      return steps;
    const Write &write = use->writes.front();
    if (write.loops.empty())
      return unknown(reference, activation, depth);
    steps[{write.loops.back(), ""}] = stepOf(variable, write.loops.back());
    return steps;
  }

  /// A constant, or how many threads a block may have.
  std::optional<std::int64_t> lengthOf(const Expr *factor) const {
    constexpr std::int64_t usual = 256;
    return llvm::StringRef(text(stripped(factor)->getSourceRange())).starts_with("blockDim.")
               ? usual
               : constant(factor);
  }

  /// Of an index, or of a pointer.
  Steps stepsOf(const Expr *expr, const Activation &activation, unsigned depth) {
    if (!expr || depth == 0 || ++work_ > mostWork)
      return {};
    expr = stripped(expr);
    if (constant(expr))
      return {};
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expr))
      return stepsOfVariable(reference, activation, depth);
    if (const auto *binary = llvm::dyn_cast<BinaryOperator>(expr)) {
      const Expr *left = binary->getLHS();
      const Expr *right = binary->getRHS();
      switch (binary->getOpcode()) {
      case BO_Add:
      case BO_Sub:
        return sum(stepsOf(left, activation, depth - 1), stepsOf(right, activation, depth - 1),
                   binary->getOpcode() == BO_Sub);
      case BO_Mul: {
        Steps ofLeft = stepsOf(left, activation, depth - 1);
        Steps ofRight = stepsOf(right, activation, depth - 1);
        return sum(scaled(std::move(ofLeft), lengthOf(right)),
                   scaled(std::move(ofRight), lengthOf(left)));
      }
      case BO_Shl: {
        const auto bits = constant(right);
        constexpr std::int64_t most = 30;
        if (bits && *bits >= 0 && *bits <= most)
          return scaled(stepsOf(left, activation, depth - 1), std::int64_t{1} << *bits);
        break;
      }
      default:
        break;
      }
    }
    if (const auto *unary = llvm::dyn_cast<UnaryOperator>(expr);
        unary && unary->getOpcode() == UO_AddrOf)
      return stepsOfElement(unary->getSubExpr(), activation, depth - 1);
    Steps steps = unknown(expr, activation, depth);
    if (llvm::isa<PseudoObjectExpr, MemberExpr>(expr) && steps.size() == 1 &&
        llvm::is_contained(threadCoordinates, steps.begin()->first.second))
      steps.begin()->second = 1; // threadIdx.x
    return steps;
  }

  /// Of an element of an array; empty: it is none that is read where it is used.
  Steps stepsOfElement(const Expr *element, const Activation &activation, unsigned depth) {
    if (!element || depth == 0)
      return {};
    element = stripped(element);
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(element)) {
      const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
      const bool isKept = variable && variable->hasLocalStorage() && variable->getInit() &&
                          !llvm::isa<ParmVarDecl>(variable) &&
                          !usesOf(activation.function).isWritten(variable);
      return isKept ? stepsOfElement(variable->getInit(), activation, depth - 1) : Steps();
    }
    if (const auto *unary = llvm::dyn_cast<UnaryOperator>(element))
      return unary->getOpcode() == UO_Deref ? stepsOf(unary->getSubExpr(), activation, depth - 1)
                                            : Steps();
    const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(element);
    if (!subscript)
      return {};
    const Expr *base = stripped(subscript->getBase());
    Steps steps = llvm::isa<ArraySubscriptExpr>(base) ? stepsOfElement(base, activation, depth - 1)
                                                      : stepsOf(base, activation, depth - 1);
    // A row is as many elements further as it is long.
    if (const auto *array = context().getAsConstantArrayType(base->getType());
        array && llvm::isa<ArraySubscriptExpr>(base))
      steps = scaled(std::move(steps), static_cast<std::int64_t>(array->getZExtSize()));
    return sum(std::move(steps), stepsOf(subscript->getIdx(), activation, depth - 1));
  }

  /// Rows that lie over one another: `a[row + k]` of a window that slides, where the next row has
  /// what this one has, one further. A row of a matrix lies behind another, or between its
  /// elements.
  bool slides(const Coordinate &row, const std::set<const Stmt *> &sums, const Steps &steps) {
    const auto stepFor = [&](const Coordinate &one) {
      const auto found = steps.find(one);
      return found == steps.end() || !found->second ? 0 : std::abs(*found->second);
    };
    const std::int64_t ofRow = stepFor(row);
    // Blocks go on where their threads end: `blockIdx.x * blockDim.x + threadIdx.x`.
    if (llvm::StringRef of = row.second; of.consume_front("blockIdx.")) {
      const Coordinate thread{nullptr, "threadIdx." + of.str()};
      const std::int64_t ofThread = stepFor(thread);
      constexpr std::int64_t mostThreads = 1024;
      if (ofThread > 0 && ofRow > 0 && ofRow % ofThread == 0 && ofRow / ofThread <= mostThreads)
        return slides(thread, sums, steps);
    }
    return ofRow > 0 && llvm::all_of(sums, [&](const Stmt *loop) {
             const std::int64_t ofSum = stepFor({loop, ""});
             const std::int64_t least = std::min(ofRow, ofSum);
             const std::int64_t most = std::max(ofRow, ofSum);
             if (least == 0 || most / least >= leastSide)
               return false;
             const Stmt *inner = ofSum <= ofRow ? loop : row.first;
             const auto trips = inner ? constantTrips(inner) : std::nullopt;
             return !trips || *trips > most / least;
           });
  }

  //===--------------------------------------------------------------------===//
  // Judgement
  //===--------------------------------------------------------------------===//

  /// Loops around an activation's place, over the calls, from the innermost on.
  static std::vector<const Stmt *> loopsAround(const Activation &activation) {
    std::vector<const Stmt *> loops;
    for (const Activation *at = &activation; at; at = at->caller)
      loops.insert(loops.end(), at->loops.rbegin(), at->loops.rend());
    return loops;
  }

  void judge(const Expr *expr, const Expr *target, const Expr *product,
             const Activation &activation) {
    work_ = 0;
    constexpr unsigned depth = 24;
    std::vector<const Expr *> list;
    factors(product, list);
    if (list.size() < 2)
      return;
    const std::vector<const Stmt *> loops = loopsAround(activation);
    auto relevant = [&](const Coordinates &all) {
      Coordinates kept;
      for (const Coordinate &one : all)
        if (!one.first || llvm::is_contained(loops, one.first))
          kept.insert(one);
      return kept;
    };
    // Where the sum is kept decides which loops it is a sum over.
    Coordinates ofTarget;
    const VarDecl *variable = variableOf(target);
    const Expr *place = stripped(target);
    while (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(place)) {
      ofTarget = united(ofTarget, of(subscript->getIdx(), activation, depth).on);
      place = stripped(subscript->getBase());
    }
    if (!variable)
      ofTarget = united(ofTarget, of(place, activation, depth).on);
    std::set<const Stmt *> kept; // loops that the sum does not outlive, or goes with
    for (const auto &[loop, name] : ofTarget)
      if (loop)
        kept.insert(loop);
    if (variable && !llvm::isa<ParmVarDecl>(variable))
      if (const VariableUse *use = usesOf(activation.function).find(variable)) {
        kept.insert(use->loops.begin(), use->loops.end());
        // Set to zero in a loop, it is a new sum.
        for (const Write &write : use->writes)
          if (write.value && write.value->isConstantInitializer(context(), false))
            kept.insert(write.loops.begin(), write.loops.end());
        for (const Activation *at = activation.caller; at; at = at->caller)
          kept.insert(at->loops.begin(), at->loops.end());
      }
    std::vector<Dependence> elements;
    std::vector<Steps> places;
    for (const Expr *factor : list) {
      Dependence one = of(factor, activation, depth);
      one.on = relevant(one.on);
      const bool isSummed = llvm::any_of(one.on, [&](const Coordinate &coordinate) {
        return coordinate.first && !kept.count(coordinate.first);
      });
      if (!isSummed)
        continue; // a factor of all
      if (!one.isLoad)
        return;
      elements.push_back(std::move(one));
      places.push_back(stepsOfElement(factor, activation, depth));
    }
    if (elements.size() != 2 || elements[0].element != elements[1].element)
      return;
    const Element element = elements[0].element;
    if (element != Element::Half && element != Element::Brain && element != Element::Single)
      return;
    Coordinates row;
    Coordinates column;
    std::set<const Stmt *> sums;
    for (const Coordinate &one : elements[0].on)
      if (elements[1].on.count(one)) {
        if (one.first && !kept.count(one.first))
          sums.insert(one.first);
      } else if ((!one.first || kept.count(one.first)) && isApart(one, elements[1].on)) {
        row.insert(one);
      }
    for (const Coordinate &one : elements[1].on)
      if (!elements[0].on.count(one) && (!one.first || kept.count(one.first)) &&
          isApart(one, elements[0].on))
        column.insert(one);
    std::erase_if(row, [&](const Coordinate &one) { return slides(one, sums, places[0]); });
    std::erase_if(column, [&](const Coordinate &one) { return slides(one, sums, places[1]); });
    if (row.empty() || column.empty() || sums.empty() || isSmall(row) || isSmall(column))
      return;
    std::optional<std::int64_t> length = 1;
    for (const Stmt *loop : loops) {
      if (kept.count(loop))
        continue;
      const auto trips = constantTrips(loop);
      if (length && trips)
        *length *= *trips;
      else
        length.reset();
    }
    // A table in constant memory stays what it is: no more products than it has elements that way.
    for (const Expr *factor : list)
      if (const auto most = extentOfTable(factor, kept, activation, depth))
        length = std::min(length.value_or(*most), *most);
    report(expr, element, length);
  }

  /// Of an element of an array in constant memory: among how many of them the loops choose that
  /// are summed over. Nothing where it is none.
  std::optional<std::int64_t> extentOfTable(const Expr *factor, const std::set<const Stmt *> &kept,
                                            const Activation &activation, unsigned depth) {
    std::int64_t extent = 1;
    const Expr *at = stripped(factor);
    while (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(at)) {
      at = stripped(subscript->getBase());
      const auto *array = context().getAsConstantArrayType(at->getType());
      if (!array)
        return std::nullopt;
      if (llvm::any_of(of(subscript->getIdx(), activation, depth).on,
                       [&](const Coordinate &one) { return one.first && !kept.count(one.first); }))
        extent *= static_cast<std::int64_t>(array->getZExtSize());
    }
    const VarDecl *variable = variableOf(at);
    return at != stripped(factor) && variable && variable->hasAttr<CUDAConstantAttr>()
               ? std::optional(extent)
               : std::nullopt;
  }

  /// Rows (or columns) of a matrix that one thread has to itself, fewer than one `mma` takes: the
  /// smallest side of its tiles is 8 (PTX ISA, "Matrix Shape").
  bool isSmall(const Coordinates &side) {
    std::int64_t extent = 1;
    for (const auto &[loop, name] : side) {
      const auto trips = loop && name.empty() ? constantTrips(loop) : std::nullopt;
      if (!trips || *trips >= leastSide)
        return false;
      extent *= *trips;
    }
    return extent < leastSide;
  }

  /// May one change while the other stays? The quotient and the remainder of one number may, but
  /// not a number and its quotient: a filter's weights that go by the pixel are no column where the
  /// window that they are applied to goes by the pixel, too.
  static bool isApart(const Coordinate &a, const Coordinate &b) {
    if (a.first != b.first)
      return true;
    // The last quotient or remainder first, each in a line of its own; then of what.
    auto linesOf = [](llvm::StringRef name) {
      llvm::SmallVector<llvm::StringRef, 4> lines;
      name.split(lines, '\n');
      return lines;
    };
    llvm::SmallVector<llvm::StringRef, 4> first = linesOf(a.second);
    llvm::SmallVector<llvm::StringRef, 4> second = linesOf(b.second);
    if (first.back() != second.back())
      return llvm::none_of(threadCoordinates, [&](llvm::StringRef one) {
        return first.back().contains(one) && second.back().contains(one);
      });
    while (!first.empty() && !second.empty() && first.back() == second.back()) {
      first.pop_back();
      second.pop_back();
    }
    return !first.empty() && !second.empty();
  }

  static bool isApart(const Coordinate &one, const Coordinates &others) {
    return llvm::all_of(others, [&](const Coordinate &other) { return isApart(one, other); });
  }

  static Coordinates united(Coordinates a, const Coordinates &b) {
    a.insert(b.begin(), b.end());
    return a;
  }

  void report(const Expr *expr, Element element, std::optional<std::int64_t> length) {
    // Volta has Tensor Cores for half, Ampere for bfloat16 and, as TF32, for float.
    constexpr std::int64_t volta = 70;
    constexpr std::int64_t ampere = 80;
    Site *site = addSite(expr->getSourceRange(), "matrix product", "matrix-multiply");
    if (!site)
      return;
    site->evidence["element"] = std::string(element == Element::Half    ? "half"
                                            : element == Element::Brain ? "bfloat16"
                                                                        : "float");
    site->evidence["needs_number"] = element == Element::Half ? volta : ampere;
    site->evidence["target_number"] = static_cast<std::int64_t>(options().target);
    if (length)
      site->evidence["reduction"] = *length;
  }

  static constexpr llvm::StringLiteral threadCoordinates[] = {
      "threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y", "blockIdx.z"};
  static constexpr std::int64_t leastSide = 8;
  static constexpr unsigned mostWork = 20'000;
  unsigned work_ = 0;
  std::size_t found_ = 0;
  bool usesTensorCores_ = false;
  std::set<std::pair<const VarDecl *, const FunctionDecl *>> entering_;
  llvm::DenseMap<const FunctionDecl *, const Expr *> returned_;
};

} // namespace

std::vector<Site> matrixProducts(ASTContext &context, const Options &options,
                                 const Kernels &kernels, KnownUses &uses) {
  MatrixProducts walk(context, options, uses);
  walk.run(kernels);
  return std::move(walk.sites);
}

} // namespace warplint::compute
