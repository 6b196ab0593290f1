"""Compares the kernels and device copies on the timeline with those that activity.c tells a double of CUPTI of.
Usage: activity_test.py OSHRUN PROGRAM LIBRARY CUDA CUPTI KERNELS"""
import json
import pathlib
import sys
import tempfile
import unittest

import recorded

OSHRUN, PROGRAM, LIBRARY, CUDA, CUPTI, KERNELS = (sys.argv.pop(1) for _ in range(6))
SLACK = 20  # microseconds by which the clocks may differ
PARTITION = {"SHMEM_SYMMETRIC_PARTITION2": "SIZE=1M:KIND=CUDA", "DOUBLE_KERNELS": KERNELS}
DEVICE_TRACKS = 2000


def bars(trace, pe=0):
    """The bars of a PE's device tracks, by the name of the track, one list for each track. Those of shmem_init, in which the library
    prepares device memory, are left out."""
    begin = max(end(call) for call in calls(trace, "shmem_init", pe))
    names = {event["tid"]: event["args"]["name"] for event in trace["traceEvents"]
             if event["ph"] == "M" and event["name"] == "thread_name" and event["pid"] == pe}
    tracks = {}
    for event in trace["traceEvents"]:
        if event["ph"] == "X" and event["pid"] == pe and event["cat"] in ("kernel", "copy") and event["ts"] >= begin:
            tracks.setdefault(event["tid"], []).append(event)
    found = {}
    for track, events in sorted(tracks.items()):
        assert track >= DEVICE_TRACKS, track
        found.setdefault(names[track], []).append(events)
    return found


def calls(trace, name, pe=0):
    return [event for event in trace["traceEvents"] if event["ph"] == "X" and event["pid"] == pe and event["name"] == name]


def end(bar):
    return bar["ts"] + bar["dur"]


