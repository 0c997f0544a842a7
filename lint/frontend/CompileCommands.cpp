//===- CompileCommands.cpp -------------------------------------*- C++ -*-===//
#include "lint/frontend/CompileCommands.h"

#include "lint/frontend/CompileDatabase.h"
#include "lint/frontend/IncludeIndex.h"
#include "lint/frontend/NvccCommand.h"
#include "lint/frontend/Paths.h"
#include "lint/frontend/VirtualFiles.h"

#include "clang/Tooling/FileMatchTrie.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <array>

namespace warplint::frontend {
namespace {

using clang::tooling::CompilationDatabase;
using clang::tooling::CompileCommand;

/// Notes travel in the command line, behind this word; Clang would take them for a file.
constexpr llvm::StringLiteral noteMark = "-DWARPLINT_NOTE=";

/// Presents the commands of another database in Clang's words, so that inference of commands for
/// headers, which knows Clang's options only, works on them.
class TranslatedDatabase : public CompilationDatabase {
public:
  explicit TranslatedDatabase(std::unique_ptr<CompilationDatabase> base) : base_(std::move(base)) {}

  std::vector<CompileCommand> getCompileCommands(llvm::StringRef file) const override {
    return translated(base_->getCompileCommands(file));
  }
  std::vector<std::string> getAllFiles() const override { return base_->getAllFiles(); }
  std::vector<CompileCommand> getAllCompileCommands() const override {
    return translated(base_->getAllCompileCommands());
  }

private:
  static std::vector<CompileCommand> translated(std::vector<CompileCommand> commands) {
    for (CompileCommand &command : commands) {
      const ClangCommand clang = translateCommand(command.CommandLine, command.Directory);
      command.CommandLine = {"clang++"};
      llvm::append_range(command.CommandLine, clang.arguments);
      if (clang.standard)
        command.CommandLine.push_back("-std=" + *clang.standard);
      for (const std::string &arch : clang.arches)
        command.CommandLine.push_back("--cuda-gpu-arch=" + arch);
      for (const std::string &note : clang.notes)
        command.CommandLine.push_back(noteMark.str() + note);
      command.CommandLine.push_back(command.Filename);
    }
    return commands;
  }

  std::unique_ptr<CompilationDatabase> base_;
};

/// Reads the commands of one file where no more is asked for.
class IndexedDatabase : public CompilationDatabase {
public:
  /// `source` has items().
  explicit IndexedDatabase(std::shared_ptr<const CompileDatabase> source)
      : source_(std::move(source)) {}

  std::vector<CompileCommand> getCompileCommands(llvm::StringRef file) const override {
    const std::string path = absolutePath(file, "");
    if (source_->items()->contains(path))
      return commandsIn(source_->commandsOf(path));
    // By another path to the same file, as Clang finds it.
    if (!paths_) {
      paths_.emplace();
      for (const auto &item : *source_->items())
        paths_->insert(item.first());
    }
    std::string choices;
    llvm::raw_string_ostream error(choices);
    const llvm::StringRef same = paths_->findEquivalent(path, error);
    return same.empty() ? std::vector<CompileCommand>() : commandsIn(source_->commandsOf(same));
  }
  std::vector<std::string> getAllFiles() const override {
    std::vector<std::string> files;
    for (const auto &item : *source_->items())
      files.push_back(item.first().str());
    return files;
  }
  std::vector<CompileCommand> getAllCompileCommands() const override {
    return commandsIn(source_->text());
  }

private:
  /// Of what Clang has read before, and will read again.
  static std::vector<CompileCommand> commandsIn(llvm::StringRef text) {
    std::string error;
    const auto database = clang::tooling::JSONCompilationDatabase::loadFromBuffer(
        text, error, clang::tooling::JSONCommandLineSyntax::AutoDetect);
    return database ? database->getAllCompileCommands() : std::vector<CompileCommand>();
  }

