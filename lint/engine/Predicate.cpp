//===- Predicate.cpp - Lua expressions over evidence ----------------------===//

#include "lint/engine/Predicate.h"

#include "lint/engine/Nearest.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <lua.hpp>
#include <new>
#include <utility>

namespace warplint::engine {
namespace {

/// Far more than any predicate over a handful of values needs; ends an endless
/// loop in about a millisecond.
constexpr int instructionLimit = 100'000;
/// What one call may allocate beyond what the compiled predicates hold.
constexpr std::size_t memoryLimit = 4U << 20;

constexpr std::array<std::string_view, 5> functionNames{"has", "min", "max", "abs", "floor"};
constexpr std::array<std::string_view, 6> operatorWords{"and", "or", "not", "true", "false", "nil"};
constexpr std::array<std::string_view, 16> statementWords{
    "break", "do", "else",  "elseif", "end",    "for",  "function", "goto",
    "if",    "in", "local", "repeat", "return", "then", "until",    "while"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N> &words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

//===----------------------------------------------------------------------===//
// Names, before anything runs
//===----------------------------------------------------------------------===//

/// Walks over the words of an expression. Lua itself judges the grammar; this
/// only has to tell names from strings and numbers.
class NameCheck {
public:
  NameCheck(const std::string &text, SiteKind kind, const Params &params, bool seesKernel)
      : text_(text), kind_(kind), params_(params), seesKernel_(seesKernel) {}

  Expected<void> run() {
    while (at_ < text_.size()) {
      if (Expected<void> step = next(); !step)
        return step;
    }
    return {};
  }

private:
  Expected<void> next() {
    const char c = text_[at_];
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '_')
      return word();
    if (std::isdigit(static_cast<unsigned char>(c))) {
      take([](char d) { return std::isalnum(static_cast<unsigned char>(d)) || d == '.'; });
      return {};
    }
    if (c == '"' || c == '\'')
      return string();
    if (text_.compare(at_, 2, "--") == 0)
      return makeError("a predicate holds no comments");
    if (std::string_view("{}[]:;.").find(c) != std::string_view::npos)
      return makeError("a predicate is one expression over evidence; `" + std::string(1, c) +
                       "` has no place in it");
    if (!std::isspace(static_cast<unsigned char>(c)))
      afterHas_ = afterHas_ && c == '(';
    ++at_;
    return {};
  }

  template <typename Test> std::string_view take(Test test) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && test(text_[at_]))
      ++at_;
    return std::string_view(text_).substr(begin, at_ - begin);
  }

  Expected<void> word() {
    const std::string_view word =
        take([](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
    afterHas_ = word == "has";
    if (contains(statementWords, word))
      return makeError("a predicate is one expression over evidence; `" + std::string(word) +
                       "` has no place in it");
    if (contains(operatorWords, word) || contains(functionNames, word))
      return {};
    return known(word);
  }

  Expected<void> string() {
    const char quote = text_[at_++];
    std::string value;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size())
        value += text_[at_++];
      value += text_[at_++];
    }
    ++at_;
    if (std::exchange(afterHas_, false))
      return known(value);
    return {};
  }

  Expected<void> known(std::string_view name) const {
    if (isSiteName(name) || evidenceName(kind_, name, seesKernel_) ||
        params_.contains(std::string(name)))
      return {};
    return makeError("`" + std::string(name) + "` is neither evidence of a site of kind " +
                     std::string(warplint::name(kind_)) + " nor a param" +
                     didYouMean(name, visibleNames(kind_, params_, seesKernel_)));
  }

  const std::string &text_;
  SiteKind kind_;
  const Params &params_;
  bool seesKernel_;
  std::size_t at_ = 0;
  bool afterHas_ = false; ///< the last word was `has`, with nothing but `(` since
};

//===----------------------------------------------------------------------===//
// What Lua calls. Lua's errors are long jumps, so nothing here owns memory.
//===----------------------------------------------------------------------===//

/// What the C functions see of the call that is under way.
struct Call {
  const Scope *scope = nullptr;
  bool readUnknown = false; ///< evidence was read that the site lacks
};

struct Memory {
  std::size_t used = 0;
  std::size_t limit = static_cast<std::size_t>(-1);
};

