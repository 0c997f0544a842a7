//===- Parse.cpp -----------------------------------------------*- C++ -*-===//
#include "lint/frontend/Parse.h"

#include "lint/frontend/Paths.h"
#include "lint/frontend/VirtualFiles.h"
#include "lint/simt/UnitScope.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "clang/Sema/TemplateInstCallback.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <ctime>

namespace warplint::frontend {
namespace {

/// Keeps errors, in the order in which Clang finds them.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  explicit ErrorCollector(std::vector<ParseError> &errors) : errors_(errors) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    const clang::SourceLocation written = info.getLocation();
    clang::SourceLocation location = written;
    if (location.isValid() && info.hasSourceManager())
      location = info.getSourceManager().getFileLoc(location);
    if (level >= clang::DiagnosticsEngine::Error) {
      llvm::SmallString<128> message;
      info.FormatDiagnostic(message);
      errors_.push_back({location, info.getID(), std::string(message), {}, written});
    } else if (level == clang::DiagnosticsEngine::Note && !errors_.empty() &&
               isCause(info.getID())) {
      errors_.back().causes.push_back(location);
    } else if (info.getID() == clang::diag::note_ovl_candidate_bad_target && !errors_.empty()) {
      errors_.back().ofOtherTarget = true;
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
    // Its neighbours are likely wanted next; but not a math.h among them where <cmath> asks for
    // one.
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

/// Bodies of functions in system headers that no kernel runs, or that say nothing which is not
/// known without them, are not read. Clang itself keeps those that constant expressions or `auto`
/// may need.
class BodySkipper : public clang::SemaConsumer {
  bool shouldSkipFunctionBody(clang::Decl *declaration) override {
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

  bool isKnown(clang::FileID file, const clang::SourceManager &sources) {
    const auto [entry, isNew] = known_.try_emplace(file, false);
    if (isNew)
      if (const auto of = sources.getFileEntryRefForID(file))
        entry->second = isOfKnownFunctions(of->getName());
    return entry->second;
  }

  llvm::DenseMap<clang::FileID, bool> known_;
};

/// Ends what would instantiate templates for ever in a way that Clang recovers from: once the
/// syntax tree has some size, none may stand in another. The size grows with the text, headers
/// included, so that it is a matter of seconds where a few lines ask for very many. A file of
/// CUTLASS's for Hopper (example 52) instantiates 3 283 000 times in 23 MB of text and then has a
/// tree of 612 MB, 27 bytes for each byte of text; a class template that doubles at each level, 340
/// bytes for each instantiation. A project that brings much text of its own means what it asks for:
/// one kernel of flash-attention's for Hopper makes 1.2 GB of 12 MB of text, 8 of them CUTLASS's.
class InstantiationLimit : public clang::TemplateInstantiationCallback {
public:
  InstantiationLimit(ParsedUnit &unit, std::uint64_t textBefore)
      : unit_(unit), textBefore_(textBefore) {}

  void initialize(const clang::Sema &) override {}
  void finalize(const clang::Sema &) override {}
  void atTemplateBegin(const clang::Sema &sema,
                       const clang::Sema::CodeSynthesisContext &) override {
    if (++count_ % between != 0 || unit_.instantiationsCutAt ||
        sema.getASTContext().getASTAllocatedMemory() < bytes(sema.getSourceManager()))
      return;
    unit_.compiler.getLangOpts().InstantiationDepth = 0;
    unit_.instantiationsCutAt = count_;
  }
  void atTemplateEnd(const clang::Sema &, const clang::Sema::CodeSynthesisContext &) override {}

  /// What the syntax tree may take with the text that was read so far.
  std::uint64_t bytes(const clang::SourceManager &sources) {
    countOwnText(sources);
    const std::uint64_t text = textBefore_ + sources.getNextLocalOffset();
    return std::min(atLeast + text * bytesPerByte + ownText_ * bytesPerOwnByte, atMost);
  }

private:
  /// What was read since the last call, headers of the system and expansions of macros left out.
  void countOwnText(const clang::SourceManager &sources) {
    const unsigned entries = sources.local_sloc_entry_size();
    for (; counted_ + 1 < entries; ++counted_) {
      const clang::SrcMgr::SLocEntry &entry = sources.getLocalSLocEntry(counted_);
      if (entry.isFile() && !clang::SrcMgr::isSystem(entry.getFile().getFileCharacteristic()))
        ownText_ += sources.getLocalSLocEntry(counted_ + 1).getOffset() - entry.getOffset();
    }
  }

  static constexpr std::uint64_t atLeast = 128U << 20;   // bytes
  static constexpr std::uint64_t atMost = 2560ULL << 20; // a worker has 4 GB for all it does
  static constexpr std::uint64_t bytesPerByte = 32;
  static constexpr std::uint64_t bytesPerOwnByte = 256;
  static constexpr unsigned between = 1024; ///< instantiations; looking takes a while

  ParsedUnit &unit_;
  std::uint64_t textBefore_; ///< bytes, of the preamble
  std::uint64_t ownText_ = 0;
  unsigned counted_ = 0; ///< entries of the source manager
  unsigned count_ = 0;
};

/// A launch is worth more than what it hands over: where a name in it is not declared (its header
/// is not at hand, say), Clang would leave out the whole of it. The name then stands for something
/// that is not understood, and for a scope that may hold anything before `::`.
class NamesInLaunches : public clang::ExternalSemaSource {
public:
  void setSema(clang::Sema *sema) { sema_ = sema; }

  bool LookupUnqualified(clang::LookupResult &result, clang::Scope *) override {
    const clang::IdentifierInfo *name = result.getLookupName().getAsIdentifierInfo();
    const bool isScope = result.getLookupKind() == clang::Sema::LookupNestedNameSpecifierName;
    if (!sema_ || !name || result.isForRedeclaration() ||
        (!isScope && result.getLookupKind() != clang::Sema::LookupOrdinaryName) ||
        !isInHostCode() || !isInLaunch(result.getNameLoc(), *name, isScope))
      return false;
    if (reported_.insert(result.getNameLoc().getRawEncoding()).second)
      sema_->Diag(result.getNameLoc(), clang::diag::err_undeclared_var_use) << name;
    result.addDecl(isScope ? scopeOf(*name) : valueOf(*name));
    result.resolveKind();
    return true;
  }

private:
  bool isInHostCode() const {
    const clang::FunctionDecl *function = sema_->getCurFunctionDecl(/*AllowLambda=*/true);
    return function && !function->hasAttr<clang::CUDADeviceAttr>() &&
           !function->hasAttr<clang::CUDAGlobalAttr>();
  }

  /// Behind a `<<<` of the same statement, and followed by what fits.
  bool isInLaunch(clang::SourceLocation location, const clang::IdentifierInfo &name,
                  bool isScope) const {
    const clang::SourceManager &sources = sema_->getSourceManager();
    if (location.isInvalid())
      return false;
    const auto [file, offset] = sources.getDecomposedSpellingLoc(location);
    const auto text = sources.getBufferDataOrNone(file);
    if (!text || !text->substr(offset).starts_with(name.getName()))
      return false;
    const llvm::StringRef before = text->take_front(offset);
    const std::size_t begin = before.find_last_of(";{}");
    if (!before.substr(begin == llvm::StringRef::npos ? 0 : begin).contains("<<<"))
      return false;
    const llvm::StringRef behind = text->substr(offset + name.getLength()).ltrim();
    if (isScope)
      return behind.starts_with("::");
    // A function may be found by what it is called with, a template must be known to be one.
    return !behind.starts_with("::") && !behind.starts_with("<") &&
           (!behind.starts_with("(") || !isDeclaredSomewhere(name));
  }

  bool isDeclaredSomewhere(const clang::IdentifierInfo &name) const {
    if (name.isFromAST()) // the preamble has it
      return true;
    std::vector<const clang::DeclContext *> open{sema_->Context.getTranslationUnitDecl()};
    while (!open.empty()) {
      const clang::DeclContext *next = open.back();
      open.pop_back();
      if (!next->lookup(&name).empty())
        return true;
      for (const clang::Decl *declaration : next->noload_decls())
        if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration))
          open.push_back(llvm::cast<clang::DeclContext>(declaration));
    }
    return false;
  }

  clang::NamedDecl *valueOf(const clang::IdentifierInfo &name) {
    clang::NamedDecl *&value = values_[&name];
    if (!value) {
      clang::ASTContext &context = sema_->Context;
      auto *variable = clang::VarDecl::Create(
          context, context.getTranslationUnitDecl(), {}, {}, &name, context.DependentTy,
          context.getTrivialTypeSourceInfo(context.DependentTy), clang::SC_None);
      variable->setImplicit();
      variable->setInit(clang::RecoveryExpr::Create(context, context.DependentTy, {}, {}, {}));
      value = variable;
    }
    return value;
  }

  clang::NamedDecl *scopeOf(const clang::IdentifierInfo &name) {
    clang::NamedDecl *&scope = scopes_[&name];
    if (!scope) {
      clang::ASTContext &context = sema_->Context;
      scope = clang::TypedefDecl::Create(context, context.getTranslationUnitDecl(), {}, {}, &name,
                                         context.getTrivialTypeSourceInfo(context.DependentTy));
      scope->setImplicit();
    }
    return scope;
  }

  clang::Sema *sema_ = nullptr;
  llvm::DenseMap<const clang::IdentifierInfo *, clang::NamedDecl *> values_, scopes_;
  llvm::DenseSet<unsigned> reported_; ///< places of names
};

/// Functions that have no body when the unit ends, but get one then. Clang would complain of those
/// that are named after a lambda's type, as nobody else could define them.
class DefinedLater : public clang::ExternalSemaSource {
public:
  void add(const clang::FunctionDecl *function) { functions_.insert(function->getCanonicalDecl()); }

