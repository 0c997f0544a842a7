#!/usr/bin/env python3
"""Prepares public CUDA programs for measure.py.

    prepare.py CHECKOUTS FOLDER

CHECKOUTS holds clones of the repositories below, each under its own name (those that are not there
are left out). FOLDER gets copies of their sources, mended where CUDA 13 lacks what they use, and
`programs.tsv`: one program a line, in the columns of `Program`.
"""

import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys

# What is no source and no small input.
LEFT_OUT = shutil.ignore_patterns(
    ".git", *("*." + ending for ending in
              ("pdf eps png ppm pgm jpg gif mp4 yuv bmp bin zip pptx doc docx ipynb so a lib dll md "
               "sln qdrep").split()))

# Of cudaDeviceProp, what CUDA 13 has no more: a program prints it, or asks for it at its start.
REMOVED_FIELDS = re.compile(
    r"([pP]rops?\w*)(\.|->)(clockRate|memoryClockRate|deviceOverlap|computeMode|"
    r"kernelExecTimeoutEnabled|cooperativeMultiDeviceLaunch)\b")

# Programs that do nothing unless they are told how much: the end of the name, and the arguments.
ARGUMENTS = (
    (r"How_to_optimize_in_GPU\.sgemm/sgemm_v\d$", "1024 512 1024"),
    (r"[sS]gemv_v0$", "4096 32"),
    (r"[sS]gemv_v1$", "4096 512"),
    (r"[sS]gemv_v2$", "4096 16"),
    (r"ComplexHalfGemv$", "1024 512"),
    (r"arithmetic2gpu$", "1000000"),
    (r"0[78]-\w+-memory/(matrix|bank)$", "1024"),
    (r"chapter10/crypt\.(flexible|config)$", "encrypt text.in text.out key.in 256"),
    (r"chapter10/crypt\.openmp$", "encrypt text.in text.out key.in 256 2 50"),
    (r"chapter10/crypt\.", "encrypt text.in text.out key.in"),
)


@dataclasses.dataclass
class Program:
    name: str
    folder: str  # it is compiled, linted and run in, below FOLDER
    sources: str
    arguments: str = ""
    includes: str = ""
    flags: str = ""
    linted: str = ""  # by default the sources

    def line(self):
        return "\t".join((re.sub(r"[^\w.-]", "_", self.name), self.folder, self.sources,
                          self.arguments, self.includes, self.flags, self.linted or self.sources))


class Preparation:
    def __init__(self, checkouts, folder):
        self.checkouts, self.folder, self.programs = checkouts, folder, []

    def copy(self, repository, *parts):
        """Copies a repository, or parts of it; False where it is not there."""
        if not (self.checkouts / repository).is_dir():
            return False
        for part in parts or (".",):
            shutil.copytree(self.checkouts / repository / part, self.folder / repository / part,
                            ignore=LEFT_OUT, symlinks=True, dirs_exist_ok=True)
        return True

    def add(self, *arguments, **more):
        self.programs.append(Program(*arguments, **more))

    def up(self, within, to):
        """The relative path of `to`, as seen from `within`; both below FOLDER."""
        return os.path.relpath(self.folder / to, self.folder / within)

    def files(self, repository, pattern):
        return sorted((self.folder / repository).glob(pattern))

    def single_files(self, repository, but="$^", includes="", flags=""):
        """Each file that has a kernel and a `main` is a program; many include the samples' headers."""
        if not self.copy(repository):
            return
        for path in self.files(repository, "**/*.cu"):
            text = path.read_text(errors="replace")
            within = path.relative_to(self.folder / repository)
            if (re.search(r"\bmain\s*\(", text) and "__global__" in text
                    and not re.search(but, str(within))):
                name = f"{repository}.{within.with_suffix('')}"
                folder = str(pathlib.Path(repository) / within.parent)
                self.add(name, folder, path.name,
                         next((given for known, given in ARGUMENTS if re.search(known, name)), ""),
                         f"{includes} -I{self.up(folder, 'cuda-samples/Common')}".strip(), flags)

    def mend(self):
        for path in self.folder.rglob("*"):
            if path.suffix in (".cu", ".cuh", ".cpp", ".h") and path.is_file():
                text = path.read_bytes().decode("utf-8", "surrogateescape")
                mended = REMOVED_FIELDS.sub(r"\1\2major", text)
                if mended != text:
                    path.write_bytes(mended.encode("utf-8", "surrogateescape"))


