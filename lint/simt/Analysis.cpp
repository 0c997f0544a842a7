//===- Analysis.cpp - run the kernels of one translation unit --------------===//

#include "lint/simt/Analysis.h"

#include "lint/simt/AstVisitor.h"
#include "lint/simt/Declarations.h"
#include "lint/simt/Instantiate.h"
#include "lint/simt/Integers.h"
#include "lint/simt/Interpreter.h"
#include "lint/simt/LaunchShape.h"
#include "lint/simt/SharedArraySites.h"
#include "lint/simt/SharedCapacity.h"
#include "lint/simt/Sites.h"
#include "lint/simt/Stated.h"
#include "lint/simt/WorkEvidence.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Mangle.h"
#include "clang/Lex/Lexer.h"
#include "clang/Sema/Sema.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/raw_ostream.h"

#include <bit>
#include <cstdlib>
#include <map>
#include <memory>
#include <numeric>
#include <set>

namespace warplint::simt {

using namespace clang;

namespace {

constexpr std::size_t maxShapes = 4; // shapes of one kernel that are run
constexpr unsigned assumedThreads = 256;
constexpr std::size_t maxAssumedInstantiations = 4; // of a template that nothing instantiates
constexpr unsigned searchDepth = 4; // calls followed to see which coordinates a kernel uses

/// A kernel as written: a function, or a template with its instantiations.
struct Kernel {
  const FunctionDecl *written = nullptr;
  FunctionTemplateDecl *pattern = nullptr;
  std::vector<const FunctionDecl *> bodies;
  std::size_t bodiless = 0; ///< further instantiations, which were not given a body
  /// Of bodies that nothing instantiates here: what was assumed.
  std::map<const FunctionDecl *, AssumedInstantiation> assumed;
};

class KernelSearch : public DeclarationVisitor<KernelSearch> {
public:
  explicit KernelSearch(const Options &options) : options_(options) {}
  std::vector<Kernel> kernels;

  // Templates are met as written; their instantiations are asked for.
  bool shouldVisitTemplateInstantiations() const { return false; }
  bool shouldVisitImplicitCode() const { return false; }

  bool VisitFunctionDecl(FunctionDecl *function) {
    if (!function->hasAttr<CUDAGlobalAttr>() || !function->doesThisDeclarationHaveABody())
      return true;
    if (options_.isProjectFile && !options_.isProjectFile(function->getLocation()))
      return true;
    Kernel kernel;
    kernel.written = function;
    if (FunctionTemplateDecl *pattern = function->getDescribedFunctionTemplate()) {
      kernel.pattern = pattern;
      addInstances(*pattern, kernel);
      for (FunctionTemplateDecl *ofClass : instancesOf(pattern))
        addInstances(*ofClass, kernel);
    } else if (function->isDependentContext()) {
      // A member of a class template: its instantiations are found through the class.
      for (const FunctionDecl *instance : instancesOf(function))
        kernel.bodies.push_back(instance);
    } else {
      kernel.bodies.push_back(function);
    }
    kernels.push_back(std::move(kernel));
    return true;
  }

private:
  static void addInstances(FunctionTemplateDecl &pattern, Kernel &kernel) {
    for (FunctionDecl *specialisation : pattern.specializations()) {
      if (specialisation->isInvalidDecl() ||
          specialisation->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
        continue;
      if (specialisation->getBody())
        kernel.bodies.push_back(specialisation);
      else if (specialisation->instantiationIsPending())
        ++kernel.bodiless;
    }
  }

  /// What a member of a class template was made for, by the instances of the class.
  static std::vector<FunctionTemplateDecl *> instancesOf(const FunctionTemplateDecl *pattern) {
    std::vector<FunctionTemplateDecl *> result;
    if (const auto *record = llvm::dyn_cast<CXXRecordDecl>(pattern->getDeclContext()))
      for (const CXXRecordDecl *instance : instancesOf(*record))
        for (Decl *member : instance->decls())
          if (auto *one = llvm::dyn_cast<FunctionTemplateDecl>(member);
              one && one != pattern && isMadeOf(*one, *pattern))
            result.push_back(one);
    return result;
  }

  static std::vector<const FunctionDecl *> instancesOf(const FunctionDecl *pattern) {
    std::vector<const FunctionDecl *> result;
    if (const auto *record = llvm::dyn_cast<CXXRecordDecl>(pattern->getDeclContext()))
      for (const CXXRecordDecl *instance : instancesOf(*record))
        for (const Decl *member : instance->decls())
          if (const auto *function = llvm::dyn_cast<FunctionDecl>(member);
              function && function->getTemplateInstantiationPattern() == pattern &&
              function->getBody())
            result.push_back(function);
    return result;
  }

  template <typename Template> static bool isMadeOf(const Template &one, const Template &pattern) {
    const Template *from = one.getInstantiatedFromMemberTemplate();
    return from && from->getCanonicalDecl() == pattern.getCanonicalDecl();
  }

  /// Of a class as it is written: a template, or a class within one.
  static std::vector<const CXXRecordDecl *> instancesOf(const CXXRecordDecl &pattern) {
    if (!pattern.isDependentContext())
      return {&pattern};
    std::vector<const CXXRecordDecl *> outer;
    if (const auto *record = llvm::dyn_cast<CXXRecordDecl>(pattern.getDeclContext()))
      outer = instancesOf(*record);
    std::vector<const ClassTemplateDecl *> templates;
    std::vector<const CXXRecordDecl *> result;
    if (const auto *partial = llvm::dyn_cast<ClassTemplatePartialSpecializationDecl>(&pattern)) {
      templates.push_back(partial->getSpecializedTemplate());
    } else if (const ClassTemplateDecl *own = pattern.getDescribedClassTemplate()) {
      templates.push_back(own);
      for (const CXXRecordDecl *record : outer)
        for (const Decl *member : record->decls())
          if (const auto *one = llvm::dyn_cast<ClassTemplateDecl>(member);
              one && one != own && isMadeOf(*one, *own))
            templates.push_back(one);
    } else {
      for (const CXXRecordDecl *record : outer)
        for (const Decl *member : record->decls())
          if (const auto *one = llvm::dyn_cast<CXXRecordDecl>(member);
              one && one->isThisDeclarationADefinition() &&
              one->getTemplateInstantiationPattern() == &pattern)
            result.push_back(one);
    }
    for (const ClassTemplateDecl *one : templates)
      for (const ClassTemplateSpecializationDecl *instance : one->specializations())
        if (instance->getTemplateInstantiationPattern() == &pattern)
          result.push_back(instance);
    return result;
  }

  const Options &options_;
};

/// Which thread coordinates code uses, and the first square tile it declares.
class ShapeSearch : public AstVisitor {
public:
  bool usesY = false;
  bool usesZ = false;
  /// Is the block's size along y named, or a vector of the three sizes as a whole?
  bool namesSizeY = false;
  /// threadIdx.x numbers the lanes of a warp: `threadIdx.x & 31`, `threadIdx.x / 32`.
  bool hasLanes = false;
  std::optional<unsigned> tile;
  /// Along x and y: what blockIdx is multiplied by where threadIdx is added; 0 where several are.
  std::array<std::optional<unsigned>, 2> pitch;
  /// Along x and y: the numbers that threadIdx is compared with.
  std::array<std::set<unsigned>, 2> bounds;
  /// Along x and y: the greatest number that threadIdx is asked to be.
  std::array<unsigned, 2> last = {0, 0};
  /// Along all axes: the numbers that blockDim is said to equal, as in `assert(blockDim.x == 64)`.
  std::array<std::set<unsigned>, 3> stated;
  /// Of shared arrays that have an element of a row for each thread along x, the elements of the
  /// shortest row: `stack[depth][threadIdx.x]`, `stack[depth * 64 + threadIdx.x]`.
  std::optional<unsigned> row;
  /// Steps of loops that begin with threadIdx.x, or with a sum of that and others, where these are
  /// numbers.
  std::set<unsigned> steps;
  /// Along x and y: steps of loops that go on from threadIdx, as `threadIdx.y + i` with `i += 8`.
  std::array<std::set<unsigned>, 2> strides;

  /// Along all axes: the fewest elements of a dimension of a shared array that threadIdx itself
  /// goes through, as in `tile[threadIdx.z][threadIdx.y + j][threadIdx.x]`.
  std::array<std::optional<unsigned>, 3> extents;

  /// What threadIdx.y is multiplied by where threadIdx.x is added and nothing else.
  std::set<unsigned> widths;

  /// The width of a block by how its threads are numbered; 0: nothing tells it. Others than these
  /// are rows of arrays.
  unsigned width() const {
    const unsigned only = widths.size() == 1 ? *widths.begin() : 0;
    return only == 4 || only == 8 || only == 16 ? only : 0;
  }

  /// Blocks overlap: of those threads that a block has, only so many as blockIdx is multiplied by
  /// go on (`blockIdx.x * 24 + tx`, `tx < 24`). Whole warps are a block's size all the same, with a
  /// comparison that always holds.
  bool hasHalo(std::size_t axis) const {
    return pitch[axis] && *pitch[axis] % warpSize != 0 && bounds[axis].contains(*pitch[axis]);
  }

  /// The same, where a tile has an element for each thread and the last one is asked for, beyond
  /// those that go on: `blockIdx.x * (16 - 2) + tx`, `tile[16]`, `tx == 15`. The threads there are.
  std::optional<unsigned> overlapping(std::size_t axis) const {
    return pitch[axis] && last[axis] >= *pitch[axis] && extents[axis] == last[axis] + 1
               ? extents[axis]
               : std::nullopt;
  }

  explicit ShapeSearch(ASTContext &context) : context_(context) {}
  bool shouldVisitTemplateInstantiations() const override { return true; }

  void search(const FunctionDecl *function, unsigned depth) {
    if (!function->getBody() || !seen_.insert(function->getCanonicalDecl()).second)
      return;
    depth_ = depth;
    TraverseStmt(function->getBody());
  }

  bool VisitMemberExpr(MemberExpr *member) override {
    const Expr *base = member->getBase()->IgnoreParenImpCasts();
    llvm::StringRef name;
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(base))
      if (reference->getDecl()->getDeclName().isIdentifier())
        name = reference->getDecl()->getName();
    bool coordinates = name == "threadIdx", sizes = name == "blockDim";
    if (const auto *call = llvm::dyn_cast<CallExpr>(base))
      if (const FunctionDecl *callee = call->getDirectCallee()) {
        const std::string asked = callee->getNameAsString();
        coordinates = asked == "thread_index";
        sizes = asked == "dim_threads" || asked == "group_dim";
      }
    if (!member->getMemberDecl()->getDeclName().isIdentifier())
      return true;
    llvm::StringRef axis = member->getMemberDecl()->getName();
    if (!coordinates && !sizes) {
      // A copy of the whole has parts, too.
      const CXXRecordDecl *type = base->getType()->getAsCXXRecordDecl();
      const bool isVector = type && type->getIdentifier() && name != "blockIdx" &&
                            name != "gridDim" &&
                            (type->getName() == "uint3" || type->getName() == "dim3");
      partsOfCopies_[1] = partsOfCopies_[1] || (isVector && axis == "y");
      partsOfCopies_[2] = partsOfCopies_[2] || (isVector && axis == "z");
      takeCopies();
      return true;
    }
    usesY = usesY || (coordinates && axis == "y");
    usesZ = usesZ || (coordinates && axis == "z");
    namesSizeY = namesSizeY || (sizes && axis == "y");
    return true;
  }