  std::shared_ptr<const CompileDatabase> source_;
  mutable std::optional<clang::tooling::FileMatchTrie> paths_; ///< absent until somebody asks
};

/// The same with what options files hold. Clang's own would read pipes and devices, too, and say
/// itself what is wrong with them.
class ExpandedDatabase : public CompilationDatabase {
public:
  explicit ExpandedDatabase(std::unique_ptr<CompilationDatabase> base) : base_(std::move(base)) {}

  std::vector<CompileCommand> getCompileCommands(llvm::StringRef file) const override {
    return expanded(base_->getCompileCommands(file));
  }
  std::vector<std::string> getAllFiles() const override { return base_->getAllFiles(); }
  std::vector<CompileCommand> getAllCompileCommands() const override {
    return expanded(base_->getAllCompileCommands());
  }

private:
  static std::vector<CompileCommand> expanded(std::vector<CompileCommand> commands) {
    for (CompileCommand &command : commands)
      command.CommandLine = withOptionsFiles(command.CommandLine, command.Directory);
    return commands;
  }

  std::unique_ptr<CompilationDatabase> base_;
};

/// Another's commands, without owning it.
class BorrowedDatabase : public CompilationDatabase {
public:
  explicit BorrowedDatabase(const CompilationDatabase &base) : base_(base) {}

  std::vector<CompileCommand> getCompileCommands(llvm::StringRef file) const override {
    return base_.getCompileCommands(file);
  }
  std::vector<std::string> getAllFiles() const override { return base_.getAllFiles(); }
  std::vector<CompileCommand> getAllCompileCommands() const override {
    return base_.getAllCompileCommands();
  }

private:
  const CompilationDatabase &base_;
};

/// Those of files that are not listed are inferred, for which all names are looked through first.
class InferringDatabase : public CompilationDatabase {
public:
  explicit InferringDatabase(std::unique_ptr<CompilationDatabase> base) : base_(std::move(base)) {}

