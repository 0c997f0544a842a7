//===- Prefix.cpp ----------------------------------------------*- C++ -*-===//
#include "lint/frontend/Prefix.h"

#include "lint/frontend/EarlyInstances.h"
#include "lint/frontend/NamesInLaunches.h"
#include "lint/frontend/ParseSetUp.h"
#include "lint/frontend/Paths.h"
#include "lint/frontend/WrittenFunctions.h"
#include "lint/simt/Instantiate.h"
#include "lint/usage/HostMemory.h"
#include "lint/usage/Interest.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Serialization/ASTReader.h"
#include "clang/Serialization/ASTWriter.h"
#include "clang/Serialization/ModuleFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

#include <tuple>
#include <utility>

namespace warplint::frontend {

namespace {

bool holdsInclude(llvm::StringRef text) {
  for (llvm::StringRef rest = text; !rest.empty();) {
    llvm::StringRef line;
    std::tie(line, rest) = rest.split('\n');
    line = line.ltrim();
    if (line.consume_front("#") && line.ltrim().starts_with("include"))
      return true;
  }
  return false;
}

/// How long the declaration is that the text begins with, if it only says that there is something:
/// `struct Options;`, `enum class Kind : int;`, `using namespace std;`. 0: it is another.
std::size_t lengthOfMention(llvm::StringRef text, const clang::LangOptions &language) {
  static const llvm::Regex mention(
      "^ ((struct|class|union) [[:alpha:]_][[:alnum:]_]*"
      "|enum( class| struct)? [[:alpha:]_][[:alnum:]_]*( :[ :[:alnum:]_]+)?"
      "|using namespace [ :[:alnum:]_]+)$");
  constexpr std::size_t longest = 1024;                      // comments in it too
  const std::string buffer = text.take_front(longest).str(); // the lexer wants a NUL behind it
  clang::Lexer lexer(clang::SourceLocation(), language, buffer.data(), buffer.data(),
                     buffer.data() + buffer.size());
  std::string words;
  constexpr unsigned most = 16;
  for (unsigned i = 0; i < most; ++i) {
    clang::Token token;
    lexer.LexFromRawLexer(token);
    const std::size_t end = lexer.getCurrentBufferOffset();
    if (token.is(clang::tok::eof))
      return 0;
    if (token.is(clang::tok::semi))
      return mention.match(words) ? end : 0;
    words += " " + buffer.substr(end - token.getLength(), token.getLength());
  }
  return 0;
}

} // namespace

PrefixBounds prefixBounds(llvm::StringRef text) {
  clang::LangOptions language;
  language.CPlusPlus = true;
  language.CPlusPlus17 = true;
  language.LineComment = true;
  PrefixBounds whole;
  for (std::size_t at = 0; at < text.size();) {
    const clang::PreambleBounds bounds = clang::Lexer::ComputePreamble(text.substr(at), language);
    if (holdsInclude(text.substr(at, bounds.Size)))
      whole = {static_cast<unsigned>(at + bounds.Size), bounds.PreambleEndsAtStartOfLine};
    at += bounds.Size;
    const std::size_t mention = lengthOfMention(text.substr(at), language);
    if (mention == 0)
      break;
    at += mention;
  }
  return whole;
}

std::string prefixFile(llvm::StringRef file) {
  llvm::SmallString<256> path(llvm::sys::path::parent_path(file));
  llvm::sys::path::append(path, ".warplint-prefix.cu");
  return std::string(path);
}

//===----------------------------------------------------------------------===//
// As text
//===----------------------------------------------------------------------===//

namespace {

/// Thousands of numbers as bytes, each as what it is more than the one before: a value of JSON for
/// each of them takes longer to read than all that is done with it.
nlohmann::json packed(llvm::ArrayRef<std::uint64_t> numbers) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  std::uint64_t before = 0;
  for (const std::uint64_t number : numbers)
    llvm::encodeSLEB128(static_cast<std::int64_t>(number - std::exchange(before, number)), stream);
  return nlohmann::json::binary({bytes.begin(), bytes.end()});
}

std::vector<std::uint64_t> unpacked(const nlohmann::json &json) {
  const auto &bytes = json.get_binary();
  std::vector<std::uint64_t> numbers;
  const std::uint8_t *at = bytes.data(), *const end = at + bytes.size();
  std::uint64_t number = 0;
  while (at != end) {
    unsigned length = 0;
    const char *error = nullptr;
    number += static_cast<std::uint64_t>(llvm::decodeSLEB128(at, &length, end, &error));
    if (error)
      break;
    numbers.push_back(number);
    at += length;
  }
  return numbers;
}

/// A column of a table.
template <typename Row, typename Value>
nlohmann::json packed(const std::vector<Row> &rows, Value Row::*column) {
  std::vector<std::uint64_t> numbers;
  for (const Row &row : rows)
    numbers.push_back(static_cast<std::uint64_t>(row.*column));
  return packed(numbers);
}

template <typename Row, typename Value>
void unpack(const nlohmann::json &json, std::vector<Row> &rows, Value Row::*column) {
  const std::vector<std::uint64_t> numbers = unpacked(json);
  rows.resize(std::max(rows.size(), numbers.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    rows[i].*column = static_cast<Value>(numbers[i]);
}

} // namespace

nlohmann::json Prefix::toJson() const {
  nlohmann::json errorsJson = nlohmann::json::array();
  for (const Error &error : errors)
    errorsJson.push_back({error.location, error.written, error.operand, error.id, error.message,
                          error.causes, error.ofOtherTarget});
  std::string names; // which hold no end of a line
  for (const Function &one : functions)
    names += one.name + '\n';
  nlohmann::json filesJson = nlohmann::json::array();
  for (const File &one : files) {
    nlohmann::json kernels = nlohmann::json::array();
    for (const KernelToken &kernel : one.kernels)
      kernels.push_back({kernel.offset, kernel.name});
    filesJson.push_back({one.path, one.begin, std::move(kernels), one.maySuppress});
  }
  return {{"file", file},
          {"bytes", bounds.bytes},
          {"endsLine", bounds.endsLine},
          {"errors", std::move(errorsJson)},
          {"skipped",
           {packed(skipped, &Skipped::file), packed(skipped, &Skipped::begin),
            packed(skipped, &Skipped::end)}},
          {"files", std::move(filesJson)},
          {"declarations", packed(declarations)},
          {"ofInterest", packed(ofInterest)},
          {"bearingOnLaunches", packed(bearingOnLaunches)},
          {"bearingOrElsewhere", packed(bearingOrElsewhere)},
          {"ofKernels", packed(ofKernels)},
          {"callingOnDevice", packed(callingOnDevice)},
          {"withFeatures", packed(withFeatures)},
          {"ofHost", packed(ofHost)},
          {"writing", packed(writing)},
          {"assigning", packed(assigning)},
          {"names", std::move(names)},
          {"functions",
           {packed(functions, &Function::kernel), packed(functions, &Function::file),
            packed(functions, &Function::begin), packed(functions, &Function::end),
            packed(functions, &Function::attribute), packed(functions, &Function::writtenBegin),
            packed(functions, &Function::writtenEnd)}},
          {"hasDamaged", hasDamaged},
          {"instances", packed(instances)},
          {"missing", missingIncludes},
          {"made", madeHeaders},
          {"folders", folders},
          {"textBytes", bytes},
          {"ownBytes", ownBytes}};
}

std::optional<Prefix> Prefix::fromJson(const nlohmann::json &json) {
  // What was written by another hand has its own hash no more: see Cache.
  if (!json.is_object() || !json.contains("ownBytes"))
    return std::nullopt;
  Prefix prefix;
  json.at("file").get_to(prefix.file);
  json.at("bytes").get_to(prefix.bounds.bytes);
  json.at("endsLine").get_to(prefix.bounds.endsLine);
  for (const nlohmann::json &one : json.at("errors")) {
    Error error;
    one.at(0).get_to(error.location);
    one.at(1).get_to(error.written);
    one.at(2).get_to(error.operand);
    one.at(3).get_to(error.id);
    one.at(4).get_to(error.message);
    one.at(5).get_to(error.causes);
    one.at(6).get_to(error.ofOtherTarget);
    prefix.errors.push_back(std::move(error));
  }
  const nlohmann::json &skippedJson = json.at("skipped");
  unpack(skippedJson.at(0), prefix.skipped, &Skipped::file);
  unpack(skippedJson.at(1), prefix.skipped, &Skipped::begin);
  unpack(skippedJson.at(2), prefix.skipped, &Skipped::end);
  for (const nlohmann::json &one : json.at("files")) {
    File &file = prefix.files.emplace_back();
    one.at(0).get_to(file.path);
    one.at(1).get_to(file.begin);
    for (const nlohmann::json &kernel : one.at(2))
      file.kernels.push_back({kernel.at(0).get<std::size_t>(), kernel.at(1).get<std::string>()});
    one.at(3).get_to(file.maySuppress);
  }
  prefix.declarations = unpacked(json.at("declarations"));
  prefix.ofInterest = unpacked(json.at("ofInterest"));
  prefix.bearingOnLaunches = unpacked(json.at("bearingOnLaunches"));
  prefix.bearingOrElsewhere = unpacked(json.at("bearingOrElsewhere"));
  prefix.ofKernels = unpacked(json.at("ofKernels"));
  prefix.callingOnDevice = unpacked(json.at("callingOnDevice"));
  prefix.withFeatures = unpacked(json.at("withFeatures"));
  prefix.ofHost = unpacked(json.at("ofHost"));
  prefix.writing = unpacked(json.at("writing"));
  prefix.assigning = unpacked(json.at("assigning"));
  const nlohmann::json &functionsJson = json.at("functions");
  unpack(functionsJson.at(0), prefix.functions, &Function::kernel);
  unpack(functionsJson.at(1), prefix.functions, &Function::file);
  unpack(functionsJson.at(2), prefix.functions, &Function::begin);
  unpack(functionsJson.at(3), prefix.functions, &Function::end);
  unpack(functionsJson.at(4), prefix.functions, &Function::attribute);
  unpack(functionsJson.at(5), prefix.functions, &Function::writtenBegin);
  unpack(functionsJson.at(6), prefix.functions, &Function::writtenEnd);
  llvm::StringRef names = json.at("names").get_ref<const std::string &>();
  for (Function &function : prefix.functions) {
    llvm::StringRef name;
    std::tie(name, names) = names.split('\n');
    function.name = name.str();
  }
  json.at("hasDamaged").get_to(prefix.hasDamaged);
  prefix.instances = unpacked(json.at("instances"));
  json.at("missing").get_to(prefix.missingIncludes);
  json.at("made").get_to(prefix.madeHeaders);
  json.at("folders").get_to(prefix.folders);
  json.at("textBytes").get_to(prefix.bytes);
  json.at("ownBytes").get_to(prefix.ownBytes);
  return prefix;
}

//===----------------------------------------------------------------------===//
// Making one
//===----------------------------------------------------------------------===//

namespace {

class PrefixWriter : public clang::PCHGenerator {
public:
  template <typename... Arguments>
  PrefixWriter(ParsedUnit &unit, Prefix &prefix,
               const std::function<bool(const std::string &)> &isProject,
               std::function<std::string(clang::FileEntryRef)> pathOf, std::string &problem,
               Arguments &&...arguments)
      : PCHGenerator(std::forward<Arguments>(arguments)...), unit_(unit), prefix_(prefix),
        isProject_(isProject), pathOf_(std::move(pathOf)), problem_(problem) {}

private:
  void InitializeSema(clang::Sema &sema) override {
    PCHGenerator::InitializeSema(sema);
    sema_ = &sema;
  }
  void ForgetSema() override {
    PCHGenerator::ForgetSema();
    sema_ = nullptr;
  }

  void HandleTranslationUnit(clang::ASTContext &context) override {
    PCHGenerator::HandleTranslationUnit(context);
    if (!hasEmittedPCH())
      return;
    sources_ = &context.getSourceManager();
    if (isOpen())
      problem_ = "the file goes on with what its beginning has begun";
    else if (holdsBack())
      problem_ = "there are errors in it that count only where something calls";
    else if (unit_.misfitsPreamble())
      problem_ = "headers define what those before them have asked for";
    if (!problem_.empty())
      return;
    for (const ParseError &error : unit_.errors) {
      Prefix::Error one{.location = place(error.location),
                        .written = place(error.written),
                        .operand = place(error.operand),
                        .id = error.id,
                        .message = error.message,
                        .causes = {},
                        .ofOtherTarget = error.ofOtherTarget};
      for (const clang::SourceLocation cause : error.causes)
        one.causes.push_back(place(cause));
      prefix_.errors.push_back(std::move(one));
    }
    prefix_.bytes = sources_->getNextLocalOffset();
    addFiles();
    for (const SkippedCode &code : unit_.skipped)
      if (const auto [file, begin] = placed(code.directive); const auto number = numberOf(file))
        prefix_.skipped.push_back({*number, begin, placed(code.end).second});
    addDeclarations(context);
  }

  /// `namespace n {` of a header: the rest of the file is within it, or within a function.
  bool isOpen() const {
    const clang::FileID main = sources_->getMainFileID();
    const unsigned size = sources_->getFileIDSize(main);
    constexpr unsigned newline = 2; // bytes at most: Clang takes it for where the file ends
    return llvm::any_of(unit_.errors, [&](const ParseError &error) {
      const auto [file, offset] = sources_->getDecomposedLoc(error.location);
      return file == main && offset + newline >= size;
    });
  }

  bool holdsBack() {
    return sema_ && holdsBackErrors(*sema_, [this](clang::SourceLocation place) {
             const clang::SourceLocation inFile = sources_->getFileLoc(place);
             return inFile.isValid() && isOfProject(sources_->getFileID(inFile));
           });
  }

  /// What is in the preamble below is not of the project.
  EncodedPlace place(clang::SourceLocation location) const {
    return location.isInvalid() || sources_->isLoadedSourceLocation(location)
               ? 0
               : location.getRawEncoding();
  }

  void addFiles() {
    for (unsigned i = 0; i < sources_->local_sloc_entry_size(); ++i) {
      const clang::SrcMgr::SLocEntry &entry = sources_->getLocalSLocEntry(i);
      if (!entry.isFile())
        continue;
      const auto begin = clang::SourceLocation::getFromRawEncoding(entry.getOffset());
      if (!clang::SrcMgr::isSystem(entry.getFile().getFileCharacteristic()))
        prefix_.ownBytes += sources_->getFileIDSize(sources_->getFileID(begin));
      if (const clang::FileID file = sources_->getFileID(begin); isOfProject(file)) {
        const llvm::StringRef text = sources_->getBufferDataOrNone(file).value_or("");
        numberOfFile_.try_emplace(file, static_cast<unsigned>(prefix_.files.size()));
        prefix_.files.push_back({.path = pathOf_(*sources_->getFileEntryRefForID(file)),
                                 .begin = place(begin),
                                 .kernels = kernelTokens(text),
                                 .maySuppress = maySuppress(text)});
      }
    }
  }

  std::pair<clang::FileID, unsigned> placed(clang::SourceLocation location) const {
    return sources_->getDecomposedLoc(sources_->getFileLoc(location));
  }

  std::optional<unsigned> numberOf(clang::FileID file) const {
    if (file == sources_->getMainFileID())
      return Prefix::mainFile;
    const auto number = numberOfFile_.find(file);
    return number == numberOfFile_.end() ? std::nullopt : std::optional(number->second);
  }

  void addFunction(const WrittenFunction &written) {
    const auto [file, begin] = placed(written.begin);
    // Where the macro's last argument ends, if it is in one: what is wrong may be in that.
    const auto [lastFile, end] = placed(sources_->getExpansionRange(written.end).getEnd());
    const auto number = numberOf(file);
    if (!number || lastFile != file)
      return;
    Prefix::Function one{.name = written.name,
                         .kernel = written.kernel,
                         .file = *number,
                         .begin = begin,
                         .end = end,
                         .attribute = written.kernel ? placed(written.attribute).second : 0};
    if (written.begin.isMacroID() && written.end.isMacroID()) {
      one.writtenBegin = place(written.begin);
      one.writtenEnd = place(written.end);
    }
    prefix_.functions.push_back(std::move(one));
  }

  void addDeclarations(clang::ASTContext &context) {
    std::vector<clang::Decl *> scope;
    for (clang::Decl *declaration : context.getTranslationUnitDecl()->noload_decls())
      if (!declaration->isFromASTFile() && declaration->getLocation().isValid() &&
          isOfProject(sources_->getFileID(sources_->getFileLoc(declaration->getLocation())))) {
        scope.push_back(declaration);
        prefix_.declarations.push_back(numberOf(*declaration));
        addInstances(*declaration);
      }
    const auto isProject = [this](clang::SourceLocation location) {
      return location.isValid() && isOfProject(sources_->getFileID(sources_->getFileLoc(location)));
    };
    const WrittenFunctions written = writtenFunctions(scope, isProject);
    llvm::for_each(written.functions, [this](const auto &one) { addFunction(one); });
    prefix_.hasDamaged = !written.damaged.empty();
    context.setTraversalScope(scope);
    std::vector<const clang::Decl *> pieces;
    for (const usage::Piece &piece :
         usage::pieces(context, {.isProjectFile = isProject, .displayPath = {}})) {
      pieces.push_back(piece.declaration);
      const auto add = [&](bool is, std::vector<std::uint64_t> &list) {
        if (is)
          list.push_back(numberOf(*piece.declaration));
      };
      add(piece.isOfInterest, prefix_.ofInterest);
      add(piece.bearsOnLaunches, prefix_.bearingOnLaunches);
      add(piece.bearsOnLaunches || piece.leadsElsewhere, prefix_.bearingOrElsewhere);
      add(piece.isOfKernels, prefix_.ofKernels);
      add(piece.mayCallOnDevice, prefix_.callingOnDevice);
      add(piece.mayHoldFeatures, prefix_.withFeatures);
      for (const clang::FunctionDecl *function : piece.hostFunctions)
        prefix_.ofHost.push_back(numberOf(*function));
      if (usage::assignsBeyondItself(*piece.declaration))
        prefix_.assigning.push_back(numberOf(*piece.declaration));
    }
    for (const clang::Decl *piece : simt::writing(pieces))
      prefix_.writing.push_back(numberOf(*piece));
  }

  std::uint64_t numberOf(const clang::Decl &declaration) {
    return getWriter().getDeclID(&declaration).getRawValue();
  }

  void addInstances(const clang::Decl &declaration) {
    if (const auto *pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(&declaration);
        pattern && pattern->getTemplatedDecl()->hasAttr<clang::CUDAGlobalAttr>() &&
        pattern->isCanonicalDecl()) {
      for (const clang::FunctionDecl *instance : pattern->specializations())
        if (!instance->isFromASTFile())
          prefix_.instances.push_back(numberOf(*instance));
    } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration)) {
      for (const clang::Decl *inner : llvm::cast<clang::DeclContext>(declaration).noload_decls())
        addInstances(*inner);
    }
  }

  bool isOfProject(clang::FileID file) {
    const auto [entry, isNew] = ofProject_.try_emplace(file, false);
    if (isNew)
      if (const auto of = sources_->getFileEntryRefForID(file))
        entry->second = of->getName() != prefix_.file && isProject_(pathOf_(*of));
    return entry->second;
  }

  ParsedUnit &unit_;
  Prefix &prefix_;
  const std::function<bool(const std::string &)> &isProject_;
  std::function<std::string(clang::FileEntryRef)> pathOf_; ///< absolute
  std::string &problem_;                                   ///< why it cannot be used; empty: it can
  clang::Sema *sema_ = nullptr;
  const clang::SourceManager *sources_ = nullptr;
  llvm::DenseMap<clang::FileID, bool> ofProject_;
  llvm::DenseMap<clang::FileID, unsigned> numberOfFile_; ///< of `prefix_.files`
};

/// What a pass over the whole file understands in another way than Clang alone, it does, too.
class Reader : public BodySkipper {
  void InitializeSema(clang::Sema &sema) override {
    names_->setSema(&sema);
    sema.addExternalSource(names_.get());
  }
  void ForgetSema() override { names_->setSema(nullptr); }

