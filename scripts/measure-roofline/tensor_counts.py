#!/usr/bin/env python3
"""tensor_counts.py CARDS.json: operations of the Tensor Cores, predicted beside measured.

CARDS.json is what `warplint confirm --figures --card CARDS.json` wrote of tensor.cu. What is
predicted of a block, times the blocks of a launch, is held against what was measured of a launch.
The exit status is 1 where they differ by more than 1 %, or where nothing was measured. Of a unit that
nothing was predicted of, as much as 2 % of what was predicted of others may be counted: that is
said, and no failure.
"""

import json
import sys

TOLERANCE = 0.01
BESIDE = 0.02  # H200: of wgmma in bfloat16 1.6 % are counted as fp16 beside all of it as bf16


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="utf-8") as file:
        cards = json.load(file)["cards"]
    wrong = 0
    print(f"{'kernel':<16} {'unit':<12} {'predicted':>14} {'measured':>14}")
    for card in cards:
        predicted, measured = card["predicted"], card["measured"]
        if not measured or predicted.get("work_basis") != "a block":
            print(f"{card['kernel']:<16} not measured, or not of a block")
            wrong += 1
            continue
        blocks = 1
        for axis in ("grid_x", "grid_y", "grid_z"):
            blocks *= measured.get(axis, 1)
        units = {key for key in {*predicted, *measured}
                 if key.startswith("flops_") and key.endswith("_tensor")}
        everything = blocks * sum(predicted.get(unit, 0) for unit in units)
        for unit in sorted(units):
            expected = predicted.get(unit, 0) * blocks
            counted = measured.get(unit)
            agrees = counted is not None and abs(counted - expected) <= TOLERANCE * expected
            beside = not expected and counted is not None and counted <= BESIDE * everything
            if expected or counted or not agrees:
                shown = "none" if counted is None else f"{counted:.0f}"
                print(f"{card['kernel']:<16} {unit[len('flops_'):]:<12} {expected:>14.0f} "
                      f"{shown:>14}{'' if agrees else '  counted beside' if beside else '  DIFFERS'}")
            wrong += not agrees and not beside
    return 1 if wrong or not cards else 0


if __name__ == "__main__":
    sys.exit(main())
