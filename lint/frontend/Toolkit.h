//===- Toolkit.h - where the headers of CUDA come from ---------*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_TOOLKIT_H
#define WARPLINT_FRONTEND_TOOLKIT_H

#include "lint/evidence/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace warplint::frontend {

/// A CUDA Toolkit as far as its headers go.
struct Toolkit {
  std::string path;          ///< the folder that was found: /usr/local/cuda
  std::string includeFolder; ///< the one that holds cuda_runtime.h
  std::string version;       ///< "13.0"; empty where cuda.h does not say
};

/// The Toolkit in `folder`, whether its headers are in include/ or targets/*/include/.
std::optional<Toolkit> toolkitAt(const std::string &folder);

/// What `cudaPath` asks for: a folder (an Error if it holds no Toolkit), "none" (nothing), or,
/// where it is absent, the first of $CUDA_HOME, $CUDA_PATH, the nvcc on PATH, /usr/local/cuda and
/// the newest /usr/local/cuda-*.
Expected<std::optional<Toolkit>> findToolkit(const std::optional<std::string> &cudaPath);

/// Arguments that make Clang see the CUDA headers of a Toolkit, or those of the built-in model.
struct HeaderArguments {
  std::vector<std::string> before; ///< go before those of the compile command
  std::vector<std::string> after;  ///< go behind them
};
HeaderArguments headerArguments(const std::optional<Toolkit> &toolkit);

} // namespace warplint::frontend

#endif
