//===- BuildMacros.cpp -----------------------------------------*- C++ -*-===//
#include "lint/frontend/BuildMacros.h"

#include "lint/frontend/Dependencies.h"
#include "lint/frontend/Paths.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <algorithm>
#include <set>

namespace warplint::frontend {
namespace {

constexpr std::size_t largestBuildFile = 1 << 20;

/// None if it cannot be read or is too large.
std::unique_ptr<llvm::MemoryBuffer> textOf(const std::string &path) {
  const auto status = llvm::vfs::getRealFileSystem()->status(path);
  if (!status || status->getSize() > largestBuildFile)
    return nullptr;
  auto text = llvm::MemoryBuffer::getFile(path);
  return text ? std::move(*text) : nullptr;
}

bool isWordCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

/// What is assigned to a variable of make first: `N ?= 16`, `N := 16`, `export N = 16`.
std::optional<llvm::StringRef> variable(llvm::StringRef text, llvm::StringRef name) {
  while (!text.empty()) {
    llvm::StringRef line;
    std::tie(line, text) = text.split('\n');
    line = line.split('#').first.trim();
    line.consume_front("export ");
    line = line.ltrim();
    if (!line.consume_front(name))
      continue;
    line = line.ltrim();
    if (line.consume_front("?=") || line.consume_front("::=") || line.consume_front(":=") ||
        line.consume_front("="))
      return line.trim();
  }
  return std::nullopt;
}

/// A number or a name, as most are; what else there is could mean anything.
bool isPlain(llvm::StringRef value) {
  return !value.empty() &&
         llvm::all_of(value, [](char c) { return isWordCharacter(c) || c == '.'; });
}

/// What stands behind `-DNAME=`, its variables replaced.
std::optional<std::string> valueOf(llvm::StringRef text, llvm::StringRef written) {
  constexpr unsigned mostVariables = 4; // that name each other
  for (unsigned i = 0; i < mostVariables; ++i) {
    written = written.trim("\"'\\");
    if (isPlain(written))
      return written.str();
    llvm::StringRef name = written;
    if (!name.consume_front("$(") && !name.consume_front("${"))
      return std::nullopt;
    const std::size_t end = name.find_first_of(")}");
    if (end == llvm::StringRef::npos || end + 1 != name.size())
      return std::nullopt;
    const auto assigned = variable(text, name.take_front(end));
    if (!assigned)
      return std::nullopt;
    written = *assigned;
  }
  return std::nullopt;
}

} // namespace

std::optional<std::string> macroInMakefile(llvm::StringRef text, llvm::StringRef macro) {
  if (macro.empty())
    return std::nullopt;
  for (std::size_t at = text.find(macro); at != llvm::StringRef::npos;
       at = text.find(macro, at + macro.size())) {
    const llvm::StringRef line = text.take_front(at).substr(text.take_front(at).rfind('\n') + 1);
    const llvm::StringRef before = line.rtrim(" \t\"'");
    if (!before.ends_with("-D") || line.contains('#'))
      continue;
    llvm::StringRef behind = text.substr(at + macro.size());
    if (!behind.consume_front("=")) {
      if (behind.empty() || !isWordCharacter(behind.front()))
        return "1"; // what -DNAME stands for
      continue;
    }
    const bool isVariable = behind.starts_with("$(") || behind.starts_with("${");
    const std::size_t end =
        isVariable ? behind.find_first_of(")}\n") : behind.find_first_of(" \t\r\n)");
    if (auto value = valueOf(text, behind.take_front(isVariable ? end + 1 : end)))
      return value;
  }
  return std::nullopt;
}

std::vector<MacroInComments> macrosInComments(llvm::StringRef text) {
  static const llvm::Regex pattern(
      "^[ \t]*//[ \t]*%(PARAM|RANGE)%[ \t]+([A-Za-z_0-9]+)[ \t]+[^ \t:]+[ \t]+([A-Za-z_0-9.]+)");
  std::vector<MacroInComments> macros;
  for (std::size_t at = text.find('%'); at != llvm::StringRef::npos; at = text.find('%', at)) {
    const std::size_t begin = text.take_front(at).rfind('\n') + 1;
    at = std::min(text.find('\n', at), text.size());
    const llvm::StringRef line = text.slice(begin, at);
    llvm::SmallVector<llvm::StringRef, 4> groups;
    if ((line.contains("%PARAM%") || line.contains("%RANGE%")) && pattern.match(line, &groups))
      macros.push_back({groups[2].str(), groups[3].str(), groups[1] == "PARAM"});
  }
  return macros;
}

std::vector<MacroInComments> macrosInCommentsOf(const std::string &path,
                                                const TextsInEditor *texts) {
  if (const auto edited = texts ? texts->find(path) : TextsInEditor::const_iterator();
      texts && edited != texts->end())
    return edited->second.size() > largestBuildFile ? std::vector<MacroInComments>()
                                                    : macrosInComments(edited->second);
  const auto file = textOf(path);
  return file ? macrosInComments(file->getBuffer()) : std::vector<MacroInComments>();
}

/// By their usual names, whether they are there or not, and then what else there is of the kind:
/// `Makefile.cuda`, `options.mk`.
static std::vector<std::string> buildFilesIn(llvm::StringRef folder) {
  std::vector<std::string> names = {"Makefile", "makefile", "GNUmakefile", "CMakeLists.txt"};
  constexpr std::size_t most = 16;
  std::set<std::string> others;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    const llvm::StringRef name = llvm::sys::path::filename(at->path());
    const bool isTemplate =
        name.ends_with(".in") || name.ends_with(".am"); // for a build to fill in
    if (!isTemplate &&
        (name.starts_with("Makefile.") || name.starts_with("makefile.") || name.ends_with(".mk")))
      others.insert(name.str());
  }
  for (const std::string &name : others)
    if (names.size() < most)
      names.push_back(name);
  return names;
}

std::optional<BuildMacro> macroOfBuild(const std::string &path, llvm::StringRef root,
                                       llvm::StringRef macro, const TextsInEditor *texts,
                                       Dependencies *dependencies) {
  for (MacroInComments &one : macrosInCommentsOf(path, texts))
    if (one.name == macro)
      return BuildMacro{std::move(one.value), path};
  llvm::vfs::FileSystem &files = *llvm::vfs::getRealFileSystem();
  for (llvm::StringRef folder = llvm::sys::path::parent_path(path);
       isBelow(folder, root) || folder == root; folder = llvm::sys::path::parent_path(folder)) {
    for (const std::string &name : buildFilesIn(folder)) {
      const std::string file = joinPath(folder, name);
      const auto status = files.status(file);
      if (!status) {
        if (dependencies)
          dependencies->addAbsent(file);
        continue;
      }
      if (dependencies)
        dependencies->addFile(file, *status);
      const auto text = textOf(file);
      if (auto value = text ? macroInMakefile(text->getBuffer(), macro) : std::nullopt)
        return BuildMacro{std::move(*value), file};
    }
    if (folder == root)
      break;
  }
  return std::nullopt;
}

} // namespace warplint::frontend
