//===- Recorder.cpp - gathers what happens at each site -------------------===//

#include "lint/simt/Recorder.h"

#include "llvm/ADT/STLExtras.h"

#include <bit>
#include <numeric>

namespace warplint::simt {

SiteRecord &Recorder::at(SiteKind kind, clang::SourceRange range, const std::string &op,
                         const std::string &object) {
  Key key{kind, range.getBegin().getRawEncoding(), range.getEnd().getRawEncoding(), op, object};
  SiteRecord &record = layers_.back().records[key];
  record.kind = kind;
  record.range = range;
  record.op = op;
  return record;
}

SiteRecord *Recorder::find(SiteKind kind, clang::SourceRange range, const std::string &op,
                           const std::string &object) {
  const auto it = layers_.back().records.find(
      {kind, range.getBegin().getRawEncoding(), range.getEnd().getRawEncoding(), op, object});
  return it == layers_.back().records.end() ? nullptr : &it->second;
}

namespace {

constexpr unsigned widestAccess = 16; // bytes of one instruction of one thread

bool follows(const std::vector<Request> &first, unsigned steps, const std::vector<Request> &next) {
  if (first.size() != next.size())
    return false;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i].active != next[i].active || first[i].bytes != next[i].bytes ||
        first[i].operation != next[i].operation)
      return false;
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if (((first[i].active >> lane) & 1) &&
          next[i].address[lane] != first[i].address[lane] + std::uint64_t{steps} * first[i].bytes)
        return false;
  }
  return true;
}

bool aligned(const std::vector<Request> &requests, unsigned offset, unsigned bytes) {
  for (const Request &request : requests)
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if (((request.active >> lane) & 1) && (request.address[lane] + offset) % bytes != 0)
        return false;
  return true;
}

void count(SiteRecord::SharedCount &target, const Request &request) {
  const WavefrontCount count = countWavefronts(request);
  ++target.requests;
  target.lanes += std::popcount(request.active);
  target.wavefronts += static_cast<std::int64_t>(count.wavefronts);
  target.ideal += static_cast<std::int64_t>(count.ideal);
  target.ways = std::max<std::int64_t>(target.ways, count.ways);
  target.bytes = std::max<std::int64_t>(target.bytes, request.bytes);
  const double ratio = count.ideal ? static_cast<double>(count.wavefronts) / count.ideal : 0;
  if (ratio > target.worstRatio) {
    target.worstRatio = ratio;
    target.worst = request;
  }
}

void add(SiteRecord::SharedCount &target, const SiteRecord::SharedCount &source) {
  target.requests += source.requests;
  target.lanes += source.lanes;
  target.wavefronts += source.wavefronts;
  target.ideal += source.ideal;
  target.ways = std::max(target.ways, source.ways);
  target.bytes = std::max(target.bytes, source.bytes);
  if (source.worst && source.worstRatio > target.worstRatio) {
    target.worst = source.worst;
    target.worstRatio = source.worstRatio;
  }
}

} // namespace

