"""Writes the calls of every type-generic name with every type that the table gives it, with and without a context, for
generics.c to include. Usage: make_generics.py OUTPUT"""
import pathlib
import re
import sys

import generic_cases
import spec_tables

NAMED = {"double _Complex": "complexd", "float _Complex": "complexf"}

# Names that are functions too have no type to choose by; generics.c calls them in code of its own.
BY_HAND = {"shmem_signal_add", "shmem_signal_set", "shmem_sync"}


def body(generic, ctype, typename, ctx):
    text = generic_cases.CASES[generic.name.removeprefix("shmem_")]
    called = f'CALLED("{generic.typed_name(typename, ctx)}")'
    if (generic.name, ctype) == ("shmem_wait_until", "long"):
        called = "CALLED_WAIT_UNTIL_LONG"
    text = re.sub(r"\bCALLED\b", called, text)
    text = text.replace("CALL ", f"{generic.name}({'ctx, ' if ctx else ''}")
    return re.sub(r"\bT\b", NAMED.get(ctype, ctype), text)


def main():
    lines = ["/* Written by make_generics.py from data/generics.tsv. */"]
    names = []
    for generic in spec_tables.generics():
        if generic.name in BY_HAND:
            continue
        for ctype, typename in generic.chosen.items():
            for signature in generic.signatures:
                ctx = generic.with_ctx(signature)
                name = generic.typed_name(typename, ctx).replace("shmem_", "call_", 1)
                names.append(name)
                lines.append(f"static void {name}(void) {{{body(generic, ctype, typename, ctx)}}}\n")
    lines.append("static void (*const calls[])(void) = {\n  " + ",\n  ".join(names) + ",\n};")
    pathlib.Path(sys.argv[1]).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
