//===- Predicate.h - Lua expressions over evidence -------------*- C++ -*-===//
//
// A predicate is one Lua expression that gives true or false. It sees evidence,
// params, `op`, `expr`, `kernel`, `confidence` and these functions:
//
//   has(name)      does the site say anything of this evidence?
//   min(a, …)  max(a, …)  abs(a)  floor(a)
//
// Evidence that a site lacks makes the predicate false as soon as it is read,
// so that what is unknown never fires a rule; ask has() first to go another way.
//
// Rules may come from repositories that nobody vouches for. There are no
// libraries, instructions and memory are limited, and nothing that a predicate
// does is left over for the next one.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_ENGINE_PREDICATE_H
#define WARPLINT_ENGINE_PREDICATE_H

#include "lint/engine/Scope.h"
#include "lint/evidence/Error.h"

#include <memory>

namespace warplint::engine {

/// Checks what can be said of an expression before it runs: that it is one
/// expression and no statements, tables or function definitions, and that each
/// name in it (those given to has() too) is known at such a site, or of its kernel where that is
/// seen too.
Expected<void> checkNames(const std::string &expression, SiteKind kind, const Params &params,
                          bool seesKernel = false);

/// Is it one of Lua's words or a function, which no param may be called?
bool isReservedWord(std::string_view word);

/// An interpreter and the predicates compiled in it. Not for two threads at once.
class Predicates {
public:
  Predicates();
  ~Predicates();
  Predicates(Predicates &&) noexcept;
  Predicates &operator=(Predicates &&) noexcept;

  /// A handle for holds(). Syntax errors only; see checkNames().
  Expected<int> compile(const std::string &expression);
  /// An Error where the expression breaks (compares text with a number, gives no
  /// boolean, uses too many instructions or too much memory, …).
  Expected<bool> holds(int handle, const Scope &scope);

private:
  class Interpreter;
  std::unique_ptr<Interpreter> interpreter_;
};

} // namespace warplint::engine

#endif