class Activity(unittest.TestCase):
    def run_program(self, mode, n=1, trace=True, **environment):
        """With `trace` None, oshrun records nothing."""
        folders = ":".join(str(pathlib.Path(file).parent) for file in (CUDA, CUPTI))
        run = recorded.Recorded(OSHRUN, ["-n", str(n), PROGRAM, mode], {"LD_LIBRARY_PATH": folders, **environment},
                                profile=trace is False, trace=bool(trace))
        self.assertEqual(run.code, 0, run.errors)
        return run

    def check_known(self, run, pe):
        """Every kernel and copy is there once, on the track of its kind and stream, at its time."""
        found = bars(run.trace, pe)
        self.assertEqual({name: [[bar["name"] for bar in track] for track in tracks] for name, tracks in found.items()},
                         {"kernels of device 0, stream 7": [["scale(float*, int, float)", "isthmus_sum"], ["in_a_graph"]],
                          "kernels of device 0, stream 13": [["scale(float*, int, float)"]],
                          "copies of device 0, stream 7": [["copy HtoD", "copy DtoH"]],
                          "copies of device 1, stream 20": [["copy DtoD", "fill"]],
                          "copies of device 0, stream 21": [["copy PtoP"]]})
        copies = {bar["name"]: bar["args"] for tracks in found.values() for track in tracks for bar in track if bar["cat"] == "copy"}
        self.assertEqual(copies, {"copy HtoD": {"device": 0, "stream": 7, "bytes": 4096},
                                  "copy DtoH": {"device": 0, "stream": 7, "bytes": 8192 + pe},
                                  "copy DtoD": {"device": 1, "stream": 20, "bytes": 512},
                                  "copy PtoP": {"device": 0, "stream": 21, "bytes": 1 << 33, "from device": 0, "to device": 1},
                                  "fill": {"device": 1, "stream": 20, "bytes": 64}})
        scale, isthmus_sum = found["kernels of device 0, stream 7"][0]
        self.assertEqual(scale["args"], {"device": 0, "stream": 7, "grid": [64, 2, 1], "block": [256, 1, 1]})
        puts, gets = calls(run.trace, "shmem_long_p", pe), calls(run.trace, "shmem_long_g", pe)
        barrier, = calls(run.trace, "shmem_barrier_all", pe)
        sync, = calls(run.trace, "shmem_sync_all", pe)
        htod, dtoh = found["copies of device 0, stream 7"][0]
        for first, bar, inner, last in [(puts[0], scale, barrier, gets[0]), (puts[1], isthmus_sum, sync, gets[1]),
                                        (puts[0], htod, barrier, gets[0]), (puts[1], dtoh, sync, gets[1])]:
            self.assertLessEqual(end(first), bar["ts"] + SLACK)
            self.assertLessEqual(bar["ts"], inner["ts"] + SLACK)
            self.assertLessEqual(end(inner), end(bar) + SLACK)
            self.assertLessEqual(end(bar), last["ts"] + SLACK)
        dtod, fill = found["copies of device 1, stream 20"][0]
        self.assertAlmostEqual(dtod["dur"], 1, delta=0.002)
        self.assertEqual(fill["dur"], 0)

    def test_known(self):
        for n in (1, 2):
            run = self.run_program("known", n, **PARTITION)
            shown = sum(event["ph"] == "X" and event["cat"] in ("kernel", "copy") for event in run.trace["traceEvents"])
            self.assertIn(f", {shown} kernels and copies of devices: ", run.errors)
            self.assertEqual(run.trace["otherData"]["dropped_on_devices"], 0)
            for pe in range(n):
                with self.subTest(n=n, pe=pe):
                    self.check_known(run, pe)

    def test_by_hand(self):
        """Without oshrun --trace the driver loads no tool, and is looked for at the end of shmem_init."""
        with tempfile.TemporaryDirectory() as folder:
            timeline = pathlib.Path(folder, "trace.json")
            self.run_program("known", trace=None, **PARTITION, LD_PRELOAD=LIBRARY, SHMEM_TRACE=str(timeline))
            names = {name: len(tracks) for name, tracks in bars(json.loads(timeline.read_text())).items()}
        self.assertEqual(names["kernels of device 0, stream 7"], 2)

    def test_other_tool(self):
        run = self.run_program("known", CUDA_INJECTION64_PATH=LIBRARY + ".none", **PARTITION)
        self.assertEqual(bars(run.trace), {})
        self.assertIn("another tool watches the devices", run.trace["otherData"]["no_device_tracks"])

    def test_driver_after_init(self):
        for mode in ("late", "early"):
            with self.subTest(mode=mode):
                run = self.run_program(mode)
                self.assertEqual(run.output, "driver yes, cupti yes\n")
                track, = bars(run.trace)["kernels of device 0, stream 7"]
                self.assertEqual([bar["name"] for bar in track], ["inside"])
                barrier, = calls(run.trace, "shmem_barrier_all")
                self.assertLessEqual(track[0]["ts"], barrier["ts"] + SLACK)
                self.assertGreaterEqual(end(track[0]), end(barrier) - SLACK)

    def test_bounded(self):
        """The newest are kept, and what was dropped is said, here or in CUPTI."""
        run = self.run_program("many", SHMEM_TRACE_EVENTS="100")
        track, = bars(run.trace)["kernels of device 0, stream 7"]
        self.assertEqual([bar["name"] for bar in track], [("zero", "one", "two")[i % 3] for i in range(9900, 10000)])
        self.assertEqual(run.trace["otherData"]["dropped_on_devices"], 9905)
        self.assertIn("9905 kernels and copies were dropped", run.errors)
        process, = [event["args"]["name"] for event in run.trace["traceEvents"] if event["name"] == "process_name"]
        self.assertIn("(9905 kernels and copies dropped)", process)

    def test_second_job(self):
        run = self.run_program("twice", **PARTITION)
        track, = bars(run.trace)["kernels of device 0, stream 7"]
        self.assertEqual([bar["name"] for bar in track], ["second_job"])

    def test_unknown_version(self):
        for version, known in (("17", False), ("18", True), ("130001", True), ("140000", False)):
            with self.subTest(version=version):
                run = self.run_program("known", SHMEM_DEBUG="1", DOUBLE_CUPTI_VERSION=version, **PARTITION)
                lines = [line for line in run.errors.splitlines() if "the trace has no kernels" in line]
                self.assertEqual(bool(bars(run.trace)), known)
                self.assertEqual(len(lines), 0 if known else 1, run.errors)
                self.assertEqual("no_device_tracks" in run.trace["otherData"], not known)
                if not known:
                    self.assertIn(f"unknown version {version}", lines[0])

    def test_refused(self):
        run = self.run_program("known", DOUBLE_CUPTI_REFUSES="1", **PARTITION)
        self.assertEqual(bars(run.trace), {})
        self.assertIn("CUPTI_ERROR_INSUFFICIENT_PRIVILEGES", run.trace["otherData"]["no_device_tracks"])
        self.assertNotIn("no kernels", run.errors)  # not without SHMEM_DEBUG

    def test_not_loaded(self):
        """CUPTI is left alone in a program without CUDA, and by a profile."""
        self.assertEqual(self.run_program("known").output, "driver no, cupti no\n")
        self.assertEqual(self.run_program("known", trace=False, **PARTITION).output, "driver yes, cupti no\n")


if __name__ == "__main__":
    unittest.main(verbosity=2)
