//===- ReviewCommand.cpp - warplint review --------------------------------===//

#include "lint/cli/Command.h"
#include "lint/cli/FindingsFile.h"
#include "lint/cli/SourceLines.h"
#include "lint/engine/Evaluate.h"
#include "lint/evidence/ReadFile.h"
#include "lint/review/Review.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <thread>

namespace warplint::cli {
namespace {

using Json = nlohmann::json;

struct ReviewOptions {
  std::string findings = "-";
  review::GithubOptions github;
  std::string api;
  std::string tokenVariable = "GITHUB_TOKEN";
  std::string commit;
  std::string least = "warning";
  unsigned most = 50;
  unsigned patience = 180;
  unsigned pause = 1000;
  bool dryRun = false;
};

std::string environment(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

/// What GitHub tells a workflow of the event that began it.
Json eventOfWorkflow() {
  const auto text = readWhole(environment("GITHUB_EVENT_PATH"));
  Json event = text ? Json::parse(*text, nullptr, false) : Json();
  return event.is_object() ? event : Json::object();
}

void fillFromEnvironment(ReviewOptions &options) {
  auto &github = options.github;
  if (github.repository.empty())
    github.repository = environment("GITHUB_REPOSITORY");
  if (options.api.empty())
    options.api = environment("GITHUB_API_URL");
  if (!options.api.empty())
    github.api = options.api;
  if (github.pullRequest == 0) {
    const Json event = eventOfWorkflow();
    const Json::json_pointer number("/pull_request/number");
    if (event.contains(number) && event.at(number).is_number_unsigned())
      github.pullRequest = event.at(number).get<unsigned>();
  }
  github.token = environment(options.tokenVariable.c_str());
  github.patience = std::chrono::seconds(options.patience);
  github.pause = std::chrono::milliseconds(options.pause);
}

/// Lines of files of the checkout, and of no others: names of files come from a report, and what
/// they hold goes to a public place.
class CheckoutLines {
public:
  std::string operator()(const std::string &file, unsigned line) {
    auto [known, isNew] = allowed_.try_emplace(file, false);
    if (isNew)
      known->second = isInCheckout(file);
    return known->second ? lines_(file, line) : std::string();
  }

private:
  static bool isInCheckout(const std::string &file) {
    std::error_code error;
    const auto root = std::filesystem::canonical(".", error);
    const auto path = error ? std::filesystem::path() : std::filesystem::canonical(file, error);
    if (error || !std::filesystem::is_regular_file(path, error))
      return false;
    const auto relative = path.lexically_relative(root);
    return !relative.empty() && *relative.begin() != "..";
  }

  SourceLines lines_;
  std::map<std::string, bool> allowed_;
};

void addRuleTexts(Report &report) {
  const engine::RuleSet rules = engine::RuleSet::builtin();
  for (const engine::Rule &rule : rules.rules())
    report.rules.push_back(engine::infoOf(rule));
}

std::string shown(const review::Plan &plan) {
  std::string text;
  for (const review::Comment &comment : plan.comments)
    text += fmt::format("----- {}:{}{}\n{}\n", comment.path, comment.first,
                        comment.last > comment.first ? fmt::format("-{}", comment.last) : "",
                        comment.body);
  return text + "----- summary\n" + plan.summary;
}

/// For a run without a service: every line of every file counts as shown.
review::ShownLines allLines(const Report &report) {
  review::ShownLines lines;
  for (const Finding &finding : report.findings)
    lines[finding.span.file] = {{1, ~0U}};
  return lines;
}

Expected<ExitStatus> run(ReviewOptions &options) {
  auto report = readFindings(options.findings, Measurements::Kept);
  if (!report)
    return tl::unexpected(report.error());
  addRuleTexts(*report);
  review::PlanOptions planning;
  planning.least = severityFromName(options.least).value_or(Severity::Warning);
  planning.most = options.most;
  const auto sourceLine = [lines = std::make_shared<CheckoutLines>()](const std::string &file,
                                                                      unsigned line) {
    return (*lines)(file, line);
  };
  fillFromEnvironment(options);
  if (options.dryRun && options.github.pullRequest == 0) {
    const review::Plan plan = review::planReview(*report, allLines(*report), sourceLine, planning);
    return print(shown(plan)) ? ExitStatus::Clean : ExitStatus::Usage;
  }
  if (const auto checked = review::check(options.github); !checked)
    return tl::unexpected(checked.error());
  auto http = review::curlClient();
  if (!http)
    return tl::unexpected(http.error());
  review::Github github(**http, options.github,
                        [](std::chrono::milliseconds time) { std::this_thread::sleep_for(time); });
  if (options.commit.empty()) {
    auto head = github.headCommit();
    if (!head)
      return tl::unexpected(head.error());
    options.commit = *head;
  }
  const auto lines = github.shownLines();
  if (!lines)
    return tl::unexpected(lines.error());
  const review::Plan plan = review::planReview(*report, *lines, sourceLine, planning);
  if (options.dryRun)
    return print(shown(plan)) ? ExitStatus::Clean : ExitStatus::Usage;
  const auto outcome = review::post(github, options.commit, plan);
  if (!outcome)
    return tl::unexpected(outcome.error());
  say(fmt::format("{} comments added, {} updated, {} as they were, {} withdrawn{}; {} findings on "
                  "lines that the pull request does not show",
                  outcome->added, outcome->updated, outcome->kept, outcome->withdrawn,
                  outcome->refused ? fmt::format(", {} not taken by the service", outcome->refused)
                                   : std::string(),
                  plan.elsewhere));
  return ExitStatus::Clean;
}

constexpr const char *footer = R"(
Puts the findings of a run on the lines of a GitHub pull request, each once however often it is run:
comments are updated where a finding has changed, and withdrawn where it is gone. Fixes are offered as
suggestions. A summary names what is costly first.

  warplint lint --format json --output json=findings.json --fail-on never src
  warplint review findings.json

In a workflow of GitHub, repository, pull request and address are taken from the environment. The token is
read from $GITHUB_TOKEN, needs `pull-requests: write`, and is sent to nobody but --api-url.

Exit status: 0 the pull request says what the findings say; 2 it does not, and why.)";

} // namespace

void addReview(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("review", "Comment on a pull request");
  command->footer(footer);
  command->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  auto options = std::make_shared<ReviewOptions>();
  command->add_option("FINDINGS", options->findings, "What `warplint lint --format json` wrote")
      ->type_name("")
      ->required();
  command->add_option("--repository", options->github.repository, "On GitHub ($GITHUB_REPOSITORY)")
      ->type_name("OWNER/NAME");
  command
      ->add_option("--pull-request", options->github.pullRequest,
                   "Its number (of the event in $GITHUB_EVENT_PATH)")
      ->type_name("N");
  command->add_option("--commit", options->commit, "That was linted (the pull request's last)")
      ->type_name("SHA");
  command->add_option("--api-url", options->api, "Of a server of your own ($GITHUB_API_URL)")
      ->type_name("URL");
  command
      ->add_option("--token-variable", options->tokenVariable,
                   "Environment variable that holds the token (GITHUB_TOKEN)")
      ->type_name("NAME");
  command->add_option("--least", options->least, "Severity from which on a finding gets a comment")
      ->check(CLI::IsMember({"note", "warning", "error"}))
      ->type_name("LEVEL");
  command->add_option("--most", options->most, "Comments at most; the summary has the others (50)")
      ->type_name("N");
  command
      ->add_option("--patience", options->patience,
                   "Seconds to wait in all where GitHub asks to (180)")
      ->type_name("SECONDS");
  command->add_option("--pause", options->pause, "Milliseconds between two comments (1000)")
      ->type_name("MS");
  command->add_flag("--dry-run", options->dryRun,
                    "Print what would be said; without a pull request, of all findings");
  command->callback([options, &invocation] {
    invocation.command = [options] {
      const auto status = run(*options);
      if (status)
        return *status;
      say(status.error().str());
      return ExitStatus::Usage;
    };
  });
}

} // namespace warplint::cli
