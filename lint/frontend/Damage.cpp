//===- Damage.cpp ----------------------------------------------*- C++ -*-===//
#include "lint/frontend/Damage.h"

#include "lint/frontend/Cures.h"
#include "lint/frontend/HiddenHeaders.h"
#include "lint/frontend/LostMembers.h"
#include "lint/frontend/ParseSetUp.h"
#include "lint/frontend/Paths.h"
#include "lint/frontend/Prefix.h"
#include "lint/frontend/SourceText.h"
#include "lint/frontend/VirtualFiles.h"
#include "lint/frontend/WrittenFunctions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"

namespace warplint::frontend {

bool isWrittenAsMacro(llvm::StringRef name) {
  const auto letters = llvm::count_if(name, clang::isLetter);
  return letters > 2 && llvm::none_of(name, clang::isLowercase);
}

namespace {

/// A function of the project that runs on the device, as a range of offsets in a file.
struct DeviceFunction {
  llvm::StringRef path;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string name;
  bool kernel = false;
  std::size_t attribute = 0;  ///< offset of `__global__`
  clang::SourceRange written; ///< within a macro where it is in what the macro stands for
  const clang::FunctionDecl *definition = nullptr; ///< null if it was read with the prefix
};

llvm::StringRef firstQuoted(const ParseError &error) {
  return llvm::StringRef(error.message).split('\'').second.split('\'').first;
}

class Assessor {
public:
  Assessor(ParsedUnit &unit, const std::function<bool(const std::string &)> &isProject,
           const std::function<std::string(llvm::StringRef)> &display, const std::string &directory,
           const std::set<std::string> &marks)
      : unit_(unit), sources_(unit.compiler.getSourceManager()), isProject_(isProject),
        display_(display), directory_(directory), marks_(marks),
        hiddenHeaders_(unit.compiler, directory, isProject) {}

  Damage run() {
    collectFunctions();
    addLostMembers();
    countErrors();
    compareWithText();
    noteErasedWord();
    noteErasedMarks();
    noteFileOfNothing();
    if (!damage_.lostKernels.empty() || !damage_.lostCode.empty())
      damage_.harmful = damage_.errors;
    return std::move(damage_);
  }

private:
  struct Place {
    llvm::StringRef path; ///< of `paths_`; empty: not in a file of the project
    std::size_t offset = 0;
  };

  Place placeOf(clang::SourceLocation location) {
    if (location.isInvalid())
      return {};
    const auto [file, offset] = sources_.getDecomposedLoc(sources_.getFileLoc(location));
    return {projectPath(file), offset};
  }

  const std::string &projectPath(clang::FileID file) {
    auto [it, isNew] = paths_.try_emplace(file);
    if (isNew)
      if (auto entry = sources_.getFileEntryRefForID(file)) {
        std::string path = absolutePath(entry->getName(), directory_);
        if (isProject_(path))
          it->second = std::move(path);
      }
    return it->second;
  }

  /// Those of the beginning of the file are known without their declarations, which are needed
  /// only where something names members that were lost.
  void collectFunctions() {
    const auto isProject = [this](clang::SourceLocation location) {
      return !placeOf(location).path.empty();
    };
    const Prefix *prefix = unit_.prefix;
    WrittenFunctions own = writtenFunctions(unit_.own(), isProject);
    if (prefix && (prefix->hasDamaged || !own.damaged.empty() ||
                   llvm::any_of(unit_.errors, isOfMissingMember)))
      own = writtenFunctions(unit_.everything(), isProject);
    else if (prefix)
      llvm::for_each(prefix->functions, [this](const auto &one) { addFunction(one); });
    for (const clang::NamedDecl *one : own.damaged)
      noteDamaged(*one);
    for (const WrittenFunction &one : own.functions)
      addFunction(one);
  }

  void addFunction(const Prefix::Function &before) {
    DeviceFunction one{pathInPrefix(before.file),
                       before.begin,
                       before.end,
                       before.name,
                       before.kernel,
                       before.attribute,
                       {}};
    if (before.writtenBegin)
      one.written = {frontend::placeOf(unit_, before.writtenBegin),
                     frontend::placeOf(unit_, before.writtenEnd)};
    add(std::move(one));
  }

  void addFunction(const WrittenFunction &written) {
    const Place begin = placeOf(written.begin);
    // Where the macro's last argument ends, if it is in one: what is wrong may be in that.
    const Place end = placeOf(sources_.getExpansionRange(written.end).getEnd());
    if (begin.path.empty() || begin.path != end.path)
      return;
    if (written.kernel && begin.path == projectPath(sources_.getMainFileID()) &&
        isNeverInstantiated(written.definition)) {
      ++damage_.unusedTemplates;
      unusedTemplates_.insert(written.name);
    }
    DeviceFunction one{begin.path,
                       begin.offset,
                       end.offset,
                       written.name,
                       written.kernel,
                       written.kernel ? placeOf(written.attribute).offset : 0,
                       {written.begin, written.end},
                       written.definition};
    add(std::move(one));
  }

  void add(DeviceFunction one) {
    if (one.kernel && kernelPlaces_.insert({one.path, one.begin}).second) {
      ++damage_.kernels;
      ++damage_.shares[one.path.str()].kernels;
    }
    functions_.push_back(std::move(one));
  }

  /// Its body, that is: what is launched may have a declaration only where the launch is damaged.
  static bool isNeverInstantiated(const clang::FunctionDecl *function) {
    const clang::FunctionTemplateDecl *pattern =
        function ? function->getDescribedFunctionTemplate() : nullptr;
    return pattern && llvm::none_of(pattern->specializations(), [](const clang::FunctionDecl *one) {
             return one->isThisDeclarationADefinition();
           });
  }