  void ReadUndefinedButUsed(
      llvm::MapVector<clang::NamedDecl *, clang::SourceLocation> &undefined) override {
    undefined.remove_if([&](const auto &entry) { return functions_.contains(entry.first); });
  }

private:
  llvm::DenseSet<const clang::NamedDecl *> functions_;
};

class Consumer : public BodySkipper {
public:
  Consumer(const ParseRequest &request, ParsedUnit &unit, std::function<void()> atEnd)
      : request_(request), unit_(unit), atEnd_(std::move(atEnd)) {}

  void InitializeSema(clang::Sema &sema) override {
    sema_ = &sema;
    std::uint64_t preamble = 0; // a file that is not there has no bytes
    if (!request_.preamble.empty() && llvm::sys::fs::file_size(request_.preamble, preamble))
      preamble = 0;
    preamble /= 4; // it is larger than the text it was made of
    auto limit = std::make_unique<InstantiationLimit>(unit_, preamble);
    limit_ = limit.get();
    sema.TemplateInstCallbacks.push_back(std::move(limit));
    names_->setSema(&sema);
    sema.addExternalSource(names_.get());
    sema.addExternalSource(definedLater_.get());
  }
  void ForgetSema() override {
    sema_ = nullptr;
    limit_ = nullptr;
    names_->setSema(nullptr);
  }

