//===- Lsp.cpp - what an editor sends -------------------------------------===//

#include "tests/fuzz/Fuzz.h"
#include "tests/lsp/FuzzSession.h"

namespace warplint::fuzz {

void lsp(std::string_view input) { warplint::lsp::feedSession(input); }

} // namespace warplint::fuzz
