//===- HostCalls.cpp ------------------------------------------------------===//

#include "lint/usage/HostCalls.h"

#include "lint/simt/AstVisitor.h"
#include "lint/usage/Captures.h"
#include "lint/usage/FusableLaunches.h"
#include "lint/usage/HostLoops.h"
#include "lint/usage/HostMemory.h"
#include "lint/usage/HostProgram.h"
#include "lint/usage/LostFunctions.h"
#include "lint/usage/SerialChunks.h"

#include "lint/simt/Sites.h"
#include "lint/simt/Target.h"

#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

namespace warplint::usage {

using namespace clang;

namespace {

/// Interface calls in code that runs on the device: in functions for the device alone, and in
/// those for both sides that one of them calls.
class DeviceCallSearch : public simt::AstVisitor {
public:
  struct Found {
    const Expr *call;
    std::string name;
    const FunctionDecl *function;
  };
  std::vector<Found> found;
  bool asksInstances = false; ///< as DeviceCallsWritten has it

  /// `asWritten`: of functions for both sides, too, and of all their branches.
  DeviceCallSearch(ASTContext &context, const IsProject &isProject, bool asWritten = false)
      : context_(context), isProject_(isProject), asWritten_(asWritten) {}
  bool shouldVisitTemplateInstantiations() const override { return false; }

  /// Goes on into what was called, until there is nothing new.
  void enterShared() {
    while (!shared_.empty()) {
      const FunctionDecl *function = shared_.pop_back_val();
      const FunctionDecl *outer = std::exchange(function_, function);
      TraverseStmt(function->getBody());
      function_ = outer;
    }
  }

  bool TraverseFunctionDecl(FunctionDecl *function) override {
    return inside(function, [&] { return AstVisitor::TraverseFunctionDecl(function); });
  }
  bool TraverseCXXMethodDecl(CXXMethodDecl *method) override {
    return inside(method, [&] { return AstVisitor::TraverseCXXMethodDecl(method); });
  }
  // A lambda may be for either side.
  bool TraverseLambdaExpr(LambdaExpr *, Queue *) override { return true; }
  // What `if constexpr` discards is no code. Of a function template, its instances know.
  bool TraverseIfStmt(IfStmt *branch, Queue *) override {
    if (asWritten_) {
      asksInstances = asksInstances || (branch->isConstexpr() && function_);
      return AstVisitor::TraverseIfStmt(branch);
    }
    if (const auto kept = branch->getNondiscardedCase(context_))
      return TraverseStmt(*kept);
    if (branch->isConstexpr() && function_ && function_->getDescribedFunctionTemplate()) {
      asksInstances_.insert(function_);
      return true;
    }
    return AstVisitor::TraverseIfStmt(branch);
  }

  bool VisitCallExpr(CallExpr *call) override {
    if (!function_)
      return true;
    const FunctionDecl *callee = call->getDirectCallee();
    if (const auto *overloads =
            llvm::dyn_cast<OverloadExpr>(call->getCallee()->IgnoreParenImpCasts());
        overloads && overloads->getNumDecls() > 0)
      callee = functionOf(*overloads->decls_begin());
    if (callee)
      take(*call, *callee);
    return true;
  }
  // Where Clang refuses the call.
  bool VisitRecoveryExpr(RecoveryExpr *refused) override {
    if (!function_ || refused->subExpressions().empty())
      return true;
    const Expr *first = refused->subExpressions().front()->IgnoreParenImpCasts();
    const FunctionDecl *callee = nullptr;
    if (const auto *overloads = llvm::dyn_cast<OverloadExpr>(first);
        overloads && overloads->getNumDecls() > 0)
      callee = functionOf(*overloads->decls_begin());
    else if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(first))
      callee = llvm::dyn_cast<FunctionDecl>(reference->getDecl());
    if (callee)
      take(*refused, *callee);
    return true;
  }

private:
  static const FunctionDecl *functionOf(const NamedDecl *declaration) {
    declaration = declaration->getUnderlyingDecl();
    if (const auto *functionTemplate = llvm::dyn_cast<FunctionTemplateDecl>(declaration))
      return functionTemplate->getTemplatedDecl();
    return llvm::dyn_cast<FunctionDecl>(declaration);
  }

