"""A network of three hosts for a test, with names and addresses and one switch between them.

The test starts itself again inside new PID, network and mount namespaces. That network is the switch (a bridge); each
host is a process that holds a network namespace and a host name of its own and is joined to the switch by a veth pair.
All of it ends with the test's first process, whatever happens, since the kernel ends the rest of the PID namespace."""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
MARK = "ISTHMUS_TEST_SANDBOX"
NAMES = ["alpha", "beta", "gamma"]


def enter():
    """Continues inside the sandbox; exits with a line and status 77 if this user may not create one."""
    if os.environ.get(MARK):
        return
    inside = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "--net", "--uts"]
    if os.geteuid() != 0:
        inside += ["--user", "--map-root-user"]
    probe = "ip link add probe type bridge && ip link add probe1 type veth peer name probe2"
    try:
        tried = subprocess.run([*inside, "sh", "-c", probe], capture_output=True, text=True, timeout=20)
        why = tried.stderr.strip() if tried.returncode else None
    except OSError as error:
        why = str(error)
    if why is not None:
        print(f"SKIPPED: this user may not make network namespaces with a bridge here ({why}); run as root")
        sys.exit(SKIPPED)
    os.environ[MARK] = "1"
    sys.stdout.flush()
    os.execvp(inside[0], [*inside, sys.executable, *sys.argv])


def ip(*words, inside=()):
    subprocess.run([*inside, "ip", *words], check=True, timeout=10)


class Host:
    """One machine: processes started through `enter` see its network and its name. `prepare` is called with it before it
    gets its card, so that other interfaces can come first."""

    def __init__(self, name, number, folder, prepare=None):
        self.name = name
        self.address = f"10.77.0.{number}"
        self.port = f"port{number}"
        # The shell says that it is there once the name is set, and then only keeps the namespaces alive.
        self.holder = subprocess.Popen(["unshare", "--net", "--uts", "sh", "-c", f"hostname {name}; echo; exec cat"],
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.holder.stdout.readline()
        pid = str(self.holder.pid)
        # Temporary files go with the room. PRRTE names its own by process numbers, which are the same in every sandbox, and what a
        # killed daemon of an earlier test left would be in the way.
        temporary = folder / f"files-{name}"
        temporary.mkdir()
        self.enter = ["nsenter", "--target", pid, "--net", "--uts", "--", "env", f"TMPDIR={temporary}"]
        if prepare:
            prepare(self)
        ip("link", "add", self.port, "type", "veth", "peer", "name", "eth0", "netns", pid)
        ip("link", "set", self.port, "master", "switch", "up")
        ip("link", "set", "lo", "up", inside=self.enter)
        ip("address", "add", f"{self.address}/24", "dev", "eth0", inside=self.enter)
        ip("link", "set", "eth0", "up", inside=self.enter)

    def unplug(self):
        """Takes the link down at the switch, as if the cable were pulled."""
        ip("link", "set", self.port, "down")

    def disable(self):
        """Takes the interface down on the host itself."""
        ip("link", "set", "eth0", "down", inside=self.enter)


class MachineRoom:
    def __init__(self, prepare=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="isthmus-hosts-"))
        # Open MPI names its shared memory by the launcher's host and process number, which are the same in every sandbox:
        # two tests at once would use each other's.
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/dev/shm"], check=True, timeout=10)
        ip("link", "set", "lo", "up")
        ip("link", "add", "switch", "type", "bridge")
        ip("link", "set", "switch", "up")
        self.hosts = [Host(name, number, self.folder, prepare) for number, name in enumerate(NAMES, start=1)]
        table = self.folder / "hosts"
        table.write_text("127.0.0.1 localhost\n" + "".join(f"{host.address} {host.name}\n" for host in self.hosts))
        subprocess.run(["mount", "--bind", str(table), "/etc/hosts"], check=True, timeout=10)
        self.agent = self.folder / "agent"
        lines = [f"{host.name}) exec {' '.join(host.enter)} sh -c \"$*\" ;;" for host in self.hosts]
        # What ssh is to mpirun: a host, then words for a shell there.
        self.agent.write_text("#!/bin/sh\nhost=$1\nshift\ncase $host in\n" + "\n".join(lines) + "\nesac\nexit 255\n")
        self.agent.chmod(0o755)

    def __getitem__(self, name):
        return self.hosts[NAMES.index(name)]

    def close(self):
        subprocess.run(["umount", "/etc/hosts"], check=False, timeout=10)
        subprocess.run(["umount", "--lazy", "/dev/shm"], check=False, timeout=10)
        for host in self.hosts:
            host.holder.kill()
            host.holder.wait()
        subprocess.run(["rm", "-rf", str(self.folder)], check=False, timeout=20)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def processes_of(program):
    """Process ids of that executable, by host or not: all hosts share the sandbox's process table."""
    found = []
    wanted = os.path.realpath(program)
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            if os.readlink(entry / "exe") == wanted:
                found.append(int(entry.name))
        except OSError:
            pass  # it has just ended, or is a zombie
    return sorted(found)


def wait_until(condition, seconds):
    """Returns the seconds that it took, or None."""
    start = time.monotonic()
    while time.monotonic() - start < seconds:
        if condition():
            return time.monotonic() - start
        time.sleep(0.02)
    return None
