//===- ProcessTest.cpp ----------------------------------------------------===//

#include "runtime-check/Process.h"

#include "runtime-check/Diagnose.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace warplint::runtime {
namespace {

using testing::HasSubstr;

ProcessEnd shell(const std::string &script, std::optional<std::chrono::seconds> limit = {}) {
  const auto end = run({{"sh", "-c", script}, {{"WARPLINT_TEST", "seen"}}, limit, true});
  EXPECT_TRUE(end) << end.error().str();
  return end.value_or(ProcessEnd{});
}

TEST(Process, EndsAndSaysHow) {
  EXPECT_EQ(inWords(shell("exit 0")), "");
  EXPECT_EQ(inWords(shell("exit 3")), "ended with status 3");
  EXPECT_THAT(inWords(shell("kill -SEGV $$")), HasSubstr("signal 11"));
}

TEST(Process, OutputAndEnvironment) {
  EXPECT_EQ(shell("echo $WARPLINT_TEST; echo error >&2").output, "seen\nerror\n");
  EXPECT_EQ(
      shell("i=0; while [ $i -lt 20000 ]; do echo 0123456789; i=$((i+1)); done").output.size(),
      220'000U);
}

TEST(Process, AProgramThatIsNotThere) {
  const auto end = run({{"/no/such/program"}, {}, {}, false});
  ASSERT_FALSE(end);
  EXPECT_THAT(end.error().message, HasSubstr("/no/such/program"));
  EXPECT_FALSE(run({}));
}

TEST(Process, TheTimeLimitEndsItAndItsChildren) {
  const auto start = std::chrono::steady_clock::now();
  const ProcessEnd end = shell("sleep 60 & sleep 60", std::chrono::seconds(1));
  EXPECT_TRUE(end.timedOut);
  EXPECT_EQ(inWords(end), "was stopped at the time limit");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

/// The state letter of /proc/PID/stat; 'X' where there is no such process.
char stateOf(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string number, name, state;
  return file >> number >> name >> state ? state.front() : 'X';
}

TEST(Process, DoesNotOutliveTheOneThatStartedIt) {
  const TemporaryFolder folder;
  const std::string noted = folder.path() + "/process";
  const pid_t starter = ::fork();
  if (starter == 0) {
    (void)run({{"sh", "-c",
                "echo $$ > " + noted + ".new; mv " + noted + ".new " + noted + "; exec sleep 60"},
               {},
               {},
               false});
    ::_exit(0);
  }
  pid_t child = 0;
  for (int tenths = 0; tenths < 100 && child == 0; ++tenths) {
    std::ifstream(noted) >> child;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  ASSERT_NE(child, 0);
  EXPECT_NE(stateOf(child), 'X');
  ::kill(starter, SIGKILL);
  ::waitpid(starter, nullptr, 0);
  char state = stateOf(child);
  for (int tenths = 0; tenths < 100 && state != 'X' && state != 'Z'; ++tenths) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    state = stateOf(child);
  }
  EXPECT_TRUE(state == 'X' || state == 'Z') << state;
}

TEST(Process, ProgramsOnPath) {
  EXPECT_NE(findProgram("sh"), "");
  EXPECT_EQ(findProgram("no-such-program-of-this-name"), "");
}

TEST(Process, TemporaryFoldersGo) {
  std::string path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    EXPECT_TRUE(std::filesystem::is_directory(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Diagnose, NamesACollectorThatIsNotThere) {
  EXPECT_THAT(whatIsMissing("/no/such/libwarplint-inject.so"), HasSubstr("collector is missing"));
}

} // namespace
} // namespace warplint::runtime
