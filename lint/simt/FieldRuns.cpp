//===- FieldRuns.cpp - fields that compilers move at once -----------------===//

#include "lint/simt/FieldRuns.h"

#include "llvm/ADT/STLExtras.h"

namespace warplint::simt {

using namespace clang;

/// Elements whose fields are looked out for at a time.
static constexpr std::size_t mostOpen = 16;
static constexpr std::size_t mostLoads = 32; ///< of a side of a branch
static constexpr unsigned mostSteps = 4;     ///< from a variable to what it was made of

/// Is the value of an access part of an expression, or of what its variables begin with?
static bool hangsOn(const Stmt *expr, const Expr *access, unsigned steps = mostSteps) {
  if (!expr || steps == 0)
    return false;
  if (expr == access)
    return true;
  if (const auto *reference = dyn_cast<DeclRefExpr>(expr))
    if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl()))
      return variable->hasLocalStorage() && !isa<ParmVarDecl>(variable) &&
             hangsOn(variable->getInit(), access, steps - 1);
  return llvm::any_of(expr->children(),
                      [&](const Stmt *child) { return hangsOn(child, access, steps); });
}

/// May `other` be the memory of `field`, as far as a compiler sees? Where that hangs on which
/// element it is, it is taken to see that they are two.
bool FieldRuns::mayMeet(const Touch &other, const Touch &field) const {
  // Of structures of one type different fields lie apart, wherever the structures are.
  const bool isSameType = other.record && other.record == field.record;
  if (isSameType && other.offset != field.offset)
    return false;
  if (other.isKnown && field.isKnown && other.object == field.object) {
    if (const auto apart = algebra_.sub(other.address, field.address).constant())
      return *apart < field.bytes && *apart > -other.bytes;
    return !isSameType;
  }
  if (other.isRestrict || field.isRestrict)
    return false;
  return !other.isVariable || !field.isVariable;
}

bool FieldRuns::isOf(const Open &open, const Touch &touch, const Field &field,
                     const Value &start) const {
  const Touch &first = open.members.front().touch;
  if (first.op != touch.op || first.bytes != touch.bytes || first.isKnown != touch.isKnown ||
      (touch.isKnown && first.object != touch.object))
    return false;
  const Value apart = algebra_.sub(start, open.start);
  // Two places that nobody knows are one where they are written alike.
  return apart.isKnown() ? apart.constant() == 0 : open.element == field.element;
}

/// From before the branch, where nothing but what is on this side uses it.
bool FieldRuns::isMovedHere(const Open &open, const Touch &next) const {
  const auto arm = llvm::find_if(arms_, [&](const Arm &one) { return one.around == open.block; });
  return !next.isStore() && arm != arms_.end() &&
         std::all_of(arm, arms_.end(), [&](const Arm &one) {
           return one.condition && llvm::none_of(open.members, [&](const Event &member) {
                    return hangsOn(one.condition, member.touch.expr);
                  });
         });
}

std::optional<std::pair<std::string, SourceRange>> FieldRuns::obstacle(const Open &open,
                                                                       const Touch &next) const {
  const std::uint64_t begun = open.members.front().when;
  if (ordered_ > begun)
    return std::pair("threads are ordered in between", orderedBy_);
  if (open.block != block_ && !isMovedHere(open, next))
    return std::pair("a branch or a loop lies in between", SourceRange());
  for (const auto &[kind, event] : last_) {
    // Loads are made where the first of them is, stores where the last one is.
    const bool meets =
        next.isStore()
            ? llvm::any_of(open.members,
                           [&, &event = event](const Event &member) {
                             return event.when > member.when && mayMeet(event.touch, member.touch);
                           })
            : event.touch.isStore() && event.when > begun && mayMeet(event.touch, next);
    if (meets)
      return std::pair(std::string("what is ") + (event.touch.isStore() ? "stored" : "loaded") +
                           " in between may be the same memory for all the compiler knows "
                           "(`__restrict__` would say that it is not)",
                       event.touch.expr->getSourceRange());
  }
  return std::nullopt;
}

void FieldRuns::touch(const Touch &touch, const std::optional<Field> &field) {
  const std::uint64_t now = ++clock_;
  if (field) {
    if (!touch.isStore() && loads_.size() < mostLoads)
      loads_.emplace_back(touch, *field);
    const Value start = algebra_.sub(touch.address, Value(field->offset));
    auto open =
        llvm::find_if(open_, [&](const Open &one) { return isOf(one, touch, *field, start); });
    if (open != open_.end() && !open->offsets.contains(field->offset))
      if (const auto why = obstacle(*open, touch)) {
        Runs &mine = runs_[{touch.expr, touch.op}];
        const auto say = [&](Runs &runs) {
          if (runs.apart.empty())
            std::tie(runs.apart, runs.by) = *why;
        };
        say(mine);
        mine.others.insert(open->offsets.begin(), open->offsets.end());
        for (const Event &member : open->members) {
          Runs &runs = runs_[{member.touch.expr, member.touch.op}];
          say(runs);
          runs.others.insert(field->offset);
        }
        close(*open);
        open->offsets.clear();
      }
    if (open == open_.end()) {
      if (open_.size() == mostOpen) {
        close(open_.front());
        open_.erase(open_.begin());
      }
      open = open_.insert(open_.end(), Open());
    } else if (open->offsets.empty() || open->offsets.contains(field->offset)) {
      close(*open);
      *open = Open();
    }
    if (open->members.empty()) {
      open->start = start;
      open->element = field->element;
    }
    open->block = block_;
    open->offsets.insert(field->offset);
    open->members.push_back({touch, now, field->offset});
  }
  const std::uint64_t object = touch.isKnown ? touch.object : ~std::uint64_t{0};
  last_[{object, touch.record, touch.offset, touch.isStore()}] = {touch, now, 0};
}

void FieldRuns::hoist(const Loads &one, const Loads &other, std::uint64_t around) {
  const std::uint64_t here = std::exchange(block_, around);
  for (const auto &[touch, field] : one) {
    const auto same = llvm::find_if(other, [&, &touch = touch, &field = field](const auto &load) {
      const auto &[second, place] = load;
      return touch.bytes == second.bytes && touch.isKnown == second.isKnown &&
             touch.object == second.object && field.offset == place.offset &&
             algebra_.sub(touch.address, second.address).constant() == 0;
    });
    if (same == other.end())
      continue;
    this->touch(touch, field);
    const auto open = llvm::find_if(open_, [&, &touch = touch](const Open &one) {
      return !one.members.empty() && one.members.back().touch.expr == touch.expr;
    });
    if (open != open_.end())
      open->members.push_back({same->first, clock_, field.offset});
  }
  block_ = here;
}

void FieldRuns::order(SourceRange range) {
  ordered_ = ++clock_;
  orderedBy_ = range;
}

void FieldRuns::close(Open &open) {
  Members members;
  for (const Event &member : open.members)
    members.emplace_back(member.offset, member.touch.expr);
  for (const Event &member : open.members) {
    Runs &runs = runs_[{member.touch.expr, member.touch.op}];
    runs.together.insert(open.offsets);
    runs.members.insert(members);
  }
}

void FieldRuns::closeAll() {
  for (Open &open : open_)
    close(open);
  open_.clear();
}

const FieldRuns::Runs *FieldRuns::of(const Stmt *expr, const std::string &op) const {
  const auto found = runs_.find({expr, op});
  return found == runs_.end() ? nullptr : &found->second;
}

} // namespace warplint::simt
