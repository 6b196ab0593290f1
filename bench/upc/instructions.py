"""Counts the instructions of single references to shared memory: on this node to the return, in the assembly; with OSHRUN on the wire
to the call of libfabric, and loops over own elements beside one in C, with valgrind's callgrind. Usage: instructions.py UPCC [OSHRUN]
Fails where one takes more than it did when the limit was set."""
import collections
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from driver import callgrind  # noqa: E402

# name: (static, dynamic), with clang 19; the return is not counted. On x86_64 two divisions are counted, of which one runs.
LIMITS = {
    "aarch64": {
        "index_store": (10, 13),
        "index_load": (10, 13),
        "pointer_store": (4, 4),
        "pointer_load": (4, 4),
        "indefinite_store": (5, 5),
        "fence": (2, 2),
    },
    "x86_64": {
        "index_store": (10, 19),
        "index_load": (10, 19),
        "pointer_store": (4, 4),
        "pointer_load": (4, 4),
        "indefinite_store": (5, 5),
        "fence": (1, 1),
    },
}[platform.machine()]
SOURCE = HERE / "instructions.upc"
# Without a number of threads at compile time, and thus without one of iterations in the cyclic loop.
LOOP_LIMITS = {"forall_cyclic": 1.2, "forall_blocks": 1.05, "forall_blocks_of_64": 1.2}
FENCE_LIMIT = 3  # of a fence that runs, with its return: where all threads are on one node, its jump is none
WIRE_LIMIT = {"aarch64": 65, "x86_64": 48}[platform.machine()]  # of *p = v to another node, most of which are those of shmem_int_p


def counts(upcc, options):
    """Of each function, the instructions before its first return: the way for memory that is mapped here."""
    text = subprocess.run([upcc, "-O2", "-S", *options, str(SOURCE), "-o", "-"], check=True, capture_output=True, text=True,
                          timeout=60).stdout
    found, name = {}, None
    for line in text.splitlines():
        if label := re.match(r"(\w+):", line):
            name = label.group(1)
            found[name] = 0
        elif name and re.match(r"\t[a-z]", line):
            if line.split()[0] in ("ret", "retq"):
                name = None
            else:
                found[name] += 1
    return found


def counted(upcc, oshrun, source, options, flags, arguments):
    """The texts of the dumps that two threads leave under callgrind."""
    with tempfile.TemporaryDirectory() as work:
        program = work + "/program"
        # -rdynamic: a sendmsg of the program's own is to be the one that libfabric finds.
        subprocess.run([upcc, "-O2", "-D_GNU_SOURCE", "-rdynamic", str(HERE / source), "-o", program], check=True, timeout=60)
        # Valgrind gives a program less address space than the default heap takes.
        settings = {"PATH": "/usr/bin:/bin", "UPC_SHARED_HEAP_SIZE": "16M", "SHMEM_SYMMETRIC_SIZE": "64M", **callgrind.WIRE}
        command = [oshrun, "-n", "2", *options, shutil.which("valgrind"), "--tool=callgrind", *flags, "--compress-strings=no",
                   "--compress-pos=no", f"--callgrind-out-file={work}/dump.%p", program, *arguments]
        # On a busy machine the provider may be busy, too, and a write then waits for others: it is counted in another run.
        for _ in range(10):
            ran = subprocess.run(command, check=False, timeout=120, env=settings, stderr=subprocess.PIPE, text=True)
            if ran.returncode == 0:
                return [path.read_text(errors="replace") for path in pathlib.Path(work).glob("dump.*")]
        sys.exit(f"{source} cannot be counted: {ran.stderr[-500:]}")


def count_loops(upcc, oshrun):
    """Instructions of each upc_forall over own elements, as a multiple of those of the loop in C; and those of a fence."""
    cost = collections.Counter()
    for text in counted(upcc, oshrun, "loops.upc", [], [], []):
        for (_, function), count in callgrind.self_cost(text).items():
            cost[function.split("'")[0]] += count
    return {name: cost[name] / cost["loop_in_c"] for name in LOOP_LIMITS}, cost["fence"]


def count_on_wire(upcc, oshrun, calls=20):
    """*p = v to a thread of another node: what the program and the library do, the call of libfabric not counted."""
    dumps = {}
    for text in counted(upcc, oshrun, "wire.upc", ["--nodes", "2"], ["--collect-atstart=no"], [str(calls)]):
        dumps[callgrind.dump_label(text)] = callgrind.self_cost(text)
    counts = callgrind.per_call(dumps["pointer_store", calls], dumps["pointer_store", 2 * calls], calls)
    # callgrind takes the end of the fence before it for a part of the write.
    ours = [count for (obj, function), count in counts.items() if "quiet" not in function and
            (function == "pointer_store" or function.startswith("upcr_") or pathlib.PurePath(obj).name.startswith("libisthmus"))]
    return sum(ours) - 1


def main():
    upcc = sys.argv[1]
    static, dynamic = counts(upcc, ["-T", "4"]), counts(upcc, [])
    wrong = 0
    for name, limits in LIMITS.items():
        seen = (static[name], dynamic[name])
        wrong += any(count > limit for count, limit in zip(seen, limits))
        print(f"{name:18} static {seen[0]:3} (limit {limits[0]})  dynamic {seen[1]:3} (limit {limits[1]})")
    if len(sys.argv) > 2:
        # On a busy machine a write may find more to do, now and then: such a count is repeated.
        for _ in range(5):
            seen = count_on_wire(upcc, sys.argv[2])
            if 0 < seen <= WIRE_LIMIT:
                break
        wrong += not 0 < seen <= WIRE_LIMIT
        print(f"{'pointer_store':18} on the wire, to libfabric {seen:.0f} (limit {WIRE_LIMIT})")
        loops, fence = count_loops(upcc, sys.argv[2])
        wrong += not 0 < fence <= FENCE_LIMIT
        print(f"{'fence':18} when it runs {fence} (limit {FENCE_LIMIT})")
        for name, ratio in loops.items():
            wrong += ratio > LOOP_LIMITS[name]
            print(f"{name:18} {ratio:.2f} of the loop in C (limit {LOOP_LIMITS[name]})")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
