# How every library and program of the project is built.

# warplint_target(NAME): the project's include folders and warnings.
function(warplint_target name)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic
    $<$<BOOL:${WARPLINT_WARNINGS_AS_ERRORS}>:-Werror> -Wno-unused-parameter)
endfunction()

# warplint_library(NAME sources…): a static library with the project's warnings.
function(warplint_library name)
  add_library(${name} STATIC ${ARGN})
  warplint_target(${name})
endfunction()

# warplint_precompiled(NAME HEADER libraries…): what HEADER includes, compiled once for all targets
# that say target_precompile_headers(… REUSE_FROM NAME). They link the same libraries, and have the
# same options.
function(warplint_precompiled name header)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/cmake/${name}.cpp CONTENT
       "// Carries what ${header} includes.\n" @ONLY)
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/cmake/${name}.cpp)
  warplint_target(${name})
  target_compile_options(${name} PRIVATE ${WARPLINT_PCH_OPTIONS})
  target_precompile_headers(${name} PRIVATE ${PROJECT_SOURCE_DIR}/${header})
  target_link_libraries(${name} PRIVATE ${ARGN})
endfunction()