void *allocate(void *data, void *block, std::size_t oldSize, std::size_t newSize) {
  auto &memory = *static_cast<Memory *>(data);
  // For a new block, Lua passes the kind of object where the old size would be.
  const std::size_t before = block ? oldSize : 0;
  if (newSize == 0) {
    std::free(block);
    memory.used -= before;
    return nullptr;
  }
  if (newSize > before && memory.used - before + newSize > memory.limit)
    return nullptr;
  void *result = std::realloc(block, newSize);
  if (result)
    memory.used += newSize - before;
  return result;
}

void stopEndlessLoop(lua_State *lua, lua_Debug *) {
  luaL_error(lua, "does not end within %d instructions", instructionLimit);
}

Call &callOf(lua_State *lua) { return **static_cast<Call **>(lua_getextraspace(lua)); }

std::string_view checkText(lua_State *lua, int index) {
  std::size_t length = 0;
  const char *text = luaL_checklstring(lua, index, &length);
  return {text, length};
}

void checkNumbers(lua_State *lua) {
  luaL_checkany(lua, 1);
  for (int i = 1; i <= lua_gettop(lua); ++i)
    luaL_checktype(lua, i, LUA_TNUMBER);
}

int extreme(lua_State *lua, bool greatest) {
  checkNumbers(lua);
  int best = 1;
  for (int i = 2; i <= lua_gettop(lua); ++i) {
    const int less = greatest ? best : i;
    if (lua_compare(lua, less, greatest ? i : best, LUA_OPLT))
      best = i;
  }
  lua_pushvalue(lua, best);
  return 1;
}
int minimum(lua_State *lua) { return extreme(lua, false); }
int maximum(lua_State *lua) { return extreme(lua, true); }

int absolute(lua_State *lua) {
  checkNumbers(lua);
  lua_pushinteger(lua, 0);
  if (lua_compare(lua, 1, -1, LUA_OPLT)) {
    lua_pushvalue(lua, 1);
    lua_arith(lua, LUA_OPUNM);
  } else {
    lua_pushvalue(lua, 1);
  }
  return 1;
}

int floorOf(lua_State *lua) {
  checkNumbers(lua);
  if (lua_isinteger(lua, 1)) {
    lua_pushvalue(lua, 1);
    return 1;
  }
  const lua_Number floored = std::floor(lua_tonumber(lua, 1));
  lua_Integer integer = 0;
  if (lua_numbertointeger(floored, &integer))
    lua_pushinteger(lua, integer);
  else
    lua_pushnumber(lua, floored);
  return 1;
}

/// has(name)
int hasName(lua_State *lua) {
  const std::string_view name = checkText(lua, 1);
  lua_pushboolean(lua, !std::holds_alternative<std::monostate>(valueOf(*callOf(lua).scope, name)));
  return 1;
}

lua_CFunction functionNamed(std::string_view name) {
  if (name == "has")
    return hasName;
  if (name == "min")
    return minimum;
  if (name == "max")
    return maximum;
  if (name == "abs")
    return absolute;
  if (name == "floor")
    return floorOf;
  return nullptr;
}

void push(lua_State *lua, const ValueView &value) {
  if (const auto *flag = std::get_if<bool>(&value))
    lua_pushboolean(lua, *flag);
  else if (const auto *integer = std::get_if<std::int64_t>(&value))
    lua_pushinteger(lua, *integer);
  else if (const auto *number = std::get_if<double>(&value))
    lua_pushnumber(lua, *number);
  else if (const auto *text = std::get_if<std::string_view>(&value))
    lua_pushlstring(lua, text->data(), text->size());
  else
    lua_pushnil(lua);
}

/// A global name is read: __index of the environment.
int readGlobal(lua_State *lua) {
  Call &call = callOf(lua);
  const std::string_view name = checkText(lua, 2);
  if (lua_CFunction function = functionNamed(name)) {
    lua_pushcfunction(lua, function);
    return 1;
  }
  const ValueView value = valueOf(*call.scope, name);
  if (std::holds_alternative<std::monostate>(value)) {
    if (!evidenceName(call.scope->kind, name, call.scope->seesKernel))
      return luaL_error(lua, "unknown name `%s`", lua_tostring(lua, 2));
    call.readUnknown = true;
    return luaL_error(lua, "unknown evidence");
  }
  push(lua, value);
  return 1;
}

