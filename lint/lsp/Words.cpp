//===- Words.cpp - what is shown where the mouse stands -------------------===//

#include "lint/lsp/Words.h"

#include "lint/evidence/Vocabulary.h"
#include "lint/report/Characters.h"
#include "lint/report/Wording.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplint::lsp {
namespace {

std::string number(double value) {
  const bool whole = std::floor(value) == value && std::abs(value) < 1e15;
  return whole ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string counted(double count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number(count), count == 1 ? one : many);
}

// report/Markup.h writes for code hosts, with HTML in it. Editors show Markdown alone, and some
// show character references as they are written.

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Nothing in it is markup.
std::string markdownText(std::string_view text) {
  const std::string safe = report::printable(text);
  std::string result;
  for (std::size_t i = 0; i < safe.size(); ++i) {
    const bool inWord = i > 0 && i + 1 < safe.size() && isWordCharacter(safe[i - 1]) &&
                        isWordCharacter(safe[i + 1]);
    if (std::string_view("\\`*[]<>&~|").find(safe[i]) != std::string_view::npos ||
        (safe[i] == '_' && !inWord))
      result += '\\';
    result += safe[i];
  }
  return result;
}

/// CommonMark, "Code spans": between as many backquotes as nowhere in it.
std::string markdownCode(std::string_view text) {
  const std::string safe = report::printable(text);
  std::string quotes = "`";
  while (safe.find(quotes) != std::string::npos)
    quotes += '`';
  const std::string_view space = quotes.size() > 1 ? " " : "";
  return fmt::format("{}{}{}{}{}", quotes, space, safe, space, quotes);
}

/// Messages quote code in backquotes.
std::string markdownMessage(std::string_view message) {
  std::string result;
  while (!message.empty()) {
    const std::size_t open = message.find('`');
    const std::size_t close = open == std::string_view::npos ? open : message.find('`', open + 1);
    if (close == std::string_view::npos)
      return result + markdownText(message);
    result += markdownText(message.substr(0, open)) +
              markdownCode(message.substr(open + 1, close - open - 1));
    message.remove_prefix(close + 1);
  }
  return result;
}

/// Parts with semicolons between them.
class Clauses {
public:
  explicit Clauses(const Evidence &evidence) : evidence_(evidence) {}

  std::optional<double> operator[](std::string_view name) const {
    return numberAt(evidence_, name);
  }
  std::string text(std::string_view name) const {
    return std::string(stringAt(evidence_, name).value_or(""));
  }
  bool flag(std::string_view name) const { return boolAt(evidence_, name); }

