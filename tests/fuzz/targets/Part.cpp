//===- Part.cpp - what `warplint lint --part` writes ----------------------===//

#include "lint/cli/Part.h"
#include "tests/fuzz/Fuzz.h"

namespace warplint::fuzz {

void part(std::string_view input) {
  const InputFile file(input);
  (void)cli::readPart(file.path());
}

} // namespace warplint::fuzz
