//===- Precompile.cpp ------------------------------------------*- C++ -*-===//
#include "lint/frontend/EarlyInstances.h"
#include "lint/frontend/ParseSetUp.h"
#include "lint/frontend/Paths.h"
#include "lint/frontend/VirtualFiles.h"

#include "clang/Basic/CharInfo.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace warplint::frontend {

namespace {

/// Files that are not the project's hold nothing.
class ProjectOnly : public llvm::vfs::ProxyFileSystem {
public:
  ProjectOnly(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below,
              const std::function<bool(const std::string &)> &isProject)
      : ProxyFileSystem(std::move(below)), isProject_(isProject) {}

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &given) override {
    llvm::SmallString<256> path;
    given.toVector(path);
    if (makeAbsolute(path))
      return ProxyFileSystem::openFileForRead(given);
    auto file = ProxyFileSystem::openFileForRead(given);
    if (!file || path == virtualDefinesFile || path == virtualMacrosFile ||
        isProject_(absolutePath(path, "/")))
      return file;
    auto status = (*file)->status();
    if (!status || !status->isRegularFile())
      return file;
    return std::make_unique<Empty>(llvm::vfs::Status::copyWithNewSize(*status, 0));
  }

private:
  class Empty : public llvm::vfs::File {
  public:
    explicit Empty(llvm::vfs::Status status) : status_(std::move(status)) {}
    llvm::ErrorOr<llvm::vfs::Status> status() override { return status_; }
    llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
    getBuffer(const llvm::Twine &name, std::int64_t, bool, bool) override {
      return llvm::MemoryBuffer::getMemBufferCopy("", name);
    }
    std::error_code close() override { return {}; }

  private:
    llvm::vfs::Status status_;
  };

  const std::function<bool(const std::string &)> &isProject_;
};

class UseLister : public clang::PPCallbacks {
public:
  UseLister(const clang::SourceManager &sources, HeaderUse &use,
            std::function<bool(clang::FileEntryRef)> isProject)
      : sources_(sources), use_(use), isProject_(std::move(isProject)) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token &, llvm::StringRef name,
                          bool isAngled, clang::CharSourceRange, clang::OptionalFileEntryRef file,
                          llvm::StringRef folder, llvm::StringRef below, const clang::Module *,
                          bool, clang::SrcMgr::CharacteristicKind) override {
    // Those of the command line are in every preamble.
    if (!file || !sources_.getFileEntryRefForID(sources_.getFileID(hash)))
      return;
    if (isProject_(*file)) {
      use_.ofProject = true;
      return;
    }
    const bool wasSought = isAngled && !folder.empty() && below == name;
    if (seen_.insert(file->getName()).second)
      use_.headers.push_back({file->getName().str(), wasSought
                                                         ? "<" + name.str() + ">"
                                                         : '"' + file->getName().str() + '"'});
    use_.macros.insert(use_.macros.end(), macros_.begin(), macros_.end());
    macros_.clear();
  }

  void MacroDefined(const clang::Token &name, const clang::MacroDirective *) override { add(name); }
  void MacroUndefined(const clang::Token &name, const clang::MacroDefinition &,
                      const clang::MacroDirective *) override {
    add(name);
  }

private:
  void add(const clang::Token &name) {
    const auto file = sources_.getFileEntryRefForID(sources_.getFileID(name.getLocation()));
    if (file && file->getName() != virtualMacrosFile)
      macros_.push_back(name.getIdentifierInfo()->getName().str());
  }

  const clang::SourceManager &sources_;
  HeaderUse &use_;
  std::function<bool(clang::FileEntryRef)> isProject_;
  std::vector<std::string> macros_; ///< behind the last header
  llvm::StringSet<> seen_;
};

std::vector<std::string> sorted(const llvm::StringSet<> &names) {
  std::vector<std::string> list;
  for (const auto &name : names)
    list.push_back(name.first().str());
  llvm::sort(list);
  return list;
}

