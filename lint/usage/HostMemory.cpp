//===- HostMemory.cpp -----------------------------------------------------===//

#include "lint/usage/HostMemory.h"

#include "lint/simt/AstVisitor.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace warplint::usage {

using namespace clang;

namespace {

constexpr unsigned deepest = 6; // steps from a pointer to where its memory comes from

const ValueDecl *declarationOf(const Expr *expression) {
  expression = stripped(expression);
  if (const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(expression))
    return reference->getDecl();
  if (const auto *member = llvm::dyn_cast_or_null<MemberExpr>(expression))
    return member->getMemberDecl();
  return nullptr;
}

bool registersMemory(llvm::StringRef name) {
  return name.contains("HostRegister") || name.contains("MemHostRegister");
}

/// std::vector and what else keeps its elements in memory from new.
bool isStandardContainer(QualType type) {
  const CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record && !type->isDependentType())
    return false;
  llvm::StringRef name;
  // `std::vector<T>`, in a template.
  if (const auto *dependent =
          record ? nullptr : type.getNonReferenceType()->getAs<TemplateSpecializationType>())
    if (const TemplateDecl *of = dependent->getTemplateName().getAsTemplateDecl();
        of && of->getDeclContext()->isStdNamespace() && dependent->template_arguments().size() == 1)
      name = of->getName();
  if (record && record->getDeclName().isIdentifier()) {
    if (!record->isInStdNamespace())
      return false;
    name = record->getName();
    // With an allocator of the program's, anything may be.
    if (const auto *instance = llvm::dyn_cast<ClassTemplateSpecializationDecl>(record);
        instance && instance->getTemplateArgs().size() > 1)
      if (const TemplateArgument &allocator = instance->getTemplateArgs()[1];
          allocator.getKind() == TemplateArgument::Type)
        if (const CXXRecordDecl *of = allocator.getAsType()->getAsCXXRecordDecl();
            of && !of->isInStdNamespace())
          return false;
  }
  return name == "vector" || name == "basic_string" || name == "valarray";
}

/// std::unique_ptr<T[]> frees by delete[], so its memory came from new.
bool isArrayOwner(QualType type) {
  const auto *record = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || !record->isInStdNamespace() || record->getName() != "unique_ptr" ||
      record->getTemplateArgs().size() < 2 ||
      record->getTemplateArgs()[0].getKind() != TemplateArgument::Type ||
      record->getTemplateArgs()[1].getKind() != TemplateArgument::Type)
    return false;
  const CXXRecordDecl *deleter = record->getTemplateArgs()[1].getAsType()->getAsCXXRecordDecl();
  return record->getTemplateArgs()[0].getAsType()->isArrayType() && deleter &&
         deleter->isInStdNamespace();
}

/// What a function gives back.
class ReturnSearch : public simt::AstVisitor {
public:
  std::vector<const Expr *> values;
  bool VisitReturnStmt(ReturnStmt *statement) override {
    values.push_back(statement->getRetValue());
    return true;
  }
  // Its returns are its own.
  bool TraverseLambdaExpr(LambdaExpr *, Queue *) override { return true; }
};

bool isNull(const Expr *expression) {
  const Expr *source = stripped(expression);
  return source &&
         llvm::isa<GNUNullExpr, CXXNullPtrLiteralExpr, IntegerLiteral, ImplicitValueInitExpr>(
             source);
}

/// An array that is there as long as the program, and that no other file can pin.
bool isOwnStaticArray(const VarDecl &variable) {
  return variable.hasGlobalStorage() && !variable.hasExternalStorage() &&
         (variable.isStaticLocal() || !variable.isExternallyVisible()) &&
         !variable.hasAttr<CUDADeviceAttr>() && !variable.hasAttr<CUDAConstantAttr>() &&
         !variable.hasAttr<CUDASharedAttr>() && !variable.hasAttr<HIPManagedAttr>();
}

MemoryOrigin pageable(llvm::StringRef how, SourceLocation where, bool ofOneObject = false) {
  return {MemoryOrigin::Kind::Pageable, how.str(), where, ofOneObject, std::nullopt};
}

} // namespace