  llvm::IntrusiveRefCntPtr<NamesInLaunches> names_ = llvm::makeIntrusiveRefCnt<NamesInLaunches>();
};

class PrefixAction : public clang::GeneratePCHAction {
public:
  PrefixAction(const ParseRequest &request, ParsedUnit &unit, Prefix &prefix,
               const std::function<bool(const std::string &)> &isProject, bool instantiates)
      : request_(request), unit_(unit), prefix_(prefix), isProject_(isProject),
        instantiates_(instantiates) {}

  std::string problem;
  bool failed = false; ///< because it instantiates

private:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    const std::string &output = compiler.getFrontendOpts().OutputFile;
    addLastFolders(compiler, request_);
    clang::Preprocessor &preprocessor = compiler.getPreprocessor();
    preprocessor.addPPCallbacks(std::make_unique<IncludeMender>(request_, preprocessor, unit_));
    auto buffer = std::make_shared<clang::PCHBuffer>();
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    if (instantiates_)
      consumers.push_back(std::make_unique<EarlyInstances>(request_, unit_, failed));
    consumers.push_back(std::make_unique<ListPruner>());
    consumers.push_back(std::make_unique<PrefixWriter>(
        unit_, prefix_, isProject_,
        [this](clang::FileEntryRef of) { return absolutePath(of.getName(), request_.directory); },
        problem, preprocessor, compiler.getModuleCache(), output, /*isysroot=*/"", buffer,
        compiler.getFrontendOpts().ModuleFileExtensions, /*AllowASTWithErrors=*/true,
        /*IncludeTimestamps=*/false));
    consumers.push_back(std::make_unique<PrecompiledWriter>(output, buffer, problem));
    consumers.push_back(std::make_unique<Reader>());
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

