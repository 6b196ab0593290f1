"""Compares what is recorded of calls on device memory, that of a double of CUDA's driver, with the calls of device.c.
Usage: device_test.py OSHRUN PROGRAM DOUBLE KERNELS"""
import pathlib
import sys
import unittest

import recorded

OSHRUN, PROGRAM, DOUBLE, KERNELS = (sys.argv.pop(1) for _ in range(4))


class Device(unittest.TestCase):
    def test_known_calls(self):
        run = recorded.Recorded(OSHRUN, ["-n", "2", PROGRAM],
                                {"LD_LIBRARY_PATH": str(pathlib.Path(DOUBLE).parent), "DOUBLE_KERNELS": KERNELS,
                                 "SHMEM_SYMMETRIC_PARTITION2": "SIZE=1M:KIND=CUDA"}, trace=True)
        self.assertEqual(run.code, 0, run.errors)
        device = run.profile["device"]
        self.assertEqual(device["bytes_to_device"], 2 * (4096 + 512))
        self.assertEqual(device["bytes_from_device"], 2 * (8192 + 512))
        self.assertGreater(device["time"], 0)
        self.assertEqual(recorded.calls(run.profile, 0)["shmemx_putmem_on_stream"][:2], ("device", 1))
        self.assertEqual(run.profile["traffic"]["bytes"], [[0, 4096 + 512 + 8192], [4096 + 512 + 8192, 0]])
        for pe in range(2):
            tracks = {}
            for event in run.trace["traceEvents"]:
                if event["ph"] == "X" and event["pid"] == pe:
                    tracks.setdefault(event["tid"], []).append(event["name"])
            self.assertEqual(tracks[1000], ["shmem_putmem", "shmem_getmem", "shmemx_putmem_on_stream", "shmemx_quiet_on_stream"])
            self.assertNotIn("shmem_putmem", tracks[0])


if __name__ == "__main__":
    unittest.main(verbosity=2)
