//===- Review.cpp - a pull request as its findings have it ----------------===//

#include "lint/review/Review.h"

#include <algorithm>
#include <set>

namespace warplint::review {
namespace {

constexpr std::size_t perReview = 20; // comments
constexpr unsigned rounds = 3;

class Poster {
public:
  Poster(Github &github, const std::string &commit, const Plan &plan)
      : github_(github), commit_(commit), plan_(plan) {}

  Expected<ReviewOutcome> run() {
    Expected<void> done;
    for (unsigned round = 0; round < rounds; ++round)
      if (done = makeSo(); done)
        return outcome_;
    return tl::unexpected(done.error());
  }

private:
  /// Begins with what is there, so that it can be done again.
  Expected<void> makeSo() {
    auto existing = github_.reviewComments();
    if (!existing)
      return tl::unexpected(existing.error());
    std::vector<Comment> fresh;
    for (const Comment &comment : plan_.comments) {
      const auto old = existing->find(comment.key);
      if (old == existing->end()) {
        if (!refused_.contains(comment.key))
          fresh.push_back(comment);
        continue;
      }
      if (const auto done = bring(old->second, comment.body, comment.key); !done)
        return done;
      existing->erase(old);
    }
    if (const auto done = add(fresh); !done)
      return done;
    for (const auto &[key, old] : *existing)
      if (!plan_.found.contains(key) && !plan_.unseen.contains(old.path))
        if (const auto done = withdraw(old); !done)
          return done;
    return bringSummary();
  }

  static bool same(std::string_view a, std::string_view b) {
    const auto isBreak = [](char c) { return c == '\r' || c == '\n' || c == ' '; };
    std::string plainA;
    std::string plainB;
    // The service trims text and may change its line ends.
    std::remove_copy_if(a.begin(), a.end(), std::back_inserter(plainA), isBreak);
    std::remove_copy_if(b.begin(), b.end(), std::back_inserter(plainB), isBreak);
    return plainA == plainB;
  }

  Expected<void> bring(const Existing &old, const std::string &body, const std::string &key) {
    if (same(old.body, body)) {
      outcome_.kept += added_.contains(key) ? 0 : 1;
      return {};
    }
    if (const auto done = github_.updateReviewComment(old.id, body); !done)
      return done;
    ++outcome_.updated;
    return {};
  }

  Expected<void> withdraw(const Existing &old) {
    const std::string body = withdrawn(old.body);
    if (same(old.body, body))
      return {};
    if (const auto done = github_.updateReviewComment(old.id, body); !done)
      return done;
    ++outcome_.withdrawn;
    github_.resolveThread(old.id); // where it cannot be done, the words say it
    return {};
  }

  Expected<void> add(const std::vector<Comment> &comments) {
    for (std::size_t first = 0; first < comments.size(); first += perReview) {
      const std::vector<Comment> part(comments.begin() + static_cast<std::ptrdiff_t>(first),
                                      comments.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                             first + perReview, comments.size())));
      if (const auto done = addPart(part); !done)
        return done;
    }
    return {};
  }

  /// One line that the service does not take must not keep the others away.
  Expected<void> addPart(const std::vector<Comment> &part) {
    bool refused = false;
    auto done = github_.addReview(commit_, part, refused);
    if (done) {
      count(part);
      return {};
    }
    if (!refused)
      return done;
    for (const Comment &comment : part) {
      done = github_.addReview(commit_, {comment}, refused);
      if (done) {
        count({comment});
      } else if (refused) {
        refused_.insert(comment.key);
        ++outcome_.refused;
      } else {
        return done;
      }
    }
    return {};
  }

  void count(const std::vector<Comment> &comments) {
    for (const Comment &comment : comments)
      outcome_.added += added_.insert(comment.key).second ? 1 : 0;
  }

  Expected<void> bringSummary() {
    const auto old = github_.summary();
    if (!old)
      return tl::unexpected(old.error());
    if (!*old)
      return plan_.nothing ? Expected<void>() : github_.addSummary(plan_.summary);
    if (same((*old)->body, plan_.summary))
      return {};
    return github_.updateSummary((*old)->id, plan_.summary);
  }

  Github &github_;
  const std::string &commit_;
  const Plan &plan_;
  ReviewOutcome outcome_;
  std::set<std::string> added_;
  std::set<std::string> refused_;
};

} // namespace

Expected<ReviewOutcome> post(Github &github, const std::string &commit, const Plan &plan) {
  return Poster(github, commit, plan).run();
}

} // namespace warplint::review
