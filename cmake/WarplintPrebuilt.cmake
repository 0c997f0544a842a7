# Packages of what is built already.
set(CMAKE_INSTALL_BINDIR bin)
set(CMAKE_INSTALL_LIBDIR lib)
set(CMAKE_INSTALL_DATADIR share)
include(WarplintWheel)

if(NOT EXISTS ${WARPLINT_PREBUILT}/bin/warplint)
  message(FATAL_ERROR "warplint: ${WARPLINT_PREBUILT}/bin/warplint is not there: "
                      "fill the folder by `cmake --install build --strip --prefix FOLDER`")
endif()
install(PROGRAMS ${WARPLINT_PREBUILT}/bin/warplint DESTINATION ${CMAKE_INSTALL_BINDIR})
foreach(part lib share)
  string(TOUPPER ${part} name)
  string(REPLACE SHARE DATA name ${name})
  if(IS_DIRECTORY ${WARPLINT_PREBUILT}/${part})
    install(DIRECTORY ${WARPLINT_PREBUILT}/${part}/ DESTINATION ${CMAKE_INSTALL_${name}DIR}
            USE_SOURCE_PERMISSIONS)
  endif()
endforeach()
# Of an installation that has none.
if(NOT EXISTS ${WARPLINT_PREBUILT}/share/man/man1/warplint.1)
  include(WarplintHelpFiles)
  warplint_help_files(${WARPLINT_PREBUILT}/bin/warplint)
endif()
include(WarplintDebian)
