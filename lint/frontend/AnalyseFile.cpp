//===- AnalyseFile.cpp -----------------------------------------*- C++ -*-===//
#include "lint/frontend/AnalyseFile.h"
#include "lint/frontend/CommentNotes.h"

#include "lint/compute/Compute.h"
#include "lint/evidence/Json.h"
#include "lint/frontend/BuildMacros.h"
#include "lint/frontend/Cures.h"
#include "lint/frontend/Damage.h"
#include "lint/frontend/DeviceFunctions.h"
#include "lint/frontend/HeaderTemplates.h"
#include "lint/frontend/KernelCache.h"
#include "lint/frontend/LineUses.h"
#include "lint/frontend/NvccCommand.h"
#include "lint/frontend/Parse.h"
#include "lint/frontend/Paths.h"
#include "lint/frontend/Preamble.h"
#include "lint/frontend/Prefix.h"
#include "lint/frontend/ResultCache.h"
#include "lint/frontend/SourceText.h"
#include "lint/frontend/UnseenCalls.h"
#include "lint/frontend/VirtualFiles.h"
#include "lint/frontend/Workers.h"
#include "lint/simt/Analysis.h"
#include "lint/simt/LeftOut.h"
#include "lint/usage/Features.h"

#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/Inclusions/StandardLibrary.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <ctime>
#include <set>

namespace warplint::frontend {
namespace {

/// How a file is read in one try.
struct Reading {
  std::string standard;
  bool implicitHostDeviceTemplates = false;
  bool unknownParameters = false;  ///< of types that nothing declares, which stand for nothing
  bool narrowPointerCasts = false; ///< `(unsigned)pointer`, a warning for nvcc
  bool lateTemplates = false;      ///< bodies of templates are read where all is declared
  bool asNvcc = true;              ///< where a file knows of no other compiler of CUDA
  bool asExtension = false;        ///< of PyTorch, with the macros that it is compiled with
  std::vector<std::string> defines;
  std::set<std::string>
      standardHeaders; ///< "<tuple>": of names that no header that was found brings
  std::map<std::string, std::string> texts; ///< absolute path → contents in place of those on disk
  StandIns standIns;
  std::set<std::string> kernelMacros;            ///< to stand for `static __global__ void`
  std::map<std::string, BuildMacro> buildMacros; ///< that nothing else defines
  std::optional<BuildHeader> buildHeader;        ///< that a build reads before the file
  /// Nor these, which stand before types: as `EXPORT int f();`. What is put in their place.
  std::map<std::string, std::string> specifiers;
  std::map<std::string, LoopMacro> loops; ///< nor these, which are to be loops over the grid
};

/// Of torch.utils.cpp_extension (COMMON_NVCC_FLAGS).
constexpr std::array macrosOfExtensions = {
    "__CUDA_NO_HALF_OPERATORS__", "__CUDA_NO_HALF_CONVERSIONS__",
    "__CUDA_NO_BFLOAT16_CONVERSIONS__", "__CUDA_NO_HALF2_OPERATORS__"};

std::string listed(llvm::ArrayRef<std::string> names, std::size_t most) {
  std::string text = llvm::join(names.take_front(most), ", ");
  if (names.size() > most)
    text += ", …";
  return text;
}

std::string counted(std::size_t count, llvm::StringRef one, llvm::StringRef many) {
  return std::to_string(count) + " " + (count == 1 ? one : many).str();
}

class FileAnalyser {
public:
  FileAnalyser(const FileTask &task, Dependencies *dependencies)
      : task_(task), dependencies_(dependencies), begin_(std::clock()) {}

  FileOutcome run() {
    outcome_.analysis.file = display(task_.path);
    Reading reading = firstReading();
    // Each round mends what the last one showed, or tries what may show more. Two cures seldom
    // uncover the need for a third; there are two options, and the best of all may be behind.
    constexpr unsigned rounds = 6;
    for (unsigned round = 0; round < rounds; ++round) {
      std::optional<Reading> next = attempt(reading, /*mayTry=*/round + 2 < rounds);
      if (!next)
        break;
      reading = std::move(*next);
    }
    return std::move(outcome_);
  }

private:
  Reading firstReading() const {
    Reading reading;
    reading.standard = task_.command.standard;
    if (task_.texts)
      for (const auto &[path, text] : *task_.texts)
        if (isProject(path)) // others may be in a preamble, which other runs use
          reading.texts.emplace(path, text);
    if (task_.index) // without one, nobody is to look around
      for (MacroInComments &macro : macrosInCommentsOf(task_.path, task_.texts))
        if (macro.always && !isDefinedByCommand(macro.name))
          reading.buildMacros.try_emplace(std::move(macro.name), std::move(macro.value),
                                          task_.path);
    return reading;
  }

  bool isDefinedByCommand(llvm::StringRef macro) const {
    const llvm::StringRef defines = task_.command.defines;
    const std::string begin = ("#define " + macro).str();
    for (std::size_t at = defines.find(begin); at != llvm::StringRef::npos;
         at = defines.find(begin, at + 1)) {
      const llvm::StringRef behind = defines.substr(at + begin.size());
      if (behind.empty() || !clang::isAsciiIdentifierContinue(behind.front()))
        return true;
    }
    return false;
  }

  // In processor time, so that a busy machine changes no result. Another try takes as long as the
  // longest yet, and so does going back to the best one, for which there is always time then.
  bool hasTime() const { return elapsed() + 2 * longestParse_ < task_.patience; }

  std::chrono::milliseconds elapsed() const { return milliseconds(std::clock() - begin_); }

  static std::chrono::milliseconds milliseconds(std::clock_t time) {
    return std::chrono::milliseconds(1000 * time / CLOCKS_PER_SEC);
  }

  /// Parses; then either runs the analysis and returns nothing, or says how to read it instead.
  std::optional<Reading> attempt(const Reading &reading, bool mayTry) {
    std::optional<Reading> next;
    ++outcome_.readings;
    ParseRequest how = request(reading);
    if (!reading.lateTemplates)
      addPreamble(how);
    const std::chrono::milliseconds parseBegin = elapsed();
    bool cameTooEarly = false;
    const auto use = [&](ParsedUnit &unit) {
      const bool misfits = unit.misfitsPreamble();
      if (misfits && !how.wantedPreamble.empty())
        preambles().want(how.wantedPreamble);
      cameTooEarly = misfits || (how.begunBefore() && llvm::any_of(unit.errors, isOfEarlyInstance));
      if (cameTooEarly)
        return;
      longestParse_ = std::max(longestParse_, elapsed() - parseBegin);
      Damage damage = assess(
          unit, [this](const std::string &path) { return isProject(path); },
          [this](llvm::StringRef path) { return display(path); }, task_.command.directory,
          marksOf(reading));
      if (!settled_ && !unit.instantiationsCutAt)
        next = better(reading, unit, damage, mayTry && hasTime());
      if (!next) {
        finish(unit, damage, reading);
        for (const std::string &macro : reading.kernelMacros)
          outcome_.analysis.notes.push_back("nothing defines `" + macro +
                                            "`: taken for `static __global__ void`");
        for (const auto &[macro, text] : reading.specifiers)
          outcome_.analysis.notes.push_back(
              "nothing defines `" + macro +
              (llvm::StringRef(macro).contains('(') || text == "__restrict__"
                   ? "`: "
                   : "`, which stands before a type: ") +
              (text.empty()                     ? "left out"
               : text == simt::unknownStatement ? "taken for a statement that may be a barrier"
                                                : "taken for `" + text + "`"));
        for (const auto &[macro, loop] : reading.loops)
          outcome_.analysis.notes.push_back("nothing defines `" + macro +
                                            "`: taken for a loop over all threads of the grid");
        if (reading.asExtension)
          outcome_.analysis.notes.emplace_back(
              "read with the macros that PyTorch compiles extensions with: " +
              llvm::join(macrosOfExtensions, ", "));
        if (reading.unknownParameters)
          outcome_.analysis.notes.emplace_back(
              "parameters of types that no header at hand declares are left out of the analysis");
        for (const auto &[macro, build] : reading.buildMacros)
          outcome_.analysis.notes.push_back(
              "`" + macro + "` is taken to be " + build.value +
              (build.path == task_.path ? ", the first value that a comment in the file gives it"
                                        : ", as in " + display(build.path)));
        if (reading.buildHeader)
          outcome_.analysis.notes.push_back(display(reading.buildHeader->header) +
                                            " is read before it, as in " +
                                            display(reading.buildHeader->path));
        restoreNames(reading);
      }
    };
    auto parsed = parse(how, use);
    // Another run may have just removed what it would read.
    if (how.begunBefore() && (!parsed || cameTooEarly)) {
      how = request(reading);
      parsed = parse(how, use);
    }
    if (!parsed) {
      outcome_.analysis.status = FileStatus::Failed;
      outcome_.analysis.notes.push_back(parsed.error().message);
    }
    return next;
  }

  /// A specialisation for what a precompiled header has instantiated with its headers (see
  /// EarlyInstances), which without one the file would come first with.
  static bool isOfEarlyInstance(const ParseError &error) {
    return error.id == clang::diag::err_specialization_after_instantiation;
  }

  /// The time it takes to make one is not this file's, and changes no result.
  void addPreamble(ParseRequest &request) {
    if (!task_.preambles)
      return;
    const std::clock_t begin = std::clock();
    preambles().addTo(request);
    begin_ += std::clock() - begin;
  }

  Preambles preambles() const {
    return {*task_.preambles, [this](const std::string &path) { return isProject(path); },
            task_.root + "\n" + task_.scope, task_.makesPrefixes};
  }

