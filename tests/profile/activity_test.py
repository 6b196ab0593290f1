"""Compares the kernels and device copies on the timeline with those that activity.c tells a double of a vendor's library for tracing of.
Usage: activity_test.py OSHRUN PROGRAM LIBRARY KIND DRIVER TOOL KERNELS"""
import glob
import json
import pathlib
import sys
import tempfile
import unittest

import recorded

OSHRUN, PROGRAM, LIBRARY, KIND, DRIVER, TOOL, KERNELS = (sys.argv.pop(1) for _ in range(7))
SLACK = 20  # microseconds by which the clocks may differ


class Cuda:
    init, calls_tool = "cuInit", True
    shape = {"grid": [64, 2, 1], "block": [256, 1, 1]}
    between_devices = ("copy PtoP", {"from device": 0, "to device": 1})
    streams = {7: 7, 13: 13, 20: 20, 21: 21}
    microsecond, lost = 1.0, 5  # of 1010 ns of its clock, and of 5 records
    versions = {"17": False, "18": True, "130001": True, "140000": False}
    version, refuses = "DOUBLE_CUPTI_VERSION", "DOUBLE_CUPTI_REFUSES"
    error = "CUPTI refuses, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35)"
    installed = "/usr/local/cuda*/*/libcupti.so*"


class Hip:
    init, calls_tool = "hipInit", True
    shape = {}
    between_devices = ("copy DtoD", {})  # HIP's runtime does not tell them apart
    streams = {7: 7, 13: 13, 20: 20, 21: 21}
    microsecond, lost = 1.01, 0
    versions = {"0": False, "1": True, "2": True}
    version, refuses = "DOUBLE_ROCTRACER_MINOR", "DOUBLE_ROCTRACER_REFUSES"
    error = "roctracer refuses, HIP is busy (-1)"
    installed = "/opt/rocm*/lib/libroctracer64.so*"


class LevelZero:
    init, calls_tool = "zeInit", False
    shape = {}
    between_devices = ("copy PtoP", {"from device": 0, "to device": 1})
    streams = {7: 0, 13: 1, 20: 2, 21: 3}  # in the order in which they are met
    microsecond, lost = 1.01, 0
    versions = {"0.10": False, "0.11": True, "1.0": True, "2.0": False}
    version, refuses = "DOUBLE_PTI_VERSION", "DOUBLE_PTI_REFUSES"
    error = "PTI refuses, PTI_ERROR_DRIVER (50)"
    installed = "/opt/intel/oneapi/pti/latest/lib/libpti_view.so*"


