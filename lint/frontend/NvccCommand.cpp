//===- NvccCommand.cpp -----------------------------------------*- C++ -*-===//
#include "lint/frontend/NvccCommand.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"

namespace warplint::frontend {
namespace {

enum class Action {
  Drop,         ///< says nothing about how the source reads
  Include,      ///< -I
  System,       ///< -isystem
  Define,       ///< -D
  Undefine,     ///< -U
  ForceInclude, ///< -include
  Standard,     ///< -std
  Arch,         ///< -arch, --cuda-gpu-arch
  Gencode,      ///< -gencode arch=…,code=…
  HostOptions,  ///< -Xcompiler a,b
  OptionsFile,  ///< --options-file
  FastMath,
  Debug,
  SeparateCompilation,
  RelaxedConstexpr,
  ExtendedLambda,
  Keep,     ///< means to Clang what it means here
  KeepPair, ///< so does its value
};

struct Option {
  llvm::StringLiteral name; ///< without dashes
  bool value;               ///< takes one: `-name value` or `-name=value`
  Action action;
};

// The options of nvcc 13.0 (`nvcc --help`, both spellings) and those of Clang and GCC that stand in
// compile databases beside them.
constexpr Option options[] = {
    {"I", true, Action::Include},
    {"include-path", true, Action::Include},
    {"isystem", true, Action::System},
    {"system-include", true, Action::System},
    {"iquote", true, Action::KeepPair},
    {"idirafter", true, Action::KeepPair},
    {"imacros", true, Action::KeepPair},
    {"isysroot", true, Action::KeepPair},
    {"D", true, Action::Define},
    {"define-macro", true, Action::Define},
    {"U", true, Action::Undefine},
    {"undefine-macro", true, Action::Undefine},
    {"include", true, Action::ForceInclude},
    {"pre-include", true, Action::ForceInclude},
    {"std", true, Action::Standard},
    {"arch", true, Action::Arch},
    {"gpu-architecture", true, Action::Arch},
    {"cuda-gpu-arch", true, Action::Arch},
    {"offload-arch", true, Action::Arch},
    {"gencode", true, Action::Gencode},
    {"generate-code", true, Action::Gencode},
    {"Xcompiler", true, Action::HostOptions},
    {"compiler-options", true, Action::HostOptions},
    {"optf", true, Action::OptionsFile},
    {"options-file", true, Action::OptionsFile},
    {"use_fast_math", false, Action::FastMath},
    {"G", false, Action::Debug},
    {"device-debug", false, Action::Debug},
    {"dc", false, Action::SeparateCompilation},
    {"device-c", false, Action::SeparateCompilation},
    {"rdc", true, Action::SeparateCompilation},
    {"relocatable-device-code", true, Action::SeparateCompilation},
    {"fgpu-rdc", false, Action::SeparateCompilation},
    {"expt-relaxed-constexpr", false, Action::RelaxedConstexpr},
    {"extended-lambda", false, Action::ExtendedLambda},
    {"expt-extended-lambda", false, Action::ExtendedLambda},
    {"nostdinc", false, Action::Keep},
    {"nostdinc++", false, Action::Keep},
    {"funsigned-char", false, Action::Keep},
    {"fsigned-char", false, Action::Keep},
    {"fms-extensions", false, Action::Keep},
    {"fchar8_t", false, Action::Keep},
    {"fno-char8_t", false, Action::Keep},
    {"pthread", false, Action::Keep},
    {"foffload-implicit-host-device-templates", false, Action::Keep},

    {"c", false, Action::Drop},
    {"compile", false, Action::Drop},
    {"E", false, Action::Drop},
    {"M", false, Action::Drop},
    {"MD", false, Action::Drop},
    {"MMD", false, Action::Drop},
    {"MP", false, Action::Drop},
    {"MG", false, Action::Drop},
    {"MF", true, Action::Drop},
    {"MT", true, Action::Drop},
    {"MQ", true, Action::Drop},
    {"dependency-output", true, Action::Drop},
    {"dependency-target-name", true, Action::Drop},
    {"generate-dependencies", false, Action::Drop},
    {"generate-dependencies-with-compile", false, Action::Drop},
    {"generate-nonsystem-dependencies", false, Action::Drop},
    {"generate-nonsystem-dependencies-with-compile", false, Action::Drop},
    {"generate-dependency-targets", false, Action::Drop},
    {"o", true, Action::Drop},
    {"output-file", true, Action::Drop},
    {"output-directory", true, Action::Drop},
    {"odir", true, Action::Drop},
    {"objdir-as-tempdir", false, Action::Drop},
    {"keep", false, Action::Drop},
    {"keep-dir", true, Action::Drop},
    {"save-temps", false, Action::Drop},
    {"x", true, Action::Drop},
    {"x-cu", false, Action::Drop},
    {"code", true, Action::Drop},
    {"gpu-code", true, Action::Drop},
    {"ccbin", true, Action::Drop},
    {"compiler-bindir", true, Action::Drop},
    {"allow-unsupported-compiler", false, Action::Drop},
    {"maxrregcount", true, Action::Drop},
    {"lineinfo", false, Action::Drop},
    {"generate-line-info", false, Action::Drop},
    {"debug", false, Action::Drop},
    {"profile", false, Action::Drop},
    {"pg", false, Action::Drop},
    {"optimize", true, Action::Drop},
    {"dopt", true, Action::Drop},
    {"dlink-time-opt", false, Action::Drop},
    {"dlto", false, Action::Drop},
    {"lto", false, Action::Drop},
    {"ltoir", false, Action::Drop},
    {"ewp", false, Action::Drop},
    {"extensible-whole-program", false, Action::Drop},
    {"dw", false, Action::Drop},
    {"device-w", false, Action::Drop},
    {"dlink", false, Action::Drop},
    {"device-link", false, Action::Drop},
    {"link", false, Action::Drop},
    {"lib", false, Action::Drop},
    {"shared", false, Action::Drop},
    {"static", false, Action::Drop},
    {"cubin", false, Action::Drop},
    {"ptx", false, Action::Drop},
    {"fatbin", false, Action::Drop},
    {"optix-ir", false, Action::Drop},
    {"cuda", false, Action::Drop},
    {"preprocess", false, Action::Drop},
    {"run", false, Action::Drop},
    {"m64", false, Action::Drop},
    {"m32", false, Action::Drop},
    {"machine", true, Action::Drop},
    {"m", true, Action::Drop},
    {"ftz", true, Action::Drop},
    {"prec-div", true, Action::Drop},
    {"prec-sqrt", true, Action::Drop},
    {"fmad", true, Action::Drop},
    {"default-stream", true, Action::Drop},
    {"cudart", true, Action::Drop},
    {"cudadevrt", true, Action::Drop},
    {"libdevice-directory", true, Action::Drop},
    {"ldir", true, Action::Drop},
    {"target-directory", true, Action::Drop},
    {"target-dir", true, Action::Drop},
    {"Xptxas", true, Action::Drop},
    {"ptxas-options", true, Action::Drop},
    {"Xlinker", true, Action::Drop},
    {"linker-options", true, Action::Drop},
    {"Xarchive", true, Action::Drop},
    {"archive-options", true, Action::Drop},
    {"Xnvlink", true, Action::Drop},
    {"nvlink-options", true, Action::Drop},
    {"Xcudafe", true, Action::Drop},
    {"cudafe-options", true, Action::Drop},
    {"Xnvvm", true, Action::Drop},
    {"Xcicc", true, Action::Drop},
    {"diag-suppress", true, Action::Drop},
    {"diag-error", true, Action::Drop},
    {"diag-warn", true, Action::Drop},
    {"diag_suppress", true, Action::Drop},
    {"diag_error", true, Action::Drop},
    {"diag_warn", true, Action::Drop},
    {"display-error-number", false, Action::Drop},
    {"no-display-error-number", false, Action::Drop},
    {"err-no", false, Action::Drop},
    {"Werror", true, Action::Drop},
    {"disable-warnings", false, Action::Drop},
    {"w", false, Action::Drop},
    {"Wno-deprecated-gpu-targets", false, Action::Drop},
    {"threads", true, Action::Drop},
    {"t", true, Action::Drop},
    {"split-compile", true, Action::Drop},
    {"split-compile-extended", true, Action::Drop},
    {"resource-usage", false, Action::Drop},
    {"res-usage", false, Action::Drop},
    {"restrict", false, Action::Drop},
    {"source-in-ptx", false, Action::Drop},
    {"src-in-ptx", false, Action::Drop},
    {"extra-device-vectorization", false, Action::Drop},
    {"forward-unknown-to-host-compiler", false, Action::Drop},
    {"forward-unknown-to-host-linker", false, Action::Drop},
    {"forward-unknown-opts", false, Action::Drop},
    {"forward-slash-prefix-opts", false, Action::Drop},
    {"no-host-device-initializer-list", false, Action::Drop},
    {"no-host-device-move-forward", false, Action::Drop},
    {"no-compress", false, Action::Drop},
    {"no-exceptions", false, Action::Drop},
    {"noeh", false, Action::Drop},
    {"static-global-template-stub", true, Action::Drop},
    {"device-entity-has-hidden-visibility", true, Action::Drop},
    {"fdevice-time-trace", true, Action::Drop},
    {"time", true, Action::Drop},
    {"dryrun", false, Action::Drop},
    {"verbose", false, Action::Drop},
    {"v", false, Action::Drop},
    {"clean-targets", false, Action::Drop},
    {"run-args", true, Action::Drop},
    {"use-local-env", false, Action::Drop},
    {"input-drive-prefix", true, Action::Drop},
    {"dependency-drive-prefix", true, Action::Drop},
    {"drive-prefix", true, Action::Drop},
    {"cuda-path", true, Action::Drop},
    {"cuda-device-only", false, Action::Drop},
    {"cuda-host-only", false, Action::Drop},
    {"nocudainc", false, Action::Drop},
    {"nocudalib", false, Action::Drop},
    {"target", true, Action::Drop},
    {"L", true, Action::Drop},
    {"library-path", true, Action::Drop},
    {"l", true, Action::Drop},
    {"library", true, Action::Drop},
    {"Xclang", true, Action::Drop},
    {"Xpreprocessor", true, Action::Drop},
    {"Xassembler", true, Action::Drop},
    {"arch-list", false, Action::Drop},
    {"static-libgcc", false, Action::Drop},
    {"static-libstdc++", false, Action::Drop},
    {"rdynamic", false, Action::Drop},
    {"pipe", false, Action::Drop},
    {"ansi", false, Action::Drop},
    {"pedantic", false, Action::Drop},
};

/// Options whose value follows at once: -Ifolder, -DNAME.
constexpr llvm::StringLiteral joinable = "IDULlo";

/// Families of options of host compilers that change no meaning: -O3, -Wall, -march=…, -fPIC, -g.
bool isHarmlessFamily(llvm::StringRef option) {
  return llvm::any_of(llvm::StringRef("OWmfg"),
                      [&](char c) { return option.starts_with({&c, 1}); });
}

bool isKeptPrefix(llvm::StringRef option) {
  for (llvm::StringRef prefix :
       {"ftemplate-depth", "fconstexpr-", "fbracket-depth", "stdlib=", "sysroot="})
    if (option.starts_with(prefix))
      return true;
  return false;
}

const Option *find(llvm::StringRef name) {
  const auto *it =
      llvm::find_if(options, [&](const Option &option) { return option.name == name; });
  return it == std::end(options) ? nullptr : it;
}

/// Files of more arguments, which may name further ones. A database may be anybody's: what does not
/// end, or grows without end, is not read.
class OptionsFiles {
public:
  /// Relative names start at `directory`.
  explicit OptionsFiles(llvm::StringRef directory) : directory_(directory) {}

