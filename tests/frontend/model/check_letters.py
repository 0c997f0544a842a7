#!/usr/bin/env python3
"""Fails if the built-in model of CUDA names something by one capital letter.

Programs define constants of one letter (`#define E 2.71828`) and include headers behind them: what
the model names so would be replaced. The parameters of its templates end with an underscore.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
MODEL = os.path.join(HERE, "..", "..", "..", "lint", "frontend", "cuda_model")
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'', re.DOTALL)
LETTER = re.compile(r"\b[A-Z]\b")


def main():
    wrong = files = 0
    for folder, _, names in os.walk(MODEL):
        for name in sorted(names):
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8") as opened:
                text = opened.read()
            files += 1
            code = NO_CODE.sub(lambda cut: "\n" * cut.group().count("\n"), text)
            for number, line in enumerate(code.splitlines(), 1):
                for letter in LETTER.findall(line):
                    print(f"{os.path.relpath(path, MODEL)}:{number}: {letter}")
                    wrong += 1
    print(f"{files} headers, {wrong} names of one letter")
    return 1 if wrong or files < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