namespace {

constexpr unsigned filledFields = 4; // that one load takes with what is between them
constexpr unsigned wordBytes = 4;

bool mayBeJoined(const std::vector<Request> &requests, bool areFields) {
  if (requests.empty() || requests.front().operation == Operation::Atomic)
    return false;
  // But for fields, and arrays that are declared to be aligned for words, bytes are left apart
  // (code of nvcc 13.0, sm_80 and sm_90).
  return areFields || requests.front().bytes > 1;
}

/// Bytes of one access that elements are joined to: halves and other words of two bytes, but for
/// fields and in such arrays, to no more than 8 (code of nvcc 13.0, sm_80 and sm_90).
unsigned widestOf(unsigned element, bool areFields) {
  return element == 2 && !areFields ? 8 : widestAccess;
}

/// Does one access that is aligned to its size hold so many elements in each thread, the first of
/// them here?
bool fitInOne(const std::vector<Request> &first, unsigned length, unsigned alignment) {
  const unsigned element = first.front().bytes;
  const unsigned width = std::bit_ceil(length) * element;
  if (width > widestAccess || alignment % width != 0)
    return false;
  for (const Request &request : first)
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if (((request.active >> lane) & 1) &&
          request.address[lane] % width + std::uint64_t{length} * element > width)
        return false;
  return true;
}

/// The same of the last elements of a run that is longer than the accesses it is made in, with one
/// more behind it.
bool fitsAtTheEnd(const std::vector<Request> &run, unsigned length, unsigned alignment) {
  const unsigned element = run.front().bytes;
  for (unsigned most = std::min(alignment, widestAccess) / element; most > 1; most /= 2) {
    if (length <= most || length % most == 0)
      continue;
    const unsigned done = length / most * most;
    std::vector<Request> last = run;
    for (Request &request : last)
      for (std::uint64_t &address : request.address)
        address += std::uint64_t{done} * element;
    if (fitInOne(last, length - done + 1, alignment))
      return true;
  }
  return false;
}

/// Does nvcc load four words at once where three of them are wanted (nvcc 13.0, sm_80 and sm_90)?
bool isFilled(const std::vector<Request> &requests, bool areFields) {
  return requests.front().operation == Operation::Load &&
         (areFields || requests.front().bytes == wordBytes);
}

/// A run of elements, in accesses as wide as they can be, but `widest` bytes at most. The last
/// three words of four are one where no loop walks through them.
void countRun(SiteRecord::SharedCount &counts, const std::vector<Request> &run, unsigned length,
              unsigned alignment, unsigned widest, bool isOfSeveralSites = false) {
  for (unsigned done = 0; done < length;) {
    const unsigned element = run.front().bytes;
    unsigned width = 1;
    if (length - done == 3 && element == wordBytes && widest == widestAccess &&
        alignment % widest == 0 && run.front().operation == Operation::Load) {
      const bool isFirstUnwanted =
          done == 0 && isOfSeveralSites && aligned(run, 3 * element, widestAccess);
      if (isFirstUnwanted || aligned(run, done * element, widestAccess)) {
        for (Request request : run) {
          for (std::uint64_t &address : request.address)
            address += std::uint64_t{done} * element - (isFirstUnwanted ? element : 0);
          request.bytes = widestAccess;
          count(counts, request);
        }
        done += 3;
        continue;
      }
    }
    while (width * 2 <= length - done && width * 2 * element <= widest &&
           alignment % (width * 2 * element) == 0 &&
           aligned(run, done * element, width * 2 * element))
      width *= 2;
    for (Request request : run) {
      for (std::uint64_t &address : request.address)
        address += std::uint64_t{done} * element;
      request.bytes = element * width;
      count(counts, request);
    }
    done += width;
  }
}

} // namespace

void SiteRecord::Beside::meet(bool isJoined, const std::vector<Request> &requests,
                              unsigned alignmentOfAll) {
  joined = joined || isJoined;
  apart = apart || !isJoined;
  if (!isJoined)
    return;
  const bool isNext = pieces && alignment == alignmentOfAll && follows(pending, pieces, requests) &&
                      fitInOne(pending, pieces + 1, alignment);
  if (isNext) {
    ++pieces;
    return;
  }
  endPending();
  pending = requests;
  pieces = 1;
  alignment = alignmentOfAll;
}

void SiteRecord::Beside::endPending() {
  countRun(alone, pending, pieces, alignment, widestAccess);
  pending.clear();
  pieces = 0;
}

void SiteRecord::Beside::add(Beside &&other) {
  endPending();
  other.endPending();
  joined = joined || other.joined;
  apart = apart || other.apart;
  simt::add(alone, other.alone);
}

