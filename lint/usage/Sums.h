//===- Sums.h - sums of products of what has a name ------------*- C++ -*-===//
#ifndef WARPLINT_USAGE_SUMS_H
#define WARPLINT_USAGE_SUMS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warplint::usage {

/// A sum of integer coefficients times products of named values: equal sums have equal text.
class Sum {
public:
  Sum() = default;
  explicit Sum(std::int64_t constant) { add({}, constant); }
  explicit Sum(std::string value) { add({std::move(value)}, 1); }

  Sum plus(const Sum &other, std::int64_t factor) const {
    Sum result = *this;
    for (const auto &[product, coefficient] : other.terms_)
      result.add(product, factor * coefficient);
    return result;
  }
  Sum times(const Sum &other) const {
    Sum result;
    for (const auto &[product, coefficient] : terms_)
      for (const auto &[second, by] : other.terms_) {
        std::vector<std::string> both = product;
        both.insert(both.end(), second.begin(), second.end());
        std::sort(both.begin(), both.end());
        result.add(both, coefficient * by);
      }
    return result;
  }
  std::string text() const {
    std::string text;
    for (const auto &[product, coefficient] : terms_) {
      text += (text.empty() ? "" : " + ") + std::to_string(coefficient);
      for (const std::string &value : product)
        text += "*" + value;
    }
    return text.empty() ? "0" : text;
  }
  bool mentions(llvm::StringRef name) const {
    return llvm::any_of(terms_, [&](const auto &term) {
      return llvm::any_of(term.first, [&](llvm::StringRef value) { return value.contains(name); });
    });
  }

  /// Where it is but a number.
  std::optional<std::int64_t> constant() const {
    if (terms_.empty())
      return 0;
    const auto &[product, coefficient] = *terms_.begin();
    return terms_.size() == 1 && product.empty() ? std::optional(coefficient) : std::nullopt;
  }

private:
  void add(const std::vector<std::string> &product, std::int64_t coefficient) {
    std::int64_t &sum = terms_[product];
    sum += coefficient;
    if (sum == 0)
      terms_.erase(product);
  }
  std::map<std::vector<std::string>, std::int64_t> terms_;
};

} // namespace warplint::usage

#endif
