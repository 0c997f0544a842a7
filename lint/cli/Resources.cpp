//===- Resources.cpp - registers and spills, from a compiler --------------===//

#include "lint/cli/Resources.h"

#include "lint/chips/Chip.h"
#include "lint/cli/Command.h"
#include "lint/cli/Cubins.h"
#include "runtime-check/KernelName.h"
#include "runtime-check/Process.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>

namespace warplint::cli {
namespace {

namespace fs = std::filesystem;

/// A program of the CUDA Toolkit: of the one that was named, on PATH, or in the usual folder.
std::string toolkitProgram(const std::string &name, const std::optional<std::string> &cudaPath) {
  std::error_code error;
  auto inFolder = [&](const std::string &folder) {
    const fs::path path = fs::path(folder) / "bin" / name;
    return fs::is_regular_file(path, error) ? path.string() : std::string();
  };
  if (cudaPath && *cudaPath != "none")
    if (std::string path = inFolder(*cudaPath); !path.empty())
      return path;
  if (std::string path = runtime::findProgram(name); !path.empty())
    return path;
  return inFolder("/usr/local/cuda");
}

/// "sm_90": what is asked for, else the chip's, else the analysis' own.
std::string architecture(const AnalysisOptions &options, const frontend::Options &frontendOptions) {
  if (frontendOptions.arch)
    return *frontendOptions.arch;
  std::string digits = "90";
  if (const chips::Chip *chip = options.chip.empty() ? nullptr : chips::findChip(options.chip)) {
    digits = chip->capability.name;
    std::erase(digits, '.');
  }
  return "sm_" + digits;
}

void nameKernels(std::vector<chips::KernelResources> &resources) {
  for (chips::KernelResources &one : resources)
    one.kernel = runtime::plainKernelName(runtime::demangled(one.symbol));
}

/// The first line that names an error; else the first line.
std::string complaint(const std::string &output) {
  std::size_t at = output.find("error");
  at = at == std::string::npos ? 0 : output.rfind('\n', at) + 1; // npos + 1 is 0
  return output.substr(at, output.find('\n', at) - at);
}

//===----------------------------------------------------------------------===//
// Of binaries
//===----------------------------------------------------------------------===//

/// Cubins are often compressed where a program holds them; cuobjdump reads those too.
Expected<std::vector<chips::KernelResources>>
kernelsIn(const std::string &file, const std::optional<std::string> &cudaPath) {
  const auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return makeError("cannot be read: " + buffer.getError().message(), file);
  const llvm::StringRef bytes = (*buffer)->getBuffer();
  std::vector<chips::KernelResources> found = readCubins({bytes.data(), bytes.size()});
  if (!found.empty())
    return found;
  const std::string cuobjdump = toolkitProgram("cuobjdump", cudaPath);
  if (cuobjdump.empty())
    return makeError("no kernels are found in it; if they are compressed, cuobjdump of the CUDA "
                     "Toolkit is needed: put its bin on PATH, or give a cubin",
                     file);
  runtime::Command command;
  command.arguments = {cuobjdump, "--dump-resource-usage", fs::absolute(file).string()};
  command.keepOutput = true;
  const auto end = runtime::run(command);
  if (!end)
    return tl::unexpected(end.error());
  found = chips::readCuobjdumpReport(end->output);
  if (found.empty())
    return makeError("cuobjdump finds no compiled kernels in it: " + complaint(end->output), file);
  return found;
}

Expected<std::vector<chips::KernelResources>> ofBinary(const std::string &file,
                                                       const std::optional<std::string> &cudaPath,
                                                       const std::string &arch) {
  auto all = kernelsIn(file, cudaPath);
  if (!all)
    return all;
  std::vector<chips::KernelResources> &found = *all;
  // Of several architectures, the one that is asked for.
  auto isWanted = [&](const chips::KernelResources &one) { return one.arch == arch; };
  if (std::any_of(found.begin(), found.end(), isWanted))
    std::erase_if(found, [&](const auto &one) { return !isWanted(one); });
  return all;
}

//===----------------------------------------------------------------------===//
// By nvcc
//===----------------------------------------------------------------------===//

/// What is taken of a file's compile command; its folders start at the root.
std::vector<std::string> commandOf(const clang::tooling::CompilationDatabase *database,
                                   const std::string &file) {
  if (!database)
    return {};
  const auto commands = database->getCompileCommands(file);
  if (commands.empty())
    return {};
  std::vector<std::string> arguments = harmlessArguments(commands.front().CommandLine);
  const fs::path directory = commands.front().Directory;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string &word = arguments[i];
    if (word.starts_with("-I") && word.size() > 2)
      word = "-I" + (directory / word.substr(2)).string();
    else if ((word == "-I" || word == "-isystem") && i + 1 < arguments.size())
      arguments[i + 1] = (directory / arguments[i + 1]).string();
  }
  return arguments;
}

std::unique_ptr<clang::tooling::CompilationDatabase>
databaseIn(const std::optional<std::string> &folder) {
  std::string ignored; // the front end has said it
  return folder ? clang::tooling::CompilationDatabase::loadFromDirectory(*folder, ignored)
                : nullptr;
}

} // namespace

