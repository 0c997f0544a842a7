#!/usr/bin/env python3
"""mutate_cu.py SEED COUNT FOLDER SOURCE…: writes COUNT damaged .cu files into FOLDER.

Each is one of the sources (files, or folders with .cu files), changed in one to eight places: tokens
and lines go, come twice or change places, constants become awkward ones, braces break, kernels of
other sources are spliced in, types and qualifiers change, the end is cut off. The same seed, sources
and number give the same file, whatever the others are.
"""
import pathlib
import random
import re
import sys

TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|[A-Za-z_]\w*"
    r"|\.?\d(?:[\w.]|[eEpP][+-])*|<<<|>>>|<<=|>>=|->|::|&&|\|\||[-+*/%&|^=!<>]=|\+\+|--|<<|>>|\s+|.",
    re.S)
NUMBERS = ["0", "1", "-1", "2", "3", "31", "32", "33", "1024", "1025", "65536", "2147483647", "(-2147483647 - 1)",
           "4294967295u", "4294967296ll", "9223372036854775807ll", "18446744073709551615ull", "0.0", "1e308", "-0.0f",
           "0x1p-1074", "1 / 0", "sizeof(int)", "blockDim.x", "threadIdx.x", "warpSize", "'a'", "nullptr", "1.5f"]
WORDS = {
    "types": ["int", "unsigned", "float", "double", "char", "bool", "short", "long long", "unsigned long long",
              "float4", "int2", "half", "void", "auto", "size_t", "__int128", "int8_t", "const float *", "int &"],
    "qualifiers": ["__shared__", "__device__", "__global__", "__host__", "__constant__", "__restrict__", "volatile",
                   "const", "static", "extern", "constexpr", "inline", "__launch_bounds__(1024, 99)", "__managed__",
                   "alignas(16)", "register", "mutable", "thread_local"],
    "indices": ["threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockDim.x", "blockDim.y", "gridDim.x",
                "warpSize"],
    "operators": ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||", "<", ">", "<=", ">=", "==", "!=",
                  "=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", ",", "?", ":", "++", "--", "!", "~", ".", "->"],
    "statements": ["if", "while", "for", "switch", "return", "break", "continue", "do", "else", "goto", "case", "default"],
    "calls": ["__syncthreads", "__syncwarp", "__shfl_sync", "__ballot_sync", "atomicAdd", "atomicCAS", "min", "max",
              "sqrtf", "__ldg", "__popc", "__cvta_generic_to_shared", "__pipeline_commit", "__threadfence", "printf"],
}
STATEMENTS = ["__syncthreads();", "return;", "while (true) {}", "for (;;) ;", "for (int q = 0; q < 1 << 30; ++q) ;",
              "asm volatile(\"bar.sync %0;\" :: \"r\"(threadIdx.x));", "asm(\"cp.async.wait_group 99;\");",
              "int zz[threadIdx.x];", "switch (threadIdx.x) { case 1: case 2 ... 9: ; default: break; }",
              "goto nowhere;", "auto f = [&](auto g) { return g(g); }; f(f);", "extern __shared__ double zd[];",
              "*(volatile int *)nullptr = 0;", "__shared__ int zs[0];", "union { int a; float b; } zu; zu.b = 1;",
              "if (threadIdx.x / 0) return;", "asm volatile(\"\");", "{ int zs = 1; zs <<= 99; }", "try { throw 1; } catch (...) {}"]


def tokens_of(text):
    return TOKEN.findall(text)


def kernels_of(text):
    """The kernels of a source, from `__global__` to the brace that closes them."""
    kernels = []
    for match in re.finditer(r"(?:template\s*<[^;{}]*>\s*)?__global__", text):
        depth = 0
        for at in range(match.end(), len(text)):
            if text[at] == ";" and depth == 0:
                break
            depth += (text[at] == "{") - (text[at] == "}")
            if text[at] == "}" and depth <= 0:
                kernels.append(text[match.start():at + 1])
                break
    return kernels


def visible(rng, tokens):
    """The index of a token that is not space, or none."""
    indices = [i for i, token in enumerate(tokens) if not token.isspace()]
    return rng.choice(indices) if indices else None


