//===- Preamble.cpp --------------------------------------------*- C++ -*-===//
#include "lint/frontend/Preamble.h"

#include "lint/frontend/Prefix.h"
#include "lint/frontend/ProgramIdentity.h"
#include "lint/frontend/VirtualFiles.h"
#include "lint/frontend/Workers.h"

#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LockFileManager.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/xxhash.h"

namespace warplint::frontend {

namespace {

/// A precompiled header as it was written. It may be damaged since, not forged: the folder is the
/// user's.
struct Seal {
  std::uint64_t hash = 0; ///< of its contents
  std::uint64_t bytes = 0;
  std::int64_t modified = 0; ///< as FileStamp::modified

  static std::optional<Seal> of(const std::string &file) {
    const auto stamp = stampOf(file);
    const auto hash = hashOf(file);
    return stamp && hash ? std::optional(Seal{*hash, stamp->bytes, stamp->modified}) : std::nullopt;
  }

  /// Its contents are looked at only where its time is another: they are tens of megabytes, of
  /// which a run reads a few.
  bool holds(const std::string &file) const {
    const auto stamp = stampOf(file);
    return stamp && stamp->bytes == bytes && (stamp->modified == modified || hashOf(file) == hash);
  }

  nlohmann::json toJson() const { return {hash, bytes, modified}; }
  static Seal fromJson(const nlohmann::json &json) {
    if (!json.is_array() || json.size() != 3)
      return {};
    return {json[0].get<std::uint64_t>(), json[1].get<std::uint64_t>(),
            json[2].get<std::int64_t>()};
  }

private:
  static std::optional<std::uint64_t> hashOf(const std::string &file) {
    auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false);
    if (!buffer)
      return std::nullopt;
    return llvm::xxh3_64bits((*buffer)->getBuffer());
  }
};

} // namespace

struct Preambles::Kept {
  bool usable = false;
  Seal seal;               ///< of the precompiled header
  std::uint64_t bytes = 0; ///< as PrecompiledHeader::bytes
  std::vector<std::string> asked;
  std::vector<std::string> again; ///< the same; not usable then
  Dependencies dependencies;
};

namespace {

/// Held by one of the processes that work behind a run: several at once would take the memory of as
/// many compilers, for what nobody waits for.
class Turn {
public:
  explicit Turn(const std::string &file) {
    if (!llvm::sys::fs::openFileForWrite(file, descriptor_, llvm::sys::fs::CD_OpenAlways))
      isHeld_ = !llvm::sys::fs::lockFile(descriptor_);
  }
  ~Turn() {
    if (isHeld_) [[maybe_unused]]
      const std::error_code remains = llvm::sys::fs::unlockFile(descriptor_);
    if (descriptor_ >= 0) [[maybe_unused]]
      const std::error_code remains = llvm::sys::Process::SafelyCloseFileDescriptor(descriptor_);
  }
  Turn(const Turn &) = delete;
  Turn &operator=(const Turn &) = delete;

private:
  int descriptor_ = -1;
  bool isHeld_ = false;
};

/// What has a part in how system headers are read.
std::string keyOf(const ParseRequest &request, const std::string &text) {
  CacheKey key;
  key.add(programIdentity()).add(text);
  for (const std::string &argument : request.arguments)
    key.add(argument);
  // Relative folders in the arguments are others elsewhere.
  key.add(llvm::any_of(request.arguments,
                       [](llvm::StringRef argument) {
                         return argument.starts_with("-I") || argument == "-isystem" ||
                                argument.starts_with("-iquote");
                       })
              ? request.directory
              : "");
  return key.str();
}

/// Of these #define lines those of the names asked for, and of what they are made of.
std::string definitions(llvm::StringRef lines, const std::vector<std::string> &asked) {
  llvm::StringMap<llvm::StringRef> known;
  for (const llvm::StringRef line : llvm::split(lines, '\n'))
    if (const llvm::StringRef name = definedIn(line); !name.empty())
      known.try_emplace(name, line);
  std::string text;
  llvm::StringSet<> taken;
  std::vector<llvm::StringRef> open(asked.begin(), asked.end());
  while (!open.empty()) {
    const auto found = known.find(open.back());
    open.pop_back();
    if (found == known.end() || !taken.insert(found->first()).second)
      continue;
    text += (found->second + "\n").str();
    for (llvm::StringRef rest = found->second; !rest.empty();) {
      rest = rest.drop_until([](char c) { return clang::isAsciiIdentifierStart(c); });
      open.push_back(rest.take_while([](char c) { return clang::isAsciiIdentifierContinue(c); }));
      rest = rest.drop_front(open.back().size());
    }
  }
  return text;
}

bool holdsAny(const std::vector<std::string> &sorted, const std::vector<std::string> &names) {
  return llvm::any_of(names,
                      [&](const std::string &name) { return llvm::binary_search(sorted, name); });
}

} // namespace

