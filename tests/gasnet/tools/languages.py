"""GASNet's headers compile in every version of C and C++, in every mode and order, without a warning.
Usage: languages.py INCLUDE_FOLDER COMPILER... (a C and a C++ compiler by turns)"""
import itertools
import pathlib
import subprocess
import sys
import tempfile

C = ["c89", "gnu89", "c99", "c11", "c17", "c2x"]
CXX = ["c++11", "c++14", "c++17", "c++20", "c++2b"]
WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Wno-long-long -Wno-variadic-macros -Werror".split()
TOOLS_MODES = [[], ["-DGASNETT_THREAD_SINGLE"], ["-DGASNETT_THREAD_SAFE", "-DGASNET_DEBUG"], ["-DGASNETT_LITE_MODE"]]
TOOLS = ["gasnet_tools.h"]
PLATFORM = ["gasnet_portable_platform.h"]

CLIENT_MODES = [["-DGASNET_SEQ"], ["-DGASNET_PAR", "-DGASNET_DEBUG"], ["-DGASNET_PARSYNC"]]
ALL = ["gasnetex.h", "gasnet_vis.h", "gasnet_ratomic.h", "gasnet_coll.h", "gasnet_tools.h", "gasnet_mk.h", "gasnet.h",
       "gasnet_fwd.h"]
CLIENT = [ALL, ALL[::-1], ALL[4:] + ALL[:4]]


def client_cases(standards):
    """Each standard with each mode, in which the orders take turns: every pair of the three occurs."""
    return [(standard, flags, CLIENT[(at + turn) % len(CLIENT)])
            for at, standard in enumerate(standards) for turn, flags in enumerate(CLIENT_MODES)]


def compiles(compiler, language, standard, flags, headers, include):
    source = "".join(f"#include <{header}>\n" for header in headers) + "int main(void) { return 0; }\n"
    command = [compiler, "-x", language, f"-std={standard}", f"-I{include}", *WARNINGS, *flags, "-fsyntax-only", "-"]
    done = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
    if done.returncode:
        print(" ".join(command), headers, done.stderr, sep="\n")
    return done.returncode == 0


# Clients that see the class of a vendor's memory include this header.
VENDORS = {"CUDA_UVA": "cuda.h", "HIP": "hip/hip_runtime.h", "ZE": "level_zero/ze_api.h"}


def shows_class(compiler, language, include, name, header):
    """Whether the class is there with the vendor's header, or the macro, and not without."""
    def is_there(where, *more):
        source = f"#include <gasnetex.h>\n#if !GASNET_HAVE_MK_CLASS_{name}\n#error\n#endif\n"
        command = [compiler, "-x", language, f"-I{include}", f"-I{where}", "-DGASNET_SEQ", *more, "-fsyntax-only", "-"]
        return subprocess.run(command, input=source, capture_output=True, text=True, check=False).returncode == 0

    with tempfile.TemporaryDirectory() as empty, tempfile.TemporaryDirectory() as vendor:
        path = pathlib.Path(vendor, header)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        installed = subprocess.run([compiler, "-x", language, "-E", "-"], input=f"#include <{header}>\n", capture_output=True,
                                   text=True, check=False).returncode == 0
        fits = is_there(vendor) and is_there(empty, f"-DGASNET_HAVE_MK_CLASS_{name}=1") and is_there(empty) == installed
    if not fits:
        print(f"{compiler}: GASNET_HAVE_MK_CLASS_{name} does not follow {header}")
    return fits


def main():
    include, compilers = sys.argv[1], sys.argv[2:]
    tried, failed = 0, 0
    for at, compiler in enumerate(compilers):
        language, standards = ("c", C) if at % 2 == 0 else ("c++", CXX)
        few = [standards[0], standards[2], standards[-1]]
        cases = itertools.chain(itertools.product(standards, TOOLS_MODES, [TOOLS]),
                                itertools.product(few, [[]], [PLATFORM, PLATFORM + TOOLS]),
                                client_cases(few))
        for standard, flags, headers in cases:
            tried += 1
            failed += not compiles(compiler, language, standard, flags, headers, include)
        for name, header in VENDORS.items():
            tried += 1
            failed += not shows_class(compiler, language, include, name, header)
    print(f"{tried} compilations, {failed} failed")
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
