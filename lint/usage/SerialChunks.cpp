//===- SerialChunks.cpp ---------------------------------------------------===//

#include "lint/usage/SerialChunks.h"

#include "lint/simt/AstVisitor.h"
#include "lint/usage/HostExpressions.h"
#include "lint/usage/Sums.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

namespace warplint::usage {

using namespace clang;

namespace {

//===----------------------------------------------------------------------===//
// What moves with the loop
//===----------------------------------------------------------------------===//

const ValueDecl *variableOf(const Expr *expression) {
  expression = stripped(expression);
  if (const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(expression))
    return reference->getDecl();
  if (const auto *member = llvm::dyn_cast_or_null<MemberExpr>(expression))
    return member->getMemberDecl();
  return nullptr;
}

/// Variables that a loop steps on (`i += 2`), and those that it changes in other ways.
class StepSearch : public simt::AstVisitor {
public:
  struct By {
    const Expr *step; ///< null: 1
    bool isDown;
  };
  llvm::DenseSet<const ValueDecl *> stepped;
  llvm::DenseSet<const ValueDecl *> changed;
  std::map<const ValueDecl *, std::vector<By>> steps;              ///< of what is stepped
  std::map<const ValueDecl *, std::vector<const Expr *>> assigned; ///< plainly

  bool VisitUnaryOperator(UnaryOperator *unary) override {
    if (unary->isIncrementDecrementOp())
      step(unary->getSubExpr(), {nullptr, unary->isDecrementOp()});
    else if (unary->getOpcode() == UO_AddrOf)
      add(changed, unary->getSubExpr()); // not of an element
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *binary) override {
    const BinaryOperatorKind code = binary->getOpcode();
    if (code == BO_AddAssign || code == BO_SubAssign)
      step(binary->getLHS(), {binary->getRHS(), code == BO_SubAssign});
    else if (binary->isAssignmentOp())
      add(changed, binary->getLHS());
    if (const ValueDecl *variable = code == BO_Assign ? variableOf(binary->getLHS()) : nullptr)
      assigned[variable].push_back(binary->getRHS());
    return true;
  }
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    for (unsigned i = 0; callee && i < call->getNumArgs() && i < callee->getNumParams(); ++i) {
      const QualType type = callee->getParamDecl(i)->getType();
      if (type->isReferenceType() && !type.getNonReferenceType().isConstQualified())
        add(changed, call->getArg(i));
    }
    return true;
  }

private:
  void step(const Expr *target, By by) {
    add(stepped, target);
    if (const ValueDecl *variable = variableOf(target))
      steps[variable].push_back(by);
  }
  static void add(llvm::DenseSet<const ValueDecl *> &to, const Expr *target) {
    if (const ValueDecl *variable = variableOf(target))
      to.insert(variable);
  }
};

/// How a value or pointer of one iteration relates to that of the next one.
enum class Course { Fixed, Moves, Unknown };

Course together(Course one, Course other) { return std::max(one, other); }

class Courses {
public:
  Courses(const HostProgram &program, const HostLoop &loop)
      : called_(program.changes().inCallees(*loop.statement)),
        declared_(declaredIn(*loop.statement)), elements_(elementsIn(*loop.statement)) {
    search_.TraverseStmt(const_cast<Stmt *>(loop.statement));
  }

