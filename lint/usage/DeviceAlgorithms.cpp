//===- DeviceAlgorithms.cpp -----------------------------------------------===//

#include "lint/usage/DeviceAlgorithms.h"

#include "lint/usage/HostBody.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

namespace warplint::usage {

using namespace clang;

namespace {

/// Of Thrust, in a namespace of its version or in none; not of thrust::async, which gives futures.
bool isOfThrust(const FunctionDecl &function) {
  const DeclContext *context = function.getDeclContext()->getRedeclContext();
  while (context->isInlineNamespace())
    context = context->getParent();
  const auto *space = llvm::dyn_cast<NamespaceDecl>(context);
  return space && space->getDeclName().isIdentifier() && space->getName() == "thrust" &&
         space->getParent()->getRedeclContext()->isTranslationUnit();
}

/// A number, a truth, or a place that only the device's work tells (Thrust 3.0,
/// thrust/system/cuda/detail: these copy to the host and wait before they return).
bool hasResult(llvm::StringRef name) {
  static const llvm::StringSet<> names{"reduce",         "transform_reduce", "inner_product",
                                       "count",          "count_if",         "min_element",
                                       "max_element",    "minmax_element",   "find",
                                       "find_if",        "find_if_not",      "all_of",
                                       "any_of",         "none_of",          "equal",
                                       "mismatch",       "is_sorted",        "is_sorted_until",
                                       "is_partitioned", "partition_point",  "unique_count",
                                       "copy_if",        "remove",           "remove_if",
                                       "remove_copy_if", "unique",           "unique_copy",
                                       "partition",      "stable_partition"};
  return names.contains(name);
}

enum class Side : std::uint8_t { Device, Host, NotKnown };

/// By the words of a type's name, or of what is named in an expression.
Side sideOf(llvm::StringRef words) {
  for (const llvm::StringRef one :
       {"nosync", "host_", "seq_t", "sequential_", "omp::", "tbb::", "cpp::"})
    if (words.contains(one))
      return Side::Host;
  for (const llvm::StringRef one :
       {"device_ptr<", "device_vector<", "cuda_cub::", "thrust::cuda::", "device_execution_policy"})
    if (words.contains(one))
      return Side::Device;
  return Side::NotKnown;
}

/// What an expression names, with what the variables in it were made from.
class Named {
public:
  bool isNoWait = false;
  Side side = Side::NotKnown;

  void add(const Stmt *part, unsigned depth = 6) {
    if (!part || depth == 0)
      return;
    if (const auto *reference = llvm::dyn_cast<DeclRefExpr>(part))
      addDeclaration(*reference->getDecl(), depth);
    else if (const auto *overloads = llvm::dyn_cast<OverloadExpr>(part))
      addName(overloads->getName());
    else if (const auto *member = llvm::dyn_cast<MemberExpr>(part))
      addDeclaration(*member->getMemberDecl(), depth);
    else if (const auto *dependent = llvm::dyn_cast<CXXDependentScopeMemberExpr>(part))
      addName(dependent->getMember());
    else if (const auto *made = llvm::dyn_cast<CXXUnresolvedConstructExpr>(part))
      take(sideOf(made->getTypeAsWritten().getAsString()));
    for (const Stmt *child : part->children())
      add(child, depth);
  }

private:
  void take(Side one) {
    if (side == Side::NotKnown || one == Side::Host)
      side = one == Side::NotKnown ? side : one;
  }

  void addName(DeclarationName declared) {
    const std::string name = declared.getAsString();
    isNoWait = isNoWait || llvm::StringRef(name).contains("nosync");
    if (name == "device_pointer_cast")
      take(Side::Device);
    if (name == "raw_pointer_cast") // whatever it is of
      take(Side::Host);
  }

  void addDeclaration(const ValueDecl &declaration, unsigned depth) {
    addName(declaration.getDeclName());
    const auto *variable = llvm::dyn_cast<VarDecl>(&declaration);
    if (!variable)
      return;
    take(sideOf(variable->getType().getAsString()));
    if (variable->hasLocalStorage() && seen_.insert(variable).second)
      add(variable->getInit(), depth - 1);
  }

  llvm::SmallPtrSet<const VarDecl *, 4> seen_;
};

Side sideOf(const Expr &argument) {
  const QualType type = argument.getType().getNonReferenceType();
  if (!type->isDependentType() && !type->isUndeducedType())
    return sideOf(type.getCanonicalType().getAsString());
  Named named;
  named.add(&argument);
  return named.side;
}

} // namespace

bool bringsResultToHost(const CallExpr &call, const FunctionDecl &callee) {
  if (!callee.getDeclName().isIdentifier() || call.getNumArgs() < 2 ||
      !hasResult(callee.getName()) || !isOfThrust(callee))
    return false;
  Named policy;
  policy.add(call.getArg(0));
  if (policy.isNoWait)
    return false;
  // Either a policy and the first iterator, or two iterators.
  const Side first = sideOf(*call.getArg(0));
  const Side second = sideOf(*call.getArg(1));
  return first != Side::Host && (first == Side::Device || second == Side::Device);
}

} // namespace warplint::usage
