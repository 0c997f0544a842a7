//===- SharedArraySites.cpp - shared arrays as evidence -------------------===//

#include "lint/simt/SharedArraySites.h"

#include "lint/simt/ElementUses.h"

namespace warplint::simt {

using namespace clang;

namespace {

std::uint64_t bytesOf(ASTContext &context, const VarDecl *array) {
  const QualType type = array->getType();
  if (type->isDependentType() || type->isIncompleteType())
    return 0;
  return static_cast<std::uint64_t>(context.getTypeSizeInChars(type).getQuantity());
}

bool isInStaticMemory(const SharedArrays::Array &array) {
  return !array.dynamic && array.loaded && array.stored;
}

/// An element per thread could as well be a register of that thread. Not so where `volatile` says
/// that somebody means shared memory, or where somebody else may get hold of the array.
bool couldBeRegisters(ASTContext &context, const VarDecl *array) {
  const unsigned dimensions = dimensionsOf(context, array->getType());
  const QualType element = context.getBaseElementType(array->getType());
  return dimensions > 0 && !element.isVolatileQualified() && !element->isRecordType() &&
         isUsedByElement(array, dimensions);
}

Site siteAt(const SiteContext &where, const VarDecl *array, const char *op) {
  Site site;
  site.kind = SiteKind::SharedArray;
  site.span = spanOf(where.context, array->getLocation(), where.displayPath);
  site.kernel = where.kernel;
  site.op = op;
  site.expr = array->getNameAsString();
  site.evidence["array"] = array->getNameAsString();
  return site;
}

/// `ofShape`: what is said rests on the block shape too.
void judgeConfidence(Site &site, const SiteContext &where, bool ofShape) {
  if (ofShape)
    site.assumptions = where.assumptions;
  else if (where.templateAssumed && !where.assumptions.empty())
    site.assumptions.push_back(where.assumptions.back());
  site.confidence = where.templateAssumed       ? Confidence::Possible
                    : !site.assumptions.empty() ? Confidence::Likely
                                                : Confidence::Exact;
}

Site declarationSite(const SharedArrays &arrays, const SharedArrays::Array &array,
                     const SiteContext &where, std::int64_t threads, bool wasWhole) {
  Site site = siteAt(where, array.declaration, "declaration");
  site.evidence["dynamic"] = array.dynamic;
  site.evidence["threads"] = threads;
  if (!array.dynamic)
    site.evidence["array_bytes"] =
        static_cast<std::int64_t>(bytesOf(where.context, array.declaration));
  if (const unsigned apart = wasWhole ? arrays.threadsApart(array) : 0;
      apart && couldBeRegisters(where.context, array.declaration))
    site.evidence["threads_apart"] = static_cast<std::int64_t>(apart);
  judgeConfidence(site, where, true);
  return site;
}

Site overlapSite(const SharedArrays::Overwrite &overwrite, const SiteContext &where) {
  const SourceManager &sources = where.context.getSourceManager();
  // The second one is the one that came too many.
  const bool victimIsSecond = sources.isBeforeInTranslationUnit(overwrite.by->getLocation(),
                                                                overwrite.victim->getLocation());
  Site site = siteAt(where, victimIsSecond ? overwrite.victim : overwrite.by, "overlap");
  site.evidence["array"] = overwrite.victim->getNameAsString();
  site.evidence["overwritten_by"] = overwrite.by->getNameAsString();
  site.evidence["dynamic"] = true;
  const SourceSpan store = spanOf(where.context, overwrite.store, where.displayPath);
  const SourceSpan load = spanOf(where.context, overwrite.load, where.displayPath);
  site.evidence["store_line"] = static_cast<std::int64_t>(store.line);
  site.evidence["load_line"] = static_cast<std::int64_t>(load.line);
  site.notes.push_back({store, "this store to `" + overwrite.by->getNameAsString() +
                                   "` lands on `" + overwrite.victim->getNameAsString() + "`"});
  site.notes.push_back({load, "what is loaded here is no longer what was stored in `" +
                                  overwrite.victim->getNameAsString() + "`"});
  judgeConfidence(site, where, true);
  return site;
}

} // namespace

std::uint64_t staticSharedBytes(ASTContext &context, const SharedArrays &arrays) {
  std::uint64_t bytes = 0;
  for (const SharedArrays::Array *array : arrays.arrays())
    if (isInStaticMemory(*array))
      bytes += bytesOf(context, array->declaration);
  return bytes;
}

std::vector<Site> sharedArraySites(const SharedArrays &arrays, const SiteContext &where,
                                   std::int64_t threads, bool wasWhole) {
  std::vector<Site> sites;
  const VarDecl *largest = nullptr;
  std::uint64_t most = 0;
  for (const SharedArrays::Array *array : arrays.arrays()) {
    if (!array->loaded && !array->stored)
      continue;
    sites.push_back(declarationSite(arrays, *array, where, threads, wasWhole));
    const std::uint64_t bytes = bytesOf(where.context, array->declaration);
    if (isInStaticMemory(*array) && bytes > most) {
      largest = array->declaration;
      most = bytes;
    }
  }
  for (const SharedArrays::Overwrite &overwrite : arrays.overwrites())
    sites.push_back(overlapSite(overwrite, where));
  // How large a tile of so many rows and columns is depends on who says how many.
  if (largest && !where.numbersAssumed) {
    Site site = siteAt(where, largest, "static");
    site.evidence["array_bytes"] = static_cast<std::int64_t>(most);
    site.evidence["dynamic"] = false;
    site.evidence["static_bytes"] =
        static_cast<std::int64_t>(staticSharedBytes(where.context, arrays));
    judgeConfidence(site, where, false);
    sites.push_back(std::move(site));
  }
  return sites;
}

} // namespace warplint::simt
