//===- Arithmetic.cpp - operations and bytes, as the kernel runs ----------===//
//
// Floating-point operations are counted as written, lane by lane: what compilers
// fold, hoist or fuse away is still there, and a fused multiply-add is two whether
// the source or the compiler makes it. Functions that are no addition or
// multiplication are counted apart, since each expands to several on every chip.
//
//===----------------------------------------------------------------------===//

#include "lint/simt/Edges.h"
#include "lint/simt/Interpreter.h"
#include "lint/simt/Matrices.h"
#include "lint/simt/SmallFloats.h"
#include "lint/simt/Target.h"
#include "lint/simt/Tuples.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

#include <algorithm>
#include <cmath>

namespace warplint::simt {

using namespace clang;

namespace {

constexpr double fused = 2;                              // operations of a fused multiply-add
constexpr std::uint64_t mostPlaces = 8'000'000;          // lanes × accesses whose places are kept
constexpr std::int64_t countTag = std::int64_t{1} << 40; // beside the ids of symbols
constexpr std::int64_t endOfTerm = -1;
constexpr double threadsOfWarpgroup = 128; // PTX ISA, "Asynchronous Warpgroup Level Matrix"

/// Operations of `+`, `-=`, `*`, …; fewer than 0: it is none that counts.
double flopsOfOperator(OverloadedOperatorKind kind) {
  switch (kind) {
  case OO_Plus:
  case OO_Minus:
  case OO_Star:
  case OO_PlusEqual:
  case OO_MinusEqual:
  case OO_StarEqual:
  case OO_PlusPlus:
  case OO_MinusMinus:
    return 1;
  default:
    return -1;
  }
}

/// "exp" of "expf", "__expf", "exp2f" -> "exp2": functions that are several instructions.
bool isSpecialFunction(llvm::StringRef name) {
  const bool intrinsic = name.consume_front("__");
  if (intrinsic) {
    // __fdiv_rn, __frcp_rz, __dsqrt_ru, …
    for (const char *rounding : {"_rn", "_rz", "_ru", "_rd"})
      if (name.consume_back(rounding))
        return llvm::StringSwitch<bool>(name)
            .Cases("fdiv", "frcp", "fsqrt", "frsqrt", "ddiv", "drcp", "dsqrt", true)
            .Default(false);
    return llvm::StringSwitch<bool>(name)
        .Cases("expf", "exp10f", "logf", "log2f", "log10f", "powf", true)
        .Cases("sinf", "cosf", "tanf", "sincosf", "fdividef", "tanhf", true)
        .Default(false);
  }
  name.consume_front("builtin_");
  const auto known = [](llvm::StringRef one) {
    return llvm::StringSwitch<bool>(one)
        .Cases("sqrt", "rsqrt", "cbrt", "rcbrt", "hypot", "rhypot", true)
        .Cases("exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", true)
        .Cases("sin", "cos", "tan", "sincos", "sinpi", "cospi", "sincospi", true)
        .Cases("asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", true)
        .Cases("asinh", "acosh", "atanh", "pow", "powi", "fmod", "remainder", true)
        .Cases("erf", "erfc", "erfinv", "erfcinv", "erfcx", "normcdf", true)
        .Cases("tgamma", "lgamma", "norm3d", "norm4d", "rnorm3d", "rnorm4d", true)
        .Default(false);
  };
  if (known(name))
    return true;
  return name.consume_back("f") && known(name);
}

/// Is its code more than a straight run of instructions (PTX of nvcc 13.0, sm_90)?
bool branchesWithin(llvm::StringRef name, bool isDouble, const LangOptions &options) {
  if (name.consume_front("__") && !name.consume_front("builtin_"))
    return false;
  if (!isDouble && name.ends_with("f") && name != "erf")
    name = name.drop_back();
  if (llvm::StringSwitch<bool>(name)
          .Cases("log1p", "sinpi", "cospi", "sincospi", "atan", "asinh", "acosh", "atanh", true)
          .Cases("erfinv", "tgamma", "lgamma", "normcdf", "atan2", "fmod", "remainder", true)
          .Default(false))
    return true;
  if (llvm::StringSwitch<bool>(name)
          .Cases("sin", "cos", "tan", "sincos", "log", "log2", "log10", "pow", true)
          .Default(false))
    return isDouble || !options.GPUDeviceApproxTranscendentals;
  if (!isDouble)
    return name == "erf";
  return llvm::StringSwitch<bool>(name)
      .Cases("exp", "exp2", "exp10", "expm1", "cbrt", "rcbrt", "asin", "acos", true)
      .Cases("sinh", "cosh", "tanh", "erfc", true)
      .Default(false);
}

/// Of a function of numbers of 16 bits: __hadd, __hmul2, __hfma_relu, hexp, h2sqrt.
std::optional<std::pair<double, bool>> halfFunction(llvm::StringRef name) { // flops, special
  const bool intrinsic = name.consume_front("__");
  if (!name.consume_front("h"))
    return std::nullopt;
  if (!intrinsic) {
    name.consume_front("2");
    const bool special =
        llvm::StringSwitch<bool>(name)
            .Cases("exp", "exp2", "exp10", "log", "log2", "log10", "sqrt", "rsqrt", true)
            .Cases("sin", "cos", "rcp", "tanh", true)
            .Default(false);
    return special ? std::optional(std::pair(0.0, true)) : std::nullopt;
  }
  for (const char *suffix : {"_rn", "_sat", "_relu"})
    name.consume_back(suffix);
  const double width = name.consume_back("2") ? 2 : 1;
  if (name == "add" || name == "sub" || name == "mul")
    return std::pair(width, false);
  if (name == "fma")
    return std::pair(fused * width, false);
  if (name == "div")
    return std::pair(0.0, true);
  return std::nullopt;
}

/// Of a function of float or double; nothing where it is none of those that count.
std::optional<std::pair<double, bool>> realFunction(llvm::StringRef name) { // flops, special
  if (isSpecialFunction(name))
    return std::pair(0.0, true);
  name.consume_front("__builtin_");
  const bool intrinsic = name.consume_front("__");
  if (!intrinsic)
    return llvm::StringSwitch<bool>(name).Cases("fma", "fmaf", true).Default(false)
               ? std::optional(std::pair(fused, false))
           : name == "fdim" || name == "fdimf" ? std::optional(std::pair(1.0, false))
                                               : std::nullopt;
  bool rounds = false;
  for (const char *rounding : {"_rn", "_rz", "_ru", "_rd"})
    rounds = rounds || name.consume_back(rounding);
  if (!rounds)
    return std::nullopt;
  return llvm::StringSwitch<std::optional<std::pair<double, bool>>>(name)
      .Cases("fadd", "fsub", "fmul", "dadd", "dsub", "dmul", std::pair(1.0, false))
      .Cases("fmaf", "fma", std::pair(fused, false))
      .Default(std::nullopt);
}

/// Of a matrix operand, as wmma and PTX name it.
std::optional<Unit> tensorUnit(llvm::StringRef element) {
  return llvm::StringSwitch<std::optional<Unit>>(element)
      .Cases("f16", "__half", Unit::TensorFp16)
      .Cases("bf16", "__nv_bfloat16", Unit::TensorBf16)
      .Case("tf32", Unit::TensorTf32)
      .Case("f64", Unit::TensorFp64)
      .Cases("e4m3", "e5m2", Unit::TensorFp8)
      .Cases("s8", "u8", Unit::TensorInt8)
      .Default(std::nullopt);
}

/// There only wgmma multiplies in eight bits: nvcc 13.0 widens what mma.sync takes, and the
/// counters of an H200 show all of it in half precision (docs/scorecard.md, "Held against a GPU").
constexpr unsigned hopper = 90;

/// Rows, columns and depth of a matrix operation: "m16n8k16".
std::optional<double> operationsOfShape(llvm::StringRef shape) {
  unsigned m = 0, n = 0, k = 0;
  const bool isShape = shape.consume_front("m") && !shape.consumeInteger(10, m) &&
                       shape.consume_front("n") && !shape.consumeInteger(10, n) &&
                       shape.consume_front("k") && !shape.consumeInteger(10, k) && shape.empty();
  return isShape ? std::optional(fused * m * n * k) : std::nullopt;
}

/// nvcuda::wmma::fragment<Use, M, N, K, Element, Layout>.
struct Fragment {
  std::string use;
  std::array<std::int64_t, 3> shape{}; ///< M, N, K
  std::string element;
  std::int64_t elementBytes = 0;
  std::string layout; ///< empty: none
};

std::optional<Fragment> fragmentOf(const ASTContext &context, QualType type) {
  const auto *record = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || record->getName() != "fragment" || record->getTemplateArgs().size() < 5)
    return std::nullopt;
  const TemplateArgumentList &arguments = record->getTemplateArgs();
  const auto nameOf = [](const TemplateArgument &argument) -> std::string {
    if (argument.getKind() != TemplateArgument::Type)
      return {};
    const QualType held = argument.getAsType();
    if (const CXXRecordDecl *named = held->getAsCXXRecordDecl(); named && named->getIdentifier())
      return named->getName().str();
    if (const auto *builtin = held->getAs<BuiltinType>())
      switch (builtin->getKind()) {
      case BuiltinType::Double:
        return "f64";
      case BuiltinType::SChar:
      case BuiltinType::Char_S:
        return "s8";
      case BuiltinType::UChar:
      case BuiltinType::Char_U:
        return "u8";
      default:
        return "f32";
      }
    return {};
  };
  Fragment fragment;
  fragment.use = nameOf(arguments[0]);
  for (unsigned i = 0; i < fragment.shape.size(); ++i) {
    if (arguments[i + 1].getKind() != TemplateArgument::Integral)
      return std::nullopt;
    const std::optional<std::int64_t> size = arguments[i + 1].getAsIntegral().tryExtValue();
    if (!size)
      return std::nullopt;
    fragment.shape[i] = *size;
  }
  fragment.element = nameOf(arguments[4]);
  if (arguments[4].getKind() == TemplateArgument::Type) {
    const QualType element = arguments[4].getAsType();
    fragment.elementBytes = fragment.element == "tf32" ? 4
                            : element->isIncompleteType()
                                ? 0
                                : context.getTypeSizeInChars(element).getQuantity();
  }
  if (arguments.size() > 5)
    fragment.layout = nameOf(arguments[5]);
  return fragment;
}

} // namespace

