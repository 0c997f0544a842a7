//===- LspCommand.cpp - warplint lsp --------------------------------------===//

#include "lint/cli/EditorAnalyses.h"
#include "lint/lsp/Session.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <poll.h>
#include <sstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace warplint::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct LspOptions {
  LintOptions lint;
  unsigned debounce = 100; ///< milliseconds
};

/// Moves bytes between an editor and a session, and tells the time. One thread: a process that is
/// forked from it is whole.
class Server {
public:
  Server(lsp::Session &session, EditorAnalyses &analyses)
      : session_(session), analyses_(analyses) {}

  ExitStatus run() {
    while (!session_.exitStatus() && !gone_) {
      session_.advance(Clock::now());
      takeEnded();
      output_ += session_.takeOutput();
      if (session_.exitStatus())
        break;
      wait();
    }
    output_ += session_.takeOutput();
    while (!output_.empty() && !gone_) {
      pollfd out{STDOUT_FILENO, POLLOUT, 0};
      constexpr int patience = 5000; // ms; who does not read by then does not read at all
      if (poll(&out, 1, patience) <= 0)
        break;
      write();
    }
    return session_.exitStatus().value_or(1) == 0 ? ExitStatus::Clean : ExitStatus::Findings;
  }

private:
  void takeEnded() {
    for (auto &[number, result] : analyses_.takeEnded())
      session_.analysed(number, std::move(result), Clock::now());
  }

  /// Until there is something to read, to write or to start.
  void wait() {
    // An editor that does not read what it asked for is not asked for more.
    constexpr std::size_t mostUnread = 64U << 20;
    std::vector<pollfd> polled;
    const bool reads = output_.size() < mostUnread;
    polled.push_back({reads ? STDIN_FILENO : -1, POLLIN, 0});
    polled.push_back({output_.empty() ? -1 : STDOUT_FILENO, POLLOUT, 0});
    for (const int descriptor : analyses_.descriptors())
      polled.push_back({descriptor, POLLIN, 0});
    if (poll(polled.data(), polled.size(), timeout()) <= 0)
      return;
    if (polled[0].revents != 0)
      read();
    if (polled[1].revents != 0)
      write();
  }

  int timeout() const {
    std::optional<Clock::time_point> next = session_.nextStart();
    if (const auto deadline = analyses_.deadline())
      next = std::min(next.value_or(*deadline), *deadline);
    if (!next)
      return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*next - Clock::now()).count();
    return static_cast<int>(std::clamp<long long>(left, 0, 60'000));
  }

  void read() {
    char buffer[64 << 10];
    const ssize_t count = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (count > 0)
      session_.receive({buffer, static_cast<std::size_t>(count)}, Clock::now());
    else if (count == 0 || (errno != EINTR && errno != EAGAIN))
      session_.endOfInput();
  }

  /// Never waits: the editor may be waiting for us to read. Some editors give a socket; what poll()
  /// calls writable takes PIPE_BUF bytes of a pipe.
  void write() {
    ssize_t count =
        send(STDOUT_FILENO, output_.data(), output_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && errno == ENOTSOCK)
      count =
          ::write(STDOUT_FILENO, output_.data(), std::min<std::size_t>(output_.size(), PIPE_BUF));
    if (count > 0)
      output_.erase(0, static_cast<std::size_t>(count));
    else if (count < 0 && errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)
      gone_ = true;
  }

  lsp::Session &session_;
  EditorAnalyses &analyses_;
  std::string output_;
  bool gone_ = false; ///< nobody reads
};

/// Of files that are not open, for the places that notes and fixes speak of.
std::optional<std::string> readFile(const std::string &path) {
  constexpr off_t largest = 32 << 20; // as the front end reads them
  struct stat status{};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > largest)
    return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return in ? std::optional(text.str()) : std::nullopt;
}

ExitStatus serve(const LspOptions &options, const std::vector<std::string> &clangArguments) {
  if (isatty(STDIN_FILENO))
    say("this speaks the Language Server Protocol with an editor; docs/editors.md says how it is "
        "set up");
  EditorAnalyses analyses(options.lint, clangArguments);
  lsp::SessionOptions session;
  session.version = version();
  session.debounce = std::chrono::milliseconds(options.debounce);
  session.jobs = options.lint.analysis.jobs ? options.lint.analysis.jobs
                                            : std::max(1U, std::thread::hardware_concurrency() / 2);
  session.readFile = readFile;
  lsp::Session conversation(std::move(session), analyses);
  return Server(conversation, analyses).run();
}

constexpr const char *footer = R"(
Speaks the Language Server Protocol (3.17) on its standard streams. What is said of a file is what
`warplint lint FILE` says, configuration, compile database, evidence and baseline included, with the
texts that are open in the editor; relative paths start at the folder of the workspace. Everything
after `--` is added to the command of every file.

Exit status: 0 after `shutdown` and `exit`; 1 where the editor has gone without.)";

} // namespace

void addLsp(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("lsp", "Diagnostics, hovers and fixes in an editor");
  command->footer(footer);
  auto options = std::make_shared<LspOptions>();
  addAnalysisOptions(*command, options->lint.analysis);
  // The editor says which files; nobody reads what is said on the side; and without a cache every
  // pause would wait for all headers.
  for (const char *name :
       {"PATH", "--files-from", "--exclude", "--no-gitignore", "--force-exclude", "--binary",
        "--resources", "--hermetic", "--strict", "--no-cache", "--quiet", "--verbose"})
    command->remove_option(command->get_option(name));
  command->get_option("-p")->description("Folder of compile_commands.json, or `none`; by default "
                                         "one that lies at, above or in `build` "
                                         "beside the file");
  command->get_option("--config")
      ->description("Configuration; by default the closest .warplint.yaml at or above the file");
  command->get_option("-j")->description("Files analysed at a time; by default half the cores");
  addSelectionOptions(*command, options->lint);
  addEvidenceOptions(*command, options->lint);
  command->get_option("--evidence")
      ->description("What was measured of this project (repeatable); by default the closest "
                    ".warplint/evidence.json at or above the file");
  command
      ->add_option(
          "--baseline", options->lint.baseline,
          "Findings that are not shown, as `warplint baseline` wrote them down; by default "
          "what the configuration names")
      ->type_name("FILE");
  command->add_flag("--no-baseline", options->lint.noBaseline, "Use no baseline");
  command
      ->add_option("--debounce", options->debounce,
                   "Milliseconds without a keystroke before a text is analysed (100)")
      ->type_name("MS")
      ->check(CLI::Range(0U, 60000U).description(""));
  command->add_flag("--stdio")->description("As ever: editors ask for it");
  command->callback([options, &invocation] {
    invocation.command = [options, &invocation] {
      return serve(*options, invocation.clangArguments);
    };
  });
}

} // namespace warplint::cli
