//===- Session.cpp - the protocol and the open documents ------------------===//

#include "lint/lsp/Session.h"

#include "lint/evidence/Json.h"
#include "lint/lsp/SessionState.h"
#include "lint/lsp/Uri.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <fmt/format.h>

namespace warplint::lsp {
namespace {

using Json = nlohmann::json;

// JSON-RPC 2.0, "Error object", and the protocol's own.
constexpr int parseError = -32700;
constexpr int invalidRequest = -32600;
constexpr int methodNotFound = -32601;
constexpr int invalidParameters = -32602;
constexpr int notInitialised = -32002;
constexpr int requestCancelled = -32800;
constexpr int contentModified = -32801;

// MessageType
constexpr int messageError = 1;
constexpr int messageInfo = 3;

constexpr int deepest = 64;              ///< nesting of messages; the protocol's own stay below 20
constexpr std::size_t mostWaiting = 256; ///< requests of one document
constexpr std::size_t mostLogged = 1000; ///< sentences that are remembered
constexpr std::size_t mostDocuments = 4096;

/// The escape of half a character, which JavaScript's strings may hold and UTF-8 may not.
std::optional<unsigned> escapedUnit(llvm::StringRef text) {
  unsigned unit = 0;
  if (text.size() < 6 || !text.starts_with("\\u") || text.substr(2, 4).getAsInteger(16, unit))
    return std::nullopt;
  return unit;
}

bool isHigh(unsigned unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool isLow(unsigned unit) { return unit >= 0xDC00 && unit < 0xE000; }

/// The message with U+FFFD in place of what is no character.
std::string repaired(const std::string &content) {
  const std::string valid = validUtf8(content);
  std::string result;
  for (llvm::StringRef rest = valid; !rest.empty();) {
    std::size_t taken = rest.starts_with("\\") ? std::min<std::size_t>(2, rest.size()) : 1;
    if (const auto unit = escapedUnit(rest); unit && (isHigh(*unit) || isLow(*unit))) {
      const auto next = escapedUnit(rest.drop_front(6));
      if (isHigh(*unit) && next && isLow(*next)) {
        taken = 12;
      } else {
        result += "\\ufffd";
        rest = rest.drop_front(6);
        continue;
      }
    }
    result += rest.take_front(taken);
    rest = rest.drop_front(taken);
  }
  return result;
}

/// Nothing where it is no JSON, or nested too deeply: what is done with JSON goes down into it.
std::optional<Json> parsed(const std::string &content) {
  bool tooDeep = false;
  const auto shallow = [&](int depth, Json::parse_event_t, Json &) {
    tooDeep |= depth > deepest;
    return !tooDeep;
  };
  Json message = Json::parse(content, shallow, /*allow_exceptions=*/false);
  if (message.is_discarded() && !tooDeep)
    message = Json::parse(repaired(content), shallow, /*allow_exceptions=*/false);
  if (tooDeep || message.is_discarded())
    return std::nullopt;
  return message;
}

std::optional<std::uint64_t> naturalNumber(const Json &json) {
  if (json.is_number_unsigned())
    return json.get<std::uint64_t>();
  return std::nullopt;
}

std::optional<std::int64_t> versionIn(const Json &json) {
  const Json &version = member(json, "version");
  return version.is_number_integer() ? std::optional(version.get<std::int64_t>()) : std::nullopt;
}

bool contains(const Json &list, std::string_view text) {
  return list.is_array() && std::any_of(list.begin(), list.end(), [&](const Json &item) {
           return item.is_string() && item.get_ref<const std::string &>() == text;
         });
}

bool isBelow(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) &&
         (folder.ends_with('/') || path.size() == folder.size() || path[folder.size()] == '/');
}

std::vector<std::string> foldersIn(const Json &list) {
  std::vector<std::string> folders;
  if (list.is_array())
    for (const Json &folder : list)
      if (auto path = pathOfUri(textAt(folder, "uri")))
        folders.push_back(std::move(*path));
  return folders;
}

} // namespace

std::optional<Position> positionFrom(const Json &json) {
  const auto line = naturalNumber(member(json, "line"));
  const auto character = naturalNumber(member(json, "character"));
  if (!line || !character)
    return std::nullopt;
  return Position{*line, *character};
}

std::optional<Range> rangeFrom(const Json &json) {
  const auto start = positionFrom(member(json, "start"));
  const auto end = positionFrom(member(json, "end"));
  if (!start || !end)
    return std::nullopt;
  return Range{*start, *end};
}

Session::Session(SessionOptions options, Analyser &analyser)
    : options_(std::move(options)), analyser_(analyser), client_(std::make_unique<Client>()) {}

Session::~Session() = default;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

void Session::receive(std::string_view bytes, Time now) {
  reader_.feed(bytes);
  while (!exitStatus_) {
    const auto item = reader_.next();
    if (!item)
      return;
    if (item->problem.empty())
      handle(item->content, now);
    else
      replyError(nullptr, parseError, "not a message: " + item->problem);
  }
}

void Session::endOfInput() {
  if (!exitStatus_)
    exitStatus_ = state_ == State::ShutDown ? 0 : 1;
}

void Session::handle(const std::string &content, Time now) {
  const auto message = parsed(content);
  if (!message)
    return replyError(nullptr, parseError, "the message is not JSON, or nested too deeply");
  try {
    handle(*message, now);
  } catch (const nlohmann::json::exception &error) { // nothing here should lead to one
    const Json &id = member(*message, "id");
    replyError(id.is_string() || id.is_number_integer() ? id : Json(), invalidParameters,
               error.what());
  }
}

void Session::handle(const Json &message, Time now) {
  const Json &id = member(message, "id");
  const bool hasId = id.is_string() || id.is_number_integer();
  const Json &method = member(message, "method");
  if (!method.is_string()) {
    // An answer to a request of ours; none of them is waited for.
    if (hasId && (message.contains("result") || message.contains("error")))
      return;
    return replyError(hasId ? id : Json(), invalidRequest, "the message has no method");
  }
  const auto &name = method.get_ref<const std::string &>();
  if (hasId)
    handleRequest(name, id, member(message, "params"), now);
  else if (id.is_null())
    handleNotification(name, member(message, "params"), now);
  else
    replyError(nullptr, invalidRequest, "an id is a number or a text");
}

void Session::handleRequest(const std::string &method, const Json &id, const Json &parameters,
                            Time now) {
  if (method == "initialize") {
    if (state_ != State::New)
      return replyError(id, invalidRequest, "it was initialised before");
    return initialise(id, parameters);
  }
  if (state_ == State::New)
    return replyError(id, notInitialised, "`initialize` comes first");
  if (state_ == State::ShutDown)
    return replyError(id, invalidRequest, "it was shut down");
  if (method == "shutdown")
    return shutDown(id);
  if (method == "textDocument/hover")
    return ask(id, parameters, /*forHover=*/true);
  if (method == "textDocument/codeAction")
    return ask(id, parameters, /*forHover=*/false);
  replyError(id, methodNotFound, "there is no request of this name");
}

void Session::handleNotification(const std::string &method, const Json &parameters, Time now) {
  if (method == "exit")
    return endOfInput();
  if (state_ != State::Running)
    return;
  if (method == "initialized")
    initialised();
  else if (method == "textDocument/didOpen")
    open(parameters, now);
  else if (method == "textDocument/didChange")
    change(parameters, now);
  else if (method == "textDocument/didSave")
    save(parameters, now);
  else if (method == "textDocument/didClose")
    close(parameters, now);
  else if (method == "workspace/didChangeConfiguration")
    configure(member(parameters, "settings"), now);
  else if (method == "workspace/didChangeWatchedFiles")
    configure(Json(), now);
  else if (method == "workspace/didChangeWorkspaceFolders")
    changeFolders(member(parameters, "event"));
  else if (method == "$/cancelRequest")
    cancelRequest(parameters);
}

void Session::send(const Json &message) {
  output_ += framed(message.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void Session::reply(const Json &id, Json result) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void Session::replyError(const Json &id, int code, std::string_view message) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

void Session::notify(std::string_view method, Json parameters) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(parameters)}});
}

