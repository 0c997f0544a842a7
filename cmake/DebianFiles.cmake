# Run by CPack on the files of a Debian package, before it is made: what Debian wants otherwise than
# `make install` leaves it.

set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
set(doc ${usr}/share/doc/warplint)

# zsh looks for completions of packages in a folder of their own.
if(IS_DIRECTORY ${usr}/share/zsh/site-functions)
  file(RENAME ${usr}/share/zsh/site-functions ${usr}/share/zsh/vendor-completions)
endif()
if(EXISTS ${usr}/share/man/man1/warplint.1)
  execute_process(COMMAND gzip -9n ${usr}/share/man/man1/warplint.1 COMMAND_ERROR_IS_FATAL ANY)
endif()

# nvcc links it, and `cmake --install --strip` leaves it alone.
if(EXISTS ${usr}/lib/warplint/warplint-kernels)
  execute_process(COMMAND strip --strip-unneeded ${usr}/lib/warplint/warplint-kernels
                  COMMAND_ERROR_IS_FATAL ANY)
endif()

# The changelog is that of the release.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${doc}/changelog "warplint (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Release ${CPACK_PACKAGE_VERSION}.

 -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${date}
")
execute_process(COMMAND gzip -9n ${doc}/changelog COMMAND_ERROR_IS_FATAL ANY)

# What is linked in owes its notices: those that the packages have which it came from.
foreach(package llvm-19-dev libclang-19-dev libyaml-cpp-dev nlohmann-json3-dev libcli11-dev libfmt-dev
                libexpected-dev libpugixml-dev liblua5.4-dev zlib1g-dev libzstd-dev)
  if(EXISTS /usr/share/doc/${package}/copyright)
    file(READ /usr/share/doc/${package}/copyright notices)
    file(WRITE ${doc}/linked/${package} "${notices}")
  else()
    message(WARNING "warplint: there are no notices of ${package} here; the package lacks them")
  endif()
endforeach()
file(COPY ${CMAKE_CURRENT_LIST_DIR}/../integrations/debian/copyright DESTINATION ${doc})
file(REMOVE ${doc}/LICENSE)
file(GLOB_RECURSE files LIST_DIRECTORIES false ${doc}/* ${usr}/share/man/*)
foreach(file IN LISTS files)
  file(CHMOD ${file} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endforeach()

file(MAKE_DIRECTORY ${usr}/share/lintian/overrides)
file(COPY ${CMAKE_CURRENT_LIST_DIR}/../integrations/debian/lintian-overrides
     DESTINATION ${usr}/share/lintian/overrides)
file(RENAME ${usr}/share/lintian/overrides/lintian-overrides ${usr}/share/lintian/overrides/warplint)
