//===- RulePages.cpp - the rules as pages of a manual ---------------------===//

#include "lint/cli/RulePages.h"

#include "lint/cli/RuleWords.h"
#include "lint/cli/WriteFile.h"
#include "lint/evidence/Json.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <set>
#include <sstream>

namespace warplint::cli {
namespace {

namespace fs = std::filesystem;

/// First line of each page, by which it is known as generated.
constexpr std::string_view mark = "<!-- Made by `make rule-pages`";

//===----------------------------------------------------------------------===//
// Markdown
//===----------------------------------------------------------------------===//

/// In backquotes; more of them than stand in the text.
std::string code(std::string_view text) {
  const bool hasQuote = text.find('`') != std::string_view::npos;
  return hasQuote ? fmt::format("`` {} ``", text) : fmt::format("`{}`", text);
}

std::string block(std::string_view language, std::string_view text) {
  return fmt::format("```{}\n{}{}```\n", language, text, text.ends_with('\n') ? "" : "\n");
}

/// Text of a cell: one line, and no bar that would end it.
std::string cell(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '|')
      result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

bool isBesideProduct(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == ' ' || c == '(' || c == ')';
}

/// A line of prose. What stands in backquotes is kept; elsewhere `<` does not open a tag, and a
/// star between two words multiplies.
std::string prose(std::string_view line) {
  std::string result;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    quoted ^= c == '`';
    const auto at = [&](std::size_t place) { return place < line.size() ? line[place] : '\n'; };
    const char before = i > 0 ? line[i - 1] : '\n';
    const bool isProduct = c == '*' && isBesideProduct(before) && isBesideProduct(at(i + 1)) &&
                           (before == ' ') == (at(i + 1) == ' ');
    if (!quoted && (c == '<' || isProduct))
      result += '\\';
    result += c;
  }
  return result;
}

/// Text of a rule file: paragraphs, and code that is indented by four.
std::string markdown(const std::string &text) {
  std::string result, codeLines;
  std::size_t blank = 0; // lines, not yet written
  const auto closeCode = [&] {
    if (!codeLines.empty())
      result += block("cuda", codeLines);
    codeLines.clear();
  };
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) {
      ++blank;
      continue;
    }
    const bool indented = line.starts_with("    ");
    if (indented && (blank > 0 || !codeLines.empty() || result.empty())) {
      if (codeLines.empty())
        result += std::string(std::min<std::size_t>(blank, 1), '\n');
      else
        codeLines += std::string(blank, '\n');
      codeLines += line.substr(4) + "\n";
    } else {
      closeCode();
      result += std::string(std::min<std::size_t>(blank, 1), '\n') + prose(line) + "\n";
    }
    blank = 0;
  }
  closeCode();
  return result;
}

std::string section(std::string_view title, std::string_view text) {
  return text.empty() ? std::string() : fmt::format("\n## {}\n\n{}", title, text);
}

//===----------------------------------------------------------------------===//
// A page
//===----------------------------------------------------------------------===//

bool isThere(const fs::path &path) {
  std::error_code error;
  return fs::exists(path, error);
}

std::string link(std::string_view text, std::string_view path) {
  return fmt::format("[{}](../../{})", text, path);
}

std::string confirmationOf(const engine::Rule &rule) {
  std::string text;
  if (!rule.confirm.metrics.empty()) {
    text += "`warplint confirm` counts, for each line of the kernel:\n\n";
    for (const std::string &metric : rule.confirm.metrics)
      text += fmt::format("- {}\n", code(metric));
  }
  if (!rule.confirm.when.empty())
    text += fmt::format("\nA finding is confirmed where {}, and {}.\n", code(rule.confirm.when),
                        rule.confirm.cost ? "inconclusive where not: it holds, and cost little"
                                          : "refuted where not");
  if (!rule.confirm.sanitizer.empty())
    text += fmt::format("{}`warplint confirm` runs the program under {}. A finding is confirmed "
                        "where the tool reports its line; that it reports nothing proves "
                        "nothing.\n",
                        text.empty() ? "" : "\n",
                        code("compute-sanitizer --tool " + rule.confirm.sanitizer));
  if (rule.confirm.hang)
    text +=
        fmt::format("{}A finding is confirmed where a launch of its kernel had not ended when the "
                    "program was stopped (`--run-timeout`).\n",
                    text.empty() ? "" : "\n");
  if (text.empty())
    text = "By nothing that runs: the finding follows from the source alone.\n";
  return text;
}

