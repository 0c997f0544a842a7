//===- KernelName.h - kernels by the name the source gives them -*- C++ -*-===//
//
// CUPTI knows a kernel by its mangled name, one for each instantiation; a
// finding knows it by its qualified name without template arguments. Both are
// brought to the second form here.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_RUNTIME_KERNELNAME_H
#define WARPLINT_RUNTIME_KERNELNAME_H

#include <string>
#include <string_view>

namespace warplint::runtime {

/// As a person would write it, template arguments and parameters included; the
/// name itself where it is not mangled.
std::string demangled(const std::string &symbol);

/// "void ns::k<float, 8>(float *)", "ns::k" and "(anonymous namespace)::k" ->
/// "ns::k", "ns::k", "k". Unnamed namespaces are left out: nvcc renames them.
std::string plainKernelName(std::string_view name);

/// The same with template arguments, but without any space: "ns::k<float,8>". Of two texts that
/// name one instantiation it is the same, whoever demangled them.
std::string instanceName(std::string_view name);

} // namespace warplint::runtime

#endif
