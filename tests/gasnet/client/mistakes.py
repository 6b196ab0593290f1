"""Each mistake of mistakes.c ends the job with one line that names the rank, the call, the cause and the remedy.
Usage: mistakes.py OSHRUN PROGRAM"""
import subprocess
import sys

# The name, and what the line says after "rank R on HOST: ".
MISTAKES = [
    ("ad_type", "gex_AD_Create: 0x40 is no type of atomics; use one of I32"),
    ("ad_no_ops", "gex_AD_Create: 0x0 are no operations of atomics; OR one or more"),
    ("ad_bits_of_floats", "gex_AD_Create: AND, OR and XOR are for integers; leave them out"),
    ("ad_other_op", "gex_AD_OpNB_I32: operation 0x1000 is not one of the domain's; name it in gex_AD_Create"),
    ("ad_other_type", "gex_AD_OpNBI_I32: the domain is of another type; call the function of its type"),
    ("ad_rank", "gex_AD_OpNB_I32: rank 2 is out of range; the team has ranks 0 to 1"),
    ("ad_address", "gex_AD_OpNB_I32: 0x"),
    ("ad_alignment", "is not aligned to the 4 bytes of the type; align it"),
    ("vis_rank", "gex_VIS_VectorPutBlocking: rank 2 is out of range"),
    ("vis_put_outside", "gex_VIS_VectorPutNB: 8 bytes at 0x"),
    ("vis_get_outside", "are not in the segment of rank"),
    ("vis_payload", "gex_VIS_SetPeerCompletionHandler: 1025 bytes are more than the 1024"),
    ("coll_flags", "gasnet_coll_gather_all: flags 0x1 have not exactly one of"),
    ("coll_pair", "gasnet_coll_exchange: the team is a pair of endpoints"),
    ("coll_not_notified", "gasnet_coll_barrier_wait: the team's barrier was not notified"),
    ("coll_root", "gasnet_coll_broadcast: image 2 is out of range"),
]


def main():
    oshrun, program = sys.argv[1:]
    failed = 0
    for name, text in MISTAKES:
        done = subprocess.run([oshrun, "-n", "2", program, name], capture_output=True, text=True, timeout=60, check=False)
        lines = [line for line in done.stderr.splitlines() if "rank" in line and text in line]
        if done.returncode in (0, 2, 3) or not lines:
            failed += 1
            print(f"{name}: status {done.returncode}, expected a line with '{text}':\n{done.stderr}")
    print(f"{len(MISTAKES)} mistakes, {failed} not reported")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
