//===- WorkEvidence.h - arithmetic and traffic, as evidence ----*- C++ -*-===//
#ifndef WARPLINT_SIMT_WORKEVIDENCE_H
#define WARPLINT_SIMT_WORKEVIDENCE_H

#include "lint/evidence/Site.h"
#include "lint/simt/Work.h"

namespace warplint::simt {

/// To the site of a kernel. `lost`: what of the kernel could not be followed, each a clause.
void addWork(Evidence &evidence, const WorkSummary &work, const std::vector<std::string> &lost);

} // namespace warplint::simt

#endif
