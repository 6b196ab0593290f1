"""Profiles by formula: what a job of so many PEs would have written, every number of it computable by hand."""

KINDS = ["setup", "memory", "rma", "atomics", "signals", "collectives", "waiting", "order", "locks", "teams", "contexts",
         "device", "other"]
ELAPSED = 50_000_000  # ns of PE 0; PE p runs p microseconds longer
PLACES = 20
BARRIERS = 8


def node_of(pe, pes, nodes):
    return pe * nodes // pes


def call_time(kind, pe):
    """ns that PE pe spent in the one call of the kind; some kinds cost nothing."""
    index = KINDS.index(kind)
    return 0 if index % 4 == 3 else (index + 1) * 100_000 + pe * 10_000


def calls(pe):
    """A call named after each kind; those of "order" are counted, and one of ten is timed."""
    return [[f"shmem_{kind}_call", kind, 10 * (pe + 1), call_time(kind, pe), 64 * index if kind in ("rma", "collectives") else 0,
             pe + 1 if kind == "order" else 10 * (pe + 1)] for index, kind in enumerate(KINDS)]


def inside(pe):
    return sum(call_time(kind, pe) for kind in KINDS)


def sent_bytes(source, dest):
    """Everybody sends to the right neighbour, and PE 0 a little to all; the two differ by more than the factor 100."""
    return 1_000_000 + source if dest == source + 1 else 100 + dest if source == 0 else 0


def sent_messages(source, dest):
    return 0 if sent_bytes(source, dest) == 0 else 3 + source + 2 * dest


def matrix(cell, pes):
    return [[cell(source, dest) for dest in range(pes)] for source in range(pes)]


def wire(cell, pes, nodes):
    return sum(cell(source, dest) for source in range(pes) for dest in range(pes)
               if node_of(source, pes, nodes) != node_of(dest, pes, nodes))


def barrier(index, pes):
    """PE (index mod PEs) comes last at 7 of 10 calls, the next one at 3; PE p waits longer the further it is from PE 0."""
    last = [0] * pes
    last[index % pes] += 7
    last[(index + 1) % pes] += 3
    return {"call": "shmem_barrier_all", "team": "world" if index else "team 3", "place": f"main heat.c:{40 + index}", "count": 10,
            "wait": [(BARRIERS - index) * 1000 * (pe + 1) for pe in range(pes)], "last": last}


def place(index):
    return {"function": f"exchange<{index}>", "file": "heat.c", "line": 100 + index, "call": "shmem_putmem", "count": 50 + index,
            "time": (PLACES - index) * 77_000, "bytes": index * 4096, "pe_max": 0}


def sizes():
    return {"put": [1, 0, 0, 30, 0, 0, 0, 0, 0, 0, 7], "get": [0, 0, 0, 12], "atomic": [0, 0, 5, 900], "collective": [0] * 20 + [4]}


def profile(pes, nodes, **changed):
    return {"version": 1, "program": "/home/a <b>/heat", "arguments": "--size 160 </script><b>", "library": "Isthmus 0.2.0",
            "started": "2026-11-16T21:30:00Z", "pes": pes, "nodes": nodes, "elapsed": ELAPSED + 1000 * (pes - 1),
            "overhead": {"per_timed_call": 45.0, "per_counted_call": 3.0, "share": 0.004},
            "settings": [["SHMEM_SYMMETRIC_SIZE", "32M"], ["SHMEM_CHECK", "<on>"]],
            "pe": [{"node": node_of(pe, pes, nodes), "host": f"host{node_of(pe, pes, nodes)}", "pid": 4000 + pe, "cpus": "0-1",
                    "elapsed": ELAPSED + 1000 * pe, "inside": inside(pe), "calls": calls(pe)} for pe in range(pes)],
            "traffic": {"bytes": matrix(sent_bytes, pes), "messages": matrix(sent_messages, pes)},
            "collective_bytes": [512 * (pe + 1) for pe in range(pes)], "sizes": sizes(),
            "barriers": [barrier(index, pes) for index in range(BARRIERS)], "places": [place(index) for index in range(PLACES)],
            "device": {"bytes_to_device": 3_000_000, "bytes_from_device": 1_000_000, "time": 200_000} if nodes > 1 else None,
            "wire": {"bytes": wire(sent_bytes, pes, nodes), "messages": wire(sent_messages, pes, nodes)}, "forgotten": 0, **changed}


def empty(pes):
    """A job that did nothing but start and end."""
    nothing = [{"node": 0, "host": "host0", "pid": 1, "cpus": "0", "elapsed": 1000, "inside": 0, "calls": []} for _ in range(pes)]
    return profile(pes, 1, pe=nothing, elapsed=1000, traffic={"bytes": [[0] * pes] * pes, "messages": [[0] * pes] * pes},
                   collective_bytes=[0] * pes, sizes={}, barriers=[], places=[], settings=[])
