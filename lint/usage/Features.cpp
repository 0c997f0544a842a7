//===- Features.cpp -------------------------------------------------------===//

#include "lint/usage/Features.h"

#include "lint/simt/AstVisitor.h"
#include "lint/usage/Conditionals.h"
#include "lint/usage/HostBody.h"

#include "lint/simt/Declarations.h"
#include "lint/simt/Sites.h"

#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <optional>

namespace warplint::usage {

using namespace clang;

namespace {

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// First target of a PTX instruction: PTX ISA 9.0, "Target ISA Notes" of each; those of sm_80 and
/// later as ptxas 13.0 takes and refuses them.
struct PtxFeature {
  llvm::StringLiteral instruction; ///< what it begins with
  llvm::StringLiteral part;        ///< what it has within; empty: anything
  llvm::StringLiteral more;        ///< and what else
  unsigned target;
};
constexpr PtxFeature ptxFeatures[] = {
    // Tensor Cores.
    {"tcgen05.", "", "", 100},
    {"wgmma.", "", "", 90},
    {"mma.sync", ".kind::", "", 120},
    {"mma.sync", ".m16n8k4.", ".f64", 90},
    {"mma.sync", ".m16n8k8.", ".f64", 90},
    {"mma.sync", ".m16n8k16.", ".f64", 90},
    {"mma.sync", ".e4m3", "", 89},
    {"mma.sync", ".e5m2", "", 89},
    {"mma.sync", ".bf16", "", 80},
    {"mma.sync", ".tf32", "", 80},
    {"mma.sync", ".f64", "", 80},
    {"mma.sync", ".m16n8k16.", "", 80},
    {"mma.sync", ".m16n8k32.", "", 80},
    {"mma.sync", ".m16n8k64.", "", 80},
    {"mma.sync", ".m16n8k128.", "", 80},
    {"mma.sync", ".m16n8k256.", "", 80},
    {"mma.sync", ".and.popc", "", 80},
    {"mma.sp", "", "", 80},
    {"mma.sync", ".m16n8k8.", "", 75},
    {"mma.sync", ".m8n8k16.", "", 75},
    {"mma.sync", "", "", 70},
    {"wmma.", ".bf16", "", 80},
    {"wmma.", ".tf32", "", 80},
    {"wmma.", ".f64", "", 80},
    {"wmma.", "", "", 70},
    {"ldmatrix.", ".b8", "", 100},
    {"ldmatrix.", "", "", 75},
    {"movmatrix.", "", "", 75},
    {"stmatrix.", "", "", 90},
    {"setmaxnreg.", "", "", 90},
    // Copies and what they are waited for with.
    {"cp.async.", "", "", 80},
    {"cp.async.bulk", "", "", 90},
    {"cp.reduce.async.bulk", "", "", 90},
    {"st.async", "", "", 90},
    {"red.async", "", "", 90},
    {"st.bulk", "", "", 100},
    {"mbarrier.", "", "", 80},
    {"mbarrier.", "expect_tx", "", 90},
    {"mbarrier.", "complete_tx", "", 90},
    {"mbarrier.try_wait", "", "", 90},
    {"multimem.", "", "", 90},
    {"tensormap.replace", "", "", 90},
    {"prefetch.tensormap", "", "", 90},
    {"prefetch.", "evict_", "", 80},
    {"createpolicy.", "", "", 80},
    {"applypriority.", "", "", 80},
    {"discard.", "", "", 80},
    // Clusters.
    {"barrier.cluster.", "", "", 90},
    {"mapa.", "", "", 90},
    {"getctarank", "", "", 90},
    {"%%cluster_", "", "", 90},
    {"%%clusterid", "", "", 90},
    {"isspacep.", "::cluster", "", 90},
    {"fence.", ".cluster", "", 90},
    {"fence.mbarrier_init", "", "", 90},
    {"fence.proxy.async", "", "", 90},
    {"fence.proxy.tensormap", "", "", 90},
    {"clusterlaunchcontrol.", "", "", 100},
    {"griddepcontrol.", "", "", 90},
    {"elect.sync", "", "", 90},
    // Loads, stores and atomics.
    {"ld.", "cluster.", "", 90},
    {"ld.", "cache_hint", "", 80},
    {"ld.", "L2::256B", "", 80},
    {"ld.", ".v8.", "", 100},
    {"ld.", ".v4.b64", "", 100},
    {"ld.", ".v4.s64", "", 100},
    {"ld.", ".v4.u64", "", 100},
    {"ld.", ".v4.f64", "", 100},
    {"st.", "cluster.", "", 90},
    {"st.", "cache_hint", "", 80},
    {"st.", ".v8.", "", 100},
    {"st.", ".v4.b64", "", 100},
    {"st.", ".v4.s64", "", 100},
    {"st.", ".v4.u64", "", 100},
    {"st.", ".v4.f64", "", 100},
    {"atom.", "cluster.", "", 90},
    {"atom.", "cache_hint", "", 80},
    {"atom.", ".bf16", "", 90},
    {"atom.", ".b128", "", 90},
    {"atom.", ".v2.", "", 90},
    {"atom.", ".v4.", "", 90},
    {"atom.", ".v8.", "", 90},
    {"red.", "cluster.", "", 90},
    {"red.", "cache_hint", "", 80},
    {"red.", ".bf16", "", 90},
    {"red.", ".v2.", "", 90},
    {"red.", ".v4.", "", 90},
    {"red.", ".v8.", "", 90},
    // Arithmetic.
    {"redux.sync", "", "", 80},
    {"redux.sync", ".f32", "", 100},
    {"cvt.", ".e4m3x2", "", 89},
    {"cvt.", ".e5m2x2", "", 89},
    {"cvt.", ".bf16", "", 80},
    {"cvt.", ".f16x2.f32", "", 80},
    {"cvt.", ".relu", "", 80},
    {"cvt.rna", ".tf32", "", 80},
    {"cvt.rn.", ".tf32", "", 90},
    {"cvt.rz.", ".tf32", "", 90},
    {"fma.", ".bf16", "", 80},
    {"fma.", ".relu", "", 80},
    {"fma.", ".f32x2", "", 100},
    {"add.", ".bf16", "", 90},
    {"add.", ".s16x2", "", 90},
    {"add.", ".u16x2", "", 90},
    {"add.", ".f32x2", "", 100},
    {"sub.", ".bf16", "", 90},
    {"sub.", ".f32x2", "", 100},
    {"mul.", ".bf16", "", 90},
    {"mul.", ".f32x2", "", 100},
    {"min.", ".f16", "", 80},
    {"min.", ".bf16", "", 80},
    {"min.", ".NaN", "", 80},
    {"min.", ".s16x2", "", 90},
    {"min.", ".u16x2", "", 90},
    {"min.", ".relu", "", 90},
    {"max.", ".f16", "", 80},
    {"max.", ".bf16", "", 80},
    {"max.", ".NaN", "", 80},
    {"max.", ".s16x2", "", 90},
    {"max.", ".u16x2", "", 90},
    {"max.", ".relu", "", 90},
    {"neg.", ".bf16", "", 80},
    {"abs.", ".bf16", "", 80},
    {"setp.", ".bf16", "", 90},
    {"ex2.approx", ".bf16", "", 90},
    {"ex2.approx", ".f16", "", 75},
    {"tanh.approx", ".bf16", "", 90},
    {"tanh.approx", "", "", 75},
    {"nanosleep.", "", "", 70},
    {"match.", ".sync", "", 70},
};

/// The instruction of a piece of inline PTX that needs the newest chip.
std::optional<std::pair<std::string, unsigned>> newestIn(llvm::StringRef code) {
  std::optional<std::pair<std::string, unsigned>> newest;
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(code, words, " ,\t\r\n;{}");
  for (const llvm::StringRef word : words)
    for (const PtxFeature &feature : ptxFeatures)
      if (word.starts_with(feature.instruction) && word.contains(feature.part) &&
          word.contains(feature.more) && (!newest || newest->second < feature.target))
        newest = {word.str(), feature.target};
  // A per cent sign is written twice in inline PTX.
  if (newest && llvm::StringRef(newest->first).starts_with("%%"))
    newest->first.erase(0, 1);
  return newest;
}

/// Everything that kernels execute.
class Reached : public simt::AstVisitor {
public:
  struct Use {
    const GCCAsmStmt *code;
    const FunctionDecl *function;
  };
  std::vector<Use> uses;

