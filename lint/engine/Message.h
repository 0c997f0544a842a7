//===- Message.h - sentences with numbers in them --------------*- C++ -*-===//
//
// Templates are fmt's, with names: "{expr} touches {sectors_per_request:.1f}
// sectors". `{{` and `}}` stand for braces. Where no format is given, numbers
// are shown with three significant digits or, if they are whole, in full. Text is
// shown on one line and cut where it is long.
// Evidence that is absent shows as `?`, whatever the format says.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_ENGINE_MESSAGE_H
#define WARPLINT_ENGINE_MESSAGE_H

#include "lint/engine/Scope.h"
#include "lint/evidence/Error.h"

namespace warplint::engine {

/// Checks that every placeholder is known at sites of this kind and that its
/// format fits its type.
Expected<void> checkMessage(const std::string &pattern, SiteKind kind, const Params &params);

/// An Error where a format does not fit the value at hand.
Expected<std::string> renderMessage(const std::string &pattern, const Scope &scope);

} // namespace warplint::engine

#endif