int writeGlobal(lua_State *lua) { return luaL_error(lua, "a predicate cannot assign"); }

} // namespace

//===----------------------------------------------------------------------===//
// The interpreter
//===----------------------------------------------------------------------===//

class Predicates::Interpreter {
public:
  Interpreter() : lua_(lua_newstate(allocate, &memory_)) {
    if (!lua_)
      throw std::bad_alloc();
    *static_cast<Call **>(lua_getextraspace(lua_)) = &call_;
    lua_newtable(lua_); // the environment: always empty, so that all goes through __index
    lua_newtable(lua_);
    lua_pushcfunction(lua_, readGlobal);
    lua_setfield(lua_, -2, "__index");
    lua_pushcfunction(lua_, writeGlobal);
    lua_setfield(lua_, -2, "__newindex");
    lua_setmetatable(lua_, -2);
    lua_rawseti(lua_, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  }
  ~Interpreter() { lua_close(lua_); }
  Interpreter(const Interpreter &) = delete;
  Interpreter &operator=(const Interpreter &) = delete;

  Expected<int> compile(const std::string &expression) {
    // The line break keeps a comment from hiding the closing parenthesis.
    const std::string chunk = "return (" + expression + "\n)";
    memory_.limit = memory_.used + memoryLimit + 64 * chunk.size();
    const int status = luaL_loadbufferx(lua_, chunk.data(), chunk.size(), "=predicate", "t");
    memory_.limit = static_cast<std::size_t>(-1);
    if (status != LUA_OK)
      return tl::unexpected<Error>(takeError());
    return luaL_ref(lua_, LUA_REGISTRYINDEX);
  }

  Expected<bool> holds(int handle, const Scope &scope) {
    call_ = {&scope, false};
    lua_rawgeti(lua_, LUA_REGISTRYINDEX, handle);
    lua_sethook(lua_, stopEndlessLoop, LUA_MASKCOUNT, instructionLimit);
    memory_.limit = memory_.used + memoryLimit;
    const int status = lua_pcall(lua_, 0, 1, 0);
    memory_.limit = static_cast<std::size_t>(-1);
    call_.scope = nullptr;
    if (status != LUA_OK) {
      Error error = takeError();
      if (call_.readUnknown)
        return false;
      return tl::unexpected<Error>(std::move(error));
    }
    if (!lua_isboolean(lua_, -1)) {
      const std::string type = luaL_typename(lua_, -1);
      lua_pop(lua_, 1);
      return makeError("the predicate must give true or false, not a " + type);
    }
    const bool result = lua_toboolean(lua_, -1);
    lua_pop(lua_, 1);
    return result;
  }

private:
  /// The message on the stack, without "predicate:1: ".
  Error takeError() {
    const char *text = lua_tostring(lua_, -1);
    std::string message = text ? text : "the predicate failed";
    lua_pop(lua_, 1);
    if (message.starts_with("predicate:")) {
      if (const std::size_t colon = message.find(": "); colon != std::string::npos)
        message.erase(0, colon + 2);
    }
    return Error{std::move(message), {}, 0, 0};
  }

  Memory memory_;
  Call call_;
  lua_State *lua_;
};

Expected<void> checkNames(const std::string &expression, SiteKind kind, const Params &params,
                          bool seesKernel) {
  return NameCheck(expression, kind, params, seesKernel).run();
}

bool isReservedWord(std::string_view word) {
  return contains(statementWords, word) || contains(operatorWords, word) ||
         contains(functionNames, word);
}

Predicates::Predicates() : interpreter_(std::make_unique<Interpreter>()) {}
Predicates::~Predicates() = default;
Predicates::Predicates(Predicates &&) noexcept = default;
Predicates &Predicates::operator=(Predicates &&) noexcept = default;

Expected<int> Predicates::compile(const std::string &expression) {
  return interpreter_->compile(expression);
}

Expected<bool> Predicates::holds(int handle, const Scope &scope) {
  return interpreter_->holds(handle, scope);
}

} // namespace warplint::engine
