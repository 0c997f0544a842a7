//===- Sites.cpp - what was recorded, as evidence ---------------------------===//

#include "lint/simt/Sites.h"

#include "lint/simt/Declarations.h"

#include "lint/simt/Integers.h"

#include "lint/simt/OpenLoops.h"
#include "lint/simt/PadRow.h"
#include "lint/simt/SharedArrays.h"
#include "lint/simt/Value.h"

#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace warplint::simt {

using namespace clang;

namespace {

// Sides as small as this are predicated: both are executed and no branch is taken. In operations
// less those that share an instruction. See docs/architecture.md, "Cost of branch sides".
constexpr std::int64_t predicatedCost = 14;
constexpr std::int64_t predicatedAloneCost = 24; // without an else, or where both do the same
// Where two sides are predicated, their addresses are worked out together, or lie in the
// instructions as distances from one another: of so many operations for them, one counts.
constexpr std::int64_t addressingPerOperation = 4;

const char *causeName(std::int64_t cause) {
  switch (static_cast<Cause>(cause)) {
  case Cause::None:
    return "uniform";
  case Cause::Guard:
    return "guard";
  case Cause::Lane:
    return "lane";
  case Cause::Data:
    return "data";
  }
  return "uniform";
}

std::int64_t sum(const SiteRecord &record, const char *name) {
  auto it = record.sums.find(name);
  return it == record.sums.end() ? 0 : it->second;
}
std::int64_t maximum(const SiteRecord &record, const char *name) {
  auto it = record.maxima.find(name);
  return it == record.maxima.end() ? 0 : it->second;
}
double ratio(std::int64_t a, std::int64_t b) {
  return b ? static_cast<double>(a) / static_cast<double>(b) : 0.0;
}

/// ": lanes 0 and 8 into the same one", of the first that are served together and ask one bank for
/// two words; empty where these are among the first `shown` lanes, or there are none.
std::string sharedBank(const Request &request, unsigned shown) {
  constexpr unsigned row = sharedBankBytes * sharedBanks;
  const unsigned served = std::min(warpSize, row / std::clamp(request.bytes, 4U, 16U));
  std::string text;
  unsigned seen = 0;
  for (unsigned lane = 0; lane < warpSize && text.empty(); ++lane) {
    if (!((request.active >> lane) & 1))
      continue;
    ++seen;
    for (unsigned first = lane / served * served; first < lane; ++first) {
      const std::uint64_t word = request.address[lane] / sharedBankBytes,
                          other = request.address[first] / sharedBankBytes;
      if (!((request.active >> first) & 1) || word == other ||
          word % sharedBanks != other % sharedBanks)
        continue;
      if (seen <= shown)
        return {};
      text = ": lanes " + std::to_string(first) + " and " + std::to_string(lane) +
             " into the same one";
      break;
    }
  }
  return text;
}

/// "lanes 0, 1, 2, 3, … of a warp start at bytes 0, 128, 256, 384, …"
std::string laneNote(const Request &request, bool banks) {
  std::string lanes;
  std::string places;
  constexpr unsigned shown = 5;
  unsigned count = 0;
  std::uint64_t origin = 0;
  bool first = true;
  bool far = false;
  constexpr std::uint64_t page = 1ULL << 36;
  for (unsigned lane = 0; lane < warpSize && count < shown; ++lane) {
    if (!((request.active >> lane) & 1))
      continue;
    if (first)
      origin = request.address[lane];
    far = far || request.address[lane] / page != origin / page;
    first = false;
    lanes += (count ? ", " : "") + std::to_string(lane);
    std::uint64_t at = banks ? request.address[lane] / sharedBankBytes % sharedBanks : 0;
    auto offset = static_cast<std::int64_t>(request.address[lane] - origin);
    places += (count ? ", " : "") + std::to_string(banks ? static_cast<std::int64_t>(at) : offset);
    ++count;
  }
  if (far)
    return "neighbouring lanes are so far apart that each touches sectors of its own";
  bool more = static_cast<unsigned>(std::popcount(request.active)) > count;
  return "lanes " + lanes + (more ? ", …" : "") + " of a warp " +
         (banks ? "fall into banks " : "start at bytes ") + places + (more ? ", …" : "") +
         (banks ? sharedBank(request, count) : std::string());
}

/// Of an atomic: lanes that ask for the same address, and whether the compiler brings them
/// together.
void finishContention(const SiteRecord &record, Evidence &evidence) {
  const bool aggregated = sum(record, "atomic_addresses") == 0;
  const std::int64_t addresses =
      sum(record, aggregated ? "aggregated_addresses" : "atomic_addresses");
  if (!addresses || sum(record, "unknown_requests") || maximum(record, "lanes_unknown"))
    return;
  evidence["lanes_per_address"] =
      ratio(sum(record, aggregated ? "aggregated_lanes" : "atomic_lanes"), addresses);
  evidence["aggregated"] = aggregated;
}

/// Of the access; of the costliest way to come to it, where others cost less.
SiteRecord::Calls countsOf(const SiteRecord &record, const char *units, const char *ideal,
                           Evidence &evidence) {
  if (const SiteRecord::Calls *worst = record.worstCalls()) {
    evidence["call_paths"] = static_cast<std::int64_t>(record.calls.size());
    return *worst;
  }
  SiteRecord::Calls counts;
  counts.requests = sum(record, "requests");
  counts.lanes = sum(record, "active_lanes");
  counts.units = sum(record, units);
  counts.ideal = sum(record, ideal);
  return counts;
}

void finishGlobal(const SiteRecord &record, Site &site) {
  Evidence &evidence = site.evidence;
  evidence["requests"] = sum(record, "requests");
  finishContention(record, evidence);
  bool data = maximum(record, "data_dependent");
  if (sum(record, "unknown_requests")) {
    evidence["data_dependent"] = data;
    evidence["pattern"] = std::string(data ? "gather" : "irregular");
    evidence.erase("stride_text");
    evidence.erase("stride");
    return;
  }
  const SiteRecord::Calls counts = countsOf(record, "sectors", "sectors_ideal", evidence);
  const std::int64_t sectors = counts.units;
  const std::int64_t ideal = counts.ideal;
  const std::int64_t requests = counts.requests;
  evidence["requests"] = requests;
  evidence["data_dependent"] = false;
  if (maximum(record, "sectors_at_most") && sectors > ideal)
    evidence["sectors_at_most"] = true;
  evidence["sectors"] = sectors;
  evidence["sectors_ideal"] = ideal;
  evidence["sectors_ratio"] = ratio(sectors, ideal);
  evidence["sectors_per_request"] = ratio(sectors, requests);
  evidence["sectors_ideal_per_request"] = ratio(ideal, requests);
  evidence["lanes_active"] = ratio(counts.lanes, requests);
  if (!evidence.count("pattern"))
    evidence["pattern"] = std::string(requests && sectors == requests ? "broadcast" : "coalesced");
}

void finishConstant(const SiteRecord &record, Site &site) {
  Evidence &evidence = site.evidence;
  bool isUnknown = sum(record, "unknown_requests") != 0;
  evidence["data_dependent"] = isUnknown && maximum(record, "data_dependent");
  if (isUnknown)
    return;
  evidence["requests"] = sum(record, "requests");
  evidence["addresses"] = ratio(sum(record, "addresses"), sum(record, "requests"));
  evidence["addresses_max"] = maximum(record, "addresses_max");
}

/// The pad of rows whose length is written as a sum, `[width + pad]`; 0: it is not.
std::int64_t padInSum(ASTContext &context, const VarDecl *array, std::int64_t row,
                      std::int64_t most) {
  TypeLoc location =
      array->getTypeSourceInfo() ? array->getTypeSourceInfo()->getTypeLoc() : TypeLoc();
  const Expr *size = nullptr;
  while (auto arrayLocation = location.getAs<ArrayTypeLoc>()) {
    size = arrayLocation.getSizeExpr();
    location = arrayLocation.getElementLoc();
  }
  if (const auto *constant = llvm::dyn_cast_or_null<ConstantExpr>(size))
    size = constant->getSubExpr();
  std::int64_t pad = 0;
  while (size) {
    const auto *sum = llvm::dyn_cast<BinaryOperator>(size->IgnoreParenImpCasts());
    Expr::EvalResult value;
    if (!sum || sum->getOpcode() != BO_Add || sum->getRHS()->isValueDependent() ||
        !sum->getRHS()->EvaluateAsInt(value, context))
      break;
    pad += int64Of(value.Val.getInt());
    // A cure pads what has a pad: `[(width + 1) + 1]`.
    size = llvm::isa<ParenExpr>(sum->getLHS()) ? sum->getLHS() : nullptr;
  }
  return pad >= 1 && pad <= most && pad < row - pad ? pad : 0;
}

/// Elements by which the rows of an array are padded, judged by its dimensions.
std::int64_t paddingOf(ASTContext &context, const VarDecl *array, std::int64_t &rowElements) {
  rowElements = 0;
  if (!array)
    return 0;
  std::vector<std::int64_t> dimensions;
  QualType type = array->getType();
  while (const auto *constant = context.getAsConstantArrayType(type)) {
    dimensions.push_back(static_cast<std::int64_t>(constant->getZExtSize()));
    type = constant->getElementType();
  }
  if (dimensions.empty())
    return 0;
  std::int64_t row = dimensions.back();
  rowElements = row;
  constexpr std::int64_t mostPadding = 8;
  auto padOver = [](std::int64_t width) -> std::int64_t {
    for (std::int64_t base = 8; base <= 1024; base *= 2)
      if (width > base && width - base <= mostPadding && width - base < base)
        return width - base;
    return 0;
  };
  if (dimensions.size() >= 2) {
    if (const std::int64_t written = padInSum(context, array, row, mostPadding))
      return written;
    std::int64_t rows = dimensions[dimensions.size() - 2];
    if (row > rows && row - rows <= mostPadding && row - rows < rows && rows >= 8)
      return row - rows;
    return padOver(row);
  }
  // Flat: rows * (width + pad), where the sum stands in the size or a factor gives it away.
  std::int64_t pad = 0;
  auto valueOf = [&](const Expr *expr) -> std::optional<std::int64_t> {
    Expr::EvalResult result;
    if (expr->isValueDependent() || !expr->EvaluateAsInt(result, context))
      return std::nullopt;
    return int64Of(result.Val.getInt());
  };
  std::function<void(const Expr *)> visit = [&](const Expr *expr) {
    expr = expr->IgnoreParenImpCasts();
    if (llvm::isa<IntegerLiteral, DeclRefExpr, SubstNonTypeTemplateParmExpr>(expr)) {
      std::int64_t value = valueOf(expr).value_or(0);
      for (std::int64_t base = 16; base <= 128 && value < row; base *= 2)
        if (value == base + 1 || value == base + 2) {
          pad = value - base;
          rowElements = value;
        }
      return;
    }
    const auto *op = llvm::dyn_cast<BinaryOperator>(expr);
    if (!op)
      return;
    if (op->getOpcode() == BO_Add) {
      auto width = valueOf(op);
      auto amount = valueOf(op->getRHS());
      if (width && amount && *amount >= 1 && *amount <= mostPadding && *width < row) {
        pad = *amount;
        rowElements = *width;
      }
      return;
    }
    if (op->getOpcode() == BO_Mul) {
      visit(op->getLHS());
      visit(op->getRHS());
    }
  };
  TypeLoc location =
      array->getTypeSourceInfo() ? array->getTypeSourceInfo()->getTypeLoc() : TypeLoc();
  if (auto arrayLocation = location.getAs<ArrayTypeLoc>())
    if (const Expr *size = arrayLocation.getSizeExpr();
        size && llvm::isa<BinaryOperator>(size->IgnoreParenImpCasts()))
      visit(size);
  return pad;
}

/// Rows of a shared array as they are taken to be meant: `elements`, of which the last `padding`
/// are there to spread rows over the banks.
struct PaddedRows {
  std::uint64_t elementBytes = 0;
  std::int64_t elements = 0;
  std::int64_t padding = 0;
  std::uint64_t bytes() const { return static_cast<std::uint64_t>(elements) * elementBytes; }
  std::uint64_t bytesMeant() const {
    return static_cast<std::uint64_t>(elements - padding) * elementBytes;
  }
};

std::optional<PaddedRows> paddedRows(ASTContext &context, const VarDecl *array) {
  PaddedRows rows;
  rows.padding = paddingOf(context, array, rows.elements);
  if (rows.padding <= 0 || rows.elements <= rows.padding)
    return std::nullopt;
  QualType element = array->getType();
  while (const auto *of = context.getAsArrayType(element))
    element = of->getElementType();
  if (element->isDependentType() || element->isIncompleteType())
    return std::nullopt;
  rows.elementBytes = static_cast<std::uint64_t>(context.getTypeSizeInChars(element).getQuantity());
  return rows;
}

/// Is the array indexed as if there were no pad? Not where its rows are subscripted one by one.
bool ignoresPad(const SiteRecord &record, const PaddedRows &rows) {
  if (!record.worst)
    return false;
  if (const auto *element = llvm::dyn_cast_or_null<clang::ArraySubscriptExpr>(record.statement);
      element && element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType() &&
      llvm::isa<clang::ArraySubscriptExpr>(element->getBase()->IgnoreParenImpCasts()))
    return false;
  const Request &worst = *record.worst;
  const std::uint64_t first = worst.address[std::countr_zero(worst.active)];
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if ((worst.active >> lane) & 1 && (worst.address[lane] - first) % rows.bytesMeant() != 0)
      return false;
  return true;
}

/// May any access store or load what would be the pad, or does none come up to it? Then rows just
/// are that long.
bool usesPad(const SiteRecord &record, const std::vector<SiteRecord> &all, const PaddedRows &rows,
             const SharedArrays *arrays) {
  if (arrays && llvm::any_of(arrays->arrays(), [&](const SharedArrays::Array *array) {
        return array->declaration == record.array && array->anywhere;
      }))
    return true;
  std::uint64_t used = 0; // bytes of a row
  for (const SiteRecord &other : all) {
    if (other.array != record.array)
      continue;
    if (sum(other, "unknown_requests") || maximum(other, "column_open"))
      return true;
    used = std::max(used, static_cast<std::uint64_t>(maximum(other, "row_bytes_used")));
  }
  // Nor is anything known of a pad where the columns before it are left out as well.
  return used > 0 && used != rows.bytesMeant();
}

/// Is the pad of the rows there for this conflict, and too little or the wrong one? Without
/// it there would be one too, and rows of another length would have none: a conflict within
/// a row, or one that the pad makes while it cures another, is not the pad's failure.
bool padFails(const SiteRecord &record, const PaddedRows &rows) {
  if (!record.worst)
    return false;
  auto worsening = [&](std::int64_t change) {
    Request other = *record.worst;
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if ((other.active >> lane) & 1) {
        std::uint64_t at = other.address[lane] - record.arrayBase;
        auto length = static_cast<std::uint64_t>(rows.elements + change) * rows.elementBytes;
        other.address[lane] = record.arrayBase + at / rows.bytes() * length + at % rows.bytes();
      }
    WavefrontCount count = countWavefronts(other);
    return count.wavefronts > count.ideal;
  };
  if (!worsening(-rows.padding))
    return false;
  for (std::int64_t change = 1 - rows.padding; change <= static_cast<std::int64_t>(sharedBanks);
       ++change)
    if (!worsening(change))
      return true;
  return false;
}

void finishShared(const SiteContext &where, const SiteRecord &record,
                  const std::vector<SiteRecord> &all, RowPads &pads, Site &site) {
  ASTContext &context = where.context;
  Evidence &evidence = site.evidence;
  std::int64_t requests = sum(record, "requests");
  evidence["requests"] = requests;
  std::int64_t rowElements = 0;
  evidence["padding"] = paddingOf(context, record.array, rowElements);
  if (rowElements)
    evidence["row_elements"] = rowElements;
  const std::optional<PaddedRows> rows = paddedRows(context, record.array);
  const bool ignored = rows && ignoresPad(record, *rows);
  const bool isPadded = rows && (ignored || !usesPad(record, all, *rows, where.sharedArrays));
  if (!isPadded)
    evidence["padding"] = std::int64_t{0};
  evidence["data_dependent"] = maximum(record, "data_dependent") != 0;
  finishContention(record, evidence);
  if (sum(record, "unknown_requests"))
    return;
  const SiteRecord::Calls counts = countsOf(record, "wavefronts", "wavefronts_ideal", evidence);
  requests = counts.requests;
  const std::int64_t wavefronts = counts.units;
  const std::int64_t ideal = counts.ideal;
  evidence["requests"] = requests;
  evidence["wavefronts"] = wavefronts;
  evidence["wavefronts_ideal"] = ideal;
  evidence["wavefronts_ratio"] = ratio(wavefronts, ideal);
  evidence["wavefronts_per_request"] = ratio(wavefronts, requests);
  evidence["wavefronts_ideal_per_request"] = ratio(ideal, requests);
  evidence["ways"] = maximum(record, "ways");
  evidence["bytes"] = maximum(record, "access_bytes");
  evidence["padding_fails"] = isPadded && (ignored || padFails(record, *rows));
  if (record.worstRatio >= 2)
    if (auto fix = pads.fixFor(record))
      site.fixes.push_back(std::move(*fix));
  evidence["lanes_active"] = ratio(counts.lanes, requests);
}

// The side that fewer lanes of a warp take, where it is known who takes which.
void finishFewLanes(const SiteRecord &record, const SiteContext &where, Site &site) {
  const std::uint64_t issued = where.issued;
  struct Side {
    std::int64_t warps, lanes; ///< operations × warps, × lanes
    std::int64_t times;        ///< warps that took it, summed over executions
    double mean() const { return ratio(lanes, warps); }
  };
  const Side sides[] = {{sum(record, "then_issued_warps"), sum(record, "then_issued_lanes"),
                         sum(record, "then_warps")},
                        {sum(record, "else_issued_warps"), sum(record, "else_issued_lanes"),
                         sum(record, "else_warps")}};
  const Side *few = nullptr;
  for (const Side &side : sides)
    if (side.warps && (!few || side.mean() < few->mean()))
      few = &side;
  if (!few || !issued)
    return;
  // Beside work in another loop of unknown length no share is known: the warps of a pipeline each
  // have a loop of their own.
  constexpr std::uint64_t ofNoAccount = 20; // a twentieth of the kernel
  if (where.openLoops) {
    const auto others =
        std::count_if(where.openLoops->begin(), where.openLoops->end(), [&](const auto &loop) {
          return loop.first != record.openLoop && loop.second * ofNoAccount > issued;
        });
    if (others >= (record.openLoop ? 1 : 2))
      return;
  }
  site.evidence["few_cost"] = few->warps / std::max<std::int64_t>(few->times, 1);
  site.evidence["few_lanes"] = few->mean();
  site.evidence["few_share"] = static_cast<double>(few->warps) / static_cast<double>(issued);
}

/// Is it a number that nothing has to be loaded or called for?
bool isArithmetic(const Stmt *part) {
  if (!part || llvm::isa<PseudoObjectExpr>(part)) // threadIdx.x
    return part != nullptr;
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(part);
      op && (op->getOpcode() == UO_Deref || op->isIncrementDecrementOp()))
    return false;
  if (const auto *op = llvm::dyn_cast<BinaryOperator>(part); op && op->isAssignmentOp())
    return false;
  return !llvm::isa<CallExpr, ArraySubscriptExpr, MemberExpr, AbstractConditionalOperator>(part) &&
         llvm::all_of(part->children(), isArithmetic);
}