class HostMemory::Search : public simt::AstVisitor {
public:
  explicit Search(Assignments &found) : found_(found) {}

  bool VisitVarDecl(VarDecl *variable) override {
    if (variable->getInit() && !llvm::isa<ParmVarDecl>(variable))
      found_.values[variable].push_back(variable->getInit());
    return true;
  }
  bool VisitFieldDecl(FieldDecl *field) override {
    if (field->hasInClassInitializer() && field->getInClassInitializer())
      found_.values[field].push_back(field->getInClassInitializer());
    return true;
  }
  bool TraverseConstructorInitializer(CXXCtorInitializer *initialiser) override {
    if (initialiser->isMemberInitializer() && initialiser->isWritten())
      found_.values[initialiser->getMember()].push_back(initialiser->getInit());
    return AstVisitor::TraverseConstructorInitializer(initialiser);
  }
  bool VisitBinaryOperator(BinaryOperator *binary) override {
    if (binary->getOpcode() == BO_Assign)
      if (const ValueDecl *target = declarationOf(binary->getLHS()))
        found_.values[target].push_back(binary->getRHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *unary) override {
    if (unary->getOpcode() == UO_AddrOf)
      if (const ValueDecl *target = declarationOf(unary->getSubExpr()))
        found_.elsewhere.insert(target);
    return true;
  }
  bool VisitCallExpr(CallExpr *call) override {
    for (const FunctionDecl *callee : calleesOf(*call))
      if (callee->getDeclName().isIdentifier())
        take(*call, *callee);
    return true;
  }

private:
  void take(const CallExpr &call, const FunctionDecl &callee) {
    for (unsigned i = 0; i < call.getNumArgs() && i < callee.getNumParams(); ++i)
      if (const ParmVarDecl &parameter = *callee.getParamDecl(i);
          isHandedOver(parameter) && parameter.getType().getNonReferenceType()->isPointerType())
        if (const ValueDecl *target = declarationOf(call.getArg(i)))
          found_.elsewhere.insert(target);
    if (registersMemory(callee.getName()) && call.getNumArgs() > 0)
      pin(call.getArg(0));
  }

  void pin(const Expr *memory) {
    found_.pins = true;
    memory = stripped(memory);
    if (const auto *call = llvm::dyn_cast_or_null<CXXMemberCallExpr>(memory))
      memory = call->getImplicitObjectArgument();
    const ValueDecl *target = declarationOf(memory);
    // What a parameter or another pointer stands for may be any memory.
    if (!target || llvm::isa<ParmVarDecl, FieldDecl>(target))
      found_.pinsUnseen = true;
    else
      found_.elsewhere.insert(target);
  }

  Assignments &found_;
};

HostMemory::HostMemory(const HostProgram &program, const std::vector<Decl *> &declarations,
                       bool isAll)
    : program_(program), isAll_(isAll) {
  Search search(assigned_);
  for (Decl *declaration : declarations)
    if (declaration->getLocation().isInvalid() || program.isProject()(declaration->getLocation()))
      search.TraverseDecl(declaration);
}

void HostMemory::readFunctionOf(const ValueDecl &variable) const {
  if (isAll_)
    return;
  const FunctionDecl *function = nullptr; // the outermost: what is in it is its own
  for (const DeclContext *at = variable.getParentFunctionOrMethod(); at;
       at = llvm::cast<Decl>(at)->getParentFunctionOrMethod())
    if (const auto *one = llvm::dyn_cast<FunctionDecl>(at))
      function = one;
  // What is an instance's is not looked at where all is, either.
  if (function && function->isFromASTFile() && !function->isTemplateInstantiation() &&
      program_.isProject()(function->getLocation()) && read_.insert(function).second)
    Search(assigned_).TraverseDecl(const_cast<FunctionDecl *>(function)); // the visitor wants it so
}

bool HostMemory::isGivenElsewhere(const ValueDecl &variable) const {
  readFunctionOf(variable);
  return assigned_.elsewhere.contains(&variable);
}

bool assignsBeyondItself(Decl &declaration) {
  HostMemory::Assignments found;
  HostMemory::Search(found).TraverseDecl(&declaration);
  const auto isOwn = [](const ValueDecl *variable) {
    return variable->getParentFunctionOrMethod() != nullptr;
  };
  return found.pins ||
         llvm::any_of(found.values,
                      [&](const auto &entry) {
                        return entry.first->getType()->isPointerType() && !isOwn(entry.first);
                      }) ||
         llvm::any_of(found.elsewhere, [&](const ValueDecl *variable) {
           return !variable->getType()->isArithmeticType() && !isOwn(variable);
         });
}

MemoryOrigin HostMemory::originOf(const Expr &pointer) const {
  return assigned_.pinsUnseen ? MemoryOrigin() : origin(&pointer, deepest);
}

MemoryOrigin HostMemory::origin(const Expr *pointer, unsigned depth) const {
  pointer = stripped(pointer);
  if (!pointer || depth == 0)
    return {};
  if (const auto *binary = llvm::dyn_cast<BinaryOperator>(pointer);
      binary && binary->isAdditiveOp()) // p + offset
    return origin(binary->getLHS(), depth - 1);
  if (const auto *unary = llvm::dyn_cast<UnaryOperator>(pointer);
      unary && unary->getOpcode() == UO_AddrOf) {
    const Expr *operand = stripped(unary->getSubExpr());
    if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(operand))
      return origin(element->getBase(), depth - 1);
    if (const auto *element = llvm::dyn_cast<CXXOperatorCallExpr>(operand);
        element && element->getOperator() == OO_Subscript)
      return originOfElements(*element->getArg(0));
    const auto *variable = llvm::dyn_cast_or_null<VarDecl>(declarationOf(operand));
    if (variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType())
      return pageable("a variable", variable->getLocation(), true);
    return {};
  }
  if (const auto *allocation = llvm::dyn_cast<CXXNewExpr>(pointer))
    return allocation->getNumPlacementArgs() == 0 && allocation->isArray()
               ? pageable("new", allocation->getBeginLoc())
               : MemoryOrigin();
  if (const auto *member = llvm::dyn_cast<CXXMemberCallExpr>(pointer)) {
    const CXXMethodDecl *method = member->getMethodDecl();
    const Expr *object = member->getImplicitObjectArgument();
    if (!method || !object || isPerhapsPinned(*object))
      return {};
    if (!isStandardContainer(object->getType()) && !isArrayOwner(object->getType()))
      return originOfResult(*method, depth);
    const llvm::StringRef name = method->getDeclName().isIdentifier() ? method->getName() : "";
    return name == "data" || name == "c_str" || name == "get" ? originOfElements(*object)
                                                              : MemoryOrigin();
  }
  if (const auto *call = llvm::dyn_cast<CallExpr>(pointer)) {
    // `v.data()`, where `v` depends on a template's arguments.
    if (const auto *asked =
            llvm::dyn_cast<CXXDependentScopeMemberExpr>(call->getCallee()->IgnoreParenImpCasts());
        asked && !asked->isImplicitAccess()) {
      const bool data = asked->getMember().isIdentifier() &&
                        asked->getMember().getAsIdentifierInfo()->getName() == "data";
      return data ? originOfElements(*asked->getBase()) : MemoryOrigin();
    }
    const FunctionDecl *callee = call->getDirectCallee();
    const bool allocates = callee && callee->getDeclName().isIdentifier() &&
                           llvm::StringSwitch<bool>(callee->getName())
                               .Cases("malloc", "calloc", "realloc", "aligned_alloc", true)
                               .Default(false) &&
                           !program_.isProject()(callee->getLocation());
    if (allocates)
      return pageable(callee->getName(), call->getBeginLoc());
    return callee ? originOfResult(*callee, depth) : MemoryOrigin();
  }
  if (const ValueDecl *variable = declarationOf(pointer))
    return originOfVariable(*variable, depth);
  return {};
}

