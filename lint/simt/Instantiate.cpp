//===- Instantiate.cpp - kernel templates nobody instantiates --------------===//

#include "lint/simt/Instantiate.h"

#include "lint/simt/AstVisitor.h"
#include "lint/simt/Integers.h"
#include "lint/simt/UnitScope.h"

#include "clang/Sema/Template.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace warplint::simt {

using namespace clang;

namespace {

/// Looks through a function and what it calls, where that is instantiated for it: a kernel may do
/// no more than hand its arguments on.
class InstantiationSearch : public AstVisitor {
public:
  bool broken = false;   ///< something in it made no sense to Clang
  bool leftOut = false;  ///< something was asked for, and its instantiation left out
  bool rejected = false; ///< by a static_assert

  explicit InstantiationSearch(const FunctionDecl *function) {
    constexpr std::size_t maxFunctions = 20'000; // that many are sound: enough was seen
    add(function);
    while (!broken && !leftOut && !open_.empty() && seen_.size() < maxFunctions) {
      const FunctionDecl *next = open_.back();
      open_.pop_back();
      TraverseStmt(next->getBody());
    }
  }

  bool VisitRecoveryExpr(RecoveryExpr *) override {
    broken = true;
    return false;
  }
  bool VisitVarDecl(VarDecl *variable) override {
    broken = broken || variable->isInvalidDecl();
    return !broken;
  }
  bool VisitStaticAssertDecl(StaticAssertDecl *assertion) override {
    rejected = rejected || assertion->isFailed();
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *expression) override {
    addInstantiation(expression->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *expression) override {
    addInstantiation(expression->getMemberDecl());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *expression) override {
    addInstantiation(expression->getConstructor());
    return true;
  }

private:
  void addInstantiation(const ValueDecl *declaration) {
    const auto *function = llvm::dyn_cast<FunctionDecl>(declaration);
    if (function && function->isTemplateInstantiation())
      add(function);
  }
  void add(const FunctionDecl *function) {
    if (!function->getBody(function))
      leftOut = leftOut || (function->instantiationIsPending() && isDefinedAsTemplate(*function));
    else if (seen_.insert(function).second)
      open_.push_back(function);
  }

  /// Templates of headers need not be defined at all: of them too an instantiation stays pending.
  static bool isDefinedAsTemplate(const FunctionDecl &function) {
    const FunctionDecl *pattern = function.getTemplateInstantiationPattern();
    return pattern && pattern->getBody();
  }

  llvm::SmallPtrSet<const FunctionDecl *, 16> seen_; ///< definitions
  std::vector<const FunctionDecl *> open_;
};

class CallSearch : public AstVisitor {
public:
  using Wanted = llvm::function_ref<bool(const FunctionDecl *)>;
  const FunctionDecl *found = nullptr;

  CallSearch(const FunctionDecl *function, Wanted wanted) : wanted_(wanted) {
    constexpr std::size_t maxFunctions = 20'000;
    open_.push_back(function);
    seen_.insert(function);
    while (!found && !open_.empty() && seen_.size() < maxFunctions) {
      const FunctionDecl *next = open_.back();
      open_.pop_back();
      TraverseStmt(next->getBody());
    }
  }

  bool shouldVisitImplicitCode() const override { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *expression) override { return add(expression->getDecl()); }
  bool VisitMemberExpr(MemberExpr *expression) override { return add(expression->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *expression) override {
    return add(expression->getConstructor());
  }

private:
  bool add(const ValueDecl *declaration) {
    const auto *function = llvm::dyn_cast<FunctionDecl>(declaration);
    const FunctionDecl *definition = nullptr;
    if (function && function->getBody(definition) && seen_.insert(definition).second) {
      if (wanted_(definition))
        found = definition;
      open_.push_back(definition);
    }
    return !found;
  }

  Wanted wanted_;
  llvm::SmallPtrSet<const FunctionDecl *, 16> seen_;
  std::vector<const FunctionDecl *> open_;
};

/// What stands in for arguments that nobody gives.
struct Guess {
  QualType type;
  QualType other;      ///< for the type parameters of `others`
  unsigned others = 0; ///< a bit for each type parameter, the first is the lowest
  std::int64_t value = 32;