/// The array or pointer of an element whose place is arithmetic alone; null: it is not.
const ValueDecl *arrayOf(const ArraySubscriptExpr *element) {
  const Expr *base = element;
  while (const auto *subscript = llvm::dyn_cast<ArraySubscriptExpr>(base)) {
    if (!isArithmetic(subscript->getIdx()))
      return nullptr;
    base = subscript->getBase()->IgnoreParenImpCasts();
  }
  const auto *name = llvm::dyn_cast<DeclRefExpr>(base);
  return name ? name->getDecl() : nullptr;
}

/// Are they elements of one type in one kind of memory? Of their addresses, one is selected.
bool areAlike(const ArraySubscriptExpr *a, const ArraySubscriptExpr *b) {
  const ValueDecl *of = arrayOf(a), *ofOther = arrayOf(b);
  return of && ofOther && of->hasAttr<CUDASharedAttr>() == ofOther->hasAttr<CUDASharedAttr>() &&
         of->getType()->isPointerType() == ofOther->getType()->isPointerType() &&
         a->getType().getCanonicalType().getUnqualifiedType() ==
             b->getType().getCanonicalType().getUnqualifiedType();
}

/// Do two statements differ by names, numbers and the places of elements only, and if they may by
/// signs?
bool isOfOneShape(const Stmt *a, const Stmt *b, bool orBySigns) {
  const auto plain = [](const Stmt *part) {
    if (const auto *block = llvm::dyn_cast_or_null<CompoundStmt>(part); block && block->size() == 1)
      part = block->body_front();
    const auto *expr = llvm::dyn_cast_or_null<Expr>(part);
    return expr ? expr->IgnoreParenImpCasts() : part;
  };
  a = plain(a);
  b = plain(b);
  if (!a || !b)
    return a == b;
  if (a->getStmtClass() != b->getStmtClass())
    return false;
  if (const auto *element = llvm::dyn_cast<ArraySubscriptExpr>(a);
      element && areAlike(element, llvm::cast<ArraySubscriptExpr>(b)))
    return true;
  if (const auto *op = llvm::dyn_cast<BinaryOperator>(a)) {
    const auto *other = llvm::cast<BinaryOperator>(b);
    const bool turns = orBySigns && op->isAdditiveOp() && other->isAdditiveOp() &&
                       op->getType()->isArithmeticType();
    if (op->getOpcode() != other->getOpcode() && !turns)
      return false;
  }
  if (const auto *op = llvm::dyn_cast<UnaryOperator>(a);
      op && op->getOpcode() != llvm::cast<UnaryOperator>(b)->getOpcode())
    return false;
  if (const auto *call = llvm::dyn_cast<CallExpr>(a);
      call && call->getCalleeDecl() != llvm::cast<CallExpr>(b)->getCalleeDecl())
    return false;
  return std::ranges::equal(
      a->children(), b->children(),
      [&](const Stmt *one, const Stmt *another) { return isOfOneShape(one, another, orBySigns); });
}

