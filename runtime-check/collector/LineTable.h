//===- LineTable.h - the source lines of a cubin ---------------*- C++ -*-===//
//
// nvcc -lineinfo writes a `.debug_line` section of DWARF 2 with an extension: extended opcode 0x90
// (lines that follow were inlined) has two ULEB128 operands, the number of the row of the call in
// the function's sequence, from 1, or 0 for code that was not inlined, and the offset of the
// inlined function's name in `.debug_str`. CUPTI's correlation gives the innermost place alone,
// which is in a header of the Toolkit for an `atomicAdd`, a `__ldg`, a `block.sync()`.
//
//===----------------------------------------------------------------------===//
#ifndef WARPLINT_RUNTIME_COLLECTOR_LINETABLE_H
#define WARPLINT_RUNTIME_COLLECTOR_LINETABLE_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplint::runtime {

/// A place in the source.
struct Place {
  std::string file; ///< absolute where the compiler knew it
  unsigned line = 0;

  friend auto operator<=>(const Place &, const Place &) = default;
};

/// Where an instruction was written, and for inlined code where each function was called, the
/// innermost place first.
using Frames = std::vector<Place>;

class LineTable {
public:
  /// Of the image of a cubin. What is no ELF file, or damaged, gives a table without functions, or
  /// with those that could be read.
  explicit LineTable(std::string_view image);

  /// `function` is the mangled name, `offset` in bytes from its start. Empty where nothing is
  /// known.
  Frames at(const std::string &function, std::uint64_t offset) const;
  /// Where the user's source asked for it: the innermost place outside the Toolkit's headers, or
  /// the innermost one where there is no other.
  std::optional<Place> ownPlace(const std::string &function, std::uint64_t offset) const;
  bool empty() const { return functions_.empty(); }

private:
  struct Row {
    std::uint64_t address = 0;
    unsigned file = 0; ///< number in `files_`
    unsigned line = 0;
    unsigned call = 0; ///< number of the row of the call from 1; 0: not inlined
  };
  class Builder;

  struct File {
    std::string path;
    bool system = false;
  };
  template <typename Visit> void forFrames(const std::string &, std::uint64_t, Visit) const;

  std::vector<File> files_;
  std::map<std::string, std::vector<Row>, std::less<>> functions_; ///< rows as written
};

/// Is it a header of the CUDA Toolkit or of the system, by the folder it was compiled from?
bool isSystemHeader(std::string_view path);

} // namespace warplint::runtime

#endif
