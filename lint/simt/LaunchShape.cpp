//===- LaunchShape.cpp - block shapes from launches -----------------------===//

#include "lint/simt/LaunchShape.h"
#include "lint/simt/Edges.h"

#include "lint/simt/HostEvaluator.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <numeric>

namespace warplint::simt {
namespace {

using namespace clang;
using namespace host;

/// Work for one function that nothing calls, and for all of them, in evaluated nodes.
constexpr std::uint64_t rootSteps = 60'000;
constexpr std::uint64_t fallbackSteps = 10'000;
constexpr std::uint64_t allSteps = 300'000;
/// What every function gets even so.
constexpr std::uint64_t leastSteps = 2'000;
constexpr unsigned maxVariants = 8;
/// Branches that are told apart at a launch: 2^3 variants.
constexpr unsigned maxOpenConditions = 3;

//===----------------------------------------------------------------------===//
// The index: functions, what they call, and which of them launch
//===----------------------------------------------------------------------===//

struct HostFunction {
  const FunctionDecl *definition = nullptr;
  std::vector<const FunctionDecl *> callees; ///< called
  std::vector<const FunctionDecl *> named;   ///< passed on, lambdas included
  std::vector<const Expr *> launches;
  bool changesGlobals = false;
};

class HostIndex {
public:
  HostIndex(ASTContext &context, llvm::ArrayRef<Decl *> scope,
            llvm::ArrayRef<const FunctionDecl *> instances = {})
      : context_(context) {
    for (const Decl *declaration : scope)
      if (const auto *unit = dyn_cast<TranslationUnitDecl>(declaration))
        addTop(unit->decls());
      else
        addTop(llvm::ArrayRef(declaration));
    for (const FunctionDecl *instance : instances)
      if (!seen_.contains(instance)) {
        addTop(llvm::ArrayRef<const Decl *>(instance));
        beyondScope_.push_back(instance);
      }
    spread(program_.launching, [](const HostFunction &one) { return !one.launches.empty(); });
    spread(program_.changingGlobals, [](const HostFunction &one) { return one.changesGlobals; });
  }

  const HostProgram &program() const { return program_; }
  /// Does one of the instances that the scope does not hold lead to a launch, or change what one
  /// may hang on?
  bool reachesBeyondScope() const {
    return !program_.launching.empty() &&
           llvm::any_of(beyondScope_, [&](const FunctionDecl *instance) {
             return program_.launching.contains(instance) ||
                    program_.changingGlobals.contains(instance);
           });
  }
  llvm::ArrayRef<HostFunction> functions() const { return functions_; }
  /// Functions from which launches are reached and that nothing calls, `main` first.
  llvm::SmallVector<const FunctionDecl *> roots() const;

private:
  /// Top-level declarations, but those of system headers.
  template <typename Declarations> void addTop(const Declarations &declarations) {
    for (const Decl *declaration : declarations)
      if (!context_.getSourceManager().isInSystemHeader(
              context_.getSourceManager().getExpansionLoc(declaration->getLocation())))
        add(*declaration);
  }
  void addAll(const DeclContext &declarations);
  void add(const Decl &declaration);
  void addFunction(const FunctionDecl &function);
  void addTemplate(const FunctionTemplateDecl &pattern);
  void addLambda(const LambdaExpr &lambda, HostFunction &user);
  void scan(const Stmt &body, HostFunction &function);
  void scanOne(const Stmt &statement, HostFunction &function,
               llvm::SmallVectorImpl<const Stmt *> &open);
  void scanCall(const CallExpr &call, HostFunction &function);
  const VarDecl *readOnly(const ImplicitCastExpr &cast) const;

  template <class Seed> void spread(llvm::DenseSet<const FunctionDecl *> &set, Seed isSeed);

