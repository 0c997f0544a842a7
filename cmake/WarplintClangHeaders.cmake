# Clang's own headers (stddef.h, the CUDA wrappers, the vector intrinsics), carried inside the
# program so that it needs no Clang on the machine it runs on.
#
#   warplint_embed_clang_headers(TARGET NAME identifier [PREFIX virtual/folder])
#
# Of the 15 MB that Clang installs, about 3 MB are for what is parsed here: CUDA and C++ for the
# processor that the program is built for. Left out, as regular expressions over the path:

set(WARPLINT_CLANG_HEADERS_LEFT_OUT
  "^(altivec|vecintrin|s390intrin|htmintrin|htmxlintrin)\\.h$" # PowerPC and IBM Z vectors
  "^(velintrin|riscv_|sifive_|hexagon_|hvx_|wasm_|msa|larchintrin|lasxintrin|lsxintrin)" # others
  "^(ppc_wrappers|zos_wrappers)/"                               # other processors' and systems'
  "^(opencl-c|openmp_wrappers/|llvm_libc_wrappers/|__clang_hip_)" # other models of computing
  "^(intrin0?|armintr|arm64intr|vadefs|yvals_core)\\.h$"        # Microsoft's names; Windows only
  "^(ptrauth|ISO_Fortran_binding|arm_cde|arm_mve|arm_cmse)\\.h$" # Apple, Fortran, microcontrollers
  "^(fuzzer|orc|profile|xray)/|_syscall_hooks\\.h$"              # Clang's run-time libraries
  "^module\\.modulemap$")                                       # names headers that are not here

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64|i.86)$")
  list(APPEND WARPLINT_CLANG_HEADERS_LEFT_OUT "^arm_")
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  list(APPEND WARPLINT_CLANG_HEADERS_LEFT_OUT "^(|__wmm|ia32|x86|x86gpr)[a-z0-9]*intrin(_[a-z]+)?\\.h$"
       "^(mm3dnow|cpuid|cet)\\.h$")
endif()

function(warplint_embed_clang_headers target)
  set(folder ${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}/include)
  if(NOT EXISTS ${folder}/__clang_cuda_runtime_wrapper.h)
    message(FATAL_ERROR "Clang's own headers are not in ${folder}: install the package that has "
                        "them (libclang-common-${LLVM_VERSION_MAJOR}-dev)")
  endif()
  warplint_embed(${target} ${ARGN} DIRECTORY ${folder}
                 EXCLUDE ${WARPLINT_CLANG_HEADERS_LEFT_OUT})
endfunction()
