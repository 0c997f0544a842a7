//===- DeviceFunctions.h - knowing device code again -----------*- C++ -*-===//
//
// What was measured of a kernel holds for as long as its code is the same. The
// hash of a function is over its tokens and over the tokens of all that they
// name in the project, directly or through others: functions, macros, constants,
// types. Names are followed without regard to scope, which needs no instantiated
// templates and errs to the safe side: a namesake that changes makes evidence
// old that is not, never the other way round.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_DEVICEFUNCTIONS_H
#define WARPLINT_FRONTEND_DEVICEFUNCTIONS_H

#include "lint/evidence/Analysis.h"
#include "lint/frontend/Parse.h"

namespace warplint::frontend {

/// The kernels of the project, the device functions that hold one of `sites`, and the host
/// functions that hold a call or a launch among them, in the order of their places. The hash of a
/// host function is over the host functions that it names, too. `isProject` is asked with absolute
/// paths; `display` turns them into paths to report. Functions that an #include directive is part
/// of are left out.
std::vector<DeviceFunction>
deviceFunctions(ParsedUnit &unit, const std::function<bool(const std::string &)> &isProject,
                const std::function<std::string(llvm::StringRef)> &display,
                const std::string &directory, const std::vector<Site> &sites);

} // namespace warplint::frontend

#endif
