//===- KernelNameTest.cpp -------------------------------------------------===//

#include "runtime-check/KernelName.h"

#include <gmock/gmock.h>

namespace warplint::runtime {
namespace {

TEST(KernelName, OfMangledNames) {
  const auto plain = [](const char *symbol) { return plainKernelName(demangled(symbol)); };
  EXPECT_EQ(plain("_ZN2ns2tkIfLi8EEEvPT_PKS1_"), "ns::tk");
  EXPECT_EQ(plain("_Z5statkPf"), "statk");
  EXPECT_EQ(plain("ck"), "ck") << "extern \"C\"";
  EXPECT_EQ(plain("_ZN33_GLOBAL__N__c394c6fa_7_prog_cu_ck5anonkEPf"), "anonk")
      << "nvcc's name for an unnamed namespace";
  EXPECT_EQ(plain("_Z4manyILi0EEvPf"), "many");
}

TEST(KernelName, OfDemangledNames) {
  EXPECT_EQ(plainKernelName("void ns::k<float, 8>(float*, float const*)"), "ns::k");
  EXPECT_EQ(plainKernelName("void k<Op<std::pair<int, (a::b)3> > >(int)"), "k");
  EXPECT_EQ(plainKernelName("void k<(3)>(int)"), "k");
  EXPECT_EQ(plainKernelName("a<int>::b<float>::run(int)"), "a::b::run");
  EXPECT_EQ(plainKernelName("(anonymous namespace)::k"), "k");
  EXPECT_EQ(plainKernelName("void a::(anonymous namespace)::k<3>(int)"), "a::k");
  EXPECT_EQ(plainKernelName("void run<main::{lambda(float*)#1}>(main::{lambda(float*)#1})"), "run");
}

TEST(KernelName, OfAnInstanceHasItsArgumentsAndNoSpaces) {
  for (const char *name : {"void ns::k<Op<std::pair<int, (a::b)3> > >(float*, float const*)",
                           "ns::k<Op<std::pair<int, (a::b)3>>>"})
    EXPECT_EQ(instanceName(name), "ns::k<Op<std::pair<int,(a::b)3>>>") << name;
  EXPECT_EQ(instanceName(demangled("_ZN2ns2tkIfLi8EEEvPT_PKS1_")), "ns::tk<float,8>");
  EXPECT_EQ(instanceName("void (anonymous namespace)::k<(unsigned int)3>(int)"),
            "k<(unsignedint)3>");
  EXPECT_EQ(instanceName("k(int)"), "k");
}

TEST(KernelName, IsLeftAsItIsWhereItIsPlain) {
  for (const char *name : {"k", "ns::k", "a::b::c"})
    EXPECT_EQ(plainKernelName(name), name);
  EXPECT_EQ(plainKernelName(""), "");
}

TEST(KernelName, BrokenNamesDoNoHarm) {
  for (const char *name : {"<", "k<", "k<(", "::", "{", ")", "a ::", "k<int>>"})
    plainKernelName(name);
}

} // namespace
} // namespace warplint::runtime
