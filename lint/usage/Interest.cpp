//===- Interest.cpp -------------------------------------------------------===//

#include "lint/usage/Interest.h"

#include "lint/simt/AstVisitor.h"
#include "lint/simt/Declarations.h"
#include "lint/simt/HostEvaluator.h"
#include "lint/usage/Features.h"
#include "lint/usage/HostBody.h"
#include "lint/usage/HostProgram.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

namespace warplint::usage {

using namespace clang;

namespace {

bool isOpenContext(const Decl &declaration) {
  return llvm::isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(declaration);
}

void flatten(Decl &declaration, std::vector<Piece> &pieces) {
  if (!isOpenContext(declaration))
    pieces.push_back({&declaration});
  else
    for (Decl *inner : llvm::cast<DeclContext>(declaration).decls())
      flatten(*inner, pieces);
}

/// A template speaks for what it is the pattern of.
const Decl *withTemplate(const Decl *declaration) {
  if (const TemplateDecl *pattern = declaration->getDescribedTemplate())
    return pattern;
  return declaration;
}

/// The declaration of a namespace or file that holds this one.
const Decl *outermost(const Decl *declaration) {
  for (const DeclContext *context = declaration->getLexicalDeclContext();
       context && !context->isTranslationUnit() && !isOpenContext(*llvm::cast<Decl>(context));
       context = context->getLexicalParent())
    declaration = llvm::cast<Decl>(context);
  return withTemplate(declaration);
}

/// What is of interest, or leads to it: a function, with what its pattern is instantiated for, or a
/// class, for how its objects begin and end: its constructors and destructor. Function templates
/// are known by their primary one. Null: none.
const Decl *subjectOf(const Decl *declaration) {
  // What is local to a function is the function's.
  while (const DeclContext *outer = declaration->getParentFunctionOrMethod())
    declaration = llvm::cast<Decl>(outer);
  if (const auto *pattern = llvm::dyn_cast<FunctionTemplateDecl>(declaration))
    declaration = pattern->getTemplatedDecl();
  if (const auto *pattern = llvm::dyn_cast<ClassTemplateDecl>(declaration))
    declaration = pattern->getTemplatedDecl();
  if (const auto *function = llvm::dyn_cast<FunctionDecl>(declaration)) {
    if (const FunctionDecl *pattern = function->getTemplateInstantiationPattern())
      function = pattern;
    if (llvm::isa<CXXConstructorDecl, CXXDestructorDecl>(function) || function->isImplicit())
      if (const auto *method = llvm::dyn_cast<CXXMethodDecl>(function))
        return subjectOf(method->getParent());
    if (const FunctionTemplateDecl *primary = function->getPrimaryTemplate())
      function = primary->getTemplatedDecl(); // this is an explicit specialisation
    return function->getCanonicalDecl();
  }
  if (const auto *record = llvm::dyn_cast<CXXRecordDecl>(declaration)) {
    if (const CXXRecordDecl *pattern = record->getTemplateInstantiationPattern())
      record = pattern;
    return record->getCanonicalDecl();
  }
  return nullptr;
}

/// What code names, and where it is of interest by itself.
class Names : public simt::AstVisitor {
public:
  Names(const SourceManager &sources, const Options &options)
      : sources_(sources), options_(options) {}

  struct Name {
    const Decl *user = nullptr; ///< a subject; null: the declaration that was searched
    const Decl *named = nullptr;
    bool asWhole = false; ///< `named` stands for all that its declaration holds
  };
  std::vector<Name> names;
  enum class Reason : std::uint8_t { Any, Launches, Elsewhere };
  struct Use {
    const Decl *user = nullptr; ///< as in Name
    Reason reason = Reason::Any;
  };
  std::vector<Use> ofInterest;

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldVisitImplicitCode() const override { return true; }

  // What stands in a type is not run.
  bool TraverseType(QualType) override { return true; }
  bool TraverseTypeLoc(TypeLoc) override { return true; }
  // Nor is what is only asked about.
  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr *, Queue *) override { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *, Queue *) override {
    return true;
  }
  bool TraverseRequiresExpr(RequiresExpr *, Queue *) override { return true; }
  bool TraverseConceptSpecializationExpr(ConceptSpecializationExpr *, Queue *) override {
    return true;
  }
  bool TraverseStaticAssertDecl(StaticAssertDecl *) override { return true; }
  bool TraverseConceptDecl(ConceptDecl *) override { return true; }

