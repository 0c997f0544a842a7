//===- Statistics.h - what few noisy numbers can tell ----------*- C++ -*-===//
//
// Times of a program differ from run to run, are skewed to the right and have outliers, and there
// are few of them. So nothing here rests on a distribution:
//
// - two sets of times are compared by the Hodges-Lehmann estimate of their ratio: the median of
//   all quotients new / old. Its confidence interval is that of the Wilcoxon-Mann-Whitney test,
//   and exact for small samples (Hollander, Wolfe, Chicken, "Nonparametric Statistical Methods",
//   3rd edition 2014, sections 4.2 and 4.3; Mann and Whitney 1947 for the distribution);
// - how few are too few follows from that: with 3 and 3 runs even the most extreme order comes
//   about by chance once in ten times, so that no interval of 95 % exists; with 4 and 4 it does.
//
// Student's t would need times that are close to normal, which a handful cannot show, and an
// outlier widens it to nothing; bootstrap intervals of medians cover too little below about ten
// runs, as they know no values but those few (Hesterberg, "What Teachers Should Know About the
// Bootstrap", The American Statistician 69, 2015). That medians and intervals belong to any claim
// about times, and that repeated runs and not repeated launches are what counts, is from Georges,
// Buytaert, Eeckhout, "Statistically Rigorous Java Performance Evaluation", OOPSLA 2007, and
// Kalibera, Jones, "Rigorous Benchmarking in Reasonable Time", ISMM 2013.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_COMPARE_STATISTICS_H
#define WARPLINT_COMPARE_STATISTICS_H

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace warplint::compare {

/// Of a sample that is not empty.
double median(std::vector<double> sample);

struct Interval {
  double low = 0;
  double high = 0;
  friend bool operator==(const Interval &, const Interval &) = default;
};

struct Ratio {
  double estimate = 1; ///< median of all quotients new / old
  /// Where the true ratio lies, with at least the confidence asked for. Absent where the samples
  /// are too small for any.
  std::optional<Interval> interval;
};

/// All numbers must be positive; neither sample is empty. `confidence`: 0.95.
Ratio ratio(std::span<const double> before, std::span<const double> after, double confidence);

/// The smallest number of runs on either side with which ratio() gives an interval, were there as
/// many on the other.
std::size_t runsNeeded(double confidence);

/// P(U <= u) of the Mann-Whitney statistic of two samples of one continuous distribution.
double mannWhitneyCdf(std::size_t before, std::size_t after, std::size_t u);

} // namespace warplint::compare

#endif
