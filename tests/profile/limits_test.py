"""What the profile and the trace say of programs that have more than they keep (limits.c). Usage: limits_test.py OSHRUN PROGRAM"""
import sys
import unittest

import recorded

OSHRUN, PROGRAM = sys.argv.pop(1), sys.argv.pop(1)
BARRIERS, KEPT = 70000, 65536


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
        for pe in range(2):
            inside = recorded.calls(profile, pe)["shmem_barrier_all"][2]
            self.assertTrue(0 < row["wait"][pe] <= inside, (row["wait"], inside))


if __name__ == "__main__":
    unittest.main(verbosity=2)
