# Builds a project of one program that prints what is embedded in it, changes the embedded folder,
# and builds again. Arguments: SOURCE (of warplint), WORK (an own folder), GENERATOR, CXX.

file(REMOVE_RECURSE ${WORK})
file(WRITE ${WORK}/data/a.txt "first")
file(WRITE ${WORK}/data/b.txt "gone later")
file(WRITE ${WORK}/main.cpp [[
#include "lint/evidence/EmbeddedFile.h"
#include <cstdio>
std::span<const warplint::EmbeddedFile> data();
int main() {
  for (const warplint::EmbeddedFile &file : data())
    std::printf("%s=%s;", file.path.data(), file.contents.data());
}
]])
file(WRITE ${WORK}/CMakeLists.txt "
cmake_minimum_required(VERSION 3.21)
project(rebuild CXX)
set(CMAKE_CXX_STANDARD 20)
list(APPEND CMAKE_MODULE_PATH ${SOURCE}/cmake)
include(WarplintEmbed)
add_executable(printer main.cpp)
target_include_directories(printer PRIVATE ${SOURCE})
warplint_embed(printer NAME data DIRECTORY data PATTERNS *.txt)
")

function(build_and_expect expected)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build
                  COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE ignored)
  execute_process(COMMAND ${WORK}/build/printer OUTPUT_VARIABLE printed
                  COMMAND_ERROR_IS_FATAL ANY)
  if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "embedded are \"${printed}\"; expected \"${expected}\"")
  endif()
endfunction()

execute_process(COMMAND ${CMAKE_COMMAND} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX}
                        -S ${WORK} -B ${WORK}/build
                COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE ignored)
build_and_expect("a.txt=first;b.txt=gone later;")

# File times have a resolution; a change within the same tick would not be seen.
execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 1.1)
file(WRITE ${WORK}/data/a.txt "changed")
build_and_expect("a.txt=changed;b.txt=gone later;")

file(WRITE ${WORK}/data/c.txt "added")
build_and_expect("a.txt=changed;b.txt=gone later;c.txt=added;")

file(REMOVE ${WORK}/data/b.txt)
build_and_expect("a.txt=changed;c.txt=added;")