  Course of(const Expr *expression, unsigned depth = 0) const {
    constexpr unsigned deepest = 8;
    expression = stripped(expression);
    if (!expression || depth == deepest)
      return Course::Unknown;
    const auto inner = [&](const Expr *part) { return of(part, depth + 1); };
    if (llvm::isa<IntegerLiteral, UnaryExprOrTypeTraitExpr>(expression))
      return Course::Fixed;
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expression))
      return ofVariable(*reference->getDecl(), depth);
    if (const auto *member = llvm::dyn_cast<MemberExpr>(expression)) {
      const Course object = llvm::isa<CXXThisExpr>(stripped(member->getBase()))
                                ? Course::Fixed
                                : inner(member->getBase());
      return object == Course::Fixed ? ofVariable(*member->getMemberDecl(), depth)
                                     : Course::Unknown;
    }
    if (const auto *binary = llvm::dyn_cast<BinaryOperator>(expression)) {
      const Course both = together(inner(binary->getLHS()), inner(binary->getRHS()));
      const bool keepsApart = binary->isAdditiveOp() || binary->getOpcode() == BO_Mul;
      return both == Course::Fixed || keepsApart ? both : Course::Unknown; // i % 2 comes again
    }
    if (const auto *unary = llvm::dyn_cast<UnaryOperator>(expression))
      return unary->getOpcode() == UO_AddrOf ? ofAddress(unary->getSubExpr(), depth)
                                             : Course::Unknown;
    if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(expression)) {
      const Course both = together(inner(element->getBase()), inner(element->getIdx()));
      return both == Course::Fixed ? both : Course::Unknown; // two pointers may be the same
    }
    if (const auto *call = llvm::dyn_cast<CXXMemberCallExpr>(expression))
      return isOfContainer(*call) ? Course::Fixed : Course::Unknown;
    return Course::Unknown;
  }

  /// What a pointer is an offset into.
  const ValueDecl *rootOf(const Expr *pointer, unsigned depth = 0) const {
    constexpr unsigned deepest = 8;
    pointer = stripped(pointer);
    if (!pointer || depth == deepest)
      return nullptr;
    if (const auto *binary = llvm::dyn_cast<BinaryOperator>(pointer)) {
      const bool left = stripped(binary->getLHS())->getType()->isPointerType() ||
                        stripped(binary->getLHS())->getType()->isArrayType() ||
                        llvm::isa<CXXMemberCallExpr>(stripped(binary->getLHS()));
      return rootOf(left ? binary->getLHS() : binary->getRHS(), depth + 1);
    }
    if (const auto *unary = llvm::dyn_cast<UnaryOperator>(pointer);
        unary && unary->getOpcode() == UO_AddrOf) {
      const Expr *operand = stripped(unary->getSubExpr());
      if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(operand))
        return rootOf(element->getBase(), depth + 1);
      if (const auto *element = llvm::dyn_cast<CXXOperatorCallExpr>(operand);
          element && element->getNumArgs() == 2)
        return variableOf(element->getArg(0));
      return variableOf(operand);
    }
    if (const auto *call = llvm::dyn_cast<CXXMemberCallExpr>(pointer))
      return variableOf(call->getImplicitObjectArgument());
    const ValueDecl *variable = variableOf(pointer);
    const auto *local = llvm::dyn_cast_or_null<VarDecl>(variable);
    return local && declared_.contains(local) && local->getInit()
               ? rootOf(local->getInit(), depth + 1)
               : variable;
  }

  /// The same, through variables that were made before the loop: `float *to = host + n;`.
  const ValueDecl *memoryOf(const Expr *pointer) const {
    constexpr unsigned most = 8;
    const ValueDecl *root = rootOf(pointer);
    for (unsigned i = 0; i < most; ++i) {
      const auto *local = llvm::dyn_cast_or_null<VarDecl>(root);
      const bool isPointer = local && !llvm::isa<ParmVarDecl>(local) && local->getInit() &&
                             local->getType()->isPointerType();
      const ValueDecl *next = isPointer ? rootOf(local->getInit()) : nullptr;
      if (!next || next == root)
        break;
      root = next;
    }
    return root;
  }

  const StepSearch &steps() const { return search_; }

  bool isDeclaredInside(const ValueDecl &variable) const {
    const auto *local = llvm::dyn_cast<VarDecl>(&variable);
    return local && declared_.contains(local);
  }

private:
  Course ofVariable(const ValueDecl &variable, unsigned depth) const {
    if (llvm::isa<EnumConstantDecl, NonTypeTemplateParmDecl>(variable))
      return Course::Fixed;
    if (search_.changed.contains(&variable) || called_.contains(&variable))
      return Course::Unknown;
    if (const auto *binding = llvm::dyn_cast<BindingDecl>(&variable))
      return isDeclaredInside(*binding->getDecomposedDecl()) ? Course::Unknown : Course::Fixed;
    if (search_.stepped.contains(&variable))
      return Course::Moves;
    const auto *local = llvm::dyn_cast<VarDecl>(&variable);
    if (local && elements_.contains(local))
      return Course::Unknown;
    if (!local || !declared_.contains(local))
      return Course::Fixed;
    return local->getInit() ? of(local->getInit(), depth + 1) : Course::Unknown;
  }

  Course ofAddress(const Expr *operand, unsigned depth) const {
    operand = stripped(operand);
    if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(operand))
      return together(of(element->getBase(), depth + 1), of(element->getIdx(), depth + 1));
    if (const auto *element = llvm::dyn_cast<CXXOperatorCallExpr>(operand);
        element && element->getOperator() == OO_Subscript && element->getNumArgs() == 2) {
      const ValueDecl *object = variableOf(element->getArg(0));
      return object && !isDeclaredInside(*object) ? of(element->getArg(1), depth + 1)
                                                  : Course::Unknown;
    }
    const ValueDecl *object = variableOf(operand);
    return object && !isDeclaredInside(*object) ? Course::Fixed : Course::Unknown;
  }

  /// `v.data()`, of an object that outlives the iteration.
  bool isOfContainer(const CXXMemberCallExpr &call) const {
    const CXXMethodDecl *method = call.getMethodDecl();
    if (!method || !method->getDeclName().isIdentifier() || call.getNumArgs() != 0 ||
        (method->getName() != "data" && method->getName() != "get"))
      return false;
    const ValueDecl *object = variableOf(call.getImplicitObjectArgument());
    return object && !isDeclaredInside(*object);
  }

  StepSearch search_;
  Changes::Set called_; ///< what functions change that are called
  llvm::DenseSet<const VarDecl *> declared_;
  llvm::DenseSet<const VarDecl *> elements_;
};

/// How far addresses move in an iteration, in bytes, and how much a copy moves: what each may be.
/// Of `min(n, left)`, and of a variable that is given another value under a condition, that is
/// several; nothing where it is not known.
class Distances {
public:
  using Values = std::vector<Sum>;

  Distances(const HostProgram &program, const HostLoop &loop, const Courses &courses)
      : context_(program.context()), courses_(courses),
        changed_(program.changes().in(*loop.body->function->getBody())) {}

