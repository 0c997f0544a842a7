//===- CardText.cpp - a scorecard for a terminal --------------------------===//

#include "lint/report/Card.h"
#include "lint/report/Characters.h"
#include "lint/report/Excerpt.h"
#include "lint/report/Style.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

namespace warplint::report {
namespace {

std::string_view styleOf(CheckState state) {
  switch (state) {
  case CheckState::None:
    return style::dim;
  case CheckState::Pass:
    return style::plainGreen;
  case CheckState::Open:
    return style::plainBlue;
  case CheckState::Look:
    return style::yellow;
  case CheckState::Fail:
    return style::red;
  }
  return {};
}

class TextCard {
public:
  TextCard(const CardContext &context, std::ostream &out) : context_(context), out_(out) {}

  void write(const Card &card) {
    line("{}", paint(style::bold, printable(card.kernel)));
    line("  {}:{}, {}, {}", printable(card.span.file), card.span.line, printable(card.block),
         printable(card.chip.product.empty() ? card.chip.name : card.chip.product));
    writeBound(card);
    for (const Phase &phase : card.phases)
      write(phase);
    writeChanges(card);
    writeRests(card);
  }

private:
  std::string paint(std::string_view colour, std::string_view text) const {
    return context_.colour ? fmt::format("{}{}{}", colour, text, style::reset) : std::string(text);
  }
  template <typename... Args> void line(fmt::format_string<Args...> format, Args &&...args) {
    fmt::print(out_, format, std::forward<Args>(args)...);
    out_ << '\n';
  }

  static std::string inWords(const Bound &bound) {
    std::string text = bound.kind == BoundKind::Open ? "bound not known"
                                                     : fmt::format("{}-bound", name(bound.kind));
    if (bound.intensity)
      text += fmt::format(", {} FLOP/byte", compact(*bound.intensity));
    if (bound.knee)
      text += fmt::format(" (knee of {} at {})", bound.unit, compact(*bound.knee));
    if (bound.attainable)
      text += fmt::format(", at most {} GFLOP/s", compactCount(*bound.attainable));
    return text;
  }

  void writeBound(const Card &card) {
    line("  predicted: {}", inWords(card.predicted));
    if (!card.predicted.remark.empty())
      line("             {}", printable(card.predicted.remark));
    if (card.measured)
      line("  measured:  {}", inWords(*card.measured));
    const std::string work = operationsInWords(card.evidence);
    std::string bytes;
    for (const auto &[name, words] :
         {std::pair("bytes_accessed", "accessed"), std::pair("bytes_requested", "requested"),
          std::pair("bytes_unique", "that must move")})
      if (const auto value = numberAt(card.evidence, name))
        bytes += fmt::format("{}{} {}", bytes.empty() ? "" : ", ", compactCount(*value), words);
    if (const auto basis = stringAt(card.evidence, "work_basis"))
      line("  {}: operations {}; bytes {}", printable(*basis), work.empty() ? "none" : work,
           bytes.empty() ? "not known" : bytes);
    if (!card.figures)
      return;
    const std::string done = operationsInWords(*card.figures);
    const auto moved = numberAt(*card.figures, "bytes_dram");
    if (!done.empty() || moved)
      line("  a launch, measured: operations {}; bytes {}", done.empty() ? "none" : done,
           moved ? compactCount(*moved) + " of device memory" : "not known");
  }

  static std::string operationsInWords(const Evidence &evidence) {
    std::string work;
    for (const auto &[unit, count] : flopsOf(evidence))
      work += fmt::format("{}{} {}", work.empty() ? "" : ", ", compactCount(count), unit);
    return work;
  }

  void write(const Phase &phase) {
    line("");
    line("{}", paint(style::bold, fmt::format("Phase {}: {}", phase.number, phase.title)));
    for (const Check &check : phase.checks) {
      std::string values = check.predicted;
      if (!check.measured.empty())
        values += (values.empty() ? "" : "; ") + ("measured " + check.measured);
      const bool saysWhy = check.state == CheckState::Open || values.empty();
      if (!check.remark.empty() && (saysWhy || check.state != CheckState::Pass))
        values += (values.empty() ? "" : "; ") + check.remark;
      // The threshold is of use where it was not kept.
      if (!check.threshold.empty() &&
          (check.state == CheckState::Look || check.state == CheckState::Fail))
        values += fmt::format(" ({})", check.threshold);
      line("  {}  {:<38} {}", paint(styleOf(check.state), fmt::format("{:<4}", name(check.state))),
           check.title, printable(values));
    }
  }

  void writeChanges(const Card &card) {
    if (card.changes.empty())
      return;
    line("");
    line("{}", paint(style::bold, "What would gain most"));
    unsigned number = 0;
    for (const CardChange &change : card.changes) {
      const Finding &finding = *change.finding;
      line("  {}. {}:{}: {} [{}]", ++number, printable(finding.span.file), finding.span.line,
           printable(finding.message), printable(finding.rule));
      const std::string source = context_.sourceLine(finding.span.file, finding.span.line);
      if (!source.empty()) {
        const Excerpt shown = excerpt(source, finding.span, 0);
        line("     {:>5} | {}", finding.span.line, shown.code);
        if (!shown.markers.empty())
          line("           | {}", paint(style::plainGreen, shown.markers));
      }
      if (change.share)
        line("     gain: {:.0f} % of {}", 100 * *change.share, change.shareOf);
      line("     {}", printable(finding.help));
    }
  }

  void writeRests(const Card &card) {
    std::vector<std::string> rests = card.assumptions;
    if (const auto text = stringAt(card.evidence, "work_rests_on"))
      rests.emplace_back(*text);
    if (!card.resources.empty())
      rests.push_back(card.resources);
    if (rests.empty())
      return;
    line("");
    line("{}", paint(style::bold, "What it rests on"));
    for (const std::string &one : rests)
      line("  {}", printable(one));
  }

  const CardContext &context_;
  std::ostream &out_;
};

} // namespace

void writeCardText(const CardContext &context, std::ostream &out) {
  bool isFirst = true;
  for (const Card &card : context.cards) {
    if (!isFirst)
      out << '\n';
    isFirst = false;
    TextCard(context, out).write(card);
  }
}

} // namespace warplint::report
