//===- LineTable.cpp - the source lines of a cubin ------------------------===//

#include "runtime-check/collector/LineTable.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <regex>

namespace warplint::runtime {
namespace {

constexpr unsigned opcodeInlined = 0x90; ///< NVIDIA's extended opcode
constexpr std::size_t mostFrames = 64;   ///< a damaged table might go in circles

/// Reads little-endian numbers; past the end all of them are zero and `failed` is set.
class Reader {
public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool failed() const { return failed_; }
  bool atEnd() const { return failed_ || at_ >= bytes_.size(); }
  std::size_t position() const { return at_; }
  void seek(std::size_t position) {
    failed_ = failed_ || position > bytes_.size();
    at_ = failed_ ? bytes_.size() : position;
  }

  template <typename T> T number() {
    T value{};
    text(sizeof value).copy(reinterpret_cast<char *>(&value), sizeof value);
    return value;
  }
  std::uint64_t unsignedLeb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = number<std::uint8_t>();
      if (shift < 64)
        value |= std::uint64_t{byte & 0x7fU} << shift;
      if (!(byte & 0x80U))
        return value;
    }
  }
  std::int64_t signedLeb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;;) {
      const auto byte = number<std::uint8_t>();
      if (shift < 64)
        value |= std::uint64_t{byte & 0x7fU} << shift;
      shift += 7;
      if (byte & 0x80U)
        continue;
      if ((byte & 0x40U) && shift < 64)
        value |= ~std::uint64_t{0} << shift;
      return static_cast<std::int64_t>(value);
    }
  }
  std::string_view text(std::size_t size) {
    if (failed_ || size > bytes_.size() - at_) {
      failed_ = true;
      return {};
    }
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  std::string_view string() {
    const std::size_t end = bytes_.find('\0', at_);
    if (failed_ || end == std::string_view::npos) {
      failed_ = true;
      return {};
    }
    const std::string_view result = bytes_.substr(at_, end - at_);
    at_ = end + 1;
    return result;
  }

private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

template <typename T> std::optional<T> structureAt(std::string_view image, std::size_t offset) {
  if (offset > image.size() || sizeof(T) > image.size() - offset)
    return std::nullopt;
  T value;
  std::memcpy(&value, image.data() + offset, sizeof value);
  return value;
}

std::string_view stringAt(std::string_view table, std::size_t offset) {
  if (offset >= table.size())
    return {};
  const std::string_view rest = table.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

/// The parts of an ELF file that a line table is made of.
class Sections {
public:
  explicit Sections(std::string_view image) : image_(image) {
    const auto header = structureAt<Elf64_Ehdr>(image, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr))
      return;
    for (unsigned i = 0; i < header->e_shnum; ++i) {
      const auto section = structureAt<Elf64_Shdr>(image, header->e_shoff + i * sizeof(Elf64_Shdr));
      if (!section) {
        sections_.clear();
        return;
      }
      sections_.push_back(*section);
    }
    if (header->e_shstrndx < sections_.size())
      names_ = contents(sections_[header->e_shstrndx]);
  }

  std::string_view contents(std::string_view name) const {
    const Elf64_Shdr *section = find(name);
    return section ? contents(*section) : std::string_view();
  }

  /// Offset in the section -> name of the function whose address belongs there.
  std::map<std::uint64_t, std::string> relocations(std::string_view name) const {
    std::map<std::uint64_t, std::string> result;
    const Elf64_Shdr *target = find(name);
    for (const Elf64_Shdr &section : sections_) {
      const bool withAddend = section.sh_type == SHT_RELA;
      if (!target || (!withAddend && section.sh_type != SHT_REL) ||
          &sections_.at(0) + section.sh_info != target || section.sh_link >= sections_.size())
        continue;
      const Elf64_Shdr &symbols = sections_[section.sh_link];
      const std::string_view bytes = contents(section);
      const std::size_t step = withAddend ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
      for (std::size_t at = 0; at + step <= bytes.size(); at += step)
        if (const auto entry = structureAt<Elf64_Rel>(bytes, at))
          result[entry->r_offset] = symbolName(symbols, ELF64_R_SYM(entry->r_info));
    }
    return result;
  }

private:
  std::string_view contents(const Elf64_Shdr &section) const {
    if (section.sh_type == SHT_NOBITS || section.sh_offset > image_.size() ||
        section.sh_size > image_.size() - section.sh_offset)
      return {};
    return image_.substr(section.sh_offset, section.sh_size);
  }
  const Elf64_Shdr *find(std::string_view name) const {
    for (const Elf64_Shdr &section : sections_)
      if (stringAt(names_, section.sh_name) == name)
        return &section;
    return nullptr;
  }
  /// A function, or the section `.text.FUNCTION` that holds it alone.
  std::string symbolName(const Elf64_Shdr &symbols, std::size_t index) const {
    const auto symbol = structureAt<Elf64_Sym>(contents(symbols), index * sizeof(Elf64_Sym));
    if (!symbol || symbols.sh_link >= sections_.size())
      return {};
    std::string_view name = stringAt(contents(sections_[symbols.sh_link]), symbol->st_name);
    if (name.empty() && symbol->st_shndx < sections_.size())
      name = stringAt(names_, sections_[symbol->st_shndx].sh_name);
    constexpr std::string_view text = ".text.";
    if (name.substr(0, text.size()) == text)
      name.remove_prefix(text.size());
    return std::string(name);
  }

  std::string_view image_;
  std::vector<Elf64_Shdr> sections_;
  std::string_view names_;
};

} // namespace

