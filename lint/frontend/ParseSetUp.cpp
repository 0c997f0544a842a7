//===- ParseSetUp.cpp ------------------------------------------*- C++ -*-===//
#include "lint/frontend/ParseSetUp.h"

#include "lint/frontend/HeaderTemplates.h"
#include "lint/frontend/Paths.h"
#include "lint/frontend/Prefix.h"
#include "lint/frontend/SourceText.h"
#include "lint/frontend/VirtualFiles.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/HeaderSearch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace warplint::frontend {

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

namespace {

bool isCause(unsigned id) {
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

} // namespace

void ErrorCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                      const clang::Diagnostic &info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  const clang::SourceLocation written = info.getLocation();
  clang::SourceLocation location = written;
  if (location.isValid() && info.hasSourceManager())
    location = info.getSourceManager().getFileLoc(location);
  if (level >= clang::DiagnosticsEngine::Error) {
    llvm::SmallString<128> message;
    info.FormatDiagnostic(message);
    errors_.push_back({.location = location,
                       .id = info.getID(),
                       .message = std::string(message),
                       .causes = {},
                       .written = written,
                       .operand = info.getRanges().empty() ? clang::SourceLocation()
                                                           : info.getRanges().front().getBegin()});
  } else if (level == clang::DiagnosticsEngine::Note && !errors_.empty() && isCause(info.getID())) {
    errors_.back().causes.push_back(location);
  } else if ((info.getID() == clang::diag::note_ovl_candidate_bad_target ||
              info.getID() == clang::diag::note_cuda_ovl_candidate_target_mismatch) &&
             !errors_.empty()) {
    errors_.back().ofOtherTarget = true;
    if (errors_.back().id == clang::diag::err_function_template_spec_no_match &&
        errors_.back().declaration.isInvalid() && written.isFileID())
      errors_.back().declaration = written;
  } else if ((info.getID() == clang::diag::note_previous_declaration ||
              info.getID() == clang::diag::note_member_def_close_match) &&
             !errors_.empty() && errors_.back().declaration.isInvalid() && written.isFileID()) {
    errors_.back().declaration = written;
  }
}

//===----------------------------------------------------------------------===//
// Includes
//===----------------------------------------------------------------------===//

IncludeMender::IncludeMender(const ParseRequest &request, clang::Preprocessor &preprocessor,
                             ParsedUnit &unit)
    : request_(request), preprocessor_(preprocessor), unit_(unit) {
  for (const std::string &name : unit.missingIncludes) // by what was read before
    seen_.insert(name);
}

void IncludeMender::InclusionDirective(clang::SourceLocation hash, const clang::Token &,
                                       llvm::StringRef name, bool, clang::CharSourceRange,
                                       clang::OptionalFileEntryRef file, llvm::StringRef,
                                       llvm::StringRef, const clang::Module *, bool,
                                       clang::SrcMgr::CharacteristicKind) {
  unit_.includesWithDefinedLate =
      unit_.includesWithDefinedLate ||
      llvm::any_of(unit_.definedLate, [](const auto *one) { return one->hasMacroDefinition(); });
  unit_.includesWithinError = unit_.includesWithinError || isWithinError(hash);
  if (file)
    return;
  const clang::SourceManager &sources = preprocessor_.getSourceManager();
  if (auto found = replacementFor(name, sources.getFilename(hash));
      found && !madeOfTemplate(found->getName()).empty())
    enterTemplate(*found, name, hash);
  else if (found)
    enter(*found, hash);
  else if (seen_.insert(name).second)
    unit_.missingIncludes.push_back(name.str());
}

void IncludeMender::SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) {
  const auto place = [&](clang::SourceLocation location) {
    return request_.prefix
               ? inMainFile(location, preprocessor_.getSourceManager(), *request_.prefix)
               : location;
  };
  unit_.skipped.push_back({place(range.getBegin()), place(range.getEnd())});
}

void IncludeMender::MacroExpands(const clang::Token &name, const clang::MacroDefinition &macro,
                                 clang::SourceRange, const clang::MacroArgs *) {
  if (macro.getMacroInfo()->isBuiltinMacro() && name.getIdentifierInfo()->isStr("__LINE__"))
    unit_.lineUses.push_back(name.getLocation());
}

