//===- CharactersTest.cpp - columns and safe text -------------------------===//

#include "lint/report/Characters.h"

#include <gtest/gtest.h>

namespace warplint::report {
namespace {

using namespace std::string_literals;

TEST(Characters, TabsReachTheNextStop) {
  EXPECT_EQ(printable("\tx"), "    x");
  EXPECT_EQ(printable("ab\tx"), "ab  x");
  EXPECT_EQ(printable("\xE8\xA1\x8C\tx"), "\xE8\xA1\x8C  x"); // two columns wide
}

TEST(Characters, WhatATerminalObeysIsShownInstead) {
  EXPECT_EQ(printable("a\0b"s), "a<U+0000>b");
  EXPECT_EQ(printable("\033[31m"), "<U+001B>[31m");
  EXPECT_EQ(printable("\xE2\x80\xAE"), "<U+202E>"); // right-to-left override
  EXPECT_EQ(printable("\xE2\x81\xA6"), "<U+2066>"); // left-to-right isolate
  EXPECT_EQ(printable("\r"), "<U+000D>");
  EXPECT_EQ(printable("a\nb"), "a b");
}

TEST(Characters, BytesThatAreNotUtf8AreShownInHex) {
  EXPECT_EQ(printable("\xFF"), "<FF>");
  EXPECT_EQ(printable("\xE8\xA1"), "<E8><A1>");         // cut short
  EXPECT_EQ(printable("\xED\xA0\x80"), "<ED><A0><80>"); // a surrogate
  EXPECT_EQ(printable("\xC0\x80"), "<C0><80>");         // overlong
  EXPECT_EQ(validUtf8("a\xFF\xE8\xA1\x8C"), "a\xEF\xBF\xBD\xE8\xA1\x8C");
}

TEST(Characters, Utf16Columns) {
  const std::string line = "a\xC3\xA9\xF0\x9D\x92\x9Cz"; // a é 𝒜 z
  EXPECT_EQ(utf16Column(line, 1), 1u);
  EXPECT_EQ(utf16Column(line, 2), 2u);
  EXPECT_EQ(utf16Column(line, 4), 3u);
  EXPECT_EQ(utf16Column(line, 8), 5u);
  EXPECT_EQ(utf16Column(line, 9), 6u) << "behind the last character";
  EXPECT_EQ(utf16Column("", 7), 7u) << "a line that cannot be read";
  EXPECT_EQ(utf16Column("x", 0), 0u) << "unknown stays unknown";
}

} // namespace
} // namespace warplint::report
