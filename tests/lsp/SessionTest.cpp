//===- SessionTest.cpp - the protocol, with analyses that are made up -----===//

#include "lint/lsp/Session.h"
#include "lint/lsp/Uri.h"
#include "lint/lsp/Words.h"
#include "tests/lsp/FuzzSession.h"

#include <gmock/gmock.h>
#include <random>

namespace warplint::lsp {
namespace {

using Json = nlohmann::json;
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct FakeAnalyser : Analyser {
  void start(unsigned number, AnalysisRequest request) override {
    started.emplace_back(number, std::move(request));
  }
  void cancel(unsigned number) override { cancelled.push_back(number); }

  std::vector<std::pair<unsigned, AnalysisRequest>> started;
  std::vector<unsigned> cancelled;
};

constexpr const char *everything =
    R"({"general":{"positionEncodings":["utf-16","utf-8"]},
        "workspace":{"workspaceEdit":{"documentChanges":true},
                     "didChangeWatchedFiles":{"dynamicRegistration":true}},
        "textDocument":{"hover":{"contentFormat":["markdown","plaintext"]},
          "codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}}},
          "publishDiagnostics":{"relatedInformation":true,"codeDescriptionSupport":true,
                                "tagSupport":{"valueSet":[1,2]},"versionSupport":true}}})";

class SessionTest : public testing::Test {
protected:
  SessionTest() {
    options.version = "1.2.3";
    options.jobs = 2;
    session = std::make_unique<Session>(options, analyser);
  }

  void send(const Json &message) { session->receive(framed(message.dump()), now); }
  void notify(const std::string &method, const Json &parameters) {
    send({{"jsonrpc", "2.0"}, {"method", method}, {"params", parameters}});
  }
  void request(int id, const std::string &method, const Json &parameters) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", parameters}});
  }

  /// All that was written since the last time.
  std::vector<Json> received() {
    MessageReader reader;
    reader.feed(session->takeOutput());
    std::vector<Json> messages;
    while (const auto item = reader.next())
      messages.push_back(Json::parse(item->content));
    return messages;
  }
  /// The one answer among them; null where there is none.
  Json answer() {
    Json found;
    for (const Json &message : received())
      if (message.contains("id") && !message.contains("method")) {
        EXPECT_TRUE(found.is_null()) << "a second answer";
        found = message;
      }
    return found;
  }
  Json diagnostics() {
    Json found;
    for (const Json &message : received())
      if (message.value("method", "") == "textDocument/publishDiagnostics")
        found = message["params"];
    return found;
  }

  void initialise(const char *capabilities = everything) {
    request(0, "initialize",
            {{"capabilities", Json::parse(capabilities)},
             {"workspaceFolders", Json::array({Json{{"uri", "file:///w"}, {"name", "w"}}})}});
    notify("initialized", Json::object());
    greeting = received();
  }
  void open(const std::string &text, const std::string &uri = "file:///w/a.cu") {
    notify("textDocument/didOpen",
           {{"textDocument",
             {{"uri", uri}, {"languageId", "cuda-cpp"}, {"version", 1}, {"text", text}}}});
  }
  void change(const Json &changes, int version, const std::string &uri = "file:///w/a.cu") {
    notify("textDocument/didChange",
           {{"textDocument", {{"uri", uri}, {"version", version}}}, {"contentChanges", changes}});
  }
  void changeAll(const std::string &text, int version) {
    change(Json::array({Json{{"text", text}}}), version);
  }
  void wait(int time) {
    now += milliseconds(time);
    session->advance(now);
  }
  void finish(AnalysisResult result) {
    session->analysed(analyser.started.back().first, std::move(result), now);
  }
  /// With analysis begun.
  void start(const std::string &text) {
    initialise();
    open(text);
    wait(0);
    ASSERT_EQ(analyser.started.size(), 1U);
  }
  static Json at(unsigned line, unsigned character, const std::string &uri = "file:///w/a.cu") {
    return {{"textDocument", {{"uri", uri}}},
            {"position", {{"line", line}, {"character", character}}}};
  }
  static Json on(unsigned line, const Json &only = nullptr) {
    Json parameters = {{"textDocument", {{"uri", "file:///w/a.cu"}}},
                       {"range",
                        {{"start", {{"line", line}, {"character", 0}}},
                         {"end", {{"line", line}, {"character", 0}}}}},
                       {"context", {{"diagnostics", Json::array()}}}};
    if (!only.is_null())
      parameters["context"]["only"] = only;
    return parameters;
  }

  SessionOptions options;
  FakeAnalyser analyser;
  std::unique_ptr<Session> session;
  Time now{std::chrono::hours(1)};
  std::vector<Json> greeting;
};

