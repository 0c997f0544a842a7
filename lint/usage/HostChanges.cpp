//===- HostChanges.cpp ----------------------------------------------------===//

#include "lint/usage/HostChanges.h"

#include "lint/simt/AstVisitor.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <utility>

namespace warplint::usage {

using namespace clang;

namespace {

/// What a library's objects are asked for, though it is no method for constant ones.
bool onlyAsks(DeclarationName method) {
  return method.isIdentifier() &&
         llvm::is_contained({"data", "get", "begin", "end", "rbegin", "rend", "at", "front", "back",
                             "find", "value", "size"},
                            method.getAsIdentifierInfo()->getName());
}

/// The body that runs: that of the instance, or of its template where the instance has none.
const FunctionDecl *definitionOf(const FunctionDecl &function) {
  const FunctionDecl *definition = nullptr;
  if (function.isDefined(definition) && definition->getBody())
    return definition;
  const FunctionDecl *pattern = function.getTemplateInstantiationPattern();
  return pattern && pattern->isDefined(definition) && definition->getBody() ? definition : nullptr;
}

} // namespace

bool isHandedOver(const ParmVarDecl &parameter) {
  const QualType type = parameter.getType();
  return type->isReferenceType() && !type.getNonReferenceType().isConstQualified();
}

std::vector<const FunctionDecl *> calleesOf(const CallExpr &call) {
  if (const FunctionDecl *function = call.getDirectCallee())
    return {function};
  std::vector<const FunctionDecl *> functions;
  if (const auto *overloads = llvm::dyn_cast<OverloadExpr>(call.getCallee()->IgnoreParenImpCasts()))
    for (const NamedDecl *declaration : overloads->decls())
      if (const FunctionDecl *function = declaration->getUnderlyingDecl()->getAsFunction())
        functions.push_back(function);
  return functions;
}

class Changes::Search : public simt::AstVisitor {
public:
  Search(Found &found, const IsProject &isProject) : found_(found), isProject_(isProject) {}

