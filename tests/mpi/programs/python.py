"""Collectives from Python, where the MPI is loaded by dlopen long after the library: values, arrays and pickled objects."""
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
