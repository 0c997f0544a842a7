//===- ServerTest.cpp - warplint lsp, as an editor talks to it ------------===//

#include "lint/lsp/Messages.h"
#include "lint/lsp/Text.h"
#include "lint/lsp/Uri.h"
#include "tests/cli/TemporaryFolder.h"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace warplint::lsp {
namespace {

using Json = nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Clock = std::chrono::steady_clock;

/// How long an answer may take on a machine with much else to do.
constexpr auto patience = std::chrono::seconds(100);

/// An editor that starts the program, and its conversation with it.
class Editor {
public:
  Editor(const std::string &folder, std::vector<std::string> arguments) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
      throw std::runtime_error("no pipes");
    arguments.insert(arguments.begin(), {WARPLINT_PROGRAM, "lsp", "--cuda-path", "none"});
    std::vector<char *> words;
    for (std::string &argument : arguments)
      words.push_back(argument.data());
    words.push_back(nullptr);
    process_ = fork();
    if (process_ == 0) {
      dup2(in[0], STDIN_FILENO);
      dup2(out[1], STDOUT_FILENO);
      if (chdir(folder.c_str()) == 0)
        execv(WARPLINT_PROGRAM, words.data());
      _exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    in_ = in[1];
    out_ = out[0];
  }
  ~Editor() {
    hangUp();
    ::close(out_);
    if (process_ > 0) {
      kill(process_, SIGKILL);
      waitpid(process_, nullptr, 0);
    }
  }
  Editor(const Editor &) = delete;
  Editor &operator=(const Editor &) = delete;

  pid_t process() const { return process_; }

  void write(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::write(in_, bytes.data(), bytes.size());
      if (count <= 0)
        throw std::runtime_error("the server does not read");
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  void send(const Json &message) const { write(framed(message.dump())); }
  void notify(const std::string &method, const Json &parameters) const {
    send({{"jsonrpc", "2.0"}, {"method", method}, {"params", parameters}});
  }
  void hangUp() {
    if (in_ >= 0)
      ::close(in_);
    in_ = -1;
  }

  /// The next message; null where none comes in time.
  Json next(Clock::duration time = patience) {
    const auto until = Clock::now() + time;
    for (;;) {
      if (const auto item = reader_.next())
        return Json::parse(item->content);
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
      pollfd polled{out_, POLLIN, 0};
      if (left <= 0 || poll(&polled, 1, static_cast<int>(left)) <= 0)
        return nullptr;
      char buffer[4096];
      const ssize_t count = ::read(out_, buffer, sizeof buffer);
      if (count <= 0)
        return nullptr;
      reader_.feed({buffer, static_cast<std::size_t>(count)});
    }
  }
  Json request(const std::string &method, const Json &parameters) {
    const int id = ++requests_;
    send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", parameters}});
    for (Json message = next(); !message.is_null(); message = next())
      if (message.value("id", Json()) == id)
        return message;
      else
        kept_.push_back(std::move(message));
    return nullptr;
  }
  /// Diagnostics of a document, as they come next.
  Json diagnostics(const std::string &uri, std::optional<int> version = std::nullopt,
                   Clock::duration time = patience) {
    for (;;) {
      Json message;
      if (kept_.empty()) {
        message = next(time);
      } else {
        message = std::move(kept_.front());
        kept_.erase(kept_.begin());
      }
      if (message.is_null())
        return nullptr;
      if (message.value("method", "") == "textDocument/publishDiagnostics" &&
          message["params"]["uri"] == uri &&
          (!version || message["params"].value("version", 0) == *version))
        return message["params"]["diagnostics"];
    }
  }

  void initialise(const std::string &folder) {
    const Json capabilities = Json::parse(
        R"({"workspace":{"workspaceEdit":{"documentChanges":true}},
            "textDocument":{"hover":{"contentFormat":["markdown"]},
              "codeAction":{"codeActionLiteralSupport":{}},
              "publishDiagnostics":{"relatedInformation":true,"versionSupport":true}}})");
    const Json answer = request(
        "initialize",
        {{"processId", getpid()}, {"rootUri", uriOfPath(folder)}, {"capabilities", capabilities}});
    ASSERT_EQ(answer["result"]["serverInfo"]["name"], "warplint");
    notify("initialized", Json::object());
  }
  void open(const std::string &uri, const std::string &text) {
    notify("textDocument/didOpen",
           {{"textDocument",
             {{"uri", uri}, {"languageId", "cuda-cpp"}, {"version", 1}, {"text", text}}}});
  }
  void change(const std::string &uri, int version, const std::string &text) {
    notify("textDocument/didChange", {{"textDocument", {{"uri", uri}, {"version", version}}},
                                      {"contentChanges", Json::array({Json{{"text", text}}})}});
  }
  /// The exit status; -1 where it does not end, or does so by a signal.
  int wait() {
    for (const auto until = Clock::now() + patience; Clock::now() < until;
         std::this_thread::sleep_for(std::chrono::milliseconds(5))) {
      int status = 0;
      if (waitpid(process_, &status, WNOHANG) == process_) {
        process_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
      }
    }
    return -1;
  }
  int end() {
    request("shutdown", nullptr);
    notify("exit", nullptr);
    return wait();
  }

private:
  pid_t process_ = -1;
  int in_ = -1;
  int out_ = -1;
  int requests_ = 0;
  MessageReader reader_;
  std::vector<Json> kept_;
};

const std::string transpose =
    R"(__global__ void transpose(float *__restrict__ out, const float *__restrict__ in) {
  __shared__ float tile[32][32];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * 1024 + x];
  __syncthreads();
  out[(blockIdx.x * 32 + threadIdx.y) * 1024 + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void launch(float *out, const float *in) {
  transpose<<<dim3(32, 32), dim3(32, 32)>>>(out, in);
}
)";

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  return text.replace(text.find(from), from.size(), to);
}

