//===- Samples.h - measured sites and findings for tests -------*- C++ -*-===//
#ifndef WARPLINT_TESTS_RUNTIME_SAMPLES_H
#define WARPLINT_TESTS_RUNTIME_SAMPLES_H

#include "lint/evidence/Finding.h"
#include "runtime-check/Measurement.h"

namespace warplint::runtime {

inline MeasuredSite access(SiteKind kind, unsigned line, const std::string &op, std::int64_t offset,
                           std::int64_t requests, std::int64_t count, std::int64_t ideal) {
  MeasuredSite measured;
  Site &site = measured.site;
  site.kind = kind;
  site.span.file = "/build/src/a.cu";
  site.span.line = site.span.endLine = line;
  site.kernel = "k";
  site.op = op;
  const bool global = kind == SiteKind::GlobalAccess;
  site.evidence = {{"requests", requests},
                   {global ? "sectors" : "wavefronts", count},
                   {global ? "sectors_ideal" : "wavefronts_ideal", ideal}};
  measured.instantiation = "k(float*)";
  measured.offset = offset;
  return measured;
}

inline MeasuredSite load(unsigned line, std::int64_t offset, std::int64_t requests,
                         std::int64_t sectors, std::int64_t ideal) {
  return access(SiteKind::GlobalAccess, line, "load", offset, requests, sectors, ideal);
}

inline MeasuredSite branch(unsigned line, std::int64_t divergent, std::int64_t warps) {
  MeasuredSite measured = access(SiteKind::Branch, line, "branch", 512, 0, 0, 0);
  measured.site.evidence = {{"divergent_warps", divergent}, {"warps", warps}};
  return measured;
}

inline MeasuredSite launch(const char *name, std::int64_t count) {
  MeasuredSite measured = access(SiteKind::Kernel, 0, "launch", 0, 0, 0, 0);
  measured.site.span = {};
  measured.offset.reset();
  measured.site.evidence = {{name, count}};
  return measured;
}

/// All instructions of a line; their kernel is to be launched with `threads_launched`.
inline MeasuredSite code(unsigned line, std::int64_t threads, std::int64_t most,
                         std::int64_t warps) {
  MeasuredSite measured = access(SiteKind::Code, line, "", 0, 0, 0, 0);
  measured.offset.reset();
  measured.site.evidence = {
      {"thread_instructions", threads}, {"threads_most", most}, {"warp_instructions", warps}};
  return measured;
}

inline Measurement measurementOf(std::vector<MeasuredSite> sites) {
  sites.push_back(launch("launches_measured", 1));
  Measurement measurement;
  measurement.device = Device{"NVIDIA H200", "GH100", "9.0", "580", "13.0", "130001"};
  measurement.sites = std::move(sites);
  return merged({measurement});
}

inline Finding findingAt(unsigned line, const std::string &op, double ratio) {
  Finding finding;
  finding.rule = "memory-strided-access";
  finding.span = {"src/a.cu", line, 3, line, 20};
  finding.kernel = "k";
  finding.op = op;
  if (!op.empty())
    finding.ops = {op};
  finding.predicted = {{"sectors_ratio", ratio}};
  return finding;
}

} // namespace warplint::runtime

#endif