  explicit Reached(ASTContext &context) : context_(context) {}
  bool shouldVisitTemplateInstantiations() const override { return true; }
  // What `if constexpr` discards is no code.
  bool TraverseIfStmt(IfStmt *branch, Queue *) override {
    if (const auto kept = branch->getNondiscardedCase(context_))
      return TraverseStmt(*kept);
    return AstVisitor::TraverseIfStmt(branch);
  }

  void enter(const FunctionDecl *function) {
    const FunctionDecl *definition = nullptr;
    if (!function || !function->isDefined(definition) || definition->isDependentContext() ||
        !seen_.insert(definition).second)
      return;
    const FunctionDecl *outer = std::exchange(function_, definition);
    TraverseStmt(definition->getBody());
    function_ = outer;
  }

  bool VisitCallExpr(CallExpr *call) override {
    enter(call->getDirectCallee());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construct) override {
    enter(construct->getConstructor());
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *code) override {
    uses.push_back({code, function_});
    return true;
  }

private:
  ASTContext &context_;
  llvm::DenseSet<const FunctionDecl *> seen_;
  const FunctionDecl *function_ = nullptr;
};

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

struct Removed {
  llvm::StringLiteral name;
  llvm::StringLiteral state;
  llvm::StringLiteral instead;
};
/// As the headers of CUDA 13.0 have it, and the release notes of 12.0 (texture references)
/// and 13.0.
constexpr Removed removed[] = {
    {"cudaThreadSynchronize", "removed in CUDA 13.0", "cudaDeviceSynchronize"},
    {"cudaThreadExit", "removed in CUDA 13.0", "cudaDeviceReset"},
    {"cudaThreadSetLimit", "removed in CUDA 13.0", "cudaDeviceSetLimit"},
    {"cudaThreadGetLimit", "removed in CUDA 13.0", "cudaDeviceGetLimit"},
    {"cudaThreadSetCacheConfig", "removed in CUDA 13.0", "cudaDeviceSetCacheConfig"},
    {"cudaThreadGetCacheConfig", "removed in CUDA 13.0", "cudaDeviceGetCacheConfig"},
    {"cudaLaunchCooperativeKernelMultiDevice", "removed in CUDA 13.0",
     "a cooperative launch on each device"},
    {"cudaDeviceSetSharedMemConfig", "deprecated, and without effect since sm_50",
     "nothing: banks are 4 bytes wide"},
    {"cudaFuncSetSharedMemConfig", "deprecated, and without effect since sm_50",
     "nothing: banks are 4 bytes wide"},
    {"cudaMemcpyToArray", "deprecated", "cudaMemcpy2DToArray"},
    {"cudaMemcpyFromArray", "deprecated", "cudaMemcpy2DFromArray"},
    {"cudaMemcpyToArrayAsync", "deprecated", "cudaMemcpy2DToArrayAsync"},
    {"cudaMemcpyFromArrayAsync", "deprecated", "cudaMemcpy2DFromArrayAsync"},
    {"cudaMemcpyArrayToArray", "deprecated", "cudaMemcpy2DArrayToArray"},
    {"cudaBindTexture", "removed in CUDA 12.0", "a texture object: cudaCreateTextureObject"},
    {"cudaBindTexture2D", "removed in CUDA 12.0", "a texture object: cudaCreateTextureObject"},
    {"cudaBindTextureToArray", "removed in CUDA 12.0", "a texture object: cudaCreateTextureObject"},
    {"cudaBindSurfaceToArray", "removed in CUDA 12.0", "a surface object: cudaCreateSurfaceObject"},
    {"cudaGLSetGLDevice", "deprecated", "cudaSetDevice"},
    {"cudaGLRegisterBufferObject", "deprecated", "cudaGraphicsGLRegisterBuffer"},
    {"cudaGLMapBufferObject", "deprecated", "cudaGraphicsMapResources"},
    {"cudaGLUnmapBufferObject", "deprecated", "cudaGraphicsUnmapResources"},
    {"cudaGLUnregisterBufferObject", "deprecated", "cudaGraphicsUnregisterResource"},
};

/// texture<float, 2> and surface<void, 2>, as declared at namespace scope.
bool isReference(const VarDecl &variable) {
  const auto *type = variable.getType()->getAs<TemplateSpecializationType>();
  const CXXRecordDecl *record = variable.getType()->getAsCXXRecordDecl();
  const NamedDecl *named = record;
  if (!named && type)
    named = type->getTemplateName().getAsTemplateDecl();
  return named && variable.hasGlobalStorage() && named->getDeclName().isIdentifier() &&
         (named->getName() == "texture" || named->getName() == "surface") &&
         named->getDeclContext()->getRedeclContext()->isTranslationUnit();
}

class InterfaceSearch : public simt::AstVisitor {
public:
  struct Use {
    SourceRange range;
    std::string name;
    const Removed *what; ///< null: a texture or surface reference
    const FunctionDecl *function;
  };
  std::vector<Use> uses;
  bool declaresReferences = false;

