"""What must not be done with active messages: misuse.py OSHRUN PROGRAM [NODES]. Each row runs one case of misuse.c;
beside oshrun's own verdict there must be exactly one line, with PE, call, cause and remedy."""
import os
import subprocess
import sys
import unittest

OSHRUN, PROGRAM, *NODES = sys.argv[1:]
PES = 4
OUTSIDE = r"called outside shmem_init \.\.\. shmem_finalize; call shmem_init first"
INSIDE = "called inside a handler, which must not wait; reply, or call it when the handler has returned"
TOKEN = "the token belongs to no handler that runs on this thread; use it only inside its handler"
UNREGISTERED = "handler %d is not registered; pass what shmemx_am_register returned"

# Case, call in the message, cause and remedy. The culprit is the last PE.
CASES = [
    ("pe_n", "shmemx_am_request_short", "PE 4 is out of range; this job has PEs 0 to 3"),
    ("pe_minus_1", "shmemx_am_request_long", "PE -1 is out of range; this job has PEs 0 to 3"),
    ("no_handler", "shmemx_am_request_short", UNREGISTERED % 2),
    ("handler_minus_1", "shmemx_am_request_medium", UNREGISTERED % -1),
    ("args_17", "shmemx_am_request_short", "17 arguments; a message takes 0 to 16, put more into a payload"),
    ("args_minus_1", "shmemx_am_request_short", "-1 arguments; a message takes 0 to 16"),
    ("args_null", "shmemx_am_request_short", "args is null, but nargs is 1; pass an array, or 0"),
    ("too_large", "shmemx_am_request_medium", r"\d+ bytes are more than the \d+ of shmemx_am_max_medium; send a long"),
    ("payload_null", "shmemx_am_request_medium", "the payload is null, but has 1 bytes; pass a buffer, or 0"),
    ("long_to_stack", "shmemx_am_request_long", "is not a symmetric address; use memory from shmem_malloc"),
    ("register_null", "shmemx_am_register", "the handler is null; pass a function"),
    ("source_null", "shmemx_am_source", TOKEN),
    ("reply_outside", "shmemx_am_reply_short", TOKEN),
    ("reply_twice", "shmemx_am_reply_medium", "the request has been replied to; a handler replies at most once"),
    ("request_in_handler", "shmemx_am_request_short", INSIDE),
    ("quiet_in_handler", "shmemx_am_quiet", INSIDE),
    ("reply_to_reply", "shmemx_am_reply_short", "called in the handler of a reply; only requests can be replied to"),
    ("wrong_token", "shmemx_am_reply_short", TOKEN),
    ("token_after_return", "shmemx_am_reply_short", TOKEN),
    ("finalized", "shmemx_am_poll", "called after shmem_finalize; move it before"),
]
# Calls in a handler that wait whatever the PE, and those that wait for a PE of another node.
WAITING = [("barrier", "shmem_barrier_all"), ("wait", "shmem_int_wait_until"),
           ("wait_any", "shmem_long_wait_until_any"), ("signal_wait", "shmem_signal_wait_until"),
           ("lock", "shmem_set_lock"), ("malloc", "shmem_malloc"), ("broadcast", "shmem_broadcastmem"),
           ("split", "shmem_team_split_strided")]
FAR = [("put", "shmem_putmem"), ("get", "shmem_int_get"), ("g", "shmem_long_g"),
       ("atomic", "shmem_long_atomic_fetch_inc"), ("put_signal", "shmem_putmem_signal"), ("iput", "shmem_int_iput"),
       ("fabric_quiet", "shmem_quiet")]
CHECKED = [("long_past_heap", "shmemx_am_request_long", "bytes past the end of the heap; check the length")]


def run(case, pes, **environment):
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("SHMEM_", "SMA_"))}
    nodes = ["--nodes", *NODES] if NODES and pes > 1 else []
    return subprocess.run([OSHRUN, "-n", str(pes), *nodes, "--timeout", "40", PROGRAM, case], capture_output=True,
                          env={**clean, "SHMEM_SYMMETRIC_SIZE": "16M", **environment}, text=True, timeout=60)


class Misuse(unittest.TestCase):
    def expect_one_line(self, case, pes, pattern, **environment):
        with self.subTest(case=case, **environment):
            result = run(case, pes, **environment)
            lines = [line for line in result.stderr.splitlines() if not line.startswith("oshrun:")]
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertEqual(len(lines), 1, result.stderr)
            self.assertRegex(lines[0], pattern)

    def test_cases(self):
        for case, call, cause in CASES:
            self.expect_one_line(case, PES, rf"^isthmus: PE 3 on \S+: {call}: .*{cause}")

    def test_what_is_checked_on_demand(self):
        for case, call, cause in CHECKED + CASES[:3]:
            self.expect_one_line(case, PES, rf"^isthmus: PE 3 on \S+: {call}: .*{cause}", SHMEM_CHECK="1")

    def test_what_waits_in_handlers(self):
        for name, call in WAITING + (FAR if NODES else []):
            self.expect_one_line(name + "_in_handler", PES, rf"^isthmus: PE 3 on \S+: {call}: {INSIDE}")

    def test_before_init(self):
        self.expect_one_line("before_init", 1, rf"^isthmus: PE 0 on \S+: shmemx_am_request_short: {OUTSIDE}")

    def test_a_handler_that_the_target_does_not_have(self):
        self.expect_one_line("not_registered_there", PES, r"^isthmus: PE 0 on \S+: active messages: PE 3 has sent a "
                             "message for handler 1, which is not registered here; register the same handlers")

    def test_good_programs_are_silent(self):
        for environment in ({}, {"SHMEM_CHECK": "1"}):
            result = run("nothing", PES, **environment)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
