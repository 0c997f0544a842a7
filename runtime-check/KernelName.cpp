//===- KernelName.cpp - kernels by the name the source gives them ---------===//

#include "runtime-check/KernelName.h"

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <iterator>
#include <memory>

namespace warplint::runtime {
namespace {

constexpr std::string_view unnamed = "(anonymous namespace)";

/// The position behind the bracket that closes the one at `at`.
std::size_t behindBracket(std::string_view text, std::size_t at) {
  unsigned depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '<' || c == '(' || c == '{' || c == '[')
      ++depth;
    else if ((c == '>' && text[at - 1] != '-') || c == ')' || c == '}' || c == ']')
      if (--depth == 0)
        return at + 1;
  }
  return at;
}

/// nvcc calls unnamed namespaces `_GLOBAL__N__…`, and some internal ones `_INTERNAL_…`.
bool isUnnamed(std::string_view component) {
  return component.empty() || component == unnamed || component.starts_with("_GLOBAL__N_") ||
         component.starts_with("_INTERNAL_");
}

void addComponent(std::string &name, std::string_view component) {
  if (isUnnamed(component))
    return;
  if (!name.empty())
    name += "::";
  name += component;
}

} // namespace

std::string demangled(const std::string &symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void *)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && text ? text.get() : symbol;
}

namespace {

std::string kernelName(std::string_view text, bool withArguments) {
  std::string name;
  std::string component;
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with(unnamed)) {
      at += unnamed.size();
    } else if (text[at] == '(') {
      break; // the parameters
    } else if (text[at] == '<' || text[at] == '[') {
      const std::size_t end = behindBracket(text, at);
      if (withArguments && text[at] == '<')
        std::copy_if(text.begin() + at, text.begin() + end, std::back_inserter(component),
                     [](char c) { return c != ' '; });
      at = end;
    } else if (text[at] == '{') { // {lambda(float*)#1}
      const std::size_t end = behindBracket(text, at);
      component += text.substr(at, end - at);
      at = end;
    } else if (text[at] == ' ') { // what came before is the return type
      name.clear();
      component.clear();
      ++at;
    } else if (text.substr(at, 2) == "::") {
      addComponent(name, component);
      component.clear();
      at += 2;
    } else {
      component += text[at++];
    }
  }
  addComponent(name, component);
  return name;
}

} // namespace

std::string plainKernelName(std::string_view name) { return kernelName(name, false); }

std::string instanceName(std::string_view name) { return kernelName(name, true); }

} // namespace warplint::runtime
