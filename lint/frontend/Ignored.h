//===- Ignored.h - what git leaves out -------------------------*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_IGNORED_H
#define WARPLINT_FRONTEND_IGNORED_H

#include "llvm/ADT/StringRef.h"

#include <set>
#include <string>

namespace warplint::frontend {

/// Files and folders (absolute, without a slash behind them) below `folder` that git ignores and
/// does not track. Git itself is asked, as nobody else knows all its rules; empty where there is
/// no git, or no repository that it would speak for.
std::set<std::string> ignoredBelow(llvm::StringRef folder);

} // namespace warplint::frontend

#endif
