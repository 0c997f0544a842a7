//===- Parse.cpp -----------------------------------------------*- C++ -*-===//
#include "lint/frontend/Parse.h"

#include "lint/frontend/HostAlgorithms.h"
#include "lint/frontend/NamesInLaunches.h"
#include "lint/frontend/ParseSetUp.h"
#include "lint/frontend/Prefix.h"
#include "lint/simt/UnitScope.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TemplateInstCallback.h"
#include "clang/Serialization/ASTReader.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <ctime>

namespace warplint::frontend {
namespace {

/// Ends what would instantiate templates for ever in a way that Clang recovers from: once the
/// syntax tree has some size, none may stand in another. The size grows with the text, headers
/// included, so that it is a matter of seconds where a few lines ask for very many. A file of
/// CUTLASS's for Hopper (example 52) instantiates 3 283 000 times in 23 MB of text and then has a
/// tree of 612 MB, 27 bytes for each byte of text; a class template that doubles at each level, 340
/// bytes for each instantiation. A project that brings much text of its own means what it asks for:
/// one kernel of flash-attention's for Hopper makes 1.2 GB of 12 MB of text, 8 of them CUTLASS's.
class InstantiationLimit : public clang::TemplateInstantiationCallback {
public:
  InstantiationLimit(ParsedUnit &unit, std::uint64_t textBefore, std::uint64_t ownTextBefore)
      : unit_(unit), textBefore_(textBefore), ownText_(ownTextBefore) {}

  void initialize(const clang::Sema &) override {}
  void finalize(const clang::Sema &) override {}
  void atTemplateBegin(const clang::Sema &sema,
                       const clang::Sema::CodeSynthesisContext &context) override {
    if (unit_.prefix && context.Kind == clang::Sema::CodeSynthesisContext::TemplateInstantiation)
      if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(context.Entity))
        noteInstance(*function);
    if (++count_ % between != 0 || unit_.instantiationsCutAt ||
        sema.getASTContext().getASTAllocatedMemory() < bytes(sema.getSourceManager()))
      return;
    unit_.compiler.getLangOpts().InstantiationDepth = 0;
    unit_.instantiationsCutAt = count_;
  }
  void atTemplateEnd(const clang::Sema &,
                     const clang::Sema::CodeSynthesisContext &context) override {
    if (context.Kind == clang::Sema::CodeSynthesisContext::TemplateInstantiation)
      if (auto *made = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(context.Entity);
          made && made->isInvalidDecl())
        damagedClasses_.insert(made);
  }

  /// Instances of class templates with an error in them, in the order in which they were made.
  llvm::ArrayRef<clang::CXXRecordDecl *> damagedClasses() const {
    return damagedClasses_.getArrayRef();
  }

  /// What the syntax tree may take with the text that was read so far.
  std::uint64_t bytes(const clang::SourceManager &sources) {
    countOwnText(sources);
    const std::uint64_t text = textBefore_ + sources.getNextLocalOffset();
    return std::min(atLeast + text * bytesPerByte + ownText_ * bytesPerOwnByte, atMost);
  }

private:
  void noteInstance(const clang::FunctionDecl &function) {
    if (!function.hasAttr<clang::CUDAGlobalAttr>() &&
        (function.hasAttr<clang::CUDAHostAttr>() || !function.hasAttr<clang::CUDADeviceAttr>()))
      unit_.instances.push_back(&function);
  }

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
  std::uint64_t ownText_;
  unsigned counted_ = 0; ///< entries of the source manager
  unsigned count_ = 0;
  llvm::SetVector<clang::CXXRecordDecl *> damagedClasses_;
};

/// Functions that have no body when the unit ends, but get one then. Clang would complain of those
/// that are named after a lambda's type, as nobody else could define them.
class DefinedLater : public clang::ExternalSemaSource {
public:
  using Instantiations =
      llvm::SmallVectorImpl<std::pair<clang::ValueDecl *, clang::SourceLocation>>;

  /// `holdBack` is given what a precompiled header left to be instantiated, and leaves what is to
  /// be so at once.
  explicit DefinedLater(std::function<void(Instantiations &)> holdBack)
      : holdBack_(std::move(holdBack)) {}

  /// Of the precompiled header; null: there is none. Sema asks it later than this, and each answer
  /// is given once: so it is asked here.
  void setReader(clang::ASTReader *reader) { reader_ = reader; }

  void add(const clang::FunctionDecl *function) { functions_.insert(function->getCanonicalDecl()); }