void Session::log(int type, const std::string &text) {
  if (logged_.size() < mostLogged && logged_.insert(text).second)
    notify("window/logMessage", {{"type", type}, {"message", text}});
}

std::string Session::takeOutput() { return std::exchange(output_, {}); }

//===----------------------------------------------------------------------===//
// Beginning and end
//===----------------------------------------------------------------------===//

void Session::initialise(const Json &id, const Json &parameters) {
  const Json &capabilities = member(parameters, "capabilities");
  const Json &text = member(capabilities, "textDocument");
  const Json &diagnostics = member(text, "publishDiagnostics");
  const Json &workspace = member(capabilities, "workspace");
  const bool utf8 = contains(member(member(capabilities, "general"), "positionEncodings"), "utf-8");
  client_->encoding = utf8 ? Encoding::Utf8 : Encoding::Utf16;
  client_->markdown = contains(member(member(text, "hover"), "contentFormat"), "markdown");
  client_->documentChanges = flagAt(member(workspace, "workspaceEdit"), "documentChanges");
  client_->relatedInformation = flagAt(diagnostics, "relatedInformation");
  client_->codeDescription = flagAt(diagnostics, "codeDescriptionSupport");
  client_->tags = member(diagnostics, "tagSupport").is_object();
  client_->versions = flagAt(diagnostics, "versionSupport");
  client_->codeActionLiterals =
      member(member(text, "codeAction"), "codeActionLiteralSupport").is_object();
  client_->watchesFiles = flagAt(member(workspace, "didChangeWatchedFiles"), "dynamicRegistration");
  client_->folders = foldersIn(member(parameters, "workspaceFolders"));
  if (client_->folders.empty())
    if (auto root = pathOfUri(textAt(parameters, "rootUri")))
      client_->folders.push_back(std::move(*root));
  state_ = State::Running;
  configure(member(parameters, "initializationOptions"), {});
  reply(id, {{"serverInfo", {{"name", "warplint"}, {"version", options_.version}}},
             {"capabilities",
              {{"positionEncoding", utf8 ? "utf-8" : "utf-16"},
               {"textDocumentSync",
                {{"openClose", true}, {"change", 2}, {"save", {{"includeText", false}}}}},
               {"hoverProvider", true},
               {"codeActionProvider",
                {{"codeActionKinds", Json::array({"quickfix", "source.fixAll.warplint"})}}},
               {"workspace",
                {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}}}}});
}

