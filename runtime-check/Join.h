//===- Join.h - what was measured where a finding points -------*- C++ -*-===//
#ifndef WARPLINT_RUNTIME_JOIN_H
#define WARPLINT_RUNTIME_JOIN_H

#include "lint/evidence/Finding.h"
#include "runtime-check/Measurement.h"

namespace warplint::runtime {

/// What the machine code of a finding's line did.
struct Joined {
  enum class Outcome {
    Measured,
    NotExecuted,       ///< the line's instructions never ran, or the kernel was not launched
    NotMeasured,       ///< the kernel was launched, and none of its launches was measured
    NoInstruction,     ///< the kernel has no such instruction on that line
    OtherFile,         ///< the kernel was compiled from files of other names alone
    NoLineInformation, ///< compiled without -lineinfo
  };
  Outcome outcome = Outcome::NotMeasured;
  Evidence evidence;         ///< Measured only
  std::string instantiation; ///< that it is of, where the kernel is a template
  std::string file{};        ///< OtherFile only: one of them
};

/// Finds by kernel, file, line and operation. The finding must outlive nothing; the
/// measurement must outlive the join.
class Join {
public:
  explicit Join(const Measurement &measurement);

  /// `kind` is of the sites that the finding's rule looks at. Of several candidates (other
  /// instantiations, other accesses on the line) the one closest to the prediction counts.
  Joined operator()(const Finding &finding, SiteKind kind) const;

  /// What is known of the finding's kernel as a whole; NotExecuted and NotMeasured where nothing
  /// is. Of several instantiations the one in which the program spends most time counts.
  Joined figures(const Finding &finding) const;

private:
  struct Kernel {
    std::vector<const MeasuredSite *> sites;
    std::vector<KernelFigures> figures; ///< the most time first
    std::int64_t launches = 0;
    std::int64_t measured = 0;
  };
  std::map<std::string, Kernel, std::less<>> kernels_; ///< by plain name
};

/// Do the two paths name one file? Also where a build machine saw it elsewhere: then the names
/// alone decide, and `sure` is false.
struct SameFile {
  bool same = false;
  bool sure = false;
};
SameFile sameFile(const std::string &a, const std::string &b);

} // namespace warplint::runtime

#endif
