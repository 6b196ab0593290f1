"""Runs a program of programs/device with doubles of the vendors' drivers under an MPI with libisthmus_mpi in front of it:
devices.py MPIRUN LIBRARY DOUBLES PROGRAM EXPECTED RANKS KIND CASES [late|uneven|unequal] [NAME=VALUE...]

EXPECTED says how the calls on the communicator of all ranks must have been done: "mapped" (more on the devices than
through host memory, and some of both), "background" (the first of these, of nonblocking calls), "all" (on the devices), "some" (some on the devices), "staged" (hardly any on the devices: only those in
which no rank needs another's data), "none" (all are the MPI's), "any", or the beginning of the one line with which the job must end.
"""
import os
import re
import subprocess
import sys

from run import launch


def environment(library, doubles, kind, settings):
    """What the ranks have in their environment."""
    return {"LD_PRELOAD": library, "LD_LIBRARY_PATH": os.path.join(doubles, kind), "ISTHMUS_MPI": "verbose",
            "DOUBLE_KERNELS": os.path.join(doubles, "double_kernels.so"), "DOUBLE_REUSE": "1", **settings}


def counts_of(text, ranks, which):
    """How many calls on communicators of all ranks were done on the devices, and through host memory."""
    counts = re.findall(rf"communicator of {ranks} members.*; {which} (\d+) on the devices, (\d+) through host", text)
    return tuple(sum(int(count[i]) for count in counts) for i in (0, 1))


def judge(job, expected, ranks):
    """The test's exit status, for a job that has ended."""
    print("\n".join(line for line in job.stderr.splitlines() if line.startswith("FAILED")))
    print(job.stdout[-4000:] + job.stderr[-4000:])
    if expected not in ("mapped", "background", "all", "some", "staged", "none", "any"):
        lines = [line for line in job.stderr.splitlines() if line.startswith("isthmus: ") and "communicator of" not in line]
        if job.returncode == 0 or len(lines) != 1 or not lines[0].startswith(expected):
            sys.exit(f"the job ended with {job.returncode} and these lines: {lines}")
        return 0
    if job.returncode != 0 or expected == "any":
        return job.returncode
    if expected == "none":
        served = re.findall(r"\w+ [1-9]\d* ours|[1-9]\d* on the devices", job.stderr)
        return f"these are not the MPI's: {served}" if served or "the MPI's" not in job.stderr else 0
    which = "in the background" if expected == "background" else "with device buffers"
    mapped, staged = counts_of(job.stderr, ranks, which)
    good = {"mapped": mapped > staged > 0, "background": mapped > staged, "all": mapped > staged == 0, "some": mapped > 0, "staged": 20 * mapped < staged}[expected]
    if not good and int(ranks) > 1:
        sys.exit(f"{mapped} calls were done on the devices, {staged} through host memory; expected: {expected}")
    return 0


def main():
    mpirun, library, doubles, program, expected, ranks, kind, cases, *more = sys.argv[1:]
    settings = dict(word.split("=", 1) for word in more if "=" in word)
    command = [*launch(mpirun, ranks, environment(library, doubles, kind, settings)), program, kind, cases,
               *(word for word in more if "=" not in word)]
    job = subprocess.run(command, capture_output=True, text=True, timeout=110, check=False)
    return judge(job, expected, ranks)


if __name__ == "__main__":
    sys.exit(main())
