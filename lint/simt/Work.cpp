//===- Work.cpp - arithmetic and traffic of one block ---------------------===//

#include "lint/simt/Work.h"

#include "lint/simt/Counting.h"
#include "lint/simt/Tuples.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace warplint::simt {
namespace {

constexpr auto sector = static_cast<std::int64_t>(sectorBytes);
/// What a loop of unknown length is taken to have at most, where work in it is held against work
/// whose amount is known.
constexpr double longLoop = 1000;
/// Integer arithmetic is mostly of indices: it decides only where there is nothing else.
constexpr double wordsOfInteger = 1e6;
constexpr std::size_t compactEvery = 1024; ///< intervals that may wait to be put in order
/// Sectors that are looked at one by one for how a moving set meets itself.
constexpr std::int64_t mostSectorsMoved = 1 << 16;

std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/// Sectors that a set of bytes adds with each step, in the long run.
double windowSectorsPerStep(const std::vector<std::pair<std::int64_t, std::int64_t>> &window,
                            std::int64_t step) {
  // After a while it starts in a sector as it did at first.
  const std::int64_t period = std::lcm(step, sector);
  const std::int64_t visits = period / step;
  const std::int64_t wrap = period / sector; ///< sectors, after which it meets what comes later
  const bool meetsItself = window.back().second - window.front().first + sector > step;
  std::set<std::int64_t> touched;
  for (std::int64_t visit = 0; visit < visits; ++visit)
    for (const auto &[begin, end] : window) {
      const std::int64_t first = floorDivide(begin + visit * step, sector);
      const std::int64_t last = floorDivide(end + visit * step - 1, sector);
      for (std::int64_t at = first; at <= std::min(last, first + wrap - 1); ++at)
        touched.insert(meetsItself ? at - wrap * floorDivide(at, wrap) : at);
    }
  return static_cast<double>(touched.size()) / static_cast<double>(visits);
}

std::string inWords(const std::set<unsigned> &lines) {
  std::string text;
  for (auto it = lines.begin(); it != lines.end(); ++it)
    text += (it == lines.begin()            ? ""
             : std::next(it) == lines.end() ? " and "
                                            : ", ") +
            std::to_string(*it);
  return (lines.size() == 1 ? "line " : "lines ") + text;
}

} // namespace