/// What every preamble holds: files that only include some of these share one.
ReadBefore Preambles::readBefore(const ParseRequest &request) const {
  const std::string name = "included-" + keyOf(request, "");
  const auto text = cache_.read(name);
  const auto json =
      text ? nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false) : nlohmann::json();
  if (json.is_object() && json.contains("files"))
    if (auto dependencies = Dependencies::fromJson(json.value("dependencies", nlohmann::json()));
        dependencies && dependencies->hold(nullptr))
      return {json["files"].get<std::vector<std::string>>(), json.value("macros", std::string())};

  Dependencies dependencies;
  ParseRequest own = request;
  own.dependencies = &dependencies;
  auto before = frontend::readBefore(own);
  if (!before)
    return {};
  if (dependencies.complete())
    cache_.write(name, nlohmann::json{{"files", before->files},
                                      {"macros", before->macros},
                                      {"dependencies", dependencies.toJson()}}
                           .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return std::move(*before);
}

std::optional<Preambles::Kept> Preambles::load(const std::string &name) const {
  const auto text = cache_.read(name);
  const auto json =
      text ? nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false) : nlohmann::json();
  if (!json.is_object() || !json.contains("dependencies"))
    return std::nullopt;
  auto dependencies = Dependencies::fromJson(json["dependencies"]);
  if (!dependencies || !dependencies->hold(nullptr))
    return std::nullopt;
  Kept kept;
  kept.usable = json.value("usable", false);
  kept.seal = Seal::fromJson(json.value("seal", nlohmann::json()));
  kept.bytes = json.value("bytes", std::uint64_t{0});
  kept.asked = json.value("asked", std::vector<std::string>());
  kept.again = json.value("again", std::vector<std::string>());
  kept.dependencies = std::move(*dependencies);
  if (kept.usable && !kept.seal.holds(cache_.pathOf(name + ".pch")))
    return std::nullopt;
  return kept;
}

