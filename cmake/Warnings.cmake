# Flags for our own targets only (never for a parent project's): warnings, sanitizers when asked for. Warnings are errors
# with the presets' flags and the compilers that CI and we build with: others warn of what we have not seen, such as gcc 12 with -O3.
# CMAKE_COMPILE_WARNING_AS_ERROR says otherwise.
option(ISTHMUS_STRICT "Warnings are errors, with compilers that are known not to give false ones (the presets set it)" OFF)
add_library(isthmus_flags INTERFACE)
target_compile_options(isthmus_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
set(newest_GNU 13)
set(newest_Clang 19)
string(REGEX MATCH "^[0-9]+" compiler_major "${CMAKE_CXX_COMPILER_VERSION}")
if(ISTHMUS_STRICT AND PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_COMPILE_WARNING_AS_ERROR
   AND DEFINED newest_${CMAKE_CXX_COMPILER_ID} AND compiler_major LESS_EQUAL newest_${CMAKE_CXX_COMPILER_ID})
  set(CMAKE_COMPILE_WARNING_AS_ERROR ON)
endif()
if(ISTHMUS_SANITIZE)
  target_compile_options(isthmus_flags INTERFACE -fsanitize=${ISTHMUS_SANITIZE} -fno-omit-frame-pointer
                         -fno-sanitize-recover=all)
  target_link_options(isthmus_flags INTERFACE -fsanitize=${ISTHMUS_SANITIZE})
  if(ISTHMUS_SANITIZE STREQUAL "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # gcc's thread sanitizer does not follow fences, and says so; the fences order memory between processes.
    target_compile_options(isthmus_flags INTERFACE -Wno-tsan)
  endif()
endif()
# gcc 13 sees std::string write out of its bounds in code that does not (a false alarm): these warnings are no errors.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(isthmus_flags INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:-Wno-error=array-bounds;-Wno-error=stringop-overflow;-Wno-error=restrict>")
endif()