  void take(const Expr &call, const FunctionDecl &callee) {
    if (!callee.getDeclName().isIdentifier())
      return;
    if (isProject_(callee.getLocation())) {
      const FunctionDecl *key = nullptr;
      if (!callee.isDefined(key) || !key->getBody())
        key = keyOf(callee);
      if (key->hasAttr<CUDADeviceAttr>() && key->hasAttr<CUDAHostAttr>() &&
          key->doesThisDeclarationHaveABody() && entered_.insert(key).second)
        shared_.push_back(key);
    } else if (callee.getName().starts_with("cuda") &&
               callee.getDeclContext()->getRedeclContext()->isTranslationUnit() &&
               places_.insert(call.getBeginLoc()).second) {
      found.push_back({&call, plainInterfaceName(callee.getName()).str(), function_});
    }
  }

  bool inside(const FunctionDecl *function, llvm::function_ref<bool()> traverse) {
    const FunctionDecl *outer = function_;
    const bool forDevice =
        function->hasAttr<CUDAGlobalAttr>() ||
        (function->hasAttr<CUDADeviceAttr>() && (asWritten_ || !function->hasAttr<CUDAHostAttr>()));
    function_ = forDevice && isProject_(function->getLocation()) ? function : nullptr;
    const bool result = traverse();
    if (asksInstances_.erase(function))
      for (const FunctionDecl *instance :
           function->getDescribedFunctionTemplate()->specializations())
        if (instance->getTemplateSpecializationKind() != TSK_ExplicitSpecialization &&
            instance->doesThisDeclarationHaveABody()) {
          function_ = instance;
          TraverseStmt(instance->getBody());
        }
    function_ = outer;
    return result;
  }

  ASTContext &context_;
  const IsProject &isProject_;
  const bool asWritten_;
  const FunctionDecl *function_ = nullptr;
  llvm::DenseSet<SourceLocation> places_; ///< of what was found: instances share them
  llvm::DenseSet<const FunctionDecl *> asksInstances_;
  llvm::SmallVector<const FunctionDecl *> shared_;
  llvm::DenseSet<const FunctionDecl *> entered_;
};

class Collector {
public:
  /// `scope`: what holds the host's functions.
  Collector(ASTContext &context, llvm::ArrayRef<Decl *> scope, const Options &options)
      : context_(context), options_(options),
        program_(context, scope, options.isProjectFile, options.errors), captures_(program_) {}

  bool captures() const {
    return llvm::any_of(program_.functions(), [](const HostBody *body) {
      return llvm::any_of(body->operations, beginsCapture);
    });
  }

  std::vector<Site> run() {
    loops_ = hostLoops(program_);
    for (const HostBody *body : program_.functions())
      for (const Operation &operation : body->operations)
        if ((isInterface(operation) || operation.bringsResult ||
             handsItsResultOn(*body, operation)) &&
            options_.isProjectFile(operation.range.getBegin()))
          addCall(*body, operation);
    for (const HostBody *body : program_.functions())
      countDropped(*body);
    for (const HostLoop &loop : loops_)
      addLoop(loop);
    for (const HostBody *body : program_.functions())
      addFusable(*body);
    addDeviceCalls();
    if (options_.unjudged)
      noteUnjudged();
    return std::move(sites_);
  }

private:
  static bool isInterface(const Operation &operation) {
    return operation.kind == Operation::Kind::Interface ||
           operation.kind == Operation::Kind::Launch;
  }

  void noteUnjudged() const {
    std::vector<const FunctionDecl *> seen;
    for (const HostBody *body : program_.functions()) {
      noteUnjudged(*body);
      seen.push_back(body->function);
    }
    for (const LostFunction &lost : lostFunctions(context_, options_.errors, seen))
      options_.unjudged(lost.name, lost.place, lost.error);
  }

