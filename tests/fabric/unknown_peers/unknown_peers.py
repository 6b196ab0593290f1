"""Unknown peers connect to a job: bytes are sent to every port that its PEs listen on, and another libfabric program
sends messages and writes under guessed keys. The job must report that in a few lines, and go on.
Usage: unknown_peers.py OSHRUN VICTIM [ATTACKER]"""
import os
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile


def listening_ports(pid):
    inodes = set()
    for fd in pathlib.Path(f"/proc/{pid}/fd").iterdir():
        try:
            match = re.match(r"socket:\[(\d+)\]", os.readlink(fd))
        except OSError:
            continue
        if match:
            inodes.add(match.group(1))
    ports = []
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[3] == "0A" and fields[9] in inodes:
            ports.append(int(fields[1].split(":")[1], 16))
    return ports


def throw_bytes(port):
    rng = random.Random(port)
    shapes = [b"", b"\0", b"GET / HTTP/1.0\r\n\r\n", b"\xff" * 65536, rng.randbytes(20), rng.randbytes(100000)]
    for shape in shapes:
        with socket.socket() as thrower:
            thrower.settimeout(2)
            try:
                thrower.connect(("127.0.0.1", port))
                thrower.sendall(shape)
                if len(shape) == 20:
                    thrower.recv(1)  # let the other side speak first, or hang up
            except OSError:
                pass
    silent = [socket.create_connection(("127.0.0.1", port), 2) for _ in range(5)]  # and say nothing
    return silent


def attack(attacker, ports):
    """Attacks all ports at once; returns whether a message reached one of them."""
    at_work = [subprocess.Popen([attacker, str(port)], stdout=subprocess.PIPE, text=True) for port in ports]
    said = [(one.communicate(timeout=60)[0], one.returncode) for one in at_work]
    if any(status != 0 for _, status in said):
        raise RuntimeError(f"the attackers: {said}")
    return any("was sent" in text for text, _ in said)


def check_lines(errors, messages):
    """There must be at most one line a second and kind, and each from one of the job's PEs."""
    lines = errors.splitlines()
    strays = [line for line in lines if re.match(r"isthmus: PE [01] on \S+: dropped a ", line)]
    if strays != lines:
        raise RuntimeError(f"lines that are not about unknown peers: {errors}")
    if not any("connection that is none of the job's" in line for line in strays):
        raise RuntimeError(f"nothing was said of the bytes: {errors}")
    if messages and not any("dropped a message from outside of the job" in line for line in strays):
        raise RuntimeError(f"nothing was said of the messages: {errors}")
    if len(strays) > 200:
        raise RuntimeError(f"{len(strays)} lines")


def besiege(job, go_on, attacker):
    pids = []
    while len(pids) < 2:
        line = job.stdout.readline()
        if not line:
            raise RuntimeError("the job ended early")
        if line.startswith("ready"):
            pids.append(int(line.split()[1]))
    ports = [port for pid in pids for port in listening_ports(pid)]
    if not ports:
        raise RuntimeError("no listening port found, so nothing was tested")
    kept = [thrower for port in ports for thrower in throw_bytes(port)]
    reached = bool(attacker) and attack(attacker, ports)
    if attacker and not reached:
        raise RuntimeError("no message of the attackers went out, so the token was not tested")
    pathlib.Path(go_on).touch()
    _, errors = job.communicate(timeout=50)
    if job.returncode != 0:
        raise RuntimeError(f"the job ended with {job.returncode}: {errors}")
    check_lines(errors, reached)
    print(errors + f"{len(ports)} ports of {len(pids)} PEs, {len(kept)} silent guests, the job went on")


def main():
    oshrun, victim = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        go_on = os.path.join(folder, "go")
        with subprocess.Popen([oshrun, "-n", "2", "--nodes", "2", "--timeout", "60", victim, go_on],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as job:
            try:
                besiege(job, go_on, sys.argv[3] if len(sys.argv) > 3 else None)
            except RuntimeError as failure:
                job.kill()
                sys.exit(f"FAILED: {failure}")


if __name__ == "__main__":
    main()
