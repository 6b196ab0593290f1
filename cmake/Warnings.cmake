# Flags for our own targets only (never for a parent project's): warnings are errors, sanitizers when asked for.
add_library(isthmus_flags INTERFACE)
target_compile_options(isthmus_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
if(PROJECT_IS_TOP_LEVEL)  # a parent's compiler and flags are not ours to be strict about
  target_compile_options(isthmus_flags INTERFACE -Werror)
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
