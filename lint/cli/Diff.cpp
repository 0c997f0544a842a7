//===- Diff.cpp - what has changed since ----------------------------------===//

#include "lint/cli/Diff.h"

#include "lint/evidence/Json.h"
#include "lint/frontend/Paths.h"

#include <filesystem>
#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>

namespace warplint::cli {
namespace {

namespace sys = llvm::sys;

bool isFile(const std::string &path) { return sys::fs::is_regular_file(path); }

/// `<(git diff)` is a pipe.
bool canBeRead(const std::string &path) {
  sys::fs::file_status status;
  return !sys::fs::status(path, status) && status.type() != sys::fs::file_type::directory_file;
}

//===----------------------------------------------------------------------===//
// git
//===----------------------------------------------------------------------===//

/// git in one folder. No shell is involved, and nothing that the repository says is run: neither
/// external diff drivers nor text conversions.
class Git {
public:
  explicit Git(std::string folder) : folder_(std::move(folder)) {
    if (auto program = sys::findProgramByName("git"))
      program_ = *program;
  }

  bool isInstalled() const { return !program_.empty(); }

  /// What it writes to the standard output; the error is what it says itself.
  Expected<std::string> run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {program_, "-C", folder_});
    const std::vector<llvm::StringRef> words(arguments.begin(), arguments.end());
    llvm::SmallString<128> out, err;
    if (sys::fs::createTemporaryFile("warplint-git", "out", out) ||
        sys::fs::createTemporaryFile("warplint-git", "err", err))
      return makeError("cannot make a temporary file for what git writes");
    const llvm::FileRemover removeOut(out), removeErr(err);
    std::string failure;
    const std::optional<llvm::StringRef> streams[] = {llvm::StringRef(""), out.str(), err.str()};
    const int status = sys::ExecuteAndWait(program_, words, std::nullopt, streams, 0, 0, &failure);
    if (status == 0)
      return contents(out);
    const std::string said =
        llvm::StringRef(failure.empty() ? contents(err) : failure).trim().split('\n').first.str();
    return makeError(said.empty() ? fmt::format("git ended with status {}", status) : said);
  }

private:
  static std::string contents(llvm::StringRef file) {
    const auto buffer = llvm::MemoryBuffer::getFile(file);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  }

  std::string folder_;
  std::string program_;
};

std::string trimmed(const std::string &text) { return llvm::StringRef(text).trim().str(); }

//===----------------------------------------------------------------------===//
// Names of files
//===----------------------------------------------------------------------===//

/// "b/src/a.cu" -> "src/a.cu": git's prefixes, those of diff.mnemonicPrefix too.
std::string withoutPrefix(const std::string &name) {
  return name.size() > 2 && name[1] == '/' && llvm::StringRef("abciow").contains(name[0])
             ? name.substr(2)
             : name;
}

/// Adds a file of the diff by the name that reports have, if it is there.
class FileAdder {
public:
  /// Names start at one of these folders.
  FileAdder(Diff &diff, std::vector<std::string> folders)
      : diff_(diff), folders_(std::move(folders)), here_(frontend::currentDirectory()) {}

  /// The first of the names that is one of a file.
  void add(const std::vector<std::string> &names, const engine::ChangedFile &changed) {
    for (const std::string &name : names)
      for (const std::string &folder : folders_)
        if (addIfThere(frontend::absolutePath(name, folder), changed))
          return;
    if (missing_.empty())
      missing_ = names.front();
  }

  /// The first file that is not there; empty if all are.
  const std::string &missing() const { return missing_; }

private:
  bool addIfThere(const std::string &path, const engine::ChangedFile &changed) {
    if (sys::fs::is_directory(path)) {
      diff_.notes.push_back(
          fmt::format("{}: a repository of its own (a submodule?), and what "
                      "changed in it is not looked at: run `warplint lint --diff` "
                      "there",
                      frontend::displayPath(path, here_)));
      return true;
    }
    if (!isFile(path))
      return false;
    diff_.files.push_back(frontend::displayPath(path, here_));
    diff_.changed.add(validUtf8(diff_.files.back()), changed.lines, changed.gone);
    noteOther(path, changed);
    return true;
  }

  /// The index may hold another state than the working tree, and a diff may be old: its lines are
  /// those of other code then.
  void noteOther(const std::string &path, const engine::ChangedFile &changed) {
    if (changed.added.empty())
      return;
    const auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      return;
    llvm::SmallVector<llvm::StringRef> lines;
    (*buffer)->getBuffer().split(lines, '\n');
    for (const auto &[number, text] : changed.added)
      if (number > lines.size() ||
          lines[number - 1].rtrim('\r') != llvm::StringRef(text).rtrim('\r')) {
        const std::string &file = diff_.files.back();
        diff_.notes.push_back(fmt::format("{}:{}: the file is not what the diff leads to (changes "
                                          "that are not staged?): all of its lines count as "
                                          "changed",
                                          file, number));
        diff_.changed.add(validUtf8(file), {engine::allLines});
        return;
      }
  }

  Diff &diff_;
  std::vector<std::string> folders_;
  std::string here_;
  std::string missing_;
};

