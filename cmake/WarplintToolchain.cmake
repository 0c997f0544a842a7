# The linker, and the flags that hold for every target of a build.

find_program(WARPLINT_LINKER NAMES ld.lld-19 ld.lld mold)
if(WARPLINT_LINKER MATCHES "lld-19$" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_link_options(--ld-path=${WARPLINT_LINKER})
elseif(WARPLINT_LINKER MATCHES "lld")
  add_link_options(-fuse-ld=lld)
elseif(WARPLINT_LINKER MATCHES "mold")
  add_link_options(-fuse-ld=mold)
endif()
if(WARPLINT_LINKER MATCHES "lld|mold")
  add_link_options(-Wl,--gc-sections)
endif()

# -O2 for what is released; -O1 -g for what is worked on, where asserts stay on.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "" FORCE)
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "" FORCE)
set(CMAKE_EXE_LINKER_FLAGS_RELEASE "" CACHE STRING "" FORCE)

if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # A precompiled header that holds a time stamp is a new one to ccache with each build.
  set(WARPLINT_PCH_OPTIONS -Xclang -fno-pch-timestamp)
endif()

if(WARPLINT_STATIC)
  # One file that runs wherever glibc is as new as here.
  add_link_options(-static-libstdc++ -static-libgcc -Wl,--as-needed)
endif()

if(WARPLINT_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "warplint: WARPLINT_FUZZ needs Clang, which libFuzzer is a part of")
  endif()
  set(WARPLINT_SANITIZE "address,undefined")
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

if(WARPLINT_SANITIZE)
  # LLVM's own libraries are not instrumented: what compares types across that border (vptr,
  # function) sees differences that are none.
  add_compile_options(-fsanitize=${WARPLINT_SANITIZE} -fno-sanitize=vptr,function
                      -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${WARPLINT_SANITIZE})
endif()
