//===- BuildMacrosTest.cpp --------------------------------------*- C++ -*-===//
#include "lint/frontend/BuildMacros.h"

#include <gtest/gtest.h>

namespace warplint::frontend {
namespace {

TEST(BuildMacros, AsMakefilesGiveThem) {
  const std::string text =
      "N ?= 16\n  export M:=$(N)\nLOOP = $(LOOP)\nQUOTED = \"8\"\n"
      "all:\n\tnvcc -DA=$(N) -D B=${M} -DC -D\"E=5\" -DF=$(shell nproc) \\\n"
      "  -DG=$(LOOP) -DH=$(NOBODY) -DI=\\\"text.h\\\" -DJ=$(QUOTED) -DLONG=1 -DK=-3\n"
      "# -DL=4\n";
  EXPECT_EQ(macroInMakefile(text, "A"), "16");
  EXPECT_EQ(macroInMakefile(text, "B"), "16");
  EXPECT_EQ(macroInMakefile(text, "C"), "1");
  EXPECT_EQ(macroInMakefile(text, "E"), "5");
  EXPECT_EQ(macroInMakefile(text, "J"), "8");
  EXPECT_EQ(macroInMakefile(text, "LONG"), "1");
  for (const char *none : {"D", "F", "G", "H", "K", "L", "LON", "N", "M", "NVCC"})
    EXPECT_EQ(macroInMakefile(text, none), std::nullopt) << none;
}

TEST(BuildMacros, AsCMakeGivesThem) {
  const std::string text = "add_definitions(-DTILE=32)\nadd_compile_options(\"-DROWS=8\")\n";
  EXPECT_EQ(macroInMakefile(text, "TILE"), "32");
  EXPECT_EQ(macroInMakefile(text, "ROWS"), "8");
  EXPECT_EQ(macroInMakefile(text, ""), std::nullopt);
}

} // namespace
} // namespace warplint::frontend