  /// The arguments in a file; end() when they have been seen to. Nothing where it is not read, and
  /// why, in words that follow its name.
  std::optional<std::vector<std::string>> begin(llvm::StringRef name, std::string &why) {
    llvm::SmallString<256> path(name);
    llvm::sys::fs::make_absolute(directory_, path);
    llvm::sys::fs::file_status status;
    if (const std::error_code error = llvm::sys::fs::status(path, status)) {
      why = "cannot be read: " + error.message();
      return std::nullopt;
    }
    const std::uint64_t bytes = bytes_ + status.getSize();
    if (status.type() != llvm::sys::fs::file_type::regular_file)
      why = "is not a regular file, and is not opened";
    else if (llvm::is_contained(open_, status.getUniqueID()))
      why = "names itself, and is not read again";
    else if (++read_ > maxFiles)
      why = "is not read: a command may name " + std::to_string(maxFiles) + " of them";
    else if (bytes > maxBytes)
      why = "is not read: of those that a command names, " + std::to_string(maxBytes >> 20) +
            " MB are";
    if (!why.empty())
      return std::nullopt;
    const auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
    if (!buffer) {
      why = "cannot be read: " + buffer.getError().message();
      return std::nullopt;
    }
    open_.push_back(status.getUniqueID());
    bytes_ = bytes;
    llvm::BumpPtrAllocator allocator;
    llvm::StringSaver saver(allocator);
    llvm::SmallVector<const char *> words;
    llvm::cl::TokenizeGNUCommandLine((*buffer)->getBuffer(), saver, words);
    return std::vector<std::string>(words.begin(), words.end());
  }
  void end() { open_.pop_back(); }

private:
  static constexpr unsigned maxFiles = 100;
  static constexpr std::uint64_t maxBytes = 32ULL << 20; // as of a source