def change_tokens(rng, text):
    tokens = tokens_of(text)
    at = visible(rng, tokens)
    if at is None:
        return text
    length = rng.choice([1, 1, 1, 2, 3, 8, 40])
    run = tokens[at:at + length]
    kind = rng.randrange(5)
    if kind == 0:
        del tokens[at:at + length]
    elif kind == 1:
        tokens[at:at] = run * rng.choice([1, 1, 2, 30])
    elif kind == 2:
        other = visible(rng, tokens)
        tokens[at], tokens[other] = tokens[other], tokens[at]
    elif kind == 3:
        tokens[at] = tokens[visible(rng, tokens)]
    else:
        other = visible(rng, tokens)
        tokens[other:other] = run
    return "".join(tokens)


def change_number(rng, text):
    tokens = tokens_of(text)
    numbers = [i for i, token in enumerate(tokens) if token[0].isdigit()]
    for _ in range(rng.choice([1, 1, 2, 5])):
        if numbers:
            tokens[rng.choice(numbers)] = rng.choice(NUMBERS)
    return "".join(tokens)


def change_word(rng, text):
    """A word of one kind becomes another one of the kind, or of any."""
    tokens = tokens_of(text)
    known = {word: kind for kind, words in WORDS.items() for word in words}
    places = [i for i, token in enumerate(tokens) if token in known]
    if not places:
        return text
    at = rng.choice(places)
    kind = known[tokens[at]] if rng.random() < 0.8 else rng.choice(sorted(WORDS))
    tokens[at] = rng.choice(WORDS[kind])
    return "".join(tokens)


def change_lines(rng, text):
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(4)
    if kind == 0:
        del lines[at:at + rng.choice([1, 1, 3])]
    elif kind == 1:
        lines[at:at] = [lines[at]] * rng.choice([1, 1, 20])
    elif kind == 2:
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines.insert(other, lines[at])
    return "".join(lines)


def break_brackets(rng, text):
    places = [i for i, c in enumerate(text) if c in "(){}[]<>;"]
    if not places:
        return text
    at = rng.choice(places)
    return text[:at] + rng.choice(["", text[at] * 2, rng.choice("(){}[]<>;,")]) + text[at + 1:]


def add_statement(rng, text):
    places = [i + 1 for i, c in enumerate(text) if c in ";{"]
    if not places:
        return text
    at = rng.choice(places)
    return text[:at] + " " + rng.choice(STATEMENTS) + text[at:]


def nest(rng, text):
    """An operand gets deep parentheses, or a long sum."""
    tokens = tokens_of(text)
    names = [i for i, token in enumerate(tokens) if re.fullmatch(r"[A-Za-z_]\w*", token)]
    if not names:
        return text
    at, depth = rng.choice(names), rng.choice([2, 20, 200])
    if rng.random() < 0.5:
        tokens[at] = "(" * depth + tokens[at] + ")" * depth
    else:
        tokens[at] = "(" + " + ".join([tokens[at]] * depth) + ")"
    return "".join(tokens)


def change_characters(rng, text):
    if not text:
        return text
    at = rng.randrange(len(text))
    kind = rng.randrange(3)
    if kind == 0:
        return text[:at]
    if kind == 1:
        return text[:at] + text[at + 1:]
    return text[:at] + rng.choice(["\0", "\xff", "\u202e", "\\\n", "/*", "\"", "#", "\r", "R\"(", "\x1a"]) + text[at:]


CHANGES = [change_tokens] * 5 + [change_number] * 3 + [change_word] * 4 + [change_lines] * 3 + [
    break_brackets, add_statement, add_statement, nest, change_characters]


def mutated(seed, number, texts):
    """The file of that number: its text, and which source it came from."""
    rng = random.Random(f"{seed}/{number}")
    source = rng.randrange(len(texts))
    text = texts[source]
    if rng.random() < 0.3:  # a kernel from elsewhere, whole, in the middle or at the end
        kernels = kernels_of(rng.choice(texts))
        if kernels:
            kernel = rng.choice(kernels)
            lines = text.splitlines(keepends=True)
            lines.insert(rng.choice([len(lines), rng.randrange(len(lines) + 1)]), "\n" + kernel + "\n")
            text = "".join(lines)
    for _ in range(rng.randint(1, 8)):
        text = rng.choice(CHANGES)(rng, text)
    return text, source


def sources(paths):
    files = []
    for path in map(pathlib.Path, paths):
        files += sorted(path.rglob("*.cu")) if path.is_dir() else [path]
    return files


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    seed, count, folder = sys.argv[1], int(sys.argv[2]), pathlib.Path(sys.argv[3])
    texts = [file.read_text(errors="replace") for file in sources(sys.argv[4:])]
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        text, _ = mutated(seed, number, texts)
        (folder / f"{number:05}.cu").write_bytes(text.encode("utf-8", "replace"))


if __name__ == "__main__":
    main()
