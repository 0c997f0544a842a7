//===- Card.h - a kernel's whole standing on one page ----------*- C++ -*-===//
//
// The rubric scorecard: for each of the rubric's six phases the checks that a
// kernel passes and fails, with what was predicted and what was measured; what
// bounds it; and which changes would gain most. A check that cannot be told is
// open, and open is never a pass. docs/scorecard.md explains it to readers.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_REPORT_CARD_H
#define WARPLINT_REPORT_CARD_H

#include "lint/evidence/Error.h"
#include "lint/evidence/Finding.h"
#include "lint/report/Roofline.h"

#include <array>
#include <functional>

namespace warplint::report {

/// Ordered: a phase is what the last of its checks' states is.
enum class CheckState {
  None, ///< the kernel has nothing to check
  Pass,
  Open, ///< it cannot be told from what is known
  Look, ///< worth a look
  Fail,
};
std::string_view name(CheckState state); ///< "none", "pass", "open", "look", "fail"

struct Check {
  std::string id;    ///< "global-load-efficiency"
  std::string title; ///< "Global load efficiency"
  CheckState state = CheckState::Open;
  std::string predicted; ///< with its unit; empty: not known
  std::string measured;  ///< the same
  std::string threshold; ///< "80 % or more; under 60 % a red flag"; empty: none
  std::string remark;    ///< what it rests on, or what would tell
};

struct Phase {
  unsigned number = 0;
  std::string title;
  CheckState state = CheckState::None;
  std::vector<Check> checks;
};

/// A change, by the finding that asks for it. Points into the report.
struct CardChange {
  const Finding *finding = nullptr;
  std::string excess; ///< "61440 sectors where 7680 would do"
  /// The part of `shareOf` that would go; 0 to 1.
  std::optional<double> share;
  /// "the kernel's global sectors", "the global sectors of an iteration of the loop in line 12":
  /// what happens as often, where it is not known how long loops are.
  std::string shareOf;
};

struct Card {
  std::string kernel;
  SourceSpan span;   ///< of its name
  std::string block; ///< "32 x 8 threads"
  std::string shapeSource;
  Confidence confidence = Confidence::Exact;
  std::vector<std::string> assumptions;
  CardChip chip;
  std::array<Phase, 6> phases;
  Bound predicted;
  std::optional<Bound> measured;
  Evidence evidence;               ///< predicted of the kernel
  std::optional<Evidence> figures; ///< measured of it
  std::string instantiation;       ///< that was measured
  std::vector<RooflinePoint> points;
  std::vector<std::string> units; ///< whose peaks belong into the plot
  std::string occupancy;          ///< "50 % (registers)", in words; empty: not known
  std::string nextStep;           ///< what would raise it
  std::vector<Stall> stalls;
  std::vector<const Finding *> findings; ///< in source order; suppressed ones are not among them
  std::vector<CardChange> changes;       ///< at most three, the largest gain first
  std::string resources;                 ///< "needs nvcc: …" where registers are not known
};

/// What cards are made from.
struct CardSource {
  const Report &report; ///< findings and what was measured of kernels
  const std::vector<FileAnalysis> &files;
  std::vector<Site> measured; ///< sites that were measured, `kernel` as in the files
  CardChip chip;
  std::vector<std::string> kernels; ///< names that are wanted; empty: all
};

/// One for each kernel whose body was seen, in source order. A name is wanted if it is the
/// qualified one, or its last part. An error says which name there is no kernel of.
Expected<std::vector<Card>> cardsOf(const CardSource &source);

struct CardContext {
  const std::vector<Card> &cards;
  std::string version;
  bool colour = false;
  /// Text of a source line (without its end), empty where it cannot be read.
  std::function<std::string(const std::string &file, unsigned line)> sourceLine;
  std::vector<std::string> notes; ///< about the run as a whole
};

void writeCardText(const CardContext &context, std::ostream &out);
void writeCardHtml(const CardContext &context, std::ostream &out);
void writeCardJson(const CardContext &context, std::ostream &out);

/// "0.0833", "12.5", "1540": three significant digits, no more.
std::string compact(double value);
/// "12 288", "1.5 million": of counts and bytes.
std::string compactCount(double value);

} // namespace warplint::report

#endif