  llvm::StringRef directory_;
  std::vector<llvm::sys::fs::UniqueID> open_;
  unsigned read_ = 0;
  std::uint64_t bytes_ = 0;
};

class Translator {
public:
  Translator(llvm::StringRef directory, ClangCommand &command, bool readOptionsFiles)
      : command_(command), readOptionsFiles_(readOptionsFiles), files_(directory) {}

  void run(llvm::ArrayRef<std::string> arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      llvm::StringRef argument = arguments[i];
      if (argument == "--")
        return; // what follows are files
      if (argument.starts_with("@"))
        readOptionsFile(argument.drop_front());
      else if (argument.starts_with("-") && argument.size() > 1)
        i += one(argument, i + 1 < arguments.size() ? &arguments[i + 1] : nullptr);
    }
  }

private:
  /// Returns how many further arguments were used up.
  unsigned one(llvm::StringRef argument, const std::string *next) {
    llvm::StringRef bare = argument.drop_while([](char c) { return c == '-'; });
    // An exact name first: -fmad is not -f…, -dc not -d….
    if (const Option *option = find(bare)) {
      if (!option->value) {
        act(option->action, argument, {});
        return 0;
      }
      // -rdc and -Werror are seen without a value too.
      const bool optional = bare == "rdc" || bare == "Werror" || bare == "time" || bare == "m";
      if (optional || !next)
        return 0;
      act(option->action, argument, *next);
      return 1;
    }
    auto [name, value] = bare.split('=');
    if (bare.contains('='))
      if (const Option *option = find(name);
          option && !(name.size() == 1 && joinable.contains(name.front()))) {
        act(option->action, ("-" + name).str(), value);
        return 0;
      }
    if (bare.size() > 1 && !argument.starts_with("--") && joinable.contains(bare.front())) {
      llvm::StringRef rest = bare.drop_front();
      if (bare.front() == 'I')
        rest.consume_front("=");
      act(find(bare.take_front())->action, argument.take_front(2), rest);
      return 0;
    }
    if (llvm::StringRef rest = bare; rest.consume_front("isystem") && !rest.empty())
      act(Action::System, "-isystem", rest);
    else if (isKeptPrefix(bare))
      command_.arguments.push_back(argument.str());
    else if (isHarmlessFamily(bare))
      command_.leftOut.push_back(argument.str());
    else
      command_.notes.push_back("the option " + argument.str() +
                               " of the compile command is not known and was left out");
    return 0;
  }

