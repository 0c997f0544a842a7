//===- LaunchShape.h - block shapes from launches --------------*- C++ -*-===//
//
// Finds the kernel launches of a translation unit and works out, by evaluating
// the host code around them, the shapes they launch.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_SIMT_LAUNCHSHAPE_H
#define WARPLINT_SIMT_LAUNCHSHAPE_H

#include "lint/simt/KnownField.h"
#include "lint/simt/Residue.h"

#include "clang/AST/Decl.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint::simt {

/// The block has as many threads along an axis as `times` a number, or its square, make.
struct PartOfBlock {
  unsigned axis = 0;
  std::int64_t times = 1;
  bool squared = false;
  bool operator==(const PartOfBlock &) const = default;

  /// The number, where the block has so many threads there. None: they are no such product.
  std::optional<std::int64_t> of(std::int64_t threads) const;
};

/// One way in which a kernel is launched. A launch in the source that is
/// reached with several kernels or block shapes (through a wrapper, from
/// several callers, in a loop over block sizes, after an `if`) is several of
/// these, at most eight, with one range.
struct Launch {
  /// The launched kernel: its definition where there is one, for a template
  /// the specialisation. In host templates that nothing instantiates it is the
  /// pattern of the kernel template. Null where it could not be resolved.
  const clang::FunctionDecl *kernel = nullptr;
  /// Name as written where `kernel` is null.
  std::string kernelName;
  clang::SourceRange range;
  const clang::Expr *site = nullptr; ///< the launch itself
  std::array<std::optional<std::int64_t>, 3>
      block; ///< threads in x, y, z; above 0, not checked further
  std::array<std::optional<std::int64_t>, 3> grid; ///< blocks in x, y, z
  std::optional<std::array<std::optional<std::int64_t>, 3>>
      cluster;                             ///< blocks, where the launch sets them
  std::optional<std::int64_t> sharedBytes; ///< dynamic shared memory
  /// Value of each kernel argument where it is an integer or bool known for
  /// sure. Empty where the arguments were not followed.
  std::vector<std::optional<std::int64_t>> arguments;
  /// Of arguments that are structures, the numbers in them that are known for sure, at most 128.
  std::vector<KnownField> argumentFields;
  /// For each argument the axis of the block that has the same size, where the host hands over
  /// that size without saying how much it is.
  std::vector<std::optional<unsigned>> argumentAxes;
  /// For each argument of which the block's size along an axis is a multiple, or the square,
  /// without anybody saying how much it is: `<<<blocks, n * n>>>(…, n)`.
  std::vector<std::optional<PartOfBlock>> argumentParts;
  /// The same for arguments that are products with that size, or of which the grid has as many
  /// blocks as fit in: `<<<n / 256, 256>>>(…, n)`.
  std::vector<std::optional<unsigned>> argumentMultiples;
  /// What the host has made sure that each argument is a multiple of, by a check that does not go
  /// on otherwise or by its factors; 1 where nothing is known.
  std::vector<std::int64_t> argumentDivisors;
  /// Of pointers, how far they lead past the start of what was allocated, which is a sector's. What
  /// the host adds that nobody knows is taken for whole sectors.
  std::vector<Residue> argumentStarts;
  /// Pairs of pointers, by their places among the arguments, that the host hands over the same for.
  std::vector<std::pair<unsigned, unsigned>> samePointers;
  /// Least and greatest that an integer or bool may be, where the host chooses among few.
  std::vector<ValueRange> argumentRanges;
  /// The block is as wide as it is high, whatever number that is.
  bool isSquare = false;
  /// Along an axis it has as many threads as an argument says, or some more: `(n + 255) / 256`
  /// blocks of 256.
  bool coversArgument = false;
  /// True where `block` or `kernel` rests on a default, e.g. on argv not being
  /// given, or on which way a branch goes.
  bool assumed = false;
  /// The same for `grid`, `cluster` and `sharedBytes`.
  bool gridAssumed = false;
  /// True where a size that a chip does not have does not show that the launch fails: it is the
  /// most that it may be, as min(n, 2048), or the host asks before it launches.
  bool blockMayFit = false;
  bool sharedMayFit = false;
  /// How the block shape was found, or why not, for a note:
  /// "`threads` is 256 (line 31)". Empty where it is written in the launch itself.
  std::string how;
  bool cooperative = false;
  /// False where the launch has attributes that could not be read: `cooperative` and `cluster`
  /// are then what was seen of them.
  bool attributesKnown = true;
};

/// Into `divisors` what both have in common; a number that is absent is 1.
void keepCommonDivisors(std::vector<std::int64_t> &divisors,
                        const std::vector<std::int64_t> &others);

/// Into `starts` what both have in common; an absent one is the start.
void keepCommonStarts(std::vector<Residue> &starts, const std::vector<Residue> &others);

/// Into `ranges` what holds for both; an absent one may be anything.
void joinPairs(std::vector<std::pair<unsigned, unsigned>> &pairs,
               const std::vector<std::pair<unsigned, unsigned>> &others);
void widenRanges(std::vector<ValueRange> &ranges, const std::vector<ValueRange> &others);

/// All launches, in source order: <<<>>>, cudaLaunchKernel, cudaLaunchKernelEx(C),
/// cudaLaunchCooperativeKernel, cudaGraphAddKernelNode, and their driver-API kin
/// where the kernel is known. Those inside system headers are left out.
/// In the traversal scope, or in what of it bears on launches, where that is known. Where one of
/// `instances` that is not to be found there leads to a launch, in `everything`. `errors`: where
/// Clang found some, sorted by their places in the unit.
std::vector<Launch>
findLaunches(clang::ASTContext &context, llvm::ArrayRef<const clang::FunctionDecl *> instances = {},
             llvm::function_ref<std::vector<clang::Decl *>()> everything = nullptr,
             llvm::function_ref<std::vector<clang::Decl *>()> bearingOnLaunches = nullptr,
             llvm::ArrayRef<clang::SourceLocation> errors = {});

} // namespace warplint::simt

#endif
