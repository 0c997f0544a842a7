//===- LineTableCuptiTest.cpp - lines of code that nvcc has just compiled -===//
//
// The reference kernels, every machine instruction of them: the innermost place is CUPTI's.
//
//===----------------------------------------------------------------------===//

#include "runtime-check/collector/Modules.h"

#include <cstdlib>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

using namespace warplint::runtime;

namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path &file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Sizes of the functions of an ELF file, by name.
std::map<std::string, std::uint64_t> functionsOf(const std::string &image) {
  std::map<std::string, std::uint64_t> functions;
  const auto *header = reinterpret_cast<const Elf64_Ehdr *>(image.data());
  const auto *sections = reinterpret_cast<const Elf64_Shdr *>(image.data() + header->e_shoff);
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB)
      continue;
    const char *names = image.data() + sections[sections[i].sh_link].sh_offset;
    const auto *symbols = reinterpret_cast<const Elf64_Sym *>(image.data() + sections[i].sh_offset);
    for (std::size_t s = 0; s < sections[i].sh_size / sizeof(Elf64_Sym); ++s)
      if (ELF64_ST_TYPE(symbols[s].st_info) == STT_FUNC)
        functions[names + symbols[s].st_name] = symbols[s].st_size;
  }
  return functions;
}

std::string inWords(const Place &place) {
  return fs::path(place.file).lexically_normal().string() + ":" + std::to_string(place.line);
}

class LineTableOfKernel : public testing::TestWithParam<std::string> {};

} // namespace

TEST_P(LineTableOfKernel, IsCuptis) {
  const fs::path cubin =
      fs::path(testing::TempDir()) /
      ("warplint-lines-" + fs::path(GetParam()).parent_path().filename().string() + ".cubin");
  const std::string command = std::string(WARPLINT_NVCC) +
                              " -std=c++17 -arch=sm_90 -lineinfo -cubin -I" WARPLINT_KERNELS
                              " -o '" +
                              cubin.string() + "' '" WARPLINT_KERNELS "/" + GetParam() + "'";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  const std::string image = contents(cubin);
  fs::remove(cubin);
  const LineTable table(image);
  ASSERT_FALSE(table.empty());
  unsigned compared = 0, inlined = 0;
  for (const auto &[function, size] : functionsOf(image))
    for (std::uint64_t offset = 0; offset < size; offset += 16) {
      const std::optional<Place> expected =
          placeByCupti(image, function, static_cast<std::uint32_t>(offset));
      const Frames frames = table.at(function, offset);
      ASSERT_EQ(frames.empty(), !expected) << function << " " << offset;
      if (frames.empty())
        continue;
      EXPECT_EQ(inWords(frames.front()), inWords(*expected)) << function << " " << offset;
      const std::optional<Place> own = table.ownPlace(function, offset);
      ASSERT_TRUE(own);
      EXPECT_FALSE(isSystemHeader(own->file)) << own->file;
      ++compared;
      inlined += frames.size() > 1 ? 1 : 0;
    }
  EXPECT_GT(compared, 16U);
  RecordProperty("inlined", static_cast<int>(inlined));
}

INSTANTIATE_TEST_SUITE_P(Kernels, LineTableOfKernel,
                         testing::Values("memory-atomic-contention/bad.cu",
                                         "async-deep-pipeline/bad.cu",
                                         "groups-conditional-creation/bad.cu",
                                         "shared-bank-conflict/good.cu"));
