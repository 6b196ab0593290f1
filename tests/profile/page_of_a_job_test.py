"""The page that oshrun --profile wrote of known_traffic.c, as Chromium draws it: its numbers are the program's traffic.
Usage: page_of_a_job_test.py OSHRUN PROGRAM CHROMIUM"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import page_browser  # noqa: E402
import profile_test  # noqa: E402  (it takes OSHRUN and PROGRAM from the arguments, and knows the program's messages)

CHROMIUM = sys.argv.pop(1)
PES, NODES = 6, 2


class TestPageOfAJob(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory(prefix="isthmus-profile-test-") as folder:
            file = pathlib.Path(folder) / "job.html"
            subprocess.run([profile_test.OSHRUN, f"--profile={file}", "-n", str(PES), "--nodes", str(NODES), profile_test.PROGRAM],
                           stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True, timeout=60)
            seen, cls.errors = page_browser.look(CHROMIUM, folder, {"job": file.read_text(encoding="utf-8")})
            cls.seen = seen["job"]

    def test_it_is_drawn(self):
        self.assertEqual(self.errors, [])
        self.assertEqual(self.seen["title"], f"Profile of profile_known_traffic, {PES} PEs")
        self.assertEqual(self.seen["empty"], {})
        names = {chart["chart"] for chart in self.seen["charts"]}
        self.assertEqual(names, {"time", "matrix", "sizes-put", "sizes-get", "sizes-atomic", "sizes-collective", "barrier", "share"})
        for chart in self.seen["charts"]:
            self.assertTrue(chart["shown"] and chart["inside"] and chart["marks"], chart["chart"])
        self.assertEqual({int(mark["pe"]) for mark in page_browser.chart(self.seen, "time")["marks"]}, set(range(PES)))

    def test_traffic(self):
        """The heat maps by PE and by node, of bytes and of messages."""
        node = [pe * NODES // PES for pe in range(PES)]
        for view, number, place in (("", 1, range(PES)), ("messages", 0, range(PES)), ("node_bytes", 1, node), ("node_messages", 0, node)):
            wanted = {}
            for _, source, dest, size in profile_test.known(PES):
                pair = place[source], place[dest]
                wanted[pair] = wanted.get(pair, 0) + (size if number else 1)
            marks = page_browser.chart(self.seen[view] if view else self.seen, "matrix")["marks"]
            self.assertEqual({(int(mark["from"]), int(mark["to"])): mark["value"] for mark in marks}, wanted)

    def test_wire(self):
        across = [size for _, source, dest, size in profile_test.known(PES) if source * NODES // PES != dest * NODES // PES]
        bars = [chart["marks"][0]["value"] for chart in self.seen["charts"] if chart["chart"] == "share"]
        self.assertEqual(bars, [sum(across), len(across)])

    def test_calls_and_barriers(self):
        rows = {row[0]: row for row in self.seen["tables"]["Calls, over all PEs"]["rows"]}
        self.assertEqual(rows["shmem_int_p"][2][0], PES * profile_test.SMALL_PUTS)
        self.assertEqual(rows["shmem_putmem_nbi"][6][0], PES * profile_test.LARGE_PUTS * profile_test.ROOM)
        late, = (row for row in self.seen["tables"]["Barriers by call site"]["rows"] if row[1] == "shmem_barrier_all")
        self.assertEqual(late[3][0], profile_test.BARRIERS)
        self.assertTrue(late[7][1].startswith(f"PE {PES - 1}, "), late)


if __name__ == "__main__":
    unittest.main()
