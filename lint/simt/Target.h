//===- Target.h - the chip that code is compiled for -----------*- C++ -*-===//
#ifndef WARPLINT_SIMT_TARGET_H
#define WARPLINT_SIMT_TARGET_H

#include "clang/AST/ASTContext.h"
#include "clang/Basic/TargetInfo.h"

namespace warplint::simt {

/// Ten times the compute capability, as in the name of the target: 90 for "sm_90" and "sm_90a".
/// None where the code is compiled for no GPU.
inline std::optional<unsigned> targetCapability(const clang::ASTContext &context) {
  llvm::StringRef chip = context.getTargetInfo().getTargetOpts().CPU;
  unsigned number = 0;
  if (!chip.consume_front("sm_") || chip.consumeInteger(10, number))
    return std::nullopt;
  return number;
}

} // namespace warplint::simt

#endif
