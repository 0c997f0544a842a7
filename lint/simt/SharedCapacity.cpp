//===- SharedCapacity.cpp - how much shared memory launches want ----------===//

#include "lint/simt/SharedCapacity.h"

#include "lint/simt/AstVisitor.h"
#include "lint/simt/Integers.h"

#include "lint/simt/Interpreter.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"
#include "llvm/ADT/StringSwitch.h"

namespace warplint::simt {

using namespace clang;

namespace {

/// What a block may have unless the program asks for more (CUDA C++ Programming Guide, section on
/// shared memory of each compute capability from 7.x: "Kernels relying on shared memory allocations
/// over 48 KB per block … require an explicit opt-in using cudaFuncSetAttribute()").
constexpr std::int64_t withoutAsking = 48 * 1024;

const FunctionDecl *canonical(const FunctionDecl *function) {
  return function ? function->getCanonicalDecl() : nullptr;
}

/// The kernel as written, of which templates are instantiated.
const FunctionDecl *patternOf(const FunctionDecl *function) {
  const FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  return canonical(pattern ? pattern : function);
}

/// What the program lets kernels have: calls of cudaFuncSetAttribute and its kin. A kernel whose
/// address goes anywhere else may be given more by whoever gets it; one whose address goes nowhere
/// is none of those that a function gives more to without naming them.
class Permissions : public AstVisitor {
public:
  explicit Permissions(ASTContext &context) : context_(context) {}
  bool shouldVisitTemplateInstantiations() const override { return true; }

  /// The Toolkit's own cudaFuncSetAttribute for any kernel hands it on: that says nothing.
  bool TraverseDecl(Decl *declaration) override {
    if (!declaration)
      return true;
    const auto *function = llvm::dyn_cast<NamedDecl>(declaration);
    if (function && function->getDeclName().isIdentifier() &&
        function->getName().contains("FuncSetAttribute"))
      return true;
    if (context_.getSourceManager().isInSystemHeader(declaration->getLocation()))
      return true;
    return AstVisitor::TraverseDecl(declaration);
  }

  bool TraverseCUDAKernelCallExpr(CUDAKernelCallExpr *call, Queue *) override {
    for (Expr *argument : call->arguments())
      TraverseStmt(argument);
    return true;
  }

  bool TraverseCallExpr(CallExpr *call, Queue *) override {
    if (asksForAttribute(call)) {
      permit(call);
      return true;
    }
    if (leavesAsItIs(calledName(call)))
      return true;
    return AstVisitor::TraverseCallExpr(call);
  }

  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    if (const auto *kernel = kernelOf(reference->getDecl()))
      open_.insert(patternOf(kernel));
    if (const auto named = namedBy_.find(reference->getDecl()); named != namedBy_.end())
      open_.insert(named->second.begin(), named->second.end());
    return true;
  }

  /// `auto kernel = attention<float, 128>;` is another name for it, as long as that is only
  /// launched and asked about.
  bool TraverseVarDecl(VarDecl *variable) override {
    const Expr *value = variable->hasLocalStorage() ? variable->getInit() : nullptr;
    if (value && !llvm::isa<CallExpr, LambdaExpr>(value->IgnoreParenImpCasts())) {
      Named named(namedBy_);
      named.TraverseStmt(const_cast<Expr *>(value));
      if (!named.kernels.empty() &&
          (variable->getType()->isFunctionPointerType() || value->isTypeDependent())) {
        namedBy_[variable] = std::move(named.kernels);
        return true;
      }
    }
    return AstVisitor::TraverseVarDecl(variable);
  }

  bool VisitOverloadExpr(OverloadExpr *overloads) override {
    for (const NamedDecl *declaration : overloads->decls())
      if (const auto *kernel = kernelOf(declaration->getUnderlyingDecl()))
        open_.insert(patternOf(kernel));
    return true;
  }

  /// `if (cudaFuncSetAttribute(…) != cudaSuccess) return`, or of a variable that holds the result.
  bool TraverseIfStmt(IfStmt *branch, Queue *) override {
    const bool goesOn = AstVisitor::TraverseIfStmt(branch);
    // A macro that checks any call ends the program as a rule: then this launch cannot work.
    if (branch->getIfLoc().isMacroID() || !branch->getCond() || !endsHere(branch->getThen()))
      return goesOn;
    Asked asked(*this);
    asked.TraverseStmt(branch->getCond());
    yields_.insert(asked.kernels.begin(), asked.kernels.end());
    return goesOn;
  }

  bool VisitVarDecl(VarDecl *variable) override {
    if (const Expr *value = variable->getInit())
      hold(variable, value);
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *assignment) override {
    if (assignment->getOpcode() == BO_Assign)
      if (const auto *target =
              llvm::dyn_cast<DeclRefExpr>(assignment->getLHS()->IgnoreParenImpCasts()))
        hold(target->getDecl(), assignment->getRHS());
    return true;
  }