  bool TraverseDecl(Decl *declaration) override {
    const Decl *outer = user_;
    const bool isWithin = isInFunction_;
    if (declaration && !isInFunction_)
      if (const Decl *subject = subjectOf(declaration)) {
        user_ = subject;
        isInFunction_ = llvm::isa<FunctionDecl, FunctionTemplateDecl>(declaration);
      }
    const bool goesOn = AstVisitor::TraverseDecl(declaration);
    user_ = outer;
    isInFunction_ = isWithin;
    return goesOn;
  }

  bool VisitFunctionDecl(FunctionDecl *function) override {
    if (function->hasAttr<CUDAGlobalAttr>())
      ofInterest.push_back({user_, Reason::Launches});
    // Who names the class, runs it; a constructor is named.
    if (llvm::isa<CXXDestructorDecl>(function) && isDefinedElsewhere(*function))
      ofInterest.push_back({user_, Reason::Elsewhere});
    // They are part of the function's type, which is not looked into.
    for (ParmVarDecl *parameter : function->parameters())
      TraverseDecl(parameter);
    return true;
  }
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *) override {
    ofInterest.push_back({user_, Reason::Launches});
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) override {
    add(reference->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *member) override {
    add(member->getMemberDecl());
    return true;
  }
  bool VisitOverloadExpr(OverloadExpr *overloads) override {
    if (overloads->decls().begin() == overloads->decls().end() &&
        isOfInterface(overloads->getName()))
      ofInterest.push_back(
          {user_, isLaunchFunction(overloads->getName()) ? Reason::Launches : Reason::Any});
    for (const NamedDecl *one : overloads->decls())
      add(one->getUnderlyingDecl());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construct) override {
    add(construct->getConstructor());
    addClassOf(construct->getType()); // its constructor may be implicit
    return true;
  }
  /// What its class has is not looked up before it is instantiated.
  bool VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr *member) override {
    if (!member->isImplicitAccess())
      if (const auto *reference =
              llvm::dyn_cast<DeclRefExpr>(member->getBase()->IgnoreParenImpCasts()))
        if (const auto *parameter = llvm::dyn_cast<ParmVarDecl>(reference->getDecl()))
          addMember(parameter->getType(), member->getMember());
    if (const auto *method = llvm::dyn_cast_or_null<CXXMethodDecl>(user_))
      names.push_back({user_, method->getParent()});
    return true;
  }
  bool VisitCXXUnresolvedConstructExpr(CXXUnresolvedConstructExpr *construct) override {
    addClassOf(construct->getTypeAsWritten());
    return true;
  }
  bool VisitDependentScopeDeclRefExpr(DependentScopeDeclRefExpr *reference) override {
    if (const Type *scope =
            reference->getQualifier() ? reference->getQualifier()->getAsType() : nullptr)
      addClassOf(QualType(scope, 0));
    return true;
  }
  // Their ends run destructors. Of a parameter whose class only an instance will tell, members are
  // followed by name: nearly every function of a library has one.
  bool VisitVarDecl(VarDecl *variable) override {
    const QualType type = variable->getType();
    const bool isDependent = type->isDependentType();
    if (isDependent ? !llvm::isa<ParmVarDecl>(variable) : !type->isReferenceType())
      addClassOf(type);
    return true;
  }
  bool VisitFieldDecl(FieldDecl *field) override {
    addClassOf(field->getType());
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *deletion) override {
    if (const QualType type = deletion->getDestroyedType(); !type.isNull())
      addClassOf(type);
    return true;
  }
  bool VisitCXXRecordDecl(CXXRecordDecl *record) override {
    if (record->isThisDeclarationADefinition())
      for (const CXXBaseSpecifier &base : record->bases())
        addClassOf(base.getType());
    return true;
  }

private:
  /// `cudaMalloc`, `cuLaunchKernel`; not `curand_init`, nor `cuCrealf` where that is understood.
  static bool isOfInterface(DeclarationName name) {
    const IdentifierInfo *identifier = name.getAsIdentifierInfo();
    llvm::StringRef rest = identifier ? identifier->getName() : "";
    return rest.consume_front("cu") &&
           (rest.starts_with("da") || (!rest.empty() && clang::isUppercase(rest.front())));
  }

