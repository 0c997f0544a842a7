//===- LostMembers.h - uses of members that Clang leaves out ---*- C++ -*-===//
//
// Where the type of a member, a function or a variable is not known, Clang complains of its
// declaration, and drops every statement that names it without another word: of `q = n / divisor;`
// nothing is left. Such places are errors like others.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_FRONTEND_LOSTMEMBERS_H
#define WARPLINT_FRONTEND_LOSTMEMBERS_H

#include "clang/AST/Decl.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"

#include <vector>

namespace warplint::frontend {

/// Is this a member of a class that Clang could make no sense of, and that has a name?
bool isDamagedMember(const clang::Decl &declaration);

/// Is this a device function or a variable outside of classes that Clang could make no sense of?
bool isDamagedGlobal(const clang::Decl &declaration);

/// Where the text of a function's definition has one of the names, of members as a member, and its
/// syntax tree nothing; in the order of the text. What macros are given is not looked into: they
/// may leave it out.
std::vector<clang::SourceLocation> lostMembers(const clang::FunctionDecl &definition,
                                               const llvm::StringSet<> &members,
                                               const llvm::StringSet<> &globals,
                                               clang::Preprocessor &preprocessor);

} // namespace warplint::frontend

#endif
