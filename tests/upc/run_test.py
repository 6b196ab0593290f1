"""Compiles a UPC program and runs it, or looks at how it is refused.
Usage: run_test.py UPCC OSHRUN runs static|dynamic SOURCE... | refused SOURCE | fails SOURCE | driver SOURCE"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
LIMIT = 60  # seconds for one command
# (threads, virtual nodes) of the runs; the two environments together have 3 and 4 threads on one node and on two.
RUNS = {"static": [(1, 1), (3, 2), (4, 1)], "dynamic": [(1, 1), (3, 1), (4, 2)]}
# Of what depends on powers of two.
MORE_RUNS = {"dynamic": [(2, 1), (5, 3), (7, 2), (8, 1)], "static": [(2, 2)]}


def call(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, errors="replace")


def compile_to(upcc, program, options, sources):
    made = call(upcc, "-Wall", *options, *sources, "-o", program)
    if made.returncode or made.stderr:
        sys.exit(f"upcc {options}: status {made.returncode}\n{made.stderr}")


def runs(upcc, oshrun, folder, environment, sources):
    """Every thread's checks hold, on all numbers of threads and nodes; what stands for THREADS is not in the program's size."""
    program = str(folder / "program")
    if environment == "dynamic":
        compile_to(upcc, program, [], sources)
        if os.path.getsize(program) > 1 << 20:
            sys.exit(f"the program has {os.path.getsize(program)} bytes")
    more = MORE_RUNS[environment] if sources[0] in ("barriers.upc", "collectives.upc", "locks.upc") else []
    for threads, nodes in RUNS[environment] + more:
        if environment == "static":
            compile_to(upcc, program, ["-T", str(threads)], sources)
        ran = call(oshrun, "-n", str(threads), "--nodes", str(nodes), program)
        if ran.returncode:
            sys.exit(f"{threads} threads on {nodes} nodes: status {ran.returncode}\n{ran.stdout}{ran.stderr}")


def refused(upcc, source):
    """Exactly the lines that say so are refused, each with its message; those that say so are warned of."""
    expected, warned = {}, {}
    for number, line in enumerate(pathlib.Path(source).read_text().splitlines(), 1):
        if found := re.search(r"// (refused|warned): (.*)", line):
            (expected if found.group(1) == "refused" else warned)[number] = found.group(2).strip()
    said = call(upcc, "-fsyntax-only", "-fopenmp", "-ferror-limit=0", source).stderr
    errors = {}
    for number, text in re.findall(re.escape(source) + r":(\d+):\d+: error: (.*)", said):
        errors.setdefault(int(number), []).append(text)
    wrong = [f"line {n}: not refused with '{text}', but {errors.get(n)}" for n, text in expected.items()
             if not any(text in one for one in errors.get(n, []))]
    wrong += [f"line {n}: no warning '{text}'" for n, text in warned.items()
              if not re.search(re.escape(source) + rf":{n}:\d+: warning: .*" + re.escape(text), said)]
    wrong += [f"line {n}: refused with {errors[n]}" for n in sorted(errors.keys() - expected.keys())]
    if wrong or not expected or "address_space" in said or "upcr_" in said:
        sys.exit("\n".join(wrong) + "\n" + said)


def fails(upcc, oshrun, folder, source):
    """The job ends with the line that the source names, on one node and, unless it says otherwise, on two."""
    only_one, expected = re.search(r"// fails( on one node)?: (.*)", pathlib.Path(source).read_text()).groups()
    program = str(folder / "program")
    compile_to(upcc, program, [], [source])
    for run in (["-n", "2"], ["-n", "4", "--nodes", "2"])[:1 if only_one else 2]:
        ran = call(oshrun, *run, program)
        if ran.returncode == 0 or expected.strip() not in ran.stderr:
            sys.exit(f"{run}: status {ran.returncode}, wanted '{expected}'\n{ran.stdout}{ran.stderr}")


def driver(upcc, oshrun, folder, source):
    """Options that upcc hands on or answers itself: dependencies, debug information, steps on their own, errors in a line."""
    made, listed, program = str(folder / "made.o"), folder / "made.d", str(folder / "program")
    compile_to(upcc, made, ["-c", "-T", "2", "-MD", "-MF", str(listed)], [source])
    compile_to(upcc, program, ["-T", "2"], [made])
    ran, wrong = call(oshrun, "-n", "2", program), call(oshrun, "-n", "3", program)
    ir = call(upcc, "-g", "-O0", "-S", "-emit-llvm", source, "-o", "-").stdout
    # Without OpenMP's library, which may not be here, the program is linked with simd alone.
    parallel = call(upcc, "-Wall", "-fopenmp", "-S", "-emit-llvm", "openmp.upc", "-o", "-")
    compile_to(upcc, program, ["-fopenmp-simd"], ["openmp.upc"])
    simd = call(oshrun, "-n", "2", program)
    spaced = call(upcc, "-T", "2", "-B", "/usr/bin", "--sysroot", "/", source, "-o", program, "-l", "m")
    (folder / "upc_collective.h").write_text("#error the user's own header\n")
    (folder / "empty.upc").write_text("shared int x;\n")
    (folder / "c89.upc").write_text("""#include <upc.h>