/// Do both sides store to the same variables what the same operations give? The compiler chooses
/// between their operands then.
bool doesTheSame(const Stmt *statement, bool orBySigns) {
  const auto *whole = llvm::dyn_cast_or_null<IfStmt>(statement);
  if (!whole || !isOfOneShape(whole->getThen(), whole->getElse(), orBySigns))
    return false;
  const auto targets = [](const Stmt *side) {
    std::vector<const ValueDecl *> result;
    std::function<void(const Stmt *)> visit = [&](const Stmt *part) {
      if (const auto *op = llvm::dyn_cast<BinaryOperator>(part); op && op->isAssignmentOp()) {
        const auto *name = llvm::dyn_cast<DeclRefExpr>(op->getLHS()->IgnoreParenImpCasts());
        result.push_back(name ? name->getDecl() : nullptr);
      }
      for (const Stmt *child : part->children())
        if (child)
          visit(child);
    };
    visit(side);
    return result;
  };
  const auto of = targets(whole->getThen());
  return !of.empty() && !llvm::is_contained(of, nullptr) && of == targets(whole->getElse());
}

/// The first ones; a remainder of a remainder, as random numbers are made, rests on hundreds.
void addAssumptions(const SiteRecord &record, Site &site) {
  constexpr std::size_t most = 6;
  for (const std::string &assumption : record.assumptions) {
    if (site.assumptions.size() == most && record.assumptions.size() > most + 1) {
      site.assumptions.push_back(std::to_string(record.assumptions.size() - most) +
                                 " more of the kind");
      return;
    }
    site.assumptions.push_back(assumption);
  }
}

