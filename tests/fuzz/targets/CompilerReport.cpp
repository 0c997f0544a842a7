//===- CompilerReport.cpp - what ptxas and cuobjdump print ----------------===//

#include "lint/chips/LaunchEvidence.h"
#include "tests/fuzz/Fuzz.h"

namespace warplint::fuzz {

void compilerReport(std::string_view input) {
  for (std::vector<chips::KernelResources> kernels :
       {chips::readPtxasReport(input), chips::readCuobjdumpReport(input)}) {
    FileAnalysis file;
    file.file = "a.cu";
    for (chips::KernelResources &kernel : kernels) {
      kernel.kernel = kernel.symbol;
      Site site;
      site.kind = SiteKind::Kernel;
      site.kernel = kernel.kernel;
      site.evidence = {{"block_x", std::int64_t{128}}, {"threads", std::int64_t{128}}};
      file.sites.push_back(site);
      site.kind = SiteKind::Launch;
      file.sites.push_back(std::move(site));
    }
    std::vector<FileAnalysis> files = {std::move(file)};
    chips::addResources(files, kernels);
    chips::addOccupancy(files, nullptr);
  }
}

} // namespace warplint::fuzz
