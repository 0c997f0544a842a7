//===- DeviceFunctions.cpp -------------------------------------*- C++ -*-===//
#include "lint/frontend/DeviceFunctions.h"

#include "lint/evidence/Fnv1a.h"
#include "lint/frontend/Paths.h"
#include "lint/frontend/VirtualFiles.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <set>

namespace warplint::frontend {
namespace {

using namespace clang;

/// Offsets in a file of the project.
struct Range {
  FileID file;
  unsigned begin = 0;
  unsigned end = 0; ///< behind the last token
};

/// Some text of the project that a name stands for.
struct Piece {
  Range range;                        ///< of a declaration
  const MacroInfo *macro = nullptr;   ///< instead of one
  bool isRead = false;                ///< what follows is filled in
  bool includes = false;              ///< an #include directive stands in it
  std::uint64_t hash = 0;             ///< of its own tokens
  std::vector<llvm::StringRef> names; ///< identifiers in it, sorted, each once
};

struct Function {
  std::size_t piece = 0;
  const FunctionDecl *declaration = nullptr;
  bool kernel = false;
  bool host = false;
};

using Places = std::map<std::string, std::set<std::array<unsigned, 2>>>; ///< by file

/// Does one of the places lie in it?
bool holdsOne(const SourceSpan &span, const Places &places) {
  const auto inFile = places.find(span.file);
  if (inFile == places.end())
    return false;
  const auto first = inFile->second.lower_bound({span.line, span.column});
  return first != inFile->second.end() && *first < std::array{span.endLine, span.endColumn};
}

/// As Site::kernel has it: inline, reserved and unnamed namespaces are left out.
std::string qualifiedName(const FunctionDecl *function) {
  std::string name = function->getNameAsString();
  for (const DeclContext *context = function->getDeclContext(); context;
       context = context->getParent()) {
    if (const auto *space = llvm::dyn_cast<NamespaceDecl>(context)) {
      if (!space->isInline() && !space->isAnonymousNamespace() &&
          !space->getName().starts_with("__"))
        name.insert(0, space->getName().str() + "::");
    } else if (const auto *record = llvm::dyn_cast<RecordDecl>(context)) {
      name.insert(0, record->getName().str() + "::");
    }
  }
  return name;
}

class Catalogue {
public:
  Catalogue(ParsedUnit &unit, const std::function<bool(const std::string &)> &isProject,
            const std::function<std::string(llvm::StringRef)> &display,
            const std::string &directory)
      : sources_(unit.compiler.getSourceManager()), preprocessor_(unit.compiler.getPreprocessor()),
        isProject_(isProject), display_(display), directory_(directory) {
    collect(unit.everything());
  }

  std::vector<DeviceFunction> functions(const std::vector<Site> &sites) {
    Places inDeviceCode, inHostCode;
    for (const Site &site : sites) {
      const bool isHost =
          (site.kind == SiteKind::HostCall && site.kernel.empty()) || site.kind == SiteKind::Launch;
      for (Places *places : {&inDeviceCode, isHost ? &inHostCode : nullptr})
        if (places)
          (*places)[site.span.file].insert({site.span.line, site.span.column});
    }
    std::vector<DeviceFunction> result;
    for (const Function &function : functions_) {
      const SourceSpan span = spanOf(pieces_[function.piece].range);
      if (!function.kernel && !holdsOne(span, function.host ? inHostCode : inDeviceCode))
        continue;
      read(function.piece);
      if (pieces_[function.piece].includes)
        continue;
      result.push_back({qualifiedName(function.declaration), span, function.kernel,
                        hexadecimal(hashWithNamed(function.piece, function.host)),
                        tokenPlaces(pieces_[function.piece].range)});
    }
    llvm::sort(result, [](const DeviceFunction &a, const DeviceFunction &b) {
      return std::tie(a.span, a.name) < std::tie(b.span, b.name);
    });
    return result;
  }

private:
  //===--------------------------------------------------------------------===//
  // What there is
  //===--------------------------------------------------------------------===//

  bool isOfProject(FileID file) {
    auto [it, isNew] = ofProject_.try_emplace(file);
    if (isNew)
      if (auto entry = sources_.getFileEntryRefForID(file))
        it->second = isProject_(absolutePath(entry->getName(), directory_));
    return it->second;
  }

  template <typename Declarations> void collect(const Declarations &declarations) {
    for (const Decl *declaration : declarations) {
      add(declaration);
      if (const auto *record = llvm::dyn_cast<ClassTemplateDecl>(declaration))
        collect(record->getTemplatedDecl()->decls());
      else if (const auto *inner = llvm::dyn_cast<DeclContext>(declaration);
               inner && !llvm::isa<FunctionDecl>(declaration) && mayHoldProject(declaration))
        collect(inner->decls());
    }
  }

  /// Saves the walk through the namespaces of the C++ library.
  bool mayHoldProject(const Decl *declaration) {
    return llvm::isa<LinkageSpecDecl>(declaration) || declaration->getLocation().isInvalid() ||
           isOfProject(sources_.getFileID(sources_.getExpansionLoc(declaration->getLocation())));
  }