  /// Where the chip does not have what was asked for, the program does something else.
  bool yields(const FunctionDecl *kernel) const { return yields_.contains(patternOf(kernel)); }

  /// Dynamic bytes that the program allows: at least those that need no asking. None where that
  /// is not known.
  std::optional<std::int64_t> dynamicBytes(const FunctionDecl *kernel,
                                           std::int64_t staticBytes) const {
    const FunctionDecl *pattern = patternOf(kernel);
    if (open_.contains(pattern))
      return std::nullopt;
    const auto permitted = permitted_.find(pattern);
    const std::int64_t most = withoutAsking - staticBytes;
    return permitted == permitted_.end() ? most : std::max(most, permitted->second);
  }

private:
  static const FunctionDecl *kernelOf(const Decl *declaration) {
    if (const auto *functionTemplate = llvm::dyn_cast_or_null<FunctionTemplateDecl>(declaration))
      declaration = functionTemplate->getTemplatedDecl();
    const auto *function = llvm::dyn_cast_or_null<FunctionDecl>(declaration);
    return function && function->hasAttr<CUDAGlobalAttr>() ? function : nullptr;
  }

  /// Of a function that a template has yet to choose as well.
  static llvm::StringRef calledName(const CallExpr *call) {
    if (const FunctionDecl *callee = call->getDirectCallee(); callee && callee->getIdentifier())
      return callee->getName();
    const auto *lookup = llvm::dyn_cast<UnresolvedLookupExpr>(call->getCallee());
    return lookup && lookup->getName().isIdentifier()
               ? lookup->getName().getAsIdentifierInfo()->getName()
               : "";
  }

  static bool asksForAttribute(const CallExpr *call) {
    return calledName(call).contains("FuncSetAttribute");
  }

  /// Takes a kernel and changes nothing of what it may have.
  static bool leavesAsItIs(llvm::StringRef name) {
    return name.contains("LaunchKernel") || name.contains("LaunchCooperativeKernel") ||
           name.contains("OccupancyMax") || name.contains("FuncGetAttributes") ||
           name.contains("FuncSetCacheConfig") || name.contains("FuncSetSharedMemConfig");
  }

  /// Kernels named in an expression; also where it has yet to be resolved.
  using ByVariable = std::map<const ValueDecl *, std::set<const FunctionDecl *>>;
  class Named : public AstVisitor {
  public:
    explicit Named(const ByVariable &named) : named_(named) {}
    std::set<const FunctionDecl *> kernels;
    bool VisitDeclRefExpr(DeclRefExpr *reference) override {
      if (const auto *kernel = kernelOf(reference->getDecl()))
        kernels.insert(patternOf(kernel));
      if (const auto named = named_.find(reference->getDecl()); named != named_.end())
        kernels.insert(named->second.begin(), named->second.end());
      return true;
    }
    bool VisitOverloadExpr(OverloadExpr *overloads) override {
      for (const NamedDecl *declaration : overloads->decls())
        if (const auto *kernel = kernelOf(declaration->getUnderlyingDecl()))
          kernels.insert(patternOf(kernel));
      return true;
    }

  private:
    const ByVariable &named_;
  };

  /// The kernels that a condition is about: it asks for their memory, or looks at how asking ended.
  class Asked : public AstVisitor {
  public:
    explicit Asked(const Permissions &permissions) : permissions_(permissions) {}
    std::set<const FunctionDecl *> kernels;
    bool VisitCallExpr(CallExpr *call) override {
      take(permissions_.askedFor(call));
      return true;
    }
    bool VisitDeclRefExpr(DeclRefExpr *reference) override {
      const auto held = permissions_.held_.find(reference->getDecl());
      if (held != permissions_.held_.end())
        take(held->second);
      return true;
    }

  private:
    void take(const std::set<const FunctionDecl *> &more) {
      kernels.insert(more.begin(), more.end());
    }
    const Permissions &permissions_;
  };

  /// The branch leaves the function, but not the program.
  static bool endsHere(const Stmt *branch) {
    if (const auto *block = llvm::dyn_cast_or_null<CompoundStmt>(branch))
      branch = block->body_empty() ? nullptr : block->body_back();
    return llvm::isa_and_nonnull<ReturnStmt, ContinueStmt, BreakStmt>(branch);
  }

  /// Kernels that a call asks for more dynamic shared memory of; none for other calls.
  std::set<const FunctionDecl *> askedFor(const CallExpr *call) const {
    constexpr unsigned needed = 3; // kernel, attribute, value
    if (!asksForAttribute(call) || call->getNumArgs() < needed ||
        isOfAnotherAttribute(call->getArg(1)))
      return {};
    Named named(namedBy_);
    named.TraverseStmt(const_cast<Expr *>(call->getArg(0)));
    return std::move(named.kernels);
  }