  ASTContext &context_;
  HostProgram program_;
  std::vector<HostFunction> functions_;
  llvm::DenseSet<const FunctionDecl *> seen_;
  std::vector<const FunctionDecl *> beyondScope_;
};

void HostIndex::addAll(const DeclContext &declarations) {
  for (const Decl *declaration : declarations.decls())
    add(*declaration);
}

void HostIndex::add(const Decl &declaration) {
  if (const auto *function = dyn_cast<FunctionDecl>(&declaration)) {
    addFunction(*function);
  } else if (const auto *pattern = dyn_cast<FunctionTemplateDecl>(&declaration)) {
    addTemplate(*pattern);
  } else if (const auto *classPattern = dyn_cast<ClassTemplateDecl>(&declaration)) {
    // One that only its partial specialisations define has instances all the same.
    const CXXRecordDecl *written = classPattern->getTemplatedDecl();
    if (written->hasDefinition() ? !written->isThisDeclarationADefinition()
                                 : !classPattern->isCanonicalDecl())
      return;
    if (written->hasDefinition())
      addAll(*written);
    for (const ClassTemplateSpecializationDecl *one : classPattern->specializations())
      if (one->getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
        addAll(*one);
  } else if (const auto *record = dyn_cast<CXXRecordDecl>(&declaration)) {
    if (record->isThisDeclarationADefinition() && !record->isLambda())
      addAll(*record);
  } else if (const auto *variable = dyn_cast<VarDecl>(&declaration)) {
    if (variable->hasInit()) {
      HostFunction initialiser;
      scan(*variable->getInit(), initialiser);
    }
  } else if (const auto *friendDeclaration = dyn_cast<FriendDecl>(&declaration)) {
    if (const NamedDecl *befriended = friendDeclaration->getFriendDecl())
      add(*befriended);
  } else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(declaration)) {
    addAll(*cast<DeclContext>(&declaration));
  }
}

void HostIndex::addTemplate(const FunctionTemplateDecl &pattern) {
  addFunction(*pattern.getTemplatedDecl());
  if (&pattern == pattern.getCanonicalDecl())
    for (const FunctionDecl *one : pattern.specializations()) {
      const FunctionDecl *definition = nullptr;
      if (one->isDefined(definition))
        addFunction(*definition);
    }
}

void HostIndex::addFunction(const FunctionDecl &function) {
  if (function.hasAttr<CUDAGlobalAttr>() && function.getIdentifier() &&
      !function.isTemplateInstantiation()) {
    auto [entry, isNew] = program_.kernels.try_emplace(function.getName(), &function);
    if (!isNew && entry->second && entry->second->getCanonicalDecl() != function.getCanonicalDecl())
      entry->second = nullptr;
  }
  // Where a parameter's type is not known, its body is for all that.
  if (!function.doesThisDeclarationHaveABody() || !seen_.insert(&function).second)
    return;
  // Device code launches nothing here, but for kernels that launch kernels.
  HostFunction entry;
  entry.definition = &function;
  scan(*function.getBody(), entry);
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(&function))
    for (const CXXCtorInitializer *init : constructor->inits())
      if (init->getInit())
        scan(*init->getInit(), entry);
  functions_.push_back(std::move(entry));
}

void HostIndex::addLambda(const LambdaExpr &lambda, HostFunction &user) {
  const CXXMethodDecl *callOperator = lambda.getCallOperator();
  if (const FunctionTemplateDecl *pattern = callOperator->getDescribedFunctionTemplate()) {
    addTemplate(*pattern);
    for (const FunctionDecl *one : pattern->specializations())
      user.named.push_back(one);
  } else {
    addFunction(*callOperator);
  }
  user.named.push_back(callOperator);
}

void HostIndex::scan(const Stmt &body, HostFunction &function) {
  llvm::SmallVector<const Stmt *> open{&body};
  while (!open.empty()) {
    const Stmt *next = open.pop_back_val();
    scanOne(*next, function, open);
  }
}

/// The variable of which `cast` loads the value of a part.
const VarDecl *HostIndex::readOnly(const ImplicitCastExpr &cast) const {
  bool reads = cast.getCastKind() == CK_LValueToRValue ||
               (cast.getCastKind() == CK_NoOp && cast.getType().isConstQualified());
  const Expr *expression = cast.getSubExpr();
  while (reads && expression) {
    expression = expression->IgnoreParens();
    if (const auto *reference = dyn_cast<DeclRefExpr>(expression))
      return dyn_cast<VarDecl>(reference->getDecl());
    const auto *member = dyn_cast<MemberExpr>(expression);
    expression = member && !member->isArrow() ? member->getBase() : nullptr;
  }
  return nullptr;
}

void HostIndex::scanCall(const CallExpr &call, HostFunction &function) {
  if (isa<CUDAKernelCallExpr>(call)) {
    function.launches.push_back(&call);
    return;
  }
  llvm::StringRef name;
  const FunctionDecl *callee = call.getDirectCallee();
  if (callee && callee->getIdentifier())
    name = callee->getName();
  else if (const auto *lookup = dyn_cast<UnresolvedLookupExpr>(call.getCallee()->IgnoreParens()))
    if (const IdentifierInfo *identifier = lookup->getName().getAsIdentifierInfo())
      name = identifier->getName();
  if (isLaunchFunction(name))
    function.launches.push_back(&call);
  else if (callee)
    function.callees.push_back(callee);
}

void HostIndex::scanOne(const Stmt &statement, HostFunction &function,
                        llvm::SmallVectorImpl<const Stmt *> &open) {
  if (const auto *lambda = dyn_cast<LambdaExpr>(&statement)) {
    addLambda(*lambda, function);
    for (const Expr *init : lambda->capture_inits())
      if (init)
        open.push_back(init);
    return;
  }
  if (const auto *call = dyn_cast<CallExpr>(&statement)) {
    scanCall(*call, function);
  } else if (const auto *construct = dyn_cast<CXXConstructExpr>(&statement)) {
    function.callees.push_back(construct->getConstructor());
  } else if (const auto *cast = dyn_cast<ImplicitCastExpr>(&statement)) {
    if (readOnly(*cast))
      return;
  } else if (const auto *reference = dyn_cast<DeclRefExpr>(&statement)) {
    if (const auto *named = dyn_cast<FunctionDecl>(reference->getDecl()))
      function.named.push_back(named);
    const auto *variable = dyn_cast<VarDecl>(reference->getDecl());
    // Streams and error codes of the system are nobody's launch shape.
    if (variable && variable->hasGlobalStorage() && !variable->getType().isConstQualified() &&
        !context_.getSourceManager().isInSystemHeader(variable->getLocation())) {
      program_.modifiedGlobals.insert(variable->getCanonicalDecl());
      function.changesGlobals = true;
    }
  } else if (const auto *declarations = dyn_cast<DeclStmt>(&statement)) {
    for (const Decl *one : declarations->decls())
      if (isa<CXXRecordDecl>(one))
        add(*one);
  }
  for (const Stmt *child : statement.children())
    if (child)
      open.push_back(child);
}

/// Adds to `set` the functions that are seeds and all that reach one.
template <class Seed>
void HostIndex::spread(llvm::DenseSet<const FunctionDecl *> &set, Seed isSeed) {
  llvm::DenseMap<const FunctionDecl *, std::vector<const FunctionDecl *>> users;
  std::vector<const FunctionDecl *> open;
  for (const HostFunction &one : functions_) {
    for (auto *list : {&one.callees, &one.named})
      for (const FunctionDecl *callee : *list) {
        const FunctionDecl *definition = nullptr;
        if (callee->isDefined(definition))
          users[definition].push_back(one.definition);
      }
    if (isSeed(one) && set.insert(one.definition).second)
      open.push_back(one.definition);
  }
  while (!open.empty()) {
    const FunctionDecl *next = open.back();
    open.pop_back();
    for (const FunctionDecl *user : users.lookup(next))
      if (set.insert(user).second)
        open.push_back(user);
  }
}

llvm::SmallVector<const FunctionDecl *> HostIndex::roots() const {
  llvm::DenseSet<const FunctionDecl *> called;
  for (const HostFunction &one : functions_)
    for (const FunctionDecl *callee : one.callees) {
      const FunctionDecl *definition = nullptr;
      if (callee->isDefined(definition) && definition != one.definition &&
          !one.definition->isDependentContext())
        called.insert(definition);
    }
  llvm::SmallVector<const FunctionDecl *> result;
  for (const HostFunction &one : functions_) {
    // `main` may set the global variables that callbacks launch with.
    bool wanted = program_.launching.contains(one.definition) ||
                  (one.definition->isMain() && program_.changingGlobals.contains(one.definition));
    if (wanted && !called.contains(one.definition) && !one.definition->isDependentContext() &&
        !isLambdaCallOperator(one.definition))
      result.push_back(one.definition);
  }
  auto *main = llvm::find_if(result, [](const FunctionDecl *one) { return one->isMain(); });
  if (main != result.end())
    std::rotate(result.begin(), main, main + 1);
  return result;
}

//===----------------------------------------------------------------------===//
// What was launched
//===----------------------------------------------------------------------===//

using Triple = std::array<std::optional<std::int64_t>, 3>;

bool isWhole(const Triple &triple) {
  return llvm::all_of(triple, [](const auto &part) { return part.has_value(); });
}

template <class T> void keepEqual(std::optional<T> &mine, const std::optional<T> &other) {
  if (mine != other)
    mine = std::nullopt;
}

class LaunchTable {
public:
  /// Adds the ways in which `launch` may go. Returns whether one of them is new.
  bool add(const HostLaunch &launch, HostEvaluator &evaluator);
  bool isSeen(const Expr *site) const { return sites_.contains(site); }
  bool isSeenAt(SourceLocation location) const { return locations_.contains(location); }
  std::vector<Launch> take(const SourceManager &sources);

private:
  struct Variant {
    Launch launch;
    bool dead = false;
    bool isSpecial = false; ///< of one value of something that is not known, as `n == 0`
  };
  /// Conditions that are taken to go one way.
  struct Taken {
    unsigned conditions = 0;
    bool isSpecial = false;
  };
  bool addVariants(const HostLaunch &launch, HostEvaluator &evaluator, const Taken &taken);
  bool addVariant(const HostLaunch &launch, HostEvaluator &evaluator, const Taken &taken);
  static void merge(Launch &into, const Launch &from);
  static void prune(std::vector<Variant> &variants);

