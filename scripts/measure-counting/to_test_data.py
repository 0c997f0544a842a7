#!/usr/bin/env python3
"""Turn what probe.cu measured into test data.

    to_test_data.py COUNTS.jsonl OUT.json [--all] [--driver VERSION] [--date YYYY-MM-DD] [--cuda VERSION]

Without --all a sample is taken that keeps every regular pattern of one
instruction per size and part of the others; it is the same for the same input.
"""
import argparse
import hashlib
import json
import re

GLOBAL = ("sectors_mem_global", "sectors_mem_global_ideal")
SHARED = (
    "l1tex_pipe_lsu_wavefronts_mem_shared",
    "l1tex_pipe_lsu_wavefronts_mem_shared_ideal",
)
# How many requests of each instruction to keep; the rest of the loads of this
# table is kept whole.
KEEP = {"global_ld": 560, "shared_ld_1": 300, "shared_ld_2": 300, "shared_ld_4": 640,
        "shared_ld_8": 1000, "shared_ld_16": 2400, "shared_st": 300, "shared_atom": 300,
        "shared_exch": 250}


def kept(op):
    best = [n for prefix, n in KEEP.items() if (op + "_").startswith(prefix + "_")]
    return best[0] if best else 60


def order(op, row):
    """A fixed shuffle: regular patterns of full warps first."""
    range_, active = row[5], row[6]
    regular = range_ == 0 and active == 0xFFFFFFFF
    digest = hashlib.sha256(json.dumps([op, row]).encode()).hexdigest()
    return (not regular, digest)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("counts")
    parser.add_argument("out")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--driver", default="")
    parser.add_argument("--cuda", default="")
    parser.add_argument("--date", default="")
    args = parser.parse_args()

    tables, splits = {}, {}
    with open(args.counts) as lines:
        head = json.loads(next(lines))
        column = {name: i for i, name in enumerate(head["metrics"])}
        for line in lines:
            record = json.loads(line)
            op = record["op"]
            if "p" not in record:
                splits[op] = [
                    [
                        "load" if row[column["inst_executed_op_global_ld"]] else "store",
                        row[column[GLOBAL[0]]],
                        row[column[GLOBAL[1]]],
                    ]
                    for row in record["r"]
                ]
                continue
            # A byte loaded under an exit is never used, so the compiler dropped the load.
            if not record["r"] or op.startswith("async"):
                continue
            if len(record["r"]) != 1:
                raise SystemExit(f"{op}: more than one memory instruction")
            names = GLOBAL if op.startswith("global") else SHARED
            row = record["p"] + [record["r"][0][column[name]] for name in names]
            rows = tables.setdefault(op, {})
            before = rows.setdefault(tuple(record["p"]), row)
            if before != row:
                raise SystemExit(f"{op} {record['p']}: {before} and {row}")

    out = {
        "device": head["device"],
        "chip": "GH100",
        "compute_capability": head["cc"],
        "driver": args.driver,
        "cuda": args.cuda,
        "cupti": head["cupti"],
        "date": args.date,
        "columns": ["base", "width", "outer", "inner", "flip", "range", "active", "count", "ideal"],
        "requests": {},
        "copies": splits,
    }
    for op in sorted(tables, key=lambda o: [int(t) if t.isdigit() else t for t in re.split(r"_", o)]):
        rows = list(tables[op].values())
        rows.sort(key=lambda row: order(op, row))
        out["requests"][op] = rows if args.all else rows[: kept(op)]

    text = json.dumps(out, separators=(",", ":"))
    text = text.replace("],[", "],\n[").replace('"requests":', '\n"requests":').replace('"copies":', '\n"copies":')
    with open(args.out, "w") as file:
        file.write(text + "\n")
    print(sum(len(rows) for rows in out["requests"].values()), "requests,", len(text), "bytes")


main()