  ParseRequest request(const Reading &reading) const {
    ParseRequest request;
    request.file = task_.path;
    request.directory = task_.command.directory;
    request.arguments = task_.command.arguments;
    request.arguments.push_back("-std=" + reading.standard);
    request.lastFolders = task_.command.guessedFolders;
    if (reading.implicitHostDeviceTemplates)
      request.arguments.emplace_back("-foffload-implicit-host-device-templates");
    if (reading.narrowPointerCasts)
      request.arguments.emplace_back("-fms-extensions");
    if (reading.lateTemplates)
      request.arguments.emplace_back("-fdelayed-template-parsing");
    request.replacedFiles.assign(reading.texts.begin(), reading.texts.end());
    std::string defines;
    for (const std::string &header : reading.standardHeaders)
      defines.append("#if __has_include(")
          .append(header)
          .append(")\n#include ")
          .append(header)
          .append("\n#endif\n");
    defines += task_.command.defines;
    if (reading.asNvcc)
      defines += ("#define " + anyNvcc + " 1\n").str();
    for (const std::string &macro : reading.defines)
      defines += "#define " + macro + " 1\n";
    if (reading.asExtension)
      for (const char *macro : macrosOfExtensions)
        defines.append("#define ").append(macro).append("\n");
    for (const std::string &macro : reading.kernelMacros)
      defines += "#define " + macro + " static __global__ void\n";
    for (const auto &[macro, text] : reading.specifiers)
      defines.append("#define ").append(macro).append(" ").append(text).append("\n");
    if (!reading.loops.empty())
      for (const char *axis : {"X x", "Y y", "Z z"})
        defines.append(("#define " + axisOfLoop + axis + "\n").str());
    for (const auto &[macro, loop] : reading.loops)
      defines.append("#define " + loop.signature + " " + loop.text + "\n");
    for (const auto &[macro, build] : reading.buildMacros)
      defines.append("#define ").append(macro).append(" ").append(build.value).append("\n");
    if (reading.buildHeader)
      defines.append("#include \"" + reading.buildHeader->header + "\"\n");
    for (const StandIn &standIn : reading.standIns)
      defines.append("#define ").append(standIn.macro + " ").append(standIn.text).append("\n");
    request.replacedFiles.emplace_back(virtualDefinesFile, std::move(defines));
    request.findInclude = [this](llvm::StringRef name, llvm::StringRef includer) {
      return find(name, absolutePath(includer, task_.command.directory));
    };
    request.mend = [this, asNvcc = reading.asNvcc](llvm::StringRef path, llvm::StringRef text) {
      return mended(path, text, asNvcc);
    };
    request.dependencies = dependencies_;
    request.isProject = [this](const std::string &path) { return isProject(path); };
    request.kernelInstantiations = simt::maxInstantiations;
    request.kernelKinds = simt::maxKinds;
    request.patience = task_.instantiationTime;
    return request;
  }

  /// What is cured before it is parsed.
  std::optional<std::string> mended(llvm::StringRef path, llvm::StringRef text, bool asNvcc) const {
    std::vector<TextEdit> edits = assignmentsFromRaw(path, text);
    llvm::append_range(edits, allocationOfClang(path, text));
    if (!edits.empty())
      return applyEdits(text, std::move(edits));
    if (!isProject(absolutePath(path, task_.command.directory)))
      return std::nullopt;
    // The others look at what this one has turned round.
    edits = expectedAlignas(text);
    const bool isTurned = !edits.empty();
    std::string turned;
    if (isTurned) {
      turned = applyEdits(text, std::move(edits));
      text = turned;
    }
    edits = launchesTakenApart(text);
    llvm::append_range(edits, hostConsteval(text));
    llvm::append_range(edits, linkageWithoutBlank(text));
    llvm::append_range(edits, includesOfWindows(text));
    llvm::append_range(edits, pragmasInMacros(text));
    if (asNvcc)
      llvm::append_range(edits, conditionsOfNvccAlone(text));
    if (task_.toolkit) // in the built-in model these classes have no constructors
      llvm::append_range(edits, expectedSharedObjects(text));
    if (edits.empty())
      return isTurned ? std::optional(std::move(turned)) : std::nullopt;
    return applyEdits(text, std::move(edits));
  }

  /// What the index of the project's headers says; remembered with the result.
  std::optional<std::string> inProject(llvm::StringRef name, const std::string &includer) const {
    if (!task_.index)
      return std::nullopt;
    auto found = task_.index->find(name, includer);
    if (dependencies_)
      dependencies_->addLookup(name.str(), includer, found.value_or(""));
    return found;
  }

  std::optional<std::string> find(llvm::StringRef name, const std::string &includer) const {
    auto found = inProject(name, includer);
    if (found && madeOfTemplate(*found).empty())
      return found;
    auto standIn = carried(name, includer);
    return standIn ? standIn : found;
  }

  /// A header that stands for one that is not at hand. All of PyTorch's are one, which would meet
  /// the true ones where some of them are there: in a checkout of PyTorch, others are generated.
  /// So are all of OpenCV's.
  std::optional<std::string> carried(llvm::StringRef name, const std::string &includer) const {
    const bool ofPyTorch =
        llvm::any_of(std::array{"torch/", "ATen/", "c10/", "THC/"},
                     [&](const char *folder) { return name.starts_with(folder); });
    const bool ofOpenCV = name.starts_with("opencv2/");
    // However it is reached: "../../common/inc/helper_math.h".
    const llvm::StringRef ofSamples =
        llvm::StringSwitch<llvm::StringRef>(llvm::sys::path::filename(name))
            .Cases("helper_math.h", "cutil_math.h", "helper_math.h")
            .Cases("cutil.h", "cutil_inline.h", "cutil.h")
            .Default("");
    std::string path = !ofSamples.empty()
                           ? joinPath(virtualThirdPartyFolder, ("cuda_samples/" + ofSamples).str())
                           : joinPath(virtualThirdPartyFolder, ofPyTorch  ? modelOfPyTorch(name)
                                                               : ofOpenCV ? "opencv2/model.h"
                                                                          : name);
    if (!isEmbedded(path) || (ofPyTorch && inProject("c10/util/Half.h", includer)) ||
        (ofOpenCV && inProject("opencv2/core/cuda_types.hpp", includer)))
      return std::nullopt;
    carried_.insert(libraryOf(name));
    return path;
  }

  /// By which of the two models: only some headers bring the helpers of warps, whose names are in
  /// no namespace.
  static llvm::StringRef modelOfPyTorch(llvm::StringRef header) {
    const bool ofOlder = header.starts_with("THC/") && header.ends_with(".cuh") &&
                         !header.contains("Atomics") && !header.contains("Numerics");
    const bool bringsHelpers =
        ofOlder || header.starts_with("ATen/native/cuda/") ||
        llvm::any_of(std::array{"DeviceUtils", "ScanUtils", "SortUtils", "SharedReduceOps"},
                     [&](const char *name) { return header.contains(name); });
    return bringsHelpers ? "torch/device_model.h" : "torch/model.h";
  }

  /// Whose header it is that is carried.
  static std::string libraryOf(llvm::StringRef header) {
    return llvm::StringSwitch<std::string>(header)
        .StartsWith("catch", "Catch2")
        .StartsWith("gtest", "GoogleTest")
        .StartsWith("nvbench", "nvbench")
        .StartsWith("opencv2", "OpenCV")
        .StartsWith("DirectXMath", "DirectXMath")
        .StartsWith("hip/", "HIP")
        .EndsWith("helper_math.h", "cuda-samples")
        .EndsWith("cutil_math.h", "cuda-samples")
        .EndsWith("cutil.h", "cuda-samples")
        .EndsWith("cutil_inline.h", "cuda-samples")
        .Default("PyTorch");
  }

  static std::set<std::string> marksOf(const Reading &reading) {
    std::set<std::string> marks = reading.kernelMacros;
    for (const auto &[macro, text] : reading.specifiers)
      if (llvm::StringRef(text).starts_with(kernelSpecifier))
        marks.insert(llvm::StringRef(macro).split('(').first.str());
    return marks;
  }

  /// A reading that may show more than this one; nothing if none is left to try. Keeps track of
  /// the best so far, and goes back to it when tries made things worse.
  std::optional<Reading> better(const Reading &reading, ParsedUnit &unit, const Damage &damage,
                                bool mayTry) {
    Damage::Badness badness = damage.badness();
    // A kernel that is not seen at all hides what errors there are in it and in what it calls.
    constexpr std::size_t unseen = 100;
    badness.lost += unseen * llvm::count_if(damage.errors, [&](const ParseError &error) {
                      return !macroOfKernel(error, unit.compiler.getSourceManager()).empty();
                    });
    // A launch of one kernel is not worth another one that is not seen any more.
    const bool losesKernels = mustImprove_ && badness.lost == bestBadness_.lost &&
                              badness.hidden == bestBadness_.hidden &&
                              damage.kernels < bestKernels_;
    const bool improved =
        !best_ ||
        (badness.hidden <= bestBadness_.hidden && !losesKernels &&
         (badness < bestBadness_ ||
          (switchedOn_ && (wholeKernels(damage) > bestWholeKernels_ ||
                           (bestOwnKernels_ == 0 && ownKernels(damage) > 0))) ||
          ((reading.unknownParameters || marksOf(reading).size() > marksOf(*best_).size()) &&
           ownKernels(damage) > bestOwnKernels_) ||
          (!mustImprove_ && badness == bestBadness_ && damage.kernels >= bestKernels_)));
    mustImprove_ = false;
    if (improved) {
      best_ = reading;
      bestBadness_ = badness;
      bestKernels_ = damage.kernels;
      bestOwnKernels_ = ownKernels(damage);
      bestWholeKernels_ = wholeKernels(damage);
      bestNeedsHeaders_ =
          !namesWordOfLaterStandard(damage) && followFromMissingHeaders(damage.harmful, unit);
      bestCallsOtherTarget_ =
          llvm::any_of(damage.harmful, [](const ParseError &error) { return error.ofOtherTarget; });
    }
    if (mayTry && improved) {
      namingsLeft_.clear();
      if (auto mended = withCures(reading, unit, damage))
        return mended;
    } else if (mayTry) {
      // Kernels that a macro has switched on may be of a later standard.
      if (std::exchange(switchedOn_, false) && wantsNewestStandard(reading, damage)) {
        mustImprove_ = true;
        return withNewestStandard(reading);
      }
      if (auto other = nextNaming(*best_))
        return other;
    }
    if (mayTry)
      if (auto other = nextOption())
        return other;
    if (improved)
      return std::nullopt;
    settled_ = true;
    return best_;
  }

  unsigned ownKernels(const Damage &damage) const {
    const auto own = damage.shares.find(task_.path);
    return own == damage.shares.end() ? 0 : own->second.kernels;
  }

  /// Kernels of the file itself without an error, at least: what a header lacks is another matter.
  unsigned wholeKernels(const Damage &damage) const {
    const unsigned kernels = ownKernels(damage);
    return kernels - std::min(kernels, damage.damagedInFile);
  }

  bool defineAsBuild(const std::string &macro, Reading &reading) const {
    if (!task_.index ||
        reading.buildMacros.contains(macro)) // without one, nobody is to look around
      return false;
    auto found = macroOfBuild(task_.path, task_.root, macro, task_.texts, dependencies_);
    return found && reading.buildMacros.emplace(macro, std::move(*found)).second;
  }

