//===- Frontend.h - from paths to analysed files ---------------*- C++ -*-===//
//
// Finds the inputs, works out how each is compiled, parses it tolerantly and
// runs the SIMT analysis on it, each file in a process of its own.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_FRONTEND_H
#define WARPLINT_FRONTEND_FRONTEND_H

#include "lint/evidence/Analysis.h"
#include "lint/evidence/Error.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>

namespace warplint::frontend {

class CompileDatabases;

/// Glob patterns over paths, as in .gitignore. One that has no slash, but for the last character,
/// is tried at any depth; another starts at the folder. `*` and `?` stand for what is in one name,
/// `**` for any number of folders. What matches a folder matches all below it.
struct FilePatterns {
  std::vector<std::string> patterns;
  /// Absolute. Empty: each folder given, the root of the project, and the current folder.
  std::string folder;
  std::string key = "exclude"; ///< that they were given by, for errors
};

/// How kernels are launched whose launches do not say it.
struct ConfiguredLaunch {
  std::string kernel; ///< glob over the kernel's name, with or without namespaces
  std::optional<std::array<unsigned, 3>> block;    ///< threads in x, y, z
  std::optional<std::array<unsigned, 3>> grid;     ///< blocks in x, y, z
  std::optional<std::int64_t> dynamicSharedMemory; ///< bytes

  friend bool operator==(const ConfiguredLaunch &, const ConfiguredLaunch &) = default;
};

/// What holds for the analysis of some files.
struct FileSettings {
  std::optional<FilePatterns> files;  ///< absent: all
  std::vector<std::string> arguments; ///< for Clang, behind those of the compile command
  std::optional<std::array<unsigned, 3>> block;
  std::vector<ConfiguredLaunch> launches;
};

struct Options {
  std::vector<std::string> paths;     ///< files and folders, as given
  std::vector<std::string> found;     ///< files taken as if found in a folder
  std::vector<std::string> exclude;   ///< glob patterns, as FilePatterns without a folder
  FilePatterns excludeBesides;        ///< the same, by the configuration
  FilePatterns include;               ///< what is linted at all; none: everything
  bool excludeNamed = false;          ///< leave out files by these also where they are named
  std::vector<FileSettings> settings; ///< of several that say the same, the later one wins
  /// Absolute path → contents in place of those on disk, as an editor has them. Such a file need
  /// not be on disk. What rests on them is not kept for other runs; precompiled headers are.
  std::map<std::string, std::string> texts;
  bool withIgnored = false;                  ///< in folders, also what git ignores
  std::optional<std::string> buildDirectory; ///< -p: where compile_commands.json lies
  bool buildDirectoryIsGuess = false;        ///< nobody named it: do without if it cannot be read
  /// Compile databases that were read already; null: none.
  std::shared_ptr<CompileDatabases> databases;
  std::vector<std::string> clangArguments; ///< after `--`; added to every file's command
  std::optional<std::string> cudaPath;     ///< --cuda-path; "none": the built-in model of CUDA
  std::optional<std::string> arch;         ///< --arch; sm_90 where neither it nor a command says
  std::optional<std::array<unsigned, 3>> block; ///< --block; goes before that of `settings`
  /// Nothing is looked for that nobody named: no Toolkit, no headers but those below the include
  /// folders of the commands, none of the system's. The project is the working directory.
  bool hermetic = false;
  bool functions = false;                 ///< fill in FileAnalysis::functions
  unsigned jobs = 0;                      ///< 0: as many as there are cores
  std::chrono::seconds timeLimit{120};    ///< of processor time, per file
  std::uint64_t memoryLimit = 4ULL << 30; ///< bytes, per file
  std::uint64_t stepBudget = 2'400'000;   ///< as simt::Options
  /// Where results are kept for the next run; absent: nowhere.
  std::optional<std::string> cacheFolder;
  /// Make what only a next run has use of in processes that go on behind this one.
  bool worksBehind = false;
  /// Only one part of the files that are to be analysed first; what needs the outcome of others
  /// (headers that nobody includes, launches in other files) is left to the run that joins them.
  struct Shard {
    unsigned number = 1; ///< from 1
    unsigned count = 1;
  };
  std::optional<Shard> shard;
  /// Asked again and again: is the run to end with what it has? Files that it has not come to are
  /// then Failed. None: never.
  std::function<bool()> stopped;
  /// Is told what is worth knowing of the run and is about no one file.
  std::function<void(const std::string &)> note;
};

/// Where the headers of CUDA come from; for a note and for `--verbose`.
struct HeaderSource {
  bool toolkit = false;
  std::string path;    ///< of the Toolkit; empty for the built-in model
  std::string version; ///< "13.0"
};
HeaderSource headerSource(const Options &options);

struct Progress {
  std::size_t done = 0;
  std::size_t total = 0;
  std::string file; ///< the one that just ended
  /// How often it was read: again for each try to see more of it. 0: it was not, as its result was
  /// kept, or what it says comes from other files.
  unsigned readings = 0;
};

/// One FileAnalysis per input, sorted by path. A file that cannot be analysed is
/// in the result with its status and reason; an Error means that the options
/// themselves are wrong (a compile database that cannot be read, …).
/// Headers in folders given that no analysed file included are analysed on their own.
Expected<std::vector<FileAnalysis>> analyse(const Options &options,
                                            const std::function<void(const Progress &)> &progress);

/// Results of a run, to be used by another one that has the same options, on a machine where the
/// same files lie at the same places. Both need a cache.
struct KeptResults {
  std::string program;                        ///< which build of warplint they are of
  std::map<std::string, std::string> entries; ///< of the cache, by name
};
/// As analyse(); what was analysed, or was in the cache already, is added to `kept`.
Expected<std::vector<FileAnalysis>>
analyseAndKeep(const Options &options, const std::function<void(const Progress &)> &progress,
               KeptResults &kept);
/// Puts them into the cache. An Error if they are of another build, or if there is no cache.
Expected<void> takeOver(const Options &options, const KeptResults &kept);

/// Where results are kept if nobody says otherwise: $WARPLINT_CACHE_DIR, or `warplint` in the
/// user's folder for such things ($XDG_CACHE_HOME, ~/.cache). Empty if there is none.
std::string defaultCacheFolder();
struct CacheSize {
  std::size_t files = 0;
  std::uint64_t bytes = 0;
};
Expected<CacheSize> cacheSize(const std::string &folder);
/// Removes what warplint keeps there, and returns how many bytes that was.
Expected<std::uint64_t> clearCache(const std::string &folder);

/// The folder of the running program's embedded files (Clang's resource headers,
/// the CUDA model) is a virtual one; this lists the virtual paths, for tests.
std::vector<std::string> embeddedHeaders();

} // namespace warplint::frontend

#endif