void finishBranch(const SiteRecord &record, Site &site) {
  Evidence &evidence = site.evidence;
  std::int64_t warps = sum(record, "warps");
  std::int64_t divergent = sum(record, "divergent_warps");
  std::int64_t thenCost = maximum(record, "then_cost");
  std::int64_t elseCost = maximum(record, "else_cost");
  double lanesTrue = ratio(sum(record, "true_lanes"), divergent);
  double lanesFalse = ratio(sum(record, "false_lanes"), divergent);
  evidence["cause"] = std::string(causeName(maximum(record, "cause")));
  evidence["warps"] = warps;
  evidence["divergent_warps"] = divergent;
  evidence["divergent_ratio"] = ratio(divergent, warps);
  evidence["lanes_true"] = lanesTrue;
  evidence["lanes_false"] = lanesFalse;
  evidence["then_cost"] = thenCost;
  evidence["else_cost"] = elseCost;
  evidence["sides_cost"] = std::min(thenCost, elseCost);
  evidence["nested_loops"] = maximum(record, "nested_loops");
  const bool steady =
      divergent > 0 && sum(record, "true_lanes") == divergent * maximum(record, "most_true");
  // The lower halves of tiles that add up, each within a warp, become smaller, and are no such
  // thing.
  const bool interleaved = 2 * sum(record, "interleaved_warps") > divergent &&
                           (steady || 2 * sum(record, "alone_warps") > divergent);
  std::int64_t instructions = thenCost + elseCost - maximum(record, "joined");
  const bool isOneSided = thenCost == 0 || elseCost == 0;
  if (const std::int64_t addressing = maximum(record, "addressing"); !isOneSided)
    instructions -= addressing - addressing / addressingPerOperation;
  const bool isSelection = !isOneSided && doesTheSame(record.statement, /*orBySigns=*/false);
  // Products that are added on one side and taken away on the other are worked out once; four such
  // pairs become selections, eight a branch.
  const bool isTurned = !isOneSided && doesTheSame(record.statement, /*orBySigns=*/true);
  evidence["predicated"] = (isTurned ? instructions / 2 : instructions) <=
                           (isOneSided || isSelection ? predicatedAloneCost : predicatedCost);
  evidence["elected"] = divergent > 0 && sum(record, "elections") == divergent;
  evidence["steady"] = steady;
  evidence["interleaved"] = interleaved;
  evidence["repeats"] = sum(record, "repeats");
  std::int64_t spent = sum(record, "then_warps") * thenCost + sum(record, "else_warps") * elseCost;
  std::int64_t enough =
      sum(record, "then_needed") * thenCost + sum(record, "else_needed") * elseCost;
  evidence["spread"] = enough ? ratio(spent, enough) : 1.0;
  if (divergent == 0 && maximum(record, "cause") == static_cast<std::int64_t>(Cause::Data)) {
    // Which lanes go which way is in the data.
    for (const char *name :
         {"divergent_ratio", "divergent_warps", "elected", "lanes_true", "lanes_false", "steady"})
      evidence.erase(name);
    return;
  }
  double cost = static_cast<double>(thenCost + elseCost);
  evidence["wasted_lanes"] = cost > 0 ? (lanesFalse * static_cast<double>(thenCost) +
                                         lanesTrue * static_cast<double>(elseCost)) /
                                            cost
                                      : 0.0;
}

void finishLocal(const SiteRecord &record, Site &site) {
  site.evidence["requests"] = sum(record, "requests");
  site.evidence["candidates"] = maximum(record, "candidates");
  site.evidence["constants"] = maximum(record, "constants") != 0;
  site.evidence["in_loop"] = maximum(record, "in_loop") != 0;
  site.evidence["counted"] = maximum(record, "chosen") == 0;
  site.evidence["rolled"] = maximum(record, "rolled") != 0;
  site.evidence["swept"] = maximum(record, "unswept") == 0;
}

/// Of each local array, the access that speaks for it: a loop's first, then where the index chooses
/// among most.
void keepWorstLocal(std::vector<SiteRecord> &records) {
  auto rank = [](const SiteRecord &record) {
    return std::tuple(maximum(record, "in_loop"), maximum(record, "chosen"),
                      maximum(record, "candidates"));
  };
  std::map<const VarDecl *, std::size_t> worstOf;
  std::map<const VarDecl *, std::int64_t> choicesOf;
  std::map<const VarDecl *, std::set<std::pair<SourceLocation, SourceLocation>>> placesOf;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const SiteRecord &record = records[i];
    if (record.kind != SiteKind::LocalAccess)
      continue;
    placesOf[record.array].insert({record.range.getBegin(), record.range.getEnd()});
    if (!maximum(record, "in_loop"))
      choicesOf[record.array] += sum(record, "choices");
    const auto [known, isNew] = worstOf.try_emplace(record.array, i);
    if (!isNew && rank(records[known->second]) < rank(record))
      known->second = i;
  }
  for (const auto &[array, index] : worstOf) {
    const auto &places = placesOf[array];
    records[index].evidence["others"] = static_cast<std::int64_t>(places.size()) - 1;
    records[index].evidence["choices"] = choicesOf[array];
    // The compiler may do without any one of them.
    records[index].within = {places.begin()->first, places.begin()->second};
    for (const auto &[begin, end] : places)
      if (records[index].within.getEnd() < end)
        records[index].within.setEnd(end);
  }
  std::vector<SiteRecord> kept;
  for (std::size_t i = 0; i < records.size(); ++i)
    if (records[i].kind != SiteKind::LocalAccess || worstOf.at(records[i].array) == i)
      kept.push_back(std::move(records[i]));
  records = std::move(kept);
}

void finishLoop(const SiteRecord &record, const SiteContext &where, Site &site) {
  site.evidence["body_cost"] = maximum(record, "body_cost");
  site.evidence["cause"] = std::string(causeName(maximum(record, "cause")));
  site.evidence["varying"] = maximum(record, "varying") != 0;
  const std::int64_t slots = sum(record, "trips_slots");
  if (maximum(record, "open") || !slots)
    return;
  const std::int64_t used = sum(record, "trips_used");
  const std::int64_t warps = sum(record, "trips_warps");
  if (maximum(record, "by_launch") && where.issued) {
    site.evidence["trips_by_launch"] = site.evidence["trips_max"];
    site.evidence["share"] =
        std::min(1.0, ratio(sum(record, "launch_work"), static_cast<std::int64_t>(where.issued)));
  }
  site.evidence["spread"] = maximum(record, "spread");
  site.evidence["wasted"] = 1.0 - ratio(used, slots);
  site.evidence["lanes_active"] = ratio(used, warps);
  site.evidence["warp_trips"] = warps;
}

/// An intrinsic that names its lanes in place of one that does not, or a barrier of the warp
/// before the statement, where all lanes of the warp surely come there.
std::optional<Fix> warpFix(ASTContext &context, const SiteRecord &record) {
  if (maximum(record, "no_fix"))
    return std::nullopt;
  const SourceManager &sources = context.getSourceManager();
  Fix fix;
  auto insert = [&](SourceLocation at, std::string text) {
    fix.edits.push_back(insertionAt(sources, at, std::move(text)));
  };
  if (const auto *call = llvm::dyn_cast_or_null<CallExpr>(record.statement)) {
    SourceLocation name = call->getCallee()->getExprLoc();
    if (name.isMacroID() || call->getEndLoc().isMacroID() || call->getNumArgs() == 0 ||
        call->getArg(0)->getBeginLoc().isMacroID())
      return std::nullopt;
    fix.id = "name-lanes";
    fix.title = "use `" + record.op + "_sync` with the mask of all lanes";
    insert(Lexer::getLocForEndOfToken(name, 0, sources, context.getLangOpts()), "_sync");
    insert(call->getArg(0)->getBeginLoc(), "0xffffffff, ");
    return fix;
  }
  SourceLocation begin = record.within.getBegin();
  if (begin.isInvalid() || begin.isMacroID())
    return std::nullopt;
  // A statement of a block: not the body of an `if` or a loop, which would lose it.
  auto [file, offset] = sources.getDecomposedLoc(begin);
  llvm::StringRef before = sources.getBufferData(file).take_front(offset);
  llvm::StringRef code = before.rtrim();
  if (code.empty() || !llvm::StringRef(";{}").contains(code.back()))
    return std::nullopt;
  std::size_t lineBegin = before.rfind('\n') + 1;
  llvm::StringRef indent = before.drop_front(lineBegin);
  if (indent.find_first_not_of(" \t") != llvm::StringRef::npos)
    return std::nullopt;
  fix.id = "name-lanes";
  fix.title = "synchronise the warp before it";
  insert(begin, "__syncwarp();\n" + indent.str());
  return fix;
}

