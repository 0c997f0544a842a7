//===- AnalysisOptions.cpp - options of what analyses files ---------------===//

#include "lint/cli/AnalysisOptions.h"

#include "lint/chips/LaunchEvidence.h"
#include "lint/cli/Command.h"
#include "lint/cli/Resources.h"
#include "lint/engine/Architecture.h"
#include "lint/engine/ChangedLines.h"
#include "lint/engine/Nearest.h"
#include "lint/frontend/BuildFolder.h"
#include "lint/frontend/CompileDatabase.h"
#include "lint/frontend/NvccCommand.h"
#include "lint/frontend/PathFilter.h"
#include "lint/frontend/Paths.h"
#include "lint/report/Audit.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/GlobPattern.h>
#include <llvm/Support/MemoryBuffer.h>
#include <unistd.h>

namespace warplint::cli {
namespace {

namespace fs = std::filesystem;

bool exists(const std::string &path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool isFolder(const std::string &path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

/// Of a number of bytes; empty where it is enough for some file.
std::string checkMemory(const std::string &bytes) {
  constexpr std::uint64_t least = 24 << 20; // of an empty kernel, with the built-in model of CUDA
  std::uint64_t limit = 0;
  if (llvm::StringRef(bytes).getAsInteger(10, limit) || limit >= least)
    return {};
  return "no file can be read in so little memory; give a number and a unit, 500MB or 4GB, of 24MB "
         "at least";
}

} // namespace

void addAnalysisOptions(CLI::App &command, AnalysisOptions &options) {
  // A hook's arguments come before a person's: the last word counts.
  command.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  command.add_option("PATH", options.paths, "Files and folders; by default the current folder")
      ->type_name("")
      ->take_all();
  command
      .add_option("--files-from", options.filesFrom,
                  "Look at the files that FILE lists, one a line, as if found in a folder: headers "
                  "with the files that include them; `-` for the standard input")
      ->type_name("FILE");
  command
      .add_option(
          "-p", options.buildDirectory,
          "Folder of compile_commands.json, or `none`; by default one that lies at, above or "
          "in `build` beside the first PATH")
      ->type_name("DIR");
  command
      .add_option("--exclude", options.exclude,
                  "Leave out paths that match, relative to the current folder (repeatable)")
      ->type_name("GLOB")
      ->take_all()
      ->allow_extra_args(false);
  command.add_flag(
      "--no-gitignore", options.withIgnored,
      "In folders, look at what git ignores as well, and at folders named with a dot first");
  command.add_flag("--force-exclude", options.forceExclude,
                   "Leave out what is excluded also where it is named, as hooks do");
  command
      .add_option("--config", options.configFile,
                  "Configuration; by default the closest .warplint.yaml at or above the first PATH")
      ->type_name("FILE");
  command
      .add_option(
          "--cuda-path", options.cudaPath,
          "CUDA Toolkit, or `none` for the built-in model of CUDA; by default what is found")
      ->type_name("DIR");
  command
      .add_option("--arch", options.arch,
                  "Architecture to compile for; by default the compile command's, or sm_90")
      ->type_name("ARCH");
  command
      .add_option("--chip", options.chip,
                  "GPU that launches are judged by (see `warplint device`); by default the first "
                  "known of --arch, else what holds on all that are known")
      ->type_name("NAME");
  command
      .add_option("--binary", options.binaries,
                  "Program, library or cubin with the kernels, for their registers (repeatable)")
      ->type_name("FILE")
      ->take_all()
      ->allow_extra_args(false);
  command
      .add_option("--resources", options.resources,
                  "Compile each file with this compiler as well, for registers and spills (slow)")
      ->type_name("nvcc")
      ->check(CLI::IsMember({"nvcc"}).description(""));
  command
      .add_option("--block", options.block,
                  "Block shape where no launch says one: threads in x, y, z")
      ->type_name("X[,Y[,Z]]");
  command.add_flag("--hermetic", options.hermetic,
                   "Use nothing that was not named: no cache, no configuration or evidence that "
                   "lies above, no Toolkit, and of headers only those that the given include "
                   "folders lead to");
  command
      .add_option("--timeout", options.timeLimit,
                  "Seconds of processor time that one file may take (120)")
      ->type_name("SECONDS")
      ->check(CLI::Range(1U, 86400U).description(""));
  command.add_option("--memory-limit", options.memoryLimit, "Memory that one file may take (4GB)")
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(false).description(""))
      ->check(checkMemory);
  addRunOptions(command, options);
}

void addRunOptions(CLI::App &command, AnalysisOptions &options) {
  command
      .add_option("-j", options.jobs,
                  "Files analysed at a time, or kernels where there are fewer files; by default "
                  "one per core")
      ->type_name("N")
      ->check(CLI::Range(0U, 4096U).description(""));
  command.add_flag("--strict", options.strict,
                   "Exit with 3 where some input could not be analysed, or only in part");
  command.add_flag("--no-cache", options.noCache,
                   "Neither use nor keep results of other runs (see `warplint cache`)");
  command.add_flag("--no-background", options.noBackground,
                   "Make what the next run has use of before this one ends, not behind it");
  command.add_flag("--quiet,-q", options.quiet, "No summary, no progress");
  command.add_flag("--verbose,-v", options.verbose, "Say what is used and what is done");
}

Expected<std::vector<std::string>> readFileList(const std::string &list) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(list, /*IsText=*/true);
  if (!buffer)
    return makeError("cannot be read: " + buffer.getError().message(), list);
  llvm::SmallVector<llvm::StringRef> lines;
  std::vector<std::string> files;
  const llvm::StringRef text = (*buffer)->getBuffer();
  if (text.contains('\0')) { // of `git ls-files -z`, `find -print0`
    text.split(lines, '\0', -1, /*KeepEmpty=*/false);
    for (const llvm::StringRef line : lines)
      files.push_back(line.str());
    return files;
  }
  text.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (const llvm::StringRef line : lines)
    if (const llvm::StringRef file = line.rtrim('\r'); !file.empty()) {
      const auto meant = file.size() > 1 && file.starts_with("\"") && file.ends_with("\"")
                             ? engine::unquoted({file.data(), file.size()})
                             : std::nullopt;
      files.push_back(meant && !exists(file.str()) ? *meant : file.str());
    }
  return files;
}

namespace {

/// Arguments for Clang must not lead where the configuration itself must not.
Expected<void> checkClangArguments(const engine::Config &config, const std::string &reach) {
  std::vector<std::string> line = {"clang++"};
  line.insert(line.end(), config.clangArguments.begin(), config.clangArguments.end());
  const frontend::ClangCommand command =
      frontend::translateCommand(line, ".", /*readOptionsFiles=*/false);
  const auto error = [&](std::string message) {
    return makeError("`clang-args`: " + std::move(message), config.file,
                     config.clangArgumentsPlace.line, config.clangArgumentsPlace.column);
  };
  if (!command.optionsFiles.empty())
    return error(fmt::format("the options file `{}` is only read where the configuration is named "
                             "by --config",
                             command.optionsFiles.front()));
  for (const std::string &path : frontend::pathsIn(command))
    if (!engine::liesIn(path, reach))
      return error(fmt::format("`{}` leads out of the repository, which a configuration must not "
                               "unless it is named by --config",
                               path));
  return {};
}

/// Why it is not one, in words; empty if it is.
std::string whyNoGlob(const engine::Config::Pattern &pattern) {
  if (!pattern.key.ends_with(".kernel")) {
    const auto filter = frontend::PathFilter::create(
        frontend::FilePatterns{{pattern.text}, {}, fmt::format("`{}`", pattern.key)});
    return filter ? "" : filter.error().message;
  }
  auto glob = llvm::GlobPattern::create(pattern.text);
  return glob ? ""
              : fmt::format("the pattern `{}` in `{}` is not a glob: {}", pattern.text, pattern.key,
                            llvm::toString(glob.takeError()));
}

Expected<void> checkPatterns(const engine::Config &config) {
  for (const engine::Config::Pattern &pattern : config.patterns)
    if (std::string why = whyNoGlob(pattern); !why.empty())
      return makeError(std::move(why), config.file, pattern.place.line, pattern.place.column);
  return {};
}

/// Who wrote them down should know that they do nothing.
void sayLeftOut(const engine::Config &config) {
  std::vector<std::string> line = {"clang++"};
  line.insert(line.end(), config.clangArguments.begin(), config.clangArguments.end());
  const std::string here = frontend::currentDirectory();
  const auto command = frontend::translateCommand(line, ".", /*readOptionsFiles=*/false);
  if (!command.leftOut.empty())
    say(fmt::format("{}:{}:{}: `clang-args`: {} {} no effect: only what says how a file reads is "
                    "taken",
                    frontend::displayPath(config.file, here), config.clangArgumentsPlace.line,
                    config.clangArgumentsPlace.column, fmt::join(command.leftOut, ", "),
                    command.leftOut.size() == 1 ? "has" : "have"));
}

/// Nothing is found in a folder that is not there; who wrote it down should know.
void sayMissingFolders(const engine::Config &config) {
  std::vector<engine::ConfigSettings::Folder> folders = config.includePaths;
  for (const engine::Config::Override &override : config.overrides)
    folders.insert(folders.end(), override.includePaths.begin(), override.includePaths.end());
  for (const engine::ConfigSettings::Folder &folder : folders)
    if (!isFolder(folder.path))
      say(fmt::format("{}:{}:{}: `include-paths`: there is no folder {}", config.file,
                      folder.place.line, folder.place.column, folder.path));
}

/// A slip of the pen that would turn a configuration into nothing: one that lies as close to `path`
/// as `found`, which is read.
void sayMisnamed(const std::string &path, const std::optional<std::string> &found) {
  const auto other = engine::findUpward(path, ".warplint.yml");
  if (!other || (found && !frontend::isBelow(*other, fs::path(*found).parent_path().string())))
    return;
  say(fmt::format("{} is not read: a configuration is called .warplint.yaml",
                  frontend::displayPath(*other, frontend::currentDirectory())));
}

/// A configuration that was found may be anybody's; one that is named is the user's own.
Expected<engine::Config> readFound(const std::string &file) {
  std::error_code error;
  if (fs::is_symlink(file, error) && !exists(file))
    return makeError("the configuration cannot be read: this link leads nowhere", file);
  if (!isFolder(file) && !fs::is_regular_file(file, error))
    return makeError("the configuration cannot be read: this is no regular file", file);
  const std::string reach = engine::reachOf(file);
  auto config = engine::readConfig(file, reach);
  if (!config)
    return config;
  if (auto checked = checkClangArguments(*config, reach); !checked)
    return tl::unexpected(checked.error());
  return config;
}

} // namespace

bool sayMissingPaths(const AnalysisOptions &options) {
  const std::vector<std::string> missing = missingPaths(options);
  for (const std::string &path : missing)
    say((path.empty() ? "\"\"" : path) + ": no such file or folder");
  return !missing.empty();
}

std::vector<std::string> missingPaths(const AnalysisOptions &options) {
  std::vector<std::string> missing;
  for (const std::string &path : options.paths)
    if (!exists(path) && !options.texts.contains(path))
      missing.push_back(path);
  return missing;
}

namespace {

Expected<engine::Config> readConfigFor(const AnalysisOptions &options) {
  if (!options.configFile.empty())
    return engine::readConfig(options.configFile);
  if (options.hermetic)
    return engine::Config{};
  const std::string first = options.paths.empty() ? "." : options.paths.front();
  const std::optional<std::string> file = engine::findConfig(first);
  for (const std::string &path : options.paths)
    if (exists(path) && engine::findConfig(path) != file)
      say(fmt::format("{}: the configuration of the first path is used for this one too ({})", path,
                      file.value_or("none")));
  sayMisnamed(first, file);
  if (!file)
    return engine::Config{};
  return readFound(*file);
}

} // namespace

Expected<engine::Config> configFor(const AnalysisOptions &options) {
  auto config = readConfigFor(options);
  if (!config)
    return config;
  if (auto checked = checkPatterns(*config); !checked)
    return tl::unexpected(checked.error());
  if (!options.quiet)
    sayLeftOut(*config);
  return config;
}

Expected<std::array<unsigned, 3>> parseBlock(const std::string &text) {
  // Limits of every compute capability: CUDA C++ Programming Guide, "Technical Specifications".
  constexpr std::array<unsigned, 3> most = {1024, 1024, 64};
  constexpr unsigned mostThreads = 1024;
  const auto wrong = [&](std::string_view why) {
    return makeError(fmt::format("--block {}: {}", text, why));
  };
  std::array<unsigned, 3> block = {1, 1, 1};
  const char *at = text.data();
  const char *end = text.data() + text.size();
  for (std::size_t i = 0; i < block.size(); ++i) {
    const auto [next, error] = std::from_chars(at, end, block[i]);
    if (error != std::errc() || block[i] == 0)
      return wrong("give one to three numbers of threads, such as 32,8");
    if (block[i] > most[i])
      return wrong(fmt::format("a block has at most {} threads in this direction", most[i]));
    if (next == end) {
      if (block[0] * block[1] * block[2] > mostThreads)
        return wrong(fmt::format("a block has at most {} threads", mostThreads));
      return block;
    }
    if (*next != ',')
      break;
    at = next + 1;
  }
  return wrong("give one to three numbers of threads, such as 32,8");
}

namespace {

/// The chip that launches are judged by; null: all of them.
Expected<const chips::Chip *> chipFor(const std::string &name,
                                      const std::optional<std::string> &arch) {
  if (name.empty())
    return arch ? chips::chipOfArchitecture(*arch) : nullptr;
  if (const chips::Chip *chip = chips::findChip(name))
    return chip;
  std::vector<std::string_view> names;
  for (const chips::Chip &chip : chips::allChips())
    names.emplace_back(chip.name);
  return makeError(fmt::format("--chip {}: there is no such chip{}; `warplint device` lists them",
                               name, engine::didYouMean(name, names)));
}

Expected<void> checkPaths(const std::vector<std::string> &paths,
                          const std::map<std::string, std::string> &texts) {
  if (paths.empty())
    return {};
  for (const std::string &path : paths)
    if (exists(path) || texts.contains(path))
      return {};
  if (paths.size() == 1)
    return makeError("no such file or folder", paths.front().empty() ? "\"\"" : paths.front());
  return makeError(fmt::format("no such files or folders: {}", fmt::join(paths, ", ")));
}

std::string absolute(const std::string &path) {
  return frontend::absolutePath(path, frontend::currentDirectory());
}

frontend::FileSettings settingsOf(const engine::ConfigSettings &from) {
  frontend::FileSettings settings;
  for (const std::string &define : from.defines)
    settings.arguments.push_back("-D" + define);
  for (const engine::ConfigSettings::Folder &folder : from.includePaths)
    settings.arguments.push_back("-I" + absolute(folder.path));
  settings.block = from.block;
  for (const engine::ConfigSettings::Launch &launch : from.launches)
    settings.launches.push_back(
        {launch.kernel, launch.block, launch.grid, launch.dynamicSharedMemory});
  return settings;
}

void addConfigured(const engine::Config &config, frontend::Options &options) {
  options.excludeBesides = patternsOf(config, "exclude", config.exclude);
  options.include = patternsOf(config, "include", config.include);
  options.settings.push_back(settingsOf(config));
  for (const engine::Config::Override &override : config.overrides) {
    options.settings.push_back(settingsOf(override));
    options.settings.back().files = patternsOf(config, "files", override.files);
  }
}

/// Other programs end their options with `--`; here, arguments for Clang begin.
void saySourcesForClang(const std::vector<std::string> &arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool isOfOption = i > 0 && arguments[i - 1].starts_with("-");
    if (const std::string &file = arguments[i];
        !isOfOption && file.ends_with(".cu") && exists(file))
      say(fmt::format("{} is not looked at: what follows `--` is for Clang", file));
  }
}

/// The compile database that -p names, or the one that people have where this one lies.
void addBuildFolder(const AnalysisOptions &options, frontend::Options &frontendOptions) {
  if (options.buildDirectory == "none")
    return;
  if (!options.buildDirectory.empty()) {
    frontendOptions.buildDirectory = options.buildDirectory;
    return;
  }
  if (options.hermetic || frontendOptions.paths.empty())
    return;
  const std::string here = frontend::currentDirectory();
  frontend::BuildFolder found =
      frontend::findBuildFolder(frontendOptions.paths.front(), here, *frontendOptions.databases);
  for (Error &fault : found.faults) {
    fault.file = frontend::displayPath(fault.file, here);
    say(fault.str() + "; it is not used (-p none does without)");
  }
  frontendOptions.buildDirectory = std::move(found.database);
  frontendOptions.buildDirectoryIsGuess = true;
}

} // namespace

