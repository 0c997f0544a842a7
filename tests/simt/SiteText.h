//===- SiteText.h - what was found at marked lines, in short ---*- C++ -*-===//
#ifndef WARPLINT_TESTS_SIMT_SITETEXT_H
#define WARPLINT_TESTS_SIMT_SITETEXT_H

#include "AnalyseSource.h"

#include <map>

namespace warplint {

/// CUDA source whose lines of interest end in `//@name`, analysed. Each function gives
/// the sites of one kind in such a line, in source order, joined by "; ". A site whose
/// confidence is not exact ends in " likely" or " possible". Empty: no such site.
class Marked {
public:
  explicit Marked(const std::string &code, const std::vector<std::string> &clangArguments = {});

  /// "load 8 requests 32/32": requests, sectors/ideal; "load unknown", "load unknown data".
  std::string global(const std::string &mark) const;
  /// "store 8 requests 16/8": requests, wavefronts/ideal.
  std::string shared(const std::string &mark) const;
  /// "8 warps 2 divergent lane".
  std::string branch(const std::string &mark) const;
  /// "__syncthreads all", "__syncthreads condition lane 128/256", "… return guard".
  std::string barrier(const std::string &mark) const;
  /// "4..5", "4..4", "?", with " varying".
  std::string loop(const std::string &mark) const;
  /// The reason why data are used too early: "nothing waits for it".
  std::string asyncUse(const std::string &mark) const;
  /// "coalesced_threads conditional lane", "this_thread_block plain".
  std::string group(const std::string &mark) const;

  const SourceAnalysis &analysis() const { return analysis_; }
  std::string notes() const;

private:
  template <typename Text>
  std::string each(SiteKind kind, const std::string &mark, Text text) const;

  std::map<std::string, unsigned> lines_;
  SourceAnalysis analysis_;
};

} // namespace warplint

#endif
