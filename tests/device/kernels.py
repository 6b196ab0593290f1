"""Which kernels run in reductions and scans on the doubles, and what happens when a driver refuses to load or fails to
launch them.
Usage: kernels.py OSHRUN OSH_INFO SUMS DOUBLES, where DOUBLES holds the doubles and double_kernels.so."""
import os
import re
import subprocess
import sys
import tempfile

OSHRUN, OSH_INFO, SUMS, DOUBLES = sys.argv[1:5]

INTEGERS, SIGNED = ["u8", "u16", "u32", "u64"], ["i8", "i16", "i32", "i64"]
REALS, COMPLEX = ["f32", "f64"], ["c32", "c64"]
TYPES = {
    **dict.fromkeys(["and", "or", "xor"], INTEGERS),
    **dict.fromkeys(["min", "max"], INTEGERS + SIGNED + REALS),
    **dict.fromkeys(["sum", "prod", "inscan", "exscan"], INTEGERS + REALS + COMPLEX),
}
ALL = {f"isthmus_{operation}_{type}" for operation, types in TYPES.items() for type in types}
# For each kind: its name in osh_info, and the driver functions that load kernels and launch one.
DRIVERS = {
    "CUDA": ("CUDA", "cuModuleLoadData", "cuLaunchKernel"),
    "HIP": ("HIP", "hipModuleLoadData", "hipModuleLaunchKernel"),
    "ZE": ("Level Zero", "zeModuleCreate", "zeCommandListAppendLaunchKernel"),
}


def run(kind, pes=2, ways="6", **environment):
    """Runs SUMS; returns (exit status, the names of the kernels that ran, output). `ways`: how often each reduction is
    made."""
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "trace")
        settings = dict(os.environ, SHMEM_SYMMETRIC_PARTITION2=f"SIZE=8M:KIND={kind}", DOUBLE_TRACE=trace,
                        DOUBLE_KERNELS=os.path.join(DOUBLES, "double_kernels.so"), SHMEM_DEVICE_SLICE="256",
                        LD_LIBRARY_PATH=os.path.join(DOUBLES, kind) + ":" + os.environ.get("LD_LIBRARY_PATH", ""))
        settings.update(environment)
        ended = subprocess.run([OSHRUN, "-n", str(pes), "--timeout", "30", SUMS, kind, ways], env=settings,
                               capture_output=True, text=True, timeout=60)
        ran = open(trace).read().split() if os.path.exists(trace) else []
        return ended.returncode, ran, ended.stdout + ended.stderr


def fine(kind, expected, **how):
    """How many reductions ran as kernels, which must be those that are expected."""
    status, ran, output = run(kind, **how)
    assert status == 0, f"{kind} {how}: ended with {status}:\n{output}"
    copies = [name for name in ran if name.startswith("isthmus_pieces_")]
    assert copies or expected or "DOUBLE_FAIL" in how, f"{kind} {how}: small copies did not go by a kernel"
    ran = [name for name in ran if name not in copies]
    assert set(ran) == expected, f"{kind} {how}: not as expected: {sorted(set(ran) ^ expected)}"
    return len(ran)


def try_kind(kind):
    _, load, launch = DRIVERS[kind]
    both = fine(kind, ALL)
    one = fine(kind, ALL, DOUBLE_FAIL=load + "@1")  # PE 1 does its slices by itself
    assert 0 < one < both, f"{kind}: {one} launches by one PE, {both} by two"
    fine(kind, set(), ways="2", DOUBLE_FAIL=load)
    fine(kind, set(), ways="2", SHMEM_DEVICE_REDUCE_KERNEL=f"{kind}=1G")
    status, _, output = run(kind, DOUBLE_FAIL=launch + "@0:3")
    lines = [line for line in output.splitlines() if line.startswith("isthmus: ")]
    assert status != 0 and len(lines) == 1, f"{kind}: not one line of a failed launch:\n{output}"
    assert re.search(f"PE 0 on .*: {launch}: the .* failed: ", lines[0]), lines[0]


def try_limits():
    """The limit from which on kernels reduce, for all kinds and for one; that it is asked for is shown for each kind above."""
    fine("CUDA", set(), ways="2", SHMEM_DEVICE_REDUCE_KERNEL="1G")
    fine("CUDA", ALL, SHMEM_DEVICE_REDUCE_KERNEL="1G,CUDA=1")


def main():
    parts = subprocess.run([OSH_INFO], capture_output=True, text=True, timeout=60).stdout
    built = re.search(r"reduction kernels for (.*)", parts)
    for kind, (name, *_) in DRIVERS.items():
        if built and f"{name} (" in built.group(1):
            try_kind(kind)
            if kind == "CUDA":
                try_limits()
        else:
            print(f"{kind}: this build has no kernels; sums are made by the processor")
            assert run(kind)[:2] == (0, []), f"{kind}: ran a kernel, or failed"


if __name__ == "__main__":
    main()
