//===- Parse.cpp -----------------------------------------------*- C++ -*-===//
#include "lint/frontend/Parse.h"

#include "lint/frontend/VirtualFiles.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

namespace warplint::frontend {
namespace {

/// Keeps errors, in the order in which Clang finds them.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  explicit ErrorCollector(std::vector<ParseError> &errors) : errors_(errors) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    clang::SourceLocation location = info.getLocation();
    if (location.isValid() && info.hasSourceManager())
      location = info.getSourceManager().getFileLoc(location);
    if (level >= clang::DiagnosticsEngine::Error) {
      llvm::SmallString<128> message;
      info.FormatDiagnostic(message);
      errors_.push_back({location, info.getID(), std::string(message), {}});
    } else if (level == clang::DiagnosticsEngine::Note && !errors_.empty() &&
               isCause(info.getID())) {
      errors_.back().causes.push_back(location);
    }
  }

private:
  static bool isCause(unsigned id) {
    switch (id) {
    case clang::diag::note_function_template_spec_here:
    case clang::diag::note_function_template_deduction_instantiation_here:
    case clang::diag::note_default_arg_instantiation_here:
    case clang::diag::note_default_function_arg_instantiation_here:
    case clang::diag::note_explicit_template_arg_substitution_here:
    case clang::diag::note_template_class_instantiation_here:
    case clang::diag::note_template_class_instantiation_was_here:
    case clang::diag::note_template_default_arg_checking:
    case clang::diag::note_template_member_class_here:
    case clang::diag::note_template_member_function_here:
    case clang::diag::note_template_nsdmi_here:
    case clang::diag::note_template_static_data_member_def_here:
    case clang::diag::note_template_type_alias_instantiation_here:
    case clang::diag::note_template_variable_def_here:
      return true;
    default:
      return false;
    }
  }

  std::vector<ParseError> &errors_;
};

/// Skips includes that cannot be found, or enters what `findInclude` offers in their place, so
/// that no second pass is needed.
class IncludeMender : public clang::PPCallbacks {
public:
  IncludeMender(const ParseRequest &request, clang::Preprocessor &preprocessor, ParsedUnit &unit)
      : request_(request), preprocessor_(preprocessor), unit_(unit) {}

  // True: no error, and later includes are still looked at.
  bool FileNotFound(llvm::StringRef) override { return true; }

  void InclusionDirective(clang::SourceLocation hash, const clang::Token &, llvm::StringRef name,
                          bool, clang::CharSourceRange, clang::OptionalFileEntryRef file,
                          llvm::StringRef, llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    if (file)
      return;
    const clang::SourceManager &sources = preprocessor_.getSourceManager();
    if (auto found = replacementFor(name, sources.getFilename(hash)))
      enter(*found, hash);
    else if (seen_.insert(name).second)
      unit_.missingIncludes.push_back(name.str());
  }

  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override {
    unit_.skipped.push_back({range.getBegin(), range.getEnd()});
  }

private:
  std::optional<clang::FileEntryRef> replacementFor(llvm::StringRef name,
                                                    llvm::StringRef includer) {
    if (!request_.findInclude)
      return std::nullopt;
    auto path = request_.findInclude(name, includer);
    if (!path)
      return std::nullopt;
    auto file = preprocessor_.getFileManager().getOptionalFileRef(*path);
    return file ? std::optional(*file) : std::nullopt;
  }

  void enter(clang::FileEntryRef file, clang::SourceLocation hash) {
    clang::HeaderSearch &search = preprocessor_.getHeaderSearchInfo();
    // Its neighbours are likely wanted next.
    search.AddSearchPath(
        clang::DirectoryLookup(file.getDir(), clang::SrcMgr::C_User, /*isFramework=*/false),
        /*isAngled=*/true);
    bool first = false;
    if (depth() > maxIncludeDepth ||
        !search.ShouldEnterIncludeFile(preprocessor_, file, /*isImport=*/false,
                                       /*ModulesEnabled=*/false, nullptr, first))
      return;
    clang::SourceManager &sources = preprocessor_.getSourceManager();
    const clang::FileID id = sources.createFileID(file, hash, clang::SrcMgr::C_User);
    preprocessor_.EnterSourceFile(id, nullptr, hash);
  }

