//===- Compute.cpp --------------------------------------------------------===//

#include "lint/compute/Compute.h"

#include "lint/compute/Chains.h"
#include "lint/compute/MatrixProducts.h"
#include "lint/compute/Promotion.h"
#include "lint/compute/SlowMath.h"
#include "lint/simt/Declarations.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <tuple>

namespace warplint::compute {

std::vector<Site> arithmetic(clang::ASTContext &context, const Options &given) {
  // Asked of every call: once for each file will do.
  Options options = given;
  llvm::DenseMap<clang::FileID, bool> known;
  options.isProjectFile = [&](clang::SourceLocation location) {
    const clang::SourceManager &sources = context.getSourceManager();
    const auto [found, isNew] =
        known.try_emplace(sources.getFileID(sources.getFileLoc(location)), false);
    if (isNew)
      found->second = given.isProjectFile(location);
    return found->second;
  };
  const Kernels kernels = simt::kernelBodies(
      options.ofKernels ? options.ofKernels() : context.getTraversalScope(), options.isProjectFile);
  std::vector<Site> sites;
  KnownUses uses;
  for (auto *look : {promotions, slowMath, matrixProducts, chains})
    llvm::append_range(sites, look(context, options, kernels, uses));
  llvm::sort(sites, [](const Site &a, const Site &b) {
    return std::tie(a.span, a.op, a.kernel) < std::tie(b.span, b.op, b.kernel);
  });
  return sites;
}

} // namespace warplint::compute
