# What warplint is built from. Everything comes from the system's packages; scripts/install-deps.sh
# installs them.

find_package(Threads REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(tl-expected REQUIRED)
find_package(Lua 5.4 REQUIRED)
# The headers alone: the library is loaded by whoever runs `warplint review`.
find_path(WARPLINT_CURL_INCLUDE curl/curl.h REQUIRED)

# `19.1`, not `19`: LLVM's version file takes a request for 19 as one for 19.0.
find_package(LLVM 19.1 REQUIRED CONFIG)
# Only the Clang beside that LLVM: another version of it may be installed as well.
find_package(Clang REQUIRED CONFIG PATHS ${LLVM_LIBRARY_DIR}/cmake/clang NO_DEFAULT_PATH)
separate_arguments(LLVM_DEFINITIONS_LIST UNIX_COMMAND "${LLVM_DEFINITIONS}")

# Names that stay the same from one distribution to the next.
if(TARGET yaml-cpp AND NOT TARGET yaml-cpp::yaml-cpp)
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()
if(TARGET yaml-cpp::yaml-cpp AND NOT TARGET yaml-cpp)
  add_library(yaml-cpp ALIAS yaml-cpp::yaml-cpp)
endif()

# warplint_use_archive(TARGET NAME): link lib<NAME>.a where an imported target names the shared
# library. Distributions ship both and export the shared one only.
function(warplint_use_archive target name)
  find_library(WARPLINT_ARCHIVE_${name} NAMES lib${name}.a REQUIRED)
  mark_as_advanced(WARPLINT_ARCHIVE_${name})
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(aliased)
    set(target ${aliased})
  endif()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY") # a name for the target that is the library
    get_target_property(target ${target} INTERFACE_LINK_LIBRARIES)
  endif()
  get_target_property(configurations ${target} IMPORTED_CONFIGURATIONS)
  foreach(configuration IN LISTS configurations)
    set_target_properties(${target} PROPERTIES
      IMPORTED_LOCATION_${configuration} ${WARPLINT_ARCHIVE_${name}})
  endforeach()
endfunction()

add_library(warplint_lua INTERFACE)
target_include_directories(warplint_lua SYSTEM INTERFACE ${LUA_INCLUDE_DIR})
if(WARPLINT_STATIC)
  warplint_use_archive(yaml-cpp::yaml-cpp yaml-cpp)
  # Debian has no archive of fmt. As headers only, nothing of the shared library is used, and
  # --as-needed (WarplintToolchain) leaves it out.
  set_property(TARGET fmt::fmt APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY=1)
  find_library(WARPLINT_LUA_ARCHIVE NAMES liblua5.4.a REQUIRED)
  target_link_libraries(warplint_lua INTERFACE ${WARPLINT_LUA_ARCHIVE} m ${CMAKE_DL_LIBS})
  set(LUA_LIBRARIES warplint_lua)
else()
  target_link_libraries(warplint_lua INTERFACE ${LUA_LIBRARIES})
endif()
