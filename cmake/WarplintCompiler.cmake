# Chooses the compiler where nobody has: clang++-19, the one LLVM 19 is developed with and the
# only one that the precompiled headers and the tidiness checks are tried with.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build")
endif()

if(NOT CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX})
  find_program(WARPLINT_CLANGXX NAMES clang++-19)
  if(WARPLINT_CLANGXX)
    set(CMAKE_CXX_COMPILER ${WARPLINT_CLANGXX} CACHE FILEPATH "C++ compiler")
  endif()
endif()
if(NOT CMAKE_C_COMPILER AND NOT DEFINED ENV{CC})
  find_program(WARPLINT_CLANG NAMES clang-19)
  if(WARPLINT_CLANG)
    set(CMAKE_C_COMPILER ${WARPLINT_CLANG} CACHE FILEPATH "C compiler")
  endif()
endif()

# ccache, where it is installed and nothing else was asked for.
if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(WARPLINT_CCACHE NAMES ccache)
  if(WARPLINT_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${WARPLINT_CCACHE})
    set(CMAKE_C_COMPILER_LAUNCHER ${WARPLINT_CCACHE})
  endif()
endif()
# Without these two permissions ccache passes by every file that has a precompiled header.
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache$")
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()
