#!/bin/sh
# Calls from device code on a real NVIDIA device, shared by 2 and 4 PEs, with MPS and without: first whether they are
# right (CUDA kernels by nvcc, also in a module that is loaded at run time; OpenMP target regions and CUDA kernels that
# bench/device_calls/cross_compile_for_gpu.sh has compiled elsewhere by clang), then figures beside raw mapped pointers
# and NVSHMEM's device calls. Without MPS the processes take turns, so what waits is left out of the figures there.
# Usage, in the root of the sources: sh bench/device_calls/on_gpu.sh [JOBS]; BUILD: a build that is there; NVSHMEM: the
# folder with its include/ and lib/; ONLY=mps or ONLY=alone: only with or without MPS; FIGURES=mps: figures only with MPS.
set -u
jobs=${1:-16}
build=$PWD/${BUILD:-build/gpu}
carry=$PWD/build/carry-omp
llvm=$PWD/build/gpu-llvm
out=${OUT:-$build}
mkdir -p "$build" "$llvm" "$out"
# shellcheck source=tests/device/with_mps.sh
. tests/device/with_mps.sh
if [ -z "${BUILD:-}" ]; then
  cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DISTHMUS_TESTS=OFF -DISTHMUS_APPS=OFF > "$build.log" 2>&1 &&
    cmake --build "$build" -j "$jobs" --target isthmus oshrun >> "$build.log" 2>&1 || { tail -50 "$build.log"; exit 1; }
fi
failed=0
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
# by_nvcc NAME OPTIONS...: makes NAME in the build, unless it was carried there.
by_nvcc() {
  [ -e "$build/$1" ] || "$nvcc" -O2 -std=c++17 "-arch=${ARCH:-native}" -Iinclude -o "$build/$@"
}
ours="-L$build/src -listhmus -Xlinker -rpath=$build/src"
# shellcheck disable=SC2086  # options
{
  by_nvcc kernel tests/device_calls/kernel.cu $ours && by_nvcc kernels bench/device_calls/kernels.cu $ours &&
    by_nvcc module.ptx -ptx -DSHMEMX_DEVICE_MODULE tests/device_calls/module.cu &&
    by_nvcc module tests/device_calls/module.cu $ours -lcuda || exit 1
  # NVSHMEM's names need a header that a whole build makes.
  [ ! -e "$build/layers/nvshmem/include" ] ||
    by_nvcc reducescatter -Ilayers/nvshmem/include "-I$build/layers/nvshmem/include" tests/nvshmem/reducescatter.cu $ours ||
    exit 1
}
if [ -e "$carry/kernel_clang.o" ]; then
  cuda=$(dirname "$(dirname "$nvcc")")/lib64
  ${CXX:-c++} "$carry/kernel_clang.o" -L"$cuda" -lcudart -L"$build/src" -listhmus "-Wl,-rpath,$cuda:$build/src" \
    -o "$build/kernel_clang" || exit 1
fi
peer=
if [ -n "${NVSHMEM:-}" ]; then  # compiles while the programs before the figures run
  host=$(basename "$(ls "$NVSHMEM"/lib/libnvshmem_host.so* | head -1)")
  "$nvcc" -O2 -std=c++17 -rdc=true -arch=native -DNVSHMEM -ccbin mpicxx -I"$NVSHMEM/include" bench/device_calls/kernels.cu \
    -L"$NVSHMEM/lib" "-l:$host" -lnvshmem_device -lcuda -Xlinker "-rpath=$NVSHMEM/lib" -o "$build/kernels_nvshmem" &
  peer=$!
