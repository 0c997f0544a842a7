//===- LineTableTest.cpp - source lines out of cubins ---------------------===//
//
// Line programs put together by hand, as nvcc 13.0 writes them. That the whole agrees with CUPTI on
// code that nvcc has just compiled is tested in LineTableCuptiTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "runtime-check/collector/LineTable.h"

#include <cstring>
#include <elf.h>
#include <gmock/gmock.h>
#include <random>

using namespace warplint::runtime;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

template <typename T> void put(std::string &bytes, T value) {
  bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
}
void putString(std::string &bytes, std::string_view text) { (bytes += text) += '\0'; }
void putUnsigned(std::string &bytes, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    bytes += static_cast<char>(0x80 | (value & 0x7f));
  bytes += static_cast<char>(value);
}
void putSigned(std::string &bytes, std::int64_t value) {
  for (; value < -64 || value > 63; value >>= 7)
    bytes += static_cast<char>(0x80 | (value & 0x7f));
  bytes += static_cast<char>(value & 0x7f);
}

/// A line program of DWARF 2 over some functions.
class Program {
public:
  struct File {
    std::string name;
    unsigned folder = 0; ///< from 1
  };
  Program(const std::vector<std::string> &folders, const std::vector<File> &files,
          std::uint16_t version = 2)
      : version_(version) {
    put<std::uint8_t>(head_, 1); // bytes per unit of address
    put<std::uint8_t>(head_, 1);
    put<std::int8_t>(head_, -5); // special opcodes: least step of lines, and number of steps
    put<std::uint8_t>(head_, 14);
    put<std::uint8_t>(head_, 10);
    for (const char operands : {0, 1, 1, 1, 1, 0, 0, 0, 1})
      head_ += operands;
    for (const std::string &folder : folders)
      putString(head_, folder);
    head_ += '\0';
    for (const File &file : files) {
      putString(head_, file.name);
      putUnsigned(head_, file.folder);
      putUnsigned(head_, 1795293451); // time
      putUnsigned(head_, 518);        // size
    }
    head_ += '\0';
  }

  Program &function(const std::string &name) {
    body_ += std::string("\0\x09\x02", 3);
    relocations_.emplace_back(body_.size(), name);
    put<std::uint64_t>(body_, 0);
    line_ = 1;
    return *this;
  }
  Program &file(unsigned number) {
    body_ += '\x04';
    putUnsigned(body_, number);
    return *this;
  }
  Program &inlinedAt(unsigned row) {
    std::string operands;
    putUnsigned(operands, row);
    putUnsigned(operands, 0x1b8); // name of the function
    body_ += '\0';
    putUnsigned(body_, operands.size() + 1);
    (body_ += '\x90') += operands;
    return *this;
  }
  /// A row, `bytes` of code behind the one before.
  Program &row(unsigned line, unsigned bytes) {
    body_ += '\x02';
    putUnsigned(body_, bytes);
    body_ += '\x03';
    putSigned(body_, std::int64_t{line} - line_);
    body_ += '\x01';
    line_ = line;
    return *this;
  }
  Program &special(unsigned opcode) {
    body_ += static_cast<char>(opcode);
    return *this;
  }
  Program &end() {
    body_ += std::string("\0\x01\x01", 3);
    return *this;
  }

  std::string bytes() const {
    std::string result;
    put<std::uint32_t>(result, static_cast<std::uint32_t>(6 + head_.size() + body_.size()));
    put<std::uint16_t>(result, version_);
    put<std::uint32_t>(result, static_cast<std::uint32_t>(head_.size()));
    return result + head_ + body_;
  }
  /// By offset in the program.
  std::vector<std::pair<std::size_t, std::string>> relocations() const {
    std::vector<std::pair<std::size_t, std::string>> result = relocations_;
    for (auto &[offset, name] : result)
      offset += 10 + head_.size();
    return result;
  }

private:
  std::uint16_t version_;
  std::string head_, body_;
  std::vector<std::pair<std::size_t, std::string>> relocations_;
  std::int64_t line_ = 1;
};