  /// Calls that are not seen, or whose results those look at who are not understood.
  void noteUnjudged(const HostBody &body) const {
    const SourceRange range = body.function->getSourceRange();
    const SourceManager &sources = context_.getSourceManager();
    if (!program_.hasErrorIn(sources.getExpansionLoc(range.getBegin()),
                             sources.getExpansionRange(range.getEnd()).getEnd()))
      return; // what looks like a statement that is left out is none
    const bool drops = llvm::any_of(body.operations, [&](const Operation &operation) {
      return isInterface(operation) && (operation.dropped || operation.storedIn);
    });
    const bool callsCuda = llvm::any_of(body.operations, isInterface);
    for (const Operation &operation : body.operations)
      if ((operation.mayHideInterface() && (callsCuda || operation.text)) ||
          (operation.isLeftOut() && drops && program_.looksAtLastError(operation))) {
        options_.unjudged(nameOf(*body.function), body.function->getLocation(),
                          operation.range.getBegin());
        return;
      }
  }

  /// A wrapper's result that is thrown away.
  bool handsItsResultOn(const HostBody &body, const Operation &operation) const {
    return (operation.dropped || isNeverRead(body, operation)) && program_.handsResultOn(operation);
  }

  static bool isNeverRead(const HostBody &body, const Operation &operation) {
    return operation.storedIn && operation.storedIn->hasLocalStorage() &&
           operation.kind != Operation::Kind::Launch && !body.mayRead(*operation.storedIn);
  }

  std::string textOf(SourceRange range) const {
    const SourceManager &sources = context_.getSourceManager();
    constexpr std::size_t longest = 80;
    std::string text = Lexer::getSourceText(
                           CharSourceRange::getTokenRange(sources.getSpellingLoc(range.getBegin()),
                                                          sources.getSpellingLoc(range.getEnd())),
                           sources, context_.getLangOpts())
                           .str();
    text = text.substr(0, text.find('\n'));
    return text.size() > longest ? text.substr(0, longest) : text;
  }

  std::int64_t lineOf(SourceLocation location) const {
    return context_.getSourceManager().getExpansionLineNumber(location);
  }

  /// Of a lambda, the function that it stands in.
  static std::string nameOf(const FunctionDecl &function) {
    const auto *method = llvm::dyn_cast<CXXMethodDecl>(&function);
    const DeclContext *outer =
        method && method->getParent()->isLambda() ? method->getParent()->getDeclContext() : nullptr;
    const auto *around = llvm::dyn_cast_or_null<FunctionDecl>(outer);
    return around ? "a lambda of " + nameOf(*around) : function.getNameAsString();
  }

  /// "line 7", or "line 7 of other.cu" where a site lies in another file.
  std::string placeSeenFrom(const Site &site, SourceLocation location) const {
    const SourceSpan span = simt::spanOf(context_, location, options_.displayPath);
    const std::string line = "line " + std::to_string(lineOf(location));
    return span.file == site.span.file ? line : line + " of " + span.file;
  }

  Site &addSite(SourceRange range, const std::string &op) {
    Site &site = sites_.emplace_back();
    site.kind = SiteKind::HostCall;
    site.span = simt::spanOf(context_, range, options_.displayPath);
    site.op = op;
    site.expr = textOf(range);
    return site;
  }

  void addCall(const HostBody &body, const Operation &operation) {
    siteOf_[&operation] = sites_.size();
    Site &site = addSite(operation.range,
                         operation.kind == Operation::Kind::Launch ? "launch" : operation.name);
    site.evidence["category"] =
        operation.bringsResult ? "algorithm" : inWords(operation.category).str();
    if (operation.bringsResult)
      site.op = "thrust::" + operation.name;
    site.evidence["function"] = nameOf(*body.function);
    if (operation.kind == Operation::Kind::Launch && !operation.name.empty())
      site.evidence["launched"] = operation.name;
    if (const auto bytes = bytesOf(context_, operation))
      site.evidence["bytes"] = *bytes;
    if (const llvm::StringRef direction = directionOf(operation); !direction.empty())
      site.evidence["direction"] = direction.str();
    if (operation.category != Category::AsyncCopy && operation.category != Category::Copy)
      return;
    if (operation.category == Category::Copy || site.evidence.contains("bytes")) {
      addMemory(body, operation, site);
      return;
    }
    // A few bytes go to the device at once. What else is said of the call does not rest on it.
    Site ofMemory = site;
    addMemory(body, operation, ofMemory);
    if (!ofMemory.evidence.contains("memory"))
      return;
    ofMemory.confidence = Confidence::Likely;
    ofMemory.assumptions.emplace_back("more than 64 KiB are copied");
    sites_.push_back(std::move(ofMemory));
  }