Finding finding(unsigned line, unsigned column, unsigned endColumn) {
  Finding made;
  made.rule = "shared-bank-conflict";
  made.family = "shared";
  made.span = {"/w/a.cu", line, column, line, endColumn};
  made.message = "load of `t[i]` takes 32 wavefronts where 1 would do";
  return made;
}

RuleInfo rule() {
  return {"shared-bank-conflict",
          "Threads hit one bank",
          "shared",
          2,
          Severity::Warning,
          "Because of banks.",
          "Pad the rows.",
          {"CUDA C++ Programming Guide, 5.3.2: https://docs.nvidia.com/cuda/."}};
}

Fix fix(unsigned line, unsigned column, const std::string &text) {
  return {"pad-row", "pad the rows", {{{"/w/a.cu", line, column, line, column}, text}}};
}

TEST_F(SessionTest, SaysWhatItCanDo) {
  initialise();
  const Json &result = greeting.at(0)["result"];
  EXPECT_EQ(result["serverInfo"]["name"], "warplint");
  EXPECT_EQ(result["serverInfo"]["version"], "1.2.3");
  EXPECT_EQ(result["capabilities"]["positionEncoding"], "utf-8");
  EXPECT_EQ(result["capabilities"]["textDocumentSync"]["change"], 2);
  EXPECT_EQ(result["capabilities"]["codeActionProvider"]["codeActionKinds"],
            Json::array({"quickfix", "source.fixAll.warplint"}));
  EXPECT_EQ(greeting.at(1)["method"], "client/registerCapability");
  EXPECT_EQ(greeting.at(1)["params"]["registrations"].size(), 1U);
  send({{"jsonrpc", "2.0"}, {"id", "warplint-watch"}, {"result", nullptr}});
  EXPECT_THAT(received(), IsEmpty());
}

TEST_F(SessionTest, CountsInUtf16WhereNothingElseIsOffered) {
  initialise("{}");
  EXPECT_EQ(greeting.at(0)["result"]["capabilities"]["positionEncoding"], "utf-16");
  EXPECT_EQ(greeting.size(), 1U); // nor does it ask to have files watched
}

TEST_F(SessionTest, BeginsAndEndsAsTheProtocolSays) {
  request(1, "textDocument/hover", at(0, 0));
  EXPECT_EQ(answer()["error"]["code"], -32002);
  initialise();
  request(2, "initialize", Json::object());
  EXPECT_EQ(answer()["error"]["code"], -32600);
  request(3, "shutdown", nullptr);
  const Json shutdown = answer();
  EXPECT_EQ(shutdown["id"], 3);
  EXPECT_TRUE(shutdown.contains("result"));
  EXPECT_TRUE(shutdown["result"].is_null());
  request(4, "textDocument/hover", at(0, 0));
  EXPECT_EQ(answer()["error"]["code"], -32600);
  EXPECT_EQ(session->exitStatus(), std::nullopt);
  notify("exit", nullptr);
  EXPECT_EQ(session->exitStatus(), 0);
}

TEST_F(SessionTest, AnEditorThatGoesWithoutAWordIsAFailure) {
  initialise();
  session->endOfInput();
  EXPECT_EQ(session->exitStatus(), 1);
}

TEST_F(SessionTest, AnalysesWhatWasOpenedAtOnce) {
  start("x");
  const AnalysisRequest &given = analyser.started.back().second;
  EXPECT_EQ(given.file, "/w/a.cu");
  EXPECT_EQ(given.folder, "/w");
  EXPECT_TRUE(given.isCuda);
  EXPECT_EQ(given.texts.at("/w/a.cu"), "x");
  finish({});
  const Json published = diagnostics();
  EXPECT_EQ(published["uri"], "file:///w/a.cu");
  EXPECT_EQ(published["version"], 1);
  EXPECT_EQ(published["diagnostics"], Json::array());
}

TEST_F(SessionTest, WaitsUntilNobodyTypes) {
  start("x");
  finish({});
  for (int version = 2; version < 12; ++version) {
    changeAll("x" + std::to_string(version), version);
    wait(99);
  }
  EXPECT_EQ(analyser.started.size(), 1U);
  EXPECT_EQ(session->nextStart(), now + milliseconds(1));
  wait(1);
  ASSERT_EQ(analyser.started.size(), 2U);
  EXPECT_EQ(analyser.started.back().second.texts.at("/w/a.cu"), "x11");
  EXPECT_EQ(session->nextStart(), std::nullopt);
}