std::vector<std::string> codes(const Json &diagnostics) {
  std::vector<std::string> all;
  for (const Json &diagnostic : diagnostics)
    all.push_back(diagnostic.value("code", ""));
  return all;
}

Position positionIn(const Json &json) { return {json["line"], json["character"]}; }

/// The text after the edits of a workspace edit; from the back, as they speak of one text.
std::string applied(const std::string &before, Json edits) {
  std::sort(edits.begin(), edits.end(), [](const Json &a, const Json &b) {
    return positionIn(a["range"]["start"]) > positionIn(b["range"]["start"]);
  });
  Text text(before);
  for (const Json &edit : edits)
    text.replace({text.offsetOf(positionIn(edit["range"]["start"]), Encoding::Utf16),
                  text.offsetOf(positionIn(edit["range"]["end"]), Encoding::Utf16)},
                 edit["newText"].get<std::string>());
  return text.str();
}

/// Processes that a process has started.
std::vector<pid_t> childrenOf(pid_t process) {
  const std::string name = std::to_string(process);
  std::ifstream in("/proc/" + name + "/task/" + name + "/children");
  std::vector<pid_t> children;
  for (pid_t child = 0; in >> child;)
    children.push_back(child);
  return children;
}

class LspServer : public testing::Test {
protected:
  Editor &editor() { return *editor_; }
  void start(const std::vector<std::string> &arguments = {}) {
    editor_ = std::make_unique<Editor>(folder.path(), arguments);
    editor_->initialise(folder.path());
  }
  std::string uri(const std::string &name) const { return uriOfPath(folder.path(name)); }
  static Json rangeOf(const std::string &uri, unsigned line, unsigned character) {
    const Json place = {{"line", line}, {"character", character}};
    return {{"textDocument", {{"uri", uri}}},
            {"position", place},
            {"range", {{"start", place}, {"end", place}}},
            {"context", {{"diagnostics", Json::array()}}}};
  }

  cli::TemporaryFolder folder;
  std::unique_ptr<Editor> editor_;
};

