//===- Reporter.cpp - the formats by name ---------------------------------===//

#include "lint/report/Reporter.h"

#include "lint/report/Formats.h"

#include <array>
#include <utility>

namespace warplint::report {
namespace {

constexpr std::array<std::pair<std::string_view, Writer>, 9> writers{{
    {"text", writeText},
    {"html", writeHtml},
    {"markdown", writeMarkdown},
    {"json", writeJson},
    {"sarif", writeSarif},
    {"github", writeGithub},
    {"gitlab", writeGitlab},
    {"junit", writeJunit},
    {"rdjson", writeRdjson},
}};

} // namespace

Writer writerFor(std::string_view format) {
  for (const auto &[name, writer] : writers)
    if (name == format)
      return writer;
  return nullptr;
}

std::vector<std::string_view> formats() {
  std::vector<std::string_view> names;
  for (const auto &[name, writer] : writers)
    names.push_back(name);
  return names;
}

} // namespace warplint::report
