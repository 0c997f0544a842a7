# How every library of the project is built.

# warplint_library(NAME sources…): a static library with the project's warnings.
function(warplint_library name)
  add_library(${name} STATIC ${ARGN})
  warplint_target(${name})
endfunction()

function(warplint_target name)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Werror -Wno-unused-parameter)
endfunction()

# warplint_uses_clang(NAME): compile against Clang's headers (precompiled) and LLVM's flags.
function(warplint_uses_clang name)
  target_include_directories(${name} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
  target_compile_definitions(${name} PRIVATE ${LLVM_DEFINITIONS_LIST})
  if(NOT LLVM_ENABLE_RTTI)
    target_compile_options(${name} PRIVATE -fno-rtti)
  endif()
  if(TARGET warplint_simt AND NOT ${name} STREQUAL warplint_simt)
    target_precompile_headers(${name} REUSE_FROM warplint_simt)
  else()
    target_precompile_headers(${name} PRIVATE ${CMAKE_SOURCE_DIR}/lint/simt/ClangHeaders.h)
  endif()
endfunction()
