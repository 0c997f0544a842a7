//===- WriteFile.h - files that commands write -----------------*- C++ -*-===//
#ifndef WARPLINT_CLI_WRITEFILE_H
#define WARPLINT_CLI_WRITEFILE_H

#include "lint/evidence/Error.h"

#include <map>
#include <string>
#include <string_view>

namespace warplint::cli {

/// Where a link leads in the end, if nothing is there either.
std::string behindLinks(const std::string &file);

/// A file that is there and, by its name, is CUDA or C++. What a slip of the keyboard puts in its
/// place would be lost.
bool isSourceThere(const std::string &file);

/// Puts the text in place of what the file held, whole or not at all, as on a full disk. A link
/// stays one, and who may read the file may do so afterwards. What is no regular file (a FIFO, a
/// device) is written into, and so is an open descriptor (`/dev/fd/3`). An error where a source is
/// there.
Expected<void> writeFile(const std::string &file, std::string_view text);

/// The same for several files, sources among them: nothing is changed unless there is room for the
/// text of each.
Expected<void> replaceFiles(const std::map<std::string, std::string> &texts);

} // namespace warplint::cli

#endif
