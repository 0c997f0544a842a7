//===- Launches.cpp - what a program's launches say of its groups ----------===//

#include "lint/frontend/Launches.h"

#include "lint/frontend/Paths.h"

#include "llvm/ADT/STLExtras.h"

namespace warplint::frontend {

void KernelFiles::add(const FileAnalysis &analysis) {
  for (const Site &site : analysis.sites)
    if (site.kind == SiteKind::Kernel)
      files_[site.kernel].insert(site.span.file);
}

bool KernelFiles::mayBeOf(const LaunchRecord &launch, const std::string &file) const {
  if (!launch.definedIn.empty())
    return launch.definedIn == file;
  const auto others = files_.find(launch.kernel);
  const std::size_t shared = foldersInCommon(launch.span.file, file);
  return others == files_.end() || llvm::none_of(others->second, [&](const std::string &other) {
           return foldersInCommon(launch.span.file, other) > shared;
         });
}

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

/// By the kernel's name and the file of its body. Under no file all launches by the name, for
/// kernels whose body is not to be seen.
using ByKernel = std::map<std::pair<std::string, std::string>, Launches>;

/// The files of the bodies of kernels that were followed in this one, by name.
std::map<std::string, std::string> bodiesIn(const FileAnalysis &file) {
  std::map<std::string, std::string> bodies;
  for (const Site &site : file.sites)
    if (site.kind == SiteKind::Kernel)
      bodies.emplace(site.kernel, site.span.file);
  return bodies;
}

ByKernel launchesOf(const std::vector<FileAnalysis> &files) {
  KernelFiles kernels;
  std::map<std::string, std::set<std::string>> bodies;
  for (const FileAnalysis &file : files) {
    kernels.add(file);
    for (const auto &[kernel, body] : bodiesIn(file))
      bodies[kernel].insert(body);
  }
  ByKernel found;
  const auto add = [&](const LaunchRecord &launch, const std::string &body) {
    Launches &of = found[{launch.kernel, body}];
    // What may be cooperative counts as such.
    (launch.cooperative.value_or(true) ? of.cooperative : of.plain).insert(launch.span);
    if (launch.cluster)
      of.clusters.insert(*launch.cluster);
    else
      of.clusterUnknown = true;
  };
  for (const FileAnalysis &file : files)
    for (const LaunchRecord &launch : file.launches) {
      add(launch, "");
      if (const auto known = bodies.find(launch.kernel); known != bodies.end())
        for (const std::string &body : known->second)
          if (kernels.mayBeOf(launch, body))
            add(launch, body);
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
    anyKernel = anyKernel || (!kernels.contains(kernel.first) && !of.cooperative.empty());
  for (FileAnalysis &file : files) {
    const std::map<std::string, std::string> bodies = bodiesIn(file);
    for (Site &site : file.sites) {
      if (site.kind != SiteKind::Group)
        continue;
      const auto body = bodies.find(site.kernel);
      const auto found =
          launches.find({site.kernel, body == bodies.end() ? std::string() : body->second});
      if (found == launches.end())
        continue;
      const auto of = stringAt(site.evidence, "of");
      if (of == "grid" && !anyKernel)
        addToGrid(site, found->second);
      else if (of == "cluster")
        checkCluster(site, found->second);
    }
  }
}

} // namespace warplint::frontend
