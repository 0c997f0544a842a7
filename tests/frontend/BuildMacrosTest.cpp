//===- BuildMacrosTest.cpp --------------------------------------*- C++ -*-===//
#include "lint/frontend/BuildMacros.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplint::frontend {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(BuildMacros, AsMakefilesGiveThem) {
  const std::string text =
      "N ?= 16\n  export M:=$(N)\nLOOP = $(LOOP)\nQUOTED = \"8\"\n"
      "all:\n\tnvcc -DA=$(N) -D B=${M} -DC -D\"E=5\" -DF=$(shell nproc) \\\n"
      "  -DG=$(LOOP) -DH=$(NOBODY) -DI=\\\"text.h\\\" -DJ=$(QUOTED) -DLONG=1 -DK=-3\n"
      "# -DL=4\nifeq ($(findstring -DO,$(F)),-DO)\nP := $(filter -DQ=1,$(F))\n";
  EXPECT_EQ(macroInMakefile(text, "A"), "16");
  EXPECT_EQ(macroInMakefile(text, "B"), "16");
  EXPECT_EQ(macroInMakefile(text, "C"), "1");
  EXPECT_EQ(macroInMakefile(text, "E"), "5");
  EXPECT_EQ(macroInMakefile(text, "J"), "8");
  EXPECT_EQ(macroInMakefile(text, "LONG"), "1");
  for (const char *none : {"D", "F", "G", "H", "K", "L", "LON", "N", "M", "NVCC", "O", "Q"})
    EXPECT_EQ(macroInMakefile(text, none), std::nullopt) << none;
}

TEST(BuildMacros, ComputedByExpr) {
  const std::string text =
      "REGISTERS := 128\nTHREADS := $(shell expr 65536 / $(REGISTERS))\n"
      "TWICE = ${shell expr $(THREADS) '*' 2}\nNONE = $(shell expr 1 / 0)\n"
      "LESS = $(shell expr 1 - 2)\nSELF = $(shell expr $(SELF) + 1)\n"
      "k: k.cu\n\tnvcc -DA=$(THREADS) -DB=$(TWICE) -DC=$(NONE) -DD=$(LESS) -DE=$(SELF)\n";
  EXPECT_EQ(macroInMakefile(text, "A"), "512");
  EXPECT_EQ(macroInMakefile(text, "B"), "1024");
  for (const char *none : {"C", "D", "E"})
    EXPECT_EQ(macroInMakefile(text, none), std::nullopt) << none;
}

TEST(BuildMacros, AsCMakeGivesThem) {
  const std::string text = "add_definitions(-DTILE=32)\nadd_compile_options(\"-DROWS=8\")\n";
  EXPECT_EQ(macroInMakefile(text, "TILE"), "32");
  EXPECT_EQ(macroInMakefile(text, "ROWS"), "8");
  EXPECT_EQ(macroInMakefile(text, ""), std::nullopt);
}

TEST(BuildMacros, AsSetupOfPythonGivesThem) {
  const std::string text = "define_macros=[('A', '8'), (\"B\", None), ('C', version), ('D',4)],\n"
                           "extra_compile_args={'nvcc': ['-O3', '-DE', \"-DF=2\", '-UG']}\n";
  EXPECT_EQ(macroInMakefile(text, "A"), "8");
  EXPECT_EQ(macroInMakefile(text, "B"), "1");
  EXPECT_EQ(macroInMakefile(text, "D"), "4");
  EXPECT_EQ(macroInMakefile(text, "E"), "1");
  EXPECT_EQ(macroInMakefile(text, "F"), "2");
  for (const char *none : {"C", "G", "nvcc", "version"})
    EXPECT_EQ(macroInMakefile(text, none), std::nullopt) << none;
}

TEST(BuildMacros, HeadersThatAreReadFirst) {
  const auto headers = [](const char *text) { return headersInMakefile(text); };
  EXPECT_THAT(headers("%.o: %.cu\n\tnvcc -c $< -o $@ -include consts.h\n"),
              ElementsAre("consts.h"));
  EXPECT_THAT(headers("F += --pre-include $(DIR)/a.h\nDIR = inc\n"), ElementsAre("inc/a.h"));
  // A prerequisite by its number, with a comment behind the last; a folder that nobody knows.
  EXPECT_THAT(headers("S := ${TOP}/src\n$O/%.o: $(K)/%.cu $S/a.h \\\n  $S/b.h # $S/c.h\n"
                      "\t$(NVCC) -c $< -include $(word 3,$^)\n"),
              ElementsAre("src/b.h"));
  // The host's compiler comes behind; a Makefile that another one includes is no header.
  EXPECT_THAT(
      headers("-include $(DEPS)\na.o: a.c\n\tgcc -include a.h\nb.o: b.cu\n\t$(CC) -include b.h"),
      ElementsAre("b.h", "a.h"));
  EXPECT_THAT(
      headers("x:\n\tcmd -include $(word 2,$^) -includes y.h -include $(A).h -include %.h\n"),
      IsEmpty());
}

TEST(BuildMacros, AsCommentsGiveThem) {
  const std::string text = "// %PARAM% THREADS_IN_BLOCK bs 64:256\n"
                           "  // %RANGE% TUNE_ITEMS ipt 7:24:1\n"
                           "// 50 % of it, %PARAM% OTHER o 1\n"
                           "int x = 7 % 3; // %PARAM% BEHIND b 1\n"
                           "// %PARAM% WORDS w\n"
                           "// %PARAM% LAST l slow:fast";
  std::string found;
  for (const MacroInComments &macro : macrosInComments(text))
    found += macro.name + "=" + macro.value + (macro.always ? " always\n" : "\n");
  EXPECT_EQ(found, "THREADS_IN_BLOCK=64 always\nTUNE_ITEMS=7\nLAST=slow always\n");
}

} // namespace
} // namespace warplint::frontend
