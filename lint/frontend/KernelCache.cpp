//===- KernelCache.cpp -----------------------------------------*- C++ -*-===//
#include "lint/frontend/KernelCache.h"

#include "lint/frontend/Parse.h"
#include "lint/frontend/SiteLines.h"
#include "lint/simt/AstVisitor.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <set>

namespace warplint::frontend {

using namespace clang;

namespace {

/// Looks through a function and all that it may run: what is called, constructed, destroyed, and
/// what variables begin with.
class Reach : public simt::AstVisitor {
public:
  llvm::SmallPtrSet<const FunctionDecl *, 32> functions; ///< definitions
  /// In which types are declared that its template's arguments name.
  llvm::SmallPtrSet<const FunctionDecl *, 4> homes;
  llvm::StringSet<> names;   ///< of what is referred to
  bool isToldApart = true;   ///< by what is printed of those arguments
  bool asksForLines = false; ///< of who calls

  /// `isOfFile`: is it declared in the file whose text counts?
  Reach(const FunctionDecl &kernel, std::function<bool(const Decl &)> isOfFile)
      : isOfFile_(std::move(isOfFile)) {
    addArguments(kernel);
    add(&kernel);
  }

  /// Until then no more than the arguments were looked at.
  void followCalls() {
    while (!open_.empty()) {
      const FunctionDecl *next = open_.back();
      open_.pop_back();
      addType(next->getReturnType());
      for (const ParmVarDecl *parameter : next->parameters())
        addType(parameter->getType());
      if (const auto *constructor = llvm::dyn_cast<CXXConstructorDecl>(next))
        for (CXXCtorInitializer *part : constructor->inits())
          TraverseConstructorInitializer(part);
      TraverseStmt(next->getBody());
    }
  }

  bool shouldVisitImplicitCode() const override { return true; }