  QualType typeAt(unsigned index) const {
    constexpr unsigned bits = 32;
    return index < bits && (others >> index & 1) ? other : type;
  }
};

/// What parameters are called says more than nothing: `pack_size` elements are moved at once, and
/// 32 of them would fit no access.
std::int64_t likelyNumber(const NamedDecl &parameter, std::int64_t otherwise) {
  if (!parameter.getDeclName().isIdentifier() || otherwise != Guess().value)
    return otherwise;
  const std::string name = parameter.getName().lower();
  const auto contains = [&](const char *word) { return llvm::StringRef(name).contains(word); };
  constexpr std::int64_t word = 4, dimensions = 3, elements = 4; // bytes; of space; of an access
  if (contains("bytes"))
    return word;
  if (llvm::any_of(std::array{"pack", "vec", "unroll", "ilp", "perthread", "per_thread"}, contains))
    return elements;
  if (llvm::is_contained(
          std::array{"dim", "ndim", "ndims", "dims", "num_dims", "kdim", "knumdims", "rank"},
          llvm::StringRef(name)))
    return dimensions;
  return otherwise;
}

/// Of types, too: an index is a whole number.
bool isLikelyWhole(const NamedDecl &parameter) {
  if (!parameter.getDeclName().isIdentifier())
    return false;
  const std::string name = parameter.getName().lower();
  return llvm::any_of(std::array{"idx", "index", "offset", "integer", "target", "label", "token"},
                      [&](const char *word) { return llvm::StringRef(name).contains(word); });
}

/// Integers of a type that is known, as they stand; of an enumeration always the first.
std::optional<TemplateArgument> numberOf(const ASTContext &context, QualType type,
                                         std::int64_t value) {
  if (type->isDependentType() || !type->isIntegralOrEnumerationType())
    return std::nullopt;
  if (const auto *enumeration = type->getAs<EnumType>()) {
    const auto values = enumeration->getDecl()->enumerators();
    value = values.empty() ? 0 : int64Of(values.begin()->getInitVal());
  }
  llvm::APSInt integer(static_cast<unsigned>(context.getIntWidth(type)),
                       !type->isSignedIntegerOrEnumerationType());
  integer = type->isBooleanType() ? std::int64_t{value != 0} : value;
  return TemplateArgument(context, integer, type);
}

/// A place in the text that names a kernel template and gives it arguments.
struct Naming {
  const OverloadExpr *expression = nullptr;
  const FunctionDecl *user = nullptr; ///< null: no function
  const CallExpr *launch = nullptr;   ///< `kernel<8><<<…>>>(…)`; null: it is something else
};

/// May it stand for the type of a kernel's elements?
bool isCandidate(QualType type) {
  return !type->isDependentType() && (type->isArithmeticType() || type->isRecordType());
}

/// What templates are written with in the project's files, instantiated or not.
class WrittenArguments : public AstVisitor {
public:
  llvm::DenseMap<const FunctionTemplateDecl *, std::vector<Naming>> namings; ///< by canonical
  /// Kernels that are named with all arguments, as `kernel<8>` is within a template or a generic
  /// lambda: nothing in these hangs on what they are instantiated with. By canonical template.
  llvm::DenseMap<const FunctionTemplateDecl *, llvm::SmallSetVector<const FunctionDecl *, 4>>
      complete;
  std::vector<QualType> types; ///< that explicit specialisations are for
  std::vector<std::int64_t> values;

  explicit WrittenArguments(Instantiator::IsProjectFile isProjectFile)
      : isProjectFile_(std::move(isProjectFile)) {}

  /// How much was found.
  std::size_t size() const { return size_; }

  void search(const Decl *declaration) {
    if (declaration->getLocation().isInvalid() || isOfProject(declaration))
      TraverseDecl(const_cast<Decl *>(declaration)); // the visitor wants it so
  }

  // A launch that holds errors names its kernel in them, too, with all arguments.
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldVisitImplicitCode() const override { return false; }

  bool TraverseDecl(Decl *declaration) override {
    const FunctionDecl *outer = user_;
    if (const auto *function = llvm::dyn_cast_or_null<FunctionDecl>(declaration))
      user_ = function;
    const bool goesOn = AstVisitor::TraverseDecl(declaration);
    user_ = outer;
    return goesOn;
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *launch) override {
    launches_[launch->getCallee()->IgnoreParens()] = launch;
    return true;
  }

