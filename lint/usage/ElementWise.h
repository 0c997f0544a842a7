//===- ElementWise.h - kernels whose threads keep to themselves -*- C++ -*-===//
//
// Where a kernel accesses the arrays it is handed, as text in which equal
// indices read equally, so that two kernels can be compared. Kernels that do
// anything by which threads could meet (shared memory, barriers, atomics,
// shuffles, functions that are not at hand) are not read.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_USAGE_ELEMENTWISE_H
#define WARPLINT_USAGE_ELEMENTWISE_H

#include "clang/AST/ASTContext.h"

#include <optional>
#include <string>
#include <vector>

namespace warplint::usage {

struct ElementAccess {
  unsigned parameter = 0; ///< the pointer, by its place among the kernel's parameters
  std::string index;      ///< in elements; empty: not known
  std::string guard;      ///< conditions around it that do not depend on data
  std::string type;       ///< of the element
  std::string field;      ///< ".position.x" where only that of the element is accessed
  std::int64_t bytes = 0; ///< that are accessed
  bool read = false;
  bool written = false;
  bool ofThread = false;    ///< the index is another one in each thread of the grid
  bool conditional = false; ///< it depends on data whether it happens
};

/// `arguments`: for each parameter what the host hands over, as text; a number where it is known.
/// Nothing where the kernel does more than to access elements and to compute.
std::optional<std::vector<ElementAccess>>
elementAccesses(clang::ASTContext &context, const clang::FunctionDecl &kernel,
                const std::vector<std::string> &arguments);

} // namespace warplint::usage

#endif
