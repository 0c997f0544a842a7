//===- PrintLaunches.cpp - prints the launches of CUDA files --------------===//
//
// print_launches FILE… [-- CLANG_ARGS]
// A tool for the developer: what findLaunches() makes of real code.
//
//===----------------------------------------------------------------------===//
#include "lint/simt/LaunchShape.h"

#include "clang/Frontend/ASTUnit.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/raw_ostream.h"

#include <ctime>

using namespace clang;
using warplint::simt::Launch;

namespace {

std::string text(const std::array<std::optional<std::int64_t>, 3> &triple) {
  std::string result;
  for (const auto &part : triple)
    result += (result.empty() ? "" : ",") + (part ? std::to_string(*part) : "?");
  return result;
}

struct Totals {
  unsigned launches = 0, known = 0, assumed = 0, unresolved = 0;
};

/// Prints the launches of one translation unit once it is parsed.
class Printer : public ASTConsumer {
public:
  explicit Printer(Totals &totals) : totals_(totals) {}
  void HandleTranslationUnit(ASTContext &context) override {
    std::clock_t start = std::clock();
    std::vector<Launch> launches = warplint::simt::findLaunches(context);
    double milliseconds = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    for (const Launch &launch : launches)
      print(launch, context);
    const SourceManager &sources = context.getSourceManager();
    llvm::outs() << "# " << sources.getFileEntryRefForID(sources.getMainFileID())->getName() << ": "
                 << launches.size() << " launches, "
                 << llvm::format("%.1f ms of processor time\n", milliseconds);
  }

private:
  void print(const Launch &launch, ASTContext &context) {
    bool known = launch.block[0] && launch.block[1] && launch.block[2];
    ++totals_.launches;
    totals_.known += known;
    totals_.assumed += known && launch.assumed;
    totals_.unresolved += launch.kernel == nullptr;
    SourceManager &sources = context.getSourceManager();
    PresumedLoc location = sources.getPresumedLoc(sources.getExpansionLoc(launch.range.getBegin()));
    std::string name = launch.kernelName;
    if (launch.kernel) {
      name.clear();
      llvm::raw_string_ostream stream(name);
      launch.kernel->getNameForDiagnostic(stream, context.getPrintingPolicy(), true);
    }
    llvm::outs() << location.getFilename() << ":" << location.getLine() << ": "
                 << (known ? "KNOWN " : "UNKNOWN ") << (launch.kernel ? "" : "UNRESOLVED ") << name
                 << " block " << text(launch.block) << (launch.assumed ? " (assumed)" : "")
                 << " grid " << text(launch.grid) << (launch.gridAssumed ? " (assumed)" : "")
                 << " shared " << (launch.sharedBytes ? std::to_string(*launch.sharedBytes) : "?");
    llvm::outs() << " args";
    for (const auto &argument : launch.arguments)
      llvm::outs() << " " << (argument ? std::to_string(*argument) : "_");
    if (launch.cluster)
      llvm::outs() << " cluster " << text(*launch.cluster);
    llvm::outs() << (launch.cooperative ? " cooperative" : "") << " | " << launch.how << "\n";
  }
  Totals &totals_;
};

/// Missing includes are skipped, as the linter does.
class SkipMissing : public PPCallbacks {
  bool FileNotFound(llvm::StringRef) override { return true; }
};

class Action : public ASTFrontendAction {
public:
  explicit Action(Totals &totals) : totals_(totals) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler,
                                                 llvm::StringRef) override {
    compiler.getDiagnostics().setFatalsAsError(true);
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<SkipMissing>());
    return std::make_unique<Printer>(totals_);
  }

private:
  Totals &totals_;
};

class Factory : public tooling::FrontendActionFactory {
public:
  explicit Factory(Totals &totals) : totals_(totals) {}
  std::unique_ptr<FrontendAction> create() override { return std::make_unique<Action>(totals_); }

private:
  Totals &totals_;
};

} // namespace

int main(int argc, char **argv) {
  std::vector<std::string> files, arguments{"-x",
                                            "cuda",
                                            "--cuda-device-only",
                                            "--cuda-gpu-arch=sm_90",
                                            "-fsyntax-only",
                                            "-Wno-unknown-cuda-version",
                                            "-ferror-limit=0"};
  bool afterDashes = false;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument == "--")
      afterDashes = true;
    else
      (afterDashes ? arguments : files).push_back(argument);
  }
  Totals totals;
  for (const std::string &file : files) {
    tooling::FixedCompilationDatabase commands(".", arguments);
    tooling::ClangTool tool(commands, {file});
    IgnoringDiagConsumer ignore;
    tool.setDiagnosticConsumer(&ignore);
    tool.setPrintErrorMessage(false);
    // No texture_fetch_functions.h in CUDA 13, but Clang 19 wants it.
    tool.mapVirtualFile("/warplint-print/texture_fetch_functions.h", "");
    Factory factory(totals);
    tool.run(&factory);
    llvm::outs().flush();
  }
  llvm::outs() << "total " << totals.launches << " known " << totals.known << " assumed "
               << totals.assumed << " unresolved kernel " << totals.unresolved << "\n";
  return 0;
}
