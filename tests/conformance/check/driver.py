"""Runs every case of cases.cpp under SHMEM_CHECK=1: driver.py OSHRUN PROGRAM. The job must end soon with status 1 and
exactly one line of the library's, which names PE, call, cause and remedy. With valid arguments there must be no
line."""
import concurrent.futures
import os
import re
import subprocess
import sys
import unittest

OSHRUN, PROGRAM = sys.argv[1:3]
ONLY = re.compile(sys.argv[3] if len(sys.argv) > 3 else "")
N = 3


def run(case, check="1"):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("SHMEM_", "SMA_"))}
    environment.update(SHMEM_SYMMETRIC_SIZE="4M", SHMEM_CHECK=check)
    return subprocess.run([OSHRUN, "-n", str(N), "--timeout", "30", PROGRAM, case], env=environment, capture_output=True,
                          text=True, timeout=60)


def cases():
    listed = subprocess.run([PROGRAM, "list"], capture_output=True, text=True, check=True).stdout
    return [line.split("\t") for line in listed.splitlines() if ONLY.search(line)]


def fault(row):
    """What is wrong with the job's answer to one case, or None."""
    name, call, cause = row
    try:
        result = run(name)
    except subprocess.TimeoutExpired:
        return f"{name}: did not end"
    lines = [line for line in result.stderr.splitlines() if not line.startswith("oshrun:")]
    pe = r"\d" if name.startswith("mismatched") else N - 1
    if result.returncode != 1:
        return f"{name}: status {result.returncode}; {result.stderr.strip()}"
    if len(lines) != 1:
        return f"{name}: {len(lines)} lines: {lines}"
    if not re.search(rf"^isthmus: PE {pe} on \S+: {call}: .*{cause}", lines[0]):
        return f"{name}: expected {call} ... {cause}: {lines[0]}"
    if "; " not in lines[0]:
        return f"{name}: names no remedy: {lines[0]}"
    return None


class Checks(unittest.TestCase):
    def test_wrong_arguments(self):
        rows = cases()
        self.assertGreater(len(rows), 0)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            faults = [f for f in pool.map(fault, rows) if f]
        if faults:
            self.fail(f"{len(faults)} of {len(rows)} cases:\n" + "\n".join(faults))

    def test_right_arguments(self):
        for check in "01":
            result = run("right", check)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
