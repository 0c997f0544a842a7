//===- AnalysisOptions.h - options of what analyses files ------*- C++ -*-===//
#ifndef WARPLINT_CLI_ANALYSISOPTIONS_H
#define WARPLINT_CLI_ANALYSISOPTIONS_H

#include "lint/engine/Config.h"
#include "lint/frontend/Frontend.h"

namespace CLI {
class App;
} // namespace CLI

namespace warplint::cli {

/// As given on the command line.
struct AnalysisOptions {
  std::vector<std::string> paths;
  std::string filesFrom;                          ///< where the list lies, as given
  std::optional<std::vector<std::string>> listed; ///< what it says; absent: not read yet
  std::map<std::string, std::string> texts;       ///< as frontend::Options::texts; of no option
  std::vector<std::string> exclude;
  std::string buildDirectory;
  std::string configFile;
  std::string cudaPath;
  std::string arch;
  std::string chip;                  ///< of the table; empty: the first of `arch`
  std::vector<std::string> binaries; ///< programs, libraries and cubins with the kernels
  std::string resources;             ///< compiler to ask for them; empty: none
  std::string block;
  std::uint64_t memoryLimit = 0; ///< bytes; 0: the front end's own
  unsigned timeLimit = 0;        ///< seconds; 0: the front end's own
  unsigned jobs = 0;
  bool withIgnored = false;
  bool hermetic = false;
  bool forceExclude = false;
  bool noCache = false;
  bool noBackground = false;
  bool strict = false;
  bool quiet = false;
  bool verbose = false;
};
void addAnalysisOptions(CLI::App &command, AnalysisOptions &options);
/// Those of them that change no result; addAnalysisOptions() adds them too.
void addRunOptions(CLI::App &command, AnalysisOptions &options);

/// The configuration that --config names, or else the one that speaks for the first path.
Expected<engine::Config> configFor(const AnalysisOptions &options);

/// Says, once, which compile database is used that nobody named, or how one is made.
void sayBuildFolder(const AnalysisOptions &options, frontend::CompileDatabases &databases);

/// What the command line says, filled up with what the configuration says. An error where a
/// value makes no sense, or where none of the paths exists.
Expected<frontend::Options> frontendOptions(const AnalysisOptions &options,
                                            const engine::Config &config,
                                            const std::vector<std::string> &clangArguments);

/// The paths of the command line where nothing is, if others are there.
std::vector<std::string> missingPaths(const AnalysisOptions &options);
/// Names them on the standard error stream. False if there are none.
bool sayMissingPaths(const AnalysisOptions &options);

/// The lines of a file, `-` for the standard input, without empty ones. The error names the file.
Expected<std::vector<std::string>> readFileList(const std::string &list);
/// Patterns of a configuration, which start at its folder.
frontend::FilePatterns patternsOf(const engine::Config &config, const std::string &key,
                                  const std::vector<std::string> &patterns);

/// Runs the front end and shows how far it is, where somebody watches. `kept`: takes the results
/// down for another run.
Expected<std::vector<FileAnalysis>> analyse(const AnalysisOptions &options,
                                            const frontend::Options &frontendOptions,
                                            frontend::KeptResults *kept = nullptr);

/// "256", "32,8" or "32,8,1" -> threads of a block in x, y and z.
Expected<std::array<unsigned, 3>> parseBlock(const std::string &text);

/// What to say of the files that were not analysed, or only in part: a sentence that counts them,
/// and for each (up to a screenful) its name with the first reason. Empty where all were analysed.
std::vector<std::string> incompleteness(const std::vector<FileAnalysis> &files);

/// There were files, and none could be analysed.
bool allFailed(const std::vector<FileAnalysis> &files);

} // namespace warplint::cli

#endif