  void ReadUndefinedButUsed(
      llvm::MapVector<clang::NamedDecl *, clang::SourceLocation> &undefined) override {
    if (reader_)
      reader_->ReadUndefinedButUsed(undefined);
    undefined.remove_if([&](const auto &entry) {
      const auto *function = llvm::dyn_cast<clang::FunctionDecl>(entry.first);
      return functions_.contains(entry.first) ||
             (function && function->isTemplateInstantiation() && isOfCudaLibraries(*function));
    });
  }
  void ReadPendingInstantiations(Instantiations &pending) override {
    if (reader_)
      reader_->ReadPendingInstantiations(pending);
    holdBack_(pending);
  }

private:
  std::function<void(Instantiations &)> holdBack_;
  clang::ASTReader *reader_ = nullptr;
  llvm::DenseSet<const clang::NamedDecl *> functions_;
};

class Consumer : public BodySkipper {
public:
  Consumer(const ParseRequest &request, ParsedUnit &unit, std::function<void()> atEnd)
      : request_(request), unit_(unit), atEnd_(std::move(atEnd)) {}

  void InitializeSema(clang::Sema &sema) override {
    sema_ = &sema;
    const Prefix *prefix = request_.prefix.get();
    auto limit = std::make_unique<InstantiationLimit>(
        unit_, request_.preambleBytes + (prefix ? prefix->bytes : 0),
        prefix ? prefix->ownBytes : 0);
    limit_ = limit.get();
    sema.TemplateInstCallbacks.push_back(std::move(limit));
    names_->setSema(&sema);
    sema.addExternalSource(names_.get());
    definedLater_->setReader(unit_.compiler.getASTReader().get());
    sema.addExternalSource(definedLater_.get());
    if (request_.prefix)
      addPrefix(unit_, *request_.prefix);
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
    } else {
      leaveToHost(*sema_, *function, project_);
    }
  }

  void HandleTranslationUnit(clang::ASTContext &context) override {
    readLateTemplates();
    instantiateMembersOfDamaged();
    instantiateHeldBack(context);
    // What a preamble holds is not walked through, but for the project's: that would read all of
    // it.
    std::vector<clang::Decl *> scope = unit_.own();
    if (request_.prefix) {
      noteDefinitions(scope);
      scope = unit_.definesTemplatesOfPrefix ? unit_.everything()
                                             : unit_.ownAnd(request_.prefix->ofInterest);
    }
    context.setTraversalScope(scope);
    if (request_.prefix)
      for (ParseError &error : unit_.errors)
        for (clang::SourceLocation *place :
             {&error.location, &error.written, &error.operand, &error.declaration})
          *place = inMainFile(*place, context.getSourceManager(), *request_.prefix);
    atEnd_();
  }

private:
  /// The instantiations of one kernel template that have no body yet, in the order in which they
  /// get one.
  struct Waiting {
    std::vector<clang::FunctionDecl *> instances;
    std::size_t next = 0;
    std::size_t wanted = 0; ///< of them; 0: as many as of any
    std::size_t growth = 0; ///< bytes of syntax tree that the last one brought
  };