  /// Called when an instantiation has just been put last in the queue.
  void HandleCXXImplicitFunctionInstantiation(clang::FunctionDecl *function) override {
    auto &pending = sema_->PendingInstantiations;
    if (outOfPatience())
      unit_.cutShort = true;
    if (isCut())
      pending.clear();
    else if (!pending.empty() && pending.back().first == function && isHeldBack(function)) {
      pending.pop_back();
      definedLater_->add(function);
    }
  }

  void HandleTranslationUnit(clang::ASTContext &context) override {
    instantiateHeldBack(context);
    // What a preamble holds is not walked through: that would read all of it.
    const auto declarations = context.getTranslationUnitDecl()->noload_decls();
    context.setTraversalScope({declarations.begin(), declarations.end()});
    atEnd_();
  }

private:
  /// The instantiations of one kernel template that have no body yet, in the order in which they
  /// get one.
  struct Waiting {
    std::vector<clang::FunctionDecl *> instances;
    std::size_t next = 0;
    std::size_t growth = 0; ///< bytes of syntax tree that the last one brought
  };

  bool outOfPatience() const {
    return request_.patience.count() > 0 &&
           1000 * (std::clock() - begin_) / CLOCKS_PER_SEC > request_.patience.count();
  }

  /// Dozens of instances of one kernel, each with all that it calls, can take Clang minutes, and so
  /// can dozens of a function that launches them: these get their bodies once everything else has
  /// its own, so that what becomes of the room for them is known.
  bool isHeldBack(clang::FunctionDecl *function) {
    const clang::FunctionDecl *pattern = function->getTemplateInstantiationPattern();
    if (request_.kernelInstantiations == 0 || !pattern)
      return false;
    if (function->hasAttr<clang::CUDAGlobalAttr>()) {
      auto &instances = waiting_[pattern->getCanonicalDecl()].instances;
      if (instances.size() < request_.kernelInstantiations)
        instances.push_back(function);
      return true;
    }
    if (function->hasAttr<clang::CUDADeviceAttr>() || !pattern->hasBody() ||
        ++hostInstances_[pattern->getCanonicalDecl()] <= atOnce)
      return false;
    furtherHosts_.push_back(function);
    return true;
  }