  void noteDamaged(const clang::NamedDecl &declaration) {
    for (const ParseError &error : unit_.errors)
      if (error.location.isValid() && (isWithin(error.location, declaration.getSourceRange()) ||
                                       isOfVariable(error.location, declaration))) {
        if (isDamagedGlobal(declaration))
          damagedGlobals_.try_emplace(declaration.getName(), error);
        else
          noteDamagedMember(declaration, error);
        return;
      }
  }

  /// Where a member of a class template is damaged, instances have none of the others either.
  void noteDamagedMember(const clang::NamedDecl &member, const ParseError &error) {
    damagedMembers_.try_emplace(member.getName(), error);
    const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(member.getDeclContext());
    if (!record || !record->isDependentContext())
      return;
    for (const clang::Decl *other : record->decls())
      if (const auto *named = llvm::dyn_cast<clang::NamedDecl>(other);
          named && named->getIdentifier() && !named->isImplicit() &&
          llvm::isa<clang::FieldDecl, clang::VarDecl, clang::CXXMethodDecl>(named))
        damagedMembers_.try_emplace(named->getName(), error);
  }

  /// Of what is wrong in `T *rows[ROWS];` the declaration has no place, and ends before it.
  bool isOfVariable(clang::SourceLocation location, const clang::NamedDecl &declaration) const {
    if (!llvm::isa<clang::VarDecl>(declaration))
      return false;
    const auto [file, begin] =
        sources_.getDecomposedLoc(sources_.getFileLoc(declaration.getLocation()));
    const auto [errorFile, end] = sources_.getDecomposedLoc(sources_.getFileLoc(location));
    const auto text = sources_.getBufferDataOrNone(file);
    return text && file == errorFile && begin < end &&
           text->slice(begin, end).find_first_of(";{}") == llvm::StringRef::npos;
  }

  bool isWithin(clang::SourceLocation location, clang::SourceRange range) const {
    const clang::SourceLocation end = sources_.getExpansionRange(range.getEnd()).getEnd();
    return !sources_.isBeforeInTranslationUnit(location, sources_.getFileLoc(range.getBegin())) &&
           !sources_.isBeforeInTranslationUnit(end, location);
  }

  /// As errors of those who name them.
  void addLostMembers() {
    if (damagedMembers_.empty() && damagedGlobals_.empty())
      return;
    llvm::StringSet<> members, globals;
    for (const auto &[name, error] : damagedMembers_)
      members.insert(name);
    for (const auto &[name, error] : damagedGlobals_)
      globals.insert(name);
    for (const DeviceFunction &function : functions_)
      for (const clang::SourceLocation place :
           lostMembers(*function.definition, members, globals, unit_.compiler.getPreprocessor()))
        if (!isSwitchedOff(place)) {
          llvm::SmallString<64> spelling;
          const llvm::StringRef name =
              clang::Lexer::getSpelling(place, spelling, sources_, unit_.compiler.getLangOpts());
          const auto member = damagedMembers_.find(name);
          ParseError error =
              member != damagedMembers_.end() ? member->second : damagedGlobals_.at(name);
          error.location = error.written = place;
          error.causes.clear();
          error.member = name.str();
          unit_.errors.push_back(std::move(error));
        }
  }

  /// Code that is switched off, as a range of offsets in a file of the project.
  struct Skipped {
    llvm::StringRef path;
    std::size_t begin = 0, end = 0;
  };

  const std::vector<Skipped> &skipped() {
    if (skipped_)
      return *skipped_;
    skipped_.emplace();
    if (unit_.prefix)
      for (const auto &[file, begin, end] : unit_.prefix->skipped)
        if (const llvm::StringRef path = pathInPrefix(file); !path.empty())
          skipped_->push_back({path, begin, end});
    for (const SkippedCode &code : unit_.skipped)
      if (const Place begin = placeOf(code.directive); !begin.path.empty())
        skipped_->push_back({begin.path, begin.offset, placeOf(code.end).offset});
    return *skipped_;
  }

  llvm::StringRef pathInPrefix(unsigned file) {
    return file == Prefix::mainFile ? llvm::StringRef(projectPath(sources_.getMainFileID()))
                                    : unit_.prefix->files[file].path;
  }

  bool isSwitchedOff(clang::SourceLocation place) {
    const Place at = placeOf(place);
    return llvm::any_of(skipped(), [&](const Skipped &code) {
      return code.path == at.path && code.begin <= at.offset && at.offset < code.end;
    });
  }

  void countErrors() {
    std::set<std::pair<llvm::StringRef, std::size_t>> damaged;
    std::set<std::string> macrosElsewhere;
    for (const ParseError &error : unit_.errors) {
      if (losesNothing(error.id) || isMisplacedAttribute(error) || isOfUnusedTemplate(error))
        continue;
      damage_.errors.push_back(error);
      damage_.places.push_back(error.written);
      if (blame(error, error.written, damaged)) {
        damage_.harmful.push_back(error);
        continue;
      }
      // Host code may be what keeps a kernel from being launched.
      if (!unusedTemplates_.empty())
        noteMissingName(error);
      else if (isUndefinedMacro(error))
        macrosElsewhere.insert(missingName(error).str());
      if (const Place place = placeOf(error.location); !place.path.empty())
        atFileScope_[place.path.str()].emplace(place.offset, error);
      // In a header, but on behalf of a kernel perhaps.
      for (clang::SourceLocation cause : error.causes)
        if (blame(error, cause, damaged)) {
          damage_.places.push_back(cause);
          damage_.harmful.push_back(error);
          break;
        }
    }
    damage_.damagedFunctions = static_cast<unsigned>(damaged.size());
    // A type that device code names, declared with a size that only the build knows.
    if (!damaged.empty())
      damage_.undefinedMacros.merge(macrosElsewhere);
  }