  void act(Action action, llvm::StringRef option, llvm::StringRef value) {
    auto &arguments = command_.arguments;
    const auto pair = [&](const char *name) {
      arguments.emplace_back(name);
      arguments.push_back(value.str());
    };
    switch (action) {
    case Action::Drop:
      command_.leftOut.push_back(option.str());
      return;
    case Action::Include:
      return pair("-I");
    case Action::System:
      return pair("-isystem");
    case Action::Define:
      return pair("-D");
    case Action::Undefine:
      return pair("-U");
    case Action::ForceInclude:
      return pair("-include");
    case Action::Standard:
      command_.standard = value.str();
      return;
    case Action::Arch:
      return addArch(value);
    case Action::Gencode:
      return addGencode(value);
    case Action::HostOptions:
      return hostOptions(value);
    case Action::OptionsFile:
      return readOptionsFile(value);
    case Action::FastMath:
      // nvcc's headers choose the intrinsics by this macro.
      arguments.emplace_back("-D__USE_FAST_MATH__=1");
      return;
    case Action::Debug:
      arguments.emplace_back("-D__CUDACC_DEBUG__=1");
      return;
    case Action::SeparateCompilation:
      if (value != "false")
        arguments.emplace_back("-fgpu-rdc");
      return;
    case Action::RelaxedConstexpr: // as Clang does anyhow; headers ask for the macro
      arguments.emplace_back("-D__CUDACC_RELAXED_CONSTEXPR__=1");
      return;
    case Action::ExtendedLambda:
      arguments.emplace_back("-D__CUDACC_EXTENDED_LAMBDA__=1");
      return;
    case Action::Keep:
      arguments.push_back(option.str());
      return;
    case Action::KeepPair:
      arguments.push_back(option.str());
      arguments.push_back(value.str());
      return;
    }
  }

