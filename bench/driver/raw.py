"""The provider itself, measured by bench/fabric/raw: a side of the comparison that is no SHMEM library."""
import pathlib
import shutil

from . import process


class RawFabric:
    label, heading, version = "raw", "raw", "libfabric, tcp;ofi_rxm on 127.0.0.1"
    oshcc = oshrun = None

    def __init__(self, program):
        """Raises ValueError when there is no such program."""
        found = shutil.which(str(program))
        if found is None:
            raise ValueError(f"{program} is not a program")
        self.program = str(pathlib.Path(found).absolute())
        self.commands = []

    def build(self, benchmark, _ops, _work):
        """The name under which the program knows this benchmark, or None where it has nothing to compare."""
        return benchmark.name if benchmark.raw else None

    def covers(self, _figure):
        return True

    def job(self, _pes, operation, arguments, _work, limit_s):
        command = [self.program, operation, *arguments]
        words = " ".join(command)
        if words not in self.commands:
            self.commands.append(words)
        return process.run(command, limit_s)