TEST_F(SessionTest, AChangeEndsTheAnalysisOfWhatWas) {
  start("x");
  finish({});
  changeAll("more x", 2);
  wait(100);
  finish({});
  changeAll("y", 3);
  wait(100);
  ASSERT_EQ(analyser.started.size(), 3U);
  changeAll("z", 4);
  EXPECT_THAT(analyser.cancelled, ElementsAre(analyser.started.back().first));
  received();
  finish({}); // it had ended all the same
  EXPECT_THAT(received(), IsEmpty());
  wait(100);
  ASSERT_EQ(analyser.started.size(), 4U);
  finish({});
  EXPECT_EQ(diagnostics()["version"], 4);
}

TEST_F(SessionTest, TheFirstAnalysesMayEndAsTheyMakeWhatOthersNeed) {
  start("x");
  changeAll("y", 2);
  wait(100);
  EXPECT_THAT(analyser.cancelled, IsEmpty());
  EXPECT_EQ(analyser.started.size(), 1U);
  finish({});
  EXPECT_EQ(diagnostics()["version"], 1);
  wait(0);
  ASSERT_EQ(analyser.started.size(), 2U);
  EXPECT_EQ(analyser.started.back().second.texts.at("/w/a.cu"), "y");
  changeAll("z", 3);
  wait(100);
  EXPECT_THAT(analyser.cancelled, IsEmpty());
  EXPECT_EQ(analyser.started.size(), 2U);
  finish({});
  wait(0);
  ASSERT_EQ(analyser.started.size(), 3U);
  EXPECT_EQ(analyser.started.back().second.texts.at("/w/a.cu"), "z");
}

TEST_F(SessionTest, AtMostSoManyAnalysesAtATime) {
  initialise();
  for (const char *uri : {"file:///w/a.cu", "file:///w/b.cu", "file:///w/c.cu"})
    open("x", uri);
  wait(0);
  EXPECT_EQ(analyser.started.size(), 2U);
  EXPECT_EQ(session->nextStart(), std::nullopt);
  finish({});
  wait(0);
  EXPECT_EQ(analyser.started.size(), 3U);
}

TEST_F(SessionTest, FindingsAreDiagnostics) {
  start("int a;\n// \xC3\xB6\nt[i]; // \xC3\xB6\n");
  AnalysisResult result;
  result.rules = {rule()};
  Finding made = finding(3, 1, 5);
  made.confidence = Confidence::Likely;
  made.assumptions = {"block shape (32, 1, 1) is assumed"};
  made.notes = {{{"/w/a.cu", 1, 5, 1, 6}, "a is here"}, {{}, "about nothing"}};
  Finding other = finding(1, 1, 4);
  other.severity = Severity::Error;
  other.predicted["state"] = std::string("removed in CUDA 12.0");
  Finding elsewhere = finding(1, 1, 2);
  elsewhere.span.file = "/w/b.cuh";
  result.findings = {made, other, elsewhere};
  finish(result);
  const Json list = diagnostics()["diagnostics"];
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0]["severity"], 1);
  EXPECT_EQ(list[0]["tags"], Json::array({2}));
  EXPECT_EQ(list[1]["severity"], 2);
  EXPECT_EQ(list[1]["code"], "shared-bank-conflict");
  EXPECT_EQ(list[1]["source"], "warplint");
  EXPECT_EQ(list[1]["codeDescription"]["href"], "https://docs.nvidia.com/cuda/");
  EXPECT_EQ(list[1]["message"], "load of `t[i]` takes 32 wavefronts where 1 would do (likely: "
                                "block shape (32, 1, 1) is assumed)");
  EXPECT_EQ(list[1]["range"], Json::parse(R"({"start":{"line":2,"character":0},
                                              "end":{"line":2,"character":4}})"));
  ASSERT_EQ(list[1]["relatedInformation"].size(), 1U);
  EXPECT_EQ(list[1]["relatedInformation"][0]["message"], "a is here");
  EXPECT_FALSE(list[1].contains("tags"));
}

