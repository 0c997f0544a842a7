//===- Frontend.cpp --------------------------------------------*- C++ -*-===//
#include "lint/frontend/Frontend.h"

#include "lint/frontend/AnalyseFile.h"
#include "lint/frontend/CompileCommands.h"
#include "lint/frontend/Includers.h"
#include "lint/frontend/InputFiles.h"
#include "lint/frontend/Launches.h"
#include "lint/frontend/Paths.h"
#include "lint/frontend/Preamble.h"
#include "lint/frontend/ProgramIdentity.h"
#include "lint/frontend/ResultCache.h"
#include "lint/frontend/SourceText.h"
#include "lint/frontend/Workers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>
#include <thread>
#include <utility>

namespace warplint::frontend {
namespace {

std::string seconds(std::chrono::seconds time) {
  return std::to_string(time.count()) + (time.count() == 1 ? " second" : " seconds");
}

/// The first line of what a dying process said, if it says why.
std::string lastWords(const std::string &errors) {
  for (llvm::StringRef rest = errors; !rest.empty();) {
    llvm::StringRef line;
    std::tie(line, rest) = rest.split('\n');
    if (line.contains("LLVM ERROR") || line.contains("Assertion") || line.contains("ERROR: "))
      return ": " + line.trim().str();
  }
  return {};
}

/// FileSettings, ready to be asked.
struct Settings {
  std::optional<PathFilter> files;
  const FileSettings *values = nullptr;
};

/// Which files are part of a project, as patterns of names within it.
std::string selectionText(const Options &options) {
  std::string text;
  for (const FilePatterns &group :
       {FilePatterns{options.exclude, {}}, options.excludeBesides, options.include}) {
    text += group.key + " " + group.folder + "\n";
    for (const std::string &pattern : group.patterns)
      text += pattern + "\n";
  }
  return text;
}

class Run {
public:
  Run(const Options &options, CompileCommands commands, FileSelection selection,
      std::vector<Settings> settings, bool toolkit, std::optional<ResultCache> cache,
      KeptResults *kept, const std::function<void(const Progress &)> &progress)
      : options_(options), commands_(std::move(commands)), selection_(std::move(selection)),
        settings_(std::move(settings)), toolkit_(toolkit), cache_(std::move(cache)), kept_(kept),
        progress_(progress), directory_(currentDirectory()) {}

  std::vector<FileAnalysis> run() {
    Inputs inputs =
        collectInputs(options_, selection_, directory_,
                      [this](const std::string &file) { return commands_.saysCuda(file); });
    inputs_ = std::move(inputs.files);
    noteMarked(inputs.marked);
    if (inputs_.empty())
      noteLeftOut(inputs);
    outcomes_.resize(inputs_.size());
    std::vector<std::size_t> first;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (!inputs_[i].problem.empty() || inputs_[i].empty || inputs_[i].linkTo)
        setWithoutAnalysis(i);
      else if (!inputs_[i].header && (inputs_[i].includers.empty()))
        first.push_back(i);
    }
    if (options_.shard) {
      keepShardOf(first);
      ownOfShard_ = first;
    }
    if (!options_.shard)
      showAsBefore(first);
    total_ += first.size();
    analyseAll(first, {});
    if (!options_.shard) {
      analyseRest();
      showInSources();
      analyseUntried();
      analyseAgainWithLaunches();
    }
    if (cache_)
      cache_->prune();
    return results();
  }

private:
  /// Why there may be nothing to look at.
  void noteLeftOut(const Inputs &inputs) const {
    if (!options_.note)
      return;
    if (inputs.notIncluded)
      options_.note(options_.include.key + " leaves out all CUDA files that there are (" +
                    std::to_string(inputs.notIncluded) + ")");
    if (const std::size_t count = inputs.excluded.size())
      options_.note(displayPath(inputs.excluded.front(), directory_) +
                    (count > 1 ? " and " + std::to_string(count - 1) + " more are" : " is") +
                    " excluded");
  }

  void noteMarked(const MarkedFiles &marked) const {
    if (marked.files.empty())
      return;
    constexpr std::size_t most = 3;
    std::string names;
    for (std::size_t i = 0; i < std::min(most, marked.files.size()); ++i)
      names += (i == 0 ? "" : ", ") + displayPath(marked.files[i], directory_);
    if (marked.files.size() > most)
      names += ", …";
    const bool isOne = marked.files.size() == 1;
    options_.note(std::to_string(marked.files.size()) + " C++ file" + (isOne ? "" : "s") +
                  " with code for the device " + (isOne ? "was" : "were") +
                  " not analysed: it is marked by macros, as by `" + marked.macro + "` of " +
                  displayPath(marked.definedIn, directory_) +
                  ", and only a compile database (-p) says which files are CUDA: " + names);
  }

