//===- SharedCapacity.h - how much shared memory launches want -*- C++ -*-===//
#ifndef WARPLINT_SIMT_SHAREDCAPACITY_H
#define WARPLINT_SIMT_SHAREDCAPACITY_H

#include "lint/simt/LaunchShape.h"
#include "lint/simt/Sites.h"

namespace warplint::simt {

/// Bytes of the static shared arrays of a kernel, by its canonical declaration.
using StaticShared = std::map<const clang::FunctionDecl *, std::uint64_t>;

/// One site (op "launch") for each launch whose dynamic shared memory is known: what it asks for,
/// what the program has allowed the kernel, and what the chip has.
std::vector<Site> sharedRequests(clang::ASTContext &context, const std::vector<Launch> &launches,
                                 const StaticShared &staticShared, const DisplayPath &displayPath);

/// Most shared memory of one block, in bytes, on a chip by its name ("sm_90"); none for a name
/// that is not known.
std::optional<std::int64_t> sharedLimit(llvm::StringRef arch);

} // namespace warplint::simt

#endif
