//===- CountingKernels.cpp - random kernels with known addresses -----------===//

#include "CountingKernels.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <random>

namespace warplint::bruteforce {
namespace {

struct Thread {
  std::int64_t x, y, z, linear;
};

/// An int expression of C++: its text, and its value for a thread.
struct Expression {
  std::string text;
  std::int64_t (*apply)(std::int64_t, std::int64_t) = nullptr; ///< null: a leaf
  std::shared_ptr<const Expression> left, right;
  std::int64_t Thread::*variable = nullptr;
  std::int64_t constant = 0;

  std::int64_t at(const Thread &thread) const {
    if (apply)
      return apply(left->at(thread), right->at(thread));
    return variable ? thread.*variable : constant;
  }

  /// No value on the way leaves the range of int.
  bool fits(const Thread &thread) const {
    if (apply && !(left->fits(thread) && right->fits(thread)))
      return false;
    const std::int64_t value = at(thread);
    return -(1 << 30) < value && value < 1 << 30;
  }
};
using Node = std::shared_ptr<const Expression>;

struct Operator {
  const char *text;
  std::int64_t (*apply)(std::int64_t, std::int64_t);
};
using Int = std::int64_t;
constexpr Operator plus{"+", [](Int a, Int b) { return a + b; }};
constexpr Operator minus{"-", [](Int a, Int b) { return a - b; }};
constexpr Operator times{"*", [](Int a, Int b) { return a * b; }};
constexpr Operator divided{"/", [](Int a, Int b) { return a / b; }};
constexpr Operator modulo{"%", [](Int a, Int b) { return a % b; }};
constexpr Operator shiftLeft{"<<", [](Int a, Int b) { return a * (Int{1} << b); }};
constexpr Operator shiftRight{">>", [](Int a, Int b) { return a >> b; }};
constexpr Operator bitAnd{"&", [](Int a, Int b) { return a & b; }};
constexpr Operator bitOr{"|", [](Int a, Int b) { return a | b; }};
constexpr Operator bitXor{"^", [](Int a, Int b) { return a ^ b; }};

Node number(Int value) {
  Expression leaf;
  leaf.constant = value;
  leaf.text = value < 0 ? "(" + std::to_string(value) + ")" : std::to_string(value);
  return std::make_shared<const Expression>(leaf);
}

Node variable(const char *name, Int Thread::*member) {
  Expression leaf;
  leaf.text = name;
  leaf.variable = member;
  return std::make_shared<const Expression>(leaf);
}

Node combine(const Operator &op, Node left, Node right) {
  Expression node;
  node.text = "(" + left->text + " " + op.text + " " + right->text + ")";
  node.apply = op.apply;
  node.left = std::move(left);
  node.right = std::move(right);
  return std::make_shared<const Expression>(node);
}

struct Element {
  const char *type;
  unsigned bytes;
};
constexpr std::array<Element, 5> elements = {
    {{"char", 1}, {"short", 2}, {"float", 4}, {"double", 8}, {"float4", 16}}};
constexpr unsigned sharedBytes = 8192; // of each shared array; five of them stay under 48 KiB
constexpr unsigned globalElements = 1U << 20;

std::vector<Thread> threadsOf(const std::array<unsigned, 3> &block) {
  std::vector<Thread> threads;
  for (Int z = 0; z < block[2]; ++z)
    for (Int y = 0; y < block[1]; ++y)
      for (Int x = 0; x < block[0]; ++x)
        threads.push_back({x, y, z, static_cast<Int>(threads.size())});
  return threads;
}

class Generator {
public:
  explicit Generator(unsigned seed) : engine_(seed) {}

  Kernels generate(unsigned kernels, unsigned statements) {
    for (unsigned k = 0; k < kernels; ++k)
      kernel("kernel" + std::to_string(k), statements);
    return std::move(result_);
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(engine_() % bound); }
  Int between(Int low, Int high) {
    return low + static_cast<Int>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }

  void line(const std::string &text) {
    result_.code += text + "\n";
    ++line_;
  }

