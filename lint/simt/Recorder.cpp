//===- Recorder.cpp - gathers what happens at each site -------------------===//

#include "lint/simt/Recorder.h"

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
    if (first[i].active != next[i].active || first[i].bytes != next[i].bytes)
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

bool SiteRecord::continuesRun(const std::vector<Request> &requests, unsigned alignment) {
  // Bytes are left apart, and so are loads of two (machine code of nvcc 13.0, sm_90).
  unsigned smallest = requests.empty() || requests.front().operation == Operation::Load ? 4 : 2;
  if (!runLength || alignment != runAlignment || requests.empty() ||
      requests.front().bytes < smallest || requests.front().operation == Operation::Atomic ||
      !follows(run, runLength, requests) || (runLength + 1) * requests.front().bytes > widestAccess)
    return false;
  ++runLength;
  return true;
}

bool SiteRecord::isAlignedForMore() const {
  if (!runLength)
    return false;
  unsigned bytes = std::bit_ceil(runLength + 1) * run.front().bytes;
  return bytes <= widestAccess && runAlignment % bytes == 0 && aligned(run, 0, bytes);
}

void SiteRecord::takeShared(std::vector<Request> requests, unsigned alignment) {
  if (continuesRun(requests, alignment))
    return;
  endRun();
  run = std::move(requests);
  runAlignment = alignment;
  runLength = run.empty() ? 0 : 1;
}

void SiteRecord::endRun() {
  unsigned element = run.empty() ? 0 : run.front().bytes;
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
    for (unsigned done = 0; done < runLength;) {
      unsigned width = 1;
      while (width * 2 <= runLength - done && width * 2 * element <= widest &&
             runAlignment % (width * 2 * element) == 0 &&
             aligned(run, done * element, width * 2 * element))
        width *= 2;
      for (Request request : run) {
        for (std::uint64_t &address : request.address)
          address += std::uint64_t{done} * element;
        request.bytes = element * width;
        WavefrontCount count = countWavefronts(request);
        ++now.requests;
        now.lanes += std::popcount(request.active);
        now.wavefronts += static_cast<std::int64_t>(count.wavefronts);
        now.ideal += static_cast<std::int64_t>(count.ideal);
        now.ways = std::max<std::int64_t>(now.ways, count.ways);
        now.bytes = std::max<std::int64_t>(now.bytes, request.bytes);
        double ratio = count.ideal ? static_cast<double>(count.wavefronts) / count.ideal : 0;
        if (ratio > now.worstRatio) {
          now.worstRatio = ratio;
          now.worst = request;
        }
      }
      done += width;
    }
    simt::add(counts, now);
    if (index == 0)
      unjoined = now;
  }
  run.clear();
  runLength = 0;
}

void SiteRecord::finishShared() {
  // Every start is a case of its own only where all are the same.
  unsigned widest = runStartsDiffer ? runStartDivisor : widestAccess;
  const SharedCount &counts = sharedCounts[widest >= 16 ? 2 : widest >= 8 ? 1 : 0];
  if (!counts.requests)
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