  /// `dim3 block = blockDim;`: whichever axes are meant.
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *construct) override {
    for (const Expr *argument : construct->arguments())
      noteCopy(argument);
    for (const Expr *argument : construct->arguments())
      if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(argument->IgnoreParenImpCasts()))
        if (reference->getDecl()->getDeclName().isIdentifier())
          namesSizeY = namesSizeY || reference->getDecl()->getName() == "threadIdx" ||
                       reference->getDecl()->getName() == "blockDim";
    return true;
  }

  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *subscript) override {
    const auto *array =
        context_.getAsConstantArrayType(subscript->getBase()->IgnoreParenImpCasts()->getType());
    const Expr *base = subscript;
    while (const auto *outer = llvm::dyn_cast<clang::ArraySubscriptExpr>(base))
      base = outer->getBase()->IgnoreParenImpCasts();
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(base);
    if (!array || !reference || !reference->getDecl()->hasAttr<CUDASharedAttr>())
      return true;
    const std::uint64_t elements = std::min<std::uint64_t>(array->getZExtSize(), maxThreads);
    for (std::size_t axis = 0; axis < extents.size(); ++axis)
      if (isAxis(subscript->getIdx(), "threadIdx", axis))
        extents[axis] =
            std::min(extents[axis].value_or(maxThreads), static_cast<unsigned>(elements));
    llvm::SmallVector<const Expr *, 4> terms;
    flatten(subscript->getIdx(), BO_Add, terms);
    const bool isRow = base != subscript->getBase()->IgnoreParenImpCasts(); // of several
    if (!llvm::any_of(terms, [](const Expr *term) { return isAxis(term, "threadIdx", 0); }))
      return true;
    if (isRow && terms.size() == 1)
      noteRow(static_cast<std::int64_t>(elements));
    else if (!isRow && terms.size() == 2)
      for (const Expr *term : terms)
        if (const auto length = isAxis(term, "threadIdx", 0) ? std::nullopt : rowLengthOf(term);
            length && array->getZExtSize() % static_cast<std::uint64_t>(*length) == 0)
          noteRow(*length);
    return true;
  }

  /// May a block with threads along z have some along y?
  bool hasRows() const { return usesY || namesSizeY; }

  /// Of three axes, the likeliest first, and smaller ones for arrays that are smaller.
  std::vector<std::array<unsigned, 3>> blocksOfThreeAxes() const {
    if (!hasRows())
      return {{64, 1, 4}, {16, 1, 4}, {64, 1, 2}, {64, 1, 1}};
    if (hasLanes)
      return {{32, 2, 4}, {32, 1, 4}, {32, 2, 2}, {32, 2, 1}};
    return {{8, 8, 4}, {4, 4, 4}, {8, 8, 2}, {8, 8, 1}};
  }

  /// A block of three axes of which each goes through a dimension of a tile: the tile says how
  /// large it is, but for an element that is padding.
  std::optional<std::array<unsigned, 3>> blockOfTile() const {
    const unsigned x = extents[0].value_or(0) / 2 * 2, z = extents[2].value_or(0);
    if (!std::has_single_bit(x) || !std::has_single_bit(z)) // others have a margin, perhaps
      return std::nullopt;
    const unsigned most = hasRows() ? std::max(assumedThreads / (x * z), 1U) : 1;
    const unsigned rows = strides[1].size() == 1 ? *strides[1].begin() : extents[1].value_or(most);
    return std::array<unsigned, 3>{x, std::min(rows, most), z};
  }

  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee)
      return true;
    std::string name = callee->getNameAsString();
    for (const Expr *argument : call->arguments())
      noteCopy(argument);
    if (name == "__builtin_assume" && call->getNumArgs() == 1)
      noteStated(call->getArg(0), BO_LAnd, BO_EQ);
    usesY = usesY || name == "__nvvm_read_ptx_sreg_tid_y";
    usesZ = usesZ || name == "__nvvm_read_ptx_sreg_tid_z";
    namesSizeY = namesSizeY || name == "__nvvm_read_ptx_sreg_ntid_y";
    if (depth_ > 0) {
      unsigned saved = depth_;
      search(callee, depth_ - 1);
      depth_ = saved;
    }
    return true;
  }

  /// Is it the first row or layer of a block that is asked for?
  static bool isFirstOf(const Expr *place, const Expr *number) {
    const auto *literal = llvm::dyn_cast<clang::IntegerLiteral>(number->IgnoreParenImpCasts());
    return literal && literal->getValue() == 0 &&
           (isAxis(place, "threadIdx", 1) || isAxis(place, "threadIdx", 2));
  }

  /// The number of a thread in its block, worked out in a function that is called, says nothing of
  /// the shape: `threadIdx.z * blockDim.x * blockDim.y`.
  bool TraverseBinaryOperator(BinaryOperator *op, Queue *) override {
    // `threadIdx.y == 0` holds in a block without rows as well.
    if (op->isEqualityOp() &&
        (isFirstOf(op->getLHS(), op->getRHS()) || isFirstOf(op->getRHS(), op->getLHS())))
      return true;
    if (op->getOpcode() == BO_Mul && depth_ < searchDepth) {
      llvm::SmallVector<const Expr *, 4> factors;
      flatten(op, BO_Mul, factors);
      if (llvm::any_of(factors, [](const Expr *factor) { return isAxis(factor, "blockDim", 0); }))
        return true;
    }
    return AstVisitor::TraverseBinaryOperator(op);
  }

  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (op->isRelationalOp())
      for (const auto &[place, bound] :
           {std::pair(op->getLHS(), op->getRHS()), std::pair(op->getRHS(), op->getLHS())})
        noteBound(place, bound);
    if (op->isEqualityOp())
      for (const auto &[place, number] :
           {std::pair(op->getLHS(), op->getRHS()), std::pair(op->getRHS(), op->getLHS())})
        for (std::size_t axis = 0; axis < last.size(); ++axis)
          if (isAxis(place, "threadIdx", axis))
            last[axis] = std::max(last[axis], numberOf(number).value_or(0));
    hasLanes = hasLanes || tellsLanes(*op);
    if (!op->isAdditiveOp())
      return true;
    llvm::SmallVector<const Expr *, 4> terms;
    flatten(op, BO_Add, terms);
    for (std::size_t axis = 0; axis < pitch.size(); ++axis)
      if (std::any_of(terms.begin(), terms.end(),
                      [&](const Expr *term) { return isAxis(term, "threadIdx", axis); }))
        for (const Expr *term : terms) {
          if (auto factor = factorOf("blockIdx", term, axis))
            pitch[axis] = pitch[axis].value_or(*factor) == *factor ? *factor : 0;
          const auto *counter = llvm::dyn_cast<DeclRefExpr>(term);
          if (const auto step = counter ? counters_.find(counter->getDecl()) : counters_.end();
              step != counters_.end())
            strides[axis].insert(step->second);
        }
    // `threadIdx.y * 8 + threadIdx.x`, and nothing else: the number of a thread in its block.
    if (terms.size() == 2)
      for (const auto &[x, y] : {std::pair(terms[0], terms[1]), std::pair(terms[1], terms[0])})
        if (isAxis(x, "threadIdx", 0))
          if (const auto width = factorOf("threadIdx", y, 1))
            widths.insert(*width);
    return true;
  }

  /// `assert(blockDim.x == 64)`: what holds, or the kernel ends.
  bool VisitConditionalOperator(clang::ConditionalOperator *choice) override {
    if (isFatal(choice->getFalseExpr()))
      noteStated(choice->getCond(), BO_LAnd, BO_EQ);
    return true;
  }

  /// `if (blockDim.x != 64) return;` of the kernel itself: helpers may do one thing or another.
  bool VisitIfStmt(clang::IfStmt *branch) override {
    const clang::Stmt *then = branch->getThen();
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(then); block && block->size() == 1)
      then = block->body_front();
    if (!branch->getElse() &&
        (isFatal(then) || (depth_ == searchDepth && llvm::isa<clang::ReturnStmt>(then))))
      noteStated(branch->getCond(), BO_LOr, BO_NE);
    return true;
  }

  /// `for (int i = threadIdx.x; …; i += 64)`, `for (int i = 0; …; i += 8)`
  bool VisitForStmt(clang::ForStmt *loop) override {
    const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit());
    const auto *counter = declaration && declaration->isSingleDecl()
                              ? llvm::dyn_cast<VarDecl>(declaration->getSingleDecl())
                              : nullptr;
    const auto *step = llvm::dyn_cast_or_null<clang::CompoundAssignOperator>(loop->getInc());
    if (!counter || !counter->getInit() || !step || step->getOpcode() != clang::BO_AddAssign)
      return true;
    const auto *moved = llvm::dyn_cast<DeclRefExpr>(step->getLHS()->IgnoreParenImpCasts());
    const auto number = numberOf(step->getRHS());
    if (!number || !moved || moved->getDecl() != counter)
      return true;
    if (goesOnFromThread(counter->getInit()))
      steps.insert(*number);
    for (std::size_t axis = 0; axis < strides.size(); ++axis)
      if (isAxis(counter->getInit(), "threadIdx", axis))
        strides[axis].insert(*number);
    if (isNumber(counter->getInit()))
      counters_.emplace(counter, *number);
    return true;
  }

  /// `cub::BlockScan<int, 256>` is for blocks of 256 threads, whose number along x comes second.
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *call) override {
    const auto *collective = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        call->getMethodDecl() ? call->getMethodDecl()->getParent() : nullptr);
    if (!collective || !collective->getName().starts_with("Block") ||
        !llvm::StringRef(collective->getQualifiedNameAsString()).starts_with("cub::"))
      return true;
    const clang::TemplateArgumentList &arguments = collective->getTemplateArgs();
    constexpr std::int64_t mostThreads = 1024;
    if (arguments.size() > 1 && arguments[0].getKind() == clang::TemplateArgument::Type &&
        arguments[1].getKind() == clang::TemplateArgument::Integral)
      if (const std::int64_t threads = int64Of(arguments[1].getAsIntegral());
          threads > 0 && threads <= mostThreads)
        stated[0].insert(static_cast<unsigned>(threads));
    return true;
  }

  bool VisitVarDecl(VarDecl *variable) override {
    if (tile || !variable->hasAttr<CUDASharedAttr>())
      return true;
    const auto *outer = context_.getAsConstantArrayType(variable->getType());
    const auto *inner = outer ? context_.getAsConstantArrayType(outer->getElementType()) : nullptr;
    if (!inner)
      return true;
    std::uint64_t rows = outer->getZExtSize();
    std::uint64_t columns = inner->getZExtSize();
    bool square = columns >= rows && columns - rows <= 4 && rows >= 4 && rows <= 32;
    if (square)
      tile = static_cast<unsigned>(rows);
    return true;
  }

private:
  static void flatten(const Expr *expr, BinaryOperatorKind kind,
                      llvm::SmallVectorImpl<const Expr *> &parts) {
    expr = expr->IgnoreParenImpCasts();
    const auto *op = llvm::dyn_cast<BinaryOperator>(expr);
    if (!op || op->getOpcode() != kind) {
      parts.push_back(expr);
      return;
    }
    flatten(op->getLHS(), kind, parts);
    flatten(op->getRHS(), kind, parts);
  }

  void noteRow(std::int64_t elements) {
    constexpr std::int64_t mostThreads = 1024;
    const std::int64_t threads = elements / warpSize * warpSize; // what is left over pads the row
    if (threads > 0 && threads <= mostThreads && (!row || threads < *row))
      row = static_cast<unsigned>(threads);
  }

  /// Of the number of a row in an array, `depth * 64`, the elements of a row: whole warps.
  std::optional<std::int64_t> rowLengthOf(const Expr *term) const {
    llvm::SmallVector<const Expr *, 4> factors;
    flatten(term, BO_Mul, factors);
    std::int64_t length = 1;
    bool isNumbered = false; // by what is no number itself
    for (const Expr *factor : factors) {
      if (const auto number = numberOf(factor))
        length = std::min<std::int64_t>(length * *number, 1 << 16);
      else if (llvm::isa<DeclRefExpr>(factor) && !goesOnFromThread(factor))
        isNumbered = true;
      else
        return std::nullopt;
    }
    return isNumbered && length >= warpSize && length % warpSize == 0 ? std::optional(length)
                                                                      : std::nullopt;
  }

  /// Of comparisons that `connective` joins, those of blockDim with a number.
  void noteStated(const Expr *condition, BinaryOperatorKind connective,
                  BinaryOperatorKind comparison) {
    const auto *op = llvm::dyn_cast<BinaryOperator>(condition->IgnoreParenCasts());
    if (op && op->getOpcode() == connective) {
      noteStated(op->getLHS(), connective, comparison);
      noteStated(op->getRHS(), connective, comparison);
    }
    if (!op || op->getOpcode() != comparison)
      return;
    for (const auto &[place, size] :
         {std::pair(op->getLHS(), op->getRHS()), std::pair(op->getRHS(), op->getLHS())})
      for (std::size_t axis = 0; axis < stated.size(); ++axis)
        if (const auto number = isAxis(place, "blockDim", axis) ? numberOf(size) : std::nullopt)
          stated[axis].insert(*number);
  }

  /// `threadIdx.x`, `blockIdx.x * 1024 + threadIdx.x`, or a variable that begins as one.
  static bool goesOnFromThread(const Expr *expr, unsigned depth = 0) {
    constexpr unsigned deepest = 3;
    llvm::SmallVector<const Expr *, 4> terms;
    flatten(expr, BO_Add, terms);
    return llvm::any_of(terms, [&](const Expr *term) {
      const auto *reference = llvm::dyn_cast<DeclRefExpr>(term);
      const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
      return isAxis(term, "threadIdx", 0) ||
             (variable && variable->getInit() && variable->hasLocalStorage() && depth < deepest &&
              goesOnFromThread(variable->getInit(), depth + 1));
    });
  }

  /// Is it made of where the thread is along an axis, itself or by a variable?
  static bool isMadeOf(const clang::Stmt *part, std::size_t axis, unsigned depth = 0) {
    constexpr unsigned deepest = 3;
    const auto *expr = llvm::dyn_cast<Expr>(part);
    if (expr && isAxis(expr, "threadIdx", axis))
      return true;
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(part);
    if (const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
        variable && variable->getInit() && variable->hasLocalStorage() && depth < deepest)
      return isMadeOf(variable->getInit(), axis, depth + 1);
    return llvm::any_of(part->children(), [&](const clang::Stmt *child) {
      return child && isMadeOf(child, axis, depth);
    });
  }

  /// `threadIdx.x & 31`, `threadIdx.x / 32`: each row of the block is whole warps. With y in it, it
  /// is the number of a thread in its block.
  bool tellsLanes(const BinaryOperator &op) const {
    const Expr *right = op.getRHS()->IgnoreParenImpCasts();
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(right);
    const bool isWarp = numberOf(right) == warpSize ||
                        (reference && reference->getDecl()->getNameAsString() == "warpSize");
    const bool divides = (op.getOpcode() == BO_Rem || op.getOpcode() == BO_Div) && isWarp;
    const bool masks = op.getOpcode() == BO_And && numberOf(right) == warpSize - 1;
    const bool shifts = op.getOpcode() == BO_Shr &&
                        numberOf(right) == static_cast<unsigned>(std::countr_zero(warpSize));
    return (divides || masks || shifts) && goesOnFromThread(op.getLHS()) &&
           !isMadeOf(op.getLHS(), 1) && !isMadeOf(op.getLHS(), 2);
  }

  bool isNumber(const Expr *expr) const {
    Expr::EvalResult number;
    return !expr->isValueDependent() && expr->EvaluateAsInt(number, context_);
  }

  /// A number from 1 to 65535.
  std::optional<unsigned> numberOf(const Expr *expr) const {
    Expr::EvalResult number;
    if (expr->isValueDependent() || !expr->EvaluateAsInt(number, context_) ||
        !number.Val.getInt().isStrictlyPositive() || number.Val.getInt().getActiveBits() > 16)
      return std::nullopt;
    return static_cast<unsigned>(number.Val.getInt().getExtValue());
  }

  void noteBound(const Expr *place, const Expr *bound) {
    for (std::size_t axis = 0; axis < bounds.size(); ++axis)
      if (const auto number = isAxis(place, "threadIdx", axis) ? numberOf(bound) : std::nullopt)
        bounds[axis].insert(*number);
  }

  /// The number that blockIdx or threadIdx is multiplied by.
  std::optional<unsigned> factorOf(llvm::StringRef builtin, const Expr *expr,
                                   std::size_t axis) const {
    llvm::SmallVector<const Expr *, 4> factors;
    flatten(expr, BO_Mul, factors);
    constexpr std::int64_t mostThreads = 1024;
    std::int64_t product = 1;
    bool block = false;
    for (const Expr *factor : factors) {
      if (!block && isAxis(factor, builtin, axis))
        block = true;
      else if (const auto number = numberOf(factor))
        product = std::min(product * *number, mostThreads + 1);
      else
        return std::nullopt;
    }
    if (!block || factors.size() < 2 || product > mostThreads)
      return std::nullopt;
    return static_cast<unsigned>(product);
  }

  void noteCopy(const Expr *given) {
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(given->IgnoreParenImpCasts());
    copiesThreads_ =
        copiesThreads_ || (reference && reference->getDecl()->getDeclName().isIdentifier() &&
                           reference->getDecl()->getName() == "threadIdx");
    takeCopies();
  }
  /// `uint3 at = next(threadIdx)`, of which `at.y` and `at.z` are used.
  void takeCopies() {
    usesY = usesY || (copiesThreads_ && partsOfCopies_[1]);
    usesZ = usesZ || (copiesThreads_ && partsOfCopies_[2]);
  }

  ASTContext &context_;
  unsigned depth_ = 0;
  std::set<const FunctionDecl *> seen_;
  bool copiesThreads_ = false;             ///< threadIdx as a whole
  std::array<bool, 3> partsOfCopies_ = {}; ///< of such vectors, whatever they were made of
  std::map<const clang::ValueDecl *, unsigned>
      counters_; ///< of loops that begin at a number: steps
};

