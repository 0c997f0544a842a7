# Fails unless PROGRAM needs nothing at run time but the C library: what is released must run where
# none of the libraries it is built from is installed.
find_program(READELF NAMES readelf llvm-readelf-19 llvm-readelf REQUIRED)
execute_process(COMMAND ${READELF} --dynamic --wide ${PROGRAM}
                OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\\(NEEDED\\)[^\n]*\\[[^]\n]+\\]" needed "${dynamic}")
list(TRANSFORM needed REPLACE ".*\\[(.*)\\]" "\\1")
list(FILTER needed EXCLUDE REGEX "^(lib(c|m|dl|rt|pthread)\\.so\\.[0-9]+|ld-linux.*)$")
if(needed)
  list(JOIN needed ", " needed)
  message(FATAL_ERROR "${PROGRAM} is to stand alone, but needs ${needed}")
endif()