  std::array<unsigned, 3> blockShape() {
    static constexpr std::array<std::array<unsigned, 3>, 14> usual = {{{32, 1, 1},
                                                                       {64, 1, 1},
                                                                       {128, 1, 1},
                                                                       {256, 1, 1},
                                                                       {1024, 1, 1},
                                                                       {16, 16, 1},
                                                                       {32, 8, 1},
                                                                       {32, 32, 1},
                                                                       {8, 8, 1},
                                                                       {8, 8, 8},
                                                                       {4, 4, 4},
                                                                       {1, 64, 1},
                                                                       {2, 32, 4},
                                                                       {16, 8, 2}}};
    if (below(2))
      return usual[below(usual.size())];
    for (;;) { // anything a GPU accepts
      const std::array<unsigned, 3> block = {1 + below(200), below(2) ? 1 + below(40) : 1,
                                             below(3) ? 1 : 1 + below(8)};
      if (block[0] * block[1] * block[2] <= 1024)
        return block;
    }
  }

  Node anyVariable() {
    switch (below(6)) {
    case 0:
      return variable("ty", &Thread::y);
    case 1:
      return variable("tz", &Thread::z);
    case 2:
    case 3:
      return variable("tid", &Thread::linear);
    default:
      return variable("tx", &Thread::x);
    }
  }

  Node affine() {
    Node sum = combine(times, number(between(-3, 40)), anyVariable());
    for (unsigned more = below(3); more > 0; --more)
      sum = combine(plus, sum, combine(times, anyVariable(), number(between(-3, 70))));
    return below(2) ? combine(below(4) ? plus : minus, sum, number(between(0, 99))) : sum;
  }

  Node withConstant(Node operand) {
    switch (below(8)) {
    case 0:
      return combine(times, std::move(operand), number(between(1, 33)));
    case 1:
      return combine(divided, std::move(operand), number(between(1, 40)));
    case 2:
      return combine(modulo, std::move(operand), number(between(1, 70)));
    case 3:
      return combine(shiftLeft, std::move(operand), number(between(0, 5)));
    case 4:
      return combine(shiftRight, std::move(operand), number(between(0, 6)));
    case 5:
      return combine(bitAnd, std::move(operand), number(between(0, 127)));
    case 6:
      return combine(bitOr, std::move(operand), number(between(0, 63)));
    default:
      return combine(bitXor, std::move(operand), number(between(0, 63)));
    }
  }

  Node expression(unsigned depth) {
    if (depth == 0)
      return below(3) ? anyVariable() : affine();
    if (below(3))
      return withConstant(expression(depth - 1));
    static constexpr std::array<Operator, 5> two = {plus, minus, bitXor, bitOr, bitAnd};
    return combine(two[below(two.size())], expression(depth - 1), expression(below(depth)));
  }

  /// An index that stays inside `size` elements for every thread.
  Node index(unsigned size, const std::vector<Thread> &threads) {
    Node node;
    do
      node = below(4) ? expression(1 + below(3)) : affine();
    while (!std::all_of(threads.begin(), threads.end(),
                        [&](const Thread &thread) { return node->fits(thread); }));
    const auto [low, high] = range(node, threads);
    if (low < 0)
      node = combine(plus, node, number(-low));
    if (high - std::min<Int>(low, 0) >= size)
      node = combine(modulo, node, number(size));
    return node;
  }

  static std::pair<Int, Int> range(const Node &node, const std::vector<Thread> &threads) {
    Int low = node->at(threads.front());
    Int high = low;
    for (const Thread &thread : threads) {
      const Int value = node->at(thread);
      low = std::min(low, value);
      high = std::max(high, value);
    }
    return {low, high};
  }

  struct Guard {
    std::string text;
    Node value;
    bool (*holds)(Int, Int) = nullptr;
    Int limit = 0;
    bool active(const Thread &thread) const { return !holds || holds(value->at(thread), limit); }
  };

