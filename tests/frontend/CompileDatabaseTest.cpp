//===- CompileDatabaseTest.cpp - the commands of a build, read as asked ---===//

#include "lint/frontend/CompileDatabase.h"

#include "lint/frontend/CompileCommands.h"

#include "clang/Tooling/JSONCompilationDatabase.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace warplint::frontend {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Database : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "warplint-database-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(pattern.data()));
    root_ = pattern;
  }
  void TearDown() override { fs::remove_all(root_); }

  std::string write(const std::string &name, const std::string &text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
    return (root_ / name).string();
  }
  std::string cache() const { return (root_ / "cache").string(); }
  std::size_t kept() const {
    std::size_t count = 0;
    for (const auto &entry : fs::directory_iterator(cache()))
      count += entry.path().filename().string().find("database") != std::string::npos;
    return count;
  }

  fs::path root_;
};

/// Braces, brackets, commas and quotes in words; two commands of one file; a relative file, and one
/// with dots in it; no space, and much of it.
constexpr const char *text = R"([
  {"directory": "/b", "command": "nvcc -DX=\"{[,\\\"]}\" -c /s/a.cu", "file": "/s/a.cu"},
{"file":"../s/b.cu","directory":"/b","arguments":["nvcc","-DY=]","-c","../s/b.cu"]},

  {"directory": "/b", "command": "nvcc -DX=2 -c /s/a.cu", "file": "/s/./a.cu", "output": "x"}
]
)";

TEST_F(Database, GivesTheCommandsOfOneFile) {
  const std::string file = write("compile_commands.json", text);
  for (const char *const run : {"read", "kept"}) {
    const auto database = CompileDatabase::open(file, cache());
    ASSERT_TRUE(database) << database.error().str();
    ASSERT_TRUE(database->items());
    EXPECT_EQ(database->items()->size(), 2U) << run;
    EXPECT_EQ(
        database->commandsOf("/s/b.cu"),
        R"([{"file":"../s/b.cu","directory":"/b","arguments":["nvcc","-DY=]","-c","../s/b.cu"]}])")
        << run;
    std::string error;
    const auto ofA = clang::tooling::JSONCompilationDatabase::loadFromBuffer(
        database->commandsOf("/s/a.cu"), error, clang::tooling::JSONCommandLineSyntax::Gnu);
    ASSERT_TRUE(ofA) << error;
    const auto commands = ofA->getAllCompileCommands();
    ASSERT_EQ(commands.size(), 2U);
    EXPECT_THAT(commands[0].CommandLine, ElementsAre("nvcc", "-DX={[,\"]}", "-c", "/s/a.cu"));
    EXPECT_THAT(commands[1].CommandLine, ElementsAre("nvcc", "-DX=2", "-c", "/s/a.cu"));
    EXPECT_THAT(database->commandsOf("/s/c.cu"), IsEmpty());
    EXPECT_EQ(kept(), 1U);
  }
}

TEST_F(Database, ThatHasChangedIsReadAnew) {
  const std::string file = write("compile_commands.json", text);
  ASSERT_TRUE(CompileDatabase::open(file, cache()));
  const auto time = fs::last_write_time(file);
  std::string other = text;
  other.replace(other.find("/s/b"), 4, "/s/d"); // as long as before
  write("compile_commands.json", other);
  fs::last_write_time(file, time);
  const auto database = CompileDatabase::open(file, cache());
  ASSERT_TRUE(database);
  EXPECT_THAT(database->commandsOf("/s/b.cu"), IsEmpty());
  EXPECT_THAT(database->commandsOf("/s/d.cu"), HasSubstr("../s/d.cu"));
}

TEST_F(Database, WhatIsKeptMayBeDamaged) {
  const std::string file = write("compile_commands.json", text);
  ASSERT_TRUE(CompileDatabase::open(file, cache()));
  for (const auto &entry : fs::directory_iterator(cache()))
    std::ofstream(entry.path()) << "0 999999 /s/a.cu\n";
  const auto database = CompileDatabase::open(file, cache());
  ASSERT_TRUE(database);
  EXPECT_THAT(database->commandsOf("/s/b.cu"), HasSubstr("DY"));
}