frontend::FilePatterns patternsOf(const engine::Config &config, const std::string &key,
                                  const std::vector<std::string> &patterns) {
  return {patterns, absolute(config.folder()), fmt::format("`{}` of {}", key, config.file)};
}

void sayBuildFolder(const AnalysisOptions &options, frontend::CompileDatabases &databases) {
  if (!options.buildDirectory.empty() || options.hermetic)
    return;
  const std::string directory = frontend::currentDirectory();
  const std::string first = options.paths.empty() ? "." : options.paths.front();
  const frontend::BuildFolder found = frontend::findBuildFolder(first, directory, databases);
  const auto shown = [&](const std::string &path) {
    return path == directory ? "." : frontend::displayPath(path, directory);
  };
  if (found.database) {
    say(fmt::format("compile commands are those of {} (-p none does without)",
                    shown(*found.database)));
  } else if (!found.choices.empty()) {
    std::vector<std::string> names;
    for (const std::string &choice : found.choices)
      names.push_back(shown(choice));
    say(fmt::format("there are several compile databases, and none is used: choose one by -p: {}",
                    fmt::join(names, ", ")));
  } else if (found.cmakeProject && isFolder(first)) {
    const std::string source = shown(*found.cmakeProject);
    const std::string build = source == "." ? "build" : source + "/build";
    say(fmt::format("no compile database was found: `cmake -S {} -B {} "
                    "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON` makes one, and `-p {}` then uses it",
                    source, build, build));
  }
}