  std::optional<Reading> withCures(const Reading &reading, ParsedUnit &unit, const Damage &damage) {
    Reading mended = reading;
    // A header of the project says what marks kernels, if it is included.
    if (!triedMacros_ && ownKernels(damage) == 0 && !damage.markingMacros.empty()) {
      triedMacros_ = switchedOn_ = true;
      llvm::append_range(mended.defines, damage.markingMacros);
      return mended;
    }
    for (const ParseError &error : damage.errors)
      if (const std::string macro = macroOfKernel(error, unit.compiler.getSourceManager());
          !macro.empty())
        mended.kernelMacros.insert(macro);
    // Without these kernels their launches look wrong, too.
    if (mended.kernelMacros != reading.kernelMacros)
      return mended;
    // Whoever writes `concept` has a build that says so; most of the other errors follow from it.
    if (wantsNewestStandard(mended, damage))
      return withNewestStandard(mended);
    // So do they from what a build reads first.
    if (!triedBuildHeader_ && task_.index && !task_.command.isOfBuild &&
        llvm::any_of(damage.harmful,
                     [](const ParseError &error) { return !missingName(error).empty(); })) {
      triedBuildHeader_ = true;
      mended.buildHeader = headerOfBuild(task_.path, task_.root, task_.index, dependencies_);
      mustImprove_ = mended.buildHeader.has_value();
      if (mustImprove_)
        return mended;
    }
    bool changed = addSpecifiers(mended, unit, damage);
    changed |= addLoops(mended, unit, damage);
    // The same of these.
    const auto kernelsBy = [](const Reading &one) {
      return llvm::count_if(one.specifiers, [](const auto &macro) {
        return llvm::StringRef(macro.second).starts_with(kernelSpecifier);
      });
    };
    if (kernelsBy(mended) != kernelsBy(reading))
      return mended;
    changed |= applyTextCures(mended, unit);
    for (const std::string &macro : damage.undefinedMacros)
      changed |= defineAsBuild(macro, mended);
    if (llvm::any_of(damage.errors, missesWrappedThrust))
      changed |= defineAsBuild("THRUST_CUB_WRAPPED_NAMESPACE", mended);
    if (constexpr const char *prefixed = "CATCH_CONFIG_PREFIX_ALL";
        !damage.errors.empty() && !llvm::is_contained(mended.defines, prefixed) &&
        missesPrefixOfCatch(unit.compiler.getPreprocessor())) {
      mended.defines.push_back(prefixed);
      changed = true;
    }
    // What only the host's code lacks is worth no other pass, but where it launches something.
    const auto includeHeader = [&](const std::string &header) {
      changed |= !header.empty() && mended.standardHeaders.insert(header).second;
    };
    const auto include = [&](const ParseError &error) {
      includeHeader(headerOfMissingStandardName(error));
    };
    llvm::for_each(damage.harmful, include);
    for (const ParseError &error : damage.errors) {
      if (damage.unusedTemplates > 0 || launches(unit) || launches(unit, error.location))
        include(error);
      if (!damage.harmful.empty())
        includeHeader(headerReadByNvcc(error, unit));
    }
    // Kernels that were never wanted stay away; but a file of which nothing is seen is of no use.
    const auto own = damage.shares.find(task_.path);
    if (!triedMacros_ && (own == damage.shares.end() || own->second.kernels == 0)) {
      const auto &macros =
          damage.kernels == 0 ? damage.enablingMacros : damage.enablingMacrosOfFile;
      triedMacros_ = !macros.empty();
      switchedOn_ = triedMacros_;
      changed |= triedMacros_;
      llvm::append_range(mended.defines, macros);
    }
    // Code that asks for more than the command defines, where another form of it does not.
    if (!triedDisabling_ && !damage.disablingMacros.empty()) {
      triedDisabling_ = true;
      llvm::append_range(mended.defines, damage.disablingMacros);
      changed = true;
    }
    // What a build defines is no guess, but may be for another of its variants.
    if (!changed) {
      for (const std::set<std::string> &macros : damage.namingMacros)
        for (const std::string &macro : macros)
          changed |= asked_.insert(macro).second && defineAsBuild(macro, mended);
      if (changed)
        namingsLeft_ = damage.namingMacros;
    }
    // Nor is it where nothing is named that code which is switched off has: a specialisation.
    if (!changed && !damage.optionalMacros.empty() && !task_.command.isOfBuild &&
        !followFromMissingHeaders(damage.harmful, unit)) {
      for (const std::string &macro : damage.optionalMacros) {
        if (!asked_.insert(macro).second)
          continue;
        changed |= defineAsBuild(macro, mended);
        if (saysThatItIsCuda(macro) && !mended.buildMacros.contains(macro)) {
          mended.defines.push_back(macro);
          changed = true;
        }
      }
      mustImprove_ = mustImprove_ || changed;
    }
    // Such a name may stand there by chance.
    if (namings_ < mostNamings && !changed && !damage.namingMacros.empty()) {
      ++namings_;
      namingsLeft_ = damage.namingMacros;
      mended = *nextNaming(mended);
      changed = true;
    }
    // What is there for nvcc may be more than Clang can do.
    if (mended.asNvcc && !changed && damage.asksForAnyNvcc) {
      mustImprove_ = true;
      mended.asNvcc = false;
      changed = true;
    }
    // Clang is not nvcc, which headers of CUDA's rely on; others mean any compiler of CUDA.
    if (!triedCompiler_ && !changed && !damage.filesThatAskForNvcc.empty()) {
      triedCompiler_ = true;
      mustImprove_ = true;
      askForCuda(mended, unit, damage.filesThatAskForNvcc);
      changed = true;
    }
    // Kernels that are compiled as the program runs; those that this file launches are not.
    if (!triedRuntimeCompiler_ && !changed && damage.asksForRuntimeCompiler && !launches(unit)) {
      triedRuntimeCompiler_ = true;
      mustImprove_ = true;
      mended.defines.push_back(runtimeCompilerMacro.str());
      changed = true;
    }
    // What PyTorch's numbers may be taken for is ambiguous with all that CUDA's own can do.
    if (!triedExtension_ && !changed && llvm::any_of(damage.harmful, isOfSmallFloats) &&
        mayBeExtension(unit)) {
      triedExtension_ = true;
      mustImprove_ = true;
      mended.asExtension = true;
      changed = true;
    }
    // nvcc looks for operators and functions once more where a template is instantiated.
    if (!triedLateTemplates_ && !changed &&
        llvm::any_of(damage.harmful, [&](const ParseError &error) {
          return error.id == clang::diag::err_not_found_by_two_phase_lookup ||
                 isDeclaredLater(error, unit);
        })) {
      triedLateTemplates_ = true;
      mustImprove_ = true;
      mended.lateTemplates = true;
      changed = true;
    }
    if (!mended.narrowPointerCasts && llvm::any_of(damage.errors, [](const ParseError &error) {
          return error.id == clang::diag::err_bad_reinterpret_cast_small_int;
        })) {
      mended.narrowPointerCasts = true;
      changed = true;
    }
    // Of a function that is not understood at its first such parameter, the next ones come to light
    // then.
    constexpr unsigned mostRounds = 2;
    if (parameterRounds_ < mostRounds && !changed && !unit.missingIncludes.empty() &&
        (!damage.harmful.empty() || !damage.lostKernels.empty())) {
      ++parameterRounds_;
      changed = applyTextCures(mended, unit, editsForUnknownTypes);
      mended.unknownParameters = mended.unknownParameters || changed;
      mustImprove_ = changed;
    }
    return changed ? std::optional(std::move(mended)) : std::nullopt;
  }

  /// Has it to do with numbers of 16 bits, or with several functions that would do?
  static bool isOfSmallFloats(const ParseError &error) {
    const llvm::StringRef message = error.message;
    return llvm::any_of(std::array{"ambiguous", "half", "Half", "bfloat16", "BFloat16"},
                        [&](const char *word) { return message.contains(word); });
  }

  /// Are PyTorch's headers read, or what stands in for them, and no build says by which command?
  bool mayBeExtension(ParsedUnit &unit) const {
    clang::Preprocessor &preprocessor = unit.compiler.getPreprocessor();
    return !task_.command.isOfBuild && preprocessor.isMacroDefined("C10_HOST_DEVICE") &&
           llvm::none_of(macrosOfExtensions,
                         [&](llvm::StringRef macro) { return preprocessor.isMacroDefined(macro); });
  }

  std::optional<Reading> nextNaming(const Reading &reading) {
    if (namingsLeft_.empty())
      return std::nullopt;
    Reading named = reading;
    llvm::append_range(named.defines, namingsLeft_.front());
    namingsLeft_.erase(namingsLeft_.begin());
    mustImprove_ = true;
    return named;
  }

  static bool launches(ParsedUnit &unit) {
    const clang::SourceManager &sources = unit.compiler.getSourceManager();
    return launches(unit, sources.getLocForStartOfFile(sources.getMainFileID()));
  }

  /// Is there a launch in the file that the place is in?
  static bool launches(ParsedUnit &unit, clang::SourceLocation place) {
    const clang::SourceManager &sources = unit.compiler.getSourceManager();
    const auto text =
        place.isValid() ? sources.getBufferDataOrNone(sources.getFileID(place)) : std::nullopt;
    return text && text->contains("<<<");
  }

  void askForCuda(Reading &reading, ParsedUnit &unit, const std::set<std::string> &files) const {
    clang::SourceManager &sources = unit.compiler.getSourceManager();
    for (const std::string &path : files) {
      const auto entry = sources.getFileManager().getOptionalFileRef(path);
      const auto buffer = entry ? sources.getMemoryBufferForFileOrNone(*entry) : std::nullopt;
      if (buffer)
        reading.texts[path] =
            applyEdits(buffer->getBuffer(), conditionsOnNvcc(buffer->getBuffer()));
    }
  }

  /// Options that cure some files and harm others: tried one by one on files that need it.
  /// The last reading may have been a try that brought errors of its own.
  std::optional<Reading> nextOption() {
    if (bestBadness_.lost == 0)
      optionsLeft_ = 0;
    while (optionsLeft_ > 0) {
      Reading next = *best_;
      if (optionsLeft_-- == 2) {
        if (!bestCallsOtherTarget_)
          continue;
        next.implicitHostDeviceTemplates = true;
        return next;
      }
      if (!task_.command.standardIsDefault || next.standard == newestStandard || bestNeedsHeaders_)
        continue;
      next.standard = newestStandard;
      return next;
    }
    return std::nullopt;
  }

  bool wantsNewestStandard(const Reading &reading, const Damage &damage) const {
    return task_.command.standardIsDefault && reading.standard != newestStandard &&
           namesWordOfLaterStandard(damage);
  }

  static Reading withNewestStandard(Reading reading) {
    reading.standard = newestStandard;
    return reading;
  }

  /// `concept` and its like, wherever: what stands behind it is lost to all who use it.
  static bool namesWordOfLaterStandard(const Damage &damage) {
    clang::LangOptions later;
    later.CPlusPlus = later.CPlusPlus11 = later.CPlusPlus14 = later.CPlusPlus17 =
        later.CPlusPlus20 = later.Char8 = later.Coroutines = true;
    clang::IdentifierTable words(later);
    return llvm::any_of(damage.errors, [&](const ParseError &error) {
      const llvm::StringRef name = missingName(error);
      return !name.empty() && words.get(name).isKeyword(later);
    });
  }