std::string_view name(Unit unit) {
  constexpr std::array<std::string_view, unitCount> names{
      "fp16",        "fp32",        "fp64",       "fp16_tensor", "bf16_tensor",
      "tf32_tensor", "fp64_tensor", "fp8_tensor", "int8_tensor"};
  return names[static_cast<std::size_t>(unit)];
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

void OperationCounts::add(const OperationCounts &other, double times) {
  for (std::size_t i = 0; i < unitCount; ++i)
    flops[i] += times * other.flops[i];
  special += times * other.special;
  integer += times * other.integer;
}

bool OperationCounts::isNone() const {
  return special == 0 && integer == 0 &&
         std::all_of(flops.begin(), flops.end(), [](double count) { return count == 0; });
}

void Traffic::add(const Traffic &other, double times) {
  accessed += times * other.accessed;
  sectors += times * other.sectors;
  unknown += times * other.unknown;
  if (other.element)
    element = other.element;
}

void Place::seal() { hash = hashOf(symbols); }

void Work::add(Work &&other) {
  for (const auto &[path, counts] : other.operations)
    operations[path].add(counts);
  for (const auto &[key, moved] : other.traffic)
    traffic[key].add(moved);
  places.merge(other.places);
  for (const auto &[place, bytes] : other.places) // those that are there already
    places[place].add(bytes);
  largerSides.merge(other.largerSides);
  goneOn.merge(other.goneOn);
  unseen.merge(other.unseen);
  placesLost = placesLost || other.placesLost;
}

void Work::nest(LoopId loop) {
  const auto inside = [&](const LoopPath &path) {
    LoopPath longer{loop};
    longer.insert(longer.end(), path.begin(), path.end());
    return longer;
  };
  std::map<LoopPath, OperationCounts> nestedOperations;
  for (const auto &[path, counts] : operations)
    nestedOperations[inside(path)].add(counts);
  operations = std::move(nestedOperations);
  std::map<std::pair<LoopPath, AccessId>, Traffic> nestedTraffic;
  for (const auto &[key, moved] : traffic)
    nestedTraffic[{inside(key.first), key.second}].add(moved);
  traffic = std::move(nestedTraffic);
}

void Work::repeat(double times) {
  for (auto &[path, counts] : operations) {
    OperationCounts more;
    more.add(counts, times);
    counts = more;
  }
  for (auto &[key, moved] : traffic) {
    Traffic more;
    more.add(moved, times);
    moved = more;
  }
}

void Work::hoist(const AccessId &access, LoopId loop, std::int64_t trips) {
  const auto found = traffic.find({trips > 0 ? LoopPath() : LoopPath{loop}, access});
  if (found == traffic.end())
    return;
  Traffic once;
  once.add(found->second, trips > 0 ? 1.0 / static_cast<double>(trips) : 1.0);
  traffic.erase(found);
  traffic[{LoopPath(), access}].add(once);
}

double Work::size() const {
  double size = 0;
  constexpr double iterations = 32; // nominal: deeper counts for more
  for (const auto &[path, counts] : operations) {
    const double weight = std::pow(iterations, path.size());
    size +=
        weight * (std::accumulate(counts.flops.begin(), counts.flops.end(), 0.0) + counts.special);
  }
  for (const auto &[key, moved] : traffic)
    size += std::pow(iterations, key.first.size()) * moved.accessed;
  return size;
}

//===----------------------------------------------------------------------===//
// Sets of bytes
//===----------------------------------------------------------------------===//

void ByteSet::add(std::int64_t begin, std::int64_t end) {
  if (!intervals_.empty() && intervals_.back().second == begin && intervals_.size() > compacted_) {
    intervals_.back().second = end;
    return;
  }
  if (extends(begin, end))
    return;
  intervals_.emplace_back(begin, end);
  if (intervals_.size() > 2 * compacted_ + compactEvery)
    compact();
}

/// Does it only make an interval longer that is in order, or lie within? Then that is done.
bool ByteSet::extends(std::int64_t begin, std::int64_t end) {
  const auto reaches = [&](std::size_t at) {
    return at < compacted_ && intervals_[at].first <= begin && begin <= intervals_[at].second;
  };
  if (!reaches(next_)) {
    const auto ordered = intervals_.begin() + static_cast<std::ptrdiff_t>(compacted_);
    const auto behind =
        std::upper_bound(intervals_.begin(), ordered, begin,
                         [](std::int64_t at, const auto &interval) { return at < interval.first; });
    if (behind == intervals_.begin())
      return false;
    next_ = static_cast<std::size_t>(behind - intervals_.begin()) - 1;
    if (!reaches(next_))
      return false;
  }
  // Those in order lie apart.
  if (next_ + 1 < compacted_ && end >= intervals_[next_ + 1].first)
    return false;
  intervals_[next_].second = std::max(intervals_[next_].second, end);
  ++next_;
  return true;
}

void ByteSet::add(const ByteSet &other) {
  for (const auto &[begin, end] : other.intervals())
    add(begin, end);
}

const std::vector<std::pair<std::int64_t, std::int64_t>> &ByteSet::intervals() const {
  if (compacted_ != intervals_.size())
    compact();
  return intervals_;
}

void ByteSet::compact() const {
  const auto unsorted = intervals_.begin() + static_cast<std::ptrdiff_t>(compacted_);
  std::sort(unsorted, intervals_.end());
  if (compacted_ != 0) {
    std::vector<std::pair<std::int64_t, std::int64_t>> merged;
    merged.reserve(intervals_.size());
    std::merge(intervals_.begin(), unsorted, unsorted, intervals_.end(),
               std::back_inserter(merged));
    intervals_ = std::move(merged);
  }
  std::size_t last = 0;
  for (std::size_t i = 1; i < intervals_.size(); ++i)
    if (intervals_[i].first <= intervals_[last].second)
      intervals_[last].second = std::max(intervals_[last].second, intervals_[i].second);
    else
      intervals_[++last] = intervals_[i];
  if (!intervals_.empty())
    intervals_.resize(last + 1);
  compacted_ = intervals_.size();
}

std::int64_t ByteSet::sectors() const {
  std::int64_t count = 0;
  std::optional<std::int64_t> seen;
  for (const auto &[begin, end] : intervals()) {
    std::int64_t first = floorDivide(begin, sector);
    const std::int64_t last = floorDivide(end - 1, sector);
    if (seen && first <= *seen)
      first = *seen + 1;
    count += std::max<std::int64_t>(0, last - first + 1);
    seen = last;
  }
  return count;
}

// Of neighbours that an iteration or two bring together: a window that moves. What is farther apart
// are rows of their own, as long as the loop may be.
double ByteSet::sectorsPerStep(std::int64_t stepIn) const {
  constexpr std::int64_t nearSteps = 4;
  const std::int64_t step = std::abs(stepIn);
  if (step == 0)
    return 0;
  if (sectors() > mostSectorsMoved)
    return static_cast<double>(sectors());
  double sum = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> window;
  for (const auto &interval : intervals()) {
    if (!window.empty() && interval.first - window.back().second > nearSteps * step) {
      sum += windowSectorsPerStep(window, step);
      window.clear();
    }
    window.push_back(interval);
  }
  return window.empty() ? sum : sum + windowSectorsPerStep(window, step);
}

//===----------------------------------------------------------------------===//
// In the long run
//===----------------------------------------------------------------------===//

namespace {

/// How long loops are beside one another.
class Lengths {
public:
  explicit Lengths(const std::map<LoopId, LoopTrips> &loops) : loops_(loops) {}

  const LoopTrips *at(LoopId loop) const {
    const auto found = loops_.find(loop);
    return found == loops_.end() ? nullptr : &found->second;
  }
  double factor(LoopId loop) const {
    const LoopTrips *trips = at(loop);
    return trips && !trips->bound.empty() ? trips->factor : 1;
  }
  double factor(const LoopPath &path) const {
    double product = 1;
    for (LoopId loop : path)
      product *= factor(loop);
    return product;
  }
  /// What the number of its iterations is a multiple of: equal for paths that can be compared.
  std::multiset<std::string> bounds(const LoopPath &path) const {
    std::multiset<std::string> result;
    for (LoopId loop : path) {
      const LoopTrips *trips = at(loop);
      result.insert(trips && !trips->bound.empty() ? trips->bound
                                                   : "?" + std::to_string(trips ? trips->line : 0));
    }
    return result;
  }
  unsigned line(LoopId loop) const {
    const LoopTrips *trips = at(loop);
    return trips ? trips->line : 0;
  }

private:
  const std::map<LoopId, LoopTrips> &loops_;
};

/// Sectors, and in how many loops of unknown length they multiply.
struct Growth {
  double sectors = 0;
  std::size_t order = 0;
};

Growth growthOf(const Place &place, const ByteSet &bytes, const Lengths &lengths) {
  Growth growth;
  // Of loops that step by numbers, the smallest step may come back to what was there before.
  const LoopStep *finest = nullptr;
  for (const LoopStep &step : place.steps)
    if (step.bytes && (!finest || std::abs(*step.bytes) < std::abs(*finest->bytes)))
      finest = &step;
  growth.sectors =
      finest ? bytes.sectorsPerStep(*finest->bytes) : static_cast<double>(bytes.sectors());
  for (const LoopStep &step : place.steps) {
    if (step.trips > 0) {
      growth.sectors *= static_cast<double>(step.trips);
      continue;
    }
    growth.sectors *= lengths.factor(step.loop);
    ++growth.order;
  }
  return growth;
}

} // namespace

std::optional<WorkSummary> summarise(const Work &work, const std::map<LoopId, LoopTrips> &loops) {
  const Lengths lengths(loops);
  // Which depth outgrows the others, if loops of unknown length are long? Operations and bytes, by
  // the number of such loops around them.
  std::map<std::size_t, double> sizes;
  for (const auto &[path, counts] : work.operations)
    if (!counts.isNone())
      sizes[path.size()] += std::accumulate(counts.flops.begin(), counts.flops.end(),
                                            counts.special + counts.integer / wordsOfInteger);
  for (const auto &[key, moved] : work.traffic)
    if (moved.accessed > 0)
      sizes[key.first.size()] += moved.accessed;
  if (sizes.empty())
    return std::nullopt;
  std::size_t deepest = 0;
  double largest = -1;
  for (const auto &[depth, size] : sizes)
    if (const double grown = size * std::pow(longLoop, depth); grown >= largest) {
      largest = grown;
      deepest = depth;
    }
  std::vector<LoopPath> outgrow; // paths whose work outgrows all else
  std::set<unsigned> left;       // lines of loops that do not
  const auto take = [&](const LoopPath &path) {
    if (path.size() == deepest && std::find(outgrow.begin(), outgrow.end(), path) == outgrow.end())
      outgrow.push_back(path);
    if (path.size() > deepest)
      left.insert(lengths.line(path.back()));
  };
  for (const auto &[path, counts] : work.operations)
    if (!counts.isNone())
      take(path);
  for (const auto &[key, moved] : work.traffic)
    if (moved.accessed > 0)
      take(key.first);
  std::sort(outgrow.begin(), outgrow.end(), [&](const LoopPath &a, const LoopPath &b) {
    return std::lexicographical_compare(
        a.begin(), a.end(), b.begin(), b.end(),
        [&](LoopId x, LoopId y) { return lengths.line(x) < lengths.line(y); });
  });

  WorkSummary summary;
  const double unit = lengths.factor(outgrow.front());
  OperationCounts operations;
  for (const auto &[path, counts] : work.operations)
    if (path.size() == deepest)
      operations.add(counts, lengths.factor(path) / unit);
  summary.flops = operations.flops;
  summary.special = operations.special;
  summary.integer = operations.integer;
  Traffic traffic;
  std::map<std::tuple<LoopPath, const void *, char>, double> joined; // sectors of wide accesses
  for (const auto &[key, moved] : work.traffic) {
    if (key.first.size() != deepest)
      continue;
    Traffic counted = moved;
    if (moved.element) {
      double &wide = joined[{key.first, moved.element, key.second.direction}];
      counted.sectors = std::max(0.0, moved.sectors - wide);
      wide = std::max(wide, moved.sectors);
    }
    traffic.add(counted, lengths.factor(key.first) / unit);
  }
  summary.accessed = traffic.accessed;
  if (traffic.unknown == 0) {
    summary.requested = traffic.sectors * static_cast<double>(sectorBytes);
    double sectors = 0;
    for (const auto &[place, bytes] : work.places)
      if (const Growth growth = growthOf(place, bytes, lengths); growth.order == deepest)
        sectors += growth.sectors / unit;
    if (!work.placesLost)
      summary.unique = sectors * static_cast<double>(sectorBytes);
  }
  summary.unseen = work.unseen;

  std::set<unsigned> first, all;
  for (const LoopPath &path : outgrow)
    for (LoopId loop : path)
      all.insert(lengths.line(loop));
  for (LoopId loop : outgrow.front())
    if (std::find(summary.loops.begin(), summary.loops.end(), lengths.line(loop)) ==
        summary.loops.end())
      summary.loops.push_back(lengths.line(loop));
  first.insert(summary.loops.begin(), summary.loops.end());
  summary.basis = deepest == 0 ? "a block"
                  : deepest == 1
                      ? "a block's iteration of the loop in " + inWords(first)
                      : "a block's iteration of the innermost of the loops in " + inWords(first);
  if (deepest > 0) {
    summary.restsOn.push_back("what lies outside the loops in " + inWords(all) +
                              ", whose length is not known, does not count beside them");
    const auto bounds = lengths.bounds(outgrow.front());
    if (std::any_of(outgrow.begin(), outgrow.end(),
                    [&](const LoopPath &path) { return lengths.bounds(path) != bounds; }))
      summary.restsOn.push_back("the loops in " + inWords(all) + " are taken to be equally long");
  }
  if (!left.empty())
    summary.restsOn.push_back("the loops in " + inWords(left) +
                              ", whose length is not known, are taken to be short");
  if (!work.largerSides.empty())
    summary.restsOn.push_back("of the branches in " + inWords(work.largerSides) +
                              " all threads are taken to go the way that does more");
  if (!work.goneOn.empty())
    summary.restsOn.push_back("no thread is taken to leave by the conditions on data in " +
                              inWords(work.goneOn));
  return summary;
}

} // namespace warplint::simt