  bool VisitExpr(Expr *expression) override {
    addType(expression->getType());
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) override {
    addType(variable->getType());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *expression) override {
    addName(*expression->getDecl());
    add(expression->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *expression) override {
    addName(*expression->getMemberDecl());
    add(expression->getMemberDecl());
    return true;
  }
  bool VisitOverloadExpr(OverloadExpr *expression) override {
    if (const IdentifierInfo *name = expression->getName().getAsIdentifierInfo())
      names.insert(name->getName());
    return true;
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc place) override {
    addName(*place.getTypedefNameDecl());
    return true;
  }
  bool VisitTemplateSpecializationTypeLoc(TemplateSpecializationTypeLoc place) override {
    if (const TemplateDecl *named = place.getTypePtr()->getTemplateName().getAsTemplateDecl())
      addName(*named);
    return true;
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *argument) override {
    return TraverseStmt(argument->getExpr());
  }
  bool VisitSourceLocExpr(SourceLocExpr *) override {
    asksForLines = true;
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *expression) override {
    add(expression->getConstructor());
    addDestructor(expression->getConstructor()->getParent());
    return true;
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *expression) override {
    add(expression->getTemporary()->getDestructor());
    return true;
  }
  bool VisitCXXNewExpr(CXXNewExpr *expression) override {
    add(expression->getOperatorNew());
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *expression) override {
    add(expression->getOperatorDelete());
    if (const QualType type = expression->getDestroyedType(); !type.isNull())
      addDestructor(type->getAsCXXRecordDecl());
    return true;
  }

private:
  void addName(const NamedDecl &declaration) {
    if (const IdentifierInfo *name = declaration.getIdentifier())
      names.insert(name->getName());
    if (const auto *record = llvm::dyn_cast<CXXRecordDecl>(declaration.getDeclContext()))
      addType(record->getASTContext().getRecordType(record));
  }

  /// And those of what it is made of.
  void addType(QualType given) {
    if (given.isNull() || given->isDependentType())
      return;
    const QualType type = given.getCanonicalType();
    if (type->isPointerType() || type->isReferenceType())
      return addType(type->getPointeeType());
    if (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
      return addType(array->getElementType());
    const TagDecl *tag = type->getAsTagDecl();
    if (!tag || !types_.insert(tag).second || !isOfFile_(*tag))
      return;
    addName(*tag);
    if (const auto *made = llvm::dyn_cast<ClassTemplateSpecializationDecl>(tag))
      for (const TemplateArgument &argument : made->getTemplateArgs().asArray())
        if (argument.getKind() == TemplateArgument::Type)
          addType(argument.getAsType());
    const auto *record = llvm::dyn_cast<CXXRecordDecl>(tag);
    if (!record || !record->hasDefinition())
      return;
    for (const CXXBaseSpecifier &base : record->bases())
      addType(base.getType());
    for (const FieldDecl *field : record->fields())
      addType(field->getType());
  }

  void add(const ValueDecl *declaration) {
    if (const auto *variable = llvm::dyn_cast_or_null<VarDecl>(declaration)) {
      if (variable->hasGlobalStorage() && variables_.insert(variable->getCanonicalDecl()).second)
        if (const Expr *initialiser = variable->getAnyInitializer())
          TraverseStmt(const_cast<Expr *>(initialiser));
      return;
    }
    const auto *function = llvm::dyn_cast_or_null<FunctionDecl>(declaration);
    const FunctionDecl *definition = nullptr;
    if (function && function->getBody(definition) && functions.insert(definition).second)
      open_.push_back(definition);
  }

  void addDestructor(const CXXRecordDecl *record) {
    if (!record || !record->hasDefinition() || !records_.insert(record).second)
      return;
    add(record->getDestructor());
    for (const CXXBaseSpecifier &base : record->bases())
      addDestructor(base.getType()->getAsCXXRecordDecl());
    for (const FieldDecl *field : record->fields())
      addDestructor(field->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl());
  }

  void addArguments(const FunctionDecl &kernel) {
    if (const TemplateArgumentList *list = kernel.getTemplateSpecializationArgs())
      addHomes(list->asArray());
    for (const DeclContext *around = kernel.getDeclContext(); around; around = around->getParent())
      if (const auto *record = llvm::dyn_cast<ClassTemplateSpecializationDecl>(around))
        addHomes(record->getTemplateArgs().asArray());
  }

  void addHomes(llvm::ArrayRef<TemplateArgument> arguments) {
    for (const TemplateArgument &argument : arguments)
      switch (argument.getKind()) {
      case TemplateArgument::Type:
        addHomes(argument.getAsType());
        break;
      case TemplateArgument::Pack:
        addHomes(argument.pack_elements());
        break;
      case TemplateArgument::Declaration:
        add(argument.getAsDecl());
        break;
      case TemplateArgument::Integral:
      case TemplateArgument::NullPtr:
      case TemplateArgument::Template:
        break;
      default: // what has parts of its own
        isToldApart = false;
      }
  }

  void addHomes(QualType type) {
    struct Tags : simt::AstVisitor {
      llvm::SmallVector<const TagDecl *, 4> found;
      bool VisitTagType(TagType *tag) override {
        found.push_back(tag->getDecl());
        return true;
      }
    } tags;
    tags.TraverseType(type.getCanonicalType());
    for (const TagDecl *tag : tags.found) {
      if (!records_.insert(tag).second)
        continue;
      if (const auto *home = llvm::dyn_cast_or_null<FunctionDecl>(tag->getParentFunctionOrMethod()))
        homes.insert(home);
      const auto *record = llvm::dyn_cast<CXXRecordDecl>(tag);
      // Two of one name may be in one function; of lambdas the place is printed.
      if (tag->getParentFunctionOrMethod() && !(record && record->isLambda()))
        isToldApart = false;
      if (const auto *made = llvm::dyn_cast<ClassTemplateSpecializationDecl>(tag))
        addHomes(made->getTemplateArgs().asArray());
    }
  }

  std::function<bool(const Decl &)> isOfFile_;
  std::vector<const FunctionDecl *> open_;
  llvm::SmallPtrSet<const TagDecl *, 16> types_;
  llvm::SmallPtrSet<const VarDecl *, 16> variables_;
  llvm::SmallPtrSet<const TagDecl *, 16> records_;
};

/// Calls `visit` with all that may be an identifier.
void eachWord(llvm::StringRef text, llvm::function_ref<void(llvm::StringRef)> visit) {
  for (llvm::StringRef rest = text; !rest.empty();) {
    rest = rest.drop_until([](char c) { return clang::isAsciiIdentifierStart(c); });
    const llvm::StringRef word =
        rest.take_while([](char c) { return clang::isAsciiIdentifierContinue(c); });
    if (!word.empty())
      visit(word);
    rest = rest.drop_front(word.size());
  }
}

} // namespace

/// The text of the file, without what a kernel can do without: declarations that nothing of it
/// names, and bodies of functions that it does not run.
class KernelCache::MainText {
public:
  explicit MainText(ParsedUnit &unit)
      : sources_(unit.compiler.getSourceManager()), options_(unit.compiler.getLangOpts()),
        file_(sources_.getMainFileID()), text_(sources_.getBufferData(file_)) {
    readTokens();
    for (const SourceLocation place : unit.lineUses)
      if (const auto offset = offsetOf(place))
        lineUses_.insert(*offset);
    collect(unit.own(), /*isOfNamespace=*/true);
    llvm::sort(bodies_, [](const Body &a, const Body &b) { return a.begin < b.begin; });
    llvm::erase_if(bodies_, [&](const Body &body) {
      if (!holdsDirective(body))
        return false;
      kept_.emplace_back(body.begin, body.end);
      return true;
    });
    if (!hasErrors(unit) && !pastesNames())
      findParts(unit);
    findNames();
  }

  /// None in larger files, which are made by programs.
  static bool isUsable(ParsedUnit &unit) {
    constexpr std::size_t mostBytes = 2 << 20;
    const SourceManager &sources = unit.compiler.getSourceManager();
    const auto text = sources.getBufferDataOrNone(sources.getMainFileID());
    return text && text->size() <= mostBytes && !text->contains("__COUNTER__");
  }

