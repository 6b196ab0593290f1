"""Jobs under Slurm's srun --mpi=pmix and --mpi=pmi2, on a cluster of this one machine, made for the test and gone with it.
Usage: slurm.py OSHRUN PROGRAM... (each with status 0 on 4 PEs). Exit status 77: Slurm cannot be run here, with the reason."""
import contextlib
import ctypes
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

DAEMONS = ("munged", "slurmctld", "slurmd")
# proctrack/linuxproc and task/none: neither cgroups nor anything else that a container may lack. The PMIx plugin makes a
# folder for each step in TmpFS, which stays there if the step is killed and makes the same step of a later cluster fail.
CONFIGURATION = """ClusterName=isthmus
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
TmpFS={folder}/tmp
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/linear
MailProg=/bin/true
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
"""


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def free_ports(count):
    with contextlib.ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def descendants():
    """The descendants of this process, which adopts what its children leave behind (PR_SET_CHILD_SUBREAPER)."""
    parents = {}
    for status in pathlib.Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError):
            parents[int(status.parent.name)] = int(re.search(r"^PPid:\s*(\d+)", status.read_text(), re.MULTILINE)[1])
    found, wave = [], [os.getpid()]
    while wave:
        wave = [pid for pid, parent in parents.items() if parent in wave]
        found += wave
    return found


def end_all():
    for _ in range(100):
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        left = descendants()
        if not left:
            return
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.02)


def version():
    words = subprocess.run([shutil.which("slurmctld", path=PATH), "-V"], capture_output=True, text=True, check=True).stdout.split()
    return tuple(int(part) for part in words[-1].split(".")[:2])


class Cluster:
    def __init__(self, folder):
        self.folder, self.log = folder, (folder / "daemons.log").open("w")
        self.host = socket.gethostname().split(".")[0]
        (folder / "slurm.conf").write_text(CONFIGURATION.format(host=self.host, folder=folder, ports=free_ports(2),
                                                                cpus=len(os.sched_getaffinity(0))))
        if version() >= (23, 11):  # since then slurmd wants cgroups unless told otherwise, and before it does not know this
            (folder / "cgroup.conf").write_text("CgroupPlugin=disabled\n")
        for name in ("state", "spool", "munge", "tmp"):
            (folder / name).mkdir(mode=0o700)
        (folder / "munge/key").write_bytes(os.urandom(128))
        (folder / "munge/key").chmod(0o400)
        self.environment = dict(os.environ, SLURM_CONF=str(folder / "slurm.conf"))

    def start(self, *command):
        return subprocess.Popen([shutil.which(command[0], path=PATH), *command[1:]], env=self.environment,
                                stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, cwd=self.folder)

    def up(self):
        """Waits until the node takes jobs; False after 30 s or if a daemon has ended."""
        munge = self.folder / "munge"
        daemons = [self.start("munged", "--foreground", "--force", f"--key-file={munge}/key",
                              f"--socket={self.folder}/munge.socket", f"--pid-file={munge}/pid", f"--log-file={munge}/log",
                              f"--seed-file={munge}/seed"),
                   self.start("slurmctld", "-D", "-i"), self.start("slurmd", "-D")]
        until = time.monotonic() + 30
        while time.monotonic() < until and all(daemon.poll() is None for daemon in daemons):
            state = subprocess.run(["sinfo", "-h", "-o", "%T"], env=self.environment, capture_output=True, text=True,
                                   timeout=30, check=False).stdout
            if "idle" in state:
                return True
            time.sleep(0.1)
        return False

    def run(self, *command):
        return subprocess.run(command, env={**self.environment, "TEST_N_PES": "4"}, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=60, check=False)

    def srun(self, *command, mpi="pmix"):
        ended = self.run("srun", f"--mpi={mpi}", "-n", "4", "--overcommit", "--kill-on-bad-exit=1", *command)
        # srun ends with 0 if no task could be launched.
        assert "launch failed" not in ended.stderr, f"{command}: {ended.stderr}\n{self.why()}"
        return ended

    def must(self, how, *command, **more):
        ended = how(*command, **more)
        assert ended.returncode == 0, f"{command}: {ended.returncode}\n{ended.stdout}{ended.stderr}\n{self.why()}"

    def why(self):
        """The daemons' logs, for the message of a failure."""
        files = [self.folder / "daemons.log", *self.folder.glob("slurm*.log"), self.folder / "munge/log"]
        text = "".join(file.read_text() for file in files if file.exists())
        errors = [line for line in text.splitlines() if re.search("error|fatal", line) and "Could not open" not in line]
        return "\n".join(dict.fromkeys(errors[-12:])) or text


def main():
    missing = [name for name in (*DAEMONS, "srun", "sinfo", "salloc") if not shutil.which(name, path=PATH)]
    if missing:
        skip(f"{', '.join(missing)} not installed")
    if os.geteuid() != 0:
        skip("slurmd wants to be root")
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
    with tempfile.TemporaryDirectory(prefix="isthmus-slurm-") as folder, contextlib.ExitStack() as ending:
        ending.callback(end_all)
        cluster = Cluster(pathlib.Path(folder))
        if not cluster.up():
            skip(f"Slurm's daemons do not run here:\n{cluster.why()}")
        kinds = subprocess.run(["srun", "--mpi=list"], env=cluster.environment, capture_output=True, text=True, check=False)
        if "pmix" not in kinds.stdout + kinds.stderr:
            skip("this Slurm has no plugin for PMIx")
        oshrun, *programs = sys.argv[1:]
        for program in programs:
            cluster.must(cluster.srun, program)
            cluster.must(cluster.srun, program, mpi="pmi2")
        # Inside an allocation oshrun becomes srun.
        cluster.must(cluster.run, "salloc", "-n", "4", "--overcommit", oshrun, "-n", "4", "--label", "--timeout", "60",
                     "--hosts", cluster.host, "--launcher", "srun", programs[0])
        failed = cluster.srun("sh", "-c", 'test "$SLURM_PROCID" != 2 || exit 3; exec "$0"', programs[0])
        assert failed.returncode != 0, f"a PE that ends with 3 is not seen:\n{failed.stdout}{failed.stderr}"
        print(f"{len(programs)} programs ran under Slurm {'.'.join(map(str, version()))}")


PATH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"

if __name__ == "__main__":
    main()
