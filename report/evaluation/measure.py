"""Runs the jobs in several rounds, with the series of a group in turn, and keeps every figure."""
import json
import os
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
from driver import process, toolchain  # noqa: E402

from . import plan  # noqa: E402

BATCHES = {"micro": 300}
CFLAGS = ("-std=gnu11", "-O3", "-Wno-unknown-pragmas")


class Side:
    """How programs of one library are compiled for host memory and started."""

    def __init__(self, label, compiler, launcher, options=()):
        self.label, self.compiler, self.launcher, self.options = label, compiler, launcher, tuple(options)
        self.programs = {}

    def build(self, app, work):
        """The program for host memory. Raises process.CommandFailed."""
        if app not in self.programs:
            program = work / f"{app}_{self.label}"
            files = [plan.APPS / name for name in plan.sources(app, "mpi" if self.label == "mpi" else "shmem")]
            process.run([self.compiler, *CFLAGS, *files, "-lm", "-o", program], 120)
            self.programs[app] = program
        return self.programs[app]

    def compile_command(self, app):
        model = "mpi" if self.label == "mpi" else "shmem"
        return " ".join([str(self.compiler), *CFLAGS, *(f"apps/{name}" for name in plan.sources(app, model)), "-lm", "-o",
                         f"{app}_{self.label}"])


def sides(oshrun, oshcc, peer, mpirun, mpicc, library):
    """The sides that are installed, by label. `library`: libisthmus_mpi, which need not be there."""
    found = {"ours": Side("ours", oshcc, oshrun)}
    if peer and shutil.which(str(peer)):
        found["peer"] = Side("peer", peer, pathlib.Path(peer).parent / "oshrun", toolchain.OPEN_MPI_OPTIONS)
    if mpirun and shutil.which(str(mpirun)):
        found["mpi"] = Side("mpi", mpicc if mpicc and shutil.which(str(mpicc)) else None, mpirun,
                            toolchain.OPEN_MPI_OPTIONS)
        if library.is_file():
            found["mpi_ours"] = Side("mpi_ours", None, mpirun, (*toolchain.OPEN_MPI_OPTIONS, "-x", f"LD_PRELOAD={preloaded(library)}"))
    return found


def preloaded(library):
    """Before what is preloaded already."""
    return ":".join(filter(None, (str(library), os.environ.get("LD_PRELOAD"))))


def _points(job, result):
    """(metric, bytes, unit, better, value) of one run."""
    if job.app == "micro":
        for figure in result["figures"]:
            yield figure["metric"], figure["bytes"], "us", "lower", figure["median"]
        return
    yield "rate", 0, result["unit"], "higher", result["rate"]


class Measurement:
    def __init__(self, found, programs, partition, rounds, limit_s, work):
        """`programs`: the folder of programs for device memory, or None. `partition`: what partition 2 is for them."""
        self.sides, self.programs, self.partition = found, programs, partition
        self.rounds, self.limit_s, self.work = rounds, limit_s, work
        self.samples, self.commands, self.not_run = {}, [], []
        self.failed = []  # the lines of not_run that are our own failures; a peer that fails is only shown

    def _program(self, job):
        """The program of a job, or None with a line in `not_run`."""
        side = self.sides.get(job.series.side)
        name = f"{job.app}, {job.series.name}, {job.series.memory} memory"
        if side is None:
            return self._leave_out(f"{name}: {'Open MPI' if job.series.side in ('peer', 'mpi', 'mpi_ours') else 'it'} is not installed")
        if job.series.memory == "device":
            program = self.programs / f"{job.app}_{job.series.version}" if self.programs else None
            if program is None or not program.is_file():
                return self._leave_out(f"{name}: not built (no clang with OpenMP offloading, or no MPI to build with)")
            return program
        if side.compiler is None:
            return self._leave_out(f"{name}: no compiler for it")
        try:
            built = side.build(job.app, self.work)
        except process.CommandFailed as error:
            return self._fail(job, f"{name}: ", error)
        self._note(side.compile_command(job.app))
        return built

    def _leave_out(self, line):
        if line not in self.not_run:
            self.not_run.append(line)

    def _fail(self, job, name, error):
        ours = job.series.side in ("ours", "mpi_ours")
        line = f"{name}{'' if ours else 'the peer '}failed: {error}"
        if ours and line not in self.failed:
            self.failed.append(line)
        return self._leave_out(line)

    def _note(self, command):
        if command not in self.commands:
            self.commands.append(command)

    def _launch(self, job, program):
        side, out = self.sides[job.series.side], self.work / "result.json"
        out.unlink(missing_ok=True)
        settings = {}
        if job.series.memory == "device":
            settings = {"OMP_NUM_THREADS": "1"}
            if job.series.version in ("extended", "device"):
                settings["SHMEM_SYMMETRIC_PARTITION2"] = self.partition
        command = [side.launcher, *side.options, "-n", str(job.pes), program, *job.arguments]
        shown = [*(f"{name}={value}" for name, value in settings.items()), *map(str, command)]
        self._note(" ".join(shown).replace(str(self.work) + "/", ""))
        env = {**os.environ, **settings, "TMPDIR": str(self.work)}
        process.run([*command, "--json", out], self.limit_s, env=env)
        result = json.loads(out.read_text())
        if not result.get("check", {}).get("passed"):
            raise process.CommandFailed(command, "did not check its result", "")
        return result

    def _keep(self, job, result):
        for metric, size, unit, better, value in _points(job, result):
            key = (job.app, metric, job.series.name, job.series.version, job.series.memory, job.scaling, job.pes, size, unit,
                   better, " ".join(job.arguments))
            self.samples.setdefault(key, []).append(value)

    def run(self, jobs, after_group=lambda: None):
        groups = {}
        for job in jobs:
            groups.setdefault(job.group, []).append(job)
        for (app, memory, scaling, pes), members in groups.items():
            print(f"{app}, {memory} memory, {scaling} scaling, {pes} PEs ...", file=sys.stderr, flush=True)
            programs = {job: self._program(job) for job in members}
            for turn in range(self.rounds):
                for job in members if turn % 2 == 0 else members[::-1]:
                    if programs[job] is None:
                        continue
                    try:
                        self._keep(job, self._launch(job, programs[job]))
                    except (process.CommandFailed, OSError, ValueError, KeyError) as error:
                        self._fail(job, f"{app}, {job.series.name}, {memory} memory, {pes} PEs: ", error)
                        programs[job] = None
            after_group()

    def figures(self):
        names = ("app", "metric", "series", "version", "memory", "scaling", "pes", "bytes", "unit", "better", "arguments")
        return [{**dict(zip(names, key)), "values": values} for key, values in self.samples.items()]
