//===- Recorder.cpp - gathers what happens at each site -------------------===//

#include "lint/simt/Recorder.h"

#include <bit>

namespace warplint::simt {

SiteRecord &Recorder::at(SiteKind kind, clang::SourceRange range, const std::string &op) {
  Key key{kind, range.getBegin().getRawEncoding(), range.getEnd().getRawEncoding(), op};
  SiteRecord &record = layers_.back().records[key];
  record.kind = kind;
  record.range = range;
  record.op = op;
  return record;
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

} // namespace

void SiteRecord::takeShared(std::vector<Request> requests, unsigned alignment) {
  if (runLength && alignment == runAlignment && !requests.empty() && requests.front().operation != Operation::Atomic &&
      follows(run, runLength, requests) && (runLength + 1) * requests.front().bytes <= widestAccess) {
    ++runLength;
    return;
  }
  endRun();
  run = std::move(requests);
  runAlignment = alignment;
  runLength = run.empty() ? 0 : 1;
}

void SiteRecord::endRun() {
  unsigned element = run.empty() ? 0 : run.front().bytes;
  for (unsigned done = 0; done < runLength;) {
    unsigned width = 1;
    while (width * 2 <= runLength - done && runAlignment % (width * 2 * element) == 0 &&
           aligned(run, done * element, width * 2 * element))
      width *= 2;
    for (Request request : run) {
      for (std::uint64_t &address : request.address)
        address += std::uint64_t{done} * element;
      request.bytes = element * width;
      WavefrontCount count = countWavefronts(request);
      add("requests", 1);
      add("active_lanes", std::popcount(request.active));
      add("wavefronts", static_cast<std::int64_t>(count.wavefronts));
      add("wavefronts_ideal", static_cast<std::int64_t>(count.ideal));
      atLeast("ways", count.ways);
      atLeast("access_bytes", request.bytes);
      double ratio = count.ideal ? static_cast<double>(count.wavefronts) / count.ideal : 0;
      if (ratio > worstRatio) {
        worstRatio = ratio;
        worst = request;
      }
    }
    done += width;
  }
  run.clear();
  runLength = 0;
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
  target.uncertain = target.uncertain || source.uncertain;
  for (auto &note : source.notes)
    if (std::find(target.notes.begin(), target.notes.end(), note) == target.notes.end())
      target.notes.push_back(std::move(note));
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
}

std::vector<SiteRecord> Recorder::take() {
  std::vector<SiteRecord> records;
  for (auto &[key, record] : layers_.front().records) {
    record.endRun();
    records.push_back(std::move(record));
  }
  layers_.assign(1, {});
  return records;
}

} // namespace warplint::simt