  /// Of what is declared in the prefix, what does the file itself define?
  template <typename Declarations> void noteDefinitions(const Declarations &declarations) {
    for (const clang::Decl *declaration : declarations) {
      if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration)) {
        noteDefinitions(llvm::cast<clang::DeclContext>(declaration)->noload_decls());
        continue;
      }
      const clang::FunctionDecl *function = declaration->getAsFunction();
      if (!function || !function->isThisDeclarationADefinition() ||
          !function->getCanonicalDecl()->isFromASTFile())
        continue;
      unit_.definesOfPrefix = true;
      unit_.definesTemplatesOfPrefix = unit_.definesTemplatesOfPrefix || function->isTemplated();
    }
  }

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
      if (!isOfProject(*pattern))
        return true;
      auto &instances = waiting_[pattern->getCanonicalDecl()].instances;
      if (instances.size() < mostToChooseFrom)
        instances.push_back(function);
      return true;
    }
    if (function->hasAttr<clang::CUDADeviceAttr>() || !pattern->hasBody() ||
        !isOfProject(*pattern) || ++hostInstances_[pattern->getCanonicalDecl()] <= atOnce)
      return false;
    furtherHosts_.push_back(function);
    return true;
  }

  bool isOfProject(const clang::FunctionDecl &pattern) {
    return project_.hold(sema_->getSourceManager(), pattern.getLocation());
  }

  /// Of what comes before all that the file itself asks for.
  void holdBack(DefinedLater::Instantiations &pending) {
    auto waiting = std::exchange(waiting_, {});
    auto furtherHosts = std::exchange(furtherHosts_, {});
    llvm::erase_if(pending, [&](const auto &entry) {
      auto *function = llvm::dyn_cast<clang::FunctionDecl>(entry.first);
      if (!function || function->isDefined() || !isHeldBack(function))
        return false;
      function->setInstantiationIsPending(true); // which no precompiled header keeps
      definedLater_->add(function);
      return true;
    });
    for (auto &[pattern, of] : waiting)
      for (clang::FunctionDecl *instance : of.instances)
        if (auto &instances = waiting_[pattern].instances; instances.size() < mostToChooseFrom)
          instances.push_back(instance);
    llvm::append_range(furtherHosts_, furtherHosts);
  }

  /// With -fdelayed-template-parsing, templates that nothing asked for have no body yet. No file
  /// that is parsed so begins with a precompiled header, which would bring more of them.
  void readLateTemplates() {
    auto &late = sema_->LateParsedTemplateMap;
    if (late.empty())
      return;
    const simt::UnitScope scope(*sema_);
    for (std::size_t i = 0; i < late.size(); ++i) { // bodies may bring others
      const auto &[function, text] = late.begin()[static_cast<std::ptrdiff_t>(i)];
      auto *pattern = const_cast<clang::FunctionDecl *>(function);
      if (!pattern->isLateTemplateParsed())
        continue;
      if (shouldSkipFunctionBody(pattern)) {
        pattern->setLateTemplateParsed(false);
        pattern->setHasSkippedBody();
      } else {
        sema_->LateTemplateParser(sema_->OpaqueParser, *text);
      }
    }
  }

  /// `template void Layer<float>::forward(…);` makes the class first. Where that meets an error,
  /// Clang goes no further, and only the statements after it get their functions. Members that are
  /// defined outside of their class are the ones that such statements are written for. What headers
  /// ask for was made before, where their beginning is kept: it is left out, so that both say
  /// alike.
  void instantiateMembersOfDamaged() {
    if (limit_->damagedClasses().empty() || isCut())
      return;
    const simt::UnitScope scope(*sema_);
    const clang::SourceManager &sources = sema_->getSourceManager();
    for (std::size_t i = 0; i < limit_->damagedClasses().size(); ++i) {
      const auto *made =
          llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(limit_->damagedClasses()[i]);
      if (!made || !sources.isInMainFile(sources.getExpansionLoc(made->getPointOfInstantiation())))
        continue;
      for (clang::CXXMethodDecl *method : made->methods())
        if (const clang::FunctionDecl *pattern = method->getTemplateInstantiationPattern();
            pattern && pattern->isOutOfLine() && pattern->isThisDeclarationADefinition() &&
            !method->isDefined() && !method->isInvalidDecl() && isOfProject(*pattern))
          sema_->MarkFunctionReferenced(method->getLocation(), method);
    }
    sema_->PerformPendingInstantiations();
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
      spread(waiting, context);
    for (bool isAny = true; isAny;) {
      isAny = false;
      for (std::size_t i = 0; i < waiting_.size(); ++i) // kernels launch kernels
        if (const Waiting &waiting = waitingAt(i);
            waiting.next <
                std::min(waiting.instances.size(),
                         waiting.wanted ? waiting.wanted : request_.kernelInstantiations) &&
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

  /// The first, the last, the one between, those between these, …, but before them those that have
  /// arguments which none had yet: wherever it ends, what came is of all kinds. Those that have a
  /// body stay in front.
  void spread(Waiting &waiting, const clang::ASTContext &context) const {
    const llvm::ArrayRef all(waiting.instances);
    std::vector<clang::FunctionDecl *> ordered = all.take_front(waiting.next).vec();
    llvm::DenseSet<std::size_t> taken;
    for (std::size_t parts = 1; ordered.size() < all.size(); parts *= 2)
      for (std::size_t part = 0; part <= parts; ++part)
        if (const std::size_t at = part * (all.size() - 1) / parts;
            at >= waiting.next && taken.insert(at).second)
          ordered.push_back(all[at]);
    // Those that bring something new go before the others, in their order.
    ArgumentsSeen seen(context);
    for (const clang::FunctionDecl *instance : all.take_front(waiting.next))
      seen.take(*instance);
    const std::size_t most =
        std::min(all.size(), std::max(request_.kernelKinds, request_.kernelInstantiations));
    std::size_t next = waiting.next;
    for (; next < most; ++next) {
      const bool byKind = next >= request_.kernelInstantiations;
      const auto from = ordered.begin() + static_cast<std::ptrdiff_t>(next);
      const auto best = std::max_element(
          from, ordered.end(), [&](const clang::FunctionDecl *a, const clang::FunctionDecl *b) {
            return seen.newIn(*a, byKind) < seen.newIn(*b, byKind);
          });
      if (byKind && seen.newIn(**best, byKind) == 0)
        break;
      seen.take(**best);
      std::rotate(from, best, best + 1);
    }
    waiting.wanted = next;
    waiting.instances = std::move(ordered);
  }

  /// Arguments of templates, each at its place.
  class ArgumentsSeen {
  public:
    explicit ArgumentsSeen(const clang::ASTContext &context) : context_(context) {}
    void take(const clang::FunctionDecl &instance) {
      each(instance, [&](const Place &place, bool) { seen_.insert(place); });
    }
    /// `byKind`: numbers aside, of which one is much like another.
    std::size_t newIn(const clang::FunctionDecl &instance, bool byKind) const {
      std::size_t count = 0;
      each(instance, [&](const Place &place, bool isNumber) {
        count += !(byKind && isNumber) && !seen_.contains(place);
      });
      return count;
    }

  private:
    using Place = std::pair<std::size_t, unsigned>; ///< and what the argument is
    template <typename Visit>
    void each(const clang::FunctionDecl &instance, const Visit &visit) const {
      const clang::TemplateArgumentList *arguments = instance.getTemplateSpecializationArgs();
      for (std::size_t i = 0; arguments && i < arguments->size(); ++i) {
        const clang::TemplateArgument &argument = arguments->get(static_cast<unsigned>(i));
        llvm::FoldingSetNodeID id;
        argument.Profile(id, context_);
        visit({i, id.ComputeHash()}, argument.getKind() == clang::TemplateArgument::Integral &&
                                         !argument.getIntegralType()->isEnumeralType());
      }
    }
    const clang::ASTContext &context_;
    std::set<Place> seen_;
  };

  /// Of one kernel template's instances; beyond, there is hardly anything new.
  static constexpr std::size_t mostToChooseFrom = 1024;

  const ParseRequest &request_;
  ParsedUnit &unit_;
  std::function<void()> atEnd_;
  std::clock_t begin_ = std::clock();
  clang::Sema *sema_ = nullptr;
  llvm::IntrusiveRefCntPtr<NamesInLaunches> names_ = llvm::makeIntrusiveRefCnt<NamesInLaunches>();
  llvm::IntrusiveRefCntPtr<DefinedLater> definedLater_ = llvm::makeIntrusiveRefCnt<DefinedLater>(
      [this](DefinedLater::Instantiations &pending) { holdBack(pending); });
  /// Instances of a host function that are not held back.
  static constexpr std::size_t atOnce = 4;

  InstantiationLimit *limit_ = nullptr;                           ///< Sema's
  llvm::MapVector<const clang::FunctionDecl *, Waiting> waiting_; ///< by canonical template
  llvm::DenseMap<const clang::FunctionDecl *, std::size_t> hostInstances_; ///< the same
  std::vector<clang::FunctionDecl *> furtherHosts_;
  ProjectFiles project_{request_};
};

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

} // namespace

bool ParsedUnit::misfitsPreamble() const {
  const auto isDefined = [](const clang::IdentifierInfo *name) {
    return name->hasMacroDefinition();
  };
  return includesWithDefinedLate || includesWithinError || llvm::any_of(definedLate, isDefined) ||
         !llvm::all_of(undefinedLate, isDefined);
}

std::vector<clang::Decl *> ParsedUnit::own() const {
  const auto &declarations = compiler.getASTContext().getTranslationUnitDecl()->noload_decls();
  return {declarations.begin(), declarations.end()};
}

std::vector<clang::Decl *> ParsedUnit::everything() const {
  return prefix ? ownAnd(prefix->declarations) : own();
}

std::vector<clang::Decl *> ParsedUnit::ownAnd(const std::vector<std::uint64_t> &ofPrefix) const {
  std::vector<clang::Decl *> all = declarationsOf(*this, ofPrefix);
  llvm::append_range(all, own());
  return all;
}

Expected<void> parse(const ParseRequest &request, llvm::function_ref<void(ParsedUnit &)> use) {
  clang::CompilerInstance compiler;
  ParsedUnit unit{.compiler = compiler};
  ErrorCollector collector(unit.errors);
  if (auto ready = prepare(compiler, request, fileSystemFor(request), collector, unit.errors);
      !ready)
    return ready;
  clang::PreprocessorOptions &options = compiler.getPreprocessorOpts();
  options.ImplicitPCHInclude = request.preamble;
  if (request.prefix) {
    const Prefix &prefix = *request.prefix;
    options.ImplicitPCHInclude = prefix.precompiled;
    options.PrecompiledPreambleBytes = {prefix.bounds.bytes, prefix.bounds.endsLine};
    options.AllowPCHWithCompilerErrors = true;
    unit.missingIncludes = prefix.missingIncludes;
    unit.madeHeaders = prefix.madeHeaders;
    unit.folders = prefix.folders;
  }
  Action action(request, unit, use);
  compiler.ExecuteAction(action);
  if (!action.ended())
    return makeError(firstMessage(unit.errors));
  return {};
}

} // namespace warplint::frontend