  void setWithoutAnalysis(std::size_t index) {
    FileOutcome outcome;
    const InputFile &input = inputs_[index];
    outcome.analysis.file = displayPath(input.path, directory_);
    if (input.linkTo) {
      outcome.analysis.notes.push_back("a link to " +
                                       displayPath(inputs_[*input.linkTo].path, directory_) +
                                       ", which is analysed");
    } else if (input.problem.empty()) {
      outcome.analysis.notes.emplace_back("the file is empty");
    } else {
      outcome.analysis.status = FileStatus::Failed;
      outcome.analysis.notes.push_back("the file " + input.problem);
    }
    outcomes_[index] = std::move(outcome);
  }

  /// Neighbours in the list are alike in what they cost, so they go to different parts.
  void keepShardOf(std::vector<std::size_t> &indices) const {
    std::vector<std::size_t> own;
    for (std::size_t i = options_.shard->number - 1; i < indices.size(); i += options_.shard->count)
      own.push_back(indices[i]);
    indices = std::move(own);
  }
  /// Is the file of the part that this run is about?
  bool isOfShard(std::size_t index) const {
    return !options_.shard || llvm::is_contained(ownOfShard_, index);
  }

  bool isStopped() const { return options_.stopped && options_.stopped(); }

  /// Fragments and headers that no file has led to; sources first, as they may include headers.
  void analyseRest() {
    for (const bool headers : {false, true}) {
      std::vector<std::size_t> rest;
      const std::set<std::string> seen = filesSeen();
      for (std::size_t i = 0; i < inputs_.size(); ++i)
        if (!outcomes_[i] && inputs_[i].header == headers && !seen.count(inputs_[i].path))
          rest.push_back(i);
      total_ += rest.size();
      analyseAll(rest, {});
    }
  }

  // A file that is asked for by name may be none by itself: it needs what others declare before
  // they include it, or holds templates that others instantiate. Then it is shown as part of a
  // source that includes it, the closest; of what is found, that counts which is in the file.

  bool mayNeedSource(std::size_t index) const {
    const InputFile &input = inputs_[index];
    return input.named && !options_.hermetic && input.problem.empty() && !input.empty &&
           !input.linkTo;
  }

  void showInSources() {
    constexpr std::size_t mostFiles = 8, triesOfFile = 2;
    std::map<std::string, std::size_t> open; // by path
    for (std::size_t i = 0; i < inputs_.size() && open.size() < mostFiles; ++i)
      if (mayNeedSource(i) && outcomes_[i] &&
          outcomes_[i]->analysis.status == FileStatus::Partial) {
        if (llvm::any_of(outcomes_, [&](const auto &other) { return other && shows(*other, i); }))
          outcomes_[i].reset();
        else if (!isKnownAlone(i))
          open.emplace(inputs_[i].path, i);
      }
    std::vector<std::string> paths;
    for (const auto &[path, index] : open) {
      paths.push_back(path);
      stateBesideIt(index); // before any of it is read
    }
    if (paths.empty())
      return;
    const auto sources = sourcesThatShow(paths, options_, directory_, triesOfFile);
    if (!sources) // run() would have ended before
      return;
    for (std::size_t round = 0; round < triesOfFile; ++round) {
      std::map<std::string, std::vector<std::size_t>> ofSource;
      for (const auto &[path, index] : open)
        if (const auto found = sources->find(path);
            found != sources->end() && round < found->second.size())
          ofSource[found->second[round]].push_back(index);
      for (const auto &[index, source] : showIn(ofSource)) {
        open.erase(inputs_[index].path);
        keepSource(index, source);
      }
    }
    for (const auto &[path, index] : open)
      keepSource(index, textNow(index));
  }

  // That holds as long as nothing else of the project has changed.
  void keepSource(std::size_t index, const std::string &source) {
    if (keepsResults())
      cache_->files().write(nameOfSource(index), stateBesideIt(index) + "\n" + source);
  }
  /// As it was when it was first asked for.
  const std::string &stateBesideIt(std::size_t index) {
    const auto [known, isNew] = states_.try_emplace(index);
    if (isNew && keepsResults())
      known->second = stateBeside(inputs_[index].path, options_.withIgnored);
    return known->second;
  }
  std::optional<std::string> sourceOfBefore(std::size_t index) {
    const auto kept = keepsResults() ? cache_->files().read(nameOfSource(index)) : std::nullopt;
    if (!kept)
      return std::nullopt;
    const auto [state, source] = llvm::StringRef(*kept).split('\n');
    return state == stateBesideIt(index) ? std::optional(source.str()) : std::nullopt;
  }

