# Compilers that offload OpenMP's target regions to the host itself, for tests and apps: stock clangs with libomptarget beside them.
# ISTHMUS_OFFLOAD lists their major versions; of each there are ISTHMUS_OFFLOAD_<version>_C, _CXX (compilers) and _FLAGS.
set(ISTHMUS_OFFLOAD_CLANGS "" CACHE STRING "clangs with OpenMP offloading to test with (paths); empty: clang-19 and clang-22, or else clang")
set(ISTHMUS_OFFLOAD "")
if(ISTHMUS_SANITIZE)
  return() # the sanitizers' runtimes are gcc's
endif()
set(clangs ${ISTHMUS_OFFLOAD_CLANGS})
set(others "") # where none of these will do
if(NOT clangs)
  set(unpacked ${PROJECT_SOURCE_DIR}/build/llvm) # by `make test`
  set(clangs clang-19 ${unpacked}/clang-19 ${unpacked}/clang-22 clang-22)
  set(others clang clang-14)
endif()

set(probe ${CMAKE_CURRENT_BINARY_DIR}/offload_probe)
foreach(name ${clangs} ${others})
  unset(clang)
  find_program(clang NAMES ${name} NO_CACHE)
  if(NOT clang OR (ISTHMUS_OFFLOAD AND name IN_LIST others))
    continue()
  endif()
  execute_process(COMMAND ${clang} -print-resource-dir OUTPUT_VARIABLE resources OUTPUT_STRIP_TRAILING_WHITESPACE)
  cmake_path(GET resources FILENAME version)
  string(REGEX MATCH "^[0-9]+" version "${version}")
  if(version IN_LIST ISTHMUS_OFFLOAD)
    continue()
  endif()
  cmake_path(SET runtime NORMALIZE ${resources}/../..)
  set(ISTHMUS_OFFLOAD_${version}_RUNTIME ${runtime})
  set(flags -O1 -g1 -fopenmp -fopenmp-targets=${CMAKE_SYSTEM_PROCESSOR}-unknown-linux-gnu -Wl,-rpath,${runtime})
  file(REMOVE ${probe}) # another clang's
  execute_process(COMMAND ${clang} ${flags} -DPROBE ${PROJECT_SOURCE_DIR}/tests/device/partitions/region.c -o ${probe}
                  OUTPUT_QUIET ERROR_QUIET)
  execute_process(COMMAND ${probe} RESULT_VARIABLE works OUTPUT_QUIET ERROR_QUIET)
  if(works EQUAL 0)
    string(REGEX REPLACE "clang([^/]*)$" "clang++\\1" clangxx ${clang})
    list(APPEND ISTHMUS_OFFLOAD ${version})
    set(ISTHMUS_OFFLOAD_${version}_C ${clang})
    set(ISTHMUS_OFFLOAD_${version}_CXX ${clangxx})
    set(ISTHMUS_OFFLOAD_${version}_FLAGS ${flags})
  endif()
endforeach()
if(ISTHMUS_OFFLOAD)
  message(STATUS "Isthmus: OpenMP offloading to the host by clang ${ISTHMUS_OFFLOAD}")
else()
  message(STATUS "Isthmus: no clang with OpenMP offloading to the host (Debian: clang-19 clang-tools-19 libomp-19-dev); "
                 "the tests of KIND=LIBOMP and layers/openmp, and the apps on device memory, are left out")
endif()
