# Device buffers, on the doubles of the vendors' drivers (tests/device). Included for each MPI, with `mpi` and `here` set.
set(doubles ${PROJECT_BINARY_DIR}/tests/device/doubles)
set(programs ${PROJECT_SOURCE_DIR}/tests/device/programs)
foreach(program devices messages threads pending aware fresh background corners many_persistent)
  mpi_program(${mpi} ${program} programs/device/${program}.c ${programs}/driver.c -I${programs}
              -I${CMAKE_CURRENT_SOURCE_DIR}/programs/device -rdynamic -ldl -lm -lpthread)
endforeach()

# device_test(name expected ranks kind cases [late] [NAME=VALUE...]): mpi.<mpi>.devices.<kind>.<name>.<ranks>
function(device_test name expected ranks kind cases)
  set(test mpi.${mpi}.devices.${kind}.${name}.${ranks})
  add_test(NAME ${test} COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/devices.py ${ISTHMUS_MPIRUN_${mpi}}
           $<TARGET_FILE:isthmus_mpi> ${doubles} ${here}/devices ${expected} ${ranks} ${kind} ${cases} ${ARGN})
  set_tests_properties(${test} PROPERTIES LABELS mpi TIMEOUT 120)
endfunction()

# What the MPI does on copies in host memory.
function(staged_test program ranks kind)
  set(test mpi.${mpi}.devices.${kind}.${program}.${ranks})
  add_test(NAME ${test} COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/devices.py ${ISTHMUS_MPIRUN_${mpi}}
           $<TARGET_FILE:isthmus_mpi> ${doubles} ${here}/${program} any ${ranks} ${kind} 1 ${ARGN})
  set_tests_properties(${test} PROPERTIES LABELS mpi TIMEOUT 120)
endfunction()
# One kind will do with the second MPI.
set(kinds CUDA HIP ZE)
if(mpi STREQUAL mpich AND openmpi IN_LIST mpis)
  set(kinds ZE)
endif()
foreach(kind ${kinds})
  staged_test(messages 4 ${kind})
  staged_test(pending 2 ${kind})
  staged_test(corners 3 ${kind})
  staged_test(aware 2 ${kind})
endforeach()
# Messages in parts came with MPI 4, which Open MPI 4 does not have.
if(mpi STREQUAL "mpich")
  mpi_program(mpich parts programs/device/parts.c ${programs}/driver.c -I${programs}
              -I${CMAKE_CURRENT_SOURCE_DIR}/programs/device -rdynamic -ldl -lm -lpthread)
  staged_test(parts 2 CUDA)
endif()

# New buffers in every call need no more handles than those of the memory through which they are shown, one for each peer.
set(refuse_CUDA cuIpcOpenMemHandle:4)
set(refuse_HIP hipIpcOpenMemHandle:4)
set(refuse_ZE zeMemOpenIpcHandle:4)
foreach(kind ${kinds})
  add_test(NAME mpi.${mpi}.devices.${kind}.fresh.3 COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/devices.py
           ${ISTHMUS_MPIRUN_${mpi}} $<TARGET_FILE:isthmus_mpi> ${doubles} ${here}/fresh all 3 ${kind} 1
           DOUBLE_FAIL=${refuse_${kind}})
  set_tests_properties(mpi.${mpi}.devices.${kind}.fresh.3 PROPERTIES LABELS mpi TIMEOUT 120)
endforeach()

add_test(NAME mpi.${mpi}.devices.CUDA.threads.2 COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/devices.py
         ${ISTHMUS_MPIRUN_${mpi}} $<TARGET_FILE:isthmus_mpi> ${doubles} ${here}/threads some 2 CUDA 1)
set_tests_properties(mpi.${mpi}.devices.CUDA.threads.2 PROPERTIES LABELS mpi TIMEOUT 120)

# Each kind with each MPI; the library is the same for both, so most jobs of three ranks or more run with Open MPI, whose ranks
# yield to each other where there are more than cores.
foreach(kind CUDA HIP ZE)
  device_test(all mapped 2 ${kind} 250)
