"""What is run. A job is one program on one number of PEs; jobs with the same `group` are run in turn and compared."""
import dataclasses
import pathlib

APPS = pathlib.Path(__file__).resolve().parents[2] / "apps"

COMMON = ("frame/colour.c", "frame/command_line.c", "frame/device_host.c", "frame/job_clock.c", "frame/png_none.c",
          "frame/result.c")
PROBLEMS = {
    "gups": ("gups/problem.c",),
    "fft": ("fft/problem.c", "fft/picture.c", "fft/by_blocks.c", "fft/kernels.c", "fft/oracle_sums.c"),
    "matmul": ("matmul/problem.c", "matmul/product_host.c", "matmul/oracle_vectors.c"),
    "heat": tuple(f"heat/{name}.c" for name in ("block", "check", "faces", "gather", "local_memory", "main", "options",
                                                "report", "shell", "slice", "spectrum", "start", "stencil")),
    "micro": ("micro/problem.c",),
}
# What an app's device.c has in their place.
NOT_IN_DEVICE = ("fft/by_blocks.c", "matmul/product_host.c", "heat/faces.c", "heat/shell.c")
STANDARD_ON_HOST = {"gups": ("gups/host.c", "gups/one_sided.c")}


def sources(app, model):
    """The files of an app in host memory, with "shmem" or "mpi"."""
    if model == "mpi":
        return (*COMMON, "frame/job_mpi.c", *PROBLEMS[app], f"{app}/mpi.c")
    return (*COMMON, "frame/job_shmem.c", *PROBLEMS[app], *STANDARD_ON_HOST.get(app, (f"{app}/standard.c",)))


def device_sources(app, version):
    """The files of an app on a device, in one of its versions."""
    on_device = {"frame/device_host.c": "frame/device_omp.c", "matmul/product_host.c": "matmul/product_device.c"}
    job = ("frame/job_mpi.c",) if version in ("mpi", "mpi_device") else ("frame/job_shmem.c",)
    more = ("frame/symmetric.c",) if version in ("extended", "device") else ()
    if (app, version) == ("gups", "extended"):
        more += ("gups/one_sided.c",)
    problem = [name for name in PROBLEMS[app] if version != "device" or name not in NOT_IN_DEVICE]
    return tuple(on_device.get(name, name) for name in (*COMMON, *problem, *job, f"{app}/{version}.c", *more))


def versions(app):
    """The versions of an app for device memory."""
    more = (version for version in ("mpi_device", "device") if (APPS / app / f"{version}.c").is_file())
    return ("standard", "extended", "mpi", *more)


@dataclasses.dataclass(frozen=True)
class Series:
    """One curve: who exchanges how, in which memory."""
    name: str  # for people
    version: str  # standard, extended, mpi, mpi_device, device
    memory: str  # host, device
    side: str  # of measure.py: ours, peer, mpi, mpi_ours
    arguments: tuple = ()


HOST = (
    Series("Isthmus", "standard", "host", "ours"),
    Series("Open MPI OSHMEM", "standard", "host", "peer"),
    Series("Open MPI (MPI)", "mpi", "host", "mpi"),
)
DEVICE = (
    Series("standard SHMEM", "standard", "device", "ours"),
    Series("extended SHMEM", "extended", "device", "ours"),
    Series("MPI", "mpi", "device", "mpi"),
    Series("calls from the device", "device", "device", "ours"),
)
# Buffers on the device, handed to the MPI as they are, with libisthmus_mpi in front of it.
DIRECT = Series("MPI with libisthmus_mpi", "mpi_device", "device", "mpi_ours")
BATCH = ("--batch", "128")
GUPS_HOST = (*HOST[:2], Series("Isthmus, batched", "standard", "host", "ours", BATCH),
             Series("Open MPI OSHMEM, batched", "standard", "host", "peer", BATCH), HOST[2])
GUPS_DEVICE = (*DEVICE, Series("extended SHMEM, batched", "extended", "device", "ours", BATCH))


@dataclasses.dataclass(frozen=True)
class Sizes:
    """How large the problems are."""
    gups: int
    gups_batched: int
    gups_by_message: int  # where a word is asked for by messages, or is on a device
    gups_in_kernels: int  # where kernels update words
    fft: int
    matmul: int
    heat: int
    heat_steps: int
    micro: int
    repeat: int
    micro_repeat: int


SIZES = {
    "quick": Sizes(100000, 100000, 2000, 20000, 32, 24, 8, 4, 512, 1, 2),
    "host": Sizes(1 << 21, 1 << 21, 20000, 1 << 18, 1024, 720, 96, 60, 1 << 20, 5, 100),
    "gpu": Sizes(1 << 21, 1 << 18, 20000, 1 << 26, 4096, 8192, 320, 200, 1 << 26, 5, 50),
}


@dataclasses.dataclass(frozen=True)
class Job:
    app: str
    series: Series
    pes: int
    scaling: str  # strong, weak or none
    arguments: tuple

    @property
    def group(self):
        return self.app, self.series.memory, self.scaling, self.pes


def _arguments(app, series, sizes, pes, scaling):
    if app == "gups":
        by_message = series.version == "mpi" or series.memory == "device"
        if series.version == "device":
            return "--size", sizes.gups_in_kernels, "--words", max(1 << 17, sizes.gups_in_kernels // 4)
        count = sizes.gups_batched if series.arguments else sizes.gups_by_message if by_message else sizes.gups
        return "--size", count, "--words", max(1 << 17, count // 4)
    if app == "heat":
        depth = sizes.heat * pes if scaling == "weak" else sizes.heat
        return ("--size", f"{sizes.heat}x{sizes.heat}x{depth}", "--steps", sizes.heat_steps)
    if app == "micro":
        return ("--size", sizes.micro, "--repeat", sizes.micro_repeat)
    return ("--size", getattr(sizes, app), "--repeat", sizes.repeat)


def jobs(memories, pes_list, sizes):
    """All jobs, those of one group side by side."""
    scalings = {"gups": ("weak",), "fft": ("strong",), "matmul": ("strong",), "heat": ("strong", "weak"),
                "micro": ("none",)}
    for memory in memories:
        for app, ways in scalings.items():
            series_list = {"host": HOST, "device": (*DEVICE, DIRECT)}[memory]
            if app == "gups":
                series_list = {"host": GUPS_HOST, "device": GUPS_DEVICE}[memory]
            for scaling in ways:
                for pes in pes_list:
                    if app == "micro" and pes < 2:
                        continue
                    for series in series_list:
                        if app == "micro" and series.side == "peer":
                            continue  # it has no put with signal
                        if memory == "device" and series.version not in versions(app):
                            continue
                        words = map(str, (*_arguments(app, series, sizes, pes, scaling), *series.arguments))
                        yield Job(app, series, pes, scaling, tuple(words))