/// Goes through the line programs of a section, one after the other.
class LineTable::Builder {
public:
  Builder(LineTable &table, std::string_view section,
          const std::map<std::uint64_t, std::string> &functions)
      : table_(table), reader_(section), functions_(functions) {}

  void run() {
    while (!reader_.atEnd()) {
      const auto length = reader_.number<std::uint32_t>();
      const std::size_t end = reader_.position() + length;
      const auto version = reader_.number<std::uint16_t>();
      if (length < 2 || version < 2 ||
          version > 4) // 5 has other tables, and nvcc does not write it
        return;
      readHead(version);
      while (!reader_.failed() && reader_.position() < end)
        step();
      reader_.seek(end);
    }
  }

private:
  void readHead(unsigned version) {
    const auto headLength = reader_.number<std::uint32_t>();
    const std::size_t program = reader_.position() + headLength;
    unit_ = reader_.number<std::uint8_t>();
    if (version >= 4)
      reader_.number<std::uint8_t>();          // operations per instruction: 1
    reader_.number<std::uint8_t>();            // is_stmt
    lineBase_ = reader_.number<std::int8_t>(); // NOLINT(bugprone-signed-char-misuse): a number
    lineRange_ = std::max<unsigned>(reader_.number<std::uint8_t>(), 1);
    opcodeBase_ = reader_.number<std::uint8_t>();
    operands_.assign(opcodeBase_, 0);
    for (unsigned opcode = 1; opcode < opcodeBase_; ++opcode)
      operands_[opcode] = reader_.number<std::uint8_t>();
    std::vector<std::string> folders{""};
    for (std::string_view folder = reader_.string(); !folder.empty(); folder = reader_.string())
      folders.emplace_back(folder);
    firstFile_ = table_.files_.size();
    for (std::string_view file = reader_.string(); !file.empty(); file = reader_.string()) {
      const std::uint64_t folder = reader_.unsignedLeb();
      reader_.unsignedLeb(); // time
      reader_.unsignedLeb(); // size
      const bool isRelative = file.front() != '/' && folder > 0 && folder < folders.size();
      std::string path = (isRelative ? folders[folder] + "/" : "") + std::string(file);
      path = std::filesystem::path(path).lexically_normal().string(); // …/bin/../targets/…
      const bool isSystem = isSystemHeader(path);
      table_.files_.push_back({std::move(path), isSystem});
    }
    reader_.seek(program);
    begin();
  }

  void begin() {
    row_ = {};
    row_.line = 1;
    file_ = 1;
    rows_ = nullptr;
  }

  void append() {
    if (!rows_)
      return;
    row_.file = static_cast<unsigned>(firstFile_ + file_ - 1);
    if (file_ == 0 || row_.file >= table_.files_.size())
      row_.line = 0;
    rows_->push_back(row_);
  }

  void advance(std::uint64_t operations) { row_.address += operations * unit_; }
  void advanceLine(std::int64_t lines) {
    row_.line = static_cast<unsigned>(std::int64_t{row_.line} + lines);
  }