/// An ELF file with such a section.
std::string cubin(const std::vector<Program> &programs) {
  std::string lines, symbols(sizeof(Elf64_Sym), '\0'), names(1, '\0'), relocations;
  for (const Program &program : programs) {
    for (const auto &[offset, function] : program.relocations()) {
      Elf64_Rela relocation{};
      relocation.r_offset = lines.size() + offset;
      relocation.r_info = ELF64_R_INFO(symbols.size() / sizeof(Elf64_Sym), 2);
      put(relocations, relocation);
      Elf64_Sym symbol{};
      symbol.st_name = static_cast<Elf64_Word>(names.size());
      putString(names, function);
      put(symbols, symbol);
    }
    lines += program.bytes();
  }
  struct Part {
    std::string name;
    Elf64_Word type;
    std::string bytes;
    Elf64_Word link = 0, info = 0;
  };
  std::vector<Part> parts{{"", SHT_NULL, ""},
                          {".debug_line", SHT_PROGBITS, lines},
                          {".strtab", SHT_STRTAB, names},
                          {".symtab", SHT_SYMTAB, symbols, 2},
                          {".rela.debug_line", SHT_RELA, relocations, 3, 1},
                          {".shstrtab", SHT_STRTAB, ""}};
  std::vector<Elf64_Word> nameOffsets;
  std::string &sectionNames = parts.back().bytes;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    nameOffsets.push_back(static_cast<Elf64_Word>(sectionNames.size()));
    putString(sectionNames, parts[i].name);
  }
  std::string image(sizeof(Elf64_Ehdr), '\0'), headers;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Elf64_Shdr header{};
    header.sh_name = nameOffsets[i];
    header.sh_type = parts[i].type;
    header.sh_offset = image.size();
    header.sh_size = parts[i].bytes.size();
    header.sh_link = parts[i].link;
    header.sh_info = parts[i].info;
    put(headers, header);
    image += parts[i].bytes;
  }
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_shoff = image.size();
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = static_cast<Elf64_Half>(parts.size());
  header.e_shstrndx = static_cast<Elf64_Half>(parts.size() - 1);
  std::memcpy(image.data(), &header, sizeof header);
  return image + headers;
}

const std::string toolkit = "/usr/local/cuda/targets/x86_64-linux/include";

Program barrierOfAGroup() {
  Program program({"/home/me/project", "/usr/local/cuda/bin/../targets/x86_64-linux/include",
                   toolkit + "/cooperative_groups/details"},
                  {{"sum.cu", 1}, {"cooperative_groups.h", 2}, {"helpers.h", 3}, {"mine.cuh", 1}});
  program.function("_Z3sumPf").file(1).row(14, 0).row(17, 16); // rows 1 and 2
  program.file(2).inlinedAt(2).row(489, 0);                    // 3
  program.file(3).inlinedAt(3).row(87, 0);                     // 4
  program.file(1).inlinedAt(0).row(18, 32);                    // 5
  program.file(4).inlinedAt(5).row(3, 16);                     // 6
  program.file(1).inlinedAt(0).row(19, 16).end();
  return program;
}

} // namespace

TEST(LineTable, OfPlainCode) {
  const LineTable table(cubin({barrierOfAGroup()}));
  EXPECT_THAT(table.at("_Z3sumPf", 0), ElementsAre(Place{"/home/me/project/sum.cu", 14}));
  EXPECT_THAT(table.at("_Z3sumPf", 15), ElementsAre(Place{"/home/me/project/sum.cu", 14}));
  EXPECT_THAT(table.at("_Z3sumPf", 48), ElementsAre(Place{"/home/me/project/sum.cu", 18}));
  EXPECT_THAT(table.at("_Z3sumPf", 4096), ElementsAre(Place{"/home/me/project/sum.cu", 19}));
  EXPECT_THAT(table.at("_Z3add", 0), IsEmpty());
}

TEST(LineTable, CallsOfInlinedCodeInnermostFirst) {
  const LineTable table(cubin({barrierOfAGroup()}));
  EXPECT_THAT(table.at("_Z3sumPf", 16),
              ElementsAre(Place{toolkit + "/cooperative_groups/details/helpers.h", 87},
                          Place{toolkit + "/cooperative_groups.h", 489},
                          Place{"/home/me/project/sum.cu", 17}));
}