VENDOR = {"CUDA": Cuda, "HIP": Hip, "ZE": LevelZero}[KIND]
KERNELS_OF_7 = f"kernels of device 0, stream {VENDOR.streams[7]}"
PARTITION = {"SHMEM_SYMMETRIC_PARTITION2": f"SIZE=1M:KIND={KIND}", "DOUBLE_KERNELS": KERNELS}
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
    def run_program(self, when="early", what="known", n=1, trace=True, tool=TOOL, others=(), **environment):
        """With `trace` None, oshrun records nothing. The libraries `others` are found, too."""
        folders = ":".join(str(pathlib.Path(file).parent) for file in (DRIVER, tool, *others) if file)
        arguments = [when, what, pathlib.Path(DRIVER).name, VENDOR.init, pathlib.Path(TOOL).name]
        run = recorded.Recorded(OSHRUN, ["-n", str(n), PROGRAM, *arguments], {"LD_LIBRARY_PATH": folders, **environment},
                                profile=trace is False, trace=bool(trace))
        self.assertEqual(run.code, 0, run.errors)
        return run

    def check_explained(self, run, reason):
        """Nothing is shown, and a line in the debug log and the timeline say why."""
        self.assertEqual(bars(run.trace), {})
        self.assertIn(reason, run.trace["otherData"]["no_device_tracks"])
        lines = [line for line in run.errors.splitlines() if "the trace has no kernels" in line]
        self.assertEqual(len(lines), 1, run.errors)
        self.assertIn(reason, lines[0])

    def check_known(self, run, pe):
        """Every kernel and copy is there once, on the track of its kind and stream, at its time."""
        found = bars(run.trace, pe)
        names = {name: [[bar["name"] for bar in track] for track in tracks] for name, tracks in found.items()}
        seven, thirteen, twenty, twenty_one = VENDOR.streams.values()
        between, devices = VENDOR.between_devices
        self.assertEqual(names, {f"kernels of device 0, stream {seven}": [["scale(float*, int, float)", "isthmus_sum"], ["in_a_graph"]],
                                 f"kernels of device 0, stream {thirteen}": [["scale(float*, int, float)"]],
                                 f"copies of device 0, stream {seven}": [["copy HtoD", "copy DtoH"]],
                                 f"copies of device 1, stream {twenty}": [["copy DtoD", "fill"]],
                                 f"copies of device 0, stream {twenty_one}": [[between]]})
        copies = [(bar["name"], bar["args"]) for tracks in found.values() for track in tracks for bar in track if bar["cat"] == "copy"]
        for copy in [("copy HtoD", {"device": 0, "stream": seven, "bytes": 4096}),
                     ("copy DtoH", {"device": 0, "stream": seven, "bytes": 8192 + pe}),
                     ("copy DtoD", {"device": 1, "stream": twenty, "bytes": 512}),
                     (between, {"device": 0, "stream": twenty_one, "bytes": 1 << 33, **devices}),
                     ("fill", {"device": 1, "stream": twenty, "bytes": 64})]:
            self.assertIn(copy, copies)
        scale, isthmus_sum = found[f"kernels of device 0, stream {seven}"][0]
        self.assertEqual(scale["args"], {"device": 0, "stream": seven, **VENDOR.shape})
        puts, gets = calls(run.trace, "shmem_long_p", pe), calls(run.trace, "shmem_long_g", pe)
        barrier, = calls(run.trace, "shmem_barrier_all", pe)
        sync, = calls(run.trace, "shmem_sync_all", pe)
        htod, dtoh = found[f"copies of device 0, stream {seven}"][0]
        for first, bar, inner, last in [(puts[0], scale, barrier, gets[0]), (puts[1], isthmus_sum, sync, gets[1]),
                                        (puts[0], htod, barrier, gets[0]), (puts[1], dtoh, sync, gets[1])]:
            self.assertLessEqual(end(first), bar["ts"] + SLACK)
            self.assertLessEqual(bar["ts"], inner["ts"] + SLACK)
            self.assertLessEqual(end(inner), end(bar) + SLACK)
            self.assertLessEqual(end(bar), last["ts"] + SLACK)
        dtod, fill = found[f"copies of device 1, stream {twenty}"][0]
        self.assertAlmostEqual(dtod["dur"], VENDOR.microsecond, delta=0.002)
        self.assertEqual(fill["dur"], 0)

    def test_known(self):
        for n in (1, 2):
            run = self.run_program(n=n)
            shown = sum(event["ph"] == "X" and event["cat"] in ("kernel", "copy") for event in run.trace["traceEvents"])
            self.assertIn(f", {shown} kernels and copies of devices: ", run.errors)
            self.assertEqual(run.trace["otherData"]["dropped_on_devices"], 0)
            self.assertNotIn("no_device_tracks", run.trace["otherData"])
            for pe in range(n):
                with self.subTest(n=n, pe=pe):
                    self.check_known(run, pe)

    def test_partition(self):
        """The library initialises the driver for memory of its kind."""
        run = self.run_program("never", "inside", **PARTITION)
        self.assertEqual(run.output, "driver yes, tool yes\n")
        self.assertIn([["inside"]], [[[bar["name"] for bar in track] for track in tracks] for tracks in bars(run.trace).values()])

    def test_by_hand(self):
        """Without oshrun --trace the driver loads no tool, and is looked for at the end of shmem_init."""
        with tempfile.TemporaryDirectory() as folder:
            timeline = pathlib.Path(folder, "trace.json")
            self.run_program(trace=None, LD_PRELOAD=LIBRARY, SHMEM_TRACE=str(timeline))
            names = {name: len(tracks) for name, tracks in bars(json.loads(timeline.read_text())).items()}
        self.assertEqual(names[KERNELS_OF_7], 2)

    def check_inside(self, when):
        run = self.run_program(when, "inside")
        self.assertEqual(run.output, "driver yes, tool yes\n")
        track, = bars(run.trace)[KERNELS_OF_7]
        self.assertEqual([bar["name"] for bar in track], ["inside"])
        barrier, = calls(run.trace, "shmem_barrier_all")
        self.assertLessEqual(track[0]["ts"], barrier["ts"] + SLACK)
        self.assertGreaterEqual(end(track[0]), end(barrier) - SLACK)

    def test_driver_before_init(self):
        for when in ("early", "linked"):
            with self.subTest(when=when):
                self.check_inside(when)

    def test_driver_after_init(self):
        """CUDA's driver and the HSA runtime call the tool when they are initialised; the loader of Level Zero calls nobody."""
        for when in ("late", "resumed"):
            with self.subTest(when=when):
                if VENDOR.calls_tool or when == "resumed":
                    self.check_inside(when)
                else:
                    self.check_explained(self.run_program(when, "inside", SHMEM_DEBUG="1"), "libze_loader.so was loaded after shmem_init")

    def test_bounded(self):
        """The newest are kept, and what was dropped is said, here or in the vendor's library."""
        run = self.run_program("linked", "many", SHMEM_TRACE_EVENTS="100")
        track, = bars(run.trace)[KERNELS_OF_7]
        self.assertEqual([bar["name"] for bar in track], [("zero", "one", "two")[i % 3] for i in range(9900, 10000)])
        dropped = 9900 + VENDOR.lost
        self.assertEqual(run.trace["otherData"]["dropped_on_devices"], dropped)
        self.assertIn(f"{dropped} kernels and copies were dropped", run.errors)
        process, = [event["args"]["name"] for event in run.trace["traceEvents"] if event["name"] == "process_name"]
        self.assertIn(f"({dropped} kernels and copies dropped)", process)

    def test_second_job(self):
        run = self.run_program("linked", "twice")
        track, = bars(run.trace)[KERNELS_OF_7]
        self.assertEqual([bar["name"] for bar in track], ["second_job"])

    def test_unknown_version(self):
        for version, known in VENDOR.versions.items():
            with self.subTest(version=version):
                run = self.run_program(SHMEM_DEBUG="1", **{VENDOR.version: version})
                if known:
                    self.assertIn(KERNELS_OF_7, bars(run.trace))
                    self.assertNotIn("the trace has no kernels", run.errors)
                else:
                    self.check_explained(run, "has the unknown version")
                    self.assertIn(f"{version}; known are", run.errors)

    def test_refused(self):
        run = self.run_program(SHMEM_DEBUG="1", **{VENDOR.refuses: "1"})
        self.check_explained(run, VENDOR.error)
        run = self.run_program(**{VENDOR.refuses: "1"})
        self.assertNotIn("no kernels", run.errors)  # not without SHMEM_DEBUG

    def test_not_loaded(self):
        """The vendor's library is left alone in a program without its driver, and by a profile."""
        self.assertEqual(self.run_program("never").output, "driver no, tool no\n")
        self.assertEqual(self.run_program(trace=False).output, "driver yes, tool no\n")

    if not glob.glob(VENDOR.installed):  # which would be found
        def test_none(self):
            """The vendor's library is missed only in a program that has loaded the driver."""
            name = pathlib.Path(TOOL).name.split(".")[0]
            self.check_explained(self.run_program(tool=None, SHMEM_DEBUG="1"), f"{name}.so was not found")
            run = self.run_program("never", tool=None, SHMEM_DEBUG="1")
            self.assertNotIn("no_device_tracks", run.trace["otherData"])
            self.assertNotIn("the trace has no kernels", run.errors)

    if KIND != "CUDA":
        def test_two_vendors(self):
            """Where devices of several vendors did something, the tracks say whose they are."""
            cuda = pathlib.Path(DRIVER).parents[1] / "CUDA/libcuda.so.1", pathlib.Path(TOOL).parents[1] / "cupti_double/libcupti.so.12"
            run = self.run_program(others=cuda, **{**PARTITION, "SHMEM_SYMMETRIC_PARTITION2": "SIZE=1M:KIND=CUDA"})
            tracks = {event["args"]["name"] for event in run.trace["traceEvents"] if event["name"] == "thread_name"}
            vendor = {"HIP": "AMD", "ZE": "Intel"}[KIND]
            self.assertIn(KERNELS_OF_7.replace("device", f"{vendor} device"), tracks)
            self.assertTrue(any(name.startswith("copies of NVIDIA device 0, stream") for name in tracks), tracks)

    if KIND == "CUDA":
        def test_other_tool(self):
            run = self.run_program(CUDA_INJECTION64_PATH=LIBRARY + ".none", SHMEM_DEBUG="1")
            self.check_explained(run, "another tool watches the devices")

    if KIND == "ZE":
        def test_long_term_driver(self):
            """With it PTI would end a process that has made command lists already."""
            run = self.run_program(DOUBLE_PTI_LTS="1", SHMEM_DEBUG="1", **PARTITION)
            self.check_explained(run, "PTI refuses, PTI_ERROR_L0_LOCAL_PROFILING_NOT_SUPPORTED (52)")


if __name__ == "__main__":
    unittest.main(verbosity=2)
