//===- EarlyInstances.h - templates with a precompiled header --*- C++ -*-===//
//
// What headers ask of templates themselves Clang makes at the end of each file
// that includes them. Where the headers are precompiled, it can be made with
// them, once: `std::vector<float>` in an inline function, say.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_EARLYINSTANCES_H
#define WARPLINT_FRONTEND_EARLYINSTANCES_H

#include "lint/frontend/Parse.h"
#include "lint/frontend/ParseSetUp.h"

#include "clang/AST/Type.h"
#include "clang/Sema/SemaConsumer.h"

#include <vector>

namespace clang {
class FunctionDecl;
class Sema;
class TemplateArgument;
} // namespace clang

namespace warplint::frontend {

/// Stands before what writes a precompiled header. What has to do with the project is left to each
/// file: which functions launch something, and how many kernels get a body, is decided there. So
/// are kernels of libraries, and what has no definition yet, as the file may bring one.
class EarlyInstances : public clang::SemaConsumer {
public:
  /// `unit`: that is read for the request. `failed` is set where something is wrong in one of them,
  /// or they ask for too much: what is written then is of no use.
  EarlyInstances(const ParseRequest &request, const ParsedUnit &unit, bool &failed)
      : unit_(unit), failed_(failed), project_(request) {}

  void InitializeSema(clang::Sema &sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }
  void HandleCXXImplicitFunctionInstantiation(clang::FunctionDecl *function) override;
  void HandleTranslationUnit(clang::ASTContext &context) override;

private:
  bool isOfLibraries(const clang::Decl &declaration);
  bool isOfLibraries(clang::QualType type);
  bool isOfLibraries(const clang::TemplateArgument &argument);

  const ParsedUnit &unit_;
  bool &failed_;
  ProjectFiles project_;
  clang::Sema *sema_ = nullptr;
  bool isInstantiating_ = false;
  std::vector<clang::FunctionDecl *> asked_;
};

} // namespace warplint::frontend

#endif
