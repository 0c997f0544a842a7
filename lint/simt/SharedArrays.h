//===- SharedArrays.h - what a kernel does with shared arrays --*- C++ -*-===//
//
// Each access says little of an array as a whole. Here all accesses of one run
// are put together: does an array that another one lies upon lose what was
// stored in it, does each thread keep to an element of its own, is an index
// ever beyond a row. Only what is certain is said; where an access cannot be
// followed, nothing is.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_SHAREDARRAYS_H
#define WARPLINT_SIMT_SHAREDARRAYS_H

#include "lint/simt/Memory.h"

#include <set>

namespace warplint::simt {

/// Bytes of an array, as ranges that neither meet nor overlap: begin to end.
class ByteRanges {
public:
  bool empty() const { return ranges_.empty(); }
  void add(std::int64_t begin, std::int64_t end);
  void remove(std::int64_t begin, std::int64_t end);
  void add(const ByteRanges &other);
  void remove(const ByteRanges &other);
  bool meets(const ByteRanges &other) const;
  ByteRanges commonWith(const ByteRanges &other) const;
  void clear() { ranges_.clear(); }

private:
  std::map<std::int64_t, std::int64_t> ranges_;
};

class SharedArrays {
public:
  explicit SharedArrays(unsigned threads) : threads_(threads) {}

  /// `dynamic`: extern __shared__; all of them start at the same address.
  void declare(ObjectId object, const clang::VarDecl *array, bool dynamic);
  enum class Use : std::uint8_t { Load, Store, Atomic };
  /// One pass over an access. `decided`: the threads that are active do execute it; false on a
  /// path that the kernel may or may not take.
  void access(ObjectId object, Use use, const Value &offset, std::int64_t bytes,
              const LaneMask &active, bool decided, clang::SourceRange range);
  /// Somebody may have loaded and stored there who is not followed.
  void lose(ObjectId object);
  void loseAll();
  /// A store through a pointer, to nobody knows where.
  void storeAnywhere();
  /// An index of an inner dimension that is not sure to be within it.
  void indexOverRows(const clang::VarDecl *array);

  bool isIndexedOverRows(const clang::VarDecl *array) const {
    return indexedOverRows_.count(array->getLocation().getRawEncoding()) != 0;
  }

  struct Array {
    const clang::VarDecl *declaration = nullptr;
    bool dynamic = false;
    unsigned order = 0; ///< of first sight
    // Does each thread keep to one element?
    bool apart = true;                ///< false: it does not, or that is not known
    std::vector<std::int64_t> places; ///< by thread, bytes from the start; -1: not accessed
    std::int64_t elementBytes = 0;
    bool loaded = false;
    bool stored = false;
    // What lies upon what.
    ByteRanges written;    ///< ever, through this array
    ByteRanges held;       ///< written through it and not through another one since
    bool anywhere = false; ///< written at places not known
    struct Damage {
      ObjectId by = 0;
      clang::SourceRange store;
      ByteRanges bytes;
    };
    std::vector<Damage> damages; ///< not yet written anew
  };
  /// In order of first sight.
  std::vector<const Array *> arrays() const;
  /// Threads that store and load one element each, which no other thread ever accesses; 0 where
  /// that is not so, or not known.
  unsigned threadsApart(const Array &array) const;

  /// What was stored in one array is loaded from it after a store to another one has replaced it.
  /// Both are used as if nobody else lay there: each is loaded only where it was stored before.
  struct Overwrite {
    const clang::VarDecl *victim = nullptr;
    const clang::VarDecl *by = nullptr;
    clang::SourceRange store; ///< to `by`
    clang::SourceRange load;  ///< of `victim`
  };
  /// One for each two arrays, the first seen.
  std::vector<Overwrite> overwrites() const;

private:
  void followThread(Array &array, const Value &offset, std::int64_t bytes, const LaneMask &active);
  void noteStore(ObjectId object, Array &array, const std::optional<ByteRanges> &bytes,
                 bool decided, clang::SourceRange range);
  void noteLoad(ObjectId object, Array &array, const std::optional<ByteRanges> &bytes,
                clang::SourceRange range);

  unsigned threads_;
  std::map<ObjectId, Array> arrays_;
  std::set<unsigned> indexedOverRows_;                            ///< places of declarations
  std::map<std::pair<ObjectId, ObjectId>, Overwrite> overwrites_; ///< the smaller id first
  std::set<std::pair<ObjectId, ObjectId>> meant_; ///< pairs that hand data over on purpose
};

} // namespace warplint::simt

#endif
