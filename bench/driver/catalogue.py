"""What is measured, how, and on how many PEs. What the figures must reach is in targets.py."""
import dataclasses
import platform


@dataclasses.dataclass(frozen=True)
class Benchmark:
    """One file of bench/ops. A side whose library lacks a symbol of `needs` skips it; any other failure is an error."""
    name: str
    pes: tuple = (2,)
    quick_pes: tuple = (2,)
    sized: bool = False
    sizes: str = "1:4M"  # unless the command line says otherwise
    needs: tuple = ()
    launches: int = 1  # jobs per round, for figures that one job yields only once
    arguments: tuple = ()  # of the program, but for quick runs
    wire: bool = False  # measured where every PE is a node of its own
    wire_peer: bool = False  # the same, only beside a peer
    raw: bool = False  # bench/fabric/raw has a loop to compare with
    whole: bool = False  # the wall time of the whole job is a figure, too
    spread: bool = False  # on several nodes with the same PEs, spread over them
    operation: str = ""  # of a collective: SHMEM_<OPERATION>_ALGORITHM chooses its algorithm
    sources: tuple = ()  # besides the harness

    def belongs(self, mode):
        """Modes: "node", one node; "wire" and "wire peer", every PE is a node of its own; "levels", several PEs on each
        node, for what has two levels."""
        return {"node": True, "wire": self.wire, "wire peer": self.wire or self.wire_peer,
                "levels": bool(self.operation)}[mode]

    def plan(self, mode, quick=False, nodes=1):
        """The numbers of PEs that it runs on."""
        if mode == "node" or self.spread:
            return tuple(pes for pes in (self.quick_pes if quick else self.pes) if pes >= nodes)
        if mode.startswith("wire"):
            return (nodes,)
        return (2 * nodes,) if quick else (2 * nodes, 4 * nodes)


def _collective(name, operation=None, needs=(), wire_peer=True):
    # Batches of 5 ms, since with more PEs than cores several time slices of the scheduler must fit in.
    return Benchmark(name, pes=(2, 4, 8), sized=True, sizes="8,4K,64K,1M,4M", operation=operation or name,
                     needs=needs, arguments=("--batch", "5000", "--repeat", "9"), sources=("collective.c",), wire_peer=wire_peer)


COLLECTIVES = (
    _collective("broadcast"),
    _collective("fcollect"),
    _collective("collect", wire_peer=False),
    _collective("alltoall"),
    _collective("alltoalls", wire_peer=False),
    _collective("sum", "reduce"),
    _collective("and", "reduce", wire_peer=False),
)

BENCHMARKS = (
    Benchmark("put_latency", sized=True, wire=True, raw=True),
    Benchmark("get_latency", sized=True, wire=True, raw=True),
    Benchmark("put_bandwidth", sized=True, wire=True, raw=True),
    Benchmark("get_bandwidth", sized=True, wire=True, raw=True),
    Benchmark("p_quiet", wire=True),
    Benchmark("g", wire_peer=True),
    Benchmark("message_rate", wire=True),
    Benchmark("ping_pong"),
    Benchmark("barrier", pes=(2, 4, 8, 16), quick_pes=(2, 4), wire=True, operation="barrier"),
    Benchmark("malloc_free", pes=(1, 2), quick_pes=(1,), sized=True, wire_peer=True),
    Benchmark("init_finalize", pes=(1, 2, 4, 8, 16), quick_pes=(1, 4), launches=3, whole=True),
    Benchmark("scale", pes=(2, 4, 8, 16, 32, 64), quick_pes=(2, 4), whole=True, spread=True),
    Benchmark("wait_until"),
    Benchmark("atomic_fetch_add", needs=("shmem_long_atomic_fetch_add",), wire_peer=True),
    Benchmark("atomic_inc", needs=("shmem_long_atomic_inc",), wire_peer=True),
    Benchmark("atomic_compare_swap", needs=("shmem_long_atomic_compare_swap",)),
    Benchmark("signal_fetch", needs=("shmem_signal_fetch",)),
    Benchmark("ctx_p_quiet", needs=("shmem_ctx_create", "shmem_ctx_int_p", "shmem_ctx_quiet")),
    Benchmark("threads_rate", needs=("shmem_init_thread", "shmem_ctx_create", "shmem_ctx_long_p"), wire=True,
              arguments=("--batch", "20000")),
    *COLLECTIVES,
    _collective("gather", needs=("shmemx_gathermem",), wire_peer=False),
    _collective("scatter", needs=("shmemx_scattermem",), wire_peer=False),
    Benchmark("team_split", pes=(2, 4, 8), needs=("shmem_team_split_strided", "shmem_ulong_and_reduce"),
              arguments=("--batch", "5000")),
)


@dataclasses.dataclass(frozen=True)
class CountedCall:
    """One row of the table in instructions.c: present when the library has all of `needs`; at most so many instructions per
    call on the processor, of `measure`: "library" alone, "all" of the library and what it calls, or "entry": of the library,
    before it calls libfabric. No limit: only reported."""
    name: str
    aarch64: int = 0
    x86_64: int = 0
    measure: str = "library"
    needs: tuple = ()

    @property
    def at_most(self):
        return getattr(self, platform.machine(), 0)


COUNTED_CALLS = (
    CountedCall("int_p", 12, 13),
    CountedCall("int_g", 12, 12),
    CountedCall("quiet", 11, 9),
    CountedCall("putmem_8", 40, 22, measure="all"),
    CountedCall("int_p_static", 21, 20),
    CountedCall("int_g_static", 24, 20),
    CountedCall("putmem_8_static", 66, 54, measure="all"),
    CountedCall("getmem_8", measure="all"),
    CountedCall("long_atomic_fetch_add", 20, 13, needs=("shmem_long_atomic_fetch_add",)),
    CountedCall("long_atomic_inc", 20, 12, needs=("shmem_long_atomic_inc",)),
    CountedCall("int_wait_until", 20, 18, needs=("shmem_int_wait_until",)),
    CountedCall("signal_fetch", 20, 5, needs=("shmem_signal_fetch",)),
    CountedCall("ctx_int_p_team", 20, 20, needs=("shmem_team_create_ctx", "shmem_ctx_int_p")),
)

# What the library of oshrun --profile adds to them. A call that is counted jumps on to the library, so that callgrind takes
# the loop of instructions.c, about 10 instructions, for a part of the wrapper. Calls that are timed add about 6.
PROFILED_CALLS = (
    CountedCall("int_p", 32, 32),
    CountedCall("int_g", 32, 32),
    CountedCall("quiet", 32, 32),
    CountedCall("putmem_8", 34, 34),
    CountedCall("long_atomic_fetch_add", 32, 32, needs=("shmem_long_atomic_fetch_add",)),
)

# The rows of fabric/instructions.c, for two nodes of one PE each over tcp.
WIRE_CALLS = (
    CountedCall("int_p_wire", 50, 35, measure="entry"),
    CountedCall("int_p_wire_whole", 58, 40),
    CountedCall("int_p_joins_wire_whole"),  # more when the bundle has left before, which the progress thread decides
    CountedCall("quiet_wire", 11, 10),
    CountedCall("putmem_8_wire", 83, 47, measure="entry"),
    CountedCall("putmem_8_wire_whole", 92, 52),
    CountedCall("long_g_wire", 82, 49, measure="entry"),
    CountedCall("getmem_8_wire", 99, 56, measure="entry"),
    CountedCall("long_atomic_fetch_add_wire", 98, 61, measure="entry"),
    CountedCall("ctx_int_p_wire", measure="entry"),
)
