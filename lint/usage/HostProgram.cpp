//===- HostProgram.cpp ----------------------------------------------------===//

#include "lint/usage/HostProgram.h"

#include "lint/simt/AstVisitor.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

namespace warplint::usage {

using namespace clang;

namespace {

constexpr unsigned deepest = 4;          // calls that are followed into one another
constexpr std::size_t mostSteps = 4'000; // of one loop

class FunctionSearch : public simt::AstVisitor {
public:
  explicit FunctionSearch(const IsProject &isProject) : isProject_(isProject) {}
  llvm::SetVector<const FunctionDecl *> functions;

  // Templates are read as written.
  bool shouldVisitTemplateInstantiations() const override { return false; }

  bool VisitFunctionDecl(FunctionDecl *function) override {
    add(function);
    return true;
  }
  bool TraverseFunctionDecl(FunctionDecl *function) override {
    return isForDevice(*function) || AstVisitor::TraverseFunctionDecl(function);
  }
  bool TraverseCXXMethodDecl(CXXMethodDecl *method) override {
    return isForDevice(*method) || AstVisitor::TraverseCXXMethodDecl(method);
  }
  bool VisitLambdaExpr(LambdaExpr *lambda) override {
    if (CXXMethodDecl *call = lambda->getCallOperator())
      add(call);
    return true;
  }

private:
  /// And so are the lambdas in it.
  static bool isForDevice(const FunctionDecl &function) {
    return function.hasAttr<CUDAGlobalAttr>() ||
           (function.hasAttr<CUDADeviceAttr>() && !function.hasAttr<CUDAHostAttr>());
  }

  void add(const FunctionDecl *function) {
    if (function->doesThisDeclarationHaveABody() && !isForDevice(*function) &&
        !function->isImplicit() && isProject_(function->getLocation()))
      functions.insert(function);
  }

