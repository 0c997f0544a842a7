//===- Github.cpp - pull requests over GitHub's REST interface ------------===//

#include "lint/review/Github.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warplint::review {
namespace {

using Json = nlohmann::json;

constexpr unsigned perPage = 100; // the most that GitHub gives
constexpr unsigned mostPages = 100;
constexpr unsigned tries = 4;

std::string dumped(const Json &json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string textAt(const Json &json, const char *key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<long long> integerHeader(const HttpResponse &response, const char *name) {
  const auto found = response.headers.find(name);
  if (found == response.headers.end())
    return std::nullopt;
  long long value = 0;
  const char *const end = found->second.data() + found->second.size();
  if (std::from_chars(found->second.data(), end, value).ptr != end)
    return std::nullopt;
  return value;
}

/// How long GitHub asks to wait, where it does.
std::optional<std::chrono::milliseconds> askedToWait(const HttpResponse &response) {
  if (response.status != 403 && response.status != 429)
    return std::nullopt;
  constexpr std::chrono::seconds byDefault{60};
  if (const auto seconds = integerHeader(response, "retry-after"))
    return std::chrono::seconds(std::max(*seconds, 0LL));
  if (integerHeader(response, "x-ratelimit-remaining") == 0) {
    const auto reset = integerHeader(response, "x-ratelimit-reset");
    return reset ? std::chrono::seconds(std::max(*reset - std::time(nullptr) + 1, 1LL)) : byDefault;
  }
  if (response.status == 429 || response.body.find("rate limit") != std::string::npos)
    return byDefault;
  return std::nullopt;
}

std::string reason(const HttpResponse &response) {
  constexpr std::size_t longest = 300;
  const Json json = Json::parse(response.body, nullptr, false);
  std::string text = json.is_object() ? textAt(json, "message") : std::string();
  if (text.size() > longest)
    text.resize(longest);
  return text;
}

Error refusal(const std::string &method, const std::string &url, const HttpResponse &response) {
  std::string advice;
  switch (response.status) {
  case 401:
    advice = "; the token is wrong or has expired";
    break;
  case 403:
    advice = "; the token may not do this: it needs write access to pull requests";
    break;
  case 404:
    advice = "; there is no such repository or pull request, or the token may not see it";
    break;
  default:
    break;
  }
  const std::string said = reason(response);
  return {fmt::format("{} {}: status {}{}{}", method, url, response.status,
                      said.empty() ? "" : " (" + said + ")", advice),
          {}};
}

bool isLocal(std::string_view host) {
  for (const std::string_view local : {"localhost", "127.0.0.1", "[::1]"})
    if (host.starts_with(local)) {
      const std::string_view rest = host.substr(local.size());
      if (rest.empty() || rest.front() == ':' || rest.front() == '/')
        return true;
    }
  return false;
}

} // namespace

Expected<void> check(const GithubOptions &options) {
  constexpr std::string_view open = "http://";
  const std::string_view api = options.api;
  const bool safe =
      api.starts_with("https://") || (api.starts_with(open) && isLocal(api.substr(open.size())));
  if (!safe || api.find('@') != std::string_view::npos)
    return makeError("--api-url " + options.api +
                     ": an address that begins with https:// is needed, for a token is sent there");
  const auto isPart = [](std::string_view part) {
    return !part.empty() && part != "." && part != ".." &&
           part.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "-_.") == std::string_view::npos;
  };
  const std::string_view repository = options.repository;
  const std::size_t slash = repository.find('/');
  if (slash == std::string_view::npos || !isPart(repository.substr(0, slash)) ||
      !isPart(repository.substr(slash + 1)))
    return makeError("--repository: `owner/name` is needed (or GITHUB_REPOSITORY)");
  if (options.pullRequest == 0)
    return makeError("--pull-request: a number is needed (or an event of a pull request in "
                     "GITHUB_EVENT_PATH)");
  if (options.token.empty())
    return makeError("there is no token: set GITHUB_TOKEN, or name another variable with "
                     "--token-variable");
  if (std::any_of(options.token.begin(), options.token.end(),
                  [](unsigned char c) { return c <= ' ' || c > '~'; }))
    return makeError("the token holds characters that no token has");
  return {};
}

Github::Github(HttpClient &http, GithubOptions options,
               std::function<void(std::chrono::milliseconds)> sleep)
    : http_(http), options_(std::move(options)), sleep_(std::move(sleep)) {
  while (options_.api.ends_with('/'))
    options_.api.pop_back();
}

std::string Github::repository() const { return options_.api + "/repos/" + options_.repository; }
std::string Github::pull() const {
  return fmt::format("{}/pulls/{}", repository(), options_.pullRequest);
}
std::string Github::issue() const {
  return fmt::format("{}/issues/{}", repository(), options_.pullRequest);
}

Expected<HttpResponse> Github::send(const std::string &method, const std::string &url,
                                    const std::string &body) {
  const bool changes = method != "GET";
  HttpRequest request{method,
                      url,
                      {"Authorization: Bearer " + options_.token,
                       "Accept: application/vnd.github+json", "X-GitHub-Api-Version: 2022-11-28"},
                      body};
  if (!body.empty())
    request.headers.push_back("Content-Type: application/json");
  std::chrono::milliseconds backoff{1000};
  for (unsigned attempt = 1;; ++attempt) {
    if (changes && changed_)
      sleep_(options_.pause); // what GitHub asks of those who write
    changed_ = changed_ || changes;
    auto response = http_.send(request);
    const bool last = attempt == tries;
    if (!response) {
      // Whether a request that got no answer was served is not known: one that adds something is
      // not sent again here.
      if (last || method == "POST")
        return tl::unexpected(response.error());
    } else if (const auto wait = askedToWait(*response)) {
      if (last || waited_ + *wait > options_.patience)
        return makeError(fmt::format(
            "{} {}: too many requests; GitHub asks to wait for {} seconds more (--patience)",
            method, request.url, std::chrono::duration_cast<std::chrono::seconds>(*wait).count()));
      waited_ += *wait;
      sleep_(*wait);
      continue;
    } else if (response->status < 500 || last || method == "POST") {
      return response;
    }
    sleep_(backoff);
    backoff *= 2;
  }
}

Expected<Json> Github::ask(const std::string &method, const std::string &url,
                           const std::string &body) {
  const auto response = send(method, url, body);
  if (!response)
    return tl::unexpected(response.error());
  if (response->status < 200 || response->status >= 300)
    return tl::unexpected(refusal(method, url, *response));
  Json json = Json::parse(response->body, nullptr, false);
  if (json.is_discarded())
    return makeError(fmt::format(
        "{} {}: the answer is not JSON; is this GitHub's interface (--api-url)?", method, url));
  return json;
}

Expected<Json> Github::all(const std::string &url) {
  Json list = Json::array();
  for (unsigned page = 1; page <= mostPages; ++page) {
    const auto part = ask("GET", fmt::format("{}?per_page={}&page={}", url, perPage, page));
    if (!part)
      return tl::unexpected(part.error());
    if (!part->is_array())
      return makeError(url + ": a list is expected");
    list.insert(list.end(), part->begin(), part->end());
    if (part->size() < perPage)
      break;
  }
  return list;
}

Expected<Json> Github::query(const std::string &text) {
  // Next to the REST interface: /graphql, of a server of one's own /api/graphql beside /api/v3.
  std::string address = options_.api;
  constexpr std::string_view version = "/v3";
  if (address.ends_with(version))
    address.resize(address.size() - version.size());
  auto answer = ask("POST", address + "/graphql", dumped({{"query", text}}));
  if (answer && (answer->contains("errors") || !answer->contains("data")))
    return makeError("the GraphQL interface refuses");
  return answer;
}

const std::string &Github::login() {
  if (!login_) {
    login_.emplace();
    if (const auto answer = query("query { viewer { login } }"))
      if (const auto viewer = (*answer)["data"].find("viewer");
          viewer != (*answer)["data"].end() && viewer->is_object())
        login_ = textAt(*viewer, "login");
  }
  return *login_;
}

/// Where the service does not say who is asking, any program's comment counts as ours, but
/// nobody's who is not a program.
bool Github::isOurs(const Json &comment) {
  const auto user = comment.find("user");
  if (user == comment.end() || !user->is_object())
    return false;
  if (!login().empty())
    return textAt(*user, "login") == login();
  return textAt(*user, "type") == "Bot";
}

Expected<std::string> Github::headCommit() {
  const auto answer = ask("GET", pull());
  if (!answer)
    return tl::unexpected(answer.error());
  const auto head = answer->find("head");
  if (head == answer->end() || !head->is_object() || textAt(*head, "sha").empty())
    return makeError(pull() + ": the answer names no head commit");
  return textAt(*head, "sha");
}

Expected<ShownLines> Github::shownLines() {
  const auto files = all(pull() + "/files");
  if (!files)
    return tl::unexpected(files.error());
  ShownLines shown;
  for (const Json &file : *files)
    if (const std::string name = textAt(file, "filename"); !name.empty())
      shown[name] = hunksOf(textAt(file, "patch"));
  return shown;
}

Expected<std::map<std::string, Existing>> Github::reviewComments() {
  const auto comments = all(pull() + "/comments");
  if (!comments)
    return tl::unexpected(comments.error());
  std::map<std::string, Existing> result;
  for (const Json &comment : *comments) {
    const std::string body = textAt(comment, "body");
    const auto key = keyOf(body);
    const auto id = comment.find("id");
    if (key && id != comment.end() && id->is_number_unsigned() && isOurs(comment))
      result.emplace(*key, Existing{id->get<std::uint64_t>(), body, textAt(comment, "path")});
  }
  return result;
}

Expected<std::optional<Existing>> Github::summary() {
  const auto comments = all(issue() + "/comments");
  if (!comments)
    return tl::unexpected(comments.error());
  for (const Json &comment : *comments) {
    const std::string body = textAt(comment, "body");
    const auto id = comment.find("id");
    if (keyOf(body) == std::string(summaryKey) && id != comment.end() && id->is_number_unsigned() &&
        isOurs(comment))
      return Existing{id->get<std::uint64_t>(), body, {}};
  }
  return std::nullopt;
}

Expected<void> Github::addReview(const std::string &commit, const std::vector<Comment> &comments,
                                 bool &refused) {
  Json list = Json::array();
  for (const Comment &comment : comments) {
    Json one = {
        {"path", comment.path}, {"line", comment.last}, {"side", "RIGHT"}, {"body", comment.body}};
    if (comment.first < comment.last) {
      one["start_line"] = comment.first;
      one["start_side"] = "RIGHT";
    }
    list.push_back(std::move(one));
  }
  const std::string url = pull() + "/reviews";
  const auto response =
      send("POST", url, dumped({{"commit_id", commit}, {"event", "COMMENT"}, {"comments", list}}));
  refused = response && response->status == 422;
  if (!response)
    return tl::unexpected(response.error());
  if (response->status < 200 || response->status >= 300)
    return tl::unexpected(refusal("POST", url, *response));
  return {};
}

Expected<void> Github::updateReviewComment(std::uint64_t id, const std::string &body) {
  const auto answer =
      ask("PATCH", fmt::format("{}/pulls/comments/{}", repository(), id), dumped({{"body", body}}));
  if (!answer)
    return tl::unexpected(answer.error());
  return {};
}

Expected<void> Github::addSummary(const std::string &body) {
  const auto answer = ask("POST", issue() + "/comments", dumped({{"body", body}}));
  if (!answer)
    return tl::unexpected(answer.error());
  return {};
}

Expected<void> Github::updateSummary(std::uint64_t id, const std::string &body) {
  const auto answer = ask("PATCH", fmt::format("{}/issues/comments/{}", repository(), id),
                          dumped({{"body", body}}));
  if (!answer)
    return tl::unexpected(answer.error());
  return {};
}

bool Github::resolveThread(std::uint64_t comment) {
  if (!threads_) {
    threads_.emplace();
    const std::size_t slash = options_.repository.find('/');
    std::string after = "null";
    for (unsigned page = 0; page < mostPages; ++page) {
      const auto answer = query(fmt::format(
          "query {{ repository(owner: \"{}\", name: \"{}\") {{ pullRequest(number: {}) {{ "
          "reviewThreads(first: 100, after: {}) {{ pageInfo {{ hasNextPage endCursor }} nodes {{ "
          "id isResolved comments(first: 1) {{ nodes {{ databaseId }} }} }} }} }} }} }}",
          options_.repository.substr(0, slash), options_.repository.substr(slash + 1),
          options_.pullRequest, after));
      if (!answer)
        return false;
      try {
        const Json &found =
            answer->at("data").at("repository").at("pullRequest").at("reviewThreads");
        for (const Json &thread : found.at("nodes"))
          if (!thread.at("isResolved").get<bool>() && !thread.at("comments").at("nodes").empty())
            threads_->emplace(
                thread.at("comments").at("nodes").at(0).at("databaseId").get<std::uint64_t>(),
                thread.at("id").get<std::string>());
        if (!found.at("pageInfo").at("hasNextPage").get<bool>())
          break;
        after = Json(found.at("pageInfo").at("endCursor").get<std::string>()).dump();
      } catch (const nlohmann::json::exception &) {
        return false;
      }
    }
  }
  const auto thread = threads_->find(comment);
  if (thread == threads_->end())
    return false;
  return query(fmt::format("mutation {{ resolveReviewThread(input: {{threadId: {}}}) {{ thread {{ "
                           "id }} }} }}",
                           Json(thread->second).dump()))
      .has_value();
}

} // namespace warplint::review
