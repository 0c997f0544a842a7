//===- BuildMacros.cpp -----------------------------------------*- C++ -*-===//
#include "lint/frontend/BuildMacros.h"

#include "lint/frontend/Dependencies.h"
#include "lint/frontend/IncludeIndex.h"
#include "lint/frontend/Paths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
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
  if (!status || !status->isRegularFile() || status->getSize() > largestBuildFile)
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

constexpr unsigned mostVariables = 8; // that name each other

std::optional<std::string> valueOf(llvm::StringRef text, llvm::StringRef written,
                                   unsigned left = mostVariables);

/// `$(shell expr 65536 / $(REGISTERS))`, by which variables of Makefiles are computed.
std::optional<std::string> computedByExpr(llvm::StringRef text, llvm::StringRef written,
                                          unsigned left) {
  constexpr const char *operand = "([0-9]+|[$][({][A-Za-z_0-9]+[)}])";
  static const llvm::Regex pattern(std::string("^[$][({]shell +expr +") + operand +
                                   " +[\\\\'\"]?([-+*/%])['\"]? +" + operand + " *[)}]$");
  llvm::SmallVector<llvm::StringRef, 4> groups;
  if (left == 0 || !pattern.match(written, &groups))
    return std::nullopt;
  const auto number = [&](llvm::StringRef of) -> std::optional<std::int32_t> {
    std::int32_t result = 0;
    const auto value = valueOf(text, of, left - 1);
    return value && !llvm::StringRef(*value).getAsInteger(10, result) ? std::optional(result)
                                                                      : std::nullopt;
  };
  const auto first = number(groups[1]), second = number(groups[3]);
  if (!first || !second)
    return std::nullopt;
  const std::int64_t a = *first, b = *second;
  const char sign = groups[2].front();
  if (b == 0 && (sign == '/' || sign == '%'))
    return std::nullopt;
  const std::int64_t result = sign == '+'   ? a + b
                              : sign == '-' ? a - b
                              : sign == '*' ? a * b
                              : sign == '/' ? a / b
                                            : a % b;
  return result < 0 ? std::nullopt : std::optional(std::to_string(result));
}