  static bool isLaunchFunction(DeclarationName name) {
    const IdentifierInfo *identifier = name.getAsIdentifierInfo();
    return identifier && simt::host::isLaunchFunction(identifier->getName());
  }

  /// By who includes this, perhaps. What is defined of a template there is for them to see.
  bool isDefinedElsewhere(const FunctionDecl &function) const {
    return !function.isTemplated() && !function.getTemplateInstantiationPattern() &&
           !function.isDefined() && !function.isImplicit() && !function.isPureVirtual() &&
           options_.isProjectFile(function.getLocation());
  }

  void add(const NamedDecl *declaration) {
    if (const auto *pattern = llvm::dyn_cast<FunctionTemplateDecl>(declaration))
      declaration = pattern->getTemplatedDecl();
    if (const auto *function = llvm::dyn_cast<FunctionDecl>(declaration))
      addFunction(*function);
    else if (const auto *variable = llvm::dyn_cast<VarDecl>(declaration))
      if (variable->hasGlobalStorage() && !variable->getType().isConstQualified() &&
          !variable->hasAttr<CUDASharedAttr>() &&
          !sources_.isInSystemHeader(variable->getLocation()))
        ofInterest.push_back({user_, Reason::Launches});
  }

  void addFunction(const FunctionDecl &function) {
    const FunctionDecl *pattern = function.getTemplateInstantiationPattern();
    const FunctionDecl *one = pattern ? pattern : &function;
    if (isLaunchFunction(one->getDeclName()))
      ofInterest.push_back({user_, Reason::Launches});
    if (options_.isProjectFile(one->getLocation())) {
      names.push_back({user_, one});
      if (isDefinedElsewhere(*one))
        ofInterest.push_back({user_, Reason::Elsewhere});
      return;
    }
    if (one->hasAttr<CUDAGlobalAttr>() || isOfCub(*one) ||
        (isOfInterface(one->getDeclName()) &&
         (returnsCudaError(*one) || one->getName().starts_with("cuda"))))
      ofInterest.push_back({user_});
  }

  static bool isOfCub(const FunctionDecl &function) {
    for (const DeclContext *context = function.getDeclContext(); context;
         context = context->getParent())
      if (const auto *space = llvm::dyn_cast<NamespaceDecl>(context);
          space && space->getDeclName().isIdentifier() && space->getName() == "cub")
        return true;
    return false;
  }

  /// Of a class that only an instance will tell: those of its template that are called so, or all
  /// of it where that has none, as it may be inherited.
  void addMember(QualType type, DeclarationName name) {
    QualType element = type.getNonReferenceType();
    if (const QualType pointee = element->getPointeeType(); !pointee.isNull())
      element = pointee;
    const auto *special = element->getAs<TemplateSpecializationType>();
    const auto *pattern = special ? llvm::dyn_cast_or_null<ClassTemplateDecl>(
                                        special->getTemplateName().getAsTemplateDecl())
                                  : nullptr;
    if (!pattern)
      return;
    const std::size_t before = names.size();
    const auto addOf = [&](const CXXRecordDecl *record) {
      if (const CXXRecordDecl *definition = record->getDefinition())
        for (const NamedDecl *one : definition->lookup(name))
          add(one->getUnderlyingDecl());
    };
    addOf(pattern->getTemplatedDecl());
    for (const ClassTemplateSpecializationDecl *one : pattern->specializations())
      if (one->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
        addOf(one);
    llvm::SmallVector<ClassTemplatePartialSpecializationDecl *> partial;
    const_cast<ClassTemplateDecl *>(pattern)->getPartialSpecializations(partial); // only reads
    llvm::for_each(partial, addOf);
    if (names.size() == before)
      names.push_back({user_, pattern, true});
  }

  /// Members of a class that is known are named where they are used.
  void addClassOf(QualType type) {
    const Type *element = type.getNonReferenceType()->getBaseElementTypeUnsafe();
    if (const CXXRecordDecl *record = element->getAsCXXRecordDecl()) {
      const CXXRecordDecl *pattern = record->getTemplateInstantiationPattern();
      names.push_back({user_, pattern ? pattern : record, record->isDependentContext()});
    } else if (const auto *special = element->getAs<TemplateSpecializationType>()) {
      if (const TemplateDecl *pattern = special->getTemplateName().getAsTemplateDecl())
        names.push_back({user_, pattern, true});
    }
  }

  const SourceManager &sources_;
  const Options &options_;
  const Decl *user_ = nullptr;
  bool isInFunction_ = false;
};

class Finder {
public:
  Finder(ASTContext &context, const Options &options) : context_(context), options_(options) {}

