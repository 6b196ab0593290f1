"""What is measured, on how many PEs, and what the figures must reach."""
import dataclasses

KI, MI = 1 << 10, 1 << 20


@dataclasses.dataclass(frozen=True)
class Benchmark:
    """One file of bench/ops. A side that lacks a symbol of `needs` skips it; any other failure is an error."""
    name: str
    pes: tuple = (2,)
    quick_pes: tuple = (2,)
    sized: bool = False
    needs: tuple = ()
    launches: int = 1  # jobs per round, for figures that one job yields only once
    arguments: tuple = ()  # of the program, but for quick runs
    wire: bool = False  # measured where every PE is a node of its own
    raw: bool = False  # bench/fabric/raw has a loop to compare with
    whole: bool = False  # the wall time of the whole job is a figure, too
    spread: bool = False  # on several nodes with the same PEs, spread over them

    def plan(self, quick, nodes=1):
        if self.spread:
            return tuple(pes for pes in (self.quick_pes if quick else self.pes) if pes >= nodes)
        if nodes > 1:
            return (nodes,)  # one PE a node: every message takes the wire
        return self.quick_pes if quick else self.pes


BENCHMARKS = (
    Benchmark("put_latency", sized=True, wire=True, raw=True),
    Benchmark("get_latency", sized=True, wire=True, raw=True),
    Benchmark("put_bandwidth", sized=True, wire=True, raw=True),
    Benchmark("get_bandwidth", sized=True, wire=True, raw=True),
    Benchmark("p_quiet", wire=True),
    Benchmark("g"),
    Benchmark("message_rate", wire=True),
    Benchmark("ping_pong"),
    Benchmark("barrier", pes=(2, 4, 8, 16), quick_pes=(2, 4), wire=True),
    Benchmark("malloc_free", pes=(1, 2), quick_pes=(1,), sized=True),
    Benchmark("init_finalize", pes=(1, 2, 4, 8, 16), quick_pes=(1, 4), launches=3, whole=True),
    Benchmark("scale", pes=(2, 4, 8, 16, 32, 64), quick_pes=(2, 4), whole=True, spread=True),
    Benchmark("wait_until"),
    Benchmark("atomic_fetch_add", needs=("shmem_long_atomic_fetch_add",)),
    Benchmark("atomic_inc", needs=("shmem_long_atomic_inc",)),
    Benchmark("atomic_compare_swap", needs=("shmem_long_atomic_compare_swap",)),
    Benchmark("signal_fetch", needs=("shmem_signal_fetch",)),
    Benchmark("ctx_p_quiet", needs=("shmem_ctx_create", "shmem_ctx_int_p", "shmem_ctx_quiet")),
    Benchmark("threads_rate", needs=("shmem_init_thread", "shmem_ctx_create", "shmem_ctx_long_p"), wire=True,
              arguments=("--batch", "20000")),
)


@dataclasses.dataclass(frozen=True)
class Target:
    """One limit: a ratio to the other side (`at_least` times as good, or `time_at_most` times as long), or one on our
    own median (`at_most`, `own_at_least`). It holds on that many `nodes`."""
    bench: str
    metric: str
    at_least: float = 0.0
    at_most: float = 0.0
    time_at_most: float = 0.0
    own_at_least: float = 0.0
    nodes: int = 1
    than: str = "peer"  # or "raw": the side that a ratio is taken with
    bytes_from: int = 0
    bytes_to: int = 1 << 62
    pes: tuple = ()

    def applies(self, nodes, other):
        """Whether a run on that many nodes, beside the side labelled `other` (or None), can answer it."""
        against = self.at_least or self.time_at_most
        return self.nodes == nodes and (not against or self.than == other)

    def covers(self, figure):
        return (figure["bench"] == self.bench and figure["metric"] == self.metric
                and self.bytes_from <= figure["bytes"] <= self.bytes_to
                and (not self.pes or figure["pes"] in self.pes))


NOISE = 0.95  # "not below the peer" where both run at the speed of memory and differ by chance alone

TARGETS = (
    Target("p_quiet", "int_p+quiet", at_least=3.0),
    Target("g", "int_g", at_least=3.0),
    Target("put_latency", "putmem+quiet", at_least=3.0, bytes_from=8, bytes_to=8),
    Target("message_rate", "long_p", at_least=3.0),
    Target("message_rate", "putmem", at_least=3.0),
    Target("message_rate", "putmem_nbi", at_least=3.0),
    Target("put_bandwidth", "putmem_nbi", at_least=NOISE, bytes_from=4 * KI, bytes_to=4 * MI),
    Target("get_bandwidth", "getmem_nbi", at_least=NOISE, bytes_from=4 * KI, bytes_to=4 * MI),
    Target("barrier", "barrier_all", at_least=1.0, pes=(2, 4, 8, 16)),
    Target("malloc_free", "pair", at_most=80.0, pes=(1,)),  # 40 ns for the allocation, as much to give it back
    Target("threads_rate", "2 threads / 1 thread", own_at_least=1.7),  # asks for two idle cores
    # On the wire, beside the provider's own loops.
    Target("put_latency", "putmem+quiet", time_at_most=1.3, bytes_from=8, bytes_to=8, nodes=2, than="raw"),
    Target("get_latency", "getmem", time_at_most=1.3, bytes_from=8, bytes_to=8, nodes=2, than="raw"),
    Target("put_bandwidth", "putmem_nbi", at_least=0.9, bytes_from=MI, bytes_to=MI, nodes=2, than="raw"),
    Target("get_bandwidth", "getmem_nbi", at_least=0.9, bytes_from=MI, bytes_to=MI, nodes=2, than="raw"),
    Target("threads_rate", "2 threads / 1 thread", own_at_least=1.0, nodes=2),
)


@dataclasses.dataclass(frozen=True)
class CountedCall:
    """One row of the table in instructions.c: present when the library has all of `needs`; `at_most` instructions per
    call, of `measure`: "library" alone, "all" of the library and what it calls, or "entry": of the library, before it
    calls libfabric. No limit: only reported."""
    name: str
    at_most: int = 0
    measure: str = "library"
    needs: tuple = ()


COUNTED_CALLS = (
    CountedCall("int_p", 12),
    CountedCall("int_g", 12),
    CountedCall("quiet", 11),
    CountedCall("putmem_8", 40, measure="all"),
    CountedCall("int_p_static"),
    CountedCall("int_g_static"),
    CountedCall("putmem_8_static", measure="all"),
    CountedCall("getmem_8", measure="all"),
    CountedCall("long_atomic_fetch_add", 20, needs=("shmem_long_atomic_fetch_add",)),
    CountedCall("long_atomic_inc", 20, needs=("shmem_long_atomic_inc",)),
    CountedCall("int_wait_until", 20, needs=("shmem_int_wait_until",)),
    CountedCall("signal_fetch", 20, needs=("shmem_signal_fetch",)),
    CountedCall("ctx_int_p_team", 20, needs=("shmem_team_create_ctx", "shmem_ctx_int_p")),
)

# The rows of fabric/instructions.c: two nodes, one PE each, tcp.
WIRE_CALLS = (
    CountedCall("int_p_wire", 16, measure="entry"),
    CountedCall("quiet_wire", 11),
    CountedCall("putmem_8_wire", measure="entry"),
    CountedCall("ctx_int_p_wire", measure="entry"),
)
