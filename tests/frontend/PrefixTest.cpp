//===- PrefixTest.cpp - what a file begins with, read before --------------===//

#include "lint/frontend/Prefix.h"

#include <gtest/gtest.h>

namespace warplint::frontend {
namespace {

/// What of the text is read before.
std::string prefixOf(const std::string &text) { return text.substr(0, prefixBounds(text).bytes); }

TEST(Prefix, EndsBeforeTheFirstDeclaration) {
  EXPECT_EQ(prefixOf("// What it is.\n#include <a.h>\n#define N 1\n#include \"b.h\"\nint x;\n"
                     "#include \"c.h\"\n"),
            "// What it is.\n#include <a.h>\n#define N 1\n#include \"b.h\"\n");
  EXPECT_EQ(prefixOf("#include <a.h>\n\n/* of */ int x;\n"), "#include <a.h>\n\n");
  EXPECT_EQ(prefixOf("#include <a.h>\r\nint x;\r\n"), "#include <a.h>\r\n");
  EXPECT_EQ(prefixOf("#include <a.h>"), "#include <a.h>");
}

TEST(Prefix, NeedsAnInclude) {
  EXPECT_EQ(prefixOf(""), "");
  EXPECT_EQ(prefixOf("int x;\n#include <a.h>\n"), "");
  EXPECT_EQ(prefixOf("#define N 1\n// #include <a.h>\nint x;\n"), "");
  EXPECT_EQ(prefixOf("#  include <a.h>\nint x;\n"), "#  include <a.h>\n");
}

TEST(Prefix, GoesOnBehindWhatOnlySaysThatThereIsSomething) {
  const std::string whole = "struct Options; // of the launch\n#define FACTORY Options\n"
                            "enum class Kind : int;\nusing namespace std;\n#include <a.h>\n";
  EXPECT_EQ(prefixOf(whole + "int x;\n"), whole);
  EXPECT_EQ(prefixOf(whole + "class Other;\nint x;\n"), whole);
  EXPECT_EQ(prefixOf("#include <a.h>\nstruct A {};\n#include <b.h>\n"), "#include <a.h>\n");
  EXPECT_EQ(prefixOf("#include <a.h>\nstruct A a;\n#include <b.h>\n"), "#include <a.h>\n");
  EXPECT_EQ(prefixOf("#include <a.h>\nusing T = int;\n#include <b.h>\n"), "#include <a.h>\n");
  EXPECT_EQ(prefixOf("#include <a.h>\nusing a::b;\n#include <b.h>\n"), "#include <a.h>\n");
  EXPECT_EQ(prefixOf("#include <a.h>\nstruct A"), "#include <a.h>\n");
}

TEST(Prefix, HoldsConditionals) {
  const std::string whole = "#ifdef A\n#include <a.h>\n#else\n#include <b.h>\n#endif\n";
  EXPECT_EQ(prefixOf(whole + "int x;\n"), whole);
  EXPECT_EQ(prefixOf("#ifndef H\n#define H\n#include <a.h>\nint x;\n#endif\n"),
            "#ifndef H\n#define H\n#include <a.h>\n");
}

TEST(Prefix, IsReadUnderAPathInTheSameFolder) {
  EXPECT_EQ(prefixFile("/w/src/a.cu"), prefixFile("/w/src/b.cuh"));
  EXPECT_EQ(prefixFile("/w/src/a.cu").rfind("/w/src/", 0), 0U);
  EXPECT_NE(prefixFile("/w/src/a.cu"), prefixFile("/w/a.cu"));
}

TEST(Prefix, IsReadBackAsItWasWritten) {
  Prefix prefix;
  prefix.file = "/w/.prefix.cu";
  prefix.bounds = {40, true};
  prefix.errors.push_back({7, 9, 8, 1234, "no \"x\"", {3, 5}, true});
  prefix.files = {{"/w/a.cuh", 2, {}, true}, {"/w/b.cuh", 23, {{57, "k"}}, false}};
  prefix.skipped = {{1, 11, 13}, {Prefix::mainFile, 17, 19}};
  prefix.declarations = {29, 1ULL << 40};
  prefix.ofInterest = {30, 33};
  prefix.bearingOnLaunches = {30};
  prefix.bearingOrElsewhere = {30, 32};
  prefix.ofKernels = {33};
  prefix.callingOnDevice = {31, 32};
  prefix.withFeatures = {38};
  prefix.ofHost = {39, 40};
  prefix.writing = {34, 35};
  prefix.assigning = {36};
  prefix.functions = {{"get", false, 0, 43, 47, 0}, {"k", true, 1, 53, 59, 57, 61, 67}};
  prefix.hasDamaged = true;
  prefix.instances = {31};
  prefix.missingIncludes = {"gone.h"};
  prefix.madeHeaders = {"config.h"};
  prefix.folders = {"/w/include"};
  prefix.bytes = 41;
  prefix.ownBytes = 37;
  const auto read = Prefix::fromJson(prefix.toJson());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->toJson(), prefix.toJson());
  EXPECT_EQ(read->errors.at(0).causes, prefix.errors.at(0).causes);
  EXPECT_EQ(read->declarations, prefix.declarations);
  EXPECT_EQ(read->ofInterest, prefix.ofInterest);
  EXPECT_EQ(read->bearingOnLaunches, prefix.bearingOnLaunches);
  EXPECT_EQ(read->bearingOrElsewhere, prefix.bearingOrElsewhere);
  EXPECT_EQ(read->ofKernels, prefix.ofKernels);
  EXPECT_EQ(read->callingOnDevice, prefix.callingOnDevice);
  EXPECT_EQ(read->withFeatures, prefix.withFeatures);
  EXPECT_EQ(read->ofHost, prefix.ofHost);
  EXPECT_EQ(read->writing, prefix.writing);
  EXPECT_EQ(read->assigning, prefix.assigning);
  ASSERT_EQ(read->functions.size(), 2U);
  EXPECT_TRUE(read->functions[1].kernel);
  EXPECT_EQ(read->functions[1].file, 1U);
  EXPECT_EQ(read->functions[1].attribute, 57U);
  EXPECT_EQ(read->functions[1].writtenEnd, 67U);
  ASSERT_EQ(read->files.size(), 2U);
  EXPECT_EQ(read->files[0].path, "/w/a.cuh");
  EXPECT_TRUE(read->files[0].maySuppress);
  ASSERT_EQ(read->files[1].kernels.size(), 1U);
  EXPECT_EQ(read->files[1].kernels[0].name, "k");
  ASSERT_EQ(read->skipped.size(), 2U);
  EXPECT_EQ(read->skipped[1].file, Prefix::mainFile);
  EXPECT_EQ(read->skipped[1].end, 19U);
  EXPECT_TRUE(read->hasDamaged);
  EXPECT_TRUE(read->bounds.endsLine);
  EXPECT_FALSE(Prefix::fromJson(nlohmann::json::array()));
  EXPECT_FALSE(Prefix::fromJson(nlohmann::json::object()));
}

} // namespace
} // namespace warplint::frontend
