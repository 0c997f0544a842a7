//===- CountingBruteForce.cpp - sectors and wavefronts, counted slowly -----===//

#include "CountingBruteForce.h"

#include <algorithm>
#include <map>
#include <set>

namespace warplint::bruteforce {
namespace {

using Lanes = std::vector<Lane>;

/// Rounded up: how many units of `unit` bytes the lanes' data fills.
std::uint64_t units(const Lanes &lanes, unsigned bytes, unsigned unit) {
  std::uint64_t filled = 0;
  for (std::uint64_t room = 0; room < lanes.size() * bytes; room += unit)
    ++filled;
  return filled;
}

Lanes between(const Lanes &lanes, unsigned first, unsigned last) {
  Lanes part;
  for (const Lane &lane : lanes)
    if (lane.number >= first && lane.number <= last)
      part.push_back(lane);
  return part;
}

/// The longest queue at a bank when `lanes` are served together.
std::uint64_t longestQueue(const Lanes &lanes, unsigned bytes, bool everyLaneQueues) {
  std::map<std::uint64_t, std::set<std::pair<std::uint64_t, unsigned>>> queues;
  for (const Lane &lane : lanes)
    for (unsigned byte = 0; byte < bytes; ++byte) {
      const std::uint64_t word = (lane.address + byte) / 4;
      queues[word % 32].insert({word, everyLaneQueues ? lane.number : 0});
    }
  std::uint64_t longest = 0;
  for (const auto &[bank, queue] : queues)
    longest = std::max<std::uint64_t>(longest, queue.size());
  return longest;
}

/// Do lanes 2i and 2i+1 (or i and i+2 of four) read the same, wherever both are on?
bool partnersReadTheSame(const Lanes &lanes, unsigned distance, bool bothMustBeOn) {
  std::map<unsigned, std::uint64_t> byNumber;
  for (const Lane &lane : lanes)
    byNumber[lane.number] = lane.address;
  return std::all_of(lanes.begin(), lanes.end(), [&](const Lane &lane) {
    const auto partner = byNumber.find(lane.number ^ distance);
    return partner == byNumber.end() ? !bothMustBeOn : partner->second == lane.address;
  });
}

/// Loads only: two parts of a warp in one wavefront or one after the other.
std::uint64_t partsOfALoad(const Lanes &one, const Lanes &other, unsigned bytes,
                           bool partnersMatter, bool bothMustBeOn) {
  const std::uint64_t apart = longestQueue(one, bytes, false) + longestQueue(other, bytes, false);
  if (one.empty() || other.empty())
    return apart;
  Lanes all = one;
  all.insert(all.end(), other.begin(), other.end());
  const bool agree =
      partnersReadTheSame(all, 1, bothMustBeOn) || partnersReadTheSame(all, 2, bothMustBeOn);
  return (agree || !partnersMatter) && longestQueue(all, bytes, false) == 1 ? 1 : apart;
}

std::uint64_t wideLoad(const Lanes &lanes, unsigned bytes) {
  if (bytes == 8)
    return partsOfALoad(between(lanes, 0, 15), between(lanes, 16, 31), 8, true, false);
  std::set<std::uint64_t> addresses;
  for (const Lane &lane : lanes)
    addresses.insert(lane.address);
  if (addresses.size() == 1)
    return lanes.size() > 16 ? 2 : 1;
  const bool lastLaneOn = !between(lanes, 31, 31).empty();
  return partsOfALoad(between(lanes, 0, 7), between(lanes, 8, 15), 16, lastLaneOn, true) +
         partsOfALoad(between(lanes, 16, 23), between(lanes, 24, 31), 16, true, false);
}

} // namespace

Counts sectors(const Lanes &lanes, unsigned bytes) {
  std::set<std::uint64_t> touched;
  for (const Lane &lane : lanes)
    for (unsigned byte = 0; byte < bytes; ++byte)
      touched.insert((lane.address + byte) / 32);
  return {touched.size(), std::min<std::uint64_t>(touched.size(), units(lanes, bytes, 32))};
}

Counts wavefronts(const Lanes &lanes, unsigned bytes, const std::string &operation) {
  std::uint64_t count = 0;
  if (operation == "load" && bytes > 4) {
    count = wideLoad(lanes, bytes);
  } else {
    const unsigned parts = bytes <= 4 ? 1 : bytes / 4;
    for (unsigned part = 0; part < parts; ++part)
      count += longestQueue(between(lanes, part * 32 / parts, (part + 1) * 32 / parts - 1), bytes,
                            operation == "atomic");
  }
  return {count, std::min(count, units(lanes, bytes, 128))};
}

} // namespace warplint::bruteforce
