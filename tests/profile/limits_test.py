"""What the profile and the trace say of programs that have more than they keep, and of a program whose
numbers have a comma (limits.c). Usage: limits_test.py OSHRUN PROGRAM"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import recorded

OSHRUN, PROGRAM = sys.argv.pop(1), sys.argv.pop(1)
BARRIERS, KEPT = 70000, 65536
COMMA = 'LC_NUMERIC\ndecimal_point ","\nthousands_sep ""\ngrouping -1\nEND LC_NUMERIC\n'


class Limits(unittest.TestCase):
    def run_program(self, n, which, environment=None, trace=False):
        run = recorded.Recorded(OSHRUN, ["-n", str(n), PROGRAM, which], environment, trace=trace)
        self.assertEqual(run.code, 0, run.errors)
        return run

    def test_more_barriers_than_are_kept(self):
        """PEs that call a barrier from different lines are at one barrier, also where it is only counted."""
        profile = self.run_program(2, "barriers").profile
        row, = profile["barriers"]
        self.assertEqual((row["call"], row["team"], row["count"], sum(row["last"])), ("shmem_barrier_all", "world", BARRIERS, KEPT))
        self.assertEqual(profile["forgotten"], 2 * (BARRIERS - KEPT))
        for pe in range(2):
            inside = recorded.calls(profile, pe)["shmem_barrier_all"][2]
            self.assertTrue(0 < row["wait"][pe] <= inside, (row["wait"], inside))

    @unittest.skipUnless(shutil.which("localedef"), "no localedef here")
    def test_numbers_with_a_comma(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "comma.txt")
            source.write_text(COMMA)
            # It warns of what is not defined, and makes a locale all the same.
            subprocess.run(["localedef", "-c", "-i", source, f"{folder}/comma"], stderr=subprocess.DEVNULL, check=False)
            if not os.path.exists(f"{folder}/comma/LC_NUMERIC"):
                self.skipTest("localedef makes no locale here")
            run = self.run_program(1, "locale", {"LOCPATH": folder, "LC_ALL": "", "LC_NUMERIC": "comma"}, trace=True)
            self.assertIn("a half is 0,5\n", run.output)
            self.assertGreater(run.profile["elapsed"], 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
