//===- ParseTest.cpp - files as Clang reads them ---------------*- C++ -*-===//
#include "lint/frontend/Parse.h"

#include "lint/frontend/VirtualFiles.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
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

/// What of CUDA's libraries only the host asks for gets no body, whoever asks first; what libraries
/// of other names do on the host may launch something.
TEST_F(Parse, AlgorithmsOfTheHostAreLeftToIt) {
  const std::string library =
      "#define __host__ __attribute__((host))\n#define __device__ __attribute__((device))\n"
      "namespace thrust {\n"
      "template <class T> __host__ __device__ T *both(T *x) { return x; }\n"
      "template <class T> __host__ __device__ T *hostFirst(T *x) { return x; }\n"
      "template <class T> __host__ __device__ T *inLambda(T *x) { return x; }\n"
      "template <class T> __host__ __device__ auto deduced(T x) { return x; }\n"
      "template <class T> struct vector { __host__ vector() { hostOnly(static_cast<T *>(nullptr)); "
      "} };\n"
      "template <class T> __host__ T *hostOnly(T *x) { return x; }\n"
      "template <class T> __host__ __device__ T ofNumbers(T x, const T &y) { return x + y; }\n"
      "}\n"
      "namespace library { template <class T> T other(T x) { return x; } }\n";
  const std::string header =
      "inline void inHeader() { thrust::hostFirst(\"\"); thrust::hostOnly(\"\"); }\n"
      "inline __device__ const char *forDevice() { return thrust::both(\"\"); }\n";
  const std::string file =
      "void host() {\n  thrust::both(\"\");\n  thrust::hostFirst(\"\");\n"
      "  auto lambda = [] { return thrust::inLambda(\"\"); };\n  lambda();\n"
      "  thrust::deduced(1);\n  library::other(1);\n  thrust::ofNumbers(1, 2);\n"
      "  thrust::vector<int> numbers;\n}\n"
      "__device__ const char *device() { return thrust::hostFirst(\"\"); }\n";
  request_.arguments = {"-x",         "cuda",         "--cuda-device-only",
                        "-nocudainc", "-nocudalib",   "--cuda-gpu-arch=sm_90",
                        "-std=c++17", "-fsyntax-only"};
  request_.arguments.push_back("-resource-dir=" + virtualResourceFolder.str());
  request_.isProject = [&](const std::string &path) { return path == request_.file; };
  request_.kernelInstantiations = 12;
  write("names.h", library + header);
  write("main.cpp", "#include \"names.h\"\n" + file);
  const std::string text = "#include \"" + (folder_ / "names.h").string() + "\"\n";
  for (const bool isPrecompiled : {false, true}) {
    ParseRequest with = request_;
    if (isPrecompiled) {
      write("main.cpp", file);
      with.preamble = folder_ / "names.pch";
      const auto made = precompile(request_, text, with.preamble);
      ASSERT_TRUE(made && made->clean);
      with.preambleBytes = made->bytes;
      with.replacedFiles.emplace_back(virtualPreambleFile, text);
    }
    std::vector<std::string> defined;
    ASSERT_TRUE(parse(with, [&](ParsedUnit &unit) {
      EXPECT_TRUE(unit.errors.empty()) << unit.errors.front().message;
      const auto lookAt = [&](const clang::DeclContext &space) {
        for (const clang::Decl *declaration : space.decls())
          if (const auto *made = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration))
            for (const clang::FunctionDecl *instance : made->specializations())
              if (instance->isDefined())
                defined.push_back(made->getNameAsString());
      };
      for (const clang::Decl *declaration :
           unit.compiler.getASTContext().getTranslationUnitDecl()->decls())
        if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(declaration))
          lookAt(*space);
    }));
    EXPECT_THAT(defined, ElementsAre("both", "hostFirst", "deduced", "ofNumbers", "other"))
        << isPrecompiled;
  }
}

} // namespace
} // namespace warplint::frontend
