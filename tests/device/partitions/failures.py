"""Failures while partitions in device memory are made, on the doubles: the job must end on all PEs with one clear line
and must not hang; and refusals by a driver that must not fail the job.
Usage: failures.py OSHRUN BLOCKS FOLDERS_OF_DOUBLES"""
import os
import re
import subprocess
import sys
import tempfile

OSHRUN, BLOCKS, DOUBLES = sys.argv[1:4]
SIZE = 64 << 20

# For each kind, by what its driver calls them: the functions that allocate, give out and open, what a look at the devices
# needs, where users see devices, the first call, and how it ends where the driver is installed without a device.
DRIVERS = {
    "CUDA": ("cuMemAlloc", "cuIpcGetMemHandle", "cuIpcOpenMemHandle", "cuDeviceTotalMem", "nvidia-smi", "cuInit",
             ("0x64",)),
    "HIP": ("hipMalloc", "hipIpcGetMemHandle", "hipIpcOpenMemHandle", "hipDeviceTotalMem", "rocm-smi", "hipInit",
            ("0x64", "0x65")),
    "ZE": ("zeMemAllocDevice", "zeMemGetIpcHandle", "zeMemOpenIpcHandle", "zeDeviceGetProperties", "sycl-ls", "zeInit",
           ("0x78000001",)),
}
# An empty file of a driver's name hides a driver that this machine may have, since the loader finds it and refuses it.
HIDDEN = tempfile.TemporaryDirectory(prefix="isthmus-no-driver-")
for library in ("libcuda.so.1", "libze_loader.so.1", *(f"libamdhip64.so{version}" for version in ("", ".5", ".6", ".7"))):
    open(os.path.join(HIDDEN.name, library), "wb").close()


def run(kind, pes=2, fields="", size=SIZE, partition=2, doubles=True, nodes=1, **environment):
    """(exit status, standard output, the library's lines)"""
    settings = dict(os.environ, **{f"SHMEM_SYMMETRIC_PARTITION{partition}": f"SIZE={size}:KIND={kind}{fields}"})
    drivers = DOUBLES if doubles else HIDDEN.name
    settings["LD_LIBRARY_PATH"] = drivers + os.pathsep + settings.get("LD_LIBRARY_PATH", "")
    settings.update(environment)
    command = [OSHRUN, "-n", str(pes), "--nodes", str(nodes), "--timeout", "30", BLOCKS, kind, str(SIZE)]
    ended = subprocess.run(command, env=settings, capture_output=True, text=True, timeout=60)
    lines = [line for line in ended.stderr.splitlines() if line.startswith("isthmus: ")]
    return ended.returncode, ended.stdout + ended.stderr, lines


def refused(kind, *expected, **how):
    """The job ends with one line that has all of `expected` in it."""
    status, output, lines = run(kind, **how)
    assert status != 0, f"{kind} {how}: ended well:\n{output}"
    assert len(lines) == 1, f"{kind} {how}: not one line:\n{output}"
    for part in (*expected, r"[;,] (or )?(ask|check|install|leave|name|put|set|write) "):  # the last: every line has a remedy
        assert re.search(part, lines[0]), f"{kind} {how}: {part!r} is not in:\n{output}"


def fine(kind, *expected, absent=(), **how):
    status, output, _ = run(kind, **how)
    assert status == 0, f"{kind} {how}: ended with {status}:\n{output}"
    for part in expected:
        assert re.search(part, output), f"{kind} {how}: {part!r} is not in:\n{output}"
    for part in absent:
        assert not re.search(part, output), f"{kind} {how}: {part!r} is in:\n{output}"


def try_kind(kind):
    allocate, give_out, take_in, look, tool, start_up, without_device = DRIVERS[kind]
    start = rf"partition 2 \(KIND={kind}\): "
    refused(kind, rf"KIND={kind}: \S*lib.*: file too short", f"leave KIND={kind} out", doubles=False)
    for error in without_device:
        refused(kind, start + "no device is visible", tool, DOUBLE_FAIL=f"{start_up}:{error}")
    refused(kind, rf"KIND={kind}: {start_up} failed: .*0x7d\b|{start_up} failed: \w+", tool, f"leave KIND={kind} out",
            DOUBLE_FAIL=f"{start_up}:0x7d")
    refused(kind, start + "no device is visible", tool, DOUBLE_DEVICES="0")
    refused(kind, start + "DEVICE=2 does not exist: this PE sees 2 devices", fields=":DEVICE=2")
    refused(kind, start + "DEVICE=1 does not exist: this PE sees 1 device,", fields=":DEVICE=1", DOUBLE_DEVICES="1")
    refused(kind, start + r"PGSIZE and POLICY are for KIND=HOST", fields=":PGSIZE=2M")
    refused(kind, start + r"2\.0 GiB do not fit on device 0.*it has 1\.0 GiB; set SIZE lower", size=2 << 30)
    refused(kind, start + r"64 MiB do not fit on device \d.*set SIZE lower", DOUBLE_FAIL=allocate)
    refused(kind, "PE 1 on .*" + start + "64 MiB do not fit on device 1", DOUBLE_FAIL=allocate + "@1")
    refused(kind, "PE 2 on .*" + start, DOUBLE_FAIL=allocate + "@2", pes=4)
    refused(kind, f"{look}(_v2)? failed: ", DOUBLE_FAIL=look)
    refused(kind, "partition 1 is the symmetric heap", partition=1)

    mapped, unmapped = r"PE 1: .*, PE 0's here at 0x", r"PE 1: .*, PE 0's here at (\(nil\)|0x0\b)"
    fine(kind, mapped, absent=[unmapped])
    fine(kind, mapped, DOUBLE_DEVICES="1", pes=4)
    fine(kind, mapped, DOUBLE_ALIGNMENT="64K")
    fine(kind, mapped, fields=":DEVICE=1")
    fine(kind, mapped, DOUBLE_LEAKS="1")
    fine(kind, unmapped, DOUBLE_FAIL=give_out)
    fine(kind, unmapped, DOUBLE_FAIL=take_in)
    fine(kind, unmapped, DOUBLE_FAIL=take_in + "@1", SHMEM_DEBUG="1")
    fine(kind, mapped, DOUBLE_FAIL=take_in + "@0")
    fine(kind, r"cannot be mapped here: PE \d: " + give_out, DOUBLE_FAIL=give_out, SHMEM_DEBUG="1")
    fine(kind, unmapped, nodes=2)


def main():
    refused("TAPE", r"unknown KIND=TAPE; write one of HOST, CUDA, HIP, ZE, LIBOMP")
    refused("HOST", "DEVICE=0 is for device memory", fields=":DEVICE=0")
    for kind in DRIVERS:
        try_kind(kind)
    print(f"{len(DRIVERS)} kinds refuse and accept what they should")


if __name__ == "__main__":
    main()