shared int x[4 * THREADS];
int main(void) { int i, wrong = 0; upc_forall (i = 0; i < 4 * THREADS; ++i; &x[i]) x[i] = i; upc_barrier;
for (i = 0; i < 4 * THREADS; ++i) wrong += x[i] != i; return wrong; }
""")
    c89 = folder / "c89"
    compile_to(upcc, str(c89), ["-std=c89"], [str(folder / "c89.upc")])
    no_main = call(upcc, str(folder / "empty.upc"), "-o", program)
    own = call(upcc, "-I", folder, "-include", "upc_collective.h", "-fsyntax-only", source)
    main_line = 1 + pathlib.Path(source).read_text().splitlines().index("int main(void) {")
    checks = {
        "dependencies": all(name in listed.read_text() for name in (source, "check.h", "upc_relaxed.h")),
        "compiled and linked apart": ran.returncode == 0,
        "another number of threads": wrong.returncode != 0 and "compiled for 2 threads (-T) and started with 3" in wrong.stderr,
        "debug information": re.search(rf'DISubprogram\(name: "main",.* line: {main_line},', ir) is not None,
        "OpenMP": "@__kmpc_fork_call(" in parallel.stdout and not parallel.stderr and simd.returncode == 0,
        "preprocessing": "upc_forall (i = 0; i < n; i++; i)" in call(upcc, "-E", source).stdout,
        "version": "UPC 1.3" in call(upcc, "--version").stdout,
        "bad -T": "-T wants a number of threads, not 'x'" in call(upcc, "-T", "x", source).stderr,
        "UPC-IO": "UPC-IO (upc_io.h) is not part of Isthmus" in call(upcc, "-include", "upc_io.h", "-fsyntax-only", source).stderr,
        "a header of the user's before ours": "the user's own header" in own.stderr,
        "no main": no_main.returncode != 0 and "upc_main_of_the_program" in no_main.stderr,
        "C89": call(oshrun, "-n", "3", str(c89)).returncode == 0,
        "other languages": all(f"{name} is not UPC or C" in call(upcc, source, name).stderr for name in ("a.cpp", "a.S")),
        "values in the next word": spaced.returncode == 0,
        "another command": "cat is no clang" in call(upcc, "-fupc-clang=cat", source).stderr,
        "no clang": "there is no /no/clang" in call(upcc, "-fupc-clang=/no/clang", source).stderr,
    }
    if failed := [name for name, held in checks.items() if not held]:
        sys.exit(f"wrong: {failed}\n{wrong.stderr}")


def main():
    upcc, oshrun, kind, *rest = sys.argv[1:]
    os.chdir(HERE)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if kind == "runs":
            runs(upcc, oshrun, folder, rest[0], rest[1:])
        elif kind == "refused":
            refused(upcc, rest[0])
        elif kind == "driver":
            driver(upcc, oshrun, folder, rest[0])
        else:
            fails(upcc, oshrun, folder, rest[0])


main()
