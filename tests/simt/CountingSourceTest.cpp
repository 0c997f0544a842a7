//===- CountingSourceTest.cpp - the interpreter against brute force --------===//
//
// Random kernels go through the interpreter as source text. What it counts for
// each access must equal what brute force counts for the addresses that the
// same expressions give.
//
//===----------------------------------------------------------------------===//

#include "AnalyseSource.h"
#include "CountingKernels.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <tuple>

namespace warplint {
namespace {

using bruteforce::Access;

struct Expected {
  double requests = 0;
  double count = 0;
  double ideal = 0;
};

Expected expected(const Access &access) {
  Expected sum;
  for (const auto &lanes : access.warps) {
    const bruteforce::Counts counts =
        access.shared ? bruteforce::wavefronts(lanes, access.bytes, access.operation)
                      : bruteforce::sectors(lanes, access.bytes);
    sum.requests += 1;
    sum.count += static_cast<double>(counts.count);
    sum.ideal += static_cast<double>(counts.ideal);
  }
  return sum;
}

using Key = std::tuple<std::string, unsigned, bool, std::string>;

std::map<Key, const Site *> index(const std::vector<Site> &sites) {
  std::map<Key, const Site *> found;
  for (const Site &site : sites)
    if (site.kind == SiteKind::GlobalAccess || site.kind == SiteKind::SharedAccess)
      found[{site.kernel, site.span.line, site.kind == SiteKind::SharedAccess, site.op}] = &site;
  return found;
}

/// Empty where the site says what is expected.
std::string difference(const Access &access, const Site *site) {
  const Expected wanted = expected(access);
  if (wanted.requests == 0) // the guard holds for no thread
    return site && numberAt(site->evidence, "requests").value_or(0) != 0 ? "no thread gets here"
                                                                         : "";
  if (!site)
    return "no such site";
  std::ostringstream text;
  const auto compare = [&](const char *name, double value) {
    const std::optional<double> seen = numberAt(site->evidence, name);
    if (!seen || *seen != value)
      text << ' ' << name << ' ' << (seen ? std::to_string(*seen) : "missing") << ", not " << value
           << ';';
  };
  compare("requests", wanted.requests);
  compare(access.shared ? "wavefronts" : "sectors", wanted.count);
  compare(access.shared ? "wavefronts_ideal" : "sectors_ideal", wanted.ideal);
  return text.str();
}

TEST(CountingSource, InterpreterEqualsBruteForce) {
  constexpr unsigned sources = 10;
  constexpr unsigned kernels = 25;
  constexpr unsigned statements = 48;
  unsigned cases = 0;
  unsigned failures = 0;
  for (unsigned seed = 1; seed <= sources; ++seed) {
    const bruteforce::Kernels random = bruteforce::randomKernels(seed, kernels, statements);
    const std::vector<Site> sites = analyseSource(random.code);
    const std::map<Key, const Site *> found = index(sites);
    for (const Access &access : random.accesses) {
      ++cases;
      const auto at = found.find({access.kernel, access.line, access.shared, access.operation});
      const std::string wrong = difference(access, at == found.end() ? nullptr : at->second);
      if (wrong.empty())
        continue;
      if (++failures <= 20)
        ADD_FAILURE() << "seed " << seed << ", " << access.kernel << " of " << access.block[0]
                      << 'x' << access.block[1] << 'x' << access.block[2] << ", line "
                      << access.line << ": " << access.text << "\n  " << wrong;
    }
  }
  EXPECT_EQ(failures, 0U) << "of " << cases;
  EXPECT_GE(cases, 10'000U);
}

} // namespace
} // namespace warplint
