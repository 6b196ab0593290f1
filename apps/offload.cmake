# ISTHMUS_OFFLOAD_CLANG and ISTHMUS_OFFLOAD_FLAGS: a clang whose OpenMP target regions run on devices that are the host
# itself, found by running one. OFFLOAD_FOUND is false where there is none, or under a sanitizer.
set(OFFLOAD_FOUND FALSE)
set(probe ${CMAKE_CURRENT_BINARY_DIR}/offload_probe)
file(WRITE ${probe}.c "#include <omp.h>\nint main(void) {\n  int mapped = 0, *p = &mapped, there = 0;\n"
     "#pragma omp target enter data map(alloc : p[0 : 1])\n"
     "  if (omp_get_num_devices() == 0 || !omp_get_mapped_ptr(p, 0)) return 1;\n"
     "#pragma omp target map(tofrom : there)\n  there = 1;\n  return !there;\n}\n")

# Packages of one version may be there in part: what counts is whether a program comes out that runs.
function(isthmus_try_offload clang)
  execute_process(COMMAND ${clang} -print-resource-dir OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
  cmake_path(SET runtime NORMALIZE ${runtime}/../..)
  set(flags -fopenmp -fopenmp-targets=${CMAKE_SYSTEM_PROCESSOR}-unknown-linux-gnu -Wl,-rpath,${runtime})
  execute_process(COMMAND ${clang} -O1 ${flags} ${probe}.c -o ${probe} RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(NOT failed)
    execute_process(COMMAND ${probe} RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  endif()
  if(NOT failed)
    set(OFFLOAD_FOUND TRUE PARENT_SCOPE)
    set(ISTHMUS_OFFLOAD_FLAGS ${flags} PARENT_SCOPE)
    set(ISTHMUS_OFFLOAD_CLANG ${clang} CACHE FILEPATH "A clang with OpenMP offloading to the host" FORCE)
  endif()
endfunction()

foreach(name "${ISTHMUS_OFFLOAD_CLANG}" clang-19 clang-22 clang-16 clang clang-14)
  unset(candidate CACHE)
  find_program(candidate NAMES ${name})
  if(candidate AND NOT ISTHMUS_SANITIZE AND NOT OFFLOAD_FOUND)
    isthmus_try_offload(${candidate})
  endif()
endforeach()
unset(candidate CACHE)
if(NOT OFFLOAD_FOUND)
  message(STATUS "Isthmus: no clang with OpenMP offloading to the host; the apps are built for host memory alone")
endif()