  void add(const Decl *declaration) {
    const auto *named = llvm::dyn_cast<NamedDecl>(declaration);
    if (!named || declaration->isImplicit() || llvm::isa<NamespaceDecl>(declaration))
      return;
    const FunctionDecl *function = declaration->getAsFunction();
    if (function) {
      const bool device = function->hasAttr<CUDADeviceAttr>();
      const bool kernel = function->hasAttr<CUDAGlobalAttr>();
      if (!function->isThisDeclarationADefinition() ||
          isTemplateInstantiation(function->getTemplateSpecializationKind()))
        return;
      // What only host code can call is nothing that device code could name.
      const bool host = !device && !kernel && !function->isConstexpr();
      const auto piece = addPiece(named, function, host ? hostByName_ : byName_);
      if (piece && (device || kernel || host))
        functions_.push_back({*piece, function, kernel, host});
      return;
    }
    if (const auto *enumeration = llvm::dyn_cast<EnumDecl>(declaration)) {
      if (const auto piece = addPiece(named, named, byName_))
        for (const EnumConstantDecl *constant : enumeration->enumerators())
          byName_[constant->getName()].push_back(*piece);
      return;
    }
    if (const auto *tag = llvm::dyn_cast<TagDecl>(declaration); tag && !tag->isCompleteDefinition())
      return;
    if (llvm::isa<VarDecl, TagDecl, TypedefNameDecl, TemplateDecl>(declaration))
      addPiece(named, named, byName_);
  }

  using Names = llvm::StringMap<std::vector<std::size_t>>;

  /// `inner` is the same declaration without its template head.
  std::optional<std::size_t> addPiece(const NamedDecl *declaration, const NamedDecl *inner,
                                      Names &names) {
    const std::optional<Range> range = rangeOf(declaration, inner);
    if (!range)
      return std::nullopt;
    const std::size_t piece = pieces_.size();
    Piece &added = pieces_.emplace_back();
    added.range = *range;
    if (const IdentifierInfo *name = identifierOf(declaration))
      names[name->getName()].push_back(piece);
    else if (&names == &byName_ && llvm::isa<FunctionDecl>(inner) &&
             !inner->getLexicalDeclContext()->isRecord())
      unnamed_.push_back(piece);
    return piece;
  }

  /// The name that a use of it would be written with; null for operators.
  static const IdentifierInfo *identifierOf(const NamedDecl *declaration) {
    if (const auto *structor = llvm::dyn_cast_or_null<CXXMethodDecl>(declaration->getAsFunction());
        structor && llvm::isa<CXXConstructorDecl, CXXDestructorDecl>(structor))
      return structor->getParent()->getIdentifier();
    return declaration->getIdentifier();
  }

  std::optional<Range> rangeOf(const NamedDecl *declaration, const NamedDecl *inner) {
    const SourceRange written = declaration->getSourceRange();
    if (written.isInvalid())
      return std::nullopt;
    const auto [file, begin] =
        sources_.getDecomposedLoc(sources_.getExpansionLoc(written.getBegin()));
    const SourceLocation last = sources_.getExpansionRange(written.getEnd()).getEnd();
    const auto [endFile, end] = sources_.getDecomposedLoc(last);
    if (file != endFile || end < begin || !isOfProject(file))
      return std::nullopt;
    Range range{file, begin,
                end + Lexer::MeasureTokenLength(last, sources_, preprocessor_.getLangOpts())};
    // `__global__` is an attribute, and may stand before what Clang takes for the beginning.
    for (const Attr *attribute : inner->attrs())
      if (!attribute->isImplicit() && !attribute->isInherited() &&
          attribute->getLocation().isValid()) {
        const auto [in, at] =
            sources_.getDecomposedLoc(sources_.getExpansionLoc(attribute->getLocation()));
        if (in == file)
          range.begin = std::min(range.begin, at);
      }
    return range;
  }

  /// Definitions of a macro by the project or by the command line; those of headers elsewhere
  /// differ from one machine to the next.
  std::vector<std::size_t> macrosCalled(llvm::StringRef name) {
    const auto [known, isNew] = macros_.try_emplace(name);
    const IdentifierInfo *identifier = isNew ? preprocessor_.getIdentifierInfo(name) : nullptr;
    if (!identifier || !identifier->hadMacroDefinition())
      return known->second;
    for (const MacroDirective *directive = preprocessor_.getLocalMacroDirectiveHistory(identifier);
         directive; directive = directive->getPrevious()) {
      const auto *definition = llvm::dyn_cast<DefMacroDirective>(directive);
      if (!definition || !isDefinedHere(definition->getInfo()->getDefinitionLoc()))
        continue;
      known->second.push_back(pieces_.size());
      pieces_.emplace_back().macro = definition->getInfo();
    }
    return known->second;
  }

  bool isDefinedHere(SourceLocation location) {
    if (location.isInvalid() || sources_.isWrittenInCommandLineFile(location))
      return location.isValid();
    const FileID file = sources_.getFileID(location);
    const auto entry = sources_.getFileEntryRefForID(file);
    return isOfProject(file) || (entry && entry->getName() == virtualDefinesFile);
  }

