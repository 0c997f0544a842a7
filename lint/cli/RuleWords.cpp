//===- RuleWords.cpp - a rule in words ------------------------------------===//

#include "lint/cli/RuleWords.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace warplint::cli {

std::string_view phaseName(int phase) {
  constexpr std::string_view names[] = {"know the hardware", "SIMT execution",
                                        "memory hierarchy",  "occupancy",
                                        "bottlenecks",       "architecture features"};
  return phase >= 0 && phase < 6 ? names[phase] : "";
}

std::string_view placesOf(SiteKind kind) {
  switch (kind) {
  case SiteKind::GlobalAccess:
    return "every load, store and atomic on global memory";
  case SiteKind::SharedAccess:
    return "every load, store and atomic on shared memory";
  case SiteKind::LocalAccess:
    return "every access to a thread's own memory that cannot stay in registers";
  case SiteKind::Branch:
    return "every branch: if, switch, ?:, and && or || that guard code";
  case SiteKind::Loop:
    return "every loop";
  case SiteKind::Barrier:
    return "every barrier";
  case SiteKind::Group:
    return "every place where a cooperative group is made";
  case SiteKind::AsyncCopy:
    return "every asynchronous copy into shared memory";
  case SiteKind::AsyncUse:
    return "every access to shared memory that an asynchronous copy writes";
  case SiteKind::Kernel:
    return "every kernel as a whole";
  case SiteKind::Launch:
    return "every launch of a kernel";
  case SiteKind::Race:
    return "every two accesses to one place in shared memory that nothing orders";
  case SiteKind::Constant:
    return "every load from constant memory, or from an array among a kernel's parameters";
  case SiteKind::Parameter:
    return "every parameter of a kernel";
  case SiteKind::WarpCall:
    return "every intrinsic that the lanes of a warp execute together, and what they hand over "
           "without one";
  case SiteKind::SharedArray:
    return "every declaration of shared memory";
  case SiteKind::Pipeline:
    return "every asynchronous pipeline";
  case SiteKind::AsyncBarrier:
    return "every cuda::barrier or mbarrier";
  case SiteKind::HostCall:
    return "every call of CUDA's interface in host code, launches included";
  case SiteKind::Feature:
    return "every use of what not every target or Toolkit has";
  case SiteKind::Arithmetic:
    return "every expression of device code that costs more to compute than it seems to";
  case SiteKind::Code:
    return "every line of a kernel's machine code, measured only";
  }
  return {};
}

std::string_view fixInWords(std::string_view id) {
  if (id == "pad-row")
    return "makes each row of the array longer by one element, where that cures the conflict and "
           "nothing in the kernel relies on the length of a row";
  if (id == "add-wait")
    return "adds the wait that completes the copy, where one place for it is plain";
  if (id == "add-barrier")
    return "adds a barrier of the block behind the wait";
  if (id == "name-lanes")
    return "gives an old intrinsic its `_sync` form and the mask of all lanes, or synchronises the "
           "warp before the statement, where all lanes of the warp surely come there";
  if (id == "hoist-group")
    return "moves the declaration of the group, and of the groups that divide it, in front of the "
           "branch";
  return {};
}

namespace {

bool isNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The predicates of a rule, one after the other.
std::string predicatesOf(const engine::Rule &rule) {
  std::string text = rule.when + ' ' + rule.confirm.when;
  for (const engine::Rule::Adjustment &adjustment : rule.adjust)
    text += ' ' + adjustment.when;
  return text;
}

/// Is `{name}` or `{name:format}` in one of the rule's messages?
bool isShown(const engine::Rule &rule, std::string_view name) {
  const auto standsIn = [&](std::string_view message) {
    return message.find(fmt::format("{{{}}}", name)) != std::string_view::npos ||
           message.find(fmt::format("{{{}:", name)) != std::string_view::npos;
  };
  return standsIn(rule.message) ||
         std::any_of(rule.adjust.begin(), rule.adjust.end(),
                     [&](const auto &adjustment) { return standsIn(adjustment.message); });
}

} // namespace

bool mentions(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const bool starts = at == 0 || !isNameCharacter(text[at - 1]);
    const std::size_t end = at + word.size();
    if (starts && (end == text.size() || !isNameCharacter(text[end])))
      return true;
  }
  return false;
}

std::vector<EvidenceName> evidenceOf(const engine::Rule &rule) {
  std::vector<EvidenceName> names;
  const std::string predicates = predicatesOf(rule);
  for (const EvidenceName &name : vocabulary(rule.on))
    if (mentions(predicates, name.name) || isShown(rule, name.name))
      names.push_back(name);
  if (rule.on == SiteKind::Kernel)
    return names;
  for (const EvidenceName &name : vocabulary(SiteKind::Kernel)) {
    const bool known = std::any_of(names.begin(), names.end(), [&](const EvidenceName &other) {
      return other.name == name.name;
    });
    if (!known && mentions(rule.confirm.when, name.name))
      names.push_back(name);
  }
  return names;
}

std::string valueInWords(const EvidenceValue &value) {
  if (const auto *flag = std::get_if<bool>(&value))
    return *flag ? "true" : "false";
  if (const auto *integer = std::get_if<std::int64_t>(&value))
    return fmt::format("{}", *integer);
  if (const auto *text = std::get_if<std::string>(&value))
    return *text;
  const double number = std::get<double>(value);
  const bool whole = std::floor(number) == number && std::abs(number) < 1e15;
  return whole ? fmt::format("{:.0f}", number) : fmt::format("{:.3g}", number);
}

std::string unmeasured(const engine::Rule &rule, const RulePair &pair) {
  if (rule.confirm.isStatic())
    return "static: nothing to measure";
  return pair.device ? "" : "not measured yet";
}

std::string conditionsInWords(const RulePair &pair) {
  if (!pair.device)
    return {};
  const runtime::Device &device = *pair.device;
  std::string text = device.name;
  if (!device.computeCapability.empty())
    text += fmt::format(" (compute capability {})", device.computeCapability);
  if (!device.driver.empty())
    text += ", driver " + device.driver;
  if (!device.cuda.empty())
    text += ", CUDA " + device.cuda;
  return pair.date.empty() ? text : text + ", " + pair.date;
}

std::string speedInWords(const RulePair &pair) {
  if (pair.bad.milliseconds <= 0 || pair.good.milliseconds <= 0)
    return {};
  const double factor = pair.bad.milliseconds / pair.good.milliseconds;
  constexpr double noise = 0.05; // relative
  if (std::abs(factor - 1) <= noise)
    return "about as fast";
  return factor > 1 ? fmt::format("{:.2f} times as fast", factor)
                    : fmt::format("{:.2f} times as slow", 1 / factor);
}

std::string verdictInWords(const PairMember &member) {
  const auto verdict = verdictOf(member);
  if (!verdict)
    return {};
  if (*verdict == Verdict::Confirmed)
    return "confirmed";
  std::string text(name(*verdict));
  for (const Finding &finding : member.findings)
    if (finding.verdict == verdict) {
      for (auto note = finding.notes.rbegin(); note != finding.notes.rend(); ++note)
        if (note->span.line == 0)
          return text + ": " + note->text;
      break;
    }
  return text;
}

} // namespace warplint::cli
