#!/usr/bin/env python3
"""Runs real pre-commit with this repository's hooks, in a repository made for it.

    hook_test.py --warplint PROGRAM --source FOLDER --work FOLDER

Exits with 77 where there is no pre-commit or no git. Nothing is fetched: the hook that is tried takes the
program that is installed (`warplint-system`); the other one differs in `language` alone, which is tested.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

SKIPPED = 77

BAD = """#include <cuda_runtime.h>
__global__ void columns(float *out, const float *in, int n) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * n + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * n + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void run(float *out, const float *in, int n) { columns<<<1, dim3(32, 32)>>>(out, in, n); }
"""
GOOD = BAD.replace("tile[32][32]", "tile[32][33]")
HELPER = """#pragma once
__device__ inline float sum(const float *shared) {
  if (threadIdx.x < 16)
    __syncthreads();
  return shared[0];
}
__global__ void user(float *out) {
  __shared__ float values[64];
  values[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = sum(values);
}
"""
HOST = """#pragma once
#include <vector>
#include "nowhere/generated.h"
namespace project {
struct Options { std::vector<int> sizes; Unknown unknown; };
}
"""


class Repository:
    """A repository whose commits pre-commit looks at."""

    def __init__(self, options, name, arguments):
        self.folder = options.work / name / "project"
        self.hooks = options.work / name / "hooks"
        path = f"{options.warplint.parent}{os.pathsep}{os.environ['PATH']}"
        self.environment = dict(os.environ, HOME=str(options.work / name), PATH=path,
                                PRE_COMMIT_HOME=str(options.work / name / "cache"), PRE_COMMIT_COLOR="never",
                                GIT_CONFIG_NOSYSTEM="1", XDG_CACHE_HOME=str(options.work / name / "xdg"))
        for variable in [name for name in self.environment if name.startswith("GIT_") and name != "GIT_CONFIG_NOSYSTEM"]:
            del self.environment[variable]
        for folder in (self.folder, self.hooks):
            folder.mkdir(parents=True)
            self.git("init", "-q", folder=folder)
            self.git("config", "user.email", "somebody@example.org", folder=folder)
            self.git("config", "user.name", "Somebody", folder=folder)
        shutil.copy(options.source / ".pre-commit-hooks.yaml", self.hooks)
        self.git("add", ".", folder=self.hooks)
        self.git("commit", "-q", "-m", "Hooks", folder=self.hooks)
        revision = self.git("rev-parse", "HEAD", folder=self.hooks).strip()
        self.write(".pre-commit-config.yaml", f"""repos:
  - repo: {self.hooks}
    rev: {revision}
    hooks:
      - id: warplint-system
        args: {json.dumps(arguments)}
""")
        subprocess.run([options.pre_commit, "install"], cwd=self.folder, env=self.environment, check=True,
                       stdout=subprocess.DEVNULL)

    def git(self, *arguments, folder=None):
        return subprocess.run(["git", *arguments], cwd=folder or self.folder, env=self.environment, check=True,
                              text=True, stdout=subprocess.PIPE).stdout

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def commit(self):
        """Returns whether there is a new commit, and what was said."""
        self.git("add", "-A")
        done = subprocess.run(["git", "commit", "-m", "A change"], cwd=self.folder, env=self.environment,
                              check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode == 0, done.stdout


class Hook(unittest.TestCase):
    options = None

    def repository(self, *arguments):
        return Repository(self.options, self.id().rsplit(".", 1)[-1], arguments)

    def test_stops_a_bad_kernel_and_lets_its_cure_pass(self):
        project = self.repository("--cuda-path=none")
        project.write("src/transpose.cu", BAD)
        done, said = project.commit()
        self.assertFalse(done, said)
        self.assertRegex(said, r"src/transpose\.cu:6:\d+: warning: .*32-way bank conflict")
        project.write("src/transpose.cu", GOOD)
        done, said = project.commit()
        self.assertTrue(done, said)

    def test_fixes_and_stops(self):
        project = self.repository("--cuda-path=none", "--fix")
        project.write("transpose.cu", BAD)
        done, said = project.commit()
        self.assertFalse(done, said)
        self.assertIn("files were modified by this hook", said)
        self.assertRegex(project.read("transpose.cu"), r"tile\[32\]\[(33|32 \+ 1)\]")
        done, said = project.commit()
        self.assertTrue(done, said)

    def test_looks_at_changed_files_only(self):
        project = self.repository("--cuda-path=none")
        project.write("old.cu", BAD)
        project.git("add", "-A")
        project.git("commit", "-q", "--no-verify", "-m", "As it was")
        project.write("new.cu", GOOD)
        done, said = project.commit()
        self.assertTrue(done, said)
        self.assertNotIn("old.cu", said)

    def test_looks_at_cuda_headers(self):
        project = self.repository("--cuda-path=none", "--block=64,1,1")
        for name in ("sum.cuh", "include/sum.h", "sum.hpp"):
            with self.subTest(name):
                project.write(name, HELPER)
                done, said = project.commit()
                self.assertFalse(done, said)
                self.assertRegex(said, re.escape(name) + r":4:\d+: error: .*\[sync-divergent-barrier\]")
                project.git("rm", "-q", "--cached", name)
                (project.folder / name).unlink()

    def test_leaves_out_what_the_configuration_does(self):
        project = self.repository("--cuda-path=none")
        project.write(".warplint.yaml", "include: [src, third_party]\nexclude: [third_party]\n")
        project.write("third_party/theirs.cu", BAD)
        project.write("demo/not_included.cu", BAD)
        done, said = project.commit()
        self.assertTrue(done, said)
        project.write("third_party/theirs.cu", BAD + "\n")
        project.write("src/ours.cu", BAD)
        done, said = project.commit()
        self.assertFalse(done, said)
        self.assertIn("src/ours.cu:6", said)
        self.assertNotIn("theirs.cu", said)

    def test_says_nothing_of_host_code(self):
        project = self.repository()
        project.write("include/options.h", HOST)
        project.write("main.cpp", '#include "options.h"\nint main() { return undeclared(); }\n')
        done, said = project.commit()
        self.assertTrue(done, said)

    def test_hooks_differ_in_language_alone(self):
        text = (self.options.source / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
        built, installed = re.split(r"(?m)^- id: ", text)[-2:]
        without = [re.sub(r"(?m)^(warplint.*| *name: .*| *language: .*)\n", "", one).replace("# it starts workers of its own", "")
                   for one in (built, installed)]
        self.assertEqual([line.rstrip() for line in without[0].splitlines()],
                         [line.rstrip() for line in without[1].splitlines()])
        self.assertIn("language: python", built)
        self.assertIn("language: system", installed)


def main():
    parser = argparse.ArgumentParser()
    for name in ("warplint", "source", "work"):
        parser.add_argument(f"--{name}", type=lambda value: pathlib.Path(value).resolve(), required=True)
    options, rest = parser.parse_known_args()
    options.pre_commit = shutil.which("pre-commit")
    if not options.pre_commit or not shutil.which("git"):
        print("skipped: there is no pre-commit, or no git")
        return SKIPPED
    shutil.rmtree(options.work, ignore_errors=True)
    options.work.mkdir(parents=True)
    Hook.options = options
    done = unittest.main(argv=[sys.argv[0], *rest], exit=False)
    return 0 if done.result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
