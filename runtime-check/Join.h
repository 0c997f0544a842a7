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
    NotRepeated,       ///< the loop that the finding is about was run once by each warp
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
  /// instantiations, other accesses on the line) the one closest to the prediction counts. Of
  /// several uses of a macro it is the first that was measured, as the worst stands first.
  Joined operator()(const Finding &finding, SiteKind kind) const;

  /// An access that a loop repeats, of a parameter's finding: `requests_per_warp` of the warps that
  /// were launched, and `requests_per_pass` for each time that the loop's branch was executed,
  /// where the loop has one. Of the loads of its statement, those count that spread as predicted.
  Joined repeated(const Finding &finding) const;

  /// Who took part in the code of a finding: `lanes_active`, `threads_arriving` and
  /// `threads_expected` (those launched); and how many asynchronous copies of a warp it was,
  /// `async_copies`. Its code is that of its own line where the line has any,
  /// and of its statement for loops, groups and branches (both sides of an `if`; behind an early
  /// return, the rest of the function). Of a group's code, `threads_arriving` is the most
  /// that executed one store or atomic, or one instruction where there is none. A compiler may have
  /// made several of a barrier or an intrinsic (of an unrolled loop): there it is the sum over all
  /// instructions of the line, which is at least as many as arrived.
  Joined participation(const Finding &finding, SiteKind kind) const;

  /// Was only a part of the launches of the finding's kernel measured?
  bool isSampled(const Finding &finding) const;

  /// Was an instance of the kernel template measured that the finding is about? So too where it
  /// does not say of which it is.
  bool ranInstanceOf(const Finding &finding) const;

  /// What is known of the finding's kernel as a whole; NotExecuted and NotMeasured where nothing
  /// is. Of several instantiations the one in which the program spends most time counts.
  Joined figures(const Finding &finding) const;

private:
  struct Kernel {
    std::vector<const MeasuredSite *> sites;
    std::vector<KernelFigures> figures; ///< the most time first
    std::int64_t launches = 0;
    std::int64_t measured = 0;
    std::map<std::string, std::int64_t> threads; ///< launched and measured, by instantiation
    std::map<std::string, std::int64_t> warps;   ///< the same of warps

    /// Of so many requests, how many each warp made; 0 where that is not known.
    double perWarp(std::int64_t requests, const std::string &instantiation) const;
  };
  Joined accessAt(const Finding &finding, SiteKind kind) const;
  Joined participationAt(const Finding &finding, SiteKind kind) const;
  Joined::Outcome sitesOf(const Finding &finding, const Kernel &kernel,
                          std::vector<const MeasuredSite *> &sites, std::string &otherFile) const;
  std::map<std::string, Kernel, std::less<>> kernels_; ///< by plain name
};

/// The finding as it looks from a use of the macro that holds it.
Finding seenFrom(const Use &use, Finding finding);

/// The kernel that a finding is about: the one it stands in, or the one that is launched there.
std::string kernelOf(const Finding &finding);

/// Kernels whose launches a finding in host code is about, the first one first; none: it may be
/// any.
std::vector<std::string> kernelsAround(const Finding &finding);

/// What was measured of a call of CUDA's interface, and of the loop around it. NotMeasured: no
/// activity was recorded; NotExecuted: there was no such call beside these kernels;
/// NoInstruction: the loop never came round. The time in calls is taken against that of the loop.
Joined hostCall(const Finding &finding, const Measurement &measurement, bool needsIterations);

/// Do the two paths name one file? Also where a build machine saw it elsewhere: then the names
/// alone decide, and `sure` is false.
struct SameFile {
  bool same = false;
  bool sure = false;
};
SameFile sameFile(const std::string &a, const std::string &b);

} // namespace warplint::runtime

#endif