  /// Where a word of it stands, and how many lines there are from it to the one that is meant.
  struct Place {
    std::size_t token = 0; ///< of those that count
    unsigned below = 0;
  };

  /// What a run of one kernel hangs on.
  struct Text {
    std::string hash;
    std::vector<unsigned> lines;                       ///< of the tokens that count
    std::vector<std::pair<unsigned, unsigned>> inside; ///< lines of functions that may be run
    std::string layout; ///< of `lines`, as far as they may be spoken of
  };
  struct OfKernel {
    std::string hash;
    const Text *text = nullptr;
    bool reachesNoOther = false; ///< file's functions
  };

  /// Nothing if that cannot be said.
  const std::optional<OfKernel> &of(const FunctionDecl &kernel) {
    const auto [known, isNew] = ofKernels_.try_emplace(&kernel);
    if (isNew)
      known->second = newOf(kernel);
    return known->second;
  }

  /// Does the text say that its lines are others?
  bool namesLines() const {
    return llvm::any_of(tokens_, [this](const Token &token) {
      if (!token.isHash || !token.beginsLine)
        return false;
      const llvm::StringRef behind = text_.substr(token.offset + 1).ltrim(" \t");
      return behind.starts_with("line") || (!behind.empty() && clang::isDigit(behind.front()));
    });
  }

  static std::optional<Place> placeOf(const Text &text, unsigned line) {
    const auto behind = llvm::upper_bound(text.lines, line);
    if (behind == text.lines.begin())
      return std::nullopt;
    const unsigned found = *std::prev(behind);
    // Of the words of a line the first.
    const auto first = llvm::lower_bound(text.lines, found);
    const bool isInside = llvm::any_of(text.inside, [&](const auto &range) {
      return range.first <= found && line <= range.second;
    });
    if (found != line && !isInside)
      return std::nullopt;
    return Place{static_cast<std::size_t>(first - text.lines.begin()), line - found};
  }

private:
  struct Token {
    unsigned offset = 0, length = 0, line = 0, column = 0;
    bool beginsLine = false, isComment = false, isName = false, isHash = false;
    bool isOfDirective = false;
  };
  /// Of a function whose body nothing else of the file hangs on, unless it is run.
  struct Body {
    const FunctionDecl *function = nullptr;
    unsigned begin = 0, end = 0; ///< offsets of the braces
  };
  /// Of declarations outside of all others that nothing can hang on that does not name them.
  struct Part {
    unsigned begin = 0, end = 0; ///< offsets; the latter behind it
    std::vector<llvm::StringRef> names;
  };
  /// What of the text counts: the rest of it does always.
  struct Counted {
    std::vector<bool> bodies, parts;
    friend auto operator<=>(const Counted &, const Counted &) = default;
  };

  std::optional<OfKernel> newOf(const FunctionDecl &kernel) {
    Reach reach(kernel,
                [this](const Decl &one) { return offsetOf(one.getLocation()).has_value(); });
    if (!reach.isToldApart)
      return std::nullopt;
    Counted counted{std::vector<bool>(bodies_.size(), false),
                    std::vector<bool>(parts_.size(), false)};
    if (!bodies_.empty() || !parts_.empty())
      reach.followCalls();
    if (reach.asksForLines)
      return std::nullopt;
    const std::string name = nameOf(kernel);
    std::vector<std::size_t> open = {0};
    std::vector<bool> isSeen(nodes_.size(), false);
    isSeen[0] = true;
    const auto add = [&](std::size_t node) {
      if (!isSeen[node])
        open.push_back(node);
      isSeen[node] = true;
    };
    for (const FunctionDecl *function : reach.functions)
      addHome(*function, add);
    for (const FunctionDecl *function : reach.homes)
      addHome(*function, add);
    for (const auto &named : reach.names)
      addNamed(named.first(), add);
    eachWord(name, [&](llvm::StringRef word) { addNamed(word, add); }); // template arguments
    // And what is named in the text that is kept: destructors, overriders and operators are not
    // called by name, but lie in it.
    while (!open.empty()) {
      const std::size_t node = open.back();
      open.pop_back();
      for (const std::size_t named : nodes_[node])
        for (const std::size_t next : ofNames_[named])
          add(next);
    }
    for (std::size_t i = 0; i < parts_.size(); ++i)
      counted.parts[i] = isSeen[nodeOfPart(i)];
    for (std::size_t i = 0; i < bodies_.size(); ++i)
      counted.bodies[i] = isSeen[nodeOfBody(i)];
    Text &text = texts_[counted];
    if (text.hash.empty())
      text = textOf(counted);
    const bool reachesNoOther = llvm::all_of(reach.functions, [&](const FunctionDecl *function) {
      return offsetOf(function->getBody()->getBeginLoc()).has_value();
    });
    return OfKernel{CacheKey().add(text.hash).add(name).str(), &text, reachesNoOther};
  }

  // Nodes: all that counts always, then the parts, then the bodies.
  static std::size_t nodeOfPart(std::size_t part) { return 1 + part; }
  std::size_t nodeOfBody(std::size_t body) const { return 1 + parts_.size() + body; }

