//===- SiteText.cpp - what was found at marked lines, in short -------------===//

#include "SiteText.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

namespace warplint {
namespace {

double number(const Site &site, const char *name) {
  return numberAt(site.evidence, name).value_or(-1);
}
bool flag(const Site &site, const char *name) { return boolAt(site.evidence, name); }
std::string word(const Site &site, const char *name) {
  return std::string(stringAt(site.evidence, name).value_or(""));
}

std::string access(const Site &site, const char *count, const char *ideal) {
  if (!numberAt(site.evidence, count))
    return site.op + " unknown" + (flag(site, "data_dependent") ? " data" : "");
  return fmt::format("{} {} requests {}/{}", site.op, number(site, "requests"), number(site, count),
                     number(site, ideal));
}

} // namespace

Marked::Marked(const std::string &code, const std::vector<std::string> &clangArguments)
    : analysis_(analyseWhole(code, clangArguments)) {
  std::istringstream lines(code);
  std::string line;
  for (unsigned number = 1; std::getline(lines, line); ++number)
    if (std::size_t at = line.rfind("//@"); at != std::string::npos)
      lines_[line.substr(at + 3)] = number;
}

template <typename Text>
std::string Marked::each(SiteKind kind, const std::string &mark, Text text) const {
  auto line = lines_.find(mark);
  if (line == lines_.end()) {
    ADD_FAILURE() << "no line is marked " << mark;
    return "";
  }
  std::string joined;
  for (const Site &site : analysis_.sites)
    if (site.kind == kind && site.span.line == line->second) {
      joined += (joined.empty() ? "" : "; ") + text(site);
      joined += site.confidence == Confidence::Exact    ? ""
                : site.confidence == Confidence::Likely ? " likely"
                                                        : " possible";
    }
  return joined;
}

std::string Marked::global(const std::string &mark) const {
  return each(SiteKind::GlobalAccess, mark,
              [](const Site &site) { return access(site, "sectors", "sectors_ideal"); });
}

std::string Marked::shared(const std::string &mark) const {
  return each(SiteKind::SharedAccess, mark,
              [](const Site &site) { return access(site, "wavefronts", "wavefronts_ideal"); });
}

std::string Marked::branch(const std::string &mark) const {
  return each(SiteKind::Branch, mark, [](const Site &site) {
    const std::string divergent = site.evidence.contains("divergent_warps")
                                      ? fmt::format("{}", number(site, "divergent_warps"))
                                      : "?";
    return fmt::format("{} warps {} divergent {}", number(site, "warps"), divergent,
                       word(site, "cause"));
  });
}

std::string Marked::barrier(const std::string &mark) const {
  return each(SiteKind::Barrier, mark, [](const Site &site) {
    std::string where = word(site, "where");
    if (where.empty())
      return site.op + " all";
    std::string text = site.op + " " + where + " " + word(site, "cause");
    if (numberAt(site.evidence, "threads_arriving"))
      text +=
          fmt::format(" {}/{}", number(site, "threads_arriving"), number(site, "threads_expected"));
    return text + (flag(site, "absent_exited") ? " exited" : "");
  });
}

std::string Marked::loop(const std::string &mark) const {
  return each(SiteKind::Loop, mark, [](const Site &site) {
    std::string trips =
        numberAt(site.evidence, "trips_min")
            ? fmt::format("{}..{}", number(site, "trips_min"), number(site, "trips_max"))
            : "?";
    return trips + (flag(site, "varying") ? " varying" : "");
  });
}

std::string Marked::asyncUse(const std::string &mark) const {
  return each(SiteKind::AsyncUse, mark, [](const Site &site) { return word(site, "reason"); });
}

std::string Marked::group(const std::string &mark) const {
  return each(SiteKind::Group, mark, [](const Site &site) {
    return site.op + (flag(site, "conditional") ? " conditional " + word(site, "cause") : " plain");
  });
}

std::string Marked::notes() const {
  std::string joined;
  for (const std::string &note : analysis_.notes)
    joined += note + "\n";
  return joined;
}

} // namespace warplint