bool IncludeMender::isWithinError(clang::SourceLocation directive) const {
  const clang::SourceManager &sources = preprocessor_.getSourceManager();
  return request_.begunBefore() && sources.isInMainFile(directive) &&
         llvm::any_of(unit_.errors,
                      [&](const ParseError &error) {
                        return sources.isInMainFile(sources.getExpansionLoc(error.location));
                      }) &&
         isWithinStatement(sources.getBufferData(sources.getMainFileID()),
                           sources.getFileOffset(directive));
}

bool IncludeMender::isOfLibrary(clang::SourceLocation place) const {
  const clang::SourceManager &sources = preprocessor_.getSourceManager();
  const auto file = sources.getFileEntryRefForID(sources.getFileID(place));
  return file && request_.isProject &&
         !request_.isProject(absolutePath(file->getName(), request_.directory));
}

void IncludeMender::MacroDefined(const clang::Token &name, const clang::MacroDirective *directive) {
  const clang::IdentifierInfo *identifier = name.getIdentifierInfo();
  // `__need_size_t` and its like are what headers of C ask <stddef.h> by, which is read each time.
  if (request_.askedBefore.empty() || identifier->getName().starts_with("__need_") ||
      !llvm::binary_search(request_.askedBefore, identifier->getName().str()) ||
      !isOfLibrary(name.getLocation()))
    return;
  const auto before = hadBefore_.find(identifier);
  if (before == hadBefore_.end() ||
      !directive->getMacroInfo()->isIdenticalTo(*before->second, preprocessor_,
                                                /*Syntactically=*/true))
    unit_.definedLate.push_back(identifier);
}

void IncludeMender::MacroUndefined(const clang::Token &name, const clang::MacroDefinition &before,
                                   const clang::MacroDirective *) {
  const clang::MacroInfo *macro = before.getMacroInfo();
  if (request_.askedBefore.empty() || !macro ||
      !preprocessor_.getSourceManager().isLoadedSourceLocation(macro->getDefinitionLoc()))
    return;
  const clang::IdentifierInfo *identifier = name.getIdentifierInfo();
  hadBefore_.try_emplace(identifier, macro);
  if (llvm::binary_search(request_.askedBefore, identifier->getName().str()) &&
      isOfLibrary(name.getLocation()))
    unit_.undefinedLate.push_back(identifier);
}

std::optional<clang::FileEntryRef> IncludeMender::replacementFor(llvm::StringRef name,
                                                                 llvm::StringRef includer) {
  if (!request_.findInclude)
    return std::nullopt;
  auto path = request_.findInclude(name, includer);
  if (!path)
    return std::nullopt;
  auto file = preprocessor_.getFileManager().getOptionalFileRef(*path);
  return file && !file->getFileEntry().isNamedPipe() ? std::optional(*file) : std::nullopt;
}

void IncludeMender::enter(clang::FileEntryRef file, clang::SourceLocation hash) {
  clang::HeaderSearch &search = preprocessor_.getHeaderSearchInfo();
  // Its neighbours are likely wanted next; but not a math.h among them where <cmath> asks for
  // one.
  unit_.folders.push_back(file.getDir().getName().str());
  search.AddSystemSearchPath(
      clang::DirectoryLookup(file.getDir(), clang::SrcMgr::C_User, /*isFramework=*/false));
  bool first = false;
  if (depth() > maxIncludeDepth ||
      !search.ShouldEnterIncludeFile(preprocessor_, file, /*isImport=*/false,
                                     /*ModulesEnabled=*/false, nullptr, first))
    return;
  clang::SourceManager &sources = preprocessor_.getSourceManager();
  const clang::FileID id = sources.createFileID(file, hash, clang::SrcMgr::C_User);
  preprocessor_.EnterSourceFile(id, nullptr, hash);
}

void IncludeMender::enterTemplate(clang::FileEntryRef file, llvm::StringRef name,
                                  clang::SourceLocation hash) {
  auto text = preprocessor_.getFileManager().getBufferForFile(file);
  if (!text || depth() > maxIncludeDepth)
    return;
  if (!llvm::is_contained(unit_.madeHeaders, name))
    unit_.madeHeaders.push_back(name.str());
  clang::SourceManager &sources = preprocessor_.getSourceManager();
  const clang::FileID id = sources.createFileID(
      llvm::MemoryBuffer::getMemBufferCopy(filledIn((*text)->getBuffer()), file.getName()),
      clang::SrcMgr::C_User, 0, 0, hash);
  preprocessor_.EnterSourceFile(id, nullptr, hash);
}