  /// As the file is written now, no source has shown it.
  bool isKnownAlone(std::size_t index) { return sourceOfBefore(index) == textNow(index); }

  std::string textNow(std::size_t index) const {
    const auto text = llvm::MemoryBuffer::getFile(inputs_[index].path);
    return "alone: " + contentHash(text ? (*text)->getBuffer() : "");
  }

  /// What an earlier run has shown as part of a source, without a look at it alone.
  void showAsBefore(std::vector<std::size_t> &indices) {
    if (!keepsResults())
      return;
    std::map<std::string, std::vector<std::size_t>> ofSource;
    for (const std::size_t index : indices)
      if (mayNeedSource(index))
        if (auto source = sourceOfBefore(index);
            source && isBelow(*source, inputs_[index].root) &&
            llvm::sys::fs::is_regular_file(*source) &&
            llvm::none_of(inputs_, [&](const InputFile &one) { return one.path == *source; }))
          ofSource[*source].push_back(index);
    for (const auto &[index, source] : showIn(ofSource))
      llvm::erase(indices, index);
  }

  std::string nameOfSource(std::size_t index) const {
    return "source-" + CacheKey().add(inputs_[index].path).add(selectionText(options_)).str();
  }

  /// Analyses the sources, and says which inputs these show whole: index, source.
  std::vector<std::pair<std::size_t, std::string>>
  showIn(const std::map<std::string, std::vector<std::size_t>> &ofSource) {
    std::vector<std::size_t> added;
    const std::size_t asked = inputs_.size();
    for (const auto &[source, files] : ofSource) {
      InputFile input;
      input.path = source;
      input.root = inputs_[files.front()].root;
      for (const std::size_t file : files)
        headersToTry_[inputs_.size()].push_back(inputs_[file].path);
      added.push_back(inputs_.size());
      inputs_.push_back(std::move(input));
    }
    outcomes_.resize(inputs_.size());
    total_ += added.size();
    // Nobody has asked for the source.
    constexpr std::chrono::seconds most{10};
    timeLimit_ = std::min(options_.timeLimit, most);
    analyseAll(added, {});
    timeLimit_ = options_.timeLimit;
    std::vector<std::pair<std::size_t, std::string>> shown;
    for (const std::size_t one : added)
      for (const std::size_t index : ofSource.at(inputs_[one].path))
        if (outcomes_[one] && shows(*outcomes_[one], index)) {
          outcomes_[index] = partOf(*outcomes_[one], index);
          shownInSource_.insert(index);
          shown.emplace_back(index, inputs_[one].path);
        }
    inputs_.resize(asked); // nobody has asked for these
    outcomes_.resize(asked);
    for (const std::size_t one : added)
      headersToTry_.erase(one);
    return shown;
  }

  /// All of it?
  bool shows(const FileOutcome &outcome, std::size_t index) const {
    const auto share = outcome.shares.find(inputs_[index].path);
    return share != outcome.shares.end() && outcome.analysis.status != FileStatus::Failed &&
           outcome.analysis.file != displayPath(inputs_[index].path, directory_) &&
           !share->second.partial && share->second.unusedTemplates.empty() &&
           share->second.untriedTemplates.empty() && share->second.hiddenKernels.empty() &&
           (!outcomes_[index] || share->second.kernels >= outcomes_[index]->analysis.kernels);
  }

  FileOutcome partOf(const FileOutcome &outcome, std::size_t index) const {
    FileOutcome part;
    FileAnalysis &analysis = part.analysis;
    const FileAnalysis &whole = outcome.analysis;
    const std::string &path = inputs_[index].path;
    analysis.file = displayPath(path, directory_);
    analysis.kernels = outcome.shares.at(path).kernels;
    analysis.notes.push_back("analysed as part of " + whole.file);
    const auto isOfFile = [&](const auto &one) { return one.span.file == analysis.file; };
    llvm::copy_if(whole.sites, std::back_inserter(analysis.sites), isOfFile);
    llvm::copy_if(whole.launches, std::back_inserter(analysis.launches), isOfFile);
    llvm::copy_if(whole.functions, std::back_inserter(analysis.functions), isOfFile);
    llvm::copy_if(whole.suppressions, std::back_inserter(analysis.suppressions), isOfFile);
    analysis.includedFiles = whole.includedFiles;
    std::ranges::replace(analysis.includedFiles, analysis.file, whole.file);
    part.shares.emplace(path, outcome.shares.at(path));
    return part;
  }