  //===--------------------------------------------------------------------===//
  // Results that nobody looks at
  //===--------------------------------------------------------------------===//

  bool isDropped(const HostBody &body, const Operation &operation) const {
    if (operation.bringsResult || // it throws where it fails
        (operation.kind == Operation::Kind::Interface && mayFailUnseen(operation.name)))
      return false;
    if (!operation.dropped && !isNeverRead(body, operation))
      return false;
    // The driver has no last error.
    const bool ofDriver = operation.kind == Operation::Kind::Interface &&
                          !llvm::StringRef(operation.name).starts_with("cuda") &&
                          llvm::StringRef(operation.name).starts_with("cu");
    return ofDriver || !program_.isErrorSeenLater(body, operation);
  }

  void countDropped(const HostBody &body) {
    std::vector<const Operation *> calls;
    std::vector<const Operation *> launches;
    for (const Operation &operation : body.operations)
      if (siteOf_.count(&operation) && isDropped(body, operation))
        (operation.kind == Operation::Kind::Launch ? launches : calls).push_back(&operation);
    for (const Operation *call : calls)
      sites_[siteOf_[call]].evidence["dropped"] = true;
    // Whoever calls it from another file may look at the last error there.
    if (!program_.isReachedHereOnly(*body.function))
      launches.clear();
    for (const Operation *launch : launches)
      sites_[siteOf_[launch]].evidence["dropped"] = true;
    std::vector<const Operation *> all = calls;
    llvm::append_range(all, launches);
    if (all.empty())
      return;
    const Operation *first = *llvm::min_element(
        all, [](const Operation *one, const Operation *other) { return one < other; });
    sites_[siteOf_[first]].evidence["dropped_in_function"] = static_cast<std::int64_t>(all.size());
    sites_[siteOf_[first]].evidence["others_dropped"] = static_cast<std::int64_t>(all.size()) - 1;
  }

  //===--------------------------------------------------------------------===//
  // Loops
  //===--------------------------------------------------------------------===//

  void addLoop(const HostLoop &loop) {
    const bool mayBeCaptured = captures_.mayReach(loop);
    if (const auto launches = fixedLaunches(program_, loop); !launches.empty() && !mayBeCaptured)
      if (const auto at = siteOf_.find(launches.front()->operation); at != siteOf_.end())
        sites_[at->second].evidence["fixed_launches"] = static_cast<std::int64_t>(launches.size());
    if (const auto chunks = serialChunks(program_, loop); chunks && !mayBeCaptured)
      addChunks(*chunks);
    for (const Step &step : loop.steps) {
      const Operation &operation = *step.operation;
      if (!step.isDirect())
        continue; // of a further loop
      if (operation.kind == Operation::Kind::Construct)
        addConstruction(loop, step);
      const auto at = siteOf_.find(&operation);
      if (at == siteOf_.end())
        continue;
      Site &site = sites_[at->second];
      // The innermost loop counts; of several callers, the first.
      const bool seen = site.evidence.contains("loop_line");
      const bool inner = innermost_[&operation] == nullptr || step.calls.empty();
      if (seen && !inner)
        continue;
      innermost_[&operation] = &loop;
      describeLoop(loop, step, site);
      if (operation.category == Category::Allocation &&
          (step.calls.empty() || step.calls.back()->kind != Operation::Kind::Construct))
        site.evidence["allocated_again"] = freedAgain(program_, loop, step) != nullptr;
      if (bringsFewBytes(context_, operation))
        site.evidence["decides"] = decidesLoop(loop, step);
      else if (isWaitedForToDecide(context_, loop, step))
        site.evidence["decides"] = true;
    }
    countWaits(loop);
  }

  void addChunks(const SerialChunks &chunks) {
    const auto at = siteOf_.find(chunks.first);
    if (at == siteOf_.end())
      return;
    Site &site = sites_[at->second];
    site.evidence["chunk_stream"] = chunks.stream;
    site.evidence["chunk_copies"] = chunks.copies;
    site.evidence["chunk_launches"] = chunks.launches;
    if (chunks.bytes)
      site.evidence["chunk_bytes"] = *chunks.bytes;
  }

