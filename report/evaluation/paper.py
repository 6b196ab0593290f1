"""The paper's results on Summit (V100 GPUs, one per PE, InfiniBand between nodes), and the same quotients from our
figures."""
import statistics

# (key, what, the paper's words, its value). Values are "extended against standard": how many times better.
CLAIMS = (
    ("put_small", "put between two devices, small messages", "6 times faster (figure 4)", 6.0),
    ("put_large", "put between two devices, the largest messages", "at least 1.3 times faster (figure 4)", 1.3),
    ("alltoall_small", "all-to-all, small messages", "2.6 times faster on 48 GPUs (figure 5)", 2.6),
    ("alltoall_large", "all-to-all, the largest messages", "1.4 times faster on 48 GPUs (figure 5)", 1.4),
    ("gups", "random access (GUPS)", "4.9 times the throughput (figure 6)", 4.9),
    ("fft", "2D FFT, strong scaling", "up to 12.5% better (figure 7)", 1.125),
    ("matmul", "matrix multiplication, strong scaling", "about 1% better (figure 8)", 1.01),
    ("heat", "3D heat equation, strong scaling", "8% better on 60 GPUs (figure 9)", 1.08),
)


def median(figure):
    return statistics.median(figure["values"])


def find(figures, **wanted):
    return [figure for figure in figures if all(figure[name] == value for name, value in wanted.items())]


def times_better(ours, theirs):
    """How many times `ours` is better than `theirs`, two figures, by their medians."""
    ratio = median(theirs) / median(ours)
    return ratio if ours["better"] == "lower" else 1 / ratio


def _all_of(figures, key, series):
    """The figures of one series that a claim may be about, by PEs and bytes."""
    app = key.split("_")[0]
    if app in ("put", "alltoall"):
        found = find(figures, app="micro", metric=app, series=series, memory="device")
    else:
        found = find(figures, app=app, metric="rate", series=series, memory="device", scaling="weak" if app == "gups" else "strong")
    return {(figure["pes"], figure["bytes"] or 0): figure for figure in found}


def _pick(key, places):
    """Where a claim is looked at: with the most PEs there are, but a put is between two, whoever else waits; with the fewest
    bytes or the most."""
    pes = (min if key.startswith("put") else max)(pes for pes, _ in places)
    return pes, (min if key.endswith("small") else max)(size for count, size in places if count == pes)


def _quotient(key, ours, theirs):
    """How many times better a series is, on the same PEs and with the same bytes, and where; None where there are none."""
    places = ours.keys() & theirs.keys()
    if not places:
        return None, None
    where = _pick(key, places)
    return times_better(ours[where], theirs[where]), where


def beside(figures):
    """Rows (what, the paper's words, four quotients or None, where): of extended SHMEM against standard SHMEM and against MPI,
    of calls from the device against standard SHMEM, and of device buffers handed to MPI with libisthmus_mpi against MPI."""
    rows = []
    for key, what, words, _ in CLAIMS:
        extended, standard, mpi, device, direct = (_all_of(figures, key, name) for name in (
            "extended SHMEM", "standard SHMEM", "MPI", "calls from the device", "MPI with libisthmus_mpi"))
        pairs = ((extended, standard), (extended, mpi), (device, standard), (direct, mpi))
        quotients, places = zip(*(_quotient(key, *pair) for pair in pairs))
        met = list(dict.fromkeys(place for place in places if place))
        where = "; ".join(f"{pes} PEs" + (f", {size} B" if size else "") for pes, size in met)
        rows.append((what, words, *quotients, where))
    return rows


def host_targets(figures):
    """Rows (what, value or None, at least): the targets for host memory on 4 PEs."""
    rows = []
    for app, series, least in (("gups", "Open MPI OSHMEM", 5.0), ("fft", "Open MPI (MPI)", 1.0),
                               ("matmul", "Open MPI (MPI)", 1.0)):
        scaling = "weak" if app == "gups" else "strong"
        ours, theirs = (find(figures, app=app, metric="rate", series=name, memory="host", scaling=scaling, pes=4)
                        for name in ("Isthmus", series))
        value = times_better(ours[0], theirs[0]) if ours and theirs else None
        rows.append((f"{app}: Isthmus against {series}", value, least))
    return rows