  static bool isOfMissingMember(const ParseError &error) {
    return error.id == clang::diag::err_no_member || error.id == clang::diag::err_no_member_suggest;
  }

  /// `this->x` in a class template without an x: nvcc looks for it where the function is
  /// instantiated, and that is nowhere.
  bool isOfUnusedTemplate(const ParseError &error) {
    const Place place = isOfMissingMember(error) ? placeOf(error.written) : Place();
    if (place.path.empty())
      return false;
    const auto in = llvm::find_if(functions_, [&](const DeviceFunction &function) {
      return function.path == place.path && function.begin <= place.offset &&
             place.offset <= function.end && isWithinInMacro(error.written, function.written);
    });
    return in != functions_.end() && !in->kernel && in->definition &&
           in->definition->isDependentContext() && !isInstantiated(*in->definition);
  }

  /// True, too, where that is not known.
  static bool isInstantiated(const clang::FunctionDecl &pattern) {
    const auto isOfPattern = [&](const clang::FunctionDecl *one) {
      const clang::FunctionDecl *of = one->getTemplateInstantiationPattern();
      return of && of->getCanonicalDecl() == pattern.getCanonicalDecl();
    };
    const auto isAnyUsed = [](const clang::FunctionTemplateDecl &of) {
      return llvm::any_of(of.specializations(), [](const clang::FunctionDecl *one) {
        return one->isThisDeclarationADefinition() || one->isReferenced() || one->isUsed();
      });
    };
    const clang::FunctionTemplateDecl *own = pattern.getDescribedFunctionTemplate();
    const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(pattern.getDeclContext());
    if (!record || !record->isDependentContext())
      return !own || isAnyUsed(*own);
    const clang::ClassTemplateDecl *of = record->getDescribedClassTemplate();
    return !of || llvm::any_of(of->specializations(), [&](const auto *instance) {
      return llvm::any_of(instance->decls(), [&](const clang::Decl *member) {
        const auto *inner = llvm::dyn_cast<clang::FunctionTemplateDecl>(member);
        if (own && inner && inner->getInstantiatedFromMemberTemplate() &&
            inner->getInstantiatedFromMemberTemplate()->getCanonicalDecl() ==
                own->getCanonicalDecl())
          return isAnyUsed(*inner);
        const auto *function = llvm::dyn_cast<clang::FunctionDecl>(member);
        return function && isOfPattern(function) &&
               (function->isThisDeclarationADefinition() || function->isReferenced() ||
                function->isUsed());
      });
    });
  }

  static bool isUndefinedMacro(const ParseError &error) {
    return (error.id == clang::diag::err_undeclared_var_use ||
            error.id == clang::diag::err_undeclared_var_use_suggest) &&
           isWrittenAsMacro(missingName(error));
  }

  /// `__device__ [[nodiscard]] int f()`: Clang leaves the attribute out and goes on. One that says
  /// `alignas` has a meaning.
  bool isMisplacedAttribute(const ParseError &error) const {
    if (error.id != clang::diag::err_attributes_not_allowed || error.location.isInvalid())
      return false;
    const auto [file, offset] = sources_.getDecomposedLoc(sources_.getFileLoc(error.location));
    const auto text = sources_.getBufferDataOrNone(file);
    return text && text->substr(offset).starts_with("[");
  }

  /// All that a macro stands for is in one place of the file; false where its text shows that
  /// something in it is not within the range.
  bool isWithinInMacro(clang::SourceLocation location, clang::SourceRange range) const {
    if (!location.isMacroID() || !range.getBegin().isMacroID() || !range.getEnd().isMacroID())
      return true;
    return !sources_.isBeforeInTranslationUnit(location, range.getBegin()) &&
           !sources_.isBeforeInTranslationUnit(range.getEnd(), location);
  }

  /// True if the place is in a kernel or device function, which is then damaged.
  bool blame(const ParseError &error, clang::SourceLocation location,
             std::set<std::pair<llvm::StringRef, std::size_t>> &damaged) {
    const Place place = placeOf(location);
    if (place.path.empty())
      return false;
    const auto it = llvm::find_if(functions_, [&](const DeviceFunction &function) {
      return function.path == place.path && function.begin <= place.offset &&
             place.offset <= function.end && isWithinInMacro(location, function.written);
    });
    if (it == functions_.end())
      return false;
    damage_.shares[place.path.str()].partial = true;
    if (damaged.insert({it->path, it->begin}).second)
      damage_.damagedInFile += it->path == projectPath(sources_.getMainFileID());
    noteMissingName(error);
    // What stands in for a name is seldom defined by the command that is known, but by a build;
    // nor is what code asks for that must not be read without.
    if (!missingName(error).empty() || error.id == clang::diag::err_pp_hash_error)
      noteDisablingMacro(location, place.offset);
    const std::string note = display_(place.path) + ":" +
                             std::to_string(sources_.getSpellingLineNumber(location)) + ": " +
                             (error.member.empty() ? "" : "`" + error.member + "` is not known: ") +
                             error.message;
    addNote(damage_.inside, note);
    constexpr std::size_t mostOfOne = 3;
    if (std::vector<std::string> &errors = damage_.shares[place.path.str()].errors;
        errors.size() < mostOfOne)
      addNote(errors, note);
    return true;
  }