Expected<frontend::Options> frontendOptions(const AnalysisOptions &options,
                                            const engine::Config &config,
                                            const std::vector<std::string> &clangArguments) {
  frontend::Options result;
  result.hermetic = options.hermetic;
  result.paths = options.paths;
  if (options.listed) {
    result.found = *options.listed;
  } else if (!options.filesFrom.empty()) {
    auto files = readFileList(options.filesFrom);
    if (!files)
      return tl::unexpected(files.error());
    if (!files->empty() && std::none_of(files->begin(), files->end(), exists))
      return makeError(
          fmt::format("nothing that is listed there exists, {} for one", files->front()),
          options.filesFrom == "-" ? "the standard input" : options.filesFrom);
    result.found = std::move(*files);
  } else if (options.paths.empty()) {
    result.paths = {"."};
  }
  if (auto checked = checkPaths(result.paths, options.texts); !checked)
    return tl::unexpected(checked.error());
  result.texts = options.texts;
  result.exclude = options.exclude;
  result.excludeNamed = options.forceExclude;
  addConfigured(config, result);
  sayMissingFolders(config);
  saySourcesForClang(clangArguments);
  result.withIgnored = options.withIgnored;
  if (const std::string folder = frontend::defaultCacheFolder();
      !options.noCache && !options.hermetic && !folder.empty())
    result.cacheFolder = folder;
  result.databases = std::make_shared<frontend::CompileDatabases>(result.cacheFolder);
  addBuildFolder(options, result);
  result.clangArguments = config.clangArguments;
  result.clangArguments.insert(result.clangArguments.end(), clangArguments.begin(),
                               clangArguments.end());
  result.cudaPath = options.cudaPath.empty() ? config.cudaPath : options.cudaPath;
  if (result.cudaPath && *result.cudaPath != "none" && !isFolder(*result.cudaPath))
    return makeError("no such folder; give a CUDA Toolkit, or `none`", *result.cudaPath);
  result.arch = options.arch.empty() ? config.arch : options.arch;
  if (result.arch)
    if (std::string why = engine::whyNoArchitecture(*result.arch); !why.empty())
      return makeError(std::move(why));
  if (!options.block.empty()) {
    auto block = parseBlock(options.block);
    if (!block)
      return tl::unexpected(block.error());
    result.block = *block;
  }
  result.jobs = options.jobs;
  if (auto chip = chipFor(options.chip, result.arch); !chip)
    return tl::unexpected(chip.error());
  for (const std::string &binary : options.binaries)
    if (!exists(binary))
      return makeError("no such file", binary);
  // A machine of a build service is gone, or somebody else's, when the run has ended.
  const char *service = std::getenv("CI");
  result.worksBehind = !options.noBackground && (!service || *service == '\0');
  if (options.timeLimit)
    result.timeLimit = std::chrono::seconds(options.timeLimit);
  if (options.memoryLimit)
    result.memoryLimit = options.memoryLimit;
  return result;
}