TEST(LineTable, HeadersOfTheToolkitAreNotTheUsersPlace) {
  const LineTable table(cubin({barrierOfAGroup()}));
  EXPECT_EQ(table.ownPlace("_Z3sumPf", 16), (Place{"/home/me/project/sum.cu", 17}));
  EXPECT_EQ(table.ownPlace("_Z3sumPf", 64), (Place{"/home/me/project/mine.cuh", 3}));
  EXPECT_EQ(table.ownPlace("_Z3add", 16), std::nullopt);
  Program alone({toolkit}, {{"cooperative_groups.h", 1}});
  alone.function("f").file(1).row(5, 0).end();
  EXPECT_EQ(LineTable(cubin({alone})).ownPlace("f", 0),
            (Place{toolkit + "/cooperative_groups.h", 5}));
}

TEST(LineTable, SpecialOpcodes) {
  Program program({}, {{"/x.cu", 0}});
  // 1 + (opcode - 10) % 14 - 5 lines on, (opcode - 10) / 14 bytes on
  program.function("f").special(10 + 14 * 16 + 5 + 1).special(10 + 5 + 2).end();
  const LineTable table(cubin({program}));
  EXPECT_THAT(table.at("f", 15), IsEmpty());
  EXPECT_THAT(table.at("f", 16), ElementsAre(Place{"/x.cu", 4}));
}

TEST(LineTable, SeveralProgramsAndFunctions) {
  Program first({"/a"}, {{"x.cu", 1}});
  first.function("f").row(3, 0).end().function("g").row(7, 0).end();
  Program second({"/b"}, {{"y.cu", 1}});
  second.function("h").row(9, 0).end();
  const LineTable table(cubin({first, second}));
  EXPECT_THAT(table.at("f", 0), ElementsAre(Place{"/a/x.cu", 3}));
  EXPECT_THAT(table.at("g", 0), ElementsAre(Place{"/a/x.cu", 7}));
  EXPECT_THAT(table.at("h", 0), ElementsAre(Place{"/b/y.cu", 9}));
}

TEST(LineTable, OtherVersionsOfDwarfAreLeftToCupti) {
  EXPECT_TRUE(LineTable(cubin({Program({"/a"}, {{"x.cu", 1}}, 5)})).empty());
}

TEST(LineTable, CallsThatGoInCirclesEnd) {
  Program program({}, {{"/x.cu", 0}});
  program.function("f")
      .inlinedAt(2)
      .row(3, 0)
      .inlinedAt(1)
      .row(4, 16)
      .inlinedAt(77)
      .row(5, 16)
      .end();
  const LineTable table(cubin({program}));
  EXPECT_GE(table.at("f", 0).size(), 2U);
  EXPECT_THAT(table.at("f", 32), ElementsAre(Place{"/x.cu", 5}));
}

TEST(LineTable, DamagedImagesAreRead) {
  const std::string image = cubin({barrierOfAGroup()});
  EXPECT_TRUE(LineTable("").empty());
  EXPECT_TRUE(LineTable("no ELF file").empty());
  for (std::size_t size = 0; size < image.size(); size += 3)
    LineTable(image.substr(0, size)).at("_Z3sumPf", 16);
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = image;
    for (int j = 0; j < 8; ++j)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    LineTable(damaged).at("_Z3sumPf", 16);
  }
}

TEST(LineTable, SystemHeadersByTheirFolders) {
  EXPECT_TRUE(isSystemHeader("/usr/local/cuda-13.0/include/sm_20_atomic_functions.hpp"));
  EXPECT_TRUE(isSystemHeader("/opt/cuda/include/cuda_fp16.hpp"));
  EXPECT_TRUE(isSystemHeader("/opt/conda/targets/x86_64-linux/include/cub/block/block_scan.cuh"));
  EXPECT_TRUE(
      isSystemHeader("/venv/lib/python3.11/site-packages/nvidia/cu13/include/cuda/pipeline"));
  EXPECT_TRUE(isSystemHeader("/usr/include/c++/12/bits/stl_algo.h"));
  EXPECT_TRUE(isSystemHeader("/opt/nvidia/hpc_sdk/Linux_x86_64/24.5/cuda/12.4/include/mma.h"));
  EXPECT_FALSE(isSystemHeader("/home/me/cuda-samples/include/helper.h"));
  EXPECT_FALSE(isSystemHeader("/home/me/project/cuda/include/tile.cuh"));
  EXPECT_FALSE(isSystemHeader("/home/me/nvidia/cutlass/include/cutlass/gemm/gemm.h"));
  EXPECT_FALSE(isSystemHeader("/home/me/include/tile.cuh"));
  EXPECT_FALSE(isSystemHeader("include/tile.cuh"));
}
