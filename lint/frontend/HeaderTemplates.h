//===- HeaderTemplates.h - headers that a build makes -----------*- C++ -*-===//
//
// CMake's configure_file and autoconf make config.h of config.h.in. Where nothing was built, the
// template says which macros there are, if not what they stand for.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_HEADERTEMPLATES_H
#define WARPLINT_FRONTEND_HEADERTEMPLATES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace warplint::frontend {

/// The name of the file that is made of a template of that name: `config.h` of `config.h.in`,
/// `config.h.cmake` and `config.h.cmakein`. Empty if it is none.
llvm::StringRef madeOfTemplate(llvm::StringRef name);

/// A template's text with numbers where the build puts something in: 0 where the name of the macro
/// or of the value says that something is switched on that few have (`USE_…`, `WITH_…`, `DEBUG`),
/// 32 of a warp's size, 256 of a block's, 8 of others, else 1. What `#cmakedefine` and `#undef`
/// stand for without such a value is defined if the name says that something is there (`HAVE_…`) or
/// that it is CUDA (`USE_CUDA`). It can be included again.
std::string filledIn(llvm::StringRef text);

/// Does the name of a macro say that CUDA is used: `USE_CUDA`, `GMX_GPU_CUDA`, `USING_CUSPARSE`,
/// `CUDA_ENABLED`? Whoever asks what a kernel does has switched it on.
bool saysThatItIsCuda(llvm::StringRef name);

} // namespace warplint::frontend

#endif