  explicit InterfaceSearch(const IsProject &isProject) : isProject_(isProject) {}

  bool TraverseFunctionDecl(FunctionDecl *function) override {
    const FunctionDecl *outer = std::exchange(function_, function);
    const bool result = AstVisitor::TraverseFunctionDecl(function);
    function_ = outer;
    return result;
  }
  bool TraverseCXXMethodDecl(CXXMethodDecl *method) override {
    const FunctionDecl *outer = std::exchange(function_, method);
    const bool result = AstVisitor::TraverseCXXMethodDecl(method);
    function_ = outer;
    return result;
  }

  bool VisitCallExpr(CallExpr *call) override {
    const NamedDecl *callee = call->getDirectCallee();
    if (const auto *overloads =
            llvm::dyn_cast<OverloadExpr>(call->getCallee()->IgnoreParenImpCasts());
        overloads && overloads->decls().begin() != overloads->decls().end())
      callee = (*overloads->decls().begin())->getUnderlyingDecl();
    if (!callee || !callee->getDeclName().isIdentifier() || isProject_(callee->getLocation()))
      return true;
    const llvm::StringRef name = plainInterfaceName(callee->getName());
    const auto *found =
        llvm::find_if(removed, [&](const Removed &one) { return one.name == name; });
    if (found != std::end(removed))
      uses.push_back({call->getSourceRange(), name.str(), found, function_});
    return true;
  }

