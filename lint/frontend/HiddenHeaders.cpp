//===- HiddenHeaders.cpp ---------------------------------------*- C++ -*-===//
#include "lint/frontend/HiddenHeaders.h"

#include "lint/frontend/Paths.h"
#include "lint/frontend/SourceText.h"

#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

#include <vector>

namespace warplint::frontend {
namespace {

constexpr std::size_t mostHeaders = 64;

} // namespace

HiddenHeaders::HiddenHeaders(clang::CompilerInstance &compiler, std::string directory,
                             std::function<bool(const std::string &)> isProject)
    : compiler_(compiler), directory_(std::move(directory)), isProject_(std::move(isProject)) {}

std::string HiddenHeaders::find(llvm::StringRef header, const std::string &includer) const {
  llvm::vfs::FileSystem &files = compiler_.getVirtualFileSystem();
  const auto in = [&](llvm::StringRef folder) {
    std::string path = absolutePath(header, absolutePath(folder, directory_));
    return isProject_(path) && files.exists(path) ? path : std::string();
  };
  if (std::string found = in(llvm::sys::path::parent_path(includer)); !found.empty())
    return found;
  // Those that are guessed are among them.
  for (const clang::DirectoryLookup &entry :
       compiler_.getPreprocessor().getHeaderSearchInfo().search_dir_range())
    if (entry.isNormalDir())
      if (std::string found = in(entry.getName()); !found.empty())
        return found;
  return {};
}

const HiddenHeaders::Header &HiddenHeaders::read(const std::string &path) {
  const auto [entry, isNew] = headers_.try_emplace(path);
  Header &header = entry->second;
  if (!isNew || headers_.size() > mostHeaders)
    return header;
  if (auto text = compiler_.getVirtualFileSystem().getBufferForFile(path))
    header.text = std::move(*text);
  if (header.text)
    for (std::string &name : includeNames(header.text->getBuffer()))
      if (std::string found = find(name, path); !found.empty())
        header.included.emplace(std::move(name), std::move(found));
  return header;
}

bool HiddenHeaders::declare(llvm::StringRef header, const std::string &includer,
                            llvm::StringRef name) {
  return declaring(header, includer, name) != nullptr;
}

const llvm::MemoryBuffer *HiddenHeaders::declaring(llvm::StringRef header,
                                                   const std::string &includer,
                                                   llvm::StringRef name) {
  llvm::StringSet<> seen;
  std::vector<std::string> left;
  const auto add = [&](std::string path) {
    if (!path.empty() && seen.insert(path).second)
      left.push_back(std::move(path));
  };
  add(find(header, includer));
  while (!left.empty()) {
    const std::string path = std::move(left.back());
    left.pop_back();
    const Header &one = read(path);
    if (!one.text)
      continue;
    if (findDeclared(one.text->getBuffer(), name) != llvm::StringRef::npos)
      return one.text.get();
    for (const auto &[written, found] : one.included)
      add(found);
  }
  return nullptr;
}

} // namespace warplint::frontend