bool SiteRecord::continuesRun(const std::vector<Request> &requests, unsigned alignment) {
  if (!runLength || alignment != runAlignment || staysApart ||
      !mayBeJoined(requests, areFields || ofWords) ||
      (runLength + 1) * requests.front().bytes >
          widestOf(requests.front().bytes, areFields || ofWords))
    return false;
  if (follows(requests, 1, run))
    run = requests;
  else if (!follows(run, runLength, requests))
    return false;
  ++runLength;
  return true;
}

bool SiteRecord::joinsRun(const std::vector<Request> &requests, unsigned alignment) {
  if (!runLength || alignment != runAlignment || staysApart ||
      !mayBeJoined(requests, areFields || ofWords))
    return false;
  // What is in between is loaded, too; not so between two words alone (nvcc 13.0, sm_90).
  if (isFilled(requests, areFields)) {
    for (unsigned inside = 1; runIsFilled && inside < runLength; ++inside)
      if (follows(run, inside, requests))
        return true;
    for (unsigned gap = 2;
         gap < filledFields && (requests.front().bytes < wordBytes || runLength > 1); ++gap) {
      const bool isBehind = follows(run, gap, requests) && runLength <= gap;
      if (!isBehind && (!follows(requests, gap, run) || gap + runLength > filledFields))
        continue;
      if (!fitInOne(isBehind ? run : requests, filledFields, alignment))
        continue;
      if (!isBehind)
        run = requests;
      runLength = filledFields;
      runIsFilled = true;
      return true;
    }
  }
  const bool isBehind = follows(run, runLength, requests);
  if ((!isBehind && !follows(requests, 1, run)) ||
      !(fitInOne(isBehind ? run : requests, runLength + 1, alignment) ||
        (isBehind && fitsAtTheEnd(run, runLength, alignment))))
    return false;
  return continuesRun(requests, alignment);
}

bool SiteRecord::joinsRunOf(SiteRecord &other) {
  if (!runLength || !other.runLength || runAlignment != other.runAlignment || staysApart ||
      !mayBeJoined(run, areFields || ofWords))
    return false;
  unsigned length = runLength + other.runLength;
  if (length * run.front().bytes > widestOf(run.front().bytes, areFields || ofWords))
    return false;
  bool isBehind = follows(run, runLength, other.run);
  if (!isBehind && !follows(other.run, other.runLength, run)) {
    // Of four words one of the middle may be missing, but for stores.
    if (!isFilled(run, areFields) || length + 1 != filledFields)
      return false;
    isBehind = follows(run, runLength + 1, other.run);
    if (!isBehind && !follows(other.run, other.runLength + 1, run))
      return false;
    length = filledFields;
  }
  if (!fitInOne(isBehind ? run : other.run, length, runAlignment))
    return false;
  if (!isBehind)
    run = other.run;
  runIsFilled = runIsFilled || other.runIsFilled || length != runLength + other.runLength;
  runLength = length;
  other.run.clear();
  other.runLength = 0;
  other.runIsFilled = false;
  return true;
}

void SiteRecord::takeShared(std::vector<Request> requests, unsigned alignment,
                            std::uint64_t barriers, std::uint64_t code) {
  const bool isOrdered = std::exchange(barriersBefore, barriers) != barriers || isRolled;
  const bool isOtherCode = std::exchange(straightCode, code) != code;
  if (!isOrdered && continuesRun(requests, alignment)) {
    ++ownLength;
    runLeavesCode = runLeavesCode || isOtherCode;
    return;
  }
  for (unsigned inside = 1; !isOrdered && !isOtherCode && runIsFilled && inside < runLength;
       ++inside)
    if (follows(run, inside, requests))
      return; // it is loaded
  const bool isGap = !isOrdered && runLength + 2 == filledFields && alignment == runAlignment &&
                     !staysApart && mayBeJoined(requests, areFields || ofWords) &&
                     isFilled(requests, areFields) && follows(run, runLength + 1, requests) &&
                     fitInOne(run, filledFields, alignment);
  if (isGap) {
    runLength = filledFields;
    runIsFilled = true;
    ++ownLength;
    return;
  }
  if (isOrdered || isOtherCode || !keepsRun())
    endRun();
  run = std::move(requests);
  runAlignment = alignment;
  runLength = ownLength = run.empty() ? 0 : 1;
  runLeavesCode = false;
}