unsigned IncludeMender::depth() const {
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

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

namespace {

/// The headers of the Toolkit, and Clang's in their place, whose functions the interpreter knows by
/// name: intrinsics, atomics, mathematics, small floats, groups and pipelines. The built-in model
/// declares the same ones without bodies. Not among them are vector_functions.hpp (`make_float4`)
/// and all of CUDA's C++ libraries.
bool isOfKnownFunctions(llvm::StringRef path) {
  const llvm::StringRef name = llvm::sys::path::filename(path);
  if (llvm::sys::path::filename(llvm::sys::path::parent_path(path)) == "cooperative_groups")
    return true;
  static const llvm::StringSet<> names = {"__clang_cuda_cmath.h",
                                          "__clang_cuda_device_functions.h",
                                          "__clang_cuda_intrinsics.h",
                                          "__clang_cuda_math.h",
                                          "__clang_cuda_math_forward_declares.h",
                                          "__clang_cuda_texture_intrinsics.h",
                                          "cooperative_groups.h",
                                          "cuda_awbarrier.h",
                                          "cuda_awbarrier_helpers.h",
                                          "cuda_bf16.hpp",
                                          "cuda_fp16.hpp",
                                          "cuda_fp4.hpp",
                                          "cuda_fp6.hpp",
                                          "cuda_fp8.hpp",
                                          "cuda_pipeline.h",
                                          "cuda_pipeline_helpers.h",
                                          "cuda_pipeline_primitives.h",
                                          "device_atomic_functions.hpp",
                                          "device_double_functions.hpp",
                                          "device_functions.hpp",
                                          "math_functions.hpp",
                                          "mma.hpp",
                                          "surface_indirect_functions.h",
                                          "texture_fetch_functions.h",
                                          "texture_indirect_functions.h"};
  return names.contains(name) || (name.starts_with("sm_") && name.ends_with("_functions.hpp")) ||
         (name.starts_with("sm_") && name.ends_with("_intrinsics.hpp"));
}

} // namespace

bool BodySkipper::shouldSkipFunctionBody(clang::Decl *declaration) {
  const clang::SourceManager &sources = declaration->getASTContext().getSourceManager();
  const clang::FunctionDecl *function = declaration->getAsFunction();
  if (!function)
    return false;
  const clang::SourceLocation place = sources.getExpansionLoc(function->getLocation());
  if (!sources.isInSystemHeader(place))
    return false;
  if (!function->hasAttr<clang::CUDADeviceAttr>() && !function->hasAttr<clang::CUDAGlobalAttr>())
    return true;
  return !llvm::isa<clang::CXXConstructorDecl>(function) && // they fill what kernels read
         isKnown(sources.getFileID(place), sources);
}

bool BodySkipper::isKnown(clang::FileID file, const clang::SourceManager &sources) {
  const auto [entry, isNew] = known_.try_emplace(file, false);
  if (isNew)
    if (const auto of = sources.getFileEntryRefForID(file))
      entry->second = isOfKnownFunctions(of->getName());
  return entry->second;
}

bool losesNothing(unsigned id) {
  switch (id) {
  case clang::diag::err_ref_bad_target:
  case clang::diag::err_ref_bad_target_global_initializer:
  case clang::diag::err_capture_bad_target: // of lambdas that Clang lets run on either side
  case clang::diag::err_cuda_device_exceptions:
  case clang::diag::err_target_unsupported_type:
  case clang::diag::err_asm_invalid_escape:
  case clang::diag::err_asm_invalid_operand_number:
  case clang::diag::err_asm_invalid_output_constraint:
  case clang::diag::err_asm_invalid_input_constraint:
  case clang::diag::err_pragma_loop_precedes_nonloop: // only the pragma is left out
  case clang::diag::err_member_redeclared:            // the first stays: one for std::byte, one for
                                                      // cuda::std's
  // A class whose base is in a header that is not at hand: the word alone is left out.
  case clang::diag::override_keyword_only_allowed_on_virtual_member_functions:
  case clang::diag::err_function_marked_override_not_overriding:
    return true;
  default:
    return false;
  }
}

bool ProjectFiles::hold(const clang::SourceManager &sources, clang::SourceLocation location) {
  if (!request_.isProject)
    return true;
  const clang::FileID file = sources.getFileID(sources.getFileLoc(location));
  const auto [known, isNew] = known_.try_emplace(file, false);
  if (isNew) {
    const auto entry = sources.getFileEntryRefForID(file);
    known->second = entry && request_.isProject(absolutePath(entry->getName(), request_.directory));
  }
  return known->second;
}

bool holdsBackErrors(const clang::Sema &sema,
                     llvm::function_ref<bool(clang::SourceLocation)> counts) {
  return llvm::any_of(sema.DeviceDeferredDiags, [&](const auto &of) {
    return llvm::any_of(of.second, [&](const clang::PartialDiagnosticAt &one) {
      return !losesNothing(one.second.getDiagID()) && counts(one.first) &&
             sema.getDiagnostics().getDiagnosticLevel(one.second.getDiagID(), one.first) >=
                 clang::DiagnosticsEngine::Error;
    });
  });
}

namespace {

/// The list is Sema's own, and nothing else keeps it out of precompiled headers. The language lets
/// an explicit instantiation name what is private.
template <auto List> struct DeferredList {
  friend auto &deferredListOf(clang::Sema &sema) { return sema.*List; }
};
template struct DeferredList<&clang::Sema::DeclsToCheckForDeferredDiags>;
auto &deferredListOf(clang::Sema &sema);

} // namespace

void ListPruner::HandleTranslationUnit(clang::ASTContext &context) {
  if (!sema_)
    return;
  sema_->UnusedFileScopedDecls = {};
  sema_->UnusedLocalTypedefNameCandidates.clear();
  deferredListOf(*sema_).remove_if([&](const clang::Decl *declaration) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    const clang::FunctionDecl *definition = function ? function->getDefinition() : nullptr;
    return definition &&
           clang::isDiscardableGVALinkage(context.GetGVALinkageForFunction(definition));
  });
}

