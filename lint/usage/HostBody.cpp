//===- HostBody.cpp -------------------------------------------------------===//

#include "lint/usage/HostBody.h"

#include "lint/simt/AstVisitor.h"
#include "lint/simt/LeftOut.h"
#include "lint/simt/RawTokens.h"
#include "lint/usage/DeviceAlgorithms.h"
#include "lint/usage/HostExpressions.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

#include <iterator>
#include <map>

namespace warplint::usage {

using namespace clang;

const Expr *stripped(const Expr *expression) {
  while (expression) {
    const Expr *inner = expression->IgnoreParenCasts();
    if (const auto *cleanups = llvm::dyn_cast<ExprWithCleanups>(inner))
      inner = cleanups->getSubExpr();
    else if (const auto *temporary = llvm::dyn_cast<MaterializeTemporaryExpr>(inner))
      inner = temporary->getSubExpr();
    else if (const auto *bound = llvm::dyn_cast<CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    if (inner == expression)
      break;
    expression = inner;
  }
  return expression;
}

const Expr *Operation::argument(int index) const {
  const auto *call = llvm::dyn_cast_or_null<CallExpr>(expr);
  if (!call || index < 0 || static_cast<unsigned>(index) >= call->getNumArgs())
    return nullptr;
  return call->getArg(static_cast<unsigned>(index));
}

bool Operation::mayHideInterface() const {
  if (!isLeftOut())
    return false;
  return !text || text->launches || llvm::any_of(text->called, [](llvm::StringRef called) {
    return called.starts_with("cuda") ||
           (called.consume_front("cu") && !called.empty() && llvm::isUpper(called.front()));
  });
}

bool HostBody::mayRead(const VarDecl &variable) const {
  return read.contains(&variable) || llvm::any_of(operations, [&](const Operation &operation) {
           return operation.isLeftOut() &&
                  (!operation.text || operation.text->named.contains(variable.getNameAsString()));
         });
}

static bool isCudaError(QualType type) {
  const auto *named = type->getAs<EnumType>();
  if (!named || !named->getDecl()->getDeclName().isIdentifier())
    return false;
  const llvm::StringRef name = named->getDecl()->getName();
  return name == "cudaError" || name == "cudaError_enum";
}

const NamedDecl *calleeOf(const CallExpr &call) {
  if (const FunctionDecl *function = call.getDirectCallee())
    return function;
  if (const auto *overloads = llvm::dyn_cast<OverloadExpr>(call.getCallee()->IgnoreParenImpCasts()))
    for (const NamedDecl *declaration : overloads->decls()) {
      declaration = declaration->getUnderlyingDecl();
      if (const auto *functionTemplate = llvm::dyn_cast<FunctionTemplateDecl>(declaration))
        return functionTemplate->getTemplatedDecl();
      return declaration;
    }
  return nullptr;
}

bool returnsCudaError(const FunctionDecl &function) {
  return isCudaError(function.getReturnType());
}

namespace {

/// `if (!tracing) return;`: what follows is done where a setting says so. One that asks for an
/// error, or whether something is there, is hardly ever taken.
bool leavesBySetting(const IfStmt &branch) {
  if (branch.getElse() || branch.isConstexpr())
    return false;
  const Stmt *last = branch.getThen();
  if (const auto *compound = llvm::dyn_cast<CompoundStmt>(last))
    last = compound->body_empty() ? nullptr : compound->body_back();
  if (!llvm::isa_and_nonnull<ReturnStmt, ContinueStmt>(last))
    return false;
  const Names names = namesIn(branch.getCond());
  return !names.calls && !names.declarations.empty() &&
         llvm::none_of(names.declarations, [](const ValueDecl *one) {
           return one->getType()->isPointerType() || isCudaError(one->getType());
         });
}

const IdentifierInfo *firstName(TypeLoc type);

/// The name that it begins with, as firstName() of an expression: `cute::copy`, `T::run`,
/// `Traits<T>::run`.
const IdentifierInfo *firstName(NestedNameSpecifierLoc scope) {
  while (scope.getPrefix())
    scope = scope.getPrefix();
  const NestedNameSpecifier *first = scope.getNestedNameSpecifier();
  switch (first->getKind()) {
  case NestedNameSpecifier::Identifier:
    return first->getAsIdentifier();
  case NestedNameSpecifier::Namespace:
    return first->getAsNamespace()->getIdentifier();
  case NestedNameSpecifier::NamespaceAlias:
    return first->getAsNamespaceAlias()->getIdentifier();
  case NestedNameSpecifier::TypeSpec:
    return firstName(scope.getTypeLoc());
  default:
    return nullptr;
  }
}

const IdentifierInfo *firstName(TypeLoc type) {
  if (const auto written = type.getAs<ElaboratedTypeLoc>()) {
    if (written.getElaboratedKeywordLoc().isValid())
      return nullptr;
    return written.getQualifierLoc() ? firstName(written.getQualifierLoc())
                                     : firstName(written.getNamedTypeLoc());
  }
  if (const auto parameter = type.getAs<TemplateTypeParmTypeLoc>())
    return parameter.getDecl()->getIdentifier();
  if (const auto alias = type.getAs<TypedefTypeLoc>())
    return alias.getTypedefNameDecl()->getIdentifier();
  if (const auto special = type.getAs<TemplateSpecializationTypeLoc>();
      special && special.getTemplateKeywordLoc().isInvalid())
    if (const TemplateDecl *pattern = special.getTypePtr()->getTemplateName().getAsTemplateDecl())
      return pattern->getIdentifier();
  return nullptr;
}

/// The name that the expression begins with; null where it begins with something else, or where
/// that is not known.
const IdentifierInfo *firstName(const Expr &expression) {
  const Expr *first = &expression;
  while (first && first->getBeginLoc().isFileID()) {
    if (const auto *call = llvm::dyn_cast<CallExpr>(first)) {
      first = llvm::isa<CXXOperatorCallExpr>(call) ? nullptr : call->getCallee();
    } else if (const auto *cast = llvm::dyn_cast<ImplicitCastExpr>(first)) {
      first = cast->getSubExpr();
    } else if (const auto *member = llvm::dyn_cast<CXXDependentScopeMemberExpr>(first)) {
      if (member->isImplicitAccess())
        return member->getQualifier() ? firstName(member->getQualifierLoc())
                                      : member->getMember().getAsIdentifierInfo();
      first = member->getBase();
    } else if (const auto *member = llvm::dyn_cast<MemberExpr>(first)) {
      if (member->isImplicitAccess())
        return member->hasQualifier()
                   ? firstName(member->getQualifierLoc())
                   : member->getMemberDecl()->getDeclName().getAsIdentifierInfo();
      first = member->getBase();
    } else if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(first)) {
      return reference->hasQualifier() ? firstName(reference->getQualifierLoc())
                                       : reference->getDecl()->getDeclName().getAsIdentifierInfo();
    } else if (const auto *lookup = llvm::dyn_cast<UnresolvedLookupExpr>(first)) {
      return lookup->getQualifier() ? firstName(lookup->getQualifierLoc())
                                    : lookup->getName().getAsIdentifierInfo();
    } else if (const auto *later = llvm::dyn_cast<DependentScopeDeclRefExpr>(first)) {
      return firstName(later->getQualifierLoc());
    } else if (const auto *made = llvm::dyn_cast<CXXUnresolvedConstructExpr>(first)) {
      return firstName(made->getTypeSourceInfo()->getTypeLoc());
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

class BodyReader {
public:
  BodyReader(ASTContext &context, const IsProject &isProject,
             const std::vector<SourceLocation> &errors)
      : context_(context), isProject_(isProject), errors_(errors) {}

  HostBody read(const FunctionDecl &function) {
    body_.function = &function;
    if (const auto *constructor = llvm::dyn_cast<CXXConstructorDecl>(&function))
      for (const CXXCtorInitializer *member : constructor->inits())
        walk(member->getInit(), false);
    walk(function.getBody(), true);
    if (const FunctionTemplateDecl *pattern = function.getDescribedFunctionTemplate())
      findInstances(*pattern);
    return std::move(body_);
  }

private:
  class CallSearch : public simt::AstVisitor {
  public:
    std::map<SourceLocation, std::vector<const CallExpr *>> found;
    bool VisitCallExpr(CallExpr *call) override {
      found[call->getBeginLoc()].push_back(call);
      return true;
    }
  };

  /// The calls of CUDA's interface that the template makes, as its instances make them.
  void findInstances(const FunctionTemplateDecl &pattern) {
    const auto isInterface = [](const Operation &operation) {
      return operation.kind == Operation::Kind::Interface;
    };
    if (llvm::none_of(body_.operations, isInterface))
      return;
    CallSearch search;
    for (const FunctionDecl *instance : pattern.specializations())
      if (instance->getTemplateSpecializationKind() != TSK_ExplicitSpecialization &&
          instance->doesThisDeclarationHaveABody())
        search.TraverseStmt(instance->getBody());
    for (Operation &operation : body_.operations)
      if (const auto at = search.found.find(operation.range.getBegin());
          isInterface(operation) && at != search.found.end())
        llvm::copy_if(
            at->second, std::back_inserter(operation.instances),
            [&](const CallExpr *call) { return call->getEndLoc() == operation.range.getEnd(); });
  }

  Operation &add(Operation::Kind kind, const Expr *expr, SourceRange range) {
    Operation &operation = body_.operations.emplace_back();
    operation.kind = kind;
    operation.expr = expr;
    operation.range = range;
    operation.enclosing = enclosing_;
    return operation;
  }

  void inside(Enclosing where, const Stmt *statement, bool discarded) {
    enclosing_.push_back(where);
    walk(statement, discarded);
    enclosing_.pop_back();
  }

  void walkChildren(const Stmt &statement) {
    for (const Stmt *child : statement.children())
      walk(child, false);
  }

  void walk(const Stmt *statement, bool discarded) {
    if (!statement)
      return;
    if (const auto *expression = llvm::dyn_cast<Expr>(statement))
      walkExpression(*expression, discarded);
    else
      walkStatement(*statement);
  }

  void walkStatement(const Stmt &statement) {
    if (const auto *compound = llvm::dyn_cast<CompoundStmt>(&statement)) {
      const std::size_t outside = enclosing_.size();
      const std::vector<simt::LeftOut> leftOut = simt::leftOutOf(*compound, errors_, sources());
      auto passLeftOut = [&, next = leftOut.begin()](std::size_t index) mutable {
        for (; next != leftOut.end() && next->index <= index; ++next)
          addLeftOut(next->error, simt::rawTokens(*next, sources(), context_.getLangOpts()));
      };
      std::size_t index = 0;
      for (const Stmt *child : compound->body()) {
        passLeftOut(index++);
        walk(child, true);
        if (const auto *branch = llvm::dyn_cast<IfStmt>(child); branch && leavesBySetting(*branch))
          enclosing_.push_back({branch, branch->getCond()});
      }
      passLeftOut(index);
      enclosing_.resize(outside);
    } else if (const auto *branch = llvm::dyn_cast<IfStmt>(&statement)) {
      walk(branch->getInit(), true);
      walk(branch->getConditionVariableDeclStmt(), true);
      walk(branch->getCond(), false);
      // What `if constexpr` discards is no code.
      if (const auto kept = branch->getNondiscardedCase(context_)) {
        walk(*kept, true);
        return;
      }
      inside({branch, branch->getThen()}, branch->getThen(), true);
      if (branch->getElse())
        inside({branch, branch->getElse()}, branch->getElse(), true);
    } else if (const auto *choice = llvm::dyn_cast<SwitchStmt>(&statement)) {
      walk(choice->getInit(), true);
      walk(choice->getCond(), false);
      inside({choice, choice->getBody()}, choice->getBody(), true);
    } else if (const auto *label = llvm::dyn_cast<SwitchCase>(&statement)) {
      walk(label->getSubStmt(), true);
    } else if (const auto *named = llvm::dyn_cast<LabelStmt>(&statement)) {
      walk(named->getSubStmt(), true);
    } else if (const auto *attributed = llvm::dyn_cast<AttributedStmt>(&statement)) {
      walk(attributed->getSubStmt(), true);
    } else if (const auto *declarations = llvm::dyn_cast<DeclStmt>(&statement)) {
      for (const Decl *declaration : declarations->decls())
        if (const auto *variable = llvm::dyn_cast<VarDecl>(declaration)) {
          walkVariable(*variable);
          if (variable->isInvalidDecl()) // `my::pin(x);`, which Clang takes for one of x
            addLeftOut(variable->getLocation(), tokensOfStatementAt(statement.getBeginLoc()));
        }
    } else if (const auto *attempt = llvm::dyn_cast<CXXTryStmt>(&statement)) {
      walk(attempt->getTryBlock(), true);
      for (unsigned i = 0; i < attempt->getNumHandlers(); ++i)
        inside({attempt, attempt->getHandler(i)}, attempt->getHandler(i)->getHandlerBlock(), true);
    } else if (const auto *empty = llvm::dyn_cast<NullStmt>(&statement)) {
      if (simt::isUnknown(*empty, sources()))
        addLeftOut(empty->getSemiLoc(), {});
      else if (!errors_.empty() && simt::standsForAnother(*empty, sources()))
        addLeftOut(empty->getSemiLoc(), tokensOfStatementAt(empty->getSemiLoc()));
    } else if (!walkLoop(statement)) {
      walkChildren(statement);
    }
  }

  const SourceManager &sources() const { return context_.getSourceManager(); }

  void addLeftOut(SourceLocation at, llvm::ArrayRef<Token> tokens) {
    Operation &operation = add(Operation::Kind::Call, nullptr, at);
    operation.text = textOf(tokens);
    while (!tokens.empty() && tokens.front().isOneOf(tok::semi, tok::l_brace, tok::r_brace))
      tokens = tokens.drop_front();
    if (operation.text && operation.text->called.size() == 1 && tokens.size() > 1 &&
        tokens[1].is(tok::l_paren))
      operation.name = operation.text->called.front();
  }

  /// From where the statement before it ends.
  std::vector<Token> tokensOfStatementAt(SourceLocation at) const {
    if (at.isInvalid())
      return {};
    const auto [file, offset] = sources().getDecomposedLoc(sources().getExpansionLoc(at));
    const auto text = sources().getBufferDataOrNone(file);
    if (!text)
      return {};
    const std::size_t before = text->take_front(offset).find_last_of(";{}") + 1;
    const std::size_t end = text->find(';', offset);
    const SourceLocation begin = sources().getLocForStartOfFile(file);
    return end == llvm::StringRef::npos
               ? std::vector<Token>()
               : simt::rawTokens(begin.getLocWithOffset(static_cast<int>(before)),
                                 begin.getLocWithOffset(static_cast<int>(end) + 1), sources(),
                                 context_.getLangOpts());
  }

  std::shared_ptr<const LeftOutText> textOf(llvm::ArrayRef<Token> tokens) const {
    if (tokens.empty())
      return nullptr;
    auto text = std::make_shared<LeftOutText>();
    const auto kindAt = [&](std::size_t at) {
      return at < tokens.size() ? tokens[at].getKind() : tok::unknown;
    };
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      text->launches = text->launches || tokens[i].is(tok::lesslessless);
      if (tokens[i].isNot(tok::raw_identifier))
        continue;
      const llvm::StringRef name = tokens[i].getRawIdentifier();
      const IdentifierInfo &word = context_.Idents.get(name);
      if (word.isKeyword(context_.getLangOpts()))
        continue;
      text->named.insert(name.str());
      const bool isFirst = i == 0 || tokens[i - 1].isOneOf(tok::semi, tok::l_brace, tok::r_brace,
                                                           tok::r_paren, tok::colon);
      const tok::TokenKind next = kindAt(i + 1);
      const bool isCalled = next == tok::l_paren || next == tok::less || next == tok::l_brace ||
                            (isFirst && (next == tok::semi || next == tok::raw_identifier));
      if (!isCalled)
        continue;
      // A macro, or what is named as one, may stand for anything.
      if (word.hasMacroDefinition() ||
          (name.size() > 2 && llvm::none_of(name, [](char c) { return llvm::isLower(c); })))
        return nullptr;
      text->called.push_back(name.str());
    }
    return text;
  }

  bool walkLoop(const Stmt &statement) {
    const Enclosing where{&statement, nullptr};
    if (const auto *loop = llvm::dyn_cast<ForStmt>(&statement)) {
      walk(loop->getInit(), true);
      inside(where, loop->getConditionVariableDeclStmt(), true);
      inside(where, loop->getCond(), false);
      inside(where, loop->getBody(), true);
      inside(where, loop->getInc(), true);
    } else if (const auto *loop = llvm::dyn_cast<WhileStmt>(&statement)) {
      inside(where, loop->getCond(), false);
      inside(where, loop->getBody(), true);
    } else if (const auto *loop = llvm::dyn_cast<DoStmt>(&statement)) {
      // `do { … } while (0)` is how macros make a statement of several.
      Expr::EvalResult value;
      const bool once = !loop->getCond()->isValueDependent() &&
                        loop->getCond()->EvaluateAsInt(value, context_) &&
                        value.Val.getInt().isZero();
      if (once) {
        walk(loop->getBody(), true);
      } else {
        inside(where, loop->getBody(), true);
        inside(where, loop->getCond(), false);
      }
    } else if (const auto *loop = llvm::dyn_cast<CXXForRangeStmt>(&statement)) {
      walk(loop->getRangeInit(), false);
      inside(where, loop->getBody(), true);
    } else {
      return false;
    }
    return true;
  }

  void walkVariable(const VarDecl &variable) {
    const std::size_t before = body_.operations.size();
    walk(variable.getInit(), false);
    storeResult(before, variable.getInit(), &variable);
    const CXXRecordDecl *record = variable.getType()->getAsCXXRecordDecl();
    if (!variable.hasLocalStorage() || !record || !record->hasDefinition())
      return;
    if (const CXXDestructorDecl *destructor = record->getDestructor()) {
      Operation &end = add(Operation::Kind::Construct, nullptr, variable.getSourceRange());
      end.callee = destructor;
      end.name = destructor->getNameAsString();
      end.storedIn = &variable;
    }
  }

  /// The operation that `value` itself is, if it was added after `before`, goes into `variable`.
  void storeResult(std::size_t before, const Expr *value, const VarDecl *variable) {
    const Expr *source = stripped(value);
    for (std::size_t i = before; source && i < body_.operations.size(); ++i)
      if (body_.operations[i].expr == source)
        body_.operations[i].storedIn = variable;
  }

  void walkExpression(const Expr &expression, bool discarded) {
    if (const auto *parentheses = llvm::dyn_cast<ParenExpr>(&expression)) {
      walk(parentheses->getSubExpr(), discarded);
    } else if (const auto *full = llvm::dyn_cast<FullExpr>(&expression)) {
      walk(full->getSubExpr(), discarded);
    } else if (const auto *cast = llvm::dyn_cast<ImplicitCastExpr>(&expression)) {
      walk(cast->getSubExpr(), discarded);
      if (cast->getCastKind() == CK_LValueToRValue && isManaged(*cast->getSubExpr()))
        add(Operation::Kind::Access, cast, cast->getSourceRange());
    } else if (const auto *choice = llvm::dyn_cast<AbstractConditionalOperator>(&expression)) {
      walk(choice->getCond(), false);
      inside({choice, choice->getTrueExpr()}, choice->getTrueExpr(), discarded);
      inside({choice, choice->getFalseExpr()}, choice->getFalseExpr(), discarded);
    } else if (const auto *binary = llvm::dyn_cast<BinaryOperator>(&expression)) {
      walkBinary(*binary, discarded);
    } else if (const auto *unary = llvm::dyn_cast<UnaryOperator>(&expression)) {
      walkUnary(*unary);
    } else if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(&expression)) {
      walkChildren(*element);
      if (stripped(element->getBase()) && isData(element->getType()) &&
          stripped(element->getBase())->getType()->isPointerType())
        add(Operation::Kind::Access, element, element->getSourceRange());
    } else if (const auto *launch = llvm::dyn_cast<CUDAKernelCallExpr>(&expression)) {
      walkLaunch(*launch, discarded);
    } else if (const auto *call = llvm::dyn_cast<CallExpr>(&expression)) {
      walkCall(*call, discarded);
    } else if (const auto *construct = llvm::dyn_cast<CXXConstructExpr>(&expression)) {
      walkChildren(*construct);
      Operation &operation =
          add(Operation::Kind::Construct, construct, construct->getSourceRange());
      operation.callee = construct->getConstructor();
      operation.name = construct->getConstructor()->getNameAsString();
    } else if (const auto *unresolved = llvm::dyn_cast<CXXUnresolvedConstructExpr>(&expression)) {
      walkChildren(*unresolved);
    } else if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(&expression)) {
      if (const auto *variable = llvm::dyn_cast<VarDecl>(reference->getDecl()))
        body_.read.insert(variable);
    } else if (const auto *lambda = llvm::dyn_cast<LambdaExpr>(&expression)) {
      // Its body is a function of its own.
      for (const Expr *capture : lambda->capture_inits())
        walk(capture, false);
    } else if (llvm::isa<RecoveryExpr>(expression)) {
      walkChildren(expression);
      Operation &operation = add(Operation::Kind::Call, &expression, expression.getSourceRange());
      operation.name = firstWord(expression);
    } else if (llvm::isa<UnaryExprOrTypeTraitExpr>(expression)) {
      return; // nothing in sizeof is executed
    } else {
      walkChildren(expression);
    }
  }

  void walkBinary(const BinaryOperator &binary, bool discarded) {
    if (binary.getOpcode() == BO_Comma) {
      walk(binary.getLHS(), true);
      walk(binary.getRHS(), discarded);
    } else if (binary.isLogicalOp()) {
      walk(binary.getLHS(), false);
      inside({&binary, binary.getRHS()}, binary.getRHS(), false);
    } else if (binary.getOpcode() == BO_Assign) {
      const std::size_t before = body_.operations.size();
      walk(binary.getRHS(), false);
      const auto *target = llvm::dyn_cast<DeclRefExpr>(binary.getLHS()->IgnoreParenImpCasts());
      const auto *variable = target ? llvm::dyn_cast<VarDecl>(target->getDecl()) : nullptr;
      // What a reference leads to, and what a lambda captures, others may read.
      const bool isOwn = variable && variable->hasLocalStorage() &&
                         !variable->getType()->isReferenceType() &&
                         llvm::cast<Decl>(variable->getDeclContext())->getCanonicalDecl() ==
                             body_.function->getCanonicalDecl();
      if (!isOwn)
        walk(binary.getLHS(), false);
      else
        storeResult(before, binary.getRHS(), variable);
      if (!discarded && variable)
        body_.read.insert(variable); // `(e = f()) != cudaSuccess`
    } else {
      walk(binary.getLHS(), false);
      walk(binary.getRHS(), false);
    }
    if (binary.isAssignmentOp() && isManaged(*binary.getLHS()))
      add(Operation::Kind::Access, &binary, binary.getSourceRange());
  }

  void walkUnary(const UnaryOperator &unary) {
    const Expr *operand = unary.getSubExpr();
    if (unary.getOpcode() == UO_AddrOf) {
      // &p[i] computes an address.
      if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(operand->IgnoreParens())) {
        walkChildren(*element);
        return;
      }
    }
    walk(operand, false);
    if (unary.getOpcode() == UO_Deref && isData(unary.getType()) &&
        !llvm::isa<CXXThisExpr>(operand->IgnoreParenImpCasts()))
      add(Operation::Kind::Access, &unary, unary.getSourceRange());
  }

  /// A variable of the device that the host names as its own, or a part of one.
  static bool isManaged(const Expr &place) {
    const Expr *whole = stripped(&place);
    while (whole) {
      if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(whole))
        whole = stripped(element->getBase());
      else if (const auto *member = llvm::dyn_cast<MemberExpr>(whole); member && !member->isArrow())
        whole = stripped(member->getBase());
      else
        break;
    }
    const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(whole);
    return reference && llvm::isa<VarDecl>(reference->getDecl()) &&
           reference->getDecl()->hasAttr<CUDADeviceAttr>() && isData(place.getType());
  }

