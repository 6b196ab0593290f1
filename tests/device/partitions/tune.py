"""osh_tune writes a file that the library reads, and refuses where there is nothing to measure, on the doubles of two
drivers. Usage: tune.py OSHRUN OSH_TUNE OSH_INFO FOLDER_OF_DOUBLE:FOLDER_OF_DOUBLE"""
import os
import re
import subprocess
import sys
import tempfile

from tuned_file import check_limits, named, values_of

OSHRUN, OSH_TUNE, OSH_INFO, DOUBLE = sys.argv[1:5]
PARTITION = {"SHMEM_SYMMETRIC_PARTITION2": "SIZE=8M:KIND=CUDA"}
KINDS = ("CUDA", "HIP")
# The settings that osh_tune writes, each with the conversion of its value.
SETTINGS = {"SHMEM_DEVICE_SMALL": int, "SHMEM_DEVICE_COPY_KERNEL": int, "SHMEM_DEVICE_REDUCE_KERNEL": lambda limit: limit + 1,
            "SHMEM_DEVICE_SLICE": lambda limit: max(limit, 512), "SHMEM_DEVICE_STAGED_BROADCAST": int,
            "SHMEM_DEVICE_STAGED_FCOLLECT": int, "SHMEM_DEVICE_STAGED_ALLTOALL": int}


def run(command, pes=2, **environment):
    settings = dict(os.environ, **environment)
    settings["LD_LIBRARY_PATH"] = DOUBLE + os.pathsep + settings.get("LD_LIBRARY_PATH", "")
    return subprocess.run([OSHRUN, "-n", str(pes), "--timeout", "100", *command], env=settings, capture_output=True,
                          text=True, timeout=120)


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "tuned.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write("SHMEM_DEVICE_SLICE=CUDA=1\nISTHMUS_MPI_DEVICE_SLICE=CUDA=4096\n")
    ended = run([OSH_TUNE, path], SHMEM_SYMMETRIC_PARTITION3="SIZE=4M:KIND=CUDA",
                SHMEM_SYMMETRIC_PARTITION4="SIZE=8M:KIND=HIP", **PARTITION)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    values = values_of(lines)
    assert list(values) == [*named(lines, SETTINGS, KINDS), "ISTHMUS_MPI_DEVICE_SLICE"], lines  # the last is kept for osh_tune --mpi
    check_limits(lines, SETTINGS, KINDS)
    shown = run([OSH_INFO], SHMEM_TUNING_FILE=path, SHMEM_DEVICE_STAGED_ALLTOALL="1k").stdout
    for setting in set(SETTINGS) & set(values) - {"SHMEM_DEVICE_STAGED_ALLTOALL"}:
        assert re.search(rf"{setting} +{values[setting]} +{re.escape(path)}:\d+ ", shown), shown
    assert re.search(r"SHMEM_DEVICE_STAGED_ALLTOALL +1k +SHMEM_DEVICE_STAGED_ALLTOALL ", shown), shown

    for why, how in (("no partition is device memory", {}), ("one PE", dict(PARTITION, pes=1)),
                     ("everything goes staged", dict(PARTITION, DOUBLE_FAIL="cuIpcOpenMemHandle"))):
        ended = run([OSH_TUNE, path + "2"], **how)
        assert ended.returncode != 0 and why in ended.stderr, f"{why}: {ended.returncode} {ended.stderr}"
        assert not os.path.exists(path + "2")
print("osh_tune writes what the library reads")
