"""Does each type-generic name take the types that the table gives it, and no others? Writes one call per name and type,
lets the compiler read them all, and expects an error on the line of every call that the table does not have, and on no
other. Usage: misuse.py c|c++ INCLUDE_DIRECTORY COMPILER.."""
import re
import subprocess
import sys

import spec_tables

HEAD = {
    "c": "#include <shmem.h>\n#include <stdbool.h>\n",
    "c++": "#include <shmem.h>\n",
}
OTHERS = ["bool", "double _Complex", "float _Complex", "void *"]
# The C type that each fixed-width synonym is on LP64 Linux, such as long for int64_t.
STANDS_FOR = {"int8_t": "signed char", "int16_t": "short", "int32_t": "int", "int64_t": "long", "ptrdiff_t": "long",
              "uint8_t": "unsigned char", "uint16_t": "unsigned short", "uint32_t": "unsigned int",
              "uint64_t": "unsigned long", "size_t": "unsigned long"}
ARGUMENTS = {"TYPE *": "p", "const TYPE *": "p", "TYPE": "*p", "size_t": "1", "int": "0", "ptrdiff_t": "1",
             "shmem_ctx_t": "SHMEM_CTX_DEFAULT", "shmem_team_t": "SHMEM_TEAM_WORLD", "uint64_t *": "word",
             "uint64_t": "1", "const int *": "NULL", "size_t *": "indices"}


def calls(language):
    """(line of C, whether the table has it)"""
    generics = spec_tables.generics()
    every_type = [ctype for generic in generics for ctype in generic.chosen] + [*STANDS_FOR] + OTHERS
    every_type = list(dict.fromkeys(every_type))
    for generic in generics:
        if not generic.chosen:
            continue
        for signature in generic.signatures:
            arguments = ", ".join(ARGUMENTS[parameter.type] for parameter in signature.parameters)
            for number, ctype in enumerate(every_type):
                name = f"{generic.name}_{len(signature.parameters)}_{number}"
                line = (f"void call_{name}({ctype} *p, uint64_t *word, size_t *indices) "
                        f"{{ (void)word, (void)indices, (void){generic.name}({arguments}); }}")
                yield spec_tables.in_language(line, language), STANDS_FOR.get(ctype, ctype) in generic.chosen


def lines_with_errors(compiler, text):
    done = subprocess.run([*compiler, "-fsyntax-only", "-"], input=text, capture_output=True, text=True, check=False)
    return {int(line) for line in re.findall(r"^<stdin>:(\d+):\d+: error:", done.stderr, re.MULTILINE)}


def main():
    language = sys.argv[1]
    compiler = [*sys.argv[3:], "-x", language, "-I", sys.argv[2]]
    # The compiler must print all errors, and report each at the line of the call and not of the macro.
    compiler += ["-ferror-limit=0"] if "clang" in sys.argv[3] else ["-fmax-errors=0", "-ftrack-macro-expansion=0"]
    head = HEAD[language]
    cases = list(calls(language))
    refused = lines_with_errors(compiler, head + "\n".join(line for line, _ in cases) + "\n")
    wrong = 0
    for number, (line, allowed) in enumerate(cases, start=head.count("\n") + 1):
        if allowed == (number in refused):
            print("refused:" if allowed else "taken:", line)
            wrong += 1
    listed = sum(allowed for _, allowed in cases)
    print(f"{listed} calls of the table, {len(cases) - listed} others, {wrong} wrong")
    return 1 if wrong or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
