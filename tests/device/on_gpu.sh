#!/bin/sh
# The programs of tests/device/programs on a real NVIDIA device that 1, 2 and 4 PEs share, with MPS (where it can be
# started) and without; it ends with what failed. Left out are those that need devices of their own, other partitions or a
# double's answers.
# Usage, in the root of the sources: sh tests/device/on_gpu.sh [JOBS]; BUILD: a build that is there already, whose
# device/NAME is taken for a program if it is there; PROGRAMS: other names; WITHOUT_MPS=0, WITH_MPS=0; SECONDS_EACH (60).
set -u
jobs=${1:-16}
mkdir -p "${BUILD:=build/gpu}"
build=$(cd "$BUILD" && pwd)
if [ ! -x "$build/bin/oshrun" ]; then
  cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DISTHMUS_TESTS=OFF -DISTHMUS_APPS=OFF > "$build.log" 2>&1 &&
    cmake --build "$build" -j "$jobs" --target isthmus oshrun >> "$build.log" 2>&1 || { tail -50 "$build.log"; exit 1; }
fi
: "${PROGRAMS:=atomics collectives gather local ordering reach streams streams_many streams_shared streams_typed sums threads transfers values waiting}"
mkdir -p "$build/device"
flags="-O2 -Iinclude -Itests/multi -Itests/conformance -Itests/device/programs"
${CC:-cc} -std=gnu11 $flags -c tests/device/programs/driver.c -o "$build/driver.o" || exit 1
for name in $PROGRAMS; do
  [ -x "$build/device/$name" ] && continue
  case $name in streams_typed) compiler="${CXX:-c++} -std=c++20" source=$name.cpp ;; *) compiler="${CC:-cc} -std=gnu11" source=$name.c ;; esac
  $compiler $flags "tests/device/programs/$source" "$build/driver.o" -o "$build/device/$name" -L"$build/src" -listhmus \
    -Wl,-rpath,"$build/src" -lpthread -ldl -lm || exit 1
done

export SHMEM_SYMMETRIC_SIZE=64M SHMEM_SYMMETRIC_PARTITION2=SIZE=64M:KIND=CUDA LD_LIBRARY_PATH="$build/src"
failed=
# shellcheck disable=SC2317  # called by with_mps
all() {
  for pes in 1 2 4; do
    for name in $PROGRAMS; do
      [ "$name" = streams_shared ] && [ $pes != 1 ] && continue
      # As many streams wait as there can be queues, less one; with other numbers of PEs as many as there are usually.
      case $name:$pes in streams_many:2) export CUDA_DEVICE_MAX_CONNECTIONS=32 ;; *) unset CUDA_DEVICE_MAX_CONNECTIONS ;; esac
      if timeout "${SECONDS_EACH:-60}" "$build/bin/oshrun" --timeout $((${SECONDS_EACH:-60} - 5)) -n $pes "$build/device/$name" CUDA \
        > "$build/device.out" 2>&1; then
        echo "$1: $name with $pes PEs: as it should be"
      else
        echo "$1: $name with $pes PEs: FAILED"
        tail -20 "$build/device.out"
        failed="$failed $1:$name:$pes"
      fi
    done
  done
}
# shellcheck source=tests/device/with_mps.sh
. tests/device/with_mps.sh
[ "${WITH_MPS:-1}" = 0 ] || with_mps all mps
unset CUDA_MPS_PIPE_DIRECTORY CUDA_MPS_LOG_DIRECTORY
[ "${WITHOUT_MPS:-1}" = 0 ] || all alone
[ -z "$failed" ] && echo "all as it should be" || echo "FAILED:$failed"
[ -z "$failed" ]
