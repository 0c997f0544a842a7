//===- Cubins.cpp - what compiled kernels need, from their files ----------===//

#include "lint/cli/Cubins.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace warplint::cli {
namespace {

using llvm::object::ELF64LE;
using ElfFile = llvm::object::ELFFile<ELF64LE>;

/// Records of `.nv.info`: a byte for the form, one for the attribute, two for the size or the
/// value. Read off cubins of CUDA 12 and 13; `cuobjdump -elf` calls them by these names.
constexpr unsigned formSized = 0x04;          // EIFMT_SVAL: so many bytes follow
constexpr unsigned attributeFrame = 0x11;     // EIATTR_FRAME_SIZE: symbol, bytes
constexpr unsigned attributeRegisters = 0x2f; // EIATTR_REGCOUNT: symbol, registers

/// The value, or nothing where the file is not what it should be.
template <typename T> std::optional<T> valid(llvm::Expected<T> value) {
  if (value)
    return std::move(*value);
  llvm::consumeError(value.takeError());
  return std::nullopt;
}

/// "sm_90": from CUDA 13's version of the format on the second byte of the flags, before the first.
std::string archOf(const ElfFile &file) {
  constexpr unsigned newFormat = 8, byte = 8, mask = 0xff;
  const auto &header = file.getHeader();
  const unsigned flags = header.e_flags;
  const bool isNew = header.e_ident[llvm::ELF::EI_ABIVERSION] >= newFormat;
  return "sm_" + std::to_string((isNew ? flags >> byte : flags) & mask);
}

class CubinReader {
public:
  explicit CubinReader(const ElfFile &file) : file_(file) {}

  std::vector<chips::KernelResources> read() {
    const auto sections = valid(file_.sections());
    if (!sections)
      return {};
    for (const auto &section : *sections)
      if (section.sh_type == llvm::ELF::SHT_SYMTAB)
        readSymbols(section);
    for (const auto &section : *sections) {
      auto name = valid(file_.getSectionName(section));
      if (name && *name == ".nv.info")
        readInfo(section);
      else if (name && name->consume_front(".nv.shared."))
        sharedBytes_[name->str()] = static_cast<std::int64_t>(section.sh_size);
    }
    std::vector<chips::KernelResources> kernels;
    for (auto &[symbol, kernel] : kernels_)
      if (kernel.registers > 0) { // of functions only the frame is told
        kernel.symbol = symbol;
        kernel.arch = archOf(file_);
        kernel.sharedBytes = sharedBytes_[symbol];
        kernels.push_back(kernel);
      }
    return kernels;
  }

private:
  void readSymbols(const ELF64LE::Shdr &section) {
    const auto symbols = valid(file_.symbols(&section));
    const auto names = valid(file_.getStringTableForSymtab(section));
    if (!symbols || !names)
      return;
    for (const auto &symbol : *symbols) {
      const auto name = valid(symbol.getName(*names));
      symbols_.push_back(name ? name->str() : std::string());
    }
  }

  void readInfo(const ELF64LE::Shdr &section) {
    const auto contents = valid(file_.getSectionContents(section));
    constexpr std::size_t head = 4, number = 4;
    llvm::ArrayRef<std::uint8_t> left = contents.value_or(llvm::ArrayRef<std::uint8_t>());
    while (left.size() >= head) {
      const unsigned form = left[0], attribute = left[1];
      const std::size_t size =
          form == formSized ? llvm::support::endian::read16le(left.data() + 2) : 0;
      left = left.drop_front(head);
      if (size > left.size())
        return;
      if (size >= 2 * number)
        note(attribute, llvm::support::endian::read32le(left.data()),
             llvm::support::endian::read32le(left.data() + number));
      left = left.drop_front(size);
    }
  }

  void note(unsigned attribute, std::uint32_t symbol, std::uint32_t value) {
    if (symbol >= symbols_.size() || symbols_[symbol].empty())
      return;
    if (attribute == attributeRegisters)
      kernels_[symbols_[symbol]].registers = value;
    else if (attribute == attributeFrame)
      kernels_[symbols_[symbol]].stackBytes = value;
  }

  const ElfFile &file_;
  std::vector<std::string> symbols_; ///< names, by index
  std::map<std::string, chips::KernelResources> kernels_;
  std::map<std::string, std::int64_t> sharedBytes_;
};

/// How long the cubin is whose header stands first: nothing lies behind both of its tables. 0: it
/// is none.
std::uint64_t sizeOf(std::string_view bytes) {
  ELF64LE::Ehdr header;
  if (bytes.size() < sizeof header)
    return 0;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.e_ident[llvm::ELF::EI_CLASS] != llvm::ELF::ELFCLASS64 ||
      header.e_machine != llvm::ELF::EM_CUDA)
    return 0;
  const std::uint64_t left = bytes.size();
  const std::uint64_t sections = std::uint64_t{header.e_shnum} * header.e_shentsize;
  const std::uint64_t segments = std::uint64_t{header.e_phnum} * header.e_phentsize;
  if (header.e_shoff > left || sections > left - header.e_shoff || header.e_phoff > left ||
      segments > left - header.e_phoff)
    return 0;
  return std::max(header.e_shoff + sections, header.e_phoff + segments);
}

} // namespace

std::vector<chips::KernelResources> readCubins(std::string_view bytes) {
  constexpr std::string_view magic = "\x7f"
                                     "ELF";
  std::vector<chips::KernelResources> all;
  std::size_t next = 0;
  for (std::size_t at = bytes.find(magic); at != std::string_view::npos;
       at = bytes.find(magic, next)) {
    const std::uint64_t size = sizeOf(bytes.substr(at));
    // Cubins do not lie in each other: each byte is looked at once, whatever the file says.
    next = at + std::max<std::uint64_t>(size, 1);
    if (size == 0)
      continue;
    // Where it lies in a program, it need not be aligned.
    const std::string image(bytes.substr(at, size));
    if (const auto file = valid(ElfFile::create(image)))
      for (chips::KernelResources &one : CubinReader(*file).read())
        all.push_back(std::move(one));
  }
  return all;
}

} // namespace warplint::cli
