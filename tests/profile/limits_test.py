"""What the profile and the trace say of programs that have more than they keep, of many brief calls, of two jobs in one process, and
of a program whose numbers have a comma (limits.c). Usage: limits_test.py OSHRUN PROGRAM"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import recorded

OSHRUN, PROGRAM = sys.argv.pop(1), sys.argv.pop(1)
BARRIERS, KEPT, THREADS, TRACKS, PUTS, BRIEF, DESCENDING = 70000, 65536, 70, 64, 50, 5000, 100
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

    def test_file_that_cannot_be_written(self):
        """The summary comes all the same, and names no file."""
        run = subprocess.run([OSHRUN, "-n", "1", "--profile=/dev/full", PROGRAM, "brief"], capture_output=True, text=True, timeout=60)
        self.assertIn("/dev/full cannot be written", run.stderr)
        self.assertRegex(run.stderr, r"(?m)^profile of \S+ on 1 PEs, 1 node$")

    def test_dropped_events_are_no_barriers(self):
        """What the trace dropped is said in the trace, and is missing on the page nowhere."""
        run = self.run_program(1, "threads", {"SHMEM_TRACE_EVENTS": "16"}, trace=True)
        self.assertGreater(run.trace["otherData"]["dropped_events"], 0)
        self.assertEqual(run.profile["forgotten"], 0)

    def test_more_threads_than_tracks(self):
        """The first thread has a track, too."""
        run = self.run_program(1, "threads", trace=True)
        calls = [event for event in run.trace["traceEvents"] if event["ph"] == "X" and event["name"] == "shmem_putmem"]
        self.assertEqual(len({event["tid"] for event in calls}), TRACKS - 1)
        dropped = (THREADS + 1 - TRACKS) * PUTS
        self.assertEqual(len(calls), THREADS * PUTS - dropped)
        self.assertEqual(run.trace["otherData"]["dropped_events"], dropped)
        self.assertIn(f"{dropped} calls were dropped", run.errors)

    def test_more_teams_than_are_kept(self):
        """Barriers of the teams that share a row are not taken for one: no pair waits for the other."""
        profile = self.run_program(4, "teams").profile
        row, = [row for row in profile["barriers"] if row["team"] == "other teams"]
        self.assertEqual((row["call"], sum(row["last"])), ("shmem_team_sync", 0))
        self.assertLess(max(row["wait"]), 40e6)  # nanoseconds

    def test_what_a_pe_starts(self):
        """The page is that of the job, and not of the jobs that its PEs start."""
        profile = self.run_program(2, "starts").profile
        self.assertEqual(len(profile["pe"]), 2)

    def test_two_jobs(self):
        """The files are those of the second job alone."""
        run = self.run_program(2, "jobs", trace=True)
        for pe in range(2):
            calls = recorded.calls(run.profile, pe)
            self.assertEqual({name: calls[name][1] for name in ("shmem_init", "shmem_long_p", "shmem_putmem", "shmem_barrier_all",
                                                                "shmem_team_sync", "shmem_finalize")},
                             {"shmem_init": 1, "shmem_long_p": 3, "shmem_putmem": 3, "shmem_barrier_all": 3, "shmem_team_sync": 1,
                              "shmem_finalize": 1})
            self.assertEqual(run.profile["traffic"]["messages"][pe], [6, 0])
            self.assertLessEqual(run.profile["pe"][pe]["inside"], run.profile["pe"][pe]["elapsed"])
        self.assertEqual(sum(run.profile["sizes"]["put"]), 12)
        self.assertEqual(sorted((row["call"], row["team"], row["count"]) for row in run.profile["barriers"]),
                         [("shmem_barrier_all", "world", 3), ("shmem_team_sync", "world", 1)])
        places = {row["call"]: row["count"] for row in run.profile["places"]}
        self.assertEqual((places["shmem_putmem"], places["shmem_barrier_all"]), (6, 6))
        calls = [event for event in run.trace["traceEvents"] if event["ph"] == "X"]
        self.assertEqual(sum(event["name"] == "shmem_barrier_all" for event in calls), 6)
        self.assertGreaterEqual(min(event["ts"] for event in calls), 0)

    def test_many_brief_calls(self):
        """They are counted exactly, whatever their sizes, and few are timed, also of those that might have waited."""
        profile = self.run_program(1, "brief").profile
        calls, twos = recorded.calls(profile, 0), (BRIEF + 6) // 7
        self.assertEqual({name: (row[1], row[3]) for name, row in calls.items() if name in
                          ("shmem_long_put_nbi", "shmem_long_p", "shmem_quiet")},
                         {"shmem_long_put_nbi": (BRIEF, 8 * (BRIEF + twos)), "shmem_long_p": (BRIEF, 8 * BRIEF),
                          "shmem_quiet": (BRIEF, 0)})
        self.assertEqual(profile["sizes"]["put"][3:5], [2 * BRIEF - twos, twos])  # up to 8 and up to 16 bytes
        self.assertEqual(profile["traffic"]["messages"], [[2 * BRIEF]])
        self.assertEqual(profile["traffic"]["bytes"], [[8 * (2 * BRIEF + twos)]])
        for name in ("shmem_long_put_nbi", "shmem_long_p", "shmem_quiet"):
            self.assertTrue(0 < calls[name][4] < BRIEF / 5 and calls[name][2] > 0, (name, calls[name]))

    def test_brief_calls_of_one_byte_less_each(self):
        profile = self.run_program(1, "descending").profile
        self.assertEqual(recorded.calls(profile, 0)["shmem_putmem"][1:4:2],
                         (20 * DESCENDING, 20 * DESCENDING * (DESCENDING + 1) // 2))

    def test_a_barrier_that_one_pe_does_not_record(self):
        """The others pair with the right ones of that PE: none waits for as long as the time between two."""
        profile = self.run_program(2, "paused").profile
        row = next(row for row in profile["barriers"] if row["count"] == 20)
        self.assertLess(max(row["wait"]), 0.75 * 20 * 10e6, row)  # nanoseconds

    def test_a_handle_that_a_context_of_a_team_had(self):
        profile = self.run_program(4, "contexts").profile
        self.assertEqual(profile["traffic"]["messages"][0], [0, 0, 0, PUTS])

    def test_a_name_that_is_not_utf_8(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.fsencode(folder) + b"/p\xff\xc3\xa9\xed\xa0\x80<\"x"
            shutil.copy(PROGRAM, program)
            run = recorded.Recorded(OSHRUN, ["-n", "1", program, "brief"], trace=True)
            self.assertEqual(run.code, 0, run.errors)
            self.assertIn("/p\ufffd\u00e9\ufffd\ufffd\ufffd<\"x", run.profile["program"])

    @unittest.skipUnless(shutil.which("localedef"), "no localedef here")
    def test_numbers_with_a_comma(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "comma.txt")
            source.write_text(COMMA)
            # It warns of what is not defined, and makes a locale all the same.
            subprocess.run(["localedef", "-c", "-i", source, f"{folder}/comma"], stderr=subprocess.DEVNULL, check=False)
            if not os.path.exists(f"{folder}/comma/LC_NUMERIC"):
                self.skipTest("localedef makes no locale here")
            run = self.run_program(1, "locale", {"LOCPATH": folder, "LC_ALL": "", "LC_NUMERIC": "comma",
                                                 "SHMEM_SYMMETRIC_SIZE": ".5G"}, trace=True)
            self.assertIn("a half is 0,5\n", run.output)
            self.assertGreater(run.profile["elapsed"], 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
