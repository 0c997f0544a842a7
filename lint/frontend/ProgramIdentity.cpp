//===- ProgramIdentity.cpp -------------------------------------*- C++ -*-===//
#include "lint/frontend/ProgramIdentity.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"

#include <elf.h>
#include <link.h>

namespace warplint::frontend {
namespace {

/// The GNU build id in a segment of notes (System V ABI, "Note Section"), as digits.
std::string buildIdIn(llvm::StringRef notes) {
  constexpr std::size_t alignment = 4;
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes.data(), sizeof note);
    notes = notes.drop_front(sizeof note);
    const llvm::StringRef name = notes.take_front(note.n_namesz);
    notes = notes.drop_front(
        std::min<std::size_t>(notes.size(), llvm::alignTo(note.n_namesz, alignment)));
    if (note.n_type == NT_GNU_BUILD_ID && name == llvm::StringRef("GNU\0", 4))
      return llvm::toHex(notes.take_front(note.n_descsz), /*LowerCase=*/true);
    notes = notes.drop_front(
        std::min<std::size_t>(notes.size(), llvm::alignTo(note.n_descsz, alignment)));
  }
  return {};
}

std::string buildIds() {
  std::string ids;
  // Clang may be a shared library, whose build counts as well.
  dl_iterate_phdr(
      [](dl_phdr_info *object, std::size_t, void *into) {
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const ElfW(Phdr) &segment = object->dlpi_phdr[i];
          if (segment.p_type == PT_NOTE)
            *static_cast<std::string *>(into) += buildIdIn(llvm::StringRef(
                // NOLINTNEXTLINE(performance-no-int-to-ptr): so dl_iterate_phdr() gives it.
                reinterpret_cast<const char *>(object->dlpi_addr + segment.p_vaddr),
                segment.p_memsz));
        }
        return 0;
      },
      &ids);
  return ids;
}

std::string identity() {
  std::string ids = buildIds();
  if (!ids.empty())
    return ids;
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status("/proc/self/exe", status))
    return {};
  return std::to_string(status.getSize()) + " " +
         std::to_string(status.getLastModificationTime().time_since_epoch().count());
}

} // namespace

const std::string &programIdentity() {
  static const std::string text = identity();
  return text;
}

} // namespace warplint::frontend
