//===- HelpCommands.h - what is made from the commands' help ---*- C++ -*-===//
#ifndef WARPLINT_CLI_HELPCOMMANDS_H
#define WARPLINT_CLI_HELPCOMMANDS_H

#include "lint/cli/Command.h"

namespace warplint::cli {

/// Adds `completion` and `man`; they speak of all commands that `app` has when they run.
void addHelp(CLI::App &app, Invocation &invocation);

} // namespace warplint::cli

#endif
