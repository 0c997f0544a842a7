//===- AnalyseFile.h - one file, from text to analysis ---------*- C++ -*-===//
#ifndef WARPLINT_FRONTEND_ANALYSEFILE_H
#define WARPLINT_FRONTEND_ANALYSEFILE_H

#include "lint/evidence/Analysis.h"
#include "lint/frontend/CompileCommands.h"
#include "lint/frontend/Dependencies.h"
#include "lint/frontend/IncludeIndex.h"
#include "lint/frontend/InputFiles.h"

#include <map>

namespace warplint::frontend {

class Cache;
enum class MakesPrefixes : unsigned char;

struct FileTask {
  std::string path; ///< absolute
  std::string root; ///< the project it belongs to
  FileCommand command;
  std::string directory;                    ///< paths are reported relative to it
  const FileSelection *selection = nullptr; ///< kernels of what it leaves out are not reported on
  IncludeIndex *index = nullptr;            ///< of `root`
  /// Options::texts; those of them that are of the project count.
  const std::map<std::string, std::string> *texts = nullptr;
  bool toolkit = false;   ///< the headers are those of a CUDA Toolkit
  bool functions = false; ///< FileAnalysis::functions are asked for
  std::optional<std::array<unsigned, 3>> block;
  std::vector<ConfiguredLaunch> configuredLaunches;
  std::vector<LaunchRecord> launchesElsewhere;
  /// Headers whose kernel templates are run with assumed arguments where this file does not
  /// instantiate them, as its own are; absolute paths.
  std::vector<std::string> headersToTry;
  std::uint64_t stepBudget = 0;
  unsigned jobs = 1;                ///< processes that may be at the file's kernels at a time
  const Cache *preambles = nullptr; ///< where those of Preamble.h are kept; null: not used
  std::string scope;                ///< what `selection` was made of
  MakesPrefixes makesPrefixes{};    ///< none, if nothing is said
  /// After this much processor time no further try with other options is begun; after half as much
  /// again no template gets its body, and after 9/4 of it no further kernel is run.
  std::chrono::milliseconds patience{20'000};
  /// After this much of it, reading the file gives no more function templates their bodies.
  std::chrono::milliseconds instantiationTime{30'000};
};

/// What the analysis of one file says of a file of the project that took part in it.
struct FileShare {
  unsigned kernels = 0; ///< kernels whose body is in it
  bool partial = false; ///< some of it was not seen whole
  /// Kernel templates in it that nobody instantiates in the file analysed, and that were not run.
  std::vector<std::string> unusedTemplates;
  /// Others that it does not even name: another file, or the header itself, may show them.
  std::vector<std::string> untriedTemplates;
  std::vector<std::string> hiddenKernels; ///< in it, switched off by the preprocessor
  std::vector<std::string> errors; ///< in its device functions, as "file:line: message"; the first
};

struct FileOutcome {
  FileAnalysis analysis;
  std::map<std::string, FileShare> shares; ///< by absolute path
  /// Device functions of the file itself that none of its kernels calls: for kernels of others.
  std::vector<std::string> uncalled;
  bool hurried = false;      ///< something was left out for lack of time: another run may see more
  unsigned readings = 0;     ///< how often it was parsed
  bool linesCount = false;   ///< with other numbers of its lines the file may mean something else
  unsigned commentNotes = 0; ///< of the analysis' notes, those about comments of the file
};

/// `dependencies`: takes down what the outcome was made from.
FileOutcome analyseFile(const FileTask &task, Dependencies *dependencies = nullptr);

std::string serialise(const FileOutcome &outcome);
Expected<FileOutcome> deserialise(const std::string &text);

} // namespace warplint::frontend

#endif
