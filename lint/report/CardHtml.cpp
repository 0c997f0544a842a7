//===- CardHtml.cpp - scorecards as one HTML page -------------------------===//
//
// One file that needs nothing else: no script, no font, no picture from elsewhere.
// Whatever comes from source files passes through htmlText().
//
//===----------------------------------------------------------------------===//

#include "lint/report/Card.h"
#include "lint/report/Characters.h"
#include "lint/report/Excerpt.h"
#include "lint/report/Markup.h"
#include "lint/report/Summary.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

namespace warplint::report {
namespace {

/// What stands in backquotes is code.
std::string withCode(std::string_view text) {
  std::string result;
  bool isCode = false;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && text[at] != '`')
      continue;
    const bool isLast = at == text.size();
    const std::string part = htmlText(text.substr(begin, at - begin));
    // A quote that is never closed is one.
    if (isCode)
      result += isLast ? "`" + part : "<code>" + part + "</code>";
    else
      result += part;
    isCode = !isCode;
    begin = at + 1;
  }
  return result;
}

std::string_view symbolOf(CheckState state) {
  switch (state) {
  case CheckState::None:
    return "–";
  case CheckState::Pass:
    return "✓";
  case CheckState::Open:
    return "?";
  case CheckState::Look:
    return "!";
  case CheckState::Fail:
    return "✕";
  }
  return "?";
}

std::string_view wordOf(CheckState state) {
  switch (state) {
  case CheckState::None:
    return "nothing to check";
  case CheckState::Pass:
    return "pass";
  case CheckState::Open:
    return "open";
  case CheckState::Look:
    return "worth a look";
  case CheckState::Fail:
    return "fail";
  }
  return "open";
}

std::string badge(CheckState state) {
  return fmt::format("<span class=\"badge {}\" title=\"{}\">{}</span>", name(state), wordOf(state),
                     symbolOf(state));
}