/// Which names do conditionals ask for?
class QuestionLister : public clang::PPCallbacks {
public:
  QuestionLister(const clang::CompilerInstance &compiler, llvm::StringSet<> &asked)
      : sources_(compiler.getSourceManager()), language_(compiler.getLangOpts()), asked_(asked) {}

  void Ifdef(clang::SourceLocation, const clang::Token &name,
             const clang::MacroDefinition &) override {
    add(name);
  }
  void Ifndef(clang::SourceLocation, const clang::Token &name,
              const clang::MacroDefinition &) override {
    add(name);
  }
  void If(clang::SourceLocation, clang::SourceRange condition, ConditionValueKind) override {
    addAll(condition);
  }
  void Elif(clang::SourceLocation, clang::SourceRange condition, ConditionValueKind,
            clang::SourceLocation) override {
    addAll(condition);
  }

private:
  void add(const clang::Token &name) {
    if (const clang::IdentifierInfo *identifier = name.getIdentifierInfo())
      asked_.insert(identifier->getName());
  }

  void addAll(clang::SourceRange condition) {
    const llvm::StringRef text = clang::Lexer::getSourceText(
        clang::CharSourceRange::getCharRange(condition), sources_, language_);
    // A word in a number or in a comment does no harm.
    for (llvm::StringRef rest = text; !rest.empty();) {
      rest = rest.drop_until([](char c) { return clang::isAsciiIdentifierStart(c); });
      const llvm::StringRef word =
          rest.take_while([](char c) { return clang::isAsciiIdentifierContinue(c); });
      if (!word.empty())
        asked_.insert(word);
      rest = rest.drop_front(word.size());
    }
  }

  const clang::SourceManager &sources_;
  const clang::LangOptions &language_;
  llvm::StringSet<> &asked_;
};

class UseAction : public clang::PreprocessOnlyAction {
public:
  UseAction(const ParseRequest &request, ParsedUnit &unit, HeaderUse &use,
            const std::function<bool(const std::string &)> &isProject)
      : request_(request), unit_(unit), use_(use), isProject_(isProject) {}

private:
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    addLastFolders(compiler, request_);
    clang::Preprocessor &preprocessor = compiler.getPreprocessor();
    preprocessor.addPPCallbacks(std::make_unique<IncludeMender>(request_, preprocessor, unit_));
    preprocessor.addPPCallbacks(std::make_unique<UseLister>(
        compiler.getSourceManager(), use_, [this](clang::FileEntryRef file) {
          return isProject_(absolutePath(file.getName(), request_.directory));
        }));
    preprocessor.addPPCallbacks(std::make_unique<QuestionLister>(compiler, asked_));
    return true;
  }

  void EndSourceFileAction() override { use_.asked = sorted(asked_); }

  const ParseRequest &request_;
  ParsedUnit &unit_;
  HeaderUse &use_;
  llvm::StringSet<> asked_;
  const std::function<bool(const std::string &)> &isProject_;
};

/// Of the headers that the main file includes, those that nothing keeps from being read again.
class AgainLister : public clang::PPCallbacks {
public:
  AgainLister(clang::Preprocessor &preprocessor, std::vector<std::string> &again)
      : preprocessor_(preprocessor), again_(again) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token &, llvm::StringRef name,
                          bool isAngled, clang::CharSourceRange, clang::OptionalFileEntryRef file,
                          llvm::StringRef, llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    if (file && preprocessor_.getSourceManager().isInMainFile(hash))
      included_.emplace_back((isAngled ? "<" : "\"") + name.str() + (isAngled ? ">" : "\""), *file);
  }
  void EndOfMainFile() override {
    for (const auto &[spelled, file] : included_)
      if (!preprocessor_.getHeaderSearchInfo().isFileMultipleIncludeGuarded(file))
        again_.push_back(spelled);
  }

private:
  clang::Preprocessor &preprocessor_;
  std::vector<std::string> &again_;
  std::vector<std::pair<std::string, clang::FileEntryRef>> included_;
};

