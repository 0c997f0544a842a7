"""Checks that the scorecards of some files satisfy docs/scorecard.schema.json, and that it refuses what is wrong.

Usage: check_cards.py WARPLINT SCHEMA FILE...
"""

import copy
import json
import pathlib
import subprocess
import sys

import jsonschema


def main(program: str, schema_file: str, files: list[str]) -> int:
    schema = json.loads(pathlib.Path(schema_file).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    command = [program, "card", "--cuda-path", "none", "--no-evidence", "--format", "json", *files]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    cards = json.loads(run.stdout)
    failures = [error.message for error in validator.iter_errors(cards)]
    if not cards["cards"]:
        failures.append("there are no cards")
    wrong = copy.deepcopy(cards)
    wrong["cards"][0]["phases"][0]["state"] = "passed"
    if validator.is_valid(wrong):
        failures.append("a state that there is not is accepted")
    wrong = copy.deepcopy(cards)
    del wrong["cards"][0]["predicted_bound"]
    if validator.is_valid(wrong):
        failures.append("a card without its bound is accepted")
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
