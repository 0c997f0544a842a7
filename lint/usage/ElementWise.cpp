//===- ElementWise.cpp ----------------------------------------------------===//

#include "lint/usage/ElementWise.h"

#include "lint/simt/AstVisitor.h"
#include "lint/usage/HostBody.h"
#include "lint/usage/HostExpressions.h"
#include "lint/usage/Sums.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>
#include <map>

namespace warplint::usage {

using namespace clang;

namespace {

//===----------------------------------------------------------------------===//
// Functions that meet nobody
//===----------------------------------------------------------------------===//

/// Intrinsics by which lanes of a warp meet, or that tell one run from another.
bool meetsOthers(llvm::StringRef name) {
  for (const llvm::StringRef part :
       {"sync", "shfl", "ballot", "atomic", "__any", "__all", "__activemask", "__match", "__reduce",
        "clock", "nanosleep", "globaltimer", "fence", "barrier", "rand", "printf", "trap",
        "assert"})
    if (name.contains(part))
      return true;
  return false;
}

bool isValue(QualType type) {
  type = type.getCanonicalType();
  if (type->isArithmeticType() || type->isEnumeralType())
    return true;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl(); // float4, __half
  return record && record->hasDefinition() && !record->isUnion() && record->getNumBases() == 0 &&
         llvm::all_of(record->fields(), [](const FieldDecl *field) {
           return isValue(field->getType()) || field->getType()->isConstantArrayType();
         });
}

/// Is a constant, or the like: the same in each run of a kernel.
bool isConstant(const VarDecl &variable) {
  return variable.isConstexpr() || variable.hasAttr<CUDAConstantAttr>() ||
         (variable.getType().isConstQualified() && !variable.getType()->isPointerType());
}

/// By functions and how many calls they are followed into.
using PureFunctions = std::map<std::pair<const FunctionDecl *, unsigned>, bool>;

bool isPureFunctionUnseen(const FunctionDecl &function, unsigned depth, PureFunctions &known);

/// Takes values and gives one, whatever it does in between: no memory, no other threads.
bool isPureFunction(const FunctionDecl &function, unsigned depth, PureFunctions &known) {
  const auto [found, isNew] = known.try_emplace({&function, depth}, false);
  if (isNew)
    found->second = isPureFunctionUnseen(function, depth, known);
  return found->second;
}

bool isPureFunctionUnseen(const FunctionDecl &function, unsigned depth, PureFunctions &known) {
  class Search : public simt::AstVisitor {
  public:
    Search(unsigned depth, PureFunctions &known) : depth_(depth), known_(known) {}
    bool pure = true;
    bool VisitCallExpr(CallExpr *call) override {
      const FunctionDecl *callee = call->getDirectCallee();
      return fail(callee && isPureFunction(*callee, depth_ - 1, known_));
    }
    bool VisitDeclRefExpr(DeclRefExpr *reference) override {
      const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
      return fail(!variable || variable->hasLocalStorage() || isConstant(*variable));
    }
    bool VisitAsmStmt(AsmStmt *) override { return fail(false); }
    bool VisitCXXThisExpr(CXXThisExpr *) override { return fail(false); }
    bool VisitLambdaExpr(LambdaExpr *) override { return fail(false); }

  private:
    bool fail(bool unless) { return pure = pure && unless; }
    unsigned depth_;
    PureFunctions &known_;
  };
  if (depth == 0 || (function.getDeclName().isIdentifier() && meetsOthers(function.getName())))
    return false;
  const auto takesValue = [](const ParmVarDecl *parameter) {
    const QualType type = parameter->getType();
    const bool constant = type->isReferenceType() && type.getNonReferenceType().isConstQualified();
    return (constant || !type->isReferenceType()) && isValue(type.getNonReferenceType());
  };
  if (!llvm::all_of(function.parameters(), takesValue) || function.isVariadic() ||
      !isValue(function.getReturnType().getNonReferenceType()))
    return false;
  const FunctionDecl *definition = nullptr;
  const bool inSystemHeader = function.getASTContext().getSourceManager().isInSystemHeader(
      function.getCanonicalDecl()->getLocation());
  if (inSystemHeader || function.getBuiltinID() != 0)
    return true; // of the Toolkit: values in, value out
  if (!function.isDefined(definition) || !definition->getBody())
    // The model of CUDA declares what the Toolkit has.
    return function.getReturnType()->isFloatingType() || function.isExternC();
  Search search(depth, known);
  search.TraverseStmt(definition->getBody());
  return search.pure;
}

//===----------------------------------------------------------------------===//
// A kernel
//===----------------------------------------------------------------------===//

/// Variables that get another value after their declaration. What is stored through a pointer does
/// not change the pointer.
llvm::DenseSet<const ValueDecl *> assignedIn(const Stmt &statement) {
  class Search : public simt::AstVisitor {
  public:
    llvm::DenseSet<const ValueDecl *> assigned;
    bool VisitBinaryOperator(BinaryOperator *binary) override {
      return binary->isAssignmentOp() ? add(binary->getLHS()) : true;
    }
    bool VisitUnaryOperator(UnaryOperator *unary) override {
      const bool changes = unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf;
      return changes ? add(unary->getSubExpr()) : true;
    }
    bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *call) override {
      return call->isAssignmentOp() ? add(call->getArg(0)) : true;
    }

  private:
    bool add(const Expr *target) {
      if (const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(stripped(target)))
        assigned.insert(reference->getDecl());
      return true;
    }
  };
  Search search;
  search.TraverseStmt(const_cast<Stmt *>(&statement));
  return std::move(search.assigned);
}

class KernelReader {
public:
  KernelReader(ASTContext &context, const FunctionDecl &kernel,
               const std::vector<std::string> &arguments)
      : context_(context), kernel_(kernel), arguments_(arguments),
        changed_(assignedIn(*kernel.getBody())) {}

