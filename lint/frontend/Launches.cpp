//===- Launches.cpp - what a program's launches say of its groups ----------===//

#include "lint/frontend/Launches.h"

#include <set>

namespace warplint::frontend {
namespace {

/// The launches of one kernel in all files.
struct Launches {
  std::set<SourceSpan> plain, cooperative;
  std::set<std::array<unsigned, 3>> clusters;
  bool clusterUnknown = false;
};

std::int64_t blocks(const std::array<unsigned, 3> &cluster) {
  return std::int64_t{cluster[0]} * cluster[1] * cluster[2];
}

using ByKernel = std::map<std::string, Launches, std::less<>>;

ByKernel launchesOf(const std::vector<FileAnalysis> &files) {
  ByKernel found;
  for (const FileAnalysis &file : files)
    for (const LaunchRecord &launch : file.launches) {
      Launches &of = found[launch.kernel];
      // What may be cooperative counts as such.
      (launch.cooperative.value_or(true) ? of.cooperative : of.plain).insert(launch.span);
      if (launch.cluster)
        of.clusters.insert(*launch.cluster);
      else
        of.clusterUnknown = true;
    }
  return found;
}

void addToGrid(Site &site, const Launches &launches) {
  site.evidence["launches_plain"] = static_cast<std::int64_t>(launches.plain.size());
  site.evidence["launches_cooperative"] = static_cast<std::int64_t>(launches.cooperative.size());
  if (launches.plain.empty())
    return;
  const SourceSpan &launch = *launches.plain.begin();
  site.evidence["launch_line"] = std::int64_t{launch.line};
  site.notes.push_back(
      {launch, "launched here, without the guarantee that all blocks run at once"});
}

void checkCluster(Site &site, const Launches &launches) {
  const std::optional<double> predicted = numberAt(site.evidence, "cluster_blocks");
  bool agree = !launches.clusterUnknown;
  for (const auto &cluster : launches.clusters)
    agree = agree && predicted && blocks(cluster) == static_cast<std::int64_t>(*predicted);
  // What the kernel declares holds for launches that say nothing.
  const bool silent = launches.clusters == std::set<std::array<unsigned, 3>>{{1, 1, 1}};
  if (!agree && (launches.clusterUnknown || !silent))
    site.evidence.erase("cluster_blocks");
}

} // namespace

void addLaunches(std::vector<FileAnalysis> &files) {
  const ByKernel launches = launchesOf(files);
  // A cooperative launch of who knows what may be one of any kernel.
  std::set<std::string, std::less<>> kernels;
  for (const FileAnalysis &file : files)
    for (const Site &site : file.sites)
      if (site.kind == SiteKind::Kernel)
        kernels.insert(site.kernel);
  bool anyKernel = false;
  for (const auto &[kernel, of] : launches)
    anyKernel = anyKernel || (!kernels.contains(kernel) && !of.cooperative.empty());
  for (FileAnalysis &file : files)
    for (Site &site : file.sites) {
      if (site.kind != SiteKind::Group)
        continue;
      const auto found = launches.find(site.kernel);
      if (found == launches.end())
        continue;
      const auto of = stringAt(site.evidence, "of");
      if (of == "grid" && !anyKernel)
        addToGrid(site, found->second);
      else if (of == "cluster")
        checkCluster(site, found->second);
    }
}

} // namespace warplint::frontend
