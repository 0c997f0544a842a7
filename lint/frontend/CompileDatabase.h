//===- CompileDatabase.h - the commands of a build, read as asked for -*- C++ -*-===//
//
// A large project's compile_commands.json has tens of megabytes, of which a run over one file needs
// one command. Where the commands of each file stand in the text is kept for the next run.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_COMPILEDATABASE_H
#define WARPLINT_FRONTEND_COMPILEDATABASE_H

#include "lint/evidence/Error.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace warplint::frontend {

class CompileDatabase {
public:
  /// Part of the text: from `begin` up to `end`.
  struct Item {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  using Items = llvm::StringMap<llvm::SmallVector<Item, 1>>;

  /// An Error, which names the place of the fault, if the file cannot be used. `cacheFolder`: where
  /// to keep what is found out.
  static Expected<CompileDatabase> open(const std::string &file,
                                        const std::optional<std::string> &cacheFolder);

  llvm::StringRef text() const { return buffer_->getBuffer(); }
  /// Commands by the absolute path of their file, in the order that Clang keeps them in. Null where
  /// only Clang can tell where one is, as in lists that end in a comma: the text must be read as a
  /// whole.
  const Items *items() const { return isIndexed_ ? &items_ : nullptr; }
  /// Those of one file as a database of their own; empty if there are none.
  std::string commandsOf(llvm::StringRef file) const;

private:
  std::unique_ptr<llvm::MemoryBuffer> buffer_;
  Items items_;
  bool isIndexed_ = false;
};

/// Reads each of them once.
class CompileDatabases {
public:
  explicit CompileDatabases(std::optional<std::string> cacheFolder = std::nullopt)
      : cacheFolder_(std::move(cacheFolder)) {}

  Expected<std::shared_ptr<const CompileDatabase>> open(const std::string &file);

private:
  std::optional<std::string> cacheFolder_;
  std::map<std::string, Expected<std::shared_ptr<const CompileDatabase>>> known_;
};

} // namespace warplint::frontend

#endif