  bool VisitBinaryOperator(BinaryOperator *binary) override {
    if (binary->isAssignmentOp())
      change(binary->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *unary) override {
    if (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf)
      change(unary->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *call) override {
    const std::vector<const FunctionDecl *> callees = calleesOf(*call);
    for (const FunctionDecl *callee : callees)
      enter(*callee);
    if (const auto *member =
            llvm::dyn_cast<CXXDependentScopeMemberExpr>(call->getCallee()->IgnoreParenImpCasts());
        member && !member->isImplicitAccess() && !onlyAsks(member->getMember()))
      change(member->getBase());
    if (const auto *symbol = llvm::dyn_cast<CXXOperatorCallExpr>(call)) {
      if (symbol->isAssignmentOp() || symbol->getOperator() == OO_GreaterGreater ||
          symbol->getOperator() == OO_PlusPlus || symbol->getOperator() == OO_MinusMinus)
        for (const Expr *argument : symbol->arguments())
          change(argument);
      else if (symbol->getNumArgs() > 0 && !callees.empty())
        if (const auto *method = llvm::dyn_cast<CXXMethodDecl>(callees.front());
            method && !method->getParent()->isLambda() && definitionOf(*method))
          found_.calledOn.emplace_back(symbol->getArg(0), definitionOf(*method));
      return true;
    }
    for (unsigned i = 0; i < call->getNumArgs(); ++i)
      if (mayChange(*call, callees, i))
        change(call->getArg(i));
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *call) override {
    const CXXMethodDecl *method = call->getMethodDecl();
    const Expr *object = call->getImplicitObjectArgument();
    if (!method || !object)
      return true;
    const bool isOwn = isProject_(method->getLocation());
    const FunctionDecl *definition = isOwn ? definitionOf(*method) : nullptr;
    if (definition)
      found_.calledOn.emplace_back(object, definition);
    else if (isOwn ? !method->isConst() : !method->isConst() && !onlyAsks(method->getDeclName()))
      change(object);
    // Another body may run, or one that is not seen.
    if (isOwn && !method->isConst() && (method->isVirtual() || !definition))
      changeFields(object->getType());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construct) override {
    const CXXConstructorDecl *constructor = construct->getConstructor();
    enter(*constructor);
    if (!constructor->isCopyOrMoveConstructor())
      for (unsigned i = 0; i < construct->getNumArgs() && i < constructor->getNumParams(); ++i)
        if (isHandedOver(*constructor->getParamDecl(i)))
          change(construct->getArg(i));
    return true;
  }
  // `Restored last{value};`, where a field is a reference.
  bool VisitInitListExpr(InitListExpr *list) override {
    const CXXRecordDecl *record = list->getType()->getAsCXXRecordDecl();
    unsigned i = 0;
    if (record && record->hasDefinition() && !record->isUnion() && record->getNumBases() == 0)
      for (const FieldDecl *field : record->getDefinition()->fields()) {
        const QualType type = field->getType();
        if (i < list->getNumInits() && type->isReferenceType() &&
            !type.getNonReferenceType().isConstQualified())
          change(list->getInit(i));
        ++i;
      }
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) override {
    const CXXRecordDecl *record =
        variable->hasLocalStorage() ? variable->getType()->getAsCXXRecordDecl() : nullptr;
    if (const CXXDestructorDecl *end =
            record && record->hasDefinition() ? record->getDestructor() : nullptr)
      enter(*end);
    return true;
  }

  void change(const Expr *target) {
    target = stripped(target);
    if (const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(target)) {
      change(*reference->getDecl());
    } else if (const auto *member = llvm::dyn_cast_or_null<MemberExpr>(target)) {
      found_.changed.insert(member->getMemberDecl());
    } else if (const auto *member = llvm::dyn_cast_or_null<CXXDependentScopeMemberExpr>(target)) {
      if (!member->isImplicitAccess())
        change(member->getBase());
    } else if (const auto *element = llvm::dyn_cast_or_null<ArraySubscriptExpr>(target)) {
      change(element->getBase());
    } else if (const auto *unary = llvm::dyn_cast_or_null<UnaryOperator>(target)) {
      if (unary->getOpcode() == UO_Deref)
        changeWhatIsAt(*unary);
      else if (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf)
        change(unary->getSubExpr());
    } else if (const auto *choice = llvm::dyn_cast_or_null<AbstractConditionalOperator>(target)) {
      change(choice->getTrueExpr());
      change(choice->getFalseExpr());
    }
  }

private:
  void change(const ValueDecl &declaration) {
    if (!found_.changed.insert(&declaration).second)
      return;
    // What it is another name of.
    if (const auto *binding = llvm::dyn_cast<BindingDecl>(&declaration)) {
      if (binding->getBinding())
        change(binding->getBinding());
    } else if (const auto *variable = llvm::dyn_cast<VarDecl>(&declaration);
               variable && variable->getType()->isReferenceType() && variable->getInit() &&
               !llvm::isa<ParmVarDecl>(variable)) {
      change(variable->getInit());
    }
  }

  /// `*p = 1`: all of this object, or what `p` was made to lead to.
  void changeWhatIsAt(const UnaryOperator &place) {
    const Expr *pointer = stripped(place.getSubExpr());
    if (llvm::isa_and_nonnull<CXXThisExpr>(pointer)) {
      changeFields(pointer->getType());
      return;
    }
    const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(pointer);
    const auto *variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    const auto *address = variable && !llvm::isa<ParmVarDecl>(variable)
                              ? llvm::dyn_cast_or_null<UnaryOperator>(stripped(variable->getInit()))
                              : nullptr;
    if (address && address->getOpcode() == UO_AddrOf)
      change(address->getSubExpr());
  }

  void changeFields(QualType type) {
    if (type->isPointerType())
      type = type->getPointeeType();
    const CXXRecordDecl *record = type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition())
      return;
    for (const FieldDecl *field : record->getDefinition()->fields())
      found_.changed.insert(field);
    for (const CXXBaseSpecifier &base : record->getDefinition()->bases())
      changeFields(base.getType());
  }

  /// Of an argument. A function of which nothing is known may change what it is given by name.
  static bool mayChange(const CallExpr &call, const std::vector<const FunctionDecl *> &callees,
                        unsigned index) {
    if (callees.empty())
      return call.getCallee()->isTypeDependent();
    return llvm::any_of(callees, [&](const FunctionDecl *callee) {
      return index < callee->getNumParams() && isHandedOver(*callee->getParamDecl(index));
    });
  }

  void enter(const FunctionDecl &function) {
    const FunctionDecl *definition =
        isProject_(function.getLocation()) ? definitionOf(function) : nullptr;
    if (definition && !llvm::is_contained(found_.called, definition))
      found_.called.push_back(definition);
  }

  Found &found_;
  const IsProject &isProject_;
};

Changes::Found Changes::read(llvm::ArrayRef<const Stmt *> statements) const {
  Found found;
  Search search(found, isProject_);
  for (const Stmt *statement : statements)
    search.TraverseStmt(const_cast<Stmt *>(statement)); // the visitor wants it so
  for (const auto &[object, method] : std::exchange(found.calledOn, {}))
    if (changesFields(*method))
      search.change(object);
  return found;
}

const Changes::Found &Changes::foundIn(const FunctionDecl &function) const {
  const auto [known, isNew] = found_.try_emplace(&function);
  if (!isNew)
    return known->second; // not whole yet, of a function that calls itself
  std::vector<const Stmt *> statements{function.getBody()};
  if (const auto *constructor = llvm::dyn_cast<CXXConstructorDecl>(&function))
    for (const CXXCtorInitializer *member : constructor->inits())
      statements.push_back(member->getInit());
  return known->second = read(statements);
}

bool Changes::changesFields(const FunctionDecl &method) const {
  const auto [known, isNew] = changesFields_.try_emplace(&method, false);
  if (isNew)
    known->second = llvm::any_of(throughCallees({.called = {&method}}),
                                 [](const ValueDecl *one) { return llvm::isa<FieldDecl>(one); });
  return known->second;
}

std::vector<const FunctionDecl *> Changes::allCalled(const Found &found) const {
  llvm::SetVector<const FunctionDecl *> all(found.called.begin(), found.called.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<const FunctionDecl *> &more = foundIn(*all[i]).called;
    all.insert(more.begin(), more.end());
  }
  return {all.begin(), all.end()};
}

Changes::Set Changes::throughCallees(const Found &found) const {
  Set changed;
  for (const FunctionDecl *called : allCalled(found)) {
    const Found &one = foundIn(*called);
    changed.insert(one.changed.begin(), one.changed.end());
  }
  return changed;
}

std::vector<const FunctionDecl *> Changes::calledFrom(const Stmt &statement) const {
  return allCalled(read({&statement}));
}

Changes::Set Changes::inCallees(const Stmt &statement) const {
  return throughCallees(read({&statement}));
}

const Changes::Set &Changes::in(const Stmt &statement) const {
  const auto [known, isNew] = known_.try_emplace(&statement);
  if (isNew) {
    const Found found = read({&statement});
    known->second = throughCallees(found);
    known->second.insert(found.changed.begin(), found.changed.end());
  }
  return known->second;
}

} // namespace warplint::usage
