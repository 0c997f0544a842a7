//===- Conditionals.h - #if around a place ---------------------*- C++ -*-===//
#ifndef WARPLINT_USAGE_CONDITIONALS_H
#define WARPLINT_USAGE_CONDITIONALS_H

#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"

#include <map>
#include <string>
#include <vector>

namespace warplint::usage {

/// The preprocessor's conditionals of a translation unit's files, as written. Include guards are
/// left out.
class Conditionals {
public:
  Conditionals(const clang::SourceManager &sources, const clang::LangOptions &language)
      : sources_(sources), language_(language) {}

  /// What the conditionals around a place ask for, and around the macro that spells it.
  std::vector<std::string> around(clang::SourceLocation place);

  /// All conditions of a file.
  std::vector<std::string> of(clang::FileID file);

private:
  struct Part {
    unsigned begin = 0; ///< offsets into the file
    unsigned end = 0;
    std::string condition; ///< of the #if and of all its #elif
  };
  const std::vector<Part> &partsOf(clang::FileID file);

  const clang::SourceManager &sources_;
  const clang::LangOptions &language_;
  std::map<clang::FileID, std::vector<Part>> parts_;
};

} // namespace warplint::usage

#endif