  Guard guard(const std::vector<Thread> &threads) {
    Guard guard;
    if (below(3))
      return guard;
    guard.value = below(2) ? anyVariable() : withConstant(anyVariable());
    guard.limit = guard.value->at(threads[below(static_cast<unsigned>(threads.size()))]);
    static constexpr std::array<std::pair<const char *, bool (*)(Int, Int)>, 4> comparisons = {
        {{"<=", [](Int a, Int b) { return a <= b; }},
         {">=", [](Int a, Int b) { return a >= b; }},
         {"==", [](Int a, Int b) { return a == b; }},
         {"!=", [](Int a, Int b) { return a != b; }}}};
    const auto &[text, holds] = comparisons[below(comparisons.size())];
    guard.holds = holds;
    guard.text = "if (" + guard.value->text + " " + text + " " + std::to_string(guard.limit) + ") ";
    return guard;
  }

  void kernel(const std::string &name, unsigned statements) {
    const std::array<unsigned, 3> block = blockShape();
    const std::vector<Thread> threads = threadsOf(block);
    line("__global__ void " + name +
         "(char *g_char, short *g_short, float *g_float, double *g_double, float4 *g_float4, "
         "double *out) {");
    for (const Element &element : elements)
      line(std::string("  __shared__ __align__(128) ") + element.type + " s_" + element.type + "[" +
           std::to_string(sharedBytes / element.bytes) + "];");
    line("  int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;");
    line("  int tid = (tz * blockDim.y + ty) * blockDim.x + tx;");
    line("  double sum = 0; float4 four = make_float4(1.0f, 2.0f, 3.0f, 4.0f);");
    for (unsigned i = 0; i < statements; ++i)
      statement(name, block, threads);
    line("  out[tid] = sum;");
    line("}");
    line("void launch_" + name +
         "(char *c, short *s, float *f, double *d, float4 *q, double *out) {");
    line("  " + name + "<<<1, dim3(" + std::to_string(block[0]) + ", " + std::to_string(block[1]) +
         ", " + std::to_string(block[2]) + ")>>>(c, s, f, d, q, out);");
    line("}");
  }

  void statement(const std::string &kernel, const std::array<unsigned, 3> &block,
                 const std::vector<Thread> &threads) {
    const Element &element = elements[below(elements.size())];
    Access access;
    access.kernel = kernel;
    access.block = block;
    access.shared = below(2);
    access.operation = below(2) ? "load" : "store";
    access.bytes = element.bytes;
    const Node place = index(access.shared ? sharedBytes / element.bytes : globalElements, threads);
    const Guard condition = guard(threads);
    const bool four = element.bytes == 16;
    const std::string target =
        std::string(access.shared ? "s_" : "g_") + element.type + "[" + place->text + "]";
    access.text = condition.text;
    if (access.operation == "store")
      access.text += target + " = " + (four ? "four" : "1") + ";";
    else if (four)
      access.text += "{ float4 v = " + target + "; sum += v.x + v.y + v.z + v.w; }";
    else
      access.text += "sum += " + target + ";";
    // What an earlier line loaded may have changed: nothing is still in a register.
    line("  __syncthreads();");
    line("  " + access.text);
    access.line = line_;
    addWarps(access, place, condition, threads);
    result_.accesses.push_back(std::move(access));
  }

  static void addWarps(Access &access, const Node &place, const Guard &condition,
                       const std::vector<Thread> &threads) {
    std::optional<Int> warp;
    for (const Thread &thread : threads) {
      if (!condition.active(thread))
        continue;
      if (warp != thread.linear / 32) {
        warp = thread.linear / 32;
        access.warps.emplace_back();
      }
      access.warps.back().push_back({static_cast<unsigned>(thread.linear % 32),
                                     static_cast<std::uint64_t>(place->at(thread)) * access.bytes});
    }
  }

  std::mt19937_64 engine_;
  Kernels result_;
  unsigned line_ = 0;
};

} // namespace

Kernels randomKernels(unsigned seed, unsigned count, unsigned statements) {
  return Generator(seed).generate(count, statements);
}

} // namespace warplint::bruteforce
