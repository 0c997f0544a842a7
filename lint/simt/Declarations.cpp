//===- Declarations.cpp ---------------------------------------------------===//

#include "lint/simt/Declarations.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <utility>

namespace warplint::simt {

using namespace clang;

namespace {

/// As it is written, where it is a member of a class that was made of a template.
const ClassTemplateDecl *asWritten(const ClassTemplateDecl *pattern) {
  while (const ClassTemplateDecl *from = pattern->getInstantiatedFromMemberTemplate())
    pattern = from;
  return pattern->getCanonicalDecl();
}

class WrittenSearch : public DeclarationVisitor<WrittenSearch> {
public:
  explicit WrittenSearch(WrittenKernels &written) : written_(written) {}

  bool VisitFunctionDecl(FunctionDecl *function) {
    if (!function->hasAttr<CUDAGlobalAttr>())
      return true;
    written_.kernels.push_back(function);
    if (function->getDeclContext()->isDependentContext())
      addClassesOf(*function);
    return true;
  }

private:
  void addClassesOf(const FunctionDecl &function) {
    for (const DeclContext *context = function.getDeclContext(); !context->isFileContext();
         context = context->getParent())
      if (const auto *record = llvm::dyn_cast<CXXRecordDecl>(context)) {
        const auto *special = llvm::dyn_cast<ClassTemplateSpecializationDecl>(record);
        if (const ClassTemplateDecl *pattern =
                special ? special->getSpecializedTemplate() : record->getDescribedClassTemplate())
          written_.classTemplates.insert(asWritten(pattern));
      }
  }

  WrittenKernels &written_;
};

/// Of the instantiations of class templates, which are most of what there is, it looks into those
/// of `classTemplates` only.
class KernelSearch : public DeclarationVisitor<KernelSearch> {
public:
  explicit KernelSearch(const WrittenKernels &written) : written_(written) {}

  std::vector<const FunctionDecl *> kernels;

  bool shouldVisitTemplateInstantiations() const { return looksInto_; }

  bool TraverseClassTemplateDecl(ClassTemplateDecl *pattern) {
    return traverse(looksInto_ || holdsKernels(*pattern),
                    [&] { return RecursiveASTVisitor::TraverseClassTemplateDecl(pattern); });
  }
  bool TraverseClassTemplateSpecializationDecl(ClassTemplateSpecializationDecl *special) {
    return traverse(looksInto_ || holdsKernels(*special->getSpecializedTemplate()), [&] {
      return RecursiveASTVisitor::TraverseClassTemplateSpecializationDecl(special);
    });
  }
  bool TraverseFunctionTemplateDecl(FunctionTemplateDecl *pattern) {
    return traverse(pattern->getTemplatedDecl()->hasAttr<CUDAGlobalAttr>(),
                    [&] { return RecursiveASTVisitor::TraverseFunctionTemplateDecl(pattern); });
  }

  bool VisitFunctionDecl(FunctionDecl *function) {
    if (function->hasAttr<CUDAGlobalAttr>() && !function->isDependentContext() &&
        function->doesThisDeclarationHaveABody())
      kernels.push_back(function);
    return true;
  }

private:
  bool holdsKernels(const ClassTemplateDecl &pattern) const {
    return written_.classTemplates.contains(asWritten(&pattern));
  }

  bool traverse(bool looksInto, llvm::function_ref<bool()> how) {
    const bool before = std::exchange(looksInto_, looksInto);
    const bool goesOn = how();
    looksInto_ = before;
    return goesOn;
  }