  std::vector<CompileCommand> getCompileCommands(llvm::StringRef file) const override {
    std::vector<CompileCommand> known = base_->getCompileCommands(file);
    if (!known.empty())
      return known;
    if (!inferring_)
      inferring_ =
          clang::tooling::inferMissingCompileCommands(std::make_unique<BorrowedDatabase>(*base_));
    return inferring_->getCompileCommands(file);
  }
  std::vector<std::string> getAllFiles() const override { return base_->getAllFiles(); }
  std::vector<CompileCommand> getAllCompileCommands() const override {
    return base_->getAllCompileCommands();
  }

private:
  std::unique_ptr<CompilationDatabase> base_;
  mutable std::unique_ptr<CompilationDatabase> inferring_; ///< null until somebody asks
};

/// `original`: the commands as the build has them, response files read; part of the result.
Expected<std::unique_ptr<CompilationDatabase>> loadDatabase(const std::string &folder,
                                                            CompileDatabases &databases,
                                                            const CompilationDatabase *&original) {
  std::string file = folder;
  if (llvm::sys::fs::is_directory(file))
    file = joinPath(folder, "compile_commands.json");
  const auto source = databases.open(file);
  if (!source)
    return tl::unexpected(source.error());
  std::unique_ptr<CompilationDatabase> database;
  if ((*source)->items()) {
    database = std::make_unique<IndexedDatabase>(*source);
  } else {
    std::string error;
    database = clang::tooling::JSONCompilationDatabase::loadFromBuffer(
        (*source)->text(), error, clang::tooling::JSONCommandLineSyntax::AutoDetect);
    if (!database)
      return makeError(
          "the compile database cannot be read: " + llvm::StringRef(error).trim().str(), file);
  }
  database = std::make_unique<ExpandedDatabase>(std::move(database));
  original = database.get();
  return std::make_unique<InferringDatabase>(
      std::make_unique<TranslatedDatabase>(std::move(database)));
}

/// `-x cu` and `--x=cu` of nvcc, `-x cuda` and `-xcuda` of Clang. The last one counts.
bool saysCuda(llvm::ArrayRef<std::string> arguments) {
  llvm::StringRef language;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    llvm::StringRef argument = arguments[i];
    if (llvm::is_contained({"-x", "--x", "--language"}, argument) && i + 1 < arguments.size())
      language = arguments[++i];
    else if (argument.consume_front("--x=") || argument.consume_front("-x=") ||
             argument.consume_front("--language=") ||
             (argument.starts_with("-xc") && argument.consume_front("-x")))
      language = argument;
  }
  return language == "cu" || language == "cuda";
}

/// 20 of "gnu++20", "c++2a"; 0 for what is not C++.
unsigned standardYear(llvm::StringRef standard) {
  standard.consume_front("gnu++") || standard.consume_front("c++");
  unsigned year = 0;
  if (!standard.getAsInteger(10, year))
    return year == 98 || year == 3 ? 3 : year;
  return llvm::StringSwitch<unsigned>(standard)
      .Case("0x", 11)
      .Case("1y", 14)
      .Case("1z", 17)
      .Case("2a", 20)
      .Case("2b", 23)
      .Case("2c", 26)
      .Default(0);
}

/// Clang 19 knows no chips after sm_90a: those are read as sm_90 with their own __CUDA_ARCH__.
void addArch(std::vector<std::string> &arguments, const std::string &arch) {
  constexpr unsigned highestOfClang = 90;
  constexpr unsigned lowest = 50; // below, the headers of no current Toolkit make sense
  const unsigned number = archNumber(arch).value_or(highestOfClang);
  if (number > highestOfClang || number < lowest) {
    arguments.emplace_back("--cuda-gpu-arch=sm_90");
    arguments.emplace_back("-U__CUDA_ARCH__");
    arguments.push_back("-D__CUDA_ARCH__=" + std::to_string(number) + "0");
    return;
  }
  const bool specific = number == highestOfClang && llvm::StringRef(arch).ends_with("a");
  arguments.push_back("--cuda-gpu-arch=sm_" + std::to_string(number) + (specific ? "a" : ""));
}

/// Macros with plain names go into the defines file; those with a leading underscore may be meant
/// for system headers (_GNU_SOURCE) and stay arguments.
void addWithDefines(llvm::ArrayRef<std::string> arguments, FileCommand &command) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const llvm::StringRef option = arguments[i];
    if (i + 1 < arguments.size() && (option == "-D" || option == "-U")) {
      auto [name, value] = llvm::StringRef(arguments[i + 1]).split('=');
      if (!name.starts_with("_") && !name.starts_with("CUDA") && !name.starts_with("CCCL")) {
        command.defines += "#undef " + name.split('(').first.str() + "\n";
        if (option == "-D")
          command.defines += "#define " + name.str() + " " +
                             (arguments[i + 1].find('=') == std::string::npos ? "1" : value.str()) +
                             "\n";
        ++i;
        continue;
      }
    }
    command.arguments.push_back(option.str());
  }
}

/// CUDA's own C++ libraries, each by a header of which a folder that holds the library can be told.
constexpr std::array<llvm::StringLiteral, 3> coreLibraries = {"cub/version.cuh", "thrust/version.h",
                                                              "cuda/std/version"};

/// Of `folders`, those in which the libraries lie, each library in the first that has it. None
/// unless all three are there: they are of one version, and are not mixed with others.
std::vector<std::string> foldersOfCoreLibraries(llvm::ArrayRef<std::string> folders) {
  std::vector<std::string> found;
  for (const llvm::StringLiteral header : coreLibraries) {
    const auto *const folder = llvm::find_if(folders, [&](const std::string &candidate) {
      return llvm::sys::fs::exists(joinPath(candidate, header));
    });
    if (folder == folders.end())
      return {};
    if (!llvm::is_contained(found, *folder))
      found.push_back(*folder);
  }
  return found;
}