  void noteMissingName(const ParseError &error) {
    const llvm::StringRef name = missingName(error);
    if (name.empty())
      return;
    missingNames_.insert(name.str());
    if (isUndefinedMacro(error))
      damage_.undefinedMacros.insert(name.str());
  }

  void noteDisablingMacro(clang::SourceLocation location, std::size_t offset) {
    const auto text =
        sources_.getBufferDataOrNone(sources_.getFileID(sources_.getFileLoc(location)));
    std::string macro = text ? macroThatDisables(guardsIn(*text, offset)) : std::string();
    if (!macro.empty() && !unit_.compiler.getPreprocessor().isMacroDefined(macro))
      damage_.disablingMacros.insert(std::move(macro));
  }

  static void addNote(std::vector<std::string> &notes, std::string note) {
    if (!llvm::is_contained(notes, note))
      notes.push_back(std::move(note));
  }

  /// Kernels in the text of the project's files that the AST does not have.
  void compareWithText() {
    std::map<std::string, std::vector<std::pair<std::size_t, std::size_t>>> skipped;
    for (const Skipped &code : this->skipped())
      skipped[code.path.str()].emplace_back(code.begin, code.end);
    std::set<std::string> names;
    for (const DeviceFunction &function : functions_)
      if (function.kernel)
        names.insert(function.name);

    // Of the beginning, texts are looked at only where something is wrong.
    std::map<llvm::StringRef, const Prefix::File *> files;
    std::map<llvm::StringRef, clang::FileID> ids;
    if (unit_.prefix)
      for (const Prefix::File &file : unit_.prefix->files)
        files.try_emplace(file.path, &file);
    for (unsigned i = 0; i < sources_.local_sloc_entry_size(); ++i)
      if (const auto &entry = sources_.getLocalSLocEntry(i); entry.isFile()) {
        const clang::FileID id =
            sources_.getFileID(clang::SourceLocation::getFromRawEncoding(entry.getOffset()));
        if (const std::string &path = projectPath(id);
            !path.empty() && sources_.getBufferDataOrNone(id)) {
          files.try_emplace(path, nullptr);
          ids.try_emplace(path, id);
        }
      }
    for (const auto &[name, before] : files) {
      const std::string path = name.str();
      const auto text = [&, &before = before] {
        return sources_
            .getBufferDataOrNone(
                before ? sources_.getFileID(frontend::placeOf(unit_, before->begin)) : ids.at(path))
            .value_or("");
      };
      // What a comment speaks of is neither declared nor called.
      auto code = [&, read = std::optional<std::string>()]() mutable -> llvm::StringRef {
        if (!read)
          read = withoutComments(text());
        return *read;
      };
      damage_.shares.try_emplace(path);
      for (const KernelToken &kernel : before ? before->kernels : kernelTokens(text()))
        if (!isSeen(path, kernel.offset))
          missing(path, text(), kernel, skipped[path], names);
      if (const auto errors = atFileScope_.find(path); errors != atFileScope_.end())
        noteLostCode(path, text(), errors->second, skipped[path]);
      for (const std::string &name : missingNames_)
        noteNamingMacros(path, code(), skipped[path], name);
      if (path == projectPath(sources_.getMainFileID())) {
        noteMarked(path, text(), skipped[path], names);
        noteLaunches(path, text(), skipped[path]);
      }
      if (path == projectPath(sources_.getMainFileID()))
        for (const std::string &name : unusedTemplates_)
          noteNamingMacros(path, code(), skipped[path], name);
      if (damage_.damagedFunctions == 0)
        continue;
      noteOptionalMacros(text(), skipped[path]);
      const auto mayBeCured = [&] {
        return !followFromMissingHeaders(damage_.harmful, unit_) ||
               mayDeclare(code(), skipped[path]);
      };
      if (!conditionsOnNvcc(text()).empty() && mayBeCured())
        damage_.filesThatAskForNvcc.insert(path);
      damage_.asksForAnyNvcc =
          damage_.asksForAnyNvcc || (hasConditionOn(text(), anyNvcc) && mayBeCured());
      damage_.asksForRuntimeCompiler =
          damage_.asksForRuntimeCompiler || hasConditionOn(text(), runtimeCompilerMacro);
    }
    chooseNamingMacros();
  }

  /// Kernels that a macro marks: one that is taken for `__global__`, or one that nobody knows.
  void noteMarked(const std::string &path, llvm::StringRef text,
                  llvm::ArrayRef<std::pair<std::size_t, std::size_t>> skipped,
                  const std::set<std::string> &names) {
    std::set<std::string> unknown;
    for (const ParseError &error : unit_.errors)
      if (const llvm::StringRef mark = unknownMark(error, unit_);
          !mark.empty() && placeOf(error.location).path == path)
        unknown.insert(mark.str());
    for (const std::set<std::string> &marks : {marks_, unknown})
      for (const std::string &mark : marks)
        for (const KernelToken &kernel : kernelTokens(text, mark))
          if (!names.contains(kernel.name) && !isSeen(path, kernel.offset))
            missing(path, text, kernel, skipped, names);
    for (const std::string &mark : unknown)
      noteMarkingMacros(path, text, skipped, mark);
  }

