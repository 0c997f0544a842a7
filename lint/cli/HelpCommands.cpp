//===- HelpCommands.cpp - warplint completion, warplint man ---------------===//
//
// Made from the commands as they are, so that neither can fall behind the help.
//
//===----------------------------------------------------------------------===//

#include "lint/cli/HelpCommands.h"
#include "lint/engine/Rule.h"
#include "lint/report/Reporter.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace warplint::cli {
namespace {

struct OptionHelp {
  std::vector<std::string> names; ///< "--format", "-q"; of a positional its own name
  bool positional = false;
  std::string type;                ///< "FORMAT"; empty for a flag
  std::string text;                ///< what it is for
  std::vector<std::string> values; ///< where it is one of a few words
};

struct CommandHelp {
  std::string name;
  std::string text, footer;
  std::vector<OptionHelp> options;
};

std::vector<std::string> split(const std::string &text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);)
    parts.push_back(part);
  return parts;
}

std::vector<std::string> ruleNames() {
  std::set<std::string> names;
  const engine::RuleSet rules = engine::RuleSet::builtin();
  for (const engine::Rule &rule : rules.rules()) {
    names.insert(rule.id);
    names.insert(rule.family);
  }
  return {names.begin(), names.end()};
}

/// Words that may stand for a type of value: "auto|always|never" says so itself.
std::vector<std::string> valuesOf(const std::string &type) {
  if (type == "FORMAT" || type == "FORMAT=FILE") {
    std::vector<std::string> formats;
    for (const std::string_view format : report::formats())
      formats.push_back(std::string(format) + (type == "FORMAT" ? "" : "="));
    return formats;
  }
  if (type == "NAME,...")
    return ruleNames();
  if (type.find('|') != std::string::npos && type.find_first_of("[]ABCDEF") == std::string::npos)
    return split(type, '|');
  return {};
}

/// Words that stand behind a command, where that is not a file.
std::vector<std::string> wordsBehind(const std::string &command) {
  if (command == "explain")
    return ruleNames();
  if (command == "completion")
    return {"bash", "zsh", "fish"};
  return {};
}

OptionHelp helpOf(const CLI::Option &option) {
  OptionHelp help;
  for (const std::string &name : option.get_lnames())
    help.names.push_back("--" + name);
  for (const std::string &name : option.get_snames())
    help.names.push_back("-" + name);
  help.positional = help.names.empty();
  if (help.positional)
    help.names = {option.get_name()};
  help.type = option.get_items_expected_max() == 0 ? "" : option.get_type_name();
  help.text = option.get_description();
  help.values = valuesOf(help.type);
  return help;
}

std::vector<CommandHelp> helpOf(const CLI::App &app) {
  std::vector<CommandHelp> commands;
  for (const CLI::App *command : app.get_subcommands(nullptr)) {
    // A footer that is not its own is the program's.
    CommandHelp help{command->get_name(),
                     command->get_description(),
                     command->get_footer() == app.get_footer() ? "" : command->get_footer(),
                     {}};
    for (const CLI::Option *option : command->get_options())
      help.options.push_back(helpOf(*option));
    commands.push_back(std::move(help));
  }
  return commands;
}

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

std::string names(const std::vector<CommandHelp> &commands, const char *between) {
  std::vector<std::string> names;
  for (const CommandHelp &command : commands)
    names.push_back(command.name);
  return fmt::format("{}", fmt::join(names, between));
}

std::string bashCompletion(const std::vector<CommandHelp> &commands) {
  std::string values, options;
  for (const CommandHelp &command : commands) {
    std::vector<std::string> all;
    for (const OptionHelp &option : command.options) {
      if (option.positional)
        continue;
      all.insert(all.end(), option.names.begin(), option.names.end());
      if (!option.values.empty())
        for (const std::string &name : option.names)
          values += fmt::format("    {}/{}) words='{}' ;;\n", command.name, name,
                                fmt::join(option.values, " "));
    }
    if (const auto words = wordsBehind(command.name); !words.empty())
      values += fmt::format("    {0}/{0}) words='{1}' ;;\n", command.name, fmt::join(words, " "));
    options += fmt::format("      {}) words='{}' ;;\n", command.name, fmt::join(all, " "));
  }
  return fmt::format(R"sh(# bash completion for warplint: eval "$(warplint completion bash)"
_warplint() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} command= words= word
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case $word in
      {0}) command=$word; break ;;
    esac
  done
  case $command/$prev in
{1}  esac
  if [[ -z $words && $cur == -* ]]; then
    case $command in
{2}      *) words='--help --version' ;;
    esac
  elif [[ -z $words && -z $command ]]; then
    words='{3}'
  fi
  COMPREPLY=()
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    [[ ${{#COMPREPLY[@]}} -eq 1 && ${{COMPREPLY[0]}} == *= ]] && compopt -o nospace
  fi
  return 0
}}
complete -o default -o bashdefault -F _warplint warplint
)sh",
                     names(commands, "|"), values, options, names(commands, " "));
}

std::string quoted(const std::string &text, const std::string &escaped) {
  std::string result;
  for (char c : text)
    if (c == '\'')
      result += "'\\''";
    else if (escaped.find(c) != std::string::npos)
      result += std::string("\\") + c;
    else
      result += c == '\n' ? ' ' : c;
  return result;
}