  Values of(const Expr *expression) const { return valuesOf(expression, false, 0); }

  /// From this iteration to the next.
  Values stepOf(const Expr *address) const {
    return each(valuesOf(address, true, 0), valuesOf(address, false, 0),
                [](const Sum &next, const Sum &now) { return next.plus(now, -1); });
  }

private:
  template <class Operation>
  static Values each(const Values &left, const Values &right, Operation operation) {
    constexpr std::size_t most = 16;
    Values results;
    for (const Sum &one : left)
      for (const Sum &other : right)
        if (results.size() < most)
          results.push_back(operation(one, other));
    return results;
  }
  static Values plus(const Values &left, const Values &right, int factor) {
    return each(left, right,
                [&](const Sum &one, const Sum &other) { return one.plus(other, factor); });
  }
  static Values times(const Values &left, const Values &right) {
    return each(left, right, [](const Sum &one, const Sum &other) { return one.times(other); });
  }

  Values sizeOf(QualType type) const {
    if (!type->isDependentType() && !type->isIncompleteType() && type->isConstantSizeType())
      return {Sum(context_.getTypeSizeInChars(type).getQuantity())};
    return {Sum("sizeof " + type.getCanonicalType().getUnqualifiedType().getAsString())};
  }
  Values symbolOf(const ValueDecl &declaration) const {
    return {Sum(declaration.getNameAsString() + " " +
                std::to_string(declaration.getLocation().getRawEncoding()))};
  }
  Values symbolOf(const Expr &expression) const {
    std::string text;
    llvm::raw_string_ostream out(text);
    expression.printPretty(out, nullptr, context_.getPrintingPolicy());
    return {Sum(std::move(text))};
  }

  Values valuesOf(const Expr *expression, bool next, unsigned depth) const {
    constexpr unsigned deepest = 12;
    expression = stripped(expression);
    if (!expression || depth == deepest)
      return {};
    const auto inner = [&](const Expr *part) { return valuesOf(part, next, depth + 1); };
    if (!expression->getType()->isPointerType())
      if (const auto known = integerOf(context_, expression))
        return {Sum(*known)};
    if (const auto *size = llvm::dyn_cast<UnaryExprOrTypeTraitExpr>(expression))
      return size->getKind() == UETT_SizeOf ? sizeOf(size->getTypeOfArgument()) : Values();
    if (const auto *binary = llvm::dyn_cast<BinaryOperator>(expression))
      return ofBinary(*binary, inner);
    if (const auto *choice = llvm::dyn_cast<AbstractConditionalOperator>(expression)) {
      Values both = inner(choice->getTrueExpr());
      llvm::append_range(both, inner(choice->getFalseExpr()));
      return both;
    }
    if (const auto *unary = llvm::dyn_cast<UnaryOperator>(expression);
        unary && unary->getOpcode() == UO_AddrOf)
      return ofAddress(*stripped(unary->getSubExpr()), inner);
    // `a.n` and `b.n` are one field, but not one number.
    const auto *member = llvm::dyn_cast<MemberExpr>(expression);
    const bool isOfOther = member && !llvm::isa<CXXThisExpr>(stripped(member->getBase()));
    if (const ValueDecl *variable = isOfOther ? nullptr : variableOf(expression))
      return ofVariable(*variable, *expression, next, depth);
    if (const auto *call = llvm::dyn_cast<CallExpr>(expression)) {
      const NamedDecl *callee = calleeOf(*call);
      if (callee && callee->getDeclName().isIdentifier() && call->getNumArgs() == 2 &&
          llvm::StringRef(callee->getNameAsString()) == "min") {
        Values both = inner(call->getArg(0));
        llvm::append_range(both, inner(call->getArg(1)));
        return both;
      }
    }
    return courses_.of(expression) == Course::Fixed ? symbolOf(*expression) : Values();
  }

  template <class Inner> Values ofBinary(const BinaryOperator &binary, const Inner &inner) const {
    Values left = inner(binary.getLHS());
    Values right = inner(binary.getRHS());
    const auto pointeeOf = [](const Expr *operand) {
      const QualType type = operand->IgnoreParenImpCasts()->getType();
      return type->isArrayType() ? QualType(type->getPointeeOrArrayElementType(), 0)
                                 : type->getPointeeType();
    };
    switch (binary.getOpcode()) {
    case BO_Add:
    case BO_Sub: {
      if (const QualType pointee = pointeeOf(binary.getLHS()); !pointee.isNull())
        right = times(right, sizeOf(pointee));
      else if (const QualType pointee = pointeeOf(binary.getRHS()); !pointee.isNull())
        left = times(left, sizeOf(pointee));
      return plus(left, right, binary.getOpcode() == BO_Add ? 1 : -1);
    }
    case BO_Mul:
      return times(left, right);
    case BO_Div:
    case BO_Shl:
    case BO_Shr:
      return each(left, right, [&](const Sum &one, const Sum &other) {
        return Sum("(" + one.text() + " " + binary.getOpcodeStr().str() + " " + other.text() + ")");
      });
    default:
      return {};
    }
  }

