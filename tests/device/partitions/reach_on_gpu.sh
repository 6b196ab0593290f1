#!/bin/sh
# Programs on the memory of a real NVIDIA device, on one node and on two virtual ones (tcp), where the proxy carries
# everything; which paths are taken; and what osh_tune measures.
# Usage, in the root of the sources: BUILD=<a build with oshrun, osh_info and osh_tune> sh tests/device/partitions/reach_on_gpu.sh
set -eu
build=${BUILD:-build/release}
programs=tests/device/programs
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for program in transfers values ordering waiting atomics collectives threads reach; do
  ${CC:-cc} -std=c11 -D_GNU_SOURCE -O2 -Iinclude -I$programs -Itests/multi $programs/$program.c $programs/driver.c \
    -o "$out/$program" -L"$build/src" -listhmus -Wl,-rpath,"$(realpath "$build/src")" -lpthread -ldl
done
export SHMEM_SYMMETRIC_SIZE=256M SHMEM_SYMMETRIC_PARTITION2=SIZE=256M:KIND=CUDA
run="$build/bin/oshrun --timeout 200"
failed=0
for nodes in 1 2; do
  $run -n 2 --nodes $nodes "$build/bin/osh_info" --paths || failed=1
  for pes in 2 4; do
    for program in transfers values ordering waiting atomics collectives threads reach; do
      start=$(date +%s.%N)
      if $run -n $pes --nodes $nodes "$out/$program" CUDA; then how=passed; else how=FAILED failed=1; fi
      echo "$program, $pes PEs on $nodes nodes: $how in $(echo "$(date +%s.%N) - $start" | bc) s"
    done
  done
done
for pes in 2 4; do
  $run -n $pes "$build/bin/osh_tune" "$out/tuned.conf" || failed=1
done
exit $failed
