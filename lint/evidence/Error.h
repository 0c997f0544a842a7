//===- Error.h - errors as values ------------------------------*- C++ -*-===//
//
// An error is a sentence for the person who runs warplint: what was wrong,
// where, and what to do. Functions that can fail return Expected<T>.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_EVIDENCE_ERROR_H
#define WARPLINT_EVIDENCE_ERROR_H

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace warplint {

struct Error {
  std::string message; ///< one line, no trailing newline
  std::string file;    ///< empty where no file is to blame
  unsigned line = 0;   ///< 1-based; 0 where no line is known
  unsigned column = 0; ///< 1-based; 0 where no column is known

  /// "file:line:column: message", leaving out what is not known.
  std::string str() const;
};

template <typename T> using Expected = tl::expected<T, Error>;

inline tl::unexpected<Error> makeError(std::string message, std::string file = {},
                                       unsigned line = 0, unsigned column = 0) {
  return tl::unexpected<Error>(Error{std::move(message), std::move(file), line, column});
}

} // namespace warplint

#endif