TEST_F(SessionTest, ClientsGetOnlyWhatTheyUnderstand) {
  initialise("{}");
  open("t[i];\n");
  wait(0);
  AnalysisResult result;
  result.rules = {rule()};
  result.findings = {finding(1, 1, 5)};
  result.findings[0].notes = {{{"/w/a.cu", 1, 1, 1, 2}, "here"}};
  result.findings[0].fixes = {fix(1, 1, "x")};
  finish(result);
  const Json published = diagnostics();
  EXPECT_FALSE(published.contains("version"));
  for (const char *key : {"codeDescription", "relatedInformation", "tags"})
    EXPECT_FALSE(published["diagnostics"][0].contains(key)) << key;
  request(1, "textDocument/hover", at(0, 0));
  EXPECT_EQ(answer()["result"]["contents"]["kind"], "plaintext");
  request(2, "textDocument/codeAction", on(0));
  EXPECT_EQ(answer()["result"], Json::array());
}

TEST_F(SessionTest, PlacesAreInTheUnitsAgreedUpon) {
  initialise("{}"); // UTF-16
  open("/* \xF0\x9F\x98\x80 */ t[i];\n");
  wait(0);
  AnalysisResult result;
  result.findings = {finding(1, 12, 16)};
  finish(result);
  EXPECT_EQ(diagnostics()["diagnostics"][0]["range"]["start"]["character"], 9);
  request(1, "textDocument/hover", at(0, 9));
  EXPECT_THAT(answer()["result"].dump(), HasSubstr("32 wavefronts"));
  request(2, "textDocument/hover", at(0, 7));
  EXPECT_TRUE(answer()["result"].is_null());
}

TEST_F(SessionTest, AFileThatWasNotSeenWholeSaysSoOnce) {
  start("a\nb\n");
  AnalysisResult result;
  result.status = FileStatus::Partial;
  result.remarks = {{{}, "1 kernel was lost to errors: k"},
                    {{"/w/a.cu", 2, 1, 2, 1}, "expected ';'"},
                    {{"/w/a.cu", 1, 1, 1, 1}, "unknown type"}};
  finish(result);
  const Json list = diagnostics()["diagnostics"];
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0]["severity"], 3);
  EXPECT_EQ(list[0]["code"], "incomplete");
  EXPECT_EQ(list[0]["range"]["start"]["line"], 1);
  EXPECT_THAT(list[0]["message"].get<std::string>(), HasSubstr("expected ';'"));
  EXPECT_EQ(list[0]["relatedInformation"].size(), 2U);
}

TEST_F(SessionTest, AnAnalysisThatFailsIsSaidAndLoggedOnce) {
  start("a\n");
  for (int version = 2; version < 4; ++version) {
    AnalysisResult result;
    result.failure = ".warplint.yaml:3:1: unknown key";
    finish(result);
    int logged = 0;
    Json list;
    for (const Json &message : received())
      if (message["method"] == "window/logMessage")
        ++logged;
      else
        list = message["params"]["diagnostics"];
    EXPECT_EQ(logged, version == 2 ? 1 : 0);
    ASSERT_EQ(list.size(), 1U);
    EXPECT_EQ(list[0]["severity"], 1);
    EXPECT_THAT(list[0]["message"].get<std::string>(), HasSubstr("unknown key"));
    changeAll("b\n", version);
    wait(100);
  }
}

TEST_F(SessionTest, CommentsThatSilenceNothingAreFaded) {
  start("a; // NOLINT(warplint-x)\n");
  AnalysisResult result;
  result.idleSuppressions = {{{"/w/a.cu", 1, 4, 1, 25}, "suppression of x suppresses nothing"}};
  finish(result);
  const Json list = diagnostics()["diagnostics"];
  EXPECT_EQ(list[0]["tags"], Json::array({1}));
  EXPECT_EQ(list[0]["range"]["start"]["character"], 3);
}

//===----------------------------------------------------------------------===//
// Hovers
//===----------------------------------------------------------------------===//

Site access(unsigned line, unsigned column, unsigned endColumn) {
  Site site;
  site.kind = SiteKind::GlobalAccess;
  site.span = {"/w/a.cu", line, column, line, endColumn};
  site.kernel = "k";
  site.op = "load";
  site.expr = "in[2 * i]";
  site.evidence = {{"sectors_per_request", 8.0},
                   {"sectors_ideal_per_request", 4.0},
                   {"requests", std::int64_t{64}},
                   {"lanes_active", 32.0}};
  return site;
}

