#!/bin/sh
# Debian's LLVMs with OpenMP offloading in a folder of their own, beside whatever is installed: libomp-14-dev, libomp-19-dev and
# libomp-22-dev exclude one another. Makes FOLDER/clang-VERSION and clang++-VERSION, for -DISTHMUS_OFFLOAD_CLANGS=...;
# programs find libLLVM by LD_LIBRARY_PATH=FOLDER/VERSION/usr/lib/<triplet>. A version that is installed is left out.
# Usage: unpack_llvm.sh FOLDER VERSION... (19, 22)
set -eu
mkdir -p "$1/deb"
folder=$(cd "$1" && pwd)
shift
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || gcc -dumpmachine)

# unpack VERSION
unpack() {
  version=$1
  mkdir -p "$folder/$version"
  packages="clang-$version clang-tools-$version libllvm$version libclang-cpp$version libclang-common-$version-dev
            llvm-$version-linker-tools libclang1-$version libomp-$version-dev libomp5-19"
  # From 22 on the offload runtime is a package of its own, and libomp's links are those of x86_64.
  [ "$version" -lt 20 ] || packages="$packages llvm-$version liboffload-$version liboffload-$version-dev"
  # shellcheck disable=SC2086  # a list of words
  (cd "$folder/deb" && apt-get -qq download $packages)
  for package in $packages; do
    for file in "$folder/deb/${package}"_*.deb; do dpkg -x "$file" "$folder/$version"; done
  done
  lib=$folder/$version/usr/lib/llvm-$version/lib
  if [ ! -e "$lib/libomp.so.5" ]; then
    rm -f "$lib/libomp.so.5"
    cp "$folder/$version/usr/lib/llvm-19/lib/libomp.so.5" "$lib/"
  fi
  for tool in clang clang++; do
    cat > "$folder/$tool-$version" <<TEXT
#!/bin/sh
LD_LIBRARY_PATH=$folder/$version/usr/lib/$triplet:$lib exec $folder/$version/usr/lib/llvm-$version/bin/$tool "\$@"
TEXT
    chmod +x "$folder/$tool-$version"
  done
  echo "$folder/clang-$version"
}

for each; do
  if [ ! -e "$folder/clang-$each" ] && ! dpkg-query -W -f '${Status}' "libomp-$each-dev" 2>/dev/null | grep -q ' installed$'; then
    unpack "$each"
  fi
done
