//===- CompiledRules.h - the built-in rules, read in advance ---*- C++ -*-===//
//
// Rule files are read and checked when warplint is built. What they say is kept
// as JSON in its binary form (CBOR, RFC 8949), with the prose behind it: reading
// and checking the YAML anew would take most of the time of a run over an
// unchanged file, and JSON as text half of what such a run executes now.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_ENGINE_COMPILEDRULES_H
#define WARPLINT_ENGINE_COMPILEDRULES_H

#include "lint/engine/Rule.h"

namespace warplint::engine {

std::string compiledRules(std::span<const Rule> rules);

/// Throws a std::exception where the bytes are not from compiledRules(). Their origin is
/// `origin`, whatever file they were read from.
std::vector<Rule> readCompiledRules(std::string_view bytes, const std::string &origin);

} // namespace warplint::engine

#endif