  void step() {
    const unsigned opcode = reader_.number<std::uint8_t>();
    if (opcode >= opcodeBase_) {
      const unsigned special = opcode - opcodeBase_;
      advance(special / lineRange_);
      advanceLine(lineBase_ + static_cast<int>(special % lineRange_));
      return append();
    }
    switch (opcode) {
    case 0:
      return extended();
    case 1: // copy
      return append();
    case 2: // advance_pc
      return advance(reader_.unsignedLeb());
    case 3: // advance_line
      return advanceLine(reader_.signedLeb());
    case 4: // set_file
      file_ = reader_.unsignedLeb();
      return;
    case 8: // const_add_pc
      return advance((255 - opcodeBase_) / lineRange_);
    case 9: // fixed_advance_pc
      row_.address += reader_.number<std::uint16_t>();
      return;
    default: // flags, columns, and what is not known: the head says how many operands it has
      for (unsigned i = 0; i < operands_[opcode]; ++i)
        reader_.unsignedLeb();
    }
  }

  void extended() {
    const std::uint64_t length = reader_.unsignedLeb();
    const std::size_t end = reader_.position() + length;
    switch (reader_.number<std::uint8_t>()) {
    case 1: // end_sequence
      begin();
      break;
    case 2: { // set_address
      const auto function = functions_.find(reader_.position());
      rows_ = function == functions_.end() || function->second.empty()
                  ? nullptr
                  : &table_.functions_[function->second];
      row_.address = reader_.number<std::uint64_t>();
      break;
    }
    case opcodeInlined:
      row_.call = static_cast<unsigned>(reader_.unsignedLeb());
      break;
    default:
      break;
    }
    reader_.seek(end);
  }

  LineTable &table_;
  Reader reader_;
  const std::map<std::uint64_t, std::string> &functions_; ///< by offset of their address
  unsigned unit_ = 1;
  int lineBase_ = 0;
  unsigned lineRange_ = 1;
  unsigned opcodeBase_ = 0;
  std::vector<unsigned> operands_; ///< of standard opcodes
  std::size_t firstFile_ = 0;      ///< of this program, in the table's files
  std::uint64_t file_ = 1;
  Row row_;
  std::vector<Row> *rows_ = nullptr; ///< of the function the program is at
};

LineTable::LineTable(std::string_view image) {
  const Sections sections(image);
  const std::map<std::uint64_t, std::string> functions = sections.relocations(".debug_line");
  Builder(*this, sections.contents(".debug_line"), functions).run();
}

/// Calls `visit(row)` for the place of an instruction and those of the calls around it, as long as
/// it returns true.
template <typename Visit>
void LineTable::forFrames(const std::string &function, std::uint64_t offset, Visit visit) const {
  const auto found = functions_.find(function);
  if (found == functions_.end())
    return;
  const std::vector<Row> &rows = found->second;
  // Of several rows for one address the last is the one that counts.
  const auto next =
      std::upper_bound(rows.begin(), rows.end(), offset,
                       [](std::uint64_t at, const Row &row) { return at < row.address; });
  if (next == rows.begin())
    return;
  const Row *row = &*std::prev(next);
  for (std::size_t depth = 0; depth < mostFrames; ++depth) {
    if (row->line > 0 && !visit(*row))
      return;
    if (row->call == 0 || row->call > rows.size())
      return;
    row = &rows[row->call - 1];
  }
}

Frames LineTable::at(const std::string &function, std::uint64_t offset) const {
  Frames frames;
  forFrames(function, offset, [&](const Row &row) {
    frames.push_back({files_[row.file].path, row.line});
    return true;
  });
  return frames;
}

std::optional<Place> LineTable::ownPlace(const std::string &function, std::uint64_t offset) const {
  const Row *place = nullptr;
  forFrames(function, offset, [&](const Row &row) {
    const bool isOwn = !files_[row.file].system;
    if (isOwn || !place)
      place = &row;
    return !isOwn;
  });
  if (!place)
    return std::nullopt;
  return Place{files_[place->file].path, place->line};
}

bool isSystemHeader(std::string_view path) {
  // …/targets/x86_64-linux/include, /opt/cuda/include, …/cuda-13.0/include,
  // …/site-packages/nvidia/cu13/include; a project may have a folder cuda/include of its own.
  static const std::regex folder(
      R"((^|/)(targets/[^/]+-linux|cuda-?[0-9][0-9.]*|cuda/[0-9.]+)/include/)"
      R"(|-packages/nvidia/[^/]+/include/|^/(usr|usr/local|usr/local/cuda|opt/cuda)/include/)");
  return std::regex_search(path.begin(), path.end(), folder);
}

} // namespace warplint::runtime
