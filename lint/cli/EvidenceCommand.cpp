//===- EvidenceCommand.cpp - warplint evidence ----------------------------===//

#include "lint/cli/AnalysisOptions.h"
#include "lint/cli/Command.h"
#include "lint/evidence/Json.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace warplint::cli {
namespace {

/// The evidence of all files; a site of a header counts once, whoever includes it.
nlohmann::ordered_json evidenceOf(const std::vector<FileAnalysis> &files) {
  std::vector<Site> sites;
  for (const FileAnalysis &file : files)
    sites.insert(sites.end(), file.sites.begin(), file.sites.end());
  const auto key = [](const Site &site) { return std::tie(site.span, site.kind, site.kernel); };
  std::sort(sites.begin(), sites.end(), [&](const Site &a, const Site &b) {
    return std::tuple(key(a), std::tie(a.op, a.expr, a.evidence)) <
           std::tuple(key(b), std::tie(b.op, b.expr, b.evidence));
  });
  nlohmann::ordered_json json = evidenceFile(sites);
  nlohmann::ordered_json &all = json["sites"];
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return json;
}

Expected<ExitStatus> evidence(const AnalysisOptions &options,
                              const std::vector<std::string> &clangArguments) {
  const auto config = configFor(options);
  if (!config)
    return tl::unexpected(config.error());
  const auto frontend = frontendOptions(options, *config, clangArguments);
  if (!frontend)
    return tl::unexpected(frontend.error());
  const auto files = analyse(options, *frontend);
  if (!files)
    return tl::unexpected(files.error());
  using nlohmann::ordered_json;
  if (!print(evidenceOf(*files).dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n"))
    return ExitStatus::Usage;
  const std::vector<std::string> incomplete = incompleteness(*files);
  for (const std::string &line : incomplete)
    say(line);
  if (sayMissingPaths(options))
    return ExitStatus::Usage;
  return options.strict && !incomplete.empty() ? ExitStatus::Incomplete : ExitStatus::Clean;
}

constexpr const char *footer = R"(
Counts are of one block of threads; ratios hold for the whole kernel. No rule is applied.
Everything after `--` is added to the command of every file.

Exit status:
  0  the evidence was printed
  2  the command line or the configuration is wrong; where one of several paths leads nowhere, the
     evidence of the others was printed all the same
  3  with --strict: some input could not be analysed, or only in part)";

} // namespace

void addEvidence(CLI::App &app, Invocation &invocation) {
  CLI::App *command =
      app.add_subcommand("evidence", "Print what is predicted of every site, as JSON");
  command->footer(footer);
  auto options = std::make_shared<AnalysisOptions>();
  addAnalysisOptions(*command, *options);
  command->callback([options, &invocation] {
    invocation.command = [options, &invocation] {
      const auto status = evidence(*options, invocation.clangArguments);
      if (status)
        return *status;
      say(status.error().str());
      return ExitStatus::Usage;
    };
  });
}

} // namespace warplint::cli