/// A block shape to run a kernel with, and where it comes from.
struct Shape {
  std::array<unsigned, 3> block{assumedThreads, 1, 1};
  std::array<std::optional<std::int64_t>, 3> grid;
  std::vector<std::optional<std::int64_t>> arguments;
  std::vector<std::int64_t> argumentDivisors;              ///< as of a Launch
  std::vector<Residue> argumentStarts;                     ///< the same
  std::vector<ValueRange> argumentRanges;                  ///< the same
  std::vector<KnownField> argumentFields;                  ///< the same
  std::vector<std::pair<unsigned, unsigned>> samePointers; ///< the same
  bool gridCovers = false; ///< all launches have a thread for each element that they are told of
  /// Arguments that are the block's size along an axis, and those that are multiples of it.
  std::vector<std::optional<unsigned>> axes;
  std::vector<std::optional<unsigned>> multiples;
  std::vector<std::optional<PartOfBlock>> parts;  ///< as Launch::argumentParts
  std::optional<std::int64_t> dynamicSharedBytes; ///< as the configuration says
  std::string source;     ///< launch, launch-bounds, option, comment, assumed
  std::string assumption; ///< empty where nothing is assumed
  /// The kernel's numbers say that its block is larger than they are, or it is one of another
  /// instance, whose numbers are others. Who meets whom is not told of it.
  bool isDoubtful = false;
  /// Of one that is a guess: others to try where threads go beyond the shared arrays.
  std::vector<std::array<unsigned, 3>> otherwise;
};

std::string shapeText(const std::array<unsigned, 3> &block) {
  return "(" + std::to_string(block[0]) + ", " + std::to_string(block[1]) + ", " +
         std::to_string(block[2]) + ")";
}

/// What `__launch_bounds__` says, where it is a number.
struct LaunchBounds {
  std::optional<std::int64_t> threads;
  std::optional<std::int64_t> blocks; ///< that an SM must be able to hold
};

LaunchBounds launchBounds(const ASTContext &context, const FunctionDecl *kernel) {
  LaunchBounds result;
  const auto *bounds = kernel ? kernel->getAttr<CUDALaunchBoundsAttr>() : nullptr;
  auto number = [&](const Expr *expression) -> std::optional<std::int64_t> {
    Expr::EvalResult value;
    if (!expression || expression->isValueDependent() || !expression->EvaluateAsInt(value, context))
      return std::nullopt;
    const std::int64_t known = int64Of(value.Val.getInt());
    return known >= 1 ? std::optional(known) : std::nullopt;
  };
  if (bounds) {
    result.threads = number(bounds->getMaxThreads());
    result.blocks = number(bounds->getMinBlocks());
  }
  return result;
}

void addBounds(Site &site, const LaunchBounds &bounds) {
  if (bounds.threads)
    site.evidence["bounds_threads"] = *bounds.threads;
  if (bounds.threads && bounds.blocks)
    site.evidence["bounds_blocks"] = *bounds.blocks;
}

/// On a stream that the program names, other launches may run at the same time.
bool namesStream(const Expr *launch) {
  const auto *kernelCall = llvm::dyn_cast_or_null<CUDAKernelCallExpr>(launch);
  if (!kernelCall)
    return true;                // other forms are not looked into
  constexpr unsigned place = 3; // grid, block, shared memory, stream
  const CallExpr *configuration = kernelCall->getConfig();
  if (!configuration || configuration->getNumArgs() <= place)
    return false;
  const Expr *stream = configuration->getArg(place)->IgnoreParenCasts();
  const auto *number = llvm::dyn_cast<IntegerLiteral>(stream);
  return !llvm::isa<CXXDefaultArgExpr, CXXNullPtrLiteralExpr, GNUNullExpr>(stream) &&
         !(number && number->getValue().isZero());
}

/// Is it a template for numbers, among others?
bool takesNumbers(const FunctionDecl *written) {
  const FunctionTemplateDecl *pattern = written->getDescribedFunctionTemplate();
  return pattern && llvm::any_of(*pattern->getTemplateParameters(), [](const NamedDecl *parameter) {
           return llvm::isa<NonTypeTemplateParmDecl>(parameter);
         });
}

bool usable(const std::array<unsigned, 3> &block) {
  std::uint64_t threads = std::uint64_t{block[0]} * block[1] * block[2];
  return threads >= 1 && threads <= maxThreads;
}

class Analyser {
public:
  Analyser(Sema &sema, const Options &options)
      : context_(sema.getASTContext()), options_(options),
        instantiator_(sema, options.isProjectFile, options.writing) {
    const SourceManager &sources = context_.getSourceManager();
    errors_ = options.errors;
    std::erase_if(errors_, [](SourceLocation error) { return error.isInvalid(); });
    llvm::sort(errors_, [&](SourceLocation one, SourceLocation other) {
      return sources.isBeforeInTranslationUnit(one, other);
    });
    const auto add = [&](OffsetsByFile &offsets, const std::vector<SourceLocation> &places) {
      for (const SourceLocation place : places)
        if (place.isValid()) {
          const auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(place));
          offsets[file].insert(offset);
        }
    };
    add(errorsByFile_, errors_);
    add(deviceLaunches_, options.launchesByDevice);
  }

  Result run() {
    launches_ =
        findLaunches(context_, options_.instances, options_.everything,
                     options_.bearingOnLaunches
                         ? llvm::function_ref<std::vector<Decl *>()>(options_.bearingOnLaunches)
                         : nullptr,
                     errors_);
    addConfiguredSharedBytes();
    recordLaunches();
    KernelSearch search(options_);
    const std::vector<Decl *> scope =
        options_.ofKernels ? options_.ofKernels() : context_.getTraversalScope();
    for (Decl *declaration : scope)
      if (mayHoldKernels(*declaration))
        search.TraverseDecl(declaration);
    left_ = search.kernels;
    for (Kernel &kernel : search.kernels) {
      left_ = left_.drop_front();
      analyseKernel(kernel);
    }
    addStaticShared();
    for (Site &site : sharedRequests(context_, launches_, staticShared_, options_.displayPath))
      result_.sites.push_back(std::move(site));
    result_.sites = mergeRuns(std::move(result_.sites), instances_);
    return std::move(result_);
  }