  llvm::MapVector<const Expr *, std::vector<Variant>> sites_;
  llvm::DenseSet<SourceLocation> locations_;
};

bool LaunchTable::add(const HostLaunch &launch, HostEvaluator &evaluator) {
  locations_.insert(launch.site->getBeginLoc());
  return addVariants(launch, evaluator, {});
}

/// Does a condition hold for one value only?
static bool isForOneValue(Value condition, bool truth) {
  if (condition->kind != ValueKind::Operation)
    return !truth; // `if (n)`
  if (condition->op == Operator::Not)
    return isForOneValue(condition->operands[0], !truth);
  return condition->op == Operator::Equal && truth;
}

bool LaunchTable::addVariants(const HostLaunch &launch, HostEvaluator &evaluator,
                              const Taken &taken) {
  Knowledge &knowledge = evaluator.knowledge();
  Value open = nullptr;
  for (Value value : {launch.kernel, launch.block[0], launch.block[1], launch.block[2]})
    if (!open && value)
      open = knowledge.openCondition(value);
  if (!open || taken.conditions == maxOpenConditions)
    return addVariant(launch, evaluator, taken);
  bool isNew = false;
  for (bool truth : {true, false}) {
    std::size_t mark = knowledge.mark();
    knowledge.assume(open, truth);
    isNew |= addVariants(launch, evaluator,
                         {taken.conditions + 1, taken.isSpecial || isForOneValue(open, truth)});
    knowledge.restore(mark);
  }
  return isNew;
}

/// "line 31", or "line 31 of common.h" where that is not the file of `reader`.
std::string lineText(SourceLocation location, SourceLocation reader, const SourceManager &sources) {
  PresumedLoc line = sources.getPresumedLoc(sources.getExpansionLoc(location));
  PresumedLoc here = sources.getPresumedLoc(sources.getExpansionLoc(reader));
  if (line.isInvalid())
    return "";
  std::string text = "line " + std::to_string(line.getLine());
  if (here.isValid() && here.getFileID() != line.getFileID())
    text += " of " + llvm::sys::path::filename(line.getFilename()).str();
  return text;
}

std::string numberText(Known known) {
  std::optional<std::int64_t> number = known.integer();
  return number ? std::to_string(*number) : "?";
}

/// "`threads` is 256 (line 31)"
std::string describe(const NamedValue &variable, const HostLaunch &launch,
                     HostEvaluator &evaluator) {
  Knowledge &knowledge = evaluator.knowledge();
  const SourceManager &sources = evaluator.context().getSourceManager();
  Value value = variable.value;
  std::string name = variable.name;
  if (value->kind == ValueKind::Pointer || value->function)
    return "";
  if (value->kind == ValueKind::Record)
    for (const FieldDecl *field : value->fields)
      if (field->getName() == "blockDim") {
        name += ".blockDim";
        value = evaluator.values().field(value, field);
        break;
      }
  bool assumed = false, known = true;
  Value reason = nullptr;
  std::string text;
  auto part = [&](Value one) {
    Known number = knowledge.evaluate(one);
    if (number.integer().value_or(1) <= 0)
      number = {}; // no block has that: it is set in a way that was not followed
    assumed |= number.assumed;
    known &= number.value != nullptr;
    if (!number.value && !reason)
      reason = knowledge.openSymbol(one);
    return numberText(number);
  };
  if (value->kind == ValueKind::Record) {
    for (const FieldDecl *field : value->fields)
      text += (text.empty() ? "(" : ", ") + part(evaluator.values().field(value, field));
    text += ")";
  } else {
    text = part(value);
  }
  std::string line = lineText(variable.assigned, launch.site->getExprLoc(), sources);
  std::string result = "`" + name + "` is ";
  if (!known &&
      (value->kind != ValueKind::Record || text.find_first_of("0123456789") == std::string::npos))
    result += "not known";
  else
    result += text;
  if (assumed && known)
    result += " unless it is changed at run time";
  if (!known && reason && !reason->text.empty())
    result += ": " + reason->text.str();
  SourceLocation why =
      !known && reason && reason->location.isValid() ? reason->location : variable.assigned;
  line = lineText(why, launch.site->getExprLoc(), sources);
  return line.empty() ? result : result + " (" + line + ")";
}

std::string describeBlock(const HostLaunch &launch, HostEvaluator &evaluator) {
  std::string text;
  for (const Expr *expression : launch.blockExpressions)
    for (const NamedValue &variable : evaluator.variablesOf(*expression)) {
      std::string one = describe(variable, launch, evaluator);
      if (!one.empty())
        text += (text.empty() ? "" : "; ") + one;
    }
  return text;
}

/// Sizes are converted to the fields of a dim3 on their way.
Value withoutConversions(Value value) {
  while (value && value->kind == ValueKind::Operation && value->op == Operator::Convert &&
         !value->operands.empty() && !value->type.isReal)
    value = value->operands.front();
  return value;
}

/// The axis along which the block has `argument` threads, whatever number that is.
std::optional<unsigned> axisOfSize(Value argument, const std::array<Value, 3> &block) {
  const Value size = withoutConversions(argument);
  if (!size || size->isConcrete() ||
      (size->kind != ValueKind::Symbol && size->kind != ValueKind::Operation))
    return std::nullopt;
  for (unsigned axis = 0; axis < 3; ++axis)
    if (withoutConversions(block[axis]) == size) // equal operations are one object
      return axis;
  return std::nullopt;
}

/// What of the block along an axis `argument` is, whatever number that is.
std::optional<PartOfBlock> partOfBlock(Value argument, const std::array<Value, 3> &block) {
  const Value number = withoutConversions(argument);
  if (!number || (number->kind != ValueKind::Symbol && number->kind != ValueKind::Operation))
    return std::nullopt;
  for (unsigned axis = 0; axis < 3; ++axis) {
    const Value size = withoutConversions(block[axis]);
    if (!size || size->kind != ValueKind::Operation || size->op != Operator::Multiply ||
        size->operands.size() != 2)
      continue;
    const Value left = withoutConversions(size->operands[0]);
    const Value right = withoutConversions(size->operands[1]);
    if (left == number && right == number)
      return PartOfBlock{axis, 1, true};
    for (const auto &[factor, other] : {std::pair(left, right), std::pair(right, left)})
      if (factor == number && other && other->kind == ValueKind::Integer && other->integer > 0)
        return PartOfBlock{axis, other->integer, false};
  }
  return std::nullopt;
}

constexpr unsigned mostFactors = 16; // of a product, one in the other

/// The axis along which the block has as many threads as a factor of `argument` says.
std::optional<unsigned> axisOfFactor(Value argument, const std::array<Value, 3> &block,
                                     unsigned depth = 0) {
  if (auto axis = axisOfSize(argument, block))
    return axis;
  const Value product = withoutConversions(argument);
  if (product && product->kind == ValueKind::Operation && product->op == Operator::Multiply &&
      depth < mostFactors)
    for (const Value factor : product->operands)
      if (auto axis = axisOfFactor(factor, block, depth + 1))
        return axis;
  return std::nullopt;
}

/// The axis along which `argument` is divided among whole blocks: `<<<n / 256, 256>>>(…, n)`. What
/// is left of it no thread comes to, so that it is as good as a multiple.
std::optional<unsigned> axisOfWholeBlocks(Value argument, const std::array<Value, 3> &grid,
                                          const std::array<Value, 3> &block) {
  const Value number = withoutConversions(argument);
  if (!number || number->isConcrete())
    return std::nullopt;
  for (unsigned axis = 0; axis < 3; ++axis) {
    const Value blocks = withoutConversions(grid[axis]), size = withoutConversions(block[axis]);
    if (!blocks || !size || blocks->kind != ValueKind::Operation || blocks->type.isReal ||
        blocks->operands.size() != 2 || withoutConversions(blocks->operands[0]) != number)
      continue;
    const Value by = withoutConversions(blocks->operands[1]);
    constexpr std::int64_t mostBits = 10; // of as many threads as a block may have
    const bool isShifted = blocks->op == Operator::ShiftRight && by->kind == ValueKind::Integer &&
                           size->kind == ValueKind::Integer && by->integer >= 0 &&
                           by->integer <= mostBits && size->integer == 1LL << by->integer;
    if ((blocks->op == Operator::Divide && by == size) || isShifted)
      return axis;
  }
  return std::nullopt;
}

/// Of sums of numbers that are not known, each with how often it is added, and a number.
struct Sum {
  std::map<Value, std::int64_t> parts;
  std::int64_t number = 0;
};

void addTo(Sum &sum, Value value, std::int64_t sign, unsigned depth = 0) {
  value = withoutConversions(value);
  if (value->kind == ValueKind::Integer) {
    sum.number += sign * value->integer;
  } else if (depth < mostFactors && value->kind == ValueKind::Operation &&
             (value->op == Operator::Add || value->op == Operator::Subtract) &&
             value->operands.size() == 2) {
    addTo(sum, value->operands[0], sign, depth + 1);
    addTo(sum, value->operands[1], value->op == Operator::Add ? sign : -sign, depth + 1);
  } else if ((sum.parts[value] += sign) == 0) {
    sum.parts.erase(value);
  }
}

/// Do so many blocks of `size` threads have a thread for each of `number`, and less than a block
/// more?
bool coversRoundedUp(Value blocks, Value number, Value size) {
  Sum sum;
  addTo(sum, blocks, 1);
  std::int64_t more = sum.number; // blocks beyond those of the quotient
  if (sum.parts.size() != 1 || sum.parts.begin()->second != 1 || more < 0 || more > 1)
    return false;
  Value quotient = sum.parts.begin()->first;
  if (quotient->kind == ValueKind::Operation && quotient->op == Operator::Ceil &&
      quotient->operands.size() == 1) {
    quotient = quotient->operands.front();
    while (quotient->kind == ValueKind::Operation && quotient->op == Operator::Convert)
      quotient = quotient->operands.front();
    if (quotient->kind != ValueKind::Operation || quotient->op != Operator::Divide)
      return false;
    const auto plain = [](Value value) {
      while (value->kind == ValueKind::Operation && value->op == Operator::Convert)
        value = value->operands.front();
      return value;
    };
    const Value by = plain(quotient->operands[1]);
    const bool isSize = by == size || (size->kind == ValueKind::Integer &&
                                       by->kind == ValueKind::Real && by->real == size->integer);
    return plain(quotient->operands[0]) == number && isSize;
  }
  if (quotient->kind != ValueKind::Operation || quotient->op != Operator::Divide ||
      quotient->operands.size() != 2 || withoutConversions(quotient->operands[1]) != size)
    return false;
  Sum divided;
  addTo(divided, quotient->operands[0], 1);
  if (size->kind == ValueKind::Integer)
    divided.number += more * size->integer;
  else if (more != 0 && (divided.parts[size] += more) == 0)
    divided.parts.erase(size);
  // What is added to the number must be the block's size without one.
  addTo(divided, number, -1);
  addTo(divided, size, -1);
  return divided.parts.empty() && (divided.number == -1 || divided.number == 0);
}

/// Is there an argument that the grid covers along an axis?
bool coversAnArgument(const HostLaunch &launch) {
  for (unsigned axis = 0; axis < 3; ++axis) {
    const Value blocks = withoutConversions(launch.grid[axis]);
    const Value size = withoutConversions(launch.block[axis]);
    if (!blocks || !size || blocks->kind != ValueKind::Operation)
      continue;
    for (const Value argument : launch.arguments)
      if (const Value number = withoutConversions(argument);
          number && !number->isConcrete() &&
          (axisOfWholeBlocks(argument, launch.grid, launch.block) ||
           coversRoundedUp(blocks, number, size)))
        return true;
  }
  return false;
}

/// Does the host know that `value` is a multiple of `divisor`, as it is that number, or as it has
/// checked? `masked`: by its bits, too, of a power of two.
bool isMultiple(Value value, std::int64_t divisor, bool masked, HostEvaluator &evaluator) {
  Knowledge &knowledge = evaluator.knowledge();
  const auto isChecked = [&](Value rest) {
    const Value by = rest->operands[1];
    if (by->kind != ValueKind::Integer ||
        (rest->op == Operator::Remainder ? by->integer != divisor
                                         : !masked || by->integer != divisor - 1))
      return false;
    const Known known = knowledge.evaluate(rest);
    return known.integer() == 0 && !known.assumed;
  };
  const llvm::SmallVector<Value, 4> rests(evaluator.values().restsOf(value));
  if (llvm::any_of(rests, isChecked))
    return true;
  const Known number = knowledge.evaluate(value);
  return number.integer() && !number.assumed && *number.integer() % divisor == 0;
}

/// The largest power of two that `argument` is known to be a multiple of, because the host has
/// checked that it is, or because of its factors.
std::int64_t checkedDivisor(Value argument, HostEvaluator &evaluator, unsigned depth = 0) {
  constexpr std::int64_t largest = 1024; // threads of a block: what code checks for
  const Value size = withoutConversions(argument);
  if (!size || (size->kind != ValueKind::Integer && size->kind != ValueKind::Symbol &&
                size->kind != ValueKind::Operation))
    return 1;
  const Known number = evaluator.knowledge().evaluate(size);
  if (depth == 0 && size->isConcrete())
    return 1;
  if (number.integer() && !number.assumed)
    return *number.integer() == 0 ? largest
                                  : std::min(largest, *number.integer() & -*number.integer());
  if (size->isConcrete())
    return 1;
  const ValuePool &pool = evaluator.values();
  const bool isAsked = pool.isDivided(argument) || pool.isDivided(size);
  for (std::int64_t divisor = isAsked ? largest : 1; divisor > 1; divisor /= 2)
    for (const Value value : {argument, size})
      if (isMultiple(value, divisor, /*masked=*/true, evaluator))
        return divisor;
  std::int64_t product = 1;
  if (size->kind == ValueKind::Operation && size->op == Operator::Multiply && depth < mostFactors)
    for (const Value factor : size->operands)
      product = std::min(largest, product * checkedDivisor(factor, evaluator, depth + 1));
  return product;
}

/// A number that the host has checked that `argument` is a multiple of, `n % 12 == 0`, and that is
/// no power of two; 1: none.
std::int64_t checkedOddDivisor(Value argument, HostEvaluator &evaluator) {
  constexpr std::int64_t largest = 1024, largestOdd = 31;
  const ValuePool &pool = evaluator.values();
  const Value size = withoutConversions(argument);
  if (!size || size->isConcrete() || (!pool.isDivided(argument) && !pool.isDivided(size)))
    return 1;
  std::int64_t found = 1;
  for (std::int64_t odd = 3; odd <= largestOdd; odd += 2)
    for (std::int64_t divisor = odd; divisor <= largest; divisor *= 2)
      if (std::lcm(found, divisor) > found && std::lcm(found, divisor) <= largest &&
          (isMultiple(argument, divisor, /*masked=*/false, evaluator) ||
           isMultiple(size, divisor, /*masked=*/false, evaluator)))
        found = std::lcm(found, divisor);
  return found;
}

ValueRange eitherOf(const ValueRange &a, const ValueRange &b) {
  return a && b ? ValueRange({std::min(a->first, b->first), std::max(a->second, b->second)})
                : std::nullopt;
}

/// Between which numbers the host chooses: `rows == 1 ? 0 : stride`.
ValueRange rangeOf(Value number, HostEvaluator &evaluator, unsigned depth = 0) {
  const Value value = withoutConversions(number);
  const Known known = value ? evaluator.knowledge().evaluate(value) : Known();
  if (known.integer() && !known.assumed)
    return std::pair(*known.integer(), *known.integer());
  if (!value || value->kind != ValueKind::Operation || depth == mostFactors)
    return std::nullopt;
  switch (value->op) {
  case Operator::Select:
    return eitherOf(rangeOf(value->operands[1], evaluator, depth + 1),
                    rangeOf(value->operands[2], evaluator, depth + 1));
  case Operator::Not:
  case Operator::And:
  case Operator::Or:
  case Operator::Equal:
  case Operator::Less:
    return std::pair<std::int64_t, std::int64_t>(0, 1);
  default:
    return std::nullopt;
  }
}

/// What is known of the bytes that a pointer is moved by, which leads to elements of `bytes`.
Residue stepsOf(Value offset, std::int64_t bytes, HostEvaluator &evaluator, unsigned depth) {
  const Value steps = withoutConversions(offset);
  const Known number = evaluator.knowledge().evaluate(steps);
  if (number.integer() && !number.assumed)
    return Residue::of(*number.integer() % sectorBytes * bytes);
  const bool isSum = steps->kind == ValueKind::Operation && depth < mostFactors &&
                     (steps->op == Operator::Add || steps->op == Operator::Subtract);
  if (!isSum)
    return Residue::multipleOf(bytes * checkedDivisor(steps, evaluator, depth));
  const Residue left = stepsOf(steps->operands[0], bytes, evaluator, depth + 1);
  const Residue right = stepsOf(steps->operands[1], bytes, evaluator, depth + 1);
  return left + (steps->op == Operator::Add ? right : -right);
}

/// How far a pointer leads past the start of what was allocated.
Residue startOf(Value pointer, HostEvaluator &evaluator, unsigned depth = 0) {
  const Value moved = withoutConversions(pointer);
  if (moved && moved->kind == ValueKind::Pointer) { // to a part of a variable: not followed
    const bool isStart = llvm::all_of(
        moved->place.path, [](const Place::Step &step) { return !step.field && step.index == 0; });
    return isStart ? Residue() : Residue::multipleOf(1);
  }
  if (!moved || moved->kind != ValueKind::Operation || depth == mostFactors)
    return {};
  if (moved->op == Operator::Select)
    return either(startOf(moved->operands[1], evaluator, depth + 1),
                  startOf(moved->operands[2], evaluator, depth + 1));
  if (moved->op != Operator::Add && moved->op != Operator::Subtract)
    return {};
  if (moved->type.pointed == 0) // a number: what is left of `null + number`
    return Residue::multipleOf(1);
  const Residue steps = stepsOf(moved->operands[1], moved->type.pointed, evaluator, depth + 1);
  return startOf(moved->operands[0], evaluator, depth + 1) +
         (moved->op == Operator::Add ? steps : -steps);
}

/// Has the host made sure that a pointer does not lead to a multiple of a power of two, as where it
/// takes the slow way?
bool isCheckedOff(Value pointer, HostEvaluator &evaluator) {
  constexpr NumberType type{64, false};
  ValuePool &pool = evaluator.values();
  const Value address = withoutConversions(pointer);
  if (!address || (address->kind != ValueKind::Symbol && address->kind != ValueKind::Operation) ||
      (!pool.isDivided(address) && !evaluator.knowledge().evaluate(address).integer()))
    return false;
  const auto isFalse = [&](Value condition) {
    return evaluator.knowledge().evaluate(condition).truth() == false;
  };
  constexpr NumberType ofEqual{1, false}, ofUnequal{};
  for (std::int64_t divisor = sectorBytes; divisor > 1; divisor /= 2)
    for (const Value rest :
         {pool.operation(Operator::Remainder, {address, pool.integer(divisor)}, type),
          pool.operation(Operator::BitAnd, {address, pool.integer(divisor - 1)}, type)})
      if (isFalse(pool.negation(rest)) ||
          isFalse(pool.operation(Operator::Equal, {rest, pool.integer(0)}, ofEqual)) ||
          isFalse(pool.operation(Operator::Equal, {rest, pool.integer(0)}, ofUnequal)))
        return true;
  return false;
}

/// The same, with what the host has checked: `divisor` of its address.
Residue checkedStart(Value pointer, std::int64_t divisor, HostEvaluator &evaluator) {
  const Residue start = startOf(pointer, evaluator);
  const Residue checked = Residue::multipleOf(divisor);
  if (start.remainder % std::min(start.divisor, checked.divisor) != 0 ||
      checked.divisor > start.divisor)
    return checked;
  return isCheckedOff(pointer, evaluator) ? Residue::multipleOf(1) : start;
}

/// Does the expression give the same pointer each time, by what it calls?
bool givesTheSame(const Stmt &expression) {
  if (const auto *unary = llvm::dyn_cast<UnaryOperator>(&expression);
      unary && unary->isIncrementDecrementOp())
    return false;
  if (const auto *call = llvm::dyn_cast<CallExpr>(&expression)) {
    const FunctionDecl *callee = call->getDirectCallee();
    const auto *method = llvm::dyn_cast_or_null<CXXMethodDecl>(callee);
    const bool isNamedSo =
        callee && callee->getDeclName().isIdentifier() &&
        llvm::is_contained({"data", "get", "begin", "raw_pointer_cast"}, callee->getName());
    if (!isNamedSo && !llvm::isa<CXXOperatorCallExpr>(call) && !(method && method->isConst()))
      return false;
  }
  return !llvm::isa<CXXNewExpr>(expression) &&
         llvm::all_of(expression.children(),
                      [](const Stmt *child) { return !child || givesTheSame(*child); });
}

/// Pointers that the launch hands over for two parameters each.
std::vector<std::pair<unsigned, unsigned>>
samePointersOf(const HostLaunch &launch, const FunctionDecl *kernel, const ASTContext &context) {
  const llvm::ArrayRef<Value> arguments = launch.arguments;
  std::vector<std::pair<unsigned, unsigned>> pairs;
  // `x.data()` twice, whatever it gives; not `pool.take()`.
  const auto *written = llvm::dyn_cast<CUDAKernelCallExpr>(launch.site);
  const auto areWrittenAlike = [&](std::size_t i, std::size_t j) {
    if (!written || j >= written->getNumArgs() || written->getNumArgs() != arguments.size() ||
        !givesTheSame(*written->getArg(static_cast<unsigned>(i))))
      return false;
    llvm::FoldingSetNodeID one, other;
    written->getArg(static_cast<unsigned>(i))->IgnoreParenCasts()->Profile(one, context, true);
    written->getArg(static_cast<unsigned>(j))->IgnoreParenCasts()->Profile(other, context, true);
    return one == other;
  };
  const auto isPointer = [&](std::size_t i) {
    return arguments[i] && kernel && i < kernel->getNumParams() &&
           kernel->getParamDecl(static_cast<unsigned>(i))->getType()->isPointerType() &&
           !withoutConversions(arguments[i])->isConcrete();
  };
  for (std::size_t i = 0; i < arguments.size(); ++i)
    for (std::size_t j = i + 1; isPointer(i) && j < arguments.size(); ++j)
      if (isPointer(j) && (withoutConversions(arguments[i]) == withoutConversions(arguments[j]) ||
                           areWrittenAlike(i, j)))
        pairs.emplace_back(i, j);
  return pairs;
}

/// Whether the way to the launch depends on what the device has, or on how `number` compares with
/// a limit that is not known.
bool isAskedBefore(std::int64_t number, HostEvaluator &evaluator) {
  return llvm::any_of(evaluator.path(), [&](Value condition) {
    return asksDevice(condition) || evaluator.knowledge().comparesOpen(condition, number);
  });
}

std::int64_t threadsOf(const Triple &block) {
  constexpr std::int64_t most = 1 << 20; // against overflow
  std::int64_t threads = 1;
  for (const auto &size : block)
    threads *= std::min(size.value_or(1), most);
  return threads;
}

/// No launch has more, on any chip.
bool isTooLarge(const Triple &block) {
  constexpr std::int64_t mostThreads = 1024, mostInZ = 64;
  return threadsOf(block) > mostThreads || block[2].value_or(1) > mostInZ;
}

/// What is known for sure of the numbers in a structure or an array of them.
void addFields(std::vector<KnownField> &fields, unsigned argument, Value whole, QualType type,
               std::int64_t offset, HostEvaluator &evaluator) {
  constexpr std::size_t most = 128;
  if (fields.size() >= most || type->isDependentType())
    return;
  const ASTContext &context = evaluator.context();
  if (const auto *array = context.getAsConstantArrayType(type)) {
    const std::int64_t size = context.getTypeSizeInChars(array->getElementType()).getQuantity();
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(array->getZExtSize(), most); ++i) {
      const auto index = static_cast<std::int64_t>(i);
      addFields(fields, argument,
                evaluator.values().element(whole, evaluator.values().integer(index)),
                array->getElementType(), offset + index * size, evaluator);
    }
    return;
  }
  if (const RecordDecl *record = type->getAsRecordDecl()) {
    record = record->getDefinition();
    if (!record || record->isUnion() || record->isInvalidDecl() || record->isDependentContext())
      return;
    const ASTRecordLayout &layout = context.getASTRecordLayout(record);
    for (const FieldDecl *field : record->fields())
      if (!field->isBitField())
        addFields(fields, argument, evaluator.values().field(whole, field), field->getType(),
                  offset +
                      context.toCharUnitsFromBits(layout.getFieldOffset(field->getFieldIndex()))
                          .getQuantity(),
                  evaluator);
    return;
  }
  // What is no part of a structure is an argument itself.
  if (!type->isIntegralOrEnumerationType() || type.isVolatileQualified())
    return;
  const Known known = evaluator.knowledge().evaluate(whole);
  if (const auto number = known.integer(); number && !known.assumed)
    fields.push_back({argument, offset, type.getCanonicalType().getTypePtr(), *number});
}