  /// A function that is declared behind a template which calls it?
  static bool isDeclaredLater(const ParseError &error, ParsedUnit &unit) {
    const llvm::StringRef name = missingName(error);
    const clang::ASTContext &context = unit.compiler.getASTContext();
    const clang::SourceManager &sources = unit.compiler.getSourceManager();
    if (name.empty() || error.location.isInvalid())
      return false;
    return llvm::any_of(context.getTranslationUnitDecl()->lookup(&context.Idents.get(name)),
                        [&](const clang::NamedDecl *found) {
                          return found->getAsFunction() &&
                                 sources.isBeforeInTranslationUnit(error.location,
                                                                   found->getLocation());
                        });
  }

  /// `RAFT_KERNEL f(int *out) {…}`, where the header is not at hand that defines it: libraries have
  /// such macros for `static __global__ void`, all named alike. Empty if that is not the error.
  static std::string macroOfKernel(const ParseError &error, const clang::SourceManager &sources) {
    llvm::StringRef name = error.message;
    const bool isMacro = error.id == clang::diag::err_unknown_typename &&
                         name.consume_front("unknown type name '") && name.consume_back("'") &&
                         name.ends_with("_KERNEL") && name.upper() == name;
    if (!isMacro)
      return "";
    // `LIBRARY_KERNEL void f(int *out)`: it is the word alone.
    const auto next = clang::Lexer::findNextToken(error.location, sources, clang::LangOptions());
    return next && next->is(clang::tok::raw_identifier) && next->getRawIdentifier() == "void"
               ? ""
               : name.str();
  }

  /// `LIBRARY_EXPORT int f();`, where the header is not at hand that defines what stands before the
  /// type: it says who may use the function, mostly. False if none of what is lost hangs on one.
  bool addSpecifiers(Reading &reading, ParsedUnit &unit, const Damage &damage) const {
    std::map<std::string, std::string> macros; // and what is put in their place
    bool isHarmful = false;
    const clang::SourceManager &sources = unit.compiler.getSourceManager();
    for (const ParseError &error : damage.errors) {
      if (auto [call, meaning] = kernelByCall(error, unit); !call.empty()) {
        isHarmful = true;
        macros.try_emplace(std::move(call), std::move(meaning));
      }
      std::string macro = macroBeforeType(error, sources);
      if (macro.empty())
        macro = macroBehindStar(error, unit.compiler);
      if (macro.empty())
        continue;
      // Where a member is used that is lost with its declaration, the error is the same.
      isHarmful = isHarmful || llvm::any_of(damage.harmful, [&](const ParseError &harm) {
                    return harm.id == error.id && harm.message == error.message;
                  });
      std::string meaning = meaningOfSpecifier(macro);
      isHarmful = isHarmful || meaning == kernelSpecifier; // a kernel is lost, whoever calls it
      if (meaning.empty() && isStatement(macro, error.location, sources))
        meaning = simt::unknownStatement;
      const auto [known, isNew] = macros.try_emplace(macro, meaning);
      if (!isNew && known->second != meaning) // in one place at least it is none
        known->second.clear();
    }
    if (!isHarmful)
      return false;
    bool changed = false;
    for (const auto &[macro, meaning] : macros)
      changed |=
          defineAsBuild(macro, reading) || (!reading.buildMacros.contains(macro) &&
                                            reading.specifiers.emplace(macro, meaning).second);
    return changed;
  }

  /// `CUDA_KERNEL_LOOP(i, n) {`, where the header is not at hand that defines it.
  static bool addLoops(Reading &reading, ParsedUnit &unit, const Damage &damage) {
    bool changed = false;
    const clang::SourceManager &sources = unit.compiler.getSourceManager();
    for (const ParseError &error : damage.errors) {
      if (error.id != clang::diag::err_undeclared_var_use &&
          error.id != clang::diag::err_undeclared_var_use_suggest)
        continue;
      const auto [file, offset] = sources.getDecomposedLoc(error.location);
      const auto text = sources.getBufferDataOrNone(file);
      auto loop = text ? loopOverGrid(*text, offset) : std::nullopt;
      changed |= loop && !unit.compiler.getPreprocessor().isMacroDefined(loop->name) &&
                 reading.loops.emplace(loop->name, *loop).second;
    }
    return changed;
  }

  /// `BLOCK_SYNC` on a line of its own behind a statement, or by its name: no specifier of what
  /// comes after it. Where it is one for all that, an empty declaration does no harm.
  static bool isStatement(llvm::StringRef macro, clang::SourceLocation place,
                          const clang::SourceManager &sources) {
    const auto [file, offset] = sources.getDecomposedLoc(place);
    const auto text = sources.getBufferDataOrNone(file);
    if (!text)
      return false;
    const llvm::StringRef before = text->take_front(offset).rtrim();
    if (!before.empty() && !llvm::is_contained({';', '{', '}'}, before.back()))
      return false;
    if (llvm::any_of(std::array{"SYNC", "BARRIER", "FENCE", "WAIT"},
                     [&](const char *word) { return macro.contains(word); }))
      return true;
    const auto line = [](llvm::StringRef all, bool isLast) {
      const std::size_t end = isLast ? all.rfind('\n') : all.find('\n');
      return (isLast ? all.substr(end + 1) : all.take_front(end)).trim();
    };
    return line(text->take_front(offset), true).empty() &&
           line(text->substr(offset + macro.size()), false).empty();
  }

  static constexpr const char *kernelSpecifier = "__global__";

  /// `KERNEL(void) f(int *out) {…}`, `KERNEL(256) void f(int *out) {…}` and `KERNEL(f, int *out)
  /// {…}`: the macro with its parameters, and what it is taken for. Empty: that is not the error.
  static std::pair<std::string, std::string> kernelByCall(const ParseError &error,
                                                          ParsedUnit &unit) {
    const llvm::StringRef mark = unknownMark(error, unit);
    if (mark.empty() || error.id == clang::diag::err_unknown_typename)
      return {};
    const clang::SourceManager &sources = unit.compiler.getSourceManager();
    const llvm::StringRef text =
        sources.getBufferData(sources.getFileID(sources.getFileLoc(error.location)));
    const auto isWord = [](char c) { return clang::isAsciiIdentifierContinue(c); };
    const llvm::StringRef call = text.substr(mark.end() - text.begin()).ltrim().drop_front();
    std::size_t end = 0;
    for (unsigned depth = 1; end < call.size(); ++end) {
      depth += call[end] == '(';
      if (call[end] == ')' && --depth == 0)
        break;
    }
    const llvm::StringRef arguments = call.take_front(end).trim();
    const llvm::StringRef behind = call.substr(end + 1).ltrim();
    const llvm::StringRef first = arguments.take_while(isWord);
    if (behind.starts_with("{"))
      return first.empty() || (first != arguments &&
                               !arguments.drop_front(first.size()).ltrim().starts_with(","))
                 ? std::pair<std::string, std::string>()
                 : std::pair((mark + "(name, ...)").str(),
                             std::string(kernelSpecifier) + " void name(__VA_ARGS__)");
    const llvm::StringRef word = behind.take_while(isWord);
    if (word.empty())
      return {};
    const bool isName = behind.drop_front(word.size()).ltrim().starts_with("(");
    return {(mark + "(...)").str(),
            kernelSpecifier + std::string(isName && !first.empty() ? " __VA_ARGS__" : "")};
  }

  static std::string meaningOfSpecifier(llvm::StringRef macro) {
    if (macro.ends_with("GLOBAL") || macro.ends_with("_KERNEL"))
      return kernelSpecifier;
    // Of the device's own functions there may be some of the same name.
    if (macro.contains("DEVICE_ONLY"))
      return "__device__";
    if (macro.contains("DEVICE") || macro.contains("HOSTDEV") || macro.ends_with("_HD"))
      return "__host__ __device__";
    if (macro.contains("RESTRICT"))
      return "__restrict__";
    return macro.contains("INLINE") ? "inline" : "";
  }

  /// `T *RESTRICT x`, where the name is not known: Clang takes it for that of what is declared, and
  /// is at a loss at the next word; or it has taken the star for a sign. It may be what another
  /// macro stands for. Empty: that is not the error.
  static std::string macroBehindStar(const ParseError &error, clang::CompilerInstance &compiler) {
    switch (error.id) {
    case clang::diag::err_expected:
    case clang::diag::err_expected_semi_declaration:
    case clang::diag::err_expected_semi_decl_list:
    case clang::diag::err_expected_semi_after_expr:
    case clang::diag::err_undeclared_var_use:
    case clang::diag::err_undeclared_var_use_suggest:
      break;
    default:
      return {};
    }
    const clang::SourceManager &sources = compiler.getSourceManager();
    if (error.location.isInvalid())
      return {};
    auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(error.location));
    const auto text = sources.getBufferDataOrNone(file);
    if (!text)
      return {};
    const auto isWord = [](char c) { return clang::isAsciiIdentifierContinue(c); };
    if (!missingName(error).empty()) // the error is at the word itself
      offset += text->substr(offset).take_while(isWord).size();
    llvm::StringRef before = text->take_front(offset).rtrim();
    const llvm::StringRef behind = text->substr(before.size()).ltrim();
    std::size_t length = 0;
    while (length < before.size() && isWord(before[before.size() - 1 - length]))
      ++length;
    const llvm::StringRef word = before.take_back(length);
    before = before.drop_back(length).rtrim();
    if (before.consume_back("const"))
      before = before.rtrim();
    if (word.empty() || !(before.ends_with("*") || before.ends_with("&")) || behind.empty() ||
        !clang::isAsciiIdentifierStart(behind.front()))
      return {};
    clang::Preprocessor &preprocessor = compiler.getPreprocessor();
    const clang::IdentifierInfo *name = preprocessor.getIdentifierInfo(word);
    constexpr unsigned deepest = 4; // macros of macros
    for (unsigned depth = 0; depth < deepest; ++depth) {
      const clang::MacroInfo *macro = preprocessor.getMacroInfo(name);
      if (!macro)
        return isWrittenAsMacro(name->getName()) ? name->getName().str() : std::string();
      if (macro->getNumTokens() != 1 || !macro->getReplacementToken(0).getIdentifierInfo())
        return {};
      name = macro->getReplacementToken(0).getIdentifierInfo();
    }
    return {};
  }