  std::set<std::string> filesSeen() const {
    std::set<std::string> seen;
    for (const auto &outcome : outcomes_)
      if (outcome && outcome->analysis.status != FileStatus::Failed)
        for (const auto &[path, share] : outcome->shares)
          seen.insert(path);
    return seen;
  }

  /// Kernel templates of headers of the run that none of the files that include these even names:
  /// one of the files tries them. The fewest files, as each is read again for that.
  void analyseUntried() {
    using Template = std::pair<std::size_t, std::string>; // header, name
    std::map<std::size_t, std::set<Template>> ofFile;     // by files that could try
    for (std::size_t header = 0; header < inputs_.size(); ++header)
      if (!outcomes_[header])
        for (const auto &[file, names] : whoCouldTry(inputs_[header].path))
          for (const std::string &name : names)
            ofFile[file].insert({header, name});
    std::vector<std::size_t> again;
    while (!ofFile.empty()) {
      const auto most = std::ranges::max_element(
          ofFile, {}, [](const auto &entry) { return entry.second.size(); });
      const auto [file, templates] = *most;
      std::set<std::string> headers;
      for (const auto &[header, name] : templates)
        headers.insert(inputs_[header].path);
      headersToTry_[file].assign(headers.begin(), headers.end());
      again.push_back(file);
      for (auto &[other, left] : ofFile)
        for (const Template &one : templates)
          left.erase(one);
      std::erase_if(ofFile, [](const auto &entry) { return entry.second.empty(); });
    }
    llvm::sort(again);
    total_ += again.size();
    analyseAll(again, {});
  }

  /// The files that include the header and see kernel templates of it that nobody has tried, and
  /// their names: of each, only the files that saw all of the header, if there are any. A file may
  /// well not see one that the preprocessor switches off for it.
  std::map<std::size_t, std::set<std::string>> whoCouldTry(const std::string &header) const {
    std::map<std::size_t, std::set<std::string>> whole, partial;
    const std::string shown = displayPath(header, directory_);
    std::set<std::string> tried, seenWhole;
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      if (!outcomes_[i] || outcomes_[i]->analysis.status == FileStatus::Failed)
        continue;
      const auto share = outcomes_[i]->shares.find(header);
      if (share == outcomes_[i]->shares.end())
        continue;
      const std::vector<std::string> &untried = share->second.untriedTemplates;
      tried.insert(share->second.unusedTemplates.begin(), share->second.unusedTemplates.end());
      for (const Site &site : outcomes_[i]->analysis.sites)
        if (site.kind == SiteKind::Kernel && site.span.file == shown &&
            !llvm::is_contained(untried, site.kernel))
          tried.insert(site.kernel);
      (share->second.partial ? partial : whole)[i].insert(untried.begin(), untried.end());
    }
    for (auto &[file, names] : whole) {
      std::erase_if(names, [&](const std::string &name) { return tried.contains(name); });
      seenWhole.insert(names.begin(), names.end());
    }
    for (auto &[file, names] : partial) {
      std::erase_if(names, [&](const std::string &name) {
        return tried.contains(name) || seenWhole.contains(name);
      });
      whole[file] = names;
    }
    std::erase_if(whole, [](const auto &entry) { return entry.second.empty(); });
    return whole;
  }

