#!/bin/sh
# Partitions in the memory of a real NVIDIA device: builds what it needs below build/gpu, runs blocks with 1, 2 and 4 PEs
# that share the device, without MPS and (where it can be started) with it, then what must be refused.
# Usage, in the root of the sources: sh tests/device/partitions/on_gpu.sh [JOBS]; BUILD: a build that is there already.
set -eu
jobs=${1:-16}
build=${BUILD:-build/gpu}
mkdir -p "$build"
[ -x "$build/bin/oshrun" ] || cmake -S . -B $build -DCMAKE_BUILD_TYPE=Release -DISTHMUS_TESTS=OFF -DISTHMUS_APPS=OFF > $build.log 2>&1 ||
  { cat $build.log; exit 1; }
[ -n "${BUILD:-}" ] || cmake --build $build -j "$jobs" --target isthmus oshrun osh_info >> $build.log 2>&1 || { tail -50 $build.log; exit 1; }
${CC:-cc} -std=c11 -O2 -Iinclude tests/device/partitions/blocks.c -o $build/blocks -L$build/src -listhmus \
  -Wl,-rpath,"$PWD/$build/src"

run="$build/bin/oshrun --timeout 60"
export SHMEM_SYMMETRIC_SIZE=1G
failed=0

echo "== what osh_info sees"
SHMEM_SYMMETRIC_PARTITION2=SIZE=256M:KIND=CUDA $run -n 2 $build/bin/osh_info | sed -n '/^Symmetric memory/,/^libfabric/p'

. tests/device/with_mps.sh
blocks() {
  for n in 1 2 4; do
    SHMEM_SYMMETRIC_PARTITION2=SIZE=256M:KIND=CUDA SHMEM_DEBUG=1 $run -n $n $build/blocks CUDA ||
      { failed=1; echo "FAILED with $n PEs"; }
  done
}
echo "== blocks without MPS"
blocks

with_mps blocks

# refused WHAT PES PATTERN VALUE: the job must fail with one line of the library's that has PATTERN in it.
refused() {
  echo "== $1"
  if SHMEM_SYMMETRIC_PARTITION2=$4 $run -n "$2" $build/blocks CUDA > $build.out 2>&1; then
    failed=1
    echo "FAILED: ended well"
  fi
  cat $build.out
  if [ "$(grep -c '^isthmus: ' $build.out)" != 1 ] || ! grep -q "$3" $build.out; then
    failed=1
    echo "FAILED: not one line with '$3'"
  fi
}
refused "a device that is not there" 2 'DEVICE=9 does not exist' SIZE=256M:KIND=CUDA:DEVICE=9
refused "a partition larger than the device" 2 'do not fit on device 0.*it has' SIZE=4T:KIND=CUDA
refused "more than is free, by four PEs" 4 'do not fit on device 0.*are free' SIZE=60G:KIND=CUDA
export CUDA_VISIBLE_DEVICES=
refused "no visible device" 2 'no device is visible' SIZE=256M:KIND=CUDA
[ $failed = 0 ] && echo "all as it should be" || echo "SOMETHING FAILED"
exit $failed
