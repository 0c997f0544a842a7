//===- Features.h - what not every target or Toolkit has -------*- C++ -*-===//
//
// A site for each use of an instruction that the targets lack, of an interface
// that the Toolkit has removed or emptied, and of the number 32 where code for
// other makers' chips means the size of a warp.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_USAGE_FEATURES_H
#define WARPLINT_USAGE_FEATURES_H

#include "lint/usage/HostCalls.h"

#include <string>
#include <vector>

namespace warplint::usage {

/// `targets`: chips that the code is compiled for, as 90 for sm_90; empty where nobody said.
std::vector<Site> features(clang::ASTContext &context, const Options &options,
                           const std::vector<unsigned> &targets);

/// True if features() may report something that stands in the declaration itself.
bool mayHoldFeatures(clang::ASTContext &context, clang::Decl &declaration, const Options &options);

} // namespace warplint::usage

#endif
