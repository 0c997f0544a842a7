//===- Nearest.h - "did you mean …?" ---------------------------*- C++ -*-===//
#ifndef WARPLINT_ENGINE_NEAREST_H
#define WARPLINT_ENGINE_NEAREST_H

#include <string>
#include <string_view>
#include <vector>

namespace warplint::engine {

/// "; did you mean `candidate`?" for the known name closest to `name`, or
/// nothing where none is close enough to be a slip of the pen.
std::string didYouMean(std::string_view name, const std::vector<std::string_view> &candidates);

} // namespace warplint::engine

#endif
