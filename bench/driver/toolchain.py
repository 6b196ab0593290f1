"""One OpenSHMEM installation: its compiler wrapper, its launcher, and how to call them."""
import copy
import os
import pathlib
import re
import shutil
import sys

from . import process

# _POSIX_C_SOURCE: clock_gettime, which strict C11 hides.
CFLAGS = ("-std=c11", "-D_POSIX_C_SOURCE=200809L", "-O2", "-Wall", "-Wextra", "-pthread")
COMPILE_LIMIT_S = 60

# --oversubscribe makes its PEs yield when they outnumber the cores. The last option avoids its memory hooks, which
# crash at exit on Debian 12.
OPEN_MPI_OPTIONS = ("--allow-run-as-root", "--oversubscribe", "--mca", "opal_common_ucx_opal_mem_hooks", "0")
# Makes every process of Open MPI a node of its own: UCX with tcp alone, which it refuses unless told to take any.
OPEN_MPI_WIRE = ("--mca", "pml", "ucx", "--mca", "spml", "ucx", "--mca", "opal_common_ucx_tls", "any",
                 "--mca", "opal_common_ucx_devices", "any", "-x", "UCX_TLS=tcp,self")


class Lacking(Exception):
    """Raised if the installation lacks a function that a benchmark needs."""


class Toolchain:
    heading = "theirs"  # of the table, where this is not our side

    def __init__(self, label, oshcc, oshrun=None, options=()):
        """Raises ValueError when one of the two programs is missing."""
        self.label = label
        self.oshcc = self._program(oshcc)
        self.oshrun = self._program(oshrun or pathlib.Path(self.oshcc).parent / "oshrun")
        self.version = self._version()
        self.is_open_mpi = re.search(r"OpenRTE|Open MPI|open-mpi", self.version) is not None
        self.options = (*(OPEN_MPI_OPTIONS if self.is_open_mpi else ()), *options)  # of oshrun
        self.settings = {}  # added to the environment of its jobs
        self.programs = {}  # by benchmark, shared with the sides that differ in settings alone
        self.commands = []  # everything that was compiled or started, in order, without repetition

    def as_nodes(self):
        """Lets each process be a node of its own. Raises ValueError if this installation cannot be told so."""
        if not self.is_open_mpi:
            raise ValueError(f"{self.oshrun} is not Open MPI's: its processes cannot be told to use tcp alone")
        self.options = (*self.options, *OPEN_MPI_WIRE)
        return self

    def with_settings(self, label, settings):
        """Another side: the same programs, run with these environment variables."""
        side = copy.copy(self)
        side.label = side.heading = label
        side.settings = {**self.settings, **settings}
        side.commands = []
        return side

    @staticmethod
    def _program(path):
        found = shutil.which(str(path))
        if found is None:
            raise ValueError(f"{path} is not a program")
        return str(pathlib.Path(found).absolute())

    def _version(self):
        try:
            output, _ = process.run([self.oshrun, "--version"], 20)
        except process.CommandFailed as error:
            raise ValueError(str(error)) from error
        return next((line for line in output.splitlines() if line.strip()), "")

    def covers(self, _figure):
        """Whether a figure that its programs report is one of this side."""
        return True

    def _note(self, command):
        words = " ".join(map(str, command))
        if words not in self.commands:
            self.commands.append(words)

    def compile(self, sources, program, flags=()):
        """Returns the compiler's warnings."""
        command = [self.oshcc, *CFLAGS, *flags, *map(str, sources), "-o", str(program)]
        self._note(command)
        return process.run(command, COMPILE_LIMIT_S)[0]

    def build(self, benchmark, ops, work):
        """Compiles one file of bench/ops and returns the program. Raises Lacking or process.CommandFailed."""
        if benchmark.name not in self.programs:
            self.programs[benchmark.name] = self._build(benchmark, ops, work)
        return self.programs[benchmark.name]

    def _build(self, benchmark, ops, work):
        missing = self.lacks(benchmark.needs, work)
        if missing:
            raise Lacking(f"has no {', '.join(missing)}")
        program = work / f"{benchmark.name}_{self.label}"
        shared = [self.compiled(ops.parent / name, work)
                  for name in ("harness.c", "figures.c", "options.c", *benchmark.sources)]
        self._compile_and_warn([ops / f"{benchmark.name}.c", *shared], program)
        return program

    def _compile_and_warn(self, sources, result, flags=()):
        warnings = self.compile(sources, result, flags)
        if warnings.strip():
            print(warnings.strip(), file=sys.stderr)

    def compiled(self, source, work):
        """The object of a source that several programs share, which is compiled once for all that have the same `work`."""
        compiled = work / f"{source.stem}_{self.label}.o"
        if not compiled.exists():
            self._compile_and_warn([source], compiled, ["-c"])
        return compiled

    def lacks(self, symbols, work):
        """Those symbols that <shmem.h> (extensions: <shmemx.h>) does not declare or the library does not define."""
        if not symbols or self._has(symbols, work):
            return []
        return [symbol for symbol in symbols if not self._has([symbol], work)]

    def _has(self, symbols, work):
        source = work / f"probe_{self.label}.c"
        headers = {"shmemx.h" if symbol.startswith("shmemx_") else "shmem.h" for symbol in symbols}
        # The addresses are kept in memory, so that an undeclared name is an error and the reference cannot be optimised
        # away.
        source.write_text("".join(f"#include <{header}>\n" for header in sorted(headers)) +
                          "void (*volatile kept[])(void) = {0" +
                          "".join(f", (void (*)(void)){symbol}" for symbol in symbols) + "};\n" +
                          "int main(void) { return kept[0] != 0; }\n")
        try:
            process.run([self.oshcc, str(source), "-o", str(source.with_suffix(""))], COMPILE_LIMIT_S)
        except process.CommandFailed:
            return False
        return True

    def job(self, pes, program, arguments, work, limit_s, settings=None):
        """Runs one job, with `settings` added to the environment, and returns (output, wall seconds)."""
        command = [self.oshrun, *self.options, "-n", str(pes), str(program), *arguments]
        settings = {**self.settings, **(settings or {})}
        self._note([*(f"{name}={value}" for name, value in settings.items()), *command])
        # Open MPI leaves a folder in TMPDIR when it is ended by a limit; in `work` it goes with the rest.
        env = {**os.environ, **settings, **({"TMPDIR": str(work)} if self.is_open_mpi else {})}
        return process.run(command, limit_s, env=env)
