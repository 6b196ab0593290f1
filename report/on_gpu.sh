#!/bin/sh
# The paper's evaluation on a machine with an NVIDIA GPU, 2 and 4 PEs on it, under MPS where that can be started.
# Usage, in the root of the sources: sh report/on_gpu.sh PROGRAMS OUT.json [option of report/run..]
#   PROGRAMS: <app>_<version>, compiled by report/build for this machine, with the OpenMP runtime where they find it
#   BUILD: a build of Isthmus that is there already; else one is made in build/gpu
#   PARTITION: what partition 2 is (SIZE=2G:KIND=LIBOMP)
set -eu
programs=$1 out=$2
shift 2
build=${BUILD:-build/gpu}
if [ ! -x "$build/bin/oshrun" ]; then
  mkdir -p "$build"
  { cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DISTHMUS_TESTS=OFF -DISTHMUS_APPS=OFF &&
    cmake --build "$build" -j "$(nproc)" --target isthmus oshrun osh_info; } > "$build.log" 2>&1 ||
    { tail -50 "$build.log"; exit 1; }
fi
export SHMEM_SYMMETRIC_SIZE=2G
name=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1)
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
  --partition "${PARTITION:-SIZE=2G:KIND=LIBOMP}" --title "${name:-a GPU}, all PEs on it$mps" --out "${out%.json}.html" \
  --json "$out" "$@"