void Session::initialised() {
  if (!client_->watchesFiles)
    return;
  Json watchers = Json::array();
  for (const char *glob :
       {"**/.warplint.yaml", "**/.warplint-baseline.json", "**/.warplint/evidence.json",
        "**/compile_commands.json", "**/*.{cu,cuh,h,hh,hpp,hxx,inl}"})
    watchers.push_back({{"globPattern", glob}});
  const Json registration = {{"id", "warplint-watch"},
                             {"method", "workspace/didChangeWatchedFiles"},
                             {"registerOptions", {{"watchers", std::move(watchers)}}}};
  send({{"jsonrpc", "2.0"},
        {"id", "warplint-watch"},
        {"method", "client/registerCapability"},
        {"params", {{"registrations", Json::array({registration})}}}});
}

void Session::shutDown(const Json &id) {
  state_ = State::ShutDown;
  for (auto &[path, document] : documents_) {
    stop(*document);
    dismiss(*document, requestCancelled, "the server shuts down");
  }
  documents_.clear();
  reply(id, nullptr);
}

void Session::configure(const Json &settings, Time now) {
  const Json &own = member(settings, "warplint");
  constexpr std::uint64_t longest = 60'000;
  if (const auto debounce = naturalNumber(member(own.is_object() ? own : settings, "debounce")))
    options_.debounce = std::chrono::milliseconds(std::min(*debounce, longest));
  logged_.clear(); // what is still wrong is said again
  for (auto &[path, document] : documents_)
    schedule(*document, now + options_.debounce);
}

void Session::changeFolders(const Json &event) {
  for (const std::string &folder : foldersIn(member(event, "removed")))
    std::erase(client_->folders, folder);
  for (std::string &folder : foldersIn(member(event, "added")))
    client_->folders.push_back(std::move(folder));
}