/// Is it the same number, whichever way the host goes?
bool isWrittenOut(const Expr *expression, const ASTContext &context) {
  return !expression->isInstantiationDependent() && expression->isCXX11ConstantExpr(context);
}

/// Are these arguments between the chevrons?
bool areWrittenOut(const Expr *site, std::initializer_list<unsigned> places,
                   const ASTContext &context) {
  const auto *launch = llvm::dyn_cast_if_present<CUDAKernelCallExpr>(site);
  const CallExpr *configuration = launch ? launch->getConfig() : nullptr;
  return configuration && llvm::all_of(places, [&](unsigned place) {
           return place < configuration->getNumArgs() &&
                  isWrittenOut(configuration->getArg(place), context);
         });
}

bool isArgumentWrittenOut(const Expr *site, std::size_t place, const ASTContext &context) {
  const auto *launch = llvm::dyn_cast_if_present<CUDAKernelCallExpr>(site);
  return launch && place < launch->getNumArgs() &&
         isWrittenOut(launch->getArg(static_cast<unsigned>(place)), context);
}

bool LaunchTable::addVariant(const HostLaunch &launch, HostEvaluator &evaluator,
                             const Taken &taken) {
  const bool branched = taken.conditions > 0;
  Knowledge &knowledge = evaluator.knowledge();
  Variant variant;
  variant.isSpecial = taken.isSpecial;
  Launch &result = variant.launch;
  variant.dead = launch.dead;
  result.range = launch.site->getSourceRange();
  result.site = launch.site;
  // What is known where control never comes contradicts itself, but for numbers that stand there.
  const ASTContext &context = evaluator.context();
  result.assumed = branched || (launch.dead && !areWrittenOut(launch.site, {1}, context));
  result.gridAssumed = launch.dead && !areWrittenOut(launch.site, {0, 2}, context);
  result.cooperative = launch.cooperative;
  result.attributesKnown = launch.attributesKnown;
  auto number = [&](Value value, bool &assumed) {
    Known known = knowledge.evaluate(value);
    assumed |= known.assumed && known.value;
    return known.integer();
  };
  Known kernel = launch.kernel ? knowledge.evaluate(launch.kernel) : Known{};
  if (kernel.value && kernel.value->kind == ValueKind::Function) {
    result.kernel = kernel.value->function;
    const FunctionDecl *definition = nullptr;
    if (result.kernel->isDefined(definition))
      result.kernel = definition;
    result.assumed |= kernel.assumed;
  } else {
    result.kernelName = launch.kernelName;
  }
  for (unsigned i = 0; i < 3; ++i) {
    result.block[i] = number(launch.block[i], result.assumed);
    result.grid[i] = number(launch.grid[i], result.gridAssumed);
    if (result.block[i].value_or(1) <= 0)
      result.block[i] = std::nullopt; // no launch has that: a value that is set later
    if (result.grid[i].value_or(1) <= 0)
      result.grid[i] = std::nullopt;
    result.blockMayFit |= knowledge.evaluate(launch.block[i]).limited;
  }
  result.isSquare = !result.block[0] && !result.block[1] && launch.block[0] &&
                    withoutConversions(launch.block[0]) == withoutConversions(launch.block[1]);
  result.coversArgument = !launch.dead && coversAnArgument(launch);
  result.blockMayFit |= launch.dead || isAskedBefore(threadsOf(result.block), evaluator);
  if (result.blockMayFit && isTooLarge(result.block))
    result.block = {};
  if (launch.cluster) {
    result.cluster.emplace();
    for (unsigned i = 0; i < 3; ++i)
      (*result.cluster)[i] = number((*launch.cluster)[i], result.gridAssumed);
  }
  result.sharedBytes = number(launch.sharedBytes, result.gridAssumed);
  if (result.sharedBytes.value_or(0) < 0)
    result.sharedBytes = std::nullopt;
  if (result.sharedBytes)
    result.sharedMayFit = launch.dead || knowledge.evaluate(launch.sharedBytes).limited ||
                          asksDevice(launch.sharedBytes) ||
                          isAskedBefore(*result.sharedBytes, evaluator);
  for (const auto [place, argument] : llvm::enumerate(launch.arguments)) {
    bool assumed = false;
    std::optional<std::int64_t> known = number(argument, assumed);
    const bool isSure = (!assumed && !branched && !launch.dead) ||
                        isArgumentWrittenOut(launch.site, place, context);
    result.arguments.push_back(isSure ? known : std::nullopt);
    result.argumentAxes.push_back(axisOfSize(argument, launch.block));
    result.argumentParts.push_back(partOfBlock(argument, launch.block));
    const auto multiple = axisOfFactor(argument, launch.block);
    result.argumentMultiples.push_back(
        multiple ? multiple : axisOfWholeBlocks(argument, launch.grid, launch.block));
    const std::int64_t powerOfTwo = launch.dead ? 1 : checkedDivisor(argument, evaluator);
    result.argumentDivisors.push_back(
        launch.dead ? 1 : std::lcm(powerOfTwo, checkedOddDivisor(argument, evaluator)));
    result.argumentRanges.push_back(launch.dead ? std::nullopt : rangeOf(argument, evaluator));
    result.argumentStarts.push_back(launch.dead ? Residue()
                                                : checkedStart(argument, powerOfTwo, evaluator));
  }
  if (!branched && !launch.dead && result.kernel)
    for (const auto [i, argument] : llvm::enumerate(launch.arguments))
      if (i < result.kernel->getNumParams() &&
          result.kernel->getParamDecl(i)->getType()->isRecordType())
        addFields(result.argumentFields, static_cast<unsigned>(i), argument,
                  result.kernel->getParamDecl(i)->getType(), 0, evaluator);
  result.samePointers = samePointersOf(launch, result.kernel, evaluator.context());
  result.how = describeBlock(launch, evaluator);

  std::vector<Variant> &variants = sites_[launch.site];
  for (Variant &other : variants)
    if (other.launch.kernel == result.kernel && other.launch.block == result.block &&
        other.dead == variant.dead) {
      other.isSpecial = other.isSpecial && variant.isSpecial;
      merge(other.launch, result);
      return false;
    }
  // Shapes that are not known in whole are dropped in the end where others are.
  if (variants.size() >= 4 * maxVariants)
    return false;
  variants.push_back(std::move(variant));
  return true;
}

