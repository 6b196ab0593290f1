"""When static data cannot be moved, shmem_init fails with one line; when a fork child cannot have its copy, the child ends
with one line and the parent goes on. Usage: refused.py PRELOADED PROGRAM"""
import os
import subprocess
import sys
import unittest

PRELOADED, PROGRAM = sys.argv[1:3]


def run(refuse):
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("SHMEM_", "SMA_"))}
    return subprocess.run([PROGRAM], env={**clean, "LD_PRELOAD": PRELOADED, "REFUSE": refuse}, capture_output=True,
                          text=True, timeout=60)


class Refused(unittest.TestCase):
    def expect_failed_start(self, refuse, cause):
        result = run(refuse)
        self.assertEqual(result.returncode, 1, result)
        self.assertEqual(result.stdout, "")
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn(f"the program's static data cannot be made symmetric: {cause}; ", result.stderr)

    def test_nothing(self):
        result = run("nothing")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "child 0, variable 1\n", ""))

    def test_file(self):
        self.expect_failed_start("memfd", "Too many open files")

    def test_all_files(self):
        result = run("memfds")
        self.assertEqual((result.returncode, result.stdout), (1, ""), result)
        self.assertRegex(result.stderr, r"^isthmus: PE 0 on \S+: cannot create symmetric memory: memfd_create is refused here "
                         r"\(Operation not permitted\), as by a seccomp profile or vm.memfd_noexec=2; allow it in the profile, .*"
                         r"seccomp=unconfined, or set vm.memfd_noexec lower\n$")

    def test_mapping(self):
        self.expect_failed_start("mmap", "Cannot allocate memory")

    def test_snapshot(self):
        result = run("snapshot")
        self.assertEqual((result.returncode, result.stdout), (0, "child 1, variable 1\n"), result)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn("a fork child cannot have its own copy of the program's static data: Input/output error; ",
                      result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
