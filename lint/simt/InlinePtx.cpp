//===- InlinePtx.cpp - asm statements that matter to other threads ---------===//
//
// Copies, barriers and matrix loads in inline PTX go the same ways as the functions that
// stand for them. Other instructions give unknown results.
//
//===----------------------------------------------------------------------===//

#include "lint/simt/Interpreter.h"

#include "lint/simt/SharedArrays.h"
#include "llvm/ADT/ScopeExit.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <bit>

namespace warplint::simt {

using namespace clang;

/// Arithmetic of its operands: no other lanes, no special registers, and no memory, or none that
/// is written.
static bool computesOnly(llvm::StringRef code, bool orLoads = false) {
  if (code.contains("%lane") || code.contains("%tid") || code.contains("%warp") ||
      code.contains("%clock") || code.contains("%global") || code.contains("%sm"))
    return false;
  llvm::SmallVector<llvm::StringRef, 8> lines;
  code.split(lines, ';');
  for (llvm::StringRef line : lines) {
    line = line.trim(" \t\n\r{}");
    if (line.empty() || line.starts_with(".reg"))
      continue;
    if (line.starts_with("@"))
      line = line.drop_until([](char c) { return c == ' '; }).ltrim();
    llvm::StringRef operation = line.take_until([](char c) { return c == '.' || c == ' '; });
    bool arithmetic =
        llvm::StringSwitch<bool>(operation)
            .Cases("add", "sub", "mul", "mad", "fma", "div", "rem", "neg", "abs", true)
            .Cases("min", "max", "shl", "shr", "shf", "and", "or", "xor", "not", true)
            .Cases("popc", "clz", "brev", "bfe", "bfi", "bfind", "fns", "lop3", "prmt", true)
            .Cases("cvt", "cvta", "mov", "selp", "setp", "set", "sad", "rcp", "sqrt", true)
            .Cases("rsqrt", "ex2", "lg2", "sin", "cos", "tanh", "dp4a", "dp2a", "slct", true)
            .Cases("addc", "subc", "madc", "mul24", "mad24", "bmsk", "copysign", "testp", true)
            .Case("createpolicy", true)
            .Default(false);
    if (!arithmetic && !(orLoads && operation == "ld"))
      return false;
  }
  return true;
}

/// Of `add.cc`, `madc.lo.cc`, …: the carry flag is set.
static bool setsCarry(llvm::StringRef code) { return code.contains(".cc."); }

/// Does an `addc` come before all that sets the carry flag?
static bool readsCarry(llvm::StringRef code) {
  const std::size_t set = code.find(".cc.");
  return llvm::any_of(std::initializer_list<llvm::StringRef>{"addc.", "subc.", "madc."},
                      [&](llvm::StringRef one) { return code.find(one) < set; });
}

/// "lanemask_lt" of "mov.u32 %0, %%lanemask_lt"; empty where there is none.
static llvm::StringRef specialRegisterIn(llvm::StringRef line) {
  for (std::size_t at = line.find('%'); at != llvm::StringRef::npos; at = line.find('%', at + 1)) {
    llvm::StringRef name = line.substr(at + 1).take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    if (!name.empty() && llvm::isAlpha(name.front()))
      return name;
  }
  return {};
}

/// Is no special register read but one that the threads of a block have in common?
static bool sameForTheBlock(llvm::StringRef line) {
  const llvm::StringRef name = specialRegisterIn(line.trim(" \t\n\r{}"));
  return name.empty() || name.starts_with("cluster_") || name.ends_with("smem_size") ||
         llvm::StringSwitch<bool>(name)
             .Cases("smid", "nsmid", "gridid", "nwarpid", "is_explicit_cluster", true)
             .Default(false);
}

std::optional<Value> Interpreter::specialRegister(llvm::StringRef name) {
  if (name.starts_with("clock") || name.starts_with("globaltimer")) {
    touchUnknown(); // what is timed begins with a barrier
    return timeOfWarp();
  }
  auto [base, axisName] = name.split('.');
  int axis = axisName == "y" ? 1 : axisName == "z" ? 2 : 0;
  if (base == "tid")
    return indexValue("threadIdx", axis);
  if (base == "ntid")
    return indexValue("blockDim", axis);
  if (base == "ctaid")
    return indexValue("blockIdx", axis);
  if (base == "nctaid")
    return indexValue("gridDim", axis);
  if (name == "warpid")
    return algebra_.lanes([](unsigned lane) -> std::int64_t { return lane / warpSize; });
  // Of lane n, as PTX defines them: bit n, those below it, and so on.
  using Mask = std::int64_t (*)(std::uint32_t bit);
  const auto mask =
      llvm::StringSwitch<Mask>(name)
          .Case("laneid", [](std::uint32_t bit) -> std::int64_t { return std::countr_zero(bit); })
          .Case("lanemask_eq", [](std::uint32_t bit) -> std::int64_t { return bit; })
          .Case("lanemask_lt", [](std::uint32_t bit) -> std::int64_t { return bit - 1; })
          .Case("lanemask_le", [](std::uint32_t bit) -> std::int64_t { return bit | (bit - 1); })
          .Case("lanemask_gt", [](std::uint32_t bit) -> std::int64_t { return ~(bit | (bit - 1)); })
          .Case("lanemask_ge", [](std::uint32_t bit) -> std::int64_t { return ~(bit - 1); })
          .Default(nullptr);
  if (!mask)
    return std::nullopt;
  return algebra_.lanes([mask](unsigned lane) { return mask(1U << lane % warpSize); });
}

namespace {

/// One instruction: its opcode and its operands, brackets taken off.
struct Instruction {
  llvm::StringRef predicate; ///< "p" of "@p" and "@!p"; empty: none
  bool isNegated = false;
  llvm::StringRef opcode;
  llvm::SmallVector<llvm::StringRef, 6> operands;
  llvm::SmallVector<llvm::StringRef, 3> addresses; ///< those in brackets
};

bool isOneOf(llvm::StringRef word, std::initializer_list<llvm::StringRef> words) {
  return llvm::is_contained(words, word);
}

/// That of `parts` which stands between the dots of an opcode; empty where none does.
llvm::StringRef partOf(llvm::StringRef opcode, std::initializer_list<llvm::StringRef> parts) {
  llvm::SmallVector<llvm::StringRef, 6> words;
  opcode.split(words, '.');
  const auto *found =
      llvm::find_if(words, [&](llvm::StringRef one) { return isOneOf(one, parts); });
  return found == words.end() ? llvm::StringRef() : *found;
}

/// "LABEL: @p cp.async.ca.shared.global [%0], [%1], 16", without the label.
Instruction instructionIn(llvm::StringRef line) {
  line = line.trim(" \t\n\r{}");
  for (std::size_t colon = line.find(':'); colon != llvm::StringRef::npos; colon = line.find(':')) {
    llvm::StringRef label = line.take_front(colon);
    bool isLabel = !label.empty() && llvm::all_of(label, [](char c) {
      return llvm::isAlnum(c) || c == '_' || c == '$' || c == '%' || c == '=';
    });
    if (!isLabel || line.substr(colon).starts_with("::"))
      break;
    line = line.drop_front(colon + 1).trim(" \t\n\r{}");
  }
  Instruction result;
  auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\n'; };
  if (line.consume_front("@")) {
    result.isNegated = line.consume_front("!");
    result.predicate = line.take_until(isSpace);
    line = line.drop_until(isSpace).ltrim();
  }
  result.opcode = line.take_until(isSpace);
  llvm::StringRef rest = line.drop_until(isSpace).trim();
  int nested = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= rest.size(); ++i) {
    char c = i < rest.size() ? rest[i] : ',';
    nested += c == '[' || c == '{';
    nested -= c == ']' || c == '}';
    if (c != ',' || nested > 0)
      continue;
    llvm::StringRef operand = rest.substr(begin, i - begin).trim();
    begin = i + 1;
    if (operand.empty())
      continue;
    result.operands.push_back(operand);
    if (operand.starts_with("["))
      result.addresses.push_back(operand);
  }
  return result;
}

/// Bytes that a lane loads, stores or changes, by the types in the opcode: ".f32", ".v2.f16x2", …
unsigned bytesMoved(llvm::StringRef opcode) {
  llvm::SmallVector<llvm::StringRef, 8> parts;
  opcode.split(parts, '.');
  unsigned bytes = 0, elements = 1;
  for (llvm::StringRef part : parts) {
    bytes = llvm::StringSwitch<unsigned>(part)
                .Cases("b8", "u8", "s8", 1)
                .Cases("f16", "bf16", "b16", "u16", "s16", 2)
                .Cases("f32", "u32", "s32", "b32", "f16x2", "bf16x2", 4)
                .Cases("f64", "u64", "s64", "b64", 8)
                .Case("b128", 16)
                .Default(bytes);
    elements = llvm::StringSwitch<unsigned>(part).Case("v2", 2).Case("v4", 4).Case("v8", 8).Default(
        elements);
  }
  return bytes * elements;
}

/// The number behind the first % of an operand: %0, %1, …
std::optional<unsigned> placeholder(llvm::StringRef text) {
  for (std::size_t at = text.find('%'); at != llvm::StringRef::npos; at = text.find('%', at + 1)) {
    unsigned number = 0;
    llvm::StringRef digits = text.substr(at + 1).take_while(llvm::isDigit);
    if (!digits.empty() && !digits.getAsInteger(10, number))
      return number;
  }
  return std::nullopt;
}

} // namespace

