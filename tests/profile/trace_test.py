"""Holds the timeline of known_traffic.c to the rules of the trace format, and compares it with the program's calls.
Usage: trace_test.py OSHRUN PROGRAM"""
import collections
import subprocess
import sys
import unittest

import recorded

OSHRUN, PROGRAM = sys.argv.pop(1), sys.argv.pop(1)
SMALL_PUTS, LARGE_PUTS, BARRIERS = 200, 3, 4
SLACK = 1e-3  # microseconds: what rounding may add


def tracks(events):
    found = collections.defaultdict(list)
    for event in events:
        if event["ph"] == "X":
            found[event["pid"], event["tid"]].append(event)
    return found


class Trace(unittest.TestCase):
    def run_program(self, n, nodes=1, options=(), **environment):
        run = recorded.Recorded(OSHRUN, ["-n", str(n), "--nodes", str(nodes), *options, PROGRAM], environment, profile=False,
                                trace=True)
        self.assertEqual(run.code, 0, run.errors)
        self.assertIn("trace of ", run.errors)
        return run

    def check_format(self, trace):
        for event in trace["traceEvents"]:
            self.assertIn(event["ph"], "XMsf")
            self.assertIsInstance(event["pid"], int)
            self.assertIsInstance(event["tid"], int)
            self.assertTrue(event["name"])
            if event["ph"] == "X":
                self.assertGreaterEqual(event["ts"], 0)
                self.assertGreaterEqual(event["dur"], 0)
        named = {(event["pid"], event["tid"]) for event in trace["traceEvents"]
                 if event["ph"] == "M" and event["name"] == "thread_name"}
        self.assertEqual(named, set(tracks(trace["traceEvents"])))
        for calls in tracks(trace["traceEvents"]).values():  # one after the other: none begins before the one before ends
            for before, after in zip(calls, calls[1:]):
                self.assertLessEqual(before["ts"] + before["dur"], after["ts"] + SLACK, (before, after))

    def check_arrows(self, trace):
        """Every arrow has both ends, each in a call of its track, and the target is the put's peer."""
        calls = tracks(trace["traceEvents"])
        ends = collections.defaultdict(dict)
        for event in trace["traceEvents"]:
            if event["ph"] in "sf":
                self.assertNotIn(event["ph"], ends[event["id"]])
                ends[event["id"]][event["ph"]] = event

        def around(event):
            return [call for call in calls[event["pid"], event["tid"]]
                    if call["ts"] - SLACK <= event["ts"] <= call["ts"] + call["dur"] + SLACK]
        pairs = collections.Counter()
        for both in ends.values():
            self.assertEqual(set(both), {"s", "f"})
            self.assertTrue(around(both["f"]), both["f"])
            self.assertTrue(any(call["args"].get("peer") == both["f"]["pid"] for call in around(both["s"])), both["s"])
            self.assertGreaterEqual(both["f"]["ts"], both["s"]["ts"])
            pairs[both["s"]["pid"], both["f"]["pid"]] += 1
        return pairs

    def check(self, n, nodes, options=(), error=1):
        """`error`: microseconds by which clocks may differ."""
        trace = self.run_program(n, nodes, options).trace
        self.check_format(trace)
        pairs = self.check_arrows(trace)
        expected = collections.Counter()
        for me in range(n):
            for pe in range(n):
                expected[me, pe] += 1  # putmem
            expected[me, (me + 1) % n] += SMALL_PUTS + LARGE_PUTS + 1
            if me % 2 == 0:
                expected[me, (n - 1) // 2 * 2] += 1
        self.assertEqual(pairs, {pair: count for pair, count in expected.items() if pair[0] != pair[1]})
        calls = tracks(trace["traceEvents"])
        for me in range(n):
            mine = [call for (pe, _), track in calls.items() if pe == me for call in track]
            self.assertEqual((mine[0]["name"], mine[-1]["name"]), ("shmem_init", "shmem_finalize"))
            puts = [(call["args"]["peer"], call["args"]["bytes"]) for call in mine if call["name"] == "shmem_putmem"]
            self.assertEqual(puts, [(pe, 100 * (me + 1) + pe) for pe in range(n)])
            adds = [call["args"] for call in mine if call["name"] == "shmem_long_atomic_add"]
            self.assertEqual(adds, [{"peer": 0, "bytes": 8}] * (10 * (me + 1)))
            barriers = [call for call in mine if call["name"] == "shmem_barrier_all"]
            self.assertEqual([call["args"] for call in barriers], [{"team": "world"}] * BARRIERS)
        # No PE leaves a barrier before the last has come: clocks agree.
        for turn in range(BARRIERS):
            there = [[call for call in track if call["name"] == "shmem_barrier_all"][turn] for track in calls.values()]
            self.assertLessEqual(max(call["ts"] for call in there), min(call["ts"] + call["dur"] for call in there) + error)

    def test_one_node(self):
        for n in (1, 2, 4):
            with self.subTest(n=n):
                self.check(n, 1)

    def test_two_nodes(self):
        self.check(4, 2)

    def test_clocks_of_two_hosts(self):
        """The PEs of the second node have a clock that is 1000 s ahead."""
        ahead = "unshare --time --fork --kill-child --monotonic 1000"
        if subprocess.run([*ahead.split(), "true"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
            self.skipTest("no time namespace can be made here")
        self.check(4, 2, ["--with", ahead, "--on", "2-3"], error=20000)

    def test_bounded(self):
        """The newest calls are kept, and what was dropped is said."""
        whole = self.run_program(2).trace
        run = self.run_program(2, SHMEM_TRACE_EVENTS="64")
        total = sum(event["ph"] == "X" for event in whole["traceEvents"])
        kept = tracks(run.trace["traceEvents"])
        self.assertEqual([len(calls) for calls in kept.values()], [64, 64])
        dropped = total - 128
        self.assertEqual(run.trace["otherData"]["dropped_events"], dropped)
        self.assertIn(f"{dropped} calls were dropped", run.errors)
        for calls in kept.values():
            self.assertEqual(calls[-1]["name"], "shmem_finalize")
            self.assertNotIn("shmem_init", [call["name"] for call in calls])
        self.check_format(run.trace)
        self.check_arrows(run.trace)

    def test_bad_number(self):
        run = self.run_program(1, SHMEM_TRACE_EVENTS="many")
        self.assertIn("SHMEM_TRACE_EVENTS=many is no number of events", run.errors)


if __name__ == "__main__":
    unittest.main(verbosity=2)
