"""Jobs under Slurm on three hosts, with a slurmd on each: oshrun becomes srun in an allocation of salloc or sbatch, and
nothing is left of a job after a killed PE, a killed slurmd, or scancel. Usage: slurm_hosts.py OSHRUN TRAFFIC
Exit status 77: Slurm cannot be run here, with the reason."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import job
import sandbox

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "multi/launchers"))
import slurm

class Cluster:
    """A controller on alpha and a slurmd on each host; munged is one for all, since they share a file system."""

    def __init__(self, room):
        self.room, self.folder = room, room.folder
        self.log = (self.folder / "daemons.log").open("w")
        text = slurm.CONFIGURATION.format(host="alpha", folder=self.folder, ports=(7101, 7102), cpus=2)
        lines = [line for line in text.splitlines() if not line.startswith(("NodeName", "SlurmctldHost", "SlurmdPidFile",
                                                                           "SlurmdLogFile", "SlurmdSpoolDir", "TmpFS"))]
        lines += ["SlurmctldHost=alpha(10.77.0.1)", f"SlurmdSpoolDir={self.folder}/spool-%n", f"TmpFS={self.folder}/tmp-%n",
                  f"SlurmdPidFile={self.folder}/slurmd-%n.pid", f"SlurmdLogFile={self.folder}/slurmd-%n.log",
                  "SlurmdTimeout=5", "KillWait=2", "UnkillableStepTimeout=5"]
        lines += [f"NodeName={host.name} NodeHostname={host.name} NodeAddr={host.address} CPUs=2 State=UNKNOWN"
                  for host in room.hosts]
        (self.folder / "slurm.conf").write_text("\n".join(lines) + "\n")
        if slurm.version() >= (23, 11):
            (self.folder / "cgroup.conf").write_text("CgroupPlugin=disabled\n")
        names = ["state", "munge", *(f"{kind}-{host.name}" for kind in ("spool", "tmp") for host in room.hosts)]
        for name in names:
            (self.folder / name).mkdir(mode=0o700)
        (self.folder / "munge/key").write_bytes(os.urandom(128))
        (self.folder / "munge/key").chmod(0o400)
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf"), "SHMEM_SYMMETRIC_SIZE": "32M",
                            "SLURM_OVERCOMMIT": "1"}
        self.slurmd = {}

    def start(self, host, name, *words):
        return subprocess.Popen([*host.enter, shutil.which(name, path=slurm.PATH), *words], env=self.environment,
                                stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, cwd=self.folder)

    def start_slurmd(self, host):
        self.slurmd[host.name] = self.start(host, "slurmd", "-D", "-N", host.name)

    def up(self):
        munge = self.folder / "munge"
        alpha = self.room["alpha"]
        daemons = [self.start(alpha, "munged", "--foreground", "--force", f"--key-file={munge}/key",
                              f"--socket={self.folder}/munge.socket", f"--pid-file={munge}/pid",
                              f"--log-file={munge}/log", f"--seed-file={munge}/seed"),
                   self.start(alpha, "slurmctld", "-D", "-i")]
        for host in self.room.hosts:
            self.start_slurmd(host)
        daemons += self.slurmd.values()
        return self.wait_idle(3, 40, lambda: all(daemon.poll() is None for daemon in daemons))

    def idle(self):
        """The number of nodes that take jobs."""
        answer = subprocess.run([*self.room["alpha"].enter, "sinfo", "-h", "-t", "idle", "-o", "%D"], env=self.environment,
                                capture_output=True, text=True, timeout=30, check=False).stdout.split()
        return sum(int(word) for word in answer)

    def wait_idle(self, nodes, seconds, still=lambda: True):
        until = time.monotonic() + seconds
        while time.monotonic() < until and still():
            if self.idle() == nodes:
                return True
            time.sleep(0.2)
        return False

    def why(self):
        files = [*self.folder.glob("*.log"), self.folder / "munge/log"]
        text = "".join(file.read_text() for file in files if file.exists())
        errors = [line for line in text.splitlines() if "error" in line or "fatal" in line]
        return "\n".join(dict.fromkeys(errors[-15:])) or text[-2000:]

    def job(self, program, *command):
        return job.Job([*self.room["alpha"].enter, *command], program, self.environment)


def places(run):
    return sorted(host for host, _ in run.pes().values())


def runs(cluster, oshrun, traffic):
    """Six PEs end well on the three hosts, two on each, however the allocation was made."""
    script = cluster.folder / "script"
    script.write_text(f"#!/bin/sh\n{oshrun} -n 6 --verbose {traffic} 1\n")
    script.chmod(0o755)
    report = cluster.folder / "report"
    both = ["alpha", "alpha", "beta", "beta", "gamma", "gamma"]
    for name, command in {
            "salloc": ["salloc", "-N", "3", "-n", "6", oshrun, "-n", "6", traffic, "1"],
            "salloc without -n": ["salloc", "-N", "3", "-n", "6", oshrun, traffic, "1"],
            "salloc and hosts": ["salloc", "-N", "3", "-n", "6", oshrun, "-n", "6", "--hosts", "alpha,beta,gamma",
                                 "--launcher", "srun", traffic, "1"],
            "sbatch": ["sbatch", "--wait", "-N", "3", "-n", "6", "-o", str(report), str(script)]}.items():
        with cluster.job(traffic, *command) as run:
            code = run.wait(60)
            if name == "sbatch":
                run.lines += report.read_text().splitlines()
            if code != 0 or places(run) != both:
                return f"{name}: exit code {code}, PEs on {places(run)}:\n{run.output}\n{cluster.why()}"
    return None


def nothing_left(cluster, traffic, run, what, seconds=30):
    if (code := run.wait(seconds)) in (None, 0):
        return f"{what}: srun ended with {code}:\n{run.output}\n{cluster.why()}"
    if sandbox.wait_until(lambda: not sandbox.processes_of(traffic), 15) is None:
        return f"{what}: PEs are left: {sandbox.processes_of(traffic)}\n{run.output}"
    return None


def endless(cluster, oshrun, traffic):
    """A job of six PEs that ends only if something ends it."""
    run = cluster.job(traffic, "salloc", "-N", "3", "-n", "6", oshrun, "-n", "6", traffic, "idle")
    if sandbox.wait_until(lambda: len(run.pes()) == 6, 60) is None:
        run.end()
        raise RuntimeError(f"the PEs do not come up:\n{run.output}\n{cluster.why()}")
    return run


def faults(cluster, oshrun, traffic):
    with endless(cluster, oshrun, traffic) as run:
        os.kill(run.pes()[3][1], signal.SIGKILL)
        yield nothing_left(cluster, traffic, run, "a killed PE")
    yield None if cluster.wait_idle(3, 30) else f"the nodes do not come back after a killed PE:\n{cluster.why()}"
    with endless(cluster, oshrun, traffic) as run:
        subprocess.run([*cluster.room["alpha"].enter, "scancel", "--user=root"], env=cluster.environment, check=True,
                       timeout=30)
        yield nothing_left(cluster, traffic, run, "scancel")
    yield None if cluster.wait_idle(3, 30) else f"the nodes do not come back after scancel:\n{cluster.why()}"
    with endless(cluster, oshrun, traffic) as run:
        # Slurm then ends the job on the other hosts, and the PEs on this one learn of it from each other.
        cluster.slurmd["gamma"].kill()
        yield nothing_left(cluster, traffic, run, "a killed slurmd", 60)


def main():
    missing = [name for name in (*slurm.DAEMONS, "srun", "sinfo", "salloc", "sbatch", "scancel")
               if not shutil.which(name, path=slurm.PATH)]
    if missing:
        slurm.skip(f"{', '.join(missing)} not installed")
    sandbox.enter()
    oshrun, traffic = sys.argv[1:3]
    with sandbox.MachineRoom() as room:
        cluster = Cluster(room)
        if not cluster.up():
            slurm.skip(f"Slurm's daemons do not run here:\n{cluster.why()}")
        wrong = runs(cluster, oshrun, traffic)
        for each in faults(cluster, oshrun, traffic) if not wrong else ():
            wrong = wrong or each
        if wrong:
            print(wrong)
            sys.exit(1)
        print("ran under Slurm on three hosts")


if __name__ == "__main__":
    main()