endforeach()
if(mpi STREQUAL "openmpi")
  set(one CUDA)
  set(other HIP)
  set(several 3)
  device_test(all mapped 3 ZE 180)
  device_test(all mapped 4 CUDA 120)
  device_test(all mapped 4 ZE 120)
  device_test(all mapped 7 HIP 30)
else()
  set(one ZE)
  set(other CUDA)
  set(several 2)
  device_test(all mapped 3 HIP 180)
endif()
device_test(alone some 1 ${other} 60)
# The driver comes when the communicator has been set up without it.
device_test(late some ${several} ${one} 120 late)
# Handles that cannot be made or opened, everywhere or on one rank; kernels that a rank's driver does not take.
set(open_CUDA cuIpcOpenMemHandle,cuMemImportFromShareableHandle)
set(open_once_CUDA cuIpcOpenMemHandle@1,cuMemImportFromShareableHandle@1)
set(open_once_HIP hipIpcOpenMemHandle@1)
set(open_HIP hipIpcOpenMemHandle)
set(open_ZE zeMemOpenIpcHandle)
set(load_CUDA cuModuleLoadData)
set(load_HIP hipModuleLoadData)
set(load_ZE zeModuleCreate)
device_test(refused staged 2 ${one} 120 DOUBLE_FAIL=${open_${one}})
device_test(refused_once some ${several} ${other} 120 DOUBLE_FAIL=${open_once_${other}})
device_test(no_kernels some ${several} ${one} 120 DOUBLE_FAIL=${load_${one}}@1)
# Hardly any mapping or block stays from one call to the next, and all members have a slice of every reduction.
device_test(short_of_memory mapped ${several} ${other} 120 ISTHMUS_MPI_DEVICE_MAPPINGS=100K ISTHMUS_MPI_DEVICE_SCRATCH=1
            ISTHMUS_MPI_DEVICE_SLICE=256)
device_test(slow_driver mapped 2 ${one} 60 DOUBLE_DELAY=20000)
if(mpi STREQUAL "openmpi")
  device_test(broken_driver "isthmus: PE 1 on" 3 CUDA 100 DOUBLE_FAIL=cuLaunchKernel@1:5)
endif()

# What the settings leave to the MPI is its own, and no more: alltoallw is ours where alltoallv is not.
set(left_to_mpi "")
foreach(call BARRIER BCAST GATHER GATHERV SCATTER SCATTERV ALLGATHER ALLGATHERV ALLTOALL ALLTOALLV ALLTOALLW REDUCE ALLREDUCE
        REDUCE_SCATTER REDUCE_SCATTER_BLOCK SCAN EXSCAN)
  list(APPEND left_to_mpi ISTHMUS_MPI_${call}_ALGORITHM=mpi)
endforeach()
if(mpi STREQUAL "openmpi")  # MPICH 4.0 itself fails in alltoall in place of large types
  device_test(left_to_mpi none 2 CUDA 60 ${left_to_mpi})
endif()
add_test(NAME mpi.${mpi}.devices.CUDA.corners_without_alltoallv.3 COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/devices.py
         ${ISTHMUS_MPIRUN_${mpi}} $<TARGET_FILE:isthmus_mpi> ${doubles} ${here}/corners some 3 CUDA 1 ISTHMUS_MPI_ALLTOALLV_ALGORITHM=mpi)
set_tests_properties(mpi.${mpi}.devices.CUDA.corners_without_alltoallv.3 PROPERTIES LABELS mpi TIMEOUT 120)
# Gathers of device memory whose members send more or less than the root expects.
add_test(NAME mpi.${mpi}.devices.CUDA.corners_unequal.3 COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/devices.py
         ${ISTHMUS_MPIRUN_${mpi}} $<TARGET_FILE:isthmus_mpi> ${doubles} ${here}/corners some 3 CUDA 1 unequal)
set_tests_properties(mpi.${mpi}.devices.CUDA.corners_unequal.3 PROPERTIES LABELS mpi TIMEOUT 120)

