"""The command isthmus-mpi: starts a program with the library, and says which MPI a program has, also by the names that Cray
gives to its libraries. Usage: launcher.py ISTHMUS_MPI MPIRUN PROGRAM ABI [SANITIZED]

SANITIZED is the program with AddressSanitizer, which refuses to start behind other libraries."""
import os
import pathlib
import subprocess
import sys
import tempfile


def run(*command, path=None, settings=()):
    # MPIs leave memory to the end of the process.
    environment = {**os.environ, "ISTHMUS_MPI": "verbose", "ASAN_OPTIONS": "detect_leaks=0", **dict(settings),
                   **({"PATH": f"{path}:{os.environ['PATH']}"} if path else {})}
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=environment)


def in_folder(name, script, *words):
    """Runs words where a command of that name is a script."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return run(*words, path=folder)


def info_of_cray(command, program):
    """What --info says of a program whose libraries have Cray's names, of which an ldd of ours tells."""
    return in_folder("ldd", "echo '\tlibmpi_gnu_123.so.12 => /opt/cray/lib/libmpi_gnu_123.so.12 (0x0000)'", command, "--info",
                     program).stdout


def main():
    command, mpirun, program, abi, *sanitized = sys.argv[1:]
    words = ["--allow-run-as-root", "--oversubscribe"] if "openmpi" in mpirun else []
    problems = []
    for name in [program, *sanitized]:
        job = run(command, mpirun, *words, "-n", "2", name)
        if job.returncode != 0 or " ours," not in job.stderr:
            problems.append(f"{name} ended with {job.returncode}: {job.stdout}{job.stderr}")
    job = run(command, mpirun, *words, "-n", "2", program,
              settings={"ISTHMUS_MPI_WARMUP": "1", "ISTHMUS_MPI_BCAST_ALGORITHM": "staged", "ISTHMUS_MPI_DEVICE_SLICE": "1M"})
    told = [line.split(": ")[-1] for line in job.stderr.splitlines() if " is not a setting" in line]
    if told != ["ISTHMUS_MPI_WARMUP is not a setting; docs/mpi.md lists those that there are"]:
        problems.append(f"of a name that is no setting it says {told}: {job.stderr}")
    if f"ABI of {abi}\n" not in (said := run(command, "--info", program).stdout):
        problems.append(f"--info does not name {abi}: {said}")
    if "MPI: /opt/cray/lib/libmpi_gnu_123.so.12, ABI of MPICH\n" not in (said := info_of_cray(command, program)):
        problems.append(f"--info does not know Cray's library: {said}")
    job = in_folder("mpirun_rsh", "exit 0", command, "mpirun_rsh", "-np", "2", program)
    if job.returncode != 2 or "write mpirun_rsh .. LD_PRELOAD=" not in job.stderr:
        problems.append(f"mpirun_rsh: {job.returncode}: {job.stderr}")
    if run(command, "--info", "/no/such/program").returncode != 2:
        problems.append("--info takes a program that is not there")
    if run(command, "--unknown").returncode != 2:
        problems.append("an unknown option is taken")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
