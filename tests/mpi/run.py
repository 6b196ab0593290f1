"""Runs a program under an MPI with libisthmus_mpi in front of it: run.py MPIRUN LIBRARY RANKS PROGRAM [ARGUMENT...]

The library says at the end what it served (ISTHMUS_MPI=verbose); a run of several ranks in which it served nothing has
tested nothing, and fails. EXPECT_SERVED=0 in the environment expects that instead. EXPECT_IN_LEVELS is the number of communicators
that must have worked in two levels. TOOL names a library that is loaded
before it, and must say that it saw calls; LINKED says that the program is linked with it. MPI_MAY_FAIL says that some MPIs
cannot run the program here, or not every time: a run that fails is repeated, and where one without the library fails, too, the
test is skipped.
"""
import os
import re
import signal
import subprocess
import sys


def launch(mpirun, ranks, environment):
    """The words before the program, and the environment of the launcher."""
    words = [mpirun]
    if "openmpi" in mpirun:
        words += ["--allow-run-as-root", "--oversubscribe"]
    return [*words, "-n", str(ranks), "env", *(f"{name}={value}" for name, value in environment.items())]


def run(command, program, seconds):
    """The job, with status 124 if it was ended after so many seconds. MPICH's launcher dies of SIGPIPE at times, whatever it
    starts: then the job is started again."""
    try:
        for _ in range(3):
            job = subprocess.run([*command, *program], capture_output=True, text=True, errors="replace", timeout=seconds, check=False)
            if job.returncode != -signal.SIGPIPE:
                break
            print("the launcher died of SIGPIPE")
        return job
    except subprocess.TimeoutExpired as late:
        said = [(text or b"").decode(errors="replace") for text in (late.stdout, late.stderr)]
        return subprocess.CompletedProcess(command, 124, *said)


def main():
    mpirun, library, ranks, *program = sys.argv[1:]
    environment = {"ISTHMUS_MPI": os.environ.get("ISTHMUS_MPI", "verbose")}
    if "LINKED" not in os.environ:
        environment["LD_PRELOAD"] = " ".join(filter(None, [os.environ.get("TOOL"), library]))
    command = launch(mpirun, ranks, environment)
    job = run(command, program, 40 if "MPI_MAY_FAIL" in os.environ else 110)
    if job.returncode != 0 and "MPI_MAY_FAIL" in os.environ:
        print(f"status {job.returncode}, and once more:", job.stdout[-2000:], job.stderr[-2000:], sep="\n")
        alone = run(launch(mpirun, ranks, {}), program, 30)
        job = run(command, program, 40)
        if alone.returncode != 0 and job.returncode != 0:
            print("SKIPPED: this MPI fails without the library, too: " + alone.stdout[-500:] + alone.stderr[-1000:])
            return 77
    print(f"status {job.returncode}", job.stdout[-4000:] + job.stderr[-4000:], sep="\n")
    served = sum(map(int, re.findall(r"(\d+) ours", job.stderr)))
    expected = os.environ.get("EXPECT_SERVED", "1") != "0" and int(ranks) > 1
    if job.returncode == 0 and (served > 0) != expected:
        sys.exit(f"{served} calls were served by the library, and {'some' if expected else 'none'} should be")
    in_levels = job.stderr.count("several nodes")
    if job.returncode == 0 and in_levels != int(os.environ.get("EXPECT_IN_LEVELS", in_levels)):
        sys.exit(f"{in_levels} communicators worked in two levels")
    if job.returncode == 0 and "TOOL" in os.environ and "tool: saw the calls" not in job.stderr:
        sys.exit("the tool did not see the calls")
    return job.returncode


if __name__ == "__main__":
    sys.exit(main())