  void addArch(llvm::StringRef value) {
    llvm::SmallVector<llvm::StringRef> parts;
    value.split(parts, ',');
    for (llvm::StringRef part : parts)
      if (auto number = archNumber(part)) {
        part = part.trim();
        part.consume_front("sm_") || part.consume_front("compute_");
        command_.arches.push_back("sm_" + part.str());
      }
  }

  /// arch=compute_90,code=[sm_90,compute_90]: __CUDA_ARCH__ is that of `arch`.
  void addGencode(llvm::StringRef value) {
    value = value.trim("\"' ");
    if (value.consume_front("arch="))
      addArch(value.split(',').first);
  }

  /// Commas and blanks separate the options; a comma behind a backslash does not.
  void hostOptions(llvm::StringRef value) {
    std::vector<std::string> parts(1);
    value = value.trim("\"'");
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (value[i] == '\\' && i + 1 < value.size())
        parts.back() += value[++i];
      else if (value[i] == ',' || value[i] == ' ')
        parts.emplace_back();
      else
        parts.back() += value[i];
    }
    llvm::erase_if(parts, [](const std::string &part) { return part.empty(); });
    // Unknown options of host compilers are many and change nothing here: no notes for them.
    const std::size_t notes = command_.notes.size();
    run(parts);
    command_.notes.resize(notes);
  }

  void readOptionsFile(llvm::StringRef name) {
    llvm::SmallVector<llvm::StringRef> names;
    name.split(names, ',', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef one : names) {
      command_.optionsFiles.push_back(one.str());
      if (!readOptionsFiles_)
        continue;
      std::string why;
      if (const auto words = files_.begin(one.trim("\"'"), why)) {
        run(*words);
        files_.end();
      } else {
        command_.notes.push_back("the options file " + one.str() + " " + why);
      }
    }
  }

  ClangCommand &command_;
  bool readOptionsFiles_;
  OptionsFiles files_;
};

void expand(llvm::ArrayRef<std::string> line, OptionsFiles &files,
            std::vector<std::string> &expanded) {
  for (const std::string &argument : line) {
    llvm::StringRef name = argument;
    std::string why;
    if (const auto words = name.consume_front("@") ? files.begin(name, why) : std::nullopt) {
      expand(*words, files, expanded);
      files.end();
    } else {
      expanded.push_back(argument);
    }
  }
}

} // namespace

ClangCommand translateCommand(llvm::ArrayRef<std::string> commandLine, llvm::StringRef directory,
                              bool readOptionsFiles) {
  ClangCommand command;
  if (!commandLine.empty())
    Translator(directory, command, readOptionsFiles).run(commandLine.drop_front());
  return command;
}

std::vector<std::string> withOptionsFiles(llvm::ArrayRef<std::string> commandLine,
                                          llvm::StringRef directory) {
  std::vector<std::string> expanded;
  OptionsFiles files(directory);
  expand(commandLine, files, expanded);
  return expanded;
}

std::vector<std::string> pathsIn(const ClangCommand &command) {
  std::vector<std::string> paths = command.optionsFiles;
  const std::vector<std::string> &arguments = command.arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const llvm::StringRef option = llvm::StringRef(arguments[i]).ltrim('-');
    if (option.starts_with("sysroot="))
      paths.push_back(option.split('=').second.str());
    else if (i + 1 < arguments.size() && (option == "D" || option == "U"))
      ++i;
    else if (i + 1 < arguments.size() &&
             (option == "I" || option == "include" || option == "imacros" ||
              (option.starts_with("i") && find(option) && find(option)->value)))
      paths.push_back(arguments[++i]);
  }
  return paths;
}

std::optional<unsigned> archNumber(llvm::StringRef arch) {
  arch = arch.trim();
  arch.consume_front("sm_") || arch.consume_front("compute_");
  unsigned number = 0;
  if (arch.consumeInteger(10, number) || number < 10 || number > 999 ||
      (!arch.empty() && arch != "a" && arch != "f"))
    return std::nullopt;
  return number;
}

std::string highestArch(llvm::ArrayRef<std::string> arches) {
  std::string best;
  for (const std::string &arch : arches)
    if (best.empty() || archNumber(best).value_or(0) < archNumber(arch).value_or(0))
      best = arch;
  return best;
}

} // namespace warplint::frontend
