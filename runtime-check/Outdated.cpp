//===- Outdated.cpp - sources that the program was not built from ---------===//

#include "runtime-check/Outdated.h"

#include "runtime-check/Join.h"
#include "runtime-check/KernelName.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace warplint::runtime {
namespace {

namespace fs = std::filesystem;

/// How the name stands in the names of symbols (Itanium C++ ABI, "Mangling"): `k` as "_Z1k",
/// `ns::k` as "2ns1k". Of those in unnamed namespaces too little is known.
std::string mangledPart(const std::string &kernel) {
  std::string text;
  std::size_t begin = 0;
  while (begin <= kernel.size()) {
    const std::size_t end = std::min(kernel.find("::", begin), kernel.size());
    text += std::to_string(end - begin) + kernel.substr(begin, end - begin);
    begin = end + 2;
  }
  return kernel.find("::") == std::string::npos ? "_Z" + text : text;
}

/// Which of the texts stand somewhere in the file, read in pieces: programs may be large.
std::vector<bool> whichStandIn(std::istream &in, const std::vector<std::string> &texts) {
  constexpr std::size_t pieceSize = std::size_t{1} << 20;
  std::size_t longest = 1;
  for (const std::string &text : texts)
    longest = std::max(longest, text.size());
  std::vector<bool> found(texts.size());
  std::string piece;
  while (in) {
    piece.erase(0, piece.size() - std::min(piece.size(), longest - 1)); // a text may straddle
    const std::size_t kept = piece.size();
    piece.resize(kept + pieceSize);
    in.read(piece.data() + kept, pieceSize);
    piece.resize(kept + static_cast<std::size_t>(in.gcount()));
    for (std::size_t i = 0; i < texts.size(); ++i)
      found[i] = found[i] || piece.find(texts[i]) != std::string::npos;
  }
  return found;
}

std::optional<fs::file_time_type> timeOf(const std::string &file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error))
    return std::nullopt;
  const auto time = fs::last_write_time(file, error);
  return error ? std::nullopt : std::optional(time);
}

std::optional<unsigned> linesOf(const std::string &file) {
  std::ifstream in(file, std::ios::binary);
  if (!in)
    return std::nullopt;
  unsigned lines = 0;
  for (std::string line; std::getline(in, line);)
    ++lines;
  return lines;
}

/// What was measured in one file: lines with instructions, by plain name of the kernel.
using Lines = std::map<std::string, std::set<unsigned>>;

std::string olderProgram(const std::string &file, const Lines &lines,
                         const std::set<std::string> &programs) {
  const auto changed = timeOf(file);
  if (!changed)
    return {};
  for (const std::string &program : programs) {
    const auto built = timeOf(program);
    if (built && *built < *changed &&
        std::any_of(
            lines.begin(), lines.end(),
            [&](const auto &kernel) { return holdsKernel(program, kernel.first); }))
      return "was changed after the program was built (" + program + ")";
  }
  return {};
}

/// Is there nothing of the kernel on this line, for sure?
bool isElsewhere(const std::string &kernel, unsigned line,
                 const std::vector<const DeviceFunction *> &functions) {
  return std::any_of(functions.begin(), functions.end(), [&](const DeviceFunction *function) {
    if (!function->kernel || line < function->span.line || line > function->span.endLine)
      return false;
    // Where a macro is used, or on the line that one kernel ends and another begins, nothing is
    // sure.
    if (line == function->span.line || line == function->span.endLine)
      return false;
    return plainKernelName(function->name) != kernel ||
           std::none_of(function->tokens.begin(), function->tokens.end(),
                        [&](const auto &place) { return place[0] == line; });
  });
}

std::string impossibleLine(const std::string &file, const Lines &lines,
                           std::span<const DeviceFunction> functions) {
  std::vector<const DeviceFunction *> inFile;
  for (const DeviceFunction &function : functions)
    if (sameFile(function.span.file, file).same)
      inFile.push_back(&function);
  if (inFile.empty())
    return {};
  const auto length = linesOf(inFile.front()->span.file);
  for (const auto &[kernel, measured] : lines)
    for (unsigned line : measured) {
      const std::string instructions = "is not what the program was built from (instructions of `" +
                                       kernel + "` are on line " + std::to_string(line);
      if (length && line > *length)
        return instructions + ", and it has only " + std::to_string(*length) + " lines)";
      if (isElsewhere(kernel, line, inFile))
        return instructions + ", where it has no code)";
    }
  return {};
}

} // namespace

bool holdsKernel(const std::string &program, const std::string &kernel) {
  std::ifstream in(program, std::ios::binary);
  const std::string elf = "\177ELF";
  std::string head(elf.size(), '\0');
  if (!in.read(head.data(), static_cast<std::streamsize>(head.size())) || head != elf)
    return false;
  // nvcc puts machine code into this section, and the kernel's symbol into plain data: it is how
  // the runtime is told of the kernel. A name without `::` may be that of an extern "C" kernel.
  const std::string plain = std::string(1, '\0') + kernel + '\0';
  const std::vector<bool> found = whichStandIn(in, {".nv_fatbin", mangledPart(kernel), plain});
  return found[0] && (found[1] || found[2]);
}

std::map<std::string, std::string> outdatedSources(const Measurement &measurement,
                                                   std::span<const DeviceFunction> functions) {
  std::map<std::string, Lines> files;
  for (const MeasuredSite &site : measurement.sites)
    if (!site.site.span.file.empty() && site.site.span.line > 0)
      files[site.site.span.file][plainKernelName(site.site.kernel)].insert(site.site.span.line);
  std::map<std::string, std::string> outdated;
  for (const auto &[file, lines] : files) {
    std::string how = olderProgram(file, lines, measurement.programs);
    if (how.empty())
      how = impossibleLine(file, lines, functions);
    if (!how.empty())
      outdated[file] = how;
  }
  return outdated;
}

} // namespace warplint::runtime