/// What stands behind `-DNAME=`, its variables replaced.
std::optional<std::string> valueOf(llvm::StringRef text, llvm::StringRef written, unsigned left) {
  for (; left > 0; --left) {
    written = written.trim("\"'\\");
    if (isPlain(written))
      return written.str();
    if (auto computed = computedByExpr(text, written, left))
      return computed;
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

/// `define_macros=[("NAME", "8"), ("OTHER", None)]`, as extensions of Python are built.
static std::optional<std::string> macroInSetup(llvm::StringRef text, llvm::StringRef macro) {
  for (std::size_t at = text.find(macro); at != llvm::StringRef::npos;
       at = text.find(macro, at + macro.size())) {
    llvm::StringRef before = text.take_front(at);
    llvm::StringRef behind = text.substr(at + macro.size());
    const llvm::StringRef quote = before.take_back(1);
    const bool isQuoted = quote == "\"" || quote == "'";
    if (!isQuoted || !before.drop_back(1).rtrim().ends_with("(") || !behind.consume_front(quote))
      continue;
    behind = behind.ltrim();
    if (!behind.consume_front(","))
      continue;
    behind = behind.ltrim();
    if (behind.starts_with("None"))
      return "1";
    const bool isText = behind.consume_front("\"") || behind.consume_front("'");
    const llvm::StringRef value = behind.take_until(
        [&](char c) { return isText ? c == '"' || c == '\'' : !isWordCharacter(c); });
    if (isPlain(value) && (isText || llvm::isDigit(value.front())))
      return value.str();
  }
  return std::nullopt;
}

std::optional<std::string> macroInMakefile(llvm::StringRef text, llvm::StringRef macro) {
  if (macro.empty())
    return std::nullopt;
  for (std::size_t at = text.find(macro); at != llvm::StringRef::npos;
       at = text.find(macro, at + macro.size())) {
    const llvm::StringRef line = text.take_front(at).substr(text.take_front(at).rfind('\n') + 1);
    const llvm::StringRef before = line.rtrim(" \t\"'");
    // `ifeq ($(findstring -DNAME,$(FLAGS)),-DNAME)` asks for it.
    if (!before.ends_with("-D") || line.contains('#') || line.ltrim().starts_with("ifeq") ||
        line.ltrim().starts_with("ifneq") || line.contains("findstring") || line.contains("filter"))
      continue;
    llvm::StringRef behind = text.substr(at + macro.size());
    if (!behind.consume_front("=")) {
      if (behind.empty() || !isWordCharacter(behind.front()))
        return "1"; // what -DNAME stands for
      continue;
    }
    behind = behind.ltrim("\"'\\");
    const bool isVariable = behind.starts_with("$(") || behind.starts_with("${");
    const std::size_t end =
        isVariable ? behind.find_first_of(")}\n") : behind.find_first_of(" \t\r\n),\"'\\");
    if (auto value = valueOf(text, behind.take_front(isVariable ? end + 1 : end)))
      return value;
  }
  return macroInSetup(text, macro);
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
  std::vector<std::string> names = {"Makefile", "makefile", "GNUmakefile", "CMakeLists.txt",
                                    "setup.py"};
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

namespace {

/// Its variables replaced: `$(NAME)`, `${NAME}`, `$N`. Of one that is not known, and of all before
/// it, the path behind it is left.
std::string withVariables(llvm::StringRef text, llvm::StringRef written) {
  constexpr unsigned mostVariables = 8; // that name each other
  std::string path = written.str();
  for (unsigned i = 0; i < mostVariables; ++i) {
    const llvm::StringRef now = path;
    const std::size_t at = now.find('$');
    if (at == llvm::StringRef::npos)
      return path;
    llvm::StringRef behind = now.substr(at + 1);
    llvm::StringRef name = behind.take_front(1);
    if (name == "(" || name == "{") {
      const std::size_t end = behind.find(name == "(" ? ')' : '}');
      if (end == llvm::StringRef::npos)
        return "";
      name = behind.slice(1, end);
      behind = behind.drop_front(end + 1);
    } else {
      behind = behind.drop_front(name.size());
    }
    if (const auto value = variable(text, name))
      path = (now.take_front(at) + *value + behind).str();
    else if (behind.consume_front("/"))
      path = behind.str();
    else
      return "";
  }
  return "";
}

/// What build files name is looked for in their own folders, and in those above up to `root`, where
/// make may have been started.
class Includes {
public:
  Includes(llvm::StringRef root, Dependencies *dependencies)
      : root_(root), dependencies_(dependencies) {}

  /// The text with that of the files in place of `include builds/type.$(TYPE)`.
  std::string expanded(llvm::StringRef text, const std::string &path, unsigned depth = 0) {
    constexpr unsigned deepest = 4;
    const bool mayHoldSome = depth < deepest && text.contains("include ");
    if (!mayHoldSome)
      return text.str();
    std::string all;
    for (llvm::StringRef rest = text; !rest.empty();) {
      llvm::StringRef line;
      std::tie(line, rest) = rest.split('\n');
      (all += line) += '\n';
      llvm::StringRef names = line.split('#').first.ltrim(' ');
      if (!names.consume_front("include ") && !names.consume_front("-include ") &&
          !names.consume_front("sinclude "))
        continue;
      llvm::SmallVector<llvm::StringRef, 4> words;
      llvm::SplitString(names, words);
      for (llvm::StringRef word : words)
        all += textOfIncluded(all, word, path, depth);
    }
    return all;
  }

private:
  std::string textOfIncluded(llvm::StringRef before, llvm::StringRef word, const std::string &path,
                             unsigned depth) {
    constexpr std::size_t most = 32;
    const std::string name = withVariables(before, word);
    if (name.empty() || llvm::sys::path::is_absolute(name) || seen_.size() >= most)
      return "";
    for (llvm::StringRef folder = llvm::sys::path::parent_path(path);
         isBelow(folder, root_) || folder == root_; folder = llvm::sys::path::parent_path(folder)) {
      const std::string file = joinPath(folder, name);
      const auto status = llvm::vfs::getRealFileSystem()->status(file);
      if (status && status->isRegularFile()) {
        if (dependencies_)
          dependencies_->addFile(file, *status);
        const auto text = seen_.insert(file).second ? textOf(file) : nullptr;
        return text ? expanded(text->getBuffer(), file, depth + 1) : "";
      }
      if (dependencies_)
        dependencies_->addAbsent(file);
      if (folder == root_)
        break;
    }
    return "";
  }

  llvm::StringRef root_;
  Dependencies *dependencies_;
  std::set<std::string> seen_;
};

} // namespace

/// Build files, the closest to `path` first, until one is what was looked for: `use` is given the
/// text and the path.
static void forBuildFiles(const std::string &path, llvm::StringRef root, Dependencies *dependencies,
                          llvm::function_ref<bool(llvm::StringRef, const std::string &)> use) {
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
      if (text && use(Includes(root, dependencies).expanded(text->getBuffer(), file), file))
        return;
    }
    if (folder == root)
      break;
  }
}

std::optional<BuildMacro> macroOfBuild(const std::string &path, llvm::StringRef root,
                                       llvm::StringRef macro, const TextsInEditor *texts,
                                       Dependencies *dependencies) {
  for (MacroInComments &one : macrosInCommentsOf(path, texts))
    if (one.name == macro)
      return BuildMacro{std::move(one.value), path};
  std::optional<BuildMacro> found;
  forBuildFiles(path, root, dependencies, [&](llvm::StringRef text, const std::string &file) {
    if (auto value = macroInMakefile(text, macro))
      found = {std::move(*value), file};
    return found.has_value();
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Headers
//===----------------------------------------------------------------------===//

namespace {

/// Lines that end in a backslash go on in the next; comments are gone.
std::vector<std::string> linesOfMakefile(llvm::StringRef text) {
  std::vector<std::string> lines;
  bool goesOn = false;
  while (!text.empty()) {
    llvm::StringRef line;
    std::tie(line, text) = text.split('\n');
    line = line.split('#').first.rtrim();
    const bool willGoOn = line.consume_back("\\");
    if (goesOn)
      lines.back() += " " + line.trim().str();
    else
      lines.push_back(line.str());
    goesOn = willGoOn;
  }
  return lines;
}

/// `$(DIR)/%.cu consts.h` of `%.o: $(DIR)/%.cu consts.h`; none of a recipe or of `A := b`.
std::optional<llvm::StringRef> prerequisites(llvm::StringRef line) {
  if (line.starts_with("\t"))
    return std::nullopt;
  const std::size_t colon = line.rfind(':');
  if (colon == llvm::StringRef::npos || line.substr(colon).starts_with(":="))
    return std::nullopt;
  return line.substr(colon + 1).trim();
}

/// The word of a prerequisite that `$(word 2,$^)` stands for.
std::optional<llvm::StringRef> automatic(llvm::StringRef written, llvm::StringRef all) {
  static const llvm::Regex pattern("^\\$[({]word[ \t]+([0-9]+),[ \t]*\\$\\^[)}]");
  llvm::SmallVector<llvm::StringRef, 2> groups;
  llvm::SmallVector<llvm::StringRef, 8> words;
  llvm::SplitString(all, words);
  unsigned number = 0;
  if (!pattern.match(written, &groups) || groups[1].getAsInteger(10, number) || number == 0 ||
      number > words.size())
    return std::nullopt;
  return words[number - 1];
}

} // namespace

std::vector<std::string> headersInMakefile(llvm::StringRef text) {
  std::vector<std::string> ofCuda, others;
  if (!text.contains("-include"))
    return ofCuda;
  std::string needed; // by the rule that a command belongs to
  for (const std::string &line : linesOfMakefile(text)) {
    if (const auto all = prerequisites(line))
      needed = all->str();
    llvm::StringRef rest = line;
    if (rest.ltrim().starts_with("-include")) // of another Makefile
      continue;
    const bool isOfCuda =
        rest.contains_insensitive("nvcc") || llvm::StringRef(needed).contains(".cu");
    for (std::size_t at = rest.find("-include"); at != llvm::StringRef::npos;
         at = rest.find("-include")) {
      const llvm::StringRef before = rest.take_front(at);
      rest = rest.substr(at + llvm::StringRef("-include").size());
      const bool isOption = before.ends_with(" ") || before.ends_with("\t") ||
                            before.ends_with("=") || before.ends_with(" --pre");
      if (!isOption || rest.empty() || !llvm::is_contained({' ', '\t', '='}, rest.front()))
        continue;
      llvm::StringRef written = rest.drop_front().ltrim();
      const bool isFunction = written.starts_with("$(word") || written.starts_with("${word");
      written = isFunction ? automatic(written, needed).value_or("")
                           : written.take_until([](char c) { return c == ' ' || c == '\t'; });
      std::string path = withVariables(text, written.trim("\"'"));
      if (!path.empty() && !llvm::StringRef(path).contains('%'))
        (isOfCuda ? ofCuda : others).push_back(std::move(path));
    }
  }
  llvm::append_range(ofCuda, others);
  return ofCuda;
}

std::optional<BuildHeader> headerOfBuild(const std::string &path, llvm::StringRef root,
                                         IncludeIndex *index, Dependencies *dependencies) {
  std::optional<BuildHeader> found;
  const auto exists = [&](const std::string &header) {
    const auto status = llvm::vfs::getRealFileSystem()->status(header);
    const bool isFile = status && status->isRegularFile();
    if (!isFile && dependencies)
      dependencies->addAbsent(header);
    return isFile;
  };
  forBuildFiles(path, root, dependencies, [&](llvm::StringRef text, const std::string &file) {
    for (const std::string &header : headersInMakefile(text)) {
      if (llvm::sys::path::is_absolute(header))
        continue;
      // make runs in the Makefile's folder, or in one above whose Makefile includes it.
      for (llvm::StringRef folder = llvm::sys::path::parent_path(file);
           !found && (isBelow(folder, root) || folder == root);
           folder = llvm::sys::path::parent_path(folder)) {
        if (std::string candidate = joinPath(folder, header); exists(candidate))
          found = {std::move(candidate), file};
        if (folder == root)
          break;
      }
      if (!found && index) {
        auto anywhere = index->find(header, path);
        if (dependencies)
          dependencies->addLookup(header, path, anywhere.value_or(""));
        if (anywhere)
          found = {std::move(*anywhere), file};
      }
      if (found)
        break;
    }
    return found.has_value();
  });
  return found;
}

} // namespace warplint::frontend