  /// Kernels whose block shape had to be assumed, and which another file launches.
  void analyseAgainWithLaunches() {
    std::vector<std::size_t> again;
    std::vector<std::vector<LaunchRecord>> launches;
    KernelFiles kernels;
    for (const std::optional<FileOutcome> &outcome : outcomes_)
      if (outcome)
        kernels.add(outcome->analysis);
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (!outcomes_[i] || outcomes_[i]->analysis.kernelsWithAssumedShape.empty())
        continue;
      std::vector<LaunchRecord> found = launchesOf(kernels, i);
      if (found.empty())
        continue;
      again.push_back(i);
      launches.push_back(std::move(found));
    }
    total_ += again.size();
    analyseAll(again, launches);
  }

  /// Those by other files of the kernels in one.
  std::vector<LaunchRecord> launchesOf(const KernelFiles &kernels, std::size_t file) const {
    const FileAnalysis &wanting = outcomes_[file]->analysis;
    const auto isWanted = [&](const LaunchRecord &launch) {
      return llvm::is_contained(wanting.kernelsWithAssumedShape, launch.kernel) &&
             llvm::any_of(wanting.sites, [&](const Site &site) {
               return site.kind == SiteKind::Kernel && site.kernel == launch.kernel &&
                      kernels.mayBeOf(launch, site.span.file);
             });
    };
    std::vector<LaunchRecord> found;
    for (std::size_t i = 0; i < outcomes_.size(); ++i)
      if (i != file && outcomes_[i])
        for (const LaunchRecord &launch : outcomes_[i]->analysis.launches)
          if (isWanted(launch))
            found.push_back(launch);
    // One without a block has its say in what all hand over.
    if (llvm::none_of(found, [](const LaunchRecord &launch) { return launch.block.has_value(); }))
      found.clear();
    return found;
  }

  FileTask taskFor(std::size_t index, const std::vector<LaunchRecord> *launches) {
    const InputFile &input = inputs_[index];
    FileTask task;
    task.path = input.path;
    task.root = input.root;
    std::vector<std::string> more;
    for (const Settings &settings : settings_) {
      if (settings.files && !settings.files->matches(input.path, {input.root, directory_}))
        continue;
      llvm::append_range(more, settings.values->arguments);
      llvm::append_range(task.configuredLaunches, settings.values->launches);
      if (settings.values->block)
        task.block = settings.values->block;
    }
    if (options_.block)
      task.block = options_.block;
    task.command = commands_.commandFor(input.path, input.root, more);
    task.directory = directory_;
    task.selection = &selection_;
    if (!options_.hermetic)
      task.index = &indexOf(input.root);
    if (!options_.texts.empty())
      task.texts = &options_.texts;
    task.toolkit = toolkit_;
    task.functions = options_.functions;
    task.stepBudget = options_.stepBudget;
    if (cache_) {
      task.preambles = &cache_->files();
      task.scope = selectionText(options_);
      task.makesPrefixes = makesPrefixes_;
    }
    if (launches)
      task.launchesElsewhere = *launches;
    if (const auto headers = headersToTry_.find(index); headers != headersToTry_.end())
      task.headersToTry = headers->second;
    const auto timeLimit = std::chrono::duration_cast<std::chrono::milliseconds>(timeLimit_);
    task.patience = timeLimit / 3;
    task.instantiationTime = timeLimit / 2;
    return task;
  }

  IncludeIndex &indexOf(const std::string &root) {
    return indexes_.try_emplace(root, root).first->second;
  }

  void analyseAll(std::vector<std::size_t> indices,
                  std::vector<std::vector<LaunchRecord>> launches) {
    const std::vector<std::size_t> all = indices;
    const std::vector<std::vector<LaunchRecord>> allLaunches = launches;
    analyseNew(std::move(indices), std::move(launches));
    if (!kept_ || !keepsResults())
      return;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (auto entry =
              cache_->entryFor(taskFor(all[i], allLaunches.empty() ? nullptr : &allLaunches[i])))
        kept_->entries.insert(std::move(*entry));
  }

  /// The key of a result is made of what is on disk.
  bool keepsResults() const { return cache_ && options_.texts.empty(); }

  void analyseNew(std::vector<std::size_t> indices,
                  std::vector<std::vector<LaunchRecord>> launches) {
    if (isStopped())
      return;
    takeFromCache(indices, launches);
    if (indices.empty())
      return;
    putLongestFirst(indices, launches);
    // As a hook or an editor asks for, and not a whole code base.
    constexpr std::size_t few = 16;
    makesPrefixes_ = indices.size() > few   ? MakesPrefixes::Not
                     : options_.worksBehind ? MakesPrefixes::Behind
                                            : MakesPrefixes::Now;
    // Read once here, an index serves all children; one file alone may never ask for it.
    constexpr std::size_t worthReading = 4;
    if (indices.size() >= worthReading && !options_.hermetic)
      for (std::size_t index : indices)
        indexOf(inputs_[index].root).read();
    WorkerLimits limits;
    limits.jobs = options_.jobs ? options_.jobs : std::max(1U, std::thread::hardware_concurrency());
    limits.time = timeLimit_;
    limits.patience = 10 * limits.time;
    limits.memory = options_.memoryLimit;
    limits.stopped = options_.stopped;
    const auto task = [&](std::size_t i) {
      FileTask one = taskFor(indices[i], launches.empty() ? nullptr : &launches[i]);
      one.jobs =
          limits.jobs / static_cast<unsigned>(std::min<std::size_t>(limits.jobs, indices.size()));
      return one;
    };
    // Clang may stumble over declarations of a precompiled header that it takes as text: it looks
    // up a destructor in vain, say.
    std::vector<std::size_t> crashed;
    runIsolated(
        indices.size(), limits, [&](std::size_t i) { return analyseOne(task(i)); },
        [&](std::size_t i, WorkerResult result) {
          if (result.end == WorkerResult::End::Crashed && cache_)
            crashed.push_back(i);
          else
            store(indices[i], std::move(result));
        });
    llvm::sort(crashed);
    runIsolated(
        crashed.size(), limits,
        [&](std::size_t i) {
          FileTask again = task(crashed[i]);
          again.preambles = nullptr;
          return analyseOne(again);
        },
        [&](std::size_t i, WorkerResult result) { store(indices[crashed[i]], std::move(result)); });
  }

  /// A file that is begun last and takes longest is waited for by jobs that have nothing to do. How
  /// long one takes is not known before; the size of its own text tells most of it.
  void putLongestFirst(std::vector<std::size_t> &indices,
                       std::vector<std::vector<LaunchRecord>> &launches) const {
    std::vector<std::pair<std::uint64_t, std::size_t>> order; // places in the list, by size
    for (std::size_t at = 0; at < indices.size(); ++at) {
      std::uint64_t size = 0;
      if (llvm::sys::fs::file_size(inputs_[indices[at]].path, size))
        size = 0; // its own trouble to report
      order.emplace_back(size, at);
    }
    llvm::sort(order, [](const auto &a, const auto &b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    const std::vector<std::size_t> given = std::exchange(indices, {});
    std::vector<std::vector<LaunchRecord>> launchesGiven = std::exchange(launches, {});
    for (const auto &[size, at] : order) {
      indices.push_back(given[at]);
      if (!launchesGiven.empty())
        launches.push_back(std::move(launchesGiven[at]));
    }
  }

  /// Takes out of both lists what an earlier run has done.
  void takeFromCache(std::vector<std::size_t> &indices,
                     std::vector<std::vector<LaunchRecord>> &launches) {
    if (!keepsResults())
      return;
    std::vector<std::size_t> left;
    std::vector<std::vector<LaunchRecord>> launchesLeft;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      auto outcome = cache_->find(taskFor(indices[i], launches.empty() ? nullptr : &launches[i]));
      if (outcome) {
        outcomes_[indices[i]] = std::move(*outcome);
        report(indices[i], 0);
        continue;
      }
      left.push_back(indices[i]);
      if (!launches.empty())
        launchesLeft.push_back(std::move(launches[i]));
    }
    indices = std::move(left);
    launches = std::move(launchesLeft);
  }

  std::string analyseOne(const FileTask &task) const {
    if (!cache_)
      return serialise(analyseFile(task));
    Dependencies dependencies;
    const FileOutcome outcome = analyseFile(task, &dependencies);
    std::string text = serialise(outcome);
    if (keepsResults() && outcome.analysis.status != FileStatus::Failed && !outcome.hurried)
      cache_->keep(task, text, std::move(dependencies));
    return text;
  }

  void report(std::size_t index, unsigned readings) {
    if (progress_)
      progress_({++done_, total_, displayPath(inputs_[index].path, directory_), readings});
  }

  void store(std::size_t index, WorkerResult result) {
    FileOutcome outcome;
    std::string reason;
    using End = WorkerResult::End;
    switch (result.end) {
    case End::Done: {
      auto read = deserialise(result.output);
      if (read)
        outcome = std::move(*read);
      else
        reason = read.error().message;
      break;
    }
    case End::Crashed:
      reason = "the analyser crashed (signal " + std::to_string(result.code) + ", " +
               strsignal(result.code) + ")" + lastWords(result.errors);
      break;
    case End::TimedOut:
      reason = "the analysis took more than " + seconds(options_.timeLimit) +
               " of processor time and was stopped";
      break;
    case End::OutOfMemory:
      reason = "the analysis needed more than " + std::to_string(options_.memoryLimit >> 20) +
               " MB of memory and was stopped";
      break;
    case End::Exited:
      reason = "the analyser ended early (status " + std::to_string(result.code) + ")" +
               lastWords(result.errors);
      break;
    case End::NotStarted:
      reason = std::string("no process could be started for it: ") + std::strerror(result.code);
      break;
    }
    outcome.analysis.file = displayPath(inputs_[index].path, directory_);
    if (!reason.empty()) {
      outcome.analysis.status = FileStatus::Failed;
      outcome.analysis.notes.push_back(reason);
    }
    // A second analysis that fails does not undo the first.
    const bool failed = !reason.empty() || outcome.analysis.status == FileStatus::Failed;
    const unsigned readings = outcome.readings;
    if (!outcomes_[index] || !failed)
      outcomes_[index] = std::move(outcome);
    report(index, readings);
  }

  /// In the order of the inputs, which is by path. Files that were seen through others get their
  /// status from those.
  std::vector<FileAnalysis> results() {
    std::vector<FileAnalysis> all;
    const std::set<std::string> seen = filesSeen();
    noteUncalled();
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (outcomes_[i]) {
        if (isWithoutKernels(i))
          outcomes_[i]->analysis.notes.emplace_back("a header without kernels, looked at alone: "
                                                    "what its device code costs shows in files "
                                                    "that include it");
        all.push_back(std::move(outcomes_[i]->analysis));
      } else if (seen.contains(inputs_[i].path))
        all.push_back(throughIncluders(i));
      else if (isOfShard(i))
        all.push_back(notComeTo(i));
    llvm::sort(all, [](const FileAnalysis &a, const FileAnalysis &b) { return a.file < b.file; });
    addLaunches(all);
    return all;
  }

  /// Is it a header that was asked for by name, whose code no kernel was seen to use?
  bool isWithoutKernels(std::size_t index) const {
    const InputFile &input = inputs_[index];
    const FileOutcome &own = *outcomes_[index];
    const bool isAskedFor = (input.named || !options_.found.empty()) && !options_.hermetic;
    if (!isAskedFor || !input.problem.empty() || input.empty || input.linkTo ||
        !llvm::is_contained({".cuh", ".h", ".hpp", ".hh", ".hxx", ".H", ".h++", ".inl", ".ipp",
                             ".tpp", ".tcc", ".txx"},
                            llvm::sys::path::extension(input.path)) ||
        own.analysis.kernels != 0 || own.analysis.status != FileStatus::Analysed ||
        shownInSource_.contains(index) || isPartOfOther(index))
      return false;
    const auto text = llvm::MemoryBuffer::getFile(input.path);
    return text && mentionsDeviceCode((*text)->getBuffer());
  }

  /// Device functions that stand in one file and are called by kernels of others are run nowhere,
  /// but where such a file includes theirs.
  void noteUncalled() {
    constexpr std::size_t most = 5;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (!outcomes_[i] || outcomes_[i]->uncalled.empty() || isPartOfOther(i) ||
          isWithoutKernels(i))
        continue;
      const std::vector<std::string> &names = outcomes_[i]->uncalled;
      std::string note = llvm::join(llvm::ArrayRef(names).take_front(most), ", ");
      if (names.size() > most)
        note += " and " + std::to_string(names.size() - most) + " more";
      note += names.size() == 1 ? " was not judged: no kernel of this file calls it"
                                : " were not judged: no kernel of this file calls them";
      outcomes_[i]->analysis.notes.push_back(std::move(note));
    }
  }

  bool isPartOfOther(std::size_t index) const {
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (i != index && outcomes_[i] && outcomes_[i]->shares.contains(inputs_[index].path))
        return true;
    return false;
  }

  static void keepCommon(std::optional<std::set<std::string>> &common,
                         const std::vector<std::string> &names) {
    if (!common)
      common.emplace(names.begin(), names.end());
    else
      std::erase_if(*common, [&](const auto &name) { return !llvm::is_contained(names, name); });
  }

  FileAnalysis notComeTo(std::size_t index) const {
    FileAnalysis analysis;
    analysis.file = displayPath(inputs_[index].path, directory_);
    analysis.status = FileStatus::Failed;
    analysis.notes.emplace_back("the run was stopped before it came to this file");
    return analysis;
  }

  FileAnalysis throughIncluders(std::size_t index) {
    FileAnalysis analysis;
    const std::string &path = inputs_[index].path;
    analysis.file = displayPath(path, directory_);
    std::vector<std::string> includers;
    bool whole = false;
    std::optional<std::set<std::string>> unused; // by all of them
    std::optional<std::set<std::string>> hidden; // for all of them
    std::optional<std::set<std::string>> errors; // likewise
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (!outcomes_[i] || outcomes_[i]->analysis.status == FileStatus::Failed)
        continue;
      auto share = outcomes_[i]->shares.find(path);
      if (share == outcomes_[i]->shares.end())
        continue;
      analysis.kernels = std::max(analysis.kernels, share->second.kernels);
      whole |= !share->second.partial;
      std::vector<std::string> notShown = share->second.unusedTemplates;
      llvm::append_range(notShown, share->second.untriedTemplates);
      keepCommon(unused, notShown);
      keepCommon(hidden, share->second.hiddenKernels);
      keepCommon(errors, share->second.errors);
      includers.push_back(displayPath(inputs_[i].path, directory_));
    }
    analysis.status = whole ? FileStatus::Analysed : FileStatus::Partial;
    std::string note = "analysed as part of " + includers.front();
    if (includers.size() > 1)
      note += " and " + std::to_string(includers.size() - 1) + " more";
    analysis.notes.push_back(std::move(note));
    if (!whole)
      llvm::append_range(analysis.notes, errors.value_or(std::set<std::string>()));
    for (const std::string &name : hidden.value_or(std::set<std::string>()))
      analysis.notes.push_back("kernel `" + name + "` is switched off by the preprocessor");
    for (const std::string &name : unused.value_or(std::set<std::string>())) {
      analysis.status = FileStatus::Partial;
      analysis.notes.push_back("kernel template `" + name +
                               "` is instantiated by none of them, and no arguments that could be "
                               "assumed for it show it whole");
    }
    return analysis;
  }

  const Options &options_;
  CompileCommands commands_;
  FileSelection selection_;
  std::vector<Settings> settings_;
  bool toolkit_;
  std::optional<ResultCache> cache_;
  KeptResults *kept_;
  const std::function<void(const Progress &)> &progress_;
  std::string directory_;
  std::vector<InputFile> inputs_;
  std::vector<std::optional<FileOutcome>> outcomes_;             ///< beside inputs_
  std::map<std::string, IncludeIndex> indexes_;                  ///< by root
  std::map<std::size_t, std::vector<std::string>> headersToTry_; ///< by the file that does
  std::map<std::size_t, std::string> states_;                    ///< stateBeside() of inputs
  std::vector<std::size_t> ownOfShard_;                 ///< of inputs; what is analysed first
  std::set<std::size_t> shownInSource_;                 ///< of inputs
  MakesPrefixes makesPrefixes_ = MakesPrefixes::Not;    ///< of the files that are analysed now
  std::chrono::seconds timeLimit_ = options_.timeLimit; ///< of each of them
  std::size_t done_ = 0;
  std::size_t total_ = 0;
};

