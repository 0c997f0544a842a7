# The manual page and the completions of shells, as the program prints them.

# warplint_help_files(PROGRAM): makes them with the program and installs them where Debian and most others
# look. PROGRAM is a target or a path.
function(warplint_help_files program)
  set(folder ${PROJECT_BINARY_DIR}/help)
  file(MAKE_DIRECTORY ${folder})
  set(made)
  foreach(file "man|man/man1|warplint.1"
               "completion bash|bash-completion/completions|warplint"
               "completion zsh|zsh/site-functions|_warplint"
               "completion fish|fish/vendor_completions.d|warplint.fish")
    string(REPLACE "|" ";" file "${file}")
    list(GET file 0 arguments)
    list(GET file 1 installed)
    list(GET file 2 name)
    separate_arguments(arguments)
    set(path ${folder}/${name})
    add_custom_command(OUTPUT ${path} COMMAND ${program} ${arguments} > ${path} DEPENDS ${program} VERBATIM)
    install(FILES ${path} DESTINATION ${CMAKE_INSTALL_DATADIR}/${installed})
    list(APPEND made ${path})
  endforeach()
  add_custom_target(warplint_help ALL DEPENDS ${made})
endfunction()