  void addFusable(const HostBody &body) {
    for (const FusableLaunches &found : fusableLaunches(program_, body)) {
      const auto at = siteOf_.find(found.launches[0]);
      if (at == siteOf_.end())
        continue;
      Site &site = sites_[at->second];
      site.evidence["fusable_launches"] = static_cast<std::int64_t>(found.launches.size());
      site.evidence["fused_buffer"] = found.buffer;
      site.evidence["fused_line"] = lineOf(found.launches[1]->range.getBegin());
      site.evidence["fused_with"] = found.launches[1]->name;
      site.evidence["bytes_saved"] = found.bytes;
      for (std::size_t i = 1; i < found.launches.size(); ++i)
        site.notes.push_back(
            {simt::spanOf(context_, found.launches[i]->range, options_.displayPath),
             "this launch could be part of it"});
    }
  }

  /// The first wait of an iteration speaks for the others. Where the host works in the loop as
  /// well, a synchronisation may be needed, and what brings the host a few bytes comes before it.
  void countWaits(const HostLoop &loop) {
    Site *first = nullptr;
    auto weight = [&](const Site &site) {
      return boolAt(site.evidence, "decides")                     ? 2
             : site.evidence.contains("unread")                   ? 1
             : loop.hostWork && site.evidence.contains("decides") ? 1
                                                                  : 0;
    };
    std::int64_t waits = 0;
    for (const Step &step : loop.steps) {
      const Operation &operation = *step.operation;
      const auto at = siteOf_.find(&operation);
      const bool ofStream = waitsForItsStream(program_, loop, step);
      const bool wait = operation.category == Category::Synchronisation || ofStream ||
                        bringsFewBytes(context_, operation) ||
                        isWaitedForToDecide(context_, loop, step);
      const bool unread = bringsUnread(program_, loop, step);
      if (!(wait || unread) || at == siteOf_.end() || innermost_[&operation] != &loop ||
          !goesWithLaunches(loop, step))
        continue;
      // What the loop is there for comes before the rest.
      Site &site = sites_[at->second];
      if (ofStream)
        site.evidence["of_all_launches"] = true;
      if (unread)
        site.evidence["unread"] = true;
      if (!first || weight(site) > weight(*first))
        first = &site;
      ++waits;
    }
    if (!first)
      return;
    const bool isUnread = first->evidence.erase("unread") != 0;
    if (!isUnread) {
      first->evidence["loop_waits"] = waits;
      return;
    }
    // What else is said of the call rests on nothing of the kind.
    Site ofLoop = *first;
    for (const char *name : {"dropped", "dropped_in_function", "others_dropped"})
      ofLoop.evidence.erase(name);
    ofLoop.evidence["unread"] = true;
    ofLoop.evidence["loop_waits"] = waits;
    ofLoop.confidence = Confidence::Likely;
    ofLoop.assumptions.emplace_back("nobody else reads it meanwhile, nor takes the time");
    sites_.push_back(std::move(ofLoop));
  }

  void describeLoop(const HostLoop &loop, const Step &step, Site &site) const {
    site.evidence["loop_at"] = placeSeenFrom(site, loop.statement->getBeginLoc());
    site.evidence["loop_line"] = lineOf(loop.statement->getBeginLoc());
    site.evidence["loop_launches"] = loop.launches;
    site.evidence["loop_copies"] = loop.bigCopies;
    site.evidence["loop_timed"] = loop.timed;
    site.evidence["loop_of_devices"] = loop.choosesDevice;
    site.evidence["loop_host_work"] = loop.hostWork;
    site.evidence["each_launch"] = goesWithLaunches(loop, step);
    if (loop.trips)
      site.evidence["loop_trips"] = *loop.trips;
    if (const std::string kernels = kernelsOf(loop); !kernels.empty())
      site.evidence["loop_kernels"] = kernels;
    if (!step.calls.empty())
      site.notes.push_back({simt::spanOf(context_, step.calls.front()->range, options_.displayPath),
                            "the loop calls it here"});
  }

