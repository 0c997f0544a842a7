//===- Declarations.h - what a unit declares -------------------*- C++ -*-===//
//
// A way through declarations that leaves out types, bodies and initialisers: Clang
// reads these of a precompiled header only when somebody looks at them.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_DECLARATIONS_H
#define WARPLINT_SIMT_DECLARATIONS_H

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <functional>
#include <vector>

namespace warplint::simt {

/// Meets declarations in the order of clang::RecursiveASTVisitor, but those within functions.
template <typename Derived> class DeclarationVisitor : public clang::RecursiveASTVisitor<Derived> {
public:
  bool TraverseStmt(clang::Stmt *) { return true; }
  bool TraverseType(clang::QualType) { return true; }
  bool TraverseTypeLoc(clang::TypeLoc) { return true; }
  bool TraverseAttr(clang::Attr *) { return true; }
  bool TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc) { return true; }
  bool TraverseDeclarationNameInfo(const clang::DeclarationNameInfo &) { return true; }
  bool TraverseTemplateArgument(const clang::TemplateArgument &) { return true; }
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc &) { return true; }
  bool TraverseTemplateArguments(llvm::ArrayRef<clang::TemplateArgument>) { return true; }
  bool TraverseConstructorInitializer(clang::CXXCtorInitializer *) { return true; }

  // Clang would ask for their bodies and initialisers before it hands them to the above.
#define WARPLINT_LEAF(Class)                                                                       \
  bool Traverse##Class(clang::Class *declaration) {                                                \
    return static_cast<Derived *>(this)->WalkUpFrom##Class(declaration);                           \
  }
  WARPLINT_LEAF(FunctionDecl)
  WARPLINT_LEAF(CXXMethodDecl)
  WARPLINT_LEAF(CXXConstructorDecl)
  WARPLINT_LEAF(CXXDestructorDecl)
  WARPLINT_LEAF(CXXConversionDecl)
  WARPLINT_LEAF(CXXDeductionGuideDecl)
  WARPLINT_LEAF(VarDecl)
  WARPLINT_LEAF(FieldDecl)
  WARPLINT_LEAF(EnumConstantDecl)
  WARPLINT_LEAF(NonTypeTemplateParmDecl)
  WARPLINT_LEAF(TemplateTypeParmDecl)
#undef WARPLINT_LEAF

private:
  DeclarationVisitor() = default;
  friend Derived;
};

/// As written: functions, templates, and what may become one with a class template.
struct WrittenKernels {
  std::vector<const clang::FunctionDecl *> kernels;
  /// That have kernels for members: the first declaration of each.
  llvm::SmallPtrSet<const clang::ClassTemplateDecl *, 4> classTemplates;
};
WrittenKernels writtenKernels(clang::Decl &declaration);

/// The kernels of `scope` that have a body, those of templates as instantiated. Declarations in it
/// whose place is not `isOfInterest` are not looked into.
std::vector<const clang::FunctionDecl *>
kernelBodies(llvm::ArrayRef<clang::Decl *> scope,
             const std::function<bool(clang::SourceLocation)> &isOfInterest);

/// Is it written with __grid_constant__, an attribute that Clang 19 does not know?
bool isGridConstant(const clang::ParmVarDecl &parameter);

/// The pointer or array that an access indexes or follows, where it is a variable.
const clang::VarDecl *followedIn(const clang::Expr *expr);

/// What a function returns whose body does nothing else, in its own words; null: it does more, or
/// is not at hand.
const clang::Expr *onlyReturned(const clang::CallExpr &call);

/// `AT(a, i)` for `a[i]` that it stands for, of which `a` is the user's and the bracket the
/// macro's: the macro's use. None where both ends of the range are of one kind.
std::optional<clang::CharSourceRange> useOfMacro(const clang::SourceManager &sources,
                                                 clang::SourceRange range);

/// Of `for (float v : row)`, whose calls and comparisons stand where the colon does: what is
/// between the parentheses. None where the range is another.
std::optional<clang::CharSourceRange> headOfRangeFor(const clang::SourceManager &sources,
                                                     clang::SourceRange range);

} // namespace warplint::simt

#endif
