#!/bin/sh
# Figures of MPI collectives on the memory of a real NVIDIA device: builds the libraries below build/gpu, runs
# bench/mpi/devices under MPS (where it can be started) and first, as a test, every operation with random buffers.
# Usage, in the root of the sources: [KERNELS=folder] sh bench/mpi/on_gpu.sh OUT.json [option of bench/mpi/devices..]
# KERNELS: kernels that another build compiled (its src/kernels), for a machine without a clang for devices.
set -eu
out=$1
shift
build=${BUILD:-build/gpu}
mkdir -p "$build"
{ cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DISTHMUS_TESTS=OFF -DISTHMUS_APPS=OFF \
    -DISTHMUS_KERNELS="${KERNELS:+$(realpath "$KERNELS")}" &&
  cmake --build "$build" -j "$(nproc)" --target isthmus isthmus_mpi oshrun osh_info; } > "$build/log" 2>&1 ||
  { tail -50 "$build/log"; exit 1; }
"$build/bin/osh_info" | grep -o 'reduction kernels.*' || true
mpicc -std=gnu11 -O1 -Itests/mpi/programs/device -Itests/device/programs tests/mpi/programs/device/devices.c \
  tests/device/programs/driver.c -o "$build/mpi_devices" -ldl -lm
. tests/device/with_mps.sh
all() {
  for n in 2 4; do
    timeout 60 mpirun --allow-run-as-root --oversubscribe -n $n env LD_PRELOAD="$PWD/$build/src/libisthmus_mpi.so" \
      ISTHMUS_MPI=verbose "$build/mpi_devices" CUDA 300 2> "$build/test.log" && echo "test with $n ranks: good" ||
      { echo "test with $n ranks: FAILED"; grep -m 5 FAILED "$build/test.log" || tail -5 "$build/test.log"; }
    grep -o 'with device buffers.*' "$build/test.log" || true
  done
  timeout 60 mpirun --allow-run-as-root --oversubscribe -n 2 env LD_PRELOAD="$PWD/$build/src/libisthmus_mpi.so" \
    ISTHMUS_MPI=verbose ISTHMUS_MPI_DEVICE_BACKGROUND=1 "$build/mpi_devices" CUDA 300 nonblocking \
    2> "$build/test.log" && echo "test of nonblocking calls: good" ||
    { echo "test of nonblocking calls: FAILED"; grep -m 5 FAILED "$build/test.log" || tail -5 "$build/test.log"; }
  grep -o 'in the background.*' "$build/test.log" || true
  # Two nodes by their names, which need root: calls in two levels, in pieces.
  timeout 60 mpirun --allow-run-as-root --oversubscribe -n 4 tests/mpi/virtual_host.sh env ISTHMUS_MPI=verbose \
    ISTHMUS_MPI_DEVICE_OVER_NODES=1 ISTHMUS_MPI_DEVICE_PIECE=20K LD_PRELOAD="$PWD/$build/src/libisthmus_mpi.so" \
    "$build/mpi_devices" CUDA 300 2> "$build/test.log" && echo "test on two nodes by name: good" ||
    { echo "test on two nodes by name: FAILED"; grep -m 5 FAILED "$build/test.log" || tail -5 "$build/test.log"; }
  grep -o 'several nodes.*' "$build/test.log" || true
  note=$1
  shift
  bench/mpi/devices --build "$build" --json "$out" --note "$note" "$@"
}
name=$(nvidia-smi --query-gpu=name --format=csv,noheader 2> /dev/null | head -n 1 || true)
with_mps all "${name:-a GPU}, all ranks on it, under MPS" "$@"
[ -s "$out" ] || all "${name:-a GPU}, all ranks on it, without MPS" "$@"
