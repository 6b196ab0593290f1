"""Bad input, row by row: driver.py OSHRUN PROGRAM. Each row runs one case of cases.c and looks at the exit code and at
standard error: beside oshrun's own verdict there must be exactly one line, with PE, call, cause and remedy."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

OSHRUN, PROGRAM, *WIRE = sys.argv[1:]

# Starts a command as another user, where this is root and others may run the program.
OTHER_USER = ["setpriv", "--reuid=65534", "--clear-groups"]
if os.geteuid() != 0 or not shutil.which("setpriv") or subprocess.call([*OTHER_USER, "test", "-x", PROGRAM]) != 0:
    OTHER_USER = []
CHECK = {"SHMEM_CHECK": "1"}
RANGE = r"PE %s is out of range; this job has PEs 0 to 3"
SYMMETRIC = r"is not a symmetric address; use memory from shmem_malloc, or a global or static variable"
NULL = r"a null pointer is not a symmetric address; shmem_malloc returns one where .*: raise SHMEM_SYMMETRIC_SIZE$"
BLOCK = r"is not an allocated block of symmetric memory; freed twice, or not from shmem_malloc\?"
OUTSIDE = r"called outside shmem_init \.\.\. shmem_finalize; call shmem_init first"
FINALIZED = r"called after shmem_finalize; move it before"
REACH = r"bytes at 0x[0-9a-f]+ reach past the end of the static data; check the length"
PAST = r"bytes past the end of the %s; check the length"

# Case, call in the message, cause and remedy. The culprit is PE 3 of 4.
# The same calls with the same mistakes are made under SHMEM_CHECK by conformance.check.
UNCHECKED = [
    ("p_pe_n", "shmem_int_p", RANGE % 4),
    ("p_pe_minus_1", "shmem_int_p", RANGE % -1),
    ("g_pe_n", "shmem_int_g", RANGE % 4),
    ("put_pe_n", "shmem_double_put", RANGE % 4),
    ("getmem_pe_n", "shmem_getmem", RANGE % 4),
    ("signal_set_pe_n", "shmem_signal_set", RANGE % 4),
    ("p_to_stack", "shmem_int_p", SYMMETRIC),
    ("get_from_malloc", "shmem_getmem", SYMMETRIC),
    ("p_to_null", "shmem_int_p", NULL),
    ("get_from_null", "shmem_getmem", NULL),
    ("signal_on_stack", "shmem_signal_set", SYMMETRIC),
    ("past_statics", "shmem_getmem", PAST % "static data"),
    ("free_inside", "shmem_free", BLOCK),
    ("free_stack", "shmem_free", BLOCK),
    ("free_static", "shmem_free", BLOCK),
    ("realloc_wild", "shmem_realloc", BLOCK),
    ("bad_comparison", "shmem_long_wait_until", "comparison operator 77 does not exist; use SHMEM_CMP_EQ"),
    ("bad_signal_op", "shmem_putmem_signal",
     "signal operator 55 does not exist; use SHMEM_SIGNAL_SET or SHMEM_SIGNAL_ADD"),
]
ALWAYS = [
    ("p_pe_1000", "shmem_int_p", RANGE % 1000),
    ("g_static_pe_n", "shmem_int_g", RANGE % 4),
    ("put_nothing_pe_n", "shmem_putmem", RANGE % 4),
    ("put_signal_pe_n", "shmem_putmem_signal", RANGE % 4),
    ("clear_free_lock", "shmem_clear_lock", "nobody holds the lock; clear it once, on the PE that set it"),
    ("broadcast_null", "shmem_long_broadcast", NULL),
    ("broadcast_overflow", "shmem_long_broadcast", REACH),
    ("collect_overflow", "shmem_long_collect", REACH),
    ("fcollect_overflow", "shmem_long_fcollect", REACH),
    ("alltoall_overflow", "shmem_long_alltoall", REACH),
    ("alltoall_pes_overflow", "shmem_alltoallmem", REACH),
    ("alltoalls_overflow", "shmem_long_alltoalls", REACH),
    ("alltoalls_stride_overflow", "shmem_long_alltoalls", REACH),
    ("sum_overflow", "shmem_long_sum_reduce", REACH),
    ("scan_overflow", "shmem_long_sum_inscan", REACH),
    ("put_signal_overflow", "shmem_long_put_signal", PAST % "static data"),
    ("iput_overflow", "shmem_long_iput", PAST % "static data"),
    ("iget_overflow", "shmem_long_iget", PAST % "static data"),
    ("ibput_overflow", "shmem_long_ibput", PAST % "static data"),
    ("gather_overflow", "shmemx_gathermem", REACH),
    ("scatter_overflow", "shmemx_scattermem", REACH),
    ("no_partition", "shmem_partition_malloc",
     "partition 9 is not configured; set SHMEM_SYMMETRIC_PARTITION9=SIZE=<size>"),
    ("no_thread", "a collective that does not block",
     r"no thread for collectives that do not block: .*; are threads or memory limited \(ulimit -u, -v\)\?"),
    ("finalized_p", "shmem_int_p", FINALIZED),
    ("finalized_malloc", "shmem_malloc", FINALIZED),
    ("finalized_my_pe", "shmem_my_pe", FINALIZED),
    ("finalized_barrier", "shmem_barrier_all", FINALIZED),
]
WITH_CHECK_ONLY = [
    ("align_3", "shmem_align", "alignment 3 "),
    ("p_pe_max", "shmem_int_p", RANGE % 2147483647),
    ("p_pe_min", "shmem_int_p", RANGE % -2147483648),
    ("past_heap", "shmem_putmem", PAST % "heap"),
    ("past_heap_overflow", "shmem_long_put", "check the length"),
]
# They end behind the heap, or the static data, by fewer bytes than the short ways take.
PAST_END = [
    ("past_end_p", "shmem_int_p", 2), ("past_end_p_of_many", "shmem_int_p", 2), ("past_end_g", "shmem_int_g", 3),
    ("past_end_put", "shmem_putmem", 1), ("past_end_get", "shmem_getmem", 1), ("past_end_get_nbi", "shmem_getmem_nbi", 1),
    ("past_statics_p", "shmem_int_p", 2), ("past_statics_g", "shmem_int_g", 1), ("past_statics_put", "shmem_putmem", 1),
    ("past_statics_add", "shmem_int_atomic_add", 2),
]
# Run on one PE, since a call that every PE makes would otherwise print one line for each.
BEFORE_INIT = [
    ("early_p", "shmem_int_p", OUTSIDE),
    ("early_get", "shmem_getmem", OUTSIDE),
    ("early_malloc", "shmem_malloc", OUTSIDE),
    ("early_n_pes", "shmem_n_pes", OUTSIDE),
    ("early_barrier", "shmem_barrier_all", OUTSIDE),
    ("early_finalize", "shmem_finalize", OUTSIDE),
    ("early_ptr", "shmem_ptr", OUTSIDE),
    ("early_query", "shmemx_heap_query", OUTSIDE),
    ("bad_thread_level", "shmem_init_thread", "thread level 17 does not exist; use SHMEM_THREAD_SINGLE"),
    ("double_free", "shmem_free", BLOCK),
]
SIZE = "not a size; write a number with an optional k, m, g or t"
# Environment, message. Every PE finds the mistake, and one prints it.
SETTINGS = [
    *[({"SHMEM_SYMMETRIC_SIZE": bad}, f"SHMEM_SYMMETRIC_SIZE={re.escape(bad)}: {SIZE}")
      for bad in ("", "x", "-1", "12Q", "1e5", "0x10", "1.2.3")],
    ({"SHMEM_TEAM_HEAP_SIZE": "0"}, "SHMEM_TEAM_HEAP_SIZE=0: a size must be at least 1 byte"),
    ({"SHMEM_SYMMETRIC_SIZE": "99999999999T"}, "SHMEM_SYMMETRIC_SIZE=99999999999T: .*write a smaller size"),
    ({"SMA_SYMMETRIC_SIZE": "12Q"}, f"SMA_SYMMETRIC_SIZE=12Q: {SIZE}"),
    ({"SHMEM_SYMMETRIC_SIZE": "300T"}, "does not fit in this process's address space .*; set SHMEM_SYMMETRIC_SIZE"),
    ({"SHMEM_SYMMETRIC_SIZE": "8388607.999999999T"}, "SHMEM_SYMMETRIC_SIZE"),
    *[({name: "SIZE=1M"}, f"{name}=SIZE=1M: partition ids are 1 .* to 127")
      for name in ("SHMEM_SYMMETRIC_PARTITION0", "SHMEM_SYMMETRIC_PARTITION128", "SMA_SYMMETRIC_PARTITION128",
                   "SHMEM_SYMMETRIC_PARTITION01", "SHMEM_SYMMETRIC_PARTITION", "SHMEM_SYMMETRIC_PARTITIONX")],
    ({"SHMEM_SYMMETRIC_PARTITION2": "SIZE=1M:KIND=MOON"},
     "SHMEM_SYMMETRIC_PARTITION2: unknown KIND=MOON; write one of HOST"),
    ({"SHMEM_SYMMETRIC_PARTITION2": "1M"}, r"SHMEM_SYMMETRIC_PARTITION2=1M: .*; write SIZE=<size>"),
    ({"SHMEM_SYMMETRIC_PARTITION2": "SIZE=1M:POLICY=NOWHERE"}, "POLICY=NOWHERE: "),
    ({"SHMEM_DEVICE_SLICE": "64K,MOON=1K"}, "SHMEM_DEVICE_SLICE: unknown KIND=MOON; write one of HOST"),
    ({"SHMEM_CHECK": "yes"}, "SHMEM_CHECK=yes: not a switch; write 0 or 1"),
]


def run(case, n, environment, command=None):
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("SHMEM_", "SMA_"))}
    clean.setdefault("SHMEM_SYMMETRIC_SIZE", "64M")
    if "SMA_SYMMETRIC_SIZE" in environment:  # its twin would come first
        del clean["SHMEM_SYMMETRIC_SIZE"]
    return subprocess.run([OSHRUN, "-n", str(n), "--timeout", "30", *(command or [PROGRAM, case])],
                          env={**clean, **environment}, capture_output=True, text=True, timeout=60)


def own_lines(result):
    return [line for line in result.stderr.splitlines() if not line.startswith("oshrun:")]


class BadInput(unittest.TestCase):
    def expect_one_line(self, case, n, environment, pattern):
        with self.subTest(case=case, n=n, **environment):
            result = run(case, n, environment)
            lines = own_lines(result)
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertEqual(len(lines), 1, result.stderr)
            self.assertRegex(lines[0], pattern)

    def test_wrong_arguments(self):
        runs = [(row, {}) for row in UNCHECKED + ALWAYS] + [(row, CHECK) for row in ALWAYS]
        for (case, call, cause), environment in runs:
            self.expect_one_line(case, 4, environment, rf"^isthmus: PE 3 on \S+: {call}: .*{cause}")

    def test_wrong_arguments_that_cost_to_notice(self):
        for case, call, cause in WITH_CHECK_ONLY:
            self.expect_one_line(case, 4, CHECK, rf"^isthmus: PE 3 on \S+: {call}: .*{cause}")

    def test_few_bytes_behind_the_end(self):
        for case, call, past in PAST_END:
            for nodes in ("1", "2") if WIRE else ("1",):
                with self.subTest(case=case, nodes=nodes):
                    result = run(case, 2, {}, ["--nodes", nodes, PROGRAM, case])
                    self.assertEqual(result.returncode, 1, result.stderr)
                    self.assertEqual(len(own_lines(result)), 1, result.stderr)
                    end = PAST % ("static data" if "statics" in case else "heap")
                    self.assertRegex(result.stderr, rf"^isthmus: PE 1 on \S+: {call}: .* reach {past} {end}")

    @unittest.skipUnless(WIRE, "built without libfabric")
    def test_atomics_between_nodes(self):
        """Words that are not aligned, which processors cope with on a node."""
        for case, call, size in [("misaligned_inc", "shmem_int_atomic_inc", 4), ("misaligned_static", "shmem_int_atomic_inc", 4),
                                 ("misaligned_fetch", "shmem_long_atomic_fetch", 8),
                                 ("misaligned_fetch_nbi", "shmem_long_atomic_fetch_nbi", 8),
                                 ("misaligned_signal", "shmem_signal_add", 8),
                                 ("misaligned_put_signal", "shmem_putmem_signal", 8)]:
            with self.subTest(case=case):
                result = run(case, 2, {}, ["--nodes", "2", PROGRAM, case])
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertRegex(result.stderr, rf"PE 1 on \S+: {call}: \S+ is not aligned to {size} bytes")

    def test_partitions_differ(self):
        """A PE with another partition, or another size of it, on the same node and on another."""
        for mine in "SIZE=4M", "SIZE=1M:KIND=HOST", "SIZE=1M:PGSIZE=2M":
            for nodes in ("1", "2") if WIRE else ("1",):
                with self.subTest(mine=mine, nodes=nodes):
                    script = 'if [ "$ISTHMUS_PE" = 1 ]; then export SHMEM_SYMMETRIC_PARTITION2=$0; fi; exec "$1" nothing'
                    others = {"SHMEM_SYMMETRIC_PARTITION2": "SIZE=1M"}
                    result = run(None, 2, others, ["--nodes", nodes, "sh", "-c", script, mine, PROGRAM])
                    if "KIND" in mine:
                        self.assertEqual(result.returncode, 0, result.stderr)  # HOST is what it is without
                        continue
                    self.assertEqual(result.returncode, 1, result.stderr)
                    self.assertRegex(result.stderr, "PE 1 has other partitions than PE 0; give all PEs the same settings")

    @unittest.skipUnless(OTHER_USER, "not root, or other users may not run the program")
    def test_users_differ(self):
        """PEs of one node must have one user; they would refuse each other's connections and wait."""
        script = 'if [ "$ISTHMUS_PE" = 0 ]; then shift %d; fi; exec "$@"' % len(OTHER_USER)
        command = ["sh", "-c", script, "sh", *OTHER_USER, PROGRAM, "nothing"]
        result = run(None, 2, {}, command)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(own_lines(result)[0], "PE 1 runs under user 65534, PE 0 of the same node under user 0; start all PEs")
        self.assertEqual(len(own_lines(result)), 1, result.stderr)
        if WIRE:
            result = run(None, 2, {}, ["--nodes", "2", *command])
            self.assertEqual(result.returncode, 0, result.stderr)

    def test_before_init(self):
        for case, call, cause in BEFORE_INIT:
            self.expect_one_line(case, 1, {}, rf"^isthmus: PE 0 on \S+: {call}: .*{cause}")

    @unittest.skipIf(os.environ.get("TEST_SANITIZE"), "a sanitizer needs more address space at any time")
    def test_no_address_space(self):
        self.expect_one_line("early_no_space", 1, {},
                             r"^isthmus: PE 0 on \S+: no address space for the table of teams: .*; raise the limit: ulimit -v$")

    @unittest.skipUnless(OTHER_USER, "not root, or other users may not run the program; the limit does not hold for root")
    def test_no_processes(self):
        """As many as a user may have are there, at the latest after oshrun's helper and PE 0."""
        result = subprocess.run([*OTHER_USER, "prlimit", "--nproc=3", OSHRUN, "-n", "4", "sleep", "20"],
                                capture_output=True, text=True, timeout=60)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr, r"^oshrun: .*cannot start .*raise the limit: ulimit -u, or pids.max of a control group "
                         r"\(containers: --pids-limit\)\): Resource temporarily unavailable\n$")

    def test_by_all_pes_at_once(self):
        """Each PE may print its line before the job has ended, but nothing else."""
        for case, call, cause in [row for row in BEFORE_INIT if row[0] in ("early_p", "double_free")]:
            with self.subTest(case=case):
                result = run(case, 4, {})
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn(len(own_lines(result)), range(1, 5), result.stderr)
                for line in own_lines(result):
                    self.assertRegex(line, f"^isthmus: .*{call}: .*{cause}")

    def test_what_is_said_and_gone_on_with(self):
        """Each PE prints each line once, and the job ends well."""
        alignments = [f"shmem_align: alignment {n} is not a power of two that holds a pointer" for n in (0, 3, 24)]
        for case, said in ("align_is_null", alignments), ("finalize_twice", ["shmem_finalize: called once more than "]):
            for n in (1, 4):
                with self.subTest(case=case, n=n):
                    result = run(case, n, {})
                    self.assertEqual(result.returncode, 0, result.stderr)
                    self.assertEqual(len(result.stderr.splitlines()), n * len(said), result.stderr)
                    for line in said:
                        for pe in range(n):
                            self.assertRegex(result.stderr, rf"(?m)^isthmus: PE {pe} on \S+: {line}")

    def test_settings(self):
        for environment, pattern in SETTINGS:
            for n in (1, 4):
                self.expect_one_line("nothing", n, environment, rf"^isthmus: PE 0 on \S+: .*{pattern}")

    def test_settings_of_one_pe_alone(self):
        """Only PE 2 has the bad value."""
        for setting in ("SHMEM_CHECK=1", "SHMEM_REDUCE_ALGORITHM=flat", "SHMEM_OFI_VIRTUAL=1"):
            odd = f'case $ISTHMUS_LAUNCH in *pe=2,*) export {setting};; esac; exec "$0" nothing'
            for nodes in ((), ("--nodes", "2")):
                with self.subTest(setting=setting, nodes=nodes):
                    result = run("nothing", 4, {}, [*nodes, "sh", "-c", odd, PROGRAM])
                    self.assertEqual(result.returncode, 1, result.stderr)
                    self.assertRegex(own_lines(result)[0], rf"PE 2 has {setting}, PE 0 has not; give all PEs the same")
                    self.assertEqual(len(own_lines(result)), 1, result.stderr)

    def test_variables_with_a_slip(self):
        result = run("nothing", 3, {"SHMEM_SYMMETRIC_SZIE": "1G"})
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr, r"^isthmus: PE 0 on \S+: SHMEM_SYMMETRIC_SZIE is not a setting; did you mean "
                         r"SHMEM_SYMMETRIC_SIZE\?\n$")

    def test_launchers_of_another_kind(self):
        for variable in ("PMI_SIZE", "SLURM_STEP_NUM_TASKS"):
            result = subprocess.run([PROGRAM, "nothing"], env={**os.environ, variable: "4"}, capture_output=True,
                                    text=True, timeout=60)
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertRegex(result.stderr, rf"^isthmus: one of 4 processes of a launcher without PMIx and PMI \({variable}\); use oshrun")

    def test_environment_cleared_under_oshrun(self):
        """Every PE would become a job of its own. A command called sudo also closes what oshrun leaves open; some wait for the
        command, and others are replaced by it."""
        with tempfile.TemporaryDirectory() as folder:
            def script(name, text):
                path = os.path.join(folder, name)
                with open(path, "w", opener=lambda path, flags: os.open(path, flags, 0o755)) as file:
                    file.write(f"#!{sys.executable}\nimport os, subprocess, sys\n{text}\n")
                return path

            sudo = script("sudo", "sys.exit(subprocess.run(sys.argv[1:], close_fds=True, env={'SUDO_UID': '0'}).returncode)")
            doas = script("doas", "os.closerange(3, 64)\nos.execve(sys.argv[1], sys.argv[1:], {'DOAS_USER': 'root'})")
            for command in ["env", "-i"], ["sh", "-c", 'env -i "$@"; exit $?', "sh"], [sudo], [doas]:
                with self.subTest(command=command):
                    result = run(None, 2, {}, [*command, PROGRAM, "nothing"])
                    self.assertEqual(result.returncode, 1, result.stderr)
                    self.assertRegex(own_lines(result)[0], "^isthmus: one of 2 processes of oshrun, but the variables that "
                                     "oshrun has set are gone: .*env -i.*; put that before oshrun" +
                                     ("$" if command[0] in (sudo, doas) else ", or keep ISTHMUS_LAUNCH$"))
                    # One PE is a job of its own, and so it was meant where only that variable is missing.
                    self.assertEqual(run(None, 1, {}, [*command, PROGRAM, "nothing"]).stderr, "")
            # What a PE starts is a job of its own, under sudo too.
            for starter in sudo, doas:
                started = run("start", 2, {"COMMAND": f"{starter} {PROGRAM} nothing"})
                self.assertEqual((started.returncode, started.stderr), (0, ""))
            # The same where another oshrun has started this one.
            for n, words in (1, ["env", "-i", PROGRAM, "nothing"]), (2, [PROGRAM, "start"]):
                nested = run(None, 2, {"COMMAND": f"env -i {PROGRAM} nothing"}, [OSHRUN, "-n", str(n), *words])
                self.assertEqual((nested.returncode, nested.stderr), (0, ""))
        kept = run(None, 2, {}, ["sh", "-c", 'exec env -i ISTHMUS_LAUNCH=$ISTHMUS_LAUNCH "$0" nothing', PROGRAM])
        alone = run(None, 2, {}, ["env", "-u", "ISTHMUS_LAUNCH", PROGRAM, "nothing"])
        for result in kept, alone:
            self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_file_in_place_of_the_board(self):
        """What a command between oshrun and the program has opened there stays open."""
        with tempfile.TemporaryDirectory() as folder:
            opens = 'export DESCRIPTOR=${ISTHMUS_LAUNCH##*board=}; eval "exec $DESCRIPTOR>$1/$ISTHMUS_PE"; exec "$0" write_own_file'
            result = run(None, 2, {}, ["sh", "-c", opens, PROGRAM, folder])
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            for pe in "01":
                with open(os.path.join(folder, pe), encoding="ascii") as file:
                    self.assertEqual(file.read(), "kept")

    def test_a_launcher_that_errs(self):
        launcher = {"PMI_FD": "9", "PMI_RANK": "7", "PMI_SIZE": "2"}
        result = subprocess.run([PROGRAM, "nothing"], env={**os.environ, **launcher}, capture_output=True, text=True,
                                timeout=60)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr, r"^isthmus: PMI_RANK=7 and PMI_SIZE=2 exclude one another; use the launcher's own\n$")

    def test_global_exit_ends_pes_that_wait(self):
        for case, code in ("global_exit_7", 7), ("global_exit_0", 0):
            for n in (1, 2, 4, 8):
                with self.subTest(case=case, n=n):
                    result = run(case, n, {})
                    self.assertEqual(result.returncode, code, result.stderr)
                    self.assertEqual(own_lines(result), [])

    def test_good_input_is_silent(self):
        for environment in ({}, CHECK):
            result = run("nothing", 4, environment)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