  //===--------------------------------------------------------------------===//
  // What it says
  //===--------------------------------------------------------------------===//

  /// Calls `use` with each token and its offset; comments are none.
  template <typename Use> void forTokens(const Range &range, Use use) {
    const llvm::StringRef text = sources_.getBufferData(range.file);
    Lexer lexer(sources_.getLocForStartOfFile(range.file), preprocessor_.getLangOpts(),
                text.begin(), text.begin() + range.begin, text.end());
    Token token;
    while (true) {
      lexer.LexFromRawLexer(token);
      const unsigned offset = sources_.getFileOffset(token.getLocation());
      if (token.is(tok::eof) || offset >= range.end)
        return;
      use(token, offset, text.substr(offset, token.getLength()));
    }
  }

  void read(std::size_t index) {
    if (pieces_[index].isRead)
      return;
    Fnv1a hash;
    std::vector<llvm::StringRef> names;
    bool afterHash = false, includes = false;
    if (const MacroInfo *macro = pieces_[index].macro) {
      hash.add(macro->isFunctionLike() ? "(" : "");
      for (const IdentifierInfo *parameter : macro->params())
        hash.add(parameter->getName());
      for (const Token &token : macro->tokens()) {
        hash.add(preprocessor_.getSpelling(token));
        if (const IdentifierInfo *name = token.getIdentifierInfo())
          names.push_back(name->getName());
      }
    } else {
      forTokens(pieces_[index].range, [&](const Token &token, unsigned, llvm::StringRef text) {
        hash.add(text);
        if (token.is(tok::raw_identifier)) {
          names.push_back(text);
          includes |= afterHash && text == "include";
        }
        afterHash = token.is(tok::hash) && token.isAtStartOfLine();
      });
    }
    llvm::sort(names);
    names.erase(llvm::unique(names), names.end());
    Piece &piece = pieces_[index];
    piece.isRead = true;
    piece.includes = includes;
    piece.hash = hash.value();
    piece.names = std::move(names);
  }

  /// Of the piece, and of all that is named in it and in what is named there.
  std::uint64_t hashWithNamed(std::size_t root, bool isHost) {
    std::set<std::size_t> seen = {root};
    std::vector<std::size_t> open = {root};
    const auto meet = [&](llvm::ArrayRef<std::size_t> pieces) {
      for (std::size_t piece : pieces)
        if (seen.insert(piece).second)
          open.push_back(piece);
    };
    meet(unnamed_); // an operator is used without its name
    std::set<std::uint64_t> hashes;
    while (!open.empty()) {
      const std::size_t piece = open.back();
      open.pop_back();
      read(piece);
      hashes.insert(pieces_[piece].hash);
      const std::vector<llvm::StringRef> names = pieces_[piece].names; // pieces_ may grow
      for (llvm::StringRef name : names) {
        if (const auto found = byName_.find(name); found != byName_.end())
          meet(found->second);
        if (const auto found = hostByName_.find(name); isHost && found != hostByName_.end())
          meet(found->second);
        meet(macrosCalled(name));
      }
    }
    // In an order that does not depend on where things stand.
    Fnv1a hash;
    hash.add(hexadecimal(pieces_[root].hash));
    for (std::uint64_t one : hashes)
      hash.add(hexadecimal(one));
    return hash.value();
  }

  std::vector<std::array<unsigned, 2>> tokenPlaces(const Range &range) {
    std::vector<std::array<unsigned, 2>> places;
    forTokens(range, [&](const Token &, unsigned offset, llvm::StringRef) {
      places.push_back({sources_.getLineNumber(range.file, offset),
                        sources_.getColumnNumber(range.file, offset)});
    });
    return places;
  }

  SourceSpan spanOf(const Range &range) {
    const auto entry = sources_.getFileEntryRefForID(range.file);
    return {display_(absolutePath(entry->getName(), directory_)),
            sources_.getLineNumber(range.file, range.begin),
            sources_.getColumnNumber(range.file, range.begin),
            sources_.getLineNumber(range.file, range.end),
            sources_.getColumnNumber(range.file, range.end)};
  }

  const SourceManager &sources_;
  const Preprocessor &preprocessor_;
  const std::function<bool(const std::string &)> &isProject_;
  const std::function<std::string(llvm::StringRef)> &display_;
  const std::string &directory_;
  std::map<FileID, bool> ofProject_;
  std::vector<Piece> pieces_;
  Names byName_;                     ///< declarations
  Names hostByName_;                 ///< functions that only host code can call
  Names macros_;                     ///< those asked for
  std::vector<std::size_t> unnamed_; ///< operators and conversions
  std::vector<Function> functions_;
};

} // namespace

std::vector<DeviceFunction>
deviceFunctions(ParsedUnit &unit, const std::function<bool(const std::string &)> &isProject,
                const std::function<std::string(llvm::StringRef)> &display,
                const std::string &directory, const std::vector<Site> &sites) {
  return Catalogue(unit, isProject, display, directory).functions(sites);
}

} // namespace warplint::frontend