  template <typename Add> void addNamed(llvm::StringRef name, const Add &add) const {
    if (const auto known = names_.find(name); known != names_.end())
      for (const std::size_t node : ofNames_[known->second])
        add(node);
  }

  /// Where the function stands.
  template <typename Add> void addHome(const FunctionDecl &function, const Add &add) const {
    const FunctionDecl *written = function.getTemplateInstantiationPattern();
    if (!written)
      written = &function;
    const Stmt *body = written->getBody();
    const auto offset = offsetOf(body ? body->getBeginLoc() : written->getLocation());
    if (!offset)
      return;
    if (const std::size_t part = partAt(*offset); part < parts_.size())
      add(nodeOfPart(part));
    if (const std::size_t home = bodyAt(*offset); home < bodies_.size())
      add(nodeOfBody(home));
  }

  llvm::StringRef spelling(const Token &token) const {
    return text_.substr(token.offset, token.length);
  }

  void readTokens() {
    Lexer lexer(sources_.getLocForStartOfFile(file_), options_, text_.begin(), text_.begin(),
                text_.end());
    lexer.SetCommentRetentionState(true);
    clang::Token token;
    unsigned line = 1;
    std::size_t lineBegin = 0;
    bool isOfDirective = false; // the line that has begun
    while (true) {
      lexer.LexFromRawLexer(token);
      if (token.is(tok::eof))
        break;
      const unsigned offset = sources_.getFileOffset(token.getLocation());
      for (std::size_t end = text_.find('\n', lineBegin); end < offset;
           end = text_.find('\n', lineBegin)) {
        lineBegin = end + 1;
        ++line;
      }
      if (token.isAtStartOfLine())
        isOfDirective = token.is(tok::hash);
      tokens_.push_back({offset, token.getLength(), line, static_cast<unsigned>(offset - lineBegin),
                         token.isAtStartOfLine(), token.is(tok::comment),
                         token.is(tok::raw_identifier), token.is(tok::hash), isOfDirective});
    }
  }

  /// First of the tokens that begin at `offset` or behind it.
  std::size_t tokenAt(unsigned offset) const {
    return llvm::partition_point(tokens_,
                                 [&](const Token &token) { return token.offset < offset; }) -
           tokens_.begin();
  }

  /// Where it is in the file's text; nothing if it is elsewhere.
  std::optional<unsigned> offsetOf(SourceLocation place) const {
    if (place.isInvalid())
      return std::nullopt;
    const auto [file, offset] = sources_.getDecomposedExpansionLoc(place);
    return file == file_ ? std::optional(offset) : std::nullopt;
  }

  template <typename Declarations>
  void collect(const Declarations &declarations, bool isOfNamespace) {
    for (const Decl *declaration : declarations) {
      if (const auto *made = llvm::dyn_cast<ClassTemplateDecl>(declaration))
        collect(made->getTemplatedDecl()->noload_decls(), /*isOfNamespace=*/false);
      else if (const FunctionDecl *function = declaration->getAsFunction())
        add(*function, isOfNamespace);
      else if (const auto *inner = llvm::dyn_cast<DeclContext>(declaration))
        collect(inner->noload_decls(), isOfNamespace && !llvm::isa<TagDecl>(declaration));
    }
  }

  void add(const FunctionDecl &function, bool isOfNamespace) {
    if (!function.isThisDeclarationADefinition() || !function.hasBody() ||
        isTemplateInstantiation(function.getTemplateSpecializationKind()))
      return;
    const auto begin = offsetOf(function.getBody()->getBeginLoc());
    const auto end = offsetOf(function.getBody()->getEndLoc());
    if (!begin || !end)
      return;
    const bool isBraced = llvm::isa<CompoundStmt>(function.getBody()) &&
                          function.getBody()->getBeginLoc().isFileID() &&
                          function.getBody()->getEndLoc().isFileID() &&
                          function.getLocation().isFileID();
    // Of others the body is a part of what they are, or they are called without a name.
    const bool isPlain = isOfNamespace && isBraced && !llvm::isa<CXXMethodDecl>(function) &&
                         function.getIdentifier() && !function.isConstexpr() &&
                         !function.getDeclaredReturnType()->getContainedDeducedType() &&
                         function.getFriendObjectKind() == Decl::FOK_None;
    if (isPlain)
      bodies_.push_back({&function, *begin, *end});
    else
      kept_.emplace_back(*begin, *end);
  }

  /// Directives say something to what follows them, but those about the next loop.
  bool holdsDirective(const Body &body) const {
    for (std::size_t i = tokenAt(body.begin); i < tokens_.size() && tokens_[i].offset < body.end;
         ++i) {
      const bool isDirective = tokens_[i].isHash && tokens_[i].beginsLine;
      if (!isDirective && !(tokens_[i].isName && spelling(tokens_[i]) == "_Pragma"))
        continue;
      const auto next = [&](std::size_t by) {
        return i + by < tokens_.size() ? spelling(tokens_[i + by]) : llvm::StringRef();
      };
      const bool isOfLoop =
          isDirective ? next(1) == "pragma" &&
                            (next(2) == "unroll" || next(2) == "nounroll" || next(2) == "omp")
                      : next(2).contains("unroll");
      if (!isOfLoop)
        return true;
    }
    return false;
  }