  const ParseRequest &request_;
  ParsedUnit &unit_;
  Prefix &prefix_;
  const std::function<bool(const std::string &)> &isProject_;
  bool instantiates_;
};

/// Nothing where it fails because of what it instantiates.
Expected<std::optional<Prefix>>
readPrefixOnce(const ParseRequest &request, const std::string &text, const PrefixBounds &bounds,
               const std::function<bool(const std::string &)> &isProject,
               const std::string &precompiled, bool instantiates) {
  Prefix prefix;
  prefix.precompiled = precompiled;
  prefix.file = prefixFile(request.file);
  prefix.bounds = bounds;
  ParseRequest own = request;
  own.file = prefix.file;
  own.replacedFiles.emplace_back(own.file, text);
  clang::CompilerInstance compiler;
  ParsedUnit unit{.compiler = compiler};
  ErrorCollector collector(unit.errors);
  if (auto ready = prepare(compiler, own, fileSystemFor(own), collector, unit.errors); !ready)
    return tl::unexpected(ready.error());
  compiler.getFrontendOpts().OutputFile = precompiled;
  compiler.getFrontendOpts().ProgramAction = clang::frontend::GeneratePCH;
  compiler.getPreprocessorOpts().GeneratePreamble = true;
  compiler.getPreprocessorOpts().AllowPCHWithCompilerErrors = true;
  compiler.getPreprocessorOpts().ImplicitPCHInclude = request.preamble;
  PrefixAction action(own, unit, prefix, isProject, instantiates);
  compiler.ExecuteAction(action);
  if (action.failed)
    return std::nullopt;
  if (!action.problem.empty())
    return makeError("its beginning cannot be kept: " + action.problem);
  if (prefix.ownBytes == 0)
    return makeError("its beginning was not read: " + firstMessage(unit.errors));
  prefix.missingIncludes = std::move(unit.missingIncludes);
  prefix.madeHeaders = std::move(unit.madeHeaders);
  prefix.folders = std::move(unit.folders);
  return prefix;
}

} // namespace