  const IsProject &isProject_;
};

/// Whether a function that cannot be seen, by its name, looks at errors.
bool soundsLikeCheck(llvm::StringRef name) {
  if (name.starts_with("cuda") && !name.contains_insensitive("check"))
    return false; // cudaGetErrorString
  return name.contains_insensitive("check") || name.contains_insensitive("error") ||
         name.contains_insensitive("assert") || name.contains_insensitive("errchk") ||
         name.contains_insensitive("safe") || name.contains_insensitive("verify");
}

bool shareLoop(const Operation &first, const Operation &second) {
  for (const Enclosing &one : first.enclosing)
    if (one.isLoop() && llvm::is_contained(second.enclosing, one))
      return true;
  return false;
}

} // namespace

const FunctionDecl *keyOf(const FunctionDecl &function) {
  const FunctionDecl *pattern = function.getTemplateInstantiationPattern();
  const FunctionDecl *definition = nullptr;
  const FunctionDecl *one = pattern ? pattern : &function;
  return one->isDefined(definition) ? definition : one->getCanonicalDecl();
}

std::vector<const FunctionDecl *> hostFunctions(llvm::ArrayRef<Decl *> scope,
                                                const IsProject &isProject) {
  FunctionSearch search(isProject);
  for (Decl *declaration : scope)
    if (declaration->getLocation().isInvalid() || isProject(declaration->getLocation()))
      search.TraverseDecl(declaration);
  return {search.functions.begin(), search.functions.end()};
}

bool beginsCapture(const Operation &operation) {
  return llvm::StringRef(operation.name).contains("StreamBeginCapture");
}

bool endsCapture(const Operation &operation) {
  return llvm::StringRef(operation.name).contains("StreamEndCapture");
}

bool Step::isConditional() const {
  return llvm::any_of(enclosing, [](const Enclosing &one) { return !one.isLoop(); });
}

bool Step::isDirect() const {
  return llvm::none_of(enclosing, [](const Enclosing &one) { return one.isLoop(); });
}

HostProgram::HostProgram(ASTContext &context, llvm::ArrayRef<Decl *> scope, IsProject isProject,
                         std::vector<SourceLocation> errors)
    : context_(context), isProject_(std::move(isProject)), changes_(isProject_),
      errors_(std::move(errors)) {
  llvm::sort(errors_, [&](SourceLocation one, SourceLocation other) {
    return context_.getSourceManager().isBeforeInTranslationUnit(one, other);
  });
  for (const FunctionDecl *function : hostFunctions(scope, isProject_))
    if (const HostBody *body = bodyOf(*function))
      functions_.push_back(body);
  for (const HostBody *body : functions_)
    for (const Operation &operation : body->operations)
      if (operation.callee && operation.kind != Operation::Kind::Launch)
        calls_[keyOf(*operation.callee)].push_back({body, &operation});
}

bool HostProgram::hasErrorIn(SourceLocation begin, SourceLocation end) const {
  const SourceManager &sources = context_.getSourceManager();
  const auto first = llvm::partition_point(errors_, [&](SourceLocation error) {
    return sources.isBeforeInTranslationUnit(error, begin);
  });
  return first != errors_.end() && !sources.isBeforeInTranslationUnit(end, *first);
}

const HostBody *HostProgram::bodyOf(const FunctionDecl &function) const {
  const FunctionDecl *key = keyOf(function);
  std::unique_ptr<HostBody> &body = bodies_[key];
  if (!body) {
    if (!key->doesThisDeclarationHaveABody() || !key->getBody())
      return nullptr;
    body = std::make_unique<HostBody>(readBody(context_, *key, isProject_, errors_));
  }
  return body.get();
}

llvm::ArrayRef<HostProgram::Call> HostProgram::callsOf(const FunctionDecl &function) const {
  const auto found = calls_.find(keyOf(function));
  if (found == calls_.end())
    return {};
  return found->second;
}

bool HostProgram::isReachedHereOnly(const FunctionDecl &function) const {
  llvm::DenseSet<const FunctionDecl *> seen;
  return isReachedHereOnly(function, seen);
}

bool HostProgram::isReachedHereOnly(const FunctionDecl &function,
                                    llvm::DenseSet<const FunctionDecl *> &seen) const {
  const FunctionDecl *key = keyOf(function);
  if (key->isMain() || !seen.insert(key).second)
    return true;
  const llvm::ArrayRef<Call> calls = callsOf(*key);
  const SourceManager &sources = context_.getSourceManager();
  const bool ofHeader = !sources.isInMainFile(sources.getExpansionLoc(key->getLocation()));
  if (calls.empty() || ofHeader)
    return false;
  return llvm::all_of(
      calls, [&](const Call &call) { return isReachedHereOnly(*call.caller->function, seen); });
}

bool HostProgram::handsResultOn(const Operation &operation) const {
  const HostBody *body = operation.kind == Operation::Kind::Call ? entered(operation) : nullptr;
  if (!body || !returnsCudaError(*body->function))
    return false;
  bool mayFail = false;
  for (const Operation &inner : body->operations) {
    // It may say so, or end the program.
    if (inner.kind == Operation::Kind::Call || inner.kind == Operation::Kind::Construct)
      return false;
    mayFail = mayFail || (inner.kind == Operation::Kind::Interface && !mayFailUnseen(inner.name));
  }
  return mayFail;
}

bool HostProgram::isCaptured(const HostBody &body, const Operation &operation) const {
  return isCaptured(body, operation, deepest);
}

bool HostProgram::isCaptured(const HostBody &body, const Operation &operation,
                             unsigned depth) const {
  for (const Operation *mark : llvm::reverse(marksOf(body).captures))
    if (mark < &operation)
      return beginsCapture(*mark);
  const llvm::ArrayRef<Call> calls = callsOf(*body.function);
  if (depth == 0 || calls.empty())
    return false;
  if (const auto known = captured_.find({&operation, depth}); known != captured_.end())
    return known->second;
  const bool captured = llvm::all_of(calls, [&](const Call &call) {
    return isCaptured(*call.caller, *call.operation, depth - 1);
  });
  return captured_[{&operation, depth}] = captured;
}

const HostProgram::Marks &HostProgram::marksOf(const HostBody &body) const {
  const auto [found, isNew] = marks_.try_emplace(&body);
  if (isNew)
    for (const Operation &operation : body.operations) {
      if (looksAtLastError(operation, deepest))
        found->second.looks.push_back(&operation);
      if (beginsCapture(operation) || endsCapture(operation))
        found->second.captures.push_back(&operation);
    }
  return found->second;
}

const HostBody *HostProgram::entered(const Operation &operation) const {
  const bool enters =
      operation.kind == Operation::Kind::Call || operation.kind == Operation::Kind::Construct;
  if (!enters || !operation.callee)
    return nullptr;
  // Another declaration may come to be called by a virtual function.
  if (const auto *method = llvm::dyn_cast<CXXMethodDecl>(operation.callee);
      method && method->isVirtual() && operation.kind == Operation::Kind::Call)
    return nullptr;
  const FunctionDecl *key = keyOf(*operation.callee);
  return isProject_(key->getLocation()) ? bodyOf(*key) : nullptr;
}

std::vector<Step> HostProgram::stepsOf(const HostBody &body, const Stmt &loop) const {
  std::vector<Step> steps;
  collect(body, &loop, steps, {}, 0);
  return steps;
}

void HostProgram::collect(const HostBody &body, const Stmt *loop, std::vector<Step> &steps,
                          const Step &prefix, unsigned depth) const {
  for (const Operation &operation : body.operations) {
    if (steps.size() >= mostSteps)
      return;
    auto begin = operation.enclosing.begin();
    if (loop) {
      begin = llvm::find(operation.enclosing, Enclosing{loop, nullptr});
      if (begin == operation.enclosing.end())
        continue;
      ++begin;
    }
    Step step = prefix;
    step.body = &body;
    step.operation = &operation;
    step.enclosing.insert(step.enclosing.end(), begin, operation.enclosing.end());
    steps.push_back(step);
    const HostBody *callee = entered(operation);
    if (!callee || depth == deepest)
      continue;
    const bool again = llvm::any_of(step.calls, [&](const Operation *call) {
      return call->callee && keyOf(*call->callee) == keyOf(*callee->function);
    });
    if (again)
      continue;
    step.calls.push_back(&operation);
    collect(*callee, nullptr, steps, step, depth + 1);
  }
}

bool HostProgram::looksAtLastError(const Operation &operation, unsigned depth) const {
  if (operation.category == Category::LastError && operation.kind == Operation::Kind::Interface) {
    const bool kept = operation.storedIn != nullptr;
    return kept || !operation.dropped;
  }
  if (operation.kind != Operation::Kind::Call)
    return false;
  if (operation.isLeftOut())
    return !operation.text || llvm::any_of(operation.text->called, [&](const std::string &called) {
      return mayLookAtLastError(called, depth);
    });
  if (!operation.callee)
    return soundsLikeCheck(operation.name);
  const FunctionDecl *key = keyOf(*operation.callee);
  const HostBody *body = bodyOf(*key);
  if (!body) {
    // One that is given a result looks at that.
    const bool given = llvm::any_of(operation.callee->parameters(), [](const ParmVarDecl *one) {
      return one->getType()->isEnumeralType();
    });
    return !given && soundsLikeCheck(operation.name) &&
           !llvm::StringRef(operation.name).starts_with("__");
  }
  return looksAtLastError(*key, depth);
}

bool HostProgram::looksAtLastError(const FunctionDecl &function, unsigned depth) const {
  const FunctionDecl *key = keyOf(function);
  const HostBody *body = bodyOf(*key);
  if (!body || context_.getSourceManager().isInSystemHeader(key->getLocation()) || depth == 0)
    return false;
  const auto [known, isNew] = checking_.try_emplace(key, false);
  if (isNew) {
    const bool looks = llvm::any_of(body->operations, [&](const Operation &inner) {
      return looksAtLastError(inner, depth - 1);
    });
    checking_[key] = looks;
    return looks;
  }
  return known->second;
}

/// By a name that stands in what is left out.
bool HostProgram::mayLookAtLastError(llvm::StringRef called, unsigned depth) const {
  if (categoryOf(called) == Category::LastError || soundsLikeCheck(called))
    return true;
  const auto looks = [&](const FunctionDecl &function) {
    return function.getDeclName().isIdentifier() && function.getName() == called &&
           looksAtLastError(function, depth);
  };
  return llvm::any_of(functions_, [&](const HostBody *body) { return looks(*body->function); }) ||
         llvm::any_of(context_.getTranslationUnitDecl()->lookup(&context_.Idents.get(called)),
                      [&](const NamedDecl *one) {
                        const FunctionDecl *function = one->getUnderlyingDecl()->getAsFunction();
                        return function && looks(*function);
                      });
}

bool HostProgram::looksAtLastError(const Operation &operation) const {
  return looksAtLastError(operation, deepest);
}

bool HostProgram::isErrorSeenLater(const HostBody &body, const Operation &operation) const {
  return isErrorSeenLater(body, operation, deepest);
}

bool HostProgram::isErrorSeenLater(const HostBody &body, const Operation &operation,
                                   unsigned depth) const {
  if (const auto known = seenLater_.find({&operation, depth}); known != seenLater_.end())
    return known->second;
  const bool here = llvm::any_of(marksOf(body).looks, [&](const Operation *look) {
    return look != &operation && (look > &operation || shareLoop(*look, operation));
  });
  const bool seen =
      here ||
      (depth > 0 && llvm::any_of(callsOf(*body.function), [&](const Call &call) {
         return call.caller != &body && isErrorSeenLater(*call.caller, *call.operation, depth - 1);
       }));
  return seenLater_[{&operation, depth}] = seen;
}

} // namespace warplint::usage
