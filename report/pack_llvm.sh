#!/bin/sh
# Debian 12's clang 19 with OpenMP offloading to NVIDIA GPUs, and Open MPI's headers, for an x86_64 machine that has
# neither and cannot reach a network: one archive, to be carried there and unpacked by report/on_gpu.sh. Nothing is
# installed here.
# Usage: sh report/pack_llvm.sh ARCHIVE.tar.xz
set -eu
archive=$(realpath "$1")
architecture=amd64 triplet=x86_64-linux-gnu
packages="clang-19 clang-tools-19 libclang-cpp19 libclang-common-19-dev libllvm19 libomp-19-dev libomp5-19 libedit2 libbsd0
          libmd0 libffi8 libzstd1 zlib1g libopenmpi-dev libopenmpi3"

# An apt of its own, so that this machine's knows nothing of the other architecture.
apt=$(mktemp -d)
trap 'rm -rf "$apt"' EXIT
mkdir -p "$apt/lists/partial" "$apt/archives/partial"
: > "$apt/status"
key='[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]'
cat > "$apt/sources.list" <<TEXT
deb $key http://deb.debian.org/debian bookworm main
deb $key http://deb.debian.org/debian bookworm-updates main
deb $key http://deb.debian.org/debian-security bookworm-security main
TEXT
cat > "$apt/apt.conf" <<TEXT
Dir::State "$apt";
Dir::State::status "$apt/status";
Dir::Cache "$apt";
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "-";
APT::Architecture "$architecture";
APT::Architectures "$architecture";
APT::Sandbox::User "root";
TEXT
export APT_CONFIG="$apt/apt.conf"
apt-get -qq update
mkdir "$apt/deb" "$apt/tree"
cd "$apt/deb"
# shellcheck disable=SC2086  # a list of words
apt-get -qq download $packages
for package in *.deb; do dpkg -x "$package" "$apt/tree"; done

# What compiling for a GPU takes; the rest of these packages is many times that.
cd "$apt/tree"
llvm=usr/lib/llvm-19
mkdir -p "kept/$llvm/bin" "kept/$llvm/lib/clang/19" "kept/usr/lib/$triplet/openmpi"
for tool in clang clang-offload-packager clang-linker-wrapper clang-nvlink-wrapper; do
  cp -L "$llvm/bin/$tool" "kept/$llvm/bin/$tool"
done
ln -s clang "kept/$llvm/bin/clang++"
cp -rL "usr/lib/llvm-19/lib/clang/19/include" "kept/$llvm/lib/clang/19/"
cp -P "$llvm"/lib/libomp.so* "$llvm"/lib/libomp-19.so* "$llvm"/lib/libomptarget.so* "$llvm"/lib/libomptarget.devicertl.a \
  "$llvm"/lib/libomptarget-nvptx-sm_90.bc "kept/$llvm/lib/"
for library in libLLVM libclang-cpp libedit libbsd libmd libffi libzstd libz; do
  find "usr/lib/$triplet" "lib/$triplet" -name "$library.so.*" -exec cp -P {} "kept/usr/lib/$triplet/" \; 2>/dev/null
done
cp -r "usr/lib/$triplet/openmpi/include" "kept/usr/lib/$triplet/openmpi/"
find . -path ./kept -prune -o -name 'libmpi.so.40*' -exec cp -P {} "kept/usr/lib/$triplet/openmpi/" \;
ln -sf libmpi.so.40 "kept/usr/lib/$triplet/openmpi/libmpi.so"

# stand_in LIBRARY PATTERN: a library with the names that LLVM wants of it and, compiling for GPUs, never calls.
stand_in() {
  names=$(readelf -W --dyn-syms "kept/usr/lib/$triplet"/libLLVM.so.19.1 | awk '$7 == "UND" { print $8 }' | grep "^$2")
  for name in $names; do echo "void ${name%%@*}(void) {}"; done > stand_in.c
  versions=$(for name in $names; do case $name in *@*) echo "${name##*@}" ;; esac; done | sort -u)
  for version in $versions; do
    echo "$version {"
    for name in $names; do case $name in *"@$version") echo "  ${name%%@*};" ;; esac; done
    echo "};"
  done > stand_in.map
  # shellcheck disable=SC2046  # the option, or none
  clang-19 --target=$triplet -shared -nostdlib -fuse-ld=lld -Wl,-soname,"$1" stand_in.c -o "kept/usr/lib/$triplet/$1" \
    $([ -n "$versions" ] && echo -Wl,--version-script,stand_in.map)
}
stand_in libz3.so.4 Z3_
stand_in libxml2.so.2 xml
tar -C kept -cf - usr | xz -6 -T 2 > "$archive"
ls -lh "$archive"
