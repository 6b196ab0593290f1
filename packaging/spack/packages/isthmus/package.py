# Copyright (c) 2026, the Isthmus developers
#
# SPDX-License-Identifier: BSD-3-Clause
# Spack 0.23 reads this recipe and its audit passes. It was not run: installing it
# needs a network, which the machine did not have.

import pathlib

from spack.package import *


class Isthmus(CMakePackage):
    """Isthmus is an OpenSHMEM 1.6 library for machines with accelerators. PEs share one symmetric
    address space over host and device memory: through shared memory and GPU IPC on a machine, through
    libfabric between machines."""

    # The sources are the checkout that this recipe is in.
    git = pathlib.Path(__file__).resolve().parents[4].as_uri()

    license("BSD-3-Clause")

    version("main", branch="main")

    variant("tests", default=False, description="Build the tests, which `ctest` runs in the build folder")
    variant("apps", default=False, description="Build the mini-apps and the benchmarks")
    variant("kernels", default=True, description="Compile the kernels that reduce device memory, by clang")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python@3.9:", type="build")  # writes the manual pages
    depends_on("libfabric@1.17:")
    depends_on("pmix@4:")
    depends_on("numactl")
    depends_on("llvm@19: +clang +lld targets=all", type="build", when="+kernels")
    depends_on("googletest", type="test")
    depends_on("googletest", type="build", when="+tests")
    depends_on("libpng", when="+apps")

    conflicts("platform=darwin", msg="Isthmus needs Linux: memfd, process_vm_readv and futexes")
    conflicts("platform=windows", msg="Isthmus needs Linux: memfd, process_vm_readv and futexes")
    conflicts("%gcc@:11", msg="Isthmus is written in C++20")
    conflicts("%clang@:13", msg="Isthmus is written in C++20")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define("ISTHMUS_TOOLS", True),
            self.define("ISTHMUS_TESTS", self.run_tests or self.spec.satisfies("+tests")),
            self.define_from_variant("ISTHMUS_APPS", "apps"),
        ]

    def setup_run_environment(self, env):
        env.prepend_path("MANPATH", self.prefix.share.man)

    def setup_dependent_build_environment(self, env, dependent_spec):
        env.set("OSHCC", self.prefix.bin.oshcc)
        env.set("OSHCXX", join_path(self.prefix.bin, "oshc++"))

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def start_a_job(self):
        """osh_info as a job of two PEs: the launcher and the library find each other."""
        Executable(self.prefix.bin.oshrun)("-n", "2", self.prefix.bin.osh_info)
