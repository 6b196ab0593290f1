#!/bin/sh
# Debian's LLVM with OpenMP offloading in a folder of its own, beside whatever is installed: libomp-19-dev and
# libomp-22-dev exclude one another. Makes FOLDER/clang-VERSION and clang++-VERSION, for -DISTHMUS_OFFLOAD_CLANGS=...;
# programs find libLLVM by LD_LIBRARY_PATH=FOLDER/VERSION/usr/lib/<triplet>. Usage: unpack_llvm.sh 19|22 FOLDER
set -eu
version=$1
mkdir -p "$2/deb" "$2/$version"
folder=$(cd "$2" && pwd)
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || gcc -dumpmachine)
packages="clang-$version clang-tools-$version libllvm$version libclang-cpp$version libclang-common-$version-dev
          llvm-$version-linker-tools libclang1-$version libomp-$version-dev libomp5-19"
# From 22 on the offload runtime is a package of its own, and libomp's links are those of x86_64.
[ "$version" -lt 20 ] || packages="$packages llvm-$version liboffload-$version liboffload-$version-dev"
cd "$folder/deb"
# shellcheck disable=SC2086  # a list of words
apt-get -qq download $packages
for package in $packages; do
  for file in "${package}"_*.deb; do dpkg -x "$file" "$folder/$version"; done
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