  void add(std::string clause) {
    if (!clause.empty())
      clauses_.push_back(std::move(clause));
  }
  std::string str() const { return fmt::format("{}", fmt::join(clauses_, "; ")); }

private:
  const Evidence &evidence_;
  std::vector<std::string> clauses_;
};

/// "32 sectors per request where 4 would do (8 times as many)"
std::string againstIdeal(std::optional<double> count, std::optional<double> ideal,
                         std::string_view one, std::string_view many) {
  if (!count)
    return {};
  std::string text = counted(*count, one, many) + " per request";
  if (!ideal || *ideal <= 0)
    return text;
  if (*count <= *ideal)
    return text + ", the fewest that would do";
  return text +
         fmt::format(" where {} would do ({:.3g} times as many)", number(*ideal), *count / *ideal);
}

void addRequests(Clauses &clauses) {
  const auto requests = clauses["requests"];
  if (!requests)
    return;
  std::string text = counted(*requests, "request", "requests") + " of a block";
  if (const auto lanes = clauses["lanes_active"])
    text += fmt::format(", {} active in each", counted(*lanes, "lane", "lanes"));
  clauses.add(text);
}

void addGlobalAccess(Clauses &clauses) {
  const std::string sectors = againstIdeal(
      clauses["sectors_per_request"], clauses["sectors_ideal_per_request"], "sector", "sectors");
  clauses.add(!sectors.empty() ? sectors
              : clauses.flag("data_dependent")
                  ? "the addresses depend on loaded data: how many sectors they touch is not known"
                  : "how many sectors it touches is not known");
  addRequests(clauses);
  if (const std::string pattern = clauses.text("pattern"); !pattern.empty()) {
    const std::string stride = clauses.text("stride_text");
    clauses.add(stride.empty()
                    ? "pattern: " + pattern
                    : fmt::format("pattern: {}, neighbouring lanes are {} apart", pattern, stride));
  }
}

void addSharedAccess(Clauses &clauses) {
  const std::string wavefronts =
      againstIdeal(clauses["wavefronts_per_request"], clauses["wavefronts_ideal_per_request"],
                   "wavefront", "wavefronts");
  clauses.add(!wavefronts.empty() ? wavefronts
                                  : std::string("how many wavefronts it takes is not known"));
  if (const auto ways = clauses["ways"])
    clauses.add(*ways > 1 ? fmt::format("{}-way bank conflict", number(*ways))
                          : std::string("no bank conflict"));
  addRequests(clauses);
}

std::string dependsOn(const std::string &cause) {
  if (cause == "uniform")
    return "the same for all lanes";
  if (cause == "lane")
    return "depends on the thread index";
  if (cause == "guard")
    return "compares the thread index with a bound";
  if (cause == "data")
    return "depends on loaded data";
  return {};
}

void addBranch(Clauses &clauses) {
  clauses.add(dependsOn(clauses.text("cause")));
  const auto divergent = clauses["divergent_warps"], warps = clauses["warps"];
  if (divergent && warps)
    clauses.add(*divergent == 0
                    ? fmt::format("none of {} goes both ways", counted(*warps, "warp", "warps"))
                    : fmt::format("{} of {} go both ways", number(*divergent),
                                  counted(*warps, "warp", "warps")));
  if (const auto wasted = clauses["wasted_lanes"]; wasted && *wasted > 0)
    clauses.add(
        fmt::format("{} idle in a divergent warp, on average", counted(*wasted, "lane", "lanes")));
  if (clauses.flag("predicated"))
    clauses.add("so small that the compiler predicates it");
}

void addLoop(Clauses &clauses) {
  const auto least = clauses["trips_min"], most = clauses["trips_max"];
  if (least && most)
    clauses.add(*least == *most
                    ? counted(*most, "iteration", "iterations") + " of every lane"
                    : fmt::format("{} to {} iterations of a lane", number(*least), number(*most)));
  else
    clauses.add("the number of iterations is not known");
  clauses.add(dependsOn(clauses.text("cause")));
  if (const auto wasted = clauses["wasted"]; wasted && *wasted > 0)
    clauses.add(fmt::format("{:.3g} % of the lanes' time in it is waiting for others of their warp",
                            100 * *wasted));
}

void addBarrier(Clauses &clauses) {
  const auto arriving = clauses["threads_arriving"], expected = clauses["threads_expected"];
  if (arriving && expected)
    clauses.add(*arriving == *expected
                    ? fmt::format("all {} arrive", counted(*expected, "thread", "threads"))
                    : fmt::format("{} of {} arrive", number(*arriving),
                                  counted(*expected, "thread", "threads")));
  if (clauses.flag("redundant"))
    clauses.add("orders nothing that another barrier does not order");
}

std::string shapeOf(const Clauses &clauses, const std::string &of) {
  std::vector<std::string> sizes;
  for (const char axis : {'x', 'y', 'z'})
    if (const auto size = clauses[of + "_" + axis])
      sizes.push_back(number(*size));
  return sizes.size() == 3 ? fmt::format("{} ({})", of, fmt::join(sizes, ", ")) : std::string();
}

void addKernel(Clauses &clauses) {
  clauses.add(shapeOf(clauses, "block"));
  if (const auto registers = clauses["registers"])
    clauses.add(counted(*registers, "register", "registers") + " a thread");
  if (const auto shared = clauses["shared_bytes"])
    clauses.add(*shared > 0 ? counted(*shared, "byte", "bytes") + " of shared memory"
                            : std::string("no shared memory"));
  if (const auto efficiency = clauses["warp_execution_efficiency_percent"])
    clauses.add(fmt::format("{:.3g} % of the lanes active", *efficiency));
  if (const auto intensity = clauses["arithmetic_intensity"])
    clauses.add(fmt::format("{:.3g} floating-point operations per byte", *intensity));
}

void addLaunch(Clauses &clauses) {
  clauses.add(shapeOf(clauses, "grid"));
  clauses.add(shapeOf(clauses, "block"));
  if (const auto lanes = clauses["idle_lanes"]; lanes && *lanes > 0)
    clauses.add(counted(*lanes, "lane", "lanes") + " of the block without a thread");
  const auto occupancy = clauses["occupancy_percent"];
  if (!occupancy)
    return;
  std::string text = fmt::format("occupancy {:.3g} %", *occupancy);
  if (const std::string chip = clauses.text("chip"); !chip.empty())
    text += " on " + chip;
  if (const std::string limiter = clauses.text("limiter"); !limiter.empty())
    text += ", limited by " + limiter;
  clauses.add(text);
}

/// What has no sentence of its own: its numbers, by name.
void addNumbers(Clauses &clauses, const Site &site) {
  for (const EvidenceName &name : vocabulary(site.kind)) {
    const auto value = clauses[name.name];
    const bool isLine = name.name.ends_with("line");
    if (!value || isLine)
      continue;
    std::string words(name.name);
    std::replace(words.begin(), words.end(), '_', ' ');
    clauses.add(fmt::format("{}: {}", words, number(*value)));
  }
}

} // namespace