void LaunchTable::merge(Launch &into, const Launch &from) {
  if (into.assumed && !from.assumed)
    into.how = from.how;
  into.assumed &= from.assumed;
  into.gridAssumed |= from.gridAssumed;
  into.attributesKnown = into.attributesKnown && from.attributesKnown &&
                         into.cluster.has_value() == from.cluster.has_value();
  into.cooperative |= from.cooperative;
  into.isSquare &= from.isSquare;
  into.coversArgument &= from.coversArgument;
  into.blockMayFit |= from.blockMayFit;
  into.sharedMayFit |= from.sharedMayFit;
  for (unsigned i = 0; i < 3; ++i)
    keepEqual(into.grid[i], from.grid[i]);
  if (!into.cluster)
    into.cluster = from.cluster;
  else if (from.cluster)
    for (unsigned i = 0; i < 3; ++i)
      keepEqual((*into.cluster)[i], (*from.cluster)[i]);
  keepEqual(into.sharedBytes, from.sharedBytes);
  if (into.argumentAxes != from.argumentAxes)
    into.argumentAxes.clear();
  if (into.argumentParts != from.argumentParts)
    into.argumentParts.clear();
  if (into.argumentMultiples != from.argumentMultiples)
    into.argumentMultiples.clear();
  if (into.arguments.size() != from.arguments.size())
    into.arguments.clear();
  keepCommonDivisors(into.argumentDivisors, from.argumentDivisors);
  keepCommonStarts(into.argumentStarts, from.argumentStarts);
  keepCommonFields(into.argumentFields, from.argumentFields);
  widenRanges(into.argumentRanges, from.argumentRanges);
  joinPairs(into.samePointers, from.samePointers);
  for (std::size_t i = 0; i < into.arguments.size(); ++i)
    keepEqual(into.arguments[i], from.arguments[i]);
}