TEST_F(LspServer, ShowsExplainsAndFixes) {
  start({"--stdio"});
  const std::string file = uri("transpose.cu"); // not on disk
  editor().open(file, transpose);
  const Json shown = editor().diagnostics(file);
  ASSERT_THAT(codes(shown), Contains("shared-bank-conflict")) << shown.dump(1);
  const auto &conflict = *std::find_if(shown.begin(), shown.end(), [](const Json &one) {
    return one["code"] == "shared-bank-conflict";
  });
  EXPECT_EQ(conflict["range"]["start"]["line"], 5);
  EXPECT_EQ(conflict["severity"], 2);
  EXPECT_THAT(conflict["message"].get<std::string>(),
              HasSubstr("32 wavefronts per request where 1"));

  const unsigned column = conflict["range"]["start"]["character"];
  const Json hover = editor().request("textDocument/hover", rangeOf(file, 5, column + 1));
  const std::string words = hover["result"]["contents"]["value"];
  EXPECT_THAT(words, HasSubstr("**load from shared memory**"));
  EXPECT_THAT(words, HasSubstr("32 wavefronts per request where 1 would do"));
  EXPECT_THAT(words, HasSubstr("## Why"));
  const Json good = editor().request("textDocument/hover", rangeOf(file, 3, 40));
  EXPECT_THAT(good["result"]["contents"]["value"].get<std::string>(),
              HasSubstr("4 sectors per request, the fewest that would do"));

  const Json actions =
      editor().request("textDocument/codeAction", rangeOf(file, 5, column))["result"];
  std::map<std::string, Json> byTitle;
  for (const Json &action : actions)
    byTitle[action["title"]] = action["edit"]["documentChanges"][0];
  ASSERT_TRUE(byTitle.contains("Silence shared-bank-conflict here")) << actions.dump(1);
  ASSERT_GE(byTitle.size(), 3U);
  EXPECT_EQ(actions[0]["isPreferred"], true);
  int version = 1;
  for (const auto &[title, edit] : byTitle) {
    EXPECT_EQ(edit["textDocument"]["version"], 1);
    const std::string text = applied(transpose, edit["edits"]);
    ASSERT_NE(text, transpose);
    editor().change(file, ++version, text);
    EXPECT_THAT(codes(editor().diagnostics(file, version)), Not(Contains("shared-bank-conflict")))
        << title << "\n"
        << text;
  }
  editor().change(file, ++version, transpose);
  EXPECT_THAT(codes(editor().diagnostics(file, version)), Contains("shared-bank-conflict"));
  editor().notify("textDocument/didClose", {{"textDocument", {{"uri", file}}}});
  EXPECT_THAT(editor().diagnostics(file), IsEmpty());
  EXPECT_EQ(editor().end(), 0);
}

TEST_F(LspServer, TheLastOfManyChangesWins) {
  start({"--debounce", "300"});
  const std::string file = uri("a.cu");
  editor().open(file, transpose);
  ASSERT_THAT(codes(editor().diagnostics(file, 1)), Contains("shared-bank-conflict"));
  constexpr int last = 40;
  for (int version = 2; version <= last; ++version) {
    editor().change(file, version,
                    version == last ? replaced(transpose, "[32][32]", "[32][33]")
                                    : transpose + "// " + std::to_string(version) + "\n");
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  // Nothing is said of what was in between.
  const Json shown = editor().diagnostics(file);
  EXPECT_THAT(codes(shown), Not(Contains("shared-bank-conflict")));
  EXPECT_TRUE(editor().diagnostics(file, std::nullopt, std::chrono::seconds(1)).is_null());
  EXPECT_EQ(editor().end(), 0);
}

TEST_F(LspServer, WhatIsOpenCountsAndNotWhatIsOnDisk) {
  const std::string header = replaced(transpose, "void launch", "static void launch");
  folder.write("tile.cuh", replaced(header, "[32][32]", "[32][33]"));
  folder.write("a.cu", "not even code");
  start();
  editor().open(uri("a.cu"), "#include \"tile.cuh\"\n");
  EXPECT_THAT(editor().diagnostics(uri("a.cu")), IsEmpty());
  editor().open(uri("tile.cuh"), header);
  EXPECT_THAT(codes(editor().diagnostics(uri("tile.cuh"))), Contains("shared-bank-conflict"));
  // The file that includes it is looked at again, with the text of the header.
  EXPECT_THAT(editor().diagnostics(uri("a.cu")), IsEmpty());
  editor().notify("textDocument/didClose", {{"textDocument", {{"uri", uri("tile.cuh")}}}});
  EXPECT_THAT(editor().diagnostics(uri("tile.cuh")), IsEmpty());
  EXPECT_EQ(editor().end(), 0);
}

TEST_F(LspServer, TheConfigurationIsThatOfLint) {
  folder.write(".warplint.yaml", "ignore: [shared-bank-conflict]\nexclude: [old]\n");
  start();
  editor().open(uri("a.cu"), transpose);
  EXPECT_THAT(editor().diagnostics(uri("a.cu")), IsEmpty());
  editor().open(uri("old/a.cu"), transpose);
  EXPECT_THAT(editor().diagnostics(uri("old/a.cu")), IsEmpty());
  folder.write(".warplint.yaml", "ignored: [shared-bank-conflict]\n");
  editor().notify("workspace/didChangeWatchedFiles", {{"changes", Json::array()}});
  const Json failed = editor().diagnostics(uri("a.cu"));
  ASSERT_THAT(codes(failed), ElementsAre("not-analysed"));
  EXPECT_THAT(failed[0]["message"].get<std::string>(), HasSubstr(".warplint.yaml:1:1"));
  folder.write(".warplint.yaml", "severity:\n  shared-bank-conflict: error\n");
  editor().notify("workspace/didChangeWatchedFiles", {{"changes", Json::array()}});
  const Json mended = editor().diagnostics(uri("a.cu"));
  ASSERT_THAT(codes(mended), Contains("shared-bank-conflict"));
  EXPECT_EQ(mended[0]["severity"], 1);
  EXPECT_EQ(editor().end(), 0);
}

TEST_F(LspServer, BrokenCodeIsSaidOnceAndDoesNotHideTheRest) {
  start();
  const std::string file = uri("a.cu");
  editor().open(file, transpose + "__global__ void broken(float *a) {\n  a[threadIdx.x = 1;\n}\n");
  const Json shown = editor().diagnostics(file);
  EXPECT_THAT(codes(shown), ElementsAre("shared-bank-conflict", "incomplete")) << shown.dump(1);
  EXPECT_EQ(shown.back()["severity"], 3);
  EXPECT_EQ(editor().end(), 0);
}

/// Each level asks for two instantiations of the next: enough to be found at work.
const std::string heavy = R"(template <int N, int M> struct T {
  static constexpr int value = T<N - 1, 2 * M>::value + T<N - 1, 2 * M + 1>::value;
};
template <int M> struct T<0, M> { static constexpr int value = 1; };
__global__ void k(int *a) { a[threadIdx.x] = T<24, 0>::value; }
)";

