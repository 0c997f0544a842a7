//===- PadRow.cpp - the cure of bank conflicts by a longer row ------------===//

#include "lint/simt/PadRow.h"

#include "lint/simt/ElementUses.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

namespace warplint::simt {

using namespace clang;

namespace {

/// Static shared memory of a kernel; nvcc refuses more on every chip (CUDA C++ Programming Guide,
/// "Technical Specifications per Compute Capability").
constexpr std::uint64_t mostStaticBytes = 48 * 1024;

//===----------------------------------------------------------------------===//
// What the pad does
//===----------------------------------------------------------------------===//

/// A shared array of several dimensions, all known.
struct Rows {
  unsigned dimensions = 0;
  std::uint64_t elements = 0;     ///< of a row
  std::uint64_t count = 0;        ///< rows in the whole array
  std::uint64_t elementBytes = 0; ///< of an element
  std::uint64_t bytes() const { return elements * elementBytes; }
};

std::optional<Rows> rowsOf(ASTContext &context, const VarDecl *array) {
  Rows rows;
  rows.count = 1;
  QualType type = array->getType();
  while (const auto *constant = context.getAsConstantArrayType(type)) {
    if (rows.dimensions > 0)
      rows.count *= rows.elements;
    rows.elements = constant->getZExtSize();
    ++rows.dimensions;
    type = constant->getElementType();
  }
  if (rows.dimensions < 2 || type->isDependentType() || type->isIncompleteType() ||
      type->isArrayType() || rows.elements == 0)
    return std::nullopt;
  rows.elementBytes = static_cast<std::uint64_t>(context.getTypeSizeInChars(type).getQuantity());
  return rows;
}

/// The same request in an array whose rows are longer by one element.
Request padded(Request request, std::uint64_t base, const Rows &rows) {
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if ((request.active >> lane) & 1) {
      std::uint64_t at = request.address[lane] - base;
      request.address[lane] =
          base + at / rows.bytes() * (rows.bytes() + rows.elementBytes) + at % rows.bytes();
    }
  return request;
}

/// The array is used by element, so wider accesses are several that the compiler joined. In longer
/// rows it cannot: they are not aligned.
bool isByElement(const Request &request, const Rows &rows) {
  return request.bytes <= rows.elementBytes;
}

bool cures(const SiteRecord &record, const Rows &rows) {
  const WavefrontCount count = countWavefronts(padded(*record.worst, record.arrayBase, rows));
  return count.wavefronts <= count.ideal;
}

bool harms(const SiteRecord &record, const Rows &rows) {
  if (!record.worst)
    return false;
  const std::uint64_t before = countWavefronts(*record.worst).wavefronts;
  Request after = padded(*record.worst, record.arrayBase, rows);
  std::uint64_t requests = 1;
  if (!isByElement(after, rows)) {
    requests = after.bytes / rows.elementBytes;
    after.bytes = static_cast<unsigned>(rows.elementBytes);
  }
  return requests * countWavefronts(after).wavefronts > before;
}

//===----------------------------------------------------------------------===//
// The text
//===----------------------------------------------------------------------===//

/// The size of the last dimension, as written at the array itself; null where it stands elsewhere
/// (in a type alias, say).
const Expr *lastDimension(const VarDecl *array, unsigned dimensions) {
  if (!array->getTypeSourceInfo())
    return nullptr;
  TypeLoc location = array->getTypeSourceInfo()->getTypeLoc();
  const Expr *last = nullptr;
  unsigned written = 0;
  while (auto arrayLocation = location.getAs<ArrayTypeLoc>()) {
    last = arrayLocation.getSizeExpr();
    location = arrayLocation.getElementLoc();
    ++written;
  }
  return written == dimensions ? last : nullptr;
}

/// Binds tighter than `+`, as written.
bool isSimple(const Expr *expr) {
  return llvm::isa<ParenExpr, IntegerLiteral, DeclRefExpr, SubstNonTypeTemplateParmExpr, CallExpr>(
      expr->IgnoreImpCasts());
}

std::optional<Fix> longerRows(ASTContext &context, const VarDecl *array, const Expr *last) {
  const SourceManager &sources = context.getSourceManager();
  const SourceLocation begin = sources.getExpansionLoc(last->getBeginLoc());
  const SourceLocation lastToken = sources.getExpansionRange(last->getEndLoc()).getEnd();
  const SourceLocation end =
      Lexer::getLocForEndOfToken(lastToken, 0, sources, context.getLangOpts());
  const bool isOnePlace = end.isValid() && sources.getFileID(begin) == sources.getFileID(end) &&
                          sources.getFileOffset(begin) < sources.getFileOffset(end);
  if (!isOnePlace || sources.isInSystemHeader(begin))
    return std::nullopt;
  Fix fix;
  fix.id = "pad-row";
  fix.title = "pad each row of `" + array->getNameAsString() + "` by one element";
  auto insert = [&](SourceLocation at, const char *text) {
    fix.edits.push_back(insertionAt(sources, at, text));
  };
  if (!isSimple(last))
    insert(begin, "(");
  insert(end, isSimple(last) ? " + 1" : ") + 1");
  return fix;
}

} // namespace

std::optional<Fix> RowPads::fixFor(const SiteRecord &record) {
  const VarDecl *array = record.array;
  if (!array || !record.worst || array->getLocation().isMacroID())
    return std::nullopt;
  const std::optional<Rows> rows = rowsOf(context_, array);
  if (!rows || !isByElement(*record.worst, *rows) || !cures(record, *rows))
    return std::nullopt;
  const auto [entry, isNew] = pads_.try_emplace(array);
  if (isNew)
    entry->second = padOf(array);
  return entry->second;
}

std::optional<Fix> RowPads::padOf(const VarDecl *array) const {
  const std::optional<Rows> rows = rowsOf(context_, array);
  if (!rows)
    return std::nullopt;
  for (const SiteRecord &other : all_)
    if (other.kind == SiteKind::SharedAccess && other.array == array && harms(other, *rows))
      return std::nullopt;
  const std::uint64_t pad = rows->count * rows->elementBytes;
  // Other arrays of the kernel may be padded in the same run.
  constexpr std::uint64_t mostPadded = 4;
  if (sharedBytes_ + mostPadded * pad > mostStaticBytes)
    return std::nullopt;
  if (!arrays_ || arrays_->isIndexedOverRows(array) || !isUsedByElement(array, rows->dimensions))
    return std::nullopt;
  const Expr *last = lastDimension(array, rows->dimensions);
  return last ? longerRows(context_, array, last) : std::nullopt;
}

} // namespace warplint::simt