/// The repository of the libraries builds with them as they stand in it, and so does a project that
/// brings a copy of the repository, not with those of the Toolkit or of the model.
std::vector<std::string> ownCoreLibraries(llvm::StringRef file, const std::string &root) {
  std::vector<std::string> places;
  // The file may be of a copy that lies anywhere in another repository.
  for (llvm::StringRef folder = llvm::sys::path::parent_path(file); isBelow(folder, root);
       folder = llvm::sys::path::parent_path(folder)) {
    places.push_back(folder.str());
    if (folder == root)
      break;
  }
  for (const llvm::StringRef folder :
       {"dependencies", "deps", "extern", "external", "externals", "lib", "libs", "submodules",
        "third_party", "third-party", "thirdparty", "3rdparty", "vendor"})
    places.push_back(joinPath(joinPath(root, folder), "cccl"));
  for (const std::string &place : places) {
    const std::string folders[] = {joinPath(place, "cub"), joinPath(place, "thrust"),
                                   joinPath(place, "libcudacxx/include")};
    if (auto found = foldersOfCoreLibraries(folders); !found.empty())
      return found;
  }
  return {};
}

bool isOfToolkit(llvm::StringRef folder) {
  return llvm::any_of(std::array{folder, llvm::sys::path::parent_path(folder)},
                      [](llvm::StringRef candidate) {
                        return llvm::sys::fs::exists(joinPath(candidate, "cuda_runtime.h"));
                      });
}

/// The same among the include folders of a command, which are taken out of it: as -isystem they
/// would be looked at behind the model's.
std::vector<std::string> takeCoreLibraries(std::vector<std::string> &arguments,
                                           const std::string &directory) {
  const auto namesFolder = [&](std::size_t i) {
    return i + 1 < arguments.size() && (arguments[i] == "-I" || arguments[i] == "-isystem");
  };
  std::vector<std::string> folders;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (namesFolder(i))
      if (std::string folder = absolutePath(arguments[i + 1], directory); !isOfToolkit(folder))
        folders.push_back(std::move(folder));
  std::vector<std::string> found = foldersOfCoreLibraries(folders);
  if (found.empty())
    return found;
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (namesFolder(i) && llvm::is_contained(found, absolutePath(arguments[i + 1], directory)))
      ++i;
    else
      rest.push_back(arguments[i]);
  arguments = std::move(rest);
  return found;
}

std::vector<std::string> fixedArguments() {
  return {"-x", "cuda", "--cuda-device-only", "-fsyntax-only", "-nocudainc", "-nocudalib",
          "--no-cuda-version-check", "-Wno-unknown-cuda-version", "-w", "-ferror-limit=0",
          // A guess at what was meant is not what runs.
          "-fno-spell-checking", "-resource-dir=" + virtualResourceFolder.str(),
          // Launches are looked up as __cudaPushCallConfiguration, as since CUDA 9.2.
          "-Xclang", "-target-sdk-version=12.3",
          // printf is not the only one in public code.
          "-Xclang", "-fcuda-allow-variadic-functions",
          // What the cures of Cures.h put in place of __shared__.
          "-D__warpsh__=__attribute__((annotate(\"warplint_shared\")))",
          std::string("-D__warpdy__=__attribute__((annotate(\"warplint_shared\"),") +
              "annotate(\"warplint_shared_dynamic\")))"};
}

} // namespace