  std::vector<Piece> run() {
    for (Decl *declaration : context_.getTraversalScope())
      flatten(*declaration, pieces_);
    for (std::size_t i = 0; i < pieces_.size(); ++i)
      placeOf_.try_emplace(pieces_[i].declaration, i);
    groups_.grow(static_cast<unsigned>(pieces_.size()));
    for (std::size_t i = 0; i < pieces_.size(); ++i)
      group(i);
    groups_.compress();
    users_.resize(groups_.getNumClasses());
    for (std::size_t i = 0; i < pieces_.size(); ++i)
      users_.push_back({groupOf(i)}); // selfOf(i)
    std::map<Names::Reason, Nodes> seeds;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      addSpecialisation(i);
      addNames(i, seeds);
    }
    const llvm::BitVector bearingOnLaunches = withUsers(seeds[Names::Reason::Launches]);
    const llvm::BitVector leadingElsewhere = withUsers(seeds[Names::Reason::Elsewhere]);
    llvm::BitVector ofInterest = withUsers(seeds[Names::Reason::Any]);
    ofInterest |= bearingOnLaunches;
    ofInterest |= leadingElsewhere;
    const llvm::BitVector ofKernels = groupsOfKernels();
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      pieces_[i].isOfInterest = ofInterest.test(groupOf(i));
      pieces_[i].bearsOnLaunches = bearingOnLaunches.test(groupOf(i));
      pieces_[i].leadsElsewhere = leadingElsewhere.test(groupOf(i));
      pieces_[i].isOfKernels = ofKernels.test(groupOf(i));
      if (pieces_[i].isOfInterest)
        addHostFunctions(i, ofInterest);
    }
    addDeviceCalls();
    return std::move(pieces_);
  }

