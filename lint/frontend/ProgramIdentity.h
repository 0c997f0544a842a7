//===- ProgramIdentity.h - which program this is ---------------*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_PROGRAMIDENTITY_H
#define WARPLINT_FRONTEND_PROGRAMIDENTITY_H

#include <string>

namespace warplint::frontend {

/// Tells apart any two builds of the program that differ: the linker's build id, or, where it left
/// none, the size and the time of the program's file.
const std::string &programIdentity();

} // namespace warplint::frontend

#endif
