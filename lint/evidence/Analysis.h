//===- Analysis.h - what is known of one input file ------------*- C++ -*-===//
#ifndef WARPLINT_EVIDENCE_ANALYSIS_H
#define WARPLINT_EVIDENCE_ANALYSIS_H

#include "lint/evidence/Site.h"

#include <array>

namespace warplint {

enum class FileStatus {
  Analysed, ///< every kernel in it was seen whole
  Partial,  ///< some kernels, or parts of kernels, could not be analysed; the notes say which
  Failed,   ///< nothing could be analysed; the notes say why
};
std::string_view name(FileStatus status);
std::optional<FileStatus> fileStatusFromName(std::string_view name);

/// A kernel launch, in a form that outlives the AST so that a kernel whose
/// launch is in another file can be given its shape.
struct LaunchRecord {
  std::string kernel; ///< qualified name without template arguments
  SourceSpan span;
  /// Where the kernel's body is, as in a SourceSpan: another program's of the same name is another.
  /// Empty: not to be seen from here.
  std::string definedIn;
  std::optional<std::array<unsigned, 3>> block; ///< threads, where all three are known
  std::optional<std::array<unsigned, 3>> grid;  ///< blocks, where all three are known
  bool assumed = false;                         ///< rests on a default or a guess
  std::optional<bool> cooperative;              ///< absent where it is not known
  /// Blocks of a cluster along x, y and z; all 1 where the launch sets none, absent where it is
  /// not known.
  std::optional<std::array<unsigned, 3>> cluster;
  /// Of each argument the number that it is for sure, and the axis of the block that has the same
  /// size, whatever that is.
  std::vector<std::optional<std::int64_t>> arguments;
  std::vector<std::optional<unsigned>> argumentAxes;
};

/// A comment that suppresses findings.
struct Suppression {
  SourceSpan span;        ///< the comment itself
  unsigned firstLine = 0; ///< lines it speaks of, inclusive
  unsigned lastLine = 0;
  std::vector<std::string> rules; ///< ids or families; empty: all rules
  std::string reason;             ///< may be empty
};

/// A kernel, or a device function that sites lie in, as it is written: so that code that was
/// measured once is known again when it was moved, indented anew or commented.
struct DeviceFunction {
  std::string name; ///< qualified, without template arguments, as Site::kernel
  SourceSpan span;  ///< from its first token to behind its last; macros where they are used
  bool kernel = false;
  /// Of its tokens and of what they name in the project (functions, macros, constants, types), as
  /// 16 hexadecimal digits. Lines, spaces and comments are not in it.
  std::string hash;
  /// Line and column of each of its tokens, in order.
  std::vector<std::array<unsigned, 2>> tokens;

  friend bool operator==(const DeviceFunction &, const DeviceFunction &) = default;
};

struct FileAnalysis {
  std::string file;
  FileStatus status = FileStatus::Analysed;
  unsigned kernels = 0; ///< kernels (templates counted once) whose body is in this file
  std::vector<std::string> notes;
  std::vector<Site> sites;
  std::vector<LaunchRecord> launches;
  std::vector<std::string> kernelsWithAssumedShape;
  std::vector<std::string> includedFiles; ///< files outside system and toolkit folders
  std::vector<Suppression> suppressions;
  std::vector<DeviceFunction> functions; ///< only where they were asked for
};

} // namespace warplint

#endif