private:
  using Nodes = std::vector<unsigned>;

  /// These, and all that lead to them.
  llvm::BitVector withUsers(Nodes open) const {
    llvm::BitVector reached(static_cast<unsigned>(users_.size()));
    while (!open.empty()) {
      const unsigned next = open.back();
      open.pop_back();
      if (reached.test(next))
        continue;
      reached.set(next);
      llvm::append_range(open, users_[next]);
    }
    return reached;
  }

  /// Those that hold kernels, and the templates of which these are members.
  llvm::BitVector groupsOfKernels() const {
    llvm::BitVector groups(groups_.getNumClasses());
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const simt::WrittenKernels written = simt::writtenKernels(*pieces_[i].declaration);
      if (!written.kernels.empty())
        groups.set(groupOf(i));
      for (const ClassTemplateDecl *pattern : written.classTemplates)
        if (const auto place = placeOf(pattern))
          groups.set(groupOf(*place));
    }
    return groups;
  }

  void addHostFunctions(std::size_t piece, const llvm::BitVector &ofInterest) {
    const auto waitsForDevice = [&](const FunctionDecl &function) {
      return llvm::any_of(
          readBody(context_, function, options_.isProjectFile, /*errors=*/{}).operations,
          [](const Operation &operation) { return operation.bringsResult; });
    };
    for (const FunctionDecl *function :
         hostFunctions(pieces_[piece].declaration, options_.isProjectFile)) {
      if (function->getParentFunctionOrMethod())
        continue; // it is looked at with the function around it
      const auto node = nodes_.find(subjectOf(function));
      if (ofInterest.test(selfOf(piece)) ||
          (node != nodes_.end() && ofInterest.test(node->second)) || waitsForDevice(*function))
        pieces_[piece].hostFunctions.push_back(function);
    }
  }

  /// Where a function for both sides calls the interface, instances of any template may lead to it.
  void addDeviceCalls() {
    std::vector<DeviceCallsWritten> calls;
    for (const Piece &piece : pieces_)
      calls.push_back(deviceCallsWritten(context_, *piece.declaration, options_));
    const bool mayBeReached =
        llvm::any_of(calls, [](const DeviceCallsWritten &one) { return one.ofBothSides; });
    for (auto [piece, of] : llvm::zip_equal(pieces_, calls))
      piece.mayCallOnDevice = piece.isOfInterest && (of.any || (mayBeReached && of.asksInstances));
  }

  void addNames(std::size_t piece, std::map<Names::Reason, Nodes> &seeds) {
    const unsigned group = groupOf(piece);
    Names names(context_.getSourceManager(), options_);
    names.TraverseDecl(pieces_[piece].declaration);
    pieces_[piece].mayHoldFeatures =
        mayHoldFeatures(context_, *pieces_[piece].declaration, options_);
    if (pieces_[piece].mayHoldFeatures)
      seeds[Names::Reason::Any].push_back(group);
    const auto nodeOfUser = [&](const Decl *user) {
      if (!user)
        return selfOf(piece);
      const unsigned node = nodeOf(user);
      if (users_[node].empty() || users_[node].back() != group)
        users_[node].push_back(group);
      return node;
    };
    for (const auto &[user, reason] : names.ofInterest)
      seeds[reason].push_back(nodeOfUser(user));
    for (const auto &[user, named, asWhole] : names.names) {
      const unsigned node = nodeOfUser(user);
      if (const Decl *subject = subjectOf(named); subject && !asWhole)
        users_[nodeOf(subject)].push_back(node);
      else if (const auto place = placeOf(named))
        users_[groupOf(*place)].push_back(node);
    }
  }

  unsigned nodeOf(const Decl *subject) {
    const auto [entry, isNew] = nodes_.try_emplace(subject, static_cast<unsigned>(users_.size()));
    if (isNew)
      users_.emplace_back();
    return entry->second;
  }

  unsigned groupOf(std::size_t piece) const { return groups_[static_cast<unsigned>(piece)]; }

  /// What of the declaration is in no function and in no class.
  unsigned selfOf(std::size_t piece) const {
    return groups_.getNumClasses() + static_cast<unsigned>(piece);
  }

  std::optional<std::size_t> placeOf(const Decl *declaration) const {
    const auto found = placeOf_.find(outermost(declaration));
    return found == placeOf_.end() ? std::nullopt : std::optional(found->second);
  }

  void join(std::size_t piece, const Decl *with) {
    if (with)
      if (const auto place = placeOf(with))
        groups_.join(static_cast<unsigned>(piece), static_cast<unsigned>(*place));
  }

  /// Who names a class template as a whole may mean any of its specialisations; these, of which
  /// CUTLASS's have sixty of a thousand lines each, do not stand for each other.
  void addSpecialisation(std::size_t piece) {
    if (const auto *special =
            llvm::dyn_cast<ClassTemplateSpecializationDecl>(pieces_[piece].declaration))
      if (const auto place = placeOf(special->getSpecializedTemplate()))
        users_[groupOf(piece)].push_back(groupOf(*place));
  }

  /// What is one thing, said in several places: declarations of one name, a class and its members
  /// that are defined outside, a template of functions or variables and its specialisations.
  void group(std::size_t piece) {
    const Decl *declaration = pieces_[piece].declaration;
    for (const Decl *one : declaration->redecls())
      join(piece, one);
    const Decl *written = declaration;
    if (const auto *pattern = llvm::dyn_cast<TemplateDecl>(declaration))
      if (pattern->getTemplatedDecl())
        written = pattern->getTemplatedDecl();
    for (const Decl *one : written->redecls())
      join(piece, one);
    if (const auto *record = llvm::dyn_cast<CXXRecordDecl>(written->getDeclContext()))
      join(piece, record);
    if (const auto *special = llvm::dyn_cast<VarTemplateSpecializationDecl>(written))
      join(piece, special->getSpecializedTemplate());
    if (const auto *function = llvm::dyn_cast<FunctionDecl>(written))
      join(piece, function->getPrimaryTemplate());
  }

  ASTContext &context_;
  const Options &options_;
  std::vector<Piece> pieces_;
  llvm::DenseMap<const Decl *, std::size_t> placeOf_;
  llvm::IntEqClasses groups_;
  llvm::DenseMap<const Decl *, unsigned> nodes_; ///< of subjects, behind those of the groups
  /// By node: what is of interest where it is. A group is that of what it holds.
  std::vector<std::vector<unsigned>> users_;
};

} // namespace

std::vector<Piece> pieces(ASTContext &context, const Options &options) {
  return Finder(context, options).run();
}

} // namespace warplint::usage
