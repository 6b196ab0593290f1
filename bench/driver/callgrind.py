"""Reads the dumps of valgrind's callgrind, written with --compress-strings=no --compress-pos=no."""
import collections
import re

TRIGGER = re.compile(r"^desc: Trigger: Client Request: (\S+):([0-9]+)$", re.MULTILINE)

# What is counted on the wire: the way over this provider, which every libfabric has. Others may need longer calls.
WIRE = {"SHMEM_OFI_PROVIDER": "tcp;ofi_rxm"}

COST = re.compile(r"(?:(?P<address>0x[0-9a-f]+) )?[0-9]+ (?P<cost>[0-9]+)$")


def dump_label(text):
    """(name, calls) as a program gave them with CALLGRIND_DUMP_STATS_AT("name:calls"), or None for other dumps."""
    found = TRIGGER.search(text)
    return (found.group(1), int(found.group(2))) if found else None


def per_call(short, long, calls):
    """Instructions per call by (object, function), from the costs of `calls` and of 2 * `calls` calls.

    The difference of two runs is used because callgrind attributes some dozens of instructions around a mark to the
    wrong side of it."""
    rates = {key: (long[key] - short[key]) / calls for key in long.keys() | short.keys()}
    return {key: rate for key, rate in sorted(rates.items(), key=lambda item: -item[1]) if rate != 0}


def self_cost(text, is_misplaced=None):
    """Instructions by (object, function), each counted where it was executed and nowhere else.

    After a function that jumps to another one has returned, callgrind takes what its caller executes for a part of it. Dumps
    with addresses (--dump-instr=yes) show that: what is_misplaced(object, address) tells is left out."""
    cost = collections.Counter()
    obj = function = ""
    inclusive = False
    for line in text.splitlines():
        if line.startswith("ob="):
            obj = line[3:]
        elif line.startswith("fn="):
            function = line[3:]
        elif line.startswith("calls="):
            inclusive = True  # the next line repeats what the callee's own lines say
        elif found := COST.match(line):
            if not inclusive and not (is_misplaced and is_misplaced(obj, int(found["address"], 16))):
                cost[obj, function] += int(found["cost"])
            inclusive = False
    return cost