unsigned Interpreter::lineOf(SourceLocation location) const {
  const SourceManager &sources = context_.getSourceManager();
  return sources.getPresumedLineNumber(sources.getFileLoc(location));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

std::optional<Unit> Interpreter::unitOf(QualType type) const {
  type = type.getNonReferenceType();
  if (halves(recordName(type)))
    return Unit::Fp16;
  if (!type->isRealFloatingType())
    return std::nullopt;
  const std::uint64_t bits = context_.getTypeSize(type);
  return bits == 16 ? Unit::Fp16 : bits == 32 ? Unit::Fp32 : Unit::Fp64;
}

void Interpreter::countFlops(Unit unit, double perLane) {
  if (!uncounted_)
    recorder_.work().operations[{}].flops[static_cast<std::size_t>(unit)] +=
        perLane * active_.count();
}

void Interpreter::countOperator(BinaryOperatorKind kind, QualType type) {
  if (uncounted_)
    return;
  OperationCounts &counts = recorder_.work().operations[{}];
  const double lanes = active_.count();
  if (const auto unit = unitOf(type)) {
    if (kind == BO_Add || kind == BO_Sub || kind == BO_Mul)
      counts.flops[static_cast<std::size_t>(*unit)] += lanes;
    else if (kind == BO_Div)
      counts.special += lanes;
  } else if (type->isIntegerType()) {
    counts.integer += lanes;
  }
}

const std::optional<Interpreter::NamedArithmetic> &
Interpreter::namedArithmetic(const FunctionDecl *function) {
  auto [entry, isNew] = namedArithmetic_.try_emplace(function->getCanonicalDecl());
  std::optional<NamedArithmetic> &result = entry->second;
  if (!isNew)
    return result;
  // A function that the project wrote itself is entered, whatever it is called.
  if (function->hasBody() && run_.isProjectFile && run_.isProjectFile(function->getLocation()))
    return result;
  if (const OverloadedOperatorKind op = function->getOverloadedOperator(); op != OO_None) {
    QualType operand = function->getNumParams() ? function->getParamDecl(0)->getType() : QualType();
    if (const auto *method = llvm::dyn_cast<CXXMethodDecl>(function);
        method && method->isInstance())
      operand = context_.getRecordType(method->getParent());
    const unsigned width = operand.isNull() ? 0 : halves(recordName(operand));
    const bool binary = function->getNumParams() == 2 || flopsOfOperator(op) < 0 ||
                        op == OO_PlusPlus || op == OO_MinusMinus;
    if (!width || !binary) // -a, +a
      return result;
    if (op == OO_Slash || op == OO_SlashEqual)
      result = NamedArithmetic{Unit::Fp16, 0, static_cast<double>(width)};
    else if (flopsOfOperator(op) > 0)
      result = NamedArithmetic{Unit::Fp16, width * flopsOfOperator(op), 0};
    return result;
  }
  if (!function->getDeclName().isIdentifier())
    return result;
  const std::string full = plainName(function);
  llvm::StringRef name = full;
  if (!name.consume_front("std::") && !name.consume_front("cuda::std::") &&
      !name.consume_front("::") && name.contains("::"))
    return result;
  if (name.contains("::"))
    return result;
  const auto unit = unitOf(function->getReturnType());
  if (unit == Unit::Fp16) {
    if (const auto found = halfFunction(name))
      result = NamedArithmetic{Unit::Fp16, found->first, found->second ? 1.0 : 0.0};
    return result;
  }
  // sincosf() returns nothing; its argument tells.
  const auto argument =
      function->getNumParams() ? unitOf(function->getParamDecl(0)->getType()) : std::nullopt;
  if (const auto found = unit || argument ? realFunction(name) : std::nullopt) {
    const Unit of = unit.value_or(argument.value_or(Unit::Fp32));
    result = NamedArithmetic{of, found->first, found->second ? 1.0 : 0.0,
                             branchesWithin(name, of == Unit::Fp64, context_.getLangOpts())};
  }
  return result;
}

void Interpreter::countCall(const FunctionDecl *function, const CallExpr *call) {
  if (uncounted_)
    return;
  if (const auto &found = namedArithmetic(function)) {
    if (found->branches)
      fieldRuns_.endBlock();
    countFlops(found->unit, found->flops);
    recorder_.work().operations[{}].special += found->special * active_.count();
    return;
  }
  if (!function->getDeclName().isIdentifier())
    return;
  const llvm::StringRef name = function->getName();
  if (name.ends_with("_matrix_sync") || name == "mma_sync")
    if (const std::string full = plainName(function);
        llvm::StringRef(full).starts_with("nvcuda::wmma::"))
      countMatrixCall(name, call);
}

void Interpreter::countMatrixCall(llvm::StringRef name, const CallExpr *call) {
  const double warps = static_cast<double>(warpsOf(active_));
  if (name == "mma_sync") {
    const auto fragment =
        call->getNumArgs() >= 4 ? fragmentOf(context_, call->getArg(1)->getType()) : std::nullopt;
    const auto unit = fragment ? tensorUnit(fragment->element) : std::nullopt;
    if (!unit) {
      noteUnseenTraffic("a matrix operation of a type that is not known", call->getBeginLoc());
      return;
    }
    const auto &[m, n, k] = fragment->shape;
    recorder_.work().operations[{}].flops[static_cast<std::size_t>(*unit)] +=
        warps * fused * static_cast<double>(m * n * k);
    return;
  }
  const bool isLoad = name.starts_with("load_");
  if (call->getNumArgs() < 3)
    return;
  const Expr *pointer = call->getArg(isLoad ? 1 : 0);
  const auto fragment = fragmentOf(context_, call->getArg(isLoad ? 0 : 1)->getType());
  if (!pointer->getType()->isPointerType())
    return;
  // Both are evaluated again as arguments of the call: here they leave no trace.
  const State before = state_;
  const std::vector<Held> held = held_;
  const std::vector<SiteRecord *> neighbours = neighbours_;
  const std::uint64_t operations = operations_;
  beginRecords();
  const Value address = resolve(eval(pointer));
  const Value pitch = resolve(eval(call->getArg(2)));
  discardRecords();
  neighbours_ = neighbours;
  operations_ = settled_ = operations;
  held_ = held;
  state_ = before;
  const Location place = locate(address);
  const Space space = place.known ? objects_[place.object].space : Space::Unknown;
  if (space != Space::Global && space != Space::Unknown && space != Space::Shared)
    return;
  if (!fragment || !fragment->elementBytes || (address.unknown && active_.any())) {
    if (space != Space::Shared)
      noteUnseenTraffic("a matrix that is loaded or stored as a whole", call->getBeginLoc());
    return;
  }
  // Which way it lies: of an accumulator the last argument tells, by its name.
  std::string layout = fragment->layout;
  if (call->getNumArgs() > 3)
    layout = text(call->getArg(3));
  const bool byColumns = llvm::StringRef(layout).contains("col");
  const auto &[m, n, k] = fragment->shape;
  const std::int64_t rows = fragment->use == "matrix_b" ? k : m;
  const std::int64_t columns = fragment->use == "matrix_a" ? k : n;
  const std::int64_t lines = byColumns ? columns : rows;
  const std::int64_t length = byColumns ? rows : columns;
  if (space == Space::Shared) {
    MatrixTile tile;
    tile.isAccumulator = fragment->use == "accumulator";
    tile.element = fragment->element;
    tile.elementBytes = static_cast<unsigned>(fragment->elementBytes);
    tile.lines = static_cast<unsigned>(lines);
    tile.length = static_cast<unsigned>(length);
    tile.alongDepth = byColumns == (fragment->use == "matrix_b");
    tile.byColumns = byColumns;
    Access access;
    access.expr = call;
    access.op = isLoad ? "load" : "store";
    recordMatrix(access, place.object, place.offset, pitch, tile);
    access.expr = pointer;
    noteMatrixUse(access, place, pitch, tile);
    return;
  }
  const std::int64_t bytes = length * fragment->elementBytes;
  // A line of the matrix by one lane of each warp.
  LaneMask first;
  for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
    if (const std::uint32_t lanes = active_.warp(warp))
      first.set(warp * warpSize + static_cast<unsigned>(std::countr_zero(lanes)));
  const double sectors =
      warps * std::ceil(static_cast<double>(bytes) / static_cast<double>(sectorBytes));
  for (std::int64_t line = 0; line < lines; ++line) {
    const Value at =
        algebra_.add(address, algebra_.mul(pitch, Value(line * fragment->elementBytes)));
    noteTraffic({call, isLoad ? 'l' : 's'}, at, first, bytes, sectors);
  }
}

// Which lane it is that comes to what is not said: what counts is that the warp does, whose lanes
// meet there.
void Interpreter::noteMatrixUse(const Access &access, const Location &place, const Value &pitch,
                                const MatrixTile &tile) {
  SharedUse use;
  use.kind = access.op == std::string("load") ? SharedUse::Kind::Read : SharedUse::Kind::Write;
  use.object = place.object;
  use.bytes = tile.length * tile.elementBytes;
  for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
    if (const std::uint32_t lanes = active_.warp(warp))
      use.lanes.set(warp * warpSize + static_cast<unsigned>(std::countr_zero(lanes)));
  use.op = access.op;
  use.range = access.expr->getSourceRange();
  use.within = withinStatement();
  if (use.lanes.none() || !use.bytes)
    return;
  orderGroups(warpSize);
  for (unsigned line = 0; line < tile.lines; ++line) {
    use.offset = algebra_.add(place.offset,
                              algebra_.mul(pitch, Value(std::int64_t{line} * tile.elementBytes)));
    noteUse(use);
  }
  orderGroups(warpSize);
}

void Interpreter::recordMatrix(const Access &access, ObjectId object, const Value &offset,
                               const Value &pitch, const MatrixTile &tile) {
  constexpr unsigned turing = 75; // Volta's fragments are others
  bool whole = active_.any();
  for (unsigned warp = 0; warp < algebra_.warps(); ++warp)
    whole = whole && (active_.warp(warp) == 0 || active_.warp(warp) == ~0U);
  if (!whole || targetCapability(context_) < turing)
    return;
  for (const MatrixRequest &request : matrixRequests(tile)) {
    std::vector<std::int64_t> line(algebra_.threads()), position(algebra_.threads());
    LaneMask lanes;
    active_.forEach([&](unsigned thread) {
      const unsigned lane = thread % warpSize;
      line[thread] = std::int64_t{request.line[lane]} * tile.elementBytes;
      position[thread] = std::int64_t{request.position[lane]} * tile.elementBytes;
      if ((request.active >> lane) & 1)
        lanes.set(thread);
    });
    const Value there = algebra_.add(algebra_.add(offset, Value(Lanes(std::move(position)))),
                                     algebra_.mul(pitch, Value(Lanes(std::move(line)))));
    Access one = access;
    one.type = request.bytes == 16  ? context_.UnsignedInt128Ty
               : request.bytes == 8 ? context_.UnsignedLongLongTy
               : request.bytes == 4 ? context_.UnsignedIntTy
                                    : context_.UnsignedCharTy;
    const llvm::SaveAndRestore<LaneMask> only(active_, lanes);
    recordShared(one, object, there);
  }
  if (SiteRecord *record = recorder_.find(SiteKind::SharedAccess, access.expr->getSourceRange(),
                                          access.op, objects_[object].name))
    record->assumptions.insert("which lane asks for what of a matrix is documented nowhere, and "
                               "taken from what nvcc 13.0 makes of it");
}

// Arithmetic and matrix operations in PTX.
void Interpreter::countAsm(llvm::StringRef code, SourceLocation where) {
  if (uncounted_)
    return;
  llvm::SmallVector<llvm::StringRef, 8> lines;
  code.split(lines, ';');
  for (llvm::StringRef line : lines) {
    line = line.trim(" \t\n\r{}");
    if (line.starts_with("@"))
      line = line.drop_until([](char c) { return c == ' '; }).ltrim();
    llvm::SmallVector<llvm::StringRef, 12> parts;
    line.take_until([](char c) { return c == ' ' || c == '\t'; }).split(parts, '.');
    if (parts.size() < 2)
      continue;
    const llvm::StringRef operation = parts.front();
    const bool ofWarp = operation == "mma", ofGroup = operation == "wgmma";
    if (ofWarp || ofGroup) {
      std::optional<double> flops;
      std::optional<Unit> unit;
      llvm::SmallVector<llvm::StringRef, 4> types;
      for (llvm::StringRef part : parts) {
        if (const auto shape = operationsOfShape(part))
          flops = shape;
        else if (part == "f32" || part == "s32" || tensorUnit(part))
          types.push_back(part);
      }
      if (flops && types.size() >= 2)
        unit = tensorUnit(types[1]); // that of A, behind that of D
      if (unit == Unit::TensorFp8 && ofWarp && targetCapability(context_) == hopper)
        unit = Unit::TensorFp16;
      if (flops && unit)
        recorder_.work().operations[{}].flops[static_cast<std::size_t>(*unit)] +=
            *flops *
            (ofWarp ? static_cast<double>(warpsOf(active_)) : active_.count() / threadsOfWarpgroup);
      continue;
    }
    const bool moves = llvm::StringSwitch<bool>(operation)
                           .Cases("ld", "st", "ldu", "atom", "red", "tex", "suld", "sust", true)
                           .Default(false);
    if (moves && parts[1] != "shared" && parts[1] != "param" && parts[1] != "local" &&
        parts[1] != "const")
      noteUnseenTraffic("inline PTX", where);
    const double flops = llvm::StringSwitch<double>(operation)
                             .Cases("add", "sub", "mul", 1)
                             .Cases("fma", "mad", fused)
                             .Default(0);
    if (flops == 0)
      continue;
    const llvm::StringRef type = parts.back();
    if (type == "f32")
      countFlops(Unit::Fp32, flops);
    else if (type == "f32x2")
      countFlops(Unit::Fp32, 2 * flops);
    else if (type == "f64")
      countFlops(Unit::Fp64, flops);
    else if (type == "f16" || type == "bf16")
      countFlops(Unit::Fp16, flops);
    else if (type == "f16x2" || type == "bf16x2")
      countFlops(Unit::Fp16, 2 * flops);
  }
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

void Interpreter::noteUnseenTraffic(const std::string &what, SourceLocation where) {
  recorder_.work().unseen.insert(what + " in line " + std::to_string(lineOf(where)));
}

// A function that is not entered may read or write where a pointer leads.
void Interpreter::noteUnseenCall(const FunctionDecl *function, const Expr *argument,
                                 const Value &pointer) {
  const QualType type = argument->getType();
  if (!type->isPointerType() || type->isFunctionPointerType())
    return;
  const std::string name = function ? plainName(function) : std::string("a function");
  const llvm::StringRef text(name);
  if (text.starts_with("nvcuda::wmma::") || text.starts_with("__") || text == "printf" ||
      text.starts_with("cuda::") || text.starts_with("cooperative_groups::"))
    return;
  if (const Location place = locate(pointer); place.known &&
                                              objects_[place.object].space != Space::Global &&
                                              objects_[place.object].space != Space::Unknown)
    return;
  recorder_.work().unseen.insert("`" + name + "` in line " +
                                 std::to_string(lineOf(argument->getBeginLoc())));
}

void Interpreter::noteTraffic(const AccessId &access, const Address &address, const LaneMask &lanes,
                              std::int64_t bytes, std::optional<double> sectors,
                              const std::string &element) {
  Work &work = recorder_.work();
  Traffic &traffic = work.traffic[{LoopPath(), access}];
  const double accessed = static_cast<double>(bytes) * lanes.count();
  traffic.accessed += accessed;
  if (!element.empty())
    traffic.element = &*elements_.insert(element).first;
  if (!sectors) {
    traffic.unknown += accessed;
    return;
  }
  traffic.sectors += *sectors;
  placesNoted_ += lanes.count();
  if (placesNoted_ > mostPlaces)
    work.placesLost = true;
  if (!work.placesLost)
    notePlaces(access, address, lanes, bytes);
}

// Where it goes, as bytes past what is symbolic in the address. What an iteration that stands for
// all adds to the address is a step of its loop.
void Interpreter::notePlaces(const AccessId &access, const Address &address, const LaneMask &lanes,
                             std::int64_t bytes) {
  Place common;
  common.direction = access.direction;
  common.object = ~std::uint32_t{0};
  std::vector<LoopStep> steps; // of each pass; without a loop: it does not move there
  steps.resize(openPasses_.size());
  const auto moves = [&](std::size_t pass, std::optional<std::int64_t> by) {
    const bool moved = steps[pass].loop != nullptr;
    steps[pass].loop = openPasses_[pass].loop;
    steps[pass].length = openPasses_[pass].length;
    steps[pass].trips = openPasses_[pass].trips;
    steps[pass].bytes = moved && steps[pass].bytes && by ? std::optional(*steps[pass].bytes + *by)
                        : moved                          ? std::nullopt
                                                         : by;
  };
  std::vector<const Term *> parts; // with a coefficient of its own in each lane
  const unsigned firstLane = lanes.first();
  for (const Term &term : address.terms) {
    bool sameForAll = term.coefficient.isUniform();
    if (!sameForAll) {
      sameForAll = true;
      lanes.forEach([&](unsigned lane) {
        sameForAll = sameForAll && term.coefficient.at(lane) == term.coefficient.at(firstLane);
      });
    }
    const std::int64_t coefficient = term.coefficient.at(firstLane);
    bool isPartitioned = false;
    if (term.monomial.size() == 1) {
      const SymbolId id = term.monomial.front();
      const Symbol &symbol = algebra_.symbol(id);
      if (symbol.kind == SymbolKind::Address && sameForAll && coefficient == 1 &&
          common.object == ~std::uint32_t{0}) {
        if (auto it = objectOfSymbol_.find(id); it != objectOfSymbol_.end()) {
          common.object = it->second;
          continue;
        }
      }
      bool isStep = false;
      for (std::size_t pass = 0; pass < openPasses_.size() && sameForAll; ++pass)
        if (openPasses_[pass].count == id) {
          moves(pass, coefficient);
          isStep = true;
        }
      if (isStep)
        continue;
    }
    for (SymbolId id : term.monomial) {
      const Symbol &symbol = algebra_.symbol(id);
      isPartitioned = isPartitioned || symbol.partition != nullptr;
      std::int64_t encoded = id;
      bool isCount = false;
      for (std::size_t pass = 0; pass < openPasses_.size(); ++pass)
        if (openPasses_[pass].count == id) {
          isCount = true;
          moves(pass, std::nullopt);
          encoded = countTag + lengthNumbers_
                                   .emplace(openPasses_[pass].length,
                                            static_cast<std::int64_t>(lengthNumbers_.size()))
                                   .first->second;
        }
      const bool isFixed =
          symbol.kind == SymbolKind::Parameter || symbol.kind == SymbolKind::BlockIndex ||
          symbol.kind == SymbolKind::GridSize || symbol.kind == SymbolKind::Address;
      for (std::size_t pass = 0; pass < openPasses_.size() && !isCount && !isFixed; ++pass)
        if (id > openPasses_[pass].count)
          moves(pass, std::nullopt);
      common.symbols.push_back(encoded);
    }
    common.symbols.push_back(endOfTerm);
    if (sameForAll && !isPartitioned)
      common.symbols.push_back(coefficient);
    else
      parts.push_back(&term);
  }
  for (LoopStep &step : steps)
    if (step.loop && step.bytes != 0)
      common.steps.push_back(std::move(step));

  auto &places = recorder_.work().places;
  if (parts.empty()) {
    common.seal();
    ByteSet &set = places[common];
    lanes.forEach([&](unsigned lane) {
      const std::int64_t at = address.base.at(lane);
      set.add(at, endOf(at, bytes));
    });
    return;
  }
  const std::size_t sharedSymbols = common.symbols.size();
  std::vector<std::int64_t> own, ownOfLast;
  ByteSet *set = nullptr;
  lanes.forEach([&](unsigned lane) {
    own.clear();
    for (const Term *term : parts) {
      const std::int64_t coefficient = term->coefficient.at(lane);
      own.push_back(coefficient);
      for (SymbolId id : term->monomial)
        if (const auto &partition = algebra_.symbol(id).partition; partition && coefficient != 0)
          own.push_back((*partition)[lane]);
    }
    if (!set || own != ownOfLast) {
      common.symbols.resize(sharedSymbols);
      common.symbols.insert(common.symbols.end(), own.begin(), own.end());
      common.seal();
      set = &places[common];
      own.swap(ownOfLast);
    }
    const std::int64_t at = address.base.at(lane);
    set->add(at, endOf(at, bytes));
  });
}

// Into shared memory: what it reads is global.
void Interpreter::noteCopyTraffic(const Copy &copy) {
  const auto bytes = copy.bytes ? copy.bytes->constant() : std::nullopt;
  const bool known = copy.source && bytes && *bytes > 0 &&
                     !(copy.source->unknown && (*copy.source->unknown & active_).any()) &&
                     (!copy.collective || algebra_.isUniform(*copy.source, active_));
  if (!known) {
    noteUnseenTraffic("an asynchronous copy", copy.site->getBeginLoc());
    return;
  }
  LaneMask lanes = active_;
  if (copy.collective) {
    lanes = LaneMask();
    lanes.set(active_.first());
  }
  const Value source = resolve(*copy.source);
  // The sectors that each warp's bytes fill: copies of neighbours lie side by side, those of rows
  // whose distance is a symbol do not.
  double sectors = 0;
  for (unsigned warp = 0; warp < algebra_.warps(); ++warp) {
    std::map<std::vector<std::int64_t>, ByteSet> ofWarp;
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      const unsigned thread = warp * warpSize + lane;
      if (!((lanes.warp(warp) >> lane) & 1))
        continue;
      std::vector<std::int64_t> row;
      for (const Term &term : source.terms)
        row.push_back(term.coefficient.at(thread));
      ofWarp[row].add(source.base.at(thread), source.base.at(thread) + *bytes);
    }
    for (const auto &[row, set] : ofWarp)
      sectors += static_cast<double>(set.sectors());
  }
  noteTraffic({copy.site, 'l'}, source, lanes, *bytes, sectors);
}

//===----------------------------------------------------------------------===//
// Loops and branches
//===----------------------------------------------------------------------===//

Interpreter::OpenPass Interpreter::measureLoop(const Loop &loop, const Value &holds,
                                               SymbolId count) {
  OpenPass pass;
  pass.loop = loop.statement;
  pass.count = count;
  pass.length = "loop " + std::to_string(loop.statement->getBeginLoc().getRawEncoding());
  LoopTrips &trips = loopTrips_[loop.statement];
  trips.line = lineOf(loop.statement->getBeginLoc());
  trips.bound.clear();
  // What was compared: negative for as long as it goes on.
  std::optional<Value> difference;
  if (holds.difference)
    difference = *holds.difference;
  else if (holds.isKnown() && holds.terms.size() == 1 && holds.terms.front().monomial.size() == 1)
    if (const auto &compared = algebra_.symbol(holds.terms.front().monomial.front()).difference) {
      // not (a < b) has the sign turned.
      const Lanes &sign = holds.terms.front().coefficient;
      if (sign.isUniform() && std::abs(sign.uniform()) == 1)
        difference = sign.uniform() == 1 ? *compared : algebra_.sub(Value(0), *compared);
    }
  if (!difference)
    return pass;
  // Of a number of iterations it is enough that those agree who run them.
  const bool isNumber = llvm::all_of(difference->terms, [&](const Term &term) {
    return term.monomial.size() == 1 && term.monomial.front() == count;
  });
  if (isNumber && algebra_.isUniform(*difference, active_))
    difference = algebra_.uniformPart(*difference, active_);
  Value rest = *difference;
  std::int64_t step = 0;
  for (auto it = rest.terms.begin(); it != rest.terms.end(); ++it)
    if (it->monomial.size() == 1 && it->monomial.front() == count) {
      if (!it->coefficient.isUniform())
        return pass;
      step = it->coefficient.uniform();
      rest.terms.erase(it);
      break;
    }
  if (step <= 0)
    return pass;
  for (const Term &term : rest.terms) {
    if (!term.coefficient.isUniform())
      return pass;
    for (SymbolId id : term.monomial)
      if (id >= count)
        return pass;
  }
  if (rest.terms.empty()) {
    if (!rest.base.isUniform() || rest.base.uniform() >= 0)
      return pass;
    pass.trips = (-rest.base.uniform() + step - 1) / step;
    pass.length = std::to_string(pass.trips);
    return pass;
  }
  if (rest.terms.size() == 1) {
    const Term &term = rest.terms.front();
    if (term.coefficient.uniform() >= 0)
      return pass;
    trips.bound = algebra_.describe(term.monomial);
    trips.factor = static_cast<double>(-term.coefficient.uniform()) / static_cast<double>(step);
  } else {
    Value grows = rest;
    grows.base = Lanes(0);
    trips.bound = algebra_.key(algebra_.neg(grows));
    trips.factor = 1.0 / static_cast<double>(step);
  }
  pass.length = trips.bound + " * " + std::to_string(trips.factor) + " from " +
                (rest.base.isUniform() ? std::to_string(rest.base.uniform()) : "each lane's own");
  return pass;
}

// What compilers do once, before the loop or behind it: loads of what does not change, and the
// loads and stores of a sum that nobody else looks at.
void Interpreter::hoistAccesses(const LoopAccesses &accesses, const Stmt *loop,
                                std::optional<std::int64_t> trips) {
  if (trips && *trips < 2)
    return;
  const auto isRestrict = [&](ObjectId object) {
    const ParmVarDecl *parameter = pointerParameter(object);
    return parameter && parameter->getType().isRestrictQualified();
  };
  const auto staysApart = [&](ObjectId object, ObjectId other) {
    return other == object || isRestrict(object) || isRestrict(other);
  };
  Work &work = recorder_.work();
  std::set<ObjectId> kept; // in a register while the loop runs
  for (const auto &[key, one] : accesses.ones) {
    if (!key.second || !one.same || !one.always || one.isLost || accesses.disturbed ||
        one.passes < 2)
      continue;
    bool alone = true;
    for (const auto &[otherKey, other] : accesses.ones) {
      if (other.object == one.object)
        alone = alone && !other.isLost && other.same &&
                algebra_.equalValues(other.address, one.address);
      else
        alone = alone && staysApart(one.object, other.object);
    }
    if (alone)
      kept.insert(one.object);
  }
  // Nobody else writes to where it lies: what was stored last is what is there.
  const auto isOwn = [&](const LoopAccesses::One &load) {
    return llvm::all_of(accesses.ones, [&](const auto &entry) {
      const auto &[key, other] = entry;
      return !key.second || other.object != load.object ||
             (!other.isLost && other.same && other.always && load.lanes == other.lanes &&
              load.bytes == other.bytes && algebra_.equalValues(other.address, load.address));
    });
  };
  for (const auto &[key, one] : accesses.ones) {
    const auto &[expr, isStore] = key;
    if (!one.same || !one.always || one.isLost || one.rounds > 0 || one.passes < 2)
      continue;
    bool isOnce = kept.count(one.object) != 0;
    if (!isOnce && !isStore)
      isOnce = (!accesses.disturbed ||
                (isRestrict(one.object) && !accesses.written.count(one.object))) &&
               std::all_of(accesses.written.begin(), accesses.written.end(), [&](ObjectId other) {
                 return other == one.object ? isOwn(one) : staysApart(one.object, other);
               });
    if (!isOnce)
      continue;
    work.hoist({expr, isStore ? 's' : 'l'}, loop, trips.value_or(0));
    if (trips == one.passes)
      countOnce(accesses, expr, isStore, one);
  }
}

// Every pass was counted, and machine code has one, before the loop or behind it.
void Interpreter::countOnce(const LoopAccesses &accesses, const Expr *expr, bool isStore,
                            const LoopAccesses::One &one) {
  SiteRecord *record = recorder_.find(SiteKind::GlobalAccess, expr->getSourceRange(),
                                      isStore ? "store" : "load", objects_[one.object].name);
  if (!record || record->lastPass.empty())
    return;
  // What was in a register before the loop is not loaded at all.
  const bool isHeldBefore = !isStore && llvm::any_of(accesses.heldBefore, [&](const Held &held) {
    return !held.shared && held.bytes == one.bytes && held.lanes.contains(one.lanes) &&
           algebra_.equalValues(held.address, one.address);
  });
  const std::int64_t passes = one.passes - (isHeldBefore ? 0 : 1);
  if (llvm::any_of(record->lastPass, [&](const auto &pass) {
        return record->sums[pass.first] < passes * pass.second;
      }))
    return;
  const auto calls = record->calls.find(record->lastCalls);
  for (const auto &[name, amount] : record->lastPass) {
    record->sums[name] -= passes * amount;
    if (std::int64_t *count = calls == record->calls.end() ? nullptr : calls->second.named(name))
      *count -= std::min(*count, passes * amount);
  }
  held_.push_back({++heldCount_, false, one.address, one.bytes, one.lanes});
}

void Interpreter::countSides(Work &&thenWork, Work &&elseWork, const Condition &condition,
                             bool isKnown) {
  Work &work = recorder_.work();
  if (isKnown) {
    work.add(std::move(thenWork));
    work.add(std::move(elseWork));
    return;
  }
  const double thenSize = thenWork.size();
  const double elseSize = elseWork.size();
  // Whether a block has anything to do at all is a bound by another name.
  const bool isBound = condition.cause == Cause::None && condition.differsBetweenBlocks &&
                       std::min(thenSize, elseSize) == 0;
  if (thenSize != elseSize && condition.statement && !isBound)
    work.largerSides.insert(lineOf(condition.statement->getBeginLoc()));
  else if (condition.leavesBy && condition.cause == Cause::Data)
    work.goneOn.insert(lineOf(condition.leavesBy->getBeginLoc()));
  work.add(thenSize >= elseSize ? std::move(thenWork) : std::move(elseWork));
}

} // namespace warplint::simt