std::optional<Preambles::Kept> Preambles::make(const ParseRequest &request, const std::string &name,
                                               const std::string &text) const {
  const std::string file = cache_.pathOf(name + ".pch");
  Kept kept;
  ParseRequest own = request;
  own.dependencies = &kept.dependencies;
  const auto made = precompile(own, text, file);
  if (!made || !kept.dependencies.complete())
    return std::nullopt;
  kept.asked = made->asked;
  kept.again = made->again;
  kept.bytes = made->bytes;
  const auto seal = made->clean && kept.again.empty() ? Seal::of(file) : std::nullopt;
  kept.usable = seal.has_value();
  kept.seal = seal.value_or(Seal());
  if (!kept.usable) {
    [[maybe_unused]] const std::error_code remains = llvm::sys::fs::remove(file);
  }
  const nlohmann::json json = {
      {"usable", kept.usable}, {"seal", kept.seal.toJson()},
      {"bytes", kept.bytes},   {"asked", kept.asked},
      {"again", kept.again},   {"dependencies", kept.dependencies.toJson()}};
  cache_.write(name, json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return kept;
}

namespace {

/// Are these lines among those, in this order?
bool areAmong(llvm::StringRef lines, llvm::StringRef those) {
  llvm::SmallVector<llvm::StringRef, 64> few, many;
  lines.split(few, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  those.split(many, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  const auto *next = few.begin();
  for (const llvm::StringRef line : many)
    if (next != few.end() && *next == line)
      ++next;
  return next == few.end();
}

} // namespace

std::optional<Preambles::Near> Preambles::nearest(const ParseRequest &request,
                                                  llvm::StringRef text) const {
  // What few headers are missing of, most of the time is.
  constexpr auto mostMissing = 4;
  const auto listed = cache_.read("preambles-" + keyOf(request, ""));
  const auto json = listed ? nlohmann::json::parse(*listed, nullptr, /*allow_exceptions=*/false)
                           : nlohmann::json();
  std::optional<Near> best;
  if (json.is_array())
    for (const nlohmann::json &one : json) {
      Near near{one.at(0), one.at(1)};
      if (text.count('\n') <= llvm::StringRef(near.text).count('\n') + mostMissing &&
          (!best || near.text.size() > best->text.size()) && areAmong(near.text, text))
        best = std::move(near);
    }
  return best;
}

void Preambles::list(const ParseRequest &request, const std::string &name,
                     const std::string &text) const {
  const std::string list = "preambles-" + keyOf(request, "");
  const auto listed = cache_.read(list);
  auto json = listed ? nlohmann::json::parse(*listed, nullptr, /*allow_exceptions=*/false)
                     : nlohmann::json();
  if (!json.is_array())
    json = nlohmann::json::array();
  constexpr std::size_t most = 32;
  if (json.size() >= most)
    json.erase(json.begin());
  json.push_back({name, text});
  cache_.write(list, json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

bool Preambles::mayDoWithout(const std::string &preamble) const {
  constexpr std::size_t most = 3;
  const std::string without = "without-" + preamble;
  const auto times = cache_.read(without); // a letter each
  if (times && times->size() >= most)
    return false;
  cache_.write(without, times.value_or("") + "x");
  return true;
}

void Preambles::want(const std::string &preamble) const {
  cache_.write("without-" + preamble, "misfit");
}

std::optional<Preambles::Kept> Preambles::loadOrMake(ParseRequest &request, std::string &name,
                                                     std::string &text) const {
  name = "preamble-" + keyOf(request, text);
  auto kept = load(name);
  if (const auto near = kept ? std::nullopt : nearest(request, text); near && mayDoWithout(name)) {
    kept = load(near->name);
    if (kept) {
      request.wantedPreamble = std::exchange(name, near->name);
      request.askedBefore = kept->asked;
      text = near->text;
    }
  }
  if (kept)
    return kept;
  // Who comes second waits for the first, and takes what that one made.
  llvm::LockFileManager lock(cache_.pathOf(name));
  if (lock.getState() == llvm::LockFileManager::LFS_Shared) {
    lock.waitForUnlock(/*MaxSeconds=*/30);
    kept = load(name);
  }
  if (!kept) {
    kept = make(request, name, text);
    if (kept && kept->usable)
      list(request, name, text);
  }
  return kept;
}

bool Preambles::addShared(ParseRequest &request) const {
  auto use = headerUse(request, isProject_);
  const ReadBefore before = readBefore(request);
  // `#if CUDART_VERSION >= 12000`, `#ifndef __device__`: what CUDA's headers say of these decides
  // over others that are included, and what else is asked for.
  std::string known;
  for (unsigned round = 0; use && round < 3; ++round) {
    std::string macros = definitions(before.macros, use->asked);
    if (macros == known)
      break;
    known = std::move(macros);
    use = headerUse(request, isProject_, known);
  }
  if (!use)
    return true;
  std::string text;
  // In the order in which the file has them: one may define what the next asks for.
  for (const HeaderUse::Header &header : use->headers)
    if (!llvm::binary_search(before.files, header.file))
      text += "#include " + header.spelled + "\n";
  std::string name;
  auto kept = loadOrMake(request, name, text);
  // A header without an include guard is read where it is included, each time.
  if (kept && !kept->again.empty()) {
    std::string rest;
    for (const llvm::StringRef line : llvm::split(text, '\n'))
      if (!line.empty() &&
          !llvm::is_contained(kept->again, line.substr(llvm::StringRef("#include ").size())))
        rest += (line + "\n").str();
    text = std::move(rest);
    kept = loadOrMake(request, name, text);
  }
  if (!kept || !kept->usable || holdsAny(kept->asked, use->macros)) {
    request.askedBefore.clear();
    return use->ofProject;
  }
  if (request.dependencies) {
    request.dependencies->add(kept->dependencies);
    request.dependencies->leaveOut(cache_.pathOf(name + ".pch"));
  }
  request.replacedFiles.emplace_back(virtualPreambleFile, text); // Clang asks whether it changed
  request.preamble = cache_.pathOf(name + ".pch");
  request.preambleBytes = kept->bytes;
  return use->ofProject;
}

//===----------------------------------------------------------------------===//
// Prefixes
//===----------------------------------------------------------------------===//

struct Preambles::Beginning {
  std::string name; ///< in the cache
  std::string text;
  PrefixBounds bounds;
};

struct Preambles::KeptPrefix {
  std::string file; ///< path of the precompiled header
  Seal seal;
  std::string below; ///< path of the preamble that it stands on; empty: none
  Seal sealBelow;
  std::string belowText;        ///< what that includes
  std::uint64_t belowBytes = 0; ///< as PrecompiledHeader::bytes
  struct Lookup {
    std::string name, includer, answer;
  };
  std::vector<Lookup> lookups; ///< what ParseRequest::findInclude was asked, and said
  Dependencies dependencies;
  Prefix prefix;

  nlohmann::json toJson() const {
    nlohmann::json questions = nlohmann::json::array();
    for (const Lookup &lookup : lookups)
      questions.push_back({lookup.name, lookup.includer, lookup.answer});
    return {{"file", file},
            {"seal", seal.toJson()},
            {"below", below},
            {"sealBelow", sealBelow.toJson()},
            {"belowText", belowText},
            {"belowBytes", belowBytes},
            {"lookups", std::move(questions)},
            {"dependencies", dependencies.toJson()},
            {"prefix", prefix.toJson()}};
  }

  static std::optional<KeptPrefix> fromJson(const nlohmann::json &json) {
    if (!json.is_object() || !json.contains("prefix"))
      return std::nullopt;
    auto dependencies = Dependencies::fromJson(json.at("dependencies"));
    auto prefix = Prefix::fromJson(json.at("prefix"));
    if (!dependencies || !prefix)
      return std::nullopt;
    KeptPrefix kept;
    json.at("file").get_to(kept.file);
    kept.seal = Seal::fromJson(json.at("seal"));
    json.at("below").get_to(kept.below);
    kept.sealBelow = Seal::fromJson(json.at("sealBelow"));
    json.at("belowText").get_to(kept.belowText);
    json.at("belowBytes").get_to(kept.belowBytes);
    for (const nlohmann::json &question : json.at("lookups"))
      kept.lookups.push_back({question.at(0), question.at(1), question.at(2)});
    kept.dependencies = std::move(*dependencies);
    kept.prefix = std::move(*prefix);
    return kept;
  }
};

std::optional<Preambles::Beginning> Preambles::beginningOf(const ParseRequest &request) const {
  const auto replaced = llvm::find_if(request.replacedFiles,
                                      [&](const auto &file) { return file.first == request.file; });
  std::string text;
  if (replaced != request.replacedFiles.end()) {
    text = replaced->second;
  } else if (auto buffer = llvm::MemoryBuffer::getFile(request.file)) {
    text = (*buffer)->getBuffer().str();
  }
  const PrefixBounds bounds = prefixBounds(text);
  if (bounds.bytes == 0)
    return std::nullopt;
  text.resize(bounds.bytes);
  CacheKey key;
  key.add(programIdentity()).add(scope_).add(request.directory).add(prefixFile(request.file));
  key.add(text).add(bounds.endsLine ? "line" : "");
  for (const auto *list : {&request.arguments, &request.lastFolders}) {
    key.add(std::to_string(list->size()));
    for (const std::string &one : *list)
      key.add(one);
  }
  for (const auto &[path, contents] : request.replacedFiles)
    if (path != request.file)
      key.add(path).add(contents);
  return Beginning{"prefix-" + key.str(), std::move(text), bounds};
}

Preambles::State Preambles::takePrefix(ParseRequest &request, const Beginning &beginning) const {
  const auto text = cache_.read(beginning.name);
  if (!text)
    return State::Absent;
  auto kept = KeptPrefix::fromJson(
      nlohmann::json::from_msgpack(*text, /*strict=*/true, /*allow_exceptions=*/false));
  if (!kept || !kept->dependencies.hold(nullptr) || !kept->seal.holds(kept->file) ||
      (!kept->below.empty() && !kept->sealBelow.holds(kept->below)))
    return State::Stale;
  for (const KeptPrefix::Lookup &lookup : kept->lookups)
    if (!request.findInclude ||
        request.findInclude(lookup.name, lookup.includer).value_or("") != lookup.answer)
      return State::Stale;
  if (request.dependencies) {
    request.dependencies->add(kept->dependencies);
    request.dependencies->leaveOut(kept->below);
    request.dependencies->leaveOut(kept->file);
  }
  if (!kept->below.empty()) {
    request.preamble = kept->below;
    request.preambleBytes = kept->belowBytes;
    request.replacedFiles.emplace_back(virtualPreambleFile, kept->belowText);
  }
  kept->prefix.precompiled = kept->file;
  request.replacedFiles.emplace_back(kept->prefix.file, beginning.text);
  request.prefix = std::make_shared<Prefix>(std::move(kept->prefix));
  return State::Taken;
}

void Preambles::writePrefix(const ParseRequest &request, const Beginning &beginning,
                            const Dependencies &ofPreamble) const {
  KeptPrefix kept;
  kept.dependencies = ofPreamble;
  ParseRequest own = request;
  own.dependencies = &kept.dependencies;
  own.findInclude = [&](llvm::StringRef name, llvm::StringRef includer) {
    auto found = request.findInclude ? request.findInclude(name, includer) : std::nullopt;
    kept.lookups.push_back({name.str(), includer.str(), found.value_or("")});
    return found;
  };
  if (!request.preamble.empty()) {
    kept.below = request.preamble;
    kept.belowBytes = request.preambleBytes;
    kept.sealBelow = Seal::of(kept.below).value_or(Seal());
    for (const auto &[path, text] : request.replacedFiles)
      if (path == virtualPreambleFile)
        kept.belowText = text;
  }
  const std::string made = cache_.pathOf(beginning.name + ".pch");
  auto prefix = readPrefix(own, beginning.text, beginning.bounds, isProject_, made);
  auto seal = prefix ? Seal::of(made) : std::nullopt;
  // A name that goes with its contents: another run may be about to read one of other headers.
  kept.file = cache_.pathOf(beginning.name + "-" + llvm::utohexstr(seal ? seal->hash : 0) + ".pch");
  if (!seal || !kept.dependencies.complete() || llvm::sys::fs::rename(made, kept.file)) {
    [[maybe_unused]] const std::error_code remains = llvm::sys::fs::remove(made);
    return;
  }
  if (const auto moved = stampOf(kept.file)) // which counts as a change
    seal->modified = moved->modified;
  kept.seal = *seal;
  kept.prefix = std::move(*prefix);
  // Thousands of numbers, which take their time as text.
  const std::vector<std::uint8_t> packed = nlohmann::json::to_msgpack(kept.toJson());
  cache_.write(beginning.name, llvm::toStringRef(packed));
}

bool Preambles::makePrefix(const ParseRequest &request, const Beginning &beginning,
                           const Dependencies &ofPreamble) const {
  // Where Clang crashes at one, or is ended by who types on, that is not to happen for ever.
  constexpr std::size_t mostTries = 3;
  const std::string seen = "seen-" + beginning.name;
  const std::string tries = cache_.read(seen).value_or(""); // a letter each
  if (tries.size() >= mostTries)
    return false;
  llvm::LockFileManager lock(cache_.pathOf(beginning.name));
  if (lock.getState() == llvm::LockFileManager::LFS_Shared)
    return false; // another makes it; this one has nothing to wait for
  cache_.write(seen, tries + "x");
  writePrefix(request, beginning, ofPreamble);
  return true;
}

void Preambles::addTo(ParseRequest &request) const {
  const auto beginning = beginningOf(request);
  const State state = beginning ? takePrefix(request, *beginning) : State::Absent;
  if (state == State::Taken)
    return;
  const ParseRequest given = request;
  Dependencies ofPreamble;
  request.dependencies = &ofPreamble;
  const bool isWorthIt = addShared(request) && beginning && makes_ != MakesPrefixes::Not;
  request.dependencies = given.dependencies;
  if (request.dependencies)
    request.dependencies->add(ofPreamble);
  if (!isWorthIt)
    return;
  // Where somebody waits for it, not at the first sight, as most files are read but once; nor at
  // the first with headers that were changed: they may be again.
  const bool isBehind = makes_ == MakesPrefixes::Behind;
  const std::string seen = "seen-" + beginning->name;
  if (state == State::Stale)
    cache_.remove(beginning->name);
  const bool isNew = state == State::Stale || !cache_.read(seen);
  if (isNew)
    cache_.write(seen, "");
  if (isNew && !isBehind)
    return;
  const auto makeAndTake = [this, beginning, ofPreamble, given](const ParseRequest &shared) {
    ParseRequest with = given;
    const bool taken =
        makePrefix(shared, *beginning, ofPreamble) && takePrefix(with, *beginning) == State::Taken;
    if (taken)
      cache_.write("seen-" + beginning->name, "");
    return taken ? std::optional(std::move(with)) : std::nullopt;
  };
  if (isBehind) {
    runBehind([this, makeAndTake, request] {
      const Turn turn(cache_.pathOf("behind"));
      makeAndTake(request);
    });
  } else if (auto with = makeAndTake(request)) {
    request = std::move(*with);
  }
}

} // namespace warplint::frontend