  /// The name that is not known, if it is written as a macro and a declaration begins behind it.
  static std::string macroBeforeType(const ParseError &error, const clang::SourceManager &sources) {
    llvm::StringRef name = error.message;
    if (error.id != clang::diag::err_unknown_typename || error.location.isInvalid() ||
        !name.consume_front("unknown type name '") || !name.consume_back("'") ||
        !isWrittenAsMacro(name))
      return "";
    const clang::LangOptions plain;
    const auto behind = [&](clang::SourceLocation place) {
      const auto token = clang::Lexer::findNextToken(place, sources, plain);
      return token ? *token : clang::Token();
    };
    const clang::LangOptions cuda = [] {
      clang::LangOptions options;
      options.CPlusPlus = options.CPlusPlus11 = options.Bool = true;
      return options;
    }();
    clang::IdentifierTable words(cuda);
    const auto isWord = [](const clang::Token &token) {
      return token.is(clang::tok::raw_identifier);
    };
    clang::Token first = behind(error.location);
    // `REAL const *x`: what comes behind those tells.
    while (isWord(first) &&
           (first.getRawIdentifier() == "const" || first.getRawIdentifier() == "volatile"))
      first = behind(first.getLocation());
    if (!isWord(first))
      return "";
    // `UINT32 operator()`, or the name of what is of that type.
    const clang::IdentifierInfo &word = words.get(first.getRawIdentifier());
    if (word.isKeyword(cuda))
      return word.getTokenID() == clang::tok::kw_operator ? "" : name.str();
    const clang::Token second = behind(first.getLocation());
    return isWord(second) || second.isOneOf(clang::tok::star, clang::tok::amp) ? name.str() : "";
  }

  /// Thrust and CUB lie in a namespace of the program's own where its build says so.
  static bool missesWrappedThrust(const ParseError &error) {
    const llvm::StringRef message = error.message;
    return llvm::any_of(std::array{"'thrust'", "'cub'", "::thrust'", "::cub'"},
                        [&](const char *name) { return message.contains(name); });
  }

  /// The macros of Catch2, where its headers are at hand, bear a prefix if the build says so. True
  /// if the code uses a name with the prefix, and a macro of that name is there only without.
  static bool missesPrefixOfCatch(clang::Preprocessor &preprocessor) {
    llvm::SmallVector<llvm::StringRef> names; // looking one up may add to the table
    for (const auto &entry : preprocessor.getIdentifierTable())
      if (llvm::StringRef name = entry.first();
          name.consume_front("CATCH_") && !name.empty() && !entry.second->hasMacroDefinition())
        names.push_back(name);
    return llvm::any_of(names,
                        [&](llvm::StringRef name) { return preprocessor.isMacroDefined(name); });
  }

  /// The header of C that declares a name, of those whose names are nobody else's; or empty.
  static std::string headerOfC(llvm::StringRef name) {
    using namespace clang::tooling::stdlib;
    const auto symbol = Symbol::named("", name, Lang::C);
    const auto header = symbol ? symbol->header() : std::nullopt;
    return header && llvm::is_contained({"<assert.h>", "<float.h>", "<inttypes.h>", "<limits.h>",
                                         "<stddef.h>", "<stdint.h>", "<stdio.h>", "<string.h>"},
                                        header->name())
               ? header->name().str()
               : "";
  }

  /// The header that declares what was not found in namespace std or thrust, or of C; empty if that
  /// is not the error.
  static std::string headerOfMissingStandardName(const ParseError &error) {
    llvm::StringRef message = error.message;
    if (error.id == clang::diag::err_undeclared_var_use ||
        error.id == clang::diag::err_undeclared_var_use_suggest ||
        error.id == clang::diag::err_unknown_typename ||
        error.id == clang::diag::err_unknown_typename_suggest)
      return headerOfC(message.split('\'').second.split('\'').first);
    if (!message.consume_front("no "))
      return "";
    if (message.consume_back("' in namespace 'thrust'"))
      return headerOfThrust(message.split('\'').second);
    if (!message.consume_back("' in namespace 'std'"))
      return "";
    const auto symbol = clang::tooling::stdlib::Symbol::named("std::", message.split('\'').second);
    const auto header = symbol ? symbol->header() : std::nullopt;
    return header ? header->name().str() : "";
  }

  /// Of the headers that nvcc reads before a file, and the built-in model does not, the one that
  /// declares what was not found in namespace std, or without its name where that is in use.
  static std::string headerReadByNvcc(const ParseError &error, ParsedUnit &unit) {
    const llvm::StringRef name = missingName(error), message = error.message;
    if (name.empty())
      return "";
    const auto symbol = clang::tooling::stdlib::Symbol::named("std::", name);
    const auto header = symbol ? symbol->header() : std::nullopt;
    if (!header || !llvm::is_contained({"<type_traits>", "<utility>", "<limits>"}, header->name()))
      return "";
    if (message.contains("' in "))
      return message.ends_with("' in namespace 'std'") ? header->name().str() : "";
    const clang::SourceManager &sources = unit.compiler.getSourceManager();
    const auto text = sources.getBufferDataOrNone(sources.getFileID(error.location));
    const bool isInUse =
        (text && text->contains("using namespace std;")) ||
        llvm::any_of(unit.compiler.getASTContext().getTranslationUnitDecl()->using_directives(),
                     [](const clang::UsingDirectiveDecl *use) {
                       return use->getNominatedNamespace()->isStdNamespace();
                     });
    return isInUse ? header->name().str() : "";
  }

  /// Thrust's headers bring fewer others than they did. Most are named as what is in them.
  static std::string headerOfThrust(llvm::StringRef name) {
    const llvm::StringRef header =
        llvm::StringSwitch<llvm::StringRef>(name)
            .Case("make_pair", "pair")
            .Cases("make_tuple", "get", "tie", "tuple")
            .Cases("device", "host", "seq", "execution_policy")
            .Cases("plus", "minus", "multiplies", "maximum", "minimum", "functional")
            .Cases("less", "greater", "less_equal", "greater_equal", "functional")
            .Cases("raw_pointer_cast", "device_pointer_cast", "device_ptr")
            .Cases("copy_if", "copy_n", "copy")
            .Cases("stable_sort", "sort_by_key", "stable_sort_by_key", "sort")
            .Cases("inclusive_scan", "exclusive_scan", "scan")
            .Cases("min_element", "max_element", "minmax_element", "extrema")
            .Default(name);
    const bool isIterator = header.ends_with("_iterator");
    llvm::StringRef file = header;
    if (isIterator)
      file.consume_front("make_");
    return ("<thrust/" + llvm::Twine(isIterator ? "iterator/" : "") + file + ".h>").str();
  }

  bool applyTextCures(Reading &reading, ParsedUnit &unit) {
    return applyTextCures(reading, unit, editsFor);
  }

  using EditsFor = std::vector<TextEdit>(const ParseError &, llvm::StringRef, std::size_t,
                                         const clang::SourceManager &, Reading &);

  bool applyTextCures(Reading &reading, ParsedUnit &unit, EditsFor *editsFor) {
    const clang::SourceManager &sources = unit.compiler.getSourceManager();
    std::map<std::string, std::vector<TextEdit>> edits;
    std::map<std::string, llvm::StringRef> texts;
    const auto cure = [&](clang::SourceLocation place, auto editsAt) {
      if (place.isInvalid())
        return;
      const auto [file, offset] = sources.getDecomposedLoc(place);
      auto entry = sources.getFileEntryRefForID(file);
      auto text = sources.getBufferDataOrNone(file);
      if (!entry || !text)
        return;
      std::string path = absolutePath(entry->getName(), task_.command.directory);
      std::vector<TextEdit> found = editsAt(*text, offset);
      if (found.empty() || !isProject(path))
        return;
      texts.emplace(path, *text);
      llvm::append_range(edits[path], std::move(found));
    };
    std::set<clang::SourceLocation> declarations; // a header without guards is read twice
    const bool lacksFunctions = llvm::any_of(unit.errors, [](const ParseError &error) {
      return error.id == clang::diag::err_ovl_no_viable_function_in_call;
    });
    for (const ParseError &error : unit.errors) {
      // An instance for both sides that calls the host's functions, of which nvcc only warns: Clang
      // takes it for no function at all.
      if (lacksFunctions && error.id == clang::diag::err_ref_bad_target && !error.causes.empty() &&
          declarations.insert(error.causes.front()).second)
        cure(error.causes.front(), cureInstanceOfOtherTarget);
      // What a macro stands for is cured where that is written.
      const bool isInMacro = error.id == clang::diag::err_missing_dependent_template_keyword &&
                             error.written.isMacroID();
      const clang::SourceLocation place =
          isInMacro ? sources.getSpellingLoc(error.written) : error.location;
      cure(place, [&](llvm::StringRef text, std::size_t offset) {
        return editsFor(error, text, offset, sources, reading);
      });
      for (const clang::SourceLocation head : ofFewerSpaces(error, unit.compiler))
        if (declarations.insert(head).second)
          cure(head, [&](llvm::StringRef text, std::size_t offset) {
            return cureNarrowerSpace(text, offset, reading.standIns);
          });
      if (error.id == clang::diag::err_function_template_spec_no_match &&
          error.declaration.isValid() && error.written.isFileID() &&
          saysSpace("__device__", error.declaration, unit.compiler) &&
          declarations.insert(error.location).second)
        cure(error.location, [&](llvm::StringRef text, std::size_t offset) {
          const bool onBoth = saysSpace("__host__", error.declaration, unit.compiler);
          return cureFriendSpace(text, offset, onBoth ? "__host__ __device__" : "__device__");
        });
      if (error.declaration.isInvalid() || !isRunOnDevice(error, unit.compiler) ||
          !declarations.insert(error.declaration).second)
        continue;
      const bool onBoth = error.id == clang::diag::err_cuda_ovl_target;
      cure(error.declaration, [&](llvm::StringRef text, std::size_t offset) {
        return cureExecutionSpace(text, offset, onBoth ? "__host__ __device__" : "__device__");
      });
    }
    for (auto &[path, list] : edits)
      reading.texts[path] = applyEdits(texts[path], std::move(list));
    return !edits.empty();
  }

  /// A function that is declared as the host's, and as one of the device, too, where it is defined?
  static bool isRunOnDevice(const ParseError &error, clang::CompilerInstance &compiler) {
    const llvm::StringRef message = error.message;
    if (error.id == clang::diag::err_cuda_ovl_target)
      return message.starts_with("__host__ __device__") &&
             message.contains(" overload __host__ function");
    // A device function and the host's of the same name are two, of which the class has one.
    return error.id == clang::diag::err_member_decl_does_not_match &&
           saysDevice(error.location, compiler);
  }