Expected<CompileCommands> CompileCommands::create(const Options &options,
                                                  const std::optional<Toolkit> &toolkit,
                                                  const std::string &directory) {
  CompileCommands commands;
  commands.headerArguments_ = headerArguments(toolkit);
  commands.userArguments_ = options.clangArguments;
  commands.directory_ = directory;
  commands.hermetic_ = options.hermetic;
  if (options.arch) {
    if (!archNumber(*options.arch))
      return makeError("`" + *options.arch + "` is no GPU architecture; give one such as sm_90");
    commands.arch_ = options.arch;
  }
  if (options.buildDirectory) {
    CompileDatabases own(options.cacheFolder);
    auto database = loadDatabase(absolutePath(*options.buildDirectory, directory),
                                 options.databases ? *options.databases : own, commands.original_);
    if (database)
      commands.database_ = std::move(*database);
    else if (options.buildDirectoryIsGuess)
      commands.notes_.push_back(database.error().str() + "; it is not used");
    else
      return tl::unexpected(database.error());
  }
  return commands;
}

bool CompileCommands::saysCuda(const std::string &file) const {
  if (!listed_) {
    listed_.emplace();
    if (original_)
      for (const std::string &one : original_->getAllFiles())
        listed_->insert(one);
  }
  return listed_->contains(file) &&
         llvm::any_of(original_->getCompileCommands(file), [](const CompileCommand &command) {
           return frontend::saysCuda(command.CommandLine);
         });
}

FileCommand CompileCommands::commandFor(const std::string &file, const std::string &root,
                                        const std::vector<std::string> &more) const {
  FileCommand command;
  command.notes = notes_;
  command.directory = directory_;
  std::vector<std::string> line = {"clang++"};
  if (database_) {
    std::vector<CompileCommand> found = database_->getCompileCommands(file);
    if (found.empty()) {
      command.notes.emplace_back("the compile database has no command for it");
    } else {
      command.isOfBuild = true;
      command.directory = found.front().Directory;
      line = std::move(found.front().CommandLine);
    }
  }
  llvm::erase_if(line, [&](const std::string &argument) {
    llvm::StringRef note = argument;
    if (!note.consume_front(noteMark))
      return argument == "--";
    command.notes.push_back(note.str());
    return true;
  });
  llvm::append_range(line, more);
  llvm::append_range(line, userArguments_);

  // The user's arguments after `--` may be nvcc's as well, and what was inferred has options such
  // as -x that do not hold here.
  ClangCommand clang = translateCommand(line, command.directory);
  command.arguments = fixedArguments();
  addArch(command.arguments, arch_ ? "sm_" + std::to_string(*archNumber(*arch_)) +
                                         (llvm::StringRef(*arch_).ends_with("a") ? "a" : "")
                             : !clang.arches.empty() ? highestArch(clang.arches)
                                                     : "sm_90");
  if (hermetic_)
    command.arguments.insert(command.arguments.end(), {"-nostdinc", "-nostdinc++"});
  for (std::size_t i = 0; i + 1 < clang.arguments.size(); ++i)
    if (clang.arguments[i] == "-isystem")
      command.systemFolders.push_back(absolutePath(clang.arguments[i + 1], command.directory));
  std::vector<std::string> libraries = takeCoreLibraries(clang.arguments, command.directory);
  if (libraries.empty() && !hermetic_ && !database_)
    libraries = ownCoreLibraries(file, root);
  for (std::string &folder : libraries) {
    command.arguments.emplace_back("-I");
    command.arguments.push_back(std::move(folder));
  }
  command.targets = arch_ ? std::vector{*arch_} : clang.arches;
  llvm::append_range(command.arguments, headerArguments_.before);
  command.arguments.emplace_back("-include");
  command.arguments.push_back(virtualDefinesFile.str());
  addWithDefines(clang.arguments, command);
  llvm::append_range(command.arguments, headerArguments_.after);
  if (!hermetic_)
    command.guessedFolders = likelyIncludeFolders(file, root);
  llvm::append_range(command.notes, clang.notes);

  command.standard = "gnu++17";
  // CUDA 13's own headers want C++17; older code nearly always reads as C++17 too.
  if (clang.standard && standardYear(*clang.standard) >= 17) {
    command.standard = *clang.standard;
    command.standardIsDefault = false;
  }
  return command;
}

} // namespace warplint::frontend