  /// Those by which the file would include a header that makes kernels of what the mark is before.
  void noteMarkingMacros(const std::string &path, llvm::StringRef text,
                         llvm::ArrayRef<std::pair<std::size_t, std::size_t>> skipped,
                         llvm::StringRef mark) {
    for (const auto &[begin, end] : skipped)
      for (const std::string &header : includeNames(text.slice(begin, end))) {
        const llvm::MemoryBuffer *of = hiddenHeaders_.declaring(header, path, mark);
        if (!of)
          continue;
        const std::vector<Guard> around = guardsIn(text, text.find(header, begin));
        for (const DeviceMark &one : deviceMarks(of->getBuffer())) {
          std::vector<Guard> guards = guardsIn(of->getBuffer(), one.offset);
          if (one.macro != mark || one.kind != DeviceMark::Kind::Kernel || isNeverWanted(guards) ||
              isNeverWanted(around))
            continue;
          // The header's own guard against a second reading is no matter.
          for (const std::vector<Guard> &list : {around, guards})
            for (const std::string &macro : macrosThatEnable(list))
              if (!isOn(macro))
                damage_.markingMacros.insert(macro);
          return;
        }
      }
  }

  /// A file of which no kernel is seen, and all whose launches are switched off.
  void noteLaunches(const std::string &path, llvm::StringRef text,
                    llvm::ArrayRef<std::pair<std::size_t, std::size_t>> skipped) {
    if (damage_.kernels > 0 || !damage_.hiddenKernels.empty())
      return;
    std::vector<LaunchToken> hidden;
    for (LaunchToken &launch : launchTokens(text)) {
      if (llvm::none_of(skipped, [&](const auto &range) {
            return range.first <= launch.offset && launch.offset < range.second;
          }))
        return;
      if (!isNeverWanted(guardsIn(text, launch.offset)))
        hidden.push_back(std::move(launch));
    }
    damage_.hidesLaunchesOnly = !hidden.empty();
    for (const LaunchToken &launch : hidden) {
      addNote(damage_.hiddenKernels, launch.kernel);
      for (const std::string &macro : macrosThatEnable(guardsIn(text, launch.offset)))
        if (!isOn(macro)) {
          damage_.enablingMacros.insert(macro);
          damage_.enablingMacrosOfFile.insert(macro);
        }
    }
    FileShare &share = damage_.shares[path];
    share.partial = share.partial || !hidden.empty();
    share.hiddenKernels = damage_.hiddenKernels;
  }

  /// `#define __global__`, as headers have it for builds without CUDA: no kernel is one then. What
  /// switches that off is defined where there is CUDA.
  void noteErasedWord() {
    clang::Preprocessor &preprocessor = unit_.compiler.getPreprocessor();
    const clang::MacroInfo *info =
        preprocessor.getMacroInfo(preprocessor.getIdentifierInfo("__global__"));
    if (!info || info->getNumTokens() != 0)
      return;
    for (clang::SourceLocation at = info->getDefinitionLoc(); at.isValid();) {
      const auto [file, offset] = sources_.getDecomposedLoc(at);
      const auto text = sources_.getBufferDataOrNone(file);
      if (projectPath(file).empty() || !text)
        return;
      // The file's own guard against a second reading is defined by now.
      for (std::vector<Guard> guards = guardsIn(*text, offset); !guards.empty(); guards.pop_back())
        if (std::string macro = macroThatDisables(guards);
            !macro.empty() && !preprocessor.isMacroDefined(macro)) {
          damage_.disablingMacros.insert(std::move(macro));
          return;
        }
      at = sources_.getIncludeLoc(file);
    }
  }

  /// `#define GPU_KERNEL`, where there is a `#define GPU_KERNEL __global__` in the same header: the
  /// functions of the file that it stands before are no kernels without what switches that on.
  void noteErasedMarks() {
    const std::string &own = projectPath(sources_.getMainFileID());
    const auto ownText = sources_.getBufferDataOrNone(sources_.getMainFileID());
    if (!ownText || llvm::any_of(functions_, [&](const DeviceFunction &function) {
          return function.kernel && function.path == own;
        }))
      return;
    std::set<llvm::StringRef> words;
    for (llvm::StringRef rest = *ownText; !rest.empty();) {
      rest = rest.drop_until([](char c) { return clang::isAsciiIdentifierStart(c); });
      const llvm::StringRef word =
          rest.take_while([](char c) { return clang::isAsciiIdentifierContinue(c); });
      if (isWrittenAsMacro(word) && words.insert(word).second && noteErasedMark(word, *ownText))
        return;
      rest = rest.drop_front(word.size());
    }
  }

  bool noteErasedMark(llvm::StringRef word, llvm::StringRef ownText) {
    const clang::Preprocessor &preprocessor = unit_.compiler.getPreprocessor();
    const clang::MacroInfo *info = preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(word));
    if (!info || info->getNumTokens() != 0 || info->getDefinitionLoc().isInvalid())
      return false;
    const clang::FileID file = sources_.getFileID(info->getDefinitionLoc());
    const auto text = sources_.getBufferDataOrNone(file);
    if (!text || !text->contains("__global__") || projectPath(file).empty())
      return false;
    bool isAsked = false;
    for (const DeviceMark &mark : deviceMarks(*text)) {
      if (mark.kind != DeviceMark::Kind::Kernel || mark.macro != word ||
          deviceMarkUsed(ownText, {{mark.macro, mark.kind}}).empty())
        continue;
      const std::vector<Guard> guards = guardsIn(*text, mark.offset);
      if (isNeverWanted(guards))
        continue;
      for (const std::string &macro : macrosThatEnable(guards))
        if (!isOn(macro)) {
          isAsked = true;
          damage_.enablingMacros.insert(macro);
          damage_.enablingMacrosOfFile.insert(macro);
        }
      if (isAsked)
        break;
    }
    if (!isAsked)
      return false;
    FileShare &share = damage_.shares[projectPath(sources_.getMainFileID())];
    share.partial = true;
    share.hiddenKernels.push_back(word.str());
    damage_.hiddenKernels.push_back(word.str());
    return true;
  }

