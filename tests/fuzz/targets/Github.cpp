//===- Github.cpp - answers of a code host --------------------------------===//

#include "lint/review/Github.h"

#include "lint/review/Review.h"
#include "tests/fuzz/Fuzz.h"

#include <algorithm>

namespace warplint::fuzz {
namespace {

/// Answers each request with the next line of the input, and the last one again and again.
class Answers : public review::HttpClient {
public:
  explicit Answers(std::string_view input) : rest_(input) {}

  Expected<review::HttpResponse> send(const review::HttpRequest &) override {
    if (!rest_.empty())
      line_ = takeLine(rest_);
    std::string_view body = line_;
    if (body.starts_with('!')) { // "!429 7", "!500", "!-": what is not an answer in JSON
      body.remove_prefix(1);
      if (body.starts_with('-'))
        return makeError("no answer");
      const std::string_view wait = body.substr(std::min(body.find(' '), body.size()));
      return review::HttpResponse{
          body.starts_with('4') ? 403 : 502, {{"retry-after", std::string(wait)}}, {}};
    }
    return review::HttpResponse{200, {}, std::string(body)};
  }

private:
  std::string_view rest_, line_;
};

review::Github github(Answers &answers) {
  review::GithubOptions options;
  options.repository = "o/r";
  options.pullRequest = 7;
  options.token = "t";
  return {answers, options, [](std::chrono::milliseconds) {}};
}

} // namespace

void github(std::string_view input) {
  {
    Answers answers(input);
    review::Github service = github(answers);
    (void)service.headCommit();
    (void)service.shownLines();
    (void)service.reviewComments();
    (void)service.summary();
    (void)service.resolveThread(1);
  }
  Answers answers(input);
  review::Github service = github(answers);
  review::Plan plan;
  plan.comments.push_back({"key", "a.cu", 2, 3, "body"});
  plan.summary = "summary";
  plan.nothing = false;
  (void)review::post(service, "commit", plan);
  (void)review::keyOf(input);
  (void)review::withdrawn(std::string(input));
}

} // namespace warplint::fuzz
