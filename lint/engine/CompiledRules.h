//===- CompiledRules.h - the built-in rules, read in advance ---*- C++ -*-===//
//
// Rule files are read and checked when warplint is built. What they say is kept
// as one JSON text, because reading and checking the YAML anew would take most
// of the time of a run over an unchanged file.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_ENGINE_COMPILEDRULES_H
#define WARPLINT_ENGINE_COMPILEDRULES_H

#include "lint/engine/Rule.h"

namespace warplint::engine {

std::string compiledRules(std::span<const Rule> rules);

/// Throws nlohmann::json::exception where the text is not from compiledRules(). Their origin is
/// `origin`, whatever file they were read from.
std::vector<Rule> readCompiledRules(std::string_view text, const std::string &origin);

} // namespace warplint::engine

#endif
