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
  /// Of those, in what way launches come about hangs on it: it holds or leads to launches, kernels,
  /// or variables that may change.
  bool bearsOnLaunches = false;
  bool leadsElsewhere = false;  ///< to functions that are declared only
  bool isOfKernels = false;     ///< it holds kernels, or is a template that these are members of
  bool mayCallOnDevice = false; ///< in device code, CUDA's interface
  bool mayHoldFeatures = false; ///< as features() reports
  /// Its functions that the host may run and that are of interest themselves, but those that are in
  /// another.
  std::vector<const clang::FunctionDecl *> hostFunctions = {};
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