// Something rests on a bound that need not be a multiple of the block size.
void takeGuard(Site &site, const char *who = "threads of one block") {
  auto it = site.evidence.find("rests_on_guard");
  if (it == site.evidence.end())
    return;
  bool rests = std::get<bool>(it->second);
  site.evidence.erase(it);
  if (rests)
    site.assumptions.push_back(std::string(who) + " do not all agree on the condition");
}

void finishBarrier(const SiteRecord &record, Site &site) {
  Evidence &evidence = site.evidence;
  if (!evidence.count("where")) {
    evidence["where"] = std::string();
    evidence["cause"] = std::string("none");
    evidence["threads_expected"] = maximum(record, "expected");
    evidence["threads_arriving"] = maximum(record, "expected");
    evidence["absent_exited"] = false;
    return;
  }
  evidence["cause"] = std::string(causeName(maximum(record, "cause")));
  if (auto part = record.sums.find("in_part"); part != record.sums.end()) {
    auto met = record.sums.find("met_elsewhere");
    evidence["met_elsewhere"] = met != record.sums.end() && met->second == part->second;
  }
  takeGuard(site, boolAt(evidence, "blocks_differ") ? "the blocks" : "threads of one block");
}

void finishWarpCall(const SiteRecord &record, Site &site) {
  Evidence &evidence = site.evidence;
  if (evidence.count("where")) {
    evidence["cause"] = std::string(causeName(maximum(record, "cause")));
    takeGuard(site, "threads of one warp");
  } else if (auto arriving = record.maxima.find("arriving"); arriving != record.maxima.end()) {
    evidence["where"] = std::string();
    evidence["cause"] = std::string("none");
    evidence["lanes_arriving"] = arriving->second;
    evidence["lanes_expected"] = arriving->second;
    evidence["absent_exited"] = false;
  }
}

void finishGroup(const SiteRecord &record, Site &site) {
  Evidence &evidence = site.evidence;
  if (auto rank = record.maxima.find("rank"); rank != record.maxima.end())
    evidence["rank"] = rank->second;
  if (stringAt(evidence, "of") == "grid" || stringAt(evidence, "of") == "cluster")
    return;
  if (!evidence.count("conditional")) {
    evidence["conditional"] = false;
    evidence["ternary"] = false;
    evidence["cause"] = std::string("none");
    return;
  }
  evidence["cause"] =
      std::string(evidence.erase("by_block") ? "block" : causeName(maximum(record, "cause")));
  takeGuard(site);
}

void finishPipeline(const SiteRecord &record, Site &site) {
  if (std::int64_t stages = maximum(record, "stages"))
    site.evidence["stages"] = stages;
  std::int64_t waits = sum(record, "waits");
  if (waits > 0) {
    site.evidence["waits"] = waits;
    site.evidence["idle_waits"] = sum(record, "idle_waits");
  }
  takeGuard(site);
}

/// Edits that the interpreter planned.
void planFixes(ASTContext &context, const SiteRecord &record, Site &site) {
  const SourceManager &sources = context.getSourceManager();
  for (const PlannedFix &planned : record.fixes) {
    Fix fix;
    fix.id = planned.id;
    fix.title = planned.title;
    for (const PlannedFix::Piece &piece : planned.pieces)
      fix.edits.push_back(editOf(sources, piece));
    if (std::none_of(fix.edits.begin(), fix.edits.end(),
                     [](const Edit &edit) { return edit.span.file.empty(); }))
      site.fixes.push_back(std::move(fix));
  }
}

struct Step {
  SourceLocation at;
  bool asArgument = false;    ///< it was handed to a macro from here
  SourceLocation parameter{}; ///< of the macro, in place of which it was handed over
};

/// The places that a token came by, from where it is spelt to the file, each in another file or
/// expansion of a macro: an argument comes from where it is written, a body's token from the use.
std::vector<Step> wayOf(const SourceManager &sources, SourceLocation token, bool isEnd) {
  std::vector<Step> way{{token, false}};
  while (token.isMacroID()) {
    const bool isArgument = sources.isMacroArgExpansion(token);
    const SourceLocation parameter =
        isArgument ? sources.getImmediateExpansionRange(token).getBegin() : SourceLocation();
    if (isArgument)
      token = sources.getImmediateSpellingLoc(token);
    else if (const CharSourceRange use = sources.getImmediateExpansionRange(token); isEnd)
      token = use.getEnd();
    else
      token = use.getBegin();
    way.push_back({token, isArgument, parameter});
  }
  return way;
}

/// Is the text of the token in a file that a reader can open?
bool isInText(const SourceManager &sources, SourceLocation token) {
  return !sources.isWrittenInScratchSpace(token) && !sources.isWrittenInBuiltinFile(token) &&
         !sources.isWrittenInCommandLineFile(token);
}

/// From one argument of a macro to another, what stands between them in its use says nothing of
/// what the macro puts between them: the use itself, from its name to its parenthesis.
std::optional<std::pair<SourceLocation, SourceLocation>>
useWithArguments(const SourceManager &sources, const Step &first, const Step &last) {
  if (!first.parameter.isMacroID() ||
      sources.getFileID(first.parameter) != sources.getFileID(last.parameter))
    return std::nullopt;
  const CharSourceRange use = sources.getImmediateExpansionRange(first.parameter);
  SourceLocation begin = use.getBegin();
  // The macro may have been named by an argument.
  if (sources.isMacroArgExpansion(begin) && !sources.isMacroArgExpansion(use.getEnd()))
    begin = sources.getImmediateExpansionRange(begin).getBegin();
  if (sources.getFileID(begin) != sources.getFileID(use.getEnd()))
    return std::nullopt;
  begin = sources.getSpellingLoc(begin);
  const SourceLocation end = sources.getSpellingLoc(use.getEnd());
  if (!isInText(sources, begin) || !isInText(sources, end))
    return std::nullopt;
  return std::pair(begin, end);
}

/// The first and last token of a range where they are spelt, if that is the body of one macro in
/// a file. Else where the macros are used that it begins and ends in.
std::pair<SourceLocation, SourceLocation> written(const SourceManager &sources, SourceRange range) {
  const auto beginWay = wayOf(sources, range.getBegin(), false);
  const auto lastWay = wayOf(sources, range.getEnd(), true);
  for (const Step &first : beginWay)
    for (const Step &end : lastWay) {
      if (sources.getFileID(first.at) != sources.getFileID(end.at))
        continue;
      if (first.parameter != end.parameter && first.asArgument && end.asArgument) {
        if (const auto use = useWithArguments(sources, first, end))
          return *use;
        continue;
      }
      // Of an argument, what the macro made of it is not where it is written. From an argument to
      // the end of the macro that takes it is no piece of text.
      if (sources.isMacroArgExpansion(first.at) ||
          (first.at.isMacroID() && first.asArgument != end.asArgument))
        continue;
      const SourceLocation begin = sources.getSpellingLoc(first.at);
      const SourceLocation last = sources.getSpellingLoc(end.at);
      if (isInText(sources, begin) && isInText(sources, last))
        return {begin, last};
    }
  return {beginWay.back().at, lastWay.back().at};
}