std::string zshCompletion(const std::vector<CommandHelp> &commands) {
  std::string list, cases;
  const std::string special = "[]:\\";
  for (const CommandHelp &command : commands) {
    list += fmt::format("    '{}:{}'\n", command.name, quoted(command.text, ":\\"));
    std::string arguments;
    for (const OptionHelp &option : command.options) {
      if (option.positional)
        continue;
      const std::string value = option.type.empty() ? ""
                                : option.values.empty()
                                    ? fmt::format(":{}:_files", quoted(option.type, special))
                                    : fmt::format(":{}:({})", quoted(option.type, special),
                                                  fmt::join(option.values, " "));
      for (const std::string &name : option.names)
        arguments +=
            fmt::format(" \\\n          '*{}[{}]{}'", name, quoted(option.text, special), value);
    }
    const auto words = wordsBehind(command.name);
    const std::string rest =
        words.empty() ? "'*:file:_files'" : fmt::format("'1:name:({})'", fmt::join(words, " "));
    cases += fmt::format("        {})\n          _arguments{} \\\n          {} ;;\n", command.name,
                         arguments, rest);
  }
  return fmt::format(R"sh(#compdef warplint
# zsh completion for warplint: save it as _warplint in a folder of $fpath
_warplint() {{
  local -a commands
  commands=(
{}  )
  local state
  _arguments -C '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument)
      case $words[1] in
{}      esac ;;
  esac
}}
_warplint "$@"
)sh",
                     list, cases);
}

std::string fishCompletion(const std::vector<CommandHelp> &commands) {
  const auto text = [](const std::string &help) {
    std::string result;
    for (char c : help)
      result +=
          c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c == '\n' ? ' ' : c);
    return result;
  };
  std::string script = "# fish completion for warplint: warplint completion fish | source\n";
  for (const CommandHelp &command : commands) {
    script += fmt::format("complete -c warplint -n __fish_use_subcommand -f -a {} -d '{}'\n",
                          command.name, text(command.text));
    const std::string here =
        fmt::format("complete -c warplint -n '__fish_seen_subcommand_from {}'", command.name);
    for (const OptionHelp &option : command.options) {
      if (option.positional)
        continue;
      std::string line = here;
      for (const std::string &name : option.names)
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.values.empty())
        line += fmt::format(" -x -a '{}'", fmt::join(option.values, " "));
      else if (!option.type.empty())
        line += " -r";
      script += line + fmt::format(" -d '{}'\n", text(option.text));
    }
    if (const auto words = wordsBehind(command.name); !words.empty())
      script += here + fmt::format(" -f -a '{}'\n", fmt::join(words, " "));
  }
  return script;
}

//===----------------------------------------------------------------------===//
// The man page
//===----------------------------------------------------------------------===//

/// Text as roff shows it: no line of it is a request, and hyphens stay what they are.
std::string roff(const std::string &text) {
  std::string result;
  for (char c : text) {
    const bool atStart = result.empty() || result.back() == '\n';
    if (atStart && (c == '.' || c == '\''))
      result += "\\&";
    const bool inEllipsis = static_cast<unsigned char>(c) >= 0x80U; // the one that help texts have
    if (inEllipsis)
      result += result.ends_with("...") ? "" : "...";
    else if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  return result;
}

std::string optionEntry(const OptionHelp &option) {
  std::vector<std::string> names;
  for (const std::string &name : option.names)
    names.push_back(
        "\\fB" + roff(name) + "\\fR" +
        (option.type.empty() || option.positional ? "" : " \\fI" + roff(option.type) + "\\fR"));
  return fmt::format(".TP\n{}\n{}\n", fmt::join(names, ", "), roff(option.text));
}

std::string manPage(const std::vector<CommandHelp> &commands, const std::string &about,
                    const std::string &footer) {
  std::string page = fmt::format(".TH WARPLINT 1 \"\" \"warplint {}\" \"User Commands\"\n.SH NAME\n"
                                 "warplint \\- a linter for CUDA C++\n.SH SYNOPSIS\n.B warplint\n"
                                 "\\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIPATH\\fR...]\n"
                                 ".SH DESCRIPTION\n{}\n.SH COMMANDS\n",
                                 version(), roff(about));
  for (const CommandHelp &command : commands)
    page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(command.name), roff(command.text));
  for (const CommandHelp &command : commands) {
    page += fmt::format(".SH \"warplint {}\"\n{}\n", roff(command.name), roff(command.text));
    for (const OptionHelp &option : command.options)
      page += optionEntry(option);
    if (!command.footer.empty())
      page += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(command.footer));
  }
  return page + fmt::format(".SH \"EXIT STATUS\"\n.nf\n{}\n.fi\n", roff(footer));
}

} // namespace

void addHelp(CLI::App &app, Invocation &invocation) {
  CLI::App *completion = app.add_subcommand("completion", "Print a script that completes commands");
  auto shell = std::make_shared<std::string>();
  completion->add_option("SHELL", *shell, "bash, zsh or fish")
      ->type_name("")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}).description(""));
  completion->callback([&app, shell, &invocation] {
    invocation.command = [&app, shell] {
      const std::vector<CommandHelp> commands = helpOf(app);
      const std::string script = *shell == "bash"  ? bashCompletion(commands)
                                 : *shell == "zsh" ? zshCompletion(commands)
                                                   : fishCompletion(commands);
      return print(script) ? ExitStatus::Clean : ExitStatus::Usage;
    };
  });
  CLI::App *man = app.add_subcommand("man", "Print the manual page, for `man -l -`");
  man->callback([&app, &invocation] {
    invocation.command = [&app] {
      return print(manPage(helpOf(app), app.get_description(), app.get_footer()))
                 ? ExitStatus::Clean
                 : ExitStatus::Usage;
    };
  });
}

} // namespace warplint::cli