constexpr std::string_view style = R"(
:root{color-scheme:light dark;--paper:#fbfbf9;--sheet:#ffffff;--ink:#1d2128;--soft:#565d68;--faint:#666d78;
--rule:#e2e4e8;--code:#f3f4f2;--accent:#2463b4;--measured:#b4531d;--pass:#23794a;--look:#8a5e08;--fail:#b3261e;
--open:#5d6b85;--passbg:#e4f2e9;--lookbg:#f8eed6;--failbg:#fbe4e1;--openbg:#e9edf4;--mark:#fbe9b7}
@media(prefers-color-scheme:dark){:root{--paper:#14161a;--sheet:#1b1e24;--ink:#e4e7ec;--soft:#a9b1be;
--faint:#8b94a2;--rule:#2e333c;--code:#23272f;--accent:#7db2f5;--measured:#f0a066;--pass:#6fcf97;--look:#e8b955;
--fail:#f28b82;--open:#a3b3d0;--passbg:#1c3327;--lookbg:#382e16;--failbg:#40211f;--openbg:#262d3a;--mark:#5a4712}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,
"Helvetica Neue",Arial,sans-serif}
main{max-width:1060px;margin:0 auto;padding:28px 20px 60px}
code,pre,.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
code{font-size:.92em;background:var(--code);padding:.05em .3em;border-radius:3px}
article{background:var(--sheet);border:1px solid var(--rule);border-radius:8px;padding:26px 30px 30px;margin:0 0 34px}
header p{margin:0}
.kicker{color:var(--faint);font-size:12.5px;letter-spacing:.06em;text-transform:uppercase}
h1{font-size:25px;line-height:1.25;margin:4px 0 6px;overflow-wrap:anywhere}
h2{font-size:13px;letter-spacing:.06em;text-transform:uppercase;color:var(--soft);margin:34px 0 10px;font-weight:600}
.place{color:var(--soft);font-size:14px}
.tag{display:inline-block;border:1px solid var(--rule);border-radius:99px;padding:1px 10px;margin:8px 6px 0 0;
font-size:13px;color:var(--soft)}
.tag.bound{border-color:var(--accent);color:var(--accent);font-weight:600}
.strip{display:grid;grid-template-columns:repeat(6,1fr);gap:8px;margin:22px 0 0;padding:0;list-style:none}
.strip li{border:1px solid var(--rule);border-top:3px solid var(--faint);border-radius:6px;padding:9px 11px 10px;
font-size:13px;line-height:1.35}
.strip .n{color:var(--faint);font-size:12px;display:block}
.strip .t{display:block;font-weight:600;min-height:2.7em}
.strip .s{font-size:12.5px}
li.pass{border-top-color:var(--pass)!important}li.look{border-top-color:var(--look)!important}
li.fail{border-top-color:var(--fail)!important}li.open{border-top-color:var(--open)!important}
.pass .s{color:var(--pass)}.look .s{color:var(--look)}.fail .s{color:var(--fail)}.open .s{color:var(--open)}
.none .s{color:var(--faint)}
.badge{display:inline-block;width:21px;height:21px;border-radius:50%;text-align:center;font-size:12.5px;
line-height:21px;font-weight:700}
.badge.pass{background:var(--passbg);color:var(--pass)}.badge.look{background:var(--lookbg);color:var(--look)}
.badge.fail{background:var(--failbg);color:var(--fail)}.badge.open{background:var(--openbg);color:var(--open)}
.badge.none{color:var(--faint)}
.plot{display:grid;grid-template-columns:minmax(0,1fr) 290px;gap:26px;align-items:start}
svg.roofline{width:100%;height:auto;display:block}
.roofline .grid{stroke:var(--rule);stroke-width:1}
.roofline .roof{stroke:var(--soft);stroke-width:2;stroke-linecap:round}
.roofline .tick{fill:var(--faint);font-size:11px}.roofline .axis{fill:var(--soft);font-size:12px}
.roofline .label{fill:var(--soft);font-size:11.5px;paint-order:stroke;stroke:var(--sheet);stroke-width:4px}
.roofline .drop{stroke:var(--accent);stroke-width:1;stroke-dasharray:3 4}
.roofline .drop.measured{stroke:var(--measured)}
.roofline .point{fill:var(--sheet);stroke:var(--accent);stroke-width:2.5}
.roofline .point.measured{fill:var(--measured);stroke:var(--measured)}
.roofline .name{fill:var(--accent);font-size:12.5px;font-weight:600;paint-order:stroke;stroke:var(--sheet);stroke-width:4px}
.roofline .name.measured{fill:var(--measured)}
dl{margin:0;font-size:14px}
dt{color:var(--faint);font-size:12.5px}
dd{margin:0 0 9px}
table{border-collapse:collapse;width:100%;font-size:14px}
th{text-align:left;font-weight:600;color:var(--faint);font-size:12.5px;padding:4px 10px 6px 0;
border-bottom:1px solid var(--rule)}
td{vertical-align:top;padding:7px 10px 7px 0;border-bottom:1px solid var(--rule)}
tr.phase td{padding-top:16px;font-weight:600;border-bottom:1px solid var(--rule)}
td:first-child{width:34px}.plot .remark{margin:6px 0 0}
td.value{width:21%}td.threshold{width:21%;color:var(--soft)}
td .remark,.remark{display:block;color:var(--soft);font-size:12.8px}
td.value.measured{color:var(--measured)}
.empty{color:var(--faint)}
.change{border:1px solid var(--rule);border-radius:6px;padding:14px 16px;margin:0 0 12px}
.change .head{display:flex;flex-wrap:wrap;gap:2px 14px;align-items:baseline;justify-content:space-between}
.change .head b{font-weight:600;flex:1 1 100%}
.change .gain{color:var(--accent);font-weight:600;font-size:14px}
.change p{margin:4px 0}
.bar{height:5px;border-radius:3px;background:var(--code);margin:8px 0 2px}
.bar i{display:block;height:5px;border-radius:3px;background:var(--accent)}
pre{background:var(--code);border-radius:5px;padding:9px 12px;margin:9px 0;font-size:13px;line-height:1.5;overflow-x:auto}
pre .no{color:var(--faint);user-select:none}
pre mark{background:var(--mark);color:inherit;border-radius:2px}
ul.findings{margin:0;padding:0;list-style:none;font-size:14px}
ul.findings li{padding:6px 0;border-bottom:1px solid var(--rule)}
.sev{font-weight:600}.sev.error{color:var(--fail)}.sev.warning{color:var(--look)}.sev.note{color:var(--open)}
.rests{color:var(--soft);font-size:13.5px;margin:0;padding-left:18px}
nav ol{margin:6px 0 26px;padding-left:22px}
nav a,a{color:var(--accent);text-decoration:none}nav a:hover{text-decoration:underline}
footer{color:var(--faint);font-size:13px}
@media(max-width:840px){.strip{grid-template-columns:repeat(3,1fr)}.plot{grid-template-columns:1fr}
article{padding:20px 16px}table{display:block;overflow-x:auto}}
@media print{body{background:#fff}article{border:0;padding:0;break-after:page}.change,tr{break-inside:avoid}}
)";

class Page {
public:
  Page(const CardContext &context, std::ostream &out) : context_(context), out_(out) {}

  void write() {
    const std::string title = context_.cards.size() == 1 ? htmlText(context_.cards.front().kernel) +
                                                               " – warplint scorecard"
                                                         : "warplint scorecards";
    line(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
        "name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta "
        "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'\">\n<meta name=\"generator\" content=\"warplint {}\">\n<title>{}</title>\n"
        "<style>{}</style>\n</head>\n<body>\n<main>",
        htmlText(context_.version), title, style);
    if (context_.cards.size() > 1)
      writeContents();
    for (std::size_t i = 0; i < context_.cards.size(); ++i)
      write(context_.cards[i], i);
    writeFooter();
    line("</main>\n</body>\n</html>");
  }

private:
  template <typename... Args> void line(fmt::format_string<Args...> format, Args &&...args) {
    fmt::print(out_, format, std::forward<Args>(args)...);
    out_ << '\n';
  }

  void writeContents() {
    line("<nav><p class=\"kicker\">warplint scorecards</p><h1>{} kernels</h1>\n<ol>",
         context_.cards.size());
    for (std::size_t i = 0; i < context_.cards.size(); ++i) {
      const Card &card = context_.cards[i];
      std::string states;
      for (const Phase &phase : card.phases)
        states += badge(phase.state);
      line("<li>{} <a class=\"mono\" href=\"#card-{}\">{}</a> <span class=\"place\">{}:{}</span>"
           "</li>",
           states, i + 1, htmlText(card.kernel), htmlText(card.span.file), card.span.line);
    }
    line("</ol></nav>");
  }

  void write(const Card &card, std::size_t index) {
    line("<article id=\"card-{}\">", index + 1);
    writeHeader(card);
    writeStrip(card);
    writePlot(card);
    writeChanges(card);
    writeChecks(card);
    writeFindings(card);
    writeRests(card);
    line("</article>");
  }

  void writeHeader(const Card &card) {
    line("<header><p class=\"kicker\">warplint scorecard</p>\n<h1 class=\"mono\">{}</h1>\n"
         "<p class=\"place mono\">{}:{}</p>",
         htmlText(card.kernel), htmlText(card.span.file), card.span.line);
    const Bound &bound =
        card.measured && card.measured->kind != BoundKind::Open ? *card.measured : card.predicted;
    line("<span class=\"tag bound\">{}</span><span class=\"tag\">{}</span><span class=\"tag\">{}"
         "</span><span class=\"tag\">{}</span></header>",
         bound.kind == BoundKind::Open ? "bound not known"
                                       : fmt::format("{}-bound", name(bound.kind)),
         htmlText(card.chip.product.empty() ? card.chip.name : card.chip.product),
         htmlText(card.block), card.figures ? "predicted and measured" : "predicted");
  }

  static std::string tallyOf(const Phase &phase) {
    unsigned passed = 0, counted = 0;
    for (const Check &check : phase.checks) {
      counted += check.state != CheckState::None;
      passed += check.state == CheckState::Pass;
    }
    return counted ? fmt::format("{} · {} of {} pass", wordOf(phase.state), passed, counted)
                   : std::string(wordOf(CheckState::None));
  }

  void writeStrip(const Card &card) {
    line("<ol class=\"strip\">");
    for (const Phase &phase : card.phases)
      line("<li class=\"{}\"><span class=\"n\">Phase {}</span><span class=\"t\">{}</span><span "
           "class=\"s\">{}</span></li>",
           name(phase.state), phase.number, htmlText(phase.title), htmlText(tallyOf(phase)));
    line("</ol>");
  }

  void fact(std::string_view term, const std::string &value) {
    if (!value.empty())
      line("<dt>{}</dt><dd>{}</dd>", htmlText(term), value);
  }

  void writePlot(const Card &card) {
    line("<h2>Roofline</h2>\n<div class=\"plot\"><div>");
    const std::string svg = rooflineSvg(card.chip, card.units, card.points);
    if (svg.empty())
      line("<p class=\"empty\">The peaks of {} are not known.</p>", htmlText(card.chip.name));
    else
      out_ << svg;
    if (!svg.empty())
      line("<p class=\"remark\">{}</p>", legendOf(card));
    line("</div><dl>");
    const Bound &bound = card.predicted;
    if (bound.intensity)
      fact("Arithmetic intensity",
           fmt::format("{} FLOP/byte{}", compact(*bound.intensity),
                       bound.knee ? fmt::format("; knee of {} at {}", htmlText(bound.unit),
                                                compact(*bound.knee))
                                  : ""));
    if (bound.attainable)
      fact("Attainable", compactCount(*bound.attainable) + " GFLOP/s");
    std::string work;
    for (const auto &[unit, count] : flopsOf(card.evidence))
      work += fmt::format("{}{} {}", work.empty() ? "" : ", ", compactCount(count), htmlText(unit));
    if (const auto special = numberAt(card.evidence, "special_operations"); special && *special > 0)
      work +=
          fmt::format("{}{} special functions", work.empty() ? "" : ", ", compactCount(*special));
    const std::string basis(stringAt(card.evidence, "work_basis").value_or(""));
    if (!basis.empty())
      fact("Operations of " + basis, work.empty() ? "none of floating point" : work);
    std::string bytes;
    const auto addBytes = [&](const char *name, const char *words) {
      if (const auto value = numberAt(card.evidence, name))
        bytes += fmt::format("{}{} {}", bytes.empty() ? "" : "<br>", compactCount(*value), words);
    };
    addBytes("bytes_accessed", "accessed by threads");
    addBytes("bytes_requested", "requested by warps");
    addBytes("bytes_unique", "that must move");
    fact("Bytes of the same", bytes);
    if (card.measured && card.measured->intensity)
      fact("Measured", fmt::format("{} FLOP/byte{}{}", compact(*card.measured->intensity),
                                   card.measured->knee ? fmt::format("; knee of {} at {}",
                                                                     htmlText(card.measured->unit),
                                                                     compact(*card.measured->knee))
                                                       : "",
                                   durationOf(card)));
    std::string done;
    if (card.figures)
      for (const auto &[unit, count] : flopsOf(*card.figures))
        done +=
            fmt::format("{}{} {}", done.empty() ? "" : ", ", compactCount(count), htmlText(unit));
    fact("Operations of a launch, measured", done);
    fact("Occupancy", htmlText(card.occupancy));
    fact("Next step", htmlText(card.nextStep));
    std::string stalls;
    for (const Stall &stall : card.stalls)
      stalls += fmt::format("{}{} {} %", stalls.empty() ? "" : "<br>", htmlText(stall.reason),
                            compact(stall.percent));
    fact("Stalls", stalls);
    line("</dl></div>");
  }

  static std::string legendOf(const Card &card) {
    if (card.points.empty())
      return flopsOf(card.evidence).empty() ? "No floating-point operations: no point to plot."
                                            : "Operations per byte are not known.";
    const bool measured = card.points.back().isMeasured;
    return measured ? "Circles: the most that is attainable at the predicted intensity. Diamond: "
                      "measured."
                    : "Circles: the most that is attainable at the predicted intensity.";
  }

  static std::string durationOf(const Card &card) {
    const auto duration = numberAt(*card.figures, "duration_us");
    return duration ? fmt::format(", {} us", compact(*duration)) : "";
  }

  void writeExcerpt(const SourceSpan &span) {
    const auto text = [&](unsigned number) {
      return number > 0 ? context_.sourceLine(span.file, number) : std::string();
    };
    const std::string at = text(span.line);
    if (at.empty())
      return;
    std::string code;
    const unsigned first = span.line > 1 ? span.line - 1 : span.line;
    for (unsigned number = first; number <= span.line + 1; ++number) {
      const std::string source = text(number);
      if (number != span.line && source.find_first_not_of(" \t") == std::string::npos)
        continue;
      code += fmt::format("<span class=\"no\">{:>5}  </span>", number);
      code += number == span.line ? marked(source, span) : htmlText(source);
      code += '\n';
    }
    line("<pre>{}</pre>", code);
  }

  static std::string marked(const std::string &source, const SourceSpan &span) {
    const std::size_t begin =
        std::min<std::size_t>(span.column > 0 ? span.column - 1 : 0, source.size());
    const bool isOneLine = span.endLine == span.line && span.endColumn > span.column;
    const std::size_t end =
        isOneLine ? std::min<std::size_t>(span.endColumn - 1, source.size()) : source.size();
    // Tabs become as many columns as they take in the whole line.
    std::string before, inside, after;
    for (const Cell &cell : cells(source))
      (cell.byte < begin ? before : cell.byte < end ? inside : after) += cell.text;
    return htmlText(before) + "<mark>" + htmlText(inside) + "</mark>" + htmlText(after);
  }

  static std::string gainOf(const CardChange &change) {
    if (change.share)
      return fmt::format("−{:.0f} % of {}", 100 * *change.share, change.shareOf);
    return change.finding->severity == Severity::Error ? "wrong or undefined results" : "";
  }

  void writeChanges(const Card &card) {
    if (card.changes.empty())
      return;
    line("<h2>What would gain most</h2>");
    for (const CardChange &change : card.changes) {
      const Finding &finding = *change.finding;
      line(
          "<div class=\"change\"><div class=\"head\"><b>{}</b><span class=\"gain\">{}</span></div>",
          withCode(finding.message), htmlText(gainOf(change)));
      line("<p class=\"place mono\">{}:{}:{} · {}</p>", htmlText(finding.span.file),
           finding.span.line, finding.span.column, htmlText(finding.rule));
      if (change.share)
        line("<div class=\"bar\"><i style=\"width:{:.0f}%\"></i></div>", 100 * *change.share);
      writeExcerpt(finding.span);
      if (!change.excess.empty())
        line("<p class=\"remark\">{} per block{}</p>", htmlText(change.excess),
             numberAt(finding.predicted, "open_loops") ? " and iteration" : "");
      line("<p>{}</p></div>", withCode(finding.help));
    }
  }

  static std::string cell(const std::string &value) {
    return value.empty() ? "<span class=\"empty\">–</span>" : htmlText(value);
  }

  void writeChecks(const Card &card) {
    line(
        "<h2>Checks</h2>\n<table>\n<thead><tr><th></th><th>Check</th><th>Predicted</th><th>Measured"
        "</th><th>Threshold</th></tr></thead>\n<tbody>");
    for (const Phase &phase : card.phases) {
      line("<tr class=\"phase\"><td>{}</td><td colspan=\"4\">Phase {}: {}</td></tr>",
           badge(phase.state), phase.number, htmlText(phase.title));
      for (const Check &check : phase.checks)
        line("<tr><td>{}</td><td>{}{}</td><td class=\"value\">{}</td><td class=\"value measured\">"
             "{}</td><td class=\"threshold\">{}</td></tr>",
             badge(check.state), htmlText(check.title),
             check.remark.empty()
                 ? ""
                 : fmt::format("<span class=\"remark\">{}</span>", withCode(check.remark)),
             cell(check.predicted), cell(check.measured), cell(check.threshold));
    }
    line("</tbody></table>\n<p class=\"remark\">{} pass &nbsp; {} worth a look &nbsp; {} fail "
         "&nbsp; "
         "{} open: it cannot be told from what is known, which is no pass &nbsp; {} nothing to "
         "check</p>",
         badge(CheckState::Pass), badge(CheckState::Look), badge(CheckState::Fail),
         badge(CheckState::Open), badge(CheckState::None));
  }

  void writeFindings(const Card &card) {
    if (card.findings.empty())
      return;
    line("<h2>Findings ({})</h2>\n<ul class=\"findings\">", card.findings.size());
    for (const Finding *finding : card.findings)
      line("<li><span class=\"sev {}\">{}</span> <span class=\"place mono\">{}:{}</span> {} <span "
           "class=\"remark\">{}{}</span></li>",
           name(finding->severity), name(finding->severity), htmlText(finding->span.file),
           finding->span.line, withCode(finding->message), htmlText(finding->rule),
           finding->verdict ? fmt::format(", {}", name(*finding->verdict)) : "");
    line("</ul>");
  }

  void writeRests(const Card &card) {
    std::vector<std::string> rests = card.assumptions;
    if (const auto text = stringAt(card.evidence, "work_rests_on"))
      rests.emplace_back(*text);
    if (!card.predicted.remark.empty())
      rests.push_back("bound: " + card.predicted.remark);
    if (!card.resources.empty())
      rests.push_back(card.resources);
    if (rests.empty())
      return;
    line("<h2>What it rests on</h2>\n<ul class=\"rests\">");
    for (const std::string &one : rests)
      line("<li>{}</li>", withCode(one));
    line("</ul>");
  }

  void writeFooter() {
    line("<footer>");
    for (const std::string &note : context_.notes)
      line("<p>{}</p>", withCode(note));
    line("<p>warplint {}</p></footer>", htmlText(context_.version));
  }

  const CardContext &context_;
  std::ostream &out_;
};

} // namespace

void writeCardHtml(const CardContext &context, std::ostream &out) { Page(context, out).write(); }

} // namespace warplint::report
