//===- FieldRuns.cpp - fields that compilers move at once -----------------===//

#include "lint/simt/FieldRuns.h"

#include "llvm/ADT/STLExtras.h"

namespace warplint::simt {

namespace {

/// May `other` be the memory of `field`, as far as a compiler sees? Where that hangs on which
/// element it is, it is taken to see that they are two.
bool mayMeet(const FieldRuns::Touch &other, const FieldRuns::Touch &field) {
  // Of structures of one type different fields lie apart, wherever the structures are.
  const bool isSameType = other.record && other.record == field.record;
  if (isSameType && other.offset >= 0 && other.offset != field.offset)
    return false;
  if (other.isKnown && field.isKnown && other.object == field.object)
    return !isSameType;
  if (other.isRestrict || field.isRestrict)
    return false;
  return !other.isVariable || !field.isVariable;
}

} // namespace

const FieldRuns::Event *FieldRuns::between(const Open &open, const Touch &next) const {
  const auto begun = open.members.front().when;
  for (const auto &[kind, event] : last_) {
    // Loads are made where the first of them is, stores where the last one is.
    const bool meets =
        next.isStore
            ? llvm::any_of(open.members,
                           [&event = event](const Event &member) {
                             return event.when > member.when && mayMeet(event.touch, member.touch);
                           })
            : event.touch.isStore && event.when > begun && mayMeet(event.touch, next);
    if (meets)
      return &event;
  }
  return nullptr;
}

void FieldRuns::touch(const Touch &touch, const Key *key, std::int64_t offset) {
  const std::uint64_t now = ++clock_;
  if (key) {
    Open &open = open_[*key];
    Runs &runs = runs_[*key];
    bool continues = !open.members.empty() && !open.offsets.contains(offset);
    if (continues && ordered_ > open.members.front().when) {
      continues = false;
      if (runs.apart.empty())
        runs = {std::move(runs.together), "threads are ordered in between", orderedBy_};
    } else if (continues && open.block != block_) {
      continues = false;
      if (runs.apart.empty())
        runs.apart = "a branch or a loop lies in between";
    } else if (const Event *event = continues ? between(open, touch) : nullptr) {
      continues = false;
      if (runs.apart.empty())
        runs = {std::move(runs.together),
                std::string("what is ") + (event->touch.isStore ? "stored" : "loaded") +
                    " in between may be the same memory for all the compiler knows (`__restrict__` "
                    "would say that "
                    "it is not)",
                event->touch.expr ? event->touch.expr->getSourceRange() : clang::SourceRange()};
    }
    if (!continues) {
      if (!open.offsets.empty())
        runs.together.insert(std::move(open.offsets));
      open = Open();
      open.block = block_;
    }
    open.offsets.insert(offset);
    open.members.push_back({touch, now});
  }
  const std::uint64_t object = touch.isKnown ? touch.object : ~std::uint64_t{0};
  last_[{object, touch.record, touch.offset, touch.isStore}] = {touch, now};
}

void FieldRuns::order(clang::SourceRange range) {
  ordered_ = ++clock_;
  orderedBy_ = range;
}

const std::map<FieldRuns::Key, FieldRuns::Runs> &FieldRuns::finish() {
  for (auto &[key, open] : open_)
    if (!open.offsets.empty())
      runs_[key].together.insert(std::move(open.offsets));
  open_.clear();
  return runs_;
}

} // namespace warplint::simt