  bool VisitOverloadExpr(OverloadExpr *expression) override {
    const CallExpr *launch = launches_.lookup(expression);
    if (launch || expression->hasExplicitTemplateArgs())
      for (const NamedDecl *one : expression->decls())
        if (const auto *pattern = llvm::dyn_cast<FunctionTemplateDecl>(one->getUnderlyingDecl());
            pattern && isKernel(*pattern)) {
          namings[pattern->getCanonicalDecl()].push_back({expression, user_, launch});
          ++size_;
        }
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    const auto *function = llvm::dyn_cast<FunctionDecl>(reference->getDecl());
    // An explicit specialisation is a kernel of its own.
    if (function && function->hasAttr<CUDAGlobalAttr>() &&
        function->getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
      if (const FunctionTemplateDecl *pattern = function->getPrimaryTemplate())
        size_ += complete[pattern->getCanonicalDecl()].insert(function->getCanonicalDecl()) ? 1 : 0;
    return true;
  }

  bool
  VisitClassTemplateSpecializationDecl(ClassTemplateSpecializationDecl *specialisation) override {
    if (isTemplateExplicitInstantiationOrSpecialization(
            specialisation->getTemplateSpecializationKind()))
      add(specialisation->getTemplateArgs().asArray());
    return true;
  }
  bool VisitVarTemplateSpecializationDecl(VarTemplateSpecializationDecl *specialisation) override {
    if (isTemplateExplicitInstantiationOrSpecialization(
            specialisation->getTemplateSpecializationKind()))
      add(specialisation->getTemplateArgs().asArray());
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl *function) override {
    if (function->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
      if (const TemplateArgumentList *arguments = function->getTemplateSpecializationArgs())
        add(arguments->asArray());
    return true;
  }

private:
  bool isOfProject(const Decl *declaration) const {
    return !isProjectFile_ || isProjectFile_(declaration->getLocation());
  }

  static bool isKernel(const FunctionTemplateDecl &pattern) {
    return llvm::any_of(pattern.redecls(), [](const auto *one) {
      return one->getAsFunction()->template hasAttr<CUDAGlobalAttr>();
    });
  }

  void add(llvm::ArrayRef<TemplateArgument> arguments) {
    constexpr std::size_t most = 12;
    for (const TemplateArgument &argument : arguments) {
      if (argument.isDependent())
        continue;
      if (argument.getKind() == TemplateArgument::Type && types.size() < most) {
        const QualType type = argument.getAsType().getCanonicalType().getUnqualifiedType();
        if (isCandidate(type) && !llvm::is_contained(types, type)) {
          types.push_back(type);
          ++size_;
        }
      } else if (argument.getKind() == TemplateArgument::Integral && values.size() < most &&
                 !argument.getIntegralType()->isBooleanType()) {
        // Others stand for something (as -1 does), or are more than any kernel can be made for.
        constexpr std::int64_t largest = 1024;
        const std::int64_t value = int64Of(argument.getAsIntegral());
        if (value > 0 && value <= largest && !llvm::is_contained(values, value)) {
          values.push_back(value);
          ++size_;
        }
      }
    }
  }

  Instantiator::IsProjectFile isProjectFile_; ///< empty: all are
  std::size_t size_ = 0;
  const FunctionDecl *user_ = nullptr;
  llvm::DenseMap<const Expr *, const CallExpr *> launches_; ///< by what is launched
};

/// Does it name what only an instantiation of the function around it has: variables and parameters?
bool namesLocals(const TemplateArgument &argument) {
  class Search : public AstVisitor {
  public:
    bool found = false;
    bool VisitDeclRefExpr(DeclRefExpr *reference) override {
      found = found || reference->getDecl()->getDeclContext()->isFunctionOrMethod();
      return !found;
    }
    bool VisitLambdaExpr(LambdaExpr *) override {
      found = true;
      return false;
    }
    bool VisitTypedefTypeLoc(TypedefTypeLoc type) override {
      found = found || type.getTypedefNameDecl()->getDeclContext()->isFunctionOrMethod();
      return !found;
    }
  } search;
  if (argument.getKind() == TemplateArgument::Expression)
    search.TraverseStmt(argument.getAsExpr());
  else
    search.TraverseTemplateArgument(argument);
  return search.found;
}

/// The arguments of one instantiation, one after the other.
class ArgumentList {
public:
  std::vector<TemplateArgument> arguments;
  bool isAssumed = false;
  std::string assumed; ///< "T = float, N = 32"

  ArgumentList(Sema &sema, FunctionTemplateDecl *pattern, const Guess &guess)
      : sema_(sema), context_(sema.getASTContext()), pattern_(pattern), guess_(guess) {}

  /// False if no arguments could be found for all parameters.
  bool fill(const Naming *naming) {
    isNamed_ = naming != nullptr;
    if (naming) {
      take(*naming);
      deduce(*naming);
    }
    Sema::InstantiatingTemplate instantiating(sema_, pattern_->getLocation(), pattern_);
    if (instantiating.isInvalid())
      return false;
    const LocalInstantiationScope scope(sema_);
    unsigned index = 0;
    for (NamedDecl *parameter : *pattern_->getTemplateParameters())
      if (!add(parameter, index++))
        return false;
    return llvm::none_of(canonical_,
                         [](const auto &one) { return one.isInstantiationDependent(); });
  }

private:
  struct Written {
    std::optional<TemplateArgumentLoc> argument; ///< without what it takes from the host's template
    bool open = false;                           ///< it rests on a guess for the host's
  };

  void take(const Naming &naming) {
    const auto host = argumentsOf(naming.user);
    for (const TemplateArgumentLoc &one : naming.expression->template_arguments()) {
      const TemplateArgument &argument = one.getArgument();
      if (!argument.isInstantiationDependent()) {
        written_.push_back({one, false});
        continue;
      }
      written_.push_back({std::nullopt, true});
      if (argument.containsUnexpandedParameterPack() || argument.isPackExpansion())
        return; // how many there are is anyone's guess
      if (!host || namesLocals(argument))
        continue;
      Sema::InstantiatingTemplate instantiating(sema_, one.getLocation(), pattern_);
      TemplateArgumentLoc replaced;
      const LocalInstantiationScope scope(sema_);
      if (!instantiating.isInvalid() && !sema_.SubstTemplateArgument(one, *host, replaced) &&
          !replaced.getArgument().isInstantiationDependent())
        written_.back().argument = replaced;
    }
  }

  /// Types of parameters that arguments of a known type stand for: `T *` beside a `float *`.
  void deduce(const Naming &naming) {
    if (!naming.launch)
      return;
    const auto parameters = pattern_->getTemplatedDecl()->parameters();
    const unsigned count = std::min<unsigned>(naming.launch->getNumArgs(), parameters.size());
    for (unsigned i = 0; i < count; ++i) {
      const Expr *argument = naming.launch->getArg(i);
      if (!argument->isTypeDependent())
        deduce(parameters[i]->getType().getNonReferenceType(), argument->getType());
    }
  }
  void deduce(QualType parameter, QualType argument) {
    if (const auto *type = parameter->getAs<TemplateTypeParmType>()) {
      const QualType plain = argument.getCanonicalType().getUnqualifiedType();
      if (type->getDepth() == 0 && !plain->isDependentType() && !plain->isArrayType())
        deduced_.try_emplace(type->getIndex(), plain);
    } else if (parameter->isPointerType()) {
      if (argument->isArrayType())
        argument = context_.getArrayDecayedType(argument);
      if (argument->isPointerType())
        deduce(parameter->getPointeeType(), argument->getPointeeType());
    }
  }

  /// For the parameters of the templates that a function is in; none if there are some that
  /// nothing can be guessed for.
  std::optional<MultiLevelTemplateArgumentList> argumentsOf(const FunctionDecl *function) const {
    MultiLevelTemplateArgumentList levels;
    for (const DeclContext *around = function; around && !around->isFileContext();
         around = around->getParent()) {
      const TemplateParameterList *parameters = nullptr;
      auto *owner = const_cast<Decl *>(llvm::cast<Decl>(around)); // it is only referred to
      if (const auto *inner = llvm::dyn_cast<FunctionDecl>(around)) {
        if (const FunctionTemplateDecl *pattern = inner->getDescribedFunctionTemplate())
          parameters = pattern->getTemplateParameters();
      } else if (const auto *partial =
                     llvm::dyn_cast<ClassTemplatePartialSpecializationDecl>(around)) {
        parameters = partial->getTemplateParameters();
      } else if (const auto *record = llvm::dyn_cast<CXXRecordDecl>(around)) {
        if (const ClassTemplateDecl *pattern = record->getDescribedClassTemplate())
          parameters = pattern->getTemplateParameters();
      }
      if (!parameters)
        continue;
      std::vector<TemplateArgument> level;
      for (const NamedDecl *parameter : *parameters) {
        auto argument = guessedFor(parameter, static_cast<unsigned>(level.size()));
        if (!argument)
          return std::nullopt;
        level.push_back(*argument);
      }
      levels.addOuterTemplateArguments(
          owner, TemplateArgumentList::CreateCopy(context_, level)->asArray(), /*Final=*/true);
    }
    return levels.getNumLevels() ? std::optional(std::move(levels)) : std::nullopt;
  }

  /// For a host's parameter.
  std::optional<TemplateArgument> guessedFor(const NamedDecl *parameter, unsigned index) const {
    if (parameter->isParameterPack())
      return TemplateArgument::getEmptyPack();
    if (const auto *type = llvm::dyn_cast<TemplateTypeParmDecl>(parameter)) {
      if (type->hasDefaultArgument() && !type->getDefaultArgument().getArgument().isDependent())
        return type->getDefaultArgument().getArgument();
      return TemplateArgument(typeFor(*parameter, index));
    }
    const auto *value = llvm::dyn_cast<NonTypeTemplateParmDecl>(parameter);
    if (!value)
      return std::nullopt;
    Expr::EvalResult result;
    if (value->hasDefaultArgument()) {
      const TemplateArgument &argument = value->getDefaultArgument().getArgument();
      if (argument.getKind() == TemplateArgument::Expression &&
          !argument.getAsExpr()->isValueDependent() &&
          argument.getAsExpr()->EvaluateAsInt(result, context_))
        return numberOf(context_, value->getType(), int64Of(result.Val.getInt()));
    }
    return numberOf(context_, value->getType(), likelyNumber(*value, guess_.value));
  }

  QualType typeFor(const NamedDecl &parameter, unsigned index) const {
    const bool isFirstGuess = guess_.others == 0 && guess_.type->isRealFloatingType();
    return isFirstGuess && isLikelyWhole(parameter) ? QualType(context_.IntTy)
                                                    : guess_.typeAt(index);
  }

  bool add(NamedDecl *parameter, unsigned index) {
    const SourceLocation location = pattern_->getLocation();
    if (parameter->isParameterPack()) {
      const std::size_t before = canonical_.size();
      for (; index < written_.size() && written_[index].argument; ++index)
        if (!check(parameter, *written_[index].argument,
                   static_cast<unsigned>(canonical_.size() - before)))
          return false;
      const auto pack = [&](llvm::SmallVectorImpl<TemplateArgument> &list) {
        const auto elements = llvm::ArrayRef<TemplateArgument>(list).drop_front(before);
        const TemplateArgument all = TemplateArgument::CreatePackCopy(context_, elements);
        list.truncate(before);
        list.push_back(all);
      };
      pack(canonical_);
      pack(sugared_);
      return finish(parameter, true);
    }
    const Written *written = index < written_.size() ? &written_[index] : nullptr;
    if (written && written->argument && check(parameter, *written->argument))
      return finish(parameter, !written->open);
    bool hasDefault = false;
    if (!written) {
      TemplateArgumentLoc usual = sema_.SubstDefaultTemplateArgumentIfAvailable(
          pattern_, location, location, parameter, sugared_, canonical_, hasDefault);
      if (!usual.getArgument().isNull() && check(parameter, usual))
        return finish(parameter, isNamed_);
    }
    if (llvm::isa<TemplateTypeParmDecl>(parameter)) {
      const auto deduced = deduced_.find(index);
      const bool isDeduced = deduced != deduced_.end() && !written;
      const QualType type = isDeduced ? deduced->second : typeFor(*parameter, openTypes_++);
      TemplateArgumentLoc argument(TemplateArgument(type),
                                   context_.getTrivialTypeSourceInfo(type, location));
      return check(parameter, argument) && finish(parameter, isDeduced);
    }
    const auto *value = llvm::dyn_cast<NonTypeTemplateParmDecl>(parameter);
    if (!value)
      return false;
    const std::int64_t likely = likelyNumber(*value, guess_.value);
    if (const auto number = numberOf(context_, value->getType(), likely)) {
      canonical_.push_back(*number);
      sugared_.push_back(*number);
      return finish(parameter, false);
    }
    if (!value->getType()->isDependentType())
      return false;
    const llvm::APInt one(static_cast<unsigned>(context_.getIntWidth(context_.IntTy)),
                          static_cast<std::uint64_t>(likely));
    TemplateArgumentLoc argument = sema_.getTrivialTemplateArgumentLoc(
        TemplateArgument(IntegerLiteral::Create(context_, one, context_.IntTy, location)),
        QualType(), location);
    return check(parameter, argument) && finish(parameter, false);
  }

  bool check(NamedDecl *parameter, TemplateArgumentLoc argument, unsigned placeInPack = 0) {
    const SourceLocation location = pattern_->getLocation();
    const std::size_t before = canonical_.size();
    if (sema_.CheckTemplateArgument(parameter, argument, pattern_, location, location, placeInPack,
                                    sugared_, canonical_, Sema::CTAK_Specified) ||
        canonical_.size() != before + 1) {
      canonical_.truncate(before);
      sugared_.truncate(std::min(sugared_.size(), before));
      return false;
    }
    return true;
  }

  bool finish(const NamedDecl *parameter, bool isSure) {
    const TemplateArgument &argument = canonical_.back();
    arguments.push_back(argument);
    isAssumed = isAssumed || !isSure;
    if (isSure || parameter->getName().empty() || argument.getKind() == TemplateArgument::Pack)
      return true;
    llvm::raw_string_ostream text(assumed);
    text << (assumed.empty() ? "" : ", ") << parameter->getName() << " = ";
    if (argument.getKind() == TemplateArgument::Integral &&
        !argument.getIntegralType()->isEnumeralType())
      text << int64Of(argument.getAsIntegral());
    else
      argument.print(context_.getPrintingPolicy(), text, /*IncludeType=*/false);
    return true;
  }

  Sema &sema_;
  ASTContext &context_;
  FunctionTemplateDecl *pattern_;
  const Guess &guess_;
  bool isNamed_ = false;
  std::vector<Written> written_;
  std::map<unsigned, QualType> deduced_; ///< by the parameter's place
  unsigned openTypes_ = 0;               ///< type parameters whose argument is a guess, so far
  llvm::SmallVector<TemplateArgument> sugared_, canonical_;
};

/// What Clang says to guesses is of no interest. That it said something is: it then knows that
/// parts of what it looks for need not be there.
class Muted {
public:
  explicit Muted(DiagnosticsEngine &diagnostics)
      : diagnostics_(diagnostics), before_(diagnostics.getClient()),
        owner_(diagnostics.takeClient()) {
    diagnostics_.setClient(&none_, /*ShouldOwnClient=*/false);
    diagnostics_.Report(diagnostics_.getCustomDiagID(DiagnosticsEngine::Error, "a guess is made"));
  }
  ~Muted() {
    const bool owns = owner_ != nullptr;
    diagnostics_.setClient(owns ? owner_.release() : before_, owns);
  }
  Muted(const Muted &) = delete;
  Muted &operator=(const Muted &) = delete;

private:
  DiagnosticsEngine &diagnostics_;
  DiagnosticConsumer *before_;
  std::unique_ptr<DiagnosticConsumer> owner_;
  IgnoringDiagConsumer none_;
};

} // namespace

struct Instantiator::Known {
  explicit Known(const IsProjectFile &isProjectFile) : written(isProjectFile) {}
  WrittenArguments written;
};

Instantiator::Instantiator(Sema &sema, IsProjectFile isProjectFile, Writing writing)
    : sema_(sema), isProjectFile_(std::move(isProjectFile)), writing_(std::move(writing)) {}
Instantiator::~Instantiator() = default;

std::vector<const Decl *> writing(llvm::ArrayRef<const Decl *> declarations) {
  WrittenArguments written(nullptr);
  std::vector<const Decl *> result;
  for (const Decl *declaration : declarations) {
    const std::size_t before = written.size();
    written.search(declaration);
    if (written.size() != before)
      result.push_back(declaration);
  }
  return result;
}

namespace {

/// What a function compares its types with: `std::is_same<T, double>`.
class ComparedTypes : public AstVisitor {
public:
  std::vector<QualType> types;

