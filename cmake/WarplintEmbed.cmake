# Files that become part of the program.
#
#   warplint_embed(TARGET NAME identifier
#                  [FILES file…] [DIRECTORY folder [PATTERNS glob…] [EXCLUDE regex…]]
#                  [PREFIX virtual/folder])
#
# Adds to TARGET the function `std::span<const warplint::EmbeddedFile> identifier()`, which whoever
# calls it declares; the identifier may be qualified (`warplint::engine::ruleFiles`). The records
# are sorted by path and live as long as the program.
#
# A file's virtual path is its path below DIRECTORY, or its name for one of FILES, behind PREFIX.
# EXCLUDE are regular expressions over the path below DIRECTORY. A file that is changed, added or
# removed is noticed by the next build.

function(warplint_embed target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME;DIRECTORY;PREFIX" "FILES;PATTERNS;EXCLUDE")
  if(NOT arg_NAME OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "warplint_embed(${target}): NAME missing, or not understood: "
                        "${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(arg_PREFIX AND NOT arg_PREFIX MATCHES "/$")
    string(APPEND arg_PREFIX "/")
  endif()

  # Virtual path and path, joined by `|` so that one sort orders both.
  set(entries)
  foreach(file IN LISTS arg_FILES)
    get_filename_component(file ${file} ABSOLUTE)
    get_filename_component(fileName ${file} NAME)
    list(APPEND entries "${arg_PREFIX}${fileName}|${file}")
  endforeach()
  if(arg_DIRECTORY)
    get_filename_component(folder ${arg_DIRECTORY} ABSOLUTE)
    if(NOT arg_PATTERNS)
      set(arg_PATTERNS "*")
    endif()
    list(TRANSFORM arg_PATTERNS PREPEND "${folder}/")
    file(GLOB_RECURSE found RELATIVE ${folder} CONFIGURE_DEPENDS ${arg_PATTERNS})
    foreach(regex IN LISTS arg_EXCLUDE)
      list(FILTER found EXCLUDE REGEX "${regex}")
    endforeach()
    foreach(file IN LISTS found)
      list(APPEND entries "${arg_PREFIX}${file}|${folder}/${file}")
    endforeach()
  endif()
  if(NOT entries)
    message(WARNING "warplint_embed(${target} ${arg_NAME}): no files; the table is empty")
  endif()
  list(SORT entries)

  # `.incbin` costs nothing to compile, whatever the size. The assembler's names hold the
  # identifier, so that several tables can be in one program.
  string(REGEX REPLACE "[^A-Za-z0-9_]" "_" stem "${arg_NAME}")
  set(data "")
  set(declarations "")
  set(rows "")
  set(files)
  set(index 0)
  foreach(entry IN LISTS entries)
    string(REPLACE "|" ";" entry "${entry}")
    list(GET entry 0 path)
    list(GET entry 1 file)
    list(APPEND files ${file})
    set(label "warplint_embedded_${stem}_${index}")
    string(APPEND data
      "    \".hidden ${label}_begin\\n\"\n    \".hidden ${label}_end\\n\"\n"
      "    \".globl ${label}_begin\\n\"\n    \".globl ${label}_end\\n\"\n"
      "    \"${label}_begin: .incbin \\\"${file}\\\"\\n\"\n"
      "    \"${label}_end: .byte 0\\n\"\n")
    string(APPEND declarations "extern \"C\" const char ${label}_begin[], ${label}_end[];\n")
    string(APPEND rows
      "      {\"${path}\",\n       std::string_view(${label}_begin,\n"
      "                        static_cast<std::size_t>(${label}_end - ${label}_begin))},\n")
    math(EXPR index "${index} + 1")
  endforeach()

  string(REGEX MATCH "^(.*)::([^:]+)$" qualified "${arg_NAME}")
  if(qualified)
    set(opening "namespace ${CMAKE_MATCH_1} {")
    set(closing "} // namespace ${CMAKE_MATCH_1}")
    set(function ${CMAKE_MATCH_2})
  else()
    set(opening "")
    set(closing "")
    set(function ${arg_NAME})
  endif()

  if(rows)
    string(CONCAT body "  static const warplint::EmbeddedFile files[] = {\n" "${rows}"
                       "  };\n  return files;\n")
  else()
    set(body "  return {};\n")
  endif()

  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded_${stem}.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// Written by warplint_embed(); do not edit.
#include \"lint/evidence/EmbeddedFile.h\"

#include <cstddef>

asm(\".pushsection .rodata.warplint_embedded_@stem@,\\\"a\\\",@progbits\\n\"
@data@    \".popsection\\n\");

@declarations@
@opening@
std::span<const warplint::EmbeddedFile> @function@() {
@body@}
@closing@
")
  set_source_files_properties(${source} PROPERTIES
    OBJECT_DEPENDS "${files}" SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${source})
endfunction()
