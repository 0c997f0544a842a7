//===- LineUses.h - what hangs on the numbers of lines ---------*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_LINEUSES_H
#define WARPLINT_FRONTEND_LINEUSES_H

namespace warplint::frontend {

struct ParsedUnit;

/// May the main file mean something else if its lines had other numbers? Not where `__LINE__` is
/// handed to a function together with a text, as checks of errors do; but in a name, a condition of
/// the preprocessor, a constant, an index.
bool lineNumbersCount(ParsedUnit &unit);

} // namespace warplint::frontend

#endif
