//===- WorkersTest.cpp -----------------------------------------*- C++ -*-===//
#include "lint/frontend/Workers.h"

#include <gmock/gmock.h>

#include <csignal>
#include <fcntl.h>
#include <map>
#include <poll.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace warplint::frontend {
namespace {

using End = WorkerResult::End;

std::map<std::size_t, WorkerResult> runAll(std::size_t count, const WorkerLimits &limits,
                                           const std::function<std::string(std::size_t)> &work) {
  std::map<std::size_t, WorkerResult> results;
  runIsolated(count, limits, work, [&](std::size_t i, WorkerResult result) {
    EXPECT_TRUE(results.emplace(i, std::move(result)).second);
  });
  EXPECT_EQ(results.size(), count);
  return results;
}

TEST(Workers, ReturnsWhatChildrenSay) {
  WorkerLimits limits;
  limits.jobs = 3;
  auto results = runAll(10, limits, [](std::size_t i) { return std::string(i * 100'000, 'x'); });
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(results[i].end, End::Done);
    EXPECT_EQ(results[i].output.size(), i * 100'000); // more than a pipe holds
  }
}

TEST(Workers, OneCrashHarmsNoOther) {
  auto results = runAll(3, {}, [](std::size_t i) -> std::string {
    if (i == 1) {
      std::fputs("last words\n", stderr);
      std::raise(SIGSEGV);
    }
    return "fine";
  });
  EXPECT_EQ(results[0].output, "fine");
  EXPECT_EQ(results[1].end, End::Crashed);
  EXPECT_EQ(results[1].code, SIGSEGV);
  EXPECT_EQ(results[1].errors, "last words\n");
  EXPECT_EQ(results[2].output, "fine");
}

TEST(Workers, WaitingIsLimited) {
  WorkerLimits limits;
  limits.jobs = 2;
  limits.patience = std::chrono::milliseconds(300);
  auto results = runAll(2, limits, [](std::size_t i) -> std::string {
    if (i == 0)
      std::this_thread::sleep_for(std::chrono::hours(1));
    return "fine";
  });
  EXPECT_EQ(results[0].end, End::TimedOut);
  EXPECT_EQ(results[1].end, End::Done);
}

TEST(Workers, WorkIsLimited) {
  WorkerLimits limits;
  limits.time = std::chrono::seconds(1);
  auto results = runAll(1, limits, [](std::size_t) -> std::string {
    for (volatile bool forever = true; forever;) {
    }
    return "fine";
  });
  EXPECT_EQ(results[0].end, End::TimedOut);
}

#if !defined(__has_feature) || !__has_feature(address_sanitizer)
TEST(Workers, MemoryIsLimited) {
  WorkerLimits limits;
  limits.memory = 1ULL << 30;
  auto results = runAll(1, limits, [](std::size_t) {
    std::string all;
    while (true)
      all.append(64 << 20, 'x');
    return all;
  });
  EXPECT_EQ(results[0].end, End::OutOfMemory);
}
#endif

TEST(Workers, AreStopped) {
  WorkerLimits limits;
  limits.jobs = 2;
  std::vector<std::size_t> done;
  limits.stopped = [&] { return !done.empty(); };
  runIsolated(
      5, limits,
      [](std::size_t i) -> std::string {
        if (i != 1)
          std::this_thread::sleep_for(std::chrono::hours(1));
        return "fine";
      },
      [&](std::size_t i, const WorkerResult &) { done.push_back(i); });
  EXPECT_EQ(done, std::vector<std::size_t>{1});
}

TEST(Workers, EarlyExitIsNoResult) {
  auto results = runAll(1, {}, [](std::size_t) -> std::string { _exit(9); });
  EXPECT_EQ(results[0].end, End::Exited);
  EXPECT_EQ(results[0].code, 9);
}

TEST(Workers, LeaveWorkBehind) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(pipe(ends), 0);
  const std::string told = "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(ends[1]);
  auto results = runAll(1, {}, [&](std::size_t) {
    const pid_t worker = getpid();
    runBehind([&told, worker, inherited = ends[1]] {
      // What was open is not; what started it has ended, or is about to: first its files are
      // closed.
      for (int tries = 0; tries < 10'000 && getppid() == worker; ++tries)
        usleep(1000);
      const bool isAlone = write(inherited, "x", 1) < 0 && getppid() != worker &&
                           getsid(0) == getpid() && getpriority(PRIO_PROCESS, 0) == 19;
      const int own = open(told.c_str(), O_WRONLY | O_CLOEXEC);
      if (write(own, isAlone ? "y" : "n", 1) != 1)
        _exit(1);
    });
    return std::string("fine");
  });
  EXPECT_EQ(results[0].output, "fine") << "nobody waits for what is left";
  pollfd polled{ends[0], POLLIN, 0};
  ASSERT_EQ(poll(&polled, 1, 60'000), 1) << "it has ended without a word";
  char answer = 0;
  EXPECT_EQ(read(ends[0], &answer, 1), 1);
  EXPECT_EQ(answer, 'y');
  close(ends[0]);
  close(ends[1]);
}

TEST(Workers, ShareTheWork) {
  WorkerLimits limits;
  limits.jobs = 3;
  const auto results =
      runShared(40, limits, [](std::size_t i) { return std::string(i * 10'000, 'x'); });
  ASSERT_EQ(results.size(), 40U);
  for (std::size_t i = 0; i < results.size(); ++i)
    EXPECT_EQ(results[i], std::string(i * 10'000, 'x'));
  EXPECT_TRUE(runShared(0, limits, [](std::size_t) { return std::string("none"); }).empty());
}

TEST(Workers, WhatACrashTakesIsEmpty) {
  WorkerLimits limits;
  limits.jobs = 2;
  const auto results = runShared(20, limits, [](std::size_t i) -> std::string {
    if (i == 19) // the first that is taken
      std::raise(SIGSEGV);
    return "fine";
  });
  EXPECT_EQ(results[19], "");
  EXPECT_EQ(results[0], "fine"); // by the other
  for (const std::string &result : results)
    EXPECT_TRUE(result.empty() || result == "fine");
}

} // namespace
} // namespace warplint::frontend
