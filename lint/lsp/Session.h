//===- Session.h - one editor's conversation with warplint -----*- C++ -*-===//
//
// The protocol as a state machine: bytes go in, bytes come out, and an Analyser
// is told what to do. It reads no clock, starts no process and blocks nowhere, so
// that tests and fuzzers can do all that an editor can.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_LSP_SESSION_H
#define WARPLINT_LSP_SESSION_H

#include "lint/lsp/Analysis.h"
#include "lint/lsp/Messages.h"
#include "lint/lsp/Text.h"

#include <chrono>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

namespace warplint::lsp {

using Time = std::chrono::steady_clock::time_point;

struct SessionOptions {
  std::string version; ///< of the program
  /// How long nobody must have typed before a text is analysed.
  std::chrono::milliseconds debounce{100};
  unsigned jobs = 1; ///< analyses at a time
  /// Contents of files that are not open; may be empty, and nothing is known of those then.
  std::function<std::optional<std::string>(const std::string &path)> readFile;
};

class Session {
public:
  Session(SessionOptions options, Analyser &analyser);
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  /// What the editor wrote, in pieces of any size.
  void receive(std::string_view bytes, Time now);
  /// It will write no more.
  void endOfInput();
  /// The outcome of an analysis; one that was cancelled is passed over.
  void analysed(unsigned number, AnalysisResult result, Time now);

  /// When advance() has something to do; nothing while it waits for something else.
  std::optional<Time> nextStart() const;
  /// Starts the analyses whose time has come.
  void advance(Time now);

  /// What is to be written to the editor.
  std::string takeOutput();
  /// Set when the program is to end: 0 after a shutdown, else 1, as the protocol asks for.
  std::optional<int> exitStatus() const { return exitStatus_; }

private:
  using Json = nlohmann::json;
  struct Client;
  struct Document;
  struct Waiting;
  struct Base;
  enum class State { New, Running, ShutDown };

  void handle(const std::string &content, Time now);
  void handle(const Json &message, Time now);
  void handleRequest(const std::string &method, const Json &id, const Json &parameters, Time now);
  void handleNotification(const std::string &method, const Json &parameters, Time now);

  void initialise(const Json &id, const Json &parameters);
  void initialised();
  void shutDown(const Json &id);
  void open(const Json &parameters, Time now);
  void change(const Json &parameters, Time now);
  void save(const Json &parameters, Time now);
  void close(const Json &parameters, Time now);
  void configure(const Json &parameters, Time now);
  void changeFolders(const Json &parameters);
  void cancelRequest(const Json &parameters);
  void ask(const Json &id, const Json &parameters, bool forHover);

  Document *documentOf(const Json &parameters);
  void schedule(Document &document, Time due);
  void scheduleIncluders(const std::string &path, Time due);
  void stop(Document &document);
  void start(Document &document);
  std::string folderOf(const std::string &path) const;

  bool isPending(const Document &document) const;
  bool answer(const Document &document, const Waiting &waiting);
  void answerAll(Document &document);
  void dismiss(Document &document, int code, std::string_view message);
  Json hover(const Document &document, const Waiting &waiting);
  Json actions(const Document &document, const Waiting &waiting);

  std::vector<const Finding *> findingsIn(const Document &document) const;
  std::vector<const Site *> sitesIn(const Document &document) const;
  const RuleInfo *ruleOf(const std::string &id) const;
  std::shared_ptr<const Text> textOf(const std::string &path) const;
  void publish(Document &document, bool always);
  void publishNothing(const Document &document);
  Json diagnosticOf(const Document &document, const Finding &finding) const;
  Json diagnosticsOf(const Document &document) const;
  void addStatus(const Document &document, Json &diagnostics) const;
  Json relatedOf(const Document &document, const std::vector<Note> &notes) const;
  std::optional<Json> workspaceEdit(const Document &document, const std::vector<Edit> &edits) const;
  std::vector<Edit> allFixes(const Document &document) const;

  void reply(const Json &id, Json result);
  void replyError(const Json &id, int code, std::string_view message);
  void notify(std::string_view method, Json parameters);
  void log(int type, const std::string &text);
  void send(const Json &message);
  Json json(Range range) const;

  SessionOptions options_;
  Analyser &analyser_;
  MessageReader reader_;
  std::string output_;
  State state_ = State::New;
  std::optional<int> exitStatus_;
  std::unique_ptr<Client> client_;
  std::map<std::string, std::unique_ptr<Document>> documents_; ///< by path
  std::set<std::string> logged_;
  unsigned analyses_ = 0; ///< started so far
};

} // namespace warplint::lsp

#endif
