#!/usr/bin/env python3
"""Where the time of a run goes: a table of phases and a flame graph, of what perf sampled.

    perf record -e cpu-clock:u -F 250 --call-graph dwarf,65528 -o run.perf warplint lint --no-cache -j1 FILE
    perf script -i run.perf --max-stack 1000 -F comm,ip,sym --no-inline | bench/flame.py [--svg OUT] [--inclusive N]

Several runs may follow each other on the standard input. --inclusive lists the functions of warplint
that most samples pass through.
"""
import argparse
import collections
import html
import re
import sys

# From the program's entrance to the leaf, the first pattern that a frame of the stack matches says
# whose time it is; the later phases are asked first, as they call the earlier ones.
OURS = [
    ("interpreter", r"^warplint::simt::"),
    ("host calls, features, arithmetic", r"^warplint::(usage|compute)::"),
    ("what was damaged, and device functions", r"Assessor|warplint::frontend::(assess|deviceFunctions)"),
    ("cache and preambles", r"warplint::frontend::(Preambles|ResultCache|Cache|Dependencies)"),
]
CLANG = [
    ("template instantiation", r"Instantiat|TemplateInstantiator|::Subst|DeduceTemplate|"
                               r"CheckTemplateIdType|TransformDecl"),
    ("preprocessing", None),  # a lexer with neither parser nor Sema behind it
    ("Sema", r"^clang::Sema"),
    ("parsing", r"^clang::Parser"),
]
ELSE = [
    ("rules", r"^warplint::engine::"),
    ("report", r"^warplint::(report::|toJson|frontend::(serialise|deserialise))"),
    ("input files and include folders", r"warplint::frontend::(collectInputs|.*Collector|.*Toolkit|"
                                        r".*CompileCommands|IncludeIndex|.*likelyInclude)"),
    ("driver", r"createInvocation|clang::driver|CompilerInvocation"),
]


def phase(stack):
    """The phase of one stack of function names, the entrance first."""
    parsing = next((i for i, f in enumerate(stack) if f.startswith("clang::ParseAST")), None)
    # The analysis runs within the parser's end, so it is asked for first.
    for name, pattern in OURS:
        for frame in stack:
            if re.search(pattern, frame):
                if name == "interpreter" and any(re.match(r"clang::.*Instantiat", f) for f in stack):
                    return "template instantiation"
                return name
    if parsing is not None:
        inner = stack[parsing:]
        if any(re.search(CLANG[0][1], f) for f in inner):
            return "template instantiation"
        last = next((f for f in reversed(inner)
                     if re.match(r"clang::(Parser|Sema|Preprocessor|Lexer|HeaderSearch)\b", f)), "")
        if re.match(r"clang::(Preprocessor|Lexer|HeaderSearch)\b", last):
            return "preprocessing"
        if any(re.search(CLANG[2][1], f) for f in inner):
            return "Sema"
        return "parsing"
    if any(re.match(r"clang::.*(Instantiat|Subst)", frame) for frame in stack):
        return "template instantiation"  # so deep that its begin was not kept
    for name, pattern in ELSE:
        if any(re.search(pattern, frame) for frame in stack):
            return name
    if any("clang::" in frame for frame in stack):
        return "setting Clang up, and its end"
    return "start and end of the program"


def stacks(lines):
    stack = []
    for line in lines:
        line = line.rstrip("\n")
        if not line.strip():
            if stack:
                yield stack[::-1]
            stack = []
        elif line[0] in " \t":
            stack.append(line.split(None, 1)[1] if " " in line.strip() else line.strip())
    if stack:
        yield stack[::-1]


def short(name):
    """Without arguments of templates and functions, which make most of a C++ name."""
    out, depth = [], 0
    for c in re.sub(r"operator(<<?=?|>>?=?|->|\(\))", "operator", name):
        depth += c in "<("
        if depth == 0:
            out.append(c)
        depth -= c in ">)" and depth > 0
    return "".join(out).replace("warplint::", "").strip() or name[:40]


def folded(all_stacks):
    tree = {}
    for stack in all_stacks:
        node = tree
        for frame in [phase(stack)] + [short(f) for f in stack]:
            entry = node.setdefault(frame, [0, {}])
            entry[0] += 1
            node = entry[1]
    return tree


COLOURS = ["#e8735a", "#e89b5a", "#e8c15a", "#a9c95e", "#6fbf8b", "#5fb0c9", "#7f96d8", "#b08ad0"]


def svg(tree, total, width=1200, row=15, smallest=0.008, deepest=44):
    boxes, used = [], [0]

    def draw(node, x, level, colour):
        if level > deepest:
            return
        used[0] = max(used[0], level)
        for name, (count, inner) in sorted(node.items(), key=lambda e: -e[1][0]):
            w = count / total * width
            if count / total >= smallest:
                c = COLOURS[len([b for b in boxes if b[1] == 0]) % len(COLOURS)] if level == 0 else colour
                boxes.append((x, level, w, name, count, c))
                draw(inner, x, level + 1, c)
            x += w

    draw(tree, 0, 0, "")
    height = (used[0] + 1) * row + 4
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           'font-family="sans-serif" font-size="10">']
    for x, level, w, name, count, colour in boxes:
        y = height - (level + 1) * row
        label = html.escape(name[: max(0, int(w / 5.6))]) if w > 24 else ""
        title = html.escape(f"{name}: {100 * count / total:.1f} %")
        out.append(f'<g><title>{title}</title><rect x="{x:.1f}" y="{y}" width="{max(w - .3, .1):.1f}" '
                   f'height="{row - 1}" fill="{colour}"/>'
                   + (f'<text x="{x + 2:.1f}" y="{y + 10}">{label}</text>' if label else "") + "</g>")
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--svg", help="write a flame graph there")
    parser.add_argument("--inclusive", type=int, default=0, metavar="N")
    options = parser.parse_args()
    all_stacks = list(stacks(sys.stdin))
    if not all_stacks:
        sys.exit("no samples on the standard input")
    shares = collections.Counter(phase(s) for s in all_stacks)
    print(f"{len(all_stacks)} samples")
    print("| phase | share |\n|---|---:|")
    for name, count in shares.most_common():
        print(f"| {name} | {100 * count / len(all_stacks):.1f} % |")
    if options.inclusive:
        passed = collections.Counter()
        for stack in all_stacks:
            passed.update({short(f) for f in stack if "warplint::" in f})
        for name, count in passed.most_common(options.inclusive):
            print(f"{100 * count / len(all_stacks):6.1f} %  {name}")
    if options.svg:
        with open(options.svg, "w", encoding="utf-8") as out:
            out.write(svg(folded(all_stacks), len(all_stacks)))


if __name__ == "__main__":
    main()