bool SiteRecord::keepsRun() {
  constexpr std::size_t most = 64;
  // Loads of halves stay as they are where they are not named in order, and so do stores (nvcc
  // 13.0, sm_90).
  const bool isKept = runLength && !runLeavesCode && !staysApart && ended.size() < most &&
                      run.front().operation == Operation::Load && run.front().bytes >= wordBytes;
  if (!isKept)
    return false;
  ended.push_back({std::exchange(run, {}), std::exchange(runLength, 0), std::exchange(ownLength, 0),
                   runAlignment, std::exchange(runIsFilled, false)});
  return true;
}

// Lanes may differ; what matters is what they have in common.
void SiteRecord::noteStart(const std::vector<Request> &requests) {
  unsigned start = 0;
  unsigned divisor = widestAccess;
  for (const Request &request : requests)
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if ((request.active >> lane) & 1) {
        start = static_cast<unsigned>(request.address[lane] % widestAccess);
        divisor = std::gcd(divisor, start ? start : widestAccess);
      }
  runStartsDiffer = runStartsDiffer || (runStart && *runStart != start);
  runStart = start;
  runStartDivisor = std::gcd(runStartDivisor, divisor);
}

void SiteRecord::countAlone(const EndedRun &one) {
  const unsigned element = one.requests.empty() ? 0 : one.requests.front().bytes;
  pieceBytes = std::max(pieceBytes, element);
  if (one.length > 1)
    noteStart(one.requests);
  SharedCount unjoined;
  for (std::size_t index = 0; index < widths; ++index) {
    unsigned widest = index == 0 ? element : index == 1 ? 8 : widestAccess;
    SharedCount &counts = sharedCounts[index];
    if (index > 0 && one.length <= 1) {
      simt::add(counts, unjoined); // nothing to join: as counted before
      continue;
    }
    SharedCount now;
    countRun(now, one.requests, one.length, one.alignment, widest, one.ownLength < one.length);
    simt::add(counts, now);
    if (index == 0)
      unjoined = now;
    isInWide = isInWide || now.requests != unjoined.requests;
  }
  longestOwn = std::max(longestOwn, one.ownLength);
}

namespace {

/// How many elements the second lies behind the first, in each thread; none: it differs.
std::optional<std::int64_t> stepsTo(const std::vector<Request> &first,
                                    const std::vector<Request> &next) {
  if (first.empty() || next.empty() || !first.front().active || !first.front().bytes)
    return std::nullopt;
  const auto lane = static_cast<unsigned>(std::countr_zero(first.front().active));
  const auto bytes = static_cast<std::int64_t>(
      next.front().address[lane] - first.front().address[lane]); // may be less than none
  const std::int64_t element = first.front().bytes;
  const std::int64_t steps = bytes / element;
  if (bytes % element != 0)
    return std::nullopt;
  const bool isSame = steps < 0 ? follows(next, static_cast<unsigned>(-steps), first)
                                : follows(first, static_cast<unsigned>(steps), next);
  return isSame ? std::optional(steps) : std::nullopt;
}

/// Of a stretch of memory as long as an access, aligned to its size, which elements are wanted. Is
/// that all of them, or three words of four? Then it is one access.
bool isOneAccess(unsigned wanted, unsigned slots, unsigned element) {
  const int count = std::popcount(wanted);
  return count == static_cast<int>(slots) ||
         (slots == filledFields && element == wordBytes && count + 1 == static_cast<int>(slots));
}

void countPart(SiteRecord::SharedCount &counts, const std::vector<Request> &first,
               std::int64_t offset, unsigned bytes) {
  for (Request request : first) {
    for (std::uint64_t &address : request.address)
      address += static_cast<std::uint64_t>(offset * request.bytes);
    request.bytes = bytes;
    count(counts, request);
  }
}

/// The elements at `wanted` of `slots` from `offset` on, in accesses as wide as they can be.
void countStretch(SiteRecord::SharedCount &counts, const std::vector<Request> &first,
                  std::int64_t offset, unsigned wanted, unsigned slots) {
  const unsigned element = first.front().bytes;
  if (!wanted)
    return;
  if (isOneAccess(wanted, slots, element)) {
    countPart(counts, first, offset, element * slots);
    return;
  }
  const unsigned half = slots / 2;
  countStretch(counts, first, offset, wanted & ((1U << half) - 1), half);
  countStretch(counts, first, offset + half, wanted >> half, half);
}

/// The first of a line's elements in each thread lies so many bytes behind a multiple of as many;
/// none: it differs.
std::optional<unsigned> phaseOf(const std::vector<Request> &first, unsigned bytes) {
  std::optional<unsigned> phase;
  for (const Request &request : first)
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if ((request.active >> lane) & 1) {
        const auto here = static_cast<unsigned>(request.address[lane] % bytes);
        if (phase && *phase != here)
          return std::nullopt;
        phase = here;
      }
  return phase;
}

} // namespace