  template <class Inner> Values ofAddress(const Expr &place, const Inner &inner) const {
    if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(&place))
      return plus(inner(element->getBase()),
                  times(inner(element->getIdx()), sizeOf(element->getType())), 1);
    if (const auto *element = llvm::dyn_cast<CXXOperatorCallExpr>(&place);
        element && element->getOperator() == OO_Subscript && element->getNumArgs() == 2)
      return plus(symbolOf(*element->getArg(0)),
                  times(inner(element->getArg(1)), sizeOf(element->getType())), 1);
    return symbolOf(place);
  }

  Values ofVariable(const ValueDecl &variable, const Expr &expression, bool next,
                    unsigned depth) const {
    const StepSearch &steps = courses_.steps();
    const auto *local = llvm::dyn_cast<VarDecl>(&variable);
    if (const auto stepped = steps.steps.find(&variable);
        stepped != steps.steps.end() && !steps.changed.contains(&variable)) {
      Values values = symbolOf(variable);
      for (const StepSearch::By &by : stepped->second) {
        if (!next)
          break;
        Values step = by.step ? valuesOf(by.step, false, depth + 1) : Values{Sum(1)};
        if (const QualType pointee = variable.getType()->getPointeeType(); !pointee.isNull())
          step = times(step, sizeOf(pointee));
        values = plus(values, step, by.isDown ? -1 : 1);
      }
      return values;
    }
    if (local && courses_.isDeclaredInside(variable) && local->getInit()) {
      Values values = valuesOf(local->getInit(), next, depth + 1);
      if (const auto others = steps.assigned.find(&variable); others != steps.assigned.end())
        for (const Expr *other : others->second)
          llvm::append_range(values, valuesOf(other, next, depth + 1));
      return values;
    }
    if (courses_.of(&expression) != Course::Fixed)
      return {};
    // `const size_t bytes = n * sizeof(float);`, before the loop.
    if (local && local->hasLocalStorage() && !llvm::isa<ParmVarDecl>(local) && local->getInit() &&
        !changed_.contains(local) &&
        llvm::none_of(namesIn(local->getInit()).declarations,
                      [&](const ValueDecl *one) { return changed_.contains(one); }))
      if (Values values = valuesOf(local->getInit(), next, depth + 1); !values.empty())
        return values;
    return symbolOf(variable);
  }

  ASTContext &context_;
  const Courses &courses_;
  Changes::Set changed_; ///< in the whole function
};

//===----------------------------------------------------------------------===//
// What kernels do with a pointer
//===----------------------------------------------------------------------===//

/// Does the expression, or what its variables were made of, satisfy the predicate?
bool anyPart(const Expr *expression, llvm::function_ref<bool(const Expr &)> holds,
             unsigned depth = 0) {
  class PartSearch : public simt::AstVisitor {
  public:
    PartSearch(llvm::function_ref<bool(const Expr &)> holds, unsigned depth)
        : holds_(holds), depth_(depth) {}
    bool found = false;
    bool VisitExpr(Expr *part) override {
      constexpr unsigned deepest = 4;
      if (holds_(*part))
        return !(found = true);
      const auto *reference = llvm::dyn_cast<DeclRefExpr>(part);
      const auto *local = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
      if (local && !llvm::isa<ParmVarDecl>(local) && local->getInit() && depth_ < deepest &&
          anyPart(local->getInit(), holds_, depth_ + 1))
        return !(found = true);
      return true;
    }

  private:
    llvm::function_ref<bool(const Expr &)> holds_;
    unsigned depth_;
  };
  PartSearch search(holds, depth);
  search.TraverseStmt(const_cast<Expr *>(expression));
  return search.found;
}

/// Does the condition ask for what was loaded, or computed of that?
bool asksForData(const Expr *condition) {
  return condition && anyPart(condition, [](const Expr &part) {
           const auto *unary = llvm::dyn_cast<UnaryOperator>(&part);
           return llvm::isa<ArraySubscriptExpr>(part) || part.getType()->isFloatingType() ||
                  (unary && unary->getOpcode() == UO_Deref);
         });
}

class LeavingSearch : public simt::AstVisitor {
public:
  bool found = false;
  bool VisitStmt(Stmt *statement) override {
    return !(found = found || llvm::isa<ReturnStmt, ContinueStmt, GotoStmt>(statement));
  }
};

/// Where a kernel uses its parameters.
class UseSearch : public simt::AstVisitor {
public:
  struct Use {
    const ParmVarDecl *parameter = nullptr;
    const Expr *index = nullptr; ///< null: the pointer goes anywhere
    bool written = false;        ///< and not read
    unsigned choices = 0;        ///< conditions around it that data decide
  };
  std::vector<Use> uses;
  bool keepsState = false; ///< touches variables that outlive the kernel

