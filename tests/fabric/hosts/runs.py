"""Jobs over three hosts that must simply work. Usage: runs.py OSHRUN names | PROGRAM [ARGUMENT...]"""
import collections
import sys

import job
import sandbox

PES = 6


def names(room, oshrun):
    """The launcher alone: two processes on each host."""
    with job.over_hosts(room, oshrun, PES, "/bin/hostname") as run:
        code = run.wait(60)
        expected = collections.Counter({name: 2 for name in sandbox.NAMES})
        # mpirun may say that it came too late to make its remote shell a group of its own.
        said = collections.Counter(line for line in run.lines if "sh: Warning: setpgid" not in line)
        if code != 0 or said != expected:
            return f"exit code {code}, output:\n{run.output}"
    return None


def program(room, oshrun, path, *arguments):
    with job.over_hosts(room, oshrun, PES, path, *arguments, environment={"SHMEM_SYMMETRIC_SIZE": "32M"}) as run:
        code = run.wait(150)
        print(run.output)
        left = sandbox.wait_until(lambda: not sandbox.processes_of(path), 5)
        if code != 0:
            return f"exit code {code}"
        if left is None:
            return f"processes are left: {sandbox.processes_of(path)}"
    return None


def main():
    sandbox.enter()
    oshrun, what, *arguments = sys.argv[1:]
    with sandbox.MachineRoom() as room:
        problem = names(room, oshrun) if what == "names" else program(room, oshrun, what, *arguments)
    print(f"FAILED: {problem}" if problem else "passed")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
