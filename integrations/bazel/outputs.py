#!/usr/bin/env python3
"""Lists the analyses that a build with warplint's aspect has made, for `warplint merge --files-from`.

    bazel build --config=lint //... --build_event_json_file=events.json
    outputs.py events.json | warplint merge --files-from - --output sarif=warplint.sarif

Run both in the workspace: the paths start there.
"""
import argparse
import json


def outputs(events, ending):
    """The files of the build that have the ending, without those that were left from other builds."""
    found = set()
    for line in events:
        if not line.strip():
            continue
        for file in json.loads(line).get("namedSetOfFiles", {}).get("files", []):
            if file["name"].endswith(ending):
                found.add("/".join(file.get("pathPrefix", []) + [file["name"]]))
    return sorted(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("events", help="what --build_event_json_file wrote")
    parser.add_argument("--ending", default=".warplint", help="of the files to list (%(default)s)")
    options = parser.parse_args()
    with open(options.events, encoding="utf-8") as events:
        print(*outputs(events, options.ending), sep="\n")


main()