  bool TraverseIfStmt(IfStmt *branch, Queue *) override {
    if (!asksForData(branch->getCond()))
      return AstVisitor::TraverseIfStmt(branch);
    TraverseStmt(branch->getInit());
    TraverseStmt(branch->getCond());
    ++choices_;
    const std::size_t first = uses.size();
    TraverseStmt(branch->getThen());
    const std::size_t second = uses.size();
    TraverseStmt(branch->getElse());
    --choices_;
    unchoose(first, second);
    // What comes behind `if (x[i] < 0) return;` is done by who stays.
    LeavingSearch leaving;
    leaving.TraverseStmt(branch->getThen());
    leaving.TraverseStmt(branch->getElse());
    choices_ += leaving.found;
    return true;
  }
  bool TraverseForStmt(ForStmt *loop, Queue *) override {
    return chosenBy(loop->getCond(), [&] { AstVisitor::TraverseForStmt(loop); });
  }
  bool TraverseWhileStmt(WhileStmt *loop, Queue *) override {
    return chosenBy(loop->getCond(), [&] { AstVisitor::TraverseWhileStmt(loop); });
  }
  bool TraverseSwitchStmt(SwitchStmt *choice, Queue *) override {
    return chosenBy(choice->getCond(), [&] { AstVisitor::TraverseSwitchStmt(choice); });
  }

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *element) override {
    if (const ParmVarDecl *parameter = pointerOf(element->getBase())) {
      uses.push_back({parameter, element->getIdx(), written_.contains(element), choices_});
      indexed_.insert(stripped(element->getBase()));
    }
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *unary) override {
    if (unary->getOpcode() != UO_Deref)
      return true;
    const auto *sum = llvm::dyn_cast<BinaryOperator>(stripped(unary->getSubExpr()));
    if (!sum || sum->getOpcode() != BO_Add)
      return true;
    if (const ParmVarDecl *parameter = pointerOf(sum->getLHS())) {
      uses.push_back({parameter, sum->getRHS(), written_.contains(unary), choices_});
      indexed_.insert(stripped(sum->getLHS()));
    }
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *binary) override {
    if (binary->getOpcode() != BO_Assign)
      return true;
    const Expr *target = binary->getLHS()->IgnoreParens();
    while (const auto *member = llvm::dyn_cast<MemberExpr>(target))
      target = member->getBase()->IgnoreParens();
    written_.insert(target);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    if (const auto *parameter = llvm::dyn_cast<ParmVarDecl>(reference->getDecl())) {
      if (parameter->getType()->isPointerType() && !indexed_.contains(reference))
        uses.push_back({parameter, nullptr, false, choices_});
    } else if (const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl())) {
      const bool outlives = variable->hasGlobalStorage() && !variable->hasAttr<CUDASharedAttr>() &&
                            !variable->hasAttr<CUDAConstantAttr>() &&
                            !variable->getType().isConstQualified() && !variable->isConstexpr();
      keepsState = keepsState || outlives;
    }
    return true;
  }
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    const bool named = callee && callee->getDeclName().isIdentifier();
    // Files, queues and the like; a function that is not at hand may do anything.
    keepsState = keepsState || (callee && !callee->isDefined() && named &&
                                llvm::StringRef(callee->getName()).starts_with("cuda"));
    return true;
  }

private:
  bool chosenBy(const Expr *condition, llvm::function_ref<void()> traverse) {
    const unsigned outside = choices_;
    choices_ += asksForData(condition);
    traverse();
    choices_ = outside;
    return true;
  }
  /// What both sides of a branch write is written: those from `first` and from `second` on.
  void unchoose(std::size_t first, std::size_t second) {
    const auto writes = [&](std::size_t from, std::size_t to, const ParmVarDecl *parameter) {
      return std::any_of(uses.begin() + from, uses.begin() + to, [&](const Use &use) {
        return use.parameter == parameter && use.written && use.choices == choices_ + 1;
      });
    };
    llvm::SmallPtrSet<const ParmVarDecl *, 4> both;
    for (std::size_t i = first; i < second; ++i)
      if (writes(first, second, uses[i].parameter) &&
          writes(second, uses.size(), uses[i].parameter))
        both.insert(uses[i].parameter);
    for (std::size_t i = first; i < uses.size(); ++i)
      if (both.contains(uses[i].parameter))
        --uses[i].choices;
  }

  static const ParmVarDecl *pointerOf(const Expr *base) {
    const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(stripped(base));
    return reference ? llvm::dyn_cast<ParmVarDecl>(reference->getDecl()) : nullptr;
  }

  unsigned choices_ = 0;
  llvm::DenseSet<const Expr *> written_; ///< targets of plain assignments, met before their parts
  llvm::DenseSet<const Expr *> indexed_; ///< references that an index belongs to
};

/// A kernel that is launched in the loop.
class LaunchedKernel {
public:
  explicit LaunchedKernel(const FunctionDecl &kernel) : kernel_(kernel) {
    std::vector<const FunctionDecl *> all{&kernel};
    for (std::size_t i = 0; i < all.size(); ++i) {
      UseSearch search;
      search.TraverseStmt(all[i]->getBody());
      keepsState_ = keepsState_ || search.keepsState;
      if (i == 0)
        uses_ = std::move(search.uses);
      enter(*all[i], all);
    }
  }

