//===- Process.cpp - running the program that is to be measured -----------===//

#include "runtime-check/Process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace warplint::runtime {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

class Pipe {
public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0)
      ends_ = {-1, -1};
  }
  ~Pipe() {
    closeEnd(0);
    closeEnd(1);
  }
  Pipe(const Pipe &) = delete;
  Pipe &operator=(const Pipe &) = delete;
  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  void closeWriting() { closeEnd(1); }

private:
  void closeEnd(std::size_t end) {
    if (ends_[end] >= 0)
      ::close(ends_[end]);
    ends_[end] = -1;
  }
  std::array<int, 2> ends_{-1, -1};
};

/// In the child, between fork and exec: tells the parent what went wrong, and does not return.
[[noreturn]] void become(const Command &command, std::vector<char *> &arguments, int failure,
                         int output) {
  // A program that is left alone with the GPU, a kernel that hangs above all, slows all that come
  // after.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (command.timeLimit)
    ::setpgid(0, 0);
  for (const auto &[name, value] : command.environment)
    ::setenv(name.c_str(), value.c_str(), 1);
  if (command.keepOutput) {
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
  }
  ::execvp(arguments[0], arguments.data());
  const int error = errno;
  (void)!::write(failure, &error, sizeof error);
  ::_exit(127);
}

std::chrono::milliseconds untilEnd(const std::optional<Clock::time_point> &end) {
  constexpr std::chrono::milliseconds step(100);
  if (!end)
    return step;
  return std::clamp(std::chrono::duration_cast<std::chrono::milliseconds>(*end - Clock::now()),
                    std::chrono::milliseconds(0), step);
}

/// Reads what there is within `wait`. False when no more will come.
bool readSome(int descriptor, std::chrono::milliseconds wait, std::string &text) {
  pollfd poll{descriptor, POLLIN, 0};
  if (::poll(&poll, 1, static_cast<int>(wait.count())) <= 0)
    return true;
  std::array<char, 65536> buffer;
  const ssize_t size = ::read(descriptor, buffer.data(), buffer.size());
  if (size > 0)
    text.append(buffer.data(), static_cast<std::size_t>(size));
  return size > 0 || (size < 0 && errno == EINTR);
}

/// Asks the group to end, then makes it. The child's status.
int stop(pid_t group) {
  int status = 0;
  ::kill(-group, SIGTERM);
  for (int tenths = 0; tenths < 20; ++tenths) {
    if (::waitpid(group, &status, WNOHANG) == group) {
      ::kill(-group, SIGKILL); // its children
      return status;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  ::kill(-group, SIGKILL);
  ::waitpid(group, &status, 0);
  return status;
}

ProcessEnd waitFor(pid_t child, const Command &command, Pipe &output) {
  ProcessEnd result;
  std::optional<Clock::time_point> end;
  if (command.timeLimit)
    end = Clock::now() + *command.timeLimit;
  bool reading = command.keepOutput;
  int status = 0;
  for (;;) {
    if (reading)
      reading = readSome(output.reading(), untilEnd(end), result.output);
    const pid_t ended = ::waitpid(child, &status, end || reading ? WNOHANG : 0);
    if (ended == child)
      break;
    if (ended < 0 && errno != EINTR)
      break;
    if (end && Clock::now() >= *end) {
      result.timedOut = true;
      status = stop(child);
      break;
    }
    if (end && !reading)
      std::this_thread::sleep_for(std::min(untilEnd(end), std::chrono::milliseconds(10)));
  }
  while (reading && readSome(output.reading(), std::chrono::milliseconds(0), result.output)) {
    pollfd poll{output.reading(), POLLIN, 0};
    if (::poll(&poll, 1, 0) <= 0)
      break;
  }
  if (WIFEXITED(status))
    result.status = WEXITSTATUS(status);
  else if (WIFSIGNALED(status))
    result.signal = WTERMSIG(status);
  return result;
}

/// The terminal's interrupt goes to the program; we stay to write down what was measured.
class IgnoreInterrupt {
public:
  IgnoreInterrupt() : before_(std::signal(SIGINT, SIG_IGN)) {}
  ~IgnoreInterrupt() { std::signal(SIGINT, before_); }
  IgnoreInterrupt(const IgnoreInterrupt &) = delete;
  IgnoreInterrupt &operator=(const IgnoreInterrupt &) = delete;
  void restoreInChild() const { std::signal(SIGINT, before_); }

private:
  void (*before_)(int);
};

} // namespace

Expected<ProcessEnd> run(const Command &command) {
  if (command.arguments.empty())
    return makeError("no command was given");
  std::vector<char *> arguments;
  arguments.reserve(command.arguments.size() + 1);
  for (const std::string &argument : command.arguments)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  Pipe failure, output;
  const IgnoreInterrupt ignore;
  const pid_t child = ::fork();
  if (child < 0)
    return makeError(std::string("cannot start a process: ") + std::strerror(errno));
  if (child == 0) {
    ignore.restoreInChild();
    become(command, arguments, failure.writing(), output.writing());
  }
  failure.closeWriting();
  output.closeWriting();
  int error = 0;
  if (::read(failure.reading(), &error, sizeof error) == sizeof error) {
    ::waitpid(child, nullptr, 0);
    return makeError("cannot run `" + command.arguments.front() + "`: " + std::strerror(error));
  }
  return waitFor(child, command, output);
}

std::string inWords(const ProcessEnd &end) {
  if (end.timedOut)
    return "was stopped at the time limit";
  if (end.signal)
    return "was killed by signal " + std::to_string(end.signal) + " (" + ::strsignal(end.signal) +
           ")";
  if (end.status.value_or(0) != 0)
    return "ended with status " + std::to_string(*end.status);
  return {};
}

std::string findProgram(const std::string &name) {
  const char *path = std::getenv("PATH");
  std::string rest = path ? path : "";
  while (!rest.empty()) {
    const std::string folder = rest.substr(0, rest.find(':'));
    rest.erase(0, folder.size() + 1);
    const fs::path candidate = fs::path(folder) / name;
    if (::access(candidate.c_str(), X_OK) == 0)
      return candidate.string();
  }
  return {};
}

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  std::string pattern = (fs::temp_directory_path(error) / "warplint-XXXXXX").string();
  if (!error && ::mkdtemp(pattern.data()))
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  if (!path_.empty())
    fs::remove_all(path_, error);
}

} // namespace warplint::runtime