TEST_F(SessionTest, HoversShowTheNumbersOfTheInnermostAccess) {
  start("out[in[2 * i]] = 1;\n");
  AnalysisResult result;
  Site outer = access(1, 1, 15);
  outer.op = "store";
  outer.expr = "out[in[2 * i]]";
  outer.evidence = {{"data_dependent", true}};
  result.sites = {outer, access(1, 5, 14)};
  finish(result);
  received();
  request(1, "textDocument/hover", at(0, 8));
  const Json hover = answer()["result"];
  EXPECT_EQ(hover["contents"]["kind"], "markdown");
  EXPECT_EQ(hover["contents"]["value"],
            "**load from global memory** `in[2 * i]`  \n8 sectors per request where 4 would do (2 "
            "times as many); 64 requests of a block, 32 lanes active in each");
  EXPECT_EQ(hover["range"]["start"]["character"], 4);
  request(2, "textDocument/hover", at(0, 1));
  EXPECT_THAT(answer()["result"]["contents"]["value"].get<std::string>(),
              HasSubstr("depend on loaded data"));
  request(3, "textDocument/hover", at(0, 17));
  EXPECT_TRUE(answer()["result"].is_null());
}

TEST_F(SessionTest, HoversExplainRules) {
  start("t[i];\n");
  AnalysisResult result;
  result.rules = {rule()};
  result.findings = {finding(1, 1, 5)};
  finish(result);
  received();
  request(1, "textDocument/hover", at(0, 2));
  const std::string text = answer()["result"]["contents"]["value"];
  EXPECT_THAT(text, HasSubstr("**warning: shared-bank-conflict**"));
  EXPECT_THAT(text, HasSubstr("load of `t[i]` takes"));
  EXPECT_THAT(text, HasSubstr("Because of banks."));
  EXPECT_THAT(text, HasSubstr("Pad the rows."));
}

TEST_F(SessionTest, AHoverWaitsForTheAnalysis) {
  start("in[2 * i];\n");
  received();
  request(1, "textDocument/hover", at(0, 3));
  EXPECT_TRUE(answer().is_null());
  AnalysisResult result;
  result.sites = {access(1, 1, 10)};
  finish(result);
  EXPECT_THAT(answer()["result"].dump(), HasSubstr("8 sectors"));
}

TEST_F(SessionTest, WhatWaitsCanBeCancelledOrIsOvertaken) {
  start("in[2 * i];\n");
  received();
  request(1, "textDocument/hover", at(0, 3));
  request(2, "textDocument/hover", at(0, 3));
  notify("$/cancelRequest", {{"id", 1}});
  const Json cancelled = answer();
  EXPECT_EQ(cancelled["id"], 1);
  EXPECT_EQ(cancelled["error"]["code"], -32800);
  notify("$/cancelRequest", {{"id", 99}});
  changeAll("x", 2);
  const Json overtaken = answer();
  EXPECT_EQ(overtaken["id"], 2);
  EXPECT_EQ(overtaken["error"]["code"], -32801);
}

TEST_F(SessionTest, LinesThatMovedAreStillKnown) {
  start("in[2 * i];\nlast\n");
  AnalysisResult result;
  result.sites = {access(1, 1, 10)};
  finish(result);
  received();
  change(Json::array({Json::parse(R"({"range":{"start":{"line":0,"character":0},
             "end":{"line":0,"character":0}},"text":"\n\n"})")}),
         2);
  request(1, "textDocument/hover", at(2, 3));
  EXPECT_THAT(answer()["result"].dump(), HasSubstr("8 sectors"));
  request(2, "textDocument/hover", at(0, 0)); // a new line: nothing is known yet
  EXPECT_TRUE(answer().is_null());
}

//===----------------------------------------------------------------------===//
// Actions
//===----------------------------------------------------------------------===//

TEST_F(SessionTest, FixesAreActions) {
  start("t[i];\nt[i];\n");
  AnalysisResult result;
  result.rules = {rule()};
  result.findings = {finding(1, 1, 5), finding(2, 1, 5)};
  result.findings[0].fixes = {fix(1, 3, "X")};
  result.findings[1].fixes = {fix(2, 3, "Y")};
  result.findings[1].confidence = Confidence::Possible;
  finish(result);
  received();
  request(1, "textDocument/codeAction", on(0));
  const Json actions = answer()["result"];
  ASSERT_EQ(actions.size(), 3U);
  EXPECT_EQ(actions[0]["title"], "pad the rows");
  EXPECT_EQ(actions[0]["kind"], "quickfix");
  EXPECT_EQ(actions[0]["isPreferred"], true);
  EXPECT_EQ(actions[0]["diagnostics"][0]["code"], "shared-bank-conflict");
  EXPECT_EQ(actions[0]["edit"],
            Json::parse(R"({"documentChanges":[{"textDocument":{"uri":"file:///w/a.cu","version":1},
              "edits":[{"range":{"start":{"line":0,"character":2},"end":{"line":0,"character":2}},
                        "newText":"X"}]}]})"));
  EXPECT_EQ(actions[1]["title"], "Silence shared-bank-conflict here");
  EXPECT_EQ(actions[1]["edit"]["documentChanges"][0]["edits"][0]["newText"],
            "// NOLINTNEXTLINE(warplint-shared-bank-conflict)\n");
  EXPECT_EQ(actions[2]["kind"], "source.fixAll.warplint");
  // What is no more than possible is not fixed unasked.
  EXPECT_EQ(actions[2]["edit"]["documentChanges"][0]["edits"].size(), 1U);
  request(2, "textDocument/codeAction", on(1));
  EXPECT_FALSE(answer()["result"][0].contains("isPreferred"));
}

