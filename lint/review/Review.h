//===- Review.h - a pull request as its findings have it -------*- C++ -*-===//
#ifndef WARPLINT_REVIEW_REVIEW_H
#define WARPLINT_REVIEW_REVIEW_H

#include "lint/review/Github.h"

namespace warplint::review {

struct ReviewOutcome {
  unsigned added = 0;
  unsigned updated = 0;
  unsigned kept = 0;
  unsigned withdrawn = 0;
  unsigned refused = 0; ///< the service did not take the comment; its finding is in the summary
};

/// Makes comments and summary of the pull request what `plan` says: once per finding, however
/// often it is run. What could not be told from an answer that got lost is looked up again.
Expected<ReviewOutcome> post(Github &github, const std::string &commit, const Plan &plan);

} // namespace warplint::review

#endif