  /// Of a function that is declared and defined for different ones of host and device, of which
  /// nvcc makes both: what says less. None: that is not the error.
  static std::vector<clang::SourceLocation> ofFewerSpaces(const ParseError &error,
                                                          clang::CompilerInstance &compiler) {
    const llvm::StringRef message = error.message;
    if (error.id == clang::diag::err_cuda_ovl_target) {
      if (message.contains(" overload __host__ __device__ function") &&
          !message.starts_with("__global__"))
        return {error.location};
      if (message.starts_with("__host__ __device__") &&
          message.contains(" overload __device__ function") && error.declaration.isValid())
        return {error.declaration};
      return {};
    }
    // The host's function and that of the device are two, of which the class has one.
    if (error.id == clang::diag::err_member_decl_does_not_match && error.declaration.isValid() &&
        saysDevice(error.declaration, compiler) && !saysDevice(error.location, compiler))
      return {error.location, error.declaration};
    return {};
  }

  /// Does the declaration that the name is of say so before it, by a macro perhaps?
  static bool saysDevice(clang::SourceLocation name, clang::CompilerInstance &compiler) {
    return saysSpace("__device__", name, compiler);
  }

  static bool saysSpace(llvm::StringRef space, clang::SourceLocation name,
                        clang::CompilerInstance &compiler) {
    const clang::SourceManager &sources = compiler.getSourceManager();
    const auto [file, offset] = sources.getDecomposedLoc(name);
    const auto text = sources.getBufferDataOrNone(file);
    if (!text)
      return false;
    llvm::StringRef before = text->take_front(offset);
    before = before.substr(before.find_last_of(";{}") + 1);
    while (!before.empty()) {
      before = before.drop_until([](char c) { return clang::isAsciiIdentifierStart(c); });
      const llvm::StringRef word =
          before.take_while([](char c) { return clang::isAsciiIdentifierContinue(c); });
      if (meansSpace(space, word, compiler.getPreprocessor()))
        return true;
      before = before.drop_front(word.size());
    }
    return false;
  }

  static bool meansSpace(llvm::StringRef space, llvm::StringRef word,
                         clang::Preprocessor &preprocessor, unsigned depth = 0) {
    constexpr unsigned deepest = 4; // macros of macros
    if (word == space)
      return true;
    if (word.empty() || depth == deepest)
      return false;
    const clang::MacroInfo *macro = preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(word));
    return macro && llvm::any_of(macro->tokens(), [&](const clang::Token &token) {
             const clang::IdentifierInfo *name = token.getIdentifierInfo();
             return name && meansSpace(space, name->getName(), preprocessor, depth + 1);
           });
  }

  /// Where headers are missing: types of theirs.
  static std::vector<TextEdit> editsForUnknownTypes(const ParseError &error, llvm::StringRef text,
                                                    std::size_t offset,
                                                    const clang::SourceManager & /*sources*/,
                                                    Reading &reading) {
    switch (error.id) {
    case clang::diag::err_undeclared_var_use:
    case clang::diag::err_unknown_typename:
    case clang::diag::err_no_template:
    case clang::diag::err_no_member:
    case clang::diag::err_typename_nested_not_found:
      return cureUnknownParameter(text, offset, reading.standIns);
    default:
      return {};
    }
  }

  /// Is it in the same file as the other, and in no macro?
  static bool isOfFile(clang::SourceLocation place, clang::SourceLocation other,
                       const clang::SourceManager &sources) {
    return place.isFileID() && sources.getFileID(place) == sources.getFileID(other);
  }

  static std::vector<TextEdit> editsFor(const ParseError &error, llvm::StringRef text,
                                        std::size_t offset, const clang::SourceManager &sources,
                                        Reading &reading) {
    switch (error.id) {
    case clang::diag::err_shared_var_init:
      return cureSharedInitialisation(text, offset);
    case clang::diag::err_redefinition_different_type:
    case clang::diag::err_redeclaration_different_type:
      return cureExternSharedType(text, offset);
    case clang::diag::err_cuda_extern_shared:
      return cureExternSharedBounds(text, offset);
    case clang::diag::err_cuda_nonstatic_constdev:
      return cureDeviceShared(text, offset);
    case clang::diag::err_typecheck_invalid_restrict_not_pointer:
    case clang::diag::err_typecheck_invalid_restrict_not_pointer_noarg:
      return cureRestrictedObject(text, offset);
    case clang::diag::err_attributes_not_allowed:
    case clang::diag::err_attribute_not_type_attr:
      return cureAlignasOrder(text, offset);
    case clang::diag::err_ovl_no_viable_function_in_call:
      return cureDeviceLaunch(text, offset);
    case clang::diag::err_static_non_static:
      if (auto edits = cureStaticTemplate(text, offset); !edits.empty())
        return edits;
      return cureOwnIntrinsic(text, offset); // of a model's
    case clang::diag::err_function_template_partial_spec:
      return cureOwnTemplateArguments(text, offset);
    case clang::diag::err_explicit_instantiation_not_known:
      return error.ofOtherTarget ? cureInstanceOfOtherTarget(text, offset)
                                 : std::vector<TextEdit>();
    case clang::diag::err_redefinition:
    case clang::diag::err_param_default_argument_redefinition:
      return cureOwnIntrinsic(text, offset);
    case clang::diag::err_constexpr_var_requires_const_init:
      return cureConstexprVariable(text, offset);
    case clang::diag::err_constexpr_if_condition_expression_is_not_constant:
      return cureConstexprIf(text, offset);
    case clang::diag::err_expected:
      return cureAsmOperands(text, offset);
    case clang::diag::err_array_init_not_init_list:
      return cureArrayInParentheses(text, offset);
    case clang::diag::err_expected_expression:
      return cureBracedConfiguration(text, offset);
    case clang::diag::err_ovl_unresolvable:
    case clang::diag::err_template_kw_missing:
    case clang::diag::err_bound_member_function: // what `a.f<N>(b)` is without the keyword
      return cureTemplateKeyword(text, offset, reading.standIns);
    case clang::diag::err_missing_dependent_template_keyword: // `typename T::part<N>`
      return cureTemplateKeyword(text, offset, reading.standIns, /*isOfPlace=*/true);
    case clang::diag::err_typename_missing:
    case clang::diag::err_typename_missing_template:
      return cureTypename(text, offset, reading.standIns);
    case clang::diag::err_template_kw_refers_to_type_template: // `T::template part<N>()(x)`
      return isOfFile(error.operand, error.location, sources)
                 ? cureTypename(text, sources.getFileOffset(error.operand), reading.standIns)
                 : std::vector<TextEdit>();
    case clang::diag::err_function_template_spec_no_match:
      return cureSpecialisationSpace(text, offset, reading.standIns);
    case clang::diag::err_undeclared_var_use:
    case clang::diag::err_undeclared_var_use_suggest:
    case clang::diag::err_no_member:
    case clang::diag::err_no_template:
    case clang::diag::err_no_member_template:
    case clang::diag::err_typename_nested_not_found:
    case clang::diag::err_unknown_typename:
    case clang::diag::err_unknown_nested_typename_suggest:
    case clang::diag::err_incomplete_nested_name_spec:
    case clang::diag::err_expected_class_or_namespace:
    case clang::diag::err_template_arg_must_be_type:
      return cureLostLaunches(text, offset);
    case clang::diag::err_found_in_dependent_base:
      return cureDependentBase(text, offset, reading.standIns);
    case clang::diag::err_typecheck_pointer_arith_void_type:
      if (isOfFile(error.operand, error.location, sources))
        return cureVoidPointer(text, offset, sources.getFileOffset(error.operand),
                               reading.standIns);
      return {};
    default:
      return {};
    }
  }

  /// Runs of the unit's kernels that may be used again; null: none are kept.
  std::unique_ptr<KernelCache> kernelCache(ParsedUnit &unit, const Reading &reading) const {
    if (!task_.preambles || !dependencies_ || unit.cutShort || unit.instantiationsCutAt ||
        !dependencies_->complete())
      return nullptr;
    CacheKey task, surroundings;
    addTo(task.add(task_.scope), task_);
    surroundings.add(task.str()).add(dependencies_->filesBut(task_.path));
    // Without what was read before: it says the same as the files that it was made of.
    const ParseRequest how = request(reading);
    for (const auto *list : {&how.arguments, &how.lastFolders}) {
      surroundings.add(std::to_string(list->size()));
      for (const std::string &one : *list)
        surroundings.add(one);
    }
    for (const auto &[path, text] : how.replacedFiles)
      if (path != task_.path)
        surroundings.add(path).add(text);
    return std::make_unique<KernelCache>(*task_.preambles, "kernels-" + task.str(),
                                         surroundings.str(), display(task_.path), unit);
  }

