//===- Github.h - pull requests over GitHub's REST interface ---*- C++ -*-===//
//
// https://docs.github.com/en/rest/pulls and …/rest/issues/comments, version
// 2022-11-28. Threads are resolved by the one call of the GraphQL interface that
// does so; where that is not to be had, they stay open.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_REVIEW_GITHUB_H
#define WARPLINT_REVIEW_GITHUB_H

#include "lint/review/Comments.h"
#include "lint/review/Http.h"

#include <chrono>
#include <nlohmann/json_fwd.hpp>

namespace warplint::review {

struct GithubOptions {
  std::string api = "https://api.github.com";
  std::string repository; ///< "owner/name"
  unsigned pullRequest = 0;
  std::string token;
  std::chrono::seconds patience{180};    ///< to wait for a limit of requests, in all
  std::chrono::milliseconds pause{1000}; ///< between requests that change something
};

/// Refuses what would send the token in the clear, or to nobody: an address that is not https
/// (but for this machine), a repository that is not of the form owner/name, no token.
Expected<void> check(const GithubOptions &options);

struct Existing {
  std::uint64_t id = 0;
  std::string body;
  std::string path; ///< of the file that it is about; of the summary, empty
};

class Github {
public:
  /// `sleep` waits; tests count instead.
  Github(HttpClient &http, GithubOptions options,
         std::function<void(std::chrono::milliseconds)> sleep);

  Expected<std::string> headCommit();
  Expected<ShownLines> shownLines();
  /// Comments that this account made and that hold a mark, by key. What others write is not
  /// looked at: a mark can be copied.
  Expected<std::map<std::string, Existing>> reviewComments();
  Expected<std::optional<Existing>> summary();

  /// One review with all of them. An answer of 422 (a line that is no longer part of the pull
  /// request, say) is the error with `refused` set.
  Expected<void> addReview(const std::string &commit, const std::vector<Comment> &comments,
                           bool &refused);
  Expected<void> updateReviewComment(std::uint64_t id, const std::string &body);
  Expected<void> addSummary(const std::string &body);
  Expected<void> updateSummary(std::uint64_t id, const std::string &body);
  /// False where the service does not let it be done.
  bool resolveThread(std::uint64_t comment);

private:
  Expected<HttpResponse> send(const std::string &method, const std::string &url,
                              const std::string &body = {});
  Expected<nlohmann::json> ask(const std::string &method, const std::string &url,
                               const std::string &body = {});
  Expected<nlohmann::json> all(const std::string &url);
  Expected<nlohmann::json> query(const std::string &text);
  bool isOurs(const nlohmann::json &comment);
  const std::string &login();
  std::string repository() const;
  std::string pull() const;
  std::string issue() const;

  HttpClient &http_;
  GithubOptions options_;
  std::function<void(std::chrono::milliseconds)> sleep_;
  std::chrono::milliseconds waited_{0};
  bool changed_ = false; ///< the last request changed something
  std::optional<std::string> login_;
  std::optional<std::map<std::uint64_t, std::string>> threads_; ///< open ones, by first comment
};

} // namespace warplint::review

#endif
