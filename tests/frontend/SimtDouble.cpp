//===- SimtDouble.cpp - stands in for the SIMT analysis --------*- C++ -*-===//
//
// Linked in place of lint/simt so that tests of the front end see what the
// front end hands over, and can make a worker misbehave. A kernel's name says
// what happens: double_abort, double_loop, double_allocate, double_recurse, and double_precompiled,
// which aborts where a precompiled preamble is used.
//
//===----------------------------------------------------------------------===//
#include "lint/simt/Analysis.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"

#include <cstdlib>
#include <memory>
#include <set>

namespace warplint::simt {
namespace {

// Opaque to the optimiser: the recursion must really use the stack.
[[gnu::noinline]] int recurse(int depth) {
  volatile int kept = depth;
  return kept < 0 ? 0 : recurse(depth + 1) + kept;
}

void misbehave(const std::string &name, const clang::ASTContext &context) {
  if (name == "double_abort" || (name == "double_precompiled" && context.getExternalSource()))
    std::abort();
  if (name == "double_recurse")
    recurse(0);
  if (name == "double_loop")
    for (volatile int forever = 1; forever;) {
    }
  if (name == "double_allocate")
    for (std::vector<std::unique_ptr<char[]>> all;;)
      all.push_back(std::make_unique<char[]>(64 << 20));
}

/// One kernel site for each kernel of the project, which says whether a run of it was kept;
/// `launch_NAME` counts as a launch of NAME with 96 threads.
class Visitor : public clang::RecursiveASTVisitor<Visitor> {
public:
  Visitor(clang::SourceManager &sources, const Options &options, Result &result)
      : sources_(sources), options_(options), result_(result) {}

  bool shouldVisitTemplateInstantiations() const { return false; }

  bool VisitFunctionDecl(clang::FunctionDecl *function) {
    if (!function->isThisDeclarationADefinition() ||
        !options_.isProjectFile(function->getLocation()))
      return true;
    const std::string name = function->getNameAsString();
    if (llvm::StringRef(name).starts_with("launch_")) {
      LaunchRecord launch;
      launch.kernel = name.substr(7);
      launch.block = {96, 1, 1};
      result_.launches.push_back(std::move(launch));
    }
    if (!function->hasAttr<clang::CUDAGlobalAttr>())
      return true;
    misbehave(name, function->getASTContext());
    if (isUnused(*function) && !options_.isRunUnused(function->getLocation(), name))
      result_.unusedTemplates.push_back({name, function->getLocation(), {}, /*wasTried=*/false});
    else
      addKernel(function, name);
    return true;
  }

  bool VisitVarDecl(clang::VarDecl *variable) {
    if (!options_.isProjectFile(variable->getLocation()) || result_.sites.empty())
      return true;
    const auto *annotation = variable->getAttr<clang::AnnotateAttr>();
    const bool shared = variable->hasAttr<clang::CUDASharedAttr>() ||
                        (annotation && annotation->getAnnotation() == "warplint_shared");
    if (shared && !variable->isInvalidDecl())
      result_.sites.back().evidence["shared_" + variable->getNameAsString()] = true;
    return true;
  }

private:
  /// Were runs of the kernel kept, of all of its instances if it has some? They are from now on.
  bool isKept(const clang::FunctionDecl &kernel) {
    std::vector<const clang::FunctionDecl *> bodies{&kernel};
    if (const clang::FunctionTemplateDecl *pattern = kernel.getDescribedFunctionTemplate())
      bodies = {pattern->spec_begin(), pattern->spec_end()};
    bool areAll = true;
    for (const clang::FunctionDecl *body : bodies) {
      if (options_.keptRuns->find(*body, "asked"))
        continue;
      areAll = false;
      options_.keptRuns->keep(*body, "asked", KernelRun());
    }
    return areAll;
  }

  static bool isUnused(const clang::FunctionDecl &function) {
    const clang::FunctionTemplateDecl *pattern = function.getDescribedFunctionTemplate();
    return pattern && pattern->specializations().empty();
  }

  void addKernel(clang::FunctionDecl *function, const std::string &name) {
    ++result_.kernels;
    const clang::PresumedLoc place =
        sources_.getPresumedLoc(sources_.getFileLoc(function->getLocation()));
    Site site;
    site.kernel = name;
    site.span = {options_.displayPath(place.getFilename()), place.getLine(), place.getColumn(),
                 place.getLine(), place.getColumn()};
    site.evidence["launches_elsewhere"] =
        static_cast<std::int64_t>(options_.launchesElsewhere.size());
    site.evidence["errors"] = static_cast<std::int64_t>(options_.errors.size());
    if (options_.keptRuns)
      site.evidence["kept"] = isKept(*function);
    result_.sites.push_back(std::move(site));
    result_.kernelsWithAssumedShape.push_back(name);
  }

  clang::SourceManager &sources_;
  const Options &options_;
  Result &result_;
};

} // namespace

Result analyse(clang::Sema &sema, const Options &options) {
  Result result;
  Visitor(sema.getSourceManager(), options, result)
      .TraverseDecl(sema.getASTContext().getTranslationUnitDecl());
  return result;
}

} // namespace warplint::simt