/// None where none is wanted. One that cannot be used is no reason to end a run.
std::optional<ResultCache> resultCache(const Options &options) {
  if (!options.cacheFolder)
    return std::nullopt;
  auto cache = Cache::open(*options.cacheFolder);
  if (!cache)
    return std::nullopt;
  return ResultCache(std::move(*cache), selectionText(options));
}

Expected<std::vector<Settings>> readySettings(const Options &options) {
  std::vector<Settings> ready;
  for (const FileSettings &one : options.settings) {
    Settings &settings = ready.emplace_back();
    settings.values = &one;
    if (one.files) {
      auto files = PathFilter::create(*one.files);
      if (!files)
        return tl::unexpected(files.error());
      settings.files = std::move(*files);
    }
    for (const ConfiguredLaunch &launch : one.launches)
      if (auto pattern = llvm::GlobPattern::create(launch.kernel); !pattern)
        return makeError(
            "the pattern `" + launch.kernel +
            "` of kernels in launches is not a glob: " + llvm::toString(pattern.takeError()));
  }
  return ready;
}

} // namespace

namespace {

/// Clang's driver makes include folders of them.
void forgetIncludeVariables() {
  for (const char *name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    unsetenv(name);
}

Expected<std::vector<FileAnalysis>> analyse(const Options &options,
                                            const std::function<void(const Progress &)> &progress,
                                            KeptResults *kept) {
  if (options.hermetic)
    forgetIncludeVariables();
  auto toolkit =
      findToolkit(options.hermetic ? options.cudaPath.value_or("none") : options.cudaPath);
  if (!toolkit)
    return tl::unexpected(toolkit.error());
  auto commands = CompileCommands::create(options, *toolkit, currentDirectory());
  if (!commands)
    return tl::unexpected(commands.error());
  auto selection = FileSelection::create(
      {FilePatterns{options.exclude, {}}, options.excludeBesides}, options.include);
  if (!selection)
    return tl::unexpected(selection.error());
  auto settings = readySettings(options);
  if (!settings)
    return tl::unexpected(settings.error());
  return Run(options, std::move(*commands), std::move(*selection), std::move(*settings),
             toolkit->has_value(), resultCache(options), kept, progress)
      .run();
}

} // namespace

Expected<std::vector<FileAnalysis>> analyse(const Options &options,
                                            const std::function<void(const Progress &)> &progress) {
  return analyse(options, progress, nullptr);
}

Expected<std::vector<FileAnalysis>>
analyseAndKeep(const Options &options, const std::function<void(const Progress &)> &progress,
               KeptResults &kept) {
  kept.program = programIdentity();
  return analyse(options, progress, &kept);
}

Expected<void> takeOver(const Options &options, const KeptResults &kept) {
  if (kept.program != programIdentity())
    return makeError("it is of another build of warplint");
  auto cache = Cache::open(options.cacheFolder.value_or(""));
  if (!cache)
    return tl::unexpected(cache.error());
  for (const auto &[name, text] : kept.entries)
    if (!ResultCache::isName(name)) // a path that leads elsewhere, say
      return makeError("`" + name + "` is no name of a result");
  for (const auto &[name, text] : kept.entries)
    cache->write(name, text);
  return {};
}

} // namespace warplint::frontend
