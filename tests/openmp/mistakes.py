"""Mistakes with OpenMP's maps: the library must print one clear line each, and the results must be right all the same.
Usage: mistakes.py OSHRUN MISTAKES WITHOUT_OFFLOAD"""
import os
import re
import subprocess
import sys

OSHRUN, MISTAKES, WITHOUT_OFFLOAD = sys.argv[1:4]
PARTITION = {"SHMEM_SYMMETRIC_PARTITION2": "SIZE=64M:KIND=LIBOMP:DEVICE=0"}


def run(command, pes, settings):
    ended = subprocess.run([OSHRUN, "-n", str(pes), "--timeout", "30", *command], env={**os.environ, **settings},
                           capture_output=True, text=True, timeout=60)
    told = [line for line in ended.stderr.splitlines() if line.startswith("isthmus: ")]
    return ended, told


def expect(case, printed, *lines, status=0, pes=1, program=MISTAKES, **settings):
    """Runs a case: the program must print these words, and the library these lines and no others."""
    ended, told = run([program, case], pes, settings)
    where = f"{case} {settings}:\n{ended.stdout}{ended.stderr}"
    assert (ended.returncode == 0) == (status == 0), f"status {ended.returncode}: {where}"
    assert printed is None or ended.stdout.split("\n")[:-1] == printed, f"not {printed}: {where}"
    assert len(told) == len(lines), f"{len(told)} lines, not {len(lines)}: {where}"
    for pattern, line in zip(lines, told):
        assert re.search(pattern, line), f"{pattern!r} is not in: {where}"


def main():
    yes, no = "symmetric", "not symmetric"
    expect("map", [yes, yes], **PARTITION)
    expect("map", [no, no], SHMEM_OMP_MAP="off", **PARTITION)
    expect("map", [no, no], r"other PEs cannot reach: no partition in device memory is configured; set "
           r"SHMEM_SYMMETRIC_PARTITION2=SIZE=<size>:KIND=LIBOMP")
    expect("select", ["1"], "shmemx_omp_map_symmetric: nothing can be selected: no partition in device memory")
    expect("select", ["0"], **PARTITION)
    expect("fill", [yes], "PE 0 on .*: partition 2 has no room left for mapped objects .*set a larger SIZE", **PARTITION)
    expect("huge", [no, yes], "a map of 41943040 bytes is larger than what partition 2 has .*set a larger SIZE",
           **PARTITION)
    expect("other_device", [no], r"the partition is on device 0, the map is of device 1; call "
           r"omp_set_default_device\(shmemx_omp_device\(\)\)", **PARTITION)
    # Each PE has a device of its own, and another partition is on device 0: PE 0 has both there.
    expect("own_device", [yes] * 2, pes=2, SHMEM_CHECK="1", SHMEM_SYMMETRIC_PARTITION2="SIZE=64M:KIND=LIBOMP",
           SHMEM_SYMMETRIC_PARTITION3="SIZE=64M:KIND=LIBOMP:DEVICE=0")
    # All that a partition has, and one that is smaller than what the library has beside it.
    expect("own_device", [yes], SHMEM_OMP_MIRROR="50", SHMEM_OMP_POOL="50", **PARTITION)
    expect("own_device", [yes], SHMEM_SYMMETRIC_PARTITION2="SIZE=16M:KIND=LIBOMP")
    expect("left", ["5"], "shmem_finalize: 1 object is still mapped in symmetric device memory", **PARTITION)
    expect("after", [yes, no, no, "1"], "cannot reach: after shmem_finalize there is no symmetric memory",
           "shmemx_omp_map_symmetric: nothing can be selected: after shmem_finalize", **PARTITION)
    expect("order", None, r"PE 0 on .*: shmem_barrier_all: PEs map different objects into partition 2.*the first "
           r"difference, number 3: PE 0 mapped 1024 bytes at mistakes.cpp:\d+, PE 1 mapped 3072 bytes at mistakes.cpp:\d+",
           status=1, pes=2, SHMEM_CHECK="1", **PARTITION)
    expect("order", ["not noticed"] * 2, pes=2, **PARTITION)
    expect("map", None, "SHMEM_OMP_MAP=some: write off, selected or all", status=1, SHMEM_OMP_MAP="some", **PARTITION)
    expect("map", None, "SHMEM_OMP_POOL=200: write a number from 0 to 100", status=1, SHMEM_OMP_POOL="200", **PARTITION)
    expect("map", None, "more than 100 percent together", status=1, SHMEM_OMP_POOL="60", **PARTITION)
    expect("", ["1 -1 1"], r"nothing can be selected: LLVM's offload runtime \(libomptarget\) is not in this process; "
           "build the program with clang -fopenmp", program=WITHOUT_OFFLOAD)
    print("all is said and done as it should be")


if __name__ == "__main__":
    main()