  std::optional<std::vector<ElementAccess>> run() {
    walk(kernel_.getBody());
    if (failed_)
      return std::nullopt;
    return std::move(accesses_);
  }

private:
  void fail() { failed_ = true; }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  /// threadIdx.x and its kin; empty for others.
  static std::string builtinOf(const Expr *expression) {
    const Expr *base = nullptr;
    std::string member;
    if (const auto *pseudo = llvm::dyn_cast<PseudoObjectExpr>(expression))
      return builtinOf(pseudo->getSyntacticForm());
    if (const auto *property = llvm::dyn_cast<MSPropertyRefExpr>(expression)) {
      base = property->getBaseExpr()->IgnoreParenImpCasts();
      member = property->getPropertyDecl()->getNameAsString();
    } else if (const auto *field = llvm::dyn_cast<MemberExpr>(expression)) {
      base = field->getBase()->IgnoreParenImpCasts();
      member = field->getMemberDecl()->getNameAsString();
    }
    if (const auto *opaque = llvm::dyn_cast_or_null<OpaqueValueExpr>(base))
      base = opaque->getSourceExpr()->IgnoreParenImpCasts();
    const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(base);
    if (!reference || !reference->getDecl()->getDeclName().isIdentifier())
      return {};
    const llvm::StringRef name = reference->getDecl()->getName();
    if (name != "threadIdx" && name != "blockIdx" && name != "blockDim" && name != "gridDim")
      return {};
    return (name + "." + member).str();
  }