  /// Does code that is switched off name what device code lacks, or calls in vain?
  bool mayDeclare(llvm::StringRef text,
                  llvm::ArrayRef<std::pair<std::size_t, std::size_t>> skipped) const {
    return llvm::any_of(damage_.harmful, [&](const ParseError &error) {
      const llvm::StringRef name = firstQuoted(error);
      return clang::isValidAsciiIdentifier(name) && llvm::any_of(skipped, [&](const auto &range) {
               return findDeclared(text.slice(range.first, range.second), name) !=
                      llvm::StringRef::npos;
             });
    });
  }

  void noteNamingMacros(const std::string &path, llvm::StringRef text,
                        llvm::ArrayRef<std::pair<std::size_t, std::size_t>> skipped,
                        llvm::StringRef name) {
    for (const auto &[begin, end] : skipped) {
      const llvm::StringRef code = text.slice(begin, end);
      if (const std::size_t at = findDeclared(code, name); at != llvm::StringRef::npos) {
        noteNamingMacrosAt(text, begin + at, name);
        continue;
      }
      for (const std::string &header : includeNames(code))
        if (hiddenHeaders_.declare(header, path, name))
          noteNamingMacrosAt(text, begin + code.find(header), name);
    }
  }

  void noteOptionalMacros(llvm::StringRef text,
                          llvm::ArrayRef<std::pair<std::size_t, std::size_t>> skipped) {
    constexpr std::size_t most = 64; // to look for
    for (const auto &[begin, end] : skipped) {
      const std::vector<Guard> guards = guardsIn(text, std::min(text.find('\n', begin), end));
      if (damage_.optionalMacros.size() >= most || isNeverWanted(guards))
        continue;
      for (const std::vector<std::string> &way : waysToEnable(guards))
        for (const std::string &macro : way)
          if (!isOn(macro))
            damage_.optionalMacros.insert(macro);
    }
  }

  /// guardsAt(), of texts that the unit holds as long as this is at work.
  std::vector<Guard> guardsIn(llvm::StringRef text, std::size_t offset) {
    return conditionals_.try_emplace(text.data(), text).first->second.at(offset);
  }

  void noteNamingMacrosAt(llvm::StringRef text, std::size_t offset, llvm::StringRef name) {
    const std::vector<Guard> guards = guardsIn(text, offset);
    if (isNeverWanted(guards))
      return;
    const auto ways = waysToEnable(guards);
    for (const std::vector<std::string> &way : ways) {
      std::set<std::string> macros;
      llvm::copy_if(way, std::inserter(macros, macros.end()),
                    [&](const std::string &macro) { return !isOn(macro); });
      if (&way == &ways.front())
        naming_.insert(macros.begin(), macros.end());
      if (!macros.empty())
        namedBy_[std::move(macros)].insert(name.str());
    }
  }

  /// Builds define some of these, and seldom all: what is for one chip excludes what is for others.
  void chooseNamingMacros() {
    std::set<std::string> few, left;
    for (const auto &[macros, names] : namedBy_)
      left.insert(names.begin(), names.end());
    while (!left.empty()) {
      const auto named = [&](const auto &way) {
        return llvm::count_if(way.second, [&](const auto &name) { return left.contains(name); });
      };
      const auto best = std::ranges::max_element(namedBy_, [&](const auto &one, const auto &other) {
        return std::pair(named(one), other.first.size()) <
               std::pair(named(other), one.first.size());
      });
      few.insert(best->first.begin(), best->first.end());
      for (const std::string &name : best->second)
        left.erase(name);
    }
    if (!few.empty())
      damage_.namingMacros.push_back(few);
    if (!naming_.empty() && naming_ != few)
      damage_.namingMacros.push_back(std::move(naming_));
  }

  /// Not so if a file defines it as 0, which is what headers do where the command has not defined
  /// it. A 0 of the command itself is somebody's decision.
  bool isOn(const std::string &macro) const {
    const clang::Preprocessor &preprocessor = unit_.compiler.getPreprocessor();
    const clang::MacroInfo *info = preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(macro));
    if (!info)
      return false;
    return sources_.isWrittenInCommandLineFile(info->getDefinitionLoc()) ||
           sources_.getFilename(info->getDefinitionLoc()) == virtualDefinesFile ||
           info->getNumTokens() != 1 ||
           info->getReplacementToken(0).isNot(clang::tok::numeric_constant) ||
           preprocessor.getSpelling(info->getReplacementToken(0)) != "0";
  }

  /// By a build for the chip that the file was read for.
  bool isNeverWanted(const std::vector<Guard> &guards) const {
    llvm::StringRef chip = unit_.compiler.getTarget().getTargetOpts().CPU; // sm_90a
    unsigned number = 0;
    constexpr unsigned perVersion = 10; // sm_90: 900
    return isForeign(guards) ||
           (chip.consume_front("sm_") && !chip.consumeInteger(perVersion, number) &&
            isForOlderChips(guards, number * perVersion));
  }

  bool isSeen(const std::string &path, std::size_t offset) const {
    return llvm::any_of(functions_, [&](const DeviceFunction &function) {
      return function.kernel && function.path == path &&
             (function.attribute == offset || (function.begin <= offset && offset <= function.end));
    });
  }