def teaching(p):
    """Courses and books."""
    p.copy("cuda-samples", "Common")
    p.single_files("code-samples", "vmm|nvml|nvtx|cublas|cufft|oversub|mpi|async.cu|bandwidth|profile",
                   "-I../../series/cuda-cpp -I.", "-lcuda")
    p.single_files("Learn-CUDA-Programming",
                   "multigpu|mpi|MPI|nccl|Chapter10|Chapter08|oob|unified|_gpus|mgpu|Chapter05",
                   "-I../../../include -I../../include", "-rdc=true -lcudadevrt -Xcompiler -fopenmp")
    p.single_files("professional-cuda-c-programming",
                   "P2P|MultiGPU|2DFD|openacc|cublas|cusparse|cufft|segfault|nvToolsExt|"
                   "[mM]emTransfer|HelloWorld|solutions/chapter0[46]/.*Zerocpy|checkDevice|"
                   "simpleDeviceQuery|Hyperq", "-I../../common -I../common",
                   "-rdc=true -lcudadevrt -Xcompiler -fopenmp")
    for folder in p.files("professional-cuda-c-programming", "examples/chapter10"):
        (folder / "text.in").write_bytes(bytes(range(256)) * (1 << 13))
        (folder / "key.in").write_bytes(bytes(range(16)))
    p.single_files("cuda_programming", "unified|pinned")
    p.single_files("cuda-training-series", "hw7/multi|hw13|hw11|hw10|hello|hw6|overlap")
    p.single_files("How_to_optimize_in_GPU", flags="-lcublas -lcusparse")
    p.single_files("how-to-optim-algorithm-in-cuda", "cutlass|cublas")
    p.single_files("CUDA-Programming", "cpu|oversub|libraries|hello|13-md|query|check|prefetch|wrong")
    p.single_files("CUDA-Benchs-AND-Tests")
    p.single_files("gpu-benches", "um-stream|unmaintained|memcpy|latency", "-I.. -I../..",
                   "-lcuda -lcupti -lnvperf_host -lnvperf_target")
    for version in ("force-only", "whole-code"):
        sources = p.files("CUDA-Programming", f"src/13-md/{version}/*.cu")
        if sources:
            p.add(f"md.{version}", f"CUDA-Programming/src/13-md/{version}",
                  " ".join(source.name for source in sources), "6 100")


def variants(p):
    """One program, many kernels, chosen by a number."""
    if p.copy("llm.c", "dev", "llmc"):
        for path in p.files("llm.c", "dev/cuda/*.cu"):
            kernels = sorted({int(n) for n in re.findall(r"case (\d+):", path.read_text())})
            for kernel in kernels[:12] if "nccl" not in path.name else []:
                p.add(f"llm.c.{path.stem}.{kernel}", "llm.c/dev/cuda", path.name, str(kernel),
                      flags="-lcublas -lcublasLt -Xcompiler -fopenmp")
    if p.copy("SGEMM_CUDA"):
        for kernel in range(1, 13):
            p.add(f"SGEMM.{kernel}", "SGEMM_CUDA", "sgemm.cu src/runner.cu", str(kernel), "-Isrc",
                  "-lcublas", ".")
    turing = "Optimizing-SGEMM-on-NVIDIA-Turing-GPUs"
    if p.copy(turing):
        for kernel in range(1, 12):
            p.add(f"TuringSGEMM.{kernel}", turing, "test.cu utils.cu", str(kernel), "-I.", "-lcublas",
                  ".")