  bool VisitVarDecl(VarDecl *variable) override {
    if (isReference(*variable) && isProject_(variable->getLocation())) {
      uses.push_back(
          {SourceRange(variable->getLocation()), variable->getNameAsString(), nullptr, nullptr});
      declaresReferences = true;
    }
    return true;
  }

private:
  const IsProject &isProject_;
  const FunctionDecl *function_ = nullptr;
};

//===----------------------------------------------------------------------===//
// The size of a warp
//===----------------------------------------------------------------------===//

/// `threadIdx.x % 32` and its kin, written with the number itself.
class WarpSizeSearch : public simt::AstVisitor {
public:
  struct Use {
    const BinaryOperator *expression;
    const FunctionDecl *function;
  };
  std::vector<Use> uses;

  bool TraverseFunctionDecl(FunctionDecl *function) override {
    const FunctionDecl *outer = std::exchange(function_, function);
    const bool result = AstVisitor::TraverseFunctionDecl(function);
    function_ = outer;
    return result;
  }
  bool TraverseCXXMethodDecl(CXXMethodDecl *method) override {
    const FunctionDecl *outer = std::exchange(function_, method);
    const bool result = AstVisitor::TraverseCXXMethodDecl(method);
    function_ = outer;
    return result;
  }

  bool VisitUnaryOperator(UnaryOperator *unary) override {
    if (unary->getOpcode() == UO_LNot) // `!(tid & 31)`
      first_.insert(unary->getSubExpr()->IgnoreParenImpCasts());
    return true;
  }

  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) override {
    if (cast->getCastKind() == CK_IntegralToBoolean) // `if (tid & 31)`
      first_.insert(cast->getSubExpr()->IgnoreParenImpCasts());
    return true;
  }