# Nonblocking calls, which threads of the ranks carry out.
device_test(nonblocking background 2 ${one} 120 nonblocking ISTHMUS_MPI_DEVICE_BACKGROUND=1)
device_test(nonblocking background ${several} ${other} 120 nonblocking ISTHMUS_MPI_DEVICE_BACKGROUND=1)
device_test(persistent background 2 ${other} 90 persistent ISTHMUS_MPI_DEVICE_BACKGROUND=1)
device_test(persistent background ${several} ${one} 30 persistent ISTHMUS_MPI_DEVICE_BACKGROUND=1)
device_test(nonblocking_staged any 2 ${one} 60 nonblocking ISTHMUS_MPI_DEVICE_BACKGROUND=1 DOUBLE_FAIL=${open_${one}})
add_test(NAME mpi.${mpi}.devices.${other}.background.${several} COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/devices.py
         ${ISTHMUS_MPIRUN_${mpi}} $<TARGET_FILE:isthmus_mpi> ${doubles} ${here}/background background ${several} ${other} 1)
add_test(NAME mpi.${mpi}.devices.${other}.background.uneven.2 COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/devices.py
         ${ISTHMUS_MPIRUN_${mpi}} $<TARGET_FILE:isthmus_mpi> ${doubles} ${here}/background
         "isthmus: PE 0 on" 2 ${other} 1 uneven)
set_tests_properties(mpi.${mpi}.devices.${other}.background.${several} mpi.${mpi}.devices.${other}.background.uneven.2
                     PROPERTIES LABELS mpi TIMEOUT 120)

if(mpi STREQUAL "openmpi")
  staged_test(many_persistent 2 CUDA ISTHMUS_MPI_DEVICE_BACKGROUND=1)
endif()

# The limits of this layer, measured and read. Ranks of MPICH do not yield to each other, which takes a minute here.
if(mpi STREQUAL "openmpi")
  add_test(NAME mpi.openmpi.devices.tune COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/tune.py
           ${ISTHMUS_MPIRUN_openmpi} $<TARGET_FILE:osh_tune_mpi> $<TARGET_FILE:isthmus_mpi> ${doubles} ${here}/devices)
  set_tests_properties(mpi.openmpi.devices.tune PROPERTIES LABELS mpi TIMEOUT 120)
endif()

# Two hosts of two ranks, on which data go in two levels, in small pieces. The ranks of MPICH do not yield to each other.
set(cases_openmpi 75)
set(cases_mpich 24)
add_test(NAME mpi.${mpi}.devices.hosts COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/hosts.py ${ISTHMUS_MPIRUN_${mpi}}
         $<TARGET_FILE:isthmus_mpi> ${doubles} ${here}/devices mapped CUDA ${cases_${mpi}} ISTHMUS_MPI_DEVICE_OVER_NODES=1
         ISTHMUS_MPI_DEVICE_PIECE=5000)
set_tests_properties(mpi.${mpi}.devices.hosts PROPERTIES LABELS mpi TIMEOUT 120 SKIP_RETURN_CODE 77)
foreach(form nonblocking persistent)
  add_test(NAME mpi.${mpi}.devices.hosts.${form} COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/hosts.py
           ${ISTHMUS_MPIRUN_${mpi}} $<TARGET_FILE:isthmus_mpi> ${doubles} ${here}/devices background CUDA 9 ${form}
           ISTHMUS_MPI_DEVICE_OVER_NODES=1 ISTHMUS_MPI_DEVICE_BACKGROUND=1 ISTHMUS_MPI_DEVICE_PIECE=5000 TEST_THREADS=1)
  set_tests_properties(mpi.${mpi}.devices.hosts.${form} PROPERTIES LABELS mpi TIMEOUT 120 SKIP_RETURN_CODE 77)
endforeach()
add_test(NAME mpi.${mpi}.devices.hosts.corners COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_SOURCE_DIR}/hosts.py
         ${ISTHMUS_MPIRUN_${mpi}} $<TARGET_FILE:isthmus_mpi> ${doubles} ${here}/corners any CUDA 1)
set_tests_properties(mpi.${mpi}.devices.hosts.corners PROPERTIES LABELS mpi TIMEOUT 120 SKIP_RETURN_CODE 77)