  using ErrorsByOffset = std::multimap<std::size_t, ParseError>;

  /// Code that errors outside of all functions hide, and that kernelTokens() does not know of.
  void noteLostCode(const std::string &path, llvm::StringRef text, const ErrorsByOffset &errors,
                    std::vector<std::pair<std::size_t, std::size_t>> &skipped) {
    llvm::sort(skipped);
    std::vector<FileScopeError> places;
    std::set<std::size_t> lostHeads;
    const auto note = [&](const ParseError &error) {
      damage_.shares[path].partial = true;
      if (path == projectPath(sources_.getMainFileID()))
        damage_.lostCode.push_back(error);
    };
    for (const auto &[offset, error] : errors) {
      places.push_back({offset, error.id == clang::diag::err_expected_fn_body});
      if (const auto edits = cureLostLaunches(text, offset); !edits.empty())
        damage_.lostLaunchers += lostHeads.insert(edits.front().offset).second;
      if (isWithoutEnd(error, offset, text, skipped) ||
          (error.id == clang::diag::err_unknown_typename && isMisspeltMark(firstQuoted(error))))
        note(error);
    }
    for (const BrokenFunction &function : brokenFunctions(text, places, skipped))
      if (!isKnown(path, function))
        note(errors.find(function.error)->second);
  }

  /// Of comments all that follows is lost, of conditionals only what is switched off.
  static bool isWithoutEnd(const ParseError &error, std::size_t offset, llvm::StringRef text,
                           llvm::ArrayRef<std::pair<std::size_t, std::size_t>> skipped) {
    return error.id == clang::diag::err_unterminated_block_comment ||
           (error.id == clang::diag::err_pp_unterminated_conditional && !skipped.empty() &&
            skipped.back().first >= offset && skipped.back().second + 1 >= text.size());
  }

  bool isKnown(const std::string &path, const BrokenFunction &function) const {
    return llvm::any_of(functions_, [&](const DeviceFunction &known) {
      return known.path == path && known.begin <= function.body && function.begin <= known.end;
    });
  }

  /// Nothing of the file is code, and it is said that it does not lie with headers that are
  /// missing.
  void noteFileOfNothing() {
    const auto errors = atFileScope_.find(projectPath(sources_.getMainFileID()));
    if (errors == atFileScope_.end() || !damage_.lostCode.empty() ||
        !unit_.missingIncludes.empty() || unit_.prefix)
      return;
    const auto isOfFile = [&](const clang::Decl *one) {
      return sources_.isInMainFile(sources_.getExpansionLoc(one->getLocation()));
    };
    // Clang has no declaration for an instance that is asked for, once or twice.
    const auto isOfInstance = [](const auto &error) {
      return error.second.id == clang::diag::err_explicit_instantiation_duplicate;
    };
    if (llvm::none_of(unit_.own(), isOfFile) && !llvm::all_of(errors->second, isOfInstance))
      damage_.lostCode.push_back(errors->second.begin()->second);
  }

  void missing(const std::string &path, llvm::StringRef text, const KernelToken &kernel,
               llvm::ArrayRef<std::pair<std::size_t, std::size_t>> skipped,
               const std::set<std::string> &names) {
    const bool off = llvm::any_of(skipped, [&](const auto &range) {
      return range.first <= kernel.offset && kernel.offset < range.second;
    });
    if (!off) {
      damage_.lostKernels.push_back(kernel.name);
      damage_.shares[path].partial = true;
      return;
    }
    // The other half of an #if … #else that was seen is the same kernel in another form.
    const std::vector<Guard> guards = guardsIn(text, kernel.offset);
    if (names.count(kernel.name) || isNeverWanted(guards))
      return;
    const bool own = path == projectPath(sources_.getMainFileID());
    FileShare &share = damage_.shares[path];
    share.partial = true;
    share.hiddenKernels.push_back(kernel.name);
    if (own)
      damage_.hiddenKernels.push_back(kernel.name);
    if (llvm::any_of(guards, [](const Guard &guard) {
          return llvm::StringRef(guard.condition).contains("__NVCC__");
        }))
      damage_.filesThatAskForNvcc.insert(path);
    for (const std::string &macro : macrosThatEnable(guards))
      if (!isOn(macro)) {
        damage_.enablingMacros.insert(macro);
        if (own)
          damage_.enablingMacrosOfFile.insert(macro);
      }
  }

  ParsedUnit &unit_;
  const clang::SourceManager &sources_;
  const std::function<bool(const std::string &)> &isProject_;
  const std::function<std::string(llvm::StringRef)> &display_;
  const std::string &directory_;
  const std::set<std::string> &marks_;
  HiddenHeaders hiddenHeaders_;
  std::map<const char *, Conditionals> conditionals_; ///< by where the text begins
  std::map<clang::FileID, std::string> paths_;        ///< empty: not of the project
  std::optional<std::vector<Skipped>> skipped_;
  std::vector<DeviceFunction> functions_;
  std::set<std::pair<llvm::StringRef, std::size_t>> kernelPlaces_;
  /// By path: errors that are in no function for the device, and where.
  std::map<std::string, ErrorsByOffset> atFileScope_;
  /// Kernel templates of the file itself, by all that could be understood.
  std::set<std::string> unusedTemplates_;
  std::set<std::string> missingNames_; ///< in device functions; in others if some are unused
  /// Sets of macros that would switch on code with missing names in it, and these names.
  std::map<std::set<std::string>, std::set<std::string>> namedBy_;
  std::set<std::string> naming_; ///< all of them, of alternatives the first
  /// Names of members that could not be understood, and why.
  std::map<llvm::StringRef, ParseError> damagedMembers_;
  std::map<llvm::StringRef, ParseError> damagedGlobals_; ///< outside of classes
  Damage damage_;
};

} // namespace

