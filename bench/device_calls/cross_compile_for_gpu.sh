#!/bin/sh
# Adds the OpenMP programs of calls from device code to build/carry-omp, which tests/openmp/cross_compile_for_gpu.sh has
# made, for a machine with an NVIDIA GPU, x86_64, and no clang; with CUDA's folder and a clang that knows it (22 does for
# 13.0) also the test's CUDA kernels by that clang. Usage, in the root of the sources: sh
# bench/device_calls/cross_compile_for_gpu.sh CLANG19 BUILD [CUDA CLANG]
set -eu
clang=$1 built=$2
carry=$PWD/build/carry-omp work=$PWD/build/cross-omp
clangxx=$(printf '%s' "$clang" | sed 's/clang\([^/]*\)$/clang++\1/')
target="--target=x86_64-linux-gnu --sysroot=$work/root"
nm -D --defined-only "$built/libisthmus.so" | awk '$2 ~ /[TWiV]/ { print ".globl " $3 "\n.type " $3 ",@function\n" $3 ": ret" }' \
  > "$work/lib/isthmus.s"
# shellcheck disable=SC2086  # options
"$clang" $target -fuse-ld=lld -nostdlib -shared -Wl,-soname,libisthmus.so.0 "$work/lib/isthmus.s" -o "$work/lib/libisthmus.so"
for source in tests/device_calls/region.cpp tests/device_calls/bare.cpp tests/device_calls/interop.cpp bench/device_calls/regions.cpp; do
  # shellcheck disable=SC2086  # options
  "$clangxx" -std=c++17 $target -O2 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda -fopenmp-target-jit \
    -Xopenmp-target=nvptx64-nvidia-cuda -march=sm_90 -nocudalib -Wno-unknown-cuda-version -Wno-openmp-mapping -isystem "$work/root/usr/lib/llvm-19/lib/clang/19/include" -Iinclude -DFEW_COLLECTIVES \
    -fuse-ld=lld -Wno-unused-command-line-argument -L"$work/root/usr/lib/llvm-19/lib" -lomptarget.devicertl \
    "$source" -L"$work/lib" -listhmus -o "$carry/bin/calls_$(basename "$source" .cpp)"
done
if [ $# -gt 2 ]; then
  cudaclangxx=$(printf '%s' "$4" | sed 's/clang\([^/]*\)$/clang++\1/')
  # shellcheck disable=SC2086  # options
  "$cudaclangxx" -std=c++17 $target -O2 -x cuda --cuda-path="$3" --cuda-gpu-arch=sm_90 -Wno-unknown-cuda-version -Iinclude \
    -c tests/device_calls/kernel.cu -o "$carry/kernel_clang.o"
fi
ls -l "$carry" "$carry"/bin/calls_*
