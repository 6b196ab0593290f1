#!/bin/sh
# Installs what a target of the Makefile needs and this machine lacks, through apt (Debian 12 and 13, Ubuntu 24.04). Asks dpkg
# first, so that a second call neither takes time nor needs a network. After an installation it touches build/packages, so that
# the Makefile configures anew. Usage: install.sh demo|install|test [PACKAGE...]; test is everything.
set -u
purpose=${1-}
[ $# -eq 0 ] || shift

packages="cmake ninja-build g++ pkg-config python3 libnuma-dev libpmix-dev libfabric-dev libpng-dev $*"
# Extras are installed where apt has them.
extras=
case $purpose in
  demo) ;;
  install | test)
    # Compilers and linkers for kernels on devices (SPIR-V since 22), and clang 19's headers for the plugin of upcc.
    packages="$packages clang lld"
    extras="clang-19 lld-19 llvm-19-dev libclang-19-dev clang-22 lld-22"
    ;;
  *) echo "usage: install.sh demo|install|test [PACKAGE...]" >&2; exit 2 ;;
esac
if [ "$purpose" = test ]; then
  packages="$packages libgtest-dev nlohmann-json3-dev openmpi-bin libopenmpi-dev valgrind iproute2 groff-base"
  # A second MPI, Fortran and Python for the tests of layers/mpi (mpicc and mpirun stay Open MPI's), oracles of the apps,
  # offloading to the host, the browser that looks at the report and the profile (Ubuntu's chromium is not a package), Slurm, of
  # which a test makes a cluster of this machine (prterun comes with Open MPI 5), environment modules, libabigail, which compares
  # structures with those of the last release, and gdb, under which a test starts a PE.
  extras="$extras mpich libmpich-dev gfortran python3-mpi4py python3-numpy libfftw3-dev libopenblas-dev clang-tools-19 libomp-19-dev
          chromium slurmctld slurmd slurm-client slurm-wlm-basic-plugins munge environment-modules abigail-tools gdb"
fi
# Without these nothing can be built; the rest costs a feature or a test.
tools="cmake ninja c++ cc"
# What the user has installed stays: a package that excludes one of those is left out.
options="-qq --no-install-recommends --no-remove"

# missing PACKAGE...: those that are not installed
missing() {
  for package; do
    state=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) || state=
    [ "$state" = "install ok installed" ] || printf '%s ' "$package"
  done
}

# possible PACKAGE...: whether apt could install them together
possible() {
  # shellcheck disable=SC2086  # a list of words
  apt-get -s $options install "$@" >/dev/null 2>&1
}

# known PACKAGE...: those that apt could install
known() {
  found=
  for package; do
    if apt-cache policy "$package" 2>/dev/null | grep -q '^  Candidate: [^(]'; then found="$found $package"; fi
  done
  # shellcheck disable=SC2086  # a list of words
  set -- $found
  if [ $# -eq 0 ] || possible "$@"; then
    echo "$@"
  else
    for package; do ! possible "$package" || printf '%s ' "$package"; done
  fi
}

# add PACKAGE...: installs them, and has the Makefile configure anew
add() {
  # shellcheck disable=SC2086  # a list of words
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -y $options install "$@" >/dev/null && mkdir -p build && touch build/packages
}

# install_with_apt PACKAGE...: those, and then what is missing of the extras
install_with_apt() {
  command -v apt-get >/dev/null || return 1
  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || return 1
    as_root=sudo
  fi
  $as_root apt-get -qq update || return 1
  if [ $# -gt 0 ]; then
    echo "installing through apt: $*"
    add "$@" || return 1
  fi
  # shellcheck disable=SC2046,SC2086  # lists of words
  set -- $(known $(missing $extras))
  [ $# -gt 0 ] || return 0
  echo "installing through apt: $*"
  # Where they cannot be installed together, as many as can.
  add "$@" || for package; do add "$package"; done
  return 0
}

# shellcheck disable=SC2046,SC2086  # lists of words
if command -v dpkg-query >/dev/null; then
  lacking=$(missing $packages)
  wanted=$(known $(missing $extras))
else
  lacking=$packages wanted=
fi
if [ -n "$lacking$wanted" ]; then
  # shellcheck disable=SC2086  # a list of words
  install_with_apt $lacking || echo "make deps: cannot install packages here; please install:" $lacking $wanted >&2
fi

for tool in $tools; do
  if ! command -v "$tool" >/dev/null; then
    echo "make deps: $tool is needed and not there" >&2
    exit 1
  fi
done
version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')
if [ "$(printf '3.25\n%s\n' "$version" | sort -V | head -n 1)" != 3.25 ]; then
  echo "make deps: cmake $version is too old, 3.25 is needed (Debian 12, Ubuntu 24.04, or pip install cmake)" >&2
  exit 1
fi
