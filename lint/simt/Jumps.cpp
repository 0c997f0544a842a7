//===- Jumps.cpp - where the gotos of a function lead ---------------------===//

#include "lint/simt/Jumps.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

#include <functional>

using namespace clang;

namespace warplint::simt {
namespace {

void forEachGoto(const Stmt *statement, const std::function<void(const GotoStmt *)> &found) {
  if (!statement || llvm::isa<LambdaExpr>(statement))
    return;
  if (const auto *jump = llvm::dyn_cast<GotoStmt>(statement))
    return found(jump);
  for (const Stmt *child : statement->children())
    forEachGoto(child, found);
}

/// What stands behind `index` in a function's body, where that is its end: a `return` or nothing.
struct End {
  bool isEnd = false;
  const ReturnStmt *statement = nullptr;
};

End endFrom(const CompoundStmt &body, std::size_t index) {
  const llvm::ArrayRef<Stmt *> statements(body.body_begin(), body.body_end());
  for (const Stmt *statement : statements.drop_front(index)) {
    while (const auto *label = llvm::dyn_cast<LabelStmt>(statement))
      statement = label->getSubStmt();
    if (const auto *leaves = llvm::dyn_cast<ReturnStmt>(statement))
      return {true, leaves};
    if (!llvm::isa<NullStmt>(statement))
      return {};
  }
  return {true, nullptr};
}

class Search {
public:
  explicit Search(const CompoundStmt &body) : body_(body) {}

  Jumps result() {
    visit(&body_);
    return std::move(jumps_);
  }

private:
  void visit(const Stmt *statement) {
    if (!statement || llvm::isa<LambdaExpr>(statement))
      return;
    if (const auto *block = llvm::dyn_cast<CompoundStmt>(statement))
      visitBlock(*block);
    for (const Stmt *child : statement->children())
      visit(child);
  }

  void visitBlock(const CompoundStmt &block) {
    std::size_t index = 0;
    for (const Stmt *child : block.body()) {
      for (const auto *label = llvm::dyn_cast<LabelStmt>(child); label;
           label = llvm::dyn_cast<LabelStmt>(label->getSubStmt()))
        visitLabel(block, index, *label->getDecl());
      ++index;
    }
  }

  void visitLabel(const CompoundStmt &block, std::size_t index, const LabelDecl &label) {
    const End end = &block == &body_ ? endFrom(block, index) : End();
    bool isMet = false;
    std::size_t before = 0;
    for (const Stmt *child : block.body()) {
      if (before++ == index)
        break;
      forEachGoto(child, [&](const GotoStmt *jump) {
        if (jump->getLabel() != &label)
          return;
        if (end.isEnd) {
          jumps_.toEnd.emplace(jump, end.statement);
          return;
        }
        jumps_.forward.insert(jump);
        isMet = true;
      });
    }
    if (isMet)
      jumps_.labels[&block].push_back({index, &label});
  }

  const CompoundStmt &body_;
  Jumps jumps_;
};

} // namespace

Jumps jumpsIn(const CompoundStmt &body) { return Search(body).result(); }

} // namespace warplint::simt