  /// `words[i / 32]`, `scales[i >> 5]` of a place in the grid: words of bits, groups of elements.
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *element) override {
    const auto *index = llvm::dyn_cast<BinaryOperator>(element->getIdx()->IgnoreParenImpCasts());
    if (index && isPlaceInGrid(index->getLHS()))
      others_.insert(index);
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *binary) override {
    if (binary->isShiftOp() || binary->isShiftAssignOp()) // `1u << (i % 32)`: a bit of a word
      if (const auto *count =
              llvm::dyn_cast<BinaryOperator>(binary->getRHS()->IgnoreParenImpCasts()))
        if (isPlaceInGrid(count->getLHS()))
          others_.insert(count);
    if (binary->isEqualityOp() && isZero(binary->getRHS())) // `tid % 32 == 0`
      first_.insert(binary->getLHS()->IgnoreParenImpCasts());
    const auto *number = llvm::dyn_cast<IntegerLiteral>(binary->getRHS()->IgnoreParenImpCasts());
    if (!function_ || others_.contains(binary) || !number || number->getBeginLoc().isMacroID())
      return true;
    const std::uint64_t value = number->getValue().getLimitedValue();
    const bool ofWarp =
        (value == 32 && (binary->getOpcode() == BO_Rem || binary->getOpcode() == BO_Div)) ||
        (value == 31 && binary->getOpcode() == BO_And) ||
        (value == 5 && binary->getOpcode() == BO_Shr);
    constexpr unsigned depth = 4;
    if (ofWarp && isThreadIndex(binary->getLHS(), depth) &&
        (worksWithLanes(*function_) ||
         (first_.contains(binary) && !isPlaceInGrid(binary->getLHS()))))
      uses.push_back({binary, function_});
    return true;
  }

private:
  /// threadIdx.x, a variable that was made from it, or a sum with it.
  static bool isThreadIndex(const Expr *expression, unsigned depth) {
    expression = stripped(expression);
    if (!expression || depth == 0)
      return false;
    const Expr *base = nullptr;
    if (const auto *member = llvm::dyn_cast<MemberExpr>(expression))
      base = member->getBase()->IgnoreParenImpCasts();
    else if (const auto *property = llvm::dyn_cast<PseudoObjectExpr>(expression))
      return isThreadIndex(property->getSyntacticForm(), depth);
    else if (const auto *property = llvm::dyn_cast<MSPropertyRefExpr>(expression))
      base = property->getBaseExpr()->IgnoreParenImpCasts();
    // Clang's own threadIdx has properties.
    if (const auto *opaque = llvm::dyn_cast_or_null<OpaqueValueExpr>(base))
      base = opaque->getSourceExpr()->IgnoreParenImpCasts();
    if (const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(base))
      return reference->getDecl()->getDeclName().isIdentifier() &&
             reference->getDecl()->getName() == "threadIdx";
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(expression)) {
      const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
      return variable && variable->hasLocalStorage() && variable->getInit() &&
             isThreadIndex(variable->getInit(), depth - 1);
    }
    const auto *sum = llvm::dyn_cast<BinaryOperator>(expression);
    return sum && sum->isAdditiveOp() &&
           (isThreadIndex(sum->getLHS(), depth - 1) || isThreadIndex(sum->getRHS(), depth - 1));
  }

  /// A thread's number in the grid, not in its block: `blockIdx.x * blockDim.x + threadIdx.x`.
  static bool isPlaceInGrid(const Expr *expression) {
    expression = stripped(expression);
    if (const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(expression)) {
      const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
      return variable && variable->hasLocalStorage() && variable->getInit() &&
             isPlaceInGrid(variable->getInit());
    }
    return expression && names(expression, "blockIdx");
  }

  static bool isZero(const Expr *expression) {
    const auto *number = llvm::dyn_cast<IntegerLiteral>(expression->IgnoreParenImpCasts());
    return number && number->getValue() == 0;
  }

  /// `lane`, `warpId`, `__shfl_down_sync`, but no plane.
  static bool isOfLanes(llvm::StringRef name) {
    const std::string lower = name.lower();
    const llvm::StringRef words = lower;
    for (std::size_t at = words.find("lane"); at != llvm::StringRef::npos;
         at = words.find("lane", at + 1))
      if (at == 0 || words[at - 1] != 'p')
        return true;
    return llvm::any_of(llvm::ArrayRef<llvm::StringRef>{"warp", "wavefront", "shfl", "shuffle",
                                                        "ballot", "activemask"},
                        [&](llvm::StringRef one) { return words.contains(one); });
  }

  /// Does the function name lanes or warps, or anything that they have in common, be it a macro's
  /// name? Else 32 may be the columns of a table, or the bits of a word.
  bool worksWithLanes(const FunctionDecl &function) {
    const auto [known, isNew] = worksWithLanes_.try_emplace(&function, false);
    if (!isNew)
      return known->second;
    // Kernels are named after what they are for: to warp an image, too.
    if (!function.hasAttr<CUDAGlobalAttr>() && function.getDeclName().isIdentifier() &&
        isOfLanes(function.getName()))
      return known->second = true;
    const SourceManager &sources = function.getASTContext().getSourceManager();
    const LangOptions &language = function.getASTContext().getLangOpts();
    const CharSourceRange written = Lexer::makeFileCharRange(
        CharSourceRange::getTokenRange(function.getSourceRange()), sources, language);
    if (written.isInvalid())
      return false;
    const auto [file, begin] = sources.getDecomposedLoc(written.getBegin());
    const unsigned end = sources.getFileOffset(written.getEnd());
    const llvm::StringRef buffer = sources.getBufferData(file);
    Lexer lexer(sources.getLocForStartOfFile(file), language, buffer.begin(),
                buffer.begin() + begin, buffer.end());
    Token token;
    for (lexer.LexFromRawLexer(token);
         token.isNot(tok::eof) && sources.getFileOffset(token.getLocation()) < end;
         lexer.LexFromRawLexer(token))
      if (token.is(tok::raw_identifier) && token.getLocation() != function.getLocation() &&
          isOfLanes(token.getRawIdentifier()))
        return known->second = true;
    return false;
  }

  static bool names(const Stmt *statement, llvm::StringRef name) {
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(statement))
      return reference->getDecl()->getDeclName().isIdentifier() &&
             reference->getDecl()->getName() == name;
    if (const auto *opaque = llvm::dyn_cast<OpaqueValueExpr>(statement))
      return opaque->getSourceExpr() && names(opaque->getSourceExpr(), name);
    if (const auto *property = llvm::dyn_cast<MSPropertyRefExpr>(statement))
      return names(property->getBaseExpr(), name);
    return llvm::any_of(statement->children(),
                        [&](const Stmt *child) { return child && names(child, name); });
  }

  const FunctionDecl *function_ = nullptr;
  llvm::SmallPtrSet<const Expr *, 4> others_; ///< that have another reason for 32
  llvm::SmallPtrSet<const Expr *, 4> first_;  ///< that are asked whether they are zero
  llvm::DenseMap<const FunctionDecl *, bool> worksWithLanes_;
};