  void finish(ParsedUnit &unit, Damage &damage, const Reading &reading) {
    FileAnalysis &analysis = outcome_.analysis;
    clang::SourceManager &sources = unit.compiler.getSourceManager();
    simt::Options options;
    options.block = task_.block;
    options.launchesElsewhere = task_.launchesElsewhere;
    options.configuredLaunch = [this](llvm::StringRef kernel) { return configuredLaunch(kernel); };
    options.stepBudget = task_.stepBudget;
    llvm::DenseMap<clang::FileID, bool> ofProject; // what was asked already
    options.fastMath = usesFastMath();
    options.isProjectFile = [&](clang::SourceLocation location) {
      const clang::FileID file = sources.getFileID(sources.getFileLoc(location));
      if (file.isInvalid()) // damaged code has places that are in no file
        return false;
      const auto [known, isNew] = ofProject.try_emplace(file, false);
      if (isNew) {
        const auto entry = sources.getFileEntryRefForID(file);
        known->second = entry && isProject(absolutePath(entry->getName(), task_.command.directory));
      }
      return known->second;
    };
    llvm::StringMap<unsigned> libraries;
    llvm::DenseMap<clang::FileID, unsigned> libraryOf; // what was asked already
    options.library = [&](clang::SourceLocation location) {
      const clang::FileID file = sources.getFileID(sources.getFileLoc(location));
      if (file.isInvalid())
        return 0U;
      const auto [known, isNew] = libraryOf.try_emplace(file, 0U);
      const auto entry = isNew ? sources.getFileEntryRefForID(file) : std::nullopt;
      if (entry)
        if (const std::string folder =
                libraryFolder(absolutePath(entry->getName(), task_.command.directory), task_.root);
            !folder.empty())
          known->second = libraries.try_emplace(folder, libraries.size() + 1).first->second;
      return known->second;
    };
    options.displayPath = [this](llvm::StringRef path) {
      return display(absolutePath(path, task_.command.directory));
    };
    std::optional<std::string> code;
    options.isRunUnused = [&](clang::SourceLocation location, llvm::StringRef name) {
      const clang::FileID file = sources.getFileID(sources.getFileLoc(location));
      const auto entry = sources.getFileEntryRefForID(file);
      const std::string path =
          entry ? absolutePath(entry->getName(), task_.command.directory) : task_.path;
      if (path == task_.path || llvm::is_contained(task_.headersToTry, path))
        return true;
      if (!code)
        code = withoutComments(
            sources.getBufferDataOrNone(sources.getMainFileID()).value_or(llvm::StringRef()));
      return findDeclared(*code, name) != llvm::StringRef::npos;
    };
    if (unit.prefix) {
      options.everything = [&] { return unit.everything(); };
      options.writing = [&] { return unit.ownAnd(unit.prefix->writing); };
      if (!unit.definesTemplatesOfPrefix) {
        options.bearingOnLaunches = [&] {
          return unit.ownAnd(unit.definesOfPrefix ? unit.prefix->bearingOrElsewhere
                                                  : unit.prefix->bearingOnLaunches);
        };
        options.ofKernels = [&] { return unit.ownAnd(unit.prefix->ofKernels); };
      }
      llvm::copy_if(unit.instances, std::back_inserter(options.instances),
                    [&](const clang::FunctionDecl *instance) {
                      return options.isProjectFile(instance->getLocation());
                    });
    }
    options.errors = damage.places;
    for (const ParseError &error : unit.errors)
      if (error.id == clang::diag::err_ref_bad_target &&
          llvm::StringRef(error.message).contains("reference to __global__ function"))
        options.launchesByDevice.push_back(error.location);
    // Not elapsed(): the limit on the process counts all that it does. To hand over what was found
    // takes time, too.
    options.hasTime = [this] { return 4 * milliseconds(std::clock()) < 9 * task_.patience; };
    options.cutShort = unit.cutShort || unit.instantiationsCutAt;

    // Before templates are instantiated with arguments that nobody gave them.
    std::vector<Site> arithmetic = compute::arithmetic(
        unit.compiler.getASTContext(), {options.isProjectFile, options.displayPath, lowestTarget(),
                                        usesFastMath(), options.ofKernels});
    const std::unique_ptr<KernelCache> runs = kernelCache(unit, reading);
    options.keptRuns = runs.get();
    if (task_.jobs > 1)
      options.inParallel = [this](std::size_t count,
                                  const std::function<std::string(std::size_t)> &work) {
        WorkerLimits limits;
        limits.jobs = task_.jobs;
        limits.time = 3 * task_.patience; // as much as this process has, which has used some of it
        return runShared(count, limits, work);
      };
    simt::Result result = simt::analyse(unit.compiler.getSema(), options);
    analysis.sites = std::move(result.sites);
    llvm::append_range(analysis.sites, std::move(arithmetic));
    usage::Options ofHost{options.isProjectFile, options.displayPath};
    ofHost.ofKernels = options.ofKernels;
    if (unit.prefix && !unit.definesTemplatesOfPrefix) {
      ofHost.callingOnDevice = [&] { return unit.ownAnd(unit.prefix->callingOnDevice); };
      ofHost.withFeatures = [&] { return unit.ownAnd(unit.prefix->withFeatures); };
      ofHost.own = [&] { return unit.own(); };
      // Nobody knows what a function does that was not understood.
      if (llvm::all_of(damage.places, [&](clang::SourceLocation place) {
            return sources.isInMainFile(sources.getExpansionLoc(place));
          }))
        ofHost.ofHost = [&] { return unit.ownAnd(unit.prefix->ofHost); };
    }
    if (unit.prefix)
      ofHost.assigning = [&] { return unit.ownAnd(unit.prefix->assigning); };
    ofHost.errors = damage.places;
    bool isHostPartial = false;
    ofHost.unjudged = [&](llvm::StringRef name, clang::SourceLocation place,
                          clang::SourceLocation error) {
      isHostPartial |= noteUnjudged(unit, damage, name, place, error);
    };
    llvm::append_range(analysis.sites, usage::hostCalls(unit.compiler.getASTContext(), ofHost));
    llvm::append_range(analysis.sites,
                       usage::features(unit.compiler.getASTContext(), ofHost, targets()));
    analysis.launches = std::move(result.launches);
    analysis.kernelsWithAssumedShape = std::move(result.kernelsWithAssumedShape);
    analysis.kernels = damage.shares[task_.path].kernels;
    addUnusedTemplates(sources, damage, result);
    addNotes(unit, damage, result);
    outcome_.hurried = result.leftOut > 0 || unit.cutShort;
    if (runs && !outcome_.hurried)
      runs->save();
    const bool partial = result.partial || isHostPartial || unit.cutShort ||
                         unit.instantiationsCutAt || damage.damagedInFile > 0 ||
                         !damage.lostKernels.empty() || !damage.lostCode.empty() ||
                         !damage.hiddenKernels.empty();
    analysis.status = partial ? FileStatus::Partial : FileStatus::Analysed;
    addFiles(unit, damage);
    if (task_.preambles) // nobody else asks
      outcome_.linesCount = lineNumbersCount(unit);
    addUnseenCalls(unit);
    if (task_.functions)
      analysis.functions = deviceFunctions(
          unit, [this](const std::string &path) { return isProject(path); },
          [this](llvm::StringRef path) { return display(path); }, task_.command.directory,
          analysis.sites);
    outcome_.shares = std::move(damage.shares);
  }

  /// Puts the names back that macros stand for: nobody else knows these.
  void restoreNames(const Reading &reading) {
    if (reading.standIns.empty())
      return;
    nlohmann::json json = toJson(outcome_.analysis);
    restoreNames(json, reading.standIns);
    // A way there and back, which loses nothing; where it fails the names are as they are.
    if (auto restored = fileAnalysisFromJson(json))
      outcome_.analysis = std::move(*restored);
  }

  static void restoreNames(nlohmann::json &json, const StandIns &standIns) {
    if (json.is_structured()) {
      for (nlohmann::json &part : json)
        restoreNames(part, standIns);
    } else if (json.is_string()) {
      json = withoutStandIns(json.get_ref<const std::string &>(), standIns);
    }
  }

  simt::ConfiguredLaunch configuredLaunch(llvm::StringRef kernel) const {
    simt::ConfiguredLaunch result;
    const auto [scope, name] = kernel.rsplit("::");
    for (const ConfiguredLaunch &launch : task_.configuredLaunches) {
      auto pattern = llvm::GlobPattern::create(launch.kernel);
      if (!pattern) { // Run has reported it
        llvm::consumeError(pattern.takeError());
        continue;
      }
      if (!pattern->match(kernel) && (name.empty() || !pattern->match(name)))
        continue;
      if (launch.block)
        result.block = launch.block;
      if (launch.grid)
        result.grid = launch.grid;
      if (launch.dynamicSharedMemory)
        result.dynamicSharedBytes = launch.dynamicSharedMemory;
    }
    return result;
  }

  /// Numbers of the chips that the file is said to be compiled for.
  unsigned lowestTarget() const {
    const std::vector<unsigned> all = targets();
    constexpr unsigned standard = 90; // as the kernels are parsed for
    return all.empty() ? standard : *std::ranges::min_element(all);
  }

  /// Not by the macro as it stands in the end: Clang's headers define it too.
  bool usesFastMath() const {
    return llvm::is_contained(task_.command.arguments, "-D__USE_FAST_MATH__=1") ||
           llvm::StringRef(task_.command.defines).contains("#define __USE_FAST_MATH__ 1");
  }

  std::vector<unsigned> targets() const {
    std::vector<unsigned> numbers;
    for (const std::string &target : task_.command.targets)
      if (const auto number = archNumber(target))
        numbers.push_back(*number);
    return numbers;
  }

  /// A template of a header that this file does not use is a matter of the header: another file
  /// may use it.
  void addUnusedTemplates(const clang::SourceManager &sources, Damage &damage,
                          simt::Result &result) const {
    for (const simt::Result::UnusedTemplate &unused : result.unusedTemplates) {
      const clang::FileID file = sources.getFileID(sources.getFileLoc(unused.location));
      const auto entry = sources.getFileEntryRefForID(file);
      std::string path =
          entry ? absolutePath(entry->getName(), task_.command.directory) : task_.path;
      if (path != task_.path) {
        FileShare &share = damage.shares[path];
        (unused.wasTried ? share.unusedTemplates : share.untriedTemplates).push_back(unused.kernel);
        continue;
      }
      result.partial = true;
      llvm::append_range(result.notes, unused.problems);
      if (unused.problems.empty())
        result.notes.push_back("kernel template `" + unused.kernel +
                               "` is never instantiated here, and no arguments could be assumed "
                               "for it");
    }
  }

  void addNotes(const ParsedUnit &unit, const Damage &damage, const simt::Result &result) {
    std::vector<std::string> &notes = outcome_.analysis.notes;
    constexpr std::size_t most = 5;
    if (!damage.lostKernels.empty())
      notes.push_back(counted(damage.lostKernels.size(), "kernel was", "kernels were") +
                      " lost to errors: " + listed(damage.lostKernels, most));
    if (damage.hidesLaunchesOnly) {
      std::vector<std::string> names;
      for (const std::string &kernel : damage.hiddenKernels)
        names.push_back("`" + kernel + "`");
      notes.push_back("the launches of " + listed(names, most) +
                      " are switched off by the preprocessor");
    } else if (!damage.hiddenKernels.empty()) {
      notes.push_back(
          std::to_string(damage.hiddenKernels.size()) + " of " +
          std::to_string(damage.hiddenKernels.size() + damage.kernels) +
          " kernels are switched off by the preprocessor: " + listed(damage.hiddenKernels, most));
    }
    std::vector<std::string> inHeaders;
    for (const auto &[path, share] : damage.shares)
      if (path != task_.path)
        llvm::append_range(inHeaders, share.hiddenKernels);
    if (!inHeaders.empty())
      notes.push_back("in headers, " + counted(inHeaders.size(), "kernel is", "kernels are") +
                      " switched off by the preprocessor: " + listed(inHeaders, most));
    if (unit.instantiationsCutAt)
      notes.push_back("it asks for too many templates: after " +
                      std::to_string(unit.instantiationsCutAt) + " no more were instantiated");
    if (result.leftOut > 0)
      notes.push_back(counted(result.leftOut, "kernel was", "kernels were") +
                      " left out for lack of time: divide the file, or give it more with "
                      "--timeout");
    for (const std::string &error : llvm::ArrayRef(damage.inside).take_front(most))
      notes.push_back(error);
    if (damage.inside.size() > most)
      notes.push_back(std::to_string(damage.inside.size() - most) + " more errors in device code");
    if (!damage.lostKernels.empty())
      for (const ParseError &error : llvm::ArrayRef(damage.errors).take_front(3))
        notes.push_back(placed(unit, error));
    for (const ParseError &error : llvm::ArrayRef(damage.lostCode).take_front(most))
      if (std::string note = placed(unit, error); !llvm::is_contained(notes, note))
        notes.push_back(std::move(note));
    addErrorsOfHost(unit, damage);
    if (!damage.undefinedMacros.empty())
      notes.push_back("nothing defines " + listed(llvm::to_vector(damage.undefinedMacros), most) +
                      ": -D behind `--`, or `defines` in .warplint.yaml, would");
    if (unit.cutShort)
      notes.push_back(
          "its templates take Clang more than " +
          std::to_string(task_.instantiationTime.count() / 1000) +
          " seconds of processor time; what came after that was left out (--timeout gives more)");
    if (!unit.missingIncludes.empty())
      notes.push_back(counted(unit.missingIncludes.size(), "include was", "includes were") +
                      " not found: " + listed(unit.missingIncludes, most));
    for (const std::string &name : unit.missingIncludes)
      if (const std::string file = specialFile(name); !file.empty())
        notes.push_back(display(file) + " is no regular file, and is not opened");
    if (!unit.madeHeaders.empty())
      notes.push_back(listed(unit.madeHeaders, most) +
                      (unit.madeHeaders.size() == 1 ? " is" : " are") +
                      " made by a build: read from the template, with numbers that are made up");
    for (const std::string &library : carried_)
      notes.push_back(library + " is not at hand: a short model stands in for its headers");
    llvm::append_range(notes, result.notes);
    llvm::append_range(notes, task_.command.notes);
  }