  explicit ComparedTypes(FunctionDecl *function) { TraverseDecl(function); }

  bool VisitTemplateSpecializationType(TemplateSpecializationType *type) override {
    if (type->isDependentType())
      add(type->template_arguments());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *expression) override {
    add(expression->template_arguments());
    return true;
  }
  bool VisitOverloadExpr(OverloadExpr *expression) override {
    add(expression->template_arguments());
    return true;
  }

private:
  void add(llvm::ArrayRef<TemplateArgumentLoc> arguments) {
    for (const TemplateArgumentLoc &one : arguments)
      add(one.getArgument());
  }
  void add(llvm::ArrayRef<TemplateArgument> arguments) {
    for (const TemplateArgument &one : arguments)
      add(one);
  }
  void add(const TemplateArgument &argument) {
    if (argument.getKind() == TemplateArgument::Type && isCandidate(argument.getAsType()))
      types.push_back(argument.getAsType().getCanonicalType().getUnqualifiedType());
  }
};

/// The instantiations of one kernel template.
class Trials {
public:
  Trials(Sema &sema, FunctionTemplateDecl *pattern, const WrittenArguments &written)
      : sema_(sema), context_(sema.getASTContext()), pattern_(pattern),
        memoryBefore_(context_.getASTAllocatedMemory()) {
    addGuesses(written);
  }

