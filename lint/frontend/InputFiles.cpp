//===- InputFiles.cpp ------------------------------------------*- C++ -*-===//
#include "lint/frontend/InputFiles.h"

#include "lint/frontend/Ignored.h"
#include "lint/frontend/IncludeIndex.h"
#include "lint/frontend/Paths.h"
#include "lint/frontend/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <array>
#include <map>
#include <set>

namespace warplint::frontend {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

// Hand-written CUDA files stay under 1 MB and generated ones under 10 MB; what is larger is data.
constexpr std::uint64_t maxFileBytes = 32ULL << 20;

bool isHeaderExtension(llvm::StringRef extension) {
  return llvm::is_contained({".h", ".H", ".hpp", ".hh", ".hxx", ".h++", ".inl", ".ipp", ".tpp",
                             ".tcc", ".txx", ".cpp", ".cc", ".cxx", ".C", ".c++", ".c"},
                            extension);
}

/// Resource forks of macOS, which lie in archives beside the files, and locks of Emacs. Others
/// whose name begins with a dot are sources as any: Lighthouse 2 has all its kernels in `.cuda.cu`.
bool isOfAnotherProgram(llvm::StringRef name) {
  return name.starts_with("._") || name.starts_with(".#");
}

class Collector {
public:
  Collector(const FileSelection &selection, const std::string &directory, const Options &options,
            llvm::function_ref<bool(const std::string &)> isCompiledAsCuda)
      : selection_(selection), directory_(directory), isCompiledAsCuda_(isCompiledAsCuda),
        withIgnored_(options.withIgnored || options.hermetic), withHidden_(options.withIgnored),
        hermetic_(options.hermetic), selectNamed_(options.excludeNamed),
        looksForMarks_(options.note && !options.buildDirectory), texts_(options.texts) {}

  void add(const std::string &given) {
    const std::string full = absolutePath(given, directory_);
    if (fs::is_directory(full)) // it may be called x.cu for all that
      addFolder(full);
    else
      addNamed(full);
  }

  /// A file of a list: one that is not there was meant all the same. A folder is a submodule.
  void addListed(const std::string &given) {
    const std::string full = absolutePath(given, directory_);
    if (fs::is_directory(full))
      return;
    if (fs::exists(full))
      addFound(full, directory_, rootOf(path::parent_path(full).str()));
    else
      addNamed(full);
  }

  Inputs take() {
    widenRoots();
    Inputs inputs;
    inputs.notIncluded = notIncluded_;
    inputs.excluded.assign(excluded_.begin(), excluded_.end());
    for (auto &[name, input] : inputs_)
      inputs.files.push_back(std::move(input));
    findLinks(inputs.files);
    findIncluders(inputs.files);
    if (looksForMarks_)
      findMarked(inputs.marked);
    return inputs;
  }

private:
  void addNamed(const std::string &full) {
    InputFile input;
    input.path = full;
    input.named = true;
    input.root = rootOf(path::parent_path(full).str());
    if (selectNamed_ && isLeftOut(full, {input.root, directory_}, /*isCuda=*/true))
      return;
    look(input, /*onlyDeviceCode=*/false);
    inputs_.insert_or_assign(full, std::move(input));
  }

