#!/bin/sh
# Prepares build/carry-omp for a machine with an NVIDIA GPU, x86_64, that has gcc and the driver but no clang and no
# network: the programs of the tests and examples, cross-compiled by clang 19 with device code as bitcode that
# libomptarget compiles there, and Debian's packages of LLVM's runtime. libisthmus is built there; here the programs are
# linked with stubs of its name. Usage, in the root of the sources: sh tests/openmp/cross_compile_for_gpu.sh CLANG19
# BUILD, where BUILD has our libraries (for their symbols); then, on that machine: sh tests/openmp/on_gpu.sh
set -eu
clang=$1 built=$2
carry=$PWD/build/carry-omp work=$PWD/build/cross-omp
rm -rf "$carry"
mkdir -p "$carry/deb" "$carry/bin" "$work/apt/lists/partial" "$work/apt/archives/partial" "$work/deb" "$work/root" "$work/lib"

# apt for amd64 in a folder of its own: this machine's packages are left alone.
apt_amd64() {
  apt-get -qq -o APT::Architecture=amd64 -o APT::Architectures::=amd64 -o Dir::State="$work/apt" \
    -o Dir::State::status=/dev/null -o Dir::Cache="$work/apt" -o APT::Sandbox::User=root "$@"
}
[ -e "$work/apt/pkgcache.bin" ] || apt_amd64 update
(cd "$carry/deb" && apt_amd64 download libomp5-19 libllvm19 libedit2 libxml2 libz3-4 libicu72 libbsd0 libmd0 libffi8)
(cd "$work/deb" && apt_amd64 download libc6 libc6-dev linux-libc-dev libgcc-s1 libgcc-12-dev libstdc++6 libstdc++-12-dev \
  libomp-19-dev)
for package in "$work"/deb/*.deb "$carry"/deb/libomp5-19*.deb; do dpkg -x "$package" "$work/root"; done

ln -sf ../lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 "$work/root/lib64/ld-linux-x86-64.so.2"  # Debian's link is absolute

target="--target=x86_64-linux-gnu --sysroot=$work/root"
# A stub for each of our libraries: the right name and the right symbols.
for name in isthmus isthmus_omp isthmus_omp_calls; do
  nm -D --defined-only "$built/lib$name.so" | awk '$2 ~ /[TWiV]/ { print ".globl " $3 "\n.type " $3 ",@function\n" $3 ": ret" }' \
    > "$work/lib/$name.s"
  # shellcheck disable=SC2086  # options
  "$clang" $target -fuse-ld=lld -nostdlib -shared -Wl,-soname,lib$name.so.0 "$work/lib/$name.s" -o "$work/lib/lib$name.so"
done

flags="$target -O2 -g1 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda -fopenmp-target-jit -Xopenmp-target=nvptx64-nvidia-cuda
       -march=sm_90 -nocudalib -Wno-unknown-cuda-version -Wno-openmp-mapping -Iinclude -fuse-ld=lld
       -Wno-unused-command-line-argument -isystem $work/root/usr/lib/llvm-19/lib/clang/19/include -L$work/root/usr/lib/llvm-19/lib -lomptarget.devicertl"  # left out with CUDA's library
clangxx=$(printf '%s' "$clang" | sed 's/clang\([^/]*\)$/clang++\1/')
ours="-L$work/lib -listhmus_omp -listhmus"
program() {  # program NAME LIBRARIES SOURCES...
  name=$1 libraries=$2
  shift 2
  # shellcheck disable=SC2086  # options
  "$clangxx" -std=c++17 $flags "$@" $libraries -o "$carry/bin/$name"
}
program constructs_stock "" tests/openmp/constructs/*.cpp
program constructs "$ours" tests/openmp/constructs/*.cpp
for name in puts nowait; do program $name "$ours" tests/openmp/$name.cpp; done
program plain "-L$work/lib -listhmus_omp_calls -listhmus_omp -listhmus" tests/openmp/plain.cpp
for listing in listing1_staging listing4_map listing5_random_access; do
  program $listing "$ours" examples/openmp/$listing.cpp
done
for source in bench/openmp/maps.c bench/figures.c bench/options.c; do
  # shellcheck disable=SC2086  # options
  "$clang" -std=c11 -D_POSIX_C_SOURCE=200809L $flags -c $source -o "$work/$(basename $source .c).o"
done
program maps "$ours" "$work/maps.o" "$work/figures.o" "$work/options.o"
du -sh "$carry"