  bool hasErrors(const ParsedUnit &unit) const {
    return llvm::any_of(unit.errors,
                        [&](const ParseError &error) { return offsetOf(error.location); });
  }

  /// `#define KERNEL(type) add_##type`: uses of such names are not to be seen.
  bool pastesNames() const {
    return llvm::any_of(tokens_, [this](const Token &token) {
      return token.isOfDirective && spelling(token) == "##";
    });
  }

  void findParts(const ParsedUnit &unit) {
    unsigned behind = 0;
    findParts(unit.own(), behind);
    llvm::sort(parts_, [](const Part &a, const Part &b) { return a.begin < b.begin; });
  }

  /// `behind`: what stands in the text so far has been told.
  template <typename Declarations>
  void findParts(const Declarations &declarations, unsigned &behind) {
    std::optional<Part> open;
    bool mayBeLeftOut = false, isFunction = false;
    const auto close = [&] {
      if (open)
        addPart(std::move(*open), behind, mayBeLeftOut, isFunction);
      open.reset();
    };
    for (const Decl *declaration : declarations) {
      const auto begin = offsetOf(declaration->getBeginLoc());
      const auto last = endOf(declaration->getEndLoc());
      if (declaration->isImplicit() || !begin || !last)
        continue;
      const auto *space = llvm::dyn_cast<NamespaceDecl>(declaration);
      const auto *linkage = llvm::dyn_cast<LinkageSpecDecl>(declaration);
      if ((space || (linkage && linkage->hasBraces())) && declaration->getBeginLoc().isFileID()) {
        close();
        std::size_t brace = tokenAt(*begin);
        while (brace < tokens_.size() && spelling(tokens_[brace]) != "{")
          ++brace;
        if (brace < tokens_.size())
          behind = std::max(behind, tokens_[brace].offset + 1);
        findParts(llvm::cast<DeclContext>(declaration)->noload_decls(), behind);
        behind = std::max(behind, *last);
        continue;
      }
      std::vector<llvm::StringRef> names;
      const FunctionDecl *function = declaration->getAsFunction();
      const bool isPart =
          declaresNames(*declaration, names) && !(function && mayBeSought(*function));
      const bool isDefinition = function && function->isThisDeclarationADefinition();
      if (open && (*begin < open->end || goesOnAt(open->end))) { // `struct A {} a, b;`
        open->end = std::max(open->end, *last);
        mayBeLeftOut = mayBeLeftOut && isPart;
        isFunction = isFunction && isDefinition;
      } else {
        close();
        open = Part{*begin, *last, {}};
        mayBeLeftOut = isPart;
        isFunction = isDefinition;
      }
      llvm::append_range(open->names, names);
    }
    close();
  }

  /// May a template of a header ask whether there is such a function (`decltype(scale_of(T()))`)?
  /// It finds those alone that take what is declared beside them, by a name that it says.
  bool mayBeSought(const FunctionDecl &function) {
    const bool isFound = llvm::any_of(function.parameters(), [](const ParmVarDecl *parameter) {
      QualType type = parameter->getType().getCanonicalType();
      while (type->isPointerType() || type->isReferenceType() || type->isArrayType())
        type = type->isArrayType() ? type->getAsArrayTypeUnsafe()->getElementType()
                                   : type->getPointeeType();
      return !type->isBuiltinType() || type->isDependentType();
    });
    const IdentifierInfo *name = function.getIdentifier();
    return isFound && name && (name->isFromAST() || wordsOfHeaders().contains(name->getName()));
  }

  /// Of those that were read as text.
  const llvm::StringSet<> &wordsOfHeaders() {
    if (wordsOfHeaders_)
      return *wordsOfHeaders_;
    wordsOfHeaders_.emplace();
    for (unsigned i = 0; i < sources_.local_sloc_entry_size(); ++i) {
      const SrcMgr::SLocEntry &entry = sources_.getLocalSLocEntry(i);
      if (!entry.isFile() ||
          entry.getOffset() == sources_.getLocForStartOfFile(file_).getRawEncoding())
        continue;
      const auto text = entry.getFile().getContentCache().getBufferDataIfLoaded();
      eachWord(text.value_or(""), [&](llvm::StringRef word) { wordsOfHeaders_->insert(word); });
    }
    return *wordsOfHeaders_;
  }

  /// Behind what ends there.
  std::optional<unsigned> endOf(SourceLocation place) const {
    if (place.isInvalid())
      return std::nullopt;
    const auto offset = offsetOf(sources_.getExpansionRange(place).getEnd());
    const std::size_t token = offset ? tokenAt(*offset) : tokens_.size();
    if (token >= tokens_.size())
      return std::nullopt;
    return tokens_[token].offset + tokens_[token].length;
  }