  unsigned depth() const {
    const clang::SourceManager &sources = preprocessor_.getSourceManager();
    unsigned depth = 0;
    if (!preprocessor_.getCurrentFileLexer())
      return depth;
    clang::FileID id = preprocessor_.getCurrentFileLexer()->getFileID();
    for (clang::SourceLocation include = sources.getIncludeLoc(id); include.isValid();
         include = sources.getIncludeLoc(sources.getFileID(include)))
      ++depth;
    return depth;
  }

  static constexpr unsigned maxIncludeDepth = 200; // as Clang's own limit

  const ParseRequest &request_;
  clang::Preprocessor &preprocessor_;
  ParsedUnit &unit_;
  llvm::StringSet<> seen_;
};

class Consumer : public clang::ASTConsumer {
public:
  explicit Consumer(std::function<void()> atEnd) : atEnd_(std::move(atEnd)) {}
  void HandleTranslationUnit(clang::ASTContext &) override { atEnd_(); }

private:
  std::function<void()> atEnd_;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(const ParseRequest &request, ParsedUnit &unit, llvm::function_ref<void(ParsedUnit &)> use)
      : request_(request), unit_(unit), use_(use) {}

  bool ended() const { return ended_; }

private:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    clang::Preprocessor &preprocessor = compiler.getPreprocessor();
    for (const std::string &folder : request_.lastFolders)
      if (auto entry = compiler.getFileManager().getOptionalDirectoryRef(folder))
        preprocessor.getHeaderSearchInfo().AddSystemSearchPath(
            clang::DirectoryLookup(*entry, clang::SrcMgr::C_User, /*isFramework=*/false));
    preprocessor.addPPCallbacks(std::make_unique<IncludeMender>(request_, preprocessor, unit_));
    return std::make_unique<Consumer>([this] {
      ended_ = true;
      use_(unit_);
    });
  }

  const ParseRequest &request_;
  ParsedUnit &unit_;
  llvm::function_ref<void(ParsedUnit &)> use_;
  bool ended_ = false;
};

std::shared_ptr<clang::CompilerInvocation>
createInvocation(const ParseRequest &request, clang::DiagnosticsEngine &diagnostics,
                 llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem) {
  std::vector<const char *> arguments = {"clang++"};
  for (const std::string &argument : request.arguments)
    arguments.push_back(argument.c_str());
  arguments.push_back("--");
  arguments.push_back(request.file.c_str());
  clang::CreateInvocationOptions options;
  options.Diags = &diagnostics;
  options.VFS = std::move(fileSystem);
  options.RecoverOnError = true;
  return clang::createInvocation(arguments, options);
}

std::string firstMessage(const std::vector<ParseError> &errors) {
  return errors.empty() ? "Clang gave no reason" : errors.front().message;
}

} // namespace

Expected<void> parse(const ParseRequest &request, llvm::function_ref<void(ParsedUnit &)> use) {
  auto fileSystem = createFileSystem(request.replacedFiles);
  fileSystem->setCurrentWorkingDirectory(request.directory);

  clang::CompilerInstance compiler;
  ParsedUnit unit{compiler, {}, {}, {}};
  ErrorCollector collector(unit.errors);
  auto diagnostics = clang::CompilerInstance::createDiagnostics(
      new clang::DiagnosticOptions, &collector, /*ShouldOwnClient=*/false);
  auto invocation = createInvocation(request, *diagnostics, fileSystem);
  if (!invocation)
    return makeError("the compile command makes no sense: " + firstMessage(unit.errors));

  // What a driver thinks wrong with the command does not keep the file from being read.
  unit.errors.clear();
  diagnostics->Reset();
  compiler.setInvocation(std::move(invocation));
  compiler.getFrontendOpts().DisableFree = false;
  compiler.createFileManager(fileSystem);
  compiler.setDiagnostics(diagnostics.get());
  compiler.getDiagnostics().setFatalsAsError(true);
  compiler.getDiagnostics().setIgnoreAllWarnings(true);
  compiler.getDiagnostics().setErrorLimit(0);
  compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());

  Action action(request, unit, use);
  compiler.ExecuteAction(action);
  if (!action.ended())
    return makeError(firstMessage(unit.errors));
  return {};
}

} // namespace warplint::frontend
