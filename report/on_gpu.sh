#!/bin/sh
# The paper's evaluation on a machine with an NVIDIA GPU: builds Isthmus and the apps there and runs them with 2 and 4 PEs
# on it, under MPS where that can be started. Usage, in the root of the sources:
#   sh report/on_gpu.sh OUT.json [option of report/run..]
# CARRY: what report/cross_compile_for_gpu.sh made elsewhere, for a machine without a clang; without it CLANG (clang-19)
# compiles.  BUILD: a build of Isthmus that is there already; else one is made in build/gpu.  OFFLOAD: flags for another
# device.  PARTITION: what partition 2 is.
set -eu
out=$1
shift
build=${BUILD:-build/gpu}
mkdir -p "$build"
if [ ! -x "$build/bin/oshrun" ]; then
  { cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DISTHMUS_TESTS=OFF -DISTHMUS_APPS=OFF &&
    cmake --build "$build" -j "$(nproc)" --target isthmus isthmus_mpi isthmus_omp oshrun osh_info; } > "$build/log" 2>&1 ||
    { tail -50 "$build/log"; exit 1; }
fi
build=$(realpath "$build")

if [ -n "${CARRY:-}" ]; then
  # LLVM's runtime is unpacked; it compiles the device code when a program starts, for which it needs its NVPTX backend.
  for package in "$CARRY"/deb/*.deb; do dpkg-deb -x "$package" "$build/llvm"; done
  paths=$build/llvm/usr/lib/llvm-19/lib:$build/llvm/usr/lib/x86_64-linux-gnu
  ${CC:-cc} -shared -fPIC tests/openmp/jit.c -o "$build/jit.so" -L"$build/llvm/usr/lib/x86_64-linux-gnu" \
    -L"$build/llvm/usr/lib/llvm-19/lib" -l:libLLVM.so.19.1 -Wl,--unresolved-symbols=ignore-in-shared-libs
  export LD_LIBRARY_PATH="$build/src:$paths" LD_PRELOAD="$build/jit.so"
  programs=$(realpath "$CARRY/programs")
else
  clang=${CLANG:-clang-19}
  runtime=$($clang -print-resource-dir)/../..
  cuda=$(dirname "$(dirname "$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)")")
  offload=${OFFLOAD:--fopenmp-targets=nvptx64-nvidia-cuda -Xopenmp-target=nvptx64-nvidia-cuda -march=sm_90 --cuda-path=$cuda}
  programs=$build/programs
  mpi=
  command -v mpicc > /dev/null && mpi="$(mpicc --showme:compile) $(mpicc --showme:link)"
  report/build --cc "$clang -std=gnu11 -O2 -fopenmp $offload -Wno-unknown-cuda-version -L$runtime" \
    --shmem "-Iinclude -L$build/src -listhmus -Wl,--disable-new-dtags,-rpath,$build/src:$runtime" \
    ${mpi:+--mpi "$mpi -Wl,--disable-new-dtags,-rpath,$runtime"} --out "$programs"
fi
export OMP_TARGET_OFFLOAD=MANDATORY

export SHMEM_SYMMETRIC_SIZE=2G
name=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1 || true)
mps=", without MPS"
if command -v nvidia-cuda-mps-control > /dev/null && [ -z "${NO_MPS:-}" ]; then
  CUDA_MPS_PIPE_DIRECTORY=$(mktemp -d) CUDA_MPS_LOG_DIRECTORY=$(mktemp -d)
  export CUDA_MPS_PIPE_DIRECTORY CUDA_MPS_LOG_DIRECTORY
  if nvidia-cuda-mps-control -d; then
    mps=", under MPS"
    trap 'echo quit | nvidia-cuda-mps-control > /dev/null || true' EXIT
  fi
fi
report/run --build "$build" --programs "$programs" --memories device --pes 2,4 --sizes gpu --rounds 3 \
  --timeout 60 --partition "${PARTITION:-SIZE=2G:KIND=CUDA}" --title "${name:-A GPU}, all PEs on it$mps" --out "${out%.json}.html" \
  --json "$out" "$@"
