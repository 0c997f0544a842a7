//===- SerialChunks.cpp ---------------------------------------------------===//

#include "lint/usage/SerialChunks.h"

#include "lint/usage/HostExpressions.h"

#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

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
class StepSearch : public RecursiveASTVisitor<StepSearch> {
public:
  llvm::DenseSet<const ValueDecl *> stepped;
  llvm::DenseSet<const ValueDecl *> changed;

  bool VisitUnaryOperator(UnaryOperator *unary) {
    if (unary->isIncrementDecrementOp())
      add(stepped, unary->getSubExpr());
    else if (unary->getOpcode() == UO_AddrOf)
      add(changed, unary->getSubExpr()); // not of an element
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *binary) {
    const BinaryOperatorKind code = binary->getOpcode();
    if (code == BO_AddAssign || code == BO_SubAssign)
      add(stepped, binary->getLHS());
    else if (binary->isAssignmentOp())
      add(changed, binary->getLHS());
    return true;
  }
  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    for (unsigned i = 0; callee && i < call->getNumArgs() && i < callee->getNumParams(); ++i) {
      const QualType type = callee->getParamDecl(i)->getType();
      if (type->isReferenceType() && !type.getNonReferenceType().isConstQualified())
        add(changed, call->getArg(i));
    }
    return true;
  }

private:
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
  explicit Courses(const HostLoop &loop) : declared_(declaredIn(*loop.statement)) {
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

  bool isDeclaredInside(const ValueDecl &variable) const {
    const auto *local = llvm::dyn_cast<VarDecl>(&variable);
    return local && declared_.contains(local);
  }

private:
  Course ofVariable(const ValueDecl &variable, unsigned depth) const {
    if (llvm::isa<EnumConstantDecl, NonTypeTemplateParmDecl>(variable))
      return Course::Fixed;
    if (search_.changed.contains(&variable))
      return Course::Unknown;
    if (search_.stepped.contains(&variable))
      return Course::Moves;
    const auto *local = llvm::dyn_cast<VarDecl>(&variable);
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
  llvm::DenseSet<const VarDecl *> declared_;
};

//===----------------------------------------------------------------------===//
// What kernels do with a pointer
//===----------------------------------------------------------------------===//

/// Where a kernel uses its parameters.
class UseSearch : public RecursiveASTVisitor<UseSearch> {
public:
  struct Use {
    const ParmVarDecl *parameter = nullptr;
    const Expr *index = nullptr; ///< null: the pointer goes anywhere
    bool written = false;        ///< and not read
  };
  std::vector<Use> uses;
  bool keepsState = false; ///< touches variables that outlive the kernel

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *element) {
    if (const ParmVarDecl *parameter = pointerOf(element->getBase())) {
      uses.push_back({parameter, element->getIdx(), written_.contains(element)});
      indexed_.insert(stripped(element->getBase()));
    }
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *unary) {
    if (unary->getOpcode() != UO_Deref)
      return true;
    const auto *sum = llvm::dyn_cast<BinaryOperator>(stripped(unary->getSubExpr()));
    if (!sum || sum->getOpcode() != BO_Add)
      return true;
    if (const ParmVarDecl *parameter = pointerOf(sum->getLHS())) {
      uses.push_back({parameter, sum->getRHS(), written_.contains(unary)});
      indexed_.insert(stripped(sum->getLHS()));
    }
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *binary) {
    if (binary->getOpcode() != BO_Assign)
      return true;
    const Expr *target = binary->getLHS()->IgnoreParens();
    while (const auto *member = llvm::dyn_cast<MemberExpr>(target))
      target = member->getBase()->IgnoreParens();
    written_.insert(target);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) {
    if (const auto *parameter = llvm::dyn_cast<ParmVarDecl>(reference->getDecl())) {
      if (parameter->getType()->isPointerType() && !indexed_.contains(reference))
        uses.push_back({parameter, nullptr, false});
    } else if (const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl())) {
      const bool outlives = variable->hasGlobalStorage() && !variable->hasAttr<CUDASharedAttr>() &&
                            !variable->hasAttr<CUDAConstantAttr>() &&
                            !variable->getType().isConstQualified() && !variable->isConstexpr();
      keepsState = keepsState || outlives;
    }
    return true;
  }
  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    const bool named = callee && callee->getDeclName().isIdentifier();
    // Files, queues and the like; a function that is not at hand may do anything.
    keepsState = keepsState || (callee && !callee->isDefined() && named &&
                                llvm::StringRef(callee->getName()).starts_with("cuda"));
    return true;
  }

private:
  static const ParmVarDecl *pointerOf(const Expr *base) {
    const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(stripped(base));
    return reference ? llvm::dyn_cast<ParmVarDecl>(reference->getDecl()) : nullptr;
  }

  llvm::DenseSet<const Expr *> written_; ///< targets of plain assignments, met before their parts
  llvm::DenseSet<const Expr *> indexed_; ///< references that an index belongs to
};

/// Does the expression, or what its variables were made of, satisfy the predicate?
bool anyPart(const Expr *expression, llvm::function_ref<bool(const Expr &)> holds,
             unsigned depth = 0) {
  class PartSearch : public RecursiveASTVisitor<PartSearch> {
  public:
    PartSearch(llvm::function_ref<bool(const Expr &)> holds, unsigned depth)
        : holds_(holds), depth_(depth) {}
    bool found = false;
    bool VisitExpr(Expr *part) {
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
  /// It reads nothing there, and writes elements alone.
  bool writesOnly(unsigned parameter) const {
    return llvm::all_of(uses_, [&](const UseSearch::Use &use) {
      return !is(use, parameter) || (use.index && use.written);
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
    class CallSearch : public RecursiveASTVisitor<CallSearch> {
    public:
      explicit CallSearch(std::vector<const FunctionDecl *> &all) : all_(all) {}
      bool VisitCallExpr(CallExpr *call) {
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
      : program_(program), loop_(loop), courses_(loop) {}

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
        if (courses_.rootOf(hostSide(*download)) != courses_.rootOf(hostSide(*upload)))
          continue;
        // In place: it must be the same part, or the next iteration may read it.
        const ASTContext &context = program_.context();
        const int bytes = copyParameters(upload->name)->bytes;
        if (upload->name != download->name || bytes < 0 ||
            !sameExpression(context, hostSide(*download), hostSide(*upload)) ||
            !sameExpression(context, download->argument(bytes), upload->argument(bytes)))
          return false;
      }
    return true;
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
  std::vector<const Operation *> uploads_;
  std::vector<const Operation *> downloads_;
  std::vector<const Operation *> launches_;
  std::vector<const Expr *> reset_; ///< what is set to zero in each iteration
  std::vector<const ValueDecl *> streams_;
};

} // namespace

std::optional<SerialChunks> serialChunks(const HostProgram &program, const HostLoop &loop) {
  return ChunkSearch(program, loop).run();
}

} // namespace warplint::usage
