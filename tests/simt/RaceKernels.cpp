//===- RaceKernels.cpp - small random kernels on shared memory -------------===//

#include "RaceKernels.h"

#include <functional>

namespace warplint {
namespace {

constexpr unsigned lanes = 32;
constexpr unsigned loopTrips = 3; // what happens between two iterations happens in three

unsigned below(std::mt19937 &random, unsigned bound) { return random() % bound; }
std::string text(unsigned number) { return std::to_string(number); }

struct Index {
  std::string code;
  std::function<int(int)> of;
};

Index randomIndex(std::mt19937 &random) {
  const int n = static_cast<int>(below(random, 32));
  switch (below(random, 8)) {
  case 0:
    return {text(n), [n](int) { return n; }};
  case 1:
    return {"t + " + text(n), [n](int t) { return t + n; }};
  case 2:
    return {"t ^ " + text(n), [n](int t) { return t ^ n; }};
  case 3:
    return {"95 - t", [](int t) { return 95 - t; }};
  case 4:
    return {"t / 2 + " + text(n), [n](int t) { return t / 2 + n; }};
  case 5:
    return {"(t * 3 + " + text(n) + ") % 128", [n](int t) { return (t * 3 + n) % 128; }};
  case 6:
    return {"t / 32", [](int t) { return t / 32; }};
  default:
    return {"t", [](int t) { return t; }};
  }
}

struct Mask {
  std::string code; // empty: all
  std::function<bool(int)> of;
};

Mask randomMask(std::mt19937 &random) {
  const int n = 1 + static_cast<int>(below(random, 40));
  switch (below(random, 7)) {
  case 0:
    return {"t < " + text(n), [n](int t) { return t < n; }};
  case 1:
    return {"t >= " + text(n), [n](int t) { return t >= n; }};
  case 2:
    return {"t % 32 == 0", [](int t) { return t % 32 == 0; }};
  case 3:
    return {"t == 0", [](int t) { return t == 0; }};
  case 4:
    return {"t / 32 == 1", [](int t) { return t / 32 == 1; }};
  default:
    return {"", [](int) { return true; }};
  }
}

} // namespace

RaceKernel randomRaceKernel(std::mt19937 &random, const std::string &name, unsigned firstLine) {
  RaceKernel kernel;
  unsigned line = firstLine;
  auto write = [&](const std::string &code) {
    kernel.source += code + "\n";
    ++line;
  };
  write("// warplint: block(" + text(raceThreads) + ")");
  write("__global__ void " + name + "(int *out, int n) {");
  write("  __shared__ int s[" + text(raceElements) + "];");
  write("  int t = threadIdx.x, r = 0;");
  const unsigned count = 3 + below(random, 5);
  // A loop around some of them, of trips that nobody knows; or none.
  unsigned loopFrom = count;
  unsigned loopTo = count;
  if (below(random, 2)) {
    loopFrom = below(random, count);
    loopTo = loopFrom + 1 + below(random, count - loopFrom);
  }
  for (unsigned i = 0; i < count; ++i) {
    if (i == loopFrom) {
      write("  for (int k = 0; k < n; ++k) {");
      kernel.loopBegin = kernel.steps.size();
    }
    RaceStep step;
    step.line = line;
    const unsigned which = below(random, 10);
    const Mask mask = randomMask(random);
    const std::string guard = mask.code.empty() ? "" : "if (" + mask.code + ") ";
    if (which < 3) {
      step.kind = RaceStep::Kind::Barrier;
      write("  __syncthreads();");
    } else if (which < 4) {
      step.kind = RaceStep::Kind::WarpBarrier;
      write("  __syncwarp();");
    } else {
      const Index index = randomIndex(random);
      const int constant = static_cast<int>(below(random, 9));
      const bool uniform = below(random, 3) == 0;
      step.kind = which < 7   ? RaceStep::Kind::Load
                  : which < 9 ? RaceStep::Kind::Store
                              : RaceStep::Kind::Atomic;
      for (unsigned t = 0; t < raceThreads; ++t)
        if (mask.of(static_cast<int>(t))) {
          step.element[t] = index.of(static_cast<int>(t));
          step.value[t] = uniform ? constant : static_cast<int>(t) * 16 + constant;
        }
      if (step.kind == RaceStep::Kind::Load)
        write("  " + guard + "r += s[" + index.code + "];");
      else if (step.kind == RaceStep::Kind::Store)
        write("  " + guard + "s[" + index.code + "] = " + (uniform ? "" : "t * 16 + ") +
              std::to_string(constant) + ";");
      else
        write("  " + guard + "atomicAdd(&s[" + index.code + "], 1);");
    }
    kernel.steps.push_back(std::move(step));
    if (i + 1 == loopTo && loopFrom < count) {
      write("  }");
      kernel.loopEnd = kernel.steps.size();
    }
  }
  write("  out[t] = r;");
  write("}");
  return kernel;
}

RacingLines racesOf(const RaceKernel &kernel) {
  struct Event {
    const RaceStep *step;
    int iteration; ///< of the loop; -1 outside
  };
  std::vector<Event> events;
  for (std::size_t i = 0; i < kernel.steps.size(); ++i) {
    if (i == kernel.loopBegin && kernel.loopEnd > i) {
      for (unsigned trip = 0; trip < loopTrips; ++trip)
        for (std::size_t j = kernel.loopBegin; j < kernel.loopEnd; ++j)
          events.push_back({&kernel.steps[j], static_cast<int>(trip)});
      i = kernel.loopEnd - 1;
      continue;
    }
    events.push_back({&kernel.steps[i], -1});
  }

  using Kind = RaceStep::Kind;
  RacingLines result;
  for (std::size_t second = 0; second < events.size(); ++second) {
    const RaceStep &later = *events[second].step;
    if (later.kind == Kind::Barrier || later.kind == Kind::WarpBarrier)
      continue;
    bool warpsMet = false;
    for (std::size_t first = second + 1; first-- > 0;) {
      const RaceStep &earlier = *events[first].step;
      if (earlier.kind == Kind::Barrier)
        break;
      if (earlier.kind == Kind::WarpBarrier) {
        warpsMet = true;
        continue;
      }
      const bool carried = events[first].iteration >= 0 && events[second].iteration >= 0 &&
                           events[first].iteration != events[second].iteration;
      for (unsigned a = 0; a < raceThreads; ++a)
        for (unsigned b = 0; b < raceThreads; ++b) {
          if (a == b || earlier.element[a] < 0 || earlier.element[a] != later.element[b])
            continue;
          const bool sameWarp = a / lanes == b / lanes;
          bool conflict = false;
          if (later.kind == Kind::Load)
            conflict = earlier.kind == Kind::Store || (earlier.kind == Kind::Atomic && !carried);
          else if (later.kind == Kind::Atomic)
            conflict = earlier.kind == Kind::Store; // looking before adding is left alone
          else
            conflict =
                earlier.kind == Kind::Load || (earlier.kind == Kind::Atomic && !carried) ||
                (earlier.kind == Kind::Store && !carried && earlier.value[a] != later.value[b]);
          // The reader has written the same value there, in the same statement. What an atomic has
          // added is undone by a store that comes late, whatever it stores.
          if (later.kind == Kind::Load && earlier.kind == Kind::Store &&
              earlier.element[b] == earlier.element[a] && earlier.value[b] == earlier.value[a])
            conflict = false;
          if (!conflict || (sameWarp && warpsMet && first != second))
            continue;
          if (first == second || !sameWarp)
            result.otherWarp.emplace(later.line, earlier.line);
          else
            result.sameWarp.emplace(later.line, earlier.line);
        }
    }
  }
  return result;
}

} // namespace warplint
