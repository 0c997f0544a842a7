//===- FuzzSession.cpp - a session out of any bytes -----------------------===//

#include "tests/lsp/FuzzSession.h"

#include "lint/evidence/Vocabulary.h"
#include "lint/lsp/Session.h"
#include "lint/lsp/Uri.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace warplint::lsp {
namespace {

using Json = nlohmann::json;

[[noreturn]] void fail(const char *what, const std::string &which) {
  std::fprintf(stderr, "%s: %s\n", what, which.c_str());
  std::abort();
}

/// Numbers out of the text of a document, so that the fuzzer can choose them.
class Choices {
public:
  explicit Choices(const std::string &text) : text_(text) {}
  unsigned next() {
    return text_.empty() ? 0 : static_cast<unsigned char>(text_[at_++ % text_.size()]);
  }

private:
  const std::string &text_;
  std::size_t at_ = 0;
};

SourceSpan madeUpSpan(const std::string &file, Choices &choices) {
  const unsigned line = choices.next() % 16, column = choices.next() % 64;
  return {file, line, column, line + choices.next() % 3, column + choices.next() % 16};
}

AnalysisResult madeUp(const AnalysisRequest &request) {
  AnalysisResult result;
  const auto own = request.texts.find(request.file);
  if (own == request.texts.end())
    fail("the document is not among its texts", request.file);
  Choices choices(own->second);
  // Findings lie in any of the open files.
  const auto file = [&] {
    auto chosen = request.texts.begin();
    std::advance(chosen, choices.next() % request.texts.size());
    return chosen->first;
  };
  if (choices.next() % 8 == 7)
    result.failure = own->second;
  result.status = static_cast<FileStatus>(choices.next() % 3);
  for (unsigned i = choices.next() % 4; i > 0; --i) {
    Finding finding;
    finding.rule = "shared-bank-conflict";
    finding.severity = static_cast<Severity>(choices.next() % 3);
    finding.confidence = static_cast<Confidence>(choices.next() % 3);
    finding.span = madeUpSpan(file(), choices);
    finding.message = own->second.substr(0, choices.next());
    finding.notes.push_back({madeUpSpan(file(), choices), own->second});
    finding.fixes.push_back(
        {"id", "fix", {{madeUpSpan(file(), choices), own->second.substr(0, choices.next() % 8)}}});
    result.findings.push_back(std::move(finding));
  }
  for (unsigned i = choices.next() % 4; i > 0; --i) {
    Site site;
    site.kind = siteKinds()[choices.next() % siteKinds().size()];
    site.span = madeUpSpan(file(), choices);
    site.expr = own->second.substr(0, choices.next());
    site.op = "load";
    for (const EvidenceName &name : vocabulary(site.kind))
      if (choices.next() % 2)
        site.evidence[std::string(name.name)] = static_cast<double>(choices.next());
    result.sites.push_back(std::move(site));
  }
  for (unsigned i = choices.next() % 3; i > 0; --i) {
    result.remarks.push_back({madeUpSpan(file(), choices), own->second});
    result.idleSuppressions.push_back({madeUpSpan(request.file, choices), "idle"});
    result.includedFiles.push_back(file());
  }
  result.rules.push_back({"shared-bank-conflict",
                          "title",
                          "shared",
                          2,
                          Severity::Warning,
                          own->second,
                          "help",
                          {"reference: https://example.com/a."}});
  result.log.push_back(own->second);
  return result;
}

class MadeUpAnalyses : public Analyser {
public:
  void start(unsigned number, AnalysisRequest request) override {
    if (!under_.emplace(number, std::move(request)).second)
      fail("a number was used twice", std::to_string(number));
  }
  void cancel(unsigned number) override { under_.erase(number); }

  /// Ends all that is under way.
  void finish(Session &session, Time now) {
    for (const auto &[number, request] : std::exchange(under_, {}))
      session.analysed(number, madeUp(request), now);
  }

private:
  std::map<unsigned, AnalysisRequest> under_;
};

/// What must hold of all that is written.
class Check {
public:
  void take(const std::string &output) {
    reader_.feed(output);
    while (const auto item = reader_.next()) {
      if (!item->problem.empty())
        fail("no message", item->problem);
      const Json message = Json::parse(item->content, nullptr, /*allow_exceptions=*/false);
      if (!message.is_object() || message.value("jsonrpc", "") != "2.0")
        fail("no JSON-RPC", item->content);
      const bool isAnswer = message.contains("result") || message.contains("error");
      if (isAnswer == message.contains("method") || (isAnswer && !message.contains("id")))
        fail("neither an answer nor a notification nor a request", item->content);
    }
  }

private:
  MessageReader reader_;
};

constexpr std::string_view handshake =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{"general":)"
    R"({"positionEncodings":["utf-16"]},"textDocument":{"hover":{"contentFormat":["markdown"]},)"
    R"("codeAction":{"codeActionLiteralSupport":{}},"publishDiagnostics":{"relatedInformation":)"
    R"(true,"codeDescriptionSupport":true,"tagSupport":{},"versionSupport":true}}},)"
    R"("rootUri":"file:///w"}})";

} // namespace

void feedSession(std::string_view bytes) {
  const bool byLine = !bytes.empty() && (static_cast<unsigned char>(bytes.front()) & 1U) != 0;
  bytes.remove_prefix(std::min<std::size_t>(1, bytes.size()));
  MadeUpAnalyses analyses;
  SessionOptions options;
  options.version = "0";
  Session session(options, analyses);
  Check check;
  Time now{};
  const auto step = [&] {
    now += options.debounce;
    session.advance(now);
    if (now.time_since_epoch().count() % 3 != 0) // some are still under way at the next message
      analyses.finish(session, now);
    check.take(session.takeOutput());
  };
  if (byLine)
    session.receive(framed(handshake), now);
  while (!bytes.empty() && !session.exitStatus()) {
    constexpr std::size_t piece = 97;
    const std::size_t end =
        byLine ? std::min(bytes.find('\n'), bytes.size()) : std::min(piece, bytes.size());
    const std::string_view part = bytes.substr(0, end);
    session.receive(byLine ? framed(part) : std::string(part), now);
    bytes.remove_prefix(std::min(bytes.size(), end + (byLine ? 1 : 0)));
    step();
  }
  session.endOfInput();
  analyses.finish(session, now);
  check.take(session.takeOutput());
  if (!session.exitStatus())
    fail("it does not end", "");
}

} // namespace warplint::lsp