  /// It remembers nothing from launch to launch but what it is handed.
  bool keepsState() const { return keepsState_; }
  /// It reads nothing there, and writes elements alone: whatever the data are, the same ones.
  bool writesOnly(unsigned parameter) const {
    return llvm::all_of(uses_, [&](const UseSearch::Use &use) {
      return !is(use, parameter) || (use.index && use.written && use.choices == 0);
    });
  }
  /// No element before the first one, as far as can be told.
  bool staysBehindStart(unsigned parameter) const {
    return llvm::all_of(uses_, [&](const UseSearch::Use &use) {
      return !is(use, parameter) || (use.index && !anyPart(use.index, isSubtraction));
    });
  }
  /// Each index is made with one of the parameters.
  bool isIndexedWith(unsigned parameter, llvm::ArrayRef<unsigned> offsets) const {
    return llvm::all_of(uses_, [&](const UseSearch::Use &use) {
      return !is(use, parameter) ||
             (use.index && anyPart(use.index, [&](const Expr &part) {
                const auto *reference = llvm::dyn_cast<DeclRefExpr>(&part);
                return reference && llvm::any_of(offsets, [&](unsigned i) {
                         return reference->getDecl() == kernel_.getParamDecl(i);
                       });
              }));
    });
  }

private:
  static bool isSubtraction(const Expr &part) {
    if (const auto *binary = llvm::dyn_cast<BinaryOperator>(&part))
      return binary->getOpcode() == BO_Sub || binary->getOpcode() == BO_SubAssign;
    const auto *unary = llvm::dyn_cast<UnaryOperator>(&part);
    return unary && unary->getOpcode() == UO_Minus;
  }
  bool is(const UseSearch::Use &use, unsigned parameter) const {
    return use.parameter == kernel_.getParamDecl(parameter);
  }
  /// The functions that `function` calls and whose bodies are at hand.
  static void enter(const FunctionDecl &function, std::vector<const FunctionDecl *> &all) {
    class CallSearch : public simt::AstVisitor {
    public:
      explicit CallSearch(std::vector<const FunctionDecl *> &all) : all_(all) {}
      bool VisitCallExpr(CallExpr *call) override {
        constexpr std::size_t most = 64;
        const FunctionDecl *callee = call->getDirectCallee();
        const FunctionDecl *key = callee ? keyOf(*callee) : nullptr;
        if (key && key->doesThisDeclarationHaveABody() && key->getBody() && all_.size() < most &&
            !llvm::is_contained(all_, key))
          all_.push_back(key);
        return true;
      }

    private:
      std::vector<const FunctionDecl *> &all_;
    };
    CallSearch(all).TraverseStmt(function.getBody());
  }

  const FunctionDecl &kernel_;
  std::vector<UseSearch::Use> uses_;
  bool keepsState_ = false;
};

