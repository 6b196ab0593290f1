"""Strangers at the doors of a job: bytes thrown at every port that its PEs listen on, and another libfabric program that
writes under guessed keys. The job must not notice. Usage: strangers.py OSHRUN VICTIM [ATTACKER]"""
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


def main():
    oshrun, victim = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        go_on = os.path.join(folder, "go")
        job = subprocess.Popen([oshrun, "-n", "2", "--nodes", "2", "--timeout", "60", victim, go_on],
                               stdout=subprocess.PIPE, text=True)
        pids = []
        while len(pids) < 2:
            line = job.stdout.readline()
            if not line:
                sys.exit("FAILED: the job ended early")
            if line.startswith("ready"):
                pids.append(int(line.split()[1]))
        ports = [port for pid in pids for port in listening_ports(pid)]
        if not ports:
            sys.exit("FAILED: no listening port found, so nothing was tested")
        kept = []
        for port in ports:
            kept += throw_bytes(port)
        if len(sys.argv) > 3:
            done = subprocess.run([sys.argv[3], str(ports[0])], timeout=40)
            if done.returncode != 0:
                job.kill()
                sys.exit(f"FAILED: the attacker ended with {done.returncode}")
        pathlib.Path(go_on).touch()
        job.communicate(timeout=50)
        if job.returncode != 0:
            sys.exit(f"FAILED: the job ended with {job.returncode}")
        print(f"{len(ports)} ports of {len(pids)} PEs, the job went on")


main()
