#!/usr/bin/env python3
"""Runs real Bazel on integrations/bazel/example, in copies of it.

    bazel_test.py --warplint PROGRAM --source FOLDER --work FOLDER

Exits with 77 where there is no Bazel. Nothing is fetched: what Bazel 4 would fetch is replaced by the
repositories in `offline`. For other versions, BAZEL_FLAGS in the environment may say what they need.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
BAD = "transpose/conflict.cu"
TARGETS = ["common/tile", "scale/scale", "transpose/conflict", "transpose/padded"]
LINT, CHECK = "WarplintLint", "WarplintCheck"
REPORTS = ["--config=lint-reports", "//..."]


class Workspace:
    """A copy of the example, with an output folder, a home folder and so a Bazel server of its own."""

    def __init__(self, options, name, *flags):
        self.options = options
        self.folder = options.work / name
        self.example = self.folder / "bazel/example"
        self.home = self.folder / "home"
        self.flags = list(flags)
        shutil.copytree(options.source / "integrations/bazel", self.folder / "bazel",
                        ignore=shutil.ignore_patterns("bazel-*"))
        self.home.mkdir()

    def run(self, command, *arguments):
        """Returns the status and what was said."""
        line = [self.options.bazel, f"--output_user_root={self.folder / 'root'}", "--host_jvm_args=-Xmx512m",
                "--max_idle_secs=60", command]
        if command != "shutdown":
            line += ["--jobs=1", "--local_ram_resources=1024", "--color=no", "--curses=no",
                     f"--override_repository=warplint_program={self.options.work / 'program'}",
                     *self.options.flags, *self.flags, *arguments]
        environment = dict(os.environ, HOME=str(self.home), USER="somebody")
        done = subprocess.run(line, cwd=self.example, env=environment, text=True, timeout=600, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def spawns(self, *arguments):
        """Builds, and returns what was run for it: of each action mnemonic, package and runner."""
        log = self.folder / "log.json"
        log.unlink(missing_ok=True)
        status, said = self.run("build", f"--execution_log_json_file={log}", *arguments)
        assert status == 0, said
        found, text, decoder = [], log.read_text(), json.JSONDecoder()
        while text := text.lstrip():
            spawn, end = decoder.raw_decode(text)
            text = text[end:]
            output = re.sub("^bazel-out/[^/]*/bin/", "", spawn["listedOutputs"][0])
            found.append((spawn["mnemonic"], output.split(".warplint")[0], spawn.get("runner", "")))
        return found

    def output(self, name):
        return (self.example / "bazel-bin" / name).read_bytes()

    def report(self, target):
        return json.loads(self.output(target + ".warplint.json"))

    def write(self, name, text):
        path = self.example / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def edit(self, name, old, new):
        text = (self.example / name).read_text()
        assert old in text, (name, old)
        self.write(name, text.replace(old, new))


def findings(report):
    return [(finding["rule"], finding["file"], finding["line"]) for finding in report["findings"]]


def statuses(report):
    return {file["file"]: file["status"] for file in report["files"]}


def line_of(workspace, name, text):
    lines = (workspace.example / name).read_text().splitlines()
    return 1 + next(i for i, line in enumerate(lines) if text in line)


CUDA_RULES = '''
def _library(ctx):
    context = cc_common.create_compilation_context(
        headers = depset(ctx.files.hdrs),
        includes = depset(ctx.attr.includes),
        defines = depset(ctx.attr.defines),
    )
    return [CcInfo(compilation_context = context)]

_attrs = {
    "copts": attr.string_list(),
    "defines": attr.string_list(),
    "deps": attr.label_list(),
    "hdrs": attr.label_list(allow_files = True),
    "includes": attr.string_list(),
    "local_defines": attr.string_list(),
    "srcs": attr.label_list(allow_files = True),
}

cuda_library = rule(implementation = _library, attrs = _attrs)

# As cc_binary was for long: what it is compiled with is known to nobody but itself.
def _binary(ctx):
    pass

cuda_binary = rule(implementation = _binary, attrs = _attrs)
'''

CUDA_BUILD = '''
load("@rules_cc//cc:defs.bzl", "cc_library")
load(":rules.bzl", "cuda_binary", "cuda_library")

genrule(
    name = "made",
    outs = ["made.cu"],
    cmd = "echo '__global__ void made(float *p) { p[threadIdx.x * STEP] = 1; }' > $@",
)

cuda_library(
    name = "library",
    srcs = ["library.cu", ":made"],
    hdrs = ["library.h", "unused.cuh"],
    copts = ["-DSTEP=32 -DUNUSED='a b'"],
    defines = [%s"LIBRARY"],
)

cuda_binary(
    name = "binary",
    srcs = ["main.cu"],
    hdrs = ["own/own.h"],
    includes = ["own"],
    local_defines = ["STEP=32"],
    deps = [":library", "//common:tile", "@outside//:outside"],
)

cc_library(
    name = "named_otherwise",
    srcs = ["kernel.cu.cc"],
)

cc_library(
    name = "by_option",
    srcs = ["option.cc", "own/own.h"],
    copts = ["-x cuda", "-include $(location own/own.h)"],
)

cc_library(
    name = "stripped",
    hdrs = ["moved/include/deep/stripped.cuh"],
    include_prefix = "more",
    strip_include_prefix = "moved/include",
)

cc_library(
    name = "prefixed",
    hdrs = ["moved/prefixed.cuh"],
    include_prefix = "else/where",
)

cc_library(
    name = "uses_moved",
    srcs = ["uses.cu"],
    deps = [":between"],
)

cc_library(
    name = "between",
    deps = [":prefixed", ":stripped"],
)

cc_library(
    name = "tagged",
    srcs = ["kernel.cu.cc"],
    tags = ["no-warplint"],
)

cc_library(
    name = "host",
    srcs = ["host.cc"],
)
''' % "".join(f'"LONG_MACRO_NUMBER_{i}={i}", ' for i in range(9000))

KERNEL = "__global__ void %s(float *p) { p[threadIdx.x * %s] = 1; }\n"
DEVICE_FUNCTION = "#pragma once\n__device__ inline void %s(float *p) { p[threadIdx.x * 32] = 1; }\n"
CUDA_FILES = {
    "cuda/rules.bzl": CUDA_RULES,
    "cuda/BUILD.bazel": CUDA_BUILD,
    "cuda/library.h": "#pragma once\n",
    "cuda/unused.cuh": KERNEL % ("inHeader", "STEP"),
    "cuda/library.cu": '#include "cuda/library.h"\n#include "undeclared.h"\n'
                       + KERNEL % ("inLibrary", "LONG_MACRO_NUMBER_32"),
    "cuda/undeclared.h": "#error \"this was declared by nobody\"\n",
    "cuda/own/own.h": "#pragma once\n#define OWN 32\n",
    "cuda/main.cu": '#include <own.h>\n#include <tile/tile.cuh>\n#include <outside.cuh>\n'
                    '#if defined(LIBRARY) && STEP == TILE_DIM\n' + KERNEL % ("inMain", "OWN") + "#endif\n",
    "cuda/kernel.cu.cc": KERNEL % ("inOtherwise", "32"),
    "cuda/option.cc": KERNEL % ("byOption", "OWN"),
    "cuda/moved/include/deep/stripped.cuh": DEVICE_FUNCTION % "stripped",
    "cuda/moved/prefixed.cuh": DEVICE_FUNCTION % "prefixed",
    "cuda/uses.cu": "#include <more/deep/stripped.cuh>\n#include <else/where/moved/prefixed.cuh>\n"
                    "__global__ void uses(float *p) { stripped(p); prefixed(p); }\n",
    "cuda/host.cc": "int host() { return 0; }\n",
    "outside/WORKSPACE": "",
    "outside/BUILD.bazel": 'load("@rules_cc//cc:defs.bzl", "cc_library")\n'
                           'cc_library(name = "outside", hdrs = ["outside.cuh"], includes = ["."], '
                           'visibility = ["//visibility:public"])\n',
    "outside/outside.cuh": KERNEL % ("notOurs", "32"),
}


class Bazel(unittest.TestCase):
    """The methods run in the order of their names, in one workspace; a few need a second one."""

    @classmethod
    def setUpClass(cls):
        cls.cache = f"--disk_cache={options.work / 'cache'}"
        cls.first = Workspace(options, "first", cls.cache)

    @classmethod
    def tearDownClass(cls):
        cls.first.run("shutdown")

    def test_1_findings_stop_the_build_and_are_shown(self):
        status, said = self.first.run("build", "--config=lint", "--keep_going", "//...")
        self.assertNotEqual(status, 0)
        line = line_of(self.first, BAD, "= tile[")
        self.assertIn(f"{BAD}:{line}:38: error: load of `tile[threadIdx.x][threadIdx.y]` takes 32 wavefronts", said)
        self.assertIn(f"   {line} |   out[to.row * height + to.column] = tile[threadIdx.x][threadIdx.y];", said)
        self.assertNotIn("padded.cu", said)
        self.assertEqual(said.count("error: load of"), 1, "by the check alone")
        self.assertEqual(findings(self.first.report("transpose/conflict")), [("shared-bank-conflict", BAD, line)])
        for target in TARGETS:
            report = self.first.report(target)
            self.assertEqual(set(statuses(report).values()), {"analysed"}, target)
            if target != "transpose/conflict":
                self.assertEqual(findings(report), [], target)
        self.assertIn(b"1 finding: 1 error", self.first.output("transpose/conflict.warplint.txt"))

    def test_2_nothing_is_run_twice(self):
        self.assertEqual(self.first.spawns(*REPORTS), [])

    def test_3_a_header_concerns_its_dependents(self):
        header = "common/include/tile/tile.cuh"
        self.first.edit(header, "#pragma once", "#pragma once\n")
        ran = self.first.spawns(*REPORTS)
        self.assertEqual(sorted(target for mnemonic, target, _ in ran if mnemonic == LINT),
                         ["common/tile", "transpose/conflict", "transpose/padded"])
        self.assertTrue(all("sandbox" in runner for _, _, runner in ran), ran)
        self.first.edit(header, "#pragma once\n", "#pragma once")

    def test_4_test_and_report_rules(self):
        status, said = self.first.run("test", "--test_output=errors", "//transpose:padded_test",
                                      "//transpose:conflict_test", "//transpose:report")
        self.assertEqual(status, 3, said)  # some tests failed
        self.assertRegex(said, r"//transpose:padded_test +(\(cached\) )?PASSED")
        self.assertRegex(said, r"//transpose:conflict_test +FAILED")
        self.assertIn(f"{BAD}:10:38: error: ", said)
        junit = (self.first.example / "bazel-testlogs/transpose/conflict_test/test.xml").read_text()
        self.assertIn('<testcase name="shared-bank-conflict at 10:38"', junit)
        report = json.loads(self.first.output("transpose/report.json"))
        self.assertEqual(findings(report), [("shared-bank-conflict", BAD, 10)])
        self.assertEqual(list(statuses(report)), ["common/include/tile/tile.cuh", BAD, "transpose/padded.cu"])
        self.assertIn(b'"shared-bank-conflict"', self.first.output("transpose/report.sarif"))
        self.assertIn(b"= tile[threadIdx.x]", self.first.output("transpose/report.txt"))

    def test_5_all_reports_of_a_build_are_merged(self):
        events = self.first.folder / "events.json"
        status, said = self.first.run("build", f"--build_event_json_file={events}", *REPORTS)
        self.assertEqual(status, 0, said)
        lister = [sys.executable, str(self.first.folder / "bazel/outputs.py"), str(events)]
        listed = subprocess.run(lister, check=True, text=True, stdout=subprocess.PIPE).stdout
        self.assertEqual([re.sub("^bazel-out/[^/]*/bin/", "", path) for path in listed.split()],
                         [target + ".warplint" for target in TARGETS])
        merged = subprocess.run([options.warplint, "merge", "--files-from", "-", "--format", "json"], input=listed,
                                cwd=self.first.example, text=True, stdout=subprocess.PIPE, check=False)
        self.assertEqual(merged.returncode, 1)
        self.assertEqual(findings(json.loads(merged.stdout)), [("shared-bank-conflict", BAD, 10)])
        self.assertEqual(len(json.loads(merged.stdout)["files"]), 4)

    def test_6_the_same_bytes_elsewhere(self):
        second = Workspace(options, "second/checked/out/deeper")
        try:
            names = [target + ".warplint" + ending for target in TARGETS for ending in ["", ".json", ".txt"]]
            ran = second.spawns("--spawn_strategy=processwrapper-sandbox", *REPORTS)
            self.assertEqual({runner for _, _, runner in ran}, {"processwrapper-sandbox"})
            self.assertEqual(len([1 for mnemonic, _, _ in ran if mnemonic == LINT]), len(TARGETS))
            for name in names:
                self.assertEqual(second.output(name), self.first.output(name), name)
                self.assertNotIn(str(options.work).encode(), second.output(name))
            self.assertEqual([path.name for path in second.home.iterdir() if path.name != ".cache"], [])
            # What was run in the first one is taken from a cache that both have.
            second.run("clean")
            ran = second.spawns(self.cache, *REPORTS)
            self.assertEqual(len(ran), len(TARGETS))
            self.assertTrue(all("cache hit" in runner for _, _, runner in ran), ran)
        finally:
            second.run("shutdown")

    def test_7_rules_of_other_kinds(self):
        for name, text in CUDA_FILES.items():
            self.first.write(name, text)
        self.first.edit("WORKSPACE", 'workspace(name = "warplint_example")\n',
                        'workspace(name = "warplint_example")\nlocal_repository(name = "outside", path = "outside")\n')
        # As the extension of MODULE.bazel does it.
        self.first.edit("WORKSPACE", '"warplint_repositories")\n\nwarplint_repositories()',
                        '"cc_info_repository")\n\n'
                        'cc_info_repository(name = "warplint_cc_info", built_in = False)')
        status, said = self.first.run("build", "--config=lint-reports", "//cuda:all",
                                       "--deleted_packages=outside")
        self.assertEqual(status, 0, said)
        rule = "memory-strided-access"
        library = self.first.report("cuda/library")
        self.assertEqual([(r, re.sub(".*/bin/", "", file)) for r, file, _ in findings(library)],
                         [(rule, "cuda/made.cu"), (rule, "cuda/library.cu"), (rule, "cuda/unused.cuh")])
        # It lies beside the source.
        self.assertIn("1 include was not found: undeclared.h", json.dumps(library["files"]))
        binary = self.first.report("cuda/binary")
        self.assertEqual(findings(binary), [(rule, "cuda/main.cu", 5)])
        self.assertEqual(binary["files"][0]["notes"], [])
        self.assertEqual(findings(self.first.report("cuda/named_otherwise")), [(rule, "cuda/kernel.cu.cc", 1)])
        self.assertEqual(findings(self.first.report("cuda/by_option")), [(rule, "cuda/option.cc", 1)])
        # Headers that Bazel links into place are reported where they lie.
        self.assertEqual(findings(self.first.report("cuda/uses_moved")),
                         [(rule, "cuda/moved/include/deep/stripped.cuh", 2), (rule, "cuda/moved/prefixed.cuh", 2)])
        self.assertIn(b"    2 | __device__ inline void stripped", self.first.output("cuda/uses_moved.warplint.txt"))
        for name in ["host", "tagged"]:
            self.assertFalse((self.first.example / f"bazel-bin/cuda/{name}.warplint").exists())

    def test_8_without_settings_it_says_what_to_name(self):
        status, said = self.first.run("build", "--config=lint", "//scale",
                                      "--@warplint_bazel//:settings=@warplint_bazel//:no_settings")
        self.assertNotEqual(status, 0)
        self.assertIn("//:no_settings names no program to lint with. In .bazelrc, name your own target", said)

    def test_9_what_is_cured_passes(self):
        self.first.edit("transpose/BUILD.bazel", "PADDING=0", "PADDING=1")
        status, said = self.first.run("build", "--config=lint", "//transpose/...")
        self.assertEqual(status, 0, said)


def flags_of(bazel):
    """What this version needs to get along without a network."""
    version = subprocess.run([bazel, "--version"], text=True, stdout=subprocess.PIPE, check=True).stdout
    print(f"{bazel}: {version.strip()}", flush=True)
    flags = shlex.split(os.environ.get("BAZEL_FLAGS", ""))
    number = re.search(r"\d+", version)
    if not number or int(number[0]) < 5:  # Debian's, which is 4, does not know its number
        flags += [f"--override_repository={path.name}={path}" for path in sorted((HERE / "offline").iterdir())]
    return flags


def removed(folder):
    """Bazel takes away the permission to write from what it has made."""
    for root, folders, _ in os.walk(folder):
        for name in folders:
            path = os.path.join(root, name)
            if not os.path.islink(path):
                os.chmod(path, 0o755)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for argument in ["--warplint", "--source", "--work"]:
        parser.add_argument(argument, type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    options.bazel = os.environ.get("BAZEL") or shutil.which("bazel") or shutil.which("bazelisk")
    if not options.bazel:
        print("skipped: there is no bazel on the PATH (Debian: apt-get install bazel-bootstrap)")
        sys.exit(SKIPPED)
    options.flags = flags_of(options.bazel)
    removed(options.work)
    (options.work / "program").mkdir(parents=True)
    (options.work / "program/WORKSPACE").touch()
    (options.work / "program/BUILD.bazel").write_text('exports_files(["warplint"])\n')
    shutil.copy(options.warplint, options.work / "program/warplint")
    try:
        outcome = unittest.main(argv=[sys.argv[0], "--failfast", "-v", *rest], exit=False).result
    finally:
        removed(options.work)
    sys.exit(0 if outcome.wasSuccessful() else 1)