pid_t childAtWork(pid_t server) {
  for (const auto until = Clock::now() + patience; Clock::now() < until;
       std::this_thread::sleep_for(std::chrono::milliseconds(2)))
    if (const auto children = childrenOf(server); !children.empty())
      return children.front();
  return -1;
}

bool isGone(pid_t process) {
  for (const auto until = Clock::now() + patience; Clock::now() < until;
       std::this_thread::sleep_for(std::chrono::milliseconds(5)))
    if (kill(process, 0) != 0)
      return true;
  return false;
}

TEST_F(LspServer, ACrashOfAnAnalysisEndsNothingElse) {
  start();
  const std::string file = uri("a.cu");
  editor().open(file, heavy);
  const pid_t child = childAtWork(editor().process());
  ASSERT_GT(child, 0);
  ASSERT_EQ(kill(child, SIGSEGV), 0);
  const Json shown = editor().diagnostics(file);
  ASSERT_THAT(codes(shown), ElementsAre("not-analysed"));
  EXPECT_THAT(shown[0]["message"].get<std::string>(), HasSubstr("crashed"));
  editor().change(file, 2, transpose);
  EXPECT_THAT(codes(editor().diagnostics(file, 2)), Contains("shared-bank-conflict"));
  EXPECT_EQ(editor().end(), 0);
}

TEST_F(LspServer, ANewerTextEndsTheAnalysisOfAnOlderOne) {
  start();
  const std::string file = uri("a.cu");
  editor().open(file, transpose);
  ASSERT_FALSE(editor().diagnostics(file, 1).is_null());
  editor().change(file, 2, heavy);
  const pid_t child = childAtWork(editor().process());
  ASSERT_GT(child, 0);
  editor().change(file, 3, transpose);
  EXPECT_TRUE(isGone(child));
  EXPECT_FALSE(editor().diagnostics(file, 3).is_null());
  EXPECT_EQ(editor().end(), 0);
}

TEST_F(LspServer, NothingOutlivesAnEditorThatIsGone) {
  start();
  editor().open(uri("a.cu"), heavy);
  const pid_t child = childAtWork(editor().process());
  ASSERT_GT(child, 0);
  editor().hangUp();
  EXPECT_EQ(editor().wait(), 1);
  EXPECT_TRUE(isGone(child));
}

TEST_F(LspServer, BytesThatAreNoMessagesArePassedOver) {
  start();
  editor().write(std::string("\0\xFF\r\n\r\nGET / HTTP/1.1\r\n\r\n", 24));
  editor().write("Content-Length: -5\r\n\r\n");
  editor().write(framed("{\"method\":"));
  editor().write(framed(std::string(200'000, '[')));
  editor().write("Content-Length: 10\r\n\r\n");
  editor().write("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF");
  EXPECT_EQ(editor().request("textDocument/foldingRange", nullptr)["error"]["code"], -32601);
  editor().open(uri("a.cu"), transpose);
  EXPECT_THAT(codes(editor().diagnostics(uri("a.cu"))), Contains("shared-bank-conflict"));
  EXPECT_EQ(editor().end(), 0);
}

TEST_F(LspServer, ExitWithoutShutdownIsAFailure) {
  start();
  editor().notify("exit", nullptr);
  EXPECT_EQ(editor().wait(), 1);
}

} // namespace
} // namespace warplint::lsp
