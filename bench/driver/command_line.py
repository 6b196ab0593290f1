"""The options of bench/run."""
import argparse
import os
import pathlib
import shlex

from . import catalogue

NAMES = [benchmark.name for benchmark in catalogue.BENCHMARKS]


def read(about):
    """The options, checked; ends the program where they make no sense."""
    parser = argparse.ArgumentParser(description=about, allow_abbrev=False)
    parser.add_argument("--oshcc", required=True, help="our compiler wrapper")
    parser.add_argument("--oshrun", help="our launcher (default: next to --oshcc)")
    parser.add_argument("--oshrun-options", metavar="WORDS", default="", help='for our launcher, e.g. "--bind core"')
    parser.add_argument("--peer", metavar="OSHCC", help="the peer's compiler wrapper; its oshrun is next to it")
    parser.add_argument("--nodes", metavar="K", type=int, default=1,
                        help="on the wire: K PEs, each a node of its own (oshrun --nodes K); with --flat or "
                             "--algorithms 2 K and 4 K PEs")
    parser.add_argument("--raw", metavar="PROGRAM", help="bench/fabric/raw: beside the provider itself; with --nodes 2")
    parser.add_argument("--flat", action="store_true",
                        help="collectives beside the same with SHMEM_<OPERATION>_ALGORITHM=flat; with --nodes")
    parser.add_argument("--settings", metavar="WORDS", help='ours beside ours with these, e.g. "SHMEM_X=1 SHMEM_Y=2"')
    parser.add_argument("--algorithms", action="store_true",
                        help="collectives once more with each algorithm that osh_info --collectives lists")
    parser.add_argument("--json", metavar="FILE", type=pathlib.Path, help="write machine, commands and figures there")
    parser.add_argument("--only", metavar="NAME", action="append", choices=NAMES, help="one of: " + ", ".join(NAMES))
    parser.add_argument("--quick", action="store_true", help="few sizes, short batches, one round: for tests")
    parser.add_argument("--check", action="store_true",
                        help="exit with 1 when a target is missed; needs --peer, --raw or --flat")
    parser.add_argument("--fastest", action="store_true",
                        help="judge by the fastest batches and not by medians: where others use the machine")
    parser.add_argument("--rounds", type=int, help="how often each side runs (default 5, quick 1)")
    parser.add_argument("--sizes",
                        help="bytes per call, e.g. 8,4K or 1:4M (default 1:4M, collectives 8,4K,64K,1M,4M, quick 8,4K, "
                             "on the wire 8,1M)")
    parser.add_argument("--pes", metavar="LIST", help="numbers of PEs, e.g. 2,4 (default: as the catalogue has it)")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one job (default 120)")
    parser.add_argument("--work", type=pathlib.Path, help="build there and keep it (default: a temporary folder)")
    options = parser.parse_args()
    others = [option for option in (options.peer, options.raw, options.flat, options.settings) if option]
    if len(others) > 1:
        parser.error("--peer, --raw, --flat and --settings exclude one another: there is one other side")
    if options.check and (not others or options.settings):
        parser.error("--check compares with a peer: give --peer OSHCC, --raw PROGRAM or --flat")
    if options.nodes < 1 or options.nodes > 2 and options.peer:
        parser.error("--nodes must be positive; a peer's processes are a node each: give --nodes 2 with --peer")
    if options.raw and options.nodes != 2:
        parser.error("--raw has two processes: give --nodes 2")
    if options.flat and options.nodes < 2:
        parser.error("--flat is about two levels: give --nodes 2")
    try:
        options.pes = tuple(int(word) for word in options.pes.split(",")) if options.pes else ()
        options.settings = dict(word.split("=", 1) for word in shlex.split(options.settings or ""))
    except ValueError:
        parser.error("--pes takes numbers with commas, --settings takes NAME=VALUE words")
    if options.rounds is not None and options.rounds < 1 or options.timeout <= 0:
        parser.error("--rounds and --timeout must be positive")
    if options.json and not os.access(options.json.absolute().parent, os.W_OK):
        parser.error(f"cannot write {options.json}: no such folder, or not ours to write in")
    return options