/// How bad a site is, to keep the worst of several runs.
double badness(const Site &site) {
  double value = 0;
  for (const char *name : {"sectors_ratio", "wavefronts_ratio", "divergent_ratio"})
    value = std::max(value, numberAt(site.evidence, name).value_or(0));
  // What goes where data say is worse than what is known to take as many sectors as would do.
  constexpr double anywhere = 2;
  if (stringAt(site.evidence, "pattern") == "gather" && !site.evidence.contains("sectors_ratio"))
    value = std::max(value, anywhere);
  if (auto where = stringAt(site.evidence, "where"); where && !where->empty())
    value = boolAt(site.evidence, "absent_exited")   ? 1
            : boolAt(site.evidence, "met_elsewhere") ? 1.5
                                                     : 2;
  // What else may be said of it decides between runs that are equally bad.
  for (const char *name : {"addresses", "lanes_per_address", "warps_per_element", "reloads",
                           "repeated_stores", "vector_elements", "start_offset"})
    value += numberAt(site.evidence, name).value_or(0) / 1e6;
  // A block of one warp gains nothing from what another one would.
  constexpr double gain = 1.1; // as min_gain of divergence-branch
  if (site.kind == SiteKind::Branch && numberAt(site.evidence, "spread").value_or(0) >= gain)
    value += 1e-3;
  // Where one instance's lanes part by data, it does not help that another's stay together.
  const bool byData = stringAt(site.evidence, "cause") == "data";
  if (site.kind == SiteKind::Branch && byData && !boolAt(site.evidence, "predicated")) {
    const double sides[] = {numberAt(site.evidence, "then_cost").value_or(0),
                            numberAt(site.evidence, "else_cost").value_or(0)};
    value += 1e-4 + 1e-6 * std::min(100.0, std::max(sides[0], sides[1]) / 1e3 +
                                               std::min(sides[0], sides[1]));
  }
  if (site.kind == SiteKind::SharedArray) // kept apart must be so in every run
    value = site.evidence.contains("threads_apart")
                ? 0
                : std::max(1.0, numberAt(site.evidence, "total_bytes").value_or(0));
  if (site.kind == SiteKind::Loop)
    value = numberAt(site.evidence, "wasted").value_or(0) +
            (byData && boolAt(site.evidence, "varying")
                 ? 1e-4 + 1e-9 * std::min(1e4, numberAt(site.evidence, "body_cost").value_or(0))
                 : 0);
  if (boolAt(site.evidence, "conditional"))
    value = stringAt(site.evidence, "cause") == "uniform" ? 1 : 2;
  if (stringAt(site.evidence, "problem") || boolAt(site.evidence, "refilled_early") ||
      boolAt(site.evidence, "misaligned"))
    value = 2;
  else if (auto stages = numberAt(site.evidence, "stages"))
    value = std::max(value, *stages / 1000);
  return value;
}

/// One missing barrier is one finding, however many accesses come after it: of many that race with
/// the same earlier one, the first stands for all.
void joinRaces(std::vector<SiteRecord> &records, const clang::SourceManager &sources) {
  constexpr std::size_t many = 8; ///< up to these, each is worth its own line
  std::map<std::vector<EvidenceValue>, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Evidence &evidence = records[i].evidence;
    if (records[i].kind != SiteKind::Race || !evidence.count("hazard"))
      continue;
    std::vector<EvidenceValue> key;
    for (const char *name : {"array", "first_place", "first_op", "hazard", "loop_carried"})
      if (const auto it = evidence.find(name); it != evidence.end())
        key.push_back(it->second);
    groups[key].push_back(i);
  }
  std::set<std::size_t> joined;
  for (auto &[key, group] : groups) {
    if (group.size() <= many)
      continue;
    std::sort(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
      const clang::SourceLocation left = records[a].range.getBegin(),
                                  right = records[b].range.getBegin();
      return left == right ? a < b : sources.isBeforeInTranslationUnit(left, right);
    });
    records[group.front()].notes.emplace_back(
        records[group.back()].range,
        std::to_string(group.size() - 1) + " more accesses, down to this one, race with the same " +
            std::get<std::string>(records[group.front()].evidence.at("first_op")) +
            ": one barrier orders them all");
    joined.insert(group.begin() + 1, group.end());
  }
  std::size_t index = 0;
  std::erase_if(records, [&](const SiteRecord &) { return joined.count(index++) != 0; });
}

} // namespace

std::string writtenText(ASTContext &context, SourceRange range) {
  const SourceManager &sources = context.getSourceManager();
  auto [begin, last] = written(sources, range);
  auto use = useOfMacro(sources, range);
  if (!use)
    use = headOfRangeFor(sources, range);
  std::string raw = Lexer::getSourceText(use ? *use : CharSourceRange::getTokenRange(begin, last),
                                         sources, context.getLangOpts())
                        .str();
  std::string result;
  for (char c : raw)
    if (!std::isspace(static_cast<unsigned char>(c)))
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  return result;
}

SourceSpan spanOf(ASTContext &context, SourceRange range, const DisplayPath &path) {
  const SourceManager &sources = context.getSourceManager();
  SourceSpan span;
  if (range.isInvalid())
    return span;
  auto [begin, last] = written(sources, range);
  SourceLocation end = Lexer::getLocForEndOfToken(last, 0, sources, context.getLangOpts());
  auto [file, beginOffset] = sources.getDecomposedLoc(begin);
  auto [endFile, endOffset] = sources.getDecomposedLoc(end.isValid() ? end : last);
  if (endFile != file || endOffset < beginOffset) {
    end = Lexer::getLocForEndOfToken(begin, 0, sources, context.getLangOpts());
    endOffset = sources.getDecomposedLoc(end).second;
  }
  span.file = path(sources.getFilename(begin));
  span.line = sources.getLineNumber(file, beginOffset);
  span.column = sources.getColumnNumber(file, beginOffset);
  span.endLine = sources.getLineNumber(file, endOffset);
  span.endColumn = sources.getColumnNumber(file, endOffset);
  return span;
}

std::vector<Use> usesOf(ASTContext &context, SourceRange range, SourceRange statement,
                        const DisplayPath &path) {
  const SourceManager &sources = context.getSourceManager();
  const SourceLocation at = sources.getFileLoc(range.getBegin());
  if (range.isInvalid())
    return {};
  const SourceLocation begin = written(sources, range).first;
  if (begin == at || begin == sources.getExpansionLoc(range.getBegin()))
    return {};
  Use use;
  use.span = spanOf(context, at, path);
  if (statement.isValid()) {
    const SourceLocation last = wayOf(sources, statement.getEnd(), true).back().at;
    const SourceSpan around =
        spanOf(context, {sources.getFileLoc(statement.getBegin()), last}, path);
    if (around.file == use.span.file && around.line <= use.span.line &&
        use.span.line <= around.endLine)
      use.statement = {around.line, around.endLine};
  }
  return {std::move(use)};
}

/// The access by which a field is moved, each time, where it is another's: the first of those that
/// are moved at once. `width`: bytes that are.
static const clang::Stmt *movedBy(const SiteRecord &record, std::int64_t width) {
  const clang::Stmt *by = nullptr;
  for (const FieldRuns::Members &members : record.fieldRuns.members) {
    const auto first = std::ranges::find_if(members, [&](const auto &member) {
      return member.first / width == record.fieldOffset / width;
    });
    if (first == members.end() || first->second == record.statement || (by && by != first->second))
      return nullptr;
    by = first->second;
  }
  return by;
}