//===----------------------------------------------------------------------===//
// Precompiled headers
//===----------------------------------------------------------------------===//

namespace {

llvm::Error writeWhole(const std::string &path, llvm::StringRef contents) {
  auto file = llvm::sys::fs::TempFile::create(path + "-%%%%%%%%");
  if (!file)
    return file.takeError();
  std::error_code error;
  {
    llvm::raw_fd_ostream stream(file->FD, /*shouldClose=*/false);
    stream << contents;
    stream.flush();
    error = stream.error();
    stream.clear_error();
  }
  if (!error)
    return file->keep(path);
  return llvm::joinErrors(llvm::errorCodeToError(error), file->discard());
}

} // namespace

void PrecompiledWriter::HandleTranslationUnit(clang::ASTContext &) {
  if (made_->IsComplete)
    if (llvm::Error error = writeWhole(path_, {made_->Data.data(), made_->Data.size()})) {
      const std::string message = "it cannot be written: " + llvm::toString(std::move(error));
      if (problem_.empty())
        problem_ = message;
    }
  made_->Data = {};
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {

/// Files are read as ParseRequest::mend wants them.
class MendingFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  MendingFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below,
                    const decltype(ParseRequest::mend) &mend)
      : ProxyFileSystem(std::move(below)), mend_(mend) {}

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &path) override {
    auto file = ProxyFileSystem::openFileForRead(path);
    if (!file)
      return file;
    return std::make_unique<Mended>(std::move(*file), path.str(), mend_);
  }

