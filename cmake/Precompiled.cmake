# isthmus_precompile(target [REUSE other] [header...]): the headers of the standard library, and those that are named, are parsed once for
# all C++ sources of the target: half the time of compiling a file of ours. None of our own headers are among them, so that
# a source that lacks an include of ours does not compile. With REUSE they are those of another target, which is compiled with
# the same flags. Where ccache or the like compiles, it does so faster without.
option(ISTHMUS_PRECOMPILE "Precompile the headers of the standard library" ON)

function(isthmus_precompile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "REUSE" "")
  if(NOT ISTHMUS_PRECOMPILE OR CMAKE_CXX_COMPILER_LAUNCHER)
    return()
  endif()
  if(arg_REUSE)
    target_precompile_headers(${target} REUSE_FROM ${arg_REUSE})
    return()
  endif()
  set(headers "")
  foreach(header algorithm array atomic bit chrono cstddef cstdint cstdlib cstring deque functional map memory mutex optional
                 span string string_view thread utility vector ${arg_UNPARSED_ARGUMENTS})
    list(APPEND headers "$<$<COMPILE_LANGUAGE:CXX>:<${header}$<ANGLE-R>>")
  endforeach()
  target_precompile_headers(${target} PRIVATE ${headers})
endfunction()
