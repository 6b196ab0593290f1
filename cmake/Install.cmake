# The installed tree. Nothing in it holds the prefix, so it may be moved as a whole.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Isthmus)

set_target_properties(isthmus PROPERTIES EXPORT_NAME shmem)
set(openmp_layer isthmus_omp)
if(NOT ISTHMUS_SANITIZE)
  list(APPEND openmp_layer isthmus_omp_calls)
endif()
set_target_properties(${openmp_layer} PROPERTIES INSTALL_RPATH "$ORIGIN")
install(TARGETS isthmus ${openmp_layer} EXPORT IsthmusTargets)
# Packages may have it apart, and CMake does not take a file of targets that names a library which is not there.
install(TARGETS isthmus_mpi EXPORT IsthmusMpiTargets)
# What `make install` builds: as much as is installed.
add_custom_target(isthmus_installed DEPENDS isthmus isthmus_mpi ${openmp_layer})
if(TARGET isthmus_nvshmem_names)
  add_dependencies(isthmus_installed isthmus_nvshmem_names)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ TYPE INCLUDE)

if(ISTHMUS_TOOLS)
  file(RELATIVE_PATH lib_from_bin ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set(tools oshrun osh_info osh_ps osh_tune osh_tune_mpi)
  if(TARGET shmem_profile)
    list(APPEND tools shmem_profile)
  endif()
  set_target_properties(${tools} PROPERTIES INSTALL_RPATH "$ORIGIN/${lib_from_bin}")
  install(TARGETS ${tools})
  add_dependencies(isthmus_installed ${tools})
  install(DIRECTORY ${PROJECT_BINARY_DIR}/tools/oshcc/installed/ ${PROJECT_BINARY_DIR}/tools/isthmus_mpi/installed/
          TYPE BIN USE_SOURCE_PERMISSIONS)
  # Completion for bash, which looks for a file of each command's name, and an environment module.
  set(completions ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  foreach(command oshrun osh_info osh_ps osh_tune isthmus-mpi gasnetrun_isthmus upcc oshcc oshc++ oshcxx oshCC)
    install(FILES ${PROJECT_SOURCE_DIR}/tools/shell/isthmus.bash DESTINATION ${completions} RENAME ${command})
  endforeach()
  set(modules ${CMAKE_INSTALL_DATADIR}/isthmus/modulefiles/isthmus)
  file(RELATIVE_PATH MODULE_TO_PREFIX ${CMAKE_INSTALL_PREFIX}/${modules} ${CMAKE_INSTALL_PREFIX})
  configure_file(${PROJECT_SOURCE_DIR}/tools/shell/modulefile.in ${PROJECT_BINARY_DIR}/cmake/modulefile @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/modulefile DESTINATION ${modules} RENAME ${PROJECT_VERSION})
endif()

# Not where Python is missing, or only some targets were built.
add_subdirectory(${PROJECT_SOURCE_DIR}/docs/reference ${PROJECT_BINARY_DIR}/cmake/reference)
add_dependencies(isthmus_installed reference)
install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ TYPE MAN OPTIONAL)

foreach(targets IsthmusTargets IsthmusMpiTargets)
  install(EXPORT ${targets} NAMESPACE Isthmus:: DESTINATION ${package_dir})
endforeach()
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/IsthmusConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/cmake/IsthmusConfig.cmake INSTALL_DESTINATION ${package_dir}
                              PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/IsthmusConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/IsthmusConfig.cmake ${PROJECT_BINARY_DIR}/cmake/IsthmusConfigVersion.cmake
        DESTINATION ${package_dir})

file(RELATIVE_PATH prefix_from_pc ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" prefix_from_pc "${prefix_from_pc}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/isthmus.pc.in ${PROJECT_BINARY_DIR}/cmake/isthmus.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cmake/isthmus.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
include(${PROJECT_SOURCE_DIR}/layers/gasnet/install.cmake)
include(${PROJECT_SOURCE_DIR}/layers/gasnet/tools/install.cmake)
# The manifest, which `make uninstall` reads, names no links that code makes.
foreach(mode seq par)
  install(CODE "list(APPEND CMAKE_INSTALL_MANIFEST_FILES
    \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/libgasnet_tools-${mode}.a\")")
endforeach()
include(${PROJECT_SOURCE_DIR}/layers/upc/install.cmake)
if(TARGET isthmus_nvshmem_names) # layers/nvshmem installs what it makes
  add_dependencies(isthmus_installed isthmus_nvshmem_names)
endif()
