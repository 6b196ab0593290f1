"""Runs a program whose pages are not in the page cache: cold_start.py PROGRAM LAUNCHER...

Exit code 77 (skipped) where the file system keeps them in memory anyway."""
import ctypes
import mmap
import os
import shutil
import subprocess
import sys
import tempfile


def resident_pages(path):
    """How many pages of the file the page cache holds, and how many there are."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
    libc.mincore.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p]
    libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    size = os.path.getsize(path)
    pages = (size + mmap.PAGESIZE - 1) // mmap.PAGESIZE
    flags = ctypes.create_string_buffer(pages)
    with open(path, "rb") as file:
        address = libc.mmap(None, size, mmap.PROT_READ, mmap.MAP_SHARED, file.fileno(), 0)
    if libc.mincore(address, size, flags) != 0:
        raise OSError(ctypes.get_errno(), "mincore")
    libc.munmap(address, size)
    return sum(byte & 1 for byte in flags.raw), pages


def evict(path):
    with open(path, "rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def main():
    program, launcher = sys.argv[1], sys.argv[2:]
    # A copy: the build may still hold pages of the original.
    with tempfile.TemporaryDirectory(dir=os.path.dirname(program)) as folder:
        copy = shutil.copy(program, folder)
        evict(copy)
        resident, pages = resident_pages(copy)
        print(f"{resident} of {pages} pages are in the page cache")
        if resident > pages // 4:
            print("skipped: this file system does not let go of them")
            return 77
        return subprocess.run(launcher + [copy], timeout=60).returncode


sys.exit(main())