TEST_F(SessionTest, ActionsAreOfTheKindsAskedFor) {
  start("t[i];\n");
  AnalysisResult result;
  result.findings = {finding(1, 1, 5)};
  result.findings[0].fixes = {fix(1, 3, "X")};
  finish(result);
  received();
  const auto kinds = [&](const Json &only) {
    request(1, "textDocument/codeAction", on(0, only));
    std::string all;
    const Json list = answer()["result"];
    for (const Json &action : list)
      all += action["kind"].get<std::string>() + " ";
    return all;
  };
  EXPECT_EQ(kinds(Json::array({"source"})), "source.fixAll.warplint ");
  EXPECT_EQ(kinds(Json::array({"source.fixAll"})), "source.fixAll.warplint ");
  EXPECT_EQ(kinds(Json::array({"source.fix"})), "");
  EXPECT_EQ(kinds(Json::array({"quickfix"})), "quickfix quickfix ");
  EXPECT_EQ(kinds(Json::array({"refactor"})), "");
}

TEST_F(SessionTest, OfFixesInEachOthersWayTheFirstIsTaken) {
  start("t[i];\nt[j];\n");
  AnalysisResult result;
  result.findings = {finding(1, 1, 5), finding(1, 1, 4), finding(2, 1, 5)};
  result.findings[0].fixes = {{"a", "a", {{{"/w/a.cu", 1, 1, 1, 5}, "X"}}}};
  result.findings[1].fixes = {
      {"b", "b", {{{"/w/a.cu", 2, 1, 2, 2}, "Z"}, {{"/w/a.cu", 1, 3, 1, 4}, "Y"}}}};
  result.findings[2].fixes = {
      {"a", "a", {{{"/w/a.cu", 1, 1, 1, 5}, "X"}, {{"/w/a.cu", 2, 1, 2, 2}, "W"}}}};
  finish(result);
  received();
  request(1, "textDocument/codeAction", on(0, Json::array({"source.fixAll.warplint"})));
  const Json edits = answer()["result"][0]["edit"]["documentChanges"][0]["edits"];
  std::vector<std::string> texts;
  for (const Json &edit : edits)
    texts.push_back(edit["newText"]);
  // The shorter finding comes first; what would overlap its fix is left out.
  EXPECT_THAT(texts, ElementsAre("Z", "Y"));
}

TEST_F(SessionTest, ActionsWaitForTheTextTheyAreOf) {
  start("t[i];\n");
  AnalysisResult result;
  result.findings = {finding(1, 1, 5)};
  result.findings[0].fixes = {fix(1, 3, "X")};
  finish(result);
  changeAll("\nt[i];\n", 2);
  received();
  request(1, "textDocument/codeAction", on(1));
  EXPECT_TRUE(answer().is_null());
  wait(100);
  result.findings[0].span.line = result.findings[0].span.endLine = 2;
  result.findings[0].fixes = {fix(2, 3, "X")};
  finish(result);
  const Json actions = answer()["result"];
  EXPECT_EQ(actions[0]["edit"]["documentChanges"][0]["textDocument"]["version"], 2);
  EXPECT_EQ(actions[0]["edit"]["documentChanges"][0]["edits"][0]["range"]["start"]["line"], 1);
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

TEST_F(SessionTest, EditsOfAllKindsAreFollowed) {
  start("one\ntwo\n");
  finish({});
  change(Json::parse(R"([{"range":{"start":{"line":0,"character":1},"end":{"line":1,"character":1}},
                          "rangeLength":4,"text":"-"},
                         {"range":{"start":{"line":9,"character":0},"end":{"line":9,"character":0}},
                          "text":"end"}])"),
         2);
  wait(100);
  EXPECT_EQ(analyser.started.back().second.texts.at("/w/a.cu"), "o-wo\nend");
  finish({});
  change(Json::parse(R"([{"text":"all"},
                         {"range":{"start":{"line":0,"character":3},"end":{"line":0,"character":0}},
                          "text":"!"}])"),
         3);
  wait(100);
  EXPECT_EQ(analyser.started.back().second.texts.at("/w/a.cu"), "all!");
}