  void hold(const ValueDecl *variable, const Expr *value) {
    if (const auto *call = llvm::dyn_cast<CallExpr>(value->IgnoreParenImpCasts()))
      if (std::set<const FunctionDecl *> asked = askedFor(call); !asked.empty())
        held_[variable].merge(asked);
  }

  static bool isOfAnotherAttribute(const Expr *attribute) {
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(attribute->IgnoreParenCasts());
    const auto *constant =
        reference ? llvm::dyn_cast<EnumConstantDecl>(reference->getDecl()) : nullptr;
    return constant && !constant->getName().contains_insensitive("MaxDynamicShared") &&
           !constant->getName().contains_insensitive("MAX_DYNAMIC_SHARED");
  }

  void permit(const CallExpr *call) {
    const std::set<const FunctionDecl *> kernels = askedFor(call);
    if (kernels.empty())
      return;
    const Expr *value = call->getArg(2);
    Expr::EvalResult result;
    const bool known = !value->isValueDependent() && value->EvaluateAsInt(result, context_);
    for (const FunctionDecl *kernel : kernels) {
      if (!known) {
        open_.insert(kernel);
        continue;
      }
      std::int64_t &permitted = permitted_[kernel];
      permitted = std::max(permitted, int64Of(result.Val.getInt()));
    }
  }

  ASTContext &context_;
  std::set<const FunctionDecl *> open_;
  std::map<const FunctionDecl *, std::int64_t> permitted_;
  std::set<const FunctionDecl *> yields_;
  ByVariable held_;    ///< results of asking
  ByVariable namedBy_; ///< local variables that stand for kernels
};

/// Others may give it more: it is declared in a header, or its body is elsewhere.
bool isKnownElsewhere(ASTContext &context, const FunctionDecl *kernel) {
  const FunctionDecl *pattern = patternOf(kernel);
  const SourceManager &sources = context.getSourceManager();
  return !pattern->isDefined() ||
         !sources.isInMainFile(sources.getExpansionLoc(pattern->getLocation()));
}

} // namespace

std::optional<std::int64_t> sharedLimit(llvm::StringRef arch) {
  // CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": maximum amount
  // of shared memory per thread block. 5.x and 6.x give no more than 48 KiB.
  const std::int64_t kibibytes = llvm::StringSwitch<std::int64_t>(arch.rtrim("af"))
                                     .Cases("sm_50", "sm_52", "sm_53", 48)
                                     .Cases("sm_60", "sm_61", "sm_62", 48)
                                     .Cases("sm_70", "sm_72", 96)
                                     .Case("sm_75", 64)
                                     .Cases("sm_80", "sm_87", 163)
                                     .Cases("sm_86", "sm_89", 99)
                                     .Cases("sm_90", "sm_100", "sm_103", 227)
                                     .Cases("sm_120", "sm_121", 99)
                                     .Default(0);
  return kibibytes ? std::optional(kibibytes * 1024) : std::nullopt;
}

std::vector<Site> sharedRequests(ASTContext &context, const std::vector<Launch> &launches,
                                 const StaticShared &staticShared, const DisplayPath &displayPath) {
  std::vector<Site> sites;
  std::optional<Permissions> permissions;
  for (const Launch &launch : launches) {
    if (!launch.kernel || launch.sharedBytes.value_or(0) <= 0 || launch.sharedMayFit)
      continue;
    if (!permissions) {
      permissions.emplace(context);
      permissions->TraverseAST(context);
    }
    const auto found = staticShared.find(canonical(launch.kernel));
    const std::int64_t staticBytes =
        found == staticShared.end() ? 0 : static_cast<std::int64_t>(found->second);
    Site site;
    site.kind = SiteKind::SharedArray;
    site.span = spanOf(context, launch.range, displayPath);
    site.kernel = plainName(launch.kernel);
    site.op = "launch";
    site.expr = launch.kernel->getNameAsString();
    site.evidence["dynamic"] = true;
    site.evidence["dynamic_bytes"] = *launch.sharedBytes;
    site.evidence["static_bytes"] = staticBytes;
    site.evidence["total_bytes"] = staticBytes + *launch.sharedBytes;
    if (!isKnownElsewhere(context, launch.kernel))
      if (const auto dynamic = permissions->dynamicBytes(launch.kernel, staticBytes))
        site.evidence["allowed_bytes"] = staticBytes + *dynamic;
    const std::string &arch = context.getTargetInfo().getTargetOpts().CPU;
    if (const auto limit = sharedLimit(arch); limit && !permissions->yields(launch.kernel)) {
      site.evidence["arch"] = arch;
      site.evidence["limit_bytes"] = *limit;
    }
    if (launch.assumed || launch.gridAssumed) {
      site.confidence = Confidence::Likely;
      site.assumptions.push_back("the launch rests on a default or on which way a branch goes");
    }
    sites.push_back(std::move(site));
  }
  return sites;
}

} // namespace warplint::simt