def benchmarks(p):
    if p.copy("polybenchGpu", "CUDA", "common"):
        for path in p.files("polybenchGpu", "CUDA/*/*.cu"):
            p.add(f"polybench.{path.stem}", f"polybenchGpu/CUDA/{path.parent.name}", path.name,
                  includes="-I../../common", flags="-DPOLYBENCH_USE_SCALAR_LB")
    for name in ("XSBench", "RSBench"):
        if p.copy(name, "cuda"):
            sources = " ".join(source.name for source in p.files(name, "cuda/*.cu"))
            p.add(name, f"{name}/cuda", sources, "-s small -m event")
            for kernel in range(1, 7) if name == "XSBench" else []:
                p.add(f"{name}.k{kernel}", f"{name}/cuda", sources,
                      f"-s small -m event -k {kernel} -l 200000")
    if p.copy("NPB-GPU", "CUDA"):
        root = p.folder / "NPB-GPU" / "CUDA"
        subprocess.run("cd sys && g++ -w -o setparams setparams.cpp", shell=True, cwd=root, check=True)
        for name in "BT CG EP FT IS LU MG SP".split():
            subprocess.run(["../sys/setparams", name.lower(), "W"], cwd=root / name, check=True,
                           stdout=subprocess.DEVNULL)
            p.add(f"NPB.{name}", f"NPB-GPU/CUDA/{name}", f"{name.lower()}.cu", includes="-I../common",
                  flags="../common/c_print_results.cpp ../common/c_randdp.cpp ../common/c_timers.cu "
                        "../common/wtime.cpp -std=c++14 -Xcompiler -fopenmp")
    if p.copy("shoc", "src/cuda", "src/common"):
        (p.folder / "shoc/src/common/config.h").write_text(
            "#define HAVE_LIBPTHREAD 1\n#define HAVE_GETTIMEOFDAY 1\n")
        common = " ".join("../../../common/" + name for name in
                          ("Option.cpp", "OptionParser.cpp", "ResultDatabase.cpp", "Timer.cpp"))
        for name, sources in {"bfs": "BFS.cu bfs_kernel.cu", "fft": "FFT.cpp fftlib.cu",
                              "md5hash": "MD5Hash.cu", "reduction": "Reduction.cu", "scan": "Scan.cu",
                              "sort": "Sort.cu sort_kernel.cu", "triad": "Triad.cu",
                              "s3d": "S3D.cu", "gemm": "GEMM.cpp"}.items():
            p.add(f"shoc.{name}", f"shoc/src/cuda/level{2 if name == 's3d' else 1}/{name}", sources,
                  "-s 1 -n 1",
                  "-I. -I../../common -I../../include -I../../../common -I../../../common/Spmv",
                  f"../../common/main.cpp {common} -DHAVE_CONFIG_H -lcublas"
                  + (" ../../../common/Graph.cpp" if name == "bfs" else ""))


# What needs a display, a second GPU, a library or an input that is not there.
SAMPLES_LEFT_OUT = re.compile(
    "GL$|nvrtc|Drv$|D3D|Vulkan|vulkan|NV12|MPI|IPC|P2P|MultiGPU|Texture$|Mandelbrot|SobelFilter|EGL|"
    "particles|smokeParticles|postProcess|marchingCubes|nbody|volume|bicubic|bilateral|boxFilter|"
    "imageDenoising|recursive|FunctionPointers|MMAP|ptxjit|JIT|threadMigration|graphMemory|"
    "convolutionTexture|Compressible")


def samples(p):
    chapters = ["0_Introduction", "2_Concepts_and_Techniques", "3_CUDA_Features",
                "4_CUDA_Libraries/conjugateGradientMultiBlockCG", "4_CUDA_Libraries/lineOfSight",
                "4_CUDA_Libraries/conjugateGradientCudaGraphs", "5_Domain_Specific", "6_Performance"]
    if not p.copy("cuda-samples", "Common", *("Samples/" + chapter for chapter in chapters)):
        return
    for folder in p.files("cuda-samples", "Samples/*/*"):
        sources = [str(path.relative_to(folder)) for path in sorted(folder.rglob("*.c[up]*"))
                   if path.suffix in (".cu", ".cpp")]
        if SAMPLES_LEFT_OUT.search(folder.name) or not any(s.endswith(".cu") for s in sources):
            continue
        p.add(f"samples.{folder.name}", str(folder.relative_to(p.folder)), " ".join(sources),
              includes="-I../../../Common -Iinc",
              flags="-rdc=true -lcudadevrt -lcublas -lcufft -lcurand -lcusparse -Xcompiler -fopenmp",
              linted=".")
    for kernel in range(10):
        p.add(f"samples.reduction.k{kernel}",
              "cuda-samples/Samples/2_Concepts_and_Techniques/reduction",
              "reduction.cpp reduction_kernel.cu", f"--kernel={kernel}", "-I../../../Common",
              linted=".")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    checkouts, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    if folder.exists() and any(folder.iterdir()):
        sys.exit(f"prepare: {folder} is not empty")
    folder.mkdir(parents=True, exist_ok=True)
    preparation = Preparation(checkouts, folder)
    for part in (teaching, variants, benchmarks, samples):
        part(preparation)
    preparation.mend()
    lines = [program.line() for program in preparation.programs]
    (folder / "programs.tsv").write_text("".join(line + "\n" for line in lines))
    print(f"{len(lines)} programs")


if __name__ == "__main__":
    main()
