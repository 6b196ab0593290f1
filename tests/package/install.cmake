# cmake -DBUILD=... -DPREFIX=... [-DALSO=...] [-DMOVE_TO=...] -P install.cmake: installs afresh, and renames the tree when asked
# to. ALSO are files that not every build installs.
file(REMOVE_RECURSE "${PREFIX}" "${MOVE_TO}")
execute_process(COMMAND ${CMAKE_COMMAND} --install "${BUILD}" --prefix "${PREFIX}" COMMAND_ERROR_IS_FATAL ANY)
foreach(file bin/oshcc bin/oshc++ bin/oshcxx bin/oshCC bin/oshrun bin/osh_info bin/osh_ps include/shmem.h include/shmemx_omp.h
        ${ALSO})
  if(NOT EXISTS "${PREFIX}/${file}")
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()
if(MOVE_TO)
  file(RENAME "${PREFIX}" "${MOVE_TO}")
endif()
