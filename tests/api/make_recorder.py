"""Writes a profiling tool that defines every function of the table: it notes the name, then calls the pshmem_ twin.
Usage: make_recorder.py OUTPUT"""
import pathlib
import sys

import spec_tables

HEAD = """/* Written by make_recorder.py from data/api.tsv. */
#define ISTHMUS_NO_GENERICS
#include <pshmem.h>

const char *recorded = "";
"""


def definition(function):
    arguments = ", ".join(parameter.name for parameter in function.parameters)
    leave = "" if function.result == "void" else "return "
    return (f"{function.declarator(function.name, 'c')} {{\n"
            f'  recorded = "{function.name}";\n'
            f"  {leave}p{function.name}({arguments});\n}}")


def main():
    variadic = {"shmem_pcontrol"}  # cannot be passed on
    functions = [function for function in spec_tables.functions() if function.name not in variadic]
    pathlib.Path(sys.argv[1]).write_text("\n".join([HEAD, *map(definition, functions), ""]))


if __name__ == "__main__":
    main()
