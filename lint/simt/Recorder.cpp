//===- Recorder.cpp - gathers what happens at each site -------------------===//

#include "lint/simt/Recorder.h"

namespace warplint::simt {

SiteRecord &Recorder::at(SiteKind kind, clang::SourceRange range, const std::string &op) {
  Key key{kind, range.getBegin().getRawEncoding(), range.getEnd().getRawEncoding(), op};
  SiteRecord &record = layers_.back().records[key];
  record.kind = kind;
  record.range = range;
  record.op = op;
  return record;
}

void Recorder::mergeInto(SiteRecord &target, SiteRecord &&source) {
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
}

std::vector<SiteRecord> Recorder::take() {
  std::vector<SiteRecord> records;
  for (auto &[key, record] : layers_.front().records)
    records.push_back(std::move(record));
  layers_.assign(1, {});
  return records;
}

} // namespace warplint::simt
