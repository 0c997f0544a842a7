//===- Includers.h - which sources show a header ---------------*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_INCLUDERS_H
#define WARPLINT_FRONTEND_INCLUDERS_H

#include "lint/evidence/Error.h"
#include "lint/frontend/Frontend.h"

#include <map>
#include <string>
#include <vector>

namespace warplint::frontend {

/// The sources by which a header is seen that would be looked at alone otherwise.
struct Includers {
  std::string header;             ///< absolute
  std::vector<std::string> files; ///< absolute, the closest first
  std::size_t all = 0;            ///< how many there are in the project
};

/// For each header of `files` that has device code and that no source of `files` includes, by what
/// the texts say: the closest sources of its repository that do, directly or through other headers.
/// Nothing that git ignores or that `options` leave out counts. Relative paths start at
/// `directory`.
Expected<std::vector<Includers>> includersOf(const std::vector<std::string> &files,
                                             const Options &options, const std::string &directory);

/// Of each of `files`, the sources of its repository that lead to it, by what the texts say: of
/// each folder the closest, those of the closest folders first, at most `most`. What git ignores or
/// `options` leave out does not count. All paths are absolute.
Expected<std::map<std::string, std::vector<std::string>>>
sourcesThatShow(const std::vector<std::string> &files, const Options &options,
                const std::string &directory, std::size_t most);

/// Another text wherever a source or header of the repository that holds `file` has come, gone or
/// changed, by names, sizes and times; `file` itself aside.
std::string stateBeside(const std::string &file, bool withHidden = false);

} // namespace warplint::frontend

#endif