std::string facts(const engine::Rule &rule, const fs::path &repository) {
  std::string text = "| | |\n|---|---|\n";
  const auto row = [&](std::string_view name, std::string_view value) {
    text += fmt::format("| {} | {} |\n", name, value);
  };
  row("Severity", name(rule.severity));
  row("Family", fmt::format("[{0}](index.md#{0})", rule.family));
  row("Phase", fmt::format("{}, {}", rule.phase, phaseName(rule.phase)));
  row("Looks at", cell(placesOf(rule.on)));
  if (rule.fix)
    row("Fix", fmt::format("{}: {}", code(*rule.fix), fixInWords(*rule.fix)));
  const std::string fixtures = "fixtures/" + rule.id;
  row("Fixtures", isThere(repository / fixtures) ? link(fixtures, fixtures) : "none");
  const std::string kernels = "kernels/" + rule.kernels;
  row("Reference kernels", rule.kernels.empty() ? "none" : link(kernels, kernels));
  row("Rule file", link("rules/" + rule.id + ".yaml", "rules/" + rule.id + ".yaml"));
  return text;
}

std::string condition(const engine::Rule &rule) {
  std::string text = fmt::format("At {} (`{}`), where\n\n{}", placesOf(rule.on), name(rule.on),
                                 block("lua", rule.when));
  if (!rule.params.empty()) {
    text += "\nThresholds, which a project sets under `params` in its `.warplint.yaml`:\n\n"
            "| param | default |\n|---|---|\n";
    for (const auto &[param, value] : rule.params)
      text += fmt::format("| `{}` | {} |\n", param, cell(code(toJson(value).dump())));
  }
  const std::vector<EvidenceName> names = evidenceOf(rule);
  if (!names.empty()) {
    text += "\nWhat the names stand for:\n\n| evidence | is | unit |\n|---|---|---|\n";
    for (const EvidenceName &name : names)
      text += fmt::format("| `{}` | {} | {} |\n", name.name, cell(prose(name.definition)),
                          cell(name.unit));
  }
  text += fmt::format("\nIt says\n\n> {}\n", prose(rule.message));
  bool first = true;
  for (const engine::Rule::Adjustment &adjustment : rule.adjust) {
    text +=
        fmt::format("\n{} {}: {}", first ? "The first of these that holds changes that:\n\n-" : "-",
                    code(adjustment.when), name(adjustment.severity));
    if (!adjustment.message.empty())
      text += fmt::format(", “{}”", prose(adjustment.message));
    first = false;
  }
  return first ? text : text + "\n";
}

std::string kernelOf(std::string_view title, const PairMember &member) {
  if (member.code.empty())
    return {};
  std::string text = fmt::format("\n**{}**, {}", title, link(member.file, member.file));
  if (!member.caption.empty())
    text += ": " + prose(member.caption);
  return text + "\n\n" + block("cuda", member.code);
}

std::string valueCell(const std::optional<EvidenceValue> &value) {
  if (!value)
    return "–";
  const bool isText = std::holds_alternative<std::string>(*value);
  const std::string words = valueInWords(*value);
  if (words.empty())
    return "none";
  return cell(isText ? code(words) : words);
}

const PairValue &valueNamed(const PairMember &member, std::string_view name) {
  static const PairValue none;
  const auto found = member.values.find(name);
  return found == member.values.end() ? none : found->second;
}

std::string numbers(const engine::Rule &rule, const RulePair &pair) {
  std::string rows;
  for (const EvidenceName &name : evidenceOf(rule)) {
    const PairValue &bad = valueNamed(pair.bad, name.name);
    const PairValue &good = valueNamed(pair.good, name.name);
    if (bad.predicted || bad.measured || good.predicted || good.measured)
      rows +=
          fmt::format("| `{}` | {} | {} | {} | {} |\n", name.name, valueCell(bad.predicted),
                      valueCell(bad.measured), valueCell(good.predicted), valueCell(good.measured));
  }
  if (rows.empty())
    return {};
  return "\n| evidence | bad, predicted | bad, measured | good, predicted | good, measured |\n"
         "|---|---|---|---|---|\n" +
         rows;
}

std::string findingsOf(const PairMember &member) {
  std::string text;
  for (const Finding &finding : member.findings)
    text += fmt::format("- line {}, {}: {}\n", finding.span.line, name(finding.severity),
                        prose(finding.message));
  return text;
}

