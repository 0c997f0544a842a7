"""Checks that the rules satisfy rule.schema.json, and that both schemas refuse what is wrong.

Usage: check_schemas.py RULES_FOLDER
"""

import copy
import json
import pathlib
import re
import sys

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """YAML 1.2, as editors and yaml-cpp read it: `on` is a text, not true."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, regex) for tag, regex in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))


def load(text: str):
    return yaml.load(text, Loader)


def main(folder: pathlib.Path) -> int:
    failures = 0

    def expect(valid: bool, what: str, errors: list) -> None:
        nonlocal failures
        if bool(errors) == valid:
            failures += 1
            print(f"{what}: {'refused: ' + errors[0].message if errors else 'accepted'}")

    schemas = {}
    for name in ("rule", "config"):
        schema = json.loads((folder / f"{name}.schema.json").read_text())
        jsonschema.Draft7Validator.check_schema(schema)
        schemas[name] = jsonschema.Draft7Validator(schema)

    files = sorted(folder.glob("*.yaml"))
    rules = [load(file.read_text()) for file in files]
    for file, rule in zip(files, rules):
        expect(True, file.name, list(schemas["rule"].iter_errors(rule)))
    if not rules:
        print(f"no rules in {folder}")
        return 1

    for key, value in [("id", "BadId"), ("severity", "fatal"), ("phase", 6), ("on", "nowhere"),
                       ("family", "gpu"), ("whne", "true"), ("params", {"a": [1]}),
                       ("adjust", [{"when": "true"}]), ("confirm", {"sanitizer": "memcheck"})]:
        broken = copy.deepcopy(rules[0])
        broken[key] = value
        expect(False, f"rule with {key}: {value}", list(schemas["rule"].iter_errors(broken)))
    for key in schemas["rule"].schema["required"]:
        broken = copy.deepcopy(rules[0])
        del broken[key]
        expect(False, f"rule without {key}", list(schemas["rule"].iter_errors(broken)))

    config = load("""
select: [memory, shared-bank-conflict]
params: {shared-bank-conflict: {min_ratio: 1.5}}
severity: {divergence-branch: note}
block: [32, 8]
arch: sm_90a
fail-on: error
rules-dir: [lint/rules]
clang-args: [-DUSE_CUDA]
include: [src]
exclude: [third_party]
extend-select: [memory-gather-access]
defines: [USE_CUDA, TILE=32]
include-paths: [include]
launches:
  - {kernel: "reduce*", block: [256], grid: [1024, 2], dynamic-shared-memory: 4096}
overrides:
  - files: [tests]
    ignore: [memory]
    params: {shared-bank-conflict: {min_ratio: 4}}
    launches: [{kernel: a, grid: [1]}]
""")
    expect(True, "good configuration", list(schemas["config"].iter_errors(config)))
    for text in ("selct: []", "block: [0]", "fail-on: always", "arch: 90", "params: {a: 1}",
                 "rules-dir: {a: b}", "defines: [1A]", "launches: [{kernel: a}]",
                 "launches: [{block: [32]}]", "overrides: [{ignore: [memory]}]",
                 "overrides: [{files: [a], exclude: [b]}]",
                 "overrides: [{files: [a], launches: [{kernel: a, blok: [1]}]}]"):
        expect(False, text, list(schemas["config"].iter_errors(load(text))))

    print(f"{len(rules)} rules, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
