# isthmus_precompile(target [header...]): the headers of the standard library, and those that are named, are parsed once for
# all C++ sources of the target: half the time of compiling a file of ours. None of our own headers are among them, so that
# a source that lacks an include of ours does not compile. Where ccache or the like compiles, it does so faster without.
option(ISTHMUS_PRECOMPILE "Precompile the headers of the standard library" ON)

function(isthmus_precompile target)
  if(NOT ISTHMUS_PRECOMPILE OR CMAKE_CXX_COMPILER_LAUNCHER)
    return()
  endif()
  set(headers "")
  foreach(header algorithm array atomic bit chrono cstddef cstdint cstdlib cstring deque functional map memory mutex optional
                 span string string_view thread utility vector ${ARGN})
    list(APPEND headers "$<$<COMPILE_LANGUAGE:CXX>:<${header}$<ANGLE-R>>")
  endforeach()
  target_precompile_headers(${target} PRIVATE ${headers})
endfunction()
