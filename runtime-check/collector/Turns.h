//===- Turns.h - one launch at a time, or many -----------------*- C++ -*-===//
#ifndef WARPLINT_RUNTIME_COLLECTOR_TURNS_H
#define WARPLINT_RUNTIME_COLLECTOR_TURNS_H

#include <mutex>
#include <shared_mutex>

namespace warplint::runtime {

/// While a launch is profiled there must be no other in its context, or that one is profiled with
/// it. Others go on side by side. Who wants to be alone waits for those under way and for no more.
class Turns {
public:
  struct Alone {
    std::unique_lock<std::mutex> gate;
    std::unique_lock<std::shared_mutex> turn;
  };
  using BesideOthers = std::shared_lock<std::shared_mutex>;

  Alone alone() {
    std::unique_lock gate(gate_);
    return {std::move(gate), std::unique_lock(turn_)};
  }
  BesideOthers besideOthers() {
    const std::lock_guard gate(gate_);
    return BesideOthers(turn_);
  }

private:
  std::mutex gate_;
  std::shared_mutex turn_;
};

} // namespace warplint::runtime

#endif
