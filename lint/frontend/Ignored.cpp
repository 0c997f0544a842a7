//===- Ignored.cpp ---------------------------------------------*- C++ -*-===//
#include "lint/frontend/Ignored.h"

#include "lint/frontend/Paths.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

namespace warplint::frontend {

std::set<std::string> ignoredBelow(llvm::StringRef folder) {
  if (repositoryRoot(folder).empty())
    return {};
  const auto git = llvm::sys::findProgramByName("git");
  llvm::SmallString<128> output;
  if (!git || llvm::sys::fs::createTemporaryFile("warplint-ignored", "txt", output))
    return {};
  const llvm::FileRemover removing(output);

  // A repository may be anybody's: its configuration must not run a program of its choice.
  const llvm::StringRef arguments[] = {
      "git",      "-C", folder,     "-c",        "core.fsmonitor=false", "--no-optional-locks",
      "ls-files", "-z", "--others", "--ignored", "--exclude-standard",   "--directory"};
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), llvm::StringRef(output),
                                                      llvm::StringRef()};
  constexpr unsigned patience = 60; // seconds
  if (llvm::sys::ExecuteAndWait(*git, arguments, std::nullopt, redirects, patience) != 0)
    return {};
  auto buffer = llvm::MemoryBuffer::getFile(output);
  if (!buffer)
    return {};
  std::set<std::string> ignored;
  llvm::SmallVector<llvm::StringRef, 0> names;
  (*buffer)->getBuffer().split(names, '\0', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (const llvm::StringRef name : names)
    ignored.insert(joinPath(folder, name.rtrim('/')));
  return ignored;
}

} // namespace warplint::frontend