  std::size_t nextCode(unsigned offset) const {
    std::size_t next = tokenAt(offset);
    while (next < tokens_.size() && tokens_[next].isComment)
      ++next;
    return next;
  }
  bool goesOnAt(unsigned offset) const {
    const std::size_t next = nextCode(offset);
    return next < tokens_.size() && spelling(tokens_[next]) == ",";
  }

  /// Between `behind` and its begin stand attributes, and what is no declaration.
  void addPart(Part part, unsigned &behind, bool mayBeLeftOut, bool isFunction) {
    const std::size_t next = nextCode(part.end);
    if (next < tokens_.size() && spelling(tokens_[next]) == ";")
      part.end = tokens_[next].offset + 1;
    else
      mayBeLeftOut = mayBeLeftOut && isFunction;
    const unsigned begin = part.begin;
    part.begin = behind;
    for (std::size_t i = tokenAt(behind); i < tokens_.size() && tokens_[i].offset < part.end; ++i) {
      const Token &token = tokens_[i];
      const llvm::StringRef text = spelling(token);
      // `template void f<int>();` is no declaration of Clang's.
      if (token.offset < begin &&
          (token.isOfDirective || text == ";" || text == "{" || text == "}")) {
        part.begin = token.offset + token.length;
        continue;
      }
      if (bodyAt(token.offset) < bodies_.size())
        continue;
      mayBeLeftOut = mayBeLeftOut && !token.isOfDirective && text != "_Pragma" &&
                     text != "__pragma" && text != "friend";
    }
    behind = std::max(behind, part.end);
    if (mayBeLeftOut && !part.names.empty())
      parts_.push_back(std::move(part));
  }

  /// By which something else can refer to it. False if it may have a say without being named.
  static bool declaresNames(const Decl &given, std::vector<llvm::StringRef> &names) {
    const Decl *declaration = &given;
    if (const auto *made = llvm::dyn_cast<RedeclarableTemplateDecl>(declaration))
      declaration = made->getTemplatedDecl();
    if (llvm::isa<ClassTemplateSpecializationDecl, VarTemplateSpecializationDecl>(declaration))
      return false;
    const auto *named = llvm::dyn_cast_or_null<NamedDecl>(declaration);
    if (!named)
      return false;
    const bool isMember = llvm::isa<CXXRecordDecl>(named->getDeclContext());
    if (named->getIdentifier() && !isMember)
      names.push_back(named->getName());
    // Members that are defined outside of their class count where that does.
    const auto addClasses = [&](const DeclContext *around) {
      for (; llvm::isa<CXXRecordDecl>(around); around = around->getParent()) {
        const auto *record = llvm::cast<CXXRecordDecl>(around);
        if (!record->getIdentifier() || llvm::isa<ClassTemplateSpecializationDecl>(record))
          return false;
        names.push_back(record->getName());
      }
      return true;
    };
    if (const auto *function = llvm::dyn_cast<FunctionDecl>(declaration))
      return function->getTemplateSpecializationKind() == TSK_Undeclared &&
             function->getFriendObjectKind() == Decl::FOK_None &&
             (function->getIdentifier()
                  ? addClasses(function->getDeclContext())
                  : llvm::isa<CXXMethodDecl>(function) && addClasses(function->getDeclContext()));
    if (const auto *variable = llvm::dyn_cast<VarDecl>(declaration))
      return variable->getIdentifier() &&
             variable->getTemplateSpecializationKind() == TSK_Undeclared &&
             !llvm::isa<DecompositionDecl>(variable) && addClasses(variable->getDeclContext());
    if (const auto *record = llvm::dyn_cast<CXXRecordDecl>(declaration))
      return (record->getIdentifier() || record->getTypedefNameForAnonDecl()) &&
             addClasses(record->getDeclContext());
    if (const auto *list = llvm::dyn_cast<EnumDecl>(declaration)) {
      for (const EnumConstantDecl *one : list->enumerators())
        names.push_back(one->getName());
      return true;
    }
    return llvm::isa<TypedefNameDecl>(declaration) && named->getIdentifier();
  }

  /// Which words of each node name parts and bodies.
  void findNames() {
    nodes_.resize(1 + parts_.size() + bodies_.size());
    const auto add = [&](llvm::StringRef name, std::size_t node) {
      const auto [known, isNew] = names_.try_emplace(name, ofNames_.size());
      if (isNew)
        ofNames_.emplace_back();
      ofNames_[known->second].push_back(node);
    };
    for (std::size_t i = 0; i < parts_.size(); ++i)
      for (const llvm::StringRef name : parts_[i].names)
        add(name, nodeOfPart(i));
    std::set<unsigned> declared;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const FunctionDecl *function = bodies_[i].function;
      add(function->getName(), nodeOfBody(i));
      for (const FunctionDecl *one : function->redecls())
        if (const auto offset = offsetOf(one->getLocation()))
          declared.insert(*offset);
    }
    for (const Token &token : tokens_) {
      if (!token.isName || declared.contains(token.offset))
        continue;
      const auto known = names_.find(spelling(token));
      if (known == names_.end())
        continue;
      const std::size_t body = bodyAt(token.offset), part = partAt(token.offset);
      nodes_[body < bodies_.size()  ? nodeOfBody(body)
             : part < parts_.size() ? nodeOfPart(part)
                                    : 0]
          .insert(known->second);
    }
  }