  /// One instance of each kernel template, whatever it takes; of all else that was held back what
  /// fits into the room that is left then, but not hundreds of megabytes, which take Clang seconds.
  void instantiateHeldBack(clang::ASTContext &context) {
    if ((waiting_.empty() && furtherHosts_.empty()) || isCut())
      return;
    constexpr std::size_t seconds = 256U << 20; // bytes
    const simt::UnitScope scope(*sema_);
    instantiateFirst(context);
    const std::size_t before = context.getASTAllocatedMemory();
    const std::size_t room =
        std::max<std::size_t>(limit_->bytes(context.getSourceManager()), before) - before;
    const std::size_t enough = before + std::min(room / 4 * 3, std::max(room / 4, seconds));
    std::size_t growth = 0;
    for (std::size_t i = 0; i < furtherHosts_.size() && !isCut(); ++i) {
      const std::size_t size = context.getASTAllocatedMemory();
      if (size + growth > enough)
        break;
      define(furtherHosts_[i]);
      instantiateFirst(context);
      growth = context.getASTAllocatedMemory() - size;
    }
    for (auto &[pattern, waiting] : waiting_)
      spread(waiting);
    for (bool isAny = true; isAny;) {
      isAny = false;
      for (std::size_t i = 0; i < waiting_.size(); ++i) // kernels launch kernels
        if (const Waiting &waiting = waitingAt(i);
            waiting.next < waiting.instances.size() &&
            context.getASTAllocatedMemory() + waiting.growth <= enough) {
          instantiateNext(context, i);
          isAny = true;
        }
    }
  }

  void instantiateFirst(clang::ASTContext &context) {
    for (std::size_t i = 0; i < waiting_.size(); ++i)
      if (waitingAt(i).next == 0)
        instantiateNext(context, i);
  }

  void instantiateNext(clang::ASTContext &context, std::size_t index) {
    const std::size_t size = context.getASTAllocatedMemory();
    define(waitingAt(index).instances[waitingAt(index).next++]);
    waitingAt(index).growth = context.getASTAllocatedMemory() - size;
  }

  Waiting &waitingAt(std::size_t index) {
    return (waiting_.begin() + static_cast<std::ptrdiff_t>(index))->second;
  }

  /// Gives a function its body, and all that it asks for.
  void define(clang::FunctionDecl *function) {
    if (isCut())
      return;
    sema_->InstantiateFunctionDefinition(function->getPointOfInstantiation(), function,
                                         /*Recursive=*/true, /*DefinitionRequired=*/false,
                                         /*AtEndOfTU=*/true);
    function->setInstantiationIsPending(!function->isDefined());
  }

  bool isCut() const { return unit_.cutShort || unit_.instantiationsCutAt; }

  /// The first, the last, the one between, those between these, …: wherever it ends, what came is
  /// of all kinds. Those that have a body stay in front.
  static void spread(Waiting &waiting) {
    const llvm::ArrayRef all(waiting.instances);
    std::vector<clang::FunctionDecl *> ordered = all.take_front(waiting.next).vec();
    llvm::DenseSet<std::size_t> taken;
    for (std::size_t parts = 1; ordered.size() < all.size(); parts *= 2)
      for (std::size_t part = 0; part <= parts; ++part)
        if (const std::size_t at = part * (all.size() - 1) / parts;
            at >= waiting.next && taken.insert(at).second)
          ordered.push_back(all[at]);
    waiting.instances = std::move(ordered);
  }

  const ParseRequest &request_;
  ParsedUnit &unit_;
  std::function<void()> atEnd_;
  std::clock_t begin_ = std::clock();
  clang::Sema *sema_ = nullptr;
  llvm::IntrusiveRefCntPtr<NamesInLaunches> names_ = llvm::makeIntrusiveRefCnt<NamesInLaunches>();
  llvm::IntrusiveRefCntPtr<DefinedLater> definedLater_ = llvm::makeIntrusiveRefCnt<DefinedLater>();
  /// Instances of a host function that are not held back.
  static constexpr std::size_t atOnce = 4;

  InstantiationLimit *limit_ = nullptr;                           ///< Sema's
  llvm::MapVector<const clang::FunctionDecl *, Waiting> waiting_; ///< by canonical template
  llvm::DenseMap<const clang::FunctionDecl *, std::size_t> hostInstances_; ///< the same
  std::vector<clang::FunctionDecl *> furtherHosts_;
};

void addLastFolders(clang::CompilerInstance &compiler, const ParseRequest &request) {
  for (const std::string &folder : request.lastFolders)
    if (auto entry = compiler.getFileManager().getOptionalDirectoryRef(folder))
      compiler.getPreprocessor().getHeaderSearchInfo().AddSystemSearchPath(
          clang::DirectoryLookup(*entry, clang::SrcMgr::C_User, /*isFramework=*/false));
}

class Action : public clang::ASTFrontendAction {
public:
  Action(const ParseRequest &request, ParsedUnit &unit, llvm::function_ref<void(ParsedUnit &)> use)
      : request_(request), unit_(unit), use_(use) {}