std::string measurements(const engine::Rule &rule, const RulePair &pair) {
  std::string text;
  if (const std::string why = unmeasured(rule, pair); !why.empty())
    text += fmt::format("{}{}.\n", static_cast<char>(std::toupper(why.front())), why.substr(1));
  if (pair.device)
    text += fmt::format("On {}.\n", prose(conditionsInWords(pair)));
  if (pair.bad.analysed) {
    const std::string found = findingsOf(pair.bad);
    text += found.empty() ? "\nThe rule is silent on the bad kernel.\n"
                          : "\nOf the bad kernel the rule says\n\n" + found;
    text += pair.good.analysed && pair.good.findings.empty()
                ? "\nOn the good kernel it is silent.\n"
                : "";
  }
  text += numbers(rule, pair);
  if (!pair.device)
    return text;
  text += "\n| | bad | good |\n|---|---|---|\n";
  if (pair.bad.milliseconds > 0 && pair.good.milliseconds > 0)
    text += fmt::format("| time of a launch | {:.4f} ms | {:.4f} ms, {} |\n", pair.bad.milliseconds,
                        pair.good.milliseconds, speedInWords(pair));
  if (!pair.bad.sanitizer.empty() || !pair.good.sanitizer.empty())
    text +=
        fmt::format("| compute-sanitizer | {} | {} |\n", pair.bad.sanitizer, pair.good.sanitizer);
  if (const std::string verdict = verdictInWords(pair.bad); !verdict.empty())
    text += fmt::format("| verdict | {} | |\n", cell(prose(verdict)));
  return text;
}

std::string page(const engine::Rule &rule, const RulePair &pair, const fs::path &repository) {
  std::string text = fmt::format(
      "{} from rules/{}.yaml, its reference kernels and what was measured of them. -->\n\n"
      "# {}\n\n{}.\n\n",
      mark, rule.id, rule.id, prose(rule.title));
  text += facts(rule, repository);
  text += section("Why", markdown(rule.why));
  text += section("What to do instead", markdown(rule.help.empty() ? rule.summary : rule.help));
  text += section("When it fires", condition(rule));
  const std::string kernels = kernelOf("Bad", pair.bad) + kernelOf("Good", pair.good);
  text += section("The pair",
                  kernels.empty() ? "There are no reference kernels.\n" : kernels.substr(1));
  text += section("Predicted and measured", measurements(rule, pair));
  text += section("How it is confirmed", confirmationOf(rule));
  text += section("Silenced by", block("cuda", fmt::format("// NOLINT(warplint-{0})\n"
                                                           "// warplint: allow({0}) why",
                                                           rule.id)));
  std::string references;
  for (const std::string &reference : rule.references)
    references += fmt::format("- {}\n", prose(reference));
  text += section("References", references);
  return text + "\n[All rules](index.md) · [How to write a rule](../rules.md)\n";
}

//===----------------------------------------------------------------------===//
// The index
//===----------------------------------------------------------------------===//

std::vector<std::string> familiesOf(const engine::RuleSet &rules) {
  std::vector<std::string> families{"memory", "shared",    "divergence", "sync", "groups",
                                    "async",  "occupancy", "compute",    "host", "arch"};
  for (const engine::Rule &rule : rules.rules())
    if (std::ranges::find(families, rule.family) == families.end())
      families.push_back(rule.family);
  std::erase_if(families, [&](const std::string &family) {
    return std::ranges::none_of(rules.rules(),
                                [&](const engine::Rule &rule) { return rule.family == family; });
  });
  return families;
}

/// What is predicted of the bad kernel: the ratio that the rule goes by, or where it fires.
std::string predictedCell(const engine::Rule &rule, const RulePair &pair) {
  if (!pair.bad.analysed)
    return rule.kernels.empty() ? "no pair" : "–";
  if (pair.bad.ratios.predicted)
    return fmt::format("`{}` {:.2f}", runtime::ratioName(rule.on), *pair.bad.ratios.predicted);
  if (pair.bad.findings.empty())
    return "silent";
  std::set<unsigned> lines;
  for (const Finding &finding : pair.bad.findings)
    lines.insert(finding.span.line);
  return fmt::format("line{} {}", lines.size() == 1 ? "" : "s", fmt::join(lines, ", "));
}

std::string measuredCell(const engine::Rule &rule, const RulePair &pair) {
  if (std::string why = unmeasured(rule, pair); !why.empty())
    return why;
  std::vector<std::string> parts;
  if (pair.bad.ratios.measured)
    parts.push_back(
        fmt::format("`{}` {:.2f}", runtime::ratioName(rule.on), *pair.bad.ratios.measured));
  if (!pair.bad.sanitizer.empty())
    parts.push_back(pair.bad.sanitizer);
  return parts.empty() ? "–" : fmt::format("{}", fmt::join(parts, "; "));
}