  /// The body that holds what is at `offset`; none: bodies_.size().
  std::size_t bodyAt(unsigned offset) const {
    const auto next =
        llvm::partition_point(bodies_, [&](const Body &body) { return body.begin <= offset; });
    if (next == bodies_.begin() || std::prev(next)->end < offset)
      return bodies_.size();
    return std::prev(next) - bodies_.begin();
  }

  /// The same of parts.
  std::size_t partAt(unsigned offset) const {
    const auto next =
        llvm::partition_point(parts_, [&](const Part &part) { return part.begin <= offset; });
    if (next == parts_.begin() || std::prev(next)->end <= offset)
      return parts_.size();
    return std::prev(next) - parts_.begin();
  }

  std::string nameOf(const FunctionDecl &kernel) const {
    std::string name;
    llvm::raw_string_ostream stream(name);
    PrintingPolicy policy(options_);
    policy.PrintCanonicalTypes = true;
    policy.FullyQualifiedName = true;
    kernel.getNameForDiagnostic(stream, policy, /*Qualified=*/true);
    stream << ' ' << kernel.getType().getCanonicalType().getAsString(policy) << ' ';
    if (!offsetOf(kernel.getLocation()))
      stream << kernel.getLocation().printToString(sources_);
    return name;
  }

  /// All tokens but those that are left out. Within functions that may be run comments count, and
  /// how they stand in their lines.
  Text textOf(const Counted &counted) const {
    std::vector<std::pair<unsigned, unsigned>> run;
    llvm::copy_if(kept_, std::back_inserter(run), [&](const auto &braces) {
      const std::size_t part = partAt(braces.first);
      return part == parts_.size() || counted.parts[part];
    });
    for (std::size_t i = 0; i < bodies_.size(); ++i)
      if (counted.bodies[i])
        run.emplace_back(bodies_[i].begin, bodies_[i].end);
    llvm::sort(run);
    unsigned last = 0;
    Text text;
    for (const auto &[begin, end] : run) {
      last = std::max(last, end);
      text.inside.emplace_back(lineAt(begin), lineAt(end));
    }
    CacheKey key, layout;
    auto next = run.begin();
    unsigned runEnd = 0; // of the functions begun that reaches furthest
    unsigned lineBefore = 0;
    llvm::StringRef before; // but for comments and directives
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const Token &token = tokens_[i];
      const bool isOfDirective = token.isOfDirective;
      bool begins = false;
      for (; next != run.end() && next->first <= token.offset; ++next) {
        begins = begins || next->first == token.offset;
        runEnd = std::max(runEnd, next->second);
      }
      if (const std::size_t part = partAt(token.offset);
          part < parts_.size() && !counted.parts[part]) {
        i = tokenAt(parts_[part].end) - 1;
        before = "}";
        continue;
      }
      const std::size_t body = bodyAt(token.offset);
      if (body < bodies_.size() && !counted.bodies[body]) {
        i = tokenAt(bodies_[body].end + 1) - 1;
        before = "}";
        continue;
      }
      const bool isRun = token.offset <= runEnd && runEnd != 0;
      // What stands within a declaration may be said as it is written.
      if (token.isComment && !isRun && !isOfDirective &&
          (before.empty() || before == ";" || before == "}" || before == "{"))
        continue;
      if (isRun && !begins)
        key.add(std::to_string(token.line - lineBefore));
      else
        key.add(token.beginsLine ? "\n" : "");
      if (token.offset <= last) {
        key.add(std::to_string(token.column));
        layout.add(std::to_string(token.line));
      }
      key.add(spelling(token));
      if (lineUses_.contains(token.offset))
        key.add("line " + std::to_string(token.line));
      text.lines.push_back(token.line);
      lineBefore = token.line;
      if (!token.isComment && !isOfDirective)
        before = spelling(token);
    }
    text.hash = key.str();
    text.layout = layout.str();
    return text;
  }

  unsigned lineAt(unsigned offset) const { return tokens_[tokenAt(offset)].line; }

