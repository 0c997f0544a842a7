//===- Site.h - places in a kernel and what is known of them ---*- C++ -*-===//
//
// A site is a place in a kernel where something happens on the hardware.
// Evidence is what is known of it, as named values. Evidence is predicted (from
// the source text) or measured (on a GPU); both use the names, units and
// definitions of Vocabulary.h.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_EVIDENCE_SITE_H
#define WARPLINT_EVIDENCE_SITE_H

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warplint {

enum class SiteKind {
  GlobalAccess, ///< load, store or atomic on global memory
  SharedAccess, ///< load, store or atomic on shared memory
  LocalAccess,  ///< access to per-thread memory that cannot stay in registers
  Branch,       ///< if, ?:, switch, && and || that guard code
  Loop,         ///< for, while, do
  Barrier,      ///< __syncthreads, group.sync(), barrier.arrive_and_wait(), __syncwarp
  Group,        ///< creation of a cooperative group
  AsyncCopy,    ///< start of an asynchronous copy into shared memory
  AsyncUse,     ///< access to shared memory that an asynchronous copy writes
  Kernel,       ///< the kernel itself
  Launch,       ///< <<<>>> or cudaLaunchKernel and its kin
  Race,         ///< the later of two accesses to one place that nothing orders
  Constant,     ///< load from constant memory or from an array among the kernel's parameters
  Parameter,    ///< a parameter of a kernel
  WarpCall,     ///< intrinsic that the lanes of a warp execute together: __shfl_sync, __any, …
  SharedArray,  ///< declaration of memory that a block shares
  Pipeline,     ///< an asynchronous pipeline
  AsyncBarrier, ///< cuda::barrier or mbarrier
  Code,         ///< all machine instructions of a line, whatever they do: measured only
  HostCall,     ///< call of CUDA's interface in host code, launches included
  Feature,      ///< use of what not every target or Toolkit has
  Arithmetic,   ///< an expression of device code, for what it costs to compute
};

/// All of them, in the order above.
std::span<const SiteKind> siteKinds();

/// Names as in rule files and evidence files: "global_access", …
std::string_view name(SiteKind kind);
std::optional<SiteKind> siteKindFromName(std::string_view name);

enum class Confidence {
  Exact,    ///< all numbers concrete
  Likely,   ///< rests on an assumed block shape or on a symbol being larger than small
  Possible, ///< rests on more than that
};
std::string_view name(Confidence confidence);
std::optional<Confidence> confidenceFromName(std::string_view name);

/// A range of characters in a file. Lines and columns are 1-based, columns
/// count bytes; the end is exclusive. Points at where the code is written, not
/// at the macro or template use that led there.
struct SourceSpan {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  unsigned endLine = 0;
  unsigned endColumn = 0;

  friend auto operator<=>(const SourceSpan &, const SourceSpan &) = default;
};

/// First and last line of a piece of code; 0: not known.
struct Lines {
  unsigned first = 0;
  unsigned last = 0;

  bool contain(unsigned line) const { return first != 0 && line >= first && line <= last; }
  friend bool operator==(const Lines &, const Lines &) = default;
};

/// One value of evidence. Lua and JSON see it as boolean, integer, number, string.
using EvidenceValue = std::variant<bool, std::int64_t, double, std::string>;

/// Named values, kept sorted by name so that output is deterministic.
using Evidence = std::map<std::string, EvidenceValue, std::less<>>;

/// A remark that says why, with the place it speaks of.
struct Note {
  SourceSpan span;
  std::string text;

  friend bool operator==(const Note &, const Note &) = default;
};

/// Replace the characters of `span` by `text` (insertion: empty span).
struct Edit {
  SourceSpan span;
  std::string text;

  friend bool operator==(const Edit &, const Edit &) = default;
};

/// A mechanical cure. A rule names the fix it offers by `id` (`fix: pad-row`).
struct Fix {
  std::string id;
  std::string title;
  std::vector<Edit> edits;

  friend bool operator==(const Fix &, const Fix &) = default;
};

/// Where a macro is used whose body holds a site. Compilers write that down for the site's code.
struct Use {
  SourceSpan span;
  Lines statement; ///< that holds the use, in the same file

  friend bool operator==(const Use &, const Use &) = default;
  friend bool operator<(const Use &a, const Use &b) { return a.span < b.span; }
};

/// What the assumption begins with that a kernel template has such arguments as it probably gets.
inline constexpr std::string_view argumentsAssumed = "the template is never instantiated here: ";

struct Site {
  SiteKind kind = SiteKind::Kernel;
  SourceSpan span;
  /// The statement that holds the site: compilers may write down any line of it for the access.
  Lines statement;
  /// Of the macro that holds the site; empty: none does. What is counted (accesses, branches) is
  /// a site for each use: another index may be bad where the first is good.
  std::vector<Use> uses;
  std::string kernel; ///< qualified name without template arguments; demangled
  std::string op;     ///< "load", "store", "atomic", "__syncthreads", "this_thread_block", …
  std::string expr;   ///< the expression as written
  Confidence confidence = Confidence::Exact;
  std::vector<std::string> assumptions; ///< each a clause: "block shape (32, 8) is assumed"
  std::vector<Note> notes;
  std::vector<Fix> fixes;
  Evidence evidence;
};

/// Numbers are widened: an integer is also returned as a double.
std::optional<double> numberAt(const Evidence &evidence, std::string_view name);
std::optional<std::string_view> stringAt(const Evidence &evidence, std::string_view name);
bool boolAt(const Evidence &evidence, std::string_view name); ///< false where absent

} // namespace warplint

#endif