  /// A FIFO or device that is included by this name; empty if there is none.
  std::string specialFile(llvm::StringRef name) const {
    std::vector<std::string> places = {
        absolutePath(name, llvm::sys::path::parent_path(task_.path))};
    if (auto found = task_.index ? task_.index->find(name, task_.path) : std::nullopt)
      places.push_back(std::move(*found));
    for (std::string &place : places)
      if (llvm::sys::fs::file_status status;
          !llvm::sys::fs::status(place, status) && llvm::sys::fs::exists(status) &&
          !llvm::sys::fs::is_regular_file(status) && !llvm::sys::fs::is_directory(status))
        return std::move(place);
    return {};
  }

  /// Of device code that one file declares and another defines, each is seen alone.
  void addUnseenCalls(ParsedUnit &unit) {
    if (unit.cutShort || unit.instantiationsCutAt)
      return;
    const clang::SourceManager &sources = unit.compiler.getSourceManager();
    UnseenCalls unseen = unseenCalls(unit.own(), sources, [&](clang::SourceLocation place) {
      const auto entry = sources.getFileEntryRefForID(sources.getFileID(sources.getFileLoc(place)));
      return entry && isProject(absolutePath(entry->getName(), task_.command.directory));
    });
    constexpr std::size_t most = 5;
    if (!unseen.undefined.empty())
      outcome_.analysis.notes.push_back("calls of " + listed(unseen.undefined, most) +
                                        " were not followed: nothing that is read here defines " +
                                        (unseen.undefined.size() == 1 ? "it" : "them") +
                                        " for the device");
    outcome_.uncalled = std::move(unseen.uncalled);
  }

  /// What is wrong in the file's host code hides no kernel; but no compiler takes it, where nothing
  /// that it needs is missing here.
  void addErrorsOfHost(const ParsedUnit &unit, const Damage &damage) {
    if (!damage.lostKernels.empty() || !damage.lostCode.empty() || !unit.missingIncludes.empty() ||
        !carried_.empty() || !unit.madeHeaders.empty())
      return;
    const clang::SourceManager &sources = unit.compiler.getSourceManager();
    for (const ParseError &error : damage.errors) {
      const auto isSame = [&](const ParseError &harm) { return harm.written == error.written; };
      if (error.location.isInvalid() || !sources.isInMainFile(error.location) ||
          !missingName(error).empty() || llvm::any_of(damage.harmful, isSame) ||
          error.id == clang::diag::err_variable_object_no_init) // GCC takes `int a[n] = {1};`
        continue;
      outcome_.analysis.notes.push_back("it does not compile: " + placed(unit, error));
      return;
    }
  }

  /// True if the function is of the file itself; else it is the header's business.
  bool noteUnjudged(const ParsedUnit &unit, Damage &damage, llvm::StringRef function,
                    clang::SourceLocation place, clang::SourceLocation error) {
    const clang::SourceManager &sources = unit.compiler.getSourceManager();
    const auto one = llvm::find_if(unit.errors, [&](const ParseError &known) {
      return known.written == error || known.location == error;
    });
    ParseError unknown;
    unknown.location = sources.getExpansionLoc(error);
    unknown.message = "a statement could not be understood";
    const std::string why = placed(unit, one != unit.errors.end() ? *one : unknown);
    const std::string note =
        (llvm::Twine(why) + ": calls of CUDA in `" + function + "` are judged only in part").str();
    place = sources.getExpansionLoc(place);
    if (sources.isInMainFile(place)) {
      if (!llvm::is_contained(outcome_.analysis.notes, note))
        outcome_.analysis.notes.push_back(note);
      return true;
    }
    FileShare &share =
        damage.shares[absolutePath(sources.getFilename(place), task_.command.directory)];
    share.partial = true;
    share.errors.push_back(note);
    return false;
  }

  std::string placed(const ParsedUnit &unit, const ParseError &error) const {
    const clang::SourceManager &sources = unit.compiler.getSourceManager();
    if (error.location.isInvalid())
      return error.message;
    const std::string path =
        absolutePath(sources.getFilename(error.location), task_.command.directory);
    return display(path) + ":" + std::to_string(sources.getSpellingLineNumber(error.location)) +
           ": " + error.message;
  }

  /// Files of the project that took part, and the suppressions in them.
  void addFiles(const ParsedUnit &unit, const Damage &damage) {
    clang::SourceManager &sources = unit.compiler.getSourceManager();
    FileAnalysis &analysis = outcome_.analysis;
    llvm::StringSet<> without; // suppressions: need not be opened
    if (unit.prefix)
      for (const Prefix::File &file : unit.prefix->files)
        if (!file.maySuppress)
          without.insert(file.path);
    for (const auto &[path, share] : damage.shares) {
      if (path != task_.path)
        analysis.includedFiles.push_back(display(path));
      if (without.contains(path))
        continue;
      auto entry = sources.getFileManager().getOptionalFileRef(path);
      auto buffer = entry ? sources.getMemoryBufferForFileOrNone(*entry) : std::nullopt;
      if (!buffer)
        continue;
      llvm::append_range(analysis.suppressions, suppressions(buffer->getBuffer(), display(path)));
      if (path != task_.path) // a header's are said where it is looked at itself
        continue;
      std::vector<std::string> notes = commentNotes(buffer->getBuffer(), display(path));
      outcome_.commentNotes += static_cast<unsigned>(notes.size());
      llvm::append_range(analysis.notes, std::move(notes));
    }
  }

  bool isProject(const std::string &path) const {
    const auto [known, isNew] = isProject_.try_emplace(path, false);
    if (isNew)
      known->second = isOfProject(path);
    return known->second;
  }

  bool isOfProject(const std::string &path) const {
    if (path == task_.path)
      return true;
    const auto below = [&](const std::string &folder) { return isBelow(path, folder); };
    return isBelow(path, task_.root) && !isBelow(path, virtualRoot) &&
           llvm::none_of(task_.command.systemFolders, below) &&
           !(task_.selection && task_.selection->leavesOut(path, {task_.root, task_.directory}));
  }

  std::string display(llvm::StringRef path) const {
    return frontend::displayPath(path, task_.directory);
  }

  const FileTask &task_;
  Dependencies *dependencies_;
  std::clock_t begin_;
  std::chrono::milliseconds longestParse_{0};
  mutable llvm::StringMap<bool> isProject_; ///< what was asked already
  mutable std::set<std::string> carried_;   ///< libraries of which a model was read
  FileOutcome outcome_;
  std::optional<Reading> best_;
  Damage::Badness bestBadness_;
  unsigned bestKernels_ = 0;
  unsigned bestOwnKernels_ = 0;
  unsigned bestWholeKernels_ = 0;
  bool bestNeedsHeaders_ = false; ///< its errors are what missing headers lead to
  bool bestCallsOtherTarget_ = false;
  bool triedMacros_ = false;
  bool switchedOn_ = false; ///< kernels that were hidden, in the reading that is tried next
  bool triedDisabling_ = false;
  static constexpr const char *newestStandard = "gnu++20";
  static constexpr unsigned mostNamings = 2;
  unsigned namings_ = 0;
  std::vector<std::set<std::string>> namingsLeft_; ///< of the last one
  std::set<std::string> asked_;                    ///< macros that the build was asked for
  bool triedBuildHeader_ = false;
  bool triedCompiler_ = false;
  bool triedRuntimeCompiler_ = false;
  bool triedExtension_ = false;
  bool triedLateTemplates_ = false;
  unsigned parameterRounds_ = 0; ///< for parameters of unknown types
  bool mustImprove_ = false;     ///< the reading that is tried next, to be kept
  unsigned optionsLeft_ = 2;
  bool settled_ = false; ///< the best reading was chosen
};

} // namespace

FileOutcome analyseFile(const FileTask &task, Dependencies *dependencies) {
  return FileAnalyser(task, dependencies).run();
}

std::string serialise(const FileOutcome &outcome) {
  nlohmann::ordered_json json;
  json["analysis"] = toJson(outcome.analysis);
  json["readings"] = outcome.readings;
  json["lines_count"] = outcome.linesCount;
  json["comment_notes"] = outcome.commentNotes;
  json["uncalled"] = outcome.uncalled;
  json["shares"] = nlohmann::ordered_json::object();
  for (const auto &[path, share] : outcome.shares)
    json["shares"][path] = {{"kernels", share.kernels},
                            {"partial", share.partial},
                            {"unused_templates", share.unusedTemplates},
                            {"untried_templates", share.untriedTemplates},
                            {"hidden_kernels", share.hiddenKernels},
                            {"errors", share.errors}};
  // Source text may hold bytes that are no UTF-8; they must not stop the run.
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Expected<FileOutcome> deserialise(const std::string &text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("analysis") || !json.contains("shares"))
    return makeError("its analysis ended without a result");
  auto analysis = fileAnalysisFromJson(json["analysis"]);
  if (!analysis)
    return tl::unexpected(analysis.error());
  FileOutcome outcome;
  outcome.analysis = std::move(*analysis);
  outcome.readings = json.value("readings", 0U);
  outcome.linesCount = json.value("lines_count", true);
  outcome.commentNotes = json.value("comment_notes", 0U);
  outcome.uncalled = json.value("uncalled", std::vector<std::string>());
  for (const auto &[path, share] : json["shares"].items())
    outcome.shares[path] = {share.value("kernels", 0U),
                            share.value("partial", false),
                            share.value("unused_templates", std::vector<std::string>()),
                            share.value("untried_templates", std::vector<std::string>()),
                            share.value("hidden_kernels", std::vector<std::string>()),
                            share.value("errors", std::vector<std::string>())};
  return outcome;
}

} // namespace warplint::frontend
