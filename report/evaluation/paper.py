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


def _pick(figures, key, series):
    """The figure behind a claim for one series, on the most PEs there are."""
    app = key.split("_")[0]
    if app in ("put", "alltoall"):
        found = find(figures, app="micro", metric=app, series=series, memory="device")
        if found:  # a put is between two, whoever else waits
            pes = (min if app == "put" else max)(figure["pes"] for figure in found)
            found = sorted((figure for figure in found if figure["pes"] == pes), key=lambda figure: figure["bytes"])
        return (found[0] if key.endswith("small") else found[-1]) if found else None
    scaling = "weak" if app == "gups" else "strong"
    found = find(figures, app=app, metric="rate", series=series, memory="device", scaling=scaling)
    return max(found, key=lambda figure: figure["pes"], default=None)


def beside(figures):
    """Rows (what, the paper's words, four quotients or None, where): of extended SHMEM against standard SHMEM and against MPI,
    of calls from the device against standard SHMEM, and of device buffers handed to MPI with libisthmus_mpi against MPI."""
    rows = []
    for key, what, words, _ in CLAIMS:
        extended, standard, mpi, device, direct = (_pick(figures, key, name) for name in (
            "extended SHMEM", "standard SHMEM", "MPI", "calls from the device", "MPI with libisthmus_mpi"))
        where = ""
        if extended:
            where = f"{extended['pes']} PEs" + (f", {extended['bytes']} B" if extended["bytes"] else "")
        rows.append((what, words, times_better(extended, standard) if extended and standard else None,
                     times_better(extended, mpi) if extended and mpi else None,
                     times_better(device, standard) if device and standard else None,
                     times_better(direct, mpi) if direct and mpi else None, where))
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