  /// Pointers are what programs keep in arrays to hand them on.
  static bool isData(QualType type) {
    return !type->isPointerType() && !type->isFunctionType() && !type->isRecordType();
  }

  void walkLaunch(const CUDAKernelCallExpr &launch, bool discarded) {
    if (const CallExpr *config = launch.getConfig())
      for (const Expr *argument : config->arguments())
        walk(argument, false);
    for (const Expr *argument : launch.arguments())
      walk(argument, false);
    Operation &operation = add(Operation::Kind::Launch, &launch, launch.getSourceRange());
    operation.category = Category::Launch;
    operation.dropped = discarded && !isGivenToMacro(launch);
    if (const NamedDecl *callee = calleeOf(launch)) {
      operation.callee = llvm::dyn_cast<FunctionDecl>(callee);
      operation.name = callee->getNameAsString();
    }
  }

  void walkCall(const CallExpr &call, bool discarded) {
    walk(call.getCallee(), false);
    for (const Expr *argument : call.arguments())
      walk(argument, false);
    const NamedDecl *callee = calleeOf(call);
    Operation &operation = add(Operation::Kind::Call, &call, call.getSourceRange());
    operation.name = callee ? callee->getNameAsString() : firstWord(call);
    operation.callee = llvm::dyn_cast_or_null<FunctionDecl>(callee);
    operation.dropped = discarded && !isGivenToMacro(call);
    if (operation.callee && isInterface(*operation.callee)) {
      operation.kind = Operation::Kind::Interface;
      operation.name = plainInterfaceName(operation.name).str();
      operation.category = categoryOf(operation.name);
    }
    operation.bringsResult = operation.callee && !operation.dropped &&
                             !isProject_(operation.callee->getLocation()) &&
                             bringsResultToHost(call, *operation.callee);
  }