TEST_F(SessionTest, ADocumentThatWasLostComesBackWithItsWholeText) {
  start("x");
  finish({});
  received();
  change(Json::parse(R"([{"range":{"start":{"line":-1,"character":0}},"text":"y"}])"), 2);
  EXPECT_EQ(diagnostics()["diagnostics"], Json::array());
  wait(1000);
  EXPECT_EQ(analyser.started.size(), 1U);
  request(1, "textDocument/hover", at(0, 0));
  EXPECT_TRUE(answer()["result"].is_null());
  changeAll("z", 3);
  wait(100);
  EXPECT_EQ(analyser.started.back().second.texts.at("/w/a.cu"), "z");
}

TEST_F(SessionTest, ClosingTakesDiagnosticsAway) {
  start("t[i];\n");
  AnalysisResult result;
  result.findings = {finding(1, 1, 5)};
  finish(result);
  received();
  notify("textDocument/didClose", {{"textDocument", {{"uri", "file:///w/a.cu"}}}});
  EXPECT_EQ(diagnostics()["diagnostics"], Json::array());
  request(1, "textDocument/hover", at(0, 0));
  EXPECT_TRUE(answer()["result"].is_null());
}

TEST_F(SessionTest, AHeaderThatIsOpenIsReadByItsIncluders) {
  start("#include \"b.cuh\"\n");
  AnalysisResult ofSource;
  ofSource.includedFiles = {"/w/b.cuh"};
  finish(ofSource);
  open("t[i];\n", "file:///w/b.cuh");
  wait(0);
  ASSERT_EQ(analyser.started.size(), 2U); // the header at once
  finish({});
  wait(100);
  ASSERT_EQ(analyser.started.size(), 3U); // the file that includes it, with its text
  EXPECT_EQ(analyser.started.back().second.file, "/w/a.cu");
  EXPECT_EQ(analyser.started.back().second.texts.at("/w/b.cuh"), "t[i];\n");
  received();
  // What the includer shows of the header stands in the header.
  ofSource.findings = {finding(1, 1, 5)};
  ofSource.findings[0].span.file = "/w/b.cuh";
  finish(ofSource);
  std::map<std::string, std::size_t> published;
  for (const Json &message : received())
    published[message["params"]["uri"]] = message["params"]["diagnostics"].size();
  EXPECT_EQ(published["file:///w/a.cu"], 0U);
  EXPECT_EQ(published["file:///w/b.cuh"], 1U);
  // A change of the header concerns both; what was said of its old text is not said of the new.
  change(Json::array({Json{{"text", "u;\n"}}}), 2, "file:///w/b.cuh");
  wait(100);
  ASSERT_EQ(analyser.started.size(), 5U);
  for (const auto &[number, given] :
       std::vector(analyser.started.begin() + 3, analyser.started.end()))
    if (given.file == "/w/b.cuh")
      session->analysed(number, {}, now);
  EXPECT_EQ(diagnostics()["diagnostics"].size(), 0U);
}

TEST_F(SessionTest, AChangeOfTheConfigurationConcernsAll) {
  start("x");
  finish({});
  notify("workspace/didChangeWatchedFiles", {{"changes", Json::array()}});
  wait(100);
  EXPECT_EQ(analyser.started.size(), 2U);
  finish({});
  notify("workspace/didChangeConfiguration", {{"settings", {{"warplint", {{"debounce", 7}}}}}});
  wait(7);
  EXPECT_EQ(analyser.started.size(), 3U);
  finish({});
  notify("textDocument/didSave", {{"textDocument", {{"uri", "file:///w/a.cu"}}}});
  wait(0);
  EXPECT_EQ(analyser.started.size(), 4U);
}

TEST_F(SessionTest, OnlyFilesAreLookedAt) {
  initialise();
  open("x", "untitled:Untitled-1");
  open("x", "git:/w/a.cu");
  notify("textDocument/didOpen", {{"textDocument", {{"uri", "file:///w/c.h"}, {"text", "x"}}}});
  wait(0);
  ASSERT_EQ(analyser.started.size(), 1U);
  EXPECT_FALSE(analyser.started[0].second.isCuda);
}

