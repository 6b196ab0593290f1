#!/bin/sh
# The apps for a machine with an NVIDIA GPU, x86_64, that has gcc and the driver but no clang and no network: adds
# build/carry-omp/programs to what tests/openmp/cross_compile_for_gpu.sh has made there, which must have run before.
# Then, on that machine: CARRY=build/carry-omp sh report/on_gpu.sh OUT.json. Usage, in the root of the sources: sh
# report/cross_compile_for_gpu.sh CLANG19
set -eu
clang=$1
work=$PWD/build/cross-omp
root=$work/root
[ -d "$work/lib" ] || { echo "report/cross_compile_for_gpu.sh: run tests/openmp/cross_compile_for_gpu.sh first" >&2; exit 1; }
# Open MPI's headers and library, in a folder of their own.
mkdir -p "$work/mpi"
(cd "$work/mpi" && apt-get -qq -o APT::Architecture=amd64 -o APT::Architectures::=amd64 -o Dir::State="$work/apt" \
  -o Dir::State::status=/dev/null -o Dir::Cache="$work/apt" -o APT::Sandbox::User=root download libopenmpi-dev libopenmpi3)
for package in "$work"/mpi/*.deb; do dpkg -x "$package" "$work/mpi"; done
mpi=$work/mpi/usr/lib/x86_64-linux-gnu/openmpi
report/build --cc "$clang --target=x86_64-linux-gnu --sysroot=$root -std=gnu11 -O2 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda
  -fopenmp-target-jit -Xopenmp-target=nvptx64-nvidia-cuda -march=sm_90 -nocudalib -Wno-unknown-cuda-version
  -Wno-openmp-mapping -fuse-ld=lld -Wno-unused-command-line-argument -L$root/usr/lib/llvm-19/lib -lomptarget.devicertl" \
  --shmem "-Iinclude -L$work/lib -listhmus" --out build/carry-omp/programs \
  --mpi "-I$mpi/include -I$mpi/include/openmpi -L$mpi/lib -L$mpi -lmpi -Wl,--allow-shlib-undefined"