  /// "first, second": each once, in order.
  static std::string kernelsOf(const HostLoop &loop) {
    std::vector<std::string> names;
    std::string text;
    for (const Step &step : loop.steps) {
      const Operation &operation = *step.operation;
      if (operation.kind != Operation::Kind::Launch || operation.name.empty() ||
          llvm::is_contained(names, operation.name))
        continue;
      names.push_back(operation.name);
      text += (text.empty() ? "" : ", ") + operation.name;
    }
    return text;
  }

  /// An object that allocates when it is made and frees when its scope ends.
  void addConstruction(const HostLoop &loop, const Step &made) {
    if (!made.operation->expr)
      return;
    const std::size_t depth = made.calls.size();
    for (const Step &step : loop.steps) {
      if (step.calls.size() <= depth || step.calls[depth] != made.operation ||
          !std::equal(made.calls.begin(), made.calls.end(), step.calls.begin()) ||
          step.operation->category != Category::Allocation ||
          step.operation->kind != Operation::Kind::Interface)
        continue;
      if (!freedAgain(program_, loop, step))
        continue;
      Site &site = addSite(made.operation->range, step.operation->name);
      site.evidence["category"] = inWords(Category::Allocation).str();
      site.evidence["function"] = loop.body->function->getNameAsString();
      site.evidence["allocated_again"] = true;
      describeLoop(loop, made, site);
      site.notes.push_back({simt::spanOf(context_, step.operation->range, options_.displayPath),
                            "the constructor allocates here"});
      return;
    }
  }

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// Neither hands work to the device nor waits for it: cudaFreeAsync, cudaEventRecord.
  static bool isOfNoWork(const Operation &operation) {
    const llvm::StringRef name = operation.name;
    return name == "cudaFreeAsync" || name == "cuMemFreeAsync" || name.contains("EventRecord") ||
           operation.category == Category::LastError;
  }

  const HostMemory &memory() {
    if (!memory_)
      memory_.emplace(program_,
                      options_.assigning ? options_.assigning() : context_.getTraversalScope(),
                      /*isAll=*/!options_.assigning);
    return *memory_;
  }

  /// A function that is not seen and says so, `PinGuard guard(p, bytes)`, or nobody knows what.
  bool mayPin(const Operation &operation) const {
    const auto sounds = [](llvm::StringRef name) {
      return name.starts_with("pin") || name.contains("Pin") || name.contains("_pin") ||
             name.contains("pinned") || name.contains("egister");
    };
    if (operation.isLeftOut())
      return !operation.text || llvm::any_of(operation.text->called, sounds);
    if ((operation.kind != Operation::Kind::Call && operation.kind != Operation::Kind::Construct) ||
        program_.entered(operation))
      return false;
    return sounds(operation.name);
  }

  bool mayPin(const HostBody &body) {
    const auto [known, isNew] = pinning_.try_emplace(&body, false);
    if (isNew)
      known->second =
          llvm::any_of(body.operations, [&](const Operation &one) { return mayPin(one); });
    return known->second;
  }

  void addMemory(const HostBody &body, const Operation &operation, Site &site) {
    if (program_.isCaptured(body, operation))
      return; // a node of a graph is made of it
    if (mayPin(body))
      return;
    const auto parameters = copyParameters(operation.name);
    const auto direction = stringAt(site.evidence, "direction");
    if (!parameters || (direction != "to_host" && direction != "to_device"))
      return;
    const Expr *pointer =
        operation.argument(direction == "to_host" ? parameters->destination : parameters->source);
    if (!pointer)
      return;
    const MemoryOrigin origin = memory().originOf(*pointer);
    constexpr std::int64_t atOnce = 65536; // more cannot come from less
    const bool isFew = direction == "to_device" && !site.evidence.contains("bytes") &&
                       origin.bytes && *origin.bytes <= atOnce;
    if (origin.kind != MemoryOrigin::Kind::Pageable || origin.ofOneObject || isFew)
      return;
    site.evidence["memory"] = std::string("pageable");
    site.evidence["allocated_as"] = origin.how;
    site.evidence["allocated_at"] = placeSeenFrom(site, origin.where);
    site.evidence["allocated_line"] = lineOf(origin.where);
    site.notes.push_back(
        {simt::spanOf(context_, origin.where, options_.displayPath), "the memory comes from here"});
    // Of what comes next, others the same way share its engine, and are waited for together.
    const auto isNext = [&](const Operation &one) {
      return isInterface(one) && !isOfNoWork(one) &&
             !(one.category == Category::AsyncCopy &&
               directionOf(one) == llvm::StringRef(*direction));
    };
    const auto next =
        std::find_if(body.operations.begin() + (&operation - body.operations.data() + 1),
                     body.operations.end(), isNext);
    if (next == body.operations.end())
      return;
    // Behind the last call of an iteration comes the first one of the next.
    const Operation *first = &*next;
    for (const HostLoop &loop : loops_) {
      const auto holds = [&](const Operation &one) {
        return llvm::any_of(loop.steps, [&](const Step &step) {
          return step.calls.empty() && step.operation == &one;
        });
      };
      if (loop.body != &body || !holds(operation) || holds(*next))
        continue;
      for (const Step &step : loop.steps) {
        if (step.operation == &operation)
          break;
        if (isNext(*step.operation)) {
          first = step.operation;
          break;
        }
      }
    }
    site.evidence["waited_for"] =
        first->category == Category::StreamWait || first->category == Category::Synchronisation;
  }