/// Leaves out what says less than the others of the same launch.
void LaunchTable::prune(std::vector<Variant> &variants) {
  bool live = llvm::any_of(variants, [](const Variant &one) { return !one.dead; });
  if (live)
    llvm::erase_if(variants, [](const Variant &one) { return one.dead; });
  if (llvm::any_of(variants, [](const Variant &one) { return one.launch.kernel; }))
    llvm::erase_if(variants, [](const Variant &one) { return !one.launch.kernel; });
  // `if (n == 0) threads = 1; else …`: a case, not what it is launched with. One thread is what a
  // loop begins with that launches as many as it has found since.
  const auto isOpen = [](const Variant &one) { return !isWhole(one.launch.block); };
  if (llvm::any_of(variants, isOpen))
    llvm::erase_if(variants, [&](const Variant &one) {
      return !isOpen(one) &&
             ((one.launch.assumed && one.isSpecial) ||
              llvm::all_of(one.launch.block, [](const auto &size) { return size == 1; }));
    });
  std::vector<const FunctionDecl *> shaped;
  for (const Variant &one : variants)
    if (isWhole(one.launch.block))
      shaped.push_back(one.launch.kernel);
  llvm::erase_if(variants, [&](const Variant &one) {
    return !isWhole(one.launch.block) && llvm::is_contained(shaped, one.launch.kernel);
  });
  llvm::DenseMap<const FunctionDecl *, unsigned> counts;
  llvm::erase_if(variants,
                 [&](const Variant &one) { return counts[one.launch.kernel]++ >= maxVariants; });
}