std::string timeCell(const RulePair &pair) {
  if (pair.bad.milliseconds <= 0 || pair.good.milliseconds <= 0)
    return "–";
  return fmt::format("{:.4f} → {:.4f}", pair.bad.milliseconds, pair.good.milliseconds);
}

std::string tick(bool done, const std::string &target) { return done ? link("✓", target) : "–"; }

std::string row(const engine::Rule &rule, const RulePair &pair, const fs::path &repository) {
  const std::string fixtures = "fixtures/" + rule.id;
  const std::string kernels = "kernels/" + rule.kernels;
  const bool hasPair = !rule.kernels.empty() && !pair.bad.file.empty() && !pair.good.file.empty();
  return fmt::format("| [{}]({}.md) | {} | {} | {} | {} | {} | {} | {} | {} |\n", rule.id, rule.id,
                     name(rule.severity), cell(prose(rule.title)),
                     tick(isThere(repository / fixtures), fixtures), tick(hasPair, kernels),
                     predictedCell(rule, pair), measuredCell(rule, pair), timeCell(pair),
                     verdictOf(pair.bad) == Verdict::Confirmed ? "✓" : "–");
}

std::string index(const engine::RuleSet &rules, const std::map<std::string, RulePair> &pairs,
                  const fs::path &repository) {
  std::string text = fmt::format(
      "{} from rules/, the reference kernels and what was measured of them. -->\n\n"
      "# The rules\n\n"
      "{} rules. Each page says what the rule sees, why the hardware minds, what to do instead, "
      "and "
      "what its two [reference kernels](../../kernels/README.md) cost on a GPU. [How to write a "
      "rule](../rules.md) says what a rule is.\n\n"
      "Predicted and measured are of the bad kernel: the ratio that the rule goes by, or the lines "
      "that are reported. Times are of one launch in milliseconds, bad → good. A tick under "
      "*confirmed* says that what was measured bears the finding out; *static* stands where "
      "nothing is claimed that a GPU could count or a tool see.\n",
      mark, rules.rules().size());
  for (const std::string &family : familiesOf(rules)) {
    text += fmt::format("\n## {}\n\n"
                        "| rule | severity | title | fixtures | kernels | predicted | measured | "
                        "ms | confirmed |\n|---|---|---|---|---|---|---|---|---|\n",
                        family);
    for (const engine::Rule &rule : rules.rules())
      if (rule.family == family)
        text += row(rule, pairs.at(rule.id), repository);
  }
  return text;
}

std::optional<std::string> readFile(const fs::path &path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Generated pages that lie in the folder and are of no rule.
std::vector<std::string> orphans(const std::map<std::string, std::string> &pages,
                                 const std::string &folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto &entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() == ".md" && !pages.contains(name) &&
        readFile(entry.path()).value_or("").starts_with(mark))
      names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

} // namespace

std::map<std::string, std::string> rulePages(const engine::RuleSet &rules,
                                             const std::map<std::string, RulePair> &pairs,
                                             const std::string &repository) {
  std::map<std::string, std::string> pages;
  pages.emplace("index.md", index(rules, pairs, repository));
  for (const engine::Rule &rule : rules.rules())
    pages.emplace(rule.id + ".md", page(rule, pairs.at(rule.id), repository));
  return pages;
}

Expected<void> writePages(const std::map<std::string, std::string> &pages,
                          const std::string &folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  for (const auto &[name, text] : pages) {
    const fs::path path = fs::path(folder) / name;
    if (readFile(path) == text)
      continue;
    if (auto written = writeFile(path.string(), text); !written)
      return makeError("the page " + written.error().message, path.string());
  }
  for (const std::string &name : orphans(pages, folder))
    if (!fs::remove(fs::path(folder) / name, error))
      return makeError("cannot remove the page of a rule that is gone", name);
  return {};
}

std::vector<std::string> stalePages(const std::map<std::string, std::string> &pages,
                                    const std::string &folder) {
  std::vector<std::string> stale;
  for (const auto &[name, text] : pages) {
    const auto present = readFile(fs::path(folder) / name);
    if (!present)
      stale.push_back(name + ": missing");
    else if (*present != text)
      stale.push_back(name + ": not what the generator writes now");
  }
  for (const std::string &name : orphans(pages, folder))
    stale.push_back(name + ": of a rule that is gone");
  return stale;
}

} // namespace warplint::cli