TEST_F(Database, WhatClangAloneReadsIsReadAsAWhole) {
  std::string lenient = text;
  lenient.insert(lenient.rfind("\n]"), ",");
  const std::string file = write("compile_commands.json", lenient);
  const auto database = CompileDatabase::open(file, cache());
  ASSERT_TRUE(database) << database.error().str();
  EXPECT_FALSE(database->items());
  Options options;
  options.buildDirectory = file;
  const auto commands = CompileCommands::create(options, std::nullopt, root_.string());
  ASSERT_TRUE(commands) << commands.error().str();
  EXPECT_THAT(commands->commandFor("/s/b.cu", "/s").defines, HasSubstr("#define Y ]"));
}

TEST_F(Database, FaultsHaveTheirPlaces) {
  const std::string file =
      write("compile_commands.json", "[{\"directory\": \"/\", \"file\": \"a.cu\",\n"
                                     "  \"command\": \"\"},\n {\"directory\": \"/\"}]");
  const auto database = CompileDatabase::open(file, cache());
  ASSERT_FALSE(database);
  EXPECT_EQ(database.error().line, 3U);
  EXPECT_EQ(database.error().column, 2U);
  EXPECT_THAT(database.error().message, HasSubstr("command 2 has no \"file\""));
}

TEST_F(Database, WhatClangRefusesIsRefusedAtOnce) {
  for (const char *more :
       {R"(, "output": "a.o")", R"(, "output": 1)", R"(, "language": "CUDA")",
        R"(, "output": ["a.o"])", ", \"output\": \"\x7f.o\"", ", \"output\": \"\xc3\xa4.o\""}) {
    const std::string text =
        R"([{"directory": "/", "file": "a.cu", "command": "nvcc -DX")" + std::string(more) + "}]";
    Options options;
    options.buildDirectory = write("compile_commands.json", text);
    const auto commands = CompileCommands::create(options, std::nullopt, root_.string());
    std::string error;
    const auto clang = clang::tooling::JSONCompilationDatabase::loadFromBuffer(
        text, error, clang::tooling::JSONCommandLineSyntax::AutoDetect);
    EXPECT_EQ(commands.has_value(), clang != nullptr) << text << error;
    if (commands)
      EXPECT_THAT(commands->commandFor("/a.cu", "/").defines, HasSubstr("#define X 1")) << text;
  }
}

// As Clang finds them: by a link to the same file, and for what is not listed by what is closest.
TEST_F(Database, CommandsOfOtherNamesAreTheSame) {
  const std::string source = write("src/a.cu", "");
  const std::string far = write("other/z.cu", "");
  write("src/a.cuh", "");
  fs::create_directory_symlink(root_ / "src", root_ / "link");
  const auto command = [&](const std::string &path, const char *macro) {
    return R"({"directory": "/", "command": "nvcc -D)" + std::string(macro) + " -c " + path +
           R"(", "file": ")" + path + "\"}";
  };
  const std::string list =
      "[" + command(source, "NEAR") + ", " + command(far, "FAR") + (",") + "\n]";
  const std::string whole = write("whole/compile_commands.json", list);
  std::string json = list;
  json.erase(json.rfind(','), 1);
  const std::string indexed = write("indexed/compile_commands.json", json);
  const auto definesOf = [&](const std::string &database, const std::string &path) {
    Options options;
    options.buildDirectory = database;
    options.cacheFolder = cache();
    const auto commands = CompileCommands::create(options, std::nullopt, root_.string());
    return commands ? commands->commandFor(path, root_.string()).defines : commands.error().str();
  };
  for (const char *path : {"src/a.cu", "link/a.cu", "src/a.cuh", "other/new.cu"}) {
    const std::string full = (root_ / path).string();
    EXPECT_EQ(definesOf(indexed, full), definesOf(whole, full)) << path;
    EXPECT_THAT(definesOf(indexed, full), HasSubstr(path[0] == 'o' ? "FAR" : "NEAR")) << path;
  }
}

} // namespace
} // namespace warplint::frontend