Expected<Prefix> readPrefix(const ParseRequest &request, const std::string &text,
                            const PrefixBounds &bounds,
                            const std::function<bool(const std::string &)> &isProject,
                            const std::string &precompiled) {
  const auto read = [&](bool instantiates) {
    return readPrefixOnce(request, text, bounds, isProject, precompiled, instantiates);
  };
  auto prefix = read(/*instantiates=*/true);
  if (prefix && !*prefix)
    prefix = read(/*instantiates=*/false);
  if (!prefix)
    return tl::unexpected(prefix.error());
  return std::move(**prefix);
}

//===----------------------------------------------------------------------===//
// Using one
//===----------------------------------------------------------------------===//

clang::SourceLocation inMainFile(clang::SourceLocation location,
                                 const clang::SourceManager &sources, const Prefix &prefix) {
  if (location.isInvalid() || location.isMacroID())
    return location;
  const auto [file, offset] = sources.getDecomposedLoc(location);
  const auto of = sources.getFileEntryRefForID(file);
  if (!of || of->getName() != prefix.file)
    return location;
  return sources.getLocForStartOfFile(sources.getMainFileID())
      .getLocWithOffset(static_cast<int>(offset));
}

namespace {

class PlaceReader {
public:
  explicit PlaceReader(clang::CompilerInstance &compiler)
      : sources_(compiler.getSourceManager()), reader_(*compiler.getASTReader()),
        module_(reader_.getModuleManager().getPrimaryModule()) {}

