//===- ActivityLog.h - writes activity records down -------------*- C++ -*-===//
//
// Nothing is patched and no launch is waited for: CUPTI hands over buffers of
// records, and each becomes lines of the activity file (runtime-check/Activity.h)
// in one write. CUPTI's callbacks know no object, so there is one log in a process.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_RUNTIME_COLLECTOR_ACTIVITYLOG_H
#define WARPLINT_RUNTIME_COLLECTOR_ACTIVITYLOG_H

#include <string>

namespace warplint::runtime {

/// From here on, records are written to the file. What failed, in words; empty: nothing.
std::string startActivityLog(const std::string &path);

/// Asks CUPTI for what it still holds. `all`: also of what has not ended.
void flushActivityLog(bool all);

/// Was something left out because there was too much of it?
bool isActivityLogFull();

} // namespace warplint::runtime

#endif
