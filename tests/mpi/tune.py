"""osh_tune --mpi writes the lines of this layer into a file of osh_tune, whose other lines stay, and refuses where there is
nothing to measure; the library reads the file. On the double of CUDA's driver.
Usage: tune.py MPIRUN OSH_TUNE_MPI LIBRARY DOUBLES PROGRAM"""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "device" / "partitions"))
import devices  # noqa: E402
from run import launch  # noqa: E402
from tuned_file import check_limits, named, values_of  # noqa: E402

SETTINGS = {"ISTHMUS_MPI_DEVICE_COPY_KERNEL": int, "ISTHMUS_MPI_DEVICE_SLICE": lambda limit: max(limit, 512),
            "ISTHMUS_MPI_DEVICE_STAGED_BROADCAST": int, "ISTHMUS_MPI_DEVICE_STAGED_FCOLLECT": int,
            "ISTHMUS_MPI_DEVICE_STAGED_ALLTOALL": int, "ISTHMUS_MPI_DEVICE_BACKGROUND": lambda limit: limit + 1}
BEFORE = ["# SHMEM_DEVICE_SMALL: CUDA, 8 bytes: 1.0 us 32 puts by one kernel, 2.0 us one by one", "SHMEM_DEVICE_SMALL=CUDA=3072"]


def main():
    mpirun, tune, library, doubles, program = sys.argv[1:]

    def run(words, ranks=2, **settings):
        return subprocess.run([*launch(mpirun, ranks, settings), *words], capture_output=True, text=True, timeout=100, check=False)

    def measure(path, ranks=2, **settings):
        double = {"LD_LIBRARY_PATH": os.path.join(doubles, "CUDA"), "DOUBLE_KERNELS": os.path.join(doubles, "double_kernels.so")}
        return run([tune, path, "1M"], ranks, **{**double, **settings})

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tuned.conf")
        pathlib.Path(path).write_text("\n".join([*BEFORE, "ISTHMUS_MPI_DEVICE_SLICE=CUDA=1\n"]), encoding="utf-8")
        ended = measure(path)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
        assert lines[:2] == BEFORE and list(values_of(lines)) == ["SHMEM_DEVICE_SMALL", *named(lines, SETTINGS, ["CUDA"])], lines
        check_limits(lines, SETTINGS, ["CUDA"])
        # The library reads such a file: here it sends everything through host memory that may go there.
        staged = os.path.join(folder, "staged.conf")
        pathlib.Path(staged).write_text("SHMEM_DEVICE_SLICE=CUDA=2K\n" + "".join(
            f"ISTHMUS_MPI_DEVICE_STAGED_{call}=CUDA=1G\n" for call in ("BROADCAST", "FCOLLECT", "ALLTOALL")), encoding="utf-8")
        counts = []
        for settings in {}, {"ISTHMUS_MPI_TUNING_FILE": staged}:
            job = run([program, "CUDA", "60"], 2, **devices.environment(library, doubles, "CUDA", settings))
            assert job.returncode == 0, job.stdout + job.stderr
            counts.append(devices.counts_of(job.stderr, 2, "with device buffers"))
        assert counts[1][0] < counts[0][0] and counts[1][1] > counts[0][1] + 5, counts
        for why, ranks, settings in (("nothing to measure", 1, {}), ("no device was found", 2, {"LD_LIBRARY_PATH": folder, "CUDA_VISIBLE_DEVICES": ""}),
                                     ("no MPI library is found", 2, {"ISTHMUS_MPI_LIBRARY": "libnone.so"})):
            ended = measure(path + "2", ranks, **settings)
            assert ended.returncode != 0 and why in ended.stderr, f"{why}: {ended.returncode} {ended.stderr}"
            assert not os.path.exists(path + "2")
    print("osh_tune --mpi writes what the library reads")


if __name__ == "__main__":
    main()