Expected<Diff> diffOfFile(const std::string &file) {
  const auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(file);
  const std::string name = file == "-" ? "the standard input" : file;
  if (!buffer)
    return makeError("cannot be read: " + buffer.getError().message(), name);
  const llvm::StringRef text = (*buffer)->getBuffer();
  auto files = engine::parseDiff({text.data(), text.size()});
  if (!files)
    return makeError(files.error().message, name, files.error().line);
  Diff diff;
  diff.since = "in " + name;
  const std::string here = frontend::currentDirectory();
  std::vector<std::string> folders = {here};
  if (std::string root = frontend::repositoryRoot(here); !root.empty())
    folders.insert(folders.begin(), root); // where git's names start
  FileAdder adder(diff, std::move(folders));
  for (const engine::ChangedFile &changed : *files)
    adder.add({withoutPrefix(changed.name), changed.name}, changed);
  if (diff.files.empty() && !adder.missing().empty())
    return makeError(
        fmt::format("of the files that the diff names none is there, {} for one", adder.missing()),
        name);
  return diff;
}

Error gitError(const std::string &base, const std::string &what) {
  return {fmt::format("--diff {}: this is no file, and git says: {}", base, what), {}, 0, 0};
}

/// Its hash; none where git knows no such commit. In two steps: behind `:/words` all is words.
std::optional<std::string> commitOf(const Git &git, const std::string &revision) {
  std::optional<std::string> name = revision;
  for (const char *of : {"", "^{commit}"}) {
    const auto found =
        git.run({"rev-parse", "--verify", "--quiet", "--end-of-options", *name + of});
    if (!found)
      return std::nullopt;
    name = trimmed(*found);
  }
  return name;
}

Git gitIn(const std::string &path) {
  const std::string absolute = frontend::absolutePath(path, frontend::currentDirectory());
  return Git(sys::fs::is_directory(absolute)
                 ? absolute
                 : std::filesystem::path(absolute).parent_path().string());
}

/// Where the branch left `base`: what was done there since is none of our changes.
std::string forkPoint(const Git &git, const std::string &base, Diff &diff) {
  if (const auto point = git.run({"merge-base", "--end-of-options", base, "HEAD"}))
    return trimmed(*point);
  diff.notes.push_back(fmt::format(
      "git does not know where this branch left {0} (a shallow clone?): all that differs from "
      "{0} counts as changed",
      base));
  return base;
}

/// `git init`, and no more: the first commit is being made.
bool isWithoutCommits(const Git &git) {
  const auto any = git.run({"rev-list", "--all", "--max-count=1"});
  return any && trimmed(*any).empty();
}

Expected<Diff> diffOfRevision(const std::string &base, const std::string &path) {
  const Git git = gitIn(path);
  if (!git.isInstalled())
    return makeError(
        fmt::format("--diff {}: this is no file, and git is not installed to ask", base));
  const auto top = git.run({"rev-parse", "--show-toplevel"});
  if (!top)
    return tl::unexpected(gitError(base, top.error().message));
  const auto commit = commitOf(git, base);
  Diff diff;
  diff.since = "since " + base;
  std::string from;
  if (commit)
    from = forkPoint(git, *commit, diff);
  else if (base == "HEAD" && isWithoutCommits(git))
    from = trimmed(git.run({"hash-object", "-t", "tree", "--stdin"}).value_or("")); // of nothing
  if (const std::size_t dots = base.find(".."); from.empty() && dots != std::string::npos)
    return makeError(fmt::format("--diff {}: give one revision, such as `{}`: what was done since "
                                 "counts, up to the files as they are",
                                 base, dots ? base.substr(0, dots) : "HEAD"));
  if (from.empty())
    return makeError(
        fmt::format("--diff {}: this is neither a file nor a commit that git knows", base));
  const Git root(trimmed(*top));
  const auto text =
      root.run({"diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv",
                "--find-renames", "--no-relative", "--src-prefix=a/", "--dst-prefix=b/",
                "--submodule=short", "--ignore-submodules=untracked", from, "--"});
  if (!text)
    return tl::unexpected(gitError(base, text.error().message));
  const auto files = engine::parseDiff(*text);
  if (!files)
    return tl::unexpected(gitError(base, files.error().str()));
  FileAdder adder(diff, {trimmed(*top)});
  for (const engine::ChangedFile &file : *files)
    adder.add({withoutPrefix(file.name)}, file);
  if (const auto untracked = root.run({"ls-files", "--others", "--exclude-standard", "-z"})) {
    llvm::SmallVector<llvm::StringRef> names;
    llvm::StringRef(*untracked).split(names, '\0', -1, /*KeepEmpty=*/false);
    for (const llvm::StringRef name : names)
      adder.add({name.str()}, {.name = name.str(), .lines = {engine::allLines}});
  }
  return diff;
}

} // namespace

Expected<Diff> readDiff(const std::string &baseOrFile, const std::string &path) {
  if (baseOrFile == "-" || canBeRead(baseOrFile)) {
    auto diff = diffOfFile(baseOrFile);
    if (!diff && baseOrFile != "-")
      if (const Git git = gitIn(path); git.isInstalled() && commitOf(git, baseOrFile))
        diff.error().message += fmt::format("; the commit of that name is --diff {}^0", baseOrFile);
    return diff;
  }
  return diffOfRevision(baseOrFile, path);
}

} // namespace warplint::cli