  void addFolder(const std::string &folder) {
    const std::string root = rootOf(folder);
    givenFolders_.insert(folder);
    const std::set<std::string> ignored =
        withIgnored_ ? std::set<std::string>() : ignoredBelow(folder);
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error, /*follow_symlinks=*/false), end;
         !error && it != end; it.increment(error)) {
      const std::string &full = it->path();
      if (ignored.count(full)) {
        it.no_push();
        continue;
      }
      if (it->type() == fs::file_type::directory_file) {
        if (isHiddenOrBuildOutput(full, withHidden_) ||
            isExcluded(full, {folder, root, directory_})) {
          it.no_push();
        } else if (std::error_code closed; fs::directory_iterator(full, closed), closed) {
          // The iterator would go on without a word.
          addUnread(full, root, closed);
          it.no_push();
        }
        continue;
      }
      addFound(full, folder, root);
    }
    if (error)
      addUnread(folder, root, error);
  }

  bool isExcluded(const std::string &path, const std::vector<std::string> &bases) {
    if (!selection_.exclude.matches(path, bases))
      return false;
    excluded_.insert(path);
    return true;
  }

  bool isLeftOut(const std::string &file, const std::vector<std::string> &bases, bool isCuda) {
    if (!selection_.leavesOut(file, bases))
      return false;
    if (isCuda && !isExcluded(file, bases))
      ++notIncluded_;
    return true;
  }

  void addUnread(const std::string &folder, const std::string &root, std::error_code error) {
    InputFile input;
    input.path = folder;
    input.root = root;
    input.problem = "cannot be read: " + error.message();
    inputs_.emplace(folder, std::move(input));
  }

  void addFound(const std::string &full, const std::string &folder, const std::string &root) {
    const llvm::StringRef extension = path::extension(full);
    const bool isHeader = isHeaderExtension(extension);
    const bool isSource = extension == ".cu" || (isHeader && isCompiledAsCuda_(full));
    const bool isCudaHeader = extension == ".cuh";
    if (!isSource && !isCudaHeader && !isHeader)
      return;
    if (isOfAnotherProgram(path::filename(full)) || inputs_.count(full))
      return;
    if (isLeftOut(full, {folder, root, directory_}, isSource || isCudaHeader))
      return;
    InputFile input;
    input.path = full;
    input.root = root;
    input.header = !isSource;
    if (look(input, /*onlyDeviceCode=*/!isSource && !isCudaHeader))
      inputs_.emplace(full, std::move(input));
  }

  /// Reads the file and fills in `problem` and `empty`. False if it is of no interest.
  bool look(InputFile &input, bool onlyDeviceCode) {
    if (const auto open = texts_.find(input.path); open != texts_.end()) {
      if (open->second.size() <= maxFileBytes)
        return look(input, open->second, onlyDeviceCode);
      input.problem = tooLarge(open->second.size());
      return !onlyDeviceCode;
    }
    fs::file_status status;
    if (std::error_code error = fs::status(input.path, status)) {
      input.problem = "cannot be read: " + error.message();
      return !onlyDeviceCode;
    }
    if (status.type() != fs::file_type::regular_file) {
      input.problem = "is not a regular file";
      return !onlyDeviceCode;
    }
    if (status.getSize() > maxFileBytes) {
      input.problem = tooLarge(status.getSize());
      return !onlyDeviceCode;
    }
    auto buffer = llvm::MemoryBuffer::getFile(input.path);
    if (!buffer) {
      input.problem = "cannot be read: " + buffer.getError().message();
      return !onlyDeviceCode;
    }
    return look(input, (*buffer)->getBuffer(), onlyDeviceCode);
  }

  static std::string tooLarge(std::uint64_t bytes) {
    return "has " + std::to_string(bytes >> 20) + " MB; files of more than " +
           std::to_string(maxFileBytes >> 20) + " MB are not analysed";
  }

  bool look(InputFile &input, llvm::StringRef text, bool onlyDeviceCode) {
    // What launches kernels is compiled by nvcc, whatever it is called.
    const bool launches = onlyDeviceCode && isSourceName(input.path) && !launchTokens(text).empty();
    input.header = input.header && !launches;
    if (onlyDeviceCode && !launches && !mentionsDeviceCode(text)) {
      if (looksForMarks_ && isSourceName(input.path))
        others_.insert(input.path);
      return false;
    }
    for (DeviceMark &mark : looksForMarks_ ? deviceMarks(text) : std::vector<DeviceMark>()) {
      std::string &definedIn = definedIn_.try_emplace(mark.macro, input.path).first->second;
      definedIn = std::min(definedIn, input.path);
      DeviceMark::Kind &kind = marks_.try_emplace(mark.macro, mark.kind).first->second;
      kind = std::min(kind, mark.kind);
    }
    input.empty = text.trim().empty();
    input.problem = whyNotText(text);
    const bool rootIsGuessed = guessedRoots_.count(input.root) != 0;
    for (const std::string &name : includeNames(text)) {
      if (isSourceName(name))
        sourceIncludes_.emplace_back(input.path, name);
      if (rootIsGuessed)
        guessedRoots_[input.root].emplace(name, input.path);
    }
    return true;
  }

  std::string rootOf(const std::string &folder) {
    if (hermetic_)
      return directory_;
    const auto [known, isNew] = roots_.try_emplace(folder);
    if (isNew) {
      known->second = repositoryRoot(folder);
      if (known->second.empty())
        known->second = guessedRoots_.try_emplace(markedRoot(folder)).first->first;
    }
    return known->second;
  }

  /// The widest folder at or above `folder` that bears the marks of a project, as the archive of a
  /// repository does: its parts may have a license and a build of their own. `folder` itself if
  /// there is none.
  static std::string markedRoot(llvm::StringRef folder) {
    llvm::StringRef widest = folder;
    for (llvm::StringRef above = folder; mayBeProject(above); above = path::parent_path(above))
      if (isMarked(above))
        widest = above;
    return widest.str();
  }

  /// What stands at the top of projects. CITATION, README, Makefile and the settings of formatters
  /// are no marks: they lie in folders of many projects as well.
  static bool isMarked(llvm::StringRef folder) {
    return llvm::any_of(std::array{".warplint.yaml", ".gitmodules", ".gitignore", ".gitattributes",
                                   ".github", ".hg", ".jj", ".svn", "CMakeLists.txt", "COPYING",
                                   "LICENSE", "LICENSE.md", "LICENSE.txt", "LICENSE.TXT",
                                   "MODULE.bazel", "WORKSPACE", "meson.build", "pyproject.toml",
                                   "setup.py"},
                        [&](llvm::StringRef mark) { return fs::exists(joinPath(folder, mark)); });
  }

  /// Where no repository says how far a project reaches, the paths that were given do, and its
  /// includes: `examples`, whose files include <lib/x.h>, belongs to the folder above it that has
  /// include/lib/x.h.
  void widenRoots() {
    for (const auto &[root, includes] : guessedRoots_) {
      std::string widest = root;
      for (const std::string &given : givenFolders_)
        if (isBelow(widest, given))
          widest = given;
      for (const auto &[name, includer] : includes)
        if (const std::string found = folderThatHas(name, includer, root);
            !found.empty() && found.size() < widest.size())
          widest = found;
      if (widest != root)
        for (auto &[name, input] : inputs_)
          if (input.root == root)
            input.root = widest;
    }
  }

  /// The nearest folder above `root` in which, or in whose include folder, the header lies; one
  /// that is named without a folder, in a folder for headers alone. Empty if there is none, or none
  /// is needed.
  static std::string folderThatHas(llvm::StringRef name, llvm::StringRef includer,
                                   llvm::StringRef root) {
    constexpr unsigned levels = 4; // a person does not look further up either
    if (name.starts_with("/") || name.starts_with("."))
      return {};
    const bool isPlain = !name.contains('/');
    if (isPlain && path::extension(name).empty()) // the C++ library's
      return {};
    for (const std::string &folder : likelyIncludeFolders(includer, root))
      if (fs::exists(joinPath(folder, name)))
        return {};
    llvm::StringRef above = path::parent_path(root);
    for (unsigned level = 0; level < levels && mayBeProject(above); ++level) {
      if (!isPlain && fs::exists(joinPath(above, name)))
        return above.str();
      for (const char *folder : {"include", isPlain ? "inc" : "include"})
        if (fs::exists(joinPath(joinPath(above, folder), name)))
          return above.str();
      above = path::parent_path(above);
    }
    return {};
  }

  /// Not a folder of the system's, nor one that holds many projects.
  static bool mayBeProject(llvm::StringRef folder) {
    llvm::SmallString<128> home;
    return llvm::range_size(llvm::make_range(path::begin(folder), path::end(folder))) > 2 &&
           folder != "/usr/local" &&
           !(path::home_directory(home) && folder == llvm::StringRef(home)) &&
           !fs::exists(joinPath(folder, "include/cuda_runtime.h")); // a Toolkit
  }

  void findLinks(std::vector<InputFile> &inputs) const {
    std::map<fs::UniqueID, std::vector<std::size_t>> byFile;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (fs::UniqueID id; !inputs[i].header && inputs[i].problem.empty() &&
                           !texts_.contains(inputs[i].path) && !fs::getUniqueID(inputs[i].path, id))
        byFile[id].push_back(i);
    for (const auto &[id, indices] : byFile) {
      if (indices.size() < 2)
        continue;
      std::map<std::string, std::vector<std::size_t>> byPath; // hard links are files of their own
      for (const std::size_t i : indices)
        if (llvm::SmallString<256> real; !fs::real_path(inputs[i].path, real))
          byPath[real.str().str()].push_back(i);
      for (const auto &[real, same] : byPath) {
        const auto own = llvm::find_if(
            same, [&, &path = real](std::size_t i) { return inputs[i].path == path; });
        const std::size_t first = own == same.end() ? same.front() : *own;
        for (const std::size_t i : same)
          if (i != first)
            inputs[i].linkTo = first;
      }
    }
  }

  /// Resolves the #includes of sources: beside the includer, else the one input that ends so.
  void findIncluders(std::vector<InputFile> &inputs) const {
    llvm::StringMap<std::size_t> byPath;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      byPath[inputs[i].path] = i;
    for (const auto &[includer, name] : sourceIncludes_) {
      auto it = byPath.find(absolutePath(name, path::parent_path(includer)));
      if (it == byPath.end()) {
        llvm::StringRef suffix = name;
        while (suffix.consume_front("../") || suffix.consume_front("./"))
          ;
        const std::string ending = ("/" + suffix).str();
        const auto matches = [&](const InputFile &input) {
          return llvm::StringRef(input.path).ends_with(ending);
        };
        if (llvm::count_if(inputs, matches) != 1)
          continue;
        it = byPath.find(llvm::find_if(inputs, matches)->path);
      }
      InputFile &fragment = inputs[inputs[it->second].linkTo.value_or(it->second)];
      if (fragment.path != includer && fragment.problem.empty())
        fragment.includers.push_back(byPath.lookup(includer));
    }
  }

  void findMarked(MarkedFiles &marked) const {
    if (marks_.empty())
      return;
    for (const std::string &file : others_)
      if (auto buffer = llvm::MemoryBuffer::getFile(file))
        if (std::string macro = deviceMarkUsed((*buffer)->getBuffer(), marks_); !macro.empty()) {
          if (marked.files.empty()) {
            marked.definedIn = definedIn_.at(macro);
            marked.macro = std::move(macro);
          }
          marked.files.push_back(file);
        }
  }

  const FileSelection &selection_;
  const std::string &directory_;
  llvm::function_ref<bool(const std::string &)> isCompiledAsCuda_;
  bool withIgnored_;
  bool withHidden_;
  bool hermetic_;
  bool selectNamed_;
  bool looksForMarks_; ///< somebody will be told
  const std::map<std::string, std::string> &texts_;
  std::map<std::string, InputFile> inputs_;
  std::size_t notIncluded_ = 0;
  std::set<std::string> excluded_;
  /// Sources that are included: includer, name as written.
  std::vector<std::pair<std::string, std::string>> sourceIncludes_;
  /// Roots that are no repositories, and what files there include: name → one that does so.
  std::map<std::string, std::map<std::string, std::string>> guessedRoots_;
  std::set<std::string> givenFolders_;
  llvm::StringMap<DeviceMark::Kind> marks_;      ///< by macro
  std::map<std::string, std::string> definedIn_; ///< the first file that defines it so, by macro
  std::set<std::string> others_;                 ///< C++ files without a word of device code
  std::map<std::string, std::string> roots_;     ///< by folder
};

} // namespace

Inputs collectInputs(const Options &options, const FileSelection &selection,
                     const std::string &directory,
                     llvm::function_ref<bool(const std::string &)> isCompiledAsCuda) {
  Collector collector(selection, directory, options, isCompiledAsCuda);
  for (const std::string &given : options.paths)
    collector.add(given);
  for (const std::string &given : options.found)
    collector.addListed(given);
  return collector.take();
}

} // namespace warplint::frontend
