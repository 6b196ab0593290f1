#!/bin/sh
# consume.sh SOURCE CC CXX HOW PREFIX WORK [KERNELS | ...]: builds the consumers in one way and runs them on two PEs.
set -eu
source=$1 CC=$2 CXX=$3 how=$4 prefix=$5 work=$6
here=$(dirname "$0")
export CC CXX
library_path=${LD_LIBRARY_PATH-}
unset CFLAGS CXXFLAGS LDFLAGS LD_LIBRARY_PATH PKG_CONFIG_PATH || true
rm -rf "$work"
mkdir -p "$work"

# The consumer prints one line per PE when its data arrived; anything else is a failure.
run_on_two() {
  "$prefix/bin/oshrun" -n 2 --timeout 30 "$1" >"$work/output"
  lines=$(grep -c '^consumer: PE [01] of 2 received' "$work/output") || true
  if [ "$lines" != 2 ]; then
    echo "$1 printed:" && cat "$work/output"
    exit 1
  fi
  echo "$how: $1 ran on two PEs"
}

case $how in
  find_package | add_subdirectory)
    # As a subdirectory the whole library is built again: in the least time, with kernels that were built before, and of the type that
    # Debian's packages have.
    cmake -G Ninja -S "$here/$how" -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix" -DISTHMUS_SOURCE="$source" \
      -DCMAKE_BUILD_TYPE=None -DISTHMUS_UNITY=ON -DISTHMUS_KERNELS="${7-}" >"$work/log"
    cmake --build "$work/build" >>"$work/log" || { cat "$work/log"; exit 1; }
    run_on_two "$work/build/consumer_c"
    run_on_two "$work/build/consumer_cxx"
    if [ "$how" = add_subdirectory ]; then
      # The layers are there for a parent that wants them.
      cmake --build "$work/build" --target isthmus_mpi isthmus_omp >>"$work/log" || { cat "$work/log"; exit 1; }
      # A parent project must get the library, but not our tests and tools.
      if ninja -C "$work/build" -t targets all | grep -E '(^|/)(oshrun|osh_info|heat|gtest[^:]*): '; then exit 1; fi
      if (cd "$work/build" && ctest -N) | grep -v 'Total Tests: 0' | grep 'Total Tests'; then exit 1; fi
    fi
    ;;
  pkg_config)
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name isthmus.pc)")
    export PKG_CONFIG_PATH
    # eval, since pkg-config escapes for a shell.
    eval "$CC -o '$work/consumer_c' '$here/consumer.c' $(pkg-config --cflags --libs isthmus)"
    eval "$CXX -o '$work/consumer_cxx' '$here/consumer.cpp' $(pkg-config --cflags --libs isthmus)"
    run_on_two "$work/consumer_c"
    run_on_two "$work/consumer_cxx"
    ;;
  oshcc)
    "$prefix/bin/oshcc" -o "$work/consumer_c" "$here/consumer.c"
    run_on_two "$work/consumer_c"
    for compiler in oshc++ oshcxx oshCC; do
      "$prefix/bin/$compiler" -c -o "$work/consumer.o" "$here/consumer.cpp"
      "$prefix/bin/$compiler" -o "$work/consumer_$compiler" "$work/consumer.o"
      run_on_two "$work/consumer_$compiler"
    done
    ;;
  upcc)
    "$prefix/bin/upcc" -o "$work/consumer_upc" "$here/consumer.upc"
    run_on_two "$work/consumer_upc"
    ;;
  preload)
    # What is loaded into programs by LD_PRELOAD, which the loader splits at blanks and colons: loaded, or refused in one line.
    for command in "oshrun --profile=$work/page.html -n 2" isthmus-mpi; do
      status=0
      # shellcheck disable=SC2086  # its words
      "$prefix/bin/"$command /bin/true >"$work/output" 2>&1 || status=$?
      case $prefix in
        *[\ :]*) [ "$status" != 0 ] && [ "$(wc -l <"$work/output")" = 1 ] && grep "cannot be loaded from .*: install" "$work/output" ;;
        *) [ "$status" = 0 ] && ! grep "cannot be" "$work/output" ;;
      esac || { cat "$work/output"; exit 1; }
    done
    ;;
  offload)
    # With offload targets oshc++ must link the library that handles map clauses. The remaining arguments are the
    # compiler and its flags.
    shift 6
    OSHCC_CXX=$1
    export OSHCC_CXX
    shift
    "$prefix/bin/oshc++" -std=c++17 "$@" "$source/examples/openmp/listing4_map.cpp" -o "$work/listing4"
    LD_LIBRARY_PATH=$library_path SHMEM_SYMMETRIC_PARTITION2=SIZE=64M:KIND=LIBOMP "$prefix/bin/oshrun" -n 2 --timeout 30 \
      "$work/listing4"
    ;;
  readme)
    # The program and its output are the two fenced blocks of README.md marked c and text.
    fence() { awk -v mark="\`\`\`$1" '$0 == "```" { inside = 0 } inside { print } $0 == mark { inside = 1 }' "$source/README.md"; }
    fence c >"$work/hello.c"
    fence text | sort >"$work/expected"
    "$prefix/bin/oshcc" -Wall -Wextra -Werror -o "$work/hello" "$work/hello.c"
    "$prefix/bin/oshrun" -n 4 --timeout 30 "$work/hello" | sort >"$work/output"
    test -s "$work/expected"
    diff "$work/expected" "$work/output"
    ;;
  *)
    echo "unknown way: $how" >&2
    exit 2
    ;;
esac