bool HostMemory::isPerhapsPinned(const Expr &object) const {
  const ValueDecl *owner = declarationOf(&object);
  if (!owner)
    return assigned_.pins;
  // A caller may have pinned what a reference stands for.
  return isGivenElsewhere(*owner) ||
         (assigned_.pins && (owner->getType()->isReferenceType() || llvm::isa<FieldDecl>(owner)));
}

MemoryOrigin HostMemory::originOfElements(const Expr &container) const {
  const ValueDecl *owner = declarationOf(&container);
  if (!owner || isPerhapsPinned(container))
    return {};
  if (isStandardContainer(container.getType()))
    return pageable("a std::vector", owner->getLocation());
  if (isArrayOwner(container.getType()))
    return pageable("a std::unique_ptr", owner->getLocation());
  return {};
}

MemoryOrigin HostMemory::originOfVariable(const ValueDecl &variable, unsigned depth) const {
  const auto [found, isNew] = known_.try_emplace({&variable, depth});
  if (isNew)
    found->second = readVariable(variable, depth);
  return found->second;
}

MemoryOrigin HostMemory::readVariable(const ValueDecl &variable, unsigned depth) const {
  if (isGivenElsewhere(variable))
    return {};
  if (const auto *parameter = llvm::dyn_cast<ParmVarDecl>(&variable))
    return originOfParameter(*parameter, depth);
  const auto *local = llvm::dyn_cast<VarDecl>(&variable);
  if (variable.getType()->isArrayType()) {
    if (!local || (!local->hasLocalStorage() && !isOwnStaticArray(*local)))
      return {};
    MemoryOrigin array = pageable("an array", variable.getLocation());
    if (variable.getType()->isConstantArrayType() && !variable.getType()->isDependentType())
      array.bytes = program_.context().getTypeSizeInChars(variable.getType()).getQuantity();
    return array;
  }
  // Another file may set it.
  if (local && local->hasExternalStorage())
    return {};
  if (!variable.getType()->isPointerType())
    return {};
  const auto found = assigned_.values.find(&variable);
  if (found == assigned_.values.end())
    return {};
  const std::vector<const Expr *> values = found->second; // there may be more on the way
  return originOfAll(values, depth);
}

