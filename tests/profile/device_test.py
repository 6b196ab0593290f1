"""Compares what is recorded of calls on device memory, that of a double of a vendor's driver, with the calls of device.c, and with what
the double did.
Usage: device_test.py OSHRUN PROGRAM LIBRARY KIND DRIVER TOOL KERNELS"""
import pathlib
import sys
import tempfile
import unittest

import recorded

OSHRUN, PROGRAM, _, KIND, DRIVER, TOOL, KERNELS = (sys.argv.pop(1) for _ in range(7))
SLACK = 20  # microseconds by which the clocks may differ


class Device(unittest.TestCase):
    def run_program(self, **environment):
        folders = ":".join(str(pathlib.Path(file).parent) for file in (DRIVER, TOOL))
        run = recorded.Recorded(OSHRUN, ["-n", "2", PROGRAM],
                                {"LD_LIBRARY_PATH": folders, "DOUBLE_KERNELS": KERNELS,
                                 "SHMEM_SYMMETRIC_PARTITION2": f"SIZE=1M:KIND={KIND}", **environment}, trace=True)
        self.assertEqual(run.code, 0, run.errors)
        return run

    def test_known_calls(self):
        run = self.run_program()
        device = run.profile["device"]
        self.assertEqual(device["bytes_to_device"], 2 * (4096 + 512 + 16384))
        self.assertEqual(device["bytes_from_device"], 2 * (8192 + 512 + 16384))
        self.assertGreater(device["time"], 0)
        self.assertEqual(recorded.calls(run.profile, 0)["shmemx_putmem_on_stream"][:2], ("device", 1))
        self.assertEqual(run.profile["traffic"]["bytes"], [[0, 4096 + 512 + 8 + 8192], [4096 + 512 + 8 + 8192, 0]])
        for pe in range(2):
            tracks = {}
            for event in run.trace["traceEvents"]:
                if event["ph"] == "X" and event["pid"] == pe:
                    tracks.setdefault(event["tid"], []).append(event["name"])
            self.assertEqual(tracks[1000], ["shmem_putmem", "shmem_getmem", "shmemx_putmem_on_stream", "shmemx_quiet_on_stream",
                                            "shmemx_signal_set_on_stream", "shmem_int_sum_reduce"])
            self.assertNotIn("shmem_putmem", tracks[0])

    def test_what_the_library_does(self):
        """The copies of calls lie within the calls, and the kernels are those that the driver ran."""
        with tempfile.TemporaryDirectory() as folder:
            ran = pathlib.Path(folder, "kernels")
            trace = self.run_program(DOUBLE_TRACE=str(ran)).trace["traceEvents"]
            launched = ran.read_text().split() if ran.exists() else []
        bars = [event for event in trace if event["ph"] == "X"]
        self.assertEqual(sorted(bar["name"] for bar in bars if bar["cat"] == "kernel"), sorted(launched))
        for pe in range(2):
            for name, copy, size in (("shmem_putmem", "copy HtoD", 4096), ("shmem_getmem", "copy DtoH", 8192)):
                call, = [bar for bar in bars if bar["pid"] == pe and bar["name"] == name]
                copied = [bar for bar in bars if bar["pid"] == pe and bar["name"] == copy and bar["args"]["bytes"] == size]
                self.assertEqual(len(copied), 1, (name, copied))
                self.assertLessEqual(call["ts"], copied[0]["ts"] + SLACK)
                self.assertLessEqual(copied[0]["ts"] + copied[0]["dur"], call["ts"] + call["dur"] + SLACK)
            queued, = [bar for bar in bars if bar["pid"] == pe and bar["name"] == "shmemx_putmem_on_stream"]
            kind = "copy DtoD" if KIND == "HIP" else "copy PtoP"  # HIP's runtime does not tell them apart
            between, = [bar for bar in bars if bar["pid"] == pe and bar["name"] == kind and bar["args"]["bytes"] == 512]
            if KIND != "HIP":
                self.assertEqual((between["args"]["from device"], between["args"]["to device"]), (pe, 1 - pe))
            self.assertGreaterEqual(between["ts"], queued["ts"] - SLACK)


if __name__ == "__main__":
    unittest.main(verbosity=2)
