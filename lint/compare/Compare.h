//===- Compare.h - what got better and what got worse ----------*- C++ -*-===//
//
// Two states of a program, each by the evidence of some runs. docs/compare.md
// explains to users what is compared and how it is judged.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_COMPARE_COMPARE_H
#define WARPLINT_COMPARE_COMPARE_H

#include "lint/compare/Runs.h"
#include "lint/compare/Statistics.h"

#include <map>

namespace warplint::compare {

struct Options {
  double tolerance = 0.05;                    ///< changes of up to this part are none
  double confidence = 0.95;                   ///< of what is said of times
  bool times = true;                          ///< judge times
  bool counts = true;                         ///< judge all else
  std::map<std::string, std::string> renamed; ///< kernels: old name -> new name
};

/// Ordered: a larger value matters more.
enum class Change {
  Same,      ///< within the tolerance
  NotJudged, ///< shown only
  TooFew,    ///< it differs from run to run, and there are too few runs to tell
  Unclear,   ///< there are enough, and their spread hides it
  Better,
  Worse,
};
std::string_view name(Change change); ///< "same", "not-judged", "too-few-runs", …

/// One number on both sides.
struct Metric {
  std::string name; ///< "wavefronts", "wavefronts_ratio", "milliseconds", …
  std::string unit; ///< as it is said: "per launch", "per block", "ms"; empty for ratios
  std::vector<double> before, after; ///< one of each run that has it, in the order of the runs
  double medianBefore = 0, medianAfter = 0;
  bool isTime = false;
  bool higherIsBetter = false;
  bool exact = false;               ///< each side has one value, in all its runs
  std::optional<Interval> interval; ///< of after / before
  double ratio = 1;                 ///< after / before; infinite where something came from nothing
  Change change = Change::NotJudged;
};

struct Place {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  friend auto operator<=>(const Place &, const Place &) = default;
};

/// One site on both sides, or on one of them.
struct SitePair {
  SiteKind kind = SiteKind::Kernel;
  std::string op;
  std::string expr; ///< of the new side, where it is there
  std::optional<Place> before, after;
  std::vector<Metric> metrics;
  /// How its numbers changed. It explains the kernel's change and adds nothing to it, for
  /// accesses may have changed places.
  Change change = Change::NotJudged;
};

struct KernelPair {
  std::string name;          ///< of the new side
  std::string oldName;       ///< where it differs
  std::string instantiation; ///< of the new side; may be empty
  Place place;               ///< of the new side
  std::vector<Metric> metrics;
  std::vector<SitePair> sites;       ///< in the order of the new side
  std::vector<std::string> notes;    ///< "its launches have 256 threads where they had 1024"
  Change change = Change::NotJudged; ///< the gravest of its metrics
};

struct Side {
  std::vector<std::string> files;
  std::vector<std::string> devices; ///< different ones, sorted
};

struct Comparison {
  bool measured = false;
  Side before, after;
  std::vector<KernelPair> kernels; ///< the worst first, then as they stand in the files
  struct Lone {
    std::string name;
    std::string instantiation;
    Place place;
  };
  std::vector<Lone> onlyBefore, onlyAfter;
  std::vector<std::string> notes;

  unsigned count(Change change) const;
};

/// An error where one side is predicted and the other measured, or a renamed kernel is not there.
Expected<Comparison> compared(const std::vector<EvidenceRun> &before,
                              const std::vector<EvidenceRun> &after, const Options &options);

/// Sites of one kind and operation of one kernel, in the order of their places: which one of the
/// new side is which one of the old side. First those of the same expression, in order; between
/// them, all in order where there are as many; else those as far from the start of their kernel.
/// None: not told.
std::vector<std::optional<std::size_t>> matched(const std::vector<RunSite> &before,
                                                const Place &kernelBefore,
                                                const std::vector<RunSite> &after,
                                                const Place &kernelAfter);

// Reports.
struct WordOptions {
  bool all = false; ///< also what is the same
};
std::string inWords(const Comparison &comparison, const Options &options, WordOptions words);
nlohmann::ordered_json toJson(const Comparison &comparison, const Options &options);

} // namespace warplint::compare

#endif
