"""The lifeline's address on hosts with interfaces that lead nowhere: bridges of containers, link-local addresses, a card
without a cable, and no IPv4 at all. Usage: addresses.py OSHRUN PROBE TRAFFIC"""
import subprocess
import sys

import job
import sandbox


def add_interface(host, name, address, plugged=True):
    """Adds an interface that leads nowhere; without a cable, the other end of the veth pair is down."""
    sandbox.ip("link", "add", f"{name}x", "type", "veth", "peer", "name", name, inside=host.enter)
    sandbox.ip("address", "add", address, "dev", name, inside=host.enter)
    sandbox.ip("link", "set", name, "up", inside=host.enter)
    if plugged:
        sandbox.ip("link", "set", f"{name}x", "up", inside=host.enter)


def add_card(host, port, name, address):
    """Adds another interface of the host that is connected to the switch."""
    sandbox.ip("link", "add", port, "type", "veth", "peer", "name", name, "netns", str(host.holder.pid))
    sandbox.ip("link", "set", port, "master", "switch", "up")
    sandbox.ip("address", "add", address, "dev", name, inside=host.enter)
    sandbox.ip("link", "set", name, "up", inside=host.enter)


def decoys(host):
    add_interface(host, "docker0", "172.17.0.1/16")
    add_interface(host, "virbr0", "192.168.122.1/24")
    add_interface(host, "aeth", "169.254.3.3/16")
    add_interface(host, "beth", "10.9.9.9/24", plugged=False)


def reached(room, probe, expected, setting=""):
    """Alpha listens at the address that it chooses, and beta connects to it. Returns None, or what is wrong."""
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


def whole_job(room, oshrun, traffic, addresses, settings, interface="eth0"):
    """Six PEs on three hosts, each at its own host's address."""
    environment = {"SHMEM_DEBUG": "1", "SHMEM_SYMMETRIC_SIZE": "32M", **settings}
    with job.over_hosts(room, oshrun, 6, traffic, "1", environment=environment, interface=interface) as run:
        if (code := run.wait(120)) != 0:
            return f"exit code {code}, output:\n{run.output}"
        for address in addresses:
            if run.output.count(f"lifeline: listens at {address}:") != 2:
                return f"not two PEs listen at {address}:\n{run.output}"
    return None


def checks(room, oshrun, probe, traffic):
    yield reached(room, probe, "10.77.0.1")
    yield reached(room, probe, "10.77.0.1", "10.77.0.1")
    yield reached(room, probe, "10.77.0.1", "eth0")
    yield refused(room, probe, "eth9")
    yield refused(room, probe, "10.77.0.2")
    yield whole_job(room, oshrun, traffic, [host.address for host in room.hosts],
                    {"SHMEM_LIFELINE_ADDRESS": "eth0", "SHMEM_OFI_DOMAIN": "eth0"})
    for number, host in enumerate(room.hosts, start=1):
        sandbox.ip("address", "flush", "dev", "eth0", inside=host.enter)
        sandbox.ip("address", "add", f"fd77::{number}/64", "dev", "eth0", "nodad", inside=host.enter)
    yield reached(room, probe, "fd77::1")
    # Open MPI's daemons want IPv4, so they get an interface of their own; the job's has IPv6 alone.
    for number, host in enumerate(room.hosts, start=1):
        add_card(host, f"second{number}", "eth1", f"10.77.0.{number}/24")
    yield whole_job(room, oshrun, traffic, [f"fd77::{number}" for number in (1, 2, 3)], {"SHMEM_OFI_DOMAIN": "eth0"},
                    interface="eth1")


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