  const SourceManager &sources_;
  const LangOptions &options_;
  FileID file_;
  llvm::StringRef text_;
  std::vector<Token> tokens_;
  std::set<unsigned> lineUses_;                     ///< offsets where `__LINE__` is expanded
  std::vector<Body> bodies_;                        ///< in order
  std::vector<std::pair<unsigned, unsigned>> kept_; ///< braces of all other functions
  std::vector<Part> parts_;                         ///< in order
  llvm::StringMap<std::size_t> names_;              ///< of parts and bodies: numbers
  std::vector<std::vector<std::size_t>> ofNames_;   ///< by number: which nodes these are
  std::vector<std::set<std::size_t>> nodes_;        ///< by node: numbers of names in it
  std::map<const FunctionDecl *, std::optional<OfKernel>> ofKernels_;
  std::map<Counted, Text> texts_;
  std::optional<llvm::StringSet<>> wordsOfHeaders_;
};

KernelCache::KernelCache(const Cache &cache, std::string name, std::string surroundings,
                         std::string file, ParsedUnit &unit)
    : cache_(cache), name_(std::move(name)), surroundings_(std::move(surroundings)),
      file_(std::move(file)) {
  if (!MainText::isUsable(unit))
    return;
  text_ = std::make_unique<MainText>(unit);
  const auto bytes = cache_.read(name_);
  const auto json = bytes ? nlohmann::json::from_msgpack(*bytes, /*strict=*/true,
                                                         /*allow_exceptions=*/false)
                          : nlohmann::json();
  if (json.is_object())
    for (const auto &[key, kept] : json.items())
      if (kept.is_array() && kept.size() == 2 && kept[0].is_binary() && kept[1].is_object())
        known_.emplace(key,
                       Kept{{kept[0].get_binary().begin(), kept[0].get_binary().end()}, kept[1]});
}

KernelCache::~KernelCache() = default;

std::optional<std::string> KernelCache::keyOf(const FunctionDecl &kernel, llvm::StringRef asked) {
  if (!text_)
    return std::nullopt;
  const auto &of = text_->of(kernel);
  return of ? std::optional(CacheKey().add(surroundings_).add(of->hash).add(asked).str())
            : std::nullopt;
}

namespace {

/// Is there a line of which only the text says which it is?
bool namesLines(const simt::KernelRun &run) {
  return llvm::any_of(run.problems, namesLine) || nameLines(run.sites);
}

} // namespace

nlohmann::json KernelCache::placesOf(const FunctionDecl &kernel, const simt::KernelRun &run) {
  const MainText::OfKernel &of = *text_->of(kernel);
  nlohmann::json places = {{"layout", of.text->layout}};
  if (text_->namesLines() || namesLines(run) ||
      (!of.reachesNoOther && llvm::any_of(run.sites, holdsLinesAlone)))
    return places;
  std::map<unsigned, MainText::Place> found;
  bool areAll = true;
  std::vector<Site> copy = run.sites;
  eachLine(copy, file_, [&](unsigned &line) {
    if (const auto place = MainText::placeOf(*of.text, line))
      found.try_emplace(line, *place);
    else
      areAll = false;
  });
  if (!areAll)
    return places;
  nlohmann::json lines = nlohmann::json::array();
  for (const auto &[line, place] : found)
    lines.push_back({line, place.token, place.below});
  places["lines"] = std::move(lines);
  return places;
}

bool KernelCache::move(const FunctionDecl &kernel, const nlohmann::json &places,
                       simt::KernelRun &run) {
  const MainText::Text &text = *text_->of(kernel)->text;
  if (!places.contains("lines"))
    return false;
  std::map<unsigned, unsigned> moved;
  for (const nlohmann::json &one : places["lines"]) {
    const auto token = one.at(1).get<std::size_t>();
    if (token >= text.lines.size())
      return false;
    moved[one.at(0).get<unsigned>()] = text.lines[token] + one.at(2).get<unsigned>();
  }
  bool areAll = true;
  eachLine(run.sites, file_, [&](unsigned &line) {
    const auto to = moved.find(line);
    areAll = areAll && to != moved.end();
    line = to != moved.end() ? to->second : line;
  });
  return areAll;
}

std::optional<simt::KernelRun> KernelCache::find(const FunctionDecl &kernel,
                                                 llvm::StringRef asked) {
  const auto key = keyOf(kernel, asked);
  const auto found = key ? known_.find(*key) : known_.end();
  if (found == known_.end())
    return std::nullopt;
  auto run = simt::kernelRunFrom(found->second.run);
  if (!run)
    return std::nullopt;
  if (found->second.places.value("layout", "") == text_->of(kernel)->text->layout)
    used_.insert(*found);
  else if (move(kernel, found->second.places, *run))
    keep(kernel, asked, *run);
  else
    return std::nullopt;
  return run;
}

void KernelCache::keep(const FunctionDecl &kernel, llvm::StringRef asked,
                       const simt::KernelRun &run) {
  if (const auto key = keyOf(kernel, asked))
    if (auto bytes = simt::toBytes(run))
      used_.insert_or_assign(*key, Kept{std::move(*bytes), placesOf(kernel, run)});
}

void KernelCache::save() const {
  if (used_.empty() || used_ == known_)
    return;
  nlohmann::json json = nlohmann::json::object();
  for (const auto &[key, kept] : used_)
    json[key] = {nlohmann::json::binary({kept.run.begin(), kept.run.end()}), kept.places};
  const std::vector<std::uint8_t> bytes = nlohmann::json::to_msgpack(json);
  cache_.write(name_, llvm::StringRef(reinterpret_cast<const char *>(bytes.data()), bytes.size()));
}

} // namespace warplint::frontend
