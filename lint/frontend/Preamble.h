//===- Preamble.h - system headers, read once ------------------*- C++ -*-===//
//
// Most of the time that a file takes goes into headers that are not the
// project's: the Toolkit's, CUB, the C++ library. Files that include the same
// ones share one precompiled header of them, which is kept in the cache.
//
// What is left then are mostly the project's own headers. A file that is read a
// second time, its beginning the same, gets a precompiled header of its own
// beginning on top of that (Prefix.h).
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_PREAMBLE_H
#define WARPLINT_FRONTEND_PREAMBLE_H

#include "lint/frontend/Cache.h"
#include "lint/frontend/Dependencies.h"
#include "lint/frontend/Parse.h"

namespace warplint::frontend {

/// When those are made that a run asks for.
enum class MakesPrefixes : unsigned char {
  Not,    ///< a whole code base has more of them than the cache has room for
  Now,    ///< the run waits for them, and uses them
  Behind, ///< for the next run, in processes that go on when this one has ended
};

class Preambles {
public:
  /// `isProject`: is the file of this absolute path part of the project? All others may be in a
  /// preamble.
  /// `scope`: what `isProject` depends on. `makes`: of prefixes, those that are there are used in
  /// any case.
  Preambles(const Cache &cache, std::function<bool(const std::string &)> isProject,
            std::string scope, MakesPrefixes makes)
      : cache_(cache), isProject_(std::move(isProject)), scope_(std::move(scope)), makes_(makes) {}

  /// Gives the request the prefix or the preamble that fits its file, made now if there is none
  /// yet. Leaves it as it is where none can be made: the headers do not read without errors, or the
  /// file defines macros that they ask for.
  ///
  /// Where there is no preamble yet of all the headers that a file asks for, as one was added to
  /// them just now, one of most of them will do for a while: to make one takes longer than to read
  /// the file.
  void addTo(ParseRequest &request) const;

  /// ParseRequest::wantedPreamble is to be made before the next use: no other will do.
  void want(const std::string &preamble) const;

private:
  struct Kept; ///< what is written beside a preamble
  struct Beginning;
  struct KeptPrefix; ///< what is written beside a prefix

  struct Near {
    std::string name, text;
  };
  /// The one of most of these headers, and of no others.
  std::optional<Near> nearest(const ParseRequest &request, llvm::StringRef text) const;
  void list(const ParseRequest &request, const std::string &name, const std::string &text) const;
  bool mayDoWithout(const std::string &preamble) const;

  /// False if the file includes no header of the project.
  bool addShared(ParseRequest &request) const;
  std::optional<Beginning> beginningOf(const ParseRequest &request) const;
  enum class State { Taken, Absent, Stale };
  State takePrefix(ParseRequest &request, const Beginning &beginning) const;
  /// False if it is left to others: one of them makes it, or nobody could so far.
  bool makePrefix(const ParseRequest &request, const Beginning &beginning,
                  const Dependencies &ofPreamble) const;
  void writePrefix(const ParseRequest &request, const Beginning &beginning,
                   const Dependencies &ofPreamble) const;

  ReadBefore readBefore(const ParseRequest &request) const;
  std::optional<Kept> load(const std::string &name) const;
  std::optional<Kept> make(const ParseRequest &request, const std::string &name,
                           const std::string &text) const;
  /// That of these #include lines, or for now one that is near: `name` and `text` are its own then.
  std::optional<Kept> loadOrMake(ParseRequest &request, std::string &name, std::string &text) const;

  const Cache &cache_;
  std::function<bool(const std::string &)> isProject_;
  std::string scope_;
  MakesPrefixes makes_;
};

} // namespace warplint::frontend

#endif
