//===- HeaderTemplates.cpp -------------------------------------*- C++ -*-===//
#include "lint/frontend/HeaderTemplates.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/xxhash.h"

namespace warplint::frontend {
namespace {

bool saysThatItIsForeign(llvm::StringRef name) {
  static const llvm::Regex others("(^|_)(HIP|ROCM|AMD|SYCL|OPENCL|MUSA|ONEAPI)(_|$)");
  return others.match(name.upper());
}

bool saysWhatIsThere(llvm::StringRef name) {
  static const llvm::Regex found("(^|_)(HAVE|HAS)(_|$)");
  return found.match(name.upper()) && !saysThatItIsForeign(name);
}

} // namespace

bool saysThatItIsCuda(llvm::StringRef name) {
  static const llvm::Regex found("(^|_)(CUDA|GPU|NVCC|CUBLAS|CUFFT|CURAND|CUSOLVER|CUSPARSE)"
                                 "(_(ENABLED|FOUND|SUPPORT|SUPPORTED|AVAILABLE|ON))?$");
  static const llvm::Regex denied("(^|_)(NO|WITHOUT|DISABLE|DISABLED)(_|$)");
  return found.match(name.upper()) && !denied.match(name.upper()) && !saysThatItIsForeign(name);
}

namespace {

/// Of a macro that is defined or not.
bool isOn(llvm::StringRef name) { return saysWhatIsThere(name) || saysThatItIsCuda(name); }

/// Of a macro or a value of the build.
llvm::StringRef numberFor(llvm::StringRef name) {
  static const llvm::Regex seldom("(^|_)(USE|USING|WITH|ENABLE|ENABLED|DEBUG|BUILD)(_|$)");
  static const llvm::Regex lanes("(^|_)WARP_?SIZE$");
  static const llvm::Regex threads("(^|_)(BLOCK_?SIZE|BLOCK_?DIM|THREADS_PER_BLOCK)$");
  static const llvm::Regex sizes("(^|_)(SIZE|SIZEOF_[A-Z0-9_]+)$");
  if (lanes.match(name.upper()))
    return "32";
  if (threads.match(name.upper()))
    return "256";
  if (sizes.match(name.upper()))
    return "8";
  return !isOn(name) && (seldom.match(name.upper()) || saysThatItIsForeign(name)) ? "0" : "1";
}

/// The same of what a macro is defined by.
llvm::StringRef numberFor(llvm::StringRef value, llvm::StringRef defined) {
  if (saysThatItIsCuda(value) && !saysThatItIsForeign(defined))
    return "1"; // `#define LIB_CUDA_ENABLED @HAVE_CUDA@`
  const llvm::StringRef one = numberFor(value), other = numberFor(defined);
  return one == "0" || other == "1" ? one : other;
}

/// A line without its `@NAME@`, `${NAME}` and `${project:name}`.
std::string withNumbers(llvm::StringRef line, llvm::StringRef defined) {
  static const llvm::Regex value("@[A-Za-z_][A-Za-z0-9_.:-]*@|\\$\\{[A-Za-z_][A-Za-z0-9_.:-]*\\}");
  std::string result;
  llvm::SmallVector<llvm::StringRef, 1> found;
  while (value.match(line, &found)) {
    const std::size_t at = static_cast<std::size_t>(found[0].data() - line.data());
    const llvm::StringRef name = found[0].trim("@${}");
    result += line.take_front(at);
    // The folder and the names of what is made for CUDA, where there are others for other chips.
    result += !name.contains_insensitive("BACKEND") ? numberFor(name, defined)
              : name.contains_insensitive("MACRO")  ? "CUDA"
                                                    : "cuda";
    line = line.drop_front(at + found[0].size());
  }
  return result + line.str();
}

} // namespace

llvm::StringRef madeOfTemplate(llvm::StringRef name) {
  const llvm::StringRef stem = llvm::StringSwitch<llvm::StringRef>(llvm::sys::path::extension(name))
                                   .Cases(".in", ".cmake", ".cmakein",
                                          name.drop_back(llvm::sys::path::extension(name).size()))
                                   .Default("");
  const llvm::StringRef extension = llvm::sys::path::extension(stem);
  if (extension == ".in" || extension == ".cmake") // config.h.cmake.in
    return madeOfTemplate(stem);
  return llvm::is_contained({".h", ".hpp", ".hh", ".hxx", ".cuh", ".inc"}, extension)
             ? stem
             : llvm::StringRef();
}

std::string filledIn(llvm::StringRef text) {
  static const llvm::Regex directive(
      "^[ \t]*#[ \t]*(cmakedefine01|cmakedefine|undef|define|pragma)[ "
      "\t]+([A-Za-z_][A-Za-z0-9_]*)[ \t]*(.*)$");
  const std::string guard = "WARPLINT_TEMPLATE_" + llvm::utohexstr(llvm::xxh3_64bits(text));
  std::string result = "#ifndef " + guard + "\n#define " + guard + "\n";
  for (llvm::StringRef rest = text; !rest.empty();) {
    llvm::StringRef line;
    std::tie(line, rest) = rest.split('\n');
    line = line.rtrim('\r');
    static const llvm::Regex valueAlone("^[ \t]*(@[A-Za-z_][A-Za-z0-9_]*@)?[ \t]*$");
    if (valueAlone.match(line)) { // directives that a build puts in
      result += "\n";
      continue;
    }
    llvm::SmallVector<llvm::StringRef, 4> found;
    if (!directive.match(line, &found)) {
      result += withNumbers(line, "");
    } else if (const llvm::StringRef word = found[1], name = found[2]; word == "pragma") {
      result += name == "once" ? std::string() : line.str();
    } else if (word == "define") {
      result += withNumbers(line, name);
    } else if (word == "cmakedefine01") { // an option, most of which are off
      result += "#define " + name.str() + (isOn(name) ? " 1" : " 0");
    } else if (word == "undef") { // as autoconf writes for what it may define
      result += isOn(name) ? "#define " + name.str() + " 1" : line.str();
    } else if (isOn(name) || (found[3].contains('@') && numberFor(name) != "0")) {
      result += "#define " + name.str() + " " +
                withNumbers(found[3].starts_with("/*") ? "" : found[3], name);
    }
    result += "\n";
  }
  return result + "#endif\n";
}

} // namespace warplint::frontend
