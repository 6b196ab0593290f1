"""Writes isthmus_nvshmem/names.h: the names of NVSHMEM that are OpenSHMEM's with "nv" or "NV" in front, for every function, type and
constant that our headers declare, so that the headers stay the only owner of the list; and our version as the vendor's.
Usage: make_names.py CXX INCLUDE VERSION OUT"""
import pathlib
import re
import subprocess
import sys

# What NVSHMEM has with another meaning: nvshmem.h defines these.
OTHERWISE = {"shmem_init", "shmem_init_thread", "shmem_finalize", "shmem_malloc", "shmem_calloc", "shmem_align", "shmem_barrier",
             "SHMEM_MAJOR_VERSION", "SHMEM_MINOR_VERSION", "SHMEM_VENDOR_STRING"}
SOURCE = '#include "shmem.h"\n#include "shmemx.h"\n#include "shmemx_device.h"\n'


def preprocess(compiler, include, *options):
    done = subprocess.run([compiler, "-std=c++17", "-x", "c++", "-E", *options, "-I", include, "-"], input=SOURCE, text=True,
                          capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(f"make_names.py: {compiler} does not preprocess our headers:\n{done.stderr}")
    return done.stdout


def names(compiler, include):
    text = preprocess(compiler, include, "-P")
    yield from re.findall(r"\b(shmemx?_\w+) ?\(", text)
    yield from re.findall(r"\b(shmemx?_\w+_t) ?;", text)
    yield from re.findall(r"^#define (SHMEMX?_[A-Z_]+)\b(?!\()", preprocess(compiler, include, "-dM"), re.MULTILINE)


def main():
    compiler, include, version, out = sys.argv[1:]
    found = sorted(set(names(compiler, include)) - OTHERWISE)
    lines = ["/* Made by layers/nvshmem/make_names.py. */"]
    lines += [f"#define {'NV' if name.isupper() else 'nv'}{name} {name}" for name in found]
    lines += [f"#define NVSHMEM_VENDOR_{part}_VERSION {number}"
              for part, number in zip(("MAJOR", "MINOR", "PATCH"), version.split("."), strict=True)]
    text = "\n".join(lines) + "\n"
    path = pathlib.Path(out)
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text() != text:
        path.write_text(text)


if __name__ == "__main__":
    main()
