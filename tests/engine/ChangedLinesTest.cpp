//===- ChangedLinesTest.cpp - diffs as they come --------------------------===//

#include "lint/engine/ChangedLines.h"

#include <gmock/gmock.h>

namespace warplint::engine {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

/// "name: 3-4 9", one file a line.
std::string parsed(const std::string &diff) {
  const auto files = parseDiff(diff);
  if (!files)
    return files.error().str();
  std::string text;
  for (const ChangedFile &file : *files) {
    text += file.name + ":";
    for (const Lines &lines : file.lines)
      text += lines.first == lines.last
                  ? " " + std::to_string(lines.first)
                  : " " + std::to_string(lines.first) + "-" + std::to_string(lines.last);
    text += "\n";
  }
  return text;
}

TEST(ParseDiff, OfGitWithoutContext) {
  EXPECT_EQ(parsed("diff --git a/src/a.cu b/src/a.cu\n"
                   "index 0123456..789abcd 100644\n"
                   "--- a/src/a.cu\n"
                   "+++ b/src/a.cu\n"
                   "@@ -3,0 +4,2 @@ __global__ void k() {\n"
                   "+one\n"
                   "+two\n"
                   "@@ -10 +12 @@\n"
                   "-old\n"
                   "+new\n"
                   "@@ -20,2 +21,0 @@\n"
                   "-gone\n"
                   "-gone\n"),
            "b/src/a.cu: 4-5 12\n");
}

TEST(ParseDiff, ContextIsNoChange) {
  EXPECT_EQ(parsed("--- a.cu\t2026-01-01 10:00:00\n+++ a.cu\t2026-01-02 10:00:00\n"
                   "@@ -1,4 +1,5 @@\n one\n-two\n+TWO\n+more\n three\n\n"),
            "a.cu: 2-3\n");
}

// Within a hunk, nothing is a header.
TEST(ParseDiff, LinesThatLookLikeHeaders) {
  EXPECT_EQ(parsed("--- a/a.cu\n+++ b/a.cu\n@@ -1,2 +1,2 @@\n--- a/x\n-@@ -1 +1 @@\n+++ b/y\n"
                   "+diff --git a/z b/z\n--- a/b.cu\n+++ b/b.cu\n@@ -1 +1 @@\n-a\n+b\n"),
            "b/a.cu: 1-2\nb/b.cu: 1\n");
}

TEST(ParseDiff, HunksInNoOrder) {
  EXPECT_EQ(parsed("--- a\n+++ a\n@@ -8 +8,2 @@\n-x\n+y\n+z\n@@ -1 +1 @@\n-x\n+y\n"
                   "@@ -8 +9,2 @@\n-x\n+y\n+z\n"),
            "a: 1 8-10\n");
  EXPECT_THAT(parsed("--- a\n+++ a\n@@ -1 +0,1 @@\n+y\n"), HasSubstr("header of the hunk"));
}

TEST(ParseDiff, FilesThatAreNewGoneRenamedOrBinary) {
  EXPECT_EQ(parsed("diff --git a/new.cu b/new.cu\nnew file mode 100644\nindex 000..111\n"
                   "--- /dev/null\n+++ b/new.cu\n@@ -0,0 +1,2 @@\n+a\n+b\n"
                   "diff --git a/gone.cu b/gone.cu\ndeleted file mode 100644\n--- a/gone.cu\n"
                   "+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
                   "diff --git a/old.cu b/moved.cu\nsimilarity index 100%\nrename from old.cu\n"
                   "rename to moved.cu\n"
                   "diff --git a/o.cu b/changed.cu\nsimilarity index 90%\nrename from o.cu\n"
                   "rename to changed.cu\n--- a/o.cu\n+++ b/changed.cu\n@@ -5 +5 @@\n-a\n+b\n"
                   "diff --git a/p.png b/p.png\nindex 1..2 100644\n"
                   "Binary files a/p.png and b/p.png differ\n"
                   "diff --git a/q.bin b/q.bin\nGIT binary patch\nliteral 3\nKcmZ\n\n"
                   "diff --git a/mode.sh b/mode.sh\nold mode 100644\nnew mode 100755\n"),
            "b/new.cu: 1-2\nb/changed.cu: 5\n");
}

TEST(ParseDiff, NamesThatAreQuotedOrHaveSpaces) {
  EXPECT_EQ(parsed("--- \"a/\\303\\244 \\\"q\\\"\\t.cu\"\n+++ \"b/\\303\\244 \\\"q\\\"\\t.cu\"\n"
                   "@@ -1 +1 @@\n-a\n+b\n"
                   "--- a/with space.cu\t\n+++ b/with space.cu\t\n@@ -1 +1 @@\n-a\n+b\n"),
            "b/\xC3\xA4 \"q\"\t.cu: 1\nb/with space.cu: 1\n");
}

TEST(ParseDiff, LineEndsOfAllKinds) {
  EXPECT_EQ(parsed("--- a/a.cu\r\n+++ b/a.cu\r\n@@ -1,3 +1,3 @@\r\n one\r\n-two\r\n+TWO\r\n\r\n"),
            "b/a.cu: 2\n");
  EXPECT_EQ(parsed("--- a/a.cu\n+++ b/a.cu\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n"
                   "\\ No newline at end of file\n"),
            "b/a.cu: 1\n");
  EXPECT_EQ(parsed("--- a/a.cu\n+++ b/a.cu\n@@ -1 +1 @@\n-a\n+b"), "b/a.cu: 1\n");
}

TEST(ParseDiff, WhatStandsAroundIt) {
  EXPECT_EQ(parsed(""), "");
  EXPECT_EQ(parsed("\n\n"), "");
  EXPECT_EQ(parsed("From: a@b\nSubject: [PATCH] x\n\n---\n a.cu | 2 +-\n\n"
                   "diff --git a/a.cu b/a.cu\n--- a/a.cu\n+++ b/a.cu\n@@ -1 +1 @@\n-a\n+b\n"
                   "-- \n2.39.5\n"),
            "b/a.cu: 1\n");
}

TEST(ParseDiff, CommitsWithoutChanges) {
  const std::string hash = "0123456789abcdef0123456789abcdef01234567";
  EXPECT_EQ(parsed("commit " + hash + "\nAuthor: a <a@b>\nDate:   today\n\n    empty\n"), "");
  EXPECT_EQ(parsed("commit " + hash + " (HEAD -> main)\nMerge: 0123456 789abcd\n"), "");
  EXPECT_EQ(parsed("tag v1\nTagger: a <a@b>\n\nfirst\n\ncommit 01234567\n\n    empty\n"), "");
  EXPECT_THAT(parsed("commit to this\n"), HasSubstr("no unified diff"));
  EXPECT_THAT(parsed("commit abc\n"), HasSubstr("no unified diff"));
  EXPECT_THAT(parsed("    commit " + hash + "\n"), HasSubstr("no unified diff"));
}

TEST(ParseDiff, SaysWhatIsWrong) {
  EXPECT_THAT(parsed("no diff\n"), HasSubstr("no unified diff"));
  EXPECT_THAT(parsed("+++ b/a\n@@ -1 +1,5 @@\n+a\n"), HasSubstr("ends within a hunk"));
  EXPECT_THAT(parsed("+++ b/a\n@@ -1,2 +1,2 @@\n-a\n-b\n-c\n"), HasSubstr("other lines"));
  EXPECT_THAT(parsed("+++ b/a\n@@ -1,2 +1,2 @@\n*a\n"), HasSubstr("other lines"));
  EXPECT_THAT(parsed("+++ b/a\n@@ -x +1 @@\n"), HasSubstr("header of the hunk"));
  EXPECT_THAT(parsed("+++ b/a\n@@ -1 +99999999999 @@\n"), HasSubstr("header of the hunk"));
  EXPECT_THAT(parsed("+++ b/a\n@@ -1 +4294967295,4294967295 @@\n"),
              HasSubstr("header of the hunk"));
  EXPECT_THAT(parsed("@@ -1 +1 @@\n-a\n+b\n"), HasSubstr("no file"));
  EXPECT_THAT(parsed("+++ \"b/a\n"), HasSubstr("name of the file"));
  EXPECT_THAT(parsed("+++ \"b/\\777\"\n"), HasSubstr("name of the file"));
  EXPECT_THAT(parsed("diff --cc a.cu\n--- a/a.cu\n+++ b/a.cu\n@@@ -1,1 -1,1 +1,2 @@@\n++b\n"),
              HasSubstr("combined diff"));
}

//===----------------------------------------------------------------------===//
// Which findings count
//===----------------------------------------------------------------------===//

Finding finding(unsigned line, unsigned endLine) {
  Finding finding;
  finding.span = {"a.cu", line, 1, endLine, 5};
  return finding;
}

TEST(Concerns, AnyLineThatItRestsOn) {
  ChangedLines changed;
  changed.add("a.cu", {{10, 12}});
  EXPECT_TRUE(concerns(changed, finding(10, 10)));
  EXPECT_TRUE(concerns(changed, finding(8, 10)));
  EXPECT_TRUE(concerns(changed, finding(12, 15)));
  EXPECT_FALSE(concerns(changed, finding(9, 9)));
  EXPECT_FALSE(concerns(changed, finding(13, 14)));
  Finding other = finding(11, 11);
  other.span.file = "b.cu";
  EXPECT_FALSE(concerns(changed, other));

  Finding inStatement = finding(13, 13);
  inStatement.statement = {11, 13};
  EXPECT_TRUE(concerns(changed, inStatement));
  Finding noted = finding(20, 20);
  noted.notes = {{{}, "no place"}, {{"a.cu", 11, 1, 11, 4}, "`row` comes from here"}};
  EXPECT_TRUE(concerns(changed, noted));
  Finding fixed = finding(20, 20);
  fixed.fixes = {{"pad-row", "pad", {{{"a.cu", 12, 1, 12, 1}, " + 1"}}}};
  EXPECT_TRUE(concerns(changed, fixed));
}

TEST(ParseDiff, PlacesOfLinesThatAreGone) {
  const auto files =
      parseDiff("--- a/a.cu\n+++ b/a.cu\n@@ -4,1 +3,0 @@\n-  __syncthreads();\n"
                "@@ -9,2 +8,1 @@\n-  a\n-  b\n+  c\n@@ -20,3 +18,2 @@\n x\n-y\n z\n");
  ASSERT_TRUE(files && files->size() == 1);
  const std::vector<Gone> &gone = files->front().gone;
  ASSERT_THAT(gone, SizeIs(3));
  EXPECT_EQ(gone[0].after, 3U);
  EXPECT_TRUE(gone[0].keptOrder);
  EXPECT_EQ(gone[1].after, 7U);
  EXPECT_FALSE(gone[1].keptOrder);
  EXPECT_EQ(gone[2].after, 18U);
}

TEST(Concerns, WhatIsGoneBetween) {
  ChangedLines changed;
  changed.add("a.cu", {}, {{10, false}});
  EXPECT_TRUE(concerns(changed, finding(10, 11)));
  EXPECT_FALSE(concerns(changed, finding(10, 10)));
  EXPECT_FALSE(concerns(changed, finding(11, 12)));
  Finding race = finding(14, 14);
  race.notes = {{{"a.cu", 8, 1, 8, 4}, "the other access"}};
  EXPECT_FALSE(concerns(changed, race));
  race.rule = "shared-race";
  EXPECT_TRUE(concerns(changed, race));
  // Behind both, in the loop that they are in.
  ChangedLines barrier;
  barrier.add("a.cu", {}, {{20, true}});
  EXPECT_TRUE(concerns(barrier, race));
  EXPECT_FALSE(concerns(barrier, finding(14, 14)));
}

TEST(KeepChanged, DropsTheRestAndCountsIt) {
  ChangedLines changed;
  changed.add("a.cu", {{10, 12}});
  changed.add("new.cu", {allLines});
  Report report;
  report.findings = {finding(1, 1), finding(11, 11), finding(30, 30), finding(77, 77)};
  report.findings[2].suppressed = SuppressedBy{"comment", ""};
  report.findings[3].span.file = "new.cu";
  EXPECT_EQ(keepChanged(changed, report), 1U);
  ASSERT_THAT(report.findings, SizeIs(2));
  EXPECT_EQ(report.findings[0].span.line, 11U);
  EXPECT_EQ(report.findings[1].span.line, 77U);
}

} // namespace
} // namespace warplint::engine
