"""A rank dies while the others wait in the library: the launcher ends the job, soon and with an error, and no process
stays. Usage: ends.py MPIRUN LIBRARY PROGRAM"""
import concurrent.futures
import re
import subprocess
import sys
import time

from run import launch


def remaining(pattern):
    """The processes whose command matches and that do not end within 5 s. MPICH's launcher ends before its ranks do."""
    end = time.monotonic() + 5
    while True:
        left = subprocess.run(["pgrep", "-f", pattern], capture_output=True, text=True, check=False).stdout.split()
        if not left or time.monotonic() > end:
            return left
        time.sleep(0.1)


def main():
    mpirun, library, program = sys.argv[1:]
    problems = []
    for how in ["exit", "abort", "signal"]:
        begin = time.monotonic()
        job = subprocess.run([*launch(mpirun, 3, {"LD_PRELOAD": library}), program, how], capture_output=True, text=True,
                             timeout=40, check=False)
        took = time.monotonic() - begin
        print(f"{how}: status {job.returncode} after {took:.1f} s")
        if job.returncode == 0 or "rank 2 goes" not in job.stderr or "FAILED" in job.stderr:
            problems.append(f"{how}: status {job.returncode}\n{job.stderr}")
        left = remaining(f"^{program} {how}")
        if left:
            problems.append(f"{how}: processes {left} are left")
    # A bad setting ends the job with a line that says which rank found it. Several jobs at a time, since on a busy machine
    # MPICH's launcher would end the ranks before it has read the line, if they did not wait for that.
    command = [*launch(mpirun, 2, {"LD_PRELOAD": library, "ISTHMUS_MPI": "perhaps"}), program, "exit"]
    with concurrent.futures.ThreadPoolExecutor(4) as threads:
        jobs = list(threads.map(lambda _: subprocess.run(command, capture_output=True, text=True, timeout=40, check=False), range(20)))
    judged = [job for job in jobs if job.returncode >= 0]  # MPICH's launcher dies of SIGPIPE at times, whatever it starts
    if len(judged) < len(jobs) / 2:
        problems.append("the launcher died most times")
    for job in judged:
        if job.returncode == 0 or not re.search(r"^isthmus: PE [01] on .*ISTHMUS_MPI=perhaps: write on, off", job.stderr, re.M):
            problems.append(f"a bad setting: status {job.returncode}\n{job.stderr}")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