  //===--------------------------------------------------------------------===//
  // Device code
  //===--------------------------------------------------------------------===//

  /// Templates of headers may come to call what the file itself has for both sides.
  std::vector<Decl *> deviceCallScope() const {
    if (!options_.callingOnDevice || llvm::any_of(options_.own(), [&](Decl *declaration) {
          return deviceCallsWritten(context_, *declaration, options_).ofBothSides;
        }))
      return context_.getTraversalScope();
    return options_.callingOnDevice();
  }

  void addDeviceCalls() {
    DeviceCallSearch search(context_, program_.isProject());
    for (Decl *declaration : deviceCallScope())
      if (declaration->getLocation().isInvalid() ||
          options_.isProjectFile(declaration->getLocation()))
        search.TraverseDecl(declaration);
    search.enterShared();
    for (const DeviceCallSearch::Found &one : search.found) {
      Site &site = addSite(one.call->getSourceRange(), one.name);
      site.evidence["category"] = inWords(categoryOf(one.name)).str();
      site.evidence["function"] = one.function->getNameAsString();
      site.evidence["device_code"] =
          std::string(one.function->hasAttr<CUDAGlobalAttr>() ? "kernel"
                      : one.function->hasAttr<CUDAHostAttr>() ? "function for both sides"
                                                              : "device function");
      // Device code of sm_90 and later cannot wait for what it launches.
      constexpr unsigned waitsNoMore = 90;
      const bool isGone = one.name == "cudaDeviceSynchronize" &&
                          simt::targetCapability(context_).value_or(0) >= waitsNoMore;
      site.evidence["callable_on_device"] = isCallableOnDevice(one.name) && !isGone;
    }
  }

  ASTContext &context_;
  const Options &options_;
  HostProgram program_;
  Captures captures_;
  llvm::DenseMap<const HostBody *, bool> pinning_;
  std::optional<HostMemory> memory_; ///< once it was asked for
  std::vector<HostLoop> loops_;
  std::vector<Site> sites_;
  std::map<const Operation *, std::size_t> siteOf_;
  std::map<const Operation *, const HostLoop *> innermost_;
};

} // namespace

std::vector<Site> hostCalls(ASTContext &context, const Options &options) {
  if (options.ofHost) {
    // A capture may reach functions by what they are called alone.
    Collector collector(context, options.ofHost(), options);
    if (!collector.captures())
      return collector.run();
  }
  return Collector(context, context.getTraversalScope(), options).run();
}

DeviceCallsWritten deviceCallsWritten(ASTContext &context, Decl &declaration,
                                      const Options &options) {
  const IsProject isProject = options.isProjectFile;
  DeviceCallSearch search(context, isProject, /*asWritten=*/true);
  search.TraverseDecl(&declaration);
  search.enterShared();
  return {.any = !search.found.empty(),
          .ofBothSides = llvm::any_of(search.found,
                                      [](const DeviceCallSearch::Found &one) {
                                        return one.function->hasAttr<CUDAHostAttr>();
                                      }),
          .asksInstances = search.asksInstances};
}

} // namespace warplint::usage
