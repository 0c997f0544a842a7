//===- Modules.cpp - from machine code to source lines --------------------===//

#include "runtime-check/collector/Modules.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <cupti.h>
#include <cupti_pcsampling.h>

namespace warplint::runtime {

Modules::Modules(const std::set<std::string, std::less<>> &kernels) {
  for (const std::string &kernel : kernels) {
    const std::size_t colon = kernel.rfind(':');
    identifiers_.push_back(colon == std::string::npos ? kernel : kernel.substr(colon + 1));
  }
}

/// A mangled name holds the identifier as it is.
bool Modules::mayHoldKernel(std::string_view image) const {
  return identifiers_.empty() ||
         std::any_of(identifiers_.begin(), identifiers_.end(), [&](const std::string &name) {
           return ::memmem(image.data(), image.size(), name.data(), name.size()) != nullptr;
         });
}

void Modules::add(std::string_view image) {
  if (image.empty() || !mayHoldKernel(image))
    return;
  CUpti_GetCubinCrcParams params{};
  params.size = CUpti_GetCubinCrcParamsSize;
  params.cubin = image.data();
  params.cubinSize = image.size();
  if (cuptiGetCubinCrc(&params) != CUPTI_SUCCESS)
    return;
  const std::lock_guard lock(mutex_);
  modules_.try_emplace(static_cast<std::uint32_t>(params.cubinCrc),
                       Module{{image.begin(), image.end()}, {}});
}

std::optional<Place> placeByCupti(std::string_view image, const std::string &function,
                                  std::uint32_t offset) {
  CUpti_GetSassToSourceCorrelationParams params{};
  params.size = CUpti_GetSassToSourceCorrelationParamsSize;
  params.cubin = image.data();
  params.cubinSize = image.size();
  params.functionName = function.c_str();
  params.pcOffset = offset;
  const CUptiResult result = cuptiGetSassToSourceCorrelation(&params);
  Place place;
  if (result == CUPTI_SUCCESS && params.fileName) {
    place.file = params.fileName;
    place.line = params.lineNumber;
    if (params.dirName && *params.dirName && !place.file.starts_with("/"))
      place.file = std::string(params.dirName) + "/" + place.file;
  }
  std::free(params.fileName);
  std::free(params.dirName);
  if (place.line == 0)
    return std::nullopt;
  return place;
}

std::optional<Place> Modules::place(std::uint32_t cubin, const std::string &function,
                                    std::uint32_t offset) const {
  const std::lock_guard lock(mutex_);
  const auto found = modules_.find(cubin);
  if (found == modules_.end())
    return std::nullopt;
  Module &module = found->second;
  const std::string_view image(module.image.data(), module.image.size());
  if (!module.lines)
    module.lines.emplace(image);
  if (module.lines->empty())
    return placeByCupti(image, function, offset);
  return module.lines->ownPlace(function, offset);
}

} // namespace warplint::runtime
