"""Mistakes in target regions end the job with one line that names the call and the cause. Usage: mistakes.py OSHRUN PROGRAM PART"""
import pathlib
import re
import subprocess
import sys
import time

STATE = pathlib.Path(__file__).parents[2] / "include/shmemx_device/state.h"
VERSION = int(re.search(r"ISTHMUS_DEVICE_VERSION (\d+)", STATE.read_text())[1])

# Of each mistake: the PEs, the status of the job (None: not 0), and what its output must contain.
CASES = {
    "pe": (2, 1, "PE 0 on", "shmem_long_p: on a device: PE 5 is out of range; this job has PEs 0 to 1"),
    "address": (2, 1, "shmem_long_put: on a device: ", " is not a symmetric address"),
    "length": (2, 1, "shmem_putmem: on a device: 1099511627776 bytes at ", "reach past the end"),
    "context": (1, 1, "shmem_ctx_long_p: on a device: the context (handle (nil)) does not exist"),
    "comparison": (1, 1, "shmem_long_wait_until: on a device: 17 is no comparison"),
    "team": (1, 1, "shmem_team_n_pes: on a device: the team (handle 0x", "does not exist"),
    "signal": (1, 1, "shmem_putmem_signal: on a device: 9 is no signal operator"),
    "exit": (2, 7, "PE 0", "status 7"),
    "too_early": (1, None, "shmem_long_p on a device: this device code has not been filled by shmem_init"),
    "version": (1, 1, f"shmem_init: device code (OpenMP) was compiled with version {VERSION + 1} of shmemx_device.h",
                f"has version {VERSION}"),
    "root": (2, 1, "shmem_long_broadcast: on a device: PE 9 is out of range"),
    "no_memory": (1, 1, "shmem_barrier_all: on a device: collectives need symmetric memory that the device can load"),
    "stalled": (2, 0, "PE 0", "shmem_long_wait_until on a device still waits: it wants 1 at 0x", "where it sees 0", "nothing was wrong"),
    "hung": (2, 124, "in a kernel: shmem_long_wait_until, beyond SHMEM_DEVICE_WAIT_REPORT for ", "; it wanted 1 at 0x", "where it saw 0 then"),
    "killed": (3, None, "PE 1 ", "exited with code 3"),
    "part_after_init": (2, 0, "PE 0: program says 0, linked part 0, part 0", "PE 1: program says 1, linked part 1, part 1"),
}
# A put without SHMEM_CHECK does not look for a wrong address, since the check would cost every put.
SETTINGS = {"address": ["SHMEM_CHECK=1"], "length": ["SHMEM_CHECK=1"], "stalled": ["SHMEM_DEVICE_WAIT_REPORT=1"], "hung": ["SHMEM_DEVICE_WAIT_REPORT=1"],
            "no_memory": ["-u", "SHMEM_SYMMETRIC_PARTITION2"]}
SECONDS = {"hung": 5}  # of the job; the report is printed when they are over


def run(oshrun, program, part, mistake):
    pes, status, *words = CASES[mistake]
    start = time.monotonic()
    check = ["env", *SETTINGS.get(mistake, [])]
    done = subprocess.run([oshrun, "-n", str(pes), "--timeout", str(SECONDS.get(mistake, 20)), *check, program, mistake, part], capture_output=True,
                          text=True, timeout=60)
    output = done.stdout + done.stderr
    problems = [f"{mistake}: {word!r} is missing" for word in words if word not in output]
    if done.returncode == 0 if status is None else done.returncode != status:
        problems.append(f"{mistake}: status {done.returncode}, not {status}")
    if time.monotonic() - start > 15:
        problems.append(f"{mistake}: took {time.monotonic() - start:.0f} s")
    return problems + ([output] if problems else [])


def main():
    problems = [line for mistake in CASES for line in run(*sys.argv[1:4], mistake)]
    print("\n".join(problems) or f"{len(CASES)} mistakes, each with its line")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