  /// The first that is whole; one that a static_assert rejects is better than none, and where the
  /// pattern `holdsErrors` one that is not whole.
  std::optional<AssumedInstantiation> best(const Naming *naming, bool holdsErrors) {
    std::optional<AssumedInstantiation> result;
    int worth = 0; // of the result
    for (const Guess &guess : guesses_) {
      ArgumentList list(sema_, pattern_, guess);
      if (!list.fill(naming))
        continue;
      const Answer answer = instantiate(list.arguments);
      const int found = worthOf(answer, holdsErrors);
      if (found > worth)
        result = {answer.function, list.isAssumed, std::move(list.assumed),
                  naming ? naming->expression : nullptr};
      worth = std::max(worth, found);
      if (worth == 3 || !list.isAssumed || outOfPatience())
        break;
    }
    return result;
  }

  /// With the arguments that this one has.
  std::optional<AssumedInstantiation> as(const FunctionDecl *named, bool holdsErrors) {
    const Answer answer = instantiate(named->getTemplateSpecializationArgs()->asArray());
    if (worthOf(answer, holdsErrors) == 0)
      return std::nullopt;
    return AssumedInstantiation{answer.function, /*isAssumed=*/false, "", nullptr};
  }

private:
  struct Answer {
    FunctionDecl *function = nullptr;
    bool body = false;     ///< it has one, of which nothing is left out
    bool whole = false;    ///< all in it is understood
    bool rejected = false; ///< by a static_assert
  };