MemoryOrigin HostMemory::originOfAll(llvm::ArrayRef<const Expr *> values, unsigned depth) const {
  MemoryOrigin result;
  for (const Expr *value : values) {
    if (isNull(value))
      continue;
    const MemoryOrigin one = origin(value, depth - 1);
    if (one.kind != MemoryOrigin::Kind::Pageable)
      return {};
    if (result.kind == MemoryOrigin::Kind::Unknown)
      result = one;
  }
  return result;
}

MemoryOrigin HostMemory::originOfResult(const FunctionDecl &function, unsigned depth) const {
  const auto [found, isNew] = known_.try_emplace({&function, depth});
  if (isNew)
    found->second = readResult(function, depth);
  return found->second;
}

MemoryOrigin HostMemory::readResult(const FunctionDecl &function, unsigned depth) const {
  const auto *method = llvm::dyn_cast<CXXMethodDecl>(&function);
  const FunctionDecl *key = keyOf(function);
  if ((method && method->isVirtual()) || !program_.isProject()(key->getLocation()) ||
      !key->doesThisDeclarationHaveABody())
    return {};
  ReturnSearch search;
  search.TraverseStmt(key->getBody());
  return originOfAll(search.values, depth);
}

MemoryOrigin HostMemory::originOfParameter(const ParmVarDecl &parameter, unsigned depth) const {
  const auto *function = llvm::dyn_cast<FunctionDecl>(parameter.getDeclContext());
  if (!function || assigned_.values.contains(&parameter))
    return {};
  const unsigned index = parameter.getFunctionScopeIndex();
  for (const HostProgram::Call &call : program_.callsOf(*function)) {
    const Expr *argument = nullptr;
    if (const auto *construct = llvm::dyn_cast_or_null<CXXConstructExpr>(call.operation->expr)) {
      if (index < construct->getNumArgs())
        argument = construct->getArg(index);
    } else if (!llvm::isa_and_nonnull<CXXOperatorCallExpr>(call.operation->expr)) {
      argument = call.operation->argument(static_cast<int>(index));
    }
    const MemoryOrigin one = argument ? origin(argument, depth - 1) : MemoryOrigin();
    if (one.kind == MemoryOrigin::Kind::Pageable)
      return one;
  }
  return {};
}

} // namespace warplint::usage
