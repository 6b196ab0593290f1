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

# isthmus_unity(target folders [EXCEPT source...]): the target's sources of each folder that matches this regular expression (the
# empty one is the target's own) are compiled as one, since headers take longer to read than such sources to compile: a third of
# the time. Names that two files of a folder give must not clash: EXCEPT names those that do. Where one file is changed and compiled
# again and again (Debug), each is compiled by itself.
set(unity ON)
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(unity OFF)
endif()
option(ISTHMUS_UNITY "Compile the sources of a folder as one" ${unity})

function(isthmus_unity target folders)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "EXCEPT")
  if(NOT ISTHMUS_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  list(REMOVE_ITEM sources ${arg_EXCEPT})
  foreach(source ${sources})
    cmake_path(GET source PARENT_PATH folder)
    if("./${folder}" MATCHES "^\\./(${folders})$")
      string(REPLACE / _ group "all_${folder}")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
endfunction()