  static int worthOf(const Answer &answer, bool holdsErrors) {
    if (answer.whole)
      return answer.rejected ? 2 : 3;
    return holdsErrors && answer.body ? 1 : 0;
  }

  void addGuesses(const WrittenArguments &written) {
    unsigned types = 0;
    bool hasValues = false;
    for (const NamedDecl *parameter : *pattern_->getTemplateParameters()) {
      types += llvm::isa<TemplateTypeParmDecl>(parameter);
      const auto *value = llvm::dyn_cast<NonTypeTemplateParmDecl>(parameter);
      hasValues = hasValues || (value && !value->getType()->isBooleanType());
    }
    const QualType real = context_.FloatTy, whole = context_.IntTy;
    std::vector<QualType> usual{real, whole};
    if (types > 0) {
      ComparedTypes compared(pattern_->getTemplatedDecl());
      llvm::append_range(compared.types, written.types);
      for (const QualType type : compared.types)
        if (llvm::none_of(usual, [&](QualType other) { return context_.hasSameType(type, other); }))
          usual.push_back(type);
    }
    std::vector<std::int64_t> values{32};
    if (hasValues) {
      llvm::append_range(values, written.values);
      llvm::append_range(values, std::array<std::int64_t, 8>{16, 8, 4, 2, 64, 128, 256, 1});
    }
    for (const std::int64_t value : values) {
      for (const QualType type : usual)
        guesses_.push_back({type, type, 0, value});
      constexpr unsigned most = 4; // parameters that are told apart
      if (types > 1 && types <= most)
        for (unsigned others = 1; others + 1 < 1U << types; ++others)
          guesses_.push_back({real, whole, others, value});
    }
    constexpr std::size_t enough = 40;
    guesses_.resize(std::min(guesses_.size(), enough));
  }