private:
  /// Saves the walk through system headers.
  bool mayHoldKernels(const Decl &declaration) const {
    return declaration.getLocation().isInvalid() || !options_.isProjectFile ||
           options_.isProjectFile(declaration.getLocation());
  }

  void note(const std::string &text) {
    if (std::find(result_.notes.begin(), result_.notes.end(), text) == result_.notes.end())
      result_.notes.push_back(text);
  }

  static std::optional<std::array<unsigned, 3>>
  complete(const std::array<std::optional<std::int64_t>, 3> &parts) {
    std::array<unsigned, 3> whole{};
    for (int i = 0; i < 3; ++i) {
      if (!parts[i] || *parts[i] < 1 || *parts[i] > (std::int64_t{1} << 31))
        return std::nullopt;
      whole[i] = static_cast<unsigned>(*parts[i]);
    }
    return whole;
  }

  ConfiguredLaunch configured(const FunctionDecl *kernel) const {
    return options_.configuredLaunch ? options_.configuredLaunch(plainName(kernel))
                                     : ConfiguredLaunch();
  }

  void addConfiguredSharedBytes() {
    for (Launch &launch : launches_)
      if (launch.kernel && !launch.sharedBytes)
        launch.sharedBytes = configured(launch.kernel).dynamicSharedBytes;
  }

  /// The variable that a launch's block is named by; null where it is not.
  static const VarDecl *blockVariable(const Launch &launch) {
    const auto *call = llvm::dyn_cast_or_null<CUDAKernelCallExpr>(launch.site);
    constexpr unsigned block = 1; // <<<grid, block, …>>>
    if (!call || !call->getConfig() || call->getConfig()->getNumArgs() <= block)
      return nullptr;
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(
        call->getConfig()->getArg(block)->IgnoreUnlessSpelledInSource());
    return reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  }

  using BlockShapes = std::set<std::array<std::optional<std::int64_t>, 3>>;
  /// Blocks of the launches of one place, and of those that name one variable's block.
  struct ShapesOfLaunches {
    std::map<const Expr *, BlockShapes> ofSite;
    std::map<SourceLocation, BlockShapes> ofPlace;
    std::map<std::pair<const VarDecl *, std::string>, BlockShapes> ofVariable;
  };

  static SourceLocation placeOf(const Launch &launch) {
    return launch.site ? launch.site->getBeginLoc() : SourceLocation();
  }

  ShapesOfLaunches shapesOfAll() const {
    ShapesOfLaunches all;
    for (const Launch &launch : launches_) {
      if (const SourceLocation place = placeOf(launch); place.isValid())
        all.ofPlace[place].insert(launch.block);
      else
        all.ofSite[launch.site].insert(launch.block);
      if (const VarDecl *variable = blockVariable(launch); variable && launch.kernel)
        all.ofVariable[{variable, plainName(launch.kernel)}].insert(launch.block);
    }
    return all;
  }

  /// Launches that try several sizes: in a loop, say, as several entries of one place, in several
  /// instantiations of a wrapper, or in the cases of a switch over the size, each with the kernel's
  /// template for it.
  static std::int64_t shapesAt(const Launch &launch, const ShapesOfLaunches &all) {
    const SourceLocation place = placeOf(launch);
    BlockShapes shapes = place.isValid() ? all.ofPlace.at(place) : all.ofSite.at(launch.site);
    if (const VarDecl *variable = blockVariable(launch); variable && launch.kernel) {
      const BlockShapes &same = all.ofVariable.at({variable, plainName(launch.kernel)});
      shapes.insert(same.begin(), same.end());
    }
    return static_cast<std::int64_t>(shapes.size());
  }

  /// `kernel` in `kernel<<<…>>>(…)`, where it is handed in.
  static const VarDecl *kernelVariable(const Launch &launch) {
    const auto *call = llvm::dyn_cast_or_null<CUDAKernelCallExpr>(launch.site);
    const Expr *callee = call ? call->getCallee()->IgnoreParenCasts() : nullptr;
    const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(callee);
    return reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  }

  /// A wrapper that makes the launch that it was asked for by cudaLaunchKernelEx here and by
  /// `<<<…>>>` there: the one shape is said once, at the latter.
  bool isOtherWayOf(const Launch &launch, const Launch &other) const {
    const auto *call = llvm::dyn_cast_or_null<CallExpr>(launch.site);
    if (!call || llvm::isa<CUDAKernelCallExpr>(call))
      return false;
    const VarDecl *variable = kernelVariable(other);
    if (!variable || canonical(launch.kernel) != canonical(other.kernel) ||
        launch.block != other.block || launch.cooperative != other.cooperative)
      return false;
    return llvm::any_of(call->arguments(), [&](const Expr *argument) {
      const auto *reference = llvm::dyn_cast<DeclRefExpr>(argument->IgnoreParenCasts());
      return reference && reference->getDecl() == variable;
    });
  }

  void recordLaunches() {
    const ShapesOfLaunches shapes = shapesOfAll();
    for (const Launch &launch : launches_) {
      LaunchRecord record;
      record.kernel = launch.kernel ? plainName(launch.kernel) : launch.kernelName;
      record.span = spanOf(context_, launch.range, options_.displayPath);
      if (const FunctionDecl *body = bodyOf(launch.kernel))
        record.definedIn = spanOf(context_, body->getLocation(), options_.displayPath).file;
      record.block = complete(launch.block);
      record.grid = complete(launch.grid);
      record.assumed = launch.assumed;
      record.arguments = launch.arguments;
      record.argumentAxes = launch.argumentAxes;
      if (launch.attributesKnown) {
        record.cooperative = launch.cooperative;
        record.cluster =
            launch.cluster ? complete(*launch.cluster) : std::array<unsigned, 3>{1, 1, 1};
      }
      Site site;
      site.kind = SiteKind::Launch;
      site.span = record.span;
      site.kernel = record.kernel;
      site.op = "launch";
      static const char *const blockNames[] = {"block_x", "block_y", "block_z"};
      static const char *const gridNames[] = {"grid_x", "grid_y", "grid_z"};
      for (int i = 0; i < 3; ++i) {
        if (launch.block[i])
          site.evidence[blockNames[i]] = *launch.block[i];
        if (launch.grid[i])
          site.evidence[gridNames[i]] = *launch.grid[i];
      }
      if (record.block)
        site.evidence["threads"] =
            static_cast<std::int64_t>((*record.block)[0]) * (*record.block)[1] * (*record.block)[2];
      if (launch.sharedBytes)
        site.evidence["shared_bytes"] = *launch.sharedBytes;
      site.evidence["cooperative"] = launch.cooperative;
      site.evidence["shapes"] = shapesAt(launch, shapes);
      site.evidence["own_stream"] = namesStream(launch.site);
      const LaunchBounds bounds = launchBounds(context_, launch.kernel);
      const bool isBeyond =
          record.block && bounds.threads &&
          std::int64_t((*record.block)[0]) * (*record.block)[1] * (*record.block)[2] >
              *bounds.threads;
      if (!launch.blockMayFit || !isBeyond)
        addBounds(site, bounds);
      if (record.grid && !launch.assumed && !launch.gridAssumed)
        site.evidence["blocks"] =
            static_cast<std::int64_t>((*record.grid)[0]) * (*record.grid)[1] * (*record.grid)[2];
      if (launch.assumed) {
        site.confidence = Confidence::Likely;
        site.assumptions.push_back(launch.how.empty() ? "the launch shape rests on a default"
                                                      : launch.how);
      }
      result_.launches.push_back(std::move(record));
      if (llvm::any_of(launches_, [&](const Launch &other) { return isOtherWayOf(launch, other); }))
        continue;
      result_.sites.push_back(std::move(site));
      launchOfSite_.push_back(&launch);
    }
  }

  /// Static shared memory of the kernels that are launched. The sites of launches are the first.
  void addStaticShared() {
    for (std::size_t i = 0; i < launchOfSite_.size(); ++i) {
      const FunctionDecl *kernel = launchOfSite_[i]->kernel;
      if (const auto found = staticShared_.find(canonical(kernel));
          kernel && found != staticShared_.end())
        result_.sites[i].evidence["static_shared_bytes"] = static_cast<std::int64_t>(found->second);
    }
  }

  /// The declaration with its body as it is written; null: it is elsewhere.
  static const FunctionDecl *bodyOf(const FunctionDecl *function) {
    if (!function)
      return nullptr;
    if (const FunctionDecl *pattern = function->getTemplateInstantiationPattern())
      function = pattern;
    const FunctionDecl *definition = nullptr;
    return function->hasBody(definition) ? definition : nullptr;
  }

  static const FunctionDecl *canonical(const FunctionDecl *function) {
    return function ? function->getCanonicalDecl() : nullptr;
  }

  std::vector<Shape> shapesFor(const Kernel &kernel, const FunctionDecl *body) {
    std::vector<Shape> shapes = shapesOfLaunches(kernel, body);
    // `<<<blocks, n>>>(…, n)`: whatever n is, the kernel's parameter is the size of its block.
    const std::vector<std::optional<unsigned>> axes = commonAxes(body);
    const std::vector<std::optional<PartOfBlock>> parts = commonParts(body);
    // `<<<blocks, n>>>(…, rows * n)`: the threads of a block find the same of its blocks' ends.
    const std::vector<std::optional<unsigned>> multiples =
        commonAxes(body, &Launch::argumentMultiples);
    const std::vector<Residue> starts = common(body, &Launch::argumentStarts, keepCommonStarts);
    const auto ranges = common(body, &Launch::argumentRanges, widenRanges);
    const auto fields = common(body, &Launch::argumentFields, keepCommonFields);
    const auto samePointers = common(body, &Launch::samePointers, joinPairs);
    const bool gridCovers = isLaunched(body) && launchesElsewhereOf(body).empty() &&
                            llvm::all_of(launches_, [&](const Launch &launch) {
                              return !launch.kernel ||
                                     canonical(launch.kernel) != canonical(body) ||
                                     launch.coversArgument;
                            });
    const std::vector<StatedMultiple> stated = statedMultiples(body, context_);
    for (Shape &shape : shapes) {
      shape.argumentStarts = starts;
      shape.argumentRanges = ranges;
      shape.argumentFields = fields;
      shape.samePointers = samePointers;
      shape.gridCovers = gridCovers;
      shape.argumentDivisors.resize(
          std::max({shape.argumentDivisors.size(), multiples.size(), stated.size()}), 1);
      shape.arguments.resize(std::max({shape.arguments.size(), axes.size(), parts.size()}));
      shape.axes = axes;
      shape.parts = parts;
      shape.multiples = multiples;
      shape.multiples.resize(std::max(multiples.size(), stated.size()));
      for (std::size_t i = 0; i < stated.size(); ++i) {
        shape.argumentDivisors[i] = std::lcm(shape.argumentDivisors[i], stated[i].number);
        if (!shape.multiples[i])
          shape.multiples[i] = stated[i].axis;
      }
    }
    addConfigured(kernel, shapes);
    return shapes;
  }

  /// A block of the shape, and what arguments are where the kernel has that block.
  static void takeBlock(Run &run, const Shape &shape, const std::array<unsigned, 3> &block) {
    run.block = block;
    run.arguments = shape.arguments;
    run.argumentDivisors = shape.argumentDivisors;
    run.argumentStarts = shape.argumentStarts;
    run.argumentRanges = shape.argumentRanges;
    run.argumentFields = shape.argumentFields;
    run.samePointers = shape.samePointers;
    run.gridCovers = shape.gridCovers;
    for (std::size_t i = 0; i < shape.multiples.size(); ++i)
      if (shape.multiples[i])
        run.argumentDivisors[i] =
            std::lcm(run.argumentDivisors[i], std::int64_t{block[*shape.multiples[i]]});
    for (std::size_t i = 0; i < shape.axes.size(); ++i)
      if (shape.axes[i] && !run.arguments[i])
        run.arguments[i] = block[*shape.axes[i]];
    for (std::size_t i = 0; i < shape.parts.size(); ++i)
      if (shape.parts[i] && !run.arguments[i])
        run.arguments[i] = shape.parts[i]->of(block[shape.parts[i]->axis]);
  }

  /// What the configuration says of the grid and of shared memory, where no launch did.
  void addConfigured(const Kernel &kernel, std::vector<Shape> &shapes) const {
    const ConfiguredLaunch known = configured(kernel.written);
    for (Shape &shape : shapes) {
      const bool open = std::none_of(shape.grid.begin(), shape.grid.end(),
                                     [](const auto &blocks) { return blocks.has_value(); });
      for (std::size_t axis = 0; known.grid && open && axis < shape.grid.size(); ++axis)
        shape.grid[axis] = (*known.grid)[axis];
      shape.dynamicSharedBytes = known.dynamicSharedBytes;
    }
  }

  /// Arguments that are the size of the block along an axis in all launches of a function, or
  /// multiples of it.
  std::vector<std::optional<unsigned>>
  commonAxes(const FunctionDecl *body,
             std::vector<std::optional<unsigned>> Launch::*axes = &Launch::argumentAxes) const {
    Common<unsigned> common;
    for (const Launch &launch : launches_)
      if (launch.kernel && canonical(launch.kernel) == canonical(body))
        common.take(launch.*axes);
    for (const LaunchRecord *launch : launchesElsewhereOf(body))
      common.take(axes == &Launch::argumentAxes ? launch->argumentAxes
                                                : std::vector<std::optional<unsigned>>());
    return common.numbers();
  }

  std::vector<std::optional<PartOfBlock>> commonParts(const FunctionDecl *body) const {
    Common<PartOfBlock> common;
    for (const Launch &launch : launches_)
      if (launch.kernel && canonical(launch.kernel) == canonical(body))
        common.take(launch.argumentParts);
    if (!launchesElsewhereOf(body).empty())
      return {};
    return common.numbers();
  }

  /// Of several lists the numbers that all have at the same place.
  template <typename Number> class Common {
  public:
    using List = std::vector<std::optional<Number>>;
    void take(const List &list) {
      if (!common_)
        common_ = list;
      common_->resize(std::min(common_->size(), list.size()));
      for (std::size_t i = 0; i < common_->size(); ++i)
        if ((*common_)[i] != list[i])
          (*common_)[i].reset();
    }
    List numbers() const { return common_.value_or(List()); }

  private:
    std::optional<List> common_;
  };

  /// Whoever instantiates a template launches what came of it: what others launch are instances of
  /// their own, often in other sizes.
  std::vector<const LaunchRecord *> launchesElsewhereOf(const FunctionDecl *body) const {
    std::vector<const LaunchRecord *> launches;
    if (body->getTemplateSpecializationKind() == TSK_ImplicitInstantiation)
      return launches;
    const std::string name = plainName(body);
    for (const LaunchRecord &launch : options_.launchesElsewhere)
      if (launch.kernel == name)
        launches.push_back(&launch);
    return launches;
  }

  /// What is known of the arguments of all launches of a function, put together by `join`.
  template <typename T, typename Join>
  std::vector<T> common(const FunctionDecl *body, std::vector<T> Launch::*of, Join join) const {
    std::optional<std::vector<T>> result;
    for (const Launch &launch : launches_)
      if (launch.kernel && canonical(launch.kernel) == canonical(body)) {
        if (result)
          join(*result, launch.*of);
        else
          result = launch.*of;
      }
    return result.value_or(std::vector<T>());
  }

  /// "line 7", or "other.cuh:7" where that is in another file.
  std::string placeSeenFrom(SourceLocation from, SourceLocation place) const {
    const SourceSpan here = spanOf(context_, from, options_.displayPath);
    const SourceSpan there = spanOf(context_, place, options_.displayPath);
    return (there.file == here.file ? "line " : there.file + ":") + std::to_string(there.line);
  }

  bool contains(SourceRange range, SourceLocation place) const {
    const SourceManager &sources = context_.getSourceManager();
    return range.isValid() && !sources.isBeforeInTranslationUnit(place, range.getBegin()) &&
           !sources.isBeforeInTranslationUnit(range.getEnd(), place);
  }

  /// Two instances of a template: a block of the one's size need not be of the other's.
  static bool differInNumbers(const FunctionDecl &a, const FunctionDecl &b) {
    const TemplateArgumentList *ofA = a.getTemplateSpecializationArgs();
    const TemplateArgumentList *ofB = b.getTemplateSpecializationArgs();
    return ofA && ofB && differInNumbers(ofA->asArray(), ofB->asArray());
  }

  static bool differInNumbers(llvm::ArrayRef<TemplateArgument> a,
                              llvm::ArrayRef<TemplateArgument> b) {
    return a.size() == b.size() && llvm::any_of(llvm::zip(a, b), [](const auto &pair) {
             return differInNumbers(std::get<0>(pair), std::get<1>(pair));
           });
  }

  static bool differInNumbers(const TemplateArgument &a, const TemplateArgument &b) {
    if (a.getKind() != b.getKind())
      return false;
    if (a.getKind() == TemplateArgument::Pack)
      return differInNumbers(a.getPackAsArray(), b.getPackAsArray());
    if (a.getKind() == TemplateArgument::Integral)
      return !a.getIntegralType()->isBooleanType() && !a.structurallyEquals(b);
    if (a.getKind() != TemplateArgument::Type)
      return false;
    // `Degree<1024>`, `struct Sizes1024 { static constexpr int degree = 1024; };`
    const CXXRecordDecl *ofA = a.getAsType()->getAsCXXRecordDecl();
    const CXXRecordDecl *ofB = b.getAsType()->getAsCXXRecordDecl();
    if (!ofA || !ofB || ofA->getCanonicalDecl() == ofB->getCanonicalDecl())
      return false;
    const auto *madeA = llvm::dyn_cast<ClassTemplateSpecializationDecl>(ofA);
    const auto *madeB = llvm::dyn_cast<ClassTemplateSpecializationDecl>(ofB);
    if (madeA && madeB && madeA->getSpecializedTemplate() == madeB->getSpecializedTemplate())
      return differInNumbers(madeA->getTemplateArgs().asArray(),
                             madeB->getTemplateArgs().asArray());
    return numbersOf(*ofA) != numbersOf(*ofB);
  }

  /// What a class says in static members and enumerators, truth values left out.
  static std::map<std::string, std::optional<std::int64_t>> numbersOf(const CXXRecordDecl &record) {
    std::map<std::string, std::optional<std::int64_t>> numbers;
    if (const CXXRecordDecl *definition = record.getDefinition())
      for (const Decl *member : definition->decls()) {
        if (const auto *list = llvm::dyn_cast<clang::EnumDecl>(member))
          for (const clang::EnumConstantDecl *one : list->enumerators())
            numbers[one->getNameAsString()] = int64Of(one->getInitVal());
        const auto *variable = llvm::dyn_cast<VarDecl>(member);
        if (!variable || !variable->getType()->isIntegralOrEnumerationType() ||
            variable->getType()->isBooleanType())
          continue;
        const bool isKnown = variable->isConstexpr() && variable->getInit() &&
                             !variable->getInit()->isValueDependent();
        const clang::APValue *value = isKnown ? variable->evaluateValue() : nullptr;
        numbers[variable->getNameAsString()] =
            value && value->isInt() ? std::optional(int64Of(value->getInt())) : std::nullopt;
      }
    return numbers;
  }

  /// Of a launch of one instance of a template, what another one that the text instantiates would
  /// be launched with: where the block has a number that the instance has, too, it has the other
  /// one's. `rows<128>` in blocks of (128, 2) is `rows<16>` in blocks of (16, 2).
  static std::array<unsigned, 3> blockOfOther(const FunctionDecl &launched,
                                              const FunctionDecl &other,
                                              std::array<unsigned, 3> block) {
    const TemplateArgumentList *theirs = launched.getTemplateSpecializationArgs();
    const TemplateArgumentList *own = other.getTemplateSpecializationArgs();
    if (!theirs || !own || theirs->size() != own->size())
      return block;
    const auto numberOf = [](const TemplateArgument &argument) -> std::optional<unsigned> {
      if (argument.getKind() != TemplateArgument::Integral ||
          argument.getIntegralType()->isBooleanType() || !argument.getAsIntegral().ugt(1) ||
          argument.getAsIntegral().ugt(maxThreads))
        return std::nullopt;
      return static_cast<unsigned>(argument.getAsIntegral().getZExtValue());
    };
    std::array<unsigned, 3> result = block;
    std::array<bool, 3> isTaken{};
    for (unsigned i = 0; i < own->size(); ++i) {
      const auto before = numberOf(theirs->get(i)), now = numberOf(own->get(i));
      for (std::size_t axis = 0; before && now && axis < block.size(); ++axis)
        if (!isTaken[axis] && block[axis] == *before) {
          result[axis] = *now;
          isTaken[axis] = true;
        }
    }
    return usable(result) ? result : block;
  }

  std::vector<Shape> shapesOfLaunches(const Kernel &kernel, const FunctionDecl *body) {
    std::vector<Shape> shapes;
    const bool isInstance = !kernel.assumed.contains(body);
    auto add = [&](const Launch &launch, bool sameBody) {
      auto block = complete(launch.block);
      if (!block || !usable(*block))
        return;
      const std::array<unsigned, 3> launched = *block;
      if (!sameBody && isInstance)
        block = blockOfOther(*launch.kernel, *body, *block);
      if (const unsigned bound = sameBody ? 0 : launchBound(body);
          bound && threadsOf(*block) > bound)
        return;
      const bool isOfOthers = !sameBody && isInstance && differInNumbers(*launch.kernel, *body);
      for (Shape &known : shapes)
        if (known.block == *block) {
          // What two launches do not agree on is not known.
          for (int i = 0; i < 3; ++i)
            if (known.grid[i] != launch.grid[i])
              known.grid[i].reset();
          for (std::size_t i = 0; i < known.arguments.size(); ++i)
            if (i >= launch.arguments.size() || known.arguments[i] != launch.arguments[i])
              known.arguments[i].reset();
          keepCommonDivisors(known.argumentDivisors, launch.argumentDivisors);
          if (!launch.assumed && sameBody)
            known.assumption.clear();
          known.isDoubtful = known.isDoubtful && isOfOthers;
          return;
        }
      Shape shape;
      shape.block = *block;
      shape.source = "launch";
      shape.isDoubtful = isOfOthers;
      // What the launch rests on is said with the shape.
      if (sameBody) {
        if (!launch.assumed && !launch.gridAssumed)
          shape.grid = launch.grid;
        shape.arguments = launch.arguments;
        shape.argumentDivisors = launch.argumentDivisors;
      }
      if (launch.assumed || !sameBody)
        shape.assumption = "block shape " + shapeText(*block) + " is taken from the launch in " +
                           placeSeenFrom(body->getLocation(), launch.range.getBegin()) +
                           (*block == launched ? "" : " of another instance") +
                           (launch.how.empty() ? "" : ": " + launch.how);
      shapes.push_back(std::move(shape));
    };
    for (const Launch &launch : launches_)
      if (launch.kernel && canonical(launch.kernel) == canonical(body))
        add(launch, true);
    // What the text launches with the very arguments that an instantiation has is its launch, too.
    const auto instance = kernel.assumed.find(body);
    const Expr *naming = instance == kernel.assumed.end() ? nullptr : instance->second.naming;
    const bool hasOwn = naming && llvm::any_of(launches_, [&](const Launch &launch) {
                          return contains(launch.range, naming->getBeginLoc());
                        });
    const bool isLaunchedItself = isLaunched(body);
    if (shapes.empty())
      for (const Launch &launch : launches_) {
        const FunctionDecl *other = launch.kernel;
        if (!other || (isLaunchedItself && differInNumbers(*other, *body)))
          continue;
        if (hasOwn) {
          if (contains(launch.range, naming->getBeginLoc()))
            add(launch, !instance->second.isAssumed);
          continue;
        }
        const FunctionDecl *pattern = other->getTemplateInstantiationPattern();
        if (canonical(other) == canonical(kernel.written) ||
            (pattern && canonical(pattern) == canonical(kernel.written)))
          add(launch, false);
      }
    // What launches do not say for sure, the configuration may.
    if (const auto block = configured(kernel.written).block;
        block && usable(*block) &&
        std::all_of(shapes.begin(), shapes.end(),
                    [](const Shape &shape) { return !shape.assumption.empty(); }))
      shapes.clear();
    if (!shapes.empty()) {
      // Shapes that are sure come first.
      std::vector<Shape> ordered;
      for (bool assumed : {false, true})
        for (const Shape &shape : shapes)
          if (shape.assumption.empty() != assumed)
            ordered.push_back(shape);
      shapes = std::move(ordered);
      if (shapes.size() > maxShapes)
        shapes.resize(maxShapes);
      return shapes;
    }
    Shape shape = assumedShape(kernel, body);
    shape.arguments = commonArguments(body);
    shape.argumentDivisors = common(body, &Launch::argumentDivisors, keepCommonDivisors);
    shapes.push_back(std::move(shape));
    return shapes;
  }

  /// Arguments that all launches of a function agree on, whatever their shapes.
  std::vector<std::optional<std::int64_t>> commonArguments(const FunctionDecl *body) const {
    Common<std::int64_t> common;
    for (const Launch &launch : launches_)
      if (launch.kernel && canonical(launch.kernel) == canonical(body))
        common.take(launch.arguments);
    for (const LaunchRecord *launch : launchesElsewhereOf(body))
      common.take(launch->arguments);
    return common.numbers();
  }

  std::string assumption(const std::array<unsigned, 3> &block, const FunctionDecl *body,
                         unsigned bound) {
    const bool isTooLarge = llvm::any_of(launches_, [&](const Launch &launch) {
      const auto told = complete(launch.block);
      return launch.kernel && canonical(launch.kernel) == canonical(body) && told && !usable(*told);
    });
    return "block shape " + shapeText(block) + " is assumed: " +
           (isTooLarge         ? "no block can be as large as the launch says"
            : bound            ? "only __launch_bounds__ says how many threads there are"
            : isLaunched(body) ? "the launches do not tell it"
                               : "no launch was found that tells it");
  }

  /// What numbers in the kernel say of its block (`blockIdx.x * 128 + threadIdx.x`) goes before
  /// what is taken for want of better; smaller blocks are there for arrays that are smaller.
  static void addGuesses(Shape &shape, const ShapeSearch &search) {
    using Block = std::array<unsigned, 3>;
    const Block usual = shape.block;
    const auto sizeOf = [&](std::size_t axis) {
      const unsigned pitch = search.hasHalo(axis) ? 0 : search.pitch[axis].value_or(0);
      return search.overlapping(axis).value_or(pitch);
    };
    const unsigned x = sizeOf(0), y = sizeOf(1);
    shape.isDoubtful = (search.hasHalo(0) && !search.overlapping(0)) ||
                       (search.hasHalo(1) && !search.overlapping(1));
    std::vector<Block> &others = shape.otherwise;
    if (search.usesZ) {
      others = search.blocksOfThreeAxes();
      others.erase(others.begin());
      if (const auto block = search.blockOfTile(); block && usable(*block) && *block != usual) {
        shape.block = *block;
        std::erase(others, *block);
        others.insert(others.begin(), usual);
      }
      return;
    }
    if (search.usesY) {
      // Rows that a loop goes on with are those of the block; who has that in mind lets x reach
      // across the tile.
      const auto among = [](const std::set<unsigned> &strides, unsigned pitch) {
        const unsigned stride = strides.size() == 1 ? *strides.begin() : 0;
        return stride > 1 && pitch % stride == 0 ? stride : 0;
      };
      const unsigned rows = among(search.strides[1], y);
      const unsigned columns = among(search.strides[0], x);
      const unsigned width = columns ? columns : x ? x : rows ? search.tile.value_or(0) : 0;
      const unsigned height = rows ? rows : y;
      if (width && height && usable({width, height, 1}))
        shape.block = {width, height, 1};
      others = {{16, 16, 1}, {32, 4, 1}, {16, 8, 1}, {8, 8, 1}, {32, 2, 1}, {16, 4, 1}, {4, 4, 1}};
    } else {
      // Each thread may have several elements of a block's, one step apart.
      const unsigned step = search.steps.size() == 1 ? *search.steps.begin() : 0;
      // Who is told apart by threadIdx.x may be some warps of a larger block.
      const bool isParted =
          llvm::any_of(search.bounds[0], [&](unsigned bound) { return bound <= step; });
      if (step > warpSize && !isParted && usable({step, 1, 1}) && (x == 0 || x % step == 0))
        shape.block = {step, 1, 1};
      else if (x >= warpSize)
        shape.block = {x, 1, 1};
      for (unsigned threads = 512; threads >= 16; threads /= 2)
        others.push_back({threads, 1, 1});
    }
    auto threadsOf = [](const Block &block) { return block[0] * block[1]; };
    std::erase_if(others, [&](const Block &other) {
      return other == usual || threadsOf(other) > threadsOf(shape.block) || other == shape.block;
    });
    if (shape.block != usual)
      others.insert(others.begin(), usual);
  }

  using Axes = std::array<std::optional<unsigned>, 3>;

  /// Takes a block for `shape`, and leaves no other that contradicts what is known of some axes.
  static void take(Shape &shape, const std::array<unsigned, 3> &block, const Axes &known) {
    std::erase_if(shape.otherwise, [&](const std::array<unsigned, 3> &other) {
      bool contradicts = other == block;
      for (std::size_t axis = 0; axis < known.size(); ++axis)
        contradicts = contradicts || (known[axis] && other[axis] != *known[axis]);
      return contradicts;
    });
    shape.block = block;
  }

  /// What the kernel says of its block holds, whatever else would be likely.
  static void takeStated(Shape &shape, const ShapeSearch &search) {
    std::array<unsigned, 3> block = shape.block;
    Axes known;
    for (std::size_t axis = 0; axis < block.size(); ++axis)
      if (search.stated[axis].size() == 1)
        known[axis] = block[axis] = *search.stated[axis].begin();
    if (usable(block))
      take(shape, block, known);
  }

  /// All launches have blocks that are as wide as they are high, whatever number that is.
  bool isLaunchedSquare(const FunctionDecl *body) const {
    return isLaunched(body) && llvm::all_of(launches_, [&](const Launch &launch) {
             return !launch.kernel || canonical(launch.kernel) != canonical(body) ||
                    launch.isSquare;
           });
  }

  static void makeSquare(Shape &shape) {
    const auto isSquare = [](const std::array<unsigned, 3> &block) { return block[0] == block[1]; };
    if (!isSquare(shape.block)) {
      unsigned side = 1;
      while (4 * side * side <= shape.block[0] * shape.block[1])
        side *= 2;
      shape.block = {side, side, 1};
    }
    std::erase_if(shape.otherwise,
                  [&](const auto &other) { return !isSquare(other) || other == shape.block; });
  }

  /// What all launches of a function that were seen tell of its block.
  Axes axesOfLaunches(const FunctionDecl *body) const {
    std::optional<Axes> common;
    for (const Launch &launch : launches_) {
      if (!launch.kernel || canonical(launch.kernel) != canonical(body))
        continue;
      Axes known;
      for (std::size_t axis = 0; axis < known.size(); ++axis)
        if (const auto &extent = launch.block[axis]; extent && *extent <= maxThreads)
          known[axis] = static_cast<unsigned>(*extent);
      if (!common)
        common = known;
      for (std::size_t axis = 0; axis < known.size(); ++axis)
        if ((*common)[axis] != known[axis])
          (*common)[axis].reset();
    }
    return common.value_or(Axes());
  }

  /// Of a block of which the launches tell a part, `dim3(1, n)`: that part holds, and what they do
  /// not tell is taken for as much as makes a block of usual size.
  void takeLaunched(Shape &shape, const FunctionDecl *body, bool usesZ) const {
    const Axes known = axesOfLaunches(body);
    std::array<unsigned, 3> block = shape.block;
    unsigned told = 1;
    std::vector<std::size_t> open;
    for (std::size_t axis = 0; axis < known.size(); ++axis) {
      if (!known[axis] && (axis < 2 || usesZ)) {
        open.push_back(axis);
        continue;
      }
      block[axis] = known[axis].value_or(block[axis]);
      told *= block[axis];
    }
    if (block == shape.block)
      return take(shape, block, known);
    const std::array<unsigned, 3> asBefore = block;
    // In x a whole warp: who leaves that open has the warp's lanes in mind.
    if (open.size() == 1)
      block[open.front()] = std::max(assumedThreads / told, open.front() == 0 ? warpSize : 1U);
    if (usable(block))
      take(shape, block, known);
    else if (usable(asBefore))
      take(shape, asBefore, known);
  }

  Shape assumedShape(const Kernel &kernel, const FunctionDecl *body) {
    Shape shape;
    std::string name = plainName(body);
    // Whoever instantiates a template launches what came of it: what others launch are instances of
    // their own, often in other sizes.
    const bool launchedElsewhere =
        kernel.assumed.contains(body) ||
        body->getTemplateSpecializationKind() != TSK_ImplicitInstantiation;
    for (const LaunchRecord &launch : options_.launchesElsewhere)
      if (launchedElsewhere && launch.kernel == name && launch.block && usable(*launch.block) &&
          !launch.assumed) {
        shape.block = *launch.block;
        shape.source = "launch";
        return shape;
      }
    const auto named = configured(kernel.written).block;
    for (const auto &block : {named, options_.block})
      if (block && usable(*block)) {
        shape.block = *block;
        shape.source = "option";
        if (launchedElsewhere) // and known better there
          result_.kernelsWithAssumedShape.push_back(name);
        return shape;
      }
    if (auto fromComment = commentShape(body)) {
      shape.block = *fromComment;
      shape.source = "comment";
      return shape;
    }
    for (const LaunchRecord &launch : options_.launchesElsewhere)
      if (launchedElsewhere && launch.kernel == name && launch.block && usable(*launch.block)) {
        shape.block = *launch.block;
        shape.source = "launch";
        if (launch.assumed)
          shape.assumption = "block shape " + shapeText(shape.block) +
                             " is taken from the launch in " + launch.span.file + ":" +
                             std::to_string(launch.span.line);
        return shape;
      }
    ShapeSearch search(context_);
    search.search(body, searchDepth);
    unsigned bound = launchBound(body);
    shape.source = bound ? "launch-bounds" : "assumed";
    unsigned threads = bound ? bound : assumedThreads;
    if (search.usesZ) {
      shape.block = search.blocksOfThreeAxes().front();
    } else if (search.usesY) {
      if (const unsigned width = search.width(); width && threads % width == 0)
        shape.block = {width, bound ? bound / width : width, 1};
      else if (search.tile && !bound)
        shape.block = {*search.tile, *search.tile, 1};
      else
        shape.block = {std::min(threads, 32u), std::max(threads / 32, 1u), 1};
    } else {
      shape.block = {threads, 1, 1};
    }
    if (!usable(shape.block))
      shape.block = {assumedThreads, 1, 1};
    if (!bound)
      addGuesses(shape, search);
    // Who is told apart by threadIdx.x may be the only ones to have an element of a row.
    const bool isForAll = search.row && llvm::none_of(search.bounds[0], [&](unsigned threads) {
                            return threads <= *search.row;
                          });
    if (isForAll && !search.usesY && !search.usesZ && !bound && *search.row < shape.block[0]) {
      shape.block[0] = *search.row;
      std::erase_if(shape.otherwise, [&](const auto &other) { return other[0] >= *search.row; });
    }
    if (const unsigned width = search.usesY ? search.width() : 0; width == shape.block[0])
      std::erase_if(shape.otherwise, [&](const auto &other) { return other[0] != width; });
    if (search.usesY && !search.usesZ && isLaunchedSquare(body))
      makeSquare(shape);
    takeStated(shape, search);
    takeLaunched(shape, body, search.usesZ);
    shape.assumption = assumption(shape.block, body, bound);
    if (launchedElsewhere)
      result_.kernelsWithAssumedShape.push_back(name);
    return shape;
  }

  /// Blocks of a cluster: as the kernel declares, else as all launches of it that were seen say.
  std::optional<std::array<unsigned, 3>> clusterOf(const Kernel &kernel, const FunctionDecl *body) {
    for (const FunctionDecl *one : {body, kernel.written})
      for (const auto *attribute : one->specific_attrs<AnnotateAttr>())
        if (attribute->getAnnotation() == "cluster_dims")
          return declaredCluster(*attribute);
    std::optional<std::array<unsigned, 3>> common;
    bool unknown = false;
    auto take = [&](const std::optional<std::array<unsigned, 3>> &one) {
      unknown = unknown || !one || (common && common != one);
      common = one;
    };
    const std::string name = plainName(kernel.written);
    for (const LaunchRecord &launch : result_.launches)
      if (launch.kernel == name)
        take(launch.cluster);
    for (const LaunchRecord &launch : options_.launchesElsewhere)
      if (launch.kernel == name)
        take(launch.cluster);
    return unknown ? std::nullopt : common;
  }

  std::optional<std::array<unsigned, 3>> declaredCluster(const AnnotateAttr &attribute) {
    std::array<unsigned, 3> blocks{1, 1, 1};
    std::size_t axis = 0;
    for (const Expr *size : attribute.args()) {
      Expr::EvalResult value;
      if (axis >= blocks.size() || size->isValueDependent() ||
          !size->EvaluateAsInt(value, context_) || int64Of(value.Val.getInt()) < 1)
        return std::nullopt;
      blocks[axis++] = static_cast<unsigned>(int64Of(value.Val.getInt()));
    }
    return blocks;
  }

  bool isLaunched(const FunctionDecl *body) const {
    return std::any_of(launches_.begin(), launches_.end(), [&](const Launch &launch) {
      return launch.kernel && canonical(launch.kernel) == canonical(body);
    });
  }

  unsigned launchBound(const FunctionDecl *body) {
    const auto *bounds = body->getAttr<CUDALaunchBoundsAttr>();
    if (!bounds || !bounds->getMaxThreads())
      return 0;
    Expr::EvalResult value;
    if (bounds->getMaxThreads()->isValueDependent() ||
        !bounds->getMaxThreads()->EvaluateAsInt(value, context_))
      return 0;
    std::int64_t threads = int64Of(value.Val.getInt());
    return threads >= 1 && threads <= maxThreads ? static_cast<unsigned>(threads) : 0;
  }

  /// `// warplint: block(32, 8)` in the lines just above the kernel.
  std::optional<std::array<unsigned, 3>> commentShape(const FunctionDecl *body) {
    const SourceManager &sources = context_.getSourceManager();
    const FunctionDecl *written =
        body->getTemplateInstantiationPattern() ? body->getTemplateInstantiationPattern() : body;
    SourceLocation begin = sources.getFileLoc(written->getBeginLoc());
    if (const FunctionTemplateDecl *pattern = written->getDescribedFunctionTemplate())
      begin = sources.getFileLoc(pattern->getBeginLoc());
    auto [file, offset] = sources.getDecomposedLoc(begin);
    llvm::StringRef text = sources.getBufferData(file).take_front(offset);
    constexpr int linesAbove = 3;
    static const llvm::Regex pattern("warplint:[ \t]*block\\([ \t]*([0-9]+)[ \t]*(,[ "
                                     "\t]*([0-9]+))?[ \t]*(,[ \t]*([0-9]+))?[ \t]*\\)");
    for (int i = 0; i <= linesAbove; ++i) {
      auto [rest, line] = text.rsplit('\n');
      if (rest.size() == text.size())
        line = text;
      llvm::SmallVector<llvm::StringRef, 6> groups;
      if (pattern.match(line, &groups)) {
        std::array<unsigned, 3> block{1, 1, 1};
        const unsigned indices[] = {1, 3, 5};
        for (int axis = 0; axis < 3; ++axis)
          if (groups[indices[axis]].getAsInteger(10, block[axis]))
            block[axis] = 1;
        if (usable(block))
          return block;
      }
      text = rest;
    }
    return headShape(sources.getBufferData(file));
  }

  /// `//--blockDim=64` or `//--blockDim=[8,8] --gridDim=…` among the comments that a file begins
  /// with, as verifiers of kernels (GPUVerify, Faial) are told of it.
  static std::optional<std::array<unsigned, 3>> headShape(llvm::StringRef text) {
    static const llvm::Regex pattern(
        "^//.*--blockDim=\\[?([0-9]+)(,[ \t]*([0-9]+))?(,[ \t]*([0-9]+))?\\]?([ \t]|$)");
    while (text.starts_with("//")) {
      auto [line, rest] = text.split('\n');
      llvm::SmallVector<llvm::StringRef, 7> groups;
      if (pattern.match(line.rtrim(), &groups)) {
        std::array<unsigned, 3> block{1, 1, 1};
        const unsigned indices[] = {1, 3, 5};
        for (int axis = 0; axis < 3; ++axis)
          if (groups[indices[axis]].getAsInteger(10, block[axis]))
            block[axis] = 1;
        return usable(block) ? std::optional(block) : std::nullopt;
      }
      text = rest;
    }
    return std::nullopt;
  }

  void analyseKernel(Kernel &kernel) {
    ++result_.kernels;
    std::string name = plainName(kernel.written);
    if (kernel.written->isInvalidDecl()) {
      result_.partial = true;
      note("kernel `" + name + "`: its declaration could not be understood");
      return;
    }
    if (kernel.pattern && kernel.bodies.empty() && kernel.bodiless == 0 && options_.isRunUnused &&
        !options_.isRunUnused(kernel.written->getLocation(), kernel.written->getName())) {
      result_.unusedTemplates.push_back(
          {name, kernel.written->getLocation(), {}, /*wasTried=*/false});
      return;
    }
    if (options_.cutShort && !keepWhole(kernel)) {
      result_.partial = true;
      note("kernel `" + name + "` was not analysed: some of what it calls was left out");
      return;
    }
    // Of a class template that nobody instantiates, there is no member to begin with.
    if (kernel.bodies.empty() && kernel.pattern &&
        !kernel.pattern->getDeclContext()->isDependentContext())
      for (AssumedInstantiation &instance : instantiator_.instantiate(
               kernel.pattern, maxAssumedInstantiations, damaged(kernel.written))) {
        kernel.bodies.push_back(instance.function);
        kernel.assumed.emplace(instance.function, std::move(instance));
      }
    if (kernel.bodies.empty()) {
      result_.unusedTemplates.push_back({name, kernel.written->getLocation(), {}});
      return;
    }
    if (damaged(kernel.written)) {
      result_.partial = true;
      note("kernel `" + name + "` holds errors; what they hide was not analysed");
    } else if (const FunctionDecl *callee = damagedCallee(kernel)) {
      result_.partial = true;
      note("kernel `" + name + "` calls `" + callee->getNameAsString() +
           "`, which holds errors; what they hide was not analysed");
    }
    const std::size_t instances = kernel.bodies.size() + kernel.bodiless;
    if (kernel.bodies.size() > maxKinds)
      kernel.bodies.resize(maxKinds);
    steps_ = {};
    for (std::size_t i = 0; i < kernel.bodies.size(); ++i) {
      if (i >= 1 && steps_.ofKernel > budgetOfInstances()) {
        kernel.bodies.resize(i);
        break;
      }
      const std::vector<Shape> shapes = shapesFor(kernel, kernel.bodies[i]);
      for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
        if (options_.hasTime && !options_.hasTime()) {
          result_.partial = true;
          ++result_.leftOut;
          return;
        }
        runKernel(kernel, i, shapes, shape);
      }
      if (i == 0)
        sampleInstances(kernel.bodies);
    }
    if (kernel.bodies.size() < instances)
      note(std::to_string(kernel.bodies.size()) + " of the " + std::to_string(instances) +
           " instantiations of kernel `" + name + "` " +
           (kernel.bodies.size() == 1 ? "was" : "were") + " followed");
    if (steps_.runsWithoutCopies > 0)
      note("asynchronous copies of kernel `" + name + "` were not followed in " +
           std::to_string(steps_.runsWithoutCopies) + " of its instantiations and block shapes");
  }

  /// Steps that all instantiations of a template may take together, but for the last one begun.
  std::uint64_t budgetOfInstances() const { return options_.stepBudget / 4; }

  /// May the copies of a run of so many steps be followed, too? It takes as much longer as before.
  bool affordsCopies(const Steps &before, std::uint64_t steps) const {
    return before.withCopies == 0 ||
           before.ofCopies + before.ofCopies * steps / before.withCopies <= budgetOfInstances();
  }

  bool grantsCopies(std::uint64_t steps) {
    asked_.push_back({steps, affordsCopies(steps_, steps), 0});
    return asked_.back().granted;
  }

  void countCopies(std::uint64_t steps) {
    asked_.back().ofCopies = steps;
    steps_.withCopies += asked_.back().steps;
    steps_.ofCopies += steps;
  }

  /// Would a run that was made before, or elsewhere, have followed the same copies now?
  bool holdsNow(const KernelRun &run) const {
    Steps steps = steps_;
    return llvm::all_of(run.asked, [&](const AskedForSteps &one) {
      if (affordsCopies(steps, one.steps) != one.granted)
        return false;
      steps.withCopies += one.granted ? one.steps : 0;
      steps.ofCopies += one.ofCopies;
      return true;
    });
  }

  /// Those that are followed after the first one took what it took: instantiations of a template do
  /// much the same, so as many as there is a budget for, evenly over all, and the last one.
  void sampleInstances(std::vector<const FunctionDecl *> &bodies) const {
    const std::size_t all = bodies.size();
    const std::uint64_t affordable =
        budgetOfInstances() / std::max<std::uint64_t>(steps_.ofKernel, 1);
    const std::size_t kept = std::max<std::uint64_t>(affordable, 2);
    if (kept >= all)
      return;
    std::size_t next = 0;
    for (std::size_t i = 0; i < kept; ++i)
      bodies[next++] = bodies[i * (all - 1) / (kept - 1)];
    bodies.resize(kept);
  }

  /// Only those bodies whose calls all lead somewhere. False if that leaves none of those there
  /// should be.
  static bool keepWhole(Kernel &kernel) {
    bool wanted = !kernel.bodies.empty();
    if (kernel.pattern)
      for (const FunctionDecl *specialisation : kernel.pattern->specializations())
        wanted = wanted || specialisation->instantiationIsPending();
    std::erase_if(kernel.bodies, reachesLeftOut);
    return !wanted || !kernel.bodies.empty();
  }

  using OffsetsByFile = std::map<FileID, std::set<unsigned>>;

  bool damaged(const FunctionDecl *function) { return holdsOneOf(errorsByFile_, function); }

  bool holdsOneOf(const OffsetsByFile &offsets, const FunctionDecl *function) {
    const SourceManager &sources = context_.getSourceManager();
    const auto [file, begin] =
        sources.getDecomposedLoc(sources.getFileLoc(function->getBeginLoc()));
    const auto [fileOfEnd, end] =
        sources.getDecomposedLoc(sources.getFileLoc(function->getEndLoc()));
    const auto places = offsets.find(file);
    if (places == offsets.end() || fileOfEnd != file)
      return false;
    const auto at = places->second.lower_bound(begin);
    return at != places->second.end() && *at <= end;
  }

  /// What the kernel runs, through any number of calls, that an error is in.
  const FunctionDecl *damagedCallee(const Kernel &kernel) {
    if (!errorsByFile_.empty())
      for (const FunctionDecl *body : kernel.bodies)
        if (const FunctionDecl *callee =
                reached(body, [this](const FunctionDecl *function) { return damaged(function); }))
          return callee;
    return nullptr;
  }

  using RangeSet = std::set<std::pair<SourceLocation, SourceLocation>>;

  /// Copies that may bring zeroes, as far as the kernel tells without numbers that are made up for
  /// its loops.
  static RangeSet copiesOfOpenSize(const std::vector<SiteRecord> &records) {
    RangeSet open;
    for (const SiteRecord &record : records)
      if (auto fills = record.maxima.find("may_fill_zeroes");
          record.kind == SiteKind::AsyncCopy && fills != record.maxima.end() && fills->second)
        open.emplace(record.range.getBegin(), record.range.getEnd());
    return open;
  }

  /// Copies of which nothing says that they are misaligned, as far as the same goes.
  static RangeSet copiesNotMisaligned(const std::vector<SiteRecord> &records) {
    RangeSet aligned;
    for (const SiteRecord &record : records)
      if (record.kind == SiteKind::AsyncCopy && !record.evidence.contains("misaligned"))
        aligned.emplace(record.range.getBegin(), record.range.getEnd());
    return aligned;
  }

  /// Of buffers that are used in turns nobody knows which of them it is, but where the loop goes
  /// round a known number of times.
  void addRacesOfTurns(Run run, const Outcome &outcome, std::vector<SiteRecord> &records) {
    // A large kernel is not run once more for this alone.
    if (outcome.steps > options_.stepBudget / 16 || !grantsCopies(outcome.steps))
      return;
    run.bindTripCounts = run.ofTurns = true;
    if (!outcome.turnedArrays.empty())
      addRacesOfTurns(run, outcome.turnedArrays, records, Turns::OfBuffers);
    if (outcome.windows.empty() || !grantsCopies(outcome.steps))
      return;
    // What is another thread's is met in the second round. In a later one the window may leave a
    // row that the host's number keeps it in.
    run.trips = 2;
    const std::size_t before = records.size();
    const std::map<unsigned, std::int64_t> madeUp =
        addRacesOfTurns(run, outcome.windows, records, Turns::OfWindows);
    // `s[t + radius + k]` says nothing of who meets whom while nobody knows the radius.
    if (records.size() != before || madeUp.empty() || !grantsCopies(outcome.steps))
      return;
    run.arguments.resize(run.kernel->getNumParams());
    for (const auto &[argument, value] : madeUp)
      run.arguments[argument] = value;
    addRacesOfTurns(run, outcome.windows, records, Turns::OfWindows);
    // Where the number is a pitch as well, rows that are so short are not meant: what happens with
    // long ones, too, is what counts.
    if (records.size() == before || !grantsCopies(outcome.steps))
      return;
    for (const auto &[argument, value] : madeUp)
      run.arguments[argument] = value + longRow;
    std::vector<SiteRecord> ofLongRows;
    addRacesOfTurns(run, outcome.windows, ofLongRows, Turns::OfWindows);
    records.erase(std::remove_if(records.begin() + static_cast<std::ptrdiff_t>(before),
                                 records.end(),
                                 [&](const SiteRecord &one) {
                                   return llvm::none_of(ofLongRows, [&](const SiteRecord &other) {
                                     return other.range == one.range;
                                   });
                                 }),
                  records.end());
  }

  /// Where which round it is decides who takes part, one round that stands for all tells nothing.
  /// The kernel is run once more with few rounds to each such loop; what happens in these happens
  /// in longer loops, too.
  void addRacesOfSteered(Run run, const Outcome &outcome, std::vector<SiteRecord> &records) {
    constexpr unsigned few = 4, more = 13;
    const auto isRace = [](const SiteRecord &record) {
      return record.kind == SiteKind::Race && record.evidence.contains("hazard");
    };
    std::vector<const Stmt *> loops;
    for (const Stmt *loop : outcome.steeredLoops)
      if (llvm::none_of(records, [&](const SiteRecord &record) {
            return isRace(record) && llvm::is_contained(record.loops, loop);
          }))
        loops.push_back(loop);
    if (outcome.steps > options_.stepBudget / 16)
      return;
    run.bindTripCounts = run.ofTurns = true;
    std::vector<SiteRecord> found;
    for (const unsigned trips : {few, more}) {
      if (loops.empty() || !grantsCopies(outcome.steps))
        return;
      run.trips = trips;
      Recorder bound;
      const Outcome ofRounds = Interpreter(context_, bound, run).execute();
      countCopies(ofRounds.steps);
      if (ofRounds.racesDoubtful || ofRounds.madeUpDecides || !ofRounds.lost.empty())
        return;
      std::vector<SiteRecord> races = bound.take();
      std::erase_if(races, [&](const SiteRecord &record) {
        return !isRace(record) || llvm::none_of(loops, [&](const Stmt *loop) {
          return llvm::is_contained(record.loops, loop) &&
                 llvm::is_contained(record.loopsBefore, loop);
        });
      });
      if (races.empty())
        return;
      // What a longer loop does not do is owed to the number that was made up.
      if (trips == few)
        found = std::move(races);
      else
        std::erase_if(found, [&](const SiteRecord &one) {
          return llvm::none_of(races,
                               [&](const SiteRecord &other) { return other.range == one.range; });
        });
    }
    for (SiteRecord &record : found) {
      record.assumptions.insert("the loop goes round more than 3 times");
      records.push_back(std::move(record));
    }
  }

  /// More elements than a block has threads.
  static constexpr std::int64_t longRow = 1024;

  enum class Turns : std::uint8_t { OfBuffers, OfWindows };

  /// By one such run. Returns the arguments that were made up for it, if nothing spoke against it.
  std::map<unsigned, std::int64_t>
  addRacesOfTurns(const Run &run, const std::map<std::string, const Stmt *> &arrays,
                  std::vector<SiteRecord> &records, Turns turns) {
    Recorder bound;
    Outcome ofTurns = Interpreter(context_, bound, run).execute();
    countCopies(ofTurns.steps);
    if (ofTurns.racesDoubtful || ofTurns.madeUpDecides || !ofTurns.lost.empty())
      return {};
    RangeSet known;
    for (const SiteRecord &record : records)
      if (record.kind == SiteKind::Race)
        known.emplace(record.range.getBegin(), record.range.getEnd());
    for (SiteRecord &record : bound.take()) {
      const auto array = record.evidence.find("array");
      const auto *name =
          array == record.evidence.end() ? nullptr : std::get_if<std::string>(&array->second);
      if (record.kind != SiteKind::Race || !record.evidence.contains("hazard") || !name ||
          known.contains({record.range.getBegin(), record.range.getEnd()}))
        continue;
      const auto turned = arrays.find(*name);
      if (turned == arrays.end())
        continue;
      const Stmt *loop = turned->second;
      const unsigned inside = static_cast<unsigned>(llvm::is_contained(record.loops, loop)) +
                              llvm::is_contained(record.loopsBefore, loop);
      // What comes behind the loop hangs on whether it has gone round an odd number of times, but
      // that a window goes on to other threads' elements.
      if (inside < (turns == Turns::OfWindows ? 1U : 2U))
        continue;
      record.assumptions.insert(turns == Turns::OfWindows ? "the loop goes round more than once"
                                                          : "the loop goes round more than twice");
      records.push_back(std::move(record));
    }
    return std::move(ofTurns.madeUpArguments);
  }

  /// Two such copies into one place may both bring zeroes, whichever comes first.
  static void dropOpenRefill(SiteRecord &record, const RangeSet &open) {
    auto isOpen = [&](SourceRange range) {
      return open.contains({range.getBegin(), range.getEnd()});
    };
    const auto hazard = record.evidence.find("hazard");
    const auto *kind =
        hazard == record.evidence.end() ? nullptr : std::get_if<std::string>(&hazard->second);
    if (record.kind != SiteKind::AsyncCopy || !kind || *kind != "copy" || !isOpen(record.range) ||
        !llvm::any_of(record.notes, [&](const auto &note) { return isOpen(note.first); }))
      return;
    for (const char *name : {"refilled_early", "hazard", "other_line", "same_warp"})
      record.evidence.erase(name);
    record.notes.clear();
  }

  /// How many warps arrive at a barrier is a matter of the block; that a single thread should,
  /// is not.
  static bool countsWarps(const SiteRecord &record) {
    const auto expected = record.evidence.find("threads_expected");
    if (record.kind != SiteKind::AsyncBarrier || expected == record.evidence.end())
      return false;
    const auto *count = std::get_if<std::int64_t>(&expected->second);
    return count && *count >= warpSize;
  }

  struct Executed {
    Outcome outcome;
    std::vector<SiteRecord> records;
  };

  Executed execute(const Run &run) {
    Recorder recorder;
    Outcome outcome = Interpreter(context_, recorder, run).execute();
    steps_.ofKernel += outcome.steps;
    return {std::move(outcome), recorder.take()};
  }

  /// Executes with the block of `shape`, or with another of its blocks, which it then takes, where
  /// threads are beyond an array, or are others than a barrier was made for. What is found out
  /// with a block that is not meant is of no use, so that only the last such run goes to its end.
  Executed executeFitting(Run &run, Shape &shape) {
    auto misfits = [](const Outcome &one) { return one.arraysTooSmall || one.countsMisfit; };
    const llvm::SaveAndRestore ends(run.endsAtMisfit, !shape.otherwise.empty());
    Executed first = execute(run);
    if (!misfits(first.outcome) || shape.otherwise.empty())
      return first;
    for (const auto &block : shape.otherwise) {
      takeBlock(run, shape, block);
      Executed other = execute(run);
      if (!other.outcome.racesDoubtful && !other.outcome.countsMisfit) {
        shape.block = run.block;
        shape.assumption = assumption(shape.block, run.kernel, 0);
        return other;
      }
      if (!other.outcome.lost.empty()) // whatever the block is
        break;
    }
    takeBlock(run, shape, shape.block);
    run.endsAtMisfit = false;
    return execute(run);
  }

  /// What was assumed of a kernel template that nobody instantiates; null: it is instantiated.
  static const AssumedInstantiation *assumedOf(const Kernel &kernel, const FunctionDecl *body) {
    const auto instance = kernel.assumed.find(body);
    return instance != kernel.assumed.end() && instance->second.isAssumed ? &instance->second
                                                                          : nullptr;
  }

  Run runOf(const Kernel &kernel, const FunctionDecl *body, const Shape &shape) {
    Run run;
    run.kernel = body;
    run.block = shape.block;
    const bool isTemplateAssumed = assumedOf(kernel, body) != nullptr;
    run.isBlockAssumed = !shape.assumption.empty() || isTemplateAssumed;
    run.isTemplateAssumed = isTemplateAssumed;
    run.grid = shape.grid;
    takeBlock(run, shape, shape.block);
    run.cluster = clusterOf(kernel, body);
    run.stepBudget = options_.stepBudget;
    run.isProjectFile = options_.isProjectFile;
    run.isOwnCode = run.isProjectFile;
    if (options_.isProjectFile && options_.library)
      run.isOwnCode = [this, of = options_.library(body->getLocation())](SourceLocation place) {
        if (!options_.isProjectFile(place))
          return false;
        const unsigned library = options_.library(place);
        return library == 0 || library == of;
      };
    run.fastMath = options_.fastMath;
    run.errors = &errors_;
    const auto launches = [this](const FunctionDecl *function) {
      return holdsOneOf(deviceLaunches_, function);
    };
    run.launchesKernels = !deviceLaunches_.empty() && (launches(body) || reached(body, launches));
    run.effects = &effects_;
    return run;
  }

  /// A run that is to come.
  struct Planned {
    const Kernel *kernel = nullptr;
    const FunctionDecl *body = nullptr;
    Shape shape;
    std::string asked; ///< as describe() says
  };

  /// Where runs of the kernel are kept; null: nowhere.
  KeptRuns *keptFor(const Kernel &kernel) const {
    // What arguments are made up hangs on all of the file.
    return kernel.assumed.empty() ? options_.keptRuns : nullptr;
  }

  /// With the shape of number `at`.
  void runKernel(const Kernel &kernel, std::size_t instance, const std::vector<Shape> &shapes,
                 std::size_t at) {
    const FunctionDecl *body = kernel.bodies[instance];
    Run run = runOf(kernel, body, shapes[at]);
    const std::string asked = describe(run, shapes[at]);
    KeptRuns *kept = keptFor(kernel);
    if (kept)
      if (auto known = kept->find(*body, asked); known && holdsNow(*known)) {
        steps_ = steps_ + known->steps;
        return take(kernel, body, std::move(*known));
      }
    if (options_.inParallel && stepsHere_ > stepsAlone && !ranElsewhere_.contains({body, asked}))
      runElsewhere(planned(kernel, instance, shapes, at));
    const auto elsewhere = ranElsewhere_.find({body, asked});
    std::optional<KernelRun> result;
    if (elsewhere != ranElsewhere_.end() && elsewhere->second && holdsNow(*elsewhere->second)) {
      result = std::exchange(elsewhere->second, std::nullopt);
      steps_ = steps_ + result->steps;
    } else {
      result = executeCounted(kernel, run, shapes[at]);
      stepsHere_ += result->steps.ofKernel + result->steps.ofCopies;
    }
    if (kept)
      kept->keep(*body, asked, *result);
    take(kernel, body, std::move(*result));
  }

  /// This run and those that will come whatever it shows.
  std::vector<Planned> planned(const Kernel &kernel, std::size_t instance,
                               const std::vector<Shape> &shapes, std::size_t at) {
    const std::size_t assumedShapes = result_.kernelsWithAssumedShape.size();
    std::vector<Planned> runs;
    const auto add = [&](const Kernel &of, const FunctionDecl *body, const Shape &shape) {
      std::string asked = describe(runOf(of, body, shape), shape);
      KeptRuns *kept = keptFor(of);
      if (!ranElsewhere_.contains({body, asked}) && !(kept && kept->find(*body, asked)))
        runs.push_back({&of, body, shape, std::move(asked)});
    };
    for (const Shape &shape : llvm::ArrayRef(shapes).drop_front(at))
      add(kernel, kernel.bodies[instance], shape);
    // How many of its instances are run is known once the first was.
    if (instance > 0)
      for (const FunctionDecl *body : llvm::ArrayRef(kernel.bodies).drop_front(instance + 1))
        for (const Shape &shape : shapesFor(kernel, body))
          add(kernel, body, shape);
    if (!std::exchange(hasPlannedAll_, true) && !options_.cutShort)
      for (const Kernel &other : left_)
        if (!other.bodies.empty() && !other.written->isInvalidDecl())
          for (const Shape &shape : shapesFor(other, other.bodies.front()))
            add(other, other.bodies.front(), shape);
    result_.kernelsWithAssumedShape.resize(assumedShapes);
    return runs;
  }

  void runElsewhere(const std::vector<Planned> &runs) {
    if (runs.size() < 2)
      return;
    const Kernel *current = runs.front().kernel;
    const auto results = options_.inParallel(runs.size(), [&](std::size_t i) {
      const Planned &planned = runs[i];
      const llvm::SaveAndRestore steps(steps_);
      if (planned.kernel != current)
        steps_ = {};
      Run run = runOf(*planned.kernel, planned.body, planned.shape);
      return toBytes(executeCounted(*planned.kernel, run, planned.shape)).value_or("");
    });
    for (std::size_t i = 0; i < runs.size(); ++i)
      ranElsewhere_[{runs[i].body, runs[i].asked}] = kernelRunFrom(results[i]);
  }

  KernelRun executeCounted(const Kernel &kernel, Run &run, const Shape &shape) {
    const Steps before = steps_;
    asked_.clear();
    KernelRun result = execute(kernel, run, shape);
    result.steps = steps_ - before;
    result.asked = std::move(asked_);
    return result;
  }

  /// All that a run is told, but for the text: two that are told the same give the same.
  std::string describe(const Run &run, const Shape &shape) const {
    std::string text;
    llvm::raw_string_ostream stream(text);
    const auto number = [&](const auto &value) {
      if (value)
        stream << *value;
      stream << ',';
    };
    const auto sizes = [&](const std::array<unsigned, 3> &block) {
      for (const unsigned size : block)
        stream << size << ',';
    };
    stream << "block ";
    sizes(run.block);
    stream << run.isBlockAssumed << run.gridCovers << " grid ";
    llvm::for_each(run.grid, number);
    stream << " arguments ";
    llvm::for_each(run.arguments, number);
    stream << " fields ";
    for (const KnownField &field : run.argumentFields)
      stream << field.argument << ':' << field.offset << ':' << field.value << ',';
    stream << " divisors ";
    for (const std::int64_t divisor : run.argumentDivisors)
      stream << divisor << ',';
    stream << " starts ";
    for (const Residue &start : run.argumentStarts)
      stream << start.divisor << ':' << start.remainder << ',';
    stream << " ranges ";
    for (const ValueRange &range : run.argumentRanges) {
      if (range)
        stream << range->first << ':' << range->second;
      stream << ',';
    }
    stream << " same ";
    for (const auto &[one, other] : run.samePointers)
      stream << one << ':' << other << ',';
    stream << " cluster ";
    if (run.cluster)
      sizes(*run.cluster);
    stream << " budget " << run.stepBudget << " launches " << run.launchesKernels;
    // Of other blocks that may be tried, the arguments are made of these.
    stream << " axes ";
    llvm::for_each(shape.axes, number);
    stream << " multiples ";
    llvm::for_each(shape.multiples, number);
    stream << " given ";
    llvm::for_each(shape.arguments, number);
    for (const std::int64_t divisor : shape.argumentDivisors)
      stream << divisor << ',';
    stream << " otherwise ";
    llvm::for_each(shape.otherwise, sizes);
    stream << " dynamic ";
    number(shape.dynamicSharedBytes);
    stream << " doubtful " << shape.isDoubtful << " source " << shape.source << " assumption "
           << shape.assumption;
    return text;
  }

  /// Loops that the launch makes long, or of which a block has about as many rounds as another, are
  /// left before all is known of the copies in them. Where nothing was found, they are run again as
  /// if nobody knew the host's numbers: few rounds show what is forgotten.
  std::vector<SiteRecord> turnedBriefly(Run run, std::vector<SiteRecord> records,
                                        std::uint64_t steps) {
    constexpr std::int64_t few = 32;   // rounds that are followed whatever is copied in them
    constexpr std::int64_t many = 128; // a round may start two copies, and some hundred are kept
    const auto isFault = [](const SiteRecord &record) {
      return record.kind == SiteKind::AsyncUse || record.kind == SiteKind::AsyncBarrier ||
             record.evidence.contains("problem") || record.evidence.contains("refilled_early");
    };
    const auto isLong = [](const SiteRecord &record) {
      const auto trips = record.evidence.find("trips_max");
      const auto isOpen = record.maxima.find("open");
      return record.kind == SiteKind::Loop &&
             ((isOpen != record.maxima.end() && isOpen->second) ||
              (trips != record.evidence.end() && std::get<std::int64_t>(trips->second) > many));
    };
    bool anyLarge = false;
    for (auto [i, argument] : llvm::enumerate(run.arguments))
      if (argument && *argument > few) {
        argument.reset();
        if (i < run.argumentRanges.size())
          run.argumentRanges[i].reset();
        anyLarge = true;
      }
    if (!anyLarge || llvm::any_of(records, isFault) || llvm::none_of(records, isLong) ||
        !grantsCopies(steps))
      return records;
    Recorder again;
    const Outcome outcome = Interpreter(context_, again, run).execute();
    countCopies(outcome.steps);
    if (!outcome.lost.empty())
      return records;
    // What is copied, and how, hangs on the numbers.
    for (SiteRecord &record : again.take())
      if (record.kind == SiteKind::AsyncUse)
        records.push_back(std::move(record));
    return records;
  }

  KernelRun execute(const Kernel &kernel, Run &run, Shape shape) {
    auto [outcome, records] = executeFitting(run, shape);
    if (outcome.copiesAsynchronously) {
      // Rings of stages are judged where they turn: with trip counts that are numbers.
      auto ofCopies = [](const SiteRecord &record) {
        return record.kind == SiteKind::AsyncUse || record.kind == SiteKind::AsyncCopy ||
               record.kind == SiteKind::Pipeline || record.kind == SiteKind::AsyncBarrier;
      };
      const RangeSet open = copiesOfOpenSize(records);
      const RangeSet aligned = copiesNotMisaligned(records);
      std::erase_if(records, ofCopies);
      run.bindTripCounts = true;
      if (grantsCopies(outcome.steps)) {
        Recorder bound;
        countCopies(Interpreter(context_, bound, run).execute().steps);
        for (SiteRecord &record : turnedBriefly(run, bound.take(), outcome.steps))
          if (ofCopies(record)) {
            dropOpenRefill(record, open);
            // A number that is good for a loop's trips says nothing of a pitch.
            if (aligned.contains({record.range.getBegin(), record.range.getEnd()}))
              record.evidence.erase("misaligned");
            records.push_back(std::move(record));
          }
      } else {
        ++steps_.runsWithoutCopies;
      }
    }

    if ((!outcome.turnedArrays.empty() || !outcome.windows.empty()) && !outcome.racesDoubtful)
      addRacesOfTurns(run, outcome, records);

    if (!outcome.steeredLoops.empty() && !outcome.racesDoubtful)
      addRacesOfSteered(run, outcome, records);

    if (!shape.assumption.empty())
      std::erase_if(records, countsWarps);
    if (outcome.racesDoubtful || shape.isDoubtful)
      std::erase_if(records, [](const SiteRecord &record) {
        return record.kind == SiteKind::Race ||
               (record.kind == SiteKind::WarpCall && record.evidence.count("hazard"));
      });

    KernelRun result;
    const std::string name = plainName(kernel.written);
    if (outcome.budgetSpent)
      result.problems.push_back("kernel `" + name +
                                "` was not analysed to its end: it takes more than " +
                                std::to_string(outcome.steps - 1) + " steps");
    for (const std::string &lost : outcome.lost)
      result.problems.push_back(std::string("kernel `").append(name).append("`: not followed: ") +
                                lost);
    const AssumedInstantiation *assumed = assumedOf(kernel, run.kernel);
    SiteContext where{context_, options_.displayPath, name, {}, assumed != nullptr};
    where.numbersAssumed = assumed && takesNumbers(kernel.written);
    where.typesAssumed = assumed && !where.numbersAssumed && areTypesOfNumbers(assumed->arguments);
    where.sharedArrays = outcome.sharedArrays.get();
    where.sharedBytes = outcome.sharedBytes;
    where.issued = outcome.issued.warps;
    where.openLoops = &outcome.openLoops;
    if (!shape.assumption.empty())
      where.assumptions.push_back(shape.assumption);
    if (assumed)
      where.assumptions.push_back(std::string(argumentsAssumed) + assumed->arguments +
                                  " is assumed");
    result.sites.push_back(siteOf(kernel, run.kernel, shape, outcome, where));
    for (Site &found : sitesOf(std::move(records), where))
      result.sites.push_back(std::move(found));
    const bool wasWhole = !outcome.budgetSpent && outcome.lost.empty();
    for (Site &found :
         sharedArraySites(*outcome.sharedArrays, where, threadsOf(shape.block), wasWhole))
      result.sites.push_back(std::move(found));
    result.staticSharedBytes = staticSharedBytes(context_, *outcome.sharedArrays);
    return result;
  }

  static std::int64_t threadsOf(const std::array<unsigned, 3> &block) {
    return std::int64_t{block[0]} * block[1] * block[2];
  }

  /// "T = float, Index = int"
  static bool areTypesOfNumbers(llvm::StringRef arguments) {
    llvm::SmallVector<llvm::StringRef, 4> each;
    arguments.split(each, ", ");
    return llvm::all_of(each, [](llvm::StringRef one) {
      return llvm::StringSwitch<bool>(one.split(" = ").second)
          .Cases("float", "double", "int", "unsigned int", "long", "unsigned long", true)
          .Default(false);
    });
  }

  /// The site of the kernel itself.
  Site siteOf(const Kernel &kernel, const FunctionDecl *body, const Shape &shape,
              const Outcome &outcome, const SiteContext &where) const {
    Site site;
    site.kind = SiteKind::Kernel;
    site.span = spanOf(context_, kernel.written->getLocation(), options_.displayPath);
    site.kernel = where.kernel;
    site.op = "kernel";
    site.expr = kernel.written->getNameAsString();
    site.assumptions = where.assumptions;
    site.confidence = assumedOf(kernel, body)    ? Confidence::Possible
                      : site.assumptions.empty() ? Confidence::Exact
                                                 : Confidence::Likely;
    site.evidence["block_x"] = static_cast<std::int64_t>(shape.block[0]);
    site.evidence["block_y"] = static_cast<std::int64_t>(shape.block[1]);
    site.evidence["block_z"] = static_cast<std::int64_t>(shape.block[2]);
    site.evidence["threads"] = threadsOf(shape.block);
    site.evidence["shape_source"] = shape.source;
    site.evidence["shared_bytes"] = static_cast<std::int64_t>(outcome.sharedBytes);
    if (shape.dynamicSharedBytes)
      site.evidence["dynamic_shared_bytes"] = *shape.dynamicSharedBytes;
    site.evidence["budget_spent"] = outcome.budgetSpent;
    if (outcome.issued.warps > 0)
      site.evidence["warp_execution_efficiency_percent"] =
          100.0 * static_cast<double>(outcome.issued.lanes) /
          static_cast<double>(warpSize * outcome.issued.warps);
    if (outcome.work && !outcome.budgetSpent)
      addWork(site.evidence, *outcome.work, outcome.lost);
    addBounds(site, launchBounds(context_, body));
    return site;
  }

  /// Adds what a run gave to the result.
  void take(const Kernel &kernel, const FunctionDecl *body, KernelRun run) {
    if (assumedOf(kernel, body) && !run.problems.empty()) {
      // Other files may instantiate it with arguments that show more.
      result_.unusedTemplates.push_back(
          {plainName(kernel.written), kernel.written->getLocation(), std::move(run.problems)});
    } else {
      result_.partial = result_.partial || !run.problems.empty();
      for (const std::string &problem : run.problems)
        note(problem);
    }
    instances_.resize(result_.sites.size());
    for (Site &site : run.sites)
      result_.sites.push_back(std::move(site));
    const AssumedInstantiation *assumed = assumedOf(kernel, body);
    const bool isReal = !assumed || !assumed->isAssumed;
    instances_.resize(result_.sites.size(),
                      Instance{argumentsOf(body), isReal ? nameOf(body) : std::string()});
    std::uint64_t &known = staticShared_[canonical(body)];
    known = std::max(known, run.staticSharedBytes);
  }

  /// The template arguments of an instantiation, as `<float, 4>`; empty where it is none.
  std::string argumentsOf(const FunctionDecl *body) const {
    std::string text;
    if (const TemplateArgumentList *arguments = body->getTemplateSpecializationArgs()) {
      llvm::raw_string_ostream stream(text);
      printTemplateArgumentList(stream, arguments->asArray(), context_.getPrintingPolicy());
    }
    return text;
  }

  /// Of an instantiation its name as profilers show it, without what they add for its parameters;
  /// empty where it is none, or has no such name.
  std::string nameOf(const FunctionDecl *body) {
    if (!body->getTemplateSpecializationArgs())
      return {};
    if (!mangle_)
      mangle_.reset(context_.createMangleContext());
    std::string mangled;
    llvm::raw_string_ostream stream(mangled);
    mangle_->mangleName(GlobalDecl(body), stream);
    llvm::ItaniumPartialDemangler demangler;
    if (demangler.partialDemangle(mangled.c_str()) || !demangler.isFunction())
      return {};
    char *name = demangler.getFunctionName(nullptr, nullptr);
    std::string text = name ? name : "";
    std::free(name);
    return text;
  }

  ASTContext &context_;
  const Options &options_;
  std::unique_ptr<MangleContext> mangle_; ///< made when it is needed first
  Instantiator instantiator_;
  std::vector<SourceLocation> errors_; ///< in order
  OffsetsByFile errorsByFile_, deviceLaunches_;
  Effects effects_{context_, [this](const FunctionDecl *function) { return damaged(function); }};
  std::vector<Instance> instances_; ///< of each site, what its kernel was run as
  std::vector<Launch> launches_;
  std::vector<const Launch *> launchOfSite_; ///< of the first sites
  StaticShared staticShared_;
  Steps steps_;                      ///< of the kernel that is analysed
  std::vector<AskedForSteps> asked_; ///< by the run that is made
  llvm::ArrayRef<Kernel> left_;      ///< that come after this one
  /// As long as these take few steps, they are over before other processes have begun.
  static constexpr std::uint64_t stepsAlone = 20'000;
  std::uint64_t stepsHere_ = 0; ///< of all kernels' runs in this process
  /// Runs that were made in other processes: nothing where that failed, or once it was used.
  std::map<std::pair<const FunctionDecl *, std::string>, std::optional<KernelRun>> ranElsewhere_;
  bool hasPlannedAll_ = false; ///< first instances of the kernels that come
  Result result_;
};

} // namespace

Result analyse(Sema &sema, const Options &optionsIn) {
  Options options = optionsIn;
  if (!options.displayPath)
    options.displayPath = [](llvm::StringRef path) { return path.str(); };
  return Analyser(sema, options).run();
}

} // namespace warplint::simt
