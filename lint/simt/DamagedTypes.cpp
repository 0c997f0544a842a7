//===- DamagedTypes.cpp ----------------------------------------*- C++ -*-===//
#include "lint/simt/DamagedTypes.h"

#include "clang/AST/DeclCXX.h"

namespace warplint::simt {

using namespace clang;

const NamedDecl *DamagedTypes::in(QualType type) {
  while (!type.isNull()) {
    if (const auto *alias = type->getAs<TypedefType>()) {
      if (alias->getDecl()->isInvalidDecl())
        return alias->getDecl();
      type = alias->desugar();
    } else if (const auto *array = type->getAsArrayTypeUnsafe()) {
      type = array->getElementType();
    } else {
      const RecordDecl *record = type->getAsRecordDecl();
      return record ? in(*record) : nullptr;
    }
  }
  return nullptr;
}

const NamedDecl *DamagedTypes::in(const RecordDecl &record) {
  if (record.isInvalidDecl())
    return &record;
  const RecordDecl *definition = record.getDefinition();
  if (!definition)
    return nullptr;
  // While its members are looked at there is nothing known against it.
  const auto [known, isNew] = records_.try_emplace(definition, nullptr);
  if (!isNew)
    return known->second;
  const NamedDecl *damaged = definition->isInvalidDecl() ? definition : nullptr;
  if (const auto *derived = llvm::dyn_cast<CXXRecordDecl>(definition))
    for (const CXXBaseSpecifier &base : derived->bases())
      damaged = damaged ? damaged : in(base.getType());
  for (const FieldDecl *field : definition->fields())
    damaged = damaged ? damaged : in(field->getType());
  records_[definition] = damaged;
  return damaged;
}

} // namespace warplint::simt