std::vector<Launch> LaunchTable::take(const SourceManager &sources) {
  auto ordered = sites_.takeVector();
  std::vector<std::size_t> order(ordered.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](std::size_t a, std::size_t b) {
    SourceLocation first = ordered[a].first->getBeginLoc(),
                   second = ordered[b].first->getBeginLoc();
    return first == second ? a < b : sources.isBeforeInTranslationUnit(first, second);
  });
  // A launch on a path that is never taken says nothing of a kernel that is launched elsewhere.
  llvm::DenseSet<const FunctionDecl *> live;
  for (const auto &[site, variants] : ordered)
    for (const Variant &one : variants)
      if (!one.dead && one.launch.kernel)
        live.insert(one.launch.kernel);
  std::vector<Launch> result;
  for (std::size_t i : order) {
    std::vector<Variant> &variants = ordered[i].second;
    llvm::erase_if(
        variants, [&](const Variant &one) { return one.dead && live.contains(one.launch.kernel); });
    prune(variants);
    for (Variant &one : variants)
      result.push_back(std::move(one.launch));
  }
  return result;
}

} // namespace

std::optional<std::int64_t> PartOfBlock::of(std::int64_t threads) const {
  if (times <= 0 || threads <= 0 || threads % times != 0)
    return std::nullopt;
  const std::int64_t product = threads / times;
  if (!squared)
    return product;
  std::int64_t root = 1;
  while ((root + 1) * (root + 1) <= product)
    ++root;
  return root * root == product ? std::optional(root) : std::nullopt;
}