bool includesHip(llvm::StringRef text) {
  return text.contains("#include <hip/") || text.contains("#include \"hip/");
}

bool speaksOfHip(llvm::StringRef condition) {
  return condition.contains("__HIP") || condition.contains("_HIP") || condition.contains("HIP_") ||
         condition.contains("HIPCC") || condition.contains("ROCM") || condition.contains("HIPBLAS");
}

bool asksForVersion(llvm::StringRef condition) {
  return condition.contains("VERSION") || condition.contains("CUDACC_VER");
}

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

class Collector {
public:
  Collector(ASTContext &context, const Options &options)
      : context_(context), options_(options),
        conditionals_(context.getSourceManager(), context.getLangOpts()) {
    for (Decl *declaration :
         options.withFeatures ? options.withFeatures() : context.getTraversalScope())
      if (declaration->getLocation().isInvalid() ||
          options.isProjectFile(declaration->getLocation()))
        declarations_.push_back(declaration);
  }

  std::vector<Site> run(const std::vector<unsigned> &targets) {
    if (!targets.empty())
      addInstructions(*std::ranges::min_element(targets));
    addInterfaces();
    addWarpSizes();
    return std::move(sites_);
  }

private:
  Site &addSite(SourceRange range, const std::string &op, llvm::StringRef group) {
    Site &site = sites_.emplace_back();
    site.kind = SiteKind::Feature;
    site.span = simt::spanOf(context_, range, options_.displayPath);
    site.op = op;
    site.evidence["group"] = group.str();
    return site;
  }

  void addInstructions(unsigned target) {
    Reached reached(context_);
    for (const FunctionDecl *kernel : simt::kernelBodies(
             options_.ofKernels ? options_.ofKernels() : context_.getTraversalScope(),
             options_.isProjectFile))
      reached.enter(kernel);
    llvm::DenseSet<SourceLocation> seen;
    for (const Reached::Use &use : reached.uses) {
      const SourceLocation place = use.code->getAsmLoc();
      const auto newest = newestIn(use.code->getAsmString()->getString());
      if (!newest || newest->second <= target || !options_.isProjectFile(place) ||
          !conditionals_.around(place).empty() || !seen.insert(place).second)
        continue;
      Site &site = addSite(use.code->getSourceRange(), newest->first, "instruction");
      site.kernel = use.function->hasAttr<CUDAGlobalAttr>() ? use.function->getNameAsString() : "";
      site.evidence["needs"] = "sm_" + std::to_string(newest->second);
      site.evidence["needs_number"] = static_cast<std::int64_t>(newest->second);
      site.evidence["target"] = "sm_" + std::to_string(target);
      site.evidence["target_number"] = static_cast<std::int64_t>(target);
    }
  }

