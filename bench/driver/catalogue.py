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

    def plan(self, quick):
        return self.quick_pes if quick else self.pes


BENCHMARKS = (
    Benchmark("put_latency", sized=True),
    Benchmark("get_latency", sized=True),
    Benchmark("put_bandwidth", sized=True),
    Benchmark("get_bandwidth", sized=True),
    Benchmark("p_quiet"),
    Benchmark("g"),
    Benchmark("message_rate"),
    Benchmark("ping_pong"),
    Benchmark("barrier", pes=(2, 4, 8, 16), quick_pes=(2, 4)),
    Benchmark("malloc_free", pes=(1, 2), quick_pes=(1,), sized=True),
    Benchmark("init_finalize", pes=(1, 2, 4, 8, 16), quick_pes=(1, 4), launches=3),
    Benchmark("wait_until"),
    Benchmark("atomic_fetch_add", needs=("shmem_long_atomic_fetch_add",)),
    Benchmark("atomic_inc", needs=("shmem_long_atomic_inc",)),
    Benchmark("atomic_compare_swap", needs=("shmem_long_atomic_compare_swap",)),
    Benchmark("signal_fetch", needs=("shmem_signal_fetch",)),
    Benchmark("ctx_p_quiet", needs=("shmem_ctx_create", "shmem_ctx_int_p", "shmem_ctx_quiet")),
)


@dataclasses.dataclass(frozen=True)
class Target:
    """Either a ratio to the peer (`at_least` times as good) or, without one, a limit on our own median (`at_most`)."""
    bench: str
    metric: str
    at_least: float = 0.0
    at_most: float = 0.0
    bytes_from: int = 0
    bytes_to: int = 1 << 62
    pes: tuple = ()

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
)


@dataclasses.dataclass(frozen=True)
class CountedCall:
    """One row of the table in instructions.c: present when the library has all of `needs`; `at_most` instructions per
    call, of `measure`: "library" alone or "all" of the library and what it calls. No limit: only reported."""
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