void keepCommonDivisors(std::vector<std::int64_t> &divisors,
                        const std::vector<std::int64_t> &others) {
  divisors.resize(std::min(divisors.size(), others.size()));
  for (std::size_t i = 0; i < divisors.size(); ++i)
    divisors[i] = commonDivisor(divisors[i], others[i]);
}

void keepCommonFields(std::vector<KnownField> &fields, const std::vector<KnownField> &others) {
  llvm::erase_if(fields,
                 [&](const KnownField &field) { return !llvm::is_contained(others, field); });
}

void keepCommonStarts(std::vector<Residue> &starts, const std::vector<Residue> &others) {
  starts.resize(std::max(starts.size(), others.size()));
  for (std::size_t i = 0; i < starts.size(); ++i)
    starts[i] = either(starts[i], i < others.size() ? others[i] : Residue());
}

void joinPairs(std::vector<std::pair<unsigned, unsigned>> &pairs,
               const std::vector<std::pair<unsigned, unsigned>> &others) {
  llvm::append_range(pairs, others);
  llvm::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

void widenRanges(std::vector<ValueRange> &ranges, const std::vector<ValueRange> &others) {
  ranges.resize(std::min(ranges.size(), others.size()));
  for (std::size_t i = 0; i < ranges.size(); ++i)
    ranges[i] = eitherOf(ranges[i], others[i]);
}

std::vector<Launch> findLaunches(ASTContext &context,
                                 llvm::ArrayRef<const FunctionDecl *> instances,
                                 llvm::function_ref<std::vector<Decl *>()> everything,
                                 llvm::function_ref<std::vector<Decl *>()> bearingOnLaunches,
                                 llvm::ArrayRef<SourceLocation> errors) {
  std::unique_ptr<HostIndex> ofScope;
  if (bearingOnLaunches)
    ofScope = std::make_unique<HostIndex>(context, bearingOnLaunches(), instances);
  if (!ofScope || ofScope->reachesBeyondScope())
    ofScope = std::make_unique<HostIndex>(context, context.getTraversalScope(), instances);
  if (everything && ofScope->reachesBeyondScope())
    ofScope = std::make_unique<HostIndex>(context, everything());
  const HostIndex &index = *ofScope;
  LaunchTable table;
  HostEvaluator evaluator(
      context, index.program(),
      [&](const HostLaunch &launch, HostEvaluator &by) { return table.add(launch, by); }, errors);
  std::uint64_t left = allSteps;
  auto run = [&](const FunctionDecl &function, std::uint64_t steps) {
    left -= std::min(left, evaluator.runRoot(function, std::clamp(left, leastSteps, steps)));
  };
  for (const FunctionDecl *root : index.roots())
    run(*root, rootSteps);
  // What was not reached: recursive functions, callbacks, code behind a limit;
  // then templates that nothing instantiates; then single launches.
  for (bool patterns : {false, true})
    for (const HostFunction &function : index.functions()) {
      bool isPattern = function.definition->isDependentContext();
      auto isMissing = [&](const Expr *launch) {
        return isPattern ? !table.isSeenAt(launch->getBeginLoc()) : !table.isSeen(launch);
      };
      if (isPattern != patterns || !llvm::any_of(function.launches, isMissing))
        continue;
      run(*function.definition, fallbackSteps);
      for (const Expr *launch : function.launches)
        if (isMissing(launch))
          evaluator.runLaunch(*launch);
    }
  return table.take(context.getSourceManager());
}

} // namespace warplint::simt