private:
  class Mended : public llvm::vfs::File {
  public:
    Mended(std::unique_ptr<llvm::vfs::File> file, std::string path,
           const decltype(ParseRequest::mend) &mend)
        : file_(std::move(file)), path_(std::move(path)), mend_(mend) {}
    llvm::ErrorOr<llvm::vfs::Status> status() override { return file_->status(); }
    llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
    llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name,
                                                                 std::int64_t size,
                                                                 bool requiresNullTerminator,
                                                                 bool isVolatile) override {
      auto buffer = file_->getBuffer(name, size, requiresNullTerminator, isVolatile);
      if (!buffer)
        return buffer;
      const std::optional<std::string> text = mend_(path_, (*buffer)->getBuffer());
      if (!text || text->size() != (*buffer)->getBufferSize())
        return buffer;
      return llvm::MemoryBuffer::getMemBufferCopy(*text, name);
    }
    std::error_code close() override { return file_->close(); }

  private:
    std::unique_ptr<llvm::vfs::File> file_;
    std::string path_;
    const decltype(ParseRequest::mend) &mend_;
  };

  const decltype(ParseRequest::mend) &mend_;
};

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystemFor(const ParseRequest &request) {
  auto fileSystem = createFileSystem(request.replacedFiles, request.dependencies);
  if (!request.mend)
    return fileSystem;
  return llvm::makeIntrusiveRefCnt<MendingFileSystem>(std::move(fileSystem), request.mend);
}

void addLastFolders(clang::CompilerInstance &compiler, const ParseRequest &request) {
  std::vector<std::string> folders = request.lastFolders;
  if (request.prefix)
    llvm::append_range(folders, request.prefix->folders);
  for (const std::string &folder : folders)
    if (auto entry = compiler.getFileManager().getOptionalDirectoryRef(folder))
      compiler.getPreprocessor().getHeaderSearchInfo().AddSystemSearchPath(
          clang::DirectoryLookup(*entry, clang::SrcMgr::C_User, /*isFramework=*/false));
}

//===----------------------------------------------------------------------===//
// The compiler
//===----------------------------------------------------------------------===//

namespace {

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
  std::shared_ptr<clang::CompilerInvocation> invocation =
      clang::createInvocation(arguments, options);
  // Debian's Clang looks for its own headers there before it looks in its resource folder: those
  // of some version that is installed, where there is one.
  if (invocation)
    llvm::erase_if(invocation->getHeaderSearchOpts().UserEntries, [](const auto &entry) {
      return llvm::StringRef(entry.Path).starts_with("/usr/include/clang/");
    });
  return invocation;
}

} // namespace

std::string firstMessage(const std::vector<ParseError> &errors) {
  return errors.empty() ? "Clang gave no reason" : errors.front().message;
}

Expected<void> prepare(clang::CompilerInstance &compiler, const ParseRequest &request,
                       const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &fileSystem,
                       ErrorCollector &collector, std::vector<ParseError> &errors) {
  // A folder that is gone is no reason not to read a file by its absolute path.
  [[maybe_unused]] const std::error_code gone =
      fileSystem->setCurrentWorkingDirectory(request.directory);
  auto diagnostics = clang::CompilerInstance::createDiagnostics(
      new clang::DiagnosticOptions, &collector, /*ShouldOwnClient=*/false);
  auto invocation = createInvocation(request, *diagnostics, fileSystem);
  if (!invocation)
    return makeError("the compile command makes no sense: " + firstMessage(errors));

  // nvcc knows no modules. With them, which C++20 turns on, Clang 19 takes overloads for the host
  // and for the device that it reads from a precompiled header for definitions of one function.
  invocation->getLangOpts().Modules = false;
  invocation->getLangOpts().CPlusPlusModules = false;
  // `#pragma once` counts in a header that is looked at by itself: others include it again.
  invocation->getLangOpts().IsHeaderFile = !isSourceName(request.file);

  // What a driver thinks wrong with the command does not keep the file from being read.
  errors.clear();
  diagnostics->Reset();
  compiler.setInvocation(std::move(invocation));
  compiler.getFrontendOpts().DisableFree = false;
  compiler.getFrontendOpts().SkipFunctionBodies = true; // as BodySkipper says
  compiler.createFileManager(fileSystem);
  compiler.setDiagnostics(diagnostics.get());
  compiler.getDiagnostics().setFatalsAsError(true);
  compiler.getDiagnostics().setIgnoreAllWarnings(true);
  compiler.getDiagnostics().setErrorLimit(0);
  // Errors that one may switch off are no errors for nvcc and GCC, or warnings: narrowing,
  // `register`, `template f()` without arguments, `enum class E e;`, ….
  compiler.getDiagnostics().setSeverityForAll(clang::diag::Flavor::WarningOrError,
                                              clang::diag::Severity::Ignored);
  compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  return {};
}

} // namespace warplint::frontend