void SiteRecord::countLine(const Line &line) {
  const EndedRun &first = *line.runs.front();
  const unsigned element = first.requests.front().bytes;
  bool isInOrder = true; // each is as long as an access can be
  for (std::size_t i = 1; i < line.runs.size(); ++i) {
    const unsigned before = line.runs[i - 1]->length;
    isInOrder = isInOrder && line.offsets[i] == line.offsets[i - 1] + before &&
                (before + 1) * element > widestAccess;
  }
  unsigned widest = std::min(first.alignment, widestAccess);
  while (widest > element && !phaseOf(first.requests, widest))
    widest /= 2;
  if (isInOrder || widest <= element) {
    for (const EndedRun *one : line.runs)
      countAlone(*one);
    return;
  }
  // How often each element is named: what is named again is another load.
  std::map<std::int64_t, unsigned> times;
  for (std::size_t i = 0; i < line.runs.size(); ++i)
    for (unsigned step = 0; step < line.runs[i]->length; ++step)
      ++times[line.offsets[i] + step];
  pieceBytes = std::max(pieceBytes, element);
  std::vector<Request> lowest = first.requests;
  for (Request &request : lowest)
    for (std::uint64_t &address : request.address)
      address += static_cast<std::uint64_t>(times.begin()->first * request.bytes);
  noteStart(lowest);
  std::int64_t unjoined = 0;
  for (std::size_t index = 0; index < widths; ++index) {
    const unsigned width = std::max(element, std::min(widest, index == 0   ? element
                                                              : index == 1 ? 8
                                                                           : widestAccess));
    const std::int64_t slots = width / element;
    const std::int64_t phase = *phaseOf(first.requests, width) / element;
    SharedCount now;
    std::map<std::pair<unsigned, std::int64_t>, unsigned> stretches; // time, place: wanted
    for (const auto &[offset, count] : times) {
      const std::int64_t place = offset + phase;
      const std::int64_t inside = ((place % slots) + slots) % slots;
      for (unsigned time = 0; time < count; ++time)
        stretches[{time, place - inside}] |= 1U << inside;
    }
    for (const auto &[at, wanted] : stretches) {
      countStretch(now, first.requests, at.second - phase, wanted, static_cast<unsigned>(slots));
      longestOwn = std::max(longestOwn, static_cast<unsigned>(std::popcount(wanted)));
    }
    simt::add(sharedCounts[index], now);
    if (index == 0)
      unjoined = now.requests;
    isInWide = isInWide || now.requests != unjoined;
  }
}