// p[i].x and p[i].y of a float2 are one access of 8 bytes: what a warp asks for is more, the
// sectors are the same.
static void joinFields(std::vector<SiteRecord> &records) {
  std::vector<std::pair<const SiteRecord *, const clang::Stmt *>> partsOfOthers;
  for (SiteRecord &record : records) {
    if (record.fieldBytes <= 0)
      continue;
    constexpr std::int64_t widest = 16;
    const std::int64_t size = record.fieldBytes;
    const auto isWhole = [&](const std::set<std::int64_t> &present, std::int64_t bytes) {
      const std::int64_t begin = record.fieldOffset / bytes * bytes;
      // Of four that are loaded the first and one of the last two suffice in PTX (nvcc 13.0,
      // sm_90). Of words ptxas takes two apart again.
      constexpr std::int64_t word = 4;
      if (record.op == "load" && bytes == 4 * size) {
        const bool third = present.contains(begin + 2 * size),
                   fourth = present.contains(begin + 3 * size);
        return present.contains(begin) && (third || fourth) &&
               (size < word || present.contains(begin + size) || (third && fourth));
      }
      for (std::int64_t at = begin; at < begin + bytes; at += size)
        if (!present.contains(at))
          return false;
      return true;
    };
    // Of the access that holds this field, where these are moved together.
    const auto widthAmong = [&](const std::set<std::int64_t> &present) {
      std::int64_t width = size;
      for (std::int64_t bytes = width * 2; bytes <= std::min(widest, record.elementAlignment);
           bytes *= 2)
        if (isWhole(present, bytes))
          width = bytes;
      return width;
    };
    std::int64_t width = size;
    std::set<std::int64_t> all = record.fieldRuns.others;
    for (const std::set<std::int64_t> &together : record.fieldRuns.together) {
      all.insert(together.begin(), together.end());
      if (together.contains(record.fieldOffset))
        width = std::max(width, widthAmong(together));
    }
    if (const std::int64_t possible = widthAmong(all);
        possible > width && !record.fieldRuns.apart.empty() && record.op != "atomic")
      record.notes.emplace_back(record.fieldRuns.by.isValid() ? record.fieldRuns.by : record.range,
                                "with other fields of `" + record.element + "` it would be one " +
                                    record.op + " of " + std::to_string(possible) + " bytes, but " +
                                    record.fieldRuns.apart);
    std::int64_t &ideal = record.sums["sectors_ideal"];
    ideal = std::min(record.sums["sectors"], ideal * (width / size));
    if (width > size)
      record.evidence["bytes"] = width;
    if (ideal == record.sums["sectors"])
      record.evidence["pattern"] = std::string("coalesced");
    else if (width > size)
      partsOfOthers.emplace_back(&record, movedBy(record, width));
  }
  // What is too much is counted once, where the first of them stands.
  std::set<const SiteRecord *> counted;
  for (const auto &[record, by] : partsOfOthers)
    if (by && llvm::any_of(partsOfOthers, [&, &record = record, &by = by](const auto &other) {
          return other.first->statement == by && !other.second && other.first->op == record->op &&
                 sum(*other.first, "requests") == sum(*record, "requests");
        }))
      counted.insert(record);
  std::erase_if(records, [&](const SiteRecord &record) { return counted.contains(&record); });
}

// `s[t] += s[t + 1]` races in its load and in its store: one is told of, with threads of different
// warps before those of one, and what is read too early before what is written too early.
static void keepOneRacePerStatement(std::vector<SiteRecord> &records) {
  auto rank = [](const SiteRecord &record) -> std::optional<int> {
    auto hazard = stringAt(record.evidence, "hazard");
    if (!hazard || stringAt(record.evidence, "cause") == "copy" || record.within.isInvalid())
      return std::nullopt;
    int weight = *hazard == "read-after-write" ? 0 : *hazard == "write-after-read" ? 1 : 2;
    return weight + (record.kind == SiteKind::WarpCall ? 3 : 0);
  };
  std::map<std::pair<unsigned, unsigned>, int> best;
  auto place = [](const SiteRecord &record) {
    return std::pair{record.within.getBegin().getRawEncoding(),
                     record.within.getEnd().getRawEncoding()};
  };
  for (const SiteRecord &record : records)
    if (auto mine = rank(record)) {
      auto [it, first] = best.emplace(place(record), *mine);
      it->second = std::min(it->second, *mine);
    }
  // One barrier before a statement that races within itself does not cure it.
  std::map<std::pair<unsigned, unsigned>, unsigned> count;
  for (const SiteRecord &record : records)
    if (rank(record))
      ++count[place(record)];
  for (SiteRecord &record : records)
    if (rank(record) && count[place(record)] > 1)
      record.atLeast("no_fix", 1);
  std::set<std::pair<unsigned, unsigned>> told;
  std::erase_if(records, [&](const SiteRecord &record) {
    auto mine = rank(record);
    return mine && (*mine != best[place(record)] || !told.insert(place(record)).second);
  });
}

/// By which call the costliest way leads to an access: the first that no other way has.
static void noteCalls(const SiteContext &where, const SiteRecord &record,
                      const SiteRecord::Calls &worst, Site &site) {
  std::size_t shared = 0;
  for (const auto &[number, other] : record.calls) {
    if (&other == &worst)
      continue;
    const auto [mine, its] = std::ranges::mismatch(worst.places, other.places);
    shared = std::max(shared, static_cast<std::size_t>(mine - worst.places.begin()));
  }
  if (shared >= worst.places.size())
    return;
  Note note;
  note.span = spanOf(where.context, worst.places[shared]->getSourceRange(), where.displayPath);
  note.text = "the costliest of " + std::to_string(record.calls.size()) +
              " ways that lead to it is by this call";
  site.notes.push_back(std::move(note));
}

std::vector<Site> sitesOf(std::vector<SiteRecord> records, const SiteContext &where) {
  joinFields(records);
  keepOneRacePerStatement(records);
  joinRaces(records, where.context.getSourceManager());
  keepWorstLocal(records);
  std::vector<Site> sites;
  LengthNames lengthNames;
  RowPads pads(where.context, records, where.sharedArrays, where.sharedBytes);
  for (SiteRecord &record : records) {
    // Part of another access, each time.
    if (record.kind == SiteKind::SharedAccess && !sum(record, "requests"))
      continue;
    // In a register, each time.
    if (record.kind == SiteKind::GlobalAccess && !record.lastPass.empty() &&
        !sum(record, "requests"))
      continue;
    Site site;
    site.kind = record.kind;
    site.span = spanOf(where.context, record.range, where.displayPath);
    const SourceSpan within = spanOf(where.context, record.within, where.displayPath);
    // A parameter's is that of an access through it.
    if (within.file == site.span.file &&
        (record.kind == SiteKind::Parameter ||
         (within.line <= site.span.line && site.span.endLine <= within.endLine)))
      site.statement = {within.line, within.endLine};
    site.uses = usesOf(where.context, record.range, record.within, where.displayPath);
    site.kernel = where.kernel;
    site.op = record.op;
    site.expr = writtenText(where.context, record.range);
    site.evidence = std::move(record.evidence);
    addAssumptions(record, site);
    switch (record.kind) {
    case SiteKind::GlobalAccess:
      finishGlobal(record, site);
      break;
    case SiteKind::SharedAccess:
      finishShared(where, record, records, pads, site);
      break;
    case SiteKind::LocalAccess:
      finishLocal(record, site);
      break;
    case SiteKind::Branch:
      finishBranch(record, site);
      finishFewLanes(record, where, site);
      break;
    case SiteKind::Loop:
      finishLoop(record, where, site);
      break;
    case SiteKind::Barrier:
      finishBarrier(record, site);
      break;
    case SiteKind::Group:
      finishGroup(record, site);
      break;
    case SiteKind::Pipeline:
      finishPipeline(record, site);
      break;
    case SiteKind::WarpCall:
      finishWarpCall(record, site);
      if (!boolAt(site.evidence, "synchronised"))
        if (auto fix = warpFix(where.context, record))
          site.fixes.push_back(std::move(*fix));
      break;
    case SiteKind::Constant:
      finishConstant(record, site);
      break;
    default:
      break;
    }
    finishOpenLoops(record, site.evidence, lengthNames);
    planFixes(where.context, record, site);
    bool shared = record.kind == SiteKind::SharedAccess;
    if (record.worst && record.worstRatio > 1 && !sum(record, "unknown_requests")) {
      Note note;
      note.span = site.span;
      note.text = laneNote(*record.worst, shared);
      site.notes.push_back(std::move(note));
    }
    for (const Use &use : site.uses)
      site.notes.push_back({use.span, "through the macro used here"});
    const SiteRecord::Calls *calls =
        site.evidence.contains("call_paths") ? record.worstCalls() : nullptr;
    if (calls)
      noteCalls(where, record, *calls, site);
    for (const auto &[range, text] : calls ? calls->notes : record.notes) {
      Note note;
      note.span = spanOf(where.context, range, where.displayPath);
      note.text = text;
      if (note.span.line)
        site.notes.push_back(std::move(note));
    }
    for (Fix &fix : site.fixes)
      for (Edit &edit : fix.edits)
        edit.span.file = where.displayPath(edit.span.file);
    site.assumptions.insert(site.assumptions.end(), where.assumptions.begin(),
                            where.assumptions.end());
    const bool isRace = record.kind == SiteKind::Race ||
                        (record.kind == SiteKind::WarpCall && site.evidence.contains("hazard"));
    if (isRace && where.typesAssumed)
      site.evidence["types_assumed"] = true;
    site.confidence = where.templateAssumed       ? Confidence::Possible
                      : !site.assumptions.empty() ? Confidence::Likely
                                                  : Confidence::Exact;
    sites.push_back(std::move(site));
  }
  return sites;
}