  const WrittenKernels &written_;
  bool looksInto_ = false;
};

template <typename Visitor>
void visitTop(Visitor &visitor, llvm::ArrayRef<Decl *> scope,
              const std::function<bool(SourceLocation)> &isOfInterest) {
  for (Decl *declaration : scope)
    if (declaration->getLocation().isInvalid() || isOfInterest(declaration->getLocation()))
      visitor.TraverseDecl(declaration);
}

} // namespace

WrittenKernels writtenKernels(Decl &declaration) {
  WrittenKernels written;
  WrittenSearch(written).TraverseDecl(&declaration);
  return written;
}

std::vector<const FunctionDecl *>
kernelBodies(llvm::ArrayRef<Decl *> scope,
             const std::function<bool(SourceLocation)> &isOfInterest) {
  WrittenKernels written;
  WrittenSearch ofWritten(written);
  visitTop(ofWritten, scope, isOfInterest);
  KernelSearch search(written);
  if (!written.kernels.empty())
    visitTop(search, scope, isOfInterest);
  return std::move(search.kernels);
}

std::optional<clang::CharSourceRange> useOfMacro(const clang::SourceManager &sources,
                                                 clang::SourceRange range) {
  const clang::SourceLocation first = range.getBegin(), last = range.getEnd();
  if (!first.isMacroID() || !last.isMacroID() ||
      sources.getExpansionLoc(first) != sources.getExpansionLoc(last))
    return std::nullopt;
  // Through macros in macros, what was handed over stands in the text of the use.
  const auto isHandedOver = [&](clang::SourceLocation place) {
    return sources.getFileLoc(place) != sources.getExpansionLoc(place);
  };
  return sources.isMacroArgExpansion(first) != sources.isMacroArgExpansion(last) ||
                 isHandedOver(first) != isHandedOver(last)
             ? std::optional(sources.getExpansionRange(range))
             : std::nullopt;
}

std::optional<clang::CharSourceRange> headOfRangeFor(const clang::SourceManager &sources,
                                                     clang::SourceRange range) {
  if (range.getBegin() != range.getEnd() || !range.getBegin().isFileID())
    return std::nullopt;
  const auto [file, colon] = sources.getDecomposedLoc(range.getBegin());
  const auto buffer = sources.getBufferDataOrNone(file);
  if (!buffer || colon >= buffer->size() || (*buffer)[colon] != ':')
    return std::nullopt;
  // From there to both parentheses, over those that stand between.
  const auto isBracket = [](char c, llvm::StringRef which) { return which.contains(c); };
  std::size_t begin = colon, end = colon;
  for (unsigned depth = 0; begin > 0; --begin) {
    depth += isBracket((*buffer)[begin - 1], ")]}");
    if (isBracket((*buffer)[begin - 1], "([{") && depth-- == 0)
      break;
  }
  for (unsigned depth = 0; end < buffer->size(); ++end) {
    depth += isBracket((*buffer)[end], "([{");
    if (isBracket((*buffer)[end], ")]}") && depth-- == 0)
      break;
  }
  const clang::SourceLocation start = sources.getLocForStartOfFile(file);
  return clang::CharSourceRange::getCharRange(
      start.getLocWithOffset(static_cast<clang::SourceLocation::IntTy>(begin)),
      start.getLocWithOffset(static_cast<clang::SourceLocation::IntTy>(end)));
}

const clang::Expr *onlyReturned(const clang::CallExpr &call) {
  const FunctionDecl *callee = call.getDirectCallee();
  const auto *body =
      callee ? llvm::dyn_cast_or_null<clang::CompoundStmt>(callee->getBody()) : nullptr;
  const auto *result =
      body && body->size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body->body_front()) : nullptr;
  return result ? result->getRetValue() : nullptr;
}

bool isGridConstant(const ParmVarDecl &parameter) {
  const auto *function = llvm::dyn_cast<FunctionDecl>(parameter.getDeclContext());
  if (!function)
    return false;
  // An attribute may stand before all that Clang takes for the declaration.
  const unsigned index = parameter.getFunctionScopeIndex();
  const SourceManager &sources = parameter.getASTContext().getSourceManager();
  const SourceLocation begin = sources.getExpansionLoc(
      index > 0 ? function->getParamDecl(index - 1)->getEndLoc() : function->getLocation());
  const SourceLocation end = sources.getExpansionLoc(parameter.getLocation());
  if (begin.isInvalid() || sources.getFileID(begin) != sources.getFileID(end))
    return false;
  bool isInvalid = false;
  const llvm::StringRef text = sources.getBufferData(sources.getFileID(begin), &isInvalid);
  return !isInvalid && text.slice(sources.getFileOffset(begin), sources.getFileOffset(end))
                           .contains("__grid_constant__");
}

const VarDecl *followedIn(const Expr *expr) {
  while (expr) {
    expr = expr->IgnoreParenCasts();
    const auto *op = llvm::dyn_cast<UnaryOperator>(expr);
    const auto *sum = llvm::dyn_cast<BinaryOperator>(expr);
    if (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(expr))
      expr = subscript->getBase();
    else if (op && op->getOpcode() == UO_Deref)
      expr = op->getSubExpr();
    else if (sum && sum->isAdditiveOp())
      expr = sum->getLHS();
    else
      break;
  }
  const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(expr);
  return reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
}

} // namespace warplint::simt