/// The innermost one, as folders of a workspace may lie in each other.
std::string Session::folderOf(const std::string &path) const {
  std::string best;
  for (const std::string &folder : client_->folders)
    if (isBelow(path, folder) && folder.size() > best.size())
      best = folder;
  return best;
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

Session::Document *Session::documentOf(const Json &parameters) {
  const auto path = pathOfUri(textAt(member(parameters, "textDocument"), "uri"));
  const auto found = path ? documents_.find(*path) : documents_.end();
  return found == documents_.end() ? nullptr : found->second.get();
}

void Session::open(const Json &parameters, Time now) {
  const Json &item = member(parameters, "textDocument");
  const std::string uri = textAt(item, "uri");
  const auto path = pathOfUri(uri);
  if (!path) // untitled, or of another program: it has no place in a project
    return;
  if (documents_.size() >= mostDocuments)
    return log(messageError, "too many documents are open; some are not looked at");
  std::unique_ptr<Document> &document = documents_[*path];
  if (document) {
    stop(*document);
    dismiss(*document, contentModified, "the document was opened again");
  } else {
    document = std::make_unique<Document>();
  }
  document->uri = uri;
  document->path = *path;
  document->version = versionIn(item);
  const llvm::StringRef name = *path;
  document->isCuda = llvm::StringRef(textAt(item, "languageId")).contains_insensitive("cuda") ||
                     name.ends_with(".cu") || name.ends_with(".cuh");
  document->lost = !member(item, "text").is_string();
  document->text = std::make_shared<const Text>(textAt(item, "text"));
  schedule(*document, now);
  scheduleIncluders(*path, now + options_.debounce);
}

void Session::change(const Json &parameters, Time now) {
  Document *document = documentOf(parameters);
  if (!document)
    return;
  dismiss(*document, contentModified, "the document has changed");
  if (const auto version = versionIn(member(parameters, "textDocument")))
    document->version = version;
  const Json &changes = member(parameters, "contentChanges");
  std::shared_ptr<Text> edited; // the document's, once it is no longer shared with an analysis
  if (!changes.is_array())
    document->lost = true;
  else
    for (const Json &change : changes) {
      const Json &text = member(change, "text");
      const Json &where = member(change, "range");
      const auto range = rangeFrom(where);
      if (!text.is_string() || (!range && !where.is_null())) {
        document->lost = true;
        continue;
      }
      const auto &inserted = text.get_ref<const std::string &>();
      if (!range) {
        document->text = edited = std::make_shared<Text>(inserted);
        document->lost = false;
        continue;
      }
      if (!edited)
        document->text = edited = std::make_shared<Text>(*document->text);
      const std::size_t begin = edited->offsetOf(range->start, client_->encoding);
      const std::size_t end = edited->offsetOf(range->end, client_->encoding);
      edited->replace({begin, std::max(begin, end)}, inserted);
    }
  if (document->lost) {
    log(messageError, document->path +
                          ": a change makes no sense; nothing is said of this file until its whole "
                          "text comes");
    stop(*document);
    document->due.reset();
    document->base.reset();
    return publishNothing(*document);
  }
  schedule(*document, now + options_.debounce);
  scheduleIncluders(document->path, now + options_.debounce);
}

void Session::save(const Json &parameters, Time now) {
  Document *document = documentOf(parameters);
  if (document && !document->running && !document->due)
    schedule(*document, now);
}

void Session::close(const Json &parameters, Time now) {
  Document *document = documentOf(parameters);
  if (!document)
    return;
  stop(*document);
  dismiss(*document, contentModified, "the document was closed");
  publishNothing(*document);
  const std::string path = document->path;
  documents_.erase(path);
  scheduleIncluders(path, now + options_.debounce); // what is on disk counts again
}

/// An analysis of what was is ended. The first two of a document are not: they make the precompiled
/// headers that all later ones start from, which somebody who types on would put off for ever. One
/// is of the headers of others, and then one of what the document begins with.
void Session::schedule(Document &document, Time due) {
  if (document.lost)
    return;
  constexpr unsigned thatMakeOne = 2;
  if (document.ended >= thatMakeOne)
    stop(document);
  document.due = due;
}

void Session::scheduleIncluders(const std::string &path, Time due) {
  for (auto &[other, document] : documents_)
    if (other != path && document->base) {
      const auto &included = document->base->result.includedFiles;
      if (std::find(included.begin(), included.end(), path) != included.end())
        schedule(*document, due);
    }
}

void Session::stop(Document &document) {
  if (document.running)
    analyser_.cancel(document.running);
  document.running = 0;
}

std::optional<Time> Session::nextStart() const {
  std::optional<Time> next;
  unsigned running = 0;
  for (const auto &[path, document] : documents_) {
    running += document->running ? 1 : 0;
    if (document->due && !document->running)
      next = std::min(next.value_or(*document->due), *document->due);
  }
  return running < std::max(1U, options_.jobs) ? next : std::nullopt;
}

void Session::advance(Time now) {
  for (auto next = nextStart(); next && *next <= now; next = nextStart())
    for (auto &[path, document] : documents_)
      if (document->due == next && !document->running) {
        start(*document);
        break;
      }
}

void Session::start(Document &document) {
  document.due.reset();
  document.running = ++analyses_;
  document.given = {};
  document.given.version = document.version;
  AnalysisRequest request{document.path, folderOf(document.path), document.isCuda, {}};
  for (const auto &[path, other] : documents_)
    if (!other->lost) {
      document.given.texts[path] = other->text;
      request.texts[path] = other->text->str();
    }
  analyser_.start(document.running, std::move(request));
}

void Session::analysed(unsigned number, AnalysisResult result, Time now) {
  const auto found = std::find_if(documents_.begin(), documents_.end(), [&](const auto &entry) {
    return entry.second->running == number;
  });
  if (number == 0 || found == documents_.end())
    return;
  Document &document = *found->second;
  document.running = 0;
  ++document.ended;
  for (const std::string &line : result.log)
    log(messageInfo, line);
  if (!result.failure.empty())
    log(messageError, document.path + ": " + result.failure);
  document.base = std::exchange(document.given, {});
  document.base->result = std::move(result);
  publish(document, /*always=*/true);
  for (auto &[path, other] : documents_)
    if (other->base && other.get() != &document)
      publish(*other, /*always=*/false);
  answerAll(document);
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

bool Session::isPending(const Document &document) const {
  return document.running != 0 || document.due.has_value();
}

void Session::ask(const Json &id, const Json &parameters, bool forHover) {
  const Json nothing = forHover ? Json(nullptr) : Json::array();
  Waiting waiting{id, forHover, {}, {}};
  if (forHover) {
    const auto position = positionFrom(member(parameters, "position"));
    if (!position)
      return replyError(id, invalidParameters, "there is no position");
    waiting.range = {*position, *position};
  } else {
    const auto range = rangeFrom(member(parameters, "range"));
    if (!range)
      return replyError(id, invalidParameters, "there is no range");
    waiting.range = *range;
    const Json &only = member(member(parameters, "context"), "only");
    if (only.is_array())
      for (const Json &kind : only)
        if (kind.is_string())
          waiting.only.push_back(kind.get<std::string>());
  }
  Document *document = documentOf(parameters);
  if (!document || document->lost)
    return reply(id, nothing);
  if (answer(*document, waiting))
    return;
  if (isPending(*document) && document->waiting.size() < mostWaiting)
    document->waiting.push_back(std::move(waiting));
  else
    reply(id, nothing);
}

void Session::answerAll(Document &document) {
  for (const Waiting &waiting : std::exchange(document.waiting, {}))
    if (!answer(document, waiting))
      reply(waiting.id, waiting.forHover ? Json(nullptr) : Json::array());
}

void Session::dismiss(Document &document, int code, std::string_view message) {
  for (const Waiting &waiting : std::exchange(document.waiting, {}))
    replyError(waiting.id, code, message);
}

void Session::cancelRequest(const Json &parameters) {
  const Json &id = member(parameters, "id");
  for (auto &[path, document] : documents_) {
    std::vector<Waiting> &waiting = document->waiting;
    const auto found = std::find_if(waiting.begin(), waiting.end(),
                                    [&](const Waiting &one) { return one.id == id; });
    if (found == waiting.end())
      continue;
    replyError(found->id, requestCancelled, "cancelled");
    waiting.erase(found);
    return;
  }
}

} // namespace warplint::lsp