  bool isInterface(const FunctionDecl &function) const {
    if (!function.getDeclName().isIdentifier() || isProject_(function.getLocation()) ||
        !returnsCudaError(function))
      return false;
    const llvm::StringRef name = function.getName();
    const auto *space =
        llvm::dyn_cast<NamespaceDecl>(function.getDeclContext()->getEnclosingNamespaceContext());
    if (!space)
      return name.starts_with("cuda") || name.starts_with("cu");
    for (; space; space = llvm::dyn_cast_or_null<NamespaceDecl>(space->getParent()))
      if (space->getDeclName().isIdentifier() && space->getName() == "cub")
        return true;
    return false;
  }

  /// `CHECK(cudaMalloc(…))`: what becomes of the result is the macro's business.
  bool isGivenToMacro(const Expr &expression) const {
    return context_.getSourceManager().isMacroArgExpansion(expression.getBeginLoc());
  }

  /// The text of a header that was read before is not at hand: what can be told without it, is.
  std::string firstWord(const Expr &expression) const {
    if (const IdentifierInfo *name = firstName(expression))
      return name->getName().str();
    const SourceLocation begin = sources().getSpellingLoc(expression.getBeginLoc());
    return Lexer::getSourceText(CharSourceRange::getTokenRange(begin, begin), sources(),
                                context_.getLangOpts())
        .str();
  }

  ASTContext &context_;
  const IsProject &isProject_;
  const std::vector<SourceLocation> &errors_;
  HostBody body_;
  std::vector<Enclosing> enclosing_;
};

} // namespace

HostBody readBody(ASTContext &context, const FunctionDecl &function, const IsProject &isProject,
                  const std::vector<SourceLocation> &errors) {
  return BodyReader(context, isProject, errors).read(function);
}

} // namespace warplint::usage