  /// As inMainFile(), without a look at which file each is in.
  clang::SourceLocation operator()(EncodedPlace place) const {
    const clang::SourceLocation location =
        reader_.TranslateSourceLocation(module_, clang::SourceLocation::getFromRawEncoding(place));
    if (location.isInvalid() || location.isMacroID() || location < begin_ || end_ < location)
      return location;
    return mainFile_.getLocWithOffset(
        static_cast<int>(location.getRawEncoding() - begin_.getRawEncoding()));
  }

private:
  const clang::SourceManager &sources_;
  clang::ASTReader &reader_;
  clang::serialization::ModuleFile &module_;
  clang::SourceLocation begin_ = sources_.getLocForStartOfFile(module_.OriginalSourceFileID);
  clang::SourceLocation end_ = sources_.getLocForEndOfFile(module_.OriginalSourceFileID);
  clang::SourceLocation mainFile_ = sources_.getLocForStartOfFile(sources_.getMainFileID());
};

class LocalDeclarations {
public:
  explicit LocalDeclarations(clang::CompilerInstance &compiler)
      : reader_(*compiler.getASTReader()), module_(reader_.getModuleManager().getPrimaryModule()) {}

  clang::Decl *operator()(std::uint64_t number) const {
    return reader_.GetLocalDecl(module_, clang::LocalDeclID::get(reader_, module_, number));
  }

private:
  clang::ASTReader &reader_;
  clang::serialization::ModuleFile &module_;
};

} // namespace

