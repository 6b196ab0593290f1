"""What the figures must reach: the limits by which a run is judged."""
import dataclasses

from . import catalogue

KI, MI = 1 << 10, 1 << 20


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
    than: str = "peer"  # or "raw" or "flat": the side that a ratio is taken with
    bytes_from: int = 0
    bytes_to: int = 1 << 62
    pes: tuple = ()

    def applies(self, nodes, other):
        """Whether a run on that many nodes, beside the side labelled `other` (or None), can answer it."""
        against = self.at_least or self.time_at_most
        return self.nodes == nodes and (not against or self.than == other)

    def limits_size(self):
        return self.bytes_from > 0 or self.bytes_to < 1 << 62

    def covers(self, figure):
        return (figure["bench"] == self.bench and figure["metric"] == self.metric
                and self.bytes_from <= figure["bytes"] <= self.bytes_to
                and (not self.pes or figure["pes"] in self.pes))


@dataclasses.dataclass(frozen=True)
class MeanTarget:
    """A limit on the geometric mean of the ratios to the other side, over the figures of `benches` with `metrics`."""
    benches: tuple
    metrics: tuple
    at_least: float
    nodes: int = 1
    than: str = "peer"

    def applies(self, nodes, other):
        return self.nodes == nodes and self.than == other

    def covers(self, figure):
        return figure["bench"] in self.benches and figure["metric"] in self.metrics and "ratio" in figure


NOISE = 0.95  # "not below the peer" where both run at the speed of memory and differ by chance alone

COLLECTIVES = tuple(benchmark.name for benchmark in catalogue.COLLECTIVES)
FORMS = ("active set", "team")

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
    # Between nodes, compared with the provider's own loops.
    Target("put_latency", "putmem+quiet", time_at_most=1.3, bytes_from=8, bytes_to=8, nodes=2, than="raw"),
    Target("get_latency", "getmem", time_at_most=1.3, bytes_from=8, bytes_to=8, nodes=2, than="raw"),
    Target("put_bandwidth", "putmem_nbi", at_least=0.9, bytes_from=MI, bytes_to=MI, nodes=2, than="raw"),
    Target("get_bandwidth", "getmem_nbi", at_least=0.9, bytes_from=MI, bytes_to=MI, nodes=2, than="raw"),
    Target("threads_rate", "2 threads / 1 thread", own_at_least=1.0, nodes=2),
    # Collectives must nowhere be slower than the peer's, noise aside, and must be as fast as the memory allows.
    *(Target(bench, form, time_at_most=1.05) for bench in COLLECTIVES for form in FORMS),
    *(Target(bench, f"{form} of memcpy", own_at_least=0.7, bytes_from=4 * MI) for form in FORMS
      for bench in ("broadcast", "fcollect", "alltoall")),
    *(Target("sum", f"{form} / plain loop", at_most=1.5, bytes_from=4 * MI, pes=(2,)) for form in FORMS),
    Target("team_split", "duplicate / AND", at_most=1.5),
    Target("team_split", "halve / AND", at_most=1.5),
    # Two-level collectives (within nodes, then between leaders), compared with flat ones.
    *(Target("barrier", metric, at_least=1.0, nodes=2, than="flat") for metric in ("barrier_all", "sync_all")),
    *(Target(bench, form, at_least=1.0, nodes=2, than="flat") for bench in COLLECTIVES for form in FORMS),
)

MEAN_TARGETS = (
    MeanTarget(COLLECTIVES, FORMS, at_least=2.0),
)
