"""Writes wrappers.c: every function of the API as one that brings this PE's device memory up to date, calls its pshmem_
twin with device addresses for pointers into the shadow, and lets go of what the call left open.
Usage: make_wrappers.py OUTPUT"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "api"))
import spec_tables  # noqa: E402

HEAD = """/* Written by make_wrappers.py from tests/api/data/api.tsv. */
#define ISTHMUS_NO_GENERICS
#include <pshmem.h>

#include "shadow.h"
"""

# Parameters that name symmetric data or its local counterpart; every other pointer is the host's: lists of PEs and of
# indices, masks, values to compare with, configurations, handles.
DATA = {"addr", "dest", "source", "fetch", "sig_addr", "ivar", "ivars", "pSync", "pWrk"}
HOST = {"cmp_values", "config", "ctx", "indices", "initialized", "major", "minor", "name", "new_team", "provided", "status",
        "target_pes", "team", "xaxis_config", "xaxis_team", "yaxis_config", "yaxis_team"}
# Defined in heap.cpp, or not wrapped because what they return does not depend on the contents of memory.
ELSEWHERE = {"shmem_init", "shmem_init_thread", "shmem_finalize", "start_pes", "shmem_malloc", "shmem_malloc_with_hints",
             "shmem_calloc", "shmem_align", "shmem_realloc", "shmem_free", "shmalloc", "shfree", "shrealloc", "shmemalign",
             "shmem_ptr", "shmem_team_ptr", "shmem_set_lock", "shmem_clear_lock", "shmem_test_lock"}
PLAIN = {"shmem_pcontrol", "shmem_global_exit", "shmem_my_pe", "_my_pe", "shmem_n_pes", "_num_pes", "shmem_query_thread",
         "shmem_query_initialized", "shmem_info_get_name", "shmem_info_get_version", "shmem_pe_accessible",
         "shmem_team_my_pe", "shmem_team_n_pes", "shmem_team_translate_pe"}


def argument(parameter):
    if "*" not in parameter.type or parameter.name in HOST:
        return parameter.name
    if parameter.name not in DATA:
        sys.exit(f"make_wrappers.py: is {parameter.type} {parameter.name} data or the host's?")
    return f"shadow_to_device({parameter.name})"


def definition(function):
    arguments = ", ".join(argument(parameter) for parameter in function.parameters)
    keep, leave = ("", "") if function.result == "void" else (f"{function.result} result = ", "  return result;\n")
    return (f"{function.declarator(function.name, 'c')} {{\n"
            f"  shadow_close();\n"
            f"  {keep}p{function.name}({arguments});\n"
            f"  shadow_close();\n{leave}}}")


def main():
    functions = [function for function in spec_tables.functions() if function.name not in ELSEWHERE | PLAIN]
    pathlib.Path(sys.argv[1]).write_text("\n".join([HEAD, *map(definition, functions), ""]))


if __name__ == "__main__":
    main()
