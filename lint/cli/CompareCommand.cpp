//===- CompareCommand.cpp - warplint compare ------------------------------===//

#include "lint/cli/Command.h"
#include "lint/compare/Compare.h"
#include "lint/evidence/Error.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warplint::cli {
namespace {

struct CompareOptions {
  std::string oldPath, newPath; ///< OLD and NEW
  std::vector<std::string> before, after;
  std::vector<std::string> renamed; ///< "OLD=NEW", as given
  std::string format = "text";
  std::string by = "all";
  double tolerance = 5;   ///< %
  double confidence = 95; ///< %
  bool all = false;
};

Expected<std::map<std::string, std::string>> parseRenamed(const std::vector<std::string> &texts) {
  std::map<std::string, std::string> renamed;
  for (const std::string &text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
      return makeError(fmt::format("--rename {}: give OLD=NEW, the names of one kernel", text));
    renamed[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return renamed;
}

Expected<void> takeSides(CompareOptions &options) {
  if (!options.oldPath.empty() && options.newPath.empty())
    return makeError("give OLD and NEW, each a file or a folder with the files of several runs, or "
                     "name the files by --old and --new");
  if (!options.oldPath.empty()) {
    options.before.push_back(options.oldPath);
    options.after.push_back(options.newPath);
  }
  if (options.before.empty() || options.after.empty())
    return makeError("give OLD and NEW, or both --old and --new");
  return {};
}

Expected<ExitStatus> compareEvidence(CompareOptions options) {
  if (auto taken = takeSides(options); !taken)
    return tl::unexpected(taken.error());
  auto renamed = parseRenamed(options.renamed);
  if (!renamed)
    return tl::unexpected(renamed.error());
  const auto before = compare::readRuns(options.before);
  if (!before)
    return tl::unexpected(before.error());
  const auto after = compare::readRuns(options.after);
  if (!after)
    return tl::unexpected(after.error());
  constexpr double percent = 100;
  const compare::Options how{options.tolerance / percent, options.confidence / percent,
                             options.by != "counts", options.by != "time", std::move(*renamed)};
  const auto comparison = compare::compared(*before, *after, how);
  if (!comparison)
    return tl::unexpected(comparison.error());
  using Json = nlohmann::ordered_json;
  const std::string text =
      options.format == "json"
          ? compare::toJson(*comparison, how).dump(2, ' ', false, Json::error_handler_t::replace) +
                "\n"
          : compare::inWords(*comparison, how, {options.all});
  if (!print(text))
    return ExitStatus::Usage;
  return comparison->count(compare::Change::Worse) ? ExitStatus::Findings : ExitStatus::Clean;
}

constexpr const char *footer = R"(
OLD and NEW are evidence of two states of a program: a file that `warplint confirm --record FILE` or
`warplint evidence` has written, or a folder with those of several runs. Counts are the same in every
run, and one is enough; times need four on each side:

  for i in 1 2 3 4; do warplint confirm src --figures --record old/$i.json -- ./program; done
  …                                                     # change the program, and the same into new/
  warplint compare old new

Exit status:
  0  nothing is worse
  1  a kernel is
  2  the command line or a file is wrong)";

} // namespace

void addCompare(CLI::App &app, Invocation &invocation) {
  CLI::App *command =
      app.add_subcommand("compare", "Say what got better or worse between two states of a program");
  command->footer(footer);
  command->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  auto options = std::make_shared<CompareOptions>();
  command->add_option("OLD", options->oldPath, "File or folder with evidence of before")
      ->type_name("");
  command->add_option("NEW", options->newPath, "File or folder with evidence of now")
      ->type_name("");
  for (const auto &[name, files, help] :
       {std::tuple("--old", &options->before, "Files or folders of the old side"),
        {"--new", &options->after, "Files or folders of the new side"}})
    command->add_option(name, *files, help)->type_name("PATH...")->take_all();
  command->add_option("--tolerance", options->tolerance, "Percent by which a number may change (5)")
      ->type_name("PERCENT")
      ->check(CLI::Range(0.0, 1000.0).description(""));
  command
      ->add_option("--confidence", options->confidence,
                   "Percent of certainty with which times are judged (95)")
      ->type_name("PERCENT")
      ->check(CLI::Range(50.0, 99.999).description(""));
  command->add_option("--by", options->by, "What to judge by")
      ->type_name("all|time|counts")
      ->check(CLI::IsMember({"all", "time", "counts"}).description(""));
  command
      ->add_option("--rename", options->renamed, "A kernel that has another name now (repeatable)")
      ->type_name("OLD=NEW")
      ->take_all()
      ->allow_extra_args(false);
  command->add_flag("--all", options->all, "Show what is the same, too");
  command->add_option("--format", options->format, "How to print it")
      ->type_name("text|json")
      ->check(CLI::IsMember({"text", "json"}).description(""));
  command->callback([options, &invocation] {
    invocation.command = [options] {
      const auto status = compareEvidence(*options);
      if (status)
        return *status;
      say(status.error().str());
      return ExitStatus::Usage;
    };
  });
}

} // namespace warplint::cli