/// Holds no pointer.
bool isPlainValue(QualType type) {
  type = type.getNonReferenceType().getCanonicalType();
  if (type->isArithmeticType() || type->isEnumeralType())
    return true;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && record->hasDefinition() && record->getNumBases() == 0 &&
         llvm::all_of(record->fields(),
                      [](const FieldDecl *field) { return isPlainValue(field->getType()); });
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

/// Calls that neither order nor change anything that chunks have to do with.
bool isIndifferent(const Operation &operation) {
  if (operation.category == Category::LastError)
    return true;
  return operation.name == "cudaGetErrorString" || operation.name == "cudaGetErrorName";
}

bool isMemset(llvm::StringRef name) { return name == "cudaMemset" || name == "cudaMemsetAsync"; }

bool isOfDeviceLibrary(llvm::StringRef name) {
  return llvm::any_of(std::initializer_list<llvm::StringRef>{"cublas", "cufft", "curand",
                                                             "cusparse", "cusolver", "cudnn",
                                                             "nccl", "thrust"},
                      [&](llvm::StringRef library) { return name.starts_with(library); });
}

bool sameExpression(const ASTContext &context, const Expr *one, const Expr *other) {
  llvm::FoldingSetNodeID first, second;
  if (!stripped(one) || !stripped(other))
    return false;
  stripped(one)->Profile(first, context, true);
  stripped(other)->Profile(second, context, true);
  return first == second;
}

class ChunkSearch {
public:
  ChunkSearch(const HostProgram &program, const HostLoop &loop)
      : program_(program), loop_(loop), courses_(program, loop),
        distances_(program, loop, courses_) {}

  std::optional<SerialChunks> run() {
    if (loop_.hostWork || loop_.timed || loop_.choosesDevice || loop_.innerLaunches)
      return std::nullopt;
    for (const Step &step : loop_.steps)
      if (!take(step))
        return std::nullopt;
    if (uploads_.empty() || downloads_.empty() || launches_.empty() || !isInOrder() ||
        !isOneStream() || !areCopiesIndependent())
      return std::nullopt;
    if (!llvm::all_of(launches_, [&](const Operation *launch) { return isIndependent(*launch); }))
      return std::nullopt;
    return describe();
  }

private:
  /// False: the loop does something that is not understood.
  bool take(const Step &step) {
    const Operation &operation = *step.operation;
    if (operation.isLeftOut() ||
        (operation.kind == Operation::Kind::Call && isOfDeviceLibrary(operation.name)))
      return false;
    const bool ofDevice =
        operation.kind == Operation::Kind::Launch || operation.kind == Operation::Kind::Interface;
    if (!ofDevice || isIndifferent(operation))
      return true;
    if (operation.category == Category::Synchronisation)
      return true;
    if (!step.calls.empty() || !step.isDirect() || step.isConditional())
      return false;
    if (operation.kind == Operation::Kind::Launch) {
      launches_.push_back(&operation);
      const auto *launch = llvm::dyn_cast<CUDAKernelCallExpr>(operation.expr);
      return launch && streamOfLaunch(*launch) && addStream(streamOfLaunch(*launch));
    }
    if (operation.category == Category::StreamWait)
      return operation.name == "cudaStreamSynchronize" && addStream(operation.argument(0));
    if (isMemset(operation.name)) {
      reset_.push_back(operation.argument(0));
      constexpr int stream = 3;
      return operation.name == "cudaMemset" ? addDefaultStream()
                                            : addStream(operation.argument(stream));
    }
    return takeCopy(operation);
  }

  bool takeCopy(const Operation &operation) {
    const bool blocks = operation.name == "cudaMemcpy" || operation.name == "cudaMemcpy2D";
    const bool goesOn =
        operation.name == "cudaMemcpyAsync" || operation.name == "cudaMemcpy2DAsync";
    if (!blocks && !goesOn)
      return false;
    const llvm::StringRef direction = directionOf(operation);
    if (direction == "to_device")
      uploads_.push_back(&operation);
    else if (direction == "to_host")
      downloads_.push_back(&operation);
    else
      return false;
    const int stream = copyParameters(operation.name)->kind + 1;
    return blocks ? addDefaultStream() : addStream(operation.argument(stream));
  }

  bool addDefaultStream() {
    streams_.push_back(nullptr);
    return true;
  }
  bool addStream(const Expr *expression) {
    const auto stream = streamOf(expression);
    if (!stream)
      return false;
    streams_.push_back(*stream);
    return !*stream || courses_.of(expression) == Course::Fixed;
  }

  /// In an iteration: to the device, a kernel, and back.
  bool isInOrder() const {
    return uploads_.front() < launches_.front() && launches_.back() < downloads_.back();
  }

  bool isOneStream() const {
    const ValueDecl *stream = streams_.front();
    if (!llvm::all_equal(streams_))
      return false;
    const auto *variable = llvm::dyn_cast_or_null<VarDecl>(stream);
    if (!stream)
      return true;
    // A field, or a parameter: whoever made it may have made others.
    if (!variable)
      return false;
    if (const auto *parameter = llvm::dyn_cast<ParmVarDecl>(variable))
      return isSeenWhole(*parameter);
    // Each thread that runs a lambda may have its own.
    const auto *method = llvm::dyn_cast<CXXMethodDecl>(loop_.body->function);
    const bool inLambda = method && method->getParent()->isLambda();
    return !inLambda || variable->getDeclContext() != method;
  }

  /// The only call of the function hands over one stream.
  bool isSeenWhole(const ParmVarDecl &parameter) const {
    const FunctionDecl &function = *loop_.body->function;
    const llvm::ArrayRef<HostProgram::Call> calls = program_.callsOf(function);
    if (parameter.getDeclContext() != &function || calls.size() != 1 ||
        !program_.isReachedHereOnly(function))
      return false;
    const auto stream = streamOf(
        calls.front().operation->argument(static_cast<int>(parameter.getFunctionScopeIndex())));
    return stream && !llvm::isa_and_nonnull<ParmVarDecl>(*stream);
  }

  const Expr *hostSide(const Operation &copy) const {
    const auto parameters = copyParameters(copy.name);
    return copy.argument(directionOf(copy) == "to_host" ? parameters->destination
                                                        : parameters->source);
  }
  const Expr *deviceSide(const Operation &copy) const {
    const auto parameters = copyParameters(copy.name);
    return copy.argument(directionOf(copy) == "to_host" ? parameters->source
                                                        : parameters->destination);
  }

  /// Each iteration has its own part of the host's memory, to read and to write.
  bool areCopiesIndependent() const {
    for (const std::vector<const Operation *> &copies : {uploads_, downloads_})
      for (const Operation *copy : copies)
        if (courses_.of(hostSide(*copy)) != Course::Moves || !courses_.rootOf(hostSide(*copy)) ||
            courses_.of(deviceSide(*copy)) == Course::Unknown ||
            !courses_.rootOf(deviceSide(*copy)))
          return false;
    for (const Operation *download : downloads_)
      for (const Operation *upload : uploads_) {
        if (courses_.memoryOf(hostSide(*download)) != courses_.memoryOf(hostSide(*upload)))
          continue;
        // In place: it must be the same part, or the next iteration may read it.
        const ASTContext &context = program_.context();
        const int bytes = copyParameters(upload->name)->bytes;
        if (upload->name != download->name || bytes < 0 ||
            !sameExpression(context, hostSide(*download), hostSide(*upload)) ||
            !sameExpression(context, download->argument(bytes), upload->argument(bytes)))
          return false;
      }
    return llvm::all_of(downloads_,
                        [&](const Operation *download) {
                          return keepsApart(*download, hostSide(*download));
                        }) &&
           llvm::all_of(uploads_, [&](const Operation *upload) {
             return courses_.of(deviceSide(*upload)) != Course::Moves ||
                    keepsApart(*upload, deviceSide(*upload));
           });
  }

  /// What an iteration moves to or from `side` ends where the next one's begins, or before.
  bool keepsApart(const Operation &copy, const Expr *side) const {
    const auto parameters = copyParameters(copy.name);
    Distances::Values lengths;
    if (parameters->bytes >= 0) {
      lengths = distances_.of(copy.argument(parameters->bytes));
    } else {
      // Whole rows, or columns next to each other.
      constexpr int width = 4, height = 5;
      const int pitch = side == copy.argument(parameters->destination) ? 1 : 3;
      lengths = distances_.of(copy.argument(width));
      for (const Sum &rows : distances_.of(copy.argument(height)))
        for (const Sum &row : distances_.of(copy.argument(pitch)))
          lengths.push_back(rows.times(row));
    }
    const auto reaches = [](const Sum &step, const Sum &length, int direction) {
      const auto left = Sum().plus(step, direction).plus(length, -1).constant();
      return left && *left >= 0;
    };
    return llvm::any_of(distances_.stepOf(side), [&](const Sum &step) {
      return llvm::any_of(lengths, [&](const Sum &length) {
        return reaches(step, length, 1) || reaches(step, length, -1);
      });
    });
  }

  /// What the iteration has put there as a whole before the launch.
  bool isRefilled(const ValueDecl *root, const Operation &launch) const {
    const auto fills = [&](const Expr *destination) {
      return courses_.of(destination) == Course::Fixed && courses_.rootOf(destination) == root;
    };
    return llvm::any_of(uploads_,
                        [&](const Operation *upload) {
                          return upload < &launch && fills(deviceSide(*upload));
                        }) ||
           llvm::any_of(reset_, fills);
  }
  /// Parts of it are copied by iterations.
  bool isInParts(const ValueDecl *root) const {
    for (const std::vector<const Operation *> &copies : {uploads_, downloads_})
      for (const Operation *copy : copies)
        if (courses_.of(deviceSide(*copy)) == Course::Moves &&
            courses_.rootOf(deviceSide(*copy)) == root)
          return true;
    return false;
  }

  bool isIndependent(const Operation &operation) const {
    const auto &launch = *llvm::cast<CUDAKernelCallExpr>(operation.expr);
    const FunctionDecl *kernel = operation.callee ? keyOf(*operation.callee) : nullptr;
    if (!kernel || !kernel->doesThisDeclarationHaveABody() || !kernel->getBody() ||
        launch.getNumArgs() != kernel->getNumParams())
      return false;
    const LaunchedKernel launched(*kernel);
    if (launched.keepsState())
      return false;
    std::vector<unsigned> offsets; // parameters that tell the kernel which part it is at
    for (unsigned i = 0; i < launch.getNumArgs(); ++i)
      if (kernel->getParamDecl(i)->getType()->isIntegerType() &&
          courses_.of(launch.getArg(i)) == Course::Moves)
        offsets.push_back(i);
    for (unsigned i = 0; i < launch.getNumArgs(); ++i)
      if (!isIndependent(launched, *kernel->getParamDecl(i), i, launch.getArg(i), offsets,
                         operation))
        return false;
    return true;
  }

  bool isIndependent(const LaunchedKernel &kernel, const ParmVarDecl &parameter, unsigned index,
                     const Expr *argument, llvm::ArrayRef<unsigned> offsets,
                     const Operation &launch) const {
    const QualType type = parameter.getType();
    if (!type->isPointerType())
      return isPlainValue(type) && !type->isReferenceType();
    const ValueDecl *root = courses_.rootOf(argument);
    const Course course = courses_.of(argument);
    if (!root || course == Course::Unknown)
      return false;
    if (course == Course::Moves)
      return kernel.staysBehindStart(index);
    if (isInParts(root))
      return kernel.isIndexedWith(index, offsets) && kernel.staysBehindStart(index);
    return type->getPointeeType().isConstQualified() || isRefilled(root, launch) ||
           kernel.writesOnly(index);
  }

  SerialChunks describe() const {
    SerialChunks chunks;
    chunks.first = uploads_.front();
    chunks.stream =
        streams_.front() ? "`" + streams_.front()->getNameAsString() + "`" : "the default stream";
    chunks.copies = static_cast<std::int64_t>(uploads_.size() + downloads_.size());
    chunks.launches = static_cast<std::int64_t>(launches_.size());
    chunks.bytes = 0;
    for (const std::vector<const Operation *> &copies : {uploads_, downloads_})
      for (const Operation *copy : copies) {
        const auto bytes = bytesOf(program_.context(), *copy);
        chunks.bytes = bytes && chunks.bytes ? std::optional(*bytes + *chunks.bytes) : std::nullopt;
      }
    return chunks;
  }

  const HostProgram &program_;
  const HostLoop &loop_;
  Courses courses_;
  Distances distances_;
  std::vector<const Operation *> uploads_;
  std::vector<const Operation *> downloads_;
  std::vector<const Operation *> launches_;
  std::vector<const Expr *> reset_; ///< what is set to zero in each iteration
  std::vector<const ValueDecl *> streams_;
};

} // namespace

std::optional<SerialChunks> serialChunks(const HostProgram &program, const HostLoop &loop) {
  // To find out what a loop changes takes a look at all that it calls.
  const bool launches = llvm::any_of(
      loop.steps, [](const Step &step) { return step.operation->kind == Operation::Kind::Launch; });
  return launches ? ChunkSearch(program, loop).run() : std::nullopt;
}

} // namespace warplint::usage
