"""Do the headers declare what the tables list, and nothing else? Reads what the preprocessor makes of pshmem.h (which
includes shmem.h): functions from the declarations, constants and generics from the macros.
Usage: declared_names.py INCLUDE_DIRECTORY COMPILER.."""
import re
import subprocess
import sys

import spec_tables


def preprocessed(compiler, *options):
    command = [*compiler, "-x", "c", *options, "-"]
    return subprocess.run(command, input="#include <pshmem.h>\n", capture_output=True, text=True, check=True).stdout


def declared_functions(text):
    """Names followed by a parameter list, but for those of the system's headers."""
    names = re.findall(r"\b(\w+)\s*\(", text)
    return [name for name in names if re.match(r"p?(_?shm|sh|start_pes|_my_pe|_num_pes)", name)]


def defined_macros(text):
    return set(re.findall(r"^#define (_?SHMEM_\w+|shmem_\w+)", text, re.MULTILINE))


def differences(what, required, found):
    for name in sorted(required - found):
        yield f"{what} {name} is missing"
    for name in sorted(found - required):
        yield f"{what} {name} is in no table"


def main():
    compiler = [*sys.argv[2:], "-I", sys.argv[1]]
    declared = declared_functions(preprocessed(compiler, "-std=c99", "-E", "-P"))
    required = {prefix + function.name for function in spec_tables.functions() for prefix in ("", "p")}
    wrong = list(differences("function", required, set(declared)))
    wrong += [f"function {name} is declared twice" for name in sorted(set(declared)) if declared.count(name) > 1]

    constants = {constant.name for constant in spec_tables.constants()}
    generics = {generic.name for generic in spec_tables.generics()}
    wrong += differences("constant", constants, defined_macros(preprocessed(compiler, "-std=c99", "-E", "-dM")))
    wrong += differences("macro", constants | generics, defined_macros(preprocessed(compiler, "-std=c11", "-E", "-dM")))

    for line in wrong:
        print(line)
    print(f"{len(required)} functions, {len(constants)} constants, {len(generics)} generics, {len(wrong)} wrong")
    return 1 if wrong or not required else 0


if __name__ == "__main__":
    sys.exit(main())
