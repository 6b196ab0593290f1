#!/bin/sh
# layers/openmp on a real NVIDIA device: builds our libraries below build/gpu, unpacks what
# tests/openmp/cross_compile_for_gpu.sh has put into build/carry-omp, and runs the constructs beside the same without
# the library, puts between mapped objects of 1, 2 and 4 PEs that share the device, the paper's listings, and the
# figures; with partitions of KIND=LIBOMP and KIND=CUDA. Usage, in the root of the sources: sh tests/openmp/on_gpu.sh
# [JOBS]; BUILD: a build that is there already.
set -u
jobs=${1:-16}
build=$PWD/${BUILD:-build/gpu}
carry=$PWD/build/carry-omp
llvm=$PWD/build/gpu-llvm
out=${OUT:-$build}
mkdir -p "$build" "$llvm"
if [ -z "${BUILD:-}" ]; then
  cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DISTHMUS_TESTS=OFF -DISTHMUS_APPS=OFF > "$build.log" 2>&1 &&
    cmake --build "$build" -j "$jobs" --target isthmus isthmus_omp isthmus_omp_calls oshrun osh_info >> "$build.log" 2>&1 ||
    { tail -50 "$build.log"; exit 1; }
fi
if [ ! -e "$llvm/usr/lib/llvm-19/lib/libomptarget.so.19.1" ]; then
  for package in "$carry"/deb/*.deb; do dpkg-deb -x "$package" "$llvm"; done
fi
libraries=$llvm/usr/lib/llvm-19/lib:$llvm/usr/lib/x86_64-linux-gnu
${CC:-cc} -shared -fPIC tests/openmp/jit.c -o "$build/jit.so" -L"$llvm/usr/lib/x86_64-linux-gnu" \
  -L"$llvm/usr/lib/llvm-19/lib" -l:libLLVM.so.19.1 -Wl,--unresolved-symbols=ignore-in-shared-libs || exit 1
export LD_LIBRARY_PATH="$build/src:$libraries"
export OMP_TARGET_OFFLOAD=MANDATORY SHMEM_SYMMETRIC_SIZE=1G
run="$build/bin/oshrun --timeout 100"
failed=0
try() {
  name=$1
  shift
  echo "== $name"
  env LD_PRELOAD="$build/jit.so" "$@" > "$out/$name.txt" 2>&1 || { failed=1; echo "FAILED: $name"; }
  tail -n 12 "$out/$name.txt"
}

for kind in LIBOMP CUDA; do
  try "constructs-$kind" env OPENMP_KIND=$kind OPENMP_DEVICES=1 python3 -B tests/openmp/compare.py "$build/bin/oshrun" \
    "$carry/bin/constructs_stock" "$carry/bin/constructs"
  export SHMEM_SYMMETRIC_PARTITION2=SIZE=256M:KIND=$kind
  for n in 1 2 4; do try "puts-$kind-$n" $run -n $n "$carry/bin/puts"; done
  try "plain-$kind" $run -n 2 "$carry/bin/plain"
  try "nowait-$kind" $run -n 1 "$carry/bin/nowait"
  for listing in listing1_staging listing4_map listing5_random_access; do
    try "$listing-$kind" $run -n 2 "$carry/bin/$listing"
  done
  try "maps-$kind" $run -n 2 "$carry/bin/maps" --repeat 7 --json "$out/maps-$kind.json"
  unset SHMEM_SYMMETRIC_PARTITION2
done
[ $failed = 0 ] && echo "all as it should be" || echo "SOMETHING FAILED"
exit $failed
