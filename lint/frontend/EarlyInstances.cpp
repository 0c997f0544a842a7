//===- EarlyInstances.cpp --------------------------------------*- C++ -*-===//
#include "lint/frontend/EarlyInstances.h"

#include "lint/frontend/HostAlgorithms.h"
#include "lint/simt/UnitScope.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TemplateInstCallback.h"

#include <utility>

namespace warplint::frontend {

namespace {

/// Headers that would instantiate for ever are not to be read for ever.
class Limit : public clang::TemplateInstantiationCallback {
public:
  explicit Limit(clang::CompilerInstance &compiler) : compiler_(compiler) {}

  void initialize(const clang::Sema &) override {}
  void finalize(const clang::Sema &) override {}
  void atTemplateBegin(const clang::Sema &sema,
                       const clang::Sema::CodeSynthesisContext &) override {
    const std::size_t size = sema.getASTContext().getASTAllocatedMemory();
    if (before_ == 0)
      before_ = size;
    if (size - before_ > most) // an error, which says that what is written is of no use
      compiler_.getLangOpts().InstantiationDepth = 0;
  }
  void atTemplateEnd(const clang::Sema &, const clang::Sema::CodeSynthesisContext &) override {}

private:
  static constexpr std::size_t most = 512U << 20; // bytes of syntax tree
  clang::CompilerInstance &compiler_;
  std::size_t before_ = 0;
};

} // namespace

/// Neither it nor what it is within, nor what these are made for, is the project's.
bool EarlyInstances::isOfLibraries(const clang::Decl &declaration) {
  const clang::SourceManager &sources = sema_->getSourceManager();
  const auto areOfLibraries = [this](llvm::ArrayRef<clang::TemplateArgument> arguments) {
    return llvm::all_of(arguments, [this](const auto &one) { return isOfLibraries(one); });
  };
  for (const clang::Decl *at = &declaration; !llvm::isa<clang::TranslationUnitDecl>(at);
       at = llvm::cast<clang::Decl>(at->getDeclContext())) {
    if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(at))
      continue;
    if (at->getLocation().isValid() && project_.hold(sources, at->getLocation()))
      return false;
    if (const auto *record = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(at);
        record && !areOfLibraries(record->getTemplateArgs().asArray()))
      return false;
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(at))
      if (const auto *arguments = function->getTemplateSpecializationArgs();
          arguments && !areOfLibraries(arguments->asArray()))
        return false;
  }
  return true;
}

bool EarlyInstances::isOfLibraries(clang::QualType given) {
  const clang::QualType type = given.getCanonicalType();
  if (type->isBuiltinType())
    return true;
  if (const clang::TagDecl *tag = type->getAsTagDecl())
    return isOfLibraries(*tag);
  if (type->isPointerType() || type->isReferenceType())
    return isOfLibraries(type->getPointeeType());
  if (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
    return isOfLibraries(array->getElementType());
  if (const auto *function = type->getAs<clang::FunctionProtoType>())
    return isOfLibraries(function->getReturnType()) &&
           llvm::all_of(function->param_types(),
                        [this](clang::QualType one) { return isOfLibraries(one); });
  return false; // not known to be
}

bool EarlyInstances::isOfLibraries(const clang::TemplateArgument &argument) {
  switch (argument.getKind()) {
  case clang::TemplateArgument::Type:
    return isOfLibraries(argument.getAsType());
  case clang::TemplateArgument::Integral:
  case clang::TemplateArgument::NullPtr:
    return true;
  case clang::TemplateArgument::Declaration:
    return isOfLibraries(*argument.getAsDecl());
  case clang::TemplateArgument::Template: {
    const clang::TemplateDecl *named = argument.getAsTemplate().getAsTemplateDecl();
    return named && isOfLibraries(*named);
  }
  case clang::TemplateArgument::Pack:
    return llvm::all_of(argument.pack_elements(),
                        [this](const auto &one) { return isOfLibraries(one); });
  default:
    return false;
  }
}

/// Called when an instantiation has just been put last in the queue.
void EarlyInstances::HandleCXXImplicitFunctionInstantiation(clang::FunctionDecl *function) {
  if (!isInstantiating_) {
    leaveToHost(*sema_, *function, project_);
    return;
  }
  asked_.push_back(function);
  auto &pending = sema_->PendingInstantiations;
  if (!pending.empty() && pending.back().first == function &&
      (function->hasAttr<clang::CUDAGlobalAttr>() || !isOfLibraries(*function)))
    pending.pop_back();
}

void EarlyInstances::HandleTranslationUnit(clang::ASTContext &) {
  const std::size_t errors = unit_.errors.size();
  const auto everywhere = [](clang::SourceLocation) { return true; };
  const bool heldBack = holdsBackErrors(*sema_, everywhere);
  auto &pending = sema_->PendingInstantiations;
  std::remove_reference_t<decltype(pending)> left;
  for (auto &entry : std::exchange(pending, {})) {
    auto *function = llvm::dyn_cast<clang::FunctionDecl>(entry.first);
    const bool isKernel = entry.first->hasAttr<clang::CUDAGlobalAttr>();
    if (!isKernel && isOfLibraries(*entry.first)) {
      if (function)
        asked_.push_back(function);
      pending.push_back(entry);
    } else {
      left.push_back(entry);
    }
  }
  sema_->TemplateInstCallbacks.push_back(std::make_unique<Limit>(unit_.compiler));
  {
    const simt::UnitScope scope(*sema_);
    isInstantiating_ = true;
    sema_->PerformPendingInstantiations();
    isInstantiating_ = false;
  }
  sema_->TemplateInstCallbacks.pop_back();
  for (clang::FunctionDecl *function : asked_)
    if (!function->isDefined())
      left.emplace_back(function, function->getPointOfInstantiation());
  pending = std::move(left);
  failed_ = unit_.errors.size() > errors || (!heldBack && holdsBackErrors(*sema_, everywhere));
}

} // namespace warplint::frontend
