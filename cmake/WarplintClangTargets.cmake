# How what uses Clang is compiled and linked.

# warplint_uses_clang(NAME): compile against Clang's headers (precompiled, once for all targets)
# with the flags LLVM was built with. The target is compiled without RTTI.
function(warplint_uses_clang name)
  warplint_clang_flags(${name})
  target_precompile_headers(${name} REUSE_FROM warplint_clang_headers)
endfunction()

function(warplint_clang_flags name)
  target_include_directories(${name} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
  target_compile_definitions(${name} PRIVATE ${LLVM_DEFINITIONS_LIST})
  target_compile_options(${name} PRIVATE -fno-rtti ${WARPLINT_PCH_OPTIONS})
endfunction()

# warplint_link_clang(NAME): link the parts of Clang and LLVM that parsing needs.
function(warplint_link_clang name)
  target_link_libraries(${name} PRIVATE warplint_clang)
endfunction()

# The archives that TARGETS need, themselves included and joined by commas, by following what the imported targets say.
# Debian's name the shared libLLVM for all of LLVM, and the shared forms of z, zstd and z3: those
# are left out here and added by the caller.
function(warplint_archive_closure result)
  set(open ${ARGN})
  set(seen)
  set(archives)
  while(open)
    list(POP_FRONT open target)
    if(target IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${target})
    if(NOT TARGET ${target} OR NOT target MATCHES "^(clang|LLVM).")
      continue()
    endif()
    get_target_property(type ${target} TYPE)
    if(NOT type STREQUAL "STATIC_LIBRARY")
      continue()
    endif()
    list(APPEND archives $<TARGET_FILE:${target}>)
    get_target_property(needed ${target} INTERFACE_LINK_LIBRARIES)
    if(needed)
      list(APPEND open ${needed})
    endif()
  endwhile()
  list(JOIN archives "," archives)
  set(${result} "${archives}" PARENT_SCOPE)
endfunction()

# No back end and no code generation: warplint parses and never compiles.
set(clangParts clangTooling clangToolingInclusionsStdlib clangFrontend clangDriver clangSerialization
    clangParse clangSema clangAnalysis clangEdit clangAST clangASTMatchers clangLex clangRewrite
    clangAPINotes clangSupport clangBasic)
set(llvmParts LLVMFrontendOpenMP LLVMFrontendOffloading LLVMFrontendHLSL LLVMWindowsDriver LLVMOption
    LLVMProfileData LLVMTargetParser LLVMMC LLVMMCParser LLVMBitReader LLVMBitstreamReader
    LLVMBinaryFormat LLVMCore LLVMDemangle LLVMSupport)
# They name each other in circles. Those who link with the shared library try them in tests/build.
warplint_archive_closure(WARPLINT_CLANG_ARCHIVES ${clangParts} ${llvmParts})

add_library(warplint_clang INTERFACE)
if(WARPLINT_STATIC)
  find_library(WARPLINT_ARCHIVE_z NAMES libz.a REQUIRED)
  find_library(WARPLINT_ARCHIVE_zstd NAMES libzstd.a REQUIRED)
  target_link_libraries(warplint_clang INTERFACE
    "$<LINK_GROUP:RESCAN,${WARPLINT_CLANG_ARCHIVES}>"
    ${WARPLINT_ARCHIVE_zstd} ${WARPLINT_ARCHIVE_z} Threads::Threads ${CMAKE_DL_LIBS} rt m)
else()
  target_link_libraries(warplint_clang INTERFACE clang-cpp LLVM)
endif()

# Compiled once, used by every target that includes Clang: without it each source file spends
# several seconds in these headers.
warplint_precompiled(warplint_clang_headers lint/simt/ClangHeaders.h)
warplint_clang_flags(warplint_clang_headers)
