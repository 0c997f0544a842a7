//===- Compute.cpp --------------------------------------------------------===//

#include "lint/compute/Compute.h"

#include "lint/compute/Chains.h"
#include "lint/compute/MatrixProducts.h"
#include "lint/compute/Promotion.h"
#include "lint/compute/SlowMath.h"

#include "llvm/ADT/STLExtras.h"

namespace warplint::compute {

std::vector<Site> arithmetic(clang::ASTContext &context, const Options &options) {
  std::vector<Site> sites = promotions(context, options);
  for (auto *more : {slowMath, matrixProducts, chains})
    llvm::append_range(sites, more(context, options));
  llvm::stable_sort(sites, [](const Site &a, const Site &b) { return a.span < b.span; });
  return sites;
}

} // namespace warplint::compute
