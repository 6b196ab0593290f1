# bin/upcc, its plugins in libexec/isthmus, UPC's headers in include/upc, where no C program meets them, and the runtime. Nothing
# of it holds the prefix.
install(TARGETS isthmus_upc)
install(DIRECTORY ${PROJECT_BINARY_DIR}/layers/upc/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/upc)
add_dependencies(isthmus_installed isthmus_upc)
foreach(major 19 22)
  if(TARGET upc_clang${major})
    install(FILES $<TARGET_FILE:upc_clang${major}> ${PROJECT_BINARY_DIR}/libexec/isthmus/upc-inline${major}.bc
            DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/isthmus)
    add_dependencies(isthmus_installed upc_clang${major})
  endif()
endforeach()
if(ISTHMUS_TOOLS)
  install(TARGETS upcc_installed)
  add_dependencies(isthmus_installed upcc_installed)
endif()
