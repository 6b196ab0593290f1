"""Collectives on device buffers over two hosts with two ranks each: network namespaces that the test makes itself, with
doubles of CUDA's driver. Usage: hosts.py MPIRUN LIBRARY DOUBLES PROGRAM EXPECTED KIND CASES [nonblocking] [NAME=VALUE...]

EXPECTED is that of devices.py, of the communicator of all ranks."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "fabric" / "hosts"))
import devices  # noqa: E402
import sandbox  # noqa: E402

RANKS = 4


def launch(room, mpirun, environment):
    """The launcher on the first host, which starts the ranks of the second through the room's agent. Open MPI deals the
    ranks to the hosts by turns, MPICH by pairs. MPICH 4.0 itself may hang in MPI_Finalize after messages that UCX sent by
    rendezvous over TCP (docs/mpi-devices.md), so that all are sent at once."""
    words = [*room["alpha"].enter, mpirun]
    if "openmpi" in mpirun:
        words += ["--allow-run-as-root", "--oversubscribe", "--host", "alpha:2,beta:2", "--map-by", "node", "--mca", "plm_rsh_agent",
                  str(room.agent), "--mca", "plm_rsh_no_tree_spawn", "1", "--mca", "oob_tcp_if_include", "eth0",
                  "--mca", "btl_tcp_if_include", "eth0", "--mca", "pml", "ob1", "--mca", "orte_tmpdir_base",
                  str(room.folder), "--mca", "mpi_yield_when_idle", "1"]  # the hosts share this machine's cores
    else:
        words += ["-launcher", "rsh", "-launcher-exec", str(room.agent), "-hosts", "alpha:2,beta:2", "-iface", "eth0"]
        environment = {"UCX_TLS": "tcp,posix,self", "UCX_NET_DEVICES": "eth0", "UCX_RNDV_THRESH": "inf", **environment}
    return [*words, "-n", str(RANKS), "env", *(f"{name}={value}" for name, value in environment.items())]


def main():
    sandbox.enter()
    mpirun, library, doubles, program, expected, kind, cases, *more = sys.argv[1:]
    settings = dict(word.split("=", 1) for word in more if "=" in word)
    with sandbox.MachineRoom() as room:
        command = [*launch(room, mpirun, devices.environment(library, doubles, kind, settings)), program, kind, cases,
                   *(word for word in more if "=" not in word)]
        job = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False, cwd=os.sep,
                             stdin=subprocess.DEVNULL)
    return devices.judge(job, expected, RANKS)


if __name__ == "__main__":
    sys.exit(main())
