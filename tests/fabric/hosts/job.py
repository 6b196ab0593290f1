"""A job under test: it is started, its output is read as it runs, and it is ended in any case."""
import os
import re
import shlex
import signal
import subprocess
import threading

import sandbox

HERE = re.compile(r"PE (\d+) on (\S+) is process (\d+)")


class Job:
    """`command` is the launcher's; `program` is whose processes are the PEs."""

    def __init__(self, command, program, environment=None):
        self.program = program
        self.lines = []
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, errors="replace",
                                        env={**os.environ, **(environment or {})})
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    @property
    def output(self):
        return "\n".join(self.lines)

    def pes(self):
        """{PE: (host, process id)} of those that have said where they are."""
        return {int(m[1]): (m[2], int(m[3])) for line in list(self.lines) if (m := HERE.search(line))}

    def wait(self, seconds):
        """The launcher's exit code; None if it still runs."""
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        self.reader.join(5)
        return code

    def end(self):
        """Kills whatever is left of the job."""
        for pid in [self.process.pid, *sandbox.processes_of(self.program)]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        self.reader.join(5)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


def over_hosts(room, oshrun, n, program, *arguments, environment=None, interface="eth0"):
    """n PEs over the three hosts, started on the first by oshrun, which becomes mpirun; its daemons use `interface`."""
    more = ["--allow-run-as-root", "--oversubscribe", "--mca", "plm_rsh_agent", str(room.agent),
            "--mca", "plm_rsh_no_tree_spawn", "1", "--mca", "oob_tcp_if_include", interface,
            "--mca", "orte_tmpdir_base", str(room.folder)]
    command = [*room["alpha"].enter, oshrun, "-n", str(n), "--hosts", ",".join(sandbox.NAMES), "--launcher", "mpirun",
               "--launcher-args", shlex.join(more), program, *arguments]
    return Job(command, program, environment)


def over_virtual_nodes(room, oshrun, n, program, *arguments, environment=None):
    """n PEs on two virtual nodes of one host."""
    return Job([*room["alpha"].enter, oshrun, "-n", str(n), "--nodes", "2", program, *arguments], program, environment)