namespace {

/// Of a place: the worst ratio of each instance, in the order of the runs.
using Instances = std::vector<std::pair<Instance, double>>;

void add(Instances &instances, const Instance &instance, double ratio) {
  for (auto &[known, worst] : instances)
    if (known.arguments == instance.arguments) {
      worst = std::max(worst, ratio);
      return;
    }
  instances.emplace_back(instance, ratio);
}

/// Those that are bad, or as bad as any; empty where one of them has no name, or all are too long.
std::string namesOf(const Instances &instances, double bad) {
  constexpr std::size_t longest = 2000; // characters that are of use to anybody
  double worst = 0;
  for (const auto &[instance, ratio] : instances)
    worst = std::max(worst, ratio);
  std::string text;
  for (const auto &[instance, ratio] : instances) {
    if (ratio < std::min(bad, worst))
      continue;
    if (instance.name.empty() || text.size() + instance.name.size() > longest)
      return {};
    text += (text.empty() ? "" : "; ") + instance.name;
  }
  return text;
}

/// "with `<float, 1>` and 2 more of the 12 instances that were run, and not with `<float, 4>`".
std::string noteOf(const Instances &instances, double bad) {
  const std::pair<Instance, double> *worst = nullptr;
  const std::pair<Instance, double> *good = nullptr;
  double least = 0;
  std::size_t count = 0;
  for (const auto &one : instances) {
    count += one.second >= bad;
    if (!worst || one.second > worst->second)
      worst = &one;
    if (one.second < bad)
      good = &one;
    least = &one == &instances.front() ? one.second : std::min(least, one.second);
  }
  constexpr double differs = 1.25; // where all are bad: another number that is worth a word
  if (!good && worst && worst->second >= differs * least)
    return "these are the numbers with `" + worst->first.arguments + "`, the worst of " +
           std::to_string(instances.size()) + " instances that were run";
  if (!good || count == 0)
    return {};
  std::string text = "so with the template arguments `" + worst->first.arguments + "`";
  if (count > 1)
    text += " and " + std::to_string(count - 1) + " more";
  return text + " of the " + std::to_string(instances.size()) +
         " instances that were run; not with `" + good->first.arguments + "`";
}

/// Of what is counted where the code is used, each use of a macro has counts of its own.
bool isCounted(SiteKind kind) {
  return kind == SiteKind::GlobalAccess || kind == SiteKind::SharedAccess ||
         kind == SiteKind::LocalAccess || kind == SiteKind::Branch;
}

/// Of all else, uses of a macro that are one site.
void addUses(Site &site, const std::vector<Use> &more) {
  for (const Use &use : more)
    if (std::find(site.uses.begin(), site.uses.end(), use) == site.uses.end())
      site.uses.push_back(use);
}

// In blocks of one warp, or in an instantiation for such, lanes race that are threads of several
// warps in others: the barrier that these need orders those, too.
void dropRacesOfOneWarp(std::vector<Site> &sites) {
  using Pair = std::tuple<SourceSpan, std::string, std::string, std::string>;
  const auto pairOf = [](const Site &site) {
    return Pair{site.span, site.kernel,
                std::string(stringAt(site.evidence, "first_place").value_or("")),
                std::string(stringAt(site.evidence, "hazard").value_or(""))};
  };
  std::set<Pair> ofBlocks;
  for (const Site &site : sites)
    if (site.kind == SiteKind::Race && site.evidence.contains("hazard"))
      ofBlocks.insert(pairOf(site));
  std::erase_if(sites, [&](const Site &site) {
    return site.kind == SiteKind::WarpCall && site.evidence.contains("hazard") &&
           ofBlocks.contains(pairOf(site));
  });
}

} // namespace

std::vector<Site> mergeRuns(std::vector<Site> sites, const std::vector<Instance> &runAs) {
  using Key = std::tuple<SourceSpan, SiteKind, std::string, std::string, std::vector<Use>>;
  const auto keyOf = [](const Site &site) {
    return Key{site.span, site.kind, site.op, site.kernel,
               isCounted(site.kind) ? site.uses : std::vector<Use>()};
  };
  std::map<Key, Site> merged;
  std::map<Key, Site> failed; ///< the worst whose pad fails
  std::map<Key, Instances> instances;
  constexpr double bad = 2; // twice as many sectors or wavefronts as would do
  for (std::size_t i = 0; i < std::min(sites.size(), runAs.size()); ++i) {
    const Site &site = sites[i];
    const bool isAccess =
        site.kind == SiteKind::GlobalAccess || site.kind == SiteKind::SharedAccess;
    if (!isAccess || runAs[i].arguments.empty())
      continue;
    double ratio = 0;
    for (const char *name : {"sectors_ratio", "wavefronts_ratio"})
      ratio = std::max(ratio, numberAt(site.evidence, name).value_or(0));
    add(instances[keyOf(site)], runAs[i], ratio);
  }
  for (Site &site : sites) {
    Key key = keyOf(site);
    if (boolAt(site.evidence, "padding_fails")) {
      const auto [known, isNew] = failed.try_emplace(key, site);
      if (!isNew && badness(site) > badness(known->second))
        known->second = site;
    }
    auto it = merged.find(key);
    if (it == merged.end()) {
      merged.emplace(std::move(key), std::move(site));
      continue;
    }
    double mine = badness(site);
    double other = badness(it->second);
    // A cure must do for every shape and every instantiation that needs one.
    constexpr double needsCure = 2;
    // So it must where the rows of the array are others: one that is good may not be then.
    const auto row = numberAt(site.evidence, "row_elements");
    const bool sameRow = row == numberAt(it->second.evidence, "row_elements");
    if (!sameRow || (mine >= needsCure && other >= needsCure && site.fixes != it->second.fixes)) {
      site.fixes.clear();
      it->second.fixes.clear();
    }
    // A barrier is needed if one run needs it, or if one could not tell.
    const bool redundant =
        boolAt(site.evidence, "redundant") && boolAt(it->second.evidence, "redundant");
    const bool tells = site.evidence.count("redundant") && it->second.evidence.count("redundant");
    // Every launch must give the loop the same number of iterations.
    const auto trips = numberAt(site.evidence, "trips_by_launch");
    const bool sameTrips = trips && trips == numberAt(it->second.evidence, "trips_by_launch");
    if (mine > other || (mine == other && site.confidence < it->second.confidence))
      std::swap(it->second, site);
    addUses(it->second, site.uses);
    if (!sameTrips) {
      it->second.evidence.erase("trips_by_launch");
      it->second.evidence.erase("share");
    }
    it->second.evidence.erase("redundant");
    if (tells)
      it->second.evidence["redundant"] = redundant;
  }
  std::vector<Site> result;
  for (auto &[key, site] : merged) {
    if (const auto known = instances.find(key); known != instances.end()) {
      if (std::string text = noteOf(known->second, bad); !text.empty()) {
        Note note;
        note.span = site.span;
        note.text = std::move(text);
        site.notes.push_back(std::move(note));
      }
      if (std::string names = namesOf(known->second, bad); !names.empty())
        site.evidence["instances"] = std::move(names);
    }
    // One instance has no pad, and another one that does not help.
    const auto other = failed.find(key);
    const bool isApart = other != failed.end() && !boolAt(site.evidence, "padding_fails");
    result.push_back(std::move(site));
    if (!isApart)
      continue;
    other->second.evidence["worse_elsewhere"] = true;
    other->second.fixes.clear(); // that one's rows are others
    result.push_back(std::move(other->second));
  }
  dropRacesOfOneWarp(result);
  return result;
}

} // namespace warplint::simt