std::vector<chips::KernelResources> resourcesInReport(const std::string &text) {
  std::vector<chips::KernelResources> resources = chips::readPtxasReport(text);
  nameKernels(resources);
  return resources;
}

std::vector<std::string> harmlessArguments(const std::vector<std::string> &command) {
  // With a value, joined to it or behind it.
  constexpr std::array<std::string_view, 4> prefixes = {"-I", "-D", "-U", "-isystem"};
  // As one word with `=`, or with the value behind it.
  constexpr std::array<std::string_view, 13> valued = {
      "-std",      "--std",          "-include", "--pre-include",  "-maxrregcount",
      "-rdc",      "--maxrregcount", "-O",       "--include-path", "--system-include",
      "-prec-div", "-prec-sqrt",     "-ftz"};
  constexpr std::array<std::string_view, 7> flags = {"-use_fast_math",
                                                     "--use_fast_math",
                                                     "--expt-relaxed-constexpr",
                                                     "-expt-relaxed-constexpr",
                                                     "--expt-extended-lambda",
                                                     "--extended-lambda",
                                                     "-lineinfo"};
  std::vector<std::string> kept;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string &word = command[i];
    // What looks like an option is no value: nvcc might take it for one all the same.
    const bool hasNext = i + 1 < command.size() && !command[i + 1].starts_with('-');
    auto starts = [&](std::string_view prefix) { return word.starts_with(prefix); };
    auto isValued = [&](std::string_view name) {
      return word == name || word.starts_with(std::string(name) + "=");
    };
    if (std::find(flags.begin(), flags.end(), word) != flags.end() ||
        (word.size() == 3 && word.starts_with("-O"))) {
      kept.push_back(word);
      continue;
    }
    const bool prefixed = std::any_of(prefixes.begin(), prefixes.end(), starts);
    if (!prefixed && std::none_of(valued.begin(), valued.end(), isValued))
      continue;
    const bool wantsNext = prefixed
                               ? std::find(prefixes.begin(), prefixes.end(), word) != prefixes.end()
                               : word.find('=') == std::string::npos;
    if (wantsNext && !hasNext)
      continue;
    kept.push_back(word);
    if (wantsNext)
      kept.push_back(command[++i]);
  }
  return kept;
}

Expected<std::vector<chips::KernelResources>> resourcesOf(const AnalysisOptions &options,
                                                          const frontend::Options &frontendOptions,
                                                          const std::vector<FileAnalysis> &files) {
  std::vector<chips::KernelResources> all;
  const std::string arch = architecture(options, frontendOptions);
  auto take = [&](std::vector<chips::KernelResources> found) {
    nameKernels(found);
    all.insert(all.end(), found.begin(), found.end());
  };
  for (const std::string &binary : options.binaries) {
    auto found = ofBinary(binary, frontendOptions.cudaPath, arch);
    if (!found)
      return tl::unexpected(found.error());
    take(std::move(*found));
  }
  if (options.resources.empty())
    return all;
  const std::string nvcc = toolkitProgram("nvcc", frontendOptions.cudaPath);
  if (nvcc.empty())
    return makeError("--resources nvcc: there is no nvcc; put the CUDA Toolkit's bin on PATH");
  const runtime::TemporaryFolder folder;
  const auto database = databaseIn(frontendOptions.buildDirectory);
  std::vector<std::string> own = {"nvcc"}; // as of a command: its program comes first
  own.insert(own.end(), frontendOptions.clangArguments.begin(),
             frontendOptions.clangArguments.end());
  for (const FileAnalysis &file : files) {
    if (fs::path(file.file).extension() != ".cu")
      continue;
    const std::string path = fs::absolute(file.file).string();
    runtime::Command command;
    command.arguments = {nvcc};
    for (const auto &arguments : {commandOf(database.get(), path), harmlessArguments(own)})
      command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
    for (const std::string &argument :
         {"-arch=" + arch, std::string("-cubin"), std::string("-Xptxas"), std::string("-v"),
          std::string("-o"), folder.path() + "/kernels.cubin", path})
      command.arguments.push_back(argument);
    command.keepOutput = true;
    const auto end = runtime::run(command);
    if (!end)
      return tl::unexpected(end.error());
    std::vector<chips::KernelResources> found = chips::readPtxasReport(end->output);
    if (end->status != 0)
      say(fmt::format("{}: nvcc does not compile it, so its registers are not known: {}", file.file,
                      complaint(end->output)));
    take(std::move(found));
  }
  return all;
}

} // namespace warplint::cli
