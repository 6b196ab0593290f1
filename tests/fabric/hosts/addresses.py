"""The lifeline's address on hosts with interfaces that lead nowhere: bridges of containers, link-local addresses, a card
without a cable, and no IPv4 at all. Usage: addresses.py OSHRUN PROBE TRAFFIC"""
import subprocess
import sys

import job
import sandbox


def add_interface(host, name, address, plugged=True):
    """An interface of the host alone; without a cable, the other end of the pair is down."""
    sandbox.ip("link", "add", f"{name}x", "type", "veth", "peer", "name", name, inside=host.enter)
    sandbox.ip("address", "add", address, "dev", name, inside=host.enter)
    sandbox.ip("link", "set", name, "up", inside=host.enter)
    if plugged:
        sandbox.ip("link", "set", f"{name}x", "up", inside=host.enter)


def decoys(host):
    add_interface(host, "docker0", "172.17.0.1/16")
    add_interface(host, "virbr0", "192.168.122.1/24")
    add_interface(host, "aeth", "169.254.3.3/16")
    add_interface(host, "beth", "10.9.9.9/24", plugged=False)


def reached(room, probe, expected, setting=""):
    """Alpha listens where it thinks best, beta calls it there. None, or what is wrong."""
    with subprocess.Popen([*room["alpha"].enter, probe, "listen", setting], stdout=subprocess.PIPE,
                          text=True) as listener:
        try:
            address = listener.stdout.readline().strip()
            if not address.startswith(f"{expected}:"):
                return f"alpha listens at {address}, not at {expected}"
            called = subprocess.run([*room["beta"].enter, probe, "call", address], timeout=30, check=False).returncode
            heard = listener.wait(30)
            return None if called == heard == 0 else f"beta did not reach {address}"
        finally:
            listener.kill()


def refused(room, probe, setting):
    run = subprocess.run([*room["alpha"].enter, probe, "listen", setting], capture_output=True, text=True, timeout=30,
                         check=False)
    wanted = f"SHMEM_LIFELINE_ADDRESS={setting}: this host has no"
    return None if run.returncode == 2 and run.stdout.startswith(wanted) else f"{setting}: {run.stdout}"


def whole_job(room, oshrun, traffic):
    """Six PEs on three hosts, by the setting, each at its own host's address."""
    environment = {"SHMEM_LIFELINE_ADDRESS": "eth0", "SHMEM_DEBUG": "1", "SHMEM_SYMMETRIC_SIZE": "32M",
                   "SHMEM_OFI_DOMAIN": "eth0"}
    with job.over_hosts(room, oshrun, 6, traffic, "1", environment=environment) as run:
        if (code := run.wait(120)) != 0:
            return f"exit code {code}, output:\n{run.output}"
        for host in room.hosts:
            if run.output.count(f"lifeline: listens at {host.address}:") != 2:
                return f"not both PEs of {host.name} listen at {host.address}:\n{run.output}"
    return None


def checks(room, oshrun, probe, traffic):
    yield reached(room, probe, "10.77.0.1")
    yield reached(room, probe, "10.77.0.1", "10.77.0.1")
    yield reached(room, probe, "10.77.0.1", "eth0")
    yield refused(room, probe, "eth9")
    yield refused(room, probe, "10.77.0.2")
    yield whole_job(room, oshrun, traffic)
    for number, host in enumerate(room.hosts, start=1):
        sandbox.ip("address", "flush", "dev", "eth0", inside=host.enter)
        sandbox.ip("address", "add", f"fd77::{number}/64", "dev", "eth0", "nodad", inside=host.enter)
    yield reached(room, probe, "fd77::1")


def main():
    sandbox.enter()
    with sandbox.MachineRoom(decoys) as room:
        problems = [problem for problem in checks(room, *sys.argv[1:]) if problem]
    for problem in problems:
        print(f"FAILED: {problem}")
    print("passed" if not problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