std::string predictionInWords(const Site &site) {
  Clauses clauses(site.evidence);
  switch (site.kind) {
  case SiteKind::GlobalAccess:
    addGlobalAccess(clauses);
    break;
  case SiteKind::SharedAccess:
    addSharedAccess(clauses);
    break;
  case SiteKind::Constant:
    if (const auto addresses = clauses["addresses"])
      clauses.add(*addresses > 1
                      ? fmt::format("{} different addresses per request, served one "
                                    "after the other",
                                    number(*addresses))
                      : std::string("one address per request, the fewest that would do"));
    addRequests(clauses);
    break;
  case SiteKind::LocalAccess:
    if (const auto bytes = clauses["array_bytes"])
      clauses.add(fmt::format("{} a thread that cannot stay in registers",
                              counted(*bytes, "byte", "bytes")));
    addRequests(clauses);
    break;
  case SiteKind::Branch:
    addBranch(clauses);
    break;
  case SiteKind::Loop:
    addLoop(clauses);
    break;
  case SiteKind::Barrier:
    addBarrier(clauses);
    break;
  case SiteKind::Kernel:
    addKernel(clauses);
    break;
  case SiteKind::Launch:
    addLaunch(clauses);
    break;
  default:
    addNumbers(clauses, site);
  }
  return clauses.str();
}

std::string kindInWords(const Site &site) {
  switch (site.kind) {
  case SiteKind::GlobalAccess:
    return fmt::format("{} {} global memory", site.op, site.op == "load" ? "from" : "to");
  case SiteKind::SharedAccess:
    return fmt::format("{} {} shared memory", site.op, site.op == "load" ? "from" : "to");
  case SiteKind::LocalAccess:
    return fmt::format("{} {} local memory", site.op, site.op == "load" ? "from" : "to");
  case SiteKind::Constant:
    return "load from constant memory";
  default:
    break;
  }
  std::string words(name(site.kind));
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::string sitesMarkdown(const std::vector<const Site *> &sites) {
  struct Said {
    std::string text;
    std::vector<std::string> kernels;
  };
  std::vector<Said> all;
  constexpr std::size_t longestExpression = 120;
  for (const Site *site : sites) {
    const std::string words = predictionInWords(*site);
    if (words.empty())
      continue;
    std::string text = fmt::format("**{}**", kindInWords(*site));
    if (!site->expr.empty() && site->expr.size() <= longestExpression)
      text += " " + markdownCode(site->expr);
    text += fmt::format("  \n{}", markdownMessage(words));
    if (site->confidence != Confidence::Exact)
      text += fmt::format(
          "  \n*{}*{}", name(site->confidence),
          site->assumptions.empty()
              ? ""
              : markdownMessage(fmt::format(": {}", fmt::join(site->assumptions, "; "))));
    auto same = std::find_if(all.begin(), all.end(), [&](const Said &s) { return s.text == text; });
    if (same == all.end())
      same = all.insert(all.end(), {std::move(text), {}});
    if (!site->kernel.empty() &&
        std::find(same->kernels.begin(), same->kernels.end(), site->kernel) == same->kernels.end())
      same->kernels.push_back(site->kernel);
  }
  std::string markdown;
  constexpr std::size_t mostKernels = 3;
  const bool several = all.size() > 1;
  for (Said &said : all) {
    markdown += (markdown.empty() ? "" : "\n\n") + said.text;
    if (!several || said.kernels.empty())
      continue;
    const std::size_t more = said.kernels.size() - std::min(said.kernels.size(), mostKernels);
    said.kernels.resize(said.kernels.size() - more);
    for (std::string &kernel : said.kernels)
      kernel = markdownCode(kernel);
    markdown += fmt::format("  \nin {}{}", fmt::join(said.kernels, ", "),
                            more ? fmt::format(" and {} more", more) : "");
  }
  return markdown;
}

std::string findingMarkdown(const Finding &finding, const RuleInfo *rule) {
  std::string text =
      fmt::format("**{}: {}**  \n{}", name(finding.severity), markdownText(finding.rule),
                  markdownMessage(report::qualifiedMessage(finding)));
  if (finding.verdict)
    text += fmt::format("  \nmeasured on a GPU: {}", name(*finding.verdict));
  for (const Note &note : finding.notes)
    text += "  \n" + markdownMessage(note.text);
  if (!finding.help.empty())
    text += "  \n" + markdownMessage(finding.help);
  if (rule)
    text += "\n\n" + report::ruleMarkdown(*rule);
  return text;
}

std::string withoutMarkup(const std::string &markdown) {
  std::string text;
  for (std::size_t i = 0; i < markdown.size(); ++i) {
    const char c = markdown[i];
    const bool escapes = c == '\\' && i + 1 < markdown.size() &&
                         std::ispunct(static_cast<unsigned char>(markdown[i + 1])) != 0;
    if (escapes)
      text += markdown[++i];
    else if (c != '`' && c != '*')
      text += c;
  }
  return text;
}

} // namespace warplint::lsp