  std::optional<Sum> valueOf(const Expr *expression) const {
    expression = stripped(expression);
    if (!expression)
      return std::nullopt;
    if (const auto known = integerOf(context_, expression))
      return Sum(*known);
    if (std::string name = builtinOf(expression); !name.empty())
      return Sum(std::move(name));
    if (const auto *literal = llvm::dyn_cast<FloatingLiteral>(expression))
      return Sum(std::to_string(literal->getValueAsApproximateDouble()));
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expression))
      return valueOf(*reference->getDecl());
    if (const auto *unary = llvm::dyn_cast<UnaryOperator>(expression)) {
      const auto operand = valueOf(unary->getSubExpr());
      if (operand && unary->getOpcode() == UO_Minus)
        return Sum().plus(*operand, -1);
      return operand && unary->getOpcode() == UO_Plus ? operand : std::nullopt;
    }
    const auto *binary = llvm::dyn_cast<BinaryOperator>(expression);
    if (!binary || binary->isAssignmentOp())
      return std::nullopt;
    const auto left = valueOf(binary->getLHS());
    const auto right = valueOf(binary->getRHS());
    if (!left || !right)
      return std::nullopt;
    switch (binary->getOpcode()) {
    case BO_Add:
      return left->plus(*right, 1);
    case BO_Sub:
      return left->plus(*right, -1);
    case BO_Mul:
      return left->times(*right);
    case BO_Div:
    case BO_Rem:
    case BO_Shl:
    case BO_Shr:
    case BO_And:
    case BO_Or:
    case BO_Xor:
      return Sum("(" + left->text() + " " + binary->getOpcodeStr().str() + " " + right->text() +
                 ")");
    default:
      return std::nullopt;
    }
  }

  std::optional<Sum> valueOf(const ValueDecl &declaration) const {
    const auto *variable = llvm::dyn_cast<VarDecl>(&declaration);
    if (const auto loop = loops_.find(variable); variable && loop != loops_.end())
      return Sum(loop->second);
    if (!variable || changed_.contains(variable))
      return std::nullopt;
    if (const auto *parameter = llvm::dyn_cast<ParmVarDecl>(variable)) {
      if (!parameter->getType()->isArithmeticType() && !parameter->getType()->isEnumeralType())
        return std::nullopt;
      const std::string &argument = arguments_[parameter->getFunctionScopeIndex()];
      std::int64_t number = 0;
      if (!llvm::StringRef(argument).getAsInteger(10, number))
        return Sum(number);
      return argument.empty() ? std::nullopt : std::optional(Sum("{" + argument + "}"));
    }
    // `int y = y * 32` is not refused, and what it is worth nobody knows.
    if (!variable->hasLocalStorage() || !variable->getInit() || !open_.insert(variable).second)
      return std::nullopt;
    auto value = valueOf(variable->getInit());
    open_.erase(variable);
    return value;
  }

  /// A condition as text, the same for `i < n` and the opposite of `i >= n`; empty where it depends
  /// on data. Conditions that all must hold become several.
  std::vector<std::string> conditions(const Expr *expression, bool holds) const {
    expression = stripped(expression);
    const auto *unary = llvm::dyn_cast_or_null<UnaryOperator>(expression);
    if (unary && unary->getOpcode() == UO_LNot)
      return conditions(unary->getSubExpr(), !holds);
    const auto *binary = llvm::dyn_cast_or_null<BinaryOperator>(expression);
    if (binary && binary->isLogicalOp()) {
      std::vector<std::string> left = conditions(binary->getLHS(), holds);
      const std::vector<std::string> right = conditions(binary->getRHS(), holds);
      if (left.empty() || right.empty())
        return {};
      left.insert(left.end(), right.begin(), right.end());
      if ((binary->getOpcode() == BO_LAnd) == holds)
        return left;
      std::sort(left.begin(), left.end());
      std::string any = "any of";
      for (const std::string &one : left)
        any += " [" + one + "]";
      return {any};
    }
    std::string text = comparison(binary, holds);
    if (text.empty() && expression && !(binary && binary->isComparisonOp()))
      if (const auto value = valueOf(expression))
        text = (holds ? "" : "not ") + value->text();
    return text.empty() ? std::vector<std::string>() : std::vector{text};
  }

  /// Adds what is known to hold where the condition does (or does not), and whether data have a say
  /// in it as well.
  void guardBy(const Expr *expression, bool holds) {
    const auto *binary = llvm::dyn_cast_or_null<BinaryOperator>(stripped(expression));
    const BinaryOperatorKind both = holds ? BO_LAnd : BO_LOr;
    if (binary && binary->getOpcode() == both) {
      guardBy(binary->getLHS(), holds);
      guardBy(binary->getRHS(), holds);
      return;
    }
    const std::vector<std::string> guard = conditions(expression, holds);
    ofData_ += guard.empty() ? 1 : 0;
    guards_.insert(guards_.end(), guard.begin(), guard.end());
  }

  /// What guardBy() adds is taken back at the end of a scope.
  class GuardScope {
  public:
    explicit GuardScope(KernelReader &reader)
        : reader_(reader), guards_(reader.guards_.size()), ofData_(reader.ofData_) {}
    ~GuardScope() {
      reader_.guards_.resize(guards_);
      reader_.ofData_ = ofData_;
    }
    GuardScope(const GuardScope &) = delete;
    GuardScope &operator=(const GuardScope &) = delete;

  private:
    KernelReader &reader_;
    std::size_t guards_;
    unsigned ofData_;
  };

  std::string comparison(const BinaryOperator *binary, bool holds) const {
    if (!binary || !binary->isComparisonOp())
      return {};
    const auto left = valueOf(binary->getLHS());
    const auto right = valueOf(binary->getRHS());
    if (!left || !right)
      return {};
    const auto less = [](const Sum &one, const Sum &other, bool is) {
      return (is ? "0 > " : "0 <= ") + one.plus(other, -1).text();
    };
    switch (binary->getOpcode()) {
    case BO_LT:
      return less(*left, *right, holds);
    case BO_GT:
      return less(*right, *left, holds);
    case BO_GE:
      return less(*left, *right, !holds);
    case BO_LE:
      return less(*right, *left, !holds);
    case BO_EQ:
    case BO_NE:
      return ((binary->getOpcode() == BO_EQ) == holds ? "0 == " : "0 != ") +
             left->plus(*right, -1).text();
    default:
      return {};
    }
  }

  //===--------------------------------------------------------------------===//
  // Statements
  //===--------------------------------------------------------------------===//

  void walk(const Stmt *statement) {
    if (!statement || failed_)
      return;
    if (const auto *expression = llvm::dyn_cast<Expr>(statement)) {
      visit(expression);
    } else if (const auto *compound = llvm::dyn_cast<CompoundStmt>(statement)) {
      const GuardScope scope(*this);
      for (const Stmt *child : compound->body()) {
        walk(child);
        leaveEarly(child);
      }
    } else if (const auto *branch = llvm::dyn_cast<IfStmt>(statement)) {
      walkIf(*branch);
    } else if (const auto *loop = llvm::dyn_cast<ForStmt>(statement)) {
      walkFor(*loop);
    } else if (const auto *declarations = llvm::dyn_cast<DeclStmt>(statement)) {
      for (const Decl *declaration : declarations->decls())
        walkDeclaration(*declaration);
    } else if (const auto *attributed = llvm::dyn_cast<AttributedStmt>(statement)) {
      walk(attributed->getSubStmt());
    } else if (!llvm::isa<NullStmt>(statement) && !llvm::isa<ReturnStmt>(statement)) {
      fail();
    }
  }

  static const Stmt *onlyStatement(const Stmt *statement) {
    const auto *compound = llvm::dyn_cast_or_null<CompoundStmt>(statement);
    return compound && compound->size() == 1 ? compound->body_front() : statement;
  }

  /// `if (i >= n) return;` guards what comes behind it, in this block and, since a kernel has
  /// nothing to return to, in all blocks around it.
  void leaveEarly(const Stmt *statement) {
    const auto *branch = llvm::dyn_cast<IfStmt>(statement);
    if (llvm::isa<ReturnStmt>(statement))
      return fail(); // the rest is never reached, or this is a block of an `if` that is not plain
    if (!branch || branch->getElse() ||
        !llvm::isa_and_nonnull<ReturnStmt>(onlyStatement(branch->getThen())))
      return;
    guardBy(branch->getCond(), false);
  }

  void walkIf(const IfStmt &branch) {
    if (branch.getInit() || branch.getConditionVariable())
      return fail();
    visit(branch.getCond());
    const bool leaves = llvm::isa_and_nonnull<ReturnStmt>(onlyStatement(branch.getThen()));
    if (leaves && (branch.getElse() || depth_ > 0))
      return fail();
    if (leaves)
      return; // leaveEarly() follows
    for (const bool side : {true, false}) {
      const Stmt *statement = side ? branch.getThen() : branch.getElse();
      if (!statement)
        continue;
      const GuardScope scope(*this);
      guardBy(branch.getCond(), side);
      ++depth_;
      walk(statement);
      --depth_;
    }
  }

  /// The variable of `for (int i = …; …; …)`.
  static const VarDecl *counterOf(const ForStmt &loop) {
    const auto *declaration = llvm::dyn_cast_or_null<DeclStmt>(loop.getInit());
    if (!declaration || !declaration->isSingleDecl())
      return nullptr;
    return llvm::dyn_cast<VarDecl>(declaration->getSingleDecl());
  }

  void walkFor(const ForStmt &loop) {
    const VarDecl *counter = counterOf(loop);
    if (!counter || !counter->getInit() || !loop.getCond() || !loop.getInc() ||
        loop.getConditionVariable())
      return fail();
    const auto start = valueOf(counter->getInit());
    const auto *step = llvm::dyn_cast<CompoundAssignOperator>(stripped(loop.getInc()));
    std::optional<Sum> by;
    if (step && step->getOpcode() == BO_AddAssign)
      by = valueOf(step->getRHS());
    if (start && start->mentions("threadIdx.x") && by && depth_ == 0 &&
        by->text() == "1*blockDim.x*gridDim.x")
      return walkOverGrid(loop, *counter, *start, *by);
    // Other loops may compute, and not access anything.
    visit(counter->getInit());
    ++inner_;
    ++depth_;
    visit(loop.getCond());
    walk(loop.getBody());
    visit(loop.getInc());
    --depth_;
    --inner_;
  }

  void walkOverGrid(const ForStmt &loop, const VarDecl &counter, const Sum &start, const Sum &by) {
    // The body may not move the counter on its own.
    if (assignedIn(*loop.getBody()).contains(&counter))
      return fail();
    loops_[&counter] = "each(" + start.text() + " by " + by.text() + ")";
    const GuardScope scope(*this);
    guardBy(loop.getCond(), true);
    ++depth_;
    walk(loop.getBody());
    --depth_;
    loops_.erase(&counter);
  }

  void walkDeclaration(const Decl &declaration) {
    if (llvm::isa<TypedefNameDecl, StaticAssertDecl, UsingDecl>(declaration))
      return;
    const auto *variable = llvm::dyn_cast<VarDecl>(&declaration);
    if (!variable)
      return fail();
    const bool constant = variable->isConstexpr();
    if (!constant && (!variable->hasLocalStorage() || !isValue(variable->getType())))
      return fail(); // shared memory, pointers, references, arrays
    visit(variable->getInit());
  }

  //===--------------------------------------------------------------------===//
  // Expressions
  //===--------------------------------------------------------------------===//

  enum class Access { Read, Write, Both };

  void visit(const Expr *expression) {
    if (!expression || failed_)
      return;
    expression = expression->IgnoreParens();
    if (takeAccess(*expression, Access::Read) || !builtinOf(expression).empty())
      return;
    if (const auto *binary = llvm::dyn_cast<BinaryOperator>(expression)) {
      visitBinary(*binary);
    } else if (const auto *unary = llvm::dyn_cast<UnaryOperator>(expression)) {
      if (unary->getOpcode() == UO_AddrOf || unary->getOpcode() == UO_Deref)
        return fail();
      if (unary->isIncrementDecrementOp())
        return assign(unary->getSubExpr(), Access::Both);
      visit(unary->getSubExpr());
    } else if (const auto *choice = llvm::dyn_cast<AbstractConditionalOperator>(expression)) {
      visit(choice->getCond());
      ++ofData_; // whatever is loaded there need not be
      visit(choice->getTrueExpr());
      visit(choice->getFalseExpr());
      --ofData_;
    } else if (const auto *call = llvm::dyn_cast<CallExpr>(expression)) {
      visitCall(*call);
    } else if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expression)) {
      visitReference(*reference);
    } else if (llvm::isa<LambdaExpr, CXXThisExpr, CXXNewExpr, RecoveryExpr, StmtExpr>(expression)) {
      fail();
    } else if (!llvm::isa<UnaryExprOrTypeTraitExpr>(expression)) {
      for (const Stmt *child : expression->children())
        if (const auto *part = llvm::dyn_cast_or_null<Expr>(child))
          visit(part);
    }
  }

  void visitBinary(const BinaryOperator &binary) {
    if (binary.isAssignmentOp()) {
      visit(binary.getRHS());
      assign(binary.getLHS(), binary.getOpcode() == BO_Assign ? Access::Write : Access::Both);
      return;
    }
    visit(binary.getLHS());
    const GuardScope scope(*this);
    if (binary.isLogicalOp())
      guardBy(binary.getLHS(), binary.getOpcode() == BO_LAnd);
    visit(binary.getRHS());
  }

  /// To an element, or to a variable of the thread.
  void assign(const Expr *target, Access access) {
    target = target->IgnoreParens();
    if (takeAccess(*target, access))
      return;
    while (const auto *member = llvm::dyn_cast<MemberExpr>(target))
      target = member->getBase()->IgnoreParens();
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(target);
    const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (!variable || !variable->hasLocalStorage() || variable->getType()->isPointerType())
      fail();
  }

  void visitReference(const DeclRefExpr &reference) {
    const auto *variable = llvm::dyn_cast<VarDecl>(reference.getDecl());
    if (!variable)
      return;
    const bool isOfThread = variable->hasLocalStorage() && isValue(variable->getType());
    if (!isOfThread && !isConstant(*variable))
      fail();
  }

  void visitCall(const CallExpr &call) {
    constexpr unsigned deepest = 4;
    const FunctionDecl *callee = call.getDirectCallee();
    if (!callee)
      return fail();
    if (isReadOnlyLoad(*callee) && call.getNumArgs() == 1)
      return loadThrough(*call.getArg(0));
    // Vector types and halves are assigned by operators.
    if (const auto *operation = llvm::dyn_cast<CXXOperatorCallExpr>(&call);
        operation && operation->isAssignmentOp() && call.getNumArgs() == 2) {
      visit(call.getArg(1));
      return assign(call.getArg(0),
                    operation->getOperator() == OO_Equal ? Access::Write : Access::Both);
    }
    const auto *method = llvm::dyn_cast<CXXMethodDecl>(callee);
    const bool changesObject = method && !method->isStatic() && !method->isConst();
    if (changesObject || !isPureFunction(*callee, deepest, pure_))
      return fail();
    if (const auto *member = llvm::dyn_cast<CXXMemberCallExpr>(&call))
      visit(member->getImplicitObjectArgument());
    for (const Expr *argument : call.arguments())
      visit(argument);
  }

  static bool isReadOnlyLoad(const FunctionDecl &function) {
    static const llvm::StringSet<> loads{"__ldg", "__ldcs", "__ldca", "__ldcg"};
    return function.getDeclName().isIdentifier() && loads.contains(function.getName());
  }

  /// `__ldg(&p[i])`, `__ldg(p + i)`
  void loadThrough(const Expr &address) {
    const Expr *pointer = stripped(&address);
    if (const auto *unary = llvm::dyn_cast<UnaryOperator>(pointer);
        unary && unary->getOpcode() == UO_AddrOf) {
      if (!takeAccess(*unary->getSubExpr()->IgnoreParens(), Access::Read))
        fail();
      return;
    }
    const auto *sum = llvm::dyn_cast<BinaryOperator>(pointer);
    if (!sum || sum->getOpcode() != BO_Add || !address.getType()->isPointerType())
      return fail();
    record(sum->getLHS(), sum->getRHS(), address.getType()->getPointeeType(), Access::Read);
  }

  /// An element of a parameter, or a field of one.
  bool takeAccess(const Expr &expression, Access access) {
    if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(&expression)) {
      record(element->getBase(), element->getIdx(), element->getType(), access);
      return true;
    }
    if (const auto *member = llvm::dyn_cast<MemberExpr>(&expression)) {
      if (member->isArrow())
        return false;
      const Expr *base = member->getBase()->IgnoreParenImpCasts();
      if (!llvm::isa<ArraySubscriptExpr, UnaryOperator, MemberExpr>(base) ||
          !takeAccess(*base, access))
        return false;
      if (!failed_ && !accesses_.empty()) {
        accesses_.back().field += "." + member->getMemberDecl()->getNameAsString();
        accesses_.back().bytes = context_.getTypeSizeInChars(member->getType()).getQuantity();
      }
      return true;
    }
    const auto *unary = llvm::dyn_cast<UnaryOperator>(&expression);
    if (!unary || unary->getOpcode() != UO_Deref)
      return false;
    const auto *sum = llvm::dyn_cast<BinaryOperator>(stripped(unary->getSubExpr()));
    if (!sum || sum->getOpcode() != BO_Add)
      return false;
    record(sum->getLHS(), sum->getRHS(), unary->getType(), access);
    return true;
  }

  void record(const Expr *base, const Expr *index, QualType type, Access access) {
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(stripped(base));
    const auto *parameter = reference ? llvm::dyn_cast<ParmVarDecl>(reference->getDecl()) : nullptr;
    if (!parameter || !parameter->getType()->isPointerType() || changed_.contains(parameter) ||
        parameter->getType()->getPointeeType().isVolatileQualified() || type->isDependentType() ||
        !isValue(type) || inner_ > 0)
      return fail();
    visit(index);
    ElementAccess one;
    one.parameter = parameter->getFunctionScopeIndex();
    one.type = type.getCanonicalType().getUnqualifiedType().getAsString();
    one.bytes = context_.getTypeSizeInChars(type).getQuantity();
    one.read = access != Access::Write;
    one.written = access != Access::Read;
    one.conditional = ofData_ > 0;
    if (const auto value = valueOf(index)) {
      one.index = value->text();
      one.ofThread = value->mentions("threadIdx.x") && value->mentions("blockIdx.x");
    }
    std::vector<std::string> guards = guards_;
    std::sort(guards.begin(), guards.end());
    for (const std::string &guard : guards)
      one.guard += guard + "; ";
    accesses_.push_back(std::move(one));
  }

  ASTContext &context_;
  const FunctionDecl &kernel_;
  const std::vector<std::string> &arguments_;
  llvm::DenseSet<const ValueDecl *> changed_;    ///< variables
  mutable llvm::DenseSet<const VarDecl *> open_; ///< variables whose value is being sought
  std::vector<ElementAccess> accesses_;
  std::vector<std::string> guards_;
  llvm::DenseMap<const VarDecl *, std::string> loops_; ///< counters of loops over the grid
  unsigned ofData_ = 0;                                ///< conditions on data around
  PureFunctions pure_;
  unsigned depth_ = 0; ///< branches and loops around, early returns left out
  unsigned inner_ = 0; ///< loops around that are not over the grid
  bool failed_ = false;
};

} // namespace

std::optional<std::vector<ElementAccess>>
elementAccesses(ASTContext &context, const FunctionDecl &kernel,
                const std::vector<std::string> &arguments) {
  return KernelReader(context, kernel, arguments).run();
}

} // namespace warplint::usage
