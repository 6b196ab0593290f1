#!/bin/sh
# Reductions and scans on a real NVIDIA device: builds what it needs below build/gpu, checks every type and operation with
# 1, 2 and 4 PEs that share the device, and prints how long sums of floats take by kernels and by the processor, without
# MPS and (where it can be started) with it. Without a clang for devices there, KERNELS is a folder of kernels made
# elsewhere: the .ptx, .co and .spv files of a build's src/kernels.
# Usage, in the root of the sources: [KERNELS=folder] sh tests/device/sums_on_gpu.sh [JOBS]
set -eu
jobs=${1:-16}
build=${BUILD:-build/gpu}
mkdir -p "$build"
cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DISTHMUS_TESTS=OFF -DISTHMUS_APPS=OFF \
  -DISTHMUS_KERNELS="${KERNELS:+$(realpath "$KERNELS")}" > "$build.log" 2>&1 || { cat "$build.log"; exit 1; }
cmake --build "$build" -j "$jobs" --target isthmus oshrun osh_info >> "$build.log" 2>&1 || { tail -50 "$build.log"; exit 1; }
for program in sums collectives sum_times; do
  ${CC:-cc} -std=gnu11 -O2 -fwrapv -Iinclude -Itests/multi -Itests/device/programs tests/device/programs/$program.c \
    tests/device/programs/driver.c -o "$build/$program" -L"$build/src" -listhmus -lm -ldl -lpthread -Wl,-rpath,"$PWD/$build/src"
done
"$build/bin/osh_info" | sed -n 2,3p

run="$build/bin/oshrun --timeout 120"
export SHMEM_SYMMETRIC_SIZE=1G SHMEM_SYMMETRIC_PARTITION2=SIZE=256M:KIND=CUDA
failed=0
. tests/device/with_mps.sh
all() {
  for n in 1 2 4; do
    for program in sums collectives; do
      SHMEM_DEBUG=1 $run -n $n "$build/$program" CUDA > "$build.out" 2>&1 && echo "$program with $n PEs: good" ||
        { failed=1; echo "FAILED: $program with $n PEs"; tail -5 "$build.out"; }
      grep -m 3 'runs\{0,1\} on the host' "$build.out" || true
    done
    SHMEM_DEVICE_SLICE=256 $run -n $n "$build/sums" CUDA || { failed=1; echo "FAILED: sums by all, $n PEs"; }
  done
  for n in 2 4; do
    echo "-- $n PEs, kernels"
    $run -n $n "$build/sum_times" CUDA "$times" || failed=1
    echo "-- $n PEs, kernels of all PEs from 4 KiB each on"
    SHMEM_DEVICE_SLICE=4K $run -n $n "$build/sum_times" CUDA "$times" || failed=1
    echo "-- $n PEs, by the processor"
    SHMEM_DEVICE_REDUCE_KERNEL=1T $run -n $n "$build/sum_times" CUDA 50 || failed=1
  done
}
times=50
echo "== without MPS"
all
times=300
with_mps all
[ $failed = 0 ] && echo "all as it should be" || echo "SOMETHING FAILED"
exit $failed
