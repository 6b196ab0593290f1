"""Compares the numbers of the profile page with the known traffic of known_traffic.c.
Usage: profile_test.py OSHRUN PROGRAM"""
import re
import sys
import unittest

import recorded

OSHRUN, PROGRAM = sys.argv.pop(1), sys.argv.pop(1)
ROOM, SMALL_PUTS, LARGE_PUTS, BARRIERS, LATE = 1 << 16, 200, 3, 4, 30e6


def size_class(size):
    return next(k for k in range(65) if size <= 1 << k)


def known(n):
    """All one-sided messages of the program: (way, from, to, bytes), one for each."""
    messages = []
    for me in range(n):
        after = (me + 1) % n
        for pe in range(n):
            messages.append(("put", me, pe, 100 * (me + 1) + pe))
            messages.append(("get", pe, me, 8 * (pe % 64 + 1)))
        messages += [("atomic", me, 0, 8)] * (10 * (me + 1))
        messages += [("put", me, after, 4)] * SMALL_PUTS
        messages += [("put", me, after, ROOM)] * LARGE_PUTS
        messages += [("put", me, after, 40)]
        if me % 2 == 0:
            messages.append(("put", me, (n - 1) // 2 * 2, 24))
    return messages


class Numbers(unittest.TestCase):
    maxDiff = None

    def check(self, n, nodes):
        run = recorded.Recorded(OSHRUN, ["-n", str(n), "--nodes", str(nodes), PROGRAM])
        self.assertEqual(run.code, 0, run.errors)
        self.assertEqual(len([line for line in run.errors.splitlines() if line]) in range(8, 12), True, run.errors)
        profile = run.profile
        self.assertEqual((profile["version"], profile["pes"], profile["nodes"]), (1, n, nodes))
        self.assertEqual(profile["forgotten"], 0)
        messages = known(n)
        bytes_, count = [[0] * n for _ in range(n)], [[0] * n for _ in range(n)]
        sizes = {"put": {}, "get": {}, "atomic": {}}
        for way, source, target, size in messages:
            bytes_[source][target] += size
            count[source][target] += 1
            sizes[way][size_class(size)] = sizes[way].get(size_class(size), 0) + 1
        self.assertEqual(profile["traffic"]["bytes"], bytes_)
        self.assertEqual(profile["traffic"]["messages"], count)
        for way, classes in sizes.items():
            self.assertEqual({k: v for k, v in enumerate(profile["sizes"][way]) if v}, classes, way)
        node = [pe["node"] for pe in profile["pe"]]
        self.assertEqual(node, [pe * nodes // n for pe in range(n)])
        self.assertEqual(profile["wire"]["bytes"], sum(size for _, a, b, size in messages if node[a] != node[b]))
        self.assertEqual(profile["wire"]["messages"], sum(1 for _, a, b, _ in messages if node[a] != node[b]))
        self.check_calls(profile, n)
        self.check_barriers(profile, n, run.output)
        self.check_places(profile, n)
        self.assertLess(profile["overhead"]["share"], 0.5)
        self.assertGreater(profile["overhead"]["per_timed_call"], 0)

    def check_calls(self, profile, n):
        for me in range(n):
            calls = recorded.calls(profile, me)
            expected = {"shmem_init": ("setup", 1, 0), "shmem_finalize": ("setup", 1, 0),
                        "shmem_putmem": ("rma", n, sum(100 * (me + 1) + pe for pe in range(n))),
                        "shmem_long_get": ("rma", n, sum(8 * (pe % 64 + 1) for pe in range(n))),
                        "shmem_long_atomic_add": ("atomics", 10 * (me + 1), 80 * (me + 1)),
                        "shmem_int_p": ("rma", SMALL_PUTS, 4 * SMALL_PUTS),
                        "shmem_putmem_nbi": ("rma", LARGE_PUTS, LARGE_PUTS * ROOM),
                        "shmem_putmem_signal": ("signals", 1, 40),
                        "shmem_signal_wait_until": ("waiting", 1, 0),
                        "shmem_quiet": ("order", 1, 0), "shmem_barrier_all": ("collectives", BARRIERS, 0),
                        "shmem_long_broadcast": ("collectives", 1, 512 if me == 0 else 0),
                        "shmem_long_sum_reduce": ("collectives", 1, 64),
                        "shmem_alltoallmem": ("collectives", 1, 4096 // n // 64 * n),
                        "shmem_team_split_strided": ("teams", 1, 0)}
            found = {name: (row[0], row[1], row[3]) for name, row in calls.items() if name in expected}
            self.assertEqual(found, expected)
            self.assertNotIn("shmem_long_p", calls)  # shmem_pcontrol left it out
            kind, count, _, _, timed = calls["shmem_int_p"]
            self.assertLess(timed, count // 10, kind)
            self.assertEqual(calls["shmem_barrier_all"][4], BARRIERS)
            self.assertEqual(calls["shmem_quiet"][4], 1)  # the first one may wait for much
            self.assertEqual(profile["collective_bytes"][me],
                             (512 if me == 0 else 0) + 64 + 4096 // n // 64 * n)
            pe = profile["pe"][me]
            self.assertGreater(pe["elapsed"], BARRIERS * LATE)
            self.assertLessEqual(pe["inside"], pe["elapsed"] * 1.001)

    def check_barriers(self, profile, n, output):
        row, = [row for row in profile["barriers"] if row["call"] == "shmem_barrier_all"]
        self.assertEqual((row["team"], row["count"]), ("world", BARRIERS))
        came = {(int(pe), int(turn)): float(time)
                for pe, turn, time in re.findall(r"PE (\d+) came to barrier (\d+) at (\d+)", output)}
        last, wait = [0] * n, [0.0] * n
        for turn in range(BARRIERS):
            latest = max(range(n), key=lambda pe: came[pe, turn])
            last[latest] += 1
            for pe in range(n):
                wait[pe] += came[latest, turn] - came[pe, turn]
        self.assertEqual(row["last"], last)
        for pe in range(n):  # the program's clock is read just before the tool's, and another test may have the core between
            self.assertAlmostEqual(row["wait"][pe], wait[pe], delta=0.8 * LATE)
        self.assertRegex(row["place"], r"^late_barrier known_traffic\.c:\d+$")
        syncs = [row for row in profile["barriers"] if row["call"] == "shmem_team_sync"]
        self.assertEqual(sum(row["count"] for row in syncs), 2)
        for row in syncs:
            evens = list(range(0, n, 2))
            label = "PEs " + ",".join(map(str, evens)) if len(evens) < n else "world"
            self.assertEqual((row["team"], sum(row["last"])), (label, row["count"]))

    def check_places(self, profile, n):
        times = [row["time"] for row in profile["places"]]
        self.assertEqual(times, sorted(times, reverse=True))
        puts, = [row for row in profile["places"] if row["call"] == "shmem_putmem_nbi"]
        self.assertEqual((puts["function"], puts["file"], puts["count"], puts["bytes"]),
                         ("large_puts", "known_traffic.c", n * LARGE_PUTS, n * LARGE_PUTS * ROOM))
        self.assertGreater(puts["line"], 0)

    def test_one_node(self):
        for n in (1, 2, 3, 4, 7, 8):
            with self.subTest(n=n):
                self.check(n, 1)

    def test_two_nodes(self):
        for n in (2, 3, 4, 8):
            with self.subTest(n=n):
                self.check(n, 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
