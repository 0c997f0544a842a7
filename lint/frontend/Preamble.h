//===- Preamble.h - system headers, read once ------------------*- C++ -*-===//
//
// Most of the time that a file takes goes into headers that are not the
// project's: the Toolkit's, CUB, the C++ library. Files that include the same
// ones share one precompiled header of them, which is kept in the cache.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_PREAMBLE_H
#define WARPLINT_FRONTEND_PREAMBLE_H

#include "lint/frontend/Cache.h"
#include "lint/frontend/Dependencies.h"
#include "lint/frontend/Parse.h"

namespace warplint::frontend {

class Preambles {
public:
  /// `isProject`: is the file of this absolute path part of the project? All others may be in a
  /// preamble.
  Preambles(const Cache &cache, std::function<bool(const std::string &)> isProject)
      : cache_(cache), isProject_(std::move(isProject)) {}

  /// Gives the request the preamble that fits its file, made now if there is none yet. Leaves it
  /// as it is where none can be made: the headers do not read without errors, or the file defines
  /// macros that they ask for.
  void addTo(ParseRequest &request) const;

private:
  struct Kept; ///< what is written beside a preamble
  ReadBefore readBefore(const ParseRequest &request) const;
  std::optional<Kept> load(const std::string &name) const;
  std::optional<Kept> make(const ParseRequest &request, const std::string &name,
                           const std::string &text) const;

  const Cache &cache_;
  std::function<bool(const std::string &)> isProject_;
};

} // namespace warplint::frontend

#endif
