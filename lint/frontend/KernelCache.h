//===- KernelCache.h - runs of kernels that need not be made again -*- C++ -*-===//
//
// Where a file has changed, most of its kernels have not. What a run of a kernel gives hangs on
// the text of the file but for bodies of functions that the kernel does not reach: they can be
// written anew without a change of what it means. So a run is kept under that text, everything else
// that the file was read with, and what it was told of its launch. Which lines it speaks of is kept
// as words of that text: where the text has moved, so do they.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_KERNELCACHE_H
#define WARPLINT_FRONTEND_KERNELCACHE_H

#include "lint/frontend/Cache.h"
#include "lint/simt/KernelRun.h"

#include <nlohmann/json.hpp>

#include <map>
#include <memory>

namespace warplint::frontend {

struct ParsedUnit;

class KernelCache final : public simt::KeptRuns {
public:
  /// Keeps runs of the unit's kernels as `name`, in place of those of the run before.
  /// `surroundings`: what they hang on beside the text of its main file, as text. `file`: what that
  /// is called in sites.
  KernelCache(const Cache &cache, std::string name, std::string surroundings, std::string file,
              ParsedUnit &unit);
  ~KernelCache() override;

  std::optional<simt::KernelRun> find(const clang::FunctionDecl &kernel,
                                      llvm::StringRef asked) override;
  void keep(const clang::FunctionDecl &kernel, llvm::StringRef asked,
            const simt::KernelRun &run) override;
  /// Writes what was found or made, if it is not what was there.
  void save() const;

private:
  class MainText;
  struct Kept {
    std::string run; ///< as bytes
    nlohmann::json places;

    friend bool operator==(const Kept &, const Kept &) = default;
  };
  std::optional<std::string> keyOf(const clang::FunctionDecl &kernel, llvm::StringRef asked);
  /// At which words of the text the lines of a run are, where that can be told, and how all words
  /// lie in lines.
  nlohmann::json placesOf(const clang::FunctionDecl &kernel, const simt::KernelRun &run);
  /// With the lines that these words have now; false where there is no telling.
  bool move(const clang::FunctionDecl &kernel, const nlohmann::json &places, simt::KernelRun &run);

  const Cache &cache_;
  std::string name_, surroundings_, file_;
  std::unique_ptr<MainText> text_;    ///< null: nothing can be told from it
  std::map<std::string, Kept> known_; ///< by key, what the run before has left
  std::map<std::string, Kept> used_;  ///< of this one
};

} // namespace warplint::frontend

#endif
