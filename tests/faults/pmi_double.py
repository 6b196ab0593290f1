"""A PMI launcher for a job of one PE that goes away, or whose descriptor is closed: pmi_double.py CASE EXCHANGE_PE SHMEM_PE.
lost: the launcher closes the connection at each of the job's fences in turn. reused: the program closes the descriptor and
opens a file under its number, which must stay empty."""
import concurrent.futures
import os
import socket
import subprocess
import sys
import tempfile

CASE, EXCHANGE_PE, SHMEM_PE = sys.argv[1:4]
ANSWERS = {
    "init": "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0",
    "get_maxes": "cmd=maxes kvsname_max=64 keylen_max=64 vallen_max=1024",
    "get_my_kvsname": "cmd=my_kvsname kvsname=double",
    "put": "cmd=put_result rc=0",
    "get": "cmd=get_result rc=0 value=%s",
    "barrier_in": "cmd=barrier_out",
    "finalize": "cmd=finalize_ack",
}


def serve(connection, last_fence):
    """Answers requests until the fence with this number, which gets no answer. Returns how many fences there were."""
    fences, values = 0, {}
    with connection, connection.makefile("rw", encoding="ascii") as lines:
        for line in lines:
            words = dict(word.split("=", 1) for word in line.split())
            fences += words["cmd"] == "barrier_in"
            if words["cmd"] not in ANSWERS or (words["cmd"] == "barrier_in" and fences == last_fence):
                break
            if words["cmd"] == "put":
                values[words["key"]] = words["value"]
            answer = ANSWERS[words["cmd"]]
            lines.write((answer % values[words["key"]] if words["cmd"] == "get" else answer) + "\n")
            lines.flush()
    return fences


def run(*command, last_fence=0, **environment):
    """Returns the number of fences, the exit status and what was printed."""
    mine, theirs = socket.socketpair()
    others = {name: value for name, value in os.environ.items() if not name.startswith(("PMI", "ISTHMUS_"))}
    with theirs:
        process = subprocess.Popen(command, pass_fds=[theirs.fileno()], text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, env=others | environment | {
                                       "PMI_FD": str(theirs.fileno()), "PMI_RANK": "0", "PMI_SIZE": "1"})
    fences = serve(mine, last_fence)
    out, _ = process.communicate(timeout=30)
    return fences, process.returncode, out


def expect(holds, *seen):
    if not holds:
        sys.exit(f"FAILED: {seen}")


def lost(*command):
    """The PE must end with status 1 and a line, whichever fence the launcher goes away at."""
    all_fences, status, out = run(*command)
    expect(status == 0 and all_fences > 1, all_fences, status, out)
    with concurrent.futures.ThreadPoolExecutor() as pool:  # each waits for seconds for the launcher to end the job
        for fence, (_, status, out) in enumerate(
                pool.map(lambda last: run(*command, last_fence=last), range(1, all_fences + 1)), 1):
            expect(status == 1 and "the launcher" in out, command, fence, status, out)
    print(f"{command}: the launcher may go away at each of {all_fences} fences")


if CASE == "lost":
    lost(EXCHANGE_PE, "")
    lost(SHMEM_PE, "space")
else:
    with tempfile.NamedTemporaryFile() as file:
        _, status, out = run(EXCHANGE_PE, "reused", REUSED=file.name)
        expect(status == 0 and file.read() == b"", status, out)