Expected<std::vector<FileAnalysis>> analyse(const AnalysisOptions &options,
                                            const frontend::Options &frontendOptions,
                                            frontend::KeptResults *kept) {
  if (options.verbose) {
    const frontend::HeaderSource headers = frontend::headerSource(frontendOptions);
    say(headers.toolkit ? fmt::format("headers of CUDA {} in {}", headers.version, headers.path)
                        : "headers of CUDA: the built-in model");
  }
  const bool watched = isatty(STDERR_FILENO) && !options.quiet && !options.verbose;
  const auto progress = [&](const frontend::Progress &progress) {
    if (options.verbose)
      say(fmt::format("[{}/{}] {}{}", progress.done, progress.total, progress.file,
                      progress.readings > 1 ? fmt::format(", read {} times", progress.readings)
                                            : ""));
    else if (watched)
      fmt::print(stderr, "\r\033[K[{}/{}] {:.60}", progress.done, progress.total, progress.file);
  };
  auto files = kept ? frontend::analyseAndKeep(frontendOptions, progress, *kept)
                    : frontend::analyse(frontendOptions, progress);
  if (watched)
    fmt::print(stderr, "\r\033[K");
  if (files && files->empty()) {
    const bool isOfDiff = frontendOptions.paths.empty() && frontendOptions.found.empty() &&
                          options.filesFrom.empty() && !options.listed;
    say(isOfDiff ? "no file has changed" : "no CUDA files found");
  }
  if (!files)
    return files;
  const auto chip = chipFor(options.chip, frontendOptions.arch);
  if (!chip)
    return tl::unexpected(chip.error());
  const auto resources = resourcesOf(options, frontendOptions, *files);
  if (!resources)
    return tl::unexpected(resources.error());
  chips::addResources(*files, *resources);
  chips::addOccupancy(*files, *chip);
  return files;
}

