//===- Resources.cpp - what compilers say that kernels need ---------------===//

#include "lint/chips/Resources.h"

#include <charconv>

namespace warplint::chips {
namespace {

std::string_view takeLine(std::string_view &text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  if (line.ends_with('\r'))
    line.remove_suffix(1);
  return line;
}

/// What stands between two marks; empty where one is not there.
std::string_view between(std::string_view line, std::string_view before, std::string_view after) {
  const std::size_t begin = line.find(before);
  if (begin == std::string_view::npos)
    return {};
  const std::string_view rest = line.substr(begin + before.size());
  const std::size_t end = rest.find(after);
  return end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// The number just before ` unit`: "4096" of "used 1 barriers, 4096 bytes smem".
std::optional<std::int64_t> numberBefore(std::string_view line, std::string_view unit) {
  const std::size_t at = line.find(unit);
  if (at == std::string_view::npos)
    return std::nullopt;
  std::size_t begin = at;
  while (begin > 0 && isDigit(line[begin - 1]))
    --begin;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(line.data() + begin, line.data() + at, number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

/// The number behind `key`, which begins a word: "10" of "REG:10 STACK:0".
std::optional<std::int64_t> numberAfter(std::string_view line, std::string_view key) {
  std::size_t at = line.find(key);
  while (at != std::string_view::npos && at > 0 && line[at - 1] != ' ' && line[at - 1] != '\t')
    at = line.find(key, at + 1);
  if (at == std::string_view::npos)
    return std::nullopt;
  const std::string_view rest = line.substr(at + key.size());
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

} // namespace

std::vector<KernelResources> readPtxasReport(std::string_view text) {
  std::vector<KernelResources> all;
  bool open = false;       // an entry's lines are being read
  bool ofTheEntry = false; // the function whose stack is told is the entry itself
  while (!text.empty()) {
    const std::string_view line = takeLine(text);
    if (const std::string_view symbol = between(line, "Compiling entry function '", "'");
        !symbol.empty()) {
      all.emplace_back();
      all.back().symbol = symbol;
      all.back().arch = between(line, "' for '", "'");
      open = true;
      ofTheEntry = false;
    } else if (constexpr std::string_view head = "Function properties for ";
               line.find(head) != std::string_view::npos) {
      ofTheEntry = open && line.substr(line.find(head) + head.size()) == all.back().symbol;
    } else if (const auto stack = numberBefore(line, " bytes stack frame"); stack && ofTheEntry) {
      all.back().stackBytes = *stack;
      all.back().spillStoreBytes = numberBefore(line, " bytes spill stores");
      all.back().spillLoadBytes = numberBefore(line, " bytes spill loads");
    } else if (const auto registers = numberBefore(line, " registers"); registers && open) {
      all.back().registers = *registers;
      all.back().sharedBytes = numberBefore(line, " bytes smem").value_or(0);
      open = ofTheEntry = false;
    }
  }
  return all;
}

std::vector<KernelResources> readCuobjdumpReport(std::string_view text) {
  std::vector<KernelResources> all;
  std::string arch;
  std::string symbol;
  while (!text.empty()) {
    const std::string_view line = takeLine(text);
    if (const std::size_t at = line.find("arch = "); at != std::string_view::npos) {
      constexpr std::string_view head = "arch = ";
      arch = line.substr(at + head.size());
    } else if (const std::string_view name = between(line, " Function ", ":"); !name.empty()) {
      symbol = name;
    } else if (const auto registers = numberAfter(line, "REG:"); registers && !symbol.empty()) {
      KernelResources one;
      one.symbol = std::move(symbol);
      one.arch = arch;
      one.registers = *registers;
      one.stackBytes = numberAfter(line, "STACK:").value_or(0);
      one.sharedBytes = numberAfter(line, "SHARED:").value_or(0);
      all.push_back(std::move(one));
      symbol.clear();
    }
  }
  return all;
}

} // namespace warplint::chips