void SiteRecord::endRun() {
  EndedRun last{std::move(run), runLength, ownLength, runAlignment, runIsFilled};
  run.clear();
  runLength = ownLength = 0;
  runIsFilled = false;
  std::vector<EndedRun> all = std::exchange(ended, {});
  if (all.empty() || runLeavesCode) {
    countAlone(last);
  } else if (last.length) {
    all.push_back(std::move(last));
  }
  std::vector<Line> lines;
  for (const EndedRun &one : all) {
    bool isFound = false;
    for (Line &line : lines) {
      const EndedRun &first = *line.runs.front();
      const auto steps =
          first.alignment == one.alignment ? stepsTo(first.requests, one.requests) : std::nullopt;
      if (!steps)
        continue;
      line.runs.push_back(&one);
      line.offsets.push_back(*steps);
      isFound = true;
      break;
    }
    if (!isFound)
      lines.push_back({{&one}, {0}});
  }
  for (const Line &line : lines)
    countLine(line);
}

void SiteRecord::compareWith(SiteRecord &other, bool isJoined, const std::vector<Request> &requests,
                             unsigned alignment) {
  other.besideIt[range.getBegin().getRawEncoding()].meet(isJoined, requests, alignment);
  besideOthers[other.range.getBegin().getRawEncoding()].meet(isJoined, requests, alignment);
}

void SiteRecord::finishShared() {
  // Every start is a case of its own only where all are the same.
  unsigned widest = runStartsDiffer ? runStartDivisor : widestAccess;
  if (llvm::any_of(besideIt, [](const auto &other) { return other.second.varies(); }))
    widest = std::min(widest, longestOwn * pieceBytes);
  SharedCount counts = sharedCounts[widest >= 16 ? 2 : widest >= 8 ? 1 : 0];
  for (auto &[place, other] : besideIt)
    if (other.varies()) {
      other.endPending();
      counts.requests -= other.alone.requests;
      counts.lanes -= other.alone.lanes;
      counts.wavefronts -= other.alone.wavefronts;
      counts.ideal -= other.alone.ideal;
    }
  for (auto &[place, other] : besideOthers)
    if (other.varies()) {
      other.endPending();
      simt::add(counts, other.alone);
    }
  if (counts.requests <= 0)
    return;
  add("requests", counts.requests);
  add("active_lanes", counts.lanes);
  add("wavefronts", counts.wavefronts);
  add("wavefronts_ideal", counts.ideal);
  atLeast("ways", counts.ways);
  atLeast("access_bytes", counts.bytes);
  if (counts.worstRatio > worstRatio) {
    worstRatio = counts.worstRatio;
    worst = counts.worst;
  }
}

SiteRecord::Calls *SiteRecord::countCalls(std::uint64_t number, const Calls &counts) {
  constexpr std::size_t mostKept = 64;
  if (calls.size() >= mostKept && !calls.contains(number)) {
    callsOverflow = true;
    return nullptr;
  }
  Calls &known = calls[number];
  if (known.places.empty())
    known.places = counts.places;
  if (known.notes.empty())
    known.notes = counts.notes;
  known.requests += counts.requests;
  known.lanes += counts.lanes;
  known.units += counts.units;
  known.ideal += counts.ideal;
  return &known;
}

const SiteRecord::Calls *SiteRecord::worstCalls() const {
  constexpr double bad = 2;
  constexpr double apart = 1.25; // from the mean; what is nearer is the edge of something
  if (calls.size() < 2 || callsOverflow || isInWide)
    return nullptr;
  const Calls *worst = nullptr;
  Calls all;
  for (const auto &[number, one] : calls) {
    all.units += one.units;
    all.ideal += one.ideal;
    // Of two that are as bad the one that costs more: their order is that of no text.
    if (!worst || std::pair(one.ratio(), one.units) > std::pair(worst->ratio(), worst->units))
      worst = &one;
  }
  return worst->ratio() >= bad && worst->ratio() >= apart * all.ratio() ? worst : nullptr;
}

