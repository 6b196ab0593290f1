#!/bin/sh
# The conformance programs on the memory of a real NVIDIA device, under device_heap.so: builds what it needs below $BUILD
# (build/gpu, made when it is not there), runs every program with 2 and 4 PEs that share the device, without MPS and (where
# it can be started) with it, and ends with what failed.
# Usage, in the root of the sources: [BUILD=folder] sh tests/device/heap/on_gpu.sh [FOLDER...]
#   FOLDER: programs made elsewhere against libisthmus.so, which are run in the same way.
#   JOBS: of the compiler (16). AT_ONCE: programs that run at a time (4). PES ("2 4"). TEST_PERCENT of long loops (20).
#   MODES ("all alternate"): where blocks are, see heap.cpp. SECONDS_EACH (120). KIND (CUDA). WITHOUT_MPS=0, WITH_MPS=0.
set -eu
BUILD=$(mkdir -p "${BUILD:-build/gpu}" && cd "${BUILD:-build/gpu}" && pwd)
here=tests/device/heap out=$BUILD/heap jobs=${JOBS:-16}
export BUILD SECONDS_EACH="${SECONDS_EACH:-120}" TEST_PERCENT="${TEST_PERCENT:-20}"
export SHMEM_SYMMETRIC_SIZE="${SHMEM_SYMMETRIC_SIZE:-256M}" KIND="${KIND:-CUDA}"
export SHMEM_SYMMETRIC_PARTITION2="SIZE=256M:KIND=$KIND"
if ! [ -x "$BUILD/bin/oshrun" ]; then
  cmake -S . -B "$BUILD" -DCMAKE_BUILD_TYPE=Release -DISTHMUS_TESTS=OFF -DISTHMUS_APPS=OFF > "$BUILD.log" 2>&1 &&
    cmake --build "$BUILD" -j "$jobs" --target isthmus oshrun >> "$BUILD.log" 2>&1 || { tail -50 "$BUILD.log"; exit 1; }
fi

# ---- What is run ----
rm -rf "$out"
mkdir -p "$out/programs"
python3 -B $here/make_wrappers.py "$out/wrappers.c"
flags="-O2 -Iinclude -Itests/multi" front="-Itests/device/programs -I$here"
library="-L$BUILD/src -listhmus -Wl,-rpath,$BUILD/src -lpthread -ldl -lm"
for file in "$out/wrappers.c" tests/device/programs/driver.c $here/heap.cpp $here/shadow.cpp; do
  case $file in *.cpp) compiler="${CXX:-c++} -std=c++20" ;; *) compiler="${CC:-cc} -std=gnu11" ;; esac
  $compiler $flags $front -fPIC -c "$file" -o "$out/$(basename "$file").o" &
done
wait
${CXX:-c++} -shared -Wl,-z,now "$out"/*.o -o "$out/device_heap.so" $library
${CC:-cc} -std=gnu11 $flags $front $here/proof.c tests/device/programs/driver.c -o "$out/programs/proof" $library

# Left out for the reasons that CMakeLists.txt gives; global_exit and symmetric_size want scripts and settings.
find tests/conformance -name '*.c' -o -name '*.cpp' | sort |
  grep -v '/check/\|/locks/\|u14_twins\|teams/predefined\|global_exit_ends\|symmetric_size' |
  xargs -P "$jobs" -I@ sh -c 'name=$(echo @ | sed "s|tests/conformance/||; s|/|.|; s|\.c.*||")
    case @ in *.cpp) compiler="${CXX:-c++} -std=c++20" ;; *) compiler="${CC:-cc} -std=gnu11" ;; esac
    $compiler '"$flags"' -Itests/conformance @ -o "'"$out"'/programs/$name" '"$library"' || echo "FAILED to compile @"'

# ---- The runs ----
# A line of its own for each run in $results; the output of those that failed below $out.
results=$out/results
: > "$results"
cat > "$out/one.sh" << 'EOF'
# one.sh LABEL PES MODE PROGRAM
name=$(basename "$4") kind=
[ "$name" != proof ] || kind=$KIND
log=$BUILD/heap/$1.$(basename "$4").$2.$3.log
begun=$(date +%s%N)
DEVICE_HEAP=$3 timeout -k 5 $((SECONDS_EACH + 10)) "$BUILD/bin/oshrun" -n "$2" --timeout "$SECONDS_EACH" \
  env LD_PRELOAD="$BUILD/heap/device_heap.so" "$4" $kind > "$log" 2>&1 && status=pass || status="FAIL($?)"
printf '%s %s %s PEs %s %s %d ms %s\n' "$status" "$1" "$2" "$3" "$name" $((($(date +%s%N) - begun) / 1000000)) \
  "$([ "$status" = pass ] || head -c 300 "$log" | head -1)"
[ "$status" != pass ] || rm "$log"
EOF
everything() {
  for mode in ${MODES:-all alternate}; do
    for n in ${PES:-2 4}; do
      for folder in "$out/programs" "$@"; do
        find "$folder" -maxdepth 1 -type f -perm -u+x | sort | grep -v "proof$" |
          xargs -P "${AT_ONCE:-4}" -I@ sh "$out/one.sh" "$label" "$n" "$mode" @ >> "$results"
      done
    done
    echo "$label, $mode: $(grep -c "^pass $label .* $mode " "$results") passed, $(grep -c "^FAIL.* $label .* $mode " "$results" || true) failed"
  done
  sh "$out/one.sh" "$label" 2 all "$out/programs/proof" >> "$results"
}
[ "${WITHOUT_MPS:-1}" = 0 ] || { label=without_mps; everything "$@"; }
. tests/device/with_mps.sh
label=with_mps
[ "${WITH_MPS:-1}" = 0 ] || with_mps everything "$@"

echo "== the slowest"
sort -t' ' -k7,7rn "$results" | head -5
echo "== what failed"
! grep "^FAIL" "$results" || exit 1
echo "nothing; $(wc -l < "$results") runs"