  void addInterfaces() {
    InterfaceSearch search(options_.isProjectFile);
    for (Decl *declaration : declarations_)
      search.TraverseDecl(declaration);
    std::map<std::pair<const FunctionDecl *, std::string>, std::size_t> siteOf;
    for (const InterfaceSearch::Use &use : search.uses) {
      const SourceLocation place = use.range.getBegin();
      const bool ofReference = use.what && llvm::StringRef(use.what->state).contains("12.0");
      // The declaration speaks for what is done with it.
      if (!options_.isProjectFile(place) || (ofReference && search.declaresReferences) ||
          llvm::any_of(conditionals_.around(place), asksForVersion))
        continue;
      const auto [found, isNew] = siteOf.try_emplace({use.function, use.name}, sites_.size());
      if (!isNew) {
        countOneMore(sites_[found->second]);
        continue;
      }
      Site &site = addSite(use.range, use.name, "interface");
      site.evidence["state"] = use.what ? use.what->state.str() : "removed in CUDA 12.0";
      site.evidence["instead"] =
          use.what ? use.what->instead.str() : "a texture object: cudaCreateTextureObject";
      site.evidence["is_reference"] = use.what == nullptr;
      site.evidence["more"] = std::int64_t{0};
    }
  }

  static void countOneMore(Site &site) {
    EvidenceValue &more = site.evidence["more"];
    more = std::get<std::int64_t>(more) + 1;
  }

  void addWarpSizes() {
    const SourceManager &sources = context_.getSourceManager();
    WarpSizeSearch search;
    for (Decl *declaration : declarations_)
      search.TraverseDecl(declaration);
    std::map<const FunctionDecl *, std::size_t> siteOf;
    for (const WarpSizeSearch::Use &use : search.uses) {
      const SourceLocation place = use.expression->getBeginLoc();
      const FileID file = sources.getFileID(sources.getFileLoc(place));
      // A part for one of both may count on the size of its warps.
      if (!options_.isProjectFile(place) || !isForHip(file) ||
          llvm::any_of(conditionals_.around(place), [](const std::string &condition) {
            return speaksOfHip(condition) || llvm::StringRef(condition).contains("CUDA");
          }))
        continue;
      const auto [found, isNew] = siteOf.try_emplace(use.function, sites_.size());
      if (!isNew) {
        countOneMore(sites_[found->second]);
        continue;
      }
      Site &site = addSite(use.expression->getSourceRange(), "32", "warp size");
      site.expr =
          Lexer::getSourceText(CharSourceRange::getTokenRange(use.expression->getSourceRange()),
                               sources, context_.getLangOpts())
              .str();
      site.evidence["more"] = std::int64_t{0};
    }
  }

  bool isForHip(FileID file) {
    if (llvm::any_of(conditionals_.of(file), speaksOfHip))
      return true;
    const auto text = context_.getSourceManager().getBufferDataOrNone(file);
    return text && includesHip(*text);
  }

  ASTContext &context_;
  const Options &options_;
  Conditionals conditionals_;
  std::vector<Decl *> declarations_;
  std::vector<Site> sites_;
};

} // namespace

bool mayHoldFeatures(ASTContext &context, Decl &declaration, const Options &options) {
  InterfaceSearch interfaces(options.isProjectFile);
  interfaces.TraverseDecl(&declaration);
  if (!interfaces.uses.empty())
    return true;
  WarpSizeSearch sizes;
  sizes.TraverseDecl(&declaration);
  const SourceManager &sources = context.getSourceManager();
  return llvm::any_of(sizes.uses, [&](const WarpSizeSearch::Use &use) {
    const auto text = sources.getBufferDataOrNone(
        sources.getFileID(sources.getFileLoc(use.expression->getBeginLoc())));
    return text && (speaksOfHip(*text) || includesHip(*text));
  });
}

std::vector<Site> features(ASTContext &context, const Options &options,
                           const std::vector<unsigned> &targets) {
  return Collector(context, options).run(targets);
}

} // namespace warplint::usage
