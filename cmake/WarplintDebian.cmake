# A Debian package: `cpack -G DEB` in the folder of a build, or scripts/deb.sh.

set(CPACK_PACKAGE_NAME warplint)
set(CPACK_PACKAGE_VENDOR "the warplint project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "linter for CUDA C++ that predicts what kernels cost")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)

set(WARPLINT_MAINTAINER "warplint maintainers <warplint@localhost>" CACHE STRING
    "Who packages are from, as Debian writes it: name <address>")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${WARPLINT_MAINTAINER}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF) # DebianDepends.cmake.in
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "git, libcurl4 | libcurl4t64, nvidia-driver")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"warplint executes the kernels of a CUDA program symbolically, for one block of
threads, and reports what each access, branch and barrier costs the hardware.
It needs neither a GPU nor the CUDA Toolkit for that. Where there is a GPU, it
runs the program under CUPTI and puts what was measured beside the prediction.")
if(WARPLINT_PREBUILT)
  set(WARPLINT_PACKAGED_PROGRAMS
      "${WARPLINT_PREBUILT}/bin/warplint ${WARPLINT_PREBUILT}/lib/warplint/warplint-kernels")
else()
  set(WARPLINT_PACKAGED_PROGRAMS "${PROJECT_BINARY_DIR}/warplint ${PROJECT_BINARY_DIR}/warplint-kernels")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/DebianDepends.cmake.in
               ${PROJECT_BINARY_DIR}/DebianDepends.cmake @ONLY)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/DebianDepends.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/DebianFiles.cmake)
include(CPack)