fi
if [ -d "$carry/deb" ] && [ ! -e "$llvm/usr/lib/llvm-19/lib/libomptarget.so.19.1" ]; then
  for package in "$carry"/deb/*.deb; do dpkg-deb -x "$package" "$llvm"; done
fi
omp=$llvm/usr/lib/llvm-19/lib:$llvm/usr/lib/x86_64-linux-gnu
if [ -d "$carry/deb" ]; then
  ${CC:-cc} -shared -fPIC tests/openmp/jit.c -o "$build/jit.so" -L"$llvm/usr/lib/x86_64-linux-gnu" \
    -L"$llvm/usr/lib/llvm-19/lib" -l:libLLVM.so.19.1 -Wl,--unresolved-symbols=ignore-in-shared-libs || exit 1
fi
export OMP_TARGET_OFFLOAD=MANDATORY SHMEM_SYMMETRIC_SIZE=64M ON_GPU=1
result=$out/device_calls.txt
: > "$result"
try() {  # try NAME COMMAND...
  name=$1
  shift
  echo "== $name" >> "$result"
  timeout 100 "$@" >> "$result" 2>&1 || { failed=1; echo "FAILED: $name" >> "$result"; }
}
# The command has to fail with the line about device code that is not filled.
cat > "$build/unfilled.sh" << 'END'
"$@" > "$0.txt" 2>&1 && echo "it went on" && exit 1
cat "$0.txt"
grep -q "this device code has not been filled" "$0.txt"
END
unfilled="sh $build/unfilled.sh"
in_openmp="env LD_PRELOAD=$build/jit.so LD_LIBRARY_PATH=$build/src:$omp"
# shellcheck disable=SC2317  # called by with_mps
all() {
  how=$1
  [ "$how" = mps ] && bare="1 32 256" || bare=32  # where kernels take turns, each wait takes milliseconds
  for pes in 2 4; do
    run="$build/bin/oshrun --timeout 95 -n $pes env CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=$((100 / pes))"
    for kind in CUDA LIBOMP; do
      export SHMEM_SYMMETRIC_PARTITION2=SIZE=512M:KIND=$kind
      [ $kind = LIBOMP ] || try "kernel-$how-$pes" $run env HEAP_MAPPED=1 "$build/kernel"
      [ $kind = LIBOMP ] || try "kernel-by-proxy-$how-$pes" $run env SHMEM_DEVICE_HOST_MEMORY=0 "$build/kernel"
      [ $kind = LIBOMP ] || try "module-$how-$pes" $run "$build/module" "$build/module.ptx"
      [ $kind = LIBOMP ] || try "module-not-filled-$how-$pes" $unfilled $run "$build/module" "$build/module.ptx" not-filled
      [ $kind = LIBOMP ] || [ ! -x "$build/kernel_clang" ] || try "kernel-by-clang-$how-$pes" $run env HEAP_MAPPED=1 "$build/kernel_clang"
      [ $kind = LIBOMP ] || [ ! -x "$build/reducescatter" ] || try "reducescatter-$how-$pes" $run "$build/reducescatter"
      [ ! -x "$carry/bin/calls_region" ] || try "region-$kind-$how-$pes" $in_openmp $run "$carry/bin/calls_region"
      [ ! -x "$carry/bin/calls_interop" ] || try "interop-$kind-$how-$pes" $in_openmp $run "$carry/bin/calls_interop"
      [ ! -x "$carry/bin/calls_bare" ] || for threads in $bare; do
        try "bare-$kind-$how-$pes-$threads" $in_openmp $run "$carry/bin/calls_bare" $threads
      done
    done
    [ "${FIGURES:-$how}" = "$how" ] || continue
    [ -z "$peer" ] || wait "$peer" || NVSHMEM=
    peer=
    export SHMEM_SYMMETRIC_PARTITION2=SIZE=512M:KIND=CUDA
    try "figures-$how-$pes" $run "$build/kernels"
    try "figures-two-nodes-$how-$pes" "$build/bin/oshrun" --timeout 95 --nodes 2 -n $pes env ONLY_HOST=1 "$build/kernels"
    try "figures-by-proxy-$how-$pes" $run env SHMEM_DEVICE_HOST_MEMORY=0 ONLY_HOST=1 "$build/kernels"
    [ ! -x "$carry/bin/calls_regions" ] || try "figures-openmp-$how-$pes" $in_openmp $run "$carry/bin/calls_regions"
    [ -z "${NVSHMEM:-}" ] || try "figures-nvshmem-$how-$pes" env NVSHMEM_SYMMETRIC_SIZE=1073741824 \
      NVSHMEM_REMOTE_TRANSPORT=none CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=$((100 / pes)) LD_LIBRARY_PATH="$NVSHMEM/lib" \
      mpirun --allow-run-as-root --oversubscribe -n $pes "$build/kernels_nvshmem"
  done
}
[ "${ONLY:-}" = alone ] || CONCURRENT=1 with_mps all mps
unset CUDA_MPS_PIPE_DIRECTORY CUDA_MPS_LOG_DIRECTORY CONCURRENT
! grep -q "kernels take turns" "$result" || { failed=1; echo "FAILED: a line about turns with MPS" >> "$result"; }
if [ "${ONLY:-}" != mps ]; then
  all alone
  grep -q "kernels take turns" "$result" || { failed=1; echo "FAILED: no line about turns without MPS" >> "$result"; }
fi
cat "$result"
[ $failed = 0 ] && echo "all as it should be" || echo "SOMETHING FAILED"
exit $failed