  Answer instantiate(llvm::ArrayRef<TemplateArgument> arguments) {
    TemplateArgumentList *list = TemplateArgumentList::CreateCopy(context_, arguments);
    const SourceLocation location = pattern_->getLocation();
    FunctionDecl *function = sema_.InstantiateFunctionDeclaration(pattern_, list, location);
    if (!function || function->isInvalidDecl())
      return {};
    const auto [known, isNew] = answers_.try_emplace(function->getCanonicalDecl());
    if (!isNew)
      return known->second;
    sema_.InstantiateFunctionDefinition(location, function, true, true, true);
    sema_.PerformPendingInstantiations();
    Answer answer{function};
    if (!function->isInvalidDecl() && function->getBody()) {
      const InstantiationSearch search(function);
      answer.body = !search.leftOut;
      answer.whole = answer.body && !search.broken;
      answer.rejected = search.rejected;
    }
    answers_[function->getCanonicalDecl()] = answer;
    return answer;
  }

  /// What a kernel calls may be large, and a guess makes a copy of all of it.
  bool outOfPatience() const {
    constexpr std::size_t most = 8U << 20; // bytes
    return context_.getASTAllocatedMemory() > memoryBefore_ + most;
  }

  Sema &sema_;
  ASTContext &context_;
  FunctionTemplateDecl *pattern_;
  std::size_t memoryBefore_;
  std::vector<Guess> guesses_;
  llvm::DenseMap<const FunctionDecl *, Answer> answers_; ///< by canonical
};

} // namespace

std::vector<AssumedInstantiation> Instantiator::instantiate(FunctionTemplateDecl *pattern,
                                                            std::size_t most, bool holdsErrors) {
  if (!known_) {
    // At once: outOfPatience() is not to count what Clang reads of a precompiled header.
    known_ = std::make_unique<Known>(isProjectFile_);
    for (const Decl *declaration :
         writing_ ? writing_() : sema_.getASTContext().getTraversalScope())
      known_->written.search(declaration);
  }
  const UnitScope scope(sema_);
  const Muted muted(sema_.getDiagnostics());
  Trials trials(sema_, pattern, known_->written);
  std::vector<AssumedInstantiation> found;
  const auto add = [&](std::optional<AssumedInstantiation> one) {
    if (one && llvm::none_of(found, [&](const AssumedInstantiation &other) {
          return other.function == one->function;
        }))
      found.push_back(std::move(*one));
  };
  const auto namings = known_->written.namings.find(pattern->getCanonicalDecl());
  const auto isSure = [](const AssumedInstantiation &one) { return !one.isAssumed; };
  if (const auto complete = known_->written.complete.find(pattern->getCanonicalDecl());
      complete != known_->written.complete.end())
    for (const FunctionDecl *named : complete->second)
      if (found.size() < most)
        add(trials.as(named, holdsErrors));
  if (namings != known_->written.namings.end())
    for (const Naming &naming : namings->second)
      if (llvm::count_if(found, isSure) < static_cast<std::ptrdiff_t>(most))
        add(trials.best(&naming, holdsErrors));
  // What somebody asks for goes before guesses, as it does where it is instantiated.
  if (llvm::any_of(found, isSure))
    llvm::erase_if(found, std::not_fn(isSure));
  found.resize(std::min(found.size(), most));
  if (found.empty())
    add(trials.best(nullptr, holdsErrors));
  return found;
}

bool reachesLeftOut(const FunctionDecl *function) { return InstantiationSearch(function).leftOut; }

const FunctionDecl *reached(const FunctionDecl *function,
                            llvm::function_ref<bool(const FunctionDecl *)> wanted) {
  return CallSearch(function, wanted).found;
}

} // namespace warplint::simt
