"""What happens to a job when a part of it goes away, or only pauses. Usage: faults.py OSHRUN TRAFFIC PLACE FAULT

PLACE is "hosts" (six PEs on three hosts, by mpirun) or "nodes" (four PEs on two virtual nodes, by oshrun). After a
death every PE must have ended within 10 seconds, somebody must have said who is gone, and nothing may be left.
"""
import os
import re
import signal
import sys
import time

import job
import sandbox

LIMIT = 10.0
SECONDS = 6


def started(room, oshrun, traffic, place, seconds):
    environment = {"SHMEM_SYMMETRIC_SIZE": "32M"}
    if place == "hosts":
        return job.over_hosts(room, oshrun, 6, traffic, seconds, environment=environment), 6
    return job.over_virtual_nodes(room, oshrun, 4, traffic, seconds, environment=environment), 4


def launcher_daemon(*names):
    """The process that runs one of these programs."""
    for entry in os.scandir("/proc"):
        try:
            with open(f"/proc/{entry.name}/comm", encoding="ascii") as comm:
                if entry.name.isdigit() and comm.read().strip() in names:
                    return int(entry.name)
        except OSError:
            pass
    return None


class Fault:
    """What to do to the job in the middle of its traffic; returns what the output must name."""

    def __init__(self, room, run, place):
        self.room, self.run, self.place = room, run, place
        self.pes = run.pes()

    def kill(self):
        """A PE on another host than the first."""
        victim = max(self.pes) - 1
        host, pid = self.pes[victim]
        os.kill(pid, signal.SIGKILL)
        return rf"(PE|rank) {victim}\b", host

    def unplug(self):
        """Takes a link down at the switch."""
        self.room["gamma" if self.place == "hosts" else "alpha"].unplug()
        return self.expect_gone("gamma")

    def card(self):
        """A link, at the near side; on one host the only link between virtual nodes is the loopback."""
        if self.place == "nodes":
            sandbox.ip("link", "set", "lo", "down", inside=self.room["alpha"].enter)
            return r"PE \d+", "alpha"
        self.room["gamma"].disable()
        return self.expect_gone("gamma")

    def idle(self):
        """Takes the link down while the PEs are outside of any call."""
        return self.card()

    def expect_gone(self, host):
        numbers = "|".join(str(pe) for pe, (name, _) in self.pes.items() if name == host)
        return rf"PE ({numbers}) on host {host}\b", host

    def daemon(self):
        """The launcher's daemon on a host, or the launcher itself."""
        names = ["orted", "prted"] if self.place == "hosts" else ["oshrun"]  # of mpirun 4 and 5
        os.kill(launcher_daemon(*names), signal.SIGKILL)
        return ".", "" if self.place == "nodes" else "(beta|gamma)"


def watch_the_end(run, traffic):
    """Returns the seconds until the last PE had ended, or None; prints when each of them had."""
    start = time.monotonic()
    names = {pid: f"PE {pe} on {host}" for pe, (host, pid) in run.pes().items()}
    while names and time.monotonic() - start < LIMIT:
        for pid in names.keys() - set(sandbox.processes_of(traffic)):
            print(f"{names.pop(pid)} ended {time.monotonic() - start:.2f} s after the fault")
        time.sleep(0.01)
    return None if names else time.monotonic() - start


def dies(room, oshrun, traffic, place, fault):
    run, n = started(room, oshrun, traffic, place, "idle" if fault == "idle" else "forever")
    with run:
        if sandbox.wait_until(lambda: len(run.pes()) == n, 60) is None:
            return f"the job did not get going:\n{run.output}"
        if len(sandbox.processes_of(traffic)) != n:
            return f"{len(sandbox.processes_of(traffic))} processes instead of {n}"
        who, host = getattr(Fault(room, run, place), fault)()
        taken = watch_the_end(run, traffic)
        left = sandbox.processes_of(traffic)
        # It may take mpirun a little longer to give up on a host.
        code = run.wait(20)
        run.end()
        print(run.output)
        if taken is None:
            return f"after {LIMIT} seconds there are still the processes {left}"
        print(f"all PEs ended {taken:.2f} s after the fault; the launcher's exit code is {code}")
        if code is None:
            return "the launcher hangs"
        # PRRTE 3 ends with status 0 after it has lost a daemon, whatever its processes did.
        if code == 0 and "PRTE has lost communication" not in run.output:
            return "the launcher reports success"
        if host and not re.search(who, run.output):
            return f"nobody named the PE that is gone ({who})"
        if host and not re.search(host, run.output):
            return f"nobody named the host that is gone ({host})"
    return None


def pauses(room, oshrun, traffic, place):
    """A PE stops for three seconds and goes on: nothing is lost, and nobody takes it for dead."""
    run, n = started(room, oshrun, traffic, place, str(SECONDS))
    with run:
        if sandbox.wait_until(lambda: len(run.pes()) == n, 60) is None:
            return f"the job did not get going:\n{run.output}"
        _, pid = run.pes()[n - 1]
        os.kill(pid, signal.SIGSTOP)
        time.sleep(3)
        if len(sandbox.processes_of(traffic)) != n:
            return f"the job was over before the pause was:\n{run.output}"
        os.kill(pid, signal.SIGCONT)
        code = run.wait(60)
        print(run.output)
        done = re.findall(r"^PE \d+: (\d+) rounds correct$", run.output, flags=re.M)
        if code != 0 or len(done) != n or len(set(done)) != 1:
            return f"exit code {code}, {len(done)} of {n} PEs were done"
        if sandbox.wait_until(lambda: not sandbox.processes_of(traffic), 5) is None:
            return "processes are left"
    return None


def main():
    sandbox.enter()
    oshrun, traffic, place, fault = sys.argv[1:]
    with sandbox.MachineRoom() as room:
        problem = (pauses(room, oshrun, traffic, place) if fault == "pause" else
                   dies(room, oshrun, traffic, place, fault))
    print(f"FAILED: {problem}" if problem else "passed")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