std::vector<std::string> incompleteness(const std::vector<FileAnalysis> &files) {
  constexpr std::size_t mostNamed = 20;
  std::vector<std::string> named;
  std::size_t failed = 0, partial = 0;
  for (const FileAnalysis &file : files) {
    if (file.status == FileStatus::Analysed)
      continue;
    ++(file.status == FileStatus::Failed ? failed : partial);
    if (named.size() == mostNamed)
      continue;
    const std::string_view reason = report::reasonAmong(file.notes);
    if (reason.starts_with(file.file + ":"))
      named.push_back(fmt::format("{} ({})", reason, name(file.status)));
    else
      named.push_back(fmt::format("{}: {}{}{}", file.file, name(file.status),
                                  reason.empty() ? "" : ": ", reason));
  }
  if (!failed && !partial)
    return {};
  std::string counts;
  if (failed)
    counts = fmt::format("{} could not be analysed", failed);
  if (partial)
    counts += fmt::format("{}{} only in part", failed ? ", " : "", partial);
  std::vector<std::string> text = {
      fmt::format("of {} file{}, {}", files.size(), files.size() == 1 ? "" : "s", counts)};
  text.insert(text.end(), named.begin(), named.end());
  if (failed + partial > named.size())
    text.push_back(fmt::format("and {} more", failed + partial - named.size()));
  return text;
}

bool allFailed(const std::vector<FileAnalysis> &files) {
  return !files.empty() && std::all_of(files.begin(), files.end(), [](const FileAnalysis &file) {
    return file.status == FileStatus::Failed;
  });
}

} // namespace warplint::cli
