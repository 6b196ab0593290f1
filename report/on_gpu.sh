#!/bin/sh
# The paper's evaluation on a machine with an NVIDIA GPU: builds Isthmus and the apps there and runs them with 2 and 4 PEs
# on it, under MPS where that can be started. Usage, in the root of the sources:
#   LLVM=llvm.tar.xz sh report/on_gpu.sh OUT.json [option of report/run..]
# LLVM: what report/pack_llvm.sh made; without it CLANG (clang-19) compiles.  BUILD: a build of Isthmus that is there
# already; else one is made in build/gpu.  OFFLOAD: flags for another device.  PARTITION: what partition 2 is.
# PROGRAMS: a folder of programs that report/build has compiled for this machine elsewhere; then no compiler is needed.
set -eu
out=$1
shift
build=${BUILD:-build/gpu}
mkdir -p "$build"
if [ ! -x "$build/bin/oshrun" ]; then
  { cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DISTHMUS_TESTS=OFF -DISTHMUS_APPS=OFF &&
    cmake --build "$build" -j "$(nproc)" --target isthmus isthmus_omp oshrun osh_info; } > "$build/log" 2>&1 ||
    { tail -50 "$build/log"; exit 1; }
fi
build=$(realpath "$build")

compile() {
  clang=${CLANG:-clang-19}
  runtime=$($clang -print-resource-dir 2>/dev/null || true)/../..
  paths=$runtime
  mpi=
  command -v mpicc > /dev/null && mpi="$(mpicc --showme:compile) $(mpicc --showme:link)"
  if [ -n "${LLVM:-}" ]; then
    mkdir -p "$build/llvm"
    tar -C "$build/llvm" -xJf "$LLVM"
    runtime=$build/llvm/usr/lib/llvm-19/lib paths=$build/llvm/usr/lib/llvm-19/lib:$build/llvm/usr/lib/x86_64-linux-gnu
    clang=$build/clang
    printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' "$paths" "$build/llvm/usr/lib/llvm-19/bin/clang" > "$clang"
    chmod +x "$clang"
    # LLVM asks for libcuda.so, which comes with the toolkit; the driver's own has another name.
    driver=$(ldconfig -p | awk '/libcuda\.so\.1 .*x86-64/ { print $NF; exit }')
    [ -z "$driver" ] || ln -sf "$driver" "$runtime/libcuda.so"
    wanted=$build/llvm/usr/lib/x86_64-linux-gnu/openmpi
    [ -n "$mpi" ] || mpi="-I$wanted/include -L$wanted -lmpi -Wl,--allow-shlib-undefined"
  fi
  cuda=$(dirname "$(dirname "$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)")")
  offload=${OFFLOAD:--fopenmp-targets=nvptx64-nvidia-cuda -Xopenmp-target=nvptx64-nvidia-cuda -march=sm_90 --cuda-path=$cuda}
  report/build --cc "$clang -std=gnu11 -O2 -fopenmp $offload -Wno-unknown-cuda-version -L$runtime" \
    --shmem "-Iinclude -L$build/src -listhmus -Wl,--disable-new-dtags,-rpath,$build/src:$paths" \
    --mpi "$mpi -Wl,--disable-new-dtags,-rpath,$paths" --out "$build/programs"
}
# The compiler is unpacked with its own libraries; programs find OpenMP's by their path.
[ -n "${PROGRAMS:-}" ] || compile

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
report/run --build "$build" --programs "${PROGRAMS:-$build/programs}" --memories device --pes 2,4 --sizes gpu --rounds 3 \
  --timeout 60 --partition "${PARTITION:-SIZE=2G:KIND=LIBOMP}" --title "${name:-A GPU}, all PEs on it$mps" --out "${out%.json}.html" \
  --json "$out" "$@"
