//===- FuzzSession.h - a session out of any bytes --------------*- C++ -*-===//
#ifndef WARPLINT_TESTS_LSP_FUZZSESSION_H
#define WARPLINT_TESTS_LSP_FUZZSESSION_H

#include <string_view>

namespace warplint::lsp {

/// Feeds the bytes to a server as an editor would. The first byte says how: even, they are what
/// the stream holds; odd, each line of them is the content of a message, which gets its header, and
/// the session has been initialised before. No analysis is started: what would be found, at places
/// that the bytes choose, is made up at once. Ends the process where something does not hold that
/// must hold of any input: what is written is a sequence of messages of JSON-RPC, and every request
/// that is understood has one answer.
void feedSession(std::string_view bytes);

} // namespace warplint::lsp

#endif
