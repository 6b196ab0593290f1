# What runs on devices (src/memkind/kernels) is compiled by clang, whatever compiles the rest, and embedded in the library:
# PTX for NVIDIA's, code objects for AMD's, SPIR-V for Level Zero. Machines that the clang at hand cannot compile for are
# left out, and their reductions run on the host. Sets kernel_sources, and appends to ISTHMUS_PARTS.
find_program(ISTHMUS_KERNEL_CLANG NAMES clang-22 clang-21 clang-20 clang-19 clang DOC "A clang that compiles for devices")
set(ISTHMUS_KERNELS "" CACHE PATH "Folder of kernels compiled elsewhere (a build's src/kernels), instead of a clang")

set(kernel_source ${CMAKE_CURRENT_SOURCE_DIR}/memkind/kernels)
set(kernel_folder ${CMAKE_CURRENT_BINARY_DIR}/kernels)
set(kernel_sources memkind/kernels/kernel.cpp ${CMAKE_CURRENT_BINARY_DIR}/memkind/kernels/images.cpp)
file(GLOB kernel_parts CONFIGURE_DEPENDS ${kernel_source}/*.hpp ${kernel_source}/*.def ${kernel_source}/arch/*/*.hpp)
set(kernel_flags -std=c++20 -O2 -fno-unroll-loops -ffp-contract=off -fno-exceptions -fno-rtti -ffreestanding -nostdinc++
    -nogpulib -I${CMAKE_CURRENT_SOURCE_DIR})
foreach(machine nvptx64 amdgcn spirv64)
  set(${machine}_count 0)
  set(${machine}_images "")
  set(${machine}_targets "")
endforeach()
set(image_bytes "")
set(image_files "")

file(WRITE ${kernel_folder}/probe.cpp "#include \"grid.hpp\"\nusing namespace isthmus::kernels;\n"
     "extern \"C\" ISTHMUS_KERNEL void probe(Work work) { *(Global<Address>)work.to[0] = thread(); }\n")

# embed_kernels(machine target file flags...): the file is there already, or made by clang if that can.
macro(embed_kernels machine target file)
  set(image ${kernel_folder}/${file})
  set(command ${CMAKE_CXX_COMPILER_LAUNCHER} ${ISTHMUS_KERNEL_CLANG} ${ARGN} ${kernel_flags}
      -I${kernel_source}/arch/${machine})
  if(ISTHMUS_KERNELS)
    set(image ${ISTHMUS_KERNELS}/${file})
    set(there ${image})
    if(NOT EXISTS ${image})
      set(there "")
    endif()
  elseif(ISTHMUS_KERNEL_CLANG)
    set(there ${kernel_folder}/probe-${file})
    execute_process(COMMAND ${command} ${kernel_folder}/probe.cpp -o ${there} OUTPUT_QUIET ERROR_QUIET)
    if(NOT EXISTS ${there})
      set(there "")
    else()
      file(REMOVE ${there})
      add_custom_command(OUTPUT ${image} COMMAND ${command} ${kernel_source}/kernels.cpp -o ${image}
                         DEPENDS ${kernel_source}/kernels.cpp ${kernel_parts} VERBATIM
                         COMMENT "Compiling kernels for ${target}")
    endif()
  else()
    set(there "")
  endif()
  if(there)
    math(EXPR ${machine}_count "${${machine}_count} + 1")
    list(APPEND ${machine}_targets ${target})
    list(APPEND image_files ${image})
    set(symbol isthmus_kernels_${target})
    string(APPEND ${machine}_images "Image{\"${target}\", ${symbol}, ${symbol}_end}, ")
    string(APPEND image_bytes
           "asm(R\"(.pushsection .rodata\n.balign 16\n${symbol}: .incbin \"${image}\"\n${symbol}_end: .byte 0\n.globl "
           "${symbol}\n.hidden ${symbol}\n.globl ${symbol}_end\n.hidden ${symbol}_end\n.popsection)\");\n"
           "extern \"C\" [[gnu::visibility(\"hidden\")]] const char ${symbol}[], ${symbol}_end[];\n")
  endif()
endmacro()

# PTX that any driver of CUDA 10 or later takes, for devices since 2017.
embed_kernels(nvptx64 sm_70 nvptx64.ptx --target=nvptx64-nvidia-cuda -march=sm_70 --cuda-feature=+ptx63 -S)
foreach(target gfx908 gfx90a gfx942 gfx1030 gfx1100)
  embed_kernels(amdgcn ${target} ${target}.co --target=amdgcn-amd-amdhsa -mcpu=${target})
endforeach()
embed_kernels(spirv64 v1_2 spirv64.spv --target=spirv64v1.2 -c)

configure_file(memkind/kernels/images.hpp.in memkind/kernels/images.hpp @ONLY)
configure_file(memkind/kernels/images.cpp.in memkind/kernels/images.cpp @ONLY)
set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/memkind/kernels/images.cpp PROPERTIES OBJECT_DEPENDS "${image_files}")
set(kernel_targets ${nvptx64_targets} ${amdgcn_targets} ${spirv64_targets})
if(kernel_targets)
  list(JOIN amdgcn_targets " " amdgcn_targets)
  set(with "")
  if(nvptx64_count)
    list(APPEND with "CUDA (PTX ${nvptx64_targets})")
  endif()
  if(amdgcn_count)
    list(APPEND with "HIP (${amdgcn_targets})")
  endif()
  if(spirv64_count)
    list(APPEND with "Level Zero (SPIR-V)")
  endif()
  list(JOIN with ", " with)
  string(APPEND ISTHMUS_PARTS ", reduction kernels for ${with}")
else()
  string(APPEND ISTHMUS_PARTS ", no reduction kernels (no clang for devices when built): reductions of device memory run "
         "on the host")
endif()
