"""Writes in_region.c: every call of the API that device code has, as a function that makes it inside an OpenMP target region.
The library that is made of it is loaded before a conformance program, which then runs unchanged, with the functions of
shmemx_device.h compiled for the host. Usage: make_calls.py OUTPUT"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "api"))
import spec_tables  # noqa: E402

HEAD = """/* Written by make_calls.py from tests/api/data/api.tsv. */
#define ISTHMUS_NO_GENERICS
#define ISTHMUS_DEVICE_ON_HOST
#include <pshmem.h>
#include <shmemx_device.h>

#pragma omp begin declare target
"""

# Made by one thread of a device. The rest allocates, makes teams, is a scan, or was deprecated before devices had calls; and
# devices have no long double.
ON_DEVICES = re.compile(
    r"shmem_(ctx_)?(\w+_)?(put|get|put_nbi|get_nbi|p|g|iput|iget|ibput|ibget|put_signal|put_signal_nbi)$"
    r"|shmem_(ctx_)?i?b?(put|get)(8|16|32|64|128|mem)(_signal)?(_nbi)?$"
    r"|shmem_(ctx_)?\w+_atomic_\w+$|shmem_\w+_(wait_until|test)(_(all|any|some)(_vector)?)?$"
    r"|shmem_(ctx_)?signal_\w+$|shmem_(ctx_)?(fence|quiet|pe_quiet)$"
    r"|shmem_(barrier_all|sync_all|team_sync)$|shmem_(\w+_)?(broadcast|f?collect|alltoalls?)(mem)?$"
    r"|shmem_\w+_(and|or|xor|max|min|sum|prod)_reduce$"
    r"|shmem_(my_pe|n_pes|ptr|team_ptr|team_my_pe|team_n_pes|team_translate_pe)$")


def field(parameter):
    return f"{parameter.type} {parameter.name};".replace("const ", "", 1) if "*" not in parameter.type \
        else f"{parameter.type} {parameter.name};"


def on_device(number, function):
    """The structure of the arguments, and the function that makes the call with them."""
    parameters = [p for p in function.parameters if p.name]
    fields = " ".join(field(p) for p in parameters)
    result = "" if function.result == "void" else f"{function.result} result;"
    arguments = ", ".join(f"a->{p.name}" for p in parameters)
    keep = "" if function.result == "void" else "a->result = "
    return (f"struct call{number} {{ {fields} {result} char unused; }};\n"
            f"static void call{number}(void *all) {{\n"
            f"  struct call{number} *a = all;\n  (void)a;\n  {keep}device_{function.name}({arguments});\n}}")


def on_host(number, function):
    parameters = [p for p in function.parameters if p.name]
    values = "".join(f"  a.{p.name} = {p.name};\n" for p in parameters)
    leave = "" if function.result == "void" else "  return a.result;\n"
    if re.search("fence|quiet", function.name):  # calls with long double are the host's, whose order is its own
        leave = f"  p{function.name}({', '.join(p.name for p in parameters)});\n"
    enter = "  pshmem_quiet();\n" if function.name == "shmem_barrier_all" else ""
    return (f"__attribute__((visibility(\"default\"))) {function.declarator(function.name, 'c')} {{\n"
            f"  struct call{number} a;\n{enter}{values}  in_region({number}, &a);\n{leave}}}")


def main():
    functions = [f for f in spec_tables.functions() if ON_DEVICES.match(f.name) and "longdouble" not in f.name]
    lines = [HEAD, *(on_device(i, f) for i, f in enumerate(functions))]
    table = ", ".join(f"call{i}" for i in range(len(functions)))
    lines.append(f"static void (*const calls[])(void *) = {{{table}}};\n#pragma omp end declare target\n")
    lines.append("static void in_region(int which, void *arguments) {\n"
                 "  uint64_t address = (uint64_t)arguments;\n"
                 "#pragma omp target firstprivate(which, address)\n"
                 "  calls[which]((void *)address);\n}\n")
    lines += [on_host(i, f) for i, f in enumerate(functions)]
    pathlib.Path(sys.argv[1]).write_text("\n".join([*lines, ""]))


if __name__ == "__main__":
    main()
