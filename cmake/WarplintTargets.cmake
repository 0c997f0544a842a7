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