class PrecompileAction : public clang::GeneratePCHAction {
public:
  PrecompileAction(const ParseRequest &request, ParsedUnit &unit, llvm::StringSet<> &asked,
                   bool instantiates)
      : request_(request), unit_(unit), asked_(asked), instantiates_(instantiates) {}

  std::vector<std::string> again; ///< as of a PrecompiledHeader

  std::string problem; ///< why it was not written
  bool failed = false; ///< because it instantiates

private:
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    clang::Preprocessor &preprocessor = compiler.getPreprocessor();
    preprocessor.addPPCallbacks(std::make_unique<IncludeMender>(request_, preprocessor, unit_));
    preprocessor.addPPCallbacks(std::make_unique<QuestionLister>(compiler, asked_));
    preprocessor.addPPCallbacks(std::make_unique<AgainLister>(preprocessor, again));
    return clang::GeneratePCHAction::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    const clang::FrontendOptions &options = compiler.getFrontendOpts();
    auto buffer = std::make_shared<clang::PCHBuffer>();
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    if (instantiates_)
      consumers.push_back(std::make_unique<EarlyInstances>(request_, unit_, failed));
    consumers.push_back(std::make_unique<ListPruner>());
    consumers.push_back(std::make_unique<clang::PCHGenerator>(
        compiler.getPreprocessor(), compiler.getModuleCache(), options.OutputFile,
        /*isysroot=*/"", buffer, options.ModuleFileExtensions,
        compiler.getPreprocessorOpts().AllowPCHWithCompilerErrors, options.IncludeTimestamps));
    consumers.push_back(std::make_unique<PrecompiledWriter>(options.OutputFile, buffer, problem));
    consumers.push_back(std::make_unique<BodySkipper>());
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

  const ParseRequest &request_;
  ParsedUnit &unit_;
  llvm::StringSet<> &asked_;
  bool instantiates_;
};

} // namespace

Expected<HeaderUse> headerUse(const ParseRequest &given,
                              const std::function<bool(const std::string &)> &isProject,
                              const std::string &macros) {
  ParseRequest request = given;
  if (!macros.empty()) {
    request.replacedFiles.emplace_back(virtualMacrosFile, macros);
    request.arguments.insert(request.arguments.begin(), {"-include", virtualMacrosFile.str()});
  }
  clang::CompilerInstance compiler;
  ParsedUnit unit{.compiler = compiler};
  ErrorCollector collector(unit.errors);
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem =
      llvm::makeIntrusiveRefCnt<ProjectOnly>(createFileSystem(request.replacedFiles, nullptr),
                                             isProject);
  if (auto ready = prepare(compiler, request, fileSystem, collector, unit.errors); !ready)
    return tl::unexpected(ready.error());
  HeaderUse use;
  UseAction action(request, unit, use, isProject);
  if (!compiler.ExecuteAction(action) && use.headers.empty())
    return makeError(firstMessage(unit.errors));
  return use;
}

namespace {

/// The request for a file of this text, in place of the one that was asked for.
ParseRequest preambleRequest(const ParseRequest &request, const std::string &text) {
  ParseRequest own = request;
  own.file = virtualPreambleFile.str();
  own.replacedFiles.emplace_back(own.file, text);
  // What one file's command defines and includes is read behind the preamble: the headers may be
  // the project's, and hold kernels.
  std::vector<std::string> &arguments = own.arguments;
  for (auto at = llvm::find(arguments, "-include"); at != arguments.end();
       at = std::find(at, arguments.end(), "-include")) {
    const auto file = std::next(at);
    const bool isOfCommand =
        file != arguments.end() &&
        (*file == virtualDefinesFile ||
         (*file != cudaWrapperHeader && !llvm::StringRef(*file).starts_with(virtualRoot)));
    at = isOfCommand ? arguments.erase(at, std::next(file)) : std::next(at);
  }
  own.findInclude = nullptr;
  own.lastFolders.clear();
  return own;
}

class FileLister : public clang::PPCallbacks {
public:
  FileLister(const clang::SourceManager &sources, std::vector<std::string> &files,
             llvm::StringSet<> &macros)
      : sources_(sources), files_(files), macros_(macros) {}
  void InclusionDirective(clang::SourceLocation, const clang::Token &, llvm::StringRef, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef,
                          llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    if (file)
      files_.push_back(file->getName().str());
  }