llvm::StringRef missingName(const ParseError &error) {
  switch (error.id) {
  case clang::diag::err_no_member:
  case clang::diag::err_no_template:
  case clang::diag::err_no_member_template:
  case clang::diag::err_typename_nested_not_found:
  case clang::diag::err_undeclared_var_use:
  case clang::diag::err_undeclared_var_use_suggest:
  case clang::diag::err_unknown_typename:
    return firstQuoted(error);
  default:
    return {};
  }
}

namespace {

/// Is there a word of device code in the body that follows?
bool mayBeKernel(llvm::StringRef text) {
  const std::size_t begin = text.find_first_of("{;");
  if (begin == llvm::StringRef::npos || text[begin] == ';')
    return false;
  unsigned depth = 0;
  std::size_t end = begin;
  for (; end < text.size(); ++end)
    if (text[end] == '{')
      ++depth;
    else if (text[end] == '}' && --depth == 0)
      break;
  const llvm::StringRef body = text.slice(begin, end);
  return llvm::any_of(
      std::array{"threadIdx", "blockIdx", "blockDim", "gridDim", "__sync", "__shared__"},
      [&](const char *word) { return body.contains(word); });
}

/// Of `NAME(…)`, behind which `offset` is, where the name begins. `offset` itself: there is none.
unsigned callBefore(llvm::StringRef text, unsigned offset) {
  llvm::StringRef before = text.take_front(offset).rtrim();
  if (!before.ends_with(")"))
    return offset;
  unsigned depth = 0;
  do {
    depth += before.ends_with(")");
    depth -= before.ends_with("(");
    before = before.drop_back();
  } while (depth > 0 && !before.empty());
  before = before.rtrim();
  while (!before.empty() && clang::isAsciiIdentifierContinue(before.back()))
    before = before.drop_back();
  return static_cast<unsigned>(before.size());
}

} // namespace

llvm::StringRef unknownMark(const ParseError &error, ParsedUnit &unit) {
  const clang::SourceManager &sources = unit.compiler.getSourceManager();
  if (error.location.isInvalid())
    return {};
  if (error.id == clang::diag::err_unknown_typename) {
    const llvm::StringRef name = firstQuoted(error);
    return isWrittenAsMacro(name) && (name.ends_with("GLOBAL") || name.ends_with("_KERNEL"))
               ? name
               : llvm::StringRef();
  }
  if (error.id != clang::diag::err_missing_type_specifier &&
      error.id != clang::diag::err_expected_fn_body)
    return {};
  auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(error.location));
  const auto text = sources.getBufferDataOrNone(file);
  if (!text)
    return {};
  if (error.id == clang::diag::err_expected_fn_body) // it is behind the macro's arguments
    offset = callBefore(*text, offset);
  const llvm::StringRef behind = text->substr(offset);
  const llvm::StringRef name =
      behind.take_while([](char c) { return clang::isAsciiIdentifierContinue(c); });
  return isWrittenAsMacro(name) && (name.contains("KERNEL") || name.contains("GLOBAL")) &&
                 behind.drop_front(name.size()).ltrim().starts_with("(") && mayBeKernel(behind)
             ? name
             : llvm::StringRef();
}

namespace {

bool isOfMissingName(const ParseError &error) {
  switch (error.id) {
  case clang::diag::err_ref_non_value: // a type that stands as an argument of that name
  case clang::diag::err_ovl_no_viable_function_in_call: // of arguments whose type is not known
    return true;
  default:
    return !missingName(error).empty() && !llvm::StringRef(error.message).contains("'std'");
  }
}

} // namespace

bool followFromMissingHeaders(llvm::ArrayRef<ParseError> errors, const ParsedUnit &unit) {
  if (unit.missingIncludes.empty())
    return false;
  const clang::SourceManager &sources = unit.compiler.getSourceManager();
  std::map<clang::FileID, std::map<unsigned, unsigned>> firstOfLine; // offsets of missing names
  for (const ParseError &error : errors)
    if (isOfMissingName(error)) {
      const auto [file, offset] = sources.getDecomposedExpansionLoc(error.location);
      const auto [first, isNew] =
          firstOfLine[file].try_emplace(sources.getLineNumber(file, offset), offset);
      first->second = std::min(first->second, offset);
    }
  return llvm::all_of(errors, [&](const ParseError &error) {
    if (isOfMissingName(error))
      return true;
    const auto [file, offset] = sources.getDecomposedExpansionLoc(error.location);
    const auto lines = firstOfLine.find(file);
    if (lines == firstOfLine.end())
      return false;
    const unsigned line = sources.getLineNumber(file, offset);
    const auto first = lines->second.find(line);
    const bool isBehind = first != lines->second.end() && first->second < offset;
    const bool isOfSize = error.id == clang::diag::err_static_assert_requirement_failed &&
                          llvm::StringRef(error.message).contains("sizeof");
    return isBehind || isOfSize;
  });
}

Damage assess(ParsedUnit &unit, const std::function<bool(const std::string &)> &isProject,
              const std::function<std::string(llvm::StringRef)> &display,
              const std::string &directory, const std::set<std::string> &marks) {
  return Assessor(unit, isProject, display, directory, marks).run();
}

} // namespace warplint::frontend