void Interpreter::execAsm(const GCCAsmStmt *statement) {
  // Those of headers stand in for instructions that the compiler knows.
  if (run_.isProjectFile && run_.isProjectFile(statement->getBeginLoc()))
    fieldRuns_.order(statement->getSourceRange());
  std::vector<Value> inputs;
  for (unsigned i = 0; i < statement->getNumInputs(); ++i) {
    const Expr *input = statement->getInputExpr(i);
    if (isRecord(input->getType()))
      inputs.push_back(algebra_.unknown(Cause::Data));
    else
      inputs.push_back(resolve(
          input->isGLValue() ? load(addressOf(input), input->getType(), nullptr) : eval(input)));
    // What other threads hold is of no matter here.
    if (active_ != algebra_.all() && algebra_.isUniform(inputs.back(), active_))
      inputs.back() = algebra_.uniformPart(inputs.back(), active_);
  }
  unsigned outputs = statement->getNumOutputs();
  llvm::StringRef code = statement->getAsmString()->getString();
  auto inputIndex = [&](llvm::StringRef operand) -> std::optional<unsigned> {
    auto number = placeholder(operand);
    if (!number || *number < outputs || *number - outputs >= inputs.size())
      return std::nullopt;
    return *number - outputs;
  };
  // What registers hold: those of the block by their name, outputs by their number.
  std::map<llvm::StringRef, Value> registers;
  std::vector<std::optional<Value>> written(outputs);
  std::vector<bool> isLost(outputs); ///< written by what is not followed
  auto outputIndex = [&](llvm::StringRef operand) -> std::optional<unsigned> {
    auto number = placeholder(operand);
    return number && *number < outputs ? number : std::nullopt;
  };
  // A register or a number; of an address with an offset, "[%0 + 16]", the sum.
  auto valueOf = [&](llvm::StringRef operand) -> std::optional<Value> {
    operand = operand.trim("[] \t");
    std::int64_t number = 0;
    if (!operand.getAsInteger(0, number))
      return Value(number);
    if (auto held = registers.find(operand); held != registers.end())
      return held->second;
    if (auto output = outputIndex(operand)) {
      const Expr *expr = statement->getOutputExpr(*output);
      if (!written[*output] && !isLost[*output] && statement->isOutputPlusConstraint(*output) &&
          !isRecord(expr->getType()))
        written[*output] = load(addressOf(expr), expr->getType(), nullptr);
      return written[*output];
    }
    auto index = inputIndex(operand);
    if (!index)
      return std::nullopt;
    auto [base, offset] = operand.split('+');
    if (!offset.empty() && !offset.trim().getAsInteger(0, number))
      return algebra_.add(inputs[*index], Value(number));
    return inputs[*index];
  };
  auto addressAt = [&](const Instruction &line, unsigned n) -> std::optional<Value> {
    return n < line.addresses.size() ? valueOf(line.addresses[n]) : std::nullopt;
  };
  auto constantAt = [&](const Instruction &line, unsigned n) -> std::optional<std::int64_t> {
    std::optional<Value> value;
    if (n < line.operands.size())
      value = valueOf(line.operands[n]);
    return value ? value->constant() : std::nullopt;
  };
  auto barrierOf = [&](const Instruction &line, unsigned n) {
    Queue queue;
    queue.kind = QueueKind::Barrier;
    if (auto address = addressAt(line, n)) {
      queue.name = queueName(resolve(*address));
      if (auto index = inputIndex(line.addresses[n]))
        queue.written = text(statement->getInputExpr(*index));
    }
    return queue;
  };
  auto expressionOf = [&](llvm::StringRef operand) -> const Expr * {
    auto index = inputIndex(operand);
    return index ? statement->getInputExpr(*index) : nullptr;
  };
  // By the threads that execute the instruction; the others keep what they had.
  auto write = [&](llvm::StringRef operand, const Value &value) {
    const Value before = valueOf(operand).value_or(algebra_.unknown(Cause::Lane));
    Value after = active_ == algebra_.all() ? value : algebra_.select(active_, value, before);
    if (auto output = outputIndex(operand))
      written[*output] = std::move(after);
    else
      registers[operand] = std::move(after);
  };
  // ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4]; st.shared.f32 [%0], %1, as an access in C++ is.
  auto recordMove = [&](const Instruction &line, const Location &place, const Value &address) {
    const unsigned bytes = bytesMoved(line.opcode);
    Access access;
    access.expr = expressionOf(line.addresses[0]);
    access.type = bytes == 16 ? QualType(context_.UnsignedInt128Ty)
                              : context_.getIntTypeForBitwidth(bytes * 8, 0);
    access.op = line.opcode.starts_with("st") ? "store" : "load";
    if (!access.expr || access.type.isNull() || bytes == 0 || bytes > 16)
      return;
    if (objects_[place.object].space == Space::Shared)
      recordShared(access, place.object, place.offset);
    else if (objects_[place.object].space == Space::Global)
      recordAccess(access, address);
  };
  // setp.ne.b32 p, %0, 0
  auto setPredicate = [&](const Instruction &line) {
    if (line.operands.size() != 3)
      return;
    const auto a = valueOf(line.operands[1]);
    const auto b = valueOf(line.operands[2]);
    llvm::StringRef comparison =
        line.opcode.drop_front(5).take_until([](char c) { return c == '.'; });
    Value &value = registers[line.operands[0]];
    value = algebra_.unknown(Cause::Lane);
    if (!a || !b)
      return;
    if (comparison == "ne")
      value = b->constant() == 0 ? algebra_.truth(*a) : algebra_.logicalNot(algebra_.equal(*a, *b));
    else if (comparison == "eq")
      value = algebra_.equal(*a, *b);
    else if (comparison == "lt")
      value = algebra_.less(*a, *b);
    else if (comparison == "le")
      value = algebra_.lessEqual(*a, *b);
    else if (comparison == "gt")
      value = algebra_.less(*b, *a);
    else if (comparison == "ge")
      value = algebra_.lessEqual(*b, *a);
  };
  auto losesTrackOf = [&](llvm::StringRef operand) {
    if (auto held = registers.find(operand); held != registers.end())
      held->second = algebra_.unknown(Cause::Data);
    if (operand.starts_with("["))
      return;
    llvm::SmallVector<llvm::StringRef, 4> parts; // {%0, %1}
    operand.split(parts, ',');
    for (llvm::StringRef part : parts)
      if (auto output = outputIndex(part)) {
        written[*output].reset();
        isLost[*output] = true;
      }
  };
  // elect.sync %rx|%px, mask: one lane of those that are there.
  auto elect = [&](const Instruction &line) {
    if (line.operands.empty())
      return;
    const LaneMask lanes = active_;
    const Value chosen = algebra_.lanes([&](unsigned lane) -> std::int64_t {
      const std::uint32_t here = lanes.warp(lane / warpSize);
      return here && static_cast<unsigned>(std::countr_zero(here)) == lane % warpSize;
    });
    const auto [number, predicate] = line.operands[0].split('|');
    write(predicate, chosen);
    if (number != "_")
      write(number, warpUniform("the elected lane", false));
  };
  // shfl.sync.idx.b32 %0|p, %1, 0, 0x1f, mask. None of what is not followed.
  auto sourcesOf = [&](const Instruction &line) -> std::optional<ShuffleSources> {
    const llvm::StringRef mode =
        llvm::StringSwitch<llvm::StringRef>(partOf(line.opcode, {"idx", "up", "down", "bfly"}))
            .Case("bfly", "xor")
            .Default(partOf(line.opcode, {"idx", "up", "down"}));
    if (mode.empty() || line.operands.size() < 4)
      return std::nullopt;
    const auto lane = valueOf(line.operands[2]);
    const auto control = constantAt(line, 3);
    // Bits 0 to 4 clamp at the end of a segment, bits 8 to 12 are what its size leaves of 32.
    if (!lane || !control || (*control & 31) != (mode == "up" ? 0 : 31))
      return std::nullopt;
    const auto width = static_cast<unsigned>(warpSize - ((*control >> 8) & 31));
    if ((width & (width - 1)) != 0)
      return std::nullopt;
    return ShuffleSources{mode, resolve(*lane), width};
  };
  auto exchange = [&](const Instruction &line) {
    const auto sources = sourcesOf(line);
    const auto value = sources ? valueOf(line.operands[1]) : std::nullopt;
    if (!value)
      return false;
    const auto [target, found] = line.operands[0].split('|');
    if (!found.empty())
      losesTrackOf(found.trim());
    const auto output = outputIndex(target.trim());
    const QualType type = output ? statement->getOutputExpr(*output)->getType() : context_.IntTy;
    write(target.trim(), shuffled(resolve(*value), *sources, type));
    return true;
  };
  // vote.sync.ballot.b32, redux.sync.add.u32, match.all.sync, activemask.b32: one for the warp.
  auto agree = [&](const Instruction &line) {
    if (line.operands.empty() || line.opcode.starts_with("match.any"))
      return false;
    const auto voted = line.operands.size() > 1 ? valueOf(line.operands[1]) : std::nullopt;
    const bool mayAgree = voted && algebra_.warpsMayAgree(*voted);
    const auto [target, found] = line.operands[0].split('|');
    if (!found.empty())
      write(found.trim(), warpUniform("what a warp votes", mayAgree));
    write(target.trim(), warpUniform("what a warp votes", mayAgree));
    return true;
  };
  // mov.s32 %0, %rx; selp.b32 %0, 1, 0, p. False for what is not followed.
  auto moveOrSelect = [&](const Instruction &line) {
    const bool selects = line.opcode.starts_with("selp.");
    if ((!selects && !line.opcode.starts_with("mov.")) || line.operands.size() != (selects ? 4 : 2))
      return false;
    // mov.b64 %0, {%1, %2} puts two together.
    if (llvm::any_of(line.operands, [](llvm::StringRef one) { return one.starts_with("{"); }))
      return false;
    const auto a = valueOf(line.operands[1]);
    if (!selects && a)
      write(line.operands[0], *a);
    if (!selects)
      return a.has_value();
    const auto b = valueOf(line.operands[2]);
    const auto chosen = registers.find(line.operands[3]);
    if (!a || !b || chosen == registers.end())
      return false;
    const Split parts = split(chosen->second);
    if (parts.maybe.any())
      return false;
    write(line.operands[0], algebra_.select(parts.yes, *a, *b));
    return true;
  };
  // shfl.sync, vote.sync and their like name the lanes in their last operand; those that are
  // .aligned are for the whole warp: mma.sync, ldmatrix.sync, …
  auto meet = [&](const Instruction &line) {
    const llvm::StringRef opcode = line.opcode;
    const std::size_t at = opcode.find(".sync");
    if (at == llvm::StringRef::npos || opcode.starts_with("bar"))
      return;
    std::string name = opcode.take_front(at + llvm::StringRef(".sync").size()).str();
    if (!partOf(opcode, {"aligned"}).empty()) {
      wholeWarpCall(name, statement);
      return;
    }
    const bool isNamed =
        isOneOf(opcode.split('.').first, {"shfl", "vote", "redux", "match", "elect"});
    const auto mask = isNamed && line.operands.size() > 1 ? valueOf(line.operands.back())
                                                          : std::optional<Value>();
    if (!mask)
      return;
    const bool isShuffle = opcode.starts_with("shfl.");
    if (isShuffle)
      name += "." + partOf(opcode, {"idx", "up", "down", "bfly"}).str();
    const auto sources = isShuffle ? sourcesOf(line) : std::nullopt;
    warpCall(name, *mask, statement, sources ? &*sources : nullptr);
  };
  std::optional<Value> result;
  SourceRange range = statement->getSourceRange();
  // bar.sync 1, 128
  auto meetAtNumber = [&](const Instruction &line, const char *op, bool waits, bool isOpen) {
    const auto number = valueOf(line.operands[0]);
    const auto expected =
        line.operands.size() > 1 ? valueOf(line.operands[1]) : std::optional<Value>();
    numberedBarrier(op, number && !isOpen ? *number : algebra_.unknown(Cause::Lane), expected,
                    waits, range);
  };
  Queue own{"thread", QueueKind::Thread, ""};
  operations_ += 2;
  countAsm(code, statement->getBeginLoc());

  if (!computesOnly(code))
    touchUnknown();

  llvm::SmallVector<llvm::StringRef, 8> lines;
  code.split(lines, ';');
  for (llvm::StringRef text : lines) {
    Instruction line = instructionIn(text);
    llvm::StringRef opcode = line.opcode;
    const LaneMask executing = active_;
    const auto atEnd = llvm::make_scope_exit([&] { active_ = executing; });
    bool isOpen = false; // whether some threads execute it
    if (auto predicate = registers.find(line.predicate); predicate != registers.end()) {
      const Split parts = split(predicate->second);
      active_ = parts.maybe | (line.isNegated ? parts.no : parts.yes);
      isOpen = parts.maybe.any();
      if (active_.none())
        continue;
    }
    if (!isOpen)
      meet(line);
    if (opcode.starts_with("setp."))
      setPredicate(line);
    else if (opcode.starts_with("elect.sync"))
      elect(line);
    else if (!isOpen && moveOrSelect(line))
      continue;
    else if (!isOpen &&
             ((opcode.starts_with("shfl.") && exchange(line)) ||
              (isOneOf(opcode.split('.').first, {"vote", "redux", "match", "activemask"}) &&
               agree(line))))
      orderGroups(warpSize);
    else if (!line.operands.empty())
      losesTrackOf(line.operands[0]);
    if (opcode.contains("shared") || opcode.starts_with("ldmatrix") ||
        opcode.starts_with("stmatrix"))
      outcome_.sharedArrays->loseAll();
    if (opcode.contains(".sync") && !opcode.starts_with("bar"))
      orderGroups(warpSize); // the lanes meet: mma, ldmatrix, shfl
    AsyncLife &life = state_.async;
    if (opcode.starts_with("cp.async.commit_group")) {
      life.commit(own.name, own.kind, active_, algebra_.all());
      noteCommit();
    } else if (opcode.starts_with("cp.async.wait_all")) {
      noteWait(own, life.waitThread(own.name, active_, algebra_.all(), 0u, true), range,
               "cp.async.wait_all");
    } else if (opcode.starts_with("cp.async.wait_group")) {
      if (auto pending = constantAt(line, 0))
        noteWait(
            own,
            life.waitThread(own.name, active_, algebra_.all(), static_cast<unsigned>(*pending)),
            range, "cp.async.wait_group");
      else
        life.lostTrack();
    } else if (opcode.starts_with("cp.async.mbarrier.arrive")) {
      if (Queue queue = barrierOf(line, 0); !queue.name.empty()) {
        useBarrier(queue.name, queue.written, range, "cp.async.mbarrier.arrive", 0);
        life.bindToBarrier(queue.name, active_, algebra_.all());
        if (opcode.contains("noinc"))
          useBarrier(queue.name, queue.written, range, "cp.async.mbarrier.arrive", 1);
      } else {
        life.lostTrack();
      }
    } else if (opcode.starts_with("cp.async.bulk.wait_group")) {
      life.waitBulkStores(active_, static_cast<unsigned>(constantAt(line, 0).value_or(0)));
    } else if (opcode.starts_with("cp.async.bulk.commit_group")) {
      life.commitBulkStores(active_);
    } else if (opcode.starts_with("cp.async.bulk.prefetch") ||
               opcode.starts_with("mbarrier.inval") || opcode.starts_with("mbarrier.pending")) {
      // Nothing to wait for.
    } else if (opcode.starts_with("cp.async.bulk")) {
      if (!opcode.contains("mbarrier") || line.addresses.size() < 2) { // out to global memory
        const auto source = line.addresses.size() > 1 ? addressAt(line, 1) : std::nullopt;
        const auto bytes = constantAt(line, 2);
        if (!opcode.contains("tensor") && source && bytes && !isOpen)
          startBulkStore(*source, Value(*bytes), statement);
        continue;
      }
      auto target = addressAt(line, 0);
      Queue queue = barrierOf(line, static_cast<unsigned>(line.addresses.size()) - 1);
      if (!target)
        continue;
      Copy copy;
      copy.target = *target;
      copy.mechanism = "bulk";
      copy.site = statement;
      if (!opcode.contains("tensor")) {
        copy.source = addressAt(line, 1);
        if (auto bytes = constantAt(line, 2))
          copy.bytes = Value(*bytes);
        copy.must = 16;
      }
      if (!queue.name.empty())
        useBarrier(queue.name, queue.written, range, "cp.async.bulk", 0);
      startCopy(copy, queue);
    } else if (opcode.starts_with("cp.async")) {
      auto target = addressAt(line, 0);
      if (!target)
        continue;
      Copy copy;
      copy.target = *target;
      copy.source = addressAt(line, 1);
      copy.mechanism = "cp.async";
      copy.site = statement;
      copy.isOpen = isOpen;
      if (auto bytes = constantAt(line, 2)) {
        copy.bytes = Value(*bytes);
        copy.must = *bytes;
        // [, src-size]{, cache-policy}
        const unsigned most = opcode.contains("cache_hint") ? 4 : 3;
        copy.mayFillZeroes = line.operands.size() > most && constantAt(line, 3) != *bytes;
      }
      startCopy(copy, own);
    } else if ((opcode.starts_with("red.") || opcode.starts_with("atom.")) &&
               !opcode.starts_with("red.async")) {
      const bool returns = opcode.starts_with("atom.");
      if (returns)
        write(line.operands.empty() ? llvm::StringRef() : line.operands[0],
              active_.count() == 1 ? algebra_.fresh(SymbolKind::Loaded, "an atomic's old value")
                                   : algebra_.unknown(Cause::Data));
      const Value address = resolve(addressAt(line, 0).value_or(algebra_.unknown(Cause::Data)));
      const Expr *site = line.addresses.empty() ? nullptr : expressionOf(line.addresses[0]);
      const unsigned bytes = std::min(bytesMoved(opcode), 16U);
      // Where some threads may leave it out, or it goes to another block, its place says little.
      if (!site || !bytes || isOpen || opcode.contains("::cluster")) {
        havoc(address, Cause::Data);
        continue;
      }
      const bool isFloat = opcode.contains(".f") || opcode.contains(".bf");
      QualType type = bytes == 4 && isFloat ? context_.FloatTy
                      : bytes == 16         ? context_.UnsignedInt128Ty
                                            : context_.getIntTypeForBitwidth(8 * bytes, 0);
      const auto isOp = [&](llvm::StringRef op) { return opcode.contains(("." + op).str()); };
      const AtomicKind kind =
          isOp("add.") ? AtomicKind::Sum
          : isOp("min.") || isOp("max.") || isOp("and.") || isOp("or.") || isOp("xor.")
              ? AtomicKind::Other
              : AtomicKind::Exchange;
      std::optional<Value> operand;
      if (const unsigned at = returns ? 2 : 1; at < line.operands.size())
        operand = valueOf(line.operands[at]);
      auto aggregated = isAggregated(kind, returns, type, address,
                                     operand.value_or(algebra_.unknown(Cause::Data)));
      if (isFloat && aggregated)
        aggregated = false;
      readAtomically(address, type, site->IgnoreParenImpCasts(), aggregated);
    } else if (opcode.starts_with("bar.sync") || opcode.starts_with("bar.cta.sync") ||
               opcode.starts_with("barrier.sync") || opcode.starts_with("barrier.cta.sync")) {
      if (line.operands.size() <= 1)
        barrier("bar.sync", "block", 0, range);
      else
        meetAtNumber(line, "bar.sync", /*waits=*/true, isOpen);
    } else if (opcode.starts_with("bar.arrive") || opcode.starts_with("bar.cta.arrive") ||
               opcode.starts_with("barrier.arrive") || opcode.starts_with("barrier.cta.arrive")) {
      meetAtNumber(line, "bar.arrive", /*waits=*/false, isOpen);
    } else if (opcode.starts_with("bar.") || opcode.starts_with("barrier.")) {
      life.someBarrier(active_); // of a part of the block, of a cluster
      orderSomehow();
    } else if (opcode.starts_with("mbarrier.init")) {
      if (auto address = addressAt(line, 0)) {
        auto count = line.operands.size() > 1 ? valueOf(line.operands[1]) : std::nullopt;
        initBarrier(resolve(*address), count ? *count : algebra_.unknown(Cause::Data));
      }
    } else if (opcode.starts_with("mbarrier.arrive") || opcode.starts_with("mbarrier.expect_tx") ||
               opcode.starts_with("mbarrier.complete_tx")) {
      auto at = std::find_if(line.operands.begin(), line.operands.end(),
                             [](llvm::StringRef operand) { return operand.starts_with("["); });
      Queue queue = barrierOf(line, 0);
      bool arrives = opcode.starts_with("mbarrier.arrive");
      bool announces = opcode.contains("expect_tx");
      if (queue.name.empty()) { // of another block of the cluster, whose threads do so at these
        life.lostTrack();
        life.anyBarrierUnknown = true;
        continue;
      }
      std::int64_t count = 1;
      if (!announces && at != line.operands.end() && at + 1 != line.operands.end())
        if (auto value = valueOf(*(at + 1)))
          count = value->constant().value_or(-1);
      if (opcode.contains("drop"))
        count = -1;
      useBarrier(queue.name, queue.written, range, "mbarrier.arrive", arrives ? count : 0);
      if (arrives)
        life.arrive(queue.name, active_, algebra_.all(), announces);
    } else if (opcode.starts_with("mbarrier.try_wait") ||
               opcode.starts_with("mbarrier.test_wait")) {
      Queue queue = barrierOf(line, 0);
      std::optional<unsigned> parity;
      bool known = !queue.name.empty();
      if (opcode.contains("parity")) {
        auto at = std::find_if(line.operands.begin(), line.operands.end(),
                               [](llvm::StringRef operand) { return operand.starts_with("["); });
        std::optional<Value> value;
        if (at != line.operands.end() && at + 1 != line.operands.end())
          value = valueOf(*(at + 1));
        auto constant = value ? value->constant() : std::nullopt;
        known = known && constant.has_value();
        if (constant)
          parity = static_cast<unsigned>(*constant & 1);
      }
      if (!queue.name.empty())
        useBarrier(queue.name, queue.written, range, "mbarrier.try_wait", 0);
      if (known)
        waitAtBarrier(queue, parity, statement, range, "mbarrier.try_wait");
      else
        life.lostTrack();
      memoryChanged();
      orderSomehow();
      result = Value(1); // in the end it is over
    } else if (opcode.starts_with("ldmatrix") || opcode.starts_with("ld.shared")) {
      if (line.addresses.empty())
        continue;
      auto address = addressAt(line, 0);
      Location place = address ? locate(resolve(*address)) : Location();
      if (!place.known || objects_[place.object].space != Space::Shared)
        continue;
      // Lanes 0 to 7 give the rows of the first matrix, and so on.
      LaneMask saved = active_;
      unsigned rows = opcode.contains(".x4") ? 32 : opcode.contains(".x2") ? 16 : 8;
      if (opcode.starts_with("ldmatrix"))
        saved.forEach([&](unsigned lane) {
          if (lane % warpSize >= rows)
            active_.reset(lane);
        });
      const std::int64_t bytes = opcode.starts_with("ldmatrix") ? 16 : bytesMoved(opcode);
      if (active_.any())
        useOf(place.object, place.offset, bytes, expressionOf(line.addresses[0]), "load");
      Access rowOfMatrix;
      rowOfMatrix.expr = expressionOf(line.addresses[0]);
      rowOfMatrix.type = context_.UnsignedInt128Ty;
      if (active_.any() && opcode.starts_with("ldmatrix")) {
        rowOfMatrix.op = "load";
        recordShared(rowOfMatrix, place.object, place.offset);
        if (auto use = sharedUse(SharedUse::Kind::Read, rowOfMatrix, place.object, place.offset))
          noteUse(std::move(*use));
        orderGroups(warpSize);
      } else if (!isOpen) {
        recordMove(line, place, *address);
      }
      active_ = saved;
    } else if (opcode.starts_with("ld.global") || opcode.starts_with("st.global") ||
               opcode.starts_with("st.shared")) {
      if (const auto address = addressAt(line, 0); address && !isOpen)
        if (const Location place = locate(resolve(*address)); place.known)
          recordMove(line, place, resolve(*address));
    } else if (opcode.contains("mbarrier::") && !line.addresses.empty()) {
      // tcgen05.commit, st.async, …: something arrives later, here or at blocks of the cluster.
      Queue queue = barrierOf(line, static_cast<unsigned>(line.addresses.size()) - 1);
      if (queue.name.empty()) {
        life.lostTrack();
        life.anyBarrierUnknown = true;
        continue;
      }
      const llvm::StringRef instruction = opcode.take_front(opcode.find(".mbarrier::"));
      useBarrier(queue.name, queue.written, range, instruction.str(), -1);
      life.arrive(queue.name, active_, algebra_.all(), /*announces=*/false);
    } else if (auto value = specialRegister(specialRegisterIn(text.trim(" \t\n\r{}")))) {
      result = std::move(value);
    } else if (opcode.starts_with("cvta") || opcode.starts_with("cvt.u32.u64")) {
      // An address in another space is still the same place.
      for (const Value &input : inputs)
        result = input;
    }
  }
  // What the results are made of: what goes in, what an output held before, the carry flag.
  std::vector<Value> sources = inputs;
  for (unsigned i = 0; i < outputs; ++i)
    if (const Expr *output = statement->getOutputExpr(i); statement->isOutputPlusConstraint(i)) {
      sources.push_back(isRecord(output->getType())
                            ? algebra_.unknown(Cause::Data)
                            : load(addressOf(output), output->getType(), nullptr));
      if (active_ != algebra_.all() && algebra_.isUniform(sources.back(), active_))
        sources.back() = algebra_.uniformPart(sources.back(), active_);
    }
  if (readsCarry(code))
    sources.push_back(carryFlag_.value_or(algebra_.unknown(Cause::Data)));
  // Of nothing at all, all make the same, unless a register of their own is read.
  const bool ofNothing = sources.empty() && llvm::all_of(lines, sameForTheBlock) &&
                         (computesOnly(code) || code.ltrim(" \t\n{").starts_with("mov."));
  const bool uniform = sources.empty() ? ofNothing : llvm::all_of(sources, [&](const Value &one) {
    return algebra_.isUniform(one, active_);
  });
  // A warp loads one place once; each warp may find something else there.
  const bool ofWarp = !sources.empty() && llvm::all_of(sources, [&](const Value &one) {
    return algebra_.isWarpUniform(one);
  }) && computesOnly(code, /*orLoads=*/true);
  auto made = [&]() -> Value {
    if (uniform && (!statement->isVolatile() || ofNothing || computesOnly(code)))
      return algebra_.fresh(SymbolKind::Derived, "result of inline PTX");
    if (ofWarp)
      return warpUniform("a value loaded by inline PTX", /*warpsMayAgree=*/false);
    // Arithmetic of indices gives no data; of what lanes have in common, it gives what they have in
    // common.
    const bool isArithmetic = computesOnly(code) && !sources.empty();
    Value lost = isArithmetic ? algebra_.unknownLike({&sources.front()})
                              : algebra_.unknown(computesOnly(code) ? Cause::Lane : Cause::Data);
    for (const Value &one : sources)
      lost = algebra_.unknownLike({&lost, &one});
    return lost;
  };
  if (setsCarry(code)) {
    const Value carry = computesOnly(code) ? made() : algebra_.unknown(Cause::Data);
    const bool forAll = active_ == algebra_.all() || !carryFlag_;
    carryFlag_ = forAll ? carry : algebra_.select(active_, carry, *carryFlag_);
  }
  for (unsigned i = 0; i < outputs; ++i) {
    const Expr *output = statement->getOutputExpr(i);
    Address target = resolve(addressOf(output));
    if (isRecord(output->getType())) {
      havoc(target, Cause::Data);
      continue;
    }
    store(target, output->getType(), written[i] ? *written[i] : result ? *result : made(), nullptr);
  }
}

} // namespace warplint::simt
