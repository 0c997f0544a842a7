//===- ParseTest.cpp - files as Clang reads them ---------------*- C++ -*-===//
#include "lint/frontend/Parse.h"

#include "lint/frontend/VirtualFiles.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace warplint::frontend {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class Parse : public testing::Test {
protected:
  void SetUp() override {
    folder_ = fs::canonical(testing::TempDir()) / ("warplint_parse_" + std::to_string(getpid()));
    fs::create_directories(folder_);
    write("main.cpp", "#include \"names.h\"\nint last;\n");
    write("names.h", "int one;\n");
    request_.file = folder_ / "main.cpp";
    request_.directory = folder_;
    request_.arguments = {"-x", "c++", "-fsyntax-only",
                          "-resource-dir=" + virtualResourceFolder.str()};
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string &name, const std::string &text) const {
    std::ofstream(folder_ / name) << text;
  }

  /// Names of the variables that Clang sees.
  std::vector<std::string> variables() const {
    std::vector<std::string> names;
    const auto done = parse(request_, [&](ParsedUnit &unit) {
      for (const clang::Decl *declaration :
           unit.compiler.getASTContext().getTranslationUnitDecl()->decls())
        if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration))
          names.push_back(variable->getNameAsString());
    });
    EXPECT_TRUE(done);
    return names;
  }

  /// `to` for `one` in names.h, whatever it is called by.
  void mendWith(std::string to) {
    request_.mend = [to = std::move(to)](llvm::StringRef path,
                                         llvm::StringRef text) -> std::optional<std::string> {
      if (!path.ends_with("names.h"))
        return std::nullopt;
      return text.str().replace(text.find("one"), 3, to);
    };
  }

  fs::path folder_;
  ParseRequest request_;
};

TEST_F(Parse, ReadsFilesAsTheyAre) { EXPECT_THAT(variables(), ElementsAre("one", "last")); }

TEST_F(Parse, ReadsHeadersAsTheyAreMended) {
  mendWith("two");
  EXPECT_THAT(variables(), ElementsAre("two", "last"));
}

// Clang has asked for the length before.
TEST_F(Parse, AnotherLengthIsNotTaken) {
  mendWith("three");
  EXPECT_THAT(variables(), ElementsAre("one", "last"));
}

/// Whether a header's own use of a template is made with its precompiled header shows where the
/// file specialises what that asks for in its turn.
TEST_F(Parse, WhatLibrariesAskOfTheirTemplatesIsPrecompiled) {
  write("names.h", "template <class T> struct Width { enum { value = 1 }; };\n"
                   "template <class T> int get() { return Width<T>::value; }\n"
                   "inline int use() { return get<int>(); }\n");
  write("main.cpp", "#include \"names.h\"\n"
                    "template <> struct Width<int> { enum { value = 9 }; };\n");
  const std::string text = "#include \"" + (folder_ / "names.h").string() + "\"\n";
  for (const bool ofProject : {false, true}) {
    request_.isProject = [&](const std::string &path) {
      return ofProject || path == request_.file;
    };
    ParseRequest with = request_;
    with.preamble = folder_ / "names.pch";
    const auto made = precompile(request_, text, with.preamble);
    ASSERT_TRUE(made && made->clean);
    with.preambleBytes = made->bytes;
    with.replacedFiles.emplace_back(virtualPreambleFile, text);
    std::vector<unsigned> errors;
    ASSERT_TRUE(parse(with, [&](ParsedUnit &unit) {
      for (const ParseError &error : unit.errors)
        errors.push_back(error.id);
    }));
    EXPECT_EQ(llvm::is_contained(errors, clang::diag::err_specialization_after_instantiation),
              !ofProject);
  }
}

} // namespace
} // namespace warplint::frontend