  bool ended() const { return ended_; }

private:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    addLastFolders(compiler, request_);
    clang::Preprocessor &preprocessor = compiler.getPreprocessor();
    preprocessor.addPPCallbacks(std::make_unique<IncludeMender>(request_, preprocessor, unit_));
    return std::make_unique<Consumer>(request_, unit_, [this] {
      ended_ = true;
      if (unit_.instantiationsCutAt)
        for (ParseError &error : unit_.errors)
          if (error.id == clang::diag::err_template_recursion_depth_exceeded)
            error.message = "a template was not instantiated any more";
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

/// Sets a compiler up for the request, reading through `fileSystem`. What it complains of goes to
/// `collector`, which writes to `errors`.
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
  // An error for Clang, a warning for nvcc and for GCC.
  for (const char *group : {"c++11-narrowing", "register"})
    compiler.getDiagnostics().setSeverityForGroup(clang::diag::Flavor::WarningOrError, group,
                                                  clang::diag::Severity::Ignored);
  compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  return {};
}

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

Expected<void> parse(const ParseRequest &request, llvm::function_ref<void(ParsedUnit &)> use) {
  clang::CompilerInstance compiler;
  ParsedUnit unit{compiler, {}, {}, {}, false};
  ErrorCollector collector(unit.errors);
  auto fileSystem = createFileSystem(request.replacedFiles, request.dependencies);
  if (request.mend)
    fileSystem = llvm::makeIntrusiveRefCnt<MendingFileSystem>(std::move(fileSystem), request.mend);
  if (auto ready = prepare(compiler, request, fileSystem, collector, unit.errors); !ready)
    return ready;
  if (!request.preamble.empty())
    compiler.getPreprocessorOpts().ImplicitPCHInclude = request.preamble;
  Action action(request, unit, use);
  compiler.ExecuteAction(action);
  if (!action.ended())
    return makeError(firstMessage(unit.errors));
  return {};
}

//===----------------------------------------------------------------------===//
// Preambles
//===----------------------------------------------------------------------===//

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
    if (!file || !sources_.getFileEntryRefForID(sources_.getFileID(hash)) || isProject_(*file))
      return;
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

class PrecompileAction : public clang::GeneratePCHAction {
public:
  PrecompileAction(const ParseRequest &request, ParsedUnit &unit, llvm::StringSet<> &asked)
      : request_(request), unit_(unit), asked_(asked) {}

private:
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    clang::Preprocessor &preprocessor = compiler.getPreprocessor();
    preprocessor.addPPCallbacks(std::make_unique<IncludeMender>(request_, preprocessor, unit_));
    preprocessor.addPPCallbacks(std::make_unique<QuestionLister>(compiler, asked_));
    return clang::GeneratePCHAction::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(clang::GeneratePCHAction::CreateASTConsumer(compiler, file));
    if (!consumers.front())
      return nullptr;
    consumers.push_back(std::make_unique<BodySkipper>());
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

  const ParseRequest &request_;
  ParsedUnit &unit_;
  llvm::StringSet<> &asked_;
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
  ParsedUnit unit{compiler, {}, {}, {}, false};
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
  // What one file's command defines is read behind the preamble.
  const auto defines = llvm::find(own.arguments, virtualDefinesFile);
  if (defines != own.arguments.end() && defines != own.arguments.begin())
    own.arguments.erase(std::prev(defines), std::next(defines));
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

Expected<PrecompiledHeader> precompile(const ParseRequest &request, const std::string &text,
                                       const std::string &output) {
  const ParseRequest own = preambleRequest(request, text);
  clang::CompilerInstance compiler;
  ParsedUnit unit{compiler, {}, {}, {}, false};
  ErrorCollector collector(unit.errors);
  if (auto ready = prepare(compiler, own, createFileSystem(own.replacedFiles, own.dependencies),
                           collector, unit.errors);
      !ready)
    return tl::unexpected(ready.error());
  compiler.getFrontendOpts().OutputFile = output;
  compiler.getFrontendOpts().ProgramAction = clang::frontend::GeneratePCH;
  llvm::StringSet<> asked;
  PrecompileAction action(own, unit, asked);
  const bool done = compiler.ExecuteAction(action);
  PrecompiledHeader header;
  header.clean = done && unit.errors.empty() && unit.missingIncludes.empty();
  header.asked = sorted(asked);
  return header;
}

} // namespace warplint::frontend
