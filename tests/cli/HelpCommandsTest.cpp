//===- HelpCommandsTest.cpp - warplint completion, warplint man -----------===//

#include "tests/cli/RunProgram.h"

namespace warplint::cli {
namespace {

using testing::HasSubstr;

class HelpCommands : public ProgramInFolder {
protected:
  /// What bash offers for the last of these words.
  std::string completed(const std::string &words) const {
    const Outcome outcome =
        shell("bash --norc -c 'eval \"$(\"" WARPLINT_PROGRAM "\" completion bash)\"; COMP_WORDS=(" +
              words +
              "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _warplint; "
              "echo \"${COMPREPLY[*]}\"' 2>/dev/null");
    return outcome.out.substr(0, outcome.out.find('\n'));
  }

  /// What zsh or fish offers behind a line.
  std::vector<std::string> offered(const std::string &name, const std::string &line) {
    const bool isZsh = name == "zsh";
    EXPECT_EQ(run("completion " + name + " > _warplint").status, 0);
    const Outcome outcome = shell(
        isZsh ? "timeout 60 zsh -f " WARPLINT_SOURCE_DIR "/tests/cli/complete.zsh \"$PWD\" '" +
                    line + "'"
              : "HOME=\"$PWD\" timeout 60 fish -c \"source _warplint; complete -C '" + line +
                    "'\" | cut -f1");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    std::vector<std::string> words;
    std::istringstream lines(outcome.out);
    for (std::string word; std::getline(lines, word);)
      words.push_back(word);
    return words;
  }

  void checkCompletionOf(const std::string &name) {
    using testing::Contains;
    using testing::ElementsAre;
    EXPECT_THAT(offered(name, "warplint li"), ElementsAre("lint"));
    EXPECT_THAT(offered(name, "warplint lint --basel"), ElementsAre("--baseline"));
    EXPECT_THAT(offered(name, "warplint lint --format mark"), ElementsAre("markdown"));
    EXPECT_THAT(offered(name, "warplint lint --fail-on e"), ElementsAre("error"));
    EXPECT_THAT(offered(name, "warplint explain memory-col"), ElementsAre("memory-column-access"));
    EXPECT_THAT(offered(name, "warplint completion z"), ElementsAre("zsh"));
    folder.write("kernel.cu", "");
    EXPECT_THAT(offered(name, "warplint lint k"), Contains("kernel.cu"));
  }
};

TEST_F(HelpCommands, BashCompletes) {
  if (shell("bash --version").status != 0)
    GTEST_SKIP() << "bash is not installed";
  EXPECT_EQ(completed("warplint li"), "lint");
  EXPECT_EQ(completed("warplint lint --basel"), "--baseline");
  EXPECT_EQ(completed("warplint lsp --deb"), "--debounce");
  EXPECT_EQ(completed("warplint lint --format mark"), "markdown");
  EXPECT_EQ(completed("warplint lint --fail-on e"), "error");
  EXPECT_EQ(completed("warplint lint --select shared-bank"), "shared-bank-conflict");
  EXPECT_EQ(completed("warplint explain memory-col"), "memory-column-access");
  EXPECT_EQ(completed("warplint completion f"), "fish");
  EXPECT_EQ(completed("warplint compare --b"), "--by");
  EXPECT_EQ(completed("warplint lint src/"), ""); // files are the shell's own
}

TEST_F(HelpCommands, ZshCompletes) {
  if (shell("zsh --version").status != 0)
    GTEST_SKIP() << "zsh is not installed";
  checkCompletionOf("zsh");
}

TEST_F(HelpCommands, FishCompletes) {
  if (shell("fish --version").status != 0)
    GTEST_SKIP() << "fish is not installed";
  checkCompletionOf("fish");
}

TEST_F(HelpCommands, ScriptsAreUnderstoodByTheirShells) {
  for (const char *name : {"bash", "zsh", "fish"}) {
    const Outcome script = run(std::string("completion ") + name + " > script");
    EXPECT_EQ(script.status, 0) << script.err;
    EXPECT_THAT(folder.read("script"), HasSubstr("confirm"));
    if (shell(std::string(name) + " --version").status == 0)
      EXPECT_EQ(shell(std::string(name) + " -n script").status, 0) << name;
  }
  EXPECT_EQ(run("completion").status, 2);
  EXPECT_EQ(run("completion tcsh").status, 2);
}

TEST_F(HelpCommands, TheManualNamesEveryCommandAndOption) {
  const Outcome page = run("man");
  EXPECT_EQ(page.status, 0);
  EXPECT_THAT(page.out, HasSubstr(".TH WARPLINT 1"));
  for (const char *words : {"warplint lint", "\\-\\-baseline", "\\-\\-diff", "warplint compare",
                            "EXIT STATUS", "\\fBOLD\\fR"})
    EXPECT_THAT(page.out, HasSubstr(words));
  folder.write("page.1", page.out);
  if (shell("groff --version").status == 0) {
    const Outcome shown = shell("groff -man -Tascii -ww page.1 > page.txt");
    EXPECT_EQ(shown.status, 0);
    EXPECT_EQ(shown.err, "");
    EXPECT_THAT(folder.read("page.txt"), HasSubstr("a linter for CUDA C++"));
  }
}

} // namespace
} // namespace warplint::cli