  void MacroDefined(const clang::Token &name, const clang::MacroDirective *) override {
    if (sources_.getFileEntryRefForID(sources_.getFileID(name.getLocation())))
      macros_.insert(name.getIdentifierInfo()->getName());
  }

private:
  const clang::SourceManager &sources_;
  std::vector<std::string> &files_;
  llvm::StringSet<> &macros_; ///< that files have defined, not the compiler
};

class ListAction : public clang::PreprocessOnlyAction {
public:
  explicit ListAction(ReadBefore &before) : before_(before) {}

private:
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<FileLister>(compiler.getSourceManager(), before_.files, ofFiles_));
    return true;
  }

  void ExecuteAction() override {
    clang::PreprocessorOutputOptions options;
    options.ShowCPP = false;
    options.ShowMacros = true;
    std::string all;
    llvm::raw_string_ostream stream(all);
    clang::DoPrintPreprocessedInput(getCompilerInstance().getPreprocessor(), &stream, options);
    for (const llvm::StringRef line : llvm::split(all, '\n'))
      if (ofFiles_.contains(definedIn(line)))
        before_.macros += (line + "\n").str();
  }

  ReadBefore &before_;
  llvm::StringSet<> ofFiles_;
};

} // namespace

llvm::StringRef definedIn(llvm::StringRef line) {
  return line.consume_front("#define ")
             ? line.take_while([](char c) { return clang::isAsciiIdentifierContinue(c); })
             : llvm::StringRef();
}

Expected<ReadBefore> readBefore(const ParseRequest &request) {
  const ParseRequest own = preambleRequest(request, "");
  clang::CompilerInstance compiler;
  std::vector<ParseError> errors;
  ErrorCollector collector(errors);
  if (auto ready = prepare(compiler, own, createFileSystem(own.replacedFiles, own.dependencies),
                           collector, errors);
      !ready)
    return tl::unexpected(ready.error());
  ReadBefore before;
  ListAction action(before);
  compiler.ExecuteAction(action);
  llvm::sort(before.files);
  before.files.erase(std::unique(before.files.begin(), before.files.end()), before.files.end());
  return before;
}

namespace {

/// Nothing where it fails because of what it instantiates.
Expected<std::optional<PrecompiledHeader>>
precompileOnce(const ParseRequest &own, const std::string &output, bool instantiates) {
  clang::CompilerInstance compiler;
  ParsedUnit unit{.compiler = compiler};
  ErrorCollector collector(unit.errors);
  if (auto ready = prepare(compiler, own, fileSystemFor(own), collector, unit.errors); !ready)
    return tl::unexpected(ready.error());
  compiler.getFrontendOpts().OutputFile = output;
  compiler.getFrontendOpts().ProgramAction = clang::frontend::GeneratePCH;
  llvm::StringSet<> asked;
  PrecompileAction action(own, unit, asked, instantiates);
  const bool done = compiler.ExecuteAction(action);
  if (action.failed)
    return std::nullopt;
  if (!action.problem.empty())
    return makeError("the headers cannot be kept: " + action.problem);
  PrecompiledHeader header;
  header.clean = done && unit.errors.empty() && unit.missingIncludes.empty();
  header.asked = sorted(asked);
  header.again = std::move(action.again);
  if (compiler.hasSourceManager())
    header.bytes = compiler.getSourceManager().getNextLocalOffset();
  return header;
}

} // namespace

Expected<PrecompiledHeader> precompile(const ParseRequest &request, const std::string &text,
                                       const std::string &output) {
  const ParseRequest own = preambleRequest(request, text);
  auto made = precompileOnce(own, output, /*instantiates=*/true);
  if (made && !*made)
    made = precompileOnce(own, output, /*instantiates=*/false);
  if (!made)
    return tl::unexpected(made.error());
  return made->value_or(PrecompiledHeader());
}

} // namespace warplint::frontend
