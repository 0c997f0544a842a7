//===- FusableLaunches.cpp ------------------------------------------------===//

#include "lint/usage/FusableLaunches.h"

#include "lint/simt/AstVisitor.h"
#include "lint/usage/ElementWise.h"
#include "lint/usage/HostExpressions.h"
#include "lint/usage/Sums.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>

namespace warplint::usage {

using namespace clang;

namespace {

//===----------------------------------------------------------------------===//
// What stands between two launches
//===----------------------------------------------------------------------===//

bool isErrorType(QualType type) {
  const auto *enumeration = type->getAs<EnumType>();
  return enumeration && enumeration->getDecl()->getDeclName().isIdentifier() &&
         enumeration->getDecl()->getName().starts_with("cudaError");
}

/// Leaves the straight line, but for error handling.
class LeaveSearch : public simt::AstVisitor {
public:
  bool found = false;
  bool TraverseIfStmt(IfStmt *branch, Queue *) override {
    return isOfError(branch->getCond()) || AstVisitor::TraverseIfStmt(branch);
  }
  bool TraverseLambdaExpr(LambdaExpr *, Queue *) override { return true; }
  bool VisitStmt(Stmt *statement) override {
    if (llvm::isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, LabelStmt, ForStmt, WhileStmt,
                  CXXForRangeStmt, SwitchStmt, AsmStmt, CXXThrowExpr>(statement))
      found = true;
    return true;
  }

private:
  static bool isOfError(const Expr *condition) {
    class Search : public simt::AstVisitor {
    public:
      bool found = false;
      bool VisitExpr(Expr *part) override {
        found = found || isErrorType(part->getType());
        return true;
      }
    };
    Search search;
    search.TraverseStmt(const_cast<Expr *>(condition));
    return search.found;
  }
};

bool staysOnLine(const Stmt &statement) {
  LeaveSearch search;
  search.TraverseStmt(const_cast<Stmt *>(&statement));
  return !search.found;
}

bool holds(const Stmt *statement, const Stmt *part) {
  if (!statement || statement == part)
    return statement == part;
  return llvm::any_of(statement->children(), [&](const Stmt *child) { return holds(child, part); });
}

/// The statements of the innermost block that holds both, from the one with the first to the one
/// with the second.
std::vector<const Stmt *> statementsBetween(const Stmt *block, const Stmt *first,
                                            const Stmt *second) {
  while (block) {
    const Stmt *next = nullptr;
    for (const Stmt *child : block->children())
      if (child && holds(child, first) && holds(child, second))
        next = child;
    if (next) {
      block = next;
      continue;
    }
    const auto *compound = llvm::dyn_cast<CompoundStmt>(block);
    if (!compound)
      return {};
    std::vector<const Stmt *> between;
    bool begun = false;
    for (const Stmt *child : compound->body()) {
      begun = begun || holds(child, first);
      if (begun)
        between.push_back(child);
      if (begun && holds(child, second))
        return between;
    }
    return {};
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// The variable that a pointer, or the object that it is asked of, is kept in.
const ValueDecl *rootOf(const Expr *pointer) {
  pointer = stripped(pointer);
  if (const auto *binary = llvm::dyn_cast_or_null<BinaryOperator>(pointer);
      binary && binary->isAdditiveOp())
    return rootOf(binary->getLHS());
  if (const auto *unary = llvm::dyn_cast_or_null<UnaryOperator>(pointer);
      unary && unary->getOpcode() == UO_AddrOf)
    if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(stripped(unary->getSubExpr())))
      return rootOf(element->getBase());
  if (const auto *call = llvm::dyn_cast_or_null<CXXMemberCallExpr>(pointer)) {
    const CXXMethodDecl *method = call->getMethodDecl();
    const bool data = method && method->getDeclName().isIdentifier() &&
                      (method->getName() == "data" || method->getName() == "get") &&
                      call->getNumArgs() == 0;
    const auto *object =
        data ? llvm::dyn_cast<DeclRefExpr>(stripped(call->getImplicitObjectArgument())) : nullptr;
    return object ? object->getDecl() : nullptr;
  }
  if (const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(pointer))
    return reference->getDecl();
  if (const auto *member = llvm::dyn_cast_or_null<MemberExpr>(pointer);
      member && llvm::isa<CXXThisExpr>(stripped(member->getBase())))
    return member->getMemberDecl();
  return nullptr;
}

/// The memory that it leads to: `const float *next = z + 1;` leads to that of `z`.
const ValueDecl *memoryOf(const Expr *pointer) {
  constexpr unsigned most = 8;
  const ValueDecl *root = rootOf(pointer);
  for (unsigned i = 0; i < most; ++i) {
    const auto *local = llvm::dyn_cast_or_null<VarDecl>(root);
    const bool isPointer = local && local->getType()->isPointerType() && local->getInit() &&
                           !llvm::isa<ParmVarDecl>(local);
    const ValueDecl *next = isPointer ? rootOf(local->getInit()) : nullptr;
    if (!next || next == root)
      break;
    root = next;
  }
  return root;
}

/// How many elements a pointer leads behind the start of its memory, where that is known: variables
/// by their texts in braces, as guards have them.
class Offsets {
public:
  /// `changed`: what the function gives other values than those it was made with.
  Offsets(ASTContext &context, const Changes::Set &changed)
      : context_(context), changed_(changed) {}

  std::optional<Sum> of(const Expr *pointer, unsigned depth = 0) const {
    constexpr unsigned deepest = 8;
    pointer = stripped(pointer);
    if (!pointer || depth == deepest)
      return std::nullopt;
    if (const auto *binary = llvm::dyn_cast<BinaryOperator>(pointer);
        binary && binary->isAdditiveOp() && binary->getType()->isPointerType()) {
      const auto start = of(binary->getLHS(), depth + 1);
      const auto more = start ? numberOf(binary->getRHS()) : std::nullopt;
      return more ? std::optional(start->plus(*more, binary->getOpcode() == BO_Add ? 1 : -1))
                  : std::nullopt;
    }
    if (const auto *unary = llvm::dyn_cast<UnaryOperator>(pointer);
        unary && unary->getOpcode() == UO_AddrOf) {
      const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(stripped(unary->getSubExpr()));
      const auto start = element ? of(element->getBase(), depth + 1) : std::nullopt;
      const auto more = start ? numberOf(element->getIdx()) : std::nullopt;
      return more ? std::optional(start->plus(*more, 1)) : std::nullopt;
    }
    const auto *reference = llvm::dyn_cast<DeclRefExpr>(pointer);
    if (!reference || changed_.contains(reference->getDecl()))
      return std::nullopt;
    const auto *local = llvm::dyn_cast<VarDecl>(reference->getDecl());
    const bool leadsOn = local && !llvm::isa<ParmVarDecl>(local) && local->getInit() &&
                         local->getType()->isPointerType() && rootOf(local->getInit());
    return leadsOn ? of(local->getInit(), depth + 1) : std::optional(Sum());
  }

private:
  std::optional<Sum> numberOf(const Expr *expression) const {
    expression = stripped(expression);
    if (const auto known = integerOf(context_, expression))
      return Sum(*known);
    if (const auto *reference = llvm::dyn_cast_or_null<DeclRefExpr>(expression);
        reference && !changed_.contains(reference->getDecl()))
      return Sum("{" + reference->getDecl()->getNameAsString() + "}");
    const auto *binary = llvm::dyn_cast_or_null<BinaryOperator>(expression);
    const auto left = binary ? numberOf(binary->getLHS()) : std::nullopt;
    const auto right = left ? numberOf(binary->getRHS()) : std::nullopt;
    if (!right)
      return std::nullopt;
    switch (binary->getOpcode()) {
    case BO_Add:
      return left->plus(*right, 1);
    case BO_Sub:
      return left->plus(*right, -1);
    case BO_Mul:
      return left->times(*right);
    default:
      return std::nullopt;
    }
  }

  ASTContext &context_;
  const Changes::Set &changed_;
};

std::string textOf(const ASTContext &context, const Expr *expression) {
  std::string text;
  llvm::raw_string_ostream out(text);
  expression->printPretty(out, nullptr, context.getPrintingPolicy());
  return text;
}

/// Two expressions with the same text have the same value, if nothing changes in between.
std::string valueText(ASTContext &context, const Expr *expression) {
  if (!expression || llvm::isa<CXXDefaultArgExpr>(expression))
    return "default";
  expression = stripped(expression);
  if (const auto known = integerOf(context, expression))
    return std::to_string(*known);
  const auto *construct = llvm::dyn_cast<CXXConstructExpr>(expression);
  if (!construct)
    return textOf(context, expression);
  if (construct->getConstructor()->isCopyOrMoveConstructor() && construct->getNumArgs() > 0)
    return valueText(context, construct->getArg(0));
  std::string text;
  for (const Expr *argument : construct->arguments()) {
    const bool unsaid = llvm::isa<CXXDefaultArgExpr>(argument); // dim3(x) is dim3(x, 1, 1)
    text += (text.empty() ? "" : ", ") + (unsaid ? "1" : valueText(context, argument));
  }
  return text;
}

struct Launched {
  const Operation *operation = nullptr;
  const FunctionDecl *kernel = nullptr;
  std::vector<std::string> configuration;
  std::vector<std::string> arguments;
  std::vector<const ValueDecl *> roots;    ///< of pointers; null for the rest
  std::vector<const ValueDecl *> memories; ///< that they lead to
  std::vector<std::optional<Sum>> offsets; ///< into that, where known
  std::vector<ElementAccess> accesses;
  /// Of all that it writes.
  std::string index, guard;
  std::set<const ValueDecl *> written, writtenMemories;
};

class Search {
public:
  Search(const HostProgram &program, const HostBody &body)
      : program_(program), body_(body),
        offsets_(program.context(), program.changes().in(*body.function->getBody())) {}

  std::vector<FusableLaunches> run() {
    std::vector<FusableLaunches> all;
    const std::vector<Operation> &operations = body_.operations;
    for (std::size_t i = 0; i < operations.size(); ++i) {
      if (operations[i].kind != Operation::Kind::Launch)
        continue;
      std::vector<Launched> chain;
      FusableLaunches found;
      std::size_t last = i;
      for (std::size_t next = nextLaunch(i); next < operations.size(); next = nextLaunch(next)) {
        if (chain.empty()) {
          auto first = read(operations[i]);
          if (!first)
            break;
          chain.push_back(std::move(*first));
        }
        if (!comesNext(last, next))
          break;
        auto launched = read(operations[next]);
        if (!launched || !extends(chain, *launched, found))
          break;
        chain.push_back(std::move(*launched));
        last = next;
      }
      if (chain.size() < 2)
        continue;
      for (const Launched &one : chain)
        found.launches.push_back(one.operation);
      all.push_back(std::move(found));
      i = last;
    }
    return all;
  }

private:
  std::size_t nextLaunch(std::size_t from) const {
    std::size_t next = from + 1;
    while (next < body_.operations.size() && body_.operations[next].kind != Operation::Kind::Launch)
      ++next;
    return next;
  }

  /// Nothing happens between the two that the device, or the host with the device's memory, has to
  /// do with.
  bool comesNext(std::size_t first, std::size_t second) const {
    const Operation &one = body_.operations[first];
    const Operation &other = body_.operations[second];
    if (one.enclosing != other.enclosing)
      return false;
    for (std::size_t i = first + 1; i < second; ++i)
      if (!isIndifferent(body_.operations[i], deepest))
        return false;
    const std::vector<const Stmt *> between =
        statementsBetween(body_.function->getBody(), one.expr, other.expr);
    if (between.empty())
      return false;
    // What the launches are given stays what it is.
    const Names named = [&] {
      Names names = namesIn(one.expr);
      const Names more = namesIn(other.expr);
      llvm::append_range(names.declarations, more.declarations);
      for (std::size_t i = 0; i < names.declarations.size(); ++i)
        if (const auto *variable = llvm::dyn_cast<VarDecl>(names.declarations[i]))
          if (const Expr *other = anotherNameOf(*variable))
            llvm::append_range(names.declarations, namesIn(other).declarations);
      return names;
    }();
    return llvm::all_of(between, [&](const Stmt *statement) {
      if (!staysOnLine(*statement))
        return false;
      const Changes::Set &changed = program_.changes().in(*statement);
      return llvm::none_of(named.declarations, [&](const ValueDecl *declaration) {
        return changed.contains(declaration);
      });
    });
  }

  static constexpr unsigned deepest = 3; // calls that are followed into one another

  bool isIndifferent(const Operation &operation, unsigned depth) const {
    static const llvm::StringSet<> names{"printf", "fprintf",       "exit", "abort", "fflush",
                                         "perror", "__assert_fail", "min",  "max",   "ceil"};
    const llvm::StringRef name = operation.name;
    switch (operation.kind) {
    case Operation::Kind::Launch:
    case Operation::Kind::Access:
      return false;
    case Operation::Kind::Interface:
      return operation.category == Category::LastError;
    case Operation::Kind::Call:
    case Operation::Kind::Construct:
      break;
    }
    if (names.contains(name) || name == "cudaGetErrorString" || name == "cudaGetErrorName")
      return true;
    if (!operation.callee)
      return false;
    if (const HostBody *body = program_.entered(operation)) {
      const auto [known, isNew] = indifferent_.try_emplace({body, depth}, false);
      if (!isNew)
        return known->second;
      const bool all = depth > 0 && llvm::all_of(body->operations, [&](const Operation &inner) {
                         return isIndifferent(inner, depth - 1);
                       });
      return indifferent_[{body, depth}] = all;
    }
    if (llvm::any_of(operation.callee->parameters(),
                     [](const ParmVarDecl *one) { return isErrorType(one->getType()); }))
      return true;
    if (program_.isProject()(operation.callee->getLocation()))
      return operation.callee->isImplicit() || operation.callee->isDefaulted();
    if (name == "operator()") // of a std::function, say, that may hold anything
      return false;
    // Of a library: what is given values alone, and `dim3`, `v.data()`, `stream << …`.
    return name.starts_with("operator") ||
           llvm::none_of(operation.callee->parameters(), [](const ParmVarDecl *parameter) {
             return parameter->getType()->isPointerType();
           });
  }

  std::optional<Launched> read(const Operation &operation) const {
    ASTContext &context = program_.context();
    const auto *launch = llvm::dyn_cast_or_null<CUDAKernelCallExpr>(operation.expr);
    const FunctionDecl *kernel = nullptr;
    if (!launch || !launch->getConfig() || !operation.callee ||
        !operation.callee->isDefined(kernel) || !kernel->getBody() ||
        launch->getNumArgs() != kernel->getNumParams())
      return std::nullopt;
    Launched launched;
    launched.operation = &operation;
    launched.kernel = kernel;
    for (const Expr *argument : launch->getConfig()->arguments())
      launched.configuration.push_back(valueText(context, argument));
    for (unsigned i = 0; i < launch->getNumArgs(); ++i) {
      const Expr *argument = launch->getArg(i);
      const QualType type = kernel->getParamDecl(i)->getType();
      const bool pointer = type->isPointerType();
      launched.arguments.push_back(valueText(context, argument));
      launched.roots.push_back(pointer ? rootOf(argument) : nullptr);
      launched.memories.push_back(pointer ? memoryOf(argument) : nullptr);
      launched.offsets.push_back(pointer ? offsets_.of(argument) : std::nullopt);
      if ((pointer && !launched.roots.back()) || type->isReferenceType())
        return std::nullopt;
    }
    auto accesses = elementAccesses(context, *kernel, launched.arguments);
    if (!accesses || accesses->empty())
      return std::nullopt;
    launched.accesses = std::move(*accesses);
    return isElementWise(launched) ? std::optional(std::move(launched)) : std::nullopt;
  }

  /// Each thread has one place of its own, in all that the kernel writes.
  static bool isElementWise(Launched &launched) {
    for (const ElementAccess &access : launched.accesses) {
      if (!access.written)
        continue;
      if (!access.ofThread || (!launched.written.empty() &&
                               (access.index != launched.index || access.guard != launched.guard)))
        return false;
      launched.index = access.index;
      launched.guard = access.guard;
      launched.written.insert(launched.roots[access.parameter]);
      launched.writtenMemories.insert(launched.memories[access.parameter]);
    }
    return !launched.written.empty();
  }

  /// Of what one of the two writes, both use the place of the thread alone.
  static bool areApart(const Launched &one, const Launched &other) {
    std::vector<std::pair<const Launched *, const ElementAccess *>> seen;
    for (const Launched *launched : {&one, &other})
      for (const ElementAccess &access : launched->accesses) {
        const ValueDecl *memory = launched->memories[access.parameter];
        if (!one.writtenMemories.contains(memory) && !other.writtenMemories.contains(memory))
          continue;
        if (access.index != one.index || access.guard != one.guard ||
            !llvm::all_of(seen, [&](const auto &before) {
              return isSamePlace(*before.first, *before.second, *launched, access) ||
                     areOtherParts(*before.first, *before.second, *launched, access);
            }))
          return false;
        seen.emplace_back(launched, &access);
      }
    return true;
  }

  static bool isSamePlace(const Launched &one, const ElementAccess &access, const Launched &other,
                          const ElementAccess &second) {
    return one.roots[access.parameter] == other.roots[second.parameter] &&
           one.arguments[access.parameter] == other.arguments[second.parameter] &&
           access.type == second.type;
  }

  /// Of other memory, or of a part of it that begins as many elements further on as there are
  /// threads that do something, or a multiple of that: `z` and `z + n`, where `i < n`.
  static bool areOtherParts(const Launched &one, const ElementAccess &access, const Launched &other,
                            const ElementAccess &second) {
    if (one.memories[access.parameter] != other.memories[second.parameter])
      return true;
    // Elements are told apart by the variable that leads to them.
    if (one.roots[access.parameter] == other.roots[second.parameter])
      return false;
    const auto &from = one.offsets[access.parameter];
    const auto &to = other.offsets[second.parameter];
    if (!from || !to || access.type != second.type)
      return false;
    const std::string apart = to->plus(*from, -1).text();
    const auto [factor, bound] = llvm::StringRef(apart).split('*');
    if (bound.contains('*') || bound.contains(" + ") || !bound.starts_with("{"))
      return false;
    // One of the guards is "0 > -1*{n} + 1*index", in any order.
    const auto termsOf = [](llvm::StringRef sum) {
      llvm::SmallVector<llvm::StringRef> terms;
      sum.split(terms, " + ");
      return terms;
    };
    const std::string limit = ("-1*" + bound).str();
    llvm::SmallVector<llvm::StringRef> wanted = termsOf(second.index);
    wanted.push_back(limit);
    llvm::sort(wanted);
    llvm::SmallVector<llvm::StringRef> guards;
    llvm::StringRef(second.guard).split(guards, "; ");
    return llvm::any_of(guards, [&](llvm::StringRef guard) {
      if (!guard.consume_front("0 > "))
        return false;
      llvm::SmallVector<llvm::StringRef> terms = termsOf(guard);
      llvm::sort(terms);
      return terms == wanted;
    });
  }

  static bool haveSameBounds(const FunctionDecl &one, const FunctionDecl &other) {
    return one.hasAttr<CUDALaunchBoundsAttr>() == other.hasAttr<CUDALaunchBoundsAttr>();
  }

  bool extends(const std::vector<Launched> &chain, const Launched &next,
               FusableLaunches &found) const {
    const Launched &last = chain.back();
    if (next.configuration != last.configuration || next.index != last.index ||
        next.guard != last.guard || !haveSameBounds(*next.kernel, *last.kernel) ||
        !llvm::all_of(chain, [&](const Launched &one) { return areApart(one, next); }))
      return false;
    std::int64_t bytes = 0;
    std::string buffer;
    for (const ValueDecl *root : last.written) {
      const std::int64_t saved = savedIn(*root, last, next);
      if (saved < 0)
        return false;
      if (saved > 0 && buffer.empty())
        buffer = root->getNameAsString();
      bytes += saved;
    }
    found.bytes += bytes;
    if (found.buffer.empty())
      found.buffer = buffer;
    return bytes > 0;
  }

  /// Is a field a part of another, or the same?
  static bool isWithin(llvm::StringRef part, llvm::StringRef whole) {
    return part.consume_front(whole) && (part.empty() || part.front() == '.');
  }
  static bool overlap(const ElementAccess &one, const ElementAccess &other) {
    return isWithin(one.field, other.field) || isWithin(other.field, one.field);
  }

  /// What a launch does with the elements of `root`, or with a field of them.
  struct Use {
    bool read = false, written = false, conditional = false;
    std::int64_t bytes = 0;
  };
  static Use useOf(const ValueDecl &root, const Launched &launched, const ElementAccess &of) {
    Use use;
    std::map<std::string, std::int64_t> parts; // in order: a part follows what it is a part of
    for (const ElementAccess &access : launched.accesses) {
      if (launched.roots[access.parameter] != &root || !overlap(access, of))
        continue;
      use.read = use.read || access.read;
      // Of what is written in part, the rest stays.
      use.written = use.written || (access.written && access.bytes >= of.bytes);
      use.conditional = use.conditional || (access.written && access.conditional);
      parts[access.field] = std::min(access.bytes, of.bytes);
    }
    const std::string *whole = nullptr;
    for (const auto &[field, bytes] : parts)
      if (!whole || !isWithin(field, *whole)) {
        whole = &field;
        use.bytes += bytes;
      }
    use.bytes = std::min(use.bytes, of.bytes);
    return use;
  }

  /// Bytes of each element; less than 0: the elements are needed elsewhere too.
  std::int64_t savedIn(const ValueDecl &root, const Launched &first, const Launched &second) const {
    std::int64_t bytes = 0;
    std::set<std::string> fields;
    for (const ElementAccess &access : first.accesses) {
      if (!access.written || first.roots[access.parameter] != &root ||
          !fields.insert(access.field).second)
        continue;
      const Use before = useOf(root, first, access);
      const Use after = useOf(root, second, access);
      if (!after.read)
        continue; // it only goes through: written by the first, or by both
      const bool isOwn = !before.read && !before.conditional && isUsedHereOnly(root, first, second);
      if (!after.written && !isOwn)
        return -1;
      const bool isConditional = after.written && (before.conditional || after.conditional);
      bytes += isConditional ? after.bytes : 2 * after.bytes;
    }
    return bytes;
  }

  /// A variable of the function that is allocated, freed, and given to these two launches: nobody
  /// else looks at it.
  bool isUsedHereOnly(const ValueDecl &root, const Launched &first, const Launched &second) const {
    class References : public simt::AstVisitor {
    public:
      explicit References(const ValueDecl &root) : root_(root) {}
      unsigned all = 0, harmless = 0;
      bool VisitDeclRefExpr(DeclRefExpr *reference) override {
        all += reference->getDecl() == &root_;
        return true;
      }
      bool VisitCallExpr(CallExpr *call) override {
        const FunctionDecl *callee = call->getDirectCallee();
        if (!callee || !callee->getDeclName().isIdentifier())
          return true;
        const llvm::StringRef name = plainInterfaceName(callee->getName());
        const Category category = categoryOf(name);
        if (call->getNumArgs() > 0 && (category == Category::Allocation ||
                                       category == Category::Release || name == "cudaMallocAsync" ||
                                       name == "cudaFreeAsync" || name.starts_with("cudaMemset")))
          for (const ValueDecl *one : namesIn(call->getArg(0)).declarations)
            harmless += one == &root_;
        return true;
      }

    private:
      const ValueDecl &root_;
    };
    const auto *variable = llvm::dyn_cast<VarDecl>(&root);
    const auto *function =
        variable && variable->hasLocalStorage() && !llvm::isa<ParmVarDecl>(variable)
            ? llvm::dyn_cast<FunctionDecl>(variable->getDeclContext())
            : nullptr;
    if (!function || !function->getBody() || variable->getType()->isReferenceType() ||
        !isAllocatedHere(*variable))
      return false;
    References references(root);
    references.TraverseStmt(function->getBody());
    unsigned given = 0;
    for (const Launched *launched : {&first, &second})
      for (const ValueDecl *one : namesIn(launched->operation->expr).declarations)
        given += one == &root;
    return references.all == references.harmless + given;
  }

  /// It does not stand for memory that has another name.
  static bool isAllocatedHere(const VarDecl &variable) {
    const Expr *init = stripped(variable.getInit());
    if (variable.getType()->isRecordType()) {
      const auto *construct = llvm::dyn_cast_or_null<CXXConstructExpr>(init);
      return construct && !construct->getConstructor()->isCopyOrMoveConstructor() &&
             llvm::none_of(construct->arguments(), [](const Expr *argument) {
               return stripped(argument)->getType()->isPointerType(); // a view of other memory
             });
    }
    return variable.getType()->isPointerType() &&
           (!init || llvm::isa<CXXNullPtrLiteralExpr, GNUNullExpr, IntegerLiteral>(init));
  }

  /// Functions, by how many calls they are followed into.
  mutable std::map<std::pair<const HostBody *, unsigned>, bool> indifferent_;
  const HostProgram &program_;
  const HostBody &body_;
  Offsets offsets_;
};

} // namespace

std::vector<FusableLaunches> fusableLaunches(const HostProgram &program, const HostBody &body) {
  // To find out what a function changes takes a look at all that it calls.
  const auto launches = llvm::count_if(body.operations, [](const Operation &operation) {
    return operation.kind == Operation::Kind::Launch;
  });
  return launches < 2 ? std::vector<FusableLaunches>() : Search(program, body).run();
}

} // namespace warplint::usage
