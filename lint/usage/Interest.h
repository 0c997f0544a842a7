//===- Interest.h - which declarations are worth a look --------*- C++ -*-===//
//
// Most of what headers declare cannot matter to who looks for kernels, launches
// and calls of CUDA. Where headers are kept as a precompiled header, what matters
// is found out once, so that the rest need not be read again for each file.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_USAGE_INTEREST_H
#define WARPLINT_USAGE_INTEREST_H

#include "lint/usage/HostCalls.h"

#include <vector>

namespace warplint::usage {

/// A declaration of a namespace or a file, that walks look into or leave out as a whole.
struct Piece {
  clang::Decl *declaration = nullptr;
  bool isOfInterest = false;
};

/// The pieces of the traversal scope, in order. Of interest are those that hold, or that lead to by
/// names that are understood as they are written,
///  - kernels, launches, and calls of CUDA's interface and of CUB's;
///  - variables of the program that may change, and functions that are defined elsewhere;
///  - what features() reports.
/// Instances of templates that do not exist yet are not known, nor what is a template's and defined
/// later: what they lead to is for who makes them.
std::vector<Piece> pieces(clang::ASTContext &context, const Options &options);

} // namespace warplint::usage

#endif
