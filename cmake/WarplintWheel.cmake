# In a Python package, programs lie in `bin` of the environment and the rest below its prefix, as in
# any other installation: warplint finds its files from where it lies itself.
if(SKBUILD)
  set(CMAKE_INSTALL_BINDIR ${SKBUILD_SCRIPTS_DIR})
  set(CMAKE_INSTALL_LIBDIR ${SKBUILD_DATA_DIR}/lib)
  set(CMAKE_INSTALL_DATADIR ${SKBUILD_DATA_DIR}/share)
  set(CMAKE_INSTALL_DOCDIR ${SKBUILD_DATA_DIR}/share/doc/warplint)
endif()
