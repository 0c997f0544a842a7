//===- ParseSetUp.h - what every pass of Clang has in common ---*- C++ -*-===//
//
// For the files beside it that run Clang: the pass over a file, and those that
// make precompiled headers.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_PARSESETUP_H
#define WARPLINT_FRONTEND_PARSESETUP_H

#include "lint/frontend/Parse.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/SemaConsumer.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <memory>

namespace warplint::frontend {

/// Keeps errors, in the order in which Clang finds them.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  explicit ErrorCollector(std::vector<ParseError> &errors) : errors_(errors) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override;

private:
  std::vector<ParseError> &errors_;
};

/// Skips includes that cannot be found, or enters what `findInclude` offers in their place, so
/// that no second pass is needed.
class IncludeMender : public clang::PPCallbacks {
public:
  IncludeMender(const ParseRequest &request, clang::Preprocessor &preprocessor, ParsedUnit &unit);

  // True: no error, and later includes are still looked at.
  bool FileNotFound(llvm::StringRef) override { return true; }

  void InclusionDirective(clang::SourceLocation hash, const clang::Token &, llvm::StringRef name,
                          bool, clang::CharSourceRange, clang::OptionalFileEntryRef file,
                          llvm::StringRef, llvm::StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override;

  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override;
  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &macro,
                    clang::SourceRange, const clang::MacroArgs *) override;
  void MacroDefined(const clang::Token &name, const clang::MacroDirective *directive) override;
  void MacroUndefined(const clang::Token &name, const clang::MacroDefinition &before,
                      const clang::MacroDirective *) override;

private:
  std::optional<clang::FileEntryRef> replacementFor(llvm::StringRef name, llvm::StringRef includer);
  void enter(clang::FileEntryRef file, clang::SourceLocation hash);
  /// What a build would make of it, as far as that is known.
  void enterTemplate(clang::FileEntryRef file, llvm::StringRef name, clang::SourceLocation hash);
  unsigned depth() const;
  bool isWithinError(clang::SourceLocation directive) const;
  bool isOfLibrary(clang::SourceLocation place) const;

  static constexpr unsigned maxIncludeDepth = 200; // as Clang's own limit

  const ParseRequest &request_;
  clang::Preprocessor &preprocessor_;
  ParsedUnit &unit_;
  llvm::StringSet<> seen_;
  /// Macros of the preamble that were defined no more, as by <assert.h>, which is read again each
  /// time.
  llvm::DenseMap<const clang::IdentifierInfo *, const clang::MacroInfo *> hadBefore_;
};

/// Bodies of functions in system headers that no kernel runs, or that say nothing which is not
/// known without them, are not read. Clang itself keeps those that constant expressions or `auto`
/// may need.
class BodySkipper : public clang::SemaConsumer {
protected:
  bool shouldSkipFunctionBody(clang::Decl *declaration) override;

private:
  bool isKnown(clang::FileID file, const clang::SourceManager &sources);

  llvm::DenseMap<clang::FileID, bool> known_;
};

/// Stands before what writes a precompiled header. Three of Sema's lists would be read in full by
/// each file, declaration by declaration: those of functions and of local types which nobody may
/// use, which only warnings are about, and that of functions to begin with when Clang asks which
/// errors in device code count. Of the latter those are left that it does begin with: the others
/// are inline, or of templates.
class ListPruner : public clang::SemaConsumer {
  void InitializeSema(clang::Sema &sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }
  void HandleTranslationUnit(clang::ASTContext &context) override;

  clang::Sema *sema_ = nullptr;
};

/// Which places are in files of the project.
class ProjectFiles {
public:
  /// As the request has it, which must live as long.
  explicit ProjectFiles(const ParseRequest &request) : request_(request) {}

  bool hold(const clang::SourceManager &sources, clang::SourceLocation location);

private:
  const ParseRequest &request_;
  llvm::DenseMap<clang::FileID, bool> known_; ///< what was asked already
};

/// The last folders to be searched, and those that the search has led to before.
void addLastFolders(clang::CompilerInstance &compiler, const ParseRequest &request);

/// Errors, as clang::diag::…, that leave the AST as it would be without them: they forbid, but lose
/// nothing.
bool losesNothing(unsigned id);

/// What Clang says of functions for both sides only once a kernel calls them, it keeps in no
/// precompiled header: is there any of that, at a place that `counts`?
bool holdsBackErrors(const clang::Sema &sema,
                     llvm::function_ref<bool(clang::SourceLocation)> counts);

/// Puts what a PCHGenerator before it has made into a file, at once and whole or not at all: where
/// the disk is full, Clang's own writer ends the program.
class PrecompiledWriter : public clang::ASTConsumer {
public:
  PrecompiledWriter(std::string path, std::shared_ptr<clang::PCHBuffer> made, std::string &problem)
      : path_(std::move(path)), made_(std::move(made)), problem_(problem) {}

private:
  void HandleTranslationUnit(clang::ASTContext &context) override;

  std::string path_;
  std::shared_ptr<clang::PCHBuffer> made_;
  std::string &problem_; ///< why nothing was written, unless something is known to be wrong
};

std::string firstMessage(const std::vector<ParseError> &errors);

/// The file system that a request asks for, files mended.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystemFor(const ParseRequest &request);

/// Sets a compiler up for the request, reading through `fileSystem`. What it complains of goes to
/// `collector`, which writes to `errors`.
Expected<void> prepare(clang::CompilerInstance &compiler, const ParseRequest &request,
                       const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &fileSystem,
                       ErrorCollector &collector, std::vector<ParseError> &errors);

} // namespace warplint::frontend

#endif