//===----------------------------------------------------------------------===//
// Whatever comes
//===----------------------------------------------------------------------===//

TEST_F(SessionTest, WhatIsNoMessageIsAnsweredAndPassedOver) {
  initialise();
  const auto code = [&](const std::string &content) {
    session->receive(framed(content), now);
    const Json message = answer();
    return message.is_null() ? 0 : message["error"]["code"].get<int>();
  };
  EXPECT_EQ(code("{"), -32700);
  EXPECT_EQ(code(""), -32700);
  EXPECT_EQ(code("\x80\xFF"), -32700);
  EXPECT_EQ(code(std::string(100000, '[')), -32700);
  EXPECT_EQ(code(std::string(100, '[') + std::string(100, ']')), -32700);
  EXPECT_EQ(
      code(R"({"id":1,"method":"x","params":)" + std::string(90, '[') + std::string(90, ']') + "}"),
      -32700);
  EXPECT_EQ(code("[]"), -32600);
  EXPECT_EQ(code("null"), -32600);
  EXPECT_EQ(code(R"({"id":1})"), -32600);
  EXPECT_EQ(code(R"({"id":{},"method":"shutdown"})"), -32600);
  EXPECT_EQ(code(R"({"id":1,"method":7})"), -32600);
  EXPECT_EQ(code(R"({"id":1,"method":"textDocument/references"})"), -32601);
  EXPECT_EQ(code(R"({"id":1,"method":"textDocument/hover"})"), -32602);
  EXPECT_EQ(code(R"({"id":1,"method":"textDocument/codeAction","params":{"range":[]}})"), -32602);
  EXPECT_EQ(code(R"({"method":"textDocument/didOpen","params":[1,2]})"), 0);
  EXPECT_EQ(code(R"({"method":"textDocument/didChange","params":{"textDocument":3}})"), 0);
  EXPECT_EQ(code(R"({"method":"$/unheard-of"})"), 0);
  session->receive("Content-Length: x\r\n\r\n", now);
  EXPECT_EQ(answer()["error"]["code"], -32700);
  request(9, "shutdown", nullptr);
  EXPECT_EQ(answer()["id"], 9);
}

TEST_F(SessionTest, HalfACharacterIsNoReasonToLoseATextOrToStop) {
  initialise();
  session->receive(framed(R"({"method":"textDocument/didOpen","params":{"textDocument":
      {"uri":"file:///w/a.cu","text":"a\ud800b\ud83d\ude00\\ud800\udc00"}}})"),
                   now);
  wait(0);
  ASSERT_EQ(analyser.started.size(), 1U);
  EXPECT_EQ(analyser.started[0].second.texts.at("/w/a.cu"), "a\xEF\xBF\xBD"
                                                            "b\xF0\x9F\x98\x80\\ud800\xEF\xBF\xBD");
}

TEST(FuzzSession, RandomSessionsHoldWhatMustHold) {
  const std::vector<std::string> lines = {
      R"({"method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///w/a.cu","version":1,"text":"#$%&'()*+,-./0123\n456789:;<=>?@ABC\nDEFGHIJKLMNOP\n"}}})",
      R"({"method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///w/b.cuh","text":"QRSTUVWX\r\nYZ[]^_`ab\u00e9cd"}}})",
      R"({"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///w/a.cu","version":2},"contentChanges":[{"range":{"start":{"line":1,"character":2},"end":{"line":3,"character":1}},"text":"\ud83d\ude00"}]}})",
      R"({"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///w/b.cuh"},"contentChanges":[{"text":"pqrs\ntuvw\nxyz"}]}})",
      R"({"id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///w/a.cu"},"position":{"line":1,"character":3}}})",
      R"({"id":2,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///w/a.cu"},"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}}}})",
      R"({"method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///w/b.cuh"}}})",
      R"({"method":"$/cancelRequest","params":{"id":1}})",
      R"({"method":"workspace/didChangeWatchedFiles"})",
      R"({"id":3,"method":"shutdown"})"};
  std::mt19937 random(3);
  for (int run = 0; run < 400; ++run) {
    std::string bytes = run % 4 ? "\x01" : "\x02";
    for (unsigned i = 5 + random() % 30; i > 0; --i) {
      std::string line = lines[random() % (lines.size() - (random() % 8 != 0))];
      if (random() % 3 == 0)
        line[random() % line.size()] = static_cast<char>(random() % 256);
      bytes += run % 4 ? line + "\n" : framed(line);
    }
    feedSession(bytes);
  }
  feedSession("");
}

} // namespace
} // namespace warplint::lsp