void addPrefix(ParsedUnit &unit, const Prefix &prefix) {
  const PlaceReader place(unit.compiler);
  std::vector<ParseError> errors;
  for (const Prefix::Error &error : prefix.errors) {
    ParseError one{.location = place(error.location),
                   .id = error.id,
                   .message = error.message,
                   .causes = {},
                   .written = place(error.written),
                   .operand = place(error.operand),
                   .ofOtherTarget = error.ofOtherTarget};
    for (const EncodedPlace cause : error.causes)
      one.causes.push_back(place(cause));
    errors.push_back(std::move(one));
  }
  unit.errors.insert(unit.errors.begin(), errors.begin(), errors.end());
  unit.prefix = &prefix;
  const LocalDeclarations declaration(unit.compiler);
  for (const std::uint64_t number : prefix.instances) // in the order in which they come
    declaration(number);
}

clang::SourceLocation placeOf(const ParsedUnit &unit, EncodedPlace place) {
  return PlaceReader(unit.compiler)(place);
}

std::vector<clang::Decl *> declarationsOf(const ParsedUnit &unit,
                                          const std::vector<std::uint64_t> &numbers) {
  const LocalDeclarations declaration(unit.compiler);
  std::vector<clang::Decl *> declarations;
  for (const std::uint64_t number : numbers)
    if (clang::Decl *one = declaration(number))
      declarations.push_back(one);
  return declarations;
}

} // namespace warplint::frontend
