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
      !fitInOne(isBehind ? run : requests, runLength + 1, alignment))
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
                            std::uint64_t barriers) {
  const bool isOrdered = std::exchange(barriersBefore, barriers) != barriers || isRolled;
  if (!isOrdered && continuesRun(requests, alignment)) {
    ++ownLength;
    return;
  }
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
  endRun();
  run = std::move(requests);
  runAlignment = alignment;
  runLength = ownLength = run.empty() ? 0 : 1;
}

void SiteRecord::endRun() {
  unsigned element = run.empty() ? 0 : run.front().bytes;
  pieceBytes = std::max(pieceBytes, element);
  if (runLength > 1) {
    // Lanes may differ; what matters is what they have in common.
    unsigned start = 0;
    unsigned divisor = widestAccess;
    for (const Request &request : run)
      for (unsigned lane = 0; lane < warpSize; ++lane)
        if ((request.active >> lane) & 1) {
          start = static_cast<unsigned>(request.address[lane] % widestAccess);
          divisor = std::gcd(divisor, start ? start : widestAccess);
        }
    start %= widestAccess;
    runStartsDiffer = runStartsDiffer || (runStart && *runStart != start);
    runStart = start;
    runStartDivisor = std::gcd(runStartDivisor, divisor);
  }
  SharedCount unjoined;
  for (std::size_t index = 0; index < widths; ++index) {
    unsigned widest = index == 0 ? element : index == 1 ? 8 : widestAccess;
    SharedCount &counts = sharedCounts[index];
    if (index > 0 && runLength <= 1) {
      simt::add(counts, unjoined); // nothing to join: as counted before
      continue;
    }
    SharedCount now;
    countRun(now, run, runLength, runAlignment, widest, ownLength < runLength);
    simt::add(counts, now);
    if (index == 0)
      unjoined = now;
    isInWide = isInWide || now.requests != unjoined.requests;
  }
  longestOwn = std::max(longestOwn, ownLength);
  run.clear();
  runLength = ownLength = 0;
  runIsFilled = false;
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
    if (!worst || one.ratio() > worst->ratio())
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