void Recorder::mergeInto(SiteRecord &target, SiteRecord &&source) {
  source.endRun();
  target.endRun();
  if (!target.range.isValid()) {
    target = std::move(source);
    return;
  }
  for (const auto &[name, amount] : source.sums)
    target.sums[name] += amount;
  for (const auto &[name, value] : source.maxima)
    target.atLeast(name.c_str(), value);
  for (auto &[name, value] : source.evidence)
    target.evidence[name] = std::move(value);
  target.assumptions.merge(source.assumptions);
  for (std::size_t i = 0; i < SiteRecord::widths; ++i)
    add(target.sharedCounts[i], source.sharedCounts[i]);
  target.runStartsDiffer =
      target.runStartsDiffer || source.runStartsDiffer ||
      (target.runStart && source.runStart && *target.runStart != *source.runStart);
  if (source.runStart)
    target.runStart = source.runStart;
  target.runStartDivisor = std::gcd(target.runStartDivisor, source.runStartDivisor);
  for (auto &[place, other] : source.besideIt)
    target.besideIt[place].add(std::move(other));
  for (auto &[place, other] : source.besideOthers)
    target.besideOthers[place].add(std::move(other));
  for (const auto &[number, one] : source.calls)
    target.countCalls(number, one);
  target.callsOverflow = target.callsOverflow || source.callsOverflow;
  target.isInWide = target.isInWide || source.isInWide;
  target.longestOwn = std::max(target.longestOwn, source.longestOwn);
  target.pieceBytes = std::max(target.pieceBytes, source.pieceBytes);
  target.uncertain = target.uncertain || source.uncertain;
  target.trace.merge(std::move(source.trace));
  for (auto &note : source.notes)
    if (std::find(target.notes.begin(), target.notes.end(), note) == target.notes.end())
      target.notes.push_back(std::move(note));
  if (target.fixes.empty())
    target.fixes = std::move(source.fixes);
  if (source.worst && source.worstRatio > target.worstRatio) {
    target.worst = source.worst;
    target.worstRatio = source.worstRatio;
  }
}

void Recorder::commit() {
  Layer top = std::move(layers_.back());
  layers_.pop_back();
  for (auto &[key, record] : top.records)
    mergeInto(layers_.back().records[key], std::move(record));
  layers_.back().work.add(std::move(top.work));
}

namespace {

bool isSameAccess(const SiteRecord &a, const SiteRecord &b) {
  return a.kind == SiteKind::GlobalAccess && b.kind == a.kind && a.statement == b.statement &&
         a.op == b.op;
}

/// Does an access cost both objects the same, for the same reason?
bool costsTheSame(const SiteRecord &a, const SiteRecord &b) {
  const auto sumOf = [](const SiteRecord &record, const char *name) {
    const auto it = record.sums.find(name);
    return it == record.sums.end() ? std::int64_t{0} : it->second;
  };
  const auto textOf = [](const SiteRecord &record, const char *name) {
    const auto it = record.evidence.find(name);
    return it == record.evidence.end() ? EvidenceValue() : it->second;
  };
  for (const char *name : {"sectors", "sectors_ideal", "unknown_requests", "active_lanes"})
    if (sumOf(a, name) * sumOf(b, "requests") != sumOf(b, name) * sumOf(a, "requests"))
      return false;
  return textOf(a, "pattern") == textOf(b, "pattern") &&
         textOf(a, "stride_text") == textOf(b, "stride_text");
}

} // namespace

std::vector<SiteRecord> Recorder::take() {
  std::vector<SiteRecord> records;
  std::size_t first = 0; // of those of one access
  for (auto &[key, record] : layers_.front().records) {
    record.endRun();
    record.finishShared();
    if (records.empty() || !isSameAccess(records[first], record))
      first = records.size();
    const auto like = std::find_if(
        records.begin() + static_cast<std::ptrdiff_t>(first), records.end(),
        [&, &one = record](const SiteRecord &other) { return costsTheSame(other, one); });
    if (like == records.end())
      records.push_back(std::move(record));
    else
      mergeInto(*like, std::move(record));
  }
  layers_.assign(1, {});
  return records;
}

} // namespace warplint::simt
