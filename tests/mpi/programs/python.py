"""Collectives from Python, where the MPI is loaded by dlopen long after the library: values, arrays and pickled objects."""
import ctypes
import sys

import numpy
from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, size = comm.rank, comm.size


def check(holds, what):
    if not holds:
        print(f"FAILED on rank {rank}: {what}", file=sys.stderr, flush=True)
        comm.Abort(3)


for call in range(10):
    check(comm.allreduce(rank + call) == size * (size - 1) // 2 + size * call, "allreduce of objects")
    check(comm.bcast({"call": call} if rank == 0 else None) == {"call": call}, "bcast of an object")
    mine = numpy.arange(10000, dtype="d") + rank
    total = numpy.empty_like(mine)
    comm.Allreduce(mine, total)
    check(numpy.array_equal(total, numpy.arange(10000) * size + size * (size - 1) // 2), "Allreduce of an array")
    blocks = numpy.full((size, 50), rank, dtype="i")
    seen = numpy.empty_like(blocks)
    comm.Alltoall(blocks, seen)
    check(all((seen[r] == r).all() for r in range(size)), "Alltoall")
    product = numpy.empty(1, dtype="q")
    comm.Scan(numpy.array([rank + 1], dtype="q"), product, op=MPI.PROD)
    check(product[0] == numpy.prod(numpy.arange(1, rank + 2)), "Scan")
    longest = comm.allreduce((len("x" * rank), rank), op=MPI.MAXLOC)
    check(longest == (size - 1, size - 1), "allreduce with MAXLOC of objects")

# As mpi4py's wheels do: a function of MPI 4 is called if it is found, whether this MPI has it or not.
allreduce_c = getattr(ctypes.CDLL(None), "MPI_Allreduce_c")


def handle(of):
    return ctypes.c_void_p.from_address(MPI._addressof(of)) if MPI._sizeof(of) == 8 else ctypes.c_int.from_address(MPI._addressof(of))


given, total = ctypes.c_int(rank), ctypes.c_int(-1)
code = allreduce_c(ctypes.byref(given), ctypes.byref(total), ctypes.c_int64(1), handle(MPI.INT), handle(MPI.SUM), handle(comm))
check(code == 0 and total.value == size * (size - 1) // 2, f"MPI_Allreduce_c: code {code}, total {total.value}")
